//! From the checked flat message to tokens.

mod codec;
mod enumeration;
mod layout;
mod probe;
mod record;
mod recursion;
mod with;

use godot_var_schema::stream::model::{Body, Codec, Field, Message, Presence, Record};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Expr, Generics, Ident, WherePredicate, parse_quote};

use self::codec::encoding;
use self::enumeration::enumerated;
use self::record::structure;
use self::recursion::marked;
use crate::generics::{beside_own, mentions_param, mentions_static, reading, static_arguments};
use crate::names::place;

/// Emits everything for a message.
pub(super) fn message(message: &Message) -> TokenStream {
    let Message { ident, generics, body, .. } = message;
    let code = match body {
        Body::Record(record) => structure(message, record),
        Body::Enumeration(enumeration) => enumerated(message, enumeration),
    };
    let markers = with::markers(message);
    let implementations = implementations(ident, generics, &predicates(message), &code);
    let checks = checks(message);
    quote!(#markers #implementations #checks)
}

/// The bodies of the functions.
#[derive(Default)]
pub(super) struct Code {
    pub(super) layout: TokenStream,
    pub(super) size: TokenStream,
    pub(super) fields: TokenStream,
    pub(super) encode: TokenStream,
    /// The function that writes the parts.
    pub(super) parts: TokenStream,
    pub(super) decode: TokenStream,
    /// The functions that read in place.
    pub(super) in_place: TokenStream,
    /// Other implementations.
    pub(super) beside: TokenStream,
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
    let encode_generics = extended(generics, &predicates.encode);
    let decode_generics =
        reading(extended(generics, &predicates.decode), predicates.borrows_static);
    let (encode_generics, _, encode_where) = encode_generics.split_for_impl();
    let (decode_generics, _, decode_where) = decode_generics.split_for_impl();
    let Code { layout, size, fields, encode, parts, decode, in_place, beside } = code;
    let reuses = !in_place.is_empty();
    quote! {
        #[automatically_derived]
        impl #encode_generics __rt::flat::EncodeFlat for #ident #arguments #encode_where {
            const LAYOUT: &'static __rt::flat::TypeLayout<'static> = #layout;
            const SIZE: __rt::flat::Size = #size;
            const FIELDS: &'static [__rt::flat::Fields] = #fields;

            #[inline]
            fn encode<__B: __rt::flat::ByteOrder, __O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #encode
            }
            #parts
        }

        #[automatically_derived]
        impl #decode_generics __rt::flat::DecodeFlat<'de_> for #ident #arguments #decode_where {
            const REUSES: __rt::bool = #reuses;

            #[inline]
            fn decode<__B: __rt::flat::ByteOrder>(
                __reader: &mut __rt::Reader<'de_>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                <Self as __rt::flat::DecodeFlat<'de_>>::decode_parts::<__B, false>(__reader)
            }

            #[inline]
            fn decode_parts<__B: __rt::flat::ByteOrder, const __WHOLE: __rt::bool>(
                __reader: &mut __rt::Reader<'de_>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                #decode
            }
            #in_place
        }
        #beside
    }
}

fn extended(generics: &Generics, predicates: &[WherePredicate]) -> Generics {
    let mut generics = generics.clone();
    if !predicates.is_empty() {
        generics.make_where_clause().predicates.extend(predicates.iter().cloned());
    }
    generics
}

/// All records of a message.
fn records(message: &Message) -> Vec<&Record> {
    match &message.body {
        Body::Record(record) => vec![record],
        Body::Enumeration(enumeration) => {
            enumeration.members.iter().map(|member| &member.record).collect()
        }
    }
}

fn predicates(message: &Message) -> Predicates {
    let mut predicates = Predicates::default();
    let generics = &message.generics;
    for (list, record) in records(message).into_iter().enumerate() {
        for (position, field) in record.fields.iter().enumerate() {
            predicates.borrows_static |= mentions_static(&field.ty);
            if !mentions_param(generics, &field.ty) {
                continue;
            }
            if let Some(beside) =
                beside_own(generics, &field.ty, &|path| marked(path, message).is_some())
            {
                for ty in beside {
                    predicates.encode.push(parse_quote!(#ty: __rt::flat::EncodeFlat));
                    predicates.decode.push(parse_quote!(#ty: __rt::flat::DecodeFlat<'de_>));
                }
                continue;
            }
            let (codec, ty) = encoding(field, message, (list, position));
            if matches!(field.presence, Presence::Bits(..)) {
                let bits: WherePredicate = parse_quote!(#ty: __rt::flat::BitField);
                predicates.encode.push(bits.clone());
                predicates.encode.push(parse_quote!(#ty: __rt::flat::EncodeFlat));
                predicates.decode.push(bits);
            }
            predicates.encode.push(parse_quote!(#codec: __rt::flat::EncodeField<#ty>));
            predicates.decode.push(parse_quote!(#codec: __rt::flat::DecodeField<'de_, #ty>));
        }
    }
    predicates
}

/// What the compiler checks of the item alone: the pinned layout, the size, bits and ranges.
fn checks(message: &Message) -> TokenStream {
    let Message { ident, generics, .. } = message;
    let is_generic =
        generics.type_params().next().is_some() || generics.const_params().next().is_some();
    let arguments = static_arguments(generics);
    let pinned = message.layout.as_ref().filter(|_| !is_generic).map(|(pinned, span)| {
        quote_spanned! {*span=>
            const _: () = __rt::flat::check_layout(
                <#ident #arguments as __rt::flat::EncodeFlat>::LAYOUT,
                #pinned,
            );
        }
    });
    let size = message.max_size.filter(|_| !is_generic).map(|(_, span)| {
        quote_spanned! {span=>
            const _: __rt::flat::Size = <#ident #arguments as __rt::flat::EncodeFlat>::SIZE;
        }
    });
    let lists = records(message).into_iter().enumerate();
    let fields = lists.flat_map(|(list, record)| {
        let fields = record.fields.iter().enumerate();
        fields.filter_map(move |(position, field)| check(field, (list, position), message))
    });
    quote!(#pinned #size #(#fields)*)
}

/// The checks of one field.
fn check(field: &Field, at: (usize, usize), message: &Message) -> Option<TokenStream> {
    if let Presence::Bits(_, bits, span) = field.presence
        && !mentions_param(&message.generics, &field.ty)
    {
        let (ty, name) = (&field.ty, &field.key);
        let probe = probe::probe(field, at, message);
        return Some(quote_spanned! {span=>
            const _: () = {
                #probe
                __rt::flat::check_bits::<#ty>(#name, #bits)
            };
        });
    }
    let mut codec = &field.codec;
    while let Codec::Counted(_, _, element) = codec {
        codec = element;
    }
    let Codec::Range { low, high, .. } = codec else { return None };
    let is_literal = |expr: &Expr| matches!(expr, Expr::Lit(_) | Expr::Unary(_));
    (!is_literal(low) || !is_literal(high)).then(|| {
        quote_spanned! {place(high)=>
            const _: () = __rt::flat::check_range(
                (#low) as ::core::primitive::f64,
                (#high) as ::core::primitive::f64,
            );
        }
    })
}
