//! Two clients in a real engine play with the server: each sees the other join, walk{% if !snapshots %}, talk{% endif %} and leave.
//!
//! The test looks for Godot: `GODOT`, or `{{ engine }}` in the path. Without one it is ignored.

use std::env;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Completion, Failed, Trial};

/// A play that takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(90);

/// Ends the program, also when the test fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn main() -> ExitCode {
    let test = Trial::ignorable_test("two_clients_play", || {
        let godot = env::var("GODOT").unwrap_or_else(|_| "{{ engine }}".to_owned());
        let mut version = Command::new(&godot);
        let version = version.arg("--version").stdout(Stdio::null()).status();
        if version.is_err() {
            let why = format!("no {godot}; install Godot, or name the program in GODOT");
            return Ok(Completion::ignored_with(why));
        }
        two_clients_play(&godot).map(|()| Completion::Completed)
    });
    libtest_mimic::run(&Arguments::from_args(), vec![test]).exit_code()
}

fn two_clients_play(godot: &str) -> Result<(), Failed> {
    let mut server = Command::new(env!("CARGO_BIN_EXE_{{ name }}"));
    let mut server = Running(
        server
            .arg("127.0.0.1:0")
            .stdout(Stdio::piped())
            .spawn()
            .expect("a server"),
    );
    let mut printed = BufReader::new(server.0.stdout.take().expect("a pipe")).lines();
    let first = printed.next().expect("a line").expect("text");
    let address = first.strip_prefix("listening on ").expect("an address");

    let play = |name: &str, friend: &str| {
        let mut client = Command::new(godot);
{%- if !godot3 %}
        client.arg("--headless");
{%- endif %}
        client.args([
            "--path", "client", "--", "--server", address, "--name", name,
        ]);
        client.args(["--bot", "--friend", friend]);
        client.stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(client.spawn().expect("a client"))
    };
    let deadline = Instant::now() + PATIENCE;
    let mut told = Vec::new();
    for mut client in [play("Ann", "Bob"), play("Bob", "Ann")] {
        while client.0.try_wait()?.is_none() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(50));
        }
        let _ = client.0.kill();
        let printed = read(client.0.stdout.take());
        let errors = read(client.0.stderr.take());
        let status = client.0.wait()?;
        if !status.success() || errors.contains("ERROR") {
            return Err(format!("{printed}\n{errors}").into());
        }
        told.push(printed);
    }
    let (ann, bob) = (&told[0], &told[1]);
{%- if snapshots %}
    assert!(ann.contains("Bob walks"), "{ann}");
    assert!(bob.contains("Ann walks"), "{bob}");
{%- else %}
    assert!(
        ann.contains("Bob walks") && ann.contains("Bob: hello, Ann"),
        "{ann}"
    );
    assert!(
        bob.contains("Ann walks") && bob.contains("Ann: hello, Bob"),
        "{bob}"
    );
{%- endif %}
    assert!(bob.contains("Ann left"), "{bob}");
    Ok(())
}

fn read(pipe: Option<impl Read>) -> String {
    let mut text = String::new();
    pipe.expect("a pipe")
        .read_to_string(&mut text)
        .expect("text");
    text
}
