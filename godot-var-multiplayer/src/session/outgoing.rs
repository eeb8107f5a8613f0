//! The queue of packets to send.

use alloc::vec::Vec;
use core::ops::Range;

use godot_var_runtime::EncodeError;

use crate::packet::put::Put;
use crate::{Packet, SERVER, TransferMode};

/// A packet for the transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outgoing<'s> {
    /// The receiver.
    pub peer: i32,
    /// The packet.
    pub bytes: &'s [u8],
    /// How to send it, if the transport offers several modes.
    pub mode: TransferMode,
    /// The transfer channel, if the transport offers several.
    pub channel: u8,
}

/// Packets in one buffer. Several peers can share a packet. `T` describes the target of each.
#[derive(Debug)]
pub(crate) struct Buffer<T> {
    bytes: Vec<u8>,
    packets: Vec<(T, Range<usize>)>,
}

impl<T> Buffer<T> {
    pub(crate) const fn new() -> Self {
        Self { bytes: Vec::new(), packets: Vec::new() }
    }

    /// Writes a packet, for [`push`](Self::push) to queue.
    pub(crate) fn write(&mut self, packet: &impl Put) -> Result<Range<usize>, EncodeError> {
        let start = self.bytes.len();
        packet.append(&mut self.bytes)?;
        Ok(start..self.bytes.len())
    }

    pub(crate) fn get(&self, bytes: Range<usize>) -> &[u8] {
        self.bytes.get(bytes).unwrap_or_default()
    }

    /// Copies an encoded packet.
    pub(crate) fn copy(&mut self, packet: &[u8]) -> Range<usize> {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(packet);
        start..self.bytes.len()
    }

    pub(crate) fn push(&mut self, to: T, bytes: Range<usize>) {
        self.packets.push((to, bytes));
    }

    /// Keeps only the queued packets whose target `goes` accepts.
    pub(crate) fn retain(&mut self, goes: impl Fn(&T) -> bool) {
        self.packets.retain(|(to, _)| goes(to));
    }

    /// Passes on all packets in order, and keeps the buffers' memory.
    pub(crate) fn drain(&mut self, mut send: impl FnMut(T, &[u8])) {
        for (to, bytes) in self.packets.drain(..) {
            send(to, self.bytes.get(bytes).unwrap_or_default());
        }
        self.bytes.clear();
    }
}

#[derive(Debug)]
pub(super) struct Queue {
    buffer: Buffer<Queued>,
    /// Whether this is the queue of a client, whose packets to other clients go through the server.
    is_client: bool,
}

#[derive(Debug)]
struct Queued {
    peer: i32,
    mode: TransferMode,
    channel: u8,
}

impl Queue {
    pub(super) const fn new(is_client: bool) -> Self {
        Self { buffer: Buffer::new(), is_client }
    }

    /// Writes a packet, for [`send`](Self::send) to queue.
    pub(super) fn write(&mut self, packet: &Packet<'_>) -> Result<Range<usize>, EncodeError> {
        self.buffer.write(packet)
    }

    /// Copies an encoded packet, for [`send`](Self::send) to queue.
    pub(super) fn copy(&mut self, packet: &[u8]) -> Range<usize> {
        self.buffer.copy(packet)
    }

    /// Returns a packet that was written.
    pub(super) fn get(&self, bytes: Range<usize>) -> &[u8] {
        self.buffer.get(bytes)
    }

    pub(super) fn send(&mut self, peer: i32, bytes: Range<usize>, mode: TransferMode, channel: u8) {
        if !self.is_client || peer == SERVER {
            self.buffer.push(Queued { peer, mode, channel }, bytes);
            return;
        }
        let packet = self.buffer.get(bytes).to_vec();
        let written = self.write(&Packet::Relay { peer, packet: &packet });
        debug_assert!(written.is_ok(), "{packet:?} cannot be relayed");
        if let Ok(bytes) = written {
            self.buffer.push(Queued { peer: SERVER, mode, channel }, bytes);
        }
    }

    /// Queues a packet as the protocol's own packets are sent: reliable, channel 0.
    pub(super) fn send_control(
        &mut self,
        peer: i32,
        packet: &Packet<'_>,
    ) -> Result<(), EncodeError> {
        let bytes = self.write(packet)?;
        self.send(peer, bytes, TransferMode::Reliable, 0);
        Ok(())
    }

    /// Drops the packets that wait for a peer.
    pub(super) fn forget(&mut self, peer: i32) {
        self.buffer.retain(|queued| queued.peer != peer);
    }

    /// Passes on all packets in order, and keeps the buffers' memory.
    pub(super) fn drain(&mut self, mut send: impl FnMut(Outgoing<'_>)) {
        self.buffer.drain(|Queued { peer, mode, channel }, bytes| {
            send(Outgoing { peer, bytes, mode, channel });
        });
    }
}
