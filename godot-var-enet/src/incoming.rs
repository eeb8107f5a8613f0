//! The receiving half of a connection: packets wait until they are whole and in order, in a map, so that each costs a logarithm.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

use crate::event::Mode;
use crate::fragments::{Fragments, part_len};
use crate::limits::Limits;
use crate::numbers::{Groups, Standing, standing};
use crate::wire::{Command, Fragment, Framed};

/// The bytes that a packet or a part of one counts in addition to its own.
const RECORD: usize = 64;
/// What a packet in parts counts in addition to these.
const PARTS_RECORD: usize = 448;
/// A longer queue is freed when it is empty.
const KEPT_PACKETS: usize = 64;

/// A packet that has arrived.
#[derive(Debug)]
pub(crate) struct Packet {
    pub(crate) channel: u8,
    pub(crate) mode: Mode,
    pub(crate) bytes: Vec<u8>,
}

/// A channel, a reliable number with all wraps, and the number of an unreliable packet after it, or 0 for the reliable one itself.
type Place = (u8, u64, u16);

/// The last numbers that were delivered: the low 16 bits of the reliable one, and the unreliable one after it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Channel {
    reliable: u64,
    unreliable: u16,
}

#[derive(Debug, Default)]
pub(crate) struct Incoming {
    pub(crate) channels: Vec<Channel>,
    groups: Groups,
    /// The packets that the application has not taken, and what they count.
    pub(crate) arrived: VecDeque<Packet>,
    arrived_bytes: usize,
    /// Those that are not in order yet, or not whole.
    waiting: BTreeMap<Place, Fragments>,
    waiting_bytes: usize,
    max_bytes: usize,
    max_packet: usize,
    /// The channel whose next packet may go beyond the limit of what waits.
    exempt: Option<u8>,
}

/// What a part has done.
#[derive(PartialEq, Eq)]
enum Added {
    /// It is of another packet, or there is no room.
    Refused,
    /// It is the first of its packet that has come.
    First,
    /// It came before, or others are still missing.
    Other,
    /// No other is missing.
    Last,
}

impl Incoming {
    pub(crate) fn new(limits: &Limits) -> Self {
        let &Limits { max_waiting_bytes: max_bytes, max_packet_bytes: max_packet, .. } = limits;
        Self { max_bytes, max_packet, ..Self::default() }
    }

    pub(crate) fn open(&mut self, channels: u8) {
        self.channels.resize_with(channels.into(), Channel::default);
    }

    pub(crate) const fn bytes(&self) -> usize {
        self.arrived_bytes + self.waiting_bytes
    }

    pub(crate) fn pop(&mut self) -> Option<Packet> {
        let packet = self.arrived.pop_front()?;
        self.arrived_bytes -= packet.bytes.len() + RECORD;
        if self.arrived.is_empty() && self.arrived.capacity() > KEPT_PACKETS {
            self.arrived = VecDeque::new();
        }
        Some(packet)
    }

    fn push(&mut self, channel: u8, mode: Mode, bytes: Vec<u8>) {
        self.arrived_bytes += bytes.len() + RECORD;
        self.arrived.push_back(Packet { channel, mode, bytes });
    }

    /// Drops the packets that the application has not taken.
    pub(crate) fn drop_arrived(&mut self) {
        self.arrived = VecDeque::new();
        self.arrived_bytes = 0;
    }

    /// Drops the packets that wait.
    pub(crate) fn clear(&mut self) {
        self.waiting.clear();
        self.waiting_bytes = 0;
    }

    /// Whether a packet may arrive. Packets that wait do not count here, so that the first of them can always come. One packet can always
    /// arrive, however low the limit is.
    fn has_room(&self, len: usize) -> bool {
        self.arrived.is_empty() || self.arrived_bytes + len + RECORD <= self.max_bytes
    }

    /// Takes a packet or a part of one. Returns whether it is to be acknowledged, or `None` if no `ENet` of this connection sends it.
    pub(crate) fn receive(&mut self, framed: &Framed<'_>, mtu: u16) -> Option<bool> {
        let &Framed { channel, number, command } = framed;
        self.channels.get(usize::from(channel))?;
        let part = match command {
            Command::Fragment(part) | Command::UnreliableFragment(part) => {
                if !Fragments::is_cut(&part, part_len(mtu)) {
                    return None;
                }
                part
            }
            Command::Reliable(data) => Fragment::whole(number, data),
            Command::Unreliable { number, data } => Fragment::whole(number, data),
            Command::Unsequenced { group, data } => Fragment::whole(group, data),
            _ => return None,
        };
        if part.total as usize > self.max_packet {
            return Some(false);
        }
        match command {
            Command::Unsequenced { group, data } => {
                if self.has_room(data.len()) && self.groups.is_new(group) {
                    self.push(channel, Mode::Unreliable, data.to_vec());
                    self.drop_stale(channel, None);
                }
            }
            Command::Reliable(_) | Command::Fragment(_) => {
                return Some(self.reliable(channel, number, &part));
            }
            _ => self.unreliable(channel, number, &part),
        }
        Some(false)
    }

    /// Takes a reliable packet or a part of one. Returns whether it is to be acknowledged.
    fn reliable(&mut self, channel: u8, number: u16, part: &Fragment<'_>) -> bool {
        if number != part.start.wrapping_add(part.index as u16) {
            return false;
        }
        let last = &mut self.channels[usize::from(channel)].reliable;
        // The start decides. The last parts of a long packet can be further ahead than other commands may be.
        let ahead = match standing(part.start, *last as u16) {
            Standing::Ahead => return false,
            Standing::Old | Standing::Open(0) => return true,
            Standing::Open(ahead) => ahead,
        };
        let (at, is_next) = (*last + u64::from(ahead), ahead == 1);
        if is_next && part.count == 1 {
            if !self.has_room(part.data.len()) {
                return false;
            }
            self.channels[usize::from(channel)].reliable = at;
            self.push(channel, Mode::Reliable, part.data.to_vec());
            self.deliver(channel);
            return true;
        }
        let added = self.add((channel, at, 0), part, is_next);
        if added == Added::Last && is_next {
            self.deliver(channel);
        }
        added != Added::Refused
    }

    /// Takes an unreliable packet or a part of one, which was sent after a reliable command of this number.
    fn unreliable(&mut self, channel: u8, number: u16, part: &Fragment<'_>) {
        let last = &self.channels[usize::from(channel)];
        let Standing::Open(ahead) = standing(number, last.reliable as u16) else { return };
        let place = (channel, last.reliable + u64::from(ahead), part.start);
        let is_current = ahead == 0;
        if part.start == 0 || is_current && part.start <= last.unreliable {
            return;
        }
        if is_current && part.count == 1 {
            return self.deliver_unreliable(place, part.data.to_vec());
        }
        match self.add(place, part, false) {
            Added::Last if is_current => {
                if let Some(packet) = self.remove(place) {
                    self.deliver_unreliable(place, packet.bytes);
                }
            }
            Added::First => self.drop_stale(channel, Some(place)),
            Added::Last => self.drop_stale(channel, None),
            Added::Other | Added::Refused => {}
        }
    }

    /// Adds a part to the packets that wait. One channel at a time may go beyond the limit with the parts of its next packet, so that this can
    /// always come; then it is the turn of another one.
    fn add(&mut self, place: Place, part: &Fragment<'_>, is_next: bool) -> Added {
        let known = self.waiting.get(&place);
        match known {
            Some(it) if (it.total, it.count) != (part.total, part.count) => return Added::Refused,
            Some(packet) if packet.has(part.index) => return Added::Other,
            _ => {}
        }
        let is_first = known.is_none();
        let parts_record = if is_first && part.count > 1 { PARTS_RECORD } else { 0 };
        let len = part.data.len() + parts_record;
        let has_room = self.bytes() + len + RECORD <= self.max_bytes
            || is_next && self.has_room(len) && *self.exempt.get_or_insert(place.0) == place.0;
        if !has_room {
            return Added::Refused;
        }
        self.waiting_bytes += len + RECORD;
        let packet = self.waiting.entry(place).or_insert_with(|| Fragments::new(part));
        packet.add(part);
        match packet.is_whole() {
            true => Added::Last,
            false if is_first => Added::First,
            false => Added::Other,
        }
    }

    fn remove(&mut self, place: Place) -> Option<Fragments> {
        let packet = self.waiting.remove(&place)?;
        let parts_record = if packet.count > 1 { PARTS_RECORD } else { 0 };
        self.waiting_bytes -= packet.held + packet.parts() * RECORD + parts_record;
        Some(packet)
    }

    /// Removes the first packet of a channel up to a place.
    fn remove_first(&mut self, end: Place) -> Option<Fragments> {
        let (place, _) = self.waiting.range((end.0, 0, 0)..=end).next()?;
        self.remove(*place)
    }

    /// Delivers the reliable packets that are in order now, and then the unreliable ones that were waiting for the last of them.
    fn deliver(&mut self, channel: u8) {
        self.exempt.take_if(|exempt| *exempt == channel);
        let mut last = self.channels[usize::from(channel)].reliable;
        let next = |last| (channel, last + 1, 0);
        while self.waiting.get(&next(last)).is_some_and(Fragments::is_whole)
            && let Some(packet) = self.remove(next(last))
        {
            last += u64::from(packet.count);
            self.push(channel, Mode::Reliable, packet.bytes);
        }
        while self.remove_first((channel, last, 0)).is_some() {}
        let current = (channel, last, 1)..=(channel, last, u16::MAX);
        let newest = self.waiting.range(current).rev().find(|(_, packet)| packet.is_whole());
        let newest = newest.map(|(place, _)| *place);
        while let Some(packet) = newest.and_then(|newest| self.remove_first(newest)) {
            if packet.is_whole() {
                self.push(channel, Mode::UnreliableOrdered, packet.bytes);
            }
        }
        let unreliable = newest.map_or(0, |(_, _, unreliable)| unreliable);
        self.channels[usize::from(channel)] = Channel { reliable: last, unreliable };
        self.drop_stale(channel, None);
    }

    /// Delivers an unreliable packet. Those before it that are not whole will not be needed.
    fn deliver_unreliable(&mut self, place: Place, bytes: Vec<u8>) {
        if self.has_room(bytes.len()) {
            let (channel, _, unreliable) = place;
            while self.remove_first(place).is_some() {}
            self.channels[usize::from(channel)].unreliable = unreliable;
            self.push(channel, Mode::UnreliableOrdered, bytes);
            self.drop_stale(channel, None);
        }
    }

    /// Drops unreliable packets of which parts are missing, but for the last two, and for the one of a part that has just come. `ENet` does the
    /// same.
    fn drop_stale(&mut self, channel: u8, fresh: Option<Place>) {
        let last = self.channels[usize::from(channel)].reliable;
        let current = self.waiting.range((channel, last, 1)..=(channel, last, u16::MAX));
        let stale = current.map(|(place, _)| *place).rev().skip(2);
        let stale: Vec<_> = stale.filter(|place| Some(*place) != fresh).collect();
        for place in stale {
            self.remove(place);
        }
    }
}
