//! Code on pages: how a script gets packets, and the ways to do a task.

use serde_json::Value as Json;

use super::{Code, Direction, Example, Generation, Text, Transport, Usage};
use crate::flat;
use crate::gdscript::usage::{Usage as ClassUsage, WIDTH, broken};
use crate::language::csharp::{CSharp, Engine};
use crate::language::typescript::TypeScript;
use crate::language::{self, Language};
use crate::names::Tree;
use crate::protocol::Protocol;
use crate::schema::Schema;
use crate::text::{gdscript_string, in_one_line};

/// With the classes of `godot-var generate gdscript`.
pub(super) const CLASSES: &str = "Classes";
/// Beside other languages.
pub(super) const GDSCRIPT: &str = "GDScript";
/// In a script without them.
pub(super) const BY_HAND: &str = "By hand";

/// The heading of code that makes a value which other messages contain.
const MAKE: &str = "Make";
const CONNECT: &str = "Connect";
const SEND: &str = "Send";
pub(super) const RECEIVE: &str = "Receive";

/// The languages besides GDScript that a page has code in.
pub(super) struct Clients<'s> {
    schema: Schema<'s>,
    languages: Vec<Box<dyn Language>>,
}

impl<'s> Clients<'s> {
    /// Those that can hold all messages of a schema.
    pub(super) fn new(
        variants: &'s Protocol,
        flat: &'s flat::Schema,
        title: &str,
        generation: Generation,
    ) -> Self {
        let schema = Schema::new(variants, flat);
        let csharp = CSharp { generation, ..CSharp::new(Engine::Godot) };
        let mut languages: Vec<Box<dyn Language>> =
            vec![Box::new(csharp), Box::new(TypeScript { generation })];
        languages.retain(|language| language.generate(&schema, title).is_ok());
        Self { schema, languages }
    }

    /// The statements of each language for a flat message, or one that is a Variant.
    fn usage(&self, message: Message<'_>) -> Vec<(&'static str, &'static str, language::Usage)> {
        let Message { index, member, tree, is_flat } = message;
        let index = if is_flat { self.schema.of_flat[index] } else { index };
        let example = language::Example { schema: &self.schema, index, member, tree, is_flat };
        // The name of a language is that of its code in Markdown, too.
        let each = self
            .languages
            .iter()
            .filter_map(|it| Some((it.title(), it.name(), it.usage(&example)?)));
        each.collect()
    }
}

/// A message of an example, with its position among those of its wire.
#[derive(Clone, Copy)]
pub(super) struct Message<'m> {
    pub(super) index: usize,
    pub(super) member: Option<&'m str>,
    pub(super) tree: &'m Tree,
    pub(super) is_flat: bool,
}

pub(super) fn gdscript(way: &'static str, text: String) -> Code {
    Code { way, language: "gdscript", text }
}

/// A task that is done in the ways there are.
pub(super) fn usage(task: &str, codes: impl IntoIterator<Item = Option<Code>>) -> Option<Usage> {
    let codes: Vec<Code> = codes.into_iter().flatten().collect();
    (!codes.is_empty()).then(|| Usage { task: task.to_owned(), codes })
}

/// Returns an example as JSON, in the form that `godot-var encode` takes.
pub(super) fn json(value: &str) -> Option<Code> {
    let value: Json = serde_json::from_str(value).ok()?;
    let mut text = String::new();
    put_json(&value, 0, 0, &mut text);
    Some(Code { way: "JSON", language: "json", text })
}

/// Returns an example that is no more than its values.
pub(super) fn example(example: &Result<Example, String>) -> Vec<Usage> {
    let code = example.as_ref().ok().and_then(|example| json(&example.value));
    usage("Example", [code]).into_iter().collect()
}

/// Writes JSON in lines of up to [`WIDTH`] columns. `used` columns of the current one are taken.
fn put_json(value: &Json, indent: usize, used: usize, text: &mut String) {
    let line = in_a_line(value);
    let columns = indent * 2 + used + line.chars().count();
    let parts: Vec<(String, &Json)> = match value {
        _ if columns <= WIDTH => return text.push_str(&line),
        Json::Array(elements) => elements.iter().map(|element| (String::new(), element)).collect(),
        Json::Object(fields) => fields
            .iter()
            .map(|(name, value)| (format!("{}: ", Json::from(&**name)), value))
            .collect(),
        _ => return text.push_str(&line),
    };
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    text.push(open);
    for (at, (name, part)) in parts.into_iter().enumerate() {
        text.push_str(if at > 0 { ",\n" } else { "\n" });
        text.extend(std::iter::repeat_n(' ', (indent + 1) * 2));
        text.push_str(&name);
        put_json(part, indent + 1, name.chars().count() + 1, text);
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', indent * 2));
    text.push(close);
}

fn in_a_line(value: &Json) -> String {
    match value {
        Json::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(in_a_line).collect();
            format!("[{}]", elements.join(", "))
        }
        Json::Object(fields) if !fields.is_empty() => {
            let pair = |(name, value): (&String, &Json)| {
                format!("{}: {}", Json::from(&**name), in_a_line(value))
            };
            format!("{{ {} }}", fields.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
        value => value.to_string(),
    }
}

/// How to send and receive a message, or how to make a part of messages.
pub(super) fn usages(
    is_part: bool,
    class: Option<&ClassUsage>,
    (clients, message): (&Clients<'_>, Message<'_>),
    json: Option<Code>,
) -> Vec<Usage> {
    let own = |text: String| gdscript(GDSCRIPT, text);
    let others = clients.usage(message);
    let codes = |own: Option<Code>, text: &dyn Fn(&language::Usage) -> String, json| {
        let others = others
            .iter()
            .map(|(way, language, usage)| Some(Code { way, language, text: text(usage) }));
        std::iter::once(own).chain(others).chain([json]).collect::<Vec<_>>()
    };
    let make = class.map(|class| class.make.clone());
    let all = if is_part {
        vec![usage(MAKE, codes(make.map(own), &|usage| usage.make.clone(), json))]
    } else {
        let send = class.map(|class| format!("{}\npeer.put_packet({})", class.make, class.bytes));
        let sends = |usage: &language::Usage| format!("{}\n{}", usage.make, usage.send);
        let receive = class.map(|class| own(class.read.clone()));
        vec![
            usage(SEND, codes(send.map(own), &sends, json)),
            usage(RECEIVE, codes(receive, &|usage| usage.receive.clone(), None)),
        ]
    };
    all.into_iter().flatten().collect()
}

/// How a script connects over each transport and gets the packets that `receive()` takes.
pub(super) fn guide(
    script: Option<&str>,
    (title, files): (&str, &[String]),
    generation: Generation,
) -> Vec<Usage> {
    let four = generation == Generation::Godot4;
    let preload = script.map_or_else(String::new, |script| {
        let sign = if four { ":=" } else { "=" };
        format!(
            "const {script} {sign} preload({})\n\n",
            gdscript_string(&format!("res://{title}.gd"))
        )
    });
    let is_folder = files.first().is_some_and(|file| file.ends_with("mod.rs"));
    let schema = if is_folder { format!("{title}/mod.rs") } else { format!("{title}.rs") };
    let code = |way, text: &str| {
        let text = format!("extends Node\n\n{preload}{}", text.trim());
        let text = if four { text } else { for_godot_3(&text) };
        Some(gdscript(way, text))
    };
    let websocket = if four { WEBSOCKET } else { WEBSOCKET_3 };
    let transports = [("UDP", UDP), ("WebSocket", websocket), ("TCP", TCP)];
    let connect = usage(CONNECT, transports.map(|(way, text)| code(way, text)));
    let generate = script.map(|_| Code {
        way: "Shell",
        language: "console",
        text: format!(
            "$ godot-var generate gdscript --godot {} {} -o client",
            if four { 4 } else { 3 },
            in_one_line(&schema)
        ),
    });
    let generate = usage("Generate the classes", [generate]);
    generate.into_iter().chain(connect).collect()
}

/// Puts the script of a transport before the others. That over ENet is made of the one over UDP.
pub(super) fn open_on(guide: &mut [Usage], transport: Transport) {
    let way = match transport {
        Transport::Udp => "UDP",
        Transport::WebSocket => "WebSocket",
        Transport::Tcp => "TCP",
        Transport::Enet => "ENet",
    };
    for Usage { codes, .. } in guide.iter_mut().filter(|usage| usage.task == CONNECT) {
        let udp = codes.iter().find(|code| code.way == "UDP");
        if let (Transport::Enet, Some(udp)) = (transport, udp.cloned()) {
            let is_godot_3 = !udp.text.contains(" -> void:");
            let (class, server) = if is_godot_3 {
                ("NetworkedMultiplayerENet", "NetworkedMultiplayerPeer.TARGET_PEER_SERVER")
            } else {
                ("ENetMultiplayerPeer", "MultiplayerPeer.TARGET_PEER_SERVER")
            };
            let packets = "\twhile peer.get_available_packet_count() > 0:";
            let text = udp
                .text
                .replace("PacketPeerUDP", class)
                .replace(
                    "peer.connect_to_host(\"127.0.0.1\", 7777)",
                    &format!(
                        "peer.create_client(\"127.0.0.1\", 7777)\n\tpeer.set_target_peer({server})"
                    ),
                )
                .replace(packets, &format!("{ENET_POLL}{packets}"));
            let text = if is_godot_3 {
                // Godot 3.4 and later compress by default.
                let off = format!("\tpeer.compression_mode = {class}.COMPRESS_NONE\n");
                text.replace("\tpeer.create_client", &format!("{off}\tpeer.create_client"))
            } else {
                text
            };
            codes.push(gdscript(way, text));
        }
        // The others keep their order.
        codes.sort_by_key(|code| code.way != way);
    }
}

/// What a script over ENet does in each frame.
const ENET_POLL: &str = "\
	# Send while get_connection_status() is CONNECTION_CONNECTED.
	peer.poll()
";

/// Says why a page has no classes.
pub(super) fn without_classes(reason: &str) -> Text {
    Text::plain("There are no generated classes: ").with(Text::code(reason)).and(".")
}

/// Whether a client does this with messages of a direction.
pub(super) fn is_of_client(usage: &Usage, direction: Direction) -> bool {
    match direction {
        Direction::ToServer => usage.task != RECEIVE,
        Direction::ToClient => usage.task != SEND,
    }
}

/// Adds the function `receive()` to the scripts of a guide.
pub(super) fn receive_in(guide: &mut [Usage], usages: &[Usage]) {
    let receive = usages.iter().find(|usage| usage.task == RECEIVE);
    let code = receive.and_then(|usage| usage.codes.first());
    // Other code is not a function.
    let Some(code) = code.filter(|code| code.text.starts_with("func ")) else { return };
    for script in guide.iter_mut().filter(|usage| usage.task == CONNECT) {
        for each in &mut script.codes {
            each.text = format!("{}\n\n\n{}", each.text, code.text);
        }
    }
}

/// Drops what Godot 3 lacks.
fn for_godot_3(text: &str) -> String {
    text.replace(" -> void:", ":")
        .replace(": float)", ")")
        .replace(" := ", " = ")
        .replace("\ttcp.poll()\n", "")
}

/// Breaks lines that are too wide.
pub(super) fn lines(lines: &[String], generation: Generation) -> String {
    broken(lines, generation)
}

const UDP: &str = r#"
var peer := PacketPeerUDP.new()


func _ready() -> void:
	peer.connect_to_host("127.0.0.1", 7777)


func _process(_delta: float) -> void:
	while peer.get_available_packet_count() > 0:
		receive(peer.get_packet())
"#;

const WEBSOCKET: &str = r#"
var peer := WebSocketPeer.new()


func _ready() -> void:
	peer.connect_to_url("ws://127.0.0.1:7777")


func _process(_delta: float) -> void:
	# Send while get_ready_state() is WebSocketPeer.STATE_OPEN.
	peer.poll()
	while peer.get_available_packet_count() > 0:
		receive(peer.get_packet())
"#;

const WEBSOCKET_3: &str = r#"
var client = WebSocketClient.new()
var peer = null


func _ready():
	client.connect_to_url("ws://127.0.0.1:7777")
	peer = client.get_peer(1)


func _process(_delta):
	# Send while peer.is_connected_to_host() is true.
	client.poll()
	while peer.get_available_packet_count() > 0:
		receive(peer.get_packet())
"#;

const TCP: &str = r#"
var tcp := StreamPeerTCP.new()
# Writes the length of a packet before it.
var peer := PacketPeerStream.new()


func _ready() -> void:
	tcp.connect_to_host("127.0.0.1", 7777)
	peer.stream_peer = tcp


func _process(_delta: float) -> void:
	tcp.poll()
	# Send and receive only while connected.
	if tcp.get_status() == StreamPeerTCP.STATUS_CONNECTED:
		while peer.get_available_packet_count() > 0:
			receive(peer.get_packet())
"#;
