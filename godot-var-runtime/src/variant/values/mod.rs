//! The engine's values as Rust types: structures, texts, the dynamic `Variant`, packed arrays.

mod colors;
mod constants;
mod display;
pub(super) mod dynamic;
pub mod math;
pub(super) mod packed_view;
pub(super) mod variant;
