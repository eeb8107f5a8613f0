//! The arena as a user runs it: `cargo run --example arena`, with its own bots and with a real
//! Godot 3 engine.
//!
//! `common/programs/engine.rs` describes what the engine needs.

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpStream, UdpSocket};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::{Engine, Scratch, TIMEOUT};
use crate::programs::example::{self, Server};
use crate::schemas::arena::{
    Bye, ClientMessage, Greeting, Hello, Join, LAYOUT, PlayerState, ServerMessage, Team, Welcome,
};
use godot_var::dialect::Generation;
use godot_var::error::EncodeErrorKind;
use godot_var::framing::{LengthOrder, read_frame, write_frame};
use godot_var::{
    Color, Dictionary, FromVariantBytes, Godot3, Godot4, Limits, ToVariantBytes, Variant, Vector3,
};

/// The example.
fn command(arguments: &[&str]) -> Command {
    example::command("arena", arguments)
}

/// Runs the example as a server. The time limit is for a test that is killed itself.
fn start(dialect: &str) -> Server {
    Server::start("arena", &["--godot", dialect, "--seconds", "60"])
}

/// The same with flat messages.
fn start_flat() -> Server {
    Server::start("arena", &["--flat", "--seconds", "60"])
}

fn bots_play_in_flat_messages() {
    let output = command(&["--flat"]).output().expect("cargo runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{printed}\n{complaints}", output.status);
    for expected in [
        " -> dropped 38 bytes: Move.grounded: expected a bool, 0 or 1, found 2 at byte 37\n",
        " -> dropped 52 bytes: Join.name: expected at most 32 elements or bytes, found 33 at byte 1\n",
        " -> dropped 37 bytes: Move.grounded: the buffer ends inside a field at byte 37\n",
        " <- 13 bytes: Welcome(Welcome { you: ",
        " text: \"Hello from Cleo!\", ",
        "\nOK: 3 bots have seen and heard each other\n",
    ] {
        assert!(printed.contains(expected), "no {expected:?} in\n{printed}");
    }
}

fn bots_play_in_every_dialect() {
    for dialect in ["4", "3"] {
        let output = command(&["--godot", dialect]).output().expect("cargo runs");
        let printed = String::from_utf8_lossy(&output.stdout);
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}\n{printed}\n{complaints}", output.status);
        for expected in [
            " (UDP and TCP)\n",
            " -> dropped 44 bytes: Move.id: expected int from 0 to 4294967295, found -1 at byte 36\n",
            " -> dropped 80 bytes: Join.name: expected at most 32 bytes of UTF-8, found 33 at byte 36\n",
            " -> dropped 15 bytes: ClientMessage[0]: the buffer ends inside an int at byte 15\n",
            " -> Join(Join { name: \"Ann\", color: Color { r: 1.0, g: 0.5, b: 0.0, a: 1.0 }, team: Some(Red) })\n",
            " -> Join(Join { name: \"Bob\", color: Color { r: 1.0, g: 0.5, b: 0.0, a: 1.0 }, team: None })\n",
            " -> Hello(Hello { layout: \"",
            "\ntcp 127.0.0.1:",
            " -> Move(PlayerState { id: ",
            " <- 64 bytes: Welcome(Welcome { you: ",
            "\nall 3 <- 608 bytes: Snapshot(Snapshot { tick: ",
            " text: \"Hello from Cleo!\", ",
            " -> Leave\n",
            "\nOK: 3 bots have seen and heard each other\n",
        ] {
            assert!(printed.contains(expected), "no {expected:?} in\n{printed}");
        }
    }
}

fn what_is_no_option_is_said() {
    for arguments in [&["--godot", "5"][..], &["--listen", "nowhere"], &["--seconds"]] {
        let output = command(arguments).output().expect("cargo runs");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(output.stderr.starts_with(b"FAILED: "), "{arguments:?}");
    }
}

/// The clients with generated classes. The project for Godot 4 treats every warning as an error.
fn godot_clients_play(godot: &Godot) {
    let server = start(match godot.generation {
        Generation::Godot3 => "3",
        Generation::Godot4 => "4",
    });
    play(godot, server, &[]);
}

/// The same clients with flat messages, which are the same in every engine.
fn godot_clients_play_in_flat_messages(godot: &Godot) {
    play(godot, start_flat(), &["flat"]);
}

fn play(godot: &Godot, server: Server, form: &[&str]) {
    let port = server.address.port().to_string();
    for (name, transport) in [("Ute", "udp"), ("Tom", "tcp")] {
        let mut client = Engine::start_project(
            godot,
            Scratch::in_engine(godot, &format!("arena-{transport}{}", form.concat())),
            &format!("examples/arena-client-{}", godot.language()),
            "client.gd",
            &[&["127.0.0.1", &port, name, transport], form].concat(),
        );
        let log = client.finish_in_place();
        assert!(log.ends_with("\nOK\n"), "{log}");
    }
    let printed = server.stop();
    for expected in [" -> Join(Join { name: \"Ute\", ", " -> Join(Join { name: \"Tom\", "] {
        assert!(printed.contains(expected), "no {expected:?} in\n{printed}");
    }
    for unexpected in ["dropped", "closed", "not sent"] {
        assert!(!printed.contains(unexpected), "{printed}");
    }
    for (name, leaving) in [("Ute", "udp 127.0.0.1:"), ("Tom", "tcp 127.0.0.1:")] {
        let gone = printed
            .lines()
            .any(|line| line.starts_with(leaving) && line.ends_with(&format!(": {name} is gone")));
        assert!(gone, "{name} has not left:\n{printed}");
    }
}

const STRANGE: &str = "0123456789abcdef";

/// The server compares the protocol of a client with its own.
fn clients_of_another_protocol_are_told() {
    let server = start("4");
    let udp = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    udp.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    udp.connect(server.address).expect("a peer");
    let greet = |layout: &str| {
        let hello = ClientMessage::Hello(Hello { layout: layout.to_owned() });
        udp.send(&hello.to_variant_bytes::<Godot4>().expect("encodes")).expect("sent");
        let mut buffer = [0; 1024];
        let len = udp.recv(&mut buffer).expect("a datagram");
        ServerMessage::from_variant_bytes::<Godot4>(&buffer[..len]).expect("a message")
    };
    let greeting = ServerMessage::Greeting(Greeting { layout: LAYOUT.to_owned() });
    assert_eq!(greet(LAYOUT), greeting);
    let reason = format!("server {LAYOUT:.4}…, client 0123…: update the game");
    assert_eq!(greet(STRANGE), ServerMessage::Bye(Bye { reason }));
}

/// The clients with generated classes compare it, too.
fn servers_of_another_protocol_are_told(godot: &Godot) {
    let udp = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    udp.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    let port = udp.local_addr().expect("an address").port().to_string();
    let client = Engine::start_project(
        godot,
        Scratch::in_engine(godot, "arena-strange"),
        &format!("examples/arena-client-{}", godot.language()),
        "client.gd",
        &["127.0.0.1", &port, "Ute", "udp"],
    );
    let mut buffer = [0; 1024];
    let (len, from) = udp.recv_from(&mut buffer).expect("a datagram");
    let greeting = ServerMessage::Greeting(Greeting { layout: STRANGE.to_owned() });
    let (hello, greeting) = match godot.generation {
        Generation::Godot3 => (
            ClientMessage::from_variant_bytes::<Godot3>(&buffer[..len]),
            greeting.to_variant_bytes::<Godot3>(),
        ),
        Generation::Godot4 => (
            ClientMessage::from_variant_bytes::<Godot4>(&buffer[..len]),
            greeting.to_variant_bytes::<Godot4>(),
        ),
    };
    assert_eq!(hello, Ok(ClientMessage::Hello(Hello { layout: LAYOUT.to_owned() })));
    udp.send_to(&greeting.expect("encodes"), from).expect("sent");
    let log = client.wait();
    let told = format!("FAILED: server 0123…, client {LAYOUT:.4}…: update the game");
    assert!(log.lines().any(|line| line == told), "no {told:?} in {log}");
}

fn join(name: &str) -> ClientMessage {
    let color = Color { r: 0.0, g: 0.0, b: 0.0, a: 1.0 };
    ClientMessage::Join(Join { name: name.into(), color, team: Some(Team::Blue) })
}

fn a_long_name_is_not_sent() {
    let error = join(&"ö".repeat(17)).to_variant_bytes::<Godot4>().expect_err("34 bytes");
    assert_eq!(error.path().to_string(), "Join.name");
    assert_eq!(error.kind(), EncodeErrorKind::TooLong);
}

/// Invalid clients must not affect others: invalid bytes, wrong numbers, a stream out of step.
fn bad_clients_do_no_harm() {
    let server = start("4");
    let udp = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    udp.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    udp.connect(server.address).expect("a peer");
    let send = |bytes: &[u8]| assert_eq!(udp.send(bytes).expect("sent"), bytes.len());
    let receive = || {
        let mut buffer = [0; 16_384];
        let len = udp.recv(&mut buffer).expect("a datagram");
        ServerMessage::from_variant_bytes::<Godot4>(&buffer[..len]).expect("a message")
    };
    send(b"");
    send(b"hello");
    send(&[0xff; 2000]);
    // The dialect of another engine, in which a Dictionary has another type id.
    send(&join("Eve").to_variant_bytes::<Godot3>().expect("encodes"));
    send(&Variant::from(vec![Variant::from(9)]).to_variant_bytes::<Godot4>().expect("encodes"));
    // A message of a client that has not joined.
    send(&ClientMessage::Leave.to_variant_bytes::<Godot4>().expect("encodes"));

    let mut tcp = TcpStream::connect(server.address).expect("a connection");
    tcp.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    write_frame(&mut tcp, b"nonsense in a frame", LengthOrder::LittleEndian).expect("sent");
    let bytes = join("Tim").to_variant_bytes::<Godot4>().expect("encodes");
    write_frame(&mut tcp, &bytes, LengthOrder::LittleEndian).expect("sent");
    let mut buffer = Vec::new();
    let mut next = || {
        read_frame(&mut tcp, LengthOrder::LittleEndian, Limits::DEFAULT, &mut buffer)
            .expect("a frame")
            .map(|frame| ServerMessage::from_variant_bytes::<Godot4>(frame).expect("a message"))
    };
    let Some(ServerMessage::Welcome(Welcome { you: tim, .. })) = next() else {
        panic!("a welcome");
    };

    // The name is taken.
    send(&bytes);
    assert!(matches!(receive(), ServerMessage::Bye(bye) if bye.reason.contains("Tim")));
    send(&join("Uma").to_variant_bytes::<Godot4>().expect("encodes"));
    let ServerMessage::Welcome(Welcome { you: uma, .. }) = receive() else { panic!("a welcome") };
    // Moves another player; then herself, with types that scripts send.
    let thief = PlayerState {
        id: tim,
        pos: Vector3::new(9.0, 9.0, 9.0),
        vel: Vector3::ZERO,
        yaw: 0.0,
        health: 1,
        grounded: false,
    };
    send(&ClientMessage::Move(thief).to_variant_bytes::<Godot4>().expect("encodes"));
    let loose = Dictionary::from_iter([
        ("grounded", Variant::from(true)),
        ("health", 99.0.into()),
        ("weapon", "spoon".into()),
        ("yaw", 2.into()),
        ("vel", Vector3::ZERO.into()),
        ("pos", Vector3::new(1.0, 2.0, 3.0).into()),
        ("id", uma.into()),
    ]);
    let loose = Variant::from(vec![Variant::from(2), Variant::Dictionary(loose)]);
    send(&loose.to_variant_bytes::<Godot4>().expect("encodes"));
    let players = loop {
        let ServerMessage::Snapshot(snapshot) = receive() else { panic!("a snapshot") };
        if snapshot.scores["Uma"] == 1 {
            assert_eq!(snapshot.scores["Tim"], 0);
            break snapshot.players;
        }
    };
    let of = |id| players.iter().find(|player| player.id == id);
    assert_eq!(of(tim).expect("Tim").pos, Vector3::ZERO);
    let expected = PlayerState {
        id: uma,
        pos: Vector3::new(1.0, 2.0, 3.0),
        vel: Vector3::ZERO,
        yaw: 2.0,
        health: 99,
        grounded: true,
    };
    assert_eq!(of(uma), Some(&expected));

    // A length that no message has, so there is no next frame.
    while !matches!(next(), Some(ServerMessage::Snapshot(_))) {}
    (&tcp).write_all(&[0xff, 0xff, 0xff, 0x7f]).expect("sent");
    let mut rest = Vec::new();
    let _ = tcp.read_to_end(&mut rest);
    loop {
        let ServerMessage::Snapshot(snapshot) = receive() else { panic!("a snapshot") };
        if snapshot.players.len() == 1 {
            break;
        }
    }
    let printed = server.stop();
    assert_eq!(printed.matches(" -> dropped ").count(), 6, "{printed}");
    assert_eq!(printed.matches(" -> closed: ").count(), 1, "{printed}");
    assert!(
        printed.contains(" has not joined\n")
            && printed.contains(&format!(" is not player {tim}\n"))
    );
}

/// An unverified address gets one short answer, and its place only for a short time.
fn who_does_not_answer_gets_one_short_message() {
    let server = start("4");
    let silent = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    silent.connect(server.address).expect("a peer");
    silent.set_read_timeout(Some(Duration::from_millis(500))).expect("a timeout");
    let joining = join("\u{1b}[2J").to_variant_bytes::<Godot4>().expect("encodes");
    silent.send(&joining).expect("sent");
    let mut buffer = [0; 16_384];
    let len = silent.recv(&mut buffer).expect("a welcome");
    assert!(len <= 3 * joining.len(), "{len}");
    // No snapshot: only a client that has sent the welcome's number gets snapshots.
    assert!(silent.recv(&mut buffer).is_err());
    // Another player can take the name.
    let player = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    player.connect(server.address).expect("a peer");
    player.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    player.send(&joining).expect("sent");
    let len = player.recv(&mut buffer).expect("an answer");
    let answer = ServerMessage::from_variant_bytes::<Godot4>(&buffer[..len]).expect("a message");
    assert!(matches!(answer, ServerMessage::Welcome(_)), "{answer:?}");
    let printed = server.stop();
    assert!(!printed.contains('\u{1b}'), "{printed:?}");
}

/// Idle sockets do not keep other players out.
fn idle_connections_make_room() {
    let server = start("4");
    let idle: Vec<TcpStream> =
        (0..40).map(|_| TcpStream::connect(server.address).expect("a connection")).collect();
    let mut tcp = TcpStream::connect(server.address).expect("a connection");
    tcp.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    let bytes = join("Tim").to_variant_bytes::<Godot4>().expect("encodes");
    write_frame(&mut tcp, &bytes, LengthOrder::LittleEndian).expect("sent");
    let mut buffer = Vec::new();
    let frame = read_frame(&mut tcp, LengthOrder::LittleEndian, Limits::DEFAULT, &mut buffer);
    let frame = frame.expect("a frame").expect("a message");
    let answer = ServerMessage::from_variant_bytes::<Godot4>(frame).expect("a message");
    assert!(matches!(answer, ServerMessage::Welcome(_)), "{answer:?}");
    // The accepted sockets are closed after a while.
    for mut socket in idle {
        socket.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
        let closed = match socket.read(&mut [0; 1]) {
            Ok(len) => len == 0,
            Err(error) => error.kind() == ErrorKind::ConnectionReset,
        };
        assert!(closed);
    }
    drop(server.stop());
}

/// For a flood of refused messages the log has 2,000 lines per second, and the number of other lines.
fn a_flood_does_not_fill_the_log() {
    const FLOOD: usize = 50_000;
    let started = Instant::now();
    let server = start("4");
    let mut tcp = TcpStream::connect(server.address).expect("a connection");
    tcp.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    let mut frames = Vec::new();
    for _ in 0..FLOOD {
        write_frame(&mut frames, b"x", LengthOrder::LittleEndian).expect("a Vec takes all");
    }
    let bytes = join("Tim").to_variant_bytes::<Godot4>().expect("encodes");
    write_frame(&mut frames, &bytes, LengthOrder::LittleEndian).expect("a Vec takes all");
    tcp.write_all(&frames).expect("sent");
    let mut buffer = Vec::new();
    let welcome = read_frame(&mut tcp, LengthOrder::LittleEndian, Limits::DEFAULT, &mut buffer);
    assert!(welcome.expect("a frame").is_some(), "all before it was read");
    // The first line of the next second has the number of omitted lines.
    thread::sleep(Duration::from_millis(1100));
    let bytes = ClientMessage::Leave.to_variant_bytes::<Godot4>().expect("encodes");
    write_frame(&mut tcp, &bytes, LengthOrder::LittleEndian).expect("sent");
    let _ = tcp.read_to_end(&mut buffer);
    let printed = server.stop();

    let seconds = 1 + started.elapsed().as_secs() as usize;
    let lines = printed.lines().count();
    assert!(lines <= 2001 * seconds + 1, "{lines} lines in {seconds} seconds");
    let dropped = printed.matches(" -> dropped 1 bytes: ").count();
    let more = printed.lines().filter_map(|line| line.strip_suffix(" more lines"));
    let left_out: usize = more.map(|count| count.parse::<usize>().expect("a number")).sum();
    assert!(dropped + left_out >= FLOOD, "{dropped} lines and {left_out} more");
    assert!(left_out > 0, "{lines} lines in {seconds} seconds");
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: godot_clients_play, godot_clients_play_in_flat_messages, servers_of_another_protocol_are_told;
    needs nothing: clients_of_another_protocol_are_told, bots_play_in_every_dialect, bots_play_in_flat_messages, what_is_no_option_is_said, a_long_name_is_not_sent,
        bad_clients_do_no_harm, who_does_not_answer_gets_one_short_message, idle_connections_make_room,
        a_flood_does_not_fill_the_log;
}
