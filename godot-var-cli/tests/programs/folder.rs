//! A folder in which a test follows a page, and the page, cut into files, commands and outputs.

use std::fs::{self, File};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::net::UdpSocket;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{env, thread};

use crate::markdown::Block;
use crate::needs::Godot;
use crate::programs::engine::TIMEOUT;

/// The time limit for a build on a busy machine.
const BUILD: Duration = Duration::from_secs(600);

fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder")
}

/// The folder for the steps. It is outside of the repository, because Cargo would find the repository's workspace. All tests of a target
/// folder use the same one in turn, so that Cargo can reuse its builds.
pub(crate) struct Folder {
    _alone: MutexGuard<'static, ()>,
    pub(crate) path: PathBuf,
    /// Replaces the page's port 7777.
    pub(crate) port: u16,
}

impl Folder {
    pub(crate) fn new() -> Self {
        static ALONE: Mutex<()> = Mutex::new(());
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let target =
            BuildHasherDefault::<DefaultHasher>::new().hash_one(env!("CARGO_TARGET_TMPDIR"));
        let path = env::temp_dir().join(format!("godot-var-quick-start-{target:x}"));
        drop(fs::remove_dir_all(&path));
        fs::create_dir_all(&path).expect("a folder");
        let clone = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize();
        std::os::unix::fs::symlink(clone.expect("the repository"), path.join("godot-var"))
            .expect("a link");
        let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
        let port = socket.local_addr().expect("an address").port();
        Self { _alone: alone, path, port }
    }

    pub(crate) fn here(&self, text: &str) -> String {
        text.replace("7777", &self.port.to_string())
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, self.here(text)).expect("a file");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path.join(name)).unwrap_or_default()
    }

    /// Makes a package by `cargo new NAME`, with the same versions of dependencies as this repository.
    pub(crate) fn create_package(&self, command: &str) {
        let name = command.strip_prefix("cargo new ").expect("the command that makes a package");
        self.run("", command);
        let lock = self.path.join(name).join("Cargo.lock");
        fs::copy(self.path.join("godot-var/Cargo.lock"), lock).expect("a copy");
    }

    /// Writes the dependencies of a page into the manifest of a package.
    pub(crate) fn depend(&self, package: &str, dependencies: &str) {
        let name = format!("{package}/Cargo.toml");
        let manifest = self.read(&name);
        assert!(manifest.ends_with("[dependencies]\n"), "{manifest}");
        self.write(&name, &manifest.replace("[dependencies]\n", dependencies));
    }

    /// Builds a package, and returns its program.
    pub(crate) fn build(&self, package: &str) -> PathBuf {
        self.run(package, "cargo build");
        target().join("debug").join(package)
    }

    /// Returns a shell in this folder or in one below it.
    pub(crate) fn shell(&self, within: &str, command: &str) -> Command {
        let program = Path::new(env!("CARGO_BIN_EXE_godot-var"));
        let programs = program.parent().expect("a folder").display();
        let mut shell = Command::new("bash");
        shell
            .args(["-ec", command])
            .current_dir(self.path.join(within))
            .env("PATH", format!("{programs}:{}", env::var("PATH").unwrap_or_default()))
            .env("CARGO_TARGET_DIR", target())
            // The packages were fetched to build this test.
            .env("CARGO_NET_OFFLINE", "true")
            .env("LANG", "en_US.UTF-8")
            .stdin(Stdio::null());
        shell
    }

    pub(crate) fn run(&self, within: &str, command: &str) -> String {
        let output = self.shell(within, command).output().expect("bash runs");
        let (told, errors) = (output.stdout, String::from_utf8_lossy(&output.stderr).into_owned());
        assert!(output.status.success(), "{command}: {errors}");
        String::from_utf8(told).expect("UTF-8")
    }

    /// Starts the server as the page says, and waits until it listens.
    pub(crate) fn start_server(&self, command: &str) -> Server {
        let file = |name| File::create(self.path.join(name)).expect("a file");
        let child = self
            .shell("chat-server", &format!("exec {command}"))
            .stdout(file("server.out"))
            .stderr(file("server.err"))
            .spawn()
            .expect("bash runs");
        let mut server = Server(child);
        let deadline = Instant::now() + BUILD;
        while !self.read("server.out").contains("listening") {
            let ended = server.0.try_wait().expect("its state").is_some();
            assert!(!ended && Instant::now() < deadline, "{}", self.read("server.err"));
            thread::sleep(Duration::from_millis(20));
        }
        server
    }

    /// Waits until the server has printed the page's lines.
    pub(crate) fn expect_from_server(&self, page: &str) {
        let expected = self.here(page);
        self.wait_for_server(|printed| printed == expected);
    }

    pub(crate) fn wait_for_server(&self, is_so: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        while !is_so(&self.read("server.out")) {
            assert!(Instant::now() < deadline, "{}", self.read("server.out"));
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Runs a command of the page that starts an engine. Returns its output after the engine's name and a blank line, and its errors.
    pub(crate) fn run_client(&self, godot: &Godot, command: &str) -> (String, String) {
        let (name, arguments) = command.split_once(' ').expect("arguments");
        assert!(["godot3-server", "godot"].contains(&name), "{command}");
        // A script that never ends is killed.
        let command =
            format!("timeout {} {} {arguments}", TIMEOUT.as_secs(), godot.path().display());
        let output = self.shell("", &format!("export HOME=$PWD; {command}")).output();
        let output = output.expect("bash runs");
        assert_ne!(output.status.code(), Some(124), "{command} does not end");
        let told = String::from_utf8(output.stdout).expect("UTF-8");
        let lines = told.lines().skip_while(|line| !line.trim().is_empty()).skip(1);
        let told = lines.flat_map(|line| [line, "\n"]).collect();
        (told, String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.path));
    }
}

/// A server that is killed when it is dropped.
pub(crate) struct Server(pub(crate) Child);

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// The blocks to follow.
pub(crate) struct Page(pub(crate) Vec<Block>);

impl Page {
    pub(crate) fn find(&self, what: &str, wanted: impl Fn(&Block) -> bool) -> &str {
        let mut found = self.0.iter().filter(|block| wanted(block));
        let block = found.next().unwrap_or_else(|| panic!("no {what}"));
        assert!(found.next().is_none(), "two {what}");
        &block.text
    }

    /// The content of a file for one engine or for both.
    pub(crate) fn file(&self, name: &str, tag: &str, part: &str) -> &str {
        let caption = format!("`{name}`");
        self.find(name, |block| {
            block.caption.contains(&caption) && block.is(tag) && block.text.contains(part)
        })
    }

    /// The server's output after the client's visit.
    pub(crate) fn log(&self) -> &str {
        self.find("log of the server", |block| block.text.starts_with("listening"))
    }

    /// Returns the commands of the block with a command that begins with `start`, and the output that the page shows.
    pub(crate) fn commands(&self, start: &str) -> (Vec<&str>, String) {
        let first = format!("$ {start}");
        let text = self.find(start, |block| block.is("console") && block.text.starts_with(&first));
        let commands = text.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
        let told = text.lines().filter(|line| !line.starts_with("$ "));
        (commands, told.flat_map(|line| [line, "\n"]).collect())
    }
}
