//! The generated client of snapshots in real engines: sessions over a bad link give what the client in Rust gives.

use std::collections::BTreeSet;
use std::time::Duration;

use super::language;
use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::classes::Classes;
use godot_var::math::Quaternion;
use godot_var::snapshot::wire::Snapshot;
use godot_var::snapshot::{
    Event, Incoming, PacketRefusal, SnapshotClient, SnapshotConfig, SnapshotServer,
};
use godot_var::{FromFlatBytes, ToFlatBytes, Variant, Vector2, Vector3};

#[path = "../../../schemas/world.rs"]
#[allow(dead_code, unreachable_pub, reason = "the engine uses the rest")]
mod world;
use world::{Player, Rocket, RocketKind, Steer, Thing};

pub(super) const WORLD: &str = include_str!("../../../schemas/world.rs");
const PEER: i32 = 3;
const TICK: u64 = 50_000;

/// Keys of one to five bytes.
const KEYS: [u32; 8] = [0, 5, 127, 128, 300, 70_000, 20_000_000, 4_000_000_000];

/// What the engine must answer to a call.
#[derive(Debug)]
enum Expected {
    /// This text. Of an event `anew` the removals before are in any order.
    Text(String),
    /// These bytes.
    Bytes(Vec<u8>),
    /// These values, nearly, and the name.
    Values(Vec<f64>, String),
    /// A refusal, of which the answer before is the text.
    Same,
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    fn is(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn float(&mut self) -> f32 {
        self.below(2_001) as f32 / 100.0 - 10.0
    }

    fn vector(&mut self) -> Vector3 {
        Vector3::new(self.float(), self.float(), self.float())
    }

    fn thing(&mut self) -> Thing {
        match self.below(7) {
            0 => Thing::Flag,
            1 | 2 => {
                let half = self.float();
                let (sine, cosine) = (half.sin(), half.cos());
                Thing::Rocket(Rocket {
                    pos: self.vector(),
                    turn: Quaternion::new(0.0, 0.6 * sine, 0.8 * sine, cosine),
                    roll: self.below(360) as f32,
                    fuel: self.float(),
                    kind: [RocketKind::Straight, RocketKind::Homing][self.below(2) as usize],
                })
            }
            _ => Thing::Player(Player {
                pos: self.vector(),
                vel: self.vector(),
                yaw: self.float(),
                health: self.below(101) as u8,
                grounded: self.is(50),
                target: self.is(50).then(|| self.below(1_000_000) as u32),
                name: ["", "Ann", "Zo\u{eb}"][self.below(3) as usize].to_owned(),
            }),
        }
    }

    /// Changes some fields, as a rule by little.
    fn change(&mut self, thing: &mut Thing) {
        match (thing, self.thing()) {
            (thing, other) if self.is(2) => *thing = other,
            (Thing::Player(own), Thing::Player(other)) => {
                own.pos.x += own.vel.x / 20.0;
                if self.is(30) {
                    own.yaw += other.yaw / 10.0;
                    own.vel = other.vel;
                }
                if self.is(10) {
                    *own = other;
                }
            }
            (Thing::Rocket(own), Thing::Rocket(other)) => {
                own.pos.y += 0.25;
                (own.turn, own.roll) = (other.turn, other.roll);
                if self.is(20) {
                    *own = other;
                }
            }
            _ => {}
        }
    }
}

/// What a link does.
#[derive(Clone, Copy)]
struct Link {
    /// The percentage of packets that are lost, those that arrive twice, those that are broken.
    lost: u64,
    twice: u64,
    broken: u64,
    /// The percentage of packets after which both sides differ.
    differing: u64,
    /// The percentage of ticks in which the server forgets the client.
    resets: u64,
    /// Microseconds of delay at most.
    delay: u64,
    ticks: u32,
    seed: u64,
}

/// A session: the server and the client in Rust, and the same calls for the engine with what it must answer.
struct Session {
    random: Random,
    link: Link,
    server: SnapshotServer<Thing>,
    client: SnapshotClient<Thing>,
    shown: BTreeSet<u32>,
    calls: Vec<Variant>,
    expected: Vec<Expected>,
    /// How often what happened.
    refused: usize,
    anew: usize,
    seen: usize,
}

impl Session {
    fn new(link: Link) -> Self {
        let config = SnapshotConfig::new(20).with_budget(300).with_seed(link.seed);
        let config = config.with_max_entities(7);
        let mut session = Self {
            random: Random(link.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            link,
            server: SnapshotServer::new(config),
            client: SnapshotClient::new(config),
            shown: BTreeSet::new(),
            calls: Vec::new(),
            expected: Vec::new(),
            refused: 0,
            anew: 0,
            seen: 0,
        };
        session.server.connect(PEER, Duration::ZERO);
        let start = [20.into(), 7.into()];
        session.call("start", start, Expected::Text(String::new()));
        session
    }

    fn call<const N: usize>(&mut self, name: &str, arguments: [Variant; N], expected: Expected) {
        let call = std::iter::once(Variant::from(name)).chain(arguments);
        self.calls.push(Variant::from(call.collect::<Vec<_>>()));
        self.expected.push(expected);
    }

    /// Gives a packet to both clients.
    fn receive(&mut self, bytes: &[u8], at: u64) {
        let verdict = self.client.receive(bytes, Duration::from_micros(at));
        let expected = match &verdict {
            Ok(()) => Expected::Text(String::new()),
            // The words are those of the generated reader.
            Err(PacketRefusal::Packet(_)) => Expected::Same,
            Err(refusal) => Expected::Text(refusal.to_string()),
        };
        self.refused += usize::from(verdict.is_err());
        if matches!(expected, Expected::Same) {
            self.call("check", [bytes.to_vec().into()], Expected::Same);
        }
        self.call("receive", [bytes.to_vec().into(), Variant::from(at as i64)], expected);
    }

    /// A packet that is like another one, and that the client refuses without an effect.
    fn broken(&mut self, bytes: &[u8], at: u64) -> Option<Vec<u8>> {
        let mut broken = bytes.to_vec();
        match self.random.below(3) {
            0 => broken.truncate(self.random.below(bytes.len() as u64) as usize),
            1 => broken.push(0),
            _ => {
                let at = self.random.below(bytes.len() as u64) as usize;
                broken[at] ^= 1 << self.random.below(8);
            }
        }
        match self.client.clone().receive(&broken, Duration::from_micros(at)) {
            Ok(()) | Err(PacketRefusal::NoBaseline { .. } | PacketRefusal::OtherVariant { .. }) => {
                None
            }
            // The engine complains of other texts by itself.
            Err(PacketRefusal::Packet(error)) if error.to_string().contains("UTF-8") => None,
            Err(_) => Some(broken),
        }
    }

    /// A packet with a record that no server writes.
    fn differing(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut packet = Snapshot::<Thing>::from_flat_bytes(bytes).expect("a packet");
        let other = Snapshot::<Thing>::from_flat_bytes(bytes).expect("a packet");
        let record = packet.records.first_mut()?;
        match self.random.below(4) {
            0 => record.near = 31,
            1 => (record.near, record.far) = (0, Some(self.random.below(20_000) as u16)),
            2 => record.key ^= 1,
            _ => packet.records.push(other.records.into_iter().next()?),
        }
        packet.to_flat_bytes().ok()
    }

    fn advance(&mut self, at: u64) {
        let now = Duration::from_micros(at);
        let mut events = Vec::new();
        while let Some(event) = self.client.poll(now) {
            match event {
                Event::Spawned { key } => {
                    self.shown.insert(key);
                    let kind = match self.client.sample(key, now) {
                        Some(Thing::Player(_)) => 1,
                        Some(Thing::Rocket(_)) => 2,
                        Some(Thing::Flag) => 7,
                        None => panic!("{key} is not shown"),
                    };
                    events.push(format!("spawned {key} as {kind}"));
                }
                Event::Removed { key } => {
                    self.shown.remove(&key);
                    events.push(format!("removed {key}"));
                }
                Event::Anew => {
                    self.anew += 1;
                    let shown = std::mem::take(&mut self.shown);
                    events.extend(shown.iter().map(|key| format!("removed {key}")));
                    events.push("anew".to_owned());
                }
            }
        }
        self.call("advance", [Variant::from(at as i64)], Expected::Text(events.join(", ")));
        for key in KEYS {
            let state = self.client.sample(key, now);
            self.seen += usize::from(state.is_some());
            self.call("sample", [Variant::from(i64::from(key))], values(state.as_ref()));
        }
    }

    fn look(&mut self) {
        for key in KEYS {
            let latest = self.client.latest(key);
            let tick = latest.map_or(-1, |(tick, _)| i64::from(tick));
            let state = values(latest.map(|(_, state)| state));
            let key = || Variant::from(i64::from(key));
            self.call("latest", [key()], state);
            self.call("tick_of", [key()], Expected::Text(tick.to_string()));
        }
        let delay = self.client.delay().as_secs_f64() * 1000.0;
        self.call("delay", [], Expected::Values(vec![delay], String::new()));
        let inputs = self.client.unconfirmed_inputs();
        let inputs: Vec<_> = inputs.map(|(_, input)| u8::from(input.fire)).collect();
        let text = format!("{} {inputs:?}", self.client.confirmed_input());
        self.call("unconfirmed", [], Expected::Text(text));
    }

    fn play(&mut self) {
        let Link { lost, twice, broken, differing, resets, delay, ticks, .. } = self.link;
        let mut things: Vec<(u32, Thing)> = Vec::new();
        let (mut packets, mut messages) = (Vec::<(u64, Vec<u8>)>::new(), Vec::new());
        let mut input = Steer { stick: Vector2::new(0.0, 0.0), fire: false };
        for tick in 1..=ticks {
            let start = u64::from(tick) * TICK;
            let key = KEYS[self.random.below(8) as usize];
            match things.iter().position(|(other, _)| *other == key) {
                Some(at) if self.random.is(8) => {
                    things.swap_remove(at);
                    self.server.remove(key);
                }
                None if self.random.is(30) && things.len() < 6 => {
                    let thing = self.random.thing();
                    self.server.insert(key, &thing).expect("a new key");
                    things.push((key, thing));
                }
                _ => {}
            }
            // At times the world rests.
            if tick % 40 < 30 {
                for (key, thing) in &mut things {
                    self.random.change(thing);
                    self.server.set(*key, thing).expect("a state");
                }
            }
            if self.random.is(resets) {
                self.server.reset(PEER);
            }
            while self.server.next_input(PEER).is_some() {}
            self.server.poll(tick + 1_000, Duration::from_micros(start));
            let (random, packets) = (&mut self.random, &mut packets);
            self.server.drain(|packet| {
                for _ in 0..=u64::from(random.is(twice)) {
                    if !random.is(lost) {
                        let late = if random.is(5) { 4 * delay } else { delay };
                        packets.push((start + random.below(late + 1), packet.bytes.to_vec()));
                    }
                }
            });
            packets.sort();
            for frame in 0..3 {
                let at = start + frame * 16_661 + 137;
                while packets.first().is_some_and(|(arrival, _)| *arrival <= at) {
                    let (arrival, packet) = packets.remove(0);
                    if self.random.is(broken)
                        && let Some(broken) = self.broken(&packet, arrival)
                    {
                        self.receive(&broken, arrival);
                    }
                    if self.random.is(differing)
                        && let Some(differing) = self.differing(&packet)
                    {
                        self.receive(&differing, arrival);
                    }
                    self.receive(&packet, arrival);
                }
                self.advance(at);
            }
            self.look();
            if self.random.is(30) {
                input.stick.x = self.random.below(3) as f32 - 1.0;
                input.fire = self.random.is(50);
            }
            let message = self.client.send(&input, Duration::ZERO).expect("an input");
            let arguments = [Variant::from(input.stick), input.fire.into()];
            self.call("send", arguments, Expected::Bytes(message.clone()));
            if !self.random.is(lost) {
                messages.push((start + self.random.below(delay + 1), message));
            }
            messages.sort();
            while messages.first().is_some_and(|(arrival, _)| *arrival < start + TICK) {
                let (arrival, message) = messages.remove(0);
                let incoming = Incoming::new(PEER, &message);
                // Of what was sent to an earlier epoch the server takes nothing.
                let _ = self.server.receive(incoming, Duration::from_micros(arrival));
            }
        }
    }
}

/// The values of a state, or none.
fn values(state: Option<&Thing>) -> Expected {
    let (numbers, name) = match state {
        None => (Vec::new(), String::new()),
        Some(Thing::Flag) => (vec![7.0], String::new()),
        Some(Thing::Rocket(Rocket { pos, turn, roll, fuel, kind })) => {
            let parts = [pos.x, pos.y, pos.z, turn.x, turn.y, turn.z, turn.w, *roll, *fuel];
            let numbers = parts.map(f64::from).into_iter().chain([*kind as u8 as f64]);
            (numbers.collect(), String::new())
        }
        Some(Thing::Player(player)) => {
            let Player { pos, vel, yaw, health, grounded, target, name } = player;
            let parts = [pos.x, pos.y, pos.z, vel.x, vel.y, vel.z, *yaw].map(f64::from);
            let target = target.map_or(-1.0, f64::from);
            let rest = [f64::from(*health), f64::from(u8::from(*grounded)), target];
            (parts.into_iter().chain(rest).collect(), name.clone())
        }
    };
    Expected::Values(numbers, name)
}

fn is_near(numbers: &[f64], name: &str, found: &[u8]) -> bool {
    let Some((head, rest)) = found.split_at_checked(8 * numbers.len()) else { return false };
    let found = head.chunks_exact(8).map(|part| f64::from_le_bytes(part.try_into().expect("8")));
    let near =
        |(expected, found): (&f64, f64)| (expected - found).abs() <= 1e-4 * (1.0 + expected.abs());
    rest == name.as_bytes() && numbers.iter().zip(found).all(near)
}

/// The removals before everything begins anew, in order.
fn sorted(events: &str) -> String {
    let Some((before, after)) = events.split_once("anew") else { return events.to_owned() };
    let mut removed: Vec<&str> = before.split(", ").collect();
    removed.sort_unstable();
    format!("{} anew{after}", removed.join(", "))
}

fn play(godot: &'static Godot, test: &str, link: Link) -> Session {
    let mut session = Session::new(link);
    session.play();
    let script = super::flat::script("world.rs", WORLD, language(godot));
    let classes = Classes { root: ".", program: "snapshots.gd", script: &script, complains: false };
    let answers = classes.answers(godot, test, session.calls.iter().cloned());
    let mut before = String::new();
    for (at, (answer, expected)) in answers.iter().zip(&session.expected).enumerate() {
        let is_right = match (answer, expected) {
            (Err(found), Expected::Text(text)) => sorted(found) == sorted(text),
            (Ok(found), Expected::Bytes(bytes)) => found == bytes,
            (Ok(found), Expected::Values(numbers, name)) => is_near(numbers, name, found),
            (Err(found), Expected::Same) => {
                let is_first = format!("{:?}", session.calls[at]).contains("check");
                !found.is_empty() && (is_first || *found == before)
            }
            _ => false,
        };
        let found = match answer {
            Ok(bytes) => format!("{bytes:?} {:?}", doubles(bytes)),
            Err(text) => text.clone(),
        };
        let call = &session.calls[at];
        assert!(is_right, "call {at}, {call:?}\nexpected {expected:?}\n found {found}");
        before = answer.as_ref().err().cloned().unwrap_or_default();
    }
    session
}

fn doubles(bytes: &[u8]) -> Vec<f64> {
    let parts = bytes.chunks_exact(8).map(|part| f64::from_le_bytes(part.try_into().expect("8")));
    parts.collect()
}

const GOOD: Link = Link {
    lost: 0,
    twice: 0,
    broken: 0,
    differing: 0,
    resets: 0,
    delay: 20_003,
    ticks: 120,
    seed: 1,
};

fn a_good_link(godot: &'static Godot) {
    let session = play(godot, "snapshots-good", GOOD);
    assert!(session.seen > 500 && session.anew == 0 && session.refused == 0);
}

fn a_bad_link(godot: &'static Godot) {
    let link = Link { lost: 25, twice: 10, broken: 80, delay: 90_001, ticks: 300, seed: 2, ..GOOD };
    let session = play(godot, "snapshots-bad", link);
    assert!(session.seen > 1_000 && session.refused > 50, "{}", session.refused);
}

fn both_sides_differ(godot: &'static Godot) {
    let link = Link { lost: 10, differing: 10, delay: 40_001, ticks: 400, seed: 3, ..GOOD };
    let session = play(godot, "snapshots-differ", link);
    assert!(session.anew > 2 && session.refused > 10, "{} {}", session.anew, session.refused);
}

fn epochs_wrap(godot: &'static Godot) {
    let link = Link { lost: 5, resets: 70, ticks: 600, seed: 4, ..GOOD };
    let session = play(godot, "snapshots-epochs", link);
    assert!(session.anew > 256, "{}", session.anew);
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: a_good_link, a_bad_link, both_sides_differ, epochs_wrap;
}
