//! The packets of a tick.

use alloc::vec::Vec;
use core::ops::Range;

use crate::numbers::varint_len;

/// A packet for the transport, which may lose it, or deliver it late or twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outgoing<'s> {
    /// The receiver.
    pub peer: i32,
    /// The packet.
    pub bytes: &'s [u8],
}

/// The packets of a tick in one buffer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outbox {
    bytes: Vec<u8>,
    packets: Vec<(i32, Range<usize>)>,
}

impl Outbox {
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.packets.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Begins a packet with room for its header. Returns where it starts.
    pub(crate) fn begin(&mut self, head: usize) -> usize {
        let start = self.bytes.len();
        self.bytes.resize(start + head, 0);
        start
    }

    /// Writes the header of a packet into its room.
    pub(crate) fn write_head(&mut self, start: usize, head: Head) {
        let (bytes, len) = head.bytes();
        if let Some(room) = self.bytes.get_mut(start..start + len) {
            room.copy_from_slice(bytes.get(..len).unwrap_or_default());
        }
    }

    /// Completes a packet, and returns its length.
    pub(crate) fn end(&mut self, peer: i32, start: usize) -> usize {
        self.packets.push((peer, start..self.bytes.len()));
        self.bytes.len() - start
    }

    /// Passes all packets on.
    pub(crate) fn drain(&mut self, mut each: impl FnMut(Outgoing<'_>)) {
        for (peer, range) in self.packets.drain(..) {
            each(Outgoing { peer, bytes: self.bytes.get(range).unwrap_or_default() });
        }
        self.bytes.clear();
    }
}

/// The header of a packet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub(crate) epoch: u8,
    pub(crate) sequence: u16,
    pub(crate) tick: u32,
    pub(crate) input: u16,
    pub(crate) lead: i8,
    pub(crate) records: u8,
}

impl Head {
    /// The bytes, and how many of them.
    fn bytes(self) -> ([u8; MOST_HEAD], usize) {
        let (mut bytes, mut len) = ([0; MOST_HEAD], 0);
        let mut put = |part: &[u8]| {
            for (byte, value) in bytes.iter_mut().skip(len).zip(part) {
                *byte = *value;
            }
            len += part.len();
        };
        put(&[self.epoch]);
        put(&self.sequence.to_le_bytes());
        let mut tick = self.tick;
        while tick >= 0x80 {
            put(&[tick as u8 | 0x80]);
            tick >>= 7;
        }
        put(&[tick as u8]);
        put(&self.input.to_le_bytes());
        put(&self.lead.to_le_bytes());
        put(&[self.records]);
        (bytes, len)
    }
}

/// The longest header of a packet.
pub(crate) const MOST_HEAD: usize = head_len(u32::MAX);

/// The length of a packet's header: epoch, sequence, tick, input, lead, count.
pub(crate) const fn head_len(tick: u32) -> usize {
    1 + 2 + varint_len(tick) + 2 + 1 + 1
}
