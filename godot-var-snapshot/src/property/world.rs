//! One random world.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::time::Duration;

use godot_var_derive::{GodotFlat, SnapshotState};
use godot_var_runtime::flat::FromFlatBytes;

use super::link::{Random, Way};
use crate::rules::Rules;
use crate::wire::Snapshot;
use crate::{Event, Incoming, SnapshotClient, SnapshotConfig, SnapshotServer};

/// As long as a state with positions and speeds that are not quantized.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta, crate = crate::rt)]
struct Plain {
    pos: [u8; 12],
    vel: [u8; 12],
    yaw: [u8; 4],
    health: [u8; 4],
    grounded: u8,
}

/// The same, quantized.
#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta, flags, crate = crate::rt)]
struct Small {
    pos: [u8; 6],
    vel: [u8; 6],
    yaw: [u8; 2],
    #[flat(bits = 7)]
    health: u8,
    grounded: bool,
}

#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(crate = crate::rt)]
#[snapshot(input = Steer)]
enum Thing {
    #[flat(id = 1)]
    Plain(Plain),
    #[flat(id = 2)]
    Small(Small),
    #[flat(id = 3)]
    Marker,
}

#[derive(Clone, Debug, PartialEq, GodotFlat, SnapshotState)]
#[flat(delta, crate = crate::rt)]
struct Steer {
    value: u8,
}

impl Steer {
    /// The input with a number.
    fn numbered(number: u32) -> Self {
        Self { value: (u64::from(number) * 7 % 251) as u8 }
    }
}

impl Thing {
    fn random(kind: u64, random: &mut Random) -> Self {
        let of = &mut *random;
        match kind {
            0 => Self::Plain(Plain {
                pos: of.bytes(),
                vel: of.bytes(),
                yaw: of.bytes(),
                health: of.bytes(),
                grounded: of.bits() as u8,
            }),
            _ => Self::Small(Small {
                pos: of.bytes(),
                vel: of.bytes(),
                yaw: of.bytes(),
                health: of.bits() as u8 & 127,
                grounded: of.chance(0.5),
            }),
        }
    }

    /// Moves, and changes some of its other fields.
    fn moved(&mut self, has_started: bool, random: &mut Random) {
        let odds = if has_started { [1.0, 0.0, 0.0, 0.0] } else { [0.25, 0.5, 0.02, 0.05] };
        match self {
            Self::Plain(of) => {
                of.pos = random.bytes();
                if random.chance(odds[0]) {
                    of.vel = random.bytes();
                }
                if random.chance(odds[1]) {
                    of.yaw = random.bytes();
                }
                if random.chance(odds[2]) {
                    of.health = random.bytes();
                }
                if random.chance(odds[3]) {
                    of.grounded ^= 1;
                }
            }
            Self::Small(of) => {
                of.pos = random.bytes();
                if random.chance(odds[0]) {
                    of.vel = random.bytes();
                }
                if random.chance(odds[1]) {
                    of.yaw = random.bytes();
                }
                if random.chance(odds[2]) {
                    of.health = random.bits() as u8 & 127;
                }
                if random.chance(odds[3]) {
                    of.grounded ^= true;
                }
            }
            Self::Marker => {}
        }
    }
}

type Server = SnapshotServer<Thing>;
type Client = SnapshotClient<Thing>;
/// The entities of a tick, with their lives.
type Facts = BTreeMap<u32, (u8, Thing)>;

/// A client and its links.
struct Link {
    peer: i32,
    client: Client,
    down: Way,
    up: Way,
    is_hostile: bool,
    budget: Option<usize>,
    /// Which keys the client may see in each tick.
    visible: BTreeMap<u32, BTreeSet<u32>>,
    /// The tick of what the client last learned of a key.
    seen: BTreeMap<u32, u32>,
    /// What is shown.
    shown: BTreeSet<u32>,
    taken: Vec<(u32, Steer)>,
}

/// The time of a tick in milliseconds.
const TICK: u32 = 50;

fn time(milliseconds: f64) -> Duration {
    Duration::from_secs_f64(milliseconds / 1_000.0)
}

fn need(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// Runs the world of a seed until all clients have what the server has. Returns after how many ticks of rest that was.
pub(super) fn run<R: Rules>(seed: u64) -> Result<u32, String> {
    let random = &mut Random::new(seed);
    let kinds = random.of(&[1, 2, 3]);
    let keys: BTreeSet<u32> = (0..=random.below(14)).map(|_| random.below(300) as u32).collect();
    let (versions, ring) = (random.of(&[2, 4, 32]), random.of(&[8, 32, 128]));
    let (absences, loss) = (random.of(&[3, 4096]), random.of(&[0.0, 0.05, 0.2, 0.5, 0.7]));
    let config = SnapshotConfig::new(20)
        .with_budget(usize::MAX)
        .with_history(random.of(&[4, 16, 64]))
        .with_versions(versions)
        .with_ring(ring)
        .with_max_absences(absences);
    let mut server = Server::new(config);
    let (honest, hostile) = (1 + random.below(3), random.below(3));
    let mut links = Vec::new();
    for index in 0..honest + hostile {
        let (round_trip, jitter) =
            (random.of(&[0.0, 50.0, 120.0, 200.0]), random.of(&[1.0, 20.0, 120.0]));
        let peer = index as i32 + 2;
        server.connect(peer, Duration::ZERO);
        let budget = random.of(&[Some(60), Some(120), Some(300), None]);
        if let Some(budget) = budget {
            server.set_budget(peer, budget);
        }
        // Numbers and epochs wrap, too.
        server.start_at(peer, random.of(&[0, 40, 65_400, 65_530]), random.of(&[0, 254]));
        links.push(Link {
            peer,
            client: Client::new(config),
            down: Way::new(loss, round_trip, jitter),
            up: Way::new(loss, round_trip, jitter),
            is_hostile: index >= honest,
            budget,
            visible: BTreeMap::new(),
            seen: BTreeMap::new(),
            shown: BTreeSet::new(),
            taken: Vec::new(),
        });
    }
    let (busy, churn) = (random.of(&[0.01, 0.2]), random.of(&[0.0, 0.02, 0.2]));
    let (restarts, quiet) = (random.chance(0.2), 60 + random.below(101) as u32);
    let mut world: BTreeMap<u32, (bool, Thing)> = BTreeMap::new();
    let mut truth: BTreeMap<u32, Facts> = BTreeMap::new();
    let first = 100_000;
    for tick in first..first + quiet + 2_000 {
        let (at, is_busy) = (f64::from(tick * TICK), tick < first + quiet);
        let insert = |world: &mut BTreeMap<_, _>, server: &mut Server, key, random: &mut Random| {
            let kind = if kinds == 3 { random.below(2) } else { kinds - 1 };
            let thing = Thing::random(kind, random);
            server.insert(key, &thing).map_err(|error| error.to_string())?;
            world.insert(key, (random.chance(0.5), thing));
            Ok::<(), String>(())
        };
        for key in keys.iter().filter(|_| is_busy) {
            if !world.contains_key(key) {
                if random.chance(f64::max(churn, 0.05)) {
                    insert(&mut world, &mut server, *key, random)?;
                }
            } else if random.chance(churn) {
                world.remove(key);
                server.remove(*key);
                // Also in one tick.
                if random.chance(0.3) {
                    insert(&mut world, &mut server, *key, random)?;
                }
            }
        }
        for (key, (moves, thing)) in world.iter_mut().filter(|_| is_busy) {
            let has_changed = random.chance(busy);
            *moves ^= has_changed;
            if *moves || has_changed {
                thing.moved(has_changed, random);
                if kinds == 3 && random.chance(0.05) {
                    let kind = random.below(3);
                    *thing = if kind == 2 { Thing::Marker } else { Thing::random(kind, random) };
                }
            }
            server.set(*key, thing).map_err(|error| error.to_string())?;
        }
        let facts =
            world.iter().map(|(key, (_, thing))| (*key, (server.life_of(*key), thing.clone())));
        truth.insert(tick, facts.collect());
        for link in &mut links {
            let nothing = BTreeSet::new();
            let last = link.visible.get(&(tick - 1)).unwrap_or(&nothing);
            let visible = world.keys().copied().filter(|key| {
                !is_busy
                    || if random.chance(churn) {
                        random.chance(0.6)
                    } else {
                        last.contains(key) || tick == first
                    }
            });
            let visible: BTreeSet<u32> = visible.collect();
            for key in world.keys() {
                server.set_visible(link.peer, *key, visible.contains(key));
            }
            link.visible.insert(tick, visible);
            if restarts && is_busy && random.chance(0.01) {
                link.client.reset();
            }
            link.arrive::<R>(at, &mut server, &truth)?;
            while let Some(input) = server.next_input(link.peer) {
                link.taken.push(input);
            }
        }
        server.poll_with::<R>(tick);
        let mut sent = Ok(());
        server.drain(|packet| {
            let Some(link) = links.iter_mut().find(|link| link.peer == packet.peer) else { return };
            let most = link.budget.unwrap_or(1_200).clamp(70, 1_200);
            if packet.bytes.len() > most {
                sent = Err(format!("a packet of {} bytes", packet.bytes.len()));
            }
            if !link.is_hostile {
                link.down.send(at, packet.bytes, random);
            }
        });
        sent?;
        for link in &mut links {
            let (entities, packets) = server.sizes_of(link.peer);
            need(packets <= usize::from(ring), || "the server keeps too many packets".into())?;
            let most = world.len() + absences as usize + 14;
            need(entities <= most, || format!("the server keeps {entities} entries"))?;
            let message = if link.is_hostile {
                hostile_message(&mut server, link.peer, random)
            } else {
                let number = link.client.sent_inputs() + 1;
                link.client
                    .send(&Steer::numbered(number), time(at))
                    .map_err(|error| error.to_string())?
            };
            let later = at + random.unit() * 40.0;
            link.up.send(later, &message, random);
        }
        let now = &truth[&tick];
        let mut honest = links.iter().filter(|link| !link.is_hostile);
        if !is_busy && honest.all(|link| !link.client.asks() && link.client.has(now)) {
            for link in links.iter_mut().filter(|link| !link.is_hostile) {
                link.finish(at, now, usize::from(versions))?;
            }
            return Ok(tick - first - quiet);
        }
    }
    Err("the clients never have what the server has".into())
}

impl Link {
    /// Delivers what arrives up to a time.
    fn arrive<R: Rules>(
        &mut self,
        until: f64,
        server: &mut Server,
        truth: &BTreeMap<u32, Facts>,
    ) -> Result<(), String> {
        while let Some((at, message)) = self.up.next(until) {
            let result = server.receive_with::<R>(Incoming::new(self.peer, &message), time(at));
            if !self.is_hostile {
                result.map_err(|refusal| format!("the server refuses: {refusal}"))?;
            }
        }
        while let Some((at, packet)) = self.down.next(until) {
            let before: BTreeSet<u32> = self.client.keys().collect();
            self.client
                .receive_with::<R>(&packet, time(at))
                .map_err(|refusal| format!("the client refuses: {refusal}"))?;
            let packet =
                Snapshot::<Thing>::from_flat_bytes(&packet).map_err(|error| error.to_string())?;
            for record in packet.records {
                self.compare(record.key, packet.tick, before.contains(&record.key), truth)?;
            }
        }
        // What is shown begins and ends in turn.
        while let Some(event) = self.client.poll(time(until)) {
            let in_turn = match event {
                Event::Spawned { key } => {
                    self.shown.insert(key) && self.client.sample(key, time(until)).is_some()
                }
                Event::Removed { key } => self.shown.remove(&key),
                Event::Anew => {
                    self.shown.clear();
                    true
                }
            };
            need(in_turn, || format!("an event out of turn: {event:?}"))?;
        }
        Ok(())
    }

    /// Compares what the client has of a key with what the server had.
    fn compare(
        &mut self,
        key: u32,
        tick: u32,
        was_there: bool,
        truth: &BTreeMap<u32, Facts>,
    ) -> Result<(), String> {
        let fact = |tick: u32| {
            let fact = truth.get(&tick)?.get(&key)?;
            self.visible.get(&tick)?.contains(&key).then_some(fact)
        };
        let known = match self.client.fact_of(key) {
            Some((life, tick, state)) => {
                let is_true = fact(tick).is_some_and(|fact| fact.0 == life && fact.1 == *state);
                need(is_true, || "a state that the server did not have at this tick".into())?;
                tick
            }
            None => {
                if was_there {
                    need(fact(tick).is_none(), || "an end that was none".into())?;
                }
                tick
            }
        };
        let seen = self.seen.entry(key).or_default();
        let is_there = self.client.fact_of(key).is_some();
        need(known >= *seen || !is_there && !was_there, || {
            "an older state after a newer one".into()
        })?;
        *seen = known.max(*seen);
        Ok(())
    }

    /// Checks what must hold in the end, and shows all that has arrived.
    fn finish(&mut self, at: f64, now: &Facts, versions: usize) -> Result<(), String> {
        let (kept, tombstones) = self.client.sizes();
        need(kept <= versions && tombstones <= 14 * 33, || "the client keeps too much".into())?;
        let numbers = self.taken.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let values = self.taken.iter().all(|(number, input)| *input == Steer::numbered(*number));
        need(numbers && values, || "inputs out of order".into())?;
        let later = time(at + 60_000.0);
        while let Some(event) = self.client.poll(later) {
            match event {
                Event::Spawned { key } => self.shown.insert(key),
                Event::Removed { key } => self.shown.remove(&key),
                Event::Anew => {
                    self.shown.clear();
                    true
                }
            };
        }
        need(self.shown.iter().eq(now.keys()), || "what is shown is not what there is".into())?;
        let is_equal = now
            .iter()
            .all(|(key, (_, thing))| self.client.sample(*key, later).as_ref() == Some(thing));
        need(is_equal, || "what is shown is not the newest".into())
    }
}

/// Random confirmations and inputs.
fn hostile_message(server: &mut Server, peer: i32, random: &mut Random) -> Vec<u8> {
    let (epoch, sequence) = server.numbers_of(peer);
    let epoch = if random.chance(0.9) { epoch } else { random.bits() as u8 };
    let far = random.below(65_536) as i64;
    let off = random.of(&[-1, -3, -40, 1, 5_000, far]);
    let latest = sequence.wrapping_add_signed(off) as u16;
    let mut message = Vec::from([random.of(&[1, 1, 3]), epoch]);
    message.extend_from_slice(&latest.to_le_bytes());
    message.extend_from_slice(&random.bytes::<4>());
    crate::numbers::put_varint(random.below(1 << 20) as u32, &mut message);
    message.extend_from_slice(&[1, 0]);
    message
}
