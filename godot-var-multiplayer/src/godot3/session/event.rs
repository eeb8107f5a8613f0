//! What a session tells: calls, properties, bytes, peers that come and go, packets that it refuses.

use godot_var_runtime::variant::{DecodeVariant, Godot3};

use super::Refusal;
use crate::godot3::{Arguments, DecodeArguments, Member, Value};
use crate::{NodeId, Options, TransferMode};

/// What came of a message.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'p> {
    /// The peer is connected: it may call, and is a target from now on.
    Connected(i32),
    /// To a client the server has said that another client is gone.
    Disconnected(i32),
    /// A call of a method that the peer may call.
    Call(Call<'p>),
    /// A value for a property that the peer may set.
    Set(Set<'p>),
    /// Bytes of the game's own.
    Raw {
        /// From whom.
        peer: i32,
        /// What it sent.
        bytes: &'p [u8],
    },
    /// A packet for other peers, where [`Relay::Ask`](crate::Relay::Ask) has the game decide. [`relay`](super::Session::relay) sends it on.
    Relay {
        /// From whom.
        peer: i32,
        /// To a peer, to all but the sender (0), or to all but the sender and one (`-n`).
        target: i32,
        /// A whole [`Packet`](crate::godot3::Packet), which can be read.
        packet: &'p [u8],
        /// How it came.
        mode: TransferMode,
    },
    /// A packet was refused: nothing is called, nothing is set, nothing is kept. The peer stays, unless you close its connection.
    Refused {
        /// On whose connection it came.
        peer: i32,
        /// Why.
        reason: Refusal,
    },
}

/// A call of a method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Call<'p> {
    /// From whom.
    pub peer: i32,
    /// The node.
    pub node: NodeId,
    /// The method.
    pub method: &'static Member,
    /// The arguments, which nobody has looked at.
    pub arguments: Arguments<'p>,
    pub(super) options: Options,
}

impl<'p> Call<'p> {
    /// The arguments: a tuple, or a `Vec` of [`Variant`](godot_var_runtime::variant::Variant)s.
    ///
    /// # Errors
    /// [`Refusal::Packet`] for arguments that are missing, left over or of a wrong type.
    pub fn decode<A: DecodeArguments<'p>>(&self) -> Result<A, Refusal> {
        self.arguments.decode(&self.options).map_err(Refusal::Packet)
    }
}

/// A value for a property.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Set<'p> {
    /// From whom.
    pub peer: i32,
    /// The node.
    pub node: NodeId,
    /// The property.
    pub property: &'static Member,
    /// The value, which nobody has looked at.
    pub value: Value<'p>,
    pub(super) options: Options,
}

impl<'p> Set<'p> {
    /// The value.
    ///
    /// # Errors
    /// [`Refusal::Packet`] for a value of a wrong type, and for bytes after it.
    pub fn decode<T: DecodeVariant<'p, Godot3>>(&self) -> Result<T, Refusal> {
        self.value.decode(&self.options).map_err(Refusal::Packet)
    }
}
