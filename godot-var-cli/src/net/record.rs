//! A recording of messages: a capture in which each is a UDP datagram between its ends, whatever carried it.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use super::Seen;

/// A capture in the format pcap, with times in nanoseconds, that `inspect --pcap` and Wireshark read.
///
/// A message is in one datagram of raw IP without checksums, with the addresses of its sender and its receiver. One that a
/// datagram of IPv4 cannot hold is in one of IPv6 whose lengths are 0, as in a jumbogram.
#[derive(Debug)]
pub struct Recording<W> {
    output: W,
    offset: usize,
}

/// What a record has around a message, at most.
const AROUND: usize = 64;
/// `inspect` reads no longer records.
const LONGEST: usize = (1 << 24) - AROUND;
const UDP_HEADER: usize = 8;
const UDP: u8 = 17;
const HOPS: u8 = 64;

impl<W: Write> Recording<W> {
    /// Begins a recording.
    pub fn new(mut output: W) -> io::Result<Self> {
        // The magic of nanoseconds, version 2.4, no time zone, no accuracy, the longest packet, raw IP.
        let header = [0xA1B2_3C4D, 0x0004_0002, 0, 0, 1 << 24, 101].map(u32::to_le_bytes).concat();
        output.write_all(&header)?;
        Ok(Self { output, offset: header.len() })
    }

    /// Writes a message; returns the byte at which its record begins.
    ///
    /// # Errors
    /// Those of the output, and a message of 16 MiB.
    pub fn put(&mut self, seen: &Seen) -> io::Result<usize> {
        if seen.bytes.len() > LONGEST {
            let message = format!("a message of {} bytes is too long to record", seen.bytes.len());
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let headers = headers(seen);
        let (len, offset) = (headers.len() + seen.bytes.len(), self.offset);
        let time = seen.nanoseconds.max(0);
        let (seconds, part) = (time / 1_000_000_000, time % 1_000_000_000);
        let record = [seconds as u32, part as u32, len as u32, len as u32].map(u32::to_le_bytes);
        self.output.write_all(&record.concat())?;
        self.output.write_all(&headers)?;
        self.output.write_all(&seen.bytes)?;
        self.offset += 16 + len;
        Ok(offset)
    }

    /// Writes out what is still held.
    pub fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

fn headers(seen: &Seen) -> Vec<u8> {
    let (source, destination) = seen.ends();
    let mut headers = Vec::with_capacity(AROUND);
    let udp_len = UDP_HEADER + seen.bytes.len();
    let total = u16::try_from(20 + udp_len);
    let udp_len = match (source.ip(), destination.ip(), total) {
        (IpAddr::V4(from), IpAddr::V4(to), Ok(total)) => {
            headers.extend([0x45, 0]);
            headers.extend(total.to_be_bytes());
            headers.extend([0, 0, 0, 0, HOPS, UDP, 0, 0]);
            headers.extend(from.octets());
            headers.extend(to.octets());
            total - 20
        }
        _ => {
            let len = u16::try_from(udp_len).unwrap_or(0);
            headers.extend([0x60, 0, 0, 0]);
            headers.extend(len.to_be_bytes());
            headers.extend([UDP, HOPS]);
            headers.extend(in_ipv6(source).octets());
            headers.extend(in_ipv6(destination).octets());
            len
        }
    };
    headers.extend([source.port(), destination.port(), udp_len, 0].map(u16::to_be_bytes).concat());
    headers
}

fn in_ipv6(address: SocketAddr) -> Ipv6Addr {
    match address.ip() {
        IpAddr::V4(address) => address.to_ipv6_mapped(),
        IpAddr::V6(address) => address,
    }
}
