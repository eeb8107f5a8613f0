//! The parts that all types share: eras, message numbers, packed integers, strings.

pub(super) mod era;
pub(super) mod message_number;
pub(super) mod numbers;
