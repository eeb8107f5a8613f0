//! Generated classes of RPCs in a real engine: ids and checksum equal those of the derive, and each method is called in both directions.
//!
//! The engine's side is `tests/engine/godot4/generated_rpcs.gd`.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use godot_var::multiplayer::{Config, Event, Incoming, MethodSet, Node, Session, Target};
use godot_var::{Array, Color, Dictionary, Variant, Vector2, Vector3};
use tungstenite::{Message, WebSocket};

use super::{language, script};
use crate::engine::peers::{accept, listen};
use crate::needs::{self, GODOT4, Godot};
use crate::programs::engine::{Engine, Scratch, TIMEOUT};
use schema::{Chat, Everything, Hand, Item, Outcome, Team};

#[path = "../../../schemas/multiplayer.rs"]
#[expect(unreachable_pub, reason = "it is a schema for generators")]
#[allow(dead_code, reason = "generators use all of it")]
mod schema;

const MULTIPLAYER: &str = include_str!("../../../schemas/multiplayer.rs");

/// The id that the server gives its only client.
const CLIENT: i32 = 5;

/// A project with the generated script and those of the client.
fn project(godot: &Godot) -> Scratch {
    let scratch = Scratch::in_engine(godot, "generated-rpcs");
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/godot4");
    for file in ["generated_rpcs.gd", "generated_chat.gd", "generated_everything.gd"] {
        fs::copy(scripts.join(file), scratch.path(file)).expect("a script");
    }
    let script = script("rpcs.rs", MULTIPLAYER, language(godot));
    fs::write(scratch.path("rpcs.gd"), script).expect("a script");
    fs::write(scratch.path("project.godot"), "config_version=5\n").expect("a project");
    scratch
}

/// What the client calls on `Everything`, in this order.
fn everything() -> [Everything; 6] {
    let item = Item { name: "sword".to_owned(), count: 3 };
    [
        Everything::Plain {
            truth: true,
            number: -5,
            byte: 200,
            real: 0.1,
            single: 0.5,
            text: "Grüße".to_owned(),
            letter: 'ß',
            name: "name".into(),
            path: "A/B".into(),
        },
        Everything::Structures(
            Vector3::new(1.0, 2.0, 3.0),
            Color { r: 1.0, g: 0.0, b: 0.0, a: 1.0 },
            (7, "seven".to_owned()),
            Variant::Nil,
        ),
        Everything::Lists {
            bytes: vec![1, 2],
            floats: vec![0.5],
            texts: vec!["a".to_owned()],
            flags: vec![true, false],
            counts: [("a".to_owned(), 1)].into(),
            array: Array::from_iter([Variant::Int(1), "x".into()]),
            dictionary: Dictionary::from_iter([(1, 2)]),
        },
        Everything::Messages {
            team: Team::Blue,
            item: item.clone(),
            items: vec![item.clone()],
            hand: Hand::Full { item },
            outcome: Outcome::Done,
        },
        Everything::Optional {
            item: None,
            number: Some(7),
            team: Team::Red,
            floats: vec![2.5],
            at: Vector2::new(3.0, 4.0),
        },
        Everything::Names {
            process: 1,
            _process: 2,
            r#match: 3,
            name: "n".to_owned(),
            print: 4,
            node: ".".into(),
        },
    ]
}

/// What the client calls on `Chat`.
fn chat() -> [Chat; 4] {
    [
        Chat::Say { text: "twice".to_owned(), times: 2 },
        Chat::Say { text: "once".to_owned(), times: 1 },
        Chat::Move(Vector2::new(1.0, 2.0)),
        Chat::Look { at: Vector3::new(1.0, 2.0, 3.0) },
    ]
}

/// The server confirms the checksums. If they differed, it would refuse the calls, and the engine would report an error.
fn every_method_goes_both_ways(godot: &'static Godot) {
    let (listener, port) = listen();
    let scratch = project(godot);
    let folder = scratch.path("").to_string_lossy().trim_end_matches('/').to_owned();
    let mut engine = Engine::start_project(godot, scratch, &folder, "generated_rpcs.gd", &[&port]);
    let mut socket = tungstenite::accept(accept(&listener)).expect("a handshake");
    socket.get_ref().set_read_timeout(Some(Duration::from_millis(5))).expect("a timeout");
    socket.send(Message::binary(CLIENT.to_le_bytes().to_vec())).expect("sent");
    let mut session = Session::new(Config::default());
    let chat_node = session.add_node("Main/Chat", Node::of::<Chat>()).expect("a path");
    let all_node = session.add_node("Main/Everything", Node::of::<Everything>()).expect("a path");
    let started = Instant::now();
    session.connect(CLIENT, started.elapsed());
    let (mut said, mut called) = (Vec::new(), Vec::new());
    while said.len() < chat().len() || called.len() < everything().len() {
        assert!(started.elapsed() < TIMEOUT, "{said:?} {called:?}");
        send(&mut session, &mut socket);
        let Ok(Message::Binary(packet)) = socket.read() else { continue };
        match session.receive(Incoming::new(CLIENT, &packet), started.elapsed()) {
            Some(Event::Call(call)) if call.node == chat_node => {
                said.push(call.decode::<Chat>().expect("a call of the set"));
            }
            Some(Event::Call(call)) => {
                let call: Everything = call.decode().expect("a call of the set");
                session.call(Target::All, all_node, &call).expect("a call");
                called.push(call);
            }
            None => {}
            Some(other) => panic!("{other:?}"),
        }
    }
    assert_eq!((&said[..], &called[..]), (&chat()[..], &everything()[..]));
    for call in [Chat::Heard { from: -7, text: "hello".to_owned() }, Chat::Finish] {
        session.call(Target::All, chat_node, &call).expect("a call");
    }
    send(&mut session, &mut socket);
    let printed = engine.finish_in_place();
    let names = ["plain", "structures", "lists", "messages", "optional", "names"];
    let back: Vec<String> = names.map(|name| format!("{name} true\n")).into();
    let expected = format!("{}heard -7 hello\nfinish\n", back.concat());
    assert!(printed.ends_with(&expected), "{printed}");
    // All of both sets were called in one direction or the other.
    assert_eq!((Chat::METHODS.len(), Everything::METHODS.len()), (5, 6));
}

fn send(session: &mut Session, socket: &mut WebSocket<std::net::TcpStream>) {
    let mut packets = Vec::new();
    session.drain(|packet| packets.push(packet.bytes.to_vec()));
    for packet in packets {
        socket.send(Message::binary(packet)).expect("sent");
    }
}

needs::tests! {
    in GODOT4: every_method_goes_both_ways;
}
