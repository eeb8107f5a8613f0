//! The front end of `#[derive(LludpMessage)]` and `#[derive(LludpBlock)]`: attributes, model, checks.

mod attr;
mod check;
pub mod model;

pub use check::{block, crate_path, message};
