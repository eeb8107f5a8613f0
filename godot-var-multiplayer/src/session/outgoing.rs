//! The queue of packets to send.

use alloc::collections::BTreeMap;
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

/// Packets in one buffer. Several peers can share a packet. `T` describes how to send each.
#[derive(Debug)]
pub(crate) struct Buffer<T> {
    bytes: Vec<u8>,
    /// The peer that each is for, which may be another than the one at the other end of the connection.
    packets: Vec<(i32, T, Range<usize>)>,
    /// The peers that have left, and how many packets were in the queue then. Those for the peer are not sent.
    left: BTreeMap<i32, usize>,
}

impl<T> Buffer<T> {
    pub(crate) const fn new() -> Self {
        Self { bytes: Vec::new(), packets: Vec::new(), left: BTreeMap::new() }
    }

    /// Writes a packet, for [`push`](Self::push) to queue.
    pub(crate) fn write(&mut self, packet: &impl Put) -> Result<Range<usize>, EncodeError> {
        let start = self.bytes.len();
        packet.append(&mut self.bytes)?;
        Ok(start..self.bytes.len())
    }

    /// Returns the buffer, to append a packet for [`push`](Self::push).
    pub(crate) fn out(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
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

    pub(crate) fn push(&mut self, peer: i32, how: T, bytes: Range<usize>) {
        self.packets.push((peer, how, bytes));
    }

    /// Drops the queued packets for a peer that has left.
    pub(crate) fn forget(&mut self, peer: i32) {
        if !self.packets.is_empty() {
            self.left.insert(peer, self.packets.len());
        }
    }

    /// Drops all packets.
    pub(crate) fn clear(&mut self) {
        self.packets.clear();
        self.bytes.clear();
        self.left.clear();
    }

    /// Passes on all packets in order, and keeps the buffers' memory.
    pub(crate) fn drain(&mut self, mut send: impl FnMut(T, &[u8])) {
        for (place, (peer, how, bytes)) in self.packets.drain(..).enumerate() {
            if self.left.get(&peer).is_none_or(|before| place >= *before) {
                send(how, self.bytes.get(bytes).unwrap_or_default());
            }
        }
        self.bytes.clear();
        self.left.clear();
    }
}

#[derive(Debug)]
pub(super) struct Queue {
    buffer: Buffer<Queued>,
    /// The id of the session. Packets of a client to other clients go through the server.
    id: i32,
}

#[derive(Debug)]
struct Queued {
    peer: i32,
    mode: TransferMode,
    channel: u8,
}

impl Queue {
    pub(super) const fn new(id: i32) -> Self {
        Self { buffer: Buffer::new(), id }
    }

    /// Writes a packet, for [`send`](Self::send) to queue.
    pub(super) fn write(&mut self, packet: &Packet<'_>) -> Result<Range<usize>, EncodeError> {
        self.buffer.write(packet)
    }

    /// Returns the buffer, to append a packet for [`send`](Self::send) to queue.
    pub(super) fn out(&mut self) -> &mut Vec<u8> {
        self.buffer.out()
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
        if self.id == SERVER || peer == SERVER {
            self.buffer.push(peer, Queued { peer, mode, channel }, bytes);
            return;
        }
        let packet = self.buffer.get(bytes).to_vec();
        let written = self.write(&Packet::Relay { peer, packet: &packet });
        debug_assert!(written.is_ok(), "{packet:?} cannot be relayed");
        if let Ok(bytes) = written {
            self.buffer.push(peer, Queued { peer: SERVER, mode, channel }, bytes);
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

    /// Drops the packets for a peer that has left. All packets of a client go through the server.
    pub(super) fn forget(&mut self, peer: i32) {
        if self.id != SERVER && peer == SERVER {
            self.buffer.clear();
        } else {
            self.buffer.forget(peer);
        }
    }

    /// Passes on all packets in order, and keeps the buffers' memory.
    pub(super) fn drain(&mut self, mut send: impl FnMut(Outgoing<'_>)) {
        self.buffer.drain(|Queued { peer, mode, channel }, bytes| {
            send(Outgoing { peer, bytes, mode, channel });
        });
    }
}
