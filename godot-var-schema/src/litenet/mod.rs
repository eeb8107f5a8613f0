//! The front end of `#[derive(LiteNetMessage)]`: attributes, model, checks, whole schema files.

mod attr;
mod build;
mod check;
pub mod model;
pub mod schema;

pub use check::{crate_path, message};
