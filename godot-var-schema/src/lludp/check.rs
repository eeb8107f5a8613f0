//! From a Rust struct to the checked model; reports all mistakes.

use darling::Error;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, GenericParam, Type};

use super::attributes::{
    BLOCK, BLOCK_FIELD, BlockAttrs, BlockFieldAttrs, MESSAGE, MESSAGE_FIELD, MessageAttrs,
    MessageFieldAttrs,
};
use super::model::{Block, Deprecation, Field, Frequency, Message, MessageBlock, Prefix};
use crate::attributes::{Given, Parsed, facade, parse};
use crate::errors::Errors;
use crate::rename::RenameRule;
use crate::taken::Taken;

/// Parses and checks a struct that derives `LludpBlock`.
///
/// # Errors
/// All mistakes at once.
pub fn block(item: &DeriveInput) -> darling::Result<Block> {
    let mut errors = Errors::new();
    let Parsed { attrs, .. } = parse::<BlockAttrs>(BLOCK, &item.attrs, &mut errors);
    check_generics(item, &mut errors);
    let mut names = Names::default();
    let mut fields = Vec::new();
    for field in struct_fields(item, "block", "fields", &mut errors) {
        let Some(ident) = field.ident.clone() else { continue };
        let Parsed { attrs, complete } =
            parse::<BlockFieldAttrs>(BLOCK_FIELD, &field.attrs, &mut errors);
        let name = names.take(attrs.name.as_ref(), &ident, "field", &mut errors);
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
    let deprecation = errors.alone(complete, |errors| deprecation_of(&attrs, errors));
    let mut names = Names::default();
    let mut blocks = Vec::new();
    for field in struct_fields(item, "message", "blocks", &mut errors) {
        let Some(ident) = field.ident.clone() else { continue };
        let Parsed { attrs, .. } =
            parse::<MessageFieldAttrs>(MESSAGE_FIELD, &field.attrs, &mut errors);
        let name = names.take(attrs.name.as_ref(), &ident, "block", &mut errors);
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
        deprecation,
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

/// The fields of a struct with named fields, or of a unit struct.
fn struct_fields<'i>(
    item: &'i DeriveInput,
    what: &str,
    parts: &str,
    errors: &mut Errors,
) -> Vec<&'i syn::Field> {
    let span = match &item.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => return fields.named.iter().collect(),
            Fields::Unit => return Vec::new(),
            Fields::Unnamed(fields) => fields.span(),
        },
        Data::Enum(data) => data.enum_token.span,
        Data::Union(data) => data.union_token.span,
    };
    errors.push(
        Error::custom(format_args!("a {what} of LLUDP is a struct whose {parts} have names"))
            .with_span(&span),
    );
    Vec::new()
}

/// The names of a struct's fields in the template, which must differ.
#[derive(Default)]
struct Names(Taken);

impl Names {
    /// `name = "…"`, or the name of the field in `PascalCase`.
    fn take(
        &mut self,
        given: Option<&Given<String>>,
        ident: &syn::Ident,
        what: &str,
        errors: &mut Errors,
    ) -> String {
        let (name, span) = match given {
            Some(name) => (name.to_string(), name.span()),
            None => (RenameRule::Pascal.field(&ident.unraw().to_string()), ident.span()),
        };
        if !is_name(&name) {
            errors.report(
                span,
                format_args!("`{name}` is no name in a template: letters, digits and `_`"),
            );
        }
        if let Err(first) = self.0.take(&name, ident) {
            errors.report(span, format_args!("the {what} `{name}` is there already, as `{first}`"));
        }
        name
    }
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
    let frequency = attrs.frequency.as_ref().map(|text| {
        let frequency = match text.as_str() {
            "High" => Some(Frequency::High),
            "Medium" => Some(Frequency::Medium),
            "Low" => Some(Frequency::Low),
            "Fixed" => Some(Frequency::Fixed),
            _ => None,
        };
        if frequency.is_none() {
            errors.report(
                text.span(),
                format_args!(
                    "unknown frequency `{}`; it is \"High\", \"Medium\", \"Low\" or \"Fixed\"",
                    **text
                ),
            );
        }
        frequency
    });
    if frequency.is_none() || attrs.number.is_none() {
        errors.report(
            item.ident.span(),
            format_args!(
                "`{}` needs its number: `#[lludp(frequency = \"Low\", number = 80)]`; a block derives `LludpBlock`",
                item.ident
            ),
        );
    }
    let (Some(frequency), Some(number)) = (frequency.flatten(), &attrs.number) else {
        return (Frequency::High, 1);
    };
    let (min, max) = frequency.range();
    if !(min..=max).contains(&**number) {
        errors.report(number.key(), frequency.out_of_range());
    }
    (frequency, **number)
}

fn deprecation_of(attrs: &MessageAttrs, errors: &mut Errors) -> Deprecation {
    let Some(text) = &attrs.deprecated else { return Deprecation::NotDeprecated };
    match text.as_str() {
        "Deprecated" => Deprecation::Deprecated,
        "UDPDeprecated" => Deprecation::UdpDeprecated,
        "UDPBlackListed" => Deprecation::UdpBlackListed,
        other => {
            errors.report(
                text.span(),
                format_args!(
                    "`{other}` is no word of a template; `deprecated` is \"Deprecated\", \"UDPDeprecated\" or \"UDPBlackListed\""
                ),
            );
            Deprecation::NotDeprecated
        }
    }
}
