//! From the checked message of a wire whose messages are fields one after the other to tokens.

mod codec;
mod condition;
mod enumeration;
mod layout;
mod probe;
mod record;
mod recursion;
#[cfg(feature = "snapshot")]
pub(crate) mod state;
pub(crate) mod stub;
mod wire;
mod with;

use godot_var_schema::stream::model::{
    Argument, Body, Codec, Field, Message, Named, Presence, Record,
};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Expr, Generics, Ident, WherePredicate, parse_quote};

use self::codec::encoding;
use self::enumeration::enumerated;
use self::record::structure;
use self::recursion::marked;
use self::wire::Item;
pub(crate) use self::wire::Wire;
use crate::generics::{beside_own, mentions_param, mentions_static, reading, static_arguments};
use crate::names::place;

/// Emits everything for a message.
pub(crate) fn message(wire: Wire, message: &Message) -> TokenStream {
    let item = Item { wire, message };
    let Message { ident, generics, body, .. } = message;
    let code = match body {
        Body::Record(record) => structure(item, record),
        Body::Enumeration(enumeration) => enumerated(item, enumeration),
    };
    let block = block(wire, ident, generics);
    let number = item.msg_type.and_then(|number| message_number(wire, ident, generics, number));
    let (aliases, markers) = (codec::aliases(item), with::markers(item));
    let implementations = implementations(wire, ident, generics, &predicates(item), &code);
    let checks = checks(item);
    quote!(#block #number #aliases #markers #implementations #checks)
}

/// Implements the trait of blocks, if the wire has them.
fn block(wire: Wire, ident: &Ident, generics: &Generics) -> Option<TokenStream> {
    let name = wire.of_runtime(wire.block?);
    let (_, arguments, where_clause) = generics.split_for_impl();
    let generics = reading(generics.clone(), false);
    let (generics, _, _) = generics.split_for_impl();
    Some(quote! {
        #[automatically_derived]
        impl #generics #name<'de_> for #ident #arguments #where_clause {}
    })
}

/// Implements the trait of messages with a number, if the wire has them.
fn message_number(
    wire: Wire,
    ident: &Ident,
    generics: &Generics,
    number: u16,
) -> Option<TokenStream> {
    let name = wire.of_runtime(wire.message?);
    let (impl_generics, arguments, where_clause) = generics.split_for_impl();
    Some(quote! {
        #[automatically_derived]
        impl #impl_generics #name for #ident #arguments #where_clause {
            const MSG_TYPE: ::core::primitive::u16 = #number;
        }
    })
}

/// The bodies of the functions.
#[derive(Default)]
struct Code {
    layout: TokenStream,
    size: TokenStream,
    fields: TokenStream,
    encode: TokenStream,
    /// The function that writes the parts.
    parts: TokenStream,
    /// Reads the parts.
    decode: TokenStream,
    /// What is before the parts.
    before: TokenStream,
    /// Reads a struct all of whose bytes are one, if it may be one.
    any: Option<TokenStream>,
    /// Other implementations.
    beside: TokenStream,
    /// Whether a struct has few fields, so that reading it is no function of its own.
    is_small: bool,
}

/// The traits that the field types need, if they depend on a type parameter.
#[derive(Default)]
struct Predicates {
    encode: Vec<WherePredicate>,
    decode: Vec<WherePredicate>,
    /// Whether a field borrows for `'static`, so that messages must live that long.
    borrows_static: bool,
}

fn implementations(
    wire: Wire,
    ident: &Ident,
    generics: &Generics,
    predicates: &Predicates,
    code: &Code,
) -> TokenStream {
    let (_, arguments, _) = generics.split_for_impl();
    let encode_generics = extended(wire, generics, &predicates.encode);
    let decode_generics =
        reading(extended(wire, generics, &predicates.decode), predicates.borrows_static);
    let (encode_generics, _, encode_where) = encode_generics.split_for_impl();
    let (decode_generics, _, decode_where) = decode_generics.split_for_impl();
    let Code { layout, size, fields, encode, parts, decode, before, any, beside, .. } = code;
    let small = if code.is_small { quote!(#[inline(always)]) } else { quote!(#[inline]) };
    let is_block = wire.block.is_some();
    let (alias, wire) = (wire.alias(), wire.own());
    let whole = (!before.is_empty()).then(|| {
        quote! {
            #[inline]
            fn decode_whole(
                __reader: &mut __rt::Reader<'de_>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                <Self as __rt::stream::Decode<'de_, #wire>>::decode(__reader)
            }
        }
    });
    let decode = if is_block {
        quote! {
            #[inline]
            fn decode(
                __reader: &mut __rt::Reader<'de_>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                #decode
            }
        }
    } else {
        quote! {
            #[inline(always)]
            fn decode(
                __reader: &mut __rt::Reader<'de_>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                #before
                <Self as __rt::stream::Decode<'de_, #wire>>::decode_parts::<false>(__reader)
            }

            #small
            fn decode_parts<const __WHOLE: __rt::bool>(
                __reader: &mut __rt::Reader<'de_>,
            ) -> __rt::Result<Self, __rt::DecodeError> {
                #decode
            }
        }
    };
    quote! {
        #alias

        #[automatically_derived]
        impl #encode_generics __rt::stream::Encode<#wire> for #ident #arguments #encode_where {
            const LAYOUT: &'static __rt::stream::TypeLayout<'static> = #layout;
            const SIZE: __rt::stream::Size = #size;
            const FIELDS: &'static [__rt::stream::Fields] = #fields;

            #[inline]
            fn encode<__O: __rt::Output>(
                &self,
                __out: &mut __O,
            ) -> __rt::Result<(), __rt::EncodeError> {
                #encode
            }
            #parts
        }

        #[automatically_derived]
        impl #decode_generics __rt::stream::Decode<'de_, #wire> for #ident #arguments #decode_where {
            #decode
            #whole
            #any
        }
        #beside
    }
}

/// The parameters of a message, and that of its wire.
fn extended(wire: Wire, generics: &Generics, predicates: &[WherePredicate]) -> Generics {
    let mut generics = generics.clone();
    generics.params.extend(wire.declared());
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

/// Whether a variant is a message with a number of its own.
fn is_message(item: Item<'_>, list: usize) -> bool {
    match &item.message.body {
        Body::Record(_) => false,
        Body::Enumeration(enumeration) => enumeration.members[list].number.is_none(),
    }
}

fn predicates(item: Item<'_>) -> Predicates {
    let mut predicates = Predicates::default();
    let (generics, wire) = (&item.generics, item.inside());
    for (list, record) in records(&item).into_iter().enumerate() {
        for (position, field) in record.fields.iter().enumerate() {
            let ty = &field.ty;
            predicates.borrows_static |= mentions_static(ty);
            if !mentions_param(generics, ty) {
                continue;
            }
            if is_message(item, list) {
                let message = item.wire.message.map(|name| item.wire.of_runtime(name));
                let message = quote!(#ty: #message);
                predicates.encode.push(parse_quote!(#message + __rt::stream::Encode<#wire>));
                predicates.decode.push(parse_quote!(#message + __rt::stream::Decode<'de_, #wire>));
                continue;
            }
            if let Some(beside) = beside_own(generics, ty, &|path| marked(path, &item).is_some()) {
                for ty in beside {
                    predicates.encode.push(parse_quote!(#ty: __rt::stream::Encode<#wire>));
                    predicates.decode.push(parse_quote!(#ty: __rt::stream::Decode<'de_, #wire>));
                }
                continue;
            }
            let (codec, encoded) = encoding(field, item, (list, position));
            if matches!((&field.codec, &field.presence), (Codec::Plain, Presence::Always)) {
                predicates.encode.push(parse_quote!(#ty: __rt::stream::Encode<#wire>));
                predicates.decode.push(parse_quote!(#ty: __rt::stream::Decode<'de_, #wire>));
                continue;
            }
            if matches!(field.presence, Presence::If(_)) {
                predicates.encode.push(parse_quote!(#codec: __rt::stream::EncodeIf<#wire, #ty>));
                predicates
                    .decode
                    .push(parse_quote!(#codec: __rt::stream::DecodeIf<'de_, #wire, #ty>));
                continue;
            }
            if matches!(field.presence, Presence::Bits(..)) {
                let bits: WherePredicate = parse_quote!(#encoded: __rt::stream::BitField);
                predicates.encode.push(bits.clone());
                predicates.encode.push(parse_quote!(#encoded: __rt::stream::Encode<#wire>));
                predicates.decode.push(bits);
            }
            predicates.encode.push(parse_quote!(#codec: __rt::stream::EncodeAs<#wire, #encoded>));
            predicates
                .decode
                .push(parse_quote!(#codec: __rt::stream::DecodeAs<'de_, #wire, #encoded>));
        }
    }
    predicates
}

/// What the compiler checks of the item alone: the pinned layout, the size, bits and ranges.
fn checks(item: Item<'_>) -> TokenStream {
    let Message { ident, generics, .. } = item.message;
    let is_generic =
        generics.type_params().next().is_some() || generics.const_params().next().is_some();
    let (arguments, wire) = (static_arguments(generics), item.wire.usual());
    let pinned = item.layout.as_ref().filter(|_| !is_generic).map(|(pinned, span)| {
        quote_spanned! {*span=>
            const _: () = __rt::fail_if(__rt::layout_mistake(
                __rt::stream::fingerprint(<#ident #arguments as __rt::stream::Encode<#wire>>::LAYOUT),
                #pinned,
            ));
        }
    });
    let size = item.max_size.filter(|_| !is_generic).map(|(_, span)| {
        quote_spanned! {span=>
            const _: __rt::stream::Size =
                <#ident #arguments as __rt::stream::Encode<#wire>>::SIZE;
        }
    });
    let lists = records(&item).into_iter().enumerate();
    let fields = lists.flat_map(|(list, record)| {
        let fields = record.fields.iter().enumerate();
        fields.filter_map(move |(position, field)| check(field, (list, position), item))
    });
    quote!(#pinned #size #(#fields)*)
}

/// The checks of one field.
fn check(field: &Field, at: (usize, usize), item: Item<'_>) -> Option<TokenStream> {
    if let Presence::Bits(_, bits, span) = field.presence
        && !mentions_param(&item.generics, &field.ty)
    {
        let (ty, name) = (&field.ty, &field.key);
        let probe = probe::probe(field, at, item);
        return Some(quote_spanned! {span=>
            const _: () = {
                #probe
                __rt::fail_if(__rt::stream::bits_mistake(
                    #name,
                    #bits,
                    <#ty as __rt::stream::BitField>::LARGEST,
                ))
            };
        });
    }
    let mut codec = &field.codec;
    while let Codec::Counted(_, _, element) = codec {
        codec = element;
    }
    let Codec::Named(Named { arguments, .. }) = codec else { return None };
    let bounds = arguments.iter().filter_map(|argument| match argument {
        Argument::Bound(bound) => Some(&**bound),
        _ => None,
    });
    let [low, high] = bounds.collect::<Vec<_>>()[..] else { return None };
    let is_literal = |expr: &Expr| matches!(expr, Expr::Lit(_) | Expr::Unary(_));
    (!is_literal(low) || !is_literal(high)).then(|| {
        quote_spanned! {place(high)=>
            const _: () = __rt::stream::check_range(
                (#low) as ::core::primitive::f64,
                (#high) as ::core::primitive::f64,
            );
        }
    })
}
