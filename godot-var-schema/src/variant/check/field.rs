//! One field and its attributes.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Member, Path, Type, parse_quote};

use super::super::attributes::{FieldAttrs, WrittenType};
use super::super::model::{Codec, Field, Form, Time, WireType};
use super::types::{mistake, text_mistake};
use super::{NEVER_MISSING, check_default, check_names_of_field, default_value, notes};
use crate::attributes::{Attributes, Given, WrittenPath};
use crate::errors::Errors;
use crate::literals::integer;
use crate::rename::RenameRule;

/// The place of a field on the wire.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) form: Form,
    /// Whether it is encoded as the whole value, without a container.
    pub(super) alone: bool,
}

pub(super) fn field(
    attrs: &FieldAttrs,
    index: usize,
    field: &syn::Field,
    place: Place,
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
    let skip = attrs.skip.is_present() || is_phantom(&field.ty);
    // `skip` itself excludes these attributes.
    if !attrs.skip.is_present() {
        check_position(attrs, place, errors);
    }
    let with = attrs.with.as_ref().map(|with| with.0.clone());
    let function = |name: &str| {
        with.clone().map(|mut path| {
            let span = path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
            path.segments.push(Ident::new(name, span).into());
            path
        })
    };
    let time = attrs.unit.as_ref().and_then(|unit| time_of(unit.as_str(), &field.ty));
    let through = time.map(number_of).or_else(|| through(attrs));
    Field {
        member,
        binding: format_ident!("__field{}", index, span = span),
        ty: field.ty.clone(),
        key,
        aliases: attrs.alias.iter().map(|alias| alias.to_string()).collect(),
        encoded: !skip && !attrs.skip_encoding.is_present(),
        decoded: !skip && !attrs.skip_decoding.is_present(),
        skip_encoding_if: attrs.skip_encoding_if.as_ref().map(|path| path.0.clone()),
        default: default_value(attrs.default.as_ref()),
        flatten: attrs.flatten.is_present(),
        codec: Codec {
            encode_with: path_of(attrs.encode_with.as_ref()).or_else(|| function("encode")),
            decode_with: path_of(attrs.decode_with.as_ref()).or_else(|| function("decode")),
            module: with,
            time,
            wire_type: if through.is_some() { None } else { wire_type(attrs) },
            through,
            max_len: attrs.max_len.as_ref().map(|len| len.0.clone()),
            strict: attrs.strict.is_present(),
            typed: attrs.typed.is_present(),
        },
        is_change: false,
        notes: notes(&field.attrs, [&attrs.gdscript, &attrs.csharp, &attrs.typescript]),
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

/// Whether functions write and read the field.
fn has_functions(attrs: &FieldAttrs) -> bool {
    attrs.with.is_some() || attrs.encode_with.is_some() && attrs.decode_with.is_some()
}

/// The Rust type that functions take and return.
fn through(attrs: &FieldAttrs) -> Option<Type> {
    attrs.wire_type.as_ref().filter(|_| has_functions(attrs)).and_then(|ty| ty.ty().ok())
}

/// What a field with `unit` is, unless that is a mistake.
pub(crate) fn time_of(unit: &str, ty: &Type) -> Option<Time> {
    let ty = argument_of(ty, "Option").unwrap_or(ty);
    let since_1970 = match ungrouped_type(ty) {
        Type::Path(path) => match path.path.segments.last() {
            Some(last) if last.ident == "SystemTime" => true,
            Some(last) if last.ident == "Duration" => false,
            _ => return None,
        },
        _ => return None,
    };
    let (unit, nanoseconds) = Time::UNITS.into_iter().find(|(name, _)| *name == unit)?;
    Some(Time { since_1970, unit, nanoseconds })
}

/// The type of the number that a time is encoded as.
fn number_of(time: Time) -> Type {
    match (time.unit, time.since_1970) {
        ("s", _) => parse_quote!(f64),
        (_, true) => parse_quote!(i64),
        (_, false) => parse_quote!(u64),
    }
}

fn wire_type(attrs: &FieldAttrs) -> Option<WireType> {
    match &attrs.wire_type {
        Some(name) => wire_type_of(&name.text()?),
        None => attrs.wide.is_present().then_some(WireType::Float64),
    }
}

/// Refuses attributes of a field that have no meaning without a key.
fn check_position(attrs: &FieldAttrs, place: Place, errors: &mut Errors) {
    if place.form == Form::Dictionary && !place.alone {
        return;
    }
    let reason = if place.alone {
        "and this field is encoded alone; remove it"
    } else {
        "and an array has none; name the fields"
    };
    for name in ["rename", "alias", "flatten", "skip_encoding_if", "skip_decoding"] {
        if let Some(span) = attrs.place_of(name) {
            errors.report(span, format!("`{name}` needs a key, {reason}"));
        }
    }
    if let Some(span) = attrs.place_of("skip_encoding") {
        let message = if place.alone {
            "`skip_encoding` would leave nothing to write; remove it"
        } else {
            "`skip_encoding` would move the elements after it; use `skip`"
        };
        errors.report(span, message);
    }
    if let (Some(default), true) = (&attrs.default, place.alone) {
        errors.report(default.key(), NEVER_MISSING);
    }
}

/// Refuses attributes of a field that contradict each other or its type.
pub(super) fn check_field(attrs: &FieldAttrs, field: &syn::Field, errors: &mut Errors) {
    const NAMES: [&str; 2] = ["rename", "alias"];
    const CODECS: [&str; 6] = ["as", "unit", "f64", "max_len", "strict", "typed"];
    const FUNCTIONS: [&str; 3] = ["with", "encode_with", "decode_with"];
    const OMISSIONS: [&str; 3] = ["skip_encoding", "skip_decoding", "skip_encoding_if"];

    let others = [
        &NAMES[..],
        &["flatten", "gdscript", "csharp", "typescript"],
        &CODECS,
        &FUNCTIONS,
        &OMISSIONS,
    ]
    .concat();
    attrs.exclude("skip", &others, errors);
    if is_phantom(&field.ty)
        && let Some((name, span)) =
            others.iter().find_map(|name| Some((name, attrs.place_of(name)?)))
    {
        errors.report(
            span,
            format!("a `PhantomData` is not encoded, so `{name}` does nothing; remove it"),
        );
        return;
    }
    let others = [&NAMES[..], &CODECS, &FUNCTIONS, &["default", "skip_encoding_if"]].concat();
    attrs.exclude("flatten", &others, errors);
    attrs.exclude("with", &FUNCTIONS[1..], errors);
    for function in FUNCTIONS {
        // With both functions, `as` is the Rust type that they take and return.
        let codecs = if has_functions(attrs) { &CODECS[1..] } else { &CODECS[..] };
        attrs.exclude(function, codecs, errors);
    }
    attrs.exclude("as", &["unit", "f64", "typed"], errors);
    attrs.exclude("unit", &CODECS[2..], errors);
    check_unit(attrs, field, errors);
    attrs.exclude("f64", &["typed"], errors);
    attrs.exclude("skip_encoding", &["skip_encoding_if", "encode_with"], errors);
    attrs.exclude("skip_decoding", &["alias", "strict", "decode_with"], errors);
    let is_written = |key: &&str| attrs.place_of(key).is_some();
    if attrs.skip_encoding.is_present()
        && let Some(span) = attrs.place_of("skip_decoding")
    {
        errors.report(span, "a field that is neither written nor read is `skip`");
    }
    if let Some(len) = &attrs.max_len
        && integer(&len.0).is_some_and(|len| i32::try_from(len).is_err())
    {
        errors.report(len.span(), "a length on the wire is at most 2147483647");
    }
    if let Some((inner, message)) = option_of_option(&field.ty)
        && !["skip", "with"].iter().any(is_written)
    {
        errors.report(inner, message);
    }
    // A type that the field's functions write and read, or only write, may be any type.
    if !["skip", "skip_decoding"].iter().chain(&FUNCTIONS).any(is_written)
        && let Some((span, message)) = mistake(&field.ty)
    {
        errors.report(span, message);
    }
    if let Some(name) = attrs.wire_type.as_ref().and_then(|given| given.text())
        && !has_functions(attrs)
        && matches!(&*name, "String" | "StringName" | "NodePath")
        && let Some((span, message)) = text_mistake(&field.ty, &name)
    {
        errors.report(span, message);
    }
    check_wire_type(attrs, errors);
    check_default(attrs.default.as_ref(), Some(&field.ty), errors);
    check_names_of_field([&attrs.gdscript, &attrs.csharp, &attrs.typescript], errors);
    if let Some(span) = attrs.place_of("borrow")
        && !has_lifetime(&field.ty)
    {
        errors.report(span, "`borrow` needs a type with a lifetime, such as `Cow<'a, str>`");
    }
}

fn check_wire_type(attrs: &FieldAttrs, errors: &mut Errors) {
    let Some(given) = &attrs.wire_type else { return };
    let name = given.text();
    if has_functions(attrs) {
        // `String` is also a Rust type.
        let of_engine = name.filter(|name| name != "String" && wire_type_of(name).is_some());
        match (of_engine, given.ty()) {
            (Some(name), _) => errors.report(
                given.span(),
                format!(
                    "`{name}` is not a Rust type; with functions, `as` names the type that they \
                         give and take, such as `as = i64`"
                ),
            ),
            (None, Err(_)) => errors.report(
                given.span(),
                "expected the Rust type that the functions give and take, such as `as = i64`",
            ),
            (None, Ok(_)) => {}
        }
        return;
    }
    match name {
        Some(name) if wire_type_of(&name).is_some() => {}
        Some(name) => {
            let names: Vec<_> = WIRE_TYPES.iter().map(|(known, _)| format!("`{known}`")).collect();
            errors.report(
                given.span(),
                format!("unknown wire type `{name}`; the types are {}", names.join(", ")),
            );
        }
        None if let Some(name) = unquoted(given) => errors
            .report(given.span(), format!("write the engine's types in quotes: `as = \"{name}\"`")),
        None => errors.report(
            given.span(),
            "a Rust type needs functions that turn the field into it; add `with = module`",
        ),
    }
}

/// The engine's type that is written as a Rust type, without quotes.
fn unquoted(given: &WrittenType) -> Option<String> {
    let name = given.ty().ok()?.to_token_stream().to_string();
    wire_type_of(&name).is_some().then_some(name)
}

fn check_unit(attrs: &FieldAttrs, field: &syn::Field, errors: &mut Errors) {
    let Some(unit) = &attrs.unit else { return };
    if Time::UNITS.iter().all(|(name, _)| *name != unit.as_str()) {
        let units = Time::UNITS.map(|(name, _)| format!("`{name}`")).join(", ");
        errors.report(
            unit.span(),
            format!("unknown unit `{}`; the units are {units}", unit.as_str()),
        );
    } else if time_of(unit, &field.ty).is_none() {
        errors.report(
            unit.key(),
            "`unit` belongs on a `Duration` or a `SystemTime`, or an `Option` of these",
        );
    }
}

/// Whether a type has nothing to encode: `PhantomData`.
fn is_phantom(ty: &Type) -> bool {
    match ungrouped_type(ty) {
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|last| last.ident == "PhantomData")
        }
        _ => false,
    }
}

/// A type without the invisible group that surrounds `$type` in a `macro_rules!` macro.
fn ungrouped_type(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped_type(&group.elem),
        _ => ty,
    }
}

/// Whether a lifetime is written in a type.
pub(crate) fn has_lifetime(ty: &Type) -> bool {
    quote::quote!(#ty).to_string().contains('\'')
}

/// The place of the inner `Option` in `Option<Option<_>>`, and what to write instead.
pub(crate) fn option_of_option(ty: &Type) -> Option<(Span, &'static str)> {
    let message = "both levels of `Option<Option<_>>` would be Nil; use one `Option`, or an enum";
    let inner = argument_of(ty, "Option")?;
    argument_of(inner, "Option").map(|_| (inner.span(), message))
}

/// The argument of `Name<Argument>`.
pub(crate) fn argument_of<'t>(ty: &'t Type, name: &str) -> Option<&'t Type> {
    let Type::Path(path) = ungrouped_type(ty) else { return None };
    let segment = path.path.segments.last().filter(|segment| segment.ident == name)?;
    let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first() {
        Some(syn::GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ty),
        _ => None,
    }
}
