//! The input of `inspect` is recognized by its content.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use godot_var_cli::input::{self, Notation, readings};

use crate::common::feed;

/// `[4]`, an Array of the arena's protocol, and a longer message.
const LEAVE: [u8; 16] = [28, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0];

fn inspect(arguments: &[&str], stdin: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    command.arg("inspect").args(arguments).current_dir(env!("CARGO_TARGET_TMPDIR"));
    feed(&mut command, stdin)
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

fn scratch(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inputs");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, bytes).expect("a file");
    path
}

fn frame(payload: &[u8]) -> Vec<u8> {
    [&(payload.len() as u32).to_le_bytes(), payload].concat()
}

/// What programs print for the same bytes. Each stands alone, in a file, in a pipe and in a line.
#[test]
fn every_notation_is_taken() {
    let numbers: Vec<String> = LEAVE.iter().map(ToString::to_string).collect();
    let list = numbers.join(", ");
    let separated =
        |between: &str, before: &str| LEAVE.map(|byte| format!("{before}{byte:02x}")).join(between);
    let plain = inspect(&[&hex::encode(LEAVE)], b"");
    assert!(stdout(&plain).contains("Array, 1 element"), "{}", stdout(&plain));
    for text in [
        format!("[{list}]"),
        format!("[{list},]"),
        list.clone(),
        format!("PackedByteArray({list})"),
        format!("PoolByteArray([{list}])"),
        format!(
            "vec![{}]",
            numbers.iter().map(|it| format!("{it}u8")).collect::<Vec<_>>().join(", ")
        ),
        format!("[{}]", numbers.join(" ")),
        numbers.join(" "),
        format!("Uint8Array(16) [{list}]"),
        format!("received: [{list}]"),
        format!("{LEAVE:x?}"),
        format!("{LEAVE:02x?}"),
        format!("{LEAVE:#04x?}"),
        format!("{LEAVE:#?}").replace('\n', " "),
        separated(" ", ""),
        separated(":", ""),
        separated("-", ""),
        separated(", ", "0x"),
        separated(" ", "0x"),
        separated("", "\\x"),
        separated("", "x"),
        format!("<Buffer {}>", separated(" ", "")),
        hex::encode_upper(LEAVE),
        format!("b\"{}\"", LEAVE.escape_ascii()),
        r#"b"\x1c\0\0\0\x01\0\0\0\x02\0\0\0\x04\0\0\0""#.to_owned(),
        format!("b'{}'", separated("", "\\x")),
        format!("bytearray(b'{}')", separated("", "\\x")),
        "HAAAAAEAAAACAAAABAAAAA==".to_owned(),
        format!("{{\"type\":\"Buffer\",\"data\":[{}]}}", numbers.join(",")),
        format!("{{ \"type\": \"Buffer\", \"data\": [{list}] }}"),
        format!("<<{list}>>"),
        format!("{{{}}}", separated(", ", "0x")),
        format!("{{ {list} }}"),
        format!("byte[] {{ {} }}", separated(", ", "0x")),
        format!("new byte[] {{ {list} }};"),
        format!("new byte[16] {{{list}}}"),
        format!("uint8_t data[16] = {{ {} }};", separated(", ", "0x")),
        separated("", "%"),
        separated("", "%").to_uppercase(),
    ] {
        let path = scratch("notation.txt", format!("{text}\n").as_bytes());
        let path = path.to_str().expect("UTF-8");
        for output in [
            inspect(&[&text], b""),
            inspect(&[path], b""),
            inspect(&[], format!("{text}\r\n").as_bytes()),
            inspect(&["-"], text.as_bytes()),
        ] {
            assert_eq!(stdout(&output), stdout(&plain), "{text}: {}", stderr(&output));
            assert_eq!(stderr(&output), "", "{text}");
            assert!(output.status.success(), "{text}");
        }
        let text = text.replace('\n', " ");
        // In lines base64 has to be asked for: most words are base64, too.
        let is_base64 = text.starts_with("HAAA");
        let more: &[&str] = if is_base64 { &["--input", "base64"] } else { &[] };
        let output =
            inspect(&[&["--lines", "-"], more].concat(), format!("{text}\n00000000").as_bytes());
        assert!(stdout(&output).contains("Array, 1 element"), "{text}: {}", stdout(&output));
        let decode = Command::new(env!("CARGO_BIN_EXE_godot-var"))
            .arg("decode")
            .stdin(Stdio::null())
            .output();
        assert!(decode.expect("it runs").status.success());
        let mut decode = Command::new(env!("CARGO_BIN_EXE_godot-var"));
        let output = feed(decode.arg("decode"), text.as_bytes());
        assert_eq!(
            stdout(&output),
            "{\"value\":{\"t\":\"Array\",\"v\":[{\"t\":\"int\",\"v\":\"4\"}]},\"used\":16}\n",
            "{text}"
        );
    }
}

/// Dumps, also with repeated rows, other widths, and texts beside them that look like digits.
#[test]
fn dumps_of_other_programs_are_taken() {
    let xxd = "00000000: 1c00 0000 0100 0000 0200 0000 0400 0000  ................\n";
    let narrow = "00000000: 1c 00 00 00 01 00 00 00  abcdabcd\n00000008: 02 00 00 00 04 00 00 00  ........\n";
    let canonical = "00000000  1c 00 00 00 01 00 00 00  02 00 00 00 04 00 00 00  |................|\n00000010\n";
    let own = "00000000  1c000000 01000000                    Array, 1 element\n\
               00000008  02000000 04000000                      [0]: int, 4\n";
    let wireshark = "0000   1c 00 00 00 01 00 00 00 02 00 00 00 04 00 00 00   ................\n";
    let later = "000001f0: 1c00 0000 0100 0000 0200 0000 0400 0000  ................\n";
    for text in [xxd, narrow, canonical, own, wireshark, later] {
        assert_eq!(readings(text.as_bytes()), [(Notation::Dump, LEAVE.to_vec())], "{text}");
        let output = inspect(&[], text.as_bytes());
        assert_eq!(stdout(&output), own, "{}", stderr(&output));
        let output = inspect(&[text], b"");
        assert_eq!(stdout(&output), own, "{}", stderr(&output));
    }
    let zeros = "00000000  01 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n\
                 00000010  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n\
                 00000040  07                                                |.|\n00000041\n";
    let bytes = input::parse(zeros.as_bytes()).expect("a dump");
    assert_eq!((bytes.len(), bytes[0], bytes[0x40]), (0x41, 1, 7));
    // A gap, and a repetition without end.
    let gap = xxd.to_owned() + "00000020: 0000\n";
    assert_eq!(readings(gap.as_bytes()), []);
    let hostile = xxd.to_owned() + "*\nffffffff: 00\n";
    assert_eq!(readings(hostile.as_bytes()), []);
    assert_eq!(Notation::Dump.parse(b"00000000").ok(), None);
}

/// The bytes of `od` and `tcpdump` are read, and words or octal numbers, whose bytes hex digits would change, are errors.
#[test]
fn units_of_dumps_are_not_taken_for_bytes() {
    let message = [2, 0, 0, 0, 0xF0, 0xFF, 0xFF, 0xFF];
    let twice = [message, message].concat();
    let plain = stdout(&inspect(&[&hex::encode(message)], b"")).to_owned();
    let od = "0000000 02 00 00 00 f0 ff ff ff\n0000010\n";
    let two_rows = "0000000 02 00 00 00 f0 ff ff ff 02 00 00 00 f0 ff ff ff\n\
                    0000020 02 00 00 00 f0 ff ff ff\n0000030\n";
    let tcpdump = "\t0x0000:  0200 0000 f0ff ffff\n";
    let old_xxd = "0000000: 0200 0000 f0ff ffff  ........\n";
    for text in [od, tcpdump, old_xxd] {
        assert_eq!(stdout(&inspect(&[], text.as_bytes())), plain, "{text}");
    }
    let rows = [(Notation::Dump, [&twice[..], &message].concat())];
    assert_eq!(readings(two_rows.as_bytes()), rows);
    for text in [
        // od, od -x, od -b, and od -An -b
        "0000000 000002 000000 177760 177777\n0000010\n",
        "0000000 0002 0000 fff0 ffff\n0000010\n",
        "0000000 002 000 000 000 360 377 377 377\n0000010\n",
        " 002 000 000 000 360 377 377 377\n",
        // hexdump, hexdump -b and hexdump -d
        "0000000 0002 0000 fff0 ffff\n0000008\n",
        "0000000 002 000 000 000 360 377 377 377\n0000008\n",
        "0000000   00002   00000   65520   65535\n0000008\n",
        // Words of gdb, octal numbers, and texts of C.
        "0x00000002 0xfffffff0",
        "0x7ffe0:\t02\t00\t00\t00\t0360\t0377\t0377\t0377\n",
        "0x7ffe0:\t10\t00\t00\t00\t20\t30\t40\t50\n",
        "[02, 00, 00, 00, 0360, 0377, 0377, 0377]",
        r#""\x02\0\0\0" "\xf0\xff\xff\xff""#,
        "2 0 0 0 f0 ff ff ff",
    ] {
        assert_eq!(readings(text.as_bytes()), [], "{text}");
        let output = inspect(&[], text.as_bytes());
        assert!(!output.status.success(), "{text}: {}", stdout(&output));
        let mut decode = Command::new(env!("CARGO_BIN_EXE_godot-var"));
        let line = text.replace('\n', " ");
        let output = feed(decode.arg("decode"), line.as_bytes());
        assert!(stdout(&output).starts_with("{\"error\""), "{text}: {}", stdout(&output));
    }
    // Decimal numbers between spaces, for `inspect` and for `decode`.
    let text = "2 0 0 0 240 255 255 255";
    assert_eq!(stdout(&inspect(&[text], b"")), plain);
    let mut decode = Command::new(env!("CARGO_BIN_EXE_godot-var"));
    let output = feed(decode.arg("decode"), text.as_bytes());
    assert_eq!(stdout(&output), "{\"value\":{\"t\":\"int\",\"v\":\"-16\"},\"used\":8}\n");
}

/// Numbers that may be hex or decimal are what reads as a message.
#[test]
fn of_two_readings_the_message_is_taken() {
    // In decimal 28 is an Array, in hex 40, which no type has.
    let decimal = "[28, 0, 0, 0, 0, 0, 0, 0]";
    let (first, second) = (Notation::Decimal, Notation::Hex);
    let found: Vec<Notation> = readings(decimal.as_bytes()).into_iter().map(|it| it.0).collect();
    assert_eq!(found, [first, second]);
    let output = inspect(&[decimal], b"");
    assert!(stdout(&output).contains("Array, 0 elements"), "{}", stdout(&output));
    assert_eq!(stderr(&output), "");
    let output = inspect(&["--input", "hex", decimal], b"");
    assert!(stdout(&output).contains("type id 40"), "{}", stdout(&output));
    // An int in both.
    let hex = "[02, 00, 00, 00, 10, 00, 00, 00]";
    let output = inspect(&[hex], b"");
    assert!(stdout(&output).contains("int, 16"), "{}", stdout(&output));
    assert_eq!(stderr(&output), "note: read as hex; `--input decimal` reads it as decimal\n");
    let output = inspect(&["--input", "decimal", hex], b"");
    assert!(stdout(&output).contains("int, 10"), "{}", stdout(&output));
    assert_eq!(stderr(&output), "");
    // Neither is a message.
    let output = inspect(&["[99, 10]"], b"");
    assert_eq!(stderr(&output), "note: read as decimal; `--input hex` reads it as hex\n");
}

/// Files and pipes of every kind, without an option that names it.
#[test]
fn files_are_recognized_by_their_content() {
    let frames: Vec<u8> = (0..3).flat_map(|_| frame(&LEAVE)).collect();
    let big_endian = [&[0, 0, 0, 16], &LEAVE[..], &[0, 0, 0, 16], &LEAVE[..]].concat();
    let lines = format!("{}\n\n{:?}\n", hex::encode(LEAVE), LEAVE);
    let wrapped = format!("{}\n{}\n", hex::encode(&LEAVE[..6]), hex::encode(&LEAVE[6..]));
    let long: Vec<u8> = frames.repeat(3000);
    let long_lines = format!("{}\n", hex::encode(LEAVE)).repeat(4000);
    let capture =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/captures/websocket_godot4.6.3.pcap");
    let capture = fs::read(capture).expect("a capture");
    for (name, content, option) in [
        ("one.bin", &LEAVE[..], None),
        ("frames.save", &frames, Some(&["--framed"][..])),
        ("cut.save", &frames[..50], Some(&["--framed"])),
        ("big.save", &big_endian, Some(&["--framed", "--big-endian"])),
        ("long.save", &long, Some(&["--framed"])),
        ("lines.txt", lines.as_bytes(), Some(&["--lines"])),
        ("long.txt", long_lines.as_bytes(), Some(&["--lines"])),
        ("wrapped.txt", wrapped.as_bytes(), None),
        ("hex.save", hex::encode(&frames).as_bytes(), Some(&["--framed"])),
        ("list.save", format!("{frames:?}").as_bytes(), Some(&["--framed", "--input", "decimal"])),
        ("game.pcap", &capture, Some(&["--pcap"])),
    ] {
        let path = scratch(name, content);
        let path = path.to_str().expect("UTF-8");
        let asked = match option {
            Some(option) => inspect(&[option, &[path]].concat(), b""),
            None => inspect(&[&hex::encode(LEAVE)], b""),
        };
        assert!(!asked.stdout.is_empty(), "{name}: {}", stderr(&asked));
        for output in [inspect(&[path], b""), inspect(&[], content), inspect(&["-"], content)] {
            assert_eq!(stdout(&output), stdout(&asked), "{name}");
            assert_eq!(stderr(&output), stderr(&asked), "{name}");
        }
    }
    // Both: a float with its length, or a String.
    let both = [4, 0, 0, 0, 0, 0, 0, 0];
    let output = inspect(&[], &both);
    assert!(stdout(&output).contains("String, 0 bytes"), "{}", stdout(&output));
    let note = "note: read as one message; `--framed` reads messages after their lengths\n";
    assert_eq!(stderr(&output), note);
    // A broken message among others does not hide them.
    let broken = [frame(&LEAVE), frame(&[28, 0, 0, 0, 255, 0, 0, 0]), frame(&LEAVE)].concat();
    let output = inspect(&[], &broken);
    assert!(stdout(&output).contains("frame of 8 bytes"), "{}", stdout(&output));
    let broken = format!("{}\n1c000000ff\n{}\n", hex::encode(LEAVE), hex::encode(LEAVE));
    let output = inspect(&[], broken.as_bytes());
    assert!(stdout(&output).contains("line 3"), "{}", stdout(&output));
    // Only messages of Variant stand after lengths.
    let output = inspect(&["--wire", "multiplayer"], &frames);
    assert!(!stdout(&output).contains("frame"), "{}", stdout(&output));
}

#[test]
fn what_is_no_message_is_refused_with_the_way_out() {
    let refused = |arguments: &[&str], stdin: &[u8]| {
        let output = inspect(arguments, stdin);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", stdout(&output));
        assert_eq!(stdout(&output), "", "{arguments:?}");
        stderr(&output).to_owned()
    };
    let schema = scratch("arena.rs", include_bytes!("../../../schemas/arena.rs"));
    let schema = schema.to_str().expect("UTF-8");
    let way = "it is a Rust file; name it with --schema, and the messages without an option";
    assert_eq!(refused(&[schema], b""), format!("error: {schema}: {way}\n"));
    let json = r#"{"message": "Leave", "fields": {}}"#;
    let way =
        "it is JSON; `godot-var encode` makes bytes of it, `--input bytes` reads it as a message";
    assert_eq!(refused(&[], json.as_bytes()), format!("error: -: {way}\n"));
    let none = format!("is neither an existing file nor bytes: {way}\n");
    assert_eq!(refused(&[json], b""), format!("error: {json:?} {none}"));
    let output = inspect(&["--input", "bytes"], json.as_bytes());
    assert!(stdout(&output).contains("instead of `send_text` or JSON"), "{}", stdout(&output));
    for (text, way) in [
        ("1b0000 zz", "'z' is not a hex digit (at character 7)"),
        (
            "[28, 300]",
            "\"300\" is not a byte, which is a number from 0 to 255, or from -128 to 127 (at character 5)",
        ),
        ("missing", "'m' is not a hex digit (at character 0)"),
        (
            "deadbeefcafezz00",
            "'z' is not a hex digit (at character 12); `--input base64` reads it as base64",
        ),
    ] {
        let told = refused(&[text], b"");
        assert_eq!(told, format!("error: {text:?} is neither an existing file nor bytes: {way}\n"));
    }
    for name in ["missing.bin", "schemas/missing.rs", "./a b.save"] {
        let told = refused(&[name], b"");
        assert!(name.contains(' ') || told == format!("error: {name}: no such file\n"), "{told}");
    }
    assert_eq!(stderr(&inspect(&[], b" \n")), "note: the input is empty\n");
    for option in [&["--port", "7"][..], &["--skip", "8"], &["--transport", "udp"]] {
        let told = refused(&[option, &["00000000"]].concat(), b"");
        assert_eq!(
            told,
            format!("error: {} is for captures, which \"00000000\" is not\n", option[0])
        );
    }
    let told = refused(&["--big-endian", "00000000"], b"");
    assert!(told.contains("--big-endian needs --framed or a capture"), "{told}");
    let arena = ["--schema", schema];
    for option in [["--to-server", "ClientMessage"], ["--to-client", "ServerMessage"]] {
        let told = refused(&[&arena[..], &option, &["00000000"]].concat(), b"");
        assert!(told.contains(&format!("{} is for captures", option[0])), "{told}");
    }
    for (arguments, way) in [
        (
            &["--big-endian", "--pcap", "x", "--transport", "udp"][..],
            "--big-endian is for the lengths",
        ),
        (&["--objects", "--wire", "litenet", "00"], "--objects is for Variants"),
    ] {
        let told = refused(arguments, b"");
        assert!(told.contains(way), "{told}");
    }
    for options in [
        ["--full", "--json"],
        ["--verbose", "--json"],
        ["--full", "--summary"],
        ["-v", "--summary"],
    ] {
        let output = inspect(&[&options[..], &["00000000"]].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(stderr(&output).contains("cannot be used with"), "{}", stderr(&output));
    }
    let told = refused(&["--max-message", "8"], &LEAVE);
    assert!(told.contains("more than 8 bytes"), "{told}");
}

/// A pipe that stays open is shown at once if its first bytes are those of a capture.
#[test]
fn a_capture_is_shown_as_it_comes() {
    let capture =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/captures/websocket_godot4.6.3.pcap");
    let capture = fs::read(capture).expect("a capture");
    let mut child = Command::new(env!("CARGO_BIN_EXE_godot-var"))
        .args(["inspect", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, &capture).expect("written");
    let mut line = String::new();
    let mut lines = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    std::io::BufRead::read_line(&mut lines, &mut line).expect("a line");
    assert!(line.starts_with("{\"offset\""), "{line}");
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

/// No text makes it panic or takes more memory than it has bytes.
#[test]
fn any_text_is_read_in_bounds() {
    let parts: [&[u8]; 16] = [
        b"[",
        b"]",
        b"28, ",
        b"0x1c",
        b"\\x",
        b"b\"",
        b"\"",
        b"00000000: ",
        b"*\n",
        b"|",
        b" ",
        b"\n",
        b"zz",
        b"\xff",
        b"==",
        b"ffffffffffffffff",
    ];
    let mut seed = 7_u32;
    for _ in 0..20_000 {
        let mut text = Vec::new();
        for _ in 0..8 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.extend_from_slice(parts[(seed >> 28) as usize]);
        }
        for (notation, bytes) in readings(&text) {
            assert!(bytes.len() <= text.len(), "{notation:?}: {text:?}");
        }
        drop(input::parse(&text));
    }
}

/// Bytes with a sign, escapes with digits, and what several languages read as different bytes.
#[test]
fn what_cannot_be_told_apart_is_an_error() {
    for (text, bytes) in [
        ("[2, 0, 0, 0, -5]", &[2, 0, 0, 0, 251][..]),
        ("[2, 0, 0, 0, -128, 127]", &[2, 0, 0, 0, 128, 127]),
        ("2, 0, 0, 0, -5, -1, -1, -1", &[2, 0, 0, 0, 251, 255, 255, 255]),
        ("{ 2, -5 }", &[2, 251]),
        ("02-00-00-00-fb", &[2, 0, 0, 0, 251]),
        ("{ 0x2, 0xfb }", &[2, 251]),
        ("{ 10, 20 }", &[10, 20]),
        ("<<10, 255>>", &[10, 255]),
        (r"\002\000\000\000\007\000\000\000", &[2, 0, 0, 0, 7, 0, 0, 0]),
        (r#""\002\000a\007""#, &[2, 0, b'a', 7]),
        (r"\2\0\0\0\7", &[2, 0, 0, 0, 7]),
        (r"\255\000\199", &[255, 0, 199]),
        (r#"b"\x02\07""#, &[2, 0, b'7']),
        ("%02%00a-%1c", &[2, 0, b'a', b'-', 0x1c]),
    ] {
        assert_eq!(input::parse(text.as_bytes()).as_deref(), Ok(bytes), "{text}");
    }
    // The escapes of gdb and protoc, which Lua reads in another way.
    assert_eq!(Notation::Octal.parse(br#""\034\000\n\377""#), Ok(vec![0o34, 0, b'\n', 255]));
    for (text, way) in [
        ("[200, 0, -5]", "\"200\" is not a signed byte, and other numbers are negative"),
        ("[2, -129]", "\"-129\" is not a byte"),
        ("{ 010, 0 }", "\"010\" is octal in C and decimal in C#"),
        (r"\034\000\000\000", "these escapes are other bytes in C, Lua and Rust: `--input octal`"),
        (r#"b"\002\000""#, "these escapes are other bytes in C, Lua and Rust"),
        (r"\0\0\07", "these escapes are other bytes in C, Lua and Rust"),
        (r"\400", "an escape that byte strings"),
        ("%02%00+", "a character that URLs write as %1C"),
        ("<<5:32>>", "'<' is not a hex digit"),
        ("1c -05", "'-' is not a hex digit"),
        ("{ 1c, 00 }", "\"1c\" is not a byte"),
    ] {
        assert!(input::parse(text.as_bytes()).is_err(), "{text}");
        let path = scratch("apart.txt", text.as_bytes());
        let output = inspect(&[path.to_str().expect("UTF-8")], b"");
        assert_eq!(output.status.code(), Some(1), "{text}: {}", stdout(&output));
        let output = inspect(&[text], b"");
        assert!(stderr(&output).contains(way), "{text}: {}", stderr(&output));
    }
}

#[test]
fn files_that_are_no_messages_are_named() {
    for (start, what) in [
        (&b"GCPF\x02\0\0\0\0\x10\0\0"[..], "FileAccess.open_compressed"),
        (b"GDEC\x01\0\0\0", "FileAccess.open_encrypted"),
        (b"RSRC\0\0\0\0", "ResourceSaver"),
        (b"RSCC\x02\0\0\0", "compressed resource"),
        (b"GDPC\x02\0\0\0", "pack of an exported game"),
        (b"\x1f\x8b\x08\0\0\0\0\0\0\x03", "gzip -dc"),
        (b"\x28\xb5\x2f\xfd\x04\x58", "zstd -dc"),
    ] {
        let bytes = [start, &[7; 100]].concat();
        let path = scratch("other.bin", &bytes);
        let path = path.to_str().expect("UTF-8");
        for output in
            [inspect(&[path], b""), inspect(&[], &bytes), inspect(&[&hex::encode(&bytes)], b"")]
        {
            assert_eq!(output.status.code(), Some(1), "{what}");
            assert!(stderr(&output).contains(what), "{what}: {}", stderr(&output));
            assert_eq!(stdout(&output), "", "{what}");
        }
        let output = inspect(&["--input", "bytes", path], b"");
        assert!(!stdout(&output).is_empty(), "{what}");
    }
}

#[test]
fn a_value_of_the_other_generation_is_named() {
    let save = hex::decode(
        "8000000012000000040000000400000005000000 6c6576656c000000 0200000003000000 04000000040000006e616d65 \
         0400000003000000416e6e00 0400000003000000706f7300 070000000000803f0000004000004040 0400000003000000696e7600 \
         1300000003000000 0200000001000000 0200000002000000 0200000003000000"
            .replace(' ', ""),
    )
    .expect("hex");
    let of_godot3 = "hint: these 128 bytes are one value of Godot 3: `--wire godot3`";
    let path = scratch("godot3.save", &save);
    let path = path.to_str().expect("UTF-8");
    let schema = scratch("arena.rs", include_bytes!("../../../schemas/arena.rs"));
    let schema = schema.to_str().expect("UTF-8");
    for arguments in [&[path][..], &["--framed", path], &["--schema", schema, path]] {
        let output = inspect(arguments, b"");
        assert!(stdout(&output).contains(of_godot3), "{arguments:?}: {}", stdout(&output));
    }
    let output = inspect(&[&hex::encode(&save[4..])], b"");
    assert!(stdout(&output).contains(of_godot3), "{}", stdout(&output));
    let output = inspect(&["--wire", "godot3", path], b"");
    assert!(output.status.success() && !stdout(&output).contains("hint"), "{}", stdout(&output));

    let frame = frame(&[27, 0, 0, 0, 0, 0, 0, 0]);
    let of_godot4 = "hint: these 8 bytes are one value of Godot 4: `--wire godot4`";
    for arguments in [&["--wire", "godot3"][..], &["--wire", "godot3", "--framed", "-"]] {
        let output = inspect(arguments, &frame);
        assert!(stdout(&output).contains(of_godot4), "{arguments:?}: {}", stdout(&output));
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn objects_and_headers_before_a_value_have_an_option() {
    let object = [&[24, 0, 0, 0, 8, 0, 0, 0][..], b"Resource", &[0; 4]].concat();
    let output = inspect(&[], &object);
    assert!(stdout(&output).contains("hint: `--objects` shows objects"), "{}", stdout(&output));
    let output = inspect(&["--objects"], &object);
    assert!(!stdout(&output).contains("hint"), "{}", stdout(&output));

    let bytes = [&[1, 0, 0, 0][..], &frame(&LEAVE)].concat();
    let path = scratch("headed.save", &bytes);
    let path = path.to_str().expect("UTF-8");
    for arguments in [
        &["--offset", "4", path][..],
        &["--offset", "4", "--framed", path],
        &["--offset", "8", path],
        &["--offset", "4", "-"],
    ] {
        let output = inspect(arguments, &bytes);
        assert!(stdout(&output).contains("Array, 1 element"), "{arguments:?}: {}", stdout(&output));
        assert!(output.status.success() && stderr(&output).is_empty(), "{}", stderr(&output));
    }
    // Of a text, the bytes that it stands for are counted.
    for (offset, text) in [
        ("2", "01020200000007000000"),
        ("2", r"\x01\x02\x02\x00\x00\x00\x07\x00\x00\x00"),
        ("2", "[1, 2, 2, 0, 0, 0, 7, 0, 0, 0]"),
    ] {
        let output = inspect(&["--offset", offset], text.as_bytes());
        assert!(stdout(&output).contains("int, 7"), "{text}: {}", stdout(&output));
    }
    let output = inspect(&["--offset", "2", "--framed"], b"01020800 0000020000000700 0000");
    assert!(stdout(&output).contains("int, 7"), "{}{}", stdout(&output), stderr(&output));
    let output = inspect(&["--offset", "2", "--lines"], b"01020200000007000000");
    assert!(stderr(&output).contains("not for lines"), "{}", stderr(&output));
    for (arguments, told) in [
        (&["--offset", "25", path][..], "--offset 25: the input has 24 bytes"),
        (&["--offset", "4", "00000000"], "--offset is for files"),
    ] {
        let output = inspect(arguments, b"");
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
        assert_eq!(output.status.code(), Some(1));
    }
}
