//! `listen`, `proxy` and `send`, with each other and with broken servers.

use std::io::{BufRead, BufReader, Read, Write};
use std::iter;
use std::net::{Ipv4Addr, TcpListener, TcpStream, UdpSocket};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::{Godot4, ToVariantBytes, Variant};
use godot_var_cli::net;
use tungstenite::handshake::derive_accept_key;

const TRANSPORTS: [&str; 4] = ["udp", "tcp", "ws", "enet"];
const PATIENCE: Duration = Duration::from_secs(20);
pub(crate) const ARENA: [&str; 4] =
    ["--schema", "schemas/arena.rs", "--to-server=ClientMessage", "--to-client=ServerMessage"];
pub(crate) const LEAVE: &str = r#"{"message":"ClientMessage::Leave","fields":{}}"#;

pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).args(arguments);
    command
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    program(arguments).output().expect("the program starts")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// A running program and its output so far. Dropping it kills the program.
pub(crate) struct Running {
    child: Child,
    lines: Receiver<String>,
    notes: Receiver<String>,
    /// The port that it listens to.
    pub(crate) port: u16,
}

fn lines_of(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(pipe).lines() {
            if sender.send(line.expect("text")).is_err() {
                break;
            }
        }
    });
    receiver
}

impl Running {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut command = program(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let lines = lines_of(child.stdout.take().expect("a pipe"));
        let notes = lines_of(child.stderr.take().expect("a pipe"));
        let first = notes.recv_timeout(PATIENCE).expect("where it listens");
        let address = first.strip_prefix("listening on ").expect("an address");
        let address = address.split(' ').next().expect("an address");
        let port = address.rsplit(':').next().and_then(|port| port.parse().ok());
        Self { child, lines, notes, port: port.expect("a port") }
    }

    pub(crate) fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line in time")
    }

    pub(crate) fn note_with(&self, part: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let note = self.notes.recv_timeout(left).unwrap_or_else(|_| panic!("no {part:?}"));
            if note.contains(part) {
                return note;
            }
        }
    }

    pub(crate) fn end(mut self) -> i32 {
        let status = self.child.wait().expect("it ends");
        status.code().expect("a status")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A path for a new file.
pub(crate) fn scratch(name: &str) -> String {
    let path = format!("{}/network-{name}", env!("CARGO_TARGET_TMPDIR"));
    drop(std::fs::remove_file(&path));
    path
}

/// Removes the parts that differ between runs.
fn essence(line: &str) -> serde_json::Value {
    let json: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
    serde_json::json!([json["message"], json["fields"], json["value"], json["size"]])
}

#[test]
fn messages_go_through_to_a_listener() {
    for transport in TRANSPORTS {
        for wire in ["godot4", "godot3"] {
            let any = format!("{transport}://127.0.0.1:0");
            let with = [&["--wire", wire, "--json"][..], &ARENA].concat();
            let listener = Running::start(&[&["listen", &any, "--count", "2"][..], &with].concat());
            let server = format!("{transport}://127.0.0.1:{}", listener.port);
            let record = scratch(&format!("{transport}-{wire}.pcap"));
            let recorded = ["--record", &record, "--count", "2"];
            let proxy = Running::start(&[&["proxy", &any, &server][..], &recorded, &with].concat());
            let address = format!("{transport}://127.0.0.1:{}", proxy.port);
            let chat = r#"{"message":"ClientMessage::Chat","fields":{"channel":"all","text":"hi","at":7,"tags":[]}}"#;
            let sent = run(&[&["send", &address, LEAVE, chat, "--time", "1"][..], &with].concat());
            assert!(sent.status.success(), "{transport} {}", text(&sent.stderr));
            let lines = [listener.line(), listener.line()];
            let passed = [proxy.line(), proxy.line()];
            for (line, sent) in lines.iter().zip([LEAVE, chat]) {
                let sent: serde_json::Value = serde_json::from_str(sent).expect("JSON");
                let seen = essence(line);
                assert_eq!((&seen[0], &seen[1]), (&sent["message"], &sent["fields"]), "{line}");
            }
            assert_eq!(lines.map(|line| essence(&line)), passed.clone().map(|line| essence(&line)));
            assert_eq!((listener.end(), proxy.end()), (0, 0), "{transport}");
            // The recording has the same messages: place, time, addresses and bytes.
            let skip = if (transport, wire) == ("enet", "godot3") { "8" } else { "0" };
            let read = ["inspect", "--pcap", &record, "--skip", skip];
            let read = text(
                &run(&[&read[..], &with[..3], &ARENA[..2], &["--type=ClientMessage"]].concat())
                    .stdout,
            );
            let read: Vec<&str> = read.lines().collect();
            assert_eq!(read, passed, "{transport} {wire}");
        }
    }
}

/// Starts a server that sends back what it receives over UDP and TCP.
fn echo() -> (u16, u16) {
    let udp = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = |address: std::io::Result<std::net::SocketAddr>| address.expect("its port").port();
    let ports = (port(udp.local_addr()), port(tcp.local_addr()));
    thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        while let Ok((len, from)) = udp.recv_from(&mut buffer) {
            let _ = udp.send_to(&buffer[..len], from);
        }
    });
    thread::spawn(move || {
        for stream in tcp.incoming() {
            let mut stream = stream.expect("a client");
            thread::spawn(move || {
                let mut piece = [0; 1000];
                while let Ok(len @ 1..) = stream.read(&mut piece) {
                    let _ = stream.write_all(&piece[..len]);
                }
            });
        }
    });
    ports
}

/// Starts a server that sends back what it receives over WebSocket.
fn echo_websocket() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("its port").port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            thread::spawn(move || {
                let Ok(mut socket) = tungstenite::accept(stream.expect("a client")) else { return };
                while let Ok(message) = socket.read() {
                    if message.is_binary() && socket.send(message).is_err() {
                        break;
                    }
                }
            });
        }
    });
    port
}

/// A client that comes before its server waits for it, and that is said once.
#[test]
fn clients_wait_for_a_server() {
    for transport in [net::Transport::Tcp, net::Transport::WebSocket] {
        let at = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|it| it.local_addr());
        let of = |port: u16| format!("{}://127.0.0.1:{port}", transport.scheme());
        let to = of(at.expect("a free port").port());
        let address = |text: &str| text.parse::<net::Address>().expect("an address");
        let (at, events) = net::proxy(&address(&of(0)), &address(&to), 1 << 20, PATIENCE)
            .expect("the proxy listens");
        let clients = [1, 2].map(|number| {
            let address = of(at.port());
            thread::spawn(move || run(&["send", &address, &format!("[{number}]")]))
        });
        let next = || match events.recv_timeout(PATIENCE).expect("an event") {
            net::Event::Note(note) => note,
            net::Event::Message(seen) => format!("{:?}", seen.bytes.len()),
        };
        let mut early = [next(), next(), next()];
        early.sort();
        assert_eq!(early[0], "no server yet; clients wait for it");
        assert!(early[1].ends_with("connected") && early[2].ends_with("connected"), "{early:?}");
        let server = Running::start(&["listen", &to, "--count", "2", "--json"]);
        let mut lines = [server.line(), server.line()].map(|line| essence(&line)[2].to_string());
        lines.sort();
        assert_eq!(lines, ["[1]", "[2]"]);
        drop(server);
        for client in clients {
            let output = client.join().expect("it ends");
            assert!(output.status.success(), "{}", text(&output.stderr));
        }
        let rest: Vec<_> = events.try_iter().collect();
        let is_refusal = |it: &net::Event| matches!(it, net::Event::Note(note) if note.contains("server yet") || note.contains("cannot"));
        assert!(!rest.iter().any(is_refusal), "{rest:?}");
    }
}

/// Whoever sends faster than the messages are shown waits.
#[test]
fn messages_that_wait_have_a_limit_in_bytes() {
    const LEN: usize = 1 << 20;
    let address: net::Address = "tcp://127.0.0.1:0".parse().expect("an address");
    let (at, events) = net::listen(&address, 2 * LEN).expect("it listens");
    let mut client = TcpStream::connect(at).expect("connected");
    let mut message = (LEN as u32).to_le_bytes().to_vec();
    message.resize(4 + LEN, 0);
    let (sent, progress) = channel();
    let client = thread::spawn(move || {
        for _ in 0..64 {
            client.write_all(&message).expect("sent");
            sent.send(()).expect("the test goes on");
        }
    });
    let quiet = Duration::from_secs(1);
    let early = iter::from_fn(|| progress.recv_timeout(quiet).ok()).count();
    // Besides the queue, the buffers of both sockets hold some.
    assert!((16..48).contains(&early), "{early} messages of 64 were read");
    let mut lens = Vec::new();
    while lens.len() < 64 {
        if let net::Event::Message(seen) = events.recv_timeout(PATIENCE).expect("an event") {
            lens.push(seen.bytes.len());
        }
    }
    assert_eq!(lens, [LEN; 64]);
    client.join().expect("it ends");
}

/// The first answer over WebSocket is the number of the client if it has four bytes; on other wires it is a message.
#[test]
fn the_number_of_a_client_is_no_packet() {
    // A packet of bytes in a scene, which has as many.
    let packet = "03616263";
    let server = format!("ws://127.0.0.1:{}", echo_websocket());
    for (wire, expected) in [("multiplayer", 1), ("godot4", 2)] {
        let output = run(&["send", &server, "--wire", wire, "--hex", "02000000", packet, "--json"]);
        let lines = text(&output.stdout);
        assert_eq!(lines.lines().count(), expected, "{wire}: {lines} {}", text(&output.stderr));
    }
}

#[test]
fn answers_are_shown() {
    let (udp, tcp) = echo();
    let ws = echo_websocket();
    for (transport, port) in [("udp", udp), ("tcp", tcp), ("ws", ws)] {
        let address = format!("{transport}://127.0.0.1:{port}");
        let output = run(&[
            "send",
            &address,
            "[4]",
            "{\"a\": 1.5}",
            "--json",
            "--count",
            "2",
            "--time",
            "20",
        ]);
        assert!(output.status.success(), "{transport}: {}", text(&output.stderr));
        let values: Vec<_> =
            text(&output.stdout).lines().map(|line| essence(line)[2].to_string()).collect();
        assert_eq!(values, ["[4]", "{\"a\":1.5}"], "{transport}");
        // With a condition, by name, and as bytes of any wire.
        let leave = "1c000000010000000200000004000000";
        let output = run(&[
            "send", &address, "--hex", leave, "00000000", "--where", "[0] == 4", "--count", "1",
            "-v",
        ]);
        assert!(output.status.success(), "{transport}: {}", text(&output.stderr));
        assert!(text(&output.stdout).contains("  [0]: int, 4"), "{output:?}");
        // Three answers do not arrive.
        let output = run(&["send", &address, "[4]", "--count", "3", "--time", "0.3"]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stderr), "error: 2 of the answers did not arrive\n");
    }
}

/// Longer than a datagram and than a frame: unchanged in both directions, and recorded.
/// `send_text` of an engine, at a listener and on both ways through a proxy.
#[test]
fn texts_over_websocket_are_told() {
    let listener = Running::start(&["listen", "ws://127.0.0.1:0", "--count", "2", "--json"]);
    let echo = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let server = format!("ws://{}", echo.local_addr().expect("its address"));
    thread::spawn(move || {
        let mut socket = tungstenite::accept(echo.accept().expect("a client").0).expect("a client");
        while let Ok(message) = socket.read() {
            if socket.send(message).is_err() {
                break;
            }
        }
    });
    let proxy = Running::start(&["proxy", "ws://127.0.0.1:0", &server, "--count", "4", "--json"]);
    for (running, from) in [(&listener, &["client"][..]), (&proxy, &["client", "server"])] {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, running.port)).expect("a connection");
        let (mut socket, _) = tungstenite::client("ws://localhost/", stream).expect("a WebSocket");
        for _ in 0..2 {
            socket.send("[1,\"Ann\"]".into()).expect("it is sent");
        }
        for side in from {
            let note = running.note_with(&format!("a text came from the {side}"));
            assert!(note.starts_with("ws 127.0.0.1:"), "{note}");
            assert!(
                note.ends_with("messages are binary: `put_packet(message.to_bytes())`"),
                "{note}"
            );
        }
        for _ in 0..2 * from.len() {
            let line = running.line();
            assert!(
                line.contains("found the text") && line.contains("instead of `send_text`"),
                "{line}"
            );
        }
    }
    // Told once for each side.
    for running in [listener, proxy] {
        let notes = running.notes.try_iter().filter(|note| note.contains("a text came"));
        assert_eq!(notes.count(), 0);
        assert_eq!(running.end(), 1);
    }
}

#[test]
fn long_messages_go_through() {
    let value = Variant::PackedByteArray((0..200_000_u32).map(|byte| byte as u8).collect());
    let bytes = value.to_variant_bytes::<Godot4>().expect("it can be encoded");
    let hex = hex::encode(&bytes[..100_000]);
    let whole = format!("1d000000{}{}", hex::encode(99_992_u32.to_le_bytes()), &hex[16..]);
    let (_, tcp) = echo();
    for (transport, port) in [("tcp", tcp), ("ws", echo_websocket())] {
        let record = scratch(&format!("long-{transport}.pcap"));
        let (any, server) =
            (format!("{transport}://127.0.0.1:0"), format!("{transport}://127.0.0.1:{port}"));
        let proxy = Running::start(&[
            "proxy", &any, &server, "--record", &record, "--count", "2", "--json",
        ]);
        let address = format!("{transport}://127.0.0.1:{}", proxy.port);
        let arguments = [
            "send",
            &address,
            "-",
            "--hex",
            "--count",
            "1",
            "--time",
            "20",
            "--json",
            "--lossless",
        ];
        // Blank lines are not messages.
        let input = format!("\n{whole}\n");
        let output = super::common::feed(&mut program(&arguments), input.as_bytes());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let answer: serde_json::Value =
            serde_json::from_str(text(&output.stdout).trim()).expect("JSON");
        assert_eq!(answer["value"]["hex"], hex[16..], "{transport}");
        let seen = [proxy.line(), proxy.line()];
        assert_eq!(proxy.end(), 0);
        let read = text(&run(&["inspect", "--pcap", &record, "--json"]).stdout);
        // IPv4 addresses are mapped to IPv6 there.
        let plain = |line: &str| essence(line)[3].as_u64();
        assert_eq!(read.lines().map(plain).collect::<Vec<_>>(), [Some(100_000); 2], "{transport}");
        assert_eq!(seen.map(|line| plain(&line)), [Some(100_000); 2]);
        assert!(read.contains("::ffff:127.0.0.1"), "{}", &read[..300]);
    }
}

#[test]
fn errors_name_the_address() {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = free.local_addr().expect("its port").port();
    for transport in ["tcp", "ws", "udp"] {
        // Nothing listens to the port over UDP; for the other transports it is closed.
        let port = if transport == "udp" { port } else { 1 };
        let address = format!("{transport}://127.0.0.1:{port}");
        let output = run(&["send", &address, "[4]"]);
        assert_eq!(output.status.code(), Some(1), "{transport}");
        assert_eq!(
            text(&output.stderr),
            format!("error: {address}: connection refused: no server listens there\n")
        );
    }
    let output = run(&["send", &format!("enet://127.0.0.1:{port}"), "[4]"]);
    assert_eq!(text(&output.stderr), format!("error: enet://127.0.0.1:{port}: no answer\n"));
    assert_eq!(output.status.code(), Some(1));
    // The port is in use.
    let output = run(&["listen", &format!("tcp://127.0.0.1:{port}")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("in use"), "{output:?}");
    for (arguments, error) in [
        (
            &["listen", "127.0.0.1:7777"][..],
            "no transport: write udp://127.0.0.1:7777, or tcp://…, ws://… or enet://…",
        ),
        (&["send", "localhost:7777", "[4]"], "no transport: write udp://localhost:7777, or tcp://"),
        (&["listen", "game"], "no transport: write udp://HOST:PORT, or tcp://"),
        (&["listen", "http://a:1"], "expected udp://HOST:PORT, tcp://…, ws://… or enet://…"),
        (
            &["listen", "udp://:7777"],
            "no host: write udp://127.0.0.1:7777 for this machine, or udp://0.0.0.0:7777 to listen at all its addresses",
        ),
        (&["listen", "udp://127.0.0.1"], "expected udp://HOST:PORT, found no port"),
        (&["listen", "udp://127.0.0.1:7/x"], "expected udp://HOST:PORT, without a path"),
        (&["send", "wss://127.0.0.1:7/x", "[4]"], "wss needs TLS"),
        (&["proxy", "udp://127.0.0.1:0", "tcp://127.0.0.1:7"], "both need the same transport"),
        (&["send", "udp://127.0.0.1:7", "[4"], "[4: not JSON: "),
        (&["send", "udp://127.0.0.1:7", "--hex", "0g"], "0g: 'g' is not a hex digit"),
        (
            &[
                "send",
                "udp://127.0.0.1:7",
                "--schema",
                "schemas/arena.rs",
                "{\"message\":\"Leav\"}",
            ],
            "did you mean \"Leave\"?",
        ),
        (
            &[
                "send",
                "udp://127.0.0.1:7",
                "--wire",
                "lludp",
                "--template",
                "schemas/names.msg",
                "[4]",
            ],
            "[4]: message: expected a text, but it is missing",
        ),
        (&["listen", "udp://127.0.0.1:0", "--time=-1"], "--time"),
        (
            &[
                "listen",
                "udp://127.0.0.1:0",
                "--schema",
                "schemas/arena.rs",
                "--where",
                "txet == 1",
            ],
            "--where: no message has a field",
        ),
        (
            &[
                "listen",
                "udp://127.0.0.1:0",
                "--schema",
                "schemas/arena.rs",
                "--to-server",
                "Nobody",
            ],
            "error: --to-server: the schema has no type `Nobody`",
        ),
        (
            &[
                "proxy",
                "udp://127.0.0.1:0",
                "udp://127.0.0.1:1",
                "--schema",
                "schemas/every_flat.rs",
                "--wire",
                "flat",
                "--to-server",
                "ToServer",
                "--to-client",
                "Nobody",
            ],
            "error: --to-client: the schema has no type `Nobody`",
        ),
        (
            &["listen", "udp://127.0.0.1:0", "--schema", "schemas/arena.rs", "--type", "Nobody"],
            "error: --type: the schema has no type `Nobody`",
        ),
        (
            &["listen", "udp://127.0.0.1:0", "--record", "no such folder/x.pcap", "--time", "1"],
            "no such folder/x.pcap: ",
        ),
    ] {
        let output = run(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(text(&output.stderr).contains(error), "{arguments:?}: {}", text(&output.stderr));
    }
}

/// Packets of the multiplayer are no Variants. The first few tell that, once.
#[test]
fn packets_of_the_multiplayer_are_recognized_live() {
    // A confirmed path, a call and a synchronization.
    let packets = ["0201", "20020568656c6c6f00", "0201", "0201", "0201"];
    let listener = Running::start(&["listen", "udp://127.0.0.1:0", "--count", "5"]);
    let address = format!("udp://127.0.0.1:{}", listener.port);
    assert!(run(&["send", &address, "--hex", packets[0], "--time", "0.1"]).status.success());
    let sent = run(&[&["send", &address, "--hex", "--time", "0.1"][..], &packets[1..]].concat());
    assert!(sent.status.success(), "{}", text(&sent.stderr));
    let hint = listener.note_with("hint: ");
    assert!(hint.ends_with("add --wire multiplayer"), "{hint}");
    let rest: Vec<String> = listener.notes.iter().collect();
    assert!(rest.iter().all(|note| !note.starts_with("hint")), "{rest:?}");
}

/// Where nobody answers, the address is named: by `send`, and by a proxy for each client.
#[test]
fn silence_is_reported() {
    // It receives, and never answers.
    let silent = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let server = silent.local_addr().expect("its address");
    let sent = run(&["send", &format!("udp://{server}"), "[4]", "--time", "0.1"]);
    let told = text(&sent.stderr);
    assert!(
        sent.status.success() && told.contains(&format!("udp://{server}: no answer; ")),
        "{told}"
    );
    let sent = run(&["send", &format!("enet://{server}"), "[4]"]);
    let told = text(&sent.stderr);
    assert!(
        !sent.status.success() && told.contains(&format!("enet://{server}: no answer")),
        "{told}"
    );
    for transport in ["udp", "enet"] {
        let to = format!("{transport}://{server}");
        let proxy = Running::start(&["proxy", &format!("{transport}://127.0.0.1:0"), &to]);
        let address = format!("{transport}://127.0.0.1:{}", proxy.port);
        let mut client =
            program(&["send", &address, "[4]", "--time", "8"]).spawn().expect("it starts");
        proxy.note_with(&format!("no answer from {server} yet"));
        client.kill().and_then(|()| client.wait()).expect("it ends");
    }
}

/// A proxy to itself would relay each packet for ever.
#[test]
fn a_proxy_does_not_relay_to_itself() {
    for transport in TRANSPORTS {
        for (at, to) in [
            ("127.0.0.1", "127.0.0.1"),
            ("0.0.0.0", "127.0.0.1"),
            ("127.0.0.1", "0.0.0.0"),
            ("0.0.0.0", "127.0.0.2"),
            ("localhost", "localhost"),
            ("[::]", "127.0.0.1"),
            ("[::]", "[::ffff:127.0.0.1]"),
        ] {
            // A port that no other test has.
            let port = 7;
            let [at, to] = [at, to].map(|host| format!("{transport}://{host}:{port}"));
            let output = run(&["proxy", &at, &to, "--time", "1"]);
            let told = text(&output.stderr);
            assert!(!output.status.success(), "{at} {to}");
            let start = format!("error: {to} is the address of the proxy itself (");
            assert!(told.starts_with(&start) && told.contains("another port"), "{told}");
        }
    }
    // Another port, and another address of this machine.
    for (at, to) in [("127.0.0.1:0", "127.0.0.1:7"), ("127.0.0.2:47117", "127.0.0.1:47117")] {
        let [at, to] = [at, to].map(|address| format!("udp://{address}"));
        let output = run(&["proxy", &at, &to, "--time", "0.1"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
}

/// A server that closes every connection, and servers and clients that send invalid bytes.
#[test]
fn strangers_do_no_harm() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("its port").port();
    thread::spawn(move || {
        for (index, stream) in listener.incoming().enumerate() {
            let mut stream = stream.expect("a client");
            if index % 2 == 0 {
                let _ = stream.write_all(&[0xff; 100]);
                thread::sleep(Duration::from_millis(100));
            }
        }
    });
    for transport in ["tcp", "ws"] {
        let address = format!("{transport}://127.0.0.1:{port}");
        for _ in 0..2 {
            let output = run(&["send", &address, "[4]", "--time", "2"]);
            let error = text(&output.stderr);
            assert!(!error.contains("panicked"), "{error}");
            assert!(error.contains("closed the connection") || error.contains("rror"), "{error}");
        }
    }
    // A proxy relays invalid bytes, and still serves the next client.
    let (_, tcp) = echo();
    let to = format!("tcp://127.0.0.1:{tcp}");
    let proxy = Running::start(&["proxy", "tcp://127.0.0.1:0", &to, "--count", "2", "--json"]);
    let mut stranger = TcpStream::connect((Ipv4Addr::LOCALHOST, proxy.port)).expect("a connection");
    stranger.write_all(&[0xff; 64]).expect("it goes on");
    let mut back = [0; 64];
    stranger.read_exact(&mut back).expect("it comes back");
    assert_eq!(back, [0xff; 64]);
    proxy.note_with("no more messages can be found");
    stranger.write_all(&[0xfe; 64]).expect("it goes on");
    stranger.read_exact(&mut back).expect("it comes back");
    assert_eq!(back, [0xfe; 64]);
    // One that is silent stays connected meanwhile.
    let address = format!("tcp://127.0.0.1:{}", proxy.port);
    let output = run(&["send", &address, "[4]", "--count", "1", "--time", "20"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(essence(&proxy.line())[2].to_string(), "[4]");
    drop(stranger);
    // More of them than clients have places, one after the other: not HTTP, half a request, and a connection that is closed immediately.
    let proxy = Running::start(&["listen", "ws://127.0.0.1:0", "--count", "1", "--json"]);
    for _ in 0..=net::MAX_CLIENTS {
        let mut stranger =
            TcpStream::connect((Ipv4Addr::LOCALHOST, proxy.port)).expect("a connection");
        let _ = stranger.write_all(b"\xff\xff\xff\xff\r\n\r\n");
        // Until the program has ended the connection.
        let _ = stranger.read_to_end(&mut Vec::new());
    }
    for nonsense in [&b"\xff\xff\xff\xff\r\n\r\n"[..], b"GET / HT", b""] {
        let mut stranger =
            TcpStream::connect((Ipv4Addr::LOCALHOST, proxy.port)).expect("a connection");
        let _ = stranger.write_all(nonsense);
    }
    let half = TcpStream::connect((Ipv4Addr::LOCALHOST, proxy.port)).expect("a connection");
    (&half).write_all(b"GET / HT").expect("sent");
    let address = format!("ws://127.0.0.1:{}", proxy.port);
    let output = run(&["send", &address, "[4]", "--time", "0.2"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(essence(&proxy.line())[2].to_string(), "[4]");
    assert_eq!(proxy.end(), 0);
    drop(half);
}

/// The answer to a WebSocket's request.
fn upgrade(request: &str) -> String {
    let key = request.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("sec-websocket-key").then_some(value)
    });
    let accept = derive_accept_key(key.expect("a key").as_bytes());
    format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
    )
}

/// Sends the bytes until the other side has gone: all the time, or every 4 ms.
fn send_on(mut to: TcpStream, bytes: &[u8], is_flood: bool) {
    to.set_nodelay(true).expect("a connection");
    let bytes = bytes.repeat(if is_flood { 10_000 } else { 1 });
    while to.write_all(&bytes).is_ok() {
        if !is_flood {
            thread::sleep(Duration::from_millis(4));
        }
    }
}

/// Servers that never are silent, and never end a message: `send` ends all the same.
#[test]
fn a_server_cannot_keep_a_client() {
    // The header of a message of 4 MiB, a ping, the beginning of fragments, and half an answer to the request. Single bytes come slowly,
    // because these messages have an end; on a busy machine there are pauses between them.
    let kinds: [(&str, bool, &[u8], &[u8]); 5] = [
        ("tcp", false, &[0, 0, 0x40, 0], b"x"),
        ("ws", true, &[0x82, 127, 0, 0, 0, 0, 0, 0x40, 0, 0], b"x"),
        ("ws", true, &[], &[0x89, 0]),
        ("ws", true, &[0x02, 1, b'x'], &[0x00, 0]),
        ("ws", false, b"HTTP/1.1 101 ", b"x"),
    ];
    let clients = kinds.map(|(transport, upgrades, first, then)| {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = listener.local_addr().expect("its port").port();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let mut request = [0; 4096];
            let len = stream.read(&mut request).expect("its first bytes");
            if upgrades {
                let answer = upgrade(&String::from_utf8_lossy(&request[..len]));
                stream.write_all(answer.as_bytes()).expect("it goes on");
            }
            stream.write_all(first).expect("it goes on");
            send_on(stream, then, then.len() > 1);
        });
        let address = format!("{transport}://127.0.0.1:{port}");
        let mut client = program(&["send", &address, "[4]", "--time", "0.5"]);
        client.stderr(Stdio::null());
        client.spawn().expect("starts")
    });
    let deadline = Instant::now() + PATIENCE;
    for (mut client, (transport, _, first, _)) in clients.into_iter().zip(kinds) {
        while client.try_wait().expect("it can be asked").is_none() {
            if Instant::now() > deadline {
                let _ = client.kill();
                panic!("{transport} {first:x?}: it goes on");
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// A missing server, and one that is killed.
#[test]
fn a_killed_server_is_told() {
    for transport in ["tcp", "ws"] {
        let any = format!("{transport}://127.0.0.1:0");
        let mut listener = Running::start(&["listen", &any]);
        let server = format!("{transport}://127.0.0.1:{}", listener.port);
        let proxy = Running::start(&["proxy", &any, &server]);
        let address = format!("{transport}://127.0.0.1:{}", proxy.port);
        let mut client = program(&["send", &address, "[4]", "--time", "30"]);
        let mut client =
            client.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("starts");
        listener.line();
        listener.child.kill().expect("it can be killed");
        proxy.note_with("disconnected");
        // The client gets an error and does not wait.
        let begun = Instant::now();
        client.wait().expect("it ends");
        assert!(begun.elapsed() < PATIENCE, "{transport}");
        let output = run(&["send", &address, "[4]", "--time", "1"]);
        let note = proxy.note_with("cannot connect to");
        assert!(note.contains("refused"), "{note}");
        assert!(!text(&output.stderr).contains("panicked"), "{output:?}");
    }
}

/// The reader of the output closes it.
#[test]
fn a_closed_pipe_ends_it() {
    let mut command = program(&["listen", "udp://127.0.0.1:0"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    let notes = lines_of(child.stderr.take().expect("a pipe"));
    let first = notes.recv_timeout(PATIENCE).expect("where it listens");
    let port: u16 = first.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
    drop(child.stdout.take());
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let deadline = Instant::now() + PATIENCE;
    let status = loop {
        let _ = socket.send_to(&[0; 4], (Ipv4Addr::LOCALHOST, port));
        if let Some(status) = child.try_wait().expect("it can be asked") {
            break status;
        }
        assert!(Instant::now() < deadline, "it goes on");
        thread::sleep(Duration::from_millis(5));
    };
    assert!(status.success());
    assert_eq!(notes.try_iter().collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn flat_messages_go_both_ways() {
    let flat =
        ["--wire=flat", "--schema=schemas/every_flat.rs", "--type=ToServer", "--json", "--time=20"];
    let listener =
        Running::start(&[&["listen", "udp://127.0.0.1:0", "--count=1"], &flat[..]].concat());
    let server = format!("udp://127.0.0.1:{}", listener.port);
    let condition = ["--where", "name == \"Ann\"", "--count=1"];
    let proxy = ["proxy", "udp://127.0.0.1:0", &server];
    let proxy = Running::start(&[&proxy[..], &condition, &flat].concat());
    let address = format!("udp://127.0.0.1:{}", proxy.port);
    let join = r#"{"message":"ToServer::Join","fields":{"name":"Ann","version":3}}"#;
    let sent = run(&[&["send", &address, join, "--time=0.1"], &flat[..3]].concat());
    assert!(sent.status.success(), "{}", text(&sent.stderr));
    for seen in [listener.line(), proxy.line()] {
        assert!(seen.contains(&join[1..join.len() - 1]), "{seen}");
    }
    assert_eq!((listener.end(), proxy.end()), (0, 0));
    let wrong = r#"{"message":"ToServer::Join","fields":{"name":"Ann","version":"3"}}"#;
    let sent = run(&[&["send", &address, wrong], &flat[..3]].concat());
    let told = text(&sent.stderr);
    assert!(told.contains("Join.version: expected an int from 0 to 255"), "{told}");
}
