//! From a Rust struct to the checked model, with everything that can be wrong on the way.

use std::collections::HashMap;

use darling::Error;
use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, GenericParam, Path, Type, parse_quote};

use super::attr::{Attrs, On};
use super::model::{Block, Deprecation, Field, Frequency, Message, MessageBlock, Prefix};
use crate::errors::Errors;
use crate::rename::RenameRule;

/// Parses and checks a struct that derives `LludpBlock`.
///
/// # Errors
/// All mistakes at once.
pub fn block(item: &DeriveInput) -> darling::Result<Block> {
    let mut errors = Errors::new();
    let attrs = Attrs::parse(On::Block, &item.attrs, &mut errors);
    check_generics(item, &mut errors);
    let mut names = Names::default();
    let mut fields = Vec::new();
    for field in struct_fields(item, "block", "fields", &mut errors) {
        let Some(ident) = field.ident.clone() else { continue };
        let attrs = Attrs::parse(On::BlockField, &field.attrs, &mut errors);
        let name = names.take(&attrs, &ident, "field", &mut errors);
        let prefix = errors.alone(attrs.complete, |errors| prefix_of(&attrs, &field.ty, errors));
        fields.push(Field { ident, name, ty: field.ty.clone(), prefix });
    }
    errors.finish()?;
    Ok(Block {
        ident: item.ident.clone(),
        generics: item.generics.clone(),
        krate: krate(&attrs),
        fields,
    })
}

/// Parses and checks a struct that derives `LludpMessage`.
///
/// # Errors
/// All mistakes at once.
pub fn message(item: &DeriveInput) -> darling::Result<Message> {
    let mut errors = Errors::new();
    let attrs = Attrs::parse(On::Message, &item.attrs, &mut errors);
    check_generics(item, &mut errors);
    let (frequency, number) =
        errors.alone(attrs.complete, |errors| number_of(item, &attrs, errors));
    let deprecation = errors.alone(attrs.complete, |errors| deprecation_of(&attrs, errors));
    let mut names = Names::default();
    let mut blocks = Vec::new();
    for field in struct_fields(item, "message", "blocks", &mut errors) {
        let Some(ident) = field.ident.clone() else { continue };
        let attrs = Attrs::parse(On::MessageField, &field.attrs, &mut errors);
        let name = names.take(&attrs, &ident, "block", &mut errors);
        blocks.push(MessageBlock { ident, name, ty: field.ty.clone() });
    }
    errors.finish()?;
    let name =
        attrs.text("name").map_or_else(|| item.ident.unraw().to_string(), |name| name.value());
    Ok(Message {
        ident: item.ident.clone(),
        generics: item.generics.clone(),
        krate: krate(&attrs),
        name,
        frequency,
        number,
        trusted: attrs.has("trusted"),
        zerocoded: attrs.has("zerocoded"),
        deprecation,
        blocks,
    })
}

/// The facade's path, for what is emitted after an error.
pub fn crate_path(item: &DeriveInput) -> Path {
    let mut errors = Errors::new();
    let attrs = Attrs::parse(On::Message, &item.attrs, &mut errors);
    // Whatever is wrong was reported by `message` or `block`.
    drop(errors.finish());
    krate(&attrs)
}

fn krate(attrs: &Attrs) -> Path {
    attrs.path("crate").unwrap_or_else(|| parse_quote!(::godot_var))
}

/// A template knows no parameters: the bytes of a block are the same everywhere.
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

/// The names that a struct has in the template, each once.
#[derive(Default)]
struct Names(HashMap<String, String>);

impl Names {
    /// `name = "…"`, or the name of the field in `PascalCase`.
    fn take(
        &mut self,
        attrs: &Attrs,
        ident: &syn::Ident,
        what: &str,
        errors: &mut Errors,
    ) -> String {
        let plain = ident.unraw().to_string();
        let (name, span) = match attrs.text("name") {
            Some(name) => (name.value(), name.span()),
            None => (RenameRule::Pascal.field(&plain), ident.span()),
        };
        if !is_name(&name) {
            errors.report(
                span,
                format_args!("`{name}` is no name in a template: letters, digits and `_`"),
            );
        }
        if let Some(first) = self.0.get(&name) {
            errors.report(span, format_args!("the {what} `{name}` is there already, as `{first}`"));
        }
        self.0.entry(name.clone()).or_insert(plain);
        name
    }
}

fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// `variable = 1` or `2`, which bytes of varying length need.
fn prefix_of(attrs: &Attrs, ty: &Type, errors: &mut Errors) -> Option<Prefix> {
    match attrs.number("variable") {
        Some(1) => Some(Prefix::One),
        Some(2) => Some(Prefix::Two),
        Some(other) => {
            let span = attrs.span("variable").unwrap_or_else(Span::call_site);
            errors.report(
                span,
                format_args!(
                    "a length of {other} bytes is not part of LLUDP; `variable` is 1 or 2"
                ),
            );
            None
        }
        None => {
            if varies(ty) {
                errors.report(
                    ty.span(),
                    "bytes of varying length need `#[lludp(variable = 1)]` or `#[lludp(variable = 2)]`: how many bytes their length takes",
                );
            }
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

fn number_of(item: &DeriveInput, attrs: &Attrs, errors: &mut Errors) -> (Frequency, u32) {
    let frequency = attrs.text("frequency").map(|text| {
        let frequency = match text.value().as_str() {
            "High" => Some(Frequency::High),
            "Medium" => Some(Frequency::Medium),
            "Low" => Some(Frequency::Low),
            "Fixed" => Some(Frequency::Fixed),
            _ => None,
        };
        (frequency, text)
    });
    if let Some((None, text)) = &frequency {
        errors.report(
            text.span(),
            format_args!(
                "unknown frequency `{}`; it is \"High\", \"Medium\", \"Low\" or \"Fixed\"",
                text.value()
            ),
        );
    }
    let number = attrs.number("number");
    if frequency.is_none() || number.is_none() {
        errors.report(
            item.ident.span(),
            format_args!(
                "`{}` needs its number: `#[lludp(frequency = \"Low\", number = 80)]`; a block derives `LludpBlock`",
                item.ident
            ),
        );
    }
    let frequency = frequency.and_then(|(frequency, _)| frequency);
    let (Some(frequency), Some(number)) = (frequency, number) else { return (Frequency::High, 1) };
    let (min, max) = frequency.range();
    if !(min..=max).contains(&number) {
        let span = attrs.span("number").unwrap_or_else(Span::call_site);
        errors.report(span, frequency.out_of_range());
    }
    (frequency, number)
}

fn deprecation_of(attrs: &Attrs, errors: &mut Errors) -> Deprecation {
    let Some(text) = attrs.text("deprecated") else { return Deprecation::NotDeprecated };
    match text.value().as_str() {
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
