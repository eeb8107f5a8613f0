//! The types of other crates as fields, and their traits on ours: one file for each feature.

mod arbitrary;
mod bytes;
mod glam;
mod mint;
pub mod schema;
mod serde;
mod tokio;
mod uuid;
