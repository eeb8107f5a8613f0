//! Asks whether the types of fields can be sent, with the same statement wherever code needs it.
//!
//! A type that cannot lacks every trait that its writer and its reader need; of errors that the probe
//! implies rustc reports none, and of equal ones the first.

use godot_var_schema::flat::model::{Codec, Field, Header, Record};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Generics, Type};

use super::codec::{argument, option_content};
use crate::generics::mentions_param;
use crate::names::{last_name, moved};

/// Statements that probe the types of a record's fields.
pub(super) fn probes(record: &Record, generics: &Generics) -> TokenStream {
    record.fields.iter().filter_map(|field| probe(field, generics)).collect()
}

fn probe(field: &Field, generics: &Generics) -> Option<TokenStream> {
    let mut ty = &field.ty;
    let name = match field.header {
        Header::Bool(_) => return None,
        Header::Bits(..) => "BitsField",
        Header::None | Header::Presence(_) => {
            if matches!(field.header, Header::Presence(_)) {
                ty = option_content(ty)?;
            }
            let mut codec = &field.codec;
            if let Codec::Through(_, wire, inner) = codec {
                (ty, codec) = (wire, inner);
            }
            let (asked, name) = asked(codec, ty)?;
            ty = asked;
            name
        }
    };
    if mentions_param(generics, ty) {
        return None;
    }
    let place = last_name(if matches!(field.codec, Codec::Through(..)) { ty } else { &field.ty });
    let (ty, name) = (moved(quote!(#ty), place), format_ident!("{name}"));
    Some(quote!(let _ = <#ty as __rt::flat::#name>::check;))
}

/// The type of which something is asked, and the trait.
fn asked<'t>(codec: &Codec, ty: &'t Type) -> Option<(&'t Type, &'static str)> {
    Some(match codec {
        Codec::Plain => {
            let ty = innermost(ty);
            if is_known(ty) {
                return None;
            }
            (ty, "FlatField")
        }
        Codec::Varint => (innermost(ty), "VarintField"),
        Codec::Half => (innermost(ty), "HalfField"),
        Codec::Range { .. } => (innermost(ty), "RangeField"),
        Codec::Angle { .. } => (innermost(ty), "AngleField"),
        Codec::Normal(_) => (innermost(ty), "NormalField"),
        Codec::SmallestThree(_) => (innermost(ty), "SmallestThreeField"),
        Codec::Variant(_) => (option_content(ty).unwrap_or(ty), "VariantField"),
        Codec::CString(_) => (innermost(ty), "CStringField"),
        Codec::Unit(_) => (option_content(ty).unwrap_or(ty), "UnitField"),
        Codec::Counted(len, _, element) => {
            let whole = option_content(ty).unwrap_or(ty);
            match (&**element, argument(whole, &LISTS)) {
                (Codec::Plain, Some(element)) => return asked(&Codec::Plain, element),
                (Codec::Plain, None) => {
                    (whole, if len.is_some() { "LenField" } else { "MaxLenField" })
                }
                (element, _) => return asked(element, ty),
            }
        }
        Codec::Through(..) | Codec::With(_) => return None,
    })
}

/// The lists whose last argument is the type of their elements.
const LISTS: [&str; 2] = ["Vec", "VecDeque"];

/// The type inside lists, options and arrays.
fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(array) => innermost(&array.elem),
        Type::Group(group) => innermost(&group.elem),
        Type::Paren(paren) => innermost(&paren.elem),
        ty => match argument(ty, &["Option", "Vec", "VecDeque", "Box"]) {
            Some(inner) if !matches!(inner, Type::Slice(_)) => innermost(inner),
            _ => ty,
        },
    }
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
