//! Any bytes of a stranger at a WebSocket server over the loopback device: half and broken requests, and frames in any order and in any pieces,
//! against a model of RFC 6455. A game gets the complete messages alone, a turn has a limit, and memory has a bound.

use std::cell::RefCell;
use std::io::Write as _;
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use allocation_counter::measure;
use godot_var::multiplayer::net::{NetConfig, Server};
use godot_var::multiplayer::{Config, Event, Session};

use crate::pieces::Choices;

const MAX_PACKET: usize = 2_000;
/// What a client sends in an input. The socket takes it also if the server reads nothing.
const MAX_SENT: usize = 1 << 17;
const REQUEST: &[u8] =
    b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
/// The first byte of a packet with raw bytes.
const RAW: u8 = 3;
const LENGTHS: [usize; 16] =
    [0, 2, 3, 10, 100, 124, 125, 126, 127, 200, 999, 1_000, 1_999, 2_000, 2_001, 4_000];

/// A server, and what has happened to its only client.
struct Play {
    server: Server,
    address: SocketAddr,
    session: Session,
    /// The packets. One that is not raw has no bytes.
    received: Vec<Vec<u8>>,
    is_open: bool,
    is_over: bool,
}

thread_local! {
    static PLAY: RefCell<Play> = RefCell::new(Play::new());
}

/// What a server should make of the frames.
#[derive(Default)]
struct Model {
    packets: Vec<Vec<u8>>,
    /// The message that is not complete yet, and whether it is a text.
    message: Option<(Vec<u8>, bool)>,
    is_over: bool,
    /// Bytes of any kind follow, so more may arrive.
    is_vague: bool,
}

/// Lets a client send what the bytes select.
pub fn websocket(bytes: &[u8]) {
    PLAY.with_borrow_mut(|play| {
        let cost = measure(|| {
            let mut choices = Choices(bytes);
            let first = choices.byte().unwrap_or(0);
            let client = TcpStream::connect(play.address).expect("a server of this thread");
            if first & 1 == 0 {
                play.requests(&client, &mut choices);
            } else {
                play.frames(&client, &mut choices);
            }
            drop(client);
            play.end();
        });
        assert!(cost.bytes_current < 1 << 15, "{} bytes are kept", cost.bytes_current);
        assert!(cost.bytes_max < 1 << 18, "{} bytes at once", cost.bytes_max);
    });
}

impl Play {
    fn new() -> Self {
        let config = NetConfig::default().with_max_packet_bytes(MAX_PACKET).with_max_peers(4);
        let mut server = Server::new(config).expect("a server");
        let address = server.listen_websocket("127.0.0.1:0").expect("a port");
        let session = Session::new(Config::default());
        Self { server, address, session, received: Vec::new(), is_open: false, is_over: false }
    }

    /// A turn of the server.
    fn turn(&mut self, patience: Duration) {
        self.server.wait(patience).expect("waited");
        let mut count = 0;
        while let Some(message) = self.server.receive().expect("received") {
            match message.event(&mut self.session, Duration::ZERO) {
                Some(Event::Connected(_)) => {
                    assert!(!self.is_open && !self.is_over, "one client is two peers");
                    self.is_open = true;
                }
                Some(Event::Disconnected(_)) => {
                    assert!(self.is_open, "somebody leaves who was not there");
                    (self.is_open, self.is_over) = (false, true);
                }
                Some(Event::Raw { bytes, .. }) => {
                    assert!(bytes.len() < MAX_PACKET);
                    self.received.push([&[RAW], bytes].concat());
                    count += 1;
                }
                _ if message.peer() != 0 && self.is_open => {
                    self.received.push(Vec::new());
                    count += 1;
                }
                _ => {}
            }
        }
        // The last one may be the reason why a connection ends.
        assert!(count <= 101, "{count} packets in a turn");
        self.session.drain(|_| {});
    }

    /// Turns until the condition holds, for some seconds at most.
    fn turns_until(&mut self, is_done: impl Fn(&Self) -> bool) {
        for round in 0..2_000 {
            if is_done(self) {
                return;
            }
            self.turn(Duration::from_millis(u64::from(round > 3)));
        }
    }

    /// Ends the connection of the client, which has closed its socket.
    fn end(&mut self) {
        self.turn(Duration::ZERO);
        self.turns_until(|play| !play.is_open);
        assert!(!self.is_open, "a connection without a client");
        self.received = Vec::new();
        self.is_over = false;
        // The buffers of the session stay.
        self.session = Session::new(Config::default());
    }

    /// Bytes from the beginning of the connection.
    fn requests(&mut self, mut client: &TcpStream, choices: &mut Choices<'_>) {
        let mut sent = 0;
        while let Some(what) = choices.byte() {
            let part;
            let bytes = match what & 3 {
                0 => {
                    let Some(bytes) = choices.bytes() else { return };
                    bytes
                }
                1 => {
                    // A part of a request that is right.
                    let start = usize::from(what >> 2).min(REQUEST.len());
                    let Some(len) = choices.byte() else { return };
                    &REQUEST[start..(start + usize::from(len)).min(REQUEST.len())]
                }
                2 => {
                    // A long header.
                    let Some(len) = choices.byte() else { return };
                    part = [b"A: ", &vec![b'a'; usize::from(len) * 40][..], b"\r\n"].concat();
                    &part
                }
                _ => {
                    self.turn(Duration::ZERO);
                    continue;
                }
            };
            sent += bytes.len();
            if sent > MAX_SENT || client.write_all(bytes).is_err() {
                return;
            }
        }
        self.turn(Duration::ZERO);
    }

    /// Frames after a request that is right.
    fn frames(&mut self, mut client: &TcpStream, choices: &mut Choices<'_>) {
        client.write_all(REQUEST).expect("an open connection");
        self.turns_until(|play| play.is_open);
        assert!(self.is_open, "a request that is right");
        let mut model = Model::default();
        let (mut bytes, mut sent) = (Vec::new(), 0);
        while let Some(action) = choices.byte() {
            if action & 15 == 13 {
                sent += bytes.len();
                // The server may have ended the connection.
                let is_written = client.write_all(&bytes).is_ok();
                assert!(is_written || model.is_over || model.is_vague, "the connection has ended");
                bytes.clear();
                self.turn(Duration::ZERO);
                continue;
            }
            let is_written = model.frame(action, choices, &mut bytes);
            if !is_written || sent + bytes.len() > MAX_SENT {
                break;
            }
        }
        // A rest without a header is part of no message.
        let _ = client.write_all(&bytes);
        let count = model.packets.len();
        let is_over = model.is_over;
        self.turns_until(|play| {
            play.received.len() >= count && (play.is_over || !is_over)
                || play.is_over && play.received.len() < count
        });
        let common = self.received.len().min(count);
        assert_eq!(self.received[..common], model.packets[..common]);
        assert_eq!(common, count, "of {count} packets {common} have arrived");
        if !model.is_vague {
            assert_eq!(self.is_over, is_over);
            // The reason why the connection ends is no packet.
            assert!(self.received.len() <= count + usize::from(is_over), "too many packets");
        }
    }
}

impl Model {
    /// Writes a frame, and does what a server does with it. Returns `false` after the last choice.
    fn frame(&mut self, action: u8, choices: &mut Choices<'_>, out: &mut Vec<u8>) -> bool {
        let len = LENGTHS[usize::from(action >> 4)];
        let mut content = vec![action; len];
        content.iter_mut().take(1).for_each(|first| *first = RAW);
        let control = content.get(..len.min(125)).unwrap_or_default();
        match action & 15 {
            0..=2 => self.data(0x82, &content, out),
            3 => self.data(0x02, &content, out),
            4 => self.data(0x00, &content, out),
            5 => self.data(0x80, &content, out),
            6 => self.data(0x81, &vec![b'a'; len], out),
            7 => self.data(0x01, &vec![b'a'; len], out),
            8 => write(0x89, control, out),
            9 => write(0x8a, control, out),
            10 => {
                // 1000 is the code of a normal end.
                write(0x88, &1_000_u16.to_be_bytes(), out);
                self.is_over = true;
            }
            11 => {
                let Some(kind) = choices.byte() else { return false };
                let frame = match kind % 6 {
                    // A control frame in parts, and a long one.
                    0 => (0x09, &content[..len.min(125)]),
                    1 => (0x89, &[0; 126][..]),
                    // Reserved bits and kinds of frames.
                    2 => (0xc2, &content[..]),
                    3 => (0x83, &content[..]),
                    4 => (0x8b, &[][..]),
                    _ => {
                        // A frame without a mask.
                        out.extend([0x82, 2, RAW, RAW]);
                        self.is_over = true;
                        return true;
                    }
                };
                write(frame.0, frame.1, out);
                self.is_over = true;
            }
            12 => {
                // The header of a frame of many bytes, which never come.
                out.extend([0x82, 0xff]);
                out.extend((1_u64 << (20 + action % 40)).to_be_bytes());
                out.extend([1, 2, 3, 4]);
                self.is_over = true;
            }
            _ => {
                let Some(bytes) = choices.bytes() else { return false };
                out.extend(bytes);
                // What follows may be part of a frame that these begin.
                self.is_vague |= !self.is_over && !bytes.is_empty();
            }
        }
        true
    }

    fn data(&mut self, first: u8, content: &[u8], out: &mut Vec<u8>) {
        write(first, content, out);
        if self.is_over || self.is_vague {
            return;
        }
        let is_text = match (first & 15, self.message.take()) {
            (0, Some((begun, is_text))) => {
                self.message = Some((begun, is_text));
                is_text
            }
            (0, None) | (_, Some(_)) => {
                self.is_over = true;
                return;
            }
            (kind, None) => kind == 1,
        };
        let (message, _) = self.message.get_or_insert((Vec::new(), is_text));
        message.extend(content);
        if message.len() > MAX_PACKET {
            self.is_over = true;
        } else if first & 0x80 != 0 {
            let message = std::mem::take(message);
            self.message = None;
            if is_text {
                self.is_over = true;
            } else {
                let is_raw = message.len() > 1 && message[0] == RAW;
                self.packets.push(if is_raw { message } else { Vec::new() });
            }
        }
    }
}

/// Writes a frame with a mask.
fn write(first: u8, content: &[u8], out: &mut Vec<u8>) {
    out.push(first);
    match content.len() {
        len @ ..126 => out.push(0x80 | len as u8),
        len => {
            out.push(0x80 | 126);
            out.extend((len as u16).to_be_bytes());
        }
    }
    let mask = [1, 0x80, first, 0x55];
    out.extend(mask);
    out.extend(content.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
}

/// Inputs that get far.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let packets = [&[1][..], &[0x10, 0x20, 0x00, 13, 0x50, 0x60, 0x70, 0x80, 13, 0xd0, 13, 0x40]];
    let parts = [&[1][..], &[0x13, 0x14, 0x08, 13, 0x49, 0x15, 0x23, 13, 0xb4, 13, 0x04, 0x05]];
    let long = [&[1][..], &[0xb3, 0xb4, 0x05, 13, 0x30, 13, 0xb3, 0xb4, 0x24, 0x30]];
    let many = [&[1][..], &[0x20; 250]];
    let pings = [&[1][..], &[0x68, 0x69, 0x58, 0x20, 13].repeat(20)];
    let close = [&[1][..], &[0x20, 10, 13, 0x20, 13, 0x0f, 3, 1, 2, 3, 13]];
    let text = [&[1][..], &[0x20, 0x26, 0x20, 13, 0x20]];
    let texts = [&[1][..], &[0x20, 0x27, 0x08, 0x24, 13, 0x25, 0x20]];
    let huge = [&[1][..], &[0x20, 0x0c, 0xd0, 13, 0xd0, 13]];
    let raw = [&[1][..], &[0x20, 13, 0x0f, 6, 0x82, 0xfe, 0xff, 0xff, 0, 0, 0xd0, 13, 0xd0, 13]];
    let bad: Vec<_> = (0..6).map(|kind| vec![1, 0x20, 13, 0x20, 0x1b, kind, 0x20, 13]).collect();
    let request = [&[0][..], &[1, 200, 3, 0xa1, 255, 3, 0, 8, 0x82, 0x82, 0, 0, 0, 0, 3, 3, 3]];
    let header = [&[0][..], &[1, 14, 2, 5, 3, 0x39, 255, 0xfd, 255, 3, 0x81, 255]];
    let endless = [&[0][..], &[1, 14], &[2, 255].repeat(5)].concat();
    let tls = [&[0][..], &[0, 5, 22, 3, 1, 2, 0, 3, 3]];
    let post = [&[0][..], &[0, 9, b'P', b'O', b'S', b'T', b' ', b'/', b'\r', b'\n', b'\r', 3]];
    let page = [&[0][..], &[1, 14, 0, 4, b'\r', b'\n', b'\r', b'\n', 3, 3]];
    let plays = [
        packets, parts, long, many, close, text, texts, huge, raw, request, header, tls, post, page,
    ];
    let plays = plays.into_iter().map(|play| play.concat());
    plays.chain([pings.concat(), endless]).chain(bad).collect()
}
