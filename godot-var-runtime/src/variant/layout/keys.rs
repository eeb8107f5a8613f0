//! Keys that meet in one Dictionary: those of its fields, of what is flattened into it, and the tag.

use super::model::{
    EnumerationForm, EnumerationLayout, FieldLayout, Presence, TypeLayout, field_layout,
};
use super::sentence::Sentence;
use crate::variant::types::VariantType;

/// Of the field at an index of a record, in a variant with the `tag` of its enum: it has a key of another field.
///
/// Of two fields that exclude each other, it is the flattened one; of two flattened ones, the second.
pub const fn key_mistake(
    record: &TypeLayout<'_>,
    index: usize,
    tag: Option<&str>,
) -> Option<Sentence> {
    let TypeLayout::Record(record) = record else { return None };
    if !record.keyed {
        return None;
    }
    let field = &record.fields[index];
    if let (Some(tag), true) = (tag, field.flattened)
        && let Some(mistake) = tag_mistake(field.layout, tag, record.name)
    {
        return Some(mistake);
    }
    if field.flattened && matches!(field.layout.content(), TypeLayout::Recursive(_)) {
        let sentence = Sentence::new(&["`", field.rust_name(), "` flattens a type around it, "]);
        return Some(sentence.and(&["so its keys would have no end; leave out `flatten`"]));
    }
    let mut i = 0;
    while i < record.fields.len() {
        let other = &record.fields[i];
        let is_told = if field.flattened == other.flattened { i < index } else { field.flattened };
        if is_told {
            let (name, taker) = (field.rust_name(), other.rust_name());
            if let Some(key) = shared(field, other) {
                let sentence = Sentence::new(&["the key `", key, "` is used twice: `", name]);
                return Some(sentence.and(&[
                    "` brings it, and `",
                    taker,
                    "` has it; `rename` one of them",
                ]));
            }
            if takes_rest(field) && takes_rest(other) {
                let sentence = Sentence::new(&["`", taker, "` takes all keys that no field has, "]);
                return Some(sentence.and(&[
                    "so nothing is left for `",
                    name,
                    "`; keep one of the two maps",
                ]));
            }
        }
        i += 1;
    }
    None
}

/// Of the content of a variant: it has the key of the enum's tag, or it is the enum itself, which has it.
pub const fn tag_mistake(content: &TypeLayout<'_>, tag: &str, variant: &str) -> Option<Sentence> {
    if !matches!(content.content(), TypeLayout::Recursive(_)) && !layout_has_key(content, tag) {
        return None;
    }
    let sentence = Sentence::new(&["the key `", tag, "` is the tag of the enum, and `", variant]);
    Some(sentence.and(&["` brings it, too; `rename` the field, or choose another tag"]))
}

/// A key of `field` that `other` has, too.
const fn shared<'l>(field: &FieldLayout<'l>, other: &FieldLayout<'_>) -> Option<&'l str> {
    if field.flattened {
        return shared_layout(field.layout, other);
    }
    if has_key(other, field.key) {
        return Some(field.key);
    }
    each!(alias in field.aliases => {
        if has_key(other, alias) {
            return Some(*alias);
        }
    });
    None
}

/// A key of a flattened layout that `other` has, too.
const fn shared_layout<'l>(layout: &TypeLayout<'l>, other: &FieldLayout<'_>) -> Option<&'l str> {
    match layout.content() {
        TypeLayout::Record(record) => {
            each!(field in record.fields => {
                if let Some(key) = shared(field, other) {
                    return Some(key);
                }
            });
            None
        }
        TypeLayout::Enumeration(EnumerationLayout { form, members, .. }) => match *form {
            EnumerationForm::Internal(tag) | EnumerationForm::Adjacent(tag, _)
                if has_key(other, tag) =>
            {
                Some(tag)
            }
            EnumerationForm::Adjacent(_, content) if has_key(other, content) => Some(content),
            EnumerationForm::Internal(_) => {
                each!(member in members => {
                    if let Some(content) = member.content
                        && let Some(key) = shared_layout(content, other)
                    {
                        return Some(key);
                    }
                });
                None
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a field is read from a key, or one of the fields that are flattened into it.
pub const fn has_key(field: &FieldLayout<'_>, key: &str) -> bool {
    if field.flattened {
        return layout_has_key(field.layout, key);
    }
    if equal(field.key, key) {
        return true;
    }
    each!(alias in field.aliases => {
        if equal(alias, key) {
            return true;
        }
    });
    false
}

const fn layout_has_key(layout: &TypeLayout<'_>, key: &str) -> bool {
    shared_layout(layout, &field_layout(key, &[], &TypeLayout::Any, Presence::REQUIRED)).is_some()
}

/// Whether a field takes every key that no other has.
const fn takes_rest(field: &FieldLayout<'_>) -> bool {
    field.flattened && is_map(field.layout)
}

const fn is_map(layout: &TypeLayout<'_>) -> bool {
    match layout.content() {
        TypeLayout::Map(..) | TypeLayout::Value(VariantType::Dictionary, _) => return true,
        TypeLayout::Enumeration(EnumerationLayout {
            form: EnumerationForm::Internal(_),
            members,
            ..
        }) => {
            each!(member in members => {
                if let Some(content) = member.content
                    && is_map(content)
                {
                    return true;
                }
            });
        }
        TypeLayout::Record(record) => {
            each!(field in record.fields => {
                if takes_rest(field) {
                    return true;
                }
            });
        }
        _ => {}
    }
    false
}

pub(crate) const fn equal(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    while let ([first, rest_of_a @ ..], [other, rest_of_b @ ..]) = (a, b)
        && *first == *other
    {
        (a, b) = (rest_of_a, rest_of_b);
    }
    a.is_empty() && b.is_empty()
}
