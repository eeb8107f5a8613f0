//! The model of flat messages: its layouts, fingerprints and sizes are those of the compiled types, and its mistakes those of the derive.

use std::fs;
use std::path::Path;

use godot_var::Limits;
use godot_var::flat::{Encode, Flat, Little, layout_fingerprint};
use godot_var_codegen::evolve;
use godot_var_codegen::flat::{self, Body, Schema, Sizes, TypeDef, parse, parse_text};
use godot_var_codegen::gdscript::{self, Engine};
use godot_var_codegen::lock;
use godot_var_codegen::names::Tree;
use godot_var_codegen::protocol::{self, FieldDefault, Value};

#[path = "../../../schemas/every_flat.rs"]
#[allow(dead_code, unreachable_pub, reason = "only layouts are looked at")]
pub mod every_flat;
#[path = "../../../schemas/every_flat_godot4.rs"]
#[allow(dead_code, unreachable_pub, reason = "only layouts are looked at")]
pub mod every_flat_godot4;
#[path = "../../../schemas/flat_without_gdscript.rs"]
#[allow(dead_code, unreachable_pub, reason = "only layouts are looked at")]
pub mod flat_without_gdscript;

const TEXT: &str = include_str!("../../../schemas/every_flat.rs");
const GODOT4: &str = include_str!("../../../schemas/every_flat_godot4.rs");
const WITHOUT_GDSCRIPT: &str = include_str!("../../../schemas/flat_without_gdscript.rs");

fn parsed(name: &str, text: &str) -> Schema {
    parse_text(name, text).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn schema() -> Schema {
    parsed("every_flat.rs", TEXT)
}

fn check<T: Encode<Flat<Little>>>(schema: &Schema, name: &str, seen: &mut Vec<String>) {
    let def = schema.get(name).unwrap_or_else(|| panic!("{name} is not a type of the schema"));
    let index = schema.types.iter().position(|other| other.path() == def.path());
    let index = index.expect("its place");
    schema.with_layout(index, |layout| assert_eq!(layout, T::LAYOUT, "{name}"));
    let fingerprint = format!("{:016x}", schema.fingerprint(index));
    assert_eq!(fingerprint, layout_fingerprint::<T>(), "{name}");
    assert_eq!(Sizes::new(schema).message(index).refusing(), T::SIZE.refusing(), "{name}");
    seen.push(def.path());
}

#[test]
fn is_the_same_for_the_derive_and_the_schema() {
    macro_rules! check_all {
        ($schema:expr; $($name:literal $type:ty),* $(,)?) => {
            let (schema, mut seen) = ($schema, Vec::new());
            $(check::<$type>(&schema, $name, &mut seen);)*
            let all: Vec<String> = schema.types.iter().map(TypeDef::path).collect();
            let missing: Vec<_> = all.iter().filter(|path| !seen.contains(path)).collect();
            assert!(missing.is_empty(), "{missing:?}");
        };
    }
    use every_flat::*;
    use every_flat_godot4::{Anything, AnythingTurned, Structures4, Variants};
    use flat_without_gdscript::{Absent, Blank, Maybe, Partly, Values};
    check_all! {
        parsed("every_flat_godot4.rs", GODOT4);
        "Structures4" Structures4, "Variants" Variants, "Anything" Anything,
        "AnythingTurned" AnythingTurned,
    }
    check_all! {
        parsed("flat_without_gdscript.rs", WITHOUT_GDSCRIPT);
        "Values" Values, "Partly" Partly, "Absent" Absent, "Maybe" Maybe, "Blank" Blank,
    }
    check_all! {
        schema();
        "Numbers" Numbers, "Floats" Floats, "Structures" Structures, "Texts" Texts<'_>,
        "Holders" Holders, "Packs" Packs, "Meanings" Meanings, "Flagged" Flagged, "Weapon" Weapon, "Wide" Wide,
        "Leb" Leb, "ToServer" ToServer, "Kept" Kept, "Turned" Turned, "Grown" Grown,
        "Player" Player, "PlayerDelta" PlayerDelta, "Both" Both, "BothDelta" BothDelta,
        "Many" Many, "Packed" Packed, "PackedDelta" PackedDelta,
        "Uses" Uses, "Tree" Tree, "Room" Room, "Door" Door, "Pinned" Pinned, "Nothing" Nothing,
        "deeper::Moment" Moment, "PairU82" Pair<u8, 2>, "PairMoment1" Pair<Moment, 1>,
        "AllTurned" AllTurned, "Orders" Orders, "Noted" Noted,
    }
}

#[test]
fn knows_offsets_bits_and_defaults() {
    let schema = schema();
    let sizes = Sizes::new(&schema);
    let record = |name: &str| match &schema.get(name).expect(name).body {
        Body::Record(record) => record.clone(),
        Body::Enumeration(_) => panic!("{name} is an enum"),
    };
    let turned = record("Turned");
    assert_eq!(sizes.offsets(&turned), [Some(0), Some(4), None, None]);
    let structures = record("Structures");
    let offsets = sizes.offsets(&structures);
    assert_eq!(offsets[..4], [Some(0), Some(8), Some(20), Some(36)]);
    let flagged = record("Flagged");
    let bits: Vec<_> = flagged.fields.iter().map(|field| field.bits).collect();
    let bits: Vec<_> = bits.iter().map(|bits| bits.map(|bits| (bits.first, bits.count))).collect();
    assert_eq!(
        bits,
        [
            None,
            Some((0, 1)),
            Some((1, 3)),
            Some((4, 1)),
            Some((5, 5)),
            Some((10, 33)),
            Some((43, 1)),
            Some((44, 1)),
            Some((45, 1))
        ]
    );
    assert_eq!((flagged.header_bits, flagged.header_bytes()), (46, 6));
    assert_eq!(sizes.offsets(&flagged)[..3], [Some(6), Some(0), Some(0)]);
    let grown = record("Grown");
    let weapon = schema.types.iter().position(|def| def.name == "Weapon").expect("a type");
    let defaults: Vec<_> = grown.fields.into_iter().map(|field| field.default).collect();
    assert_eq!(
        defaults,
        [
            FieldDefault::Required,
            FieldDefault::Type,
            FieldDefault::Value(Value::Int(7)),
            FieldDefault::Value(Value::Text("?".into())),
            FieldDefault::Value(Value::Member(weapon, "Bow".into())),
        ]
    );
    let Body::Enumeration(to_server) = &schema.get("ToServer").expect("a type").body else {
        panic!("an enum")
    };
    let whole: Vec<_> = to_server.members.iter().map(|member| member.is_message).collect();
    assert_eq!(whole, [false, true, false, false, false]);
    assert_eq!(to_server.members[0].record.fields[0].docs, ["What the others see."]);
}

#[test]
fn finds_the_roots() {
    let schema = schema();
    let names: Vec<_> =
        schema.roots().into_iter().map(|index| &*schema.types[index].name).collect();
    let first = &names[..names.iter().position(|name| *name == "Flagged").expect("an inner type")];
    assert!(first.contains(&"ToServer") && first.contains(&"PlayerDelta"), "{names:?}");
    assert!(!names.contains(&"Weapon") && !names.contains(&"Nothing"), "{names:?}");
}

/// What the compiler alone finds: it is no mistake of a schema.
const COMPILED_ALONE: [&str; 4] = [
    // A mistake in the use of a type.
    "len_is_not_one",
    "not_a_message",
    // The schema does not know what derives `Default`.
    "default_without_trait",
    // No type of the schema.
    "union",
];

#[test]
fn refuses_what_the_compiler_refuses() {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/compile-errors/tests/ui/flat");
    let (mut count, mut accepted, mut elsewhere) = (0, Vec::new(), Vec::new());
    for file in fs::read_dir(folder).expect("the folder") {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|end| end != "rs") {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let read = |file: &str| fs::read_to_string(file).map_err(|error| error.to_string());
        let errors = parse(&path.to_string_lossy(), read).err().unwrap_or_default();
        let said = fs::read_to_string(path.with_extension("stderr")).expect("the compiler's words");
        if COMPILED_ALONE.contains(&&*name) {
            continue;
        }
        if errors.is_empty() {
            accepted.push(name);
            continue;
        }
        count += 1;
        for error in errors {
            // The compiler points at the attribute before the field, or at the field.
            let places =
                [error.place.line, error.place.line - 1].map(|line| format!("{name}.rs:{line}:"));
            if !places.iter().any(|place| said.contains(place)) {
                elsewhere.push(format!("{error}\n{said}"));
            }
        }
    }
    assert!(elsewhere.is_empty(), "{}", elsewhere.join("\n"));
    assert!(accepted.is_empty(), "{accepted:?}");
    assert!(count > 50, "{count}");
}

#[test]
fn a_glob_brings_the_times_of_rust() {
    for uses in ["use std::time::*;", "use ::core::time::*;"] {
        let text = format!(
            "{uses} #[derive(godot_var::GodotFlat)] struct A {{ #[flat(unit = \"ms\")] a: Duration }}"
        );
        let schema = parse_text("a.rs", &text).unwrap_or_else(|errors| panic!("{errors:?}"));
        let field = schema.types[0].fields().next().expect("a field");
        assert_eq!(field.time.map(|time| time.unit), Some("ms"));
    }
}

#[test]
fn says_what_cannot_be_known() {
    let check = |text: &str, expected: &str| {
        let text = format!("use godot_var::GodotFlat;\n#[derive(GodotFlat)]\n{text}");
        let errors = parse_text("a.rs", &text).expect_err("a mistake");
        assert_eq!(errors[0].to_string(), expected, "{text}");
    };
    check(
        "struct A { b: B }",
        "a.rs:3:15: `B` is not found in this schema; is a `use` or a `mod` missing?",
    );
    check(
        "struct A { b: B }\nstruct B;",
        "a.rs:3:15: `B` (a.rs:4) does not derive `GodotFlat`; derive it, or encode the field by `with = module`",
    );
    check(
        "struct A { #[flat(range = 0.0..=f(), as = u8)] b: f32 }",
        "a.rs:3:33: the bound is neither a number nor a constant of this schema",
    );
    check(
        "struct A { #[flat(range = LOW..=0, as = u8)] b: f32 }\nconst LOW: f32 = 2.0;",
        "a.rs:3:27: the range is the wrong way round, or of one value",
    );
    check(
        "struct A { #[flat(varint)] b: Vec<String> }",
        "a.rs:3:31: `Vec<String>` has no `varint` form; `varint` applies to an integer of at most 64 bits, or to an \
         `Option`, array, list or map of them",
    );
    check(
        "struct A { #[cfg_attr(feature = \"x\", flat(varint))] b: u32 }",
        "a.rs:3:12: a `#[cfg]` decides whether this is part of the schema, which cannot be known here; remove it, or move the optional part to another schema",
    );
    check(
        "#[flat(flags)] struct A { #[flat(bits = 1)] b: B }\n#[derive(GodotFlat)]\nstruct B(u8);",
        "a.rs:3:45: `B` has no `bits = 1`; `bits` applies to an integer, or to an enum without fields that derives `GodotFlat`",
    );
    check(
        "#[flat(recursive(B))] struct A { b: u8 }",
        "a.rs:3:18: `B` is not a type of this schema that derives `GodotFlat`",
    );
    check(
        "struct A { b: Vec<B> }\n#[derive(GodotFlat)]\nstruct B { a: Option<Box<A>> }",
        "a.rs:3:8: `A` contains itself through another type; a type may contain itself only in a field of its own",
    );
}

#[test]
fn what_gdscript_cannot_write_is_named() {
    let schema = parsed("flat_without_gdscript.rs", WITHOUT_GDSCRIPT);
    let protocol = protocol::parse_text("flat_without_gdscript.rs", WITHOUT_GDSCRIPT);
    let protocol = protocol.unwrap_or_else(|errors| panic!("{errors:#?}"));
    let options = gdscript::Options::new(Engine::Godot4);
    let errors = gdscript::generate_all(&protocol, &schema, &options).expect_err("it cannot");
    let fields: Vec<&str> =
        errors.iter().filter_map(|error| error.message.split(": ").next()).collect();
    let expected = [
        "`Values.callable`",
        "`Values.signal`",
        "`Absent.a`",
        "`Absent.b`",
        "`Absent.c`",
        "`Absent.d`",
        "`Absent.e`",
        "`Partly.points`",
        "`Partly.own`",
    ];
    assert_eq!(fields, expected);
}

#[test]
fn elements_of_no_bytes_are_not_written() {
    let text = "#[derive(GodotFlat)] struct A { always: [(); 2], all: Vec<()> }";
    for engine in [Engine::Godot3, Engine::Godot4] {
        let (protocol, schema) = (protocol::parse_text("a.rs", text), parsed("a.rs", text));
        let options = gdscript::Options::new(engine);
        let script = gdscript::generate_all(&protocol.expect("no types"), &schema, &options);
        let script = script.unwrap_or_else(|errors| panic!("{errors:#?}"));
        let class = &script[script.find("class A:").expect("its class")..];
        let writes = class.lines().skip_while(|line| !line.contains("func _flat_append"));
        let writes: Vec<_> = writes.skip(1).take_while(|line| !line.is_empty()).collect();
        assert!(writes.len() == 1 && writes[0].contains("put_varint("), "{writes:#?}");
    }
}

/// Seconds that the time of a field cannot be are refused, as by Rust.
#[test]
fn seconds_are_those_of_a_time() {
    const TEXT: &str = "use godot_var::GodotFlat; use std::time::{Duration, SystemTime};
        #[derive(GodotFlat)] pub struct Ends {
            #[flat(unit = \"s\")] pub after: Option<Duration>,
            #[flat(unit = \"s\")] pub at: SystemTime,
        }";
    let schema = parse("ends.rs", |_| Ok(TEXT.to_owned())).expect("a valid schema");
    let read = |after: f64, at: f64| {
        let bytes = [&[1][..], &after.to_le_bytes(), &at.to_le_bytes()].concat();
        let message = flat::read(&schema, 0, &bytes, Limits::DEFAULT, None);
        message.map(drop).map_err(|error| error.path().to_string())
    };
    assert_eq!(read(1.5, -2.5), Ok(()));
    for after in [-1.0, f64::NEG_INFINITY, f64::NAN, 1e300] {
        assert_eq!(read(after, 0.0), Err("Ends.after".to_owned()), "{after}");
    }
    for at in [f64::INFINITY, f64::NAN, -1e300] {
        assert_eq!(read(1.5, at), Err("Ends.at".to_owned()), "{at}");
    }
}

/// A Variant of a type that derives `GodotVar` keeps its type: in samples, values by name, errors, classes and locks.
#[test]
fn variants_keep_their_types() {
    const TEXT: &str = "use godot_var::{GodotFlat, GodotVar};
        #[derive(GodotVar)] pub struct Chat { #[godot_var(max_len = 5)] pub text: String }
        #[derive(GodotVar)] #[godot_var(tag = \"kind\")] pub enum Deed { Jump { height: f32 }, Rest }
        #[derive(GodotFlat)] pub struct Said { pub id: u8, #[flat(as = Godot4)] pub chat: Chat, #[flat(as = Godot4)] pub deed: Deed }";
    let read = |_: &str| Ok(TEXT.to_owned());
    let (protocol, schema) = flat::parse_both("said.rs", read).expect("a valid schema");
    let bytes = flat::sample(&schema, 0, None).expect("a sample");
    let message = flat::read(&schema, 0, &bytes, Limits::DEFAULT, None).expect("its message");
    let chat = message.fields.get("chat").expect("a field");
    assert!(matches!(chat.get("text"), Some(Tree::Text(_))), "{chat:?}");
    let jump = message.fields.get("deed").and_then(|deed| deed.get("Jump")).expect("its variant");
    assert!(matches!(jump.get("height"), Some(Tree::Single(_))), "{jump:?}");
    // The Dictionary lacks the field.
    let empty = [&[1, 8, 0, 0, 0, 27, 0, 0, 0, 0, 0, 0, 0][..], &[0; 8]].concat();
    let error = flat::read(&schema, 0, &empty, Limits::DEFAULT, None).expect_err("no text");
    assert_eq!(error.path().to_string(), "Said.chat.text", "{error}");
    for four in [true, false] {
        let text = if four { TEXT.to_owned() } else { TEXT.replace("Godot4", "Godot3") };
        let read = |_: &str| Ok(text.clone());
        let (protocol, schema) = flat::parse_both("said.rs", read).expect("a valid schema");
        let engine = if four { Engine::Godot4 } else { Engine::Godot3 };
        let options = gdscript::Options::new(engine);
        let script = gdscript::generate_all(&protocol, &schema, &options).expect("a script");
        assert!(script.contains("var chat: Chat = Chat.new()"), "{script}");
        assert!(script.contains("Chat.new()._read("), "{script}");
        assert!(script.contains("Deed.new()._read("), "{script}");
    }
    let lock = lock::write_all(&protocol, &schema).expect("a lock");
    let (_, locked) = lock::parse_all("said.lock", &lock).expect("an untouched lock");
    assert_eq!(
        locked.types[0].fields().nth(1).map(|field| &field.ty),
        schema.types[0].fields().nth(1).map(|field| &field.ty)
    );
    assert_eq!(flat::sample(&locked, 0, None), Some(bytes));
}

#[test]
fn arguments_of_generic_variants_are_variants_too() {
    let text = "use godot_var::{GodotFlat, GodotVar};
        #[derive(GodotFlat)] struct First { a: u8 }
        #[derive(GodotFlat)] struct Second { a: u8 }
        #[derive(GodotFlat)] struct Third { both: Both<Page<Inner<u8>>> }
        #[derive(GodotFlat)] struct Both<T> { #[flat(as = Godot4)] shown: T, own: T }
        #[derive(GodotFlat, GodotVar)] struct Page<T> { item: T }
        #[derive(GodotFlat, GodotVar)] struct Inner<T> { value: T }";
    let schema = parsed("a.rs", text);
    let variants = &schema.variants.types;
    let names: Vec<&str> = variants.iter().map(|def| &*def.name).collect();
    assert_eq!(names, ["InnerU8", "PageInnerU8"]);
    assert_eq!(variants[1].arguments, [protocol::Type::Message(0)]);
}

/// A change inside of a type is a finding about it where a flat message holds it as a Variant, too.
#[test]
fn changes_inside_of_variants_are_found() {
    let side = |chat: &str, held: &str| {
        let text = format!(
            "use godot_var::{{GodotFlat, GodotVar, Variant}};
            #[derive(GodotVar)] pub struct Chat {{ pub text: {chat} }}
            #[derive(GodotFlat)] pub struct Said {{ pub id: u8, {held} }}"
        );
        evolve::parse("said.rs", |_: &str| Ok(text.clone())).expect("a valid schema")
    };
    let (typed, any) = ("#[flat(as = Godot4)] pub chat: Chat", "pub chat: Variant");
    let found = |old: (&str, &str), new: (&str, &str)| -> Vec<String> {
        let findings = evolve::check_all(&side(old.0, old.1), &side(new.0, new.1));
        let broken = findings.into_iter().filter(|finding| !finding.breaks.is_empty());
        broken.map(|finding| finding.subject).collect()
    };
    assert_eq!(found(("String", typed), ("u8", typed)), ["Chat.text"]);
    assert!(found(("String", typed), ("String", typed)).is_empty());
    assert_eq!(found(("String", any), ("String", typed)), ["Said.chat"]);
    assert_eq!(found(("String", typed), ("String", any)), ["Said.chat"]);
    let list = "#[flat(as = Godot4)] pub chat: Vec<Chat>";
    assert_eq!(found(("String", typed), ("String", list)), ["Said.chat"]);
    let option = "#[flat(as = Godot4)] pub chat: Option<Chat>";
    assert_eq!(found(("String", typed), ("String", option)), ["Said.chat"]);
    let three = "#[flat(as = Godot3)] pub chat: Chat";
    assert_eq!(found(("String", typed), ("String", three)), ["Said.chat"]);
}
