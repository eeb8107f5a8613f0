//! The server's side of a session, with peers in memory: permissions, limits, and the packets of calls.

use std::any::type_name;
use std::sync::Arc;
use std::time::Duration;

use godot_var::multiplayer::{
    ArgumentReader, CallError, Caller, Checksum, Command, Config, DecodeCall, Era, Event, GodotRpc,
    Incoming, LeftOut, Method, MethodSet, Misfit, MissingAuth, Node, NodeId, Notices, Numbered,
    Options, Packet, Refusal, Relay, ReplicationError, Session, SessionLimits, SimplifyPath,
    Target, TransferMode, compressed, sorted,
};
use godot_var::{DecodeError, EncodeError, Godot4, Output};

#[derive(Debug, PartialEq)]
enum Chat {
    Say(String),
    Order(i32),
    Tick,
}

impl MethodSet for Chat {
    const METHODS: &'static [Method] = &sorted([
        Method::new("say", Caller::AnyPeer),
        Method::new("order", Caller::Authority),
        Method::new("tick", Caller::AnyPeer)
            .with_mode(TransferMode::UnreliableOrdered)
            .with_channel(3),
    ]);

    fn id(&self) -> u16 {
        match self {
            Self::Order(_) => 0,
            Self::Say(_) => 1,
            Self::Tick => 2,
        }
    }

    fn encode_arguments<O: Output>(&self, out: &mut O) -> Result<u8, EncodeError> {
        match self {
            Self::Say(text) => compressed::encode::<Godot4, _, _>(text, out).map(|()| 1),
            Self::Order(number) => compressed::encode::<Godot4, _, _>(number, out).map(|()| 1),
            Self::Tick => Ok(0),
        }
    }
}

impl<'de> DecodeCall<'de> for Chat {
    fn decode_arguments(
        id: u16,
        arguments: &mut ArgumentReader<'de>,
    ) -> Result<Option<Self>, DecodeError> {
        Ok(Some(match id {
            0 => Self::Order(arguments.next("number")?),
            1 => Self::Say(arguments.next("text")?),
            2 => Self::Tick,
            _ => return Ok(None),
        }))
    }
}

/// Only its name differs from [`Chat`]'s set, so the ids of other methods differ.
struct Other;

impl MethodSet for Other {
    const METHODS: &'static [Method] = &sorted([Method::new("a", Caller::AnyPeer)]);

    fn id(&self) -> u16 {
        0
    }

    fn encode_arguments<O: Output>(&self, _: &mut O) -> Result<u8, EncodeError> {
        Ok(0)
    }
}

/// The set of another script, whose methods are the same.
struct Twin;

impl MethodSet for Twin {
    const METHODS: &'static [Method] = Chat::METHODS;

    fn id(&self) -> u16 {
        0
    }

    fn encode_arguments<O: Output>(&self, _: &mut O) -> Result<u8, EncodeError> {
        Ok(0)
    }
}

pub(super) const NOW: Duration = Duration::from_secs(100);
const CHAT: &[u8] = b"Main/Chat\0";

fn session(config: Config) -> (Session, NodeId) {
    let mut session = Session::new(config);
    let chat = session.add_node("Main/Chat", Node::of::<Chat>()).expect("a path of its own");
    (session, chat)
}

/// The queued packets: the receiver, the bytes as hex, mode and channel.
fn sent(session: &mut Session) -> Vec<(i32, String, TransferMode, u8)> {
    let mut packets = Vec::new();
    session.drain(|packet| {
        packets.push((packet.peer, hex::encode(packet.bytes), packet.mode, packet.channel));
    });
    packets
}

pub(super) fn packets(session: &mut Session) -> Vec<(i32, String)> {
    sent(session).into_iter().map(|(peer, bytes, ..)| (peer, bytes)).collect()
}

/// Polls until nothing is left to report, and returns which nodes were spawned at which peers.
pub(super) fn poll(session: &mut Session, now: Duration) -> Vec<(i32, NodeId)> {
    let mut spawned = Vec::new();
    while let Some(event) = session.poll(now) {
        let Event::SpawnedAt { peer, node } = event else { panic!("{event:?}") };
        spawned.push((peer, node));
    }
    spawned
}

pub(super) fn refusal(event: Option<Event<'_>>) -> Refusal {
    match event {
        Some(Event::Refused { reason, .. }) => reason,
        other => panic!("not refused: {other:?}"),
    }
}

/// The refusal of a path that is like no other.
pub(super) fn unknown_path(path: &str) -> Refusal {
    Refusal::UnknownPath { path: path.into(), similar: None }
}

/// Takes a packet, which changes nothing if it is refused.
pub(super) fn receive<'p>(session: &mut Session, peer: i32, bytes: &'p [u8]) -> Option<Event<'p>> {
    // Only sets the time.
    session.connect(0, NOW);
    let before = format!("{session:?}");
    let event = session.receive(Incoming::new(peer, bytes), NOW);
    if let Some(Event::Refused { reason, .. }) = &event {
        assert_eq!(format!("{session:?}"), before, "{reason}");
    }
    event
}

pub(super) fn simplify(id: u32, path: &str, checksum: Checksum) -> Vec<u8> {
    let packet = Packet::SimplifyPath(SimplifyPath { checksum, id, path });
    packet.to_bytes().expect("a packet")
}

fn call_by_path(method: u8, arguments: &[u8]) -> Vec<u8> {
    let flags = if arguments.is_empty() { 0xa0 } else { 0x20 };
    let offset = 6 + arguments.len() as u8;
    [&[flags, offset, 0, 0, 0x80, method], arguments, CHAT].concat()
}

#[test]
fn a_path_has_a_number_once_it_is_confirmed() {
    let (mut session, chat) = session(Config::default());
    for peer in [7, 8] {
        assert_eq!(session.connect(peer, NOW), Some(Event::Connected(peer)));
    }
    assert_eq!(session.connect(7, NOW), None);
    assert_eq!(session.connect(1, NOW), None);
    assert_eq!(session.connect(-5, NOW), None);

    session.call(Target::Peer(7), chat, &Chat::Order(5)).expect("sent");
    let announced = hex::encode(simplify(1, "Main/Chat", Chat::CHECKSUM));
    let by_path = hex::encode([&[0x20, 9, 0, 0, 0x80, 0, 1, 2, 5], CHAT].concat());
    assert_eq!(packets(&mut session), [(7, announced.clone()), (7, by_path.clone())]);
    // Only once.
    session.call(Target::Peer(7), chat, &Chat::Order(5)).expect("sent");
    assert_eq!(packets(&mut session), [(7, by_path.clone())]);
    assert_eq!(receive(&mut session, 7, &[2, 1, 1, 0, 0, 0]), None);
    session.call(Target::All, chat, &Chat::Order(5)).expect("sent");
    let by_id = "000100010205".to_owned();
    assert_eq!(packets(&mut session), [(7, by_id), (8, announced.clone()), (8, by_path)]);

    // In the mode and on the channel of the method.
    session.call(Target::AllBut(8), chat, &Chat::Tick).expect("sent");
    assert_eq!(sent(&mut session), [(7, "800102".into(), TransferMode::UnreliableOrdered, 3)]);

    // A peer that connects again has forgotten everything, and so has the session. What it should have got is dropped.
    session.call(Target::All, chat, &Chat::Tick).expect("sent");
    session.disconnect(7);
    assert_eq!(packets(&mut session), [(8, hex::encode(call_by_path(2, &[])))]);
    assert_eq!(session.connect(7, NOW), Some(Event::Connected(7)));
    session.call(Target::Peer(7), chat, &Chat::Tick).expect("sent");
    assert_eq!(packets(&mut session)[0], (7, announced));
    assert_eq!(session.peers().collect::<Vec<_>>(), [7, 8]);
}

#[test]
fn a_level_that_is_not_loaded_yet_is_told_again() {
    let (mut session, chat) = session(Config::default());
    session.connect(7, NOW);
    session.call(Target::All, chat, &Chat::Tick).expect("sent");
    let announced = packets(&mut session)[0].clone();
    let mut times = Vec::new();
    for tenths in 1..300 {
        let now = NOW + Duration::from_millis(tenths * 100);
        assert_eq!(session.poll(now), None);
        for packet in packets(&mut session) {
            assert_eq!(packet, announced);
            times.push(tenths);
        }
    }
    // At growing intervals.
    assert_eq!(times, [5, 15, 35, 75, 155, 235]);
    assert_eq!(receive(&mut session, 7, &[2, 1, 1, 0, 0, 0]), None);
    assert_eq!(session.poll(NOW + Duration::from_secs(1000)), None);
    assert_eq!(packets(&mut session), []);
}

#[test]
fn clients_call_what_they_may() {
    let (mut session, chat) = session(Config::default());
    session.connect(7, NOW);
    let say = [1, 4, 0, 0, 0, 2, 0, 0, 0, b'h', b'i', 0, 0];
    let bytes = call_by_path(1, &say);
    let Some(Event::Call(call)) = receive(&mut session, 7, &bytes) else { panic!("a call") };
    assert_eq!((call.peer, call.node, call.method.name), (7, chat, "say"));
    assert_eq!(
        (call.is_of::<Chat>(), call.is_of::<Other>(), call.is_of::<Twin>()),
        (true, false, false)
    );
    assert_eq!(call.decode::<Chat>(), Ok(Chat::Say("hi".into())));

    // By a number that the client has announced.
    assert_eq!(receive(&mut session, 7, &simplify(300, "Main/Chat", Chat::CHECKSUM)), None);
    assert_eq!(packets(&mut session), [(7, "02012c010000".into())]);
    let bytes = [0x90, 0x2c, 1, 2];
    let Some(Event::Call(call)) = receive(&mut session, 7, &bytes) else { panic!("a call") };
    assert_eq!(call.decode::<Chat>(), Ok(Chat::Tick));

    for (bytes, reason) in [
        (
            call_by_path(0, &[1, 2, 5]),
            Refusal::NotAllowed {
                node: "Main/Chat".into(),
                name: Chat::METHODS[0].name,
                mode: "authority",
            },
        ),
        (call_by_path(3, &[]), Refusal::UnknownMethod { node: "Main/Chat".into(), method: 3 }),
        (vec![0x80, 5, 1], Refusal::UnknownId { kind: Numbered::Path, id: 5 }),
        (b"\xa0\x06\0\0\x80\x02Main/Cha\0".to_vec(), unknown_path("Main/Cha")),
        (vec![2, 1, 9, 0, 0, 0], Refusal::UnknownId { kind: Numbered::Path, id: 9 }),
    ] {
        assert_eq!(refusal(receive(&mut session, 7, &bytes)), reason);
    }
    for bytes in [&b""[..], b"\x03", b"\x07\x04\x01\0\0\0", b"\xa0\x06\0\0\x80\x02/root/Main\0"] {
        assert!(matches!(refusal(receive(&mut session, 7, bytes)), Refusal::Packet(_)));
    }
    // Packets that only servers may send.
    for bytes in [&b"\x07\x01\x09\0\0\0"[..], b"\x07\x02\x09\0\0\0"] {
        assert!(matches!(refusal(receive(&mut session, 7, bytes)), Refusal::Command(_)));
    }
    // Nodes and synchronizers that the client did not spawn.
    for (bytes, kind, id) in [
        (&b"\x05\x01\0\0\0"[..], Numbered::Node, 1),
        (b"\x06\x05\0\x03\0\0\0\x02\0\0\0\x02\x05", Numbered::Synchronizer, 3),
    ] {
        assert_eq!(refusal(receive(&mut session, 7, bytes)), Refusal::UnknownId { kind, id });
    }
    assert_eq!(refusal(receive(&mut session, 9, &[3, 1])), Refusal::NotAdmitted(9));
    // Wrong arguments are found when the call is decoded.
    let bytes = call_by_path(1, &[1, 2, 5]);
    let Some(Event::Call(call)) = receive(&mut session, 7, &bytes) else { panic!("a call") };
    let error = call.decode::<Chat>().expect_err("no text").to_string();
    assert_eq!(error, "say of Main/Chat: text: expected String, found int at byte 7");

    // The authority of a node may call methods for the authority.
    session.set_authority(chat, 7);
    let bytes = call_by_path(0, &[1, 2, 5]);
    let Some(Event::Call(call)) = receive(&mut session, 7, &bytes) else { panic!("a call") };
    assert_eq!(call.decode::<Chat>(), Ok(Chat::Order(5)));
    let order = session.call(Target::All, chat, &Chat::Order(1));
    let node = "Main/Chat".into();
    assert_eq!(order, Err(CallError::NotAuthority { node, method: "order", authority: 7 }));
}

fn other_methods() -> CallError {
    let node = "Main/Chat".into();
    CallError::OtherMethods { node, expected: type_name::<Chat>(), found: type_name::<Other>() }
}

#[test]
fn calls_that_nobody_would_take_are_errors() {
    let (mut session, chat) = session(Config::default());
    let call = session.call(Target::Peer(7), chat, &Chat::Tick);
    assert_eq!(call, Err(CallError::UnknownPeer(7)));
    assert_eq!(session.call(Target::All, chat, &Other), Err(other_methods()));
    session.remove_node(chat);
    assert_eq!(session.call(Target::All, chat, &Chat::Tick), Err(CallError::UnknownNode));
    for path in ["", "/Main", "Main/", "../Main", "A//B", "A/./B", "A\0"] {
        assert!(session.add_node(path, Node::of::<Chat>()).is_err(), "{path:?}");
    }
    assert!(session.add_node(".", Node::of::<Chat>()).is_ok());
    assert!(session.add_node(".", Node::of::<Chat>()).is_err());
    assert_eq!(packets(&mut session), []);
}

#[test]
fn numbers_of_other_sets_are_not_called() {
    let (mut session, chat) = session(Config::default());
    session.connect(7, NOW);
    let announced = simplify(4, "Main/Chat", Other::CHECKSUM);
    let event = receive(&mut session, 7, &announced);
    assert_eq!(
        event,
        Some(Event::ChecksumDiffers { peer: 7, node: chat, path: "Main/Chat".into() })
    );
    assert_eq!(packets(&mut session), [(7, "020004000000".into())]);
    for bytes in [vec![0x80, 4, 2], call_by_path(2, &[])] {
        let reason = refusal(receive(&mut session, 7, &bytes));
        assert_eq!(reason, Refusal::ChecksumDiffers("Main/Chat".into()));
    }

    // The peer reports it itself.
    session.connect(8, NOW);
    session.call(Target::Peer(8), chat, &Chat::Tick).expect("sent");
    let event = receive(&mut session, 8, &[2, 0, 1, 0, 0, 0]);
    assert_eq!(
        event,
        Some(Event::ChecksumDiffers { peer: 8, node: chat, path: "Main/Chat".into() })
    );
    let reason = refusal(receive(&mut session, 8, &call_by_path(2, &[])));
    assert_eq!(reason, Refusal::ChecksumDiffers("Main/Chat".into()));
}

/// Only the callers differ from [`Chat`]'s, which no checksum tells.
struct Open;

impl MethodSet for Open {
    const METHODS: &'static [Method] = &sorted([
        Method::new("say", Caller::AnyPeer),
        Method::new("order", Caller::AnyPeer),
        Method::new("tick", Caller::AnyPeer),
    ]);

    fn id(&self) -> u16 {
        0
    }

    fn encode_arguments<O: Output>(&self, _: &mut O) -> Result<u8, EncodeError> {
        Ok(0)
    }
}

#[test]
fn nodes_are_equal_if_their_methods_and_authorities_are() {
    assert_eq!(Open::CHECKSUM, Chat::CHECKSUM);
    let nodes = || {
        [
            Node::new(),
            Node::of::<Chat>(),
            Node::of::<Open>(),
            Node::of::<Other>(),
            Node::of::<Chat>().with_rpc_config::<Other>(),
            Node::of::<Chat>().with_authority(7),
        ]
    };
    for (index, one) in nodes().iter().enumerate() {
        for (place, other) in nodes().iter().enumerate() {
            assert_eq!(one == other, index == place, "{one:?} {other:?}");
        }
    }
}

#[test]
fn calls_are_equal_if_sender_node_method_and_arguments_are() {
    let (mut session, _) = session(Config::default());
    session.add_node("Main/Cha2", Node::of::<Chat>()).expect("a path of its own");
    let say = |word: u8| call_by_path(1, &[1, 4, 0, 0, 0, 1, 0, 0, 0, word, 0, 0, 0]);
    let at_other = [&call_by_path(2, &[])[..6], b"Main/Cha2\0"].concat();
    let packets =
        [(7, say(b'a')), (8, say(b'a')), (7, say(b'b')), (7, call_by_path(2, &[])), (7, at_other)];
    for peer in [7, 8] {
        session.connect(peer, NOW);
    }
    let mut calls = Vec::new();
    for (peer, bytes) in packets.iter().chain(&packets) {
        let Some(Event::Call(call)) = receive(&mut session, *peer, bytes) else { panic!("a call") };
        calls.push(call);
    }
    for (index, one) in calls.iter().enumerate() {
        for (place, other) in calls.iter().enumerate() {
            assert_eq!(one == other, index % 5 == place % 5, "{one:?} {other:?}");
        }
    }
}

/// The methods that `Node.rpc_config` configures on a node, in addition to its script's.
#[derive(Debug, PartialEq, GodotRpc)]
enum Own {
    #[rpc(any_peer)]
    Own,
}

#[test]
fn methods_of_a_node_have_ids_of_their_own() {
    let mut session = Session::new(Config::default());
    let node = Node::of::<Chat>().with_rpc_config::<Own>();
    let chat = session.add_node("Main/Chat", node).expect("a path of its own");
    session.connect(7, NOW);
    let checksum = Checksum::of_node(Own::METHODS, Chat::METHODS);
    assert_eq!(receive(&mut session, 7, &simplify(1, "Main/Chat", checksum)), None);
    packets(&mut session);
    // `none()` of the script's ids, and the first of the node's own.
    let Some(Event::Call(call)) = receive(&mut session, 7, &[0x80, 1, 2]) else { panic!("a call") };
    assert_eq!(call.decode::<Chat>(), Ok(Chat::Tick));
    let error = call.decode::<Own>().expect_err("another set").to_string();
    let names = [type_name::<Chat>(), type_name::<Own>()];
    let [chat_set, own_set] = names;
    let expected =
        format!("tick of Main/Chat is a method of {chat_set}, and was decoded as {own_set}");
    assert_eq!(error, expected);
    let bytes = [0xc0, 1, 0, 0x80];
    let Some(Event::Call(call)) = receive(&mut session, 7, &bytes) else { panic!("a call") };
    assert_eq!((call.method.name, call.id), ("own", 0x8000));
    assert_eq!(call.decode::<Own>(), Ok(Own::Own));
    let error = call.decode::<Chat>().expect_err("another set").to_string();
    let expected =
        format!("own of Main/Chat is a method of {own_set}, and was decoded as {chat_set}");
    assert_eq!(error, expected);
    let reason = refusal(receive(&mut session, 7, &[0xc0, 1, 1, 0x80]));
    assert_eq!(reason, Refusal::UnknownMethod { node: "Main/Chat".into(), method: 0x8001 });

    session.call(Target::All, chat, &Own::Own).expect("sent");
    let announced = hex::encode(simplify(1, "Main/Chat", checksum));
    let by_path = hex::encode([b"\xe0\x07\0\0\x80\0\x80", CHAT].concat());
    assert_eq!(packets(&mut session), [(7, announced), (7, by_path)]);
    assert_eq!(session.call(Target::All, chat, &Other), Err(other_methods()));
}

#[test]
fn every_path_is_confirmed_and_found_later() {
    let (mut session, _) = session(Config::default());
    session.connect(7, NOW);
    assert_eq!(receive(&mut session, 7, &simplify(3, "Later", Chat::CHECKSUM)), None);
    assert_eq!(packets(&mut session), [(7, "020103000000".into())]);
    assert_eq!(receive(&mut session, 7, &simplify(3, "Later", Chat::CHECKSUM)), None);
    assert_eq!(packets(&mut session), [(7, "020103000000".into())]);
    for (path, checksum) in [("Never", Chat::CHECKSUM), ("Later", Other::CHECKSUM)] {
        let (known, found) = ("Later".into(), path.into());
        let reason = refusal(receive(&mut session, 7, &simplify(3, path, checksum)));
        assert_eq!(reason, Refusal::DuplicateId { kind: Numbered::Path, id: 3, known, found });
    }
    assert_eq!(refusal(receive(&mut session, 7, &[0x80, 3, 2])), unknown_path("Later"));
    let later = session.add_node("Later", Node::of::<Chat>()).expect("a path of its own");
    assert!(
        matches!(receive(&mut session, 7, &[0x80, 3, 2]), Some(Event::Call(call)) if call.node == later)
    );
    // Another node at its path.
    session.remove_node(later);
    assert_eq!(refusal(receive(&mut session, 7, &[0x80, 3, 2])), unknown_path("Later"));
    let again = session.add_node("Later", Node::of::<Chat>()).expect("free again");
    assert!(
        matches!(receive(&mut session, 7, &[0x80, 3, 2]), Some(Event::Call(call)) if call.node == again)
    );
    // A repeated announcement is answered, another path is refused.
    assert_eq!(receive(&mut session, 7, &simplify(3, "Later", Chat::CHECKSUM)), None);
    assert_eq!(packets(&mut session), [(7, "020103000000".into())]);
    let reason = refusal(receive(&mut session, 7, &simplify(3, "Main/Chat", Chat::CHECKSUM)));
    let (kind, id) = (Numbered::Path, 3);
    let (known, found) = ("Later".into(), "Main/Chat".into());
    assert_eq!(reason, Refusal::DuplicateId { kind, id, known, found });
    assert_eq!(packets(&mut session), []);
}

#[test]
fn what_is_kept_of_a_peer_is_bounded() {
    let limits = SessionLimits::DEFAULT.with_bytes(3 * 192 + 20 + 2 * 9);
    let (mut session, _) = session(Config::default().with_limits(limits));
    session.connect(7, NOW);
    assert_eq!(receive(&mut session, 7, &simplify(100, &"a".repeat(20), Checksum::NONE)), None);
    for id in 0..2 {
        assert_eq!(receive(&mut session, 7, &simplify(id, "Main/Chat", Chat::CHECKSUM)), None);
    }
    for path in ["Main/Chat", "b"] {
        let reason = refusal(receive(&mut session, 7, &simplify(10, path, Chat::CHECKSUM)));
        assert_eq!(reason, Refusal::Limit("bytes for its paths"));
    }
    // Another peer has its own.
    session.connect(8, NOW);
    assert_eq!(receive(&mut session, 8, &simplify(10, "b", Checksum::NONE)), None);
}

#[test]
fn authentication_passes_fails_and_times_out() {
    let auth = Config::default().with_auth(Duration::from_secs(3));
    let (mut session, chat) = session(auth);
    assert_eq!(session.connect(7, NOW), None);
    assert_eq!(refusal(receive(&mut session, 7, &[3, 1])), Refusal::NotAuthenticated(7));
    let Some(Event::Auth { peer: 7, payload: b"pw" }) = receive(&mut session, 7, b"\x07\0pw")
    else {
        panic!("a message")
    };
    session.send_auth(7, b"ok");
    // An empty message would complete authentication.
    session.send_auth(7, b"");
    assert_eq!(session.complete_auth(7), None);
    assert_eq!(packets(&mut session), [(7, "07006f6b".into()), (7, "0700".into())]);
    let call = session.call(Target::Peer(7), chat, &Chat::Tick);
    assert_eq!(call, Err(CallError::UnknownPeer(7)));
    assert_eq!(receive(&mut session, 7, b"\x07\0"), Some(Event::Connected(7)));
    assert_eq!(session.complete_auth(7), None);
    session.send_auth(7, b"late");
    assert_eq!(packets(&mut session), []);

    // The client first.
    session.connect(8, NOW);
    assert_eq!(receive(&mut session, 8, b"\x07\0"), None);
    assert_eq!(session.complete_auth(8), Some(Event::Connected(8)));
    assert_eq!(packets(&mut session), [(8, "0700".into())]);

    // A flood.
    session.connect(9, NOW);
    for _ in 0..16 {
        assert!(matches!(receive(&mut session, 9, b"\x07\0pw"), Some(Event::Auth { .. })));
    }
    let reason = refusal(receive(&mut session, 9, b"\x07\0pw"));
    assert_eq!(reason, Refusal::Limit("authentication messages"));
    assert_eq!(session.poll(NOW + Duration::from_millis(2999)), None);
    assert_eq!(
        session.poll(NOW + Duration::from_secs(3)),
        Some(Event::AuthTimedOut { peer: 9, missing: MissingAuth::Theirs })
    );
    assert_eq!(session.poll(NOW + Duration::from_secs(3)), None);
    assert_eq!(session.peers().collect::<Vec<_>>(), [7, 8]);

    // A client may complete authentication at a server without it.
    let (mut session, _) = self::session(Config::default());
    session.connect(7, NOW);
    assert_eq!(receive(&mut session, 7, b"\x07\0"), None);
    assert!(matches!(refusal(receive(&mut session, 7, b"\x07\0pw")), Refusal::NoAuthentication));
}

#[test]
fn bytes_there_and_back() {
    let (mut session, _) = session(Config::default());
    session.connect(7, NOW);
    session.connect(8, NOW);
    let raw = receive(&mut session, 7, b"\x03hi");
    assert_eq!(raw, Some(Event::Raw { peer: 7, bytes: b"hi" }));
    session.send_bytes(Target::All, b"ho", TransferMode::Unreliable, 2).expect("sent");
    let unreliable = |peer| (peer, "03686f".to_owned(), TransferMode::Unreliable, 2);
    assert_eq!(sent(&mut session), [unreliable(7), unreliable(8)]);
    let empty = session.send_bytes(Target::All, b"", TransferMode::Reliable, 0);
    assert!(matches!(empty, Err(CallError::Packet(_))));
}

#[test]
fn packets_are_relayed_if_the_server_does() {
    let to_8 = b"\x07\x03\x08\0\0\0\x03hi";
    let to_all = b"\x07\x03\0\0\0\0\x03hi";
    let but_8 = b"\x07\x03\xf8\xff\xff\xff\x03hi";
    let but_server = b"\x07\x03\xff\xff\xff\xff\x03hi";
    let relayed = |peer| (peer, "0703070000000 36869".replace(' ', ""));
    let own = Some(Event::Raw { peer: 7, bytes: b"hi" });

    let (mut session, _) = session(Config::default());
    session.connect(7, NOW);
    assert_eq!(refusal(receive(&mut session, 7, to_8)), Refusal::NotRelayed);
    assert_eq!(packets(&mut session), []);

    let (mut session, _) = self::session(Config::default().with_relay(Relay::On));
    for peer in [7, 8, 9] {
        session.connect(peer, NOW);
    }
    // New to old, old to new.
    let announced = [
        (7, "070108000000".into()),
        (8, "070107000000".into()),
        (7, "070109000000".into()),
        (9, "070107000000".into()),
        (8, "070109000000".into()),
        (9, "070108000000".into()),
    ];
    assert_eq!(packets(&mut session), announced);
    assert_eq!(receive(&mut session, 7, to_8), None);
    assert_eq!(packets(&mut session), [relayed(8)]);
    assert_eq!(receive(&mut session, 7, to_all), own);
    assert_eq!(packets(&mut session), [relayed(8), relayed(9)]);
    assert_eq!(receive(&mut session, 7, but_8), own);
    assert_eq!(packets(&mut session), [relayed(9)]);
    assert_eq!(receive(&mut session, 7, but_server), None);
    assert_eq!(packets(&mut session), [relayed(8), relayed(9)]);
    // Neither to itself, nor to nobody, nor the server's own commands, nor broken packets.
    assert_eq!(receive(&mut session, 8, b"\x07\x03\x08\0\0\0\x03hi"), None);
    assert_eq!(receive(&mut session, 8, b"\x07\x03\x0a\0\0\0\x03hi"), None);
    assert_eq!(packets(&mut session), []);
    for inner in [&b"\x07\x01\x09\0\0\0"[..], b"\x07\0pw", to_all, b"\x03", b"\x05\x01"] {
        let bytes = [b"\x07\x03\x08\0\0\0", inner].concat();
        refusal(receive(&mut session, 7, &bytes));
    }
    let least = [&b"\x07\x03\0\0\0\x80\x03hi"[..]].concat();
    assert_eq!(receive(&mut session, 7, &least), own);
    packets(&mut session);
    session.disconnect(8);
    assert_eq!(packets(&mut session), [(7, "070208000000".into()), (9, "070208000000".into())]);

    let (mut session, _) = self::session(Config::default().with_relay(Relay::Ask));
    session.connect(7, NOW);
    session.connect(8, NOW);
    packets(&mut session);
    let Some(Event::Relay { peer: 7, target: 0, packet }) = receive(&mut session, 7, to_all) else {
        panic!("a question")
    };
    assert_eq!(packets(&mut session), []);
    assert_eq!(session.relay(Incoming::new(7, packet), 0, NOW), own);
    assert_eq!(packets(&mut session), [relayed(8)]);
    let command = session.relay(Incoming::new(7, to_8), 0, NOW);
    assert_eq!(refusal(command), Refusal::Command(Command::System));
    assert_eq!(packets(&mut session), []);
}

/// A peer cannot fill the connection of another one.
#[test]
fn a_peer_sends_few_bytes_a_second_to_others() {
    let limits = SessionLimits::DEFAULT.with_relayed_bytes(1000);
    let config = Config::default().with_relay(Relay::On).with_limits(limits);
    let mut session = Session::new(config);
    for peer in [7, 8, 9] {
        session.connect(peer, NOW);
    }
    let bytes = [&b"\x07\x03\x08\0\0\0\x03"[..], &[0; 271]].concat();
    let mut at = |peer, millis| {
        let refused =
            session.receive(Incoming::new(peer, &bytes), NOW + Duration::from_millis(millis));
        refused.map(|event| refusal(Some(event)))
    };
    let too_many = Some(Refusal::Limit("bytes for other clients in a second"));
    assert_eq!((at(7, 0), at(7, 0), at(7, 0)), (None, None, too_many.clone()));
    // Each has its own share. A refused packet takes none.
    assert_eq!((at(9, 0), at(7, 199), at(7, 200)), (None, too_many.clone(), None));
    assert_eq!((at(7, 599), at(7, 600), at(7, 600)), (too_many.clone(), None, too_many));
    assert_eq!((at(7, 5000), at(7, 5000)), (None, None));
}

/// Several peers cannot do it together, either. What one receiver misses, the others get.
#[test]
fn a_peer_gets_few_bytes_a_second_of_others() {
    let limits = SessionLimits::DEFAULT.with_relayed_bytes(1000);
    let config = Config::default().with_relay(Relay::On).with_limits(limits);
    let mut session = Session::new(config);
    for peer in [7, 8, 9, 10, 11] {
        session.connect(peer, NOW);
    }
    let mut at = |peer, target: i32, millis| {
        packets(&mut session);
        let bytes = [&[7, 3][..], &target.to_le_bytes(), &[3], &[0; 771]].concat();
        let now = NOW + Duration::from_millis(millis);
        let refused = session.receive(Incoming::new(peer, &bytes), now);
        let refused = refused.filter(|event| matches!(event, Event::Refused { .. }));
        let sent: Vec<_> = packets(&mut session).into_iter().map(|(peer, _)| peer).collect();
        (sent, refused.map(|event| refusal(Some(event))))
    };
    let too_many = Some(Refusal::Limit("bytes of other clients in a second"));
    assert_eq!(at(7, 8, 0), (vec![8], None));
    assert_eq!(at(9, 8, 0), (vec![8], None));
    assert_eq!(at(10, 8, 0), (vec![], too_many.clone()));
    // The refused packet took nothing of its sender.
    assert_eq!(at(10, 0, 0), (vec![7, 9, 11], None));
    assert_eq!(at(11, 8, 300), (vec![], too_many));
    assert_eq!(at(11, 8, 500), (vec![8], None));
}

#[test]
fn paths_are_confirmed_by_the_path_up_to_4_2() {
    let options = Options::DEFAULT.with_era(Era::Godot4_0);
    let (mut session, chat) = session(Config::default().with_options(options));
    session.connect(7, NOW);
    assert_eq!(receive(&mut session, 7, &simplify(1, "Main/Chat", Chat::CHECKSUM)), None);
    let confirm = [b"\x02\x01", CHAT].concat();
    assert_eq!(packets(&mut session), [(7, hex::encode(&confirm))]);
    session.call(Target::All, chat, &Chat::Tick).expect("sent");
    packets(&mut session);
    assert_eq!(receive(&mut session, 7, &confirm), None);
    session.call(Target::All, chat, &Chat::Tick).expect("sent");
    assert_eq!(packets(&mut session), [(7, "800102".into())]);
}

/// Both sides of a missing authentication say which side lacks it.
#[test]
fn a_side_without_authentication_is_named() {
    // A client without an `auth_callback` begins at once.
    let second = Duration::from_secs(1);
    let (mut session, _) = session(Config::default().with_auth(second));
    assert_eq!(session.connect(7, NOW), None);
    let reason = refusal(receive(&mut session, 7, &[3, 1])).to_string();
    assert!(reason.starts_with("the peer 7 has not authenticated; a client without"), "{reason}");
    assert_eq!(session.connect(8, NOW), None);
    assert!(receive(&mut session, 8, b"\x07\0pw").is_some());
    assert_eq!(session.connect(9, NOW), None);
    assert_eq!(receive(&mut session, 9, b"\x07\0"), None);
    let mut late = Vec::new();
    while let Some(event) = session.poll(NOW + second) {
        let Event::AuthTimedOut { peer, missing } = event else { panic!("{event:?}") };
        late.push((peer, missing));
    }
    // An empty message completes the client's part.
    let expected = [(7, MissingAuth::Messages), (8, MissingAuth::Theirs), (9, MissingAuth::Ours)];
    assert_eq!(late, expected);
}

/// Whatever is known of a node, a method, an argument and a peer is in the text.
#[test]
fn errors_have_names() {
    let node: Arc<str> = "Main/Chat".into();
    let error = EncodeError::custom("text: too long");
    let left_out = LeftOut { peer: 7, node: node.clone(), method: "say" };
    let calls = [
        CallError::NotVisible(left_out.clone()),
        CallError::NotSpawned(left_out.clone()),
        CallError::Loading(left_out.clone()),
        CallError::Limit(left_out),
        CallError::Arguments { node: node.clone(), method: "say", error: error.clone() },
        CallError::Role { node: node.clone(), method: "say" },
    ];
    for error in calls {
        let text = error.to_string();
        assert!(text.starts_with("say of Main/Chat"), "{text}");
        assert!(text.contains("peer 7") || !matches!(error, CallError::NotVisible(_)), "{text}");
    }
    let ids = [
        (Numbered::Path, "no node is announced as number 5"),
        (Numbered::Node, "the peer has no spawned node with the number 5"),
        (
            Numbered::Synchronizer,
            "no spawned node of the peer has a synchronizer with the number 5",
        ),
    ];
    for (kind, text) in ids {
        assert_eq!(Refusal::UnknownId { kind, id: 5 }.to_string(), text);
        for name in ["Main/Chat", "Main/Other"] {
            let (known, found) = (node.clone(), name.into());
            let reason = Refusal::DuplicateId { kind, id: 5, known, found }.to_string();
            assert!(reason.contains("number 5") && reason.contains("Main/Chat"), "{reason}");
            let is_same = kind == Numbered::Path && name == "Main/Chat";
            assert_eq!(reason.contains("with different RPCs"), is_same, "{reason}");
            assert!(reason.contains(name), "{reason}");
        }
    }
    for (missing, what) in [
        (MissingAuth::Messages, "auth_callback"),
        (MissingAuth::Theirs, "the client has not called"),
        (MissingAuth::Ours, "this side has not called"),
    ] {
        assert!(missing.to_string().contains(what), "{missing}");
    }
    for (offered, text) in
        [("", "offers no WebSocket sub-protocol;"), ("chat", "sub-protocol chat,")]
    {
        let misfit = Misfit::Protocol { offered: offered.into(), accepted: "game".into() };
        let misfit = misfit.to_string();
        assert!(misfit.contains(text) && misfit.contains("game"), "{misfit}");
    }
    for reason in [
        Refusal::NotAnnounced(node.clone()),
        Refusal::NotAdded { node: node.clone(), id: 5 },
        Refusal::UnknownRequest { node: node.clone(), request: 5 },
        Refusal::SpawnLimit(node.clone()),
    ] {
        assert!(reason.to_string().contains("Main/Chat"), "{reason}");
    }
    for error in [
        ReplicationError::OtherKind(node.clone()),
        ReplicationError::Properties { synchronizer: node.clone(), error },
        ReplicationError::TooLong { synchronizer: node, property: ".:hp", bytes: 9, max: 8 },
    ] {
        assert!(error.to_string().starts_with("Main/Chat"), "{error}");
    }
}

#[test]
fn equal_messages_are_counted() {
    let mut notices = Notices::new();
    let second = Duration::from_secs(1);
    let mut lines = Vec::new();
    for at in 0..25_u32 {
        for path in ["A", "B"] {
            let reason = Refusal::ChecksumDiffers(path.into());
            lines.extend(notices.line(7, &reason, second * at));
        }
    }
    let text =
        |path| format!("peer 7: the peer has other RPCs for {path}, so their numbers differ");
    let again = |path| format!("{} (10 times more)", text(path));
    let expected = [text("A"), text("B"), again("A"), again("B"), again("A"), again("B")];
    assert_eq!(lines, expected);
    // Another peer has lines of its own. Lines and their length are bounded.
    let many = (0..1000).filter_map(|number| notices.line(8, &number, NOW)).count();
    assert_eq!(many, 16);
    let long = notices.line(9, &"x".repeat(10_000), NOW).expect("a line");
    assert!(long.len() < 600);
    assert_eq!(notices.line(8, &"later", NOW + second * 10).as_deref(), Some("peer 8: later"));
    notices.forget(7);
    assert_eq!(notices.line(7, &Refusal::ChecksumDiffers("A".into()), second), Some(text("A")));
}

#[test]
fn authority_is_recursive_by_choice() {
    let mut session = Session::new(Config::default());
    let [main, chat, door, other] = ["Main", "Main/Chat", "Main/Level/Door", "Main2"]
        .map(|path| session.add_node(path, Node::of::<Chat>()).expect("a path of its own"));
    session.connect(7, NOW);
    let orders = |session: &mut Session| {
        [main, chat, door, other]
            .map(|node| session.call(Target::All, node, &Chat::Order(1)).is_ok())
    };
    assert_eq!(orders(&mut session), [true; 4]);
    session.set_authority(main, 7);
    assert_eq!(orders(&mut session), [false, true, true, true]);
    session.set_authority_recursive(main, 7);
    assert_eq!(orders(&mut session), [false, false, false, true]);
    session.set_authority_recursive(main, 1);
    assert_eq!(orders(&mut session), [true; 4]);
}
