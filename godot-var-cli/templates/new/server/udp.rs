//! Clients over UDP: a datagram is a message. A client exists from the `Hello` on that proves its address, until it is silent.
//!
//! Anyone can forge the address of a datagram, so a `Hello` without the token of its address gets only this token. Other messages have no
//! token: who knows a player's address can send them in its place. On the internet, use `ENet`.

use std::collections::BTreeMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use godot_var::{FromVariantBytes, {{ dialect }}, ToVariantBytes};

use crate::LIMITS;
use crate::console::log;
use crate::protocol::{ToClient, ToServer};

/// The number of a client.
pub type Client = u32;

/// What happens on the network.
pub enum Event {
    Received(Client, ToServer),
    Closed(Client),
}

const MAX_CLIENTS: usize = 64;
/// How many datagrams are read before the game goes on.
const MAX_DATAGRAMS: usize = 1000;
/// A client that sends nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(3);
/// After so many seconds there are new tokens. Those of the time before are still accepted.
const TOKEN_SECONDS: u64 = 10;

struct Link {
    address: SocketAddr,
    heard: Instant,
}

pub struct Net {
    socket: UdpSocket,
    links: BTreeMap<Client, Link>,
    last: Client,
    /// The key of the tokens: a random one, and a hash that tells nothing of it.
    key: RandomState,
    start: Instant,
}

impl Net {
    pub fn bind(address: &str) -> io::Result<Self> {
        let socket = UdpSocket::bind(address)?;
        socket.set_nonblocking(true)?;
        Ok(Self {
            socket,
            links: BTreeMap::new(),
            last: 0,
            key: RandomState::new(),
            start: Instant::now(),
        })
    }

    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Returns what has happened, without waiting.
    pub fn poll(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        let mut buffer = [0; 1500];
        for _ in 0..MAX_DATAGRAMS {
            match self.socket.recv_from(&mut buffer) {
                Ok((len, address)) => events.extend(self.receive(address, &buffer[..len])),
                // On Windows: an earlier datagram did not reach its client.
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
                Err(_) => break,
            }
        }
        self.links.retain(|&client, link| {
            let is_silent = link.heard.elapsed() > SILENCE;
            if is_silent {
                events.push(Event::Closed(client));
            }
            !is_silent
        });
        events
    }

    /// Sends a message, which may be lost.
    pub fn send(&mut self, client: Client, bytes: &[u8]) {
        if let Some(link) = self.links.get(&client) {
            let _ = self.socket.send_to(bytes, link.address);
        }
    }

    fn receive(&mut self, address: SocketAddr, bytes: &[u8]) -> Option<Event> {
        let message = match ToServer::from_variant_bytes_with::<{{ dialect }}>(bytes, LIMITS) {
            Ok(message) => message,
            // Perhaps somebody else sent it with the address of a player, who plays on.
            Err(error) => {
                log(format_args!("a datagram of {address}: {error}"));
                return None;
            }
        };
        let client = match &message {
            ToServer::Hello { token, .. } if !self.is_token_of(*token, address) => {
                self.challenge(address);
                return None;
            }
            ToServer::Hello { .. } => self.client(address).or_else(|| self.connect(address)),
            _ => self.client(address),
        };
        let client = client?;
        self.links.get_mut(&client)?.heard = Instant::now();
        Some(Event::Received(client, message))
    }

    /// Answers a `Hello` that does not prove its address. The answer is shorter.
    fn challenge(&self, address: SocketAddr) {
        let token = self.token(address, self.period());
        if let Ok(bytes) = (ToClient::Challenge { token }).to_variant_bytes::<{{ dialect }}>() {
            let _ = self.socket.send_to(&bytes, address);
        }
    }

    fn is_token_of(&self, token: i64, address: SocketAddr) -> bool {
        let now = self.period();
        [now, now.saturating_sub(1)]
            .iter()
            .any(|&period| token == self.token(address, period))
    }

    /// Returns what only those know who receive what is sent to the address.
    fn token(&self, address: SocketAddr, period: u64) -> i64 {
        self.key.hash_one((address, period)).cast_signed()
    }

    fn period(&self) -> u64 {
        self.start.elapsed().as_secs() / TOKEN_SECONDS
    }

    /// Returns the client at an address.
    fn client(&self, address: SocketAddr) -> Option<Client> {
        self.links
            .iter()
            .find(|(_, link)| link.address == address)
            .map(|(client, _)| *client)
    }

    /// Keeps a new client. Returns `None` if the server is full.
    fn connect(&mut self, address: SocketAddr) -> Option<Client> {
        if self.links.len() == MAX_CLIENTS {
            return None;
        }
        self.last += 1;
        let heard = Instant::now();
        self.links.insert(self.last, Link { address, heard });
        Some(self.last)
    }
}
