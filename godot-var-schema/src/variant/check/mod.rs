//! From a Rust item and its attributes to the checked [model](super::model).

mod default;
mod delta;
mod enumeration;
mod field;
mod types;

use std::collections::BTreeMap;

use darling::Error;
use proc_macro2::Span;
use quote::ToTokens;
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields};

pub use self::default::is_like_a_function;
pub(crate) use self::default::{check_default, default_value};
use self::enumeration::enumeration;
use self::field::{Place, check_field, field};
pub(crate) use self::field::{argument_of, has_lifetime, option_of_option, time_of};
pub use self::types::type_arguments;
pub(crate) use self::types::{OR_SKIP, mistake as type_mistake};
use super::attributes::{ContainerAttrs, FieldAttrs, WrittenType};
use super::model::{
    Body, Converted, DefaultValue, Field, Form, Message, Record, Style, Transparent,
};
use crate::attributes::{Attributes, FIELD, Given, Parsed, container, facade, parse};
use crate::errors::Errors;
use crate::notes::{Names, Notes, gdscript_parts, is_name};
use crate::rename::RenameRule;

/// Builds the model of a type that derives `GodotVar`.
///
/// # Errors
/// All mistakes of the type at once, each with its place.
pub fn message(item: &DeriveInput) -> darling::Result<Message> {
    let mut errors = Errors::new();
    let place = container(&item.data);
    let Parsed { attrs, complete } = parse::<ContainerAttrs>(place, &item.attrs, &mut errors);
    let body = errors.given(complete, |errors| {
        check_container(&attrs, item, errors);
        if let Some(converted) = converted(&attrs, item, errors) {
            return converted;
        }
        match &item.data {
            Data::Struct(data) => structure(&attrs, item, &data.fields, errors),
            Data::Enum(data) => enumeration(&attrs, item, data, errors),
            Data::Union(data) => {
                errors.push(
                    Error::custom("a union cannot be encoded; use a struct or an enum")
                        .with_span(&data.union_token),
                );
                Body::Unit
            }
        }
    });
    errors.finish()?;
    let krate = facade(attrs.krate);
    let mut errors = Errors::new();
    if let Some(delta) = &attrs.delta {
        delta::check(delta, item, &body, &mut errors);
    }
    errors.finish()?;
    Ok(Message {
        ident: item.ident.clone(),
        notes: notes(&item.attrs, [&attrs.gdscript, &attrs.csharp, &attrs.typescript]),
        generics: item.generics.clone(),
        krate,
        bounds: attrs.bound.map(|bounds| bounds.into_inner().0),
        body,
        max_size: attrs.max_size.map(|size| (*size, size.span())),
        layout: attrs.layout.map(|layout| (layout.to_string(), layout.span())),
        delta: attrs.delta.map(|delta| delta.into_inner().0),
    })
}

/// The names of an item in GDScript, C# and TypeScript.
type GivenNames<'a> = [&'a Option<Given<String>>; 3];

/// The notes from the other attributes, with the names in generated code.
fn notes(attrs: &[Attribute], names: GivenNames<'_>) -> Notes {
    let [gdscript, csharp, typescript] =
        names.map(|name| name.as_ref().map(|name| (name.to_string(), name.span())));
    Notes { names: Names { gdscript, csharp, typescript }, ..Notes::read(attrs) }
}

/// Refuses names that no class, member or constant of their language can have.
fn check_names(names: GivenNames<'_>, errors: &mut Errors) {
    let languages = [("GDScript", "gdscript"), ("C#", "csharp"), ("TypeScript", "typescript")];
    for (given, (language, key)) in names.into_iter().zip(languages) {
        if let Some(name) = given.as_ref().filter(|name| !is_name(name)) {
            let message = format!(
                "`{}` is not a name in {language}; `{key}` takes letters, digits and `_`, no digit first",
                name.as_str()
            );
            errors.report(name.span(), message);
        }
    }
}

/// Does the same for a field, which may name the elements of a tuple in GDScript, too.
fn check_names_of_field(names: GivenNames<'_>, errors: &mut Errors) {
    let [gdscript, csharp, typescript] = names;
    let Some(given) = gdscript else { return check_names(names, errors) };
    let (name, elements) = gdscript_parts(given);
    if elements.is_empty() || !name.is_empty() && !is_name(name) {
        return check_names(names, errors);
    }
    for element in elements.iter().filter(|element| !is_name(element)) {
        let message = format!(
            "`{element}` is not a name in GDScript; write `gdscript = \"{name}(first, second)\"` with a name for each element of the tuple"
        );
        errors.report(given.span(), message);
    }
    check_names([&None, csharp, typescript], errors);
}

/// Refuses attributes that contradict each other.
fn check_container(attrs: &ContainerAttrs, item: &DeriveInput, errors: &mut Errors) {
    check_names([&attrs.gdscript, &attrs.csharp, &attrs.typescript], errors);
    attrs.exclude("array", &["transparent"], errors);
    attrs.exclude("untagged", &["tag", "repr", "id"], errors);
    attrs.exclude("tag", &["id", "repr"], errors);
    attrs.exclude("id", &["repr"], errors);
    if attrs.tag.is_none() {
        attrs.exclude("id", &["content"], errors);
    }
    if let (Some(content), None, false) = (&attrs.content, &attrs.tag, attrs.id.is_present()) {
        errors.report(content.key(), "`content` needs `tag = \"…\"`");
    }
    if let (Some(tag), Some(content)) = (&attrs.tag, &attrs.content)
        && **tag == **content
    {
        errors.report(
            content.span(),
            format!("the key `{}` is the tag's; choose another for the content", **tag),
        );
    }
    if let Some(layout) = &attrs.layout
        && (layout.len() != 16 || layout.bytes().any(|digit| !digit.is_ascii_hexdigit()))
    {
        errors.report(
            layout.span(),
            "a layout is pinned by 16 hex digits; write `layout = \"0000000000000000\"` \
             and then the fingerprint that the compiler reports",
        );
    }
    if let Some(layout) = &attrs.layout
        && let Some(param) = item.generics.params.iter().find_map(|param| match param {
            syn::GenericParam::Type(param) => Some(&param.ident),
            syn::GenericParam::Const(param) => Some(&param.ident),
            syn::GenericParam::Lifetime(_) => None,
        })
    {
        errors.report(
            layout.key(),
            format!(
                "`{}` has another layout for each `{param}`, so none can be pinned; \
                 pin the types that hold it with a `{param}` of their choice",
                item.ident
            ),
        );
    }
    if let Some(bound) = &attrs.bound
        && item.generics.params.is_empty()
    {
        let message = format!("`{}` has no parameters to bound; remove `bound`", item.ident);
        errors.report(bound.key(), message);
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
}

/// Refuses attributes about keys where there are none: one error for all of them.
fn check_no_keys(attrs: &ContainerAttrs, names: &[&str], errors: &mut Errors) {
    let written: Vec<_> =
        names.iter().filter_map(|name| Some((*name, attrs.place_of(name)?))).collect();
    match &written[..] {
        [] => {}
        [(name, span)] => errors.report(*span, no_keys(name)),
        [(_, span), ..] => {
            let names: Vec<_> = written.iter().map(|(name, _)| format!("`{name}`")).collect();
            let message = format!(
                "{} are about keys, and there are none here; remove them",
                names.join(", ")
            );
            errors.report(*span, message);
        }
    }
}

/// An attribute about keys where there are none.
fn no_keys(attribute: &str) -> String {
    format!("`{attribute}` is about keys, and there are none here; remove it")
}

/// A type that is encoded as another one.
fn converted(attrs: &ContainerAttrs, item: &DeriveInput, errors: &mut Errors) -> Option<Body> {
    let sources = [("from", &attrs.from), ("try_from", &attrs.try_from)];
    let written = sources.iter().find_map(|(name, given)| Some((*name, given.as_ref()?)));
    let Some((name, source)) = written else {
        let into = attrs.into.as_ref()?;
        errors.report(
            into.key(),
            "`into` needs `from` or `try_from` of the same type: what is written must be \
             what is read",
        );
        return Some(Body::Unit);
    };
    attrs.exclude("from", &["try_from"], errors);
    let others = [
        "rename_all",
        "rename_all_fields",
        "default",
        "deny_unknown_fields",
        "transparent",
        "array",
        "id",
        "tag",
        "content",
        "untagged",
        "repr",
        "keys",
    ];
    attrs.exclude(name, &others, errors);
    for attr in inner_attributes(&item.data) {
        errors.report(
            attr.path().span(),
            format!(
                "the fields are not encoded here, `{name}` replaces them; remove the attribute"
            ),
        );
    }
    let Some(into) = &attrs.into else {
        errors.report(
            source.key(),
            format!(
                "`{name}` needs `into` of the same type: what is written must be what is \
                 read"
            ),
        );
        return Some(Body::Unit);
    };
    let (read, written) = (type_of(source, errors)?, type_of(into, errors)?);
    if read != written {
        errors.report(
            into.span(),
            format!(
                "`into` and `{name}` name different types: what is written must be what is read"
            ),
        );
    }
    let field = syn::Field::parse_unnamed.parse2(read.to_token_stream()).ok()?;
    let place = Place { form: Form::Array, alone: true };
    let field = self::field(&FieldAttrs::default(), 0, &field, place, None, errors);
    Some(Body::Converted(Box::new(Converted { field, fallible: name == "try_from" })))
}

/// The Rust type that an attribute gives.
fn type_of(given: &Given<WrittenType>, errors: &mut Errors) -> Option<syn::Type> {
    let ty = given.ty();
    if ty.is_err() {
        errors.report(given.span(), "expected a Rust type, such as `u32` or `\"Vec<u8>\"`");
    }
    ty.ok()
}

/// The attributes of this derive on fields and variants.
fn inner_attributes(data: &Data) -> Vec<&Attribute> {
    let mut attrs: Vec<&Attribute> = Vec::new();
    match data {
        Data::Struct(data) => attrs.extend(data.fields.iter().flat_map(|field| &field.attrs)),
        Data::Enum(data) => {
            for variant in &data.variants {
                attrs.extend(&variant.attrs);
                attrs.extend(variant.fields.iter().flat_map(|field| &field.attrs));
            }
        }
        Data::Union(_) => {}
    }
    attrs.retain(|attr| attr.path().is_ident("godot_var"));
    attrs
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
    let alone =
        attrs.transparent.is_present() || style == Style::Newtype && !attrs.array.is_present();
    if form == Form::Array || alone {
        check_no_keys(attrs, &["deny_unknown_fields", "keys", "rename_all"], errors);
    }
    check_default(attrs.default.as_ref(), None, errors);
    if let (Some(default), true) = (&attrs.default, alone || fields.is_empty()) {
        errors.report(default.key(), NEVER_MISSING);
    }
    let (record, complete) = record(attrs, Place { form, alone }, fields, rule, errors);
    if alone {
        let travelling: Vec<Field> = record.wire_fields().cloned().collect();
        return if let Ok([field]) = <[Field; 1]>::try_from(travelling) {
            Body::Transparent(Box::new(Transparent { field, fields: record.fields }))
        } else {
            let (span, message) = match attrs.place_of("transparent") {
                Some(span) => (
                    span,
                    "`transparent` needs exactly one field that is encoded; mark the others `skip`",
                ),
                None => (
                    item.ident.span(),
                    "nothing of this newtype is encoded; remove `skip`, or the field",
                ),
            };
            errors.given(complete, |errors| errors.report(span, message));
            Body::Unit
        };
    }
    if style == Style::Unit {
        return Body::Unit;
    }
    if form == Form::Dictionary && record.wire_fields().next().is_none() {
        errors.given(complete, |errors| check_no_keys(attrs, &["keys", "rename_all"], errors));
    }
    Body::Record(record)
}

/// `default` where the whole value is one field, or nothing.
const NEVER_MISSING: &str =
    "`default` is for missing fields, and no field can be missing here; remove it";

fn style_of(fields: &Fields) -> Style {
    match fields {
        Fields::Named(_) => Style::Named,
        Fields::Unit => Style::Unit,
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Style::Newtype,
        Fields::Unnamed(_) => Style::Tuple,
    }
}

/// The record, and whether the attributes of all its fields could be read.
fn record(
    container: &ContainerAttrs,
    place: Place,
    fields: &Fields,
    rule: Option<RenameRule>,
    errors: &mut Errors,
) -> (Record, bool) {
    let form = place.form;
    let container_default = default_value(container.default.as_ref());
    let mut taken: BTreeMap<String, Span> = BTreeMap::new();
    let mut list = Vec::new();
    let mut all_complete = true;
    let mut optional_since: Option<Span> = None;
    for (index, field) in fields.iter().enumerate() {
        let Parsed { attrs, complete } = parse::<FieldAttrs>(FIELD, &field.attrs, errors);
        errors.alone(complete, |errors| check_field(&attrs, field, errors));
        // If `skip` or `rename` could not be read, no further check of the field is reliable.
        let mut field =
            errors.given(complete, |errors| self::field(&attrs, index, field, place, rule, errors));
        // A writer always leaves it out.
        if form == Form::Dictionary
            && attrs.skip_encoding.is_present()
            && field.default.is_none()
            && container_default.is_none()
        {
            field.default = DefaultValue::Trait;
        }
        if !complete {
            all_complete = false;
            list.push(field);
            continue;
        }
        if let Some(path) = &attrs.skip_encoding_if
            && container_default.is_none()
            && is_refused_if_missing(&field)
        {
            let message = format!(
                "the reader refuses a message without `{}`; add `default` to `skip_encoding_if`",
                field.key
            );
            errors.report(path.span(), message);
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
                    "a field after one with a `default` needs a `default`, too: an array can only be cut at its end",
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
        keys: container.keys.as_deref().copied().unwrap_or_default(),
        fields: list,
        deny_unknown: container.deny_unknown_fields.is_present(),
        default: container_default,
    };
    (record, all_complete)
}

/// Whether a reader needs a field that its own functions read. Of other fields their types decide.
fn is_refused_if_missing(field: &Field) -> bool {
    let codec = &field.codec;
    let may_be_missing = !field.default.is_none() || codec.through.is_some() && field.is_option();
    field.decoded && codec.has_functions() && !may_be_missing
}

fn check_key(taken: &mut BTreeMap<String, Span>, key: &str, span: Span, errors: &mut Errors) {
    if taken.insert(key.to_owned(), span).is_some() {
        errors.report(span, format!("the key `{key}` is used twice; `rename` one of the fields"));
    }
}
