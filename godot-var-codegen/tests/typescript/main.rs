//! Generated TypeScript: its text, the strict options of its compiler, and what it reads and writes, compared with Rust.
//!
//! `BLESS=1 cargo test -p godot-var-codegen --test typescript` rewrites the module of the arena.
#![expect(clippy::wildcard_imports, reason = "the types of a schema")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, ExitCode};

use godot_var::flat::{Encode, Flat, Little};
use godot_var::layout::{Describe, TypeLayout};
use godot_var::values::StringName;
use godot_var::{
    Dialect, Dictionary, FromFlatBytes, FromVariantBytes, Godot3, Godot4, Reader, ToFlatBytes,
    ToVariantBytes, Variant,
};
use godot_var_codegen::flat::parse_both;
use godot_var_codegen::language::Language;
use godot_var_codegen::language::typescript::TypeScript;
use godot_var_codegen::schema::Schema;
use godot_var_runtime::variant::Generation;
use needs::{NODE, TSC, tests};

#[path = "../../../tests/common/boundaries.rs"]
#[allow(dead_code, reason = "constants of the schemas")]
pub mod boundaries;
#[path = "checks.rs"]
#[allow(dead_code, missing_docs, reason = "the tests of their names say it")]
pub mod checks;
#[path = "../../../schemas/every_flat.rs"]
#[allow(dead_code, missing_docs, reason = "the names say it")]
pub mod every_flat;
#[path = "../../../schemas/every_flat_godot4.rs"]
#[allow(dead_code, missing_docs, reason = "the names say it")]
pub mod every_flat_godot4;
#[path = "../../../schemas/every_row.rs"]
#[allow(dead_code, missing_docs, reason = "the types say it all")]
pub mod every_row;
#[path = "../../../fuzz/src/flat_sample.rs"]
mod flat_sample;
#[path = "../../../tests/common/needs.rs"]
mod needs;
#[path = "../../../fuzz/src/sample.rs"]
pub mod sample;
#[path = "../../../tests/common/schemas.rs"]
pub mod schemas;
#[path = "../../../schemas/world.rs"]
#[allow(dead_code, missing_docs, reason = "the types say it all")]
pub mod world;
#[path = "../../../tests/common/world_session.rs"]
#[allow(dead_code, reason = "only transcripts are played")]
pub mod world_session;

fn main() -> ExitCode {
    needs::run([tests()])
}

tests! {
    needs nothing: the_arena_is_as_before, what_it_cannot_hold_is_reported;
    needs TSC NODE: odd_names, the_arena, every_form, every_row, every_flat, the_boundaries, values_at_the_edges, snapshots;
}

/// The options under which a file is compiled: it takes those of its user's project, so it has to pass all.
const OPTIONS: &str = r#"
    "strict": true, "target": "ES2020", "module": "ESNext", "moduleResolution": "bundler", "lib": ["ES2020", "DOM"], "types": [],
    "noUncheckedIndexedAccess": true, "exactOptionalPropertyTypes": true, "noImplicitReturns": true, "noFallthroughCasesInSwitch": true,
    "noUnusedLocals": true, "noUnusedParameters": true, "noImplicitOverride": true, "noPropertyAccessFromIndexSignature": true,
    "isolatedModules": true, "isolatedDeclarations": true, "declaration": true, "erasableSyntaxOnly": true, "verbatimModuleSyntax": true,
    "allowUnreachableCode": false, "allowUnusedLabels": false,
    "rootDir": ".", "outDir": "js""#;

fn generate(name: &str, text: &str, generation: Generation) -> Result<String, Vec<String>> {
    let (variants, flat) =
        parse_both(name, |_| Ok(text.to_owned())).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let schema = Schema::new(&variants, &flat);
    let module = TypeScript { generation }.generate(&schema, name.trim_end_matches(".rs"));
    module.map_err(|errors| errors.iter().map(ToString::to_string).collect())
}

/// Messages of a type with what Rust says of them: `refused`, the bytes that it writes, `-` if it cannot write them.
#[derive(Default)]
struct Rows(BTreeSet<String>);

impl Rows {
    /// Adds a message, each of its beginnings, and itself with each byte changed.
    fn add(&mut self, name: &str, bytes: &[u8], read: impl Fn(&[u8]) -> Option<Option<Vec<u8>>>) {
        let mut row = |bytes: &[u8]| {
            let again = match read(bytes) {
                None => "refused".to_owned(),
                Some(None) => "-".to_owned(),
                Some(Some(again)) => hex::encode(again),
            };
            self.0.insert(format!("{name}\t{}\t{again}", hex::encode(bytes)));
        };
        row(bytes);
        if bytes.len() > LONGEST {
            return;
        }
        (0..bytes.len()).for_each(|len| row(&bytes[..len]));
        for at in 0..bytes.len() {
            for change in [1, 0x80, 7] {
                let mut changed = bytes.to_vec();
                changed[at] ^= change;
                row(&changed);
            }
        }
    }

    /// The same messages, which are only read.
    fn read_alone(self) -> Self {
        let known = |row: &String| match row.split('\t').collect::<Vec<_>>()[..] {
            [name, code, again] if again != "refused" => format!("{name}\t{code}\t?"),
            _ => row.clone(),
        };
        Self(self.0.iter().map(known).collect())
    }

    fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// Adds samples of a layout as Variants.
    fn variants<D: Dialect>(
        &mut self,
        name: &str,
        layout: &TypeLayout<'_>,
        read: impl Fn(&[u8]) -> Option<Option<Vec<u8>>>,
    ) {
        for seed in 0..SEEDS {
            if let Ok(bytes) = sample::sample(layout, seed).to_variant_bytes::<D>() {
                self.add(name, &bytes, &read);
            }
        }
    }
}

/// How many samples each type has.
const SEEDS: u64 = 20;
/// The longest message whose bytes are changed one by one.
const LONGEST: usize = 400;

/// Adds samples of types as Variants.
macro_rules! variants {
    ($rows:expr, $dialect:ty: $($name:ident $type:ty),* $(,)?) => {$(
        $rows.variants::<$dialect>(stringify!($name), <$type as Describe>::LAYOUT, |bytes| {
            // As the engine does, the module ignores what follows a Variant.
            let mut reader = Reader::new(bytes);
            let value = <$type as FromVariantBytes<'_>>::read_variant_bytes::<$dialect>(&mut reader).ok()?;
            Some(value.to_variant_bytes::<$dialect>().ok())
        });
    )*};
}

/// Adds samples of types as flat messages.
macro_rules! flat {
    ($rows:ident: $($name:ident $type:ty),* $(,)?) => {$(
        for seed in 0..SEEDS {
            let layout = <$type as Encode<Flat<Little>>>::LAYOUT;
            let bytes = flat_sample::sample(layout, seed, &|name, _| panic!("`{name}` is not compiled"));
            $rows.add(stringify!($name), &bytes, |bytes| {
                let value = <$type as FromFlatBytes<'_>>::from_flat_bytes(bytes).ok()?;
                Some(value.to_flat_bytes().ok())
            });
        }
    )*};
}

/// Compiles modules, and lets the driver check rows with each.
fn run(name: &str, modules: &[(&str, String, Rows)]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("js")).expect("a folder");
    let write = |file: &str, text: &str| std::fs::write(folder.join(file), text).expect("written");
    let files: Vec<String> = modules.iter().map(|(stem, ..)| format!("\"{stem}.ts\"")).collect();
    write(
        "tsconfig.json",
        &format!("{{ \"compilerOptions\": {{ {OPTIONS} }}, \"files\": [{}] }}", files.join(", ")),
    );
    write("package.json", "{ \"type\": \"module\" }");
    for (stem, module, rows) in modules {
        write(&format!("{stem}.ts"), module);
        let rows: Vec<&str> = rows.0.iter().map(String::as_str).collect();
        write(&format!("{stem}.tsv"), &rows.join("\n"));
    }
    let output = Command::new(TSC.path()).arg("-p").arg(&folder).output().expect("tsc");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    for (stem, ..) in modules {
        let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/typescript/driver.mjs");
        let output = Command::new(NODE.path())
            .arg(driver)
            .arg(folder.join(format!("js/{stem}.js")))
            .arg(folder.join(format!("{stem}.tsv")))
            .output()
            .expect("node");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "{stem}: {text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

/// The class of a world has the entities, errors and messages of the client in Rust, for packets that are lost, doubled, late and broken.
fn snapshots() {
    use godot_var::snapshot::wire::*;
    use world::*;
    let mut rows = Rows::default();
    flat! { rows:
        Thing Thing, ThingDelta ThingDelta, FromServer FromServer, FromClient FromClient, SnapshotThing Snapshot<Thing>,
        ClientMessageSteer ClientMessage<Steer>,
    }
    let module =
        generate("world.rs", include_str!("../../../schemas/world.rs"), Generation::Godot4)
            .unwrap_or_else(|errors| panic!("{errors:#?}"));
    run("snapshots", &[("world", module, rows)]);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript/snapshots");
    let sessions = (0..12).map(|seed| world_session::transcript(seed, 700).join("\n"));
    let transcript = folder.join("transcript.tsv");
    std::fs::write(&transcript, sessions.collect::<Vec<_>>().join("\n\n")).expect("written");
    let output = Command::new(NODE.path())
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/typescript/snapshots.mjs"))
        .args([folder.join("js/world.js"), transcript])
        .output()
        .expect("node");
    let [text, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{text}{errors}");
}

const ARENA: &str = include_str!("../../../schemas/arena.rs");

fn the_arena_is_as_before() {
    let module = generate("arena.rs", ARENA, Generation::Godot4).expect("TypeScript");
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/arena-client-typescript/arena.ts");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &module).expect("written");
    }
    let expected = std::fs::read_to_string(&path).expect("the snapshot");
    assert!(module == expected, "arena.ts differs: look at it with BLESS=1 and git diff");
}

fn the_arena() {
    use schemas::arena::*;
    fn rows<D: Dialect>() -> Rows {
        let mut rows = Rows::default();
        variants! { rows, D:
            PlayerState PlayerState, Hello Hello, Join Join, Chat Chat, Snapshot Snapshot,
            ClientMessage ClientMessage, ServerMessage ServerMessage,
        }
        flat! { rows:
            PlayerStateFlat PlayerState, JoinFlat Join, ChatFlat Chat, SnapshotFlat Snapshot,
            ClientMessageFlat ClientMessage, ServerMessageFlat ServerMessage,
        }
        rows
    }
    let module = |generation| generate("arena.rs", ARENA, generation).expect("TypeScript");
    run(
        "arena",
        &[
            ("godot4", module(Generation::Godot4), rows::<Godot4>()),
            ("godot3", module(Generation::Godot3), rows::<Godot3>()),
        ],
    );
}

fn every_form() {
    const TEXT: &str = include_str!("../../../schemas/every_form.rs");
    use schemas::every_form::*;
    fn rows<D: Dialect>() -> Rows {
        let mut rows = Rows::default();
        variants! { rows, D:
            Numbers Numbers, Texts Texts, Structures Structures, Lists Lists, Maps Maps, Place Place,
            Anything Anything, Names Names, Closed Closed, Config Config, Waypoint Waypoint,
            Row Row, Only Only, External External, Internal Internal, Adjacent Adjacent,
            Untagged Untagged, Message Message, Entity Entity, Extra Extra, Tree Tree, Pages Pages,
            Timer Timer, Choices Choices, Habits Habits, Happening Happening, What What, Remark Remark,
            Hero Hero, HeroDelta HeroDelta, Heroes Heroes,
        }
        rows
    }
    /// What Rust leaves out is decided by a function that a schema does not tell.
    fn others<D: Dialect>() -> Rows {
        let mut rows = Rows::default();
        variants! { rows, D: Defaults Defaults }
        rows.read_alone()
    }
    let module = |generation| generate("every_form.rs", TEXT, generation).expect("TypeScript");
    run(
        "every_form",
        &[
            ("godot4", module(Generation::Godot4), rows::<Godot4>().and(others::<Godot4>())),
            ("godot3", module(Generation::Godot3), rows::<Godot3>().and(others::<Godot3>())),
        ],
    );
}

fn every_row() {
    const TEXT: &str = include_str!("../../../schemas/every_row.rs");
    use every_row::*;
    let mut rows = Rows::default();
    variants! { rows, Godot4:
        Values Values, Lists Lists<'_>, Containers Containers<'_>, Structures Structures,
        Tagged Tagged, Both Both, Either Either, Ids Ids,
    }
    let module = generate("every_row.rs", TEXT, Generation::Godot4).expect("TypeScript");
    run("every_row", &[("godot4", module, rows)]);
}

fn every_flat() {
    const TEXT: &str = include_str!("../../../schemas/every_flat.rs");
    use every_flat::*;
    let mut rows = Rows::default();
    flat! { rows:
        Numbers Numbers, Floats Floats, Structures Structures, Texts Texts<'_>,
        FlaggedFlat Flagged, ToServer ToServer, Kept Kept, Turned Turned, Grown Grown, Player Player,
        PlayerDelta PlayerDelta, BothFlat Both, BothDeltaFlat BothDelta, Packed Packed,
        PackedDelta PackedDelta, Uses Uses, Tree Tree, Room Room, Door Door, Pinned Pinned,
        AllTurned AllTurned, Orders Orders, Noted Noted, Holders Holders, Packs Packs,
    }
    let module = generate("every_flat.rs", TEXT, Generation::Godot4).expect("TypeScript");
    let mut newer = Rows::default();
    flat! { newer:
        Structures4 every_flat_godot4::Structures4, Variants every_flat_godot4::Variants,
        Anything every_flat_godot4::Anything, AnythingTurned every_flat_godot4::AnythingTurned,
    }
    let text = include_str!("../../../schemas/every_flat_godot4.rs");
    let module4 = generate("every_flat_godot4.rs", text, Generation::Godot4).expect("TypeScript");
    run("every_flat", &[("both", module, rows), ("godot4", module4, newer)]);
}

/// Compiles names that the language has already, several modules, and kinds of fields of flat messages.
fn odd_names() {
    let names = include_str!("../../../schemas/awkward_names.rs");
    let flat = include_str!("../../../schemas/boundaries_flat.rs");
    let globals = "use godot_var::{GodotFlat, GodotVar, Vector3};
        #[derive(GodotVar, GodotFlat)] struct Error { kind: u8, class: String, place: Vector3 }
        #[derive(GodotVar, GodotFlat)] struct Reader { a_b: u8, a__b: u8 }
        #[derive(GodotVar, GodotFlat)] #[godot_var(array, id)] enum Map {
            #[godot_var(id = 1)] Error(Error),
            #[godot_var(id = 2)] Record { kind: Reader },
            #[godot_var(id = 3)] Set(u8, u8),
        }";
    // Names of functions and constants that two types or variants would have.
    let twice = "use godot_var::{GodotFlat, GodotVar, Variant};
        #[derive(GodotVar)] struct Ed { x: i32 }
        #[derive(GodotVar)] enum E { D { y: i32 }, F }
        #[derive(GodotVar)] enum Said { Chat { text: String } }
        #[derive(GodotVar)] struct SaidChat { __: i32, _1: i32 }
        #[derive(GodotVar)] #[godot_var(delta)] struct HTTPChat { x: i32 }
        #[derive(GodotVar)] #[godot_var(delta)] struct HttpChat { x: i32 }
        #[derive(GodotVar, GodotFlat)] struct Both { x: i32 }
        #[derive(GodotVar, GodotFlat)] struct BothFlat { x: i32 }
        #[derive(GodotVar)] #[godot_var(delta)] struct Encode { x: i32 }
        #[derive(GodotVar)] struct Apply { limit: Option<((), ())> }
        #[derive(GodotVar)] struct Write { x: i32 }
        #[derive(GodotVar)] #[godot_var(typescript = \"string\")] struct Keys { y: i32 }
        #[derive(GodotVar)] enum Mood { Happy, #[godot_var(other, typescript = \"unknown\")] Else }
        #[derive(GodotVar)] #[godot_var(untagged)] enum Any { Any(Variant) }
        #[derive(GodotVar, GodotFlat)] #[flat(delta)] struct Skips { a: u8, #[godot_var(skip)] b: u8, c: String, d: bool }
        #[derive(GodotVar)] enum Deep { Node(Box<Deep>), Leaf(i32) }
        #[derive(GodotVar)] struct Holds { #[godot_var(default)] deep: Vec<Deep>, mood: Mood }";
    // What uses no parameter of a function.
    let unused = "use godot_var::{GodotFlat, GodotVar, Variant};
        #[derive(GodotVar)] struct Units { a: (), b: () }
        #[derive(GodotVar)] struct InOrder((), ());
        #[derive(GodotVar)] struct Only(());
        #[derive(GodotVar)] struct Unit;
        #[derive(GodotVar)] enum Kinds { A { r: () }, B((), Unit), C(()), D(Unit) }
        #[derive(GodotVar)] #[godot_var(array, id)] enum Ids { #[godot_var(id = 1)] A { m: Unit } }
        #[derive(GodotVar)] enum Generic<T> { Full(T), Empty }
        #[derive(GodotVar)] struct Generics { a: Generic<()>, b: Vec<Generic<Unit>> }
        #[derive(GodotVar, GodotFlat)] struct Limit { limit: Option<u8>, pair: ((), ()), three: [(); 3] }
        #[derive(GodotFlat)] struct Flat { r: (), w: Vec<()>, m: ((), ()) }
        #[derive(GodotFlat)] enum FlatKinds { #[flat(id = 1)] A(()), #[flat(id = 2)] B { m: () } }
        #[derive(GodotVar)] #[godot_var(tag = \"t\")] enum Tagged { #[godot_var(other)] Other }
        #[derive(GodotVar)] #[godot_var(tag = \"t\")] enum Others { #[godot_var(other)] Other(Variant) }
        #[derive(GodotVar)] #[godot_var(tag = \"t\")] enum Nothing { A {}, B(Empty) }
        #[derive(GodotVar)] struct Empty {}
        #[derive(Clone, PartialEq, GodotVar)] #[godot_var(delta)] struct Silent { #[godot_var(skip_encoding)] x: i32 }";
    // Enums called like constants, variants without fields, sets that may be left out, maps alone, inherited properties.
    let more = "use godot_var::{GodotFlat, GodotVar, Vector2}; use std::collections::BTreeSet;
        #[derive(GodotVar)] enum NIL { A, B }
        #[derive(GodotVar, GodotFlat)] enum Float32Array { A, B }
        #[derive(GodotVar)] struct Constants { b: Option<i32>, n: NIL, f: Float32Array }
        #[derive(GodotFlat)] struct Way { #[flat(normal, as = f32)] to: Vector2, f: Float32Array }
        #[derive(GodotVar, GodotFlat)] #[godot_var(tag = \"t\", content = \"c\")]
        enum E { #[flat(id = 1)] A {}, #[flat(id = 2)] B(), #[flat(id = 3)] C }
        #[derive(GodotVar)] struct Sets { #[godot_var(skip_encoding_if = BTreeSet::is_empty, default)] e: BTreeSet<u8> }
        #[derive(GodotVar)] #[godot_var(delta)] struct Inherits { constructor: i32, to_string: i32, value_of: i32 }
        #[derive(GodotVar, GodotFlat)] enum Skipping { A, #[godot_var(skip)] B, C }
        #[derive(GodotVar, GodotFlat)] struct Skips { e: Skipping }";
    let map_alone = "use godot_var::{Dictionary, GodotVar};
        #[derive(GodotVar)] struct F { #[godot_var(flatten)] v: Dictionary }";
    // Documentation that would end its comment, and a set on both wires whose delta is on one.
    let docs = "use godot_var::{GodotFlat, GodotVar};
        /// a *[/](http://x) b
        #[derive(Clone, Default, PartialEq, GodotVar, GodotFlat)] #[flat(delta)]
        struct Docs {
            /// `*`/ alert()
            a: std::collections::BTreeSet<i32>,
            #[doc = \"one\\r*/ two\\u{2028}three\"]
            b: i32,
        }";
    let module = |name, text| generate(name, text, Generation::Godot4).expect("TypeScript");
    let row = |name: &str| Rows(BTreeSet::from([format!("{name}\t00\trefused")]));
    run(
        "odd_names",
        &[
            ("names", module("names.rs", names), row("Node")),
            ("flat", module("flat.rs", flat), row("OfU16")),
            ("globals", module("globals.rs", globals), row("MapMessage")),
            ("twice", module("twice.rs", twice), row("SaidChat")),
            ("unused", module("unused.rs", unused), row("Units")),
            ("docs", module("docs.rs", docs), row("Docs")),
            ("more", module("more.rs", more), row("Constants")),
            ("map_alone", module("map_alone.rs", map_alone), row("F")),
        ],
    );
}

/// Values that say more than samples: defaults, depths, directions, names that objects have.
fn values_at_the_edges() {
    use checks::*;
    let mut rows = Rows::default();
    variants! { rows, Godot4: Holds Holds, Inner Inner, Properties Properties }
    let absent = Holds { x: 1, inner: Inner::default(), side: Side::default(), letter: '\0' };
    let bytes = Absent { x: 1 }.to_variant_bytes::<Godot4>().expect("bytes");
    assert_eq!(Holds::from_variant_bytes::<Godot4>(&bytes).expect("defaults"), absent);
    let again = hex::encode(absent.to_variant_bytes::<Godot4>().expect("bytes"));
    rows.0.insert(format!("Holds\t{}\t{again}", hex::encode(&bytes)));
    let skips = Skips::from_variant_bytes::<Godot4>(&bytes).expect("defaults");
    let again = hex::encode(skips.to_flat_bytes().expect("bytes"));
    rows.0.insert(format!("Skips\t{}\t?", hex::encode(&bytes)));
    rows.0.insert(format!("SkipsFlat\t{again}\t{again}"));
    let two = TwoDefaults::from_variant_bytes::<Godot4>(&bytes).expect("defaults");
    let (again, flat) = (two.to_variant_bytes::<Godot4>(), two.to_flat_bytes());
    let (again, flat) = (again.expect("bytes"), flat.expect("bytes"));
    rows.0.insert(format!("TwoDefaults\t{}\t{}", hex::encode(&bytes), hex::encode(again)));
    flat! { rows: TwoDefaultsFlat TwoDefaults, KeyedFlat Keyed, Tinted Tinted, RanksFlat Ranks }
    variants! { rows, Godot4: Ranks Ranks, Keyed Keyed, Typed Typed }
    let absent = Typed::from_variant_bytes::<Godot4>(&bytes).expect("defaults");
    let again = hex::encode(absent.to_variant_bytes::<Godot4>().expect("bytes"));
    rows.0.insert(format!("Typed\t{}\t{again}", hex::encode(&bytes)));
    // Keys that JSON has no form for, and a String that equals a StringName.
    let keys = [
        Variant::from(f64::INFINITY),
        Variant::from(f64::NEG_INFINITY),
        Variant::from("a"),
        StringName::from("b").into(),
    ];
    let pairs = keys.into_iter().zip(0_i64..);
    let value: Dictionary = pairs.map(|(key, at)| (key, Variant::from(at))).collect();
    let mut bytes = Any { value: value.into() }.to_variant_bytes::<Godot4>().expect("bytes");
    bytes.iter_mut().filter(|byte| **byte == b'b').for_each(|byte| *byte = b'a');
    let again = Any::from_variant_bytes::<Godot4>(&bytes).expect("keys");
    let again = hex::encode(again.to_variant_bytes::<Godot4>().expect("bytes"));
    assert_eq!(again.len() + 40, 2 * bytes.len(), "a repeated key");
    rows.0.insert(format!("Any	{}	{again}", hex::encode(&bytes)));
    let known = TwoDefaults::from_flat_bytes(&flat[..4]).expect("defaults");
    assert_eq!((known.both, known.zero, known.flat, known.skipped), (4, 0, Some(5), 7));
    // One list may have as many elements without bytes as a message, and no two of them.
    let empties = |lists: &[usize], arrays| {
        let lists = lists.iter().map(|count| vec![(); *count]).collect();
        Empties { lists, arrays: vec![[(); 4096]; arrays] }.to_flat_bytes().expect("bytes")
    };
    for bytes in [empties(&[60_000], 1), empties(&[60_000, 60_000], 0), empties(&[], 17)] {
        let is_read = Empties::from_flat_bytes(&bytes).is_ok();
        let verdict = if is_read { "?" } else { "refused" };
        rows.0.insert(format!("Empties\t{}\t{verdict}", hex::encode(&bytes)));
    }
    for levels in [1, 63, 64, 65, 127, 128, 129] {
        let bytes = [&vec![1; levels][..], &[0]].concat();
        for (name, is_read) in [
            ("Ping", Ping::from_flat_bytes(&bytes).is_ok()),
            ("Boxes", Boxes::from_flat_bytes(&bytes).is_ok()),
        ] {
            let verdict = if is_read { "?" } else { "refused" };
            rows.0.insert(format!("{name}\t{}\t{verdict}", hex::encode(&bytes)));
        }
    }
    // Elements that are there twice, in a list that is read as a set.
    let key = |name: &str| (TypeKey { r#type: name.to_owned() }, 7);
    let objects = || Objects {
        map: ["String", "StringName"].map(key).into(),
        set: [(1, 2), (3, 4), (5, 6)].into(),
    };
    let mut bytes = objects().to_variant_bytes::<Godot4>().expect("bytes");
    let mut flat = objects().to_flat_bytes().expect("bytes");
    for bytes in [&mut bytes, &mut flat] {
        bytes.iter_mut().filter(|byte| **byte == 5).for_each(|byte| *byte = 3);
        if let Some(last) = bytes.iter_mut().rev().find(|byte| **byte == 6) {
            *last = 4;
        }
    }
    rows.add("Objects", &bytes, |bytes| {
        let mut reader = Reader::new(bytes);
        let objects = Objects::read_variant_bytes::<Godot4>(&mut reader).ok()?;
        Some(objects.to_variant_bytes::<Godot4>().ok())
    });
    rows.add("ObjectsFlat", &flat, |bytes| {
        Some(Objects::from_flat_bytes(bytes).ok()?.to_flat_bytes().ok())
    });
    for levels in 125..130 {
        let nested = (0..levels).fold(ById::End, |inner, _| ById::More(Box::new(inner)));
        let bytes = nested.to_variant_bytes::<Godot4>().expect("bytes");
        let is_read = ById::from_variant_bytes::<Godot4>(&bytes).is_ok();
        let verdict = if is_read { "?" } else { "refused" };
        rows.0.insert(format!("ById\t{}\t{verdict}", hex::encode(&bytes)));
    }
    for step in 0..=255 {
        rows.add("Steps", &[step], |bytes| {
            Some(Steps::from_flat_bytes(bytes).ok()?.to_flat_bytes().ok())
        });
    }
    for seconds in [1.5, 0.1, 1e-10, -0.0, -1.0, f64::NAN, f64::INFINITY, 1e19, 1e300] {
        for at in [0, 1, 2] {
            let mut numbers = [1.0; 4];
            numbers[at] = seconds;
            let bytes = [&[1][..], &numbers.map(f64::to_le_bytes).concat()].concat();
            rows.add("Waits", &bytes, |bytes| {
                Some(Waits::from_flat_bytes(bytes).ok()?.to_flat_bytes().ok())
            });
        }
    }
    rows.0.insert("Few\t03050501\t020105".to_owned());
    assert_eq!(Few::from_flat_bytes(&[3, 5, 5, 1]).expect("a set").few.len(), 2);
    let module = generate("checks.rs", include_str!("checks.rs"), Generation::Godot4);
    run("checks", &[("checks", module.expect("TypeScript"), rows)]);

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript/checks");
    let ways = ways().into_iter().map(|to| {
        let bytes = Way { to }.to_flat_bytes().expect("bytes");
        format!("{:?}\t{:?}\t{}", to.x, to.y, hex::encode(bytes))
    });
    let ways: Vec<String> = ways.collect();
    std::fs::write(folder.join("ways.tsv"), ways.join("\n")).expect("written");
    let output = Command::new(NODE.path())
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/typescript/checks.mjs"))
        .args([folder.join("js/checks.js"), folder.join("ways.tsv")])
        .output()
        .expect("node");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Vectors in all directions, of many lengths, and along the axes.
fn ways() -> Vec<godot_var::Vector2> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let exponent = (state >> 8) % 60;
        let size = (f64::from(state >> 4) / f64::from(1_u32 << 27) - 1.0) as f32;
        size * 2_f32.powi(exponent as i32 - 30)
    };
    let mut ways: Vec<_> = (0..3000).map(|_| godot_var::Vector2::new(next(), next())).collect();
    let edges = [0.0, -0.0, 1.0, -1.0, 1e-40, -1e-40, 1e30, -1e30];
    for x in edges {
        ways.extend(edges.map(|y| godot_var::Vector2::new(x, y)));
    }
    ways.retain(|way| way.x != 0.0 || way.y != 0.0);
    ways
}

/// Values around the limits of each type of field.
fn the_boundaries() {
    fn rows<D: Dialect>(read: impl Fn(&boundaries::Type) -> Option<fn(&[u8]) -> bool>) -> Rows {
        let mut rows = Rows::default();
        for ty in boundaries::types() {
            let Some(read) = read(&ty) else { continue };
            for value in boundaries::values() {
                if let Ok(bytes) = ty.message(value.as_ref()).to_variant_bytes::<D>() {
                    let again = if read(&bytes) { "?" } else { "refused" };
                    rows.0.insert(format!("{}\t{}\t{again}", ty.name, hex::encode(&bytes)));
                }
            }
        }
        rows
    }
    let module = |name, text, generation| generate(name, text, generation).expect("TypeScript");
    run(
        "boundaries",
        &[
            (
                "godot4",
                module("boundaries.rs", boundaries::BOTH, Generation::Godot4),
                rows::<Godot4>(|ty| ty.godot3.and(Some(ty.godot4))),
            ),
            (
                "godot3",
                module("boundaries.rs", boundaries::BOTH, Generation::Godot3),
                rows::<Godot3>(|ty| ty.godot3),
            ),
            (
                "newer",
                module("boundaries_godot4.rs", boundaries::NEWER, Generation::Godot4),
                rows::<Godot4>(|ty| ty.godot3.is_none().then_some(ty.godot4)),
            ),
        ],
    );
}

fn what_it_cannot_hold_is_reported() {
    let errors = |text: &str, generation| {
        let text = format!("use godot_var::*;\n{text}");
        generate("a.rs", &text, generation).expect_err("something is wrong")
    };
    for (text, generation, expected) in [
        (
            "#[derive(GodotVar)] struct A { #[godot_var(default = now())] at: i64 }",
            Generation::Godot4,
            "a.rs:2:62: `at`: the default `now()` is code, which TypeScript cannot run; write a value",
        ),
        (
            "#[derive(GodotVar)] #[godot_var(default)] struct A { b: B } #[derive(GodotVar)] struct B { x: u8 }
            impl Default for A { fn default() -> Self { Self { b: B { x: 1 } } } }",
            Generation::Godot4,
            "a.rs:2:54: `b`: the default `B { x: 1 }` is code, which TypeScript cannot run; write a value",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(default)] b: B } #[derive(GodotVar)] struct B { x: u8 }
            impl Default for B { fn default() -> Self { Self { x: one() } } }",
            Generation::Godot4,
            "a.rs:2:54: `A.b`: what the `Default` of this type is, is written in code; write `default = value` on the field",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] struct A { x: u8, #[godot_var(skip)] b: B }
            #[derive(GodotVar, GodotFlat)] struct B(u8); impl Default for B { fn default() -> Self { Self(1) } }",
            Generation::Godot4,
            "a.rs:2:69: `A.b`: what the `Default` of this type is, is written in code; write `default = value` on the field",
        ),
        (
            "#[derive(GodotVar)] enum A { #[godot_var(typescript = \"C\")] B, C }",
            Generation::Godot4,
            "a.rs:2:55: `C`: the variant `C` has this name in TypeScript, too; choose another",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] struct A { #[godot_var(with = m, as = u8)] x: Array }",
            Generation::Godot4,
            "a.rs:2:75: `A.x`: it is another type in flat messages than in Variants, and TypeScript has only one for both",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(default)] n: [N; 2] } #[derive(GodotVar)] struct N(i32);",
            Generation::Godot4,
            "a.rs:2:54: `A.n`: what the `Default` of this type is, is written in code; write `default = value` on the field",
        ),
        (
            "#[derive(GodotFlat)] struct A { a: Vec<Option<()>> }",
            Generation::Godot4,
            "a.rs:2:33: `A.a`: in TypeScript null means an absent value, and this one may be null itself; write an enum with a variant for each",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(typed)] list: Vec<i64> }",
            Generation::Godot3,
            "a.rs:2:52: `A.list`: Godot 3 has no typed containers; remove `typed`",
        ),
        (
            "#[derive(GodotVar)] struct A { at: Vector2i }",
            Generation::Godot3,
            "a.rs:2:32: `A.at`: Godot 3 has no Vector2i",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] struct A(#[flat(default)] u8);",
            Generation::Godot4,
            "a.rs:2:58: `A.0`: the type is its field, which cannot be missing then; remove `default`",
        ),
        (
            "#[derive(GodotFlat)] struct A { #[flat(with = own)] it: Vec<u8> }",
            Generation::Godot4,
            "a.rs:2:53: `A.it`: its bytes are those of functions in `own`, which TypeScript cannot call; name the type that they convert to: \
             `with = own, as = …`",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] #[godot_var(from = u32, into = u32)] struct S { x: u16, y: u16 }",
            Generation::Godot4,
            "a.rs:2:76: `S`: it is another type in flat messages than in Variants, and TypeScript has only one for both",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] #[godot_var(from = u32, into = u32)] struct S(u32);",
            Generation::Godot4,
            "a.rs:2:76: `S`: it is another type in flat messages than in Variants, and TypeScript has only one for both",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] #[godot_var(from = String, into = String)] enum S { A, B }",
            Generation::Godot4,
            "a.rs:2:80: `S`: it is another type in flat messages than in Variants, and TypeScript has only one for both",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] #[godot_var(transparent)] struct S { x: u32, #[godot_var(skip)] y: u8 }",
            Generation::Godot4,
            "a.rs:2:65: `S`: it is another type in flat messages than in Variants, and TypeScript has only one for both",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] struct S { #[godot_var(unit = \"us\")] #[flat(unit = \"ms\")] d: std::time::Duration }",
            Generation::Godot4,
            "a.rs:2:90: `S.d`: it is another type in flat messages than in Variants, and TypeScript has only one for both",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] struct S { #[godot_var(with = percent, as = u8)] x: u8 }",
            Generation::Godot4,
            "a.rs:2:81: `S.x`: it is another type in flat messages than in Variants, and TypeScript has only one for both",
        ),
        (
            "#[derive(GodotVar, GodotFlat)] struct S { #[flat(with = percent, as = u8)] x: u8 }",
            Generation::Godot4,
            "a.rs:2:76: `S.x`: it is another type in flat messages than in Variants, and TypeScript has only one for both",
        ),
        (
            "#[derive(GodotVar)] struct N(i32); impl Default for N { fn default() -> Self { N(42) } } #[derive(GodotVar)] struct S { #[godot_var(default = Some(N::default()))] d: Option<N> }",
            Generation::Godot4,
            "a.rs:2:164: `S.d`: what the `Default` of this type is, is written in code; write `default = value` on the field",
        ),
        (
            "#[derive(GodotVar)] struct N(i32); impl Default for N { fn default() -> Self { N(42) } } #[derive(GodotVar)] struct S { #[godot_var(default = vec![N::default()])] d: Vec<N> }",
            Generation::Godot4,
            "a.rs:2:164: `S.d`: what the `Default` of this type is, is written in code; write `default = value` on the field",
        ),
        (
            "#[derive(GodotVar)] struct S { #[godot_var(default = settings::default())] a: i32 }",
            Generation::Godot4,
            "a.rs:2:76: `a`: the default `settings::default()` is code, which TypeScript cannot run; write a value",
        ),
        (
            "#[derive(GodotVar)] struct S { #[godot_var(with = percent, as = u8, default = 1)] c: i32 }",
            Generation::Godot4,
            "a.rs:2:83: `S.c`: only the functions of its `with` can convert its default; remove `default`, or `with`",
        ),
        (
            "#[derive(GodotVar)] struct S { #[godot_var(with = percent, as = u8, default)] c: i32 }",
            Generation::Godot4,
            "a.rs:2:79: `S.c`: only the functions of its `with` can convert its default; remove `default`, or `with`",
        ),
        (
            "#[derive(GodotFlat)] struct S { #[flat(with = percent, as = u8, default)] c: i32 }",
            Generation::Godot4,
            "a.rs:2:75: `S.c`: only the functions of its `with` can convert its default; remove `default`, or `with`",
        ),
        (
            "#[derive(GodotVar, Default)] #[godot_var(from = u32, into = u32)] struct N { x: u32 } #[derive(GodotVar)] struct S { #[godot_var(default)] n: N }",
            Generation::Godot4,
            "a.rs:2:140: `S.n`: what the `Default` of this type is, is written in code; write `default = value` on the field",
        ),
        (
            "#[derive(GodotVar)] struct S { #[godot_var(default = 1 << 31)] a: i32 }",
            Generation::Godot4,
            "a.rs:2:64: `S.a`: its default is out of the range of its type, in which Rust computes another number; write the number",
        ),
        (
            "const M: u8 = 0xff << 4; #[derive(GodotVar)] struct S { #[godot_var(default = M)] g: u8 }",
            Generation::Godot4,
            "a.rs:2:83: `S.g`: its default is out of the range of its type, in which Rust computes another number; write the number",
        ),
        (
            "#[derive(GodotVar)] struct S { #[godot_var(default = (0xff_u8 << 1) as u16)] m: u16 }",
            Generation::Godot4,
            "a.rs:2:78: `m`: the default `(0xff_u8 << 1) as u16` is code, which TypeScript cannot run; write a value",
        ),
        (
            "#[derive(GodotVar, Default)] enum E { A, #[godot_var(skip)] #[default] B } #[derive(GodotVar)] struct S { #[godot_var(default)] e: E }",
            Generation::Godot4,
            "a.rs:2:129: `S.e`: its default is a variant that messages do not have; write another default",
        ),
        (
            "#[derive(GodotVar)] #[godot_var(typescript = \"keys\")] enum E { A, B }",
            Generation::Godot4,
            "a.rs:2:46: `keys`: the constant of an enum begins with a capital letter, as functions and variables do not; choose such a name",
        ),
        (
            "#[derive(GodotVar)] #[godot_var(typescript = \"keyof\")] struct E { a: u8 }",
            Generation::Godot4,
            "a.rs:2:46: `keyof`: it is an operator of types in TypeScript; choose another name",
        ),
    ] {
        assert_eq!(errors(text, generation)[0], expected, "{text}");
    }
}
