//! The loop of the server, around one game.

use std::time::Instant;

use godot_var::multiplayer::net::Server;

use crate::Failure;
use crate::game::{Game, TICK};

pub(crate) fn serve(mut server: Server) -> Result<(), Failure> {
    let start = Instant::now();
    let mut game = Game::new()?;
    let mut next_tick = TICK;
    loop {
        while let Some(message) = server.receive()? {
            game.receive(&message)?;
        }
        let now = start.elapsed();
        if now >= next_tick {
            next_tick = now + TICK;
            game.tick()?;
        }
        game.drain(|outgoing| server.send_godot3(outgoing));
        server.wait(next_tick.saturating_sub(start.elapsed()))?;
    }
}
