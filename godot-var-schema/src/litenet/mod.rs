//! The front end of `#[derive(LiteNetMessage)]`: its attributes, and what they mean.

mod attributes;
mod check;

use darling::Result;
use syn::DeriveInput;

use crate::stream::{check as stream, model::Message};

/// Parses and checks an item that derives `LiteNetMessage`.
///
/// # Errors
/// All mistakes at once.
pub fn message(item: &DeriveInput) -> Result<Message> {
    stream::message::<check::LiteNet>(item)
}
