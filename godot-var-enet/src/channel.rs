//! The receiving half of a channel: packets wait until they are in order, in maps by their distance, so that each costs a logarithm.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

use crate::event::Mode;
use crate::fragments::Fragments;
use crate::numbers::{Standing, standing};
use crate::wire::Fragment;

/// The bytes that a packet or a part of one counts beside its own.
const RECORD: usize = 64;
/// The same for a packet of which parts are missing.
const PARTS_RECORD: usize = 448;

/// A packet that has arrived.
#[derive(Debug)]
pub(crate) struct Packet {
    pub(crate) channel: u8,
    pub(crate) mode: Mode,
    pub(crate) bytes: Vec<u8>,
}

/// The packets of a peer that the application has not taken, and the bytes of those that wait in its channels.
#[derive(Debug)]
pub(crate) struct Inbox {
    packets: VecDeque<Packet>,
    arrived: usize,
    waiting: usize,
    max: usize,
    /// The longest packet that may begin.
    max_packet: usize,
    /// The channel whose next packet may go beyond the limit of what waits.
    exempt: Option<u8>,
}

impl Inbox {
    pub(crate) const fn new(max: usize, max_packet: usize) -> Self {
        Self { packets: VecDeque::new(), arrived: 0, waiting: 0, max, max_packet, exempt: None }
    }

    /// Whether a packet is not too long.
    pub(crate) const fn accepts(&self, len: usize) -> bool {
        len <= self.max_packet
    }

    /// Whether a packet may arrive. Packets that wait do not count here, so that the first of them can always come. One packet can always
    /// arrive, however low the limit is.
    pub(crate) fn has_room(&self, len: usize) -> bool {
        self.packets.is_empty() || self.arrived + len + RECORD <= self.max
    }

    /// Whether a packet may wait for an earlier one.
    const fn may_wait(&self, len: usize) -> bool {
        self.arrived + self.waiting + len + RECORD <= self.max
    }

    /// Whether a part of the next packet of a channel may wait for the others. One channel at a time may go beyond the limit, so that its
    /// packet can always come; then it is the turn of another one.
    fn may_grow(&mut self, channel: u8, len: usize) -> bool {
        self.may_wait(len) || self.has_room(len) && *self.exempt.get_or_insert(channel) == channel
    }

    pub(crate) fn push(&mut self, channel: u8, mode: Mode, bytes: Vec<u8>) {
        self.arrived += bytes.len() + RECORD;
        self.packets.push_back(Packet { channel, mode, bytes });
    }

    pub(crate) fn pop(&mut self) -> Option<Packet> {
        let packet = self.packets.pop_front()?;
        self.arrived -= packet.bytes.len() + RECORD;
        if self.packets.is_empty() && self.packets.capacity() > 64 {
            self.packets = VecDeque::new();
        }
        Some(packet)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }

    pub(crate) const fn bytes(&self) -> usize {
        self.arrived + self.waiting
    }
}

/// A packet that is not in order yet, or not whole.
#[derive(Debug)]
enum Waiting {
    Whole(Vec<u8>),
    Parts(Fragments),
}

impl Waiting {
    fn cost(&self) -> usize {
        match self {
            Self::Whole(bytes) => bytes.len() + RECORD,
            Self::Parts(parts) => parts.held() + parts.parts() * RECORD + PARTS_RECORD,
        }
    }

    const fn is_whole(&self) -> bool {
        match self {
            Self::Whole(_) => true,
            Self::Parts(parts) => parts.is_whole(),
        }
    }

    const fn count(&self) -> u32 {
        match self {
            Self::Whole(_) => 1,
            Self::Parts(parts) => parts.count(),
        }
    }

    fn into_bytes(self) -> Vec<u8> {
        match self {
            Self::Whole(bytes) => bytes,
            Self::Parts(parts) => parts.into_bytes(),
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Channel {
    /// The last reliable number that was delivered, with all wraps: its low 16 bits are the number.
    last: u64,
    /// The last unreliable number that was delivered after it.
    last_unreliable: u16,
    /// By the number of their first command.
    reliable: BTreeMap<u64, Waiting>,
    /// By the reliable number before them and their own number.
    unreliable: BTreeMap<(u64, u16), Waiting>,
}

impl Channel {
    /// Takes a reliable packet. Returns whether it is to be acknowledged.
    pub(crate) fn reliable(
        &mut self,
        channel: u8,
        number: u16,
        data: &[u8],
        inbox: &mut Inbox,
    ) -> bool {
        let ahead = match standing(number, self.last as u16) {
            Standing::Ahead => return false,
            Standing::Old | Standing::Open(0) => return true,
            Standing::Open(ahead) => u64::from(ahead),
        };
        let at = self.last + ahead;
        if self.reliable.contains_key(&at) {
            return true;
        }
        if ahead > 1 {
            if !inbox.may_wait(data.len()) {
                return false;
            }
            self.wait(at, Waiting::Whole(data.to_vec()), inbox);
            return true;
        }
        if !inbox.has_room(data.len()) {
            return false;
        }
        inbox.push(channel, Mode::Reliable, data.to_vec());
        self.last = at;
        self.deliver(channel, inbox);
        true
    }

    fn wait(&mut self, at: u64, waiting: Waiting, inbox: &mut Inbox) {
        inbox.waiting += waiting.cost();
        self.reliable.insert(at, waiting);
    }

    /// Takes a part of a reliable packet, which is cut as `ENet` does. Returns whether it is to be acknowledged.
    pub(crate) fn fragment(
        &mut self,
        channel: u8,
        number: u16,
        part: &Fragment<'_>,
        inbox: &mut Inbox,
    ) -> bool {
        let is_of_packet = number == part.start.wrapping_add(part.index as u16);
        if !is_of_packet || !inbox.accepts(part.total as usize) {
            return false;
        }
        // The start decides. The last parts of a long packet can be further ahead than other commands may be.
        let ahead = match standing(part.start, self.last as u16) {
            Standing::Ahead => return false,
            Standing::Old | Standing::Open(0) => return true,
            Standing::Open(ahead) => u64::from(ahead),
        };
        let at = self.last + ahead;
        let has_room = |inbox: &mut Inbox, len| match ahead {
            1 => inbox.may_grow(channel, len),
            _ => inbox.may_wait(len),
        };
        match add_part(self.reliable.get_mut(&at), part, inbox, has_room) {
            Added::Refused => return false,
            Added::New(packet) => {
                self.reliable.insert(at, packet);
            }
            Added::Whole if ahead == 1 => self.deliver(channel, inbox),
            Added::Whole | Added::Part => {}
        }
        true
    }

    /// Delivers the reliable packets that are in order now, and then the unreliable ones that were waiting for the last of them.
    fn deliver(&mut self, channel: u8, inbox: &mut Inbox) {
        inbox.exempt.take_if(|exempt| *exempt == channel);
        while let Some(first) = self.reliable.first_entry() {
            let (at, is_old) = (*first.key(), *first.key() <= self.last);
            if !is_old && (at != self.last + 1 || !first.get().is_whole()) {
                break;
            }
            let packet = first.remove();
            inbox.waiting -= packet.cost();
            if !is_old {
                self.last += u64::from(packet.count());
                inbox.push(channel, Mode::Reliable, packet.into_bytes());
            }
        }
        self.last_unreliable = 0;
        self.drop_unreliable((self.last, 0), inbox);
        let current = (self.last, 0)..=(self.last, u16::MAX);
        let newest = self.unreliable.range(current).rev().find(|(_, packet)| packet.is_whole());
        if let Some((&newest, _)) = newest {
            while let Some(first) = self.unreliable.first_entry().filter(|it| *it.key() <= newest) {
                let packet = first.remove();
                inbox.waiting -= packet.cost();
                if packet.is_whole() {
                    inbox.push(channel, Mode::UnreliableOrdered, packet.into_bytes());
                }
            }
            self.last_unreliable = newest.1;
        }
        self.drop_stale(None, inbox);
    }

    /// Drops the unreliable packets before a place.
    fn drop_unreliable(&mut self, end: (u64, u16), inbox: &mut Inbox) {
        while let Some(first) = self.unreliable.first_entry().filter(|it| *it.key() < end) {
            inbox.waiting -= first.remove().cost();
        }
    }

    /// Drops packets of which parts are missing, but for the last two, and for the one of a part that has just come. `ENet` does the same.
    pub(crate) fn drop_stale(&mut self, fresh: Option<(u64, u16)>, inbox: &mut Inbox) {
        let current = (self.last, 0)..=(self.last, u16::MAX);
        let places = || self.unreliable.range(current.clone()).map(|(place, _)| *place);
        let stale = places().count().saturating_sub(2);
        let stale: Vec<_> = places().take(stale).filter(|place| Some(*place) != fresh).collect();
        for place in stale {
            if let Some(packet) = self.unreliable.remove(&place) {
                inbox.waiting -= packet.cost();
            }
        }
    }

    /// Returns the place of an unreliable packet, if it is not too old, and whether it is next to the last reliable one.
    fn place(&self, number: u16, unreliable: u16) -> Option<((u64, u16), bool)> {
        let Standing::Open(ahead) = standing(number, self.last as u16) else { return None };
        if ahead == 0 && unreliable <= self.last_unreliable {
            return None;
        }
        Some(((self.last + u64::from(ahead), unreliable), ahead == 0))
    }

    /// Takes an unreliable packet that was sent after a reliable command of this number.
    pub(crate) fn unreliable(
        &mut self,
        channel: u8,
        number: u16,
        unreliable: u16,
        data: &[u8],
        inbox: &mut Inbox,
    ) {
        let Some((place, is_current)) = self.place(number, unreliable) else { return };
        if self.unreliable.contains_key(&place) {
            return;
        }
        if is_current {
            self.deliver_unreliable(channel, place, data.to_vec(), inbox);
        } else if inbox.may_wait(data.len()) {
            let packet = Waiting::Whole(data.to_vec());
            inbox.waiting += packet.cost();
            self.unreliable.insert(place, packet);
            self.drop_stale(None, inbox);
        }
    }

    /// Takes a part of an unreliable packet, which is cut as `ENet` does.
    pub(crate) fn unreliable_fragment(
        &mut self,
        channel: u8,
        number: u16,
        part: &Fragment<'_>,
        inbox: &mut Inbox,
    ) {
        let Some((place, is_current)) = self.place(number, part.start) else { return };
        if !inbox.accepts(part.total as usize) {
            return;
        }
        match add_part(self.unreliable.get_mut(&place), part, inbox, |inbox, len| {
            inbox.may_wait(len)
        }) {
            Added::New(packet) => {
                self.unreliable.insert(place, packet);
                self.drop_stale(Some(place), inbox);
            }
            Added::Whole if is_current => {
                if let Some(packet) = self.unreliable.remove(&place) {
                    inbox.waiting -= packet.cost();
                    self.deliver_unreliable(channel, place, packet.into_bytes(), inbox);
                }
            }
            Added::Whole => self.drop_stale(None, inbox),
            Added::Part | Added::Refused => {}
        }
    }

    /// Delivers an unreliable packet. Those before it that are not whole will not be needed.
    fn deliver_unreliable(
        &mut self,
        channel: u8,
        place: (u64, u16),
        bytes: Vec<u8>,
        inbox: &mut Inbox,
    ) {
        if inbox.has_room(bytes.len()) {
            self.drop_unreliable(place, inbox);
            self.last_unreliable = place.1;
            inbox.push(channel, Mode::UnreliableOrdered, bytes);
            self.drop_stale(None, inbox);
        }
    }

    /// Drops all packets that wait.
    pub(crate) fn clear(&mut self, inbox: &mut Inbox) {
        for packet in core::mem::take(&mut self.reliable).into_values() {
            inbox.waiting -= packet.cost();
        }
        for packet in core::mem::take(&mut self.unreliable).into_values() {
            inbox.waiting -= packet.cost();
        }
    }
}

/// What a part has done.
enum Added {
    /// It is of another packet, or there is no room.
    Refused,
    /// It is the first of its packet, which is to be kept.
    New(Waiting),
    /// It came before, or others are still missing.
    Part,
    /// No other is missing.
    Whole,
}

#[expect(clippy::needless_pass_by_value, reason = "an optional reference")]
fn add_part(
    packet: Option<&mut Waiting>,
    part: &Fragment<'_>,
    inbox: &mut Inbox,
    has_room: impl FnOnce(&mut Inbox, usize) -> bool,
) -> Added {
    match packet {
        Some(Waiting::Parts(parts)) if parts.matches(part) => {
            if parts.has(part.index) {
                return Added::Part;
            }
            if !has_room(inbox, part.data.len()) {
                return Added::Refused;
            }
            inbox.waiting += part.data.len() + RECORD;
            parts.add(part);
            if parts.is_whole() { Added::Whole } else { Added::Part }
        }
        Some(_) => Added::Refused,
        None if has_room(inbox, part.data.len() + PARTS_RECORD) => {
            let mut parts = Fragments::new(part);
            parts.add(part);
            let packet = Waiting::Parts(parts);
            inbox.waiting += packet.cost();
            Added::New(packet)
        }
        None => Added::Refused,
    }
}
