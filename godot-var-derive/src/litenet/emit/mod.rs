//! From the checked message of LiteNetLibManager to tokens.

mod enumeration;
mod in_place;
mod probe;
mod record;

use godot_var_schema::stream::model::{Body, Message, Record};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Generics, Ident, WherePredicate, parse_quote};

use self::enumeration::enumerated;
use self::record::{Target, braces, codec, decode_fields, encode_fields, field_sizes, min_size};
use crate::generics::{beside_own, mentions_param, mentions_static, reading};
use crate::names::{names, place};

/// Emits everything for a message.
pub(super) fn message(message: &Message) -> TokenStream {
    let Message { ident, generics, msg_type, body, .. } = message;
    let code = match body {
        Body::Record(record) => structure(ident, generics, *msg_type, record),
        Body::Enumeration(enumeration) => enumerated(ident, generics, enumeration),
    };
    let number = msg_type.map(|number| message_number(ident, generics, number));
    let implementations =
        implementations(ident, generics, &predicates(ident, generics, body), &code);
    quote!(#number #implementations)
}

/// Implements `LiteNetMessage`.
pub(super) fn message_number(ident: &Ident, generics: &Generics, number: u16) -> TokenStream {
    let (impl_generics, arguments, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics __rt::litenet::LiteNetMessage for #ident #arguments #where_clause {
            const MSG_TYPE: ::core::primitive::u16 = #number;
        }
    }
}

/// The bodies of the functions.
#[derive(Default)]
pub(super) struct Code {
    pub(super) encode: TokenStream,
    pub(super) decode: TokenStream,
    pub(super) min_size: TokenStream,
    /// Other constants of the decoder.
    pub(super) facts: TokenStream,
    /// `encode_body` and `decode_body`, if they differ from the fields above; reading in place.
    pub(super) body: TokenStream,
    pub(super) decode_body: TokenStream,
}

/// The traits that the field types need, if they depend on a type parameter.
#[derive(Default)]
pub(super) struct Predicates {
    encode: Vec<WherePredicate>,
    decode: Vec<WherePredicate>,
    /// Whether a field borrows for `'static`, so that messages must live that long.
    borrows_static: bool,
}

pub(super) fn implementations(
    ident: &Ident,
    generics: &Generics,
    predicates: &Predicates,
    code: &Code,
) -> TokenStream {
    let (_, arguments, _) = generics.split_for_impl();
    let encode_generics = with_era(generics, &predicates.encode);
    let decode_generics =
        reading(with_era(generics, &predicates.decode), predicates.borrows_static);
    let (encode_generics, _, encode_where) = encode_generics.split_for_impl();
    let (decode_generics, _, decode_where) = decode_generics.split_for_impl();
    let Code { encode, decode, min_size, facts, body, decode_body } = code;
    quote! {
        #[automatically_derived]
        impl #encode_generics __rt::litenet::EncodeLiteNet<AnyEra> for #ident #arguments #encode_where {
            #[inline]
            fn encode<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #encode
            }
            #body
        }

        #[automatically_derived]
        impl #decode_generics __rt::litenet::DecodeLiteNet<'de_, AnyEra> for #ident #arguments
        #decode_where
        {
            const MIN_SIZE: __rt::usize = #min_size;
            #facts

            #[inline]
            fn decode(
                __reader: &mut __rt::Reader<'de_>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                #decode
            }
            #decode_body
        }
    }
}

fn with_era(generics: &Generics, predicates: &[WherePredicate]) -> Generics {
    let mut generics = generics.clone();
    generics.params.push(parse_quote!(AnyEra: __rt::litenet::Era));
    if !predicates.is_empty() {
        generics.make_where_clause().predicates.extend(predicates.iter().cloned());
    }
    generics
}

fn predicates(ident: &Ident, generics: &Generics, body: &Body) -> Predicates {
    let mut predicates = Predicates::default();
    let mut add = |record: &Record, of_message: bool| {
        for field in &record.fields {
            let ty = &field.ty;
            predicates.borrows_static |= mentions_static(ty);
            if !mentions_param(generics, ty) {
                continue;
            }
            if let Some(beside) = beside_own(generics, ty, &|path| names(path, ident)) {
                for ty in beside {
                    predicates.encode.push(parse_quote!(#ty: __rt::litenet::EncodeLiteNet<AnyEra>));
                    predicates
                        .decode
                        .push(parse_quote!(#ty: __rt::litenet::DecodeLiteNet<'de_, AnyEra>));
                }
                continue;
            }
            let (encode, decode) = if of_message {
                let message = quote!(#ty: __rt::litenet::LiteNetMessage);
                (
                    parse_quote!(#message + __rt::litenet::EncodeLiteNet<AnyEra>),
                    parse_quote!(#message + __rt::litenet::DecodeLiteNet<'de_, AnyEra>),
                )
            } else {
                let Some(codec) = codec(&field.codec, place(ty)) else { continue };
                let way = if field.condition().is_some() { "If" } else { "Field" };
                let (encode, decode) = (format_ident!("Encode{way}"), format_ident!("Decode{way}"));
                (
                    parse_quote!(#codec: __rt::litenet::#encode<AnyEra, #ty>),
                    parse_quote!(#codec: __rt::litenet::#decode<'de_, AnyEra, #ty>),
                )
            };
            predicates.encode.push(encode);
            predicates.decode.push(decode);
        }
    };
    match body {
        Body::Record(record) => add(record, false),
        Body::Enumeration(enumeration) => {
            for member in &enumeration.members {
                add(&member.record, member.number.is_none());
            }
        }
    }
    predicates
}

/// A struct: a message with its own number, or a part of one.
fn structure(ident: &Ident, generics: &Generics, msg_type: Option<u16>, record: &Record) -> Code {
    let (pattern, encode) = (braces(record), encode_fields(record, generics));
    let (decode, facts) =
        (decode_fields(record, Target::OfSelf, generics), field_sizes(record, generics));
    let min_size = min_size(record, generics);
    let encode = quote! {
        let Self #pattern = self;
        #encode
        __rt::Ok(())
    };
    let decode = quote! {
        #decode
        __rt::Ok(Self #pattern)
    };
    let Some(number) = msg_type else {
        let decode_body = in_place::methods(record, generics, None);
        return Code { encode, decode, min_size, facts, decode_body, ..Code::default() };
    };
    let name = ident.to_string();
    let expect_number = quote! {
        if let __rt::Err(__error) =
            __rt::litenet::expect_msg_type::<AnyEra>(__reader, #number, #name)
        {
            return __rt::Err(__error);
        }
    };
    let in_place = in_place::methods(record, generics, Some(&expect_number));
    Code {
        encode: quote! {
            __rt::litenet::write_msg_type::<AnyEra, __O>(#number, __out);
            <Self as __rt::litenet::EncodeLiteNet<AnyEra>>::encode_body(self, __out)
        },
        decode: quote! {
            #expect_number
            <Self as __rt::litenet::DecodeLiteNet<'de_, AnyEra>>::decode_body(__reader)
        },
        min_size: quote!(1 + #min_size),
        facts,
        body: quote! {
            #[inline]
            fn encode_body<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #encode
            }
        },
        decode_body: quote! {
            #[inline]
            fn decode_body(
                __reader: &mut __rt::Reader<'de_>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                #decode
            }

            #in_place
        },
    }
}
