//! Typed messages in datagrams.

use super::packet::{Acks, ExtraPlace, Flags, HEADER_LEN, Options, Packet, ZeroCoding};
use crate::lludp::{DecodeLludp, EncodeLludp};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader, SliceOutput};

/// A datagram after reading: header, acks and the typed message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Incoming<'a, M> {
    /// The header, and the blocks as bytes.
    pub packet: Packet<'a>,
    /// The acks at its end.
    pub acks: Acks<'a>,
    /// The message.
    pub message: M,
    /// The names of blocks that are missing at the end of the datagram; they were read as zeros.
    pub missing: &'static [&'static str],
    /// The number of bytes after the last block; newer templates may add blocks there.
    pub unread: usize,
}

impl<'a, M: DecodeLludp<'a>> Incoming<'a, M> {
    /// Reads a datagram. A zero-coded body is expanded into `scratch`; only values that the message
    /// owns are allocated.
    ///
    /// # Errors
    /// As [`Packet::read`] and [`DecodeLludp::decode`]. Offsets count the bytes of the expanded packet.
    #[inline]
    pub fn read(
        datagram: &'a [u8],
        options: &Options,
        scratch: &'a mut [u8],
    ) -> Result<Self, DecodeError> {
        let (packet, acks) = Packet::read(datagram, options, scratch)?;
        let mut reader = Reader::new(packet.blocks);
        let mut missing: &'static [&'static str] = &[];
        match M::decode(packet.number, &mut reader, &mut missing) {
            Ok(message) => Ok(Self { packet, acks, message, missing, unread: reader.remaining() }),
            Err(error) => {
                let offset = packet.blocks_offset();
                // The offset of an unknown number.
                let offset = match (error.kind(), options.extra) {
                    (DecodeErrorKind::UnknownVariant, ExtraPlace::AfterNumber) => HEADER_LEN,
                    (DecodeErrorKind::UnknownVariant, ExtraPlace::BeforeNumber) => {
                        offset - packet.number.encoded_len()
                    }
                    _ => offset,
                };
                Err(error.moved(offset))
            }
        }
    }
}

/// The parts of a datagram other than its message.
///
/// ```
/// use godot_var_runtime::lludp::{Flags, Outgoing};
///
/// let outgoing = Outgoing { flags: Flags::RELIABLE, acks: &[7, 8], ..Outgoing::new(12) };
/// # let _ = outgoing;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outgoing<'a> {
    /// The flags; the writer sets or clears those for zero-coding and acks.
    pub flags: Flags,
    /// The sequence number.
    pub sequence: u32,
    /// The extra header.
    pub extra: &'a [u8],
    /// The acks to append.
    pub acks: &'a [u32],
    /// Whether the body is zero-coded. `None` follows the viewer: messages that the template marks
    /// `Zerocoded`, if that makes the packet shorter.
    pub zero_coding: Option<ZeroCoding>,
    /// The position of the extra header.
    pub extra_place: ExtraPlace,
}

impl Outgoing<'_> {
    /// A datagram with a sequence number and nothing else.
    pub const fn new(sequence: u32) -> Self {
        Self {
            flags: Flags::NONE,
            sequence,
            extra: &[],
            acks: &[],
            zero_coding: None,
            extra_place: ExtraPlace::AfterNumber,
        }
    }

    /// Writes the datagram to the start of `out` and returns its length in bytes. Bytes after these
    /// do not change. The blocks are encoded into `scratch` first, then zero-coded or copied.
    ///
    /// # Errors
    /// As [`EncodeLludp::encode`] and [`Packet::write`];
    /// [`EncodeErrorKind::BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall) also if
    /// `scratch` is too short.
    #[inline]
    pub fn write<M: EncodeLludp + ?Sized>(
        &self,
        message: &M,
        scratch: &mut [u8],
        out: &mut [u8],
    ) -> Result<usize, EncodeError> {
        let facts = message.facts();
        let available = scratch.len();
        let mut sink = SliceOutput::new(scratch);
        message.encode(&mut sink)?;
        let len = sink.position();
        let Some(blocks) = scratch.get(..len) else {
            return Err(EncodeError::buffer_too_small(len, available));
        };
        let zero_coding = self.zero_coding.unwrap_or(if facts.zerocoded {
            ZeroCoding::WhenSmaller
        } else {
            ZeroCoding::Never
        });
        let packet = Packet {
            flags: self.flags,
            sequence: self.sequence,
            number: facts.number,
            extra: self.extra,
            blocks,
        };
        let options = Options { extra: self.extra_place, ..Options::DEFAULT };
        packet.write(self.acks, zero_coding, &options, out)
    }
}
