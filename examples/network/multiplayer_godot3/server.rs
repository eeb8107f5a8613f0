//! Both transports of the server, around one game.

use std::collections::BTreeMap;
use std::net::UdpSocket;
use std::time::{Duration, Instant};

use godot_var::DecodeError;
use godot_var::multiplayer::TransferMode;
use godot_var::multiplayer::godot3::{Incoming, Message};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use crate::Failure;
use crate::enet::{self, Enet};
use crate::game::{Game, TICK};
use crate::websocket::{self, Arrival, Link};

/// The maximum number of clients over WebSocket.
const MAX_CLIENTS: usize = 100;
/// How often the UDP socket is polled.
const GLANCE: Duration = Duration::from_millis(5);

pub(crate) async fn serve(web: TcpListener, udp: UdpSocket) -> Result<(), Failure> {
    let start = Instant::now();
    let mut game = Game::new()?;
    let mut enet = Enet::new(udp, true, Message::ENET_UNRELIABLE_CHANNEL)?;
    let mut links = BTreeMap::<i32, Link>::new();
    // When the channel is full, its senders wait.
    let (arrived, mut arrivals) = mpsc::channel(64);
    let accept = websocket::accept(web, MAX_CLIENTS, arrived);
    tokio::pin!(accept);
    let mut glances = interval(GLANCE);
    glances.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut next_tick = TICK;
    loop {
        tokio::select! {
            ended = &mut accept => return ended,
            Some(arrival) = arrivals.recv() => take(arrival, &mut game, &mut links, &enet)?,
            _ = glances.tick() => {}
        }
        while let Some(event) = enet.event(|id| links.contains_key(&id)) {
            match event {
                enet::Event::Connected(peer) => game.connect(peer),
                enet::Event::Disconnected(peer) => game.disconnect(peer)?,
                enet::Event::Received { peer, bytes, mode, channel } => {
                    let message = Message::read_enet(channel, &bytes);
                    if !take_message(&mut game, peer, message, mode)? {
                        game.disconnect(peer)?;
                        enet.close(peer);
                    }
                }
            }
        }
        if start.elapsed() >= next_tick {
            next_tick = start.elapsed() + TICK;
            game.tick()?;
        }
        let mut slow = Vec::new();
        game.drain(|outgoing| {
            let (peer, message, mode) = (outgoing.peer, outgoing.message, outgoing.mode);
            if let Some(link) = links.get(&peer) {
                if link.try_send(message.to_websocket()).is_err() {
                    slow.push(peer);
                }
            } else if let Some((channel, bytes)) = message.to_enet(mode) {
                enet.send(peer, channel, mode, &bytes);
            }
        });
        for peer in slow {
            if links.remove(&peer).is_some() {
                println!("{peer} reads too slowly");
                game.disconnect(peer)?;
            }
        }
    }
}

/// Returns whether the peer may stay: not after a message that no engine writes.
fn take_message(
    game: &mut Game,
    peer: i32,
    message: Result<Message<'_>, DecodeError>,
    mode: TransferMode,
) -> Result<bool, Failure> {
    match message {
        Ok(message) => game.receive(Incoming { peer, message, mode }).map(|()| true),
        Err(error) => {
            println!("{peer} -> {error}");
            Ok(false)
        }
    }
}

fn take(
    arrival: Arrival,
    game: &mut Game,
    links: &mut BTreeMap<i32, Link>,
    enet: &Enet,
) -> Result<(), Failure> {
    match arrival {
        Arrival::Connected { link, id } => {
            // Over WebSocket the server chooses the id, and the session sends it to the client.
            let is_free = |peer: &i32| !links.contains_key(peer) && !enet.has(*peer);
            let peer = (2..i32::MAX).find(is_free).ok_or("no number is left")?;
            if id.send(peer).is_ok() {
                links.insert(peer, link);
                game.connect(peer);
            }
            Ok(())
        }
        Arrival::Received { peer, bytes } if links.contains_key(&peer) => {
            let message = Message::read_websocket(&bytes);
            if take_message(game, peer, message, TransferMode::Reliable)? {
                return Ok(());
            }
            // Dropping the link closes the connection.
            links.remove(&peer);
            game.disconnect(peer)
        }
        Arrival::Received { .. } => Ok(()),
        Arrival::Disconnected(peer) => match links.remove(&peer) {
            Some(_) => game.disconnect(peer),
            None => Ok(()),
        },
    }
}
