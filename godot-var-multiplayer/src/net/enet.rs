//! `ENet` as Godot's peers use it: the client chooses its id, and channels show the transfer mode.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::net::SocketAddr;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::io;
use std::time::Instant;

use mio::net::UdpSocket;
use rusty_enet::{EventNoRef, Host, HostSettings, Packet, PacketKind, PeerID};

use super::datagrams::EnetSocket;
use super::{Inbox, Kind, NetConfig, Payload};
use crate::godot3::Message as Godot3Message;
use crate::{Misfit, SERVER, TransferMode};

/// How many events are read before it is the turn of the game.
const MAX_EVENTS: usize = 1000;
/// The maximum of ENet, less one peer that is refused because the server is full.
pub(super) const MAX_PEERS: usize = 4094;

pub(super) struct Enet {
    host: Host<EnetSocket>,
    address: SocketAddr,
    links: BTreeMap<PeerID, Link>,
    peers: BTreeMap<i32, PeerID>,
    /// The id of the peer that this side connects to, which is not connected yet.
    connecting: Option<PeerID>,
    max_peers: usize,
    max_waiting_bytes: usize,
    unreliable_channel: u8,
}

struct Link {
    id: i32,
    address: SocketAddr,
    /// The bytes of all packets that ENet keeps for the peer.
    waiting: Arc<AtomicUsize>,
}

/// The bytes of a packet, which count until ENet has dropped them.
struct Waiting {
    bytes: Vec<u8>,
    total: Arc<AtomicUsize>,
}

impl AsRef<[u8]> for Waiting {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.total.fetch_sub(self.bytes.len(), Ordering::Relaxed);
    }
}

fn failed(error: impl core::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, std::format!("ENet: {error}"))
}

impl Enet {
    pub(super) fn new(socket: UdpSocket, config: &NetConfig) -> io::Result<Self> {
        let address = socket.local_addr()?;
        // One peer more, which is told that the server is full.
        let peer_limit = config.max_peers.min(MAX_PEERS) + 1;
        let started = Instant::now();
        let settings = HostSettings {
            peer_limit,
            channel_limit: config.enet_channels.into(),
            time: Box::new(move || started.elapsed()),
            ..HostSettings::default()
        };
        let socket = EnetSocket::new(socket, peer_limit as u16);
        let mut host = Host::new(socket, settings).map_err(failed)?;
        host.set_maximum_packet_size(config.max_packet_bytes).map_err(failed)?;
        host.set_maximum_waiting_data(config.max_waiting_bytes).map_err(failed)?;
        Ok(Self {
            host,
            address,
            links: BTreeMap::new(),
            peers: BTreeMap::new(),
            connecting: None,
            max_peers: config.max_peers,
            max_waiting_bytes: config.max_waiting_bytes,
            unreliable_channel: if config.godot3 {
                Godot3Message::ENET_UNRELIABLE_CHANNEL
            } else {
                TransferMode::UnreliableOrdered.enet_channel(0)
            },
        })
    }

    pub(super) fn socket(&mut self) -> &mut EnetSocket {
        self.host.socket_mut()
    }

    pub(super) const fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Begins a connection to a server, as the peer with this id.
    pub(super) fn connect(&mut self, server: SocketAddr, id: i32) -> io::Result<()> {
        let channels = self.host.channel_limit();
        let peer = self.host.connect(server, channels, id as u32).map_err(failed)?;
        self.connecting = Some(peer.id());
        Ok(())
    }

    pub(super) fn has(&self, peer: i32) -> bool {
        self.peers.contains_key(&peer)
    }

    pub(super) fn count(&self) -> usize {
        self.peers.len()
    }

    /// Whether datagrams may wait that no readiness reports again.
    pub(super) fn is_drained(&self) -> bool {
        self.host.socket().is_drained
    }

    /// Reads what has arrived, and sends what is due.
    pub(super) fn turn(
        &mut self,
        others: usize,
        is_taken: impl Fn(i32) -> bool,
        inbox: &mut Inbox,
    ) {
        for _ in 0..MAX_EVENTS {
            let Ok(Some(event)) = self.host.service() else { break };
            match event.no_ref() {
                EventNoRef::Connect { peer, data } => {
                    self.welcome(peer, data as i32, others, &is_taken, inbox);
                }
                EventNoRef::Disconnect { peer, .. } => {
                    if let Some(link) = self.links.remove(&peer) {
                        self.peers.remove(&link.id);
                        inbox.push(link.id, Kind::Disconnected);
                    } else if self.connecting.take_if(|known| *known == peer).is_some() {
                        inbox.push(SERVER, Kind::Disconnected);
                    }
                }
                EventNoRef::Receive { peer, channel_id, packet } => {
                    let Some(link) = self.links.get(&peer) else { continue };
                    // `rusty_enet` 0.4.1 reports every packet as reliable, so the channel tells the mode. Both unreliable modes allow
                    // ordered delivery. On a transfer channel the mode is unknown, and such packets are relayed reliably.
                    let mode = if channel_id == self.unreliable_channel {
                        TransferMode::UnreliableOrdered
                    } else {
                        TransferMode::Reliable
                    };
                    let bytes = Payload::Enet(packet);
                    inbox.push(link.id, Kind::Packet { bytes, mode, enet: Some(channel_id) });
                }
            }
        }
        for (address, misfit) in self.host.socket_mut().misfits() {
            inbox.report(address, misfit);
        }
    }

    fn welcome(
        &mut self,
        peer: PeerID,
        chosen: i32,
        others: usize,
        is_taken: &impl Fn(i32) -> bool,
        inbox: &mut Inbox,
    ) {
        let Some(address) = self.host.get_peer(peer).and_then(rusty_enet::Peer::address) else {
            return;
        };
        let is_server = self.connecting.take_if(|known| *known == peer).is_some();
        let id = if is_server { SERVER } else { chosen };
        let misfit = if !is_server && (id < 2 || self.has(id) || is_taken(id)) {
            Some(Misfit::PeerId(id))
        } else if !is_server && self.peers.len() + others >= self.max_peers {
            Some(Misfit::Full)
        } else {
            None
        };
        if let Some(misfit) = misfit {
            inbox.report(address, misfit);
            self.host.peer_mut(peer).disconnect_now(0);
            return;
        }
        self.links.insert(peer, Link { id, address, waiting: Arc::default() });
        self.peers.insert(id, peer);
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
        let Some(link) = self.links.get(&peer) else { return };
        if bytes.len() > self.host.maximum_packet_size() {
            return inbox.refuse(id, link.address, Misfit::Oversized(bytes.len()));
        }
        let waiting = link.waiting.fetch_add(bytes.len(), Ordering::Relaxed);
        let total = Arc::clone(&link.waiting);
        let data = Box::new(Waiting { bytes: bytes.to_vec(), total });
        if waiting > self.max_waiting_bytes {
            inbox.refuse(id, link.address, Misfit::TooSlow(self.max_waiting_bytes));
            self.host.peer_mut(peer).disconnect_now(0);
            self.peers.remove(&id);
            self.links.remove(&peer);
            return inbox.push(id, Kind::Disconnected);
        }
        let kind = match mode {
            TransferMode::Reliable => PacketKind::Reliable,
            TransferMode::Unreliable => PacketKind::AlwaysUnreliable { sequenced: false },
            TransferMode::UnreliableOrdered => PacketKind::AlwaysUnreliable { sequenced: true },
        };
        let to = self.host.peer_mut(peer);
        // A client with fewer channels gets the packet on the channel of its mode.
        let channel =
            if usize::from(channel) < to.channel_count() { channel } else { mode.enet_channel(0) };
        // A packet that cannot be sent is for a peer that is leaving.
        let _ = to.send(channel, &Packet::new(data, kind));
    }

    pub(super) fn flush(&mut self) {
        self.host.flush();
    }

    /// Ends a connection after all that was sent has arrived.
    pub(super) fn close(&mut self, id: i32, inbox: &mut Inbox) {
        if let Some(peer) = self.peers.remove(&id) {
            self.links.remove(&peer);
            self.host.peer_mut(peer).disconnect_later(0);
            inbox.end(id);
        }
    }
}
