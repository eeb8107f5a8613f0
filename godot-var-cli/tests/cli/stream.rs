//! Streams of messages through `inspect`: selected, counted, as JSON, followed while they grow.

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::AtomicBool;

use godot_var::inspect::peek_field;
use godot_var::litenet::EraSpec;
use godot_var::multiplayer::Era;
use godot_var::values::{Callable, DictionaryType, ElementType, VariantType};
use godot_var::{
    Array, Color, Dialect, Dictionary, Godot3, Godot4, Limits, ToVariantBytes, Variant, Vector3,
};
use godot_var_cli::Wire;
use godot_var_cli::lines::{self, Answer};
use godot_var_cli::litenet::Side;
use godot_var_cli::lludp::Interpreter;
use godot_var_cli::multiplayer::Multiplayer;
use godot_var_cli::stream::{Condition, Form, Line, Names, Options, Source, Tree, line, run};
use godot_var_cli::variant::Variants;
use serde_json::Value as Json;

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command
}

fn inspect(arguments: &[&str], input: &[u8]) -> Output {
    super::common::feed(&mut program(&[&["inspect"], arguments].concat()), input)
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

fn json_lines(output: &Output) -> Vec<Json> {
    stdout(output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn dictionary<const N: usize>(entries: [(&str, Variant); N]) -> Variant {
    let mut dictionary = Dictionary::new();
    for (key, value) in entries {
        dictionary.insert(key, value);
    }
    Variant::Dictionary(dictionary)
}

fn message<const N: usize>(elements: [Variant; N]) -> Variant {
    Variant::Array(Array::new(elements.into()))
}

fn text(text: &str) -> Variant {
    Variant::String(text.to_owned())
}

fn chat(words: &str, at: i64) -> Variant {
    let tags = message([text("a"), text("b b")]);
    let fields =
        [("channel", text("all")), ("text", text(words)), ("at", at.into()), ("tags", tags)];
    message([3.into(), dictionary(fields)])
}

/// Messages of arena clients, and one that no client sends.
fn messages() -> Vec<Variant> {
    let red = Color { r: 1.0, g: 0.0, b: 0.0, a: 1.0 };
    let join = [("name", text("Ann")), ("color", Variant::Color(red)), ("team", 7.into())];
    let state = [
        ("id", 7.into()),
        ("pos", Variant::Vector3(Vector3::new(1.0, 2.5, 3.0))),
        ("vel", Variant::Vector3(Vector3::ZERO)),
        ("yaw", Variant::Float(1.5)),
        ("health", 90.into()),
        ("grounded", true.into()),
    ];
    vec![
        message([1.into(), dictionary(join)]),
        chat("hello", 7),
        message([2.into(), dictionary(state)]),
        message([3.into(), dictionary([("channel", text("all")), ("text", 5.into())])]),
        message([4.into()]),
        chat("good bye", 8),
    ]
}

fn bytes(value: &Variant) -> Vec<u8> {
    value.to_variant_bytes::<Godot4>().expect("it can be encoded")
}

fn frame(payload: &[u8]) -> Vec<u8> {
    [&(payload.len() as u32).to_le_bytes(), payload].concat()
}

/// [`messages`] as a stream.
fn recording() -> Vec<u8> {
    messages().iter().flat_map(|message| frame(&bytes(message))).collect()
}

fn scratch(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).expect("a file in the target folder");
    path
}

const ARENA: [&str; 4] = ["--schema", "schemas/arena.rs", "--type", "ClientMessage"];

/// In a dump the digits are the bytes of the input, with the length of a frame; in JSON they are those of the message.
#[test]
fn bytes_are_shown_as_digits() {
    let payload = bytes(&messages()[4]);
    let cases: [(&[&str], Vec<u8>, String); 3] = [
        (&["-"], payload.clone(), hex::encode(&payload)),
        (&["--lines", "-"], hex::encode(&payload).into_bytes(), hex::encode(&payload)),
        (&["--framed", "-"], frame(&payload), hex::encode(frame(&payload))),
    ];
    for (arguments, input, digits) in cases {
        let plain = inspect(arguments, &input);
        let output = inspect(&[arguments, &["--hex"]].concat(), &input);
        let line = format!("hex       {digits}");
        let found = stdout(&output).lines().position(|found| found == line);
        // Below the place of the message, above its dump.
        let above = usize::from(arguments.contains(&"--lines"));
        assert_eq!(found, Some(above), "{arguments:?}");
        let rest = stdout(&output).replace(&format!("{line}\n"), "");
        assert_eq!(rest, stdout(&plain), "{arguments:?}");
        let output = inspect(&[arguments, &["--hex", "--json"]].concat(), &input);
        assert_eq!(json_lines(&output)[0]["hex"], hex::encode(&payload));
    }
    let broken = inspect(&["--json", "--hex", "020000"], b"");
    assert_eq!(json_lines(&broken)[0]["hex"], "020000");
    assert!(inspect(&["--summary", "--hex", "00"], b"").stdout.is_empty());
    // With the names of a schema, too.
    let arguments = [&ARENA[..], &["--framed", "--hex", "-"]].concat();
    let output = inspect(&arguments, &recording());
    let digits: Vec<&str> =
        stdout(&output).lines().filter_map(|line| line.strip_prefix("hex       ")).collect();
    assert_eq!(digits.concat(), hex::encode(recording()));
}

#[test]
fn messages_are_selected() {
    let arena = |more: &[&'static str]| [&ARENA, more].concat();
    let cases: &[(&[&str], usize)] = &[
        (&["--message", "3"], 3),
        (&["--message", "3", "--message", "4"], 4),
        (&["--message", "Array"], 0),
        (&["--where", "[0] == 3"], 3),
        (&["--where", "[0] != 3"], 3),
        (&["--where", r#"[1].text ~ "ell""#], 1),
        (&["--where", r#"[1].text !~ "ell""#], 1),
        (&["--where", r#"[1]["text"] == "hello""#], 1),
        (&["--where", r#"[1].tags[1] == "b b""#], 2),
        (&["--where", r#"[1].tags[*] == "a""#], 2),
        (&["--where", "[1].pos.y > 2"], 1),
        (&["--where", "[1].pos.y > 2.5"], 0),
        (&["--where", "[1].grounded == true"], 1),
        (&["--where", "[1].at >= 7", "--where", "[1].at < 8.0"], 1),
        (&["--where", "[1].color.r == 1"], 1),
        (&["--where", "[1].nothing != 1"], 0),
        // Including a broken one.
        (&arena(&["--message", "Chat"]), 3),
        (&arena(&["--message", "ClientMessage::Chat"]), 3),
        (&arena(&["--message", "3"]), 3),
        (&arena(&["--where", r#"team == "Spectator""#]), 1),
        (&arena(&["--where", "team == 7"]), 1),
        (&arena(&["--where", r#"team != "Spectator""#]), 0),
        (&arena(&["--where", r#"text ~ "bye""#, "--where", "at == 8"]), 1),
        (&arena(&["--where", "pos.x == 1", "--message", "Move"]), 1),
    ];
    for (arguments, count) in cases {
        let all = [&["--framed", "--json", "-"], *arguments].concat();
        let output = inspect(&all, &recording());
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        assert_eq!(stdout(&output).lines().count(), *count, "{arguments:?}: {}", stdout(&output));
    }
}

/// Godot's recording with a schema. Some of its messages are not in the schema.
const CHAT: [&str; 5] = [
    "--lines",
    "godot-var-cli/tests/recordings/chat.hex",
    "--schema",
    "godot-var-cli/tests/recordings/chat.rs",
    "--type=Message",
];

#[test]
fn conditions_ask_in_the_words_of_a_schema() {
    let (with, without) = (&CHAT[..], &CHAT[..2]);
    for (condition, named, plain) in [
        // A list without an index is any of its elements.
        (r#"mentions ~ "Ann""#, 1, 1),
        (r#"mentions[*] ~ "Ann""#, 1, 1),
        (r#"mentions == "Bob""#, 1, 1),
        (r#"mentions != "Ann""#, 3, 3),
        (r#"not mentions == "Ann""#, 6, 6),
        ("mentions != null", 3, 3),
        ("items.name == \"axe\"", 1, 0),
        ("items[1].count == 1", 1, 0),
        // Rust's names, and those on the wire.
        (r#"weather == "Storm""#, 1, 0),
        ("weather == 5", 1, 0),
        (r#"w == "Storm""#, 1, 0),
        ("w == 5", 1, 1),
        (r#"mood == "VerySad""#, 1, 0),
        (r#"mood == "very_sad""#, 1, 1),
        (r#"mood != "very_sad""#, 2, 2),
        (r#"mood !~ "ery""#, 2, 2),
        // The message whose text is an int has names, too.
        (r#"mood < "I""#, 2, 0),
        // Components, texts, bools, null.
        ("spawn.rot.w == 1", 1, 0),
        ("spawn.color.g == 0", 1, 0),
        ("rot.w == 1", 0, 1),
        ("spawn != null", 1, 0),
        // The paths of errors, with the name of the message.
        ("Join.spawn.color.g == 0", 1, 0),
        ("Say.items[0].name == \"axe\"", 1, 0),
        ("Say.loud == true", 1, 0),
        // A broken one, too.
        ("Move[1].x == 1", 2, 0),
        ("loud == true", 1, 1),
        ("reply == null", 1, 1),
        (r#"scores["a b"] == 3"#, 1, 1),
        ("scores[*] >= 3", 1, 1),
        (r#"text == "hi" and loud == true"#, 1, 1),
        (r#"(text == "hi" or text == "ho") and not loud == true"#, 1, 1),
        (r#"text == "ho" or text == "hi" and loud == false"#, 1, 1),
        (r#"not(text == "hi")and(loud==false)"#, 2, 2),
        // A message that is not in the schema, with its names on the wire.
        ("text == 5", 1, 1),
    ] {
        for (arguments, expected) in [(with, named), (without, plain)] {
            if arguments.len() > 2 && condition == "rot.w == 1" {
                continue;
            }
            let output = inspect(&[arguments, &["--json", "--where", condition]].concat(), b"");
            assert!(output.status.success(), "{condition}: {output:?}");
            assert_eq!(stdout(&output).lines().count(), expected, "{condition} {arguments:?}");
        }
    }
}

#[test]
fn dumps_speak_in_the_words_of_a_schema() {
    let output = inspect(&CHAT, b"");
    assert!(output.status.success(), "{output:?}");
    for line in [
        "[0]: int, 1 (Join)",
        "[1] (name): String, 3 bytes, \"Ann\"",
        "[2] (spawn): Dictionary, 3 entries",
        "\"rot\": Quaternion",
        "\"w\" (weather): int, 5 (Storm)",
        "\"mood\": String, 8 bytes, \"very_sad\" (VerySad)",
        "[0] (name): String, 3 bytes, \"axe\"",
        // Positional fields have no names.
        "[2]: Vector3, (1.0, 0.0, 0.0)",
        "Message::Say, broken: Say.text: expected String, found int",
        "Message::Move, broken: Move[0]: expected int, found String",
        "Message::Other, unknown to the schema",
    ] {
        let is_it = |shown: &str| shown.ends_with(line);
        assert!(stdout(&output).lines().any(is_it), "{line}: {}", stdout(&output));
    }
    // Without naming the types of messages, too.
    for arguments in [&CHAT[..], &CHAT[..4]] {
        let output = inspect(&[arguments, &["--summary", "--json"]].concat(), b"");
        let counts = json_lines(&output)[0]["messages"].as_array().cloned().unwrap_or_default();
        let names: Vec<_> = counts.iter().filter_map(|count| count["message"].as_str()).collect();
        let expected = [
            "Message::Say",
            "Message::Join",
            "Message::Move",
            "Message::Move (broken)",
            "Message::Other (unknown)",
            "Message::Say (broken)",
        ];
        assert_eq!(names, expected, "{arguments:?}");
    }
}

#[test]
fn a_broken_message_is_what_it_is_most_like() {
    let like = |value: &Variant| {
        let schema = ["--schema", "schemas/arena.rs", "--json", &hex::encode(bytes(value))];
        let output = inspect(&schema, b"");
        let line = &json_lines(&output)[0];
        (line["likely"].as_str().map(str::to_owned), line["misfit"].as_str().map(str::to_owned))
    };
    let state = [("id", 7.into()), ("pos", 5.into()), ("health", 90.into())];
    for (value, likely, misfit) in [
        (
            message([2.into(), dictionary(state.clone())]),
            "ClientMessage::Move",
            "Move.pos: expected Vector3, found int",
        ),
        (dictionary(state), "PlayerState", "PlayerState.pos: expected Vector3, found int"),
        (
            message([1.into(), dictionary([("you", 300.into())])]),
            "ServerMessage::Welcome",
            "Welcome.tick: the field is missing",
        ),
        (
            message([4.into(), dictionary([("reason", 3.into())])]),
            "ServerMessage::Bye",
            "Bye.reason: expected String, found int",
        ),
    ] {
        assert_eq!(like(&value), (Some(likely.to_owned()), Some(misfit.to_owned())), "{value:?}");
    }
    let nothing = (None, Some("no type of the schema fits".to_owned()));
    assert_eq!(like(&Variant::Vector3(Vector3::ZERO)), nothing);
}

#[test]
fn a_path_that_no_message_has_is_refused() {
    for (condition, message) in [
        ("txt == 1", r#"no message has a field "txt"; did you mean "text"?"#),
        ("spawn.colour.r == 1", r#""spawn.colour.r"; did you mean "spawn.color.r"?"#),
        ("spawn.rot.q == 1", r#""spawn.rot.q"; "spawn.rot" has x, y, z, w"#),
        ("spawn.rot.w.x == 1", r#""spawn.rot.w.x": "spawn.rot.w" has no such parts"#),
        ("rot.w == 1", r#""rot.w"; did you mean "spawn.rot.w"?"#),
        ("[1].text == 1", r#""[1].text"; did you mean "text"?"#),
        ("items.nam == 1", r#""items.nam"; did you mean "items.name"?"#),
        ("items.zzz == 1", r#""items.zzz"; "items" has name, count"#),
        ("zzz == 1", "no message has a field \"zzz\"\n"),
        ("Join.spawm == 1", r#""Join.spawm"; did you mean "Join.spawn"?"#),
        ("Say == 1", r#""Say" has parts; compare one of them: Say.text, "#),
        ("loud == true or not wether == 1", r#""wether"; did you mean "weather"?"#),
        ("spawn.rot == 1", r#""spawn.rot" has parts; compare one of them: spawn.rot.x, "#),
        ("scores == 3", r#""scores" is a Dictionary; compare its values: "scores[*]""#),
        (r#"weather == "Stom""#, r#""weather" is never "Stom"; did you mean "Storm"?"#),
        (
            r#"mood == "grumpy""#,
            r#""mood" is never "grumpy"; it is Happy, happy, VerySad, very_sad"#,
        ),
    ] {
        let output = inspect(&[&CHAT[..], &["--where", condition]].concat(), b"");
        assert_eq!(output.status.code(), Some(1), "{condition}: {output:?}");
        assert!(stderr(&output).contains(message), "{condition}: {}", stderr(&output));
        // Unknown without a schema.
        let output = inspect(&[&CHAT[..2], &["--where", condition]].concat(), b"");
        assert_eq!(stderr(&output), "", "{condition}");
    }
}

#[test]
fn every_wire_can_be_selected() {
    let three = messages()[1].to_variant_bytes::<Godot3>().expect("it can be encoded");
    let three = hex::encode(three);
    let lludp = ["--wire", "lludp", "--template", "schemas/every_type.msg"];
    let ping = "00000000090001 07";
    let cases: &[(&[&str], &str, &[&str])] = &[
        (&["--wire", "godot3"], &three, &["--message", "3"]),
        (&["--wire", "godot3"], &three, &["--where", r#"[1].channel == "all""#]),
        (&["--wire", "litenet-2018"], "06000101", &["--message", "ServerDestroyObject"]),
        (&["--wire", "litenet-2018"], "06000101", &["--message", "6"]),
        (&["--wire", "litenet-2018"], "06000101", &["--where", "objectId == 1"]),
        (&["--wire", "litenet"], "080002", &["--where", "pingTime == 1", "--message", "Ping"]),
        (&lludp, ping, &["--message", "Ping", "--where", "Ping.Ping == 7"]),
        (&lludp, ping, &["--message", "High 1", "--where", "sequence < 10"]),
    ];
    for (wire, line, selection) in cases {
        let count = |selection: &[&str]| {
            let output =
                inspect(&[*wire, &["--lines", "--json", "-"], selection].concat(), line.as_bytes());
            assert!(output.status.success(), "{wire:?} {selection:?}: {output:?}");
            stdout(&output).lines().count()
        };
        assert_eq!(count(selection), 1, "{wire:?} {selection:?}");
        let last = selection.last().expect("one").replace("== ", "!= ").replace('<', ">");
        if last != *selection.last().expect("one") {
            let other = [&selection[..selection.len() - 1], &[&*last]].concat();
            assert_eq!(count(&other), 0, "{wire:?} {other:?}");
        }
    }
}

#[test]
fn what_cannot_be_selected_is_refused() {
    let lludp = ["--wire", "lludp", "--template", "schemas/every_type.msg", "00"];
    let arena = |more: &[&'static str]| [&ARENA, more, &["00"]].concat();
    let cases: &[(&[&str], i32, &str)] = &[
        (&["--message", "Chat", "00"], 1, "without a schema no message is named \"Chat\""),
        (&arena(&["--message", "Chatt"]), 1, "no message \"Chatt\"; did you mean \"Chat\"?"),
        (&arena(&["--message", "Welcome"]), 1, "no message \"Welcome\""),
        (
            &arena(&["--where", "txt == 1"]),
            1,
            "no message has a field \"txt\"; did you mean \"text\"?",
        ),
        (&["--schema", "schemas/arena.rs", "--type", "Client", "00"], 1, "no type `Client`"),
        (&["--schema", "nothing.rs", "00"], 1, "nothing.rs"),
        (&["--type", "A", "00"], 1, "--type names a type of a schema: give --schema FILE"),
        (&["--wire", "litenet", "--message", "Pnig", "00"], 1, "did you mean \"Ping\"?"),
        (&["--wire", "litenet", "--where", "pongtime == 1", "00"], 1, "did you mean \"pongTime\"?"),
        (
            &["--wire", "litenet", "--schema", "schemas/arena.rs", "00"],
            1,
            "--schema is for Variants",
        ),
        (&[&lludp[..], &["--message", "Pnig"]].concat(), 1, "did you mean \"Ping\"?"),
        (&[&lludp[..], &["--where", "Pong.Ping == 1"]].concat(), 1, "mean \"Ping.Ping\"?"),
        (
            &[&lludp[..], &["--where", "Ping.Pnig == 1"]].concat(),
            1,
            "no message has a field \"Ping.Pnig\"; did you mean \"Ping.Ping\"?",
        ),
        (&["--where", "a = 1", "00"], 2, "found \"= 1\" at column 3"),
        (&["--follow", "00000000"], 1, "--follow needs --framed, --lines or --pcap"),
        (&["--follow", "--framed", "00000000"], 1, "--follow needs a file"),
        (&["--framed", "--lines", "-"], 2, "cannot be used with"),
        (&["--lines", "no such file"], 1, "no such file"),
    ];
    for (arguments, status, message) in cases {
        let output = inspect(arguments, b"");
        assert_eq!(output.status.code(), Some(*status), "{arguments:?}: {output:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
}

#[test]
fn conditions_say_what_is_wrong_and_where() {
    for (condition, column, message) in [
        ("", 1, "expected the name of a field, found the end"),
        ("= 1", 1, "expected the name of a field, found \"= 1\""),
        ("a", 2, "expected ==, !=, <, <=, >, >=, ~ or !~, found the end"),
        ("a. == 1", 3, "expected the name of a field, found \" == 1\""),
        ("a[x] == 1", 3, "expected an index, a key as text, or *, found \"x] == 1\""),
        ("a[1 == 1", 5, "expected ], found \"== 1\""),
        ("ä == ö", 6, "expected a number, a text such as \"a\", true, false or null, found \"ö\""),
        (
            "a == inf",
            6,
            "expected a number, a text such as \"a\", true, false or null, found \"inf\"",
        ),
        ("a == 1 2", 8, "expected and, or, or the end, found \"2\""),
        ("a == 1 andb == 2", 8, "expected and, or, or the end, found \"andb == 2\""),
        ("a == 1 and", 8, "expected and, or, or the end, found \"and\""),
        ("a == 1 and ", 12, "expected the name of a field, found the end"),
        ("(a == 1", 8, "expected and, or, or ), found the end"),
        ("a == 1)", 7, "expected and, or, or the end, found \")\""),
        ("a == \"b", 6, "expected a text of JSON, found \"\\\"b\""),
        ("a ~ 1", 5, "expected a text after ~ or !~, such as \"hello\""),
        (
            "a[99999999999999999999] == 1",
            3,
            "expected an index, a key as text, or *, found \"99999999999999999999] == 1\"",
        ),
    ] {
        let error = condition.parse::<Condition>().expect_err(condition);
        assert_eq!((error.column, &*error.message), (column, message), "{condition}");
    }
}

/// Conditions, peeks and errors write paths alike; only conditions have `[*]`.
#[test]
fn paths_of_conditions_mean_what_peeks_mean() {
    let list = Variant::from(vec![Variant::from(Dictionary::from_iter([("k", 3)])), 4.into()]);
    let names = ["a b", "ü", "x\"y", "it's", "_1", "tab\t", "\u{7f}", "back\\slash", "a.b"];
    let numbered = names.iter().zip(10..).map(|(name, number)| (*name, Variant::from(number)));
    let value = Variant::Dictionary(numbered.chain([("list", list)]).collect());
    let bytes = value.to_variant_bytes::<Godot4>().expect("bytes");
    let wire = Variants::new(&Godot4::SPEC, Limits::DEFAULT);
    let tree = wire.read(&bytes).expect("a message").tree;
    let both = |path: &str| {
        let peeked = peek_field::<Godot4, i64>(&bytes, path).ok();
        let holds = |number: i64| {
            let condition = format!("{path} == {number}").parse::<Condition>();
            condition.is_ok_and(|condition| condition.holds(&tree))
        };
        (peeked, (3..20).find(|number| holds(*number)))
    };
    for (name, number) in names.iter().zip(10..) {
        let path = format!("[{name:?}]");
        assert_eq!(both(&path), (Some(number), Some(number)), "{path}");
    }
    for (path, number) in [("list[0].k", 3), ("list[0][\"k\"]", 3), ("list[1]", 4), ("_1", 14)] {
        assert_eq!(both(path), (Some(number), Some(number)), "{path}");
    }
    for path in [
        "",
        ".list",
        "list.",
        "list..k",
        "list[",
        "list[x]",
        "list[-1]",
        "list[1",
        "[\"ü]",
        "[\"\\x41\"]",
        "list[2]",
    ] {
        assert_eq!(both(path), (None, None), "{path}");
    }
}

#[test]
fn conditions_hold() {
    let record = |value: Tree| Tree::Record(vec![("a".to_owned(), value)]);
    let holds = |condition: &str, value: Tree| {
        condition.parse::<Condition>().expect(condition).holds(&record(value))
    };
    let int = Tree::Int;
    for (condition, value, expected) in [
        ("a == 9007199254740993", int(9_007_199_254_740_993), true),
        // Floats cannot represent the number.
        ("a == 9007199254740992.0", int(9_007_199_254_740_993), false),
        ("a > 9007199254740992.0", int(9_007_199_254_740_993), true),
        ("a < 1e300", int(i128::MAX), true),
        ("a > -1e300", int(i128::MIN), true),
        ("a > -2.5", int(-2), true),
        ("a > -2.5", int(-3), false),
        ("a >= 18446744073709551615", int(u64::MAX.into()), true),
        ("a == 2", Tree::Float(2.0), true),
        ("a < 3", Tree::Float(2.5), true),
        ("a > 2", Tree::Float(2.5), true),
        ("a == 0", Tree::Float(f64::NAN), false),
        ("a != 0", Tree::Float(f64::NAN), true),
        ("a == null", Tree::Nil, true),
        ("a != null", int(0), true),
        ("a == 1", Tree::Bool(true), false),
        (r#"a == "\u00e9""#, Tree::Text("é".to_owned()), true),
        (r#"a < "b""#, Tree::Text("a".to_owned()), true),
        (r#"a ~ """#, Tree::Bytes(vec![]), true),
        (r#"a == "hi""#, Tree::Bytes(b"hi\0".to_vec()), true),
        (r#"a ~ "i""#, Tree::Bytes(b"hi\0".to_vec()), true),
        ("a[1] == 105", Tree::Bytes(b"hi".to_vec()), true),
        ("a[2] == 105", Tree::Bytes(b"hi".to_vec()), false),
        (r#"a == "Red""#, Tree::Named("Red".to_owned(), Box::new(int(0))), true),
        ("a == 0", Tree::Named("Red".to_owned(), Box::new(int(0))), true),
        ("a.a == 1", Tree::List(vec![record(int(0)), record(int(1))]), true),
        ("a[0].a == 1", Tree::List(vec![record(int(0)), record(int(1))]), false),
        ("a[3] == 1", Tree::Record(vec![("3".to_owned(), int(1))]), true),
        ("a[*] == 1", Tree::Record(vec![("b".to_owned(), int(1))]), true),
        (r#"a["b b"] == 1"#, Tree::Record(vec![("b b".to_owned(), int(1))]), true),
        ("a.b == 1", int(1), false),
        ("not a == 1", int(1), false),
        ("not b == 1", int(1), true),
        ("not not a == 1 and (a > 0)", int(1), true),
        ("a == 1 or b == 1 and b == 2", int(1), true),
        ("(a == 1 or b == 1) and b == 2", int(1), false),
        ("a == 105", Tree::Bytes(b"hi".to_vec()), true),
        ("a == null", Tree::List(vec![Tree::Nil]), false),
        ("a[*] == null", Tree::List(vec![Tree::Nil]), true),
    ] {
        assert_eq!(holds(condition, value.clone()), expected, "{condition}: {value:?}");
    }
}

#[test]
fn a_line_of_json_each() {
    let mut stream = recording();
    // A value that is cut inside its frame, a whole one, and a cut frame.
    stream.extend(frame(&[2, 0, 0, 0, 1]));
    let end = stream.len();
    stream.extend(frame(&[0, 0, 0, 0]));
    stream.extend([9, 0, 0, 0, 0, 0, 0, 0]);
    let output =
        inspect(&[&["--framed", "--json", "--lossless", "-"][..], &ARENA].concat(), &stream);
    assert_eq!(output.status.code(), Some(1));
    let lines = json_lines(&output);
    assert_eq!(lines.len(), messages().len() + 3);
    let mut offset = 0;
    for (line, message) in lines.iter().zip(messages()) {
        let bytes = bytes(&message);
        assert_eq!(line["offset"], offset);
        assert_eq!((&line["size"], &line["used"]), (&bytes.len().into(), &bytes.len().into()));
        // The form of `decode`, which `encode` reads.
        let mut child = program(&["encode"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        writeln!(child.stdin.take().expect("a pipe"), "{line}").expect("it reads");
        let encoded = child.wait_with_output().expect("it ends");
        assert_eq!(stdout(&encoded).trim(), hex::encode(&bytes));
        offset += bytes.len() + 4;
    }
    assert_eq!(lines[1]["message"], "ClientMessage::Chat");
    assert_eq!(lines[1]["fields"]["text"]["v"], "hello");
    assert_eq!(lines[0]["fields"]["team"]["v"], "7");
    assert_eq!((&lines[3]["message"], &lines[3]["fields"]), (&3.into(), &Json::Null));
    assert_eq!(lines[3]["misfit"], "Chat.text: expected String, found int");
    assert_eq!(lines[3]["likely"], "ClientMessage::Chat");
    let [cut, whole, last] = &lines[messages().len()..] else { panic!("three") };
    assert_eq!((&cut["error"]["kind"], &cut["error"]["offset"]), (&"Incomplete".into(), &5.into()));
    assert_eq!((&whole["offset"], &whole["value"]["t"]), (&end.into(), &"Nil".into()));
    assert_eq!(last["error"]["message"], "the buffer ends inside a frame at byte 4");
    assert_eq!(last["value"], Json::Null);
}

#[test]
fn lines_of_hex() {
    let input = b"00000000\n\n  02000000 07000000 \nzz\n0200\n00000000";
    let output = inspect(&["--lines", "--json", "--lossless", "-"], input);
    assert_eq!(output.status.code(), Some(1));
    let lines = json_lines(&output);
    assert_eq!(lines.len(), 5);
    assert_eq!((&lines[1]["line"], &lines[1]["offset"]), (&3.into(), &10.into()));
    assert_eq!((&lines[1]["value"]["v"], &lines[1]["size"]), (&"7".into(), &8.into()));
    assert_eq!(lines[2]["error"]["kind"], "InvalidHex");
    assert_eq!(lines[2]["error"]["message"], "line 4: 'z' is not a hex digit");
    assert_eq!(lines[3]["error"]["kind"], "Incomplete");
    assert_eq!(lines[4]["line"], 6);
    let shown = inspect(&["--lines", "-"], b"00000000\n02000000 07000000\n");
    assert_eq!(
        stdout(&shown),
        "line 1
00000000  00000000                             Nil
line 2
00000000  02000000 07000000                    int, 7
"
    );
}

#[test]
fn sizes_and_counts() {
    let mut stream = recording();
    stream.extend(frame(&[2, 0, 0, 0, 1]));
    let output = inspect(&[&["--framed", "--summary", "-"][..], &ARENA].concat(), &stream);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stdout(&output),
        "\
message                       count  min   mean  max  total
ClientMessage::Chat               2  144  144.0  144    288
ClientMessage::Chat (broken)      1   72   72.0   72     72
ClientMessage::Join               1  104  104.0  104    104
ClientMessage::Leave              1   16   16.0   16     16
ClientMessage::Move               1  168  168.0  168    168
all                               6   16  108.0  168    648
malformed: 1 (Incomplete 1)
"
    );
    let selection = ["--framed", "--summary", "--json", "-", "--message", "3"];
    let output = inspect(&selection, &stream);
    let sums = &json_lines(&output)[0];
    assert_eq!(sums["messages"].as_array().map(Vec::len), Some(1));
    assert_eq!(sums["messages"][0]["message"], "3");
    assert_eq!((&sums["all"]["count"], &sums["all"]["total"]), (&3.into(), &360.into()));
    assert_eq!(sums["malformed"], serde_json::json!({ "Incomplete": 1 }));
    let output = inspect(&["--framed", "--summary", "-"], b"");
    assert!(output.status.success());
    assert!(stdout(&output).contains("all          0    0   0.0    0      0"), "{output:?}");
}

#[test]
fn frames_as_text_and_as_bytes() {
    let stream = recording();
    let text = hex::encode(&stream).into_bytes();
    let file = scratch("frames.hex", &text);
    let expected = inspect(&["--framed", "-"], &stream);
    assert!(expected.status.success());
    assert_eq!(inspect(&["--framed", "-"], &text).stdout, expected.stdout);
    let path = file.to_str().expect("UTF-8");
    assert_eq!(inspect(&["--framed", path], b"").stdout, expected.stdout);
    let wrong = inspect(&["--framed", "-"], b"0400000000000000zz");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(stderr(&wrong).contains("'z' is not a hex digit (at character 16)"), "{wrong:?}");
    let odd = inspect(&["--framed", "-"], b"04000000000000000");
    assert!(stderr(&odd).contains("an odd number of hex digits"), "{odd:?}");
    for output in [wrong, odd] {
        assert!(stdout(&output).contains("Nil"), "what stands in front is shown: {output:?}");
    }
}

#[test]
fn too_long_is_said() {
    let long = [&0x0400_0001_u32.to_le_bytes()[..], &[0; 64]].concat();
    let output = inspect(&["--framed", "-"], &long);
    assert_eq!(output.status.code(), Some(1));
    let message = "error: expected a frame of at most 67108864 bytes, found the length 67108865 \
                   (16777220 in the other byte order)\n";
    assert_eq!(stdout(&output), message);
    let output = inspect(&["--max-message", "3", "-"], &[0; 4]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("more than 3 bytes"), "{output:?}");
    let output = inspect(&["--lines", "--max-message", "7", "-"], b"00000000\n00000000\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "error: line 1: more than 7 characters\n");
    assert!(inspect(&["--lines", "--max-message", "8", "-"], b"00000000\n").status.success());
}

#[test]
fn a_line_without_an_end_is_not_awaited() {
    let answer = |line: &[u8], output: &mut Vec<u8>| {
        Answer { line: line.len().to_string(), ok: true }.write(output)
    };
    let mut output = Vec::new();
    let input = b"12\n\n".chain(std::io::repeat(b'0'));
    let error = lines::answer_lines(input, &mut output, 1 << 20, answer).expect_err("too long");
    assert_eq!(error.to_string(), "line 3 has 1048576 characters or more");
    assert_eq!(output, b"2\n0\n");
}

/// Endless frames of 200 bytes, up to a count.
struct Frames {
    frame: Vec<u8>,
    at: usize,
    left: usize,
}

impl Read for Frames {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let mut read = 0;
        while self.left > 0 && read < buffer.len() {
            let rest = &self.frame[self.at..];
            let len = rest.len().min(buffer.len() - read);
            buffer[read..read + len].copy_from_slice(&rest[..len]);
            read += len;
            self.at += len;
            if self.at == self.frame.len() {
                (self.at, self.left) = (0, self.left - 1);
            }
        }
        Ok(read)
    }
}

/// An input that is 20 times longer needs no more memory.
#[test]
fn memory_does_not_grow_with_the_input() {
    let used = |form: Form, count: usize| {
        let frame = frame(&bytes(&chat("hello", 7)));
        let wire = Variants::new(&Godot4::SPEC, Limits::DEFAULT);
        let conditions = vec![r#"[1].text ~ "ell""#.parse().expect("a condition")];
        let options = Options { form, conditions, ..Options::default() };
        let mut shown = 0;
        let info = allocation_counter::measure(|| {
            let input = Frames { frame, at: 0, left: count };
            let mut source = Source::frames(input, false, 1 << 26);
            let (mut output, stop) = (std::io::sink(), AtomicBool::new(false));
            let outcome = run(&mut source, &wire, &options, &mut output, &stop);
            shown = outcome.expect("it reads").shown;
        });
        assert_eq!(shown, count as u64);
        info.bytes_max
    };
    for form in [Form::Dump, Form::Json, Form::Summary] {
        let (few, many) = (used(form, 1000), used(form, 20_000));
        assert!(many <= few && many < 1 << 18, "{form:?}: {few}, {many}");
    }
}

/// Messages whose values are larger than their bytes.
fn swollen(size: usize) -> Vec<(&'static str, Variant)> {
    let list =
        |each: usize, element: Variant| Variant::Array(Array::new(vec![element; size / each]));
    let int = || ElementType::Builtin(VariantType::Int);
    let typed_array = Array { element_type: Some(Box::new(int())), ..Array::default() };
    let types = DictionaryType { key: Some(int()), value: None };
    let typed_dictionary = Dictionary { types: Some(Box::new(types)), ..Dictionary::new() };
    let pairs: Dictionary = (0..(size / 12) as i64).map(|key| (key, Variant::Nil)).collect();
    vec![
        ("Nil", list(4, Variant::Nil)),
        ("callables", list(4, Variant::Callable(Callable))),
        ("ints", list(8, 7.into())),
        ("empty texts", list(8, text(""))),
        ("empty Arrays", list(8, message([]))),
        ("empty Dictionaries", list(8, dictionary([]))),
        ("empty vectors", list(8, Variant::PackedVector4Array(Vec::new()))),
        ("typed Arrays", list(12, Variant::Array(typed_array))),
        ("typed Dictionaries", list(12, Variant::Dictionary(typed_dictionary))),
        ("node paths", list(16, Variant::NodePath(Box::default()))),
        ("pairs", Variant::Dictionary(pairs)),
        ("short texts", Variant::PackedStringArray(vec![String::new(); size / 4])),
        ("small floats", Variant::PackedFloat32Array(vec![0.0; size / 4])),
        ("control characters", text(&"\u{1}".repeat(size))),
        ("bytes", Variant::PackedByteArray(vec![7; size])),
        ("floats", Variant::PackedFloat32Array(vec![f32::MAX; size / 4])),
    ]
}

/// Runs lines through `decode` or `encode`, and returns the peak memory.
fn memory(
    input: &[u8],
    mut answer: impl FnMut(&[u8], &mut std::io::Sink) -> std::io::Result<bool>,
) -> u64 {
    let info = allocation_counter::measure(|| {
        let all = lines::answer_lines(input, &mut std::io::sink(), 1 << 28, &mut answer);
        assert!(all.expect("it reads"));
    });
    info.bytes_max
}

/// The limits of `decode` and `encode` in `SECURITY.md`.
#[test]
fn lines_take_a_multiple_of_their_messages() {
    // The input buffer.
    const BUFFERS: u64 = 1 << 17;
    let wire = Variants::new(&Godot4::SPEC, Limits::NONE);
    for (what, value) in swollen(5 << 14) {
        let bytes = value.to_variant_bytes::<Godot4>().expect("a value");
        let digits = hex::encode(&bytes);
        let most =
            memory(digits.as_bytes(), |line, output| lines::decode_line(line, &wire, output));
        assert!(most < 20 * bytes.len() as u64 + BUFFERS, "{what}: decode took {most}");
        let mut json = Vec::new();
        let read = lines::decode_line(digits.as_bytes(), &wire, &mut json);
        assert!(read.expect("a Vec takes all"));
        let most = memory(&json, |line, output| lines::encode_line(line, &wire).write(output));
        // Its JSON is a tree while it is encoded.
        assert!(most < 150 * bytes.len() as u64 + BUFFERS, "{what}: encode took {most}");
    }
}

/// Returns the peak memory of `encode` for each byte of a message, without its buffers.
fn times_to_encode(what: &str, message: &[u8], wire: &dyn Wire) -> u64 {
    let mut line = Vec::new();
    let read = lines::decode_line(hex::encode(message).as_bytes(), wire, &mut line);
    assert!(read.expect("a Vec takes all"), "{what}: {}", String::from_utf8_lossy(&line));
    assert_eq!(lines::encode_line(&line, wire).line, hex::encode(message), "{what}");
    let most = memory(&line, |line, output| lines::encode_line(line, wire).write(output));
    most.saturating_sub(1 << 17).div_ceil(message.len() as u64)
}

/// The limits of the other wires in `SECURITY.md`. Their JSON is a tree while it is encoded.
#[test]
fn lines_of_other_wires_take_a_multiple_of_their_messages() {
    let states = [&[3, 7, 0xff, 0xff][..], &[2, 1, 0].repeat(0xffff)].concat();
    let times = times_to_encode("litenet-head: states", &states, &Side::new(EraSpec::Head, false));
    assert!(times <= 8, "{times}");

    let text = include_str!("../../../schemas/every_type.msg");
    let template = godot_var_schema::template::parse(text).expect("a template");
    let interpreter = Interpreter::new(template);
    let blocks = [&[0, 0, 0, 0, 1, 0, 0xff, 17, 0xff][..], &[0; 0xff]].concat();
    let times = times_to_encode("lludp: blocks", &blocks, &interpreter);
    assert!(times <= 256, "{times}");

    let wire = Multiplayer::new(Era::Godot4_3, Limits::DEFAULT);
    for (what, value) in swollen(5 << 14) {
        let value = value.to_variant_bytes::<Godot4>().expect("a value");
        let times = times_to_encode(
            &format!("multiplayer: {what}"),
            &[&[0, 1, 4, 1], &value[..]].concat(),
            &wire,
        );
        assert!(times <= 150, "{what}: {times}");
    }
}

/// Every cut, and every changed byte: no panic, on any wire.
#[test]
fn nothing_makes_it_panic() {
    let limits = Limits::DEFAULT;
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas/arena.rs"))
            .expect("the schema");
    let protocol = godot_var_codegen::protocol::parse_text("arena.rs", &text).expect("a schema");
    let names = Names::new(protocol, &[]).expect("a schema");
    let wires: [Box<dyn Wire>; 3] = [
        Box::new(Variants::new(&Godot4::SPEC, limits).with_names(names)),
        Box::new(Variants::new(&Godot3::SPEC, limits)),
        Box::new(Side::new(EraSpec::Head, true)),
    ];
    let stream = recording();
    let conditions = vec!["[0] == 3".parse().expect("a condition")];
    let stop = AtomicBool::new(false);
    let mut seen = 0;
    for wire in &wires {
        for at in 0..stream.len() {
            let mut changed = stream.clone();
            changed[at] ^= 1 << (at % 8);
            for (form, input) in [(Form::Json, &stream[..at]), (Form::Dump, &changed)] {
                for conditions in [&Vec::new(), &conditions] {
                    let options =
                        Options { form, conditions: conditions.clone(), ..Options::default() };
                    let mut source = Source::frames(input, false, 1 << 20);
                    let mut output = std::io::sink();
                    let outcome = run(&mut source, &**wire, &options, &mut output, &stop);
                    let outcome = outcome.expect("it reads");
                    seen += outcome.shown + outcome.hidden + outcome.wrong;
                }
            }
        }
    }
    assert!(seen > 10_000, "{seen}");
}

/// A program that follows a file, and its output lines.
struct Following {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Following {
    fn start(arguments: &[&str]) -> Self {
        let mut child = program(&[&["inspect", "--follow"], arguments].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, lines }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("the program writes");
        line
    }

    #[cfg(unix)]
    fn interrupt(&self) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args(["-INT", &id]).status();
        assert!(status.expect("kill runs").success());
    }

    fn rest(&mut self) -> String {
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).expect("the program writes");
        rest
    }
}

fn append(path: &Path, bytes: &[u8]) {
    let mut file = OpenOptions::new().append(true).open(path).expect("the file");
    file.write_all(bytes).expect("it is written");
}

#[cfg(unix)]
#[test]
fn a_growing_stream_is_followed() {
    let int = |number: i64| frame(&bytes(&number.into()));
    let path = scratch("growing.bin", &int(1));
    let name = path.to_str().expect("UTF-8");
    let mut following = Following::start(&["--framed", "--json", "--lossless", name]);
    let value = |line: &str| {
        let line: Json = serde_json::from_str(line).expect("JSON");
        line["value"]["v"].as_str().expect("an int").to_owned()
    };
    assert_eq!(value(&following.line()), "1");
    // A frame in two parts, and the start of the next.
    let (two, three) = (int(2), int(3));
    append(&path, &two[..5]);
    append(&path, &[&two[5..], &three[..6]].concat());
    assert_eq!(value(&following.line()), "2");
    following.interrupt();
    // An incomplete frame is not an error.
    assert_eq!(following.rest(), "");
    assert_eq!(following.child.wait().expect("it ends").code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_growing_text_and_capture_are_followed() {
    let text = scratch("growing.hex", b"00000000\n0200");
    let name = text.to_str().expect("UTF-8");
    let mut following = Following::start(&["--lines", "--summary", name]);
    append(&text, b"000007000000\n00");
    // The summary is printed at the end; until then nothing is shown.
    std::thread::sleep(std::time::Duration::from_millis(500));
    following.interrupt();
    let told = following.rest();
    assert!(told.contains("\nNil ") && told.contains("\nint "), "{told}");
    // An incomplete line is not shown.
    assert_eq!(following.child.wait().expect("it ends").code(), Some(0), "{told}");

    let mut file = hex::decode("d4c3b2a1020004000000000000000000ffff0000e4000000").expect("hex");
    let record = "00f1536501000000200000002000000045000020000000004011\
                  00000a0000010a00000223280fa0000c000000000000";
    let record = hex::decode(record).expect("hex");
    file.extend(&record);
    let path = scratch("growing.pcap", &file);
    let name = path.to_str().expect("UTF-8");
    let mut following =
        Following::start(&["--pcap", name, "--json", "--lossless", "--port", "9000"]);
    let first: Json = serde_json::from_str(&following.line()).expect("JSON");
    assert_eq!(first["number"], 1);
    assert_eq!(first["offset"], 24);
    assert_eq!(first["source"], "10.0.0.1:9000");
    assert_eq!(first["destination"], "10.0.0.2:4000");
    assert_eq!(first["value"]["t"], "Nil");
    append(&path, &record[..20]);
    append(&path, &record[20..]);
    let line = following.line();
    assert!(line.contains("\"time\":1700000000.000001000,"), "{line}");
    assert_eq!(serde_json::from_str::<Json>(&line).expect("JSON")["number"], 2);
    append(&path, &record[..20]);
    following.interrupt();
    assert_eq!(following.rest(), "");
    assert_eq!(following.child.wait().expect("it ends").code(), Some(0));
}

#[cfg(unix)]
#[test]
fn a_pipe_is_followed_until_it_is_interrupted() {
    let mut following = Following::start(&["--framed", "--json", "--lossless", "-"]);
    let mut stdin = following.child.stdin.take().expect("a pipe");
    stdin.write_all(&frame(&[0; 4])).expect("the program reads");
    assert!(following.line().contains("Nil"));
    // The pipe stays open.
    following.interrupt();
    assert_eq!(following.rest(), "");
    assert_eq!(following.child.wait().expect("it ends").code(), Some(0));
    drop(stdin);
}

#[test]
fn a_file_that_becomes_shorter_ends_it() {
    let path = scratch("shorter.bin", &[frame(&[0; 4]), frame(&[0; 4])].concat());
    let name = path.to_str().expect("UTF-8");
    let mut following = Following::start(&["--framed", "--json", "--lossless", name]);
    following.line();
    following.line();
    fs::write(&path, []).expect("the file");
    assert_eq!(following.rest(), "");
    assert_eq!(following.child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn nobody_reads_on() {
    let path = scratch("unread.bin", &frame(&[0; 4]));
    let name = path.to_str().expect("UTF-8");
    let mut following = Following::start(&["--framed", "--json", "--lossless", name]);
    following.line();
    let Following { mut child, lines } = following;
    drop(lines);
    append(&path, &frame(&[0; 4]));
    assert!(child.wait().expect("the program ends").success());
}

/// Runs a shell command on a terminal of its own, and returns what the terminal shows.
#[cfg(unix)]
fn on_a_terminal(line: &str) -> Option<String> {
    // Debian's `script`. On other systems it has other options.
    let output = Command::new("script").args(["-qec", line, "/dev/null"]).output().ok();
    let output = output.filter(|output| output.status.success());
    assert!(output.is_some() || std::env::var("CI").as_deref() != Ok("true"), "script is needed");
    Some(String::from_utf8_lossy(&output?.stdout).into_owned())
}

#[cfg(unix)]
#[test]
fn a_bar_on_a_terminal_alone() {
    let path = scratch("long.hex", "00000000\n".repeat(1 << 20).as_bytes());
    let (program, name) = (env!("CARGO_BIN_EXE_godot-var"), path.to_str().expect("UTF-8"));
    let output = inspect(&["--lines", "--summary", name], b"");
    assert!(output.status.success());
    assert_eq!(stderr(&output), "");
    let lines = format!("'{program}' inspect --lines --summary '{name}'");
    let decode = format!("'{program}' decode '{name}'");
    for (line, is_shown) in [
        (format!("{lines} > /dev/null"), true),
        (format!("{lines} --no-progress > /dev/null"), false),
        // No bar if the messages are shown on the terminal.
        (lines, false),
        (format!("{decode} > /dev/null"), true),
        (format!("{decode} --no-progress > /dev/null"), false),
        (format!("head -c 900 '{name}' | '{program}' decode > /dev/null"), false),
    ] {
        let Some(shown) = on_a_terminal(&line) else {
            eprintln!("skipped: `script` of util-linux is not there");
            return;
        };
        assert_eq!(shown.contains("MiB"), is_shown, "{line}: {shown}");
    }
    fs::remove_file(path).expect("the file");
}

/// A message in one line: names of a schema, cut to a width, hidden by name.
#[test]
fn a_message_is_one_line() {
    let arena = include_str!("../../../schemas/arena.rs");
    let protocol = godot_var_codegen::protocol::parse_text("arena.rs", arena).expect("a schema");
    let names = Names::new(protocol, &["ClientMessage".to_owned()]).expect("a type");
    let (spec, limits) = (&Godot4::SPEC, Limits::DEFAULT);
    let wire = Variants::new(spec, limits).with_names(names);
    let chat = |text: Variant| {
        let tags = Variant::Array(Array::new(Vec::new()));
        let fields =
            [("channel", Variant::from("all")), ("text", text), ("at", 7.into()), ("tags", tags)];
        let fields = Variant::Dictionary(Dictionary::from_iter(fields));
        let message = Variant::Array(Array::new(vec![3.into(), fields]));
        message.to_variant_bytes::<Godot4>().expect("it can be encoded")
    };
    let show = |bytes: &[u8], width, hide: &[&str]| {
        let hide: Vec<String> = hide.iter().map(ToString::to_string).collect();
        let line = line(&wire, Line { start: "1.500 ->", bytes, width, hide: &hide });
        line.map(|line| anstream::adapter::strip_str(&line.text).to_string())
    };
    let hello = chat("a \u{1b}[2J b".into());
    let whole = "1.500 ->  Chat  channel: \"all\", text: \"a \\u{1b}[2J b\", at: 7, tags: []";
    assert_eq!(show(&hello, None, &["Move"]).as_deref(), Some(whole));
    let cut = show(&hello, Some(40), &[]).expect("shown");
    assert_eq!((cut.chars().count(), cut.ends_with('…')), (40, true), "{cut}");
    assert_eq!(show(&hello, Some(200), &[]).as_deref(), Some(whole));
    assert_eq!(show(&hello, Some(0), &[]).as_deref(), Some("…"));
    // Columns, not characters.
    let wide = show(&chat("日本語日本語日本語".into()), Some(55), &[]).expect("shown");
    assert!(wide.ends_with("\"日本語日本語日…"), "{wide}");
    assert_eq!(show(&hello, None, &["Chat"]), None);
    assert_eq!(show(&hello, None, &["ClientMessage::Chat"]), None);
    // Other values and bytes are shown with the reason, and with what they seem to be.
    let broken = show(&chat(5.into()), None, &[]).expect("shown");
    let reason = "Chat.text: expected String, found int";
    let whole =
        format!("1.500 ->  Chat, broken: {reason}  channel: \"all\", text: 5, at: 7, tags: []");
    assert_eq!(broken, whole);
    let bytes = chat(5.into());
    let line_of = Line { start: "", bytes: &bytes, width: Some(0), hide: &["Chat".to_owned()] };
    assert_eq!(line(&wire, line_of).expect("shown").fault.as_deref(), Some(reason));
    let other = 7.to_variant_bytes::<Godot4>().expect("it can be encoded");
    let other = show(&other, None, &[]).expect("shown");
    assert!(other.starts_with("1.500 ->  int, broken: "), "{other}");
    let bytes = show(&[2, 0, 0], None, &[]).expect("shown");
    assert!(bytes.starts_with("1.500 ->  3 bytes, broken: the buffer ends"), "{bytes}");
    let cut = show(&hello[..hello.len() - 24], None, &[]).expect("shown");
    assert!(cut.starts_with("1.500 ->  Chat, broken: [1].at: the buffer ends"), "{cut}");
    assert!(cut.contains("channel: \"all\", text: "), "{cut}");
}

/// Without a terminal colors are taken out of the output, but no characters of a text.
#[test]
fn json_keeps_every_character() {
    let all: String = (1..0x100).filter_map(char::from_u32).collect();
    let bytes = text(&all).to_variant_bytes::<Godot4>().expect("encodes");
    let shown = inspect(&["--json", "-"], &bytes);
    assert_eq!(json_lines(&shown)[0]["value"], all, "{shown:?}");
}
