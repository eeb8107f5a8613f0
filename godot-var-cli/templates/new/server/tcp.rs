//! Clients over TCP: each message comes after its length, as Godot's `PacketPeerStream` writes it.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use godot_var::framing::{FrameDecoder, LengthOrder, put_frame};

use crate::LIMITS;

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
/// How many bytes may wait for a client that reads slowly.
const MAX_WAITING: usize = 64 * 1024;
/// A client that sends nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(10);
/// A client that has not joined by then is disconnected.
const PATIENCE: Duration = Duration::from_secs(5);

/// The connection of a client.
struct Link {
    stream: TcpStream,
    incoming: FrameDecoder,
    outgoing: Vec<u8>,
    since: Instant,
    heard: Instant,
}

pub struct Net {
    listener: TcpListener,
    links: BTreeMap<Client, Link>,
    last: Client,
}

impl Net {
    pub fn bind(address: &str) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Self {
            listener,
            links: BTreeMap::new(),
            last: 0,
        })
    }

    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Returns what has happened, without waiting. Clients that do not play are disconnected after a time.
    pub fn poll(&mut self, plays: impl Fn(Client) -> bool) -> Vec<Event> {
        let mut events = Vec::new();
        for _ in 0..MAX_ACCEPTED {
            if self.links.len() >= MAX_CLIENTS {
                break;
            }
            let Ok((stream, _)) = self.listener.accept() else {
                break;
            };
            if let Ok(link) = Link::new(stream) {
                self.last += 1;
                self.links.insert(self.last, link);
            }
        }
        self.links.retain(|&client, link| {
            let ended = link.receive(|bytes| events.push(Event::Received(client, bytes)));
            let is_late = link.since.elapsed() > PATIENCE && !plays(client);
            let is_open = ended.is_ok() && !is_late;
            if !is_open {
                events.push(Event::Closed(client));
            }
            is_open
        });
        events
    }

    /// Sends a message. A client that reads too slowly is disconnected by the next `poll`.
    pub fn send(&mut self, client: Client, bytes: &[u8]) {
        if let Some(link) = self.links.get_mut(&client) {
            // Only a message of 4 GB has no frame.
            let _ = put_frame(bytes, LengthOrder::LittleEndian, &mut link.outgoing);
        }
    }

    pub fn close(&mut self, client: Client) {
        self.links.remove(&client);
    }
}

impl Link {
    fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        // Small messages are sent at once.
        stream.set_nodelay(true)?;
        let incoming = FrameDecoder::with_limits(LengthOrder::LittleEndian, LIMITS);
        let since = Instant::now();
        Ok(Self {
            stream,
            incoming,
            outgoing: Vec::new(),
            since,
            heard: since,
        })
    }

    /// Passes on the messages that have arrived, and writes what waits. An error ends the connection.
    fn receive(&mut self, mut take: impl FnMut(Vec<u8>)) -> io::Result<()> {
        self.flush()?;
        let mut buffer = [0; 4096];
        match self.stream.read(&mut buffer) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(len) => {
                self.heard = Instant::now();
                self.incoming.feed(&buffer[..len]);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
        while let Some(message) = self.incoming.next_frame().map_err(io::Error::other)? {
            take(message.to_vec());
        }
        if self.heard.elapsed() > SILENCE {
            Err(ErrorKind::TimedOut.into())
        } else {
            Ok(())
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        while !self.outgoing.is_empty() {
            match self.stream.write(&self.outgoing) {
                Ok(len) => drop(self.outgoing.drain(..len)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => return Err(error),
            }
        }
        if self.outgoing.len() > MAX_WAITING {
            Err(ErrorKind::TimedOut.into())
        } else {
            Ok(())
        }
    }
}
