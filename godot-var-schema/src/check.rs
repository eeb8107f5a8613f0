//! From a Rust item and its attributes to the checked [model](crate::model).

use std::collections::BTreeMap;

use darling::Error;
use darling::error::Accumulator;
use darling::util::{Override, SpannedValue};
use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Expr, Fields, Member, Path, Type, parse_quote};

use crate::RenameRule;
use crate::attr::{self, ContainerAttrs, FieldAttrs, Id, MemberAttrs, span_of};
use crate::model::{
    Body, Codec, DefaultValue, EnumForm, Enumeration, Enumerator, Field, Form, Keys, Message,
    Record, Style, Transparent, WireType,
};

/// Builds the model of a type that derives `GodotVar`.
///
/// # Errors
/// All mistakes of the type at once, each at its place.
pub fn message(item: &DeriveInput) -> darling::Result<Message> {
    let mut errors = Error::accumulator();
    let attrs = errors.handle(attr::parse::<ContainerAttrs>(&item.attrs)).unwrap_or_default();
    let body = match &item.data {
        Data::Struct(data) => structure(&attrs, &data.fields, &mut errors),
        Data::Enum(data) => enumeration(&attrs, item, data, &mut errors),
        Data::Union(data) => {
            errors.push(
                Error::custom("a union cannot travel; use a struct or an enum")
                    .with_span(&data.union_token),
            );
            Body::Unit
        }
    };
    check_container(&attrs, &item.data, &mut errors);
    errors.finish()?;
    Ok(Message {
        ident: item.ident.clone(),
        generics: item.generics.clone(),
        krate: attrs.krate.map_or_else(|| parse_quote!(::godot_var), |path| path.into_inner().0),
        bounds: attrs.bound.map(|bounds| bounds.into_inner().0),
        body,
        max_size: attrs.max_size.map(|size| (*size, size.span())),
        layout: attrs.layout.map(|layout| (layout.to_string(), layout.span())),
    })
}

/// The value of an integer literal, with or without a minus.
pub fn integer(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.base10_parse().ok(),
        Expr::Unary(syn::ExprUnary { op: syn::UnOp::Neg(_), expr, .. }) => match &**expr {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => {
                format!("-{}", number.base10_digits()).parse().ok()
            }
            _ => None,
        },
        Expr::Group(group) => integer(&group.expr),
        Expr::Paren(paren) => integer(&paren.expr),
        _ => None,
    }
}

// ---------------------------------------------------------------- containers

/// Attributes that mean nothing on this kind of item, or contradict each other.
fn check_container(attrs: &ContainerAttrs, data: &Data, errors: &mut Accumulator) {
    let is_enum = matches!(data, Data::Enum(_));
    if !is_enum {
        let only_enums: [(&str, Option<Span>); 6] = [
            ("tag", attrs.tag.as_ref().map(SpannedValue::span)),
            ("content", attrs.content.as_ref().map(SpannedValue::span)),
            ("untagged", span_of(&attrs.untagged)),
            ("repr", attrs.repr.as_ref().map(SpannedValue::span)),
            ("id", span_of(&attrs.id)),
            ("rename_all_fields", attrs.rename_all_fields.as_ref().map(SpannedValue::span)),
        ];
        for (name, span) in only_enums {
            if let Some(span) = span {
                report(errors, span, format!("`{name}` belongs on an enum"));
            }
        }
    }
    if is_enum {
        if let Some(span) = span_of(&attrs.transparent) {
            report(errors, span, "`transparent` belongs on a struct with one field");
        }
        if let Some(default) = &attrs.default {
            report(errors, default.span(), "`default` belongs on a struct, or on a field");
        }
    }
    if let (Some(span), true) = (span_of(&attrs.transparent), attrs.array.is_present()) {
        report(errors, span, "`transparent` can't be specified together with `array`");
    }
    if let (Some(tag), true) = (&attrs.tag, attrs.untagged.is_present()) {
        report(errors, tag.span(), "`tag` can't be specified together with `untagged`");
    }
    if let (Some(content), None) = (&attrs.content, &attrs.tag) {
        report(errors, content.span(), "`content` needs `tag = \"…\"` beside it");
    }
    if let (Some(tag), Some(content)) = (&attrs.tag, &attrs.content) {
        if **tag == **content {
            report(errors, content.span(), "`content` has the same key as `tag`; choose another");
        }
    }
    if let (Some(span), Some(_)) = (span_of(&attrs.id), &attrs.tag) {
        report(errors, span, "`id` can't be specified together with `tag`");
    }
    if let (Some(span), true) = (span_of(&attrs.id), attrs.untagged.is_present()) {
        report(errors, span, "`id` can't be specified together with `untagged`");
    }
    if let Some(layout) = &attrs.layout {
        if layout.len() != 16 || layout.bytes().any(|digit| !digit.is_ascii_hexdigit()) {
            report(
                errors,
                layout.span(),
                "a layout is pinned by 16 hex digits; write `layout = \"0000000000000000\"` and take what the compiler says",
            );
        }
    }
    if let Some(size) = &attrs.max_size {
        if **size == 0 || **size % 4 != 0 {
            report(
                errors,
                size.span(),
                format!("every Variant takes a multiple of 4 bytes; {} is none", **size),
            );
        }
    }
}

fn report(errors: &mut Accumulator, span: Span, message: impl std::fmt::Display) {
    let mut error = Error::custom(message);
    error = error.with_span(&span);
    errors.push(error);
}

fn structure(attrs: &ContainerAttrs, fields: &Fields, errors: &mut Accumulator) -> Body {
    let rule = attrs.rename_all.as_ref().map(|rule| **rule);
    let form = match fields {
        Fields::Named(_) if !attrs.array.is_present() => Form::Dictionary,
        _ => Form::Array,
    };
    let style = style_of(fields);
    let record = record(attrs, form, fields, rule, errors);
    let transparent =
        attrs.transparent.is_present() || style == Style::Newtype && !attrs.array.is_present();
    if transparent {
        let travelling: Vec<Field> = record.wire_fields().cloned().collect();
        return match <[Field; 1]>::try_from(travelling) {
            Ok([field]) => {
                Body::Transparent(Box::new(Transparent { field, fields: record.fields }))
            }
            _ => {
                let span = span_of(&attrs.transparent).unwrap_or_else(|| fields.span());
                report(
                    errors,
                    span,
                    "`transparent` needs exactly one field that travels; mark the others `skip`",
                );
                Body::Unit
            }
        };
    }
    if style == Style::Unit {
        return Body::Unit;
    }
    Body::Record(record)
}

fn style_of(fields: &Fields) -> Style {
    match fields {
        Fields::Named(_) => Style::Named,
        Fields::Unit => Style::Unit,
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Style::Newtype,
        Fields::Unnamed(_) => Style::Tuple,
    }
}

fn default_value(default: Option<&SpannedValue<Override<Expr>>>) -> DefaultValue {
    match default.map(|default| &**default) {
        None => DefaultValue::None,
        Some(Override::Inherit) => DefaultValue::Trait,
        Some(Override::Explicit(expr)) => DefaultValue::Expr(Box::new(expr.clone())),
    }
}

// ---------------------------------------------------------------- records and fields

fn record(
    container: &ContainerAttrs,
    form: Form,
    fields: &Fields,
    rule: Option<RenameRule>,
    errors: &mut Accumulator,
) -> Record {
    let keys = match container.keys.as_ref().map(|keys| (keys.as_str(), keys.span())) {
        None | Some(("String", _)) => Keys::String,
        Some(("StringName", _)) => Keys::StringName,
        Some((other, span)) => {
            report(
                errors,
                span,
                format!("unknown key type `{other}`; it is `String` or `StringName`"),
            );
            Keys::String
        }
    };
    let container_default = default_value(container.default.as_ref());
    let mut taken: BTreeMap<String, Span> = BTreeMap::new();
    let mut list = Vec::new();
    let mut optional_since: Option<Span> = None;
    for (index, field) in fields.iter().enumerate() {
        let attrs = errors.handle(attr::parse::<FieldAttrs>(&field.attrs)).unwrap_or_default();
        let field = self::field(&attrs, index, field, form, rule, errors);
        let span = attrs.rename.as_ref().map_or_else(|| field.binding.span(), SpannedValue::span);
        let travels = field.encoded || field.decoded;
        if form == Form::Dictionary && travels && !field.flatten {
            check_key(&mut taken, &field.key, span, errors);
            for alias in &attrs.alias {
                check_key(&mut taken, alias, alias.span(), errors);
            }
        }
        if form == Form::Array && travels {
            let optional = !field.default.is_none() || !container_default.is_none();
            if let (Some(_), false) = (optional_since, optional) {
                report(
                    errors,
                    field.binding.span(),
                    "a field behind one with a `default` needs a `default` too; an array can only be cut at its end",
                );
            }
            if optional {
                optional_since = optional_since.or(Some(span));
            }
        }
        list.push(field);
    }
    Record {
        form,
        keys,
        fields: list,
        deny_unknown: container.deny_unknown_fields.is_present(),
        default: container_default,
    }
}

fn check_key(taken: &mut BTreeMap<String, Span>, key: &str, span: Span, errors: &mut Accumulator) {
    if taken.insert(key.to_owned(), span).is_some() {
        report(errors, span, format!("the key `{key}` is used twice; `rename` one of the fields"));
    }
}

fn field(
    attrs: &FieldAttrs,
    index: usize,
    field: &syn::Field,
    form: Form,
    rule: Option<RenameRule>,
    errors: &mut Accumulator,
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
    check_field(attrs, form, field, errors);
    if let Some(inner) = option_of_option(&field.ty) {
        report(
            errors,
            inner,
            "both levels of `Option<Option<_>>` would be Nil; use one `Option`, or an enum",
        );
    }
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
            wire_type: wire_type(attrs, errors),
            max_len: attrs.max_len.as_ref().map(|len| **len),
            strict: attrs.strict.is_present(),
            typed: attrs.typed.is_present(),
        },
    }
}

fn path_of(path: Option<&SpannedValue<attr::FunctionPath>>) -> Option<Path> {
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

fn wire_type(attrs: &FieldAttrs, errors: &mut Accumulator) -> Option<WireType> {
    if let (Some(span), Some(_)) = (span_of(&attrs.wide), &attrs.wire_type) {
        report(errors, span, "`f64` can't be specified together with `as`");
    }
    let Some(name) = &attrs.wire_type else {
        return attrs.wide.is_present().then_some(WireType::Float64);
    };
    let found = WIRE_TYPES.iter().find(|(known, _)| *known == name.as_str());
    if found.is_none() {
        let names: Vec<_> = WIRE_TYPES.iter().map(|(known, _)| format!("`{known}`")).collect();
        report(
            errors,
            name.span(),
            format!("unknown wire type `{}`; the types are {}", name.as_str(), names.join(", ")),
        );
    }
    found.map(|(_, wire_type)| *wire_type)
}

/// Attributes of a field that mean nothing where they stand, or contradict each other.
fn check_field(attrs: &FieldAttrs, form: Form, field: &syn::Field, errors: &mut Accumulator) {
    let array = form == Form::Array;
    let only_keys: [(&str, Option<Span>); 5] = [
        ("rename", attrs.rename.as_ref().map(SpannedValue::span)),
        ("alias", attrs.alias.first().map(SpannedValue::span)),
        ("flatten", span_of(&attrs.flatten)),
        ("skip_encoding_if", attrs.skip_encoding_if.as_ref().map(SpannedValue::span)),
        ("skip_decoding", span_of(&attrs.skip_decoding)),
    ];
    for (name, span) in only_keys {
        if let (Some(span), true) = (span, array) {
            report(
                errors,
                span,
                format!(
                    "`{name}` needs a key, and an array has none; use a struct with named fields"
                ),
            );
        }
    }
    if let (Some(span), true) = (span_of(&attrs.skip_encoding), array) {
        report(errors, span, "`skip_encoding` would move the elements behind it; use `skip`");
    }
    if let Some(skip) = span_of(&attrs.skip) {
        let useless: [(&str, bool); 8] = [
            ("rename", attrs.rename.is_some()),
            ("alias", !attrs.alias.is_empty()),
            ("with", attrs.with.is_some()),
            ("flatten", attrs.flatten.is_present()),
            ("as", attrs.wire_type.is_some()),
            ("max_len", attrs.max_len.is_some()),
            ("skip_encoding", attrs.skip_encoding.is_present()),
            ("skip_decoding", attrs.skip_decoding.is_present()),
        ];
        for (name, present) in useless {
            if present {
                report(errors, skip, format!("`skip` can't be specified together with `{name}`"));
            }
        }
    }
    if attrs.skip_encoding.is_present() && attrs.skip_decoding.is_present() {
        report(
            errors,
            attrs.skip_decoding.span(),
            "a field that is neither written nor read is `skip`",
        );
    }
    if let Some(with) = &attrs.with {
        if attrs.encode_with.is_some() || attrs.decode_with.is_some() {
            report(
                errors,
                with.span(),
                "`with` names both functions; it can't be specified together with `encode_with` or `decode_with`",
            );
        }
    }
    let custom = attrs
        .with
        .as_ref()
        .map(SpannedValue::span)
        .or_else(|| attrs.encode_with.as_ref().map(SpannedValue::span))
        .or_else(|| attrs.decode_with.as_ref().map(SpannedValue::span));
    if let Some(span) = custom {
        let other: [(&str, bool); 5] = [
            ("as", attrs.wire_type.is_some() || attrs.wide.is_present()),
            ("flatten", attrs.flatten.is_present()),
            ("max_len", attrs.max_len.is_some()),
            ("strict", attrs.strict.is_present()),
            ("typed", attrs.typed.is_present()),
        ];
        for (name, present) in other {
            if present {
                report(
                    errors,
                    span,
                    format!("functions of your own can't be specified together with `{name}`"),
                );
            }
        }
    }
    if let Some(flatten) = span_of(&attrs.flatten) {
        let other: [(&str, bool); 4] = [
            ("rename", attrs.rename.is_some()),
            ("alias", !attrs.alias.is_empty()),
            ("as", attrs.wire_type.is_some()),
            ("max_len", attrs.max_len.is_some()),
        ];
        for (name, present) in other {
            if present {
                report(
                    errors,
                    flatten,
                    format!("`flatten` can't be specified together with `{name}`"),
                );
            }
        }
    }
    if let Some(len) = &attrs.max_len {
        if i32::try_from(**len).is_err() {
            report(errors, len.span(), "a length on the wire is at most 2147483647");
        }
    }
    if let Some(span) = span_of(&attrs.borrow) {
        if !has_lifetime(&field.ty) {
            report(errors, span, "`borrow` needs a type with a lifetime, such as `Cow<'a, str>`");
        }
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
fn argument_of<'t>(ty: &'t Type, name: &str) -> Option<&'t Type> {
    let Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last().filter(|segment| segment.ident == name)?;
    let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first() {
        Some(syn::GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ty),
        _ => None,
    }
}

// ---------------------------------------------------------------- enums

fn enumeration(
    attrs: &ContainerAttrs,
    item: &DeriveInput,
    data: &syn::DataEnum,
    errors: &mut Accumulator,
) -> Body {
    let parsed: Vec<(&syn::Variant, MemberAttrs)> = data
        .variants
        .iter()
        .map(|member| {
            let attrs = errors.handle(attr::parse::<MemberAttrs>(&member.attrs));
            (member, attrs.unwrap_or_default())
        })
        .collect();
    // A member that keeps unknown names or numbers is no member with data.
    let has_data = parsed
        .iter()
        .any(|(member, attrs)| !matches!(member.fields, Fields::Unit) && !attrs.other.is_present());
    if parsed.iter().all(|(_, attrs)| attrs.skip.is_present()) {
        report(errors, item.ident.span(), "an enum needs a member that travels");
    }
    let form = enum_form(attrs, has_data, &parsed, errors);
    let mut members = Vec::new();
    let mut taken: BTreeMap<Id, ()> = BTreeMap::new();
    let mut next_number = Some(0);
    for (member, member_attrs) in &parsed {
        let number = match &member.discriminant {
            Some((_, expr)) => integer(expr),
            None => next_number,
        };
        next_number = number.and_then(|number| number.checked_add(1));
        let id = member_id(attrs, &form, member, member_attrs, number, errors);
        let span = member_attrs
            .id
            .as_ref()
            .map(SpannedValue::span)
            .or_else(|| member_attrs.rename.as_ref().map(SpannedValue::span))
            .unwrap_or_else(|| member.ident.span());
        check_member(attrs, &form, member, member_attrs, errors);
        let tagged = form != EnumForm::Untagged;
        let is_other = member_attrs.other.is_present();
        if tagged && !member_attrs.skip.is_present() && !is_other {
            if taken.insert(id.clone(), ()).is_some() {
                let what = if form == EnumForm::Ids { "id" } else { "name" };
                report(errors, span, format!("the {what} {id} is used twice"));
            }
            for alias in &member_attrs.alias {
                if taken.insert(Id::Text(alias.to_string()), ()).is_some() {
                    report(
                        errors,
                        alias.span(),
                        format!("the name {:?} is used twice", alias.as_str()),
                    );
                }
            }
        }
        let style = style_of(&member.fields);
        let record_form = match (&form, style) {
            (EnumForm::Ids, _) | (_, Style::Tuple | Style::Newtype) => Form::Array,
            _ => Form::Dictionary,
        };
        let rule = member_attrs.rename_all.as_ref().or(attrs.rename_all_fields.as_ref());
        let fields_attrs = ContainerAttrs { default: None, ..shallow(attrs) };
        let record =
            record(&fields_attrs, record_form, &member.fields, rule.map(|rule| **rule), errors);
        check_tag(&form, &record, errors);
        members.push(Enumerator {
            ident: member.ident.clone(),
            id,
            aliases: member_attrs.alias.iter().map(|alias| alias.to_string()).collect(),
            skip: member_attrs.skip.is_present(),
            other: is_other,
            record,
            style,
        });
    }
    if let Some(second) = parsed.iter().filter(|(_, attrs)| attrs.other.is_present()).nth(1) {
        report(errors, second.1.other.span(), "only one member can be `other`");
    }
    Body::Enumeration(Enumeration { form, members })
}

/// What a member's record inherits of its enum's attributes.
fn shallow(attrs: &ContainerAttrs) -> ContainerAttrs {
    ContainerAttrs {
        deny_unknown_fields: attrs.deny_unknown_fields,
        keys: attrs.keys.clone(),
        ..ContainerAttrs::default()
    }
}

fn enum_form(
    attrs: &ContainerAttrs,
    has_data: bool,
    members: &[(&syn::Variant, MemberAttrs)],
    errors: &mut Accumulator,
) -> EnumForm {
    let repr = attrs.repr.as_ref().map(|repr| (repr.as_str(), repr.span()));
    if let Some((name, span)) = repr {
        if !matches!(name, "int" | "name") {
            report(errors, span, format!("unknown repr `{name}`; it is `int` or `name`"));
        }
        let with_data = |(member, attrs): &&(&syn::Variant, MemberAttrs)| {
            !matches!(member.fields, Fields::Unit) && !attrs.other.is_present()
        };
        if let Some((member, _)) = members.iter().find(with_data) {
            report(
                errors,
                span,
                format!(
                    "`repr` belongs on an enum without data, and `{}` has some; use `array, id` or `tag`",
                    member.ident
                ),
            );
        }
    }
    if attrs.id.is_present() {
        if !attrs.array.is_present() {
            report(
                errors,
                attrs.id.span(),
                "the id form is an array: write `#[godot_var(array, id)]`",
            );
        }
        return EnumForm::Ids;
    }
    if let Some(span) = span_of(&attrs.array) {
        report(errors, span, "on an enum, `array` needs `id` beside it: `#[godot_var(array, id)]`");
    }
    match (&attrs.tag, &attrs.content) {
        (Some(tag), Some(content)) => {
            EnumForm::Adjacent { tag: tag.to_string(), content: content.to_string() }
        }
        (Some(tag), None) => EnumForm::Internal { tag: tag.to_string() },
        _ if attrs.untagged.is_present() => EnumForm::Untagged,
        _ if has_data => EnumForm::External,
        _ if matches!(repr, Some(("int", _))) => EnumForm::Numbers,
        _ => EnumForm::Names,
    }
}

fn member_id(
    container: &ContainerAttrs,
    form: &EnumForm,
    member: &syn::Variant,
    attrs: &MemberAttrs,
    number: Option<i64>,
    errors: &mut Accumulator,
) -> Id {
    let name = || match &attrs.rename {
        Some(name) => name.to_string(),
        None => {
            let name = member.ident.unraw().to_string();
            container.rename_all.as_ref().map_or_else(|| name.clone(), |rule| rule.member(&name))
        }
    };
    match (form, &attrs.id) {
        (EnumForm::Numbers, Some(id)) if member.discriminant.is_none() => {
            if let Id::Text(_) = **id {
                report(errors, id.span(), "with `repr = \"int\"` an id is an integer");
            }
            (**id).clone()
        }
        (EnumForm::Numbers, id) => {
            if let Some(id) = id {
                report(errors, id.span(), "`id` can't be specified together with a discriminant");
            }
            number.map_or_else(
                || {
                    if !attrs.skip.is_present() && !attrs.other.is_present() {
                        let span = member
                            .discriminant
                            .as_ref()
                            .map_or_else(|| member.span(), |(_, e)| e.span());
                        report(
                            errors,
                            span,
                            "the discriminant must be an integer literal that fits an i64",
                        );
                    }
                    Id::Int(0)
                },
                Id::Int,
            )
        }
        (EnumForm::Untagged, Some(id)) => {
            report(errors, id.span(), "an untagged enum has no ids");
            (**id).clone()
        }
        (EnumForm::Names, Some(id)) => {
            report(
                errors,
                id.span(),
                "members without data travel by name or, with `repr = \"int\"`, by number; `id` belongs to the forms `array, id` and `tag`",
            );
            (**id).clone()
        }
        (_, Some(id)) => (**id).clone(),
        (EnumForm::Ids, None) => {
            if !attrs.skip.is_present() && !attrs.other.is_present() && attrs.rename.is_none() {
                report(
                    errors,
                    member.ident.span(),
                    format!("`{}` needs a message id: `#[godot_var(id = 1)]`", member.ident),
                );
            }
            Id::Text(name())
        }
        (_, None) => Id::Text(name()),
    }
}

fn check_member(
    container: &ContainerAttrs,
    form: &EnumForm,
    member: &syn::Variant,
    attrs: &MemberAttrs,
    errors: &mut Accumulator,
) {
    if let (Some(id), Some(rename)) = (&attrs.id, &attrs.rename) {
        report(
            errors,
            rename.span(),
            format!("`rename` can't be specified together with `id = {}`", **id),
        );
    }
    if let (EnumForm::Numbers, Some(rename)) = (form, &attrs.rename) {
        report(
            errors,
            rename.span(),
            "a member that travels as its number has no name to `rename`",
        );
    }
    if let (EnumForm::Untagged, Some(rename)) = (form, &attrs.rename) {
        report(errors, rename.span(), "a member of an untagged enum has no name to `rename`");
    }
    if let (EnumForm::External, Some(Id::Int(_))) = (form, attrs.id.as_ref().map(|id| &**id)) {
        report(
            errors,
            attrs.id.as_ref().map_or_else(|| member.span(), SpannedValue::span),
            "an externally tagged member is told by a name; numbers belong to the forms `array, id` and `tag`",
        );
    }
    if let (EnumForm::Internal { tag }, Style::Tuple) = (form, style_of(&member.fields)) {
        report(
            errors,
            member.fields.span(),
            format!(
                "the tag `{tag}` needs a Dictionary, and this member is an Array; name its fields, or add `content = \"…\"`"
            ),
        );
    }
    if let Some(span) = span_of(&attrs.other) {
        let fits = match (form, &member.fields) {
            (_, Fields::Unit) => true,
            (_, Fields::Unnamed(fields)) => fields.unnamed.len() == 1,
            _ => false,
        };
        if !fits {
            report(
                errors,
                span,
                "`other` belongs on a member without data, or with one field that keeps what came",
            );
        }
        if *form == EnumForm::Untagged {
            report(
                errors,
                span,
                "an untagged enum has no unknown members; put a `Variant` member last",
            );
        }
        if attrs.id.is_some() || attrs.rename.is_some() || !attrs.alias.is_empty() {
            report(errors, span, "`other` takes every unknown id; it has none of its own");
        }
    }
    if let (EnumForm::Ids, Some(rule)) = (form, &container.rename_all_fields) {
        report(errors, rule.span(), "the id form has no keys to rename");
    }
}

/// A field may not have the key of the tag that stands beside it.
fn check_tag(form: &EnumForm, record: &Record, errors: &mut Accumulator) {
    let EnumForm::Internal { tag } = form else { return };
    for field in record.wire_fields() {
        if record.form == Form::Dictionary && field.key == *tag && !field.flatten {
            report(
                errors,
                field.binding.span(),
                format!("the key `{tag}` is the tag of the enum; `rename` the field"),
            );
        }
    }
}
