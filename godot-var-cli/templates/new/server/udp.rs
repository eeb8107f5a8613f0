//! Clients over UDP: a datagram is a message. A client exists from its first datagram on, until it is silent.
//!
//! UDP proves no address: a stranger who forges one lets the server send worlds there. On the internet, use `ENet`, which proves them.

use std::collections::BTreeMap;
use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

/// The number of a client.
pub type Client = u32;

/// What happens on the network.
pub enum Event {
    Received(Client, Vec<u8>),
    Closed(Client),
}

const MAX_CLIENTS: usize = 64;
/// How many datagrams are read before the game goes on.
const MAX_DATAGRAMS: usize = 1000;
/// A client that sends nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(3);

struct Link {
    address: SocketAddr,
    heard: Instant,
}

pub struct Net {
    socket: UdpSocket,
    links: BTreeMap<Client, Link>,
    last: Client,
}

impl Net {
    pub fn bind(address: &str) -> io::Result<Self> {
        let socket = UdpSocket::bind(address)?;
        socket.set_nonblocking(true)?;
        Ok(Self {
            socket,
            links: BTreeMap::new(),
            last: 0,
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
                Ok((len, address)) => {
                    if let Some(client) = self.client(address) {
                        events.push(Event::Received(client, buffer[..len].to_vec()));
                    }
                }
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

    pub fn close(&mut self, client: Client) {
        self.links.remove(&client);
    }

    /// Returns the client at an address, or `None` if the server is full.
    fn client(&mut self, address: SocketAddr) -> Option<Client> {
        let heard = Instant::now();
        let known = self
            .links
            .iter_mut()
            .find(|(_, link)| link.address == address);
        if let Some((client, link)) = known {
            link.heard = heard;
            return Some(*client);
        }
        if self.links.len() == MAX_CLIENTS {
            return None;
        }
        self.last += 1;
        self.links.insert(self.last, Link { address, heard });
        Some(self.last)
    }
}
