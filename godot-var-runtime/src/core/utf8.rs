//! Whether the bytes of a text are UTF-8.

use core::str::Utf8Error;

/// From this length on, SIMD instructions check a text in fewer instructions than the standard library.
#[cfg(feature = "simdutf8")]
const LONG: usize = 64;

/// As [`core::str::from_utf8`], with the same errors. The feature `simdutf8` makes it faster for long texts.
#[inline]
pub(crate) fn from_utf8(bytes: &[u8]) -> Result<&str, Utf8Error> {
    #[cfg(feature = "simdutf8")]
    if bytes.len() >= LONG
        && let Ok(text) = simdutf8::basic::from_utf8(bytes)
    {
        return Ok(text);
    }
    // Only this one says where the error is.
    core::str::from_utf8(bytes)
}
