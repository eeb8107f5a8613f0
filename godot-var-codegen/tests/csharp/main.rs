//! Generated C# reads and writes what Rust does. The compiler is that of Mono, whose C# is older than that of any engine.
#![allow(
    dead_code,
    mixed_script_confusables,
    uncommon_codepoints,
    unreachable_pub,
    clippy::type_complexity,
    clippy::wildcard_imports,
    reason = "schemas and samples are those of other programs, too"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use godot_var::flat::{FromFlatBytes, ToFlatBytes};
use godot_var::layout::Describe;
use godot_var::{Dialect, FromVariantBytes, Godot3, Godot4, ToVariantBytes, Vector3};
use godot_var_codegen::language::Language;
use godot_var_codegen::language::csharp::{CSharp, Engine};
use godot_var_codegen::schema::Schema;
use godot_var_codegen::{flat, litenet as litenet_schema};
use godot_var_runtime::litenet::EraSpec;
use godot_var_runtime::variant::Generation;
use needs::{MCS, MONO};
use sample::sample;
use schemas::{arena, every_form};
use worlds::{marks, snapshots};

mod corners;
#[path = "../../../tests/common/needs.rs"]
mod needs;
#[path = "../../../fuzz/src/sample.rs"]
pub mod sample;
#[path = "../../../tests/common/schemas.rs"]
pub mod schemas;
#[path = "../../../schemas/world.rs"]
#[allow(missing_docs, reason = "the types say it all")]
pub mod world;
#[path = "../../../tests/common/world_session.rs"]
pub mod world_session;
mod worlds;

fn main() -> ExitCode {
    needs::run([tests()])
}

needs::tests! {
    needs MCS MONO: godot4, godot3, unity, no_engine, every_schema, awkward, corners, litenet, allocations, snapshots, marks;
}

/// Reads bytes of a type, and writes them again.
type Again = fn(&[u8]) -> Result<Vec<u8>, String>;

/// A message of a schema.
struct Case {
    wire: &'static str,
    ty: &'static str,
    again: Again,
    bytes: Vec<u8>,
}

fn as_variant<D: Dialect, T: for<'de> FromVariantBytes<'de> + ToVariantBytes>(
    bytes: &[u8],
) -> Result<Vec<u8>, String> {
    let value = T::from_variant_bytes::<D>(bytes).map_err(|error| error.to_string())?;
    Ok(value.to_variant_bytes::<D>().expect("what was read"))
}

fn as_flat<T: for<'de> FromFlatBytes<'de> + ToFlatBytes>(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let value = T::from_flat_bytes(bytes).map_err(|error| error.to_string())?;
    Ok(value.to_flat_bytes().expect("what was read"))
}

/// Samples of a type as Variants.
fn samples<D: Dialect, T: Describe>(count: u64) -> Vec<Vec<u8>> {
    let samples = (0..count).map(|seed| sample(T::LAYOUT, seed).to_variant_bytes::<D>());
    samples.filter_map(Result::ok).collect()
}

/// How many places of a message are changed.
const MOST_PLACES: usize = 400;

/// A message, its beginnings, and copies with one other byte.
fn spoiled(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut all = vec![bytes.to_vec()];
    for at in (0..bytes.len()).step_by(bytes.len() / MOST_PLACES + 1) {
        all.push(bytes[..at].to_vec());
        for change in [1, 0x80, 0xff] {
            let mut other = bytes.to_vec();
            other[at] ^= change;
            all.push(other);
        }
    }
    all
}

/// The messages of the arena on both wires.
fn arena_cases<D: Dialect>() -> Vec<Case> {
    fn of<D, T>(ty: &'static str, cases: &mut Vec<Case>)
    where
        D: Dialect,
        T: Describe
            + for<'de> FromVariantBytes<'de>
            + ToVariantBytes
            + for<'de> FromFlatBytes<'de>
            + ToFlatBytes,
    {
        for sample in samples::<D, T>(12) {
            let Ok(value) = T::from_variant_bytes::<D>(&sample) else { continue };
            let flat = value.to_flat_bytes().expect("what was read");
            let own = value.to_variant_bytes::<D>().expect("what was read");
            cases.extend(spoiled(&own).into_iter().map(|bytes| Case {
                wire: "variant",
                ty,
                again: as_variant::<D, T>,
                bytes,
            }));
            cases.extend(spoiled(&flat).into_iter().map(|bytes| Case {
                wire: "flat",
                ty,
                again: as_flat::<T>,
                bytes,
            }));
        }
    }
    let mut cases = Vec::new();
    of::<D, arena::ClientMessage>("ClientMessage", &mut cases);
    of::<D, arena::ServerMessage>("ServerMessage", &mut cases);
    cases
}

/// Every form of a message of both engines.
fn form_cases<D: Dialect>() -> Vec<Case> {
    let mut cases = Vec::new();
    macro_rules! of {
        ($($ty:ident)*) => {$(
            for sample in samples::<D, every_form::$ty>(3) {
                let again: Again = as_variant::<D, every_form::$ty>;
                let Ok(own) = again(&sample) else { continue };
                cases.extend(spoiled(&own).into_iter().map(|bytes| Case {
                    wire: "variant",
                    ty: stringify!($ty),
                    again,
                    bytes,
                }));
            }
        )*};
    }
    of! {
        Numbers Texts Structures Lists Maps Names Closed Defaults Config Waypoint Row Only External Internal Adjacent
        Untagged Message Entity Happening Tree Pages Timer Choices Hero Heroes
    }
    cases
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("csharp").join(name);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Writes the C# of a schema into a folder.
fn generate(schema: &str, csharp: &CSharp, folder: &Path) -> PathBuf {
    let path = if ["corners", "marks"].contains(&schema) { "tests/csharp" } else { "../schemas" };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path).join(format!("{schema}.rs"));
    let text = fs::read_to_string(path).expect("the schema");
    let (variants, flat) = flat::parse_both("a.rs", |_| Ok(text.clone())).expect("a schema");
    let file = csharp.generate(&Schema::new(&variants, &flat), schema);
    let file = file.unwrap_or_else(|errors| panic!("{schema}: {errors:#?}"));
    let path = folder.join(csharp.file_name(schema));
    fs::write(&path, file).expect("written");
    path
}

/// Compiles files, and fails for any warning.
fn compile(output: &Path, target: &str, files: &[PathBuf]) {
    let run = Command::new("mcs")
        .args(["-langversion:7.2", "-warn:4", "-warnaserror", &format!("-target:{target}")])
        .arg(format!("-out:{}", output.display()))
        .args(files)
        .output()
        .expect("mcs");
    let text = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{}", text.lines().take(30).collect::<Vec<_>>().join("\n"));
}

fn own_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/csharp").join(name)
}

/// Passes many messages to the classes, and compares the answers with Rust.
fn run(name: &str, schema: &str, csharp: &CSharp, stubs: Option<&str>, cases: &[Case]) {
    let counts = compare(name, schema, csharp, stubs, cases);
    assert!(counts[0] > 1000 && counts[1] > 1000, "too few: {counts:?}");
}

/// Returns how many messages are read, and how many are refused.
fn compare(
    name: &str,
    schema: &str,
    csharp: &CSharp,
    stubs: Option<&str>,
    cases: &[Case],
) -> [usize; 2] {
    let folder = folder(name);
    let mut files = vec![generate(schema, csharp, &folder), own_file("Driver.cs")];
    files.extend(stubs.map(own_file));
    let program = folder.join("driver.exe");
    compile(&program, "exe", &files);
    let mut lines = String::new();
    for Case { wire, ty, bytes, .. } in cases {
        writeln!(lines, "{wire}\t{ty}\t{}", hex(bytes)).expect("a string");
    }
    let (input, output) = (folder.join("messages.txt"), folder.join("answers.txt"));
    fs::write(&input, lines).expect("written");
    let file = csharp.file_name(schema);
    let ended = Command::new("mono")
        .args([&program, Path::new(file.trim_end_matches(".cs")), &input, &output])
        .status()
        .expect("mono");
    assert!(ended.success(), "{ended}");
    let answers = fs::read_to_string(output).expect("answers");
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), cases.len());
    let (mut wrong, mut counts) = (Vec::new(), [0, 0]);
    for (case, answer) in cases.iter().zip(answers) {
        let of_rust = (case.again)(&case.bytes);
        counts[usize::from(of_rust.is_err())] += 1;
        let is_right = match &of_rust {
            // The same value may have another form: an order of pairs, keys of a set.
            Ok(own) => {
                hex(own) == answer
                    || unhex(answer).is_some_and(|found| (case.again)(&found) == of_rust)
            }
            // As in the engine, bytes after a Variant are no error.
            Err(reason) if case.wire == "variant" && reason.contains("the end of the message") => {
                unhex(answer).is_some() || answer.starts_with("refused: ")
            }
            Err(_) => answer.starts_with("refused: "),
        };
        if !is_right {
            wrong.push(format!(
                "{} {}: {}\n  in Rust {:?}\n  in C# {answer}",
                case.wire,
                case.ty,
                hex(&case.bytes),
                of_rust.map(|bytes| hex(&bytes))
            ));
        }
    }
    let count = wrong.len();
    wrong.truncate(20);
    assert!(wrong.is_empty(), "{count} of {}:\n{}", cases.len(), wrong.join("\n"));
    println!("{name}: {} messages are read, {} refused", counts[0], counts[1]);
    counts
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string");
        text
    })
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let pairs = (0..text.len()).step_by(2).map(|at| text.get(at..at + 2));
    pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
}

fn options(engine: Engine, generation: Generation) -> CSharp {
    CSharp { engine, generation, namespace: None }
}

fn godot4() {
    let csharp = options(Engine::Godot, Generation::Godot4);
    run("godot4", "arena", &csharp, Some("Godot4.cs"), &arena_cases::<Godot4>());
    run("forms4", "every_form", &csharp, Some("Godot4.cs"), &form_cases::<Godot4>());
}

fn godot3() {
    let csharp = options(Engine::Godot, Generation::Godot3);
    run("godot3", "arena", &csharp, Some("Godot3.cs"), &arena_cases::<Godot3>());
}

fn unity() {
    let csharp = options(Engine::Unity, Generation::Godot4);
    run("unity", "arena", &csharp, Some("Unity.cs"), &arena_cases::<Godot4>());
}

fn no_engine() {
    let csharp = options(Engine::None, Generation::Godot3);
    run("none", "arena", &csharp, None, &arena_cases::<Godot3>());
}

/// How many bytes a write into a kept `Writer` and a read with `reuse` allocate.
fn allocated(name: &str, schema: &str, cases: &[(&str, &str, Vec<u8>)]) -> Vec<(u64, u64)> {
    let folder = folder(name);
    let csharp = options(Engine::None, Generation::Godot4);
    let program = folder.join("allocations.exe");
    let files = [generate(schema, &csharp, &folder), own_file("Allocations.cs")];
    compile(&program, "exe", &files);
    let lines: Vec<String> =
        cases.iter().map(|(wire, ty, bytes)| format!("{wire}\t{ty}\t{}", hex(bytes))).collect();
    let (input, output) = (folder.join("messages.txt"), folder.join("answers.txt"));
    fs::write(&input, lines.join("\n")).expect("written");
    let file = csharp.file_name(schema);
    let ended = Command::new("mono")
        .args([&program, Path::new(file.trim_end_matches(".cs")), &input, &output])
        .status()
        .expect("mono");
    assert!(ended.success(), "{ended}");
    let answers = fs::read_to_string(output).expect("answers");
    let numbers = answers.lines().map(|line| {
        let (write, read) = line.split_once('\t').expect("two numbers");
        (write.parse().expect("a number"), read.parse().expect("a number"))
    });
    numbers.collect()
}

/// Writing allocates nothing, and reading with `reuse` no more than the texts of the message.
fn allocations() {
    let player = |id| arena::PlayerState {
        id,
        pos: Vector3::new(12.5, 0.25, -7.75),
        vel: Vector3::new(0.5, -9.8, 3.125),
        yaw: 1.57,
        health: 87,
        grounded: true,
    };
    let snapshot = arena::ServerMessage::Snapshot(arena::Snapshot {
        tick: 123_456,
        players: (1000..1064).map(player).collect(),
        scores: (0..8).map(|i| (format!("player {i}"), 100 + i)).collect(),
    });
    let mut cases = vec![
        ("variant", "ServerMessage", snapshot.to_variant_bytes::<Godot4>().expect("encodes")),
        ("flat", "ServerMessage", snapshot.to_flat_bytes().expect("encodes")),
        ("variant", "PlayerState", player(7).to_variant_bytes::<Godot4>().expect("encodes")),
        ("flat", "PlayerState", player(7).to_flat_bytes().expect("encodes")),
    ];
    for bytes in samples::<Godot4, arena::ClientMessage>(12) {
        cases.push(("variant", "ClientMessage", bytes));
    }
    let numbers = allocated("allocations", "arena", &cases);
    assert_eq!(numbers.len(), cases.len());
    assert!(numbers.iter().all(|(write, _)| *write == 0), "{numbers:?}");
    // The eight keys of the scores.
    assert!(numbers[..2].iter().all(|(_, read)| (1..=400).contains(read)), "{numbers:?}");
    assert!(numbers[2..4].iter().all(|(_, read)| *read == 0), "{numbers:?}");

    let mut forms = form_cases::<Godot4>();
    // The first case of each type is a message that Rust wrote.
    forms.dedup_by_key(|case| case.ty);
    let cases: Vec<_> = forms.into_iter().map(|case| (case.wire, case.ty, case.bytes)).collect();
    let numbers = allocated("allocations_of_forms", "every_form", &cases);
    assert_eq!(numbers.len(), cases.len());
    let allocate = cases.iter().zip(&numbers).filter(|(_, (write, _))| *write > 0);
    let allocate: Vec<&str> = allocate.map(|((_, ty, _), _)| *ty).collect();
    // A NodePath is split into its names. The keys of a flattened map are compared with the names of fields.
    assert_eq!(allocate, ["Texts", "Entity"]);
}

/// Schemas with every form and with awkward names compile, for every engine that has their types.
fn every_schema() {
    let folder = folder("schemas");
    for (schema, is_for_all) in [
        ("every_form", true),
        ("every_flat", true),
        ("every_flat_godot4", false),
        ("every_row", false),
        ("awkward_names", true),
        ("boundaries", true),
        ("boundaries_godot4", false),
        ("boundaries_flat", true),
    ] {
        for (engine, generation, stubs) in [
            (Engine::Godot, Generation::Godot4, Some("Godot4.cs")),
            (Engine::Godot, Generation::Godot3, Some("Godot3.cs")),
            (Engine::Unity, Generation::Godot4, Some("Unity.cs")),
            (Engine::None, Generation::Godot4, None),
        ] {
            if generation == Generation::Godot3 && !is_for_all {
                continue;
            }
            let mut files = vec![generate(schema, &options(engine, generation), &folder)];
            files.extend(stubs.map(own_file));
            compile(&folder.join("schema.dll"), "library", &files);
        }
    }
}

/// Small schemas, each with what once did not compile.
const AWKWARD: [&str; 17] = [
    "#[derive(GodotVar)] enum E { Value(u8), P(i32), #[godot_var(other)] Oth(Variant) }",
    "#[derive(GodotFlat)] enum F { #[flat(id = 0)] Number(u8), #[flat(id = 1)] Rest(u8), #[flat(other)] Oth(u8, Vec<u8>) }",
    "#[derive(GodotVar)] enum Value { Value(Box<Value>), Number(i32) }",
    "#[derive(GodotVar, GodotFlat)] enum Number { P, Q } #[derive(GodotVar, GodotFlat)] struct S { a: Number }",
    "#[derive(GodotVar, GodotFlat)] enum Of { P, Q } #[derive(GodotVar, GodotFlat)] enum Read { P, #[godot_var(skip)] Q }
     #[derive(GodotVar, GodotFlat)] struct S { a: Of, b: Read }",
    "#[derive(GodotVar)] enum Equals { P, Q } #[derive(GodotVar)] enum Finalize { P, Q(u8) } #[derive(GodotVar)] struct FromBytes { a: Equals, b: Finalize }
     #[derive(GodotVar)] struct GetType { a: Equals, b: ToBytes } #[derive(GodotVar)] enum ToBytes { P, Q(u8) } #[derive(GodotVar)] enum TryFromBytes { Q(u8) }",
    "#[derive(Clone, PartialEq, GodotVar)] #[godot_var(array, id)] enum Apply { #[godot_var(id = 1)] P, #[godot_var(id = 2)] Q(u8) }
     #[derive(Clone, PartialEq, GodotVar)] #[godot_var(delta)] struct S { a: Apply }",
    "#[derive(Clone, PartialEq, GodotVar)] #[godot_var(array, id)] enum HasA { #[godot_var(id = 1)] P, #[godot_var(id = 2)] Q(u8) }
     #[derive(Clone, PartialEq, GodotVar)] #[godot_var(delta)] struct S { a: HasA }",
    "#[derive(GodotVar)] struct L { a: i32, #[godot_var(flatten)] s: BTreeMap<String, i32> }",
    "#[derive(GodotVar)] #[godot_var(tag = \"t\", deny_unknown_fields)] enum S { M(BTreeMap<String, i32>), N { #[godot_var(flatten)] of: Option<BTreeMap<String, i32>> } }",
    "#[derive(GodotVar)] struct S { a: [Option<Vec<[i32; 2]>>; 3], b: [Option<BTreeMap<i32, Vec<u8>>>; 2], c: [(Option<Vec<u8>>, i32); 2], d: [(Variant, Variant); 2],
       e: [Option<Vec<u8>>; 2], f: [[Option<Vec<u8>>; 2]; 3] }",
    "#[derive(GodotVar)] struct S { #[godot_var(default)] a: char, #[godot_var(default = 255)] b: u8, #[godot_var(default = -128)] c: i8 }",
    "#[derive(GodotFlat)] struct S { a: [[i32; 0]; 2] }",
    "#[derive(GodotFlat)] struct Nothing; #[derive(GodotFlat)] struct S { a: [(); 2], b: [Nothing; 2] }",
    "#[derive(GodotVar)] struct S { a: [std::net::IpAddr; 2], b: Vec<[std::net::SocketAddr; 2]> }",
    "#[derive(GodotVar)] struct S { a: std::net::IpAddr, b: Vec<std::net::Ipv4Addr>, c: [std::net::Ipv6Addr; 1] }",
    "#[derive(GodotVar)] #[godot_var(tag = \"t\")] enum S { M(BTreeMap<String, i32>) }",
];

/// They compile.
fn awkward() {
    let folder = folder("awkward");
    let files: Vec<PathBuf> = (0..)
        .zip(AWKWARD)
        .map(|(at, schema): (usize, _)| {
            let text = format!("use godot_var::*; use std::collections::*; {schema}");
            let parsed = flat::parse_both("a.rs", |_| Ok(text.clone()));
            let (variants, flat) = parsed.unwrap_or_else(|errors| panic!("{schema}: {errors:#?}"));
            let namespace = Some(format!("Awkward{at}"));
            let csharp = CSharp { namespace, ..CSharp::new(Engine::None) };
            let file = csharp.generate(&Schema::new(&variants, &flat), "a");
            let path = folder.join(format!("{at}.cs"));
            let file = file.unwrap_or_else(|errors| panic!("{schema}: {errors:#?}"));
            fs::write(&path, file).expect("written");
            path
        })
        .collect();
    compile(&folder.join("awkward.dll"), "library", &files);
}

/// A Dictionary of these values, as a Variant.
fn dictionary(entries: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = vec![27, 0, 0, 0, entries.len() as u8, 0, 0, 0];
    for (key, value) in entries {
        bytes.extend(text(key));
        bytes.extend(value);
    }
    bytes
}

fn text(text: &str) -> Vec<u8> {
    text.to_variant_bytes::<Godot4>().expect("a text")
}

fn int(number: i32) -> Vec<u8> {
    number.to_variant_bytes::<Godot4>().expect("a number")
}

fn list(texts: &[&str]) -> Vec<u8> {
    texts.to_variant_bytes::<Godot4>().expect("a list")
}

/// Messages in which keys are repeated: the last value counts.
fn repeated() -> Vec<Case> {
    fn of<T: for<'de> FromVariantBytes<'de> + ToVariantBytes>(
        ty: &'static str,
        entries: &[(&str, Vec<u8>)],
    ) -> Case {
        Case { wire: "variant", ty, again: as_variant::<Godot4, T>, bytes: dictionary(entries) }
    }
    let bad = || text("bad");
    let one = || vec![("a", bad()), ("b", list(&["x"])), ("a", int(2)), ("c", list(&["y", "z"]))];
    let with = |more: &[(&'static str, Vec<u8>)]| [&one()[..], more].concat();
    vec![
        of::<corners::One>("One", &one()),
        of::<corners::One>("One", &with(&[("a", bad())])),
        of::<corners::One>("One", &with(&[("c", int(1)), ("b", list(&[])), ("z", bad())])),
        of::<corners::One>("One", &with(&[("c", int(1))])),
        of::<corners::One>("One", &[("a", bad()), ("b", int(1)), ("c", list(&[])), ("a", int(3))]),
        of::<corners::Either>("Either", &[("x", bad()), ("x", int(2))]),
        of::<corners::Either>("Either", &[("x", int(2)), ("x", bad())]),
        of::<corners::Either>("Either", &[("x", int(2)), ("x", list(&[]))]),
        of::<corners::Spread>("Spread", &with(&[("either", dictionary(&[("x", int(1))]))])),
        of::<corners::Spread>(
            "Spread",
            &with(&[("either", bad()), ("r", int(1)), ("either", dictionary(&[("x", bad())]))]),
        ),
        of::<corners::Spread>("Spread", &with(&[("either", bad()), ("r", int(1))])),
        of::<corners::Tagged>(
            "Tagged",
            &[("t", bad()), ("x", bad()), ("t", text("A")), ("x", int(1))],
        ),
        of::<corners::Tagged>("Tagged", &with(&[("t", text("B"))])),
        of::<corners::Tagged>("Tagged", &with(&[("t", text("B")), ("t", text("A"))])),
    ]
}

/// Messages with keys that are refused unless the fields of others have them.
fn unknown_keys() -> Vec<Case> {
    let mut cases = Vec::new();
    for tag in ["C", "D", "E"] {
        for keys in ["", "y", "v", "yv", "vy", "yvz", "z"] {
            let mut entries = vec![("t", text(tag))];
            entries.extend(keys.split("").filter(|key| !key.is_empty()).map(|key| (key, int(1))));
            let again: Again = as_variant::<Godot4, corners::Strict>;
            cases.push(Case { wire: "variant", ty: "Strict", again, bytes: dictionary(&entries) });
            entries.insert(0, ("a", int(2)));
            let again: Again = as_variant::<Godot4, corners::StrictAround>;
            let bytes = dictionary(&entries);
            cases.push(Case { wire: "variant", ty: "StrictAround", again, bytes });
        }
    }
    cases
}

/// Flat messages of many levels, with many elements without bytes, and without their last fields.
fn flat_corners() -> Vec<Case> {
    fn of<T: for<'de> FromFlatBytes<'de> + ToFlatBytes>(ty: &'static str, bytes: Vec<u8>) -> Case {
        Case { wire: "flat", ty, again: as_flat::<T>, bytes }
    }
    let mut cases = Vec::new();
    for levels in [1, 40, 63, 64, 65, 84, 85, 127, 128, 129, 200] {
        let nodes = [vec![1; levels], vec![0], vec![0; 4 * levels + 4]].concat();
        cases.push(of::<corners::Node>("Node", nodes));
        cases.push(of::<corners::Listed>("Listed", [vec![1; levels], vec![0]].concat()));
        cases.push(of::<corners::Turn>("Turn", [vec![1; levels], vec![0]].concat()));
        let lists = [&[2, 1, 1].repeat(levels)[..], &[0]].concat();
        cases.push(of::<corners::Turn>("Turn", lists));
        cases.push(of::<corners::Blob>("Blob", [vec![1; levels], vec![0; levels + 2]].concat()));
        let ones = || [vec![1; levels], vec![0]].concat();
        cases.push(of::<corners::Room>("Room", ones()));
        cases.push(of::<corners::Boxes>("Boxes", ones()));
        cases.push(of::<corners::Ping>("Ping", ones()));
    }
    let million: &[u8] = &[0xc0, 0x84, 0x3d];
    for (head, count, lists) in [
        (&[1][..], &[3][..], 1),
        (&[1], &[0], 1),
        (&[1], million, 1),
        (&[3], million, 3),
        (&[200, 1], million, 200),
    ] {
        let bytes = [head, &count.repeat(lists), &[0]].concat();
        cases.push(of::<corners::Empties>("Empties", bytes));
    }
    cases.push(of::<corners::Empties>("Empties", vec![0, 0xc0, 0x84, 0x3d]));
    for bytes in [&[1, 5][..], &[1, 5, 1, 0], &[2, 5], &[2, 5, 1], &[2, 5, 1, 0]] {
        cases.push(of::<corners::Growing>("Growing", bytes.to_vec()));
    }
    cases
}

/// Random messages of both wires.
fn samples_of_corners() -> Vec<Case> {
    let mut cases = Vec::new();
    macro_rules! of {
        ($($ty:ident)*) => {$(
            for sample in samples::<Godot4, corners::$ty>(6) {
                let Ok(value) = corners::$ty::from_variant_bytes::<Godot4>(&sample) else { continue };
                let (ty, flat) = (stringify!($ty), value.to_flat_bytes().expect("what was read"));
                for bytes in spoiled(&sample) {
                    cases.push(Case { wire: "variant", ty, again: as_variant::<Godot4, corners::$ty>, bytes });
                }
                for bytes in spoiled(&flat) {
                    cases.push(Case { wire: "flat", ty, again: as_flat::<corners::$ty>, bytes });
                }
            }
        )*};
    }
    of! { Locals Instances Tuples Raw State }
    for bytes in [int(1), text("a"), list(&["a"]), vec![0; 4], vec![]] {
        let again = as_variant::<Godot4, corners::Bare>;
        cases.push(Case { wire: "variant", ty: "Bare", again, bytes });
    }
    for sample in samples::<Godot4, corners::Defaults>(6) {
        for bytes in spoiled(&sample).into_iter().chain([dictionary(&[("x", int(1))])]) {
            let again = as_variant::<Godot4, corners::Defaults>;
            cases.push(Case { wire: "variant", ty: "Defaults", again, bytes });
        }
    }
    cases
}

/// The edges: names, levels, repeated keys, what objects share.
fn corners() {
    let csharp = options(Engine::None, Generation::Godot4);
    let folder = folder("corners");
    let program = folder.join("corners.exe");
    compile(&program, "exe", &[generate("corners", &csharp, &folder), own_file("Corners.cs")]);
    let ended = Command::new("mono").arg(&program).status().expect("mono");
    assert!(ended.success(), "{ended}");
    let counts = compare("repeated", "corners", &csharp, None, &repeated());
    assert_eq!(counts, [9, 5]);
    let counts = compare("unknown_keys", "corners", &csharp, None, &unknown_keys());
    assert!(counts[0] > 5 && counts[1] > 5, "too few: {counts:?}");
    let counts = compare("levels", "corners", &csharp, None, &flat_corners());
    assert!(counts[0] > 10 && counts[1] > 10, "too few: {counts:?}");
    run("samples", "corners", &csharp, None, &samples_of_corners());
}

/// Messages of LiteNetLibManager of many levels, which contain themselves.
fn litenet() {
    const SCHEMA: &str = "use godot_var::LiteNetMessage;
        #[derive(LiteNetMessage)] struct Node { next: Option<Box<Node>>, _1: u8 }
        #[derive(LiteNetMessage)] struct Holder { tree: Tree }
        #[derive(LiteNetMessage)] enum Event { Name, Kick { name: String, event: u8 }, #[litenet(other)] More(u8, Vec<u8>) }
        #[derive(LiteNetMessage)] enum Tree { #[litenet(id = 1)] Leaf, #[litenet(id = 2)] Of { inner: Box<Tree> } }";
    let folder = folder("litenet");
    let schema = litenet_schema::parse("a.rs", |_| Ok(SCHEMA.to_owned())).expect("a schema");
    let csharp = options(Engine::Unity, Generation::Godot4);
    let file = csharp.generate_litenet(&schema, "lite_net", EraSpec::Head).expect("a file");
    let path = folder.join("LiteNetProtocol.cs");
    fs::write(&path, file).expect("written");
    let stubs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/tests/programs/drivers");
    for (odd, name) in [
        ("struct Net { x: u8 }", "Net"),
        ("struct Guid { x: u8 }", "Guid"),
        ("struct WireException { x: u8 }", "WireException"),
        ("enum Id { Guid { x: u8 }, Number(u8) }", "Guid"),
    ] {
        let text = format!("use godot_var::LiteNetMessage; #[derive(LiteNetMessage)] {odd}");
        let schema = litenet_schema::parse("a.rs", |_| Ok(text.clone())).expect("a schema");
        let errors = csharp.generate_litenet(&schema, "lite_net", EraSpec::Head).expect_err(odd);
        let message = format!("C# already has a type `{name}` here; choose another name");
        assert_eq!(errors.iter().map(|error| &*error.message).collect::<Vec<_>>(), [message]);
    }
    let program = folder.join("litenet.exe");
    let files = [path, own_file("LiteNetCorners.cs"), stubs.join("LiteNetLib.cs")];
    compile(&program, "exe", &files);
    let ended = Command::new("mono").arg(&program).status().expect("mono");
    assert!(ended.success(), "{ended}");
}
