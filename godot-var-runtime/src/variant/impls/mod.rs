//! The Variant forms of Rust's own types, one file per family.

mod arrays;
pub(super) mod describe;
mod floats;
pub(crate) mod lists;
mod maps;
pub(super) mod numbers;
pub(super) mod parsed_text;
mod pointers;
mod sets;
pub(super) mod structures;
mod text;
mod tuples;
mod views;
