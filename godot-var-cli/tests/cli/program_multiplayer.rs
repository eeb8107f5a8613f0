//! Packets of Godot's high-level multiplayer, through the program.

use std::process::{Command, Output};

fn run(arguments: &[&str], input: &[u8]) -> Output {
    super::common::feed(Command::new(env!("CARGO_BIN_EXE_godot-var")).args(arguments), input)
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn decode_and_encode() {
    let output = run(
        &["decode", "--wire", "multiplayer"],
        b"00010602040000000200000068690000 0205\n0700\n05\n",
    );
    assert_eq!(
        stdout(&output),
        concat!(
            r#"{"value":{"command":"rpc","node":{"id":1},"method":6,"args":[{"t":"String","v":"hi"},{"t":"int","v":"5"}]},"used":18}"#,
            "\n",
            r#"{"value":{"command":"auth","bytes":""},"used":2}"#,
            "\n",
            r#"{"error":{"kind":"Incomplete","offset":1,"message":"the buffer ends inside the id of a node at byte 1"}}"#,
            "\n",
        )
    );
    assert_eq!(output.status.code(), Some(1));
    let lines = stdout(&output);
    let first = lines.lines().next().expect("a line");
    let encoded = run(&["encode", "--wire", "multiplayer"], first.as_bytes());
    assert_eq!(stdout(&encoded), "000106020400000002000000686900000205\n");

    // A path is confirmed by the path up to Godot 4.2.
    let confirm = br#"{"command":"confirm_path","agrees":true,"path":"A"}"#;
    let encoded = run(&["encode", "--wire", "multiplayer-4.0"], confirm);
    assert_eq!(stdout(&encoded), "02014100\n");
    let decoded = run(&["decode", "--wire", "multiplayer"], b"02014100");
    assert_eq!(decoded.status.code(), Some(1));
}

#[test]
fn inspect_annotates_packets() {
    let shown = |hex: &str| stdout(&run(&["inspect", "--wire", "multiplayer", hex], b""));
    assert_eq!(
        shown("20150000800602040000000200000068690000 0205576f726c642f4368c3a47400"),
        "\
00000000  20150000 8006                        rpc, node by its path, method 6
00000006  02                                     2 arguments
00000007  04000000 02000000 68690000             args[0]: String, hi
00000013  0205                                   args[1]: int, 5
00000015  576f726c 642f4368 c3a47400             path: \"World/Chät\"
"
    );
    assert_eq!(
        shown("040001000000010000000100000002000000020000003700050000000000803f000000400264"),
        "\
00000000  0400                                 spawn, scene 0
00000002  01000000                               spawner: 1
00000006  01000000                               node: 1
0000000a  01000000                               1 synchronizer
0000000e  02000000                               length of the name
00000012  02000000                               synchronizers[0]: 2
00000016  3700                                   name: \"7\"
00000018  05000000 0000803f 00000040             state[0]: Vector2, (1.0, 2.0)
00000024  0264                                   state[1]: int, 100
"
    );
    assert_eq!(
        shown("060500020000000c000000050000000000404000008040"),
        "\
00000000  06                                   sync
00000001  0500                                   time: 5
00000003  02000000                               synchronizer 2
00000007  0c000000                                 12 bytes
0000000b  05000000 00004040 00008040               values[0]: Vector2, (3.0, 4.0)
"
    );
    assert_eq!(
        shown("000104010203ff"),
        "\
00000000  000104                               rpc, node 1, method 4
00000003  01                                     1 argument
00000004  0203                                   args[0]: int, 3
00000006  ff                                     not read
error: the buffer ends inside a value's header at byte 7 (Incomplete)
"
    );
}

#[test]
fn inspect_selects_packets() {
    let lines = b"0700\n070109000000\n00010401020f\n0001040102ff\n";
    let output = run(
        &[
            "inspect",
            "--wire",
            "multiplayer",
            "--lines",
            "--json",
            "--message",
            "rpc",
            "--where",
            "args[0] > 10",
            "-",
        ],
        lines,
    );
    let text = stdout(&output);
    assert!(text.contains(r#""args":[{"t":"int","v":"15"}]"#), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    let output = run(&["inspect", "--wire", "multiplayer", "--message", "rpk", "0700"], b"");
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(error.contains("the wire has no command \"rpk\"; did you mean \"rpc\"?"), "{error}");
}
