//! Any bytes as messages and packets of Godot 3's high-level multiplayer, and any order of them in its sessions. A new connection gets
//! nothing of an earlier one with the same id.

use allocation_counter::measure;
use godot_var::multiplayer::godot3::{
    Arguments, Event, Incoming, Member, Message, Node, Packet, Rpc, Rset, Session, Value,
};
use godot_var::multiplayer::{
    Config, NodeRef, Options, Relay, SERVER, SessionLimits, Target, TransferMode,
};
use godot_var::{DecodeError, Limits, Variant};

use crate::pieces::Choices;

/// Decodes a message of each transport and a packet with its values, and encodes them.
pub(crate) fn packets(bytes: &[u8]) {
    if let Ok(message) = Message::read_websocket(bytes) {
        let written = message.to_websocket();
        assert_eq!(Message::read_websocket(&written), Ok(message));
        if let Message::Packet { packet: inner, .. } = message {
            assert_eq!(written, bytes);
            packet(inner);
        }
    }
    for channel in 0..3 {
        let Ok(message) = Message::read_enet(channel, bytes) else { continue };
        // A server does not report itself as a peer.
        if message != Message::AddPeer(SERVER) {
            let (_, written) = message.to_enet(TransferMode::Reliable).expect("ENet has it");
            assert_eq!(written, bytes);
        }
    }
    packet(bytes);
}

fn packet(bytes: &[u8]) {
    for options in [
        Options::DEFAULT,
        Options::DEFAULT.with_any_path(true).with_trailing_bytes(true),
        Options::DEFAULT.with_limits(Limits::DEFAULT.with_canonical(true)),
    ] {
        let packet = match Packet::read(bytes, &options) {
            Ok(packet) => packet,
            Err(error) => {
                assert!(error.offset() <= bytes.len());
                continue;
            }
        };
        if let Err(error) = values(&packet, &options) {
            assert!(error.offset() <= bytes.len());
        }
        let written = packet.to_bytes().expect("what was read can be written");
        assert_eq!(packet.encoded_len(), Ok(written.len()));
        assert_eq!(Packet::read(&written, &options), Ok(packet));
        if options.limits.canonical {
            assert_eq!(written, bytes);
        }
    }
}

fn values(packet: &Packet<'_>, options: &Options) -> Result<(), DecodeError> {
    match packet {
        Packet::Rpc(call) => call.arguments.decode::<Vec<Variant>>(options).map(drop),
        Packet::Rset(set) => set.value.decode::<Variant>(options).map(drop),
        _ => Ok(()),
    }
}

const LIMITS: SessionLimits = SessionLimits::DEFAULT.with_bytes(4 * 1024);

const NODE: Node = Node::new()
    .with_methods(&[Member::remote("any"), Member::master("up"), Member::puppet("down")])
    .with_properties(&[Member::remote("any"), Member::puppet("state")]);

const PATHS: [&str; 4] = ["Main", "Main/Chat", "Nowhere", "."];
const NAMES: [&str; 4] = ["any", "up", "down", "state"];

/// The client of this library; further peers have the ids after it.
const CLIENT: i32 = 2;
const PEERS: i32 = 4;

struct Play {
    server: Session,
    client: Session,
    /// The messages between both, as a WebSocket sends them.
    travelling: Vec<(i32, Vec<u8>)>,
    /// The peer that has connected again in this step.
    reconnected: Option<i32>,
}

/// Runs the actions that the bytes select, and compares the stored state and the sent messages with the limits.
pub fn godot3(bytes: &[u8]) {
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
}

fn run(bytes: &[u8]) -> Option<Play> {
    let mut choices = Choices(bytes);
    let relay = [Relay::Off, Relay::On, Relay::Ask][usize::from(choices.byte()?) % 3];
    let config = Config::default().with_limits(LIMITS).with_relay(relay);
    let (server, client) = (Session::new(config), Session::client(CLIENT, config));
    let mut play = Play { server, client, travelling: Vec::new(), reconnected: None };
    for session in [&mut play.server, &mut play.client] {
        for path in &PATHS[..2] {
            session.add_node(path, NODE).expect("a path of its own");
        }
    }
    while play.step(&mut choices).is_some() {
        play.send();
    }
    Some(play)
}

impl Play {
    fn step(&mut self, choices: &mut Choices<'_>) -> Option<()> {
        let what = choices.byte()?;
        let peer = CLIENT + i32::from(what >> 4) % PEERS;
        match what & 7 {
            0 => {
                self.server.connect(peer);
            }
            1 if what & 0x40 == 0 => self.leave(peer),
            1 => self.reconnect(peer),
            2 => {
                let bytes = choices.bytes()?;
                if let Ok(message) = Message::read_websocket(bytes) {
                    self.receive(what & 8 == 0, peer, message);
                }
            }
            3 => {
                let packet = &packet_of(choices)?;
                let target = i32::from(choices.byte()?) - 8;
                let message = Message::Packet { source: peer, target, packet };
                self.receive(true, peer, message);
            }
            4 => {
                let packet = &packet_of(choices)?;
                let source = i32::from(choices.byte()?) % 8;
                let message = Message::Packet { source, target: CLIENT, packet };
                self.receive(false, SERVER, message);
            }
            5 => {
                for (to, bytes) in std::mem::take(&mut self.travelling) {
                    let from = if to == SERVER { CLIENT } else { SERVER };
                    let message = Message::read_websocket(&bytes).expect("as a session wrote it");
                    self.receive(to == SERVER, from, message);
                }
            }
            6 => {
                let byte = choices.byte()?;
                let name = NAMES[usize::from(byte) % NAMES.len()];
                for session in [&mut self.server, &mut self.client] {
                    let Some(node) = session.node(PATHS[usize::from(byte >> 2) % PATHS.len()])
                    else {
                        continue;
                    };
                    for target in [Target::All, Target::AllBut(peer), Target::Peer(peer)] {
                        let _ = session.call(target, node, name, &(byte,));
                        let _ = session.set(target, node, name, &byte);
                        let _ = session.send_bytes(target, &[byte], TransferMode::Unreliable);
                    }
                }
            }
            _ => {
                let byte = choices.byte()?;
                let path = PATHS[usize::from(byte) % PATHS.len()];
                match self.server.node(path) {
                    Some(node) if byte & 16 == 0 => self.server.set_master(node, peer),
                    Some(node) => self.server.remove_node(node),
                    None => drop(self.server.add_node(path, NODE)),
                }
            }
        }
        Some(())
    }

    fn leave(&mut self, peer: i32) {
        self.server.disconnect(peer);
        if peer == CLIENT {
            self.client.disconnect(SERVER);
            self.travelling.clear();
        }
    }

    /// Ends a connection with packets in the queue. Another one with the same id begins at once.
    fn reconnect(&mut self, peer: i32) {
        let target = Target::Peer(peer);
        let _ = self.server.send_bytes(target, b"old", TransferMode::Reliable);
        self.leave(peer);
        assert!(self.server.connect(peer).is_some(), "{peer} is still there");
        self.reconnected = Some(peer);
        // The new connection has announced no number.
        for id in 0..16 {
            let (node, arguments) = (NodeRef::Id(id), Arguments::of(0, &[]));
            let call = Packet::Rpc(Rpc { node, method: "any", arguments });
            let packet = &call.to_bytes().expect("a packet");
            let message = Message::Packet { source: peer, target: SERVER, packet };
            assert!(self.receive(true, peer, message), "{id}");
        }
        for path in PATHS {
            let Some(node) = self.server.node(path) else { continue };
            assert!(!self.server.has_confirmed(peer, node), "{path} is confirmed");
        }
    }

    /// Returns whether the session refuses the message.
    fn receive(&mut self, is_server: bool, from: i32, message: Message<'_>) -> bool {
        let session = if is_server { &mut self.server } else { &mut self.client };
        let before = format!("{session:?}");
        match session.receive(Incoming::new(from, message)) {
            Some(Event::Refused { .. }) => {
                assert_eq!(format!("{session:?}"), before);
                return true;
            }
            Some(Event::Call(call)) => drop(call.decode::<Vec<Variant>>()),
            Some(Event::Set(set)) => drop(set.decode::<Variant>()),
            Some(Event::Relay { peer, target, packet, mode }) => {
                session.relay(peer, target, packet, mode);
            }
            _ => {}
        }
        false
    }

    /// Drains the queue. What one step sends is bounded by the existing peers and nodes, and by the received bytes.
    fn send(&mut self) {
        let (mut messages, mut bytes) = (0, 0);
        let reconnected = self.reconnected.take();
        for (session, other) in [(&mut self.server, CLIENT), (&mut self.client, SERVER)] {
            session.drain(|outgoing| {
                if reconnected == Some(outgoing.peer) {
                    let is_old = matches!(outgoing.message, Message::Packet { .. });
                    assert!(!is_old, "{outgoing:?} is for the old connection");
                }
                let message = outgoing.message.to_websocket();
                messages += 1;
                bytes += message.len();
                if outgoing.peer == other && self.travelling.len() < 32 {
                    self.travelling.push((other, message));
                }
            });
        }
        assert!(messages <= 4096 && bytes <= 1 << 18, "{messages} messages with {bytes} bytes");
    }
}

/// A packet about existing peers and nodes.
fn packet_of(choices: &mut Choices<'_>) -> Option<Vec<u8>> {
    /// The int 5.
    const FIVE: &[u8] = &[2, 0, 0, 0, 5, 0, 0, 0];
    let (what, id) = (choices.byte()?, u32::from(choices.byte()? & 15));
    let path = PATHS[usize::from(what >> 3) % PATHS.len()];
    let name = NAMES[usize::from(what >> 5) % NAMES.len()];
    let node = if id & 1 == 0 { NodeRef::Path(path) } else { NodeRef::Id(id) };
    let packet = match what % 5 {
        0 => Packet::ConfirmPath(path),
        1 => Packet::SimplifyPath { id, path },
        2 => Packet::Rpc(Rpc { node, method: name, arguments: Arguments::of(1, FIVE) }),
        3 => Packet::Rset(Rset { node, property: name, value: Value::of(FIVE) }),
        _ => Packet::Raw(b"x"),
    };
    packet.to_bytes().ok()
}

/// Long plays: peers that join, call, confirm, set, send each other packets, and leave.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let travel = [5, 5, 5];
    let join = [&[0x00, 0x10][..], &travel].concat();
    let call = [&[6, 4, 6, 7][..], &travel, &[6, 4, 6, 6], &travel].concat();
    // SIMPLIFY_PATH, then RPC and RSET with the number, for the server and for all.
    let theirs = [3, 11, 3, 9, 3, 42, 3, 9, 3, 43, 3, 8, 0x13, 14, 1, 10, 4, 42, 3, 1];
    let other = [7, 1, 6, 4, 7, 0x11, 6, 4, 7, 0x11, 0x11, 0x01];
    // Connections that end and begin again with numbers, confirmed paths and packets in the queue.
    let again = [&call[..], &[0x41], &travel, &call, &theirs, &[0x41, 0x51], &travel].concat();
    let mut found = Vec::new();
    for relay in 0..3 {
        found.push([&[relay][..], &join, &call, &theirs, &travel, &other, &join, &call].concat());
        found.push([&[relay][..], &join, &again, &call, &other, &again].concat());
        found.push([&[relay][..], &theirs, &join, &other, &travel, &theirs, &travel].concat());
    }
    found
}
