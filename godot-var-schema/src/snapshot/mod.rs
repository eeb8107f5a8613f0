//! The front end of `#[derive(SnapshotState)]`: attributes, model, checks. The fields are those of the flat message.

mod attributes;
mod check;
pub mod delta;
pub mod model;

pub use check::{lacks_delta, state};
