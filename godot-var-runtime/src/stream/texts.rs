//! Texts, and what is wrong with their lengths and those of lists.

use ascii::AsciiStr;

use super::numbers::ends_inside;
use crate::core::utf8;
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Limits, Reader};

/// Takes the bytes of a text, and checks that they are UTF-8.
#[inline(always)]
pub fn take<'de>(reader: &mut Reader<'de>, len: usize) -> Result<&'de str, DecodeError> {
    let start = reader.position();
    check(take_bytes(reader, len, "a text")?, start)
}

/// Takes `len` bytes. The error gets its place by value, so that a reader that is read in line stays in registers.
#[inline(always)]
pub(crate) fn take_bytes<'de>(
    reader: &mut Reader<'de>,
    len: usize,
    what: &'static str,
) -> Result<&'de [u8], DecodeError> {
    match reader.rest().split_at_checked(len) {
        Some((bytes, rest)) => {
            reader.seek_rest(rest);
            Ok(bytes)
        }
        None => Err(ends_inside(reader.message().len(), what)),
    }
}

/// Bytes at an offset as a text.
#[inline(always)]
pub(crate) fn check(bytes: &[u8], start: usize) -> Result<&str, DecodeError> {
    if let Ok(text) = AsciiStr::from_ascii(bytes) {
        return Ok(text.as_str());
    }
    utf8::from_utf8(bytes).map_err(|error| invalid(start + error.valid_up_to()))
}

#[cold]
#[inline(never)]
fn invalid(at: usize) -> DecodeError {
    DecodeError::new(DecodeErrorKind::InvalidUtf8, at, "UTF-8", "other bytes")
}

/// The error for a text or list that is longer than its count or its field allows.
#[cold]
#[inline(never)]
pub fn too_long(what: &'static str, len: usize, most: usize) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::TooLong,
        alloc::format!("{what} of {len}, where at most {most} are allowed"),
    )
}

/// Counts elements of a list or an array that may take no bytes, which the length of the message does not bound.
///
/// # Errors
/// [`DecodeErrorKind::LimitExceeded`] when there are more of them than 65,536 and 32 for each byte of the message.
pub fn count_empty(reader: &mut Reader<'_>, count: usize) -> Result<(), DecodeError> {
    reader.count_empty::<()>(count)
}

/// The error for a count of elements above the most of the field, or above the limit of the reader.
#[doc(hidden)]
#[cold]
#[inline(never)]
pub fn too_many_elements(start: usize, count: usize, most: usize, limit: usize) -> DecodeError {
    if most <= limit {
        return too_many(start, count, most);
    }
    too_many(start, count, limit).hinted(Limits::RAISES_ELEMENTS)
}

/// The error for a count above the most of the field.
#[cold]
#[inline(never)]
pub fn too_many(start: usize, count: usize, most: usize) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::LimitExceeded,
        start,
        alloc::format!("at most {most} elements or bytes"),
        alloc::format!("{count}"),
    )
}
