//! What a server has sent to a client.

/// What was sent to a client since it connected, and how it goes. See [`SnapshotServer::statistics`](crate::SnapshotServer::statistics).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Statistics {
    /// Packets, heartbeats included.
    pub packets: u64,
    /// Bytes of all packets, without the headers of UDP and IP.
    pub bytes: u64,
    /// Packets without records.
    pub heartbeats: u64,
    /// Records with a whole state.
    pub wholes: u64,
    /// Records with the fields that changed.
    pub deltas: u64,
    /// Records of entities that are gone or out of sight.
    pub absences: u64,
    /// Packets that the client has confirmed.
    pub confirmed_packets: u64,
    /// Messages of the client that were refused.
    pub refused: u64,
    /// How often everything was sent again.
    pub begun_anew: u64,
    /// From a tick until the client confirmed a packet of it, in ticks; an average over the last ones.
    pub round_trip_ticks: f32,
    /// Entities that were to be sent in the last tick. Those that do not fit the budget wait.
    pub waiting: usize,
    /// Entities that the client sees or still has to learn to be gone.
    pub entities: usize,
    /// Inputs that wait for the game.
    pub inputs: usize,
}
