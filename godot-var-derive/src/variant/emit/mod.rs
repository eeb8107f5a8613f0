//! From the checked model to tokens.

mod context;
mod enumeration;
mod field;
mod record;
mod structure;

use godot_var_schema::variant::model::{Body, Message};
use proc_macro2::TokenStream;

use context::Context;

/// Emits everything for a message.
pub(super) fn message(message: &Message) -> TokenStream {
    let context = Context::new(message);
    match &message.body {
        Body::Record(record) => structure::record(&context, record),
        Body::Transparent(transparent) => structure::transparent(&context, transparent),
        Body::Converted(converted) => structure::converted(&context, converted),
        Body::Unit => structure::unit(&context),
        Body::Enumeration(enumeration) => enumeration::enumeration(&context, enumeration),
    }
}
