//! A client's socket.

use alloc::string::ToString;
use core::hash::{BuildHasher, Hasher};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use core::time::Duration;
use std::collections::hash_map::RandomState;
use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::time::Instant;

use super::{Kind, Message, NetConfig, Sockets, resolve};
use crate::{Outgoing, SERVER, godot3};

/// The longest time that [`Client::connect`] waits.
const MAX_TIMEOUT: Duration = Duration::from_secs(24 * 60 * 60);

/// The socket of a client, such as a bot, for [`Session::client`](crate::Session::client).
///
/// ```no_run
/// use std::time::{Duration, Instant};
///
/// use godot_var_multiplayer::net::{Client, NetConfig};
/// use godot_var_multiplayer::{Config, Session};
///
/// let mut client = Client::connect("enet://127.0.0.1:7777", NetConfig::default(), Duration::from_secs(5))?;
/// let mut session = Session::client(client.id(), Config::default()); // and its nodes
/// let started = Instant::now();
/// loop {
///     let now = started.elapsed();
///     while let Some(message) = client.receive()? {
///         if let Some(event) = message.event(&mut session, now) {
///             println!("{event:?}");
///         }
///     }
///     while session.poll(now).is_some() {}
///     session.drain(|packet| client.send(packet));
///     client.wait(Duration::from_millis(50))?;
/// }
/// # #[allow(unreachable_code)]
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Client {
    sockets: Sockets,
    id: i32,
}

impl Client {
    /// Connects to a server at `ws://HOST:PORT`, with a path if the server needs one, or `enet://HOST:PORT`. Waits until the server has
    /// accepted the client, for this time, from 1 millisecond to a day.
    ///
    /// Over `ENet` the client compresses if the server does. The first message of [`receive`](Self::receive) connects the session with the
    /// server; to send before that, call [`Session::connect`](crate::Session::connect) yourself.
    ///
    /// # Errors
    /// [`InvalidInput`](ErrorKind::InvalidInput) for another URL; [`TimedOut`](ErrorKind::TimedOut);
    /// [`ConnectionRefused`](ErrorKind::ConnectionRefused) if the server does not accept the client, with the reason if it is known; those of
    /// the operating system.
    pub fn connect(url: &str, config: NetConfig, timeout: Duration) -> io::Result<Self> {
        let timeout = timeout.clamp(Duration::from_millis(1), MAX_TIMEOUT);
        let deadline = Instant::now() + timeout;
        let invalid = || {
            let message = std::format!(
                "{url:?} is not an address such as ws://127.0.0.1:7777 or enet://127.0.0.1:7777"
            );
            io::Error::new(ErrorKind::InvalidInput, message)
        };
        let (scheme, rest) = url.split_once("://").ok_or_else(invalid)?;
        let host = rest.split(['/', '?']).next().unwrap_or_default();
        let server = resolve(host).map_err(|_| invalid())?;
        let mut sockets = Sockets::new(config.with_max_peers(1))?;
        let id = match scheme {
            "enet" => {
                let id = (RandomState::new().build_hasher().finish() as i32 & i32::MAX).max(2);
                sockets.bind_udp(any_port(server), 0)?.connect(server, id)?;
                Some(id)
            }
            "ws" => {
                let stream = TcpStream::connect_timeout(&server, timeout)?;
                sockets.web.connect(url, stream, sockets.poll.registry())?;
                None
            }
            _ => return Err(invalid()),
        };
        let mut client = Self { sockets, id: SERVER };
        client.wait_for_server(id, deadline)?;
        Ok(client)
    }

    fn wait_for_server(&mut self, id: Option<i32>, deadline: Instant) -> io::Result<()> {
        let mut reason = None;
        loop {
            while let Some(message) = self.sockets.receive()? {
                match message.kind {
                    Kind::Refused(refusal) => reason = Some(refusal),
                    Kind::Disconnected => {
                        let refused = |error| io::Error::new(ErrorKind::ConnectionRefused, error);
                        return Err(match (self.sockets.web.failed.take(), reason) {
                            (Some(error), _) => refused(error.to_string()),
                            (None, Some(refusal)) => refused(refusal.to_string()),
                            (None, None) => refused("the server does not accept the client".into()),
                        });
                    }
                    Kind::Connected | Kind::Packet { .. } if self.has_server() => {
                        // The session gets it, too.
                        self.sockets.inbox.messages.push_front(message);
                        break;
                    }
                    // The connection has ended since, and the message about that follows.
                    Kind::Connected | Kind::Packet { .. } => {}
                }
            }
            if let Some(id) = id.or(self.sockets.web.id).filter(|_| self.has_server()) {
                self.id = id;
                return Ok(());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::Error::new(ErrorKind::TimedOut, "the server does not answer"));
            }
            self.sockets.wait(left.min(Duration::from_millis(10)))?;
        }
    }

    fn has_server(&self) -> bool {
        let Sockets { web, enet, .. } = &self.sockets;
        web.has(SERVER) || enet.as_ref().is_some_and(|enet| enet.has(SERVER))
    }

    /// Returns the peer id of this client.
    pub const fn id(&self) -> i32 {
        self.id
    }

    /// As [`Server::receive`](super::Server::receive).
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn receive(&mut self) -> io::Result<Option<Message>> {
        self.sockets.receive()
    }

    /// As [`Server::wait`](super::Server::wait).
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn wait(&mut self, timeout: Duration) -> io::Result<()> {
        self.sockets.wait(timeout)
    }

    /// As [`Server::send`](super::Server::send).
    pub fn send(&mut self, packet: Outgoing<'_>) {
        self.sockets.send_packet(packet);
    }

    /// As [`Server::send_godot3`](super::Server::send_godot3).
    pub fn send_godot3(&mut self, outgoing: godot3::Outgoing<'_>) {
        self.sockets.send_godot3(outgoing);
    }

    /// Ends the connection, after the packets that were sent before. Call [`wait`](Self::wait) and [`receive`](Self::receive) for a moment, so
    /// that they arrive.
    pub fn close(&mut self) {
        self.sockets.close(SERVER, "");
    }
}

/// A free port of the same family.
const fn any_port(server: SocketAddr) -> SocketAddr {
    let ip = match server {
        SocketAddr::V4(_) => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        SocketAddr::V6(_) => IpAddr::V6(Ipv6Addr::UNSPECIFIED),
    };
    SocketAddr::new(ip, 0)
}
