//! `ENet` as Godot's peers speak it: the client brings its number along, and flags tell the transfer mode.

use std::collections::BTreeMap;
use std::net::{SocketAddr, UdpSocket};

use godot_var::multiplayer::TransferMode;
use rusty_enet::{EventNoRef, Host, HostSettings, Packet, PacketKind, PeerID, RangeCoder};

use super::Failure;

/// Godot 3 has three, Godot 4 two and one for each transfer channel from 1 on.
pub(crate) const CHANNELS: usize = 8;
const MAX_CLIENTS: usize = 100;
const MAX_BYTES: usize = 65_535;

/// What comes from clients.
pub(crate) enum Event {
    Connected(i32),
    Disconnected(i32),
    Received {
        peer: i32,
        bytes: Vec<u8>,
        mode: TransferMode,
        /// That of the connection.
        channel: u8,
    },
}

/// The host, and its clients under their numbers.
pub(crate) struct Enet {
    host: Host<UdpSocket>,
    unreliable_channel: u8,
    numbers: BTreeMap<PeerID, i32>,
    peers: BTreeMap<i32, PeerID>,
}

impl Enet {
    /// Godot 3.4 and later compress with the range coder unless they are told otherwise, others do not: both sides have to agree.
    /// Unreliable packets without a transfer channel come on the channel that is named.
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

    /// What has come. A client under a number that another has is not let in.
    pub(crate) fn event(&mut self, is_taken: impl Fn(i32) -> bool) -> Option<Event> {
        loop {
            // An error is about one datagram, whose address nobody can reach.
            match self.host.service().ok()??.no_ref() {
                EventNoRef::Connect { peer, data } => {
                    // The server that this side has connected to.
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
        // One that cannot be sent is about a client that goes.
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

    /// Of a packet that has come.
    ///
    /// `rusty_enet` 0.4.1 calls each of them reliable. Without a transfer channel, ENet's channel shows which are not; ordered is what both
    /// unreliable modes allow. With a transfer channel nothing shows it: what is relayed from there, goes on reliably.
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
