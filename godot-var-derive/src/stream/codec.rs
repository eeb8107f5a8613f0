//! The types of the runtime that implement a field's attributes.

use godot_var_schema::stream::model::{Argument, Codec, Field, Named, Number, Prefix, Presence};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Expr, Ident, Type};

use super::wire::{Item, shared};
use super::{records, with};
use crate::names::{last_name, option_content};

/// The type that a field's encoding is of: of a presence in the header that of the value.
pub(super) fn encoded_type(field: &Field) -> &Type {
    match field.presence {
        Presence::Flag(_) | Presence::If(_) => option_content(&field.ty).unwrap_or(&field.ty),
        _ => &field.ty,
    }
}

/// The encoding of a field, and the type that it encodes: of a presence in the header that of the value.
/// `at` is the position of the field's record and its own.
pub(super) fn encoding(field: &Field, item: Item<'_>, at: (usize, usize)) -> (TokenStream, Type) {
    let ty = encoded_type(field);
    let span = last_name(ty);
    let codec = if has_alias(field, item) {
        let name = alias(at, span);
        quote!(#name)
    } else {
        whole(field, item, at)
    };
    (codec, ty.clone())
}

/// The encoding of a field in full.
fn whole(field: &Field, item: Item<'_>, at: (usize, usize)) -> TokenStream {
    let ty = encoded_type(field);
    let span = last_name(ty);
    let codec = codec(&field.codec, ty, item, at, span);
    let converts = matches!(field.codec, Codec::Through(..) | Codec::Unit(_));
    if converts && option_content(ty).is_some() {
        return quote_spanned!(span=> __rt::stream::InOption<#codec>);
    }
    codec
}

/// Whether a field's encoding has a name of its own, because it has parameters and mentions none of the message.
pub(super) fn has_alias(field: &Field, item: Item<'_>) -> bool {
    !is_word(&field.codec)
        && item.wire.block.is_none()
        && item.generics.params.is_empty()
        && !matches!(field.presence, Presence::Bool(_) | Presence::Bits(..))
}

/// Whether the name of an encoding says all of it.
pub(super) fn is_word(codec: &Codec) -> bool {
    match codec {
        Codec::Plain | Codec::Rest | Codec::With(_) => true,
        Codec::Named(named) => named.arguments.is_empty(),
        _ => false,
    }
}

pub(super) fn alias((list, position): (usize, usize), span: Span) -> Ident {
    format_ident!("__C{list}_{position}", span = span)
}

/// Names the encodings of fields.
pub(super) fn aliases(item: Item<'_>) -> TokenStream {
    let lists = records(&item).into_iter().enumerate();
    let aliases = lists.flat_map(|(list, record)| {
        let fields = record.fields.iter().enumerate();
        fields.filter(|(_, field)| has_alias(field, item)).map(move |(position, field)| {
            let (at, name) = ((list, position), alias((list, position), Span::call_site()));
            let codec = whole(field, item, at);
            quote!(type #name = #codec;)
        })
    });
    aliases.collect()
}

/// The encoding of a type.
pub(super) fn codec(
    codec: &Codec,
    ty: &Type,
    item: Item<'_>,
    at: (usize, usize),
    span: Span,
) -> TokenStream {
    let named = |name: &str, span| item.wire.named(name, span);
    match codec {
        Codec::Plain => shared("Plain", span),
        Codec::Rest => shared("Rest", span),
        Codec::Named(Named { name, arguments, .. }) => {
            let name = named(&format!("As{name}"), span);
            if arguments.is_empty() {
                return name;
            }
            let arguments = arguments.iter().map(|argument| of_encoding(argument, item, span));
            quote_spanned!(span=> #name<#(#arguments),*>)
        }
        Codec::Variant(godot4) => {
            let dialect = named(if *godot4 { "Godot4" } else { "Godot3" }, span);
            let variant = named("AsVariant", span);
            quote_spanned!(span=> #variant<#dialect>)
        }
        Codec::Counted(len, most, element) => {
            let prefix = prefix(*len, item, span);
            let element = self::codec(element, ty, item, at, span);
            let most = most.as_deref().map(|most| quote!(, { #most }));
            quote_spanned!(span=> __rt::stream::Counted<#prefix, #element #most>)
        }
        Codec::Unit(nanoseconds) => {
            let ty = option_content(ty).unwrap_or(ty);
            let count = if *nanoseconds == 1_000_000_000 {
                primitive("f64")
            } else {
                let time = named("Time", span);
                quote_spanned!(span=> <#ty as #time>::Count)
            };
            quote_spanned!(span=> __rt::stream::InUnits<#count, #nanoseconds>)
        }
        Codec::Through(_, wire, inner) => {
            let marker = with::marker(item, at);
            let inner = self::codec(inner, wire, item, at, last_name(wire));
            quote_spanned!(span=> __rt::stream::Through<#wire, #inner, #marker>)
        }
        Codec::With(_) => with::marker(item, at),
    }
}

/// The type of a count; without `len` it is the usual one of the wire.
fn prefix(len: Option<Prefix>, item: Item<'_>, span: Span) -> TokenStream {
    match len {
        Some(prefix) => item.wire.prefix(prefix, span),
        None => item.wire.named("LenVarint", span),
    }
}

/// A primitive type, whatever the user's module calls by its name.
fn primitive(name: &str) -> TokenStream {
    let name = format_ident!("{name}");
    quote!(::core::primitive::#name)
}

/// The bits of a bound, as a generic argument.
fn bits(bound: &Expr) -> TokenStream {
    quote!({ ::core::primitive::f64::to_bits((#bound) as ::core::primitive::f64) })
}

/// An argument of an encoding.
fn of_encoding(argument: &Argument, item: Item<'_>, span: Span) -> TokenStream {
    match argument {
        Argument::Number(Number::F16) => item.wire.named("AsHalf", span),
        Argument::Number(number) => primitive(&number.name()),
        Argument::Bound(bound) => bits(bound),
        Argument::Len(most) => quote!({ #most }),
        Argument::Bits(bits) => quote!(#bits),
        Argument::Flag(flag) => quote!(#flag),
        Argument::Prefix(len) => prefix(*len, item, span),
    }
}
