//! What derived code calls.

pub mod block;
pub mod record;
