//! Stubs that replace the implementations of a type with a mistake.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Generics, Ident, parse_quote};

use crate::generics::reading;

/// `EncodeVariant` and `DecodeVariant`.
pub(super) fn message(item: &DeriveInput) -> TokenStream {
    of_type(&item.ident, &item.generics)
}

/// The same, for a type that was parsed.
pub(super) fn of_type(ident: &Ident, generics: &Generics) -> TokenStream {
    let (_, arguments, _) = generics.split_for_impl();
    let mut generics = generics.clone();
    generics.params.push(parse_quote!(__D: __rt::Dialect));
    let decode = reading(generics.clone(), false);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (decode_generics, _, _) = decode.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics __rt::EncodeVariant<__D> for #ident #arguments #where_clause {
            fn encode<__O: __rt::Output>(&self, _: &mut __O) -> __rt::Result<(), __rt::EncodeError> {
                __rt::Ok(())
            }
        }

        #[automatically_derived]
        impl #decode_generics __rt::DecodeVariant<'__de, __D> for #ident #arguments #where_clause {
            fn decode(__reader: &mut __rt::Reader<'__de>) -> __rt::Result<Self, __rt::DecodeError> {
                __rt::Err(__rt::Reader::incomplete(__reader, ""))
            }
        }
    }
}
