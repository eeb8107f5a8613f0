//! The records of captures, pcap and pcapng, as they come.

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;

use pcap_parser::nom::Err as NomError;
use pcap_parser::{
    Block, PcapError, PcapHeader, parse_block_be, parse_block_le, parse_pcap_frame,
    parse_pcap_frame_be, parse_pcap_frame_modified, parse_pcap_header, parse_sectionheaderblock,
};

use super::Packet;
use crate::buffered::Buffered;

/// What is wrong with a capture, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureError {
    /// The byte of the file at which the record begins that cannot be read.
    pub offset: usize,
    /// What is wrong.
    pub message: &'static str,
}

impl CaptureError {
    /// Whether the capture ends too early, as one does that is still being written.
    pub fn is_end(&self) -> bool {
        self.message == ENDS_WITHIN
    }

    /// Whether the bytes begin neither like pcap nor like pcapng.
    pub fn is_no_capture(&self) -> bool {
        self.message == NEITHER
    }
}

impl fmt::Display for CaptureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {} of the capture", self.message, self.offset)
    }
}

impl std::error::Error for CaptureError {}

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

/// Whether bytes begin as a pcap or pcapng file does.
pub fn is_capture(start: &[u8]) -> bool {
    let magic = start.first_chunk().map_or(0, |word| u32::from_be_bytes(*word));
    [0xA1B2_C3D4, 0xD4C3_B2A1, 0xA1B2_3C4D, 0x4D3C_B2A1, 0x0A0D_0D0A].contains(&magic)
}

/// A capture that is read as it comes, from a file of any length or from a pipe.
///
/// It holds one record at a time, of at most 16 MiB: what Wireshark takes.
#[derive(Debug)]
pub struct Capture<R> {
    input: Buffered<R>,
    records: Records,
    begun: bool,
    failed: bool,
}

/// The longest record that a [`Capture`] reads.
const MAX_RECORD: usize = 1 << 24;

impl<R: Read> Capture<R> {
    /// Reads nothing yet.
    pub fn new(input: R) -> Self {
        let records = Records::default();
        Self { input: Buffered::new(input), records, begun: false, failed: false }
    }

    /// The next packet; `None` at the end. An error of the capture is the last that comes.
    pub fn next_packet(&mut self) -> io::Result<Option<Result<Packet<'_>, CaptureError>>> {
        if self.failed {
            return Ok(None);
        }
        let (used, found) = loop {
            let bytes = self.input.available();
            let read = if !self.begun {
                self.records.begin(bytes).map(|used| (used, None))
            } else if bytes.is_empty() {
                Err(Trouble::Incomplete)
            } else {
                self.records.next(bytes)
            };
            match read {
                Ok((used, Some(found))) => break (used, found),
                Ok((used, None)) => {
                    self.begun = true;
                    self.input.used(used);
                }
                Err(Trouble::Incomplete) if bytes.len() < MAX_RECORD => {
                    if self.input.fill()? {
                        continue;
                    }
                    if self.begun && self.input.available().is_empty() {
                        return Ok(None);
                    }
                    let message = if self.begun { ENDS_WITHIN } else { NEITHER };
                    return Ok(Some(Err(self.fail(message))));
                }
                Err(Trouble::Incomplete) => {
                    return Ok(Some(Err(self.fail("a record of more than 16 MiB"))));
                }
                Err(Trouble::Wrong(message)) => return Ok(Some(Err(self.fail(message)))),
            }
        };
        let offset = self.input.offset();
        self.input.used(used);
        Ok(Some(Ok(found.in_record(offset, self.input.before(used)))))
    }

    fn fail(&mut self, message: &'static str) -> CaptureError {
        self.failed = true;
        CaptureError { offset: self.input.offset(), message }
    }
}

const ENDS_WITHIN: &str = "the file ends within a record";
const NEITHER: &str = "neither pcap nor pcapng";

/// Why a record could not be read.
#[derive(Debug)]
enum Trouble {
    /// More bytes are needed.
    Incomplete,
    Wrong(&'static str),
}

fn trouble(error: &NomError<PcapError<&[u8]>>) -> Trouble {
    match error {
        NomError::Incomplete(_) => Trouble::Incomplete,
        _ => Trouble::Wrong("a record that is not valid"),
    }
}

/// A packet, by its place in the record.
#[derive(Debug)]
struct Found {
    number: usize,
    nanoseconds: Option<i128>,
    link: i32,
    bytes: Range<usize>,
    original_len: usize,
}

impl Found {
    fn in_record(self, offset: usize, record: &[u8]) -> Packet<'_> {
        Packet {
            number: self.number,
            offset,
            nanoseconds: self.nanoseconds,
            link: self.link,
            bytes: record.get(self.bytes).unwrap_or_default(),
            original_len: self.original_len,
        }
    }
}

/// What the records before say about those after.
#[derive(Debug, Default)]
struct Records {
    /// Packets so far.
    number: usize,
    format: Format,
}

#[derive(Debug, Default)]
enum Format {
    #[default]
    Unknown,
    Pcap(PcapHeader),
    Pcapng {
        big_endian: bool,
        interfaces: Vec<Interface>,
    },
}

impl Records {
    /// Looks at the first bytes, and says how many of them are read.
    fn begin(&mut self, bytes: &[u8]) -> Result<usize, Trouble> {
        if let Ok((rest, header)) = parse_pcap_header(bytes) {
            self.format = Format::Pcap(header);
            return Ok(bytes.len() - rest.len());
        }
        match parse_sectionheaderblock(bytes) {
            Ok(_) => {
                // The header of the section is read once more, as one of the blocks.
                self.format = Format::Pcapng { big_endian: false, interfaces: Vec::new() };
                Ok(0)
            }
            Err(NomError::Incomplete(_)) => Err(Trouble::Incomplete),
            Err(_) if bytes.len() < PCAP_HEADER => Err(Trouble::Incomplete),
            Err(_) => Err(Trouble::Wrong(NEITHER)),
        }
    }

    /// Reads one record: how many bytes it has, and the packet in it, if there is one.
    fn next(&mut self, bytes: &[u8]) -> Result<(usize, Option<Found>), Trouble> {
        let (used, found) = match &mut self.format {
            Format::Unknown => return Err(Trouble::Wrong(NEITHER)),
            Format::Pcap(header) => {
                let parse = if header.is_bigendian() {
                    parse_pcap_frame_be
                } else if header.is_modified_format() {
                    parse_pcap_frame_modified
                } else {
                    parse_pcap_frame
                };
                let (rest, frame) = parse(bytes).map_err(|error| trouble(&error))?;
                let used = bytes.len() - rest.len();
                let unit = if header.is_nanosecond_precision() { 1 } else { 1000 };
                let seconds = i128::from(frame.ts_sec) * 1_000_000_000;
                let found = Found {
                    number: 0,
                    nanoseconds: Some(seconds + i128::from(frame.ts_usec) * unit),
                    // The bits above may tell the length of a checksum.
                    link: header.network.0 & 0xFFFF,
                    bytes: used - frame.data.len()..used,
                    original_len: frame.origlen as usize,
                };
                (used, Some(found))
            }
            Format::Pcapng { big_endian, interfaces } => {
                let parse = if *big_endian { parse_block_be } else { parse_block_le };
                let (rest, block) = parse(bytes).map_err(|error| trouble(&error))?;
                let used = bytes.len() - rest.len();
                (used, ng_packet(&block, big_endian, interfaces).map_err(Trouble::Wrong)?)
            }
        };
        self.number += usize::from(found.is_some());
        Ok((used, found.map(|found| Found { number: self.number, ..found })))
    }
}

/// The bytes before the first record of a pcap.
const PCAP_HEADER: usize = 24;
/// The bytes of a block before the packet in it, by kind of block.
const ENHANCED_HEADER: usize = 28;
const SIMPLE_HEADER: usize = 12;

/// The packet in a block of pcapng, if it has one; other blocks say how those after them are read.
fn ng_packet(
    block: &Block<'_>,
    big_endian: &mut bool,
    interfaces: &mut Vec<Interface>,
) -> Result<Option<Found>, &'static str> {
    const UNKNOWN: &str = "a packet of an interface that was not described";
    match block {
        Block::SectionHeader(header) => {
            *big_endian = header.big_endian();
            interfaces.clear();
            Ok(None)
        }
        Block::InterfaceDescription(_) if interfaces.len() >= MAX_INTERFACES => {
            Err("more than 65536 interfaces")
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
            let len = packet.caplen as usize;
            if len > packet.data.len() {
                return Err("a packet longer than its block");
            }
            Ok(Some(Found {
                number: 0,
                nanoseconds: Some(interface.nanoseconds(packet.ts_high, packet.ts_low)),
                link: interface.link,
                bytes: ENHANCED_HEADER..ENHANCED_HEADER + len,
                original_len: packet.origlen as usize,
            }))
        }
        Block::SimplePacket(packet) => {
            let interface = *interfaces.first().ok_or(UNKNOWN)?;
            let original_len = packet.origlen as usize;
            // What is after aligns the block.
            let len = original_len.min(interface.snaplen).min(packet.data.len());
            Ok(Some(Found {
                number: 0,
                nanoseconds: None,
                link: interface.link,
                bytes: SIMPLE_HEADER..SIMPLE_HEADER + len,
                original_len,
            }))
        }
        _ => Ok(None),
    }
}

/// Interfaces that are remembered.
const MAX_INTERFACES: usize = 1 << 16;
