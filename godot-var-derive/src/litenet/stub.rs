//! What stands in for an implementation after an error, so that callers see no second wave.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use super::emit::{Code, Predicates, constant, implementations};

/// Implementations that satisfy every bound and do nothing, for what stands after an error.
pub(crate) fn stub(item: &DeriveInput) -> TokenStream {
    let krate = godot_var_schema::litenet::crate_path(item);
    let (ident, generics) = (&item.ident, &item.generics);
    let code = Code {
        encode: quote!(__rt::Ok(())),
        decode: quote!(__rt::Err(__rt::Reader::incomplete(__reader, ""))),
        min_size: quote!(0),
        facts: TokenStream::new(),
        body: TokenStream::new(),
        decode_body: TokenStream::new(),
    };
    let implementations = implementations(ident, generics, &Predicates::default(), &code);
    let (impl_generics, arguments, where_clause) = generics.split_for_impl();
    constant(
        &krate,
        &quote! {
            #[automatically_derived]
            impl #impl_generics __rt::litenet::LiteNetMessage for #ident #arguments #where_clause {
                const MSG_TYPE: ::core::primitive::u16 = 0;
            }

            #implementations
        },
    )
}
