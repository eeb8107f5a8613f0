//! Where messages come from: one value, frames, lines of hex, captures.

use std::io::{self, Read};
use std::net::{IpAddr, SocketAddr};

use godot_var::error::DecodeErrorKind;

use super::direction::Directions;
use crate::Transport;
use crate::buffered::Buffered;
use crate::input::{self, InvalidHex, Notation};
use crate::pcap::{Capture, Content, Found, Messages, PREFIX, Place, Settings, Via};

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
    /// What it was in.
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

/// What a message was in.
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
    /// A packet of a capture, or several.
    Packet(Packet),
}

/// Where a message was seen: for one in several packets the last of them.
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
    /// What carried it.
    pub via: Via,
    /// Whether it goes to a client.
    pub to_client: bool,
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
    /// Bytes that are missing, or belong to messages of which some are.
    Lost {
        /// The packet after them.
        place: Place,
        /// How many they are.
        count: u64,
    },
    /// A stream or a datagram that is something else.
    Unread {
        /// Where it was seen.
        place: Place,
        /// What it is.
        what: &'static str,
    },
    /// A packet of another protocol.
    Other {
        /// When it was captured.
        nanoseconds: Option<i128>,
        /// What it is.
        what: &'static str,
    },
    /// The first packet, which ends no message: what belongs to it comes later.
    First {
        /// When it was captured.
        nanoseconds: Option<i128>,
    },
    /// A packet of other ports than the one that is asked for.
    Port {
        /// When it was captured.
        nanoseconds: Option<i128>,
        /// Its ports.
        ports: [u16; 2],
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
    /// What it was in, if it is about one message.
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
    /// The bytes of a message that the input has not in one piece: hex digits of a line, packets.
    line: Vec<u8>,
}

#[derive(Debug)]
enum Form<R> {
    Whole(Option<Vec<u8>>),
    Frames { input: Buffered<R>, big_endian: bool },
    Lines { input: Buffered<R>, number: usize, notation: Option<Notation> },
    Capture(Box<Captured<R>>),
}

/// A capture, and what is looked for in it.
#[derive(Debug)]
struct Captured<R> {
    capture: Capture<R>,
    port: Option<u16>,
    skip: usize,
    transport: Option<Transport>,
    messages: Messages,
    directions: Directions,
    ended: bool,
}

impl<R: Read> Source<R> {
    const fn new(form: Form<R>, max: usize) -> Self {
        Self { form, max, failed: false, line: Vec::new() }
    }

    /// These bytes are one message.
    pub const fn bytes(bytes: Vec<u8>) -> Self {
        Self::new(Form::Whole(Some(bytes)), usize::MAX)
    }

    /// Each value comes after its length, as `store_var` and `StreamPeer.put_var` write; none is
    /// longer than `max` bytes.
    pub const fn frames(input: R, big_endian: bool, max: usize) -> Self {
        Self::new(Form::Frames { input: Buffered::new(input), big_endian }, max)
    }

    /// Each line has one message in this notation, or in any but base64, none of more than `max` characters. Blank ones are
    /// left out.
    pub const fn lines(input: R, notation: Option<Notation>, max: usize) -> Self {
        Self::new(Form::Lines { input: Buffered::new(input), number: 0, notation }, max)
    }

    /// The messages of a capture, those from or to `port`, without the first `skip` bytes.
    pub fn capture(input: R, settings: Settings, port: Option<u16>, skip: usize) -> Self {
        let (capture, transport) = (Capture::new(input), settings.transport);
        let messages = Messages::new(settings);
        let directions = Directions::new(port);
        let captured =
            Captured { capture, port, skip, transport, messages, directions, ended: false };
        Self::new(Form::Capture(Box::new(captured)), usize::MAX)
    }

    /// Whether messages come from a capture.
    pub const fn is_capture(&self) -> bool {
        matches!(self.form, Form::Capture(_))
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
            Form::Lines { input, number, notation } => {
                let notation = *notation;
                let parse = |text: &[u8]| match notation {
                    Some(notation) => notation.parse(text),
                    None => input::parse(text),
                };
                line(input, number, parse, (max, failed), &mut self.line)
            }
            Form::Capture(captured) => captured.next_item(&mut self.line),
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
    parse: impl Fn(&[u8]) -> Result<Vec<u8>, InvalidHex>,
    (max, failed): (usize, &mut bool),
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
        match parse(text) {
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

impl<R: Read> Captured<R> {
    /// What comes next; `bytes` gets those of a message.
    fn next_item<'a>(&mut self, bytes: &'a mut Vec<u8>) -> io::Result<Option<Item<'a>>> {
        loop {
            if let Some((place, found)) = self.messages.next_found(bytes) {
                return Ok(Some(self.item(place, found, bytes, 0)));
            }
            let packet = match self.capture.next_packet()? {
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
                None if self.ended => return Ok(None),
                None => {
                    self.ended = true;
                    self.messages.end();
                    continue;
                }
            };
            let (number, nanoseconds) = (packet.number, packet.nanoseconds);
            let is_other = |source: SocketAddr, destination: SocketAddr| {
                let ports = [source.port(), destination.port()];
                let is_other = self.port.is_some_and(|port| !ports.contains(&port));
                is_other.then_some(Skipped::Port { nanoseconds, ports })
            };
            // Times are counted from it.
            let first = (number == 1).then_some(Skipped::First { nanoseconds });
            let is_stream = matches!(self.transport, Some(Transport::Tcp | Transport::WebSocket));
            let skipped = match packet.content() {
                Content::Datagram(datagram) => {
                    self.directions.is_to_client(datagram.source, datagram.destination);
                    if let Some(port) = is_other(datagram.source, datagram.destination) {
                        port
                    } else if is_stream {
                        Skipped::Other { nanoseconds, what: "UDP" }
                    } else {
                        let place = Place::of_datagram(&packet, &datagram);
                        if self.messages.datagram(place, &datagram) {
                            if let Some(first) = first {
                                return Ok(Some(Item::Skipped(first)));
                            }
                            continue;
                        }
                        bytes.clear();
                        bytes.extend_from_slice(datagram.payload);
                        let found = Found::Message(Via::Udp);
                        let missing = datagram.missing;
                        return Ok(Some(self.item(place, found, bytes, missing)));
                    }
                }
                Content::Segment(segment) => {
                    self.directions.is_to_client(segment.source, segment.destination);
                    if let Some(port) = is_other(segment.source, segment.destination) {
                        port
                    } else if is_stream || self.transport.is_none() {
                        let place = Place::of_segment(&packet, &segment);
                        self.messages.segment(place, &segment);
                        if let Some(first) = first {
                            return Ok(Some(Item::Skipped(first)));
                        }
                        continue;
                    } else {
                        Skipped::Other { nanoseconds, what: "TCP" }
                    }
                }
                // Only the first of the fragments has the ports.
                Content::Fragment(source, destination) => {
                    Skipped::Fragment { number, nanoseconds, source, destination }
                }
                Content::Cut => {
                    let (captured, original_len) = (packet.bytes.len(), packet.original_len);
                    Skipped::Cut { number, nanoseconds, captured, original_len }
                }
                Content::Other(what) => Skipped::Other { nanoseconds, what },
            };
            return Ok(Some(Item::Skipped(skipped)));
        }
    }

    fn item<'a>(
        &mut self,
        place: Place,
        found: Found,
        bytes: &'a [u8],
        missing: usize,
    ) -> Item<'a> {
        let Place { number, offset, nanoseconds, source, destination, .. } = place;
        let to_client = self.directions.is_to_client(source, destination);
        let origin = |via, size| {
            Origin::Packet(Packet {
                number,
                nanoseconds,
                source,
                destination,
                size,
                via,
                to_client,
            })
        };
        let fault = |kind, message, origin| {
            Item::Fault(Fault { kind, offset, message, origin: Some(origin), is_end: false })
        };
        match found {
            Found::Message(via) => {
                let origin = origin(via, bytes.len() + missing);
                match bytes.get(self.skip..) {
                    Some(bytes) => {
                        Item::Message(Message { offset, bytes, missing, origin, is_open: false })
                    }
                    None => {
                        let message = "nothing is left after the bytes to skip".to_owned();
                        fault(DecodeErrorKind::Incomplete.name(), message, origin)
                    }
                }
            }
            Found::Lost(count) => Item::Skipped(Skipped::Lost { place, count }),
            Found::Unread(what) => Item::Skipped(Skipped::Unread { place, what }),
            Found::Fault(via, kind, message) => fault(kind, message, origin(via, place.size)),
        }
    }
}
