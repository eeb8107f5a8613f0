//! Numbers of 16 bits that wrap: windows of reliable numbers, and groups of unsequenced packets.

/// The numbers of a channel are 16 windows of this size.
const WINDOW: u16 = 4096;
const WINDOWS: usize = 16;
/// A receiver takes numbers of the current window and of the next ones, this many in all.
const OPEN_WINDOWS: u16 = 7;
/// A sender keeps this many windows free, from a new one on.
const FREE_WINDOWS: u32 = 10;

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
    let window = number / WINDOW + if number < last { WINDOWS as u16 } else { 0 };
    match window - last / WINDOW {
        0..OPEN_WINDOWS => Standing::Open(number.wrapping_sub(last)),
        distance if distance <= OPEN_WINDOWS + 1 => Standing::Ahead,
        _ => Standing::Old,
    }
}

/// The reliable numbers of a channel that are not acknowledged yet, counted by window.
#[derive(Debug, Default)]
pub(crate) struct Windows {
    counts: [u16; WINDOWS],
    used: u16,
}

impl Windows {
    const fn of(number: u16) -> usize {
        (number / WINDOW) as usize
    }

    /// Whether a number may be sent now. The first one of a window waits until the receiver takes numbers of that window.
    pub(crate) fn allows(&self, number: u16) -> bool {
        if !number.is_multiple_of(WINDOW) {
            return true;
        }
        let window = Self::of(number);
        let before = self.counts[(window + WINDOWS - 1) % WINDOWS];
        let free = ((1_u32 << FREE_WINDOWS) - 1) as u16;
        before < WINDOW && self.used & free.rotate_left(window as u32) == 0
    }

    pub(crate) fn add(&mut self, number: u16) {
        let window = Self::of(number);
        self.counts[window] += 1;
        self.used |= 1 << window;
    }

    pub(crate) fn remove(&mut self, number: u16) {
        let window = Self::of(number);
        self.counts[window] = self.counts[window].saturating_sub(1);
        if self.counts[window] == 0 {
            self.used &= !(1 << window);
        }
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
    seen: [u32; GROUPS as usize / 32],
}

impl Groups {
    /// Notes a packet. Returns whether it is new.
    pub(crate) fn is_new(&mut self, group: u16) -> bool {
        if group.wrapping_sub(self.start) >= MAX_BLOCKS * GROUPS {
            return false;
        }
        let index = group % GROUPS;
        if group - index != self.start {
            *self = Self { start: group - index, seen: [0; GROUPS as usize / 32] };
        }
        let (word, bit) = (usize::from(index / 32), 1 << (index % 32));
        let is_new = self.seen[word] & bit == 0;
        self.seen[word] |= bit;
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
    fn a_window_begins_when_ten_are_free() {
        let mut windows = Windows::default();
        assert!(windows.allows(0));
        windows.add(5);
        assert!(windows.allows(4096) && windows.allows(6));
        assert!(
            windows.allows(6 * 4096) && !windows.allows(7 * 4096),
            "window 0 is the tenth after 7"
        );
        windows.remove(5);
        assert!(windows.allows(7 * 4096));
        for _ in 0..4096 {
            windows.add(15 * 4096);
        }
        assert!(!windows.allows(0), "the window before is full");
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
