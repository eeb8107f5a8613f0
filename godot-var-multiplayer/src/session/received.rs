//! Received spawns and properties, accepted only from their authority.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::paths::Resolved;
use super::peer::OfSpawn;
use super::refusal::cut;
use super::spawns::SpawnedNode;
use super::{
    Event, Node, NodeId, Numbered, Refusal, ReplicationError, Session, Spawned, Update, kept,
};
use crate::{Row, Spawn, Sync, Synchronizer};

impl Session {
    pub(super) fn take_spawn<'p>(
        &mut self,
        id: i32,
        spawn: &Spawn<'p>,
    ) -> Result<Spawned<'p>, Refusal> {
        let peer = self.peers.get(&id).ok_or(Refusal::NotAdmitted(id))?;
        let Resolved { node: spawner, unsettled, .. } = self.resolve(peer, spawn.spawner)?;
        let facts = self
            .spawners
            .get(&spawner)
            .ok_or_else(|| Refusal::OtherKind(self.shared_path(spawner)))?;
        if self.nodes.get(spawner).is_none_or(|entry| entry.node.authority != id) {
            return Err(Refusal::NotAuthority(self.shared_path(spawner)));
        }
        if !facts.facts.makes(&spawn.scene) {
            return Err(Refusal::UnknownScene(self.shared_path(spawner)));
        }
        if facts.is_full() {
            return Err(Refusal::SpawnLimit(self.shared_path(spawner)));
        }
        let path = facts.facts.path_of(spawn.name);
        if let Some(known) = peer.nodes.get(&spawn.node) {
            let (kind, id) = (Numbered::Node, spawn.node);
            let (known, found) = (self.shared_path(*known), cut(&path));
            return Err(Refusal::DuplicateId { kind, id, known, found });
        }
        let cost = kept::node(&path, spawn.synchronizers.len());
        if !peer.kept.has_room_for(cost, &self.config.limits) {
            return Err(Refusal::Limit("bytes for its spawned nodes"));
        }
        let mut ids = BTreeSet::new();
        for id in spawn.synchronizers.iter() {
            let known = match peer.synchronizers.get(&id) {
                None if ids.insert(id) => continue,
                None => cut(&path),
                Some(known) => self.shared_path(known.node),
            };
            let (kind, found) = (Numbered::Synchronizer, cut(&path));
            return Err(Refusal::DuplicateId { kind, id, known, found });
        }
        if let Some(other) = self.node(&path) {
            return Err(Refusal::NameTaken(self.shared_path(other)));
        }
        let node = match self.add_node(&path, Node::new()) {
            Ok(node) => node,
            Err(ReplicationError::Numbers) => return Err(Refusal::Limit("numbers of nodes")),
            Err(_) => return Err(Refusal::unknown_path(&path)),
        };
        let spawned = SpawnedNode {
            spawner,
            by: id,
            number: spawn.node,
            scene: None,
            synchronizers: Vec::new(),
            ids: spawn.synchronizers.iter().collect(),
            contents: BTreeSet::new(),
        };
        self.spawned.insert(node, spawned);
        if let Some(number) = unsettled {
            self.settle(id, number, spawner);
        }
        if let Some(spawner) = self.spawners.get_mut(&spawner) {
            spawner.nodes.insert(node);
        }
        if let Some(peer) = self.peers.get_mut(&id) {
            peer.kept.add(cost);
            peer.nodes.insert(spawn.node, node);
            let spawned = ids.into_iter().map(|id| (id, OfSpawn { node, synchronizer: None }));
            peer.synchronizers.extend(spawned);
        }
        let Spawn { scene, name, state, .. } = *spawn;
        Ok(Spawned { peer: id, spawner, node, scene, name, state })
    }

    pub(super) fn take_despawn(&mut self, id: i32, node: u32) -> Result<Event<'static>, Refusal> {
        let peer = self.peers.get(&id).ok_or(Refusal::NotAdmitted(id))?;
        let unknown = Refusal::UnknownId { kind: Numbered::Node, id: node };
        let node = *peer.nodes.get(&node).ok_or(unknown)?;
        self.remove_node(node);
        Ok(Event::Despawned { peer: id, node })
    }

    /// Takes the elements of a SYNC, which has a `time`, or of a delta, whose elements have masks.
    pub(super) fn take_updates<'p>(
        &mut self,
        id: i32,
        time: Option<u16>,
        elements: impl Iterator<Item = (Synchronizer, Option<u64>, Row<'p>)>,
    ) -> Result<Option<Event<'p>>, Refusal> {
        let (mut updates, mut refused) = (Vec::new(), None);
        let options = self.config.options;
        for (reference, mask, row) in elements {
            match self.take_update(id, reference, time) {
                Ok(Some(synchronizer)) => {
                    let Some(facts) = self.synchronizers.get(&synchronizer) else { continue };
                    updates.push(Update {
                        synchronizer,
                        path: self.shared_path(synchronizer),
                        mask,
                        row,
                        options,
                        properties: facts.properties,
                        set: facts.set,
                    });
                }
                Ok(None) => {}
                Err(reason) => {
                    refused.get_or_insert(reason);
                }
            }
        }
        match refused {
            Some(reason) if updates.is_empty() => Err(reason),
            None if updates.is_empty() => Ok(None),
            refused => {
                if let Some(reason) = &refused {
                    self.watch_refusal(id, reason);
                }
                Ok(Some(Event::Synchronized { peer: id, updates, refused }))
            }
        }
    }

    /// Returns the synchronizer of an element, or `None` if a newer element arrived before.
    fn take_update(
        &mut self,
        id: i32,
        reference: Synchronizer,
        time: Option<u16>,
    ) -> Result<Option<NodeId>, Refusal> {
        let peer = self.peers.get(&id).ok_or(Refusal::NotAdmitted(id))?;
        let connection = peer.connection;
        let (node, unsettled) = match reference {
            Synchronizer::Path(number) => {
                let Resolved { node, unsettled, .. } = self.resolve(peer, number)?;
                (node, unsettled)
            }
            Synchronizer::Spawned(number) => {
                let (kind, id) = (Numbered::Synchronizer, number);
                let known = peer.synchronizers.get(&number);
                let known = known.ok_or(Refusal::UnknownId { kind, id })?;
                let synchronizer = known
                    .synchronizer
                    .ok_or_else(|| Refusal::NotAdded { node: self.shared_path(known.node), id })?;
                (synchronizer, None)
            }
        };
        let entry = self.nodes.get(node).ok_or_else(|| Refusal::unknown_id(node.number()))?;
        let synchronizer = self.synchronizers.get_mut(&node);
        let synchronizer = synchronizer.ok_or_else(|| Refusal::OtherKind(entry.path.clone()))?;
        if entry.node.authority != id {
            return Err(Refusal::NotAuthority(entry.path.clone()));
        }
        if let Some(time) = time {
            let last = synchronizer.last_time.filter(|(of, _)| *of == connection);
            if last.is_some_and(|(_, last)| !Sync::is_newer(time, last)) {
                return Ok(None);
            }
            synchronizer.last_time = Some((connection, time));
        }
        if let Some(number) = unsettled {
            self.settle(id, number, node);
        }
        Ok(Some(node))
    }
}
