//! The header of `flags`: bools, presences, and numbers of a few bits.

use super::numbers::array;
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

/// A type of which a value can be a few bits of a header: ints, and enums without fields that derive `GodotFlat`.
pub trait BitField: Sized {
    /// The largest number that the type needs bits for; 0 where any number of bits will do.
    const LARGEST: u64 = 0;

    /// Whether the highest bit is a sign.
    const IS_SIGNED: bool = false;

    /// The value in this many bits, if it fits.
    fn to_bits(&self, bits: u32) -> Option<u64>;

    /// The value of this many bits, if there is one.
    fn from_bits(number: u64, bits: u32) -> Option<Self>;
}

macro_rules! unsigned {
    ($($number:ident)*) => {$(
        impl BitField for $number {
            #[inline(always)]
            fn to_bits(&self, bits: u32) -> Option<u64> {
                let number = u64::from(*self);
                (number << (64 - bits) >> (64 - bits) == number).then_some(number)
            }

            #[inline(always)]
            fn from_bits(number: u64, _: u32) -> Option<Self> {
                Self::try_from(number).ok()
            }
        }
    )*};
}

unsigned! { u8 u16 u32 u64 }

/// In two's complement.
macro_rules! signed {
    ($($number:ident)*) => {$(
        impl BitField for $number {
            const IS_SIGNED: bool = true;

            #[inline(always)]
            fn to_bits(&self, bits: u32) -> Option<u64> {
                let number = i64::from(*self);
                let shifted = number << (64 - bits);
                (shifted >> (64 - bits) == number).then_some(shifted as u64 >> (64 - bits))
            }

            #[inline(always)]
            fn from_bits(number: u64, bits: u32) -> Option<Self> {
                Self::try_from((number as i64) << (64 - bits) >> (64 - bits)).ok()
            }
        }
    )*};
}

signed! { i8 i16 i32 i64 }

/// The bits of a value.
///
/// # Errors
/// [`EncodeErrorKind::OutOfRange`] if they are too few.
#[inline(always)]
pub fn put_bits<T: BitField, const BITS: u32>(value: &T) -> Result<u64, EncodeError> {
    value.to_bits(BITS).ok_or_else(|| too_few(BITS))
}

#[cold]
#[inline(never)]
pub(crate) fn too_few(bits: u32) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::OutOfRange,
        alloc::format!("a number that does not fit into {bits} bits"),
    )
}

/// The value of bits in a header that begins at `start`.
///
/// # Errors
/// [`DecodeErrorKind::UnknownVariant`] if no value has them.
#[inline(always)]
pub fn take_bits<T: BitField, const BITS: u32>(
    header: u64,
    position: u32,
    start: usize,
) -> Result<T, DecodeError> {
    let number = header >> position << (64 - BITS) >> (64 - BITS);
    T::from_bits(number, BITS).ok_or_else(|| no_value(number, position, start))
}

#[cold]
#[inline(never)]
fn no_value(number: u64, position: u32, start: usize) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::UnknownVariant,
        start + position as usize / 8,
        alloc::format!("a value from bit {position} of the flags on"),
        alloc::format!("{number}"),
    )
}

/// Writes a header of this many bytes: the lowest first, in any order of bytes.
#[inline(always)]
pub fn put_header<const BYTES: usize, O: Output>(header: u64, out: &mut O) {
    let bytes = header.to_le_bytes();
    out.put_bytes(bytes.get(..BYTES).unwrap_or_default());
}

/// Reads a header of this many bits.
///
/// # Errors
/// [`DecodeErrorKind::InvalidValue`] for bits beyond.
#[inline(always)]
pub fn take_header<const BYTES: usize, const BITS: u32>(
    reader: &mut Reader<'_>,
) -> Result<u64, DecodeError> {
    let bytes: [u8; BYTES] = array(reader, "the flags")?;
    let mut header = [0; 8];
    for (room, byte) in header.iter_mut().zip(bytes) {
        *room = byte;
    }
    let header = u64::from_le_bytes(header);
    if BITS < 64 && header >> BITS != 0 {
        return Err(bits_beyond(BITS, reader.position() - BYTES));
    }
    Ok(header)
}

#[cold]
#[inline(never)]
fn bits_beyond(bits: u32, start: usize) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::InvalidValue,
        start,
        alloc::format!("flags in {bits} bits"),
        "more",
    )
}
