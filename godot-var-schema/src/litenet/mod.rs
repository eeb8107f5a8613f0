//! The front end of `#[derive(LiteNetMessage)]`: attributes, model, checks.

mod attributes;
mod check;
pub mod model;

pub use check::message;
