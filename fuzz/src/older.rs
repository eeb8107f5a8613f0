//! Clients of several versions at one server, against a model: a call arrives as the same method with the same values whatever its number is on
//! either side, or is refused. Packets wait as long as the bytes say, and the game may say wrong versions.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use allocation_counter::measure;
use godot_var::Godot4;
use godot_var::multiplayer::{
    Arguments, Call, CallError, Checksum, Config, ConfirmPath, Confirmed, Event, GodotRpc,
    Incoming, MethodSet, Node, NodeId, NodeRef, OlderRpcs, Options, Packet, Refusal, Rpc, SERVER,
    Session, SimplifyPath, Target, compressed,
};
use godot_var::output::VecOutput;

use crate::pieces::Choices;

/// The name of a method, and its values.
type Said = (&'static str, i64, String);

/// A set of methods with the same values, and its names in their order.
macro_rules! version {
    ($set:ident, $names:ident: $($(#[$attribute:meta])? $method:ident $name:literal),*) => {
        #[derive(GodotRpc)]
        enum $set { $($(#[$attribute])? $method(i64, String)),* }

        const $names: &[&str] = &[$($name),*];

        impl $set {
            fn new((name, number, text): Said) -> Option<Self> {
                match name {
                    $($name => Some(Self::$method(number, text)),)*
                    _ => None,
                }
            }

            fn read(call: &Call<'_>) -> Said {
                match call.decode::<Self>().expect("the values that every method has") {
                    $(Self::$method(number, text) => ($name, number, text)),*
                }
            }
        }
    };
}

version!(Now, NOW: Alert "alert", #[rpc(any_peer)] Greet "greet", #[rpc(any_peer)] Say "say", Topic "topic", #[rpc(any_peer)] Zoom "zoom");
version!(First, FIRST: #[rpc(any_peer)] Say "say", Topic "topic");
version!(Second, SECOND: #[rpc(any_peer)] Alert "alert", #[rpc(any_peer)] Kick "kick", #[rpc(any_peer)] Say "say", Topic "topic", #[rpc(any_peer)] Wave "wave");
// The server does not list it.
version!(Third, THIRD: Alert "alert", #[rpc(any_peer)] Greet "greet", #[rpc(any_peer)] Zoom "zoom");

/// The present version, and the older ones.
const VERSIONS: [&[&str]; 4] = [NOW, FIRST, SECOND, THIRD];
/// The methods of the present version that a client may not call.
const OF_AUTHORITY: [&str; 2] = ["alert", "topic"];
const OLDER: &[OlderRpcs] = &[OlderRpcs::of::<Now>(FIRST), OlderRpcs::of::<Now>(SECOND)];
const ALL_OLDER: [OlderRpcs; 3] = [OLDER[0], OLDER[1], OlderRpcs::of::<Now>(THIRD)];

const PATHS: [&str; 2] = ["Main/A", "Main/B"];
const CLIENT: i32 = 2;
const CLIENTS: i32 = 4;

fn version_of(checksum: Checksum) -> usize {
    let all = [Now::CHECKSUM, First::CHECKSUM, Second::CHECKSUM, Third::CHECKSUM];
    all.iter().position(|one| *one == checksum).expect("a checksum of a version")
}

fn place_of(path: &str) -> usize {
    PATHS.iter().position(|one| *one == path).expect("a path of both sides")
}

fn add_nodes(session: &mut Session, version: usize) {
    for path in PATHS {
        let node = match version {
            0 => Node::of::<Now>(),
            1 => Node::of::<First>(),
            2 => Node::of::<Second>(),
            _ => Node::of::<Third>(),
        };
        session.add_node(path, node).expect("a path of its own");
    }
}

/// Calls a method of a version, if it has it, and returns the peers that are left out.
fn call(
    session: &mut Session,
    version: usize,
    (target, node): (Target, NodeId),
    said: Said,
) -> Option<Result<Vec<i32>, CallError>> {
    let left_out = match version {
        0 => session.call(target, node, &Now::new(said)?),
        1 => session.call(target, node, &First::new(said)?),
        2 => session.call(target, node, &Second::new(said)?),
        _ => session.call(target, node, &Third::new(said)?),
    };
    let older = |error: &CallError| match error {
        CallError::Older(left_out) => left_out.peer,
        error => panic!("{error}"),
    };
    Some(left_out.map(|list| list.iter().map(older).collect()))
}

/// A call that is on its way.
struct Sent {
    node: usize,
    said: Said,
    /// The version that the server thought the client has.
    version: usize,
}

/// A client, and what both sides know of each other.
struct Client {
    session: Session,
    version: usize,
    /// The older version that the server has learned last.
    learned: Option<usize>,
    /// Of each node: whether the server knows the client's announcement; the version that the server announced; whether either side was told
    /// that the sets differ.
    announced: [bool; 2],
    told: [Option<usize>; 2],
    differs_here: [bool; 2],
    differs_there: [bool; 2],
    /// The nodes by the numbers of each side.
    numbers: BTreeMap<u32, usize>,
    numbers_of_server: BTreeMap<u32, usize>,
    to_server: VecDeque<Vec<u8>>,
    to_client: VecDeque<Vec<u8>>,
    calls: VecDeque<Sent>,
    calls_of_server: VecDeque<Sent>,
}

impl Client {
    fn new(peer: i32, version: usize, now: Duration) -> Self {
        let mut session = Session::client(peer, Config::default());
        add_nodes(&mut session, version);
        session.connect(SERVER, now);
        Self {
            session,
            version,
            learned: None,
            announced: [false; 2],
            told: [None; 2],
            differs_here: [false; 2],
            differs_there: [false; 2],
            numbers: BTreeMap::new(),
            numbers_of_server: BTreeMap::new(),
            to_server: VecDeque::new(),
            to_client: VecDeque::new(),
            calls: VecDeque::new(),
            calls_of_server: VecDeque::new(),
        }
    }

    fn is_listed(&self) -> bool {
        matches!(self.version, 1 | 2) || self.learned == Some(self.version)
    }

    /// The older version by which the server translates.
    fn older(&self, node: usize) -> Option<usize> {
        if self.announced[node] {
            (self.version != 0 && self.is_listed()).then_some(self.version)
        } else {
            self.learned
        }
    }

    /// What the server should make of a call by a number of the client's version.
    fn meaning(&self, node: usize, number: usize) -> Result<&'static str, &'static str> {
        let older = self.older(node);
        let is_other = self.differs_here[node] || self.announced[node] && self.version != 0;
        if is_other && older.is_none() {
            return Err("differs");
        }
        let name = VERSIONS[older.unwrap_or(0)].get(number).ok_or("unknown")?;
        if !NOW.contains(name) {
            return Err("unknown");
        }
        if OF_AUTHORITY.contains(name) { Err("not allowed") } else { Ok(name) }
    }
}

struct Play {
    server: Session,
    clients: BTreeMap<i32, Client>,
    now: Duration,
    last: i64,
}

/// Runs the actions that the bytes select.
pub fn older(bytes: &[u8]) {
    let mut play = None;
    let cost = measure(|| play = Some(run(bytes)));
    assert!(cost.bytes_current < 1 << 20, "{} bytes are kept", cost.bytes_current);
    let Some(mut play) = play else { return };
    play.deliver_all();
    for client in play.clients.values() {
        assert!(client.calls.is_empty() && client.calls_of_server.is_empty(), "a call is lost");
    }
}

fn run(bytes: &[u8]) -> Play {
    let mut choices = Choices(bytes);
    let mut server = Session::new(Config::default().with_older(OLDER));
    add_nodes(&mut server, 0);
    let mut play = Play { server, clients: BTreeMap::new(), now: Duration::from_secs(1), last: 0 };
    while play.step(&mut choices).is_some() {
        play.collect();
    }
    play.collect();
    play
}

/// Receives a packet. A refused one changes nothing.
fn receive(session: &mut Session, from: i32, bytes: &[u8], now: Duration) -> Outcome {
    // Only sets the time.
    session.connect(0, now);
    let before = format!("{session:?}");
    let reason = match session.receive(Incoming::new(from, bytes), now) {
        None => return Outcome::Nothing,
        Some(Event::Call(call)) => {
            assert_eq!(call.peer, from);
            let said = [Now::read, First::read, Second::read, Third::read];
            let is_of = [
                call.is_of::<Now>(),
                call.is_of::<First>(),
                call.is_of::<Second>(),
                call.is_of::<Third>(),
            ];
            let version = is_of.iter().position(|is| *is).expect("a set of these");
            return Outcome::Call(place_of(&call.path), said[version](&call));
        }
        Some(Event::ChecksumDiffers { path, .. }) => return Outcome::Differs(place_of(&path)),
        Some(Event::Refused { reason, .. }) => reason,
        Some(event) => panic!("{event:?}"),
    };
    assert_eq!(format!("{session:?}"), before, "{reason}");
    Outcome::Refused(match reason {
        Refusal::ChecksumDiffers(_) => "differs",
        Refusal::UnknownMethod { .. } => "unknown",
        Refusal::NotAllowed { .. } => "not allowed",
        Refusal::DuplicateId { .. } => "duplicate",
        reason => panic!("{reason}"),
    })
}

#[derive(Debug, PartialEq)]
enum Outcome {
    Nothing,
    Call(usize, Said),
    Differs(usize),
    Refused(&'static str),
}

impl Outcome {
    fn of(node: usize, meaning: Result<&'static str, &'static str>, said: &Said) -> Self {
        match meaning {
            Ok(name) => Self::Call(node, (name, said.1, said.2.clone())),
            Err(reason) => Self::Refused(reason),
        }
    }
}

impl Play {
    fn step(&mut self, choices: &mut Choices<'_>) -> Option<()> {
        let (action, more) = (choices.byte()?, choices.byte()?);
        let peer = CLIENT + i32::from(action >> 4) % CLIENTS;
        let (node, method) = (usize::from(more & 1), usize::from(more >> 1 & 7));
        let version = usize::from(more) % VERSIONS.len();
        match action & 15 {
            0 | 1 => {
                self.server.disconnect(peer);
                assert_eq!(self.server.connect(peer, self.now), Some(Event::Connected(peer)));
                self.clients.insert(peer, Client::new(peer, version, self.now));
            }
            2 | 3 => self.call_client(peer, node, method, more),
            4 => self.call_all(node, method, more),
            5 | 6 => self.call_server(peer, node, method, more),
            7 | 8 => self.deliver_to_server(peer, more.into()),
            9 | 10 => self.deliver_to_client(peer, more.into()),
            11 => {
                if let Some(set) = version.checked_sub(1) {
                    self.server.set_older(peer, &[ALL_OLDER[set]]);
                    if let Some(client) = self.clients.get_mut(&peer) {
                        client.learned = Some(version);
                    }
                }
            }
            12 | 13 => self.call_by_number(peer, node, more >> 1),
            14 => {
                self.now += Duration::from_millis(u64::from(more) * 20);
                assert_eq!(self.server.poll(self.now), None);
                for client in self.clients.values_mut() {
                    assert_eq!(client.session.poll(self.now), None);
                }
            }
            _ => {
                self.server.disconnect(peer);
                self.clients.remove(&peer);
            }
        }
        Some(())
    }

    fn say(&mut self, name: &'static str, byte: u8) -> Said {
        self.last += 1;
        (name, self.last, "a".repeat((byte >> 4).into()))
    }

    fn call_client(&mut self, peer: i32, node: usize, method: usize, byte: u8) {
        let said = self.say(NOW[method % NOW.len()], byte);
        let Some(client) = self.clients.get_mut(&peer) else { return };
        let version = client.older(node).unwrap_or(0);
        let has_it = VERSIONS[version].contains(&said.0);
        let id = self.server.node(PATHS[node]).expect("nobody removes it");
        let called = call(&mut self.server, 0, (Target::Peer(peer), id), said.clone());
        match called.expect("a present method") {
            Ok(left_out) => {
                assert!(has_it && left_out.is_empty(), "{said:?}");
                client.calls_of_server.push_back(Sent { node, said, version });
            }
            Err(error) => {
                assert!(!has_it && matches!(error, CallError::Older(_)), "{said:?}: {error}");
            }
        }
    }

    fn call_all(&mut self, node: usize, method: usize, byte: u8) {
        let said = self.say(NOW[method % NOW.len()], byte);
        let id = self.server.node(PATHS[node]).expect("nobody removes it");
        let called = call(&mut self.server, 0, (Target::All, id), said.clone());
        let mut expected = Vec::new();
        for (peer, client) in &mut self.clients {
            let (version, said) = (client.older(node).unwrap_or(0), said.clone());
            if VERSIONS[version].contains(&said.0) {
                client.calls_of_server.push_back(Sent { node, said, version });
            } else {
                expected.push(*peer);
            }
        }
        let left_out = called.expect("a present method").expect("a call of all");
        assert_eq!(left_out, expected, "{said:?}");
    }

    fn call_server(&mut self, peer: i32, node: usize, method: usize, byte: u8) {
        let Some(version) = self.clients.get(&peer).map(|client| client.version) else { return };
        let names = VERSIONS[version];
        let said = self.say(names[method % names.len()], byte);
        let Some(client) = self.clients.get_mut(&peer) else { return };
        let id = client.session.node(PATHS[node]).expect("nobody removes it");
        let target = (Target::Peer(SERVER), id);
        match call(&mut client.session, version, target, said.clone()).expect("its own method") {
            Ok(_) => client.calls.push_back(Sent { node, said, version }),
            Err(error) => assert!(matches!(error, CallError::NotAuthority { .. }), "{error}"),
        }
    }

    /// A call by path and by any number, which overtakes what waits.
    fn call_by_number(&mut self, peer: i32, node: usize, byte: u8) {
        let said = self.say("", byte);
        let Some(client) = self.clients.get(&peer) else { return };
        let number = u16::from(byte & 7) | u16::from(byte & 8) << 12;
        let mut values = Vec::new();
        let mut out = VecOutput::new(&mut values);
        compressed::encode::<Godot4, _, _>(&said.1, &mut out).expect("a number");
        compressed::encode::<Godot4, _, _>(&*said.2, &mut out).expect("a text");
        let rpc = Rpc::new(NodeRef::Path(PATHS[node]), number, Arguments::of(2, &values));
        let bytes = Packet::Rpc(rpc).to_bytes().expect("a packet");
        let expected = Outcome::of(node, client.meaning(node, number.into()), &said);
        assert_eq!(receive(&mut self.server, peer, &bytes, self.now), expected, "{number}");
    }

    /// Takes what the sessions send.
    fn collect(&mut self) {
        let clients = &mut self.clients;
        self.server.drain(|packet| {
            if let Some(client) = clients.get_mut(&packet.peer) {
                client.to_client.push_back(packet.bytes.to_vec());
            }
        });
        for client in clients.values_mut() {
            let to_server = &mut client.to_server;
            client.session.drain(|packet| to_server.push_back(packet.bytes.to_vec()));
        }
    }

    fn deliver_all(&mut self) {
        let is_waiting =
            |client: &Client| !client.to_client.is_empty() || !client.to_server.is_empty();
        while self.clients.values().any(is_waiting) {
            for peer in CLIENT..CLIENT + CLIENTS {
                self.deliver_to_server(peer, usize::MAX);
                self.deliver_to_client(peer, usize::MAX);
            }
            self.collect();
        }
    }

    fn deliver_to_server(&mut self, peer: i32, count: usize) {
        let Some(client) = self.clients.get_mut(&peer) else { return };
        for _ in 0..count {
            let Some(bytes) = client.to_server.pop_front() else { return };
            let packet = Packet::read(&bytes, &Options::DEFAULT).expect("a packet of a session");
            let expected = match &packet {
                Packet::SimplifyPath(SimplifyPath { checksum, id, path }) => {
                    assert_eq!(version_of(*checksum), client.version);
                    let node = place_of(path);
                    client.numbers.insert(*id, node);
                    client.announced[node] = true;
                    let is_known = client.version == 0 || client.is_listed();
                    if is_known && client.version != 0 {
                        client.learned = Some(client.version);
                    }
                    if is_known { Outcome::Nothing } else { Outcome::Differs(node) }
                }
                Packet::ConfirmPath(confirm) => {
                    let node = confirmed(confirm, &client.numbers_of_server);
                    client.differs_here[node] = !confirm.agrees;
                    if confirm.agrees { Outcome::Nothing } else { Outcome::Differs(node) }
                }
                Packet::Rpc(_) => {
                    let Sent { node, said, version } = client.calls.pop_front().expect("a call");
                    let number = VERSIONS[version].iter().position(|name| *name == said.0);
                    let meaning = client.meaning(node, number.expect("its own method"));
                    assert!(meaning.is_err() || meaning == Ok(said.0), "{said:?} is {meaning:?}");
                    Outcome::of(node, meaning, &said)
                }
                packet => panic!("{packet:?}"),
            };
            assert_eq!(receive(&mut self.server, peer, &bytes, self.now), expected, "{packet:?}");
        }
    }

    fn deliver_to_client(&mut self, peer: i32, count: usize) {
        let Some(client) = self.clients.get_mut(&peer) else { return };
        for _ in 0..count {
            let Some(bytes) = client.to_client.pop_front() else { return };
            let packet = Packet::read(&bytes, &Options::DEFAULT).expect("a packet of a session");
            let expected = match &packet {
                Packet::SimplifyPath(SimplifyPath { checksum, id, path }) => {
                    let (node, version) = (place_of(path), version_of(*checksum));
                    client.numbers_of_server.insert(*id, node);
                    // A repeated announcement may have another checksum, and is refused then.
                    let told = *client.told[node].get_or_insert(version);
                    match (told == version, version == client.version) {
                        (false, _) => Some(Outcome::Refused("duplicate")),
                        (true, true) => Some(Outcome::Nothing),
                        (true, false) => Some(Outcome::Differs(node)),
                    }
                }
                Packet::ConfirmPath(confirm) => {
                    let node = confirmed(confirm, &client.numbers);
                    client.differs_there[node] = !confirm.agrees;
                    Some(if confirm.agrees { Outcome::Nothing } else { Outcome::Differs(node) })
                }
                Packet::Rpc(_) => {
                    let Sent { node, said, version } =
                        client.calls_of_server.pop_front().expect("a call");
                    let told = client.told[node].expect("it is announced before the first call");
                    if told != client.version || client.differs_there[node] {
                        Some(Outcome::Refused("differs"))
                    } else {
                        // If the game has named a wrong version, it is another method.
                        (version == client.version).then_some(Outcome::Call(node, said))
                    }
                }
                packet => panic!("{packet:?}"),
            };
            let outcome = receive(&mut client.session, SERVER, &bytes, self.now);
            assert!(expected.is_none_or(|expected| outcome == expected), "{outcome:?}: {packet:?}");
        }
    }
}

/// The node whose announcement is confirmed.
fn confirmed(confirm: &ConfirmPath<'_>, numbers: &BTreeMap<u32, usize>) -> usize {
    match confirm.path {
        Confirmed::Id(id) => numbers[&id],
        Confirmed::Path(path) => place_of(path),
    }
}

/// Inputs that get far.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let all = 255;
    // A client of each version.
    let join = [0x00, 0, 0x10, 1, 0x20, 2, 0x30, 3];
    let travel: Vec<u8> = (0..2)
        .flat_map(|_| [0x07, all, 0x17, all, 0x27, all, 0x37, all])
        .chain([0x09, all, 0x19, all, 0x29, all, 0x39, all])
        .chain([0x07, all, 0x17, all, 0x27, all, 0x37, all])
        .collect();
    let calls = |node: u8| -> Vec<u8> {
        (0..5).flat_map(|m| [5, 0x15, 0x25, 0x35].map(|it| [it, m << 1 | node])).flatten().collect()
    };
    let orders = |node: u8| -> Vec<u8> {
        (0..5)
            .flat_map(|m| [0x02, 0x12, 0x22, 0x32, 4].map(|it| [it, m << 1 | node]))
            .flatten()
            .collect()
    };
    let numbers: Vec<u8> = (0..10)
        .flat_map(|m| [0x0c, 0x1c, 0x2c, 0x3c].map(|it| [it, m << 2 | m & 1]))
        .flatten()
        .collect();
    let tell = [0x1b, 1, 0x2b, 2, 0x3b, 3];
    let lie = [0x0b, 1, 0x1b, 2, 0x2b, 3, 0x3b, 1];
    let again = [0x0e, 200, 0x0e, 255, 0x10, 2, 0x2f, 0, 0x20, 0];
    let (a, b) = (calls(0), calls(1));
    let (c, d) = (orders(0), orders(1));
    let plays: [&[&[u8]]; 7] = [
        &[&join, &a, &travel, &c, &travel, &d, &numbers, &travel],
        &[&join, &c, &travel, &a, &travel, &c, &d, &travel, &b, &travel],
        &[&join, &tell, &c, &numbers, &travel, &a, &travel, &d, &travel],
        &[&join, &lie, &c, &travel, &a, &travel, &d, &numbers, &travel, &b, &travel],
        &[&join, &a, &again, &c, &travel, &a, &tell, &c, &again, &travel, &numbers],
        &[&join, &tell, &a, &c, &lie, &c, &d, &again, &travel, &c, &travel],
        &[&numbers, &join, &numbers, &a, &[0x08, 1, 0x18, 1, 0x28, 1], &numbers, &travel],
    ];
    plays.map(|play| play.concat()).to_vec()
}
