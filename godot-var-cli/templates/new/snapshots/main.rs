//! The server: `cargo run`, or `cargo run -- ADDRESS:PORT`.

mod accepted;
mod console;
mod game;
mod net;
mod protocol;
#[cfg(test)]
mod tests;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::ErrorKind;
use std::time::{Duration, Instant};
use std::{env, process};

use game::{Game, TICKS_PER_SECOND};
use net::{Failure, Net};

fn main() -> Result<(), Failure> {
    let address = env::args()
        .nth(1)
        .unwrap_or_else(|| "127.0.0.1:7777".to_owned());
    let (mut net, listening) = Net::bind(&address).unwrap_or_else(|error| {
        match error.kind() {
            ErrorKind::AddrInUse => eprintln!("{address} is in use: does another server run?"),
            _ => eprintln!("{address}: {error}"),
        }
        process::exit(1)
    });
    println!("listening on {listening}");
    // A number that strangers do not know.
    let mut game = Game::new(RandomState::new().hash_one(0))?;
    let start = Instant::now();
    let tick = Duration::from_secs(1) / u32::from(TICKS_PER_SECOND);
    let mut next_tick = start.elapsed();
    loop {
        net.receive(&mut game, start.elapsed())?;
        if start.elapsed() >= next_tick {
            next_tick += tick;
            game.tick(start.elapsed())?;
        }
        net.send(&mut game);
        net.wait(next_tick.saturating_sub(start.elapsed()))?;
    }
}
