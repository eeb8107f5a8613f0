//! Messages in streams and conversations that the tests write themselves: in any order, cut, damaged and hostile.

use allocation_counter::measure;
use godot_var::{Godot4, ToVariantBytes, Variant};
use godot_var_cli::Transport;
use godot_var_cli::pcap::{Carried, Settings, Via};
use godot_var_cli::stream::{Item, Origin, Skipped, Source};

use super::pcap::{LITTLE, MICROSECONDS, linked, pcap_file};

const SYN: u8 = 2;
const ACK: u8 = 16;
const FIN: u8 = 1;
const RST: u8 = 4;

const CLIENT: u16 = 50_000;
const SERVER: u16 = 7777;

/// An IP packet with a segment of TCP.
fn segment(version: u8, ports: (u16, u16), numbers: (u32, u32), flags: u8, data: &[u8]) -> Vec<u8> {
    let len = (20 + data.len()) as u16;
    let mut packet = if version == 4 {
        let mut packet = vec![0x45, 0];
        packet.extend((20 + len).to_be_bytes());
        packet.extend([0, 0, 0, 0, 64, 6, 0, 0, 127, 0, 0, 1, 127, 0, 0, 1]);
        packet
    } else {
        let mut packet = vec![0x60, 0, 0, 0];
        packet.extend(len.to_be_bytes());
        packet.extend([6, 64]);
        packet.extend([0xFD; 32]);
        packet
    };
    packet.extend([ports.0, ports.1].map(u16::to_be_bytes).concat());
    packet.extend([numbers.0, numbers.1].map(u32::to_be_bytes).concat());
    packet.extend([0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0]);
    packet.extend(data);
    packet
}

/// From the client, with this number.
fn sent(number: u32, data: &[u8]) -> Vec<u8> {
    segment(4, (CLIENT, SERVER), (number, 1), ACK, data)
}

fn begins(number: u32) -> Vec<u8> {
    segment(4, (CLIENT, SERVER), (number, 0), SYN, &[])
}

/// The server has all before this number.
fn acknowledged(number: u32) -> Vec<u8> {
    segment(4, (SERVER, CLIENT), (1, number), ACK, &[])
}

fn value(number: i64) -> Vec<u8> {
    Variant::from(number).to_variant_bytes::<Godot4>().expect("a value")
}

fn frame(number: i64) -> Vec<u8> {
    let value = value(number);
    [&(value.len() as u32).to_le_bytes()[..], &value].concat()
}

/// Frames with these numbers, one after the other: 12 bytes each.
fn frames(numbers: impl IntoIterator<Item = i64>) -> Vec<u8> {
    numbers.into_iter().flat_map(frame).collect()
}

/// What is found in a file: messages as their last four bytes as a number, and all else in words.
fn in_file(file: &[u8], settings: Settings) -> Vec<String> {
    let mut source = Source::capture(file, settings, None, 0);
    let mut found = Vec::new();
    while let Some(item) = source.next_item().expect("it reads") {
        found.push(match item {
            Item::Message(message) => {
                let Origin::Packet(packet) = message.origin else { panic!("{message:?}") };
                assert_eq!(packet.size, message.bytes.len() + message.missing);
                let number = message.bytes.last_chunk().copied().map_or(-1, i32::from_le_bytes);
                match packet.via {
                    Via::Enet(channel) => format!("{number} on {channel}"),
                    _ => number.to_string(),
                }
            }
            Item::Skipped(Skipped::Lost { count, .. }) => format!("lost {count}"),
            Item::Skipped(Skipped::Unread { what, .. }) => what.to_owned(),
            Item::Skipped(_) => continue,
            Item::Fault(fault) => {
                let Some(Origin::Packet(packet)) = fault.origin else { panic!("{fault:?}") };
                format!("{} over {:?}: {}", fault.kind, packet.via, fault.message)
            }
        });
    }
    found
}

fn found_by(packets: &[Vec<u8>], settings: Settings) -> Vec<String> {
    let frames: Vec<_> = packets.iter().map(|packet| linked(0, packet)).collect();
    in_file(&pcap_file(LITTLE, MICROSECONDS, 0, &frames), settings)
}

fn found(packets: &[Vec<u8>]) -> Vec<String> {
    found_by(packets, Settings::default())
}

/// Numbers that look random.
struct Random(u32);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % bound
    }
}

#[test]
fn segments_in_any_order_again_and_overlapping() {
    let stream = frames(0..40);
    let wanted: Vec<String> = (0..40).map(|number| number.to_string()).collect();
    // The number of the last byte is after the highest.
    for first in [0, 7, u32::MAX - 100] {
        let mut random = Random(first);
        for _ in 0..200 {
            let (mut segments, mut at) = (Vec::new(), 0);
            while at < stream.len() {
                let end = (at + 1 + random.below(40)).min(stream.len());
                // Some begin earlier, some end later than need be.
                let from = at.saturating_sub(random.below(3) * random.below(20));
                let to = (end + random.below(2) * random.below(20)).min(stream.len());
                let packet = sent(first.wrapping_add(1 + from as u32), &stream[from..to]);
                if random.below(4) == 0 {
                    segments.push(packet.clone());
                }
                segments.push(packet);
                at = end;
            }
            for _ in 0..segments.len() {
                let at = random.below(segments.len());
                let other = (at + random.below(5)).min(segments.len() - 1);
                segments.swap(at, other);
            }
            segments.insert(0, begins(first));
            assert_eq!(found(&segments), wanted);
        }
    }
}

#[test]
fn every_link_version_and_several_streams_at_once() {
    for link in [0, 1, 12, 101, 108, 113, 276] {
        for version in [4, 6] {
            let mut mixed = Vec::new();
            for at in 0..3_u32 {
                // The start of a frame in each stream, then the ends.
                for half in [0..5, 5..12] {
                    for stream in 0..5_u16 {
                        let frame = frame(i64::from(stream) * 10 + i64::from(at));
                        let (client, server) = (CLIENT + stream, SERVER);
                        let ports = if stream == 4 { (server, client) } else { (client, server) };
                        let number = at * 12 + half.start as u32;
                        let part = &frame[half.clone()];
                        mixed.push(linked(link, &segment(version, ports, (number, 0), ACK, part)));
                    }
                }
            }
            let file = pcap_file(LITTLE, MICROSECONDS, link, &mixed);
            let wanted: Vec<_> = (0..3)
                .flat_map(|at| (0..5).map(move |stream| (stream * 10 + at).to_string()))
                .collect();
            assert_eq!(in_file(&file, Settings::default()), wanted, "{link} {version}");
        }
    }
}

#[test]
fn missing_segments_are_said() {
    let stream = frames(0..30);
    let packets = |from: usize| -> Vec<Vec<u8>> {
        let parts = stream.chunks(24).enumerate().skip(from);
        parts.map(|(at, part)| sent(1 + at as u32 * 24, part)).collect()
    };
    let numbers = |range: std::ops::Range<i32>| range.map(|number| number.to_string());
    // One is missing until the capture ends.
    let mut lost = packets(0);
    lost.remove(2);
    lost.insert(0, begins(0));
    let wanted = [numbers(0..4).collect(), vec!["lost 24".to_owned()], numbers(6..30).collect()];
    assert_eq!(found(&lost), wanted.concat());
    // The other side has acknowledged it: what comes after does not wait for the end.
    let last = lost.len() - 3;
    lost.insert(last, acknowledged(1 + 24 * 10));
    let told = found(&lost);
    assert_eq!(told, wanted.concat());
    // The place where it goes on is no start of a message.
    let mut shifted = packets(0);
    let odd: Vec<_> = stream[60..].chunks(30).enumerate().collect();
    shifted.truncate(2);
    shifted.extend(odd.into_iter().map(|(at, part)| sent(61 + at as u32 * 30, part)));
    shifted.insert(0, begins(0));
    let told = found(&shifted);
    // 48 to 60 is missing; 60 begins a frame.
    assert_eq!(
        told,
        [numbers(0..4).collect(), vec!["lost 12".to_owned()], numbers(5..30).collect()].concat()
    );
    // A segment that was cut when it was captured.
    let whole = packets(0);
    let frames: Vec<_> = whole.iter().map(|packet| linked(0, packet)).collect();
    let mut file = pcap_file(LITTLE, MICROSECONDS, 0, &frames);
    let record = 16 + frames[0].len();
    let start = 24 + record;
    let captured = frames[1].len() as u32 - 4;
    file.splice(start + 8..start + 12, captured.to_le_bytes());
    let end = start + record;
    file.drain(end - 4..end);
    let told = in_file(&file, Settings::default());
    // The first 8 bytes of number 3 are there.
    let after = [numbers(4..30).collect::<Vec<_>>()].concat();
    assert_eq!(told, [numbers(0..3).collect(), vec!["lost 12".to_owned()], after].concat());
}

#[test]
fn a_stream_that_begins_in_the_middle_or_ends_there() {
    // A part of a long message, then messages.
    let text = Variant::String("x".repeat(100)).to_variant_bytes::<Godot4>().expect("a value");
    let packets = [sent(500, &text[20..]), sent(588, &frames(1..3)), sent(612, &frame(3)[..8])];
    assert_eq!(found(&packets), ["lost 88", "1", "2", "lost 8"]);
    // It says that it ends there.
    let fin = segment(4, (CLIENT, SERVER), (620, 1), ACK | FIN, &[]);
    let with_end = [&packets[..], &[fin]].concat();
    assert_eq!(found(&with_end), ["lost 88", "1", "2", "lost 8"]);
    // A new connection on the same ports, which begins again with lower numbers.
    let again =
        [begins(99), sent(100, &frame(7)), segment(4, (CLIENT, SERVER), (112, 1), RST, &[])];
    let both = [&with_end[..], &again].concat();
    assert_eq!(found(&both), ["lost 88", "1", "2", "lost 8", "7"]);
    // Nothing in it is a message.
    assert_eq!(
        found(&[sent(1, &[0xAB; 60])]),
        ["neither WebSocket nor messages after their lengths"]
    );
    let tls = [begins(0), sent(1, &[22, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3])];
    assert_eq!(found(&tls), ["TLS"]);
}

/// A capture in which so many bytes of each packet were not captured.
fn captured(packets: &[(Vec<u8>, usize)]) -> Vec<u8> {
    let frames: Vec<_> = packets.iter().map(|(packet, _)| linked(0, packet)).collect();
    let mut file = pcap_file(LITTLE, MICROSECONDS, 0, &frames);
    let mut at = 24;
    for (frame, (_, missing)) in frames.iter().zip(packets) {
        let len = frame.len() - missing;
        file.splice(at + 8..at + 12, (len as u32).to_le_bytes());
        at += 16 + len;
        file.drain(at..at + missing);
    }
    file
}

#[test]
fn what_is_missing_at_the_end_of_a_stream_is_said() {
    let fin = segment(4, (CLIENT, SERVER), (25, 1), ACK | FIN, &[]);
    let whole = (sent(1, &frame(1)), 0);
    // The headers of the next segment alone, or also a part of its bytes.
    for missing in [12, 4] {
        let packets = [(begins(0), 0), whole.clone(), (sent(13, &frame(2)), missing)];
        let after = [(sent(25, &frame(3)), 0)];
        let told = in_file(&captured(&packets), Settings::default());
        assert_eq!(told, ["1", "lost 12"], "{missing}");
        let told = in_file(&captured(&[&packets[..], &after].concat()), Settings::default());
        assert_eq!(told, ["1", "lost 12", "3"], "{missing}");
    }
    // It ends later than what was captured, or the other side has more of it.
    for last in [fin, acknowledged(25)] {
        assert_eq!(found(&[begins(0), sent(1, &frame(1)), last]), ["1", "lost 12"]);
    }
    // The end itself has a number, too.
    let fin = segment(4, (CLIENT, SERVER), (13, 1), ACK | FIN, &[]);
    assert_eq!(found(&[begins(0), sent(1, &frame(1)), fin, acknowledged(14)]), ["1"]);
}

#[test]
fn what_is_not_read_before_another_stream_is_said() {
    let start = [begins(0), sent(1, &frame(1)), sent(13, &frame(2)[..8])];
    // A part of a message, and a segment that waits.
    let start = [&start[..], &[sent(25, &frame(3)[..10])]].concat();
    let again = [begins(500), sent(501, &frame(4))];
    assert_eq!(found(&[&start[..], &again].concat()), ["1", "lost 18", "4"]);
    // Without its start.
    let far = [sent(1 << 30, &frame(4))];
    assert_eq!(found(&[&start[..], &far].concat()), ["1", "lost 18", "4"]);
}

#[test]
fn parts_of_messages_of_websocket_without_an_end_are_said() {
    let head = [format!("{ANSWER}\r\n").into_bytes(), ws(BINARY, None, &value(1)[..5])].concat();
    let begin = in_segments(&head, 1000);
    assert_eq!(found(&begin), ["lost 5"]);
    let next = 1 + head.len() as u32;
    let after = ws(LAST | BINARY, None, &value(2));
    let gap = [&begin[..], &[sent(next + 10, &after)]].concat();
    assert_eq!(found(&gap), ["lost 15", "2"]);
    let another = [&begin[..], &[begins(1 << 28), sent((1 << 28) + 1, &frame(3))]].concat();
    assert_eq!(found(&another), ["lost 5", "3"]);
}

#[test]
fn a_segment_before_the_start_of_its_stream() {
    let packets = [sent(1, &frame(1)), begins(0), sent(13, &frame(2))];
    assert_eq!(found(&packets), ["1", "2"]);
    // The start of another connection, with numbers near those of the first.
    let packets = [sent(100, &frame(1)), begins(90), sent(91, &frame(2)), sent(103, &frame(3))];
    assert_eq!(found(&packets), ["1", "2", "3"]);
}

#[test]
fn lengths_of_both_orders_and_their_limit() {
    let big = [&8_u32.to_be_bytes()[..], &value(5)].concat();
    let packets = [begins(0), sent(1, &big)];
    let settings = Settings { big_endian: true, ..Settings::default() };
    assert_eq!(found_by(&packets, settings), ["5"]);
    let settings = Settings { transport: Some(Transport::Tcp), max: 100, ..Settings::default() };
    let packets = [begins(0), sent(1, &[&101_u32.to_le_bytes()[..], &[0; 20]].concat())];
    let wanted = "LimitExceeded over Tcp: expected a message of at most 100 bytes, found 101";
    assert_eq!(found_by(&packets, settings), [wanted]);
    // Other messages have no frames.
    let settings = Settings { carried: Carried::Other, ..Settings::default() };
    assert_eq!(found_by(&[begins(0), sent(1, &frame(1))], settings), ["no WebSocket"]);
}

const REQUEST: &[u8] = b"GET /game HTTP/1.1\r\nHost: x\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n\
    Sec-WebSocket-Extensions: permessage-deflate\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
const ANSWER: &str =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n";

const MORE: u8 = 0;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const LAST: u8 = 0x80;

/// A frame of WebSocket.
fn ws(first: u8, mask: Option<[u8; 4]>, payload: &[u8]) -> Vec<u8> {
    let bit = if mask.is_some() { 0x80 } else { 0 };
    let mut frame = vec![first];
    match payload.len() {
        len @ ..126 => frame.push(bit + len as u8),
        len @ ..65536 => {
            frame.push(bit + 126);
            frame.extend((len as u16).to_be_bytes());
        }
        len => {
            frame.push(bit + 127);
            frame.extend((len as u64).to_be_bytes());
        }
    }
    let mask_bytes = mask.unwrap_or_default();
    frame.extend(mask.into_iter().flatten());
    frame.extend(payload.iter().zip(mask_bytes.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

/// A stream of the client in segments of this size.
fn in_segments(stream: &[u8], size: usize) -> Vec<Vec<u8>> {
    let parts = stream.chunks(size).enumerate();
    let segments = parts.map(|(at, part)| sent(1 + (at * size) as u32, part));
    [begins(0)].into_iter().chain(segments).collect()
}

#[test]
fn messages_of_websocket_in_every_form() {
    let mask = Some([0x12, 0x34, 0x56, 0x78]);
    let long: Vec<u8> = [vec![0; 70_000], value(5)].concat();
    let middle: Vec<u8> = [vec![0; 300], value(4)].concat();
    let third = value(3);
    let stream = [
        REQUEST.to_vec(),
        ws(LAST | BINARY, mask, &value(1)),
        ws(LAST | 1, mask, &value(2)),
        ws(BINARY, mask, &third[..3]),
        ws(LAST | PING, mask, b"are you there?"),
        ws(MORE, None, &third[3..5]),
        ws(MORE, mask, &[]),
        ws(LAST | MORE, mask, &third[5..]),
        ws(LAST | BINARY, None, &middle),
        ws(LAST | BINARY, mask, &long),
        ws(LAST | BINARY, mask, &[]),
        ws(LAST | CLOSE, mask, &[3, 0xE8]),
        b"nothing is read after it".to_vec(),
    ]
    .concat();
    for size in [1, 7, 100, 1460, 60_000] {
        assert_eq!(found(&in_segments(&stream, size)), ["1", "2", "3", "4", "5", "-1"], "{size}");
    }
}

#[test]
fn a_websocket_that_is_compressed_too_long_or_broken() {
    let deflate = format!(
        "{ANSWER}Sec-WebSocket-Extensions: permessage-deflate; client_no_context_takeover\r\n\r\n"
    );
    let compressed = "Transport over WebSocket: a message compressed by permessage-deflate, which is not read; switch the extension off";
    let plain = format!("{ANSWER}\r\n");
    let after = |answer: &str, frame: &[u8]| {
        found_by(
            &in_segments(&[answer.as_bytes(), frame].concat(), 1000),
            Settings { max: 500, ..Settings::default() },
        )
    };
    assert_eq!(after(&deflate, &ws(LAST | BINARY, None, &value(1))), [compressed]);
    assert_eq!(after(&plain, &ws(LAST | 0x40 | BINARY, None, &value(1))), [compressed]);
    let long = "LimitExceeded over WebSocket: expected a message of at most 500 bytes, found 501";
    assert_eq!(after(&plain, &ws(LAST | BINARY, None, &[0; 501])), [long]);
    let parts = [ws(BINARY, None, &[0; 300]), ws(LAST | MORE, None, &[0; 201])].concat();
    assert_eq!(after(&plain, &parts), [long]);
    let endless = [LAST | BINARY, 127, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];
    let told = after(&plain, &endless);
    assert!(told[0].starts_with("LimitExceeded over WebSocket: "), "{told:?}");
    for (frame, fault) in [
        (ws(LAST | MORE, None, &[]), "a part of a message of WebSocket without its start"),
        (ws(LAST | 3, None, &[]), "a frame of WebSocket with a reserved opcode"),
        (ws(LAST | 0x20 | BINARY, None, &[]), "a frame of WebSocket with reserved bits"),
        (ws(PING, None, &[]), "a control frame of WebSocket that is long, or in parts"),
        (
            [ws(BINARY, None, &[]), ws(BINARY, None, &[])].concat(),
            "a message of WebSocket within another one",
        ),
    ] {
        assert_eq!(after(&plain, &frame), [format!("Transport over WebSocket: {fault}")]);
    }
    for status in ["404 Not Found", "426 Upgrade Required\r\nUpgrade: websocket"] {
        assert_eq!(after(&format!("HTTP/1.1 {status}\r\n\r\n"), b"Upgrade!"), ["HTTP"]);
    }
    let endless = format!("GET / HTTP/1.1\r\nx: {}", "y".repeat(40_000));
    assert_eq!(after(&endless, &[]), ["HTTP"]);
}

#[test]
fn a_websocket_that_begins_in_the_middle() {
    let mask = Some([1, 2, 3, 4]);
    let text = vec![0x5A; 200];
    let packets = [
        sent(1000, &text),
        sent(
            1200,
            &[ws(LAST | BINARY, mask, &value(1)), ws(LAST | BINARY, mask, &value(2))].concat(),
        ),
        sent(1228, &ws(LAST | PING, mask, b"x")),
        // Something is missing here.
        sent(2000, &text),
        sent(2200, &ws(LAST | BINARY, mask, &value(3))),
    ];
    assert_eq!(found(&packets), ["lost 200", "1", "2", "lost 965", "3"]);
}

/// Variants look like frames of WebSocket that are empty and unfinished, or are out of order.
#[test]
fn frames_of_tcp_in_the_middle_are_no_websocket() {
    for number in [0, 1, 2, 0x82] {
        let mut packets = vec![sent(1000, &value(number))];
        packets.extend((0..20).map(|at| sent(1008 + at * 12, &frame(i64::from(at)))));
        let wanted: Vec<_> = (0..20).map(|number| number.to_string()).collect();
        assert_eq!(found(&packets), [vec!["lost 8".to_owned()], wanted].concat(), "{number}");
    }
    // A frame of which the end is not there is one only if it is long.
    let packets = [sent(1, &[LAST | BINARY, 4, 0, 0]), sent(5, &frame(1))];
    assert_eq!(found(&packets), ["lost 4", "1"]);
    let long = ws(LAST | BINARY, None, &[vec![0; 3000], value(3)].concat());
    assert_eq!(found(&[sent(1, &long[..1460]), sent(1461, &long[1460..])]), ["3"]);
    // It was a guess, and the message would be too long.
    let endless = [LAST | BINARY, 127, 0, 0, 0xFF, 0, 0, 0, 0, 0];
    assert_eq!(found(&[sent(1, &endless), sent(11, &frame(1))]), ["lost 10", "1"]);
}

/// An IP packet with a datagram of UDP.
fn datagram(ports: (u16, u16), payload: &[u8]) -> Vec<u8> {
    let mut packet = super::pcap::udp(4, payload);
    packet.splice(20..24, [ports.0, ports.1].map(u16::to_be_bytes).concat());
    packet
}

fn to_server(payload: &[u8]) -> Vec<u8> {
    datagram((CLIENT, SERVER), payload)
}

/// A datagram of ENet, with the time of sending, and a checksum or not.
fn enet(checksum: &[u8], commands: &[Vec<u8>]) -> Vec<u8> {
    let header = [0x80, 0, 0, 9];
    to_server(&[&header[..], checksum, &commands.concat()].concat())
}

fn reliable(channel: u8, number: u16, data: &[u8]) -> Vec<u8> {
    let (number, len) = (number.to_be_bytes(), (data.len() as u16).to_be_bytes());
    [&[0x86, channel], &number[..], &len, data].concat()
}

/// A part of a packet: where it begins in it, and of how many bytes and parts.
fn part(
    command: u8,
    numbers: (u16, u16),
    place: (u32, u32),
    (total, offset): (u32, u32),
    data: &[u8],
) -> Vec<u8> {
    let mut bytes = vec![command, 2];
    let words = [numbers.0, numbers.1, data.len() as u16].map(u16::to_be_bytes);
    bytes.extend_from_slice(&words.concat());
    let words = [place.1, place.0, total, offset].map(u32::to_be_bytes);
    bytes.extend_from_slice(&words.concat());
    bytes.extend_from_slice(data);
    bytes
}

const PART: u8 = 0x88;
const UNRELIABLE_PART: u8 = 0x0C;

#[test]
fn packets_of_enet() {
    let unreliable = [&[0x07, 1, 0, 1, 0, 7, 0, 8][..], &value(2)].concat();
    let unsequenced = [&[0x49, 0, 0, 0, 0, 1, 0, 8][..], &value(3)].concat();
    let ping = vec![0x85, 0xFF, 0, 9];
    let acknowledge = vec![0x01, 0, 0, 9, 0, 1, 0, 0];
    let first = [reliable(0, 1, &value(1)), ping, unreliable, acknowledge, unsequenced];
    for checksum in [&[][..], &[0xDE, 0xAD, 0xBE, 0xEF]] {
        let packets = [
            enet(checksum, &first),
            // What is sent again, and the same number on another channel.
            enet(checksum, &[reliable(0, 1, &value(1)), reliable(1, 1, &value(4))]),
            enet(checksum, &[reliable(0, 3, &value(6)), reliable(0, 2, &value(5))]),
            enet(checksum, &[reliable(0, 3, &value(6))]),
        ];
        let told = found(&packets);
        assert_eq!(
            told,
            ["1 on 0", "2 on 1", "3 on 0", "4 on 1", "6 on 0", "5 on 0"],
            "{checksum:?}"
        );
    }
    // Datagrams of something else are messages themselves.
    assert_eq!(found(&[to_server(&value(7)), to_server(&value(8))]), ["7", "8"]);
    let settings = Settings { transport: Some(Transport::Enet), ..Settings::default() };
    let wanted = "Transport over Enet(255): no command of ENet at byte 0 after the header";
    assert_eq!(found_by(&[to_server(&value(7))], settings), [wanted]);
}

#[test]
fn a_datagram_that_was_cut_says_nothing_of_its_sender() {
    let [first, second] = [1, 2].map(|at| enet(&[], &[reliable(0, at, &value(i64::from(at)))]));
    let cut = first[..first.len() - 5].to_vec();
    assert_eq!(found(&[cut, second.clone()])[1..], ["2 on 0"]);
    // The other side speaks ENet: so does this one.
    let odd = to_server(&[1, 2, 3]);
    let mut answer = first;
    answer[12..20].rotate_left(4);
    answer[20..24].rotate_left(2);
    assert_eq!(found(&[odd, answer, second])[1..], ["1 on 0", "2 on 0"]);
}

/// Messages that are datagrams themselves, as `proxy --record` writes them, are never taken for ENet.
#[test]
fn datagrams_of_other_kinds_are_messages() {
    for (file, carried) in [
        ("multiplayer.jsonl", Carried::Multiplayer),
        ("multiplayer_injected.jsonl", Carried::Multiplayer),
        ("godot4.jsonl", Carried::Variants),
        ("godot3.jsonl", Carried::Godot3Variants),
    ] {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/");
        let text = std::fs::read_to_string(format!("{path}{file}")).expect("vectors");
        let rows = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        let vectors: Vec<Vec<u8>> = rows
            .filter_map(|row: serde_json::Value| hex::decode(row["hex"].as_str()?).ok())
            .filter(|bytes| bytes.len() < 1400)
            .collect();
        // Each from a sender of its own.
        let packets = vectors.iter().zip(1..).map(|(bytes, port)| datagram((port, SERVER), bytes));
        let frames: Vec<_> = packets.map(|packet| linked(0, &packet)).collect();
        let capture = pcap_file(LITTLE, MICROSECONDS, 0, &frames);
        let settings = Settings { carried, ..Settings::default() };
        let mut source = Source::capture(&capture[..], settings, None, 0);
        let mut count = 0;
        while let Some(item) = source.next_item().expect("it reads") {
            let Item::Message(message) = item else { panic!("{file} {count}: {item:?}") };
            assert_eq!(message.bytes, vectors[count], "{file} {count}");
            count += 1;
        }
        assert!(count == vectors.len() && count > 40, "{file} {count}");
    }
}

#[test]
fn parts_of_packets_of_enet() {
    let packet: Vec<u8> = [vec![0; 2992], value(9)].concat();
    for command in [PART, UNRELIABLE_PART] {
        let piece = |at: u32| {
            let range = at as usize * 1000..(at as usize + 1) * 1000;
            // Each part of a reliable packet has a number; those of others have the last reliable one.
            let number = if command == PART { 20 + at as u16 } else { 5 };
            part(command, (number, 20), (at, 3), (3000, at * 1000), &packet[range])
        };
        let orders = [[0, 1, 2], [2, 1, 0], [1, 2, 0]];
        for order in orders {
            let packets = order.map(|at| enet(&[], &[piece(at)]));
            assert_eq!(found(&packets), ["9 on 2"], "{order:?}");
            // One comes twice.
            let again = [&packets[..2], &packets[..1], &packets[2..], &packets].concat();
            let told = found(&again);
            assert_eq!(told[0], "9 on 2", "{order:?}");
            // Only what is reliable has numbers of its own.
            assert_eq!(told.len(), if command == PART { 1 } else { 2 }, "{order:?}");
        }
        // One is missing.
        assert_eq!(found(&[enet(&[], &[piece(0)]), enet(&[], &[piece(2)])]), ["lost 2000"]);
    }
    let of =
        |place, sizes, data: &[u8]| found(&[enet(&[], &[part(PART, (1, 1), place, sizes, data)])]);
    for (place, sizes, wanted) in [
        ((3, 3), (3000, 0), "a part outside of its packet"),
        ((0, 3), (3000, 2999), "a part outside of its packet"),
        ((0, u32::MAX), (u32::MAX, 0), "a packet in parts that is longer than --max-message"),
        ((0, 1), (3000, 0), "parts that are not their whole packet"),
    ] {
        assert_eq!(
            of(place, sizes, &[0; 8]),
            [format!("Transport over Enet(2): {wanted} at byte 0 after the header")]
        );
    }
}

/// Numbers of unreliable packets begin again at each reliable packet of the channel.
#[test]
fn parts_of_different_packets_are_not_joined() {
    let halves = |number: i64| {
        let packet = value(number);
        (packet[..4].to_vec(), packet[4..].to_vec())
    };
    let ((first, _), (other_first, other)) = (halves(1), halves(2));
    let of = |reliable, at, total, data: &[u8]| {
        enet(&[], &[part(UNRELIABLE_PART, (reliable, 1), (at, 2), (total, at * 4), data)])
    };
    let told = found(&[of(5, 0, 8, &first), of(6, 1, 8, &other), of(6, 0, 8, &other_first)]);
    assert_eq!(told, ["2 on 2", "lost 4"]);
    // The same numbers came back, and the sizes tell.
    let told = found(&[of(5, 0, 12, &first), of(5, 1, 8, &other), of(5, 0, 8, &other_first)]);
    assert_eq!(told, ["lost 4", "2 on 2"]);
}

#[test]
fn no_conversation_takes_more_memory_than_it_may() {
    const MAX: usize = 1 << 20;
    let settings = Settings { max: MAX, ..Settings::default() };
    // Frames that promise much, in many streams; segments that wait for one that never comes.
    let mut promises = Vec::new();
    for stream in 0..60_000_u32 {
        let ports = (stream as u16, SERVER + (stream >> 16) as u16);
        let start = [&(MAX as u32 - 4).to_le_bytes()[..], &value(0), &[0; 1400]].concat();
        promises.push(segment(4, ports, (0, 0), SYN, &[]));
        promises.push(segment(4, ports, (1, 0), ACK, &start));
    }
    // The same in fewer streams than are followed, of which each has more.
    let mut long = Vec::new();
    for port in 0..2_000 {
        let start = [&(MAX as u32 - 4).to_le_bytes()[..], &value(0), &[0; 1400]].concat();
        long.push(segment(4, (port, SERVER), (0, 0), SYN, &[]));
        for at in 0..20 {
            let number = 1 + at * start.len() as u32;
            long.push(segment(4, (port, SERVER), (number, 0), ACK, &start));
        }
    }
    let holes: Vec<_> = (0..60_000).map(|at| sent(1 + at * 2000, &[0; 1000])).collect();
    let parts: Vec<_> = (0..60_000_u32)
        .map(|at| {
            let number = at as u16;
            enet(
                &[],
                &[part(UNRELIABLE_PART, (0, number), (at, 1 << 20), (MAX as u32, 0), &[0; 1000])],
            )
        })
        .collect();
    // Parts of one packet: more than it has bytes, over each other, and each of one byte.
    let of_one = |place, sizes, data: &[u8]| part(UNRELIABLE_PART, (0, 1), place, sizes, data);
    let many: Vec<_> = (0..60_000)
        .map(|at| enet(&[], &[of_one((at, u32::MAX), (1 << 20, 0), &[0; 1000])]))
        .collect();
    let over: Vec<_> = (0..60_000)
        .map(|at| enet(&[], &[of_one((at, 1 << 20), (1 << 20, 0), &[0; 1000])]))
        .collect();
    let tiny: Vec<_> = (0..12_000)
        .map(|at| {
            let parts = (at * 50..(at + 1) * 50).map(|at| (at, at % (1 << 20)));
            let parts = parts.map(|(at, to)| of_one((at, 1 << 20), (1 << 20, to), &[0]));
            enet(&[], &parts.collect::<Vec<_>>())
        })
        .collect();
    for (name, packets, least) in [
        ("promises", promises, 20 << 20),
        ("long promises", long, 20 << 20),
        ("holes", holes, 0),
        ("parts", parts, 20 << 20),
        ("more parts than bytes", many, 0),
        ("parts over each other", over, 0),
        ("parts of one byte", tiny, 500_000),
    ] {
        let frames: Vec<_> = packets.iter().map(|packet| linked(0, packet)).collect();
        let file = pcap_file(LITTLE, MICROSECONDS, 0, &frames);
        let (mut dropped, mut unread, mut wrong) = (0, 0, 0);
        let used = measure(|| {
            let mut source = Source::capture(&file[..], settings, None, 0);
            while let Some(item) = source.next_item().expect("it reads") {
                match item {
                    Item::Skipped(Skipped::Lost { count, .. }) => dropped += count,
                    Item::Skipped(Skipped::Unread { .. }) => unread += 1,
                    Item::Fault(_) => wrong += 1,
                    _ => {}
                }
            }
        });
        // What is dropped is said; a stream without any message is said to be none.
        let is_said = dropped > 0 || unread + wrong > 0;
        assert!(dropped >= least && is_said, "{name}: {dropped} bytes, {unread}, {wrong}");
        assert!(used.bytes_max < 40 << 20, "{name}: {} bytes", used.bytes_max);
    }
}

/// Segments of one byte each, which wait in more streams than are followed at a time.
#[test]
fn no_more_bytes_are_lost_than_there_were() {
    let mut packets = Vec::new();
    for port in 0..20_000 {
        let of = |number| segment(4, (port, SERVER), (number, 0), ACK, &[0]);
        packets.extend([of(1), of(3)]);
    }
    let told = found(&packets);
    let lost: u64 =
        told.iter().filter_map(|it| it.strip_prefix("lost ")?.parse::<u64>().ok()).sum();
    assert!((1..=40_000).contains(&lost), "{lost}");
}

#[test]
fn no_stream_makes_it_panic() {
    let mask = Some([9, 8, 7, 6]);
    let socket =
        [REQUEST.to_vec(), ws(BINARY, mask, &value(1)), ws(LAST | MORE, mask, &value(2))].concat();
    let mut packets = in_segments(&socket, 50);
    packets.extend(in_segments(&frames(0..5), 20).into_iter().map(|mut packet| {
        packet[21] ^= 1;
        packet
    }));
    packets.push(enet(
        &[],
        &[reliable(0, 1, &value(1)), part(PART, (2, 2), (0, 2), (16, 0), &value(1))],
    ));
    packets.push(enet(&[], &[part(PART, (3, 2), (1, 2), (16, 8), &value(2))]));
    packets.push(to_server(&[0xCF, 0xFF, 0, 1, 7, 8, 9, 10, 11, 12]));
    let mut random = Random(1);
    let mut read = 0;
    for _ in 0..20_000 {
        let mut damaged = packets.clone();
        for _ in 0..=random.below(3) {
            let packet = random.below(damaged.len());
            let at = 20 + random.below(damaged[packet].len() - 20);
            damaged[packet][at] = match random.below(3) {
                0 => random.below(16) as u8,
                1 => damaged[packet][at] ^ 1 << random.below(8),
                _ => random.below(256) as u8,
            };
            let other = random.below(damaged.len());
            damaged.swap(packet, other);
        }
        let transport =
            [None, Some(Transport::Tcp), Some(Transport::WebSocket), Some(Transport::Enet)];
        let settings =
            Settings { transport: transport[random.below(4)], max: 1000, ..Settings::default() };
        read += found_by(&damaged, settings).len();
    }
    assert!(read > 20_000, "{read}");
}
