//! Rooms of high-level multiplayer on several processes, and what remains if one of them is killed.
//!
//! ```text
//! cargo run --example rooms
//! cargo run --example rooms -- --kills 10 --guests 2
//! godot --path examples/rooms-client-godot4 -- ws://127.0.0.1:40000 Gil     with the lobby's address, which the example prints
//! ```
//!
//! The parts by hand, in the order of starting them: see [`USAGE`].
//!
//! Starts three nodes of `nats-server` (from the path: `apt-get install nats-server`), a lobby, two processes with rooms, and bots. It kills a
//! process with rooms, the node that leads the log, and the lobby, as often as `--kills` says, and then deploys a new version without
//! ending a match. Guests are clients of Godot in the room `red`, for which it waits. `docs/fleet.md` explains the result.

use std::env;
use std::error::Error;
use std::process::ExitCode;

use godot_var::multiplayer::tickets::TicketKey;
use tokio::sync::mpsc;

mod audit;
mod bot;
mod cluster;
mod demonstration;
mod lobby;
mod log;
mod messages;
mod process;
mod room;
mod sidecar;
mod store;

type Failure = Box<dyn Error + Send + Sync>;

const USAGE: &str = "usage, for all parts at once, or for each by hand:
  rooms [--kills NUMBER [--guests NUMBER]]
  rooms create NATS REPLICAS    the streams and buckets, once; NATS is nats://127.0.0.1:4222, or several with commas
  rooms process NATS VERSION    prints its name, which `drain.NAME` drains; the key of tickets is in ROOMS_KEY
  rooms lobby NATS ADDRESS      for players, at an address such as 127.0.0.1:7777";

/// The variable with the key of tickets: 64 hexadecimal digits.
const KEY: &str = "ROOMS_KEY";

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("FAILED: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &[&str]) -> Result<(), Failure> {
    match arguments {
        ["process", nats, version] => process::serve(nats, version.parse()?, key()?).await,
        ["lobby", nats, address] => lobby::serve(nats, address, key()?).await,
        ["create", nats, replicas] => {
            let (_, jetstream) = store::connect(nats).await?;
            store::create(&jetstream, replicas.parse()?).await
        }
        [] => demonstrate("1", "0").await,
        ["--kills", kills] => demonstrate(kills, "0").await,
        ["--kills", kills, "--guests", guests] => demonstrate(kills, guests).await,
        _ => Err(USAGE.into()),
    }
}

async fn demonstrate(kills: &str, guests: &str) -> Result<(), Failure> {
    let (interrupt, mut interrupted) = mpsc::unbounded_channel();
    ctrlc::set_handler(move || {
        let _ = interrupt.send(());
    })?;
    tokio::select! {
        result = Box::pin(demonstration::run(kills.parse()?, guests.parse()?)) => result,
        // All processes end, and the folder of NATS is removed.
        _ = interrupted.recv() => Err("interrupted".into()),
    }
}

fn key() -> Result<TicketKey, Failure> {
    let text = env::var(KEY).map_err(|_| format!("{KEY} is not set"))?;
    let mut secret = [0; 32];
    let digits = text.as_bytes().as_chunks::<2>().0;
    if text.len() != 64 {
        return Err(format!("{KEY} needs 64 digits").into());
    }
    for (byte, digits) in secret.iter_mut().zip(digits) {
        *byte = u8::from_str_radix(str::from_utf8(digits)?, 16)?;
    }
    Ok(TicketKey::new(secret))
}
