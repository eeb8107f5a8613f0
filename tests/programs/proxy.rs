//! The proxy as a user runs it: with simulated peers, and between a client in a real engine and the arena.
//!
//! `common/programs/engine.rs` describes what the engine needs.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::{self, JoinHandle};

use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::{Engine, Scratch};

/// An example, built if it is not yet.
fn command(example: &str, arguments: &[&str]) -> Command {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    let built = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["build", "--quiet", "--example", example, "--target-dir"])
        .arg(target)
        .status();
    assert!(built.expect("cargo runs").success());
    let program = format!("debug/examples/{example}{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new(target.join(program));
    command.args(arguments);
    command
}

fn bytes_go_on_unchanged() {
    for dialect in ["4", "3"] {
        let output = command("proxy", &["--godot", dialect]).output().expect("it runs");
        assert!(output.status.success(), "{output:?}");
        let printed = String::from_utf8_lossy(&output.stdout);
        for (transport, way) in [("udp", "->"), ("udp", "<-"), ("tcp", "->"), ("tcp", "<-")] {
            for expected in [
                "120 bytes: Chat(Chat { channel: \"all\", text: \"hello\", at: 1750000000, tags: [] })",
                "114 bytes, unread: ",
            ] {
                let is_there = printed.lines().any(|line| {
                    line.starts_with(transport) && line.contains(&format!(" {way} {expected}"))
                });
                assert!(is_there, "no {transport} {way} {expected:?} in\n{printed}");
            }
        }
        assert!(printed.contains(" -> no more is read: "), "{printed}");
    }
}

/// A running example; killed when dropped.
struct Program {
    child: Child,
    address: String,
    /// Reads the output, so that the program never blocks on it.
    printed: Option<JoinHandle<String>>,
}

impl Program {
    /// Starts it, and reads its address from its first line.
    fn start(example: &str, arguments: &[&str]) -> Self {
        let mut child =
            command(example, arguments).stdout(Stdio::piped()).spawn().expect("it runs");
        let mut lines = BufReader::new(child.stdout.take().expect("its output"));
        let mut first = String::new();
        lines.read_line(&mut first).expect("a line");
        let address = first.split(' ').nth(2).expect("an address").to_owned();
        let rest = move |mut lines: BufReader<ChildStdout>| {
            let mut printed = String::new();
            lines.read_to_string(&mut printed).expect("text");
            printed
        };
        Self { child, address, printed: Some(thread::spawn(move || rest(lines))) }
    }

    /// Ends it; returns what it printed.
    fn stop(mut self) -> String {
        let _ = self.child.kill();
        self.printed.take().expect("stopped once").join().expect("text")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn a_client_plays_through_it(godot: &Godot) {
    // The time limit is for a test that is killed itself.
    let server = ["--listen", "127.0.0.1:0", "--godot", godot.option(), "--seconds", "60"];
    let server = Program::start("arena", &server);
    let proxy = ["--listen", "127.0.0.1:0", "--to", &server.address, "--godot", godot.option()];
    let proxy = Program::start("proxy", &proxy);
    let port = proxy.address.rsplit(':').next().expect("a port").to_owned();
    for (name, transport) in [("Ute", "udp"), ("Tom", "tcp")] {
        let mut client = Engine::start_project(
            godot,
            Scratch::in_engine(godot, &format!("proxy-{transport}")),
            &format!("examples/arena-client-{}", godot.language()),
            "client.gd",
            &["127.0.0.1", &port, name, transport],
        );
        let log = client.finish_in_place();
        assert!(log.ends_with("\nOK\n"), "{log}");
    }
    let printed = proxy.stop();
    for (name, transport) in [("Ute", "udp"), ("Tom", "tcp")] {
        for expected in [
            format!(": Join(Join {{ name: \"{name}\", "),
            ": Welcome(Welcome { you: ".into(),
            ": Snapshot(Snapshot { tick: ".into(),
        ] {
            let mut lines = printed.lines().filter(|line| line.starts_with(transport));
            assert!(lines.any(|line| line.contains(&expected)), "no {expected:?} in\n{printed}");
        }
    }
    assert!(!printed.contains("unread") && !printed.contains("no more"), "{printed}");
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: a_client_plays_through_it;
    needs nothing: bytes_go_on_unchanged;
}
