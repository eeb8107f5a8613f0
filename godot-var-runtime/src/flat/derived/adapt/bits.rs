//! `bits` in a delta: the value by itself, because the header has the bits of presences, but only if it fits into the bits of the message.

use crate::flat::Flat;
use crate::stream::bits::{BitField, too_few};
use crate::stream::layout::TypeLayout;
use crate::stream::{ByteOrder, Decode, DecodeAs, Encode, EncodeAs, Size};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// A value whose number fits into N bits.
#[derive(Debug)]
pub struct AsBits<const BITS: u32>;

impl<B: ByteOrder, T: Encode<Flat<B>> + BitField, const BITS: u32> EncodeAs<Flat<B>, T>
    for AsBits<BITS>
{
    const SIZE: Size = T::SIZE.refusing();
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::InBits(BITS as u8, T::LAYOUT);

    #[inline(always)]
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        if value.to_bits(BITS).is_none() && value.to_bits(64).is_some() {
            return Err(too_few(BITS));
        }
        value.encode(out)
    }
}

impl<'de, B: ByteOrder, T: Decode<'de, Flat<B>> + BitField, const BITS: u32>
    DecodeAs<'de, Flat<B>, T> for AsBits<BITS>
{
    #[inline(always)]
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        let start = reader.position();
        let value = T::decode(reader)?;
        // A variant for all other numbers may keep none.
        if value.to_bits(BITS).is_none()
            && let Some(number) = value.to_bits(64)
        {
            return Err(too_many(BITS, number, T::IS_SIGNED, start));
        }
        Ok(value)
    }
}

#[cold]
#[inline(never)]
fn too_many(bits: u32, number: u64, is_signed: bool, at: usize) -> DecodeError {
    let found =
        if is_signed { alloc::format!("{}", number as i64) } else { alloc::format!("{number}") };
    let expected = alloc::format!("a number in {bits} bits");
    DecodeError::new(DecodeErrorKind::OutOfRange, at, expected, found)
}
