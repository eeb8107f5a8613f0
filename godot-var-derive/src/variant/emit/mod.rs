//! From the checked model to tokens.

mod checks;
mod context;
mod enumeration;
mod field;
mod functions;
mod macros;
mod probe;
mod record;
mod recursion;
mod structure;
pub(crate) mod values;

use godot_var_schema::variant::model::{Body, Message};
use proc_macro2::TokenStream;
use quote::quote;

use context::Context;

/// Emits everything for a message.
pub(super) fn message(message: &Message) -> TokenStream {
    if recursion::has_no_end(message) {
        // rustc reports it, and suggests a `Box`. Constants of such a type would not end, either.
        return super::stub::of_type(&message.ident, &message.generics);
    }
    let mut located = message.clone();
    let macros = macros::named(&mut located);
    probe::flatten_beside_tags(&mut located);
    let shared = located.clone();
    probe::locate(&mut located, &Context::new(&shared));
    let message = &located;
    let context = Context::new(message);
    let implementations = match &message.body {
        Body::Record(record) => structure::record(&context, record),
        Body::Transparent(transparent) => structure::transparent(&context, transparent),
        Body::Converted(converted) => structure::converted(&context, converted),
        Body::Unit => structure::unit(&context),
        Body::Enumeration(enumeration) => enumeration::enumeration(&context, enumeration),
    };
    let own = recursion::own(&context);
    quote!(#macros #own #implementations)
}
