//! One direction of a WebSocket (RFC 6455): the handshake, frames, and the messages in them.

use super::inbox::Inbox;
use super::place::Step;

/// A request or an answer has no more bytes than these.
const MAX_HANDSHAKE: usize = 1 << 14;
/// The longest payload of a control frame, and of a frame whose length has no bytes of its own.
pub(super) const MAX_CONTROL: u64 = 125;

const CONTINUATION: u8 = 0;
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PONG: u8 = 10;

pub(super) const COMPRESSED: &str =
    "a message compressed by permessage-deflate, which is not read; switch the extension off";

/// The header of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) is_last: bool,
    reserved: u8,
    opcode: u8,
    mask: Option<[u8; 4]>,
    /// How many bytes follow.
    pub(super) len: u64,
    /// How many bytes it has itself.
    pub(super) size: usize,
}

impl Header {
    /// `None` if there are too few bytes.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let [first, second] = *bytes.first_chunk()?;
        let (len, size) = match second & 0x7F {
            126 => (u64::from(u16::from_be_bytes(*bytes.get(2..)?.first_chunk()?)), 4),
            127 => (u64::from_be_bytes(*bytes.get(2..)?.first_chunk()?), 10),
            len => (u64::from(len), 2),
        };
        let is_masked = second & 0x80 != 0;
        let mask = if is_masked { Some(*bytes.get(size..)?.first_chunk()?) } else { None };
        let size = size + if is_masked { 4 } else { 0 };
        let (is_last, reserved, opcode) = (first & 0x80 != 0, first >> 4 & 7, first & 0x0F);
        Some(Self { is_last, reserved, opcode, mask, len, size })
    }

    pub(super) const fn is_control(self) -> bool {
        self.opcode >= CLOSE
    }

    /// What is wrong with it, where a message is open or not.
    pub(super) const fn fault(self, is_open: bool) -> Option<&'static str> {
        match self.opcode {
            _ if self.reserved == 4 && !self.is_control() => Some(COMPRESSED),
            _ if self.reserved != 0 => Some("a frame of WebSocket with reserved bits"),
            CONTINUATION if !is_open => Some("a part of a message of WebSocket without its start"),
            TEXT | BINARY if is_open => Some("a message of WebSocket within another one"),
            CONTINUATION..=BINARY => None,
            CLOSE..=PONG if self.is_last && self.len <= MAX_CONTROL => None,
            CLOSE..=PONG => Some("a control frame of WebSocket that is long, or in parts"),
            _ => Some("a frame of WebSocket with a reserved opcode"),
        }
    }
}

/// Reads a direction of a WebSocket.
#[derive(Debug)]
pub(super) struct WebSocket {
    state: State,
    /// Whether the place where it begins is a guess.
    is_guess: bool,
    /// The parts of a message that have come.
    parts: Vec<u8>,
    is_open: bool,
    /// Whether the next message is the first after the answer to a handshake.
    is_first_answer: bool,
}

#[derive(Debug)]
enum State {
    Handshake,
    Frames,
    Closed,
}

impl WebSocket {
    /// From the handshake on.
    pub(super) const fn new() -> Self {
        Self::at(State::Handshake, false)
    }

    /// From a frame on.
    pub(super) const fn in_the_middle() -> Self {
        Self::at(State::Frames, true)
    }

    const fn at(state: State, is_guess: bool) -> Self {
        Self { state, is_guess, parts: Vec::new(), is_open: false, is_first_answer: false }
    }

    /// The parts of a message that have come.
    pub(super) const fn parts(&self) -> &Vec<u8> {
        &self.parts
    }

    /// Whether the message that was found is the first that a server sends.
    pub(super) fn is_first_answer(&mut self) -> bool {
        std::mem::take(&mut self.is_first_answer)
    }

    /// The next message, which `out` gets.
    pub(super) fn next(&mut self, inbox: &mut Inbox, max: usize, out: &mut Vec<u8>) -> Step {
        loop {
            match self.state {
                State::Handshake => {
                    if let Some(step) = self.handshake(inbox) {
                        return step;
                    }
                }
                State::Frames => {
                    if let Some(step) = self.frame(inbox, max, out) {
                        return step;
                    }
                }
                State::Closed => {
                    inbox.clear();
                    return Step::Wait;
                }
            }
        }
    }

    fn handshake(&mut self, inbox: &mut Inbox) -> Option<Step> {
        let bytes = inbox.bytes();
        let end = bytes.windows(4).take(MAX_HANDSHAKE).position(|end| end == b"\r\n\r\n");
        let Some(end) = end else {
            return Some(if bytes.len() > MAX_HANDSHAKE {
                Step::Unread("HTTP")
            } else {
                Step::Wait
            });
        };
        let text = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
        let has = |name: &str, value: &str| {
            let mut lines = text.lines().filter_map(|line| line.split_once(':'));
            lines.any(|(own, is)| own.trim() == name && is.contains(value))
        };
        let is_answer = text.starts_with("http/");
        let is_refusal = is_answer && !text.starts_with("http/1.1 101");
        if is_refusal || !has("upgrade", "websocket") {
            return Some(Step::Unread("HTTP"));
        }
        if is_answer && has("sec-websocket-extensions", "permessage-deflate") {
            return Some(Step::Fault(COMPRESSED));
        }
        inbox.take(end + 4);
        self.state = State::Frames;
        self.is_first_answer = is_answer;
        None
    }

    /// Takes one frame; nothing if it ends no message.
    fn frame(&mut self, inbox: &mut Inbox, max: usize, out: &mut Vec<u8>) -> Option<Step> {
        let Some(header) = Header::read(inbox.bytes()) else { return Some(Step::Wait) };
        if let Some(fault) = header.fault(self.is_open) {
            return Some(if self.is_guess { Step::Astray } else { Step::Fault(fault) });
        }
        let len = header.len.saturating_add(self.parts.len() as u64);
        if len > max as u64 && !header.is_control() {
            return Some(if self.is_guess { Step::Astray } else { Step::TooLong(len) });
        }
        let len = header.len as usize;
        if inbox.len() - header.size < len {
            return Some(Step::Wait);
        }
        self.is_guess &= header.is_control() || !header.is_last;
        inbox.take(header.size);
        let payload = inbox.take(len);
        if header.is_control() {
            if header.opcode == CLOSE {
                self.state = State::Closed;
            }
            return None;
        }
        let is_whole = header.is_last && !self.is_open;
        let to = if is_whole { &mut *out } else { &mut self.parts };
        if is_whole {
            to.clear();
        }
        let from = to.len();
        to.extend_from_slice(payload);
        if let Some(mask) = header.mask {
            let new = to.get_mut(from..).unwrap_or_default();
            new.iter_mut().zip(mask.iter().cycle()).for_each(|(byte, mask)| *byte ^= mask);
        }
        if is_whole {
            return Some(Step::Message);
        }
        self.is_open = !header.is_last;
        if self.is_open {
            return None;
        }
        *out = std::mem::take(&mut self.parts);
        Some(Step::Message)
    }
}
