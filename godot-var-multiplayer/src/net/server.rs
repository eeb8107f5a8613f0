//! A server's sockets.

use core::net::SocketAddr;
use core::time::Duration;
use std::io;
use std::net::ToSocketAddrs;

use super::{Message, NetConfig, Sockets, resolve};
use crate::watch::{self, Transport};
use crate::{Outgoing, godot3};

/// The sockets of a server, of one transport or both. They run in no thread of their own: call [`receive`](Self::receive) and
/// [`wait`](Self::wait) in turns.
pub struct Server {
    sockets: Sockets,
}

impl Server {
    /// Makes a server without sockets.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn new(config: NetConfig) -> io::Result<Self> {
        Ok(Self { sockets: Sockets::new(config)? })
    }

    /// Accepts clients over `ENet`, which uses UDP. Returns the address, with the port that was chosen for port 0. Clients with and without
    /// the range coder can connect.
    ///
    /// # Errors
    /// Those of the operating system, for example if the port is in use; invalid settings.
    pub fn listen_enet(&mut self, address: impl ToSocketAddrs) -> io::Result<SocketAddr> {
        let max_peers = self.sockets.config.max_peers;
        let address = self.sockets.bind_udp(resolve(address)?, max_peers)?.local_addr();
        watch::listening(Transport::Enet, address);
        Ok(address)
    }

    /// Accepts clients over WebSocket, which uses TCP, so the port can be the same. Returns the address, with the port that was chosen for
    /// port 0.
    ///
    /// # Errors
    /// Those of the operating system, for example if the port is in use.
    pub fn listen_websocket(&mut self, address: impl ToSocketAddrs) -> io::Result<SocketAddr> {
        let Sockets { poll, web, .. } = &mut self.sockets;
        let address = web.listen(resolve(address)?, poll.registry())?;
        watch::listening(Transport::WebSocket, address);
        Ok(address)
    }

    /// Returns the next thing that has happened, without waiting. Returns `None` after all, and after [so much](super#limits) that the game
    /// should have its turn.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn receive(&mut self) -> io::Result<Option<Message>> {
        self.sockets.receive()
    }

    /// Sends what was passed to [`send`](Self::send), and then waits until something has arrived, `ENet` has to repeat
    /// a packet, or for this time.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn wait(&mut self, timeout: Duration) -> io::Result<()> {
        self.sockets.wait(timeout)
    }

    /// Queues a packet of [`Session::drain`](crate::Session::drain). The next call of [`wait`](Self::wait) or [`receive`](Self::receive)
    /// sends it.
    pub fn send(&mut self, packet: Outgoing<'_>) {
        self.sockets.send_packet(packet);
    }

    /// As [`send`](Self::send), for Godot 3.
    pub fn send_godot3(&mut self, outgoing: godot3::Outgoing<'_>) {
        self.sockets.send_godot3(outgoing);
    }

    /// Ends the connection of a peer, after the packets that were sent before; over `ENet` after 30 seconds at most. A WebSocket client can
    /// read why, up to 123 bytes.
    /// [`receive`](Self::receive) returns the end as its last message, and then the session forgets the peer.
    pub fn close(&mut self, peer: i32, why: &str) {
        self.sockets.close(peer, why);
    }
}
