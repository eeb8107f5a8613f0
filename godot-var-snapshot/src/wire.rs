//! The packets of both directions as flat messages, for tools and for schemas that document them.
//!
//! A packet can be decoded without the ones before it; what it means depends on them.

use alloc::vec::Vec;
use core::fmt;

use godot_var_derive::GodotFlat;

use crate::state::{SnapshotInput, SnapshotState};

/// This file, from which the generators learn the packets.
#[doc(hidden)]
pub const TEXT: &str = include_str!("wire.rs");

/// The most records of a packet.
pub const MOST_RECORDS: usize = 127;

/// The most inputs of a message, the newest included.
pub const MOST_INPUTS: usize = 12;

/// A packet from the server: states of one tick.
#[derive(GodotFlat)]
#[flat(crate = crate::rt)]
pub struct Snapshot<S: SnapshotState> {
    /// The period that the numbers belong to. 1 to 127 ahead, modulo 256, is newer.
    pub epoch: u8,
    /// The low bits of the packet's number.
    pub sequence: u16,
    /// The server's tick that all states belong to.
    #[flat(varint)]
    pub tick: u32,
    /// The low bits of the number of the newest input that the game took.
    pub input: u16,
    /// How many ticks the newest input waited before use; negative: for how many ticks none was there.
    pub lead: i8,
    /// What changed. Without records it is a heartbeat.
    #[flat(max_len = MOST_RECORDS)]
    pub records: Vec<Record<S>>,
}

/// What a packet says of one entity.
///
/// Without `whole` and `delta` the entity is gone, or out of sight.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(crate = crate::rt, flags)]
pub struct Record<S: SnapshotState> {
    /// How many packets ago the state was sent that the delta changes, if that is at most 31.
    #[flat(bits = 5)]
    pub near: u8,
    /// The name of the entity.
    #[flat(varint)]
    pub key: u32,
    /// The same as `near` for 32 to 16,383 packets.
    #[flat(varint)]
    pub far: Option<u16>,
    /// The whole state.
    pub whole: Option<Whole<S>>,
    /// The fields that changed.
    pub delta: Option<S::Delta>,
}

/// A whole state.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(crate = crate::rt)]
pub struct Whole<S: SnapshotState> {
    /// Counts how often the key was inserted.
    pub life: u8,
    /// The state.
    pub state: S,
}

/// A message from a client.
#[derive(Clone, Debug, PartialEq, GodotFlat)]
#[flat(crate = crate::rt, flags)]
pub struct ClientMessage<I: SnapshotInput> {
    /// The packets that arrived, as soon as there is one.
    pub received: Option<Received>,
    /// Asks the server to send everything again.
    pub begin_anew: bool,
    /// The number of the newest input; each has one more than the one before.
    #[flat(varint)]
    pub input: u32,
    /// The newest input.
    pub newest: I,
    /// Older inputs, newest first: what changes the next newer one into it.
    #[flat(max_len = MOST_INPUTS - 1)]
    pub older: Vec<I::Delta>,
}

/// Which packets a client has applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, GodotFlat)]
#[flat(crate = crate::rt)]
pub struct Received {
    /// The epoch of the packets.
    pub epoch: u8,
    /// The low bits of the newest packet's number.
    pub latest: u16,
    /// Bit `j` is packet `latest - 1 - j`.
    pub before: u32,
}

// Their records hold deltas, whose bounds the derives of the standard library do not see.

impl<S: SnapshotState> Clone for Snapshot<S>
where
    Record<S>: Clone,
{
    fn clone(&self) -> Self {
        Self { records: self.records.clone(), ..*self }
    }
}

impl<S: SnapshotState> fmt::Debug for Snapshot<S>
where
    Record<S>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { epoch, sequence, tick, input, lead, records } = self;
        f.debug_struct("Snapshot")
            .field("epoch", epoch)
            .field("sequence", sequence)
            .field("tick", tick)
            .field("input", input)
            .field("lead", lead)
            .field("records", records)
            .finish()
    }
}

impl<S: SnapshotState> PartialEq for Snapshot<S>
where
    Record<S>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        let head =
            |packet: &Self| (packet.epoch, packet.sequence, packet.tick, packet.input, packet.lead);
        head(self) == head(other) && self.records == other.records
    }
}
