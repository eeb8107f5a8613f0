//! The front end of `#[derive(GodotVar)]`: attributes, model, checks.

mod attributes;
mod check;
pub mod model;

pub use check::{message, type_arguments};
