//! Mistakes in layouts, for the compiler and for programs that read schemas.

use alloc::string::String;

use super::bounds::Bounds;
use super::keys::{equal, member_named};
use super::model::{EnumerationForm, FieldLayout, TypeLayout};
use super::sentence::Sentence;
use crate::variant::types::{Generation, VariantType};

pub(crate) const fn is_within(most: Option<usize>, limit: usize) -> bool {
    match most {
        Some(most) => most <= limit,
        None => false,
    }
}

/// Why a type that takes so many bytes at most, or has no longest form, breaks its `max_size`; for programs that read
/// schemas. `longest` is the field that takes the most, with its bytes.
pub fn size_mistake(
    most: Option<usize>,
    longest: Option<(&str, Option<usize>)>,
    name: &str,
    limit: usize,
) -> Option<String> {
    let sentence = || size_sentence(most, longest, name, limit).as_str().into();
    (!is_within(most, limit)).then(sentence)
}

pub(crate) const fn size_sentence(
    most: Option<usize>,
    longest: Option<(&str, Option<usize>)>,
    name: &str,
    limit: usize,
) -> Sentence {
    let sentence = Sentence::new().text("`max_size = ").number(limit as u64).text("`: ").name(name);
    match (most, longest) {
        (Some(most), Some((field, Some(bytes)))) => sentence
            .text(" takes up to ")
            .number(most as u64)
            .text(" bytes, of which ")
            .name(field)
            .text(" up to ")
            .number(bytes as u64)
            .text("; shorten it, or raise the limit"),
        (Some(most), _) => sentence
            .text(" takes up to ")
            .number(most as u64)
            .text(" bytes; shorten it, or raise the limit"),
        (None, Some((field, None))) => sentence
            .text(" has no longest form, because ")
            .name(field)
            .text(" has none; give its texts and lists a `max_len`"),
        (None, _) => sentence.text(" has no longest form; give its texts and lists a `max_len`"),
    }
}

/// The layout of a field: of a struct, or of a variant.
const fn field_of<'l>(
    layout: &TypeLayout<'l>,
    variant: &str,
    index: usize,
) -> Option<&'l TypeLayout<'l>> {
    match layout {
        TypeLayout::Record(record) if index < record.fields.len() => {
            Some(record.fields[index].layout)
        }
        TypeLayout::Newtype(_, inner) => Some(inner),
        TypeLayout::Enumeration(enumeration) => {
            let Some(member) = member_named(enumeration, variant) else { return None };
            match member.content {
                Some(TypeLayout::Record(record)) if index < record.fields.len() => {
                    Some(record.fields[index].layout)
                }
                content => content,
            }
        }
        _ => None,
    }
}

pub(crate) const fn option_sentence(name: &str) -> Sentence {
    Sentence::new()
        .text("`Option<")
        .text(name)
        .text(">`: `None` and ")
        .name(name)
        .text(" can both be Nil, and a reader would take one for the other; use ")
        .name(name)
        .text(" alone, a `bool`, or an enum")
}

/// What is wrong with an `Option` of the type `name`, if that can be Nil, for programs that read schemas.
pub fn option_mistake(layout: &TypeLayout<'_>, name: impl FnOnce() -> String) -> Option<String> {
    can_be_nil(layout).then(|| option_sentence(&name()).as_str().into())
}

/// Whether Nil is one of the values.
const fn can_be_nil(layout: &TypeLayout<'_>) -> bool {
    match layout {
        TypeLayout::Value(kind, _) => matches!(kind, VariantType::Nil),
        TypeLayout::Option(_) | TypeLayout::Any => true,
        TypeLayout::Enumeration(enumeration) => {
            if !matches!(enumeration.form, EnumerationForm::Untagged) {
                return false;
            }
            each!(member in enumeration.members => {
                match member.content {
                    Some(content) if !can_be_nil(content) => {}
                    _ => return true,
                }
            });
            false
        }
        layout => match layout.wrapped() {
            Some(inner) => can_be_nil(inner),
            None => false,
        },
    }
}

pub(crate) const fn omission_sentence(key: &str) -> Sentence {
    Sentence::new()
        .text("the reader refuses a message without ")
        .name(key)
        .text("; add `default` to `skip_encoding_if`")
}

/// What is wrong with a field that a writer may leave out, if a reader requires it, for programs that read schemas.
pub fn omission_mistake(field: &FieldLayout<'_>) -> Option<String> {
    let is_required = field.required && !field.always && !field.layout.may_be_missing();
    is_required.then(|| omission_sentence(field.key).as_str().into())
}

pub(crate) const fn other_sentence(form: EnumerationForm<'_>, name: &str) -> Sentence {
    let (unknown, ty) = match form {
        EnumerationForm::Numbers => ("number", "i64"),
        EnumerationForm::Names => ("name", "String"),
        _ => ("message", "Variant"),
    };
    Sentence::new()
        .name(name)
        .text(" cannot hold every unknown ")
        .text(unknown)
        .text("; use ")
        .name(ty)
}

/// What is wrong with the content of an `other` variant, the type `name`, for programs that read schemas.
pub fn other_mistake(
    form: EnumerationForm<'_>,
    layout: &TypeLayout<'_>,
    name: impl FnOnce() -> String,
) -> Option<String> {
    (!holds_unknown(form, layout)).then(|| other_sentence(form, &name()).as_str().into())
}

/// Whether the content of an `other` variant can hold whatever identifies no variant.
pub(crate) const fn holds_unknown(form: EnumerationForm<'_>, layout: &TypeLayout<'_>) -> bool {
    use EnumerationForm::{Adjacent, External, Ids, Internal, Names, Numbers};

    match (form, layout) {
        (_, TypeLayout::Newtype(_, inner)) => holds_unknown(form, inner),
        (_, TypeLayout::Any | TypeLayout::Custom(_))
        | (Numbers, TypeLayout::Value(VariantType::Int, Bounds::None | Bounds::I64))
        | (Names, TypeLayout::Value(VariantType::String | VariantType::StringName, Bounds::None))
        | (Ids, TypeLayout::Value(VariantType::Array, Bounds::None))
        | (Internal(_) | Adjacent(..), TypeLayout::Value(VariantType::Dictionary, Bounds::None)) => {
            true
        }
        // It has variants of its own for them.
        (form, TypeLayout::Enumeration(inner)) => match (form, inner.form) {
            (Numbers, Numbers) | (Names, Names) | (External, External) | (Ids, Ids) => true,
            (Internal(tag), Internal(inner)) => equal(tag, inner),
            (Adjacent(tag, content), Adjacent(inner, inner_content)) => {
                equal(tag, inner) && equal(content, inner_content)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Fails the build when a `typed` field has elements of no single type.
#[track_caller]
pub const fn check_typed(layout: &TypeLayout<'_>, variant: &str, index: usize) {
    if let Some(field) = field_of(layout, variant, index)
        && !is_typed(field)
    {
        <Sentence>::new().text(NOT_TYPED).fail();
    }
}

const NOT_TYPED: &str = "`typed` needs elements of one type; an `Option`, a `Variant` or an enum with data is of several: remove `typed`";

/// What is wrong with a `typed` field, for programs that read schemas.
pub const fn typed_mistake(layout: &TypeLayout<'_>) -> Option<&'static str> {
    if is_typed(layout) { None } else { Some(NOT_TYPED) }
}

/// Whether the elements of a container that is written with their type have one.
const fn is_typed(layout: &TypeLayout<'_>) -> bool {
    match layout {
        TypeLayout::Option(inner) => is_typed(inner),
        TypeLayout::Newtype(..) => true,
        TypeLayout::Array(element) => has_one_type(element),
        TypeLayout::Map(key, value) => has_one_type(key) && has_one_type(value),
        layout => match layout.wrapped() {
            Some(inner) => is_typed(inner),
            None => true,
        },
    }
}

/// Whether values of a layout are always written as one type, as far as that is known.
const fn has_one_type(layout: &TypeLayout<'_>) -> bool {
    matches!(layout, TypeLayout::Custom(_) | TypeLayout::Recursive(_))
        || layout.written_type(Generation::Godot4).is_some()
}
