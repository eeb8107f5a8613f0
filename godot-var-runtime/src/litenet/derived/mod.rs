//! What derived code calls.

pub mod adapt;
pub mod enums;
pub mod record;
