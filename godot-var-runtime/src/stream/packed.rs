//! Packed integers, as UNET and LiteNetLibManager have them: small values take fewer bytes.

use super::numbers::Integer;
use super::wire::Wire;
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

/// Writes the shortest form.
#[inline(always)]
pub(crate) fn put<O: Output>(value: u64, out: &mut O) {
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

/// Reads an unsigned integer of any size. A `narrow` one reads 4 bytes after `FB` and above, as LiteNetLibManager did in
/// 2018-07.
#[inline(always)]
pub(crate) fn take(
    reader: &mut Reader<'_>,
    narrow: bool,
    what: &'static str,
) -> Result<u64, DecodeError> {
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

/// Reads an integer of a type.
#[inline(always)]
pub(crate) fn take_integer<W: Wire, T: Integer>(reader: &mut Reader<'_>) -> Result<T, DecodeError> {
    let start = reader.position();
    let wide = take(reader, false, W::name(T::KIND))?;
    match T::of_wide(wide) {
        Some(number) if wide <= T::most::<W>() => Ok(number),
        _ => Err(too_wide(start, W::name(T::KIND), wide)),
    }
}

#[cold]
#[inline(never)]
fn too_wide(at: usize, what: &'static str, wide: u64) -> DecodeError {
    DecodeError::new(DecodeErrorKind::OutOfRange, at, what, alloc::format!("{wide}, packed"))
}
