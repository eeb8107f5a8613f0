//! A connection after its handshake, and a client's until then.

use alloc::boxed::Box;
use alloc::collections::VecDeque;

use crate::event::Reason;
use crate::handshake::{Half, Link, MAX_WINDOW, clamp_window, common_mtu, window_of};
use crate::incoming::Incoming;
use crate::limits::Limits;
use crate::outgoing::{Content, Outgoing, SILENCE};
use crate::timing::Timing;
use crate::wire::{Command, Connect, Framed, NO_SLOT, Writer};

/// Without acknowledgements for this time in milliseconds a peer gets a ping.
const PING: u64 = 500;
/// How many acknowledgements wait. Others are not sent, so the sender repeats the command.
const MAX_ACKNOWLEDGEMENTS: usize = 1024;
/// The other side has this time in milliseconds to acknowledge the end of the connection.
const FAREWELL: u64 = 5_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Asks for this many channels.
    Connecting(u8),
    Connected,
    /// Ends with this word, after what was sent is acknowledged, or at this time.
    Leaving(u32, u64),
    /// Ends when the other side has acknowledged it, or at this time.
    Disconnecting(u64),
    Ended(Reason),
}

#[derive(Debug)]
pub(crate) struct Peer {
    pub(crate) link: Link,
    pub(crate) state: State,
    pub(crate) connect_id: u32,
    window: u32,
    /// The word that came with the connection, until the caller has got the event.
    pub(crate) news: Option<u32>,
    pub(crate) incoming: Incoming,
    acknowledgements: VecDeque<(u8, u16, u16)>,
    pub(crate) outgoing: Outgoing,
    pub(crate) timing: Timing,
}

impl Peer {
    /// Asks a server for a connection. `connect` has what this side wants.
    pub(crate) fn client(limits: &Limits, request: (Connect, u32), link: Link, now: u64) -> Self {
        let mut peer = Self::new(limits, link, &request.0, now);
        peer.state = State::Connecting(request.0.channels as u8);
        peer.outgoing.control(Content::Connect(Box::new(request)));
        peer
    }

    /// A client has finished its handshake.
    pub(crate) fn server(limits: &Limits, half: &Half, now: u64) -> Self {
        let mut peer = Self::new(limits, half.link, &half.connect, now);
        peer.window = window_of(half.connect.incoming_bandwidth);
        // VERIFY CONNECT was the first reliable command.
        peer.outgoing = Outgoing::new(peer.outgoing.mtu, 1, now);
        peer.open(half.channels(limits), half.data);
        peer
    }

    fn new(limits: &Limits, link: Link, connect: &Connect, now: u64) -> Self {
        let mtu = common_mtu(limits.mtu, connect.mtu);
        Self {
            link,
            state: State::Connected,
            connect_id: connect.connect_id,
            window: MAX_WINDOW,
            news: None,
            incoming: Incoming::new(limits),
            acknowledgements: VecDeque::new(),
            outgoing: Outgoing::new(mtu, 0, now),
            timing: Timing::new(connect.throttle),
        }
    }

    fn open(&mut self, channels: u8, data: u32) {
        self.incoming.open(channels);
        self.outgoing.open(channels);
        self.state = State::Connected;
        self.news = Some(data);
    }

    pub(crate) const fn is_connected(&self) -> bool {
        matches!(self.state, State::Connected)
    }

    pub(crate) fn has_event(&self) -> bool {
        self.news.is_some()
            || !self.incoming.arrived.is_empty()
            || matches!(self.state, State::Ended(_))
    }

    /// Whether there may be a datagram to send.
    pub(crate) fn has_due(&self) -> bool {
        !self.acknowledgements.is_empty() || self.outgoing.has_queued()
    }

    /// Returns when [`Self::pass_time`] is to be called.
    pub(crate) fn next_time(&self) -> Option<u64> {
        let quiet = self.outgoing.heard + if self.outgoing.has_reliable() { SILENCE } else { PING };
        let end = match self.state {
            State::Ended(_) => return None,
            State::Disconnecting(until) => until,
            State::Leaving(_, until) => until.min(quiet),
            _ => quiet,
        };
        Some(self.outgoing.timeouts.first().map_or(end, |(timeout, _)| end.min(*timeout)))
    }

    pub(crate) fn pass_time(&mut self, now: u64) {
        let is_over = match self.state {
            State::Ended(_) => return,
            State::Leaving(data, until) if until <= now => return self.disconnect(data, now),
            State::Disconnecting(until) => until <= now,
            _ => self.outgoing.has_reliable() && now >= self.outgoing.heard + SILENCE,
        };
        if is_over || self.outgoing.expire(now, &self.timing) {
            let is_own = matches!(self.state, State::Disconnecting(_));
            self.end(if is_own { Reason::Left } else { Reason::TimedOut });
        }
    }

    fn clear(&mut self) {
        self.outgoing.clear();
        self.acknowledgements.clear();
        self.incoming.clear();
    }

    fn end(&mut self, reason: Reason) {
        self.clear();
        self.state = State::Ended(reason);
    }

    pub(crate) fn disconnect(&mut self, data: u32, now: u64) {
        match self.state {
            State::Connected | State::Leaving(..) => {
                self.clear();
                self.incoming.drop_arrived();
                self.state = State::Disconnecting(now + FAREWELL);
                self.outgoing.control(Content::Disconnect(data));
            }
            State::Connecting(_) => self.end(Reason::Left),
            State::Disconnecting(_) | State::Ended(_) => {}
        }
    }

    pub(crate) fn disconnect_later(&mut self, data: u32, now: u64) {
        match self.state {
            State::Connected => {
                self.incoming.drop_arrived();
                self.state = State::Leaving(data, now + SILENCE);
                self.leave_if_done(now);
            }
            State::Leaving(_, until) => self.state = State::Leaving(data, until),
            _ => self.disconnect(data, now),
        }
    }

    fn leave_if_done(&mut self, now: u64) {
        if let State::Leaving(data, _) = self.state
            && !self.outgoing.has_queued()
            && !self.outgoing.has_reliable()
        {
            self.disconnect(data, now);
        }
    }

    /// Reads a command. Returns whether the next one of the datagram is read, too.
    pub(crate) fn handle(&mut self, framed: &Framed<'_>, sent_time: Option<u16>, now: u64) -> bool {
        let (mut is_taken, mut goes_on) = (true, true);
        match (self.state, framed.command) {
            // An answer to another request is not for this connection.
            (State::Connecting(channels), Command::Verify(answer))
                if answer.connect_id == self.connect_id =>
            {
                if !self.verify(&answer, channels, now) {
                    self.end(Reason::BadAnswer);
                    return false;
                }
            }
            (State::Connecting(_), _) => return false,
            (state, Command::Disconnect { data, .. }) => {
                match state {
                    State::Ended(_) => {}
                    State::Disconnecting(_) => self.end(Reason::Left),
                    _ => self.end(Reason::Closed(data)),
                }
                goes_on = false;
            }
            (State::Ended(_), _) | (_, Command::Connect(..)) => return false,
            (_, Command::Acknowledge { number, sent_time }) => {
                self.acknowledge((framed.channel, number), self.link.time(sent_time), now);
            }
            (State::Disconnecting(_), _) => return false,
            (_, Command::Verify(_) | Command::Ping) => {}
            (_, Command::Bandwidth { incoming, .. }) => self.window = window_of(incoming),
            (_, Command::Throttle(throttle)) => self.timing.settings = throttle,
            // The caller has ended the connection, and takes no more packets.
            (State::Leaving(..), _) => {}
            (State::Connected, _) => match self.incoming.receive(framed, self.outgoing.mtu) {
                Some(is_acknowledged) => is_taken = is_acknowledged,
                None => return false,
            },
        }
        if is_taken
            && framed.command.is_acknowledged()
            && self.acknowledgements.len() < MAX_ACKNOWLEDGEMENTS
            && let Some(time) = sent_time
        {
            self.acknowledgements.push_back((framed.channel, framed.number, time));
        }
        goes_on
    }

    /// Returns the last acknowledgement that waits: that of the end, if the other side has ended the connection.
    pub(crate) fn last_acknowledgement(&self) -> Option<Framed<'static>> {
        let &(channel, number, sent_time) = self.acknowledgements.back()?;
        Some(Framed::acknowledgement(channel, number, sent_time))
    }

    fn acknowledge(&mut self, key: (u8, u16), sent_time: u16, now: u64) {
        let Some(round_trip) = self.outgoing.acknowledge(key, sent_time, now) else { return };
        self.timing.sample(round_trip, now);
        match self.state {
            // Nothing else is in flight.
            State::Disconnecting(_) => self.end(Reason::Left),
            _ => self.leave_if_done(now),
        }
    }

    /// Takes a server's answer. Returns whether it is valid.
    fn verify(&mut self, answer: &Connect, channels: u8, now: u64) -> bool {
        let is_valid = (1..=255).contains(&answer.channels)
            && answer.throttle == self.timing.settings
            && answer.slot < NO_SLOT
            && answer.incoming_session <= 3
            && answer.outgoing_session <= 3;
        if is_valid {
            self.window = clamp_window(answer.window);
            self.link.slot = answer.slot;
            self.link.session_in = answer.incoming_session;
            self.link.session_out = answer.outgoing_session;
            self.outgoing.clear();
            self.outgoing.mtu = common_mtu(self.outgoing.mtu, answer.mtu);
            self.open(channels.min(answer.channels as u8), 0);
            // So that a ping follows at once, as from ENet: it measures the round trip before packets delay each other.
            self.outgoing.heard = now.saturating_sub(PING);
        }
        is_valid
    }

    /// Writes the commands of a datagram. Returns whether others may follow at once.
    pub(crate) fn transmit(&mut self, now: u64, writer: &mut Writer<'_>) -> bool {
        while let Some(&(channel, number, sent_time)) = self.acknowledgements.front() {
            if !writer.command(&Framed::acknowledgement(channel, number, sent_time)) {
                return true;
            }
            self.acknowledgements.pop_front();
        }
        let is_quiet = self.is_connected() && now >= self.outgoing.heard + PING;
        if is_quiet && !self.outgoing.has_reliable() {
            self.outgoing.control(Content::Ping);
        }
        let has_more = self.outgoing.write(now, &mut self.timing, self.window, writer);
        self.leave_if_done(now);
        has_more
    }
}
