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

/// What a generated dissector says of a capture: of each packet with messages the info, whose arrow must be that of the port, and `columns`.
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
    for column in ["tcp.dstport", "udp.dstport", "_ws.col.Info"].iter().chain(columns) {
        fields.extend(["-e", *column]);
    }
    let text = tshark_of_file(&folder, &["game.lua"], &file, &fields);
    let lines = text.lines().map(|line| {
        let (to, info) = line.trim_start().split_once(' ').expect("a port");
        let (info, arrow) = (info.trim(), if to == port { '→' } else { '←' });
        assert!(info.starts_with(arrow), "{name} to {to}: {info}");
        info.to_owned()
    });
    lines.collect()
}

fn assert_shown(transport: &str, [to_server, to_client]: [&str; 2], wanted: &[&str]) {
    let schema = capture(transport).with_extension("rs");
    for engine in ["4.6.3", "3.6.2", "3.2.3"] {
        let types = ["--to-server", to_server, "--to-client", to_client];
        for godot in [&[][..], &["--godot", &engine[..1]]] {
            let name = format!("{transport}_godot{engine}");
            let mut found = shown(&name, &schema, &[&types[..], godot].concat(), &[]);
            // What ENet says itself, and what it sends again.
            found.retain(|line| !line.contains(" ENet "));
            found.dedup();
            // The number of a client is another one each time.
            for line in &mut found {
                let is_long = |word: &&str| word.len() > 7 && word.parse::<u32>().is_ok();
                let number = line.split(['=', ' ', '{']).find(is_long).map(str::to_owned);
                *line = line.replace(&number.unwrap_or("#".to_owned()), "#");
            }
            assert_eq!(found, wanted, "{name} {godot:?}");
        }
    }
}

fn values_over_tcp() {
    let wanted = [
        r#"→ Join "Ute""#,
        r#"← Joined "Ute""#,
        r#"→ Say "Grüße!""#,
        r#"← Said name="Ute" text="Grüße!""#,
    ];
    assert_shown("tcp", ["ToServer", "ToClient"], &wanted);
}

/// The last two messages are in one packet.
fn messages_over_websocket() {
    let both = r#"Table [{name="Uma", points=300}, {name="Tim", points=180}]"#;
    let last = format!("← {both} | {both}");
    let wanted = [
        r#"→ Submit name="Uma" points=300"#,
        r#"→ Submit name="Tim" points=180"#,
        "→ Show count=2",
        r#"← Table [{name="Uma", points=300}]"#,
        &last,
    ];
    assert_shown("websocket", ["Request", "Table"], &wanted);
}

fn packets_over_enet() {
    let wanted = [
        r#"→ Say "hello""#,
        "→ Move Vector2(3.0, 4.0)",
        r#"← Said from=# text="hello""#,
        "← Positions {#=Vector2(3.0, 4.0)}",
    ];
    assert_shown("enet", ["ToServer", "ToClient"], &wanted);
}

fn packets_in_parts_and_compressed() {
    let schema = capture("enet").with_extension("rs");
    for engine in ["4.6.3", "3.6.2"] {
        for kind in ["plain", "compressed"] {
            let arguments = ["--to-server", "Long"];
            let name = format!("enet_{kind}_godot{engine}");
            let shown = shown(&name, &schema, &arguments, &["game.long.0", "game.long.1"]);
            let has = |part: &str| shown.iter().filter(|line| line.contains(part)).count();
            for part in [r#"→ Long 0="short" 1="hello""#, r#"Long 0="unsequenced" 1="any order""#]
            {
                assert_eq!(has(part), 1, "{name} {part}: {shown:?}");
            }
            for part in ["0123456789", "abcdefghij"] {
                assert_eq!(has(&part.repeat(300)), 1, "{name} {part}: {shown:?}");
            }
            assert_eq!(has("Malformed"), 0, "{name}: {shown:?}");
        }
    }
}

/// Nodes have the names that the packets before have given to their numbers.
fn high_level_multiplayer() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas/multiplayer.rs");
    for scheme in ["ws", "enet"] {
        let name = format!("multiplayer_{scheme}_godot4.6.3");
        let lines = shown(&name, &schema, &[], &[]).join(" | ");
        let spawn = lines.split("spawn ").nth(1).and_then(|rest| rest.split(' ').next());
        let player = spawn.expect("the name of a player");
        let wanted = [
            "→ auth <11 bytes>",
            "simplify_path #1 is Main",
            "→ confirm_path #3",
            "spawn # by Main/PlayerSpawner [Vector2(0.0, 200.0), 100, \"Ann\"]",
            "← sync # [Vector2(16.0, 200.0)]",
            "# .:health=90",
            "→ sync Main/Players/#/InputSync [Vector2(1.0, 0.0)]",
            "delta Main/Door/DoorSync .:fire=true",
            "simplify_path #1 is Main [other version]",
            "rpc method 1 [\"Ann\", \"hello\"] on Main [other version]",
            "→ rpc method 0 on Main/Door [other version]",
        ];
        for part in wanted {
            assert!(
                lines.contains(&part.replace('#', player)) || lines.contains(part),
                "{part}: {lines}"
            );
        }
        assert!(!lines.contains("alformed"), "{scheme}: {lines}");
    }
}

needs::tests! {
    needs TSHARK: values_over_tcp, messages_over_websocket, packets_over_enet, packets_in_parts_and_compressed, high_level_multiplayer;
}
