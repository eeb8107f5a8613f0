//! Why a packet is refused, and why something is not sent.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use godot_var_runtime::{DecodeError, EncodeError};

use crate::NodeId;
use crate::godot3::Member;

/// Why a packet is refused.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// It cannot be read.
    Packet(DecodeError),
    /// Its sender is not connected.
    NotConnected(i32),
    /// A client says that the packet is of another peer.
    OtherSource(i32),
    /// A message that servers alone send.
    OfServer,
    /// The server names a peer that is this one, or is known already.
    OtherId(i32),
    /// A node that the session does not know.
    UnknownPath,
    /// A number that the peer did not announce.
    UnknownId(u32),
    /// The confirmation of a node that was not announced to the peer.
    NotAnnounced(NodeId),
    /// A method that the node does not have for others. The name is cut after 64 characters.
    UnknownMethod(Box<str>),
    /// A property that the node does not have for others. The name is cut after 64 characters.
    UnknownProperty(Box<str>),
    /// A method that the peer may not call, or a property that it may not set.
    NotAllowed(&'static Member),
    /// A packet for or from other clients, where the session relays none.
    NotRelayed,
    /// More than [`SessionLimits`](crate::SessionLimits) allow.
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

/// The start of a name that a peer chose.
fn start(name: &str) -> Box<str> {
    name.chars().take(64).collect::<String>().into()
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packet(error) => write!(f, "{error}"),
            Self::NotConnected(peer) => write!(f, "the peer {peer} is not connected"),
            Self::OtherSource(peer) => write!(f, "the packet claims to be of the peer {peer}"),
            Self::OfServer => f.write_str("the server alone sends this"),
            Self::OtherId(peer) => write!(f, "the peer {peer} is known already"),
            Self::UnknownPath => f.write_str("no node has this path"),
            Self::UnknownId(id) => write!(f, "nobody has announced the id {id}"),
            Self::NotAnnounced(_) => f.write_str("the node was not announced to the peer"),
            Self::UnknownMethod(name) => write!(f, "the node has no method {name:?} for others"),
            Self::UnknownProperty(name) => {
                write!(f, "the node has no property {name:?} for others")
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

/// Why a call or a value is not sent.
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
    /// session is not.
    NotAllowed(&'static Member),
    /// The target is not connected.
    UnknownPeer(i32),
    /// It cannot be written.
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
