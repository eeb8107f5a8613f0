//! What stands in for an implementation after an error, so that callers see no second wave.

use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{DeriveInput, Lifetime, Token, parse_quote};

/// Implementations that satisfy every bound and do nothing.
pub(crate) fn stub(item: &DeriveInput) -> TokenStream {
    let ident = &item.ident;
    let krate = godot_var_schema::check::crate_path(item);
    let (_, ty_generics, _) = item.generics.split_for_impl();
    let mut generics = item.generics.clone();
    generics.params.push(parse_quote!(__D: __rt::Dialect));
    let lifetimes: Punctuated<Lifetime, Token![+]> =
        item.generics.lifetimes().map(|param| param.lifetime.clone()).collect();
    let mut decode = generics.clone();
    decode.params.insert(0, parse_quote!('__de: #lifetimes));
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let (decode_generics, _, _) = decode.split_for_impl();
    quote! {
        const _: () = {
            use #krate::__private as __rt;

            #[automatically_derived]
            impl #impl_generics __rt::Wire<__D> for #ident #ty_generics #where_clause {
                type Shortcuts = __rt::NoShortcuts;
            }

            #[automatically_derived]
            impl #impl_generics __rt::EncodeVariant<__D> for #ident #ty_generics #where_clause {
                fn encode<__O: __rt::Output>(&self, _: &mut __O) -> __rt::Result<(), __rt::EncodeError> {
                    __rt::Ok(())
                }
            }

            #[automatically_derived]
            impl #decode_generics __rt::DecodeVariant<'__de, __D> for #ident #ty_generics #where_clause {
                fn decode(__reader: &mut __rt::Reader<'__de>) -> __rt::Result<Self, __rt::DecodeError> {
                    __rt::Err(__rt::Reader::incomplete(__reader, ""))
                }
            }
        };
    }
}
