//! Any order of packets, connections, spawns, states and time in sessions of Godot's high-level multiplayer: a server, its client, and peers
//! that send any bytes. A new connection gets nothing of an earlier one with the same id.

use std::collections::BTreeMap;
use std::time::Duration;

use allocation_counter::measure;
use godot_var::Godot4;
use godot_var::multiplayer::{
    Arguments, Checksum, Config, ConfirmPath, Confirmed, Delta, DeltaElement, DeltaElements, Event,
    GodotRpc, GodotSync, Ids, Incoming, MethodSet, MultiplayerSpawner, MultiplayerSynchronizer,
    NewNode, Node, NodeId, NodeRef, Options, Packet, Relay, Request, Row, Rpc, SERVER, Scene,
    Session, SessionLimits, SimplifyPath, Spawn, Sync, SyncElement, SyncElements, Synchronizer,
    Target, TransferMode, compressed,
};
use godot_var::output::VecOutput;

use crate::pieces::Choices;

/// A method that every peer may call, a question, and a method for the authority.
#[derive(GodotRpc)]
enum Calls {
    #[rpc(any_peer)]
    Any,
    #[rpc(any_peer, answer = "i64")]
    Ask,
    #[rpc(unreliable)]
    Own,
}

/// A property of each mode.
#[derive(Clone, GodotSync)]
struct State {
    always: i64,
    #[sync(on_change)]
    on_change: i64,
}

const fn state(number: i64) -> State {
    State { always: number, on_change: number }
}

const LIMITS: SessionLimits = SessionLimits::DEFAULT.with_bytes(8 * 1024).with_auth_messages(4);

/// The maximum number of nodes that the game spawns at once.
const SPAWNED: usize = 8;

/// The maximum number of questions that a session remembers.
const QUESTIONS: usize = 8;

/// The client of this library; further peers have the ids after it.
const CLIENT: i32 = 2;
const PEERS: i32 = 4;
/// An id that never connects.
const NOBODY: i32 = CLIENT + PEERS;

const PATHS: [&str; 8] = [
    "Main",
    "Main/Spawner",
    "Main/Sync",
    "Main/Theirs",
    "Main/Ours/1/Input",
    "Main/Ours/2",
    "Nowhere",
    ".",
];

fn config(byte: u8) -> Config {
    let relay = [Relay::Off, Relay::On, Relay::Ask][usize::from(byte) % 3];
    let config = Config::default().with_limits(LIMITS).with_relay(relay);
    let config = config.with_max_sync_packet_size(40).with_max_delta_packet_size(60);
    if byte & 0x10 == 0 { config } else { config.with_auth(Duration::from_secs(1)) }
}

/// The nodes that both sides have from the start.
fn add_level(session: &mut Session) {
    session.add_node("Main", Node::of::<Calls>()).expect("a path of its own");
    let ours = MultiplayerSpawner::new("Main/Ours").with_scenes(&["a"]).with_spawn_function();
    session.add_spawner("Main/Spawner", ours).expect("a path of its own");
    let theirs = MultiplayerSpawner::new("Main/Theirs/There").with_scenes(&["a"]);
    let theirs = theirs.with_authority(3).with_spawn_limit(6);
    session.add_spawner("Main/Theirs", theirs).expect("a path of its own");
    let sync = MultiplayerSynchronizer::new(&state(1)).expect("a state");
    session.add_synchronizer("Main/Sync", sync).expect("a path of its own");
}

/// A question of a peer that this side can answer.
struct Question {
    is_at_server: bool,
    request: Request,
    /// Whether the connection that asked has ended.
    is_over: bool,
}

struct Play {
    server: Session,
    client: Session,
    now: Duration,
    spawned: Vec<NodeId>,
    /// The open requests of the server to peers that have not left.
    asked: BTreeMap<u32, i32>,
    questions: Vec<Question>,
    /// The peer that has connected again in this step.
    reconnected: Option<i32>,
    /// The packets between both.
    travelling: Vec<(i32, Vec<u8>)>,
}

/// Runs the actions that the bytes select, and compares the stored state and the sent packets with the limits.
pub fn session(bytes: &[u8]) {
    let mut play = None;
    let cost = measure(|| play = run(bytes));
    let Some(mut play) = play else { return };
    // A queue keeps its buffer, which one input may have filled.
    assert!(cost.bytes_current < 1 << 20, "{} bytes are kept", cost.bytes_current);
    for peer in CLIENT..CLIENT + PEERS {
        play.server.disconnect(peer);
    }
    play.client.disconnect(SERVER);
    assert_eq!((play.server.peers().count(), play.client.peers().count()), (0, 0));
    for node in play.spawned {
        play.server.remove_node(node);
    }
    for path in ["Main/Ours/1", "Main/Theirs/There/1"] {
        assert_eq!((play.server.node(path), play.client.node(path)), (None, None));
    }
}

fn run(bytes: &[u8]) -> Option<Play> {
    let mut choices = Choices(bytes);
    let first = choices.byte()?;
    let mut play = Play {
        server: Session::new(config(first)),
        client: Session::client(CLIENT, config(first)),
        now: Duration::ZERO,
        spawned: Vec::new(),
        asked: BTreeMap::new(),
        questions: Vec::new(),
        reconnected: None,
        travelling: Vec::new(),
    };
    add_level(&mut play.server);
    add_level(&mut play.client);
    while play.step(&mut choices).is_some() {
        play.send();
    }
    Some(play)
}

impl Play {
    fn step(&mut self, choices: &mut Choices<'_>) -> Option<()> {
        let what = choices.byte()?;
        let peer = CLIENT + i32::from(what >> 4) % PEERS;
        match what & 15 {
            0 => {
                self.server.connect(peer, self.now);
                if peer == CLIENT {
                    self.client.connect(SERVER, self.now);
                }
            }
            1 if what & 0x40 == 0 => self.leave(peer),
            1 => self.reconnect(peer),
            2 => {
                let bytes = choices.bytes()?;
                self.receive(true, peer, bytes);
            }
            3 => {
                let bytes = choices.bytes()?;
                self.receive(false, SERVER, bytes);
            }
            4 => {
                let packet = packet(choices)?;
                self.receive(true, peer, &packet);
            }
            5 => {
                let packet = packet(choices)?;
                self.receive(false, SERVER, &packet);
            }
            6 => {
                for (to, packet) in std::mem::take(&mut self.travelling) {
                    let from = if to == SERVER { CLIENT } else { SERVER };
                    self.receive(to == SERVER, from, &packet);
                }
            }
            7 => {
                let seconds = choices.byte()?;
                let passed = Duration::from_millis(u64::from(seconds) * 50);
                self.now =
                    if seconds == 255 { Duration::MAX } else { self.now.saturating_add(passed) };
            }
            8 => {
                while let Some(event) = self.server.poll(self.now) {
                    if let Event::Unanswered { request, .. } = event {
                        self.asked.remove(&request);
                    }
                }
                while self.client.poll(self.now).is_some() {}
            }
            9 => self.spawn(choices.byte()?),
            10 => {
                let place = usize::from(choices.byte()?);
                if place < self.spawned.len() {
                    self.server.remove_node(self.spawned.swap_remove(place));
                }
            }
            11 => {
                let state = state(i64::from(choices.byte()?));
                for session in [&mut self.server, &mut self.client] {
                    for path in ["Main/Sync", "Main/Ours/1/Sync", "Main/Ours/1/Input"] {
                        if let Some(node) = session.node(path) {
                            let _ = session.set_state(node, &state);
                        }
                    }
                }
            }
            12 => {
                let byte = choices.byte()?;
                let path = ["Main/Sync", "Main/Ours/1/Sync"][usize::from(byte & 1)];
                if let Some(node) = self.server.node(path) {
                    match byte & 2 {
                        0 => self.server.set_public_visibility(node, byte & 4 != 0),
                        _ => self.server.set_visibility_for(node, peer, byte & 4 != 0),
                    }
                }
            }
            13 => {
                let path = PATHS[usize::from(choices.byte()?) % PATHS.len()];
                let targets = [
                    (Target::All, Calls::Any),
                    (Target::AllBut(peer), Calls::Own),
                    (Target::Peer(peer), Calls::Any),
                ];
                for session in [&mut self.server, &mut self.client] {
                    if let Some(node) = session.node(path) {
                        for (target, call) in &targets {
                            let _ = session.call(*target, node, call);
                        }
                    }
                }
            }
            14 => {
                let byte = choices.byte()?;
                let path = PATHS[usize::from(byte) % PATHS.len()];
                if let Some(node) = self.server.node(path) {
                    self.server.set_authority(node, i32::from(byte >> 4));
                }
            }
            _ if what & 0x40 != 0 => self.ask(peer),
            _ if what & 0x80 != 0 => self.answer_all(),
            _ => {
                self.server.complete_auth(peer);
                self.client.complete_auth(SERVER);
                self.server.send_auth(peer, b"password");
            }
        }
        Some(())
    }

    fn leave(&mut self, peer: i32) {
        self.server.disconnect(peer);
        self.asked.retain(|_, asked| *asked != peer);
        if peer == CLIENT {
            self.client.disconnect(SERVER);
            self.travelling.clear();
        }
        for question in &mut self.questions {
            let end = if question.is_at_server { question.request.peer } else { CLIENT };
            question.is_over |= end == peer;
        }
    }

    /// Ends a connection with packets in the queue and an open request. Another one with the same id begins at once.
    fn reconnect(&mut self, peer: i32) {
        let main = self.server.node("Main").expect("nobody removes it");
        self.ask(peer);
        let last = self.asked.last_key_value().map_or(1, |(request, _)| *request);
        let target = Target::Peer(peer);
        let _ = self.server.call(target, main, &Calls::Any);
        let _ = self.server.send_bytes(target, b"old", TransferMode::Reliable, 0);
        self.leave(peer);
        self.server.connect(peer, self.now);
        if peer == CLIENT {
            self.client.connect(SERVER, self.now);
        }
        self.reconnected = Some(peer);
        self.answer_all();
        let nodes = PATHS.iter().filter_map(|path| self.server.node(path));
        for node in nodes.chain(self.spawned.iter().copied()) {
            assert!(!self.server.has_confirmed(peer, node), "{node:?} is confirmed");
            assert!(!self.server.is_spawned(peer, node), "{node:?} is spawned");
            let is_visible = self.server.is_visible_for(node, peer);
            assert_eq!(is_visible, self.server.is_visible_for(node, NOBODY), "{node:?}");
        }
        // The new connection has announced no number, and was asked nothing.
        let any = Calls::METHODS.iter().position(|method| method.name == "any");
        let any = any.expect("a method") as u16;
        for id in 0..4 {
            let call = Packet::Rpc(Rpc::new(NodeRef::Id(id), any, Arguments::NONE));
            assert!(self.receive(true, peer, &call.to_bytes().expect("a packet")), "{id}");
        }
        let answered = Calls::METHODS.iter().position(|method| method.name == "answered");
        let mut values = Vec::new();
        let mut out = VecOutput::new(&mut values);
        compressed::encode::<Godot4, _, _>(&last, &mut out).expect("a number");
        compressed::encode::<Godot4, _, _>("", &mut out).expect("a text");
        compressed::encode::<Godot4, _, _>(&5, &mut out).expect("a number");
        let answered = answered.expect("a method") as u16;
        let answer = Rpc::new(NodeRef::Path("Main"), answered, Arguments::of(3, &values));
        let answer = Packet::Rpc(answer).to_bytes().expect("a packet");
        assert!(self.receive(true, peer, &answer), "an answer to an old request");
    }

    fn ask(&mut self, peer: i32) {
        let main = self.server.node("Main").expect("nobody removes it");
        let timeout = Duration::from_secs(20);
        if self.asked.len() < QUESTIONS
            && let Ok(request) = self.server.ask(peer, main, &Calls::Ask, timeout)
        {
            self.asked.insert(request, peer);
        }
        if let Some(main) = self.client.node("Main") {
            let _ = self.client.ask(SERVER, main, &Calls::Ask, Duration::ZERO);
        }
    }

    fn answer_all(&mut self) {
        for Question { is_at_server, request, is_over } in std::mem::take(&mut self.questions) {
            let session = if is_at_server { &mut self.server } else { &mut self.client };
            let answered = session.answer(&request, Calls::ASK, Ok(&7));
            assert!(!is_over || answered.is_err(), "a new connection gets an answer");
        }
    }

    fn spawn(&mut self, byte: u8) {
        let spawner = self.server.node("Main/Spawner").expect("nobody removes it");
        let name = (byte % 8).to_string();
        let sync = MultiplayerSynchronizer::new(&state(2)).expect("a state");
        let input = MultiplayerSynchronizer::of::<State>().with_authority(CLIENT);
        let new = match byte & 16 {
            0 => NewNode::scene(0, &name),
            _ => NewNode::custom(&byte, &name).expect("an argument"),
        };
        let new = new
            .with_node(Node::of::<Calls>())
            .with_synchronizer("Sync", sync.with_public_visibility(byte & 32 == 0))
            .with_synchronizer("Input", input);
        if self.spawned.len() < SPAWNED
            && let Ok(node) = self.server.spawn(spawner, new)
        {
            self.spawned.push(node);
        }
    }

    /// Returns whether the session refuses the packet.
    fn receive(&mut self, is_server: bool, from: i32, bytes: &[u8]) -> bool {
        let session = if is_server { &mut self.server } else { &mut self.client };
        // Only sets the time.
        session.connect(0, self.now);
        let before = format!("{session:?}");
        match session.receive(Incoming::new(from, bytes), self.now) {
            Some(Event::Refused { .. }) => {
                assert_eq!(format!("{session:?}"), before);
                return true;
            }
            Some(Event::Call(call)) => {
                if let Some(request) = call.request.filter(|_| self.questions.len() < QUESTIONS) {
                    assert_eq!(request.peer, from);
                    let is_over = false;
                    self.questions.push(Question { is_at_server: is_server, request, is_over });
                }
            }
            Some(Event::Answered { peer, request, .. }) if is_server => {
                assert_eq!(self.asked.remove(&request), Some(peer), "nobody was asked {request}");
            }
            Some(Event::Synchronized { updates, .. }) => {
                assert!(updates.len() * 8 <= bytes.len());
                for update in updates {
                    let _ = update.apply(&mut state(0));
                }
            }
            Some(Event::Spawned(spawned)) => {
                let path = session.path(spawned.node).expect("it is there").to_owned();
                session.set_node(spawned.node, Node::of::<Calls>());
                let sync = MultiplayerSynchronizer::of::<State>().with_authority(from);
                let _ = session.add_synchronizer(&format!("{path}/Sync"), sync);
                let input = MultiplayerSynchronizer::new(&state(3)).expect("a state");
                let own = input.with_authority(session.unique_id());
                let _ = session.add_synchronizer(&format!("{path}/Input"), own);
            }
            Some(Event::Relay { peer, target, packet }) => {
                let before = format!("{session:?}");
                let event = session.relay(Incoming::new(peer, packet), target, self.now);
                if let Some(Event::Refused { .. }) = event {
                    assert_eq!(format!("{session:?}"), before);
                }
            }
            _ => {}
        }
        false
    }

    /// Drains the queue. What one step sends is bounded by the existing peers and nodes, and by the received bytes.
    fn send(&mut self) {
        let (mut packets, mut bytes) = (0, 0);
        let reconnected = self.reconnected.take();
        for (session, other) in [(&mut self.server, CLIENT), (&mut self.client, SERVER)] {
            session.drain(|packet| {
                packets += 1;
                bytes += packet.bytes.len();
                if reconnected == Some(packet.peer) {
                    let packet = Packet::read(packet.bytes, &Options::DEFAULT);
                    let is_new = matches!(packet, Ok(Packet::SimplifyPath(_) | Packet::AddPeer(_)));
                    assert!(is_new, "{packet:?} is for the old connection");
                }
                if packet.peer == other && self.travelling.len() < 32 {
                    self.travelling.push((other, packet.bytes.to_vec()));
                }
            });
        }
        assert!(packets <= 4096 && bytes <= 1 << 18, "{packets} packets with {bytes} bytes");
    }
}

/// A packet about existing peers and nodes.
fn packet(choices: &mut Choices<'_>) -> Option<Vec<u8>> {
    let what = choices.byte()?;
    let (id, more) = (u32::from(choices.byte()?), choices.byte()?);
    let path = PATHS[usize::from(more) % PATHS.len()];
    let mut elements = Vec::new();
    let packet = match what % 9 {
        0 => Packet::ConfirmPath(ConfirmPath { agrees: more & 1 == 0, path: Confirmed::Id(id) }),
        1 => {
            let checksum = match more >> 4 {
                0 => Calls::CHECKSUM,
                _ => Checksum::NONE,
            };
            Packet::SimplifyPath(SimplifyPath { checksum, id, path })
        }
        2 => {
            let method = u16::from(more >> 4) | u16::from(more & 8) << 12;
            Packet::Rpc(Rpc::new(NodeRef::Id(id), method, Arguments::NONE))
        }
        3 => {
            let ids = [u32::from(more) + 1, u32::from(more) + 2].map(u32::to_le_bytes);
            let name = (more % 8).to_string();
            let (scene, state) = (Scene::Index(more >> 7), Row::new(b"\x02\x05\x02\x06"));
            let synchronizers = Ids::of(&ids[..usize::from(more >> 3 & 1)]);
            let node = id.max(1);
            let spawn = Spawn { scene, spawner: 3, node, synchronizers, name: &name, state };
            return Packet::Spawn(spawn).to_bytes().ok();
        }
        4 => Packet::Despawn(id),
        5 => {
            let synchronizer =
                if more & 1 == 0 { Synchronizer::Path(id) } else { Synchronizer::Spawned(id) };
            let mut out = VecOutput::new(&mut elements);
            SyncElement { synchronizer, row: Row::new(b"\x02\x05") }.put(&mut out).ok()?;
            let elements = SyncElements::new(&elements).ok()?;
            Packet::Sync(Sync { time: u16::from(more) << 8, elements })
        }
        6 => {
            let packet = match more & 7 {
                0 => b"\x03x".to_vec(),
                _ => packet_about(path, id, more)?,
            };
            let peer = id as i32 % 8 - 3;
            return Packet::Relay { peer, packet: &packet }.to_bytes().ok();
        }
        7 => Packet::AddPeer(id as i32 % 8),
        _ => Packet::DelPeer(id as i32 % 8),
    };
    packet.to_bytes().ok()
}

/// A packet of a client for another one, about a path that the other may not have.
fn packet_about(path: &str, id: u32, more: u8) -> Option<Vec<u8>> {
    let mut elements = Vec::new();
    match more & 3 {
        0 => Packet::Rpc(Rpc::new(NodeRef::Path(path), 0, Arguments::NONE)),
        1 => Packet::SimplifyPath(SimplifyPath { checksum: Checksum::NONE, id, path }),
        2 => {
            let (synchronizers, state) = (Ids::of(&[[7, 0, 0, 0]]), Row::new(b""));
            let scene = Scene::Index(0);
            let spawn = Spawn { scene, spawner: id, node: 6, synchronizers, name: "1", state };
            return Packet::Spawn(spawn).to_bytes().ok();
        }
        _ => {
            let (synchronizer, row) = (Synchronizer::Spawned(7), Row::new(b"\x02\x05"));
            let element = DeltaElement { synchronizer, mask: 1, row };
            element.put(&mut VecOutput::new(&mut elements)).ok()?;
            Packet::Delta(Delta { elements: DeltaElements::new(&elements).ok()? })
        }
    }
    .to_bytes()
    .ok()
}

/// Long plays: peers that join, confirm, spawn, synchronize, and leave.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    // Steps of the protocol. The client answers by itself when packets are delivered.
    let travel = [6, 6, 6, 8, 6];
    let join = [&[0x00][..], &travel].concat();
    let spawn = [&[9, 1, 9, 18, 9, 33][..], &travel].concat();
    let state = [&[11, 5][..], &travel, &[11, 6, 8], &travel].concat();
    let hide = [&[12, 3, 12, 5][..], &travel, &[0x0c, 7], &travel].concat();
    let call = [&[13, 0, 13, 5][..], &travel].concat();
    let theirs =
        [&[0x10, 0x14, 1, 3, 3, 0x14, 3, 1, 9, 0x14, 3, 2, 10, 0x14, 4, 1, 0][..]].concat();
    let late = [&[7, 20, 8, 7, 40, 8, 7, 255, 8][..]].concat();
    let leave = [&[10, 0, 0x11, 0x01][..], &travel].concat();
    let auth = [&[0x0f, 6, 0x0f, 6, 6][..]].concat();
    let other = [&[0x20, 0x24, 0, 3, 0, 0x24, 1, 9, 2, 0x24, 5, 9, 0, 0x24, 6, 3, 0][..]].concat();
    // Questions, answers, and connections that end with open requests, packets in the queue, and nodes that the peer has.
    let again = [
        &[0x4f][..],
        &travel,
        &[0x8f, 6, 6, 0x4f, 6, 0x41],
        &travel,
        &[0x4f, 0x41, 0x4f, 6, 0x41],
        &travel,
        &[0x8f],
    ]
    .concat();
    let others_again = [0x51, 0x14, 1, 3, 3, 0x14, 3, 1, 9, 0x51, 0x61, 0x5f, 0x51];
    // Packets of peer 4 for peer 2, which does not have the nodes yet.
    let relay = [0x24, 6, 5, 4, 0x24, 6, 5, 5, 0x24, 6, 5, 6, 0x24, 6, 5, 7, 13, 4, 13, 5];
    let mut found = Vec::new();
    for first in [0, 1, 2, 0x10, 0x11] {
        let all = [&join[..], &auth, &spawn, &other, &state, &hide, &call, &theirs, &late, &leave];
        found.push([&[first][..], &all.concat()].concat());
        found.push([&[first][..], &spawn, &join, &auth, &state, &hide, &leave, &join].concat());
        let all = [&join[..], &auth, &spawn, &state, &again, &auth, &call, &theirs, &others_again];
        found.push([&[first][..], &all.concat(), &state, &hide, &again, &relay].concat());
        let late = [&[first, 0x20][..], &spawn, &[0], &relay, &travel, &relay, &leave, &[0x21]];
        found.push(late.concat());
    }
    found
}
