//! The game over WebSocket, in a process of its own.

use std::time::{Duration, Instant};

use godot_var::multiplayer::net::{NetConfig, Server};

use super::Failure;
use super::game::Game;
use super::scene::RATE;

/// It ends by itself if nobody ends it.
const LONGEST: Duration = Duration::from_secs(180);
const MAX_CLIENTS: usize = 10_000;

/// Serves on a free port, which it prints.
pub(crate) fn serve() -> Result<(), Failure> {
    let mut server = Server::new(NetConfig::default().with_max_peers(MAX_CLIENTS))?;
    let address = server.listen_websocket("127.0.0.1:0")?;
    println!("listening on {}", address.port());
    let start = Instant::now();
    let mut game = Game::new()?;
    let tick = Duration::from_secs(1) / RATE;
    let mut next_tick = tick;
    while start.elapsed() < LONGEST {
        while let Some(message) = server.receive()? {
            game.message(&message, start.elapsed())?;
        }
        let now = start.elapsed();
        if now >= next_tick {
            next_tick = now + tick;
            game.tick(now)?;
            game.drain(|packet| server.send(packet));
        }
        server.wait(next_tick.saturating_sub(start.elapsed()))?;
    }
    Err("nobody has ended it".into())
}
