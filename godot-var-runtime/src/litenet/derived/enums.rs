//! The numbers of enums: the check that they are distinct, and the error for an unknown one.

use crate::DecodeError;
use crate::variant::layout::sentence::Sentence;

/// Fails the build when the message of a variant has the number of one of the `others`.
#[track_caller]
pub const fn check_distinct(variant: &str, number: u16, mut others: &[(&str, u16)]) {
    while let [(other, taken), rest @ ..] = others {
        if number == *taken {
            <Sentence>::new()
                .text("the messages of ")
                .name(other)
                .text(" and ")
                .name(variant)
                .text(" have the same number ")
                .number(number as u64)
                .text("; give one of them another `msg_type`")
                .fail();
        }
        others = rest;
    }
}

/// The error for a number that no variant of an enum has.
#[cold]
pub fn unknown_member(offset: usize, name: &'static str, found: u16) -> DecodeError {
    DecodeError::no_variant(offset, name, found)
}
