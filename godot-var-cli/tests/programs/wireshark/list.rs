//! The list of packets: the direction, the name and the fields of each message, also of broken and cut ones.

use std::fs;
use std::process::Command;

use godot_var::math::Vector3i;
use godot_var::{Array, Dictionary, FromVariantBytes, Godot4, ToVariantBytes, Variant, Vector2};
use godot_var_codegen::wireshark::{Options, generate};
use serde_json::Value as Json;

use super::capture::{Capture, TSHARK, folder, tshark};
use super::{Case, Cases, PORT, arena_cases, protocol, samples};
use crate::{common, needs};

/// The names of the likely types of messages that `inspect` gives; nothing where it does not look into a container, because the bytes
/// are too few for its count.
fn inspected(schema: &str, messages: &[Vec<u8>]) -> Vec<Option<String>> {
    let lines: String = messages.iter().map(|bytes| hex::encode(bytes) + "\n").collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    command.args(["inspect", "--lines", "--json", "--schema", schema, "-"]);
    let output = common::feed(&mut command, lines.as_bytes());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let json = text.lines().map(|line| serde_json::from_str::<Json>(line).expect("JSON"));
    json.map(|json| {
        let message = json["error"]["message"].as_str().expect("an error");
        let is_outer = ["an Array", "a Dictionary"].iter().any(|kind| message.contains(kind));
        (!is_outer).then(|| json["likely"].as_str().unwrap_or_default().to_owned())
    })
    .collect()
}

fn cut_messages_have_the_names_that_inspect_gives_them() {
    let folder = folder("cut");
    let mut every_form = Cases::default();
    samples::every_form(&mut every_form);
    for (schema, cases) in [("arena", arena_cases()), ("every_form", every_form.0)] {
        let path = format!("{}/../schemas/{schema}.rs", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(&path).expect("a schema");
        let parsed = protocol(&format!("{schema}.rs"), &text);
        let options = Options { port: Some(PORT), ..Options::new(schema) };
        let file = format!("{schema}.lua");
        let script = generate(&parsed, &options).expect("a dissector");
        fs::write(folder.join(&file), script).expect("a file");
        // Bytes of a packed array need no padding at the end.
        let is_cut = |bytes: &Vec<u8>| Variant::from_variant_bytes::<Godot4>(bytes).is_err();
        let ends = |case: &Case| -> Vec<Vec<u8>> {
            (4..case.godot4.len()).map(|end| case.godot4[..end].to_vec()).collect()
        };
        let cut: Vec<_> = cases.iter().flat_map(ends).collect();
        let cut: Vec<_> = cut.into_iter().filter(is_cut).step_by(5).collect();
        let mut capture = Capture::default();
        for bytes in &cut {
            capture.udp(999, PORT, bytes);
        }
        let (only, likely) = (format!("{schema}.dialect:Godot 4"), format!("{schema}.likely"));
        let columns = ["-e", &likely, "-e", "_ws.expert.message", "-e", "_ws.col.Info"];
        let arguments = [&["-o", &only, "-T", "fields"][..], &columns].concat();
        let shown = tshark(&folder, &[&file], &capture, &arguments);
        let wanted = inspected(&path, &cut);
        assert_eq!((shown.lines().count(), wanted.len()), (cut.len(), cut.len()));
        let (mut named, mut compared) = (0, 0);
        for ((line, wanted), bytes) in shown.lines().zip(&wanted).zip(&cut) {
            let [name, fault, info] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            if let Some(wanted) = wanted {
                let last = wanted.rsplit("::").next().unwrap_or_default();
                assert_eq!(name, last, "{schema} {}: {line}", hex::encode(bytes));
                compared += 1;
            }
            let shown = if name.is_empty() { "Malformed Variant" } else { name };
            let start = format!("→ {shown} [malformed: {fault}]");
            assert!(info.starts_with(&start), "{line}");
            named += usize::from(!name.is_empty());
        }
        assert!(named > 50 && compared > 50, "{named}, {compared} of {}", cut.len());
    }
}

/// The list of packets: who sends it, what it is, its fields.
fn the_list_of_packets_has_each_message_in_a_line() {
    let folder = folder("list");
    let text = r#"
        use godot_var::{GodotVar, Variant, Vector2, Vector3i};
        #[derive(GodotVar)] #[godot_var(array)] struct Point { x: f32, y: f64 }
        #[derive(GodotVar)] enum Shape { Dot, Disc(f32), Line { from: Point, to: Point } }
        #[derive(GodotVar)] #[godot_var(tag = "t")] enum Kind { Big { size: u8 }, Small }
        #[derive(GodotVar)] struct Chat { channel: String, #[godot_var(rename = "msg")] text: String }
        #[derive(GodotVar)] struct Move { at: Vector2, cell: Vector3i, to: Option<Point>, shapes: Vec<Shape> }
        #[derive(GodotVar)] struct Odd { any: Variant, data: Vec<u8>, more: Option<bool>, #[godot_var(flatten)] kind: Kind }
    "#;
    let options = Options { port: Some(PORT), ..Options::new("talk") };
    let script = generate(&protocol("talk.rs", text), &options).expect("a dissector");
    fs::write(folder.join("talk.lua"), script).expect("a file");
    let chat = |channel: &str, text: Variant| {
        Variant::Dictionary(Dictionary::from_iter([("channel", channel.into()), ("msg", text)]))
    };
    let list = |elements: Vec<Variant>| Variant::Array(Array::new(elements));
    let point = || list(vec![0.1.into(), 2.0.into()]);
    let pair =
        |key: &str, value: Variant| Variant::Dictionary(Dictionary::from_iter([(key, value)]));
    let line = pair(
        "Line",
        Variant::Dictionary(Dictionary::from_iter([("from", point()), ("to", point())])),
    );
    let shapes = list(vec!["Dot".into(), pair("Disc", 0.5.into()), line]);
    let moved = Variant::Dictionary(Dictionary::from_iter([
        ("at", Vector2::new(0.1, -2.0).into()),
        ("cell", Vector3i { x: 1, y: 2, z: 3 }.into()),
        ("to", Variant::Nil),
        ("shapes", shapes),
    ]));
    let odd = Variant::Dictionary(Dictionary::from_iter([
        ("any", pair("a b", list(vec![true.into(), 1.into(), f64::INFINITY.into(), Variant::Nil]))),
        ("data", Variant::from(vec![1_u8, 2, 3])),
        ("more", false.into()),
        ("t", "Big".into()),
        ("size", 7.into()),
    ]));
    let long = chat("all", "ü".repeat(500).into());
    let cases = [
        (chat("all", "hello".into()), r#"→ Chat channel="all" text="hello""#),
        (chat("a\"\n", "→ \u{85}".into()), "→ Chat channel=\"a\\\"\\n\" text=\"→ \\u{85}\""),
        (
            moved,
            "→ Move at=Vector2(0.1, -2.0) cell=Vector3i(1, 2, 3) to=null shapes=[Dot, Disc(0.5), \
            Line{from={x=0.1, y=2.0}, to={x=0.1, y=2.0}}]",
        ),
        (odd, r#"→ Odd any={"a b"=[true, 1, inf, null]} data=<3 bytes> more=false t="Big" size=7"#),
        (
            chat("all", 5.into()),
            "→ Chat [broken: Chat.msg: expected String, found int] channel=\"all\" text=5",
        ),
        (list(vec![Variant::Nil, "x".into()]), r#"→ Variant Array [null, "x"]"#),
        (
            Variant::PackedStringArray(vec!["Ann".to_owned(), String::new()]),
            r#"→ Variant PackedStringArray ["Ann", ""]"#,
        ),
    ];
    let mut capture = Capture::default();
    let bytes = |value: &Variant| value.to_variant_bytes::<Godot4>().expect("a value");
    for (value, _) in &cases {
        capture.udp(999, PORT, &bytes(value));
    }
    let mut wanted: Vec<_> = cases.iter().map(|(_, line)| (*line).to_owned()).collect();
    capture.udp(PORT, 999, &bytes(&long));
    wanted.push(format!("← Chat channel=\"all\" text=\"{}…", "ü".repeat(89)));
    capture.udp(999, PORT, &[&bytes(&cases[0].0)[..], &[0; 4]].concat());
    wanted.push(format!("{} [and 4 bytes after it]", cases[0].1));
    let columns = ["-T", "fields", "-e", "_ws.col.Info"];
    let shown = tshark(&folder, &["talk.lua"], &capture, &columns);
    assert_eq!(shown.lines().collect::<Vec<_>>(), wanted);
    // The name finds a broken message, too, and a filter finds only those.
    let named = |filter| tshark(&folder, &["talk.lua"], &capture, &["-Y", filter]).lines().count();
    assert_eq!(named(r#"talk.message == "Chat""#), 5);
    assert_eq!(named(r#"talk.message == "Chat" && talk.misfit"#), 1);
    assert_eq!(named(r#"talk.likely == "Chat""#), 1);
    assert_eq!(named(r#"talk.broken == "no type of the schema fits""#), 2);

    // "Decode As" names the port of the server. Several messages of a stream are in one packet.
    let framed = |value: &Variant| {
        let bytes = bytes(value);
        [&u32::try_from(bytes.len()).expect("short").to_le_bytes(), &bytes[..]].concat()
    };
    let mut capture = Capture::default();
    capture.tcp(5555, 5556, 0, &[framed(&cases[0].0), framed(&cases[4].0)].concat());
    let arguments = [&["-d", "tcp.port==5555,talk"][..], &columns].concat();
    let shown = tshark(&folder, &["talk.lua"], &capture, &arguments);
    let both = [cases[0].1, cases[4].1].map(|line| line.trim_start_matches("→ "));
    assert_eq!(shown.trim_end(), format!("← {}", both.join(" | ")));
    // A filter finds each message by its line.
    let lines = ["-T", "fields", "-E", "aggregator=;", "-e", "talk.line"];
    let arguments =
        [&arguments[..2], &["-Y", r#"talk.line contains "Chat [broken""#], &lines].concat();
    let shown = tshark(&folder, &["talk.lua"], &capture, &arguments);
    assert_eq!(shown.trim_end(), both.join(";"));
}

/// A message whose first bytes come in a segment of their own, and others after it in the next segment.
fn messages_in_several_segments_are_listed_once() {
    let folder = folder("segments");
    let text = "#[derive(godot_var::GodotVar)] struct Chat { text: String }";
    let options = Options { port: Some(PORT), ..Options::new("talk") };
    let script = generate(&protocol("talk.rs", text), &options).expect("a dissector");
    fs::write(folder.join("talk.lua"), script).expect("a file");
    let message = |text: &str| {
        let value = Variant::Dictionary(Dictionary::from_iter([("text", Variant::from(text))]));
        value.to_variant_bytes::<Godot4>().expect("a value")
    };
    let (one, two) = (message("one"), message("two"));
    let size = u8::try_from(one.len()).expect("short");
    let framed = [&[size, 0, 0, 0][..], &one, &[size, 0, 0, 0], &two].concat();
    let in_websocket = [&[0x82, size][..], &one, &[0x82, size], &two].concat();
    let request = b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\
        Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let upgrade =
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
        Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";
    for (is_websocket, stream) in [(false, framed), (true, in_websocket)] {
        let mut capture = Capture::default();
        let mut sequence = 0;
        if is_websocket {
            capture.tcp(999, PORT, 0, request);
            capture.turn();
            capture.tcp(PORT, 999, 0, upgrade);
            sequence = u32::try_from(upgrade.len()).expect("short");
        }
        let (first, second) = stream.split_at(20);
        capture.tcp(PORT, 999, sequence, first);
        capture.tcp(PORT, 999, sequence + 20, second);
        for passes in [&[][..], &["-2"]] {
            let columns = [passes, &["-T", "fields", "-e", "_ws.col.Info"]].concat();
            let shown = tshark(&folder, &["talk.lua"], &capture, &columns);
            let last = shown.lines().last().expect("a packet");
            assert_eq!(last, r#"← Chat text="one" | Chat text="two""#, "{is_websocket} {passes:?}");
        }
    }
}

/// What is wrong with a message, its bytes and its direction are fields, whatever it came by.
fn broken_messages_have_one_filter() {
    let folder = folder("broken");
    let text = "#[derive(godot_var::GodotVar)] struct Chat { text: String }";
    let options = Options { port: Some(PORT), ..Options::new("talk") };
    let script = generate(&protocol("talk.rs", text), &options).expect("a dissector");
    fs::write(folder.join("talk.lua"), script).expect("a file");
    let chat = |text: Variant| {
        let value = Variant::Dictionary(Dictionary::from_iter([("text", text)]));
        value.to_variant_bytes::<Godot4>().expect("a value")
    };
    let (good, bad) = (chat("one".into()), chat(5.into()));
    let mut capture = Capture::default();
    capture.udp(999, PORT, &good);
    capture.udp(PORT, 999, &bad);
    capture.udp(PORT, 999, &good[..good.len() - 4]);
    capture.udp(999, 998, &[&good[..], &[0; 4]].concat());
    capture.tcp(999, PORT, 0, &[0xFF, 0xFF, 0xFF, 0x7F, 1, 2, 3, 4]);
    // ENet's commands alone: to disconnect, and two pings and an acknowledgement.
    let pings = [0x85, 0xFF, 0, 1, 0x85, 0xFF, 0, 2];
    capture.udp(999, PORT, &[0x80, 0, 0, 7, 0x84, 0xFF, 0, 1, 0, 0, 0, 0]);
    capture.udp(999, PORT, &[&[0x80, 0, 0, 7], &pings[..], &[1, 0xFF, 0, 0, 0, 1, 0, 7]].concat());
    capture.udp(PORT, 999, b"\xFF\xFE\x01\x02\x03\x04hello");
    let names =
        ["talk.size", "talk.direction", "talk.broken", "_ws.expert.message", "_ws.col.Info"];
    let columns: Vec<_> = names.iter().flat_map(|name| ["-e", name]).collect();
    let ways = ["-d", "udp.port==998,talk", "-T", "fields"];
    let shown = tshark(&folder, &["talk.lua"], &capture, &[&ways[..], &columns].concat());
    let expected = "Chat.text: expected String, found int";
    let (cut, long) =
        ("At byte 28, in text: needs 4 bytes, has 0", "No message is 2147483647 bytes long");
    let compressed =
        "Not compressed by ENet's range coder: by another method, or this is no packet of ENet";
    let size = good.len();
    let wanted = [
        format!("{size}\tto server\t\t\t→ Chat text=\"one\""),
        format!(
            "{}\tto client\t{expected}\t{expected}\t← Chat [broken: {expected}] text=5",
            bad.len()
        ),
        format!("{}\tto client\t{cut}\t{cut}\t← Malformed Variant [malformed: {cut}]", size - 4),
        format!(
            "{}\tto server\t4 bytes after the value\t4 bytes after the value\t→ Chat text=\"one\" [and 4 bytes after it]",
            size + 4
        ),
        format!("\t\t{long}\t{long}\t→ Malformed length"),
        "\t\t\t\t→ ENet DISCONNECT".to_owned(),
        "\t\t\t\t→ ENet PING, ACKNOWLEDGE".to_owned(),
        format!("\t\t\t{compressed}\t← ENet, compressed in an unknown way"),
    ];
    assert_eq!(shown.lines().collect::<Vec<_>>(), wanted);
    let filter = [&ways[..2], &["-Y", "talk.broken"]].concat();
    assert_eq!(tshark(&folder, &["talk.lua"], &capture, &filter).lines().count(), 4);
}

/// Characters that hide, or that change what stands beside them, are escaped in the list and in notes.
fn no_character_changes_a_line() {
    let folder = folder("hidden");
    let text = "#[derive(godot_var::GodotVar)] struct Chat { text: u8 }";
    let options = Options { port: Some(PORT), ..Options::new("talk") };
    let script = generate(&protocol("talk.rs", text), &options).expect("a dissector");
    fs::write(folder.join("talk.lua"), script).expect("a file");
    let hidden = ('\u{80}'..='\u{9f}')
        .chain('\u{2028}'..='\u{202e}')
        .chain('\u{2066}'..='\u{2069}')
        .chain(['\u{61c}', '\u{200e}', '\u{200f}']);
    let hidden: Vec<char> = hidden.chain(['\u{1b}', '\u{feff}', '\u{fffe}', '\u{ffff}']).collect();
    let mut capture = Capture::default();
    for c in &hidden {
        let value = Variant::Dictionary(Dictionary::from_iter([("text", format!("é{c}€"))]));
        capture.udp(999, PORT, &value.to_variant_bytes::<Godot4>().expect("a value"));
    }
    let columns = ["-T", "fields", "-e", "_ws.col.Info", "-e", "talk.line"];
    let shown = tshark(&folder, &["talk.lua"], &capture, &columns);
    for (line, c) in shown.lines().zip(&hidden) {
        let code = u32::from(*c);
        let wanted = format!(
            "Chat [broken: Chat.text: expected int, found String] text=\"é\\u{{{code:x}}}€\""
        );
        let (info, found) = line.split_once('\t').expect("two columns");
        assert_eq!((info, found), (&*format!("→ {wanted}"), &*wanted));
    }
    assert_eq!(shown.lines().count(), hidden.len());
}

needs::tests! {
    needs TSHARK: no_character_changes_a_line, broken_messages_have_one_filter, messages_in_several_segments_are_listed_once, the_list_of_packets_has_each_message_in_a_line,
        cut_messages_have_the_names_that_inspect_gives_them;
}
