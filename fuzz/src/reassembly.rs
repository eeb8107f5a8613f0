//! Messages over TCP, WebSocket and ENet, sent in any pieces: cut, doubled, overlapping, in another order.
//!
//! `inspect` finds the messages that were sent, and in any stream what it finds in the same stream in one piece.

use std::ops::Range;

use allocation_counter::measure;
use godot_var_cli::Transport;
use godot_var_cli::pcap::{
    Carried, Datagram, Found, Messages, Packet, Place, Segment, Settings, Via,
};

use crate::pieces::Choices;

/// The maximum length of a message in bytes.
const MOST: usize = 2000;
/// The maximum length of what is sent.
const ALL: usize = 6000;

/// What was found, with the bytes of messages.
type FoundHere = Vec<(Found, Vec<u8>)>;

/// Sends the messages that the bytes select in the pieces that they select.
pub fn reassembly(bytes: &[u8]) {
    let mut choices = Choices(bytes);
    // Too few bytes for a conversation are not a finding.
    let _ = conversation(&mut choices);
}

fn conversation(choices: &mut Choices<'_>) -> Option<()> {
    let (what, more) = (choices.byte()?, choices.byte()?);
    let carried = match more & 3 {
        0 => Carried::Variants,
        1 => Carried::Godot3Variants,
        2 => Carried::Multiplayer,
        _ => Carried::Other,
    };
    let settings = Settings { carried, max: MOST, big_endian: more & 4 != 0, transport: None };
    let said = |transport| Settings { transport: Some(transport), ..settings };
    let count = more >> 4;
    match what % 5 {
        0 => {
            let messages = messages(count, choices)?;
            let length = |len: u32| {
                if settings.big_endian { len.to_be_bytes() } else { len.to_le_bytes() }
            };
            let framed = |message: &&[u8]| [&length(message.len() as u32), *message].concat();
            let stream = messages.iter().flat_map(framed).collect::<Vec<_>>();
            let settings = said(Transport::Tcp);
            assert_eq!(found_in_pieces(settings, &stream, choices), sent(Via::Tcp, messages));
        }
        1 => {
            let messages = messages(count, choices)?;
            let mut stream = b"GET /game HTTP/1.1\r\nUpgrade: websocket\r\n\r\n".to_vec();
            for message in &messages {
                put_frames(message, choices, &mut stream)?;
            }
            let settings = said(Transport::WebSocket);
            assert_eq!(found_in_pieces(settings, &stream, choices), sent(Via::WebSocket, messages));
        }
        2 => enet(settings, &messages(count, choices)?, choices),
        // Any stream, of which the transport is said or guessed.
        3 => {
            let transports = [Transport::Tcp, Transport::WebSocket];
            let settings = said(transports[usize::from(more >> 3 & 1)]);
            found_in_pieces(settings, &any_stream(choices)?, choices);
        }
        _ => {
            found_in_pieces(settings, &any_stream(choices)?, choices);
        }
    }
    Some(())
}

fn messages<'a>(count: u8, choices: &mut Choices<'a>) -> Option<Vec<&'a [u8]>> {
    (0..count).map(|_| choices.bytes()).collect()
}

fn sent(via: Via, messages: Vec<&[u8]>) -> FoundHere {
    messages.into_iter().map(|message| (Found::Message(via), message.to_vec())).collect()
}

fn any_stream(choices: &mut Choices<'_>) -> Option<Vec<u8>> {
    let mut stream = Vec::new();
    for _ in 0..=choices.byte()? % 8 {
        stream.extend(choices.bytes()?);
    }
    Some(stream)
}

/// Writes a message in frames of WebSocket, with control frames between them.
fn put_frames(message: &[u8], choices: &mut Choices<'_>, stream: &mut Vec<u8>) -> Option<()> {
    let (mut rest, mut first) = (message, 2);
    loop {
        let choice = choices.byte()?;
        let len = if choice & 1 == 0 { rest.len() } else { usize::from(choice).min(rest.len()) };
        let (part, after) = rest.split_at(len);
        let is_last = if after.is_empty() { 0x80 } else { 0 };
        let mask = if choice & 2 == 0 { None } else { Some([choice, 1, 2, 3]) };
        stream.push(first | is_last);
        let masked = if mask.is_some() { 0x80 } else { 0 };
        match part.len() {
            0..126 if choice & 4 == 0 => stream.push(part.len() as u8 | masked),
            _ => {
                stream.push(126 | masked);
                stream.extend((part.len() as u16).to_be_bytes());
            }
        }
        stream.extend(mask.iter().flatten());
        let mask = mask.unwrap_or_default();
        stream.extend(part.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        if choice & 8 != 0 {
            // A ping.
            stream.extend([0x89, 3, 1, 2, 3]);
        }
        if after.is_empty() {
            return Some(());
        }
        (rest, first) = (after, 0);
    }
}

/// The ranges of the pieces in which a stream is sent. Every byte is in one of them at least.
fn pieces(len: usize, choices: &mut Choices<'_>) -> Vec<Range<usize>> {
    let (mut pieces, mut at) = (Vec::new(), 0);
    while at < len {
        let choice = choices.byte().unwrap_or(0);
        let size = if choice == 0 { len } else { usize::from(choice >> 2).max(1) };
        let end = (at + size).min(len);
        match choice & 3 {
            // Again with bytes before it.
            1 => pieces.push(at.saturating_sub(usize::from(choice >> 3))..end),
            // After the next one.
            2 => {
                let place = pieces.len().saturating_sub(1);
                pieces.insert(place, at..end);
            }
            // Twice.
            3 => pieces.extend([at..end, at..end]),
            _ => pieces.push(at..end),
        }
        at = end;
    }
    pieces
}

const PACKET: Packet<'static> =
    Packet { number: 1, offset: 0, nanoseconds: None, link: 101, bytes: &[], original_len: 0 };

/// Returns what is found in a stream in pieces, and compares it with what is found in one piece.
fn found_in_pieces(settings: Settings, stream: &[u8], choices: &mut Choices<'_>) -> FoundHere {
    let start = u32::from(choices.byte().unwrap_or(0)) << 24 | 0x00ff_ff00;
    let stream = &stream[..stream.len().min(ALL)];
    let pieces = pieces(stream.len(), choices);
    let sent: usize = pieces.iter().map(Range::len).sum();
    let mut found = Vec::new();
    let cost = measure(|| found = follow(settings, stream, start, &pieces));
    let most = (64 << 10) + 16 * sent as u64 + 600 * pieces.len() as u64;
    assert!(cost.bytes_max <= most, "{} bytes at once for {sent}", cost.bytes_max);
    let whole = follow(settings, stream, start, std::slice::from_ref(&(0..stream.len())));
    assert_eq!(found, whole);
    found
}

/// Follows a connection from its start to its end.
fn follow(settings: Settings, stream: &[u8], start: u32, pieces: &[Range<usize>]) -> FoundHere {
    let source = "10.0.0.1:9000".parse().expect("an address");
    let destination = "10.0.0.2:4000".parse().expect("an address");
    let segment = |sequence, payload| Segment {
        source,
        destination,
        sequence,
        acknowledged: None,
        begins: false,
        ends: false,
        breaks: false,
        payload,
        missing: 0,
    };
    let first = start.wrapping_add(1);
    let after = first.wrapping_add(stream.len() as u32);
    let mut segments = vec![Segment { begins: true, ..segment(start, &[]) }];
    for piece in pieces {
        let sequence = first.wrapping_add(piece.start as u32);
        segments.push(segment(sequence, &stream[piece.clone()]));
    }
    segments.push(Segment { ends: true, ..segment(after, &[]) });
    let (mut messages, mut found) = (Messages::new(settings), Vec::new());
    for segment in segments {
        messages.segment(Place::of_segment(&PACKET, &segment), &segment);
        drain(&mut messages, &mut found);
    }
    messages.end();
    drain(&mut messages, &mut found);
    found
}

fn drain(messages: &mut Messages, found: &mut FoundHere) {
    let mut message = Vec::new();
    while let Some((_, what)) = messages.next_found(&mut message) {
        let bytes = std::mem::take(&mut message);
        found.push((what, bytes));
    }
}

/// Sends messages over ENet, whole or in parts. Each is found once, with its channel.
fn enet(settings: Settings, messages: &[&[u8]], choices: &mut Choices<'_>) {
    const SEND_RELIABLE: u8 = 0x86;
    const SEND_FRAGMENT: u8 = 0x88;
    // Godot 3 has a header in its packets.
    let carried = match settings.carried {
        Carried::Godot3Variants => Carried::Variants,
        carried => carried,
    };
    let settings = Settings { carried, transport: Some(Transport::Enet), ..settings };
    let (mut commands, mut expected, mut number) = (Vec::new(), Vec::new(), 1_u16);
    for message in messages.iter().filter(|message| !message.is_empty()) {
        let choice = choices.byte().unwrap_or(0);
        let channel = choice & 3;
        expected.push((Found::Message(Via::Enet(channel)), message.to_vec()));
        let len = message.len() as u16;
        let command = |first, number: u16| {
            let mut command = vec![first, channel];
            command.extend(number.to_be_bytes());
            command
        };
        if choice & 4 == 0 {
            let whole = [&command(SEND_RELIABLE, number), &len.to_be_bytes()[..], message];
            commands.push(whole.concat());
            number += 1;
            continue;
        }
        let size = usize::from(choice >> 3).max(1);
        let (first, parts) = (number, message.chunks(size));
        let count = parts.len() as u32;
        for (index, part) in parts.enumerate() {
            let mut command = command(SEND_FRAGMENT, number);
            number += 1;
            command.extend([first, part.len() as u16].into_iter().flat_map(u16::to_be_bytes));
            let numbers = [count, index as u32, len.into(), (index * size) as u32];
            command.extend(numbers.into_iter().flat_map(u32::to_be_bytes));
            command.extend(part);
            commands.push(command);
        }
    }
    // A piece is the commands of a datagram.
    let mut messages = Messages::new(settings);
    let mut found = Vec::new();
    for piece in pieces(commands.len(), choices) {
        let payload = [&[0x80, 0, 0, 7][..], &commands[piece].concat()].concat();
        let datagram = Datagram {
            source: "10.0.0.1:9000".parse().expect("an address"),
            destination: "10.0.0.2:4000".parse().expect("an address"),
            payload: &payload,
            missing: 0,
        };
        let is_taken = messages.datagram(Place::of_datagram(&PACKET, &datagram), &datagram);
        assert!(is_taken, "ENet is said");
        drain(&mut messages, &mut found);
    }
    messages.end();
    drain(&mut messages, &mut found);
    let key = |(what, bytes): &(Found, Vec<u8>)| (format!("{what:?}"), bytes.clone());
    found.sort_by_key(key);
    expected.sort_by_key(key);
    assert_eq!(found, expected);
}

/// Conversations of each kind, cut in a few ways.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    // The int 7, a text, and a long one.
    let long = [&[4, 0, 0, 0, 180, 0, 0, 0][..], &[b'a'; 180]].concat();
    let messages =
        [&[2, 0, 0, 0, 7, 0, 0, 0][..], &[4, 0, 0, 0, 2, 0, 0, 0, b'h', b'i', 0, 0], &long];
    let cuts = [&[0][..], &[1], &[4; 80], &[21; 60], &[42; 60], &[63, 5, 6, 7, 8, 9, 10, 11, 0]];
    let mut found = Vec::new();
    for what in 0..5_u8 {
        for wire in 0..4_u8 {
            for cut in cuts {
                let mut input = vec![what, wire | 3 << 4];
                if what > 2 {
                    input.push(1);
                }
                for message in messages {
                    if what > 2 {
                        input.extend([4, message.len() as u8, 0, 0, 0]);
                    }
                    input.push(message.len() as u8);
                    input.extend(message);
                }
                input.extend([0, 71, 5]);
                input.extend(cut);
                found.push(input);
            }
        }
    }
    found
}
