//! The parts of a packet that is too long for a datagram.
//!
//! Both sides know the MTU, and `ENet` cuts a packet in one way only. A part that is cut differently is refused, so parts never overlap and
//! leave no hole. The memory of a packet grows with the parts that have come, not with the length that the first one declares.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::wire::{Fragment, HEADER};

/// The bytes of a part before its data: the command, without the header of the datagram.
const FRAGMENT: usize = 24;

/// Returns the length of each part but the last, in bytes. Longer packets are cut.
pub(crate) const fn part_len(mtu: u16) -> usize {
    (mtu as usize).saturating_sub(HEADER + FRAGMENT)
}

/// Returns how many parts a packet has.
pub(crate) fn part_count(total: usize, part_len: usize) -> u32 {
    total.div_ceil(part_len).max(1) as u32
}

/// A packet of which parts may be missing.
#[derive(Debug)]
pub(crate) struct Fragments {
    pub(crate) total: u32,
    /// How many parts the packet has.
    pub(crate) count: u32,
    /// The parts from the first one on, without a gap: the packet, if it is whole.
    pub(crate) bytes: Vec<u8>,
    /// How many these are.
    joined: u32,
    /// Those after a gap.
    later: BTreeMap<u32, Vec<u8>>,
    /// The bytes of all parts that have come.
    pub(crate) held: usize,
}

impl Fragments {
    /// Returns whether a part is one that `ENet` cuts: all parts have `part_len` bytes, but the last one has the rest.
    pub(crate) fn is_cut(part: &Fragment<'_>, part_len: usize) -> bool {
        let total = part.total as usize;
        let Some(start) = (part.index as usize).checked_mul(part_len) else { return false };
        total > part_len
            && part.count == part_count(total, part_len)
            && part.index < part.count
            && part.offset as usize == start
            && part.data.len() == part_len.min(total - start)
    }

    /// Begins a packet with the numbers of one of its parts.
    pub(crate) const fn new(part: &Fragment<'_>) -> Self {
        let Fragment { total, count, .. } = *part;
        Self { total, count, bytes: Vec::new(), joined: 0, later: BTreeMap::new(), held: 0 }
    }

    /// Returns whether a part has come.
    pub(crate) fn has(&self, index: u32) -> bool {
        index < self.joined || self.later.contains_key(&index)
    }

    /// Adds a part of this packet that has not come yet.
    pub(crate) fn add(&mut self, part: &Fragment<'_>) {
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
    pub(crate) const fn is_whole(&self) -> bool {
        self.joined == self.count
    }

    /// Returns how many parts have come.
    pub(crate) fn parts(&self) -> usize {
        self.joined as usize + self.later.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_cut_of_enet_is_accepted() {
        let data = [1; 600];
        let part = |total: u32, count, index, offset, len: usize| Fragment {
            start: 5,
            count,
            index,
            total,
            offset,
            data: &data[..len],
        };
        let is_cut = |part| Fragments::is_cut(&part, 548);
        assert!(is_cut(part(1100, 3, 0, 0, 548)) && is_cut(part(1100, 3, 2, 1096, 4)));
        assert!(is_cut(part(549, 2, 1, 548, 1)));
        for wrong in [
            part(548, 1, 0, 0, 548),
            part(1100, 2, 0, 0, 548),
            part(1100, 3, 3, 1644, 0),
            part(1100, 3, 1, 547, 548),
            part(1100, 3, 0, 0, 547),
            part(1100, 3, 2, 1096, 5),
            part(1100, 3, 2, 1096, 3),
            part(u32::MAX, u32::MAX, u32::MAX - 1, 0, 1),
            part(0, 0, 0, 0, 0),
        ] {
            assert!(!is_cut(wrong), "{wrong:?}");
        }
    }
}
