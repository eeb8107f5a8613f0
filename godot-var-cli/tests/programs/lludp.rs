//! Second Life's template, and the vectors of LLUDP, with the interpreter of templates and with the program.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use allocation_counter::measure;
use godot_var::error::{DecodeErrorKind, EncodeErrorKind};
use godot_var::lludp::{DEFAULT_EXPANDED, ExtraPlace, Options, Quaternion, VIEWER_EXPANDED};
use godot_var_cli::{Wire as _, lludp::Interpreter};
use godot_var_schema::template::FieldType;
use serde_json::Value as Json;

use crate::common::feed;
use crate::needs::{self, Need};

/// The template of Second Life, which is not part of this project, and the template of additional messages beside it.
pub(crate) static TEMPLATE: Need = Need::new(
    "Second Life's message_template.msg and extra_template.msg not found; name the first in LLUDP_TEMPLATE",
    || {
        let main = env::var_os("LLUDP_TEMPLATE")
            .map_or_else(|| root().join("../shared/lludp/message_template.msg"), PathBuf::from);
        (main.is_file() && main.with_file_name("extra_template.msg").is_file()).then_some(main)
    },
);

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

/// The interpreters of the templates `main` and `extra`.
fn interpreters() -> [Interpreter; 2] {
    templates().map(|path| {
        let text = fs::read_to_string(path).expect("a template");
        Interpreter::new(godot_var_schema::template::parse(&text).expect("a valid template"))
    })
}

fn interpreter_of(vector: &Json, interpreters: &[Interpreter; 2]) -> Interpreter {
    let which = usize::from(vector["template"] == "extra");
    let extra = match vector["extra_layout"].as_str() {
        Some("before_number") => ExtraPlace::BeforeNumber,
        _ => ExtraPlace::AfterNumber,
    };
    interpreters[which].clone().with_options(Options { extra, ..Options::DEFAULT })
}

/// Returns a value of the vectors as the program prints it: vectors as objects, floats of 32 bits with the shortest digits.
fn natural(value: &Json) -> Json {
    match value {
        Json::Array(parts) if parts.iter().any(|part| !part.is_object()) => ["x", "y", "z", "w"]
            .into_iter()
            .zip(parts)
            .map(|(name, part)| (name.to_owned(), natural(part)))
            .collect(),
        Json::Array(values) => values.iter().map(natural).collect(),
        Json::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), natural(value))).collect()
        }
        Json::Number(number) if number.is_f64() => {
            let wide = number.as_f64().expect("a float");
            let single = wide as f32;
            if f64::from(single).to_bits() == wide.to_bits() {
                single.to_string().parse::<f64>().expect("its digits").into()
            } else {
                wide.into()
            }
        }
        other => other.clone(),
    }
}

fn every_vector_both_ways() {
    let interpreters = interpreters();
    let vectors = vectors("lludp.jsonl");
    assert_eq!(vectors.len(), 810);
    for vector in &vectors {
        let interpreter = interpreter_of(vector, &interpreters);
        let datagram = bytes(vector);
        let value =
            interpreter.decode(&datagram).unwrap_or_else(|e| panic!("{}: {e}", vector["id"]));
        for key in ["flags", "sequence", "extra_hex", "acks", "zerocoded"] {
            assert_eq!(value[key], vector[key], "{} {key}", vector["id"]);
        }
        assert_eq!(value["message"], vector["name"], "{}", vector["id"]);
        assert_eq!(value["fields"], natural(&vector["blocks"]), "{}", vector["id"]);
        assert_eq!(value["missing_blocks"], vector["missing_blocks"], "{}", vector["id"]);
        if vector["decode_only"] != true {
            let encoded =
                interpreter.encode(vector).unwrap_or_else(|e| panic!("{}: {e}", vector["id"]));
            assert_eq!(hex::encode(encoded), vector["hex"], "{}", vector["id"]);
        }
    }
}

fn malformed_datagrams_are_judged_as_advised() {
    let [interpreter, _] = interpreters();
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

fn no_damage_makes_it_panic() {
    let interpreters = interpreters();
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

/// The peak memory: this many bytes for each byte of the expanded packet, and a constant for the texts of errors.
const PER_BYTE: u64 = 600;
const CONSTANT: u64 = 16384;

/// Decodes and inspects. Both must agree. Their allocations are bounded by the packet's expanded size, which has a limit.
fn judge(interpreter: &Interpreter, datagram: &[u8], cap: usize, id: &Json) {
    let mut shown = Vec::with_capacity(1 << 20);
    let mut errors = None;
    let info = measure(|| {
        let decoded = interpreter.decode(datagram).err();
        let inspected = interpreter.inspect(datagram, false, &mut shown).expect("a Vec takes all");
        errors = Some((decoded, inspected));
    });
    let (decoded, inspected) = errors.expect("both have run");
    assert_eq!(decoded, inspected, "{id}");
    assert!(shown.len() < 1 << 20, "{id}: {}", shown.len());
    let expanded = (datagram.len() * 256).min(cap) as u64;
    let bound = PER_BYTE * expanded + CONSTANT;
    assert!(info.bytes_max <= bound, "{id}: {} for {expanded} bytes", info.bytes_max);
}

fn damage_is_shown_as_it_is_judged() {
    let interpreters = interpreters();
    let mut state = 1_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    };
    let vectors = vectors("lludp.jsonl").into_iter().chain(vectors("lludp_malformed.jsonl"));
    for vector in vectors {
        let interpreter = interpreter_of(&vector, &interpreters);
        let datagram = bytes(&vector);
        judge(&interpreter, &datagram, DEFAULT_EXPANDED, &vector["id"]);
        let step = datagram.len() / 3 + 1;
        for end in (0..datagram.len()).step_by(step) {
            judge(&interpreter, &datagram[..end], DEFAULT_EXPANDED, &vector["id"]);
            let mut damaged = datagram.clone();
            damaged[random() as usize % datagram.len()] = random() as u8;
            damaged[end] ^= 1 << (random() % 8);
            judge(&interpreter, &damaged, DEFAULT_EXPANDED, &vector["id"]);
        }
    }
}

fn zero_code_bombs_are_refused() {
    let template = include_str!("../../../schemas/every_type.msg");
    let template = godot_var_schema::template::parse(template).expect("a valid template");
    for cap in [0, 6, 100, VIEWER_EXPANDED, DEFAULT_EXPANDED] {
        let options = Options { expanded: cap, ..Options::DEFAULT };
        let interpreter = Interpreter::new(template.clone()).with_options(options);
        for run in [&[0, 255][..], &[0, 0, 255], &[0, 0, 0, 0, 0, 0, 0, 1], &[0]] {
            let mut bomb = vec![0x80, 0, 0, 0, 1, 0, 0xFF, 17];
            while bomb.len() < 65_000 {
                bomb.extend_from_slice(run);
            }
            let error = interpreter.decode(&bomb).expect_err("too much");
            assert_eq!(error.kind(), DecodeErrorKind::LimitExceeded, "{cap} {run:?}");
            judge(&interpreter, &bomb, cap, &Json::from(cap));
        }
    }
}

fn the_cap_counts_the_header() {
    let template = "version 2.0 { A High 1 Trusted Zerocoded { B Single { C Fixed 93 } } }";
    let template = godot_var_schema::template::parse(template).expect("a valid template");
    let options = |expanded| Options { expanded, ..Options::DEFAULT };
    let datagram = [0x80, 0, 0, 0, 1, 0, 1, 0, 93];
    let fits = Interpreter::new(template.clone()).with_options(options(100));
    let value = fits.decode(&datagram).expect("100 bytes");
    assert_eq!(fits.encode(&value).expect("100 bytes"), datagram);
    let short = Interpreter::new(template).with_options(options(99));
    assert_eq!(short.decode(&datagram).expect_err("99").kind(), DecodeErrorKind::LimitExceeded);
    assert_eq!(short.encode(&value).expect_err("99").kind(), EncodeErrorKind::TooLong);
}

fn an_unknown_number_is_where_the_extra_header_leaves_it() {
    let template = "version 2.0 { A High 1 Trusted Zerocoded }";
    let template = godot_var_schema::template::parse(template).expect("a valid template");
    let interpreter = Interpreter::new(template);
    let before = Options { extra: ExtraPlace::BeforeNumber, ..Options::DEFAULT };
    let datagram = [0, 0, 0, 0, 1, 2, 7, 8, 9];
    let offset = |interpreter: &Interpreter| {
        interpreter.decode(&datagram).expect_err("an unknown number").offset()
    };
    assert_eq!(offset(&interpreter), 6);
    assert_eq!(offset(&interpreter.with_options(before)), 8);
}

fn the_fourth_component_of_rotations() {
    for vector in vectors("lludp_quaternion_w.jsonl") {
        let part = |index: usize| vector["xyz"][index].as_f64().expect("a number") as f32;
        let w = Quaternion { x: part(0), y: part(1), z: part(2) }.w();
        let expected = vector["w_hippolyzer_f64"].as_f64().expect("a number");
        assert!((w - expected).abs() < 1e-12, "{}: {w} {expected}", vector["id"]);
    }
}

/// The templates `main` and `extra`.
fn templates() -> [String; 2] {
    let main = TEMPLATE.path();
    [main, &main.with_file_name("extra_template.msg")]
        .map(|path| path.to_str().expect("UTF-8").to_owned())
}

/// Runs the program in the folder of the project.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    feed(program.args(arguments).current_dir(root()), input)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

fn the_template_of_second_life_is_read() {
    let template = fs::read_to_string(TEMPLATE.path()).expect("a template");
    let template = godot_var_schema::template::parse(&template).expect("a valid template");
    assert_eq!(template.messages.len(), 483);
    let update = template.messages.iter().find(|message| message.name == "AgentUpdate");
    let update = update.expect("it has AgentUpdate");
    assert_eq!((update.id(), update.zerocoded, update.blocks.len()), (4, true, 1));
    assert_eq!(update.blocks[0].fields[2].field_type, FieldType::Quaternion);

    let [main, _] = templates();
    let output = run(&["template", "check", &main], b"");
    assert!(output.status.success());
    assert_eq!(
        (text(&output.stdout), text(&output.stderr)),
        (&*format!("{main}: 483 messages\n"), "")
    );
}

fn every_vector_through_the_program() {
    let templates = templates();
    let vectors = fs::read_to_string(root().join("tests/vectors/lludp.jsonl")).expect("vectors");
    let vectors: Vec<Json> =
        vectors.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let mut seen = 0;
    for (template, name) in templates.iter().zip(["main", "extra"]) {
        for place in ["after-number", "before-number"] {
            let batch: Vec<&Json> = vectors
                .iter()
                .filter(|vector| {
                    let is_before = vector["extra_layout"] == "before_number";
                    vector["template"].as_str().unwrap_or("main") == name
                        && is_before == (place == "before-number")
                })
                .collect();
            seen += batch.len();
            let options = ["--wire", "lludp", "--template", template, "--extra-header", place];
            let hex: Vec<&str> = batch.iter().map(|vector| text_of(vector, "hex")).collect();
            let decode: Vec<&str> = ["decode"].iter().chain(&options).copied().collect();
            let decoded = run(&decode, hex.join("\n").as_bytes());
            assert!(decoded.status.success());
            let encode: Vec<&str> = ["encode"].iter().chain(&options).copied().collect();
            let encoded = run(&encode, &decoded.stdout);
            assert!(encoded.status.success());
            let answers = text(&decoded.stdout).lines().zip(text(&encoded.stdout).lines());
            assert_eq!(answers.clone().count(), batch.len());
            for (vector, (answer, back)) in batch.iter().zip(answers) {
                let answer: Json = serde_json::from_str(answer).expect("JSON");
                assert_eq!(
                    answer["value"]["fields"],
                    natural(&vector["blocks"]),
                    "{}",
                    vector["id"]
                );
                // A message without trailing blocks lists them, and is encoded without them.
                assert_eq!(back, text_of(vector, "hex"), "{}", vector["id"]);
            }
        }
    }
    assert_eq!(seen, 810);
}

fn text_of<'a>(vector: &'a Json, key: &str) -> &'a str {
    vector[key].as_str().expect("a text")
}

needs::tests! {
    needs TEMPLATE: every_vector_both_ways, malformed_datagrams_are_judged_as_advised, no_damage_makes_it_panic,
        damage_is_shown_as_it_is_judged, the_template_of_second_life_is_read, every_vector_through_the_program;
    needs nothing: zero_code_bombs_are_refused, the_cap_counts_the_header,
        an_unknown_number_is_where_the_extra_header_leaves_it, the_fourth_component_of_rotations;
}
