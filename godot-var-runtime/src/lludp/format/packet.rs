//! The packet around a message: flags, sequence number, extra header, appended acks.

use alloc::borrow::ToOwned;

use super::message_number::MessageNumber;
use super::zerocode::{Compressor, DEFAULT_EXPANDED, expand};
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Reader};

/// Flags, sequence number and the length of the extra header: 1, 4 and 1 bytes, never zero-coded.
pub const HEADER_LEN: usize = 6;

/// The shortest packet in bytes: a header and one byte of message number. It is checked before and
/// after the acks are taken off.
pub const MIN_PACKET: usize = HEADER_LEN + 1;

/// Above this packet size in bytes, implementations split messages and append no acks.
pub const MTU: usize = 1200;

/// How many acks the viewer appends at most; the format allows 255.
pub const MAX_ACKS: usize = 250;

/// The first byte of a packet.
///
/// The low four bits have no meaning. They are kept unchanged; senders set them to 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(u8);

impl Flags {
    /// No flag.
    pub const NONE: Self = Self(0);
    /// 0x80: the body is zero-coded.
    pub const ZEROCODED: Self = Self(0x80);
    /// 0x40: the sender waits for an ack.
    pub const RELIABLE: Self = Self(0x40);
    /// 0x20: the packet was sent before.
    pub const RESENT: Self = Self(0x20);
    /// 0x10: the packet ends with acks.
    pub const ACK: Self = Self(0x10);

    /// Makes flags of a byte.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// The flags as a byte.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether all of `flags` are set.
    pub const fn contains(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// The flags of both sets.
    #[must_use]
    pub const fn with(self, flags: Self) -> Self {
        Self(self.0 | flags.0)
    }

    /// These flags without `flags`.
    #[must_use]
    pub const fn without(self, flags: Self) -> Self {
        Self(self.0 & !flags.0)
    }
}

/// The position of the extra header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ExtraPlace {
    /// After the message number and zero-coded with it, as in the viewer.
    #[default]
    AfterNumber,
    /// Before the message number and never zero-coded, as the wiki describes it.
    BeforeNumber,
}

/// Options of reading and writing packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The position of the extra header.
    pub extra: ExtraPlace,
    /// The maximum size in bytes of an expanded zero-coded packet, with its header and without its
    /// acks.
    pub expanded: usize,
}

impl Options {
    /// The viewer's position of the extra header, and [`DEFAULT_EXPANDED`] bytes.
    pub const DEFAULT: Self = Self { extra: ExtraPlace::AfterNumber, expanded: DEFAULT_EXPANDED };
}

impl Default for Options {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Whether a writer zero-codes the body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ZeroCoding {
    /// The writer sends the body unchanged.
    Never,
    /// Only when that makes it shorter, as the viewer does for messages marked `Zerocoded`.
    #[default]
    WhenSmaller,
    /// Always, even if the body grows.
    Always,
}

/// The acks at the end of a packet, in the order of the packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acks<'a>(&'a [[u8; 4]]);

impl<'a> Acks<'a> {
    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The sequence numbers.
    pub fn iter(self) -> impl ExactSizeIterator<Item = u32> + 'a {
        self.0.iter().map(|ack| u32::from_be_bytes(*ack))
    }
}

/// Returns how many of `waiting` acks fit after a packet of `len` bytes: at most [`MAX_ACKS`], and
/// none above the [`MTU`].
pub const fn fitting_acks(len: usize, waiting: usize) -> usize {
    let room = MTU.saturating_sub(len + 1) / 4;
    let most = if room < MAX_ACKS { room } else { MAX_ACKS };
    if waiting < most { waiting } else { most }
}

/// A packet, with its body expanded.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | 1 | flags | [`Flags`] |
/// | 1 | 4 | sequence | u32, big-endian |
/// | 5 | 1 | length of extra | u8, in expanded bytes |
/// | 6 | 1, 2 or 4 | number | [`MessageNumber`] |
/// | | | extra | bytes; see [`ExtraPlace`] |
/// | | | blocks | as in the template |
/// | | 4N + 1 | acks | u32 big-endian each, then N; only with [`Flags::ACK`] |
///
/// # Source
/// `secondlife/viewer@d6d453be:message.cpp`, `LLMessageSystem::checkMessages` and `sendMessage`;
/// agrees with `tests/vectors/lludp.jsonl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet<'a> {
    /// The first byte.
    pub flags: Flags,
    /// The sequence number.
    pub sequence: u32,
    /// The message number.
    pub number: MessageNumber,
    /// The extra header.
    pub extra: &'a [u8],
    /// The blocks of the message, expanded.
    pub blocks: &'a [u8],
}

impl<'a> Packet<'a> {
    /// Parses a datagram. A zero-coded body is expanded into `scratch`, up to [`Options::expanded`]
    /// or the length of `scratch`, whichever is less.
    ///
    /// Offsets in errors count bytes of the datagram up to the body, and bytes of the expanded
    /// packet in it.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`] if the packet ends too early,
    /// [`DecodeErrorKind::InvalidLength`] for acks or an extra header longer than the packet,
    /// [`DecodeErrorKind::LimitExceeded`] for a body that expands beyond that limit.
    pub fn read(
        datagram: &'a [u8],
        options: &Options,
        scratch: &'a mut [u8],
    ) -> Result<(Self, Acks<'a>), DecodeError> {
        if datagram.len() < MIN_PACKET {
            return Err(Reader::new(datagram).incomplete("the packet header"));
        }
        let mut header = Reader::new(datagram);
        let [flags] = header.array("the flags")?;
        let flags = Flags::from_bits(flags);
        let sequence = u32::from_be_bytes(header.array("the sequence number")?);
        let [extra_len] = header.array("the length of the extra header")?;
        let extra_len = usize::from(extra_len);
        let (mut body, acks) = split_acks(datagram, flags, header.rest())?;

        let before = options.extra == ExtraPlace::BeforeNumber;
        let mut start = HEADER_LEN;
        let mut extra: &'a [u8] = &[];
        if before {
            let Some((taken, rest)) = body.split_at_checked(extra_len) else {
                return Err(extra_too_long(5, extra_len, body.len()));
            };
            (extra, body) = (taken, rest);
            start += extra_len;
        }
        if flags.contains(Flags::ZEROCODED) {
            let room = options.expanded.saturating_sub(start).min(scratch.len());
            let scratch = scratch.get_mut(..room).unwrap_or_default();
            let len = expand(body, scratch).map_err(|error| {
                let (expected, found) = (error.expected().to_owned(), error.found().to_owned());
                DecodeError::new(error.kind(), error.offset() + start, expected, found)
            })?;
            body = scratch.get(..len).unwrap_or_default();
        }
        let mut reader = Reader::new(body);
        let number = MessageNumber::read(&mut reader).map_err(|error| {
            DecodeError::new(error.kind(), start + body.len(), "the message number", "")
        })?;
        let mut blocks = reader.rest();
        if !before {
            let Some((taken, rest)) = blocks.split_at_checked(extra_len) else {
                return Err(extra_too_long(5, extra_len, blocks.len()));
            };
            (extra, blocks) = (taken, rest);
        }
        Ok((Self { flags, sequence, number, extra, blocks }, acks))
    }

    /// The number of bytes before the blocks in the expanded packet.
    pub const fn blocks_offset(&self) -> usize {
        HEADER_LEN + self.number.encoded_len() + self.extra.len()
    }

    /// Writes the packet with appended acks into `out` and returns its length in bytes. Bytes of
    /// `out` after these do not change.
    ///
    /// [`Flags::ZEROCODED`] is set or cleared according to `zero_coding`. [`Flags::ACK`] is set if
    /// there are acks; if the caller set it without any, the packet ends with a count of 0.
    ///
    /// # Errors
    /// [`EncodeErrorKind::TooLong`] for more than 255 acks or bytes of extra header,
    /// [`EncodeErrorKind::BufferTooSmall`] with the bytes needed.
    pub fn write(
        &self,
        acks: &[u32],
        zero_coding: ZeroCoding,
        options: &Options,
        out: &mut [u8],
    ) -> Result<usize, EncodeError> {
        let Ok(ack_count) = u8::try_from(acks.len()) else {
            return Err(too_long("acks", acks.len()));
        };
        let Ok(extra_len) = u8::try_from(self.extra.len()) else {
            return Err(too_long("bytes of extra header", self.extra.len()));
        };
        let mut flags = self.flags.without(Flags::ZEROCODED);
        if ack_count > 0 {
            flags = flags.with(Flags::ACK);
        }
        let trailer = if flags.contains(Flags::ACK) { acks.len() * 4 + 1 } else { 0 };
        let number_bytes = self.number.to_bytes();
        let number = number_bytes.get(4 - self.number.encoded_len()..).unwrap_or_default();
        let (before, after): (&[u8], &[u8]) = match options.extra {
            ExtraPlace::AfterNumber => (&[], self.extra),
            ExtraPlace::BeforeNumber => (self.extra, &[]),
        };
        let start = HEADER_LEN + before.len();
        let raw_len = number.len() + after.len() + self.blocks.len();
        let available = out.len();

        let mut body_len = raw_len;
        if zero_coding != ZeroCoding::Never {
            // With `WhenSmaller`, only a form shorter than the body needs room; `Always` may use
            // the whole buffer.
            let end = match zero_coding {
                ZeroCoding::WhenSmaller => available.min(start + raw_len),
                _ => available,
            };
            let mut compressor = Compressor::new(out.get_mut(start..end).unwrap_or_default());
            compressor.feed(number);
            compressor.feed(after);
            compressor.feed(self.blocks);
            let coded_len = compressor.finish().unwrap_or_else(|needed| needed);
            if zero_coding == ZeroCoding::Always || coded_len < raw_len {
                flags = flags.with(Flags::ZEROCODED);
                body_len = coded_len;
            }
        }
        let needed = start + body_len + trailer;
        let Some(out) = out.get_mut(..needed) else {
            return Err(EncodeError::buffer_too_small(needed, available));
        };
        let mut place = Place { out, used: 0 };
        place.put(&[flags.bits()]);
        place.put(&self.sequence.to_be_bytes());
        place.put(&[extra_len]);
        place.put(before);
        if flags.contains(Flags::ZEROCODED) {
            place.used += body_len;
        } else {
            place.put(number);
            place.put(after);
            place.put(self.blocks);
        }
        if flags.contains(Flags::ACK) {
            for ack in acks {
                place.put(&ack.to_be_bytes());
            }
            place.put(&[ack_count]);
        }
        Ok(needed)
    }
}

/// A buffer of known length, filled from its start.
struct Place<'a> {
    out: &'a mut [u8],
    used: usize,
}

impl Place<'_> {
    #[inline(always)]
    fn put(&mut self, bytes: &[u8]) {
        if let Some(room) = self.out.get_mut(self.used..self.used + bytes.len()) {
            room.copy_from_slice(bytes);
        }
        self.used += bytes.len();
    }
}

/// Splits the bytes after the header into body and acks.
fn split_acks<'a>(
    datagram: &[u8],
    flags: Flags,
    rest: &'a [u8],
) -> Result<(&'a [u8], Acks<'a>), DecodeError> {
    if !flags.contains(Flags::ACK) {
        return Ok((rest, Acks::default()));
    }
    let (count, front) = match rest.split_last() {
        Some((count, front)) => (usize::from(*count), front),
        None => (0, rest),
    };
    match front.len().checked_sub(count * 4) {
        // At least one byte remains for the message number.
        Some(end @ 1..) => {
            let (body, acks) = front.split_at(end);
            Ok((body, Acks(acks.as_chunks().0)))
        }
        _ => Err(DecodeError::new(
            DecodeErrorKind::InvalidLength,
            datagram.len() - 1,
            "acks after a message",
            alloc::format!("{count} acks in a packet of {} bytes", datagram.len()),
        )),
    }
}

#[cold]
fn extra_too_long(offset: usize, extra: usize, available: usize) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::InvalidLength,
        offset,
        alloc::format!("an extra header of at most {available} bytes"),
        alloc::format!("{extra}"),
    )
}

#[cold]
fn too_long(what: &str, len: usize) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::TooLong,
        alloc::format!("{len} {what}, where a packet holds 255"),
    )
}
