//! The game over WebSocket, in a process of its own: with the code of the example `multiplayer`.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::Failure;
use super::game::Game;
use super::scene::RATE;
use super::websocket::{self, Arrival, Link};

/// It ends by itself if nobody ends it.
const LONGEST: Duration = Duration::from_secs(180);
const MAX_CLIENTS: usize = 10_000;

/// Serves on a free port, which it prints.
pub(crate) async fn serve() -> Result<(), Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on {}", listener.local_addr()?.port());
    let start = Instant::now();
    let mut game = Game::new()?;
    let mut links = BTreeMap::new();
    let mut next = 2;
    let (arrived, mut arrivals) = mpsc::channel(64);
    let accept = websocket::accept(listener, MAX_CLIENTS, arrived);
    let end = sleep(LONGEST);
    tokio::pin!(accept, end);
    let mut ticks = interval(Duration::from_secs(1) / RATE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            ended = &mut accept => return ended,
            () = &mut end => return Err("nobody has ended it".into()),
            _ = ticks.tick() => {
                game.tick(start.elapsed())?;
                let mut slow = Vec::new();
                game.drain(|packet| {
                    let link: Option<&Link> = links.get(&packet.peer);
                    if link.is_some_and(|link| link.try_send(packet.bytes.to_vec()).is_err()) {
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
            Some(arrival) = arrivals.recv() => match arrival {
                Arrival::Connected { link, id } => {
                    if id.send(next).is_ok() {
                        links.insert(next, link);
                        game.connect(next, start.elapsed())?;
                        next += 1;
                    }
                }
                Arrival::Received { peer, bytes } => {
                    if links.contains_key(&peer) {
                        game.receive(peer, &bytes, start.elapsed())?;
                    }
                }
                Arrival::Disconnected(peer) => {
                    if links.remove(&peer).is_some() {
                        game.disconnect(peer);
                    }
                }
            }
        }
    }
}
