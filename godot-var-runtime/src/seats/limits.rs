//! How long seats last without a connection, and how many there may be.

use core::time::Duration;

/// How long seats last without a connection, and how many there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SeatLimits {
    /// How long a player may be away. Default: 30 seconds.
    pub grace: Duration,
    /// How many seats there may be, also of players who are away. Default: 512.
    pub max: usize,
}

impl SeatLimits {
    /// The defaults.
    pub const DEFAULT: Self = Self { grace: Duration::from_secs(30), max: 512 };

    /// These limits with another [`grace`](Self::grace) time.
    #[must_use]
    pub const fn with_grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    /// These limits with another [`max`](Self::max).
    #[must_use]
    pub const fn with_max(mut self, max: usize) -> Self {
        self.max = max;
        self
    }
}

impl Default for SeatLimits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
