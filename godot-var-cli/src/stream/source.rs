//! Where messages come from: one value, frames, lines of hex, captures.

use std::io::{self, Read};
use std::net::{IpAddr, SocketAddr};

use godot_var::DecodeErrorKind;

use super::buffered::Buffered;
use crate::input::{InvalidHex, decode_if_hex, parse_hex};
use crate::pcap::{Capture, Content, Datagram};

/// The bytes before the value in a frame.
pub(crate) const PREFIX: usize = 4;

/// What comes from a [`Source`].
#[derive(Debug)]
pub enum Item<'a> {
    /// A message.
    Message(Message<'a>),
    /// Something that holds no message that can be read.
    Skipped(Skipped),
    /// Something that is wrong.
    Fault(Fault),
}

/// A message as it was found.
#[derive(Debug)]
pub struct Message<'a> {
    /// The byte of the input at which it begins: its length in a frame, its line, its record in a
    /// capture.
    pub offset: usize,
    /// Its bytes, in a frame with the length in front.
    pub bytes: &'a [u8],
    /// How many bytes at its end are missing.
    pub missing: usize,
    /// What it stood in.
    pub origin: Origin,
    /// Whether the input ends before the frame or line does: more of it may be on its way.
    pub is_open: bool,
}

impl<'a> Message<'a> {
    /// Its bytes, without the length of a frame.
    pub fn payload(&self) -> &'a [u8] {
        let from = if matches!(self.origin, Origin::Frame { .. }) { PREFIX } else { 0 };
        self.bytes.get(from..).unwrap_or_default()
    }
}

/// What a message stood in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nothing: it is the whole input.
    Whole,
    /// A frame, its length in this byte order.
    Frame {
        /// Whether the length is big-endian.
        big_endian: bool,
    },
    /// The line of this number, from 1.
    Line(usize),
    /// A datagram of a capture.
    Packet(Packet),
}

/// Where a datagram was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The number of its packet, from 1.
    pub number: usize,
    /// When it was captured, in nanoseconds since 1970.
    pub nanoseconds: Option<i128>,
    /// Who sent it.
    pub source: SocketAddr,
    /// Where to.
    pub destination: SocketAddr,
    /// How many bytes it had on the wire, those that are skipped included.
    pub size: usize,
}

/// A packet without a message that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skipped {
    /// A part of a datagram.
    Fragment {
        /// The number of the packet.
        number: usize,
        /// When it was captured.
        nanoseconds: Option<i128>,
        /// Who sent it.
        source: IpAddr,
        /// Where to.
        destination: IpAddr,
    },
    /// A packet that was cut within its headers.
    Cut {
        /// The number of the packet.
        number: usize,
        /// When it was captured.
        nanoseconds: Option<i128>,
        /// How many bytes were captured.
        captured: usize,
        /// How many it had.
        original_len: usize,
    },
    /// A packet of another protocol than UDP.
    Other {
        /// When it was captured.
        nanoseconds: Option<i128>,
    },
    /// A datagram of another port.
    Port {
        /// When it was captured.
        nanoseconds: Option<i128>,
    },
}

/// What is wrong around messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The name of its kind: one of [`DecodeErrorKind`], or `InvalidHex`, `Capture`.
    pub kind: &'static str,
    /// The byte of the input that it is about.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
    /// What it stood in, if it is about one message.
    pub origin: Option<Origin>,
    /// Whether the input ends too early, which may be no fault of its writer's.
    pub is_end: bool,
}

/// Messages one after the other, in memory that is bounded by the longest.
#[derive(Debug)]
pub struct Source<R> {
    form: Form<R>,
    max: usize,
    failed: bool,
    /// Hex digits of a line as bytes.
    line: Vec<u8>,
}

#[derive(Debug)]
enum Form<R> {
    Whole(Option<Vec<u8>>),
    Frames { input: Buffered<R>, big_endian: bool },
    Lines { input: Buffered<R>, number: usize },
    Capture { capture: Capture<R>, port: Option<u16>, skip: usize },
}

impl<R: Read> Source<R> {
    const fn new(form: Form<R>, max: usize) -> Self {
        Self { form, max, failed: false, line: Vec::new() }
    }

    /// The whole input is one message, of at most `max` bytes: binary, or text of hex digits.
    ///
    /// # Errors
    /// When reading fails, or when there is more.
    pub fn whole(mut input: R, max: usize) -> io::Result<Self> {
        let mut bytes = Vec::new();
        input.by_ref().take((max as u64).saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() > max {
            let message = format!("more than {max} bytes, which is too long for one message");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(Self::bytes(decode_if_hex(bytes)))
    }

    /// These bytes are one message.
    pub const fn bytes(bytes: Vec<u8>) -> Self {
        Self::new(Form::Whole(Some(bytes)), usize::MAX)
    }

    /// Each value stands after its length, as `store_var` and `StreamPeer.put_var` write; none is
    /// longer than `max` bytes.
    pub const fn frames(input: R, big_endian: bool, max: usize) -> Self {
        Self::new(Form::Frames { input: Buffered::new(input), big_endian }, max)
    }

    /// Each line has one message as hex digits, none of more than `max` characters. Blank ones are
    /// left out.
    pub const fn lines(input: R, max: usize) -> Self {
        Self::new(Form::Lines { input: Buffered::new(input), number: 0 }, max)
    }

    /// The UDP datagrams of a capture, those from or to `port`, without the first `skip` bytes.
    pub fn capture(input: R, port: Option<u16>, skip: usize) -> Self {
        let capture = Capture::new(input);
        Self::new(Form::Capture { capture, port, skip }, usize::MAX)
    }

    /// Whether messages come from a capture.
    pub const fn is_capture(&self) -> bool {
        matches!(self.form, Form::Capture { .. })
    }

    /// What comes next; `None` at the end.
    ///
    /// # Errors
    /// When reading fails.
    pub fn next_item(&mut self) -> io::Result<Option<Item<'_>>> {
        if self.failed {
            return Ok(None);
        }
        let (max, failed) = (self.max, &mut self.failed);
        match &mut self.form {
            Form::Whole(bytes) => {
                self.line = match bytes.take() {
                    Some(bytes) => bytes,
                    None => return Ok(None),
                };
                let (bytes, origin) = (&self.line[..], Origin::Whole);
                Ok(Some(Item::Message(Message {
                    offset: 0,
                    bytes,
                    missing: 0,
                    origin,
                    is_open: false,
                })))
            }
            Form::Frames { input, big_endian } => frame(input, *big_endian, max, failed),
            Form::Lines { input, number } => line(input, number, max, failed, &mut self.line),
            Form::Capture { capture, port, skip } => datagram(capture, *port, *skip),
        }
    }
}

fn frame<'a, R: Read>(
    input: &'a mut Buffered<R>,
    big_endian: bool,
    max: usize,
    failed: &mut bool,
) -> io::Result<Option<Item<'a>>> {
    let offset = input.offset();
    let origin = Origin::Frame { big_endian };
    if !input.fill_to(PREFIX)? {
        let rest = input.available().len();
        if rest == 0 {
            return Ok(None);
        }
        // The walk says that the length of the frame is cut.
        *failed = true;
        input.used(rest);
        let bytes = input.before(rest);
        let missing = PREFIX - rest;
        let message = Message { offset, bytes, missing, origin, is_open: true };
        return Ok(Some(Item::Message(message)));
    }
    let word = input.available().first_chunk::<PREFIX>().copied().unwrap_or_default();
    let (length, other) = if big_endian {
        (u32::from_be_bytes(word), u32::from_le_bytes(word))
    } else {
        (u32::from_le_bytes(word), u32::from_be_bytes(word))
    };
    let length = length as usize;
    if length > max {
        *failed = true;
        let hint = if other as usize <= max {
            format!(" ({other} in the other byte order)")
        } else {
            String::new()
        };
        return Ok(Some(Item::Fault(Fault {
            kind: DecodeErrorKind::LimitExceeded.name(),
            offset,
            message: format!(
                "expected a frame of at most {max} bytes, found the length {length}{hint}"
            ),
            origin: Some(origin),
            is_end: false,
        })));
    }
    let len = PREFIX.saturating_add(length);
    if !input.fill_to(len)? {
        *failed = true;
    }
    let have = input.available().len().min(len);
    input.used(have);
    let bytes = input.before(have);
    let missing = len - have;
    let is_open = missing > 0;
    Ok(Some(Item::Message(Message { offset, bytes, missing, origin, is_open })))
}

fn line<'a, R: Read>(
    input: &mut Buffered<R>,
    number: &mut usize,
    max: usize,
    failed: &mut bool,
    decoded: &'a mut Vec<u8>,
) -> io::Result<Option<Item<'a>>> {
    loop {
        let mut scanned = 0;
        let len = loop {
            let bytes = input.available();
            if let Some(at) = bytes[scanned..].iter().position(|byte| *byte == b'\n') {
                break scanned + at + 1;
            }
            scanned = bytes.len();
            if scanned > max || !input.fill()? {
                break scanned;
            }
        };
        if len == 0 {
            return Ok(None);
        }
        *number += 1;
        let (offset, origin) = (input.offset(), Origin::Line(*number));
        if len > max.saturating_add(1) {
            *failed = true;
            return Ok(Some(Item::Fault(Fault {
                kind: DecodeErrorKind::LimitExceeded.name(),
                offset,
                message: format!("line {number}: more than {max} characters"),
                origin: Some(origin),
                is_end: false,
            })));
        }
        input.used(len);
        let line = input.before(len);
        let is_open = !line.ends_with(b"\n");
        let text = line.trim_ascii_end();
        if text.trim_ascii().is_empty() {
            continue;
        }
        match parse_hex(text) {
            Ok(bytes) => {
                *decoded = bytes;
                let bytes = &decoded[..];
                let message = Message { offset, bytes, missing: 0, origin, is_open };
                return Ok(Some(Item::Message(message)));
            }
            Err(InvalidHex { offset: at, message }) => {
                return Ok(Some(Item::Fault(Fault {
                    kind: "InvalidHex",
                    offset: offset + at,
                    message: format!("line {number}: {message}"),
                    origin: Some(origin),
                    is_end: is_open,
                })));
            }
        }
    }
}

fn datagram<R: Read>(
    capture: &mut Capture<R>,
    port: Option<u16>,
    skip: usize,
) -> io::Result<Option<Item<'_>>> {
    let packet = match capture.next_packet()? {
        None => return Ok(None),
        Some(Ok(packet)) => packet,
        Some(Err(error)) => {
            return Ok(Some(Item::Fault(Fault {
                kind: "Capture",
                offset: error.offset,
                message: error.to_string(),
                origin: None,
                is_end: error.is_end(),
            })));
        }
    };
    let (number, offset, nanoseconds) = (packet.number, packet.offset, packet.nanoseconds);
    let Datagram { source, destination, payload, missing } = match packet.content() {
        Content::Datagram(datagram) => datagram,
        // Only the first of the fragments has the ports.
        Content::Fragment(source, destination) => {
            let skipped = Skipped::Fragment { number, nanoseconds, source, destination };
            return Ok(Some(Item::Skipped(skipped)));
        }
        Content::Cut => {
            let (captured, original_len) = (packet.bytes.len(), packet.original_len);
            let skipped = Skipped::Cut { number, nanoseconds, captured, original_len };
            return Ok(Some(Item::Skipped(skipped)));
        }
        Content::Other(_) => return Ok(Some(Item::Skipped(Skipped::Other { nanoseconds }))),
    };
    if port.is_some_and(|port| source.port() != port && destination.port() != port) {
        return Ok(Some(Item::Skipped(Skipped::Port { nanoseconds })));
    }
    let size = payload.len() + missing;
    let origin = Origin::Packet(Packet { number, nanoseconds, source, destination, size });
    Ok(Some(match payload.get(skip..) {
        Some(bytes) => Item::Message(Message { offset, bytes, missing, origin, is_open: false }),
        None => Item::Fault(Fault {
            kind: DecodeErrorKind::Incomplete.name(),
            offset,
            message: "nothing is left after the bytes to skip".to_owned(),
            origin: Some(origin),
            is_end: false,
        }),
    }))
}
