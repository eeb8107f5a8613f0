//! Rooms on several processes as a user runs them: `cargo run --example rooms`, with clients of Godot as guests.
//!
//! Needs `nats-server` on the path.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::multiplayer::net::{Client, NetConfig};
use godot_var::multiplayer::{
    Config, DecodeCall, Event, GodotRpc, MethodSet, Node, NodeId, Outgoing, Packet, SERVER,
    Session, Target, TransferMode,
};

use crate::needs::{self, GODOT4, Need};
use crate::programs::engine::{Engine, Scratch};

const PROJECT: &str = "examples/rooms-client-godot4";
const GUESTS: [&str; 2] = ["Gil", "Hana"];
/// For busy machines; it usually takes a third.
const PATIENCE: Duration = Duration::from_secs(300);

/// The example, built if it is not yet.
fn example() -> Command {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    let built = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["build", "--quiet", "--example", "rooms", "--target-dir"])
        .arg(target)
        .status();
    assert!(built.expect("cargo runs").success());
    let program = format!("debug/examples/rooms{}", std::env::consts::EXE_SUFFIX);
    Command::new(target.join(program))
}

/// Calls of Agones' HTTP interface, and how often each was made.
#[derive(Clone, Default)]
struct Sidecar(Arc<Mutex<BTreeMap<String, usize>>>);

impl Sidecar {
    /// Starts it. Returns it with its port.
    fn start() -> (Self, u16) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let sidecar = Self::default();
        let calls = sidecar.clone();
        // It ends with the tests.
        thread::spawn(move || {
            for socket in listener.incoming().flatten() {
                calls.answer(socket);
            }
        });
        (sidecar, port)
    }

    /// A process that is killed may leave half a request.
    fn answer(&self, mut socket: TcpStream) {
        let mut lines = BufReader::new(&socket);
        let mut request = String::new();
        let mut header = String::new();
        if lines.read_line(&mut request).is_err() {
            return;
        }
        while lines.read_line(&mut header).is_ok_and(|len| len > 2) {
            header.clear();
        }
        let mut body = [0; 2];
        if lines.read_exact(&mut body).is_err() || body != *b"{}" {
            return;
        }
        *self.0.lock().expect("no panic").entry(request.trim_end().to_owned()).or_default() += 1;
        let _ = socket.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    }

    fn count(&self, call: &str) -> usize {
        let calls = self.0.lock().expect("no panic");
        calls.get(&format!("POST /{call} HTTP/1.1")).copied().unwrap_or(0)
    }
}

/// `ROOMS_KILLS` is how often each process is killed: 1 if it is not set.
fn no_acknowledged_message_is_lost() {
    let kills = std::env::var("ROOMS_KILLS").unwrap_or_else(|_| "1".to_owned());
    let (sidecar, port) = Sidecar::start();
    let mut rooms = example()
        .args(["--kills", &kills, "--guests", &GUESTS.len().to_string()])
        .env("AGONES_SDK_HTTP_PORT", port.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut output = BufReader::new(rooms.stdout.take().expect("its output"));
    let mut printed = String::new();
    // The first line names what it waits for.
    output.read_line(&mut printed).expect("text");
    assert!(printed.starts_with("starting three nodes of NATS"), "{printed}");
    output.read_line(&mut printed).expect("text");
    let lobby = printed.trim().rsplit(' ').next().expect("an address");
    assert!(lobby.starts_with("ws://"), "{printed}");
    let guests = GUESTS.map(|name| {
        let scratch = Scratch::in_engine(&GODOT4, &format!("rooms-{name}"));
        let mut guest = Engine::start_game(&GODOT4, scratch, PROJECT, &[lobby, name]);
        guest.allow(PATIENCE);
        (guest, name)
    });
    output.read_to_string(&mut printed).expect("text");
    let status = rooms.wait().expect("its end");
    assert!(status.success(), "{status}\n{printed}");
    for expected in [
        "\na stranger is refused: there is a bot0 already\n",
        "\na thief is refused: the ticket was used before; ask the lobby for another one\n",
        "\nround 1: the process of red is killed; all play again after ",
        ", which led the log, is killed; all play again after ",
        "\nround 1: the lobby is killed; a new player plays after ",
        "\nversion 2 is deployed: green is new, with clients of both versions; red and blue go on\n",
        "\na process of version 1 has ended: exit status: 0\n",
        "\na process with rooms: killed ",
        "\nOK: no acknowledged message is lost\n",
    ] {
        assert!(printed.contains(expected), "no {expected:?} in\n{printed}");
    }
    println!("{printed}");
    for (mut guest, name) in guests {
        let log = guest.end();
        let line = log.lines().find(|line| line.starts_with(&format!("{name}: ")));
        let line = line.unwrap_or_else(|| panic!("no end of {name} in\n{log}"));
        let numbers: Vec<u32> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [kept, visits] = numbers[..] else { panic!("{line}") };
        assert!(kept >= 20 && visits >= 2, "{line}");
        let of_log = format!("\n1.red: {name} has {kept}\n");
        assert!(printed.contains(&of_log), "no {of_log:?} in\n{printed}");
    }
    let kills: usize = kills.parse().expect("a number");
    // Two processes at the start, one for each that was killed, and one of version 2. Those that were not killed have ended in order.
    assert_eq!((sidecar.count("ready"), sidecar.count("shutdown")), (3 + kills, 3));
    assert!(sidecar.count("health") >= 3 + kills && sidecar.count("allocate") >= 3 + kills);
}

fn without_a_broker_it_says_what_to_do() {
    let output = example().env("PATH", "").output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stderr.starts_with(b"FAILED: nats-server is not in the path"), "{output:?}");
}

/// Starts one node of NATS without streams.
fn broker(folder: &Path) -> (Killed, String) {
    let port = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = port.local_addr().expect("an address").port();
    let process = Command::new("nats-server")
        .args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js", "-sd"])
        .arg(folder)
        .stderr(Stdio::null())
        .spawn();
    (Killed(process.expect("it runs")), format!("nats://127.0.0.1:{port}"))
}

struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn a_part_by_hand_names_the_stream_that_it_lacks() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rooms-by-hand");
    let (_broker, nats) = broker(&folder);
    let arguments = ["lobby", &nats, "127.0.0.1:0"];
    let output = example().args(arguments).env("ROOMS_KEY", "0f".repeat(32)).output();
    let output = output.expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.starts_with("FAILED: no stream LOG_A in NATS ("), "{told}");
    assert!(told.contains("`rooms create NATS REPLICAS` makes"), "{told}");

    let created = example().args(["create", &nats, "1"]).output().expect("it runs");
    assert!(created.status.success(), "{created:?}");
    let (_lobby, address) = part(&arguments);
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    drop(std::fs::remove_dir_all(&folder));
}

/// Starts a part of the example. Returns the first line that it prints, too.
fn part(arguments: &[&str]) -> (Killed, String) {
    let mut part = example();
    part.args(arguments).env("ROOMS_KEY", "0f".repeat(32)).stdout(Stdio::piped());
    let mut part = Killed(part.spawn().expect("it runs"));
    let mut first = String::new();
    let output = part.0.stdout.take().expect("its output");
    BufReader::new(output).read_line(&mut first).expect("text");
    (part, first.trim().to_owned())
}

/// The RPCs of the lobby, and those of a room.
#[derive(Debug, GodotRpc)]
enum LobbyCall {
    #[rpc(any_peer)]
    Enter {
        player: String,
        key: String,
        room: String,
        version: i64,
    },
    Go {
        url: String,
        ticket: String,
    },
    Sorry {
        why: String,
    },
}

#[derive(Debug, GodotRpc)]
enum RoomCall {
    Welcome {
        kept: i64,
        said: i64,
        version: i64,
    },
    #[rpc(any_peer)]
    Since {
        said: i64,
    },
    #[rpc(any_peer)]
    Say {
        number: i64,
        text: String,
    },
    Kept {
        number: i64,
    },
    Heard {
        said: i64,
        player: String,
        number: i64,
        text: String,
    },
}

/// A player's connection with the lobby or a room.
struct Link {
    client: Client,
    session: Session,
    node: NodeId,
    start: Instant,
    is_open: bool,
}

impl Link {
    fn open<C: MethodSet>(url: &str, path: &str, config: Config) -> Self {
        let client = Client::connect(url, NetConfig::default(), PATIENCE).expect("a server");
        let mut session = Session::client(client.id(), config);
        let node = session.add_node(path, Node::of::<C>()).expect("a free path");
        Self { client, session, node, start: Instant::now(), is_open: true }
    }

    fn enter_room(url: &str, ticket: &str) -> Self {
        let mut link =
            Self::open::<RoomCall>(url, "Main/Room", Config::default().with_auth(PATIENCE));
        link.session.connect(SERVER, Duration::ZERO);
        link.session.send_auth(SERVER, ticket.as_bytes());
        link.session.complete_auth(SERVER);
        link
    }

    fn call<C: MethodSet>(&mut self, call: &C) {
        self.session.call(Target::Peer(SERVER), self.node, call).expect("it is sent");
    }

    /// Sends and receives. Returns the calls of the server.
    fn turn<C: for<'d> DecodeCall<'d>>(&mut self) -> Vec<C> {
        self.session.drain(|packet| self.client.send(packet));
        self.client.wait(Duration::from_millis(5)).expect("a socket");
        let mut calls = Vec::new();
        while let Some(message) = self.client.receive().expect("a socket") {
            match message.event(&mut self.session, self.start.elapsed()) {
                Some(Event::Call(call)) => calls.push(call.decode().expect("a call")),
                Some(Event::Disconnected(_)) => self.is_open = false,
                _ => {}
            }
        }
        calls
    }
}

/// Returns the address of the room, and a ticket for it.
fn place(lobby: &str, name: &str) -> (String, String) {
    let mut link = Link::open::<LobbyCall>(lobby, "Main/Lobby", Config::default());
    while link.session.peers().next().is_none() {
        assert!(link.is_open && link.turn::<LobbyCall>().is_empty());
    }
    let (player, key, room) = (name.to_owned(), format!("key{name}"), "red".to_owned());
    link.call(&LobbyCall::Enter { player, key, room, version: 1 });
    loop {
        match link.turn::<LobbyCall>().pop() {
            Some(LobbyCall::Go { url, ticket }) => return (url, ticket),
            Some(other) => panic!("{other:?}"),
            None => assert!(link.is_open),
        }
    }
}

/// A player comes with a second connection that shows its ticket and is silent, while its words wait for the log.
fn a_second_ticket_ends_no_room() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rooms-two-tickets");
    let (_broker, nats) = broker(&folder);
    let created = example().args(["create", &nats, "1"]).output().expect("it runs");
    assert!(created.status.success(), "{created:?}");
    let (_process, _) = part(&["process", &nats, "1"]);
    let (_lobby, lobby) = part(&["lobby", &nats, "127.0.0.1:0"]);
    let lobby = format!("ws://{lobby}");
    let (url, ticket) = place(&lobby, "Ann");
    let mut ann = Link::enter_room(&url, &ticket);
    let (_, ticket) = place(&lobby, "Eve");
    let mut eve = Link::enter_room(&url, &ticket);
    let (_, second) = place(&lobby, "Eve");
    let mut silent = None;
    let (mut number, mut kept, mut heard) = (0, 0, 0);
    // Eve speaks without pause. Ann hears her, also long after the second ticket.
    while heard < 400 {
        for call in eve.turn::<RoomCall>() {
            match call {
                RoomCall::Welcome { said, .. } => eve.call(&RoomCall::Since { said }),
                RoomCall::Kept { number } => kept = number,
                _ => {}
            }
        }
        while eve.session.peers().next().is_some() && number < kept + 30 {
            number += 1;
            eve.call(&RoomCall::Say { number, text: "hello".to_owned() });
        }
        for call in ann.turn::<RoomCall>() {
            match call {
                RoomCall::Welcome { said, .. } => ann.call(&RoomCall::Since { said }),
                RoomCall::Heard { .. } => heard += 1,
                _ => {}
            }
        }
        if heard > 100 && silent.is_none() {
            let mut client = Client::connect(&url, NetConfig::default(), PATIENCE).expect("a room");
            let bytes = Packet::Auth(second.as_bytes()).to_bytes().expect("a packet");
            let mode = TransferMode::Reliable;
            client.send(Outgoing { peer: SERVER, bytes: &bytes, mode, channel: 0 });
            silent = Some(client);
        }
        assert!(ann.is_open && eve.is_open, "the room has ended after {heard} messages");
        assert!(ann.start.elapsed() < PATIENCE, "{heard} messages");
    }
    drop(std::fs::remove_dir_all(&folder));
}

/// SIGTERM ends the nodes, too, and leaves no folder.
fn a_signal_leaves_nothing_behind() {
    let mut rooms = Killed(example().stdout(Stdio::piped()).spawn().expect("it runs"));
    let mut output = BufReader::new(rooms.0.stdout.take().expect("its output"));
    let mut printed = String::new();
    output.read_line(&mut printed).expect("text");
    let pid = rooms.0.id().to_string();
    let folder = std::env::temp_dir().join(format!("godot-var-rooms-{pid}"));
    let started = Instant::now();
    while !folder.exists() {
        assert!(started.elapsed() < PATIENCE, "no folder: {printed}");
        thread::sleep(Duration::from_millis(20));
    }
    let sent = Command::new("kill").arg(&pid).status().expect("it runs");
    assert!(sent.success());
    let status = rooms.0.wait().expect("its end");
    assert_eq!(status.code(), Some(1), "{status}");
    assert!(!folder.exists(), "{} is left", folder.display());
}

static BROKER: Need = Need::new(
    "nats-server not found; apt-get install nats-server, and have /usr/sbin on the path",
    || needs::program("nats-server", None),
);

needs::tests! {
    needs BROKER GODOT4: no_acknowledged_message_is_lost;
    needs BROKER: a_part_by_hand_names_the_stream_that_it_lacks, a_second_ticket_ends_no_room, a_signal_leaves_nothing_behind;
    needs nothing: without_a_broker_it_says_what_to_do;
}
