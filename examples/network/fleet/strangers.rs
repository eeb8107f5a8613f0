//! Players that the fleet must refuse.

use std::net::SocketAddr;

use godot_var::framing::{FrameDecoder, LengthOrder};
use godot_var::inspect::peek_id;
use godot_var::{FromVariantBytes, Godot4, ToVariantBytes};
use tokio::net::TcpStream;

use crate::Failure;
use crate::messages::{FromPlayer, FromServer};
use crate::player::Player;
use crate::server::{fill, send};

/// Tries the name of a connected player.
pub(crate) async fn take_name(
    server: SocketAddr,
    room: &'static str,
    name: &str,
) -> Result<(), Failure> {
    let reason = refusal(server, &[Player::new(room, name)?.join()]).await?;
    println!("a stranger as {name} is refused: {reason}");
    Ok(())
}

/// Sends two messages with the same number: the second must not be acknowledged in place of the first.
pub(crate) async fn say_two_things(
    server: SocketAddr,
    room: &'static str,
    name: &str,
) -> Result<(), Failure> {
    let player = Player::new(room, name)?;
    let (from, life) = (name.to_owned(), player.life);
    let other = FromPlayer::Say { room: room.into(), from, life, number: 1, text: "no".into() };
    let reason = refusal(server, &[player.join(), player.message(1), other]).await?;
    println!("{name} is refused: {reason}");
    Ok(())
}

/// Sends messages. Returns the reason why the server closed the connection.
async fn refusal(server: SocketAddr, messages: &[FromPlayer]) -> Result<String, Failure> {
    let mut socket = TcpStream::connect(server).await?;
    for message in messages {
        send(&mut socket, &[&message.to_variant_bytes::<Godot4>()?]).await?;
    }
    let mut frames = FrameDecoder::new(LengthOrder::LittleEndian);
    while fill(&mut socket, &mut frames).await? {
        while let Some(frame) = frames.next_frame()? {
            if peek_id::<Godot4>(frame)? < 1000 {
                continue;
            }
            if let FromServer::Refused { reason } = FromServer::from_variant_bytes::<Godot4>(frame)?
            {
                return Ok(reason);
            }
        }
    }
    Err("a stranger was not refused".into())
}
