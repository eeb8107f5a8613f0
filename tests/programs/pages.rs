//! Checks the documentation except its Rust snippets: its scripts are valid GDScript and print what they claim. `pages/links.rs` checks its links.
//!
//! `common/programs/engine.rs` describes what they need.

use std::fs;
use std::net::UdpSocket;
use std::path::Path;
use std::time::Duration;

use godot_var::dialect::Generation;
use godot_var::framing::{LengthOrder, put_frame};
use godot_var::values::ObjectId;
use godot_var::{
    DecodeError, FromVariantBytes, Godot3, Godot4, GodotVar, ToVariantBytes, Variant, Vector3,
};
use godot_var_codegen::gdscript::{self, Engine};
use godot_var_codegen::protocol;
use serde::{Serialize, Serializer};

use crate::markdown::{Block, all_blocks, blocks, pages};
use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::{self, Scratch};

pub(crate) mod links;

/// The marker of a line's output in a script.
const PRINTS: &str = "  # → ";

/// Marks the scripts that use the classes of the arena.
const ARENA: &str = "preload(\"arena.gd\")";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the GDScript blocks for an engine: Godot 4 unless they are marked. The code of generated pages runs in `page_code.rs`.
fn scripts(generation: Generation) -> Vec<Block> {
    let godot3 = generation == Generation::Godot3;
    let wanted = |block: &Block| {
        let is_written = !block.place().starts_with("docs/generated/");
        is_written && block.is("gdscript") && block.is("godot3") == godot3
    };
    all_blocks(root()).into_iter().filter(wanted).collect()
}

/// Appended to a script with `talk` and `listen`: it sends packets to a peer and passes its answer.
const PARTNER: &str = r#"

func _init() -> void:
    var server: PacketPeerUDP = PacketPeerUDP.new()
    var client: PacketPeerUDP = PacketPeerUDP.new()
    if server.bind(0, "127.0.0.1") != OK or client.connect_to_host("127.0.0.1", server.get_local_port()) != OK:
        return
    talk(client)
    if server.wait() == OK:
        var said: Arena.Chat = Arena.ClientMessage.from_bytes(server.get_packet()).value
        print(said.text)
    if server.set_dest_address("127.0.0.1", client.get_local_port()) != OK:
        return
    for answer: Arena.Message in [
        Arena.ServerMessage.create_snapshot(Arena.Snapshot.new()),
        Arena.ServerMessage.create_bye(Arena.Bye.create("closing")),
    ]:
        if server.put_var(answer.to_variant()) == OK and client.wait() == OK:
            listen(client)
    quit()
"#;

/// Makes a complete script of a block. Statements outside of functions go into `function`.
fn whole_script(block: &Block, class: &str, function: &str) -> String {
    let text = &block.text;
    let has = |start: &str| text.lines().any(|line| line.starts_with(start));
    if has("extends ") {
        text.clone()
    } else if has("func ") {
        format!("extends {class}\n\n{text}")
    } else {
        let body: String = text.lines().flat_map(|line| ["    ", line, "\n"]).collect();
        format!("extends {class}\n\nfunc {function}():\n{body}")
    }
}

/// Runs or compiles a script in a folder, and returns its output.
fn run_script(
    godot: &Godot,
    scratch: &Scratch,
    script: &str,
    arguments: &[&str],
) -> (bool, String, String) {
    fs::write(scratch.path("script.gd"), script).expect("a script");
    let output = engine::command(godot, scratch)
        .arg("--path")
        .arg(scratch.path(""))
        .args(arguments)
        .args(["-s", "script.gd"])
        .output()
        .expect("the engine runs");
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.success() && !errors.contains("SCRIPT ERROR"), told, errors)
}

fn a_script_with_generated_classes_talks(godot: &Godot) {
    let scripts = scripts(Generation::Godot4);
    let block = scripts.iter().find(|block| block.text.contains(ARENA)).expect("such a script");
    let scratch = Scratch::in_engine(godot, "pages-classes");
    fs::copy(root().join("examples/arena-client-godot4/arena.gd"), scratch.path("arena.gd"))
        .expect("copied");
    fs::write(scratch.path("project.godot"), "config_version=5\n").expect("a project");
    let script = format!("{}{PARTNER}", whole_script(block, "SceneTree", "_init"));
    let (good, told, errors) = run_script(godot, &scratch, &script, &[]);
    assert!(good && told.ends_with("hello\n0 players\nclosing\n"), "{told}{errors}");
}

fn every_script_compiles_and_prints_what_it_says(godot: &Godot) {
    let scripts = scripts(godot.generation);
    assert!(scripts.len() >= 4, "{} scripts", scripts.len());
    let scratch = Scratch::in_engine(godot, "pages");
    let project = match godot.generation {
        Generation::Godot3 => "config_version=4\n",
        // A method that the engine's class lacks may be one of a derived script, so it is only a warning.
        Generation::Godot4 => {
            "config_version=5\n[debug]\ngdscript/warnings/unsafe_method_access=2\n\
             gdscript/warnings/unsafe_property_access=2\n"
        }
    };
    fs::write(scratch.path("project.godot"), project).expect("a project");
    // The generated classes exist in `quick_start.rs`, which follows that page, and in the classes' own test.
    let is_alone = |text: &str| !text.contains("preload(") && !text.starts_with("extends \"res://");
    for block in scripts.iter().filter(|block| is_alone(&block.text)) {
        let script = whole_script(block, "SceneTree", "_init");
        let said: Vec<&str> =
            block.text.lines().filter_map(|line| Some(line.split_once(PRINTS)?.1)).collect();
        if said.is_empty() {
            let (good, _, errors) = run_script(godot, &scratch, &script, &["--check-only"]);
            assert!(good, "{}: {errors}", block.place());
            continue;
        }
        // `_init` is the last function.
        let (good, told, errors) =
            run_script(godot, &scratch, &format!("{script}    quit()\n"), &[]);
        assert!(good, "{}: {errors}", block.place());
        let printed: Vec<&str> =
            told.lines().skip_while(|line| !line.trim().is_empty()).skip(1).collect();
        assert_eq!(printed, said, "{}: {errors}", block.place());
    }
}

/// Starts the README's client as a node, and ends after it had time for an answer.
const NODE: &str = r#"extends SceneTree

func _initialize() -> void:
    root.add_child((load("res://client.gd") as GDScript).new() as Node)
    await create_timer(3.0).timeout
    quit()
"#;

/// Runs the client of a page with the classes of a schema, and returns its output. `answer` is the server: it makes a packet from the
/// client's packet.
fn play(
    godot: &Godot,
    name: &str,
    schema: &str,
    client: &str,
    answer: impl FnOnce(&[u8]) -> Vec<u8> + Send + 'static,
) -> String {
    let protocol = protocol::parse_text("protocol.rs", schema).expect("a schema");
    let classes = gdscript::generate(&protocol, &gdscript::Options::new(Engine::Godot4));
    let server = UdpSocket::bind("127.0.0.1:0").expect("a port");
    server.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    let port = server.local_addr().expect("an address").port().to_string();

    let scratch = Scratch::in_engine(godot, name);
    fs::write(scratch.path("project.godot"), "config_version=5\n").expect("a project");
    fs::write(scratch.path("protocol.gd"), classes.expect("a script")).expect("classes");
    fs::write(scratch.path("client.gd"), client.replace("7777", &port)).expect("a client");
    let answered = std::thread::spawn(move || {
        let mut packet = [0; 1500];
        let (len, client) = server.recv_from(&mut packet).expect("a message");
        server.send_to(&answer(&packet[..len]), client).expect("sent");
    });
    let (good, told, errors) = run_script(godot, &scratch, NODE, &[]);
    answered.join().expect("a message as it should be");
    assert!(good, "{told}{errors}");
    told
}

/// The types of the README are the schema, and the test is the server.
fn the_client_of_the_readme_talks(godot: &'static Godot) {
    #[derive(Debug, GodotVar)]
    #[godot_var(array, id)]
    enum ToServer {
        #[godot_var(id = 1)]
        Join { name: String },
    }

    #[derive(GodotVar)]
    struct Welcome {
        spawn: Vector3,
        players: Vec<String>,
    }

    let page = fs::read_to_string(root().join("README.md")).expect("the README");
    let blocks = blocks("README.md", &page);
    let only = |tag: &str| &blocks.iter().find(|block| block.is(tag)).expect("such a block").text;
    let told = play(godot, "pages-readme", only("rust"), only("gdscript"), |packet| {
        let ToServer::Join { name } =
            ToServer::from_variant_bytes::<Godot4>(packet).expect("a message");
        assert_eq!(name, "Ann");
        let welcome = Welcome { spawn: Vector3::ZERO, players: vec![name] };
        welcome.to_variant_bytes::<Godot4>().expect("encodes")
    });
    assert!(told.contains("[\"Ann\"]"), "{told}");
    let wrong = Variant::from(vec![Variant::Int(1), Variant::Int(5)]);
    let wrong = wrong.to_variant_bytes::<Godot4>().expect("encodes");
    let error = ToServer::from_variant_bytes::<Godot4>(&wrong).expect_err("an int for a text");
    assert!(page.contains(&format!("// {error}\n")), "{error}");
}

/// The sizes in the README's comparison, as the library of each format writes them.
fn the_sizes_of_the_readme_are_those_of_the_formats() {
    #[derive(GodotVar, Serialize)]
    struct Keyed {
        id: u32,
        #[serde(serialize_with = "components")]
        pos: Vector3,
        #[serde(serialize_with = "components")]
        vel: Vector3,
        yaw: f32,
        health: i32,
        grounded: bool,
    }

    #[derive(GodotVar)]
    #[godot_var(array)]
    struct Listed(u32, Vector3, Vector3, f32, i32, bool);

    #[derive(prost::Message)]
    struct Reals {
        #[prost(float, tag = "1")]
        x: f32,
        #[prost(float, tag = "2")]
        y: f32,
        #[prost(float, tag = "3")]
        z: f32,
    }

    #[derive(prost::Message)]
    struct Tagged {
        #[prost(uint32, tag = "1")]
        id: u32,
        #[prost(message, tag = "2")]
        pos: Option<Reals>,
        #[prost(message, tag = "3")]
        vel: Option<Reals>,
        #[prost(float, tag = "4")]
        yaw: f32,
        #[prost(int32, tag = "5")]
        health: i32,
        #[prost(bool, tag = "6")]
        grounded: bool,
    }

    fn components<S: Serializer>(vector: &Vector3, serializer: S) -> Result<S::Ok, S::Error> {
        [vector.x, vector.y, vector.z].serialize(serializer)
    }

    let (pos, vel) = (Vector3::new(1.0, 0.0, -2.5), Vector3::ZERO);
    let keyed = Keyed { id: 7, pos, vel, yaw: 1.5, health: 100, grounded: true };
    let listed = Listed(7, pos, vel, 1.5, 100, true);
    let reals = |vector: Vector3| Some(Reals { x: vector.x, y: vector.y, z: vector.z });
    let tagged =
        Tagged { id: 7, pos: reals(pos), vel: reals(vel), yaw: 1.5, health: 100, grounded: true };
    let without_keys = (7, [1.0, 0.0, -2.5_f32], [0.0_f32; 3], 1.5_f32, 100, true);

    let page = fs::read_to_string(root().join("README.md")).expect("the README");
    let rows = [
        (
            "**godot-var**",
            keyed.variant_len::<Godot4>().ok(),
            listed.variant_len::<Godot4>().expect("encodes"),
        ),
        (
            "JSON",
            serde_json::to_string(&keyed).ok().map(|text| text.len()),
            serde_json::to_string(&without_keys).expect("JSON").len(),
        ),
        (
            "MessagePack",
            rmp_serde::to_vec_named(&keyed).ok().map(|bytes| bytes.len()),
            rmp_serde::to_vec(&without_keys).expect("MessagePack").len(),
        ),
        ("Protocol Buffers with godobuf", None, prost::Message::encoded_len(&tagged)),
        ("bytes by hand", None, 4 + 12 + 12 + 4 + 4 + 1),
    ];
    for (name, keyed, plain) in rows {
        let row = page.lines().find(|line| line.starts_with(&format!("| {name}"))).expect("a row");
        let said: Vec<_> = row.trim_end_matches(" |").split(" | ").skip(3).collect();
        let said: Vec<_> = said.iter().map(|cell| cell.trim_end_matches(" bytes")).collect();
        let keyed = keyed.map_or("–".to_owned(), |len| len.to_string());
        assert_eq!(said, [keyed, plain.to_string()], "{row}");
    }
}

/// Returns the sentences of a page with their numbers of words, those in cells of tables included and those in fenced blocks left out.
fn sentences(text: &str) -> Vec<(usize, String)> {
    let mut parts = vec![String::new()];
    let mut inside = false;
    for line in text.lines() {
        inside ^= line.starts_with("```");
        let apart = line.is_empty() || line.starts_with(['#', '-', '*', '|', '`', '[']);
        if inside || apart {
            parts.push(String::new());
        }
        if !inside && !line.starts_with("```") {
            for (index, cell) in line.split(" | ").enumerate() {
                if index > 0 {
                    parts.push(String::new());
                }
                parts.last_mut().expect("the first").extend([cell, " "]);
            }
        }
    }
    let ends = |word: &str| word.ends_with(['.', ':', ';', '?', '!']);
    let sentences = parts.iter().flat_map(|part| {
        let words: Vec<&str> = part.split_whitespace().collect();
        words.split_inclusive(|word| ends(word)).map(<[&str]>::to_vec).collect::<Vec<_>>()
    });
    sentences.map(|words| (words.len(), words.join(" "))).collect()
}

fn sentences_and_pages_are_short() {
    let mut long = Vec::new();
    for (page, text) in pages(root()) {
        let most = match page.as_str() {
            "README.md" => 150,
            page if page.starts_with("docs/guide") => 200,
            _ => usize::MAX,
        };
        let lines = text.lines().count();
        if lines > most {
            long.push(format!("{page}: {lines} lines, of {most} at most"));
        }
        long.extend(
            sentences(&text)
                .into_iter()
                .filter(|(words, _)| *words > 35)
                .map(|(words, sentence)| format!("{page}: {words} words: {sentence}")),
        );
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// Every snippet is a program or items. A hidden line, or a statement outside of functions, would not compile in a file.
fn snippets_of_the_guide_can_be_copied_whole() {
    let starts = ["# ", "let ", "assert", "for ", "match "];
    let is_part = |line: &str| starts.iter().any(|start| line.starts_with(start));
    let (mut seen, mut wrong) = (0, Vec::new());
    for block in all_blocks(root()).iter().filter(|block| block.is("rust")) {
        let page = block.page.as_str();
        let of_guide = page.starts_with("docs/guide") || page == "docs/fleet.md";
        if !of_guide {
            continue;
        }
        seen += 1;
        // `guide.rs` and `figures.rs` compare these parts with the files of the examples.
        let of_a_game =
            ["bevy", "existing_project", "figures", "multiplayer_players", "multiplayer_worlds"]
                .iter()
                .any(|name| page == format!("docs/guide/{name}.md"));
        if !of_a_game && block.text.lines().any(is_part) {
            wrong.push(block.place());
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(seen > 20, "{seen} snippets");
}

/// The list of events on the page has all of them.
fn all_events_are_listed() {
    let read = |path| fs::read_to_string(root().join(path)).expect("a file");
    let text = read("godot-var-multiplayer/src/session/event.rs");
    let (_, events) = text.split_once("pub enum Event<'p> {\n").expect("the events");
    let (events, _) = events.split_once("\n}\n").expect("their end");
    let name = |line: &str| {
        let line = line.strip_prefix("    ")?;
        let end = line.find(|c: char| !c.is_alphanumeric())?;
        line.starts_with(char::is_uppercase).then(|| line[..end].to_owned())
    };
    let names: Vec<String> = events.lines().filter_map(name).collect();
    assert!(names.len() >= 10, "{names:?}");
    let page = read("docs/guide/multiplayer.md");
    let (_, list) = page.split_once("\n# Events\n").expect("the list");
    let (list, _) = list.split_once("\n# ").expect("its end");
    for name in names {
        let is_listed = ['`', '('].iter().any(|end| list.contains(&format!("`Event::{name}{end}")));
        assert!(is_listed, "{name}: {list}");
    }
}

#[derive(Debug, GodotVar)]
struct Hello {
    name: String,
    text: i32,
}

#[derive(Debug, GodotVar)]
#[godot_var(rename_all = "camelCase")]
struct Renamed {
    user_name: String,
}

/// The first bytes in `docs/guide/debugging.md` cause the errors that the page names.
fn wrong_first_bytes_are_the_errors_of_the_page() {
    let hello = Hello { name: "Ann".into(), text: 5 };
    let four = hello.to_variant_bytes::<Godot4>().expect("encodes");
    let three = hello.to_variant_bytes::<Godot3>().expect("encodes");
    let mut framed = Vec::new();
    put_frame(&four, LengthOrder::LittleEndian, &mut framed).expect("short enough");
    let array = vec![1i16].to_variant_bytes::<Godot4>().expect("encodes");
    let renamed = Renamed { user_name: "Ann".into() };
    let renamed = renamed.to_variant_bytes::<Godot4>().expect("encodes");
    let text = fs::read_to_string(root().join("docs/guide/debugging.md")).expect("the page");
    let object = ObjectId(5).to_variant_bytes::<Godot4>().expect("encodes");
    let json = b"{\"name\":\"Ann\"}";
    let of_the_page = |error: DecodeError| {
        let error = error.to_string();
        // The page does not repeat the hint.
        let error = error.split("; ").next().unwrap_or_default();
        assert!(text.contains(&format!("`{error}`")), "{error}");
    };
    for bytes in [&three[..], &framed, json, &object, &[0xff; 9], &array, &renamed] {
        of_the_page(Hello::from_variant_bytes::<Godot4>(bytes).expect_err("wrong"));
    }
    of_the_page(Hello::from_variant_bytes::<Godot3>(&four).expect_err("wrong"));
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: every_script_compiles_and_prints_what_it_says;
    in GODOT4: a_script_with_generated_classes_talks, the_client_of_the_readme_talks;
    needs nothing: all_events_are_listed,
        sentences_and_pages_are_short, snippets_of_the_guide_can_be_copied_whole, the_sizes_of_the_readme_are_those_of_the_formats, wrong_first_bytes_are_the_errors_of_the_page;
}
