//! Settings of both sides.

use core::time::Duration;

/// Settings of a [`SnapshotServer`](crate::SnapshotServer) and of its clients. Both sides must agree on the ticks a second and on the number of
/// [`versions`](Self::with_versions).
///
/// ```
/// use godot_var::snapshot::SnapshotConfig;
///
/// let config = SnapshotConfig::new(20).with_budget(1_200);
/// assert_eq!(config, SnapshotConfig::new(20).with_budget(1_200));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnapshotConfig {
    pub(crate) ticks_per_second: u16,
    pub(crate) budget: usize,
    pub(crate) packet: usize,
    pub(crate) versions: u16,
    pub(crate) history: u16,
    pub(crate) ring: u16,
    pub(crate) absences: u32,
    pub(crate) inputs: u16,
    pub(crate) entities: u32,
    pub(crate) visible: bool,
    pub(crate) max_span: u16,
    pub(crate) max_delay: Duration,
    pub(crate) max_extrapolation: Duration,
    pub(crate) seed: u64,
}

impl SnapshotConfig {
    /// Settings for a number of ticks a second, at least 1, with the defaults of everything else.
    #[must_use]
    pub const fn new(ticks_per_second: u16) -> Self {
        Self {
            ticks_per_second: if ticks_per_second == 0 { 1 } else { ticks_per_second },
            budget: 4_800,
            packet: 1_200,
            versions: 32,
            history: 64,
            ring: 128,
            absences: 4_096,
            inputs: 64,
            entities: 65_536,
            visible: true,
            max_span: 8,
            max_delay: Duration::from_millis(500),
            max_extrapolation: Duration::from_millis(250),
            seed: 0,
        }
    }

    /// How many bytes the server sends to a client in a tick. The default is 4,800, four packets. With more packets a tick a message from
    /// a client, which confirms 33 packets, spans too few ticks.
    #[must_use]
    pub const fn with_budget(mut self, bytes: usize) -> Self {
        self.budget = bytes;
        self
    }

    /// The most bytes of a packet: 64 to 65,535, by default 1,200.
    #[must_use]
    pub const fn with_max_packet(mut self, bytes: u16) -> Self {
        self.packet = if bytes < 64 { 64 } else { bytes as usize };
        self
    }

    /// How many versions of an entity a client keeps, at least 2 and by default 32. Both sides must have the same number.
    #[must_use]
    pub const fn with_versions(mut self, versions: u16) -> Self {
        self.versions = if versions < 2 { 2 } else { versions };
        self
    }

    /// How many states of an entity the server keeps, at least 2 and by default 64. A delta stands on one of them.
    #[must_use]
    pub const fn with_history(mut self, states: u16) -> Self {
        self.history = if states < 2 { 2 } else { states };
        self
    }

    /// How many packets to a client the server remembers until they are confirmed: 2 to 32,768, by default 128.
    #[must_use]
    pub const fn with_ring(mut self, packets: u16) -> Self {
        self.ring = match packets {
            0 | 1 => 2,
            2..=32_768 => packets,
            _ => 32_768,
        };
        self
    }

    /// How many removed entities may wait for the confirmation of a client before the server sends it everything again: by default 4,096.
    #[must_use]
    pub const fn with_max_absences(mut self, absences: u32) -> Self {
        self.absences = absences;
        self
    }

    /// How many inputs of a client wait for the game, at least 1 and by default 64. Of more, the oldest are dropped.
    #[must_use]
    pub const fn with_max_inputs(mut self, inputs: u16) -> Self {
        self.inputs = if inputs == 0 { 1 } else { inputs };
        self
    }

    /// How many entities a client keeps at most, by default 65,536. It refuses packets beyond.
    #[must_use]
    pub const fn with_max_entities(mut self, entities: u32) -> Self {
        self.entities = entities;
        self
    }

    /// Whether all clients see a new entity, as by default.
    #[must_use]
    pub const fn with_visible(mut self, visible: bool) -> Self {
        self.visible = visible;
        self
    }

    /// Over how many ticks a client interpolates at most, at least 1 and by default 8. After a rest an entity starts to move this many
    /// ticks before its new state.
    #[must_use]
    pub const fn with_max_span(mut self, ticks: u16) -> Self {
        self.max_span = if ticks == 0 { 1 } else { ticks };
        self
    }

    /// How far the playback of a client is behind the newest packet at most: by default 500 ms.
    #[must_use]
    pub const fn with_max_delay(mut self, delay: Duration) -> Self {
        self.max_delay = delay;
        self
    }

    /// How long a client extrapolates the newest state at most: by default 250 ms.
    #[must_use]
    pub const fn with_max_extrapolation(mut self, time: Duration) -> Self {
        self.max_extrapolation = time;
        self
    }

    /// What the first packet numbers are made of. With a number that strangers do not know they cannot guess which packets to confirm.
    #[must_use]
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The time of a tick in seconds.
    pub(crate) fn interval(&self) -> f64 {
        1.0 / f64::from(self.ticks_per_second)
    }
}
