//! The enum of all messages of a template.

use godot_var_schema::template;
use proc_macro2::TokenStream;
use quote::quote;

use super::arguments::Arguments;
use super::message::{Emitted, generics};
use crate::lludp::message::number;

/// The enum of all messages, and its implementations.
pub(super) fn emit_any(
    arguments: &Arguments,
    messages: &[template::Message],
    emitted: &[Emitted],
) -> (TokenStream, TokenStream) {
    let any = &arguments.name;
    let borrows = emitted.iter().any(|message| !message.generics.params.is_empty());
    let generics = generics(borrows);
    let members = messages.iter().zip(emitted).map(|(message, emitted)| {
        let (name, generics) = (&emitted.name, &emitted.generics);
        let doc = format!(" `{}`.", message.name);
        quote!(#[doc = #doc] #name(#name #generics),)
    });
    let items = quote! {
        /// One message of the template.
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
        #[allow(
            non_camel_case_types, missing_copy_implementations, variant_size_differences,
            clippy::all, clippy::pedantic,
        )]
        pub enum #any #generics { #(#members)* }
    };
    if messages.is_empty() {
        return (items, TokenStream::new());
    }
    let names: Vec<_> = emitted.iter().map(|message| &message.name).collect();
    let decode = messages.iter().zip(emitted).map(|(message, emitted)| {
        let (name, generics, key) = (&emitted.name, &emitted.generics, &message.name);
        let number = number(message.frequency, message.number);
        quote! {
            #number => match <#name #generics as __rt::lludp::DecodeLludp<'de_>>::decode(
                __number, __reader, __missing,
            ) {
                __rt::Ok(__message) => __rt::Ok(Self::#name(__message)),
                __rt::Err(__error) => __rt::Err(__rt::DecodeError::in_key(__error, #key)),
            },
        }
    });
    let decoding = if borrows { quote!(<'de_: 'a, 'a>) } else { quote!(<'de_>) };
    let implementations = quote! {
        #[automatically_derived]
        impl #generics __rt::lludp::EncodeLludp for #any #generics {
            #[inline]
            fn facts(&self) -> &'static __rt::lludp::MessageFacts {
                match self {
                    #(Self::#names(__message) => __rt::lludp::EncodeLludp::facts(__message),)*
                }
            }

            #[inline]
            fn encode<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                match self {
                    #(Self::#names(__message) => {
                        __rt::lludp::EncodeLludp::encode(__message, __out)
                    })*
                }
            }
        }

        #[automatically_derived]
        impl #decoding __rt::lludp::DecodeLludp<'de_> for #any #generics {
            #[inline]
            fn decode(
                __number: __rt::lludp::MessageNumber,
                __reader: &mut __rt::Reader<'de_>,
                __missing: &mut &'static [&'static __rt::str],
            ) -> __rt::Result<Self, __rt::DecodeError> {
                match __number {
                    #(#decode)*
                    _ => __rt::Err(__rt::lludp::MessageNumber::unknown(__number, 0)),
                }
            }
        }
    };
    (items, implementations)
}
