//! Numbers of 16 bits that wrap: windows of reliable numbers, and groups of unsequenced packets.

use alloc::vec::Vec;

/// The numbers of a channel are 16 windows of this size.
pub(crate) const WINDOW: u16 = 4096;
const WINDOWS: u16 = 16;
/// A receiver takes numbers of the current window and of the next ones, this many in all.
const OPEN_WINDOWS: u16 = 7;
/// A sender has commands in flight of this many windows before a new one.
pub(crate) const USED_WINDOWS: u16 = 6;

/// Where a reliable number of the other side is, seen from the last one that was delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// In one of the open windows: this many numbers ahead.
    Open(u16),
    /// Too far ahead. It is not acknowledged, so that it comes again.
    Ahead,
    /// It has been delivered. It is acknowledged again.
    Old,
}

pub(crate) const fn standing(number: u16, last: u16) -> Standing {
    let window = number / WINDOW + if number < last { WINDOWS } else { 0 };
    match window - last / WINDOW {
        0..OPEN_WINDOWS => Standing::Open(number.wrapping_sub(last)),
        distance if distance <= OPEN_WINDOWS + 1 => Standing::Ahead,
        _ => Standing::Old,
    }
}

/// The groups of a block; a group of a later block moves on to that block.
const GROUPS: u16 = 1024;
/// How many blocks ahead that may be.
const MAX_BLOCKS: u16 = 32;

/// Which unsequenced packets have come.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    start: u16,
    /// Empty before the first packet.
    seen: Vec<u32>,
}

impl Groups {
    /// Notes a packet. Returns whether it is new.
    pub(crate) fn is_new(&mut self, group: u16) -> bool {
        if group.wrapping_sub(self.start) >= MAX_BLOCKS * GROUPS {
            return false;
        }
        let index = group % GROUPS;
        if group - index != self.start {
            self.start = group - index;
            self.seen.clear();
        }
        self.seen.resize(usize::from(GROUPS) / 32, 0);
        let (word, bit) = (&mut self.seen[usize::from(index / 32)], 1 << (index % 32));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `ENet`'s own arithmetic: whether it takes a number, and whether it acknowledges it.
    fn of_enet(number: u32, last: u32) -> (bool, bool) {
        let window = number / 4096 + if number < last { 16 } else { 0 };
        let current = last / 4096;
        let is_taken = window >= current && window < current + 7;
        (is_taken, !(window >= current + 7 && window <= current + 8))
    }

    #[test]
    fn numbers_are_taken_and_acknowledged_as_by_enet() {
        for last in (0..=u16::MAX).step_by(97).chain([0, 1, 4095, 4096, u16::MAX]) {
            for number in (0..=u16::MAX).step_by(31).chain([last, last.wrapping_add(1)]) {
                let expected = of_enet(number.into(), last.into());
                let standing = standing(number, last);
                let ours = (matches!(standing, Standing::Open(_)), standing != Standing::Ahead);
                assert_eq!(ours, expected, "{number} after {last}");
            }
        }
        assert_eq!(standing(2, u16::MAX), Standing::Open(3));
    }

    #[test]
    fn groups_come_once_and_move_on() {
        let mut groups = Groups::default();
        assert!(groups.is_new(1) && !groups.is_new(1) && groups.is_new(0));
        assert!(groups.is_new(5000) && !groups.is_new(5000));
        assert!(!groups.is_new(1), "older blocks are gone");
        assert!(!groups.is_new(4096 + 32 * 1024), "too far ahead");
        let mut groups = Groups { start: 63 * 1024, ..Groups::default() };
        assert!(groups.is_new(u16::MAX) && groups.is_new(3) && !groups.is_new(u16::MAX));
    }
}
