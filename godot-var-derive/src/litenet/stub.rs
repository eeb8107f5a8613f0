//! Stubs that replace the implementations of a type with a mistake.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use super::emit::{Code, Predicates, implementations, message_number};

/// `LiteNetMessage`, `EncodeLiteNet` and `DecodeLiteNet`.
pub(super) fn message(item: &DeriveInput) -> TokenStream {
    let DeriveInput { ident, generics, .. } = item;
    let code = Code {
        encode: quote!(__rt::Ok(())),
        decode: quote!(__rt::Err(__rt::Reader::incomplete(__reader, ""))),
        min_size: quote!(0),
        ..Code::default()
    };
    let number = message_number(ident, generics, 0);
    let implementations = implementations(ident, generics, &Predicates::default(), &code);
    quote!(#number #implementations)
}
