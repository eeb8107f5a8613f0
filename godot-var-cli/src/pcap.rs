//! Captures of network traffic: the UDP datagrams in files of `tcpdump` and Wireshark.
//!
//! ```
//! use godot_var_cli::pcap::{Content, packets};
//!
//! // A capture of raw IPv4, little-endian, and one packet of 30 bytes: 10.0.0.1:9000 sends "hi".
//! let mut file = hex::decode("d4c3b2a1020004000000000000000000ffff0000e4000000")?;
//! file.extend(hex::decode("00f15365 00000000 1e000000 1e000000".replace(' ', ""))?);
//! file.extend(hex::decode("4500001e0000000040110000 0a000001 0a000002".replace(' ', ""))?);
//! file.extend(hex::decode("23280fa0000a00006869")?);
//! let packet = packets(&file)?.next().expect("a packet")?;
//! let Content::Datagram(datagram) = packet.content() else { panic!("{packet:?}") };
//! assert_eq!(datagram.source.to_string(), "10.0.0.1:9000");
//! assert_eq!(datagram.payload, b"hi");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Both formats are read, pcap and pcapng, in either byte order, with the link types `NULL`,
//! `EN10MB` (with VLAN tags), `RAW`, `LOOP`, `LINUX_SLL`, `IPV4`, `IPV6` and `LINUX_SLL2`. IP
//! fragments are not joined; TCP is left out, as a message in it may begin and end anywhere.

use std::fmt;
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};

use etherparse::{EtherType, LaxNetSlice, LaxSlicedPacket, TransportSlice};
use godot_var::DecodeError;
use pcap_parser::nom::Err as NomError;
use pcap_parser::{
    Block, Linktype, PcapError, PcapHeader, parse_block_be, parse_block_le, parse_pcap_frame,
    parse_pcap_frame_be, parse_pcap_frame_modified, parse_pcap_header, parse_sectionheaderblock,
};

use crate::inspect::{ERROR, OFFSET, PLACE};

/// What is wrong with a capture, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureError {
    /// The byte of the file at which the record begins that cannot be read.
    pub offset: usize,
    /// What is wrong.
    pub message: &'static str,
}

impl fmt::Display for CaptureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {} of the capture", self.message, self.offset)
    }
}

impl std::error::Error for CaptureError {}

/// One packet as it was captured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet<'a> {
    /// Its number in the file, from 1, as Wireshark shows it.
    pub number: usize,
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

impl<'a> Packet<'a> {
    /// Looks for the datagram in the packet.
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
            // The family of addresses, whose numbers differ between systems; the IP header tells.
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
            Some(TransportSlice::Tcp(_)) => Content::Other("TCP"),
            Some(TransportSlice::Icmpv4(_) | TransportSlice::Icmpv6(_)) => Content::Other("ICMP"),
            Some(TransportSlice::Igmp(_)) => Content::Other("IGMP"),
            None => none("neither UDP nor TCP"),
        }
    }
}

/// The packets of a capture, one after the other; an error is the last that comes.
#[derive(Debug)]
pub struct Packets<'a> {
    rest: &'a [u8],
    len: usize,
    number: usize,
    format: Format,
    failed: bool,
}

#[derive(Debug)]
enum Format {
    Pcap { header: PcapHeader },
    Pcapng { big_endian: bool, interfaces: Vec<Interface> },
}

/// What the packets of an interface have in common.
#[derive(Clone, Copy, Debug)]
struct Interface {
    link: i32,
    /// The unit of time: a power of 10, or of 2 with the highest bit, negated.
    resolution: u8,
    offset_seconds: i64,
    snaplen: usize,
}

impl Interface {
    fn nanoseconds(self, high: u32, low: u32) -> i128 {
        let units = i128::from(u64::from(high) << 32 | u64::from(low));
        let exponent = u32::from(self.resolution & 0x7F);
        let fraction = if self.resolution & 0x80 != 0 {
            units.saturating_mul(1_000_000_000).checked_shr(exponent).unwrap_or(0)
        } else if exponent <= 9 {
            units.saturating_mul(10_i128.pow(9 - exponent))
        } else {
            10_i128.checked_pow(exponent - 9).map_or(0, |divisor| units / divisor)
        };
        fraction.saturating_add(i128::from(self.offset_seconds) * 1_000_000_000)
    }
}

/// Begins to read a capture.
///
/// # Errors
/// When the bytes begin neither like pcap nor like pcapng.
pub fn packets(file: &[u8]) -> Result<Packets<'_>, CaptureError> {
    let len = file.len();
    let (rest, format) = if let Ok((rest, header)) = parse_pcap_header(file) {
        (rest, Format::Pcap { header })
    } else if parse_sectionheaderblock(file).is_ok() {
        // The iterator reads the header of the section once more.
        (file, Format::Pcapng { big_endian: false, interfaces: Vec::new() })
    } else {
        return Err(CaptureError { offset: 0, message: "neither pcap nor pcapng" });
    };
    Ok(Packets { rest, len, number: 0, format, failed: false })
}

fn message(error: &NomError<PcapError<&[u8]>>) -> &'static str {
    match error {
        NomError::Incomplete(_) => "the file ends within a record",
        _ => "a record that is not valid",
    }
}

impl<'a> Packets<'a> {
    /// The next packet; `None` at the end.
    fn read(&mut self) -> Result<Option<Packet<'a>>, &'static str> {
        while !self.rest.is_empty() {
            let packet = match &mut self.format {
                Format::Pcap { header } => {
                    let parse = if header.is_bigendian() {
                        parse_pcap_frame_be
                    } else if header.is_modified_format() {
                        parse_pcap_frame_modified
                    } else {
                        parse_pcap_frame
                    };
                    let (rest, frame) = parse(self.rest).map_err(|error| message(&error))?;
                    self.rest = rest;
                    let unit = if header.is_nanosecond_precision() { 1 } else { 1000 };
                    Some(Packet {
                        number: 0,
                        nanoseconds: Some(
                            i128::from(frame.ts_sec) * 1_000_000_000
                                + i128::from(frame.ts_usec) * unit,
                        ),
                        // The bits above may tell the length of a checksum.
                        link: header.network.0 & 0xFFFF,
                        bytes: frame.data,
                        original_len: frame.origlen as usize,
                    })
                }
                Format::Pcapng { big_endian, interfaces } => {
                    let parse = if *big_endian { parse_block_be } else { parse_block_le };
                    let (rest, block) = parse(self.rest).map_err(|error| message(&error))?;
                    self.rest = rest;
                    ng_packet(&block, big_endian, interfaces)?
                }
            };
            if let Some(mut packet) = packet {
                self.number += 1;
                packet.number = self.number;
                return Ok(Some(packet));
            }
        }
        Ok(None)
    }
}

/// The packet in a block of pcapng, if it has one; other blocks say how those behind them are read.
fn ng_packet<'a>(
    block: &Block<'a>,
    big_endian: &mut bool,
    interfaces: &mut Vec<Interface>,
) -> Result<Option<Packet<'a>>, &'static str> {
    const UNKNOWN: &str = "a packet of an interface that was not described";
    match block {
        Block::SectionHeader(header) => {
            *big_endian = header.big_endian();
            interfaces.clear();
            Ok(None)
        }
        Block::InterfaceDescription(description) => {
            interfaces.push(Interface {
                link: description.linktype.0,
                resolution: description.if_tsresol,
                offset_seconds: description.if_tsoffset,
                snaplen: match description.snaplen {
                    0 => usize::MAX,
                    len => len as usize,
                },
            });
            Ok(None)
        }
        Block::EnhancedPacket(packet) => {
            let interface = *interfaces.get(packet.if_id as usize).ok_or(UNKNOWN)?;
            let bytes = packet.data.get(..packet.caplen as usize);
            Ok(Some(Packet {
                number: 0,
                nanoseconds: Some(interface.nanoseconds(packet.ts_high, packet.ts_low)),
                link: interface.link,
                bytes: bytes.ok_or("a packet longer than its block")?,
                original_len: packet.origlen as usize,
            }))
        }
        Block::SimplePacket(packet) => {
            let interface = *interfaces.first().ok_or(UNKNOWN)?;
            let original_len = packet.origlen as usize;
            // What is behind aligns the block.
            let len = original_len.min(interface.snaplen).min(packet.data.len());
            Ok(Some(Packet {
                number: 0,
                nanoseconds: None,
                link: interface.link,
                bytes: packet.data.get(..len).unwrap_or_default(),
                original_len,
            }))
        }
        _ => Ok(None),
    }
}

impl<'a> Iterator for Packets<'a> {
    type Item = Result<Packet<'a>, CaptureError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let offset = self.len - self.rest.len();
        self.read().map_err(|message| CaptureError { offset, message }).transpose().inspect(
            |read| {
                self.failed = read.is_err();
            },
        )
    }
}

/// Which datagrams of a capture are shown, and from where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Only those from or to this port.
    pub port: Option<u16>,
    /// How many bytes stand before the message in each datagram.
    pub skip: usize,
}

/// What was found in a capture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Datagrams that were shown.
    pub shown: usize,
    /// Those of them whose message was wrong or not there.
    pub wrong: usize,
    /// Fragments, of which no message is read.
    pub fragments: usize,
    /// Packets that were cut within their headers.
    pub cut: usize,
    /// Packets that are no datagrams.
    pub others: usize,
    /// Why the capture could not be read to its end.
    pub error: Option<CaptureError>,
}

impl Summary {
    /// Whether everything could be read.
    pub const fn is_good(&self) -> bool {
        self.wrong == 0 && self.error.is_none()
    }
}

/// Writes each datagram's number, time, addresses and length, then its message as `message` shows
/// it; at the end, what was left out. Times are seconds since the first packet, as in Wireshark.
///
/// `message` returns the error of the message, if it has one, which it has shown itself: such as
/// [`inspect`](crate::inspect::inspect).
///
/// ```text
/// #2  1.000250 s  10.0.0.1:9000 → 10.0.0.2:4000  10 bytes
/// ```
///
/// # Errors
/// When writing fails. An error of the capture is shown and returned in the [`Summary`].
pub fn inspect<W: Write>(
    file: &[u8],
    selection: Selection,
    output: &mut W,
    mut message: impl FnMut(&[u8], &mut W) -> io::Result<Option<DecodeError>>,
) -> io::Result<Summary> {
    let mut summary = Summary::default();
    let mut first = None;
    let packets = match packets(file) {
        Ok(packets) => packets,
        Err(error) => {
            writeln!(output, "{ERROR}error:{ERROR:#} {error}")?;
            summary.error = Some(error);
            return Ok(summary);
        }
    };
    for packet in packets {
        let packet = match packet {
            Ok(packet) => packet,
            Err(error) => {
                writeln!(output, "{ERROR}error:{ERROR:#} {error}")?;
                summary.error = Some(error);
                break;
            }
        };
        let number = packet.number;
        let since = packet.nanoseconds.map(|now| now - *first.get_or_insert(now));
        let time = since.map_or_else(|| "no time".to_owned(), seconds);
        let datagram = match packet.content() {
            Content::Datagram(datagram) => datagram,
            // Only the first of the fragments has the ports.
            Content::Fragment(source, destination) => {
                summary.fragments += 1;
                writeln!(
                    output,
                    "{PLACE}#{number}{PLACE:#}  {time}  {source} → {destination}  \
                     {OFFSET}a fragment, not read{OFFSET:#}"
                )?;
                continue;
            }
            Content::Cut => {
                summary.cut += 1;
                writeln!(
                    output,
                    "{PLACE}#{number}{PLACE:#}  {time}  {OFFSET}of {} bytes only {} were captured, \
                     not read{OFFSET:#}",
                    packet.original_len,
                    packet.bytes.len()
                )?;
                continue;
            }
            Content::Other(_) => {
                summary.others += 1;
                continue;
            }
        };
        let Datagram { source, destination, payload, missing } = datagram;
        let matches = |port| source.port() == port || destination.port() == port;
        if !selection.port.is_none_or(matches) {
            continue;
        }
        summary.shown += 1;
        let len = payload.len() + missing;
        write!(output, "{PLACE}#{number}{PLACE:#}  {time}  {source} → {destination}  {len} bytes")?;
        if missing > 0 {
            let captured = payload.len();
            write!(output, ", {ERROR}of which {captured} were captured{ERROR:#}")?;
        }
        writeln!(output)?;
        let Some(payload) = payload.get(selection.skip..) else {
            writeln!(output, "{ERROR}error:{ERROR:#} nothing is left behind the bytes to skip")?;
            summary.wrong += 1;
            continue;
        };
        summary.wrong += usize::from(message(payload, output)?.is_some() || missing > 0);
    }
    let Summary { shown, wrong, fragments, cut, others, .. } = summary;
    writeln!(
        output,
        "{OFFSET}datagrams shown: {shown}, wrong: {wrong}; not read: {fragments} fragmented, \
         {cut} cut, {others} without UDP{OFFSET:#}"
    )?;
    Ok(summary)
}

/// Nanoseconds as seconds, to the microsecond.
fn seconds(nanoseconds: i128) -> String {
    let micros = nanoseconds / 1000;
    let sign = if micros < 0 { "-" } else { "" };
    let micros = micros.unsigned_abs();
    format!("{sign}{}.{:06} s", micros / 1_000_000, micros % 1_000_000)
}
