//! Dissectors on captures of real engines over TCP, WebSocket and ENet: names, fields and directions.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::capture::{TSHARK, folder, tshark_of_file};
use crate::needs;

fn capture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/captures").join(format!("{name}.pcap"))
}

/// The port to which the first packet of a capture goes.
fn server_port(folder: &Path, file: &Path) -> String {
    let first = ["-c", "1", "-T", "fields", "-e", "tcp.dstport", "-e", "udp.dstport"];
    tshark_of_file(folder, &[], file, &first).trim().to_owned()
}

/// What a generated dissector says of a capture: of each packet with messages who has sent it, `columns`, and the info.
fn shown(name: &str, schema: &Path, arguments: &[&str], columns: &[&str]) -> Vec<String> {
    let (folder, file) = (folder(&format!("captures-{name}")), capture(name));
    let port = server_port(&folder, &file);
    let written = Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .args(["generate", "wireshark", "--name", "game", "--port", &port])
        .args(arguments)
        .arg("-o")
        .arg(folder.join("game.lua"))
        .arg(schema)
        .output()
        .expect("the program runs");
    assert!(written.status.success(), "{written:?}");
    let mut fields = vec!["-Y", "game || game_multiplayer", "-T", "fields", "-E", "separator=/s"];
    // Without RPCs there is one protocol.
    if !arguments.is_empty() {
        fields[1] = "game";
    }
    for column in ["_ws.col.Info", "tcp.dstport", "udp.dstport"].iter().chain(columns) {
        fields.extend(["-e", *column]);
    }
    let text = tshark_of_file(&folder, &["game.lua"], &file, &fields);
    let lines = text.lines().map(|line| match line.replace(&port, "<server>") {
        line if line.contains("<server>") => format!("→ {}", line.replace("<server>", "")),
        line => format!("← {line}"),
    });
    lines.collect()
}

/// What is said of a packet, without ports and what is empty.
fn words(line: &str) -> String {
    let is_port = |word: &&str| word.parse::<u16>().is_ok_and(|port| port > 10_000);
    line.split_whitespace().filter(|word| !is_port(word)).collect::<Vec<_>>().join(" ")
}

fn assert_shown(
    transport: &str,
    [to_server, to_client]: [&str; 2],
    columns: &[&str],
    wanted: &[&str],
) {
    let schema = capture(transport).with_extension("rs");
    for engine in ["4.6.3", "3.6.2", "3.2.3"] {
        let types = ["--to-server", to_server, "--to-client", to_client];
        for godot in [&[][..], &["--godot", &engine[..1]]] {
            let name = format!("{transport}_godot{engine}");
            let shown = shown(&name, &schema, &[&types[..], godot].concat(), columns);
            let mut found: Vec<_> = shown.iter().map(|line| words(line)).collect();
            // What ENet says itself, and what it sends again.
            found.retain(|line| !line.ends_with(" ENet"));
            found.dedup();
            assert_eq!(found, wanted, "{name} {godot:?}");
        }
    }
}

fn values_over_tcp() {
    let wanted = ["→ Join", "← Joined", "→ Say", "← Said Grüße!"];
    assert_shown("tcp", ["ToServer", "ToClient"], &["game.to_client.said.text"], &wanted);
}

fn messages_over_websocket() {
    let columns = ["game.request.show.count", "game.score.points"];
    let tables = ["← Table 300", "← Table 300,180,300,180"];
    let wanted = [&["→ Submit 300", "→ Submit 180", "→ Show 2"][..], &tables].concat();
    let columns = [&columns[..], &["game.request.submit.points"]].concat();
    assert_shown("websocket", ["Request", "Table"], &columns, &wanted);
}

fn packets_over_enet() {
    let columns = ["game.to_server.move.x", "game.to_client.said.text"];
    let wanted = ["→ Say", "→ Move 3", "← Said hello", "← Positions"];
    assert_shown("enet", ["ToServer", "ToClient"], &columns, &wanted);
}

fn packets_in_parts_and_compressed() {
    let schema = capture("enet").with_extension("rs");
    for engine in ["4.6.3", "3.6.2"] {
        for kind in ["plain", "compressed"] {
            let arguments = ["--to-server", "Long"];
            let name = format!("enet_{kind}_godot{engine}");
            let shown = shown(&name, &schema, &arguments, &["game.long.0", "game.long.1"]);
            let has = |part: &str| shown.iter().filter(|line| line.contains(part)).count();
            for part in ["hello", "any order"] {
                assert_eq!(has(part), 1, "{name} {part}: {shown:?}");
            }
            for part in ["0123456789", "abcdefghij"] {
                assert_eq!(has(&part.repeat(300)), 1, "{name} {part}: {shown:?}");
            }
            assert_eq!(has("Malformed"), 0, "{name}: {shown:?}");
        }
    }
}

fn high_level_multiplayer() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas/multiplayer.rs");
    for scheme in ["ws", "enet"] {
        let name = format!("multiplayer_{scheme}_godot4.6.3");
        let shown = shown(&name, &schema, &[], &["game.multiplayer.node_name"]);
        for command in ["auth", "simplify_path", "confirm_path", "spawn", "sync", "delta", "rpc"] {
            assert!(
                shown.iter().any(|line| line.contains(command)),
                "{scheme} {command}: {shown:?}"
            );
        }
        assert!(!shown.iter().any(|line| line.contains("Malformed")), "{scheme}: {shown:?}");
        assert!(
            shown.iter().any(|line| line.starts_with("→ ") && line.contains("auth")),
            "{scheme}"
        );
    }
}

needs::tests! {
    needs TSHARK: values_over_tcp, messages_over_websocket, packets_over_enet, packets_in_parts_and_compressed, high_level_multiplayer;
}
