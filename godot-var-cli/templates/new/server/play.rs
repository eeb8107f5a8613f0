//! Two clients in a real engine play with the server: each sees the other join, walk, talk and leave.
//!
{%- if godot3 %}
//! The test looks for a headless Godot 3: `GODOT`, or `godot3-server` in the path. Without one it is skipped.
{%- else %}
//! The test looks for Godot 4: `GODOT`, or `godot` in the path. Without one it is skipped.
{%- endif %}

use std::env;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

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

#[test]
fn two_clients_play() {
    let godot = env::var("GODOT").unwrap_or_else(|_| "{% if godot3 %}godot3-server{% else %}godot{% endif %}".to_owned());
    if Command::new(&godot)
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_err()
    {
        println!("skipped: no {godot}");
        return;
    }
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
        let mut client = Command::new(&godot);
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
    let [ann, bob] = [play("Ann", "Bob"), play("Bob", "Ann")].map(|mut client| {
        while client.0.try_wait().expect("its state").is_none() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(50));
        }
        let _ = client.0.kill();
        let told = read(client.0.stdout.take());
        let errors = read(client.0.stderr.take());
        let status = client.0.wait().expect("its status");
        assert!(status.success(), "{told}\n{errors}");
        assert!(!errors.contains("ERROR"), "{errors}");
        told
    });
    assert!(
        ann.contains("Bob walks") && ann.contains("Bob: hello, Ann"),
        "{ann}"
    );
    assert!(
        bob.contains("Ann walks") && bob.contains("Ann: hello, Bob"),
        "{bob}"
    );
    assert!(bob.contains("Ann left"), "{bob}");
}

fn read(pipe: Option<impl Read>) -> String {
    let mut text = String::new();
    pipe.expect("a pipe")
        .read_to_string(&mut text)
        .expect("text");
    text
}
