//! From the checked model to tokens.

mod context;
mod enumeration;
mod field;
mod record;
mod structure;

use godot_var_schema::model::{Body, Message};
use proc_macro2::TokenStream;
use quote::quote;

use context::Context;
pub(crate) use context::place;

/// Emits everything for a message, in one anonymous constant.
pub(crate) fn message(message: &Message) -> TokenStream {
    let context = Context::new(message);
    let body = match &message.body {
        Body::Record(record) => structure::record(&context, record),
        Body::Transparent(transparent) => structure::transparent(&context, transparent),
        Body::Unit => structure::unit(&context),
        Body::Enumeration(enumeration) => enumeration::enumeration(&context, enumeration),
    };
    let krate = &message.krate;
    quote! {
        #[allow(
            non_camel_case_types, non_local_definitions, non_upper_case_globals,
            trivial_numeric_casts, unreachable_patterns, unused_mut, unused_qualifications,
            unused_variables, clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction,
        )]
        const _: () = {
            use #krate::__private as __rt;
            #body
        };
    }
}
