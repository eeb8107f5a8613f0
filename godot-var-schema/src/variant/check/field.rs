//! One field and its attributes.

use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Member, Path, Type};

use super::super::attributes::FieldAttrs;
use super::super::model::{Codec, Field, Form, WireType};
use super::{default_value, exclude, notes};
use crate::attributes::{Given, WrittenPath, key_of, span_of};
use crate::errors::Errors;
use crate::rename::RenameRule;

pub(super) fn field(
    attrs: &FieldAttrs,
    index: usize,
    field: &syn::Field,
    form: Form,
    rule: Option<RenameRule>,
    errors: &mut Errors,
) -> Field {
    let name = field.ident.as_ref().map(|ident| ident.unraw().to_string());
    let member = match &field.ident {
        Some(ident) => Member::Named(ident.clone()),
        None => Member::Unnamed(syn::Index { index: index as u32, span: field.ty.span() }),
    };
    let span = field.ident.as_ref().map_or_else(|| field.ty.span(), Ident::span);
    let key = match (&attrs.rename, &name) {
        (Some(rename), _) => rename.to_string(),
        (None, Some(name)) => rule.map_or_else(|| name.clone(), |rule| rule.field(name)),
        (None, None) => index.to_string(),
    };
    check_position(attrs, form, errors);
    let with = attrs.with.as_ref().map(|with| with.0.clone());
    let function = |name: &str| {
        with.clone().map(|mut path| {
            path.segments.push(Ident::new(name, Span::call_site()).into());
            path
        })
    };
    Field {
        member,
        binding: format_ident!("__field{}", index, span = span),
        ty: field.ty.clone(),
        key,
        aliases: attrs.alias.iter().map(|alias| alias.to_string()).collect(),
        encoded: !attrs.skip.is_present() && !attrs.skip_encoding.is_present(),
        decoded: !attrs.skip.is_present() && !attrs.skip_decoding.is_present(),
        skip_encoding_if: attrs.skip_encoding_if.as_ref().map(|path| path.0.clone()),
        default: default_value(attrs.default.as_ref()),
        flatten: attrs.flatten.is_present(),
        codec: Codec {
            encode_with: path_of(attrs.encode_with.as_ref()).or_else(|| function("encode")),
            decode_with: path_of(attrs.decode_with.as_ref()).or_else(|| function("decode")),
            wire_type: wire_type(attrs),
            max_len: attrs.max_len.as_ref().map(|len| **len),
            strict: attrs.strict.is_present(),
            typed: attrs.typed.is_present(),
        },
        notes: notes(&field.attrs, attrs.gdscript.as_ref()),
    }
}

fn path_of(path: Option<&Given<WrittenPath>>) -> Option<Path> {
    path.map(|path| path.0.clone())
}

const WIRE_TYPES: [(&str, WireType); 7] = [
    ("String", WireType::String),
    ("StringName", WireType::StringName),
    ("NodePath", WireType::NodePath),
    ("Array", WireType::Array),
    ("int", WireType::Int),
    ("float", WireType::Float),
    ("float64", WireType::Float64),
];

fn wire_type_of(name: &str) -> Option<WireType> {
    WIRE_TYPES.iter().find(|(known, _)| *known == name).map(|(_, wire_type)| *wire_type)
}

fn wire_type(attrs: &FieldAttrs) -> Option<WireType> {
    match &attrs.wire_type {
        Some(name) => wire_type_of(name),
        None => attrs.wide.is_present().then_some(WireType::Float64),
    }
}

/// Attributes of a field that mean nothing in an Array.
fn check_position(attrs: &FieldAttrs, form: Form, errors: &mut Errors) {
    if form == Form::Dictionary {
        return;
    }
    let only_keys: [(&str, Option<Span>); 5] = [
        ("rename", key_of(attrs.rename.as_ref())),
        ("alias", key_of(attrs.alias.first())),
        ("flatten", span_of(&attrs.flatten)),
        ("skip_encoding_if", key_of(attrs.skip_encoding_if.as_ref())),
        ("skip_decoding", span_of(&attrs.skip_decoding)),
    ];
    for (name, span) in only_keys {
        if let Some(span) = span {
            errors.report(
                span,
                format!("`{name}` needs a key, and an array has none; name the fields"),
            );
        }
    }
    if let Some(span) = span_of(&attrs.skip_encoding) {
        errors.report(span, "`skip_encoding` would move the elements behind it; use `skip`");
    }
}

/// Attributes of a field that contradict each other or its type.
pub(super) fn check_field(attrs: &FieldAttrs, field: &syn::Field, errors: &mut Errors) {
    let rename = key_of(attrs.rename.as_ref());
    let alias = key_of(attrs.alias.first());
    let (skip, flatten) = (span_of(&attrs.skip), span_of(&attrs.flatten));
    let skip_encoding = span_of(&attrs.skip_encoding);
    let skip_decoding = span_of(&attrs.skip_decoding);
    let skip_encoding_if = key_of(attrs.skip_encoding_if.as_ref());
    let default = key_of(attrs.default.as_ref());
    let with = key_of(attrs.with.as_ref());
    let encode_with = key_of(attrs.encode_with.as_ref());
    let decode_with = key_of(attrs.decode_with.as_ref());
    let wire_type = key_of(attrs.wire_type.as_ref());
    let wide = span_of(&attrs.wide);
    let max_len = key_of(attrs.max_len.as_ref());
    let (strict, typed) = (span_of(&attrs.strict), span_of(&attrs.typed));

    let codecs = [
        ("as", wire_type),
        ("f64", wide),
        ("max_len", max_len),
        ("strict", strict),
        ("typed", typed),
    ];
    let functions = [("with", with), ("encode_with", encode_with), ("decode_with", decode_with)];
    let names = [("rename", rename), ("alias", alias)];
    let omissions = [
        ("skip_encoding", skip_encoding),
        ("skip_decoding", skip_decoding),
        ("skip_encoding_if", skip_encoding_if),
    ];
    let absences = [("flatten", flatten)];
    exclude(
        errors,
        "skip",
        skip,
        &[&names[..], &absences, &codecs, &functions, &omissions].concat(),
    );
    exclude(
        errors,
        "flatten",
        flatten,
        &[
            &names[..],
            &codecs,
            &functions,
            &[("default", default), ("skip_encoding_if", skip_encoding_if)],
        ]
        .concat(),
    );
    exclude(errors, "with", with, &functions[1..]);
    for (name, span) in functions {
        exclude(errors, name, span, &codecs);
    }
    exclude(errors, "as", wire_type, &[("f64", wide), ("typed", typed)]);
    exclude(errors, "f64", wide, &[("typed", typed)]);
    exclude(errors, "skip_encoding", skip_encoding, &[("skip_encoding_if", skip_encoding_if)]);
    if let (Some(_), Some(span)) = (skip_encoding, skip_decoding) {
        errors.report(span, "a field that is neither written nor read is `skip`");
    }
    if let Some(len) = &attrs.max_len
        && i32::try_from(**len).is_err()
    {
        errors.report(len.span(), "a length on the wire is at most 2147483647");
    }
    if let Some(inner) = option_of_option(&field.ty)
        && skip.is_none()
        && with.is_none()
    {
        errors.report(
            inner,
            "both levels of `Option<Option<_>>` would be Nil; use one `Option`, or an enum",
        );
    }
    if let Some(name) = attrs.wire_type.as_ref().filter(|name| wire_type_of(name).is_none()) {
        let names: Vec<_> = WIRE_TYPES.iter().map(|(known, _)| format!("`{known}`")).collect();
        errors.report(
            name.span(),
            format!("unknown wire type `{}`; the types are {}", name.as_str(), names.join(", ")),
        );
    }
    if let Some(span) = span_of(&attrs.borrow)
        && !has_lifetime(&field.ty)
    {
        errors.report(span, "`borrow` needs a type with a lifetime, such as `Cow<'a, str>`");
    }
}

fn has_lifetime(ty: &Type) -> bool {
    quote::quote!(#ty).to_string().contains('\'')
}

/// The place of the inner `Option` in `Option<Option<_>>`.
fn option_of_option(ty: &Type) -> Option<Span> {
    let inner = argument_of(ty, "Option")?;
    argument_of(inner, "Option").map(|_| inner.span())
}

/// The argument of `Name<Argument>`.
fn argument_of<'t>(mut ty: &'t Type, name: &str) -> Option<&'t Type> {
    // What stands for `$type` in a `macro_rules!` macro has an invisible group around it.
    while let Type::Group(group) = ty {
        ty = &group.elem;
    }
    let Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last().filter(|segment| segment.ident == name)?;
    let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first() {
        Some(syn::GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ty),
        _ => None,
    }
}
