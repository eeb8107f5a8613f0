//! What a session tells: calls, bytes, peers that come, packets that it refuses.

use core::fmt;

use godot_var_runtime::{DecodeError, EncodeError};

use crate::{Arguments, Command, DecodeCall, Method, Options};

/// A node that a [`Session`](super::Session) knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

/// What came of a packet, or of time.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'p> {
    /// The peer is admitted: it may call, and is a target from now on.
    Connected(i32),
    /// A message for the server's authentication. Answer with [`send_auth`](super::Session::send_auth) or
    /// [`complete_auth`](super::Session::complete_auth), or close the connection.
    Auth {
        /// From whom.
        peer: i32,
        /// What it sent.
        payload: &'p [u8],
    },
    /// The peer did not authenticate in time. The session has forgotten it: close the connection.
    AuthTimedOut(i32),
    /// A call of a method that the peer may call.
    Call(Call<'p>),
    /// Bytes of the game's own.
    Raw {
        /// From whom.
        peer: i32,
        /// What it sent.
        bytes: &'p [u8],
    },
    /// A packet for other peers, where [`Relay::Ask`](super::Relay::Ask) has the game decide. [`relay`](super::Session::relay) sends it on.
    Relay {
        /// From whom.
        peer: i32,
        /// To a peer, to all but the sender (0), or to all but the sender and one (`-n`).
        target: i32,
        /// A whole packet, of a command that clients may send to each other.
        packet: &'p [u8],
    },
    /// A packet was refused: nothing is called, nothing is kept. The peer stays, unless you close its connection.
    Refused {
        /// From whom.
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
    pub method: &'static Method,
    /// Its id.
    pub id: u16,
    /// The arguments, which nobody has looked at.
    pub arguments: Arguments<'p>,
    pub(super) options: Options,
}

impl<'p> Call<'p> {
    /// The call as a value of the node's set of methods.
    ///
    /// # Errors
    /// [`Refusal::Packet`] for arguments that are missing, left over or of a wrong type, [`Refusal::UnknownMethod`] for a method
    /// that the set does not have.
    pub fn decode<C: DecodeCall<'p>>(&self) -> Result<C, Refusal> {
        match C::decode_call(self.id, self.arguments, &self.options) {
            Ok(Some(call)) => Ok(call),
            Ok(None) => Err(Refusal::UnknownMethod(self.id)),
            Err(error) => Err(Refusal::Packet(error)),
        }
    }
}

/// Why a packet is refused.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// It cannot be read.
    Packet(DecodeError),
    /// Its sender is not connected, or not admitted yet.
    NotAdmitted,
    /// Servers alone send it, or nobody does here.
    Command(Command),
    /// A call of a node that the session does not know.
    UnknownPath,
    /// A number that the peer did not announce, or that nobody has announced to it.
    UnknownId(u32),
    /// A number that the peer has announced for another path.
    DuplicateId(u32),
    /// A method that the node does not have.
    UnknownMethod(u16),
    /// A method that the peer may not call.
    NotAllowed(&'static Method),
    /// The RPCs of a node are others at the peer, so a number means another method there. Its calls of this node are refused; those of the
    /// server are still sent.
    ChecksumDiffers(NodeId),
    /// A packet for other peers, where the session relays none.
    NotRelayed,
    /// More than [`SessionLimits`](super::SessionLimits) allow.
    Limit(&'static str),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packet(error) => write!(f, "{error}"),
            Self::NotAdmitted => f.write_str("the peer is not admitted"),
            Self::Command(command) => write!(f, "a client may not send {command:?}"),
            Self::UnknownPath => f.write_str("no node has this path"),
            Self::UnknownId(id) => write!(f, "nobody has announced the id {id}"),
            Self::DuplicateId(id) => write!(f, "the id {id} is that of another path"),
            Self::UnknownMethod(id) => write!(f, "the node has no method {id}"),
            Self::NotAllowed(method) => write!(f, "the peer may not call {}", method.name),
            Self::ChecksumDiffers(_) => f.write_str("the peer has other RPCs for this node"),
            Self::NotRelayed => f.write_str("the server relays no packets"),
            Self::Limit(what) => write!(f, "too many {what}"),
        }
    }
}

impl core::error::Error for Refusal {}

/// Why a call is not sent.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CallError {
    /// The node was removed.
    UnknownNode,
    /// The node has another set of methods.
    OtherMethods,
    /// The server is not the authority of the node, and the method is for the authority alone: every client would refuse it.
    NotAuthority,
    /// The target is not connected, or not admitted yet.
    UnknownPeer(i32),
    /// It cannot be written.
    Packet(EncodeError),
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownNode => f.write_str("the node was removed"),
            Self::OtherMethods => f.write_str("the node has another set of methods"),
            Self::NotAuthority => f.write_str("the server is not the authority of the node"),
            Self::UnknownPeer(peer) => write!(f, "the peer {peer} is not connected"),
            Self::Packet(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for CallError {}

impl From<EncodeError> for CallError {
    fn from(error: EncodeError) -> Self {
        Self::Packet(error)
    }
}
