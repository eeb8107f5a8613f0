//! The inspector in a browser. The tests run the command that the page shows, and compare its output with the messages of the page.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use godot_var::dialect::{DialectSpec, Double, Flagless, Godot3_0};
use godot_var::{Array, Dialect, Dictionary, Godot3, Godot4, Variant, Vector3};
use godot_var_cli::lines;

use crate::browser::{AXE, folder};
use crate::devtools::Page;
use crate::needs::{self, CHROMIUM, Need};
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
        let mut inspector = Self::open_with(name, "");
        inspector.done();
        inspector
    }

    /// Opens the page after a script.
    fn open_with(name: &str, script: &str) -> Self {
        let folder = folder(name);
        let mut page = Page::open(INSPECTOR.path(), script);
        page.look_like(1400, false);
        Self { page, folder }
    }

    /// Copies a file to the folder, and chooses it in the page.
    fn choose(&mut self, file: &Path) {
        let name = file.file_name().expect("a name");
        let here = self.folder.join(name);
        if here != file {
            fs::copy(file, &here).expect("a file");
        }
        self.choose_here(&[&here]);
    }

    /// Chooses files of the folder.
    fn choose_here(&mut self, files: &[&Path]) {
        self.begin();
        self.page.choose("#files", files);
        self.done();
    }

    /// Chooses a file of this repository under another name.
    fn choose_as(&mut self, file: &str, name: &str) {
        let here = self.folder.join(name);
        fs::copy(project(file), &here).expect("a file");
        self.choose(&here);
    }

    fn choose_bytes(&mut self, name: &str, bytes: &[u8]) {
        let file = self.folder.join(name);
        fs::write(&file, bytes).expect("a file");
        self.choose(&file);
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

    fn tick(&mut self, id: &str) {
        self.click(&format!("#{id}"));
    }

    fn clear(&mut self, id: &str) {
        self.click(&format!("[data-of={id}]"));
    }

    /// Clicks at something that starts a run.
    fn click(&mut self, selector: &str) {
        self.begin();
        self.page.eval(&format!("document.querySelector({selector:?}).click()"));
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

    fn texts(&mut self, expression: &str) -> Vec<String> {
        let told = self.page.eval(&format!("({expression}).map((one) => one.textContent)"));
        let texts = told.as_array().expect("texts").iter();
        texts.map(|text| text.as_str().expect("text").trim_end().to_owned()).collect()
    }

    /// The lines of the list.
    fn list(&mut self) -> Vec<String> {
        self.texts("[...document.querySelectorAll('#list .line')]")
    }

    /// The rows of every message, one after another.
    fn lines(&mut self) -> Vec<String> {
        self.texts(
            "[...document.querySelectorAll('#list > div')].flatMap((message) => { message.click(); \
             return [...document.querySelectorAll('#fields > div')]; })",
        )
    }

    /// What the program told beside the messages.
    fn notes(&mut self) -> Vec<String> {
        self.texts("[...document.querySelectorAll('#notes > p')]")
    }

    /// Runs the command that the page shows in a shell, with more options. Returns its output and its errors.
    fn command(&mut self, more: &str) -> [Vec<String>; 2] {
        let command = self.text("#command");
        let input = self.folder.join("stdin");
        let pasted = self.page.eval("document.querySelector('#hex').value");
        fs::write(&input, pasted.as_str().expect("text")).expect("a file");
        let program = Path::new(env!("CARGO_BIN_EXE_godot-var")).parent().expect("a folder");
        let path = format!("{}:{}", program.display(), env::var("PATH").expect("a path"));
        let output = Command::new("sh")
            .args(["-c", &format!("exec < stdin; {command}{more}")])
            .env("PATH", path)
            .current_dir(&self.folder)
            .output()
            .expect("a shell");
        [output.stdout, output.stderr].map(|printed| {
            let printed = String::from_utf8(printed).expect("text");
            printed.lines().map(|line| line.trim_end().to_owned()).collect()
        })
    }

    /// Compares the messages of the page with those that its command shows. Returns their lines, and those of the notes.
    fn hold(&mut self) -> Vec<String> {
        let [mut expected, told] = self.command(" -v");
        expected.pop_if(|last| last.starts_with("messages shown: "));
        let mut shown = self.lines();
        for (shown, expected) in shown.iter().zip(&expected) {
            assert_eq!(shown, expected);
        }
        assert_eq!(shown.len(), expected.len());
        let notes = self.notes();
        let is_help = |line: &str| {
            line.is_empty() || line.starts_with("Usage: ") || line.starts_with("For more ")
        };
        for told in told.iter().filter(|line| !is_help(line)) {
            assert!(notes.contains(told), "{told} in {notes:#?}");
        }
        shown.extend(notes);
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

fn encoded(value: &Variant, spec: &DialectSpec) -> Vec<u8> {
    lines::encode(value, spec).expect("it can be encoded")
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
    for (name, spec) in [
        ("godot4", &Godot4::SPEC),
        ("godot3", &Godot3::SPEC),
        ("godot3.0", &Godot3_0::SPEC),
        ("flagless", &Flagless::SPEC),
        ("godot4-double", &<Double<Godot4> as Dialect>::SPEC),
        ("godot3-double", &<Double<Godot3> as Dialect>::SPEC),
    ] {
        page.set("wire", name);
        page.set("hex", &hex::encode(encoded(&sample(), spec)));
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
    page.choose(&project("schemas/multiplayer.rs"));
    has(&page.hold(), "method 4 (Chat::say)");
    page.set("where", "fields.text ~ \"ho\"");
    assert_eq!(page.text("#status").split(", ").nth(1), Some("1 hidden"));
    page.set("where", "");
    page.clear("schema");
    page.set("hex", "80 00000001 00 ff11 02 01 01 000001");
    page.choose(&project("schemas/every_type.msg"));
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
    assert!(page.text("#command").ends_with("inspect chat.bin"));
    page.hold();
    page.choose(Path::new("tests/recordings/chat.rs"));
    has(&page.hold(), "Message::Join");
    page.set("message", "Join");
    page.hold();
    assert!(page.text("#status").contains("hidden"));
    page.set("message", "Jion");
    has(&page.hold(), "did you mean");
    page.set("message", "");
    page.set("where", "name == \"Ann\" and spawn.pos.x > 0");
    has(&page.hold(), "Message::Join");
    page.set("where", "name ==");
    has(&page.hold(), "error:");
    page.set("where", "");
    page.set("type", "Message");
    page.tick("full");
    assert!(page.text("#command").contains("--type Message --full"));
    page.hold();
    page.tick("full");
    // A schema with its module.
    let (part, whole) = (page.folder.join("part.rs"), page.folder.join("whole.rs"));
    fs::copy("tests/recordings/chat.rs", &part).expect("a file");
    fs::write(&whole, "pub mod part;").expect("a file");
    page.choose_here(&[&part, &whole]);
    has(&page.hold(), "Message::Join");
    assert!(page.text("#command").contains("--schema whole.rs"));
    page.choose(Path::new("tests/recordings/chat.hex"));
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
    has(&page.hold(), "#3");
    let [lines, _] = page.command("");
    assert_eq!(page.list(), lines);
    page.set("port", "7778");
    has(&page.hold(), "error:");
    assert_eq!(page.list().len(), 1);
    page.set("port", "x");
    has(&page.hold(), "invalid value 'x' for '--port <PORT>'");
    assert!(page.list().is_empty());
    // A hint names the format, which a click chooses.
    page.set("port", "");
    page.clear("schema");
    page.choose(Path::new("tests/captures/tcp_godot3.6.2.pcap"));
    assert!(page.list().iter().all(|line| line.contains("broken:")));
    page.click("#notes [data-wire=godot3]");
    let command = page.text("#command");
    assert_eq!(command, "godot-var inspect --wire godot3 tcp_godot3.6.2.pcap");
    assert!(page.list()[0].ends_with("1  [1, \"Ute\"]"), "{:?}", page.list());
    page.set("wire", "godot4");
    // Without a file, the lines of the text field are read.
    page.clear("file");
    page.set("form-of", "--lines");
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
    page.choose(&project("schemas/arena.rs"));
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
    page.choose(&wrong);
    has(&page.hold(), "error:");
}

/// The page lists the first messages of a long recording, and counts the others.
fn long_recordings() {
    let mut page = Inspector::open("inspector_long");
    let messages = chat();
    let count = 6000 / messages.len();
    page.choose(Path::new("tests/recordings/chat.rs"));
    page.choose_bytes("long.bin", &frames(&messages).repeat(count));
    assert_eq!(page.list().len(), 5000);
    let told = format!(
        "{} messages, {} broken, the first 5,000 are listed: the filters select others",
        thousands(count * messages.len()),
        thousands(count * 2)
    );
    assert!(page.text("#status").starts_with(&told), "{}", page.text("#status"));
    page.set("message", "Other");
    assert_eq!(page.list().len(), count);
    // A long message has the first lines of its dump.
    page.set("message", "");
    page.clear("schema");
    let list = Array::new((0..3000).map(Variant::Int).collect());
    page.choose_bytes("wide.bin", &encoded(&Variant::Array(list), &Godot4::SPEC));
    let lines = page.lines();
    let [expected, _] = page.command("");
    assert!(expected.starts_with(&lines[..2000]));
    assert_eq!(lines[2000..], ["… 1,001 lines more"]);
}

/// Formats a number of at most six digits as the page does.
fn thousands(number: usize) -> String {
    if number < 1000 {
        number.to_string()
    } else {
        format!("{},{:03}", number / 1000, number % 1000)
    }
}

fn bytes_and_lines_point_at_each_other() {
    const OWN: &str =
        "[...document.querySelectorAll('#bytes .own')].map((byte) => byte.id).join(' ')";
    const INNER: &str = "document.querySelectorAll('#bytes .inner').length";
    const NOW: &str = "document.querySelector('#fields > .now')?.textContent ?? ''";
    let mut page = Inspector::open("inspector_pointing");
    // A Dictionary with one key of 12 bytes and an int of 8 bytes.
    page.set("hex", "1b000000 01000000 04000000 02000000 69640000 02000000 07000000");
    page.page.hover("#field-2");
    let bytes = |from: usize, to: usize| {
        (from..to).map(|at| format!("byte-{at}")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(page.page.eval(OWN), bytes(20, 28));
    // The bytes of the values inside it have another color.
    page.page.hover("#field-0");
    assert_eq!(page.page.eval(OWN), bytes(0, 8));
    assert_eq!(page.page.eval(INNER), 20);
    page.page.hover("#byte-17");
    assert!(page.page.eval(NOW).as_str().expect("a line").contains("\"id\""));
    page.page.eval("document.querySelector('#fields').focus()");
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
    // A wire whose dump has no caret.
    page.set("wire", "litenet-2018");
    page.set("hex", "0600");
    assert_eq!(page.page.eval("document.querySelector('#bytes .bad').id"), "byte-2");
    page.set("wire", "godot4");
    // Each frame has bytes of its own.
    page.choose_bytes("chat.bin", &frames(&chat()));
    page.page.eval("document.querySelector('#list').focus()");
    page.page.press("End");
    let first = page.texts("[...document.querySelectorAll('#fields > div')]");
    assert!(first[0].contains("frame of"), "{first:?}");
    page.page.hover("#field-0");
    assert_eq!(page.page.eval(OWN), bytes(0, 4));
    assert_eq!(page.text("#fields-title"), "Message 7");
    // The row of a zero-code run describes the bytes in the packet.
    page.clear("file");
    page.choose(&project("schemas/every_type.msg"));
    page.set("hex", "80 00000001 00 ff11 02 01 01 000001 02");
    let run = page.lines().iter().position(|line| line.contains("257 zeros")).expect("a run");
    page.page.hover(&format!("#field-{run}"));
    assert_eq!(page.page.eval(OWN), bytes(11, 14));
}

/// A long run does not block the page, and can be stopped.
fn it_can_be_stopped() {
    let mut page = Inspector::open("inspector_stop");
    let message = frames(&chat());
    let file = page.folder.join("huge.bin");
    fs::write(&file, message.repeat((64 << 20) / message.len())).expect("a file");
    page.begin();
    page.page.choose("#files", &[&file]);
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
    page.page.choose("#files", &[&file]);
    page.page.wait_for("document.querySelector('#command').textContent.includes('huge.bin')");
    page.set("skip", "x");
    page.page.eval("new Promise((resolve) => setTimeout(resolve, 600))");
    assert_eq!(page.page.eval("document.querySelector('#stop').hidden"), true);
    assert!(page.text("#status").starts_with("0 messages, "), "{}", page.text("#status"));
    has(&page.hold(), "error:");
    // No message is of this kind, so the list is empty until the end.
    page.set("skip", "");
    page.put("message", "Nothing");
    page.page.wait_for("document.querySelector('#command').textContent.includes('Nothing')");
    page.done();
    page.put("message", "99");
    page.page.wait_for("!document.querySelector('#stop').hidden");
    page.page.eval("document.querySelector('#stop').click()");
    page.done();
    assert_eq!(page.text("#status"), "0 messages, stopped");
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
        encoded(&bytes, &Godot4::SPEC)
    };
    page.choose_bytes("long.bin", &message(MIB + 16));
    assert_eq!(page.text("#bytes-title"), "1,048,576 first bytes");
    assert!(page.text("#json").ends_with('…'));
    // With its length, a frame has one MiB.
    page.choose_bytes("many.bin", &frames(&vec![message(MIB - 4); 33]));
    page.set("form-of", "--framed");
    assert_eq!(page.text("#bytes-title"), "1,048,576 bytes");
    let status = page.text("#status");
    let listed = format!("33 messages, the first {} are listed", page.list().len());
    assert!(page.list().len() < 33 && status.starts_with(&listed), "{status}");
    fs::remove_file(page.folder.join("many.bin")).expect("the file");
}

/// A file can have the name of an option, or of the standard input.
fn names_with_hyphens() {
    let mut page = Inspector::open("inspector_names");
    for name in ["-chat.bin", "--framed", "-"] {
        page.choose_bytes(name, &frames(&chat()));
        assert!(page.text("#command").ends_with(&format!(" ./{name}")));
        has(&page.hold(), "frame of");
    }
    page.choose_as("godot-var-cli/tests/recordings/chat.rs", "-chat.rs");
    has(&page.hold(), "Message::Join");
    page.clear("schema");
    page.clear("file");
    page.set("hex", "80 00000001 00 ff11 02 01 01 000001");
    page.choose_as("schemas/every_type.msg", "-every.msg");
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
    assert!(page.text("#command").ends_with(" dropped.bin"));
    fs::write(page.folder.join("dropped.bin"), frames(&chat())).expect("a file");
    fs::copy("tests/recordings/chat.rs", page.folder.join("chat.rs")).expect("a file");
    has(&page.hold(), "Message::Join");
}

/// What is pasted where nothing is typed is the input.
fn anything_is_pasted() {
    let mut page = Inspector::open("inspector_paste");
    let paste = |target: &str, text: &str| {
        let text = serde_json::to_string(text).expect("a text");
        format!(
            "{{ const moved = new DataTransfer(); moved.setData('text', {text}); \
             document.querySelector('{target}').dispatchEvent(new ClipboardEvent('paste', \
             {{ clipboardData: moved, bubbles: true, cancelable: true }})); }}"
        )
    };
    page.begin();
    page.page.eval(&paste("#list", "[28, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0]"));
    page.done();
    assert_eq!(page.list(), ["4  [4]"]);
    assert_eq!(page.page.eval("document.querySelector('#setup').open"), false);
    // Pasting into the example takes its place, pasting into another text adds to it.
    page.page
        .eval("document.querySelector('#hex').value = document.querySelector('#hex').defaultValue");
    page.begin();
    page.page.eval(&paste("#hex", "0200000007000000"));
    page.done();
    assert_eq!(page.list(), ["int  7"]);
    page.page.eval(&paste("#hex", "0200000008000000"));
    page.page.eval("new Promise((resolve) => setTimeout(resolve, 400))");
    assert_eq!(page.list(), ["int  7"], "the browser pastes, and not the page");
    // The text of a schema is one.
    page.set("hex", "1c0000000100000002000000 04000000");
    let schema = "#[derive(godot_var::GodotVar)]\n#[godot_var(array, id)]\nenum Message { #[godot_var(id = 4)] Leave }";
    fs::write(page.folder.join("pasted.rs"), schema).expect("a file");
    page.begin();
    page.page.eval(&paste("#hex", schema));
    page.done();
    has(&page.hold(), "Message::Leave");
    // A file, as a file manager copies it.
    fs::write(page.folder.join("copied.bin"), frames(&chat())).expect("a file");
    let bytes = hex::encode(frames(&chat()));
    page.begin();
    page.page.eval(&format!(
        "{{ const moved = new DataTransfer(); \
         const bytes = Uint8Array.from('{bytes}'.match(/../g), (pair) => parseInt(pair, 16)); \
         moved.items.add(new File([bytes], 'copied.bin')); \
         document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: moved, bubbles: true }})); }}"
    ));
    page.done();
    has(&page.hold(), "frame of");
}

/// What is typed while the program loads is kept, and shown as soon as it is there.
fn input_waits_for_the_program() {
    // The program is compiled when the test says so.
    let script = "WebAssembly.compile = (compile => (bytes) => new Promise((go) => { window.go = go; }) \
                  .then(() => compile(bytes)))(WebAssembly.compile)";
    let mut page = Inspector::open_with("inspector_loading", script);
    assert_eq!(page.text("#status"), "The program is loading. What you enter is kept.");
    page.put("hex", "0200000007000000");
    page.page.eval("new Promise((resolve) => setTimeout(resolve, 500))");
    assert_eq!(page.text("#status"), "The program is loading. What you enter is kept.");
    assert!(page.list().is_empty());
    page.page.wait_for("window.go !== undefined");
    page.page.eval("window.go()");
    page.done();
    assert_eq!(page.list(), ["int  7"]);
}

fn chat_of_the_arena(text: Variant, at: i64) -> Vec<u8> {
    let tags = Variant::Array(Array::new(Vec::new()));
    let fields = [("channel", "all".into()), ("text", text), ("at", at.into()), ("tags", tags)];
    let message = Array::new(vec![3.into(), dictionary(fields)]);
    encoded(&Variant::Array(message), &Godot4::SPEC)
}

/// A capture of two clients and their server: good messages, one that does not fit the schema, one that is cut.
fn arena() -> Capture {
    let chat = chat_of_the_arena;
    let leave = encoded(&Variant::Array(Array::new(vec![4.into()])), &Godot4::SPEC);
    let mut capture = Capture::default();
    capture.udp(50_001, 7777, &chat("hello".into(), 7));
    capture.udp(50_002, 7777, &chat(5.into(), 8));
    let last = chat("bye".into(), 9);
    capture.udp(50_002, 7777, &last[..last.len() - 24]);
    capture.udp(50_001, 7777, &last);
    capture.udp(7777, 50_001, &leave);
    capture.udp(50_001, 7777, &leave);
    capture
}

/// What people look for in messages, each done as a new user would.
fn tasks() {
    let mut page = Inspector::open("inspector_tasks");
    page.choose(&project("schemas/arena.rs"));
    page.set("type", "ClientMessage");
    page.choose_bytes("arena.pcap", &arena().bytes());
    // Which messages broke, which field, which byte?
    page.tick("broken");
    let [wrong, cut] = &page.list()[..] else { panic!("{:?}", page.list()) };
    assert!(
        wrong.contains(":50002  Chat, broken: Chat.text: expected String, found int"),
        "{wrong}"
    );
    assert!(cut.contains("Chat, broken: [1].at: the buffer ends"), "{cut}");
    assert!(page.text("#fields > .broken").contains("\"text\": int, 5"));
    assert_eq!(page.page.eval("document.querySelectorAll('#bytes .bad').length"), 8);
    // Also beside the bytes of the values around it.
    page.page.hover("#field-1");
    assert_eq!(page.page.eval("document.querySelectorAll('#bytes .bad').length"), 8);
    page.page.eval("document.querySelector('#list').focus()");
    page.page.press("ArrowDown");
    assert_eq!(page.page.eval("document.querySelectorAll('#bytes .bad').length"), 1);
    page.tick("broken");
    // What did a client send before it left?
    page.page.eval("document.querySelector('#list').focus()");
    page.page.press("End");
    page.page.press("ArrowUp");
    page.page.press("ArrowUp");
    let now = page.text("#list > .now");
    assert!(now.contains("→ :50001  Chat") && now.contains("text: \"bye\""), "{now}");
    // As JSON, to send it again.
    page.page.eval("document.querySelector('#as-json').click()");
    let json: serde_json::Value = serde_json::from_str(&page.text("#json")).expect("JSON");
    assert_eq!(json["fields"]["text"], "bye");
    page.page.eval("document.querySelector('#as-fields').click()");
    let clipboard = "Object.defineProperty(navigator, 'clipboard', \
        { value: { writeText: async (text) => { window.copied = text; } } })";
    page.page.eval(clipboard);
    for (button, text) in [("copy-json", "#json"), ("copy", "#command")] {
        page.page.eval(&format!("document.querySelector('#{button}').click()"));
        assert_eq!(page.page.eval("window.copied"), page.text(text));
        assert!(page.text("#status").ends_with("was copied."), "{}", page.text("#status"));
    }
    page.page.eval("document.querySelector('#copy-hex').click()");
    assert_eq!(page.page.eval("window.copied"), hex::encode(chat_of_the_arena("bye".into(), 9)));
    // Which bytes has the text, and what is a byte?
    let field = page.page.eval("rows.findIndex(({ text }) => text.includes('\"bye\"'))");
    page.page.hover(&format!("#field-{field}"));
    assert_eq!(page.page.eval("document.querySelectorAll('#bytes .own').length"), 12);
    page.page.hover("#byte-0");
    assert!(page.text("#fields > .now").contains("Array, 2 elements"));
    // Which type takes most bytes?
    page.page.eval("document.querySelector('#types').open = true");
    assert_eq!(page.text("#sizes > tr:first-child button"), "ClientMessage::Chat");
    assert!(page.text("#sizes").contains("ClientMessage::Chat (broken)"));
    page.click("#sizes > tr:nth-child(3) button");
    assert!(page.list().iter().all(|line| line.ends_with("Leave")), "{:?}", page.list());
    // Which messages have this text?
    page.set("message", "");
    page.set("where", "text ~ \"hell\"");
    assert_eq!(page.list().len(), 1);
    // How does that look in a terminal?
    let [lines, _] = page.command("");
    assert_eq!(page.list(), lines);
    // What is in this save file, and in these bytes that Godot printed?
    page.set("where", "");
    page.clear("schema");
    page.choose_bytes("save.dat", &frames(&[encoded(&sample(), &Godot4::SPEC)]));
    assert!(page.list()[0].contains("\"id\": 7"), "{:?}", page.list());
    page.clear("file");
    // Typing leaves the form open, until the messages are looked at.
    page.page.eval("document.querySelector('#setup').open = true");
    page.set("hex", "PackedByteArray(28, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0)");
    assert_eq!(page.list(), ["4  [4]"]);
    assert_eq!(page.page.eval("document.querySelector('#setup').open"), true);
    page.page.eval("document.querySelector('#list').focus()");
    page.page.press("End");
    assert_eq!(page.page.eval("document.querySelector('#setup').open"), false);
}

const FLAT: &str = "use godot_var::GodotFlat;
    #[derive(GodotFlat)]
    pub enum ToServer { #[flat(id = 1)] Join { name: String, version: u8 }, #[flat(id = 2)] Input(Input) }
    #[derive(GodotFlat)]
    #[flat(flags)]
    pub struct Input { pub jump: bool, #[flat(bits = 5)] pub weapon: u8, #[flat(range = -1.0..=1.0, as = u8)] pub stick: f32 }
    #[derive(GodotFlat)]
    pub enum ToClient { #[flat(id = 1)] Welcome(u16) }";

fn flat_messages() {
    let mut page = Inspector::open("inspector_flat");
    let schema = page.folder.join("flat.rs");
    fs::write(&schema, FLAT).expect("a file");
    page.set("hex", "0103416e6e03");
    page.choose(&schema);
    // The schema tells that the messages are flat, and the page asks which they are.
    assert_eq!(page.page.eval("document.querySelector('#wire').value"), "flat");
    has(&page.hold(), "name one of ToServer, ToClient");
    let types = page.texts("[...document.querySelectorAll('#type option')]");
    assert_eq!(types, ["choose one", "ToServer", "ToClient"]);
    assert_eq!(page.page.eval("document.querySelector('#setup').open"), true);
    page.set("type", "ToServer");
    has(&page.hold(), "ToServer::Join, 1");
    assert_eq!(page.list(), ["Join  name: \"Ann\", version: 3"]);
    page.page.hover("#field-1");
    assert_eq!(page.page.eval("document.querySelectorAll('#bytes .own').length"), 4);
    // Bits have names, too.
    page.set("hex", "020bff");
    let shown = page.hold();
    has(&shown, "flags, 6 bits, {\"jump\":true,\"weapon\":5}");
    has(&shown, "stick: ");
    assert_eq!(page.list(), ["Input  jump: true, weapon: 5, stick: 1.0"]);
    // An error names the message and the field, and its byte is marked.
    page.set("hex", "0103416e6e");
    has(&page.hold(), "error: Join.version: the buffer ends");
    let broken = "Join, broken: Join.version: the buffer ends inside a u8 at byte 5  name: \"Ann\"";
    assert_eq!(page.list(), [broken]);
    assert_eq!(page.page.eval("document.querySelector('#bytes .bad').id"), "byte-5");
    page.set("where", "name == \"Ann\"");
    assert_eq!(page.list(), [broken]);
    page.set("where", "");
    // A capture has a type for each direction.
    let mut capture = Capture::default();
    capture.udp(50_001, 7777, &[1, 3, 0x41, 0x6e, 0x6e, 3]);
    capture.udp(7777, 50_001, &[1, 9, 0]);
    page.set("to-server", "ToServer");
    page.set("to-client", "ToClient");
    page.choose_bytes("flat.pcap", &capture.bytes());
    page.hold();
    let list = page.list();
    assert!(list[0].ends_with("→ :50001  Join  name: \"Ann\", version: 3"), "{list:?}");
    assert!(list[1].ends_with("← :50001  Welcome  9"), "{list:?}");
    // Without the schema, nothing of it is left in the command.
    page.clear("schema");
    page.set("wire", "godot4");
    assert_eq!(page.text("#command"), "godot-var inspect flat.pcap");
}

/// A state of the page, by name, and how to get there from the one before.
type Scene = (&'static str, fn(&mut Inspector));

const SCENES: [Scene; 7] = [
    ("start", |_| {}),
    ("recording", |page| {
        page.choose(Path::new("tests/recordings/chat.rs"));
        page.choose_bytes("chat.bin", &frames(&chat()));
        page.page.eval("document.querySelector('#message-4').click()");
    }),
    ("capture", |page| {
        page.choose(&project("schemas/arena.rs"));
        page.set("type", "ClientMessage");
        page.choose_bytes("arena.pcap", &arena().bytes());
        page.page.eval("document.querySelector('#types').open = true");
        page.page.eval("document.querySelector('#message-2').click()");
    }),
    ("json", |page| {
        page.page.eval("document.querySelector('#as-json').click()");
    }),
    ("broken", |page| {
        page.page.eval("document.querySelector('#as-fields').click()");
        page.clear("file");
        page.clear("schema");
        page.set("hex", "1b00000001000000040000000200000068700000020000");
        page.page.eval("document.querySelector('#setup').open = true");
    }),
    ("refused", |page| page.set("where", "id ==")),
    ("flat", |page| {
        page.set("where", "");
        page.choose_bytes("flat.rs", FLAT.as_bytes());
        page.set("type", "ToServer");
        page.set("hex", "020bff");
        page.page.eval("document.querySelector('#setup').open = true");
    }),
];

fn it_fits_and_can_be_read() {
    let axe = fs::read_to_string(AXE.path()).expect("axe-core");
    let mut page = Inspector::open("inspector_look");
    page.page.eval(&axe);
    for (name, go) in SCENES {
        page.page.look_like(1600, false);
        go(&mut page);
        for width in [400, 1000, 1600] {
            for is_dark in [false, true] {
                page.page.look_like(width, is_dark);
                page.page.eval("scrollTo(0, 0)");
                // A line with values inside it.
                page.page
                    .eval("selectField(rows.findIndex(({ text }) => text.includes('Dictionary')))");
                let found = page.page.eval(
                    "axe.run(document).then(({ violations }) => violations.map((found) => \
                     `${found.id}: ${found.help}: ${found.nodes.map((node) => node.target).join(', ')}`))",
                );
                assert_eq!(found, serde_json::json!([]), "{name} {width} {is_dark}");
                let overflow = "document.documentElement.scrollWidth - innerWidth";
                assert!(page.page.eval(overflow).as_i64().expect("pixels") <= 0, "{name} {width}");
                // Only the list cuts lines: all of a message is below.
                let cut = page.texts(
                    "[...document.querySelectorAll('main *')].filter((one) => one.clientWidth > 0 \
                     && one.scrollWidth > one.clientWidth + 1 && !one.matches('.line, select, input'))",
                );
                assert_eq!(cut, [""; 0], "{name} {width}");
                let shade = if is_dark { "dark" } else { "light" };
                page.page.picture(&page.folder.join(format!("{name}_{width}_{shade}.png")));
            }
        }
    }
}

needs::tests! {
    needs CHROMIUM INSPECTOR: values_of_every_dialect, other_wires, bytes_in_any_notation, recordings_and_captures, broken_and_hostile, long_recordings,
        bytes_and_lines_point_at_each_other, files_are_dropped, anything_is_pasted, input_waits_for_the_program, flat_messages, tasks, it_can_be_stopped,
        runs_do_not_mix, many_bytes, names_with_hyphens;
    needs CHROMIUM INSPECTOR AXE: it_fits_and_can_be_read;
}
