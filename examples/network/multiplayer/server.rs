//! Both transports of the server, around one game.

use std::collections::BTreeMap;
use std::net::UdpSocket;
use std::time::{Duration, Instant};

use godot_var::multiplayer::{Incoming, TransferMode};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use crate::Failure;
use crate::enet::{self, Enet};
use crate::game::{Game, TICK, Verdict};
use crate::websocket::{self, Arrival, Link};

/// The maximum number of clients over WebSocket.
const MAX_CLIENTS: usize = 100;
/// How often the UDP socket is polled.
const GLANCE: Duration = Duration::from_millis(5);

pub(crate) async fn serve(web: TcpListener, udp: UdpSocket) -> Result<(), Failure> {
    let start = Instant::now();
    let mut game = Game::new()?;
    let mut enet = Enet::new(udp, false, TransferMode::UnreliableOrdered.enet_channel(0))?;
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
            Some(arrival) = arrivals.recv() => {
                take(arrival, &mut game, &mut links, &enet, start.elapsed())?;
            }
            _ = glances.tick() => {}
        }
        let now = start.elapsed();
        while let Some(event) = enet.event(|id| links.contains_key(&id)) {
            match event {
                enet::Event::Connected(peer) => game.connect(peer, now),
                enet::Event::Disconnected(peer) => game.disconnect(peer),
                enet::Event::Received { peer, bytes, mode, channel } => {
                    let channel = TransferMode::of_enet_channel(channel);
                    let incoming = Incoming { peer, bytes: &bytes, mode, channel };
                    if game.receive(incoming, now) == Verdict::Goes {
                        game.disconnect(peer);
                        enet.close(peer);
                    }
                }
            }
        }
        if now >= next_tick {
            next_tick = now + TICK;
            let mut late = Vec::new();
            game.tick(now, |peer| late.push(peer))?;
            for peer in late {
                links.remove(&peer);
                enet.close(peer);
            }
        }
        let mut slow = Vec::new();
        game.drain(|packet| {
            let Some(link) = links.get(&packet.peer) else {
                let channel = packet.mode.enet_channel(packet.channel);
                return enet.send(packet.peer, channel, packet.mode, packet.bytes);
            };
            if link.try_send(packet.bytes.to_vec()).is_err() {
                slow.push(packet.peer);
            }
        });
        for peer in slow {
            if links.remove(&peer).is_some() {
                println!("{peer} reads too slowly");
                game.disconnect(peer);
            }
        }
    }
}

fn take(
    arrival: Arrival,
    game: &mut Game,
    links: &mut BTreeMap<i32, Link>,
    enet: &Enet,
    now: Duration,
) -> Result<(), Failure> {
    match arrival {
        Arrival::Connected { link, id } => {
            // Over WebSocket the server chooses the client's id.
            let is_free = |peer: &i32| !links.contains_key(peer) && !enet.has(*peer);
            let peer = (2..i32::MAX).find(is_free).ok_or("no number is left")?;
            // The first message tells the client its id.
            let greeted = link.try_send(peer.to_le_bytes().to_vec()).is_ok();
            if greeted && id.send(peer).is_ok() {
                links.insert(peer, link);
                game.connect(peer, now);
            }
        }
        Arrival::Received { peer, bytes } => {
            if links.contains_key(&peer)
                && game.receive(Incoming::new(peer, &bytes), now) == Verdict::Goes
            {
                // Dropping the link closes the connection.
                links.remove(&peer);
                game.disconnect(peer);
            }
        }
        Arrival::Disconnected(peer) => {
            if links.remove(&peer).is_some() {
                game.disconnect(peer);
            }
        }
    }
    Ok(())
}
