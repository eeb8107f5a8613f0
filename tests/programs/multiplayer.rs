//! Clients of Godot's high-level multiplayer in a real engine, and a server of this library: one over WebSocket, two over `ENet`.
//!
//! The engine's side is `tests/engine/godot4/multiplayer.gd`, and `multiplayer_relay.gd`.

use std::collections::HashSet;
use std::io::ErrorKind;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use godot_var::multiplayer::net::{self, NetConfig};
use godot_var::multiplayer::{
    Config, Event, GodotRpc, Incoming, MissingAuth, Node, NodeId, NodeRef, Options, Outgoing,
    Packet, Refusal, Relay, Session, Target, TransferMode,
};
use godot_var::{Variant, Vector2};
use tungstenite::{Message, WebSocket};

use crate::engine::peers::{accept, listen};
use crate::needs::{self, GODOT4, Godot};
use crate::programs::engine::{Engine, TIMEOUT};

/// The RPCs of `multiplayer_chat.gd` and of the script that it extends.
#[derive(Clone, Debug, PartialEq, GodotRpc)]
enum Chat {
    #[rpc(any_peer)]
    Values(Variant, Variant, Variant, Variant, Variant, Variant, Variant, Variant),
    Answer(Variant, Variant, Variant, Variant, Variant, Variant, Variant, Variant),
    #[rpc(any_peer, unreliable, channel = 3, rename = "Move")]
    Move {
        to: Vector2,
        speed: f32,
    },
    #[rpc(any_peer)]
    One(Vec<u8>),
    Tick(i64),
    Finish,
    #[rpc(any_peer)]
    Zeta,
}

/// The id that the server gives its only client.
const CLIENT: i32 = 70_000;

/// A server with one client over WebSocket.
struct Server {
    session: Session,
    chat: NodeId,
    socket: WebSocket<TcpStream>,
    started: Instant,
}

impl Server {
    /// Waits for the engine, and gives it its id: the first message, four bytes.
    fn accept(godot: &Godot, mode: &str, config: Config) -> (Self, Engine) {
        let (listener, port) = listen();
        let test = format!("multiplayer-{mode}");
        let engine = Engine::start(godot, &test, "multiplayer.gd", &[mode, &port]);
        let stream = accept(&listener);
        let mut socket = match tungstenite::accept(stream) {
            Ok(socket) => socket,
            Err(error) => panic!("{error}"),
        };
        let short = Some(Duration::from_millis(5));
        socket.get_ref().set_read_timeout(short).expect("a timeout");
        socket.send(Message::binary(CLIENT.to_le_bytes().to_vec())).expect("sent");
        let mut session = Session::new(config);
        let chat = session.add_node("Main/Chät", Node::of::<Chat>()).expect("a path of its own");
        (Self { session, chat, socket, started: Instant::now() }, engine)
    }

    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn send(&mut self) {
        let mut packets = Vec::new();
        self.session.drain(|packet| {
            assert_eq!(packet.peer, CLIENT);
            packets.push(packet.bytes.to_vec());
        });
        for packet in packets {
            self.socket.send(Message::binary(packet)).expect("sent");
        }
    }

    /// The next packet of the client, if one comes soon.
    fn packet(&mut self) -> Option<Vec<u8>> {
        assert!(self.now() < TIMEOUT, "the client says nothing");
        match self.socket.read() {
            Ok(Message::Binary(bytes)) => Some(bytes.to_vec()),
            Ok(_) => None,
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
            {
                None
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn call(&mut self, call: &Chat) {
        self.session.call(Target::Peer(CLIENT), self.chat, call).expect("a call");
        self.send();
    }
}

/// Every type of argument in both directions, before and after the path has a number.
fn rpcs(godot: &Godot) {
    let (mut server, mut engine) = Server::accept(godot, "rpcs", Config::default());
    let now = server.now();
    assert_eq!(server.session.connect(CLIENT, now), Some(Event::Connected(CLIENT)));
    play(&mut server);
    let printed = engine.finish_in_place();
    let expected = [
        &format!("connected as {CLIENT}\n") as &str,
        "answer true from 1\none 010203\nbytes 0908 from 1\n",
        "answer true from 1\none 010203\ntick -5\nfinish\n",
    ];
    assert!(printed.ends_with(&expected.concat()), "{printed}");
}

/// Answers until the client has called `zeta` twice.
fn play(server: &mut Server) {
    let (mut zetas, mut by_path, mut calls) = (0, Vec::new(), Vec::new());
    while zetas < 2 {
        let now = server.now();
        assert_eq!(server.session.poll(now), None);
        let Some(packet) = server.packet() else { continue };
        let event = server.session.receive(Incoming::new(CLIENT, &packet), now);
        server.send_answers(event, &packet, &mut calls, &mut by_path);
        zetas = calls.iter().filter(|call| **call == Chat::Zeta).count();
    }
    let moved = Chat::Move { to: Vector2::new(1.0, 2.0), speed: 3.0 };
    let each = [moved, Chat::One(vec![1, 2, 3]), Chat::Zeta];
    assert_eq!(calls, [&each[..], &each[..]].concat());
    // The client names the node by its path until the server has confirmed, and then by its number.
    assert_eq!(by_path, [[true; 4], [false; 4]].concat());
    assert!(server.session.has_confirmed(CLIENT, server.chat));
    server.call(&Chat::Tick(-5));
    server.call(&Chat::Finish);
}

impl Server {
    fn send_answers(
        &mut self,
        event: Option<Event<'_>>,
        packet: &[u8],
        calls: &mut Vec<Chat>,
        by_path: &mut Vec<bool>,
    ) {
        match event {
            Some(Event::Call(call)) => {
                assert_eq!((call.peer, call.node), (CLIENT, self.chat));
                by_path.push(packet[0] & 0x20 != 0);
                match call.decode().expect("a call of the set") {
                    Chat::Values(a, b, c, d, e, f, g, h) => {
                        self.call(&Chat::Answer(a, b, c, d, e, f, g, h));
                    }
                    call => {
                        if let Chat::One(_) = call {
                            self.call(&call);
                        }
                        calls.push(call);
                    }
                }
            }
            Some(Event::Raw { peer, bytes }) => {
                let target = Target::Peer(peer);
                let sent = self.session.send_bytes(target, bytes, TransferMode::Reliable, 0);
                sent.expect("bytes");
            }
            None => {}
            Some(other) => panic!("{other:?}"),
        }
        self.send();
    }
}

/// The level is loaded two seconds after the connection. The announcement of its node is repeated until then.
fn a_level_that_loads_late(godot: &Godot) {
    let (mut server, engine) = Server::accept(godot, "late", Config::default());
    let now = server.now();
    server.session.connect(CLIENT, now);
    server.call(&Chat::Tick(1));
    while !server.session.has_confirmed(CLIENT, server.chat) {
        let now = server.now();
        assert_eq!(server.session.poll(now), None);
        server.send();
        let Some(packet) = server.packet() else { continue };
        assert_eq!(server.session.receive(Incoming::new(CLIENT, &packet), now), None);
    }
    assert!(server.now() > Duration::from_secs(2));
    server.call(&Chat::Tick(2));
    server.call(&Chat::Finish);
    // The client reports errors for announcements before the node exists.
    let printed = engine.wait();
    assert!(printed.contains("Node not found: \"Main/Chät\""), "{printed}");
    assert!(printed.ends_with("tick 2\nfinish\n"), "{printed}");
    assert!(!printed.contains("tick 1"), "{printed}");
}

fn authentication(godot: &Godot) {
    let config = Config::default().with_auth(Duration::from_secs(3));
    let (mut server, mut engine) = Server::accept(godot, "auth", config);
    let now = server.now();
    assert_eq!(server.session.connect(CLIENT, now), None);
    loop {
        let now = server.now();
        assert_eq!(server.session.poll(now), None);
        let Some(packet) = server.packet() else { continue };
        match server.session.receive(Incoming::new(CLIENT, &packet), now) {
            Some(Event::Auth { peer: CLIENT, payload: b"auth" }) => {
                server.session.send_auth(CLIENT, b"welcome");
                assert_eq!(server.session.complete_auth(CLIENT), None);
            }
            Some(Event::Connected(CLIENT)) => break,
            other => panic!("{other:?}"),
        }
        server.send();
    }
    play(&mut server);
    let printed = engine.finish_in_place();
    assert!(printed.contains(&format!("auth welcome\nconnected as {CLIENT}\n")), "{printed}");
}

fn authentication_times_out(godot: &Godot) {
    let config = Config::default().with_auth(Duration::from_secs(1));
    let (mut server, engine) = Server::accept(godot, "wrong", config);
    let now = server.now();
    assert_eq!(server.session.connect(CLIENT, now), None);
    let mut messages = Vec::new();
    loop {
        let now = server.now();
        if let Some(event) = server.session.poll(now) {
            assert_eq!(event, Event::AuthTimedOut { peer: CLIENT, missing: MissingAuth::Theirs });
            break;
        }
        let Some(packet) = server.packet() else { continue };
        match server.session.receive(Incoming::new(CLIENT, &packet), now) {
            Some(Event::Auth { payload, .. }) => messages.push(payload.to_vec()),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(messages, [b"wrong"]);
    server.socket.close(None).expect("closed");
    drop(server);
    let printed = engine.wait();
    assert!(printed.contains("authentication failed 1\n"), "{printed}");
    assert!(!printed.contains("connected as"), "{printed}");
}

/// Either side can lack authentication. The other says so.
fn a_side_without_authentication_is_named(godot: &Godot) {
    let config = Config::default().with_auth(Duration::from_secs(1));
    let (mut server, engine) = Server::accept(godot, "rpcs", config);
    server.session.connect(CLIENT, Duration::ZERO);
    let mut refused = Vec::new();
    let missing = loop {
        let now = server.now();
        if let Some(event) = server.session.poll(now) {
            let Event::AuthTimedOut { missing, .. } = event else { panic!("{event:?}") };
            break missing;
        }
        let Some(packet) = server.packet() else { continue };
        match server.session.receive(Incoming::new(CLIENT, &packet), now) {
            Some(Event::Refused { reason, .. }) => refused.push(reason),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(missing, MissingAuth::Messages);
    let expected = [Refusal::NotAuthenticated(CLIENT)];
    assert!(refused.len() > 1 && refused.iter().all(|one| expected.contains(one)), "{refused:?}");
    let close = |mut server: Server, engine: Engine| {
        server.socket.close(None).expect("closed");
        drop(server);
        engine.wait()
    };
    close(server, engine);

    let (mut server, engine) = Server::accept(godot, "auth", Config::default());
    server.session.connect(CLIENT, Duration::ZERO);
    let reason = loop {
        let now = server.now();
        let Some(packet) = server.packet() else { continue };
        match server.session.receive(Incoming::new(CLIENT, &packet), now) {
            Some(Event::Refused { reason, .. }) => break reason,
            None => {}
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(reason, Refusal::NoAuthentication);
    let printed = close(server, engine);
    assert!(!printed.contains("connected as"), "{printed}");
}

/// The RPCs of `multiplayer_talk.gd`.
#[derive(GodotRpc)]
enum Talk {
    #[rpc(any_peer)]
    Hail { text: String, number: i64 },
    #[rpc(any_peer, unreliable)]
    Move { to: Vector2 },
    #[rpc(any_peer, channel = 3)]
    Thank,
    #[rpc(any_peer)]
    Done { heard: Vec<String> },
}

/// A relayed call: target, source, method, whether it is reliable, and its channel.
type SentOn = (i32, i32, u16, bool, u8);

/// A call that is relayed, and whether it has the node's path.
fn sent_on(packet: &Outgoing<'_>) -> Option<(SentOn, bool)> {
    let read = |bytes| Packet::read(bytes, &Options::DEFAULT).expect("a packet");
    let Packet::Relay { peer: from, packet: inner } = read(packet.bytes) else { return None };
    let Packet::Rpc(call) = read(inner) else { return None };
    let is_by_path = matches!(call.node, NodeRef::Path(_));
    let is_reliable = packet.mode == TransferMode::Reliable;
    Some(((packet.peer, from, call.method, is_reliable, packet.channel), is_by_path))
}

/// Calls go from client to client unchanged: by path and by number, reliable and unreliable, on their channel.
fn two_clients_call_each_other_over_enet(godot: &Godot) {
    let mut enet = net::Server::new(NetConfig::default()).expect("a server");
    let port = enet.listen_enet("127.0.0.1:0").expect("a port").port().to_string();
    let mut session = Session::new(Config::default().with_relay(Relay::On));
    let talk = session.add_node("Talk", Node::of::<Talk>()).expect("a path of its own");
    let mut engines = ["first", "second"].map(|client| {
        let test = format!("multiplayer-relay-{client}");
        Engine::start(godot, &test, "multiplayer_relay.gd", &[&port])
    });

    let started = Instant::now();
    let (mut peers, mut relayed, mut forms) = (Vec::new(), HashSet::new(), HashSet::new());
    let mut done = Vec::new();
    while done.len() < 2 {
        assert!(started.elapsed() < TIMEOUT, "only {done:?} of {peers:?}; {relayed:?}");
        let now = started.elapsed();
        while let Some(message) = enet.receive().expect("received") {
            match message.event(&mut session, now) {
                Some(Event::Connected(peer)) => peers.push(peer),
                Some(Event::Call(call)) if call.node == talk => {
                    let Talk::Done { heard } = call.decode().expect("a call of the set") else {
                        panic!("a call that is for another client: {call:?}")
                    };
                    done.push((call.peer, heard));
                }
                None => {}
                Some(other) => panic!("{other:?}"),
            }
        }
        session.drain(|packet| {
            if let Some((call, is_by_path)) = sent_on(&packet) {
                relayed.insert(call);
                forms.insert(is_by_path);
            }
            enet.send(packet);
        });
        enet.wait(Duration::from_millis(1)).expect("waited");
    }
    let &[first, second] = &peers[..] else { panic!("{peers:?}") };
    for (peer, other) in [(first, second), (second, first)] {
        let said = ["hail hello 300", "move (1.0, 2.0)", "thank"];
        let expected: Vec<_> = said.map(|what| format!("{other}: {what}")).into();
        assert!(done.contains(&(peer, expected)), "{done:?}");
        let method = |call: &Talk| godot_var::multiplayer::MethodSet::id(call);
        let hail = method(&Talk::Hail { text: String::new(), number: 0 });
        let [moved, thank] = [Talk::Move { to: Vector2::ZERO }, Talk::Thank].map(|c| method(&c));
        for call in [(hail, true, 0), (moved, false, 0), (thank, true, 3)] {
            let (method, is_reliable, channel) = call;
            let call = (peer, other, method, is_reliable, channel);
            assert!(relayed.contains(&call), "{call:?} of {relayed:?}");
        }
    }
    assert_eq!((relayed.len(), forms.len()), (6, 2), "{relayed:?}, {forms:?}");

    let closing = Instant::now();
    for peer in &peers {
        enet.close(*peer, "");
    }
    while engines.iter_mut().any(Engine::is_running) && closing.elapsed() < TIMEOUT {
        drop(enet.receive());
        enet.wait(Duration::from_millis(1)).expect("waited");
    }
    let printed = engines.map(|mut engine| engine.finish_in_place());
    for peer in peers {
        let connected = format!("connected as {peer}\n");
        assert!(printed.iter().any(|printed| printed.ends_with(&connected)), "{printed:?}");
    }
}

needs::tests! {
    in GODOT4: rpcs, a_level_that_loads_late, authentication, authentication_times_out,
        a_side_without_authentication_is_named,
        two_clients_call_each_other_over_enet;
}
