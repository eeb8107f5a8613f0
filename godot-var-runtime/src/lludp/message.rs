//! Typed messages, alone and in datagrams.

use alloc::vec::Vec;

use super::block::Blocks;
use super::number::{Frequency, MessageNumber};
use super::packet::{Acks, ExtraPlace, Flags, HEADER_LEN, Options, Packet, ZeroCoding};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader, SliceOutput, VecOutput};

/// Whether a message is still in use, in the words of the template. None of it changes the bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Deprecation {
    /// In use.
    #[default]
    NotDeprecated,
    /// `Deprecated`: no longer known to the viewer.
    Deprecated,
    /// `UDPDeprecated`: warned of when it is sent.
    UdpDeprecated,
    /// `UDPBlackListed`: refused over UDP.
    UdpBlackListed,
}

/// What the template says about a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageFacts {
    /// The name.
    pub name: &'static str,
    /// The number and its frequency.
    pub number: MessageNumber,
    /// Whether only a trusted peer may send it.
    pub trusted: bool,
    /// Whether it is zero-coded where that makes it shorter.
    pub zerocoded: bool,
    /// Whether it is still in use.
    pub deprecation: Deprecation,
    /// The names of the blocks, in the order of the wire.
    pub blocks: &'static [&'static str],
}

/// A message with a number of its own. `#[derive(LludpMessage)]` writes this.
pub trait LludpMessage {
    /// What the template says about it.
    const FACTS: MessageFacts;
    /// The name in the template.
    const NAME: &'static str = Self::FACTS.name;
    /// The number.
    const NUMBER: MessageNumber = Self::FACTS.number;
    /// The frequency.
    const FREQUENCY: Frequency = Self::FACTS.number.frequency();
    /// Whether only a trusted peer may send it.
    const TRUSTED: bool = Self::FACTS.trusted;
    /// Whether it is zero-coded where that makes it shorter.
    const ZEROCODED: bool = Self::FACTS.zerocoded;
    /// Whether it is still in use.
    const DEPRECATION: Deprecation = Self::FACTS.deprecation;
}

/// Writes the blocks of a message, or of the one that an enum of messages holds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no LLUDP message",
    label = "not a message",
    note = "a message is a struct with `#[derive(LludpMessage)]`, or comes from `message_template!`"
)]
pub trait EncodeLludp {
    /// What the template says about the message.
    fn facts(&self) -> &'static MessageFacts;

    /// Appends the blocks.
    ///
    /// # Errors
    /// [`EncodeErrorKind::TooLong`](crate::EncodeErrorKind::TooLong) for more bytes than a `Variable` field
    /// holds, and for more than 255 repeats.
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError>;
}

/// Reads the blocks of a message, or of the one of an enum that has the number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no LLUDP message",
    label = "not a message",
    note = "a message is a struct with `#[derive(LludpMessage)]`, or comes from `message_template!`"
)]
pub trait DecodeLludp<'de>: Sized {
    /// Reads the blocks behind the message number `number`. Where blocks are missing at the end,
    /// but not the first, they are read as zeros, and `missing` is set to their names.
    ///
    /// # Errors
    /// [`DecodeErrorKind::UnknownMember`] for another number,
    /// [`DecodeErrorKind::Incomplete`] for bytes that end within a block.
    fn decode(
        number: MessageNumber,
        reader: &mut Reader<'de>,
        missing: &mut &'static [&'static str],
    ) -> Result<Self, DecodeError>;
}

/// Refuses a number that is not that of the message.
#[doc(hidden)]
#[inline(always)]
pub fn expect_number(number: MessageNumber, facts: &MessageFacts) -> Result<(), DecodeError> {
    if number.id() == facts.number.id() { Ok(()) } else { Err(other_number(number, facts)) }
}

#[cold]
#[inline(never)]
fn other_number(number: MessageNumber, facts: &MessageFacts) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::UnknownMember,
        0,
        alloc::format!("{}, which is {}", facts.name, facts.number),
        alloc::format!("the message {number}"),
    )
}

/// Reads a block behind the first, which may be missing.
#[doc(hidden)]
#[inline(always)]
pub fn trailing<'de, T: Blocks<'de>>(
    reader: &mut Reader<'de>,
    position: usize,
    names: &'static [&'static str],
    missing: &mut &'static [&'static str],
) -> Result<T, DecodeError> {
    if reader.remaining() > 0 {
        return T::read_blocks(reader);
    }
    if missing.is_empty() {
        *missing = names.get(position..).unwrap_or_default();
    }
    Ok(T::missing())
}

/// Writes messages.
pub trait ToLludpBytes: EncodeLludp {
    /// The message number and the blocks: what stands behind the header of a packet.
    ///
    /// # Errors
    /// As [`EncodeLludp::encode`].
    fn to_lludp_bytes(&self) -> Result<Vec<u8>, EncodeError> {
        let mut bytes = Vec::new();
        put_number(self.facts().number, &mut bytes);
        self.encode(&mut VecOutput::new(&mut bytes))?;
        Ok(bytes)
    }

    /// Writes the message number and the blocks to the start of `out` and says how many bytes they take.
    ///
    /// # Errors
    /// As [`EncodeLludp::encode`];
    /// [`EncodeErrorKind::BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall) with the bytes needed.
    #[inline]
    fn write_lludp_bytes(&self, out: &mut [u8]) -> Result<usize, EncodeError> {
        let available = out.len();
        let mut sink = SliceOutput::new(out);
        let number = self.facts().number;
        let bytes = number.to_bytes();
        sink.put_bytes(bytes.get(4 - number.encoded_len()..).unwrap_or_default());
        self.encode(&mut sink)?;
        let needed = sink.position();
        if needed > available {
            return Err(EncodeError::buffer_too_small(needed, available));
        }
        Ok(needed)
    }
}

impl<T: EncodeLludp + ?Sized> ToLludpBytes for T {}

fn put_number(number: MessageNumber, bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(number.to_bytes().get(4 - number.encoded_len()..).unwrap_or_default());
}

/// Reads messages.
pub trait FromLludpBytes<'de>: DecodeLludp<'de> {
    /// Reads a message number and blocks: what stands behind the header of a packet that is neither
    /// zero-coded nor has an extra header. Bytes behind the last block are left unread.
    ///
    /// # Errors
    /// As [`DecodeLludp::decode`].
    #[inline]
    fn from_lludp_bytes(bytes: &'de [u8]) -> Result<Self, DecodeError> {
        let mut reader = Reader::new(bytes);
        let number = MessageNumber::read(&mut reader)?;
        Self::decode(number, &mut reader, &mut [].as_slice())
    }
}

impl<'de, T: DecodeLludp<'de>> FromLludpBytes<'de> for T {}

/// A datagram that was read: header, acks and the typed message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Incoming<'a, M> {
    /// The header, and the blocks as bytes.
    pub packet: Packet<'a>,
    /// The acks at its end.
    pub acks: Acks<'a>,
    /// The message.
    pub message: M,
    /// The names of blocks at the end of the message that the datagram lacks; they were read as zeros.
    pub missing: &'static [&'static str],
    /// The number of bytes behind the last block, which older templates do not know.
    pub unread: usize,
}

impl<'a, M: DecodeLludp<'a>> Incoming<'a, M> {
    /// Reads a datagram. A zero-coded body is expanded into `scratch`; nothing is allocated but what
    /// the message owns.
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
                // Of an unknown number, where it stands.
                let offset = match (error.kind(), options.extra) {
                    (DecodeErrorKind::UnknownMember, ExtraPlace::AfterNumber) => HEADER_LEN,
                    (DecodeErrorKind::UnknownMember, ExtraPlace::BeforeNumber) => {
                        offset - packet.number.encoded_len()
                    }
                    _ => offset,
                };
                Err(error.moved(offset))
            }
        }
    }
}

/// What a datagram has beside its message.
///
/// ```
/// use godot_var_runtime::lludp::{Flags, Outgoing};
///
/// let outgoing = Outgoing { flags: Flags::RELIABLE, acks: &[7, 8], ..Outgoing::new(12) };
/// # let _ = outgoing;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outgoing<'a> {
    /// The flags; those for zero-coding and acks are set or cleared by what is written.
    pub flags: Flags,
    /// The sequence number.
    pub sequence: u32,
    /// The extra header.
    pub extra: &'a [u8],
    /// Acks to be appended.
    pub acks: &'a [u32],
    /// Whether the body is zero-coded; `None` is as the viewer does it: where it makes the packet
    /// shorter, if the template says `Zerocoded`.
    pub zero_coding: Option<ZeroCoding>,
    /// Where the extra header stands.
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

    /// Writes the datagram to the start of `out` and says how many bytes it takes. The blocks stand in
    /// `scratch` before they are zero-coded or copied.
    ///
    /// # Errors
    /// As [`EncodeLludp::encode`] and [`Packet::write`];
    /// [`EncodeErrorKind::BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall) where `scratch`, too, is.
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
