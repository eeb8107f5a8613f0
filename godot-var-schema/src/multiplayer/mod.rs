//! The front end of `#[derive(GodotRpc)]` and `#[derive(GodotSync)]`: attributes, model, checks.

mod attributes;
mod check;
pub mod model;

pub use check::{methods, properties};
