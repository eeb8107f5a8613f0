//! The RPC sets of older versions of a game, and which of them a peer has.

use super::nodes::Entry;
use super::peer::Peer;
use super::{NodeId, Session};
use crate::{Checksum, Method, MethodSet};

/// The RPCs that a script had in an older version, where their names were others.
///
/// ```
/// # use godot_var_multiplayer::{Caller, Checksum, Config, Method, MethodSet, OlderRpcs, sorted};
/// # use godot_var_runtime::{EncodeError, Output};
/// # struct Chat;
/// # impl MethodSet for Chat {
/// #     const METHODS: &'static [Method] = &sorted([Method::new("say", Caller::AnyPeer), Method::new("quit", Caller::AnyPeer)]);
/// #     fn id(&self) -> u16 { 0 }
/// #     fn encode_arguments<O: Output>(&self, _: &mut O) -> Result<u8, EncodeError> { Ok(0) }
/// # }
/// // Version 1.0 had no `quit`.
/// const OLDER: &[OlderRpcs] = &[OlderRpcs::of::<Chat>(&["say"])];
/// let config = Config::default().with_older(OLDER);
/// # assert_eq!(config.older.len(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OlderRpcs {
    /// The checksum of the present names.
    now: Checksum,
    /// That of the older ones.
    then: Checksum,
    /// The older names, in the order of their ids.
    names: &'static [&'static str],
}

impl OlderRpcs {
    /// The older names of a set, sorted by code points, as Godot numbers them. The lock of the version has them in this order.
    pub const fn of<C: MethodSet>(names: &'static [&'static str]) -> Self {
        Self { now: C::CHECKSUM, then: Checksum::of_names(names), names }
    }

    /// The same for a set with these present names.
    pub const fn of_names(present: &[&str], names: &'static [&'static str]) -> Self {
        Self { now: Checksum::of_names(present), then: Checksum::of_names(names), names }
    }

    /// The checksum of the older names.
    pub(super) const fn checksum(&self) -> Checksum {
        self.then
    }

    /// Returns the present id of a method with an older id.
    pub(super) fn present(&self, id: u16, methods: &[Method]) -> Option<u16> {
        Method::id_of(methods, self.names.get(usize::from(id))?)
    }

    /// Returns the older id of a method.
    pub(super) fn older(&self, name: &str) -> Option<u16> {
        let id = self.names.iter().position(|other| *other == name)?;
        u16::try_from(id).ok()
    }
}

impl Session {
    /// Says which older RPCs a peer has, for a game that knows the version of its peers before they announce their nodes.
    ///
    /// Without this the session knows it for a set once the peer has announced a node with it. A client of Godot does so before its first
    /// call of the node. If the session calls the peer before, it uses the present ids and announces
    /// the present checksum: a client of Godot then calls the functions that have these ids, and a client that is a [`Session`] refuses all
    /// later calls of the node.
    pub fn set_older(&mut self, peer: i32, sets: &[OlderRpcs]) {
        if let Some(peer) = self.peers.get_mut(&peer) {
            for set in sets {
                peer.learn(*set);
            }
        }
    }

    /// Returns the older RPCs that a peer has for a node, or `None` if it has the present ones, or others that nobody named.
    pub(super) fn older(&self, peer: &Peer, node: NodeId) -> Option<OlderRpcs> {
        if peer.older.is_empty() {
            return None;
        }
        let entry = self.nodes.get(node)?;
        match peer.announced(node) {
            Some(announced) => self.older_with(peer, entry, announced.checksum),
            None => peer.older.iter().find(|set| set.now == entry.node.checksum).copied(),
        }
    }

    /// Returns the older RPCs of a node with this checksum, among those that the game named.
    pub(super) fn older_with(
        &self,
        peer: &Peer,
        entry: &Entry,
        checksum: Checksum,
    ) -> Option<OlderRpcs> {
        let is_it = |set: &&OlderRpcs| set.now == entry.node.checksum && set.then == checksum;
        self.config.older.iter().chain(&peer.older).find(is_it).copied()
    }
}

impl Peer {
    /// Records older RPCs of the peer. The last ones count for nodes that it has not announced.
    pub(super) fn learn(&mut self, set: OlderRpcs) {
        match self.older.iter_mut().find(|known| known.now == set.now) {
            Some(known) => *known = set,
            None => self.older.push(set),
        }
    }
}
