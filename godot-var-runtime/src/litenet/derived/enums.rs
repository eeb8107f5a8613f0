//! Checks of enums: distinct message numbers, and the error for an unknown number.

use crate::{DecodeError, DecodeErrorKind};

/// Whether all message numbers differ.
pub const fn distinct(mut numbers: &[u16]) -> bool {
    while let [first, rest @ ..] = numbers {
        let mut others = rest;
        while let [other, more @ ..] = others {
            if *first == *other {
                return false;
            }
            others = more;
        }
        numbers = rest;
    }
    true
}

/// The error for a number that no variant of an enum has.
#[cold]
pub fn unknown_member(offset: usize, name: &'static str, found: u16) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::UnknownVariant,
        offset,
        alloc::format!("a variant of {name}"),
        alloc::format!("{found}"),
    )
}
