//! The vectors of LLUDP through the interpreter of templates.

use std::path::{Path, PathBuf};
use std::{env, fs};

use godot_var::lludp::{ExtraPlace, Options, Quaternion};
use godot_var_cli::lludp::Interpreter;
use serde_json::Value as Json;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn vectors(file: &str) -> Vec<Json> {
    let text = fs::read_to_string(root().join("tests/vectors").join(file)).expect("the vectors");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn bytes(vector: &Json) -> Vec<u8> {
    hex::decode(vector["hex"].as_str().expect("hex")).expect("hex digits")
}

/// The interpreters of the templates `main` and `extra`; `None` where they are not at hand.
fn interpreters() -> Option<[Interpreter; 2]> {
    let main = env::var_os("LLUDP_TEMPLATE")
        .map_or_else(|| root().join("../shared/lludp/message_template.msg"), PathBuf::from);
    let extra = main.with_file_name("extra_template.msg");
    let (Ok(main_text), Ok(extra)) = (fs::read_to_string(&main), fs::read_to_string(extra)) else {
        assert!(env::var("CI").as_deref() != Ok("true"), "{} is needed", main.display());
        eprintln!("skipped: {} is not there (LLUDP_TEMPLATE names another)", main.display());
        return None;
    };
    let parse = |text: &str| {
        Interpreter::new(godot_var_schema::template::parse(text).expect("a valid template"))
    };
    Some([parse(&main_text), parse(&extra)])
}

fn interpreter_of(vector: &Json, interpreters: &[Interpreter; 2]) -> Interpreter {
    let which = usize::from(vector["template"] == "extra");
    let extra = match vector["extra_layout"].as_str() {
        Some("before_number") => ExtraPlace::BeforeNumber,
        _ => ExtraPlace::AfterNumber,
    };
    interpreters[which].clone().with_options(Options { extra, ..Options::DEFAULT })
}

#[test]
fn every_vector_both_ways() {
    let Some(interpreters) = interpreters() else { return };
    let vectors = vectors("lludp.jsonl");
    assert_eq!(vectors.len(), 810);
    for vector in &vectors {
        let interpreter = interpreter_of(vector, &interpreters);
        let datagram = bytes(vector);
        let value =
            interpreter.decode(&datagram).unwrap_or_else(|e| panic!("{}: {e}", vector["id"]));
        for key in ["name", "flags", "sequence", "extra_hex", "acks", "zerocoded", "blocks"] {
            assert_eq!(value[key], vector[key], "{} {key}", vector["id"]);
        }
        assert_eq!(value["missing_blocks"], vector["missing_blocks"], "{}", vector["id"]);
        if vector["decode_only"] != true {
            let encoded =
                interpreter.encode(vector).unwrap_or_else(|e| panic!("{}: {e}", vector["id"]));
            assert_eq!(hex::encode(encoded), vector["hex"], "{}", vector["id"]);
        }
    }
}

#[test]
fn malformed_datagrams_are_judged_as_advised() {
    let Some([interpreter, _]) = interpreters() else { return };
    let mut judged = 0;
    for vector in vectors("lludp_malformed.jsonl") {
        if vector["contested"] == true {
            let _ = interpreter.decode(&bytes(&vector));
            continue;
        }
        judged += 1;
        let decoded = interpreter.decode(&bytes(&vector));
        assert_eq!(decoded.is_ok(), vector["expect"] == "ok", "{}: {decoded:?}", vector["id"]);
    }
    assert!(judged >= 74, "{judged}");
}

#[test]
fn no_damage_makes_it_panic() {
    let Some(interpreters) = interpreters() else { return };
    let mut state = 1_u32;
    for vector in vectors("lludp.jsonl") {
        let interpreter = interpreter_of(&vector, &interpreters);
        let datagram = bytes(&vector);
        let step = datagram.len() / 40 + 1;
        for end in (0..datagram.len()).step_by(step) {
            let _ = interpreter.decode(&datagram[..end]);
            let mut damaged = datagram.clone();
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            damaged[end] = (state >> 24) as u8;
            let _ = interpreter.decode(&damaged);
        }
    }
}

#[test]
fn the_fourth_component_of_rotations() {
    for vector in vectors("lludp_quaternion_w.jsonl") {
        let part = |index: usize| vector["xyz"][index].as_f64().expect("a number") as f32;
        let w = Quaternion { x: part(0), y: part(1), z: part(2) }.w();
        let expected = vector["w_hippolyzer_f64"].as_f64().expect("a number");
        assert!((w - expected).abs() < 1e-12, "{}: {w} {expected}", vector["id"]);
    }
}
