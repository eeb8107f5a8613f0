//! The settings of a host.

use core::fmt;

use crate::wire::MAX_DATAGRAM;

/// The most peers that a host can have: one slot is left for somebody who connects.
pub(crate) const MAX_PEERS: usize = 4094;
pub(crate) const MIN_MTU: u16 = 576;
/// The longest packet that the numbers of a channel can carry at the least MTU, in bytes.
pub(crate) const MAX_PACKET: usize = 1 << 24;

/// Settings of a [`Host`](crate::Host).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// How many peers can connect to this host, at most 4,094. With 0 it is a client only. Default: 256.
    pub max_peers: usize,
    /// How many channels a peer can have, from 1 to 255. Each takes about 150 bytes of memory a peer. Default: 16.
    pub max_channels: u8,
    /// The maximum length of a packet, in bytes, at most 16,777,216. Default: 65,535.
    pub max_packet_bytes: usize,
    /// How many bytes of received packets a peer can make this host keep: those that wait for an earlier packet, and those that
    /// [`next_event`](crate::Host::next_event) has not returned. Each packet and each part counts 64 bytes more, one in parts 448. One packet
    /// can go beyond this, so that it arrives. A client has at most a quarter of this in flight, so less than 262,144 makes it slower. Default:
    /// 1,048,576.
    pub max_waiting_bytes: usize,
    /// How many bytes of packets can wait for a peer until it has acknowledged them. Each packet and each part of one counts 128 bytes
    /// more. Default: 1,048,576.
    pub max_queued_bytes: usize,
    /// The longest datagram, in bytes, from 576 to 4,096. A connection uses the smaller value of both sides. Default: 1,392, as Godot.
    pub mtu: u16,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_peers: 256,
            max_channels: 16,
            max_packet_bytes: 65_535,
            max_waiting_bytes: 1 << 20,
            max_queued_bytes: 1 << 20,
            mtu: 1392,
        }
    }
}

macro_rules! setters {
    ($($setter:ident $limit:ident: $type:ty,)*) => {$(
        #[doc = concat!("Returns this with another [`", stringify!($limit), "`](Self::", stringify!($limit), ").")]
        #[must_use]
        pub const fn $setter(mut self, $limit: $type) -> Self {
            self.$limit = $limit;
            self
        }
    )*};
}

impl Limits {
    /// The settings of a host to which nobody can connect.
    pub fn client() -> Self {
        Self::default().with_max_peers(0)
    }

    setters! {
        with_max_peers max_peers: usize,
        with_max_channels max_channels: u8,
        with_max_packet_bytes max_packet_bytes: usize,
        with_max_waiting_bytes max_waiting_bytes: usize,
        with_max_queued_bytes max_queued_bytes: usize,
        with_mtu mtu: u16,
    }

    pub(crate) const fn check(&self) -> Result<(), LimitsError> {
        let error = if self.max_peers > MAX_PEERS {
            LimitsError::Peers(self.max_peers)
        } else if self.max_channels == 0 {
            LimitsError::Channels
        } else if self.max_packet_bytes > MAX_PACKET {
            LimitsError::Packet(self.max_packet_bytes)
        } else if self.mtu < MIN_MTU || self.mtu as usize > MAX_DATAGRAM {
            LimitsError::Mtu(self.mtu)
        } else {
            return Ok(());
        };
        Err(error)
    }
}

/// A setting of [`Limits`] is out of its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitsError {
    /// `max_peers` is more than 4,094.
    Peers(usize),
    /// `max_channels` is 0.
    Channels,
    /// `max_packet_bytes` is more than 16,777,216.
    Packet(usize),
    /// `mtu` is not from 576 to 4,096.
    Mtu(u16),
}

impl fmt::Display for LimitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Peers(peers) => write!(f, "`max_peers = {peers}`: ENet has up to {MAX_PEERS}"),
            Self::Channels => f.write_str("`max_channels = 0`: a connection needs at least 1"),
            Self::Packet(len) => write!(f, "`max_packet_bytes = {len}`: at most {MAX_PACKET}"),
            Self::Mtu(mtu) => write!(f, "`mtu = {mtu}`: from {MIN_MTU} to {MAX_DATAGRAM}"),
        }
    }
}

impl core::error::Error for LimitsError {}
