//! What states of a world to many clients take: bytes, packets, time until all are equal, CPU and memory.
//!
//! ```text
//! cargo bench --bench snapshot             # 200 entities, 200 clients: the tables of docs/speed.md
//! cargo bench --bench snapshot -- 20       # so many clients
//! cargo bench --bench snapshot -- cpu      # CPU and memory alone
//! ```
//!
//! 20 ticks a second: 2 seconds of start, 6 seconds that are measured, then the world stops. Each entity starts or stops in 1 tick of 100, so half of them move: their
//! position changes each tick, `yaw` every second one, `vel` every fourth, other fields seldom. Round trips take 50 to 200 ms, packets are up to 20 ms late,
//! 3 % of them up to 150 ms, and 2 % arrive twice. Both ways lose packets.
//!
//! Beside it: whole snapshots, and deltas on the tick before, which no client confirms.

#![allow(missing_docs, reason = "a program")]

extern crate alloc;

#[allow(dead_code, reason = "the property test of the crate uses more of it")]
#[path = "../godot-var-snapshot/src/property/link.rs"]
mod link;
#[path = "snapshot/others.rs"]
mod others;
#[path = "snapshot/scene.rs"]
mod scene;

use std::fs;
use std::time::Duration;

use allocation_counter::measure;
use godot_var::snapshot::{
    Incoming, SnapshotClient, SnapshotConfig, SnapshotInput, SnapshotServer, SnapshotWorld,
};

use link::{Random, Way};
use scene::{Moves, Plain, Quantized, Scene};

pub(crate) const ENTITIES: u32 = 200;
const CLIENTS: usize = 200;
/// Ticks before the measurement, and in it.
const START: u32 = 40;
const MEASURED: u32 = 120;
const LOSSES: [f64; 4] = [0.0, 0.05, 0.2, 0.5];

fn main() {
    let numbers = std::env::args().skip(1).find_map(|one| one.parse().ok());
    let clients = numbers.unwrap_or(CLIENTS);
    if std::env::args().any(|one| one == "cpu") {
        return bounds(clients);
    }
    println!(
        "{ENTITIES} entities, {clients} clients; bytes a second and client, without UDP's and IP's"
    );
    table::<Plain>("plain", clients);
    table::<Quantized>("quantized", clients);
    bounds(clients);
}

/// Prints the rows of one state.
fn table<S: Moves + SnapshotInput + SnapshotWorld<Input = ()>>(name: &str, clients: usize) {
    let whole = others::whole::<S>();
    println!(
        "\n{name}: a state takes {} bytes",
        S::random(&mut Random::new(1)).flat_len().expect("a state")
    );
    println!(
        "| sent | loss | bytes/s | of whole | packets/s | age, ticks | equal, ms: median (worst) | wrong for good |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    println!("| whole snapshots | | {whole:.0} | 100 % | | | | |");
    for loss in LOSSES {
        let (bytes, wrong) = others::naive::<S>(loss, clients.min(40));
        println!(
            "| deltas on the tick before | {:.0} % | {bytes:.0} | {:.1} % | | | never | {:.1} % |",
            loss * 100.0,
            100.0 * bytes / whole,
            wrong * 100.0
        );
    }
    for budget in [600, 1_200, usize::MAX] {
        for loss in LOSSES {
            let run = run::<S>(loss, budget, clients);
            let name = if budget == usize::MAX {
                "no budget".to_owned()
            } else {
                format!("budget {budget}")
            };
            println!(
                "| {name} | {:.0} % | {:.0} | {:.1} % | {:.0} | {:.1} | {} ({}) | 0 % |",
                loss * 100.0,
                run.bytes,
                100.0 * run.bytes / whole,
                run.packets,
                run.age,
                run.median,
                run.worst
            );
        }
    }
}

/// What a run has measured, for a client and a second.
struct Run {
    bytes: f64,
    packets: f64,
    age: f64,
    /// Milliseconds after the world stopped.
    median: u32,
    worst: u32,
}

/// A client and its links.
struct Link<S: SnapshotWorld<Input = ()>> {
    client: SnapshotClient<S>,
    down: Way,
    up: Way,
    equal: Option<u32>,
}

fn links<S: SnapshotWorld<Input = ()>>(loss: f64, clients: usize) -> Vec<Link<S>> {
    let trip = |index: usize| 50.0 + 150.0 * index as f64 / clients.max(2).saturating_sub(1) as f64;
    let way = |index| Way::new(loss, trip(index), 20.0);
    let link = |index| Link {
        client: SnapshotClient::new(SnapshotConfig::new(20)),
        down: way(index),
        up: way(index),
        equal: None,
    };
    (0..clients).map(link).collect()
}

fn time(milliseconds: f64) -> Duration {
    Duration::from_secs_f64(milliseconds / 1_000.0)
}

/// Sends a scene until all clients have it.
fn run<S: Moves + SnapshotWorld<Input = ()>>(loss: f64, budget: usize, clients: usize) -> Run {
    let (mut scene, mut random) = (Scene::<S>::new(7), Random::new(8));
    let mut server: SnapshotServer<S> =
        SnapshotServer::new(SnapshotConfig::new(20).with_budget(budget));
    for (key, state) in (0..).zip(&scene.states) {
        server.insert(key, state).expect("a state");
    }
    let mut links = links::<S>(loss, clients);
    for peer in 0..clients {
        server.connect(peer as i32, Duration::ZERO);
    }
    let (mut bytes, mut packets, mut age) = (0, 0, (0, 0));
    let end = START + MEASURED;
    for tick in 1..end + 1_200 {
        let at = f64::from(tick) * 50.0;
        for (peer, link) in links.iter_mut().enumerate() {
            while let Some((at, message)) = link.up.next(at) {
                server.receive(Incoming::new(peer as i32, &message), time(at)).expect("a message");
            }
            while let Some((at, packet)) = link.down.next(at) {
                link.client.receive(&packet, time(at)).expect("a packet");
            }
        }
        if tick < end {
            scene.step();
            for (key, state) in (0..).zip(&scene.states) {
                server.set(key, state).expect("a state");
            }
        }
        server.poll(tick, time(at));
        server.drain(|packet| {
            if (START..end).contains(&tick) {
                bytes += packet.bytes.len();
                packets += 1;
            }
            links[packet.peer as usize].down.send(at, packet.bytes, &mut random);
        });
        for (peer, link) in links.iter_mut().enumerate() {
            let message = link.client.send(&(), time(at)).expect("a message");
            link.up.send(at + (7 * peer % 50) as f64, &message, &mut random);
        }
        if tick == end - 1 {
            for link in &links {
                for key in (0..ENTITIES).filter(|key| scene.moving[*key as usize]) {
                    let newest = link.client.latest(key).map_or(0, |(newest, _)| newest);
                    // Until the next change it was the newest.
                    let changes = &scene.changes[key as usize];
                    let next = changes.get(changes.partition_point(|change| *change <= newest));
                    age.0 += next.map_or(0, |change| tick + 1 - change);
                    age.1 += 1;
                }
            }
        }
        if tick >= end {
            for link in links.iter_mut().filter(|link| link.equal.is_none()) {
                let is_equal = (0..).zip(&scene.states).all(|(key, state)| {
                    let newest = link.client.latest(key).map(|(_, newest)| newest.to_flat_bytes());
                    newest == Some(state.to_flat_bytes())
                });
                link.equal = is_equal.then_some((tick - end) * 50);
            }
            if links.iter().all(|link| link.equal.is_some()) {
                break;
            }
        }
    }
    let mut equal: Vec<u32> = links.iter().map(|link| link.equal.unwrap_or(u32::MAX)).collect();
    equal.sort_unstable();
    let per = clients as f64 * f64::from(MEASURED) / 20.0;
    Run {
        bytes: bytes as f64 / per,
        packets: f64::from(packets) / per,
        age: f64::from(age.0) / f64::from(age.1.max(1)),
        median: equal[equal.len() / 2],
        worst: equal.last().copied().unwrap_or_default(),
    }
}

/// The CPU time of this thread.
fn cpu_time() -> Duration {
    let scheduled = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = scheduled.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// Prints the CPU of a server, its memory, and what a still world takes.
fn bounds(clients: usize) {
    println!(
        "\nThe server's CPU time in milliseconds a tick, allocations a tick, memory: quantized, 5 % loss"
    );
    println!(
        "| budget | set {ENTITIES} | receive {clients} | poll | allocations | bytes of memory a client |"
    );
    println!("|--:|--:|--:|--:|--:|--:|");
    for budget in [600, 1_200, usize::MAX] {
        let (mut scene, mut random) = (Scene::<Quantized>::new(7), Random::new(8));
        let config = SnapshotConfig::new(20).with_budget(budget);
        let mut server: SnapshotServer<Quantized> = SnapshotServer::new(config);
        for (key, state) in (0..).zip(&scene.states) {
            server.insert(key, state).expect("a state");
        }
        // The history of each entity is full.
        for tick in 0..130 {
            for (key, state) in (0..).zip(&mut scene.states) {
                state.step([1.0; 4], &mut random);
                server.set(key, state).expect("a state");
            }
            server.poll(tick, Duration::ZERO);
        }
        let mut links = links::<Quantized>(0.05, clients);
        let mut kept = measure(|| {
            for peer in 0..clients {
                server.connect(peer as i32, Duration::ZERO);
            }
        })
        .bytes_current;
        let (mut took, mut ticks, mut allocations) = ([Duration::ZERO; 3], 0, 0);
        for tick in 131..530 {
            let at = f64::from(tick) * 50.0;
            let mut messages = Vec::new();
            for (peer, link) in links.iter_mut().enumerate() {
                messages.extend(
                    std::iter::from_fn(|| link.up.next(at))
                        .map(|(_, message)| (peer as i32, message)),
                );
                while let Some((at, packet)) = link.down.next(at) {
                    link.client.receive(&packet, time(at)).expect("a packet");
                }
            }
            scene.step();
            let mut steps = [Duration::ZERO; 3];
            let mut measured = [(0, 0); 3];
            let mut step = |position: usize, run: &mut dyn FnMut()| {
                let start = cpu_time();
                let memory = measure(run);
                steps[position] = cpu_time().saturating_sub(start);
                measured[position] = (memory.bytes_current, memory.count_total);
            };
            step(1, &mut || {
                for (peer, message) in &messages {
                    server.receive(Incoming::new(*peer, message), time(at)).expect("a message");
                }
            });
            step(0, &mut || {
                for (key, state) in (0..).zip(&scene.states) {
                    server.set(key, state).expect("a state");
                }
            });
            step(2, &mut || server.poll(tick, time(at)));
            kept += measured.iter().map(|(bytes, _)| bytes).sum::<i64>();
            if tick >= 200 {
                allocations += measured.iter().map(|(_, count)| count).sum::<u64>();
                ticks += 1;
                for (sum, step) in took.iter_mut().zip(steps) {
                    *sum += step;
                }
            }
            server.drain(|packet| {
                links[packet.peer as usize].down.send(at, packet.bytes, &mut random);
            });
            for (peer, link) in links.iter_mut().enumerate() {
                let message = link.client.send(&(), time(at)).expect("a message");
                link.up.send(at + (7 * peer % 50) as f64, &message, &mut random);
            }
        }
        let [set, receive, poll] = took.map(|took| took.as_secs_f64() * 1_000.0 / f64::from(ticks));
        let name = if budget == usize::MAX { "none".to_owned() } else { budget.to_string() };
        let (each, of_a_client) = (allocations as f64 / f64::from(ticks), kept / clients as i64);
        println!("| {name} | {set:.3} | {receive:.3} | {poll:.3} | {each:.2} | {of_a_client} |");
    }
    let mut server: SnapshotServer<Quantized> = SnapshotServer::new(SnapshotConfig::new(20));
    let mut client: SnapshotClient<Quantized> = SnapshotClient::new(SnapshotConfig::new(20));
    server.connect(1, Duration::ZERO);
    for (key, state) in (0..).zip(&Scene::<Quantized>::new(7).states) {
        server.insert(key, state).expect("a state");
    }
    let mut still = (0, 0);
    for tick in 100_000..100_040 {
        server.poll(tick, Duration::ZERO);
        server.drain(|packet| {
            client.receive(packet.bytes, Duration::ZERO).expect("a packet");
            if tick >= 100_020 {
                still = (still.0 + 1, still.1 + packet.bytes.len());
            }
        });
        let message = client.send(&(), Duration::ZERO).expect("a message");
        server.receive(Incoming::new(1, &message), Duration::ZERO).expect("a message");
    }
    println!("\na still world: {} packets and {} bytes a second and client", still.0, still.1);
}
