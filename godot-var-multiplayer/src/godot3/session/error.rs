//! Errors of received and of sent packets.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use godot_var_runtime::{DecodeError, EncodeError};

use crate::NodeId;
use crate::godot3::Member;

/// Why a session refuses a packet.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// The packet cannot be decoded.
    Packet(DecodeError),
    /// The sender is not connected.
    NotConnected(i32),
    /// A client names another peer as the source of its packet.
    OtherSource(i32),
    /// Only servers may send this message.
    OfServer,
    /// The server reports a peer that is this one, or that is known already.
    OtherId(i32),
    /// The session has no node at this path.
    UnknownPath,
    /// The peer did not announce this number.
    UnknownId(u32),
    /// The peer confirms a node that was not announced to it.
    NotAnnounced(NodeId),
    /// The node does not offer this method to other peers. The name is cut after 64 characters.
    UnknownMethod(Box<str>),
    /// The node does not offer this property to other peers. The name is cut after 64 characters.
    UnknownProperty(Box<str>),
    /// The peer may not call this method or set this property.
    NotAllowed(&'static Member),
    /// The packet is for or from other clients, and the session does not relay.
    NotRelayed,
    /// The packet exceeds a limit of [`SessionLimits`](crate::SessionLimits).
    Limit(&'static str),
}

impl Refusal {
    #[cold]
    pub(super) fn unknown_method(name: &str) -> Self {
        Self::UnknownMethod(start(name))
    }

    #[cold]
    pub(super) fn unknown_property(name: &str) -> Self {
        Self::UnknownProperty(start(name))
    }
}

/// Returns the first 64 characters of a name that a peer chose.
fn start(name: &str) -> Box<str> {
    name.chars().take(64).collect::<String>().into()
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packet(error) => write!(f, "{error}"),
            Self::NotConnected(peer) => write!(f, "the peer {peer} is not connected"),
            Self::OtherSource(peer) => {
                write!(f, "the packet names another peer as its source: {peer}")
            }
            Self::OfServer => f.write_str("only the server may send this"),
            Self::OtherId(peer) => write!(f, "the peer {peer} is known already"),
            Self::UnknownPath => f.write_str("no node has this path"),
            Self::UnknownId(id) => write!(f, "no peer announced the id {id}"),
            Self::NotAnnounced(_) => f.write_str("the node was not announced to the peer"),
            Self::UnknownMethod(name) => {
                write!(f, "the node has no method {name:?} for other peers")
            }
            Self::UnknownProperty(name) => {
                write!(f, "the node has no property {name:?} for other peers")
            }
            Self::NotAllowed(member) => {
                write!(f, "{} is {}, and the peer may not use it", member.name, member.mode)
            }
            Self::NotRelayed => f.write_str("packets of other clients are not relayed"),
            Self::Limit(what) => write!(f, "too many {what}"),
        }
    }
}

impl core::error::Error for Refusal {}

/// Why a session does not send a call or a value.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CallError {
    /// The node was removed.
    UnknownNode,
    /// The node does not have this method.
    UnknownMethod,
    /// The node does not have this property.
    UnknownProperty,
    /// Every target would refuse it: the member is `master` and the target is not the node's network master, or it is `puppet` and this
    /// session is not the network master.
    NotAllowed(&'static Member),
    /// The target is not connected.
    UnknownPeer(i32),
    /// The packet cannot be encoded.
    Packet(EncodeError),
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownNode => f.write_str("the node was removed"),
            Self::UnknownMethod => f.write_str("the node does not have this method"),
            Self::UnknownProperty => f.write_str("the node does not have this property"),
            Self::NotAllowed(member) => {
                write!(f, "{} is {}, and the target would refuse it", member.name, member.mode)
            }
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
