//! The stub that replaces the implementations of a message with a mistake.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use super::message::implementations;

/// `LludpMessage`, `EncodeLludp` and `DecodeLludp`.
pub(super) fn message(item: &DeriveInput) -> TokenStream {
    let facts = quote! {
        __rt::lludp::MessageFacts {
            name: "",
            number: __rt::lludp::MessageNumber::High(1),
            trusted: false,
            zerocoded: false,
            deprecation: __rt::lludp::Deprecation::NotDeprecated,
            blocks: &[],
        }
    };
    implementations(
        &item.ident,
        &item.generics,
        &facts,
        &quote!(__rt::Ok(())),
        &quote!(__rt::Err(__rt::Reader::incomplete(__reader, ""))),
    )
}
