//! Events of a session: calls, bytes, spawns, properties, peers that join and leave, and refused packets.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::any::type_name;
use core::{fmt, ptr};

use super::scene::{SetName, place_of};
use super::{Answer, NodeId, Refusal, Request};
use crate::{
    Arguments, DecodeCall, Method, MethodSet, Options, Property, PropertySet, Row, Scene, watch,
};

/// The result of a packet, or of a call of [`poll`](super::Session::poll).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'p> {
    /// The peer is admitted. It may call methods, and this session can send to it.
    Connected(i32),
    /// The peer has left, and the nodes that it spawned are removed. If its player had a [seat](super::Session::add_seat): the player did not
    /// return in time. For a client also: the server reports that another client has left.
    Disconnected(i32),
    /// The connection of a player with a [seat](super::Session::add_seat) has ended. Its nodes stay, with the authority of the peer.
    Away(i32),
    /// A player with a [seat](super::Session::take_seat) has come back over a new connection, which is admitted. This event comes in place of
    /// [`Connected`](Self::Connected). Nodes whose authority was the old peer have the new one, and what was visible for the old peer is so for
    /// the new one.
    Returned {
        /// The peer that had the seat.
        old: i32,
        /// The peer that has it now. Over `ENet` it may be the same id.
        new: i32,
        /// The transport has not reported the end of the old connection. The session has forgotten it: close it.
        old_is_open: bool,
    },
    /// An authentication message of the peer. Answer with [`send_auth`](super::Session::send_auth) or
    /// [`complete_auth`](super::Session::complete_auth), or close the connection.
    Auth {
        /// The sender.
        peer: i32,
        /// The payload.
        payload: &'p [u8],
    },
    /// The peer did not authenticate in time. The session has forgotten it: close the connection.
    AuthTimedOut {
        /// The peer.
        peer: i32,
        /// What did not happen in time.
        missing: MissingAuth,
    },
    /// The peer calls a method that it may call.
    Call(Call<'p>),
    /// A peer answers a request of [`ask`](super::Session::ask).
    Answered {
        /// The peer that was asked.
        peer: i32,
        /// The number of the request.
        request: u32,
        /// The answer.
        answer: Answer<'p>,
    },
    /// A request of [`ask`](super::Session::ask) has no answer: the peer has left, or the time is over.
    Unanswered {
        /// The peer that was asked.
        peer: i32,
        /// The number of the request.
        request: u32,
    },
    /// Raw bytes of the game.
    Raw {
        /// The sender.
        peer: i32,
        /// The bytes.
        bytes: &'p [u8],
    },
    /// A peer has spawned a node.
    Spawned(Spawned<'p>),
    /// A peer has removed a node that it spawned. The session has removed the node and all nodes below it.
    Despawned {
        /// The sender.
        peer: i32,
        /// The node.
        node: NodeId,
    },
    /// Properties of synchronizers whose authority is the peer.
    Synchronized {
        /// The sender.
        peer: i32,
        /// The updates, in the order of the packet.
        updates: Vec<Update<'p>>,
        /// The first reason why updates in the packet were refused, if any were.
        refused: Option<Refusal>,
    },
    /// A packet for other peers, if the session uses [`Relay::Ask`](super::Relay::Ask). The game decides; [`relay`](super::Session::relay)
    /// sends the packet on.
    Relay {
        /// The sender.
        peer: i32,
        /// To a peer, to all but the sender (0), or to all but the sender and one (`-n`).
        target: i32,
        /// A whole packet, of a command that clients may send to each other.
        packet: &'p [u8],
    },
    /// This session has spawned a node at a peer: the spawn is in the queue, before all packets that the game sends to this node from now on.
    /// [`poll`](super::Session::poll) returns it.
    SpawnedAt {
        /// The peer that has the node.
        peer: i32,
        /// The node.
        node: NodeId,
    },
    /// A peer has other RPCs for a node, so a number means another method there. The session refuses the peer's calls of this node, but
    /// still sends its own calls.
    ChecksumDiffers {
        /// The peer.
        peer: i32,
        /// The node.
        node: NodeId,
        /// Its path.
        path: Arc<str>,
    },
    /// The session refused a packet and changed nothing. The peer stays connected unless you close its connection.
    Refused {
        /// The sender; 0 if a transport refuses somebody who is not a peer.
        peer: i32,
        /// The reason.
        reason: Refusal,
    },
}

/// What a peer or this side lacks to complete authentication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MissingAuth {
    /// The peer sent no authentication message at all: it has no `auth_callback`, or sends nothing.
    Messages,
    /// The peer has not completed authentication: its script has not called `complete_auth`.
    Theirs,
    /// This side has not called [`complete_auth`](super::Session::complete_auth).
    Ours,
}

impl fmt::Display for MissingAuth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Messages => {
                "it sent no authentication message: has the client an `auth_callback`?"
            }
            Self::Theirs => "the client has not called `complete_auth`",
            Self::Ours => "this side has not called `complete_auth`",
        })
    }
}

/// A call of a method.
#[derive(Clone, Debug)]
pub struct Call<'p> {
    /// The caller.
    pub peer: i32,
    /// The node.
    pub node: NodeId,
    /// The path of the node.
    pub path: Arc<str>,
    /// The method.
    pub method: &'static Method,
    /// The id: its position in its set, plus 32,768 if the method was configured on the node.
    pub id: u16,
    /// The arguments, not decoded yet.
    pub arguments: Arguments<'p>,
    /// The request to [`answer`](super::Session::answer), if the method has an answer.
    pub request: Option<Request>,
    pub(super) options: Options,
    pub(super) set: SetName,
}

/// Calls are equal if they have the same sender, node, method and arguments.
impl PartialEq for Call<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.peer, self.node, self.id) == (other.peer, other.node, other.id)
            && self.method == other.method
            && self.arguments == other.arguments
    }
}

impl<'p> Call<'p> {
    /// Whether [`decode`](Self::decode) takes this set, which is the one of the node. With several scripts a server asks this first.
    pub fn is_of<C: MethodSet>(&self) -> bool {
        (self.set)() == type_name::<C>() && self.is_method_of::<C>()
    }

    fn is_method_of<C: MethodSet>(&self) -> bool {
        // The set's own method, most likely: its name need not be compared.
        let is_same = |method: &Method| ptr::eq(method, self.method) || method == self.method;
        C::METHODS.get(place_of(self.id)).is_some_and(is_same)
    }

    /// Decodes the call as a value of the set that contains the method: the script's set or the node's own.
    ///
    /// # Errors
    /// [`Refusal::Arguments`] for arguments that are missing, left over or of a wrong type; [`Refusal::OtherMethods`] for a set that is not
    /// the node's.
    pub fn decode<C: DecodeCall<'p>>(&self) -> Result<C, Refusal> {
        let place = place_of(self.id);
        let (node, method) = (|| self.path.clone(), self.method.name);
        let call = if self.is_method_of::<C>() {
            C::decode_call(place as u16, self.arguments, &self.options)
                .map_err(|error| Refusal::Arguments { node: node(), method, error })
                .map_err(watch::undecoded)?
        } else {
            None
        };
        call.ok_or_else(|| {
            let (expected, found) = ((self.set)(), type_name::<C>());
            Refusal::OtherMethods { node: node(), method, expected, found }
        })
    }
}

/// A node that a peer has spawned.
///
/// The session has added it at its path, without RPCs. Describe its scene next: call [`set_node`](super::Session::set_node) for RPCs, and
/// [`add_synchronizer`](super::Session::add_synchronizer) for each synchronizer in the order of the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spawned<'p> {
    /// The sender.
    pub peer: i32,
    /// The spawner.
    pub spawner: NodeId,
    /// The node.
    pub node: NodeId,
    /// The scene index, or the argument of the `spawn_function`.
    pub scene: Scene<'p>,
    /// The name.
    pub name: &'p str,
    /// The states of the synchronizers whose authority is the peer, one after the other. Read them with
    /// [`read_spawn`](PropertySet::read_spawn).
    pub state: Row<'p>,
}

/// New values for properties of a synchronizer, from its authority.
#[derive(Clone, Debug)]
pub struct Update<'p> {
    /// The synchronizer.
    pub synchronizer: NodeId,
    /// Its path.
    pub path: Arc<str>,
    /// The changed properties of [`ReplicationMode::OnChange`](crate::ReplicationMode::OnChange), one bit each; `None` for all of
    /// [`ReplicationMode::Always`](crate::ReplicationMode::Always).
    pub mask: Option<u64>,
    /// The values, not decoded yet.
    pub row: Row<'p>,
    pub(super) options: Options,
    pub(super) properties: &'static [Property],
    pub(super) set: SetName,
}

/// Updates are equal if they have the same synchronizer and values.
impl PartialEq for Update<'_> {
    fn eq(&self, other: &Self) -> bool {
        (self.synchronizer, self.mask, self.row) == (other.synchronizer, other.mask, other.row)
    }
}

impl Update<'_> {
    /// Sets the properties.
    ///
    /// # Errors
    /// [`Refusal::Properties`] for values that are missing, left over or of a wrong type; [`Refusal::OtherProperties`] for a set that is not
    /// the synchronizer's. Then no property is set.
    pub fn apply<P: PropertySet + Clone>(&self, properties: &mut P) -> Result<(), Refusal> {
        if self.properties != P::PROPERTIES {
            let (expected, found) = ((self.set)(), type_name::<P>());
            let synchronizer = self.path.clone();
            return Err(Refusal::OtherProperties { synchronizer, expected, found });
        }
        match self.mask {
            None => properties.apply_always(self.row, &self.options),
            Some(mask) => properties.apply_changed(mask, self.row, &self.options),
        }
        .map_err(|error| Refusal::Properties { synchronizer: self.path.clone(), error })
        .map_err(watch::undecoded)
    }
}
