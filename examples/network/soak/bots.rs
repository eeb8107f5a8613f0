//! Clients that join, play for a while, and leave: half of them without a word.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::Vector2;
use godot_var::multiplayer::net::{Client, NetConfig};
use godot_var::multiplayer::{
    Config, Event, MultiplayerSpawner, MultiplayerSynchronizer, Node, PropertySet, Refusal, SERVER,
    Session, Target, TransferMode,
};
use godot_var::snapshot::{SnapshotClient, SnapshotConfig};
use hdrhistogram::Histogram;

use crate::{CHAT, Chat, Failure, PLAYERS, Player, SPAWNER, Score, Steer, TICKS};

/// The shortest and the longest life of a client, in lines of the server.
const LIFE: [f64; 2] = [1.0, 12.0];
/// How often a client says something.
const SAYS: Duration = Duration::from_secs(2);

static CLOCK: LazyLock<Instant> = LazyLock::new(Instant::now);

/// How long answers took.
#[derive(Clone)]
pub(crate) struct Latencies(Arc<Mutex<Histogram<u64>>>);

impl Latencies {
    /// Returns those since the last call.
    pub(crate) fn take(&self) -> Histogram<u64> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = all.clone();
        all.reset();
        taken
    }

    fn record(&self, micros: u64) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Resizes itself, so every value fits.
        let _ = all.record(micros);
    }
}

/// Starts clients, every other one over `ENet` and the relay, the rest over WebSocket.
pub(crate) fn start(
    bots: u32,
    server: SocketAddr,
    lossy: SocketAddr,
    line: Duration,
    stop: &Arc<AtomicBool>,
) -> Result<Latencies, Failure> {
    let latencies = Latencies(Arc::new(Mutex::new(Histogram::new(3)?)));
    for number in 0..bots {
        let url =
            if number % 2 == 0 { format!("enet://{lossy}") } else { format!("ws://{server}") };
        let (latencies, stop) = (latencies.clone(), Arc::clone(stop));
        thread::spawn(move || {
            // Not all at once.
            thread::sleep(Duration::from_millis(10) * number);
            let mut random = number.wrapping_mul(2_654_435_761) | 1;
            while !stop.load(Ordering::Relaxed) {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let share = f64::from(random >> 16) / 65_536.0;
                let end = Instant::now() + line.mul_f64(LIFE[0] + share * (LIFE[1] - LIFE[0]));
                if let Err(error) = live(&url, random, end, &latencies, &stop) {
                    eprintln!("{url}: {error}");
                    thread::sleep(Duration::from_secs(1));
                }
            }
        });
    }
    Ok(latencies)
}

fn live(
    url: &str,
    random: u32,
    end: Instant,
    latencies: &Latencies,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let mut client = Client::connect(url, NetConfig::default(), Duration::from_secs(20))?;
    let mut session = Session::client(client.id(), Config::default());
    let chat = session.add_node(CHAT, Node::of::<Chat>())?;
    let spawner = MultiplayerSpawner::new(PLAYERS).with_scenes(&["res://player.tscn"]);
    session.add_spawner(SPAWNER, spawner)?;
    let mut world: SnapshotClient<Player> = SnapshotClient::new(SnapshotConfig::new(TICKS));
    let (started, mut tick, mut said) = (Instant::now(), 0, Duration::ZERO);
    let angle = (random >> 8) as f32;
    let steer = Steer { direction: Vector2::new(angle.cos(), angle.sin()) };
    let mut is_in = false;
    while Instant::now() < end && !stop.load(Ordering::Relaxed) {
        let now = started.elapsed();
        while let Some(message) = client.receive()? {
            match message.event(&mut session, now) {
                Some(Event::Connected(SERVER)) => is_in = true,
                Some(Event::Disconnected(SERVER)) => return Err("the server has ended it".into()),
                Some(Event::Call(call)) => {
                    if let Chat::Heard(time) = call.decode()? {
                        latencies.record(CLOCK.elapsed().as_micros() as u64 - time as u64);
                    }
                }
                Some(Event::Spawned(spawned)) => {
                    let path = format!("{PLAYERS}/{}/Sync", spawned.name);
                    session.add_synchronizer(&path, MultiplayerSynchronizer::of::<Score>())?;
                    let mut score = Score::default();
                    score.read_spawn(&mut spawned.state.reader(godot_var::Limits::DEFAULT))?;
                }
                Some(Event::Raw { bytes, .. }) => world.receive(bytes, now)?,
                // A synchronizer may send before its spawn arrives, which was lost, or after its end.
                Some(Event::Refused { reason: Refusal::UnknownId { .. }, .. }) => {}
                Some(Event::Refused { reason, .. }) => return Err(reason.to_string().into()),
                _ => {}
            }
        }
        while world.poll(now).is_some() {}
        if is_in && now >= Duration::from_secs(1) * tick / u32::from(TICKS) {
            tick += 1;
            let message = world.send(&steer, now)?;
            session.send_bytes(Target::Peer(SERVER), &message, TransferMode::Unreliable, 0)?;
            if now >= said + SAYS {
                said = now;
                let say = Chat::Say(CLOCK.elapsed().as_micros() as i64);
                session.call(Target::Peer(SERVER), chat, &say)?;
            }
        }
        while session.poll(now).is_some() {}
        session.drain(|packet| client.send(packet));
        let next_tick = Duration::from_secs(1) * tick / u32::from(TICKS);
        client.wait(next_tick.saturating_sub(started.elapsed()).min(Duration::from_millis(200)))?;
    }
    if random & 0x8000 == 0 {
        client.close();
    }
    Ok(())
}
