//! The nodes of a session, by number and by path.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Bound::{Included, Unbounded};

use super::kept;
use super::loading::is_at_or_below;
pub use super::numbers::NodeId;
use super::numbers::Numbers;
use super::{Node, ReplicationError, Session};
use crate::Packet;

/// How many nodes are compared with an unknown path: peers can send many of these.
const COMPARED: usize = 256;

/// A node and its path.
#[derive(Debug)]
pub(crate) struct Entry<T = Node> {
    pub(crate) path: Arc<str>,
    pub(crate) node: T,
    /// The nearest spawned node above it.
    pub(super) inside: Option<NodeId>,
    /// The peers whose state refers to the node: those that have it among [`Peer::known`](super::peer::Peer::known). See
    /// [`Session::known_by`] for synchronizers of a spawned node.
    pub(super) known_by: BTreeSet<i32>,
}

#[derive(Debug)]
pub(crate) struct Nodes<T = Node> {
    by_id: BTreeMap<NodeId, Entry<T>>,
    by_path: BTreeMap<Arc<str>, NodeId>,
    /// The numbers of paths, spawned nodes and synchronizers, which are the same for all peers.
    pub(crate) numbers: Numbers,
}

impl<T> Nodes<T> {
    pub(crate) const fn new() -> Self {
        Self { by_id: BTreeMap::new(), by_path: BTreeMap::new(), numbers: Numbers::new() }
    }

    pub(crate) fn get(&self, node: NodeId) -> Option<&Entry<T>> {
        self.by_id.get(&node)
    }

    pub(crate) fn get_mut(&mut self, node: NodeId) -> Option<&mut Entry<T>> {
        self.by_id.get_mut(&node)
    }

    pub(crate) fn at(&self, path: &str) -> Option<NodeId> {
        self.by_path.get(path).copied()
    }

    /// Returns the node at a path, or the nearest one above it.
    pub(super) fn nearest(&self, path: &str) -> Option<NodeId> {
        let mut path = path;
        loop {
            let (other, node) =
                self.by_path.range::<str, _>((Unbounded, Included(path))).next_back()?;
            let same = other.bytes().zip(path.bytes()).take_while(|(other, own)| other == own);
            let same = same.count();
            if same == other.len() && matches!(path.as_bytes().get(same), None | Some(b'/')) {
                return Some(*node);
            }
            // A path above this one sorts before the other path, so both begin with it.
            let end = path.as_bytes().get(..=same)?.iter().rposition(|byte| *byte == b'/')?;
            path = path.get(..end)?;
        }
    }

    /// Returns the node at a path and those below it.
    pub(super) fn at_or_below(&self, above: &str) -> impl Iterator<Item = NodeId> {
        let begin_with = self.by_path.range::<str, _>((Included(above), Unbounded));
        let begin_with = begin_with.take_while(move |(path, _)| path.starts_with(above));
        begin_with.filter(move |(path, _)| is_at_or_below(path, above)).map(|(_, node)| *node)
    }

    /// Returns the path of a node that is the end of this path, or of which this path is the end.
    pub(super) fn similar(&self, path: &str) -> Option<&Arc<str>> {
        let ends = |whole: &str, end: &str| {
            whole.strip_suffix(end).is_some_and(|above| above.ends_with('/'))
        };
        let mut first = self.by_id.values().take(COMPARED).map(|entry| &entry.path);
        first.find(|own| ends(own, path) || ends(path, own))
    }

    /// Returns the node with this number in packets.
    pub(super) fn with_number(&self, number: u32) -> Option<NodeId> {
        self.numbers.find(number, |node| self.by_id.contains_key(&node))
    }

    /// Whether `count` more nodes can get numbers.
    pub(super) fn has_room_for(&self, count: usize) -> bool {
        self.numbers.has_room_for(count, |node| self.by_id.contains_key(&node))
    }

    /// Whether a node can be added at this path.
    pub(super) fn is_free(&self, path: &str) -> bool {
        let is_path = path == "."
            || !path.is_empty()
                && !path.contains('\0')
                && path.split('/').all(|name| !matches!(name, "" | "." | ".."));
        is_path && !self.by_path.contains_key(path)
    }

    /// Adds a node. `inside` is the nearest spawned node above it.
    pub(crate) fn add(
        &mut self,
        path: &str,
        node: T,
        inside: Option<NodeId>,
    ) -> Result<NodeId, ReplicationError> {
        if !self.is_free(path) {
            return Err(ReplicationError::Path(path.into()));
        }
        let id = self.numbers.assign(|node| self.by_id.contains_key(&node));
        let id = id.ok_or(ReplicationError::Numbers)?;
        let path: Arc<str> = path.into();
        self.by_path.insert(path.clone(), id);
        let entry = Entry { path, node, inside, known_by: BTreeSet::new() };
        self.by_id.insert(id, entry);
        Ok(id)
    }

    pub(crate) fn remove(&mut self, node: NodeId) -> Option<Entry<T>> {
        let entry = self.by_id.remove(&node)?;
        self.by_path.remove(&entry.path);
        Some(entry)
    }
}

impl Session {
    /// Adds a node by its path from the root of the API: `Main/Chat`, or `.` for the root.
    ///
    /// # Errors
    /// [`ReplicationError::Path`] if the path is taken or leads out of the root; [`ReplicationError::Numbers`].
    pub fn add_node(&mut self, path: &str, node: Node) -> Result<NodeId, ReplicationError> {
        let mut above = path;
        let mut inside = None;
        while let Some((parent, _)) = above.rsplit_once('/')
            && inside.is_none()
        {
            inside = self.node(parent).filter(|node| self.spawned.contains_key(node));
            above = parent;
        }
        let authority = node.authority;
        let id = self.nodes.add(path, node, inside)?;
        self.own(id, authority);
        if let Some(spawned) = inside.and_then(|node| self.spawned.get_mut(&node)) {
            spawned.contents.insert(id);
        }
        Ok(id)
    }

    /// Removes a node. The session refuses later calls of it.
    ///
    /// If this session spawned the node, it is despawned at all peers that have it. Removing a spawner despawns its nodes. Nodes below a
    /// removed spawned node are removed with it.
    pub fn remove_node(&mut self, node: NodeId) {
        let outer = self.node_of(node);
        self.remove_with_contents(node);
        // Without this synchronizer the spawned node may be visible to other peers.
        if let Some(outer) = outer {
            self.update_public_node(outer);
            for peer in self.admitted_but(&[]) {
                self.show(peer, outer, &mut None);
            }
        }
    }

    fn remove_with_contents(&mut self, node: NodeId) {
        if self.nodes.get(node).is_none() {
            return;
        }
        if let Some(spawner) = self.spawners.remove(&node) {
            for spawned in spawner.nodes {
                self.remove_with_contents(spawned);
            }
        }
        let contents = self.spawned.get(&node).map(|spawned| spawned.contents.clone());
        for inner in contents.into_iter().flatten() {
            self.remove_with_contents(inner);
        }
        let known_by = self.known_by(node);
        let Some(entry) = self.nodes.remove(node) else { return };
        self.owned.remove(&(entry.node.authority, node));
        if let Some(outer) = entry.inside.and_then(|outer| self.spawned.get_mut(&outer)) {
            outer.contents.remove(&node);
        }
        let spawned = self.spawned.remove(&node);
        if let Some(spawned) = &spawned {
            if let Some(spawner) = self.spawners.get_mut(&spawned.spawner) {
                spawner.nodes.remove(&node);
                spawner.public.remove(&node);
            }
            if let Some(peer) = self.peers.get_mut(&spawned.by) {
                peer.nodes.remove(&spawned.number);
                for id in &spawned.ids {
                    peer.synchronizers.remove(id);
                }
                peer.kept.remove(kept::node(&entry.path, spawned.ids.len()));
            }
        }
        self.public.remove(&node);
        if let Some(synchronizer) = self.synchronizers.remove(&node) {
            for peer in synchronizer.visibility.peers.iter().copied() {
                self.visible_for.remove(&(peer, node));
            }
        }
        // A client gives the node at a path a new number if its scene is created again.
        let is_lasting = spawned.is_none() && entry.inside.is_none();
        for id in known_by {
            self.drop_waiting(id, node);
            let Some(peer) = self.peers.get_mut(&id) else { continue };
            if let Some(announcement) = peer.sent.get(&node) {
                self.due.remove(&(announcement.again_at, id, node));
            }
            let has_node = peer.spawned.contains(&node);
            peer.forget(node, &entry.path, is_lasting);
            self.nodes.numbers.remove(node, &mut peer.known_numbers);
            if has_node {
                self.control(id, &Packet::Despawn(node.number()));
            }
        }
    }

    /// Returns the node at a path.
    pub fn node(&self, path: &str) -> Option<NodeId> {
        self.nodes.at(path)
    }

    /// Returns the path of a node.
    pub fn path(&self, node: NodeId) -> Option<&str> {
        self.nodes.get(node).map(|entry| &*entry.path)
    }

    /// Gives a node and all nodes below it another multiplayer authority, as Godot's `set_multiplayer_authority` does by default.
    pub fn set_authority_recursive(&mut self, node: NodeId, peer: i32) {
        let Some(path) = self.nodes.get(node).map(|entry| entry.path.clone()) else { return };
        let nodes: Vec<_> = self.nodes.at_or_below(&path).collect();
        for node in nodes {
            self.set_authority(node, peer);
        }
    }

    /// Gives a node another multiplayer authority, and leaves the nodes below it as they are: `set_multiplayer_authority(peer, false)` in
    /// Godot. See also [`set_authority_recursive`](Self::set_authority_recursive).
    ///
    /// A synchronizer starts again. If this session was the authority, its state is forgotten. If this session becomes the authority,
    /// nothing is sent before the next [`set_state`](Self::set_state).
    ///
    /// The authority is a peer id, not a connection. After the peer has left, the next connection with its id is the authority, and over
    /// `ENet` a client chooses its id. When a peer leaves, remove its nodes, or give them another authority. A player with a
    /// [seat](Self::add_seat) keeps its nodes until it returns.
    pub fn set_authority(&mut self, node: NodeId, peer: i32) {
        let known_by = self.known_by(node);
        let Some(entry) = self.nodes.get_mut(node) else { return };
        if entry.node.authority == peer {
            return;
        }
        let before = core::mem::replace(&mut entry.node.authority, peer);
        self.owned.remove(&(before, node));
        self.own(node, peer);
        if let Some(synchronizer) = self.synchronizers.get_mut(&node) {
            synchronizer.begin_anew();
            self.update_public(node);
            for peer in known_by {
                if let Some(peer) = self.peers.get_mut(&peer) {
                    peer.forget_synchronizer(node);
                }
            }
        }
        // The nodes of a spawner, and the node of a synchronizer, may be visible to others now.
        for peer in self.admitted_but(&[]) {
            self.show_nodes_of(peer, node);
            self.update_visibility(peer, node);
        }
    }

    /// Replaces the description of a node: its RPCs and its authority. Use it for a node that a peer has spawned, which has no RPCs at
    /// first.
    pub fn set_node(&mut self, node: NodeId, facts: Node) {
        self.set_authority(node, facts.authority);
        if let Some(entry) = self.nodes.get_mut(node) {
            entry.node = facts;
        }
    }

    /// Returns the path of a node for an error or event; that of a removed node is empty.
    pub(super) fn shared_path(&self, node: NodeId) -> Arc<str> {
        self.nodes.get(node).map_or_else(|| "".into(), |entry| entry.path.clone())
    }

    /// Returns the peers whose state may refer to a node. A synchronizer comes with its spawned node, so the peers that know this node may
    /// know the synchronizer.
    fn known_by(&self, node: NodeId) -> Vec<i32> {
        let Some(entry) = self.nodes.get(node) else { return Vec::new() };
        let outer = entry.inside.filter(|outer| self.synchronizers(*outer).contains(&node));
        match outer.and_then(|outer| self.nodes.get(outer)) {
            Some(outer) => entry.known_by.union(&outer.known_by).copied().collect(),
            None => entry.known_by.iter().copied().collect(),
        }
    }

    /// Whether a peer can have a node. It cannot if it is loading the scene, or if the node is below one that this session has not spawned
    /// there.
    pub(super) fn is_reachable(&self, id: i32, node: NodeId) -> bool {
        if self.peers.get(&id).is_some_and(|peer| self.is_loading(peer, node)) {
            return false;
        }
        let inside = self.nodes.get(node).and_then(|entry| entry.inside);
        let outer = inside.and_then(|outer| self.spawned_above(outer));
        outer.is_none_or(|outer| self.is_spawned(id, outer))
    }

    /// Whether a peer has a spawned node. For nodes of other peers this is unknown, so the answer is yes.
    pub(super) fn has_spawned(&self, id: i32, node: NodeId) -> bool {
        match self.spawned.get(&node) {
            Some(spawned) if spawned.by == self.id => {
                self.peers.get(&id).is_some_and(|peer| peer.spawned.contains(&node))
            }
            _ => true,
        }
    }
}
