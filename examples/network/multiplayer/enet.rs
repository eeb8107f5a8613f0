//! `ENet` as Godot's peers use it: the client chooses its id, and flags show the transfer mode.

use std::collections::BTreeMap;
use std::net::{SocketAddr, UdpSocket};

use godot_var::multiplayer::TransferMode;
use rusty_enet::{EventNoRef, Host, HostSettings, Packet, PacketKind, PeerID, RangeCoder};

use super::Failure;

/// Godot 3 has three channels. Godot 4 has two, and one for each transfer channel from 1 on.
pub(crate) const CHANNELS: usize = 8;
const MAX_CLIENTS: usize = 100;
const MAX_BYTES: usize = 65_535;

/// An event of a client's connection.
pub(crate) enum Event {
    Connected(i32),
    Disconnected(i32),
    Received {
        peer: i32,
        bytes: Vec<u8>,
        mode: TransferMode,
        /// The channel of the connection.
        channel: u8,
    },
}

/// The host, and its clients by id.
pub(crate) struct Enet {
    host: Host<UdpSocket>,
    unreliable_channel: u8,
    numbers: BTreeMap<PeerID, i32>,
    peers: BTreeMap<i32, PeerID>,
}

impl Enet {
    /// Godot 3.4 and later use the range coder by default, other versions do not: both sides must agree. Unreliable packets without a
    /// transfer channel arrive on `unreliable_channel`.
    pub(crate) fn new(
        socket: UdpSocket,
        compressed: bool,
        unreliable_channel: u8,
    ) -> Result<Self, Failure> {
        let settings = HostSettings {
            peer_limit: MAX_CLIENTS,
            channel_limit: CHANNELS,
            compressor: compressed.then(|| Box::new(RangeCoder::new()) as _),
            ..Default::default()
        };
        let mut host = Host::new(socket, settings)?;
        host.set_maximum_packet_size(MAX_BYTES)?;
        Ok(Self { host, unreliable_channel, numbers: BTreeMap::new(), peers: BTreeMap::new() })
    }

    /// Connects as a client under a number.
    pub(crate) fn connect(&mut self, server: SocketAddr, id: i32) -> Result<(), Failure> {
        let peer = self.host.connect(server, CHANNELS, id as u32)?.id();
        self.peers.insert(godot_var::multiplayer::SERVER, peer);
        Ok(())
    }

    pub(crate) fn has(&self, peer: i32) -> bool {
        self.peers.contains_key(&peer)
    }

    /// Returns the next event. A client with an id that is in use is refused.
    pub(crate) fn event(&mut self, is_taken: impl Fn(i32) -> bool) -> Option<Event> {
        loop {
            // An error concerns one datagram whose address cannot be reached.
            match self.host.service().ok()??.no_ref() {
                EventNoRef::Connect { peer, data } => {
                    // The server that this client is connected to.
                    let known = self.peers.iter().find(|(_, other)| **other == peer);
                    let number = known.map_or(data as i32, |(number, _)| *number);
                    if known.is_none() && (number < 2 || self.has(number) || is_taken(number)) {
                        self.host.peer_mut(peer).reset();
                        continue;
                    }
                    self.numbers.insert(peer, number);
                    self.peers.insert(number, peer);
                    return Some(Event::Connected(number));
                }
                EventNoRef::Disconnect { peer, .. } => {
                    let Some(number) = self.numbers.remove(&peer) else { continue };
                    self.peers.remove(&number);
                    return Some(Event::Disconnected(number));
                }
                EventNoRef::Receive { peer, channel_id, packet } => {
                    let Some(&peer) = self.numbers.get(&peer) else { continue };
                    let mode = self.mode_of(packet.kind(), channel_id);
                    let bytes = packet.data().to_vec();
                    return Some(Event::Received { peer, bytes, mode, channel: channel_id });
                }
            }
        }
    }

    /// Sends a packet on a channel of the connection.
    pub(crate) fn send(&mut self, peer: i32, channel: u8, mode: TransferMode, bytes: &[u8]) {
        let Some(&peer) = self.peers.get(&peer) else { return };
        let packet = Packet::new(bytes, kind_of(mode));
        // A packet that cannot be sent is for a client that is leaving.
        if let Err(error) = self.host.peer_mut(peer).send(channel, &packet) {
            println!("not sent: {error}");
        }
    }

    pub(crate) fn close(&mut self, number: i32) {
        if let Some(peer) = self.peers.remove(&number) {
            self.numbers.remove(&peer);
            self.host.peer_mut(peer).disconnect(0);
        }
    }

    /// Returns the transfer mode of a received packet.
    ///
    /// `rusty_enet` 0.4.1 reports every packet as reliable. Without a transfer channel, ENet's channel shows which packets are not. Both
    /// unreliable modes allow ordered delivery. With a transfer channel the mode is unknown, so the packets are relayed reliably.
    fn mode_of(&self, kind: PacketKind, channel: u8) -> TransferMode {
        match kind {
            PacketKind::Reliable if channel == self.unreliable_channel => {
                TransferMode::UnreliableOrdered
            }
            PacketKind::Reliable => TransferMode::Reliable,
            PacketKind::Unreliable { sequenced } | PacketKind::AlwaysUnreliable { sequenced } => {
                if sequenced {
                    TransferMode::UnreliableOrdered
                } else {
                    TransferMode::Unreliable
                }
            }
        }
    }
}

fn kind_of(mode: TransferMode) -> PacketKind {
    match mode {
        TransferMode::Reliable => PacketKind::Reliable,
        TransferMode::Unreliable => PacketKind::AlwaysUnreliable { sequenced: false },
        TransferMode::UnreliableOrdered => PacketKind::AlwaysUnreliable { sequenced: true },
    }
}
