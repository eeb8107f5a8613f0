//! What a module lacks is a warning, what the engine refuses an error, each with its place and what to do.

use godot_var_codegen::protocol;
use godot_var_project::{self as project, Options};

use crate::generated;
use crate::project_shapes::{Files, files};

const MAIN: &str = "--- project.godot
config_version=5
[application]
run/main_scene=\"res://main.tscn\"
--- main.gd
extends Node
@rpc func act(): pass
";

/// A project whose main scene has these lines after its root.
fn project(scene: &str, more: &str) -> Files {
    let head =
        "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n";
    let (resources, nodes) = scene.split_once("===\n").unwrap_or(("", scene));
    files(&format!(
        "{MAIN}--- main.tscn\n{head}{resources}[node name=\"Main\" type=\"Node\"]\nscript = ExtResource(\"1\")\n{nodes}{more}"
    ))
}

fn warnings(files: &Files) -> Vec<String> {
    match generated(files, &[]) {
        Ok(generated) => generated.warnings.iter().map(ToString::to_string).collect(),
        Err(errors) => panic!("{errors:#?}"),
    }
}

/// Lines of the main scene, further files, and the warning.
const WARNINGS: &[(&str, &str, &str)] = &[
    (
        "[node name=\"A\" type=\"Node\" parent=\"Gone\"]\n[node name=\"B\" type=\"Node\" parent=\"Gone/A\"]\n",
        "",
        "main.tscn:5:1: `A` is left out, because the scene has no node `Gone` for it: save the scene with Godot",
    ),
    (
        "[node name=\"A\" parent=\".\"]\n",
        "",
        "main.tscn:5:1: `A` is left out, because the scene that it changes no longer has it: save the scene with Godot",
    ),
    (
        "[node name=\"A\" type=\"Node\" parent=\".\"]\n[node name=\"A\" type=\"Node\" parent=\".\"]\n",
        "",
        "main.tscn:6:1: `A` is left out, because another node has this path; give one of them another name",
    ),
    (
        "[ext_resource type=\"PackedScene\" path=\"res://a.scn\" id=\"2\"]\n===\n[node name=\"A\" parent=\".\" instance=ExtResource(\"2\")]\n",
        "--- a.scn\nRSRC",
        "main.tscn:6:1: `res://a.scn` is a binary scene, which is left out; save it as `.tscn`",
    ),
    (
        "[node name=\"A\" type=\"MultiplayerSpawner\" parent=\".\"]\n_spawnable_scenes = PackedStringArray(\"res://a.scn\")\n\
         spawn_path = NodePath(\"..\")\n",
        "--- a.scn\nRSRC",
        "main.tscn:5:1: `A` spawns `res://a.scn`, a binary scene, whose nodes are left out; save it as `.tscn`",
    ),
    (
        "[node name=\"A\" type=\"MultiplayerSpawner\" parent=\".\"]\nspawn_path = NodePath(\"../Gone\")\n",
        "",
        "main.tscn:5:1: the `spawn_path` of `A` leads to `Gone`, which the scene does not have",
    ),
    (
        "[node name=\"A\" type=\"MultiplayerSynchronizer\" parent=\".\"]\n",
        "",
        "main.tscn:5:1: `A` has no `replication_config`, so it synchronizes nothing; the engine as the server cannot spawn it",
    ),
    (
        "[node name=\"A\" type=\"Node\" parent=\".\"]\nscript = ExtResource(\"9\")\n",
        "",
        "main.tscn:6:1: the scene has no resource \"9\"; the node has no script",
    ),
    (
        "[ext_resource type=\"Script\" path=\"res://a.gd\" id=\"2\"]\n===\n[node name=\"A\" type=\"Node\" parent=\".\"]\nscript = ExtResource(\"2\")\n",
        "--- a.gd\nextends Node2D\n",
        "main.tscn:7:1: the script `res://a.gd` extends `Node2D`, and `A` is a `Node`: the engine gives it no script",
    ),
    (
        "[sub_resource type=\"CSharpScript\" id=\"2\"]\n===\n[node name=\"A\" type=\"Node\" parent=\".\"]\nscript = SubResource(\"2\")\n",
        "",
        "main.tscn:7:1: this script is not GDScript; its RPCs are left out",
    ),
    (
        "",
        "--- a.tscn\n[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n[node name=\"B\" type=\"MultiplayerSpawner\" parent=\".\"]\n",
        "a.tscn:1:1: `res://a.tscn` has RPCs, synchronizers or spawners, and is left out, because no file that was read names it; if \
         the game loads it, add `--scene a.tscn`",
    ),
    (
        "",
        "--- a.gd\nextends Node\n\t@rpc_not\n@rpc(\"any_peer\") func a(): pass\n",
        "a.gd:1:1: the RPCs of `res://a.gd` are left out, because no scene that was read has the script",
    ),
    (
        "[sub_resource type=\"GDScript\" id=\"2\"]\nscript/source = \"extends Node\n\nfunc _ready():\n\tMultiplayerSpawner.new()\n\"\n===\n\
         [node name=\"A\" type=\"Node\" parent=\".\"]\nscript = SubResource(\"2\")\n",
        "",
        "main.tscn:7:21: a `MultiplayerSpawner` that a script makes is left out; add it with `Session`, or put it into a scene",
    ),
];

#[test]
fn what_is_left_out_is_a_warning() {
    for (scene, more, expected) in WARNINGS {
        assert_eq!(warnings(&project(scene, more)), [*expected]);
    }
    let code = [
        (
            "func a():\n\trpc_config(\"b\", {})\n",
            "main.gd:4:2: an RPC that `rpc_config` adds is left out; write `@rpc` before the function instead",
        ),
        (
            "func a():\n\t$Spawner.add_spawnable_scene(x)\n",
            "main.gd:4:11: a scene that `add_spawnable_scene` adds is left out of the spawner's list; name it in the scene with the spawner",
        ),
        ("const A = preload(\"uid://none\")\n", "main.gd:3:19: `uid://none` is not in the project"),
        (
            "@rpc func more(_a: int, ...rest: Array): pass\n",
            "main.gd:3:11: `more` takes any number of arguments as `...rest`, which are left out; the server refuses calls that have them. \
             Give the RPC an Array instead",
        ),
    ];
    for (script, expected) in code {
        let mut files = project("", "");
        files.get_mut("main.gd").expect("a script").push_str(script);
        assert_eq!(warnings(&files), [expected]);
    }
    // A class of an extension, as the base of a script and as the type of a node.
    let node = "[ext_resource type=\"Script\" path=\"res://a.gd\" id=\"2\"]\n===\n[node name=\"A\" type=\"Machine\" parent=\".\"]\nscript = ExtResource(\"2\")\n";
    let files =
        project(node, "--- a.gd\nextends Machine\n@rpc func step(): pass\n--- a.gdextension\n");
    let expected = "a.gd:1:9: `Machine` is taken for a class of an extension, whose RPCs and properties are left out";
    assert_eq!(warnings(&files), [expected]);
    assert!(generated(&files, &[]).expect("a project").text.contains("pub enum ACall"));
    // Mistakes of scripts that no node has.
    let mut files = project("", "--- a.gd\nfunc a(\n");
    files.get_mut("main.gd").expect("a script").push_str("const A = preload(\"a.gd\")\n");
    assert_eq!(
        warnings(&files),
        ["a.gd:1:7: this bracket is never closed; what it names is left out"]
    );
    // The uid of an imported file.
    let mut files =
        project("", "--- a.png.import\n[remap]\nimporter=\"texture\"\nuid=\"uid://picture\"\n");
    files.insert("a.png".to_owned(), String::new());
    files.get_mut("main.gd").expect("a script").push_str("const A = preload(\"uid://picture\")\n");
    assert_eq!(warnings(&files), <[&str; 0]>::default());
    // Paths that scripts compute.
    let mut files = project("", "");
    let computed = "var a = \"res://levels/%s.tscn\" % 1\nvar b = \"res://levels/\" + \".tscn\"\nvar c = \"user://a.tscn\"\nvar d = \"*.tscn\"\n";
    files.get_mut("main.gd").expect("a script").push_str(computed);
    assert_eq!(warnings(&files), <[&str; 0]>::default());
    let mut files = project("", "--- net.cs\n");
    files
        .get_mut("project.godot")
        .expect("settings")
        .push_str("[autoload]\nNet=\"*res://net.cs\"\n");
    let expected = "project.godot:5:1: the autoload `Net` is neither GDScript nor a text scene; what it has is left out";
    assert_eq!(warnings(&files), [expected]);
}

/// A script that gives an API another root, and one that does not.
#[test]
fn another_root_of_an_api_is_a_warning() {
    let add = |files: &mut Files, script: &str| {
        files.get_mut("main.gd").expect("a script").push_str(script);
    };
    let warning = |at: &str, way: &str| {
        format!(
            "{at}: the paths of this API begin at the path in `set_multiplayer`, not at `/root`; in place of `Tree::add_to` {way}"
        )
    };
    let mut files = project("", "");
    let api = "MultiplayerAPI.create_default_interface()";
    add(&mut files, &format!("func a():\n\tget_tree().set_multiplayer({api}, get_path())\n"));
    let way = "if the scene `Main` is there, call `Main::add_to(&mut session, \".\")`";
    let expected = warning("main.gd:4:13", way);
    assert_eq!(warnings(&files), [&*expected]);
    // So does the comparison with a module.
    let module = generated(&files, &[]).expect("a project").text;
    let schema = protocol::parse_text("game.rs", &module).expect("a valid schema");
    let names: Vec<String> = files.keys().cloned().collect();
    let read = |path: &str| files.get(path).cloned().ok_or_else(|| "no such file".to_owned());
    let found = project::check(&Options::new(&names), read, &[schema]).expect("a project");
    assert_eq!(found.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);

    // Over several lines, with a path of the script's own, before further scenes.
    let scenes = [(2, "a"), (3, "b"), (4, "c")];
    let resources = scenes.map(|(id, name)| {
        format!("[ext_resource type=\"PackedScene\" path=\"res://{name}.tscn\" id=\"{id}\"]\n")
    });
    let nodes = scenes.map(|(id, name)| {
        format!("[node name=\"{name}\" parent=\".\" instance=ExtResource(\"{id}\")]\n")
    });
    let lines = format!("{}===\n{}", resources.concat(), nodes.concat());
    let more = scenes.map(|(_, name)| {
        format!(
            "--- {name}.tscn\n[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n\
             [node name=\"{name}\" type=\"Node\"]\nscript = ExtResource(\"1\")\n"
        )
    });
    let more = more.concat();
    let mut files = project(&lines, &more);
    add(
        &mut files,
        "func a(tree):\n\ttree.set_multiplayer(\n\t\tmultiplayer,\n\t\tmy_path,\n\t)\n",
    );
    let way =
        "call `add_to(&mut session, \".\")` of the scene there: `Main`, `A`, `B` or another scene";
    assert_eq!(warnings(&files), [warning("main.gd:4:7", way)]);

    // The root is `/root`, or the API ends.
    let mut files = project("", "");
    let calls = [
        "api",
        "api, \"\"",
        "api, ^\"/root\"",
        "api, NodePath(\"/root\")",
        "null, get_path()",
        "api,",
    ];
    for call in calls {
        add(
            &mut files,
            &format!("func a{}():\n\tget_tree().set_multiplayer({call})\n", call.len()),
        );
    }
    add(&mut files, "func set_multiplayer(_api, _path): pass\nvar set_multiplayer = 1\n");
    assert_eq!(warnings(&files), <[&str; 0]>::default());
}

#[test]
fn mistakes_of_a_project_are_errors() {
    let mut files = project("", "");
    let settings = files.get_mut("project.godot").expect("settings");
    *settings = settings.replacen("config_version=5", "config_version=4", 1);
    let errors = generated(&files, &[]).expect_err("a project of Godot 3");
    assert_eq!(
        errors,
        [
            "project.godot:1:1: this is a project of Godot 3 (`config_version=4`), and only those of Godot 4 can be read. Open it with Godot 4 \
             to convert it, or write the server by hand with `godot_var::multiplayer::godot3`"
        ]
    );
    let mut files = project("", "");
    files.get_mut("main.gd").expect("a script").push_str("@rpc(\"any_peer\", 3) func b(): pass\n");
    let errors = generated(&files, &[]).expect_err("a channel in a wrong place");
    assert_eq!(errors, ["main.gd:3:1: `@rpc` takes the channel 3 only as its fourth argument"]);
    // The engine refuses such a list, whatever its version.
    let mut files = project("", "");
    let settings = files.get_mut("project.godot").expect("settings");
    *settings = settings.replacen("main.tscn", "main.scn", 1);
    files.insert("main.scn".to_owned(), "RSRC".to_owned());
    let errors = generated(&files, &[]).expect_err("a binary scene");
    assert_eq!(
        errors,
        [
            "project.godot:3:1: `res://main.scn` cannot be read: it is binary; save it as `.tscn` or `.tres`"
        ]
    );
}

fn differences(files: &Files, module: &str) -> Vec<String> {
    let schema = protocol::parse_text("game.rs", module).expect("a schema");
    let names: Vec<String> = files.keys().cloned().collect();
    let read = |path: &str| files.get(path).cloned().ok_or_else(|| "no such file".to_owned());
    let found = project::check(&Options::new(&names), read, &[schema]).expect("a project");
    assert_eq!(found.warnings, []);
    found.differences.iter().map(ToString::to_string).collect()
}

/// Two scripts and two synchronizers that share names.
#[test]
fn sets_are_compared_with_those_that_are_meant() {
    let files = project(
        "[ext_resource type=\"Script\" path=\"res://rock.gd\" id=\"2\"]\n\
         [sub_resource type=\"SceneReplicationConfig\" id=\"A\"]\nproperties/0/path = NodePath(\".:process_mode\")\n\
         properties/0/replication_mode = 1\nproperties/1/path = NodePath(\".:process_priority\")\nproperties/1/replication_mode = 1\n\
         [sub_resource type=\"SceneReplicationConfig\" id=\"B\"]\nproperties/0/path = NodePath(\".:process_mode\")\n\
         properties/0/replication_mode = 1\n===\n\
         [node name=\"Rock\" type=\"Node\" parent=\".\"]\nscript = ExtResource(\"2\")\n\
         [node name=\"A\" type=\"MultiplayerSynchronizer\" parent=\".\"]\nreplication_config = SubResource(\"A\")\n\
         [node name=\"B\" type=\"MultiplayerSynchronizer\" parent=\".\"]\nreplication_config = SubResource(\"B\")\n",
        "--- rock.gd\nextends Node\n@rpc func act(): pass\n@rpc func hit(): pass\n",
    );
    let module = generated(&files, &[]).expect("a project").text;
    assert_eq!(differences(&files, &module), <[&str; 0]>::default());
    // The RPC of `main.gd` has another name in Rust.
    let changed = module.replacen("    Act,\n}", "    Done,\n}", 1);
    assert_ne!(changed, module);
    let found = differences(&files, &changed);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].contains("`MainCall` lacks `act` of `res://main.gd`"), "{found:#?}");
    assert!(found[1].contains("`res://main.gd` has no RPC `done`"), "{found:#?}");
    // The struct of `A` lacks a property, and has those of `B` then.
    let start = module.find("    pub process_priority").expect("a field");
    let end = start + module[start..].find('\n').expect("its end") + 1;
    let changed = format!("{}{}", &module[..start], &module[end..]);
    let found = differences(&files, &changed);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].contains("`MainA` lacks `.:process_priority` of `A`"), "{found:#?}");
    // One enum for both scripts lacks what one of them has.
    let start = module.find("/// The RPCs of `res://rock.gd`.").expect("an enum");
    let end = start + module[start..].find("}\n").expect("its end") + 2;
    let changed = format!("{}{}", &module[..start], &module[end..]);
    let found = differences(&files, &changed);
    assert_eq!(
        found,
        [
            "rock.gd:1:1: no enum that derives `GodotRpc` has the RPCs of `res://rock.gd`; write one with `act`"
        ]
    );
}
