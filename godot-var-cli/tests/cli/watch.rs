//! `generate … --watch` generates again when a schema changes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(20);

/// A watching program. Dropping it kills the program.
struct Watching {
    child: Child,
    notes: Receiver<String>,
}

impl Watching {
    fn start(arguments: &[&str], folder: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
        command.args(arguments).current_dir(folder);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let (sender, notes) = channel();
        let pipe = child.stderr.take().expect("a pipe");
        thread::spawn(move || {
            for line in BufReader::new(pipe).lines() {
                drop(sender.send(line.expect("text")));
            }
        });
        Self { child, notes }
    }

    fn note(&self) -> String {
        self.notes.recv_timeout(PATIENCE).expect("a note in time")
    }

    /// Interrupts it and returns its status.
    fn interrupt(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status().expect("kill runs");
        assert!(sent.success());
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn workshop(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("watch-{name}"));
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

const SAY: &str = "pub mod parts;\nuse godot_var::GodotVar;\n#[derive(GodotVar)]\npub struct Say { pub text: parts::Text }\n";
const PART: &str =
    "use godot_var::GodotVar;\n#[derive(GodotVar)]\npub struct Text { pub words: String }\n";

#[test]
fn a_change_of_any_file_generates_again() {
    let folder = workshop("gdscript");
    let put = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    let script = || fs::read_to_string(folder.join("net/say.gd")).expect("the script");
    put("say.rs", SAY);
    put("parts.rs", PART);
    let arguments = ["generate", "gdscript", "--godot", "4", "say.rs", "-o", "net", "--watch"];
    let watching = Watching::start(&arguments, &folder);
    assert_eq!(watching.note(), "generated; watching 2 files");
    assert!(script().contains("words"), "{}", script());
    // A file of a module.
    put("parts.rs", &PART.replace("words", "letters"));
    assert_eq!(watching.note(), "parts.rs has changed");
    assert_eq!(watching.note(), "generated; watching 2 files");
    assert!(script().contains("letters") && !script().contains("words"), "{}", script());
    // A mistake is reported, and the generated files stay until it is corrected.
    put("say.rs", &SAY.replace("parts::Text", "parts::Txet"));
    assert_eq!(watching.note(), "say.rs has changed");
    assert!(watching.note().starts_with("error: say.rs:4:28: "));
    assert_eq!(watching.note(), "not generated; watching 2 files");
    assert!(script().contains("letters"));
    fs::remove_file(folder.join("parts.rs")).expect("it is there");
    assert_eq!(watching.note(), "parts.rs has changed");
    while watching.note() != "not generated; watching 1 file" {}
    put("say.rs", SAY);
    put("parts.rs", PART);
    // One change after the other, or both at once.
    while watching.note() != "generated; watching 2 files" {}
    assert!(script().contains("words"), "{}", script());
    assert_eq!(watching.interrupt(), Some(0));
}

#[test]
fn every_generator_watches() {
    let folder = workshop("every");
    fs::write(folder.join("say.rs"), PART).expect("a file");
    for arguments in [
        &["generate", "csharp", "say.rs", "-o", "net", "--watch"][..],
        &["generate", "typescript", "say.rs", "-o", "net", "--watch"],
        &["generate", "docs", "say.rs", "-o", "pages", "--watch"],
        &["generate", "lock", "say.rs", "-o", "say.lock", "--watch"],
        &["generate", "wireshark", "say.rs", "-o", "say.lua", "--watch"],
    ] {
        let watching = Watching::start(arguments, &folder);
        assert_eq!(watching.note(), "generated; watching 1 file", "{arguments:?}");
        assert_eq!(watching.interrupt(), Some(0), "{arguments:?}");
    }
    for made in ["net/SayProtocol.cs", "net/say.ts", "pages/say.md", "say.lock", "say.lua"] {
        assert!(folder.join(made).is_file(), "{made}");
    }
    let arguments = ["generate", "lock", "say.rs", "-o", "say.lock", "--watch", "--check"];
    let mut watching = Watching::start(&arguments, &folder);
    assert_eq!(watching.child.wait().expect("it ends").code(), Some(2));
}

/// A project is watched as a whole: its files, and which there are.
#[test]
fn a_project_is_watched() {
    let folder = workshop("project");
    fs::create_dir(folder.join("game")).expect("a folder");
    let put =
        |name: &str, text: &str| fs::write(folder.join("game").join(name), text).expect("a file");
    put(
        "project.godot",
        "[autoload]\nChat=\"*res://chat.gd\"\n[application]\nrun/main_scene=\"res://main.tscn\"\n",
    );
    put("main.tscn", "[gd_scene format=3]\n[node name=\"Main\" type=\"Node\"]\n");
    let watching =
        Watching::start(&["generate", "rust", "game", "-o", "net.rs", "--watch"], &folder);
    let missing = "error: game/project.godot:2:1: `res://chat.gd` is not in the project";
    assert_eq!(watching.note(), missing);
    assert_eq!(watching.note(), "not generated; watching 2 files");
    put("chat.gd", "extends Node\n@rpc func say() -> void: pass\n");
    assert_eq!(watching.note(), "game has changed");
    assert_eq!(watching.note(), "generated; watching 3 files");
    put("chat.gd", "extends Node\n@rpc func shout() -> void: pass\n");
    assert_eq!(watching.note(), "game/chat.gd has changed");
    assert_eq!(watching.note(), "generated; watching 3 files");
    let module = fs::read_to_string(folder.join("net.rs")).expect("a module");
    assert!(module.contains("Shout") && !module.contains("Say"), "{module}");
    assert_eq!(watching.interrupt(), Some(0));
}
