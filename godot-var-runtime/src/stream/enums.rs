//! The number before a variant.

use super::length::Prefix;
use super::varint;
use super::wire::Wire;
use crate::variant::layout::each;
use crate::variant::layout::sentence::Sentence;
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

/// Writes the number of a variant, which the derive has compared with the width.
#[inline(always)]
pub fn put_number<W: Wire, L: Prefix<W>, O: Output>(number: u32, out: &mut O) {
    L::put(number as usize, out);
}

/// Reads the number of a variant.
///
/// # Errors
/// Those of the encoding.
#[inline(always)]
pub fn take_number<W: Wire, L: Prefix<W>>(reader: &mut Reader<'_>) -> Result<u32, DecodeError> {
    if L::MOST > u32::MAX as usize {
        return varint::take(reader, u64::from(u32::MAX), "the number of a variant")
            .map(|number| number as u32);
    }
    L::take(reader).map(|number| number as u32)
}

/// Reads the number of a message and compares it with the expected one.
///
/// # Errors
/// [`DecodeErrorKind::UnknownVariant`] for another number.
#[inline]
pub fn expect_number<W: Wire, L: Prefix<W>>(
    reader: &mut Reader<'_>,
    expected: u32,
    name: &'static str,
) -> Result<(), DecodeError> {
    let start = reader.position();
    let found = L::take(reader)?;
    if found == expected as usize {
        return Ok(());
    }
    Err(other_message(start, expected, name, found))
}

#[cold]
fn other_message(offset: usize, expected: u32, name: &'static str, found: usize) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::UnknownVariant,
        offset,
        alloc::format!("{name}, message {expected}"),
        alloc::format!("message {found}"),
    )
}

/// Takes the bytes to the end of the message.
#[inline(always)]
pub fn take_rest<'de>(reader: &mut Reader<'de>) -> &'de [u8] {
    reader.take_rest()
}

/// The error for a number that no variant of an enum has; `start` is its offset.
#[cold]
#[inline(never)]
pub fn unknown_member(start: usize, name: &'static str, found: u32) -> DecodeError {
    DecodeError::no_variant(start, name, found).in_type(name)
}

/// The error for a variant that keeps no number.
#[cold]
#[inline(never)]
pub fn no_number(name: &'static str) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::OutOfRange,
        alloc::format!("`{name}` is for unknown numbers, and has no number itself"),
    )
}

/// Fails the build when the message of a variant has the number of one of the `others`.
#[track_caller]
pub const fn check_distinct(variant: &str, number: u16, others: &[(&str, u16)]) {
    each!(other in others => {
        let (other, taken) = *other;
        if number == taken {
            let sentence = Sentence::new(&["the messages of `", other, "` and `", variant, "` have "]);
            let sentence = sentence.and(&["the same number "]).number(number as i128);
            sentence.and(&["; give one of them another `msg_type`"]).fail();
        }
    });
}
