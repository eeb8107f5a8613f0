//! Locks: the same bytes for the same layout, and the same model from the bytes.

use godot_var_codegen::protocol::{Protocol, Rpc, TypeDef, parse_text};
use godot_var_codegen::{evolve, lock};

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

#[test]
fn the_arena_is_locked() {
    let written = lock::write(&read("arena.rs", SCHEMAS[0].1)).expect("a lock");
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
}

#[test]
fn sides_are_read_from_schemas_and_locks_alone() {
    let parse = |name: &str, text: &str| {
        let read = |file: &str| {
            if file == name { Ok(text.to_owned()) } else { Err("no such file".to_owned()) }
        };
        match evolve::parse(name, read) {
            Ok(protocol) => protocol.types.iter().map(TypeDef::path).collect(),
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
        ["a.rs:1:1: no type derives `GodotVar`: a.rs:2:34: `A` derives `LiteNetMessage`, not \
          `GodotVar`: it is left out"]
    );
    assert_eq!(parse("a.rs", "struct A;"), ["a.rs:1:1: no type derives `GodotVar`"]);
}
