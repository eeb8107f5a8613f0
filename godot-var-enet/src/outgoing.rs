//! The sending half of a connection: queues, the cut of long packets, and the commands that are not acknowledged yet.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::event::Mode;
use crate::fragments::{part_count, part_len};
use crate::numbers::{USED_WINDOWS, WINDOW};
use crate::timing::{BUSY_TIMEOUT, MAX_TIMEOUT, SentTimes, Timing};
use crate::wire::{CONNECTION, Command, Connect, Fragment, Framed, Writer};

/// The bytes that a packet or a part of one counts in addition to its own.
const RECORD: usize = 128;
/// A connection without acknowledgements ends after this time in milliseconds.
pub(crate) const SILENCE: u64 = 30_000;
/// It ends after this time if a command was sent often.
const SHORT_SILENCE: u64 = 5_000;
const MANY_ATTEMPTS: u16 = 6;

/// The last numbers of a channel, the reliable one with all wraps.
#[derive(Clone, Debug, Default)]
struct Lane {
    reliable: u64,
    unreliable: u16,
    /// The first number of the last window, while none of that window was acknowledged.
    full: Option<u64>,
}

/// A packet that was not sent yet, or only in part; or a part of it.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    /// Its place among all messages.
    serial: u64,
    bytes: Arc<[u8]>,
    channel: u8,
    mode: Mode,
    /// The number of its first command if it is reliable, otherwise the last reliable number before it.
    number: u64,
    /// Its unreliable number or its group.
    unreliable: u16,
    /// Which part is next, and how many there are.
    next: u32,
    count: u32,
}

impl Message {
    /// Returns the command of the next part.
    fn framed(&self, mtu: u16) -> Framed<'_> {
        let Self { ref bytes, channel, number, next, count, .. } = *self;
        let is_reliable = self.mode == Mode::Reliable;
        let start = if is_reliable { number as u16 } else { self.unreliable };
        let offset = next as usize * part_len(mtu);
        let data = if count == 1 {
            bytes
        } else {
            let rest = bytes.get(offset..).unwrap_or_default();
            rest.get(..part_len(mtu)).unwrap_or(rest)
        };
        let (total, offset) = (bytes.len() as u32, offset as u32);
        let part = Fragment { start, count, index: next, total, offset, data };
        let command = match self.mode {
            Mode::Reliable if count == 1 => Command::Reliable(data),
            Mode::Reliable => Command::Fragment(part),
            Mode::Unreliable => Command::Unsequenced { group: start, data },
            Mode::UnreliableOrdered if count == 1 => Command::Unreliable { number: start, data },
            Mode::UnreliableOrdered => Command::UnreliableFragment(part),
        };
        let number = if is_reliable { number + u64::from(next) } else { number };
        Framed { channel, number: number as u16, command }
    }

    /// Returns the bytes that the packet counts until it is acknowledged or sent.
    fn cost(&self) -> usize {
        self.bytes.len() + RECORD * self.count as usize
    }
}

/// What a reliable command is about.
#[derive(Debug)]
pub(crate) enum Content {
    Connect(Box<(Connect, u32)>),
    Disconnect(u32),
    Ping,
    Part(Message),
}

/// A reliable command that is not acknowledged yet.
#[derive(Debug)]
struct Flight {
    content: Content,
    sent: SentTimes,
    first_sent: u64,
    last_sent: u64,
    timeout: u32,
    /// Whether it waits to be sent, for the first time or again.
    is_due: bool,
}

impl Flight {
    /// When it is to be sent again, or the connection ends.
    fn deadline(&self) -> u64 {
        let end = self.first_sent + SILENCE;
        if self.is_due { end } else { end.min(self.last_sent + u64::from(self.timeout)) }
    }

    fn framed(&self, (channel, number): Key, mtu: u16) -> Framed<'_> {
        let command = match &self.content {
            Content::Connect(request) => Command::Connect(request.0, request.1),
            Content::Disconnect(data) => Command::Disconnect { data: *data, is_acknowledged: true },
            Content::Ping => Command::Ping,
            Content::Part(part) => part.framed(mtu).command,
        };
        Framed { channel, number: number as u16, command }
    }
}

/// A channel and a reliable number with all wraps.
pub(crate) type Key = (u8, u64);

#[derive(Debug, Default)]
pub(crate) struct Outgoing {
    lanes: Vec<Lane>,
    pub(crate) mtu: u16,
    /// The last reliable number of the connection itself.
    control: u64,
    group: u16,
    serial: u64,
    reliable: VecDeque<Message>,
    unreliable: VecDeque<Message>,
    flights: BTreeMap<Key, Flight>,
    /// The one of them that was never sent.
    new: Option<Key>,
    /// Those that are to be sent again.
    due: BTreeSet<Key>,
    /// The channel that sends next: by turns, so that commands for which the receiver has no room do not hold up those that it needs.
    turn: u8,
    /// When each of them is to be sent again, or ends the connection.
    pub(crate) timeouts: BTreeSet<(u64, Key)>,
    in_flight: usize,
    /// The bytes that wait until they are acknowledged, with those of their records.
    pub(crate) bytes: usize,
    /// When the last acknowledgement came.
    pub(crate) heard: u64,
}

/// What has happened to the next command.
enum Written {
    /// It was written, or is not needed any more.
    Done,
    /// The datagram has no room for it.
    Full,
    /// The window has no room for it.
    Closed,
}

impl Outgoing {
    /// `control` reliable commands of the connection were sent before.
    pub(crate) fn new(mtu: u16, control: u64, heard: u64) -> Self {
        Self { mtu, control, heard, ..Self::default() }
    }

    pub(crate) fn open(&mut self, channels: u8) {
        self.lanes.resize_with(channels.into(), Lane::default);
    }

    /// Whether something is to be sent, if the window allows it.
    pub(crate) fn has_queued(&self) -> bool {
        let is_idle = self.new.is_none() && self.due.is_empty();
        !(is_idle && self.reliable.is_empty() && self.unreliable.is_empty())
    }

    /// Whether a reliable command is in flight or waits.
    pub(crate) fn has_reliable(&self) -> bool {
        !(self.flights.is_empty() && self.reliable.is_empty())
    }

    /// Queues a command of the connection itself. No other reliable command may wait.
    pub(crate) fn control(&mut self, content: Content) {
        self.control += 1;
        self.begin((CONNECTION, self.control), content);
    }

    fn begin(&mut self, key: Key, content: Content) {
        let (sent, is_due) = (SentTimes::default(), true);
        let flight = Flight { content, sent, first_sent: 0, last_sent: 0, timeout: 0, is_due };
        self.flights.insert(key, flight);
        self.new = Some(key);
    }

    /// Drops everything.
    pub(crate) fn clear(&mut self) {
        *self = Self { group: self.group, ..Self::new(self.mtu, self.control, self.heard) };
    }

    /// Queues a packet. Its channel must exist.
    pub(crate) fn send(&mut self, channel: u8, mode: Mode, bytes: Arc<[u8]>) {
        let Some(lane) = self.lanes.get_mut(usize::from(channel)) else { return };
        let count = part_count(bytes.len(), part_len(self.mtu));
        let mode = match mode {
            Mode::Unreliable if count == 1 => Mode::Unreliable,
            // A receiver that has had the last number would take no more.
            Mode::Unreliable | Mode::UnreliableOrdered if lane.unreliable < u16::MAX => {
                Mode::UnreliableOrdered
            }
            _ => Mode::Reliable,
        };
        let (mut number, mut unreliable) = (lane.reliable, 0);
        match mode {
            Mode::Reliable => {
                number += 1;
                (lane.reliable, lane.unreliable) = (lane.reliable + u64::from(count), 0);
            }
            Mode::UnreliableOrdered => {
                lane.unreliable += 1;
                unreliable = lane.unreliable;
            }
            Mode::Unreliable => {
                self.group = self.group.wrapping_add(1);
                (number, unreliable) = (0, self.group);
            }
        }
        self.serial += 1;
        let serial = self.serial;
        let message = Message { serial, bytes, channel, mode, number, unreliable, next: 0, count };
        self.bytes += message.cost();
        let queue = if mode == Mode::Reliable { &mut self.reliable } else { &mut self.unreliable };
        queue.push_back(message);
    }

    /// Writes as many commands as fit into a datagram. Returns whether others may follow at once.
    pub(crate) fn write(
        &mut self,
        now: u64,
        timing: &mut Timing,
        window: u32,
        writer: &mut Writer<'_>,
    ) -> bool {
        let window = timing.share(window).max(self.mtu.into());
        let mut is_open = true;
        loop {
            self.begin_next();
            let written = match self.next_due() {
                Some(key) if is_open => self.write_due(key, now, timing, window, writer),
                _ if self.unreliable.is_empty() => return false,
                _ => self.write_unreliable(timing, writer),
            };
            match written {
                Written::Done => {}
                Written::Full => return true,
                Written::Closed => is_open = false,
            }
        }
    }

    /// Returns the next command to send: of the channel whose turn it is, or of the next one after it, the first.
    fn next_due(&self) -> Option<Key> {
        let due = self.due.range((self.turn, 0)..).next().or_else(|| self.due.first()).copied();
        let turns = |(channel, number): &Key| (channel.wrapping_sub(self.turn), *number);
        self.new.into_iter().chain(due).min_by_key(turns)
    }

    /// Begins the next part of a reliable packet, if no other packet was queued before, and the receiver takes its number.
    fn begin_next(&mut self) {
        let Some(first) = self.reliable.front().filter(|_| self.new.is_none()) else { return };
        let key = (first.channel, first.number + u64::from(first.next));
        let is_first = self.unreliable.front().is_none_or(|other| first.serial < other.serial);
        if !is_first || !self.opens(key) {
            return;
        }
        let Some(part) = self.reliable.pop_front() else { return };
        if part.next + 1 < part.count {
            self.reliable.push_front(Message { next: part.next + 1, ..part.clone() });
        }
        self.begin(key, Content::Part(part));
    }

    /// Whether a number may be sent now. The first one of a window waits until the receiver takes numbers of that window.
    fn opens(&mut self, (channel, number): Key) -> bool {
        if !number.is_multiple_of(WINDOW.into()) {
            return true;
        }
        let oldest = number.saturating_sub(u64::from(USED_WINDOWS * WINDOW));
        let is_free = self.flights.range((channel, 0)..(channel, oldest)).next().is_none();
        let full = &mut self.lanes[usize::from(channel)].full;
        *full = full.or(is_free.then_some(number));
        *full == Some(number)
    }

    fn write_due(
        &mut self,
        key: Key,
        now: u64,
        timing: &Timing,
        window: usize,
        writer: &mut Writer<'_>,
    ) -> Written {
        let Some(flight) = self.flights.get_mut(&key) else { return Written::Done };
        let framed = flight.framed(key, self.mtu);
        let len = framed.command.data().len();
        if len > 0 && self.in_flight + len > window {
            return Written::Closed;
        }
        if !writer.command(&framed) {
            return Written::Full;
        }
        self.new.take_if(|new| *new == key);
        self.due.remove(&key);
        self.turn = key.0.wrapping_add(1);
        self.in_flight += len;
        if flight.sent.count == 0 {
            (flight.first_sent, flight.timeout) = (now, timing.timeout());
        }
        self.timeouts.remove(&(flight.deadline(), key));
        flight.sent.push(now as u16);
        (flight.last_sent, flight.is_due) = (now, false);
        self.timeouts.insert((flight.deadline(), key));
        Written::Done
    }

    fn write_unreliable(&mut self, timing: &mut Timing, writer: &mut Writer<'_>) -> Written {
        let Some(message) = self.unreliable.front_mut() else { return Written::Done };
        let len = writer.len;
        if !writer.command(&message.framed(self.mtu)) {
            return Written::Full;
        }
        let is_dropped = message.next == 0 && timing.is_next_dropped();
        if is_dropped {
            writer.undo(len);
        }
        message.next += 1;
        if is_dropped || message.next == message.count {
            self.bytes -= message.cost();
            self.unreliable.pop_front();
        }
        Written::Done
    }

    /// Takes an acknowledgement. Returns the time in milliseconds since the command was sent, or `None` if no such command is in flight.
    pub(crate) fn acknowledge(&mut self, key: (u8, u16), sent_time: u16, now: u64) -> Option<u32> {
        let (&(channel, first), _) = self.flights.range((key.0, 0)..=(key.0, u64::MAX)).next()?;
        let key = (channel, first + u64::from(key.1.wrapping_sub(first as u16)));
        let flight = self.flights.get(&key).filter(|flight| flight.sent.contains(sent_time))?;
        let len = flight.framed(key, self.mtu).command.data().len();
        if let Content::Part(_) = flight.content {
            self.bytes -= len + RECORD;
        }
        if !self.due.remove(&key) {
            self.in_flight -= len;
        }
        // The receiver has room for this channel again.
        self.turn = if flight.sent.count > 1 { channel } else { self.turn };
        self.timeouts.remove(&(flight.deadline(), key));
        self.flights.remove(&key);
        self.heard = now;
        let full = self.lanes.get_mut(usize::from(channel)).map(|lane| &mut lane.full);
        full.and_then(|full| full.take_if(|start| key.1 >= *start));
        Some((now as u16).wrapping_sub(sent_time).into())
    }

    /// Prepares the commands to be sent again that were not acknowledged in time. Returns whether the connection is lost.
    pub(crate) fn expire(&mut self, now: u64, timing: &Timing) -> bool {
        while let Some((_, key)) = self.timeouts.first().copied().filter(|(time, _)| *time <= now) {
            self.timeouts.pop_first();
            let Some(flight) = self.flights.get_mut(&key) else { continue };
            // If others were acknowledged meanwhile, the receiver may have had no room, and needs the command soon.
            let is_alive = flight.last_sent < self.heard;
            let max = if is_alive { timing.timeout().max(BUSY_TIMEOUT) } else { MAX_TIMEOUT };
            flight.timeout = flight.timeout.saturating_mul(2).min(max);
            let was_tried = flight.sent.count >= MANY_ATTEMPTS;
            if was_tried && now - self.heard >= SHORT_SILENCE || now - flight.first_sent >= SILENCE
            {
                return true;
            }
            flight.is_due = true;
            self.timeouts.insert((flight.deadline(), key));
            self.in_flight -= flight.framed(key, self.mtu).command.data().len();
            self.due.insert(key);
        }
        false
    }
}
