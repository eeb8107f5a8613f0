//! Runs the commands of the page about the program.

use std::fs;
use std::path::Path;
use std::process::Command;

use godot_var::{Array, Dictionary, Godot4, ToVariantBytes, Variant};

use crate::udp_capture::Udp;

const PAGE: &str = include_str!("../../../docs/program.md");

/// The commands of the page with the output below them.
fn commands() -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    // Whether lines belong to a command, and whether the command continues.
    let (mut is_code, mut is_shown, mut is_open) = (false, false, false);
    for line in PAGE.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
            is_shown = false;
        } else if let (true, Some(command)) = (is_code, line.strip_prefix("$ ")) {
            commands.push((command.to_owned(), String::new()));
            is_shown = true;
            is_open = command.ends_with('\\');
        } else if let (true, Some((command, shown))) = (is_shown, commands.last_mut()) {
            if is_open {
                command.push('\n');
                command.push_str(line);
                is_open = line.ends_with('\\');
            } else {
                shown.push_str(line);
                shown.push('\n');
            }
        }
    }
    commands
}

fn chat(text: Variant, at: i64) -> Variant {
    let mut fields = Dictionary::new();
    fields.insert("channel", Variant::String("all".to_owned()));
    fields.insert("text", text);
    fields.insert("at", at);
    fields.insert("tags", Variant::Array(Array::new(Vec::new())));
    Variant::Array(Array::new(vec![3.into(), Variant::Dictionary(fields)]))
}

fn bytes(value: &Variant) -> Vec<u8> {
    value.to_variant_bytes::<Godot4>().expect("it can be encoded")
}

#[test]
fn commands_do_what_the_page_says() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program-page");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().expect("the project");
    std::os::unix::fs::symlink(root.join("schemas"), folder.join("schemas")).expect("a link");
    // `--check` compares the files there with the schema.
    fs::create_dir(folder.join("docs")).expect("a folder");
    fs::copy(root.join("schemas/every_type.msg"), folder.join("message_template.msg"))
        .expect("a template");
    let leave = bytes(&Variant::Array(Array::new(vec![4.into()])));
    let messages =
        [bytes(&chat("hello".into(), 7)), bytes(&chat("good bye".into(), 8)), leave.clone()];
    let frames =
        messages.map(|message| [&(message.len() as u32).to_le_bytes(), &*message].concat());
    fs::write(folder.join("recording.bin"), frames.concat()).expect("a recording");
    let mut traffic = Udp::default();
    traffic.put(1_700_000_000.000_001, "10.0.0.1:9000", "10.0.0.2:7777", &leave);
    fs::write(folder.join("traffic.pcap"), traffic.bytes()).expect("a capture");
    let (here, elsewhere, server) = ("127.0.0.1:50001", "10.0.0.9:50002", "127.0.0.1:7777");
    let hello = bytes(&chat("hello".into(), 7));
    let mut session = Udp::default();
    session.put(0.0, here, server, &hello);
    session.put(0.25, elsewhere, server, &bytes(&chat(5.into(), 8)));
    session.put(0.5, server, here, &leave);
    session.put(1.25, elsewhere, server, &hello[..hello.len() - 24]);
    fs::write(folder.join("session.pcap"), session.bytes()).expect("a capture");

    let program = Path::new(env!("CARGO_BIN_EXE_godot-var"));
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", program.parent().expect("its folder").display());
    let commands = commands();
    assert!(commands.len() >= 12, "{commands:?}");
    for (command, shown) in commands {
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(&folder)
            .env("PATH", &path)
            .output()
            .expect("the shell runs");
        let told = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
        let is_good = !["error: ", "wrong: 1"].iter().any(|part| told.contains(part));
        assert_eq!(output.status.success(), is_good, "{command}: {told}");
        assert_eq!(told.trim_end(), shown.trim_end(), "{command}");
    }
    for made in ["completions.bash", "man1/godot-var-inspect.1", "pages/message_template.html"] {
        assert!(folder.join(made).is_file(), "{made}");
    }
}
