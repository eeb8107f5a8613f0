//! The program on LLUDP, as its users run it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use serde_json::{Value as Json, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Runs the program in the folder of the project.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    super::common::feed(program.args(arguments).current_dir(root()), input)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// Compares a text with the file of this name; `BLESS=1` rewrites it.
fn expect(name: &str, told: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expected/lludp").join(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, told).expect("the file can be written");
    }
    let expected = fs::read_to_string(&path).expect("the expected text");
    assert_eq!(told, expected, "{name}");
}

const LLUDP: [&str; 4] = ["--wire", "lludp", "--template", "schemas/every_type.msg"];

fn lludp(command: &str, more: &[&str], input: &[u8]) -> Output {
    let arguments: Vec<&str> = [command].iter().chain(&LLUDP).chain(more).copied().collect();
    run(&arguments, input)
}

fn every_type() -> Json {
    json!({
        "message": "EveryType", "flags": 0xD0, "sequence": 0x0102_0304, "extra_hex": "",
        "acks": [7, 4_294_967_295_u32], "zerocoded": true,
        "fields": {
            "Numbers": [{
                "Small": 255, "Medium": 258, "Large": 16_909_060, "Huge": "18446744073709551615",
                "SignedSmall": -1, "SignedMedium": -2, "SignedLarge": -3,
                "SignedHuge": "-9223372036854775808",
                "Single": 0.5, "Double": "-Infinity", "Truth": true
            }],
            "Places": [
                { "Position": { "x": 1.0, "y": 2.0, "z": 3.0 },
                  "Global": { "x": 256_000.0, "y": 1.5, "z": 22.25 },
                  "Plane": { "x": 0.0, "y": 0.0, "z": 1.0, "w": -5.0 },
                  "Rotation": { "x": 0.0, "y": 0.0, "z": 0.5 } },
                { "Position": { "x": 0.0, "y": 0.0, "z": 0.0 }, "Global": { "x": 0.0, "y": 0.0, "z": 0.0 },
                  "Plane": { "x": 0.0, "y": 0.0, "z": 0.0, "w": 0.0 },
                  "Rotation": { "x": 0.0, "y": 0.0, "z": 0.0 } }
            ],
            "Peers": [{
                "ID": "00112233-4455-6677-8899-aabbccddeeff", "Address": "127.0.0.1",
                "Port": 13000, "Key": "0102030405", "Name": "416e6e00",
                "type": "61".repeat(120) + "00"
            }]
        }
    })
}

#[test]
fn there_and_back() {
    let picture = every_type();
    let encoded = lludp("encode", &[], picture.to_string().as_bytes());
    assert!(encoded.status.success(), "{}", text(&encoded.stdout));
    let decoded = lludp("decode", &[], &encoded.stdout);
    assert!(decoded.status.success());
    let line: Json = serde_json::from_slice(&decoded.stdout).expect("JSON");
    assert_eq!(line["value"], picture);
    let again = lludp("encode", &[], &decoded.stdout);
    assert_eq!(text(&again.stdout), text(&encoded.stdout));
}

/// Packets and their dumps.
#[test]
fn inspect_shows() {
    let encoded = lludp("encode", &[], every_type().to_string().as_bytes());
    let whole = text(&encoded.stdout).trim();
    let cut = &whole[..whole.len() - 18 - 60];
    let cases: &[(&str, &[&str])] = &[
        ("every_type", &[whole]),
        ("every_type_full", &["--full", whole]),
        // Without its acks and the last bytes of its body.
        ("cut", &[&format!("c0{}", &cut[2..])]),
        ("plain", &["0000 0000 0900 012a"]),
        ("no_blocks", &["60 00000001 00 fffffffd"]),
        ("low_flags_and_unread_bytes", &["2f 00000001 00 01 07 0800"]),
        ("no_acks", &["10 00000001 00 01 07 00"]),
        ("extra_after_number", &["80 00000001 02 01 0002 07"]),
        ("extra_before_number", &["--extra-header=before-number", "80 00000001 02 0000 01 07"]),
        ("long_run", &["80 00000001 00 ff11 02 01 01 000001"]),
        (
            "bomb",
            &[
                "80 00000001 00 ff11 02 01 09 0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000 ff",
            ],
        ),
        (
            "viewer_cap",
            &[
                "--max-expanded=8192",
                "80 00000001 00 ff11 00000000000000000000000000000000000000000000000000000000000000000001 02",
            ],
        ),
        ("unknown_number", &["00 00000001 00 ff12 0102"]),
        ("cut_number", &["00 00000001 00 ffff"]),
        ("cut_header", &["40 000000"]),
        ("too_many_acks", &["10 00000001 00 01 07 09"]),
        ("long_extra", &["00 00000001 09 01 07"]),
        ("no_body", &["00 00000001 00 01"]),
        ("empty", &["-"]),
    ];
    for (name, arguments) in cases {
        let output = lludp("inspect", arguments, b"");
        let note = if *name == "empty" { "note: the input is empty\n" } else { "" };
        assert_eq!(text(&output.stderr), note, "{name}");
        let told = format!("exit status {:?}\n{}", output.status.code(), text(&output.stdout));
        expect(&format!("{name}.txt"), &told);
    }
}

#[test]
fn errors_have_kind_place_and_path() {
    let lines = b"0000000009000107\n0000000009000207\n00000000090001\nzz\n\n";
    let output = lludp("decode", &[], lines);
    assert_eq!(output.status.code(), Some(1));
    let answers: Vec<Json> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(answers.len(), 5);
    assert_eq!(answers[0]["value"]["message"], "Ping");
    assert_eq!(
        answers[1]["error"],
        json!({
            "kind": "UnknownVariant", "offset": 6,
            "message": "expected the number of a message in the template, found High 2 at byte 6",
        })
    );
    assert_eq!(
        answers[2]["error"]["message"],
        "Ping.Ping[0].Ping: the buffer ends inside a U8 at byte 7"
    );
    assert_eq!(answers[3]["error"]["kind"], "InvalidHex");
    assert_eq!(answers[4]["error"]["kind"], "Incomplete");

    let ping = |blocks: &str| {
        format!(r#"{{"message":"Ping","flags":0,"sequence":1,"acks":[],"fields":{blocks}}}"#)
    };
    let cases = [
        (ping(r#"{"Ping":[{"Ping":256}]}"#), "fields.Ping[0].Ping: expected an integer in"),
        (ping(r#"{"Ping":[{"Pong":1}]}"#), "fields.Ping[0]: the block has no field \"Pong\""),
        (ping(r#"{"Ping":[{}]}"#), "fields.Ping[0].Ping: expected an integer, but it is missing"),
        (ping(r#"{"Pong":[]}"#), "fields: Ping has no block \"Pong\""),
        (r#"{"message":"Pong"}"#.to_owned(), "message: the template has no message \"Pong\""),
        ("{".to_owned(), "not JSON: "),
    ];
    for (line, message) in cases {
        let output = lludp("encode", &[], line.as_bytes());
        assert_eq!(output.status.code(), Some(1), "{line}");
        let answer = text(&output.stdout);
        assert!(answer.starts_with(&format!("error: {message}")), "{line}: {answer}");
    }
}

#[test]
fn options_of_the_wire() {
    let line = br#"{"name":"Ping","flags":128,"sequence":1,"extra_hex":"0000","acks":[],"blocks":{"Ping":[{"Ping":7}]}}"#;
    let after = lludp("encode", &[], line);
    assert_eq!(text(&after.stdout), "80000000010201000207\n");
    let before = lludp("encode", &["--extra-header", "before-number"], line);
    assert_eq!(text(&before.stdout), "80000000010200000107\n");
    let back = lludp("decode", &["--extra-header", "before-number"], &before.stdout);
    let back: Json = serde_json::from_slice(&back.stdout).expect("JSON");
    assert_eq!(back["value"]["extra_layout"], "before_number");
    let capped = lludp("encode", &["--max-expanded", "9"], line);
    assert!(
        text(&capped.stdout).starts_with("error: a zero-coded packet that expands to 10 bytes")
    );
    let capped = lludp("decode", &["--max-expanded", "9"], &after.stdout);
    assert!(text(&capped.stdout).contains("LimitExceeded"), "{}", text(&capped.stdout));

    for (arguments, status, message) in [
        (&["decode", "--wire", "lludp"][..], 2, "--template"),
        (&["decode", "--extra-header", "after-number"], 2, "--template"),
        (
            &["encode", "--template", "schemas/every_type.msg"],
            1,
            "--template is for `--wire lludp`",
        ),
        (&["inspect", "--wire", "lludp", "--template", "no such file", "00"], 1, "no such file"),
        (
            &["inspect", "--wire", "lludp", "--template", LLUDP[3], "--framed", "00"],
            1,
            "--framed is for Variants",
        ),
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        let stderr = text(&output.stderr);
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
}

/// One template for each set of rules, and the output of `template check`.
#[test]
fn templates_are_checked() {
    let message = |blocks: &str| format!("version 2.0\n{{ A High 1 Trusted Unencoded {blocks}}}\n");
    let long = format!("{{ {} Single {{ C U128 }} {{ D U8 }} }}", "B".repeat(200));
    let cases = [
        ("good", message("{ B Single { C U8 } } "), 0),
        ("warnings", message("{ B Variable } { C Multiple 255 { D U64 } } "), 0),
        ("tabs", message("\n\t{\tB\tSingle\n\t\t{\tC\tU128\t}\t// comment\n\t}\n"), 1),
        ("long_line", message(&long), 1),
        ("end", "version 2.0\n{ A High 1".to_owned(), 1),
        ("mark_and_crlf", "\u{feff}version 3.0\r\n".to_owned(), 1),
        ("control", message("{ B Single { C U\u{1b}[31m } } "), 1),
        ("wide", message("{ B Single { Ü U8 } } "), 1),
        ("nothing", String::new(), 1),
    ];
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (name, template, status) in cases {
        let path = folder.join(format!("check_{name}.msg"));
        fs::write(&path, template).expect("a file in the target folder");
        let path = path.to_str().expect("UTF-8");
        let output = run(&["template", "check", path], b"");
        assert_eq!(output.status.code(), Some(status), "{name}");
        let told = format!("{}{}", text(&output.stderr), text(&output.stdout));
        expect(&format!("check_{name}.txt"), &told.replace(path, "template.msg"));
        // With template errors, other commands fail and print them, too.
        let used = run(&["decode", "--wire", "lludp", "--template", path], b"");
        assert_eq!(used.status.code(), Some(status), "{name}");
        let stderr = text(&used.stderr);
        assert_eq!(stderr.starts_with("error: the template cannot be used\n"), status == 1);
        assert!(!stderr.contains("u{1b}"), "{stderr}");
    }
}

/// A template with very many errors takes no longer than to read it, and writes neither commands nor a direction to a terminal.
#[test]
fn the_first_of_many_errors_are_told() {
    const COUNT: usize = 100_000;
    let line = "{ \u{202e}evil Low 1 Trusted Unencoded { B Single { F U8 } } }\n";
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check_many.msg");
    fs::write(&path, format!("version 2.0\n{}", line.repeat(COUNT))).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let output = run(&["template", "check", path], b"");
    let told = text(&output.stderr);
    let (shown, end) = told.split_once("… and ").expect("an end");
    assert_eq!(shown.matches(": error: ").count(), 100);
    let more = end.split(' ').next().and_then(|more| more.parse::<usize>().ok());
    assert!(more.is_some_and(|more| more + 100 >= COUNT), "{end}");
    assert!(!told.contains('\u{202e}') && told.contains('\u{fffd}'), "{:?}", told.lines().next());
}

/// Every rule of the parser and of the checks at once, in source order.
#[test]
fn several_errors_are_told_at_once() {
    for (name, errors) in [("rules", 8), ("syntax", 9)] {
        let path = format!("godot-var-schema/tests/invalid/{name}.msg");
        let output = run(&["template", "check", &path], b"");
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stdout), "");
        let told = text(&output.stderr);
        assert!(told.ends_with(&format!("{path}: {errors} errors\n")), "{told}");
        expect(&format!("check_{name}.txt"), told);
    }
    let output = run(&["template", "check", "schemas/every_type.msg"], b"");
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), "schemas/every_type.msg: 4 messages\n");
    let output = run(&["template", "check", "no such file"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("error: no such file: "));
}
