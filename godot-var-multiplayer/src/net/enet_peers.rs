//! `ENet` as Godot's peers use it: the client chooses its id.

use alloc::collections::BTreeMap;
use core::net::SocketAddr;
use core::time::Duration;
use std::io;

use godot_var_enet::{Event, Limits, Mode, PeerId, SendError};
use mio::net::UdpSocket;

use super::enet_host::EnetHost;
use super::{Inbox, Kind, NetConfig, Payload};
use crate::watch::{self, Transport};
use crate::{Misfit, SERVER, TransferMode};

/// The maximum of ENet.
const MAX_PEERS: usize = 4094;

pub(super) struct Enet {
    host: EnetHost,
    address: SocketAddr,
    links: BTreeMap<PeerId, (i32, SocketAddr)>,
    peers: BTreeMap<i32, PeerId>,
    /// The server to which this side connects, until it is connected.
    connecting: Option<PeerId>,
    max_peers: usize,
}

const fn mode_of(mode: Mode) -> TransferMode {
    match mode {
        Mode::Reliable => TransferMode::Reliable,
        Mode::Unreliable => TransferMode::Unreliable,
        Mode::UnreliableOrdered => TransferMode::UnreliableOrdered,
    }
}

const fn to_mode(mode: TransferMode) -> Mode {
    match mode {
        TransferMode::Reliable => Mode::Reliable,
        TransferMode::Unreliable => Mode::Unreliable,
        TransferMode::UnreliableOrdered => Mode::UnreliableOrdered,
    }
}

impl Enet {
    pub(super) fn new(socket: UdpSocket, config: &NetConfig, max_peers: usize) -> io::Result<Self> {
        let limits = Limits::default()
            .with_max_peers(max_peers.min(MAX_PEERS))
            .with_max_channels(config.enet_channels)
            .with_max_packet_bytes(config.max_packet_bytes)
            .with_max_waiting_bytes(config.max_waiting_bytes)
            .with_max_queued_bytes(config.max_waiting_bytes);
        Ok(Self {
            address: socket.local_addr()?,
            host: EnetHost::new(socket, limits)?,
            links: BTreeMap::new(),
            peers: BTreeMap::new(),
            connecting: None,
            max_peers,
        })
    }

    pub(super) const fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Begins a connection to a server, as the peer with this id.
    pub(super) fn connect(&mut self, server: SocketAddr, id: i32) -> io::Result<()> {
        let channels = self.host.limits().max_channels;
        let peer = self.host.connect(server, channels, id as u32).map_err(io::Error::other)?;
        self.connecting = Some(peer);
        Ok(())
    }

    pub(super) fn has(&self, peer: i32) -> bool {
        self.peers.contains_key(&peer)
    }

    pub(super) fn count(&self) -> usize {
        self.peers.len()
    }

    /// Returns how many bytes wait until the peers have acknowledged them.
    pub(super) fn waiting(&self) -> usize {
        let peers = self.links.keys().filter_map(|peer| self.host.peer(*peer));
        peers.map(|peer| peer.queued_bytes).sum()
    }

    /// Datagrams have arrived.
    pub(super) const fn wake(&mut self) {
        self.host.wake();
    }

    /// Returns how long nothing is to be done, if nothing arrives. `None`: for ever.
    pub(super) fn idle_time(&self) -> Option<Duration> {
        self.host.idle_time()
    }

    /// Reads what has arrived, and sends what is due.
    pub(super) fn turn(
        &mut self,
        others: usize,
        is_taken: impl Fn(i32) -> bool,
        inbox: &mut Inbox,
    ) {
        while let Some(event) = self.host.next_event() {
            match event {
                Event::Connected { peer, address, data } => {
                    self.welcome(peer, address, data as i32, others, &is_taken, inbox);
                }
                Event::Disconnected { peer, .. } => {
                    if let Some((id, _)) = self.links.remove(&peer) {
                        self.peers.remove(&id);
                        inbox.push(id, Kind::Disconnected);
                    } else if self.connecting.take_if(|known| *known == peer).is_some() {
                        inbox.push(SERVER, Kind::Disconnected);
                    }
                }
                Event::Received { peer, channel, mode, bytes } => {
                    let Some(&(id, _)) = self.links.get(&peer) else { continue };
                    let bytes = Payload::Enet(bytes);
                    let mode = mode_of(mode);
                    inbox.push(id, Kind::Packet { bytes, mode, enet: Some(channel) });
                }
            }
        }
        for (address, misfit) in self.host.misfits() {
            // The host has counted it.
            inbox.tell(address, misfit);
        }
    }

    fn welcome(
        &mut self,
        peer: PeerId,
        address: SocketAddr,
        chosen: i32,
        others: usize,
        is_taken: &impl Fn(i32) -> bool,
        inbox: &mut Inbox,
    ) {
        let is_server = self.connecting.take_if(|known| *known == peer).is_some();
        let id = if is_server { SERVER } else { chosen };
        let is_taken = self.has(id) || is_taken(id) || inbox.is_ending(id);
        let misfit = if !is_server && (id < 2 || is_taken) {
            Some(Misfit::PeerId(id))
        } else if !is_server && self.peers.len() + others >= self.max_peers {
            Some(Misfit::Full)
        } else {
            None
        };
        if let Some(misfit) = misfit {
            inbox.report(address, misfit);
            self.host.close(peer, 0);
            return;
        }
        self.links.insert(peer, (id, address));
        self.peers.insert(id, peer);
        watch::accepted(Transport::Enet, id, address);
        inbox.push(id, Kind::Connected);
    }

    /// Queues a packet on a channel of the connection.
    pub(super) fn send(
        &mut self,
        id: i32,
        channel: u8,
        mode: TransferMode,
        bytes: &[u8],
        inbox: &mut Inbox,
    ) {
        let Some(&peer) = self.peers.get(&id) else { return };
        let Some(&(_, address)) = self.links.get(&peer) else { return };
        let sent = match self.host.send(peer, channel, to_mode(mode), bytes) {
            // A client with fewer channels gets the packet on the channel of its mode.
            Err(SendError::Channel { .. }) => {
                self.host.send(peer, mode.enet_channel(0), to_mode(mode), bytes)
            }
            sent => sent,
        };
        match sent {
            Ok(()) => inbox.watch.sent(Transport::Enet, bytes.len()),
            Err(SendError::TooLong { len, .. }) => {
                inbox.refuse(id, address, Misfit::Oversized(len));
            }
            Err(SendError::Full { .. }) => {
                let limit = self.host.limits().max_queued_bytes;
                inbox.refuse(id, address, Misfit::TooSlow(limit));
                self.host.close(peer, 0);
                self.peers.remove(&id);
                self.links.remove(&peer);
                inbox.push(id, Kind::Disconnected);
            }
            // A packet that cannot be sent otherwise is for a peer that is leaving.
            _ => {}
        }
    }

    pub(super) fn flush(&mut self) {
        self.host.flush();
    }

    /// Ends a connection after all that was sent has arrived.
    pub(super) fn close(&mut self, id: i32, inbox: &mut Inbox) {
        if let Some(peer) = self.peers.remove(&id) {
            self.links.remove(&peer);
            self.host.disconnect_later(peer, 0);
            inbox.end(id);
        }
    }
}
