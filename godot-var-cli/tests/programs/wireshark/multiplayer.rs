//! Dissectors of high-level multiplayer in `tshark`: their names equal those of `inspect`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

use super::capture::{Capture, TSHARK, attribute, fields, folder, tshark};
use crate::common;
use crate::needs;

const PORT: u16 = 7777;
const BARE: [&str; 2] = ["-o", "game_multiplayer.udp:Packets"];

/// The script whose calls are in the vectors, and sets that fit some of their rows.
const SCHEMA: &str = r#"
    use godot_var::multiplayer::{GodotRpc, GodotSync};
    use godot_var::{Variant, Vector2};

    #[derive(GodotRpc)]
    enum World {
        #[rpc(rename = "Move")]
        Move(Vector2),
        #[rpc(rename = "_alpha")]
        Alpha,
        Many { a: Variant, b: Variant, c: Variant, d: Variant, e: Variant, f: Variant },
        None,
        One { only: Variant },
        OnlyServer,
        Say { text: String, number: i64 },
        Zeta,
        Zulu,
    }

    #[derive(GodotRpc)]
    enum Door { Open { by: i32 }, Shut }

    #[derive(GodotSync)]
    struct Value { value: i64, #[sync(on_change)] label: String }

    #[derive(GodotSync)]
    struct Place { position: Vector2, #[sync(on_change)] truth: bool }
"#;

fn schema(folder: &Path) -> PathBuf {
    let path = folder.join("game.rs");
    fs::write(&path, SCHEMA).expect("a file");
    let written = Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .args(["generate", "wireshark", "--port", "7777", "-o"])
        .arg(folder)
        .arg(&path)
        .status();
    assert!(written.expect("the program runs").success());
    path
}

/// Returns the output of `inspect` for packets, one line each.
fn inspected(schema: &Path, packets: &[Vec<u8>]) -> Vec<Json> {
    let lines: String = packets.iter().map(|packet| hex::encode(packet) + "\n").collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    command.args(["inspect", "--wire", "multiplayer", "--lines", "--json", "--schema"]);
    let output = common::feed(command.arg(schema).arg("-"), lines.as_bytes());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns the names of values in `fields`: a list of rows, or one row.
fn names(fields: &Json) -> Vec<String> {
    match fields {
        Json::Array(rows) => rows.iter().flat_map(names).collect(),
        Json::Object(row) => row.keys().cloned().collect(),
        _ => Vec::new(),
    }
}

/// Returns the texts of the rows of a packet.
fn labels(packet: &str) -> Vec<String> {
    packet.split("<field ").filter_map(|field| attribute(field, "showname")).collect()
}

fn value<'p>(packet: &'p [(String, String)], name: &str) -> Option<&'p str> {
    let name = format!("game.multiplayer.{name}");
    packet.iter().find(|(own, _)| *own == name).map(|(_, value)| value.as_str())
}

fn it_names_what_inspect_names_of_the_engines_packets() {
    let folder = folder("multiplayer-vectors");
    let schema = schema(&folder);
    let text = include_str!("../../../../tests/vectors/multiplayer.jsonl");
    let vectors: Vec<Json> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let bytes = |vector: &Json| hex::decode(vector["hex"].as_str().expect("hex")).expect("hex");
    let packets: Vec<Vec<u8>> = vectors.iter().map(bytes).collect();
    let mut capture = Capture::default();
    for packet in &packets {
        capture.udp(999, PORT, packet);
    }
    let pdml = tshark(&folder, &["game.lua"], &capture, &[&BARE[..], &["-T", "pdml"]].concat());
    let shown = fields(&pdml, "game.");
    let texts: Vec<_> = pdml.split("<packet>").skip(1).map(labels).collect();
    let inspected = inspected(&schema, &packets);
    assert_eq!((shown.len(), texts.len(), inspected.len()), (480, 480, 480));
    let (mut methods, mut values) = (0, 0);
    for (index, vector) in vectors.iter().enumerate() {
        let (packet, said, id) = (&shown[index], &inspected[index], &vector["id"]);
        assert_eq!(value(packet, "malformed"), None, "{id}: {packet:?}");
        assert_eq!(value(packet, "command"), vector["value"]["command"].as_str(), "{id}");
        let message = said["message"].as_str().filter(|name| name.contains("::"));
        assert_eq!(value(packet, "name"), message, "{id}: {packet:?}");
        methods += usize::from(message.is_some());
        for name in names(&said["fields"]).iter().filter(|name| *name != "set") {
            let label = format!("{name}: ");
            assert!(texts[index].iter().any(|text| text.starts_with(&label)), "{id}: {name}");
            values += 1;
        }
    }
    assert!(methods > 150 && values > 500, "{methods} methods, {values} values");
}

/// Makes an ENet command with a packet: reliable, on channel 0.
fn enet(packets: &[&[u8]]) -> Vec<u8> {
    // No peer, the time of sending.
    let mut datagram = vec![0x80, 0, 0, 7];
    for packet in packets {
        let length = u16::try_from(packet.len()).expect("a short packet").to_be_bytes();
        datagram.extend([0x86, 0, 0, 1, length[0], length[1]]);
        datagram.extend(*packet);
    }
    // A ping.
    datagram.extend([0x85, 0xff, 0, 2]);
    datagram
}

fn packets_come_in_enet_and_in_websocket() {
    let folder = folder("multiplayer-transports");
    schema(&folder);
    let say = b"\0\x01\x06\x02\x04\0\0\0\x02\0\0\0hi\0\0\x42\x2c\x01";
    let delta = b"\x16\x02\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0\x81";
    let relayed = [b"\x07\x03\x09\0\0\0", &say[..]].concat();
    let mut capture = Capture::default();
    capture.udp(PORT, 999, &enet(&[say, delta]));
    capture.udp(PORT, 999, &enet(&[&relayed]));
    let pdml = tshark(&folder, &["game.lua"], &capture, &["-T", "pdml"]);
    let [first, second] = &fields(&pdml, "game.")[..] else { panic!("{pdml}") };
    let has = |packet: &[(String, String)], name: &str, value: &str| {
        assert!(packet.contains(&(name.to_owned(), value.to_owned())), "{name}: {packet:?}");
    };
    for packet in [first, second] {
        has(packet, "game.multiplayer.name", "World::say");
        has(packet, "game.world.say.text", "hi");
        has(packet, "game.world.say.number", "300");
    }
    has(first, "game.place.truth", "1");
    has(first, "game.multiplayer.mask", "0x0000000000000001");
    has(second, "game.multiplayer.peer", "9");
    let found = tshark(&folder, &["game.lua"], &capture, &["-Y", "game.world.say.number > 299"]);
    let call = r#"World::say text="hi" number=300 on #1"#;
    let lines = [format!("← {call} | delta #2 .:truth=true"), format!("← relay: {call}")];
    assert!(found.lines().zip(lines).all(|(found, line)| found.ends_with(&line)), "{found}");
    assert_eq!(found.lines().count(), 2);

    let mut capture = Capture::default();
    let request = b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\
        Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    capture.tcp(999, PORT, 0, request);
    capture.turn();
    let upgrade =
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";
    let frame = |packet: &[u8]| {
        let length = u8::try_from(packet.len()).expect("a short packet");
        [&[0x82, length][..], packet].concat()
    };
    let mut sequence = 0;
    for bytes in [upgrade.to_vec(), frame(&[9, 0, 0, 0]), frame(say), frame(delta)] {
        capture.tcp(PORT, 999, sequence, &bytes);
        sequence += u32::try_from(bytes.len()).expect("a short stream");
    }
    let http = ["-d", "tcp.port==7777,http", "-T", "pdml"];
    let pdml = tshark(&folder, &["game.lua"], &capture, &http);
    let packets = fields(&pdml, "game.");
    has(&packets[2], "game.multiplayer.id", "9");
    has(&packets[3], "game.world.say.text", "hi");
    has(&packets[4], "game.place.truth", "1");
}

/// A recording has the packets themselves in UDP: they are told from those of ENet.
fn a_recording_has_packets_without_enet() {
    let folder = folder("multiplayer-recording");
    schema(&folder);
    let text = include_str!("../../../../tests/vectors/multiplayer.jsonl");
    let mut capture = Capture::default();
    for line in text.lines() {
        let vector: Json = serde_json::from_str(line).expect("JSON");
        capture.udp(999, PORT, &hex::decode(vector["hex"].as_str().expect("hex")).expect("hex"));
    }
    let info = ["-T", "fields", "-e", "_ws.col.Info"];
    let shown = tshark(&folder, &["game.lua"], &capture, &info);
    let wanted = tshark(&folder, &["game.lua"], &capture, &[&BARE[..], &info].concat());
    assert_eq!(shown, wanted);
    assert_eq!(shown.lines().count(), 480);

    // A connection that was ENet's once stays it, also where a datagram is cut.
    let mut capture = Capture::default();
    let say = enet(&[b"\0\x01\x06\x02\x04\0\0\0\x02\0\0\0hi\0\0\x42\x2c\x01"]);
    capture.udp(PORT, 999, &say);
    capture.udp(PORT, 999, &say[..say.len() - 7]);
    let columns = ["-e", "game.multiplayer.enet", "-e", "game.broken"];
    let shown =
        tshark(&folder, &["game.lua"], &capture, &[&["-T", "fields"][..], &columns].concat());
    let wanted = "SEND_RELIABLE,PING\t\n\tENet, at byte 10: needs 19 bytes, has 16\n";
    assert_eq!(shown, wanted);
}

/// Each packet about a node has its path, or its name, as far as packets before it have said it.
fn packets_have_the_paths_of_their_nodes() {
    let folder = folder("multiplayer-paths");
    let path = schema(&folder);
    let script = fs::read_to_string(folder.join("game.lua")).expect("a script");
    let (_, rest) = script.split_once(r#"name = "Door", checksum = ""#).expect("a checksum");
    let door = [b"\x01", &rest.as_bytes()[..32], b"\0\x01\0\0\0Main/Door\0"].concat();
    let other = [b"\x01", &b"0123456789abcdef".repeat(2)[..], b"\0\x02\0\0\0Main/Old\0"].concat();
    // Spawned by a scene, as the node 5 with the synchronizer 6.
    let spawn = b"\x04\0\x01\0\0\0\x05\0\0\0\x01\0\0\0\x04\0\0\0\x06\0\0\0Ann\0";
    let packets: [(&[u8], &str); 9] = [
        (&door, "Main/Door\t\t\t← simplify_path #1 is Main/Door with Door"),
        (&other, "Main/Old\t\t*\t← simplify_path #2 is Main/Old [other version]"),
        (b"\0\x01\0\x01\x42\x2c\x01", "Main/Door\t\t\t← Door::open by=300 on Main/Door"),
        (
            b"\0\x02\0\x01\x42\x2c\x01",
            "Main/Old\t\t*\t← rpc method 0 [300] on Main/Old [other version]",
        ),
        (b"\0\x03\0\x01\x42\x2c\x01", "\t\t\t← Door::open by=300 on #3"),
        (spawn, "Main/Door\tAnn\t\t← spawn Ann by Main/Door"),
        (b"\x06\x01\0\x06\0\0\0\x02\0\0\0\x02\x07", "\tAnn\t\t← sync Ann .:value=7"),
        (
            b"\x16\x01\0\0\x80\x01\0\0\0\0\0\0\0\x01\0\0\0\x81",
            "Main/Door\t\t\t← delta Main/Door .:truth=true",
        ),
        (b"\x05\x05\0\0\0", "\tAnn\t\t← despawn Ann"),
    ];
    let mut capture = Capture::default();
    for (packet, _) in packets {
        capture.udp(PORT, 999, packet);
    }
    let names = ["path", "node_name"].map(|name| format!("game.multiplayer.{name}"));
    let columns =
        ["-e", &names[0], "-e", &names[1], "-e", "_ws.expert.message", "-e", "_ws.col.Info"];
    let arguments = [&["-T", "fields"][..], &columns].concat();
    let shown = tshark(&folder, &["game.lua"], &capture, &arguments);
    for (line, (_, wanted)) in shown.lines().zip(packets) {
        let parts: Vec<&str> = wanted.split('*').collect();
        let is_so = line.starts_with(parts[0]) && line.ends_with(parts[parts.len() - 1]);
        assert!(is_so && (parts.len() > 1 || line == wanted), "{line}\n{wanted}");
    }
    assert_eq!(shown.lines().count(), packets.len());
    let note = shown.lines().nth(1).and_then(|line| line.split('\t').nth(2)).expect("a note");
    let (start, sets) = note.split_once(", which has ").expect("the sets of the schema");
    assert_eq!(
        start,
        "No set of the schema has this checksum, 01234567…: another version of the script of Main/Old, or none of the schema"
    );
    assert!(
        sets.starts_with("World ") && sets.contains(&format!("Door {}…", &rest[..8])),
        "{note}"
    );

    // `inspect` names the same calls, with the same nodes.
    let file = folder.join("capture.pcap");
    let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    command.args(["inspect", "--wire", "multiplayer", "--port", "7777", "--schema"]);
    let output = command.arg(path).arg("--pcap").arg(file).output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let calls: Vec<&str> =
        text.lines().filter_map(|line| line.split_once(":999  ")).map(|(_, call)| call).collect();
    for (at, call) in [
        (2, "open  by: 300 on Main/Door"),
        (3, "rpc  node: {id: 2}, method: 0, args: [300]"),
        (4, "open  by: 300 on #3"),
    ] {
        assert_eq!(calls[at], call, "{text}");
    }
}

/// Cut and modified packets, and "Decode As" without a port.
fn no_packet_is_an_error_of_lua() {
    let folder = folder("multiplayer-malformed");
    schema(&folder);
    let text = include_str!("../../../../tests/vectors/multiplayer.jsonl");
    let mut capture = Capture::default();
    let mut random = 1_u32;
    for line in text.lines().step_by(7) {
        let vector: Json = serde_json::from_str(line).expect("JSON");
        let bytes = hex::decode(vector["hex"].as_str().expect("hex")).expect("hex");
        for end in (1..bytes.len()).step_by(1 + bytes.len() / 10) {
            capture.udp(999, 5555, &bytes[..end]);
            let mut spoilt = bytes.clone();
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            spoilt[(random >> 8) as usize % bytes.len()] = (random >> 24) as u8;
            capture.udp(999, 5555, &spoilt);
            // Sent as ENet.
            capture.udp(999, PORT, &spoilt);
        }
    }
    capture.udp(999, 5555, &[7, 3, 1, 0, 0, 0].repeat(200));
    let arguments = [&BARE[..], &["-d", "udp.port==5555,game_multiplayer", "-V"]].concat();
    let shown = tshark(&folder, &["game.lua"], &capture, &arguments);
    assert!(shown.contains("At byte ") && shown.contains("World::many"));
    // These are read as commands of ENet.
    let shown =
        tshark(&folder, &["game.lua"], &capture, &["-o", "game_multiplayer.udp:ENet", "-V"]);
    assert!(shown.contains("no command of ENet"));
}

/// Calls on a node whose set is known by its checksum.
fn calls_that_the_set_does_not_have_are_broken() {
    let folder = folder("multiplayer-broken");
    schema(&folder);
    let script = fs::read_to_string(folder.join("game.lua")).expect("a script");
    let (_, rest) = script.split_once(r#"name = "Door", checksum = ""#).expect("a checksum");
    let announcement = [b"\x01", &rest.as_bytes()[..32], b"\0\x01\0\0\0Door\0"].concat();
    let calls: [(&[u8], &str, &str); 5] = [
        (b"\0\x01\0\x01\x42\x2c\x01", "Door::open by=300 on Door", ""),
        (
            b"\0\x01\0\x01\x04\0\0\0\x02\0\0\0hi\0\0",
            "Door::open by=\"hi\" on Door",
            "Door::open.by: expected int, found String",
        ),
        (
            b"\0\x01\0\x02\x42\x2c\x01\x42\x2c\x01",
            "Door::open by=300 on Door",
            "Door::open: expected 1 argument, found 2",
        ),
        (b"\0\x01\x03\0", "rpc method 3 on Door", "Door has no method 3"),
        (b"\0\x01\0\x01", "", "At byte 4: needs 1 bytes, has 0"),
    ];
    let mut capture = Capture::default();
    capture.udp(PORT, 999, &announcement);
    for (call, ..) in calls {
        capture.udp(PORT, 999, call);
    }
    let names =
        ["game.size", "game.direction", "game.broken", "_ws.expert.message", "_ws.col.Info"];
    let columns: Vec<_> = names.iter().flat_map(|name| ["-e", name]).collect();
    let arguments = [&BARE[..], &["-T", "fields"], &columns].concat();
    let shown = tshark(&folder, &["game.lua"], &capture, &arguments);
    let mut lines = shown.lines();
    let head =
        format!("{}\tto client\t\t\t← simplify_path #1 is Door with Door", announcement.len());
    assert_eq!(lines.next(), Some(head.as_str()));
    for ((call, info, mistake), line) in calls.into_iter().zip(&mut lines) {
        let start = format!("{}\tto client\t{mistake}\t{mistake}\t← {info}", call.len());
        assert!(line.starts_with(&start), "{line}\n{start}");
        let kind = if info.is_empty() { "malformed" } else { "broken" };
        let ends_so = line.ends_with(&format!(" [{kind}: {mistake}]"));
        assert!(ends_so || mistake.is_empty() && line == start, "{line}");
    }
    assert_eq!(lines.next(), None);
}

needs::tests! {
    needs TSHARK: a_recording_has_packets_without_enet, packets_have_the_paths_of_their_nodes, calls_that_the_set_does_not_have_are_broken, it_names_what_inspect_names_of_the_engines_packets,
        packets_come_in_enet_and_in_websocket, no_packet_is_an_error_of_lua;
}
