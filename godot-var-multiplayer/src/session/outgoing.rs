//! Packets that wait to be sent.

use alloc::vec::Vec;
use core::ops::Range;

use godot_var_runtime::EncodeError;

use crate::{Packet, SERVER, TransferMode};

/// A packet for the transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outgoing<'s> {
    /// To whom.
    pub peer: i32,
    /// The packet.
    pub bytes: &'s [u8],
    /// How it travels, where the transport has a choice.
    pub mode: TransferMode,
    /// Its transfer channel, where the transport has several.
    pub channel: u8,
}

/// Packets in one buffer, of which several peers may get the same.
#[derive(Debug)]
pub(super) struct Queue {
    bytes: Vec<u8>,
    packets: Vec<Queued>,
    /// The queue of a client, whose packets to other clients go through the server.
    is_client: bool,
}

#[derive(Debug)]
struct Queued {
    peer: i32,
    bytes: Range<usize>,
    mode: TransferMode,
    channel: u8,
}

impl Queue {
    pub(super) const fn new(is_client: bool) -> Self {
        Self { bytes: Vec::new(), packets: Vec::new(), is_client }
    }

    /// Writes a packet, which [`send`](Self::send) then gives to peers.
    pub(super) fn write(&mut self, packet: &Packet<'_>) -> Result<Range<usize>, EncodeError> {
        let start = self.bytes.len();
        packet.append_bytes(&mut self.bytes)?;
        Ok(start..self.bytes.len())
    }

    pub(super) fn send(&mut self, peer: i32, bytes: Range<usize>, mode: TransferMode, channel: u8) {
        if !self.is_client || peer == SERVER {
            self.packets.push(Queued { peer, bytes, mode, channel });
            return;
        }
        let packet = self.bytes.get(bytes).unwrap_or_default().to_vec();
        let written = self.write(&Packet::Relay { peer, packet: &packet });
        debug_assert!(written.is_ok(), "{packet:?} cannot be relayed");
        if let Ok(bytes) = written {
            self.packets.push(Queued { peer: SERVER, bytes, mode, channel });
        }
    }

    /// Writes a packet and sends it as the protocol's own packets travel: reliable, channel 0.
    pub(super) fn send_control(
        &mut self,
        peer: i32,
        packet: &Packet<'_>,
    ) -> Result<(), EncodeError> {
        let bytes = self.write(packet)?;
        self.send(peer, bytes, TransferMode::Reliable, 0);
        Ok(())
    }

    /// Drops what waits for a peer.
    pub(super) fn forget(&mut self, peer: i32) {
        self.packets.retain(|packet| packet.peer != peer);
    }

    /// Gives out all packets in order, and keeps the memory.
    pub(super) fn drain(&mut self, mut send: impl FnMut(Outgoing<'_>)) {
        for Queued { peer, bytes, mode, channel } in self.packets.drain(..) {
            let bytes = self.bytes.get(bytes).unwrap_or_default();
            send(Outgoing { peer, bytes, mode, channel });
        }
        self.bytes.clear();
    }
}
