//! The pages about snapshots: their parts are those of the game that `godot-var new --snapshots` makes, and their changes of it work in the engine.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::markdown::{Block, blocks};
use crate::needs::{self, GODOT4, Godot};
use crate::new::{Project, serve};
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
fn change_all(project: &Project, name: &str) -> usize {
    let page = page(name);
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
    for block in ["snapshots", "snapshots_network", "prediction"].iter().flat_map(|name| page(name))
    {
        // The small client is one that the game does not have.
        let is_script = block.is("gdscript") && !block.text.starts_with("extends Node2D");
        if block.is("rust") && block.is("ignore") || is_script {
            let game = trimmed(&project.folder.read(&format!("arena/{}", file(&block))));
            for part in block.text.split("\n\n") {
                seen += 1;
                assert!(game.contains(&trimmed(part)), "{}: {part}", block.place());
            }
        }
    }
    assert!(seen > 10, "{seen} parts");
}

/// The client that the page shows without a greeting.
fn the_small_client_compiles(godot: &'static Godot) {
    let project = Project::new(godot, "--snapshots");
    let page = page("snapshots");
    let client = page.iter().find(|block| block.text.starts_with("extends Node2D"));
    let client = client.expect("a client");
    fs::write(project.folder.path.join("arena/client/small.gd"), &client.text).expect("written");
    let engine = godot.path().display();
    let check =
        format!("export HOME=$PWD; {engine} --headless --path client --check-only -s small.gd");
    let output = project.folder.shell("arena", &check).output().expect("bash runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !told.contains("ERROR"), "{told}");
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

fn the_ghost_of_the_page_flies(godot: &'static Godot) {
    let project = Project::new(godot, "--snapshots");
    assert_eq!(change_all(&project, "snapshots"), 7);
    project.folder.run("arena", "godot-var generate");
    let shown = play(&project);
    let ghosts =
        shown.iter().flat_map(|frame| frame.things.values()).filter(|thing| thing.name == "ghost");
    let places: BTreeSet<_> = ghosts.map(|ghost| ghost.at.map(f64::to_bits)).collect();
    assert!(places.len() > 60, "{} places", places.len());
}

fn the_game_runs_over_websocket(godot: &'static Godot) {
    let project = Project::new(godot, "--snapshots");
    assert_eq!(change_all(&project, "snapshots_network"), 1);
    project.edit("src/net.rs", "server.listen_enet", "server.listen_websocket");
    let shown = play(&project);
    let ann =
        shown.iter().flat_map(|frame| frame.things.values()).filter(|thing| thing.name == "Ann");
    let places: BTreeSet<_> = ann.map(|ann| ann.at.map(f64::to_bits)).collect();
    assert!(places.len() > 60, "{} places", places.len());
}

needs::tests! {
    in GODOT4: parts_are_those_of_the_game, the_small_client_compiles, the_ghost_of_the_page_flies, the_game_runs_over_websocket;
}
