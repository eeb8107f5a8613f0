//! Why a packet is refused, and why something is not sent.

use alloc::boxed::Box;
use core::fmt;

use godot_var_runtime::{DecodeError, EncodeError};

use super::NodeId;
use crate::{Command, Method};

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
    /// A number that the peer has given to something else.
    DuplicateId(u32),
    /// A method that the node does not have.
    UnknownMethod(u16),
    /// A method that the peer may not call.
    NotAllowed(&'static Method),
    /// The RPCs of a node are others at the peer, so a number means another method there. Its calls of this node are refused; those of this
    /// side are still sent.
    ChecksumDiffers(NodeId),
    /// A spawn by a node that is no spawner, or properties of a node that is no synchronizer.
    OtherKind(NodeId),
    /// A spawn or properties from another peer than the node's authority.
    NotAuthority(NodeId),
    /// A scene that the spawner does not have, or an argument where it has no `spawn_function`.
    UnknownScene(NodeId),
    /// The spawned node has the name of another.
    NameTaken(NodeId),
    /// A packet for other peers, where the session relays none.
    NotRelayed,
    /// More than [`SessionLimits`](super::SessionLimits), or the spawner's limit, allow.
    Limit(&'static str),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packet(error) => write!(f, "{error}"),
            Self::NotAdmitted => f.write_str("the peer is not admitted"),
            Self::Command(command) => write!(f, "the peer may not send {command:?}"),
            Self::UnknownPath => f.write_str("no node has this path"),
            Self::UnknownId(id) => write!(f, "nobody has announced the id {id}"),
            Self::DuplicateId(id) => write!(f, "the id {id} is in use"),
            Self::UnknownMethod(id) => write!(f, "the node has no method {id}"),
            Self::NotAllowed(method) => write!(f, "the peer may not call {}", method.name),
            Self::ChecksumDiffers(_) => f.write_str("the peer has other RPCs for this node"),
            Self::OtherKind(_) => f.write_str("the node is no spawner, or no synchronizer"),
            Self::NotAuthority(_) => f.write_str("the peer is not the authority of the node"),
            Self::UnknownScene(_) => f.write_str("the spawner does not have this scene"),
            Self::NameTaken(_) => f.write_str("another node has the name of the spawned one"),
            Self::NotRelayed => f.write_str("packets of other clients are not relayed"),
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
    /// This session is not the authority of the node, and the method is for the authority alone: every peer would refuse it.
    NotAuthority,
    /// The target is not connected, or not admitted yet.
    UnknownPeer(i32),
    /// The target does not have the node, which was spawned: it may not see it, or has not loaded the level with its spawner yet.
    NotSpawned(i32),
    /// It cannot be written.
    Packet(EncodeError),
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownNode => f.write_str("the node was removed"),
            Self::OtherMethods => f.write_str("the node has another set of methods"),
            Self::NotAuthority => f.write_str("this session is not the authority of the node"),
            Self::UnknownPeer(peer) => write!(f, "the peer {peer} is not connected"),
            Self::NotSpawned(peer) => write!(f, "the node is not spawned at the peer {peer}"),
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

/// Why a spawner or synchronizer is not added, a node not spawned, a state not taken. Nothing is changed then.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReplicationError {
    /// The node was removed, or is no spawner or no synchronizer.
    UnknownNode,
    /// The path is that of another node, or leads out of the root.
    Path(Box<str>),
    /// No node can have this name: it is empty, or has one of `. : @ / " %`.
    Name(Box<str>),
    /// Another peer is the authority.
    NotAuthority,
    /// The spawner does not have this scene, or no `spawn_function`.
    UnknownScene,
    /// The spawner's limit is reached, or all numbers were given.
    SpawnLimit,
    /// The synchronizer at this path is this session's, and has no state.
    NoState(Box<str>),
    /// The synchronizer has another set of properties.
    OtherProperties,
    /// A row has no room in a packet, so it would never arrive.
    TooLong {
        /// The longest property of the row.
        property: &'static str,
        /// The length of the row.
        bytes: usize,
        /// How long it may be.
        max: usize,
    },
    /// A value cannot be written.
    Packet(EncodeError),
}

impl fmt::Display for ReplicationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownNode => {
                f.write_str("the node was removed, or is no spawner or no synchronizer")
            }
            Self::Path(path) => write!(f, "the path {path:?} is taken, or leads out of the root"),
            Self::Name(name) => write!(f, "no node can have the name {name:?}"),
            Self::NotAuthority => f.write_str("this session is not the authority of the node"),
            Self::UnknownScene => f.write_str("the spawner does not have this scene"),
            Self::SpawnLimit => f.write_str("the spawner has as many nodes as it may"),
            Self::NoState(path) => write!(f, "the synchronizer {path} has no state"),
            Self::OtherProperties => f.write_str("the synchronizer has other properties"),
            Self::TooLong { property, bytes, max } => write!(
                f,
                "a row of {bytes} bytes, where a packet has room for {max}; its longest property is {property}"
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
