//! Checks of enums: distinct message numbers, and the error for an unknown number.

use crate::{DecodeError, DecodeErrorKind};

/// Fails the build when two messages of an enum have the same number.
#[track_caller]
pub const fn check_distinct(numbers: &[u16]) {
    assert!(distinct(numbers), "two messages of this enum have the same number");
}

/// Whether all message numbers differ.
const fn distinct(mut numbers: &[u16]) -> bool {
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
