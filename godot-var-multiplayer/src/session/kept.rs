//! How much a peer makes a session keep, in bytes.
//!
//! Each cost is an upper bound of the memory, with half-empty nodes of maps and what the allocator adds. The table of
//! [`SessionLimits::bytes`] lists them.

use super::SessionLimits;

/// What a peer makes a session keep now.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    bytes: usize,
}

impl Kept {
    pub(crate) const fn new() -> Self {
        Self { bytes: 0 }
    }

    pub(crate) fn has_room_for(&self, cost: usize, limits: &SessionLimits) -> bool {
        self.bytes.saturating_add(cost) <= limits.bytes
    }

    /// Calls that wait may fill half of the room, so that announcements, which are not repeated, still fit.
    pub(crate) fn has_room_for_call(&self, cost: usize, limits: &SessionLimits) -> bool {
        self.bytes.saturating_add(cost) <= limits.bytes / 2
    }

    pub(crate) fn add(&mut self, cost: usize) {
        self.bytes = self.bytes.saturating_add(cost);
    }

    pub(crate) fn remove(&mut self, cost: usize) {
        debug_assert!(cost <= self.bytes, "{cost} of {} bytes", self.bytes);
        self.bytes = self.bytes.saturating_sub(cost);
    }
}

/// Another client that the server reports.
pub(crate) const PEER: usize = 1024;

/// A path with a number.
pub(crate) const fn path(path: &str) -> usize {
    path.len().saturating_add(192)
}

/// A node that a peer spawns, with its synchronizers.
pub(crate) const fn node(path: &str, synchronizers: usize) -> usize {
    path.len()
        .saturating_mul(2)
        .saturating_add(1024)
        .saturating_add(synchronizers.saturating_mul(64))
}

/// A packet of `len` bytes that waits, and the numbers that it defines.
pub(crate) const fn packet(len: usize, numbers: usize) -> usize {
    len.saturating_add(1024).saturating_add(numbers.saturating_mul(64))
}
