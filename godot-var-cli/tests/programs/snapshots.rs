//! The pages about snapshots: their parts are those of the game that `godot-var new --snapshots` makes. Their changes of it, and those of its
//! README, work in the engine.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use godot_var::snapshot::{Incoming, SnapshotConfig, SnapshotServer};
use godot_var::{FromFlatBytes, ToFlatBytes};

use crate::addon::world::{FromClient, FromServer, Thing};
use crate::folder::{Folder, Page};
use crate::markdown::{Block, blocks};
use crate::needs::{self, GODOT4, GODOT36, Godot};
use crate::new::{Project, Running, serve};
use crate::smooth::{Frame, frames, is_quiet, trace};

fn page(name: &str) -> Vec<Block> {
    let path = format!("docs/guide/{name}.md");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    blocks(&path, &fs::read_to_string(root.join(&path)).expect("the page"))
}

/// The file of the game that the text before a block names.
fn file(block: &Block) -> &str {
    let names = block.caption.split('`').skip(1).step_by(2);
    let files = names.filter(|name| name.contains('/'));
    files.last().unwrap_or_else(|| panic!("{}: no file", block.place()))
}

/// Makes the change of a block: lines with `-` are replaced by those with `+`, next to the others.
fn change(project: &Project, block: &Block) {
    let side = |sign: char| -> String {
        let lines = block.text.lines().filter(|line| line.starts_with([sign, ' ']));
        lines.flat_map(|line| [&line[1..], "\n"]).collect()
    };
    project.edit(file(block), &side('-'), &side('+'));
}

/// Makes all changes of a page, and returns how many there are.
fn change_all(project: &Project, page: &[Block]) -> usize {
    page.iter().filter(|block| block.is("diff")).map(|block| change(project, block)).count()
}

fn parts_are_those_of_the_game(godot: &'static Godot) {
    // A page has spaces where GDScript has tabs, and no blank lines between functions.
    let trimmed = |text: &str| {
        let lines = text.replace("    ", "\t");
        let lines = lines.lines().filter(|line| !line.trim().is_empty());
        lines.flat_map(|line| [line, "\n"]).collect::<String>()
    };
    let project = Project::new(godot, "--snapshots");
    let mut seen = 0;
    for block in ["snapshots_network", "prediction"].iter().flat_map(|name| page(name)) {
        if block.is("rust") && block.is("ignore") || block.is("gdscript") {
            let game = trimmed(&project.folder.read(&format!("arena/{}", file(&block))));
            for part in block.text.split("\n\n") {
                seen += 1;
                assert!(game.contains(&trimmed(part)), "{}: {part}", block.place());
            }
        }
    }
    assert!(seen > 6, "{seen} parts");
}

/// Walks to the right, connects again after some seconds, and prints what the client of the page shows.
const WALK: &str = r#"extends Node

var time: float = 0.0

func _ready() -> void:
	Input.action_press("ui_right")

func _process(delta: float) -> void:
	var main: Node = $"/root/Main"
	for key: int in main._views:
		print("%d shown: %d at %f" % [main._views.size(), key, main._views[key].position.x])
	if time < 3.0 and time + delta >= 3.0:
		print("again")
		main._reconnect()
	time += delta
	if time > 8.0:
		get_tree().quit()
"#;

const PROJECT: &str = "config_version=5\n\n[application]\n\nrun/main_scene=\"res://main.tscn\"\n\n[autoload]\n\nWalk=\"*res://walk.gd\"\n";

const SCENE: &str = "[gd_scene load_steps=2 format=3]\n\n[ext_resource type=\"Script\" path=\"res://main.gd\" id=\"1\"]\n\n\
    [node name=\"Main\" type=\"Node2D\"]\nscript = ExtResource(\"1\")\n";

fn the_own_game_runs(godot: &'static Godot) {
    let folder = Folder::new();
    let page = Page(page("snapshots"));
    folder.create_package("cargo new server");
    let mut codes = page.0.iter().flat_map(|block| block.caption.split('`'));
    let dependency = codes.find(|code| code.starts_with("godot-var = "));
    let dependency = dependency.expect("a dependency");
    folder.depend("server", &format!("[dependencies]\n{dependency}\n"));
    for name in ["server/src/protocol.rs", "server/src/main.rs"] {
        folder.write(name, page.file(name, "rust", ""));
    }
    folder.write("client/main.gd", page.file("client/main.gd", "gdscript", ""));
    folder.write("client/walk.gd", WALK);
    folder.write("client/project.godot", PROJECT);
    folder.write("client/main.tscn", SCENE);
    fs::create_dir_all(folder.path.join("client/net")).expect("a folder");
    for command in page.commands("godot-var").0 {
        folder.run("", command);
    }
    let command = folder.shell("server", "exec cargo run --quiet");
    let server = Running::start(command, &folder, "server");
    server.wait_for("listening on ");
    let engine = godot.path().display();
    let play = format!("export HOME=$PWD; exec {engine} --headless --path client");
    let told = Running::start(folder.shell("", &play), &folder, "client").end();
    is_quiet(&told);
    let (first, second) = told.split_once("again\n").expect("both connections");
    for (shown, key) in [(first, 0), (second, 1)] {
        // Two at first, if the server has not noticed yet that the other connection has ended.
        let place = shown.lines().rev().find_map(|line| {
            line.strip_prefix(&format!("1 shown: {key} at "))?.parse::<f64>().ok()
        });
        assert!(place.is_some_and(|place| place > 520.0), "{told}");
    }
    let last = second.lines().rfind(|line| line.contains(" shown: "));
    assert!(last.is_some_and(|line| line.starts_with("1 shown: 1 ")), "{told}");
    let told = server.told();
    assert_eq!(told.lines().count(), 1, "{told}");
}

/// Plays for some seconds, and returns what the client shows.
fn play(project: &Project) -> Vec<Frame> {
    trace(project);
    let (_server, address) = serve(project);
    let client =
        project.start_client("Ann", &format!("--server {address} --name Ann --for 5000 --bot"));
    let told = client.end();
    is_quiet(&told);
    frames(&told)
}

fn the_ghost_of_the_readme_flies(godot: &'static Godot) {
    let project = Project::new(godot, "--snapshots");
    let readme = project.folder.read("arena/README.md");
    assert_eq!(change_all(&project, &blocks("README.md", &readme)), 7);
    project.folder.run("arena", "godot-var generate");
    let shown = play(&project);
    let ghosts = shown.iter().filter_map(|frame| frame.things.get(&8));
    let ghosts = ghosts.filter(|ghost| ghost.name == "ghost");
    let places: BTreeSet<_> = ghosts.map(|ghost| ghost.at.map(f64::to_bits)).collect();
    assert!(places.len() > 60, "{} places", places.len());
}

fn the_game_runs_over_websocket(godot: &'static Godot) {
    let project = Project::new(godot, "--snapshots");
    assert_eq!(change_all(&project, &page("snapshots_network")), 1);
    project.edit("src/net.rs", "server.listen_enet", "server.listen_websocket");
    let shown = play(&project);
    let ann =
        shown.iter().flat_map(|frame| frame.things.values()).filter(|thing| thing.name == "Ann");
    let places: BTreeSet<_> = ann.map(|ann| ann.at.map(f64::to_bits)).collect();
    assert!(places.len() > 60, "{} places", places.len());
}

/// Passes on what the server sends to the code of the page, and prints what it returns.
const BESIDE: &str = r#"

func _init() -> void:
	print("refused: '%s'" % take("SNAPSHOT".hex_decode()))
	take("CHAT".hex_decode())
	print("sent: ", message_of_tick(Protocol.Steer.create(Vector2.ZERO, true)).hex_encode())
	quit()
"#;

/// A snapshot and a chat, each behind the number of its variant.
fn other_messages_are_on_the_connection(godot: &'static Godot) {
    let folder = Folder::new();
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/snapshot_state.md"));
    let page = blocks("snapshot_state.md", &text.expect("the page"));
    let code = page.iter().find(|block| block.is("gdscript")).expect("code");
    let mut server: SnapshotServer<Thing> = SnapshotServer::new(SnapshotConfig::new(20));
    server.connect(1, Duration::ZERO);
    server.insert(5, &Thing::Flag).expect("a state");
    server.poll(1, Duration::ZERO);
    let mut packet = Vec::new();
    server.drain(|it| packet = [&[1], it.bytes].concat());
    let chat = FromServer::Chat { text: "hello".to_owned() }.to_flat_bytes().expect("a chat");
    let [packet, chat] = [packet, chat].map(hex::encode);
    let script = BESIDE.replace("SNAPSHOT", &packet).replace("CHAT", &chat);
    let code = code.text.replace("    ", "\t").replace("BallSnapshots", "ThingSnapshots");
    let code = code.replace("protocol.gd", "world.gd");
    folder.write("client/main.gd", &format!("extends SceneTree\n\n{code}{script}"));
    folder.write("client/project.godot", "config_version=5\n");
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas/world.rs");
    let generate =
        format!("godot-var generate gdscript --godot 4 {} -o client/net", schema.display());
    folder.run("", &generate);
    let engine = godot.path().display();
    let play = format!("export HOME=$PWD; timeout 60 {engine} --headless --path client -s main.gd");
    let told = folder.run("", &play);
    assert!(told.contains("refused: ''\n") && told.contains("(text=\"hello\")\n"), "{told}");
    let sent = told.lines().find_map(|line| line.strip_prefix("sent: ")).expect("a message");
    let sent = godot_var_cli::input::parse(sent.as_bytes()).expect("hex");
    let is_steer = |message| matches!(message, Ok(FromClient::Steer(_)));
    assert!(is_steer(FromClient::from_flat_bytes(&sent)), "{sent:?}");
    let [1, message @ ..] = &sent[..] else { panic!("{sent:?}") };
    server.receive(Incoming::new(1, message), Duration::from_millis(50)).expect("it confirms");
    assert!(server.next_input(1).is_some_and(|(_, steer)| steer.fire));
    assert_eq!(server.statistics(1).expect("a client").confirmed_packets, 1);
}

needs::tests! {
    in GODOT4: parts_are_those_of_the_game, the_own_game_runs, the_game_runs_over_websocket, other_messages_are_on_the_connection;
    in GODOT36 GODOT4: the_ghost_of_the_readme_flies;
}
