//! A real engine that runs a script.
//!
//! `needs.rs` describes where the tests look for engines.
#![allow(dead_code, reason = "each test uses a part of this")]

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::dialect::Generation;

use crate::needs::Godot;

/// Longer than any answer of the engine, including its start on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// A folder for one test, empty at the start and removed at the end.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(test: &str) -> Self {
        let name = format!("engine-{test}-{}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        Self(folder)
    }

    /// A folder for one of several engines that a test runs in.
    pub(crate) fn in_engine(godot: &Godot, test: &str) -> Self {
        Self::new(&format!("{test}-{}", godot.name))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A headless engine, for arguments.
pub(crate) fn command(godot: &Godot, scratch: &Scratch) -> Command {
    let mut command = Command::new(godot.path());
    // Godot 3 is a server build, which has no window.
    command.args(match godot.generation {
        Generation::Godot3 => &[][..],
        Generation::Godot4 => &["--headless"],
    });
    command
        // The engine leaves settings and caches in the home folder.
        .env("HOME", &scratch.0)
        .env("LANG", "en_US.UTF-8")
        .stdin(Stdio::null());
    command
}

/// An engine that runs a script of a project of this repository.
fn script_command(
    godot: &Godot,
    scratch: &Scratch,
    project: &str,
    script: &str,
    arguments: &[&str],
) -> Command {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join(project);
    let mut command = command(godot, scratch);
    command.arg("--path").arg(project).args(["-s", script, "--"]).args(arguments);
    command
}

/// Starts an engine whose output is in the folder.
fn run(scratch: &Scratch, mut command: Command) -> Child {
    let log = File::create(scratch.path("log")).expect("a log file");
    let stderr = log.try_clone().expect("the same file");
    command.stderr(stderr).stdout(log).spawn().expect("the engine starts")
}

/// A running engine. Dropping it kills the engine, because a script error leaves it running.
pub(crate) struct Engine {
    child: Child,
    scratch: Scratch,
    timeout: Duration,
}

impl Engine {
    /// Runs the script of `tests/engine` that is for this engine.
    pub(crate) fn start(godot: &Godot, test: &str, script: &str, arguments: &[&str]) -> Self {
        Self::start_in(godot, Scratch::in_engine(godot, test), script, arguments)
    }

    /// The same, in a folder with the files that the script reads.
    pub(crate) fn start_in(
        godot: &Godot,
        scratch: Scratch,
        script: &str,
        arguments: &[&str],
    ) -> Self {
        let project = format!("tests/engine/{}", godot.language());
        Self::start_project(godot, scratch, &project, script, arguments)
    }

    /// Runs a script of any project of this repository.
    pub(crate) fn start_project(
        godot: &Godot,
        scratch: Scratch,
        project: &str,
        script: &str,
        arguments: &[&str],
    ) -> Self {
        let command = script_command(godot, &scratch, project, script, arguments);
        Self::spawn(scratch, command)
    }

    /// Runs the game of a project of this repository: its main scene.
    pub(crate) fn start_game(
        godot: &Godot,
        scratch: Scratch,
        project: &str,
        arguments: &[&str],
    ) -> Self {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join(project);
        let mut command = command(godot, &scratch);
        command.arg("--path").arg(project).arg("--").args(arguments);
        Self::spawn(scratch, command)
    }

    /// Runs a project in any folder.
    pub(crate) fn start_folder(
        godot: &Godot,
        scratch: Scratch,
        folder: &Path,
        arguments: &[&str],
    ) -> Self {
        let mut command = command(godot, &scratch);
        command.arg("--path").arg(folder).args(arguments);
        Self::spawn(scratch, command)
    }

    /// Opens a copy of a project of this repository in the editor, and waits until it has imported everything.
    pub(crate) fn start_editor(godot: &Godot, scratch: Scratch, project: &str) -> Self {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join(project);
        let copy = scratch.path("project");
        std::fs::create_dir(&copy).expect("a folder");
        for file in std::fs::read_dir(project).expect("a project") {
            let path = file.expect("a file").path();
            if path.is_file() {
                let name = path.file_name().expect("its name");
                std::fs::copy(&path, copy.join(name)).expect("copied");
            }
        }
        let mut command = command(godot, &scratch);
        command.arg("--path").arg(copy).args(["--editor", "--quit"]);
        Self::spawn(scratch, command)
    }

    fn spawn(scratch: Scratch, command: Command) -> Self {
        let child = run(&scratch, command);
        Self { child, scratch, timeout: TIMEOUT }
    }

    /// Kills the engine, and keeps the folder with its files.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Kills the engine and runs a script of `tests/engine` in the same folder. Its output is empty at first.
    pub(crate) fn restart(&mut self, godot: &Godot, script: &str, arguments: &[&str]) {
        self.kill();
        let project = format!("tests/engine/{}", godot.language());
        let command = script_command(godot, &self.scratch, &project, script, arguments);
        self.child = run(&self.scratch, command);
    }

    /// Gives the script a longer timeout.
    pub(crate) fn allow(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }

    /// What the engine has printed, errors and all.
    pub(crate) fn log(&self) -> String {
        let bytes = std::fs::read(self.scratch.path("log")).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("the state of the engine").is_none()
    }

    /// Waits for the end of the script and checks that it succeeded.
    pub(crate) fn finish(mut self) {
        self.finish_in_place();
    }

    fn ended(&mut self) -> ExitStatus {
        let deadline = Instant::now() + self.timeout;
        loop {
            if let Some(status) = self.child.try_wait().expect("the state of the engine") {
                return status;
            }
            assert!(Instant::now() < deadline, "the engine does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end of a script that makes the engine report errors. Returns its output.
    pub(crate) fn wait(mut self) -> String {
        self.end()
    }

    /// Works like [`Self::wait`], but keeps the folder with the script's files.
    pub(crate) fn end(&mut self) -> String {
        self.ended();
        self.log()
    }

    /// Works like [`Self::finish`], but keeps the folder with the script's files. Returns the output.
    pub(crate) fn finish_in_place(&mut self) -> String {
        let status = self.ended();
        assert!(status.success(), "the engine ended with {status}");
        let log = self.log();
        for complaint in ["SCRIPT ERROR", "ERROR:", "leaked"] {
            assert!(!log.contains(complaint), "the engine complained");
        }
        log
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.kill();
        if thread::panicking() {
            eprintln!("--- the engine said:\n{}", self.log());
        }
    }
}
