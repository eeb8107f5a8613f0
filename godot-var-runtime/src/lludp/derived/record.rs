//! The number before a message's blocks.

use crate::lludp::format::message_number::MessageNumber;
use crate::lludp::traits::MessageFacts;
use crate::{DecodeError, DecodeErrorKind};

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
