//! The inspector in a browser. The test runs the command that the page shows, and compares its output with the page's lines.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use godot_var::{Array, Dictionary, Variant, Vector3};
use godot_var_cli::{Wire, lines};

use crate::browser::{AXE, CHROMIUM, WIDTHS, folder};
use crate::devtools::Page;
use crate::needs::{self, Need};
use crate::wireshark::capture::Capture;

static INSPECTOR: Need = Need::new(
    "the inspector is not built; run scripts/inspector.sh target/inspector, or name its inspector.html in INSPECTOR",
    || {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder");
        let built = target.join("inspector/inspector.html");
        let file = env::var_os("INSPECTOR").map_or(built, PathBuf::from);
        file.is_file().then_some(file)
    },
);

/// Whether the page shows the result of its fields.
const DONE: &str = "document.querySelector('#result').getAttribute('aria-busy') === 'false'";

/// Returns the path of a file of this repository.
fn project(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file)
}

/// The page, and the folder in which its command runs.
struct Inspector {
    page: Page,
    folder: PathBuf,
}

impl Inspector {
    fn open(name: &str) -> Self {
        let folder = folder(name);
        let mut page = Page::open(INSPECTOR.path());
        page.look_like(1400, false);
        page.wait_for(DONE);
        Self { page, folder }
    }

    /// Copies a file to the folder, and chooses it in the page.
    fn choose(&mut self, id: &str, file: &Path) {
        let name = file.file_name().expect("a name");
        let here = self.folder.join(name);
        if here != file {
            fs::copy(file, &here).expect("a file");
        }
        self.choose_here(id, &[&here]);
    }

    /// Chooses files of the folder.
    fn choose_here(&mut self, id: &str, files: &[&Path]) {
        self.begin();
        self.page.choose(&format!("#{id}"), files);
        self.done();
    }

    /// Chooses a file of this repository under another name.
    fn choose_as(&mut self, id: &str, file: &str, name: &str) {
        let here = self.folder.join(name);
        fs::copy(project(file), &here).expect("a file");
        self.choose(id, &here);
    }

    fn choose_bytes(&mut self, name: &str, bytes: &[u8]) {
        let file = self.folder.join(name);
        fs::write(&file, bytes).expect("a file");
        self.choose("file", &file);
    }

    /// Sets the value of a field, as typing does.
    fn set(&mut self, id: &str, value: &str) {
        self.put(id, value);
        self.done();
    }

    /// Sets the value of a field without waiting for the result.
    fn put(&mut self, id: &str, value: &str) {
        let value = serde_json::to_string(value).expect("a text");
        self.begin();
        self.page.eval(&format!(
            "{{ const field = document.querySelector('#{id}'); field.value = {value}; \
             field.dispatchEvent(new Event('input', {{ bubbles: true }})); }}"
        ));
    }

    fn clear(&mut self, id: &str) {
        self.begin();
        self.page.eval(&format!("document.querySelector('[data-of={id}]').click()"));
        self.done();
    }

    /// Marks the present result as old, so that `done` waits for the next one.
    fn begin(&mut self) {
        self.page.eval("document.querySelector('#result').setAttribute('aria-busy', 'true')");
    }

    fn done(&mut self) {
        self.page.wait_for(DONE);
    }

    fn text(&mut self, selector: &str) -> String {
        let told = self.page.eval(&format!("document.querySelector({selector:?}).textContent"));
        told.as_str().expect("text").to_owned()
    }

    fn lines(&mut self) -> Vec<String> {
        let told = self
            .page
            .eval("[...document.querySelectorAll('#dump > div')].map((line) => line.textContent)");
        let lines = told.as_array().expect("lines").iter();
        lines.map(|line| line.as_str().expect("text").to_owned()).collect()
    }

    /// Runs the command that the page shows in a shell, and compares the lines. Returns them.
    fn hold(&mut self) -> Vec<String> {
        let command = self.text("#command");
        let input = self.folder.join("stdin");
        let pasted = self.page.eval("document.querySelector('#hex').value");
        fs::write(&input, pasted.as_str().expect("text")).expect("a file");
        let program = Path::new(env!("CARGO_BIN_EXE_godot-var")).parent().expect("a folder");
        let path = format!("{}:{}", program.display(), env::var("PATH").expect("a path"));
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1 < stdin; {command}")])
            .env("PATH", path)
            .current_dir(&self.folder)
            .output()
            .expect("a shell");
        let expected = String::from_utf8(output.stdout).expect("text");
        let expected: Vec<String> = expected.lines().map(str::to_owned).collect();
        let shown = self.lines();
        for (shown, expected) in shown.iter().zip(&expected) {
            assert_eq!(shown, expected, "{command}");
        }
        assert_eq!(shown.len(), expected.len(), "{command}");
        shown
    }
}

fn has(lines: &[String], part: &str) {
    assert!(lines.iter().any(|line| line.contains(part)), "{part:?} in {lines:#?}");
}

fn dictionary<const N: usize>(entries: [(&str, Variant); N]) -> Variant {
    let mut dictionary = Dictionary::new();
    for (key, value) in entries {
        dictionary.insert(key, value);
    }
    Variant::Dictionary(dictionary)
}

fn sample() -> Variant {
    dictionary([
        ("id", Variant::Int(7)),
        ("pos", Variant::Vector3(Vector3::new(1.0, 0.0, -2.5))),
        (
            "names",
            Variant::Array(Array::new(vec![
                Variant::String("Ann".to_owned()),
                Variant::Float(0.5),
            ])),
        ),
    ])
}

fn encoded(value: &Variant, wire: Wire) -> Vec<u8> {
    lines::encode(value, wire.spec().expect("a dialect")).expect("it can be encoded")
}

/// Returns messages that an engine wrote.
fn chat() -> Vec<Vec<u8>> {
    let lines = include_str!("../recordings/chat.hex").lines();
    lines.map(|line| hex::decode(line).expect("hex")).collect()
}

fn frames(messages: &[Vec<u8>]) -> Vec<u8> {
    let frame = |message: &Vec<u8>| [&(message.len() as u32).to_le_bytes(), &message[..]].concat();
    messages.iter().flat_map(frame).collect()
}

fn values_of_every_dialect() {
    let mut page = Inspector::open("inspector_dialects");
    has(&page.hold(), "Vector3, (1.0, 0.0, -2.5)");
    for (name, wire) in [
        ("godot4", Wire::Godot4),
        ("godot3", Wire::Godot3),
        ("godot3.0", Wire::Godot3_0),
        ("flagless", Wire::Flagless),
        ("godot4-double", Wire::Godot4Double),
        ("godot3-double", Wire::Godot3Double),
    ] {
        page.set("wire", name);
        page.set("hex", &hex::encode(encoded(&sample(), wire)));
        has(&page.hold(), "\"pos\": Vector3");
    }
}

fn other_wires() {
    let mut page = Inspector::open("inspector_wires");
    page.set("wire", "litenet-2018");
    page.set("hex", "06000101ff");
    has(&page.hold(), "bytes after the message");
    page.set("hex", "0600");
    has(&page.hold(), "error:");
    page.set("wire", "multiplayer");
    page.set("hex", "000104020400000002000000686900000205");
    has(&page.hold(), "args[0]: String, hi");
    page.choose("schema", &project("schemas/multiplayer.rs"));
    has(&page.hold(), "method 4 (Chat::say)");
    page.set("where", "fields.text ~ \"ho\"");
    has(&page.hold(), "hidden: 1");
    page.set("where", "");
    page.clear("schema");
    page.set("hex", "80 00000001 00 ff11 02 01 01 000001");
    page.choose("template", &project("schemas/every_type.msg"));
    assert_eq!(page.page.eval("document.querySelector('#wire').value"), "lludp");
    has(&page.hold(), "zero-code run");
    page.set("hex", "40 000000");
    has(&page.hold(), "^^");
}

fn bytes_in_any_notation() {
    let mut page = Inspector::open("inspector_notations");
    for text in [
        "[28, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0]",
        "0x1c 0 0 0 1 0 0 0 2 0 0 0 4 0 0 0".replace(' ', ", ").as_str(),
        r#"b"\x1c\0\0\0\x01\0\0\0\x02\0\0\0\x04\0\0\0""#,
        "HAAAAAEAAAACAAAABAAAAA==",
        "00000000: 1c00 0000 0100 0000  ........\n00000008: 0200 0000 0400 0000  ........\n",
    ] {
        page.set("hex", text);
        has(&page.hold(), "[0]: int, 4");
    }
    page.set("hex", "[02, 00, 00, 00, 10, 00, 00, 00]");
    has(&page.hold(), "note: read as hex; `--input decimal` reads it as decimal");
    page.set("hex", "0200000007000000\n0200000008000000");
    has(&page.hold(), "line 2");
}

fn recordings_and_captures() {
    let mut page = Inspector::open("inspector_recordings");
    page.choose_bytes("chat.bin", &frames(&chat()));
    assert!(page.text("#command").contains("-v chat.bin"));
    page.hold();
    page.choose("schema", Path::new("tests/recordings/chat.rs"));
    has(&page.hold(), "Message::Join");
    page.set("message", "Join");
    has(&page.hold(), "hidden:");
    page.set("message", "Jion");
    has(&page.hold(), "did you mean");
    page.set("message", "");
    page.set("where", "name == \"Ann\" and spawn.pos.x > 0");
    has(&page.hold(), "Message::Join");
    page.set("where", "name ==");
    has(&page.hold(), "error:");
    page.set("where", "");
    for more in ["--json", "--summary", "--type Message --full"] {
        page.set("more", more);
        page.hold();
    }
    page.set("more", "");
    // A schema with its module.
    let (part, whole) = (page.folder.join("part.rs"), page.folder.join("whole.rs"));
    fs::copy("tests/recordings/chat.rs", &part).expect("a file");
    fs::write(&whole, "pub mod part;").expect("a file");
    page.choose_here("schema", &[&part, &whole]);
    has(&page.hold(), "Message::Join");
    assert!(page.text("#command").contains("--schema whole.rs"));
    page.choose("file", Path::new("tests/recordings/chat.hex"));
    assert!(page.text("#command").contains("-v chat.hex"));
    has(&page.hold(), "line 2");
    let mut capture = Capture::default();
    for (index, message) in chat().iter().enumerate() {
        capture.udp(50_000, 7777, message);
        if index == 0 {
            capture.tcp(50_000, 80, 0, message);
        }
    }
    capture.udp(50_000, 7778, b"abc");
    page.choose_bytes("chat.pcap", &capture.bytes());
    assert!(page.text("#command").contains("-v chat.pcap"));
    has(&page.hold(), "#3");
    page.set("more", "--port 7778");
    has(&page.hold(), "error:");
    // Without a file, the lines of the text field are read.
    page.set("more", "");
    page.clear("file");
    page.clear("schema");
    page.set("input", "--lines");
    page.set("hex", "0200000007000000\n\n020000\nxyz\n");
    let shown = page.hold();
    has(&shown, "int, 7");
    has(&shown, "'x' is not a hex digit");
}

fn broken_and_hostile() {
    let mut page = Inspector::open("inspector_broken");
    page.set("hex", "1b00000001000000040000000200000068700000020000");
    has(&page.hold(), "^^");
    page.set("hex", "1b0000 zz");
    has(&page.hold(), "error:");
    page.set("hex", "");
    page.hold();
    // The deepest value that engines read, and a deeper one.
    for depth in [1023, 5000] {
        let deep = "1c00000001000000".repeat(depth) + "00000000";
        page.choose_bytes(&format!("deep{depth}.hex"), deep.as_bytes());
        let shown = page.hold();
        assert_eq!(shown.iter().any(|line| line.contains("TooDeep")), depth > 1023, "{depth}");
    }
    // A schema and a condition also walk through such a value.
    page.choose("schema", &project("schemas/arena.rs"));
    page.hold();
    page.clear("schema");
    page.set("where", "[0] == 1");
    page.hold();
    page.set("where", "");
    page.clear("file");
    // An Array that claims 2^31 elements, and an empty file.
    page.set("hex", "1c000000ffffff7f");
    page.hold();
    page.choose_bytes("empty.bin", b"");
    page.hold();
    let wrong = page.folder.join("wrong.rs");
    fs::write(&wrong, "#[derive(godot_var::GodotVar)] struct A { a: Nothing }").expect("a file");
    page.choose("schema", &wrong);
    has(&page.hold(), "error:");
}

/// The page shows the first lines of a long recording, and counts the others.
fn long_recordings() {
    let mut page = Inspector::open("inspector_long");
    let messages = chat();
    let count = (200 << 10) / frames(&messages).len();
    page.choose_bytes("long.bin", &frames(&messages).repeat(count));
    let shown = page.lines();
    assert_eq!(shown.len(), 5000);
    let output = Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .args(["inspect", "--framed", "long.bin"])
        .current_dir(&page.folder)
        .output()
        .expect("it runs");
    let expected = String::from_utf8(output.stdout).expect("text");
    assert!(expected.lines().take(shown.len()).eq(&shown));
    let status = page.text("#status").replace(',', "");
    let told = format!("{} messages {} lines", count * messages.len(), expected.lines().count());
    assert!(status.starts_with(&told), "{status}: {told}");
}

fn bytes_and_lines_point_at_each_other() {
    const OWN: &str =
        "[...document.querySelectorAll('#bytes .own')].map((byte) => byte.id).join(' ')";
    const INNER: &str = "document.querySelectorAll('#bytes .inner').length";
    const NOW: &str = "document.querySelector('#dump > .now')?.textContent ?? ''";
    let mut page = Inspector::open("inspector_pointing");
    // A Dictionary with one key of 12 bytes and an int of 8 bytes.
    page.set("hex", "1b000000 01000000 04000000 02000000 69640000 02000000 07000000");
    page.page.hover("#line-2");
    let bytes = |from: usize, to: usize| {
        (from..to).map(|at| format!("byte-{at}")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(page.page.eval(OWN), bytes(20, 28));
    // The bytes of the values inside it have another color.
    page.page.hover("#line-0");
    assert_eq!(page.page.eval(OWN), bytes(0, 8));
    assert_eq!(page.page.eval(INNER), 20);
    page.page.hover("#byte-17");
    assert!(page.page.eval(NOW).as_str().expect("a line").contains("\"id\""));
    page.page.eval("document.querySelector('#dump').focus()");
    page.page.press("End");
    assert_eq!(page.page.eval(OWN), bytes(20, 28));
    page.page.press("ArrowUp");
    assert_eq!(page.page.eval(OWN), bytes(8, 20));
    page.page.eval("document.querySelector('#bytes').focus()");
    page.page.press("ArrowDown");
    assert!(page.page.eval(NOW).as_str().expect("a line").contains("int, 7"));
    assert_eq!(page.page.eval(OWN), bytes(20, 28));
    // The position of an error.
    page.set("hex", "02000000 0700");
    assert_eq!(page.page.eval("document.querySelector('#bytes .bad').id"), "byte-6");
    assert_eq!(page.text("#bytes .bad"), "··");
    page.set("hex", "1b000000 01000000 63000000 00000000");
    assert_eq!(page.page.eval("document.querySelector('#bytes .bad').id"), "byte-8");
    // Each frame has bytes of its own.
    page.choose_bytes("chat.bin", &frames(&chat()));
    let second = page.lines().iter().rposition(|line| line.contains("frame of")).expect("a frame");
    page.page.hover(&format!("#line-{second}"));
    assert_eq!(page.page.eval(OWN), bytes(0, 4));
    assert!(page.text("#bytes-title").contains("message 7 of 7"));
    // The row of a zero-code run describes the bytes in the packet.
    page.clear("file");
    page.choose("template", &project("schemas/every_type.msg"));
    page.set("hex", "80 00000001 00 ff11 02 01 01 000001 02");
    let run = page.lines().iter().position(|line| line.contains("257 zeros")).expect("a run");
    page.page.hover(&format!("#line-{run}"));
    assert_eq!(page.page.eval(OWN), bytes(11, 14));
}

/// A long run does not block the page, and can be stopped.
fn it_can_be_stopped() {
    let mut page = Inspector::open("inspector_stop");
    let message = frames(&chat());
    let file = page.folder.join("huge.bin");
    fs::write(&file, message.repeat((64 << 20) / message.len())).expect("a file");
    page.begin();
    page.page.choose("#file", &[&file]);
    page.page.wait_for("!document.querySelector('#stop').hidden");
    page.page.eval("document.querySelector('#stop').click()");
    page.done();
    assert!(page.text("#status").contains("stopped"));
    fs::remove_file(file).expect("the file");
    // The page works afterwards.
    page.clear("file");
    has(&page.hold(), "Dictionary, 2 entries");
}

/// What a run shows belongs to it alone, whether it was stopped or the run before was.
fn runs_do_not_mix() {
    let mut page = Inspector::open("inspector_runs");
    let message = frames(&chat());
    let file = page.folder.join("huge.bin");
    fs::write(&file, message.repeat((64 << 20) / message.len())).expect("a file");
    // The next run ends before the page would call this one long.
    page.begin();
    page.page.choose("#file", &[&file]);
    page.page.wait_for("document.querySelector('#command').textContent.includes('huge.bin')");
    page.set("more", "--max-message x");
    page.page.eval("new Promise((resolve) => setTimeout(resolve, 600))");
    assert_eq!(page.page.eval("document.querySelector('#stop').hidden"), true);
    assert!(page.text("#status").contains(" s"), "{}", page.text("#status"));
    has(&page.hold(), "error:");
    // A summary has no lines before its end.
    page.put("more", "--summary");
    page.page.wait_for("!document.querySelector('#stop').hidden");
    page.page.eval("document.querySelector('#stop').click()");
    page.done();
    assert_eq!(page.text("#status"), "0 lines, stopped");
    assert!(page.lines().is_empty());
    fs::remove_file(file).expect("the file");
}

/// The page holds a part of long messages, and of many.
fn many_bytes() {
    const MIB: usize = 1 << 20;
    let mut page = Inspector::open("inspector_bytes");
    let message = |len: usize| {
        // The type and the length are before the bytes.
        let bytes = Variant::PackedByteArray(vec![7; len - 8]);
        encoded(&bytes, Wire::Godot4)
    };
    page.choose_bytes("long.bin", &message(MIB + 16));
    assert_eq!(page.text("#bytes-title"), "1,048,576 first bytes");
    // With its length, a frame has one MiB.
    page.choose_bytes("many.bin", &frames(&vec![message(MIB - 4); 33]));
    page.set("input", "--framed");
    assert_eq!(page.text("#bytes-title"), "1,048,576 bytes of message 1 of 33");
    let last = page.lines().iter().rposition(|line| line.contains("frame of")).expect("a frame");
    page.page.hover(&format!("#line-{last}"));
    assert_eq!(page.text("#bytes-title"), "0 first bytes of message 33 of 33");
    fs::remove_file(page.folder.join("many.bin")).expect("the file");
}

/// A file can have the name of an option, or of the standard input.
fn names_with_hyphens() {
    let mut page = Inspector::open("inspector_names");
    for name in ["-chat.bin", "--framed", "-"] {
        page.choose_bytes(name, &frames(&chat()));
        assert!(page.text("#command").ends_with(&format!(" -v ./{name}")));
        has(&page.hold(), "frame of");
    }
    page.choose_as("schema", "godot-var-cli/tests/recordings/chat.rs", "-chat.rs");
    has(&page.hold(), "Message::Join");
    page.clear("schema");
    page.clear("file");
    page.set("hex", "80 00000001 00 ff11 02 01 01 000001");
    page.choose_as("template", "schemas/every_type.msg", "-every.msg");
    has(&page.hold(), "zero-code run");
}

/// Dropped files go to the field of their kind.
fn files_are_dropped() {
    let mut page = Inspector::open("inspector_drop");
    let recording = hex::encode(frames(&chat()));
    let schema = serde_json::to_string(include_str!("../recordings/chat.rs")).expect("a text");
    page.begin();
    page.page.eval(&format!(
        "{{ const moved = new DataTransfer(); \
         const bytes = Uint8Array.from('{recording}'.match(/../g), (pair) => parseInt(pair, 16)); \
         moved.items.add(new File([bytes], 'dropped.bin')); \
         moved.items.add(new File([{schema}], 'chat.rs')); \
         document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: moved, bubbles: true }})); }}"
    ));
    page.done();
    assert!(page.text("#command").contains("-v dropped.bin"));
    fs::write(page.folder.join("dropped.bin"), frames(&chat())).expect("a file");
    fs::copy("tests/recordings/chat.rs", page.folder.join("chat.rs")).expect("a file");
    has(&page.hold(), "Message::Join");
}

fn it_fits_and_can_be_read() {
    let axe = fs::read_to_string(AXE.path()).expect("axe-core");
    let mut page = Inspector::open("inspector_look");
    page.choose("schema", Path::new("tests/recordings/chat.rs"));
    page.choose_bytes("chat.bin", &frames(&chat()));
    page.page.eval(&axe);
    for is_broken in [false, true] {
        if is_broken {
            page.clear("file");
            page.set("hex", "1b00000001000000040000000200000068700000020000");
        }
        // A line with values inside it.
        let line = if is_broken { "#line-0" } else { "#line-5" };
        for width in WIDTHS {
            for is_dark in [false, true] {
                page.page.look_like(width, is_dark);
                page.page.eval("scrollTo(0, 0)");
                page.page.hover(line);
                let found = page.page.eval(
                    "axe.run(document).then(({ violations }) => violations.map((found) => \
                     `${found.id}: ${found.help}: ${found.nodes.map((node) => node.target).join(', ')}`))",
                );
                assert_eq!(found, serde_json::json!([]), "{width} {is_dark}");
                let overflow = "document.documentElement.scrollWidth - innerWidth";
                assert!(page.page.eval(overflow).as_i64().expect("pixels") <= 0, "{width}");
                let shade = if is_dark { "dark" } else { "light" };
                let name = if is_broken { "broken" } else { "recording" };
                page.page.picture(&page.folder.join(format!("{name}_{width}_{shade}.png")));
            }
        }
    }
}

needs::tests! {
    needs CHROMIUM INSPECTOR: values_of_every_dialect, other_wires, bytes_in_any_notation, recordings_and_captures, broken_and_hostile, long_recordings,
        bytes_and_lines_point_at_each_other, files_are_dropped, it_can_be_stopped, runs_do_not_mix, many_bytes, names_with_hyphens;
    needs CHROMIUM INSPECTOR AXE: it_fits_and_can_be_read;
}
