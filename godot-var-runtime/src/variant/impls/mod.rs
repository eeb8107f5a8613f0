//! The Variant forms of Rust's own types, one file a family.

mod collections;
pub(super) mod numbers;
pub(super) mod parsed_text;
mod pointers;
pub(super) mod structures;
mod text;
mod views;
