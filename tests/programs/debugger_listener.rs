//! The example as a user runs it, with games that it simulates and with real engines.
//!
//! `common/programs/engine.rs` describes what the engines need.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;

use godot_var::dialect::Generation;

use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::{self, Scratch, TIMEOUT};

/// The example, built if it is not yet.
fn command(arguments: &[&str]) -> Command {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    let mut command = Command::new(env!("CARGO"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["run", "--quiet", "--example", "debugger_listener", "--target-dir"])
        .arg(target)
        .arg("--")
        .args(arguments);
    command
}

fn both_generations_are_understood() {
    let output = command(&[]).output().expect("cargo runs");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "\
print \"hello from Godot 3\"
warning after 0:00:07 at \"res://game.gd\":12, \"call\": \"low on lives\" \"\"
paused: \"Breakpoint\", can continue: true
\"debug_exit\", 0 arguments: []
the game has ended after 4 messages
\"set_pid\", 1 arguments: [Int(4711)]
print \"hello from Godot 4\"
printerr \"oh no\"
error after 0:00:08 at \"res://game.gd\":40, \"_process\": \"Division by zero\" \"\"
paused: \"Division by zero\", can continue: true
\"debug_exit\", 0 arguments: []
the game has ended after 5 messages
"
    );
}

/// Kills a program that a failed test did not end.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn a_game_tells_its_debugger(godot: &Godot) {
    let listener = command(&["--listen", "127.0.0.1:0", "--once"]).stdout(Stdio::piped()).spawn();
    let mut listener = Killed(listener.expect("cargo runs"));
    let mut lines = BufReader::new(listener.0.stdout.take().expect("its output"));
    let mut first = String::new();
    lines.read_line(&mut first).expect("a line");
    let address = first.trim().strip_prefix("listening on ").expect("an address");

    let scratch = Scratch::in_engine(godot, "debugger");
    let address = match godot.generation {
        Generation::Godot3 => address.to_owned(),
        Generation::Godot4 => format!("tcp://{address}"),
    };
    let project = format!("tests/engine/{}", godot.language());
    let game = engine::command(godot, &scratch)
        .args(["--path", &project, "-s", "debugged.gd", "--remote-debug", &address])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let _game = Killed(game.expect("the engine starts"));
    // Until the game has ended, which continues on command.
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut told = String::new();
        let read = lines.read_to_string(&mut told);
        sender.send(read.map(|_| told))
    });
    let told = receiver.recv_timeout(TIMEOUT).expect("the game ends in time").expect("text");
    let mut rest = told.as_str();
    for expected in [
        " has connected\n",
        "\nprint \"hello from the game\"\n",
        ": \"low on lives\" \"\"\n",
        "\npaused: \"Invalid call. Nonexistent function 'jump' in base 'Nil'.\", can continue: ",
        "\n\"debug_exit\", 0 arguments: []\n",
        "print \"and on it goes\"\n",
        " has ended after ",
    ] {
        let at = rest.find(expected);
        let at = at.unwrap_or_else(|| panic!("no {expected:?} after what came before in\n{told}"));
        // The end of this line can be the beginning of the next one.
        rest = &rest[at + expected.len() - 1..];
    }
    assert!(!told.contains("not understood"), "{told}");
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: a_game_tells_its_debugger;
    needs nothing: both_generations_are_understood;
}
