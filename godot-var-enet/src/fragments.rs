//! The parts of a packet that is too long for a datagram.
//!
//! Both sides know the MTU, and `ENet` cuts a packet in one way only. A part that is cut differently is refused, so parts never overlap and
//! leave no hole. The memory of a packet grows with the parts that have come, not with the length that the first one declares.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::wire::{Fragment, HEADER};

/// The bytes of a part before its data: the command, without the header of the datagram.
pub(crate) const FRAGMENT: usize = 24;

/// Returns the length of each part but the last, in bytes. Longer packets are cut.
pub const fn part_len(mtu: u16) -> usize {
    (mtu as usize).saturating_sub(HEADER + FRAGMENT)
}

/// Returns how many parts a packet has.
pub const fn part_count(total: usize, part_len: usize) -> u32 {
    total.div_ceil(part_len) as u32
}

/// A packet of which parts are missing.
#[derive(Debug)]
pub struct Fragments {
    total: u32,
    count: u32,
    /// The parts from the first one on, without a gap.
    bytes: Vec<u8>,
    /// How many these are.
    joined: u32,
    /// Those after a gap.
    later: BTreeMap<u32, Vec<u8>>,
    /// The bytes of all parts that have come.
    held: usize,
}

impl Fragments {
    /// Returns whether a part is one that `ENet` cuts: all parts have `part_len` bytes, but the last one has the rest.
    pub fn is_cut(part: &Fragment<'_>, part_len: usize) -> bool {
        let total = part.total as usize;
        let Some(start) = (part.index as usize).checked_mul(part_len) else { return false };
        total > part_len
            && part.count == part_count(total, part_len)
            && part.index < part.count
            && part.offset as usize == start
            && part.data.len() == part_len.min(total - start)
    }

    /// Begins a packet with the numbers of one of its parts.
    pub const fn new(part: &Fragment<'_>) -> Self {
        let Fragment { total, count, .. } = *part;
        Self { total, count, bytes: Vec::new(), joined: 0, later: BTreeMap::new(), held: 0 }
    }

    /// Returns whether the packet has these numbers.
    pub const fn matches(&self, part: &Fragment<'_>) -> bool {
        self.total == part.total && self.count == part.count
    }

    /// Returns how many parts the packet has.
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// Returns whether a part has come.
    pub fn has(&self, index: u32) -> bool {
        index < self.joined || self.later.contains_key(&index)
    }

    /// Adds a part, which must be one of this packet's cut. A repetition changes nothing.
    pub fn add(&mut self, part: &Fragment<'_>) {
        if self.has(part.index) {
            return;
        }
        self.held += part.data.len();
        if part.index > self.joined {
            self.later.insert(part.index, part.data.to_vec());
            return;
        }
        self.bytes.extend_from_slice(part.data);
        self.joined += 1;
        while let Some(next) = self.later.remove(&self.joined) {
            self.bytes.extend_from_slice(&next);
            self.joined += 1;
        }
    }

    /// Returns whether all parts have come.
    pub const fn is_whole(&self) -> bool {
        self.joined == self.count
    }

    /// Returns the bytes of the parts that have come.
    pub const fn held(&self) -> usize {
        self.held
    }

    /// Returns how many parts have come.
    pub fn parts(&self) -> usize {
        self.joined as usize + self.later.len()
    }

    /// Returns the bytes of the parts that have come without a gap: the packet, if it is whole.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
