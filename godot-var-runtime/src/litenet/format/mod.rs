//! What stands on the wire below the types: eras, message numbers, packed integers, strings.

pub(super) mod era;
pub(super) mod message_number;
pub(super) mod numbers;
pub(super) mod texts;
