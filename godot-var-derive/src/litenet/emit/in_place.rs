//! Reading in place of an existing struct: its memory is used again.

use godot_var_schema::stream::model::Record;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Generics;

use super::record::{Target, braces, decode_fields, is_fixed};

/// The methods of a struct that may own memory. Other structs are replaced, which costs no more.
pub(super) fn methods(
    record: &Record,
    generics: &Generics,
    expect_number: Option<&TokenStream>,
) -> TokenStream {
    let owns = |field: &_| !is_fixed(field);
    if !record.fields.iter().any(owns) {
        return TokenStream::new();
    }
    let (pattern, fields) = (braces(record), decode_fields(record, Target::InPlace, generics));
    let read = quote! {
        let Self #pattern = __place;
        #fields
        __rt::Ok(())
    };
    let method = |name: TokenStream, body: TokenStream| {
        quote! {
            #[inline]
            fn #name(
                __reader: &mut __rt::Reader<'de_>,
                __place: &mut Self,
            ) -> __rt::Result<(), __rt::DecodeError> {
                #body
            }
        }
    };
    let Some(expect_number) = expect_number else { return method(quote!(decode_in_place), read) };
    let whole = method(
        quote!(decode_in_place),
        quote! {
            #expect_number
            <Self as __rt::litenet::DecodeLiteNet<'de_, AnyEra>>::decode_body_in_place(
                __reader, __place,
            )
        },
    );
    let body = method(quote!(decode_body_in_place), read);
    quote!(#whole #body)
}
