//! The fleet as a user runs it: `cargo run --example fleet`.
//!
//! Needs `nats-server` in the path; skipped without it, an error with `CI=true`.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Whether there is a broker; says so where there is none.
fn has_broker() -> bool {
    let mut broker = Command::new("nats-server");
    if broker.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok() {
        return true;
    }
    let message = "SKIPPED: nats-server not found; apt-get install nats-server (to /usr/sbin)";
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{message}");
    // Past the test harness, which keeps what passing tests print.
    let _ = writeln!(std::io::stderr(), "{message}");
    false
}

/// The example, built if it is not yet.
fn example() -> Command {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    let built = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["build", "--quiet", "--example", "fleet", "--target-dir"])
        .arg(target)
        .status();
    assert!(built.expect("cargo runs").success());
    let program = format!("debug/examples/fleet{}", std::env::consts::EXE_SUFFIX);
    Command::new(target.join(program))
}

#[test]
fn no_acknowledged_message_is_lost() {
    if !has_broker() {
        return;
    }
    let output = example().output().expect("it runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{printed}\n{complaints}", output.status);
    for expected in [
        " is killed after 600 of 1200 acknowledgements\n",
        "arena.blue.2: 450 messages\narena.blue.3: 150 messages\n",
        "arena.red.2: 450 messages\narena.red.3: 150 messages\n",
        "\n4 of 6 players carried on by the other server\n1200 messages acknowledged, ",
        "\n1200 kept by the stream, each once\n",
        "\nOK: no acknowledged message is lost\n",
    ] {
        assert!(printed.contains(expected), "no {expected:?} in\n{printed}");
    }
}

#[test]
fn without_a_broker_it_says_what_to_do() {
    let output = example().env("PATH", "").output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stderr.starts_with(b"FAILED: nats-server is not in the path"), "{output:?}");
}
