//! Projects as people write them: the modules of `shapes`, which are compiled here, and of random ones.
//!
//! `tests/programs/project_trees.rs` compares the nodes that they add with those of a real engine.

use std::path::{Path, PathBuf};

use godot_var::multiplayer::{Config, Session};
use godot_var_project::{Generated, Options, generate, is_same};

mod left_out;
#[path = "../../../tests/common/project_shapes.rs"]
mod project_shapes;
#[path = "../../../tests/common/registered.rs"]
mod registered;

#[path = "shapes/autoloads.rs"]
mod autoloads;
#[path = "shapes/components.rs"]
mod components;
#[path = "shapes/exports.rs"]
mod exports;
#[path = "shapes/more.rs"]
mod more;
#[path = "shapes/odd.rs"]
mod odd;
#[path = "shapes/random.rs"]
mod random;
#[path = "shapes/small.rs"]
mod small;

use project_shapes::{Files, project};
use registered::Module;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trees/shapes")
}

fn generated(files: &Files, scenes: &[String]) -> Result<Generated, Vec<String>> {
    let names: Vec<String> = files.keys().cloned().collect();
    let options = Options { scenes, ..Options::new(&names) };
    let read = |path: &str| files.get(path).cloned().ok_or_else(|| "no such file".to_owned());
    generate(&options, read)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())
}

fn shape(name: &str) -> Files {
    if name == "random" {
        return project(1).with_settings();
    }
    let text = std::fs::read_to_string(folder().join(name).with_extension("txt")).expect("a shape");
    project_shapes::files(&text)
}

/// `BLESS=1` writes the modules; then run `cargo fmt`.
#[test]
fn modules_are_those_of_their_projects() {
    let mut wrong = Vec::new();
    for name in ["autoloads", "components", "exports", "more", "odd", "random", "small"] {
        let generated = match generated(&shape(name), &[]) {
            Ok(generated) => generated,
            Err(errors) => panic!("{name}: {errors:#?}"),
        };
        let path = folder().join(name).with_extension("rs");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &generated.text).expect("written");
        }
        let stored = std::fs::read_to_string(&path).expect("a module");
        if !is_same(&generated.text, &stored) {
            wrong.push(name);
        }
    }
    assert_eq!(wrong, <[&str; 0]>::default());
}

/// A file with the line ends of Windows is the same.
#[test]
fn line_ends_do_not_matter() {
    let files = shape("odd");
    let other = files.iter().map(|(path, text)| (path.clone(), text.replace('\n', "\r\n")));
    let other = generated(&other.collect(), &[]).expect("a project").text;
    assert!(is_same(&other, &generated(&files, &[]).expect("a project").text), "{other}");
}

#[test]
fn random_projects_have_modules() {
    for seed in 0..60 {
        let project = project(seed);
        let scenes = if seed % 2 == 0 { Vec::new() } else { project.scenes.clone() };
        let generated = generated(&project.with_settings(), &scenes);
        let generated = generated.unwrap_or_else(|errors| panic!("{seed}: {errors:#?}"));
        drop(Module::parse(&generated.text).tree());
    }
}

#[test]
fn trees_can_be_added_to_a_session() {
    let new = || Session::new(Config::default());
    small::Tree::add_to(&mut new()).expect("added");
    autoloads::Tree::add_to(&mut new()).expect("added");
    components::Tree::add_to(&mut new()).expect("added");
    odd::Tree::add_to(&mut new()).expect("added");
    random::Tree::add_to(&mut new()).expect("added");
    exports::One::add_to(&mut new(), exports::One::NAME).expect("added");
}
