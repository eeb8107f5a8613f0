//! Generated dissectors in `tshark`: their names and values equal what this crate decodes.

use crate::boundaries;
use godot_var::dialect::Generation;
use godot_var::values::VariantType;
use godot_var::{
    Array, Dictionary, FromVariantBytes, Godot3, Godot4, Limits, ToVariantBytes, Variant,
};
use godot_var_cli::{Wire, json, lines};
use godot_var_codegen::names::Names;
use godot_var_codegen::protocol::{
    Body, EnumForm, Enumerator, Field, Form, Protocol, Record, Style, Type, parse_text,
};
use godot_var_codegen::wireshark::{Options, generate};
use godot_var_schema::template::snake_case;
use serde_json::Value as Json;

pub(crate) mod capture;
pub(crate) mod captures;
pub(crate) mod lludp;
pub(crate) mod multiplayer;
#[path = "../../../tests/common/samples.rs"]
mod samples;

use crate::needs;
use capture::{Capture, TSHARK, fields, folder, tshark};

/// A value's type, and its bytes in both dialects.
struct Case {
    class: String,
    godot3: Vec<u8>,
    godot4: Vec<u8>,
}

#[derive(Default)]
pub(crate) struct Cases(Vec<Case>);

impl Cases {
    pub(crate) fn add<T>(&mut self, class: &str, value: &T)
    where
        T: ToVariantBytes + for<'a> FromVariantBytes<'a>,
    {
        self.0.push(Case {
            class: class.to_owned(),
            godot3: value.to_variant_bytes::<Godot3>().expect("a value of Godot 3"),
            godot4: value.to_variant_bytes::<Godot4>().expect("a value of Godot 4"),
        });
    }

    pub(crate) fn read<T>(&mut self, class: &str, value: &T)
    where
        T: ToVariantBytes + for<'a> FromVariantBytes<'a>,
    {
        self.add(class, value);
    }
}

/// The expected fields: walks over the JSON of `decode` along the schema.
struct Expected<'p> {
    protocol: &'p Protocol,
    prefix: &'static str,
    fields: Vec<(String, String)>,
}

/// A float as both sides write it.
fn real(number: f64) -> String {
    // The largest float rounded to the 15 digits that `tshark` prints is out of range.
    let number = if number.abs() > 1.797_693_134e308 { number * 2.0 } else { number };
    format!("{number:.9e}")
}

fn float(value: &Json) -> f64 {
    let bits = value["bits"].as_str().expect("bits");
    f64::from_bits(u64::from_str_radix(bits, 16).expect("hex digits"))
}

/// Components in the order of the JSON: by axis vector.
fn components(kind: VariantType) -> Vec<String> {
    let cross = |outer: &[&str], inner: &[&str]| {
        outer.iter().flat_map(|o| inner.iter().map(move |i| format!("{o}.{i}"))).collect()
    };
    let plain = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    match kind {
        VariantType::Vector2 => plain(&["x", "y"]),
        VariantType::Vector3 => plain(&["x", "y", "z"]),
        VariantType::Rect2 => cross(&["position", "size"], &["x", "y"]),
        VariantType::Aabb => cross(&["position", "size"], &["x", "y", "z"]),
        VariantType::Plane => plain(&["normal.x", "normal.y", "normal.z", "d"]),
        VariantType::Quaternion => plain(&["x", "y", "z", "w"]),
        VariantType::Color => plain(&["r", "g", "b", "a"]),
        VariantType::Basis => cross(&["x", "y", "z"], &["x", "y", "z"]),
        VariantType::Transform2D => cross(&["x", "y", "origin"], &["x", "y"]),
        VariantType::Transform3D => cross(&["x", "y", "z", "origin"], &["x", "y", "z"]),
        other => panic!("{other:?} is in no schema here"),
    }
}

/// Returns the elements of an Array or a packed array as values.
fn elements(value: &Json) -> Vec<Json> {
    let wrap = |t: &str, list: &Json| {
        let list = list.as_array().expect("a list").iter();
        list.map(|v| {
            let v = v.as_str().map_or_else(|| v.to_string(), str::to_owned);
            serde_json::json!({ "t": t, "v": v })
        })
        .collect()
    };
    let bits = |number: f64| serde_json::json!({ "t": "float", "bits": format!("{:016x}", number.to_bits()) });
    let chunks = |t: &str, size: usize| {
        let list = value["f32"].as_array().expect("components");
        list.chunks(size).map(|part| serde_json::json!({ "t": t, "f32": part })).collect()
    };
    match value["t"].as_str().expect("a type") {
        "Array" => value["v"].as_array().expect("elements").clone(),
        "PoolStringArray" | "PackedStringArray" => wrap("String", &value["v"]),
        "PoolIntArray" | "PackedInt32Array" | "PackedInt64Array" => wrap("int", &value["v"]),
        "PoolRealArray" | "PackedFloat32Array" => {
            let list = value["f32"].as_array().expect("components").iter();
            let single =
                |v: &Json| f32::from_bits(u32::try_from(v.as_u64().expect("bits")).expect("32"));
            list.map(|v| bits(single(v).into())).collect()
        }
        "PackedFloat64Array" => {
            let list = value["f64"].as_array().expect("components").iter();
            list.map(|v| serde_json::json!({ "t": "float", "bits": v })).collect()
        }
        "PoolVector2Array" | "PackedVector2Array" => chunks("Vector2", 2),
        "PoolVector3Array" | "PackedVector3Array" => chunks("Vector3", 3),
        "PoolColorArray" | "PackedColorArray" => chunks("Color", 4),
        other => panic!("{other} is no list"),
    }
}

fn is_nil(value: &Json) -> bool {
    value["t"] == "Nil"
}

fn pair<'j>(value: &'j Json, key: &str) -> Option<&'j Json> {
    let pairs = value["v"].as_array()?;
    pairs.iter().find(|pair| pair[0]["v"] == key).map(|pair| &pair[1])
}

impl Expected<'_> {
    fn push(&mut self, at: &str, value: impl AsRef<str>) {
        self.fields.push((format!("{}.{at}", self.prefix), value.as_ref().to_owned()));
    }

    fn value(&mut self, ty: &Type, value: &Json, at: &str) {
        let text = value["v"].as_str().unwrap_or_default();
        match (ty, value["t"].as_str().expect("a type")) {
            (Type::Option(_), "Nil") | (Type::Variant | Type::Custom, _) => {}
            (
                Type::Value(VariantType::Nil | VariantType::Dictionary | VariantType::Array, _),
                _,
            ) => {}
            (Type::Option(inner), _) => self.value(inner, value, at),
            (Type::Value(VariantType::Bool, _), "bool") => {
                self.push(at, if value["v"] == true { "1" } else { "0" });
            }
            (Type::Value(VariantType::Int, _), "int") => self.push(at, text),
            (Type::Value(VariantType::Float, _), "float") => self.push(at, real(float(value))),
            (Type::Value(VariantType::String, _), "String" | "StringName") => {
                self.push(at, text);
            }
            (Type::Value(VariantType::StringName, _), _) => self.push(at, text),
            (Type::Value(VariantType::String | VariantType::NodePath, _), "NodePath") => {
                let list = |key: &str| -> Vec<String> {
                    let list = value[key].as_array().expect("names").iter();
                    list.map(|name| name.as_str().expect("a name").to_owned()).collect()
                };
                let mut path = if value["absolute"] == true { "/" } else { "" }.to_owned();
                path += &list("names").join("/");
                for name in list("subnames") {
                    path.push(':');
                    path += &name;
                }
                self.push(at, path);
            }
            (Type::Value(kind, _), _) if kind.components().is_some() => {
                self.push(at, "");
                let single = value["f32"].as_array().map(|list| {
                    let bits = list.iter().map(|v| u32::try_from(v.as_u64().expect("bits")));
                    bits.map(|v| f64::from(f32::from_bits(v.expect("32 bits")))).collect::<Vec<_>>()
                });
                let numbers = single.unwrap_or_else(|| {
                    let list = value["f64"].as_array().expect("components").iter();
                    list.map(|v| float(&serde_json::json!({ "bits": v }))).collect()
                });
                for (name, number) in components(*kind).iter().zip(numbers) {
                    self.push(&format!("{at}.{name}"), real(number));
                }
            }
            (Type::List(_) | Type::FixedList(..), "PackedByteArray" | "PoolByteArray") => {
                let hex = value["hex"].as_str().expect("hex").as_bytes();
                let bytes: Vec<_> = hex.chunks(2).map(String::from_utf8_lossy).collect();
                self.push(at, bytes.join(":"));
            }
            (Type::List(inner) | Type::FixedList(_, inner) | Type::Set(inner), _) => {
                for element in elements(value) {
                    self.value(inner, &element, at);
                }
            }
            (Type::Tuple(types), _) => {
                for (i, (ty, element)) in types.iter().zip(elements(value)).enumerate() {
                    self.value(ty, &element, &format!("{at}.{i}"));
                }
            }
            (Type::Map(key, inner), _) => {
                for pair in value["v"].as_array().expect("pairs") {
                    self.value(key, &pair[0], &format!("{at}.key"));
                    self.value(inner, &pair[1], &format!("{at}.value"));
                }
            }
            (Type::Message(index), _) => self.message(*index, value, Some(at)),
            // A value with another wire type is in the generic fields.
            _ => {}
        }
    }

    fn record(&mut self, record: &Record, value: &Json, first: usize, at: &str) {
        for (i, field) in record.fields.iter().enumerate() {
            // Filters are ASCII.
            let at = format!("{at}.{}", field.name.replace("größe", "gruf6udfe"));
            if field.flatten {
                self.field(field, value, &at);
            } else if record.form == Form::Array {
                if let Some(element) = elements(value).get(first + i) {
                    self.field(field, element, &at);
                }
            } else if let Some(found) = pair(value, &field.key) {
                self.field(field, found, &at);
            }
        }
    }

    fn field(&mut self, field: &Field, value: &Json, at: &str) {
        use godot_var_codegen::protocol::WireType;
        let plain = |ty: &Type| match ty {
            Type::Option(inner) => (**inner).clone(),
            other => other.clone(),
        };
        match (field.marks.wire_type, &plain(&field.ty)) {
            _ if field.custom.is_some() => {}
            (Some(WireType::Int), _) if !is_nil(value) => {
                self.push(at, value["v"].as_str().expect("digits"));
            }
            (Some(WireType::Float), _) if !is_nil(value) => self.push(at, real(float(value))),
            // A flattened option that does not fit is absent.
            (_, Type::Message(index)) if field.flatten => {
                let is_there = match &self.protocol.types[*index].body {
                    Body::Record(record) => {
                        record.fields.iter().all(|field| pair(value, &field.key).is_some())
                    }
                    body => matches!(body, Body::Enumeration(_)),
                };
                if is_there {
                    self.message(*index, value, None);
                }
            }
            (_, Type::Map(..)) if field.flatten => {}
            _ => self.value(&field.ty, value, at),
        }
    }

    fn message(&mut self, index: usize, value: &Json, at: Option<&str>) {
        let protocol = self.protocol;
        let def = &protocol.types[index];
        let mut path = def.module.clone();
        path.push(snake_case(&def.name));
        // `message` is the name of the packet's type.
        let own = path.join(".");
        let own = if own == "message" { "message_2".to_owned() } else { own };
        match &def.body {
            Body::Unit => {}
            Body::Transparent(field) => self.field(field, value, &own),
            Body::Record(record) => self.record(record, value, 0, &own),
            Body::Enumeration(enumeration) => {
                let shown =
                    at.filter(|_| matches!(enumeration.form, EnumForm::Names | EnumForm::Numbers));
                let Some((member, tag)) = find(enumeration, value) else { return };
                self.push(shown.unwrap_or(&own), &member.name);
                if let Some(tag) = tag.filter(|tag| tag["t"] == "int")
                    && matches!(enumeration.form, EnumForm::Numbers | EnumForm::Ids)
                {
                    self.push(&format!("{own}.id"), tag["v"].as_str().expect("digits"));
                }
                let own = format!("{own}.{}", snake_case(&member.name));
                let (content, first) = match &enumeration.form {
                    EnumForm::Ids => (Some(value.clone()), 1),
                    EnumForm::Internal { .. } | EnumForm::Untagged => (Some(value.clone()), 0),
                    EnumForm::External if value["t"] == "Dictionary" => {
                        (Some(value["v"][0][1].clone()), 0)
                    }
                    EnumForm::Adjacent { content, .. } => (pair(value, content).cloned(), 0),
                    _ => (None, 0),
                };
                match (content, member.style) {
                    (None, _) | (_, Style::Unit) => {}
                    (Some(content), Style::Newtype) => {
                        let content =
                            if first == 1 { elements(&content)[1].clone() } else { content };
                        self.field(&member.record.fields[0], &content, &own);
                    }
                    (Some(content), _) => self.record(&member.record, &content, first, &own),
                }
            }
        }
    }
}

/// Returns the variant of a value, and its tag.
fn find<'p>(
    enumeration: &'p godot_var_codegen::protocol::Enumeration,
    value: &Json,
) -> Option<(&'p Enumerator, Option<Json>)> {
    let tag = match &enumeration.form {
        EnumForm::Names | EnumForm::Numbers => value.clone(),
        EnumForm::Ids => elements(value).first()?.clone(),
        EnumForm::External if value["t"] == "Dictionary" => value["v"][0][0].clone(),
        EnumForm::External => value.clone(),
        EnumForm::Internal { tag } | EnumForm::Adjacent { tag, .. } => pair(value, tag)?.clone(),
        EnumForm::Untagged => {
            let fits = |member: &&Enumerator| match (member.style, value["t"].as_str()) {
                (Style::Unit, Some("Nil")) | (Style::Named, Some("Dictionary")) => true,
                (Style::Tuple, Some(t)) => t.ends_with("Array"),
                (Style::Newtype, Some("int")) => {
                    matches!(member.record.fields[0].ty, Type::Value(VariantType::Int, _))
                }
                (Style::Newtype, Some("String")) => member.record.fields[0].ty == Type::STRING,
                _ => false,
            };
            return Some((enumeration.members.iter().find(fits)?, None));
        }
    };
    let id = tag["v"].as_str()?;
    let member = enumeration.members.iter().find(|member| {
        member.id.to_string().trim_matches('"') == id || member.aliases.iter().any(|a| a == id)
    })?;
    Some((member, Some(tag)))
}

fn expected(
    protocol: &Protocol,
    prefix: &'static str,
    class: &str,
    wire: Wire,
    bytes: &[u8],
) -> Vec<(String, String)> {
    let spec = wire.spec().expect("a dialect");
    let (value, used) = lines::decode(bytes, spec, Limits::DEFAULT).expect("a value");
    assert_eq!(used, bytes.len());
    let index = protocol.types.iter().position(|def| def.name == class).expect("this type");
    let mut expected = Expected { protocol, prefix, fields: Vec::new() };
    expected.message(index, &json::to_json(&value, spec), None);
    expected.fields.sort();
    expected.fields
}

/// Returns the schema's fields of a packet, in the form of [`expected`].
fn shown(packet: &[(String, String)], prefix: &str) -> Vec<(String, String)> {
    let own = ["message", "length", "trailing", "malformed", "variant"];
    let mut list: Vec<_> = packet
        .iter()
        .filter(|(name, _)| {
            let first = name[prefix.len() + 1..].split('.').next().unwrap_or_default();
            !own.contains(&first)
        })
        .cloned()
        .collect();
    list.sort();
    list
}

/// Compares two lists of fields, floats by their value.
fn assert_same(found: &[(String, String)], expected: &[(String, String)], what: &str) {
    let found: Vec<(String, String)> = found
        .iter()
        .map(|(name, value)| {
            let is_real = expected
                .iter()
                .any(|(n, v)| n == name && v.contains('e') && v.parse::<f64>().is_ok());
            let value = match value.parse::<f64>() {
                Ok(number) if is_real => real(number),
                _ => value.clone(),
            };
            (name.clone(), value)
        })
        .collect();
    let mut found = found;
    found.sort();
    assert_eq!(found, expected, "{what}");
}

fn protocol(name: &str, text: &str) -> Protocol {
    parse_text(name, text).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

const PORT: u16 = 7777;

fn arena_dissector(folder: &std::path::Path) -> Protocol {
    let protocol = protocol("arena.rs", include_str!("../../../schemas/arena.rs"));
    let options = Options {
        port: Some(PORT),
        to_server: Some("ClientMessage".to_owned()),
        to_client: Some("ServerMessage".to_owned()),
        ..Options::new("arena")
    };
    let script = generate(&protocol, &options).expect("a dissector");
    std::fs::write(folder.join("arena.lua"), script).expect("a file");
    protocol
}

/// The messages of the arena and their directions.
fn arena_cases() -> Vec<Case> {
    let mut cases = Cases::default();
    samples::arena(&mut cases);
    cases.0.retain(|case| case.class.ends_with("Message"));
    cases.0
}

fn the_arena_over_udp_and_tcp() {
    let folder = folder("arena");
    let protocol = arena_dissector(&folder);
    let mut capture = Capture::default();
    let mut wanted = Vec::new();
    let cases = arena_cases();
    for case in &cases {
        for (wire, bytes) in [(Wire::Godot4, &case.godot4), (Wire::Godot3, &case.godot3)] {
            let (from, to) = if case.class == "ClientMessage" { (999, PORT) } else { (PORT, 999) };
            capture.udp(from, to, bytes);
            wanted.push(expected(&protocol, "arena", &case.class, wire, bytes));
        }
    }
    let pdml = tshark(&folder, &["arena.lua"], &capture, &["-T", "pdml"]);
    let packets = fields(&pdml, "arena.");
    assert_eq!(packets.len(), capture.len());
    for (packet, wanted) in packets.iter().zip(&wanted) {
        assert_same(&shown(packet, "arena"), wanted, "over UDP");
    }
    let names = tshark(&folder, &["arena.lua"], &capture, &["-T", "fields", "-e", "arena.message"]);
    assert!(
        names.starts_with("Join\nJoin\nMove\nMove\nChat\nChat\nLeave\nLeave\nWelcome\n"),
        "{names}"
    );
    let filter = ["-Y", "arena.player_state.health == -5 && arena.player_state.pos.y > 2.4"];
    let found = tshark(&folder, &["arena.lua"], &capture, &filter);
    assert!(found.lines().count() == 4 && found.contains("arena"), "{found}");

    // A stream that is cut inside messages: the fields are those of all messages.
    let mut stream = Vec::new();
    let mut wanted = Vec::new();
    for case in cases.iter().filter(|case| case.class == "ServerMessage") {
        stream.extend(u32::try_from(case.godot4.len()).expect("short").to_le_bytes());
        stream.extend(&case.godot4);
        wanted.extend(expected(&protocol, "arena", &case.class, Wire::Godot4, &case.godot4));
    }
    wanted.sort();
    for size in [1, 50, 333, 5000] {
        let mut capture = Capture::default();
        for (i, segment) in stream.chunks(size).enumerate() {
            let sequence = u32::try_from(i * size).expect("a short stream");
            capture.tcp(PORT, 999, sequence, segment);
        }
        let pdml = tshark(&folder, &["arena.lua"], &capture, &["-T", "pdml"]);
        let all: Vec<_> =
            fields(&pdml, "arena.").iter().flat_map(|packet| shown(packet, "arena")).collect();
        assert_same(&all, &wanted, &format!("over TCP in segments of {size}"));
    }
}

fn the_dissector_takes_what_rust_takes() {
    let folder = folder("boundaries");
    let mut wrong = Vec::new();
    let mut count = 0;
    for (schema, text) in [("both", boundaries::BOTH), ("newer", boundaries::NEWER)] {
        let script = generate(&protocol(schema, text), &Options::new(schema)).expect("a dissector");
        let file = format!("{schema}.lua");
        std::fs::write(folder.join(&file), script).expect("a file");
        for (wire, dialect) in [(Wire::Godot4, "Godot 4"), (Wire::Godot3, "Godot 3")] {
            let spec = wire.spec().expect("a dialect of Variant");
            let (mut capture, mut wanted) = (Capture::default(), Vec::new());
            for ty in boundaries::types() {
                if (schema == "newer") != ty.godot3.is_none() {
                    continue;
                }
                let reads = if wire == Wire::Godot4 { Some(ty.godot4) } else { ty.godot3 };
                let Some(reads) = reads else { continue };
                for value in boundaries::values() {
                    // Values that Godot 3 does not have, and wide ones.
                    let Ok(bytes) = lines::encode(&ty.message(value.as_ref()), spec) else {
                        continue;
                    };
                    capture.udp(PORT, PORT, &bytes);
                    wanted.push((ty.name, reads(&bytes), value));
                }
            }
            if wanted.is_empty() {
                continue;
            }
            let (port, only) =
                (format!("{schema}.ports:{PORT}"), format!("{schema}.dialect:{dialect}"));
            let message = format!("{schema}.message");
            let arguments = ["-o", &port, "-o", &only, "-T", "fields", "-e", &message];
            let names = tshark(&folder, &[&file], &capture, &arguments);
            assert_eq!(names.lines().count(), wanted.len());
            for (found, (name, reads, value)) in names.lines().zip(&wanted) {
                if (found == *name) != *reads {
                    wrong.push(format!("{dialect}: {name} {reads} {found:?}: {value:?}"));
                }
            }
            count += wanted.len();
        }
    }
    assert!(count > 20_000, "{count}");
    let number = wrong.len();
    wrong.truncate(60);
    assert!(wrong.is_empty(), "{number} of {count}:\n{}", wrong.join("\n"));
}

fn every_form_of_a_message() {
    let folder = folder("every_form");
    let protocol = protocol("every_form.rs", include_str!("../../../schemas/every_form.rs"));
    let script = generate(&protocol, &Options::new("every_form")).expect("a dissector");
    std::fs::write(folder.join("every_form.lua"), script).expect("a file");
    let mut cases = Cases::default();
    samples::every_form(&mut cases);
    // A GDScript class has another name if the engine has a type with the same name.
    for case in &mut cases.0 {
        if let Some(name) = case.class.strip_suffix("Message").filter(|name| !name.is_empty()) {
            case.class = name.to_owned();
        }
    }
    let mut classes: Vec<_> = cases.0.iter().map(|case| case.class.clone()).collect();
    classes.dedup();
    let mut count = 0;
    for class in classes {
        let mut capture = Capture::default();
        let mut wanted = Vec::new();
        for case in cases.0.iter().filter(|case| case.class == class) {
            for (wire, dialect, bytes) in
                [(Wire::Godot4, "Godot 4", &case.godot4), (Wire::Godot3, "Godot 3", &case.godot3)]
            {
                capture.udp(999, PORT, bytes);
                wanted.push((dialect, expected(&protocol, "every_form", &class, wire, bytes)));
            }
        }
        let arguments = [
            "-o",
            "every_form.ports:7777",
            "-o",
            &format!("every_form.to_server:{class}"),
            "-T",
            "pdml",
        ];
        let pdml = tshark(&folder, &["every_form.lua"], &capture, &arguments);
        let packets = fields(&pdml, "every_form.");
        assert_eq!(packets.len(), wanted.len());
        for (packet, (dialect, wanted)) in packets.iter().zip(&wanted) {
            assert_same(&shown(packet, "every_form"), wanted, &format!("{class} in {dialect}"));
            count += wanted.len();
        }
    }
    assert!(count > 300, "only {count} fields");
}

fn the_command_writes_checks_and_refuses() {
    let folder = folder("command");
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas/arena.rs");
    let run = |more: &[&str]| {
        std::process::Command::new(env!("CARGO_BIN_EXE_godot-var"))
            .args(["generate", "wireshark", schema, "--output"])
            .args(more)
            .output()
            .expect("the program runs")
    };
    let file = folder.join("other.lua");
    drop(std::fs::remove_file(&file));
    let (file, folder) = (file.to_str().expect("UTF-8"), folder.to_str().expect("UTF-8"));
    let missing = run(&[file, "--check"]);
    assert!(!missing.status.success());
    assert_eq!(String::from_utf8_lossy(&missing.stdout), format!("{file}: missing\n"));
    assert!(run(&[file, "--port", "7777"]).status.success());
    assert!(run(&[file, "--port", "7777", "--check"]).status.success());
    assert!(!run(&[file, "--port", "7778", "--check"]).status.success(), "it is stale");
    assert!(run(&[folder]).status.success());
    let script = std::fs::read_to_string(format!("{folder}/arena.lua")).expect("a script");
    assert!(script.contains("ports = \"\"") && script.contains("name = \"arena\""));
    let template = concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas/every_type.msg");
    let written = std::process::Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .args(["generate", "wireshark", template, "-o", folder, "--port", "12035"])
        .status();
    assert!(written.expect("the program runs").success());
    let script = std::fs::read_to_string(format!("{folder}/lludp.lua")).expect("a script");
    assert!(script.contains("of `every_type.msg`.") && script.contains("ports = \"12035\""));
    assert!(run(&[folder, "--godot", "3"]).status.success());
    let script = std::fs::read_to_string(format!("{folder}/arena.lua")).expect("a script");
    assert!(script.contains("\tdialect = 3,\n"));
    let refused = run(&[folder, "--to-server", "Nobody"]);
    assert_eq!(
        String::from_utf8_lossy(&refused.stderr),
        "error: the schema has no type `Nobody`\n"
    );
}

/// An Array of Godot 3 has the number of a Projection of Godot 4, and a `PackedByteArray` that of a Color.
fn the_engine_that_is_named_decides() {
    let folder = folder("engine");
    let schema =
        protocol("unlike.rs", "use godot_var::GodotVar;\n#[derive(GodotVar)] struct No(bool);");
    let ints: Vec<Variant> = (0..15).map(Variant::from).collect();
    let of_godot3 = Variant::Array(Array::new(ints)).to_variant_bytes::<Godot3>().expect("a value");
    let of_godot4 = Variant::Color(godot_var::Color::new(0.0, 1.0, 1.0, 1.0));
    let of_godot4 = of_godot4.to_variant_bytes::<Godot4>().expect("a value");
    for (engine, bytes, name, other) in [
        (Generation::Godot3, &of_godot3, "Variant Array", "Projection"),
        (Generation::Godot4, &of_godot4, "Variant Color", "PackedByteArray"),
    ] {
        let options = Options { port: Some(PORT), engine: Some(engine), ..Options::new("unlike") };
        let script = generate(&schema, &options).expect("a dissector");
        std::fs::write(folder.join("unlike.lua"), script).expect("a file");
        let mut capture = Capture::default();
        capture.udp(999, PORT, bytes);
        let shown = tshark(&folder, &["unlike.lua"], &capture, &["-V"]);
        assert!(shown.contains(name) && !shown.contains(other), "{engine:?}: {shown}");
    }
    // The bytes of Godot 3 are whole ones of the other engine, too.
    let (value, _) =
        lines::decode(&of_godot3, Wire::Godot4.spec().expect("Variants"), Limits::NONE)
            .expect("a Projection, and more");
    assert!(matches!(value, Variant::Projection(_)), "{value:?}");
}

/// Calls `each` with every copy of a value in which one value, or one of those inside it, is another.
fn spoil(value: &Variant, each: &mut dyn FnMut(Variant)) {
    for other in
        [Variant::Nil, Variant::Int(300), Variant::from("?"), Variant::Array(Array::default())]
    {
        each(other);
    }
    match value {
        Variant::Array(array) => {
            for (index, element) in array.elements.iter().enumerate() {
                spoil(element, &mut |other| {
                    let mut array = array.clone();
                    array.elements[index] = other;
                    each(Variant::Array(array));
                });
            }
        }
        Variant::Dictionary(dictionary) => {
            for (index, (_, value)) in dictionary.entries.iter().enumerate() {
                spoil(value, &mut |other| {
                    let mut dictionary = dictionary.clone();
                    dictionary.entries[index].1 = other;
                    each(Variant::Dictionary(dictionary));
                });
            }
        }
        _ => {}
    }
}

fn broken_messages_are_explained_as_by_inspect() {
    let folder = folder("broken");
    let mut every_form = Cases::default();
    samples::every_form(&mut every_form);
    let arena = include_str!("../../../schemas/arena.rs");
    let forms = include_str!("../../../schemas/every_form.rs");
    for (schema, text, cases) in
        [("arena", arena, arena_cases()), ("every_form", forms, every_form.0)]
    {
        let parsed = protocol(&format!("{schema}.rs"), text);
        let options = Options { port: Some(PORT), ..Options::new(schema) };
        let script = generate(&parsed, &options).expect("a dissector");
        let file = format!("{schema}.lua");
        std::fs::write(folder.join(&file), script).expect("a file");
        let names = Names::new(parsed, &[]).expect("all types");
        let (mut capture, mut wanted) = (Capture::default(), Vec::new());
        for case in cases {
            let value = Variant::from_variant_bytes::<Godot4>(&case.godot4).expect("a value");
            spoil(&value, &mut |broken| {
                capture.udp(999, PORT, &broken.to_variant_bytes::<Godot4>().expect("a value"));
                wanted.push(match names.name(&broken) {
                    Ok(_) => (String::new(), String::new()),
                    Err(misfit) if misfit.message == "no type of the schema fits" => {
                        (String::new(), String::new())
                    }
                    Err(misfit) => (misfit.likely.unwrap_or_default(), misfit.message),
                });
            });
        }
        let (only, likely) = (format!("{schema}.dialect:Godot 4"), format!("{schema}.likely"));
        let arguments = ["-o", &only, "-T", "fields", "-e", &likely, "-e", "_ws.expert.message"];
        let shown = tshark(&folder, &[&file], &capture, &arguments);
        assert_eq!(shown.lines().count(), wanted.len());
        let mut wrong = Vec::new();
        for (line, (likely, message)) in shown.lines().zip(&wanted) {
            let (name, found) = line.split_once('\t').expect("two fields");
            let own = likely.rsplit("::").next().unwrap_or_default();
            if (name, found) != (own, message) {
                wrong.push(format!("{name} | {found}\n    {likely} | {message}"));
            }
        }
        let explained = wanted.iter().filter(|(_, message)| !message.is_empty()).count();
        assert!(wrong.is_empty(), "{} of {explained}:\n{}", wrong.len(), wrong.join("\n"));
        assert!(explained > 80, "{explained}");
    }
}

/// Cut, modified and hostile packets together, over both transports.
fn no_packet_is_an_error_of_lua() {
    let folder = folder("malformed");
    arena_dissector(&folder);
    let mut capture = Capture::default();
    let mut sequence = 0;
    let mut send = |bytes: &[u8]| {
        capture.udp(999, PORT, bytes);
        capture.tcp(999, PORT, sequence, bytes);
        sequence += u32::try_from(bytes.len()).expect("short");
    };
    let mut random = 1_u32;
    for case in arena_cases() {
        for bytes in [&case.godot4, &case.godot3] {
            for end in (0..bytes.len()).step_by(3) {
                send(&bytes[..end]);
            }
            for _ in 0..40 {
                let mut spoilt = bytes.clone();
                for _ in 0..3 {
                    random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let at = (random >> 8) as usize % spoilt.len();
                    spoilt[at] = [0, 1, 28, 0x7F, 0xFF, (random >> 24) as u8][at % 6];
                }
                send(&spoilt);
            }
        }
    }
    let mut deep = Vec::new();
    for _ in 0..3000 {
        deep.extend([28, 0, 0, 0, 1, 0, 0, 0]);
    }
    send(&deep);
    // Every type without content, and with counts that are too large.
    for id in 0..=40 {
        for flags in [0, 1, 2, 3, 15] {
            send(&[id, 0, flags, 0]);
            send(&[id, 0, flags, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0]);
            send(&[id, 0, flags, 0, 0xFF, 0xFF, 0xFF, 0x7F]);
            send(&[id, 0, flags, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        }
    }
    send(&[0xFF; 64]);
    let many: Vec<u8> = [28, 0, 0, 0, 0, 0x40, 0, 0].into_iter().chain(vec![0; 60_000]).collect();
    send(&many);
    let shown = tshark(&folder, &["arena.lua"], &capture, &["-V"]);
    assert!(shown.contains("Malformed Variant") && shown.contains("inside each other"));
    assert!(
        shown.contains("arena.rs), Leave") && shown.contains("Variant Nil"),
        "the good ones are read"
    );
}

/// A hundred nested values whose variants differ only after the inner value. A dissector whose work doubles with each level would not
/// finish.
fn untagged_enums_take_time_for_each_level_once() {
    let folder = folder("untagged");
    let text = "use godot_var::GodotVar;
        #[derive(GodotVar)]
        #[godot_var(untagged)]
        enum Expr {
            Name(String),
            Number(f64),
            Both { left: Box<Expr>, right: Box<Expr> },
            Ints { left: Box<Expr>, rest: Vec<i32> },
            Floats { left: Box<Expr>, rest: Vec<f32> },
            Neg { left: Box<Expr> },
        }";
    let script = generate(&protocol("expr.rs", text), &Options::new("expr")).expect("a dissector");
    std::fs::write(folder.join("expr.lua"), script).expect("a file");
    let mut capture = Capture::default();
    let rest = Variant::Array(Array::new(vec![Variant::Float(1.5)]));
    let mut wanted = String::new();
    for (end, fits) in [(Variant::Bool(true), false), (Variant::String("x".to_owned()), true)] {
        for (more, name) in [(None, "Neg"), (Some(&rest), "Floats")] {
            // The maximum depth that a dissector shows.
            let value = (0..60).fold(end.clone(), |inner, _| {
                let mut pairs = Dictionary::new();
                pairs.insert("left", inner);
                if let Some(rest) = more {
                    pairs.insert("rest", rest.clone());
                }
                Variant::Dictionary(pairs)
            });
            capture.udp(999, PORT, &value.to_variant_bytes::<Godot4>().expect("a value"));
            wanted.push_str(if fits { name } else { "" });
            wanted.push('\n');
        }
    }
    let arguments = ["-o", "expr.ports:7777", "-T", "fields", "-e", "expr.message"];
    let (done, shown) = std::sync::mpsc::channel();
    std::thread::spawn(move || done.send(tshark(&folder, &["expr.lua"], &capture, &arguments)));
    let shown = shown.recv_timeout(std::time::Duration::from_secs(60)).expect("it ends");
    assert_eq!(shown, wanted);
}

needs::tests! {
    needs TSHARK: untagged_enums_take_time_for_each_level_once, the_engine_that_is_named_decides, the_arena_over_udp_and_tcp, the_dissector_takes_what_rust_takes, every_form_of_a_message, no_packet_is_an_error_of_lua, broken_messages_are_explained_as_by_inspect;
    needs nothing: the_command_writes_checks_and_refuses;
}
