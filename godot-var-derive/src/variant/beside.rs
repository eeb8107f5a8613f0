//! What the deltas of all wires share.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, GenericParam, Generics};

/// A struct that mentions its parameters, in place of one that would not.
pub(crate) fn without_fields(item: &DeriveInput) -> TokenStream {
    let DeriveInput { attrs, vis, ident, generics, .. } = item;
    let Generics { where_clause, .. } = generics;
    let uses = generics.params.iter().filter_map(|param| match param {
        GenericParam::Lifetime(param) => {
            let lifetime = &param.lifetime;
            Some(quote!(&#lifetime ()))
        }
        GenericParam::Type(param) => {
            let param = &param.ident;
            Some(quote!(#param))
        }
        GenericParam::Const(_) => None,
    });
    quote! {
        #(#attrs)*
        #vis struct #ident #generics (::core::marker::PhantomData<(#(#uses,)*)>) #where_clause;
    }
}
