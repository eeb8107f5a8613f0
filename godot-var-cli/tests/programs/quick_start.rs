//! Follows the page `docs/guide/quick_start.md` word by word in an empty folder.
//!
//! The clients run in their engines. Those for Godot 4 are also parsed, and without an engine this test sends their messages.

use std::net::UdpSocket;

use godot_var::dialect::Generation;
use godot_var::{Dictionary, FromVariantBytes, Godot3, Godot4, GodotVar, ToVariantBytes, Variant};

use crate::folder::{Folder, Page};
use crate::markdown::blocks;
use crate::needs::{self, GODOT3, GODOT4, GODOT36, Godot};
use crate::programs::engine::TIMEOUT;

const TEXT: &str = include_str!("../../../docs/guide/quick_start.md");

/// The server's file, in which the page changes a line.
const SERVER: &str = "chat-server/src/main.rs";

#[derive(GodotVar)]
struct Line {
    number: u32,
    name: String,
    text: String,
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
pub(crate) fn begin() -> (Page, Folder) {
    let page = Page(blocks("docs/guide/quick_start.md", TEXT));
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
    let (_, printed) = page.commands("godot --headless --path client -s client.gd");
    let script = page.file("client/client.gd", "gdscript", "PacketPeerUDP = ");
    assert_eq!(godot_4_client(folder.port, script), printed);
    folder.expect_from_server(page.log());

    // What the page says of a client of the other engine: both messages are refused.
    let socket = UdpSocket::bind("127.0.0.1:0").expect("a socket");
    for text in [Variant::Int(5), "hello".into()] {
        let chat = Dictionary::from_iter([("name", Variant::from("Ann")), ("text", text)]);
        let bytes = Variant::Dictionary(chat).to_variant_bytes::<Godot3>().expect("encodes");
        socket.send_to(&bytes, ("127.0.0.1", folder.port)).expect("sent");
    }
    folder.wait_for_server(|printed| printed.matches("\nrefused:").count() == 3);
}

/// In Godot 4, and in Godot 3 after the page's change.
fn the_clients_do_what_the_page_says(godot: &Godot) {
    let (page, folder) = begin();
    let (client, version, tag, program) = match godot.generation {
        Generation::Godot3 => {
            ("client3", "config_version=4", "godot3", "godot3-server --path client3 -s")
        }
        Generation::Godot4 => {
            ("client", "config_version=5", "gdscript", "godot --headless --path client -s")
        }
    };
    if godot.generation == Generation::Godot3 {
        let lines = folder.read(SERVER);
        let third = lines.lines().nth(2).expect("a third line");
        folder.write(SERVER, &lines.replace(third, &third.replacen("Godot4", "Godot3", 1)));
    }
    assert!(TEXT.contains(&format!("`{client}/project.godot` has the line `{version}`")));
    folder.write(&format!("{client}/project.godot"), &format!("{version}\n"));
    let file = format!("{client}/client.gd");
    folder.write(&file, page.file(&file, tag, "get_var"));
    let _server = folder.start_server(page.commands("cargo run").0[0]);
    let (first, printed) = page.commands(&format!("{program} client.gd"));
    assert_eq!(folder.run_client(godot, first[0]).0, printed);
    folder.expect_from_server(page.log());

    // The page has the classes of Godot 4.
    if godot.generation == Generation::Godot3 {
        return;
    }
    folder.run("", page.commands("cargo install").0[1]);
    let file = format!("{client}/typed.gd");
    let script = page.file(&file, tag, "preload(");
    folder.write(&file, script);
    let (typed, printed) = page.commands(&format!("{program} typed.gd"));
    assert_eq!(folder.run_client(godot, typed[0]).0, printed);

    // The mistake that the page describes, and the engine's words for it.
    let mistake = script.replace("\"hello again\"", "5");
    assert_ne!(mistake, script);
    folder.write(&file, &mistake);
    let (_, errors) = folder.run_client(godot, typed[0]);
    let (_, words) = TEXT.split_once("Godot prints\n`").expect("what the engine prints");
    let (words, _) = words.split_once('`').expect("its end");
    assert!(errors.contains(words), "{errors}");
}

/// The README begins with a game that `godot-var new` makes. A test of that command follows the same steps.
fn the_readme_begins_with_a_game() {
    let page = Page(blocks("README.md", include_str!("../../../README.md")));
    let (commands, printed) = page.commands("git clone");
    let expected = [
        "git clone URL godot-var",
        "cargo install --path godot-var/godot-var-cli",
        "godot-var new arena",
        "cd arena",
        "cargo run",
    ];
    assert_eq!((commands, printed.as_str()), (expected.to_vec(), ""));
}

needs::tests! {
    in GODOT3 GODOT36 GODOT4: the_clients_do_what_the_page_says;
    needs nothing: the_server_does_what_the_page_says, the_readme_begins_with_a_game;
}
