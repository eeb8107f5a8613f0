//! An `ENet` host on a UDP socket.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::hash::{BuildHasher, Hasher};
use core::net::SocketAddr;
use core::time::Duration;
use std::collections::hash_map::RandomState;
use std::io::{self, ErrorKind};
use std::net::ToSocketAddrs;
use std::time::Instant;

use godot_var_enet::{
    ConnectError, Event, Host, Limits, MAX_DATAGRAM, Mode, PeerId, PeerInfo, ReceiveError,
    SendError,
};
use mio::net::UdpSocket;

use super::resolve;
use crate::{Misfit, watch};

/// How many datagrams are read before it is the turn of their packets.
const MAX_DATAGRAMS: usize = 1024;
/// How long that takes, for datagrams whose compression takes time.
const READING: Duration = Duration::from_millis(50);
/// How many misfits wait for [`EnetHost::misfits`].
const MAX_MISFITS: usize = 16;

/// An `ENet` host on a UDP socket, for packets of your own; [`Server`](super::Server) and [`Client`](super::Client) have the peers of a
/// session. Clients of Godot with and without the range coder can connect. The names in its functions are those of [`enet`](super::enet).
///
/// It runs in no thread of its own. Call [`next_event`](Self::next_event) until it returns `None`, then send packets, and do something else
/// for a moment, at most 50 ms.
///
/// ```no_run
/// use std::time::Duration;
///
/// use godot_var_multiplayer::net::EnetHost;
/// use godot_var_multiplayer::net::enet::{Event, Limits};
///
/// let mut host = EnetHost::bind("0.0.0.0:7777", Limits::default().with_max_packet_bytes(4096))?;
/// loop {
///     while let Some(event) = host.next_event() {
///         match event {
///             Event::Connected { address, .. } => println!("{address} has come"),
///             // Back to the sender.
///             Event::Received { peer, channel, mode, bytes } => {
///                 let _ = host.send(peer, channel, mode, bytes);
///             }
///             Event::Disconnected { reason, .. } => println!("{reason:?}"),
///         }
///     }
///     std::thread::sleep(Duration::from_millis(1));
/// }
/// # #[allow(unreachable_code)]
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct EnetHost {
    socket: UdpSocket,
    host: Host<SocketAddr>,
    started: Instant,
    buffer: Box<[u8; MAX_DATAGRAM]>,
    misfits: Vec<(SocketAddr, Misfit)>,
    /// Whether datagrams were read for the events that are returned now.
    is_in_turn: bool,
    /// Whether the last read found nothing.
    is_drained: bool,
}

impl EnetHost {
    /// Binds a socket to an address. A client binds port 0 and has [`Limits::client`].
    ///
    /// # Errors
    /// Those of the operating system, for example if the port is in use;
    /// [`InvalidInput`](ErrorKind::InvalidInput) if a limit is out of its range.
    pub fn bind(address: impl ToSocketAddrs, limits: Limits) -> io::Result<Self> {
        Self::new(UdpSocket::bind(resolve(address)?)?, limits)
    }

    pub(super) fn new(socket: UdpSocket, limits: Limits) -> io::Result<Self> {
        let random = || RandomState::new().build_hasher().finish();
        let host = Host::new(limits, [random(), random()])
            .map_err(|error| io::Error::new(ErrorKind::InvalidInput, error))?;
        Ok(Self {
            socket,
            host,
            started: Instant::now(),
            buffer: Box::new([0; MAX_DATAGRAM]),
            misfits: Vec::new(),
            is_in_turn: false,
            is_drained: false,
        })
    }

    /// Returns the address, with the port that was chosen for port 0.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Asks a server for a connection with `channels` channels. Godot's servers take `data` as the id of the client, from 2 to 2^31 - 1.
    /// The first event of the peer is [`Event::Connected`], or [`Event::Disconnected`] if the server does not answer.
    ///
    /// # Errors
    /// There are no channels, or no slot is free.
    pub fn connect(
        &mut self,
        server: SocketAddr,
        channels: u8,
        data: u32,
    ) -> Result<PeerId, ConnectError> {
        self.host.connect(server, channels, data, false, self.started.elapsed())
    }

    /// Returns the next event, without waiting. Returns `None` after all, or after a turn: at most 100 packets of each peer, from at most
    /// 1,024 datagrams, for whose reading it takes at most 50 ms. Before it returns `None`, it sends what is due.
    pub fn next_event(&mut self) -> Option<Event<SocketAddr>> {
        if !self.is_in_turn {
            self.read();
            self.is_in_turn = true;
        }
        let event = self.host.next_event();
        if event.is_none() {
            self.is_in_turn = false;
            self.flush();
        }
        event
    }

    fn read(&mut self) {
        self.is_drained = false;
        let end = self.started.elapsed() + READING;
        for _ in 0..MAX_DATAGRAMS {
            match self.socket.recv_from(&mut *self.buffer) {
                Ok((len, address)) => self.accept(len, address),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.is_drained = true;
                    return;
                }
                // An address that an earlier datagram did not reach.
                Err(_) => {}
            }
            if self.started.elapsed() >= end {
                return;
            }
        }
    }

    fn accept(&mut self, len: usize, address: SocketAddr) {
        let datagram = self.buffer.get(..len).unwrap_or_default();
        let misfit = match datagram {
            // The first bytes of a record of DTLS: a kind from 20 to 25, and the version.
            [20..=25, 0xFE, 0xFD | 0xFF, ..] => Misfit::Dtls,
            _ => match self.host.receive(address, datagram, self.started.elapsed()) {
                Ok(()) => return,
                Err(ReceiveError::Compression) => Misfit::OtherCompression,
                Err(ReceiveError::Full) => Misfit::Full,
                Err(_) => Misfit::NotEnet,
            },
        };
        watch::count(misfit.name());
        let entry = (address, misfit);
        if self.misfits.len() < MAX_MISFITS && !self.misfits.contains(&entry) {
            self.misfits.push(entry);
        }
    }

    /// Returns those whom the host has refused since the last call, and why: at most 16.
    pub fn misfits(&mut self) -> Vec<(SocketAddr, Misfit)> {
        core::mem::take(&mut self.misfits)
    }

    /// Queues a packet. [`next_event`](Self::next_event) and [`flush`](Self::flush) send it. One value of `Arc<[u8]>` can be sent to many
    /// peers without a copy for each.
    ///
    /// # Errors
    /// The peer is not connected, has no such channel, or too much waits for it; the packet is too long.
    pub fn send(
        &mut self,
        peer: PeerId,
        channel: u8,
        mode: Mode,
        bytes: impl Into<Arc<[u8]>>,
    ) -> Result<(), SendError> {
        self.host.send(peer, channel, mode, bytes)
    }

    /// Sends what is due. A datagram that cannot be sent is lost: the host repeats it, or gives its peer up.
    pub fn flush(&mut self) {
        while let Some((address, len)) =
            self.host.transmit(self.started.elapsed(), &mut self.buffer)
        {
            let _ = self.socket.send_to(self.buffer.get(..len).unwrap_or_default(), address);
        }
    }

    /// Ends a connection after all packets that were sent are acknowledged, or after 30 seconds. The other side gets `data`.
    /// [`Event::Disconnected`] comes then.
    pub fn disconnect_later(&mut self, peer: PeerId, data: u32) {
        self.host.disconnect_later(peer, data);
    }

    /// Ends a connection at once, without an event. The other side is told once, with `data`.
    pub fn close(&mut self, peer: PeerId, data: u32) {
        self.host.close(peer, data);
    }

    /// Returns the state of a peer, until its last event was returned.
    pub fn peer(&self, peer: PeerId) -> Option<PeerInfo<SocketAddr>> {
        self.host.peer(peer)
    }

    pub(super) const fn limits(&self) -> &Limits {
        self.host.limits()
    }

    /// Datagrams have arrived.
    pub(super) const fn wake(&mut self) {
        self.is_drained = false;
    }

    /// Returns how long nothing is to be done, if nothing arrives. `None`: for ever.
    pub(super) fn idle_time(&self) -> Option<Duration> {
        if !self.is_drained || self.is_in_turn {
            return Some(Duration::ZERO);
        }
        Some(self.host.deadline()?.saturating_sub(self.started.elapsed()))
    }
}
