//! Captures of real engines over TCP, WebSocket and ENet, which `tests/captures/record.sh` has made.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

const ENGINES: [&str; 3] = ["4.6.3", "3.6.2", "3.2.3"];

fn capture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/captures").join(format!("{name}.pcap"))
}

/// The messages of an example.
fn schema(name: &str) -> String {
    capture(name).with_extension("rs").display().to_string()
}

/// What `inspect --json` says of a capture, and what it says beside it.
fn inspected(name: &str, arguments: &[&str]) -> (Vec<Json>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .args(["inspect", "--json", "--pcap"])
        .arg(capture(name))
        .args(arguments)
        .output()
        .expect("the program runs");
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(output.status.success(), "{name}: {told}");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    (text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect(), told)
}

/// Each message as `→ Name fields`: from the client, or `←`, to it.
fn messages(name: &str, engine: &str, schema: &str, more: &[&str]) -> Vec<String> {
    let wire = format!("godot{}", &engine[..1]);
    let arguments = [&["--wire", &wire, "--schema", schema], more].concat();
    let (lines, told) = inspected(&format!("{name}_godot{engine}"), &arguments);
    assert_eq!(told, "");
    let port = |line: &Json, key: &str| -> u16 {
        line[key].as_str().and_then(|at| at.parse::<SocketAddr>().ok()).expect("an address").port()
    };
    // The client has sent the first message.
    let client = port(&lines[0], "source");
    let said = |line: &Json| {
        let arrow = if port(line, "source") == client { "→" } else { "←" };
        match line["message"].as_str() {
            Some(name) => format!("{arrow} {name} {}", line["fields"]),
            None => format!("{arrow} {}", line["value"]),
        }
    };
    lines.iter().map(said).collect()
}

#[test]
fn engines_over_tcp() {
    let schema = schema("tcp");
    for engine in ENGINES {
        for more in [&[][..], &["--transport", "tcp"], &["--framed"]] {
            assert_eq!(
                messages("tcp", engine, &schema, more),
                [
                    r#"→ ToServer::Join "Ute""#,
                    r#"← ToServer::Join "Ute""#,
                    r#"→ ToServer::Say "Grüße!""#,
                    r#"← ToClient::Said {"name":"Ute","text":"Grüße!"}"#,
                ],
                "{engine} {more:?}"
            );
        }
    }
}

/// Both directions have messages of the same form: the port tells them apart.
#[test]
fn each_direction_has_a_type_of_its_own() {
    let schema = schema("tcp");
    for engine in ENGINES {
        let wire = format!("godot{}", &engine[..1]);
        let (lines, _) = inspected(&format!("tcp_godot{engine}"), &["--wire", &wire]);
        let server = lines[0]["destination"].as_str().and_then(|at| at.rsplit_once(':'));
        let port = server.expect("an address").1;
        let types = ["--port", port, "--to-server", "ToServer", "--to-client", "ToClient"];
        assert_eq!(
            messages("tcp", engine, &schema, &types),
            [
                r#"→ ToServer::Join "Ute""#,
                r#"← ToClient::Joined "Ute""#,
                r#"→ ToServer::Say "Grüße!""#,
                r#"← ToClient::Said {"name":"Ute","text":"Grüße!"}"#,
            ],
        );
    }
}

#[test]
fn engines_over_websocket() {
    let schema = schema("websocket");
    let two = r#"[{"name":"Uma","points":300},{"name":"Tim","points":180}]"#;
    for engine in ENGINES {
        for more in [&[][..], &["--transport", "websocket"]] {
            assert_eq!(
                messages("websocket", engine, &schema, more),
                [
                    r#"→ Request::Submit {"name":"Uma","points":300}"#,
                    r#"→ Request::Submit {"name":"Tim","points":180}"#,
                    r#"→ Request::Show {"count":2}"#,
                    r#"← [{"name":"Uma","points":300}]"#,
                    &format!("← {two}"),
                    &format!("← {two}"),
                ],
                "{engine} {more:?}"
            );
        }
    }
}

#[test]
fn engines_over_enet() {
    let schema = schema("enet");
    for engine in ENGINES {
        for more in [&[][..], &["--transport", "enet"]] {
            let found = messages("enet", engine, &schema, more);
            let place = r#"{"x":3.0,"y":4.0}"#;
            assert_eq!(found[0], r#"→ ToServer::Say "hello""#, "{engine}");
            assert_eq!(found[1], format!("→ ToServer::Move {place}"), "{engine}");
            assert!(found[2].starts_with("← ToClient::Said {\"from\":"), "{found:?}");
            assert!(found[2].ends_with(",\"text\":\"hello\"}"), "{found:?}");
            let positions = "← ToClient::Positions ";
            assert!(found[3].starts_with(positions) && found[3].contains(place), "{found:?}");
            assert_eq!(found.len(), 4, "{engine}");
        }
    }
}

#[test]
fn packets_in_parts_and_compressed() {
    for engine in ["4.6.3", "3.6.2"] {
        let wire = format!("godot{}", &engine[..1]);
        let of = |compression: &str| -> Vec<Json> {
            let name = format!("enet_{compression}_godot{engine}");
            let (lines, told) = inspected(&name, &["--wire", &wire]);
            assert_eq!(told, "");
            lines.into_iter().map(|mut line| line["value"].take()).collect()
        };
        let wanted = [
            ("short", "hello".to_owned()),
            ("long", "0123456789".repeat(300)),
            ("unreliable", "abcdefghij".repeat(300)),
            ("unsequenced", "any order".to_owned()),
        ];
        let wanted = wanted.map(|(kind, text)| serde_json::json!([kind, text]));
        assert_eq!(of("plain"), wanted, "{engine}");
        if cfg!(feature = "network") {
            assert_eq!(of("compressed"), wanted, "{engine}");
        }
    }
}

#[test]
fn high_level_multiplayer_over_both() {
    for scheme in ["ws", "enet"] {
        let name = format!("multiplayer_{scheme}_godot4.6.3");
        let (lines, told) = inspected(&name, &["--wire", "multiplayer"]);
        assert_eq!(told, "");
        let count = |message: &str| lines.iter().filter(|it| it["message"] == message).count();
        assert_eq!(lines[0]["message"], "auth");
        let counts = ["auth", "simplify_path", "confirm_path", "spawn", "rpc"].map(count);
        assert_eq!(counts, [3, 7, 7, 1, 5], "{scheme}");
        assert!(count("sync") > 10 && count("delta") > 2, "{scheme}");
        assert!(lines.iter().all(|line| line["error"].is_null()), "{scheme}");
    }
}

#[test]
fn what_cannot_be_found_has_a_hint() {
    let engine = "tcp_godot4.6.3";
    for (name, arguments, hint) in [
        (
            engine,
            &["--transport", "enet"][..],
            "packets of TCP were left out: leave out --transport",
        ),
        (engine, &["--transport", "udp"], "try tcp or websocket"),
        (
            engine,
            &["--transport", "websocket"],
            "not read: no WebSocket; with this --wire or --transport",
        ),
        (engine, &["--port", "9"], "no message has this port; the capture has ports "),
        ("websocket_godot4.6.3", &["--framed"], "HTTP is read only as the start of a WebSocket"),
        ("enet_godot4.6.3", &["--framed"], "datagrams of UDP were left out: leave out --transport"),
    ] {
        let (lines, told) = inspected(name, arguments);
        assert!(lines.is_empty(), "{lines:?}");
        assert!(told.starts_with("hint: ") && told.contains(hint), "{arguments:?}: {told}");
    }
}
