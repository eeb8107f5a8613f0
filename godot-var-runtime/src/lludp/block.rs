//! Blocks, their repeats, and those that are missing.

use alloc::vec::Vec;

use super::format::message_number::MessageNumber;
use super::format::zerocode::DEFAULT_EXPANDED;
use super::traits::{LludpMessage, MessageFacts};
use super::values::repeated::{Repeated, Source};
use super::wire::Lludp;
use crate::stream::layout::TypeLayout;
use crate::stream::length::{Counted, LenU8, read_len};
use crate::stream::{Decode, Encode, EncodeAs, Plain, Size};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// A struct with `#[derive(LludpBlock)]`: its fields, in order.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a block of an LLUDP message",
    label = "not a block",
    note = "a block is a struct with `#[derive(LludpBlock)]`; repeated ones are `[Block; N]`, `Vec<Block>` or `Repeated<Block>`"
)]
pub trait Block<'de>: Decode<'de, Lludp> {}

/// A field of a message: a block (`Single`), `[Block; N]` (`Multiple N`), or, after a count in one
/// byte, `Vec<Block>` and [`Repeated<Block>`](crate::lludp::Repeated) (`Variable`).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a block of an LLUDP message",
    label = "not a block",
    note = "a block is a struct with `#[derive(LludpBlock)]`; repeated ones are `[Block; N]`, `Vec<Block>` or `Repeated<Block>`"
)]
pub trait Blocks<'de>: Decode<'de, Lludp> {
    /// Reads the block at this position of a message. All but the first may be missing at the end.
    #[doc(hidden)]
    #[inline(always)]
    fn read<const POSITION: usize>(
        reader: &mut Reader<'de>,
        facts: &'static MessageFacts,
        missing: &mut &'static [&'static str],
    ) -> Result<Self, DecodeError> {
        if POSITION == 0 || reader.remaining() > 0 {
            return Self::decode(reader);
        }
        if missing.is_empty() {
            *missing = facts.blocks.get(POSITION..).unwrap_or_default();
        }
        zeros()
    }

    /// Appends the block.
    #[doc(hidden)]
    #[inline(always)]
    fn put<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.encode(out)
    }
}

impl<'de, T: Block<'de>> Blocks<'de> for T {}
impl<'de, T: Block<'de>, const N: usize> Blocks<'de> for [T; N] {}
impl<'de, T: Block<'de>> Blocks<'de> for Vec<T> {}
impl<'de: 'a, 'a, T: Block<'de>> Blocks<'de> for Repeated<'a, T> {}

/// The contents of missing blocks. Nothing that a packet holds is longer.
static ZEROS: [u8; DEFAULT_EXPANDED] = [0; DEFAULT_EXPANDED];

/// Reads the value of a missing block.
#[cold]
fn zeros<'de, T: Decode<'de, Lludp>>() -> Result<T, DecodeError> {
    const {
        assert!(T::SIZE.min <= DEFAULT_EXPANDED, "a block has more bytes than a packet holds");
    };
    T::decode(&mut Reader::new(&ZEROS))
}

/// The value of a missing block of a template.
#[expect(clippy::unreachable, reason = "every field of a template can be zero or empty")]
pub fn zero<'de, T: Blocks<'de>>() -> T {
    match zeros() {
        Ok(block) => block,
        Err(_) => unreachable!("zeros are a block"),
    }
}

/// The properties of a message, if it has this number.
#[inline(always)]
pub fn facts_of<T: LludpMessage>(
    number: MessageNumber,
) -> Result<&'static MessageFacts, DecodeError> {
    let facts = const { &T::FACTS };
    if number.id() == facts.number.id() { Ok(facts) } else { Err(other_number(number, facts)) }
}

#[cold]
#[inline(never)]
fn other_number(number: MessageNumber, facts: &MessageFacts) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::UnknownVariant,
        0,
        alloc::format!("{}, which is {}", facts.name, facts.number),
        alloc::format!("the message {number}"),
    )
}

impl<T: Encode<Lludp>> Encode<Lludp> for Repeated<'_, T> {
    const SIZE: Size = <Vec<T> as Encode<Lludp>>::SIZE;
    const LAYOUT: &'static TypeLayout<'static> = <Vec<T> as Encode<Lludp>>::LAYOUT;

    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        match self.0 {
            Source::Slice(blocks) => {
                <Counted<LenU8, Plain> as EncodeAs<Lludp, [T]>>::encode_as(blocks, out)
            }
            Source::Bytes(bytes, count) => {
                out.put_bytes(&[count]);
                out.put_bytes(bytes);
                Ok(())
            }
        }
    }
}

impl<'de: 'a, 'a, T: Decode<'de, Lludp>> Decode<'de, Lludp> for Repeated<'a, T> {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let most = reader.limits().elements;
        let count = read_len::<Lludp, LenU8>(reader, most)?;
        let start = reader.rest();
        for index in 0..count {
            if let Err(error) = T::decode(reader) {
                return Err(error.in_index(index));
            }
        }
        let len = start.len() - reader.remaining();
        Ok(Self(Source::Bytes(start.get(..len).unwrap_or_default(), count as u8)))
    }
}

/// The value of a result, or the error in this block.
#[doc(hidden)]
#[macro_export]
macro_rules! in_block {
    ($key:expr, $result:expr) => {
        match $result {
            $crate::private::Ok(value) => value,
            $crate::private::Err(error) => return $crate::private::Err(error.in_key($key)),
        }
    };
}
