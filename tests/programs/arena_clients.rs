//! The arena's clients in C# and TypeScript play on one server with the bots in Rust and a Godot 4 engine.

use std::env;
use std::fs::{self, File};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::dialect::Generation;
use godot_var_codegen::flat;
use godot_var_codegen::language::Language;
use godot_var_codegen::language::csharp::{self, CSharp};
use godot_var_codegen::language::typescript::TypeScript;
use godot_var_codegen::schema::Schema;

use crate::needs::{self, GODOT4, MCS, MONO, NODE, TSC};
use crate::programs::engine::{Engine, Scratch};
use crate::programs::example::{self, Server};
use crate::schemas::arena::{FLAT_LAYOUT, LAYOUT};

/// The bots of the example.
const BOTS: [&str; 3] = ["Ann", "Bob", "Cleo"];

fn example(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(file)
}

fn compile(command: &mut Command) {
    let output = command.output().expect("the compiler starts");
    let told =
        [output.stdout, output.stderr].map(|told| String::from_utf8_lossy(&told).into_owned());
    assert!(output.status.success(), "{command:?}: {}", told.concat());
    assert_eq!(told.concat(), "", "{command:?} warns");
}

/// Compiles the clients in TypeScript as `npm run build` does, into the folder `build`.
pub(crate) fn build_typescript(scratch: &Scratch) {
    let folder = scratch.path("build");
    let bin = TSC.path().parent().expect("the folder of programs");
    let types = bin.parent().expect("node_modules").join("@types");
    let mut tsc = Command::new(TSC.path());
    tsc.arg("--project").arg(example("arena-client-typescript"));
    compile(tsc.arg("--outDir").arg(&folder).arg("--typeRoots").arg(types));
    // As in the example's package.json. Without it node takes the files for CommonJS.
    fs::write(folder.join("package.json"), r#"{ "type": "module" }"#).expect("written");
}

fn build_csharp(program: &Path) {
    let folder = example("arena-client-csharp");
    let files = ["Bot.cs", "ArenaProtocol.cs"].map(|file| folder.join(file));
    compile(Command::new(MCS.path()).arg(format!("-out:{}", program.display())).args(files));
}

/// A running client. Dropping it kills it.
pub(crate) struct Client {
    child: Child,
    log: PathBuf,
}

impl Client {
    /// Starts the bot in TypeScript with its name and what it takes after that.
    pub(crate) fn typescript(scratch: &Scratch, server: SocketAddr, arguments: &[&str]) -> Self {
        Self::start(NODE.path(), &scratch.path("build/bot.js"), scratch, server, arguments)
    }

    fn start(
        program: &Path,
        file: &Path,
        scratch: &Scratch,
        server: SocketAddr,
        arguments: &[&str],
    ) -> Self {
        let mut command = Command::new(program);
        command.arg(file).arg(server.ip().to_string()).arg(server.port().to_string());
        command.args(arguments);
        let log = scratch.path(arguments[0]);
        let file = File::create(&log).expect("a log file");
        command.stdin(Stdio::null()).stderr(file.try_clone().expect("the same file")).stdout(file);
        Self { child: command.spawn().expect("the client starts"), log }
    }

    /// Waits until it ends without an error. Returns what it printed.
    fn finish(mut self) -> String {
        let deadline = Instant::now() + Duration::from_secs(60);
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("its state") {
                break status;
            }
            assert!(Instant::now() < deadline, "the client does not end");
            thread::sleep(Duration::from_millis(5));
        };
        let log = fs::read_to_string(&self.log).expect("text");
        assert!(status.success() && log.ends_with("\nOK\n"), "{status}\n{log}");
        log
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn clients_of_every_language_play_together() {
    let scratch = Scratch::new("arena-clients");
    let csharp = scratch.path("bot.exe");
    build_csharp(&csharp);
    build_typescript(&scratch);

    let server = Server::start("arena", &["--seconds", "120"]);
    let port = server.address.port().to_string();
    // These two stay until they have heard everybody.
    let all = |own, other| [&[own, other, "Ute"], &BOTS[..]].concat();
    let cem = Client::start(MONO.path(), &csharp, &scratch, server.address, &all("Cem", "Tess"));
    let tess = Client::typescript(&scratch, server.address, &all("Tess", "Cem"));
    for name in ["Cem", "Tess"] {
        server.wait_for(&format!(" -> Join(Join {{ name: {name:?}, "));
    }
    let mut ute = Engine::start_project(
        &GODOT4,
        Scratch::in_engine(&GODOT4, "arena-clients"),
        "examples/arena-client-godot4",
        "client.gd",
        &["127.0.0.1", &port, "Ute", "tcp"],
    );
    let bots = example::run("arena", &["--bots", &server.address.to_string()]);
    assert_eq!(bots, "OK: 3 bots have seen and heard each other\n");
    let ute = ute.finish_in_place();
    assert!(ute.ends_with("\nOK\n"), "{ute}");
    // Words of the other languages.
    assert!(ute.contains("chat: [all] Hello from Cem!\n"), "{ute}");
    assert!(ute.contains("chat: [all] Hello from Tess!\n"), "{ute}");
    for (own, log) in [("Cem", cem.finish()), ("Tess", tess.finish())] {
        for name in ["Cem", "Tess", "Ute"].into_iter().chain(BOTS) {
            assert!(log.contains(&format!("chat: [all] Hello from {name}!\n")), "{log}");
        }
        let snapshot = log.lines().find(|line| line.starts_with("snapshot: tick "));
        let snapshot = snapshot.unwrap_or_else(|| panic!("no snapshot in {log}"));
        assert!(snapshot.contains(own), "{snapshot}");
    }

    let printed = server.stop();
    for unexpected in [" -> dropped", " -> closed", "not sent"] {
        assert!(!printed.contains(unexpected), "{printed}");
    }
    for name in ["Cem", "Tess", "Ute"].into_iter().chain(BOTS) {
        assert!(printed.contains(&format!(": {name} is gone\n")), "{name} has not left: {printed}");
    }
}

/// `BLESS=1` writes the files.
fn the_generated_files_are_current() {
    let read = |_: &str| Ok(include_str!("../../schemas/arena.rs").to_owned());
    let (variants, flat) = flat::parse_both("schemas/arena.rs", read).expect("a valid schema");
    let schema = Schema::new(&variants, &flat);
    let generation = Generation::Godot4;
    let typescript = TypeScript { generation };
    let csharp = CSharp::new(csharp::Engine::None);
    let languages: [(&dyn Language, &str); 2] =
        [(&csharp, "arena-client-csharp"), (&typescript, "arena-client-typescript")];
    for (language, folder) in languages {
        let text = language.generate(&schema, "arena").expect("a file");
        let path = example(folder).join(language.file_name("arena"));
        if env::var_os("BLESS").is_some() {
            fs::write(&path, &text).expect("written");
        }
        let committed = fs::read_to_string(&path).expect("a file");
        assert!(committed == text, "{} is stale; BLESS=1 writes it", path.display());
        for layout in [LAYOUT, FLAT_LAYOUT] {
            assert!(text.contains(layout), "{} has other layouts", path.display());
        }
    }
}

needs::tests! {
    needs nothing: the_generated_files_are_current;
    needs GODOT4 MCS MONO NODE TSC: clients_of_every_language_play_together;
}
