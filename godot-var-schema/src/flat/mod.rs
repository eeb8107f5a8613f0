//! The front end of `#[derive(GodotFlat)]`: attributes, model, checks.

mod attributes;
mod check;
pub mod delta;
pub mod model;

pub use check::{message, option_content};
