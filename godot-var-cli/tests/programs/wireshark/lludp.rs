//! Dissectors of message templates in `tshark`, compared with the interpreter of templates.

use std::collections::HashSet;
use std::path::Path;
use std::{env, fs};

use godot_var_cli::lludp::Interpreter;
use godot_var_codegen::wireshark::{LludpOptions, generate_lludp};
use godot_var_schema::template::{FieldType, Template, parse};
use serde_json::{Value as Json, json};

use crate::lludp::TEMPLATE;
use crate::needs;

use super::capture::{Capture, TSHARK, fields, folder, tshark};
use super::real;

const PORT: u16 = 12035;
const DISSECTOR: &str = "lludp.lua";

fn dissector(folder: &Path, template: &Template) {
    let name = "lludp".to_owned();
    let options = LludpOptions { name, port: Some(PORT), file: "messages.msg".to_owned() };
    let script = generate_lludp(template, &options).expect("a dissector");
    fs::write(folder.join(DISSECTOR), &script).expect("a file");
    assert!(script == generate_lludp(template, &options).expect("a dissector"), "it changes");
}

fn float(value: &Json) -> String {
    let number = value.as_f64().or_else(|| value.as_str()?.parse().ok()).expect("a float");
    real(number)
}

/// The expected fields, from the interpreter's result.
fn expected(template: &Template, value: &Json) -> Vec<(String, String)> {
    let mut list = vec![
        ("lludp.message".to_owned(), value["name"].as_str().expect("a name").to_owned()),
        ("lludp.sequence".to_owned(), value["sequence"].to_string()),
    ];
    for ack in value["acks"].as_array().expect("acks") {
        list.push(("lludp.ack".to_owned(), ack.to_string()));
    }
    let message = template.messages.iter().find(|message| message.name == value["name"]);
    let message = message.expect("this message");
    for block in &message.blocks {
        for repeat in value["blocks"][&block.name].as_array().into_iter().flatten() {
            for field in &block.fields {
                let at = format!("lludp.{}.{}.{}", message.name, block.name, field.name);
                let (at, value) = (at.to_lowercase(), &repeat[&field.name]);
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                match field.field_type {
                    FieldType::Bool => {
                        list.push((at, if *value == true { "1" } else { "0" }.to_owned()));
                    }
                    FieldType::F32 | FieldType::F64 => list.push((at, float(value))),
                    FieldType::Vector3
                    | FieldType::Vector3d
                    | FieldType::Vector4
                    | FieldType::Quaternion => {
                        list.push((at.clone(), String::new()));
                        let parts = value.as_array().expect("components");
                        for (name, part) in ["x", "y", "z", "w"].iter().zip(parts) {
                            list.push((format!("{at}.{name}"), float(part)));
                        }
                    }
                    FieldType::Fixed(_) | FieldType::Variable(_) => {
                        let pairs: Vec<_> =
                            text.as_bytes().chunks(2).map(String::from_utf8_lossy).collect();
                        list.push((at, pairs.join(":")));
                    }
                    _ => list.push((at, text)),
                }
            }
        }
    }
    list.sort();
    list
}

/// The fields of a packet that [`expected`] has, with floats in the same form.
fn shown(
    packet: &[(String, String)],
    messages: &HashSet<String>,
    floats: &HashSet<String>,
) -> Vec<(String, String)> {
    let wanted = |name: &str| {
        let mut parts = name.split('.').skip(1);
        let first = parts.next().unwrap_or_default();
        let inner = parts.next().is_some() && messages.contains(first);
        inner || ["message", "sequence", "ack"].contains(&first)
    };
    let mut list: Vec<_> = packet
        .iter()
        .filter(|(name, _)| wanted(name))
        .map(|(name, value)| {
            let number = value.parse::<f64>().ok().filter(|_| floats.contains(name));
            (name.clone(), number.map_or_else(|| value.clone(), real))
        })
        .collect();
    list.sort();
    list
}

/// The names of all floats, and of the structures that consist of them.
fn floats(template: &Template) -> HashSet<String> {
    let mut names = HashSet::new();
    for message in &template.messages {
        for block in &message.blocks {
            for field in &block.fields {
                let at = format!("lludp.{}.{}.{}", message.name, block.name, field.name);
                let at = at.to_lowercase();
                match field.field_type {
                    FieldType::F32 | FieldType::F64 => {
                        names.insert(at);
                    }
                    FieldType::Vector3
                    | FieldType::Vector3d
                    | FieldType::Vector4
                    | FieldType::Quaternion => {
                        names.extend(["x", "y", "z", "w"].map(|part| format!("{at}.{part}")));
                    }
                    _ => {}
                }
            }
        }
    }
    names
}

fn compare(folder: &Path, template: &Template, datagrams: &[Vec<u8>]) {
    dissector(folder, template);
    let interpreter = Interpreter::new(template.clone());
    let mut capture = Capture::default();
    for datagram in datagrams {
        capture.udp(999, PORT, datagram);
    }
    let pdml = tshark(folder, &[DISSECTOR], &capture, &["-T", "pdml"]);
    let packets = fields(&pdml, "lludp.");
    assert_eq!(packets.len(), datagrams.len());
    let messages = template.messages.iter().map(|message| message.name.to_lowercase()).collect();
    let floats = floats(template);
    for (packet, datagram) in packets.iter().zip(datagrams) {
        let value = interpreter.decode(datagram).expect("a good datagram");
        let wanted = expected(template, &value);
        assert_eq!(shown(packet, &messages, &floats), wanted, "{value}");
    }
}

fn every_type() -> (Template, Vec<Vec<u8>>) {
    let template = parse(include_str!("../../../../schemas/every_type.msg")).expect("a template");
    let peer = json!({
        "ID": "1932ba33-0209-5862-c928-8526fb49b36c", "Address": "10.0.0.255", "Port": 12035,
        "Key": "0102030405", "Name": "", "type": "68690000",
    });
    let place = |x: f64| {
        json!({
            "Position": [x, 0.0, -2.5], "Global": [0.1, 1e300, x], "Plane": [0.0, 0.0, 1.0, x],
            "Rotation": [0.5, -0.5, 0.25],
        })
    };
    let numbers = json!({
        "Small": 255, "Medium": 65535, "Large": 4_294_967_295_u32, "Huge": "18446744073709551615",
        "SignedSmall": -128, "SignedMedium": -32768, "SignedLarge": -2_147_483_648,
        "SignedHuge": "-9223372036854775808", "Single": 0.5, "Double": 0.1, "Truth": true,
    });
    let interpreter = Interpreter::new(template.clone());
    let packet = |name: &str, flags: u8, acks: &[u32], blocks: Json| {
        let value = json!({
            "name": name, "flags": flags, "sequence": 0x0102_0304, "extra_hex": "", "acks": acks,
            "zerocoded": flags >= 0x80, "blocks": blocks,
        });
        interpreter.encode(&value).expect("a packet")
    };
    let everything = |peers: usize| {
        let peers: Vec<_> = vec![&peer; peers];
        json!({ "Numbers": [&numbers], "Places": [place(0.0), place(3.0)], "Peers": peers })
    };
    let datagrams = vec![
        packet("EveryType", 0, &[], everything(2)),
        packet("EveryType", 0xC0, &[], everything(0)),
        packet("EveryType", 0xD0, &[1, 0xFFFF_FFFF], everything(3)),
        packet("Ping", 0x10, &[7], json!({ "Ping": [{ "Ping": 3 }] })),
        packet("Old", 0x60, &[], json!({ "Data": [{ "Data": "00ff" }, { "Data": "" }] })),
        packet("Close", 0, &[], json!({})),
    ];
    (template, datagrams)
}

fn every_type_of_a_template() {
    let (template, datagrams) = every_type();
    compare(&folder("every_type"), &template, &datagrams);
}

/// The vectors with the whole template of Second Life.
fn vectors_of_the_whole_template() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(TEMPLATE.path()).expect("a template");
    let template = parse(&text).expect("a template");
    let vectors = fs::read_to_string(root.join("tests/vectors/lludp.jsonl")).expect("the vectors");
    let datagrams: Vec<Vec<u8>> = vectors
        .lines()
        .map(|line| serde_json::from_str::<Json>(line).expect("JSON"))
        .filter(|vector| vector["template"] == "main" && vector["extra_layout"] != "before_number")
        .map(|vector| hex::decode(vector["hex"].as_str().expect("hex")).expect("hex digits"))
        .collect();
    assert!(datagrams.len() > 740, "{}", datagrams.len());
    compare(&folder("whole_template"), &template, &datagrams);
}

/// Cut and modified packets.
fn no_datagram_is_an_error_of_lua() {
    let folder = folder("malformed_lludp");
    let (template, datagrams) = every_type();
    dissector(&folder, &template);
    let mut capture = Capture::default();
    let mut random = 1_u32;
    for datagram in &datagrams {
        for end in 0..datagram.len() {
            capture.udp(999, PORT, &datagram[..end]);
        }
        for _ in 0..200 {
            let mut spoilt = datagram.clone();
            for _ in 0..3 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let at = (random >> 8) as usize % spoilt.len();
                spoilt[at] = [0, 1, 0x80, 0xFF, (random >> 24) as u8][at % 5];
            }
            capture.udp(999, PORT, &spoilt);
        }
    }
    // Zero-coding that expands to more than a packet may have.
    capture.udp(999, PORT, &[&[0x80, 0, 0, 0, 1, 0][..], &[0, 0xFF].repeat(600)].concat());
    let shown = tshark(&folder, &[DISSECTOR], &capture, &["-V"]);
    for expected in ["Zero-coding stands for more", "Ends in ", "No room for ", "Has no block"] {
        assert!(shown.contains(expected), "never: {expected}");
    }
    // Together with another dissector, and with "Decode As".
    super::arena_dissector(&folder);
    let scripts = [DISSECTOR, "arena.lua"];
    let both = tshark(&folder, &scripts, &capture, &["-d", "udp.port==999,lludp"]);
    assert!(both.contains("EveryType"));
}

needs::tests! {
    needs TSHARK: every_type_of_a_template, no_datagram_is_an_error_of_lua;
    needs TSHARK TEMPLATE: vectors_of_the_whole_template;
}
