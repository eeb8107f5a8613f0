//! Asks whether the types of fields can be sent, with the same statement wherever code needs it.
//!
//! A type that cannot lacks every trait that its writer and its reader need; of errors that the probe
//! implies rustc reports none, and of equal ones the first.

use godot_var_schema::stream::model::{Codec, Field, Presence, Record};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;

use super::codec::{self, argument, nth_argument, option_content};
use super::is_message;
use super::wire::{Item, Wire};
use crate::generics::mentions_param;
use crate::names::{last_name, moved};

/// Statements that probe the types of a record's fields.
pub(super) fn probes(record: &Record, list: usize, item: Item<'_>) -> TokenStream {
    let fields = record.fields.iter().enumerate();
    fields.filter_map(|(position, field)| probe(field, (list, position), item)).collect()
}

/// What is asked: of this type this trait, perhaps for this encoding.
type Asked<'t> = (&'t Type, &'static str, Option<&'t Codec>);

/// A statement that probes the type of a field.
pub(super) fn probe(field: &Field, at: (usize, usize), item: Item<'_>) -> Option<TokenStream> {
    if is_message(item, at.0) {
        return None;
    }
    if item.wire == Wire::LLUDP {
        return Some(of_lludp(field));
    }
    let (ty, trait_name, codec) = match item.wire {
        Wire::FLAT => of_flat(field)?,
        Wire::LITENET => of_litenet(field)?,
        _ => return None,
    };
    if mentions_param(&item.generics, ty) {
        return None;
    }
    let place = last_name(if matches!(field.codec, Codec::Through(..)) { ty } else { &field.ty });
    let codec = codec.map(|codec| {
        let codec = if std::ptr::eq(codec, &raw const field.codec) && codec::has_alias(field, item)
        {
            let name = codec::alias(at, place);
            quote!(#name)
        } else {
            codec::codec(codec, ty, item, at, place)
        };
        quote!(, #codec)
    });
    let (ty, name) =
        (moved(quote!(#ty), place), item.wire.named(trait_name, proc_macro2::Span::call_site()));
    // These two do not depend on the wire.
    let arguments = (!matches!(trait_name, "BitsField" | "UnitField")).then(|| {
        let parameter = item.parameter();
        quote!(<#parameter #codec>)
    });
    Some(quote!(let _ = <#ty as #name #arguments>::check;))
}

fn of_flat(field: &Field) -> Option<Asked<'_>> {
    let mut ty = &field.ty;
    match field.presence {
        Presence::Bool(_) => return None,
        Presence::Bits(..) => return Some((ty, "BitsField", None)),
        Presence::Flag(_) => ty = option_content(ty)?,
        Presence::Always | Presence::If(_) => {}
    }
    match &field.codec {
        Codec::Through(_, wire, inner) => asked(inner, wire),
        codec => asked(codec, ty),
    }
}

/// The type of which something is asked, the trait, and the encoding that it is asked for.
fn asked<'t>(codec: &'t Codec, ty: &'t Type) -> Option<Asked<'t>> {
    let name = match codec {
        Codec::Plain => {
            let ty = innermost(ty);
            return (!is_known(ty)).then_some((ty, "FlatField", Some(codec)));
        }
        Codec::Varint => "VarintField",
        Codec::Half => "HalfField",
        Codec::Lenient => "LenientField",
        Codec::Bits(_) => return Some((ty, "BitsField", None)),
        Codec::Range { .. } => "RangeField",
        Codec::Angle { .. } => "AngleField",
        Codec::Normal(_) => "NormalField",
        Codec::SmallestThree(_) => "SmallestThreeField",
        Codec::CString(_) => "CStringField",
        Codec::Variant(_) => {
            return Some((option_content(ty).unwrap_or(ty), "VariantField", Some(codec)));
        }
        Codec::Unit(_) => return Some((option_content(ty).unwrap_or(ty), "UnitField", None)),
        Codec::Counted(len, _, element) => {
            let whole = option_content(ty).unwrap_or(ty);
            let content = argument(whole, &LISTS).or_else(|| nth_argument(whole, &MAPS, 1));
            return match (&**element, content) {
                (Codec::Plain, Some(inner)) => asked(element, inner),
                (Codec::Plain, None) => {
                    let name = if len.is_some() { "LenField" } else { "MaxLenField" };
                    Some((whole, name, Some(codec)))
                }
                (element, _) => asked(element, ty),
            };
        }
        _ => return None,
    };
    Some((innermost(ty), name, Some(codec)))
}

fn of_litenet(field: &Field) -> Option<Asked<'_>> {
    let (mut ty, mut codec) = (&field.ty, &field.codec);
    let whole = |name| Some((&field.ty, name, Some(&field.codec)));
    if field.condition().is_some() {
        match option_content(ty) {
            Some(inner) => ty = inner,
            None => return whole("OptionalField"),
        }
    } else if is_known(ty) && matches!(codec, Codec::Plain) {
        return None;
    }
    while let Codec::Counted(_, _, element) = codec {
        match argument(ty, &["Vec"]) {
            Some(inner) => (ty, codec) = (inner, element),
            None if field.condition().is_none() => return whole("FittingField"),
            None => return None,
        }
    }
    let name = match codec {
        Codec::Plain => "LiteNetField",
        Codec::Packed => "PackedField",
        Codec::Zigzag => "ZigzagField",
        Codec::Rest => "RestField",
        Codec::Euler if field.condition().is_none() => return whole("FittingField"),
        _ => return None,
    };
    Some((ty, name, None))
}

fn of_lludp(Field { ty, codec, .. }: &Field) -> TokenStream {
    let place = last_name(ty);
    match codec {
        Codec::Plain => quote_spanned!(place=> let _ = <#ty as __rt::lludp::FixedField>::LEN;),
        _ => quote_spanned!(place=> let _ = <#ty as __rt::stream::RestField<'_>>::from_rest;),
    }
}

/// The lists and sets whose first argument is the type of their elements.
const LISTS: [&str; 4] = ["Vec", "VecDeque", "BTreeSet", "HashSet"];

/// The maps whose second argument is the type of their values.
const MAPS: [&str; 2] = ["BTreeMap", "HashMap"];

/// The type inside lists, options and arrays.
fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(array) => innermost(&array.elem),
        Type::Group(group) => innermost(&group.elem),
        Type::Paren(paren) => innermost(&paren.elem),
        ty => match argument(ty, &["Option", "Vec", "VecDeque", "Box"]) {
            Some(inner) if !is_unsized(inner) => innermost(inner),
            _ => ty,
        },
    }
}

/// Whether only a pointer holds the type.
fn is_unsized(ty: &Type) -> bool {
    matches!(ty, Type::Slice(_)) || matches!(ty, Type::Path(path) if path.path.is_ident("str"))
}

/// Whether the type has a name that shows that it can be sent. If it is another type of that name, rustc reports more errors.
fn is_known(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.get_ident().is_some_and(|name| {
        matches!(
            &*name.to_string(),
            "bool"
                | "u8"
                | "i8"
                | "u16"
                | "i16"
                | "u32"
                | "i32"
                | "u64"
                | "i64"
                | "f32"
                | "f64"
                | "String"
                | "Vector2"
                | "Vector3"
        )
    })
}

/// An expression after its probes.
pub(super) fn probed(probes: &TokenStream, expr: TokenStream) -> TokenStream {
    if probes.is_empty() { expr } else { quote!({ #probes #expr }) }
}
