//! The front end of `#[derive(LiteNetMessage)]`: attributes, model, checks.

mod attr;
mod check;
pub mod model;

pub use check::{crate_path, message};
