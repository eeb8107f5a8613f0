//! Godot 3's high-level multiplayer: real engines against a session of this library, over ENet and WebSocket.
//!
//! The engine's side is `tests/engine/godot3/multiplayer.gd`.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::multiplayer::godot3::{
    Call, Event, Incoming, Member, Message, Node, Outgoing, Session, Set,
};
use godot_var::multiplayer::{Config, NodeId, Relay, SERVER, Target, TransferMode};
use godot_var::{Color, Variant, Vector2};
use rusty_enet::{EventNoRef, Host, HostSettings, Packet, PacketKind, PeerID, RangeCoder};
use tungstenite::{Message as WebMessage, WebSocket};

use crate::needs::{self, GODOT3, GODOT36, Godot};
use crate::programs::engine::{Engine, Scratch, TIMEOUT};

/// `multiplayer_chat.gd`.
const CHAT: Node = Node::new()
    .with_methods(&[
        Member::remote("values"),
        Member::puppet("answer"),
        Member::puppetsync("tick"),
        Member::remote("finish"),
        Member::remote("zeta"),
        Member::remote("Move"),
        Member::remotesync("hello"),
        // The script offers no such method, and is the puppet of this one.
        Member::remote("private"),
        Member::remote("for_master"),
    ])
    .with_properties(&[
        Member::remote("color"),
        Member::puppet("health").with_transfer(TransferMode::Unreliable),
        Member::master("wish"),
    ]);
const PATH: &str = "Main/Chät";
/// The id of the first client over WebSocket.
const CLIENT: i32 = 70_000;

type Eight = (Variant, Variant, Variant, Variant, Variant, Variant, Variant, Variant);

/// A message of a peer, as it came.
struct Arrived {
    peer: i32,
    bytes: Vec<u8>,
    /// Over ENet.
    channel: Option<u8>,
    mode: TransferMode,
}

impl Arrived {
    fn incoming(&self) -> Incoming<'_> {
        let read = match self.channel {
            Some(channel) => Message::read_enet(channel, &self.bytes),
            None => Message::read_websocket(&self.bytes),
        };
        let message = read.unwrap_or_else(|error| panic!("{}: {error}", hex::encode(&self.bytes)));
        Incoming { peer: self.peer, message, mode: self.mode }
    }
}

enum Change {
    Joined(i32),
    Left(i32),
    Arrived(Arrived),
}

/// Both transports at once, as a server or a client.
struct Transports {
    enet: Host<UdpSocket>,
    /// The ids of connections over ENet.
    ids: BTreeMap<PeerID, i32>,
    listener: TcpListener,
    sockets: BTreeMap<i32, WebSocket<TcpStream>>,
    started: Instant,
}

impl Transports {
    fn new(compressed: bool) -> Self {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let settings = HostSettings {
            compressor: compressed.then(|| Box::new(RangeCoder::new()) as _),
            channel_limit: Message::ENET_CHANNELS.into(),
            ..Default::default()
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        listener.set_nonblocking(true).expect("a non-blocking listener");
        Self {
            enet: Host::new(socket, settings).expect("a host"),
            ids: BTreeMap::new(),
            listener,
            sockets: BTreeMap::new(),
            started: Instant::now(),
        }
    }

    fn port(&self, transport: &str) -> u16 {
        let address = match transport {
            "websocket" => self.listener.local_addr(),
            _ => self.enet.socket().local_addr(),
        };
        address.expect("an address").port()
    }

    /// Returns the events after a short wait.
    fn changes(&mut self) -> Vec<Change> {
        assert!(self.started.elapsed() < TIMEOUT, "the engine says nothing");
        thread::sleep(Duration::from_millis(1));
        let mut changes = Vec::new();
        if let Ok((stream, _)) = self.listener.accept() {
            stream.set_nonblocking(false).expect("a blocking stream");
            let socket = tungstenite::accept(stream).expect("a handshake");
            let id = CLIENT + self.sockets.len() as i32;
            self.insert(id, socket);
            changes.push(Change::Joined(id));
        }
        while let Some(event) = self.enet.service().expect("a working socket") {
            match event.no_ref() {
                EventNoRef::Connect { peer, data } => {
                    let id = *self.ids.entry(peer).or_insert(data as i32);
                    changes.push(Change::Joined(id));
                }
                EventNoRef::Disconnect { peer, .. } => {
                    changes.extend(self.ids.remove(&peer).map(Change::Left));
                }
                EventNoRef::Receive { peer, channel_id, packet } => {
                    let mode = match packet.kind() {
                        PacketKind::Reliable => TransferMode::Reliable,
                        _ => TransferMode::Unreliable,
                    };
                    let (bytes, channel) = (packet.data().to_vec(), Some(channel_id));
                    let peer = self.ids[&peer];
                    changes.push(Change::Arrived(Arrived { peer, bytes, channel, mode }));
                }
            }
        }
        let mut gone = Vec::new();
        for (peer, socket) in &mut self.sockets {
            match socket.read() {
                Ok(WebMessage::Binary(bytes)) => changes.push(Change::Arrived(Arrived {
                    peer: *peer,
                    bytes: bytes.to_vec(),
                    channel: None,
                    mode: TransferMode::Reliable,
                })),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => gone.push(*peer),
            }
        }
        for peer in gone {
            self.sockets.remove(&peer);
            changes.push(Change::Left(peer));
        }
        changes
    }

    fn insert(&mut self, id: i32, socket: WebSocket<TcpStream>) {
        socket.get_ref().set_nonblocking(true).expect("a non-blocking stream");
        socket.get_ref().set_nodelay(true).expect("no delay");
        self.sockets.insert(id, socket);
    }

    fn send(&mut self, outgoing: &Outgoing<'_>) {
        if let Some(socket) = self.sockets.get_mut(&outgoing.peer) {
            let message = WebMessage::binary(outgoing.message.to_websocket());
            // The engine may have ended already.
            drop(socket.send(message));
            return;
        }
        let Some((channel, bytes)) = outgoing.message.to_enet(outgoing.mode) else { return };
        let packet = match outgoing.mode {
            TransferMode::Reliable => Packet::reliable(bytes),
            _ => Packet::unreliable(bytes),
        };
        let peer = self.ids.iter().find(|(_, id)| **id == outgoing.peer);
        let Some((&peer, _)) = peer else { return };
        self.enet.peer_mut(peer).send(channel, &packet).expect("a packet goes out");
        self.enet.flush();
    }
}

/// One side of a session, with the script's node.
struct Side {
    session: Session,
    chat: NodeId,
    transports: Transports,
}

impl Side {
    fn new(session: Session, compressed: bool) -> Self {
        let mut session = session;
        let chat = session.add_node(PATH, CHAT).expect("a path of its own");
        Self { session, chat, transports: Transports::new(compressed) }
    }

    fn server(config: Config, compressed: bool) -> Self {
        Self::new(Session::new(config), compressed)
    }

    fn start(&self, godot: &Godot, test: &str, mode: &str, transport: &str) -> Engine {
        let scratch = Scratch::in_engine(godot, &format!("multiplayer3-{test}-{transport}"));
        let port = self.transports.port(transport).to_string();
        Engine::start_in(godot, scratch, "multiplayer.gd", &[mode, transport, &port])
    }

    /// Continues until `take` returns true. It gets the events and the bytes that they came from.
    fn play(&mut self, mut take: impl FnMut(&mut Session, NodeId, Event<'_>, &[u8]) -> bool) {
        loop {
            for change in self.transports.changes() {
                let enough = match change {
                    Change::Joined(peer) => {
                        let event = self.session.connect(peer).expect("a peer of its own");
                        take(&mut self.session, self.chat, event, &[])
                    }
                    Change::Left(peer) => {
                        self.session.disconnect(peer);
                        false
                    }
                    Change::Arrived(arrived) => match self.session.receive(arrived.incoming()) {
                        Some(event) => take(&mut self.session, self.chat, event, &arrived.bytes),
                        None => false,
                    },
                };
                self.send();
                if enough {
                    return;
                }
            }
        }
    }

    fn send(&mut self) {
        let transports = &mut self.transports;
        self.session.drain(|outgoing| transports.send(&outgoing));
    }

    /// Runs the transports until an engine has ended.
    fn until_ended(&mut self, engine: &mut Engine) {
        while engine.is_running() {
            for change in self.transports.changes() {
                if let Change::Left(peer) = change {
                    self.session.disconnect(peer);
                }
            }
            self.send();
        }
    }
}

/// Whether a packet in a message names its node by the path: bit 31 of the word after the command.
fn is_by_path(message: &[u8], transport: &str) -> bool {
    let head = if transport == "websocket" { 9 } else { 8 };
    message[head + 4] & 0x80 != 0
}

/// What a client does to its server.
#[derive(Default)]
struct Seen {
    /// Reliable messages, in order, and whether they contain the node's path.
    sure: Vec<(&'static str, bool)>,
    /// Unreliable messages.
    unsure: Vec<(String, bool)>,
}

impl Seen {
    fn zetas(&self) -> usize {
        self.sure.iter().filter(|(name, _)| *name == "zeta").count()
    }

    fn take_call(&mut self, session: &mut Session, call: &Call<'_>, by_path: bool) {
        let target = Target::Peer(call.peer);
        match call.method.name {
            "values" => {
                let values: Eight = call.decode().expect("eight values");
                self.sure.push(("values", by_path));
                session.call(target, call.node, "answer", &values).expect("sent");
            }
            "Move" => {
                let (to, speed): (Vector2, u8) = call.decode().expect("a vector and a number");
                self.unsure.push((format!("Move {} {} {speed}", to.x, to.y), by_path));
            }
            "zeta" => {
                let () = call.decode().expect("no argument");
                self.sure.push(("zeta", by_path));
            }
            other => panic!("{other}"),
        }
    }

    fn take_set(&mut self, session: &mut Session, set: &Set<'_>, by_path: bool) {
        match set.property.name {
            "color" => {
                let color: Color = set.decode().expect("a color");
                self.sure.push(("color", by_path));
                let back = Color { b: 1.0, ..color };
                session.set(Target::Peer(set.peer), set.node, "color", &back).expect("sent");
                session.set(Target::Peer(set.peer), set.node, "health", &90).expect("sent");
            }
            "wish" => {
                let wish: &str = set.decode().expect("a text");
                self.unsure.push((format!("wish {wish}"), by_path));
            }
            other => panic!("{other}"),
        }
    }
}

/// A client in the engine: calls, properties and bytes in both directions, before and after the path is confirmed.
fn client_over(godot: &Godot, transport: &str) {
    let mut server = Side::server(Config::default(), transport == "enet_compressed");
    let mut engine = server.start(godot, "client", "client", transport);
    let mut seen = Seen::default();
    server.play(|session, chat, event, bytes| {
        match event {
            Event::Connected(_) => {}
            Event::Call(call) => seen.take_call(session, &call, is_by_path(bytes, transport)),
            Event::Set(set) => seen.take_set(session, &set, is_by_path(bytes, transport)),
            Event::Raw { peer, bytes } => {
                let back: Vec<u8> = bytes.iter().rev().copied().collect();
                let mode = TransferMode::Unreliable;
                session.send_bytes(Target::Peer(peer), &back, mode).expect("sent");
            }
            other => panic!("{other:?}"),
        }
        if seen.zetas() == 1 {
            // It got the announcement half a second ago.
            let peer = session.peers().next().expect("the client");
            assert!(session.has_confirmed(peer, chat));
        }
        seen.zetas() == 2
    });
    // The client names the node by its path until the server has confirmed, and then by its number.
    let (by_path, by_id) = (true, false);
    let expected = [
        ("values", by_path),
        ("color", by_path),
        ("zeta", by_id),
        ("values", by_id),
        ("color", by_id),
        ("zeta", by_id),
    ];
    assert_eq!(seen.sure, expected);
    // Unreliable messages usually arrive; over WebSocket they always do.
    seen.unsure.sort();
    let expected = ["Move 1 2 3", "wish more"]
        .into_iter()
        .flat_map(|said| [by_id, by_path].map(|by| (said.to_owned(), by)));
    let expected: Vec<_> = expected.collect();
    assert!(seen.unsure.iter().all(|said| expected.contains(said)), "{:?}", seen.unsure);
    if transport == "websocket" {
        assert_eq!(seen.unsure, expected);
    }
    for (method, arguments) in [("tick", vec![Variant::Int(-5)]), ("finish", Vec::new())] {
        server.session.call(Target::All, server.chat, method, &arguments).expect("sent");
    }
    server.send();
    server.until_ended(&mut engine);
    let printed = engine.finish_in_place();
    for (said, times) in [
        ("connected as itself\n", 1),
        ("answer True from 1\n", 2),
        ("color ffff80ff from the server\n", 2),
        ("tick -5\nfinish\n", 1),
    ] {
        assert_eq!(printed.matches(said).count(), times, "{said:?} in\n{printed}");
    }
    for said in ["health 90 from the server\n", "bytes 0809 from the server\n"] {
        let times = printed.matches(said).count();
        assert!(times == 2 || times < 2 && transport != "websocket", "{said:?} in\n{printed}");
    }
}

fn client_over_enet(godot: &Godot) {
    client_over(godot, "enet");
}

fn client_over_compressed_enet(godot: &Godot) {
    client_over(godot, "enet_compressed");
}

fn client_over_websocket(godot: &Godot) {
    client_over(godot, "websocket");
}

/// Two clients, one over each transport: the server relays what they send each other.
fn two_clients(godot: &Godot) {
    let config = Config::default().with_relay(Relay::On);
    let mut server = Side::server(config, false);
    let mut engines =
        ["enet", "websocket"].map(|transport| server.start(godot, "pair", "pair", transport));
    let (mut heard, mut done) = (BTreeMap::new(), 0);
    server.play(|_, _, event, _| {
        match event {
            Event::Connected(_) => {}
            Event::Call(call) if call.method.name == "zeta" => done += 1,
            // To all peers, including the server.
            Event::Call(call) => {
                assert_eq!(call.decode(), Ok(("all",)));
                *heard.entry(call.peer).or_insert(0) += 1;
            }
            other => panic!("{other:?}"),
        }
        done == 2
    });
    assert_eq!(heard.values().collect::<Vec<_>>(), [&1, &1]);
    server.session.call(Target::All, server.chat, "finish", &()).expect("sent");
    server.send();
    for engine in &mut engines {
        server.until_ended(engine);
    }
    for mut engine in engines {
        let printed = engine.finish_in_place();
        for said in [
            "met the server\n",
            "met a client\n",
            "hello 0 from a client\n",
            "hello 1 from a client\n",
            "hello all from a client\n",
            "hello all from itself\n",
            "color ff0000ff from a client\n",
            "bytes 07 from a client\n",
            "finish\n",
        ] {
            assert!(printed.contains(said), "no {said:?} in\n{printed}");
        }
    }
}

/// This library refuses the same calls as the engine, for the same modes.
fn modes_are_the_engines(godot: &Godot) {
    let mut server = Side::server(Config::default(), false);
    let engine = server.start(godot, "modes", "client", "websocket");
    server.play(|_, _, event, _| matches!(event, Event::Connected(_)));
    for method in ["private", "for_master", "finish"] {
        server.session.call(Target::All, server.chat, method, &()).expect("sent");
    }
    server.send();
    let mut engine = engine;
    server.until_ended(&mut engine);
    let printed = engine.wait();
    for said in ["RPC 'private' is not allowed", "RPC 'for_master' is not allowed", "finish\n"] {
        assert!(printed.contains(said), "no {said:?} in\n{printed}");
    }
    assert!(!printed.contains("nobody may call") && !printed.contains("no master"), "{printed}");
}

/// A server in the engine, and a client of this library.
fn server_over(godot: &Godot, transport: &str) {
    // A port that is not reused soon.
    let port = Transports::new(false).port(transport);
    let scratch = Scratch::in_engine(godot, &format!("multiplayer3-server-{transport}"));
    let arguments = ["server", transport, &port.to_string()];
    let mut engine = Engine::start_in(godot, scratch, "multiplayer.gd", &arguments);
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut client = if transport == "websocket" {
        connect_websocket(address)
    } else {
        let mut client = Side::new(Session::client(7, Config::default()), false);
        let enet = &mut client.transports.enet;
        let peer = enet.connect(address, Message::ENET_CHANNELS.into(), 7).expect("a peer").id();
        client.transports.ids.insert(peer, SERVER);
        client
    };
    let sent = [
        Variant::Int(300),
        Variant::Bool(true),
        Variant::from("Grüße"),
        Variant::Nil,
        Variant::Float(0.1),
        Variant::Int(i64::MAX),
        Variant::Nil,
        Variant::Nil,
    ];
    let mut said = Vec::new();
    client.play(|session, chat, event, _| {
        match event {
            Event::Connected(SERVER) => {
                session.call(Target::All, chat, "values", &sent[..]).expect("sent");
                let bytes = session.send_bytes(Target::All, &[5, 6], TransferMode::Reliable);
                bytes.expect("sent");
                let blue = Color::new(0.0, 0.0, 1.0, 1.0);
                session.set(Target::Peer(SERVER), chat, "color", &blue).expect("sent");
                session.set(Target::Peer(SERVER), chat, "wish", "more").expect("sent");
                // The puppet may not call it.
                let refused = session.set(Target::Peer(SERVER), chat, "health", &1);
                refused.expect_err("the server is the master");
            }
            Event::Call(call) if call.method.name == "answer" => {
                assert_eq!(call.decode::<Vec<Variant>>().expect("values"), sent);
                said.push("answer".to_owned());
            }
            Event::Call(call) => {
                let (number,): (i64,) = call.decode().expect("a number");
                said.push(format!("{} {number}", call.method.name));
            }
            Event::Set(set) => {
                let number: i64 = set.decode().expect("a number");
                said.push(format!("{} {number}", set.property.name));
            }
            Event::Raw { peer, bytes } => said.push(format!("{bytes:?} from {peer}")),
            other => panic!("{other:?}"),
        }
        // The engine's last message, and the answer.
        if said.len() == 4 {
            assert!(session.has_confirmed(SERVER, chat));
            session.call(Target::All, chat, "finish", &()).expect("sent");
        }
        said.len() == 4
    });
    said.sort();
    assert_eq!(said, ["[1, 2] from 1", "answer", "health 90", "tick -5"]);
    client.send();
    client.until_ended(&mut engine);
    let printed = engine.finish_in_place();
    for line in ["bytes 0506 from a client", "color ff0000ff from a client", "wish more", "finish"]
    {
        assert!(printed.lines().any(|printed| printed == line), "no {line:?} in\n{printed}");
    }
}

/// Waits for the server and its first message, which is the client's id.
fn connect_websocket(address: SocketAddr) -> Side {
    let started = Instant::now();
    let stream = loop {
        match TcpStream::connect(address) {
            Ok(stream) => break stream,
            Err(error) => assert!(started.elapsed() < TIMEOUT, "{error}"),
        }
        thread::sleep(Duration::from_millis(10));
    };
    stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    let (mut socket, _) =
        tungstenite::client(format!("ws://{address}/"), stream).expect("a handshake");
    let first = socket.read().expect("a message").into_data();
    let Ok(Message::Id(id)) = Message::read_websocket(&first) else { panic!("{first:?}") };
    let mut client = Side::new(Session::client(id, Config::default()), false);
    client.transports.insert(SERVER, socket);
    client
}

fn server_over_enet(godot: &Godot) {
    server_over(godot, "enet");
}

fn server_over_websocket(godot: &Godot) {
    server_over(godot, "websocket");
}

/// Both engines write the same messages as `tests/vectors/multiplayer_godot3.jsonl`.
fn the_vectors_are_what_the_engine_writes(godot: &Godot) {
    let port = Transports::new(false).port("websocket").to_string();
    let mut engine =
        Engine::start(godot, "multiplayer3-vectors", "multiplayer_packets.gd", &[&port]);
    let printed = engine.finish_in_place();
    let lines = printed.lines().filter(|line| line.starts_with('{'));
    let written: Vec<serde_json::Value> =
        lines.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(written, crate::common::vectors("multiplayer_godot3.jsonl"));
}

needs::tests! {
    in GODOT3 GODOT36: client_over_enet, client_over_compressed_enet, client_over_websocket, two_clients, modes_are_the_engines,
        server_over_enet, server_over_websocket, the_vectors_are_what_the_engine_writes;
}
