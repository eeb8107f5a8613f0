//! Which side of a conversation in a capture is the server.

use std::collections::HashMap;
use std::net::SocketAddr;

/// Ports that systems give to clients begin here.
const EPHEMERAL: u16 = 32768;

/// Conversations that are remembered.
const MOST: usize = 4096;

/// Tells the direction of packets: by the ports that clients usually have, by the port that is asked for, or by who began.
#[derive(Debug, Default)]
pub(super) struct Directions {
    server: Option<u16>,
    /// The clients of conversations whose ports tell nothing.
    clients: HashMap<[SocketAddr; 2], SocketAddr>,
}

impl Directions {
    pub(super) fn new(server: Option<u16>) -> Self {
        Self { server, ..Self::default() }
    }

    /// Whether a packet goes to a client. Every packet has to be told, as the first one counts.
    pub(super) fn is_to_client(&mut self, source: SocketAddr, destination: SocketAddr) -> bool {
        let ports = [source.port(), destination.port()];
        // The port that is asked for may be that of a client.
        for is_server in [ports.map(|it| it < EPHEMERAL), ports.map(|it| Some(it) == self.server)] {
            match is_server {
                [true, false] => return true,
                [false, true] => return false,
                _ => {}
            }
        }
        let mut ends = [source, destination];
        ends.sort_unstable();
        if self.clients.len() == MOST && !self.clients.contains_key(&ends) {
            return source.port() < destination.port();
        }
        // A client begins.
        *self.clients.entry(ends).or_insert(source) == destination
    }
}
