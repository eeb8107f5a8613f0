//! Sockets for a session: `ENet` and WebSocket, as `ENetMultiplayerPeer` and `WebSocketMultiplayerPeer` of Godot speak them.
//!
//! A whole server, for both transports:
//!
//! ```no_run
//! use std::time::{Duration, Instant};
//!
//! use godot_var_multiplayer::net::{NetConfig, Server};
//! use godot_var_multiplayer::{Config, Event, Session};
//!
//! let mut session = Session::new(Config::default()); // and its nodes
//! let mut server = Server::new(NetConfig::default())?;
//! server.listen_enet("0.0.0.0:7777")?;
//! server.listen_websocket("0.0.0.0:7777")?;
//! let (started, mut next_tick) = (Instant::now(), Duration::ZERO);
//! loop {
//!     let now = started.elapsed();
//!     while let Some(message) = server.receive()? {
//!         match message.event(&mut session, now) {
//!             Some(Event::Connected(peer)) => println!("{peer} has come"),
//!             Some(Event::Disconnected(peer)) => println!("{peer} has gone"),
//!             Some(Event::Refused { peer, reason }) => println!("{peer}: {reason}"),
//!             _ => {}
//!         }
//!     }
//!     if now >= next_tick {
//!         next_tick = now + Duration::from_millis(50);
//!         while session.poll(now).is_some() {}
//!     }
//!     session.drain(|packet| server.send(packet));
//!     server.wait(next_tick.saturating_sub(started.elapsed()))?;
//! }
//! # #[allow(unreachable_code)]
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # What a client may have
//!
//! | In the project | Here |
//! |---|---|
//! | `ENetMultiplayerPeer.create_client(address, port)` | [`Server::listen_enet`] |
//! | `peer.host.compress(ENetConnection.COMPRESS_RANGE_CODER)` | found by itself: clients with and without it can be at one server |
//! | another compression of `host.compress`, `host.dtls_client_setup` | [`Refusal::Transport`] says so |
//! | `WebSocketMultiplayerPeer.create_client("ws://…")` | [`Server::listen_websocket`] |
//! | `peer.supported_protocols = ["chat"]` | the server accepts the first sub-protocol that a client offers, unless [`NetConfig::protocols`] lists others |
//! | `wss://…` | needs a proxy that ends TLS before the server; [`Refusal::Transport`] says so |
//!
//! # Limits
//!
//! | What | Bound |
//! |---|---|
//! | peers | [`NetConfig::max_peers`] |
//! | WebSocket connections that are not peers | 256: in their handshake, of 5 seconds at most, or closing, of 2 seconds |
//! | WebSocket connections that are accepted in a turn, and the request of each | 16, of 16,384 bytes |
//! | half handshakes of an IP address, or of the first 64 bits of one of IPv6 | 64 of WebSocket; 16 of `ENet`, but for addresses of this machine; they end after 5 seconds |
//! | bytes that wait for a peer that reads slowly | [`NetConfig::max_waiting_bytes`], then the connection ends |
//! | the length of a packet | [`NetConfig::max_packet_bytes`] |
//! | what the header of a WebSocket frame reserves before its bytes arrive | its length, up to [`NetConfig::max_packet_bytes`] |
//! | packets of one call of [`receive`](Server::receive) to the next that returns `None` | 100 of each `ENet` peer, from 1,024 datagrams, read in 50 ms; 100 and 65,536 bytes of each WebSocket connection, also in its handshake and while it closes |
//! | bytes that are decompressed for an unknown address | 64 of a datagram |
//! | reports about those who are no peers | 16 in 10 seconds |
//!
//! A WebSocket peer that sends nothing for 10 seconds gets a ping, and after 30 seconds its connection ends. `ENet` does the same within 30
//! seconds.

mod client;
mod enet_host;
mod enet_peers;
mod server;
mod websocket;

use alloc::collections::{BTreeSet, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;
use core::net::SocketAddr;
use core::time::Duration;
use std::io;
use std::net::ToSocketAddrs;
use std::time::Instant;

use mio::{Events, Interest, Poll, Token};

pub use self::client::Client;
/// `ENet` without a socket: the names that [`EnetHost`] uses.
pub use godot_var_enet as enet;

pub use self::enet_host::EnetHost;
use self::enet_peers::Enet;
pub use self::server::Server;
use self::websocket::Web;
use crate::setters::setters;
use crate::watch::{self, Transport};
use crate::{Event, Incoming, Misfit, Outgoing, Refusal, Session, TransferMode, godot3};

/// Settings of a [`Server`] or [`Client`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NetConfig {
    /// How many peers a server accepts, of all its transports; at most 4,094 over `ENet`. Default: 256.
    pub max_peers: usize,
    /// The maximum length of a packet, in bytes. Default: 65,535.
    pub max_packet_bytes: usize,
    /// How many bytes may wait for a peer. Default: 1,048,576.
    pub max_waiting_bytes: usize,
    /// The channels of an `ENet` connection. The transfer channel n of Godot 4 needs n + 2 of them. Each takes about 100 bytes of memory
    /// a peer. Default: 16, for the transfer channels 0 to 14.
    pub enet_channels: u8,
    /// The WebSocket sub-protocols that a server accepts, or a client offers. If there are none, a server accepts all, and a client offers
    /// none. Default: none.
    pub protocols: Vec<String>,
    /// Whether the other side is Godot 3. Then use [`Message::event_godot3`] and [`Server::send_godot3`]. Default: no.
    pub godot3: bool,
}

impl Default for NetConfig {
    fn default() -> Self {
        Self {
            max_peers: 256,
            max_packet_bytes: 65_535,
            max_waiting_bytes: 1 << 20,
            enet_channels: 16,
            protocols: Vec::new(),
            godot3: false,
        }
    }
}

impl NetConfig {
    setters! {
        max_peers => with_max_peers: usize;
        max_packet_bytes => with_max_packet_bytes: usize;
        max_waiting_bytes => with_max_waiting_bytes: usize;
        enet_channels => with_enet_channels: u8;
        godot3 => with_godot3: bool;
    }

    /// Returns this with other [`protocols`](Self::protocols).
    #[must_use]
    pub fn with_protocols(mut self, protocols: &[&str]) -> Self {
        self.protocols = protocols.iter().map(|&protocol| protocol.into()).collect();
        self
    }
}

const UDP: Token = Token(0);
const LISTENER: Token = Token(1);
/// The tokens of connections are greater.
const FIRST_LINK: usize = 1;

/// What has happened on the network: a peer has joined or left, or a packet has arrived. Pass it to the session with [`event`](Self::event).
#[derive(Debug)]
#[must_use = "the session must know what has happened"]
pub struct Message {
    peer: i32,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Connected,
    Disconnected,
    Packet {
        bytes: Payload,
        mode: TransferMode,
        /// The channel of `ENet`.
        enet: Option<u8>,
    },
    Refused(Refusal),
}

#[derive(Debug)]
enum Payload {
    Enet(Vec<u8>),
    WebSocket(tungstenite::Bytes),
}

impl Payload {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Enet(bytes) => bytes,
            Self::WebSocket(bytes) => bytes,
        }
    }

    const fn transport(&self) -> Transport {
        match self {
            Self::Enet(_) => Transport::Enet,
            Self::WebSocket(_) => Transport::WebSocket,
        }
    }
}

impl Message {
    /// Returns the peer at the other end of the connection; 0 for somebody who is not a peer.
    pub const fn peer(&self) -> i32 {
        self.peer
    }

    /// Tells a session. Returns the event for the game, if there is one.
    ///
    /// [`Event::Refused`] with [`Refusal::Transport`] says that somebody cannot be a peer, or why the connection of a peer has ended.
    /// [`Event::Disconnected`] is the last event of a peer, or [`Event::Away`] if its player has a seat.
    pub fn event(&self, session: &mut Session, now: Duration) -> Option<Event<'_>> {
        let peer = self.peer;
        match &self.kind {
            Kind::Connected => session.connect(peer, now),
            Kind::Disconnected => session.disconnect(peer),
            Kind::Packet { bytes, mode, enet } => {
                let channel = enet.map_or(0, TransferMode::of_enet_channel);
                let incoming = Incoming { peer, bytes: bytes.bytes(), mode: *mode, channel };
                session.receive(incoming, now)
            }
            Kind::Refused(reason) => Some(Event::Refused { peer, reason: reason.clone() }),
        }
    }

    /// As [`event`](Self::event), for Godot 3.
    pub fn event_godot3(&self, session: &mut godot3::Session) -> Option<godot3::Event<'_>> {
        let peer = self.peer;
        let (bytes, mode, enet) = match &self.kind {
            Kind::Connected => return session.connect(peer),
            Kind::Disconnected => {
                session.disconnect(peer);
                return Some(godot3::Event::Disconnected(peer));
            }
            Kind::Packet { bytes, mode, enet } => (bytes.bytes(), *mode, *enet),
            Kind::Refused(reason) => {
                return Some(godot3::Event::Refused { peer, reason: reason.clone() });
            }
        };
        let message = match enet {
            Some(channel) => godot3::Message::read_enet(channel, bytes),
            None => godot3::Message::read_websocket(bytes),
        };
        match message {
            Ok(message) => session.receive(godot3::Incoming { peer, message, mode }),
            Err(error) => {
                let reason = watch::undecoded(Refusal::Packet(error));
                Some(godot3::Event::Refused { peer, reason })
            }
        }
    }
}

/// How many reports about those who are no peers there are in the time below.
const MAX_REPORTS: usize = 16;
const REPORTING: Duration = Duration::from_secs(10);

/// The messages that wait for the game.
struct Inbox {
    messages: VecDeque<Message>,
    /// The peers whose end waits. A new peer must not have such an id: the game would send it what is for the old one.
    ending: BTreeSet<i32>,
    /// The reports since the time below.
    reported: Vec<(SocketAddr, Misfit)>,
    since: Instant,
    watch: watch::Sockets,
}

impl Inbox {
    fn new() -> Self {
        Self {
            messages: VecDeque::new(),
            ending: BTreeSet::new(),
            reported: Vec::new(),
            since: Instant::now(),
            watch: watch::Sockets::default(),
        }
    }

    fn push(&mut self, peer: i32, kind: Kind) {
        match &kind {
            Kind::Disconnected => {
                self.ending.insert(peer);
            }
            Kind::Packet { bytes, .. } => {
                self.watch.received(bytes.transport(), bytes.bytes().len());
            }
            _ => {}
        }
        self.messages.push_back(Message { peer, kind });
    }

    fn pop(&mut self) -> Option<Message> {
        let message = self.messages.pop_front()?;
        if matches!(message.kind, Kind::Disconnected) {
            self.ending.remove(&message.peer);
        }
        Some(message)
    }

    /// Whether the game still has to see the end of a peer with this id.
    fn is_ending(&self, peer: i32) -> bool {
        self.ending.contains(&peer)
    }

    /// Reports why the connection of a peer ends, or what is not sent to it.
    fn refuse(&mut self, peer: i32, address: SocketAddr, reason: Misfit) {
        watch::ended(peer, address, &reason);
        self.push(peer, Kind::Refused(Refusal::Transport { address, reason }));
    }

    /// The game has closed the connection: what the peer has sent before does not matter any more.
    fn end(&mut self, peer: i32) {
        self.messages.retain(|message| message.peer != peer);
        self.push(peer, Kind::Disconnected);
    }

    /// Refuses somebody who is not a peer.
    fn report(&mut self, address: SocketAddr, reason: Misfit) {
        watch::count(reason.name());
        self.tell(address, reason);
    }

    /// Reports somebody who was refused. Repetitions and a flood are dropped.
    fn tell(&mut self, address: SocketAddr, reason: Misfit) {
        if self.since.elapsed() > REPORTING {
            self.since = Instant::now();
            self.reported.clear();
        }
        let report = (address, reason);
        if self.reported.len() < MAX_REPORTS && !self.reported.contains(&report) {
            watch::reported(address, &report.1);
            let reason = report.1.clone();
            self.push(0, Kind::Refused(Refusal::Transport { address, reason }));
            self.reported.push(report);
        }
    }
}

/// The sockets of a server or a client.
struct Sockets {
    poll: Poll,
    events: Events,
    config: NetConfig,
    enet: Option<Enet>,
    web: Web,
    inbox: Inbox,
    /// Whether messages were returned since the last turn.
    has_returned: bool,
}

impl Sockets {
    fn new(config: NetConfig) -> io::Result<Self> {
        Ok(Self {
            poll: Poll::new()?,
            events: Events::with_capacity(1024),
            enet: None,
            web: Web::new(&config),
            config,
            inbox: Inbox::new(),
            has_returned: false,
        })
    }

    fn bind_udp(&mut self, address: SocketAddr, max_peers: usize) -> io::Result<&mut Enet> {
        let mut socket = mio::net::UdpSocket::bind(address)?;
        self.poll.registry().register(&mut socket, UDP, Interest::READABLE)?;
        let enet = Enet::new(socket, &self.config, max_peers)?;
        Ok(self.enet.insert(enet))
    }

    fn receive(&mut self) -> io::Result<Option<Message>> {
        if self.inbox.messages.is_empty() {
            // The game has its turn, however much arrives.
            if core::mem::take(&mut self.has_returned) {
                return Ok(None);
            }
            self.flush();
            let (web, enet) = (&self.web, &self.enet);
            let waiting = || web.waiting() + enet.as_ref().map_or(0, Enet::waiting);
            self.inbox.watch.publish(waiting);
            self.poll(Duration::ZERO)?;
            let enet_peers = self.enet.as_ref().map_or(0, Enet::count);
            if let Some(enet) = &mut self.enet {
                enet.turn(self.web.count(), |id| self.web.has(id), &mut self.inbox);
            }
            let is_taken = |id| self.enet.as_ref().is_some_and(|enet| enet.has(id));
            self.web.turn(self.poll.registry(), enet_peers, is_taken, &mut self.inbox);
        }
        let message = self.inbox.pop();
        self.has_returned = message.is_some();
        Ok(message)
    }

    fn wait(&mut self, timeout: Duration) -> io::Result<()> {
        self.flush();
        let is_drained = self.inbox.messages.is_empty() && self.web.is_drained();
        let idle_time = self.enet.as_ref().and_then(Enet::idle_time).unwrap_or(timeout);
        self.inbox.watch.end_turn();
        let polled = self.poll(if is_drained { timeout.min(idle_time) } else { Duration::ZERO });
        self.inbox.watch.begin_turn();
        polled
    }

    fn poll(&mut self, timeout: Duration) -> io::Result<()> {
        match self.poll.poll(&mut self.events, Some(timeout)) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            polled => polled?,
        }
        for event in &self.events {
            match event.token() {
                UDP => {
                    if let Some(enet) = &mut self.enet {
                        enet.wake();
                    }
                }
                LISTENER => self.web.ask(),
                Token(link) => self.web.wake(link),
            }
        }
        Ok(())
    }

    fn flush(&mut self) {
        if let Some(enet) = &mut self.enet {
            enet.flush();
        }
        self.web.flush();
    }

    fn send(&mut self, peer: i32, channel: u8, mode: TransferMode, bytes: &[u8]) {
        let inbox = &mut self.inbox;
        if self.web.has(peer) {
            self.web.send(peer, bytes, inbox);
        } else if let Some(enet) = &mut self.enet {
            enet.send(peer, channel, mode, bytes, inbox);
        }
    }

    fn send_packet(&mut self, packet: Outgoing<'_>) {
        let channel = packet.mode.enet_channel(packet.channel);
        self.send(packet.peer, channel, packet.mode, packet.bytes);
    }

    fn send_godot3(&mut self, outgoing: godot3::Outgoing<'_>) {
        let godot3::Outgoing { peer, message, mode } = outgoing;
        if self.web.has(peer) {
            self.send(peer, 0, mode, &message.to_websocket());
        } else if let Some((channel, bytes)) = message.to_enet(mode) {
            self.send(peer, channel, mode, &bytes);
        }
    }

    fn close(&mut self, peer: i32, why: &str) {
        let inbox = &mut self.inbox;
        if self.web.has(peer) {
            self.web.close(peer, why, inbox);
        } else if let Some(enet) = &mut self.enet {
            enet.close(peer, inbox);
        }
    }
}

fn resolve(address: impl ToSocketAddrs) -> io::Result<SocketAddr> {
    let none = || io::Error::new(io::ErrorKind::InvalidInput, "the name has no address");
    address.to_socket_addrs()?.next().ok_or_else(none)
}
