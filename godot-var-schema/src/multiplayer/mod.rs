//! The front end of `#[derive(GodotRpc)]` and `#[derive(GodotSync)]`: attributes, model, checks.

mod attributes;
mod check;
pub mod model;

pub use check::{MOST_ON_CHANGE, is_property_path, methods, properties};
