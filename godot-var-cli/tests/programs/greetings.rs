//! Clients that greet the servers of `godot-var new` again and again, with names that are commands to a terminal, and clients that never
//! greet.

use std::time::{Duration, Instant};

use godot_var::dialect::Generation;
use godot_var::multiplayer::net::{Client, NetConfig};
use godot_var::multiplayer::{
    Config, Event, Outgoing, SERVER, Session, Target, TransferMode, godot3,
};
use godot_var::{Dictionary, Godot4, ToVariantBytes, Variant};

use crate::needs::{self, GODOT4, GODOT36, Godot};
use crate::new::{Project, fingerprint, serve};

const PATIENCE: Duration = Duration::from_secs(60);
const NAME: &str = "Eve\u{1b}[2J\n\u{202e}Bob";

/// A `Hello` of a game with snapshots: two short texts, each after its length.
fn flat(layout: &str) -> Vec<u8> {
    let text = |text: &str| [&[u8::try_from(text.len()).expect("short")], text.as_bytes()].concat();
    [text(layout), text(NAME)].concat()
}

fn variant(layout: &str) -> Variant {
    let pairs = [("layout", Variant::from(layout)), ("name", NAME.into())];
    Dictionary::from_iter(pairs).into()
}

/// Greets until the server ends the connection.
fn greet_by_auth(address: &str, hello: &[u8]) {
    let config = NetConfig::default();
    let mut client = Client::connect(address, config, PATIENCE).expect("a server");
    let mut session = Session::client(client.id(), Config::default().with_auth(PATIENCE));
    session.connect(SERVER, Duration::ZERO);
    let start = Instant::now();
    loop {
        session.send_auth(SERVER, hello);
        session.drain(|packet| client.send(packet));
        client.wait(Duration::from_millis(10)).expect("a socket");
        while let Some(message) = client.receive().expect("a socket") {
            if let Some(Event::Disconnected(_)) = message.event(&mut session, start.elapsed()) {
                return;
            }
        }
        assert!(start.elapsed() < PATIENCE, "the connection goes on");
    }
}

/// Calls `hello` until the server ends the connection.
fn greet_by_call(address: &str, hello: &impl godot3::EncodeArguments) {
    const MAIN: godot3::Node = godot3::Node::new().with_methods(&[
        godot3::Member::master("hello"),
        godot3::Member::puppet("welcome"),
        godot3::Member::puppet("joined"),
    ]);
    let config = NetConfig::default().with_godot3(true);
    let mut client = Client::connect(address, config, PATIENCE).expect("a server");
    let mut session = godot3::Session::client(client.id(), Config::default());
    let main = session.add_node("Main", MAIN).expect("a free path");
    let start = Instant::now();
    loop {
        // The first ones are too early.
        let _ = session.call(Target::Peer(SERVER), main, "hello", hello);
        session.drain(|packet| client.send_godot3(packet));
        client.wait(Duration::from_millis(10)).expect("a socket");
        while let Some(message) = client.receive().expect("a socket") {
            if let Some(godot3::Event::Disconnected(_)) = message.event_godot3(&mut session) {
                return;
            }
        }
        assert!(start.elapsed() < PATIENCE, "the connection goes on");
    }
}

/// Sends packets that a session refuses, and no greeting, until the server ends the connection.
fn send_nonsense(generation: Generation, address: &str) {
    const NONSENSE: &[u8] = b"\x3F\x3F";
    let is_godot3 = generation == Generation::Godot3;
    let config = NetConfig::default().with_godot3(is_godot3);
    let mut client = Client::connect(address, config, PATIENCE).expect("a server");
    let (peer, mode) = (SERVER, TransferMode::Reliable);
    let mut session = Session::client(client.id(), Config::default());
    let mut session3 = godot3::Session::client(client.id(), Config::default());
    let start = Instant::now();
    let mut is_connected = true;
    while is_connected {
        assert!(start.elapsed() < Duration::from_secs(30), "the connection goes on");
        if is_godot3 {
            let message =
                godot3::Message::Packet { source: client.id(), target: peer, packet: NONSENSE };
            client.send_godot3(godot3::Outgoing { peer, message, mode });
        } else {
            client.send(Outgoing { peer, bytes: NONSENSE, mode, channel: 0 });
        }
        client.wait(Duration::from_millis(10)).expect("a socket");
        while let Some(message) = client.receive().expect("a socket") {
            is_connected &= if is_godot3 {
                let event = message.event_godot3(&mut session3);
                !matches!(event, Some(godot3::Event::Disconnected(SERVER)))
            } else {
                let event = message.event(&mut session, start.elapsed());
                !matches!(event, Some(Event::Disconnected(SERVER)))
            };
        }
    }
    assert!(start.elapsed() > Duration::from_secs(4), "{:?}", start.elapsed());
}

fn a_connection_is_one_player(godot: &'static Godot, options: &str) {
    let project = Project::new(godot, options);
    let (server, address) = serve(&project);
    let address = format!("enet://{address}");
    let is_flat = options.contains("--snapshots");
    let expected = match godot.generation {
        Generation::Godot3 => {
            let layout = fingerprint(&project);
            if is_flat {
                greet_by_call(&address, &(flat(&layout),));
            } else {
                greet_by_call(&address, &(variant(&layout),));
            }
            format!("{NAME:?} left\n")
        }
        Generation::Godot4 => {
            const OTHER: &str = "\u{1b}]0;";
            let hello = variant(OTHER).to_variant_bytes::<Godot4>().expect("a short message");
            greet_by_auth(&address, &if is_flat { flat(OTHER) } else { hello });
            format!("{NAME:?} was refused: ")
        }
    };
    server.wait_for(" is disconnected: a client greets once\n");
    let told = server.wait_for(&expected);
    assert!(!told.contains(['\u{1b}', '\u{202e}']), "{told:?}");
    for what in [" joined\n", " left\n", " was refused: "] {
        assert!(told.matches(what).count() <= 1, "{told}");
    }
    send_nonsense(godot.generation, &address);
    server.wait_for("more lines ");
    assert!(server.told().lines().count() < 250, "{}", server.told());
}

fn snapshots(godot: &'static Godot) {
    a_connection_is_one_player(godot, "--snapshots");
}

fn multiplayer(godot: &'static Godot) {
    a_connection_is_one_player(godot, "--multiplayer --transport enet");
}

needs::tests! {
    in GODOT36 GODOT4: snapshots, multiplayer;
}
