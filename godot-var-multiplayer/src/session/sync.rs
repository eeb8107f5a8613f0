//! Synchronizers of this session: their state, their visibility, and the packets with their properties.

use alloc::vec::Vec;
use core::any::type_name;
use core::mem;
use core::ops::Range;
use core::ptr;
use core::time::Duration;

use godot_var_runtime::VecOutput;

use super::peer::{Peer, Progress};
use super::rows::{Head, Rows};
use super::scene::{MultiplayerSynchronizer, SetName, Visibility};
use super::state::State;
use super::{NodeId, ReplicationError, Session};
use crate::{DeltaElement, Property, PropertySet, Row, SyncElement, Synchronizer};

/// The state of a synchronizer.
#[derive(Debug)]
pub(super) struct Synchronizing {
    pub(super) properties: &'static [Property],
    pub(super) set: SetName,
    /// The state to send, if this session is the authority.
    pub(super) state: Option<State>,
    pub(super) visibility: Visibility,
    replication_interval: Duration,
    delta_interval: Duration,
    /// When the *Always* properties were sent last.
    synced_at: Option<Duration>,
    /// The time in the last row of its authority, with the number of the connection.
    pub(super) last_time: Option<(u64, u16)>,
}

impl Synchronizing {
    /// Resets everything that depends on the authority.
    pub(super) fn begin_anew(&mut self) {
        self.state = None;
        self.synced_at = None;
        self.last_time = None;
    }

    /// Whether this session sends the state, and every peer may see it.
    pub(super) fn is_public(&self) -> bool {
        self.state.is_some() && self.visibility.public
    }

    fn is_sent(&self) -> bool {
        self.state.is_some()
            && self
                .properties
                .iter()
                .any(|property| property.is_always() || property.is_on_change())
    }
}

/// Whether the interval has not passed yet.
fn is_too_early(now: Duration, last: Option<Duration>, interval: Duration) -> bool {
    last.is_some_and(|last| now < last.saturating_add(interval))
}

impl Session {
    /// Adds a `MultiplayerSynchronizer` at its path: one that is part of the scene, or one in a node that a peer has spawned. Pass the
    /// synchronizers of nodes that this session spawns to [`spawn`](Self::spawn).
    ///
    /// # Errors
    /// [`ReplicationError::Path`], [`ReplicationError::TooLong`], [`ReplicationError::Numbers`].
    pub fn add_synchronizer(
        &mut self,
        path: &str,
        synchronizer: MultiplayerSynchronizer,
    ) -> Result<NodeId, ReplicationError> {
        let id = self.insert_synchronizer(path, synchronizer)?;
        if self.synchronizers.get(&id).is_some_and(|added| added.state.is_some()) {
            for peer in self.admitted_but(&[]) {
                self.update_synchronizer(peer, id);
            }
        }
        Ok(id)
    }

    /// Adds a synchronizer that is not sent to any peer yet.
    pub(super) fn insert_synchronizer(
        &mut self,
        path: &str,
        synchronizer: MultiplayerSynchronizer,
    ) -> Result<NodeId, ReplicationError> {
        self.check_state(path, &synchronizer, false)?;
        let authority = synchronizer.node.authority;
        let id = self.add_node(path, synchronizer.node)?;
        let is_own = authority == self.id;
        let synchronizing = Synchronizing {
            properties: synchronizer.properties,
            set: synchronizer.set,
            state: synchronizer.values.filter(|_| is_own).map(State::new),
            visibility: synchronizer.visibility,
            replication_interval: synchronizer.replication_interval,
            delta_interval: synchronizer.delta_interval,
            synced_at: None,
            last_time: None,
        };
        self.visible_for.extend(synchronizing.visibility.peers.iter().map(|peer| (*peer, id)));
        self.synchronizers.insert(id, synchronizing);
        self.update_public(id);
        self.take_id_of_spawn(id, authority);
        Ok(id)
    }

    /// Gives a synchronizer in a node that its authority spawned the next free id of that spawn.
    fn take_id_of_spawn(&mut self, synchronizer: NodeId, authority: i32) {
        let entry = self.nodes.get(synchronizer);
        let outer = entry.and_then(|entry| entry.inside).and_then(|id| self.spawned.get(&id));
        let Some(spawned) = outer.filter(|spawned| spawned.by == authority) else { return };
        let Some(peer) = self.peers.get_mut(&authority) else { return };
        for id in &spawned.ids {
            if let Some(free) = peer.synchronizers.get_mut(id)
                && free.synchronizer.is_none()
            {
                free.synchronizer = Some(synchronizer);
                break;
            }
        }
    }

    /// Returns an error if this session is the authority of the synchronizer and it has no state that can be sent.
    pub(super) fn check_state(
        &self,
        path: &str,
        synchronizer: &MultiplayerSynchronizer,
        is_needed: bool,
    ) -> Result<(), ReplicationError> {
        if synchronizer.node.authority != self.id {
            return Ok(());
        }
        match &synchronizer.values {
            Some(values) => values.check(path, synchronizer.properties, &self.config),
            None if is_needed => Err(ReplicationError::NoState(path.into())),
            None => Ok(()),
        }
    }

    /// Sets the state of a synchronizer of this session. [`poll`](Self::poll) sends the *Always* properties and those that have changed.
    ///
    /// # Errors
    /// [`ReplicationError`]; then the state is not changed.
    pub fn set_state<P: PropertySet>(
        &mut self,
        synchronizer: NodeId,
        state: &P,
    ) -> Result<(), ReplicationError> {
        let entry = self.nodes.get(synchronizer).ok_or(ReplicationError::UnknownNode)?;
        let sending = self.synchronizers.get_mut(&synchronizer);
        let sending = sending.ok_or_else(|| ReplicationError::OtherKind(entry.path.clone()))?;
        if entry.node.authority != self.id {
            return Err(ReplicationError::NotAuthority(entry.path.clone()));
        }
        // Comparing the places first: they are the same as long as the caller is right, and there are texts behind them.
        if !ptr::eq(sending.properties, P::PROPERTIES) && sending.properties != P::PROPERTIES {
            let (expected, found) = ((sending.set)(), type_name::<P>());
            let synchronizer = entry.path.clone();
            return Err(ReplicationError::OtherProperties { synchronizer, expected, found });
        }
        self.values.encode(state).map_err(|error| ReplicationError::Properties {
            synchronizer: entry.path.clone(),
            error,
        })?;
        self.values.check(&entry.path, sending.properties, &self.config)?;
        match &mut sending.state {
            Some(state) => {
                if state.replace(sending.properties, &mut self.values) {
                    let has_changed = |peer: &mut Peer| {
                        if peer.synchronized.contains_key(&synchronizer) {
                            peer.changed.insert(synchronizer);
                        }
                    };
                    // The synchronizer may be visible to only a few of many peers.
                    if sending.visibility.public {
                        self.peers.values_mut().for_each(has_changed);
                    } else {
                        for id in &sending.visibility.peers {
                            if let Some(peer) = self.peers.get_mut(id) {
                                has_changed(peer);
                            }
                        }
                    }
                }
            }
            None => {
                sending.state = Some(State::new(self.values.clone()));
                self.update_public(synchronizer);
                for peer in self.admitted_but(&[]) {
                    self.update_visibility(peer, synchronizer);
                }
            }
        }
        Ok(())
    }

    /// Makes a synchronizer visible to every peer, or only to those of [`set_visibility_for`](Self::set_visibility_for).
    pub fn set_public_visibility(&mut self, synchronizer: NodeId, visible: bool) {
        let Some(sending) = self.synchronizers.get_mut(&synchronizer) else { return };
        sending.visibility.public = visible;
        self.update_public(synchronizer);
        for peer in self.admitted_but(&[]) {
            self.update_visibility(peer, synchronizer);
        }
    }

    /// Shows a synchronizer to a peer, or hides it. A spawned node exists at a peer while one of its synchronizers is visible to it, so this
    /// can spawn or despawn the node. The session forgets it when the peer leaves. Set for an id that is not connected, it is for the next
    /// connection with this id.
    pub fn set_visibility_for(&mut self, synchronizer: NodeId, peer: i32, visible: bool) {
        let Some(sending) = self.synchronizers.get_mut(&synchronizer) else { return };
        let peers = &mut sending.visibility.peers;
        if visible {
            peers.insert(peer);
            self.visible_for.insert((peer, synchronizer));
        } else {
            peers.remove(&peer);
            self.visible_for.remove(&(peer, synchronizer));
        }
        self.update_visibility(peer, synchronizer);
    }

    pub(super) fn update_visibility(&mut self, id: i32, synchronizer: NodeId) {
        if let Some(node) = self.node_of(synchronizer) {
            self.show(id, node, &mut None);
        }
        self.update_synchronizer(id, synchronizer);
    }

    /// Starts or stops sending a synchronizer's properties to a peer, according to its visibility and to what the peer has confirmed.
    pub(super) fn update_synchronizer(&mut self, id: i32, synchronizer: NodeId) {
        let Some(sending) = self.synchronizers.get(&synchronizer) else { return };
        let is_sent = sending.is_sent()
            && sending.visibility.includes(id)
            && self.is_admitted(id)
            && self.is_reachable(id, synchronizer);
        let has_changes = sending.properties.iter().any(Property::is_on_change);
        let Some(peer) = self.peers.get(&id) else { return };
        let came_with_spawn = peer.with_spawn.contains(&synchronizer);
        if is_sent && !came_with_spawn {
            self.announce(id, synchronizer);
        }
        let Some(peer) = self.peers.get_mut(&id) else { return };
        if !is_sent || !came_with_spawn && !peer.has_confirmed(synchronizer) {
            peer.synchronized.remove(&synchronizer);
            peer.changed.remove(&synchronizer);
        } else if !peer.synchronized.contains_key(&synchronizer) {
            let number = synchronizer.number();
            let known = if came_with_spawn {
                Synchronizer::Spawned(number)
            } else {
                Synchronizer::Path(number)
            };
            let progress = Progress { synchronizer: known, version: 0, at: None };
            peer.synchronized.insert(synchronizer, progress);
            if has_changes {
                peer.changed.insert(synchronizer);
            }
        }
    }

    /// Sends the *Always* properties whose interval has passed.
    pub(super) fn send_syncs(&mut self, now: Duration) {
        if self.peers.is_empty() {
            return;
        }
        let mut elements = mem::take(&mut self.elements);
        elements.clear();
        let due = self.put_due(now, &mut elements);
        let max = self.config.max_sync_packet_size;
        for (id, peer) in &mut self.peers {
            let time = peer.time.wrapping_add(1);
            let mut rows = Rows::new(&mut self.queue, *id, Head::Sync(time), max, &elements);
            // Both lists are sorted, and what a peer sees was often spawned one after the other.
            let mut rest = due.as_slice();
            for (id_here, Progress { synchronizer, .. }) in peer.synchronized.iter() {
                if rest.first().is_some_and(|(id, _)| id < id_here) {
                    let before = rest.partition_point(|(id, _)| id < id_here);
                    rest = rest.get(before..).unwrap_or_default();
                }
                let Some(((_, element), later)) =
                    rest.split_first().filter(|((id, _), _)| id == id_here)
                else {
                    continue;
                };
                rest = later;
                peer.time = time;
                rows.add_shared(element.clone(), *synchronizer);
            }
            rows.send();
        }
        self.elements = elements;
    }

    /// Writes an element of each synchronizer whose interval has passed, and returns their places, in the order of the synchronizers.
    fn put_due(&mut self, now: Duration, elements: &mut Vec<u8>) -> Vec<(NodeId, Range<usize>)> {
        let mut due = Vec::new();
        let mut row = mem::take(&mut self.scratch);
        for (id, sending) in &mut self.synchronizers {
            let Some(state) = &sending.state else { continue };
            if is_too_early(now, sending.synced_at, sending.replication_interval) {
                continue;
            }
            row.clear();
            state.put_always(sending.properties, &mut row);
            if row.is_empty() {
                continue;
            }
            sending.synced_at = Some(now);
            let synchronizer = Synchronizer::Spawned(id.number());
            let element = SyncElement { synchronizer, row: Row::new(&row) };
            let start = elements.len();
            let written = element.put(&mut VecOutput::new(&mut *elements));
            debug_assert!(written.is_ok(), "a row that was checked");
            due.push((*id, start..elements.len()));
        }
        self.scratch = row;
        due
    }

    /// Sends the changed properties whose interval has passed.
    pub(super) fn send_deltas(&mut self, now: Duration) {
        let max = self.config.max_delta_packet_size;
        let mut encoded = mem::take(&mut self.elements);
        let mut row = mem::take(&mut self.scratch);
        for (id, peer) in &mut self.peers {
            let mut rows = Rows::new(&mut self.queue, *id, Head::Delta, max, &[]);
            let mut later = mem::take(&mut peer.changed);
            later.retain(|synchronizer| {
                let sending = self.synchronizers.get(synchronizer);
                let Some(sending) = sending else { return false };
                let progress = peer.synchronized.get_mut(synchronizer);
                let (Some(state), Some(progress)) = (&sending.state, progress) else {
                    return false;
                };
                if is_too_early(now, progress.at, sending.delta_interval) {
                    return true;
                }
                row.clear();
                let mask = state.put_changed(sending.properties, progress.version, &mut row);
                (progress.version, progress.at) = (state.version(), Some(now));
                if row.is_empty() {
                    return false;
                }
                let synchronizer = progress.synchronizer;
                let element = DeltaElement { synchronizer, mask, row: Row::new(&row) };
                encoded.clear();
                let written = element.put(&mut VecOutput::new(&mut encoded));
                debug_assert!(written.is_ok(), "a row that was checked");
                rows.add(&encoded);
                false
            });
            peer.changed = later;
            rows.send();
        }
        self.elements = encoded;
        self.scratch = row;
    }
}
