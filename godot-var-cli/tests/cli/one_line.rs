//! One line a message: captures, `listen` and `proxy`.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Output;

use godot_var::{Array, Dictionary, Godot4, ToVariantBytes, Variant};

use crate::network::{ARENA, LEAVE, Running, run, scratch, text};
use crate::udp_capture::Udp;

const CLIENTS: [&str; 2] = ["127.0.0.1:50001", "10.0.0.9:50002"];
const SERVER: &str = "127.0.0.1:7777";

fn chat(words: Variant, at: i64) -> Vec<u8> {
    let tags = Variant::Array(Array::new(Vec::new()));
    let fields = [("channel", "all".into()), ("text", words), ("at", at.into()), ("tags", tags)];
    let fields = Variant::Dictionary(Dictionary::from_iter(fields));
    let message = Variant::Array(Array::new(vec![3.into(), fields]));
    message.to_variant_bytes::<Godot4>().expect("it can be encoded")
}

/// A capture of two clients: good messages, one that does not fit, one that is cut.
pub(crate) fn capture() -> String {
    let leave = hex::decode("1c000000010000000200000004000000").expect("hex");
    let hello = chat("hello".into(), 7);
    let mut capture = Udp::default();
    capture.put(0.0, CLIENTS[0], SERVER, &hello);
    capture.put(0.25, CLIENTS[1], SERVER, &chat(5.into(), 8));
    capture.put(0.5, SERVER, CLIENTS[0], &leave);
    capture.put(1.25, CLIENTS[1], SERVER, &hello[..hello.len() - 24]);
    capture.put(2.0, CLIENTS[0], SERVER, &leave);
    let path = scratch("one_line.pcap");
    fs::write(&path, capture.bytes()).expect("a file");
    path
}

fn inspect(arguments: &[&str]) -> Output {
    run(&[&["inspect"][..], arguments, &["--schema", "schemas/arena.rs", "--type=ClientMessage"]]
        .concat())
}

#[test]
fn a_capture_is_one_line_a_message() {
    let path = capture();
    let output = inspect(&[&path]);
    let shown = text(&output.stdout);
    let lines: Vec<&str> = shown.lines().collect();
    let broken = "Chat, broken: Chat.text: expected String, found int  channel: \"all\", text: 5, at: 8, tags: []";
    assert_eq!(
        lines[0],
        "   0.000 → :50001  Chat  channel: \"all\", text: \"hello\", at: 7, tags: []"
    );
    assert_eq!(lines[1], format!("   0.250 → 10.0.0.9:50002  {broken}"));
    assert_eq!(lines[2], "   0.500 ← :50001  Leave");
    assert!(lines[3].starts_with("   1.250 → 10.0.0.9:50002  Chat, broken: [1]"), "{}", lines[3]);
    assert!(lines[3].ends_with("channel: \"all\", text: \"hello\""), "{}", lines[3]);
    assert_eq!(lines[4], "   2.000 → :50001  Leave");
    assert_eq!(lines.len(), 5, "{shown}");
    let counts =
        "messages shown: 5, wrong: 1; not read: 0 fragmented, 0 cut, 0 of other protocols\n";
    assert_eq!(text(&output.stderr), counts);
    assert_eq!(output.status.code(), Some(1));
    // The bytes, as --hex needs them, too.
    let bytes = inspect(&["-v", &path]);
    assert!(text(&bytes.stdout).contains("[1]: Dictionary, 4 entries"), "{}", text(&bytes.stdout));
    assert!(text(&inspect(&["--hex", &path]).stdout).contains("\nhex       1c"));
}

/// `--message` and `--where` find broken messages by what they seem to be.
#[test]
fn broken_messages_are_found() {
    let path = capture();
    let lines = |arguments: &[&str]| {
        let output = inspect(&[&[&*path][..], arguments].concat());
        text(&output.stdout).lines().map(|line| line[..8].trim().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(lines(&["--message", "Chat"]), ["0.000", "0.250", "1.250"]);
    assert_eq!(lines(&["--message", "Leave"]), ["0.500", "2.000"]);
    assert_eq!(lines(&["--where", "text ~ \"hello\""]), ["0.000", "1.250"]);
    assert_eq!(lines(&["--where", "at > 7"]), ["0.250"]);
    let output = inspect(&[&path, "--message", "Chat", "-v"]);
    let shown = text(&output.stdout);
    assert_eq!(shown.matches("ClientMessage::Chat, broken: ").count(), 2, "{shown}");
    let output = inspect(&[&path, "--message", "Chat", "--json"]);
    let likely = text(&output.stdout).matches("\"likely\":\"ClientMessage::Chat\"").count();
    assert_eq!(likely, 2);
    // All of them, also those that seem to be nothing.
    assert_eq!(lines(&["--broken"]), ["0.250", "1.250"]);
    assert_eq!(lines(&["--broken", "--where", "at == 8"]), ["0.250"]);
    let output = run(&["inspect", &path, "--broken"]);
    assert_eq!(text(&output.stdout).lines().count(), 1, "{}", text(&output.stdout));
    // Without a schema nothing seems to be anything.
    let output = run(&["inspect", &path, "--message", "3"]);
    assert_eq!(text(&output.stdout).lines().count(), 2, "{}", text(&output.stdout));
}

/// The port of a client selects its conversation, and does not turn it around.
#[test]
fn a_client_is_selected_by_its_port() {
    let path = capture();
    let output = inspect(&[&path, "--port", "50001"]);
    let shown = text(&output.stdout);
    let arrows: Vec<&str> = shown.lines().map(|line| &line[9..]).collect();
    assert!(
        arrows[0].starts_with("→ :50001  Chat") && arrows[1].starts_with("← :50001"),
        "{shown}"
    );
    // Two ports of clients: the first packet is the client's, also one without a message.
    let capture = "godot-var-cli/tests/captures/multiplayer_ws_godot4.6.3.pcap";
    let output = run(&["inspect", "--wire", "multiplayer", capture]);
    assert!(text(&output.stdout).contains("← :58122  spawn"), "{}", text(&output.stdout));
    assert!(!text(&output.stdout).contains("→ :58122  spawn"));
    assert!(!text(&output.stdout).contains(":33077"), "{}", text(&output.stdout));
    // On another wire its messages are none, which is said.
    let enet = "godot-var-cli/tests/captures/multiplayer_enet_godot4.6.3.pcap";
    let tcp = "godot-var-cli/tests/captures/tcp_godot3.6.2.pcap";
    for (capture, wire, hint) in [
        (capture, "multiplayer", "packets of Godot's high-level multiplayer"),
        (enet, "multiplayer", "packets of Godot's high-level multiplayer"),
        (tcp, "godot3", "not of this --wire"),
    ] {
        for form in ["--full", "--summary", "--verbose", "--json", "--broken"] {
            let told = text(&run(&["inspect", capture, form]).stderr);
            assert_eq!(told.matches("hint: ").count(), 1, "{form}: {told}");
            assert!(told.contains(&format!("hint: most messages are {hint}")), "{form}: {told}");
            assert!(told.contains(&format!("--wire {wire}")), "{form}: {told}");
        }
        let told = text(&run(&["inspect", "--wire", wire, capture]).stderr);
        assert!(!told.contains("hint: "), "{told}");
    }
}

/// Messages and bytes a second of a capture.
#[test]
fn a_summary_has_rates() {
    let path = capture();
    let output = text(&inspect(&[&path, "--summary"]).stdout);
    assert!(output.contains("\n2.000 s: 2.0 messages and 132.0 bytes a second\n"), "{output}");
    let output = text(&inspect(&[&path, "--summary", "--json"]).stdout);
    let json: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(json["seconds"], 2.0);
}

/// On a terminal lines have colors and end with it; what a script reads has neither.
#[test]
fn lines_fit_a_terminal() {
    let path = capture();
    let program = env!("CARGO_BIN_EXE_godot-var");
    let line = format!(
        "stty rows 24 cols 40; '{program}' inspect '{path}' --schema schemas/arena.rs --type ClientMessage || true"
    );
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let script = std::process::Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .current_dir(root)
        .output();
    let Some(output) = script.ok().filter(|output| output.status.success()) else {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "script is needed");
        eprintln!("skipped: `script` of util-linux is not there");
        return;
    };
    let shown = text(&output.stdout);
    let first = shown.lines().next().expect("a line");
    assert!(first.contains("\u{1b}[32m→ :50001\u{1b}[0m"), "{first:?}");
    assert!(shown.contains("\u{1b}[35m← :50001\u{1b}[0m"), "{shown:?}");
    assert!(shown.contains("\u{1b}[1m\u{1b}[31mChat, broken"), "{shown:?}");
    let plain = anstream::adapter::strip_str(first).to_string();
    assert_eq!(plain.trim_end().chars().count(), 40, "{plain}");
    assert!(plain.trim_end().ends_with('…'), "{plain}");
}

#[test]
fn listen_and_proxy_show_lines() {
    let with = [&["--count", "2"][..], &ARENA].concat();
    let listener = Running::start(&[&["listen", "udp://127.0.0.1:0"][..], &with].concat());
    let server = format!("udp://127.0.0.1:{}", listener.port);
    let proxy = Running::start(&[&["proxy", "udp://127.0.0.1:0", &server][..], &with].concat());
    let address = format!("udp://127.0.0.1:{}", proxy.port);
    let sent = run(&[&["send", &address, LEAVE, LEAVE, "--time", "0.3"][..], &ARENA].concat());
    assert!(sent.status.success(), "{}", text(&sent.stderr));
    for running in [listener, proxy] {
        let line = running.line();
        let parts: Vec<&str> = line.split_whitespace().collect();
        assert_eq!((parts[1], parts[3], parts.len()), ("→", "Leave", 4), "{line}");
        assert!(parts[0] == "0.000" && parts[2].starts_with(':'), "{line}");
        // Scripts get no status.
        assert_eq!(running.end(), 0);
    }
    let listener = Running::start(&["listen", "udp://127.0.0.1:0", "--count", "1", "-v"]);
    let address = format!("udp://127.0.0.1:{}", listener.port);
    run(&["send", &address, "[4]", "--time", "0.1"]);
    assert!(listener.line().starts_with("#1  0.000000 s  127.0.0.1:"));
    assert!(listener.line().ends_with("Array, 1 element"));
}

/// On a terminal a line below the messages counts them.
#[test]
fn the_status_is_for_terminals() {
    let program = env!("CARGO_BIN_EXE_godot-var");
    let line = format!("stty rows 24 cols 200; '{program}' listen udp://127.0.0.1:0 --count 2");
    let child = std::process::Command::new("script")
        .args(["-qefc", &line, "/dev/null"])
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "script is needed");
        eprintln!("skipped: `script` of util-linux is not there");
        return;
    };
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut told = String::new();
    output.read_line(&mut told).expect("where it listens");
    let port = told.trim().rsplit(':').next().expect("a port").to_owned();
    let address = format!("udp://127.0.0.1:{port}");
    run(&["send", &address, "[4]", "--time", "0.3"]);
    run(&["send", &address, "--hex", "020000", "--time", "0.3"]);
    output.read_to_string(&mut told).expect("text");
    assert!(child.wait().expect("it ends").success() || told.contains("broken"), "{told}");
    let plain = anstream::adapter::strip_str(&told).to_string();
    assert!(plain.contains("→ 2 messages, 19 B; "), "{plain}");
    assert!(plain.contains("← 0 messages, 0 B; 0/s, 0 B/s   wrong: 1"), "{plain}");
    assert!(plain.contains("3 bytes, broken: the buffer ends"), "{plain}");
}
