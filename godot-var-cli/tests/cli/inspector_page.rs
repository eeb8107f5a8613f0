//! What the page of the inspector reads: one JSON object a line.

use std::fs;

use serde_json::Value as Json;

use crate::network::{run, scratch, text};
use crate::one_line::capture;

fn page(arguments: &[&str]) -> (Vec<Json>, String) {
    let output = run(&[&["inspect", "--page"][..], arguments].concat());
    let lines = text(&output.stdout);
    let lines = lines.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    (lines.collect(), text(&output.stderr))
}

/// A text without its colors.
fn plain(text: &Json) -> String {
    let text = text.as_str().expect("a text");
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').expect("a color").1)
}

/// Each message has what `inspect` prints of it, as a line, as a dump and as JSON.
#[test]
fn messages_are_those_of_every_form() {
    let path = capture();
    let input = [&path[..], "--schema", "schemas/arena.rs", "--type=ClientMessage"];
    let (lines, _) = page(&input);
    let [choices, messages @ .., end] = &lines[..] else { panic!("{lines:?}") };
    let all = |key: &str| messages.iter().map(|it| plain(&it["message"][key])).collect::<Vec<_>>();
    let shown = |form: &[&str]| text(&run(&[&["inspect"][..], &input, form].concat()).stdout);
    assert_eq!(all("line").join("\n") + "\n", shown(&[]));
    let dump = shown(&["-v"]);
    let (dump, counts) = dump.split_once("messages shown").expect("counts");
    assert_eq!(all("dump").concat(), dump);
    for (json, line) in all("json").iter().zip(shown(&["--json"]).lines()) {
        let (json, line): (Json, Json) =
            (serde_json::from_str(json).expect("JSON"), serde_json::from_str(line).expect("JSON"));
        for (key, value) in json.as_object().expect("an object") {
            assert_eq!(line[key], *value, "{key}");
        }
    }
    let faults: Vec<_> = messages.iter().map(|it| it["message"]["fault"].as_str()).collect();
    assert_eq!(faults[1], Some("Chat.text: expected String, found int"));
    assert_eq!([faults[0], faults[2], faults[4]], [None; 3]);
    // A value that does not fit begins at a byte. The dump shows the byte of an error.
    let hex = messages[1]["message"]["bytes"].as_str().expect("hex digits");
    let at = messages[1]["message"]["at"].as_u64().expect("a place") as usize;
    assert!(hex[2 * at..].starts_with("0200000005000000"), "{at} in {hex}");
    assert!(faults[3].is_some() && messages[3]["message"]["at"].is_null());
    let size = messages[2]["message"]["size"].as_u64();
    assert_eq!(
        (size, &messages[2]["message"]["bytes"]),
        (Some(16), &"1c000000010000000200000004000000".into())
    );
    let end = &end["end"];
    assert_eq!([&end["shown"], &end["broken"], &end["rest"]], [5, 2, 0]);
    assert!(plain(&end["counts"]).ends_with(counts.trim_end()), "{end}");
    assert_eq!(end["summary"]["all"]["count"], 4);
    let choices = &choices["choices"];
    assert_eq!(choices["wires"][0], serde_json::json!(["godot4", "Godot 4.0 and later"]));
    // The types of the arena have both forms.
    assert_eq!(choices["variant"], serde_json::json!(["ClientMessage", "ServerMessage"]));
    assert_eq!(choices["flat"], choices["variant"]);
    // Selected as in every other form.
    let (lines, _) = page(&[&input[..], &["--broken", "--where", "at == 8"]].concat());
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!(lines[2]["end"]["hidden"], 3);
}

/// What is no message has a line, too.
#[test]
fn faults_are_notes() {
    let path = scratch("page.lines");
    fs::write(&path, "0200000007000000\nxyz\n").expect("a file");
    let (lines, _) = page(&["--lines", &path]);
    assert_eq!(plain(&lines[1]["message"]["line"]), "line 1  int  7");
    assert!(plain(&lines[2]["note"]).contains("'x' is not a hex digit"), "{}", lines[2]);
}

/// What does not fit has a place at any depth, also in a frame; a missing field that of the value around it.
#[test]
fn misfits_have_places() {
    let schema = scratch("page_misfits.rs");
    let text = "use godot_var::GodotVar; #[derive(GodotVar)] struct A { list: Vec<B> }
        #[derive(GodotVar)] #[godot_var(array)] struct B { a: u8, text: String }";
    fs::write(&schema, text).expect("a file");
    let item = |text: &str| format!("1c00000002000000 0200000001000000 {text}");
    let (good, bad) = (item("0400000000000000"), item("0200000005000000"));
    let list = format!("1b00000001000000 04000000040000006c697374 1c00000002000000 {good} {bad}");
    let list = list.replace(' ', "");
    let other = "1b00000001000000 0400000001000000 78000000 0200000007000000".replace(' ', "");
    let framed = format!("{:08x}{list}", (list.len() as u32 / 2).swap_bytes());
    for (arguments, at) in
        [(vec![&list[..]], 68), (vec!["--framed", &framed], 72), (vec![&other], 0)]
    {
        let (lines, _) = page(&[&["--schema", &schema, "--type", "A"][..], &arguments].concat());
        let message = &lines[1]["message"];
        assert!(message["fault"].is_string(), "{message}");
        assert_eq!(message["at"], at, "{message}");
    }
}

/// Flat messages need a type, which the page lets its user choose.
#[test]
fn flat_messages_have_choices_names_and_places() {
    let path = scratch("page.rs");
    let schema = "use godot_var::GodotFlat; #[derive(GodotFlat)] enum A { #[flat(id = 1)] Join { name: String, version: u8 } }
        #[derive(GodotFlat)] struct B { a: u16, b: bool }";
    fs::write(&path, schema).expect("a file");
    let (lines, told) = page(&["--wire", "flat", "--schema", &path, "01"]);
    assert_eq!(lines[0]["choices"]["flat"], serde_json::json!(["A", "B"]));
    assert_eq!(lines[0]["choices"]["variant"], serde_json::json!([]));
    assert!(told.ends_with("name one of A, B\n"), "{told}");
    for (name, hex, line, at) in [
        (
            "A",
            "0103416e6e",
            "Join, broken: Join.version: the buffer ends inside a u8 at byte 5  name: \"Ann\"",
            5,
        ),
        ("B", "070002", "B, broken: B.b: expected a bool, 0 or 1, found 2 at byte 2  a: 7", 2),
        ("A", "09", "1 byte, broken: expected a variant of A, found 9 at byte 0", 0),
    ] {
        let arguments = ["--wire", "flat", "--schema", &path, "--type", name, hex];
        let (lines, _) = page(&arguments);
        assert_eq!(plain(&lines[1]["message"]["line"]), line);
        assert_eq!(lines[1]["message"]["at"], at);
    }
    // `--message` and `--where` find what seems to be one.
    for (select, count) in [
        (["--message", "Join"], 1),
        (["--where", "name == \"Ann\""], 1),
        (["--where", "name == \"Bob\""], 0),
    ] {
        let arguments = ["--wire", "flat", "--schema", &path, "--type", "A", "0103416e6e"];
        let (lines, _) = page(&[&arguments[..], &select].concat());
        assert_eq!(lines.len(), 2 + count, "{select:?}");
    }
}
