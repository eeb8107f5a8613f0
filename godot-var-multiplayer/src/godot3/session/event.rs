//! Events of a session: calls, properties, bytes, peers that join and leave, and refused packets.

use alloc::sync::Arc;

use godot_var_runtime::variant::{DecodeVariant, Godot3};

use crate::godot3::{Arguments, DecodeArguments, Member, Value};
use crate::{NodeId, Options, Refusal, TransferMode, watch};

/// The result of a message.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'p> {
    /// The peer is connected. It may call methods, and this session can send to it.
    Connected(i32),
    /// The peer has left. For a client also: the server reports that another client has left.
    Disconnected(i32),
    /// The peer calls a method that it may call.
    Call(Call<'p>),
    /// The peer sets a property that it may set.
    Set(Set<'p>),
    /// Raw bytes of the game.
    Raw {
        /// The sender.
        peer: i32,
        /// The bytes.
        bytes: &'p [u8],
    },
    /// A packet for other peers, if the session uses [`Relay::Ask`](crate::Relay::Ask). The game decides; [`relay`](super::Session::relay)
    /// sends the packet on.
    Relay {
        /// The sender.
        peer: i32,
        /// To a peer, to all but the sender (0), or to all but the sender and one (`-n`).
        target: i32,
        /// A whole [`Packet`](crate::godot3::Packet), which can be decoded.
        packet: &'p [u8],
        /// How the packet was received.
        mode: TransferMode,
    },
    /// A packet for all peers, or for all but one. The session has sent it on to the other clients, and refused it for itself: for example,
    /// it does not have the node.
    RelayedOnly {
        /// The sender.
        peer: i32,
        /// Why the session refused it for itself.
        reason: Refusal,
    },
    /// The session refused a packet and changed nothing. The peer stays connected unless you close its connection.
    Refused {
        /// The peer at the other end of the connection; 0 if a transport refuses somebody who is not a peer.
        peer: i32,
        /// The reason.
        reason: Refusal,
    },
}

/// A call of a method.
#[derive(Clone, Debug, PartialEq)]
pub struct Call<'p> {
    /// The caller.
    pub peer: i32,
    /// The node.
    pub node: NodeId,
    /// The path of the node.
    pub path: Arc<str>,
    /// The method.
    pub method: &'static Member,
    /// The arguments, not decoded yet.
    pub arguments: Arguments<'p>,
    pub(super) options: Options,
}

impl<'p> Call<'p> {
    /// Decodes the arguments as a tuple or a `Vec` of [`Variant`](godot_var_runtime::variant::Variant)s.
    ///
    /// # Errors
    /// [`Refusal::Arguments`] for arguments that are missing, left over or of a wrong type.
    pub fn decode<A: DecodeArguments<'p>>(&self) -> Result<A, Refusal> {
        let (node, method) = (&self.path, self.method.name);
        let arguments = self.arguments.decode(&self.options);
        arguments
            .map_err(|error| Refusal::Arguments { node: node.clone(), method, error })
            .map_err(watch::undecoded)
    }
}

/// A value for a property.
#[derive(Clone, Debug, PartialEq)]
pub struct Set<'p> {
    /// The sender.
    pub peer: i32,
    /// The node.
    pub node: NodeId,
    /// The path of the node.
    pub path: Arc<str>,
    /// The property.
    pub property: &'static Member,
    /// The value, not decoded yet.
    pub value: Value<'p>,
    pub(super) options: Options,
}

impl<'p> Set<'p> {
    /// Decodes the value.
    ///
    /// # Errors
    /// [`Refusal::Arguments`] for a value of a wrong type, or bytes after it.
    pub fn decode<T: DecodeVariant<'p, Godot3>>(&self) -> Result<T, Refusal> {
        let (node, method) = (&self.path, self.property.name);
        let value = self.value.decode(&self.options);
        value
            .map_err(|error| Refusal::Arguments { node: node.clone(), method, error })
            .map_err(watch::undecoded)
    }
}
