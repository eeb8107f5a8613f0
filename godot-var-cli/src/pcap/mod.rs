//! Captures of network traffic: the messages in files of `tcpdump` and Wireshark, over UDP, TCP, WebSocket and ENet.
//!
//! ```
//! use godot_var_cli::pcap::{Capture, Content};
//!
//! // A capture of raw IPv4, little-endian, and one packet of 30 bytes: 10.0.0.1:9000 sends "hi".
//! let mut file = hex::decode("d4c3b2a1020004000000000000000000ffff0000e4000000")?;
//! file.extend(hex::decode("00f15365 00000000 1e000000 1e000000".replace(' ', ""))?);
//! file.extend(hex::decode("4500001e0000000040110000 0a000001 0a000002".replace(' ', ""))?);
//! file.extend(hex::decode("23280fa0000a00006869")?);
//! let mut capture = Capture::new(&file[..]);
//! let packet = capture.next_packet()?.expect("a packet")?;
//! let Content::Datagram(datagram) = packet.content() else { panic!("{packet:?}") };
//! assert_eq!(datagram.source.to_string(), "10.0.0.1:9000");
//! assert_eq!(datagram.payload, b"hi");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Both formats are read, pcap and pcapng, in either byte order, with the link types `NULL`,
//! `EN10MB` (with VLAN tags), `RAW`, `LOOP`, `LINUX_SLL`, `IPV4`, `IPV6` and `LINUX_SLL2`. IP
//! fragments are not joined. [`Messages`] follows streams of TCP and conversations of ENet, and gives the messages in them.

mod enet;
mod file;
mod framed;
mod guess;
mod inbox;
mod messages;
mod place;
mod recent;
mod tcp;
mod websocket;

use std::net::{IpAddr, SocketAddr};

use etherparse::{EtherType, LaxNetSlice, LaxSlicedPacket, TransportSlice};
use pcap_parser::Linktype;

pub use file::{Capture, CaptureError, is_capture};
pub(crate) use framed::PREFIX;
pub use messages::{Carried, Found, Messages, Settings};
pub(crate) use messages::{NO_STREAM, NO_WEBSOCKET};
pub use place::{Place, Via};

/// One packet as it was captured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet<'a> {
    /// Its number in the file, from 1, as Wireshark shows it.
    pub number: usize,
    /// The byte of the file at which its record begins.
    pub offset: usize,
    /// When it was captured, in nanoseconds since 1970; `None` where the file does not say.
    pub nanoseconds: Option<i128>,
    /// The link type: what [`bytes`](Self::bytes) begin with.
    pub link: i32,
    /// The bytes that were captured, from the link's header on.
    pub bytes: &'a [u8],
    /// How many bytes the packet had on the wire.
    pub original_len: usize,
}

/// What a packet holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content<'a> {
    /// A datagram of UDP.
    Datagram(Datagram<'a>),
    /// A segment of TCP.
    Segment(Segment<'a>),
    /// A part of a datagram that was sent in fragments, from one address to another.
    Fragment(IpAddr, IpAddr),
    /// A packet that was cut within its headers when it was captured.
    Cut,
    /// Something else: the name of what it is.
    Other(&'static str),
}

/// A datagram of UDP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Datagram<'a> {
    /// Who sent it.
    pub source: SocketAddr,
    /// Where to.
    pub destination: SocketAddr,
    /// Its bytes, as far as they were captured.
    pub payload: &'a [u8],
    /// How many bytes at its end were not.
    pub missing: usize,
}

/// A segment of TCP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment<'a> {
    /// Who sent it.
    pub source: SocketAddr,
    /// Where to.
    pub destination: SocketAddr,
    /// The number of its first byte, or of the sign that the stream begins.
    pub sequence: u32,
    /// Up to which byte the sender has the stream of the other side.
    pub acknowledged: Option<u32>,
    /// Whether the stream begins here (SYN).
    pub begins: bool,
    /// Whether the stream ends after its bytes (FIN).
    pub ends: bool,
    /// Whether the connection is broken (RST).
    pub breaks: bool,
    /// Its bytes, as far as they were captured.
    pub payload: &'a [u8],
    /// How many bytes at its end were not.
    pub missing: usize,
}

impl<'a> Packet<'a> {
    /// Looks for the datagram or the segment in the packet.
    pub fn content(&self) -> Content<'a> {
        let bytes = self.bytes;
        let ether = |at: usize, from: usize| {
            let (kind, payload) = (bytes.get(at..at + 2)?, bytes.get(from..)?);
            let kind = u16::from_be_bytes(kind.try_into().ok()?);
            Some(LaxSlicedPacket::from_ether_type(EtherType(kind), payload))
        };
        let ip = |from: usize| LaxSlicedPacket::from_ip(bytes.get(from..)?).ok();
        let sliced = match Linktype(self.link) {
            Linktype::ETHERNET => LaxSlicedPacket::from_ethernet(bytes).ok(),
            // The old number of RAW on most systems, and the one on OpenBSD.
            Linktype::RAW | Linktype::IPV4 | Linktype::IPV6 | Linktype(12 | 14) => ip(0),
            // The family of addresses, whose numbers differ between systems; the IP header says.
            Linktype::NULL | Linktype::LOOP => ip(4),
            Linktype::LINUX_SLL => ether(14, 16),
            Linktype::LINUX_SLL2 => ether(0, 20),
            _ => return Content::Other("a link type that is not known"),
        };
        let is_cut = bytes.len() < self.original_len;
        let none = |what| if is_cut { Content::Cut } else { Content::Other(what) };
        let Some(sliced) = sliced else { return none("no IP") };
        let (source, destination): (IpAddr, IpAddr) = match &sliced.net {
            Some(LaxNetSlice::Ipv4(ip)) => {
                (ip.header().source_addr().into(), ip.header().destination_addr().into())
            }
            Some(LaxNetSlice::Ipv6(ip)) => {
                (ip.header().source_addr().into(), ip.header().destination_addr().into())
            }
            Some(LaxNetSlice::Arp(_)) => return Content::Other("ARP"),
            None => return none("no IP"),
        };
        if sliced.ip_payload().is_some_and(|payload| payload.fragmented) {
            return Content::Fragment(source, destination);
        }
        match &sliced.transport {
            Some(TransportSlice::Udp(udp)) => Content::Datagram(Datagram {
                source: SocketAddr::new(source, udp.source_port()),
                destination: SocketAddr::new(destination, udp.destination_port()),
                payload: udp.payload(),
                missing: usize::from(udp.length()).saturating_sub(udp.slice().len()),
            }),
            Some(TransportSlice::Tcp(tcp)) => Content::Segment(Segment {
                source: SocketAddr::new(source, tcp.source_port()),
                destination: SocketAddr::new(destination, tcp.destination_port()),
                sequence: tcp.sequence_number(),
                acknowledged: tcp.ack().then(|| tcp.acknowledgment_number()),
                begins: tcp.syn(),
                ends: tcp.fin(),
                breaks: tcp.rst(),
                payload: tcp.payload(),
                missing: match sliced.ip_payload() {
                    Some(payload) if payload.incomplete => {
                        self.original_len.saturating_sub(bytes.len())
                    }
                    _ => 0,
                },
            }),
            Some(TransportSlice::Icmpv4(_) | TransportSlice::Icmpv6(_)) => Content::Other("ICMP"),
            Some(TransportSlice::Igmp(_)) => Content::Other("IGMP"),
            None => none("neither UDP nor TCP"),
        }
    }
}

/// Nanoseconds as seconds, to the microsecond.
pub(crate) fn seconds(nanoseconds: i128) -> String {
    let micros = nanoseconds / 1000;
    let sign = if micros < 0 { "-" } else { "" };
    let micros = micros.unsigned_abs();
    format!("{sign}{}.{:06} s", micros / 1_000_000, micros % 1_000_000)
}
