//! Snapshots of the generated scripts, and schemas that cannot be generated.
//!
//! `BLESS=1 cargo test -p godot-var-codegen gdscript` rewrites the snapshots.

use std::path::Path;

use godot_var_codegen::flat;
use godot_var_codegen::gdscript::{self, Engine, Options, generate};
use godot_var_codegen::protocol::parse_text;

const SKETCH: &str = include_str!("../gdscript/sketch.rs");
const MULTIPLAYER: &str = include_str!("../../../schemas/multiplayer.rs");

fn script(text: &str, options: &Options) -> String {
    let protocol = parse_text("sketch.rs", text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    generate(&protocol, options).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn errors(text: &str, engine: Engine) -> Vec<String> {
    let text = format!("use godot_var::*;\n{text}");
    let protocol = parse_text("a.rs", &text).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let errors = generate(&protocol, &Options::new(engine)).expect_err("something is wrong");
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn snapshots() {
    for (engine, name) in [(Engine::Godot4, "sketch4.gd"), (Engine::Godot3, "sketch3.gd")] {
        let options = Options { class_name: Some("Arena".to_owned()), ..Options::new(engine) };
        let script = script(SKETCH, &options);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gdscript").join(name);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &script).expect("written");
        }
        let expected = std::fs::read_to_string(&path).expect("the snapshot");
        assert!(script == expected, "{name} differs: look at it with BLESS=1 and git diff");
    }
}

#[test]
fn a_world_has_a_client() {
    let text = include_str!("../../../schemas/world.rs");
    let (protocol, flat) = flat::parse_both("world.rs", |_| Ok(text.to_owned())).expect("a schema");
    for (engine, name) in [(Engine::Godot4, "world4.gd"), (Engine::Godot3, "world3.gd")] {
        let script = gdscript::generate_all(&protocol, &flat, &Options::new(engine));
        let script = script.expect("a script");
        let (_, client) = script.split_once("class _Entity:\n").expect("the classes");
        let (client, _) = client.split_once("class _Flat:").expect("their end");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gdscript").join(name);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, client).expect("written");
        }
        let expected = std::fs::read_to_string(&path).expect("the snapshot");
        assert!(client == expected, "{name} differs: look at it with BLESS=1 and git diff");
    }
}

#[test]
fn what_gdscript_has_no_class_for_is_no_state() {
    let errors = |text: &str| {
        let text = format!(
            "use godot_var::*; use godot_var::snapshot::SnapshotState;
            #[derive(Clone, PartialEq, GodotFlat, SnapshotState)] #[flat(delta)] struct Steer {{ at: i8 }}
            {text}"
        );
        let (protocol, flat) = flat::parse_both("a.rs", |_| Ok(text.clone()))
            .unwrap_or_else(|errors| panic!("{errors:#?}"));
        let errors = gdscript::generate_all(&protocol, &flat, &Options::new(Engine::Godot4));
        let errors = errors.expect_err("something is wrong");
        let words = |error: &str| error.split_once(": ").expect("a place").1.to_owned();
        errors.iter().map(|error| words(&error.to_string())).collect::<Vec<_>>()
    };
    assert_eq!(
        errors(
            "#[derive(Clone, PartialEq, GodotFlat, SnapshotState)] #[flat(delta)] struct Car { at: u8 }
            #[derive(Clone, PartialEq, GodotFlat, SnapshotState)] enum Vehicle { #[flat(id = 1)] Car(Car) }
            #[derive(Clone, PartialEq, GodotFlat, SnapshotState)] #[snapshot(input = Steer)]
            enum Thing { #[flat(id = 1)] Vehicle(Vehicle) }"
        ),
        ["`Vehicle`: the states of a world in GDScript are structs with named fields, or one enum of such structs; \
          move its variants into that"]
    );
    assert_eq!(
        errors(
            "#[derive(Clone, PartialEq, GodotFlat, SnapshotState)] #[flat(delta)] #[snapshot(input = Steer)]
            struct Thing { at: u8 }
            #[derive(GodotFlat)] struct ThingSnapshots { at: u8 }"
        ),
        ["the class `ThingSnapshots` exists already (a.rs:5); write `#[godot_var(gdscript = \"…\")]` on one of them"]
    );
}

#[test]
fn rpcs_are_classes_of_nodes() {
    let protocol = parse_text("schemas/multiplayer.rs", MULTIPLAYER).expect("a schema");
    let script = generate(&protocol, &Options::new(Engine::Godot4)).expect("a script");
    let (_, rpcs) = script.split_once("## The chat of a game.").expect("the classes");
    let (rpcs, _) = rpcs.split_once("class _Wire:").expect("their end");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gdscript/rpcs4.gd");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, rpcs).expect("written");
    }
    let expected = std::fs::read_to_string(&path).expect("the snapshot");
    assert!(rpcs == expected, "rpcs4.gd differs: look at it with BLESS=1 and git diff");
}

#[test]
fn a_schema_of_rpcs_alone_is_no_more_than_their_classes() {
    let text = "use godot_var::multiplayer::GodotRpc;
        #[derive(GodotRpc)] enum Door<'a> { #[rpc(any_peer)] Open { key: &'a [u8] } }";
    assert_eq!(
        script(text, &Options::new(Engine::Godot4)),
        "\
extends RefCounted
## Generated by [code]godot-var generate gdscript --godot 4[/code] from [code]sketch.rs[/code]. Do
## not edit: change the schema and generate again.


## Let the script of the node extend this class: [code]extends \"res://sketch.gd\".Door[/code]. A
## method that it overrides stays an RPC without another annotation. Checksum
## [code]7cef8a734855777c2a9d0caf42666e69[/code].
class Door:
\textends Node

\t@rpc(\"any_peer\", \"call_remote\", \"reliable\")
\tfunc open(_key: PackedByteArray) -> void:
\t\tpass
"
    );
}

#[test]
fn typed_arguments_have_the_type_that_the_engine_requires() {
    let text = "use godot_var::multiplayer::GodotRpc;
        #[derive(GodotRpc)] enum Bag { Give {
            #[rpc(typed)] numbers: Vec<u16>,
            #[rpc(typed)] scores: std::collections::BTreeMap<String, Vec<u8>>,
            #[rpc(typed)] maybe: Option<Vec<i64>>,
        } }";
    let script = script(text, &Options::new(Engine::Godot4));
    let parameters =
        "_numbers: Array[int], _scores: Dictionary[String, PackedByteArray], _maybe: Variant";
    assert!(script.contains(parameters), "{script}");
}

#[test]
fn a_flat_message_that_ends_early_gives_its_own_defaults() {
    let text = "use godot_var::*;
        #[derive(GodotVar, GodotFlat)] struct S {
            x: u8, #[godot_var(default = 3)] #[flat(default = 4)] c: i32, #[godot_var(default = 5)] #[flat(default = 5)] d: i32
        }";
    let (variants, flat) =
        flat::parse_both("sketch.rs", |_| Ok(text.to_owned())).expect("a schema");
    for (engine, end) in
        [(Engine::Godot4, "c = 4\nreturn at\n"), (Engine::Godot3, "c = 4\nreturn true\n")]
    {
        let script = gdscript::generate_all(&variants, &flat, &Options::new(engine));
        let script = script.unwrap_or_else(|errors| panic!("{errors:#?}"));
        assert!(script.replace('\t', "").contains(end), "{script}");
    }
}

#[test]
fn a_question_has_a_function_that_asks_it() {
    let text = "use godot_var::multiplayer::GodotRpc;
        #[derive(GodotRpc)] enum Lobby {
            #[rpc(any_peer, answer = i64)] Login { name: String, #[rpc(default)] times: u8 },
            #[rpc(any_peer)] Plain,
        }";
    let script = script(text, &Options::new(Engine::Godot4));
    for line in [
        "func answered(_request: int, _error: String, _value: Variant) -> void:",
        "_take_answer(_request, _error, _value)",
        "func login(_request: int, _name: String, _times: int = 0) -> void:",
        "name: String, times: int = 0, peer := 1, timeout := 5.0",
        "return await _ask(&\"login\", [name, times], peer, timeout)",
    ] {
        assert!(script.contains(line), "{line}\n{script}");
    }
    assert!(!script.contains("ask_plain") && !script.contains("ask_answered"), "{script}");
}

#[test]
fn rpcs_that_a_script_cannot_have_are_named() {
    let rpcs = |text: &str| {
        format!(
            "use godot_var::multiplayer::GodotRpc; #[derive(GodotVar)] struct Item {{ n: u8 }}\n{text}"
        )
    };
    for (text, engine, expected) in [
        (
            "#[derive(GodotRpc)] enum A { QueueFree }",
            Engine::Godot4,
            "a.rs:3:30: a method of a `Node` cannot be called `queue_free`; rename it",
        ),
        (
            "#[derive(GodotRpc)] enum A { #[rpc(rename = \"func\")] B }",
            Engine::Godot4,
            "a.rs:3:54: a method of a `Node` cannot be called `func`; rename it",
        ),
        (
            "#[derive(GodotRpc)] enum A { B { #[rpc(default = now())] at: i64 } }",
            Engine::Godot4,
            "a.rs:3:58: `A::B.at`: the default `now()` is code, which GDScript cannot run; write a value",
        ),
        (
            "#[derive(GodotRpc)] enum A { B { #[rpc(default = Item { n: 1 })] at: Item } }",
            Engine::Godot4,
            "a.rs:3:66: `A::B.at`: an RPC's parameter cannot have a class as its default; use an `Option`",
        ),
        (
            "mod inner { use godot_var::multiplayer::GodotRpc; #[derive(GodotRpc)] enum Item { B } }",
            Engine::Godot4,
            "a.rs:3:76: the class `Item` exists already (a.rs:2); rename one of them",
        ),
        (
            "#[derive(GodotRpc)] enum A { B }",
            Engine::Godot3,
            "a.rs:3:26: `A` derives `GodotRpc`, and Godot 3 cannot read such calls; move it to a schema for Godot 4",
        ),
    ] {
        assert_eq!(errors(&rpcs(text), engine)[0], expected, "{text}");
    }
}

/// Returns the names of classes, variables and functions, which users' code names.
fn api(script: &str) -> Vec<String> {
    let starts = ["class ", "var ", "func ", "static func ", "enum ", "const "];
    let mut class = String::new();
    let mut found = Vec::new();
    for line in script.lines() {
        let text = line.trim_start();
        if let Some(rest) = line.strip_prefix("class ") {
            rest.split([' ', ':']).next().unwrap_or_default().clone_into(&mut class);
        }
        let depth = line.len() - text.len();
        if depth > 1 || class == "_Wire" {
            continue;
        }
        if let Some(start) = starts.iter().find(|start| text.starts_with(**start)) {
            let rest = &text[start.len()..];
            let name: String =
                rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            if !name.starts_with("_read") {
                found.push(format!("{class}.{start}{name}"));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn both_engines_have_one_interface() {
    let of = |engine| api(&script(SKETCH, &Options::new(engine)));
    assert_eq!(of(Engine::Godot4), of(Engine::Godot3));
    assert!(of(Engine::Godot4).contains(&"Oddities.var class_".to_owned()));
}

/// The names in the hand-written output that ran in both engines before the generator existed.
#[test]
fn the_interface_is_that_of_the_target() {
    let target = include_str!("../gdscript/interface.txt");
    for engine in [Engine::Godot4, Engine::Godot3] {
        let ours = api(&script(SKETCH, &Options::new(engine)));
        let lacking: Vec<&str> =
            target.lines().filter(|name| !ours.iter().any(|our| our == name)).collect();
        assert!(lacking.is_empty(), "{engine:?}: {lacking:?}");
    }
}

#[test]
fn names_can_be_chosen() {
    let text = "use godot_var::GodotVar;
        #[derive(GodotVar)] #[godot_var(gdscript = \"Tick\")] struct Timer { #[godot_var(gdscript = \"at\")] r#in: i32 }
        #[derive(GodotVar)] #[godot_var(tag = \"t\")] enum E { #[godot_var(gdscript = \"First\")] A { x: i32 } }";
    let options = Options { class_suffix: "Net".to_owned(), ..Options::new(Engine::Godot4) };
    let script = script(text, &options);
    for expected in
        ["class Tick:", "\tvar at: int = 0", "class ENet:", "class ENetFirst:", "\t\tFIRST = 0,"]
    {
        assert!(script.contains(expected), "no {expected} in\n{script}");
    }
}

#[test]
fn what_gdscript_cannot_have_is_named() {
    let three = Engine::Godot3;
    for (text, engine, expected) in [
        (
            "#[derive(GodotVar)] struct A { cell: Vector2i }",
            three,
            "2:32: `A.cell`: Godot 3 has no Vector2i",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(typed)] list: Vec<i64> }",
            three,
            "2:52: `A.list`: Godot 3 has no typed containers; remove `typed`",
        ),
        (
            "#[derive(GodotVar)] enum E { A { at: Vec<Signal> } }",
            Engine::Godot4,
            "2:34: `E::A.at`: a Signal is valid only in the engine that created it; GDScript cannot send it",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(default = now())] at: i64 }",
            Engine::Godot4,
            "2:62: `A.at`: the default `now()` is code, which GDScript cannot run; write a value",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(default)] b: B } #[derive(GodotVar)] struct B { c: u8 }",
            Engine::Godot4,
            "2:54: `A.b`: what the `Default` of this type is, is written in code; write `default = value` on the field",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(default)] b: (B, u8) } #[derive(GodotVar, Default)] struct B { c: C } \
             #[derive(GodotVar, Default)] struct C { #[godot_var(default = 3)] d: u8 }",
            Engine::Godot4,
            "2:54: `A.b`: what the `Default` of this type is, is written in code; write `default = value` on the field",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(default = Some(N::default()))] n: Option<N> } #[derive(GodotVar)] struct N(i32);",
            Engine::Godot4,
            "2:75: `A.n`: what the `Default` of this type is, is written in code; write `default = value` on the field",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(default = 1 << 31)] a: i32 }",
            Engine::Godot4,
            "2:64: `A.a`: its default is out of the range of its type, in which Rust computes another number; write the number",
        ),
        (
            "#[derive(GodotVar)] struct A { map: std::collections::BTreeMap<Vec<u8>, u8> }",
            Engine::Godot4,
            "2:32: `A.map`: generated classes have no Dictionary with such keys, but with texts, names, ints, bools, vectors of ints or enums of numbers as keys",
        ),
        (
            "#[derive(GodotVar)] #[godot_var(transparent)] struct A { a: Vec<A> } #[derive(GodotVar)] struct B { a: A }",
            Engine::Godot4,
            "2:54: `A` contains itself and is no more than what it contains, which only Rust has a type for; write a struct with a named field, without `transparent`",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(gdscript = \"class\")] a: u8 }",
            Engine::Godot4,
            "2:55: `class` is not a name that GDScript can have here; choose another",
        ),
        (
            "#[derive(GodotVar)] struct A { x: u8 } mod m { use godot_var::GodotVar; #[derive(GodotVar)] struct A { y: u8 } }",
            Engine::Godot4,
            "2:100: the class `A` exists already (a.rs:2); write `#[godot_var(gdscript = \"…\")]` on one of them",
        ),
    ] {
        assert_eq!(errors(text, engine), [format!("a.rs:{expected}")], "{text}");
    }
}

#[test]
fn tuples_have_names_and_types() {
    let text = "use godot_var::{GodotVar, Vector3};
        #[derive(GodotVar)] struct Plan {
            route: Vec<(Vector3, f32)>, #[godot_var(default = (1, \"x\"))] pair: (i64, String), deep: Option<(u8, (bool, bool))>,
        }
        #[derive(GodotVar)] struct PlanPair { at: i64 }";
    let script = script(text, &Options::new(Engine::Godot4));
    for expected in [
        "\tvar route: Array[PlanRoute] = []\n",
        "\tvar pair: PlanPairTuple = PlanPairTuple.create(1, \"x\")\n",
        "\tvar deep: PlanDeep = null\n",
        "class PlanRoute:\n\textends Message\n\n\tvar field_0: Vector3 = Vector3.ZERO\n",
        "\tvar field_1: PlanDeep1 = PlanDeep1.new()\n",
    ] {
        assert!(script.contains(expected), "no {expected} in\n{script}");
    }
    // The layouts of the schema.
    assert_eq!(script.matches("PlanRoute\": \"").count(), 0);

    let text = "use godot_var::{GodotVar, Vector3};
        #[derive(GodotVar)] struct Plan {
            #[godot_var(gdscript = \"(point, seconds)\")] route: Vec<(Vector3, f32)>,
            #[godot_var(gdscript = \"both(first, second)\")] r#in: (i64, (bool, bool)),
        }";
    let script = self::script(text, &Options::new(Engine::Godot4));
    for expected in [
        "\tvar route: Array[PlanRoute] = []\n",
        "\tvar both: PlanBoth = PlanBoth.new()\n",
        "\tvar point: Vector3 = Vector3.ZERO\n\t## Single precision.\n\tvar seconds: float = 0.0\n",
        "\tvar first: int = 0\n\tvar second: PlanBoth1 = PlanBoth1.new()\n",
        "\tvar field_0: bool = false\n",
    ] {
        assert!(script.contains(expected), "no {expected} in\n{script}");
    }
    for (field, expected) in [
        (
            "#[godot_var(gdscript = \"(one)\")] at: (u8, u8)",
            "2:55: `gdscript` names 1 elements, and the tuple has 2; name each of them",
        ),
        (
            "#[godot_var(gdscript = \"at(one, two)\")] at: u8",
            "2:55: `gdscript` names elements, and the field has no tuple; write only the name",
        ),
        (
            "#[godot_var(gdscript = \"(one, a b)\")] at: (u8, u8)",
            "2:55: `a b` is not a name in GDScript; write `gdscript = \"(first, second)\"` with a name for each element of the tuple",
        ),
    ] {
        let text = format!("use godot_var::*;\n#[derive(GodotVar)] struct A {{ {field} }}");
        let errors = parse_text("a.rs", &text).expect_err("something is wrong");
        assert_eq!(errors[0].to_string(), format!("a.rs:{expected}"));
    }

    let text = "#[derive(GodotVar)] struct A { at: Option<(u8, Vec<Signal>)> }";
    let expected = "a.rs:2:32: `A.at`: a Signal is valid only in the engine that created it; GDScript cannot send it";
    assert_eq!(errors(text, Engine::Godot4), [expected]);
}

/// The functions of an object are in its base class, because the editor lists them after the message's own.
#[test]
fn public_functions_of_a_message_stand_in_the_base_class() {
    for engine in [Engine::Godot4, Engine::Godot3] {
        let own = api(&script(SKETCH, &Options::new(engine)));
        let public = own.iter().filter(|name| {
            let function = name.split_once(".func ").map_or("_", |(_, function)| function);
            !name.starts_with("Message.")
                && !function.starts_with('_')
                && !function.starts_with("as_")
        });
        assert_eq!(public.count(), 0, "{own:?}");
    }
}

#[test]
fn a_schema_without_classes_is_refused() {
    let text =
        "#[derive(godot_var::GodotVar)] struct A(u8);\n#[derive(godot_var::GodotVar)] struct B;";
    for derive in ["GodotVar", "GodotFlat"] {
        let text = text.replace("GodotVar", derive);
        let (protocol, flat) =
            flat::parse_both("a.rs", |_| Ok(text.clone())).expect("a valid schema");
        let options = Options::new(Engine::Godot4);
        let errors = gdscript::generate_all(&protocol, &flat, &options).expect_err("no class");
        let expected = "`A` has no class, and no other type here has one: a newtype is the value inside, and a struct without \
                        fields is null; add a struct or an enum that contains them";
        assert_eq!(errors.iter().map(|error| &error.message).collect::<Vec<_>>(), [expected]);
        let more = text + &format!("#[derive(godot_var::{derive})] enum C {{ D }}");
        let (protocol, flat) =
            flat::parse_both("a.rs", |_| Ok(more.clone())).expect("a valid schema");
        assert!(gdscript::generate_all(&protocol, &flat, &options).is_ok());
    }
}
