//! `bits` on a list: its elements in a few bits each, one after the other without gaps.

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::flat::Flat;
use crate::flat::format::{MAX_PACKED, check_padding};
use crate::stream::bits::{BitField, put_bits};
use crate::stream::layout::TypeLayout;
use crate::stream::length::{NO_BOUND, Prefix, take_count, write_count};
use crate::stream::numbers::ends_inside;
use crate::stream::wrappers::pass;
use crate::stream::{ByteOrder, DecodeAs, Encode, EncodeAs, Size};
use crate::{DecodeError, EncodeError, Output, Reader};

/// A count encoded as `L`, which is at most `MOST`, then elements in `BITS` bits each, low first.
#[derive(Debug)]
pub struct AsPackedBits<L, const BITS: u32, const MOST: usize = NO_BOUND>(PhantomData<L>);

/// An element of such a list: an integer or a bool.
pub trait BitElement: Copy {
    /// The most bits that it needs.
    const BITS: u32;

    /// The value in this many bits, if it fits.
    fn pack<const BITS: u32>(self) -> Result<u64, EncodeError>;

    /// The value of this many bits.
    fn unpack(number: u64, bits: u32) -> Self;
}

macro_rules! integers {
    ($($number:ident)*) => {$(
        impl BitElement for $number {
            const BITS: u32 = $number::BITS;

            #[inline(always)]
            fn pack<const BITS: u32>(self) -> Result<u64, EncodeError> {
                put_bits::<Self, BITS>(&self)
            }

            #[inline(always)]
            fn unpack(number: u64, bits: u32) -> Self {
                // They are at most as many as the type has.
                Self::from_bits(number, bits).unwrap_or_default()
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 i8 i16 i32 i64 }

impl BitElement for bool {
    const BITS: u32 = 1;

    #[inline(always)]
    fn pack<const BITS: u32>(self) -> Result<u64, EncodeError> {
        Ok(self.into())
    }

    #[inline(always)]
    fn unpack(number: u64, _: u32) -> Self {
        number != 0
    }
}

/// Fails the build for more bits than an element has.
const fn check<T: BitElement>(bits: u32) {
    assert!(
        bits >= 1 && bits <= T::BITS && bits <= MAX_PACKED,
        "`bits` of a list is from 1 to the bits of an element, and at most 32; of a bool it is 1"
    );
}

impl<B, L, T, const BITS: u32, const MOST: usize> EncodeAs<Flat<B>, Vec<T>>
    for AsPackedBits<L, BITS, MOST>
where
    B: ByteOrder,
    L: Prefix<Flat<B>>,
    T: Encode<Flat<B>> + BitElement,
{
    const SIZE: Size = Size::packed(L::LAYOUT, MOST, BITS as u8);
    const LAYOUT: &'static TypeLayout<'static> = if MOST == NO_BOUND {
        &TypeLayout::Packed(L::LAYOUT, BITS as u8, T::LAYOUT)
    } else {
        &TypeLayout::AtMost(MOST, &TypeLayout::Packed(L::LAYOUT, BITS as u8, T::LAYOUT))
    };

    fn encode_as<O: Output>(list: &Vec<T>, out: &mut O) -> Result<(), EncodeError> {
        const { check::<T>(BITS) };
        write_count::<Flat<B>, L, O>(list.len(), MOST, "a list", out)?;
        out.enter()?;
        // What is not written yet, and how many bits that is: below 32 between two elements.
        let (mut waiting, mut bits) = (0_u64, 0);
        for (index, element) in list.iter().enumerate() {
            let number = element.pack::<BITS>().map_err(|error| error.in_index(index))?;
            waiting |= number << bits;
            bits += BITS;
            if bits >= 32 {
                out.put_bytes(&(waiting as u32).to_le_bytes());
                waiting >>= 32;
                bits -= 32;
            }
        }
        let bytes = (waiting as u32).to_le_bytes();
        out.put_bytes(bytes.get(..bits.div_ceil(8) as usize).unwrap_or_default());
        out.leave();
        Ok(())
    }
}

impl<'de, B, L, T, const BITS: u32, const MOST: usize> DecodeAs<'de, Flat<B>, Vec<T>>
    for AsPackedBits<L, BITS, MOST>
where
    B: ByteOrder,
    L: Prefix<Flat<B>>,
    T: Encode<Flat<B>> + BitElement,
{
    fn decode_as(reader: &mut Reader<'de>) -> Result<Vec<T>, DecodeError> {
        let count = take_count::<Flat<B>, L>(reader, MOST)?;
        let len = Size::packed_len(count, BITS as u8);
        let Some((bytes, rest)) = reader.rest().split_at_checked(len) else {
            return Err(ends_inside(reader.message().len(), "a list"));
        };
        reader.check_depth()?;
        check_padding(bytes, count, BITS, reader.position())?;
        // The bytes of all elements have come.
        let mut list = Vec::with_capacity(count);
        let mask = u64::MAX >> (64 - BITS);
        let (mut waiting, mut bits) = (0_u64, 0);
        // The last chunk has fewer bytes, and as many bits as are needed.
        let mut chunks = bytes.chunks(4);
        while list.len() < count {
            if bits < BITS {
                waiting |= chunk(chunks.next().unwrap_or_default()) << bits;
                bits += 32;
            }
            list.push(T::unpack(waiting & mask, BITS));
            waiting >>= BITS;
            bits -= BITS;
        }
        reader.seek_rest(rest);
        Ok(list)
    }
}

/// A number of up to four bytes, the lowest first.
#[inline(always)]
fn chunk(bytes: &[u8]) -> u64 {
    match bytes.first_chunk() {
        Some(four) => u32::from_le_bytes(*four).into(),
        None => bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)),
    }
}

pass! {
    [L, const BITS: u32, const MOST: usize] AsPackedBits<L, BITS, MOST>;
}
