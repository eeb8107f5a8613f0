//! One server of the fleet. Its only state is its sockets.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::jetstream::{self, Context, consumer, consumer::pull::OrderedConfig};
use futures_util::StreamExt;
use godot_var::framing::{FrameDecoder, LengthOrder, put_frame};
use godot_var::inspect::{peek_field, peek_id};
use godot_var::{FromVariantBytes, Godot4, Limits, ToVariantBytes};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::messages::{FROM, FromPlayer, FromServer, Join, LIFE, NUMBER, ROOM};
use crate::names::{Claim, RENEWAL};
use crate::{Failure, STREAM};

const LIMITS: Limits = Limits::DEFAULT.with_depth(8).with_elements(1024).with_bytes(4096);
const MAX_PLAYERS: usize = 100;
/// The time in which a player must join, and must read what the server sends.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves players until it is killed. It prints its address in the first line.
pub(crate) async fn serve(nats: &str) -> Result<(), Failure> {
    let jetstream = jetstream::new(async_nats::connect(nats).await?);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("{}", listener.local_addr()?);
    let places = Arc::new(Semaphore::new(MAX_PLAYERS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await?;
        // An error concerns a player who left before being accepted.
        let Ok((mut socket, player)) = listener.accept().await else { continue };
        let jetstream = jetstream.clone();
        tokio::spawn(async move {
            if let Err(error) = play(&mut socket, &jetstream).await {
                // Escaped, because it may contain text that the player sent.
                let reason = error.to_string().escape_debug().to_string();
                eprintln!("{player}: {reason}");
                let _ = refuse(&mut socket, reason).await;
            }
            drop(place);
        });
    }
}

async fn refuse(socket: &mut TcpStream, reason: String) -> Result<(), Failure> {
    let refused = FromServer::Refused { reason }.to_variant_bytes::<Godot4>()?;
    send(socket, &[&refused]).await
}

/// Serves one player: forwards its messages to the stream, and the room's messages to the player.
async fn play(socket: &mut TcpStream, jetstream: &Context) -> Result<(), Failure> {
    socket.set_nodelay(true)?;
    let mut frames = FrameDecoder::with_limits(LengthOrder::LittleEndian, LIMITS);
    let join = timeout(PATIENCE, read_join(socket, &mut frames)).await??;
    // A room named `*` would receive everything.
    if ![&join.room, &join.name].into_iter().all(|text| is_token(text)) {
        return Err("a room and a name are letters and digits".into());
    }
    let Some(mut claim) = Claim::take(jetstream, &join).await? else {
        return Err(format!("there is a {} already", join.name).into());
    };
    let outcome = talk(socket, frames, jetstream, &join, &mut claim).await;
    claim.give_back().await;
    outcome
}

async fn read_join(socket: &mut TcpStream, frames: &mut FrameDecoder) -> Result<Join, Failure> {
    loop {
        if let Some(frame) = frames.next_frame()? {
            return match FromPlayer::from_variant_bytes_with::<Godot4>(frame, LIMITS)? {
                FromPlayer::Join(join) => Ok(join),
                other => Err(format!("{other:?} before a join").into()),
            };
        }
        if !fill(socket, frames).await? {
            return Err("gone before a join".into());
        }
    }
}

async fn talk(
    socket: &mut TcpStream,
    mut frames: FrameDecoder,
    jetstream: &Context,
    join: &Join,
    claim: &mut Claim,
) -> Result<(), Failure> {
    let seen = OrderedConfig {
        filter_subject: format!("arena.{}.*", join.room),
        deliver_policy: consumer::DeliverPolicy::ByStartSequence {
            start_sequence: join.after.saturating_add(1),
        },
        ..OrderedConfig::default()
    };
    let stream = jetstream.get_stream(STREAM).await?;
    let mut messages = stream.create_consumer(seen).await?.messages().await?;
    let mut renewal = tokio::time::interval(RENEWAL);
    loop {
        while let Some(frame) = frames.next_frame()? {
            let number = forward(jetstream, join, frame).await?;
            let answer = FromServer::Acknowledged { number }.to_variant_bytes::<Godot4>()?;
            send(socket, &[&answer]).await?;
        }
        tokio::select! {
            open = fill(socket, &mut frames) => if !open? { return Ok(()) },
            message = messages.next() => {
                let message = message.ok_or("the stream has ended")??;
                let sequence = message.info()?.stream_sequence;
                let reached = FromServer::Reached { sequence }.to_variant_bytes::<Godot4>()?;
                send(socket, &[&message.payload, &reached]).await?;
            }
            _ = renewal.tick() => claim.renew().await?,
        }
    }
}

fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Forwards the bytes of a message to the fleet. Returns its number after the stream has stored it.
async fn forward(jetstream: &Context, join: &Join, bytes: &[u8]) -> Result<u32, Failure> {
    let id = peek_id::<Godot4>(bytes)?;
    let room: &str = peek_field::<Godot4, _>(bytes, ROOM)?;
    let from: &str = peek_field::<Godot4, _>(bytes, FROM)?;
    let life: u32 = peek_field::<Godot4, _>(bytes, LIFE)?;
    let number: u32 = peek_field::<Godot4, _>(bytes, NUMBER)?;
    if (room, from, life) != (&join.room, &join.name, join.life) {
        return Err(format!("{} speaks for {from} in {room}", join.name).into());
    }
    // A player who got no answer to the first try sends the message again. The stream stores one message for each id.
    let mut headers = HeaderMap::new();
    headers.insert("Nats-Msg-Id", format!("{room}.{from}.{life}.{number}"));
    let subject = format!("arena.{room}.{id}");
    let published = jetstream.publish_with_headers(subject, headers, bytes.to_vec().into());
    let kept = published.await?.await?;
    if kept.duplicate {
        let stream = jetstream.get_stream(STREAM).await?;
        if stream.get_raw_message(kept.sequence).await?.payload != bytes {
            return Err(format!("{from} has said something else as number {number}").into());
        }
    }
    Ok(number)
}

/// Reads the bytes that have arrived. Returns `false` at the end of the connection.
pub(crate) async fn fill(
    socket: &mut TcpStream,
    frames: &mut FrameDecoder,
) -> Result<bool, Failure> {
    let mut piece = [0; 4096];
    let len = socket.read(&mut piece).await?;
    frames.feed(&piece[..len]);
    Ok(len > 0)
}

/// Sends values, each after its length.
pub(crate) async fn send(socket: &mut TcpStream, values: &[&[u8]]) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    for value in values {
        put_frame(value, LengthOrder::LittleEndian, &mut bytes)?;
    }
    Ok(timeout(PATIENCE, socket.write_all(&bytes)).await??)
}
