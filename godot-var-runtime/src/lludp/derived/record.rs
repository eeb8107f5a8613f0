//! The blocks of a message in order; the last ones may be missing.

use super::block::{Blocks, is_missing};
use crate::lludp::format::message_number::MessageNumber;
use crate::lludp::traits::MessageFacts;
use crate::{DecodeError, DecodeErrorKind, Reader};

/// Refuses a number other than the message's.
#[inline(always)]
pub fn expect_number(number: MessageNumber, facts: &MessageFacts) -> Result<(), DecodeError> {
    if number.id() == facts.number.id() { Ok(()) } else { Err(other_number(number, facts)) }
}

#[cold]
#[inline(never)]
fn other_number(number: MessageNumber, facts: &MessageFacts) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::UnknownVariant,
        0,
        alloc::format!("{}, which is {}", facts.name, facts.number),
        alloc::format!("the message {number}"),
    )
}

/// Reads a block after the first, which may be missing.
#[inline(always)]
pub fn trailing<'de, T: Blocks<'de>>(
    reader: &mut Reader<'de>,
    position: usize,
    names: &'static [&'static str],
    missing: &mut &'static [&'static str],
) -> Result<T, DecodeError> {
    if is_missing(reader, position, names, missing) {
        Ok(T::missing())
    } else {
        T::read_blocks(reader)
    }
}
