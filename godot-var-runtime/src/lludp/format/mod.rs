//! The parts that all types share: message numbers, zero-coding, packets and datagrams.

pub(super) mod framing;
pub(super) mod message_number;
pub(super) mod packet;
pub(super) mod zerocode;
