//! Where a message was seen, and how far a stream was read.

use std::net::SocketAddr;

use super::{Datagram, Packet, Segment};

/// Who sends, and to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Flow {
    pub(super) source: SocketAddr,
    pub(super) destination: SocketAddr,
}

impl Flow {
    pub(super) const fn reversed(self) -> Self {
        Self { source: self.destination, destination: self.source }
    }
}

/// What carried a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// A datagram of UDP: it is the message.
    Udp,
    /// A stream of TCP, in which each message comes after its length.
    Tcp,
    /// A WebSocket.
    WebSocket,
    /// ENet, on this channel; 255 for what belongs to none.
    Enet(u8),
}

/// Where something was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the packet, from 1: for a message in several the last of them.
    pub number: usize,
    /// The byte of the capture at which its record begins.
    pub offset: usize,
    /// When it was captured, in nanoseconds since 1970.
    pub nanoseconds: Option<i128>,
    /// Who sent it.
    pub source: SocketAddr,
    /// Where to.
    pub destination: SocketAddr,
    /// How many bytes the datagram or the segment had.
    pub size: usize,
}

impl Place {
    /// Of a datagram in a packet.
    pub const fn of_datagram(packet: &Packet<'_>, datagram: &Datagram<'_>) -> Self {
        let Datagram { source, destination, payload, missing } = datagram;
        Self::new(packet, *source, *destination, payload.len() + *missing)
    }

    /// Of a segment in a packet.
    pub const fn of_segment(packet: &Packet<'_>, segment: &Segment<'_>) -> Self {
        let Segment { source, destination, payload, missing, .. } = segment;
        Self::new(packet, *source, *destination, payload.len() + *missing)
    }

    const fn new(
        packet: &Packet<'_>,
        source: SocketAddr,
        destination: SocketAddr,
        size: usize,
    ) -> Self {
        let (number, offset, nanoseconds) = (packet.number, packet.offset, packet.nanoseconds);
        Self { number, offset, nanoseconds, source, destination, size }
    }

    pub(super) const fn flow(&self) -> Flow {
        Flow { source: self.source, destination: self.destination }
    }
}

/// What a reader of a stream has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Message,
    /// More bytes are needed.
    Wait,
    /// No message began at the place that was guessed.
    Astray,
    /// The stream is something else.
    Unread(&'static str),
    /// The rest of the stream cannot be read.
    Fault(&'static str),
    /// A message of this many bytes.
    TooLong(u64),
}
