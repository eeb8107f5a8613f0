//! A server's side of a connection that has begun: a record of about 150 bytes, apart from the peers.
//!
//! Slot, session and sent time of the answer are random. An acknowledgement that repeats them comes from somebody who reads what is sent
//! to that address.

use crate::event::PeerId;
use crate::limits::Limits;
use crate::peer::{Link, VERIFY, clamp_window, common_mtu};
use crate::wire::{Command, Connect, Framed, HEADER, Header, MAX_DATAGRAM, NO_SLOT, Writer};

/// How long a handshake may take, in milliseconds.
pub(crate) const PATIENCE: u64 = 5_000;
/// After this time in milliseconds the answer is sent again.
pub(crate) const REPETITION: u64 = 500;
/// An address that has proven nothing gets at most this many times the bytes that it has sent.
const AMPLIFICATION: usize = 3;
/// How many answers are remembered.
const SENT_TIMES: usize = 4;

#[derive(Debug)]
pub(crate) struct Half<Ip> {
    pub(crate) id: PeerId,
    /// The IP address, if handshakes of it are counted.
    pub(crate) ip: Option<Ip>,
    pub(crate) connect: Connect,
    pub(crate) data: u32,
    pub(crate) link: Link,
    pub(crate) until: u64,
    sent: [u16; SENT_TIMES],
    answers: usize,
    received: usize,
    spent: usize,
}

impl<Ip> Half<Ip> {
    pub(crate) const fn new(
        id: PeerId,
        ip: Option<Ip>,
        (connect, data): (Connect, u32),
        link: Link,
        until: u64,
    ) -> Self {
        let (sent, answers) = ([0; SENT_TIMES], 0);
        Self { id, ip, connect, data, link, until, sent, answers, received: 0, spent: 0 }
    }

    /// Whether a server can answer this.
    pub(crate) fn is_valid(connect: &Connect) -> bool {
        (1..=255).contains(&connect.channels) && connect.slot < NO_SLOT
    }

    /// Notes the bytes of a datagram of this connection.
    pub(crate) const fn receive(&mut self, bytes: usize) {
        self.received = self.received.saturating_add(bytes);
    }

    /// Notes the bytes of an answer.
    pub(crate) const fn spend(&mut self, bytes: usize) {
        self.spent += bytes;
    }

    pub(crate) fn channels(&self, limits: &Limits) -> u8 {
        self.connect.channels.min(limits.max_channels.into()) as u8
    }

    /// Returns the time in milliseconds from an answer to this acknowledgement of it.
    pub(crate) fn round_trip(&self, framed: &Framed<'_>, now: u64) -> Option<u16> {
        let Command::Acknowledge { number, sent_time } = framed.command else { return None };
        let is_proof = (framed.channel, number) == VERIFY
            && self.sent.iter().take(self.answers).any(|sent| *sent == sent_time);
        is_proof.then(|| self.link.time(now).wire.wrapping_sub(sent_time))
    }

    /// Writes the answer without its header, if the address may get more bytes.
    pub(crate) fn transmit(
        &mut self,
        limits: &Limits,
        now: u64,
        out: &mut [u8; MAX_DATAGRAM],
    ) -> Option<(Header, usize)> {
        let connect = Connect {
            slot: self.id.slot(),
            incoming_session: self.link.session_out,
            outgoing_session: self.link.session_in,
            mtu: common_mtu(limits.mtu, self.connect.mtu).into(),
            window: clamp_window(self.connect.window),
            channels: self.channels(limits).into(),
            incoming_bandwidth: 0,
            outgoing_bandwidth: 0,
            ..self.connect
        };
        let mut writer = Writer::new(out, HEADER);
        let (channel, number) = VERIFY;
        writer.command(&Framed { channel, number, command: Command::Verify(connect) });
        if self.spent + writer.len() > AMPLIFICATION * self.received {
            return None;
        }
        let time = self.link.time(now).wire;
        self.sent[self.answers % SENT_TIMES] = time;
        self.answers += 1;
        Some((self.link.header(Some(time)), writer.len()))
    }
}
