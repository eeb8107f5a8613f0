//! Errors of calls and replication, for sessions of Godot 4 and of Godot 3.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt::{self, Write};

use godot_var_runtime::EncodeError;

use super::one_line::OneLine;

/// Why a session does not send a call.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CallError {
    /// The node was removed.
    UnknownNode,
    /// The node has another set of methods.
    OtherMethods {
        /// The path of the node.
        node: Arc<str>,
        /// The set of its script.
        expected: &'static str,
        /// The set of the call.
        found: &'static str,
    },
    /// Godot 3: the node does not have this method or property.
    UnknownMember {
        /// The path of the node.
        node: Arc<str>,
        /// The name.
        name: Box<str>,
    },
    /// Only the authority may call the method, and this session is not the authority of the node. Every peer would refuse the call.
    NotAuthority {
        /// The path of the node.
        node: Arc<str>,
        /// The name of the method.
        method: &'static str,
        /// The authority of the node.
        authority: i32,
    },
    /// Godot 3: every target would refuse it. The member is `master` and the target is not the node's network master, or it is `puppet` and
    /// this session is not the network master.
    NotAllowed {
        /// The path of the node.
        node: Arc<str>,
        /// The name of the method or property.
        name: &'static str,
        /// Its keyword in the script.
        mode: &'static str,
    },
    /// The method has an answer, so it is not called but [asked](super::Session::ask); or it has none; or a request is of another question.
    Role {
        /// The path of the node.
        node: Arc<str>,
        /// The name of the method.
        method: &'static str,
    },
    /// The target is not connected, or not admitted yet.
    UnknownPeer(i32),
    /// An answer to a peer that has left. A new connection has its id now, and does not get the answer.
    OtherConnection(i32),
    /// The spawned node, or one that contains it, is not visible to the peer, or another peer is the authority of its spawner.
    NotVisible(LeftOut),
    /// The peer does not have the spawned node yet, and an unreliable call does not wait. See [`Event::SpawnedAt`](super::Event::SpawnedAt).
    NotSpawned(LeftOut),
    /// The peer is loading the scene of the node: see [`Session::change_scene`](super::Session::change_scene).
    Loading(LeftOut),
    /// The peer does not have the spawned node yet, and no more calls can wait for it. See
    /// [`SessionLimits::bytes`](super::SessionLimits::bytes).
    Limit(LeftOut),
    /// The peer has an [older version](super::OlderRpcs) without the method.
    Older(LeftOut),
    /// The call cannot be encoded. In Godot 3 also the value of a property.
    Arguments {
        /// The path of the node.
        node: Arc<str>,
        /// The name of the method or property.
        method: &'static str,
        /// The mistake.
        error: EncodeError,
    },
    /// The bytes cannot be sent.
    Packet(EncodeError),
}

/// A call that a peer does not get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The peer.
    pub peer: i32,
    /// The path of the node.
    pub node: Arc<str>,
    /// The name of the method.
    pub method: &'static str,
}

/// `say of Main/Chat for the peer 7`
impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(OneLine(f), "{} of {} for the peer {}", self.method, self.node, self.peer)
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut OneLine(f);
        match self {
            Self::UnknownNode => f.write_str("the node was removed"),
            Self::OtherMethods { node, expected, found } => {
                write!(f, "{node} has the methods of {expected}, and the call is of {found}")
            }
            Self::UnknownMember { node, name } => {
                write!(f, "{node} does not have the method or property {name:?}")
            }
            Self::NotAllowed { node, name, mode } => {
                write!(f, "{name} of {node} is {mode}, and the target would refuse it")
            }
            Self::NotAuthority { node, method, authority } => {
                write!(f, "only the authority of {node}, the peer {authority}, may call {method}")
            }
            Self::Role { node, method } => write!(
                f,
                "{method} of {node}: use `ask` for a method with an answer, `call` for others, and answer the question of the request"
            ),
            Self::UnknownPeer(peer) => write!(f, "the peer {peer} is not connected"),
            Self::OtherConnection(peer) => {
                write!(f, "the peer {peer} that asked has left, and a new connection has its id")
            }
            Self::NotVisible(call) => write!(f, "{call}: the node is not visible to the peer"),
            Self::NotSpawned(call) => write!(
                f,
                "{call}: the peer does not have the node yet, and an unreliable call does not wait"
            ),
            Self::Loading(call) => write!(f, "{call}: the peer is loading the scene of the node"),
            Self::Limit(call) => write!(
                f,
                "{call}: the peer does not have the node yet, and too many calls wait for the peer"
            ),
            Self::Older(call) => {
                write!(f, "{call}: the peer has an older version without this method")
            }
            Self::Arguments { node, method, error } => write!(f, "{method} of {node}: {error}"),
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
    /// The node was removed.
    UnknownNode,
    /// The node at this path is not a spawner, or not a synchronizer.
    OtherKind(Arc<str>),
    /// Another node has this path, or the path leads out of the root.
    Path(Box<str>),
    /// Not a valid node name: it is empty or contains one of `. : @ / " %`.
    Name(Box<str>),
    /// Another peer is the authority of the node at this path.
    NotAuthority(Arc<str>),
    /// The spawner at this path does not have this scene, or has no `spawn_function`.
    UnknownScene(Arc<str>),
    /// The limit of the spawner at this path is reached.
    SpawnLimit(Arc<str>),
    /// No number is free for another node: a peer has been connected while 2,147,483,647 nodes were added, and may speak of each of them.
    Numbers,
    /// This session is the authority of the synchronizer at this path, but the synchronizer has no state.
    NoState(Box<str>),
    /// The state of the synchronizer has no such property, or it is not a `Vector2` or `Vector3`.
    NoPosition {
        /// The path of the synchronizer.
        synchronizer: Arc<str>,
        /// The path of the property.
        property: &'static str,
    },
    /// The synchronizer has another set of properties.
    OtherProperties {
        /// The path of the synchronizer.
        synchronizer: Arc<str>,
        /// Its set.
        expected: &'static str,
        /// The set of the state.
        found: &'static str,
    },
    /// A row does not fit in a packet, so it could never be sent.
    TooLong {
        /// The path of the synchronizer.
        synchronizer: Arc<str>,
        /// The longest property of the row.
        property: &'static str,
        /// The length of the row in bytes.
        bytes: usize,
        /// The maximum length in bytes.
        max: usize,
    },
    /// A property of the state cannot be encoded.
    Properties {
        /// The path of the synchronizer.
        synchronizer: Arc<str>,
        /// The mistake.
        error: EncodeError,
    },
    /// A value cannot be encoded.
    Packet(EncodeError),
}

impl fmt::Display for ReplicationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut OneLine(f);
        match self {
            Self::UnknownNode => f.write_str("the node was removed"),
            Self::OtherKind(node) => write!(f, "{node} is not a spawner or synchronizer"),
            Self::Path(path) => write!(f, "the path {path:?} is taken, or leads out of the root"),
            Self::Name(name) => write!(f, "{name:?} is not a valid node name"),
            Self::NotAuthority(node) => write!(f, "this session is not the authority of {node}"),
            Self::UnknownScene(node) => write!(f, "the spawner {node} does not have this scene"),
            Self::SpawnLimit(node) => write!(f, "the spawner {node} has reached its spawn limit"),
            Self::Numbers => f.write_str(
                "no number is free for another node; close the connection of the peer that has been connected for longest",
            ),
            Self::NoState(path) => write!(f, "the synchronizer {path} has no state"),
            Self::NoPosition { synchronizer, property } => {
                write!(f, "{synchronizer} has no property {property} with a Vector2 or Vector3")
            }
            Self::OtherProperties { synchronizer, expected, found } => write!(
                f,
                "{synchronizer} has the properties of {expected}, and the state is of {found}"
            ),
            Self::TooLong { synchronizer, property, bytes, max } => write!(
                f,
                "{synchronizer}: a row of {bytes} bytes; a packet has room for {max}; its longest property is {property}"
            ),
            Self::Properties { synchronizer, error } => write!(f, "{synchronizer}: {error}"),
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
