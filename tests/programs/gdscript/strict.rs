//! Generated GDScript in projects that treat every warning of their engine as an error.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use super::{ARENA, EVERY_FORM, language, newer, script};
use crate::boundaries;
use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::{Engine, Scratch};
use godot_var::dialect::Generation;
use godot_var_codegen::gdscript::{self, Options};
use godot_var_codegen::protocol;

const TOOLS: &str = include_str!("../../../docs/guide/tools.md");
const AWKWARD: &str = include_str!("../../../schemas/awkward_names.rs");
pub(super) const MULTIPLAYER: &str = include_str!("../../../schemas/multiplayer.rs");
const CLASSES: &str = include_str!("../../../godot-var-codegen/src/gdscript/names/classes.txt");
const GLOBALS: &str = include_str!("../../../godot-var-codegen/src/gdscript/names/globals.txt");

/// Large scripts and the editor take their time.
const LONG: Duration = Duration::from_secs(120);

/// A project in which every warning of the engine is an error, written by `warnings.gd`.
pub(super) fn project(godot: &'static Godot, test: &str) -> Scratch {
    let scratch = Scratch::in_engine(godot, test);
    let folder = scratch.path("").to_string_lossy().trim_end_matches('/').to_owned();
    let log = Engine::start(godot, &format!("{test}-warnings"), "warnings.gd", &[&folder]).wait();
    let count: usize = log
        .lines()
        .find_map(|line| line.strip_suffix(" warnings")?.parse().ok())
        .unwrap_or_else(|| panic!("{log}"));
    let least = match godot.generation {
        Generation::Godot3 => 26,
        Generation::Godot4 => 48,
    };
    assert!(count >= least, "{log}");
    scratch
}

/// Loads scripts in such a project.
fn load(godot: &'static Godot, test: &str, scripts: &[(&str, String)]) {
    let scratch = project(godot, test);
    for (name, text) in scripts {
        fs::write(scratch.path(&format!("{name}.gd")), text).expect("a script");
    }
    let folder = scratch.path("").to_string_lossy().trim_end_matches('/').to_owned();
    let mut engine = Engine::start_project(godot, scratch, &folder, "load.gd", &[]);
    engine.allow(LONG);
    let log = engine.wait();
    for (name, _) in scripts {
        assert!(log.contains(&format!("LOADED {name}\n")), "{name}: {log}");
    }
    assert!(!log.contains("rror"), "{log}");
}

fn no_warning(godot: &'static Godot) {
    let engine = language(godot);
    let mut scripts: Vec<(&str, String)> = [
        ("arena", ARENA),
        ("every_form", EVERY_FORM),
        ("awkward_names", AWKWARD),
        ("boundaries", boundaries::BOTH),
    ]
    .map(|(name, text)| (name, script(&format!("{name}.rs"), text, engine)))
    .into();
    scripts.extend(super::flat::scripts(godot));
    if godot.generation == Generation::Godot4 {
        scripts.push(("newer", script("newer.rs", &newer(), engine)));
        scripts.push(("multiplayer", script("multiplayer.rs", MULTIPLAYER, engine)));
        // The code in the guide.
        let (_, block) = TOOLS.split_once("```gdscript\n").expect("a script");
        let (block, _) = block.split_once("```").expect("its end");
        let page = format!("extends Node\n\n{}", block.replace("    ", "\t"));
        scripts.push(("page", page));
    }
    load(godot, "strict", &scripts);
}

/// Tests the test: a script with a warning does not load.
fn a_warning_is_an_error(godot: &'static Godot) {
    let scratch = project(godot, "strict-warning");
    let text = match godot.generation {
        Generation::Godot3 => "extends Reference\nfunc f(x: int):\n\tvar y = x\n",
        Generation::Godot4 => "extends RefCounted\nfunc f(x: int) -> void:\n\tvar y: int = x\n",
    };
    fs::write(scratch.path("warned.gd"), text).expect("a script");
    let folder = scratch.path("").to_string_lossy().trim_end_matches('/').to_owned();
    let log = Engine::start_project(godot, scratch, &folder, "load.gd", &[]).wait();
    assert!(log.contains("FAILED warned\n") && log.contains("arning"), "{log}");
}

/// Returns a schema with a struct and a field for each name, and an enum with such a variant for each keyword.
fn schema_of_names(names: &[&str], words: &BTreeSet<&str>) -> String {
    let mut text = "use godot_var::GodotVar;\n".to_owned();
    for (number, name) in names.iter().enumerate() {
        writeln!(
            text,
            "#[derive(GodotVar)] struct r#{name} {{ r#{name}: Option<Box<r#{name}>>, at: i64 }}"
        )
        .expect("written");
        if words.contains(name) {
            write!(
                text,
                "mod m{number} {{\n    use godot_var::GodotVar;\n    #[derive(GodotVar)]\n    \
                 #[godot_var(tag = \"t\")]\n    \
                 enum E{number} {{ r#{name} {{ r#{name}: i64 }}, Other(super::r#{name}) }}\n}}\n",
            )
            .expect("written");
        }
    }
    text
}

const WORDS: &str = "if elif else for while break continue pass return as assert await breakpoint class \
    class_name const enum extends func in is namespace preload self signal static super trait var void \
    yield and or not true false null match when slave onready export setget tool master puppet remote \
    sync remotesync mastersync puppetsync do switch case get set call free new kind value data fault \
    fields message script to_variant to_bytes from_bytes from_variant check create connect notification \
    to_string tr Kind as_kind as_other Message LAYOUT Or And Not If For Class Pass True";

/// The names of each engine and the keywords of the language, as messages, fields and variants.
fn names_of_the_engine(godot: &'static Godot) {
    let words: BTreeSet<&str> = WORDS.split_whitespace().collect();
    let names: BTreeSet<&str> = CLASSES
        .lines()
        .chain(
            GLOBALS
                .lines()
                .filter(|name| !name.contains('_') || !name.starts_with(char::is_uppercase)),
        )
        .chain(words.iter().copied())
        .filter(|name| !matches!(*name, "self" | "super" | "String" | "Box" | "Option"))
        .collect();
    assert!(names.len() > 1400, "{}", names.len());
    let names: Vec<&str> = names.into_iter().collect();
    let scripts: Vec<(String, String)> = names
        .chunks(100)
        .enumerate()
        .map(|(part, names)| {
            let text = schema_of_names(names, &words);
            (format!("names{part}"), script("names.rs", &text, language(godot)))
        })
        .collect();
    let scripts: Vec<(&str, String)> =
        scripts.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    load(godot, "strict-names", &scripts);
}

/// All names of the engines as methods and arguments: the generator refuses no more of them than the engine does.
fn names_of_the_engine_as_rpcs(godot: &'static Godot) {
    const NODE: &str = include_str!("../../../godot-var-codegen/src/gdscript/names/node.txt");
    let names: BTreeSet<&str> =
        [CLASSES, GLOBALS, NODE, WORDS].into_iter().flat_map(str::split_whitespace).collect();
    let (mut rpcs, mut refused) = (String::new(), 0);
    for (number, name) in names.iter().enumerate() {
        let text = |name: &str| {
            format!(
                "#[derive(GodotRpc)] enum Rpc{number} {{ #[rpc(rename = \"{name}\")] A {{ r#{name}_: i64, _{name}: i64 }} }}\n"
            )
        };
        let schema = format!("use godot_var::multiplayer::GodotRpc;\n{}", text(name));
        let protocol = protocol::parse_text("name.rs", &schema).expect("a schema");
        if gdscript::generate(&protocol, &Options::new(language(godot))).is_ok() {
            rpcs.push_str(&text(name));
        } else {
            refused += 1;
        }
    }
    assert!(refused < 300, "{refused} of {}", names.len());
    let text = format!("use godot_var::multiplayer::GodotRpc;\n{rpcs}");
    load(godot, "strict-rpcs", &[("rpcs", script("rpcs.rs", &text, language(godot)))]);
}

fn the_editor_has_no_complaint(godot: &'static Godot) {
    for project in ["arena-client-godot4", "clients-godot4"] {
        let scratch = Scratch::in_engine(godot, &format!("editor-{project}"));
        let mut editor = Engine::start_editor(godot, scratch, &format!("examples/{project}"));
        editor.allow(LONG);
        let log = editor.wait();
        for complaint in ["ERROR", "WARNING", "Failed"] {
            assert!(!log.contains(complaint), "{project}: {log}");
        }
        assert!(log.contains("update_scripts_classes"), "{project}: {log}");
    }
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: no_warning, a_warning_is_an_error, names_of_the_engine;
    in GODOT4: names_of_the_engine_as_rpcs, the_editor_has_no_complaint;
}
