//! The front end of `#[derive(GodotFlat)]`: its attributes, and what they mean.

mod attributes;
mod check;
mod shared;

pub use check::option_content;
#[cfg(feature = "snapshot")]
pub(crate) use check::type_name;
use darling::Result;
use syn::DeriveInput;

use crate::stream::{check as stream, model::Message};

/// Parses and checks an item that derives `GodotFlat`.
///
/// # Errors
/// All mistakes at once.
pub fn message(item: &DeriveInput) -> Result<Message> {
    stream::message::<check::Flat>(item)
}
