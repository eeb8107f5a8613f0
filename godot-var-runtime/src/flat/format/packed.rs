//! The bytes of packed lists, whose elements are a few bits each.

use crate::{DecodeError, DecodeErrorKind};

/// The most bits of an element of a list of packed elements.
pub(crate) const MAX_PACKED: u32 = 32;

/// Refuses bits after the last of `count` packed elements, whose bytes begin at `start`.
///
/// # Errors
/// [`DecodeErrorKind::InvalidValue`] if one of them is set.
pub fn check_padding(
    bytes: &[u8],
    count: usize,
    bits: u32,
    start: usize,
) -> Result<(), DecodeError> {
    // Of the last byte, whatever the number of all bits is.
    let used = (count % 8 * bits as usize) % 8;
    match bytes.last() {
        Some(last) if used > 0 && last >> used != 0 => Err(DecodeError::new(
            DecodeErrorKind::InvalidValue,
            start + bytes.len() - 1,
            "0 in the bits after the last element",
            alloc::format!("{}", last >> used),
        )),
        _ => Ok(()),
    }
}
