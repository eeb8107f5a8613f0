//! From a Rust struct to the checked model; reports all mistakes.

use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{DeriveInput, GenericParam, Type};

use super::attributes::{
    BLOCK, BLOCK_FIELD, BlockAttrs, BlockFieldAttrs, MESSAGE, MESSAGE_FIELD, MessageAttrs,
    MessageFieldAttrs,
};
use super::model::{Block, Field, Frequency, Message, MessageBlock, Prefix};
use crate::attributes::{Parsed, facade, parse};
use crate::errors::{Errors, named_fields};
use crate::names::Names;
use crate::rename::RenameRule;

/// Parses and checks a struct that derives `LludpBlock`.
///
/// # Errors
/// All mistakes at once.
pub fn block(item: &DeriveInput) -> darling::Result<Block> {
    let mut errors = Errors::new();
    let Parsed { attrs, .. } = parse::<BlockAttrs>(BLOCK, &item.attrs, &mut errors);
    check_generics(item, &mut errors);
    let mut names = names("field");
    let mut fields = Vec::new();
    let no_struct = "a block of LLUDP is a struct whose fields have names";
    for field in named_fields(item, no_struct, &mut errors) {
        let Some(ident) = field.ident.clone() else { continue };
        let Parsed { attrs, complete } =
            parse::<BlockFieldAttrs>(BLOCK_FIELD, &field.attrs, &mut errors);
        let name = names.take(attrs.name.as_ref(), pascal, &ident, &mut errors);
        let prefix = errors.alone(complete, |errors| prefix_of(&attrs, &field.ty, errors));
        fields.push(Field { ident, name, ty: field.ty.clone(), prefix });
    }
    errors.finish()?;
    Ok(Block {
        ident: item.ident.clone(),
        generics: item.generics.clone(),
        krate: facade(attrs.krate),
        fields,
    })
}

/// Parses and checks a struct that derives `LludpMessage`.
///
/// # Errors
/// All mistakes at once.
pub fn message(item: &DeriveInput) -> darling::Result<Message> {
    let mut errors = Errors::new();
    let Parsed { attrs, complete } = parse::<MessageAttrs>(MESSAGE, &item.attrs, &mut errors);
    check_generics(item, &mut errors);
    let (frequency, number) = errors.alone(complete, |errors| number_of(item, &attrs, errors));
    let mut names = names("block");
    let mut blocks = Vec::new();
    let no_struct = "a message of LLUDP is a struct whose blocks have names";
    for field in named_fields(item, no_struct, &mut errors) {
        let Some(ident) = field.ident.clone() else { continue };
        let Parsed { attrs, .. } =
            parse::<MessageFieldAttrs>(MESSAGE_FIELD, &field.attrs, &mut errors);
        let name = names.take(attrs.name.as_ref(), pascal, &ident, &mut errors);
        blocks.push(MessageBlock { ident, name, ty: field.ty.clone() });
    }
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

/// A template has no parameters: the bytes of a block are always the same.
fn check_generics(item: &DeriveInput, errors: &mut Errors) {
    for param in &item.generics.params {
        if !matches!(param, GenericParam::Lifetime(_)) {
            errors.report(
                param.span(),
                "messages and blocks of LLUDP have no parameters but lifetimes",
            );
        }
    }
}

/// The names of a struct's fields in the template.
fn names(what: &'static str) -> Names {
    Names::new(what, is_name, "name in a template: letters, digits and `_`")
}

fn pascal(name: &str) -> String {
    RenameRule::Pascal.field(name)
}

fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// `variable = 1` or `2`, which is required for bytes of varying length.
fn prefix_of(attrs: &BlockFieldAttrs, ty: &Type, errors: &mut Errors) -> Option<Prefix> {
    let Some(variable) = &attrs.variable else {
        if varies(ty) {
            errors.report(
                ty.span(),
                "bytes of varying length need `#[lludp(variable = 1)]` or `#[lludp(variable = 2)]`: how many bytes their length takes",
            );
        }
        return None;
    };
    match **variable {
        1 => Some(Prefix::One),
        2 => Some(Prefix::Two),
        other => {
            errors.report(
                variable.key(),
                format_args!(
                    "a length of {other} bytes is not part of LLUDP; `variable` is 1 or 2"
                ),
            );
            None
        }
    }
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

fn number_of(item: &DeriveInput, attrs: &MessageAttrs, errors: &mut Errors) -> (Frequency, u32) {
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
