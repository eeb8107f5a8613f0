//! The sending half of a connection: queues, the cut of long packets, and the commands that are not acknowledged yet.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::event::Mode;
use crate::fragments::{part_count, part_len};
use crate::numbers::Windows;
use crate::timing::{MAX_TIMEOUT, Timing};
use crate::wire::{COMMANDS, CONNECTION, Command, Connect, Fragment, Framed, MAX_COMMANDS, Writer};

/// The bytes that a packet or a part of one counts beside its own.
pub(crate) const RECORD: usize = 128;
/// How many times of sending a command keeps. An acknowledgement of an older one is not believed.
const SENT_TIMES: usize = 4;
/// A connection without acknowledgements ends after this time in milliseconds.
pub(crate) const SILENCE: u64 = 30_000;
/// It ends after this time if a command was sent often.
const SHORT_SILENCE: u64 = 5_000;
const MANY_ATTEMPTS: u16 = 6;

/// A reliable command of the connection itself.
#[derive(Debug)]
pub(crate) enum Control {
    Connect(Box<Connect>, u32),
    Disconnect(u32),
    Ping,
}

impl Control {
    fn command(&self) -> Command<'_> {
        match self {
            Self::Connect(connect, data) => Command::Connect(**connect, *data),
            Self::Disconnect(data) => Command::Disconnect { data: *data, is_acknowledged: true },
            Self::Ping => Command::Ping,
        }
    }
}

/// The numbers of a channel.
#[derive(Debug, Default)]
struct Lane {
    reliable: u16,
    unreliable: u16,
    windows: Windows,
}

/// A packet that was not sent yet, or only in part.
#[derive(Debug)]
struct Message {
    /// Its place among all messages.
    serial: u64,
    bytes: Arc<[u8]>,
    channel: u8,
    mode: Mode,
    /// The number of its first command if it is reliable, otherwise the last reliable number before it.
    number: u16,
    /// Its unreliable number or its group.
    unreliable: u16,
    /// Which part is next, and how many there are.
    next: u32,
    count: u32,
}

/// A part of a packet, or a whole one.
#[derive(Debug)]
struct Piece {
    bytes: Arc<[u8]>,
    start: u16,
    index: u32,
    count: u32,
}

#[derive(Debug)]
enum Content {
    Control(Control),
    Piece(Piece),
}

/// A reliable command that was sent and is not acknowledged yet.
#[derive(Debug)]
struct Flight {
    content: Content,
    /// When it was sent, on the wire's clock; the last times, by turns.
    sent: [u16; SENT_TIMES],
    attempts: u16,
    first_sent: u64,
    last_sent: u64,
    timeout: u32,
    /// Whether it waits to be sent again.
    is_due: bool,
}

impl Flight {
    fn deadline(&self) -> u64 {
        self.last_sent + u64::from(self.timeout)
    }

    fn was_sent_at(&self, time: u16) -> bool {
        self.sent.iter().take(self.attempts.into()).any(|sent| *sent == time)
    }
}

/// A channel and a number.
type Key = (u8, u16);

/// The time, in milliseconds and as the wire has it.
#[derive(Clone, Copy)]
pub(crate) struct Time {
    pub(crate) now: u64,
    pub(crate) wire: u16,
}

/// What an acknowledgement has done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Acknowledged {
    Other,
    Disconnect,
}

#[derive(Debug)]
pub(crate) struct Outgoing {
    lanes: Vec<Lane>,
    mtu: u16,
    /// The last reliable number of the connection itself.
    control: u16,
    group: u16,
    serial: u64,
    controls: VecDeque<Control>,
    again: VecDeque<Key>,
    reliable: VecDeque<Message>,
    unreliable: VecDeque<Message>,
    flights: BTreeMap<Key, Flight>,
    timeouts: BTreeSet<(u64, Key)>,
    in_flight: usize,
    bytes: usize,
    /// When the first of the commands was sent that were repeated since the last acknowledgement.
    first_loss: Option<u64>,
}

impl Outgoing {
    /// `control` reliable commands of the connection were sent before.
    pub(crate) const fn new(mtu: u16, control: u16) -> Self {
        Self {
            lanes: Vec::new(),
            mtu,
            control,
            group: 0,
            serial: 0,
            controls: VecDeque::new(),
            again: VecDeque::new(),
            reliable: VecDeque::new(),
            unreliable: VecDeque::new(),
            flights: BTreeMap::new(),
            timeouts: BTreeSet::new(),
            in_flight: 0,
            bytes: 0,
            first_loss: None,
        }
    }

    pub(crate) fn open(&mut self, channels: u8, mtu: u16) {
        self.lanes.resize_with(channels.into(), Lane::default);
        self.mtu = mtu;
    }

    /// The bytes that wait until they are acknowledged, with those of their records.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.has_queued() && self.flights.is_empty()
    }

    /// Whether something is to be sent, if the window allows it.
    pub(crate) fn has_queued(&self) -> bool {
        !(self.controls.is_empty()
            && self.again.is_empty()
            && self.reliable.is_empty()
            && self.unreliable.is_empty())
    }

    /// Whether a reliable command is in flight or waits.
    pub(crate) fn has_reliable(&self) -> bool {
        !(self.flights.is_empty() && self.controls.is_empty() && self.reliable.is_empty())
    }

    /// Returns when the first command is to be sent again.
    pub(crate) fn next_timeout(&self) -> Option<u64> {
        self.timeouts.first().map(|(deadline, _)| *deadline)
    }

    pub(crate) fn control(&mut self, control: Control) {
        self.controls.push_back(control);
    }

    /// Drops everything.
    pub(crate) fn clear(&mut self) {
        *self = Self { group: self.group, ..Self::new(self.mtu, self.control) };
    }

    /// Queues a packet. Its channel must exist.
    pub(crate) fn send(&mut self, channel: u8, mode: Mode, bytes: Arc<[u8]>) {
        let Some(lane) = self.lanes.get_mut(usize::from(channel)) else { return };
        let part_len = part_len(self.mtu);
        let count = if bytes.len() > part_len { part_count(bytes.len(), part_len) } else { 1 };
        let mode = match mode {
            Mode::Unreliable if count == 1 => Mode::Unreliable,
            // A receiver that has had the last number would take no more.
            Mode::Unreliable | Mode::UnreliableOrdered if lane.unreliable < u16::MAX => {
                Mode::UnreliableOrdered
            }
            _ => Mode::Reliable,
        };
        let (number, unreliable) = match mode {
            Mode::Reliable => {
                let start = lane.reliable.wrapping_add(1);
                lane.reliable = lane.reliable.wrapping_add(count as u16);
                lane.unreliable = 0;
                (start, 0)
            }
            Mode::UnreliableOrdered => {
                lane.unreliable += 1;
                (lane.reliable, lane.unreliable)
            }
            Mode::Unreliable => {
                self.group = self.group.wrapping_add(1);
                (0, self.group)
            }
        };
        self.bytes += bytes.len() + RECORD * count as usize;
        self.serial += 1;
        let serial = self.serial;
        let queue = if mode == Mode::Reliable { &mut self.reliable } else { &mut self.unreliable };
        let next = 0;
        queue.push_back(Message { serial, bytes, channel, mode, number, unreliable, next, count });
    }

    /// Writes as many commands as fit into a datagram. Returns whether one of them is reliable, and whether others may follow at once.
    pub(crate) fn write(
        &mut self,
        time: Time,
        timing: &mut Timing,
        window: u32,
        commands: &mut usize,
        writer: &mut Writer<'_>,
    ) -> (bool, bool) {
        let window = timing.share(window).max(self.mtu.into());
        let (mut has_reliable, mut is_open) = (false, true);
        loop {
            if *commands >= MAX_COMMANDS {
                return (has_reliable, self.has_queued());
            }
            let is_written = match self.next_queue(is_open) {
                None => return (has_reliable, false),
                Some(Queue::Control) => self.write_control(time, timing, writer),
                Some(Queue::Again) => self.write_again(time, window, writer),
                Some(Queue::Reliable) => self.write_reliable(time, timing, window, writer),
                Some(Queue::Unreliable) => {
                    match self.write_unreliable(timing, writer) {
                        Written::No => return (has_reliable, true),
                        Written::Yes => *commands += 1,
                        Written::Closed => {}
                    }
                    continue;
                }
            };
            match is_written {
                Written::No => return (has_reliable, true),
                Written::Yes => {
                    has_reliable = true;
                    *commands += 1;
                }
                Written::Closed => is_open = false,
            }
        }
    }

    fn next_queue(&mut self, is_open: bool) -> Option<Queue> {
        if !self.controls.is_empty() {
            return Some(Queue::Control);
        }
        while let Some(key) = self.again.front() {
            if self.flights.get(key).is_some_and(|flight| flight.is_due) {
                break;
            }
            self.again.pop_front();
        }
        if is_open && !self.again.is_empty() {
            return Some(Queue::Again);
        }
        let reliable = self.reliable.front().filter(|_| is_open);
        match (reliable, self.unreliable.front()) {
            (Some(reliable), Some(other)) if reliable.serial < other.serial => {
                Some(Queue::Reliable)
            }
            (_, Some(_)) => Some(Queue::Unreliable),
            (Some(_), None) => Some(Queue::Reliable),
            (None, None) => None,
        }
    }

    fn write_control(&mut self, time: Time, timing: &Timing, writer: &mut Writer<'_>) -> Written {
        let number = self.control.wrapping_add(1);
        let Some(control) = self.controls.front() else { return Written::Closed };
        if !put(writer, self.mtu, CONNECTION, number, control.command()) {
            return Written::No;
        }
        self.control = number;
        if let Some(control) = self.controls.pop_front() {
            self.fly((CONNECTION, number), Content::Control(control), time, timing);
        }
        Written::Yes
    }

    /// Notes a command that was sent for the first time.
    fn fly(&mut self, key: Key, content: Content, time: Time, timing: &Timing) {
        let flight = Flight {
            content,
            sent: [time.wire; SENT_TIMES],
            attempts: 1,
            first_sent: time.now,
            last_sent: time.now,
            timeout: timing.timeout(),
            is_due: false,
        };
        self.timeouts.insert((flight.deadline(), key));
        self.flights.insert(key, flight);
    }

    fn write_again(&mut self, time: Time, window: usize, writer: &mut Writer<'_>) -> Written {
        let mtu = self.mtu;
        let Some(&key) = self.again.front() else { return Written::Closed };
        let Some(flight) = self.flights.get_mut(&key) else { return Written::Closed };
        let (command, len) = match &flight.content {
            Content::Control(control) => (control.command(), 0),
            Content::Piece(piece) => {
                let part = piece.data(mtu);
                if self.in_flight + part.len() > window {
                    return Written::Closed;
                }
                (piece.command(mtu), part.len())
            }
        };
        if !put(writer, mtu, key.0, key.1, command) {
            return Written::No;
        }
        self.again.pop_front();
        self.in_flight += len;
        flight.sent[usize::from(flight.attempts) % SENT_TIMES] = time.wire;
        flight.attempts = flight.attempts.saturating_add(1);
        flight.last_sent = time.now;
        flight.is_due = false;
        self.timeouts.insert((flight.deadline(), key));
        Written::Yes
    }

    fn write_reliable(
        &mut self,
        time: Time,
        timing: &Timing,
        window: usize,
        writer: &mut Writer<'_>,
    ) -> Written {
        let mtu = self.mtu;
        let Some(message) = self.reliable.front_mut() else { return Written::Closed };
        let Message { channel, number: start, next: index, count, .. } = *message;
        let number = start.wrapping_add(index as u16);
        let Some(lane) = self.lanes.get_mut(usize::from(channel)) else { return Written::Closed };
        let piece = Piece { bytes: Arc::clone(&message.bytes), start, index, count };
        let len = piece.data(mtu).len();
        if !lane.windows.allows(number) || self.in_flight + len > window {
            return Written::Closed;
        }
        if !put(writer, mtu, channel, number, piece.command(mtu)) {
            return Written::No;
        }
        lane.windows.add(number);
        self.in_flight += len;
        message.next += 1;
        if message.next == count {
            self.reliable.pop_front();
        }
        self.fly((channel, number), Content::Piece(piece), time, timing);
        Written::Yes
    }

    fn write_unreliable(&mut self, timing: &mut Timing, writer: &mut Writer<'_>) -> Written {
        let mtu = self.mtu;
        let Some(message) = self.unreliable.front_mut() else { return Written::Closed };
        let Message { channel, number, unreliable, count, .. } = *message;
        let bytes = &*message.bytes;
        let command = match message.mode {
            Mode::Unreliable => Command::Unsequenced { group: unreliable, data: bytes },
            _ if count == 1 => Command::Unreliable { number: unreliable, data: bytes },
            _ => Command::UnreliableFragment(cut(bytes, unreliable, message.next, count, mtu)),
        };
        if !fits(writer, mtu, &command) {
            return Written::No;
        }
        if message.next == 0 && timing.is_next_dropped() {
            self.bytes -= bytes.len() + RECORD * count as usize;
            self.unreliable.pop_front();
            return Written::Closed;
        }
        put(writer, mtu, channel, number, command);
        message.next += 1;
        if message.next == count {
            self.bytes -= bytes.len() + RECORD * count as usize;
            self.unreliable.pop_front();
        }
        Written::Yes
    }

    /// Takes an acknowledgement. Returns the time in milliseconds since the command was sent, or `None` if no such command is in flight.
    pub(crate) fn acknowledge(
        &mut self,
        channel: u8,
        number: u16,
        sent_time: u16,
        time: Time,
    ) -> Option<(u32, Acknowledged)> {
        let key = (channel, number);
        let flight = self.flights.get(&key).filter(|flight| flight.was_sent_at(sent_time))?;
        let (is_due, deadline) = (flight.is_due, flight.deadline());
        let mut acknowledged = Acknowledged::Other;
        match &flight.content {
            Content::Control(control) => {
                if matches!(control, Control::Disconnect(_)) {
                    acknowledged = Acknowledged::Disconnect;
                }
            }
            Content::Piece(piece) => {
                let len = piece.data(self.mtu).len();
                self.bytes -= len + RECORD;
                if !is_due {
                    self.in_flight -= len;
                }
            }
        }
        self.flights.remove(&key);
        if !is_due {
            self.timeouts.remove(&(deadline, key));
        }
        if let Some(lane) = self.lanes.get_mut(usize::from(channel)) {
            lane.windows.remove(number);
        }
        self.first_loss = None;
        Some((time.wire.wrapping_sub(sent_time).into(), acknowledged))
    }

    /// Prepares the commands to be sent again that were not acknowledged in time. Returns whether the connection is lost.
    pub(crate) fn expire(&mut self, now: u64) -> bool {
        while let Some((deadline, key)) = self.timeouts.first().copied() {
            if deadline > now {
                break;
            }
            self.timeouts.pop_first();
            let Some(flight) = self.flights.get_mut(&key) else { continue };
            let first = *self.first_loss.get_or_insert(flight.last_sent);
            let first = first.min(flight.last_sent);
            self.first_loss = Some(first);
            let is_lost = now - first >= SILENCE
                || now - flight.first_sent >= SILENCE
                || flight.attempts >= MANY_ATTEMPTS && now - first >= SHORT_SILENCE;
            if is_lost {
                return true;
            }
            flight.timeout = flight.timeout.saturating_mul(2).min(MAX_TIMEOUT);
            flight.is_due = true;
            if let Content::Piece(piece) = &flight.content {
                self.in_flight -= piece.data(self.mtu).len();
            }
            self.again.push_back(key);
        }
        false
    }
}

#[derive(Clone, Copy)]
enum Queue {
    Control,
    Again,
    Reliable,
    Unreliable,
}

enum Written {
    Yes,
    /// The datagram is full.
    No,
    /// Nothing reliable can be sent now; or an unreliable packet was dropped.
    Closed,
}

impl Piece {
    fn data(&self, mtu: u16) -> &[u8] {
        if self.count == 1 {
            return &self.bytes;
        }
        cut(&self.bytes, self.start, self.index, self.count, mtu).data
    }

    fn command(&self, mtu: u16) -> Command<'_> {
        if self.count == 1 {
            return Command::Reliable(&self.bytes);
        }
        Command::Fragment(cut(&self.bytes, self.start, self.index, self.count, mtu))
    }
}

/// Returns a part of a packet.
fn cut(bytes: &[u8], start: u16, index: u32, count: u32, mtu: u16) -> Fragment<'_> {
    let offset = index as usize * part_len(mtu);
    let rest = bytes.get(offset..).unwrap_or_default();
    let data = rest.get(..part_len(mtu)).unwrap_or(rest);
    Fragment { start, count, index, total: bytes.len() as u32, offset: offset as u32, data }
}

fn fits(writer: &Writer<'_>, mtu: u16, command: &Command<'_>) -> bool {
    let (size, _) = COMMANDS[usize::from(command.kind()) - 1];
    writer.len() + size + command.data().len() <= usize::from(mtu)
}

/// Writes a command if there is room for it.
fn put(writer: &mut Writer<'_>, mtu: u16, channel: u8, number: u16, command: Command<'_>) -> bool {
    let fits = fits(writer, mtu, &command);
    if fits {
        writer.command(&Framed { channel, number, command });
    }
    fits
}
