//! A connection after its handshake, and a client's until then.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

use crate::channel::{Channel, Inbox};
use crate::event::{Mode, Reason};
use crate::fragments::{Fragments, part_len};
use crate::limits::{Limits, MIN_MTU};
use crate::numbers::Groups;
use crate::outgoing::{Acknowledged, Control, Outgoing, SILENCE, Time};
use crate::timing::Timing;
use crate::wire::{
    CONNECTION, Command, Connect, Fragment, Framed, HEADER, Header, MAX_COMMANDS, MAX_DATAGRAM,
    NO_SLOT, Throttle, Writer,
};

/// Without acknowledgements for this time in milliseconds a peer gets a ping.
const PING: u64 = 500;
/// How many acknowledgements wait. Others are not sent, so the sender repeats the command.
const MAX_ACKNOWLEDGEMENTS: usize = 1024;
/// The bytes of an acknowledgement.
const ACKNOWLEDGEMENT: usize = 8;
/// The other side has this time in milliseconds to acknowledge the end of the connection.
const FAREWELL: u64 = 5_000;
const MIN_WINDOW: u32 = 4096;
pub(crate) const MAX_WINDOW: u32 = 65_536;

/// Returns how many bytes may be in flight to a side that can receive this many bytes a second; 0 is no limit.
const fn window_of(bandwidth: u32) -> u32 {
    if bandwidth == 0 {
        return MAX_WINDOW;
    }
    clamp_window((bandwidth / MAX_WINDOW).saturating_mul(MIN_WINDOW))
}

pub(crate) const fn clamp_window(window: u32) -> u32 {
    if window < MIN_WINDOW {
        MIN_WINDOW
    } else if window > MAX_WINDOW {
        MAX_WINDOW
    } else {
        window
    }
}

/// Returns the smaller MTU of both sides.
pub(crate) fn common_mtu(own: u16, other: u32) -> u16 {
    other.clamp(MIN_MTU.into(), MAX_DATAGRAM as u32).min(own.into()) as u16
}

/// How the datagrams of a connection are addressed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    /// The slot of the other side, or [`NO_SLOT`].
    pub(crate) slot: u16,
    /// The sessions in the headers of received and sent datagrams.
    pub(crate) session_in: u8,
    pub(crate) session_out: u8,
    pub(crate) is_compressed: bool,
    /// What is added to the time in milliseconds in sent datagrams.
    pub(crate) clock: u16,
}

impl Link {
    pub(crate) const fn time(self, now: u64) -> Time {
        Time { now, wire: (now as u16).wrapping_add(self.clock) }
    }

    /// Returns the header of a datagram without compression.
    pub(crate) const fn header(self, sent_time: Option<u16>) -> Header {
        Header { slot: self.slot, session: self.session_out, is_compressed: false, sent_time }
    }

    /// Whether a datagram belongs to this connection, not to an earlier one of the slot.
    pub(crate) const fn accepts(self, header: Header) -> bool {
        self.slot == NO_SLOT || header.session == self.session_in
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Connecting,
    Connected,
    /// Ends with this word, after what was sent is acknowledged, or at this time.
    Leaving(u32, u64),
    /// Ends when the other side has acknowledged it, or at this time.
    Disconnecting(u64),
    Ended(Reason),
}

/// Whether the other commands of the datagram are read, too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    Continue,
    Stop,
}

/// What a datagram for a peer has.
pub(crate) struct Sent {
    pub(crate) header: Header,
    /// Its length, from [`HEADER`] reserved bytes on.
    pub(crate) len: usize,
    /// Whether others may follow at once.
    pub(crate) has_more: bool,
}

#[derive(Debug)]
pub(crate) struct Peer {
    pub(crate) link: Link,
    pub(crate) state: State,
    pub(crate) connect_id: u32,
    pub(crate) mtu: u16,
    window: u32,
    /// The word of the event that the peer is connected.
    pub(crate) data: u32,
    /// Whether the caller has not been told yet that the peer is connected.
    pub(crate) is_new: bool,
    /// How many channels a client asks for.
    max_channels: u8,
    channels: Vec<Channel>,
    groups: Groups,
    pub(crate) inbox: Inbox,
    acknowledgements: VecDeque<(u8, u16, u16)>,
    pub(crate) outgoing: Outgoing,
    pub(crate) timing: Timing,
    /// When the last acknowledgement came.
    heard: u64,
}

impl Peer {
    /// Asks a server for a connection. `connect` has what this side wants.
    pub(crate) fn client(
        limits: &Limits,
        connect: Connect,
        data: u32,
        link: Link,
        now: u64,
    ) -> Self {
        let mut peer = Self::new(limits, link, limits.mtu, &connect, now);
        peer.state = State::Connecting;
        peer.max_channels = connect.channels as u8;
        peer.is_new = false;
        peer.outgoing.control(Control::Connect(Box::new(connect), data));
        peer
    }

    /// A client has finished its handshake. `connect` has what it has said.
    pub(crate) fn server(
        limits: &Limits,
        connect: &Connect,
        channels: u8,
        data: u32,
        link: Link,
        now: u64,
    ) -> Self {
        let mut peer = Self::new(limits, link, common_mtu(limits.mtu, connect.mtu), connect, now);
        // VERIFY CONNECT was the first reliable command.
        peer.outgoing = Outgoing::new(peer.mtu, 1);
        peer.data = data;
        peer.window = window_of(connect.incoming_bandwidth);
        peer.open(channels);
        peer
    }

    fn new(limits: &Limits, link: Link, mtu: u16, connect: &Connect, now: u64) -> Self {
        Self {
            link,
            state: State::Connected,
            connect_id: connect.connect_id,
            mtu,
            window: MAX_WINDOW,
            data: 0,
            is_new: true,
            max_channels: 0,
            channels: Vec::new(),
            groups: Groups::default(),
            inbox: Inbox::new(limits.max_waiting_bytes, limits.max_packet_bytes),
            acknowledgements: VecDeque::new(),
            outgoing: Outgoing::new(mtu, 0),
            timing: Timing::new(connect.throttle),
            heard: now,
        }
    }

    fn open(&mut self, channels: u8) {
        self.channels.resize_with(channels.into(), Channel::default);
        self.outgoing.open(channels, self.mtu);
    }

    pub(crate) fn channel_count(&self) -> u8 {
        self.channels.len() as u8
    }

    pub(crate) const fn is_connected(&self) -> bool {
        matches!(self.state, State::Connected)
    }

    pub(crate) fn has_event(&self) -> bool {
        self.is_new || !self.inbox.is_empty() || matches!(self.state, State::Ended(_))
    }

    /// Whether there may be a datagram to send.
    pub(crate) fn has_due(&self) -> bool {
        !self.acknowledgements.is_empty() || self.outgoing.has_queued()
    }

    /// Returns when [`Self::pass_time`] is to be called.
    pub(crate) fn next_time(&self) -> Option<u64> {
        let quiet = if self.outgoing.has_reliable() { SILENCE } else { PING };
        let end = match self.state {
            State::Ended(_) => return None,
            State::Disconnecting(until) => until,
            State::Leaving(_, until) => until.min(self.heard + quiet),
            _ => self.heard + quiet,
        };
        Some(self.outgoing.next_timeout().map_or(end, |timeout| timeout.min(end)))
    }

    pub(crate) fn pass_time(&mut self, now: u64) {
        match self.state {
            State::Ended(_) => {}
            State::Disconnecting(until) => {
                if until <= now || self.outgoing.expire(now) {
                    self.end(Reason::Left);
                }
            }
            State::Leaving(data, until) if until <= now => self.disconnect(data, now),
            State::Connecting | State::Connected | State::Leaving(..) => {
                let is_silent = self.outgoing.has_reliable() && now >= self.heard + SILENCE;
                if is_silent || self.outgoing.expire(now) {
                    self.end(Reason::TimedOut);
                }
            }
        }
    }

    fn clear(&mut self) {
        self.outgoing.clear();
        self.acknowledgements.clear();
        for channel in &mut self.channels {
            channel.clear(&mut self.inbox);
        }
    }

    fn end(&mut self, reason: Reason) {
        self.clear();
        self.state = State::Ended(reason);
    }

    fn drop_inbox(&mut self) {
        while self.inbox.pop().is_some() {}
    }

    pub(crate) fn disconnect(&mut self, data: u32, now: u64) {
        match self.state {
            State::Connected | State::Leaving(..) => {
                self.clear();
                self.drop_inbox();
                self.state = State::Disconnecting(now + FAREWELL);
                self.outgoing.control(Control::Disconnect(data));
            }
            State::Connecting => self.end(Reason::Left),
            State::Disconnecting(_) | State::Ended(_) => {}
        }
    }

    pub(crate) fn disconnect_later(&mut self, data: u32, now: u64) {
        match self.state {
            State::Connected => {
                self.drop_inbox();
                self.state = State::Leaving(data, now + SILENCE);
                self.leave_if_done(now);
            }
            State::Leaving(_, until) => self.state = State::Leaving(data, until),
            _ => self.disconnect(data, now),
        }
    }

    fn leave_if_done(&mut self, now: u64) {
        if let State::Leaving(data, _) = self.state
            && self.outgoing.is_empty()
        {
            self.disconnect(data, now);
        }
    }

    /// Reads a command.
    pub(crate) fn handle(&mut self, framed: &Framed<'_>, sent_time: Option<u16>, now: u64) -> Flow {
        let is_open = match self.state {
            State::Connected | State::Leaving(..) => true,
            State::Connecting => {
                matches!(framed.command, Command::Verify(_) | Command::Disconnect { .. })
            }
            State::Disconnecting(_) => {
                matches!(framed.command, Command::Acknowledge { .. } | Command::Disconnect { .. })
            }
            State::Ended(_) => false,
        };
        if !is_open {
            return Flow::Stop;
        }
        let is_acknowledged = match &framed.command {
            Command::Connect(..) => return Flow::Stop,
            Command::Acknowledge { number, sent_time } => {
                self.acknowledge(framed.channel, *number, *sent_time, now);
                false
            }
            Command::Verify(connect) => {
                if self.state == State::Connecting && !self.verify(connect, now) {
                    self.end(Reason::BadAnswer);
                    return Flow::Stop;
                }
                true
            }
            Command::Disconnect { data, .. } => {
                // The host acknowledges it: nothing of the connection is left.
                let is_own = matches!(self.state, State::Disconnecting(_));
                self.end(if is_own { Reason::Left } else { Reason::Closed(*data) });
                return Flow::Stop;
            }
            Command::Ping => true,
            Command::Bandwidth { incoming, .. } => {
                self.window = window_of(*incoming);
                true
            }
            Command::Throttle(throttle) => {
                self.timing.settings = *throttle;
                true
            }
            Command::Reliable(_)
            | Command::Unreliable { .. }
            | Command::Unsequenced { .. }
            | Command::Fragment(_)
            | Command::UnreliableFragment(_) => match self.packet(framed) {
                Some(is_acknowledged) => is_acknowledged,
                None => return Flow::Stop,
            },
        };
        if is_acknowledged
            && framed.command.is_acknowledged()
            && self.acknowledgements.len() < MAX_ACKNOWLEDGEMENTS
            && let Some(time) = sent_time
        {
            self.acknowledgements.push_back((framed.channel, framed.number, time));
        }
        Flow::Continue
    }

    fn acknowledge(&mut self, channel: u8, number: u16, sent_time: u16, now: u64) {
        let time = self.link.time(now);
        let Some((round_trip, what)) = self.outgoing.acknowledge(channel, number, sent_time, time)
        else {
            return;
        };
        self.timing.sample(round_trip, now);
        self.heard = now;
        match self.state {
            State::Disconnecting(_) if what == Acknowledged::Disconnect => self.end(Reason::Left),
            State::Leaving(..) => self.leave_if_done(now),
            _ => {}
        }
    }

    /// Takes a server's answer. Returns whether it is valid.
    fn verify(&mut self, answer: &Connect, now: u64) -> bool {
        let is_valid = (1..=255).contains(&answer.channels)
            && answer.throttle == self.timing.settings
            && answer.connect_id == self.connect_id
            && answer.slot < NO_SLOT
            && answer.incoming_session <= 3
            && answer.outgoing_session <= 3;
        if is_valid {
            self.mtu = common_mtu(self.mtu, answer.mtu);
            self.window = clamp_window(answer.window);
            self.link.slot = answer.slot;
            self.link.session_in = answer.incoming_session;
            self.link.session_out = answer.outgoing_session;
            self.outgoing.clear();
            self.open(self.max_channels.min(answer.channels as u8));
            self.state = State::Connected;
            self.is_new = true;
            // So that a ping follows at once, as from ENet: it measures the round trip before packets delay each other.
            self.heard = now.saturating_sub(PING);
        }
        is_valid
    }

    /// Takes a packet or a part of one. Returns whether it is to be acknowledged, or `None` if no `ENet` of this connection sends it.
    fn packet(&mut self, framed: &Framed<'_>) -> Option<bool> {
        let &Framed { channel: id, number, ref command } = framed;
        let channel = self.channels.get_mut(usize::from(id))?;
        let is_cut = |part: &Fragment<'_>| Fragments::is_cut(part, part_len(self.mtu));
        if let Command::Fragment(part) | Command::UnreliableFragment(part) = command
            && !is_cut(part)
        {
            return None;
        }
        if !self.inbox.accepts(command.data().len()) {
            return None;
        }
        if self.state != State::Connected {
            // The caller has ended the connection, and takes no more packets.
            return Some(true);
        }
        let inbox = &mut self.inbox;
        match command {
            Command::Reliable(data) => return Some(channel.reliable(id, number, data, inbox)),
            Command::Fragment(part) => return Some(channel.fragment(id, number, part, inbox)),
            Command::Unreliable { number: unreliable, data } => {
                channel.unreliable(id, number, *unreliable, data, inbox);
            }
            Command::UnreliableFragment(part) => {
                channel.unreliable_fragment(id, number, part, inbox);
            }
            Command::Unsequenced { group, data }
                if inbox.has_room(data.len()) && self.groups.is_new(*group) =>
            {
                inbox.push(id, Mode::Unreliable, data.to_vec());
                channel.drop_stale(None, inbox);
            }
            _ => {}
        }
        Some(false)
    }

    /// Writes a datagram without its header and compression, if something is to be sent.
    pub(crate) fn transmit(&mut self, now: u64, out: &mut [u8; MAX_DATAGRAM]) -> Option<Sent> {
        let time = self.link.time(now);
        let mut writer = Writer::new(out, HEADER);
        let mut commands = 0;
        while commands < MAX_COMMANDS && writer.len() + ACKNOWLEDGEMENT <= usize::from(self.mtu) {
            let Some((channel, number, sent_time)) = self.acknowledgements.pop_front() else {
                break;
            };
            let command = Command::Acknowledge { number, sent_time };
            writer.command(&Framed { channel, number, command });
            commands += 1;
        }
        let is_quiet = self.is_connected() && now >= self.heard + PING;
        if is_quiet && !self.outgoing.has_reliable() {
            self.outgoing.control(Control::Ping);
        }
        let Self { outgoing, timing, window, .. } = self;
        let (is_timed, has_more) =
            outgoing.write(time, timing, *window, &mut commands, &mut writer);
        let len = writer.len();
        let has_more = has_more || !self.acknowledgements.is_empty();
        self.leave_if_done(now);
        let header = self.link.header(is_timed.then_some(time.wire));
        (commands > 0).then_some(Sent { header, len, has_more })
    }
}

/// What a client of this host asks for.
pub(crate) const fn request(slot: u16, channels: u8, mtu: u16, connect_id: u32) -> Connect {
    Connect {
        slot,
        incoming_session: 0xFF,
        outgoing_session: 0xFF,
        mtu: mtu as u32,
        window: MAX_WINDOW,
        channels: channels as u32,
        incoming_bandwidth: 0,
        outgoing_bandwidth: 0,
        throttle: Throttle::DEFAULT,
        connect_id,
    }
}

/// Returns the channel and number of VERIFY CONNECT, a server's first reliable command.
pub(crate) const VERIFY: (u8, u16) = (CONNECTION, 1);
