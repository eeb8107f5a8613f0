//! What a server refuses.

use core::fmt;

use godot_var_runtime::{DecodeError, EncodeError};

/// Why a server does not take a state.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// There is an entity with this key: `set` changes it, `remove` ends it.
    KeyExists(u32),
    /// There is no entity with this key: `insert` adds it.
    UnknownKey(u32),
    /// The state has no place on the wire.
    Encode {
        /// The key of the entity.
        key: u32,
        /// The mistake, with the field's name.
        error: EncodeError,
    },
    /// The state does not fit a packet.
    TooLong {
        /// The key of the entity.
        key: u32,
        /// How many bytes the state takes.
        bytes: usize,
        /// How many fit.
        most: usize,
    },
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KeyExists(key) => {
                write!(f, "entity {key} exists; `set` changes it, `remove` ends it")
            }
            Self::UnknownKey(key) => write!(f, "there is no entity {key}; `insert` adds it"),
            Self::Encode { key, error } => write!(f, "entity {key}: {error}"),
            Self::TooLong { key, bytes, most } => write!(
                f,
                "entity {key}: its state takes {bytes} bytes, and {most} fit a packet; shorten it or raise `max_packet`"
            ),
        }
    }
}

impl core::error::Error for SnapshotError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Encode { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// Why a server refuses a message from a client.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// The sender is not connected.
    NotConnected(i32),
    /// The message cannot be decoded.
    Message(DecodeError),
    /// It confirms a packet that was never sent: the client has the world of another connection. The server sends it everything again.
    NeverSent {
        /// The number of that packet.
        confirmed: u64,
        /// The number of the newest packet.
        newest: u64,
    },
    /// It has more inputs than the number of the newest allows: the first one has the number 1.
    NoSuchInput {
        /// The number of the newest input.
        newest: u32,
        /// How many inputs there are.
        inputs: usize,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotConnected(peer) => write!(f, "peer {peer} is not connected"),
            Self::Message(error) => error.fmt(f),
            Self::NeverSent { confirmed, newest } => {
                write!(
                    f,
                    "confirms packet {confirmed}, and the newest is {newest}; the client has the world of another connection"
                )
            }
            Self::NoSuchInput { newest, inputs } => {
                write!(f, "has {inputs} inputs up to number {newest}, and the first is 1")
            }
        }
    }
}

impl core::error::Error for Refusal {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Message(error) => Some(error),
            _ => None,
        }
    }
}

impl From<DecodeError> for Refusal {
    fn from(error: DecodeError) -> Self {
        Self::Message(error)
    }
}
