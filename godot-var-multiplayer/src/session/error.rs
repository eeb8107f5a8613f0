//! Errors of received packets, calls and replication, for sessions of Godot 4 and of Godot 3.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt;
use core::net::SocketAddr;

use godot_var_runtime::{DecodeError, EncodeError};

use super::Misfit;
use crate::Command;

/// Why a session refuses a packet. The texts name nodes by their paths; print the peer, too, or use [`Notices`](super::Notices).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// The packet cannot be decoded.
    Packet(DecodeError),
    /// The arguments of a call are missing, left over or of a wrong type. In Godot 3 also the value of a property.
    Arguments {
        /// The path of the node.
        node: Arc<str>,
        /// The name of the method or property.
        method: &'static str,
        /// The mistake, with the argument's name.
        error: DecodeError,
    },
    /// The values of a synchronizer are missing, left over or of a wrong type.
    Properties {
        /// The path of the synchronizer.
        synchronizer: Arc<str>,
        /// The mistake, with the property's path.
        error: DecodeError,
    },
    /// The sender is not connected.
    NotAdmitted(i32),
    /// The sender is connected, and sends a packet before authentication is complete.
    NotAuthenticated(i32),
    /// The sender wants to authenticate, and this side has no [`Config::auth`](super::Config::auth).
    NoAuthentication,
    /// This side does not accept the command, for example because only servers may send it.
    Command(Command),
    /// Godot 3: only servers may send this message.
    OfServer,
    /// Godot 3: a client names another peer as the source of its packet.
    OtherSource(i32),
    /// The session has no node at this path. The path is cut after 128 characters.
    UnknownPath(Arc<str>),
    /// A number that the peer did not announce, or that was not announced to the peer.
    UnknownId(u32),
    /// A number that the peer uses for something else already, or the id of a peer that is known already.
    DuplicateId(u32),
    /// The node does not have this method.
    UnknownMethod {
        /// The path of the node.
        node: Arc<str>,
        /// The number of the method.
        method: u16,
    },
    /// A call was decoded as another set of methods than the node's.
    OtherMethods {
        /// The path of the node.
        node: Arc<str>,
        /// The name of the called method.
        method: &'static str,
        /// The node's set.
        expected: &'static str,
        /// The set that was asked for.
        found: &'static str,
    },
    /// An update was applied to another set of properties than the synchronizer's.
    OtherProperties {
        /// The path of the synchronizer.
        synchronizer: Arc<str>,
        /// The synchronizer's set.
        expected: &'static str,
        /// The set that was asked for.
        found: &'static str,
    },
    /// Godot 3: the node does not offer this method or property to other peers.
    UnknownMember {
        /// The path of the node.
        node: Arc<str>,
        /// The name, cut after 64 characters.
        name: Box<str>,
    },
    /// The peer may not call this method or set this property.
    NotAllowed {
        /// The path of the node.
        node: Arc<str>,
        /// The name of the method or property.
        name: &'static str,
        /// Its keyword in the script: `authority`; in Godot 3 that of its [`RpcMode`](crate::godot3::RpcMode).
        mode: &'static str,
    },
    /// A call of a node at this path, for which the peer has other RPCs, so the number means another method there.
    ChecksumDiffers(Arc<str>),
    /// A spawn for a node at this path that is not a spawner, or properties for a node that is not a synchronizer.
    OtherKind(Arc<str>),
    /// The sender of a spawn or of properties is not the authority of the node at this path.
    NotAuthority(Arc<str>),
    /// The spawner at this path does not have this scene, or has no `spawn_function`.
    UnknownScene(Arc<str>),
    /// There is a node at the path of a spawned node already.
    NameTaken(Arc<str>),
    /// The packet is for other peers, and the session does not relay.
    NotRelayed,
    /// The packet exceeds a limit of [`SessionLimits`](super::SessionLimits), or the spawner's limit: too many of these.
    Limit(&'static str),
    /// A transport refuses or ends a connection.
    Transport {
        /// The other end.
        address: SocketAddr,
        /// The reason.
        reason: Misfit,
    },
}

impl Refusal {
    #[cold]
    pub(crate) fn unknown_path(path: &str) -> Self {
        Self::UnknownPath(path.chars().take(128).collect::<String>().into())
    }

    #[cold]
    pub(crate) fn unknown_member(node: &Arc<str>, name: &str) -> Self {
        Self::UnknownMember {
            node: node.clone(),
            name: name.chars().take(64).collect::<String>().into(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packet(error) => write!(f, "{error}"),
            Self::Arguments { node, method, error } => write!(f, "{method} of {node}: {error}"),
            Self::Properties { synchronizer, error } => write!(f, "{synchronizer}: {error}"),
            Self::NotAdmitted(peer) => write!(f, "the peer {peer} is not connected"),
            Self::NotAuthenticated(peer) => write!(
                f,
                "the peer {peer} has not authenticated; a client without an `auth_callback` never does: set it there, or remove `with_auth` here"
            ),
            Self::NoAuthentication => f.write_str(
                "the peer wants to authenticate, and this side does not: add `with_auth` here, or remove the `auth_callback` there",
            ),
            Self::Command(command) => write!(f, "the peer may not send {command:?}"),
            Self::OfServer => f.write_str("only the server may send this"),
            Self::OtherSource(peer) => {
                write!(f, "the packet names another peer as its source: {peer}")
            }
            Self::UnknownPath(path) => write!(f, "no node has the path {path}"),
            Self::UnknownId(id) => write!(f, "no peer announced the id {id}"),
            Self::DuplicateId(id) => write!(f, "the id {id} is in use"),
            Self::UnknownMethod { node, method } => write!(f, "{node} has no method {method}"),
            Self::OtherMethods { node, method, expected, found } => write!(
                f,
                "{method} of {node} is a method of {expected}, and was decoded as {found}"
            ),
            Self::OtherProperties { synchronizer, expected, found } => write!(
                f,
                "{synchronizer} has the properties of {expected}, and was applied to {found}"
            ),
            Self::UnknownMember { node, name } => {
                write!(f, "{node} has no method or property {name:?} for other peers")
            }
            Self::NotAllowed { node, name, mode } => {
                write!(f, "{name} of {node} is {mode}, and the peer may not use it")
            }
            Self::ChecksumDiffers(node) => {
                write!(f, "the peer has other RPCs for {node}, so their numbers differ")
            }
            Self::OtherKind(node) => write!(f, "{node} is not a spawner or synchronizer"),
            Self::NotAuthority(node) => write!(f, "the peer is not the authority of {node}"),
            Self::UnknownScene(node) => write!(f, "the spawner {node} does not have this scene"),
            Self::NameTaken(node) => write!(f, "there is a node {node} already"),
            Self::NotRelayed => f.write_str("packets of other clients are not relayed"),
            Self::Limit(what) => write!(f, "too many {what}"),
            Self::Transport { address, reason } => write!(f, "{address} {reason}"),
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
    /// Another peer is the authority of the node at this path.
    NotAuthority(Arc<str>),
    /// The spawner at this path does not have this scene, or has no `spawn_function`.
    UnknownScene(Arc<str>),
    /// The limit of the spawner at this path is reached, or all numbers are used.
    SpawnLimit(Arc<str>),
    /// This session is the authority of the synchronizer at this path, but the synchronizer has no state.
    NoState(Box<str>),
    /// The state of the synchronizer has no such property, or it is no `Vector2` or `Vector3`.
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
            Self::NotAuthority(node) => write!(f, "this session is not the authority of {node}"),
            Self::UnknownScene(node) => write!(f, "the spawner {node} does not have this scene"),
            Self::SpawnLimit(node) => write!(f, "the spawner {node} has reached its spawn limit"),
            Self::NoState(path) => write!(f, "the synchronizer {path} has no state"),
            Self::NoPosition { synchronizer, property } => {
                write!(f, "{synchronizer} has no property {property} with a Vector2 or Vector3")
            }
            Self::OtherProperties { synchronizer, expected, found } => write!(
                f,
                "{synchronizer} has the properties of {expected}, and the state is of {found}"
            ),
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
