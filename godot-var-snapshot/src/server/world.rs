//! The states of all entities, shared by all clients.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use godot_var_runtime::EncodeError;

use crate::state::{Encoded, SnapshotState};

/// How many lists of states are kept for entities to come.
const MOST_SPARE: usize = 16;

/// A past state, by its number.
#[derive(Clone, Debug, Default)]
struct Version {
    number: u32,
    encoded: Encoded,
    /// The delta from this state to the newest one, made in the poll with this number: where it is among the deltas.
    delta: (u32, Range<u32>),
}

/// An entity.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slot {
    pub(crate) key: u32,
    /// Counts the insertions.
    pub(crate) life: u8,
    pub(crate) is_alive: bool,
    /// The number of its newest state. Its low 16 bits are never 0.
    pub(crate) number: u32,
    /// The number of the first state in this life.
    first: u32,
    /// No packet can have the newest state, so another one may replace it.
    is_fresh: bool,
    is_changed: bool,
    /// The newest state in whole.
    whole: Vec<u8>,
    /// The last states, by their numbers.
    ring: Vec<Version>,
    /// The clients that have an entry, in order.
    viewers: Vec<u32>,
}

impl Slot {
    /// A client has an entry from now on.
    pub(crate) fn add_viewer(&mut self, peer: u32) {
        if let Err(position) = self.viewers.binary_search(&peer) {
            self.viewers.insert(position, peer);
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct World {
    slots: Vec<Slot>,
    keys: BTreeMap<u32, u32>,
    free: Vec<u32>,
    /// Lists of states of entities that are gone, for new ones.
    spare: Vec<Vec<Version>>,
    /// Entities that changed since the last poll.
    changed: Vec<u32>,
    /// The number of the poll.
    poll: u32,
    /// The deltas that were made in it.
    deltas: Vec<u8>,
    history: usize,
    lives: u8,
    /// A state that is compared with the newest one, and its bytes as a whole.
    scratch: (Encoded, Vec<u8>),
}

/// What became of a new state.
pub(crate) enum Taken {
    Same,
    Changed,
    TooLong(usize),
}

impl World {
    pub(crate) fn new(history: u16) -> Self {
        Self {
            slots: Vec::new(),
            keys: BTreeMap::new(),
            free: Vec::new(),
            spare: Vec::new(),
            changed: Vec::new(),
            poll: 0,
            deltas: Vec::new(),
            history: usize::from(history),
            lives: 0,
            scratch: Default::default(),
        }
    }

    /// The entity of a key, which may be gone already.
    pub(crate) fn find(&self, key: u32) -> Option<u32> {
        self.keys.get(&key).copied()
    }

    /// The entity of a key that is not gone.
    pub(crate) fn find_alive(&self, key: u32) -> Option<u32> {
        self.find(key).filter(|slot| self.slot(*slot).is_some_and(|slot| slot.is_alive))
    }

    pub(crate) fn slot(&self, slot: u32) -> Option<&Slot> {
        self.slots.get(slot as usize)
    }

    pub(crate) fn slot_mut(&mut self, slot: u32) -> Option<&mut Slot> {
        self.slots.get_mut(slot as usize)
    }

    /// The keys of all entities, in order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (u32, u32)> {
        self.keys.iter().map(|(key, slot)| (*key, *slot))
    }

    /// Encodes a state for a key and compares its length with the longest.
    pub(crate) fn encode<S: SnapshotState>(
        &mut self,
        state: &S,
        most: usize,
    ) -> Result<Option<usize>, EncodeError> {
        let (encoded, whole) = &mut self.scratch;
        whole.clear();
        let len = state.append_flat_bytes(whole)?;
        encoded.encode(state)?;
        Ok((len > most).then_some(len))
    }

    /// Begins a life of a key with the state that was encoded last.
    pub(crate) fn insert(&mut self, key: u32) -> u32 {
        let slot = self.find(key).unwrap_or_else(|| {
            let slot = self.free.pop().unwrap_or_else(|| {
                self.slots.push(Slot::default());
                self.slots.len() as u32 - 1
            });
            self.keys.insert(key, slot);
            // The lives of keys that were forgotten.
            self.lives = self.lives.wrapping_add(1);
            let lives = self.lives;
            let fresh = &mut self.slots[slot as usize];
            (fresh.key, fresh.life) = (key, lives);
            slot
        });
        let entity = &mut self.slots[slot as usize];
        entity.life = entity.life.wrapping_add(1);
        (entity.is_alive, entity.is_fresh) = (true, false);
        // What it contains is never used: deltas stand on states of this life alone.
        entity.ring = self.spare.pop().unwrap_or_default();
        self.store(slot);
        let entity = &mut self.slots[slot as usize];
        entity.first = entity.number;
        slot
    }

    /// Takes a state over.
    pub(crate) fn set<S: SnapshotState>(
        &mut self,
        slot: u32,
        state: &S,
        most: usize,
    ) -> Result<Taken, EncodeError> {
        if let Some(len) = self.encode(state, most)? {
            return Ok(Taken::TooLong(len));
        }
        let entity = &self.slots[slot as usize];
        // Both forms are made by the same codecs, so equal wholes have equal fields.
        if entity.whole == self.scratch.1 {
            return Ok(Taken::Same);
        }
        self.store(slot);
        Ok(Taken::Changed)
    }

    /// Ends the life of an entity. Its states go at once: clients that do not confirm keep the entity for long.
    pub(crate) fn remove(&mut self, slot: u32) {
        let entity = &mut self.slots[slot as usize];
        entity.is_alive = false;
        entity.whole = Vec::new();
        let ring = core::mem::take(&mut entity.ring);
        if self.spare.len() < MOST_SPARE {
            self.spare.push(ring);
        }
        self.change(slot);
        self.free_if_forgotten(slot);
    }

    /// A client has no entry from now on.
    pub(crate) fn remove_viewer(&mut self, slot: u32, peer: u32) {
        let Some(entity) = self.slots.get_mut(slot as usize) else { return };
        if let Ok(position) = entity.viewers.binary_search(&peer) {
            entity.viewers.remove(position);
        }
        self.free_if_forgotten(slot);
    }

    /// Forgets an entity that is gone and that every client knows to be gone.
    fn free_if_forgotten(&mut self, slot: u32) {
        let entity = &mut self.slots[slot as usize];
        if !entity.is_alive
            && entity.viewers.is_empty()
            && self.keys.get(&entity.key) == Some(&slot)
        {
            self.keys.remove(&entity.key);
            self.free.push(slot);
        }
    }

    /// The state that was encoded last becomes the newest one.
    fn store(&mut self, slot: u32) {
        let entity = &mut self.slots[slot as usize];
        if !entity.is_fresh {
            entity.number = match entity.number.wrapping_add(1) {
                number if number as u16 == 0 => number.wrapping_add(1),
                number => number,
            };
            entity.is_fresh = true;
        }
        let position = entity.number as usize % self.history;
        if entity.ring.len() <= position {
            entity.ring.resize_with(position + 1, Version::default);
        }
        let version = &mut entity.ring[position];
        version.number = entity.number;
        core::mem::swap(&mut version.encoded, &mut self.scratch.0);
        core::mem::swap(&mut entity.whole, &mut self.scratch.1);
        self.change(slot);
    }

    fn change(&mut self, slot: u32) {
        let entity = &mut self.slots[slot as usize];
        if !entity.is_changed {
            entity.is_changed = true;
            self.changed.push(slot);
        }
    }

    /// Begins a poll, and calls `each` with the entities that changed since the last one.
    pub(crate) fn begin_poll(&mut self, mut each: impl FnMut(u32, &[u32])) {
        self.poll = self.poll.wrapping_add(1);
        self.deltas.clear();
        for slot in self.changed.drain(..) {
            let entity = &mut self.slots[slot as usize];
            (entity.is_changed, entity.is_fresh) = (false, false);
            each(slot, &entity.viewers);
        }
    }

    /// The newest state of an entity in whole.
    pub(crate) fn whole(&self, slot: u32) -> &[u8] {
        self.slot(slot).map(|slot| &*slot.whole).unwrap_or_default()
    }

    /// Makes the delta from a state to the newest one, if the state is still there and of the same life and variant.
    pub(crate) fn make_delta(&mut self, slot: u32, base: u32) -> Option<Range<usize>> {
        let entity = self.slots.get_mut(slot as usize)?;
        let history = self.history as u32;
        if entity.number.wrapping_sub(base) > entity.number.wrapping_sub(entity.first) {
            return None;
        }
        let at = |number: u32| (number % history) as usize;
        let (made, range) = entity.ring.get(at(base))?.delta.clone();
        if entity.ring.get(at(base))?.number != base {
            return None;
        }
        let range = if made == self.poll {
            range
        } else {
            let start = self.deltas.len();
            let (new, old) = (entity.ring.get(at(entity.number))?, entity.ring.get(at(base))?);
            let is_delta = new.encoded.append_delta(&old.encoded, &mut self.deltas);
            // A delta has the number of its variant or its mask, or it is of a state without fields.
            let range = if is_delta { start as u32..self.deltas.len() as u32 } else { NO_DELTA };
            entity.ring.get_mut(at(base))?.delta = (self.poll, range.clone());
            range
        };
        (range != NO_DELTA).then_some(range.start as usize..range.end as usize)
    }

    /// The bytes of a delta of this poll.
    pub(crate) fn delta(&self, range: Range<usize>) -> &[u8] {
        self.deltas.get(range).unwrap_or_default()
    }
}

/// Stands for a delta that cannot be made.
const NO_DELTA: Range<u32> = u32::MAX..u32::MAX;
