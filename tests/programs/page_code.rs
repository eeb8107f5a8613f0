//! The code on generated pages, word by word, in the engines: it writes the bytes of the page's examples, reads them, and is a whole client.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write as _};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::time::{Duration, Instant};

use godot_var::dialect::Generation;
use godot_var::{FromVariantBytes, Godot3, Godot4};
use godot_var_codegen::docs::{self, Page, Section, Usage};
use godot_var_codegen::flat::{self, Schema};
use godot_var_codegen::gdscript;
use godot_var_codegen::protocol::{self, Protocol};

use crate::gdscript::language;
use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::{self, Scratch};
use crate::schemas::arena::ClientMessage;

const ARENA: &str = include_str!("../../schemas/arena.rs");
const EVERY_FORM: &str = include_str!("../../schemas/every_form.rs");
const MULTIPLAYER: &str = include_str!("../../schemas/multiplayer.rs");
const EVERY_FLAT: &str = include_str!("../../schemas/every_flat.rs");

/// The ways on a page.
const CLASSES: &str = "GDScript";

/// A message with a field that Rust reads, but does not write: scripts write it, the example lacks it.
const ONE_WAY: &str = "OneWay";

fn parse(name: &str, text: &str) -> Protocol {
    protocol::parse_text(&format!("{name}.rs"), text).expect("a schema")
}

/// A folder of an engine with the generated classes.
fn project(godot: &Godot, test: &str, name: &str, protocol: &Protocol, flat: &Schema) -> Scratch {
    let scratch = Scratch::in_engine(godot, test);
    let version = if godot.generation == Generation::Godot3 { 4 } else { 5 };
    fs::write(scratch.path("project.godot"), format!("config_version={version}\n"))
        .expect("a project");
    let options = gdscript::Options::new(language(godot));
    let classes = gdscript::generate_all(protocol, flat, &options).expect("a script");
    fs::write(scratch.path(&format!("{name}.gd")), classes).expect("classes");
    scratch
}

fn run(godot: &Godot, scratch: &Scratch) -> String {
    let log = |name: &str| fs::File::create(scratch.path(name)).expect("a file");
    let mut engine = engine::command(godot, scratch)
        .arg("--path")
        .arg(scratch.path(""))
        .args(["-s", "main.gd"])
        .stdout(log("told"))
        .stderr(log("errors"))
        .spawn()
        .expect("the engine starts");
    let begun = Instant::now();
    let status = loop {
        match engine.try_wait().expect("its state") {
            // A script with an error does not end.
            None if begun.elapsed() > engine::TIMEOUT => {
                engine.kill().expect("an engine that runs");
                break engine.wait().expect("its end");
            }
            None => std::thread::sleep(Duration::from_millis(10)),
            Some(status) => break status,
        }
    };
    let [told, errors] =
        ["told", "errors"].map(|name| fs::read_to_string(scratch.path(name)).expect("UTF-8"));
    let is_good = status.success()
        && !["SCRIPT ERROR", "Parse Error", "ERROR: "].iter().any(|word| errors.contains(word));
    let first: Vec<&str> = errors.lines().take(20).collect();
    assert!(is_good, "{told}{}", first.join("\n"));
    told
}

/// A function of a script that contains code of a page.
fn function(head: &str, code: &str) -> String {
    let body = code.lines().fold(String::new(), |mut body, line| {
        let _ = writeln!(body, "\t{line}");
        body
    });
    format!("func {head}:\n{body}\n\n")
}

/// All code of the sections of a page as a script, and what it has to write and print.
struct Snippets<'a> {
    godot: &'static Godot,
    /// The functions of the script.
    functions: String,
    /// The statements that call them.
    calls: String,
    /// A line of output for each call, or only how it begins.
    expected: Vec<(String, String)>,
    page: &'a Page,
}

impl Snippets<'_> {
    fn bytes(&self, bytes: &[u8]) -> String {
        let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
        let name = match self.godot.generation {
            Generation::Godot3 => "PoolByteArray",
            Generation::Godot4 => "PackedByteArray",
        };
        format!("{name}([{}])", numbers.join(", "))
    }

    /// Code that sends or makes a message writes the bytes of the example.
    fn writes(&mut self, section: &Section, way: &str, code: &str, is_part: bool, bytes: &[u8]) {
        let name = format!("f{}()", self.expected.len());
        let send = if is_part { "\npeer.put_packet(message.to_bytes())" } else { "" };
        let code = format!("{code}{send}");
        self.functions.push_str(&function(&name, &code));
        let _ = writeln!(self.calls, "\tpeer.packet = []\n\t{name}\n\tprint(Array(peer.packet))");
        let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
        let expected = match (section.title.as_str(), way) {
            (ONE_WAY, CLASSES) => String::new(),
            _ => format!("[{}]", numbers.join(", ")),
        };
        self.expected.push((format!("{}, {way}: {code}", section.title), expected));
    }

    /// Code that receives a message prints one line.
    fn reads(&mut self, section: &Section, way: &str, code: &str, bytes: &[u8]) {
        let name = format!("f{}", self.expected.len());
        let packet = self.bytes(bytes);
        let own = match code.strip_prefix("func receive(") {
            Some(rest) => format!("func {name}({rest}\n\n\n"),
            None => function(&format!("{name}(packet)"), code),
        };
        self.functions.push_str(&own);
        let _ = writeln!(self.calls, "\t{name}({packet})");
        self.expected.push((format!("{}, {way}: {code}", section.title), String::new()));
    }

    fn collect(&mut self) {
        let page = self.page;
        let mut dispatch: Option<&Usage> = None;
        for section in &page.sections {
            let Some(Ok(example)) = &section.example else {
                dispatch = section.usages.first();
                continue;
            };
            for usage in &section.usages {
                for code in usage.codes.iter().filter(|code| code.language == "gdscript") {
                    let is_part = usage.task == "Make";
                    match usage.task.as_str() {
                        "Receive" => self.reads(section, code.way, &code.text, &example.bytes),
                        _ => self.writes(section, code.way, &code.text, is_part, &example.bytes),
                    }
                }
            }
            if let Some(usage) = dispatch.filter(|_| section.is_member) {
                for code in &usage.codes {
                    self.reads(section, code.way, &code.text, &example.bytes);
                }
            }
        }
    }

    /// Returns the lines that the code printed.
    fn run(self, test: &str, preload: &str, scratch: &Scratch) -> Vec<String> {
        let four = self.godot.generation == Generation::Godot4;
        let annotation = if four { ": Variant" } else { "" };
        let script = format!(
            "extends SceneTree\n\n{preload}\n\nclass Peer:\n\tvar packet{annotation} = []\n\n\tfunc put_packet(bytes):\n\t\tpacket = bytes\n\n\
             var peer = Peer.new()\n\n{}func _init():\n\tprint(\"begin\")\n{}\tprint(\"end\")\n\tquit()\n",
            self.functions, self.calls
        );
        fs::write(scratch.path("main.gd"), script).expect("a script");
        let told = run(self.godot, scratch);
        let lines = told.lines().skip_while(|line| *line != "begin").skip(1);
        let lines: Vec<String> =
            lines.take_while(|line| *line != "end").map(str::to_owned).collect();
        assert_eq!(lines.len(), self.expected.len(), "{test}: {told}");
        let mut wrong = Vec::new();
        for (line, (what, expected)) in lines.iter().zip(&self.expected) {
            if line.is_empty() || !expected.is_empty() && line != expected {
                wrong.push(format!("{what}\n  {line}\n  {expected}"));
            }
        }
        assert!(wrong.is_empty(), "{test}: {}", wrong.join("\n"));
        lines
    }
}

fn snippets<'a>(godot: &'static Godot, page: &'a Page) -> Snippets<'a> {
    let (functions, calls, expected) = (String::new(), String::new(), Vec::new());
    Snippets { godot, functions, calls, expected, page }
}

/// The ways that a page has for the tasks of its sections.
fn ways(page: &Page, way: &str) -> usize {
    let usages = page.sections.iter().flat_map(|section| &section.usages);
    usages.flat_map(|usage| &usage.codes).filter(|code| code.way == way).count()
}

fn the_code_for_the_arena_runs(godot: &'static Godot) {
    let protocol = parse("arena", ARENA);
    let page = docs::variant(&protocol, "arena", godot.generation);
    assert_eq!(ways(&page, CLASSES), 30);
    let scratch = project(godot, "page-arena", "arena", &protocol, &Schema::default());
    let mut code = snippets(godot, &page);
    code.collect();
    let lines = code.run("arena", "const Arena = preload(\"res://arena.gd\")", &scratch);
    let has = |line: &str| assert!(lines.iter().any(|found| found == line), "{line}: {lines:#?}");
    has("Welcome(you=7, tick=1200)");
    has("Leave");
}

fn the_code_for_every_form_runs(godot: &'static Godot) {
    let protocol = parse("every_form", EVERY_FORM);
    let page = docs::variant(&protocol, "every_form", godot.generation);
    let scratch = project(godot, "page-forms", "every_form", &protocol, &Schema::default());
    let mut code = snippets(godot, &page);
    code.collect();
    assert!(code.expected.len() > 75, "{}", code.expected.len());
    code.run("every_form", "const EveryForm = preload(\"res://every_form.gd\")", &scratch);
}

fn the_code_for_flat_messages_runs(godot: &'static Godot) {
    let schema = flat::parse_text("every_flat.rs", EVERY_FLAT).expect("a schema");
    let page = docs::flat(&schema, &Protocol::default(), "every_flat");
    let scratch = project(godot, "page-flat", "every_flat", &Protocol::default(), &schema);
    let mut code = snippets(godot, &page);
    code.collect();
    assert!(code.expected.len() > 30, "{}", code.expected.len());
    code.run("every_flat", "const EveryFlat = preload(\"res://every_flat.gd\")", &scratch);
}

/// Each script of an RPC compiles, extends the class of its set or declares the method as that class does, and calls it.
fn the_code_for_rpcs_compiles(godot: &'static Godot) {
    let protocol = parse("multiplayer", MULTIPLAYER);
    let page = docs::variant(&protocol, "multiplayer", godot.generation);
    assert!(page.guide.is_empty(), "calls have packets of their own");
    let scratch = project(godot, "page-rpcs", "multiplayer", &protocol, &Schema::default());
    let (mut seen, mut calls) = (0, 0);
    let mut main = "extends SceneTree\n\nfunc _init():\n".to_owned();
    for section in &page.sections {
        let code = |task: &str| section.usages.iter().find(|usage| usage.task == task);
        let is_method =
            section.title.starts_with("Chat.") || section.title.starts_with("Everything.");
        let Some(receive) = code("Receive").filter(|_| is_method) else { continue };
        let call =
            code("Call the server").map(|usage| function("test_call()", &usage.codes[0].text));
        calls += usize::from(call.is_some());
        assert_eq!(receive.codes.len(), 2, "{}", section.title);
        for code in &receive.codes {
            let script = format!("{}\n\n\n{}", code.text, call.as_deref().unwrap_or_default());
            fs::write(scratch.path(&format!("r{seen}.gd")), script).expect("a script");
            let (_, name) = section.title.split_once('.').expect("a method");
            let _ =
                writeln!(main, "\tprint(load(\"res://r{seen}.gd\").get_rpc_config()[&\"{name}\"])");
            seen += 1;
        }
    }
    main.push_str("\tquit()\n");
    fs::write(scratch.path("main.gd"), main).expect("a script");
    let told = run(godot, &scratch);
    let lines: Vec<&str> = told.lines().filter(|line| line.starts_with('{')).collect();
    assert_eq!(lines.len(), seen, "{told}");
    assert!(seen > 15 && calls > 3, "{seen} {calls}");
    for both in lines.chunks(2) {
        assert_eq!(both[0], both[1]);
    }
}

/// The examples of the members of an enum, with the code for a task.
fn members<'p>(page: &'p Page, owner: &str, task: &str) -> Vec<(&'p [u8], Vec<&'p str>)> {
    let prefix = format!("{owner}.");
    let of_owner = page.sections.iter().filter(|section| section.title.starts_with(&prefix));
    let members = of_owner.map(|section| {
        let Some(Ok(example)) = &section.example else { panic!("{}", section.title) };
        assert_eq!(section.usages.len(), 1, "{}", section.title);
        let codes = section.usages.iter().filter(|usage| usage.task == task);
        let codes = codes.flat_map(|usage| &usage.codes);
        let codes = codes.filter(|code| code.language == "gdscript").map(|code| code.text.as_str());
        (&*example.bytes, codes.collect())
    });
    members.collect()
}

/// A socket of a server, after its first client has connected.
enum Server {
    Udp(UdpSocket),
    Tcp(TcpListener, Option<TcpStream>),
    WebSocket(TcpListener, Option<Box<tungstenite::WebSocket<TcpStream>>>),
}

impl Server {
    fn new(way: &str) -> (Self, u16) {
        if way == "UDP" {
            let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
            socket.set_read_timeout(Some(engine::TIMEOUT)).expect("a timeout");
            let port = socket.local_addr().expect("an address").port();
            return (Self::Udp(socket), port);
        }
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        if way == "TCP" {
            (Self::Tcp(listener, None), port)
        } else {
            (Self::WebSocket(listener, None), port)
        }
    }

    fn accept(listener: &TcpListener) -> TcpStream {
        listener.set_nonblocking(true).expect("a socket");
        let begun = Instant::now();
        while begun.elapsed() < engine::TIMEOUT {
            if let Ok((stream, _)) = listener.accept() {
                stream.set_nonblocking(false).expect("a socket");
                stream.set_read_timeout(Some(engine::TIMEOUT)).expect("a timeout");
                return stream;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("no client in time")
    }

    fn receive(&mut self) -> Vec<u8> {
        match self {
            Self::Udp(socket) => {
                let mut packet = [0; 1500];
                let (len, client) = socket.recv_from(&mut packet).expect("a packet");
                socket.connect(client).expect("a client");
                packet[..len].to_vec()
            }
            Self::Tcp(listener, stream) => {
                let stream = stream.get_or_insert_with(|| Self::accept(listener));
                let mut len = [0; 4];
                stream.read_exact(&mut len).expect("a length");
                let mut packet = vec![0; u32::from_le_bytes(len) as usize];
                stream.read_exact(&mut packet).expect("a packet");
                packet
            }
            Self::WebSocket(listener, socket) => {
                let socket = socket.get_or_insert_with(|| {
                    Box::new(tungstenite::accept(Self::accept(listener)).expect("a client"))
                });
                match socket.read().expect("a message") {
                    tungstenite::Message::Binary(packet) => packet.to_vec(),
                    other => panic!("{other}"),
                }
            }
        }
    }

    fn send(&mut self, packet: &[u8]) {
        match self {
            Self::Udp(socket) => drop(socket.send(packet).expect("sent")),
            Self::Tcp(_, stream) => {
                let stream = stream.as_mut().expect("a client");
                let len = u32::try_from(packet.len()).expect("short").to_le_bytes();
                stream.write_all(&[&len, packet].concat()).expect("sent");
            }
            Self::WebSocket(_, socket) => {
                let message = tungstenite::Message::binary(packet.to_vec());
                socket.as_mut().expect("a client").send(message).expect("sent");
            }
        }
    }
}

/// Added to the script of the page: sends all messages as soon as it is connected, and ends when no more answers can come.
const TEST: &str = "
var test_sent = false
var test_ticks = 0


func _physics_process(_delta):
	test_ticks += 1
	if not test_sent and OPEN:
		test_sent = true
		test_ticks = 0
		test_send()
	if test_ticks > (120 if test_sent else 900):
		get_tree().quit()
";

/// The script of the page with the code for each message that a client sends is a client of the arena.
fn a_client_from_the_page_talks(godot: &'static Godot) {
    let protocol = parse("arena", ARENA);
    let mut page = docs::variant(&protocol, "arena", godot.generation);
    page.direct(Some("ClientMessage"), Some("ServerMessage")).expect("both types");
    let connect = page.guide.iter().find(|usage| usage.task == "Connect").expect("scripts");
    let (sends, receives) =
        (members(&page, "ClientMessage", "Send"), members(&page, "ServerMessage", "Receive"));
    let four = godot.generation == Generation::Godot4;
    for script in &connect.codes {
        let open = match (script.way, four) {
            ("UDP", _) => "true",
            ("TCP", _) => "tcp.get_status() == StreamPeerTCP.STATUS_CONNECTED",
            (_, true) => "peer.get_ready_state() == WebSocketPeer.STATE_OPEN",
            (_, false) => "peer.is_connected_to_host()",
        };
        let (mut server, port) = Server::new(script.way);
        let mut client = script.text.replace("7777", &port.to_string());
        client.push_str(&TEST.replace("OPEN", open));
        let (mut calls, mut functions) = (String::new(), String::new());
        let mut expected = Vec::new();
        for (bytes, codes) in &sends {
            for code in codes {
                let name = format!("test_{}()", expected.len());
                functions.push_str(&function(&name, code));
                calls.extend([&*name, "\n"]);
                expected.push(bytes.to_vec());
            }
        }
        let _ = write!(client, "\n\n{}\n{functions}", function("test_send()", &calls));
        let scratch = project(
            godot,
            &format!("page-client-{}", script.way),
            "arena",
            &protocol,
            &Schema::default(),
        );
        fs::write(scratch.path("client.gd"), client).expect("a script");
        let start = "extends SceneTree\n\nfunc _initialize():\n\troot.add_child(load(\"res://client.gd\").new())\n";
        fs::write(scratch.path("main.gd"), start).expect("a script");
        let answers: Vec<Vec<u8>> = receives.iter().map(|(bytes, _)| bytes.to_vec()).collect();
        let serving = std::thread::spawn(move || {
            let packets: Vec<Vec<u8>> = expected.iter().map(|_| server.receive()).collect();
            for answer in &answers {
                server.send(answer);
            }
            assert_eq!(packets, expected);
            // The client reads what it has not read yet before the connection is closed.
            (packets, server)
        });
        let told = run(godot, &scratch);
        let (packets, _server) = serving.join().expect("the messages of the page");
        for packet in packets {
            let message = match godot.generation {
                Generation::Godot4 => ClientMessage::from_variant_bytes::<Godot4>(&packet),
                Generation::Godot3 => ClientMessage::from_variant_bytes::<Godot3>(&packet),
            };
            message.expect("a message");
        }
        for line in ["Welcome(you=7, tick=1200)", "Bye(reason=", "Greeting(layout="] {
            assert!(told.contains(line), "{}: {line}: {told}", script.way);
        }
    }
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: the_code_for_the_arena_runs, the_code_for_every_form_runs, a_client_from_the_page_talks;
    in GODOT4: the_code_for_flat_messages_runs, the_code_for_rpcs_compiles;
}
