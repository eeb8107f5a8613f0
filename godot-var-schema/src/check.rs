//! From a Rust item and its attributes to the checked [model](crate::model).

use std::collections::{BTreeMap, BTreeSet};

use darling::Error;
use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Expr, Fields, Member, Path, Type, parse_quote};

use crate::RenameRule;
use crate::attr::{
    self, ContainerAttrs, DefaultExpr, FieldAttrs, Given, Id, MemberAttrs, Parsed, Place, key_of,
    span_of,
};
use crate::errors::Errors;
use crate::model::{
    Body, Codec, DefaultValue, EnumForm, Enumeration, Enumerator, Field, Form, Keys, Message,
    Record, Style, Transparent, WireType,
};

/// Builds the model of a type that derives `GodotVar`.
///
/// # Errors
/// All mistakes of the type at once, each at its place.
pub fn message(item: &DeriveInput) -> darling::Result<Message> {
    let mut errors = Errors::new();
    let place = place_of(&item.data);
    let Parsed { attrs, complete } = attr::parse::<ContainerAttrs>(place, &item.attrs, &mut errors);
    let body = errors.given(complete, |errors| {
        check_container(&attrs, item, errors);
        match &item.data {
            Data::Struct(data) => structure(&attrs, item, &data.fields, errors),
            Data::Enum(data) => enumeration(&attrs, item, data, errors),
            Data::Union(data) => {
                errors.push(
                    Error::custom("a union cannot travel; use a struct or an enum")
                        .with_span(&data.union_token),
                );
                Body::Unit
            }
        }
    });
    errors.finish()?;
    Ok(Message {
        ident: item.ident.clone(),
        notes: attr::notes(&item.attrs, attrs.gdscript.as_ref()),
        generics: item.generics.clone(),
        krate: krate(attrs.krate),
        bounds: attrs.bound.map(|bounds| bounds.into_inner().0),
        body,
        max_size: attrs.max_size.map(|size| (*size, size.span())),
        layout: attrs.layout.map(|layout| (layout.to_string(), layout.span())),
    })
}

/// The path of the facade crate, also where other attributes are wrong.
pub fn crate_path(item: &DeriveInput) -> Path {
    let mut errors = Errors::new();
    let place = place_of(&item.data);
    let parsed = attr::parse::<ContainerAttrs>(place, &item.attrs, &mut errors);
    // Whatever is wrong was reported by `message`.
    drop(errors.finish());
    krate(parsed.attrs.krate)
}

fn krate(path: Option<Given<attr::FunctionPath>>) -> Path {
    path.map_or_else(|| parse_quote!(::godot_var), |path| path.into_inner().0)
}

fn place_of(data: &Data) -> Place {
    match data {
        Data::Enum(_) => Place::Enum,
        Data::Struct(_) | Data::Union(_) => Place::Struct,
    }
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

/// Attributes that contradict each other.
fn check_container(attrs: &ContainerAttrs, item: &DeriveInput, errors: &mut Errors) {
    let tag = key_of(attrs.tag.as_ref());
    let content = key_of(attrs.content.as_ref());
    let (id, untagged) = (span_of(&attrs.id), span_of(&attrs.untagged));
    let (array, repr) = (span_of(&attrs.array), key_of(attrs.repr.as_ref()));
    exclude(errors, "array", array, &[("transparent", span_of(&attrs.transparent))]);
    exclude(errors, "untagged", untagged, &[("tag", tag), ("repr", repr), ("id", id)]);
    exclude(errors, "tag", tag, &[("id", id), ("repr", repr)]);
    exclude(errors, "id", id, &[("repr", repr), ("content", content)]);
    if let (Some(content), None, None) = (content, tag, id) {
        errors.report(content, "`content` needs `tag = \"…\"` beside it");
    }
    if let (Some(tag), Some(content)) = (&attrs.tag, &attrs.content)
        && **tag == **content
    {
        errors.report(
            content.span(),
            format!("the key `{}` is the tag's; choose another for the content", **tag),
        );
    }
    if let (Some(_), Some(rule)) = (id, &attrs.rename_all_fields) {
        errors.report(rule.key(), "the id form has no keys to rename; remove `rename_all_fields`");
    }
    if let Some(layout) = &attrs.layout
        && (layout.len() != 16 || layout.bytes().any(|digit| !digit.is_ascii_hexdigit()))
    {
        errors.report(
            layout.span(),
            "a layout is pinned by 16 hex digits; write `layout = \"0000000000000000\"` \
             and take what the compiler says",
        );
    }
    if let Some(size) = &attrs.max_size
        && (**size % 4 != 0 || **size == 0)
    {
        let (below, above) = (**size / 4 * 4, (**size / 4 + 1).saturating_mul(4));
        errors.report(
            size.span(),
            format!(
                "every Variant takes a multiple of 4 bytes; use {}",
                if below == 0 { above.to_string() } else { format!("{below} or {above}") }
            ),
        );
    }
    if let Some(keys) = &attrs.keys
        && !matches!(keys.as_str(), "String" | "StringName")
    {
        errors.report(
            keys.span(),
            format!("unknown key type `{}`; it is `String` or `StringName`", **keys),
        );
    }
    let keyless = match &item.data {
        Data::Struct(data) => {
            array.is_some()
                || attrs.transparent.is_present()
                || !matches!(data.fields, Fields::Named(_))
        }
        _ => id.is_some(),
    };
    let need_keys: [(&str, Option<Span>); 3] = [
        ("deny_unknown_fields", span_of(&attrs.deny_unknown_fields)),
        ("keys", key_of(attrs.keys.as_ref())),
        // The id form has names, if no keys.
        ("rename_all", key_of(attrs.rename_all.as_ref()).filter(|_| id.is_none())),
    ];
    for (name, span) in need_keys {
        if let (Some(span), true) = (span, keyless) {
            errors.report(
                span,
                format!("`{name}` is about keys, and there are none here; remove it"),
            );
        }
    }
}

/// Reports each of `others` that stands beside `name`.
fn exclude(
    errors: &mut Errors,
    name: &str,
    present: Option<Span>,
    others: &[(&str, Option<Span>)],
) {
    if present.is_none() {
        return;
    }
    for (other, span) in others {
        if let Some(span) = span {
            errors.report(*span, format!("`{other}` can't be specified together with `{name}`"));
        }
    }
}

fn structure(
    attrs: &ContainerAttrs,
    item: &DeriveInput,
    fields: &Fields,
    errors: &mut Errors,
) -> Body {
    let rule = attrs.rename_all.as_ref().map(|rule| **rule);
    let form = match fields {
        Fields::Named(_) if !attrs.array.is_present() => Form::Dictionary,
        _ => Form::Array,
    };
    let style = style_of(fields);
    let (record, complete) = record(attrs, form, fields, rule, errors);
    let transparent =
        attrs.transparent.is_present() || style == Style::Newtype && !attrs.array.is_present();
    if transparent {
        let travelling: Vec<Field> = record.wire_fields().cloned().collect();
        return if let Ok([field]) = <[Field; 1]>::try_from(travelling) {
            Body::Transparent(Box::new(Transparent { field, fields: record.fields }))
        } else {
            let (span, message) = match span_of(&attrs.transparent) {
                Some(span) => (
                    span,
                    "`transparent` needs exactly one field that travels; mark the others `skip`",
                ),
                None => (
                    item.ident.span(),
                    "nothing of this newtype travels; remove `skip`, or the field",
                ),
            };
            errors.given(complete, |errors| errors.report(span, message));
            Body::Unit
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

fn default_value(default: Option<&Given<DefaultExpr>>) -> DefaultValue {
    match default.map(|default| &**default) {
        None => DefaultValue::None,
        Some(DefaultExpr::Trait) => DefaultValue::Trait,
        Some(DefaultExpr::Expr(expr)) => DefaultValue::Expr(expr.clone()),
    }
}

// ---------------------------------------------------------------- records and fields

/// The record, and whether the attributes of all its fields could be read.
fn record(
    container: &ContainerAttrs,
    form: Form,
    fields: &Fields,
    rule: Option<RenameRule>,
    errors: &mut Errors,
) -> (Record, bool) {
    let keys = match container.keys.as_ref().map(|keys| keys.as_str()) {
        Some("StringName") => Keys::StringName,
        _ => Keys::String,
    };
    let container_default = default_value(container.default.as_ref());
    let mut taken: BTreeMap<String, Span> = BTreeMap::new();
    let mut list = Vec::new();
    let mut all_complete = true;
    let mut optional_since: Option<Span> = None;
    for (index, field) in fields.iter().enumerate() {
        let Parsed { attrs, complete } =
            attr::parse::<FieldAttrs>(Place::Field, &field.attrs, errors);
        errors.alone(complete, |errors| check_field(&attrs, field, errors));
        // Of a field whose `skip` or `rename` may be lost, nothing more can be said.
        let field =
            errors.given(complete, |errors| self::field(&attrs, index, field, form, rule, errors));
        if !complete {
            all_complete = false;
            list.push(field);
            continue;
        }
        let span = attrs.rename.as_ref().map_or_else(|| field.binding.span(), Given::span);
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
                errors.report(field.binding.span(),
                    "a field behind one with a `default` needs a `default` too; an array can only be cut at its end",
                );
            }
            if optional {
                optional_since = optional_since.or(Some(span));
            }
        }
        list.push(field);
    }
    let record = Record {
        form,
        keys,
        fields: list,
        deny_unknown: container.deny_unknown_fields.is_present(),
        default: container_default,
    };
    (record, all_complete)
}

fn check_key(taken: &mut BTreeMap<String, Span>, key: &str, span: Span, errors: &mut Errors) {
    if taken.insert(key.to_owned(), span).is_some() {
        errors.report(span, format!("the key `{key}` is used twice; `rename` one of the fields"));
    }
}

fn field(
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
        notes: attr::notes(&field.attrs, attrs.gdscript.as_ref()),
    }
}

fn path_of(path: Option<&Given<attr::FunctionPath>>) -> Option<Path> {
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
fn check_field(attrs: &FieldAttrs, field: &syn::Field, errors: &mut Errors) {
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

// ---------------------------------------------------------------- enums

fn enumeration(
    attrs: &ContainerAttrs,
    item: &DeriveInput,
    data: &syn::DataEnum,
    errors: &mut Errors,
) -> Body {
    let mut complete = true;
    let parsed: Vec<(&syn::Variant, MemberAttrs)> = data
        .variants
        .iter()
        .map(|member| {
            let parsed = attr::parse::<MemberAttrs>(Place::Member, &member.attrs, errors);
            complete &= parsed.complete;
            (member, parsed.attrs)
        })
        .collect();
    // Members stand in relation to each other: a lost `id` or `other` says nothing of any of them.
    let body = |errors: &mut Errors| members(attrs, item, &parsed, errors);
    Body::Enumeration(errors.given(complete, body))
}

fn members(
    attrs: &ContainerAttrs,
    item: &DeriveInput,
    parsed: &[(&syn::Variant, MemberAttrs)],
    errors: &mut Errors,
) -> Enumeration {
    // A member that keeps unknown names or numbers is no member with data.
    let has_data = parsed
        .iter()
        .any(|(member, attrs)| !matches!(member.fields, Fields::Unit) && !attrs.other.is_present());
    if parsed.iter().all(|(_, attrs)| attrs.skip.is_present()) {
        errors.report(item.ident.span(), "an enum needs a member that travels");
    }
    let form = enum_form(attrs, has_data, parsed, errors);
    let mut members = Vec::new();
    let mut taken = BTreeSet::new();
    let mut next_number = Some(0);
    for (member, member_attrs) in parsed {
        let number = match &member.discriminant {
            Some((_, expr)) => integer(expr),
            None => next_number,
        };
        next_number = number.and_then(|number| number.checked_add(1));
        let id = member_id(attrs, &form, member, member_attrs, number, errors);
        check_member(&form, member, member_attrs, errors);
        let is_other = member_attrs.other.is_present();
        // Of two equal discriminants rustc itself tells.
        let told_by_rustc =
            form == EnumForm::Untagged || form == EnumForm::Numbers && member_attrs.id.is_none();
        if !told_by_rustc && !member_attrs.skip.is_present() && !is_other {
            let own = (id.clone(), place_of_id(member, member_attrs));
            let aliases = member_attrs.alias.iter();
            let aliases = aliases.map(|alias| (Id::Text(alias.to_string()), alias.span()));
            for (id, span) in std::iter::once(own).chain(aliases) {
                let message = format!("the {} {id} is used twice", noun(&form, &id));
                if !taken.insert(id) {
                    errors.report(span, message);
                }
            }
        }
        let style = style_of(&member.fields);
        let record_form = match (&form, style) {
            (EnumForm::Ids, _) | (_, Style::Tuple | Style::Newtype) => Form::Array,
            _ => Form::Dictionary,
        };
        let rule = member_attrs.rename_all.as_ref().or(attrs.rename_all_fields.as_ref());
        let rule = rule.map(|rule| **rule);
        let (record, complete) = record(&shallow(attrs), record_form, &member.fields, rule, errors);
        if let ([field], Form::Array, Style::Newtype) = (&record.fields[..], record_form, style) {
            // Elsewhere a member's only field is its content.
            if complete
                && form != EnumForm::Ids
                && !field.encoded
                && !member_attrs.skip.is_present()
            {
                errors.report(
                    member.ident.span(),
                    format!("nothing of `{}` travels; remove `skip`, or the field", member.ident),
                );
            }
        }
        check_tag(&form, &record, errors);
        members.push(Enumerator {
            ident: member.ident.clone(),
            notes: attr::notes(&member.attrs, member_attrs.gdscript.as_ref()),
            id,
            aliases: member_attrs.alias.iter().map(|alias| alias.to_string()).collect(),
            skip: member_attrs.skip.is_present(),
            other: is_other,
            record,
            style,
        });
    }
    if let Some(second) = parsed.iter().filter(|(_, attrs)| attrs.other.is_present()).nth(1) {
        errors.report(second.1.other.span(), "only one member can be `other`");
    }
    Enumeration { form, members }
}

/// Where a member says what it is told by.
fn place_of_id(member: &syn::Variant, attrs: &MemberAttrs) -> Span {
    match (&attrs.id, &attrs.rename) {
        (Some(id), _) => id.span(),
        (None, Some(rename)) => rename.span(),
        (None, None) => member.ident.span(),
    }
}

/// What a member is told by.
fn noun(form: &EnumForm, id: &Id) -> &'static str {
    match (form, id) {
        (EnumForm::Ids, _) => "message id",
        (_, Id::Int(_)) => "tag",
        (_, Id::Text(_)) => "name",
    }
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
    errors: &mut Errors,
) -> EnumForm {
    if let Some(repr) = &attrs.repr {
        if !matches!(repr.as_str(), "int" | "name") {
            errors.report(
                repr.span(),
                format!("unknown repr `{}`; it is `int` or `name`", repr.as_str()),
            );
        }
        let with_data = |(member, attrs): &&(&syn::Variant, MemberAttrs)| {
            !matches!(member.fields, Fields::Unit) && !attrs.other.is_present()
        };
        let other_form =
            attrs.id.is_present() || attrs.untagged.is_present() || attrs.tag.is_some();
        if let (Some((member, _)), false) = (members.iter().find(with_data), other_form) {
            errors.report(
                repr.key(),
                format!(
                    "`repr` belongs on an enum without data, and `{}` has some; \
                     use `array, id` or `tag`",
                    member.ident
                ),
            );
        }
    }
    if let (Some(span), false) = (span_of(&attrs.id), attrs.array.is_present()) {
        errors.report(span, "the id form is an array; write `#[godot_var(array, id)]`");
    }
    if attrs.id.is_present() {
        return EnumForm::Ids;
    }
    if let Some(span) = span_of(&attrs.array) {
        errors.report(
            span,
            "on an enum, `array` needs `id` beside it; write `#[godot_var(array, id)]`",
        );
    }
    match (&attrs.tag, &attrs.content) {
        (Some(tag), Some(content)) => {
            EnumForm::Adjacent { tag: tag.to_string(), content: content.to_string() }
        }
        (Some(tag), None) => EnumForm::Internal { tag: tag.to_string() },
        _ if attrs.untagged.is_present() => EnumForm::Untagged,
        _ if has_data => EnumForm::External,
        _ if attrs.repr.as_ref().is_some_and(|repr| repr.as_str() == "int") => EnumForm::Numbers,
        _ => EnumForm::Names,
    }
}

fn member_id(
    container: &ContainerAttrs,
    form: &EnumForm,
    member: &syn::Variant,
    attrs: &MemberAttrs,
    number: Option<i64>,
    errors: &mut Errors,
) -> Id {
    let name = || {
        if let Some(name) = &attrs.rename {
            name.to_string()
        } else {
            let name = member.ident.unraw().to_string();
            container.rename_all.as_ref().map_or_else(|| name.clone(), |rule| rule.member(&name))
        }
    };
    match (form, &attrs.id) {
        // Beside a member that keeps unknown numbers, rustc takes no discriminants.
        (EnumForm::Numbers, Some(id)) if member.discriminant.is_none() => {
            if let Id::Text(_) = **id {
                errors.report(id.span(), "the id of a number is an integer; write `id = 3`");
            }
            (**id).clone()
        }
        (EnumForm::Numbers, _) => {
            if let (None, Some((_, expr)), false) =
                (number, &member.discriminant, attrs.skip.is_present() || attrs.other.is_present())
            {
                errors.report(
                    expr.span(),
                    "this discriminant is no integer literal that fits an i64; write the number",
                );
            }
            Id::Int(number.unwrap_or_default())
        }
        (_, Some(id)) => (**id).clone(),
        (EnumForm::Ids, None) => {
            if !attrs.skip.is_present() && !attrs.other.is_present() && attrs.rename.is_none() {
                errors.report(
                    member.ident.span(),
                    format!("`{}` needs a message id; write `#[godot_var(id = 1)]`", member.ident),
                );
            }
            Id::Text(name())
        }
        (_, None) => Id::Text(name()),
    }
}

/// Attributes of a member that mean nothing in the enum's form, or contradict each other.
fn check_member(form: &EnumForm, member: &syn::Variant, attrs: &MemberAttrs, errors: &mut Errors) {
    let id = key_of(attrs.id.as_ref());
    let rename = key_of(attrs.rename.as_ref());
    let alias = key_of(attrs.alias.first());
    let other = span_of(&attrs.other);
    let names = [("id", id), ("rename", rename), ("alias", alias)];
    let skip = span_of(&attrs.skip);
    exclude(errors, "skip", skip, &[&names[..], &[("other", other)]].concat());
    exclude(errors, "other", other, &names);
    if other.is_none() {
        exclude(errors, "id", id, &[("rename", rename)]);
    }
    let told_otherwise = match form {
        EnumForm::Numbers => Some("a member is told by its discriminant; write `Name = 3`"),
        EnumForm::Untagged => Some("an untagged member is told by its content alone; remove it"),
        _ => None,
    };
    for (name, span) in names {
        if *form == EnumForm::Numbers && name == "id" && member.discriminant.is_none() {
            continue;
        }
        if let (Some(span), Some(reason)) = (span, told_otherwise) {
            errors.report(span, format!("`{name}` means nothing here, where {reason}"));
        }
    }
    if let (EnumForm::Names, Some(id)) = (form, id) {
        errors.report(
            id,
            "`id` belongs to the forms `array, id` and `tag`; \
             use `rename` for a name, or `repr = \"int\"` for a number",
        );
    }
    if let (EnumForm::External, Some(id)) = (form, &attrs.id)
        && matches!(**id, Id::Int(_))
    {
        errors.report(
            id.span(),
            "an externally tagged member is told by a name; \
                 numbers belong to the forms `array, id` and `tag`",
        );
    }
    if let (EnumForm::Internal { tag }, Style::Tuple) = (form, style_of(&member.fields)) {
        errors.report(member.fields.span(),
            format!(
                "the tag `{tag}` needs a Dictionary, and this member is an Array; name its fields, or add `content = \"…\"`"
            ),
        );
    }
    if let Some(span) = other {
        if !matches!(style_of(&member.fields), Style::Unit | Style::Newtype) {
            errors.report(
                span,
                "`other` belongs on a member without data, or with one field that keeps what came",
            );
        }
        if *form == EnumForm::Untagged {
            errors.report(
                span,
                "an untagged enum has no unknown members; put a `Variant` member last",
            );
        }
    }
}

/// A field may not have the key of the tag that stands beside it.
fn check_tag(form: &EnumForm, record: &Record, errors: &mut Errors) {
    let EnumForm::Internal { tag } = form else { return };
    for field in record.wire_fields().filter(|field| !field.flatten) {
        let takes_tag = field.key == *tag || field.aliases.contains(tag);
        if takes_tag && record.form == Form::Dictionary {
            errors.report(
                field.binding.span(),
                format!("the key `{tag}` is the tag of the enum; `rename` the field"),
            );
        }
    }
}
