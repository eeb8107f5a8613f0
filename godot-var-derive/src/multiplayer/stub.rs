//! Stubs that replace the implementations of a type with a mistake.

use godot_var_schema::crate_path;
use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use super::emit::{decoder, import, method_set, property_set};

/// `MethodSet` and `DecodeCall`.
pub(super) fn methods(item: &DeriveInput) -> TokenStream {
    let DeriveInput { ident, generics, attrs, .. } = item;
    let import = import(&crate_path("rpc", attrs));
    let set = method_set(ident, generics, &quote!(&[]), &quote!(0), &quote!(__rt::Ok(0)));
    let decoder = decoder(ident, generics, false, &quote!(__rt::Ok(__rt::None)));
    quote!(#import #set #decoder)
}

/// `PropertySet`.
pub(super) fn properties(item: &DeriveInput) -> TokenStream {
    let DeriveInput { ident, generics, attrs, .. } = item;
    let import = import(&crate_path("sync", attrs));
    let done = quote!(__rt::Ok(()));
    let set = property_set(ident, generics, &quote!(&[]), &done, &done);
    quote!(#import #set)
}
