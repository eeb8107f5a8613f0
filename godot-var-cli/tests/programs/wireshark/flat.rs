//! Dissectors of flat messages in `tshark`: their values, and what is wrong with broken messages, equal those of `inspect`.

use std::path::{Path, PathBuf};
use std::process::Command;

use godot_var_cli::{Wire as _, flat::Interpreter};
use godot_var_codegen::flat::{Body, Schema, TypeDef, parse_text, sample};
use godot_var_codegen::wireshark::{Options, generate_flat};
use serde_json::Value as Json;

use super::PORT;
use super::capture::{Capture, TSHARK, folder, tshark};
use super::flat_messages::compare;
use crate::{boundaries_flat, common, needs};

/// A generator of numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    /// Changes a value: a list gets other lengths, numbers, texts and bools others.
    fn change(&mut self, json: &mut Json) {
        let hit = self.below(4) == 0;
        match json {
            Json::Array(list) if hit => {
                let copy = list.clone();
                list.truncate(self.below(list.len() + 1));
                for _ in 0..self.below(3) {
                    list.extend(copy.get(self.below(copy.len() + 1)).cloned());
                }
            }
            Json::Array(list) => list.iter_mut().for_each(|json| self.change(json)),
            Json::Object(members) if hit && self.below(3) == 0 => {
                let at = self.below(members.len() + 1);
                if let Some((_, value)) = members.iter_mut().nth(at) {
                    *value = Json::Null;
                }
            }
            Json::Object(members) => members.values_mut().for_each(|json| self.change(json)),
            Json::Bool(truth) => *truth = hit,
            Json::Number(number) if hit => {
                let choices = [
                    "0",
                    "1",
                    "-1",
                    "0.25",
                    "-0.5",
                    "7",
                    "127",
                    "128",
                    "300",
                    "70000",
                    "-2147483648",
                ];
                *number = choices[self.below(choices.len())].parse().expect("a number");
            }
            Json::String(text) if hit => {
                ["", "ü", "a\"b", "long enough"][self.below(4)].clone_into(text);
            }
            _ => {}
        }
    }

    /// Changes bytes: others, fewer, more.
    fn spoil(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(3) {
            let at = self.below(bytes.len() + 1);
            let byte = [0, 1, 2, 0x7F, 0x80, 0xFF, self.below(256) as u8][self.below(7)];
            match self.below(6) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, byte),
                _ => bytes.get_mut(at).into_iter().for_each(|it| *it = byte),
            }
        }
    }
}

/// Messages of a type, good ones and broken ones.
fn messages(schema: &Schema, index: usize, random: &mut Random) -> Vec<Vec<u8>> {
    let def = &schema.types[index];
    let names: Vec<Option<&str>> = match &def.body {
        Body::Record(_) => vec![None],
        Body::Enumeration(enumeration) => {
            enumeration.members.iter().map(|member| Some(&*member.name)).collect()
        }
    };
    let interpreter = Interpreter::new(schema.clone(), Some(&def.path())).expect("this type");
    // Also values inside each other.
    let mut messages = vec![vec![], vec![0; 40], vec![255; 40], vec![1; 300]];
    messages.extend([[0, 1].repeat(1100), [0, 0, 1].repeat(1100), [0, 0, 1].repeat(9)]);
    for name in names {
        let Some(first) = sample(schema, index, name) else { continue };
        let json = interpreter.decode(&first).expect("a sample is a message");
        let mut good = vec![first];
        for _ in 0..120 {
            let mut other = json.clone();
            random.change(&mut other["fields"]);
            good.extend(interpreter.encode(&other));
        }
        for bytes in &good {
            for _ in 0..2 {
                let mut spoilt = bytes.clone();
                random.spoil(&mut spoilt);
                messages.push(spoilt);
            }
        }
        messages.append(&mut good);
    }
    messages.sort();
    messages.dedup();
    messages
}

/// The output of `inspect` for messages, one line each.
fn inspected(schema: &Path, def: &TypeDef, messages: &[Vec<u8>]) -> Vec<Json> {
    let lines: Vec<String> = messages.iter().map(|bytes| format!("{bytes:?}")).collect();
    let lines = lines.join("\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    command.args([
        "inspect",
        "--wire",
        "flat",
        "--lines",
        "--json",
        "--type",
        &def.path(),
        "--schema",
    ]);
    let output = common::feed(command.arg(schema).arg("-"), lines.as_bytes());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn path_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../schemas/{name}.rs"))
}

fn parsed(name: &str) -> Schema {
    let text = std::fs::read_to_string(path_of(name)).expect("a schema");
    parse_text(name, &text).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn the_values_and_errors_are_those_of_inspect() {
    let (mut good, mut broken, mut values) = (0, 0, 0);
    for name in ["every_flat", "every_flat_godot4", "world"] {
        let schema = parsed(name);
        let mut random = Random(1);
        let types = 0..schema.types.len();
        let types: Vec<_> =
            types.map(|index| (index, messages(&schema, index, &mut random))).collect();
        let path = path_of(name);
        let variants = name.ends_with("godot4");
        let inspected = |def: &TypeDef, messages: &[_]| inspected(&path, def, messages);
        let compared = compare(name, &types, &schema, variants, inspected);
        good += compared.good;
        broken += compared.broken;
        values += compared.values;
    }
    eprintln!("{good} good messages with {values} values, {broken} broken ones");
    assert!(good > 1_500 && broken > 2_000 && values > 15_000);
}

/// The bytes at the boundaries of each kind of field, to which the readers of Rust and of GDScript are held, too.
fn the_boundaries_are_those_of_inspect() {
    let mut rows: Vec<(&str, Vec<&str>)> = Vec::new();
    macro_rules! add {
        ($($name:ident => [$($good:literal),*] [$($bad:literal $kind:ident),*] [$($value:expr => $refused:ident),*];)*) => {
            $(rows.push((stringify!($name), vec![$($good,)* $($bad),*]));)*
        };
    }
    boundaries_flat::rows!(add);
    let schema = parsed("boundaries_flat");
    let bytes = |text: &str| hex::decode(text.replace(' ', "")).expect("hex");
    let of = |(name, texts): &(&str, Vec<&str>)| {
        let index = schema.types.iter().position(|def| def.name == *name).expect("this type");
        (index, texts.iter().map(|text| bytes(text)).collect())
    };
    let types: Vec<(usize, Vec<Vec<u8>>)> = rows.iter().map(of).collect();
    let path = path_of("boundaries_flat");
    let inspected = |def: &TypeDef, messages: &[_]| inspected(&path, def, messages);
    let compared = compare("boundaries_flat", &types, &schema, false, inspected);
    assert!(compared.good > 100 && compared.broken > 50, "{compared:?}");
}

/// A record of a packet has the entity, its variant and its baseline in its row.
fn packets_of_snapshots_name_their_entities() {
    let folder = folder("world");
    let options = Options {
        port: Some(PORT),
        to_server: Some("FromClient".to_owned()),
        to_client: Some("FromServer".to_owned()),
        ..Options::new("world")
    };
    let script = generate_flat(&parsed("world"), &options).expect("a dissector");
    std::fs::write(folder.join("world.lua"), script).expect("a file");
    let mut capture = Capture::default();
    let packet =
        "01 07 e803 14 0500 01 04  84 05 02 04 40  a0 8407 28 02 04 40  00 03  40 06 01 07";
    capture.udp(PORT, 999, &hex::decode(packet.replace(' ', "")).expect("hex"));
    let shown = tshark(&folder, &["world.lua"], &capture, &["-O", "world"]);
    for row in [
        "[0]: entity 5: Rocket, changed since the packet 4 before",
        "roll: ",
        "[1]: entity 900: Rocket, changed since the packet 40 before",
        "[2]: entity 3: gone, or out of sight",
        "[3]: entity 6: Flag, whole",
    ] {
        assert!(shown.contains(row), "{row}\n{shown}");
    }
    let keys = tshark(
        &folder,
        &["world.lua"],
        &capture,
        &["-Y", "world.snapshot.record_thing.key == 900"],
    );
    assert_eq!(keys.lines().count(), 1, "{shown}");
}

const TALK: &str = "
    use godot_var::{GodotFlat, Quaternion, Vector2};
    #[derive(GodotFlat)] #[flat(flags)] struct Input { #[flat(varint)] tick: u32, jump: bool, #[flat(bits = 2)] weapon: Weapon, target: Option<u16> }
    #[derive(GodotFlat)] enum Weapon { None, Bow, Sword }
    #[derive(GodotFlat)] enum ToServer {
        #[flat(id = 1)] Join { name: String },
        #[flat(id = 2)] Input(Input),
        #[flat(id = 3)] Leave,
        #[flat(other)] Other(u8, Vec<u8>),
    }
    #[derive(GodotFlat)] struct Seen { #[flat(as = f16)] at: Vector2, #[flat(smallest_three = 10)] turn: Quaternion, weapons: Vec<Weapon>, data: [u8; 2] }
";

fn packets_have_the_types_of_their_directions() {
    let folder = folder("flat-list");
    let schema = parse_text("talk.rs", TALK).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let options = Options {
        port: Some(PORT),
        to_server: Some("ToServer".to_owned()),
        to_client: Some("Seen".to_owned()),
        ..Options::new("talk")
    };
    let script = generate_flat(&schema, &options).expect("a dissector");
    std::fs::write(folder.join("talk.lua"), script).expect("a file");
    let cases: [(bool, &[u8], &str); 9] = [
        (true, b"\x01\x03Ann", r#"→ Join name="Ann""#),
        (true, &[2, 0b1101, 0xAC, 2, 7, 0], "→ Input tick=300 jump=true weapon=Sword target=7"),
        (true, &[2, 0b0010, 5], "→ Input tick=5 jump=false weapon=Bow target=null"),
        (
            true,
            &[2, 0b0110, 5],
            "→ Input [malformed: Input.weapon: expected a value from bit 1 of the flags on, found 3 at byte 1]",
        ),
        (true, &[3], "→ Leave"),
        (true, &[9, 1, 2], "→ Other unknown=<2 bytes>"),
        (
            true,
            b"\x01\x04Ann",
            "→ Join [malformed: Join.name: the buffer ends inside a text at byte 5]",
        ),
        (
            false,
            &[0, 0x3C, 0, 0xBC, 0, 0x02, 0x08, 0xE0, 2, 0, 2, 8, 9],
            "← Seen at=Vector2(1.0, -1.0) turn=Quaternion(",
        ),
        (false, &[0; 2], "← Seen [malformed: Seen.at: the buffer ends inside a u16 at byte 2]"),
    ];
    let mut capture = Capture::default();
    for (is_to_server, bytes, _) in cases {
        let (from, to) = if is_to_server { (999, PORT) } else { (PORT, 999) };
        capture.udp(from, to, bytes);
    }
    let info = ["-T", "fields", "-e", "_ws.col.Info"];
    let shown = tshark(&folder, &["talk.lua"], &capture, &info);
    assert_eq!(shown.lines().count(), cases.len());
    for (found, (.., wanted)) in shown.lines().zip(cases) {
        let is_cut = wanted.ends_with('(');
        assert!(found == wanted || is_cut && found.starts_with(wanted), "{found}\n{wanted}");
    }
    assert!(shown.contains("weapons=[None, Sword] data=<2 bytes>"), "{shown}");
    let found =
        |filter: &str| tshark(&folder, &["talk.lua"], &capture, &["-Y", filter]).lines().count();
    assert_eq!(found("talk.type == \"ToServer\""), 7);
    assert_eq!(found("talk.message == \"Input\""), 3);
    assert_eq!(found("talk.malformed"), 3);
    assert_eq!(found("talk.broken contains \": \""), 3);
    assert_eq!(found("talk.direction == \"to client\" && talk.size == 2"), 1);
    assert_eq!(found("talk.input.tick > 100 && talk.input.weapon == \"Sword\""), 1);
    assert_eq!(found("talk.to_server.id == 9 && talk.unknown == 01:02"), 1);
    // The bytes of values in the header and after it.
    let pdml = tshark(&folder, &["talk.lua"], &capture, &["-T", "pdml"]);
    let packet = pdml.split("<packet>").nth(2).expect("the second packet");
    for (field, position, size, value) in
        [("jump", 29, 1, "0d"), ("tick", 30, 2, "ac02"), ("target", 32, 2, "0700")]
    {
        let name = format!("name=\"talk.input.{field}\"");
        let row = packet.split("<field ").find(|row| row.contains(&name)).expect("this field");
        assert!(row.contains(&format!("size=\"{size}\" pos=\"{position}\"")), "{row}");
        assert!(row.contains(&format!("value=\"{value}\"")), "{row}");
    }
    // Without a type it is the first that fits. "Decode As" names the port of the server.
    let script = generate_flat(&schema, &Options::new("talk")).expect("a dissector");
    std::fs::write(folder.join("talk.lua"), script).expect("a file");
    let arguments = [&["-d", "udp.port==7777,talk"][..], &info].concat();
    let shown = tshark(&folder, &["talk.lua"], &capture, &arguments);
    assert!(shown.starts_with("→ Join name=\"Ann\"\n→ Input tick=300"), "{shown}");
    assert!(shown.contains("\n← Seen at=Vector2(1.0, -1.0)"), "{shown}");
}

/// Over TCP after a length, two messages in one packet, and in a packet of `ENet`, which Godot 3 begins with two numbers.
fn messages_come_over_every_transport() {
    let folder = folder("flat-transports");
    let schema = parse_text("talk.rs", TALK).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let options = Options {
        port: Some(PORT),
        to_server: Some("ToServer".to_owned()),
        ..Options::new("talk")
    };
    let script = generate_flat(&schema, &options).expect("a dissector");
    std::fs::write(folder.join("talk.lua"), script).expect("a file");
    let mut capture = Capture::default();
    capture.tcp(999, PORT, 0, b"\x05\0\0\0\x01\x03Ann\x01\0\0\0\x03");
    // Reliable, with the time of sending.
    let enet = |packet: &[u8]| {
        let length = u16::try_from(packet.len()).expect("short").to_be_bytes();
        [&[0x80, 0, 0, 7, 0x86, 0, 0, 1], &length[..], packet].concat()
    };
    capture.udp(999, PORT, &enet(b"\x01\x02Al"));
    capture.udp(999, PORT, &enet(b"\x02\0\0\0\x01\0\0\0\x01\x02Bo"));
    let info = ["-T", "fields", "-e", "_ws.col.Info"];
    let shown = tshark(&folder, &["talk.lua"], &capture, &info);
    let wanted = [r#"→ Join name="Ann" | Leave"#, r#"→ Join name="Al""#, r#"→ Join name="Bo""#];
    assert_eq!(shown.lines().collect::<Vec<_>>(), wanted);
}

fn the_command_writes_a_dissector_of_flat_messages() {
    let folder = folder("flat-command");
    for old in ["talk.lua", "arena.lua"] {
        drop(std::fs::remove_file(folder.join(old)));
    }
    std::fs::write(folder.join("talk.rs"), TALK).expect("a file");
    std::fs::write(folder.join("none.rs"), "struct Nothing;").expect("a file");
    let run = |schema: &Path, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
        let output = command
            .args(["generate", "wireshark", "-o"])
            .arg(&folder)
            .arg(schema)
            .args(more)
            .output();
        let output = output.expect("the program runs");
        String::from_utf8(if output.status.success() { output.stdout } else { output.stderr })
            .expect("UTF-8")
    };
    let talk = folder.join("talk.rs");
    let said = run(&talk, &["--port", "7777", "--to-server", "ToServer"]);
    assert!(said.ends_with("talk.lua (4 types)\n"), "{said}");
    let script = std::fs::read_to_string(folder.join("talk.lua")).expect("a script");
    assert!(
        script.contains("to_server = \"ToServer\"")
            && script.contains("(flat messages of talk.rs)")
    );
    // Types of both wires.
    let arena = path_of("arena");
    for (wire, description) in [
        (&[][..], "Godot Variant"),
        (&["--wire", "flat"], "flat"),
        (&["--wire", "godot"], "Godot Variant"),
    ] {
        let said = run(&arena, wire);
        assert!(said.starts_with("wrote "), "{said}");
        let script = std::fs::read_to_string(folder.join("arena.lua")).expect("a script");
        assert!(script.contains(&format!("({description} messages of arena.rs)")), "{wire:?}");
    }
    for (schema, more, wanted) in [
        (&talk, &["--to-client", "Nobody"][..], "`to-client`: the schema has no type `Nobody`"),
        (
            &talk,
            &["--godot", "4"],
            "`--godot` is for Variants; both engines have the same flat messages",
        ),
        (&talk, &["--wire", "godot"], "no type derives `GodotVar`, `GodotRpc` or `GodotSync`; add"),
        (&folder.join("none.rs"), &["--wire", "flat"], "no type derives `GodotFlat`; add"),
        (
            &folder.join("none.rs"),
            &[],
            "no type derives `GodotVar`, `GodotFlat`, `GodotRpc` or `GodotSync`; add",
        ),
    ] {
        let said = run(schema, more);
        assert!(said.contains(wanted), "{more:?}: {said}");
    }
}

needs::tests! {
    needs TSHARK: the_values_and_errors_are_those_of_inspect, the_boundaries_are_those_of_inspect, packets_have_the_types_of_their_directions, packets_of_snapshots_name_their_entities, messages_come_over_every_transport;
    needs nothing: the_command_writes_a_dissector_of_flat_messages;
}
