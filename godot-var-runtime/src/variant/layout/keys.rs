//! Keys that meet in one Dictionary: those of its fields, of what is flattened into it, and the tag.

use alloc::string::String;

use super::model::{
    EnumerationForm, EnumerationLayout, FieldLayout, MemberLayout, RecordLayout, TypeLayout,
};
use super::sentence::Sentence;

/// Why a field cannot stand in its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyClash<'l> {
    /// Another field has one of its keys.
    Key {
        /// The key.
        key: &'l str,
        /// The Rust name of the other field.
        other: &'l str,
    },
    /// The tag of the enum is one of its keys.
    Tag(&'l str),
    /// Another field takes all keys that are left, too.
    Map {
        /// The Rust name of the other field.
        other: &'l str,
    },
}

impl KeyClash<'_> {
    /// What is wrong with the field, and what to do.
    const fn sentence(self, field: &str) -> Sentence {
        let sentence = Sentence::new();
        match self {
            Self::Key { key, other } => sentence
                .text("the key ")
                .name(key)
                .text(" is used twice: ")
                .name(field)
                .text(" brings it, and ")
                .name(other)
                .text(" has it; `rename` one of them"),
            Self::Tag(tag) => sentence
                .text("the key ")
                .name(tag)
                .text(" is the tag of the enum, and ")
                .name(field)
                .text(" brings it, too; `rename` the field, or choose another tag"),
            Self::Map { other } => sentence
                .name(other)
                .text(" takes all keys that no field has, so nothing is left for ")
                .name(field)
                .text("; keep one of the two maps"),
        }
    }
}

/// Why the field at an index cannot be in a Dictionary; nothing, if it can.
///
/// Of two fields that exclude each other, it is the flattened one; of two flattened ones, the second.
const fn clash<'l>(fields: &[FieldLayout<'l>], index: usize) -> Option<KeyClash<'l>> {
    let field = &fields[index];
    let mut i = 0;
    while i < fields.len() {
        let other = &fields[i];
        // Of two of a kind the second is told, else the flattened one.
        let is_told = if field.flattened == other.flattened { i < index } else { field.flattened };
        if is_told {
            if let Some(key) = shared(field, other) {
                return Some(KeyClash::Key { key, other: rust_name(other) });
            }
            if takes_rest(field) && takes_rest(other) {
                return Some(KeyClash::Map { other: rust_name(other) });
            }
        }
        i += 1;
    }
    None
}

const fn rust_name<'l>(field: &FieldLayout<'l>) -> &'l str {
    match field.name {
        Some(name) => name,
        None => field.key,
    }
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
    match layout {
        TypeLayout::Option(inner) | TypeLayout::Newtype(_, inner) => shared_layout(inner, other),
        TypeLayout::Record(record) => {
            each!(field in record.fields => {
                if let Some(key) = shared(field, other) {
                    return Some(key);
                }
            });
            None
        }
        TypeLayout::Enumeration(enumeration) => shared_enumeration(enumeration, other),
        _ => None,
    }
}

const fn shared_enumeration<'l>(
    enumeration: &EnumerationLayout<'l>,
    other: &FieldLayout<'_>,
) -> Option<&'l str> {
    match enumeration.form {
        EnumerationForm::Internal(tag) if has_key(other, tag) => return Some(tag),
        EnumerationForm::Adjacent(tag, _) if has_key(other, tag) => return Some(tag),
        EnumerationForm::Adjacent(_, content) if has_key(other, content) => return Some(content),
        EnumerationForm::Internal(_) => {}
        _ => return None,
    }
    each!(member in enumeration.members => {
        if let Some(content) = member.content
            && let Some(key) = shared_layout(content, other)
        {
            return Some(key);
        }
    });
    None
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

pub(crate) const fn layout_has_key(layout: &TypeLayout<'_>, key: &str) -> bool {
    let probe = FieldLayout {
        name: None,
        key,
        aliases: &[],
        layout: &TypeLayout::Any,
        required: false,
        always: false,
        decoded: true,
        flattened: false,
    };
    shared_layout(layout, &probe).is_some()
}

/// Whether a layout is that of the enum around it, which has its tag already.
const fn is_itself(layout: &TypeLayout<'_>) -> bool {
    match layout {
        TypeLayout::Recursive(_) => true,
        TypeLayout::Option(inner) | TypeLayout::Newtype(_, inner) => is_itself(inner),
        _ => false,
    }
}

/// Whether a field takes every key that no other has.
const fn takes_rest(field: &FieldLayout<'_>) -> bool {
    field.flattened && is_map(field.layout)
}

const fn is_map(layout: &TypeLayout<'_>) -> bool {
    match layout {
        TypeLayout::Map(..) => true,
        TypeLayout::Value(kind, _) => {
            matches!(kind, crate::variant::types::VariantType::Dictionary)
        }
        TypeLayout::Option(inner) | TypeLayout::Newtype(_, inner) => is_map(inner),
        TypeLayout::Enumeration(enumeration) => {
            each!(member in enumeration.members => {
                if let Some(content) = member.content
                    && is_map(content)
                {
                    return matches!(enumeration.form, EnumerationForm::Internal(_));
                }
            });
            false
        }
        TypeLayout::Record(record) => {
            each!(field in record.fields => {
                if takes_rest(field) {
                    return true;
                }
            });
            false
        }
        _ => false,
    }
}

pub(crate) const fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// The variant with this Rust name.
pub(super) const fn member_named<'l>(
    enumeration: &EnumerationLayout<'l>,
    name: &str,
) -> Option<&'l MemberLayout<'l>> {
    each!(member in enumeration.members => {
        if equal(member.name, name) {
            return Some(member);
        }
    });
    None
}

/// The fields of a record.
const fn fields_of<'l>(layout: &TypeLayout<'l>) -> &'l [FieldLayout<'l>] {
    match layout {
        TypeLayout::Record(record) => record.fields,
        _ => &[],
    }
}

/// Fails the build when the keys of a field in a Dictionary meet those of the others.
#[track_caller]
pub const fn check_field_keys(keys: &TypeLayout<'_>, index: usize) {
    let fields = fields_of(keys);
    if let Some(clash) = clash(fields, index) {
        clash.sentence(rust_name(&fields[index])).fail();
    }
}

/// Fails the build when any keys of a Dictionary meet: of generic types, when they are used.
#[track_caller]
pub const fn check_keys(keys: &TypeLayout<'_>) {
    let mut index = 0;
    while index < fields_of(keys).len() {
        check_field_keys(keys, index);
        index += 1;
    }
}

/// Fails the build when one of the flattened fields of a variant brings the enum's tag.
#[track_caller]
pub const fn check_tag(keys: &TypeLayout<'_>, tag: &str, variant: &str) {
    each!(field in fields_of(keys) => {
        if field.flattened && (has_key(field, tag) || is_itself(field.layout)) {
            KeyClash::Tag(tag).sentence(variant).fail();
        }
    });
}

/// What is wrong with the keys of a field, for programs that read schemas.
pub fn key_mistake(layout: &TypeLayout<'_>, variant: &str, field: usize) -> Option<String> {
    let (clash, name) = field_clash(layout, variant, field)?;
    Some(clash.sentence(name).as_str().into())
}

/// Why a field cannot stand where it does, and its name: of a newtype, the variant's.
const fn field_clash<'l>(
    layout: &TypeLayout<'l>,
    variant: &str,
    field: usize,
) -> Option<(KeyClash<'l>, &'l str)> {
    match layout {
        TypeLayout::Record(record) => clash_in(record, field),
        TypeLayout::Enumeration(enumeration) => {
            let Some(member) = member_named(enumeration, variant) else { return None };
            match (member.content, enumeration.form) {
                (Some(content), EnumerationForm::Internal(tag))
                    if layout_has_key(content, tag) || is_itself(content) =>
                {
                    Some((KeyClash::Tag(tag), member.name))
                }
                (Some(TypeLayout::Record(record)), _) => clash_in(record, field),
                _ => None,
            }
        }
        _ => None,
    }
}

const fn clash_in<'l>(record: &RecordLayout<'l>, index: usize) -> Option<(KeyClash<'l>, &'l str)> {
    if !record.keyed || index >= record.fields.len() {
        return None;
    }
    match clash(record.fields, index) {
        Some(clash) => Some((clash, rust_name(&record.fields[index]))),
        None => None,
    }
}
