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
    // The time at which each bot notices a lost server is random.
    let printed: String = String::from_utf8_lossy(&output.stdout)
        .split_inclusive('\n')
        .filter(|line| !line.contains(" has lost "))
        .collect();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{printed}\n{complaints}", output.status);
    for expected in [
        "\na stranger as bot0 is refused: there is a bot0 already\n",
        " is killed after 600 of 1200 acknowledgements\n",
        "\nnats-server is killed after 900 of 1200 acknowledgements\nall is said and seen ",
        "\nbot0 has said everything again, in a second life\n",
        "\nliar is refused: liar has said something else as number 1\n",
        // One of them is the first message of the player that sent two.
        "arena.blue.2: 451 messages\narena.blue.3: 150 messages\n",
        "arena.red.2: 600 messages\narena.red.3: 200 messages\n",
        "\n6 of 7 players lost a connection, and went on\n1400 messages acknowledged, ",
        "\n1401 kept by the stream, each once\n",
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
