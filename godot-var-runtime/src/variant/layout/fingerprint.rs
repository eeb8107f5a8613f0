//! The fingerprint of a layout: a number that changes when the bytes do.

use alloc::string::String;

use super::bounds::Bounds;
use super::model::{EnumerationForm, EnumerationLayout, RecordLayout, Tag, TypeLayout};
use super::sentence::Sentence;
use crate::variant::types::{Generation, VariantType};

/// Returns the FNV-1a hash (64 bits) of the names, types, order and ids in a layout and all nested layouts.
///
/// It does not include Rust names, aliases, defaults and maximum lengths, because they do not change the written bytes.
///
/// The number does not depend on the dialect, and is stable across versions of this crate.
pub const fn fingerprint(layout: &TypeLayout<'_>) -> u64 {
    hash_type(START, layout)
}

/// Returns one number for several types, in order, each with its name and its fingerprint. It changes when any of them does.
pub const fn fingerprint_of_all(types: &[(&str, u64)]) -> u64 {
    let mut hash = START;
    each!(next in types => {
        let (name, fingerprint) = *next;
        hash = number(text(hash, name), fingerprint);
    });
    hash
}

/// The initial value of FNV-1a.
pub(crate) const START: u64 = 0xcbf2_9ce4_8422_2325;

pub(crate) const fn byte(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01b3)
}

pub(crate) const fn text(hash: u64, text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = number(hash, bytes.len() as u64);
    each!(next in bytes => {
        hash = byte(hash, *next);
    });
    hash
}

pub(crate) const fn number(mut hash: u64, number: u64) -> u64 {
    let bytes = number.to_le_bytes();
    let mut i = 0;
    while i < 8 {
        hash = byte(hash, bytes[i]);
        i += 1;
    }
    hash
}

const fn hash_tag(hash: u64, tag: &Tag<'_>) -> u64 {
    match tag {
        Tag::Int(id) => number(byte(hash, 1), *id as u64),
        Tag::Text(name) => text(byte(hash, 2), name),
    }
}

const fn hash_type(hash: u64, layout: &TypeLayout<'_>) -> u64 {
    match layout {
        TypeLayout::Value(kind, bounds) => {
            text(text(byte(hash, b'v'), kind.name(Generation::Godot4)), bounds.name())
        }
        TypeLayout::Option(inner) => hash_type(byte(hash, b'o'), inner),
        TypeLayout::List(inner) | TypeLayout::Set(inner) | TypeLayout::Array(inner) => {
            hash_type(byte(hash, list_mark(layout, inner)), inner)
        }
        TypeLayout::Exactly(len, list) => {
            let hash = number(byte(hash, b'f'), *len as u64);
            match list {
                TypeLayout::List(inner) | TypeLayout::Array(inner)
                    if list_mark(list, inner) == b'l' =>
                {
                    hash_type(hash, inner)
                }
                list => hash_type(hash, list),
            }
        }
        TypeLayout::Tuple(elements) => {
            let mut hash = number(byte(hash, b't'), elements.len() as u64);
            each!(element in elements => {
                hash = hash_type(hash, element);
            });
            hash
        }
        TypeLayout::Map(key, value) => hash_type(hash_type(byte(hash, b'm'), key), value),
        TypeLayout::Typed(inner) => hash_type(byte(hash, b'y'), inner),
        TypeLayout::Wide(inner) => hash_type(byte(hash, b'w'), inner),
        TypeLayout::Record(record) => hash_record(byte(hash, b'r'), record),
        TypeLayout::Enumeration(enumeration) => hash_enumeration(byte(hash, b'e'), enumeration),
        TypeLayout::Recursive(_) => byte(hash, b's'),
        TypeLayout::Any => byte(hash, b'*'),
        TypeLayout::Custom(name) => text(byte(hash, b'c'), name),
        // It changes what is read, not what is written.
        layout => match layout.wrapped() {
            Some(inner) => hash_type(hash, inner),
            None => hash,
        },
    }
}

/// Distinguishes lists of one element type by their encoding: `a` for an Array where another list of such elements would be a packed array,
/// otherwise `l`.
const fn list_mark(list: &TypeLayout<'_>, element: &TypeLayout<'_>) -> u8 {
    let plain = TypeLayout::List(shown(element));
    let (own, plain) =
        (list.written_type(Generation::Godot4), plain.written_type(Generation::Godot4));
    match (own, plain) {
        (Some(VariantType::Array), Some(VariantType::Array)) => b'l',
        (Some(VariantType::Array), _) => b'a',
        _ => b'l',
    }
}

/// Returns an element without the wrappers that are not hashed.
const fn shown<'l>(element: &'l TypeLayout<'l>) -> &'l TypeLayout<'l> {
    match element {
        TypeLayout::Exactly(..) | TypeLayout::Typed(_) | TypeLayout::Wide(_) => element,
        element => match element.wrapped() {
            Some(inner) => shown(inner),
            None => element,
        },
    }
}

const fn hash_record(hash: u64, record: &RecordLayout<'_>) -> u64 {
    let mut hash = byte(byte(hash, record.keyed as u8), record.name_keys as u8);
    hash = number(hash, record.fields.len() as u64);
    each!(field in record.fields => {
        if field.flattened {
            hash = byte(hash, b'+');
        } else if record.keyed {
            hash = text(hash, field.key);
        }
        if !field.always {
            hash = byte(hash, b'?');
        }
        hash = hash_type(hash, field.layout);
    });
    hash
}

const fn hash_enumeration(hash: u64, enumeration: &EnumerationLayout<'_>) -> u64 {
    let mut hash = match enumeration.form {
        EnumerationForm::Names => byte(hash, 1),
        EnumerationForm::Numbers => byte(hash, 2),
        EnumerationForm::External => byte(hash, 3),
        EnumerationForm::Internal(tag) => text(byte(hash, 4), tag),
        EnumerationForm::Adjacent(tag, content) => text(text(byte(hash, 5), tag), content),
        EnumerationForm::Untagged => byte(hash, 6),
        EnumerationForm::Ids => byte(hash, 7),
    };
    hash = number(hash, enumeration.members.len() as u64);
    each!(member in enumeration.members => {
        if !matches!(enumeration.form, EnumerationForm::Untagged) {
            hash = hash_tag(hash, &member.tag);
        }
        hash = match member.content {
            None => hash_type(hash, &TypeLayout::Value(VariantType::Nil, Bounds::None)),
            // Written, unlike no content: `{"name": null}` beside `"name"`.
            Some(content)
                if matches!(shown(content), TypeLayout::Value(VariantType::Nil, _))
                    && !matches!(enumeration.form, EnumerationForm::Untagged) =>
            {
                hash_type(byte(hash, b'n'), content)
            }
            Some(content) => hash_type(hash, content),
        };
    });
    hash
}

/// Returns a fingerprint as sixteen hex digits.
pub const fn digits(fingerprint: u64) -> [u8; 16] {
    let mut digits = [0; 16];
    let mut i = 0;
    while i < 16 {
        let nibble = (fingerprint >> (60 - 4 * i)) as u8 & 15;
        digits[i] = if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 };
        i += 1;
    }
    digits
}

/// Returns hex digits as text.
pub const fn as_text(digits: &[u8; 16]) -> &str {
    match core::str::from_utf8(digits) {
        Ok(text) => text,
        Err(_) => "",
    }
}

/// Fails the build if a layout differs from the pinned one.
#[track_caller]
pub const fn check_layout(layout: &TypeLayout<'_>, pinned: &str) {
    if let Some(sentence) = other_layout(fingerprint(layout), pinned) {
        sentence.fail();
    }
}

/// Returns the error for a pinned layout whose fingerprint has changed, for programs that read schemas.
pub fn layout_mistake(fingerprint: u64, pinned: &str) -> Option<String> {
    other_layout(fingerprint, pinned).map(|sentence| sentence.as_str().into())
}

pub(crate) const fn other_layout(fingerprint: u64, pinned: &str) -> Option<Sentence> {
    let now = digits(fingerprint);
    let bytes = pinned.as_bytes();
    let mut same = bytes.len() == 16;
    let mut i = 0;
    while same && i < 16 {
        same = bytes[i] == now[i];
        i += 1;
    }
    if same {
        return None;
    }
    let now = as_text(&now);
    Some(
        Sentence::new()
            .text("the wire layout changed: its fingerprint is ")
            .name(now)
            .text(" now; if that is meant, write `layout = \"")
            .text(now)
            .text("\"` and ship both sides together, else look for the change here or in a nested type"),
    )
}
