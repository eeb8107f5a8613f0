//! What a dissector says of messages that are not what they should be: of another type, engine or version, and frequent mistakes.

use std::fs;
use std::path::Path;
use std::process::Command;

use godot_var::{Array, Dictionary, Godot3, Godot4, ToVariantBytes, Variant};
use godot_var_codegen::wireshark::{Options, generate, generate_flat};
use serde_json::Value as Json;

use super::capture::{Capture, TSHARK, folder, tshark};
use super::{PORT, protocol};
use crate::{common, needs};

const TALK: &str = r"
    #[derive(godot_var::GodotVar)] #[godot_var(array, id)]
    enum ToServer { #[godot_var(id = 1)] Say { text: String } }
    #[derive(godot_var::GodotVar)] #[godot_var(array, id)]
    enum ToClient { #[godot_var(id = 1)] Said { from: i32, text: String } }
    #[derive(godot_var::GodotVar)] struct Hello { layout: String }
";

fn array(elements: &[Variant]) -> Variant {
    Variant::Array(Array::new(elements.to_vec()))
}

fn hello(layout: &str) -> Vec<u8> {
    let value = Variant::Dictionary(Dictionary::from_iter([("layout", layout)]));
    value.to_variant_bytes::<Godot4>().expect("a value")
}

/// Writes a dissector of the messages of `TALK`, with the types of both directions.
fn dissector(folder: &Path, options: Options) {
    let options = Options {
        port: Some(PORT),
        to_server: Some("ToServer".to_owned()),
        to_client: Some("ToClient".to_owned()),
        ..options
    };
    let script = generate(&protocol("talk.rs", TALK), &options).expect("a dissector");
    fs::write(folder.join("talk.lua"), script).expect("a file");
}

/// Of another direction, of none, and of another engine.
fn messages_of_another_type_than_their_direction_has_are_broken() {
    let folder = folder("another-type");
    let say = array(&[1.into(), "hi".into()]);
    let said = array(&[1.into(), 7.into(), "hi".into()]);
    let four = |value: &Variant| value.to_variant_bytes::<Godot4>().expect("a value");
    let of_godot3 = say.to_variant_bytes::<Godot3>().expect("a value");
    let mut capture = Capture::default();
    capture.udp(999, PORT, &four(&say));
    capture.udp(PORT, 999, &four(&said));
    capture.udp(999, PORT, &four(&said));
    capture.udp(999, PORT, &hello("old"));
    capture.udp(999, PORT, &four(&array(&[1.into(), 5.into()])));
    capture.udp(999, PORT, &of_godot3);
    let names = ["talk.godot", "talk.broken", "_ws.expert.message", "_ws.col.Info"];
    let columns: Vec<_> = names.iter().flat_map(|name| ["-e", name]).collect();
    let mut wanted =
        vec!["4\t\t\t→ Say text=\"hi\"".to_owned(), "4\t\t\t← Said from=7 text=\"hi\"".to_owned()];
    for (mistake, rest, name) in [
        ("expected ToServer, found ToClient", "from=7 text=\"hi\"", "Said"),
        ("expected ToServer, found Hello", "layout=\"old\"", "Hello"),
        ("Say.text: expected String, found int", "text=5", "Say"),
    ] {
        wanted.push(format!("4\t{mistake}\t{mistake}\t→ {name} [broken: {mistake}] {rest}"));
    }
    let other = "expected the types of Godot 4, found those of Godot 3";
    for (engine, last) in [
        (None, "3\t\t\t→ Say text=\"hi\"".to_owned()),
        (
            Some(godot_var::dialect::Generation::Godot4),
            format!("3\t{other}\t{other}\t→ Say [broken: {other}] text=\"hi\""),
        ),
    ] {
        dissector(&folder, Options { engine, ..Options::new("talk") });
        let shown =
            tshark(&folder, &["talk.lua"], &capture, &[&["-T", "fields"][..], &columns].concat());
        let wanted: Vec<&str> = wanted.iter().map(String::as_str).chain([last.as_str()]).collect();
        assert_eq!(shown.lines().collect::<Vec<_>>(), wanted, "{engine:?}");
    }
}

/// In a field that has a fingerprint by its name.
fn the_fingerprint_of_another_version_is_noted() {
    let folder = folder("another-version");
    let schema = protocol("talk.rs", TALK);
    dissector(&folder, Options::new("talk"));
    let own = format!("{:016x}", schema.fingerprint_of_all());
    let of_type = format!("{:016x}", schema.fingerprint(0));
    let other = "0123456789abcdef";
    let cases = [own.as_str(), &of_type, other, "0.9", "a name of 16 byt"];
    let mut capture = Capture::default();
    for layout in cases {
        capture.udp(999, 998, &hello(layout));
    }
    let columns = ["-T", "fields", "-e", "_ws.expert.message", "-e", "_ws.col.Info"];
    let arguments = [&["-d", "udp.port==998,talk", "-o", "talk.to_server:"][..], &columns].concat();
    let shown = tshark(&folder, &["talk.lua"], &capture, &arguments);
    for (line, layout) in shown.lines().zip(cases) {
        let wanted = if layout == other {
            format!(
                "Another version of the schema: this dissector is of {own}\t→ Hello [other version] layout=\"{other}\""
            )
        } else {
            format!("\t→ Hello layout=\"{layout}\"")
        };
        assert_eq!(line, wanted);
    }

    let text = "#[derive(godot_var::GodotFlat)] struct Hello { layout: String }";
    let schema = godot_var_codegen::flat::parse_text("hello.rs", text).expect("a schema");
    let options = Options { port: Some(PORT), ..Options::new("talk") };
    let script = generate_flat(&schema, &options).expect("a dissector");
    fs::write(folder.join("talk.lua"), script).expect("a file");
    let own = format!("{:016x}", schema.fingerprint_of_all());
    let mut capture = Capture::default();
    for layout in [own.as_str(), other] {
        capture.udp(999, PORT, &[&[16], layout.as_bytes()].concat());
    }
    let shown = tshark(&folder, &["talk.lua"], &capture, &columns);
    let wanted = format!(
        "\t→ Hello layout=\"{own}\"\n\
         Another version of the schema: this dissector is of {own}\t→ Hello [other version] layout=\"{other}\"\n"
    );
    assert_eq!(shown, wanted);
}

fn a_preference_that_names_no_type_is_noted() {
    let folder = folder("preference");
    let text = "mod a { #[derive(godot_var::GodotVar)] pub struct Chat { x: u8 } }
        mod b { #[derive(godot_var::GodotVar)] pub struct Chat { y: u8 } }";
    let script = generate(&protocol("talk.rs", text), &Options::new("talk")).expect("a dissector");
    fs::write(folder.join("talk.lua"), script).expect("a file");
    let mut capture = Capture::default();
    let value = Variant::Dictionary(Dictionary::from_iter([("y", 1)]));
    capture.udp(999, PORT, &value.to_variant_bytes::<Godot4>().expect("a value"));
    let of = |name: &str| {
        let preference = format!("talk.to_server:{name}");
        let columns = ["-T", "fields", "-e", "_ws.expert.message", "-e", "talk.broken"];
        let arguments = [&["-o", "talk.ports:7777", "-o", &preference][..], &columns].concat();
        tshark(&folder, &["talk.lua"], &capture, &arguments).trim_end_matches('\n').to_owned()
    };
    assert_eq!(of("b::Chat"), "\t");
    assert_eq!(of(""), "\t");
    assert_eq!(of("Chap"), "The preference names Chap, which is not a type of the schema\t");
    assert_eq!(
        of("Chat"),
        "The preference names Chat, which several types of the schema are called\t"
    );
    let other = "expected a::Chat, found b::Chat";
    assert_eq!(of("a::Chat"), format!("{other}\t{other}"));
}

/// The advice of `inspect` for what senders often send by mistake.
fn frequent_mistakes_have_the_hints_of_inspect() {
    let folder = folder("hints");
    dissector(&folder, Options::new("talk"));
    fs::write(folder.join("talk.rs"), TALK).expect("a file");
    let say = array(&[1.into(), "hi".into()]).to_variant_bytes::<Godot4>().expect("a value");
    let object = Variant::ObjectId(godot_var::values::ObjectId(7));
    let text = "ü".repeat(40);
    let framed = [&200_u32.to_le_bytes()[..], &[0; 200]].concat();
    let messages: [&[u8]; 7] = [
        br#"{"message":"Join"}"#,
        text.as_bytes(),
        b"\xff\xff\xff\x3f",
        &framed,
        &object.to_variant_bytes::<Godot4>().expect("a value"),
        &array(&[1.into(), object]).to_variant_bytes::<Godot4>().expect("a value"),
        &say[..say.len() - 6],
    ];
    let lines: String = messages.iter().map(|bytes| hex::encode(bytes) + "\n").collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    command.args(["inspect", "--lines", "--json", "--type", "ToServer", "--schema"]);
    let output = common::feed(command.arg(folder.join("talk.rs")).arg("-"), lines.as_bytes());
    let inspected = String::from_utf8(output.stdout).expect("UTF-8");
    let mut capture = Capture::default();
    for bytes in messages {
        capture.udp(999, PORT, bytes);
    }
    let columns = ["-o", "talk.udp:Messages", "-T", "fields", "-e", "talk.broken"];
    let shown = tshark(&folder, &["talk.lua"], &capture, &columns);
    let mut hints = 0;
    for (line, found) in inspected.lines().zip(shown.lines()) {
        let json: Json = serde_json::from_str(line).expect("JSON");
        let message = json["error"]["message"].as_str().or(json["misfit"].as_str());
        let message = message.expect("a mistake");
        if let Some((_, hint)) = message.split_once("; ") {
            assert!(found.ends_with(&format!("; {hint}")), "{message}\n{found}");
            hints += 1;
        }
        if let Some((_, text)) = message.split_once("the text ") {
            let (text, _) = text.split_once(" at byte").expect("its place");
            assert!(found.contains(&format!("the text {text};")), "{message}\n{found}");
        }
    }
    assert_eq!((hints, shown.lines().count()), (6, messages.len()));
    // The path to the value in which the bytes end.
    assert_eq!(shown.lines().last(), Some("At byte 20, in [1]: needs 4 bytes, has 2"));
}

needs::tests! {
    needs TSHARK: messages_of_another_type_than_their_direction_has_are_broken, the_fingerprint_of_another_version_is_noted,
        a_preference_that_names_no_type_is_noted, frequent_mistakes_have_the_hints_of_inspect;
}
