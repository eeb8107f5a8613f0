//! Every packet that the engine wrote: round trips, cut and changed packets, and the memory of decoding.

use allocation_counter::measure;
use godot_var::error::DecodeErrorKind;
use godot_var::multiplayer::{Arguments, Checksum, Era, Options, Packet, compressed};
use godot_var::output::VecOutput;
use godot_var::{DecodeError, Dialect, Godot4, Limits, Reader};
use godot_var_cli::multiplayer::Multiplayer;
use godot_var_cli::{Wire, lines};
use serde_json::Value as Json;

use crate::common::{bytes, text, vectors};

/// Accepts only what a writer writes.
const CANONICAL: Options = Options::DEFAULT.with_limits(Limits::DEFAULT.with_canonical(true));

fn packets() -> Vec<(String, Vec<u8>, Json)> {
    let vectors = vectors("multiplayer.jsonl");
    assert_eq!(vectors.len(), 480);
    vectors
        .into_iter()
        .map(|vector| (text(&vector, "id").to_owned(), bytes(&vector), vector["value"].clone()))
        .collect()
}

#[test]
fn every_packet_there_and_back() {
    for (id, bytes, _) in packets() {
        for options in [Options::DEFAULT, CANONICAL] {
            let packet = Packet::read(&bytes, &options).unwrap_or_else(|e| panic!("{id}: {e}"));
            let written = packet.to_bytes().unwrap_or_else(|e| panic!("{id}: {e}"));
            assert_eq!(hex::encode(&written), hex::encode(&bytes), "{id}");
            assert_eq!(packet.encoded_len(), Ok(bytes.len()), "{id}");
            assert_eq!(Packet::read(&written, &options), Ok(packet), "{id}");
            read_values(&packet, &options, true).unwrap_or_else(|e| panic!("{id}: {e}"));
        }
        let packet = Packet::read(&bytes, &Options::DEFAULT).expect("read above");
        let mut buffer = vec![0xaa; bytes.len() + 3];
        assert_eq!(packet.write_bytes(&mut buffer), Ok(bytes.len()), "{id}");
        assert_eq!(buffer[..bytes.len()], bytes, "{id}");
        assert_eq!(packet.write_bytes(&mut buffer[..bytes.len()]), Ok(bytes.len()), "{id}");
        let short = packet.write_bytes(&mut buffer[..bytes.len() - 1]).expect_err("too short");
        assert_eq!(short.needed(), Some(bytes.len()), "{id}");
        let mut appended = vec![1, 2];
        assert_eq!(packet.append_bytes(&mut appended), Ok(bytes.len()), "{id}");
        assert_eq!(appended[2..], bytes, "{id}");
    }
}

/// Decodes all values of a packet. Those of the engine encode to the same bytes.
fn read_values(packet: &Packet<'_>, options: &Options, of_engine: bool) -> Result<(), DecodeError> {
    let again = |row: &[u8]| {
        let (mut reader, mut written) = (Reader::with_limits(row, options.limits), Vec::new());
        let mut skipper = reader.clone();
        while reader.remaining() > 0 {
            let value = compressed::read(&mut reader, &Godot4::SPEC)?;
            compressed::skip(&mut skipper, &Godot4::SPEC)?;
            assert_eq!(skipper.position(), reader.position());
            compressed::put(&value, &Godot4::SPEC, &mut VecOutput::new(&mut written))
                .expect("what was read can be written");
        }
        if of_engine {
            assert_eq!(hex::encode(written), hex::encode(row));
        }
        Ok(())
    };
    match packet {
        Packet::Rpc(call) => {
            let mut reader = call.arguments.reader(options);
            while reader.left() > 0 {
                reader.next_variant("argument")?;
            }
            reader.finish()?;
            match call.arguments {
                Arguments::Values { values, .. } => again(values.bytes()),
                Arguments::Bytes(_) => Ok(()),
            }
        }
        Packet::Spawn(spawn) => again(spawn.state.bytes()),
        Packet::Sync(sync) => {
            sync.elements.into_iter().try_for_each(|element| again(element.row.bytes()))
        }
        Packet::Delta(delta) => {
            delta.elements.into_iter().try_for_each(|element| again(element.row.bytes()))
        }
        _ => Ok(()),
    }
}

/// Decodes a line of the command line.
fn decoded(digits: &str, wire: &dyn Wire) -> (String, Json) {
    let mut line = Vec::new();
    let is_read = lines::decode_line(digits.as_bytes(), wire, &mut line);
    let line = String::from_utf8(line).expect("JSON");
    assert!(is_read.expect("a Vec takes all"), "{digits}: {line}");
    let json = serde_json::from_str(&line).expect("JSON");
    (line, json)
}

#[test]
fn every_packet_through_the_command_line() {
    let wire = Multiplayer::new(Era::Godot4_3, Limits::DEFAULT);
    for (id, bytes, value) in packets() {
        let digits = hex::encode(&bytes);
        let (line, decoded) = decoded(&digits, &wire);
        assert_eq!(decoded["value"], value, "{id}");
        assert_eq!(decoded["used"], bytes.len(), "{id}");
        // Also in the order of the vectors.
        assert_eq!(decoded["value"].to_string(), value.to_string(), "{id}");
        assert_eq!(lines::encode_line(line.as_bytes(), &wire).line, digits, "{id}");
        assert_eq!(lines::encode_line(value.to_string().as_bytes(), &wire).line, digits, "{id}");
    }
}

/// Forms that the vectors do not have. JSON has extra keys for details that do not follow from the call.
#[test]
fn other_packets_through_the_command_line() {
    for (digits, json) in [
        ("020163000000", r#"{"command":"confirm_path","agrees":true,"id":99}"#),
        ("020005000000", r#"{"command":"confirm_path","agrees":false,"id":5}"#),
        ("a02c01000003", r#"{"command":"rpc","node":{"id":300,"bits":32},"method":3,"args":[]}"#),
        (
            "e007000080030057322f4368c3a47400",
            r#"{"command":"rpc","node":{"path":"W2/Chät"},"method":3,"method_bits":16,"args":[]}"#,
        ),
        ("902c0103", r#"{"command":"rpc","node":{"id":300},"method":3,"args":[]}"#),
        ("00050300", r#"{"command":"rpc","node":{"id":5},"method":3,"args":[],"counted":true}"#),
        ("800104010203", r#"{"command":"rpc","node":{"id":1},"method":4,"bytes":"010203"}"#),
        (
            "060900010000800c000000050000000000004000004040",
            concat!(
                r#"{"command":"sync","time":9,"elements":[{"synchronizer":{"path_id":1},"#,
                r#""values":[{"t":"Vector2","f32":[1073741824,1077936128]}]}]}"#,
            ),
        ),
        ("0700", r#"{"command":"auth","bytes":""}"#),
        ("07007077", r#"{"command":"auth","bytes":"7077"}"#),
        ("070109000000", r#"{"command":"add_peer","peer":9}"#),
        ("070209000000", r#"{"command":"del_peer","peer":9}"#),
        (
            "0703f9ffffff030102",
            r#"{"command":"relay","peer":-7,"packet":{"command":"raw","bytes":"0102"}}"#,
        ),
        ("070321000000040102", r#"{"command":"relay","peer":33,"bytes":"040102"}"#),
        (
            "07032100000007030100000003ff",
            r#"{"command":"relay","peer":33,"packet":{"command":"relay","peer":1,"bytes":"03ff"}}"#,
        ),
    ] {
        let wire = Multiplayer::new(Era::Godot4_3, Limits::DEFAULT);
        let (_, decoded) = decoded(digits, &wire);
        let expected: Json = serde_json::from_str(json).expect("JSON");
        assert_eq!(decoded["value"], expected, "{digits}");
        assert_eq!(lines::encode_line(json.as_bytes(), &wire).line, digits);
    }
    let old = Multiplayer::new(Era::Godot4_0, Limits::DEFAULT);
    let (line, _) = decoded("02014100", &old);
    let json = r#"{"command":"confirm_path","agrees":true,"path":"A"}"#;
    assert_eq!(line, format!(r#"{{"value":{json},"used":4}}"#));
    assert_eq!(lines::encode_line(json.as_bytes(), &old).line, "02014100");
}

#[test]
fn mistakes_in_json_have_their_place() {
    for (json, error) in [
        ("7", "expected an object"),
        ("{}", "command: the key is missing"),
        (r#"{"command":"rpk"}"#, "command: \"rpk\" is not a command; use one of rpc, "),
        (r#"{"command":"despawn","node":-1}"#, "node: expected a number of 4 bytes"),
        (r#"{"command":"despawn","node":1,"nod":2}"#, "nod: unknown key"),
        (r#"{"command":"raw","bytes":"0"}"#, "bytes: odd number of digits"),
        (r#"{"command":"raw","bytes":""}"#, "raw bytes are never empty"),
        (
            r#"{"command":"rpc","node":{"id":1},"method":0,"args":[{"t":"int","v":"x"}]}"#,
            "args[0].v: ",
        ),
        (
            r#"{"command":"rpc","node":{"id":2147483648},"method":0,"args":[]}"#,
            "the id 2147483648: ids in calls are below 2147483648",
        ),
        (r#"{"command":"sync","time":1,"elements":[]}"#, "elements: expected at least one element"),
        (
            r#"{"command":"simplify_path","checksum":"AB","id":1,"path":"A"}"#,
            "checksum: expected 32 hex digits",
        ),
    ] {
        let wire = Multiplayer::new(Era::Godot4_3, Limits::DEFAULT);
        let answer = lines::encode_line(json.as_bytes(), &wire);
        assert!(!answer.ok, "{json}");
        let message = answer.line.strip_prefix("error: ").expect("an error");
        assert!(message.starts_with(error), "{json}: {message}");
    }
}

#[test]
fn packets_cut_at_every_byte() {
    for (id, bytes, _) in packets() {
        for end in 0..bytes.len() {
            let cut = &bytes[..end];
            for options in [Options::DEFAULT, CANONICAL] {
                try_to_read(&id, cut, &options);
            }
        }
    }
}

/// Decodes possibly broken bytes: the offset of an error is in the packet, and a decoded packet can be encoded.
fn try_to_read(id: &str, bytes: &[u8], options: &Options) {
    let packet = match Packet::read(bytes, options) {
        Ok(packet) => packet,
        Err(error) => {
            assert!(error.offset() <= bytes.len(), "{id}: {error}");
            return;
        }
    };
    if let Err(error) = read_values(&packet, options, false) {
        assert!(error.offset() <= bytes.len(), "{id}: {error}");
    }
    let written = packet.to_bytes().unwrap_or_else(|e| panic!("{id}: {}: {e}", hex::encode(bytes)));
    assert_eq!(Packet::read(&written, options), Ok(packet), "{id}: {}", hex::encode(bytes));
    if options.limits.canonical {
        assert_eq!(hex::encode(written), hex::encode(bytes), "{id}");
    }
}

#[test]
fn packets_with_a_byte_changed() {
    for (id, bytes, _) in packets().into_iter().step_by(4) {
        let mut changed = bytes.clone();
        // The start of long packets. Their values are ordinary Variants.
        for at in 0..bytes.len().min(64) {
            for value in [0, 0x7f, 0xff, bytes[at] ^ 0x10] {
                changed[at] = value;
                try_to_read(&id, &changed, &Options::DEFAULT);
                try_to_read(&id, &changed, &CANONICAL);
            }
            changed[at] = bytes[at];
        }
    }
}

/// The memory for an error's text and path.
const ERROR: u64 = 4096;

#[test]
fn a_packet_costs_nothing_until_its_values_are_asked_for() {
    for (id, bytes, _) in packets() {
        let info = measure(|| {
            Packet::read(&bytes, &Options::DEFAULT).expect("a packet");
        });
        assert_eq!(info.count_total, 0, "{id}");
        for fill in [0, 0x7f, 0xff] {
            for at in (1..bytes.len().min(30)).step_by(3) {
                let mut hostile = bytes.clone();
                hostile[at..].fill(fill);
                let info = measure(|| drop(Packet::read(&hostile, &Options::DEFAULT)));
                assert!(info.bytes_total <= ERROR, "{id}: {}", info.bytes_total);
                let info = measure(|| {
                    if let Ok(packet) = Packet::read(&hostile, &Options::DEFAULT) {
                        drop(read_values(&packet, &Options::DEFAULT, false));
                    }
                });
                // Once as values, as in `SECURITY.md`, plus the bytes that this test encodes.
                let most = 44 * hostile.len() as u64 + ERROR;
                assert!(info.bytes_max <= most, "{id}: {}", info.bytes_max);
            }
        }
    }
}

#[test]
fn limits_hold() {
    let options = |limits| Options::DEFAULT.with_limits(limits);
    let bytes = [&[3][..], &[7; 99]].concat();
    Packet::read(&bytes, &options(Limits::DEFAULT.with_bytes(100))).expect("100 bytes");
    let error = Packet::read(&bytes, &options(Limits::DEFAULT.with_bytes(99)));
    let error = error.expect_err("too long");
    assert_eq!(error.kind(), DecodeErrorKind::LimitExceeded);
    assert_eq!(error.hint(), "`Limits::with_bytes` raises the limit");

    let (_, spawn, _) =
        packets().into_iter().find(|(_, _, value)| value["command"] == "spawn").expect("a spawn");
    let error = Packet::read(&spawn, &options(Limits::DEFAULT.with_elements(0)));
    assert_eq!(error.expect_err("too many").kind(), DecodeErrorKind::LimitExceeded);
}

#[test]
fn errors_say_at_which_byte() {
    let loose = Options::DEFAULT;
    // Index, spawner, node, number of synchronizers, length of the name.
    let spawn = |rest: &str| format!("04 00 00000000 05000000 {rest}");
    let checksum = hex::encode("0".repeat(32));
    use DecodeErrorKind::{InvalidUtf8, InvalidValue};
    for (packet, options, kind, offset) in [
        (spawn("02000000 02000000 01000000 00000000 6100"), loose, InvalidValue, 22),
        (spawn("00000000 03000000 616263"), CANONICAL, InvalidValue, 20),
        (spawn("00000000 03000000 61ff00"), loose, InvalidUtf8, 19),
        (format!("01 {checksum} 07"), loose, InvalidValue, 33),
        ("02 02 63000000".into(), CANONICAL, InvalidValue, 1),
        ("90 2c00 03".into(), CANONICAL, InvalidValue, 1),
    ] {
        let bytes = hex::decode(packet.replace(' ', "")).expect("hex digits");
        let error = Packet::read(&bytes, &options).expect_err("a broken packet");
        assert_eq!((error.kind(), error.offset()), (kind, offset), "{packet}: {error}");
    }
    let one = loose.with_limits(Limits::DEFAULT.with_elements(1));
    for (packet, options) in [
        (spawn("01000000 02000000 01000000 6100"), one),
        ("02 02 63000000".into(), loose),
        ("02 01 63000000".into(), CANONICAL),
        ("90 2c01 03".into(), CANONICAL),
        ("a0 2c000000 03".into(), CANONICAL),
    ] {
        let bytes = hex::decode(packet.replace(' ', "")).expect("hex digits");
        assert!(Packet::read(&bytes, &options).is_ok(), "{packet}");
    }
}

/// Elements that are cut off are errors, or not there at all.
#[test]
fn bytes_after_the_elements_of_a_sync() {
    let element = [1, 0, 0, 0, 1, 0, 0, 0, 7];
    let strict = Options::DEFAULT.with_trailing_bytes(false);
    for count in 1..4 {
        let good = [&[6, 3, 0][..], &element.repeat(count)].concat();
        let Ok(Packet::Sync(sync)) = Packet::read(&good, &strict) else { panic!("a sync") };
        assert_eq!(sync.elements.into_iter().count(), count);
        for more in 1..element.len() {
            let long = [&good, &element[..more]].concat();
            assert!(Packet::read(&long, &strict).is_err());
            let loose = Packet::read(&long, &Options::DEFAULT.with_trailing_bytes(true));
            assert_eq!(loose, Ok(Packet::Sync(sync)), "{count} and {more} bytes");
        }
    }
    let [one, other] = [7, 8].map(|value| [6, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0, value]);
    assert_ne!(Packet::read(&one, &strict), Packet::read(&other, &strict));
}

#[test]
fn checksums_of_the_engine() {
    // `chat.gd` and its base, which the vectors were made with.
    const CHAT: Checksum = Checksum::of_names(&[
        "Move",
        "_alpha",
        "many",
        "none",
        "one",
        "only_server",
        "say",
        "zeta",
        "zulu",
    ]);
    let mut found = Vec::new();
    for (id, bytes, _) in packets() {
        if let Packet::SimplifyPath(simplify) =
            Packet::read(&bytes, &Options::DEFAULT).expect("a packet")
        {
            found.push((simplify.path.to_owned(), simplify.checksum));
            let is_known = [CHAT, Checksum::NONE].contains(&simplify.checksum);
            assert!(is_known, "{id}: {:?} of {}", simplify.checksum, simplify.path);
        }
    }
    assert!(found.iter().any(|(path, checksum)| path == "World/Chät" && *checksum == CHAT));
    assert!(found.iter().any(|(_, checksum)| *checksum == Checksum::NONE));
    assert_eq!(CHAT.to_string().parse(), Ok(CHAT));
    assert_eq!(CHAT.to_string(), "ab9ae61f88d8d5e3a884e3f6dd539ca9");
}
