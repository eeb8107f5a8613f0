//! Packets of Godot 3's high-level multiplayer: round trips of every message that the engines wrote, cut and changed messages, and the
//! memory of decoding.

use allocation_counter::measure;
use godot_var::error::{DecodeErrorKind, EncodeErrorKind};
use godot_var::multiplayer::godot3::{Arguments, Message, Packet, Rpc, Rset, Value};
use godot_var::multiplayer::{NodeRef, Options, TransferMode};
use godot_var::{Color, DecodeError, Godot3, Limits, ToVariantBytes, Variant};
use serde_json::Value as Json;

use crate::common::{bytes, text, vectors};

/// Accepts only what a writer writes.
const CANONICAL: Options = Options::DEFAULT.with_limits(Limits::DEFAULT.with_canonical(true));

/// The messages with their meaning.
fn messages() -> Vec<(Vec<u8>, Json)> {
    let vectors = vectors("multiplayer_godot3.jsonl");
    assert_eq!(vectors.len(), 100);
    vectors.into_iter().map(|vector| (bytes(&vector), vector)).collect()
}

fn packet_of(message: &[u8]) -> &[u8] {
    let message = Message::read_websocket(message).expect("a message");
    let Message::Packet { source: 70_000, target: 1, packet } = message else {
        panic!("{message:?}")
    };
    packet
}

fn hex_of(json: &Json) -> Vec<u8> {
    hex::decode(json.as_str().expect("digits")).expect("digits")
}

#[test]
fn every_message_there_and_back() {
    for (message, json) in messages() {
        let bytes = packet_of(&message);
        // From the arguments of the engine's call.
        let node = match json["node"]["path"].as_str() {
            Some(path) => NodeRef::Path(path),
            None => NodeRef::Id(json["node"]["id"].as_u64().unwrap_or_default() as u32),
        };
        let args = json["args"].as_array().map_or(&[][..], Vec::as_slice);
        let values: Vec<u8> = args.iter().flat_map(hex_of).collect();
        let value = if json["value"].is_null() { Vec::new() } else { hex_of(&json["value"]) };
        let raw = if json["bytes"].is_null() { Vec::new() } else { hex_of(&json["bytes"]) };
        let packet = match text(&json, "command") {
            "rpc" => {
                let arguments = Arguments::of(args.len() as u8, &values);
                Packet::Rpc(Rpc { node, method: text(&json, "method"), arguments })
            }
            "rset" => {
                let value = Value::of(&value);
                Packet::Rset(Rset { node, property: text(&json, "property"), value })
            }
            "simplify_path" => {
                let id = json["id"].as_u64().expect("an id") as u32;
                Packet::SimplifyPath { id, path: text(&json, "path") }
            }
            "confirm_path" => Packet::ConfirmPath(text(&json, "path")),
            "raw" => Packet::Raw(&raw),
            other => panic!("{other}"),
        };
        assert_eq!(packet.to_bytes().map(hex::encode), Ok(hex::encode(bytes)), "{json}");
        assert_eq!(packet.encoded_len(), Ok(bytes.len()), "{json}");
        for options in [Options::DEFAULT, CANONICAL] {
            assert_eq!(Packet::read(bytes, &options), Ok(packet), "{json}");
            let read = values_of(&packet, &options).unwrap_or_else(|e| panic!("{json}: {e}"));
            let count = if value.is_empty() { args.len() } else { 1 };
            assert_eq!(read.len(), count, "{json}");
            let written: Vec<u8> = read
                .iter()
                .flat_map(|value| value.to_variant_bytes::<Godot3>().expect("written"))
                .collect();
            assert_eq!(hex::encode(written), hex::encode([&values[..], &value].concat()), "{json}");
        }
        let mut buffer = vec![0xaa; bytes.len() + 3];
        assert_eq!(packet.write_bytes(&mut buffer), Ok(bytes.len()), "{json}");
        assert_eq!(buffer[..bytes.len()], *bytes, "{json}");
        let short = packet.write_bytes(&mut buffer[..bytes.len() - 1]).expect_err("too short");
        assert_eq!(short.needed(), Some(bytes.len()), "{json}");

        let message_read = Message::read_websocket(&message).expect("a message");
        assert_eq!(message_read.to_websocket(), message, "{json}");
    }
}

/// All values of a packet.
fn values_of(packet: &Packet<'_>, options: &Options) -> Result<Vec<Variant>, DecodeError> {
    match packet {
        Packet::Rpc(call) => call.arguments.decode(options),
        Packet::Rset(set) => set.value.decode(options).map(|value| vec![value]),
        _ => Ok(Vec::new()),
    }
}

/// The packets in the wire's documentation, typed.
#[test]
fn golden_packets() {
    let node = NodeRef::Path("Main/Chat");
    let mut values = Vec::new();
    let arguments = Arguments::encode(&("hello", 42), &mut values).expect("arguments");
    let color = Color::new(1.0, 0.5, 0.0, 1.0).to_variant_bytes::<Godot3>().expect("a value");
    for (packet, digits) in [
        (
            Packet::Rpc(Rpc { node, method: "say", arguments }),
            "0022000080736179000204000000050000006865 6c6c6f000000020000002a0000004d61696e2f4368617400",
        ),
        (
            Packet::Rset(Rset {
                node: NodeRef::Id(1),
                property: "color",
                value: Value::of(&color),
            }),
            "0101000000636f6c6f72000e0000000000803f0000003f000000000000803f",
        ),
        (Packet::SimplifyPath { id: 1, path: "Main/Chat" }, "02010000004d61696e2f4368617400"),
        (Packet::ConfirmPath("Main/Chat"), "034d61696e2f4368617400"),
        (Packet::Raw(&[1, 2]), "040102"),
    ] {
        let digits = digits.replace(' ', "");
        assert_eq!(packet.to_bytes().map(hex::encode), Ok(digits));
    }
    assert_eq!(arguments.decode::<(String, u8)>(&Options::DEFAULT), Ok(("hello".to_owned(), 42)));
}

#[test]
fn messages_of_both_transports() {
    let packet = Message::Packet { source: 7, target: -3, packet: &[4, 1] };
    for (message, websocket, enet) in [
        (packet, "0007000000fdffffff0401", Some("07000000fdffffff0401")),
        (Message::AddPeer(9), "01010000000000000009000000", Some("0000000009000000")),
        (Message::DelPeer(9), "02010000000000000009000000", Some("0100000009000000")),
        (Message::Id(9), "03010000000000000009000000", None),
        (Message::AddPeer(1), "01010000000000000001000000", None),
    ] {
        assert_eq!(hex::encode(message.to_websocket()), websocket);
        assert_eq!(Message::read_websocket(&message.to_websocket()), Ok(message));
        let written = message.to_enet(TransferMode::Unreliable);
        assert_eq!(written.as_ref().map(|(_, bytes)| hex::encode(bytes)).as_deref(), enet);
        let Some((channel, bytes)) = written else { continue };
        assert_eq!(channel, if message == packet { 2 } else { 0 });
        assert_eq!(Message::read_enet(channel, &bytes), Ok(message));
    }
    assert_eq!(packet.to_enet(TransferMode::Reliable).map(|(channel, _)| channel), Some(1));

    for (bytes, kind) in [
        (&b""[..], DecodeErrorKind::Incomplete),
        (b"\0\x01\0\0\0\0\0\0", DecodeErrorKind::Incomplete),
        (b"\x01\x01\0\0\0\0\0\0\0\x09\0\0", DecodeErrorKind::Incomplete),
        (b"\x01\x01\0\0\0\0\0\0\0\x09\0\0\0\0", DecodeErrorKind::InvalidLength),
        (b"\x04\x01\0\0\0\0\0\0\0\x09\0\0\0", DecodeErrorKind::InvalidValue),
    ] {
        let error = Message::read_websocket(bytes).expect_err("broken");
        assert_eq!(error.kind(), kind, "{bytes:?}");
    }
    for (channel, bytes, kind) in [
        (1, &b"\x01\0\0\0\0\0\0"[..], DecodeErrorKind::Incomplete),
        (0, b"\0\0\0\0\x09\0\0", DecodeErrorKind::Incomplete),
        (0, b"\0\0\0\0\x09\0\0\0\0", DecodeErrorKind::InvalidLength),
        (0, b"\x02\0\0\0\x09\0\0\0", DecodeErrorKind::InvalidValue),
    ] {
        let error = Message::read_enet(channel, bytes).expect_err("broken");
        assert_eq!(error.kind(), kind, "{bytes:?}");
    }
}

#[test]
fn what_no_writer_writes_is_refused() {
    use DecodeErrorKind::{Incomplete, InvalidLength, InvalidUtf8, InvalidValue, LimitExceeded};
    let loose = Options::DEFAULT.with_any_path(true).with_trailing_bytes(true);
    // Whether a reader with lenient options accepts it.
    for (bytes, kind, is_taken) in [
        (&b""[..], Incomplete, false),
        (b"\x05\x01", InvalidValue, false),
        (b"\x20\x01\0\0\0a\0\0", InvalidValue, false),
        (b"\x04", Incomplete, false),
        (b"\x00\x01\0\0", Incomplete, false),
        (b"\x00\x01\0\0\0a\0", Incomplete, false),
        (b"\x00\x01\0\0\0a", Incomplete, false),
        (b"\x01\x01\0\0\0a\0", Incomplete, false),
        (b"\x00\x01\0\0\0\xff\0\0", InvalidUtf8, false),
        // The offset of the path points into the header, into the name, and after the packet.
        (b"\x00\x02\0\0\x80a\0\0Main\0", InvalidValue, false),
        (b"\x00\x05\0\0\x80a\0\0Main\0", InvalidValue, false),
        (b"\x00\xff\0\0\x80a\0\0Main\0", InvalidValue, false),
        (b"\x00\x07\0\0\x80a\0Main\0", Incomplete, false),
        (b"\x01\x07\0\0\x80a\0Main\0", Incomplete, false),
        (b"\x00\x08\0\0\x80a\0\0Main\0x", InvalidLength, true),
        (b"\x00\x08\0\0\x80a\0\0\xff\0", InvalidUtf8, false),
        (b"\x00\x08\0\0\x80a\0\0/root/Main\0", InvalidValue, true),
        (b"\x00\x08\0\0\x80a\0\0A/../..\0", InvalidValue, true),
        (b"\x02\x01\0\0\0", InvalidValue, true),
        (b"\x02\x01\0\0", Incomplete, false),
        (b"\x02\x01\0\0\0A\0x", InvalidLength, true),
        (b"\x03", InvalidValue, true),
        (b"\x03A\0x", InvalidLength, true),
    ] {
        let error = Packet::read(bytes, &Options::DEFAULT).expect_err("broken");
        assert_eq!(error.kind(), kind, "{bytes:?}: {error}");
        assert_eq!(Packet::read(bytes, &loose).is_ok(), is_taken, "{bytes:?}");
    }
    // A path without its NUL is accepted, as in the engine.
    assert_eq!(Packet::read(b"\x03A", &Options::DEFAULT), Ok(Packet::ConfirmPath("A")));
    assert_eq!(Packet::read(b"\x03A", &CANONICAL).expect_err("no NUL").kind(), Incomplete);

    let limits = |limits| Options::DEFAULT.with_limits(limits);
    let error = Packet::read(b"\x00\x01\0\0\0a\0\x03", &limits(Limits::DEFAULT.with_elements(2)));
    assert_eq!(error.expect_err("too many arguments").kind(), LimitExceeded);
    let most = Packet::read(b"\x00\x01\0\0\0a\0\x02", &limits(Limits::DEFAULT.with_elements(2)));
    assert!(matches!(most, Ok(Packet::Rpc(_))), "{most:?}");
    let error = Packet::read(b"\x04abcd", &limits(Limits::DEFAULT.with_bytes(4)));
    assert_eq!(error.expect_err("too long").kind(), LimitExceeded);
}

#[test]
fn arguments_are_read_strictly() {
    let options = Options::DEFAULT;
    let mut values = Vec::new();
    let two = Arguments::encode(&(1, "a"), &mut values).expect("arguments");
    let error = two.decode::<(u8,)>(&options).expect_err("one more");
    assert_eq!(error.to_string(), "expected no further argument, found 1 argument more at byte 8");
    let error = two.decode::<(u8, &str, u8)>(&options).expect_err("one missing");
    assert_eq!(
        error.to_string(),
        "expected the argument 3, but it is missing from the value at byte 20"
    );
    let error = two.decode::<(u8, u8)>(&options).expect_err("no number");
    assert_eq!(error.to_string(), "[1]: expected int, found String at byte 8");
    assert_eq!(two.decode::<(u8, &str)>(&options), Ok((1, "a")));
    let mut reader = two.reader(&options);
    assert_eq!(reader.read::<i64>(), Ok(1));
    assert_eq!(reader.read_if_any::<&str>(), Ok(Some("a")));
    assert_eq!(reader.read_if_any::<i64>(), Ok(None));
    assert_eq!(reader.finish(), Ok(()));

    let broken = Arguments::of(1, &[2, 0, 0, 0, 5, 0, 0, 0, 9]);
    let error = broken.decode::<(u8,)>(&options).expect_err("a byte more");
    assert_eq!(error.kind(), DecodeErrorKind::InvalidLength);
    assert_eq!(broken.decode::<(u8,)>(&options.with_trailing_bytes(true)), Ok((5,)));
    let none = Arguments::of(255, &[]);
    let error = none.decode::<Vec<Variant>>(&options).expect_err("none is there");
    assert_eq!(error.kind(), DecodeErrorKind::Incomplete);
    let mut many = Vec::new();
    let error = Arguments::encode(&vec![Variant::Nil; 256], &mut many).expect_err("too many");
    assert_eq!(error.kind(), EncodeErrorKind::TooLong);
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let value = Value::of(&[0, 0, 0, 0]);
    for packet in [
        Packet::Raw(&[]),
        Packet::ConfirmPath("A\0B"),
        Packet::Rset(Rset { node: NodeRef::Id(1), property: "a\0", value }),
        Packet::Rset(Rset { node: NodeRef::Id(1), property: "a", value: Value::of(&[]) }),
        Packet::Rset(Rset { node: NodeRef::Path("\0"), property: "a", value }),
        Packet::Rset(Rset { node: NodeRef::Id(1 << 31), property: "a", value }),
    ] {
        let mut bytes = vec![7];
        assert!(packet.append_bytes(&mut bytes).is_err(), "{packet:?}");
        assert_eq!(bytes, [7]);
    }
}

/// Decodes possibly broken bytes: the offset of an error is in the packet, and a decoded packet can be encoded.
fn try_to_read(bytes: &[u8], options: &Options) {
    let shown = || hex::encode(bytes);
    let packet = match Packet::read(bytes, options) {
        Ok(packet) => packet,
        Err(error) => {
            assert!(error.offset() <= bytes.len(), "{}: {error}", shown());
            return;
        }
    };
    if let Err(error) = values_of(&packet, options) {
        assert!(error.offset() <= bytes.len(), "{}: {error}", shown());
    }
    let written = packet.to_bytes().unwrap_or_else(|e| panic!("{}: {e}", shown()));
    assert_eq!(Packet::read(&written, options), Ok(packet), "{}", shown());
    if options.limits.canonical {
        assert_eq!(hex::encode(written), shown());
    }
}

#[test]
fn packets_cut_at_every_byte_and_with_a_byte_changed() {
    for (message, _) in messages() {
        let bytes = packet_of(&message);
        for end in 0..bytes.len().min(400) {
            for options in [Options::DEFAULT, CANONICAL] {
                try_to_read(&bytes[..end], &options);
            }
        }
        let mut changed = bytes.to_vec();
        for at in 0..bytes.len().min(100) {
            for value in [0, 0x7f, 0xff, bytes[at] ^ 0x10] {
                changed[at] = value;
                try_to_read(&changed, &Options::DEFAULT);
                try_to_read(&changed, &CANONICAL);
            }
            changed[at] = bytes[at];
        }
        for end in 0..9.min(message.len()) {
            Message::read_websocket(&message[..end]).expect_err("a header that is cut");
        }
    }
}

/// The memory for an error's text and path.
const ERROR: u64 = 4096;

#[test]
fn a_packet_costs_nothing_until_its_values_are_asked_for() {
    for (message, json) in messages() {
        let bytes = packet_of(&message);
        let info = measure(|| {
            Packet::read(bytes, &Options::DEFAULT).expect("a packet");
        });
        assert_eq!(info.count_total, 0, "{json}");
        for fill in [0, 0x7f, 0xff] {
            for at in (1..bytes.len().min(40)).step_by(3) {
                let mut hostile = bytes.to_vec();
                hostile[at..].fill(fill);
                let info = measure(|| {
                    if let Ok(packet) = Packet::read(&hostile, &Options::DEFAULT) {
                        drop(values_of(&packet, &Options::DEFAULT));
                    }
                });
                let most = 44 * hostile.len() as u64 + ERROR;
                assert!(info.bytes_max <= most, "{json}: {}", info.bytes_max);
            }
        }
    }
}
