//! What the server knows of the entities that one client sees.

use alloc::vec::Vec;

/// What a client knows, and was told, of an entity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The packet that carried the baseline, if there is one.
    pub(crate) base: u64,
    /// Confirmations of packets up to this one say nothing about the entity.
    pub(crate) floor: u64,
    pub(crate) slot: u32,
    /// The state of the baseline; 0 without a baseline.
    pub(crate) base_state: u32,
    /// What was sent last; 0 is the absence.
    pub(crate) sent_state: u32,
    /// The tick in which it was sent.
    pub(crate) sent_tick: u32,
    /// How many records were sent. It wraps.
    pub(crate) sends: u32,
    /// How many of them after the baseline, at most 65,535.
    pub(crate) sends_after_base: u16,
    /// The life of the entity that was sent.
    pub(crate) life: u8,
    /// Whether a life was sent, and the entity is not gone since.
    pub(crate) has_life: bool,
    /// Whether anything was sent.
    pub(crate) is_told: bool,
    /// Whether the client may see it.
    pub(crate) is_visible: bool,
    /// Its position in the list of entities to look at, from 1; 0 if it is not there.
    open: u32,
    /// Grows until the entity is sent.
    pub(crate) priority: f32,
    pub(crate) weight: f32,
}

impl Entry {
    fn new(slot: u32, floor: u64) -> Self {
        Self {
            base: 0,
            floor,
            slot,
            base_state: 0,
            sent_state: 0,
            sent_tick: 0,
            sends: 0,
            sends_after_base: 0,
            life: 0,
            has_life: false,
            is_told: false,
            is_visible: false,
            open: 0,
            priority: 0.0,
            weight: 1.0,
        }
    }

    /// Forgets what the client knows: a life begins or ends.
    pub(crate) fn forget(&mut self, floor: u64) {
        (self.base_state, self.has_life, self.floor) = (0, false, floor);
    }

    /// The same as if nothing was sent yet.
    pub(crate) fn begin_anew(&mut self, floor: u64) {
        let fresh = Self::new(self.slot, floor);
        let Self { is_visible, open, weight, .. } = *self;
        *self = Self { is_visible, open, weight, ..fresh };
    }
}

/// The entries of a client, found by the slots of entities.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    list: Vec<Entry>,
    /// For each slot the position of its entry, from 1; 0 if there is none.
    index: Vec<u32>,
    /// The slots of entities that the client may not know yet.
    open: Vec<u32>,
}

impl Entries {
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    fn position(&self, slot: u32) -> Option<usize> {
        (*self.index.get(slot as usize)? as usize).checked_sub(1)
    }

    pub(crate) fn get_mut(&mut self, slot: u32) -> Option<&mut Entry> {
        let position = self.position(slot)?;
        self.list.get_mut(position)
    }

    pub(crate) fn get(&self, slot: u32) -> Option<&Entry> {
        self.list.get(self.position(slot)?)
    }

    /// The entry of a slot, which is made if there is none; and whether it was made.
    pub(crate) fn get_or_insert(&mut self, slot: u32, floor: u64) -> (&mut Entry, bool) {
        let position = self.position(slot);
        let is_new = position.is_none();
        let position = position.unwrap_or_else(|| {
            self.list.push(Entry::new(slot, floor));
            if self.index.len() <= slot as usize {
                self.index.resize(slot as usize + 1, 0);
            }
            let len = self.list.len();
            if let Some(position) = self.index.get_mut(slot as usize) {
                *position = len as u32;
            }
            len - 1
        });
        (&mut self.list[position], is_new)
    }

    /// Removes the entry of a slot.
    pub(crate) fn remove(&mut self, slot: u32) -> bool {
        self.close(slot);
        let Some(position) = self.position(slot) else { return false };
        self.list.swap_remove(position);
        self.index[slot as usize] = 0;
        if let Some(moved) = self.list.get(position) {
            self.index[moved.slot as usize] = position as u32 + 1;
        }
        true
    }

    /// The client may not know this entity.
    pub(crate) fn open(&mut self, slot: u32) {
        let next = self.open.len() as u32 + 1;
        let Some(entry) = self.get_mut(slot) else { return };
        if entry.open == 0 {
            entry.open = next;
            self.open.push(slot);
        }
    }

    /// The client may not know any entity.
    pub(crate) fn open_all(&mut self) {
        for (position, entry) in self.list.iter_mut().enumerate() {
            entry.open = position as u32 + 1;
        }
        self.open.clear();
        self.open.extend(self.list.iter().map(|entry| entry.slot));
    }

    /// The client knows this entity.
    pub(crate) fn close(&mut self, slot: u32) {
        let Some(entry) = self.get_mut(slot) else { return };
        let Some(position) = (core::mem::take(&mut entry.open) as usize).checked_sub(1) else {
            return;
        };
        self.open.swap_remove(position);
        if let Some(moved) = self.open.get(position).copied()
            && let Some(moved) = self.get_mut(moved)
        {
            moved.open = position as u32 + 1;
        }
    }

    /// A slot of an entity that the client may not know, by its position.
    pub(crate) fn opened(&self, position: usize) -> Option<u32> {
        self.open.get(position).copied()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.list.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Entry> {
        self.list.iter_mut()
    }
}
