//! Peers with the RPC sets of older versions: their numbers of methods, both ways.

use godot_var::multiplayer::{
    CallError, Checksum, Config, Event, GodotRpc, MethodSet, Node, NodeId, OlderRpcs, Refusal,
    Session, Target,
};

use super::session::{NOW, packets, receive, refusal, simplify};

/// The methods `alert`, `say` and `topic`.
#[derive(Debug, PartialEq, GodotRpc)]
enum Chat {
    Alert,
    #[rpc(any_peer)]
    Say(i64),
    Topic,
}

/// Without `alert`, and with two that are gone.
const NAMES: &[&str] = &["kick", "quit", "say", "topic"];
const OLDER: &[OlderRpcs] = &[OlderRpcs::of::<Chat>(&["say"]), OlderRpcs::of::<Chat>(NAMES)];
const ALERT: u8 = 0;
const PATH: &str = "Main/Chat";

/// A session with two nodes of one set and a peer.
fn session() -> (Session, [NodeId; 2]) {
    let mut session = Session::new(Config::default().with_older(OLDER));
    let nodes = [PATH, "Main/Other"]
        .map(|path| session.add_node(path, Node::of::<Chat>()).expect("a path of its own"));
    session.connect(7, NOW);
    (session, nodes)
}

/// A call by the number 1 that the peer announced, with the argument 5.
fn call(method: u8) -> Vec<u8> {
    vec![0, 1, method, 1, 2, 5]
}

fn said(event: Option<Event<'_>>) -> Chat {
    match event {
        Some(Event::Call(call)) => call.decode().expect("a call of the set"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_older_peer_calls_and_is_called_by_its_own_numbers() {
    let (mut session, [chat, other]) = session();
    let then = Checksum::of_names(NAMES);
    assert_eq!(receive(&mut session, 7, &simplify(1, PATH, then)), None);
    // The answer says that both sides agree.
    assert_eq!(packets(&mut session), [(7, "020101000000".to_owned())]);
    assert_eq!(said(receive(&mut session, 7, &call(2))), Chat::Say(5));
    let reason = refusal(receive(&mut session, 7, &call(0)));
    assert_eq!(reason, Refusal::UnknownMethod { node: PATH.into(), method: 0 });
    let reason = refusal(receive(&mut session, 7, &call(9)));
    assert_eq!(reason, Refusal::UnknownMethod { node: PATH.into(), method: 9 });

    // Its checksum is announced, and its number is called; also of a node that it has not announced.
    for (node, path) in [(chat, PATH), (other, "Main/Other")] {
        session.call(Target::Peer(7), node, &Chat::Topic).expect("sent");
        let sent = packets(&mut session);
        assert_eq!(sent[0].1, hex::encode(simplify(sent_number(&sent[0].1), path, then)));
        let topic = hex::encode([&[0xa0, 6, 0, 0, 0x80, 3], path.as_bytes(), &[0]].concat());
        assert_eq!(sent[1..], [(7, topic)]);
        let alert = session.call(Target::Peer(7), node, &Chat::Alert).map(<[_]>::len);
        assert!(matches!(alert, Err(CallError::Older(_))), "{alert:?}");
    }
    let left_out = session.call(Target::All, chat, &Chat::Alert).expect("sent");
    assert_eq!(
        left_out[0].to_string(),
        "alert of Main/Chat for the peer 7: the peer has an older version without this method"
    );
    assert_eq!(packets(&mut session), []);

    // A peer of the present version has the present numbers.
    session.connect(8, NOW);
    assert_eq!(receive(&mut session, 8, &simplify(1, PATH, Chat::CHECKSUM)), None);
    assert_eq!(said(receive(&mut session, 8, &call(1))), Chat::Say(5));
    packets(&mut session);
    session.call(Target::All, chat, &Chat::Topic).expect("sent");
    let sent = packets(&mut session);
    let calls = sent.iter().filter(|(_, bytes)| bytes.starts_with("a0"));
    let numbers: Vec<_> = calls.map(|(peer, bytes)| (*peer, &bytes[10..12])).collect();
    assert_eq!(numbers, [(7, "03"), (8, "02")]);
}

/// The number in an announcement.
fn sent_number(bytes: &str) -> u32 {
    let bytes = hex::decode(bytes).expect("hex");
    u32::from_le_bytes(bytes[34..38].try_into().expect("four bytes"))
}

#[test]
fn a_game_can_tell_the_version_before_the_peer_does() {
    const SAY: &[OlderRpcs] = &[OlderRpcs::of::<Chat>(&["say"])];
    let (mut session, [chat, _]) = session();
    session.set_older(7, SAY);
    session.set_older(9, SAY);
    session.call(Target::Peer(7), chat, &Chat::Say(5)).expect("sent");
    let sent = packets(&mut session);
    assert_eq!(sent[0].1, hex::encode(simplify(1, PATH, Checksum::of_names(&["say"]))));
    assert!(sent[1].1.starts_with("200900008000"), "{sent:?}");
    // By path, before it has announced the node.
    let by_path = [&[0x20, 9, 0, 0, 0x80, 0, 1, 2, 5], PATH.as_bytes(), &[0]].concat();
    assert_eq!(said(receive(&mut session, 7, &by_path)), Chat::Say(5));
    // What the peer announces counts more.
    assert_eq!(receive(&mut session, 7, &simplify(1, PATH, Chat::CHECKSUM)), None);
    assert!(matches!(refusal(receive(&mut session, 7, &call(ALERT))), Refusal::NotAllowed { .. }));
    // A new connection has no version yet.
    session.disconnect(7);
    session.connect(7, NOW);
    packets(&mut session);
    session.call(Target::Peer(7), chat, &Chat::Topic).expect("sent");
    assert_eq!(packets(&mut session)[0].1, hex::encode(simplify(1, PATH, Chat::CHECKSUM)));
}

/// What `set_older` says of a call that comes too early.
#[test]
fn a_session_of_an_older_version_refuses_a_node_that_was_announced_with_present_names() {
    #[derive(Debug, PartialEq, GodotRpc)]
    enum Old {
        #[rpc(any_peer)]
        Say(i64),
    }
    for is_known in [true, false] {
        let mut client = Session::client(7, Config::default());
        client.add_node(PATH, Node::of::<Old>()).expect("a path of its own");
        client.connect(1, NOW);
        packets(&mut client);
        let (mut server, [chat, _]) = session();
        let sets = &OLDER[..1];
        if is_known {
            server.set_older(7, sets);
        }
        let mut hears = || {
            server.call(Target::Peer(7), chat, &Chat::Say(5)).expect("sent");
            let sent = packets(&mut server);
            server.set_older(7, sets);
            let events = sent.iter().map(|(_, bytes)| {
                let bytes = hex::decode(bytes).expect("hex");
                matches!(receive(&mut client, 1, &bytes), Some(Event::Call(_)))
            });
            events.filter(|is_call| *is_call).count()
        };
        assert_eq!([hears(), hears()], if is_known { [1, 1] } else { [0, 0] });
    }
}

#[test]
fn other_sets_are_refused_as_before() {
    let (mut session, [chat, _]) = session();
    let unknown = Checksum::of_names(&["say", "wave"]);
    let announced = simplify(1, PATH, unknown);
    let event = receive(&mut session, 7, &announced);
    assert!(matches!(event, Some(Event::ChecksumDiffers { peer: 7, node, .. }) if node == chat));
    let reason = refusal(receive(&mut session, 7, &call(0)));
    assert_eq!(reason, Refusal::ChecksumDiffers(PATH.into()));
}
