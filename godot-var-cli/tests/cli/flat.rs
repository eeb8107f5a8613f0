//! Flat messages by their schema: the program reads and writes the bytes of the compiled types, and names what is wrong.

use std::path::Path;
use std::process::{Command, Output};

use godot_var::flat::{FromFlatBytes, ToFlatBytes};
use godot_var_cli::{Wire as _, flat::Interpreter};
use godot_var_codegen::docs;
use godot_var_codegen::flat::{Body, Schema, Sizes, parse_text, sample};
use godot_var_codegen::protocol::Protocol;

use crate::common::feed;

#[path = "../../../schemas/every_flat.rs"]
#[allow(dead_code, unreachable_pub, reason = "only bytes are looked at")]
mod every_flat;
#[path = "../../../schemas/every_flat_godot4.rs"]
#[allow(dead_code, unreachable_pub, reason = "only bytes are looked at")]
mod every_flat_godot4;
#[path = "../../../schemas/flat_without_gdscript.rs"]
#[allow(dead_code, unreachable_pub, reason = "only bytes are looked at")]
mod flat_without_gdscript;

#[path = "../../../schemas/world.rs"]
#[allow(dead_code, missing_docs, unreachable_pub, reason = "only bytes are looked at")]
mod world;

const TEXTS: [&str; 4] = [
    include_str!("../../../schemas/every_flat.rs"),
    include_str!("../../../schemas/every_flat_godot4.rs"),
    include_str!("../../../schemas/flat_without_gdscript.rs"),
    include_str!("../../../schemas/world.rs"),
];

fn schemas() -> impl Iterator<Item = Schema> {
    TEXTS.iter().map(|text| parse_text("a.rs", text).unwrap_or_else(|errors| panic!("{errors:#?}")))
}

fn schema_of(name: &str) -> Schema {
    schemas().find(|schema| schema.get(name).is_some()).expect(name)
}

/// What Rust makes of bytes: those that it writes again, if the value can be written, or an error.
type Compiled = fn(&[u8]) -> Result<Option<Vec<u8>>, String>;

fn compiled<'de, T: FromFlatBytes<'de> + ToFlatBytes>(
    bytes: &'de [u8],
) -> Result<Option<Vec<u8>>, String> {
    let value = T::from_flat_bytes(bytes).map_err(|error| error.to_string())?;
    Ok(value.to_flat_bytes().ok())
}

fn types() -> Vec<(&'static str, Compiled)> {
    use every_flat::*;
    use every_flat_godot4::Structures4;
    use flat_without_gdscript::{Absent, Values};
    use godot_var::snapshot::wire::{ClientMessage, Received, Record, Snapshot, Whole};
    use world::{
        FromClient, FromServer, Rocket, RocketDelta, Steer, SteerDelta, Thing, ThingDelta,
    };
    macro_rules! list {
        ($($name:literal $type:ty),* $(,)?) => { vec![$(($name, |bytes| compiled::<$type>(bytes))),*] };
    }
    list! {
        "Numbers" Numbers, "Floats" Floats, "Structures" Structures, "Texts" Texts<'_>,
        "Holders" Holders, "Packs" Packs, "Flagged" Flagged, "Weapon" Weapon, "Wide" Wide, "Leb" Leb,
        "ToServer" ToServer, "Kept" Kept, "Turned" Turned, "Grown" Grown, "Player" Player,
        "PlayerDelta" PlayerDelta, "Both" Both, "BothDelta" BothDelta, "Many" Many, "Packed" Packed, "PackedDelta" PackedDelta, "Uses" Uses, "Tree" Tree, "Room" Room, "Door" Door,
        "Pinned" Pinned, "Nothing" Nothing, "deeper::Moment" Moment,
        "PairU82" Pair<u8, 2>, "PairMoment1" Pair<Moment, 1>, "Meanings" Meanings, "AllTurned" AllTurned, "Orders" Orders, "Noted" Noted,
        "Structures4" Structures4, "Values" Values, "Absent" Absent,
        "SnapshotThing" Snapshot<Thing>, "RecordThing" Record<Thing>, "WholeThing" Whole<Thing>,
        "ClientMessageSteer" ClientMessage<Steer>, "Received" Received, "Thing" Thing, "ThingDelta" ThingDelta,
        "Rocket" Rocket, "RocketDelta" RocketDelta, "Steer" Steer, "SteerDelta" SteerDelta,
        "FromServer" FromServer, "FromClient" FromClient,
    }
}

/// The samples of each type: one for each variant.
fn samples(schema: &Schema, name: &str) -> Vec<Vec<u8>> {
    let def = schema.get(name).unwrap_or_else(|| panic!("{name} is not a type"));
    let index = schema.types.iter().position(|other| other.path() == def.path());
    let index = index.expect("its place");
    let members: Vec<Option<&str>> = match &def.body {
        Body::Record(_) => vec![None],
        Body::Enumeration(enumeration) => {
            let members = enumeration.members.iter().map(|member| Some(member.name.as_str()));
            members.chain(enumeration.other.iter().map(|other| Some(other.name.as_str()))).collect()
        }
    };
    members.into_iter().filter_map(|member| sample(schema, index, member)).collect()
}

#[test]
fn bytes_go_through_json() {
    let mut count = 0;
    for (name, compiled) in types() {
        let schema = schema_of(name);
        let samples = samples(&schema, name);
        assert!(!samples.is_empty(), "{name}");
        let interpreter = Interpreter::new(schema, Some(name)).expect("a type");
        for bytes in samples {
            let written = compiled(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            // Its `HashSet` has any order.
            if name != "Holders" {
                assert_eq!(written.as_deref(), Some(&*bytes), "{name}");
            }
            let json = interpreter.decode(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            let again = interpreter.encode(&json);
            let again = again.unwrap_or_else(|error| panic!("{name}: {error} in {json}"));
            assert_eq!(hex::encode(again), hex::encode(&bytes), "{name}: {json}");
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}

/// Bytes of a sample, changed in every way at every place.
fn mutations(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for at in 0..bytes.len() {
        all.push(bytes[..at].to_vec());
        for byte in [0, 1, 2, 4, 0x7f, 0x80, 0xff, bytes[at] ^ 1, bytes[at] ^ 0x80] {
            let mut changed = bytes.to_vec();
            changed[at] = byte;
            all.push(changed);
        }
        let mut longer = bytes.to_vec();
        longer.insert(at, 0);
        all.push(longer);
    }
    all.push([bytes, &[0]].concat());
    all
}

#[test]
fn broken_bytes_are_those_that_the_compiled_type_refuses() {
    let (mut good, mut bad) = (0, 0);
    for (name, compiled) in types() {
        let schema = schema_of(name);
        let samples = samples(&schema, name);
        let interpreter = Interpreter::new(schema, Some(name)).expect("a type");
        for bytes in samples.iter().flat_map(|bytes| mutations(bytes)) {
            let rust = compiled(&bytes);
            let ours = interpreter.decode(&bytes);
            let shown = hex::encode(&bytes);
            match (rust, ours) {
                (Ok(written), Ok(json)) => {
                    good += 1;
                    // Elements of sets and keys of maps are sorted, and doubles left out; fields with a default are added.
                    // A half or a step that no value has exactly is written as the nearest.
                    let exact = !["Holders", "Grown", "Texts", "Floats", "Structures", "Meanings"]
                        .contains(&name);
                    if exact && written.as_ref() == Some(&bytes) {
                        let again = interpreter.encode(&json);
                        let again = again
                            .unwrap_or_else(|error| panic!("{name} {shown}: {error} in {json}"));
                        assert_eq!(hex::encode(again), shown, "{name}: {json}");
                    }
                }
                (Err(_), Err(_)) => bad += 1,
                // The functions of a conversion refuse more than the schema tells.
                (Err(_), Ok(_)) if name == "Meanings" => {}
                (Err(error), Ok(json)) => panic!("{name} {shown}: {error}, but {json}"),
                (Ok(_), Err(error)) => panic!("{name} {shown}: {error}"),
            }
        }
    }
    assert!(good > 3_000 && bad > 3_000, "{good} {bad}");
}

/// Runs the program in the folder of the project.
fn run(arguments: &str, input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    feed(program.args(arguments.split(' ')).current_dir(root), input.as_bytes())
}

fn out(arguments: &str, input: &str) -> String {
    let output = run(arguments, input);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn fails(arguments: &str, input: &str) -> String {
    let output = run(arguments, input);
    assert!(!output.status.success(), "{arguments}");
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8")).concat()
}

const FLAT: &str = "--wire flat --schema schemas/every_flat.rs --type";
const JOIN: &str = r#"{"message":"ToServer::Join","fields":{"name":"Ann","version":3}}"#;

#[test]
fn encode_and_decode() {
    let hex = out(&format!("encode {FLAT} ToServer"), JOIN);
    assert_eq!(hex, "0103416e6e03\n");
    assert_eq!(
        out(&format!("decode {FLAT} ToServer"), &hex),
        format!("{{\"value\":{JOIN},\"used\":6}}\n")
    );
    // What `decode` printed, by the short name of the variant.
    let line = r#"{"value":{"message":"Bye"},"used":1}"#;
    assert_eq!(out(&format!("encode {FLAT} ToServer"), line), "05\n");
    let input = r#"{"message":"Input","fields":{"tick":300,"jump":true,"weapon":"Sword","target":null,"lean":-3,
        "seed":5,"score":-1,"wait":9,"fire":false}}"#;
    let hex = out(&format!("encode {FLAT} ToServer"), &input.replace('\n', ""));
    let again = out(&format!("decode {FLAT} ToServer"), &hex);
    assert!(again.contains(r#""lean":-3,"seed":5,"score":-1,"wait":9,"fire":false"#), "{again}");
    // Fields of a later version are absent.
    let short = out(&format!("decode {FLAT} Grown"), "070005000000");
    assert_eq!(
        short,
        "{\"value\":{\"message\":\"Grown\",\"fields\":{\"id\":7,\"health\":5}},\"used\":6}\n"
    );
    let hex = out(&format!("encode {FLAT} Grown"), &short);
    assert_eq!(hex, "070005000000\n");
}

#[test]
fn mistakes_have_names_and_places() {
    let error = |json: &str, expected: &str| {
        let told = fails(&format!("encode {FLAT} ToServer"), json);
        assert_eq!(told, format!("error: {expected}\n"), "{json}");
    };
    error(
        r#"{"message":"Join","fields":{"name":5,"version":3}}"#,
        "Join.name: expected a text, found 5",
    );
    error(
        r#"{"message":"Join","fields":{"name":"a","version":300}}"#,
        "Join.version: expected an int from 0 to 255, found 300",
    );
    error(
        r#"{"message":"Join","fields":{"name":"a","vresion":3}}"#,
        r#"Join: unknown field "vresion"; did you mean "version"?"#,
    );
    error(r#"{"message":"Join","fields":{"name":"a"}}"#, "Join.version: the field is missing");
    error(
        r#"{"message":"Jion"}"#,
        r#"message: the type has no message "Jion"; did you mean "Join"?"#,
    );
    error(
        r#"{"mesage":"Join"}"#,
        r#"unknown key "mesage" next to `message` and `fields`; did you mean "message"?"#,
    );
    error(
        &format!(r#"{{"message":"Join","fields":{{"name":"{}","version":3}}}}"#, "x".repeat(33)),
        "Join.name: a text of 33, where at most 32 are allowed",
    );
    let told = fails(&format!("decode {FLAT} ToServer"), "09");
    assert!(told.contains("expected a variant of ToServer, found 9 at byte 0"), "{told}");
    let told = fails(&format!("decode {FLAT} Tree"), "014101014205");
    assert!(
        told.contains("Tree.children[0].children: the buffer ends inside a list at byte 6"),
        "{told}"
    );
    let told = fails("decode --wire flat --schema schemas/every_flat.rs", "00");
    assert!(
        told.contains("the bytes do not contain their type; name one of Numbers, Floats"),
        "{told}"
    );
    let told = fails("inspect --wire flat 00", "");
    assert!(told.contains("give --schema FILE"), "{told}");
    let told = fails(&format!("inspect {FLAT} ToSever 00"), "");
    assert!(
        told.contains(
            r#"the schema has no type `ToSever` that derives `GodotFlat`; did you mean "ToServer"?"#
        ),
        "{told}"
    );
    let told = fails(
        "inspect --wire flat --schema schemas/flat_without_gdscript.rs --type Partly 0000000000",
        "",
    );
    assert!(told.contains("Partly.points"), "{told}");
    let told = fails("encode --wire litenet --schema schemas/every_flat.rs", "1");
    assert!(told.contains("--schema is for Variants and flat messages"), "{told}");
}

#[test]
fn inspect_names_the_bytes() {
    let dump = out(&format!("inspect {FLAT} ToServer 0103416e6e03"), "");
    assert_eq!(
        dump,
        "\
00000000  01                                   ToServer::Join, 1
00000001  03416e6e                               name: text, length varint, at most 32, \"Ann\"
00000005  03                                     version: u8, 3
"
    );
    let dump = out(&format!("inspect {FLAT} Both 0f0000803f00000040"), "");
    assert_eq!(
        dump,
        "\
00000000  0f                                   flags, 8 bits, {\"alive\":true,\"health\":7}
00000001  0000803f 00000040                    place: Vector2, 2 times f32, {\"x\":1.0,\"y\":2.0}
"
    );
    let lines = "0103416e6e03\n0103426f6203\n05\n";
    let select =
        |more: &str| out(&format!("inspect {FLAT} ToServer --lines --json {more} -"), lines);
    assert_eq!(select("--message Bye").lines().count(), 1);
    let found = select(r#"--where name=="Bob""#);
    assert!(
        found.contains(r#""message":"ToServer::Join","fields":{"name":"Bob","version":3}"#),
        "{found}"
    );
    // What was printed is what `encode` takes.
    let hex = out(&format!("encode {FLAT} ToServer"), &found);
    assert_eq!(hex, "0103426f6203\n");
    let told = fails(&format!("inspect {FLAT} ToServer --lines --where nmae==1 -"), lines);
    assert!(told.contains(r#"no message has a field "nmae"; did you mean "name"?"#), "{told}");
    let told = fails(&format!("inspect {FLAT} Structures --where transform3d.basis.x.q==1 00"), "");
    assert!(told.contains(r#"no message has a field "transform3d.basis.x.q""#), "{told}");
    let summary = out(&format!("inspect {FLAT} ToServer --lines --summary -"), lines);
    assert!(summary.contains("ToServer::Join") && summary.contains("ToServer::Bye"), "{summary}");
}

#[test]
fn packets_of_snapshots_name_their_entities() {
    const WORLD: &str = "--wire flat --schema schemas/world.rs --type";
    // Entity 5 has moved since the packet 4 before, entity 900 since one 40 before, and entity 3 is gone.
    let packet = "07 e803 14 0500 01 03  84 05 02 04 40  a0 8407 28 02 04 40  00 03";
    let packet = packet.replace(' ', "");
    let dump = out(&format!("inspect {WORLD} SnapshotThing {packet}"), "");
    assert!(dump.starts_with("00000000  07"), "{dump}");
    assert!(
        dump.ends_with(
            "\
00000007  03                                   records: list of 3, varint
00000008                                         [0]: Record, entity 5: Rocket, changed since the packet 4 before
00000008  84                                       flags, 8 bits, {\"near\":4,\"far\":false,\"whole\":false,\"delta\":true}
00000009  05                                       key: u32 varint, 5
0000000a  02                                       delta: ThingDelta::Rocket, 2
0000000b  04                                         flags, 5 bits, {\"pos\":false,\"turn\":false,\"roll\":true,\"fuel\":false,\"kind\":false}
0000000c  40                                         roll: angle in degrees, u8, 90.35294
0000000d                                         [1]: Record, entity 900: Rocket, changed since the packet 40 before
0000000d  a0                                       flags, 8 bits, {\"near\":0,\"far\":true,\"whole\":false,\"delta\":true}
0000000e  8407                                     key: u32 varint, 900
00000010  28                                       far: u16 varint, 40
00000011  02                                       delta: ThingDelta::Rocket, 2
00000012  04                                         flags, 5 bits, {\"pos\":false,\"turn\":false,\"roll\":true,\"fuel\":false,\"kind\":false}
00000013  40                                         roll: angle in degrees, u8, 90.35294
00000014                                         [2]: Record, entity 3: gone, or out of sight
00000014  00                                       flags, 8 bits, {\"near\":0,\"far\":false,\"whole\":false,\"delta\":false}
00000015  03                                       key: u32 varint, 3
"
        ),
        "{dump}"
    );
    let json = out(&format!("decode {WORLD} FromServer"), &format!("01{packet}"));
    assert!(json.contains(r#""key":900"#) && json.contains(r#""delta":{"Rocket":{"#), "{json}");
    let again = out(&format!("encode {WORLD} FromServer"), &json);
    assert_eq!(again.trim_end(), format!("01{packet}"));
    let told = fails(&format!("inspect {WORLD} SnapshotThing --where records[0].kee==5 00"), "");
    assert!(told.contains(r#"did you mean "records[0].key"?"#), "{told}");
}

#[test]
fn pages_have_every_type() {
    schemas().for_each(|schema| page_has_every_type(&schema));
}

fn page_has_every_type(schema: &Schema) {
    let page = docs::flat(schema, &Protocol::default(), "every_flat");
    let sizes = Sizes::new(schema);
    for def in &schema.types {
        let title = def.path().replace("::", ".");
        let found = page.sections.iter().find(|section| section.title == title);
        let section = found.unwrap_or_else(|| panic!("no section {title}"));
        // The page computes the size of a record from its rows, the schema from its fields.
        if let (Body::Record(record), Some(last)) = (&def.body, section.rows.last()) {
            let end = last.offset + last.length;
            let size = sizes.record(record);
            let most = size.is_bounded().then_some(size.max as u64);
            // Of this type fields may be missing.
            let least = if title == "Grown" { 2 } else { size.min as u64 };
            assert_eq!((end.least, end.most), (least, most), "{title}");
        }
        let of_type = |section: &&docs::Section| {
            section.title == title
                || section.is_member && section.title.starts_with(&format!("{title}."))
        };
        for member in page.sections.iter().filter(of_type) {
            match &member.example {
                Some(Ok(example)) => {
                    let size = member.size.expect("a size");
                    assert!(size.contains(example.bytes.len() as u64), "{title}: {example:?}");
                    let ends = example.runs.last().map_or(0, |run| run.offset + run.len);
                    assert_eq!(ends, example.bytes.len(), "{title}");
                    // The JSON beside the bytes is what the program encodes.
                    let own = def.path();
                    let interpreter = Interpreter::new(schema.clone(), Some(&own)).expect("a type");
                    let json = serde_json::from_str(&example.value).expect("JSON");
                    let bytes = interpreter.encode(&json);
                    let bytes = bytes.unwrap_or_else(|error| panic!("{own}: {error} in {json}"));
                    assert_eq!(hex::encode(bytes), hex::encode(&example.bytes), "{own}: {json}");
                }
                Some(Err(reason)) => {
                    assert!(
                        reason.contains("its bytes are not in the schema"),
                        "{title}: {reason}"
                    );
                    assert_eq!(title, "Partly");
                }
                None => {}
            }
        }
    }
}

#[test]
fn pages_show_bytes_and_bits() {
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/flat-pages");
    drop(std::fs::remove_dir_all(folder));
    // By default a page is about Variants, and tells what it leaves out.
    let without = run(&format!("generate docs schemas/every_flat.rs -o {folder}"), "");
    let told = String::from_utf8_lossy(&without.stderr);
    assert!(told.contains("derives `GodotFlat`, not `GodotVar`: it is left out"), "{told}");
    out(&format!("generate docs schemas/every_flat.rs --wire flat -o {folder}"), "");
    let page = std::fs::read_to_string(format!("{folder}/every_flat.md")).expect("a page");
    for line in [
        "| 0 | 6 | 46 bits | bit 0 `jump`, bits 1–3 `weapon`, bit 4 `target` is present, bits 5–9 `lean`, bits 10–42 `seed`, bit 43 `score` is present, bit 44 `wait` is present, bit 45 `fire`. |",
        "| 6 | 1–5 | u32 varint | `tick` |",
        "| +0 | 0–2 | u16 | `target`: Only if its flag is set. |",
        "| `seed` | u64 | required | bits 10–42 |  |",
        "| 0 | 1 | u8 | Which variant: 1. |",
        "| 1 | 1 | varint | Bytes of `name`. At most 32. |",
        "| 2 | 0–32 | UTF-8 | `name`: What the others see. |",
        "| `team` | u8 | `7` at the end of a message |  |  |",
        "| `3` | `Bow` |",
    ] {
        assert!(page.contains(line), "{line}");
    }
    let html = std::fs::read_to_string(format!("{folder}/every_flat.html")).expect("a page");
    assert!(html.contains("bits 10–42"), "{html}");
    let told = fails(&format!("generate docs schemas/every_form.rs --wire flat -o {folder}"), "");
    assert!(told.contains("no type derives `GodotFlat`"), "{told}");
}

#[test]
fn what_has_no_flat_form_says_so() {
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/flat-others");
    drop(std::fs::remove_dir_all(folder));
    std::fs::create_dir_all(folder).expect("a folder");
    let text = "use godot_var::GodotFlat;\n#[derive(GodotFlat)]\nstruct Hit { target: u8 }\n";
    let schema = format!("{folder}/hit.rs");
    std::fs::write(&schema, text).expect("a file");
    let left_out = "`Hit` derives `GodotFlat`, not `GodotVar`: it is left out";
    for command in [
        format!("generate wireshark {schema} --wire godot -o {folder}/hit.lua"),
        format!("inspect --schema {schema} 00"),
    ] {
        let told = fails(&command, "");
        assert!(told.contains(left_out) && told.contains("error"), "{command}: {told}");
    }
    let checked = run(&format!("check {schema} {schema}"), "");
    assert!(checked.status.success() && checked.stderr.is_empty(), "{checked:?}");
    // Its classes, its dissector and its lock are written, so nothing is left out.
    for (command, content) in [
        (format!("gdscript --godot 4 {schema} -o {folder}"), "(1 message)"),
        (format!("wireshark {schema} -o {folder}"), "(1 type)"),
        (format!("lock {schema} -o {folder}/hit.lock"), "(1 message)"),
    ] {
        let written = run(&format!("generate {command}"), "");
        assert!(written.status.success(), "{written:?}");
        let told = String::from_utf8([written.stdout, written.stderr].concat()).expect("UTF-8");
        assert!(told.contains(content) && !told.contains("warning"), "{told}");
    }
    let told = fails(&format!("inspect --wire flat --schema {schema} --framed 00"), "");
    assert!(told.contains("--framed is for Variants"), "{told}");
    let told = fails(&format!("decode --schema {schema}"), "00");
    assert!(told.contains(left_out) && told.contains("error"), "{told}");
    assert_eq!(
        out(&format!("decode --wire flat --schema {schema}"), "07"),
        "{\"value\":{\"message\":\"Hit\",\"fields\":{\"target\":7}},\"used\":1}\n"
    );
}

#[test]
fn changes_are_checked_against_a_lock() {
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/flat-check");
    drop(std::fs::remove_dir_all(folder));
    std::fs::create_dir_all(folder).expect("a folder");
    let (schema, lock) = (format!("{folder}/hit.rs"), format!("{folder}/hit.lock"));
    let put = |text: &str| std::fs::write(&schema, text).expect("a file");
    put("use godot_var::*;\n#[derive(GodotFlat)]\nstruct Hit { target: u8 }\n");
    out(&format!("generate lock {schema} -o {lock}"), "");
    let check = |more: &str| {
        let output = run(&format!("check{more} {lock} {schema}"), "");
        let told = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(told).expect("UTF-8"))
    };
    let compared = format!("compared {lock} with {schema}: no findings\n");
    assert_eq!(check(""), (Some(0), compared));
    put("use godot_var::*;\n#[derive(GodotFlat)]\nstruct Hit { target: u16 }\n");
    let expected = format!(
        "{schema}:3:14: wire: [type-changed] `Hit.target` changed from `u8` to `u16`\n  \
         old readers refuse what new writers send: it takes another number of bytes\n  \
         new readers refuse what old writers send: it takes another number of bytes\n  \
         old: {lock}:9:21\n  \
         help: keep it as it was, and send a new variant or type with the other form\n\
         wire: 1, source: 0, note: 0\n"
    );
    assert_eq!(check(""), (Some(1), expected));
    let annotation = format!("::error file={schema},line=3,col=14,title=type-changed::");
    assert!(
        check(" --format github").1.starts_with(&annotation),
        "{}",
        check(" --format github").1
    );
    // A field that older writers do not have.
    put(
        "use godot_var::*;\n#[derive(GodotFlat)]\nstruct Hit { target: u8, #[flat(default)] by: u8 }\n",
    );
    let (status, told) = check("");
    let breaks = "`Hit.by` is new\n  old readers refuse what new writers send: the message has bytes after its last field";
    assert!(status == Some(1) && told.contains(breaks), "{told}");
    assert!(!told.contains("old writers"), "{told}");
}

/// Types of Variants in a flat message.
mod held {
    macro_rules! schema {
        ($($item:tt)*) => {
            $($item)*
            pub(super) const TEXT: &str = stringify!($($item)*);
        };
    }

    schema! {
        use std::collections::BTreeMap;
        use godot_var::{Color, GodotFlat, GodotVar, Variant, Vector2};
        #[derive(GodotVar)]
        pub(super) enum Team { Red, Blue }
        #[derive(GodotVar)]
        #[godot_var(tag = "kind")]
        pub(super) enum Deed { Jump { height: f32 }, Rest }
        #[derive(GodotVar)]
        pub(super) enum Word { Say(String), Go { to: Vector2, color: Color }, Wait }
        #[derive(GodotVar)]
        #[godot_var(array, id)]
        pub(super) enum Order {
            #[godot_var(id = 1)]
            Buy(u8),
            #[godot_var(id = 2)]
            Sell { item: String, count: u8 },
        }
        #[derive(GodotVar)]
        pub(super) struct Chat {
            text: String,
            bytes: Vec<u8>,
            reals: Vec<f32>,
            on: Option<bool>,
            any: Variant,
            team: Team,
            deeds: Vec<Deed>,
            words: Vec<Word>,
            orders: Vec<Order>,
            counts: BTreeMap<String, i32>,
            pair: (i32, f64),
            far: f64,
        }
        #[derive(GodotFlat)]
        pub(super) struct Held {
            id: u8,
            #[flat(as = Godot4)]
            chat: Chat,
            #[flat(as = Godot4)]
            deed: Deed,
            #[flat(as = Godot3)]
            word: Word,
            end: u8,
        }
    }
}

#[test]
fn variants_of_a_type_are_natural_json_both_ways() {
    let schema = parse_text("a.rs", held::TEXT).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let first = sample(&schema, 0, None).expect("a sample");
    let interpreter = Interpreter::new(schema, Some("Held")).expect("this type");
    let json = interpreter.decode(&first).expect("a sample is a message");
    assert_eq!(interpreter.encode(&json), Ok(first));
    let whole = serde_json::json!({
        "message": "Held",
        "fields": {
            "id": 7,
            "chat": {
                "text": "hi",
                "bytes": [1, 255],
                "reals": [0.1, -2.5],
                "on": null,
                "any": {"t": "Vector2", "f32": [1_065_353_216, 1_073_741_824]},
                "team": "Blue",
                "deeds": [{"Jump": {"height": 0.95}}, "Rest"],
                "words": [{"Say": "ho"}, {"Go": {"to": {"x": 1.5, "y": 2.0}, "color": {"r": 1.0, "g": 0.5, "b": 0.0, "a": 1.0}}}, "Wait"],
                "orders": [{"Buy": 3}, {"Sell": {"item": "bow", "count": 2}}],
                "counts": {"a": 1, "b": -2},
                "pair": [4, 0.1],
                "far": 1e300
            },
            "deed": {"Jump": {"height": 0.95}},
            "word": "Wait",
            "end": 9
        }
    });
    let bytes = interpreter.encode(&whole).expect("a message");
    assert_eq!(compiled::<held::Held>(&bytes), Ok(Some(bytes.clone())));
    assert_eq!(interpreter.decode(&bytes).expect("as written"), whole);
    let mut wrong = whole;
    wrong["fields"]["deed"] = serde_json::json!({"Jump": {"heigth": 1.0}});
    let error = interpreter.encode(&wrong).expect_err("a typing error").to_string();
    assert!(
        error.starts_with("Held.deed") && error.contains("did you mean \"height\"?"),
        "{error}"
    );
}
