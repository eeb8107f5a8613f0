//! Packed integers: small values take fewer bytes.

use super::era::{Era, is_2018};
use crate::stream::layout::NumberType;
use crate::{DecodeError, DecodeErrorKind, Output, Reader};

/// The size of the packed form of a value in bytes: 1 to 9.
pub const fn packed_len(value: u64) -> usize {
    match value {
        0..=240 => 1,
        241..=2287 => 2,
        2288..=67823 => 3,
        _ => 1 + wide_len(value),
    }
}

/// The size in bytes of a value of 2^16 or more, without leading zeros.
const fn wide_len(value: u64) -> usize {
    8 - value.leading_zeros() as usize / 8
}

#[inline(always)]
fn write<O: Output>(value: u64, out: &mut O) {
    if value <= 240 {
        return out.put_bytes(&[value as u8]);
    }
    if value <= 2287 {
        let more = value - 240;
        return out.put_bytes(&[241 + (more >> 8) as u8, more as u8]);
    }
    if value <= 67823 {
        let more = value - 2288;
        return out.put_bytes(&[249, (more >> 8) as u8, more as u8]);
    }
    let [a, b, c, d, ..] = value.to_le_bytes();
    if value < 1 << 24 {
        return out.put_bytes(&[250, a, b, c]);
    }
    if value < 1 << 32 {
        return out.put_bytes(&[251, a, b, c, d]);
    }
    let len = wide_len(value);
    out.put_low_bytes(247 + len as u8, value, len);
}

/// Reads a packed unsigned integer of any size. In 2018-07 a `narrow` one reads 4 bytes after `FB`
/// and above.
#[inline(always)]
fn read(reader: &mut Reader<'_>, narrow: bool, what: &'static str) -> Result<u64, DecodeError> {
    match reader.rest().split_first() {
        Some((&first, rest)) if first <= 240 => {
            reader.seek_rest(rest);
            Ok(first as u64)
        }
        _ => read_long(reader, narrow, what),
    }
}

#[inline(never)]
fn read_long(
    reader: &mut Reader<'_>,
    narrow: bool,
    what: &'static str,
) -> Result<u64, DecodeError> {
    let rest = reader.rest();
    let Some((first, after)) = rest.split_first() else { return Err(reader.incomplete(what)) };
    // Loads eight bytes at once, or fewer at the end of the buffer, filled up with zeros.
    let word = match after.first_chunk() {
        Some(word) => u64::from_le_bytes(*word),
        None => last_bytes(after),
    };
    let first = *first;
    let (value, len) = match first {
        0..=240 => (first as u64, 0),
        241..=248 => (240 + ((first as u64 - 241) << 8) + (word & 0xff), 1),
        249 => (2288 + (word as u16).swap_bytes() as u64, 2),
        _ => {
            let len = if narrow { (first as usize - 247).min(4) } else { first as usize - 247 };
            (word & (u64::MAX >> (64 - 8 * len as u32)), len)
        }
    };
    match after.get(len..) {
        Some(rest) => reader.seek_rest(rest),
        None => return Err(reader.incomplete(what)),
    }
    if reader.limits().canonical {
        // A narrow reader treats `FC` and above as `FB`: it takes as many bytes, but no writer
        // writes it.
        let start = reader.position() - 1 - len;
        if 1 + len != packed_len(value) || (narrow && first > 251) {
            return Err(not_shortest(start, value, 1 + len));
        }
    }
    Ok(value)
}

/// Fewer than eight bytes, as the low bytes of a word.
fn last_bytes(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    if let Some(target) = word.get_mut(..bytes.len()) {
        target.copy_from_slice(bytes);
    }
    u64::from_le_bytes(word)
}

#[cold]
fn not_shortest(offset: usize, value: u64, len: usize) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::InvalidValue,
        offset,
        alloc::format!("{value} in its packed form of {} bytes", packed_len(value)),
        alloc::format!("another form of {len} bytes"),
    )
}

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
                write(self as u64, out);
            }

            #[inline(always)]
            fn read_packed<E: Era>(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
                let start = reader.position();
                let value = read(reader, $narrow && is_2018::<E>(), $what)?;
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
        write((self.wrapping_shl(1) ^ (self >> 31)) as u32 as u64, out);
    }

    #[inline]
    fn read_zigzag<E: Era>(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let start = reader.position();
        let value = read(reader, is_2018::<E>(), "a packed int")?;
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
