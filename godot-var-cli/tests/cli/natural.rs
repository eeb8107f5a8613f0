//! Natural JSON with a schema: `encode --schema` reads what `inspect --json` prints.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::{Dialect, FromVariantBytes, Godot3, Godot4, Limits, ToVariantBytes};
use godot_var_cli::{lines, natural};
use godot_var_codegen::docs::{self, Generation};
use godot_var_codegen::names::Names;
use godot_var_codegen::protocol::{self, Protocol};

use crate::schemas::{arena, every_form};

const SCHEMAS: [&str; 6] =
    ["arena", "awkward_names", "boundaries", "boundaries_godot4", "every_form", "every_row"];

fn schema(name: &str) -> Protocol {
    let path = format!("{}/../schemas/{name}.rs", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(path).map_err(|error| error.to_string());
    protocol::parse(&path, read).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    super::common::feed(command.current_dir(root).args(arguments), input)
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// Returns the examples of a schema: the type, and the bytes that its derive writes.
fn examples(protocol: &Protocol, generation: Generation) -> Vec<(String, Vec<u8>)> {
    let page = docs::variant(protocol, "page", generation);
    let mut found = Vec::new();
    let mut ty = String::new();
    for section in &page.sections {
        if !section.is_member {
            ty = section.title.replace('.', "::");
        }
        if let Some(Ok(example)) = &section.example {
            found.push((ty.clone(), example.bytes.clone()));
        }
    }
    found
}

#[test]
fn every_message_comes_back() {
    let mut count = 0;
    let mut differences = String::new();
    for (generation, spec) in
        [(Generation::Godot4, &Godot4::SPEC), (Generation::Godot3, &Godot3::SPEC)]
    {
        for name in SCHEMAS {
            if name == "boundaries_godot4" && generation == Generation::Godot3 {
                continue;
            }
            let protocol = schema(name);
            for (ty, bytes) in examples(&protocol, generation) {
                let names = Names::new(protocol.clone(), std::slice::from_ref(&ty));
                let names = names.expect("the type");
                let (value, _) = lines::decode(&bytes, spec, Limits::DEFAULT).expect("a Variant");
                let Some((message, fields)) = natural::fields(&value, &names, spec) else {
                    writeln!(differences, "{name}: {ty} does not fit {value:?}").expect("a text");
                    continue;
                };
                let json = serde_json::json!({ "message": message, "fields": fields });
                // As text, because JSON changes numbers.
                let json = serde_json::from_str(&json.to_string()).expect("JSON");
                count += 1;
                match natural::encode(&json, &names, spec) {
                    Ok(again) if again == bytes => {}
                    again => writeln!(
                        differences,
                        "{name}: {json}\n  {value:?}\n  {again:?}\n  {bytes:?}"
                    )
                    .expect("a text"),
                }
            }
        }
    }
    assert!(differences.is_empty(), "{differences}");
    assert!(count > 200, "only {count} examples");
}

/// Compiled types read and write the bytes of examples and of their natural JSON.
fn check<T: ToVariantBytes + for<'de> FromVariantBytes<'de>>(protocol: &Protocol, ty: &str) {
    let names = Names::new(protocol.clone(), &[ty.to_owned()]).expect("the type");
    for (found, bytes) in examples(protocol, Generation::Godot4) {
        if found != ty {
            continue;
        }
        let typed = T::from_variant_bytes::<Godot4>(&bytes).expect("the derive reads it");
        let written = typed.to_variant_bytes::<Godot4>().expect("the derive writes it");
        let spec = &Godot4::SPEC;
        let (value, _) = lines::decode(&written, spec, Limits::DEFAULT).expect("a Variant");
        let (message, fields) = natural::fields(&value, &names, spec).expect("it fits");
        let json = serde_json::json!({ "message": message, "fields": fields });
        let again = natural::encode(&json, &names, spec).expect("it can be encoded");
        assert_eq!(hex::encode(again), hex::encode(written), "{json}");
    }
}

#[test]
fn bytes_are_those_of_the_derive() {
    let protocol = schema("arena");
    check::<arena::ClientMessage>(&protocol, "ClientMessage");
    check::<arena::ServerMessage>(&protocol, "ServerMessage");
    let protocol = schema("every_form");
    macro_rules! check_all {
        ($($name:ident),*) => { $(check::<every_form::$name>(&protocol, stringify!($name));)* };
    }
    check_all!(
        Numbers, Texts, Structures, Lists, Maps, Place, Anything, Names, Closed, Defaults, OneWay,
        Config, Waypoint, Row, Only, EntityId, Words, Ping, Team, Mood, Weapon, Paint, External,
        Internal, Adjacent, Untagged, Message, Entity, Extra, Tree, Pages, Choices, Hero,
        HeroDelta, Heroes
    );
}

#[test]
fn nothing_is_no_empty_object() {
    let text = "
        #[derive(GodotVar)] struct Any(Variant);
        #[derive(GodotVar)] struct Perhaps(Option<HashMap<String, i64>>);
        #[derive(GodotVar)] struct Nothing;
    ";
    let text =
        format!("use std::collections::HashMap;\nuse godot_var::{{GodotVar, Variant}};\n{text}");
    let protocol = protocol::parse_text("nothing.rs", &text).expect("a schema");
    let spec = &Godot4::SPEC;
    for (ty, bytes, shown) in [
        ("Any", "00000000", "null"),
        ("Any", "1b00000000000000", "{}"),
        ("Perhaps", "00000000", "null"),
        ("Perhaps", "1b00000000000000", "{}"),
        ("Nothing", "00000000", "{}"),
    ] {
        let names = Names::new(protocol.clone(), &[ty.to_owned()]).expect("the type");
        let message = hex::decode(bytes).expect("hex");
        let (value, _) = lines::decode(&message, spec, Limits::DEFAULT).expect("a Variant");
        let (name, fields) = natural::fields(&value, &names, spec).expect("it fits");
        assert_eq!((name.as_str(), fields.to_string().as_str()), (ty, shown));
        let json = serde_json::json!({ "message": name, "fields": fields });
        let again = natural::encode(&json, &names, spec).expect("it can be encoded");
        assert_eq!(hex::encode(again), bytes, "{json}");
    }
}

#[test]
fn the_program_goes_both_ways() {
    for (wire, generation) in [("godot4", Generation::Godot4), ("godot3", Generation::Godot3)] {
        let protocol = schema("arena");
        let types = ["ClientMessage", "ServerMessage"];
        let mut lines = String::new();
        for (ty, bytes) in examples(&protocol, generation) {
            if types.contains(&&*ty) {
                writeln!(lines, "{}", hex::encode(bytes)).expect("a text");
            }
        }
        assert!(lines.lines().count() > 6, "{lines}");
        let with = [
            "--wire",
            wire,
            "--schema",
            "schemas/arena.rs",
            "--type",
            types[0],
            "--type",
            types[1],
        ];
        let shown =
            run(&[&["inspect", "--lines", "--json"][..], &with, &["-"]].concat(), lines.as_bytes());
        assert!(shown.status.success(), "{shown:?}");
        assert!(stdout(&shown).lines().all(|line| line.contains(r#","message":""#)), "{shown:?}");
        let encoded = run(&[&["encode"][..], &with].concat(), &shown.stdout);
        assert_eq!(stdout(&encoded), lines, "{}", stdout(&shown));
    }
}

const ROBOT: &str = r#"
use godot_var::{Color, GodotVar, Variant, Vector2, Vector3};
use godot_var::values::StringName;
use std::collections::BTreeMap;

#[derive(GodotVar)]
#[godot_var(array, id)]
enum ToServer {
    #[godot_var(id = 1)]
    Join { name: String, team: Option<Team>, class: StringName },
    #[godot_var(id = 2)]
    Move(Vector2, f32),
    #[godot_var(id = 3)]
    Say(Line),
    #[godot_var(id = 4)]
    Leave,
    #[godot_var(other)]
    Unknown(Variant),
}

#[derive(GodotVar)]
struct Line {
    #[godot_var(rename = "said", max_len = 5)]
    text: String,
    keys: Vec<u8>,
    scores: BTreeMap<i32, u16>,
    #[godot_var(as = "float64")]
    exact: f64,
    #[godot_var(as = "int")]
    loud: bool,
    #[godot_var(default)]
    more: Vec<Vector3>,
    any: Variant,
    tint: Option<Color>,
}

#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum Team { Red, Blue = 5 }
"#;

/// Returns a schema in a file of its own.
fn robot() -> String {
    let path = format!("{}/natural_robot.rs", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&path, ROBOT).expect("a file in the target folder");
    path
}

const SAY: &str = r#"{"text":"hi","keys":[1,255],"scores":{"-1":3,"20":4},"exact":0.5,"loud":true,"more":[{"x":0.1,"y":2.0,"z":-3.0}],"any":{"a":[1,2.0,null]},"tint":null}"#;

#[test]
fn values_have_the_types_of_their_fields() {
    let schema = robot();
    let same = [
        (
            r#"{"message":"Join","fields":{"name":"Ann","team":"Blue","class":"mage"}}"#.to_owned(),
            r#"{"t":"Array","v":[{"t":"int","v":1},{"t":"String","v":"Ann"},{"t":"int","v":5},{"t":"StringName","v":"mage"}]}"#,
        ),
        // Without the optional parts.
        (
            r#"{"message":"ToServer::Join","fields":{"name":"Ann","class":"mage"}}"#.to_owned(),
            r#"{"t":"Array","v":[{"t":"int","v":1},{"t":"String","v":"Ann"},{"t":"Nil"},{"t":"StringName","v":"mage"}]}"#,
        ),
        (
            r#"{"message":"Move","fields":[{"x":1,"y":2.5},0.1]}"#.to_owned(),
            r#"{"t":"Array","v":[{"t":"int","v":2},{"t":"Vector2","v":[1,2.5]},{"t":"float","v":0.10000000149011612}]}"#,
        ),
        (
            r#"{"message":"Leave"}"#.to_owned(),
            r#"{"t":"Array","v":[{"t":"int","v":4}]}"#,
        ),
        (
            r#"{"message":"Unknown","fields":[9,{"t":"Vector2","v":[1,2]}]}"#.to_owned(),
            r#"{"t":"Array","v":[{"t":"int","v":9},{"t":"Vector2","v":[1,2]}]}"#,
        ),
        (
            r#"{"message":"Line","fields":{"said":"","keys":[],"scores":{},"exact":0.1,"loud":false,"any":{"t":"int","v":"7"},"tint":{"r":1,"g":0.5,"b":0,"a":1}}}"#.to_owned(),
            r#"{"t":"Dictionary","v":[[{"t":"String","v":"said"},{"t":"String","v":""}],[{"t":"String","v":"keys"},{"t":"PackedByteArray","hex":""}],[{"t":"String","v":"scores"},{"t":"Dictionary","v":[]}],[{"t":"String","v":"exact"},{"t":"float","v":0.1}],[{"t":"String","v":"loud"},{"t":"int","v":0}],[{"t":"String","v":"any"},{"t":"int","v":7}],[{"t":"String","v":"tint"},{"t":"Color","v":[1,0.5,0,1]}]]}"#,
        ),
    ];
    for (natural, lossless) in &same {
        let encoded = run(&["encode", "--schema", &schema], natural.as_bytes());
        let expected = run(&["encode"], lossless.as_bytes());
        assert!(expected.status.success(), "{expected:?}");
        assert_eq!(stdout(&encoded), stdout(&expected), "{natural}");
    }
    // 64 bits although 32 are enough; the output shows the accepted value.
    let line = format!(r#"{{"message":"Say","fields":{SAY}}}"#);
    let encoded = stdout(&run(&["encode", "--schema", &schema], line.as_bytes()));
    let wide = "050000006578616374000000 03000100 000000000000e03f".replace(' ', "");
    assert!(encoded.contains(&wide), "{encoded}");
    let shown = run(&["inspect", "--json", "--schema", &schema, encoded.trim()], b"");
    let fields = format!(r#""message":"ToServer::Say","fields":{SAY},"used":"#);
    assert!(stdout(&shown).contains(&fields), "{}", stdout(&shown));
    let again = run(&["encode", "--schema", &schema], &shown.stdout);
    assert_eq!(stdout(&again), encoded);
}

#[test]
fn errors_have_the_path_in_the_message() {
    let schema = robot();
    let say = |from: &str, to: &str| {
        assert!(SAY.contains(from), "{from}");
        format!(r#"{{"message":"Say","fields":{}}}"#, SAY.replace(from, to))
    };
    let join = |fields: &str| format!(r#"{{"message":"Join","fields":{fields}}}"#);
    let cases = [
        (say("\"text\"", "\"txet\""), "Say: unknown field \"txet\"; did you mean \"text\"?"),
        (say("\"text\":\"hi\",", ""), "Say.text: the field is missing"),
        (say("\"loud\":true", "\"loud\":true,\"lowd\":1"), "Say: unknown field \"lowd\""),
        (say("\"more\":", "\"mroe\":"), "Say: unknown field \"mroe\"; did you mean \"more\"?"),
        (say("255", "256"), "Say.keys[1]: expected int from 0 to 255, found 256"),
        (say("255", "\"x\""), "Say.keys[1]: expected int from 0 to 255, found \"x\""),
        (
            say("\"-1\"", "\"x\""),
            "Say.scores.x: expected int from -2147483648 to 2147483647, found \"x\"",
        ),
        (say(":4}", ":-4}"), "Say.scores[\"20\"]: expected int from 0 to 65535, found -4"),
        (say("0.5", "null"), "Say.exact: expected a number, found null"),
        (say("true", "2"), "Say.loud: expected true or false, found 2"),
        (say("\"hi\"", "\"longer\""), "Say.text: expected at most 5 bytes of UTF-8, found 6"),
        (say("\"hi\"", "7"), "Say.text: expected a text, found 7"),
        (say(",\"z\":-3.0", ""), "Say.more[0]: missing field \"z\""),
        (
            say("\"z\":-3.0", "\"z\":-3.0,\"w\":1"),
            "Say.more[0]: unknown part \"w\"; it has x, y, z",
        ),
        (say("-3.0", "1e300"), "Say.more[0].z: expected a float of 32 bits, found 1e"),
        (
            say("{\"x\":0.1,\"y\":2.0,\"z\":-3.0}", "[1,2,3]"),
            "Say.more[0]: expected an object of its parts, found a list of 3",
        ),
        (
            say("[1,2.0,null]", "9223372036854775808"),
            "Say.any.a: expected an int of at most 9223372036854775807",
        ),
        (
            join(r#"{"name":"Ann","team":"Rde","class":""}"#),
            "Join.team: Team has no variant \"Rde\"; did you mean \"Red\"?",
        ),
        (
            join(r#"{"name":"Ann","team":0,"class":""}"#),
            "Join.team: expected the name of a variant of Team, found 0",
        ),
        (join(r#"{"name":"Ann"}"#), "Join.class: the field is missing"),
        (join("[1]"), "Join: expected an object of its fields, found a list of 1"),
        (r#"{"message":"Move","fields":[{"x":1,"y":2}]}"#.into(), "Move[1]: the field is missing"),
        (
            r#"{"message":"Leave","fields":{"x":1}}"#.into(),
            "Leave: expected only the name, because the variant has no content, found an object",
        ),
        (
            r#"{"message":"Jion"}"#.into(),
            "message: the schema has no message \"Jion\"; did you mean \"Join\"?",
        ),
        (r#"{"message":7}"#.into(), "message: expected the name of a message, found 7"),
        (r#"{"fields":{}}"#.into(), "the key `message` is missing"),
        (
            r#"{"message":"Leave","feilds":{}}"#.into(),
            "unknown key \"feilds\" next to `message` and `fields`; did you mean \"fields\"?",
        ),
        ("[3]".into(), "expected an object with `message` and `fields`, found a list of 1"),
        ("{".into(), "not JSON: "),
    ];
    for (line, message) in &cases {
        let output = run(&["encode", "--schema", &schema], line.as_bytes());
        assert_eq!(output.status.code(), Some(1), "{line}");
        let answer = stdout(&output);
        assert!(answer.starts_with(&format!("error: {message}")), "{line}:\n{answer}{message}");
    }
    let output = run(&["encode", "--schema", &schema, "--wire", "litenet"], b"{}");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("--schema is for Variants"), "{error}");
    let output = run(&["encode", "--schema", "no such file"], b"{}");
    assert_eq!(output.status.code(), Some(1));
}

/// Two enums have a variant of this name; only one type may contain the message.
#[test]
fn a_name_means_one_message() {
    let schema = format!("{}/natural_twice.rs", env!("CARGO_TARGET_TMPDIR"));
    let text = "use godot_var::GodotVar;
        #[derive(GodotVar)] #[godot_var(array, id)] enum A { #[godot_var(id = 1)] Say { n: u8 } }
        #[derive(GodotVar)] #[godot_var(array, id)] enum B { #[godot_var(id = 2)] Say { n: u8 } }";
    fs::write(&schema, text).expect("a file in the target folder");
    let line = br#"{"message":"Say","fields":{"n":7}}"#;
    let output = run(&["encode", "--schema", &schema], line);
    assert_eq!(
        stdout(&output),
        "error: message: \"Say\" may be A::Say or B::Say; give the whole name, or choose the type\n"
    );
    let output = run(&["encode", "--schema", &schema, "--type", "B"], line);
    assert_eq!(
        stdout(&output),
        "1c00000002000000020000000200000002000000 07000000\n".replace(' ', "")
    );
    // A struct Chat is in the message of the same name.
    let line = br#"{"message":"Chat","fields":{"channel":"","text":"","at":7,"tags":[]}}"#;
    let output = run(&["encode", "--schema", "schemas/arena.rs"], line);
    let expected =
        "error: message: \"Chat\" may be ClientMessage::Chat or ServerMessage::Chat or Chat; ";
    assert!(stdout(&output).starts_with(expected), "{}", stdout(&output));
    let alone = run(&["encode", "--schema", "schemas/arena.rs", "--type", "Chat"], line);
    assert!(stdout(&alone).starts_with("1b000000"), "{}", stdout(&alone));
}

/// Without a schema, natural JSON has what JSON can represent, and the lossless form for the rest.
#[test]
fn values_without_a_schema() {
    let cases = [
        ("[3,{\"text\":5,\"pos\":{\"t\":\"Vector2\",\"v\":[1.5,0.1]}},2.0,null]", true),
        ("{\"t\":\"int\",\"v\":\"7\"}", false),
        ("{\"t\":\"no type\",\"n\":1}", true),
        ("[{\"t\":\"PackedByteArray\",\"hex\":\"0a\"},{\"t\":\"StringName\",\"v\":\"a\"}]", true),
        ("{\"t\":\"Dictionary\",\"v\":[[{\"t\":\"int\",\"v\":\"1\"},{\"t\":\"Nil\"}]]}", true),
        ("{\"t\":\"float\",\"bits\":\"7ff8000000000000\"}", true),
        ("{\"t\":\"PackedFloat64Array\",\"v\":[0.1,2.0]}", true),
    ];
    for wire in ["godot4", "godot4-double"] {
        for (json, is_same) in cases {
            let bytes = run(&["encode", "--wire", wire, "--natural"], json.as_bytes());
            let hex = stdout(&bytes);
            assert!(bytes.status.success(), "{json}: {hex}");
            let shown = stdout(&run(&["inspect", "--wire", wire, "--json", hex.trim()], b""));
            let shown: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
            let again = shown["value"].to_string();
            assert_eq!(again == json, is_same, "{wire} {json}: {shown}");
            let again = run(&["encode", "--wire", wire, "--natural"], again.as_bytes());
            assert_eq!(stdout(&again), hex, "{wire} {json}");
            // The lossless form.
            let shown = run(&["inspect", "--wire", wire, "--json", "--lossless", hex.trim()], b"");
            let again = run(&["encode", "--wire", wire], &shown.stdout);
            assert_eq!(stdout(&again), hex, "{wire} {json}");
        }
    }
}

/// Messages of a real client (`recordings/chat.gd`) encode to the same bytes.
#[test]
fn recordings_of_a_client() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let recorded = fs::read(folder.join("chat.hex")).expect("the recording");
    let schema = folder.join("chat.rs").display().to_string();
    let arguments = ["inspect", "--lines", "--json", "--schema", &schema, "-"];
    let shown = stdout(&run(&arguments, &recorded));
    let mut count = 0;
    for line in shown.lines() {
        let json: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let encoded = run(&["encode", "--schema", &schema], line.as_bytes());
        assert!(encoded.status.success(), "{line}\n{}", stdout(&encoded));
        let again =
            stdout(&run(&["inspect", "--json", "--schema", &schema, stdout(&encoded).trim()], b""));
        let again: serde_json::Value = serde_json::from_str(&again).expect("JSON");
        assert_eq!(again["fields"], json["fields"], "{line}");
        count += 1;
    }
    assert!(count > 3, "{shown}");
}

/// `encode --schema` reads the lines of `decode --schema`: messages, values that are none, and values that look like the JSON of one.
#[test]
fn decode_and_encode_with_a_schema_are_inverse() {
    let schema = ["--schema", "schemas/arena.rs"];
    let line = |arguments: &[&str], input: &str| {
        let output = run(&[arguments, &schema].concat(), input.as_bytes());
        assert!(output.status.success(), "{input}: {}", stdout(&output));
        stdout(&output).trim().to_owned()
    };
    let chat = r#"{"message":"ClientMessage::Chat","fields":{"channel":"all","text":"hi","at":7,"tags":[]}}"#;
    let bytes = line(&["encode"], chat);
    let decoded = line(&["decode"], &bytes);
    assert_eq!(decoded, format!(r#"{{"value":{chat},"used":{}}}"#, bytes.len() / 2));
    assert_eq!(line(&["encode"], &decoded), bytes);

    let plain =
        |json: &str| stdout(&run(&["encode", "--natural"], json.as_bytes())).trim().to_owned();
    let looks = r#"{"message":"Leave","fields":{}}"#;
    for (json, value) in
        [("[99.5]", "{\"value\":[99.5],\"misfit\":"), (looks, "{\"value\":{\"t\":")]
    {
        let bytes = plain(json);
        let decoded = line(&["decode"], &bytes);
        assert!(decoded.starts_with(value) && decoded.contains("\"misfit\":"), "{decoded}");
        assert_eq!(line(&["encode"], &decoded), bytes, "{decoded}");
    }

    let packets = ["--wire", "multiplayer", "--schema", "schemas/multiplayer.rs"];
    let bytes = "000106020400000002000000686900000205";
    let decoded = run(&[&["decode"][..], &packets].concat(), bytes.as_bytes());
    let again = run(&[&["encode"][..], &packets].concat(), &decoded.stdout);
    assert_eq!(stdout(&again).trim(), bytes, "{}", stdout(&decoded));
}

/// Each level of a value is read once, at any depth.
#[test]
fn deep_values_take_no_longer() {
    let level = "1b00000001000000040000000100000061000000";
    let text = format!("0400000000000800{}", "61".repeat(1 << 19));
    let hex = level.repeat(1000) + &text;
    let begun = Instant::now();
    let shown = run(&["inspect", "--json", "-"], hex.as_bytes());
    assert!(shown.status.success(), "{}", stdout(&shown));
    let line = stdout(&shown);
    let (_, value) = line.split_once(r#""value":"#).expect("a value");
    let (value, _) = value.rsplit_once(r#","used":"#).expect("what follows it");
    let again = run(&["encode", "--natural"], value.as_bytes());
    assert_eq!(stdout(&again).trim(), hex);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

/// Every value that engines wrote survives a round trip through JSON text.
#[test]
fn values_of_engines_come_back() {
    // The deepest value needs more stack than a test thread has.
    let thread = thread::Builder::new().stack_size(256 << 20).spawn(engines_values_come_back);
    thread.expect("a thread").join().expect("all come back");
}

fn engines_values_come_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors");
    let mut count = 0;
    for (file, spec) in [("godot4.jsonl", &Godot4::SPEC), ("godot3.jsonl", &Godot3::SPEC)] {
        let limits = Limits::NONE.with_objects(true);
        for line in fs::read_to_string(folder.join(file)).expect("the vectors").lines() {
            let mut deserializer = serde_json::Deserializer::from_str(line);
            deserializer.disable_recursion_limit();
            let vector: serde_json::Value =
                serde::Deserialize::deserialize(&mut deserializer).expect("JSON");
            let bytes = hex::decode(vector["hex"].as_str().expect("digits")).expect("hex");
            let Ok((value, _)) = lines::decode(&bytes, spec, limits) else { continue };
            let json = natural::value(&value, spec).to_string();
            let parsed = godot_var_cli::json::parse(&json).expect("JSON");
            let again = natural::of_value(&parsed, spec).expect("as written");
            assert!(again.identical(&value), "{}: {json}\n{value:?}\n{again:?}", vector["id"]);
            count += 1;
        }
    }
    assert!(count > 900, "only {count} values");
}

#[test]
fn floats_of_a_schema_have_the_digits_of_their_width() {
    let schema = format!("{}/natural_floats.rs", env!("CARGO_TARGET_TMPDIR"));
    let text = "use godot_var::{GodotVar, Vector2};
        #[derive(GodotVar)]
        struct Turn { yaw: f32, exact: f64, all: Vec<f32>, to: Vector2, may: Option<f32> }";
    fs::write(&schema, text).expect("a file in the target folder");
    let fields = r#"{"yaw":0.95,"exact":0.95,"all":[0.1,2.0],"to":{"x":0.7,"y":1.0},"may":0.3}"#;
    let line = format!(r#"{{"message":"Turn","fields":{fields}}}"#);
    let bytes = stdout(&run(&["encode", "--schema", &schema], line.as_bytes()));
    let inspect = |more: &[&str]| {
        let shown = run(&[&["inspect", "--schema", &schema, bytes.trim()], more].concat(), b"");
        assert!(shown.status.success(), "{shown:?}");
        stdout(&shown)
    };
    assert!(inspect(&["--json"]).contains(fields), "{}", inspect(&["--json"]));
    let dump = inspect(&[]);
    for shown in [
        "\"yaw\": float, 0.95\n",
        "\"exact\": float (64 bits), 0.95\n",
        "Vector2, (0.7, 1.0)\n",
        "\"may\": float, 0.3\n",
    ] {
        assert!(dump.contains(shown), "{shown}: {dump}");
    }
    // What is shown is what a condition compares with, of both widths.
    for (condition, holds) in [
        ("yaw == 0.95", true),
        ("yaw >= 0.95 and yaw <= 0.95", true),
        ("yaw == 0.949999988079071", true),
        ("yaw < 0.95 or yaw > 0.95 or yaw == 0.951", false),
        ("yaw > 0.94 and yaw < 0.96 and yaw < 1e300 and yaw > -1e300 and yaw < 1", true),
        ("exact == 0.95 and exact != 0.949999988079071", true),
        ("all[0] == 0.1 and to.x == 0.7 and may == 0.3", true),
    ] {
        let shown = inspect(&["--json", "--where", condition]);
        assert_eq!(shown.contains(fields), holds, "{condition}: {shown}");
    }
}
