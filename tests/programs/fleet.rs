//! The fleet as a user runs it: `cargo run --example fleet`.
//!
//! Needs `nats-server` on the path.

use std::path::Path;
use std::process::Command;

use crate::needs::{self, Need};

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

fn no_acknowledged_message_is_lost() {
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
    needs BROKER: no_acknowledged_message_is_lost;
    needs nothing: without_a_broker_it_says_what_to_do;
}
