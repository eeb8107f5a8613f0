//! Dissectors of message templates in `tshark`, compared with the interpreter of templates.

use std::path::Path;
use std::{env, fs};

use godot_var_cli::{Wire as _, lludp::Interpreter};
use godot_var_schema::template::{Template, parse};
use serde_json::{Value as Json, json};

use crate::lludp::TEMPLATE;
use crate::needs;

use super::capture::{Capture, TSHARK, folder, tshark};
use super::datagrams::{DISSECTOR, PORT, compare, dissector};

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
    assert_eq!(compare(&folder("every_type"), &template, &datagrams)[1], 0);
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
    assert_eq!(compare(&folder("whole_template"), &template, &datagrams)[1], 0);
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
