//! What each target begins with: the vectors, the schemas and the messages of this project.

use std::path::{Path, PathBuf};
use std::{env, fs};

use godot_var::{Color, Godot3, Godot4, ToVariantBytes, Vector3};
use serde_json::Value as Json;

use crate::derived::{Borrowed, Strict, arena};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn hex_of(file: &str) -> Vec<Vec<u8>> {
    let path = root().join("tests/vectors").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let rows = text.lines().map(|line| serde_json::from_str::<Json>(line).expect("JSON"));
    rows.filter_map(|row| hex::decode(row["hex"].as_str()?).ok()).collect()
}

/// Files below a folder whose names end so.
fn texts(folder: &Path, end: &str, found: &mut Vec<Vec<u8>>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            texts(&path, end, found);
        } else if path.to_string_lossy().ends_with(end) {
            found.extend(fs::read(path));
        }
    }
}

fn messages() -> Vec<Vec<u8>> {
    let state = |id| arena::PlayerState {
        id,
        pos: Vector3::new(1.0, 2.0, 3.0),
        vel: Vector3::ZERO,
        yaw: 0.5,
        health: 100,
        grounded: true,
    };
    let chat = arena::Chat {
        channel: "all".into(),
        text: "hello".into(),
        at: 1 << 40,
        tags: vec!["a".into(), "b".into()],
    };
    let snapshot = arena::Snapshot {
        tick: 9,
        players: (0..3).map(state).collect(),
        scores: [("Ann".to_owned(), 7)].into(),
    };
    let join =
        |team| arena::Join { name: "Ann".into(), color: Color::new(1.0, 0.0, 0.0, 1.0), team };
    let client = [
        arena::ClientMessage::Join(join(None)),
        arena::ClientMessage::Join(join(Some(arena::Team::Blue))),
        arena::ClientMessage::Move(state(7)),
        arena::ClientMessage::Chat(chat.clone()),
        arena::ClientMessage::Leave,
    ];
    let server = [
        arena::ServerMessage::Snapshot(snapshot),
        arena::ServerMessage::Chat(chat),
        arena::ServerMessage::Bye(arena::Bye { reason: "full".into() }),
    ];
    let inner = Strict { key: "k", number: Some(5) };
    let borrowed = Borrowed { text: "text", bytes: &[1, 2, 3], inner, list: vec!["a", "b"] };
    let mut found = Vec::new();
    for message in &client {
        found.push(message.to_variant_bytes::<Godot4>().expect("a message"));
        found.push(message.to_variant_bytes::<Godot3>().expect("a message"));
    }
    for message in &server {
        found.push(message.to_variant_bytes::<Godot4>().expect("a message"));
        found.push(message.to_variant_bytes::<Godot3>().expect("a message"));
    }
    found.push(borrowed.to_variant_bytes::<Godot4>().expect("a message"));
    found.push(borrowed.to_variant_bytes::<Godot3>().expect("a message"));
    found
}

fn framed(values: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let frame = |first: u8, values: &[Vec<u8>]| {
        let mut stream = vec![first];
        stream.extend((0..first >> 4).map(|n| n * 3 + 1));
        for value in values {
            let len = value.len() as u32;
            stream.extend(if first & 1 == 0 { len.to_le_bytes() } else { len.to_be_bytes() });
            stream.extend(value);
        }
        stream
    };
    let groups = values.chunks(5).enumerate();
    groups.map(|(at, values)| frame((at * 37) as u8, values)).collect()
}

/// The inputs that a target begins with.
///
/// # Panics
/// When the vectors cannot be read, or no target has the name.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    let variants = || {
        let files =
            ["godot4.jsonl", "godot3.jsonl", "godot4_malformed.jsonl", "godot3_malformed.jsonl"];
        files.into_iter().flat_map(hex_of).filter(|bytes| bytes.len() <= 4096)
    };
    match target {
        "variant" => variants().collect(),
        "derived" => variants().chain(messages()).collect(),
        // Values grow from bytes of any kind: those of other values are as good as any.
        "structured" => variants().filter(|bytes| bytes.len() > 200).collect(),
        "framing" => framed(&variants().filter(|bytes| bytes.len() < 200).collect::<Vec<_>>()),
        "litenet" => ["litenetlib.jsonl", "litenetlib_behaviour.jsonl"]
            .into_iter()
            .flat_map(hex_of)
            .collect(),
        "lludp" => ["lludp.jsonl", "lludp_malformed.jsonl"].into_iter().flat_map(hex_of).collect(),
        "zerocode" => {
            let room =
                |datagram: Vec<u8>| [&[0, 32], datagram.get(6..).unwrap_or_default()].concat();
            hex_of("lludp.jsonl").into_iter().map(room).collect()
        }
        "template" => {
            let mut found = Vec::new();
            texts(&root().join("schemas"), ".msg", &mut found);
            texts(&root().join("godot-var-schema/tests"), ".msg", &mut found);
            found
        }
        "schema" => {
            let mut found = Vec::new();
            texts(&root().join("schemas"), ".rs", &mut found);
            texts(&root().join("godot-var-derive/tests/ui"), ".rs", &mut found);
            found
        }
        _ => panic!("no target {target}"),
    }
}
