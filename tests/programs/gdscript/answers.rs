//! Generated classes with answers in a real engine: either side asks, and gets a value, an error, or nothing in time.
//!
//! The engine's side is `tests/engine/godot4/generated_answers.gd`.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use godot_var::multiplayer::{Config, Event, Incoming, Node, Session};
use tungstenite::{Message, WebSocket};

use super::{language, script};
use crate::engine::peers::{accept, listen};
use crate::needs::{self, GODOT4, Godot};
use crate::programs::engine::{Engine, Scratch, TIMEOUT};
use schema::{Lobby, Profile};

#[path = "answers_schema.rs"]
#[expect(unreachable_pub, reason = "it is a schema for generators")]
mod schema;

const SCHEMA: &str = include_str!("answers_schema.rs");
const CLIENT: i32 = 5;

fn send(session: &mut Session, socket: &mut WebSocket<std::net::TcpStream>) {
    let mut packets = Vec::new();
    session.drain(|packet| packets.push(packet.bytes.to_vec()));
    for packet in packets {
        socket.send(Message::binary(packet)).expect("sent");
    }
}

fn either_side_asks(godot: &'static Godot) {
    let scratch = Scratch::in_engine(godot, "generated-answers");
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/godot4");
    for file in ["generated_answers.gd", "generated_answers_lobby.gd"] {
        fs::copy(scripts.join(file), scratch.path(file)).expect("a script");
    }
    let generated = script("answers.rs", SCHEMA, language(godot));
    fs::write(scratch.path("answers.gd"), generated).expect("a script");
    fs::write(scratch.path("project.godot"), "config_version=5\n").expect("a project");
    let folder = scratch.path("").to_string_lossy().trim_end_matches('/').to_owned();
    let (listener, port) = listen();
    let mut engine =
        Engine::start_project(godot, scratch, &folder, "generated_answers.gd", &[&port]);
    let mut socket = tungstenite::accept(accept(&listener)).expect("a handshake");
    socket.get_ref().set_read_timeout(Some(Duration::from_millis(5))).expect("a timeout");
    socket.send(Message::binary(CLIENT.to_le_bytes().to_vec())).expect("sent");
    let mut session = Session::new(Config::default());
    let lobby = session.add_node("Lobby", Node::of::<Lobby>()).expect("a path");
    let started = Instant::now();
    session.connect(CLIENT, started.elapsed());
    let (mut asked_at, mut said) = (None, None);
    while said.is_none() {
        assert!(started.elapsed() < TIMEOUT, "no answer");
        send(&mut session, &mut socket);
        let now = started.elapsed();
        assert_eq!(session.poll(now), None);
        // The client has given up its last question after 0.3 s.
        if asked_at.is_some_and(|at| now > at + Duration::from_millis(500)) {
            asked_at = None;
            session.ask(CLIENT, lobby, &Lobby::Whoami, Duration::from_secs(5)).expect("asked");
        }
        let Ok(Message::Binary(packet)) = socket.read() else { continue };
        match session.receive(Incoming::new(CLIENT, &packet), now) {
            Some(Event::Call(call)) => {
                let request = call.request.clone().expect("a question");
                let sent = match call.decode().expect("a call of the set") {
                    Lobby::Login { name } if name == "ann" => {
                        session.answer(&request, Lobby::LOGIN, Ok(&Profile { level: 9 }))
                    }
                    Lobby::Login { .. } => {
                        session.answer(&request, Lobby::LOGIN, Err("wrong password"))
                    }
                    Lobby::Never => {
                        asked_at = Some(now);
                        Ok(())
                    }
                    Lobby::Whoami => panic!("only the server asks this"),
                };
                sent.expect("sent");
            }
            Some(Event::Answered { answer, .. }) => said = Some(answer.decode(Lobby::WHOAMI)),
            None => {}
            Some(other) => panic!("{other:?}"),
        }
    }
    assert_eq!(said, Some(Ok("engine".to_owned())));
    let printed = engine.finish_in_place();
    let expected = "ann 9\nbob wrong password<null>\nnever no answer in time\n";
    assert!(printed.ends_with(expected), "{printed}");
}

needs::tests! {
    in GODOT4: either_side_asks;
}
