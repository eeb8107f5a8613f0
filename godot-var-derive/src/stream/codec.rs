//! The types of the runtime that implement a field's attributes.

use godot_var_schema::stream::model::{Codec, Field, Number, Presence};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Expr, GenericArgument, Ident, PathArguments, Type};

use super::wire::{Item, Wire, shared};
use super::{records, with};
use crate::names::last_name;

/// `T` of `Option<T>`, of another type nothing.
pub(super) fn option_content(ty: &Type) -> Option<&Type> {
    argument(ty, &["Option"])
}

/// The last argument of a type with one of these names.
pub(super) fn argument<'t>(ty: &'t Type, names: &[&str]) -> Option<&'t Type> {
    nth_argument(ty, names, 0)
}

/// The same for another argument than the first.
pub(super) fn nth_argument<'t>(ty: &'t Type, names: &[&str], index: usize) -> Option<&'t Type> {
    match ty {
        Type::Group(group) => nth_argument(&group.elem, names, index),
        Type::Paren(paren) => nth_argument(&paren.elem, names, index),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            if !names.iter().any(|name| last.ident == name) {
                return None;
            }
            let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            let mut types = arguments.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            types.nth(index)
        }
        _ => None,
    }
}

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
    item.wire != Wire::LLUDP
        && item.generics.params.is_empty()
        && !matches!(
            field.codec,
            Codec::Plain
                | Codec::Varint
                | Codec::Packed
                | Codec::Zigzag
                | Codec::Half
                | Codec::Lenient
                | Codec::Euler
                | Codec::Rest
                | Codec::With(_)
        )
        && !matches!(field.presence, Presence::Bool(_) | Presence::Bits(..))
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
        Codec::Varint => named("AsVarint", span),
        Codec::Packed => named("AsPacked", span),
        Codec::Zigzag => named("AsZigzag", span),
        Codec::Euler => named("AsEuler", span),
        Codec::Rest => shared("Rest", span),
        Codec::Half => named("AsHalf", span),
        Codec::Lenient => named("AsLenient", span),
        Codec::Bits(bits) => quote_spanned!(span=> __rt::flat::InBits<#bits>),
        Codec::Range { low, high, steps, clamp } => {
            let (steps, low, high) = (primitive(&steps.name()), bits(low), bits(high));
            quote_spanned!(span=> __rt::flat::AsRange<#steps, #low, #high, #clamp>)
        }
        Codec::Angle { degrees, steps } => {
            let steps = primitive(&steps.name());
            quote_spanned!(span=> __rt::flat::AsAngle<#steps, #degrees>)
        }
        Codec::Normal(shown_as) => {
            let numbers = match shown_as {
                Number::F16 => named("AsHalf", span),
                number => primitive(&number.name()),
            };
            quote_spanned!(span=> __rt::flat::AsNormal<#numbers>)
        }
        Codec::SmallestThree(bits) => quote_spanned!(span=> __rt::flat::AsSmallestThree<#bits>),
        Codec::Variant(godot4) => {
            let dialect = format_ident!("{}", if *godot4 { "Godot4" } else { "Godot3" });
            quote_spanned!(span=> __rt::flat::AsVariant<__rt::flat::#dialect>)
        }
        Codec::Counted(len, most, element) => {
            let prefix = match len {
                Some(prefix) => item.wire.prefix(*prefix, span),
                None => named("LenVarint", span),
            };
            let element = self::codec(element, ty, item, at, span);
            let most = most.as_deref().map(|most| quote!(, { #most }));
            quote_spanned!(span=> __rt::stream::Counted<#prefix, #element #most>)
        }
        Codec::CString(most) => {
            let most = most_of(most.as_deref());
            quote_spanned!(span=> __rt::flat::CString<#most>)
        }
        Codec::Unit(nanoseconds) => {
            let ty = option_content(ty).unwrap_or(ty);
            let count = if *nanoseconds == 1_000_000_000 {
                primitive("f64")
            } else {
                quote_spanned!(span=> <#ty as __rt::flat::Time>::Count)
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

/// A primitive type, whatever the user's module calls by its name.
fn primitive(name: &str) -> TokenStream {
    let name = format_ident!("{name}");
    quote!(::core::primitive::#name)
}

/// The bits of a bound, as a generic argument.
fn bits(bound: &Expr) -> TokenStream {
    quote!({ ::core::primitive::f64::to_bits((#bound) as ::core::primitive::f64) })
}

fn most_of(most: Option<&Expr>) -> TokenStream {
    most.map_or_else(|| quote!({ __rt::stream::NO_BOUND }), |most| quote!({ #most }))
}
