//! Messages without their types, and types without their messages: peek, skip, walk, describe.

pub(crate) mod describe;
pub(crate) mod fingerprint;
mod outline;
pub mod peek;
#[cfg(feature = "inspect")]
pub(super) mod piece;
pub(super) mod skip;
#[cfg(feature = "inspect")]
pub(super) mod walk;
