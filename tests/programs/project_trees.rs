//! The nodes that generated modules add to a session, compared with those of the engine: of `godot-var-project/tests/trees` and of random projects.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use godot_var_project::{Options, generate};

use crate::needs::{self, GODOT4, Godot};
use crate::programs::engine::{Engine, Scratch};
use crate::project_shapes::{self, Files, project};
use crate::registered::Module;

const SHOW: &str = include_str!("../engine/project_tree.gd");
/// The number of random projects.
const COUNT: u64 = 120;
/// The nodes above a scene, so that paths may lead out of it.
const ABOVE: &str = "W1/W2/W3";
/// The first run imports the project, so that the engine knows its uids and classes.
const PATIENCE: Duration = Duration::from_secs(120);

fn module(files: &Files, scenes: &[String]) -> Module {
    let names: Vec<String> = files.keys().cloned().collect();
    let options = Options { scenes, ..Options::new(&names) };
    let read = |path: &str| files.get(path).cloned().ok_or_else(|| "no such file".to_owned());
    let generated = generate(&options, read).unwrap_or_else(|errors| panic!("{errors:#?}"));
    Module::parse(&generated.text)
}

/// Runs a project with the script that shows it. Returns its lines by the word that each begins with.
fn shown(godot: &Godot, test: &str, files: &Files) -> BTreeMap<String, Vec<String>> {
    let scratch = Scratch::in_engine(godot, test);
    let folder = scratch.path("project");
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("written");
    }
    fs::write(folder.join("project_tree.gd"), SHOW).expect("written");
    // The engine reports paths that lead out of scenes, so its output is not examined.
    for arguments in [&["--import"][..], &[]] {
        let scratch = Scratch::in_engine(godot, &format!("{test}-{}", arguments.len()));
        let mut engine = Engine::start_folder(godot, scratch, &folder, arguments);
        engine.allow(PATIENCE);
        engine.end();
    }
    let mut lines: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let written = fs::read_to_string(folder.join("shown.txt")).expect("what the script wrote");
    assert!(written.ends_with("OK\n"), "{written}");
    for line in written.lines() {
        if let Some((word, rest)) = line.split_once(' ') {
            lines.entry(word.to_owned()).or_default().push(rest.to_owned());
        }
    }
    lines
}

const SETTINGS: &str = "config_version=5\n\n[application]\n\nconfig/name=\"shown\"\nrun/main_scene=\"res://show.tscn\"\n";

fn shapes_have_the_nodes_of_the_engine(godot: &Godot) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("godot-var-project/tests/trees/shapes");
    for name in ["autoloads", "components", "exports", "more", "odd", "small"] {
        let text = fs::read_to_string(folder.join(name).with_extension("txt")).expect("a shape");
        let mut files = project_shapes::files(&text);
        let own = module(&files, &[]).tree();
        let settings = files.get_mut("project.godot").expect("settings");
        let show = "[autoload]\n\nShow=\"*res://project_tree.gd\"\n";
        if settings.contains("[autoload]") {
            *settings = settings.replacen("[autoload]\n", show, 1);
        } else {
            settings.push_str(show);
        }
        let mut theirs = shown(godot, name, &files).remove("tree").unwrap_or_default();
        theirs.sort();
        assert_eq!(own, theirs, "{name}");
    }
}

fn random_projects_have_the_nodes_of_the_engine(godot: &Godot) {
    let mut files = Files::new();
    let mut list = String::new();
    // By scene: what is added, and the synchronizers in a spawn.
    let mut own: BTreeMap<String, (Vec<String>, Option<String>)> = BTreeMap::new();
    for seed in 0..COUNT {
        let project = project(seed);
        if seed % 2 == 0 {
            let main = project.scenes.last().expect("scenes");
            own.insert(main.clone(), (module(&project.with_settings(), &[]).tree(), None));
            writeln!(list, "{main}").expect("text");
        } else {
            let module = module(&project.with_settings(), &project.scenes);
            for scene in &project.scenes {
                let name = module.scene(scene).expect("a scene that was named");
                let added = module.added(name, &format!("{ABOVE}/Scene")).expect("a function");
                let order = module.in_spawn(name).map(|order| order.join(","));
                own.insert(scene.clone(), (added, order));
                writeln!(list, "{scene} {ABOVE}").expect("text");
            }
        }
        files.extend(project.files);
    }
    files.insert("scenes.txt".to_owned(), list);
    files.insert("project.godot".to_owned(), SETTINGS.to_owned());
    let show = "[gd_scene format=3]\n\n[ext_resource type=\"Script\" path=\"res://project_tree.gd\" id=\"1\"]\n\n\
                [node name=\"Show\" type=\"Node\"]\nscript = ExtResource(\"1\")\n";
    files.insert("show.tscn".to_owned(), show.to_owned());
    let mut theirs = shown(godot, "project-trees", &files);
    let mut nodes = 0;
    for (scene, (added, order)) in own {
        let lines = theirs.remove(&scene).expect("a scene that was shown");
        let (orders, mut lines): (Vec<_>, Vec<_>) =
            lines.into_iter().partition(|line| line.starts_with("order "));
        lines.sort();
        assert_eq!(added, lines, "{scene}");
        if let Some(order) = order {
            assert_eq!(orders, [format!("order {order}")], "{scene}");
        }
        nodes += added.len();
    }
    assert!(nodes > 1000, "{nodes}");
}

needs::tests! {
    in GODOT4: shapes_have_the_nodes_of_the_engine;
    in GODOT4: random_projects_have_the_nodes_of_the_engine;
}
