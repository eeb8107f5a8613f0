//! Stubs that replace the implementations of a type with a mistake.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Generics, Ident, parse_quote};

use crate::generics::reading;

/// `Describe`, `EncodeVariant` and `DecodeVariant`.
pub(super) fn message(item: &DeriveInput) -> TokenStream {
    of_type(&item.ident, &item.generics)
}

/// The same, for an item with a syntax error. Its functions fail the build if any is compiled.
pub(super) fn unread(item: &DeriveInput, error: &syn::Error) -> TokenStream {
    let message = format!("`#[derive(GodotVar)]` cannot read `{}`: {error}", item.ident);
    implementations(&item.ident, &item.generics, &quote!(const { __rt::panic!(#message) };))
}

/// The same, for a type that was parsed.
pub(super) fn of_type(ident: &Ident, generics: &Generics) -> TokenStream {
    implementations(ident, generics, &TokenStream::new())
}

/// All traits that another type may need, so that it may hold, flatten, or limit a type with a mistake.
fn implementations(ident: &Ident, generics: &Generics, first: &TokenStream) -> TokenStream {
    let (_, arguments, _) = generics.split_for_impl();
    let mut generics = generics.clone();
    generics.params.push(parse_quote!(AnyDialect: __rt::Dialect));
    let decode = reading(generics.clone(), false);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (decode_generics, _, _) = decode.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics __rt::Describe<AnyDialect> for #ident #arguments #where_clause {}

        #[automatically_derived]
        impl #impl_generics __rt::EncodeVariant<AnyDialect> for #ident #arguments #where_clause {
            const FACTS: __rt::Facts = __rt::STUB_FACTS;

            fn encode<__O: __rt::Output>(&self, _: &mut __O) -> __rt::Result<(), __rt::EncodeError> {
                #first
                __rt::Ok(())
            }
        }

        #[automatically_derived]
        impl #decode_generics __rt::DecodeVariant<'de_, AnyDialect> for #ident #arguments #where_clause {
            fn decode(__reader: &mut __rt::Reader<'de_>) -> __rt::Result<Self, __rt::DecodeError> {
                #first
                __rt::Err(__rt::Reader::incomplete(__reader, ""))
            }
        }

        #[automatically_derived]
        impl #impl_generics __rt::EncodeEntries<AnyDialect> for #ident #arguments #where_clause {
            fn entry_count(&self) -> __rt::usize {
                0
            }

            fn encode_entries<__O: __rt::Output>(
                &self,
                _: __rt::ReservedKeys,
                _: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                __rt::Ok(())
            }
        }

        #[automatically_derived]
        impl #decode_generics __rt::DecodeEntries<'de_, AnyDialect> for #ident #arguments #where_clause {
            fn decode_entries(_: &mut __rt::Entries<'de_, AnyDialect>) -> __rt::Result<Self, __rt::DecodeError> {
                loop {}
            }
        }
    }
}
