//! Asks whether the types of fields can be sent, with the same statement wherever code needs it.
//!
//! A type that cannot lacks every trait that its writer and its reader need; of errors that the probe
//! implies rustc reports none, and of equal ones the first.

use godot_var_schema::stream::model::{Codec, Field, Named, Presence, Record};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Type;

use super::codec;
use super::is_message;
use super::wire::{Item, shared};
use crate::generics::mentions_param;
use crate::names::{apart, last_name, moved, option_content};

/// Statements that probe the types of a record's fields.
pub(super) fn probes(record: &Record, list: usize, item: Item<'_>) -> TokenStream {
    let fields = record.fields.iter().enumerate();
    fields.filter_map(|(position, field)| probe(field, (list, position), item)).collect()
}

/// The trait that is the same on every wire, and has no usual encoding.
const OPTIONAL: &str = "OptionalField";

/// What is asked: of this type this trait of the wire, perhaps for this encoding.
type Asked<'t> = (&'t Type, String, Option<&'t Codec>);

/// A statement that probes the type of a field.
pub(super) fn probe(field: &Field, at: (usize, usize), item: Item<'_>) -> Option<TokenStream> {
    if is_message(item, at.0) {
        return None;
    }
    let (ty, trait_name, codec) = if item.wire.block.is_some() {
        let is_plain = matches!(field.codec, Codec::Plain);
        (&field.ty, if is_plain { "FixedField" } else { "RestField" }.to_owned(), None)
    } else {
        asked_of(field, item)?
    };
    if mentions_param(&item.generics, ty) {
        return None;
    }
    let place = last_name(if matches!(field.codec, Codec::Through(..)) { ty } else { &field.ty });
    // Without an encoding it does not depend on the wire. One without arguments is the usual one of the trait.
    let arguments = codec.map(|codec| {
        let wire = item.inside();
        if codec::is_word(codec) && trait_name != OPTIONAL {
            return quote!(<#wire>);
        }
        let is_whole = std::ptr::eq(codec, &raw const field.codec);
        let codec = if is_whole && codec::has_alias(field, item) {
            let name = codec::alias(at, place);
            quote!(#name)
        } else {
            codec::codec(codec, ty, item, at, place)
        };
        quote!(<#wire, #codec>)
    });
    let name = match &*trait_name {
        OPTIONAL => shared(OPTIONAL, Span::call_site()),
        name => item.wire.of_runtime(name),
    };
    let ty = moved(quote!(#ty), place);
    Some(quote!(let _ = <#ty as #name #arguments>::check;))
}

fn asked_of<'t>(field: &'t Field, item: Item<'t>) -> Option<Asked<'t>> {
    let ty = match field.presence {
        Presence::Bool(_) => return None,
        Presence::Bits(..) => return Some((&field.ty, "BitsField".to_owned(), None)),
        Presence::Flag(_) => option_content(&field.ty)?,
        Presence::If(_) => match option_content(&field.ty) {
            Some(inner) => inner,
            None => return Some((&field.ty, OPTIONAL.to_owned(), Some(&field.codec))),
        },
        Presence::Always => &field.ty,
    };
    match &field.codec {
        Codec::Through(_, wire, inner) => asked(inner, wire, item),
        codec => asked(codec, ty, item),
    }
}

/// The type of which something is asked, the trait, and the encoding that it is asked for.
fn asked<'t>(codec: &'t Codec, ty: &'t Type, item: Item<'t>) -> Option<Asked<'t>> {
    let whole = option_content(ty).unwrap_or(ty);
    let (ty, name, codec) = match codec {
        Codec::Plain if is_known(innermost(ty)) => return None,
        Codec::Plain => (innermost(ty), item.wire.name, Some(codec)),
        Codec::Named(Named { name: "Bits", .. }) => (ty, "Bits", None),
        Codec::Named(Named { name: name @ "PackedBits", .. }) => (whole, *name, Some(codec)),
        Codec::Named(Named { name, .. }) => (innermost(ty), *name, Some(codec)),
        Codec::Rest => (ty, "Rest", Some(codec)),
        Codec::Variant(_) => (whole, "Variant", Some(codec)),
        Codec::Unit(_) => (whole, "Unit", None),
        Codec::Counted(len, _, element) => {
            let (name, parts) = apart(whole);
            let content = match (&*name, &parts[..]) {
                ("Vec" | "VecDeque" | "BTreeSet" | "HashSet", [element, ..])
                | ("BTreeMap" | "HashMap", [_, element, ..]) => Some(*element),
                _ => None,
            };
            match (&**element, content) {
                (Codec::Plain, Some(inner)) => return asked(element, inner, item),
                (Codec::Plain, None) => {
                    (whole, if len.is_some() { "Len" } else { "MaxLen" }, Some(codec))
                }
                (element, _) => return asked(element, ty, item),
            }
        }
        Codec::Through(..) | Codec::With(_) => return None,
    };
    Some((ty, format!("{name}Field"), codec))
}

/// The type inside lists, options and arrays. Only a pointer holds a text or a slice.
fn innermost(ty: &Type) -> &Type {
    let (name, parts) = apart(ty);
    match (&*name, &parts[..]) {
        ("[]" | "Option" | "Vec" | "VecDeque" | "Box", [inner])
            if !matches!(inner, Type::Slice(_)) && apart(inner).0 != "str" =>
        {
            innermost(inner)
        }
        _ => ty,
    }
}

/// Whether the type has a name that shows that it can be sent. If it is another type of that name, rustc reports more errors.
fn is_known(ty: &Type) -> bool {
    const NAMES: &str = "bool u8 i8 u16 i16 u32 i32 u64 i64 f32 f64 String Vector2 Vector3";
    let (name, _) = apart(ty);
    NAMES.split(' ').any(|known| known == name)
}

/// An expression after its probes.
pub(super) fn probed(probes: &TokenStream, expr: TokenStream) -> TokenStream {
    if probes.is_empty() { expr } else { quote!({ #probes #expr }) }
}
