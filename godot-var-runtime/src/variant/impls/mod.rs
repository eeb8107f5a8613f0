//! The Variant forms of Rust's own types, one file a family.

mod collections;
pub(super) mod numbers;
mod pointers;
pub(super) mod structures;
mod text;
mod views;
