//! What a host has to do: timers, connections with something to send, and those with events.

use alloc::collections::{BTreeSet, VecDeque};

use crate::slots::Slot;

/// How many packets of a peer a turn has.
const MAX_PACKETS: u8 = 100;
/// How many bytes of a peer are decompressed in a turn: those of a window. Others are dropped, as decompression can take long.
const MAX_DECOMPRESSED: usize = 5 << 14;

/// Where a slot is in the lists.
#[derive(Debug, Default)]
pub(crate) struct Entry {
    pub(crate) timer: Option<u64>,
    pub(crate) is_ready: bool,
    pub(crate) has_events: bool,
    /// The turn of its last packet: how many were returned in it, and how many bytes may have been decompressed.
    turn: u64,
    pub(crate) taken: u8,
    decompressed: usize,
}

/// Slots by number.
#[derive(Debug, Default)]
pub(crate) struct Schedule {
    timers: BTreeSet<(u64, u16)>,
    /// Those with something to send.
    pub(crate) ready: VecDeque<u16>,
    /// Those with events in this turn and in the next one.
    with_events: VecDeque<u16>,
    next_turn: VecDeque<u16>,
    turn: u64,
}

impl Schedule {
    /// Returns the time of the first timer, or `now` if something is to be done.
    pub(crate) fn deadline(&self, now: u64) -> Option<u64> {
        let is_idle =
            self.ready.is_empty() && self.with_events.is_empty() && self.next_turn.is_empty();
        if is_idle { self.timers.first().map(|(time, _)| *time) } else { Some(now) }
    }

    /// Removes the first slot whose time has come.
    pub(crate) fn pop_timer(&mut self, now: u64) -> Option<u16> {
        self.timers.first().filter(|(time, _)| *time <= now)?;
        self.timers.pop_first().map(|(_, slot)| slot)
    }

    /// Removes the next slot with events. Returns `None` at the end of a turn.
    pub(crate) fn pop_events(&mut self) -> Option<u16> {
        let next = self.with_events.pop_front();
        if next.is_none() {
            self.turn += 1;
            core::mem::swap(&mut self.with_events, &mut self.next_turn);
        }
        next
    }

    pub(crate) fn make_ready<A>(&mut self, slot: &mut Slot<A>) {
        if !core::mem::replace(&mut slot.entry.is_ready, true) {
            self.ready.push_back(slot.id.slot());
        }
    }

    /// Sets the timer of a slot, if it has no earlier one.
    pub(crate) fn set_timer<A>(&mut self, slot: &mut Slot<A>, time: u64) {
        if slot.entry.timer.is_none_or(|earlier| time < earlier) {
            self.remove_timer(slot);
            slot.entry.timer = Some(time);
            self.timers.insert((time, slot.id.slot()));
        }
    }

    pub(crate) fn remove_timer<A>(&mut self, slot: &mut Slot<A>) {
        if let Some(time) = slot.entry.timer.take() {
            self.timers.remove(&(time, slot.id.slot()));
        }
    }

    /// Notes the turn of a slot, from which on its counts begin anew.
    pub(crate) fn begin_turn<'a, A>(&self, slot: &'a mut Slot<A>) -> &'a mut Entry {
        let entry = &mut slot.entry;
        if entry.turn != self.turn {
            (entry.turn, entry.taken, entry.decompressed) = (self.turn, 0, 0);
        }
        entry
    }

    /// Counts decompressed bytes of a slot. Returns whether there may be more in this turn.
    pub(crate) fn may_decompress<A>(&self, slot: &mut Slot<A>, len: usize) -> bool {
        let entry = self.begin_turn(slot);
        entry.decompressed += len;
        entry.decompressed <= MAX_DECOMPRESSED
    }

    /// Puts a peer into the lists after something has changed.
    pub(crate) fn update<A>(&mut self, slot: &mut Slot<A>) {
        self.update_time(slot);
        self.update_events(slot);
        if slot.peer_mut().is_some_and(|peer| peer.has_due()) {
            self.make_ready(slot);
        }
    }

    pub(crate) fn update_time<A>(&mut self, slot: &mut Slot<A>) {
        if let Some(time) = slot.peer_mut().and_then(|peer| peer.next_time()) {
            self.set_timer(slot, time);
        }
    }

    pub(crate) fn update_events<A>(&mut self, slot: &mut Slot<A>) {
        let has_event = slot.peer_mut().is_some_and(|peer| peer.has_event());
        let Slot { id, entry, .. } = slot;
        if has_event && !core::mem::replace(&mut entry.has_events, true) {
            let is_over = entry.turn == self.turn && entry.taken >= MAX_PACKETS;
            let queue = if is_over { &mut self.next_turn } else { &mut self.with_events };
            queue.push_back(id.slot());
        }
    }
}
