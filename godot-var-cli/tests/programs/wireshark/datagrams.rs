//! Datagrams of a message template in `tshark`, compared with the interpreter of templates.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use godot_var_cli::{Wire as _, lludp::Interpreter};
use godot_var_codegen::wireshark::{LludpOptions, generate_lludp};
use godot_var_schema::template::{FieldType, Template};
use serde_json::Value as Json;

use super::capture::{Capture, fields, tshark};
use super::expected::real;

pub(crate) const PORT: u16 = 12035;
pub(crate) const DISSECTOR: &str = "lludp.lua";

pub(crate) fn dissector(folder: &Path, template: &Template) {
    let name = "lludp".to_owned();
    let options = LludpOptions { name, port: Some(PORT), file: "messages.msg".to_owned() };
    let script = generate_lludp(template, &options).expect("a dissector");
    fs::write(folder.join(DISSECTOR), &script).expect("a file");
    assert!(script == generate_lludp(template, &options).expect("a dissector"), "it changes");
}

/// A float as `tshark` prints it, which widens one of 32 bits.
fn float(value: &Json, is_wide: bool) -> String {
    let number: f64 = value.as_f64().or_else(|| value.as_str()?.parse().ok()).expect("a float");
    real(if is_wide { number } else { f64::from(number as f32) })
}

/// The expected fields, from the interpreter's result.
fn expected(template: &Template, value: &Json) -> Vec<(String, String)> {
    let mut list = vec![
        ("lludp.message".to_owned(), value["message"].as_str().expect("a name").to_owned()),
        ("lludp.sequence".to_owned(), value["sequence"].to_string()),
    ];
    for ack in value["acks"].as_array().expect("acks") {
        list.push(("lludp.ack".to_owned(), ack.to_string()));
    }
    let message = template.messages.iter().find(|message| message.name == value["message"]);
    let message = message.expect("this message");
    for block in &message.blocks {
        for repeat in value["fields"][&block.name].as_array().into_iter().flatten() {
            for field in &block.fields {
                let at = format!("lludp.{}.{}.{}", message.name, block.name, field.name);
                let (at, value) = (at.to_lowercase(), &repeat[&field.name]);
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                match field.field_type {
                    FieldType::Bool => {
                        list.push((at, if *value == true { "1" } else { "0" }.to_owned()));
                    }
                    FieldType::F32 => list.push((at, float(value, false))),
                    FieldType::F64 => list.push((at, float(value, true))),
                    FieldType::Vector3
                    | FieldType::Vector3d
                    | FieldType::Vector4
                    | FieldType::Quaternion => {
                        list.push((at.clone(), String::new()));
                        let parts = value.as_object().expect("components").values();
                        let is_wide = matches!(field.field_type, FieldType::Vector3d);
                        for (name, part) in ["x", "y", "z", "w"].iter().zip(parts) {
                            list.push((format!("{at}.{name}"), float(part, is_wide)));
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

/// Compares the fields of a dissector with what the interpreter of templates reads. Returns how many datagrams it reads, and how many it
/// refuses: of these the dissector says what is wrong.
pub(crate) fn compare(folder: &Path, template: &Template, datagrams: &[Vec<u8>]) -> [usize; 2] {
    dissector(folder, template);
    let interpreter = Interpreter::new(template.clone());
    let mut capture = Capture::default();
    for datagram in datagrams {
        capture.udp(999, PORT, datagram);
    }
    let pdml = tshark(folder, &[DISSECTOR], &capture, &["-T", "pdml"]);
    let (packets, malformed) = (fields(&pdml, "lludp."), fields(&pdml, "lludp.malformed"));
    assert_eq!((packets.len(), malformed.len()), (datagrams.len(), datagrams.len()));
    let messages = template.messages.iter().map(|message| message.name.to_lowercase()).collect();
    let floats = floats(template);
    let mut counts = [0, 0];
    for ((packet, malformed), datagram) in packets.iter().zip(malformed).zip(datagrams) {
        let value = interpreter.decode(datagram);
        counts[usize::from(value.is_err())] += 1;
        assert_eq!(malformed.is_empty(), value.is_ok(), "{value:?}: {malformed:?}");
        if let Ok(value) = value {
            let wanted = expected(template, &value);
            assert_eq!(shown(packet, &messages, &floats), wanted, "{value}");
        }
    }
    counts
}
