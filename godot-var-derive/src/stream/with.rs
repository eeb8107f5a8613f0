//! `with`: types that call a user's functions.

use godot_var_schema::stream::model::{Codec, Field};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::GenericParam;

use super::codec::encoded_type;
use super::wire::Item;
use super::{extended, records};
use crate::names::{option_content, place};

/// The type that calls the functions of a field.
pub(super) fn marker(item: Item<'_>, (list, position): (usize, usize)) -> TokenStream {
    let name = format_ident!("__With{list}_{position}");
    let (_, arguments, _) = item.generics.split_for_impl();
    quote!(#name #arguments)
}

/// Declares all such types of a message.
pub(super) fn markers(item: Item<'_>) -> TokenStream {
    let mut markers = TokenStream::new();
    for (list, record) in records(&item).into_iter().enumerate() {
        for (position, field) in record.fields.iter().enumerate() {
            markers.extend(declaration(item, field, (list, position)));
        }
    }
    markers
}

fn declaration(item: Item<'_>, field: &Field, at: (usize, usize)) -> Option<TokenStream> {
    let marker = marker(item, at);
    let (generics, _, where_clause) = item.generics.split_for_impl();
    let name = format_ident!("__With{}_{}", at.0, at.1);
    let (parameters, phantom) = parameters(item);
    let declared = quote!(struct #name #parameters (__rt::PhantomData<#phantom>););
    match &field.codec {
        Codec::Through(path, wire, _) => {
            let ty = encoded_type(field);
            let ty = option_content(ty).unwrap_or(ty);
            let encode = quote_spanned!(place(path)=> #path::encode(__value));
            let decode = quote_spanned!(place(path)=> #path::decode(__wire));
            Some(quote! {
                #declared

                #[automatically_derived]
                impl #generics __rt::stream::ConvertTo<#ty, #wire> for #marker #where_clause {
                    #[inline]
                    fn encode(__value: &#ty) -> __rt::Result<#wire, __rt::EncodeError> {
                        __rt::Ok(#encode)
                    }
                }

                #[automatically_derived]
                impl #generics __rt::stream::ConvertFrom<#ty, #wire> for #marker #where_clause {
                    #[inline]
                    fn decode(
                        __wire: #wire,
                        __at: __rt::usize,
                    ) -> __rt::Result<#ty, __rt::DecodeError> {
                        __rt::Result::map_err(#decode, |__error| __rt::refused(__at, &__error))
                    }
                }
            })
        }
        Codec::With(path) => {
            let (wire, parameter) = (item.wire.own(), item.wire.argument());
            let ty = encoded_type(field);
            let name = quote!(#path).to_string().replace(' ', "");
            let encode =
                quote_spanned!(place(path)=> #path::encode::<#parameter __O>(__value, __out));
            let decode = quote_spanned!(place(path)=> #path::decode::<#parameter>(__reader));
            let encode_generics = extended(item.wire, &item.generics, &[]);
            let mut reading = encode_generics.clone();
            reading.params.insert(0, syn::parse_quote!('de_));
            let (encode_generics, _, _) = encode_generics.split_for_impl();
            let (reading, _, _) = reading.split_for_impl();
            Some(quote! {
                #declared

                #[automatically_derived]
                impl #encode_generics __rt::stream::EncodeAs<#wire, #ty> for #marker #where_clause {
                    const SIZE: __rt::stream::Size = __rt::stream::Size::ANY;
                    const LAYOUT: &'static __rt::stream::TypeLayout<'static> =
                        &__rt::stream::TypeLayout::Custom(#name);

                    #[inline]
                    fn encode_as<__O: __rt::Output>(
                        __value: &#ty,
                        __out: &mut __O,
                    ) -> __rt::Result<(), __rt::EncodeError> {
                        #encode
                    }
                }

                #[automatically_derived]
                impl #reading __rt::stream::DecodeAs<'de_, #wire, #ty> for #marker #where_clause {
                    #[inline]
                    fn decode_as(
                        __reader: &mut __rt::Reader<'de_>,
                    ) -> __rt::Result<#ty, __rt::DecodeError> {
                        #decode
                    }
                }
            })
        }
        _ => None,
    }
}

/// The parameters of the message without their bounds, and a type that mentions them all.
fn parameters(item: Item<'_>) -> (TokenStream, TokenStream) {
    let params = &item.generics.params;
    if params.is_empty() {
        return (TokenStream::new(), quote!(()));
    }
    let declared = params.iter().map(|param| match param {
        GenericParam::Lifetime(param) => {
            let lifetime = &param.lifetime;
            quote!(#lifetime)
        }
        GenericParam::Type(param) => {
            let ident = &param.ident;
            quote!(#ident)
        }
        GenericParam::Const(param) => {
            let (ident, ty) = (&param.ident, &param.ty);
            quote!(const #ident: #ty)
        }
    });
    let mentioned = params.iter().filter_map(|param| match param {
        GenericParam::Lifetime(param) => {
            let lifetime = &param.lifetime;
            Some(quote!(&#lifetime ()))
        }
        GenericParam::Type(param) => {
            let ident = &param.ident;
            Some(quote!(fn() -> #ident))
        }
        GenericParam::Const(_) => None,
    });
    (quote!(<#(#declared),*>), quote!((#(#mentioned,)*)))
}
