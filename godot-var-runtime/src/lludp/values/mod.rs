//! Types of LLUDP that Rust does not have.

pub(super) mod math;
pub(super) mod repeated;
pub(super) mod wrappers;
