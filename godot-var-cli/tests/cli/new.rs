//! What `godot-var new` refuses, and what it writes into the manifest. `tests/programs/new.rs` builds and plays the projects.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// An empty folder outside of every workspace.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("godot-var-new-{name}-{}", std::process::id()));
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    /// Runs `godot-var new` in a folder below this one.
    fn program(&self, inside: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
        let output = command.arg("new").args(arguments).current_dir(self.0.join(inside)).output();
        output.expect("the program runs")
    }

    /// Returns whether the program succeeded, and its errors.
    fn new_project(&self, arguments: &[&str]) -> (bool, String) {
        let output = self.program(".", arguments);
        (output.status.success(), String::from_utf8(output.stderr).expect("UTF-8"))
    }

    fn refuses(&self, arguments: &[&str], error: &str) {
        assert_eq!(self.new_project(arguments), (false, format!("error: {error}\n")));
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

#[test]
fn names_follow_the_rules_of_cargo() {
    let folder = Folder::new("names");
    for (name, error) in [
        (
            "my game",
            "`my game` cannot be the name of a package, because it has a space; call the folder `my-game`, for example",
        ),
        (
            "spiel.ä",
            "`spiel.ä` cannot be the name of a package, because it has '.'; call the folder `spiel`, for example",
        ),
        (
            "ä",
            "`ä` cannot be the name of a package, because it has 'ä'; call the folder `game`, for example",
        ),
        (
            "3d",
            "`3d` cannot be the name of a package, which begins with a letter; call the folder `game-3d`, for example",
        ),
        ("match", "`match` is a word of Rust; choose another name"),
        ("test", "a package cannot be called `test`; choose another name"),
        ("godot-var", "a package cannot be called `godot-var`; choose another name"),
        ("tungstenite", "a package cannot be called `tungstenite`; choose another name"),
    ] {
        folder.refuses(&[name], &format!("{name}: {error}"));
    }
    folder.refuses(&["/"], "/: this folder has no name for the package; choose another one");
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 0);
}

#[test]
fn a_folder_can_be_named_in_every_way() {
    let folder = Folder::new("paths");
    fs::create_dir_all(folder.0.join("here/.git")).expect("a folder");
    fs::create_dir(folder.0.join("my game")).expect("a folder");
    let absolute = folder.0.join("absolute").to_string_lossy().into_owned();
    for (inside, path, name, commands) in [
        ("here", ".", "here", "\n\n  cargo run\n"),
        ("here", "../beside", "beside", "\n\n  cd ../beside\n  cargo run\n"),
        ("here/src", "../../other/", "other", "\n\n  cd ../../other\n  cargo run\n"),
        (".", "./below", "below", "\n\n  cd ./below\n  cargo run\n"),
        (".", &absolute, "absolute", "\n\n  cd /"),
    ] {
        let output = folder.program(inside, &[path]);
        let told = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(output.status.success() && told.contains(commands), "{path}: {told}");
        let manifest = folder.read(&format!("{name}/Cargo.toml"));
        assert!(manifest.contains(&format!("name = \"{name}\"\n")), "{manifest}");
    }
    let refused = |inside, path, why: &str| {
        let output = folder.program(inside, &[path]);
        let told = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!((output.status.success(), told), (false, format!("error: {path}: {why}\n")));
    };
    refused("here", ".", "the folder is not empty; choose another one");
    refused("here/client", "..", "the folder is not empty; choose another one");
    refused(
        "my game",
        ".",
        "`my game` cannot be the name of a package, because it has a space; call the folder `my-game`, for example",
    );
}

#[test]
fn nothing_is_lost() {
    let folder = Folder::new("present");
    fs::create_dir(folder.0.join("arena")).expect("a folder");
    fs::write(folder.0.join("arena/notes.txt"), "mine").expect("a file");
    fs::write(folder.0.join("game"), "mine").expect("a file");
    folder.refuses(&["arena"], "arena: the folder is not empty; choose another one");
    folder.refuses(&["game"], "game: there is a file of this name; choose another one");
    assert_eq!(
        (folder.read("arena/notes.txt"), folder.read("game")),
        ("mine".into(), "mine".into())
    );
    assert_eq!(fs::read_dir(folder.0.join("arena")).expect("a folder").count(), 1);
    // An empty folder is taken.
    fs::remove_file(folder.0.join("arena/notes.txt")).expect("removed");
    assert_eq!(folder.new_project(&["arena"]), (true, String::new()));
    folder.refuses(&["arena"], "arena: the folder is not empty; choose another one");
}

#[test]
fn multiplayer_needs_a_transport_that_has_it() {
    let folder = Folder::new("transport");
    for transport in ["udp", "tcp"] {
        folder.refuses(
            &["arena", "--multiplayer", "--transport", transport],
            "`--multiplayer` needs `--transport websocket` or `enet`: Godot's high-level multiplayer has no peer for the others",
        );
    }
    folder.refuses(
        &["arena", "--godot", "4.2"],
        "`--godot`: the client needs Godot 4.4 or later, or Godot 3",
    );
    let (good, told) = folder.new_project(&["arena", "--transport", "tpc"]);
    assert!(!good && told.contains("[possible values: udp, tcp, websocket, enet]"), "{told}");
}

#[test]
fn snapshots_need_an_unreliable_mode() {
    let folder = Folder::new("snapshots");
    for transport in ["udp", "tcp", "websocket"] {
        folder.refuses(
            &["arena", "--snapshots", "--transport", transport],
            "`--snapshots` needs `--transport enet`, which has an unreliable mode; for another transport, make the game and \
             see the page \"Snapshots\" of the guide",
        );
    }
    let (good, told) = folder.new_project(&["arena", "--snapshots", "--multiplayer"]);
    assert!(!good && told.contains("'--snapshots' cannot be used with '--multiplayer'"), "{told}");
    assert_eq!(folder.new_project(&["arena", "--snapshots"]), (true, String::new()));
    let manifest = folder.read("arena/Cargo.toml");
    assert!(manifest.contains(", features = [\"net\", \"snapshot\"] }\n"), "{manifest}");
    let page = folder.read("arena/README.md");
    assert!(page.contains("the clients over ENet"), "{page}");
}

#[test]
fn the_manifest_names_the_clone() {
    let folder = Folder::new("manifest");
    let clone = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the clone");
    assert!(folder.new_project(&["games/arena", "--multiplayer"]).0);
    let manifest = folder.read("games/arena/Cargo.toml");
    let dependency =
        format!("godot-var = {{ path = \"{}\", features = [\"net\"] }}\n", clone.display());
    assert!(
        manifest.contains("name = \"arena\"\n") && manifest.contains(&dependency),
        "{manifest}"
    );
    assert!(!manifest.contains("[workspace]"), "{manifest}");
    // The socket of an ENet server comes from the same feature.
    assert!(folder.new_project(&["games/enet", "--transport", "enet"]).0);
    let manifest = folder.read("games/enet/Cargo.toml");
    assert!(manifest.contains(&dependency), "{manifest}");
    // A folder that can be moved together with the clone has a relative path to it.
    let inside = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-in-the-clone");
    drop(fs::remove_dir_all(&inside));
    fs::create_dir_all(&inside).expect("a folder");
    std::os::unix::fs::symlink(&inside, folder.0.join("link")).expect("a link");
    for (name, up) in [("arena", 1), ("games/of/arena", 3)] {
        let path = inside.join(name);
        let output = folder.program("link", &[name]);
        assert!(output.status.success(), "{output:?}");
        let manifest = fs::read_to_string(path.join("Cargo.toml")).expect("a manifest");
        let depth = inside.strip_prefix(clone).expect("a folder in the clone").components().count();
        let way = vec![".."; depth + up].join("/");
        assert!(manifest.contains(&format!("godot-var = {{ path = \"{way}\" }}\n")), "{manifest}");
        assert!(fs::canonicalize(path.join(&way)).is_ok_and(|way| way == clone), "{way}");
    }
    drop(fs::remove_dir_all(&inside));
    // In a folder of another package it is a workspace of its own, so that cargo builds it.
    assert!(folder.new_project(&["games/arena/inner"]).0);
    assert!(folder.read("games/arena/inner/Cargo.toml").ends_with("\n[workspace]\n"));
}

/// Runs `dev` in each kind of game, with a `cargo` that does nothing.
#[cfg(unix)]
#[test]
fn every_game_has_dev() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new("dev");
    let cargo = folder.0.join("bin/cargo");
    fs::create_dir(folder.0.join("bin")).expect("a folder");
    fs::write(&cargo, "#!/bin/sh\n").expect("a file");
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).expect("an executable");
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", folder.0.join("bin").display());
    for (game, options) in [
        ("udp", "--transport udp"),
        ("tcp", "--transport tcp"),
        ("websocket", "--transport websocket"),
        ("enet", "--transport enet"),
        ("enet3", "--transport enet --godot 3"),
        ("calls", "--multiplayer"),
        ("calls-enet", "--multiplayer --transport enet"),
        ("calls3", "--multiplayer --godot 3"),
        ("snapshots", "--snapshots --transport enet"),
        ("snapshots3", "--snapshots --transport enet --godot 3"),
    ] {
        let arguments: Vec<&str> = [game].into_iter().chain(options.split(' ')).collect();
        assert_eq!(folder.new_project(&arguments), (true, String::new()), "{game}");
        let settings = format!("{game}/godot-var.toml");
        let text = folder.read(&settings);
        fs::write(folder.0.join(&settings), text.replace(":7777\"", ":0\"")).expect("a file");
        let mut dev = Command::new(env!("CARGO_BIN_EXE_godot-var"));
        dev.arg("dev").current_dir(folder.0.join(game)).env("PATH", &path);
        let mut dev = dev.stderr(Stdio::piped()).spawn().expect("the program runs");
        let lines = BufReader::new(dev.stderr.take().expect("a pipe")).lines();
        let mut told = String::new();
        for line in lines {
            told += &line.expect("UTF-8");
            told.push('\n');
            if told.contains("the server has ended") || told.contains("error") {
                break;
            }
        }
        dev.kill().expect("it runs");
        dev.wait().expect("it ends");
        // The games for Godot 3's multiplayer show no messages.
        let has_proxy = !["calls3", "snapshots3"].contains(&game);
        let is_shown = told.starts_with("clients come to ") == has_proxy;
        let is_good = !told.contains("warning") && !told.contains("error");
        assert!(is_shown && is_good && told.contains("the server has ended"), "{game}: {told}");
    }
}
