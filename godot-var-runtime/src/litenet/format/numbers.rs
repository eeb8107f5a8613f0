//! Which integers have a packed form, and how readers of an era cut them.

use super::era::{Era, is_2018};
use crate::stream::layout::NumberType;
use crate::stream::packed::{put, take};
use crate::{DecodeError, DecodeErrorKind, Output, Reader};

/// The value after a C# reader has cut it to the field's width.
#[inline]
fn cut(value: u64, bits: u32, start: usize, reader: &Reader<'_>) -> Result<u64, DecodeError> {
    let kept = value & (u64::MAX >> (64 - bits));
    if kept != value && reader.limits().canonical {
        return Err(DecodeError::new(
            DecodeErrorKind::OutOfRange,
            start,
            alloc::format!("a packed integer of {bits} bits"),
            alloc::format!("{value}"),
        ));
    }
    Ok(kept)
}

/// An integer that has a packed form.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no packed form",
    label = "`packed` applies to a u16, u32, u64 or i64, or to a list of them with `len`",
    note = "an i64 is packed as the u64 of the same bits, as connection ids of 2018 are; for small negative numbers there is `zigzag`"
)]
pub trait PackedInt: Copy {
    /// The type in layouts.
    #[doc(hidden)]
    const KIND: NumberType;

    /// The fewest bytes.
    #[doc(hidden)]
    const FEWEST: usize = 1;

    /// Writes the shortest form.
    fn write_packed<O: Output>(self, out: &mut O);

    /// Reads a packed integer as readers of the era do. A value that is too wide loses its upper
    /// bits, unless [`Limits::canonical`](crate::Limits::canonical) refuses it.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`] when the buffer ends inside it.
    fn read_packed<E: Era>(reader: &mut Reader<'_>) -> Result<Self, DecodeError>;
}

macro_rules! packed {
    ($($int:ty, $kind:ident, $bits:expr, $narrow:expr, $what:literal;)*) => {$(
        impl PackedInt for $int {
            const KIND: NumberType = NumberType::$kind;

            #[inline(always)]
            fn write_packed<O: Output>(self, out: &mut O) {
                put(self as u64, out);
            }

            #[inline(always)]
            fn read_packed<E: Era>(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
                let start = reader.position();
                let value = take(reader, $narrow && is_2018::<E>(), $what)?;
                Ok(cut(value, $bits, start, reader)? as $int)
            }
        }
    )*};
}

packed! {
    u16, U16, 16, true, "a packed ushort";
    u32, U32, 32, true, "a packed uint";
    u64, U64, 64, false, "a packed ulong";
    i64, I64, 64, false, "a packed ulong";
}

/// An integer with a packed form in which small negative numbers are short, too. Only in today's
/// era.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no zigzag form",
    label = "`zigzag` applies to an i16, i32 or i64, or to a list of them with `len`"
)]
pub trait ZigzagInt: Copy {
    /// The type in layouts.
    #[doc(hidden)]
    const KIND: NumberType;

    /// The fewest bytes.
    #[doc(hidden)]
    const FEWEST: usize = 1;

    /// Writes the shortest form.
    fn write_zigzag<O: Output>(self, out: &mut O);

    /// Reads a packed signed integer.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`] when the buffer ends inside it.
    fn read_zigzag<E: Era>(reader: &mut Reader<'_>) -> Result<Self, DecodeError>;
}

impl ZigzagInt for i32 {
    const KIND: NumberType = NumberType::I32;

    #[inline]
    fn write_zigzag<O: Output>(self, out: &mut O) {
        put((self.wrapping_shl(1) ^ (self >> 31)) as u32 as u64, out);
    }

    #[inline]
    fn read_zigzag<E: Era>(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let start = reader.position();
        let value = take(reader, is_2018::<E>(), "a packed int")?;
        let value = cut(value, 32, start, reader)? as u32;
        Ok((value >> 1) as i32 ^ -((value & 1) as i32))
    }
}

impl ZigzagInt for i16 {
    const KIND: NumberType = NumberType::I16;

    #[inline]
    fn write_zigzag<O: Output>(self, out: &mut O) {
        i32::from(self).write_zigzag(out);
    }

    #[inline]
    fn read_zigzag<E: Era>(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let start = reader.position();
        let value = i32::read_zigzag::<E>(reader)?;
        if reader.limits().canonical && i32::from(value as Self) != value {
            return Err(DecodeError::new(
                DecodeErrorKind::OutOfRange,
                start,
                "a packed short",
                alloc::format!("{value}"),
            ));
        }
        Ok(value as Self)
    }
}

/// The 64-bit form is not one zigzag: the upper half, then the lower half, each in its own.
impl ZigzagInt for i64 {
    const KIND: NumberType = NumberType::I64;
    const FEWEST: usize = 2;

    #[inline]
    fn write_zigzag<O: Output>(self, out: &mut O) {
        ((self >> 32) as i32).write_zigzag(out);
        (self as i32).write_zigzag(out);
    }

    #[inline]
    fn read_zigzag<E: Era>(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let high = i32::read_zigzag::<E>(reader)?;
        let low = i32::read_zigzag::<E>(reader)?;
        Ok(i64::from(high) << 32 | i64::from(low as u32))
    }
}
