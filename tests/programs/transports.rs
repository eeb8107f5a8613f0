//! The examples of one transport each: alone, with their clients in real engines, and with malicious clients.
//!
//! `common/programs/engine.rs` describes what the engine needs.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::{Engine, Scratch, TIMEOUT};
use crate::programs::example::{Server, command, run};
use godot_var::dialect::Generation;
use godot_var::framing::{LengthOrder, put_frame, read_frame};
use godot_var::{
    Dictionary, FromVariantBytes, Godot3, Godot4, Limits, ToVariantBytes, Variant, Vector2,
};
use rusty_enet::{EventNoRef, Host, HostSettings, Packet};
use tungstenite::{Message, WebSocket};

/// The name of each example and its client's script.
const EXAMPLES: [(&str, &str); 5] = [
    ("udp", "udp.gd"),
    ("tcp_tokio", "tcp.gd"),
    ("websocket", "websocket.gd"),
    ("enet", "enet.gd"),
    ("save_file", "save_file.gd"),
];

fn each_shows_itself_in_both_dialects() {
    for (name, _) in EXAMPLES {
        for dialect in ["4.6", "3.x"] {
            let printed = run(name, &["--godot", dialect]);
            assert!(printed.lines().any(|line| line == "OK"), "{name}: {printed}");
        }
    }
}

fn what_is_no_option_is_said() {
    for (name, arguments, error) in [
        ("udp", &["--godot", "5"][..], "\"--godot 5: not an option\""),
        ("udp", &["--listen", "nowhere"], "\"nowhere: invalid socket address syntax\""),
        ("udp", &["--listen"], "\"--listen needs a value\""),
        ("save_file", &["--godot", "2", "new", "x"], "\"--godot 2: not an option\""),
        ("save_file", &["play"], "\"usage: save_file [--godot 3|4] [new FILE | show FILE]\""),
    ] {
        let output = command(name, arguments).output().expect("cargo runs");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said, format!("Error: {error}\n"));
    }
}

/// Runs a client against an example. Returns the client's output and the server's output up to the line `last`.
fn play(godot: &Godot, played: &str, last: &str) -> (String, String) {
    let example = EXAMPLES.into_iter().find(|(name, _)| *name == played);
    let (name, script) = example.expect("one of the examples");
    let server = Server::start(name, &["--godot", godot.option()]);
    let port = server.address.port().to_string();
    let scratch = Scratch::in_engine(godot, &format!("example-{name}"));
    let project = format!("examples/clients-{}", godot.language());
    let mut client = Engine::start_project(godot, scratch, &project, script, &["127.0.0.1", &port]);
    let seen = client.finish_in_place();
    assert!(seen.ends_with("\nOK\n"), "{seen}");
    server.wait_for(last);
    (seen, server.stop())
}

fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
}

fn client_over_udp(godot: &Godot) {
    let last = "Push { tick: 5, force: Vector2 { x: 1.0, y: 0.5 } }\n";
    let (seen, served) = play(godot, "udp", last);
    let positions = match godot.generation {
        Generation::Godot3 => ["\ntick 1, pos (1, 0.5)\n", "\ntick 5, pos (5, 2.5)\n"],
        Generation::Godot4 => ["\ntick 1, pos (1.0, 0.5)\n", "\ntick 5, pos (5.0, 2.5)\n"],
    };
    assert_has(&seen, &positions);
    assert!(!served.contains("dropped"), "{served}");
}

fn client_over_tcp(godot: &Godot) {
    let last = " has gone: Ok(())\n";
    let (seen, served) = play(godot, "tcp_tokio", last);
    assert_has(&seen, &["\nUte joins\n", "\nUte: Grüße!\n"]);
    // Printed as a debug text, so that a stranger's text cannot move the terminal's cursor.
    assert_has(&served, &["\"Ute\": \"Grüße!\"\n"]);
}

fn client_over_websocket(godot: &Godot) {
    let (seen, served) = play(godot, "websocket", " has gone\n");
    assert_has(&seen, &["\n300: Uma\n300: Uma\n180: Tim\n300: Uma\n180: Tim\nOK\n"]);
    assert_has(&served, &["Submit { name: \"Tim\", points: 180 }\n"]);
}

fn client_over_enet(godot: &Godot) {
    let (seen, served) = play(godot, "enet", " has gone\n");
    assert_has(&seen, &["\nthis client says hello\n"]);
    assert_has(&served, &[" has come\n", " says \"hello\"\n"]);
    assert!(!served.contains("dropped"), "{served}");
}

/// The engine loads a save of the example, and the example a save of the engine.
fn a_save_file_there_and_back(godot: &Godot) {
    let scratch = Scratch::in_engine(godot, "example-save");
    let path = scratch.path("save.dat");
    let name = path.to_str().expect("a path in UTF-8").to_owned();
    assert_eq!(run("save_file", &["--godot", godot.option(), "new", &name]), "");
    let project = format!("examples/clients-{}", godot.language());
    let mut game = Engine::start_project(godot, scratch, &project, "save_file.gd", &[&name]);
    let seen = game.finish_in_place();
    let expected = match godot.generation {
        Generation::Godot3 => "\nversion 2: Ann at (1, 0, -2.5), 2 placed\nOK\n",
        Generation::Godot4 => "\nversion 2: Ann at (1.0, 0.0, -2.5), 2 placed\nOK\n",
    };
    assert_has(&seen, &[expected]);
    let shown = run("save_file", &["--godot", godot.option(), "show", &name]);
    assert_eq!(
        shown,
        "\
Hero { name: \"Ann\", pos: Vector3 { x: 1.0, y: 0.0, z: -2.5 }, health: 90, played_seconds: 0.1, inventory: [\"lamp\", \"sword\"] }
Placed { scene: \"door\", pos: Vector3 { x: 0.0, y: 0.0, z: 0.0 }, color: Some(Color { r: 1.0, g: 0.0, b: 0.0, a: 1.0 }) }
Placed { scene: \"tree\", pos: Vector3 { x: 4.0, y: 0.0, z: 4.0 }, color: None }
Placed { scene: \"chest\", pos: Vector3 { x: 1.0, y: 2.0, z: 3.0 }, color: Some(Color { r: 0.0, g: 0.0, b: 1.0, a: 1.0 }) }
"
    );

    // Not a save of the other engine, and not one that is cut in its last value.
    let other = if godot.option() == "3" { "4" } else { "3" };
    let other = command("save_file", &["--godot", other, "show", &name]).output();
    let other = other.expect("cargo runs");
    assert_eq!(other.status.code(), Some(1));
    let bytes = std::fs::read(&path).expect("the save");
    std::fs::write(&path, &bytes[..bytes.len() - 1]).expect("written");
    let cut = command("save_file", &["--godot", godot.option(), "show", &name]).output();
    assert_eq!(cut.expect("cargo runs").status.code(), Some(1));
}

fn bytes(value: impl Into<Variant>) -> Vec<u8> {
    value.into().to_variant_bytes::<Godot4>().expect("a value")
}

fn array<const N: usize>(elements: [Variant; N]) -> Vec<u8> {
    bytes(Vec::from(elements))
}

fn value(bytes: &[u8]) -> Variant {
    Variant::from_variant_bytes::<Godot4>(bytes).expect("a value")
}

fn connect_tcp(server: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(server).expect("a connection");
    stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    stream
}

fn udp_takes_no_nonsense() {
    let server = Server::start("udp", &[]);
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    socket.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    socket.connect(server.address).expect("a peer");
    let push = |tick: i32, x: f32| {
        let force = Variant::from(Vector2::new(x, 0.0));
        bytes(Dictionary::from_iter([("tick", Variant::from(tick)), ("force", force)]))
    };
    for datagram in [vec![], vec![0xff; 2000], push(-1, 0.0), push(1, f32::NAN), push(2, 2.0)] {
        socket.send(&datagram).expect("sent");
    }
    socket.send(&push(3, 1.0)).expect("sent");
    let mut answer = [0; 100];
    let len = socket.recv(&mut answer).expect("an answer");
    let pos = Variant::from(Vector2::new(1.0, 0.0));
    let ball = Dictionary::from_iter([("tick", Variant::from(3)), ("pos", pos)]);
    assert_eq!(value(&answer[..len]), Variant::from(ball));
    assert_eq!(server.stop().matches(" -> dropped ").count(), 5);
}

fn tcp_takes_no_nonsense() {
    let server = Server::start("tcp_tokio", &[]);
    let framed = |values: &[Vec<u8>]| {
        let mut stream = Vec::new();
        for value in values {
            put_frame(value, LengthOrder::LittleEndian, &mut stream).expect("a frame");
        }
        stream
    };
    let join = |name: &str| array([1.into(), name.into()]);
    let say = |text: &str| array([2.into(), text.into()]);
    let mut witness = connect_tcp(server.address);
    witness.write_all(&framed(&[join("Ann")])).expect("sent");
    let of_godot3 = Variant::from(vec![1.into(), Variant::from("Eve")]);
    let of_godot3 = of_godot3.to_variant_bytes::<Godot3>().expect("a value");
    for stream in [
        // A length in the other byte order.
        vec![0, 0, 0, 9],
        framed(&[vec![1, 2, 3, 4]]),
        framed(&[of_godot3]),
        framed(&[say("hello")]),
        framed(&[join("Tim"), join("Tom")]),
    ] {
        let mut vandal = connect_tcp(server.address);
        vandal.write_all(&stream).expect("sent");
        // Until the server closes the connection.
        let _ = vandal.read_to_end(&mut Vec::new());
    }
    witness.write_all(&framed(&[say("still here")])).expect("sent");
    let mut heard = Vec::new();
    while heard.len() < 4 {
        let mut buffer = Vec::new();
        let order = LengthOrder::LittleEndian;
        let frame = read_frame(&mut witness, order, Limits::DEFAULT, &mut buffer);
        heard.push(value(frame.expect("a frame").expect("the room")));
    }
    let said = [
        vec![1.into(), Variant::from("Ann")],
        vec![1.into(), "Tim".into()],
        vec![3.into(), "Tim".into()],
        vec![2.into(), "Ann".into(), "still here".into()],
    ];
    assert_eq!(heard, said.map(Variant::from));
    let served = server.stop();
    assert_eq!(served.matches(" has gone: Err(").count(), 5, "{served}");
}

/// One client says at once more than the others may be late.
fn a_flood_over_tcp_throws_nobody_out() {
    const SAID: usize = 500;
    let server = Server::start("tcp_tokio", &[]);
    let message = |id: i64, text: &str| array([id.into(), text.into()]);
    let frame = |message: &[u8], frames: &mut Vec<u8>| {
        put_frame(message, LengthOrder::LittleEndian, frames).expect("a frame");
    };
    let join = |name: &str| {
        let mut stream = connect_tcp(server.address);
        let mut frames = Vec::new();
        frame(&message(1, name), &mut frames);
        stream.write_all(&frames).expect("sent");
        stream
    };
    let witnesses = ["Ann", "Bob", "Cid"].map(join);
    let mut flood = Vec::new();
    for _ in 0..SAID {
        frame(&message(2, "flood"), &mut flood);
    }
    let mut eve = join("Eve");
    eve.write_all(&flood).expect("sent");
    for mut witness in witnesses {
        let mut heard = 0;
        while heard < SAID {
            let order = LengthOrder::LittleEndian;
            let mut buffer = Vec::new();
            let frame = read_frame(&mut witness, order, Limits::DEFAULT, &mut buffer);
            let message = value(frame.expect("a frame").expect("the room"));
            let said = vec![2.into(), Variant::from("Eve"), "flood".into()];
            heard += usize::from(message == Variant::from(said));
        }
    }
}

fn websocket_takes_no_nonsense() {
    let server = Server::start("websocket", &[]);
    let connect = || -> WebSocket<TcpStream> {
        let url = format!("ws://{}/", server.address);
        tungstenite::client(url, connect_tcp(server.address)).expect("a handshake").0
    };
    let show = Dictionary::from_iter([("type", Variant::from("show")), ("count", 9.into())]);
    let show = || Message::binary(bytes(show.clone()));
    for message in [
        Message::binary(vec![0xff; 50]),
        Message::binary(bytes(7)),
        Message::binary(vec![0; 2000]),
        Message::text("text is for others"),
    ] {
        let mut vandal = connect();
        vandal.send(message).expect("sent");
        while vandal.read().is_ok() {}
    }
    // No handshake.
    let mut stream = connect_tcp(server.address);
    stream.write_all(b"hello\r\n\r\n").expect("sent");
    let _ = stream.read_to_end(&mut Vec::new());
    let mut client = connect();
    client.send(show()).expect("sent");
    let table = client.read().expect("the table").into_data();
    assert_eq!(value(&table), Variant::from(Vec::<Variant>::new()));
    let served = server.stop();
    assert_eq!(served.matches(" -> closed: ").count(), 5, "{served}");
}

/// A client of Godot 4 with an id of its choice.
struct EnetClient {
    host: Host<UdpSocket>,
    peer: rusty_enet::PeerID,
}

impl EnetClient {
    fn new(server: SocketAddr, id: u32) -> Self {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let mut host = Host::new(socket, HostSettings::default()).expect("a host");
        let peer = host.connect(server, 2, id).expect("a peer").id();
        Self { host, peer }
    }

    /// Waits for an event that meets a condition.
    fn wait_for(&mut self, what: &str, mut good: impl FnMut(&EventNoRef) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            match self.host.service().expect("a working socket") {
                Some(event) => {
                    if good(&event.no_ref()) {
                        return;
                    }
                }
                None => {
                    assert!(Instant::now() < deadline, "no {what}");
                    thread::sleep(Duration::from_millis(1));
                }
            }
        }
    }

    fn send(&mut self, packet: Vec<u8>) {
        self.host.peer_mut(self.peer).send(0, &Packet::reliable(packet)).expect("sent");
    }
}

fn enet_takes_no_nonsense() {
    let server = Server::start("enet", &[]);
    let mut client = EnetClient::new(server.address, 7);
    // The server has admitted the client when it sends something.
    client.wait_for("snapshot", |event| matches!(event, EventNoRef::Receive { .. }));
    // One with the same id, and one with the server's id.
    let mut same = EnetClient::new(server.address, 7);
    same.wait_for("connection", |event| matches!(event, EventNoRef::Connect { .. }));
    let mut one = EnetClient::new(server.address, 1);
    one.wait_for("connection", |event| matches!(event, EventNoRef::Connect { .. }));
    for mut liar in [same, one] {
        liar.send(array([2.into(), "a lie".into()]));
        liar.host.flush();
    }
    let long = array([2.into(), "x".repeat(201).into()]);
    for packet in [vec![], vec![0xff; 30], long, array([2.into(), "the truth".into()])] {
        client.send(packet);
    }
    let truth = Variant::from(vec![2.into(), 7.into(), Variant::from("the truth")]);
    client.wait_for("truth", |event| match event {
        EventNoRef::Receive { packet, .. } => {
            let said = value(packet.data());
            assert!(!format!("{said:?}").contains("a lie"));
            said == truth
        }
        _ => false,
    });
    let served = server.stop();
    assert_eq!(served.matches(" has come\n").count(), 1, "{served}");
    assert_eq!(served.matches(" is not let in\n").count(), 2, "{served}");
    assert_eq!(served.matches("7 -> dropped: ").count(), 3, "{served}");
    assert!(!served.contains("a lie"), "{served}");
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: client_over_udp, client_over_tcp, client_over_websocket, client_over_enet,
        a_save_file_there_and_back;
    needs nothing: each_shows_itself_in_both_dialects, what_is_no_option_is_said, udp_takes_no_nonsense,
        tcp_takes_no_nonsense, a_flood_over_tcp_throws_nobody_out, websocket_takes_no_nonsense, enet_takes_no_nonsense;
}
