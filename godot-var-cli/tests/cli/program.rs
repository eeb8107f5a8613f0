//! The program as its users run it.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &[u8]) -> Output {
    super::common::feed(Command::new(env!("CARGO_BIN_EXE_godot-var")).args(arguments), input)
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// A file that is removed at the end of the test.
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
    // An empty line is an empty message, so that lines and answers can be paired.
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
fn encode_takes_natural_json() {
    let same = [
        (
            "[3, {\"text\": 5}]",
            r#"{"t":"Array","v":[{"t":"int","v":"3"},{"t":"Dictionary","v":[[{"t":"String","v":"text"},{"t":"int","v":"5"}]]}]}"#,
        ),
        (
            "{\"value\": 2.5}",
            r#"{"t":"Dictionary","v":[[{"t":"String","v":"value"},{"t":"float","bits":"4004000000000000"}]]}"#,
        ),
        (
            "[null, true, \"é\", -7, 1.0]",
            r#"{"t":"Array","v":[{"t":"Nil"},{"t":"bool","v":true},{"t":"String","v":"é"},{"t":"int","v":"-7"},{"t":"float","bits":"3ff0000000000000"}]}"#,
        ),
    ];
    for wire in ["godot4", "godot3"] {
        for (natural, tagged) in same {
            let natural = run(&["encode", "--wire", wire, "--natural"], natural.as_bytes());
            let tagged = run(&["encode", "--wire", wire], tagged.as_bytes());
            assert!(natural.status.success() && tagged.status.success(), "{natural:?} {tagged:?}");
            assert_eq!(stdout(&natural), stdout(&tagged));
        }
    }
    let output = run(&["encode", "--natural"], b"[1,\n[2]\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).starts_with("error: not JSON: EOF while"), "{output:?}");
    assert_eq!(stdout(&output).lines().count(), 2);
    let output = run(&["encode", "--natural", "--wire", "litenet"], b"[]");
    assert!(stderr(&output).contains("--natural is for Variants"), "{output:?}");
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
            "v: a key is repeated",
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
    // Nobody reads any more, so the program ends without an error message.
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
    assert!(stderr(&output).contains("neither an existing file nor bytes"), "{}", stderr(&output));
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
    assert!(short.trim_end().ends_with("… 920 more bytes"), "{short}");
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
00000004  ff                                   bytes after the message
"
    );
}

#[test]
fn inspect_shows_no_character_that_a_terminal_obeys() {
    // The 8-bit CSI, which JSON does not escape.
    let scene =
        "{\"message\":\"ServerSceneChange\",\"fields\":{\"serverSceneName\":\"red \u{9b}31m\"}}";
    let output = run(&["encode", "--wire", "litenet-2018"], scene.as_bytes());
    let hex = stdout(&output);
    let output = run(&["inspect", "--wire", "litenet-2018", hex.trim()], b"");
    let text = stdout(&output);
    assert!(text.contains(r"red \u009b31m"), "{text}");
    assert!(!text.chars().any(|char| char.is_control() && char != '\n'), "{text:?}");
}

/// Texts of hidden and other characters, by a seed: in messages without a schema, in JSON and in errors.
#[cfg(unix)]
#[test]
fn no_output_has_hidden_characters() {
    let hidden = |text: &str| text.chars().find(|c| *c != '\n' && godot_var_codegen::is_hidden(*c));
    let capture = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hidden.pcap");
    let capture = capture.to_string_lossy();
    let mut random = 7_u32;
    for _ in 0..12 {
        let text: String = (0..12)
            .map(|_| {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let of = [
                    '\u{1b}', '\u{9b}', '\u{7f}', '\r', '\u{202e}', '\u{2066}', '\u{2028}',
                    '\u{61c}', 'a',
                ];
                of[(random >> 16) as usize % of.len()]
            })
            .collect();
        let message = godot_var::Variant::from(vec![godot_var::Variant::from(text.clone())]);
        let bytes = godot_var::ToVariantBytes::to_variant_bytes::<godot_var::Godot4>(&message);
        let bytes = bytes.expect("bytes");
        let mut packets = crate::udp_capture::Udp::default();
        packets.put(0.0, "10.0.0.2:50001", "10.0.0.1:7777", &bytes);
        fs::write(&*capture, packets.bytes()).expect("a file");
        let hex = hex::encode(&bytes);
        let json = serde_json::to_string(&text).expect("JSON");
        for (arguments, input) in [
            (&["inspect", &capture][..], ""),
            (&["inspect", &capture, "-v"], ""),
            (&["inspect", &capture, "--summary"], ""),
            (&["inspect", &capture, "--json"], ""),
            (&["inspect", &capture, "--json", "--lossless"], ""),
            (&["decode"], &hex),
            (
                &[
                    "encode",
                    "--schema",
                    concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas/arena.rs"),
                ],
                &json,
            ),
            (&["inspect", "--max-message", "5", &format!("0{text}")], ""),
        ] {
            let output = run(arguments, input.as_bytes());
            for shown in [stdout(&output), String::from_utf8_lossy(&output.stderr).into_owned()] {
                assert_eq!(hidden(&shown), None, "{arguments:?}: {shown:?}");
            }
            if arguments == ["decode"] {
                let value: serde_json::Value =
                    serde_json::from_slice(&output.stdout).expect("JSON");
                assert_eq!(value["value"]["v"][0]["v"], text.as_str());
            }
        }
    }
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

#[test]
fn classes_for_other_languages_are_generated_and_checked() {
    let folder = folder("generate-languages");
    let text = "use godot_var::Vector3;\n#[derive(GodotVar)] struct Hit { at: i64, pos: Vector3 }\n\
                #[derive(GodotFlat)] enum Said { #[flat(id = 1)] Loud { at: u8 }, #[flat(id = 7)] Quiet }\n";
    let calls = "#[derive(GodotRpc)] enum Calls { #[godot_rpc(any_peer)] Say(String) }\n";
    fs::write(folder.join("game.rs"), text.to_owned() + calls).expect("a schema");
    fs::write(folder.join("calls.rs"), calls).expect("a schema");
    let (shown, out) = (folder.to_string_lossy(), folder.join("out"));
    let generate = |line: &str| {
        let arguments: Vec<_> = line.split(' ').collect();
        run(&[&["generate"], &arguments[..]].concat(), b"")
    };
    for (command, file, parts) in [
        ("csharp", "GameProtocol.cs", ["namespace GameProtocol", "Godot.Vector3", "long At"]),
        (
            "csharp --engine none --godot 3 --namespace Net",
            "Net.cs",
            ["namespace Net", "struct Vector3", "class Said"],
        ),
        ("typescript", "game.ts", ["decodeHit(", "decodeSaid(", "bigint"]),
        ("typescript --godot 3", "game.ts", ["decodeHit(", "decodeSaid(", "bigint"]),
    ] {
        let line = format!("{command} {shown}/game.rs -o {shown}/out");
        let file = out.join(file);
        drop(fs::remove_dir_all(&out));
        let missing = generate(&format!("{line} --check"));
        assert_eq!(stdout(&missing), format!("{}: missing\n", file.display()));
        assert_eq!(missing.status.code(), Some(1));
        // Calls of methods do not count.
        let written = generate(&line);
        assert_eq!(stdout(&written), format!("wrote {} (2 messages)\n", file.display()));
        assert!(generate(&format!("{line} --check")).status.success());
        let first = fs::read_to_string(&file).expect("a file");
        for part in parts {
            assert!(first.contains(part), "{part}: {first}");
        }
        let refused = generate(&format!("{command} {shown}/calls.rs -o {shown}/out"));
        assert_eq!(refused.status.code(), Some(1));
        let error = "no type derives `GodotVar` or `GodotFlat`; add the derive to your types";
        assert!(stderr(&refused).contains(error), "{refused:?}");
    }
    let line = format!("csharp --namespace Net {shown}/game.rs {shown}/calls.rs -o {shown}/out");
    assert_eq!(
        stderr(&generate(&line)),
        "error: `--namespace` names one file, so give one schema\n"
    );
}

#[test]
fn messages_of_lite_net_lib_manager_are_structs_in_csharp() {
    let folder = folder("generate-litenet");
    let shown = folder.to_string_lossy();
    let schema = format!("{}/../schemas/lite_net_lib_manager/mod.rs", env!("CARGO_MANIFEST_DIR"));
    let generate = |options: &str| {
        let line = format!("{options} {schema} -o {shown}");
        let arguments: Vec<_> = line.split(' ').collect();
        run(&[&["generate"], &arguments[..]].concat(), b"")
    };
    let of_unity = "csharp --engine unity --namespace Net";
    let written = generate(of_unity);
    assert_eq!(stdout(&written), format!("wrote {shown}/Net.cs (48 types)\n"));
    assert_eq!(stderr(&written), "", "no type was left out");
    assert!(generate(&format!("{of_unity} --check")).status.success());
    let text = fs::read_to_string(folder.join("Net.cs")).expect("a file");
    for part in
        ["namespace Net.Head", "namespace Net.Y2018", "struct ServerSpawnObject : INetSerializable"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let refused = generate("csharp");
    assert_eq!(refused.status.code(), Some(1));
    let error =
        "derives `LiteNetMessage`, and LiteNetLibManager is for Unity; choose the engine `unity`";
    assert!(stderr(&refused).contains(error), "{refused:?}");
    let refused = generate("typescript");
    assert!(stderr(&refused).contains("no type derives `GodotVar` or `GodotFlat`"), "{refused:?}");
}

#[test]
fn names_that_a_project_has_are_reported() {
    let project = folder("generate-project");
    fs::create_dir(project.join("net")).expect("a folder");
    fs::write(
        project.join("game.rs"),
        "#[derive(GodotVar)] struct Chat { text: String }\n\
        #[derive(GodotVar)] struct Join { at: i64 }\n#[derive(GodotVar)] struct Bye { at: i64 }\n",
    )
    .expect("a schema");
    fs::write(project.join("project.godot"), "[autoload]\nChat=\"*res://chat.gd\"\n")
        .expect("written");
    fs::write(project.join("net/join.gd"), "class_name Join\nextends Node\n").expect("written");
    let (folder, out) = (project.to_string_lossy(), project.join("net"));
    let schema = project.join("game.rs");
    let (schema, out) = (schema.to_string_lossy(), out.to_string_lossy());
    let generate = |more: &[&str]| {
        let arguments = ["generate", "gdscript", "--godot", "4", &*schema, "-o", &*out];
        run(&[&arguments, more].concat(), b"")
    };
    let clashes = generate(&["--project", &folder]);
    assert_eq!(clashes.status.code(), Some(1));
    let way = "write `#[godot_var(gdscript = \"…\")]` on the type, or use `--class-suffix`";
    assert_eq!(
        stderr(&clashes),
        format!(
            "error: {schema}:1:28: the project has `Chat` already (an autoload in project.godot); {way}\n\
             error: {schema}:2:28: the project has `Join` already (`class_name` in {}); {way}\n",
            PathBuf::from("net").join("join.gd").display()
        )
    );
    // The script itself does not conflict when it is written again.
    let own = ["--project", &*folder, "--class-suffix", "Net", "--class-name", "Game"];
    for _ in 0..2 {
        let good = generate(&own);
        assert!(good.status.success(), "{}", stderr(&good));
    }
    let none = generate(&["--project", &format!("{folder}/net")]);
    assert!(stderr(&none).contains("project.godot"), "{}", stderr(&none));
}

#[test]
fn older_engines_get_what_they_have() {
    let folder = folder("generate-older");
    let text = "use std::collections::BTreeMap;\n#[derive(GodotVar)] struct Scores { of: BTreeMap<String, Vec<bool>> }\n";
    fs::write(folder.join("game.rs"), text).expect("a schema");
    let schema = folder.join("game.rs");
    for (version, dictionary, typed_loop) in [
        ("4", true, true),
        ("4.x", true, true),
        ("4.9", true, true),
        ("4.6.3", true, true),
        ("4.5", true, true),
        ("4.4", true, true),
        ("4.3", false, true),
        ("4.2", false, true),
        ("4.2.x", false, true),
        ("4.1", false, false),
        ("4.0", false, false),
        ("3", false, false),
        ("3.x", false, false),
        ("3.6", false, false),
        ("3.2.3", false, false),
        ("3.1", false, false),
    ] {
        let out = folder.join(version);
        let (schema, out_text) = (schema.to_string_lossy(), out.to_string_lossy());
        let arguments = ["generate", "gdscript", "--godot", version, &*schema, "-o", &*out_text];
        let output = run(&arguments, b"");
        assert!(output.status.success(), "{version}: {}", stderr(&output));
        let script = fs::read_to_string(out.join("game.gd")).expect("a script");
        assert_eq!(script.contains("extends Reference"), version.starts_with('3'), "{version}");
        assert_eq!(script.contains("Dictionary["), dictionary, "{version}");
        let is_typed = |line: &str| line.trim_start().starts_with("for ") && line.contains(": ");
        assert_eq!(script.lines().any(is_typed), typed_loop, "{version}");
    }
}

#[test]
fn versions_of_godot_are_taken_everywhere() {
    let folder = folder("versions");
    fs::write(folder.join("chat.rs"), CHAT).expect("a schema");
    let [schema, dissector, page] = ["chat.rs", "chat.lua", "chat.md"]
        .map(|name| folder.join(name).to_string_lossy().into_owned());
    let wireshark = |version| {
        run(&["generate", "wireshark", &schema, "-o", &dissector, "--godot", version], b"")
    };
    let docs = |version| run(&["generate", "docs", &schema, "-o", &page, "--godot", version], b"");
    for (version, dialect) in [("4.6", 4), ("4.x", 4), ("3.6", 3), ("3.1", 3)] {
        for output in [wireshark(version), docs(version)] {
            assert!(output.status.success(), "{version}: {}", stderr(&output));
        }
        let script = fs::read_to_string(&dissector).expect("a dissector");
        assert!(script.contains(&format!("\tdialect = {dialect},\n")), "{version}");
        // A Dictionary is 27 in Godot 4, and 18 in Godot 3.
        let header = if dialect == 4 { "1b000000" } else { "12000000" };
        let page = fs::read_to_string(&page).expect("a page");
        assert!(page.contains(header), "{version}: {page}");
    }
    for version in ["5", "2.1", "4.", "4.+1", "4.6.3.1", "4.a", "v4", "", "4.256", "3.0", "3.0.6"] {
        for output in [wireshark(version), docs(version)] {
            assert_eq!(output.status.code(), Some(2), "{version}");
            let expected = if version.starts_with("3.0") {
                "Godot 3.0 has no typed GDScript"
            } else {
                "expected a version of Godot, such as 4, 4.6 or 3.6"
            };
            assert!(stderr(&output).contains(expected), "{version}: {}", stderr(&output));
        }
    }
}

#[test]
fn errors_say_what_to_name_instead() {
    let folder = folder("no-input");
    let [none, rust, other] = ["", "token.rs", "other.bin"].map(|name| folder.join(name));
    fs::write(&rust, "struct A { text: String \"\n").expect("a file");
    fs::write(&other, [0; 4]).expect("a file");
    let [none, rust, other] = [none, rust, other].map(|path| path.to_string_lossy().into_owned());
    let of_folder = format!("error: {none}: a folder; name a file in it\n");
    for arguments in [
        &["inspect", &*none][..],
        &["inspect", "--framed", &none],
        &["inspect", "--lines", &none],
        &["inspect", "--pcap", &none],
        &["decode", &none],
        &["encode", &none],
    ] {
        let output = run(arguments, b"");
        assert_eq!(
            (output.status.code(), stderr(&output)),
            (Some(1), of_folder.clone()),
            "{arguments:?}"
        );
    }
    let output = run(&["generate", "lock", &none, "-o", &format!("{none}/x.lock")], b"");
    let way = "a folder; name the Rust file with the types";
    assert_eq!(stderr(&output), format!("error: {none}: {way}\n"));
    // A file that does not exist has no line either.
    let (typo, lock) = (format!("{none}tokn.rs"), format!("{none}nope.lock"));
    let no_schema = format!("error: {typo}: no such file; did you mean \"token.rs\"?\n");
    let way = format!("`godot-var generate lock SCHEMA -o {lock}` writes it");
    let no_lock = format!("error: {lock}: no such file; {way}\n");
    let output_file = format!("{none}x.lock");
    for (arguments, told) in [
        (&["check", &*lock, &typo][..], &(no_lock + &no_schema)),
        (&["check", "--project", &none, &typo], &no_schema),
        (&["generate", "lock", &typo, "-o", &output_file], &no_schema),
        (&["generate", "docs", &typo, "-o", &output_file], &no_schema),
        (&["generate", "gdscript", "--godot", "4", &typo, "-o", &none], &no_schema),
        (&["generate", "wireshark", &typo, "-o", &none], &no_schema),
        (&["inspect", "--schema", &typo, "00"], &no_schema),
        (&["inspect", "--wire", "flat", "--schema", &typo, "00"], &no_schema),
        (&["encode", "--schema", &typo], &no_schema),
    ] {
        let output = run(arguments, b"");
        assert!(!output.status.success(), "{arguments:?}");
        assert_eq!(&stderr(&output), told, "{arguments:?}");
    }
    let output = run(&["generate", "docs", &rust, "-o", &format!("{none}/x.md")], b"");
    let way = "not Rust: `cargo check` shows what is wrong";
    assert_eq!(stderr(&output), format!("error: {rust}:1:25: {way}\n"));
    let output = run(&["inspect", &other, &rust], b"");
    let way = format!(
        "inspect reads one input at a time; {other:?} is one, or put a name with spaces into quotes"
    );
    assert_eq!(stderr(&output), format!("error: \"{other} {rust}\": {way}\n"));
    // Words of hex are one input, and a name with a space is one in quotes.
    let spaced = folder.join("a b.bin").to_string_lossy().into_owned();
    fs::write(&spaced, [0; 4]).expect("a file");
    for arguments in [&["inspect", "0000", "0000"][..], &["inspect", &spaced]] {
        assert_eq!(
            stdout(&run(arguments, b"")),
            "00000000  00000000                             Nil\n"
        );
    }
}

#[test]
fn inspect_says_what_to_send_instead_of_text_and_objects() {
    let way = "instead of `send_text` or JSON";
    let bytes = "`put_packet(message.to_bytes())`";
    let error = format!(
        "expected a value, found the text \"[1,\\\"Ann\\\"]\" at byte 0; write {bytes} or `put_var(value)` {way}"
    );
    let json = "5b312c22416e6e225d";
    let output = run(&["inspect", json], b"");
    assert!(stdout(&output).ends_with(&format!("error: {error} (UnknownType)\n")), "{output:?}");
    let output = run(&["inspect", "--json", json], b"");
    let line: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(line["error"]["message"], error);
    // An object's id is a value, but no message.
    let object = "18000100 9a78563412000080";
    assert!(run(&["inspect", object], b"").status.success());
    let way = format!(
        "objects are sent without their fields: write {bytes}, or send the fields in a Dictionary or an Array"
    );
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas/arena.rs");
    let output = run(&["inspect", "--schema", schema, object], b"");
    let first = format!("no message of the schema: no type of the schema fits; {way}");
    assert_eq!(stdout(&output).lines().next(), Some(&*first));
}

/// Returns a new folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

const CHAT: &str = "#[derive(GodotVar)] struct Chat { text: String, at: i64 }\n";
const LATER_CHAT: &str = "#[derive(GodotVar)] struct Chat { text: String, at: f64, channel: u8 }\n";

#[test]
fn check_tells_what_breaks() {
    let folder = folder("check");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a schema");
        path.to_string_lossy().into_owned()
    };
    let (old, new) = (write("old.rs", CHAT), write("new.rs", LATER_CHAT));
    let output = run(&["check", &old, &new], b"");
    assert_eq!(output.status.code(), Some(1));
    let shown = stdout(&output).replace(&*folder.to_string_lossy(), "…");
    assert_eq!(
        shown,
        "\
…/new.rs:1:49: wire: [type-changed] `Chat.at` changed from `i64` to `f64`
  old readers may refuse what new writers send: a float with a fraction or out of range
  new readers may refuse what old writers send: an int below -9007199254740992 or above 9007199254740992
  old: …/old.rs:1:49
  help: keep the old type, and send the new one in another field with a `default` or in another variant
…/new.rs:1:58: wire: [field-added] `Chat.channel` is new and required
  new readers refuse what old writers send: the field is missing
  help: give it a `default`, or make it an `Option`, so that old messages can be read
wire: 2, source: 0, note: 0
"
    );
    let output = run(&["check", "--json", &old, &new], b"");
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<serde_json::Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["breaks"][0]["who"], "old-reader");
    assert_eq!(lines[1]["rule"], "field-added");
    assert_eq!(lines[1]["new"]["column"], 58);

    // Equal schemas have no findings.
    let same = run(&["check", &old, &old], b"");
    let compared = format!("compared {old} with {old}: no findings\n");
    assert_eq!((same.status.code(), stdout(&same)), (Some(0), compared));

    // A source change fails if `--deny` includes it.
    let optional = write("optional.rs", &CHAT.replace("i64", "i64, to: Option<u8>"));
    for (deny, status) in [("wire", 0), ("source", 1), ("note", 1)] {
        let output = run(&["check", "--deny", deny, &old, &optional], b"");
        assert_eq!(output.status.code(), Some(status), "{deny}");
        assert!(stdout(&output).ends_with("wire: 0, source: 1, note: 0\n"));
    }

    // Sides that cannot be compared have another status.
    let wrong = write("wrong.rs", &CHAT.replace("i64", "Missing"));
    let output = run(&["check", &old, &wrong], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("wrong.rs:1:53: `Missing` is not found"), "{output:?}");
    let template = write("template.msg", "version 2.0\n");
    let output = run(&["check", &template, &template], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("a message template of LLUDP cannot be compared"));
    let litenet = concat!(env!("CARGO_MANIFEST_DIR"), "/../schemas/lite_net_lib_manager/y2018.rs");
    let output = run(&["check", litenet, litenet], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no type derives `GodotVar`"), "{output:?}");
    assert_eq!(run(&["check", &old], b"").status.code(), Some(2));
}

#[test]
fn the_example_of_the_documentation_is_true() {
    let folder = folder("check-example");
    let new = "use godot_var::GodotVar;\n\n/// Something said.\n#[derive(GodotVar)]\nstruct Chat {\n    \
               text: String,\n    at: f64,\n    channel: u8,\n}\n";
    let old = new.replace("f64", "i32").replace("    channel: u8,\n", "");
    let paths = ["old/protocol.rs", "src/protocol.rs"].map(|name| folder.join(name));
    for (path, text) in paths.iter().zip([&*old, new]) {
        fs::create_dir(path.parent().expect("a folder")).expect("a new folder");
        fs::write(path, text).expect("a schema");
    }
    let [old, new] = paths.map(|path| path.to_string_lossy().into_owned());
    let shown = stdout(&run(&["check", &old, &new], b""));
    let shown = shown.replace(&format!("{}/", folder.to_string_lossy()), "");
    let page = include_str!("../../../docs/evolution.md");
    let example = format!("$ godot-var check old/protocol.rs src/protocol.rs\n{shown}```\n");
    assert!(page.contains(&example), "{example}");
}

#[test]
fn locks_are_generated_and_checked() {
    let folder = folder("lock");
    let schema = folder.join("game.rs");
    fs::write(&schema, CHAT).expect("a schema");
    let lock = folder.join("game.lock");
    let (schema_text, lock_text) = (schema.to_string_lossy(), lock.to_string_lossy());
    let generate = |more: &[&str]| {
        run(&[&["generate", "lock", &*schema_text, "-o", &*lock_text], more].concat(), b"")
    };
    let check = || run(&["check", &lock_text, &schema_text], b"");

    let missing = generate(&["--check"]);
    assert_eq!(missing.status.code(), Some(1));
    assert_eq!(stdout(&missing), format!("{lock_text}: missing\n"));
    assert!(generate(&[]).status.success());
    let first = fs::read_to_string(&lock).expect("a lock");
    assert!(
        first.contains("{ \"name\": \"at\", \"type\": \"i64\", \"key\": \"at\" }\n"),
        "{first}"
    );
    assert!(generate(&[]).status.success());
    assert_eq!(fs::read_to_string(&lock).expect("a lock"), first);
    assert!(generate(&["--check"]).status.success());
    assert_eq!(check().status.code(), Some(0));

    fs::write(&schema, LATER_CHAT).expect("a schema");
    let stale = generate(&["--check"]);
    assert_eq!(stale.status.code(), Some(1));
    assert_eq!(stdout(&stale), format!("{lock_text}: stale\n"));
    let broken = check();
    assert_eq!(broken.status.code(), Some(1));
    assert!(stdout(&broken).contains("[field-added] `Chat.channel` is new and required"));

    fs::write(&lock, first.replace("i64", "i32")).expect("a lock");
    let edited = check();
    assert_eq!(edited.status.code(), Some(2));
    assert!(stderr(&edited).contains("was the lock edited or merged by hand?"), "{edited:?}");
}

#[test]
fn check_reads_the_old_side_from_git() {
    let folder = folder("check-git");
    let git = |arguments: &[&str]| {
        let fixed = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
        let output = Command::new("git")
            .current_dir(&folder)
            .args(fixed)
            .args(arguments)
            .output()
            .expect("git is installed");
        assert!(output.status.success(), "{output:?}");
    };
    fs::create_dir(folder.join("game")).expect("a folder");
    let schema = folder.join("game.rs");
    let root = "mod chat;\n#[derive(GodotVar)] struct Hit { at: i64, chat: chat::Chat }\n";
    fs::write(&schema, root).expect("a schema");
    let chat = "#[derive(GodotVar)] pub struct Chat { text: String }\n";
    fs::write(folder.join("game/chat.rs"), chat).expect("a module");
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "One"]);
    git(&["tag", "release/1"]);

    let schema = schema.to_string_lossy();
    let check = |revision: &str| run(&["check", "--against-git", revision, &schema], b"");
    let same = check("release/1");
    let compared = format!("compared release/1:{schema} with {schema}: no findings\n");
    assert_eq!((same.status.code(), stdout(&same)), (Some(0), compared));
    // The module is missing in the folder, but exists in the revision.
    fs::remove_dir_all(folder.join("game")).expect("a folder");
    let moved =
        root.replace("mod chat;", "mod chat { #[derive(GodotVar)] pub struct Chat { text: i64 } }");
    fs::write(&*schema, moved).expect("a schema");
    let broken = check("release/1");
    assert_eq!(broken.status.code(), Some(1), "{broken:?}");
    let shown = stdout(&broken).replace(&*folder.to_string_lossy(), "…");
    assert_eq!(
        shown,
        "\
…/game.rs:1:50: wire: [type-changed] `chat::Chat.text` changed from `String` to `i64`
  old readers refuse what new writers send: its type on the wire is different
  new readers refuse what old writers send: its type on the wire is different
  old: release/1:…/game/chat.rs:1:39
  help: keep the old type, and send the new one in another field with a `default` or in another variant
wire: 1, source: 0, note: 0
"
    );
    for revision in ["nothing", "--batch"] {
        let refused = run(&["check", &format!("--against-git={revision}"), &schema], b"");
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(stderr(&refused).starts_with(&format!("error: {revision}:")), "{refused:?}");
    }
}

#[test]
fn completions_for_every_shell() {
    for (shell, part) in [
        ("bash", "complete -F _godot__var"),
        ("zsh", "#compdef godot-var"),
        ("fish", "complete -c godot-var"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion:arg-completer[godot-var]"),
    ] {
        let output = run(&["completions", shell], b"");
        assert!(output.status.success(), "{shell}");
        let script = stdout(&output);
        assert!(script.contains(part), "{shell}: {script}");
        for word in ["inspect", "extra-header"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let output = run(&["completions", "tcsh"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("bash, elvish, fish, powershell, zsh"), "{output:?}");
}

#[test]
fn a_manual_page_for_each_command() {
    let folder = folder("man").join("man1");
    let folder_text = folder.to_string_lossy();
    let output = run(&["man", "-o", &folder_text], b"");
    assert!(output.status.success(), "{output:?}");
    for (page, parts) in [
        ("godot-var", &["inspect", "SUBCOMMANDS"][..]),
        ("godot-var-inspect", &[r"\-\-pcap", "Examples:"]),
        ("godot-var-generate-wireshark", &[r"\-\-to\-server"]),
        ("godot-var-template-check", &["SYNOPSIS"]),
    ] {
        let text = fs::read_to_string(folder.join(format!("{page}.1"))).expect("a page");
        for part in parts {
            assert!(text.contains(part), "{page}: {part}: {text}");
        }
    }
    let page = stdout(&run(&["man"], b""));
    assert_eq!(page, fs::read_to_string(folder.join("godot-var.1")).expect("a page"));
    let file = folder.join("godot-var.1").join("below a file");
    let output = run(&["man", "-o", &file.to_string_lossy()], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("error: "), "{output:?}");
}

#[test]
fn misspelt_words_are_recognised() {
    for (arguments, word) in
        [(&["inspekt"][..], "inspect"), (&["decode", "--wier", "godot3"], "--wire")]
    {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(&format!("'{word}'")), "{output:?}");
    }
}
