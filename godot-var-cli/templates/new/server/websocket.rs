//! Clients over WebSocket: each message is a binary message.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read, Write};
use std::mem;
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use tungstenite::handshake::MidHandshake;
use tungstenite::handshake::server::{NoCallback, ServerHandshake};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tungstenite::{Error, HandshakeError, Message, WebSocket, accept_with_config};

/// The number of a client.
pub type Client = u32;

/// What happens on the network.
pub enum Event {
    Received(Client, Vec<u8>),
    Closed(Client),
}

const MAX_CLIENTS: usize = 64;
/// How many connections are accepted before the game goes on.
const MAX_ACCEPTED: usize = 16;
/// The longest message, in bytes.
const MAX_MESSAGE: usize = 16 * 1024;
/// How many bytes may wait for a client that reads slowly.
const MAX_WAITING: usize = 64 * 1024;
/// How many messages of a client, and how many bytes, are read before it is the turn of the next one.
const MAX_MESSAGES: usize = 100;
const MAX_BYTES: usize = 64 * 1024;
/// How many clients of an address may be in their handshake.
const MAX_SHAKING: usize = 16;
/// A client that sends nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(10);
/// A client that has not joined by then is disconnected.
const PATIENCE: Duration = Duration::from_secs(5);

/// The stream of a client. `WebSocket::read` reads until a message is complete, and a client can send frames for ever without completing
/// one. So the stream ends each turn after a number of bytes.
struct Stream {
    tcp: TcpStream,
    /// The bytes that may still be read in this turn.
    left: usize,
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(ErrorKind::WouldBlock.into());
        }
        let end = buffer.len().min(self.left);
        let len = self.tcp.read(&mut buffer[..end])?;
        self.left -= len;
        Ok(len)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.tcp.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.tcp.flush()
    }
}

type Handshake = ServerHandshake<Stream, NoCallback>;

/// The connection of a client.
struct Link {
    socket: WebSocket<Stream>,
    since: Instant,
    heard: Instant,
    /// Whether a message could not be sent.
    failed: bool,
}

pub struct Net {
    listener: TcpListener,
    links: BTreeMap<Client, Link>,
    /// Clients whose handshake has not ended, with its start and their address.
    shaking: Vec<(MidHandshake<Handshake>, Instant, IpAddr)>,
    /// Disconnected clients that have not answered, with the start.
    closing: Vec<(WebSocket<Stream>, Instant)>,
    last: Client,
}

impl Net {
    pub fn bind(address: &str) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Self {
            listener,
            links: BTreeMap::new(),
            shaking: Vec::new(),
            closing: Vec::new(),
            last: 0,
        })
    }

    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Returns what has happened, without waiting. Clients that do not play are disconnected after a time.
    pub fn poll(&mut self, plays: impl Fn(Client) -> bool) -> Vec<Event> {
        let mut events = Vec::new();
        for (handshake, since, address) in mem::take(&mut self.shaking) {
            self.shake(handshake.handshake(), since, address);
        }
        // What they still send is not for the game.
        self.closing.retain_mut(|(socket, since)| {
            socket.get_mut().left = MAX_BYTES;
            let is_open = match socket.read() {
                Ok(_) => true,
                Err(Error::Io(error)) => error.kind() == ErrorKind::WouldBlock,
                Err(_) => false,
            };
            is_open && since.elapsed() < SILENCE
        });
        for _ in 0..MAX_ACCEPTED {
            if self.links.len() + self.shaking.len() + self.closing.len() >= MAX_CLIENTS {
                break;
            }
            let Ok((stream, client)) = self.listener.accept() else {
                break;
            };
            let address = client.ip();
            let shaking = self.shaking.iter().filter(|(.., other)| *other == address);
            if shaking.count() >= MAX_SHAKING {
                continue;
            }
            // Small messages are sent at once.
            if stream
                .set_nonblocking(true)
                .and(stream.set_nodelay(true))
                .is_ok()
            {
                let config = WebSocketConfig::default()
                    .read_buffer_size(4096)
                    .max_message_size(Some(MAX_MESSAGE))
                    .max_frame_size(Some(MAX_MESSAGE))
                    .max_write_buffer_size(MAX_WAITING)
                    .write_buffer_size(0);
                // No handshake is longer.
                let stream = Stream {
                    tcp: stream,
                    left: MAX_BYTES,
                };
                let accepted = accept_with_config(stream, Some(config));
                self.shake(accepted, Instant::now(), address);
            }
        }
        self.links.retain(|&client, link| {
            let is_late = link.since.elapsed() > PATIENCE && !plays(client);
            let is_open =
                link.receive(|bytes| events.push(Event::Received(client, bytes))) && !is_late;
            if !is_open {
                events.push(Event::Closed(client));
            }
            is_open
        });
        events
    }

    /// Sends a message. A client that reads too slowly is disconnected by a later `poll`, because it misses messages.
    pub fn send(&mut self, client: Client, bytes: &[u8]) {
        let Some(link) = self.links.get_mut(&client) else {
            return;
        };
        match link.socket.send(Message::binary(bytes.to_vec())) {
            Ok(()) => {}
            // It is sent later.
            Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => link.failed = true,
        }
    }

    /// Disconnects a client, and tells it why.
    pub fn close(&mut self, client: Client, why: &str) {
        if let Some(mut link) = self.links.remove(&client) {
            // The room for the reason in a close frame, in bytes.
            let room = why.len().min(123);
            let end = (0..=room).rev().find(|&end| why.is_char_boundary(end));
            let frame = CloseFrame {
                code: CloseCode::Policy,
                reason: why[..end.unwrap_or(0)].into(),
            };
            let _ = link.socket.close(Some(frame));
            self.closing.push((link.socket, Instant::now()));
        }
    }

    /// Keeps a client after a step of its handshake.
    fn shake(
        &mut self,
        step: Result<WebSocket<Stream>, HandshakeError<Handshake>>,
        since: Instant,
        address: IpAddr,
    ) {
        match step {
            Ok(socket) => {
                self.last += 1;
                let since = Instant::now();
                let link = Link {
                    socket,
                    since,
                    heard: since,
                    failed: false,
                };
                self.links.insert(self.last, link);
            }
            Err(HandshakeError::Interrupted(handshake)) if since.elapsed() < SILENCE => {
                self.shaking.push((handshake, since, address));
            }
            Err(_) => {}
        }
    }
}

impl Link {
    /// Passes on the messages that have arrived, and writes what waits. Returns whether the connection is still open.
    fn receive(&mut self, mut take: impl FnMut(Vec<u8>)) -> bool {
        let _ = self.socket.flush();
        self.socket.get_mut().left = MAX_BYTES;
        for _ in 0..MAX_MESSAGES {
            match self.socket.read() {
                // A text of `send_text` gives an error that says what to send instead.
                Ok(message @ (Message::Binary(_) | Message::Text(_))) => {
                    self.heard = Instant::now();
                    take(message.into_data().into());
                }
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => break,
                Err(_) => return false,
            }
        }
        !self.failed && self.heard.elapsed() < SILENCE
    }
}
