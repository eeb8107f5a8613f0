//! Support for other crates' types and traits, one file for each crate.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "bytes")]
pub(super) mod bytes;
#[cfg(feature = "_glam")]
mod glam;
#[cfg(feature = "mint")]
mod mint;
#[cfg(feature = "serde")]
pub(super) mod serde;
#[cfg(feature = "tokio")]
pub mod tokio;
#[cfg(feature = "uuid")]
mod uuid;
#[cfg(feature = "uuid")]
pub mod uuid_bytes;
