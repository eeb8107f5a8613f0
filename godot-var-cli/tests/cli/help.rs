//! Runs the examples of every command's `--help`.

use std::fs;
use std::net::{Ipv4Addr, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::Command;

use godot_var::{Array, Godot4, ToVariantBytes, Variant};

fn help(command: &[String]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .args(command)
        .arg("--help")
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns a command and all its subcommands.
fn commands(above: &[String], all: &mut Vec<Vec<String>>) {
    all.push(above.to_vec());
    let text = help(above);
    let list = text.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = list.take_while(|line| !line.is_empty()).filter_map(|line| {
        // A longer description is indented further.
        line.strip_prefix("  ").filter(|line| !line.starts_with(' '))?.split(' ').next()
    });
    for name in names.filter(|name| *name != "help") {
        commands(&[above, &[name.to_owned()]].concat(), all);
    }
}

#[test]
fn every_command_begins_with_what_it_does() {
    let mut all = Vec::new();
    commands(&[], &mut all);
    let mut texts = std::collections::BTreeSet::new();
    for command in all {
        let text = help(&command);
        let first = text.lines().next().unwrap_or_default().to_owned();
        assert!(!first.starts_with("Usage") && !first.starts_with("What "), "{command:?}: {first}");
        assert!(
            texts.insert(first.clone()),
            "{command:?} has the text of another command: {first}"
        );
    }
}

fn examples(command: &[String]) -> Vec<String> {
    let text = help(command);
    let lines = text.lines().skip_while(|line| *line != "Examples:").skip(1);
    lines.map_while(|line| line.strip_prefix("  ")).map(str::to_owned).collect()
}

fn framed(messages: &[Variant]) -> Vec<u8> {
    let frame = |message: &Variant| {
        let bytes = message.to_variant_bytes::<Godot4>().expect("it can be encoded");
        [&(bytes.len() as u32).to_le_bytes(), &*bytes].concat()
    };
    messages.iter().flat_map(frame).collect()
}

/// A folder with the files that the examples name, and in its `bin` replacements for external programs.
fn workshop() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("help");
    drop(fs::remove_dir_all(&folder));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().expect("the project");
    for inner in [
        "bin",
        "docs",
        "src",
        ".zfunc",
        ".config/fish/completions",
        ".config/elvish",
        ".local/share/bash-completion/completions",
    ] {
        fs::create_dir_all(folder.join(inner)).expect("a folder");
    }
    let put = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("a file");
    std::os::unix::fs::symlink(root.join("schemas"), folder.join("schemas")).expect("a link");
    fs::create_dir(folder.join("client")).expect("a folder");
    for file in fs::read_dir(root.join("examples/multiplayer-client-godot4")).expect("a project") {
        let path = file.expect("a file").path();
        let name = path.file_name().expect("its name");
        if path.is_file() {
            fs::copy(&path, folder.join("client").join(name)).expect("copied");
        }
    }
    fs::copy(root.join("schemas/every_type.msg"), folder.join("message_template.msg"))
        .expect("a template");
    let leave = Variant::Array(Array::new(vec![4.into()]));
    put("recording.bin", &framed(std::slice::from_ref(&leave)));
    put("user_data.save", &framed(&[leave]));
    put("packets.hex", b"0200000007000000\n");
    put("packet.bin", &[2, 0, 0, 0, 7, 0, 0, 0]);
    put("datagram.bin", &[0, 0, 0, 0, 9, 0, 1, 7]);
    // A capture without packets.
    let header = [0xA1B2_C3D4, 0x0004_0002, 0, 0, 65535, 228].map(u32::to_le_bytes).concat();
    put("traffic.pcapng", &header);
    let capture = "godot-var-cli/tests/captures/websocket_godot4.6.3.pcap";
    fs::copy(root.join(capture), folder.join("game.pcap")).expect("a capture");
    put(
        "src/protocol.rs",
        b"use godot_var::GodotVar;\n#[derive(GodotVar)]\npub struct Say { pub text: String }\n",
    );
    fs::copy(root.join("examples/network/multiplayer/project.rs"), folder.join("src/project.rs"))
        .expect("a module");
    put("godot-var.toml", b"schemas = [\"src/protocol.rs\"]\nlock = \"src/protocol.lock\"\n");
    put("new.rs", &fs::read(root.join("schemas/arena.rs")).expect("a schema"));
    for (name, script) in [
        ("xxd", "od -An -v -tx1 \"$2\""),
        ("jq", "cat"),
        ("man", "cat"),
        ("cargo", "true"),
        ("tcpdump", "cat traffic.pcapng"),
    ] {
        let path = folder.join("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(path, mode).expect("it can be run");
    }
    folder
}

/// Starts a server that sends back what it receives over UDP. Returns its port.
fn echo() -> u16 {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = socket.local_addr().expect("its port").port();
    std::thread::spawn(move || {
        let mut buffer = [0; 2000];
        while let Ok((len, from)) = socket.recv_from(&mut buffer) {
            let _ = socket.send_to(&buffer[..len], from);
        }
    });
    port
}

/// Replaces ports by free ones, or by that of the echo server.
fn on_free_ports(example: &str, server: u16) -> String {
    if example.contains("godot-var send") {
        return example.replace(":7777", &format!(":{server}"));
    }
    let is_network = ["godot-var listen", "godot-var proxy"].iter().any(|it| example.contains(it));
    let ports = [":7777", ":7776", ":6007"];
    let free = |example: String, port: &&str| example.replace(port, ":0");
    if is_network { ports.iter().fold(example.to_owned(), free) } else { example.to_owned() }
}

fn shell(folder: &Path, line: &str) -> (bool, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_godot-var")).parent().expect("its folder");
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{}:{path}", folder.join("bin").display(), program.display());
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", folder)
        .env("PROFILE", folder.join("profile.ps1"))
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .expect("the shell runs");
    let told = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
    (output.status.success(), told)
}

/// A user sees how a command is called before the list of its options.
#[test]
fn examples_come_before_options() {
    let mut all = Vec::new();
    commands(&[], &mut all);
    for command in all {
        for option in ["--help", "-h"] {
            let output = Command::new(env!("CARGO_BIN_EXE_godot-var"))
                .args(&command)
                .arg(option)
                .output()
                .expect("the program starts");
            let text = String::from_utf8(output.stdout).expect("UTF-8");
            let at = |part: &str| text.lines().position(|line| line == part);
            let examples = at("Examples:").unwrap_or_else(|| panic!("{command:?}: {text}"));
            assert!(examples < 15, "{command:?} {option}: {text}");
            let lists = ["Commands:", "Arguments:", "Options:"];
            let first = lists.iter().filter_map(|list| at(list)).min().expect("options");
            assert!(examples < first, "{command:?} {option}: {text}");
        }
    }
}

#[test]
fn every_example_runs() {
    let folder = workshop();
    let git = "git init -q . && git add src && git -c user.name=a -c user.email=a@b commit -qm a && git tag v1.0";
    let (is_good, told) = shell(&folder, &format!("{git} && godot-var generate lock"));
    assert!(is_good, "{told}");
    let server = echo();
    let mut all = Vec::new();
    commands(&[], &mut all);
    assert!(all.len() >= 12, "{all:?}");
    for command in all {
        let examples = examples(&command);
        assert!(!examples.is_empty(), "no example in the help of {command:?}");
        for example in examples {
            let example = on_free_ports(&example, server);
            // Commands that watch files or the network end when they are interrupted.
            let has_end =
                !["--follow", "--watch", "godot-var dev", "godot-var listen", "godot-var proxy"]
                    .iter()
                    .any(|option| example.contains(option));
            let line = if has_end {
                format!("set -e; {example}")
            } else {
                format!("timeout -s INT 1 {example}; test $? -ne 1")
            };
            let (is_good, told) = shell(&folder, &line);
            assert!(is_good && !told.contains("error"), "{example}: {told}");
        }
    }
}
