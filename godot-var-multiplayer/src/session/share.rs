//! How many bytes of a peer's packets are sent on to other clients, and of theirs to it.

use core::time::Duration;

/// What a packet takes in the queue of its receiver, besides its bytes.
const RECORD: usize = 128;

/// What sending a packet on costs.
pub(super) fn cost(packet: &[u8]) -> usize {
    packet.len() + RECORD
}

/// The bytes that were sent on lately: each second takes away as many as the limit. It is small, because a session has two for each peer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Share {
    bytes: u32,
    /// In milliseconds.
    at: u32,
}

impl Share {
    /// Adds a packet of this length; `None` if that is more than the limit.
    pub(super) fn with(self, len: usize, limit: usize, now: Duration) -> Option<Self> {
        // It wraps after 49 days. Then a share may be full for a second more.
        let now = now.as_millis() as u32;
        let passed = f64::from(now.wrapping_sub(self.at)) / 1000.0;
        let drained = (limit as f64 * passed) as usize;
        let bytes = (self.bytes as usize).saturating_sub(drained).checked_add(len)?;
        let bytes = u32::try_from(bytes).ok().filter(|_| bytes <= limit)?;
        Some(Self { bytes, at: now })
    }
}
