//! Runs the commands of the documentation in a folder with the files that they name. They must succeed and print what the pages show.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::lludp::TEMPLATE;
use crate::markdown::{Block, all_blocks};
use crate::needs;

/// The earlier schema, with the tag `v1.0`.
const YESTERDAY: &str = "\
//! The chat.

use godot_var::GodotVar;

#[derive(GodotVar)]
struct Chat {
    at: f64,
}
";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A command with the output that the page shows.
struct Step {
    command: String,
    output: String,
}

/// Returns the commands of a block, which begin with `$`, with the lines of output below them.
fn steps(block: &Block) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut continued = false;
    for line in block.text.lines() {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => {
                steps.push(Step { command: format!("{command}\n"), output: String::new() });
            }
            (None, Some(step)) if continued => step.command.extend([line, "\n"]),
            (None, Some(step)) => step.output.extend([line.trim_end(), "\n"]),
            (None, None) => panic!("{}: {line:?} stands before any command", block.place()),
        }
        continued = line.ends_with('\\');
    }
    steps
}

/// A capture with one datagram to this port.
fn capture(port: u16, payload: &[u8]) -> Vec<u8> {
    let udp = u16::try_from(8 + payload.len()).expect("a datagram");
    let mut packet = vec![0; 12];
    packet.extend([8, 0, 0x45, 0]);
    packet.extend((20 + udp).to_be_bytes());
    packet.extend([0, 0, 0, 0, 64, 17, 0, 0, 127, 0, 0, 1, 127, 0, 0, 1]);
    packet.extend(50_000_u16.to_be_bytes());
    packet.extend(port.to_be_bytes());
    packet.extend(udp.to_be_bytes());
    packet.extend([0, 0]);
    packet.extend(payload);
    let len = u32::try_from(packet.len()).expect("a packet").to_le_bytes();
    let mut file = vec![0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    file.extend([0, 0, 4, 0, 1, 0, 0, 0]); // 262,144 bytes a packet, Ethernet
    file.extend([0; 8]);
    file.extend(len);
    file.extend(len);
    file.extend(packet);
    file
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

fn shell(folder: &Path, command: &str) -> (bool, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_godot-var"));
    let programs = program.parent().expect("a folder").display();
    let path = format!("{programs}:{}", env::var("PATH").unwrap_or_default());
    let script = format!("set -o pipefail; exec 2>&1\n{command}");
    // A command that waits for ever ends as a mistake of its page.
    let output = Command::new("timeout")
        .args(["-s", "KILL", "120", "bash", "-c", &script])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("GIT_DIR")
        .output()
        .expect("bash runs");
    (output.status.success(), String::from_utf8(output.stdout).expect("UTF-8"))
}

/// A folder with all files that the pages name. It is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pages-{name}"));
        drop(fs::remove_dir_all(&folder));
        copy(&root().join("schemas"), &folder.join("schemas"));
        copy(&root().join("docs/generated"), &folder.join("docs/generated"));
        copy(&root().join("examples/multiplayer-client-godot4"), &folder.join("game"));
        let today = YESTERDAY.replace("f64,\n", "f64,\n    channel: String,\n");
        for (path, text) in
            [("src/protocol.rs", YESTERDAY), ("old/protocol.rs", &YESTERDAY.replace("f64", "i32"))]
        {
            fs::create_dir_all(folder.join(path).parent().expect("a folder")).expect("a folder");
            fs::write(folder.join(path), text).expect("a schema");
        }
        let (good, told) = shell(
            &folder,
            "git init -q . && git add src && git -c user.name=A -c user.email=a@example.org \
             commit -q -m 'The first release' && git tag v1.0",
        );
        assert!(good, "{told}");
        fs::write(folder.join("src/protocol.rs"), today).expect("a schema");
        let null = [0; 4];
        fs::write(folder.join("traffic.pcap"), capture(7777, &null)).expect("a capture");
        let ping = [0x80, 0, 0, 0, 9, 0, 1, 7, 0, 4];
        fs::write(folder.join("sim.pcap"), capture(13000, &ping)).expect("a capture");
        Self(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Checks that a command of Cargo, or one that waits for the other side, names existing files. Other tests run these: `tests/` the examples,
/// and the clients together with their servers.
fn check_names(command: &str) -> Result<(), String> {
    let words: Vec<&str> = command.split_whitespace().take_while(|word| *word != "#").collect();
    for pair in words.windows(2) {
        let places = match pair[0] {
            "--example" => ["", "network/"]
                .iter()
                .flat_map(|folder| {
                    let start = format!("examples/{folder}{}", pair[1]);
                    [format!("{start}.rs"), format!("{start}/main.rs")]
                })
                .collect(),
            // Any other is the reader's own game.
            "--path" if pair[1].starts_with("examples/") => vec![pair[1].to_owned()],
            _ => continue,
        };
        if !places.iter().any(|place| root().join(place).exists()) {
            return Err(format!("{} is not there", places[0]));
        }
    }
    Ok(())
}

/// Runs the commands of the pages that need the template of Second Life, or of all others. Returns the number of commands.
fn follow(with_template: bool) -> usize {
    // `quick_start.rs`, `guide.rs`, `clients.rs` and `program_page.rs` follow those pages step by step, and generated pages are about other
    // folders.
    let elsewhere = [
        "docs/guide/clients.md",
        "docs/guide/quick_start",
        "docs/guide/snapshots.md",
        "docs/guide/multiplayer_players",
        "docs/program.md",
        "docs/generated/",
    ];
    let mut blocks: Vec<Block> = all_blocks(&root())
        .into_iter()
        .filter(|block| !elsewhere.iter().any(|page| block.page.starts_with(page)))
        .filter(|block| block.page != "README.md" || block.text.contains("cargo test"))
        // The test that makes the recordings covers these.
        .filter(|block| !block.text.contains("recording.bin"))
        .filter(|block| block.is("console") || block.text.starts_with("$ "))
        .collect();
    let about_template: BTreeSet<String> = blocks
        .iter()
        .filter(|block| block.text.contains("message_template.msg"))
        .map(|block| block.page.clone())
        .collect();
    blocks.retain(|block| about_template.contains(&block.page) == with_template);
    let (mut run, mut wrong) = (0, Vec::new());
    let mut scratch: Option<(String, Scratch)> = None;
    for block in &blocks {
        let page = block.page.replace('/', "-");
        if scratch.as_ref().is_none_or(|(name, _)| *name != page) {
            drop(scratch.take());
            let folder = Scratch::new(&page);
            if with_template {
                fs::copy(TEMPLATE.path(), folder.0.join("message_template.msg")).expect("a copy");
            }
            scratch = Some((page.clone(), folder));
        }
        let folder = &scratch.as_ref().expect("a folder").1.0;
        for step in steps(block) {
            let elsewhere = ["cargo ", "godot ", "godot3-server "];
            if elsewhere.iter().any(|start| step.command.starts_with(start)) {
                wrong.extend(check_names(&step.command).err());
                continue;
            }
            run += 1;
            let (good, told) = shell(folder, &step.command);
            let told: String = told.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
            let expected = step.output.trim_end();
            let fits = if expected.is_empty() { good } else { told.trim_end() == expected };
            if !fits {
                let place = block.place();
                wrong.push(format!("{place}: {}expected\n{expected}\ngot\n{told}", step.command));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    run
}

fn every_command_ends_well_and_prints_what_the_page_says() {
    let run = follow(false);
    assert!(run >= 8, "{run} commands");
}

fn commands_on_the_whole_template_do_so_too() {
    let run = follow(true);
    assert!(run >= 8, "{run} commands");
}

needs::tests! {
    needs TEMPLATE: commands_on_the_whole_template_do_so_too;
    needs nothing: every_command_ends_well_and_prints_what_the_page_says;
}
