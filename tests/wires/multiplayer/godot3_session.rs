//! Sessions of Godot 3's high-level multiplayer with peers in memory: permissions, limits, and the targets of packets.

use godot_var::Variant;
use godot_var::multiplayer::godot3::{
    Event, Incoming, Member, Message, Node, Outgoing, RpcMode, Session,
};
use godot_var::multiplayer::{
    CallError, Config, NodeId, Numbered, Options, Refusal, Relay, SERVER, SessionLimits, Target,
    TransferMode,
};

use super::session::unknown_path;

const METHODS: &[Member] = &[
    Member::remote("say"),
    Member::master("ask"),
    Member::puppetsync("order").with_transfer(TransferMode::Unreliable),
];
const PROPERTIES: &[Member] = &[
    Member::remotesync("color"),
    Member::mastersync("wish").with_transfer(TransferMode::Unreliable),
    Member::puppet("health"),
];
const CHAT: &[u8] = b"Main/Chat\0";
/// The int 5.
const FIVE: &[u8] = &[2, 0, 0, 0, 5, 0, 0, 0];

/// Why a peer may not call a method or set a property.
fn not_allowed(member: &Member) -> Refusal {
    Refusal::NotAllowed { node: "Main/Chat".into(), name: member.name, mode: member.mode.keyword() }
}

fn unknown_member(name: &str) -> Refusal {
    Refusal::UnknownMember { node: "Main/Chat".into(), name: name.into() }
}

const fn node() -> Node {
    Node::new().with_methods(METHODS).with_properties(PROPERTIES)
}

/// Makes a server with these clients, and drains the announcements.
fn server(config: Config, clients: &[i32]) -> (Session, NodeId) {
    let mut session = Session::new(config);
    let chat = session.add_node("Main/Chat", node()).expect("a path of its own");
    for client in clients {
        assert_eq!(session.connect(*client), Some(Event::Connected(*client)));
    }
    sent(&mut session);
    (session, chat)
}

/// The queued messages: the peer of the connection, the WebSocket message as hex, and the mode.
fn sent(session: &mut Session) -> Vec<(i32, String, TransferMode)> {
    let mut messages = Vec::new();
    session.drain(|Outgoing { peer, message, mode }| {
        messages.push((peer, hex::encode(message.to_websocket()), mode));
    });
    messages
}

/// Their packets: source, target and bytes.
fn packets(session: &mut Session) -> Vec<(i32, i32, Vec<u8>)> {
    let mut packets = Vec::new();
    session.drain(|Outgoing { message, .. }| {
        let Message::Packet { source, target, packet } = message else { panic!("{message:?}") };
        packets.push((source, target, packet.to_vec()));
    });
    packets
}

fn from_client<'p>(session: &mut Session, peer: i32, packet: &'p [u8]) -> Option<Event<'p>> {
    to(session, peer, SERVER, packet)
}

/// A packet of a client for others, which changes nothing if it is refused.
fn to<'p>(session: &mut Session, peer: i32, target: i32, packet: &'p [u8]) -> Option<Event<'p>> {
    let before = format!("{session:?}");
    let message = Message::Packet { source: peer, target, packet };
    let event = session.receive(Incoming::new(peer, message));
    if let Some(Event::Refused { reason, .. }) = &event {
        assert_eq!(format!("{session:?}"), before, "{reason}");
    }
    event
}

fn refusal(event: Option<Event<'_>>) -> Refusal {
    match event {
        Some(Event::Refused { reason, .. }) => reason,
        other => panic!("not refused: {other:?}"),
    }
}

fn call_by_path(method: &str, count: u8, values: &[u8]) -> Vec<u8> {
    let offset = (5 + method.len() + 2 + values.len()) as u8;
    let head = [0, offset, 0, 0, 0x80];
    [&head, method.as_bytes(), &[0, count], values, CHAT].concat()
}

fn set_by_path(property: &str, value: &[u8]) -> Vec<u8> {
    let offset = (5 + property.len() + 1 + value.len()) as u8;
    let head = [1, offset, 0, 0, 0x80];
    [&head, property.as_bytes(), &[0], value, CHAT].concat()
}

#[test]
fn modes_are_named_by_their_keywords() {
    assert_eq!(RpcMode::Remote.to_string(), "remote");
    assert_eq!(RpcMode::PuppetSync.to_string(), "puppetsync");
}

#[test]
fn a_path_has_a_number_once_it_is_confirmed() {
    let (mut session, chat) = server(Config::default(), &[7, 8]);
    assert_eq!((session.connect(7), session.connect(1), session.connect(-5)), (None, None, None));

    session.call(Target::Peer(7), chat, "say", &(5,)).expect("sent");
    let announced = [&[2, 1, 0, 0, 0], CHAT].concat();
    let by_path = call_by_path("say", 1, FIVE);
    let expected = [(1, 7, announced.clone()), (1, 7, by_path.clone())];
    assert_eq!(packets(&mut session), expected);
    // Only once.
    session.call(Target::Peer(7), chat, "say", &(5,)).expect("sent");
    assert_eq!(packets(&mut session), [(1, 7, by_path.clone())]);
    assert!(!session.has_confirmed(7, chat));
    let confirm = [&[3], CHAT].concat();
    assert_eq!(from_client(&mut session, 7, &confirm), None);
    assert!(session.has_confirmed(7, chat));
    session.call(Target::All, chat, "say", &vec![Variant::Int(5)]).expect("sent");
    let by_id = [b"\0\x01\0\0\0say\0\x01", FIVE].concat();
    let expected = [(1, 7, by_id), (1, 8, announced.clone()), (1, 8, by_path)];
    assert_eq!(packets(&mut session), expected);

    // Properties use the same number, and are sent in the mode of their member.
    session.set(Target::AllBut(8), chat, "health", &5).expect("sent");
    let by_id = [b"\x01\x01\0\0\0health\0", FIVE].concat();
    assert_eq!(packets(&mut session), [(1, 7, by_id)]);
    session.call(Target::Peer(7), chat, "order", &()).expect("sent");
    let message = "000100000007000000 00 01000000 6f7264657200 00".replace(' ', "");
    assert_eq!(sent(&mut session), [(7, message, TransferMode::Unreliable)]);

    // A peer that connects again has forgotten everything, and so has the session.
    session.disconnect(7);
    session.connect(7);
    sent(&mut session);
    session.call(Target::Peer(7), chat, "say", &()).expect("sent");
    assert_eq!(packets(&mut session)[0], (1, 7, announced));
    assert_eq!(session.peers().collect::<Vec<_>>(), [7, 8]);
    // Queued messages for a peer that leaves are dropped.
    session.call(Target::Peer(7), chat, "say", &()).expect("sent");
    session.disconnect(7);
    assert_eq!(sent(&mut session), []);
}

#[test]
fn clients_call_and_set_what_they_may() {
    let (mut session, chat) = server(Config::default(), &[7]);
    let bytes = call_by_path("say", 1, FIVE);
    let Some(Event::Call(call)) = from_client(&mut session, 7, &bytes) else { panic!("a call") };
    assert_eq!((call.peer, call.node, call.method), (7, chat, &METHODS[0]));
    assert_eq!(call.decode::<(i64,)>(), Ok((5,)));
    assert_eq!(call.decode::<Vec<Variant>>(), Ok(vec![Variant::Int(5)]));
    // Wrong arguments are found when the call is decoded.
    let error = call.decode::<(String,)>().expect_err("no text").to_string();
    assert_eq!(error, "say of Main/Chat: [0]: expected String, found int at byte 10");
    assert!(matches!(call.decode::<()>(), Err(Refusal::Arguments { .. })));

    // The server is the master.
    let bytes = call_by_path("ask", 0, &[]);
    assert!(matches!(from_client(&mut session, 7, &bytes), Some(Event::Call(_))));
    for (packet, member) in [
        (call_by_path("order", 0, &[]), &METHODS[2]),
        (set_by_path("health", FIVE), &PROPERTIES[2]),
    ] {
        assert_eq!(refusal(from_client(&mut session, 7, &packet)), not_allowed(member));
    }
    let text = not_allowed(&METHODS[2]).to_string();
    assert_eq!(text, "order of Main/Chat is puppetsync, and the peer may not use it");

    for (name, index) in [("color", 0), ("wish", 1)] {
        let bytes = set_by_path(name, FIVE);
        let Some(Event::Set(set)) = from_client(&mut session, 7, &bytes) else { panic!("a set") };
        assert_eq!((set.peer, set.node, set.property), (7, chat, &PROPERTIES[index]));
        assert_eq!(set.decode::<u8>(), Ok(5));
        let error = set.decode::<bool>().expect_err("no bool").to_string();
        assert_eq!(
            error,
            format!("{name} of Main/Chat: expected bool, found int at byte {}", 6 + name.len())
        );
    }
    let bytes = set_by_path("color", &[FIVE, &[0, 0, 0, 0]].concat());
    let Some(Event::Set(set)) = from_client(&mut session, 7, &bytes) else { panic!("a set") };
    assert!(matches!(set.decode::<u8>(), Err(Refusal::Arguments { .. })));

    // With another master the permissions are reversed.
    session.set_master(chat, 7);
    let bytes = call_by_path("order", 0, &[]);
    assert!(matches!(from_client(&mut session, 7, &bytes), Some(Event::Call(_))));
    let bytes = set_by_path("health", FIVE);
    assert!(matches!(from_client(&mut session, 7, &bytes), Some(Event::Set(_))));
    let bytes = call_by_path("ask", 0, &[]);
    let reason = refusal(from_client(&mut session, 7, &bytes));
    assert_eq!(reason, not_allowed(&METHODS[1]));
}

#[test]
fn every_mode_against_every_sender() {
    use RpcMode::{Master, MasterSync, Puppet, PuppetSync, Remote, RemoteSync};
    // The ids of the receiver, the sender, and the master.
    for (own, sender, master, is_puppet, is_master) in [
        (1, 7, 1, false, true),
        (1, 7, 7, true, false),
        (1, 7, 8, false, false),
        (7, 1, 1, true, false),
        (7, 1, 7, false, true),
        (7, 8, 1, false, false),
    ] {
        for (mode, allowed) in [
            (Remote, true),
            (RemoteSync, true),
            (Master, is_master),
            (MasterSync, is_master),
            (Puppet, is_puppet),
            (PuppetSync, is_puppet),
        ] {
            assert_eq!(mode.allows(own, sender, master), allowed, "{mode} {own} {sender} {master}");
        }
    }
}

#[test]
fn strangers_unknown_names_and_broken_packets_are_refused() {
    let (mut session, _) = server(Config::default(), &[7]);
    for (bytes, reason) in [
        (call_by_path("sya", 0, &[]), unknown_member("sya")),
        (call_by_path("color", 0, &[]), unknown_member("color")),
        (call_by_path("queue_free", 0, &[]), unknown_member("queue_free")),
        (call_by_path(&"ä".repeat(100), 0, &[]), unknown_member(&"ä".repeat(64))),
        (set_by_path("say", FIVE), unknown_member("say")),
        (b"\0\x05\0\0\0say\0\0".to_vec(), Refusal::UnknownId { kind: Numbered::Path, id: 5 }),
        (b"\0\x0a\0\0\x80say\0\0Main\0".to_vec(), unknown_path("Main")),
        (b"\x03Main\0".to_vec(), unknown_path("Main")),
    ] {
        assert_eq!(refusal(from_client(&mut session, 7, &bytes)), reason);
    }
    let confirm = [&[3], CHAT].concat();
    let reason = refusal(from_client(&mut session, 7, &confirm));
    assert_eq!(reason, Refusal::NotAnnounced("Main/Chat".into()));
    for bytes in [&b""[..], b"\x04", b"\x05", b"\0\x0a\0\0\x80say\0\0/root/Main/Chat\0"] {
        let reason = refusal(from_client(&mut session, 7, bytes));
        assert!(matches!(reason, Refusal::Packet(_)), "{bytes:?}: {reason:?}");
    }
    // Even with any path, only nodes that were added can be reached.
    let (mut session, _) =
        server(Config::default().with_options(Options::DEFAULT.with_any_path(true)), &[7]);
    let bytes = b"\0\x0a\0\0\x80say\0\0/root/Main/Chat\0";
    let reason = refusal(from_client(&mut session, 7, bytes));
    assert_eq!(reason, unknown_path("/root/Main/Chat"));

    let raw = Message::Packet { source: 7, target: SERVER, packet: &[4, 1] };
    let stranger = session.receive(Incoming::new(9, raw));
    assert_eq!(refusal(stranger), Refusal::NotAdmitted(9));
    let other = Message::Packet { source: 8, target: SERVER, packet: &[4, 1] };
    assert_eq!(refusal(session.receive(Incoming::new(7, other))), Refusal::OtherSource(8));
    for message in [Message::AddPeer(9), Message::DelPeer(7), Message::Id(7)] {
        let reason = refusal(session.receive(Incoming::new(7, message)));
        assert_eq!(reason, Refusal::OfServer);
    }
    assert_eq!(sent(&mut session), []);
}

#[test]
fn calls_that_nobody_would_take_are_errors() {
    let (mut session, chat) = server(Config::default(), &[7, 8]);
    let unknown =
        |name: &str| Err(CallError::UnknownMember { node: "Main/Chat".into(), name: name.into() });
    let not_allowed = |member: &Member| {
        Err(CallError::NotAllowed {
            node: "Main/Chat".into(),
            name: member.name,
            mode: member.mode.keyword(),
        })
    };
    assert_eq!(session.call(Target::Peer(9), chat, "say", &()), Err(CallError::UnknownPeer(9)));
    assert_eq!(session.call(Target::All, chat, "sya", &()), unknown("sya"));
    assert_eq!(session.set(Target::All, chat, "say", &1), unknown("say"));
    assert_eq!(session.call(Target::All, chat, "ask", &()), not_allowed(&METHODS[1]));
    assert_eq!(session.set(Target::All, chat, "wish", &1), not_allowed(&PROPERTIES[1]));
    session.set_master(chat, 7);
    assert_eq!(session.call(Target::All, chat, "order", &()), not_allowed(&METHODS[2]));
    assert_eq!(session.call(Target::Peer(8), chat, "ask", &()), not_allowed(&METHODS[1]));
    let many = vec![Variant::Nil; 256];
    let error = session.call(Target::Peer(8), chat, "say", &many);
    let error = error.expect_err("256 arguments").to_string();
    assert_eq!(error, "say of Main/Chat: 256 arguments; a call has at most 255");
    assert_eq!(sent(&mut session), []);
    // If the target is all peers, only the master gets it.
    session.call(Target::All, chat, "ask", &()).expect("sent");
    let expected = [(1, 7, [&[2, 1, 0, 0, 0], CHAT].concat()), (1, 7, call_by_path("ask", 0, &[]))];
    assert_eq!(packets(&mut session), expected);

    session.remove_node(chat);
    assert_eq!(session.call(Target::All, chat, "say", &()), Err(CallError::UnknownNode));
    assert_eq!(session.set(Target::All, chat, "color", &1), Err(CallError::UnknownNode));
    for path in ["", "/Main", "Main/", "../Main", "A//B", "A/./B", "A\0"] {
        assert!(session.add_node(path, node()).is_err(), "{path:?}");
    }
    let root = session.add_node(".", node()).expect("free");
    assert!(session.add_node(".", node()).is_err());
    assert_eq!((session.node("."), session.path(root)), (Some(root), Some(".")));
}

#[test]
fn every_path_is_confirmed_and_found_later() {
    let (mut session, _) = server(Config::default(), &[7]);
    let simplify = b"\x02\x03\0\0\0Later\0";
    let by_id = b"\0\x03\0\0\0say\0\0";
    assert_eq!(from_client(&mut session, 7, simplify), None);
    assert_eq!(packets(&mut session), [(1, 7, b"\x03Later\0".to_vec())]);
    assert_eq!(refusal(from_client(&mut session, 7, by_id)), unknown_path("Later"));
    let mut later = session.add_node("Later", node()).expect("a path of its own");
    for _ in 0..2 {
        let event = from_client(&mut session, 7, by_id);
        assert!(matches!(event, Some(Event::Call(call)) if call.node == later));
        // Another node at its path.
        session.remove_node(later);
        assert_eq!(refusal(from_client(&mut session, 7, by_id)), unknown_path("Later"));
        later = session.add_node("Later", node()).expect("free again");
    }
    // A number that is announced again gets the new path, as in the engine.
    let again = [&[2, 3, 0, 0, 0], CHAT].concat();
    assert_eq!(from_client(&mut session, 7, &again), None);
    assert_eq!(packets(&mut session), [(1, 7, [&[3], CHAT].concat())]);
    let event = from_client(&mut session, 7, by_id);
    assert!(matches!(event, Some(Event::Call(call)) if call.node != later));
    // Each sender has its own numbers.
    session.connect(8);
    assert_eq!(
        refusal(from_client(&mut session, 8, by_id)),
        Refusal::UnknownId { kind: Numbered::Path, id: 3 }
    );
}

#[test]
fn what_is_kept_of_a_peer_is_bounded() {
    let limits = SessionLimits::DEFAULT.with_bytes(3 * 192 + 20);
    let (mut session, _) = server(Config::default().with_limits(limits), &[7]);
    let mut simplify = |id: u8, len: usize| {
        let packet = [&[2, id, 0, 0, 0], &vec![b'a'; len][..], &[0]].concat();
        match from_client(&mut session, 7, &packet) {
            None => Ok(packets(&mut session).len()),
            event => Err(refusal(event)),
        }
    };
    let full = Err(Refusal::Limit("bytes for its paths"));
    assert_eq!((simplify(1, 18), simplify(2, 1)), (Ok(1), Ok(1)));
    assert_eq!(simplify(3, 2), full);
    // Replaces the other path.
    assert_eq!(simplify(1, 212), full);
    assert_eq!(simplify(1, 211), Ok(1));
    assert_eq!(simplify(1, 18), Ok(1));
    assert_eq!(simplify(3, 1), Ok(1));
    assert_eq!(simplify(4, 0), Err(Refusal::Packet(invalid_path())));
    assert_eq!(simplify(4, 1), full);
    assert_eq!(simplify(3, 1), Ok(1));
}

/// The error for an empty path.
fn invalid_path() -> godot_var::DecodeError {
    let packet = b"\x02\x04\0\0\0\0";
    let read = godot_var::multiplayer::godot3::Packet::read(packet, &Options::DEFAULT);
    read.expect_err("an empty path")
}

#[test]
fn bytes_there_and_back() {
    let (mut session, _) = server(Config::default(), &[7, 8]);
    let raw = from_client(&mut session, 7, b"\x04hi");
    assert_eq!(raw, Some(Event::Raw { peer: 7, bytes: b"hi" }));
    session.send_bytes(Target::All, b"ho", TransferMode::UnreliableOrdered).expect("sent");
    let message =
        |peer| (peer, format!("00010000000{peer}00000004686f"), TransferMode::UnreliableOrdered);
    assert_eq!(sent(&mut session), [message(7), message(8)]);
    let empty = session.send_bytes(Target::All, b"", TransferMode::Reliable);
    assert!(matches!(empty, Err(CallError::Packet(_))));
}

#[test]
fn a_server_sends_packets_on_by_their_target() {
    let hi = b"\x04hi";
    let own = Some(Event::Raw { peer: 7, bytes: b"hi" });
    let on = |target: i32, peers: &[i32]| -> Vec<_> {
        let message = Message::Packet { source: 7, target, packet: hi };
        let text = hex::encode(message.to_websocket());
        peers.iter().map(|peer| (*peer, text.clone(), TransferMode::Unreliable)).collect()
    };
    let receive = |session: &mut Session, target| -> Option<Event<'_>> {
        let message = Message::Packet { source: 7, target, packet: hi };
        session.receive(Incoming { peer: 7, message, mode: TransferMode::Unreliable })
    };

    // Without relay, as in Godot 3.6, the server processes packets that include it.
    let (mut session, _) = server(Config::default(), &[7, 8, 9]);
    for target in [8, -1, 5] {
        assert_eq!(refusal(receive(&mut session, target)), Refusal::NotRelayed);
    }
    for target in [0, -8, 1] {
        assert_eq!(receive(&mut session, target), own);
    }
    assert_eq!(sent(&mut session), []);

    let (mut session, _) = server(Config::default().with_relay(Relay::On), &[7, 8, 9]);
    for (target, is_own, peers) in [
        (1, true, &[][..]),
        (8, false, &[8]),
        (0, true, &[8, 9]),
        (-8, true, &[9]),
        (-1, false, &[8, 9]),
        (i32::MIN, true, &[8, 9]),
        // Neither to itself nor to a peer that has left.
        (7, false, &[]),
        (5, false, &[]),
    ] {
        let event = receive(&mut session, target);
        assert_eq!(event, own.clone().filter(|_| is_own), "{target}");
        assert_eq!(sent(&mut session), on(target, peers), "{target}");
    }
    // Only packets that can be decoded.
    assert!(matches!(refusal(to(&mut session, 7, 8, b"\x05")), Refusal::Packet(_)));
    assert_eq!(sent(&mut session), []);
    // A call between clients is not for the server, whose permissions do not matter.
    let order = call_by_path("order", 0, &[]);
    assert_eq!(to(&mut session, 7, 8, &order), None);
    assert_eq!(packets(&mut session), [(7, 8, order.clone())]);
    // To all peers: the packet is relayed even if the server refuses it for itself.
    let reason = not_allowed(&METHODS[2]);
    assert_eq!(to(&mut session, 7, 0, &order), Some(Event::RelayedOnly { peer: 7, reason }));
    assert_eq!(packets(&mut session).len(), 2);

    let (mut session, _) = server(Config::default().with_relay(Relay::Ask), &[7, 8]);
    assert_eq!(receive(&mut session, 1), own);
    let asked = receive(&mut session, 0);
    let mode = TransferMode::Unreliable;
    assert_eq!(asked, Some(Event::Relay { peer: 7, target: 0, packet: hi, mode }));
    assert_eq!(sent(&mut session), []);
    assert_eq!(session.relay(7, 0, hi, mode), own);
    assert_eq!(sent(&mut session), on(0, &[8]));
}

#[test]
fn clients_are_told_of_each_other_if_the_server_relays() {
    let told = |session: &mut Session| -> Vec<_> {
        let mut told = Vec::new();
        session.drain(|Outgoing { peer, message, mode }| {
            assert_eq!(mode, TransferMode::Reliable);
            let text = format!("{message:?}");
            assert!(!text.contains("Packet"), "{text}");
            told.push((peer, text));
        });
        told
    };
    let tell = |peer: i32, text: &str| (peer, text.to_owned());
    let mut session = Session::new(Config::default());
    session.connect(7);
    session.connect(8);
    session.disconnect(7);
    // Queued messages for the peer that left are dropped.
    assert_eq!(told(&mut session), [tell(8, "Id(8)"), tell(8, "AddPeer(1)")]);

    let mut session = Session::new(Config::default().with_relay(Relay::On));
    session.connect(7);
    assert_eq!(told(&mut session), [tell(7, "Id(7)"), tell(7, "AddPeer(1)")]);
    session.connect(8);
    let expected =
        [tell(8, "Id(8)"), tell(8, "AddPeer(1)"), tell(7, "AddPeer(8)"), tell(8, "AddPeer(7)")];
    assert_eq!(told(&mut session), expected);
    session.disconnect(8);
    assert_eq!(told(&mut session), [tell(7, "DelPeer(8)")]);
    session.disconnect(8);
    assert_eq!(told(&mut session), []);
}

/// Delivers the packets between a server and its clients until none is left. Returns the resulting events in order, as text.
fn carry(server: &mut Session, clients: &mut [Session]) -> Vec<String> {
    let mut events = Vec::new();
    loop {
        let mut waiting = Vec::new();
        server.drain(|Outgoing { peer, message, .. }| {
            waiting.push((SERVER, peer, message.to_websocket()));
        });
        for client in &mut *clients {
            let id = client.unique_id();
            client.drain(|Outgoing { peer, message, .. }| {
                waiting.push((id, peer, message.to_websocket()));
            });
        }
        if waiting.is_empty() {
            return events;
        }
        for (from, to, bytes) in waiting {
            let message = Message::read_websocket(&bytes).expect("a message");
            let session = if to == SERVER {
                &mut *server
            } else {
                clients.iter_mut().find(|client| client.unique_id() == to).expect("a client")
            };
            let event = session.receive(Incoming::new(from, message));
            events.extend(event.map(|event| match event {
                Event::Call(call) => {
                    let values = call.decode::<Vec<Variant>>().expect("values");
                    format!("{to}: {} calls {}{values:?}", call.peer, call.method.name)
                }
                Event::Set(set) => {
                    let value = set.decode::<Variant>().expect("a value");
                    format!("{to}: {} sets {} {value:?}", set.peer, set.property.name)
                }
                other => format!("{to}: {other:?}"),
            }));
        }
    }
}

#[test]
fn a_server_and_two_clients_play() {
    let config = Config::default().with_relay(Relay::On);
    let (mut server, chat) = server(config, &[]);
    let mut clients = [7, 8].map(|id| {
        let mut client = Session::client(id, config);
        client.add_node("Main/Chat", node()).expect("a path of its own");
        client
    });
    server.connect(7);
    server.connect(8);
    let connected = ["7: Connected(1)", "8: Connected(1)", "7: Connected(8)", "8: Connected(7)"];
    let mut events = carry(&mut server, &mut clients);
    events.sort_by_key(|event| (event.ends_with("(7)"), event.ends_with("(8)"), event.clone()));
    assert_eq!(events, connected);

    // By the path, and by the number.
    for _ in 0..2 {
        let theirs = clients[0].node("Main/Chat").expect("added");
        clients[0].call(Target::All, theirs, "say", &("hi",)).expect("sent");
        clients[0].set(Target::Peer(8), theirs, "color", &3).expect("sent");
        clients[0].send_bytes(Target::Peer(8), b"x", TransferMode::Reliable).expect("sent");
        let mut events = carry(&mut server, &mut clients);
        events.sort();
        let expected = [
            "1: 7 calls say[String(\"hi\")]",
            "8: 7 calls say[String(\"hi\")]",
            "8: 7 sets color Int(3)",
            "8: Raw { peer: 7, bytes: [120] }",
        ];
        assert_eq!(events, expected);
        assert!(clients[0].has_confirmed(SERVER, theirs) && clients[0].has_confirmed(8, theirs));
        server.call(Target::All, chat, "order", &()).expect("sent");
        let events = carry(&mut server, &mut clients);
        assert_eq!(events, ["7: 1 calls order[]", "8: 1 calls order[]"]);
    }
    // A client is not the master, so the others refuse calls that only the master may make.
    let theirs = clients[0].node("Main/Chat").expect("added");
    let error = clients[0].call(Target::All, theirs, "order", &());
    assert_eq!(
        error,
        Err(CallError::NotAllowed { node: "Main/Chat".into(), name: "order", mode: "puppetsync" })
    );
    clients[0].set_master(theirs, 7);
    clients[0].call(Target::Peer(8), theirs, "order", &()).expect("sent");
    let events = carry(&mut server, &mut clients);
    assert_eq!(events.len(), 1, "{events:?}");
    assert!(
        events[0].contains("NotAllowed { node: \"Main/Chat\", name: \"order\", "),
        "{events:?}"
    );

    server.disconnect(8);
    let events = carry(&mut server, &mut clients);
    assert_eq!(events, ["7: Disconnected(8)"]);
    assert_eq!(clients[0].peers().collect::<Vec<_>>(), [1]);
    clients[0].disconnect(SERVER);
    assert_eq!(clients[0].peers().count(), 0);
}

#[test]
fn a_client_believes_its_server_alone() {
    let limits = SessionLimits::DEFAULT.with_bytes(2 * 1024);
    let config = Config::default().with_relay(Relay::On).with_limits(limits);
    let mut client = Session::client(7, config);
    client.add_node("Main/Chat", node()).expect("a path of its own");
    let receive = |client: &mut Session, message| client.receive(Incoming::new(SERVER, message));
    let of = |source| Message::Packet { source, target: 7, packet: &[4, 1] };
    assert_eq!(refusal(receive(&mut client, of(1))), Refusal::NotAdmitted(1));
    assert_eq!(client.connect(8), None);
    assert_eq!(client.connect(SERVER), Some(Event::Connected(SERVER)));
    // Over WebSocket it also gets this message; one event is enough.
    assert_eq!(receive(&mut client, Message::AddPeer(SERVER)), None);
    assert_eq!(receive(&mut client, Message::Id(7)), None);
    assert_eq!(refusal(receive(&mut client, Message::Id(8))), Refusal::OfServer);
    assert_eq!(refusal(receive(&mut client, of(8))), Refusal::NotAdmitted(8));
    let event = receive(&mut client, of(1));
    assert_eq!(event, Some(Event::Raw { peer: 1, bytes: &[1] }));
    assert_eq!(receive(&mut client, Message::AddPeer(8)), Some(Event::Connected(8)));
    assert_eq!(receive(&mut client, of(8)), Some(Event::Raw { peer: 8, bytes: &[1] }));
    for id in [7, 8, 0, -1] {
        let reason = refusal(receive(&mut client, Message::AddPeer(id)));
        assert_eq!(reason, Refusal::DuplicatePeer(id));
    }
    assert_eq!(receive(&mut client, Message::AddPeer(9)), Some(Event::Connected(9)));
    let reason = refusal(receive(&mut client, Message::AddPeer(10)));
    assert_eq!(reason, Refusal::Limit("peers"));
    // Queued messages for a peer that has left are dropped.
    client.send_bytes(Target::Peer(9), b"x", TransferMode::Reliable).expect("sent");
    assert_eq!(receive(&mut client, Message::DelPeer(9)), Some(Event::Disconnected(9)));
    assert_eq!(client.peers().collect::<Vec<_>>(), [SERVER, 8]);
    assert_eq!(receive(&mut client, Message::DelPeer(9)), None);
    assert_eq!(sent(&mut client), []);
    // There is room for another, and one that leaves takes nobody with it.
    assert_eq!(receive(&mut client, Message::AddPeer(10)), Some(Event::Connected(10)));
    client.disconnect(8);
    assert_eq!(client.peers().collect::<Vec<_>>(), [SERVER, 10]);

    // If a server that reported others before itself leaves, they leave, too.
    let mut client = Session::client(7, config);
    assert_eq!(receive(&mut client, Message::AddPeer(8)), Some(Event::Connected(8)));
    client.disconnect(SERVER);
    assert_eq!(client.peers().count(), 0);

    // Without relay there is only the server.
    let mut client = Session::client(7, Config::default());
    client.connect(SERVER);
    let receive = |client: &mut Session, message| client.receive(Incoming::new(SERVER, message));
    assert_eq!(refusal(receive(&mut client, Message::AddPeer(8))), Refusal::NotRelayed);
    assert_eq!(receive(&mut client, of(1)), Some(Event::Raw { peer: 1, bytes: &[1] }));
    assert_eq!(refusal(receive(&mut client, of(8))), Refusal::NotAdmitted(8));
}
