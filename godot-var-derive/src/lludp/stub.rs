//! What stands in for an implementation after an error, so that callers see no second wave.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use super::emit::{constant, implementations, reading};

/// Implementations that satisfy every bound and do nothing, for a message after an error.
pub(crate) fn message_stub(item: &DeriveInput) -> TokenStream {
    let krate = godot_var_schema::lludp::crate_path(item);
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
    let implementations = implementations(
        &item.ident,
        &item.generics,
        &facts,
        &quote!(__rt::Ok(())),
        &quote!(__rt::Err(__rt::Reader::incomplete(__reader, ""))),
    );
    constant(&krate, &implementations)
}

/// An implementation that satisfies every bound and does nothing, for a block after an error.
pub(crate) fn block_stub(item: &DeriveInput) -> TokenStream {
    let krate = godot_var_schema::lludp::crate_path(item);
    let ident = &item.ident;
    let (_, arguments, where_clause) = item.generics.split_for_impl();
    let generics = reading(&item.generics);
    let (generics, _, _) = generics.split_for_impl();
    constant(
        &krate,
        &quote! {
            #[automatically_derived]
            impl #generics __rt::lludp::Block<'__de> for #ident #arguments #where_clause {
                const MIN_SIZE: __rt::usize = 0;

                fn read(
                    __reader: &mut __rt::Reader<'__de>,
                ) -> __rt::Result<Self, __rt::DecodeError> {
                    __rt::Err(__rt::Reader::incomplete(__reader, ""))
                }

                fn put(
                    &self,
                    __out: &mut impl __rt::Output,
                ) -> __rt::Result<(), __rt::EncodeError> {
                    __rt::Ok(())
                }

                fn zero() -> Self {
                    loop {}
                }
            }
        },
    )
}
