//! Locks: the same bytes for the same layout, and the same model from the bytes.

use godot_var_codegen::protocol::{self, Protocol, Rpc, TypeDef, parse_text};
use godot_var_codegen::{evolve, flat, lock};

fn read(name: &str, text: &str) -> Protocol {
    parse_text(name, text).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

const SCHEMAS: [(&str, &str); 3] = [
    ("arena.rs", include_str!("../../../schemas/arena.rs")),
    ("every_form.rs", include_str!("../../../schemas/every_form.rs")),
    ("multiplayer.rs", include_str!("../../../schemas/multiplayer.rs")),
];

/// Forms that no other schema has.
const MORE: &str = r#"
use godot_var::*;
#[derive(GodotVar)]
struct Newer<'a> {
    cell: Vector2i,
    #[godot_var(typed)]
    rounds: Vec<i64>,
    #[godot_var(encode_with = seconds::encode, decode_with = seconds::decode)]
    at: u64,
    bytes: &'a [u8],
    node: Option<Box<Node<Vec<Newer<'a>>>>>,
    #[godot_var(default = 1 + // one
        2)]
    code: i32,
    text: r#String,
    wide: godot_var::math::double::Vector3,
    one: (i32,),
    set: std::collections::BTreeSet<r#mod::Vector3>,
}
#[derive(GodotVar)]
struct Node<T> { content: T, next: Option<Box<Self>> }
#[derive(GodotVar)]
struct r#String(i32, #[godot_var(skip)] u8, #[godot_var(default = Kind::B)] Kind);
#[derive(GodotVar)]
#[godot_var(max_size = 88, gdscript = "Tagged", tag = "the \"tag\"", deny_unknown_fields)]
enum Tag { A, #[godot_var(rename = "b b", alias = "c")] B { x: u8 }, #[godot_var(id = -4)] C }
#[derive(GodotVar)]
enum External { A, B, #[godot_var(skip)] C(i32) }
#[derive(GodotVar)]
#[godot_var(repr = "int")]
enum Kind { A = -3, B, #[godot_var(skip)] C, D }
#[derive(GodotVar)]
struct Empty {}
#[derive(GodotVar)]
#[godot_var(array)]
struct NoElements {}
#[derive(GodotVar)]
struct Behind(#[godot_var(skip)] u8, i32);
#[derive(GodotVar)]
struct Colors {
    #[godot_var(default = Color { r: 1.0, g: 0.5, b: 0.0, a: 1.0 })]
    color: Color,
    #[godot_var(default = vec![Some(1), None])]
    list: Vec<Option<i32>>,
    #[godot_var(default = (1, -2.5))]
    pair: (i32, f32),
    #[godot_var(default = "default_path".into())]
    path: std::string::String,
}
#[derive(multiplayer::GodotRpc)]
enum Calls<'a> {
    r#Type,
    #[rpc(any_peer, rename = "Bytes", unreliable_ordered, call_local, channel = 255)]
    Bytes(&'a [u8], #[rpc(default = Kind::B)] Kind, #[rpc(default = now())] i64),
    Say(#[rpc(default = "a::b".into())] std::string::String),
    Deep { r#in: Option<Node<Kind>>, #[rpc(default)] name: r#mod::Vector3 },
}
mod sets_alone {
    #[derive(godot_var::multiplayer::GodotSync)]
    struct r#Sync {
        #[sync(on_change, path = "Hand:r#in \"x\"", spawn = false)]
        r#in: u8,
        #[sync(never)]
        list: Vec<super::Node<i8>>,
    }
}
mod r#mod {
    use super::*;
    #[derive(GodotVar, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Vector3 { pub kind: super::Kind, pub own: godot_var::Vector3, pub deep: deeper::Deep }
    pub mod deeper {
        use godot_var::GodotVar;
        #[derive(GodotVar)]
        pub struct Deep { pub up: super::super::Empty }
    }
}
"#;

#[test]
fn of_every_form_reads_as_the_schema() {
    for (name, text) in SCHEMAS.into_iter().chain([("more.rs", MORE)]) {
        let protocol = read(name, text);
        let written = lock::write(&protocol).expect("a lock");
        let locked = lock::parse("x.lock", &written)
            .unwrap_or_else(|errors| panic!("{errors:#?}\n{written}"));
        let names = |protocol: &Protocol| -> Vec<String> {
            let mut names: Vec<_> = protocol.types.iter().map(TypeDef::path).collect();
            names.sort();
            names
        };
        assert_eq!(names(&locked), names(&protocol), "{written}");
        for (locked, own) in locked.rpc_sets.iter().zip(&protocol.rpc_sets) {
            assert_eq!(locked.checksum(), own.checksum());
            let methods = locked.methods.iter().zip(&own.methods);
            for (locked, own) in methods {
                let words = |rpc: &Rpc| {
                    let words = (rpc.caller, rpc.mode, rpc.channel, rpc.call_local);
                    (rpc.name.clone(), rpc.variant.clone(), words, rpc.arguments.len())
                };
                assert_eq!(words(locked), words(own));
            }
        }
        let count = |protocol: &Protocol| (protocol.rpc_sets.len(), protocol.sync_sets.len());
        assert_eq!(count(&locked), count(&protocol));
        assert_eq!(lock::write(&locked).as_ref(), Ok(&written));
        let back = [evolve::check(&locked, &protocol), evolve::check(&protocol, &locked)];
        assert_eq!(back, [vec![], vec![]], "{written}");
    }
}

/// Both wires of a schema.
fn both(name: &str, text: &str) -> (Protocol, flat::Schema) {
    let read = |_: &str| Ok(text.to_owned());
    flat::parse_both(name, read).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

#[test]
fn flat_messages_read_as_the_schema() {
    let more = r#"
use godot_var::*;
use std::time::{Duration, SystemTime};
#[derive(GodotFlat)]
struct Names<'a> { r#in: &'a str, #[flat(default = Kind::B)] kind: Kind }
#[derive(GodotFlat)]
enum Kind { A, B = 7 }
#[derive(GodotFlat)]
struct Node<T> { content: T, next: Option<Box<Self>> }
#[derive(GodotFlat)]
struct Uses { a: Node<Kind>, b: Option<Box<Node<Vec<Uses>>>>, nothing: (), letter: char }
#[derive(GodotFlat)]
struct Times {
    #[flat(unit = "s")] a: Duration,
    #[flat(unit = "ms")] b: Option<SystemTime>,
    #[flat(with = tenths, as = u16)] c: f32,
    #[flat(with = tenths)] d: f32,
    #[flat(range = -0.0..=1e-7, as = u8)] e: f32,
    #[flat(as = Godot3)] f: Variant,
    g: Dictionary,
    h: std::net::IpAddr,
}
#[derive(GodotFlat)]
#[flat(flags, delta)]
struct Changes { fire: bool, #[flat(bits = 3)] kind: Kind }
"#;
    for (name, text) in [
        ("arena.rs", SCHEMAS[0].1),
        ("every_flat.rs", include_str!("../../../schemas/every_flat.rs")),
        ("every_flat_godot4.rs", include_str!("../../../schemas/every_flat_godot4.rs")),
        ("flat_without_gdscript.rs", include_str!("../../../schemas/flat_without_gdscript.rs")),
        ("more.rs", more),
    ] {
        let (protocol, flat) = both(name, text);
        let written = lock::write_all(&protocol, &flat).expect("a lock");
        let (variants, locked) = lock::parse_all("x.lock", &written)
            .unwrap_or_else(|errors| panic!("{errors:#?}\n{written}"));
        assert!(flat.types.len() > 1, "{name}");
        assert_eq!(lock::write_all(&variants, &locked).as_ref(), Ok(&written));
        assert_eq!(locked.types.len(), flat.types.len());
        for (index, (locked_def, def)) in locked.types.iter().zip(&flat.types).enumerate() {
            assert_eq!(locked_def.path(), def.path());
            assert_eq!(locked.fingerprint(index), flat.fingerprint(index), "{}", def.path());
            let place = &locked_def.place;
            let line = written.lines().nth(place.line - 1).expect("the line");
            let name: String = line.chars().skip(place.column - 1).collect();
            assert!(name.starts_with(&format!("{:?}", def.name)), "{line}");
            let sizes = |schema, index| flat::Sizes::new(schema).message(index);
            assert_eq!(sizes(&locked, index), sizes(&flat, index));
            for (read, own) in locked_def.fields().zip(def.fields()) {
                let model = |field: &flat::Field| flat::Field {
                    place: protocol::Place::default(),
                    docs: Vec::new(),
                    rust: protocol::Type::Custom,
                    ..field.clone()
                };
                assert_eq!(model(read), model(own), "{written}");
            }
        }
        // Without them the rest of the lock is as it was.
        let variants = lock::write(&protocol).expect("a lock");
        let rest = variants.trim_end_matches("\n}\n");
        // An empty lock is one line.
        assert!(protocol.types.is_empty() || written.starts_with(rest), "{written}");
        assert!(!variants.contains("\"flat\""), "{variants}");
    }
}

#[test]
fn an_edited_flat_message_is_refused() {
    let schema = "use godot_var::*;\n#[derive(GodotFlat)] struct A { #[flat(varint)] n: u16, b: [B; 2] }\n\
                  #[derive(GodotFlat)] enum B { One = 1, Two }";
    let (protocol, flat) = both("a.rs", schema);
    let written = lock::write_all(&protocol, &flat).expect("a lock");
    let told = |lock: &str| -> Vec<String> {
        match lock::parse_all("a.lock", lock) {
            Ok(_) => Vec::new(),
            Err(errors) => errors.iter().map(ToString::to_string).collect(),
        }
    };
    assert_eq!(told(&written), Vec::<String>::new());
    let edited = |old: &str, new: &str| {
        assert!(written.contains(old), "{written}");
        told(&written.replace(old, new)).join("\n")
    };
    let merged = "was the lock edited or merged by hand? Generate it again";
    assert!(edited("varint\": \"u16", "varint\": \"i16").contains(merged));
    assert!(edited("\"id\": 2", "\"id\": 3").contains(merged));
    assert!(edited("\"layout\": ", "\"layer\": ").contains("`B` has no `layout = \"…\"`"));
    for (old, new) in [
        ("{ \"message\": \"B\" }", "{ \"message\": \"C\" }"),
        ("{ \"message\": \"B\" }", "{ \"message\": 1 }"),
        ("{ \"varint\": \"u16\" }", "\"u17\""),
        ("{ \"varint\": \"u16\" }", "{ \"varint\": \"u17\" }"),
        ("\"number\": \"u8\"", "\"number\": \"i8\""),
        ("\"id\": 2", "\"id\": -2"),
        ("[2,", "[-2,"),
    ] {
        let told = edited(old, new);
        assert!(told.contains("this is not a lock: "), "{old} {new}: {told}");
    }
}

/// A lock is a file that somebody sends: it must not take the time or the stack of the program that reads it.
#[test]
fn a_hostile_lock_is_refused() {
    let lock = |types: &[String]| format!("{{ \"types\": [], \"flat\": [{}] }}", types.join(", "));
    let def = |name: &str, more: &str, fields: &[String]| {
        let fields: Vec<String> =
            fields.iter().map(|ty| format!("{{ \"name\": \"a\", \"type\": {ty} }}")).collect();
        let fields = fields.join(", ");
        format!(
            "{{ \"name\": \"{name}\", {more}\"record\": {{ \"fields\": [{fields}] }}, \"layout\": \"0\" }}"
        )
    };
    let of = |name: usize| format!("{{ \"message\": \"T{name}\" }}");
    let refused = |text: &str, message: &str| {
        let errors = lock::parse_all("a.lock", text).expect_err("a hostile lock");
        assert!(errors[0].message.contains(message), "{}", errors[0]);
    };
    let too_many = "holds too many types inside each other";
    // Each type holds the next one twice.
    let doubled: Vec<String> =
        (0..100).map(|n| def(&format!("T{n}"), "", &[of(n + 1), of(n + 1)])).collect();
    let end = def("T100", "", &["\"u8\"".to_owned()]);
    refused(&lock(&[doubled, vec![end]].concat()), too_many);
    let chain: Vec<String> = (0..2_000).map(|n| def(&format!("T{n}"), "", &[of(n + 1)])).collect();
    let end = def("T2000", "", &[]);
    refused(&lock(&[chain, vec![end]].concat()), too_many);
    // Types in a circle, each of which says that the next one was given to it.
    let circle: Vec<String> = (0..3)
        .map(|n| (n, (n + 1) % 3))
        .map(|(n, next)| def(&format!("T{n}"), &format!("\"given\": [\"T{next}\"], "), &[of(next)]))
        .collect();
    refused(&lock(&circle), too_many);
    refused(&lock(&[def("T0", "", &[of(1)]), def("T1", "", &[of(0)])]), too_many);
    let deep = format!("{}\"u8\"{}", "{ \"option\": ".repeat(10_000), " }".repeat(10_000));
    refused(&lock(&[def("T0", "", &[deep])]), "recursion limit exceeded");
    // These are wrong, but small.
    let huge = format!("{{ \"array\": [{}, \"u8\"] }}", u64::MAX);
    refused(&lock(&[def("T0", "", &[huge])]), "was the lock edited");
    refused(&lock(&[def("T0", "\"around\": [7], ", &[])]), "this is not a lock");
}

/// The same for Variants.
#[test]
fn a_hostile_lock_of_variants_is_refused() {
    let lock = |types: &[String]| format!("{{ \"types\": [{}] }}", types.join(", "));
    let def = |name: usize, flatten: bool, fields: &[Option<usize>]| {
        let fields = fields.iter().enumerate().map(|(key, used)| {
            let ty =
                used.map_or("\"u8\"".to_owned(), |name| format!("{{ \"message\": \"T{name}\" }}"));
            let flatten = if flatten { "\"flatten\": true, " } else { "" };
            format!("{{ \"name\": \"f{key}\", {flatten}\"key\": \"f{key}\", \"type\": {ty} }}")
        });
        let fields = fields.collect::<Vec<_>>().join(", ");
        format!(
            "{{ \"name\": \"T{name}\", \"record\": {{ \"form\": \"dictionary\", \"fields\": [{fields}] }}, \
             \"layout\": \"0\" }}"
        )
    };
    let refused = |types: &[String], message: &str| {
        let errors = lock::parse("a.lock", &lock(types)).expect_err("a hostile lock");
        assert!(errors[0].message.contains(message), "{}", errors[0]);
    };
    let too_many = "holds too many types inside each other";
    let chain = |len: usize, of: &dyn Fn(usize) -> String| -> Vec<String> {
        (0..len).map(of).chain([def(len, false, &[None])]).collect()
    };
    refused(&chain(9, &|n| def(n, false, &[Some(n + 1); 8])), too_many);
    refused(&chain(100, &|n| def(n, false, &[Some(n + 1); 2])), too_many);
    refused(&chain(100, &|n| def(n, true, &[Some(n + 1); 2])), too_many);
    refused(&chain(20_000, &|n| def(n, false, &[Some(n + 1)])), too_many);
    let circle: Vec<String> =
        (0..20_000).map(|n| def(n, false, &[Some((n + 1) % 20_000)])).collect();
    refused(&circle, "contains itself through another type");
    // Each is small, but there are many of them.
    let mut many = chain(16, &|n| def(n, false, &[Some(n + 1); 2]));
    many.extend((100..200).map(|n| def(n, false, &[Some(0)])));
    refused(&many, too_many);
    refused(&[def(0, false, &[]), def(0, false, &[])], "the lock has `T0` twice");
    // These are wrong, but end.
    refused(&[def(0, true, &[Some(0)])], "");
    refused(&chain(8, &|n| def(n, true, &[Some(n + 1); 2])), "");
}

/// A lock as Rust text goes through a parser that calls itself for whatever is nested.
#[test]
fn a_deep_lock_as_rust_text_is_refused() {
    let lock = |ty: &str, value: &str| {
        format!(
            "#[derive(GodotVar)]\n#[godot_var(layout = \"0\")]\n\
             struct A {{ #[godot_var(default = {value})] a: {ty} }}"
        )
    };
    let deep = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(20_000), close.repeat(20_000))
    };
    let types =
        [("Option<", "u8", ">"), ("(", "u8", ",)"), ("[", "u8", "; 1]"), ("&'static ", "u8", "")];
    let values = [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("-", "1", ""),
        ("!", "1", ""),
        ("#[a] !", "1", ""),
        ("1 + ", "1", ""),
        ("if a { 1 } else ", "{ 2 }", ""),
        ("a", "", "()"),
        ("return ", "1", ""),
        ("{ ", "1", " }"),
        ("a", "", ".b"),
    ];
    let types = types.map(|(open, inner, close)| lock(&deep(open, inner, close), "1"));
    let values = values.map(|(open, inner, close)| lock("u8", &deep(open, inner, close)));
    let modules = deep("mod a { ", "", "}");
    for text in types.into_iter().chain(values).chain([modules]) {
        let errors = lock::parse("a.lock", &text).expect_err("a hostile lock");
        let shown = errors[0].to_string();
        assert!(shown.contains("nested too deep"), "{shown:.200} {text:.200}");
    }
    // As deep as is allowed, with the stack of a thread.
    for (open, close) in [("Option<", ">"), ("(", ",)"), ("[", "; 1]")] {
        for depth in 1..100 {
            let ty = format!("{}u8{}", open.repeat(depth), close.repeat(depth));
            lock::parse("a.lock", &lock(&ty, "1")).expect_err("another layout");
        }
    }
    for (open, close) in [("(", ")"), ("-", ""), ("#[a] !", ""), ("[", "]"), ("{ ", " }")] {
        for depth in 1..100 {
            let value = format!("{}1{}", open.repeat(depth), close.repeat(depth));
            lock::parse("a.lock", &lock("u8", &value)).expect_err("another layout");
        }
    }
}

#[test]
fn the_arena_is_locked() {
    let (protocol, flat) = both("arena.rs", SCHEMAS[0].1);
    let written = lock::write_all(&protocol, &flat).expect("a lock");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas/arena.lock");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &written).expect("the lock can be written");
    }
    let committed = std::fs::read_to_string(path).expect("the lock of the arena");
    assert_eq!(
        committed, written,
        "run `godot-var generate lock schemas/arena.rs -o schemas/arena.lock`"
    );
}

#[test]
fn depends_on_the_layout_alone() {
    let one = "use godot_var::{GodotVar, Vector3};\n/// A.\n#[derive(Debug, GodotVar)]\n\
               pub struct A { /// At.\n pub at: Vector3, #[godot_var(rename = \"b\")] c: u8 }";
    let other = "#[derive(godot_var::GodotVar)] struct A { at: godot_var::Vector3, \
                 #[godot_var(rename = \"b\")] c: u8 }";
    let written = lock::write(&read("one.rs", one));
    assert_eq!(written, lock::write(&read("other.rs", other)));
    assert_ne!(written, lock::write(&read("x.rs", &other.replace("u8", "u16"))));
}

#[test]
fn an_edited_lock_is_refused() {
    let written = lock::write(&read("arena.rs", SCHEMAS[0].1)).expect("a lock");
    let edited = written.replacen("\"type\": \"i32\"", "\"type\": \"i64\"", 1);
    let errors = lock::parse("arena.lock", &edited).expect_err("an edited lock");
    let first = errors[0].to_string();
    assert!(first.starts_with("arena.lock:5:"), "{first}");
    assert!(first.contains("was the lock edited or merged by hand?"), "{first}");
    // The types that contain it also change.
    assert!(errors.len() > 1);
    let errors = lock::parse("arena.lock", "{\n  \"types\": 1,").expect_err("no JSON");
    assert_eq!(
        errors[0].to_string(),
        "arena.lock:2:13: this is not a lock: EOF while parsing a value at line 2 column 13"
    );
    let told = |fields: &str| {
        let types = ["A", "B"].map(|name| {
            format!(
                r#"{{ "name": "{name}", "record": {{ "form": "array", "fields": [{fields}] }} }}"#
            )
        });
        let text = format!(r#"{{ "types": [{}] }}"#, types.join(", "));
        let errors = lock::parse("a.lock", &text).expect_err("no lock");
        errors[0].message.clone()
    };
    let of = |ty: &str| told(&format!(r#"{{ "name": "a", "key": "a", "type": {ty} }}"#));
    for ty in [r#"{ "message": 7 }"#, r#"{ "message": "C" }"#, r#""i33""#, "3"] {
        assert!(of(ty).starts_with("this is not a lock: "), "{}", of(ty));
    }
    let both = r#"{ "tuple": [{ "message": "A" }, { "message": "B" }] }"#;
    assert!(of(both).contains("contains itself through another type"), "{}", of(both));
    assert_eq!(of(r#""i32""#), "`A` has no `layout = \"…\"`, so this is not a lock");
    let unpinned = "#[derive(GodotVar)]\nstruct A { a: u8 }";
    let errors = lock::parse("a.lock", unpinned).expect_err("no lock");
    assert_eq!(
        errors[0].to_string(),
        "a.lock:2:8: `A` has no `layout = \"…\"`, so this is not a lock"
    );
}

/// Earlier versions wrote locks as Rust text.
#[test]
fn a_lock_as_rust_text_is_read() {
    for (name, text) in [
        ("arena.rs", include_str!("locks/arena.lock")),
        ("every_form.rs", include_str!("locks/every_form.lock")),
        ("multiplayer.rs", include_str!("locks/multiplayer.lock")),
        ("more.rs", include_str!("locks/more.lock")),
    ] {
        let schemas = SCHEMAS.into_iter().chain([("more.rs", MORE)]);
        let schema = schemas.into_iter().find(|(schema, _)| *schema == name);
        let protocol = read(name, schema.expect("its schema").1);
        let locked = lock::parse("x.lock", text).unwrap_or_else(|errors| panic!("{errors:#?}"));
        let back = [evolve::check(&locked, &protocol), evolve::check(&protocol, &locked)];
        assert_eq!(back, [vec![], vec![]], "{name}");
    }
}

/// Earlier versions had no units in the fingerprints of flat messages, and no bits and fewer units in their deltas.
#[test]
fn an_earlier_lock_of_flat_messages_is_read() {
    let (protocol, flat) = both("flat.rs", include_str!("locks/flat.rs"));
    let new = evolve::Side { protocol, flat };
    let text = include_str!("locks/flat.lock");
    let (protocol, flat) =
        lock::parse_all("flat.lock", text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let old = evolve::Side { protocol, flat };
    assert_eq!([evolve::check_all(&old, &new), evolve::check_all(&new, &old)], [vec![], vec![]]);
    let edited = text.replacen("Duration in ms", "Duration in us", 1);
    let (protocol, flat) = lock::parse_all("flat.lock", &edited).expect("the same fingerprints");
    let findings = evolve::check_all(&evolve::Side { protocol, flat }, &new);
    assert_eq!(findings[0].subject, "State.lasts", "{findings:#?}");
    lock::parse_all("flat.lock", &text.replacen("\"u64\"", "\"u32\"", 1)).expect_err("edited");
}

#[test]
fn two_types_of_one_name_are_refused() {
    let text = "use godot_var::*;
        #[derive(GodotVar)] struct Page<T> { items: Vec<T> }
        #[derive(GodotVar)] struct Item { a: u8 }
        mod other { use godot_var::*; #[derive(GodotVar)] pub struct Item { b: u8 } }
        #[derive(GodotVar)] struct Both { a: Page<Item>, b: Page<other::Item> }";
    let errors = lock::write(&read("a.rs", text)).expect_err("two of one name");
    let expected =
        "a.rs:2:36: another type has the name `PageItem` in a lock, too; rename one of them";
    assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    // `check` would compare one of them with the other.
    let side = |text: &str| evolve::parse("a.rs", |_| Ok(text.to_owned())).map(|_| ());
    let expected = "a.rs:2:36: another type has the name `PageItem`, too, and types are compared by their names; \
                    rename one of them";
    let errors = side(text).expect_err("two of one name");
    assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
    let flat = text.replace("GodotVar", "GodotFlat").replace("godot_var::*", "godot_var::flat::*");
    let errors = side(&flat).expect_err("two of one name");
    assert!(
        errors[0].message.contains("another type has the name `PageItem`, too"),
        "{}",
        errors[0]
    );
}

#[test]
fn sides_are_read_from_schemas_and_locks_alone() {
    let parse = |name: &str, text: &str| {
        let read = |file: &str| {
            if file == name { Ok(text.to_owned()) } else { Err("no such file".to_owned()) }
        };
        match evolve::parse(name, read) {
            Ok(side) => side.protocol.types.iter().map(TypeDef::path).collect(),
            Err(errors) => errors.iter().map(ToString::to_string).collect::<Vec<_>>(),
        }
    };
    let schema = "use godot_var::*;\n#[derive(GodotVar)] struct A { a: u8 }";
    assert_eq!(parse("a.rs", schema), ["A"]);
    let locked = lock::write(&read("a.rs", schema)).expect("a lock");
    assert_eq!(parse("a.lock", &locked), ["A"]);
    assert_eq!(
        parse("a.lock", schema),
        ["a.lock:2:28: `A` has no `layout = \"…\"`, so this is not a lock"]
    );
    assert_eq!(
        parse("a.msg", "version 2.0"),
        ["a.msg:1:1: a message template of LLUDP cannot be compared; use a Rust schema or a lock"]
    );
    let litenet = "use godot_var::*;\n#[derive(LiteNetMessage)] struct A { a: u8 }";
    assert_eq!(
        parse("a.rs", litenet),
        [
            "a.rs:1:1: no type derives `GodotVar` or `GodotFlat`: a.rs:2:34: `A` derives `LiteNetMessage`, not \
          `GodotVar`: it is left out"
        ]
    );
    assert_eq!(parse("a.rs", "struct A;"), ["a.rs:1:1: no type derives `GodotVar` or `GodotFlat`"]);
}
