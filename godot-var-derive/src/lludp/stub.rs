//! Stubs that replace the implementations of a type with a mistake.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use super::emit::implementations;
use crate::generics::reading;

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

/// `Block`.
pub(super) fn block(item: &DeriveInput) -> TokenStream {
    let ident = &item.ident;
    let (_, arguments, where_clause) = item.generics.split_for_impl();
    let generics = reading(item.generics.clone(), false);
    let (generics, _, _) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics __rt::lludp::Block<'de_> for #ident #arguments #where_clause {
            const MIN_SIZE: __rt::usize = 0;

            fn read(__reader: &mut __rt::Reader<'de_>) -> __rt::Result<Self, __rt::DecodeError> {
                __rt::Err(__rt::Reader::incomplete(__reader, ""))
            }

            fn put(&self, __out: &mut impl __rt::Output) -> __rt::Result<(), __rt::EncodeError> {
                __rt::Ok(())
            }

            fn zero() -> Self {
                loop {}
            }
        }
    }
}
