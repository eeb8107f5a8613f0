//! The generated scripts as a person sees them, and what cannot be generated.
//!
//! `BLESS=1 cargo test -p godot-var-codegen gdscript` writes the snapshots anew.

use std::path::Path;

use godot_var_codegen::gdscript::{Engine, Options, generate};
use godot_var_codegen::protocol::parse_text;

const SKETCH: &str = include_str!("../gdscript/sketch.rs");

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

/// Names of classes, members and functions: what a user's code says.
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

/// The names of the output that was written by hand, and run in both engines, before there was a generator.
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
            "2:34: `E::A.at`: a Signal means something in the engine that made it alone; GDScript cannot send it",
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
            "#[derive(GodotVar)] struct A { map: std::collections::BTreeMap<Vec<u8>, u8> }",
            Engine::Godot4,
            "2:32: `A.map`: the keys of a Dictionary in GDScript are texts, names, ints, bools, vectors of ints or enums of numbers",
        ),
        (
            "#[derive(GodotVar)] struct A { #[godot_var(gdscript = \"class\")] a: u8 }",
            Engine::Godot4,
            "2:55: `class` is no name that GDScript can have here; choose another",
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
    // The layouts are those of the schema.
    assert_eq!(script.matches("PlanRoute\": \"").count(), 0);

    let text = "#[derive(GodotVar)] struct A { at: Option<(u8, Vec<Signal>)> }";
    let expected = "a.rs:2:32: `A.at`: a Signal means something in the engine that made it alone; GDScript cannot send it";
    assert_eq!(errors(text, Engine::Godot4), [expected]);
}

/// What an object can do stands in its base class: the editor lists that after the members of the message.
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
