//! The generated client of snapshots in real engines: sessions over a bad link give what the client in Rust gives.

use std::collections::BTreeSet;
use std::time::Duration;

use super::language;
use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::classes::Classes;
use godot_var::snapshot::wire::{Record, Snapshot, Whole};
use godot_var::snapshot::{
    Event, Incoming, PacketRefusal, SnapshotClient, SnapshotConfig, SnapshotServer, SnapshotState,
};
use godot_var::{FromFlatBytes, ToFlatBytes, Variant};

#[path = "snapshot_worlds.rs"]
mod worlds;
use worlds::{Ball, Beast, Input as _, Plant, Random, State, Thing};

pub(super) use worlds::{OTHERS, WORLD};
const PEER: i32 = 3;
const TICK: u64 = 50_000;
/// More than the time after which a client gives a server up.
const SILENCE: u64 = 10_100_000;

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
    /// The server's tick before the first one.
    tick: u32,
    /// How many entities there may be.
    entities: u32,
    /// The tick in which another server takes the place of this one. Soon after it, there is silence.
    other_server: Option<u32>,
    /// The ticks a second that the client expects. The server has 20.
    expected: u16,
}

/// A session: the server and the client in Rust, and the same calls for the engine with what it must answer.
struct Session<S: State> {
    random: Random,
    link: Link,
    config: SnapshotConfig,
    server: SnapshotServer<S>,
    client: SnapshotClient<S>,
    shown: BTreeSet<u32>,
    calls: Vec<Variant>,
    expected: Vec<Expected>,
    /// How often what happened.
    refused: usize,
    anew: usize,
    seen: usize,
}

impl<S: State> Session<S> {
    fn new(link: Link) -> Self {
        let config = SnapshotConfig::new(link.expected).with_budget(300).with_seed(link.seed);
        let config = config.with_max_entities(link.entities);
        let mut session = Self {
            random: Random(link.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            link,
            config,
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
        let start =
            [S::NAME.into(), i64::from(link.expected).into(), i64::from(link.entities).into()];
        session.call("start", start, Expected::Text(String::new()));
        session
    }

    fn call(
        &mut self,
        name: &str,
        arguments: impl IntoIterator<Item = Variant>,
        expected: Expected,
    ) {
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
        let mut packet = Snapshot::<S>::from_flat_bytes(bytes).expect("a packet");
        let other = Snapshot::<S>::from_flat_bytes(bytes).expect("a packet");
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
                    let state = self.client.sample(key, now);
                    let kind = state.unwrap_or_else(|| panic!("{key} is not shown")).kind();
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
        let ticks = self.client.other_ticks_a_second().unwrap_or_default();
        self.call("other_ticks", [], Expected::Values(vec![ticks], String::new()));
        let inputs = self.client.unconfirmed_inputs();
        let inputs: Vec<_> = inputs.filter_map(|(_, input)| input.fire().map(u8::from)).collect();
        let text = format!("{} {inputs:?}", self.client.confirmed_input());
        self.call("unconfirmed", [], Expected::Text(text));
    }

    fn play(&mut self) {
        let Link { lost, twice, broken, differing, resets, delay, ticks, .. } = self.link;
        let mut things: Vec<(u32, S)> = Vec::new();
        let (mut packets, mut messages) = (Vec::<(u64, Vec<u8>)>::new(), Vec::new());
        let (mut input, mut silence) = (S::Input::default(), 0);
        for tick in 1..=ticks {
            if self.link.other_server == Some(tick) {
                self.server = SnapshotServer::new(self.config.with_seed(self.link.seed + 1));
                self.server.connect(PEER, Duration::ZERO);
                for (key, thing) in &things {
                    self.server.insert(*key, thing).expect("a new key");
                }
            }
            if self.link.other_server == Some(tick - tick.min(10)) {
                silence = SILENCE;
            }
            let start = u64::from(tick) * TICK + silence;
            let key = KEYS[self.random.below(8) as usize];
            match things.iter().position(|(other, _)| *other == key) {
                Some(at) if self.random.is(8) => {
                    things.swap_remove(at);
                    self.server.remove(key);
                }
                None if self.random.is(30) && things.len() < 6 => {
                    let thing = S::any(&mut self.random);
                    self.server.insert(key, &thing).expect("a new key");
                    things.push((key, thing));
                }
                _ => {}
            }
            // At times the world rests.
            if tick % 40 < 30 {
                for (key, thing) in &mut things {
                    thing.change(&mut self.random);
                    self.server.set(*key, thing).expect("a state");
                }
            }
            if self.random.is(resets) {
                self.server.reset(PEER);
            }
            while self.server.next_input(PEER).is_some() {}
            self.server.poll(self.link.tick + tick, Duration::from_micros(start));
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
                input.change(&mut self.random);
            }
            let message = self.client.send(&input, Duration::ZERO).expect("an input");
            self.call(S::Input::SEND, input.arguments(), Expected::Bytes(message.clone()));
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
fn values(state: Option<&impl State>) -> Expected {
    let (numbers, name) = state.map(State::values).unwrap_or_default();
    Expected::Values(numbers, name)
}

fn is_near(numbers: &[f64], name: &str, found: &[u8]) -> bool {
    let Some((head, rest)) = found.split_at_checked(8 * numbers.len()) else { return false };
    let found = head.chunks_exact(8).map(|part| f64::from_le_bytes(part.try_into().expect("8")));
    let near =
        |(expected, found): (&f64, f64)| (expected - found).abs() <= 1e-4 * (1.0 + expected.abs());
    rest == name.as_bytes() && numbers.iter().zip(found).all(near)
}

/// Whether a client refuses a packet as its class does. It may name a field deeper in what is cut off.
fn is_same_refusal(of_class: &str, found: &str) -> bool {
    let (Some((place, why)), Some((found, found_why))) =
        (of_class.split_once(" at byte "), found.split_once(" at byte "))
    else {
        return of_class == found;
    };
    why == found_why && found.starts_with(place)
}

/// The removals before everything begins anew, in order.
fn sorted(events: &str) -> String {
    let Some((before, after)) = events.split_once("anew") else { return events.to_owned() };
    let mut removed: Vec<&str> = before.split(", ").collect();
    removed.sort_unstable();
    format!("{} anew{after}", removed.join(", "))
}

/// Plays a session of things.
fn play(godot: &'static Godot, test: &str, link: Link) -> Session<Thing> {
    let mut session = Session::new(link);
    session.play();
    compare(godot, test, WORLD, &session.calls, &session.expected);
    session
}

/// Compares what the engine answers to calls.
fn compare(
    godot: &'static Godot,
    test: &str,
    (schema, text): (&str, &str),
    calls: &[Variant],
    expected: &[Expected],
) {
    let script = super::flat::script(schema, text, language(godot));
    let classes = Classes { root: ".", program: "snapshots.gd", script: &script, complains: false };
    let answers = classes.answers(godot, test, calls.iter().cloned());
    let mut before = String::new();
    for (at, (answer, expected)) in answers.iter().zip(expected).enumerate() {
        let is_right = match (answer, expected) {
            (Err(found), Expected::Text(text)) => sorted(found) == sorted(text),
            (Ok(found), Expected::Bytes(bytes)) => found == bytes,
            (Ok(found), Expected::Values(numbers, name)) => is_near(numbers, name, found),
            (Err(found), Expected::Same) => {
                let is_first = format!("{:?}", calls[at]).contains("check");
                !found.is_empty() && (is_first || is_same_refusal(&before, found))
            }
            _ => false,
        };
        let found = match answer {
            Ok(bytes) => format!("{bytes:?} {:?}", doubles(bytes)),
            Err(text) => text.clone(),
        };
        let call = &calls[at];
        assert!(is_right, "call {at}, {call:?}\nexpected {expected:?}\n found {found}");
        before = answer.as_ref().err().cloned().unwrap_or_default();
    }
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
    tick: 1_000,
    entities: 7,
    other_server: None,
    expected: 20,
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

fn a_silence(seed: u64) -> Session<Thing> {
    let link = Link { lost: 10, resets: 5, other_server: Some(80), ticks: 120, seed, ..GOOD };
    // Beyond the integers of 32-bit floats.
    let link = Link { tick: 16_777_216, ..link };
    let mut session = Session::new(link);
    session.play();
    session
}

/// Lives that begin and end before they are shown, so many that some never are.
fn unseen_lives() -> Session<Thing> {
    let mut session = Session::<Thing>::new(Link { entities: 200, ..GOOD });
    for tick in 1..=60_u16 {
        let record = |key| {
            let whole = Some(Whole { life: tick as u8, state: Thing::Flag });
            Record { near: 0, key, far: None, whole, delta: None }
        };
        let records = (0..127).map(record).collect();
        let (sequence, tick) = (tick, tick.into());
        let packet = Snapshot { epoch: 0, sequence, tick, input: 0, lead: 0, records };
        let at = u64::from(tick) * TICK;
        session.receive(&packet.to_flat_bytes().expect("a packet"), at);
        if tick == 3 || tick == 60 {
            session.advance(at);
            session.advance(at + 4 * TICK);
        }
    }
    session
}

/// So many entities that begin and end in one tick that it matters how long each takes.
fn a_crowd() -> Session<Thing> {
    const CROWD: u32 = 20_000;
    let mut session = Session::<Thing>::new(Link { entities: CROWD, ..GOOD });
    let mut sequence = 0;
    for (tick, life) in [(1, Some(1)), (2, Some(2)), (3, None)] {
        let at = u64::from(tick) * TICK;
        for first in (0..CROWD).step_by(127) {
            let record = |key| {
                let whole = life.map(|life| Whole { life, state: Thing::Flag });
                Record { near: 0, key, far: None, whole, delta: None }
            };
            let records = (first..CROWD.min(first + 127)).map(record).collect();
            sequence += 1;
            let packet = Snapshot { epoch: 0, sequence, tick, input: 0, lead: 0, records };
            session.receive(&packet.to_flat_bytes().expect("a packet"), at);
        }
        session.advance(at + 4 * TICK);
    }
    session
}

/// Deltas for states of the same and of other variants.
fn deltas() -> Session<Thing> {
    let mut session = Session::<Thing>::new(GOOD);
    for _ in 0..60 {
        let mut states = [(); 3].map(|()| {
            let bytes = Thing::any(&mut session.random).to_flat_bytes().expect("a state");
            (Thing::from_flat_bytes(&bytes).expect("a state"), bytes)
        });
        let [(first, _), (second, _), (changed, bytes)] = &mut states;
        let Some(delta) = first.delta_to(second) else { continue };
        let delta_bytes = delta.to_flat_bytes().expect("a delta");
        let expected = if changed.apply_delta(delta) {
            values(Some(changed))
        } else {
            Expected::Text("another variant".to_owned())
        };
        session.call("apply", [bytes.clone().into(), delta_bytes.into()], expected);
    }
    session
}

/// A client that expects more ticks a second than the server has.
fn other_ticks() -> Session<Thing> {
    let mut session = Session::new(Link { expected: 30, ticks: 150, seed: 8, ..GOOD });
    session.play();
    session
}

fn what_is_rare(godot: &'static Godot) {
    let sessions = [a_silence(5), a_silence(6), unseen_lives(), a_crowd(), deltas(), other_ticks()];
    let [first, second, unseen, crowd, deltas, other] = &sessions;
    let ticks = other.client.other_ticks_a_second().expect("another number");
    assert!((ticks - 20.0).abs() < 0.5, "{ticks}");
    assert!(crowd.refused == 0 && crowd.seen > 0 && crowd.shown.is_empty());
    assert!(first.anew > 0 && second.anew > 0 && unseen.seen > 0 && deltas.calls.len() > 20);
    play_all(godot, "snapshots-rare", WORLD, sessions.map(Session::into_calls));
}

fn other_worlds(godot: &'static Godot) {
    let link = Link { lost: 10, broken: 50, differing: 3, delay: 40_001, seed: 7, ..GOOD };
    let sessions = [
        session_of::<Ball>(link),
        session_of::<Plant>(link),
        session_of::<Beast>(link),
        a_long_number(),
    ];
    play_all(godot, "snapshots-other", OTHERS, sessions);
}

/// A delta whose variant has the number 0 in two bytes.
fn a_long_number() -> Calls {
    let mut session = Session::<Beast>::new(GOOD);
    let state = Beast::Ball(Ball { at: 1.0, count: 2 });
    let whole = Some(Whole { life: 0, state });
    let records = vec![Record { near: 0, key: 5, far: None, whole, delta: None }];
    let packet = Snapshot { epoch: 0, sequence: 1, tick: 1, input: 0, lead: 0, records };
    session.receive(&packet.to_flat_bytes().expect("a packet"), TICK);
    session.receive(&[0, 2, 0, 2, 0, 0, 0, 1, 129, 5, 0x80, 0], 2 * TICK);
    assert_eq!(session.refused, 1);
    session.look();
    session.into_calls()
}

/// The calls of a session in a world, and what the engine must answer.
type Calls = (Vec<Variant>, Vec<Expected>);

impl<S: State> Session<S> {
    fn into_calls(self) -> Calls {
        (self.calls, self.expected)
    }
}

fn session_of<S: State>(link: Link) -> Calls {
    let mut session = Session::<S>::new(link);
    session.play();
    assert!(session.seen > 500 && session.refused > 20, "{} {}", session.seen, session.refused);
    session.into_calls()
}

/// Compares sessions, one after the other, in one process.
fn play_all<const N: usize>(
    godot: &'static Godot,
    test: &str,
    schema: (&str, &str),
    sessions: [Calls; N],
) {
    let (calls, expected): (Vec<_>, Vec<_>) = sessions.into_iter().unzip();
    let expected: Vec<Expected> = expected.into_iter().flatten().collect();
    compare(godot, test, schema, &calls.concat(), &expected);
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: a_good_link, a_bad_link, both_sides_differ, epochs_wrap, what_is_rare, other_worlds;
}
