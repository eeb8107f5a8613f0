//! Why a session refuses a packet, in Godot 4 and in Godot 3.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use core::fmt::{self, Write as _};
use core::net::SocketAddr;

use godot_var_runtime::DecodeError;
use godot_var_runtime::seats::SeatError;

use super::Misfit;
use super::one_line::OneLine;
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
    /// The session has no node at this path.
    UnknownPath {
        /// The path, cut after 128 characters.
        path: Arc<str>,
        /// The path of a node that differs only in what is before: both sides mean the same node, from different roots.
        similar: Option<Arc<str>>,
    },
    /// A number that the peer did not give to anything, or to something that was removed since.
    UnknownId {
        /// What the number should mean.
        kind: Numbered,
        /// The number.
        id: u32,
    },
    /// A number that the peer gives to two things.
    DuplicateId {
        /// What the number means.
        kind: Numbered,
        /// The number.
        id: u32,
        /// The path of the node that has it; for a synchronizer that of the spawned node around it.
        known: Arc<str>,
        /// The same for the second one. The path is cut after 128 characters.
        found: Arc<str>,
    },
    /// The server reports a peer that is known already, or whose id no client can have.
    DuplicatePeer(i32),
    /// The peer confirms the node at this path, which was not announced to it.
    NotAnnounced(Arc<str>),
    /// Properties for a synchronizer that a spawn of the peer contains, and that the game did not add.
    NotAdded {
        /// The path of the spawned node.
        node: Arc<str>,
        /// The number of the synchronizer.
        id: u32,
    },
    /// An answer to a request that does not wait for one.
    UnknownRequest {
        /// The path of the node.
        node: Arc<str>,
        /// The number of the request.
        request: u32,
    },
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
    /// The spawner at this path has as many nodes as it may have.
    SpawnLimit(Arc<str>),
    /// The peer cannot be admitted: its seat has ended meanwhile, or its id is that of a player who is away. Close the connection.
    Seat(SeatError),
    /// The packet exceeds a limit of [`SessionLimits`](super::SessionLimits): too many of these.
    Limit(&'static str),
    /// A transport refuses or ends a connection.
    Transport {
        /// The other end.
        address: SocketAddr,
        /// The reason.
        reason: Misfit,
    },
}

/// What a number of a peer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbered {
    /// A node whose path was announced.
    Path,
    /// A spawned node.
    Node,
    /// A synchronizer in a spawned node.
    Synchronizer,
}

impl Refusal {
    /// Returns the name of the variant, of [`Transport`](Self::Transport) that of its reason: a label for logs and figures.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Packet(_) => "Packet",
            Self::Arguments { .. } => "Arguments",
            Self::Properties { .. } => "Properties",
            Self::NotAdmitted(_) => "NotAdmitted",
            Self::NotAuthenticated(_) => "NotAuthenticated",
            Self::NoAuthentication => "NoAuthentication",
            Self::Command(_) => "Command",
            Self::OfServer => "OfServer",
            Self::OtherSource(_) => "OtherSource",
            Self::UnknownPath { .. } => "UnknownPath",
            Self::UnknownId { .. } => "UnknownId",
            Self::DuplicateId { .. } => "DuplicateId",
            Self::DuplicatePeer(_) => "DuplicatePeer",
            Self::NotAnnounced(_) => "NotAnnounced",
            Self::NotAdded { .. } => "NotAdded",
            Self::UnknownRequest { .. } => "UnknownRequest",
            Self::UnknownMethod { .. } => "UnknownMethod",
            Self::OtherMethods { .. } => "OtherMethods",
            Self::OtherProperties { .. } => "OtherProperties",
            Self::UnknownMember { .. } => "UnknownMember",
            Self::NotAllowed { .. } => "NotAllowed",
            Self::ChecksumDiffers(_) => "ChecksumDiffers",
            Self::OtherKind(_) => "OtherKind",
            Self::NotAuthority(_) => "NotAuthority",
            Self::UnknownScene(_) => "UnknownScene",
            Self::NameTaken(_) => "NameTaken",
            Self::NotRelayed => "NotRelayed",
            Self::SpawnLimit(_) => "SpawnLimit",
            Self::Limit(_) => "Limit",
            Self::Seat(_) => "Seat",
            Self::Transport { reason, .. } => reason.name(),
        }
    }

    #[cold]
    pub(crate) fn unknown_path(path: &str) -> Self {
        Self::UnknownPath { path: cut(path), similar: None }
    }

    #[cold]
    pub(crate) const fn unknown_id(id: u32) -> Self {
        Self::UnknownId { kind: Numbered::Path, id }
    }

    #[cold]
    pub(crate) fn unknown_member(node: &Arc<str>, name: &str) -> Self {
        Self::UnknownMember {
            node: node.clone(),
            name: name.chars().take(64).collect::<String>().into(),
        }
    }
}

/// A path that a peer names, for an error.
pub(crate) fn cut(path: &str) -> Arc<str> {
    path.chars().take(128).collect::<String>().into()
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let f = &mut OneLine(f);
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
            Self::UnknownPath { path, similar } => {
                write!(f, "no node has the path {path}")?;
                let Some(similar) = similar else { return Ok(()) };
                write!(
                    f,
                    ", and here is {similar}: paths begin at `/root`, or at the path that a script of the project gives to `set_multiplayer`"
                )
            }
            Self::UnknownId { kind, id } => match kind {
                Numbered::Path => write!(f, "no node is announced as number {id}"),
                Numbered::Node => write!(f, "the peer has no spawned node with the number {id}"),
                Numbered::Synchronizer => {
                    write!(f, "no spawned node of the peer has a synchronizer with the number {id}")
                }
            },
            Self::DuplicateId { kind, id, known, found } => match kind {
                Numbered::Path if known == found => {
                    write!(f, "{known} is announced as number {id} twice, with different RPCs")
                }
                Numbered::Path => {
                    write!(f, "number {id} is announced for {known}, and then for {found}")
                }
                Numbered::Node => {
                    write!(f, "number {id} is the spawned node {known}, and then {found}")
                }
                Numbered::Synchronizer => {
                    write!(f, "number {id} is a synchronizer of {known}, and then of {found}")
                }
            },
            Self::DuplicatePeer(peer) => {
                write!(f, "the id {peer} is known already, or no client can have it")
            }
            Self::NotAnnounced(node) => write!(f, "{node} was not announced to the peer"),
            Self::NotAdded { node, id } => write!(
                f,
                "the spawned node {node} has a synchronizer with the number {id}, which the game did not add: `add_synchronizer` does"
            ),
            Self::UnknownRequest { node, request } => {
                write!(f, "{node}: the request {request} does not wait for an answer of the peer")
            }
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
            Self::NotRelayed => f.write_str(
                "packets of other clients are not relayed: `Config::with_relay` does that",
            ),
            Self::SpawnLimit(node) => write!(f, "the spawner {node} has reached its limit"),
            Self::Seat(error) => write!(f, "{error}"),
            Self::Limit(what) => write!(f, "too many {what}"),
            Self::Transport { address, reason } => write!(f, "{address} {reason}"),
        }
    }
}

impl core::error::Error for Refusal {}
