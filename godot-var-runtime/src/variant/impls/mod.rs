//! The Variant forms of Rust's own types, one file a family.

mod collections;
mod numbers;
mod pointers;
mod structures;
mod text;
#[cfg(feature = "uuid")]
mod uuid;
mod views;
