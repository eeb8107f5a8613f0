//! How many bytes of a peer's packets are sent on to other clients.

use core::time::Duration;

/// The bytes that were sent on lately: each second takes away as many as the limit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Share {
    bytes: usize,
    at: Duration,
}

impl Share {
    /// Adds a packet of this length; `None` if that is more than the limit.
    pub(super) fn with(self, len: usize, limit: usize, now: Duration) -> Option<Self> {
        let passed = now.saturating_sub(self.at).as_secs_f64();
        let drained = (limit as f64 * passed) as usize;
        let bytes = self.bytes.saturating_sub(drained).checked_add(len)?;
        (bytes <= limit).then_some(Self { bytes, at: now })
    }
}
