//! Stubs that replace the implementations of a type with a mistake.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Generics, Ident};

use super::emit::{Code, Predicates, implementations};

/// The traits of a type, with functions that do nothing.
pub(super) fn message(item: &DeriveInput) -> TokenStream {
    of_type(&item.ident, &item.generics)
}

/// The same for a type by its name.
pub(super) fn of_type(ident: &Ident, generics: &Generics) -> TokenStream {
    let (impl_generics, arguments, where_clause) = generics.split_for_impl();
    let code = Code {
        layout: quote!(&__rt::flat::TypeLayout::Unit),
        size: quote!(__rt::flat::Size::fixed(0)),
        fields: quote!(&[]),
        encode: quote!(__rt::Ok(())),
        decode: quote!(__rt::Err(__rt::Reader::incomplete(__reader, ""))),
        // A field with `bits` may have this type.
        beside: quote! {
            #[automatically_derived]
            impl #impl_generics __rt::flat::BitField for #ident #arguments #where_clause {
                fn to_bits(&self, _: __rt::u32) -> __rt::Option<::core::primitive::u64> {
                    __rt::None
                }

                fn from_bits(_: ::core::primitive::u64, _: __rt::u32) -> __rt::Option<Self> {
                    __rt::None
                }
            }
        },
        ..Code::default()
    };
    implementations(ident, generics, &Predicates::default(), &code)
}
