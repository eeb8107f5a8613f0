//! From a Rust struct to the checked model; reports all mistakes.

use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{DeriveInput, GenericParam, Member, Type};

use super::attributes::{BLOCK, BLOCK_FIELD, ContainerAttrs, FieldAttrs, MESSAGE, MESSAGE_FIELD};
use super::model::{Frequency, Message};
use crate::attributes::{Given, Parsed, Place, facade, parse};
use crate::errors::{Errors, named_fields};
use crate::names::Names;
use crate::rename::RenameRule;
use crate::stream::model::{self as stream, Body, Codec, Field, Prefix, Record};

/// Parses and checks a struct that derives `LludpBlock`.
///
/// # Errors
/// All mistakes at once.
pub fn block(item: &DeriveInput) -> darling::Result<stream::Message> {
    let mut errors = Errors::new();
    let Parsed { attrs, .. } = parse::<ContainerAttrs>(BLOCK, &item.attrs, &mut errors);
    let fields = fields(item, BLOCK, BLOCK_FIELD, &mut errors);
    errors.finish()?;
    let body = Body::Record(Record { header_bits: None, fields });
    Ok(stream::Message::new(&item.ident, &item.generics, facade(attrs.krate), body))
}

/// Parses and checks a struct that derives `LludpMessage`.
///
/// # Errors
/// All mistakes at once.
pub fn message(item: &DeriveInput) -> darling::Result<Message> {
    let mut errors = Errors::new();
    let Parsed { attrs, complete } = parse::<ContainerAttrs>(MESSAGE, &item.attrs, &mut errors);
    let (frequency, number) = errors.alone(complete, |errors| number_of(item, &attrs, errors));
    let blocks = fields(item, MESSAGE, MESSAGE_FIELD, &mut errors);
    errors.finish()?;
    let name = attrs.name.as_deref().cloned().unwrap_or_else(|| item.ident.unraw().to_string());
    Ok(Message {
        ident: item.ident.clone(),
        generics: item.generics.clone(),
        krate: facade(attrs.krate),
        name,
        frequency,
        number,
        trusted: attrs.trusted.is_present(),
        zerocoded: attrs.zerocoded.is_present(),
        deprecation: attrs.deprecated.as_deref().copied().unwrap_or_default(),
        blocks,
    })
}

/// The fields of a message or block, with their names in the template.
fn fields(item: &DeriveInput, kind: Place, place: Place, errors: &mut Errors) -> Vec<Field> {
    // The bytes of a block are always the same.
    for param in &item.generics.params {
        if !matches!(param, GenericParam::Lifetime(_)) {
            errors.report(
                param.span(),
                "messages and blocks of LLUDP have no parameters but lifetimes",
            );
        }
    }
    let what = if place == BLOCK_FIELD { "field" } else { "block" };
    let no_struct = format!("{} of LLUDP is a struct whose {what}s have names", kind.0);
    let mut names = Names::new(what, is_name, "name in a template: letters, digits and `_`");
    let mut fields = Vec::new();
    for field in named_fields(item, &no_struct, errors) {
        let Some(ident) = field.ident.clone() else { continue };
        let Parsed { attrs, complete } = parse::<FieldAttrs>(place, &field.attrs, errors);
        let pascal = |name: &str| RenameRule::Pascal.field(name);
        let key = names.take(attrs.name.as_ref(), pascal, &ident, errors);
        let codec = errors.alone(complete, |errors| match place {
            BLOCK_FIELD => codec(&attrs, &field.ty, errors),
            _ => Codec::Plain,
        });
        fields.push(Field { key, codec, ..Field::new(Member::Named(ident), field.ty.clone()) });
    }
    fields
}

fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// `variable = 1` or `2`, which is required for bytes of varying length.
fn codec(attrs: &FieldAttrs, ty: &Type, errors: &mut Errors) -> Codec {
    let prefix = match attrs.variable.as_deref() {
        Some(1) => Prefix::U8,
        Some(2) => Prefix::U16,
        Some(other) => {
            let message =
                format!("a length of {other} bytes is not part of LLUDP; `variable` is 1 or 2");
            errors.report(attrs.variable.as_ref().map_or(ty.span(), Given::key), message);
            return Codec::Plain;
        }
        None => {
            if varies(ty) {
                errors.report(
                    ty.span(),
                    "bytes of varying length need `#[lludp(variable = 1)]` or `#[lludp(variable = 2)]`: how many bytes their length takes",
                );
            }
            return Codec::Plain;
        }
    };
    Codec::Counted(Some(prefix), None, Box::new(Codec::Plain))
}

/// Whether a type is known to have no fixed size: a reference, or one with a lifetime or an element type.
fn varies(ty: &Type) -> bool {
    match ty {
        Type::Reference(_) => true,
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| matches!(last.arguments, syn::PathArguments::AngleBracketed(_))),
        Type::Group(group) => varies(&group.elem),
        Type::Paren(paren) => varies(&paren.elem),
        _ => false,
    }
}

fn number_of(item: &DeriveInput, attrs: &ContainerAttrs, errors: &mut Errors) -> (Frequency, u32) {
    let (Some(frequency), Some(number)) = (&attrs.frequency, &attrs.number) else {
        errors.report(
            item.ident.span(),
            format_args!(
                "`{}` needs its number: `#[lludp(frequency = \"Low\", number = 80)]`; a block derives `LludpBlock`",
                item.ident
            ),
        );
        return (Frequency::High, 1);
    };
    let (min, max) = frequency.range();
    if !(min..=max).contains(&**number) {
        errors.report(number.key(), frequency.out_of_range());
    }
    (**frequency, **number)
}
