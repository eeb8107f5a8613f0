//! Calls with an answer: both sides ask, answer with a value or an error, too late, or not at all.

use std::time::Duration;

use godot_var::GodotVar;
use godot_var::multiplayer::{
    AnswerError, Arguments, CallError, Config, Event, GodotRpc, Incoming, Method, MethodSet, Node,
    NodeId, NodeRef, Options, Packet, Refusal, Request, Role, Rpc, SERVER, Session, Target,
};

const NOW: Duration = Duration::ZERO;
const SECOND: Duration = Duration::from_secs(1);

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Profile {
    level: u8,
}

#[derive(Debug, PartialEq, GodotRpc)]
enum Lobby {
    #[rpc(any_peer, answer = Profile)]
    Login { name: String },
    #[rpc(any_peer, answer = "Vec<u8>")]
    Ping,
    #[rpc(any_peer)]
    Plain,
}

struct Pair {
    server: Session,
    client: Session,
    nodes: [NodeId; 2],
}

impl Pair {
    fn new() -> Self {
        let (mut server, mut client) =
            (Session::new(Config::default()), Session::client(7, Config::default()));
        let nodes = [&mut server, &mut client]
            .map(|session| session.add_node("Lobby", Node::of::<Lobby>()).expect("a path"));
        server.connect(7, NOW);
        client.connect(SERVER, NOW);
        Self { server, client, nodes }
    }

    /// Carries packets until none is left. Passes the events to the side that has them.
    fn carry(&mut self, mut take: impl FnMut(&mut Session, Event<'_>)) {
        loop {
            let mut packets = Vec::new();
            self.server.drain(|packet| packets.push((true, packet.bytes.to_vec())));
            self.client.drain(|packet| packets.push((false, packet.bytes.to_vec())));
            if packets.is_empty() {
                return;
            }
            for (from_server, bytes) in packets {
                let (session, peer) =
                    if from_server { (&mut self.client, SERVER) } else { (&mut self.server, 7) };
                if let Some(event) = session.receive(Incoming::new(peer, &bytes), NOW) {
                    take(session, event);
                }
            }
        }
    }
}

/// What a question is answered with.
fn answer(session: &mut Session, event: Event<'_>, log: &mut Vec<String>) {
    match event {
        Event::Call(call) => {
            let request = call.request.clone().expect("a question");
            match call.decode::<Lobby>().expect("a call of the set") {
                Lobby::Login { name } if name == "ann" => {
                    let profile = Profile { level: 9 };
                    session.answer(&request, Lobby::LOGIN, Ok(&profile)).expect("sent");
                }
                Lobby::Login { name } => {
                    let error = format!("{name} is unknown");
                    session.answer(&request, Lobby::LOGIN, Err(&error)).expect("sent");
                }
                Lobby::Ping => {
                    session.answer(&request, Lobby::PING, Ok(&vec![1, 2])).expect("sent");
                }
                Lobby::Plain => panic!("no question"),
            }
        }
        Event::Answered { peer, request, answer } => {
            let login = match answer.decode(Lobby::LOGIN) {
                Ok(profile) => format!("level {}", profile.level),
                Err(AnswerError::Peer(error)) => error,
                Err(_) => format!("{:?}", answer.decode(Lobby::PING).expect("bytes")),
            };
            log.push(format!("{request} of {peer}: {login}"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn either_side_asks_and_answers() {
    let methods: Vec<_> = Lobby::METHODS.iter().map(|one| (one.name, one.role)).collect();
    let expected = [
        ("answered", Role::Answer),
        ("login", Role::Question),
        ("ping", Role::Question),
        ("plain", Role::Call),
    ];
    assert_eq!(methods, expected);
    let mut pair = Pair::new();
    let login = |name: &str| Lobby::Login { name: name.to_owned() };
    let [on_server, on_client] = pair.nodes;
    // In the second round the paths have numbers.
    for round in 0..2 {
        let mut numbers = Vec::new();
        for question in [login("ann"), login("bob"), Lobby::Ping] {
            let asked = pair.server.ask(7, on_server, &question, SECOND).expect("asked");
            assert_eq!(pair.client.ask(SERVER, on_client, &question, SECOND), Ok(asked));
            numbers.push(asked);
        }
        assert_eq!(numbers, [1, 2, 3].map(|number| number + 3 * round));
        let mut log = Vec::new();
        pair.carry(|session, event| answer(session, event, &mut log));
        log.sort();
        let mut expected = Vec::new();
        for (number, said) in numbers.iter().zip(["level 9", "bob is unknown", "[1, 2]"]) {
            expected.push(format!("{number} of 1: {said}"));
            expected.push(format!("{number} of 7: {said}"));
        }
        assert_eq!(log, expected);
        // Nothing is left that could be late.
        assert_eq!(pair.server.poll(SECOND * 10), None);
        assert_eq!(pair.client.poll(SECOND * 10), None);
    }
}

#[test]
fn requests_without_an_answer_end() {
    let mut pair = Pair::new();
    let node = pair.nodes[0];
    assert_eq!(pair.server.ask(7, node, &Lobby::Ping, SECOND), Ok(1));
    assert_eq!(pair.server.ask(7, node, &Lobby::Ping, SECOND * 9), Ok(2));
    assert_eq!(pair.server.poll(Duration::from_millis(999)), None);
    assert_eq!(pair.server.poll(SECOND), Some(Event::Unanswered { peer: 7, request: 1 }));
    assert_eq!(pair.server.poll(SECOND), None);
    pair.server.disconnect(7);
    assert_eq!(pair.server.poll(SECOND), Some(Event::Unanswered { peer: 7, request: 2 }));
    assert_eq!(pair.server.poll(SECOND * 20), None);
    assert_eq!(pair.server.ask(7, node, &Lobby::Ping, SECOND), Err(CallError::UnknownPeer(7)));
}

#[test]
fn questions_and_calls_are_not_mixed_up() {
    let mut pair = Pair::new();
    let node = pair.nodes[0];
    let role = |method| CallError::Role { node: "Lobby".into(), method };
    let ask = pair.server.ask(7, node, &Lobby::Plain, SECOND);
    assert_eq!(ask, Err(role("plain")));
    let call = pair.server.call(Target::All, node, &Lobby::Ping);
    assert_eq!(call, Err(role("ping")));
    pair.client.ask(SERVER, pair.nodes[1], &Lobby::Ping, SECOND).expect("asked");
    let mut request: Option<Request> = None;
    pair.carry(|_, event| {
        let Event::Call(call) = event else { panic!("{event:?}") };
        request = call.request;
    });
    let request = request.expect("a question");
    // Of another question; after the peer has left; after the node was removed.
    let error = pair.server.answer(&request, Lobby::LOGIN, Err("no"));
    assert_eq!(error, Err(role("login")));
    pair.server.disconnect(7);
    let error = pair.server.answer(&request, Lobby::PING, Err("no"));
    assert_eq!(error, Err(CallError::UnknownPeer(7)));
    pair.server.remove_node(node);
    let error = pair.server.answer(&request, Lobby::PING, Err("no"));
    assert_eq!(error, Err(CallError::UnknownNode));
}

/// Reconnects the peer 7, which keeps its id.
fn reconnect(server: &mut Session) {
    server.drain(|_| ());
    server.disconnect(7);
    assert_eq!(server.connect(7, NOW), Some(Event::Connected(7)));
}

#[test]
fn a_new_connection_with_the_same_id_gets_no_answer_of_the_old_one() {
    let mut pair = Pair::new();
    pair.client.ask(SERVER, pair.nodes[1], &Lobby::Ping, SECOND).expect("asked");
    let mut request: Option<Request> = None;
    pair.carry(|_, event| {
        let Event::Call(call) = event else { panic!("{event:?}") };
        request = call.request;
    });
    let request = request.expect("a question");
    reconnect(&mut pair.server);
    let error = pair.server.answer(&request, Lobby::PING, Ok(&vec![1, 2]));
    assert_eq!(error, Err(CallError::OtherConnection(7)));
    let error = error.expect_err("another connection").to_string();
    assert_eq!(error, "the peer 7 that asked has left, and a new connection has its id");
    pair.server.drain(|packet| panic!("{packet:?}"));
}

#[test]
fn a_new_connection_with_the_same_id_answers_no_question_to_the_old_one() {
    let mut pair = Pair::new();
    assert_eq!(pair.server.ask(7, pair.nodes[0], &Lobby::Ping, SECOND), Ok(1));
    reconnect(&mut pair.server);
    // The request 1, no error, no bytes.
    let values = [2, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0x1d, 0, 0, 0, 0, 0, 0, 0];
    let answer = Rpc::new(NodeRef::Path("Lobby"), 0, Arguments::of(3, &values));
    let answer = Packet::Rpc(answer).to_bytes().expect("a packet");
    let event = pair.server.receive(Incoming::new(7, &answer), NOW);
    let reason = Refusal::UnknownRequest { node: "Lobby".into(), request: 1 };
    assert_eq!(event, Some(Event::Refused { peer: 7, reason }));
    // The question to the new connection has a number of its own.
    assert_eq!(pair.server.ask(7, pair.nodes[0], &Lobby::Ping, SECOND), Ok(2));
    assert_eq!(pair.server.poll(NOW), Some(Event::Unanswered { peer: 7, request: 1 }));
    assert_eq!(pair.server.poll(NOW), None);
    assert_eq!(pair.server.poll(SECOND), Some(Event::Unanswered { peer: 7, request: 2 }));
}

/// A peer cannot answer what it was not asked, nor twice, nor for another peer.
#[test]
fn answers_that_nobody_asked_for_are_refused() {
    let mut session = Session::new(Config::default());
    let node = session.add_node("Lobby", Node::of::<Lobby>()).expect("a path");
    for peer in [7, 8] {
        session.connect(peer, NOW);
    }
    let id = Method::id_of(Lobby::METHODS, "answered").expect("a method");
    let answer_of = |count: u8, values: &[u8]| {
        let arguments = Arguments::of(count, values);
        let rpc = Rpc::new(NodeRef::Path("Lobby"), id, arguments);
        Packet::Rpc(rpc).to_bytes().expect("a packet")
    };
    // The request 1, no error, a null.
    let values = [&[2, 1][..], &[4, 0, 0, 0, 0, 0, 0, 0], &[0; 4]].concat();
    let right = answer_of(3, &values);
    let refused = |session: &mut Session, peer, bytes: &[u8]| match session
        .receive(Incoming::new(peer, bytes), NOW)
    {
        Some(Event::Refused { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    let unasked = Refusal::UnknownRequest { node: "Lobby".into(), request: 1 };
    assert_eq!(refused(&mut session, 7, &right), unasked);
    assert_eq!(session.ask(7, node, &Lobby::Ping, SECOND), Ok(1));
    assert_eq!(refused(&mut session, 8, &right), unasked);
    for (count, len) in [(0, 0), (1, 2), (2, 2), (3, 1)] {
        let reason = refused(&mut session, 7, &answer_of(count, &values[..len]));
        assert!(matches!(reason, Refusal::Arguments { .. }), "{reason:?}");
    }
    // A value of another type is found when it is decoded.
    let event = session.receive(Incoming::new(7, &right), NOW);
    let Some(Event::Answered { request: 1, answer, .. }) = event else { panic!("{event:?}") };
    let error = answer.decode(Lobby::PING).expect_err("a null").to_string();
    assert!(error.starts_with("ping of Lobby: value: expected"), "{error}");
    let error = answer.decode(Lobby::LOGIN).expect_err("another question").to_string();
    assert!(error.contains("ping"), "{error}");
    assert_eq!(refused(&mut session, 7, &right), unasked);
    // Answers are equal if their errors and the places of their values are.
    assert_eq!(session.ask(7, node, &Lobby::Ping, SECOND), Ok(2));
    let error = [&[2, 2][..], &[4, 0, 0, 0, 2, 0, 0, 0, b'n', b'o', 0, 0], &[0; 4]].concat();
    let error = answer_of(3, &error);
    let event = session.receive(Incoming::new(7, &error), NOW);
    let Some(Event::Answered { answer: other, .. }) = event else { panic!("{event:?}") };
    assert!(answer == answer.clone() && answer != other);
    // A question without its number.
    let ping = Method::id_of(Lobby::METHODS, "ping").expect("a method");
    let rpc = Rpc::new(NodeRef::Path("Lobby"), ping, Arguments::NONE);
    let bytes = Packet::Rpc(rpc).to_bytes().expect("a packet");
    let reason = refused(&mut session, 7, &bytes).to_string();
    assert!(reason.starts_with("ping of Lobby: expected the argument request"), "{reason}");
    // The place of a wrong argument is counted from the start of the packet, as everywhere.
    let login = Method::id_of(Lobby::METHODS, "login").expect("a method");
    let rpc = Rpc::new(NodeRef::Path("Lobby"), login, Arguments::of(2, &[2, 1, 2, 5]));
    let bytes = Packet::Rpc(rpc).to_bytes().expect("a packet");
    let event = session.receive(Incoming::new(7, &bytes), NOW);
    let Some(Event::Call(call)) = event else { panic!("{event:?}") };
    let error = call.decode::<Lobby>().expect_err("no text").to_string();
    assert_eq!(error, "login of Lobby: name: expected String, found int at byte 9");
}

/// The number of a request is not enough: an answer arrives at the node that has asked.
#[test]
fn an_answer_at_another_node_is_refused() {
    let mut pair = Pair::new();
    let other = pair.server.add_node("Other", Node::of::<Lobby>()).expect("a path");
    assert_eq!(pair.server.ask(7, other, &Lobby::Ping, SECOND), Ok(1));
    let id = Method::id_of(Lobby::METHODS, "answered").expect("a method");
    // The request 1, no error, no bytes.
    let values = [2, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0x1d, 0, 0, 0, 0, 0, 0, 0];
    let mut answer = |path| {
        let answer = Rpc::new(NodeRef::Path(path), id, Arguments::of(3, &values));
        let answer = Packet::Rpc(answer).to_bytes().expect("a packet");
        match pair.server.receive(Incoming::new(7, &answer), NOW) {
            Some(Event::Answered { peer: 7, request: 1, answer }) => {
                Ok(answer.decode(Lobby::PING).expect("bytes"))
            }
            Some(Event::Refused { peer: 7, reason }) => Err(reason),
            other => panic!("{other:?}"),
        }
    };
    let reason = Refusal::UnknownRequest { node: "Lobby".into(), request: 1 };
    assert_eq!(answer("Lobby"), Err(reason));
    assert_eq!(answer("Other"), Ok(vec![]));
}

/// Questions that only the authority may ask.
#[derive(Debug, PartialEq, GodotRpc)]
enum Orders {
    #[rpc(answer = Profile)]
    Report,
}

#[test]
fn only_the_authority_asks_what_only_it_may_ask() {
    let mut session = Session::new(Config::default());
    let node = session.add_node("Orders", Node::of::<Orders>()).expect("a path");
    session.connect(7, NOW);
    assert_eq!(session.ask(7, node, &Orders::Report, SECOND), Ok(1));
    session.set_authority(node, 7);
    let (node_path, method, authority) = ("Orders".into(), "report", 7);
    let error = CallError::NotAuthority { node: node_path, method, authority };
    assert_eq!(session.ask(7, node, &Orders::Report, SECOND), Err(error));
}

/// Calls of the script, before whose names `answered` does not come.
#[derive(Debug, PartialEq, GodotRpc)]
enum Above {
    #[rpc(any_peer)]
    Above,
    #[rpc(any_peer, answer = "Vec<u8>")]
    Below,
}

/// An answer has the number of the method `answered` in its own set: of the script, or of the node.
#[test]
fn answers_have_the_number_of_their_set() {
    for (node, number, question) in [
        (Node::of::<Above>(), &[1][..], 2_u16),
        (Node::new().with_rpc_config::<Above>(), &[1, 0x80], 0x8002),
    ] {
        let mut session = Session::new(Config::default());
        let id = session.add_node("Above", node).expect("a path");
        session.connect(7, NOW);
        let rpc = Rpc::new(NodeRef::Path("Above"), question, Arguments::of(1, &[2, 9]));
        let bytes = Packet::Rpc(rpc).to_bytes().expect("a packet");
        let event = session.receive(Incoming::new(7, &bytes), NOW);
        let Some(Event::Call(call)) = event else { panic!("{event:?}") };
        let request = call.request.expect("a question");
        session.answer(&request, Above::BELOW, Ok(&vec![5])).expect("sent");
        let mut answers = Vec::new();
        session.drain(|packet| {
            if let Ok(Packet::Rpc(rpc)) = Packet::read(packet.bytes, &Options::DEFAULT) {
                answers.push((rpc.method, packet.bytes[5..][..number.len()].to_vec()));
            }
        });
        let method = if number.len() == 1 { 1 } else { 0x8001 };
        assert_eq!(answers, [(method, number.to_vec())], "{id:?}");
    }
}
