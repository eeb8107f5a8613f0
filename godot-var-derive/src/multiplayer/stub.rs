//! Stubs that replace the implementations of a type with a mistake.

use godot_var_schema::crate_path;
use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use super::emit::{decoder, import, set};

/// `MethodSet` and `DecodeCall`.
pub(super) fn methods(item: &DeriveInput) -> TokenStream {
    let DeriveInput { ident, generics, attrs, .. } = item;
    let import = import(&crate_path("rpc", attrs));
    let set = set(ident, generics, &quote!(&[]), &quote!(0), &quote!(__rt::Ok(0)));
    let decoder = decoder(ident, generics, false, &quote!(__rt::Ok(__rt::None)));
    quote!(#import #set #decoder)
}

/// `PropertySet`.
pub(super) fn properties(item: &DeriveInput) -> TokenStream {
    let DeriveInput { ident, generics, attrs, .. } = item;
    let import = import(&crate_path("sync", attrs));
    let (generics, arguments, where_clause) = generics.split_for_impl();
    quote! {
        #import

        #[automatically_derived]
        impl #generics __mp::PropertySet for #ident #arguments #where_clause {
            const PROPERTIES: &'static [__mp::Property] = &[];

            fn encode_property<__O: __rt::Output>(
                &self,
                _: __rt::usize,
                _: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                __rt::Ok(())
            }

            fn decode_property(
                &mut self,
                _: __rt::usize,
                _: &mut __rt::Reader<'_>,
            ) -> __rt::Result<(), __rt::DecodeError> {
                __rt::Ok(())
            }
        }
    }
}
