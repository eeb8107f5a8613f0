//! Probes whether the types of fields can be sent, with the same statement wherever code needs it.
//!
//! A type that cannot lacks every trait that its writer and its reader need; of errors that the probe
//! implies rustc reports none, and of equal ones the first.

use godot_var_schema::stream::model::{Codec, Field, Record};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{GenericArgument, Generics, PathArguments, Type};

use super::record::{codec, is_fixed};
use crate::generics::mentions_param;
use crate::names::{last_name, moved};

/// Statements that probe the types of a record's fields.
pub(super) fn probes(record: &Record, generics: &Generics) -> TokenStream {
    record.fields.iter().filter_map(|field| probe(field, generics)).collect()
}

fn probe(field: &Field, generics: &Generics) -> Option<TokenStream> {
    let mut ty = &field.ty;
    if field.condition().is_some() {
        match argument(ty, "Option") {
            Some(inner) => ty = inner,
            None => return whole("OptionalField", field, generics),
        }
    } else if is_fixed(field) && matches!(field.codec, Codec::Plain) {
        return None;
    }
    let mut codec = &field.codec;
    while let Codec::Counted(_, _, element) = codec {
        match argument(ty, "Vec") {
            Some(inner) => (ty, codec) = (inner, &**element),
            None if field.condition().is_none() => return whole("FittingField", field, generics),
            None => return None,
        }
    }
    let name = match codec {
        Codec::Plain => "LiteNetField",
        Codec::Packed => "PackedField",
        Codec::Zigzag => "ZigzagField",
        Codec::Rest => "RestField",
        Codec::Euler if field.condition().is_none() => {
            return whole("FittingField", field, generics);
        }
        _ => return None,
    };
    if mentions_param(generics, ty) {
        return None;
    }
    // At the place of the codec that stands for the field, where rustc reports what is implied.
    let (ty, name) = (moved(quote!(#ty), last_name(&field.ty)), format_ident!("{name}"));
    Some(quote!(let _ = <#ty as __rt::litenet::#name<AnyEra>>::check;))
}

/// Probes a field's type with all its attributes.
fn whole(name: &str, field: &Field, generics: &Generics) -> Option<TokenStream> {
    let (ty, place, name) = (&field.ty, last_name(&field.ty), format_ident!("{name}"));
    let codec = codec(&field.codec, place).filter(|_| !mentions_param(generics, ty))?;
    let ty = moved(quote!(#ty), place);
    Some(quote!(let _ = <#ty as __rt::litenet::#name<AnyEra, #codec>>::check;))
}

/// `T` of `Option<T>`, if the type has this name.
fn argument<'t>(ty: &'t Type, name: &str) -> Option<&'t Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// An expression after its probes.
pub(super) fn probed(probes: &TokenStream, expr: TokenStream) -> TokenStream {
    if probes.is_empty() { expr } else { quote!({ #probes #expr }) }
}
