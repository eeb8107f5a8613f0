//! Generated GDScript classes in real engines: values of Rust come back unchanged, and the classes refuse what Rust refuses.
//!
//! `common/programs/engine.rs` says what the engine needs.

use crate::boundaries;
use std::fs::{self, File};
use std::io::BufReader;
use std::process::Command;

use crate::needs::{self, GDFORMAT, GDLINT, GDPARSE, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::classes::{Classes, bytes_for, value_of};
use crate::programs::engine::{Engine, Scratch};
use crate::schemas::arena;
use godot_var::dialect::Generation;
use godot_var::framing::{LengthOrder, read_frame, write_frame};
use godot_var::{Dictionary, FromVariantBytes, GodotVar, Limits, ToVariantBytes, Variant, Vector3};
use godot_var_codegen::gdscript::{self, Options};
use godot_var_codegen::protocol;

pub(crate) mod answers;
pub(crate) mod flat;
pub(crate) mod rpcs;
#[path = "../common/samples.rs"]
mod samples;
pub(crate) mod snapshots;
pub(crate) mod strict;

const ARENA: &str = include_str!("../../schemas/arena.rs");
const EVERY_FORM: &str = include_str!("../../schemas/every_form.rs");

/// One value for the engine.
struct Case {
    class: String,
    bytes: Vec<u8>,
    /// Whether Rust can read it.
    good: bool,
    /// Whether it must come back byte for byte.
    whole: bool,
    what: String,
}

/// Makes cases of one type's values: the values, and copies with one wrong part each.
pub(crate) struct Cases {
    engine: &'static Godot,
    cases: Vec<Case>,
}

impl Cases {
    fn of(engine: &'static Godot, samples: fn(&mut Self)) -> Self {
        let mut cases = Self { engine, cases: Vec::new() };
        samples(&mut cases);
        cases
    }

    pub(crate) fn add<T>(&mut self, class: &str, value: &T)
    where
        T: ToVariantBytes + for<'a> FromVariantBytes<'a> + std::fmt::Debug,
    {
        let bytes = bytes_for(self.engine, value).expect("a value of both engines");
        self.push::<T>(class, bytes.clone(), true, format!("{value:?}"));
        let tree: Variant = value_of(self.engine, &bytes).expect("what was written");
        for (what, spoilt) in spoil(&tree) {
            if let Ok(bytes) = bytes_for(self.engine, &spoilt) {
                self.push::<T>(class, bytes, false, format!("{what} in {value:?}"));
            }
        }
    }

    /// A value that the engine reads, although it may write more.
    pub(crate) fn read<T>(&mut self, class: &str, value: &T)
    where
        T: ToVariantBytes + for<'a> FromVariantBytes<'a> + std::fmt::Debug,
    {
        let bytes = bytes_for(self.engine, value).expect("a value of both engines");
        self.push::<T>(class, bytes, false, format!("{value:?}"));
    }

    fn push<T>(&mut self, class: &str, bytes: Vec<u8>, whole: bool, what: String)
    where
        T: for<'a> FromVariantBytes<'a>,
    {
        let read = value_of::<T>(self.engine, &bytes).map(drop);
        let good = read.is_ok();
        assert!(good || !whole, "{read:?}: {what}");
        self.cases.push(Case { class: class.to_owned(), bytes, good, whole, what });
    }
}

/// Replacements for a part.
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

/// Returns every value that differs from this one in one place.
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
    run_as(language(cases.engine), test, schema, text, cases);
}

/// The same with the classes for another version of the engine.
fn run_as(version: gdscript::Engine, test: &str, schema: &str, text: &str, cases: &Cases) {
    let Cases { engine: godot, cases } = cases;
    let script = script(schema, text, version);
    let classes = Classes { root: ".", program: "generated.gd", script: &script, complains: false };
    let call = |case: &Case| {
        Variant::from(vec![Variant::from(case.class.as_str()), case.bytes.clone().into()])
    };
    let answers = classes.answers(godot, test, cases.iter().map(call));
    let mut wrong = Vec::new();
    for (case, answer) in cases.iter().zip(answers) {
        match answer {
            Ok(bytes) if case.whole && bytes != case.bytes => {
                wrong.push(format!(
                    "{}: {}\n  {}\n  {}",
                    case.class,
                    case.what,
                    hex::encode(&case.bytes),
                    hex::encode(&bytes)
                ));
            }
            Ok(_) if case.good => {}
            Ok(_) => wrong.push(format!("{}: {} is taken", case.class, case.what)),
            Err(_) if !case.good => {}
            Err(reason) => wrong.push(format!("{}: {}: {reason}", case.class, case.what)),
        }
    }
    let (number, count) = (wrong.len(), cases.len());
    wrong.truncate(60);
    assert!(wrong.is_empty(), "{number} of {count}:\n{}", wrong.join("\n"));
}

/// The script for an engine.
pub(crate) fn language(godot: &Godot) -> gdscript::Engine {
    match godot.generation {
        Generation::Godot3 => gdscript::Engine::Godot3,
        Generation::Godot4 => gdscript::Engine::Godot4,
    }
}

fn the_arena_comes_back(godot: &'static Godot) {
    run("gdscript-arena", "arena.rs", ARENA, &Cases::of(godot, samples::arena));
}

fn every_form_comes_back(godot: &'static Godot) {
    run("gdscript-forms", "every_form.rs", EVERY_FORM, &Cases::of(godot, samples::every_form));
}

/// The scripts for older versions, in the engine that is there.
fn scripts_for_older_versions_do_the_same(godot: &'static Godot) {
    for (name, version) in
        [("4.2", gdscript::Engine::Godot4_2), ("4.0", gdscript::Engine::Godot4_0)]
    {
        let (test, cases) = (format!("gdscript-{name}"), Cases::of(godot, samples::every_form));
        run_as(version, &test, "every_form.rs", EVERY_FORM, &cases);
    }
}

/// The reason why GDScript accepts a value that Rust refuses, or the other way round. For all other values both agree.
fn difference(name: &str, value: &Variant) -> Option<&'static str> {
    match (name, value) {
        ("OfIntMap" | "OfNonZeroMap", Variant::Dictionary(dictionary))
            if dictionary.entries.iter().any(|(key, _)| matches!(key, Variant::Float(_))) =>
        {
            Some("1 and 1.0 are two keys in GDScript")
        }
        _ => None,
    }
}

/// Keys, names and comments with characters that end a line or that nobody sees.
fn strange_texts_come_back(godot: &'static Godot) {
    let controls = ('\u{1}'..='\u{9f}').filter(|c| c.is_control());
    let others = ('\u{2028}'..='\u{202e}')
        .chain('\u{2066}'..='\u{2069}')
        .chain(['\u{61c}', '\u{200e}', '\u{200f}'])
        .chain(['\u{feff}']);
    let strange: Vec<char> = controls.chain(others).chain(['"', '\\', '#', '[']).collect();
    let (mut fields, mut variants) = (Vec::new(), Vec::new());
    let mut cases = Cases::of(godot, |_| {});
    let mut case = |class: &str, value: Dictionary, whole| {
        let bytes = bytes_for(godot, &Variant::Dictionary(value)).expect("encodes");
        let (class, what) = (class.to_owned(), "strange texts".to_owned());
        cases.cases.push(Case { class, bytes, good: true, whole, what });
    };
    let mut message = Dictionary::new();
    for (at, c) in strange.iter().enumerate() {
        let text = format!("a{c}b");
        let attributes = format!("#[doc = {text:?}] #[godot_var(rename = {text:?}");
        fields.push(format!("{attributes}, default = {text:?})] field{at}: String,\n"));
        variants.push(format!("{attributes})] Variant{at},\n"));
        case("Named", Dictionary::from_iter([("name", text.as_str())]), true);
        message.insert(text.as_str(), text.as_str());
    }
    case("Odd", message, true);
    case("Odd", Dictionary::new(), false);
    let schema = format!(
        "use godot_var::GodotVar;\n#[derive(GodotVar)] struct Odd {{ {} }}\n#[derive(GodotVar)] enum Name {{ {} }}\n\
         #[derive(GodotVar)] struct Named {{ name: Name }}\n",
        fields.concat(),
        variants.concat()
    );
    run("gdscript-strange", "strange\n.rs", &schema, &cases);
}

/// Types whose values have a meaning only in one engine: GDScript has no classes for them.
const OF_ONE_ENGINE: [&str; 4] = ["OfRid", "OfObjectId", "OfCallable", "OfSignal"];

/// The types of `boundaries_godot4.rs` without those.
fn newer() -> String {
    let is_sent =
        |item: &&str| !OF_ONE_ENGINE.iter().any(|name| item.contains(&format!("{name} ")));
    boundaries::NEWER.split("\n\n").filter(is_sent).collect::<Vec<_>>().join("\n\n")
}

fn gdscript_takes_what_rust_takes(godot: &'static Godot) {
    let (mut both, mut newer_ones) = (Cases::of(godot, |_| {}), Cases::of(godot, |_| {}));
    let mut differences = 0;
    for ty in boundaries::types() {
        let (cases, reads) = match (godot.generation, ty.godot3) {
            (_, None) if OF_ONE_ENGINE.contains(&ty.name) => continue,
            (Generation::Godot3, None) => continue,
            (Generation::Godot3, Some(reads)) => (&mut both, reads),
            (Generation::Godot4, Some(_)) => (&mut both, ty.godot4),
            (Generation::Godot4, None) => (&mut newer_ones, ty.godot4),
        };
        for value in boundaries::values() {
            let message = ty.message(value.as_ref());
            // Values that Godot 3 does not have.
            let Ok(bytes) = bytes_for(godot, &message) else { continue };
            if value.as_ref().and_then(|value| difference(ty.name, value)).is_some() {
                differences += 1;
                continue;
            }
            let (class, what, good) = (ty.name.to_owned(), format!("{value:?}"), reads(&bytes));
            cases.cases.push(Case { class, bytes, good, whole: false, what });
        }
    }
    assert!(both.cases.len() > 5000 && differences == 4, "{} {differences}", both.cases.len());
    run("gdscript-boundaries", "boundaries.rs", boundaries::BOTH, &both);
    if godot.generation == Generation::Godot4 {
        assert!(newer_ones.cases.len() > 500, "{}", newer_ones.cases.len());
        run("gdscript-newer", "boundaries_godot4.rs", &newer(), &newer_ones);
    }
}

fn the_committed_classes_are_not_stale() {
    let messages = include_str!("../../examples/network/multiplayer/messages.rs");
    let script = flat::script("messages.rs", messages, gdscript::Engine::Godot4);
    assert_eq!(script, include_str!("../../examples/multiplayer-client-godot4/messages.gd"));
    for (engine, version, committed) in [
        (gdscript::Engine::Godot3, 3, include_str!("../../examples/arena-client-godot3/arena.gd")),
        (gdscript::Engine::Godot4, 4, include_str!("../../examples/arena-client-godot4/arena.gd")),
    ] {
        assert!(
            flat::script("schemas/arena.rs", ARENA, engine) == committed,
            "run `cargo run --bin godot-var -- generate gdscript --godot {version} schemas/arena.rs \
             -o examples/arena-client-godot{version}`"
        );
        for (name, layout) in [("LAYOUT", arena::LAYOUT), ("FLAT_LAYOUT", arena::FLAT_LAYOUT)] {
            let line = |ty: &str| format!("\nconst {name}{ty} = \"{layout}\"\n");
            assert!(
                committed.contains(&line("")) || committed.contains(&line(": String")),
                "{name}"
            );
        }
    }
}

/// Checked by the grammar of the Python package `gdtoolkit`, which is older than recent syntax.
fn scripts_for_godot_4_0_parse() {
    let scratch = Scratch::new("gdparse");
    for (schema, text) in [
        ("arena.rs", ARENA),
        ("every_form.rs", EVERY_FORM),
        ("boundaries.rs", boundaries::BOTH),
        ("sketch.rs", include_str!("../../godot-var-codegen/tests/gdscript/sketch.rs")),
    ] {
        let path = scratch.path(&format!("{schema}.gd"));
        fs::write(&path, script(schema, text, gdscript::Engine::Godot4_0)).expect("written");
        let output = Command::new(GDPARSE.path()).arg(path).output().expect("gdparse runs");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{schema}: {complaint}");
    }
}

/// Returns the scripts of whole schemas for an engine.
fn scripts(engine: gdscript::Engine) -> Vec<(&'static str, String)> {
    [
        ("arena", ARENA),
        ("every_form", EVERY_FORM),
        ("boundaries", boundaries::BOTH),
        ("sketch", include_str!("../../godot-var-codegen/tests/gdscript/sketch.rs")),
    ]
    .map(|(name, text)| (name, script(&format!("{name}.rs"), text, engine)))
    .into_iter()
    .chain([("world", flat::script(snapshots::WORLD.0, snapshots::WORLD.1, engine))])
    .collect()
}

/// For both engines: users run the formatter on their whole project.
fn the_formatter_changes_nothing() {
    let scratch = Scratch::new("gdformat");
    for engine in [gdscript::Engine::Godot4, gdscript::Engine::Godot4_2, gdscript::Engine::Godot3] {
        for (name, text) in scripts(engine) {
            let path = scratch.path(&format!("{name}.gd"));
            fs::write(&path, &text).expect("written");
            let output = Command::new(GDFORMAT.path()).arg(&path).output().expect("gdformat runs");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let formatted = fs::read_to_string(&path).expect("the script");
            let mut lines = formatted.lines().zip(text.lines());
            let difference = lines.find(|(theirs, ours)| theirs != ours);
            assert!(formatted == text, "{name} for {engine:?}: {difference:?}");
        }
    }
}

/// With its default settings, except names that are those of the schema.
fn the_linter_finds_names_alone() {
    let scratch = Scratch::new("gdlint");
    for engine in [gdscript::Engine::Godot4, gdscript::Engine::Godot3] {
        for (name, text) in scripts(engine) {
            let path = scratch.path(&format!("{name}.gd"));
            fs::write(&path, &text).expect("written");
            let output = Command::new(GDLINT.path()).arg(&path).output().expect("gdlint runs");
            let said =
                String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            let found: Vec<&str> = said
                .lines()
                .filter(|line| line.contains(": Error: ") && !line.ends_with("-name)"))
                .collect();
            assert!(found.is_empty(), "{name} for {engine:?}: {found:#?}");
            assert!(name != "arena" || output.status.success(), "{said}");
        }
    }
}

fn a_refusal_is_null_and_an_error_that_names_the_place(godot: &'static Godot) {
    let scratch = Scratch::in_engine(godot, "gdscript-refusal");
    let path = scratch.path("messages.gd");
    fs::write(&path, script("arena.rs", ARENA, language(godot))).expect("a script");
    let path = path.to_string_lossy().into_owned();
    let log = Engine::start_in(godot, scratch, "refusal.gd", &[&path]).wait();
    let (null, scores, encoder, bytes) = match godot.generation {
        Generation::Godot3 => ("Null", "{b b:2}", "var2bytes", "PoolByteArray"),
        Generation::Godot4 => ("<null>", "{ \"b b\": 2 }", "var_to_bytes", "PackedByteArray"),
    };
    for expected in [
        "Snapshot.players[0].pos: expected Vector3, got String".to_owned(),
        format!("text for a vector: {null}"),
        "Snapshot.scores[\"b b\"]: expected int, got float 0.5".to_owned(),
        format!("half a point: {null}"),
        "Snapshot.scores: it is missing".to_owned(),
        format!("no scores: {null}"),
        "Snapshot: expected Dictionary, got int".to_owned(),
        format!("no Dictionary: {null}"),
        format!("Snapshot: expected bytes from {encoder}(), got 7b227469…, which looks like text or JSON; send put_packet"),
        format!("JSON: {null}"),
        format!("Snapshot: expected bytes from {encoder}(), got nothing; send put_packet"),
        format!("no bytes: {null}"),
        "Snapshot: expected Dictionary, got null\n".to_owned(),
        format!("null: {null}"),
        format!("Snapshot: expected Dictionary, got {bytes}; from_bytes() reads bytes"),
        format!("bytes for a value: {null}"),
        "Snapshot: expected Dictionary, got Object; send message.to_bytes(), or put_var() with message.to_variant()".to_owned(),
        format!("a message: {null}"),
        format!("null and more: {null}"),
        "Snapshot.players: expected Array, got Dictionary".to_owned(),
        format!("deep: {null}"),
        format!("a good one: {scores}"),
    ] {
        assert!(log.contains(&expected), "no {expected:?} in\n{log}");
    }
    // Bytes after a message are no other message.
    assert!(!log.contains("got 00000000"), "{log}");
    // To print what is refused would need a bound of its depth.
    assert!(!log.contains("recursion") && !log.contains("leaked"), "{log}");
}

/// Maps of numbers, and messages with ids.
const WORDS: &str = "use godot_var::GodotVar;
use std::collections::BTreeMap;
#[derive(GodotVar)]
#[godot_var(array, id)]
enum ToServer {
    #[godot_var(id = 1)]
    Score(BTreeMap<u8, i64>),
}
#[derive(GodotVar)]
struct Maps { small: BTreeMap<u8, i64>, teams: BTreeMap<Team, i64>, flags: BTreeMap<bool, i64> }
#[derive(GodotVar, PartialEq, Eq, PartialOrd, Ord)]
#[godot_var(repr = \"int\")]
enum Team { Red, Blue }";

fn faults_are_in_plain_words(godot: &'static Godot) {
    let scratch = Scratch::in_engine(godot, "gdscript-words");
    let path = scratch.path("messages.gd");
    fs::write(&path, script("words.rs", WORDS, language(godot))).expect("a script");
    let path = path.to_string_lossy().into_owned();
    let log = Engine::start_in(godot, scratch, "words.gd", &[&path]).wait();
    let said: Vec<&str> =
        log.lines().filter_map(|line| line.split_once(" said: ").map(|(_, said)| said)).collect();
    assert_eq!(
        said,
        [
            "ToServer: expected an Array that begins with an id, got null",
            "ToServer: expected an Array that begins with an id, got int",
            "ToServer: expected an Array that begins with an id, got an empty Array",
            "ToServer[0]: expected int, got null",
            "ToServer[0]: expected int, got String",
            "ToServer.SCORE: expected int from 0 to 255 as key, got 300",
            "ToServer.SCORE: expected int from 0 to 255 as key, got String",
            "ToServer.SCORE: expected Dictionary, got null",
            "",
            "Maps.small: expected int from 0 to 255 as key, got -1",
            "Maps.teams: expected Team as key, got 9",
            "Maps.teams: expected Team as key, got String",
            "Maps.flags: expected bool as key, got int",
            "Maps.flags: expected Dictionary, got null",
            "",
        ],
        "{log}"
    );
}

fn what_the_other_side_would_refuse_is_said_on_sending(godot: &'static Godot) {
    let scratch = Scratch::in_engine(godot, "gdscript-sending");
    let path = scratch.path("messages.gd");
    fs::write(&path, script("arena.rs", ARENA, language(godot))).expect("a script");
    let path = path.to_string_lossy().into_owned();
    let log = Engine::start_in(godot, scratch, "sending.gd", &[&path]).wait();
    for expected in [
        "good: True",
        "Join.name: longer than 32 bytes",
        "Join.team: no Team has the number 98; it has 0, 1, 7",
        "Join.team: no Team has the number 99; it has 0, 1, 7",
        "bytes of a bad one: 0",
        "PlayerState.id: expected int from 0 to 4294967295, got -1",
        "PlayerState.yaw: expected a float of 32 bits, got -1",
        "ClientMessage.MOVE.id: expected int from 0 to 4294967295, got -1",
        "ClientMessage.MOVE: expected Dictionary, got null",
        "Snapshot.players[0]: expected Dictionary, got null",
        "Snapshot(tick=0, players=[PlayerState(id=1, ",
        "ClientMessage.CHAT(value=Chat(channel=\"all\", text=\"a \\\"b\\\"\", at=7, tags=[",
        "unit: ClientMessage.LEAVE()",
        "kind: 4",
    ] {
        let in_four = expected.replace("True", "true").replace("Null", "<null>");
        assert!(log.contains(expected) || log.contains(&in_four), "no {expected:?} in\n{log}");
    }
    // One error for each, and none of the engine itself.
    assert_eq!(log.matches("ERROR: ").count(), 8, "{log}");
}

const PLAYER: &str = "use godot_var::{GodotVar, Vector3};
#[derive(GodotVar)]
struct Item { name: String }
#[derive(GodotVar)]
#[godot_var(delta)]
struct Player { hp: i32, pos: Vector3, name: Option<String>, apply: u8, items: Vec<Item>, home: Option<Item> }";

#[derive(Clone, Debug, PartialEq, GodotVar)]
struct Item {
    name: String,
}

/// The same as [`PLAYER`].
#[derive(Clone, Debug, PartialEq, GodotVar)]
#[godot_var(delta)]
struct Player {
    hp: i32,
    pos: Vector3,
    name: Option<String>,
    apply: u8,
    items: Vec<Item>,
    home: Option<Item>,
}

/// An object of a generated class, and a plain Dictionary, become the newer player.
fn deltas_are_applied(godot: &'static Godot) {
    let item = |name: &str| Item { name: name.into() };
    let one = Player {
        hp: 3,
        pos: Vector3::ZERO,
        name: Some("Ann".into()),
        apply: 1,
        items: vec![item("a"), item("b")],
        home: None,
    };
    let states = [
        one.clone(),
        Player { hp: -1, name: None, ..one.clone() },
        Player { apply: 2, items: vec![item("c")], home: Some(item("h")), ..one.clone() },
        Player { items: Vec::new(), ..one.clone() },
        one,
    ];
    let scratch = Scratch::in_engine(godot, "gdscript-deltas");
    fs::write(scratch.path("messages.gd"), script("player.rs", PLAYER, language(godot)))
        .expect("a script");
    let mut input = File::create(scratch.path("in")).expect("a file");
    let mut put = |bytes: &[u8]| {
        write_frame(&mut input, bytes, LengthOrder::LittleEndian).expect("written");
    };
    put(&bytes_for(godot, &states[0]).expect("encodes"));
    for pair in states.windows(2) {
        let delta = pair[1].changes_since(&pair[0]);
        put(&bytes_for(godot, &delta).expect("encodes"));
    }
    let (folder, out) = (scratch.path(""), scratch.path("out"));
    let folder = folder.to_string_lossy().trim_end_matches('/').to_owned();
    let mut engine = Engine::start_in(godot, scratch, "deltas.gd", &[&folder]);
    let log = engine.finish_in_place();
    assert!(log.ends_with("OK\n") && !log.contains("ERROR"), "{log}");
    let mut output = BufReader::new(File::open(out).expect("the answers"));
    let mut buffer = Vec::new();
    for state in &states[1..] {
        for kind in ["an object", "a Dictionary", "the changes of another object"] {
            let frame =
                read_frame(&mut output, LengthOrder::LittleEndian, Limits::DEFAULT, &mut buffer)
                    .expect("a frame")
                    .expect("an answer for each state");
            assert_eq!(value_of::<Player>(godot, frame).as_ref(), Ok(state), "{kind}");
        }
    }
}

/// Both variants read `left`: without memoization that takes 2^60 reads.
const EXPRESSION: &str = "use godot_var::GodotVar;
#[derive(GodotVar)]
#[godot_var(untagged)]
enum Expr {
    Name(String),
    Number(f64),
    Both { left: Box<Expr>, right: Box<Expr> },
    All(Vec<Expr>),
    Neg { left: Box<Expr> },
    Any(Vec<Option<Expr>>),
    Pairs(Vec<(Expr, i64)>),
    Loose(Vec<(Expr, Option<i64>)>),
}";

/// Types that are read from texts in a form of their own.
const TEXTS: &str = "use godot_var::GodotVar;
#[derive(GodotVar)]
struct Ip { value: std::net::IpAddr }
#[derive(GodotVar)]
struct V4 { value: std::net::Ipv4Addr }
#[derive(GodotVar)]
struct V6 { value: std::net::Ipv6Addr }
#[derive(GodotVar)]
struct Socket { value: std::net::SocketAddr }
#[derive(GodotVar)]
struct Id { value: uuid::Uuid }";

/// Texts that are addresses, or nearly.
fn nearly_addresses() -> Vec<String> {
    let hosts = "127.0.0.1 0.0.0.0 255.255.255.255 256.0.0.1 1.2.3 1.2.3.4.5 01.2.3.4 00.0.0.0 +1.2.3.4 1.2.3.-4 1..2.3 \
        1.2.3.4. .1.2.3.4 0001.2.3.4 1.2.3.4444 :: ::1 1:: 1::8 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 1::2::3 ::: \
        :::1 1:::2 :1 1: 1:2 : 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 1::3:4:5:6:7:8 1:2:3::5:6:7:8 1:2:3:4::5:6:7:8 12345:: g:: -1:: \
        +1:: 00001:: 0001:: ABCD:ef:: ::1.2.3.4 1.2.3.4:: 1::1.2.3.4 1:2:3:4:5:6:1.2.3.4 1:2:3:4:5:6:7:1.2.3.4 1:2:3:4:5:1.2.3.4 \
        1:2:3:4:5::1.2.3.4 1:2:3:4:5:6::1.2.3.4 1.2.3.4:5:6:7:8:9:a ::1.2.3.4:5 ::1.2.3.256 ::1.2.3 fe80::1%3 \
        ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255 localhost 0x1.2.3.4 ١.2.3.4";
    let mut texts: Vec<String> = hosts.split_whitespace().map(str::to_owned).collect();
    texts.extend([String::new(), " ".to_owned(), " 1.2.3.4".to_owned(), "1.2.3.4 ".to_owned()]);
    let sockets = [
        "{}:80",
        "[{}]:80",
        "[{}%1]:80",
        "[{}%]:80",
        "[{}%x]:80",
        "[{}%4294967296]:80",
        "[{}]80",
        "[{}:80",
    ];
    let ports = "0 00080 65535 65536 99999999999999999999 00000000000000000000080 -1 +1 x 1x 1:2";
    let mut more: Vec<String> = Vec::new();
    for host in &texts {
        more.extend(sockets.iter().map(|form| form.replace("{}", host)));
    }
    for port in ports.split(' ').chain([""]) {
        more.extend([
            format!("1.2.3.4:{port}"),
            format!("[::1]:{port}"),
            format!("[::1%{port}]:1"),
        ]);
    }
    texts.append(&mut more);
    texts
}

fn nearly_ids() -> Vec<String> {
    let (id, simple) = ("67e55044-10b1-426f-9247-bb680E5fe0c8", "67e5504410b1426f9247bb680e5fe0c8");
    let mut ids = vec![id.to_owned(), simple.to_owned(), String::new(), "-".repeat(36)];
    for of in [id, simple] {
        ids.extend([format!("{{{of}}}"), format!("{{{of}"), format!("{of}}}"), format!("({of})")]);
        ids.extend([
            format!("urn:uuid:{of}"),
            format!("URN:uuid:{of}"),
            format!("urn:uuid:{{{of}}}"),
        ]);
        ids.extend([
            of.replacen('6', "", 1),
            format!("{of}0"),
            of.replacen('e', "g", 1),
            format!(" {of}"),
        ]);
    }
    ids.extend([id.replacen('4', "-", 1), id.replacen("-4", "4-", 1), id.replacen('6', "+", 1)]);
    ids
}

fn texts_have_the_form_that_rust_parses(godot: &'static Godot) {
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
    let mut cases = Cases::of(godot, |_| {});
    let mut add = |class: &str, text: &str, good: bool| {
        let message = Variant::Dictionary(Dictionary::from_iter([("value", text)]));
        let bytes = bytes_for(godot, &message).expect("encodes");
        let what = format!("{text:?}");
        cases.cases.push(Case { class: class.to_owned(), bytes, good, whole: good, what });
    };
    for text in &nearly_addresses() {
        add("Ip", text, text.parse::<IpAddr>().is_ok());
        add("V4", text, text.parse::<Ipv4Addr>().is_ok());
        add("V6", text, text.parse::<Ipv6Addr>().is_ok());
        add("Socket", text, text.parse::<SocketAddr>().is_ok());
    }
    for text in &nearly_ids() {
        add("Id", text, uuid::Uuid::parse_str(text).is_ok());
    }
    assert!(cases.cases.len() > 1000, "{}", cases.cases.len());
    run("gdscript-texts", "texts.rs", TEXTS, &cases);
}

fn deep_untagged_enums_take_no_time(godot: &'static Godot) {
    let mut cases = Cases::of(godot, |_| {});
    for (leaf, good) in [(Variant::Float(1.5), true), (true.into(), false)] {
        let mut record = leaf.clone();
        let mut list = leaf.clone();
        let mut pairs = leaf;
        for _ in 0..30 {
            pairs = Variant::from(vec![Variant::from(vec![pairs, Variant::Float(7.0)])]);
        }
        for _ in 0..60 {
            record = Variant::Dictionary(Dictionary::from_iter([("left", record)]));
            list = Variant::from(vec![Variant::from("x"), list]);
        }
        for value in [record, list, pairs] {
            let bytes = bytes_for(godot, &value).expect("encodes");
            let what = format!("many levels around a leaf: {good}");
            cases.cases.push(Case { class: "Expr".to_owned(), bytes, good, whole: good, what });
        }
    }
    run("gdscript-deep", "expression.rs", EXPRESSION, &cases);
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: the_arena_comes_back, every_form_comes_back, gdscript_takes_what_rust_takes, strange_texts_come_back, deep_untagged_enums_take_no_time,
        texts_have_the_form_that_rust_parses, what_the_other_side_would_refuse_is_said_on_sending, a_refusal_is_null_and_an_error_that_names_the_place, faults_are_in_plain_words,
        deltas_are_applied;
    in GODOT4: scripts_for_older_versions_do_the_same;
    needs GDPARSE: scripts_for_godot_4_0_parse;
    needs GDFORMAT: the_formatter_changes_nothing;
    needs GDLINT: the_linter_finds_names_alone;
    needs nothing: the_committed_classes_are_not_stale;
}
