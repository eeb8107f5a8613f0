//! Generated GDScript classes in a real Godot 3 engine: what Rust writes comes back as it was, and
//! what Rust refuses is refused there.
//!
//! `common/programs/engine.rs` says what the engine needs.

use crate::boundaries;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::thread;
use std::time::{Duration, Instant};

use crate::needs::{self, GDPARSE, GODOT3};
use crate::programs::engine::{Engine, Scratch, TIMEOUT};
use crate::programs::gdparse;
use godot_var::framing::{LengthOrder, read_frame, write_frame};
use godot_var::{Dictionary, FromVariantBytes, Godot3, Limits, ToVariantBytes, Variant, Vector3};
use godot_var_codegen::gdscript::{self, Options};
use godot_var_codegen::protocol;

#[path = "../common/samples.rs"]
mod samples;

/// One value for the engine.
struct Case {
    class: String,
    bytes: Vec<u8>,
    /// Whether Rust reads it.
    good: bool,
    /// Whether it must come back byte by byte.
    whole: bool,
    what: String,
}

/// Makes cases of values of one type: themselves, and with one part after the other spoilt.
pub(crate) struct Cases(Vec<Case>);

impl Cases {
    pub(crate) fn add<T>(&mut self, class: &str, value: &T)
    where
        T: ToVariantBytes + for<'a> FromVariantBytes<'a> + std::fmt::Debug,
    {
        let bytes = value.to_variant_bytes::<Godot3>().expect("a value of Godot 3");
        self.push::<T>(class, bytes.clone(), true, format!("{value:?}"));
        let tree = Variant::from_variant_bytes::<Godot3>(&bytes).expect("what was written");
        for (what, spoilt) in spoil(&tree) {
            if let Ok(bytes) = spoilt.to_variant_bytes::<Godot3>() {
                self.push::<T>(class, bytes, false, format!("{what} in {value:?}"));
            }
        }
    }

    /// A value that the engine reads, though what it writes may be more.
    pub(crate) fn read<T>(&mut self, class: &str, value: &T)
    where
        T: ToVariantBytes + for<'a> FromVariantBytes<'a> + std::fmt::Debug,
    {
        let bytes = value.to_variant_bytes::<Godot3>().expect("a value of Godot 3");
        self.push::<T>(class, bytes, false, format!("{value:?}"));
    }

    fn push<T>(&mut self, class: &str, bytes: Vec<u8>, whole: bool, what: String)
    where
        T: for<'a> FromVariantBytes<'a>,
    {
        let read = T::from_variant_bytes::<Godot3>(&bytes).map(drop);
        let good = read.is_ok();
        assert!(good || !whole, "{read:?}: {what}");
        self.0.push(Case { class: class.to_owned(), bytes, good, whole, what });
    }
}

/// What stands in the place of a part.
fn wrong() -> Vec<Variant> {
    vec![
        Variant::Nil,
        true.into(),
        Variant::Int(-1),
        Variant::Int(1 << 40),
        Variant::Float(2.5),
        Variant::Float(3.0),
        "x y".into(),
        Variant::from(Vec::<Variant>::new()),
        Variant::from(vec![Variant::Int(1), "q".into()]),
        Variant::Dictionary(Dictionary::default()),
        Vector3::ZERO.into(),
    ]
}

/// Every value that differs from this one in one place.
fn spoil(value: &Variant) -> Vec<(String, Variant)> {
    let mut spoilt: Vec<(String, Variant)> =
        wrong().into_iter().map(|wrong| (format!("{wrong:?}"), wrong)).collect();
    match value {
        Variant::Dictionary(dictionary) => {
            for (at, (key, part)) in dictionary.entries.iter().enumerate() {
                let mut without = dictionary.clone();
                without.entries.remove(at);
                spoilt.push((format!("no {key:?}"), Variant::Dictionary(without)));
                for (what, part) in spoil(part) {
                    let mut changed = dictionary.clone();
                    changed.entries[at].1 = part;
                    spoilt.push((format!("{key:?}: {what}"), Variant::Dictionary(changed)));
                }
            }
            let mut more = dictionary.clone();
            more.entries.push(("unknown key".into(), 1.into()));
            spoilt.push(("one key more".into(), Variant::Dictionary(more)));
        }
        Variant::Array(array) => {
            for at in 0..array.elements.len() {
                let mut without = array.clone();
                without.elements.remove(at);
                spoilt.push((format!("no [{at}]"), Variant::Array(without)));
                for (what, part) in spoil(&array.elements[at]) {
                    let mut changed = array.clone();
                    changed.elements[at] = part;
                    spoilt.push((format!("[{at}]: {what}"), Variant::Array(changed)));
                }
            }
            let mut more = array.clone();
            more.elements.push(Variant::Int(1));
            spoilt.push(("one element more".into(), Variant::Array(more)));
        }
        _ => {}
    }
    spoilt
}

/// The script of a schema.
fn script(schema: &str, text: &str, engine: gdscript::Engine) -> String {
    let protocol =
        protocol::parse_text(schema, text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let script = gdscript::generate(&protocol, &Options::new(engine))
        .unwrap_or_else(|errors| panic!("{errors:#?}"));
    let again = gdscript::generate(&protocol, &Options::new(engine));
    assert_eq!(Ok(&script), again.as_ref(), "the same schema gives the same bytes");
    script
}

/// Runs cases through the classes of a schema.
fn run(test: &str, schema: &str, text: &str, cases: &Cases) {
    let script = script(schema, text, gdscript::Engine::Godot3);
    let scratch = Scratch::new(test);
    fs::write(scratch.path("messages.gd"), script).expect("a script");
    let mut input = BufWriter::new(File::create(scratch.path("in")).expect("a file"));
    for case in &cases.0 {
        let call =
            Variant::from(vec![Variant::from(case.class.as_str()), case.bytes.clone().into()]);
        let bytes = call.to_variant_bytes::<Godot3>().expect("encodes");
        write_frame(&mut input, &bytes, LengthOrder::LittleEndian).expect("written");
    }
    input.flush().expect("written");
    drop(input);
    let (folder, out) = (scratch.path(""), scratch.path("out"));
    let folder = folder.to_string_lossy().trim_end_matches('/').to_owned();
    let mut engine = Engine::start_in(&GODOT3, scratch, "generated.gd", &[&folder]);
    let log = engine.finish_in_place();
    assert!(log.ends_with("OK\n"), "{log}");
    let mut output = BufReader::new(File::open(out).expect("the answers"));
    let mut buffer = Vec::new();
    let mut wrong = Vec::new();
    for case in &cases.0 {
        let frame =
            read_frame(&mut output, LengthOrder::LittleEndian, Limits::DEFAULT, &mut buffer)
                .expect("a frame")
                .expect("an answer for each case");
        match Variant::from_variant_bytes::<Godot3>(frame).expect("a value") {
            Variant::PackedByteArray(bytes) if case.whole && bytes != case.bytes => {
                wrong.push(format!(
                    "{}: {}\n  {}\n  {}",
                    case.class,
                    case.what,
                    hex::encode(&case.bytes),
                    hex::encode(&bytes)
                ));
            }
            Variant::PackedByteArray(_) if case.good => {}
            Variant::PackedByteArray(_) => {
                wrong.push(format!("{}: {} is taken", case.class, case.what));
            }
            Variant::String(_) if !case.good => {}
            answer => wrong.push(format!("{}: {}: {answer:?}", case.class, case.what)),
        }
    }
    let (number, count) = (wrong.len(), cases.0.len());
    wrong.truncate(60);
    assert!(wrong.is_empty(), "{number} of {count}:\n{}", wrong.join("\n"));
}

fn the_arena_comes_back() {
    let mut cases = Cases(Vec::new());
    samples::arena(&mut cases);
    run("gdscript-arena", "arena.rs", include_str!("../../schemas/arena.rs"), &cases);
}

fn every_form_comes_back() {
    let mut cases = Cases(Vec::new());
    samples::every_form(&mut cases);
    run("gdscript-forms", "every_form.rs", include_str!("../../schemas/every_form.rs"), &cases);
}

/// Why GDScript takes a value that Rust refuses, or refuses one that Rust takes; all other values
/// are the same to both.
fn difference(name: &str, value: &Variant) -> Option<&'static str> {
    const ROUNDED: &str = "a float of GDScript has 64 bits, and is rounded when it is sent";
    let is_wide = |value: &Variant| matches!(value, Variant::Float(number) if number.is_finite() && number.abs() > f32::MAX.into());
    match (name, value) {
        ("OfF32" | "OfStrictF32", value) if is_wide(value) => Some(ROUNDED),
        ("OfListOfF32" | "OfFixedListOfF32", Variant::Array(array))
            if array.elements.iter().any(is_wide) =>
        {
            Some(ROUNDED)
        }
        ("OfIntMap", Variant::Dictionary(dictionary))
            if dictionary.entries.iter().any(|(key, _)| matches!(key, Variant::Float(_))) =>
        {
            Some("1 and 1.0 are two keys in GDScript")
        }
        _ => None,
    }
}

fn gdscript_takes_what_rust_takes() {
    let mut cases = Cases(Vec::new());
    let mut differences = 0;
    for ty in boundaries::types() {
        let Some(reads) = ty.godot3 else { continue };
        for value in boundaries::values() {
            let message = ty.message(value.as_ref());
            // Values that Godot 3 has none of.
            let Ok(bytes) = message.to_variant_bytes::<Godot3>() else { continue };
            if value.as_ref().and_then(|value| difference(ty.name, value)).is_some() {
                differences += 1;
                continue;
            }
            let (class, what, good) = (ty.name.to_owned(), format!("{value:?}"), reads(&bytes));
            cases.0.push(Case { class, bytes, good, whole: false, what });
        }
    }
    assert!(cases.0.len() > 5000 && differences < 10, "{} {differences}", cases.0.len());
    run("gdscript-boundaries", "boundaries.rs", boundaries::BOTH, &cases);
}

fn the_committed_classes_are_not_stale() {
    let fresh = script(
        "schemas/arena.rs",
        include_str!("../../schemas/arena.rs"),
        gdscript::Engine::Godot3,
    );
    assert!(
        fresh == include_str!("../../examples/arena-client-godot3/arena.gd"),
        "run `cargo run --bin godot-var -- generate gdscript --godot 3 schemas/arena.rs \
         -o examples/arena-client-godot3`"
    );
}

fn the_scripts_for_godot_4_parse() {
    let scratch = Scratch::new("gdparse");
    for (schema, text) in [
        ("arena.rs", include_str!("../../schemas/arena.rs")),
        ("every_form.rs", include_str!("../../schemas/every_form.rs")),
        ("boundaries.rs", boundaries::BOTH),
        ("sketch.rs", include_str!("../../godot-var-codegen/tests/gdscript/sketch.rs")),
    ] {
        let path = scratch.path(&format!("{schema}.gd"));
        fs::write(&path, script(schema, text, gdscript::Engine::Godot4)).expect("written");
        gdparse::check(&path);
    }
}

fn a_refusal_is_null_and_an_error_that_names_the_place() {
    let scratch = Scratch::new("gdscript-refusal");
    let path = scratch.path("messages.gd");
    let text = script("arena.rs", include_str!("../../schemas/arena.rs"), gdscript::Engine::Godot3);
    fs::write(&path, text).expect("a script");
    let path = path.to_string_lossy().into_owned();
    let mut engine = Engine::start_in(&GODOT3, scratch, "refusal.gd", &[&path]);
    let deadline = Instant::now() + TIMEOUT;
    while engine.is_running() {
        assert!(Instant::now() < deadline, "the engine does not end");
        thread::sleep(Duration::from_millis(5));
    }
    let log = engine.log();
    for expected in [
        "Snapshot: players[0].pos: expected Vector3, got String",
        "text for a vector: Null",
        "Snapshot: scores[\"b b\"]: expected int, got float 0.5",
        "half a point: Null",
        "Snapshot: scores: expected Dictionary, but it is missing",
        "no scores: Null",
        "Snapshot: expected Dictionary, got int",
        "no Dictionary: Null",
        "a good one: {b b:2}",
    ] {
        assert!(log.contains(expected), "no {expected:?} in\n{log}");
    }
    assert!(!log.contains("leaked"), "{log}");
}

needs::tests! {
    needs GODOT3: the_arena_comes_back, every_form_comes_back, gdscript_takes_what_rust_takes, a_refusal_is_null_and_an_error_that_names_the_place;
    needs GDPARSE: the_scripts_for_godot_4_parse;
    needs nothing: the_committed_classes_are_not_stale;
}
