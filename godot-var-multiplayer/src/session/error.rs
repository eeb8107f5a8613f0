//! Errors of received packets, calls and replication, for sessions of Godot 4 and of Godot 3.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use godot_var_runtime::{DecodeError, EncodeError};

use super::NodeId;
use crate::Command;

/// Why a session refuses a packet.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// The packet cannot be decoded.
    Packet(DecodeError),
    /// The sender is not connected, or not admitted yet.
    NotAdmitted(i32),
    /// This side does not accept the command, for example because only servers may send it.
    Command(Command),
    /// Godot 3: only servers may send this message.
    OfServer,
    /// Godot 3: a client names another peer as the source of its packet.
    OtherSource(i32),
    /// The session has no node at this path.
    UnknownPath,
    /// A number that the peer did not announce, or that was not announced to the peer.
    UnknownId(u32),
    /// A number that the peer uses for something else already, or the id of a peer that is known already.
    DuplicateId(u32),
    /// The node does not have this method.
    UnknownMethod(u16),
    /// Godot 3: the node does not offer this method or property to other peers. The name is cut after 64 characters.
    UnknownMember(Box<str>),
    /// The peer may not call this method or set this property.
    NotAllowed {
        /// The name of the method or property.
        name: &'static str,
        /// Its keyword in the script: `authority`; in Godot 3 that of its [`RpcMode`](crate::godot3::RpcMode).
        mode: &'static str,
    },
    /// A call of a node for which the peer has other RPCs, so the number means another method there.
    ChecksumDiffers(NodeId),
    /// A spawn for a node that is not a spawner, or properties for a node that is not a synchronizer.
    OtherKind(NodeId),
    /// The sender of a spawn or of properties is not the authority of the node.
    NotAuthority(NodeId),
    /// The spawner does not have this scene, or has no `spawn_function`.
    UnknownScene(NodeId),
    /// The spawned node has the same name as another node.
    NameTaken(NodeId),
    /// The packet is for other peers, and the session does not relay.
    NotRelayed,
    /// The packet exceeds a limit of [`SessionLimits`](super::SessionLimits), or the spawner's limit: too many of these.
    Limit(&'static str),
}

impl Refusal {
    #[cold]
    pub(crate) fn unknown_member(name: &str) -> Self {
        Self::UnknownMember(name.chars().take(64).collect::<String>().into())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packet(error) => write!(f, "{error}"),
            Self::NotAdmitted(peer) => {
                write!(f, "the peer {peer} is not connected or not admitted")
            }
            Self::Command(command) => write!(f, "the peer may not send {command:?}"),
            Self::OfServer => f.write_str("only the server may send this"),
            Self::OtherSource(peer) => {
                write!(f, "the packet names another peer as its source: {peer}")
            }
            Self::UnknownPath => f.write_str("no node has this path"),
            Self::UnknownId(id) => write!(f, "no peer announced the id {id}"),
            Self::DuplicateId(id) => write!(f, "the id {id} is in use"),
            Self::UnknownMethod(id) => write!(f, "the node has no method {id}"),
            Self::UnknownMember(name) => {
                write!(f, "the node has no method or property {name:?} for other peers")
            }
            Self::NotAllowed { name, mode } => {
                write!(f, "{name} is {mode}, and the peer may not use it")
            }
            Self::ChecksumDiffers(_) => f.write_str("the peer has other RPCs for this node"),
            Self::OtherKind(_) => f.write_str("the node is not a spawner or synchronizer"),
            Self::NotAuthority(_) => f.write_str("the peer is not the authority of the node"),
            Self::UnknownScene(_) => f.write_str("the spawner does not have this scene"),
            Self::NameTaken(_) => f.write_str("another node has the name of the spawned node"),
            Self::NotRelayed => f.write_str("packets of other clients are not relayed"),
            Self::Limit(what) => write!(f, "too many {what}"),
        }
    }
}

impl core::error::Error for Refusal {}

/// Why a session does not send a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CallError {
    /// The node was removed.
    UnknownNode,
    /// The node has another set of methods.
    OtherMethods,
    /// Godot 3: the node does not have this method or property.
    UnknownMember,
    /// Only the authority may call the method, and this session is not the authority of the node. Every peer would refuse the call.
    NotAuthority,
    /// Godot 3: every target would refuse it. The member is `master` and the target is not the node's network master, or it is `puppet` and
    /// this session is not the network master.
    NotAllowed {
        /// The name of the method or property.
        name: &'static str,
        /// Its keyword in the script.
        mode: &'static str,
    },
    /// The target is not connected, or not admitted yet.
    UnknownPeer(i32),
    /// The spawned node, or one that contains it, is not visible to the peer, or another peer is the authority of its spawner.
    NotVisible(i32),
    /// The peer does not have the spawned node yet, and an unreliable call does not wait. See [`Event::SpawnedAt`](super::Event::SpawnedAt).
    NotSpawned(i32),
    /// The peer is loading the scene of the node: see [`Session::change_scene`](super::Session::change_scene).
    Loading(i32),
    /// The peer does not have the spawned node yet, and no more calls can wait for it. See
    /// [`SessionLimits::bytes`](super::SessionLimits::bytes).
    Limit(i32),
    /// The packet cannot be encoded.
    Packet(EncodeError),
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownNode => f.write_str("the node was removed"),
            Self::OtherMethods => f.write_str("the node has another set of methods"),
            Self::UnknownMember => f.write_str("the node does not have this method or property"),
            Self::NotAllowed { name, mode } => {
                write!(f, "{name} is {mode}, and the target would refuse it")
            }
            Self::NotAuthority => f.write_str("this session is not the authority of the node"),
            Self::UnknownPeer(peer) => write!(f, "the peer {peer} is not connected"),
            Self::NotVisible(peer) => write!(f, "the node is not visible to the peer {peer}"),
            Self::NotSpawned(peer) => write!(
                f,
                "the peer {peer} does not have the node yet, and an unreliable call does not wait"
            ),
            Self::Loading(peer) => write!(f, "the peer {peer} is loading the scene of the node"),
            Self::Limit(peer) => write!(
                f,
                "the peer {peer} does not have the node yet, and too many calls wait for the peer"
            ),
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

/// Why a spawner, a synchronizer, a node or a state is not accepted. The session is not changed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReplicationError {
    /// The node was removed, or it is not a spawner or synchronizer.
    UnknownNode,
    /// Another node has this path, or the path leads out of the root.
    Path(Box<str>),
    /// Not a valid node name: it is empty or contains one of `. : @ / " %`.
    Name(Box<str>),
    /// Another peer is the authority of the node.
    NotAuthority,
    /// The spawner does not have this scene, or has no `spawn_function`.
    UnknownScene,
    /// The spawner's limit is reached, or all numbers are used.
    SpawnLimit,
    /// This session is the authority of the synchronizer at this path, but the synchronizer has no state.
    NoState(Box<str>),
    /// The synchronizer has another set of properties.
    OtherProperties,
    /// A row does not fit in a packet, so it could never be sent.
    TooLong {
        /// The longest property of the row.
        property: &'static str,
        /// The length of the row in bytes.
        bytes: usize,
        /// The maximum length in bytes.
        max: usize,
    },
    /// A value cannot be encoded.
    Packet(EncodeError),
}

impl fmt::Display for ReplicationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownNode => {
                f.write_str("the node was removed, or is not a spawner or synchronizer")
            }
            Self::Path(path) => write!(f, "the path {path:?} is taken, or leads out of the root"),
            Self::Name(name) => write!(f, "{name:?} is not a valid node name"),
            Self::NotAuthority => f.write_str("this session is not the authority of the node"),
            Self::UnknownScene => f.write_str("the spawner does not have this scene"),
            Self::SpawnLimit => f.write_str("the spawner has reached its spawn limit"),
            Self::NoState(path) => write!(f, "the synchronizer {path} has no state"),
            Self::OtherProperties => f.write_str("the synchronizer has another set of properties"),
            Self::TooLong { property, bytes, max } => write!(
                f,
                "a row of {bytes} bytes; a packet has room for {max}; its longest property is {property}"
            ),
            Self::Packet(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for ReplicationError {}

impl From<EncodeError> for ReplicationError {
    fn from(error: EncodeError) -> Self {
        Self::Packet(error)
    }
}
