//! The example `figures` as its operator sees it: the figures are what its clients have sent and received.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use godot_var::multiplayer::net::{Client, NetConfig};
use godot_var::multiplayer::{
    Config, Event, GodotRpc, Incoming, Node, NodeId, Outgoing, SERVER, Session, Target,
    TransferMode,
};
use tungstenite::{Message, WebSocket};

use crate::needs;
use crate::programs::engine::TIMEOUT;
use crate::programs::example::{self, Server};

#[derive(Debug, GodotRpc)]
enum Chat {
    #[rpc(any_peer)]
    Say(String),
    Heard(i32, String),
}

/// Starts the server. Returns it with the address of its figures.
fn start() -> (Server, String) {
    let server = Server::start("figures", &["--metrics", "127.0.0.1:0"]);
    let printed = server.wait_for("/metrics\n");
    let (_, rest) = printed.split_once("figures at http://").expect("their address");
    let (address, _) = rest.split_once('/').expect("its path");
    (server, address.to_owned())
}

/// Returns the text that the server has for Prometheus.
fn scrape(address: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("connects");
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("asks");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, text) = answer.split_once("\r\n\r\n").expect("a head");
    assert!(head.starts_with("HTTP/1.1 200 OK"), "{head}");
    text.to_owned()
}

/// Asks until the text has these lines.
fn wait_for(address: &str, lines: &[String]) -> String {
    let begun = Instant::now();
    loop {
        let text = scrape(address);
        let missing: Vec<_> =
            lines.iter().filter(|line| !text.lines().any(|one| one == **line)).collect();
        if missing.is_empty() {
            return text;
        }
        assert!(begun.elapsed() < TIMEOUT, "no {missing:?} in\n{text}");
        thread::sleep(Duration::from_millis(20));
    }
}

fn value(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in\n{text}")).parse().expect("a number")
}

/// How many packets, and how many bytes they have.
#[derive(Clone, Copy, Default)]
struct Traffic {
    packets: u64,
    bytes: usize,
}

impl Traffic {
    fn add(&mut self, bytes: &[u8]) {
        self.packets += 1;
        self.bytes += bytes.len();
    }

    fn lines(self, transport: &str, direction: &str) -> [String; 2] {
        let line = |name, value| {
            format!(
                "godot_var_{name}_total{{transport=\"{transport}\",direction=\"{direction}\"}} {value}"
            )
        };
        [line("packets", self.packets), line("bytes", self.bytes as u64)]
    }
}

/// A client over WebSocket that counts each packet.
struct Counting {
    socket: WebSocket<TcpStream>,
    session: Session,
    chat: NodeId,
    sent: Traffic,
    received: Traffic,
}

impl Counting {
    fn join(server: &Server) -> Self {
        let stream = TcpStream::connect(server.address).expect("connects");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a time");
        let url = format!("ws://{}", server.address);
        let (mut socket, _) = tungstenite::client(url, stream).expect("a WebSocket");
        // The id of the client is not a packet of a peer.
        let id = socket.read().expect("the id").into_data();
        let id = i32::from_le_bytes(id[..].try_into().expect("four bytes"));
        let mut session = Session::client(id, Config::default());
        let chat = session.add_node("Main/Chat", Node::of::<Chat>()).expect("a path");
        session.connect(SERVER, Duration::ZERO);
        let (sent, received) = <(Traffic, Traffic)>::default();
        Self { socket, session, chat, sent, received }
    }

    fn send(&mut self, bytes: Vec<u8>) {
        self.sent.add(&bytes);
        self.socket.send(Message::binary(bytes)).expect("sent");
    }

    /// Says a text, and waits until it is heard.
    fn say(&mut self, text: &str) {
        let say = Chat::Say(text.into());
        self.session.call(Target::Peer(SERVER), self.chat, &say).expect("a call");
        loop {
            let mut packets = Vec::new();
            self.session.drain(|packet| packets.push(packet.bytes.to_vec()));
            for packet in packets {
                self.send(packet);
            }
            let packet = self.socket.read().expect("a packet").into_data();
            self.received.add(&packet);
            let event = self.session.receive(Incoming::new(SERVER, &packet), Duration::ZERO);
            if let Some(Event::Call(call)) = event {
                let heard = call.decode::<Chat>().expect("a call of the set");
                assert!(matches!(heard, Chat::Heard(_, heard) if heard == text));
                return;
            }
        }
    }
}

fn figures_are_what_clients_see() {
    let (server, figures) = start();
    let mut client = Counting::join(&server);
    for number in 0..20 {
        client.say(&format!("text {number}"));
    }
    // A packet of no command, an unknown path, and a call whose argument has another type.
    client.send(vec![0x3F]);
    let unknown = client.session.add_node("Main/\nlevel=fatal", Node::of::<Chat>());
    let say = Chat::Say("hello".into());
    client.session.call(Target::Peer(SERVER), unknown.expect("a path"), &say).expect("a call");
    let mut packets = Vec::new();
    client.session.drain(|packet| packets.push(packet.bytes.to_vec()));
    for packet in packets {
        client.send(packet);
    }
    client.say("the last");

    // Over ENet another client says a text. What its transport sends besides does not count.
    let url = format!("enet://{}", server.address);
    let mut enet = Client::connect(&url, NetConfig::default(), TIMEOUT).expect("connects");
    let (mut sent, garbage) = (Traffic::default(), [0x3F]);
    let (mode, channel) = (TransferMode::Reliable, 0);
    for _ in 0..3 {
        sent.add(&garbage);
        enet.send(Outgoing { peer: SERVER, bytes: &garbage, mode, channel });
    }
    enet.wait(Duration::from_millis(10)).expect("waited");

    let refused =
        |reason, count: u32| format!("godot_var_refusals_total{{reason=\"{reason}\"}} {count}");
    let mut lines = vec!["godot_var_peers 2".to_owned(), refused("Packet", 4)];
    lines.push(refused("UnknownPath", 1));
    lines.extend(client.sent.lines("websocket", "in"));
    lines.extend(client.received.lines("websocket", "out"));
    lines.extend(sent.lines("enet", "in"));
    let text = wait_for(&figures, &lines);
    assert!(value(&text, "godot_var_turn_seconds_count") > 20.0, "{text}");
    assert!(value(&text, "godot_var_waiting_bytes") >= 0.0, "{text}");
    // Nothing of a client is a label.
    for word in ["fatal", "Main", "text"] {
        assert!(!text.contains(word), "{text}");
    }

    // Strangers are counted, too, and peers that have gone are no longer.
    let mut stranger = TcpStream::connect(server.address).expect("connects");
    stranger.write_all(b"\x16\x03\x01").expect("sent");
    drop(client);
    let gone = ["godot_var_peers 1".to_owned(), refused("Tls", 1)];
    let text = wait_for(&figures, &gone);
    // Its answer to the packets of ENet may be a packet of its own.
    assert!(text.contains("# TYPE godot_var_peers gauge\n"), "{text}");
    drop(enet);
}

/// Bytes wait for a client that does not read, and no longer when it has read them.
fn bytes_wait_for_a_slow_client() {
    let (server, figures) = start();
    let [mut slow, mut client] = [Counting::join(&server), Counting::join(&server)];
    let text = "x".repeat(60_000);
    let mut said = 0;
    let waiting = loop {
        client.say(&text);
        said += 1;
        // The figure is at most 500 ms old. In that time less may come than may wait.
        thread::sleep(Duration::from_millis(50));
        let waiting = value(&scrape(&figures), "godot_var_waiting_bytes");
        if waiting > 0.0 {
            break waiting;
        }
        // The system keeps some megabytes before.
        assert!(said < 400, "nothing waits");
    };
    assert!(waiting < f64::from(said) * 61_000.0, "{waiting} bytes of {said} texts");
    while said > 0 {
        let packet = slow.socket.read().expect("a packet").into_data();
        said -= i32::from(packet.len() > 60_000);
    }
    wait_for(&figures, &["godot_var_waiting_bytes 0".to_owned()]);
}

fn it_shows_itself() {
    let printed = example::run("figures", &[]);
    assert!(printed.contains("heard \"hello\" of 2\n"), "{printed}");
    assert!(printed.contains("godot_var_refusals_total{reason=\"UnknownPath\"} 1\n"), "{printed}");
    assert!(printed.ends_with("OK\n"), "{printed}");
}

fn the_load_test_counts_each_text() {
    let (server, figures) = start();
    let url = format!("ws://{}", server.address);
    let printed = example::run("load", &[&url, "10", "3"]);
    assert!(printed.starts_with("10 clients heard 100 texts\n"), "{printed}");
    let lines: Vec<_> = printed.lines().skip(1).collect();
    assert_eq!(lines.len(), 5, "{printed}");
    let times: Vec<f64> = lines
        .iter()
        .map(|line| line.split_once(": ").expect("a time").1)
        .map(|time| time.strip_suffix(" ms").expect("its unit").parse().expect("a number"))
        .collect();
    assert!(times.is_sorted() && times[0] > 0.0, "{printed}");
    wait_for(&figures, &["godot_var_peers 0".to_owned()]);
}

/// A short one.
fn the_soak_test_compares() {
    let printed = example::run("soak", &["20", "18"]);
    for what in ["memory in kB", "entities", "handles", "CPU in ms", "latency in µs"] {
        assert!(printed.contains(&format!("\n{what}: ")), "{printed}");
    }
}

/// The page shows parts of the server.
fn the_guide_shows_the_server() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path| fs::read_to_string(root.join(path)).expect("UTF-8");
    let trimmed =
        |text: &str| text.lines().map(|line| line.trim().to_owned() + "\n").collect::<String>();
    let example = trimmed(&read("examples/network/figures.rs"));
    let page = read("docs/guide/figures.md");
    let parts: Vec<_> = page.split("```rust,ignore\n").skip(1).collect();
    assert!(!parts.is_empty());
    for part in parts {
        let (part, _) = part.split_once("```").expect("its end");
        assert!(example.contains(&trimmed(part)), "{part}");
    }
}

needs::tests! {
    needs nothing: figures_are_what_clients_see, bytes_wait_for_a_slow_client, it_shows_itself, the_load_test_counts_each_text, the_soak_test_compares, the_guide_shows_the_server;
}
