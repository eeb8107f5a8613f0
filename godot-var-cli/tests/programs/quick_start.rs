//! Follows the pages `docs/guide/quick_start.md` and `quick_start_godot3.md`, and the README's first steps, word by word in an empty folder.
//!
//! The clients run in their engines. Those for Godot 4 are also parsed, and without an engine this test sends their messages.

use std::fs::{self, File};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::net::UdpSocket;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{env, thread};

use godot_var::dialect::Generation;
use godot_var::{Dictionary, FromVariantBytes, Godot4, GodotVar, ToVariantBytes, Variant};

use crate::markdown::{Block, blocks};
use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::TIMEOUT;

/// The server's file, in which the page changes a line.
const SERVER: &str = "chat-server/src/main.rs";

/// The time limit for a build on a busy machine.
const BUILD: Duration = Duration::from_secs(600);

/// The folder for the steps. It is outside of the repository, because Cargo would find the repository's workspace. All tests of a target
/// folder use the same one in turn, so that Cargo can reuse its builds.
struct Folder {
    _alone: MutexGuard<'static, ()>,
    path: PathBuf,
    /// Replaces the page's port 7777.
    port: u16,
}

impl Folder {
    fn new() -> Self {
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

    fn here(&self, text: &str) -> String {
        text.replace("7777", &self.port.to_string())
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, self.here(text)).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path.join(name)).unwrap_or_default()
    }

    /// Makes a package with the same versions of dependencies as this repository.
    fn create_package(&self, command: &str) {
        self.run("", command);
        fs::copy(self.path.join("godot-var/Cargo.lock"), self.path.join("chat-server/Cargo.lock"))
            .expect("a copy");
    }

    /// Returns a shell in this folder or in one below it.
    fn shell(&self, within: &str, command: &str) -> Command {
        let program = Path::new(env!("CARGO_BIN_EXE_godot-var"));
        let programs = program.parent().expect("a folder").display();
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
        let mut shell = Command::new("bash");
        shell
            .args(["-ec", command])
            .current_dir(self.path.join(within))
            .env("PATH", format!("{programs}:{}", env::var("PATH").unwrap_or_default()))
            .env("CARGO_TARGET_DIR", target)
            // The packages were fetched to build this test.
            .env("CARGO_NET_OFFLINE", "true")
            .env("LANG", "en_US.UTF-8")
            .stdin(Stdio::null());
        shell
    }

    fn run(&self, within: &str, command: &str) -> String {
        let output = self.shell(within, command).output().expect("bash runs");
        let (told, errors) = (output.stdout, String::from_utf8_lossy(&output.stderr).into_owned());
        assert!(output.status.success(), "{command}: {errors}");
        String::from_utf8(told).expect("UTF-8")
    }

    /// Starts the server as the page says, and waits until it listens.
    fn start_server(&self, command: &str) -> Server {
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

    /// Waits until the server has printed the page's line.
    fn expect_from_server(&self, page: &str) {
        let deadline = Instant::now() + TIMEOUT;
        let expected = self.here(page);
        while self.read("server.out") != expected && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(self.read("server.out"), expected);
    }

    /// Returns the output of a client after the engine's name and a blank line.
    fn run_client(&self, godot: &Godot, command: &str) -> String {
        let (name, arguments) = command.split_once(' ').expect("arguments");
        assert!(["godot3-server", "godot"].contains(&name), "{command}");
        // A script that never ends is killed.
        let command =
            format!("timeout {} {} {arguments}", TIMEOUT.as_secs(), godot.path().display());
        let told = self.run("", &format!("export HOME=$PWD; {command}"));
        let lines = told.lines().skip_while(|line| !line.trim().is_empty()).skip(1);
        lines.flat_map(|line| [line, "\n"]).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.path));
    }
}

/// A server that gets an interrupt, like Ctrl+C, when it is dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// The blocks to follow.
struct Page(Vec<Block>);

impl Page {
    fn find(&self, what: &str, wanted: impl Fn(&Block) -> bool) -> &str {
        let mut found = self.0.iter().filter(|block| wanted(block));
        let block = found.next().unwrap_or_else(|| panic!("no {what}"));
        assert!(found.next().is_none(), "two {what}");
        &block.text
    }

    /// The content of a file for one engine or for both.
    fn file(&self, name: &str, tag: &str, part: &str) -> &str {
        let caption = format!("`{name}`");
        self.find(name, |block| {
            block.caption.contains(&caption) && block.is(tag) && block.text.contains(part)
        })
    }

    /// The server's output after the client's visit.
    fn log(&self) -> &str {
        self.find("log of the server", |block| block.text.starts_with("listening"))
    }

    /// Returns the commands of the block with a command that begins with `start`, and the output that the page shows.
    fn commands(&self, start: &str) -> (Vec<&str>, String) {
        let first = format!("$ {start}");
        let text = self.find(start, |block| block.is("console") && block.text.starts_with(&first));
        let commands = text.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
        let told = text.lines().filter(|line| !line.starts_with("$ "));
        (commands, told.flat_map(|line| [line, "\n"]).collect())
    }
}

#[derive(GodotVar)]
struct Line {
    number: u32,
    name: String,
    text: String,
}

#[derive(GodotVar)]
struct Welcome {
    players: Vec<String>,
}

/// Sends what the Godot 4 script sends, and prints what it would print.
fn godot_4_client(port: u16, script: &str) -> String {
    let socket = UdpSocket::bind("127.0.0.1:0").expect("a socket");
    socket.connect(("127.0.0.1", port)).expect("an address");
    socket.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    for (line, text) in [("\"text\": 5", Variant::Int(5)), ("\"text\": \"hello\"", "hello".into())]
    {
        assert!(
            script.contains(&format!("udp.put_var({{\"name\": \"Ann\", {line}}})")),
            "{script}"
        );
        let chat = Dictionary::from_iter([("name", Variant::from("Ann")), ("text", text)]);
        let bytes = Variant::Dictionary(chat).to_variant_bytes::<Godot4>().expect("encodes");
        socket.send(&bytes).expect("sent");
    }
    let mut buffer = [0; 1500];
    let len = socket.recv(&mut buffer).expect("an answer");
    let line = Line::from_variant_bytes::<Godot4>(&buffer[..len]).expect("a line");
    format!("{} {}: {}\n", line.number, line.name, line.text)
}

/// Returns the page, and a folder in which its first steps are done.
fn begin() -> (Page, Folder) {
    let four = include_str!("../../../docs/guide/quick_start.md");
    let three = include_str!("../../../docs/guide/quick_start_godot3.md");
    let mut found = blocks("docs/guide/quick_start.md", four);
    found.extend(blocks("docs/guide/quick_start_godot3.md", three));
    let page = Page(found);
    let folder = Folder::new();

    let (create, _) = page.commands("cargo new");
    assert_eq!(create[1], "cd chat-server");
    folder.create_package(create[0]);
    folder.run("chat-server", create[2]);
    assert!(folder.read("chat-server/Cargo.toml").contains("path = \"../godot-var\""));
    for name in ["chat-server/src/protocol.rs", SERVER] {
        folder.write(name, page.file(name, "rust", ""));
    }
    (page, folder)
}

fn the_server_does_what_the_page_says() {
    let (page, folder) = begin();
    let (run, listening) = page.commands("cargo run");
    let _server = folder.start_server(run[0]);
    assert_eq!(folder.read("server.out"), folder.here(&listening));
    let (_, printed) = page.commands("godot --headless");
    let script = page.file("client/client.gd", "gdscript", "PacketPeerUDP = ");
    assert_eq!(godot_4_client(folder.port, script), printed);
    folder.expect_from_server(page.log());
}

/// In Godot 4, and in Godot 3 after the page's change.
fn the_clients_do_what_the_page_says(godot: &Godot) {
    let (page, folder) = begin();
    let (version, tag, part, program) = match godot.generation {
        Generation::Godot3 => ("=4", "godot3", "Peer", "godot3-server"),
        Generation::Godot4 => ("=5", "gdscript", "-> bool", "godot --headless"),
    };
    if godot.generation == Generation::Godot3 {
        let lines = folder.read(SERVER);
        let third = lines.lines().nth(2).expect("a third line");
        folder.write(SERVER, &lines.replace(third, &third.replacen("Godot4", "Godot3", 1)));
    }
    folder.write("client/project.godot", page.file("client/project.godot", "ini", version));
    folder.write("client/client.gd", page.file("client/client.gd", tag, part));
    let _server = folder.start_server(page.commands("cargo run").0[0]);
    let (client, printed) = page.commands(program);
    assert_eq!(folder.run_client(godot, client[0]), printed);
    folder.expect_from_server(page.log());

    let generate = page.commands("cargo install").0[1];
    assert!(generate.contains("--godot 4"), "{generate}");
    let typed = match godot.generation {
        Generation::Godot3 => {
            folder.run("", &generate.replace("--godot 4", "--godot 3"));
            page.find("typed client of Godot 3", |block| {
                block.is("godot3") && block.text.contains("preload(")
            })
        }
        Generation::Godot4 => {
            folder.run("", generate);
            page.file("client/typed.gd", "gdscript", "-> bool")
        }
    };
    folder.write("client/typed.gd", typed);
    let printed = page.find("answer to it", |block| block.text.ends_with("hello again\n"));
    assert_eq!(folder.run_client(godot, &client[0].replace("client.gd", "typed.gd")), printed);
}

/// The server of the README, in a project made as its section on installing says, and the classes for its client. `tests/programs/pages.rs`
/// runs the client.
fn the_readme_does_what_it_says() {
    let page = Page(blocks("README.md", include_str!("../../../README.md")));
    let folder = Folder::new();
    let (install, _) = page.commands("git clone");
    let [
        "git clone URL godot-var",
        "cargo install --path godot-var/godot-var-cli",
        create,
        "cd chat-server",
        add,
    ] = install[..]
    else {
        panic!("{install:?}");
    };
    folder.create_package(create);
    folder.run("chat-server", add);
    for name in ["src/protocol.rs", "src/main.rs"] {
        folder.write(&format!("chat-server/{name}"), page.file(name, "rust", ""));
    }
    folder.run("chat-server", "cargo build");
    let (commands, _) = page.commands("cargo run # in");
    let ["cargo run # in a terminal of its own", generate] = commands[..] else {
        panic!("{commands:?}");
    };
    fs::create_dir(folder.path.join("chat-server/client")).expect("a folder");
    folder.run("chat-server", generate);
    assert!(folder.read("chat-server/client/protocol.gd").contains("class Welcome"));

    let _server = Server(folder.shell("chat-server", "exec cargo run").spawn().expect("bash runs"));
    let client = UdpSocket::bind("127.0.0.1:0").expect("a socket");
    client.set_read_timeout(Some(Duration::from_millis(100))).expect("a timeout");
    let join = Variant::from(vec![Variant::Int(1), "Ann".into()]);
    let join = join.to_variant_bytes::<Godot4>().expect("encodes");
    let (mut buffer, deadline) = ([0; 1500], Instant::now() + TIMEOUT);
    let len = loop {
        client.send_to(&join, ("127.0.0.1", folder.port)).expect("sent");
        match client.recv(&mut buffer) {
            Ok(len) => break len,
            Err(error) => assert!(Instant::now() < deadline, "no answer: {error}"),
        }
    };
    let welcome = Welcome::from_variant_bytes::<Godot4>(&buffer[..len]).expect("a welcome");
    assert_eq!(welcome.players, ["Ann"]);
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: the_clients_do_what_the_page_says;
    needs nothing: the_server_does_what_the_page_says, the_readme_does_what_it_says;
}
