//! `send` sends the messages of a capture again.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::network::{Running, run, scratch, text};
use crate::udp_capture::Udp;

const SERVER: &str = "10.0.0.1:7777";

/// Two clients and their server. Each message is an Array of its time in tenths of a second.
fn capture(name: &str) -> String {
    let mut capture = Udp::default();
    for (tenths, source, destination) in [
        (1_u8, "10.0.0.2:50001", SERVER),
        (2, "10.0.0.3:50002", SERVER),
        (3, SERVER, "10.0.0.2:50001"),
        (4, "10.0.0.2:50001", SERVER),
        (7, SERVER, "10.0.0.2:50001"),
        (9, "10.0.0.2:50001", SERVER),
    ] {
        let message = [28, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, tenths, 0, 0, 0];
        capture.put(f64::from(tenths) / 10.0, source, destination, &message);
    }
    let path = scratch(name);
    fs::write(&path, capture.bytes()).expect("a file");
    path
}

/// Returns the messages that a listener gets, and their times in seconds after the first.
fn replayed(transport: &str, count: &str, arguments: &[&str]) -> (Vec<i64>, Vec<f64>, String) {
    let path = capture(&format!("replay-{transport}{count}.pcap"));
    let any = format!("{transport}://127.0.0.1:0");
    let listener = Running::start(&["listen", &any, "--json", "--count", count]);
    let address = format!("{transport}://127.0.0.1:{}", listener.port);
    let output = run(&[&["send", &address, &path][..], arguments].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let count: usize = count.parse().expect("a number");
    let lines: Vec<serde_json::Value> =
        (0..count).map(|_| serde_json::from_str(&listener.line()).expect("JSON")).collect();
    let times: Vec<f64> = lines.iter().map(|line| line["time"].as_f64().expect("a time")).collect();
    let values = lines.iter().map(|line| line["value"][0].as_i64().expect("a number")).collect();
    (values, times.iter().map(|time| time - times[0]).collect(), text(&output.stderr))
}

#[test]
fn a_capture_is_sent_with_its_times() {
    for transport in ["udp", "tcp", "ws", "enet"] {
        let (values, times, told) = replayed(transport, "3", &[]);
        assert_eq!(values, [1, 4, 9], "{transport}");
        // Never too early; a busy machine may be late.
        assert!(times[1] > 0.25 && times[2] > 0.75, "{transport}: {times:?}");
        let sent = "sent 3 messages; --client selects the 1 message of other clients\n";
        assert!(told.starts_with(sent), "{told}");
    }
}

#[test]
fn side_client_and_speed_are_chosen() {
    let (values, ..) = replayed("udp", "2", &["--from", "server", "--speed", "4", "--time", "0.5"]);
    assert_eq!(values, [3, 7]);
    let (values, ..) = replayed("udp", "1", &["--client", "10.0.0.3:50002"]);
    assert_eq!(values, [2]);
    // At once.
    let begun = Instant::now();
    let path = capture("replay-fast.pcap");
    let listener = Running::start(&["listen", "tcp://127.0.0.1:0", "--json", "--count", "3"]);
    let address = format!("tcp://127.0.0.1:{}", listener.port);
    let output = run(&["send", &address, &path, "--speed", "0", "--time", "0.1"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let times = [(); 3].map(|()| {
        let line: serde_json::Value = serde_json::from_str(&listener.line()).expect("JSON");
        line["time"].as_f64().expect("a time")
    });
    assert!(times[2] - times[0] < 0.5 && begun.elapsed() < Duration::from_secs(20), "{times:?}");
}

/// A speed near 0 makes `send` wait for ever. It does not send at once, and does not overflow.
#[test]
fn a_tiny_speed_waits() {
    let path = capture("replay-slow.pcap");
    let listener = Running::start(&["listen", "tcp://127.0.0.1:0", "--json", "--count", "2"]);
    let address = format!("tcp://127.0.0.1:{}", listener.port);
    let mut sender = Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .args(["send", &address, &path, "--speed", "1e-300"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    assert!(listener.line().contains("\"value\":[1]"));
    thread::sleep(Duration::from_millis(500));
    let ended = sender.try_wait().expect("its state");
    sender.kill().and_then(|()| sender.wait()).expect("its end");
    assert_eq!(ended, None);
}

#[test]
fn what_cannot_be_sent_again_is_refused() {
    let path = capture("replay-refused.pcap");
    let address = "udp://127.0.0.1:9";
    for (arguments, way) in [
        (&["[4]", "--speed", "2"][..], "--speed is for the messages of a capture"),
        (&["[4]", "--from", "client"], "--from is for the messages of a capture"),
        (&["[4]", "--client", "1.2.3.4:5"], "--client is for the messages of a capture"),
        (&["[4]", "--port", "7"], "--port is for the messages of a capture"),
        (&[&path, "--speed=-1"], "--speed: expected a number from 0 on, such as 1 or 0.5"),
        (&[&path, "[4]"], "send either one capture or messages"),
        (
            &[&path, "--client", "1.2.3.4:5"],
            "no message of the client; see `godot-var inspect` of the capture",
        ),
    ] {
        let output = run(&[&["send", address], arguments].concat());
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(text(&output.stderr).contains(way), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[cfg(unix)]
#[test]
fn the_name_of_a_capture_sends_no_commands() {
    let path = capture("replay-\u{1b}]0;evil\u{7}\nerror: x.pcap");
    let output = run(&["send", "udp://127.0.0.1:9", &path, "--client", "1.2.3.4:5"]);
    let told = text(&output.stderr);
    assert!(
        told.contains("replay-\\u{1b}]0;evil\\u{7}\\nerror: x.pcap: no message of "),
        "{told:?}"
    );
}
