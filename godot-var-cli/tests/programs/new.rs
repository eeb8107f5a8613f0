//! The projects that `godot-var new` makes: built without a warning, tested, and played by two clients in their engine, for which every
//! warning of GDScript is an error. `godot-var dev` in such a project.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use godot_var::dialect::Generation;
use godot_var::framing::{LengthOrder, put_frame};
use godot_var::{Array, FromVariantBytes, Godot3, Godot4, ToVariantBytes, Variant, Vector2};
use tungstenite::Message;

use crate::folder::Folder;
use crate::needs::{self, GODOT4, GODOT36, Godot};

/// Longer than any build on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// Every warning of GDScript as an error.
fn strict(generation: Generation) -> String {
    match generation {
        Generation::Godot4 => {
            let project = include_str!("../../../examples/arena-client-godot4/project.godot");
            let at = project.find("[debug]").expect("the warnings");
            project[at..].to_owned()
        }
        Generation::Godot3 => {
            let settings = "enable treat_warnings_as_errors unassigned_variable unassigned_variable_op_assign unused_variable \
                shadowed_variable unused_class_variable unused_argument unreachable_code standalone_expression void_assignment \
                narrowing_conversion function_may_yield variable_conflicts_function function_conflicts_variable \
                function_conflicts_constant incompatible_ternary unused_signal return_value_discarded property_used_as_function \
                variable_used_as_function constant_used_as_function integer_division unsafe_property_access unsafe_method_access \
                unsafe_cast unsafe_call_argument deprecated_keyword standalone_ternary export_hint_type_mistmatch";
            let line = |name: &str| format!("gdscript/warnings/{name}=true\n");
            let lines: String = settings.split_whitespace().map(line).collect();
            format!("[debug]\n\n{lines}")
        }
    }
}

/// A new project in an empty folder.
pub(crate) struct Project {
    pub(crate) folder: Folder,
    pub(crate) godot: &'static Godot,
}

impl Project {
    pub(crate) fn new(godot: &'static Godot, options: &str) -> Self {
        let folder = Folder::new();
        folder.run("", &format!("godot-var new arena --godot {} {options}", godot.option()));
        let lock = folder.path.join("arena/Cargo.lock");
        fs::copy(folder.path.join("godot-var/Cargo.lock"), lock).expect("a copy");
        Self { folder, godot }
    }

    /// Edits a file.
    pub(crate) fn edit(&self, name: &str, old: &str, new: &str) {
        let text = self.folder.read(&format!("arena/{name}"));
        assert!(text.contains(old), "{name}: {text}");
        fs::write(self.folder.path.join("arena").join(name), text.replacen(old, new, 1))
            .expect("written");
    }

    fn cargo(&self, command: &str) -> Command {
        let clippy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/clippy.sh");
        let mut cargo = self.folder.shell("arena", command);
        cargo
            .env("GODOT", self.godot.path())
            .env("HOME", std::env::var("HOME").expect("a home"))
            .env("RUSTC_WORKSPACE_WRAPPER", clippy)
            .env("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__-Wclippy::pedantic__CLIPPY_HACKERY__");
        cargo
    }

    /// Starts a client.
    fn client(&self, arguments: &str) -> Running {
        self.start_client("client", arguments)
    }

    /// Starts a client whose output goes to the file of this name.
    pub(crate) fn start_client(&self, name: &str, arguments: &str) -> Running {
        self.start_in("client", name, arguments)
    }

    /// Starts the client in a folder.
    fn start_in(&self, client: &str, name: &str, arguments: &str) -> Running {
        let headless = match self.godot.generation {
            Generation::Godot3 => "",
            Generation::Godot4 => "--headless",
        };
        let godot = self.godot.path().display();
        let play =
            format!("export HOME=$PWD; exec {godot} {headless} --path {client} -- {arguments}");
        Running::start(self.folder.shell("arena", &play), &self.folder, name)
    }

    fn play(&self) {
        self.edit(
            "client/project.godot",
            "\n[display]",
            &format!("\n{}\n[display]", strict(self.godot.generation)),
        );
        self.folder.run("arena", "godot-var generate --check");
        self.folder.run("arena", "godot-var check");
        self.folder.run("arena", "cargo fmt --check");
        let output = self.cargo("cargo test").output().expect("bash runs");
        let told = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        assert!(output.status.success(), "{}\n{}", told[0], told[1]);
        // A client was found and has played.
        assert!(told[0].contains("test two_clients_play ... ok"), "{}", told[0]);
        assert!(!told[1].contains("warning"), "{}", told[1]);
        names_the_address_without_a_server(self);
    }
}

fn udp(godot: &'static Godot) {
    let project = Project::new(godot, "--transport udp");
    project.play();
    proves_addresses(&project);
    ignores_the_play_without_an_engine(&project);
    does_not_send_what_is_wrong(&project);
}

/// An address that proves nothing gets fewer bytes than it sends, and no place. A wrong datagram with a player's address ends nobody.
fn proves_addresses(project: &Project) {
    let (server, address) = serve(project);
    let socket = || {
        let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
        socket.connect(&address).expect("an address");
        socket.set_read_timeout(Some(Duration::from_millis(200))).expect("a socket");
        socket
    };
    // Until nothing comes, or many have come.
    let received = |socket: &UdpSocket| {
        let (mut buffer, mut all) = ([0; 1500], Vec::new());
        while all.len() < 50
            && let Ok(len) = socket.recv(&mut buffer)
        {
            all.push(buffer[..len].to_vec());
        }
        all
    };
    let layout = fingerprint(project);
    let hello = |name: &str, token: i64| {
        let hello = [1.into(), layout.as_str().into(), name.into(), token.into()];
        encode(project, &Variant::Array(Array::new(hello.to_vec())))
    };
    let (stranger, victim) = (socket(), socket());
    let mut sent = 0;
    for name in ["Eve", ""] {
        let bytes = hello(name, 0);
        for _ in 0..20 {
            sent += stranger.send(&bytes).expect("sent");
        }
    }
    let challenges = received(&stranger);
    let bytes: usize = challenges.iter().map(Vec::len).sum();
    assert!(
        !challenges.is_empty() && challenges.len() <= 40 && bytes <= sent,
        "{bytes} for {sent}"
    );
    let challenge = match project.godot.generation {
        Generation::Godot3 => Variant::from_variant_bytes::<Godot3>(&challenges[0]),
        Generation::Godot4 => Variant::from_variant_bytes::<Godot4>(&challenges[0]),
    };
    let Ok(Variant::Array(challenge)) = challenge else { panic!("{challenge:?}") };
    let [Variant::Int(0), Variant::Int(token)] = challenge.elements[..] else {
        panic!("{challenge:?}")
    };

    // The token of another address, and of nobody.
    for token in [token, token ^ 1] {
        victim.send(&hello("Mallory", token)).expect("sent");
        let answers = received(&victim);
        assert!(answers.len() == 1 && answers[0].len() == challenges[0].len(), "{answers:?}");
    }
    stranger.send(&hello("Ann", token)).expect("sent");
    server.wait_for("\"Ann\" joined\n");
    for bytes in [&[0xFF; 8][..], &hello("Ann", token ^ 1)] {
        stranger.send(bytes).expect("sent");
    }
    let answers = received(&stranger);
    assert_eq!(answers.len(), 50, "the world goes on: {answers:?}");
    let told = server.told();
    assert!(!told.contains("Mallory") && !told.contains("Eve"), "{told}");
}

/// A message that the server would refuse is reported once, and the client stops. It would be wrong 20 times a second.
fn does_not_send_what_is_wrong(project: &Project) {
    let greeting = "Protocol.ToServer.create_hello(Protocol.LAYOUT, player_name";
    let wrong = format!("{greeting} + \"and a name that is longer\"");
    project.edit("client/main.gd", greeting, &wrong);
    let (server, address) = serve(project);
    let client = project.client(&format!("--server {address} --name Ann"));
    client.wait_for("not sent: ");
    thread::sleep(Duration::from_secs(2));
    let told = client.told();
    assert!(told.matches("longer than 24 bytes").count() <= 3, "{told}");
    assert!(!server.told().contains("disconnected"), "{}", server.told());
}

/// A play that did not take place is not "ok".
fn ignores_the_play_without_an_engine(project: &Project) {
    let mut test = project.cargo("cargo test --test play");
    let output = test.env("GODOT", "no-such-engine").output().expect("bash runs");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("test two_clients_play ... ignored (no no-such-engine; "), "{told}");
}

/// A client without a server names the address.
fn names_the_address_without_a_server(project: &Project) {
    let address = format!("127.0.0.1:{}", project.folder.port);
    let client = project.client(&format!("--server {address} --name Ann"));
    let told = client.wait_for(&format!("no server answers at {address}\n"));
    assert!(!told.contains("No multiplayer peer is assigned"), "{told}");
}

fn tcp(godot: &'static Godot) {
    let project = Project::new(godot, "--transport tcp");
    project.play();
    forgets_what_follows_a_bad_message(&project, |address, messages| {
        let mut stream = TcpStream::connect(address).expect("a connection");
        let mut frames = Vec::new();
        for message in messages {
            put_frame(message, LengthOrder::LittleEndian, &mut frames).expect("a short message");
        }
        stream.write_all(&frames).expect("sent");
    });
    disconnects_who_does_not_join(&project);
}

/// Whether it is silent or walks.
fn disconnects_who_does_not_join(project: &Project) {
    let (_server, address) = serve(project);
    let walk = vec![2.into(), Vector2::ZERO.into()];
    let walk = encode(project, &Variant::Array(Array::new(walk)));
    let mut frame = Vec::new();
    put_frame(&walk, LengthOrder::LittleEndian, &mut frame).expect("a short message");
    for is_silent in [true, false] {
        let begun = Instant::now();
        let mut stream = TcpStream::connect(&address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_millis(50))).expect("a socket");
        let is_open = |stream: &mut TcpStream| {
            let read = stream.read(&mut [0]);
            read.is_err_and(|error| {
                matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
            })
        };
        while is_open(&mut stream) {
            // Less than the time of a player who is silent.
            assert!(begun.elapsed() < Duration::from_secs(9), "silent: {is_silent}");
            if !is_silent && stream.write_all(&frame).is_err() {
                break;
            }
        }
        assert!(begun.elapsed() > Duration::from_secs(4), "silent: {is_silent}");
    }
}

fn websocket(godot: &'static Godot) {
    let project = Project::new(godot, "");
    project.play();
    tells_what_to_send_instead_of_a_text(&project);
    names_a_port_in_use(&project);
    forgets_what_follows_a_bad_message(&project, |address, messages| {
        let stream = TcpStream::connect(address).expect("a connection");
        let (mut socket, _) =
            tungstenite::client(format!("ws://{address}"), stream).expect("a WebSocket");
        for message in messages {
            socket.write(Message::binary(message.clone())).expect("room");
        }
        socket.flush().expect("sent");
    });
    cuts_a_long_name_and_knows_the_port(&project);
    waits_before_it_connects_again(&project);
    plays_with_kept_versions(&project);
}

fn enet(godot: &'static Godot) {
    Project::new(godot, "--transport enet").play();
}

fn multiplayer_websocket(godot: &'static Godot) {
    let project = Project::new(godot, "--multiplayer");
    project.play();
    plays_with_kept_versions(&project);
}

fn multiplayer_enet(godot: &'static Godot) {
    Project::new(godot, "--multiplayer --transport enet").play();
}

fn snapshots(godot: &'static Godot) {
    let project = Project::new(godot, "--snapshots");
    project.play();
    plays_with_kept_versions(&project);
}

/// Starts the server of a project. Returns its address, too.
pub(crate) fn serve(project: &Project) -> (Running, String) {
    let command = project.folder.shell("arena", "exec cargo run --quiet -- 127.0.0.1:0");
    let server = Running::start(command, &project.folder, "server");
    let first = server.wait_for("listening on ");
    let address =
        first.lines().find_map(|line| line.strip_prefix("listening on ")).expect("an address");
    let address = address.to_owned();
    (server, address)
}

/// A client that sends a text is told why it is disconnected, and so is the server's console.
fn tells_what_to_send_instead_of_a_text(project: &Project) {
    let (server, address) = serve(project);
    let stream = TcpStream::connect(&address).expect("a connection");
    let (mut socket, _) =
        tungstenite::client(format!("ws://{address}"), stream).expect("a WebSocket");
    socket.send(Message::text("[3, \"hi\"]")).expect("sent");
    let told = server.wait_for(" instead of `send_text` or JSON");
    let frame = loop {
        if let Message::Close(frame) = socket.read().expect("a message") {
            break frame.expect("a reason");
        }
    };
    let reason = frame.reason.as_str();
    assert!((100..=123).contains(&reason.len()) && told.contains(reason), "{reason:?} {told}");
}

/// The fingerprint of the messages of a project.
pub(crate) fn fingerprint(project: &Project) -> String {
    let script = project.folder.read("arena/client/net/protocol.gd");
    let line = script.lines().find(|line| line.starts_with("const LAYOUT"));
    line.and_then(|line| line.split('"').nth(1)).expect("the fingerprint").to_owned()
}

fn encode(project: &Project, message: &Variant) -> Vec<u8> {
    match project.godot.generation {
        Generation::Godot3 => message.to_variant_bytes::<Godot3>(),
        Generation::Godot4 => message.to_variant_bytes::<Godot4>(),
    }
    .expect("a message")
}

/// A client is disconnected for a bad message, and does not join by the `Hello` that comes with it.
fn forgets_what_follows_a_bad_message(project: &Project, send: impl Fn(&str, &[Vec<u8>])) {
    let (server, address) = serve(project);
    let layout = fingerprint(project);
    let hello = |name: &str| {
        let hello = vec![1.into(), layout.as_str().into(), name.into()];
        encode(project, &Variant::Array(Array::new(hello)))
    };
    send(&address, &[vec![0xFF; 8], hello("Ghost")]);
    server.wait_for(" is disconnected: ");
    send(&address, &[hello("Ann")]);
    let told = server.wait_for("\"Ann\" joined\n");
    assert!(!told.contains("Ghost\" joined"), "{told}");
}

/// A name has at most 24 bytes, and an address without a port the usual one. Nothing else listens at this address.
fn cuts_a_long_name_and_knows_the_port(project: &Project) {
    const ADDRESS: &str = "127.7.7.7";
    let command = format!("exec cargo run --quiet -- {ADDRESS}:7777");
    let server = Running::start(project.folder.shell("arena", &command), &project.folder, "usual");
    server.wait_for("listening on ");
    let name = "Ä".repeat(20);
    let _client = project.client(&format!("--server {ADDRESS} --name {name}"));
    let told = server.wait_for(" joined\n");
    assert!(told.contains(&format!("\n\"{}\" joined\n", "Ä".repeat(12))), "{told}");
}

/// A client without a server tries again, but not at once.
fn waits_before_it_connects_again(project: &Project) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("it can");
    let address = listener.local_addr().expect("its address");
    let _client = project.client(&format!("--server {address} --name Ann"));
    let mut last: Option<Instant> = None;
    let begun = Instant::now();
    for _ in 0..3 {
        while listener.accept().is_err() {
            assert!(begun.elapsed() < PATIENCE, "no client");
            thread::sleep(Duration::from_millis(10));
        }
        let waited = last.replace(Instant::now()).map(|last| last.elapsed());
        assert!(waited.is_none_or(|waited| waited > Duration::from_millis(900)), "{waited:?}");
    }
}

/// A second server at an address tells so.
fn names_a_port_in_use(project: &Project) {
    let (_server, address) = serve(project);
    let second = project.folder.shell("arena", &format!("exec cargo run --quiet -- {address}"));
    let second = Running::start(second, &project.folder, "second");
    second.wait_for(&format!("{address} is in use: does another server run?\n"));
}

/// A changed server refuses a client of the version before, unless the lock of this version was kept. Then both versions play together.
fn plays_with_kept_versions(project: &Project) {
    let folder = &project.folder;
    folder.run("arena", "cp -r client released");
    let keep = "godot-var generate lock src/protocol.rs -o locks/1.0.lock";
    assert!(folder.run("arena", "godot-var check").contains(keep));
    assert!(folder.read("arena/README.md").contains(keep));
    folder.run("arena", &format!("{keep}; mv locks later"));
    change_messages(project);

    // The server cannot have lists of other messages.
    let output = project.cargo("cargo build").output().expect("bash runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && told.contains("since `godot-var generate` wrote"),
        "{told}"
    );

    folder.run("arena", "godot-var generate");
    let (server, address) = serve(project);
    let client = project.start_in("released", "old", &format!("--server {address} --name Ann"));
    let told = client.wait_for(": update the game\n");
    assert!(told.contains("server ") && told.contains("…, client "), "{told}");
    server.wait_for("\"Ann\" was refused: \"server ");
    server.wait_for("while developing, wait for the build, and start the client again\n");
    drop((client, server));

    folder.run("arena", "mv later locks; godot-var generate");
    let told = folder.run("arena", "godot-var check");
    assert!(told.contains("clients of these versions can play: locks/1.0.lock\n"), "{told}");
    let (server, address) = serve(project);
    let play = |client: &str, name: &str, friend: &str| {
        let arguments = format!("--server {address} --bot --name {name} --friend {friend}");
        project.start_in(client, name, &arguments)
    };
    let (old, new) = (play("released", "Ann", "Bob"), play("client", "Bob", "Ann"));
    let (old, new) = (old.end(), new.end());
    assert!(old.contains("Bob walks") && new.contains("Ann walks"), "{old}\n{new}");
    if folder.read("arena/client/bot.gd").contains("hello, %s") {
        assert!(old.contains("Bob: hello, Ann") && new.contains("Ann: hello, Bob"), "{old}\n{new}");
    }
    assert!(new.contains("Ann left") && !new.contains("ERROR"), "{new}");
    assert!(!server.told().contains("refused"), "{}", server.told());
}

/// Changes messages so that no older client breaks: of RPCs also their numbers.
fn change_messages(project: &Project) {
    let schema = project.folder.read("arena/src/protocol.rs");
    let derive = if schema.contains("GodotVar") { "GodotVar" } else { "GodotFlat" };
    let motto =
        format!("#[derive(Debug, {derive})]\npub struct Motto {{\n    pub text: String,\n}}\n\n");
    let answer = if schema.contains("/// What the server sends.") {
        "/// What the server sends."
    } else {
        "/// The answer."
    };
    project.edit("src/protocol.rs", answer, &format!("{motto}{answer}"));
    if schema.contains("pub enum ToServer") {
        let wave = "    #[godot_var(id = 9)]\n    Wave { times: u8 },\n    /// A line of chat.\n";
        project.edit("src/protocol.rs", "    /// A line of chat.\n", wave);
        let arm = "            (ToServer::Wave { .. }, Some(_)) => Vec::new(),\n";
        let others = "            // Only players may do that.\n";
        project.edit("src/game.rs", others, &format!("{arm}{others}"));
    }
    if schema.contains("pub enum Chat") {
        project.edit("src/protocol.rs", "    Joined {\n", "    Alert,\n    Joined {\n");
        project.edit(
            "src/game.rs",
            "Chat::Enter\n",
            "Chat::Enter\n                        | Chat::Alert\n",
        );
    }
}

/// A program whose output goes to a file. It is interrupted when it is dropped.
pub(crate) struct Running {
    child: Child,
    out: PathBuf,
}

impl Running {
    pub(crate) fn start(mut command: Command, folder: &Folder, name: &str) -> Self {
        let out = folder.path.join(format!("{name}.out"));
        let file = File::create(&out).expect("a file");
        command.stderr(file.try_clone().expect("the same file")).stdout(file);
        Self { child: command.stdin(Stdio::null()).spawn().expect("bash runs"), out }
    }

    pub(crate) fn told(&self) -> String {
        let mut told = Vec::new();
        File::open(&self.out).and_then(|mut file| file.read_to_end(&mut told)).expect("its output");
        String::from_utf8_lossy(&told).into_owned()
    }

    /// Waits until it has printed this, and returns the whole output.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |told| told.contains(text))
    }

    fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let told = self.told();
            if is_so(&told) {
                return told;
            }
            assert!(Instant::now() < deadline, "no {what:?}: {told}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until it has ended, and returns its output.
    pub(crate) fn end(mut self) -> String {
        let deadline = Instant::now() + PATIENCE;
        while let Ok(None) = self.child.try_wait() {
            assert!(Instant::now() < deadline, "it does not end: {}", self.told());
            thread::sleep(Duration::from_millis(20));
        }
        self.told()
    }

    fn interrupt(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    }
}

/// `dev` ends its server if it is interrupted, and cannot if it is killed.
impl Drop for Running {
    fn drop(&mut self) {
        let begun = Instant::now();
        while let Ok(None) = self.child.try_wait() {
            if begun.elapsed() > Duration::from_secs(10) {
                drop(self.child.kill());
                drop(self.child.wait());
                return;
            }
            drop(Command::new("kill").args(["-INT", &self.child.id().to_string()]).status());
            thread::sleep(Duration::from_millis(50));
        }
    }
}

/// The number of servers of a project. Others on this machine may have a server, too.
fn servers(project: &Project) -> usize {
    let folder = fs::canonicalize(project.folder.path.join("arena")).expect("the folder");
    let list = Command::new("ps").args(["-A", "-o", "pid=,args="]).output().expect("ps runs");
    String::from_utf8_lossy(&list.stdout)
        .lines()
        .filter_map(|line| line.trim_start().split_once(' '))
        .filter(|(_, program)| program.contains("debug/arena 127.0.0.1"))
        .filter(|(id, _)| fs::read_link(format!("/proc/{id}/cwd")).is_ok_and(|it| it == folder))
        .count()
}

/// Generates, builds and serves again after a change, shows messages, and leaves nothing behind.
fn dev(godot: &'static Godot) {
    let project = Project::new(godot, "");
    let port = project.folder.port.to_string();
    project.edit("godot-var.toml", "7777", &port);
    let mut dev =
        Running::start(project.folder.shell("arena", "exec godot-var dev"), &project.folder, "dev");
    dev.wait_for("listening on ");
    let client = project.client(&format!("--server 127.0.0.1:{port} --name Ann --bot"));
    let told = dev.wait_for("Joined  name: \"Ann\"");
    let hello = told.lines().find(|line| line.contains("  Hello  layout: \"")).expect("a greeting");
    assert!(hello.contains(" → :") && hello.ends_with("name: \"Ann\""), "{hello}");
    assert!(
        told.lines().any(|line| line.contains(" ← :") && line.contains("  Welcome  ")),
        "{told}"
    );
    // What comes many times a second is hidden.
    assert!(!told.contains("  Walk  ") && !told.contains("  World  "), "{told}");

    // A mistake leaves the old server, and a change of the messages replaces it.
    project.edit("src/protocol.rs", "pub id: u32,", "pub id: u32,\n    pub health: i32,");
    dev.wait_for("not built; waiting for a change");
    // The client plays on, and its messages are still those of the old server.
    thread::sleep(Duration::from_secs(1));
    let told = dev.told();
    assert!(!told.contains("no message of the schema"), "{told}");
    drop(client);
    project.edit(
        "src/game.rs",
        "                id,\n",
        "                id,\n                health: 100,\n",
    );
    let told = dev.wait_until("a second server", |told| told.matches("listening on ").count() == 2);
    let generated =
        "src/protocol.rs has changed\nwrote src/accepted.rs (1 list)\nwrote client/net/protocol.gd";
    assert!(told.contains(generated) && told.contains("\nbuilding…\n"), "{told}");
    assert!(!told.contains("src/accepted.rs has changed"), "{told}");
    assert!(told.contains("src/game.rs has changed\n"), "{told}");

    assert_eq!(servers(&project), 1);
    dev.interrupt();
    let status = dev.child.wait().expect("it ends");
    assert!(status.success(), "{status}");
    assert_eq!(servers(&project), 0);
}

/// `dev` shows the packets of the multiplayer, but not the number that a client gets before them.
fn dev_with_multiplayer(godot: &'static Godot) {
    let project = Project::new(godot, "--multiplayer");
    let port = project.folder.port.to_string();
    project.edit("godot-var.toml", "7777", &port);
    let dev =
        Running::start(project.folder.shell("arena", "exec godot-var dev"), &project.folder, "dev");
    dev.wait_for("listening on ");
    let _client = project.client(&format!("--server 127.0.0.1:{port} --name Ann --bot"));
    dev.wait_for("\"Ann\" joined\n");
    let told = dev.wait_for("  joined  called: \"Ann\"");
    let to_client = told.lines().find(|line| line.contains(" ← :"));
    assert!(to_client.is_some_and(|line| !line.contains("ends")), "{told}");
    assert!(!told.contains("the buffer ends"), "{told}");
    assert_eq!(servers(&project), 1);
    drop(dev);
    assert_eq!(servers(&project), 0);
}

/// The messages of a game with snapshots are flat, so `dev` has no names for them.
fn dev_with_snapshots(godot: &'static Godot) {
    let project = Project::new(godot, "--snapshots");
    let port = project.folder.port.to_string();
    project.edit("godot-var.toml", "7777", &port);
    let dev =
        Running::start(project.folder.shell("arena", "exec godot-var dev"), &project.folder, "dev");
    dev.wait_for("listening on ");
    let _client = project.client(&format!("--server 127.0.0.1:{port} --name Ann --bot"));
    let told = dev.wait_for("\"Ann\" joined\n");
    assert!(!told.contains("warning") && !told.contains("error"), "{told}");
}

/// `dev` prints the rates of the figures that a server has, and asks no other machine.
fn dev_with_figures() {
    let folder = Folder::new();
    folder.create_package("cargo new arena");
    folder.write("arena/src/main.rs", "fn main() {\n    std::thread::park();\n}\n");
    let schema = "#[derive(godot_var::GodotVar)]\npub struct Ping {}\n";
    folder.write("arena/schemas/ping.rs", schema);
    folder.write("arena/godot-var.toml", "schemas = [\"schemas/ping.rs\"]\n");
    let other = "godot-var dev --metrics http://192.0.2.1:9100/metrics";
    let output = folder.shell("arena", other).output().expect("bash runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("only this one is asked"), "{told}");

    // Each answer has 10 more packets, 1,000 more bytes and 5 more refusals than the one before.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for (count, stream) in listener.incoming().enumerate() {
            let mut stream = stream.expect("a client");
            let read = stream.read(&mut [0; 1024]).expect("a request");
            let (ways, refused) = (["in", "out"], "godot_var_refusals_total{reason");
            assert!(read > 0);
            let sums = ways.map(|way| {
                let labels = format!("{{transport=\"enet\",direction=\"{way}\"}}");
                let (packets, bytes) = (count * 10, count * 1000);
                format!("godot_var_packets_total{labels} {packets}\ngodot_var_bytes_total{labels} {bytes}\n")
            });
            let text = format!(
                "HTTP/1.0 200 OK\r\n\r\n# TYPE godot_var_peers gauge\ngodot_var_peers 3\n{}{refused}=\"Packet\"}} {count}\n\
                 {refused}=\"Text\"}} {}\n",
                sums.concat(),
                count * 4
            );
            stream.write_all(text.as_bytes()).expect("sent");
        }
    });
    let command = format!("exec godot-var dev --metrics http://localhost:{port}/metrics");
    let dev = Running::start(folder.shell("arena", &command), &folder, "dev");
    let told = dev.wait_for(
        "figures: 3 peers, 2 packets/s in, 2 out, 0.2 kB/s in, 0.2 out, 1.0 refusals/s\n",
    );
    // Equal lines come once.
    assert_eq!(told.matches("figures: ").count(), 1, "{told}");
}

needs::tests! {
    needs nothing: dev_with_figures;
    in GODOT36 GODOT4: udp, tcp, websocket, enet, multiplayer_websocket, multiplayer_enet, snapshots;
    in GODOT4: dev, dev_with_multiplayer, dev_with_snapshots;
}
