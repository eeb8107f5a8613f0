//! Rooms on several processes as a user runs them: `cargo run --example rooms`, with clients of Godot as guests.
//!
//! Needs `nats-server` on the path.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

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

static BROKER: Need = Need::new(
    "nats-server not found; apt-get install nats-server, and have /usr/sbin on the path",
    || needs::program("nats-server", None),
);

needs::tests! {
    needs BROKER GODOT4: no_acknowledged_message_is_lost;
    needs nothing: without_a_broker_it_says_what_to_do;
}
