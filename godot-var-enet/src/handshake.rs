//! What both sides of a connection agree on, and a server's side of one that has begun: a record of about 150 bytes, apart from the peers.
//!
//! Slot, session and sent time of the answer are random. An acknowledgement that repeats them comes from somebody who receives what is sent
//! to that address.

use crate::limits::{Limits, MIN_MTU};
use crate::timing::SentTimes;
use crate::wire::{
    CONNECTION, Command, Connect, Framed, HEADER, Header, MAX_DATAGRAM, NO_SLOT, Writer,
};

/// An address that has proven nothing gets at most this many times the bytes that it has sent.
const AMPLIFICATION: usize = 3;
const MIN_WINDOW: u32 = 4096;
pub(crate) const MAX_WINDOW: u32 = 65_536;
/// The channel and the number of VERIFY CONNECT, a server's first reliable command.
const VERIFY: (u8, u16) = (CONNECTION, 1);

/// Returns how many bytes may be in flight to a side that can receive this many bytes a second; 0 is no limit.
pub(crate) fn window_of(bandwidth: u32) -> u32 {
    if bandwidth == 0 { MAX_WINDOW } else { clamp_window(bandwidth / MAX_WINDOW * MIN_WINDOW) }
}

pub(crate) fn clamp_window(window: u32) -> u32 {
    window.clamp(MIN_WINDOW, MAX_WINDOW)
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
    /// Makes a link with unpredictable numbers. Its sessions are not those of the last connection of the slots.
    pub(crate) fn new(connect: &Connect, last_in: u8, is_compressed: bool, random: u64) -> Self {
        let next = |last: u8, random: u64| last.wrapping_add(1 + (random % 3) as u8) & 3;
        let session_in = next(last_in, random >> 16);
        let session_out = next(connect.incoming_session, random >> 40);
        Self { slot: connect.slot, session_in, session_out, is_compressed, clock: random as u16 }
    }

    /// Returns the header of a datagram, with its time if there is one.
    pub(crate) fn header(self, sent_time: Option<u64>) -> Header {
        let Self { slot, session_out, is_compressed, clock, .. } = self;
        let sent_time = sent_time.map(|time| clock.wrapping_add(time as u16));
        Header { slot, session: session_out, is_compressed, sent_time }
    }

    /// Returns the time in milliseconds at which a header had this sent time.
    pub(crate) const fn time(self, sent_time: u16) -> u16 {
        sent_time.wrapping_sub(self.clock)
    }

    /// Whether a datagram belongs to this connection, not to an earlier one of the slot.
    pub(crate) const fn accepts(self, header: Header) -> bool {
        self.slot == NO_SLOT || header.session == self.session_in
    }
}

#[derive(Debug)]
pub(crate) struct Half {
    pub(crate) connect: Connect,
    pub(crate) data: u32,
    pub(crate) link: Link,
    sent: SentTimes,
    /// The bytes of its datagrams, and of the answers.
    pub(crate) received: usize,
    spent: usize,
}

impl Half {
    pub(crate) fn new(connect: Connect, data: u32, link: Link, received: usize) -> Self {
        Self { connect, data, link, sent: SentTimes::default(), received, spent: 0 }
    }

    pub(crate) fn channels(&self, limits: &Limits) -> u8 {
        self.connect.channels.min(limits.max_channels.into()) as u8
    }

    /// Returns the time in milliseconds from an answer to this acknowledgement of it.
    pub(crate) fn round_trip(&self, framed: &Framed<'_>, now: u64) -> Option<u16> {
        let Command::Acknowledge { number, sent_time } = framed.command else { return None };
        let sent = self.link.time(sent_time);
        let is_proof = (framed.channel, number) == VERIFY && self.sent.contains(sent);
        is_proof.then(|| (now as u16).wrapping_sub(sent))
    }

    /// Writes the answer from the slot, if the address may get more bytes. Returns whether others follow at once.
    pub(crate) fn transmit(
        &mut self,
        slot: u16,
        limits: &Limits,
        now: u64,
        writer: &mut Writer<'_>,
    ) -> bool {
        let room = u32::try_from(limits.max_waiting_bytes / 4).unwrap_or(MAX_WINDOW);
        let connect = Connect {
            slot,
            incoming_session: self.link.session_out,
            outgoing_session: self.link.session_in,
            mtu: common_mtu(limits.mtu, self.connect.mtu).into(),
            window: clamp_window(self.connect.window.min(room)),
            channels: self.channels(limits).into(),
            incoming_bandwidth: 0,
            outgoing_bandwidth: 0,
            ..self.connect
        };
        let (channel, number) = VERIFY;
        writer.command(&Framed { channel, number, command: Command::Verify(connect) });
        if self.spent + writer.len > AMPLIFICATION * self.received {
            writer.undo(HEADER);
        } else {
            self.spent += writer.len;
            self.sent.push(now as u16);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_follows_the_bandwidth() {
        let windows = [0, 1, 65_536, 1_000_000, u32::MAX].map(window_of);
        assert_eq!(windows, [65_536, 4_096, 4_096, 61_440, 65_536]);
    }
}
