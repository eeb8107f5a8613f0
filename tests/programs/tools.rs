//! `godot-var proxy` as a user runs it, between clients in real engines and their servers, and its recordings.
//!
//! `common/programs/engine.rs` describes what the engines need.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};

use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::{Engine, Scratch};
use crate::programs::example::Server;

/// The program, built if it is not yet.
fn program(arguments: &[&str]) -> Command {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
    let built = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["build", "--quiet", "--package", "godot-var-cli", "--bin", "godot-var"])
        .arg("--target-dir")
        .arg(target)
        .status();
    assert!(built.expect("cargo runs").success());
    let program = format!("debug/godot-var{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new(target.join(program));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments);
    command
}

/// A proxy that is running; killed when dropped.
struct Proxy {
    child: Child,
    port: String,
    /// Reads the output, so that the program never blocks on it.
    printed: Option<JoinHandle<String>>,
}

impl Proxy {
    fn start(transport: &str, server: &str, arguments: &[&str]) -> Self {
        let (any, server) =
            (format!("{transport}://127.0.0.1:0"), format!("{transport}://{server}"));
        let mut command = program(&[&["proxy", &any, &server], arguments].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        let mut notes = BufReader::new(child.stderr.take().expect("its notes"));
        let mut first = String::new();
        notes.read_line(&mut first).expect("a line");
        let address = first.split(' ').nth(2).expect("an address");
        let port = address.rsplit(':').next().expect("a port").to_owned();
        let mut output = child.stdout.take().expect("its output");
        thread::spawn(move || notes.read_to_string(&mut String::new()));
        let printed = thread::spawn(move || {
            let mut printed = String::new();
            output.read_to_string(&mut printed).expect("text");
            printed
        });
        Self { child, port, printed: Some(printed) }
    }

    /// Interrupts it and returns its output.
    fn finish(mut self) -> String {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.expect("kill runs").success());
        assert!(self.child.wait().expect("it ends").success());
        self.printed.take().expect("finished once").join().expect("text")
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn play(godot: &Godot, example: &str, transport: &str, script: &str, schema: &str) -> [String; 2] {
    let server = Server::start(example, &["--godot", godot.option()]);
    let scratch = Scratch::in_engine(godot, &format!("tools-{transport}"));
    let record = scratch.path("recorded.pcap").display().to_string();
    let wire = format!("godot{}", godot.option());
    let schema = ["--wire", &wire, "--schema", schema, "--json"];
    // The time limit is for a test that is killed itself.
    let limits = ["--record", &record, "--time", "60"];
    let proxy = [&schema[..], &limits].concat();
    let proxy = Proxy::start(transport, &server.address.to_string(), &proxy);
    let project = format!("examples/clients-{}", godot.language());
    let arguments = ["127.0.0.1", &proxy.port];
    let mut client = Engine::start_project(godot, scratch, &project, script, &arguments);
    let seen = client.finish_in_place();
    assert!(seen.ends_with("\nOK\n"), "{seen}");
    let shown = proxy.finish();
    let skip = if transport == "enet" && godot.option() == "3" { "8" } else { "0" };
    let read = [&["inspect", "--pcap", &record, "--skip", skip], &schema[..]].concat();
    let read = program(&read).output().expect("it runs");
    assert!(read.status.success(), "{read:?}");
    let read = String::from_utf8(read.stdout).expect("UTF-8");
    // Compares all places, times, addresses and values.
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (recorded, live) = (lines(&read), lines(&shown));
    assert!(recorded.starts_with(&live) && !live.is_empty(), "{recorded:#?}\n{live:#?}");
    [seen, shown]
}

fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
}

fn over_websocket(godot: &Godot) {
    let schema = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tools_websocket.rs");
    let text = "use godot_var::GodotVar;
        #[derive(GodotVar)] #[godot_var(tag = \"type\", rename_all = \"snake_case\")]
        pub enum Request { Submit { name: String, points: u32 }, Show { count: u8 } }
        #[derive(GodotVar)] pub struct Table(pub Vec<Score>);
        #[derive(GodotVar)] pub struct Score { name: String, points: u32 }";
    std::fs::write(&schema, text).expect("a schema");
    let schema = schema.display().to_string();
    // Three requests and three answers.
    let [_, shown] = play(godot, "websocket", "ws", "websocket.gd", &schema);
    let submit = r#""message":"Request::Submit","fields":{"name":"Uma","points":300}"#;
    assert_has(&shown, &[submit, r#""message":"Request::Show","fields":{"count":2}"#]);
    assert_has(&shown, &[r#"[{"name":"Uma","points":300},{"name":"Tim","points":180}]"#]);
    assert_eq!(shown.lines().count(), 6, "{shown}");
}

fn over_udp(godot: &Godot) {
    let schema = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tools_udp.rs");
    let text = "use godot_var::{GodotVar, Vector2};
        #[derive(GodotVar)] pub struct Push { tick: u32, force: Vector2 }
        #[derive(GodotVar)] pub struct Ball { tick: u32, pos: Vector2 }";
    std::fs::write(&schema, text).expect("a schema");
    let schema = schema.display().to_string();
    let [_, shown] = play(godot, "udp", "udp", "udp.gd", &schema);
    assert_has(&shown, &[r#""message":"Push","fields":{"tick":1,"force":{"x":1.0,"y":0.5}}"#]);
    assert_has(&shown, &[r#""message":"Ball","fields":{"tick":1,"pos":{"x":1.0,"y":0.5}}"#]);
}

fn over_enet(godot: &Godot) {
    let schema = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tools_enet.rs");
    let text = "use godot_var::{GodotVar, Vector2}; use std::collections::BTreeMap;
        #[derive(GodotVar)] #[godot_var(array, id)]
        pub enum ToServer { #[godot_var(id = 1)] Move(Vector2), #[godot_var(id = 2)] Say(String) }
        #[derive(GodotVar)] #[godot_var(array, id)]
        pub enum ToClient {
            #[godot_var(id = 1)] Positions(BTreeMap<i32, Vector2>),
            #[godot_var(id = 2)] Said { from: i32, text: String },
        }";
    std::fs::write(&schema, text).expect("a schema");
    let schema = schema.display().to_string();
    let [_, shown] = play(godot, "enet", "enet", "enet.gd", &schema);
    assert_has(&shown, &[r#""message":"ToServer::Say","fields":"hello""#]);
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: over_websocket, over_udp, over_enet;
}
