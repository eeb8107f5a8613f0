//! What a client refuses.

use core::fmt;

use godot_var_runtime::DecodeError;

/// Why a client refuses a packet. It has changed nothing, but for those with which [`SnapshotClient::receive`](crate::SnapshotClient::receive) begins anew.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PacketRefusal {
    /// The packet cannot be decoded.
    Packet(DecodeError),
    /// The header of a record is none that a server writes.
    Record {
        /// The key of the entity.
        key: u32,
    },
    /// An entity occurs twice.
    KeyTwice {
        /// The key of the entity.
        key: u32,
    },
    /// The packet is newer than another one by its number, and older by its tick.
    Tick {
        /// The tick of the packet.
        tick: u32,
        /// The tick of the newest packet.
        newest: u32,
    },
    /// The client lacks the state that a delta changes. Both sides differ, so the client begins anew.
    NoBaseline {
        /// The key of the entity.
        key: u32,
    },
    /// A delta is of another variant than the state that it changes. Both sides differ, so the client begins anew.
    OtherVariant {
        /// The key of the entity.
        key: u32,
    },
    /// There are more entities than [`SnapshotConfig::with_max_entities`](crate::SnapshotConfig::with_max_entities) allows.
    TooManyEntities {
        /// How many are allowed.
        most: u32,
    },
}

impl PacketRefusal {
    /// Whether the packet shows that client and server differ.
    pub(super) fn shows_difference(&self) -> bool {
        matches!(self, Self::NoBaseline { .. } | Self::OtherVariant { .. })
    }
}

impl fmt::Display for PacketRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packet(error) => error.fmt(f),
            Self::Record { key } => {
                write!(
                    f,
                    "entity {key}: a record has a whole state, a delta on one packet, or neither"
                )
            }
            Self::KeyTwice { key } => write!(f, "entity {key} is in the packet twice"),
            Self::Tick { tick, newest } => {
                write!(
                    f,
                    "the packet of tick {tick} is out of order: the newest is of tick {newest}"
                )
            }
            Self::NoBaseline { key } => {
                write!(
                    f,
                    "entity {key}: the state that the delta changes is missing; the client starts again"
                )
            }
            Self::OtherVariant { key } => {
                write!(f, "entity {key}: the delta is of another variant; the client starts again")
            }
            Self::TooManyEntities { most } => {
                write!(f, "there are more than {most} entities; raise `max_entities`")
            }
        }
    }
}

impl core::error::Error for PacketRefusal {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Packet(error) => Some(error),
            _ => None,
        }
    }
}

impl From<DecodeError> for PacketRefusal {
    fn from(error: DecodeError) -> Self {
        Self::Packet(error)
    }
}
