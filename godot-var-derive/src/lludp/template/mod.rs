//! From a message template to structs and an enum of messages.

mod any;
mod arguments;
mod docs;
mod message;

use std::path::Path;

use godot_var_schema::template;
use proc_macro2::TokenStream;
use quote::quote;

use self::any::emit_any;
use self::arguments::{Arguments, Source};
use self::message::emit_message;
use crate::expand::constant;

/// Expands `message_template!`.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let arguments: Arguments = match syn::parse2(input) {
        Ok(arguments) => arguments,
        Err(error) => return error.into_compile_error(),
    };
    match arguments.read().and_then(|(path, text)| {
        let messages = arguments.select(&path, &text)?;
        Ok(emit(&arguments, &path, &messages))
    }) {
        Ok(items) => items,
        Err(errors) => {
            let errors = errors.into_iter().map(syn::Error::into_compile_error);
            quote!(#(#errors)*)
        }
    }
}

fn emit(arguments: &Arguments, path: &Path, messages: &[template::Message]) -> TokenStream {
    let emitted: Vec<_> = messages.iter().map(|message| emit_message(arguments, message)).collect();
    let items = emitted.iter().map(|message| &message.items);
    let implementations = emitted.iter().map(|message| &message.implementations);
    let (any, dispatch) = emit_any(arguments, messages, &emitted);
    let constant = constant(&arguments.krate, &quote!(#(#implementations)* #dispatch));
    let path = path.to_string_lossy();
    let tracked_variable = match &arguments.source {
        Source::Env(variable) => quote! {
            const _: ::core::option::Option<&::core::primitive::str> =
                ::core::option_env!(#variable);
        },
        Source::Path(_) => TokenStream::new(),
    };
    quote! {
        const _: &[::core::primitive::u8] = ::core::include_bytes!(#path);
        #tracked_variable
        #(#items)*
        #any
        #constant
    }
}
