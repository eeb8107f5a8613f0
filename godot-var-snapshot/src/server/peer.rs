//! One client of a server: which packets carried what, and which of it the client has.

use alloc::vec::Vec;
use core::time::Duration;

use super::entries::{Entries, Entry};
use super::inputs::Inputs;
use super::outgoing::{Head, Outbox, head_len};
use super::statistics::Statistics;
use super::world::World;
use crate::config::SnapshotConfig;
use crate::numbers::{MOST_DISTANCE, WINDOW, extend, put_varint, varint_len};
use crate::rules::Rules;
use crate::wire::{MOST_RECORDS, Received};

/// Ticks without a packet after which a heartbeat is sent.
const HEARTBEAT: u8 = 4;

/// How often the server begins anew because a client asks for it.
const ASKED: Duration = Duration::from_secs(1);

/// What a packet said of an entity.
#[derive(Clone, Copy, Debug)]
struct Carried {
    slot: u32,
    /// The low bits of the state's number; 0 is the absence.
    state: u16,
    /// The low bits of the count of records.
    send: u16,
}

/// A packet that may be confirmed.
#[derive(Clone, Debug, Default)]
struct Sent {
    sequence: u64,
    tick: u32,
    /// Whether it is not confirmed yet.
    waits: bool,
    carried: Vec<Carried>,
}

#[derive(Clone, Debug)]
pub(crate) struct Peer<I> {
    pub(crate) id: i32,
    /// Counts the connections of all clients.
    #[cfg_attr(not(feature = "multiplayer"), allow(dead_code, reason = "for `InterestTarget`"))]
    pub(crate) connection: u64,
    epoch: u8,
    /// The number of the next packet.
    sequence: u64,
    ring: Vec<Sent>,
    /// Lists of packets that were confirmed, for new ones.
    spare: Vec<Vec<Carried>>,
    /// The most records of a packet so far.
    most_records: usize,
    pub(crate) entries: Entries,
    /// The newest tick of which a packet was confirmed.
    confirmed_tick: Option<u32>,
    /// In ticks.
    round_trip: f32,
    /// Ticks since the last packet.
    quiet: u8,
    /// When the server began anew because the client asked for it.
    begun: Option<Duration>,
    pub(crate) budget: usize,
    pub(crate) inputs: Inputs<I>,
    pub(crate) statistics: Statistics,
}

/// An entity that a client lacks, in the order of sending: the highest priority first. Positive floats are in the order of their bits.
pub(crate) type Due = (u32, u32);

/// A packet that is being written.
struct Draft {
    /// Where it starts.
    start: usize,
    carried: Vec<Carried>,
}

/// A record that is about to be written.
enum Record<'w> {
    Absence,
    Whole(u8, &'w [u8]),
    Delta(u64, &'w [u8]),
}

impl Record<'_> {
    fn len(&self, key: u32) -> usize {
        1 + varint_len(key)
            + match self {
                Record::Absence => 0,
                Record::Whole(_, state) => 1 + state.len(),
                Record::Delta(distance @ 32.., delta) => varint_len(*distance as u32) + delta.len(),
                Record::Delta(_, delta) => delta.len(),
            }
    }

    fn put(&self, key: u32, out: &mut Vec<u8>) {
        match self {
            Record::Absence => {
                out.push(0);
                put_varint(key, out);
            }
            Record::Whole(life, state) => {
                out.push(0x40);
                put_varint(key, out);
                out.push(*life);
                out.extend_from_slice(state);
            }
            Record::Delta(distance @ 32.., delta) => {
                out.push(0xa0);
                put_varint(key, out);
                put_varint(*distance as u32, out);
                out.extend_from_slice(delta);
            }
            Record::Delta(distance, delta) => {
                out.push(0x80 | *distance as u8);
                put_varint(key, out);
                out.extend_from_slice(delta);
            }
        }
    }
}

impl<I> Peer<I> {
    pub(crate) fn new(id: i32, connection: u64, config: &SnapshotConfig) -> Self {
        Self {
            id,
            connection,
            epoch: first_epoch(config.seed, connection),
            // So that every baseline and floor is above 0.
            sequence: 0x1_0000 + u64::from(first_number(config.seed, id, connection)),
            ring: (0..config.ring).map(|_| Sent::default()).collect(),
            spare: Vec::new(),
            most_records: 0,
            entries: Entries::default(),
            confirmed_tick: None,
            round_trip: 6.0,
            quiet: HEARTBEAT,
            begun: None,
            budget: config.budget,
            inputs: Inputs::new(),
            statistics: Statistics::default(),
        }
    }

    /// The number of the newest packet.
    pub(crate) fn floor(&self) -> u64 {
        self.sequence - 1
    }

    pub(crate) fn epoch(&self) -> u8 {
        self.epoch
    }

    /// Begins with a number and an epoch.
    #[cfg(test)]
    pub(crate) fn start_at(&mut self, sequence: u16, epoch: u8) {
        (self.sequence, self.epoch) = (0x1_0000 + u64::from(sequence), epoch);
        let floor = self.floor();
        self.entries.iter_mut().for_each(|entry| entry.floor = floor);
    }

    /// How many packets wait for their confirmation.
    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.ring.iter().filter(|sent| sent.waits).count()
    }

    /// Shows an entity, or hides it. Returns whether the entry is new.
    pub(crate) fn see(&mut self, slot: u32) -> bool {
        let floor = self.floor();
        let (entry, is_new) = self.entries.get_or_insert(slot, floor);
        entry.is_visible = true;
        self.entries.open(slot);
        is_new
    }

    /// Hides an entity.
    pub(crate) fn hide(&mut self, slot: u32) {
        if let Some(entry) = self.entries.get_mut(slot) {
            entry.is_visible = false;
            self.entries.open(slot);
        }
    }

    /// What was sent to the client.
    pub(crate) fn statistics(&self) -> Statistics {
        Statistics {
            round_trip_ticks: self.round_trip,
            entities: self.entries.len(),
            inputs: self.inputs.len(),
            ..self.statistics
        }
    }

    /// Whether this connection never had an epoch: a client drops packets of the epochs before it, so it lacks those of this connection.
    pub(crate) fn had_never(&self, epoch: u8) -> bool {
        (1..=128).contains(&epoch.wrapping_sub(self.epoch))
    }

    /// Begins anew with the epoch after one that this connection never had, once a second at most.
    pub(crate) fn follow(&mut self, epoch: u8, now: Duration, world: &mut World, index: u32) {
        if self.may_begin_anew(now) {
            self.epoch = epoch;
            self.begin_anew(world, index);
        }
    }

    /// Begins anew because the client asks for it, or has the world of another connection, once a second at most.
    pub(crate) fn asked_to_begin_anew(&mut self, now: Duration, world: &mut World, index: u32) {
        if self.may_begin_anew(now) {
            self.begin_anew(world, index);
        }
    }

    /// Whether the last time for the client's sake was long ago. If so, the next one counts from now.
    fn may_begin_anew(&mut self, now: Duration) -> bool {
        let may = self.begun.is_none_or(|begun| now.saturating_sub(begun) > ASKED);
        if may {
            self.begun = Some(now);
        }
        may
    }

    /// Forgets what the client knows: from now on all packets have the next epoch.
    pub(crate) fn begin_anew(&mut self, world: &mut World, index: u32) {
        self.epoch = self.epoch.wrapping_add(1);
        self.statistics.begun_anew += 1;
        self.confirmed_tick = None;
        for sent in &mut self.ring {
            if core::mem::take(&mut sent.waits) {
                sent.carried.clear();
            }
        }
        let floor = self.floor();
        let mut gone = Vec::new();
        for entry in self.entries.iter_mut() {
            entry.begin_anew(floor);
            let is_alive = world.slot(entry.slot).is_some_and(|slot| slot.is_alive);
            if !is_alive || !entry.is_visible {
                gone.push(entry.slot);
            }
        }
        for slot in gone {
            self.forget(slot, world, index);
        }
        self.entries.open_all();
        // A client that has nothing learns of the epoch at once.
        self.quiet = HEARTBEAT;
    }

    /// Removes an entry.
    fn forget(&mut self, slot: u32, world: &mut World, index: u32) {
        if self.entries.remove(slot) {
            world.remove_viewer(slot, index);
        }
    }

    /// Takes the confirmations of a message. The caller has checked that the newest packet was sent.
    pub(crate) fn confirm<R: Rules>(
        &mut self,
        Received { latest, before, .. }: Received,
        tick: u32,
        world: &mut World,
        index: u32,
    ) {
        let top = extend(latest, self.floor());
        let mask = u64::from(before) << 1 | 1;
        for back in 0..=WINDOW {
            if mask >> back & 1 == 0 {
                continue;
            }
            let Some(sequence) = top.checked_sub(back) else { break };
            let position = (sequence % self.ring.len() as u64) as usize;
            let Some(sent) = self.ring.get_mut(position) else { continue };
            if sent.sequence != sequence || !core::mem::take(&mut sent.waits) {
                continue;
            }
            self.statistics.confirmed_packets += 1;
            if self.confirmed_tick.is_none_or(|confirmed| sent.tick > confirmed) {
                self.confirmed_tick = Some(sent.tick);
                let took = tick.saturating_sub(sent.tick) as f32;
                self.round_trip += (took - self.round_trip) / 8.0;
            }
            let mut carried = core::mem::take(&mut sent.carried);
            for record in carried.drain(..) {
                self.confirm_record::<R>(record, sequence, world, index);
            }
            self.spare.push(carried);
        }
    }

    fn confirm_record<R: Rules>(
        &mut self,
        record: Carried,
        sequence: u64,
        world: &mut World,
        index: u32,
    ) {
        let Some(entry) = self.entries.get_mut(record.slot) else { return };
        if sequence <= entry.floor && R::FLOOR {
            return;
        }
        if record.state == 0 {
            let is_absent = entry.is_told && entry.sent_state == 0;
            if is_absent {
                let is_wanted =
                    entry.is_visible && world.slot(record.slot).is_some_and(|slot| slot.is_alive);
                if is_wanted {
                    // It came back before it was sent again.
                    let floor = self.sequence - 1;
                    let Some(entry) = self.entries.get_mut(record.slot) else { return };
                    entry.begin_anew(floor);
                    self.entries.open(record.slot);
                } else {
                    self.forget(record.slot, world, index);
                }
            }
            return;
        }
        if entry.base_state == 0 || sequence > entry.base || !R::FORWARD {
            // Of the numbers that the client was told since the floor, all are at most 65,535 before the last one.
            let older = (entry.sent_state as u16).wrapping_sub(record.state);
            entry.base = sequence;
            entry.base_state = entry.sent_state.wrapping_sub(u32::from(older));
            entry.sends_after_base = (entry.sends as u16).wrapping_sub(record.send);
        }
    }

    /// Writes the packets of a tick. `due` is a buffer.
    pub(crate) fn fill<R: Rules>(
        &mut self,
        tick: u32,
        index: u32,
        world: &mut World,
        config: &SnapshotConfig,
        due: &mut Vec<Due>,
        out: &mut Outbox,
    ) {
        if self.find_due(tick, index, world, due) > config.absences as usize {
            self.begin_anew(world, index);
            self.find_due(tick, index, world, due);
        }
        self.statistics.waiting = due.len();
        due.sort_unstable();
        let head = head_len(tick);
        let (mut room, mut draft) = (self.budget, None::<Draft>);
        for (_, slot) in due.drain(..) {
            let Some(entry) = self.entries.get_mut(slot) else { continue };
            let Some(entity) = world.slot(slot) else { continue };
            let (key, life) = (entity.key, entity.life);
            let state = if entity.is_alive && entry.is_visible { entity.number } else { 0 };
            let is_other_life = match state {
                0 => entry.sent_state != 0,
                _ => !entry.has_life || entry.life != life,
            };
            if is_other_life {
                entry.forget(self.sequence - 1);
                (entry.life, entry.has_life) = (life, state != 0);
            }
            let mut record = record::<R>(entry, state, self.sequence, world, config);
            let len = record.len(key);
            if let Some(full) = draft.take_if(|draft| {
                let end = out.len() - draft.start + len;
                end > config.packet.min(room) || draft.carried.len() == MOST_RECORDS
            }) {
                let used = out.len() - full.start;
                if used + head + len > room {
                    // A shorter one may still fit.
                    draft = Some(full);
                    continue;
                }
                room -= used;
                self.close(full, tick, out);
                let Some(entry) = self.entries.get(slot) else { continue };
                // The distance is one more now.
                record = self::record::<R>(entry, state, self.sequence, world, config);
            }
            let packet = draft.get_or_insert_with(|| {
                let mut carried = self.spare.pop().unwrap_or_default();
                // Of one size, so that each list serves each packet.
                carried.reserve_exact(self.most_records.next_multiple_of(16));
                Draft { start: out.begin(head), carried }
            });
            match record {
                Record::Absence => self.statistics.absences += 1,
                Record::Whole(..) => self.statistics.wholes += 1,
                Record::Delta(..) => self.statistics.deltas += 1,
            }
            record.put(key, out.bytes());
            let Some(entry) = self.entries.get_mut(slot) else { continue };
            entry.sends = entry.sends.wrapping_add(1);
            entry.sends_after_base = entry.sends_after_base.saturating_add(1);
            entry.priority = 0.0;
            (entry.sent_state, entry.sent_tick, entry.is_told) = (state, tick, true);
            packet.carried.push(Carried { slot, state: state as u16, send: entry.sends as u16 });
        }
        if draft.is_none() && self.quiet >= HEARTBEAT {
            let (start, carried) = (out.begin(head), self.spare.pop().unwrap_or_default());
            draft = Some(Draft { start, carried });
            self.statistics.heartbeats += 1;
        }
        match draft {
            Some(last) => {
                self.close(last, tick, out);
                self.quiet = 0;
            }
            None => self.quiet = self.quiet.saturating_add(1),
        }
    }

    /// Finds the entities that the client lacks, and returns how many of them are absent.
    fn find_due(&mut self, tick: u32, index: u32, world: &mut World, due: &mut Vec<Due>) -> usize {
        let patience = 1.25 * self.round_trip + 1.0;
        let (mut absences, mut position) = (0, 0);
        due.clear();
        while let Some(slot) = self.entries.opened(position) {
            let Some(entry) = self.entries.get_mut(slot) else { break };
            let newest = world.slot(slot).filter(|entity| entity.is_alive && entry.is_visible);
            let state = newest.map_or(0, |entity| entity.number);
            if state != 0 && entry.base_state == state {
                self.entries.close(slot);
                continue;
            }
            if state == 0 && !entry.is_told {
                self.forget(slot, world, index);
                continue;
            }
            absences += usize::from(state == 0);
            position += 1;
            let is_overtaken =
                self.confirmed_tick.is_some_and(|tick| tick >= entry.sent_tick.saturating_add(2));
            let is_young = tick.saturating_sub(entry.sent_tick) as f32 <= patience;
            if entry.is_told && entry.sent_state == state && !is_overtaken && is_young {
                continue;
            }
            entry.priority += entry.weight;
            due.push((!entry.priority.to_bits(), slot));
        }
        absences
    }

    /// Completes a packet.
    fn close(&mut self, draft: Draft, tick: u32, out: &mut Outbox) {
        let Draft { start, carried } = draft;
        self.most_records = self.most_records.max(carried.len());
        let head = Head {
            epoch: self.epoch,
            sequence: self.sequence as u16,
            tick,
            input: self.inputs.taken() as u16,
            lead: self.inputs.lead(),
            records: carried.len() as u8,
        };
        out.write_head(start, head);
        let len = out.end(self.id, start);
        self.statistics.packets += 1;
        self.statistics.bytes += len as u64;
        let position = (self.sequence % self.ring.len() as u64) as usize;
        let sent = Sent { sequence: self.sequence, tick, waits: true, carried };
        let mut older = core::mem::replace(&mut self.ring[position], sent);
        if older.carried.capacity() > 0 {
            older.carried.clear();
            self.spare.push(older.carried);
        }
        self.sequence += 1;
    }
}

/// What to tell a client of an entity in a packet.
fn record<'w, R: Rules>(
    entry: &Entry,
    state: u32,
    sequence: u64,
    world: &'w mut World,
    config: &SnapshotConfig,
) -> Record<'w> {
    if state == 0 {
        return Record::Absence;
    }
    let whole_len = world.whole(entry.slot).len();
    let distance = sequence - entry.base;
    let is_kept = entry.sends_after_base < config.versions || !R::VERSIONS;
    if entry.base_state != 0 && is_kept && distance <= MOST_DISTANCE {
        let far = if distance < 32 { 0 } else { varint_len(distance as u32) };
        let delta = world.make_delta(entry.slot, entry.base_state);
        // With many small fields a delta may be the longer one.
        if let Some(delta) = delta.filter(|delta| far + delta.len() <= 1 + whole_len) {
            return Record::Delta(distance, world.delta(delta));
        }
    }
    Record::Whole(entry.life, world.whole(entry.slot))
}

/// The epoch in which a connection begins. It differs from those of the connections around it, so that a client that still has the world
/// of another connection sees that another one begins.
fn first_epoch(seed: u64, connection: u64) -> u8 {
    let first = (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8;
    first.wrapping_add((connection as u8).wrapping_sub(1).wrapping_mul(37))
}

/// The low bits of the number of a client's first packet.
fn first_number(seed: u64, peer: i32, connection: u64) -> u16 {
    // SplitMix64.
    let mut bits = seed ^ u64::from(peer.cast_unsigned()) << 32 ^ connection;
    for factor in [0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb] {
        bits = (bits ^ bits >> 30).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(factor);
    }
    (bits >> 48) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another implementation has made the same numbers, of Python's integers.
    #[test]
    fn a_connection_begins_with_numbers_of_its_own() {
        assert_eq!(first_number(1, 7, 3), 27067);
        assert_eq!(first_number(0x1234_5678_9abc_def0, -2, 1 << 40 | 5), 19939);
        assert_eq!([first_epoch(1, 1), first_epoch(1, 2), first_epoch(77, 300)], [158, 195, 205]);
    }
}
