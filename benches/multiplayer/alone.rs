//! All bots in the server's process, without sockets: what a session alone takes.

use std::fs;
use std::time::Duration;

use allocation_counter::measure;

use super::Failure;
use super::bot::Bot;
use super::game::Game;
use super::scene::{GROUP, RATE};

/// How many ticks are measured.
const TICKS: u32 = 10 * RATE;

/// Packets with their peers, in one buffer.
#[derive(Default)]
struct Packets {
    bytes: Vec<u8>,
    ends: Vec<(i32, usize)>,
}

impl Packets {
    fn push(&mut self, peer: i32, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.ends.push((peer, self.bytes.len()));
    }

    fn each(&self, mut act: impl FnMut(i32, &[u8]) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut start = 0;
        for (peer, end) in &self.ends {
            act(*peer, &self.bytes[start..*end])?;
            start = *end;
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}

/// The time of the processor that this thread took.
fn cpu() -> Result<Duration, Failure> {
    let text = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = text.split(' ').next().ok_or("its time")?;
    Ok(Duration::from_nanos(nanoseconds.parse()?))
}

struct World {
    game: Game,
    bots: Vec<Bot>,
    now: Duration,
    /// What the server took.
    took: Duration,
    /// The bytes that it has allocated and not released.
    bytes: i64,
    to_server: Packets,
    to_bots: Packets,
}

impl World {
    /// A part of the server's work.
    fn serve(
        &mut self,
        work: impl FnOnce(&mut Game, Duration) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (mut done, game, now) = (Ok(()), &mut self.game, self.now);
        let start = cpu()?;
        let info = measure(|| done = work(game, now));
        self.took += cpu()?.saturating_sub(start);
        self.bytes += info.bytes_current;
        done
    }

    fn tick(&mut self) -> Result<(), Failure> {
        self.now += Duration::from_secs(1) / RATE;
        let mut packets = std::mem::take(&mut self.to_server);
        self.serve(|game, now| packets.each(|peer, bytes| game.receive(peer, bytes, now)))?;
        packets.clear();
        self.serve(Game::tick)?;
        // A transport copies packets, too, into buffers of its own.
        let mut sent = std::mem::take(&mut self.to_bots);
        sent.clear();
        let start = cpu()?;
        self.game.drain(|packet| sent.push(packet.peer, packet.bytes));
        self.took += cpu()?.saturating_sub(start);
        let (bots, now) = (&mut self.bots, self.now);
        sent.each(|peer, bytes| bots[peer as usize - 2].receive(bytes, now))?;
        for (id, bot) in (2..).zip(&mut *bots) {
            bot.tick(now)?;
            bot.drain(|packet| packets.push(id, packet.bytes));
        }
        (self.to_server, self.to_bots) = (packets, sent);
        Ok(())
    }
}

/// Lets as many bots play, and prints what the server took.
pub(crate) fn run(peers: usize) -> Result<(), Failure> {
    let mut world = World {
        game: Game::new()?,
        bots: Vec::new(),
        now: Duration::ZERO,
        took: Duration::ZERO,
        bytes: 0,
        to_server: Packets::default(),
        to_bots: Packets::default(),
    };
    for peer in (2..).take(peers) {
        let bot = Bot::new(peer, false, world.now)?;
        world.bots.push(bot);
        world.serve(|game, now| game.connect(peer, now))?;
    }
    let joined = world.took;
    let mut ticks = 0;
    while world.bots.iter().any(|bot| bot.nodes() < GROUP) {
        world.tick()?;
        ticks += 1;
        assert!(ticks < 10 * RATE, "not all bots see {GROUP} nodes");
    }
    // The first packets of input, and the changes that wait for a new peer.
    for _ in 0..RATE {
        world.tick()?;
    }
    let rows = |world: &World| world.bots.iter().map(|bot| bot.rows).sum::<u64>();
    let (before, mut sent) = (rows(&world), 0);
    world.took = Duration::ZERO;
    for _ in 0..TICKS {
        world.tick()?;
        sent += world.to_bots.bytes.len();
    }
    let got = rows(&world) - before;
    assert_eq!(got, (peers * GROUP) as u64 * u64::from(TICKS), "rows at all bots");
    let seconds = f64::from(TICKS) / f64::from(RATE);
    println!(
        "no sockets: {peers} peers join in {:.0} ms; {:.3} s of CPU a second; {:.1} kB a peer; \
         {:.1} MB/s to peers",
        joined.as_secs_f64() * 1e3,
        world.took.as_secs_f64() / seconds,
        world.bytes as f64 / 1e3 / peers as f64,
        sent as f64 / 1e6 / seconds,
    );
    Ok(())
}
