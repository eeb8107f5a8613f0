//! Packets of Godot's high-level multiplayer, through the program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::udp_capture::Udp;

fn run(arguments: &[&str], input: &[u8]) -> Output {
    super::common::feed(Command::new(env!("CARGO_BIN_EXE_godot-var")).args(arguments), input)
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn decode_and_encode() {
    let output = run(
        &["decode", "--wire", "multiplayer"],
        b"00010602040000000200000068690000 0205\n0700\n05\n",
    );
    assert_eq!(
        stdout(&output),
        concat!(
            r#"{"value":{"command":"rpc","node":{"id":1},"method":6,"args":[{"t":"String","v":"hi"},{"t":"int","v":"5"}]},"used":18}"#,
            "\n",
            r#"{"value":{"command":"auth","bytes":""},"used":2}"#,
            "\n",
            r#"{"error":{"kind":"Incomplete","offset":1,"message":"the buffer ends inside the id of a node at byte 1"}}"#,
            "\n",
        )
    );
    assert_eq!(output.status.code(), Some(1));
    let lines = stdout(&output);
    let first = lines.lines().next().expect("a line");
    let encoded = run(&["encode", "--wire", "multiplayer"], first.as_bytes());
    assert_eq!(stdout(&encoded), "000106020400000002000000686900000205\n");

    // Up to Godot 4.2 a path is confirmed by the path.
    let confirm = br#"{"command":"confirm_path","agrees":true,"path":"A"}"#;
    let encoded = run(&["encode", "--wire", "multiplayer-4.0"], confirm);
    assert_eq!(stdout(&encoded), "02014100\n");
    let decoded = run(&["decode", "--wire", "multiplayer"], b"02014100");
    assert_eq!(decoded.status.code(), Some(1));
}

#[test]
fn inspect_annotates_packets() {
    let shown = |hex: &str| stdout(&run(&["inspect", "--wire", "multiplayer", hex], b""));
    assert_eq!(
        shown("20150000800602040000000200000068690000 0205576f726c642f4368c3a47400"),
        "\
00000000  20150000 8006                        rpc, node by its path, method 6
00000006  02                                     2 arguments
00000007  04000000 02000000 68690000             args[0]: String, hi
00000013  0205                                   args[1]: int, 5
00000015  576f726c 642f4368 c3a47400             path: \"World/Chät\"
"
    );
    assert_eq!(
        shown("040001000000010000000100000002000000020000003700050000000000803f000000400264"),
        "\
00000000  0400                                 spawn, scene 0
00000002  01000000                               spawner: 1
00000006  01000000                               node: 1
0000000a  01000000                               1 synchronizer
0000000e  02000000                               length of the name
00000012  02000000                               synchronizers[0]: 2
00000016  3700                                   name: \"7\"
00000018  05000000 0000803f 00000040             state[0]: Vector2, (1.0, 2.0)
00000024  0264                                   state[1]: int, 100
"
    );
    assert_eq!(
        shown("060500020000000c000000050000000000404000008040"),
        "\
00000000  06                                   sync
00000001  0500                                   time: 5
00000003  02000000                               synchronizer 2
00000007  0c000000                                 12 bytes
0000000b  05000000 00004040 00008040               values[0]: Vector2, (3.0, 4.0)
"
    );
    assert_eq!(
        shown("000104010203ff"),
        "\
00000000  000104                               rpc, node 1, method 4
00000003  01                                     1 argument
00000004  0203                                   args[0]: int, 3
00000006  ff                                     not read
error: the buffer ends inside a value's header at byte 7 (Incomplete)
"
    );
}

#[test]
fn inspect_selects_packets() {
    let lines = b"0700\n070109000000\n00010401020f\n0001040102ff\n";
    let output = run(
        &[
            "inspect",
            "--wire",
            "multiplayer",
            "--lines",
            "--json",
            "--message",
            "rpc",
            "--where",
            "args[0] > 10",
            "-",
        ],
        lines,
    );
    let text = stdout(&output);
    assert!(text.contains(r#""args":[{"t":"int","v":"15"}]"#), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    let output = run(&["inspect", "--wire", "multiplayer", "--message", "rpk", "0700"], b"");
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(error.contains("the wire has no command \"rpk\"; did you mean \"rpc\"?"), "{error}");
}

const NAMED: [&str; 5] =
    ["inspect", "--wire", "multiplayer", "--schema", "../schemas/multiplayer.rs"];

#[test]
fn inspect_names_what_a_schema_has() {
    let shown = |hex: &str| stdout(&run(&[&NAMED[..], &[hex]].concat(), b""));
    // Of the two methods with id 4, only that of `Chat` fits.
    assert_eq!(
        shown("00010402040000000200000068690000 0205"),
        "\
00000000  000104                               rpc, node 1, method 4 (Chat::say)
00000003  02                                     2 arguments
00000004  04000000 02000000 68690000             args[0] (text): String, hi
00000010  0205                                   args[1] (times): int, 5
"
    );
    // Only one method has no arguments.
    assert_eq!(
        shown("800101"),
        "00000000  800101                               rpc, node 1, method 1 (Chat::finish)\n"
    );
    // No set has a method 9, and both have a method 4.
    for (hex, method) in [("800109", "9"), ("800104", "4")] {
        assert!(shown(hex).ends_with(&format!("method {method}\n")), "{}", shown(hex));
    }
    let spawn = concat!(
        "040001000000010000000200000002000000020000000300000037",
        "00050000000000803f0000004002640400000003000000616e6e00",
        "1b0000000100000004000000040000006b696e640400000005000000456d707479000000",
    );
    let spawn = shown(spawn);
    let (_, state) = spawn.split_once("\"7\"\n").expect("the name");
    assert_eq!(
        state,
        "\
0000001c  05000000 0000803f 00000040             state[0] (.:position): Vector2, (1.0, 2.0)
00000028  0264                                   state[1] (.:health): int, 100
0000002a  04000000 03000000 616e6e00             state[2] (.:title): String, ann
00000036  1b000000 01000000 04000000 04000000    state[3] (Hand:held): Dictionary, { \"kind\": \"Empty\" }
00000046  6b696e64 04000000 05000000 456d7074
00000056  79000000
"
    );
    // Only one set has an int on change; both have a Vector2 that is sent always.
    let delta = shown("16020000000100000000000000020000000263");
    assert!(delta.ends_with("values[0] (.:health): int, 99\n"), "{delta}");
    let sync = shown("060500020000000c000000050000000000404000008040");
    assert!(sync.ends_with("values[0]: Vector2, (3.0, 4.0)\n"), "{sync}");
}

#[test]
fn a_schema_of_rpcs_alone_has_a_dissector() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rpcs-alone");
    fs::create_dir_all(&folder).expect("a folder");
    let schema = folder.join("game.rs");
    fs::write(&schema, "#[derive(GodotRpc)] enum Door { Open }").expect("written");
    let (schema, output) = (schema.to_string_lossy(), folder.to_string_lossy());
    let written = run(&["generate", "wireshark", &schema, "-o", &output, "--port", "7777"], b"");
    assert!(written.status.success(), "{written:?}");
    let script = fs::read_to_string(folder.join("game.lua")).expect("a dissector");
    // The port of high-level multiplayer.
    let ports =
        script.contains("\tports = \"\",") && script.contains("multiplayer_ports = \"7777\"");
    assert!(ports && script.contains("name = \"Door\""), "{script}");
}

/// Paths beyond 4 MiB, each stored twice, are not stored: nodes have their ids instead.
#[test]
fn inspect_stores_few_paths() {
    let mut capture = Udp::default();
    let mut put = |bytes: &[u8]| capture.put(0.0, "10.0.0.2:50001", "10.0.0.1:7777", bytes);
    let checksum = b"2cb960d4869112357128797c7ace235c";
    let name = |id: u32| format!("{id:0>1000}");
    for id in 1..=2_200_u32 {
        put(&[&[1], &checksum[..], &[0], &id.to_le_bytes(), name(id).as_bytes(), &[0]].concat());
    }
    // The node by an id of 16 bits, and the method `plain`.
    let called = [1, 2_000, 2_200];
    for id in called {
        put(&[&[0x90], &(id as u16).to_le_bytes()[..], &[4]].concat());
    }
    let path = format!("{}/paths.pcap", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&path, capture.bytes()).expect("written");
    let shown = stdout(&run(&[&NAMED[..], &["--message", "plain", &path]].concat(), b""));
    let nodes: Vec<String> =
        called.map(|id| if id < 2_100 { name(id) } else { format!("#{id}") }).into();
    assert_eq!(shown.lines().count(), 3, "{shown}");
    for (line, node) in shown.lines().zip(nodes) {
        assert!(line.contains(&node), "{line}");
    }
}

/// The checksum in an announcement determines the set for calls of its id, unless two peers announce the same id.
#[test]
fn inspect_remembers_announcements() {
    let announce = |checksum: &str, path: &str| {
        format!("01{}0001000000{}00\n", hex::encode(checksum), hex::encode(path))
    };
    let lines = [
        "800104\n",
        &announce("0196f537bca16be7657f83af6ee05929", "Chat"),
        "800104\n0001040104000000020000006869 0000\n",
        &announce("2cb960d4869112357128797c7ace235c", "All"),
        "800104\n",
    ]
    .concat();
    let lines = lines.as_bytes();
    let json = stdout(&run(&[&NAMED[..], &["--lines", "--json", "-"]].concat(), lines));
    let names: Vec<String> = json
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            format!("{} {}", line["message"].as_str().expect("a name"), line["fields"])
        })
        .collect();
    assert_eq!(
        names,
        [
            "rpc null",
            r#"simplify_path {"set":"Chat"}"#,
            "Chat::say {}",
            r#"Chat::say {"text":{"t":"String","v":"hi"}}"#,
            r#"simplify_path {"set":"Everything"}"#,
            "rpc null",
        ]
    );
    let select = ["--lines", "--json", "--message", "say", "--where", r#"fields.text ~ "hi""#, "-"];
    let selected = stdout(&run(&[&NAMED[..], &select].concat(), lines));
    assert_eq!(selected.lines().count(), 1, "{selected}");
    // All calls, named or not.
    let calls = stdout(&run(
        &[&NAMED[..], &["--lines", "--json", "--message", "rpc", "-"]].concat(),
        lines,
    ));
    assert_eq!(calls.lines().count(), 4, "{calls}");
    for (arguments, expected) in [
        (
            &["--message", "sayy", "0700"][..],
            "the wire has no command or method \"sayy\"; did you mean \"say\"?",
        ),
        (
            &["--where", r#"fields.txt ~ "hi""#, "0700"],
            "--where: the schema has no argument or property \"txt\"; did you mean \"text\"?",
        ),
        (
            &["--where", r#"fields[*][".:healt"] > 1"#, "0700"],
            "--where: the schema has no argument or property \".:healt\"; did you mean \".:health\"?",
        ),
        (
            &["--type", "Chat", "0700"],
            "--type is for Variants; packets have the names of all sets of the schema",
        ),
    ] {
        let output = run(&[&NAMED[..], arguments].concat(), b"");
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(error.contains(expected), "{error}");
    }
    let without = ["inspect", "--wire", "multiplayer", "--where", "fields.text == 1", "0700"];
    let error = String::from_utf8(run(&without, b"").stderr).expect("UTF-8");
    assert!(error.contains("--where: no message has a field \"fields\""), "{error}");
    let health = ["--json", "--where", r#"fields[*][".:health"] > 98"#];
    let delta = "16020000000100000000000000020000000263";
    let selected = stdout(&run(&[&NAMED[..], &health, &[delta]].concat(), b""));
    assert!(selected.contains(r#""fields":[{".:health":{"t":"int","v":"99"}}]"#), "{selected}");
}

/// A scene of Godot 4.6, and a struct for each of its synchronizers.
#[test]
fn check_holds_structs_against_a_scene() {
    const SCENE: &str = r#"[gd_scene load_steps=4 format=3]

[ext_resource type="Script" path="res://player.gd" id="1"]

[sub_resource type="GDScript" id="G"]
script/source = "extends Node
[node name=\"Text\" type=\"MultiplayerSynchronizer\"]
replication_config = SubResource(\"S\")
"

[sub_resource type="SceneReplicationConfig" id="S"]
properties/0/path = NodePath(".:pos")
properties/0/spawn = true
properties/0/replication_mode = 1
properties/1/path = NodePath(".:hp")
properties/1/spawn = true
properties/1/replication_mode = 2
properties/2/path = NodePath(".:title")
properties/2/spawn = true
properties/2/replication_mode = 2

[sub_resource type="SceneReplicationConfig" id="I"]
properties/0/path = NodePath(".:move")
properties/0/spawn = false
properties/0/replication_mode = 1
properties/1/path = NodePath("Gun:fire")
properties/1/spawn = false
properties/1/replication_mode = 2

[node name="Player" type="Node"]
script = ExtResource("1")

[node name="Sync" type="MultiplayerSynchronizer" parent="."]
replication_config = SubResource("S")

[node name="Input" type="MultiplayerSynchronizer" parent="."]
replication_config = SubResource("I")

[node name="Gun" type="Node" parent="."]
script = ExtResource("1")
"#;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scene");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(folder.join("game")).expect("a folder");
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).expect("written");
    put("game/project.godot", "[application]\nrun/main_scene=\"res://main.tscn\"\n");
    put("game/main.tscn", "[gd_scene format=3]\n[node name=\"Main\" type=\"Node\"]\n");
    put(
        "game/player.gd",
        "extends Node\nvar pos: Vector2\nvar hp: int\nvar title: String\nvar move: Vector2\nvar fire: bool\n",
    );
    let check = |scene: &str, schema: &str| {
        put("game/player.tscn", scene);
        put("game.rs", &format!("{schema}\nuse godot_var::Vector2;\n"));
        let mut program = Command::new(env!("CARGO_BIN_EXE_godot-var"));
        let scene = ["--project", "game", "--scene", "player.tscn"];
        program.current_dir(&folder).arg("check").args(scene).arg("game.rs");
        let output = program.output().expect("the program runs");
        let text = stdout(&output) + &String::from_utf8_lossy(&output.stderr);
        (output.status.code(), text)
    };
    let player = "#[derive(GodotSync)]
struct Player {
    pos: Vector2,
    #[sync(on_change)] hp: i32,
    #[sync(on_change)] title: String,
}
";
    let input = "#[derive(GodotSync)]
struct Input {
    #[sync(path = \".:move\", spawn = false)] direction: Vector2,
    #[sync(on_change, path = \"Gun:fire\", spawn = false)] fire: bool,
}
";
    let compared = "compared game with game.rs: no differences (0 RPCs, 2 synchronizers)\n";
    assert_eq!(check(SCENE, &format!("{player}{input}")), (Some(0), compared.to_owned()));
    // Also with the structs in another order.
    assert_eq!(check(SCENE, &format!("{input}{player}")), (Some(0), compared.to_owned()));

    let missing = "game/player.tscn:36:1: no struct that derives `GodotSync` has a property of `Input`; write one with `.:move`\n";
    assert_eq!(check(SCENE, player), (Some(1), missing.into()));

    let other = "#[derive(GodotSync)]
struct Player {
    #[sync(spawn = false)] hp: i32,
    pos: Vector2,
    speed: f32,
}
";
    let differs = "\
game.rs:2:8: `Player` lacks `.:title` of `Sync` (game/player.tscn:18:1); make it field number 3
game.rs:3:28: `Sync` has `.:hp` on change (game/player.tscn:15:1), and this is always; write `#[sync(on_change)]`
game.rs:3:28: `Sync` has `.:hp` in spawns (game/player.tscn:15:1); remove `spawn = false`
game.rs:5:5: `Sync` (game/player.tscn:33:1) has no `.:speed`; remove the field, or add the property to the scene
";
    assert_eq!(check(SCENE, &format!("{other}{input}")), (Some(1), differs.into()));

    let order = "#[derive(GodotSync)]
struct Player {
    #[sync(on_change)] hp: i32,
    #[sync(on_change)] title: String,
    pos: Vector2,
}
";
    let differs = "game.rs:3:24: `.:hp` is in the place of `.:pos` in `Sync` (game/player.tscn:12:1); put the fields in the order of the scene\n";
    assert_eq!(check(SCENE, &format!("{order}{input}")), (Some(1), differs.into()));

    // Inputs that cannot be compared.
    let (status, text) =
        check(SCENE, "#[derive(GodotSync)]\nstruct Player { #[sync(on_chang)] hp: i32 }");
    assert_eq!(status, Some(2));
    assert_eq!(
        text,
        "error: game.rs:2:24: unknown attribute `on_chang`; did you mean `on_change`?\n"
    );
    let extern_config = SCENE
        .replace("[ext_resource", "[ext_resource type=\"SceneReplicationConfig\" path=\"res://sync.tres\" id=\"2\"]\n[ext_resource")
        .replace("replication_config = SubResource(\"I\")", "replication_config = ExtResource(\"2\")");
    let (status, text) = check(&extern_config, &format!("{player}{input}"));
    assert_eq!(status, Some(2));
    assert_eq!(text, "error: game/player.tscn:37:1: the config of `Input` is not in the project\n");
    put(
        "game/sync.tres",
        "[gd_resource type=\"SceneReplicationConfig\" format=3]\n\n[resource]\nproperties/0/path = NodePath(\".:move\")\nproperties/0/sync = true\nproperties/0/watch = false\n",
    );
    let input = "#[derive(GodotSync)]\nstruct Input { #[sync(spawn = false)] r#move: Vector2 }\n";
    let (status, text) = check(&extern_config, &format!("{player}{input}"));
    assert_eq!(
        (status, &*text),
        (
            Some(1),
            "game.rs:8:39: `Input` has `.:move` in spawns (game/sync.tres:4:1); remove `spawn = false`\n"
        )
    );
}

/// A project, its module, and what the commands say of them.
#[test]
fn a_project_becomes_a_module() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("project");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(folder.join("game")).expect("a folder");
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).expect("written");
    put("game/project.godot", "[application]\nrun/main_scene=\"res://main.tscn\"\n");
    put(
        "game/main.tscn",
        "[gd_scene format=3]\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n\
         [node name=\"Main\" type=\"Node\"]\nscript = ExtResource(\"1\")\n",
    );
    put("game/main.gd", "extends Node\n@rpc func say(text: String) -> void: pass\n");
    let run = |arguments: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_godot-var"));
        let output = program.current_dir(&folder).args(arguments).output().expect("it runs");
        let told = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(told).expect("UTF-8"))
    };
    let generate = ["generate", "rust", "game", "-o", "net.rs"];
    let checks = ["generate", "rust", "game", "-o", "net.rs", "--check"];
    let compare = ["check", "--project", "game", "net.rs"];
    let compared = "compared game with net.rs: no differences (1 RPC, 0 synchronizers)\n";
    assert_eq!(run(&checks), (Some(1), "net.rs: missing\n".to_owned()));
    assert_eq!(run(&[&checks[..], &["--server"]].concat()).0, Some(1));
    assert!(!folder.join("main.rs").exists());
    assert_eq!(run(&generate), (Some(0), "wrote net.rs (1 RPC set, 0 synchronizers)\n".to_owned()));
    assert_eq!(run(&generate), (Some(0), "net.rs is up to date\n".to_owned()));
    assert_eq!(run(&checks), (Some(0), String::new()));
    assert_eq!(run(&compare), (Some(0), compared.to_owned()));

    // `cargo fmt` makes it no older.
    let module = fs::read_to_string(folder.join("net.rs")).expect("a module");
    put("net.rs", &module.replace("Say { text: String }", "Say {\n        text: String,\n    }"));
    assert_eq!(run(&checks), (Some(0), String::new()));

    put("game/main.gd", "extends Node\n@rpc func say(text: String, to: int) -> void: pass\n");
    assert_eq!(run(&checks), (Some(1), "net.rs: stale\n".to_owned()));
    let (status, told) = run(&compare);
    assert_eq!(status, Some(1));
    assert!(
        told.contains("`say` has 1 arguments, and 2 in the script (game/main.gd:2:11)"),
        "{told}"
    );

    let mine = "// Mine.\n";
    put("net.rs", mine);
    let (status, told) = run(&generate);
    assert_eq!(status, Some(1));
    assert!(told.contains("`godot-var generate rust` did not write this file"), "{told}");
    assert_eq!(fs::read_to_string(folder.join("net.rs")).expect("a file"), mine);

    for (text, expected) in [
        (
            "extends Nobody\n",
            "error: game/main.gd:1:9: the project and the engine have no class `Nobody`\n",
        ),
        (
            "extends Node\n",
            "error: game: no script here has `@rpc`, and no scene a synchronizer; name further scenes with `--scene`\n",
        ),
    ] {
        put("game/main.gd", text);
        assert_eq!(run(&generate), (Some(1), expected.to_owned()));
    }
    // A pipe has no end. The engine does not read it, either.
    put("game/main.gd", "extends Node\n@rpc func say(text: String) -> void: pass\n");
    let pipes = ["pipe.gd", "pipe.gd.uid", "pipe.tscn"];
    let paths = pipes.map(|name| folder.join("game").join(name));
    assert!(Command::new("mkfifo").args(&paths).status().expect("it runs").success());
    fs::remove_file(folder.join("net.rs")).expect("the module");
    assert_eq!(run(&generate), (Some(0), "wrote net.rs (1 RPC set, 0 synchronizers)\n".to_owned()));
    assert_eq!(run(&compare), (Some(0), compared.to_owned()));
    let extends = "extends \"res://pipe.gd\"\n@rpc func say(text: String) -> void: pass\n";
    put("game/main.gd", extends);
    let (status, told) = run(&generate);
    assert_eq!(status, Some(1));
    assert!(told.contains("`res://pipe.gd` is not in the project"), "{told}");
    fs::remove_file(folder.join("game/project.godot")).expect("the settings");
    let settings = [folder.join("game/project.godot")];
    assert!(Command::new("mkfifo").args(settings).status().expect("it runs").success());
    let (status, told) = run(&generate);
    assert_eq!(status, Some(1));
    assert!(told.contains("game/project.godot"), "{told}");
    let (status, told) = run(&["generate", "rust", "nothing", "-o", "net.rs"]);
    assert!(status == Some(1) && told.starts_with("error: nothing: "), "{told}");
}
