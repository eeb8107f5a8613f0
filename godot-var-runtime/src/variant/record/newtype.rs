//! The shortcuts of another type, for derived types that travel as that type: newtypes, and enums
//! by number.

use crate::reader::Word;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::shortcuts::{DecodeShortcuts, EncodeShortcuts};
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::{DecodeError, EncodeError, Output, Reader};

/// As [`EncodeShortcuts::encode_after_prefix`].
///
/// # Errors
/// As there.
#[inline(always)]
pub fn encode_after_prefix<D: Dialect, T: EncodeVariant<D> + ?Sized, O: Output>(
    value: &T,
    out: &mut O,
) -> Result<(), EncodeError> {
    T::Shortcuts::encode_after_prefix(value, out)
}

/// As [`EncodeShortcuts::fill`].
#[inline(always)]
pub fn fill<D: Dialect, T: EncodeVariant<D> + ?Sized>(value: &T, words: &mut [Word]) -> bool {
    T::Shortcuts::fill(value, words)
}

/// As [`EncodeShortcuts::is_usual`].
#[inline(always)]
pub fn is_usual<D: Dialect, T: EncodeVariant<D> + ?Sized>(value: &T) -> bool {
    T::Shortcuts::is_usual(value)
}

/// As [`EncodeShortcuts::fill_shortest`].
///
/// # Errors
/// As there.
#[inline(always)]
pub fn fill_shortest<D: Dialect, T: EncodeVariant<D> + ?Sized>(
    value: &T,
    words: &mut [Word],
) -> Result<usize, EncodeError> {
    T::Shortcuts::fill_shortest(value, words)
}

/// As [`DecodeShortcuts::decode_after_prefix`].
///
/// # Errors
/// As there.
#[inline(always)]
pub fn decode_after_prefix<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    reader: &mut Reader<'de>,
) -> Result<T, DecodeError> {
    T::Shortcuts::decode_after_prefix(reader)
}

/// As [`DecodeShortcuts::check`].
#[inline(always)]
pub fn check<'de, D: Dialect, T: DecodeVariant<'de, D>>(words: &[Word]) -> bool {
    T::Shortcuts::check(words)
}

/// As [`DecodeShortcuts::build`].
#[inline(always)]
pub fn build<'de, D: Dialect, T: DecodeVariant<'de, D>>(words: &[Word]) -> T {
    T::Shortcuts::build(words)
}

/// As [`DecodeShortcuts::build_wide`].
#[inline(always)]
pub fn build_wide<'de, D: Dialect, T: DecodeVariant<'de, D>>(words: &[Word]) -> Option<T> {
    T::Shortcuts::build_wide(words)
}

/// As [`DecodeShortcuts::missing`].
#[inline(always)]
pub fn missing<'de, D: Dialect, T: DecodeVariant<'de, D>>() -> Option<T> {
    T::Shortcuts::missing()
}
