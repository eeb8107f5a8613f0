//! Stubs that replace the implementations of a type with a mistake.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Generics, Ident};

use super::{Code, Predicates, Wire, block, implementations, message_number};

/// The traits of a type on a wire, with functions that do nothing.
pub(crate) fn of_type(wire: Wire, ident: &Ident, generics: &Generics) -> TokenStream {
    let (impl_generics, arguments, where_clause) = generics.split_for_impl();
    // A field with `bits` may have this type.
    let bits = wire.has_bits.then(|| {
        quote! {
            #[automatically_derived]
            impl #impl_generics __rt::stream::BitField for #ident #arguments #where_clause {
                fn to_bits(&self, _: __rt::u32) -> __rt::Option<::core::primitive::u64> {
                    __rt::None
                }

                fn from_bits(_: ::core::primitive::u64, _: __rt::u32) -> __rt::Option<Self> {
                    __rt::None
                }
            }
        }
    });
    // A variant may have this type.
    let number = message_number(wire, ident, generics, 0);
    let block = block(wire, ident, generics);
    let code = Code {
        layout: quote!(&__rt::stream::TypeLayout::Unit),
        size: quote!(__rt::stream::Size::NONE),
        fields: quote!(&[]),
        encode: quote!(__rt::Ok(())),
        decode: quote!(__rt::Err(__rt::Reader::incomplete(__reader, ""))),
        beside: quote!(#bits #number #block),
        ..Code::default()
    };
    implementations(wire, ident, generics, &Predicates::default(), &code)
}
