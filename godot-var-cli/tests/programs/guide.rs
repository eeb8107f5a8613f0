//! The programs of the guide: each is built as its page prints it, with the dependencies of the page, and talks to the clients of the page in
//! their engines.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{TcpStream, UdpSocket};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::dialect::Generation;
use godot_var::framing::{LengthOrder, put_frame, read_frame};
use godot_var::multiplayer::{
    Config, Event, GodotRpc, Incoming, Node, SERVER, Session, Target, godot3,
};
use godot_var::{Dictionary, FromVariantBytes, Godot4, GodotVar, Limits, ToVariantBytes, Variant};
use godot_var_codegen::gdscript::{self, Engine as Language};
use godot_var_codegen::protocol;
use tungstenite::Message;

use crate::folder::{Folder, Page, Server};
use crate::markdown::{Block, blocks};
use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::{Engine, Scratch, TIMEOUT};

/// A page of the guide.
struct Guide {
    name: &'static str,
    text: String,
    page: Page,
}

impl Guide {
    fn open(name: &'static str) -> Self {
        Self::read(name, &format!("docs/guide/{name}.md"))
    }

    /// A page of the reference.
    fn in_docs(name: &'static str) -> Self {
        Self::read(name, &format!("docs/{name}.md"))
    }

    fn read(name: &'static str, path: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let text = fs::read_to_string(root.join(path)).expect("the page");
        Self { name, page: Page(blocks(path, &text)), text }
    }

    /// Checks that the page contains a text, and returns it.
    fn says<'a>(&self, seen: &'a str) -> &'a str {
        assert!(self.text.contains(seen), "{}: no {seen}", self.name);
        seen
    }

    /// Builds the page's program that contains `part`, for clients of Godot 4 or, with the page's change, of Godot 3.
    fn build(&self, part: &str, generation: Generation) -> Program {
        self.build_with("", part, generation)
    }

    /// Does the same with a file `src/protocol.rs`.
    fn build_with(&self, protocol: &str, part: &str, generation: Generation) -> Program {
        self.build_in(&Folder::new(), &[("protocol.rs", protocol)], part, generation)
    }

    /// Does the same for a client of a server, whose port takes the place of the page's.
    fn build_for(&self, server: &Serving, protocol: &str, part: &str) -> Program {
        let mut folder = Folder::new();
        folder.port = server.program.port;
        self.build_in(&folder, &[("protocol.rs", protocol)], part, Generation::Godot4)
    }

    fn build_in(
        &self,
        folder: &Folder,
        files: &[(&str, &str)],
        part: &str,
        generation: Generation,
    ) -> Program {
        let program = self.page.find(part, |block| {
            block.is("rust") && block.text.contains("fn main()") && block.text.contains(part)
        });
        folder.create_package("cargo new chat-server");
        folder.depend("chat-server", self.dependencies());
        for (name, text) in files {
            folder.write(&format!("chat-server/src/{name}"), text);
        }
        let program = match generation {
            Generation::Godot3 => &program.replace("Godot4", "Godot3"),
            Generation::Godot4 => program,
        };
        folder.write("chat-server/src/main.rs", program);
        Program::built(self.name, folder, "chat-server")
    }

    /// The page's dependencies; without any, the library with its sockets.
    fn dependencies(&self) -> &str {
        let is_manifest =
            |block: &&Block| block.is("toml") && block.text.contains("[dependencies]");
        let mut found = self.page.0.iter().filter(is_manifest);
        found.next().map_or(
            "[dependencies]\ngodot-var = { path = \"../godot-var\", features = [\"net\"] }\n",
            |block| {
                assert!(found.next().is_none(), "two blocks of dependencies");
                &block.text
            },
        )
    }

    fn script(&self, godot: &Godot) -> &str {
        let godot3 = godot.generation == Generation::Godot3;
        self.page.find("script", |block| block.is("gdscript") && block.is("godot3") == godot3)
    }
}

/// A program of a page, built.
struct Program {
    scratch: Scratch,
    /// Replaces the page's port 7777.
    port: u16,
}

impl Program {
    /// Builds a package, and copies its program, so that another test can use the folder.
    fn built(test: &str, folder: &Folder, package: &str) -> Self {
        let scratch = Scratch::new(&format!("guide-{test}-{}", folder.port));
        fs::copy(folder.build(package), scratch.path("program")).expect("the program");
        Self { scratch, port: folder.port }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.scratch.path("program"));
        command.current_dir(self.scratch.path("")).stdin(Stdio::null());
        command
    }

    /// Starts it as a server.
    fn serve(self, arguments: &[&str]) -> Serving {
        let out = File::create(self.scratch.path("out")).expect("a file");
        let child = self.command().args(arguments).stdout(out).spawn().expect("it starts");
        let serving = Serving { _server: Server(child), program: self };
        serving.expect("listening on ");
        serving
    }

    /// Runs it with an argument. Returns its output, or `None` if it fails.
    fn run(&self, argument: &Path) -> Option<String> {
        let output = self.command().arg(argument).output().expect("it starts");
        output.status.success().then(|| String::from_utf8(output.stdout).expect("UTF-8"))
    }
}

struct Serving {
    _server: Server,
    program: Program,
}

impl Serving {
    /// Waits until it has printed this.
    fn expect(&self, text: &str) {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let printed = fs::read_to_string(self.program.scratch.path("out")).unwrap_or_default();
            if printed.contains(text) {
                return;
            }
            assert!(Instant::now() < deadline, "no {text:?} in {printed}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.program.port)).expect("a connection");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
        stream
    }
}

/// Attaches a script to the node `Main/Chat`, which the pages on high-level multiplayer name.
const GAME: &str = r#"extends SceneTree

func _initialize() -> void:
    start.call_deferred()

func start() -> void:
    var main: Node = Node.new()
    main.name = "Main"
    var chat: Node = (load("res://client.gd") as GDScript).new()
    chat.name = "Chat"
    main.add_child(chat)
    root.add_child(main)
"#;

const GAME_GODOT3: &str = r#"extends SceneTree

func _initialize():
    var main = Node.new()
    main.name = "Main"
    var chat = load("res://client.gd").new()
    chat.name = "Chat"
    main.add_child(chat)
    root.add_child(main)
"#;

/// A game with one script, which runs until this is dropped.
struct Game(Engine);

impl Game {
    fn start(godot: &Godot, name: &str, script: &str, port: u16) -> Self {
        Self::start_with("", godot, name, script, port)
    }

    /// Does the same with a file `protocol.gd`.
    fn start_with(classes: &str, godot: &Godot, name: &str, script: &str, port: u16) -> Self {
        let scratch = Scratch::in_engine(godot, &format!("guide-{name}"));
        let (version, game) = match godot.generation {
            Generation::Godot3 => ("config_version=4\n", GAME_GODOT3),
            Generation::Godot4 => ("config_version=5\n", GAME),
        };
        let script = script.replace("7777", &port.to_string());
        for (name, text) in [
            ("project.godot", version),
            ("client.gd", &script),
            ("game.gd", game),
            ("protocol.gd", classes),
        ] {
            fs::write(scratch.path(name), text).expect("a file");
        }
        let project = scratch.path("");
        let project = project.to_str().expect("UTF-8");
        Self(Engine::start_project(godot, scratch, project, "game.gd", &[]))
    }

    /// Waits until it has printed these lines, and no error.
    fn expect(&mut self, lines: &[&str]) {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let log = self.0.log();
            assert!(!log.contains("ERROR"), "{log}");
            if lines.iter().all(|line| log.lines().any(|printed| printed == *line)) {
                return;
            }
            assert!(Instant::now() < deadline && self.0.is_running(), "no {lines:?} in {log}");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The page's client sends a `Chat` to the page's server, and both print it. `part` is of the server, `peer` of the client.
fn chat(godot: &Godot, name: &'static str, part: &str, peer: &str) {
    let guide = Guide::open(name);
    let server = guide.build(part, godot.generation).serve(&[]);
    let script = guide.page.find(peer, |block| block.is("gdscript") && block.text.contains(peer));
    let test = format!("{name}-{}", server.program.port);
    let mut game = Game::start(godot, &test, script, server.program.port);
    game.expect(&[guide.says(r#"{ "channel": "all", "text": "hello" }"#)]);
    server.expect(guide.says(r#"Chat { channel: "all", text: "hello" }"#));
}

fn enet(godot: &Godot) {
    chat(godot, "transports", "EnetHost", "ENetMultiplayerPeer");
}

fn tcp(godot: &Godot) {
    chat(godot, "transports", "read_frame", "StreamPeerTCP");
}

/// The game gets its own text back, with its peer id.
fn multiplayer(godot: &Godot) {
    let guide = Guide::open("multiplayer");
    let server = guide.build("GodotRpc", godot.generation).serve(&[]);
    let script = guide.script(godot);
    let mut game = Game::start(godot, "multiplayer", script, server.program.port);
    game.expect(&[guide.says("2: hello")]);
    server.expect("2: \"hello\"\n");
}

fn multiplayer_godot3(godot: &Godot) {
    let guide = Guide::open("multiplayer_godot3");
    // The page is about Godot 3 alone: nothing in its program is to be changed.
    let server = guide.build("godot3::", Generation::Godot4).serve(&[]);
    let test = format!("multiplayer3-{}", server.program.port);
    let mut game = Game::start(godot, &test, guide.script(godot), server.program.port);
    game.expect(&[guide.says("topic: weather"), guide.says("2: hello")]);
    server.expect("2: \"hello\"\n");
}

/// A session of this library is the client.
fn multiplayer_with_a_session() {
    #[derive(Debug, GodotRpc)]
    enum Chat {
        #[rpc(any_peer)]
        Say {
            text: String,
        },
        Heard {
            from: i64,
            text: String,
        },
    }

    let server = Guide::open("multiplayer").build("GodotRpc", Generation::Godot4).serve(&[]);
    let url = format!("ws://127.0.0.1:{}", server.program.port);
    // Who does not finish the handshake is forgotten.
    drop(server.connect());
    let (mut socket, _) = tungstenite::client(url, server.connect()).expect("a WebSocket");
    let id = socket.read().expect("the id").into_data();
    let id = i32::from_le_bytes(id[..].try_into().expect("four bytes"));
    let mut client = Session::client(id, Config::default());
    let chat = client.add_node("Main/Chat", Node::of::<Chat>()).expect("a path of its own");
    client.connect(SERVER, Duration::ZERO);
    let say = Chat::Say { text: "hello".into() };
    client.call(Target::Peer(SERVER), chat, &say).expect("sent");
    loop {
        let mut packets = Vec::new();
        client.drain(|packet| packets.push(packet.bytes.to_vec()));
        for packet in packets {
            socket.send(Message::binary(packet)).expect("sent");
        }
        let packet = socket.read().expect("a packet").into_data();
        let event = client.receive(Incoming::new(SERVER, &packet), Duration::ZERO);
        if let Some(Event::Call(call)) = event {
            let Chat::Heard { from, text } = call.decode().expect("a call of the set") else {
                panic!("{call:?}");
            };
            assert_eq!((from, text.as_str()), (id.into(), "hello"));
            break;
        }
    }
}

fn multiplayer_godot3_with_a_session() {
    use godot3::{Event, Incoming, Member, Message as Packet, Node, Session};

    const CHAT: Node = Node::new()
        .with_methods(&[Member::master("say"), Member::puppet("heard")])
        .with_properties(&[Member::puppet("topic")]);

    let server = Guide::open("multiplayer_godot3").build("godot3::", Generation::Godot4);
    let server = server.serve(&[]);
    let url = format!("ws://127.0.0.1:{}", server.program.port);
    drop(server.connect());
    let (mut socket, _) = tungstenite::client(url, server.connect()).expect("a WebSocket");
    let first = socket.read().expect("the id").into_data();
    let Ok(Packet::Id(id)) = Packet::read_websocket(&first) else { panic!("{first:?}") };
    let mut client = Session::client(id, Config::default());
    let chat = client.add_node("Main/Chat", CHAT).expect("a path of its own");
    let mut topic = None;
    loop {
        let bytes = socket.read().expect("a packet").into_data();
        let packet = Packet::read_websocket(&bytes).expect("a packet of the engine");
        match client.receive(Incoming::new(SERVER, packet)) {
            Some(Event::Connected(SERVER)) => {
                client.call(Target::All, chat, "say", &("hello",)).expect("sent");
            }
            Some(Event::Set(set)) => topic = set.decode::<String>().ok(),
            Some(Event::Call(call)) => {
                assert_eq!(call.decode::<(i32, &str)>(), Ok((id, "hello")));
                break;
            }
            _ => {}
        }
        let mut messages = Vec::new();
        client.drain(|outgoing| messages.push(outgoing.message.to_websocket()));
        for message in messages {
            socket.send(Message::binary(message)).expect("sent");
        }
    }
    assert_eq!(topic.as_deref(), Some("weather"));
}

/// A version of the page's game: what `godot-var generate` writes of its messages.
struct Release {
    messages: String,
    accepted: String,
    classes: String,
}

/// Releases the page's game several times, each time with the locks of these older versions.
fn releases(guide: &Guide, godot: &Godot, all: &[(&str, String, &[&str])]) -> Vec<Release> {
    let scratch = Scratch::new(&format!("guide-releases-{}", godot.name));
    fs::create_dir_all(scratch.path("src")).expect("a folder");
    let settings = guide.page.file("godot-var.toml", "toml", "");
    let settings = match godot.generation {
        Generation::Godot3 => settings.replace("godot = \"4\"", "godot = \"3\""),
        Generation::Godot4 => settings.to_owned(),
    };
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
        let output = command.args(arguments).current_dir(scratch.path("")).output();
        let output = output.expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let release = |(version, messages, older): &(&str, String, &[&str])| {
        let locks: Vec<_> =
            older.iter().map(|version| format!("\"locks/{version}.lock\"")).collect();
        let settings =
            settings.replace("locks = \"locks\"", &format!("locks = [{}]", locks.join(", ")));
        fs::write(scratch.path("godot-var.toml"), settings).expect("the settings");
        fs::write(scratch.path("src/protocol.rs"), messages).expect("a schema");
        run(&["generate"]);
        let lock = format!("locks/{version}.lock");
        run(&["generate", "lock", "src/protocol.rs", "-o", &lock]);
        let read = |name: &str| fs::read_to_string(scratch.path(name)).expect("a file");
        let (accepted, classes) = (read("src/accepted.rs"), read("client/protocol.gd"));
        Release { messages: messages.clone(), accepted, classes }
    };
    all.iter().map(release).collect()
}

/// A server serves clients of its own version and of the one before. It refuses an earlier one, whose lock it names, and one that is newer.
/// Each is told what to do.
fn versions(godot: &Godot) {
    let guide = Guide::open("versions");
    let messages = guide.page.file("src/protocol.rs", "rust", "");
    let with_jump = messages.replace("f32 },\n", "f32 },\n    #[godot_var(id = 2)]\n    Jump,\n");
    let all = [
        ("0.9", messages.replace("f32", guide.says("i32")), &[] as &[_]),
        ("1.0", messages.to_owned(), &[]),
        ("1.1", with_jump, &["0.9", "1.0"]),
    ];
    let releases = releases(&guide, godot, &all);
    let serve = |release: &Release| {
        let files = [("protocol.rs", &*release.messages), ("accepted.rs", &*release.accepted)];
        guide.build_in(&Folder::new(), &files, "HashSet", godot.generation).serve(&[])
    };
    let (welcome, update) = (guide.says("welcome"), guide.says("update the game"));
    let older = guide.says("the server is older than this game: wait for its update");
    let script = guide.page.find("script", |block| block.is("gdscript"));
    let (new, old) = (serve(&releases[2]), serve(&releases[1]));
    for (server, client, printed) in [
        (&new, 2, welcome),
        (&new, 1, welcome),
        (&new, 0, update),
        (&old, 1, welcome),
        (&old, 2, older),
    ] {
        let name = format!("versions-{client}-{}", server.program.port);
        let (classes, port) = (&releases[client].classes, server.program.port);
        let mut game = Game::start_with(classes, godot, &name, script, port);
        game.expect(&[printed]);
    }
    new.expect(": refused\n");
}

fn versions_are_compared() {
    #[derive(GodotVar)]
    struct Hello {
        layout: String,
    }

    #[derive(GodotVar)]
    struct Greeting {
        accepted: bool,
        layout: String,
    }

    let guide = Guide::open("versions");
    let messages = guide.page.file("src/protocol.rs", "rust", "");
    let layout = protocol::parse_text("protocol.rs", messages).expect("a schema");
    let layout = format!("{:016x}", layout.fingerprint_of_all());
    let accepted = format!("pub const ACCEPTED: &[&[&str]] = &[&[\"{layout}\"]];\n");
    let files = [("protocol.rs", messages), ("accepted.rs", &accepted)];
    let server = guide.build_in(&Folder::new(), &files, "HashSet", Generation::Godot4).serve(&[]);
    let client = UdpSocket::bind("127.0.0.1:0").expect("a socket");
    client.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
    client.connect(("127.0.0.1", server.program.port)).expect("an address");
    let greet = |layout: &str| {
        let hello = Hello { layout: layout.to_owned() };
        let hello = hello.to_variant_bytes::<Godot4>().expect("encodes");
        client.send(&hello).expect("sent");
        let mut answer = [0; 1500];
        let len = client.recv(&mut answer).expect("an answer");
        Greeting::from_variant_bytes::<Godot4>(&answer[..len]).expect("a greeting")
    };
    // What a stranger sends before it is accepted is not read.
    let moved = Variant::from(vec![Variant::Int(1), Variant::Float(7.0), Variant::Float(0.0)]);
    let moved = moved.to_variant_bytes::<Godot4>().expect("encodes");
    client.send(&moved).expect("sent");
    let greeting = greet("0123456789abcdef");
    assert!(!greeting.accepted);
    assert!(greet(&greeting.layout).accepted);
    client.send(&moved).expect("sent");
    server.expect("Ok(Move { x: 7.0, y: 0.0 })\n");
    let printed = fs::read_to_string(server.program.scratch.path("out")).expect("its output");
    assert_eq!(printed.matches("Move").count(), 1, "{printed}");
}

/// The messages of `websocket.md`, as the page prints them.
fn game_messages(guide: &Guide) -> &str {
    guide
        .page
        .find("messages", |block| block.is("rust") && block.text.contains("pub enum ToServer"))
}

/// The page's client plays with bots of the next page on the page's server. Clients that send something else are refused.
fn websocket(godot: &Godot) {
    let guide = Guide::open("websocket");
    let messages = game_messages(&guide);
    let protocol = protocol::parse_text("protocol.rs", messages).expect("a schema");
    let classes = gdscript::generate(&protocol, &gdscript::Options::new(Language::Godot4));
    let server = guide.build_with(messages, "retain_mut", godot.generation).serve(&[]);
    let (script, port) = (guide.script(godot), server.program.port);
    let classes = classes.expect("a script");
    let mut game = Game::start_with(&classes, godot, "websocket", script, port);
    game.expect(&[guide.says("hello"), guide.says("Ann moves")]);
    server.expect("1: ");
}

fn bots_play() {
    let game = Guide::open("websocket");
    let messages = game_messages(&game);
    let server = game.build_with(messages, "retain_mut", Generation::Godot4).serve(&[]);
    let url = format!("ws://127.0.0.1:{}", server.program.port);
    let connect = || tungstenite::client(&url, server.connect()).expect("a WebSocket").0;
    // Neither a text nor a message out of turn harms the others.
    let mut vandals = [connect(), connect(), connect()];
    vandals[0].send(Message::text("[1,\"Ann\"]")).expect("sent");
    let array =
        |parts: Vec<Variant>| Variant::from(parts).to_variant_bytes::<Godot4>().expect("encodes");
    let say = array(vec![3.into(), "hello".into()]);
    vandals[1].send(Message::binary(say)).expect("sent");
    let join = array(vec![1.into(), "Eve".into()]);
    vandals[2].send(Message::binary(join.clone())).expect("sent");
    vandals[2].send(Message::binary(join)).expect("sent");
    for said in ["instead of `send_text` or JSON", "expected `Join`", "not allowed: Join"] {
        server.expect(said);
    }

    let guide = Guide::open("bots");
    let bots = guide.build_for(&server, messages, "fn play(");
    let output = bots.command().args(["5", "2"]).output().expect("it starts");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(printed.starts_with("5 bots saw 5 players, "), "{printed}");
    assert!(printed.contains("longest pause between two snapshots: "), "{printed}");
}

/// The bot of the page at the server of another page.
fn bot_of_a_session() {
    let server = Guide::open("multiplayer").build("GodotRpc", Generation::Godot4).serve(&[]);
    let guide = Guide::open("bots");
    let bot = guide.build_for(&server, "", "Session::client(client.id()");
    let output = bot.command().output().expect("it starts");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        format!("{}\n", guide.says("heard \"hello\" of 2"))
    );
    server.expect("2: \"hello\"\n");
}

/// The snippet contains assertions.
fn glam() {
    let program = Guide::in_docs("bridges").build("glam", Generation::Godot4);
    assert!(program.run(Path::new("")).is_some());
}

/// The copied project plays with the copied server over both transports.
fn multiplayer_players(godot: &Godot) {
    let guide = Guide::open("multiplayer_players");
    let folder = Folder::new();
    let (commands, _) = guide.page.commands("cargo new");
    folder.create_package(commands[0]);
    for command in &commands[1..] {
        folder.run("", command);
    }
    folder.depend("game-server", guide.dependencies());
    let start = guide.says("`cargo run -- --listen 127.0.0.1:7777`");
    let arguments = start.trim_matches('`').strip_prefix("cargo run -- ").expect("arguments");
    let arguments = folder.here(arguments);
    let server = Program::built("players", &folder, "game-server");
    let server = server.serve(&arguments.split(' ').collect::<Vec<_>>());
    let (play, printed) = guide.page.commands("godot --headless");
    for scheme in [guide.says("ws://"), guide.says("enet://")] {
        let play = folder.here(play[0]).replace("ws://", scheme);
        assert_eq!(folder.run_client(godot, &play).0, printed);
    }
    server.expect(" has gone\n");
}

/// The pages show parts of the example's files.
fn excerpts_are_of_the_game() {
    let trimmed = |text: &str| {
        let lines = text.lines().map(|line| line.trim().to_owned() + "\n");
        lines.filter(|line| line != "\n").collect::<String>()
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let game = [
        "network/bevy/game.rs",
        "network/bevy/network.rs",
        "network/multiplayer.rs",
        "network/multiplayer/project.rs",
        "network/multiplayer/game.rs",
        "network/multiplayer/server.rs",
        "network/multiplayer/bots.rs",
        "multiplayer-client-godot4/player.gd",
    ];
    let game = game.map(|file| trimmed(&fs::read_to_string(root.join(file)).expect("UTF-8")));
    let mut seen = 0;
    let pages = ["bevy", "multiplayer_players", "existing_project"].map(Guide::open);
    for block in pages.iter().flat_map(|guide| &guide.page.0) {
        // A whole program is built by a test of its own.
        let is_program = block.text.contains("fn main()");
        if block.is("rust") && !is_program || block.text.starts_with("extends Node2D") {
            for part in block.text.split("\n\n") {
                seen += 1;
                assert!(game.iter().any(|file| file.contains(&trimmed(part))), "{part}");
            }
        }
    }
    assert!(seen >= 8, "{seen} parts");
    let manifest = fs::read_to_string(root.join("network/Cargo.toml")).expect("UTF-8");
    let dependencies = pages[0].dependencies().lines().filter(|line| line.starts_with("bevy_"));
    let missing: Vec<_> = dependencies.filter(|line| !manifest.contains(*line)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The server of the page is built with the module of the example's project, and answers a call of its bot.
fn server_of_an_existing_project() {
    #[derive(Debug, GodotRpc)]
    enum MainCall {
        #[rpc(any_peer)]
        Join {
            called: String,
        },
        #[rpc(unreliable_ordered)]
        Map {
            bytes: Vec<u8>,
        },
        Said {
            who: String,
            text: String,
        },
        #[rpc(any_peer)]
        Say {
            text: String,
        },
    }

    let guide = Guide::open("existing_project");
    let folder = Folder::new();
    folder.create_package("cargo new server");
    folder.write("server/Cargo.toml", guide.dependencies());
    let main = guide.page.find("a program", |block| block.text.contains("fn main()"));
    folder.write("server/src/main.rs", main);
    let game = "godot-var/examples/multiplayer-client-godot4";
    folder.run("", &format!("godot-var generate rust {game} -o server/src/project.rs"));
    let server = Program::built(guide.name, &folder, "server").serve(&[]);
    let url = format!("ws://127.0.0.1:{}", server.program.port);
    let (mut socket, _) = tungstenite::client(url, server.connect()).expect("a WebSocket");
    let id = socket.read().expect("the id").into_data();
    let id = i32::from_le_bytes(id[..].try_into().expect("four bytes"));
    let mut client = Session::client(id, Config::default().with_auth(TIMEOUT));
    let main = client.add_node("Main", Node::of::<MainCall>()).expect("a path of its own");
    // With authentication the server admits nobody immediately.
    assert!(client.connect(SERVER, Duration::ZERO).is_none());
    client.send_auth(SERVER, b"open sesame");
    assert!(client.complete_auth(SERVER).is_none());
    loop {
        let mut packets = Vec::new();
        client.drain(|packet| packets.push(packet.bytes.to_vec()));
        for packet in packets {
            socket.send(Message::binary(packet)).expect("sent");
        }
        let packet = socket.read().expect("a packet").into_data();
        match client.receive(Incoming::new(SERVER, &packet), Duration::ZERO) {
            Some(Event::Connected(SERVER)) => {
                let say = MainCall::Say { text: "hello".into() };
                client.call(Target::Peer(SERVER), main, &say).expect("sent");
            }
            Some(Event::Call(call)) => {
                let said = call.decode().expect("a call of the set");
                let MainCall::Said { who, text } = said else { panic!("{said:?}") };
                assert_eq!((who, &*text), (id.to_string(), "hello"));
                break;
            }
            _ => {}
        }
    }
}

/// The program prints every value of a file, and fails if the file ends within one.
fn save_files() {
    let program = Guide::open("bots").build("BufReader", Generation::Godot4);
    let path = program.scratch.path("save.dat");
    let saved = framed(&chat_value());
    fs::write(&path, [&saved[..], &saved].concat()).expect("written");
    let all = program.run(&path).expect("it ends well");
    assert_eq!(all.matches("hello").count(), 2, "{all}");
    assert_eq!(all.lines().count(), 2, "{all}");
    fs::write(&path, &saved[..saved.len() - 1]).expect("written");
    assert_eq!(program.run(&path), None);
}

fn chat_value() -> Vec<u8> {
    let said = [("channel", Variant::from("all")), ("text", "hello".into())];
    let said = Variant::Dictionary(Dictionary::from_iter(said));
    said.to_variant_bytes::<Godot4>().expect("encodes")
}

fn framed(value: &[u8]) -> Vec<u8> {
    let mut frame = Vec::new();
    put_frame(value, LengthOrder::LittleEndian, &mut frame).expect("a frame");
    frame
}

/// Values arrive in pieces and several at once. Only a client that sends invalid bytes is disconnected.
fn the_tcp_server_takes_pieces_and_no_nonsense() {
    let server = Guide::open("transports").build("read_frame", Generation::Godot4).serve(&[]);
    let mut client = server.connect();
    let value = framed(&chat_value());
    client.write_all(&value[..5]).expect("sent");
    for nonsense in [&[0xff; 4][..], &framed(&[1, 2, 3, 4])] {
        let mut vandal = server.connect();
        vandal.write_all(nonsense).expect("sent");
        // Until the server closes the connection.
        let _ = vandal.read_to_end(&mut Vec::new());
    }
    server.expect("closed: ");
    client.write_all(&[&value[5..], &value].concat()).expect("sent");
    for _ in 0..2 {
        let (order, mut buffer) = (LengthOrder::LittleEndian, Vec::new());
        let answer = read_frame(&mut client, order, Limits::DEFAULT, &mut buffer);
        assert_eq!(answer.expect("a frame"), Some(&chat_value()[..]));
    }
}

needs::tests! {
    in GODOT4: enet, tcp, websocket, multiplayer, multiplayer_players;
    in GODOT36 GODOT4: versions;
    in GODOT3 GODOT36: multiplayer_godot3;
    needs nothing: versions_are_compared, bots_play, bot_of_a_session, server_of_an_existing_project, glam, multiplayer_with_a_session, multiplayer_godot3_with_a_session, excerpts_are_of_the_game, save_files, the_tcp_server_takes_pieces_and_no_nonsense;
}
