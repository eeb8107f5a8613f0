//! The front end of `#[derive(LludpMessage)]` and `#[derive(LludpBlock)]`: attributes, model, checks.

mod attributes;
mod check;
pub mod model;

pub use check::{block, message};
