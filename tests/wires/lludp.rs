//! Messages of LLUDP: derived ones, and those of our own template.

use std::borrow::Cow;
use std::net::Ipv4Addr;

use crate::common::assert_writes_no_more;
use allocation_counter::measure;
use bytes::BytesMut;
use godot_var::error::{DecodeErrorKind, EncodeErrorKind};
use godot_var::lludp::{
    DecodeLludp, Deprecation, EncodeLludp, ExtraPlace, Flags, Frequency, FromLludpBytes, Incoming,
    LludpBlock, LludpMessage, MessageNumber, Options, Outgoing, Packet, Port, Quaternion, Repeated,
    ToLludpBytes, Uuid, Vector3, Vector3d, Vector4, ZeroCoding,
};
use godot_var::{Limits, Reader};

mod borrowed {
    godot_var::lludp::message_template!("schemas/every_type.msg");
}

mod owned {
    godot_var::lludp::message_template!("schemas/every_type.msg", owned, name = Any);
}

mod part {
    godot_var::lludp::message_template!(
        "schemas/every_type.msg",
        only = [Ping, EveryType],
        deprecated = false,
    );
}

/// As in the template, by hand.
#[derive(Clone, Debug, PartialEq, LludpMessage)]
#[lludp(frequency = "Medium", number = 200, trusted, zerocoded, deprecated = "UDPDeprecated")]
struct Chat<'a> {
    agent: Agent,
    #[lludp(name = "ChatData")]
    lines: Vec<Line<'a>>,
    places: [Place; 2],
}

#[derive(Clone, Debug, PartialEq, LludpBlock)]
struct Agent {
    #[lludp(name = "AgentID")]
    id: Uuid,
    session: u32,
}

#[derive(Clone, Debug, PartialEq, LludpBlock)]
struct Line<'a> {
    kind: u8,
    #[lludp(variable = 1)]
    from: &'a [u8],
    #[lludp(variable = 2)]
    text: Vec<u8>,
    at: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, LludpBlock)]
struct Place {
    position: Vector3,
    r#type: [u8; 3],
}

fn chat() -> Chat<'static> {
    let place = Place { position: Vector3 { x: 1.0, y: -2.0, z: 0.5 }, r#type: *b"abc" };
    Chat {
        agent: Agent { id: Uuid::from_u128(0x0102), session: 7 },
        lines: vec![
            Line { kind: 1, from: b"Ann\0", text: b"hello".to_vec(), at: 0x0102 },
            Line { kind: 0, from: b"", text: Vec::new(), at: 0 },
        ],
        places: [place, Place { r#type: [0; 3], ..place }],
    }
}

#[test]
fn the_bytes_of_a_message() {
    assert_eq!(Chat::NAME, "Chat");
    assert_eq!(Chat::NUMBER, MessageNumber::Medium(200));
    assert_eq!(Chat::FREQUENCY, Frequency::Medium);
    const { assert!(Chat::TRUSTED && Chat::ZEROCODED) };
    assert_eq!(Chat::DEPRECATION, Deprecation::UdpDeprecated);
    assert_eq!(Chat::FACTS.blocks, ["Agent", "ChatData", "Places"]);

    let bytes = chat().to_lludp_bytes().expect("encodes");
    let expected = concat!(
        "ffc8",
        "00000000000000000000000000000102",
        "07000000",
        "02",
        "0104416e6e00050068656c6c6f0201",
        "000000000000",
        "0000803f000000c00000003f616263",
        "0000803f000000c00000003f000000",
    );
    assert_eq!(hex::encode(&bytes), expected);
    assert_eq!(Chat::from_lludp_bytes(&bytes), Ok(chat()));
    assert_writes_no_more(&bytes, |slice| chat().write_lludp_bytes(slice));
}

#[test]
fn every_truncation_is_an_error_or_a_missing_block() {
    let bytes = chat().to_lludp_bytes().expect("encodes");
    let (after_agent, after_lines) = (2 + 20, bytes.len() - 30);
    for end in 0..bytes.len() {
        let result = Chat::from_lludp_bytes(&bytes[..end]);
        match end {
            end if end == after_agent => assert_eq!(result.expect("reads").lines, []),
            end if end == after_lines => {
                let zero = Place { position: Vector3::default(), r#type: [0; 3] };
                assert_eq!(result.expect("reads").places, [zero; 2]);
            }
            _ => assert!(result.expect_err("cut").is_incomplete(), "{end}"),
        }
    }
}

#[test]
fn errors_say_where() {
    let bytes = chat().to_lludp_bytes().expect("encodes");
    let cut = |end: usize| Chat::from_lludp_bytes(&bytes[..end]).unwrap_err().to_string();
    assert_eq!(cut(20), "Agent.Session: the buffer ends inside a field at byte 20");
    assert_eq!(cut(30), "ChatData: the buffer ends inside a list at byte 30");
    // Enough bytes for two empty lines, and not for the first.
    let mut two = bytes[..22].to_vec();
    two.extend([2, 1, 11, b'A', b'n', b'n', 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(
        Chat::from_lludp_bytes(&two).unwrap_err().to_string(),
        "ChatData[0].From: the buffer ends inside bytes at byte 35"
    );
    two[24] = 9;
    assert_eq!(
        Chat::from_lludp_bytes(&two).unwrap_err().to_string(),
        "ChatData[0].Text: the buffer ends inside a field at byte 35"
    );
    assert_eq!(cut(bytes.len() - 1), "Places: the buffer ends inside an array at byte 73");

    let other = Chat::from_lludp_bytes(&[4, 0, 0]).unwrap_err();
    assert_eq!(other.kind(), DecodeErrorKind::UnknownVariant);
    assert_eq!(
        other.to_string(),
        "expected Chat, which is Medium 200, found the message High 4 at byte 0"
    );

    let long = [0; 256];
    let mut message = chat();
    message.lines[1].from = &long;
    let error = message.to_lludp_bytes().unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::TooLong);
    assert_eq!(error.to_string(), "ChatData[1].From: bytes of 256, where at most 255 are allowed");
    let mut message = chat();
    message.lines = vec![message.lines[1].clone(); 256];
    let error = message.to_lludp_bytes().unwrap_err();
    assert_eq!(error.to_string(), "ChatData: a list of 256, where at most 255 are allowed");
}

fn numbers() -> borrowed::every_type::Numbers {
    borrowed::every_type::Numbers {
        small: 1,
        medium: 2,
        large: 3,
        huge: 4,
        signed_small: -1,
        signed_medium: -2,
        signed_large: -3,
        signed_huge: -4,
        single: 0.5,
        double: -0.25,
        truth: true,
    }
}

#[test]
fn a_template_makes_messages() {
    use borrowed::every_type::{Peers, Places};
    let peers = [Peers {
        id: Uuid::from_u128(9),
        address: Ipv4Addr::new(10, 0, 0, 1),
        port: Port(13000),
        key: *b"12345",
        name: b"Ann\0",
        r#type: b"",
    }];
    let place = Places {
        position: Vector3 { x: 1.0, y: 2.0, z: 3.0 },
        global: Vector3d { x: 1.0, y: 2.0, z: 3.0 },
        plane: Vector4 { x: 1.0, y: 2.0, z: 3.0, w: 4.0 },
        rotation: Quaternion { x: 0.0, y: 1.0, z: 0.0 },
    };
    let message = borrowed::EveryType {
        numbers: numbers(),
        places: [place, Places::default()],
        peers: Repeated::new(&peers),
    };
    let bytes = message.to_lludp_bytes().expect("encodes");
    assert_eq!(bytes.len(), 4 + 43 + 2 * 64 + 1 + 16 + 4 + 2 + 5 + 1 + 4 + 2);
    let any = borrowed::AnyMessage::from_lludp_bytes(&bytes).expect("reads");
    assert_eq!(any, borrowed::AnyMessage::EveryType(message.clone()));
    assert_eq!(any.facts().name, "EveryType");
    assert_eq!(any.to_lludp_bytes(), Ok(bytes.clone()));
    let borrowed::AnyMessage::EveryType(read) = &any else { unreachable!() };
    assert_eq!(read.peers.iter().next().expect("one").name, b"Ann\0");
    assert_eq!(read.peers.len(), 1);

    let owned = owned::Any::from_lludp_bytes(&bytes).expect("reads");
    assert_eq!(owned.to_lludp_bytes(), Ok(bytes.clone()));
    let owned::Any::EveryType(owned) = owned else { unreachable!() };
    assert_eq!(owned.peers[0].name, b"Ann\0");
    assert!(part::AnyMessage::from_lludp_bytes(&bytes).is_ok());

    // Old is Medium 17, and left out as deprecated.
    let old = [0xFF, 17, 1, 2, 7, 8];
    assert!(matches!(
        borrowed::AnyMessage::from_lludp_bytes(&old),
        Ok(borrowed::AnyMessage::Old(_))
    ));
    let error = part::AnyMessage::from_lludp_bytes(&old).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::UnknownVariant);
    for number in [
        MessageNumber::High(0),
        MessageNumber::High(2),
        MessageNumber::Medium(18),
        MessageNumber::Low(0),
        MessageNumber::Low(2),
        MessageNumber::Low(65000),
        MessageNumber::Fixed(0xFFFF_FFFC),
    ] {
        let mut reader = Reader::new(&[]);
        let result = borrowed::AnyMessage::decode(number, &mut reader, &mut [].as_slice());
        assert_eq!(result.unwrap_err().kind(), DecodeErrorKind::UnknownVariant, "{number}");
    }
    let close = borrowed::AnyMessage::Close(borrowed::Close {});
    assert_eq!(close.to_lludp_bytes(), Ok(vec![0xFF, 0xFF, 0xFF, 0xFD]));
    assert_eq!(borrowed::AnyMessage::from_lludp_bytes(&[0xFF, 0xFF, 0xFF, 0xFD]), Ok(close));
}

#[test]
fn datagrams_both_ways() {
    let message =
        owned::EveryType { numbers: owned::every_type::Numbers::default(), ..Default::default() };
    let mut scratch = [0; 1000];
    let mut datagram = [0; 1000];
    let outgoing =
        Outgoing { flags: Flags::RELIABLE, acks: &[5, 6], extra: &[1, 2], ..Outgoing::new(77) };
    for (zero_coding, place, zerocoded) in [
        (None, ExtraPlace::AfterNumber, true),
        (None, ExtraPlace::BeforeNumber, true),
        (Some(ZeroCoding::Never), ExtraPlace::AfterNumber, false),
        (Some(ZeroCoding::Always), ExtraPlace::BeforeNumber, true),
    ] {
        let outgoing = Outgoing { zero_coding, extra_place: place, ..outgoing };
        let len = outgoing.write(&message, &mut scratch, &mut datagram).expect("fits");
        let options = Options { extra: place, ..Options::DEFAULT };
        let mut room = [0; 1000];
        let read =
            Incoming::<owned::Any>::read(&datagram[..len], &options, &mut room).expect("reads");
        assert_eq!(read.message, owned::Any::EveryType(message.clone()));
        assert_eq!(read.packet.sequence, 77);
        assert_eq!(read.packet.extra, [1, 2]);
        assert_eq!(read.acks.iter().collect::<Vec<_>>(), [5, 6]);
        assert_eq!(read.packet.flags.contains(Flags::ZEROCODED), zerocoded);
        assert!(read.packet.flags.contains(Flags::RELIABLE));
        assert_eq!((read.missing, read.unread), (&[][..], 0));
        if zerocoded {
            let capped = Options { expanded: 64, ..options };
            let error = Incoming::<owned::Any>::read(&datagram[..len], &capped, &mut room);
            assert_eq!(error.unwrap_err().kind(), DecodeErrorKind::LimitExceeded);
        }
    }
    // Ping is Unencoded: it is not zero-coded unless that is forced.
    let ping = owned::Ping::default();
    let len = Outgoing::new(1).write(&ping, &mut scratch, &mut datagram).expect("fits");
    assert_eq!(datagram[..len], [0, 0, 0, 0, 1, 0, 1, 0]);
    let forced = Outgoing { zero_coding: Some(ZeroCoding::Always), ..Outgoing::new(1) };
    let len = forced.write(&ping, &mut scratch, &mut datagram).expect("fits");
    assert_eq!(datagram[..len], [0x80, 0, 0, 0, 1, 0, 1, 0, 1]);
    let error = forced.write(&message, &mut scratch[..10], &mut datagram).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::BufferTooSmall);
}

#[test]
fn a_packet_changes_nothing_after_itself() {
    for blocks in [&[][..], &[7], &[0], &[7, 0], &[0, 7], &[7, 7, 7, 0, 0, 0, 7], &[0; 9]] {
        for times in [1, 2, 3, 40, 300] {
            let blocks = &blocks.repeat(times);
            for zero_coding in [ZeroCoding::Never, ZeroCoding::WhenSmaller, ZeroCoding::Always] {
                let packet = Packet {
                    flags: Flags::RELIABLE,
                    sequence: 3,
                    number: MessageNumber::Low(9),
                    extra: &[1, 2],
                    blocks,
                };
                for acks in [&[][..], &[5, 6]] {
                    let write =
                        |out: &mut [u8]| packet.write(acks, zero_coding, &Options::DEFAULT, out);
                    let mut room = vec![0; 2 * blocks.len() + 100];
                    let len = write(&mut room).expect("room enough");
                    assert_writes_no_more(&room[..len], write);
                }
            }
        }
    }
}

#[test]
fn missing_blocks_and_bytes_left_over_are_reported() {
    let mut body = vec![0, 0, 0, 0, 1, 0, 0xFF, 0xFF, 0, 1];
    body.extend([3; 43]);
    let mut scratch = [0; 10];
    let read = Incoming::<borrowed::EveryType<'_>>::read(&body, &Options::DEFAULT, &mut scratch);
    let read = read.expect("reads");
    assert_eq!(read.missing, ["Places", "Peers"]);
    assert_eq!(read.message.places, <[borrowed::every_type::Places; 2]>::default());
    assert!(read.message.peers.is_empty());
    body.extend([3; 127]);
    let error =
        Incoming::<borrowed::AnyMessage<'_>>::read(&body, &Options::DEFAULT, &mut []).unwrap_err();
    assert_eq!(error.to_string(), "EveryType.Places: the buffer ends inside an array at byte 180");
    body.extend([0; 4]);
    let read = Incoming::<borrowed::AnyMessage<'_>>::read(&body, &Options::DEFAULT, &mut [])
        .expect("reads");
    assert_eq!((read.missing, read.unread), (&[][..], 2));
    // The first block is required.
    let none = &body[..10];
    assert!(Incoming::<borrowed::AnyMessage<'_>>::read(none, &Options::DEFAULT, &mut []).is_err());
    let unknown = Incoming::<borrowed::AnyMessage<'_>>::read(
        &[0, 0, 0, 0, 1, 0, 99],
        &Options::DEFAULT,
        &mut [],
    );
    assert_eq!(unknown.unwrap_err().offset(), 6);
}

/// Headers of packets that end too soon, or expand too far: the place in the datagram, or in the expanded packet.
#[test]
fn errors_of_packets_say_where() {
    let offset = |flags: Flags, extra: &[u8], rest: &[u8], place| {
        let options = Options { extra: place, expanded: 20 };
        let mut datagram = vec![flags.bits(), 0, 0, 0, 1, extra.len() as u8];
        datagram.extend([extra, rest].concat());
        let mut room = [0; 100];
        let read = Incoming::<owned::Any>::read(&datagram, &options, &mut room);
        let error = read.expect_err("a broken packet");
        (error.kind(), error.offset())
    };
    use DecodeErrorKind::{Incomplete, InvalidLength, LimitExceeded, UnknownVariant};
    let (before, after) = (ExtraPlace::BeforeNumber, ExtraPlace::AfterNumber);
    for (flags, extra, rest, place, expected) in [
        (Flags::NONE, &[7, 7][..], &[][..], before, (Incomplete, 8)),
        (Flags::NONE, &[7, 7], &[0xFF, 0xFF, 0], before, (Incomplete, 11)),
        (Flags::NONE, &[], &[0xFF], after, (Incomplete, 7)),
        (Flags::NONE, &[7, 7], &[99], before, (UnknownVariant, 8)),
        (Flags::NONE, &[], &[99, 7, 7], after, (UnknownVariant, 6)),
        (Flags::ZEROCODED, &[7, 7], &[1, 1, 0, 9, 0, 2], before, (LimitExceeded, 12)),
        (Flags::ZEROCODED, &[], &[1, 1, 0, 11, 0, 2], after, (LimitExceeded, 10)),
        (Flags::ACK, &[], &[1, 0, 0, 0, 1, 2], after, (InvalidLength, 11)),
    ] {
        assert_eq!(offset(flags, extra, rest, place), expected, "{extra:?} {rest:?}");
    }
}

/// Zero-coding has to save a byte.
#[test]
fn a_packet_of_the_same_length_is_not_zero_coded() {
    for (blocks, zerocoded) in [(&[1, 0, 0][..], false), (&[1, 0], false), (&[1, 0, 0, 0], true)] {
        let packet = Packet {
            flags: Flags::NONE,
            sequence: 3,
            number: MessageNumber::High(9),
            extra: &[],
            blocks,
        };
        let mut room = [0; 20];
        let write = packet.write(&[], ZeroCoding::WhenSmaller, &Options::DEFAULT, &mut room);
        assert_eq!(write, Ok(7 + blocks.len().min(3)), "{blocks:?}");
        assert_eq!(Flags::from_bits(room[0]).contains(Flags::ZEROCODED), zerocoded);
    }
}

#[test]
fn neither_way_allocates() {
    let peer = borrowed::every_type::Peers { name: b"Ann", ..Default::default() };
    let peers = [peer.clone(), peer.clone(), peer];
    let message = borrowed::EveryType {
        peers: Repeated::new(&peers),
        numbers: numbers(),
        ..Default::default()
    };
    let any = borrowed::AnyMessage::EveryType(message);
    let (mut scratch, mut datagram, mut room) = ([0; 1000], [0; 1000], [0; 1000]);
    let mut equal = false;
    let info = measure(|| {
        let outgoing = Outgoing { acks: &[1, 2, 3], ..Outgoing::new(9) };
        let Ok(len) = outgoing.write(&any, &mut scratch, &mut datagram) else { return };
        let read = Incoming::<borrowed::AnyMessage<'_>>::read(
            &datagram[..len],
            &Options::DEFAULT,
            &mut room,
        );
        let Ok(read) = read else { return };
        equal = read.message == any && read.packet.flags.contains(Flags::ZEROCODED);
    });
    assert!(equal);
    assert_eq!(info.count_total, 0);
}

/// Names that templates may have. None of them may break the generated code.
mod names {
    #![no_implicit_prelude]

    mod standard {
        ::godot_var::lludp::message_template!("schemas/names.msg");
    }

    #[test]
    fn names_of_the_standard_library_are_names_like_others() {
        use ::godot_var::lludp::{FromLludpBytes as _, ToLludpBytes as _};
        let message = standard::Error {
            result: standard::error::Result { result: 7, r#type: b"x", self_: true },
            error: ::godot_var::lludp::Repeated::new(&[]),
        };
        let bytes = message.to_lludp_bytes().expect("encodes");
        ::core::assert_eq!(
            standard::Error::from_lludp_bytes(&bytes),
            ::core::result::Result::Ok(message)
        );
        ::core::assert_eq!(
            standard::AnyMessage::from_lludp_bytes(&[2]),
            ::core::result::Result::Ok(standard::AnyMessage::Option(standard::Option {}))
        );
    }
}

/// Fields that borrow, before others.
#[derive(Clone, Debug, PartialEq, LludpMessage)]
#[lludp(frequency = "High", number = 8)]
struct Mail<'a> {
    head: Head<'a>,
    lines: Repeated<'a, Line<'a>>,
    end: Agent,
}

#[derive(Clone, Debug, PartialEq, LludpBlock)]
struct Head<'a> {
    #[lludp(variable = 1)]
    from: &'a [u8],
    #[lludp(variable = 2)]
    about: Cow<'a, [u8]>,
}

#[test]
fn blocks_that_borrow() {
    let three = [chat().lines, chat().lines].concat();
    let mail = |from: &'static str, about: &'static str, lines| Mail {
        head: Head { from: from.as_bytes(), about: Cow::Borrowed(about.as_bytes()) },
        lines,
        end: chat().agent,
    };
    let one = mail("Ann", "rain", Repeated::from(&three[..3]));
    let two = mail("Bo", "", Repeated::default());
    assert_ne!(one, two);
    assert_ne!(one.lines, Repeated::from(&three[1..]));
    assert_eq!(format!("{:?}", one.lines), format!("{:?}", &three[..3]));
    assert_eq!(Repeated::from(&[7_u8; 2]).len(), 2);
    for to in [one, two] {
        let bytes = to.to_lludp_bytes().expect("encodes");
        let mut read = Mail::from_lludp_bytes(&bytes).expect("reads");
        assert_eq!(read, to);
        let mut lines = to.lines.iter();
        for left in (0..to.lines.len()).rev() {
            assert_eq!(lines.size_hint(), (left + 1, Some(left + 1)));
            assert!(lines.next().is_some());
        }
        assert_eq!(
            (lines.size_hint(), read.lines.iter().size_hint().0),
            ((0, Some(0)), to.lines.len())
        );
        read.head.about.to_mut().push(7);
        assert_ne!(read, to);
    }
}

/// A message that owns all its bytes.
#[derive(Clone, Debug, PartialEq, LludpMessage)]
#[lludp(frequency = "High", number = 9)]
struct Note {
    head: Title,
    lines: Vec<Title>,
    pair: [Title; 2],
}

#[derive(Clone, Debug, PartialEq, LludpBlock)]
struct Title {
    id: u16,
    #[lludp(variable = 1)]
    text: Vec<u8>,
    at: u32,
}

fn title(text: &str) -> Title {
    Title { id: 7, text: text.into(), at: 9 }
}

fn note(lines: &[&str]) -> Note {
    Note {
        head: title("head"),
        lines: lines.iter().copied().map(title).collect(),
        pair: [title("left"), title("")],
    }
}

/// Each bound alone is enough.
fn every_entry_point<T>(one: &T, two: &T)
where
    T: ToLludpBytes + for<'de> FromLludpBytes<'de> + Clone + PartialEq + std::fmt::Debug,
{
    let bytes = one.to_lludp_bytes().expect("encodes");
    let len = bytes.len();
    assert_eq!(one.lludp_len(), Ok(len));
    let mut buffer = vec![1, 2];
    assert_eq!(one.append_lludp_bytes(&mut buffer), Ok(len));
    assert_eq!((&buffer[..2], &buffer[2..]), (&[1, 2][..], &bytes[..]));
    let mut buffer = BytesMut::from(&[1, 2][..]);
    assert_eq!(one.append_lludp_bytes_mut(&mut buffer), Ok(len));
    assert_eq!((&buffer[..2], &buffer[2..]), (&[1, 2][..], &bytes[..]));
    assert_writes_no_more(&bytes, |slice| one.write_lludp_bytes(slice));

    assert_eq!(T::from_lludp_bytes(&bytes).as_ref(), Ok(one));
    let small = Limits::DEFAULT.with_bytes(len - 1);
    let error = T::from_lludp_bytes_with(&bytes, small).expect_err("a limit");
    assert_eq!(error.kind(), DecodeErrorKind::LimitExceeded);
    let mut both = bytes;
    two.append_lludp_bytes(&mut both).expect("encodes");
    let mut reader = Reader::new(&both);
    assert_eq!(T::read_lludp_bytes(&mut reader).as_ref(), Ok(one));
    assert_eq!(reader.position(), len);
    assert_eq!(T::read_lludp_bytes(&mut reader).as_ref(), Ok(two));
    assert_eq!(reader.remaining(), 0);
    assert!(T::read_lludp_bytes(&mut reader).is_err_and(|error| error.is_incomplete()));
}

#[test]
fn every_way_to_write_and_read() {
    every_entry_point(&note(&["one", "two"]), &note(&["three"]));
    every_entry_point(&note(&[]), &note(&["three", "", "four"]));
    every_entry_point(&owned::EveryType::default(), &owned::EveryType::default());
    let old = |data: &[u8]| owned::Old { data: vec![owned::old::Data { data: data.into() }] };
    every_entry_point(&owned::Any::Old(old(b"one")), &owned::Any::Old(old(b"")));
}

#[test]
fn limits_bound_the_repeats() {
    let bytes = note(&["one", "two"]).to_lludp_bytes().expect("encodes");
    let two = Limits::DEFAULT.with_elements(2);
    assert_eq!(Note::from_lludp_bytes_with(&bytes, two), Ok(note(&["one", "two"])));
    let error = Note::from_lludp_bytes_with(&bytes, two.with_elements(1)).expect_err("a limit");
    assert_eq!(error.kind(), DecodeErrorKind::LimitExceeded);
    assert_eq!(error.path().to_string(), "Lines");
}
