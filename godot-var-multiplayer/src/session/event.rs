//! What a session tells: calls, bytes, spawns, properties, peers that come, packets that it refuses.

use alloc::vec::Vec;

use super::scene::place_of;
use super::{NodeId, Refusal};
use crate::{Arguments, DecodeCall, Method, Options, PropertySet, Row, Scene};

/// What came of a packet, or of time.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'p> {
    /// The peer is admitted: it may call, and is a target from now on.
    Connected(i32),
    /// To a client the server has said that another client is gone. What it had spawned is removed.
    Disconnected(i32),
    /// A message for this side's authentication. Answer with [`send_auth`](super::Session::send_auth) or
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
    /// A peer has spawned a node.
    Spawned(Spawned<'p>),
    /// A peer has removed a node that it had spawned. The session has removed it, too, and all below it.
    Despawned {
        /// From whom.
        peer: i32,
        /// The node.
        node: NodeId,
    },
    /// Properties of synchronizers whose authority the peer is.
    Synchronized {
        /// From whom.
        peer: i32,
        /// The properties, in the order of the packet.
        updates: Vec<Update<'p>>,
        /// Why others in the packet are refused, if any are: the first reason.
        refused: Option<Refusal>,
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
    /// Its id: its position in its set, and 32,768 more if it was configured on the node.
    pub id: u16,
    /// The arguments, which nobody has looked at.
    pub arguments: Arguments<'p>,
    pub(super) options: Options,
}

impl<'p> Call<'p> {
    /// The call as a value of the set of methods that has it: the script's, or the node's own.
    ///
    /// # Errors
    /// [`Refusal::Packet`] for arguments that are missing, left over or of a wrong type, [`Refusal::UnknownMethod`] for a method
    /// that the set does not have.
    pub fn decode<C: DecodeCall<'p>>(&self) -> Result<C, Refusal> {
        let place = place_of(self.id);
        let is_of_set = C::METHODS.get(place).is_some_and(|method| method == self.method);
        let unknown = Refusal::UnknownMethod(self.id);
        if !is_of_set {
            return Err(unknown);
        }
        match C::decode_call(place as u16, self.arguments, &self.options) {
            Ok(call) => call.ok_or(unknown),
            Err(error) => Err(Refusal::Packet(error)),
        }
    }
}

/// A node that a peer has spawned.
///
/// The session has it at its path, without RPCs. Say what the scene has: [`set_node`](super::Session::set_node) for RPCs,
/// [`add_synchronizer`](super::Session::add_synchronizer) for each synchronizer, in the order of the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spawned<'p> {
    /// From whom.
    pub peer: i32,
    /// Its spawner.
    pub spawner: NodeId,
    /// The node.
    pub node: NodeId,
    /// The scene, or the argument of the `spawn_function`.
    pub scene: Scene<'p>,
    /// Its name.
    pub name: &'p str,
    /// The state of those synchronizers whose authority the peer is, one after the other: read it with
    /// [`read_spawn`](PropertySet::read_spawn).
    pub state: Row<'p>,
}

/// Properties of a synchronizer, from its authority.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Update<'p> {
    /// The synchronizer.
    pub synchronizer: NodeId,
    /// Which of the properties that are sent on change; `None` for all that are sent always.
    pub mask: Option<u64>,
    /// Their values, which nobody has looked at.
    pub row: Row<'p>,
    pub(super) options: Options,
}

impl Update<'_> {
    /// Sets the properties.
    ///
    /// # Errors
    /// [`Refusal::Packet`] for values that are missing, left over or of a wrong type; nothing is set then.
    pub fn apply<P: PropertySet + Clone>(&self, properties: &mut P) -> Result<(), Refusal> {
        match self.mask {
            None => properties.apply_always(self.row, &self.options),
            Some(mask) => properties.apply_changed(mask, self.row, &self.options),
        }
        .map_err(Refusal::Packet)
    }
}
