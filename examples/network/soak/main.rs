//! A soak test: players join, play and leave for hours, half of them over a network that loses one datagram in twenty.
//!
//! `soak [BOTS [SECONDS]]` prints a line every 10 seconds, or a ninth of the time. It fails if memory, handles or latency of the last third are above those of the
//! first, which begins when all have joined.

mod bots;
mod figures;
mod lossy;
mod server;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use figures::{Figures, Line};
use godot_var::multiplayer::{GodotRpc, GodotSync};
use godot_var::snapshot::SnapshotState;
use godot_var::{GodotFlat, Vector2};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// What a client says, and hears as the answer.
#[derive(Debug, GodotRpc)]
enum Chat {
    #[rpc(any_peer)]
    Say(i64),
    Heard(i64),
}

/// The state of a spawned node.
#[derive(Clone, Debug, Default, PartialEq, GodotSync)]
struct Score {
    position: Vector2,
    #[sync(on_change)]
    points: i64,
}

/// An entity of the snapshots.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta)]
#[snapshot(input = Steer)]
struct Player {
    peer: i32,
    #[flat(range = 0.0..=4096.0, as = u16, clamp)]
    place: Vector2,
}

#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta)]
struct Steer {
    #[flat(range = -1.0..=1.0, as = u8, clamp)]
    direction: Vector2,
}

const TICKS: u16 = 2;
/// The paths of the scene.
const CHAT: &str = "Main/Chat";
const SPAWNER: &str = "Main/Spawner";
const PLAYERS: &str = "Main/Players";

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next().unwrap_or("1000".into());
    if first == "server" {
        return server::serve(arguments.next().ok_or("no interval")?.parse()?);
    }
    let bots = first.parse()?;
    let seconds: u64 = arguments.next().map_or(Ok(3600), |seconds| seconds.parse())?;
    let interval = (seconds / 9).clamp(1, 10);

    let mut server = Command::new(std::env::current_exe()?)
        .args(["server", &interval.to_string()])
        .stdout(Stdio::piped())
        .spawn()?;
    let mut lines = BufReader::new(server.stdout.take().ok_or("no output")?).lines();
    let address = lines.next().ok_or("the server has ended")??.parse()?;
    let lossy = lossy::relay(address)?;
    let stop = Arc::new(AtomicBool::new(false));
    let latencies = bots::start(bots, address, lossy, Duration::from_secs(interval), &stop)?;

    let mut figures = Figures::default();
    for line in lines {
        let line = Line { latencies: latencies.take(), ..line?.parse()? };
        println!("{line}");
        let is_over = line.second >= seconds;
        figures.push(line);
        if is_over {
            break;
        }
    }
    stop.store(true, Ordering::Relaxed);
    server.kill()?;
    server.wait()?;
    figures.compare()
}
