//! The messages in the packets of a capture, whatever carried them.

use std::collections::VecDeque;

use godot_var::error::DecodeErrorKind;
use godot_var::multiplayer::godot3::Message;

use super::enet::{Enet, Trouble};
use super::framed::Framed;
use super::inbox::Inbox;
use super::place::{Flow, Place, Step, Via};
use super::recent::Recent;
use super::tcp::{Arrival, Piece, Stream};
use super::websocket::WebSocket;
use super::{Datagram, Segment, guess};
use crate::Transport;

/// What the messages are: it says what may carry them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Carried {
    /// Variants.
    #[default]
    Variants,
    /// Variants of Godot 3, whose packets over ENet have a header.
    Godot3Variants,
    /// Packets of Godot 4's high-level multiplayer, whose first one over WebSocket is the number of the client.
    Multiplayer,
    /// Messages of another protocol: no frames over TCP, no ENet.
    Other,
}

impl Carried {
    /// Whether they are Variants, which frames over TCP may contain.
    pub const fn is_variants(self) -> bool {
        matches!(self, Self::Variants | Self::Godot3Variants)
    }
}

/// How messages are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What carries them; without it a guess, for each conversation.
    pub transport: Option<Transport>,
    /// What they are.
    pub carried: Carried,
    /// Whether the lengths before messages over TCP are big-endian.
    pub big_endian: bool,
    /// The longest message over TCP, WebSocket or ENet, in bytes.
    pub max: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { transport: None, carried: Carried::default(), big_endian: false, max: 64 << 20 }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A message.
    Message(Via),
    /// So many bytes that are missing from the capture, or belong to messages of which bytes are missing.
    Lost(u64),
    /// A stream, or a datagram, that is something else: what it is.
    Unread(&'static str),
    /// Something wrong: what carried it, one of [`DecodeErrorKind`] or `Transport`, and a sentence.
    Fault(Via, &'static str, String),
}

/// Reads what a stream carries.
#[derive(Debug)]
enum Reader {
    /// The first bytes will tell.
    Unknown,
    Framed(Framed),
    WebSocket(WebSocket),
    /// Nothing here is read.
    Ignored,
}

/// One direction of a connection.
#[derive(Debug)]
struct Direction {
    stream: Stream,
    inbox: Inbox,
    reader: Reader,
    /// Whether bytes are left out until a message begins.
    is_astray: bool,
    /// Bytes of it that were left out, or missing, and not yet said.
    lost: u64,
    /// What carries its messages, once one was found.
    known: Option<Transport>,
    place: Place,
}

/// Directions of connections that are followed at a time.
const MAX_STREAMS: usize = 1 << 13;
/// The bytes that all streams may hold together, in addition to one message of the longest.
const ROOM: usize = 16 << 20;

/// How many bytes have to be there before they tell what they are.
const ENOUGH: usize = 8;

pub(crate) const NO_STREAM: &str = "neither WebSocket nor messages after their lengths";
pub(crate) const NO_WEBSOCKET: &str = "no WebSocket";

/// Follows the conversations of a capture, and gives the messages in them.
///
/// All streams of TCP together hold at most 16 MiB and twice the longest message, all parts of packets of ENet 16 MiB and
/// the longest message.
///
/// ```
/// use godot_var_cli::pcap::{Capture, Content, Found, Messages, Place, Settings, Via};
///
/// // A capture of raw IPv4, and a segment of TCP in it: a length, and a message.
/// let mut file = hex::decode("d4c3b2a1020004000000000000000000ffff0000e4000000")?;
/// file.extend(hex::decode("00f15365 00000000 34000000 34000000".replace(' ', ""))?);
/// file.extend(hex::decode("4500003400000000400600000a0000010a000002")?);
/// file.extend(hex::decode("23280fa000000001000000005018ffff00000000")?);
/// file.extend(hex::decode("08000000 0200000007000000".replace(' ', ""))?);
/// let mut messages = Messages::new(Settings::default());
/// let mut capture = Capture::new(&file[..]);
/// let packet = capture.next_packet()?.expect("a packet")?;
/// let Content::Segment(segment) = packet.content() else { panic!("{packet:?}") };
/// messages.segment(Place::of_segment(&packet, &segment), &segment);
/// let mut message = Vec::new();
/// let (_, found) = messages.next_found(&mut message).expect("a message");
/// assert_eq!(found, Found::Message(Via::Tcp));
/// assert_eq!(message, [2, 0, 0, 0, 7, 0, 0, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Messages {
    settings: Settings,
    streams: Recent<Flow, Direction>,
    /// What the streams hold.
    held: usize,
    /// Streams that may have something to say.
    active: Vec<Flow>,
    enet: Enet,
    /// What was found in datagrams, and is not yet taken.
    ready: VecDeque<(Place, Found, Vec<u8>)>,
}

impl Messages {
    /// Follows nothing yet.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            streams: Recent::new(MAX_STREAMS),
            held: 0,
            active: Vec::new(),
            enet: Enet::new(),
            ready: VecDeque::new(),
        }
    }

    /// Takes a datagram, unless it is a message itself: says whether it has.
    pub fn datagram(&mut self, place: Place, datagram: &Datagram<'_>) -> bool {
        let (flow, bytes) = (place.flow(), datagram.payload);
        let is_enet = match (self.settings.transport, self.settings.carried) {
            (Some(transport), _) => transport == Transport::Enet,
            (None, Carried::Other) => false,
            (None, carried) => self.enet.is_enet(flow, datagram, carried != Carried::Multiplayer),
        };
        if !is_enet {
            return false;
        }
        let (mut packets, max) = (VecDeque::new(), self.settings.max);
        let room = max.saturating_add(ROOM);
        let read = self.enet.datagram(place, bytes, max, room, &mut packets);
        let dropped = self.enet.take_dropped();
        self.drop(place, dropped);
        for (channel, packet) in packets {
            if let Some(message) = self.of_enet(channel, packet) {
                self.ready.push_back((place, Found::Message(Via::Enet(channel)), message));
            }
        }
        let trouble = match read {
            Ok(()) => None,
            // What was not captured is missing, and not wrong.
            Err(_) if datagram.missing > 0 => Some(Found::Lost(datagram.missing as u64)),
            Err(Trouble::Compressed) => Some(Found::Unread(
                "a datagram of ENet compressed by another method than its range coder",
            )),
            Err(Trouble::Wrong(channel, what, at)) => {
                let what = format!("{what} at byte {at} after the header");
                Some(Found::Fault(Via::Enet(channel), "Transport", what))
            }
        };
        self.ready.extend(trouble.map(|found| (place, found, Vec::new())));
        true
    }

    /// The message in a packet of ENet; none where Godot 3 says who comes and goes.
    fn of_enet(&self, channel: u8, packet: Vec<u8>) -> Option<Vec<u8>> {
        if self.settings.carried != Carried::Godot3Variants {
            return Some(packet);
        }
        match Message::read_enet(channel, &packet) {
            Ok(Message::Packet { packet, .. }) => Some(packet.to_owned()),
            Ok(_) => None,
            Err(_) => Some(packet),
        }
    }

    /// Takes a segment.
    pub fn segment(&mut self, place: Place, segment: &Segment<'_>) {
        let flow = place.flow();
        if let Some(number) = segment.acknowledged
            && let Some(other) = self.streams.get_mut(flow.reversed())
        {
            other.stream.acknowledge(number);
            self.active.push(flow.reversed());
        }
        let is_silent = segment.payload.is_empty() && segment.missing == 0;
        if is_silent && !segment.begins && self.streams.get(flow).is_none() {
            return;
        }
        if self.streams.is_full() && self.streams.get(flow).is_none() {
            self.forget_some(place);
        }
        let new = || Direction {
            stream: Stream::default(),
            inbox: Inbox::default(),
            reader: Reader::Unknown,
            is_astray: true,
            lost: 0,
            known: None,
            place,
        };
        let direction = self.streams.entry(flow, new);
        let (before, unread) = (direction.held(), direction.unread());
        direction.place = place;
        let first = segment.sequence.wrapping_add(u32::from(segment.begins));
        let (mut found, mut lost) = (None, 0);
        if segment.begins && direction.stream.begin(first) {
            direction.begin(false);
            lost = unread;
        }
        if !is_silent {
            match direction.stream.put(first, segment.payload, segment.missing) {
                Arrival::Next(bytes) => found = direction.push(bytes, &self.settings),
                Arrival::Another(bytes) => {
                    direction.begin(true);
                    lost = unread;
                    found = direction.push(bytes, &self.settings);
                }
                Arrival::Later => {}
            }
        }
        if segment.breaks {
            direction.stream.end();
        } else if segment.ends {
            let len = segment.payload.len() + segment.missing;
            direction.stream.end_at(first.wrapping_add(len as u32));
        }
        self.held = self.held + direction.held() - before.min(self.held);
        self.drop(place, lost);
        self.ready.extend(found.map(|found| (place, found, Vec::new())));
        self.active.push(flow);
        while self.held > self.room() && self.streams.len() > 1 {
            self.forget_some(place);
        }
        if self.held > self.room()
            && let Some(direction) = self.streams.get_mut(flow)
        {
            direction.give_up();
            self.held = direction.held();
        }
    }

    const fn room(&self) -> usize {
        self.settings.max.saturating_mul(2).saturating_add(ROOM)
    }

    fn forget_some(&mut self, place: Place) {
        let before: u64 = self.streams.values().map(Direction::unread).sum();
        self.streams.forget_older_half();
        let after: u64 = self.streams.values().map(Direction::unread).sum();
        self.held = self.streams.values().map(Direction::held).sum();
        self.drop(place, before - after);
    }

    /// Says that this many bytes were dropped.
    fn drop(&mut self, place: Place, count: u64) {
        if count > 0 {
            self.ready.push_back((place, Found::Lost(count), Vec::new()));
        }
    }

    /// Nothing more comes: what waits is found without what it waited for.
    pub fn end(&mut self) {
        for (place, count) in self.enet.end() {
            self.drop(place, count);
        }
        let mut flows = self.streams.keys_by_use();
        for flow in &flows {
            if let Some(direction) = self.streams.get_mut(*flow) {
                direction.stream.end();
            }
        }
        flows.reverse();
        self.active = flows;
    }

    /// What comes next, and where; `message` gets the bytes of a message. `None` if another packet is needed.
    pub fn next_found(&mut self, message: &mut Vec<u8>) -> Option<(Place, Found)> {
        if let Some((place, found, bytes)) = self.ready.pop_front() {
            *message = bytes;
            return Some((place, found));
        }
        while let Some(flow) = self.active.last() {
            if let Some(direction) = self.streams.get_mut(*flow) {
                let before = direction.held();
                let found = direction.next(&self.settings, message);
                self.held = self.held + direction.held() - before.min(self.held);
                if let Some(found) = found {
                    return Some((direction.place, found));
                }
            }
            self.active.pop();
        }
        None
    }
}

impl Direction {
    fn held(&self) -> usize {
        let parts = self.parts().map_or(0, Vec::capacity);
        self.inbox.held() + self.stream.held() + parts
    }

    /// The parts of a message of WebSocket.
    const fn parts(&self) -> Option<&Vec<u8>> {
        if let Reader::WebSocket(socket) = &self.reader { Some(socket.parts()) } else { None }
    }

    /// The bytes of it that are not said to be lost, nor are those of a message that was found.
    fn unread(&self) -> u64 {
        if matches!(self.reader, Reader::Ignored) {
            return 0;
        }
        let begun = self.inbox.len() + self.parts().map_or(0, Vec::len);
        self.lost + (begun + self.stream.waiting()) as u64
    }

    /// The rest of a message that has begun will not come.
    fn lose_begun(&mut self) {
        self.lost += (self.inbox.len() + self.parts().map_or(0, Vec::len)) as u64;
        self.inbox.clear();
        if let Reader::Framed(_) | Reader::WebSocket(_) = self.reader {
            self.reader = Reader::Unknown;
        }
    }

    /// Another stream begins.
    fn begin(&mut self, is_astray: bool) {
        self.inbox.clear();
        (self.reader, self.is_astray) = (Reader::Unknown, is_astray);
        (self.lost, self.known) = (0, None);
    }

    /// Loses its place: bytes are left out until a message begins.
    fn stray(&mut self) {
        self.lose_begun();
        self.is_astray = true;
    }

    fn give_up(&mut self) {
        self.lost += self.stream.waiting() as u64;
        self.stray();
        self.stream = Stream::default();
    }

    /// Takes the next bytes of the stream.
    fn push(&mut self, bytes: &[u8], settings: &Settings) -> Option<Found> {
        if matches!(self.reader, Reader::Ignored) {
            return None;
        }
        if self.is_astray {
            let transport = self.known.or(settings.transport);
            let settings = Settings { transport, ..*settings };
            let Some(reader) = reader_in_the_middle(bytes, &settings) else {
                self.lost += bytes.len() as u64;
                return None;
            };
            (self.reader, self.is_astray) = (reader, false);
            self.inbox.push(bytes);
            let lost = std::mem::take(&mut self.lost);
            return (lost > 0).then_some(Found::Lost(lost));
        }
        self.inbox.push(bytes);
        None
    }

    /// What is next in it.
    fn next(&mut self, settings: &Settings, message: &mut Vec<u8>) -> Option<Found> {
        loop {
            match self.read(settings, message) {
                Some(found) => return Some(found),
                None => match self.stream.next_piece() {
                    Some(Piece::Bytes(bytes)) => {
                        if let Some(found) = self.push(&bytes, settings) {
                            return Some(found);
                        }
                    }
                    Some(Piece::Gap(_)) if matches!(self.reader, Reader::Ignored) => {}
                    Some(Piece::Gap(count)) => {
                        self.lost += count;
                        self.stray();
                    }
                    None => return self.rest(),
                },
            }
        }
    }

    /// Once the stream has ended: what was not read of it.
    fn rest(&mut self) -> Option<Found> {
        if !self.stream.has_ended() || matches!(self.reader, Reader::Ignored) {
            return None;
        }
        if let (Reader::Unknown, None) = (&self.reader, self.known)
            && self.inbox.len() + self.lost as usize > 0
        {
            let what = guess::known(self.inbox.bytes());
            self.ignore();
            return Some(Found::Unread(what.unwrap_or(NO_STREAM)));
        }
        self.stray();
        let lost = std::mem::take(&mut self.lost);
        (lost > 0).then_some(Found::Lost(lost))
    }

    fn ignore(&mut self) {
        self.inbox.clear();
        self.reader = Reader::Ignored;
        self.lost = 0;
    }

    /// Reads what has come in order.
    fn read(&mut self, settings: &Settings, message: &mut Vec<u8>) -> Option<Found> {
        let (max, inbox) = (settings.max, &mut self.inbox);
        loop {
            if inbox.is_spent() {
                return None;
            }
            let step = match &mut self.reader {
                Reader::Ignored => {
                    inbox.clear();
                    return None;
                }
                Reader::Unknown => {
                    match reader_at_the_start(inbox.bytes(), settings)? {
                        Ok(reader) => self.reader = reader,
                        Err(what) => {
                            self.ignore();
                            return Some(Found::Unread(what));
                        }
                    }
                    continue;
                }
                Reader::Framed(framed) => framed.next(inbox, settings.big_endian, max, message),
                Reader::WebSocket(socket) => {
                    let step = socket.next(inbox, max, message);
                    let is_answer = step == Step::Message && socket.is_first_answer();
                    if is_answer && settings.carried == Carried::Multiplayer && message.len() == 4 {
                        // The number of the client.
                        continue;
                    }
                    step
                }
            };
            let (transport, via) = match self.reader {
                Reader::WebSocket(_) => (Transport::WebSocket, Via::WebSocket),
                _ => (Transport::Tcp, Via::Tcp),
            };
            return match step {
                Step::Message => {
                    self.known = Some(transport);
                    Some(Found::Message(via))
                }
                Step::Wait => None,
                Step::Astray => {
                    self.stray();
                    None
                }
                Step::Unread(what) => {
                    self.ignore();
                    Some(Found::Unread(what))
                }
                Step::Fault(what) => {
                    self.ignore();
                    Some(Found::Fault(via, "Transport", what.to_owned()))
                }
                Step::TooLong(len) => {
                    self.ignore();
                    let kind = DecodeErrorKind::LimitExceeded.name();
                    let what = format!("expected a message of at most {max} bytes, found {len}");
                    Some(Found::Fault(via, kind, what))
                }
            };
        }
    }
}

/// What reads a stream from its start on, or what it is instead; `None` if there are too few bytes to tell.
fn reader_at_the_start(bytes: &[u8], settings: &Settings) -> Option<Result<Reader, &'static str>> {
    if settings.transport == Some(Transport::Tcp) {
        let is_length = guess::length(bytes, settings.big_endian)? <= settings.max;
        if !is_length && bytes.len() < ENOUGH {
            return None;
        }
        let known = guess::known(bytes).filter(|_| !is_length);
        return Some(known.map_or(Ok(Reader::Framed(Framed::new(false))), Err));
    }
    if bytes.len() < ENOUGH {
        return None;
    }
    if guess::is_http(bytes) {
        return Some(Ok(Reader::WebSocket(WebSocket::new())));
    }
    if settings.transport == Some(Transport::WebSocket) {
        return Some(Err(guess::known(bytes).unwrap_or(NO_WEBSOCKET)));
    }
    let is_framed = has_frames(settings)
        && guess::is_framed(bytes, settings.big_endian, settings.max) == Some(true);
    let what = if has_frames(settings) { NO_STREAM } else { NO_WEBSOCKET };
    Some(if is_framed {
        Ok(Reader::Framed(Framed::new(false)))
    } else {
        Err(guess::known(bytes).unwrap_or(what))
    })
}

/// What reads a stream of which the start, or something before these bytes, is missing.
fn reader_in_the_middle(bytes: &[u8], settings: &Settings) -> Option<Reader> {
    let is_tcp = settings.transport != Some(Transport::WebSocket) && has_frames(settings);
    if is_tcp && guess::is_framed(bytes, settings.big_endian, settings.max) == Some(true) {
        return Some(Reader::Framed(Framed::new(true)));
    }
    if settings.transport == Some(Transport::Tcp) {
        return None;
    }
    if guess::is_http(bytes) {
        return Some(Reader::WebSocket(WebSocket::new()));
    }
    guess::is_websocket(bytes).then(|| Reader::WebSocket(WebSocket::in_the_middle()))
}

/// Whether such messages come in frames over TCP.
const fn has_frames(settings: &Settings) -> bool {
    matches!(settings.carried, Carried::Variants | Carried::Godot3Variants)
}
