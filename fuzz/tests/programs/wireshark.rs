//! Generated dissectors of the generated types in `tshark`: they show what Rust reads, and say what is wrong with what it refuses.

use std::fs;

use godot_var::dialect::{DialectSpec, Generation};
use godot_var::{Dialect as _, Godot3, Godot4, Limits};
use godot_var_cli::{Wire as _, flat::Interpreter, lines};
use godot_var_codegen::flat;
use godot_var_codegen::protocol::{self, Body, EnumForm, Protocol, TypeDef, parse_text};
use godot_var_codegen::wireshark::{Options, generate};
use godot_var_fuzz::foreign::{self, Random, Type};
use godot_var_schema::template::{self, snake_case};
use serde_json::{Value as Json, json};

use crate::needs;
use crate::random::{NO_TIME, change, spoil};

#[path = "../../../godot-var-cli/tests/programs/wireshark/capture.rs"]
#[allow(dead_code, reason = "the tests of the program use the rest")]
mod capture;
#[path = "../../../godot-var-cli/tests/programs/wireshark/datagrams.rs"]
mod datagrams;
#[path = "../../../godot-var-cli/tests/programs/wireshark/expected.rs"]
mod expected;
#[path = "../../../godot-var-cli/tests/programs/wireshark/flat_messages.rs"]
mod flat_messages;

use capture::{Capture, TSHARK, fields, folder, tshark};
use expected::{assert_same, expected, shown};

const PORT: u16 = 7777;

/// How many messages are made of each type.
const SAMPLES: u64 = 4;

/// How often each is broken.
const CHANGES: usize = 12;

fn flat_messages_are_those_of_rust() {
    let (source, types) = foreign::flat();
    let schema = flat::parse_text("types.rs", source).expect("a schema");
    let mut random = Random(1);
    let messages = types.iter().filter(|ty| ty.plain).map(|ty| {
        let index = schema.types.iter().position(|def| def.name == ty.name).expect("this type");
        let mut messages = Vec::new();
        for bytes in (0..SAMPLES).map(ty.sample) {
            for _ in 0..CHANGES {
                let mut other = bytes.clone();
                spoil(&mut random, &mut other);
                messages.push(other);
            }
            messages.push(bytes);
        }
        (index, messages)
    });
    let messages: Vec<_> = messages.collect();
    let inspected = |def: &flat::TypeDef, messages: &[Vec<u8>]| -> Vec<Json> {
        let interpreter = Interpreter::new(schema.clone(), Some(&def.path())).expect("this type");
        let said = |bytes: &Vec<u8>| {
            interpreter
                .decode(bytes)
                .unwrap_or_else(|error| json!({ "error": { "message": error.to_string() } }))
        };
        messages.iter().map(said).collect()
    };
    let (mut good, mut broken, mut values) = (0, 0, 0);
    for (number, some) in messages.chunks(10).enumerate() {
        let name = format!("types-flat-{number}");
        let compared = flat_messages::compare(&name, some, &schema, true, inspected);
        good += compared.good;
        broken += compared.broken;
        values += compared.values;
    }
    println!("flat: {good} messages with {values} values, {broken} are refused");
    assert!(good > 800 && broken > 400 && values > 10_000);
}

fn datagrams_are_those_of_rust() {
    let (template, types) = foreign::lludp();
    let template = template::parse(template).expect("a template");
    let datagram = |bytes: &[u8]| [&[0; 6][..], bytes].concat();
    let (mut random, mut messages) = (Random(1), Vec::new());
    for bytes in types.iter().flat_map(|ty| (0..SAMPLES).map(ty.sample)) {
        messages.push(datagram(&bytes));
        // Not the number of the message, which has up to four bytes.
        let (number, content) = bytes.split_at(bytes.len().min(4));
        for _ in 0..CHANGES {
            let mut content = content.to_vec();
            spoil(&mut random, &mut content);
            messages.push(datagram(&[number, &content].concat()));
        }
    }
    let [read, refused] = datagrams::compare(&folder("types-lludp"), &template, &messages);
    println!("LLUDP: {read} messages, {refused} are refused");
    assert!(read > 1000 && refused > 200, "{read}, {refused}");
}

/// The types, as filters name them, whose fields [`expected`] does not know: those that are told by their content.
fn unsure(protocol: &Protocol) -> Vec<String> {
    let is_unsure = |def: &&TypeDef| match &def.body {
        Body::Enumeration(enumeration) => enumeration.form == EnumForm::Untagged,
        Body::Record(record) => record
            .fields
            .iter()
            .any(|field| field.flatten && matches!(field.ty, protocol::Type::Map(..))),
        _ => false,
    };
    protocol.types.iter().filter(is_unsure).map(|def| snake_case(&def.name)).collect()
}

/// Whether a dissector shows all values that are inside each other.
fn is_flat_enough(bytes: &[u8], spec: &DialectSpec) -> bool {
    lines::decode(bytes, spec, Limits::DEFAULT.with_depth(20)).is_ok()
}

/// A message of a type, for a dissector of its own.
struct Packet<'t> {
    ty: &'t Type,
    bytes: Vec<u8>,
    /// Whether it was made of the type, and not changed.
    is_made: bool,
}

fn variants_are_those_of_rust() {
    for (spec, engine, (source, types)) in [
        (&Godot4::SPEC, Generation::Godot4, foreign::godot4()),
        (&Godot3::SPEC, Generation::Godot3, foreign::godot3()),
    ] {
        let protocol = parse_text("types.rs", source).expect("a schema");
        let unsure = unsure(&protocol);
        let (mut random, mut read, mut refused, mut compared, mut values) = (Random(1), 0, 0, 0, 0);
        let types: Vec<_> = types.iter().filter(|ty| ty.plain).collect();
        for (number, some) in types.chunks(10).enumerate() {
            let folder = folder(&format!("types-{engine:?}-{number}"));
            let (mut scripts, mut packets, mut capture) =
                (Vec::new(), Vec::new(), Capture::default());
            let mut arguments = vec!["-T".to_owned(), "pdml".to_owned()];
            for (at, ty) in some.iter().enumerate() {
                let (name, port) = (format!("type{at}"), PORT + at as u16);
                let to_server = Some(ty.name.to_owned());
                let options = Options {
                    port: Some(port),
                    engine: Some(engine),
                    to_server,
                    ..Options::new(&name)
                };
                let script = generate(&protocol, &options).expect("a dissector");
                fs::write(folder.join(format!("{name}.lua")), script).expect("a file");
                scripts.push(format!("{name}.lua"));
                arguments.extend(["-o".to_owned(), format!("{name}.udp:Messages")]);
                let mut send = |bytes: Vec<u8>, is_made| {
                    capture.udp(999, port, &bytes);
                    packets.push((at, Packet { ty, bytes, is_made }));
                };
                for bytes in (0..SAMPLES).map(ty.sample) {
                    let bytes = (ty.again)(&bytes).expect("a sample").expect("it was read");
                    let (value, _) = lines::decode(&bytes, spec, Limits::DEFAULT).expect("a value");
                    for _ in 0..CHANGES {
                        let mut other = value.clone();
                        change(&mut random, &mut other);
                        lines::encode(&other, spec)
                            .into_iter()
                            .for_each(|bytes| send(bytes, false));
                    }
                    send(bytes, true);
                }
            }
            let scripts: Vec<&str> = scripts.iter().map(String::as_str).collect();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let pdml = tshark(&folder, &scripts, &capture, &arguments);
            let all = fields(&pdml, "type");
            let experts = fields(&pdml, "_ws.expert.message");
            assert_eq!((all.len(), experts.len()), (packets.len(), packets.len()));
            for (((at, packet), all), expert) in packets.iter().zip(all).zip(experts) {
                let Packet { ty, bytes, is_made } = packet;
                let what = format!("{} {}: {expert:?}", ty.name, hex::encode(bytes));
                let again = (ty.again)(bytes);
                let is_read = again.is_ok();
                let is_no_time = again.is_err_and(|error| error.to_string().contains(NO_TIME));
                assert!(expert.is_empty() == is_read || is_no_time, "{what}");
                *(if is_read { &mut read } else { &mut refused }) += 1;
                let prefix = format!("type{at}");
                let shown = shown(&all, &prefix);
                let has_unsure =
                    |name: &str| shown.iter().any(|(at, _)| at.split('.').nth(1) == Some(name));
                if *is_made
                    && is_flat_enough(bytes, spec)
                    && !unsure.iter().any(|name| has_unsure(name))
                {
                    let wanted = expected(&protocol, &prefix, ty.name, spec, bytes);
                    assert_same(&shown, &wanted, &what);
                    compared += 1;
                    values += wanted.len();
                }
            }
        }
        println!(
            "{engine:?}: {read} messages, {compared} with {values} values, {refused} are refused"
        );
        assert!(read > 400 && refused > 1000 && compared > 150 && values > 500);
    }
}

needs::tests! {
    needs TSHARK: variants_are_those_of_rust, flat_messages_are_those_of_rust, datagrams_are_those_of_rust;
}
