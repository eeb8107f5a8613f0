//! The traits of types in LLUDP messages, and the traits that programs call.

use super::format::message_number::{Frequency, MessageNumber};
use crate::core::entry;
use crate::{DecodeError, EncodeError, Output, Reader};

/// Whether a message is still in use, in the words of the template. It does not change the bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Deprecation {
    /// In use.
    #[default]
    NotDeprecated,
    /// `Deprecated`: the viewer no longer knows it.
    Deprecated,
    /// `UDPDeprecated`: senders warn when they send it.
    UdpDeprecated,
    /// `UDPBlackListed`: refused over UDP.
    UdpBlackListed,
}

/// The properties of a message in the template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageFacts {
    /// The name.
    pub name: &'static str,
    /// The number and its frequency.
    pub number: MessageNumber,
    /// Whether only a trusted peer may send it.
    pub trusted: bool,
    /// Whether writers zero-code it if that makes it shorter.
    pub zerocoded: bool,
    /// Whether it is still in use.
    pub deprecation: Deprecation,
    /// The names of the blocks, in the order of the wire.
    pub blocks: &'static [&'static str],
}

/// A message with its own number. `#[derive(LludpMessage)]` implements this.
pub trait LludpMessage {
    /// The properties in the template.
    const FACTS: MessageFacts;
    /// The name in the template.
    const NAME: &'static str = Self::FACTS.name;
    /// The number.
    const NUMBER: MessageNumber = Self::FACTS.number;
    /// The frequency.
    const FREQUENCY: Frequency = Self::FACTS.number.frequency();
    /// Whether only a trusted peer may send it.
    const TRUSTED: bool = Self::FACTS.trusted;
    /// Whether writers zero-code it if that makes it shorter.
    const ZEROCODED: bool = Self::FACTS.zerocoded;
    /// Whether it is still in use.
    const DEPRECATION: Deprecation = Self::FACTS.deprecation;
}

/// Writes the blocks of a message; for an enum of messages, those of its variant.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an LLUDP message",
    label = "not a message",
    note = "a message is a struct with `#[derive(LludpMessage)]`, or comes from `message_template!`"
)]
pub trait EncodeLludp {
    /// The properties of the message in the template.
    fn facts(&self) -> &'static MessageFacts;

    /// Appends the blocks.
    ///
    /// # Errors
    /// [`EncodeErrorKind::TooLong`](crate::EncodeErrorKind::TooLong) for more bytes than a `Variable` field
    /// holds, and for more than 255 repeats.
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError>;
}

/// Reads the blocks of a message; for an enum of messages, of the variant with the number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an LLUDP message",
    label = "not a message",
    note = "a message is a struct with `#[derive(LludpMessage)]`, or comes from `message_template!`"
)]
pub trait DecodeLludp<'de>: Sized {
    /// Reads the blocks after the message number `number`. If blocks after the first are missing at
    /// the end, they are read as zeros, and `missing` is set to their names.
    ///
    /// # Errors
    /// [`DecodeErrorKind::UnknownVariant`](crate::DecodeErrorKind::UnknownVariant) for another number,
    /// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete) for bytes that end within a block.
    fn decode(
        number: MessageNumber,
        reader: &mut Reader<'de>,
        missing: &mut &'static [&'static str],
    ) -> Result<Self, DecodeError>;
}

/// A message that can be written: the bound for functions that send.
///
/// `#[derive(LludpMessage)]` implements it, and so do enums of messages from `message_template!`.
/// The bytes are the message number and the blocks, as after the header of a packet.
/// [`Outgoing::write`](super::Outgoing::write) writes whole datagrams.
pub trait ToLludpBytes: EncodeLludp {
    entry::writing! {
        [] to_lludp_bytes append_lludp_bytes append_lludp_bytes_mut write_lludp_bytes lludp_len:
        |message, out| encode_numbered(message, out)
    }
}

impl<T: EncodeLludp + ?Sized> ToLludpBytes for T {}

/// Writes the message number and the blocks.
#[inline(always)]
fn encode_numbered<T, O>(message: &T, out: &mut O) -> Result<(), EncodeError>
where
    T: EncodeLludp + ?Sized,
    O: Output,
{
    message.facts().number.put(out);
    message.encode(out)
}

/// A message that can be read: the bound for functions that receive. `'de` is the lifetime of the
/// bytes, from which a message may borrow.
///
/// `#[derive(LludpMessage)]` implements it, and so do enums of messages from `message_template!`.
/// The bytes are a message number and blocks, as after the header of a packet that is neither
/// zero-coded nor has an extra header. [`Incoming::read`](super::Incoming::read) reads whole
/// datagrams.
///
/// Bytes after the last block are an error, although a viewer ignores them: newer templates may add blocks there. To read them as a
/// viewer does, use [`Incoming::read`](super::Incoming::read) or [`read_lludp_bytes`](Self::read_lludp_bytes).
///
/// Of several messages in one buffer only the last may lack blocks at its end: in any other, the reader would take the bytes of the
/// next message for them.
pub trait FromLludpBytes<'de>: DecodeLludp<'de> {
    entry::reading! {
        [] from_lludp_bytes from_lludp_bytes_with read_lludp_bytes:
        decode_numbered, decode_numbered
    }
}

impl<'de, T: DecodeLludp<'de>> FromLludpBytes<'de> for T {}

/// Reads a message number and blocks.
#[inline(always)]
fn decode_numbered<'de, T: DecodeLludp<'de>>(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
    let number = MessageNumber::read(reader)?;
    T::decode(number, reader, &mut [].as_slice())
}
