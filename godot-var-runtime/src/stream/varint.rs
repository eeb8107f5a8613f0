//! Integers in LEB128: 7 bits a byte, low first; the highest bit says that more follow.

use super::numbers::ends_inside;
use crate::{DecodeError, DecodeErrorKind, Output, Reader};

/// How many bytes a number takes.
pub(crate) const fn len(number: u64) -> usize {
    let bits = 64 - (number | 1).leading_zeros() as usize;
    bits.div_ceil(7)
}

/// Appends a number.
#[inline(always)]
pub fn put<O: Output>(number: u64, out: &mut O) {
    if number < 0x80 {
        return out.put_bytes(&[number as u8]);
    }
    if number < 1 << 56 {
        let (spread, len) = spread(number);
        return out.put_low_bytes(spread as u8, spread >> 8, len - 1);
    }
    let (bytes, len) = long(number);
    out.put_bytes(bytes.get(..len).unwrap_or_default());
}

/// Appends a number that is probably below 128.
#[inline(always)]
pub(crate) fn put_small<O: Output>(number: u64, out: &mut O) {
    if number < 0x80 {
        return out.put_bytes(&[number as u8]);
    }
    let (bytes, len) = long(number);
    out.put_bytes(bytes.get(..len).unwrap_or_default());
}

/// A number below 2^56 in its bytes, the first one lowest, and how many these are.
#[inline(always)]
const fn spread(number: u64) -> (u64, usize) {
    // Halves of 28 bits, of 14, of 7: each step makes room for the bits between.
    let halves = (number & 0x0fff_ffff) | (number & 0x00ff_ffff_f000_0000) << 4;
    let quarters = (halves & 0x0000_3fff_0000_3fff) | (halves & 0x0fff_c000_0fff_c000) << 2;
    let sevens = (quarters & 0x007f_007f_007f_007f) | (quarters & 0x3f80_3f80_3f80_3f80) << 1;
    let len = len(number);
    // All bytes but the last are followed by more.
    let more = 0x8080_8080_8080_8080 & ((1 << (8 * (len - 1))) - 1);
    (sevens | more, len)
}

/// The bytes of any number, and how many these are. The sink is not lent, so that it stays in registers.
#[cold]
#[inline(never)]
fn long(mut number: u64) -> ([u8; 10], usize) {
    let (mut bytes, len) = ([0; 10], len(number));
    for byte in bytes.iter_mut().take(len) {
        *byte = number as u8 | 0x80;
        number >>= 7;
    }
    if let Some(last) = bytes.get_mut(len - 1) {
        *last &= 0x7f;
    }
    (bytes, len)
}

/// Reads a number up to `most` that is probably below 128.
#[inline(always)]
pub(crate) fn take_small(
    reader: &mut Reader<'_>,
    most: u64,
    what: &'static str,
) -> Result<u64, DecodeError> {
    let rest = reader.rest();
    if let [byte, after @ ..] = rest
        && *byte < 0x80
        && u64::from(*byte) <= most
    {
        reader.seek_rest(after);
        return Ok(u64::from(*byte));
    }
    let (number, rest) = take_long(rest, reader.message().len(), most, what)?;
    reader.seek_rest(rest);
    Ok(number)
}

/// Reads a number up to `most`.
#[inline(always)]
pub fn take(reader: &mut Reader<'_>, most: u64, what: &'static str) -> Result<u64, DecodeError> {
    let rest = reader.rest();
    if let [byte, after @ ..] = rest
        && *byte < 0x80
        && u64::from(*byte) <= most
    {
        reader.seek_rest(after);
        return Ok(u64::from(*byte));
    }
    if let [low, high, after @ ..] = rest
        && (1..0x80).contains(high)
    {
        let number = u64::from(*low & 0x7f) | u64::from(*high) << 7;
        if number <= most && *low >= 0x80 {
            reader.seek_rest(after);
            return Ok(number);
        }
    }
    if let Some(word) = rest.first_chunk()
        && let Some((number, len)) = joined(u64::from_le_bytes(*word))
        && number <= most
        && let Some(after) = rest.get(len..)
    {
        reader.seek_rest(after);
        return Ok(number);
    }
    let (number, rest) = take_long(rest, reader.message().len(), most, what)?;
    reader.seek_rest(rest);
    Ok(number)
}

/// The number whose bytes are the first of eight, and how many these are; `None` if it goes on, or has more bytes than it needs.
#[inline(always)]
const fn joined(word: u64) -> Option<(u64, usize)> {
    let last = !word & 0x8080_8080_8080_8080;
    if last == 0 {
        return None;
    }
    let bits = last.trailing_zeros() + 1;
    let sevens = word & (u64::MAX >> (64 - bits)) & 0x7f7f_7f7f_7f7f_7f7f;
    // As in `spread`, back.
    let quarters = (sevens & 0x007f_007f_007f_007f) | (sevens & 0x7f00_7f00_7f00_7f00) >> 1;
    let halves = (quarters & 0x0000_3fff_0000_3fff) | (quarters & 0x3fff_0000_3fff_0000) >> 2;
    let number = (halves & 0x0fff_ffff) | (halves & 0x0fff_ffff_0000_0000) >> 4;
    // The last byte has some bit of it.
    if bits > 8 && sevens >> (bits - 8) == 0 {
        return None;
    }
    Some((number, (bits / 8) as usize))
}

/// Reads a number at the end of a message of `len` bytes that is not read yet. The reader is not lent, so that it stays in registers.
#[inline(never)]
fn take_long<'de>(
    mut rest: &'de [u8],
    len: usize,
    most: u64,
    what: &'static str,
) -> Result<(u64, &'de [u8]), DecodeError> {
    let start = len - rest.len();
    let mut number = 0_u64;
    for shift in (0..70).step_by(7) {
        let [byte, after @ ..] = rest else { return Err(ends_inside(len, what)) };
        rest = after;
        let bits = u64::from(byte & 0x7f);
        if shift == 63 && bits > 1 {
            return Err(too_large(start, most, what));
        }
        number |= bits << shift;
        if *byte < 0x80 {
            if *byte == 0 && shift > 0 {
                return Err(overlong(start, what));
            }
            if number > most {
                return Err(too_large(start, most, what));
            }
            return Ok((number, rest));
        }
    }
    Err(too_large(start, most, what))
}

#[cold]
fn overlong(start: usize, what: &'static str) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::InvalidValue,
        start,
        alloc::format!("{what} in as few bytes as it needs"),
        "more bytes",
    )
}

#[cold]
fn too_large(start: usize, most: u64, what: &'static str) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::OutOfRange,
        start,
        alloc::format!("{what} up to {most}"),
        "a larger one",
    )
}

/// A signed number as an unsigned one that is small where the number is near 0: 0, -1, 1, -2 … are 0, 1, 2, 3 ….
#[inline(always)]
pub const fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

/// The number that [`zigzag`] made.
#[inline(always)]
pub const fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::VecOutput;

    fn bytes(number: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        put(number, &mut VecOutput::new(&mut bytes));
        bytes
    }

    #[test]
    fn numbers_of_every_length() {
        for shift in 0..64 {
            for number in [1_u64 << shift, (1 << shift) - 1, (1 << shift) + 1, u64::MAX >> shift] {
                let bytes = bytes(number);
                assert_eq!(bytes.len(), len(number), "{number}");
                let mut reader = Reader::new(&bytes);
                assert_eq!(take(&mut reader, u64::MAX, "a number").ok(), Some(number));
                assert_eq!(reader.remaining(), 0);
                for cut in 0..bytes.len() {
                    assert!(take(&mut Reader::new(&bytes[..cut]), u64::MAX, "a number").is_err());
                }
                let most = number.saturating_sub(1);
                assert_eq!(take(&mut Reader::new(&bytes), most, "").is_ok(), number == 0);
            }
        }
        assert_eq!(bytes(300), [0xac, 0x02]);
    }

    #[test]
    fn overlong_numbers_are_refused() {
        let refused: [&[u8]; 4] = [
            &[0x80, 0],
            &[0xff, 0x80, 0],
            &[0xff; 11],
            &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2],
        ];
        for bytes in refused {
            assert!(take(&mut Reader::new(bytes), u64::MAX, "a number").is_err(), "{bytes:x?}");
        }
    }

    #[test]
    fn signs_alternate() {
        for (number, unsigned) in
            [(0, 0), (-1, 1), (1, 2), (i64::MIN, u64::MAX), (i64::MAX, u64::MAX - 1)]
        {
            assert_eq!((zigzag(number), unzigzag(unsigned)), (unsigned, number));
        }
    }
}
