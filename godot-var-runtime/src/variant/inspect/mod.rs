//! Messages without their types: peeks, walks, and values held against a layout.

#[cfg(feature = "inspect")]
pub(super) mod fits;
pub mod peek;
#[cfg(feature = "inspect")]
pub(super) mod piece;
#[cfg(feature = "inspect")]
pub(super) mod walk;
