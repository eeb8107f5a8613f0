//! Reading in place of an existing struct: its memory is used again.

use godot_var_schema::litenet::model::{Codec, Record};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::record::{braces, codec, condition_of, ends_run, inside, is_fixed};
use crate::names::{local, place};

/// The methods of a struct that may own memory. Other structs are replaced, which costs no more.
pub(super) fn methods(record: &Record, expect_number: Option<&TokenStream>) -> TokenStream {
    let owns = |field: &_| !is_fixed(field);
    if !record.fields.iter().any(owns) {
        return TokenStream::new();
    }
    let (pattern, fields) = (braces(record), decode_fields(record));
    let read = quote! {
        let Self #pattern = __place;
        #fields
        __rt::Ok(())
    };
    let method = |name: TokenStream, body: TokenStream| {
        quote! {
            #[inline]
            fn #name(
                __reader: &mut __rt::Reader<'__de>,
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
            <Self as __rt::litenet::DecodeLiteNet<'__de, __E>>::decode_body_in_place(
                __reader, __place,
            )
        },
    );
    let body = method(quote!(decode_body_in_place), read);
    quote!(#whole #body)
}

/// Reads all fields in place, run by run. Local variables are references to them.
fn decode_fields(record: &Record) -> TokenStream {
    let mut begins_run = true;
    let steps = record.fields.iter().enumerate().map(|(position, field)| {
        let run = begins_run.then(|| {
            quote! {
                if let __rt::Err(__error) =
                    __rt::litenet::whole_run::<__E, Self, #position>(__reader)
                {
                    return __rt::Err(__error);
                }
            }
        });
        begins_run = ends_run(field);
        let (local, ty) = (local(position), &field.ty);
        let span = place(ty);
        let present =
            field.condition.as_ref().map(|condition| condition_of(condition, record, true));
        let call = match (&field.codec, present) {
            (Codec::With(path), None) => quote_spanned!(place(path)=>
                __rt::Result::map(#path::decode::<__E>(__reader), |__value| *#local = __value)
            ),
            (Codec::With(path), Some(present)) => quote_spanned!(place(path)=> if #present {
                __rt::Result::map(
                    #path::decode::<__E>(__reader),
                    |__value| *#local = __rt::Some(__value),
                )
            } else {
                *#local = __rt::None;
                __rt::Ok(())
            }),
            (_, None) => {
                let codec = codec(&field.codec, span);
                quote_spanned!(span=>
                    <#codec as __rt::litenet::DecodeField<'__de, __E, #ty>>::decode_field_in_place(
                        __reader, #local,
                    )
                )
            }
            (_, Some(present)) => {
                let codec = codec(&field.codec, span);
                quote_spanned!(span=>
                    <#codec as __rt::litenet::DecodeIf<'__de, __E, #ty>>::decode_if_in_place(
                        __reader, #present, #local,
                    )
                )
            }
        };
        let inside = inside(&quote!(__rt::DecodeError), &field.name);
        quote! {
            #run
            if let __rt::Err(__error) = #call {
                return __rt::Err(#inside);
            }
        }
    });
    quote!(#(#steps)*)
}
