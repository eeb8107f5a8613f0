//! The loop of the server, around one game.

use std::time::Instant;

use godot_var::multiplayer::net::Server;

use crate::Failure;
use crate::game::{Game, TICK, Verdict};

pub(crate) fn serve(mut server: Server) -> Result<(), Failure> {
    let start = Instant::now();
    let mut game = Game::new()?;
    let mut next_tick = TICK;
    loop {
        while let Some(message) = server.receive()? {
            if game.receive(&message, start.elapsed()) == Verdict::Goes {
                server.close(message.peer(), "the server has ended the connection");
            }
        }
        let now = start.elapsed();
        if now >= next_tick {
            next_tick = now + TICK;
            game.tick(now, |late| server.close(late, "the password did not come in time"))?;
        }
        game.drain(|packet| server.send(packet));
        server.wait(next_tick.saturating_sub(start.elapsed()))?;
    }
}
