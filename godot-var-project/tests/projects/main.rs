//! Projects as Rust modules: this folder has the projects, and the module of each, which is compiled here.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use godot_var::Vector2;
use godot_var::multiplayer::{
    Caller, Config, MethodSet, NewNode, PropertySet, ReplicationMode, Session, TransferMode,
};
use godot_var::output::VecOutput;
use godot_var_codegen::protocol::{self, Protocol};
use godot_var_project::{Generated, MARK, Options, check, generate, is_same};

mod bomber;
mod chat;
mod everything;
mod pong;

type Files = BTreeMap<String, String>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/projects")
}

fn files(project: &str) -> Files {
    let root = folder().join(project);
    let mut files = Files::new();
    let mut folders = vec![root.clone()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&root).expect("inside").to_str().expect("UTF-8");
                files.insert(name.to_owned(), fs::read_to_string(&path).expect("text"));
            }
        }
    }
    files
}

fn generated(files: &Files, scenes: &[&str]) -> Result<Generated, Vec<String>> {
    let names: Vec<String> = files.keys().cloned().collect();
    let scenes: Vec<String> = scenes.iter().map(|scene| (*scene).to_owned()).collect();
    let options = Options { folder: "game", scenes: &scenes, ..Options::new(&names) };
    let read = |path: &str| files.get(path).cloned().ok_or_else(|| "no such file".to_owned());
    generate(&options, read)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())
}

fn checked(files: &Files, module: &str) -> Vec<String> {
    let protocol = parsed(module);
    let names: Vec<String> = files.keys().cloned().collect();
    let read = |path: &str| files.get(path).cloned().ok_or_else(|| "no such file".to_owned());
    let found = check(&Options::new(&names), read, &[protocol]).expect("a valid project");
    found.differences.iter().map(ToString::to_string).collect()
}

fn parsed(module: &str) -> Protocol {
    protocol::parse_text("game.rs", module).expect("a valid schema")
}

/// The warning of `chat`, in which each client is a branch of the tree.
const ROOT: &str = "game/script/combo.gd:11:14: the paths of this API begin at the path in `set_multiplayer`, not at `/root`; in place of \
    `Tree::add_to` call `add_to(&mut session, \".\")` of the scene there: `Combo`, `Main` or `Game`";

/// `BLESS=1` writes the modules; then run `cargo fmt`.
#[test]
fn modules_are_those_of_their_projects() {
    for name in ["bomber", "chat", "everything", "pong"] {
        let generated = generated(&files(name), &[]).expect(name);
        let path = folder().join(name).with_extension("rs");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &generated.text).expect("written");
        }
        let stored = fs::read_to_string(&path).expect("a module");
        assert!(is_same(&generated.text, &stored), "{name}:\n{}", generated.text);
        let warnings: Vec<_> = generated.warnings.iter().map(ToString::to_string).collect();
        let expected = if name == "chat" { &[ROOT][..] } else { &[] };
        assert_eq!(warnings, expected, "{name}");
        // No file of another is taken for one of these.
        assert!(stored.starts_with(MARK));
    }
}

/// `--server`: `godot-var-cli/tests/programs/begun.rs` builds and runs such programs.
#[test]
fn a_server_has_an_arm_for_each_call_of_clients() {
    let mut files = files("everything");
    let chat = files.get_mut("net/chat.gd").expect("a script");
    *chat += "\n@rpc(\"any_peer\")\nfunc größe(call: int, call_: int, fn: int) -> void: pass\n@rpc func quiet(): pass\n";
    let names: Vec<String> = files.keys().cloned().collect();
    let options = Options { module: "my-game", ..Options::new(&names) };
    let read = |path: &str| files.get(path).cloned().ok_or_else(|| "no such file".to_owned());
    let server = generate(&options, read).expect("a project").server;
    drop(syn::parse_file(&server).expect("Rust"));
    for part in [
        "#[path = \"my-game.rs\"]\nmod project;\n",
        "use project::{ChatCall, SpecialRockCall, Tree, WeaponCall};\n",
        "ChatCall::Größe { call: call_, call2, r#fn }) =>",
        "println!(\"{}: größe {:?} {:?} {:?}\", call.peer, call_, call2, r#fn);",
        "let _tree = Tree::add_to(&mut session)?;\n",
    ] {
        assert!(server.contains(part), "{part}{server}");
    }
    assert!(!server.contains("Quiet"), "{server}");
}

#[test]
fn a_module_agrees_with_its_project() {
    for name in ["bomber", "chat", "everything", "pong"] {
        let files = files(name);
        let module = generated(&files, &[]).expect(name).text;
        assert_eq!(checked(&files, &module), <[&str; 0]>::default(), "{name}");
    }
}

#[test]
fn trees_are_registered() {
    let mut session = Session::new(Config::default());
    let tree = everything::Tree::add_to(&mut session).expect("registered");
    let paths = [
        (tree.chat, "Chat"),
        (tree.hud.talk, "Hud/Talk"),
        (tree.main.node, "Main World"),
        (tree.main.custom, "Main World/Players/Custom"),
        (tree.main.spawner, "Main World/Spawner"),
        (tree.main.host.weapon, "Main World/Host/Body/Arm/Weapon"),
        (tree.main.host.sync, "Main World/Host/Input/Sync"),
        (tree.main.host.bullets, "Main World/Host/Bullets"),
        (tree.main.rocks[0].sync, "Main World/Rocks/Rock3/Sync"),
        (tree.main.rocks[4].node, "Main World/Rocks/Rock7"),
        (tree.main.changed, "Main World/Changed"),
        (tree.main.sync, "Main World/Changed/Sync"),
        (tree.main.special.sync, "Main World/Special/Sync"),
    ];
    for (node, path) in paths {
        assert_eq!(session.path(node), Some(path));
    }
    assert_eq!(tree.main.rocks.len(), 5);

    // A spawner of the scene's parent: what it spawns is beside the host.
    let bullets = NewNode::custom(&Vector2::ONE, "bullet").expect("an argument");
    let bullet = session.spawn(tree.main.host.bullets, bullets).expect("spawned");
    assert_eq!(session.path(bullet), Some("Main World/bullet"));

    // The root of an API in a scene: `get_tree().set_multiplayer(api, path)`.
    let mut session = Session::new(Config::default());
    let main = chat::Main::add_to(&mut session, ".").expect("registered");
    assert_eq!(session.path(main.game.node), Some("Box/Game"));
}

#[test]
fn scenes_are_spawned_with_their_synchronizers() {
    let mut session = Session::new(Config::default());
    let world = bomber::World::add_to(&mut session, bomber::World::NAME).expect("registered");
    let state = bomber::PlayerSynchronizer { synced_position: Vector2::ONE, text: "Ann".into() };
    let new = NewNode::custom(&(Vector2::ONE, 7), "7").expect("an argument");
    let synchronizers = bomber::PlayerSynchronizers {
        multiplayer_synchronizer: state.with_state().expect("a state"),
        inputs_sync: bomber::PlayerInputsSync::synchronizer().with_authority(7),
    };
    let player = bomber::Player::spawn(&mut session, world.player_spawner, new, synchronizers)
        .expect("spawned");
    assert_eq!(session.path(player.node), Some("World/Players/7"));
    assert_eq!(session.path(player.inputs_sync), Some("World/Players/7/Inputs/InputsSync"));
    // Only that of the root is in the packet.
    assert_eq!(session.synchronizers(player.node), [player.multiplayer_synchronizer]);
    session.set_state(player.multiplayer_synchronizer, &state).expect("of these properties");
}

#[test]
fn sets_are_what_the_scripts_declare() {
    let names: Vec<_> = everything::ChatCall::METHODS.iter().map(|method| method.name).collect();
    assert_eq!(
        names,
        [
            "_everything",
            "camelCase2",
            "camel_case_2",
            "defaults",
            "hello",
            "moved",
            "replaced",
            "say",
            "type"
        ]
    );
    let moved = everything::ChatCall::METHODS[5];
    assert_eq!(
        (moved.caller, moved.mode, moved.channel, moved.call_local),
        (Caller::AnyPeer, TransferMode::UnreliableOrdered, 7, true)
    );
    assert_eq!(everything::ChatCall::METHODS[7].channel, 2);
    let properties: Vec<_> = everything::PlayerSynchronizer::PROPERTIES
        .iter()
        .map(|property| (property.path, property.mode, property.spawn))
        .collect();
    assert_eq!(properties[2], ("Label:text", ReplicationMode::Never, true));
    assert_eq!(properties[8], (".:velocity:x", ReplicationMode::Always, false));
    // A typed container is encoded with its types.
    let mut bytes = Vec::new();
    let call = everything::ChatCall::Say {
        text: String::new(),
        volume: everything::ChatVolume::Speak,
        team: everything::TeamColor4::Red,
        times: 0,
        at: Vector2::ZERO,
        tags: vec!["a".to_owned()],
    };
    call.encode_arguments(&mut VecOutput::new(&mut bytes)).expect("encoded");
    let array = [0x1c, 0, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, b'a', 0, 0, 0];
    assert!(bytes.ends_with(&array), "{bytes:02x?}");
}

/// A change of a file of `everything`, and what is reported.
const MISTAKES: &[(&str, &str, &str, &str)] = &[
    (
        "project.godot",
        "run/main_scene=\"uid://dmainscene001\"",
        "",
        "game/project.godot:1:1: the project has no `run/main_scene`; name a scene with `--scene`",
    ),
    (
        "project.godot",
        "uid://dmainscene001",
        "res://none.tscn",
        "game/project.godot:7:1: `res://none.tscn` is not in the project",
    ),
    (
        "project.godot",
        "hud.tscn",
        "hut.tscn",
        "game/project.godot:12:1: `res://hut.tscn` is not in the project",
    ),
    (
        "project.godot",
        "[input]",
        "input",
        "game/project.godot:15:1: expected `key = value` or a `[section]`",
    ),
    (
        "project.godot",
        "\"deadzone\"",
        "\"deadzone",
        "game/project.godot:19:84: this text is never closed",
    ),
    (
        "main.tscn",
        "res://levels/rock.tscn\" id",
        "res://levels/rok.tscn\" id",
        "game/main.tscn:34:1: `res://levels/rok.tscn` is not in the project",
    ),
    (
        "main.tscn",
        "\"res://levels/rock.tscn\")",
        "\"res://levels/rok.tscn\")",
        "game/main.tscn:21:1: `Spawner` spawns `res://levels/rok.tscn`, which is not in the project",
    ),
    (
        "main.tscn",
        "[node name=\"Players\" type=\"Node2D\" parent=\".\"]",
        "[node name=\"Players\" type=\"Node2D\"]",
        "game/main.tscn:19:1: `Players` is a second root; give it a `parent`",
    ),
    (
        "main.tscn",
        "instance=ExtResource(\"5\")",
        "instance=ExtResource(\"9\")",
        "game/main.tscn:49:1: `Special` is an instance of an unknown resource",
    ),
    (
        "levels/special_rock.tscn",
        "res://levels/rock.tscn",
        "res://main.tscn",
        "game/levels/special_rock.tscn:6:1: `res://main.tscn` contains itself",
    ),
    (
        "levels/rock.tscn",
        "replication_mode = 2",
        "replication_mode = 3",
        "game/levels/rock.tscn:8:1: `replication_mode = 3` is not 0, 1 or 2",
    ),
    (
        "player.tscn",
        "path=\"res://input.tres\"",
        "path=\"res://output.tres\"",
        "game/player.tscn:64:1: the config of `Sync` is not in the project",
    ),
    (
        "net/chat.gd",
        "extends NetBase",
        "extends NoBase",
        "game/net/chat.gd:3:9: the project and the engine have no class `NoBase`",
    ),
    (
        "net/base.gd",
        "extends Node",
        "extends \"chat.gd\"",
        "game/net/base.gd:2:9: `res://net/chat.gd` extends itself",
    ),
    (
        "levels/special_rock.gd",
        "rock.gd",
        "stone.gd",
        "game/levels/special_rock.gd:1:9: `stone.gd` is not in the project",
    ),
    (
        "net/weapon.gd",
        ".Inner",
        ".Outer",
        "game/net/weapon.gd:1:9: `res://net/chat.gd` has no class `Outer`",
    ),
    (
        "net/base.gd",
        "unreliable_ordered",
        "unreliable_orderd",
        "game/net/base.gd:16:1: `@rpc` has no argument `unreliable_orderd`",
    ),
    ("net/base.gd", ", 7)", ", 700)", "game/net/base.gd:16:1: the channel 700 is not 0 to 255"),
    (
        "net/base.gd",
        ", 7)",
        ", randi())",
        "game/net/base.gd:16:1: an argument of `@rpc` is not a constant text or int",
    ),
    (
        "net/base.gd",
        "func replaced",
        "var replaced",
        "game/net/base.gd:19:1: `@rpc` must be before a function",
    ),
    (
        "net/chat.gd",
        "\t_text: String, #",
        "\t_text String, #",
        "game/net/chat.gd:46:8: expected `,` or `)` after the parameter",
    ),
    (
        "net/chat.gd",
        "func say(",
        "func say((",
        "game/net/chat.gd:45:9: this bracket is never closed",
    ),
    (
        "net/chat.gd",
        "@rpc\n\"\"\")",
        "@rpc\n\"\")",
        "game/net/chat.gd:34:14: this text is never closed",
    ),
];

/// The derive would refuse these, so no module is written.
#[test]
fn synchronizers_have_properties_that_the_derive_takes() {
    let mut files = files("everything");
    let scene = files.get_mut("player.tscn").expect("a scene");
    let original = scene.clone();
    let no_path = |path: &str| {
        format!(
            "game/player.tscn:11:1: `{path}` is not a path of a property; it must be `.:position` for the root's own, or \
             `Sprite2D:frame` for one of a node below"
        )
    };
    let twice = "game/player.tscn:11:1: the synchronizer has `.:position` twice".to_owned();
    let paths = [":::", ":", "hp", "Body/Arm", ".:"].map(|path| (path, no_path(path)));
    let twice = [(".:position", twice.clone()), (":position", twice)];
    for (path, expected) in paths.into_iter().chain(twice) {
        *files.get_mut("player.tscn").expect("a scene") =
            original.replacen("\".:hp\"", &format!("{path:?}"), 1);
        let errors = generated(&files, &[]).expect_err("a path that is refused");
        assert!(errors.contains(&expected), "{path}: {errors:#?}");
    }
    let many: Vec<String> = (9..80)
        .map(|number| {
            format!(
                "properties/{number}/path = NodePath(\".:p{number}\")\nproperties/{number}/replication_mode = 2\n"
            )
        })
        .collect();
    let many = many.concat();
    *files.get_mut("player.tscn").expect("a scene") = original
        .replacen(
            "[sub_resource type=\"SceneReplicationConfig\" id=\"Ammo\"]",
            &format!("{many}\n$0"),
            1,
        )
        .replace("$0", "[sub_resource type=\"SceneReplicationConfig\" id=\"Ammo\"]");
    let errors = generated(&files, &[]).expect_err("too many properties");
    assert!(
        errors
            .iter()
            .any(|error| error.ends_with("a synchronizer has at most 64 properties on change")),
        "{errors:#?}"
    );
    // Components, and names of every kind, compile.
    for path in [".::x", ".:a b", ".:a/b", ".:\u{fe}", ".:self", ".:1", "a::", "%A:b:c"] {
        *files.get_mut("player.tscn").expect("a scene") =
            original.replacen("\".:hp\"", &format!("{path:?}"), 1);
        parsed(&generated(&files, &[]).expect("a module").text);
    }
}

#[test]
fn mistakes_have_places() {
    let original = files("everything");
    let mut wrong: Vec<String> = Vec::new();
    for (file, from, to, expected) in MISTAKES {
        let mut files = original.clone();
        let text = files.get_mut(*file).expect("a file");
        assert!(text.contains(from), "{file} lacks {from}");
        *text = text.replacen(from, to, 1);
        let errors = generated(&files, &[]).err().unwrap_or_default();
        if errors.iter().all(|error| error != expected) {
            wrong.push(format!("{expected}: {errors:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const WARNINGS: &[(&str, &str, &str, &str)] = &[
    (
        "player.tscn",
        ".:hp",
        ".:hit_points",
        "game/player.tscn:11:1: `Player` has no property `hit_points` that is sent",
    ),
    (
        "player.tscn",
        "Body/Arm:position",
        "Body/Leg:position",
        "game/player.tscn:29:1: the scene has no node for `Body/Leg:position`",
    ),
    (
        "player.tscn",
        "spawn_path = NodePath(\"../..\")",
        "",
        "game/player.tscn:68:1: `Bullets` has no `spawn_path` that can be followed from here; add it with \
         `Session::add_spawner`",
    ),
    (
        "net/base.gd",
        "_to: Vector2",
        "_to: Vektor",
        "game/net/base.gd:17:6: the project and the engine have no type `Vektor`",
    ),
    (
        "levels/spawner.gd",
        "special_rock.tscn",
        "no_rock.tscn",
        "game/levels/spawner.gd:5:30: `res://levels/no_rock.tscn` is not in the project",
    ),
    (
        "hud.tscn",
        "res://net/chat.gd",
        "res://net/Chat.cs",
        "game/hud.tscn:8:1: `res://net/Chat.cs` is not a GDScript; its RPCs are left out",
    ),
];

#[test]
fn what_is_left_out_is_told() {
    let original = files("everything");
    let mut wrong: Vec<String> = Vec::new();
    for (file, from, to, expected) in WARNINGS {
        let mut files = original.clone();
        files.insert("net/Chat.cs".to_owned(), String::new());
        let text = files.get_mut(*file).expect("a file");
        assert!(text.contains(from), "{file} lacks {from}");
        *text = text.replacen(from, to, 1);
        let warnings = generated(&files, &[]).expect("a valid project").warnings;
        let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
        if warnings != [*expected] {
            wrong.push(format!("{expected}: {warnings:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const TYPED: &str = "#[sync(on_change, typed)]\n    pub items: Vec<i64>";

#[test]
fn differences_are_found() {
    let files = files("everything");
    let module = generated(&files, &[]).expect("a valid project").text;
    let mut wrong: Vec<String> = Vec::new();
    for (from, to, expected) in [
        (
            "version: i64",
            "version: String",
            "the argument `version` of `hello` (net/base.gd:13:6) is declared `int`: expected String, found int at byte 0",
        ),
        ("times: i64", "times: u8", ""),
        ("volume: ChatVolume", "volume: i64", ""),
        (
            "state: PlayerState",
            "state: bool",
            "`.:state` (player.tscn:17:1, net/player.gd:7:13) is declared an enum: expected bool, found int at byte 0",
        ),
        (
            TYPED,
            "#[sync(on_change)]\n    pub items: Vec<i64>",
            "`.:items` (player.tscn:20:1, net/player.gd:9:13) is declared `Array[int]`, which refuses `PackedInt64Array`; write \
             `#[sync(typed)]`",
        ),
        (
            TYPED,
            "#[sync(on_change, typed)]\n    pub items: Vec<String>",
            "is declared `Array[int]`: [0]: expected String",
        ),
        (
            TYPED,
            "#[sync(on_change, typed)]\n    pub items: Option<Vec<i64>>",
            "is declared `Array[int]`, which refuses null; use another type",
        ),
        (
            "#[rpc(typed)]\n        h: Vec<i64>",
            "h: Vec<i16>",
            "is declared `Array[int]`, which refuses an untyped Array; write `#[rpc(typed)]`",
        ),
        ("#[rpc(typed)]\n        h: Vec<i64>", "h: Vec<u8>", ""),
        (
            "#[rpc(any_peer, unreliable)]\n    Pushed",
            "Pushed",
            "`pushed` is `any_peer` in the script (levels/special_rock.gd:4:6); write `#[rpc(any_peer)]`",
        ),
        (
            "#[rpc(any_peer, unreliable)]\n    Pushed",
            "#[rpc(any_peer, unreliable, channel = 1)]\n    Pushed",
            "`pushed` is `channel = 0` in the script (levels/special_rock.gd:4:6); write `#[rpc(channel = 0)]`",
        ),
        (
            "Pushed { by: f64 },",
            "Pushed,",
            "`pushed` has 0 arguments, and 1 in the script (levels/special_rock.gd:4:6)",
        ),
        (
            "Replaced {",
            "Other {",
            "`ChatCall` lacks `replaced` of `res://net/chat.gd` (net/chat.gd:40:6); without it the ids of other RPCs differ",
        ),
        (
            "Replaced {",
            "Other {",
            "`res://net/chat.gd` has no RPC `other`; remove the variant, or add `@rpc` to the function",
        ),
        (
            "    Inside,",
            "    Outside,",
            "`WeaponCall` lacks `inside` of `res://net/weapon.gd` (net/chat.gd:77:7)",
        ),
        ("pub ammo: i64", "#[sync(spawn = false)] pub ammo: i64", "spawns"),
    ] {
        let changed = module.replacen(from, to, 1);
        assert_ne!(changed, module, "{from}");
        let found = checked(&files, &changed);
        if expected.is_empty() {
            assert_eq!(found, <[&str; 0]>::default(), "{to}");
        } else if found.iter().all(|one| !one.contains(expected)) {
            wrong.push(format!("{expected}: {found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_format_of_its_own_is_the_same_module() {
    let module = generated(&files("pong"), &[]).expect("a valid project").text;
    let spread = module.replace("any_peer, call_local", "any_peer,\n        call_local");
    assert!(spread != module && is_same(&spread, &module));
    assert!(!is_same(&module.replace("any_peer, call_local", "any_peer"), &module));
    assert!(!is_same(&module.replace("// Generated by", "// Written by"), &module));
}

/// Whatever is in a file, there is a module that parses, or an error.
#[test]
fn broken_files_give_errors() {
    let original = files("everything");
    let mut modules = 0;
    for (name, text) in &original {
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for at in starts {
            let mut variants = vec![text[..at].to_owned()];
            for with in ["\"", "(", "]", "\n", "\t", "@rpc ", "class A:", "9", "=", "-"] {
                variants.push(format!("{}{with}{}", &text[..at], &text[at..]));
            }
            // A part of them meets each kind of place.
            for (number, variant) in variants.into_iter().enumerate() {
                if (11 * at + number) % 599 != 0 {
                    continue;
                }
                let mut files = original.clone();
                files.insert(name.clone(), variant);
                if let Ok(generated) = generated(&files, &[]) {
                    modules += 1;
                    if modules % 10 == 0 {
                        parsed(&generated.text);
                    }
                }
            }
        }
    }
    assert!(modules > 30, "{modules}");
}

#[test]
fn hostile_projects_end_soon() {
    let scene = |inner: &str| {
        let mut text = format!(
            "[gd_scene format=3]\n[ext_resource type=\"PackedScene\" path=\"res://{inner}\" id=\"1\"]\n\
             [node name=\"Root\" type=\"Node\"]\n"
        );
        for number in 0..10 {
            let node =
                format!("[node name=\"N{number}\" parent=\".\" instance=ExtResource(\"1\")]\n");
            text.push_str(&node);
        }
        text
    };
    let settings = "[application]\nrun/main_scene=\"res://0.tscn\"\n";
    let mut files = Files::from([("project.godot".to_owned(), settings.to_owned())]);
    for number in 0..20 {
        files.insert(format!("{number}.tscn"), scene(&format!("{}.tscn", number + 1)));
    }
    files.insert(
        "20.tscn".to_owned(),
        "[gd_scene format=3]\n[node name=\"N\" type=\"Node\"]".to_owned(),
    );
    let errors = generated(&files, &[]).expect_err("too many nodes");
    assert!(errors[0].ends_with("the scene has more than 65536 nodes"), "{errors:?}");

    // Nested brackets, operators, classes, constants that name each other.
    let nested = format!("const A = {}1{}\n", "(".repeat(100_000), ")".repeat(100_000));
    let signs = format!("const A = {}1\n", "-".repeat(100_000));
    let sum = format!("const A = 1{}\n", " + 1".repeat(100_000));
    let classes = (0..1000).map(|depth| "\t".repeat(depth) + "class A:\n").collect::<String>();
    let one_line = "class A: ".repeat(10_000);
    let circle = "const A = B + B\nconst B = A + A\nenum E { X = Y + 1, Y = E.X + A }\n".to_owned();
    let types = format!("@rpc func a(b: {}int{}): pass\n", "Array[".repeat(9999), "]".repeat(9999));
    // Their names in Rust are the same, apart from a number.
    let calls = (0..10_000).map(|len| {
        format!("@rpc func a{}(): pass\n", "_".repeat(len % 100 + 1) + &"A".repeat(len / 100))
    });
    let calls = calls.collect::<String>();
    // Sixty names that stand for sixty names each, and so on: numbers, texts, lists, members of an enum.
    let many = |between: &str, last: &str| {
        let list = |name: &str| [name; 60].join(between);
        let names: Vec<_> = (0..8).map(|number| format!("N{number}")).collect();
        let pair = |pair: &[String]| format!("const {} = [{}]\n", pair[0], list(&pair[1]));
        names.windows(2).map(pair).collect::<String>() + &format!("const N7 = {last}\n")
    };
    let sums = many(" + ", "1").replace(['[', ']'], "");
    let texts = many(" + ", "'abc'").replace(['[', ']'], "");
    let lists = many(", ", "1");
    let members = format!("enum E {{ X = N0, Y }}\nenum {{ Z = N0 }}\n{sums}");
    let hostile = [nested, signs, sum, classes, one_line, circle, types, calls];
    for hostile in hostile.into_iter().chain([sums, texts, lists, members]) {
        let script = format!("extends Node\n{hostile}\n@rpc func last(e: E = E.X) -> void: pass\n");
        let scene = "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://a.gd\" id=\"1\"]\n\
                     [node name=\"Root\" type=\"Node\"]\nscript = ExtResource(\"1\")\n";
        let files = Files::from([
            ("project.godot".to_owned(), settings.to_owned()),
            ("0.tscn".to_owned(), scene.to_owned()),
            ("a.gd".to_owned(), script),
        ]);
        match generated(&files, &[]) {
            Ok(generated) => assert!(generated.text.contains("Last")),
            Err(errors) => assert!(
                errors[0].ends_with("nested too deep") || errors[0].contains("after the parameter"),
                "{errors:?}"
            ),
        }
    }
}

#[test]
fn the_time_for_constants_is_linear() {
    let count = 60_000;
    let mut files = Files::new();
    let mut put = |name: &str, text: &str| files.insert(name.to_owned(), text.to_owned());
    put("project.godot", "config_version=5\n[application]\nrun/main_scene=\"res://main.tscn\"\n");
    put(
        "main.tscn",
        "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n\
         [node name=\"Main\" type=\"Node\"]\nscript = ExtResource(\"1\")\n",
    );
    let constants: Vec<_> = (0..count).map(|n| format!("const A{n} = A{}", n + 1)).collect();
    let constants = constants.join("\n");
    put(
        "main.gd",
        &format!(
            "extends Node\n{constants}\nconst A{count} = 7\n@rpc func say(text: String): pass\n"
        ),
    );
    let names: Vec<String> = files.keys().cloned().collect();
    let begun = std::time::Instant::now();
    let read = |path: &str| files.get(path).cloned().ok_or_else(|| "no file".to_owned());
    let generated = generate(&Options::new(&names), read).expect("a module");
    // Those that lead to the number in a few steps have it.
    assert!(generated.text.contains(&format!("A{}: i64 = 7", count - 1)));
    // Looking at all constants for each of them took minutes.
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}
