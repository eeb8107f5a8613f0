//! The program as its users run it.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // Beside the reading of the output, so that no pipe fills up. A program that reads nothing
    // may close its end first.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// A file that lives as long as the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, bytes).expect("a file in the target folder");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}

#[test]
fn decode_answers_each_line() {
    let output = run(&["decode", "--wire", "godot4"], b"0200000007000000\n  00000000ff \n");
    assert!(output.status.success());
    assert_eq!(
        stdout(&output),
        "{\"value\":{\"t\":\"int\",\"v\":\"7\"},\"used\":8}\n{\"value\":{\"t\":\"Nil\"},\"used\":4}\n"
    );
    // An empty line is an empty message: lines and answers stay in step.
    let output = run(&["decode"], b"00000000\n\n00000000\n");
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<_> = stdout(&output).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[1].contains("\"Incomplete\""), "{}", lines[1]);
}

#[test]
fn decode_reports_errors_and_goes_on() {
    let output = run(&["decode"], b"02000000\n02zz\n020\n00000000\n1800000000000000\n");
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<serde_json::Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["error"]["kind"], "Incomplete");
    assert_eq!(lines[0]["error"]["offset"], 4);
    assert_eq!(lines[0]["error"]["message"], "the buffer ends inside an int at byte 4");
    assert_eq!(lines[1]["error"]["kind"], "InvalidHex");
    assert_eq!(lines[1]["error"]["offset"], 2);
    assert_eq!(lines[2]["error"]["kind"], "InvalidHex");
    assert_eq!(lines[2]["error"]["offset"], 3);
    assert_eq!(lines[3]["value"]["t"], "Nil");
    assert_eq!(lines[4]["error"]["kind"], "ObjectRefused");
}

#[test]
fn decode_takes_limits_and_files() {
    let nested = "1c00000001000000".repeat(3) + "00000000\n";
    let file = Scratch::new("nested.hex", nested.as_bytes());
    assert!(run(&["decode", file.path()], b"").status.success());
    let output = run(&["decode", "--max-depth", "2", file.path()], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("\"TooDeep\""), "{}", stdout(&output));

    let object = b"18000000 04000000 4e6f6465 01000000 02000000 68700000 02000000 07000000\n";
    let output = run(&["decode", "--objects"], object);
    assert_eq!(
        stdout(&output),
        "{\"value\":{\"t\":\"Object\",\"class\":\"Node\",\"properties\":\
         [[\"hp\",{\"t\":\"int\",\"v\":\"7\"}]]},\"used\":32}\n"
    );

    let output = run(&["decode", "no such file"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no such file"), "{}", stderr(&output));
}

#[test]
fn every_wire_goes_both_ways() {
    let wires = [
        ("godot4", "09000000000000400000004000000040", "f32"),
        ("godot3", "07000000000000400000004000000040", "f32"),
        ("godot3.0", "07000000000000400000004000000040", "f32"),
        ("flagless", "07000000000000400000004000000040", "f32"),
        ("godot4-double", "09000100000000000000004000000000000000400000000000000040", "f64"),
        ("godot3-double", "07000000000000000000004000000000000000400000000000000040", "f64"),
    ];
    for (wire, hex, key) in wires {
        let decoded = run(&["decode", "--wire", wire], hex.as_bytes());
        assert!(decoded.status.success(), "{wire}");
        let line: serde_json::Value = serde_json::from_str(&stdout(&decoded)).expect("JSON");
        assert_eq!(line["used"], hex.len() / 2, "{wire}");
        assert_eq!(line["value"][key].as_array().map(Vec::len), Some(3), "{wire}: {line}");
        let encoded = run(&["encode", "--wire", wire], &decoded.stdout);
        assert_eq!(stdout(&encoded).trim(), hex, "{wire}");
        let by_hand = br#"{"t":"Vector3","v":[2,2.0,2]}"#;
        assert_eq!(stdout(&run(&["encode", "--wire", wire], by_hand)).trim(), hex, "{wire}");
    }
    let int = br#"{"t":"int","v":"7"}"#;
    assert_eq!(stdout(&run(&["encode", "--wire", "godot3.0"], int)), "020001000700000000000000\n");
    assert_eq!(stdout(&run(&["encode", "--wire", "flagless"], int)), "020000000700000000000000\n");
}

#[test]
fn encode_names_the_path_of_an_error() {
    let cases = [
        (
            r#"{"t":"Vector2","f32":[1,"x"]}"#,
            r#"f32[1]: expected the bits of a 32-bit float, found "x""#,
        ),
        (
            r#"{"value":{"t":"Array","v":[{"t":"Quat"}]}}"#,
            r#"value.v[0].t: godot4 calls the type "Quat" "Quaternion""#,
        ),
        (r#"{"t":"Wombat"}"#, r#"t: godot4 has no type "Wombat""#),
        (
            r#"{"t":"Dictionary","v":[[{"t":"Nil"},{"t":"int"}]]}"#,
            r#"v[0][1]: the key "v" is missing"#,
        ),
        (
            r#"{"t":"int","v":"9223372036854775808"}"#,
            r#"v: expected an integer of 64 bits, found "9223372036854775808""#,
        ),
        (r#"{"t":"Vector2i","v":["1"]}"#, "v: expected 2 components, found 1"),
        (r#"{"t":"Vector3","f64":["3fb999999999999a"]}"#, "f64: expected 3 components, found 1"),
        (r#"{"t":"PackedVector2Array","f32":[1]}"#, "f32: expected a multiple of 2 components"),
        (
            r#"{"t":"Vector2","f64":["3fb999999999999a","0000000000000000"]}"#,
            "a Vector2 of 64-bit components would be cut by the dialect godot4",
        ),
        (r#"{"t":"PackedByteArray","hex":"0g"}"#, "hex: invalid character 'g' at position 1"),
        (
            r#"{"t":"Dictionary","v":[[{"t":"Nil"},{"t":"Nil"}],[{"t":"Nil"},{"t":"Nil"}]]}"#,
            "v: a key stands twice",
        ),
        (r#"{"t":"Object","class":"","properties":[]}"#, "class: a class has a name"),
        ("[]", r#"expected an object with a key "t", found a list of 0"#),
        ("{", "not JSON: "),
    ];
    for (line, message) in cases {
        let output = run(&["encode"], line.as_bytes());
        assert_eq!(output.status.code(), Some(1), "{line}");
        let answer = stdout(&output);
        assert!(answer.starts_with(&format!("error: {message}")), "{line}: {answer}");
    }
    let output = run(&["encode"], b"{\"t\":\"Nil\",\"note\":\"\",\"fields\":\"\"}\n{}\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "00000000\nerror: the key \"t\" is missing\n");
}

#[test]
fn values_may_be_as_deep_as_the_engine_reads() {
    let hex = "1b00000001000000 00000000".repeat(1024) + "00000000";
    let decoded = run(&["decode"], hex.as_bytes());
    assert!(decoded.status.success());
    let encoded = run(&["encode"], &decoded.stdout);
    assert_eq!(stdout(&encoded).trim(), hex.replace(' ', ""));
    let shown = run(&["inspect", "-"], hex.as_bytes());
    assert!(shown.status.success());

    let output = run(&["encode"], "[".repeat(1 << 20).as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "error: deeper than any Variant\n");
}

#[test]
fn lines_are_answered_as_they_come() {
    use std::io::{BufRead, BufReader};
    let mut child = Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .arg("decode")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    for _ in 0..3 {
        stdin.write_all(b"00000000\n").expect("the program reads");
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("the program answers");
        assert_eq!(answer, "{\"value\":{\"t\":\"Nil\"},\"used\":4}\n");
    }
    // Nobody reads on: the program ends without a word.
    drop(answers);
    drop(stdin.write_all("00000000\n".repeat(1 << 16).as_bytes()));
    drop(stdin);
    assert!(child.wait().expect("the program ends").success());
}

const HP: &str = "1b000000010000000400000002000000687000000200000064000000";

const HP_SHOWN: &str = "\
00000000  1b000000 01000000                    Dictionary, 1 entry
00000008  04000000 02000000 68700000             key 0: String, 2 bytes, \"hp\"
00000014  02000000 64000000                      \"hp\": int, 100
";

#[test]
fn inspect_shows_hex_files_and_pipes() {
    let bytes = hex::decode(HP).expect("hex");
    let binary = Scratch::new("hp.bin", &bytes);
    let text = Scratch::new("hp.txt", format!("{HP}\n").as_bytes());
    for argument in [HP, binary.path(), text.path()] {
        let output = run(&["inspect", argument], b"");
        assert!(output.status.success());
        assert_eq!(stdout(&output), HP_SHOWN, "{argument}");
    }
    for input in [&bytes, HP.as_bytes()] {
        assert_eq!(stdout(&run(&["inspect", "-"], input)), HP_SHOWN);
    }
    let output = run(&["inspect", "wombat"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no existing file"), "{}", stderr(&output));
}

#[test]
fn inspect_points_at_errors() {
    let output = run(&["inspect", &HP[..HP.len() - 2]], b"");
    assert_eq!(output.status.code(), Some(1));
    let shown = "\
00000000  1b000000 01000000                    Dictionary, 1 entry
00000008  04000000 02000000 68700000             key 0: String, 2 bytes, \"hp\"
00000014  02000000                               \"hp\": int
00000018  640000
                ^^
error: hp: the buffer ends inside an int at byte 27 (Incomplete)
";
    assert_eq!(stdout(&output), shown);

    let output = run(&["inspect", "1c000000 01000000 63000000"], b"");
    let shown = "\
00000000  1c000000 01000000                    Array, 1 element
00000008  63000000
          ^^
error: [0]: expected a value, found type id 99, which godot4 does not have at byte 8 (UnknownType)
";
    assert_eq!(stdout(&output), shown);
}

#[test]
fn inspect_reads_frames() {
    let output = run(&["inspect", "--framed", "0400000000000000 0800000002000000ffffffff"], b"");
    let shown = "\
00000000  04000000                             frame of 4 bytes
00000004  00000000                               Nil
00000008  08000000                             frame of 8 bytes
0000000c  02000000 ffffffff                      int, -1
";
    assert_eq!(stdout(&output), shown);
    let output = run(&["inspect", "--framed", "--big-endian", "0000000400000000"], b"");
    assert!(output.status.success());
    let output = run(&["inspect", "--framed", "0000000400000000"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("(Incomplete)"), "{}", stdout(&output));
}

#[test]
fn inspect_leaves_out_long_runs() {
    let bytes = format!("1d000000e8030000{}", "ab".repeat(1000));
    let short = stdout(&run(&["inspect", &bytes], b""));
    assert_eq!(short.lines().count(), 7, "{short}");
    assert!(short.trim_end().ends_with("… 920 bytes more"), "{short}");
    let full = stdout(&run(&["inspect", "--full", &bytes], b""));
    assert_eq!(full.matches("ab").count(), 1000, "{full}");
    let more = stdout(&run(&["inspect", "00000000 01020304"], b""));
    assert!(more.ends_with("4 trailing bytes\n"), "{more}");
}

#[test]
fn help_is_given() {
    for command in ["decode", "encode", "inspect"] {
        let output = run(&[command, "--help"], b"");
        assert!(output.status.success());
        assert!(stdout(&output).contains("Examples:"), "{command}");
    }
    assert_eq!(run(&["decode", "--wire", "godot9"], b"").status.code(), Some(2));
}

#[test]
fn messages_of_litenetlibmanager_there_and_back() {
    let output = run(&["decode", "--wire", "litenet-2018"], b"06000101\n060001\n");
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(
        lines,
        [
            r#"{"value":{"message":"ServerDestroyObject","fields":{"objectId":1,"reasons":1}},"used":4}"#,
            r#"{"error":{"kind":"Incomplete","offset":3,"message":"reasons: the buffer ends inside a byte at byte 3"}}"#,
        ]
    );
    let encoded = run(&["encode", "--wire", "litenet-2018"], lines[0].as_bytes());
    assert_eq!(stdout(&encoded), "06000101\n");
    let wrong = br#"{"message":"Ping","fields":{"pingTime":"x"}}"#;
    let encoded = run(&["encode", "--wire", "litenet"], wrong);
    assert_eq!(stdout(&encoded), "error: fields.pingTime: expected an integer, found \"x\"\n");
}

#[test]
fn inspect_annotates_messages_of_litenetlibmanager() {
    let output = run(&["inspect", "--wire", "litenet-2018", "06000101ff"], b"");
    assert_eq!(
        stdout(&output),
        "\
00000000  0600                                 ServerDestroyObject, message 6
00000002  01                                   objectId: 1
00000003  01                                   reasons: 1
00000004  ff                                   bytes behind the message
"
    );
}

#[test]
fn gdscript_is_generated_and_checked() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("generate");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(folder.join("src/game")).expect("a folder");
    let schema = folder.join("src/game.rs");
    let text =
        "//! A game.\nmod chat;\n#[derive(GodotVar)] struct Hit { at: i64, chat: chat::Chat }\n";
    fs::write(&schema, text).expect("a schema");
    let chat = "#[derive(GodotVar)] pub struct Chat { text: String }\n";
    fs::write(folder.join("src/game/chat.rs"), chat).expect("a module");
    let (schema, out) = (schema.to_string_lossy(), folder.join("out"));
    let out_text = out.to_string_lossy();
    let generate = |more: &[&str]| {
        let arguments =
            [&["generate", "gdscript", "--godot", "4", &*schema, "-o", &*out_text], more].concat();
        run(&arguments, b"")
    };
    let script = out.join("game.gd");

    let missing = generate(&["--check"]);
    assert_eq!(missing.status.code(), Some(1));
    assert_eq!(stdout(&missing), format!("{}: missing\n", script.display()));
    assert!(!script.exists());

    assert!(generate(&[]).status.success());
    let first = fs::read_to_string(&script).expect("a script");
    assert!(first.contains("class Chat:") && first.contains("\tvar chat: Chat = Chat.new()"));
    assert!(!first.contains(&*schema), "no path of this machine");
    assert!(generate(&["--check"]).status.success());

    fs::write(&*schema, text.replace("at: i64", "at: i32")).expect("a schema");
    let stale = generate(&["--check"]);
    assert_eq!(stale.status.code(), Some(1));
    assert_eq!(stdout(&stale), format!("{}: stale\n", script.display()));
    assert_eq!(fs::read_to_string(&script).expect("a script"), first);

    fs::write(&*schema, text.replace("i64", "Missing")).expect("a schema");
    let wrong = generate(&[]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(stderr(&wrong).starts_with(&format!("error: {schema}:3:38: `Missing` is not found")));
    assert_eq!(fs::read_to_string(&script).expect("a script"), first);
}
