//! What a host reports to its caller: events, the state of a peer, and errors.

use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use crate::wire::{NO_SLOT, WireError};

/// A peer of a host. No other peer of the host ever gets the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PeerId(u64);

impl PeerId {
    pub(crate) const MIN: Self = Self(0);
    pub(crate) const MAX: Self = Self(u64::MAX);

    pub(crate) const fn new(serial: u64, slot: u16) -> Self {
        Self(serial << 12 | slot as u64)
    }

    pub(crate) const fn slot(self) -> u16 {
        self.0 as u16 & NO_SLOT
    }
}

/// How a packet is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// It arrives, in the order of its channel.
    Reliable,
    /// It can be lost. It arrives once, in any order. One that is longer than a datagram is sent as [`Self::UnreliableOrdered`].
    Unreliable,
    /// It can be lost. One that comes after a newer one of its channel is dropped.
    UnreliableOrdered,
}

/// Something that has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<A> {
    /// A peer is connected. This is its first event.
    Connected {
        /// The peer.
        peer: PeerId,
        /// Its address.
        address: A,
        /// The word that it sent; Godot's clients send their id. 0 for a peer to which this host has connected.
        data: u32,
    },
    /// A packet has arrived.
    Received {
        /// Its sender.
        peer: PeerId,
        /// Its channel.
        channel: u8,
        /// How it was sent.
        mode: Mode,
        /// Its bytes.
        bytes: Vec<u8>,
    },
    /// The connection has ended, or could not begin. This is the last event of a peer.
    Disconnected {
        /// The peer.
        peer: PeerId,
        /// Why.
        reason: Reason,
    },
}

/// Why a connection has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The other side has ended it, with this word.
    Closed(u32),
    /// The other side has acknowledged [`disconnect`](crate::Host::disconnect) of this host, or did not within 5 seconds.
    Left,
    /// The other side does not answer.
    TimedOut,
    /// The server's answer to [`connect`](crate::Host::connect) is invalid.
    BadAnswer,
}

/// The state of a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PeerInfo<A> {
    /// Its address.
    pub address: A,
    /// Whether packets can be sent to it.
    pub is_connected: bool,
    /// How many channels the connection has.
    pub channels: u8,
    /// The longest datagram of the connection, in bytes.
    pub mtu: u16,
    /// The time from a packet to its acknowledgement, on average. 500 ms before the first one.
    pub round_trip: Duration,
    /// The bytes that wait until the peer has acknowledged them, as [`max_queued_bytes`](crate::Limits::max_queued_bytes) counts them.
    pub queued_bytes: usize,
    /// The bytes that the peer makes this host keep, as [`max_waiting_bytes`](crate::Limits::max_waiting_bytes) counts them.
    pub waiting_bytes: usize,
    /// Whether datagrams to it are compressed.
    pub is_compressed: bool,
}

/// A packet cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SendError {
    /// The peer is not connected yet, or no longer.
    NotConnected,
    /// The connection has fewer channels.
    Channel {
        /// The channel of the packet.
        channel: u8,
        /// How many channels the connection has.
        channels: u8,
    },
    /// The packet is longer than `max_packet_bytes`.
    TooLong {
        /// Its length in bytes.
        len: usize,
        /// The maximum length in bytes.
        max: usize,
    },
    /// More than `max_queued_bytes` wait for the peer already.
    Full {
        /// The bytes that wait.
        queued: usize,
    },
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotConnected => f.write_str("the peer is not connected"),
            Self::Channel { channel, channels } => {
                write!(f, "channel {channel} of a connection that has {channels}")
            }
            Self::TooLong { len, max } => {
                write!(f, "a packet of {len} bytes, but `max_packet_bytes` is {max}")
            }
            Self::Full { queued } => {
                write!(f, "{queued} bytes wait for the peer, more than `max_queued_bytes`")
            }
        }
    }
}

impl core::error::Error for SendError {}

/// A connection cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConnectError {
    /// A connection needs at least 1 channel.
    NoChannel,
    /// The host has as many connections as `ENet` can number.
    Full,
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoChannel => "a connection needs at least 1 channel",
            Self::Full => "the host has no slot for another connection",
        })
    }
}

impl core::error::Error for ConnectError {}

/// A datagram was dropped as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReceiveError {
    /// It is not one of `ENet`, or no `ENet` writes it.
    Wire(WireError),
    /// Somebody without a connection sends something else than a request for one.
    NoConnection,
    /// It is compressed, but not by the range coder.
    Compression,
    /// Somebody has finished the handshake, but `max_peers` are connected. The host has told them.
    Full,
}

impl From<WireError> for ReceiveError {
    fn from(error: WireError) -> Self {
        Self::Wire(error)
    }
}

impl fmt::Display for ReceiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wire(error) => error.fmt(f),
            Self::NoConnection => {
                f.write_str("the sender has no connection and does not request one")
            }
            Self::Compression => {
                f.write_str("the datagram is not compressed by the range coder of ENet")
            }
            Self::Full => f.write_str("the host is full"),
        }
    }
}

impl core::error::Error for ReceiveError {}
