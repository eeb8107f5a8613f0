//! Nodes that this session spawns: at which peers, and in which order they are spawned and despawned.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use super::scene::{MultiplayerSpawner, NewNode, OwnedScene};
use super::sync::Synchronizing;
use super::{NodeId, ReplicationError, Session};
use crate::packet::replication::is_name;
use crate::{Ids, Packet, Row, Spawn, TransferMode};

#[derive(Debug)]
pub(super) struct Spawner {
    pub(super) facts: MultiplayerSpawner,
    pub(super) nodes: BTreeSet<NodeId>,
    /// Those of this session that every peer may see.
    pub(super) public: BTreeSet<NodeId>,
}

impl Spawner {
    pub(super) fn is_full(&self) -> bool {
        let limit = self.facts.spawn_limit;
        limit > 0 && self.nodes.len() >= limit
    }
}

/// A node that this session or a peer spawned.
#[derive(Debug)]
pub(super) struct SpawnedNode {
    pub(super) spawner: NodeId,
    /// The peer that spawned it.
    pub(super) by: i32,
    /// Its id in packets, chosen by that peer.
    pub(super) number: u32,
    /// Its scene, if this session spawned it.
    pub(super) scene: Option<OwnedScene>,
    /// Its synchronizers in the order of the scene, if this session spawned it.
    pub(super) synchronizers: Vec<NodeId>,
    /// The ids of its synchronizers in the order of the scene, if a peer spawned it.
    pub(super) ids: Vec<u32>,
    /// The nodes below it, up to the next spawned nodes.
    pub(super) contents: BTreeSet<NodeId>,
}

impl Session {
    /// Adds a `MultiplayerSpawner` at its path.
    ///
    /// # Errors
    /// [`ReplicationError::Path`], [`ReplicationError::Numbers`].
    pub fn add_spawner(
        &mut self,
        path: &str,
        spawner: MultiplayerSpawner,
    ) -> Result<NodeId, ReplicationError> {
        let id = self.add_node(path, spawner.node.clone())?;
        let (nodes, public) = (BTreeSet::new(), BTreeSet::new());
        self.spawners.insert(id, Spawner { facts: spawner, nodes, public });
        Ok(id)
    }

    /// Spawns a node at every peer that may see it: one of its synchronizers is visible to the peer, or this session has none in it.
    ///
    /// A peer gets the node after it has confirmed the spawner's path, which it does when its level is loaded. Nodes arrive in the order in
    /// which they were spawned. [`remove_node`](Self::remove_node) despawns a node.
    ///
    /// # Errors
    /// [`ReplicationError`].
    pub fn spawn(&mut self, spawner: NodeId, new: NewNode) -> Result<NodeId, ReplicationError> {
        let entry = self.nodes.get(spawner).ok_or(ReplicationError::UnknownNode)?;
        let facts = self.spawners.get(&spawner);
        let facts = facts.ok_or_else(|| ReplicationError::OtherKind(entry.path.clone()))?;
        if entry.node.authority != self.id {
            return Err(ReplicationError::NotAuthority(entry.path.clone()));
        }
        if !facts.facts.makes(&new.scene.as_scene()) {
            return Err(ReplicationError::UnknownScene(entry.path.clone()));
        }
        if !is_name(&new.name) || new.name.contains('\0') {
            return Err(ReplicationError::Name(new.name));
        }
        if facts.is_full() {
            return Err(ReplicationError::SpawnLimit(entry.path.clone()));
        }
        if !self.nodes.has_room_for(1 + new.synchronizers.len()) {
            return Err(ReplicationError::Numbers);
        }
        let path = facts.facts.path_of(&new.name);
        if !self.nodes.is_free(&path) {
            return Err(ReplicationError::Path(path.into()));
        }
        let mut synchronizers: Vec<(String, _)> = Vec::new();
        for (below, synchronizer) in new.synchronizers {
            let path = alloc::format!("{path}/{below}");
            let is_taken = synchronizers.iter().any(|(other, _)| *other == path);
            if is_taken || !self.nodes.is_free(&path) {
                return Err(ReplicationError::Path(path.into()));
            }
            self.check_state(&path, &synchronizer, true)?;
            synchronizers.push((path, synchronizer));
        }

        let node = self.add_node(&path, new.node)?;
        let spawned = SpawnedNode {
            spawner,
            by: self.id,
            number: node.number(),
            scene: Some(new.scene),
            synchronizers: Vec::new(),
            ids: Vec::new(),
            contents: BTreeSet::new(),
        };
        self.spawned.insert(node, spawned);
        for (path, synchronizer) in synchronizers {
            // Sent to the peers that get the node.
            let synchronizer = self.insert_synchronizer(&path, synchronizer)?;
            if let Some(spawned) = self.spawned.get_mut(&node) {
                spawned.synchronizers.push(synchronizer);
            }
        }
        if let Some(spawner) = self.spawners.get_mut(&spawner) {
            spawner.nodes.insert(node);
        }
        self.update_public_node(node);
        let mut written = None;
        for peer in self.viewers(node) {
            self.show(peer, node, &mut written);
        }
        Ok(node)
    }

    /// Returns the synchronizers of a spawned node, in the order of [`NewNode::with_synchronizer`].
    pub fn synchronizers(&self, node: NodeId) -> &[NodeId] {
        self.spawned.get(&node).map_or(&[], |spawned| &spawned.synchronizers)
    }

    /// Whether a peer has a node that this session spawned.
    pub fn is_spawned(&self, peer: i32, node: NodeId) -> bool {
        self.peers.get(&peer).is_some_and(|peer| peer.spawned.contains(&node))
    }

    /// Sends a new peer the nodes and synchronizers that exist already and that it may see.
    pub(super) fn show_all(&mut self, id: i32) {
        let mut seen = self.public.clone();
        for synchronizer in self.visible_to(id) {
            seen.insert(synchronizer);
            seen.extend(self.node_of(synchronizer));
        }
        for node in &seen {
            self.show(id, *node, &mut None);
        }
        // Synchronizers in a spawned node are sent with the node.
        let comes_with_node = |synchronizer: &NodeId| {
            let inside = self.nodes.get(*synchronizer).and_then(|entry| entry.inside);
            let outer = inside.and_then(|outer| self.spawned.get(&outer));
            outer.is_some_and(|outer| outer.by == self.id)
        };
        let others: Vec<_> = seen.into_iter().filter(|one| !comes_with_node(one)).collect();
        for synchronizer in others {
            self.update_synchronizer(id, synchronizer);
        }
    }

    /// Returns the synchronizers that are visible to a peer even if they are not public.
    pub(super) fn visible_to(&self, id: i32) -> Vec<NodeId> {
        let all = (id, NodeId::MIN)..=(id, NodeId::MAX);
        self.visible_for.range(all).map(|(_, synchronizer)| *synchronizer).collect()
    }

    /// Returns the spawned node of this session to which a synchronizer belongs.
    pub(super) fn node_of(&self, synchronizer: NodeId) -> Option<NodeId> {
        let outer = self.nodes.get(synchronizer)?.inside?;
        self.synchronizers(outer).contains(&synchronizer).then_some(outer)
    }

    /// Updates whether every peer may see a synchronizer, and its spawned node.
    pub(super) fn update_public(&mut self, synchronizer: NodeId) {
        if self.synchronizers.get(&synchronizer).is_some_and(Synchronizing::is_public) {
            self.public.insert(synchronizer);
        } else {
            self.public.remove(&synchronizer);
        }
        if let Some(node) = self.node_of(synchronizer) {
            self.update_public_node(node);
        }
    }

    pub(super) fn update_public_node(&mut self, node: NodeId) {
        let is_public = self.visibility_of(node, Synchronizing::is_public);
        let Some(spawned) = self.spawned.get(&node) else { return };
        let Some(spawner) = self.spawners.get_mut(&spawned.spawner) else { return };
        if is_public {
            self.public.insert(node);
            spawner.public.insert(node);
        } else {
            self.public.remove(&node);
            spawner.public.remove(&node);
        }
    }

    /// Sends a peer what had to wait for the confirmation of this path.
    pub(super) fn show_confirmed(&mut self, id: i32, node: NodeId) {
        self.show_nodes_of(id, node);
        self.update_synchronizer(id, node);
    }

    pub(super) fn show_nodes_of(&mut self, id: i32, spawner: NodeId) {
        let Some(facts) = self.spawners.get(&spawner) else { return };
        let mut seen = facts.public.clone();
        if seen.len() < facts.nodes.len() {
            let nodes = self.visible_to(id).into_iter().filter_map(|one| self.node_of(one));
            seen.extend(nodes.filter(|node| facts.nodes.contains(node)));
        }
        for node in seen {
            self.show(id, node, &mut None);
        }
    }

    /// Spawns or despawns a node at a peer, according to its visibility. `written` is the packet in the queue if it was written for another peer.
    pub(super) fn show(&mut self, id: i32, node: NodeId, written: &mut Option<Range<usize>>) {
        let Some(spawned) = self.spawned.get(&node).filter(|spawned| spawned.by == self.id) else {
            return;
        };
        let spawner = spawned.spawner;
        let is_visible = self.is_visible(id, node);
        if is_visible == self.is_spawned(id, node) {
            return;
        }
        if !is_visible {
            self.hide(id, node);
            return;
        }
        let is_authority =
            self.nodes.get(spawner).is_some_and(|entry| entry.node.authority == self.id);
        let may_spawn = is_authority && self.is_admitted(id);
        if !may_spawn || !self.is_reachable(id, spawner) || !self.is_reachable(id, node) {
            return;
        }
        self.announce(id, spawner);
        if self.has_confirmed(id, spawner) {
            self.send_spawn(id, node, written);
            self.show_contents(id, node);
            self.release(id, node);
        }
    }

    pub(super) fn is_visible(&self, id: i32, node: NodeId) -> bool {
        self.visibility_of(node, |synchronizer| synchronizer.visibility.includes(id))
    }

    /// Returns the admitted peers to which a node is visible, without a look at the others unless every peer may see it.
    fn viewers(&self, node: NodeId) -> BTreeSet<i32> {
        if self.visibility_of(node, Synchronizing::is_public) {
            return self.peers().collect();
        }
        let sending = self.sending(node).flat_map(|synchronizer| &synchronizer.visibility.peers);
        sending.copied().filter(|id| self.is_admitted(*id)).collect()
    }

    /// Returns the synchronizers of a node whose state this session sends.
    fn sending(&self, node: NodeId) -> impl Iterator<Item = &Synchronizing> {
        let synchronizers = self.synchronizers(node).iter();
        synchronizers
            .filter_map(|synchronizer| self.synchronizers.get(synchronizer))
            .filter(|synchronizer| synchronizer.state.is_some())
    }

    /// Whether a condition holds for one of a node's synchronizers that this session sends, or it sends none.
    fn visibility_of(&self, node: NodeId, is_visible: impl Fn(&Synchronizing) -> bool) -> bool {
        let mut own = self.sending(node).peekable();
        own.peek().is_none() || own.any(is_visible)
    }

    fn send_spawn(&mut self, id: i32, node: NodeId, written: &mut Option<Range<usize>>) {
        let (Some(entry), Some(spawned)) = (self.nodes.get(node), self.spawned.get(&node)) else {
            return;
        };
        let Some(scene) = &spawned.scene else { return };
        let mut own = Vec::new();
        let mut state = mem::take(&mut self.scratch);
        state.clear();
        for synchronizer in &spawned.synchronizers {
            let Some(sending) = self.synchronizers.get(synchronizer) else { continue };
            if let Some(values) = &sending.state {
                values.put_spawn(sending.properties, &mut state);
                own.push(*synchronizer);
            }
        }
        let bytes = match written {
            Some(bytes) => Some(bytes.clone()),
            None => {
                let ids: Vec<_> = own.iter().map(|id| id.number().to_le_bytes()).collect();
                let spawn = Spawn {
                    scene: scene.as_scene(),
                    spawner: spawned.spawner.number(),
                    node: node.number(),
                    synchronizers: Ids::of(&ids),
                    name: entry.path.rsplit('/').next().unwrap_or_default(),
                    state: Row::new(&state),
                };
                self.queue.write(&Packet::Spawn(spawn)).ok()
            }
        };
        self.scratch = state;
        debug_assert!(bytes.is_some(), "a spawn that cannot be written");
        let (Some(bytes), Some(peer)) = (bytes, self.peers.get_mut(&id)) else { return };
        peer.spawned.insert(node);
        peer.with_spawn.extend(own);
        self.events.push_back((peer.connection, id, node));
        self.knows(id, node);
        *written = Some(bytes.clone());
        self.queue.send(id, bytes, TransferMode::Reliable, 0);
    }

    /// Sends a peer the nodes and synchronizers below a node that was just spawned there, also those in nodes of other peers.
    fn show_contents(&mut self, id: i32, node: NodeId) {
        let contents = self.spawned.get(&node).map(|spawned| spawned.contents.clone());
        for inner in contents.into_iter().flatten() {
            self.show_nodes_of(id, inner);
            self.show(id, inner, &mut None);
            self.update_synchronizer(id, inner);
            if self.spawned.get(&inner).is_some_and(|spawned| spawned.by != self.id) {
                self.show_contents(id, inner);
            }
        }
    }

    /// Despawns a node at a peer, after the spawned nodes below it.
    fn hide(&mut self, id: i32, node: NodeId) {
        if !self.is_spawned(id, node) {
            return;
        }
        self.hide_contents(id, node);
        if let Some(peer) = self.peers.get_mut(&id) {
            peer.spawned.remove(&node);
            if let Some(announcement) = peer.sent.get_mut(&node) {
                announcement.is_old = true;
            }
            self.control(id, &Packet::Despawn(node.number()));
        }
    }

    /// Despawns the nodes below a node at a peer, also those in nodes of other peers.
    fn hide_contents(&mut self, id: i32, node: NodeId) {
        let contents = self.spawned.get(&node).map(|spawned| spawned.contents.clone());
        for inner in contents.into_iter().flatten() {
            let nodes = self.spawners.get(&inner).map(|spawner| spawner.nodes.clone());
            for spawned in nodes.into_iter().flatten() {
                self.hide(id, spawned);
            }
            if self.is_spawned(id, inner) {
                self.hide(id, inner);
            } else {
                self.hide_contents(id, inner);
            }
            if let Some(peer) = self.peers.get_mut(&id) {
                peer.forget_synchronizer(inner);
            }
        }
    }
}
