//! The fingerprint of a layout: a number that changes when the bytes do.

use super::bounds::Bounds;
use super::keys::equal;
use super::model::{EnumerationForm, EnumerationLayout, RecordLayout, Tag, TypeLayout};
use crate::variant::types::{Generation, VariantType};

/// Returns the FNV-1a hash (64 bits) of the names, types, order and ids in a layout and all nested layouts.
///
/// It does not include Rust names, aliases, defaults and maximum lengths, because they do not change the written bytes.
///
/// The number does not depend on the dialect, and is stable across versions of this crate.
pub const fn fingerprint(layout: &TypeLayout<'_>) -> u64 {
    hash_type(START, layout, Around::NOTHING)
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
    bytes(hash, text.as_bytes())
}

pub(crate) const fn bytes(hash: u64, bytes: &[u8]) -> u64 {
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

/// Returns the hash of a Rust name, by which a layout refers to a surrounding type.
pub const fn name_hash(name: &str) -> u64 {
    text(START, name)
}

/// What is around a layout.
#[derive(Clone, Copy)]
pub(crate) struct Around<'a> {
    /// How many layouts, without those that are not hashed.
    level: u64,
    /// The types, innermost first.
    types: Option<&'a Surrounding<'a>>,
}

/// A type around a layout.
pub(crate) struct Surrounding<'a> {
    name: &'a str,
    level: u64,
    /// Whether it is a struct or an enum, and no newtype.
    has_members: bool,
    outer: Option<&'a Surrounding<'a>>,
}

impl<'a> Around<'a> {
    pub(crate) const NOTHING: Self = Self { level: 0, types: None };

    /// A type that has this around it.
    pub(crate) const fn named(self, name: &'a str, has_members: bool) -> Surrounding<'a> {
        Surrounding { name, level: self.level, has_members, outer: self.types }
    }

    /// Puts a type around.
    pub(crate) const fn within<'b>(self, surrounding: &'b Surrounding<'b>) -> Around<'b>
    where
        'a: 'b,
    {
        Around { level: self.level, types: Some(surrounding) }
    }

    /// Goes into a layout.
    pub(crate) const fn inside(self) -> Self {
        Self { level: self.level + 1, ..self }
    }

    /// Hashes a reference to a surrounding type: as `near` if it is to the innermost struct or enum, and otherwise as `far` with the
    /// distance. Rust names are not hashed, because they do not change the bytes.
    pub(crate) const fn reference(self, hash: u64, name: u64, (near, far): (u8, u8)) -> u64 {
        let mut innermost = None;
        let mut next = self.types;
        while let Some(surrounding) = next {
            if surrounding.has_members && innermost.is_none() {
                innermost = Some(surrounding.level);
            }
            if name_hash(surrounding.name) == name {
                return match innermost {
                    Some(level) if level == surrounding.level => byte(hash, near),
                    _ => number(byte(hash, far), self.level - surrounding.level),
                };
            }
            next = surrounding.outer;
        }
        // A type that is not around, as the attribute `recursive` of a flat message can name one.
        byte(hash, near)
    }
}

const fn hash_tag(hash: u64, tag: &Tag<'_>) -> u64 {
    match tag {
        Tag::Int(id) => number(byte(hash, 1), *id as u64),
        Tag::Text(name) => text(byte(hash, 2), name),
    }
}

const fn hash_type(hash: u64, layout: &TypeLayout<'_>, around: Around<'_>) -> u64 {
    let inside = around.inside();
    match layout {
        TypeLayout::Value(kind, bounds) => {
            text(text(byte(hash, b'v'), kind.name(Generation::Godot4)), bounds.name())
        }
        TypeLayout::Option(inner) => hash_type(byte(hash, b'o'), inner, inside),
        TypeLayout::List(inner) | TypeLayout::Set(inner) | TypeLayout::Array(inner) => {
            hash_type(byte(hash, list_mark(layout, inner)), inner, inside)
        }
        TypeLayout::Exactly(len, list) => {
            let hash = number(byte(hash, b'f'), *len as u64);
            match list {
                TypeLayout::List(inner) | TypeLayout::Array(inner)
                    if list_mark(list, inner) == b'l' =>
                {
                    hash_type(hash, inner, inside)
                }
                list => hash_type(hash, list, inside),
            }
        }
        TypeLayout::Tuple(elements) => {
            let mut hash = number(byte(hash, b't'), elements.len() as u64);
            each!(element in elements => {
                hash = hash_type(hash, element, inside);
            });
            hash
        }
        TypeLayout::Map(key, value) => {
            hash_type(hash_type(byte(hash, b'm'), key, inside), value, inside)
        }
        TypeLayout::Typed(inner) => hash_type(byte(hash, b'y'), inner, inside),
        TypeLayout::Wide(inner) => hash_type(byte(hash, b'w'), inner, inside),
        TypeLayout::Record(record) => {
            let own = around.named(record.name, true);
            hash_record(byte(hash, b'r'), record, around.within(&own).inside())
        }
        TypeLayout::Enumeration(enumeration) => {
            let own = around.named(enumeration.name, true);
            hash_enumeration(byte(hash, b'e'), enumeration, around.within(&own).inside())
        }
        TypeLayout::Recursive(again) => around.reference(hash, again.name(), (b's', b'S')),
        TypeLayout::Any => byte(hash, b'*'),
        TypeLayout::Custom(name) => text(byte(hash, b'c'), name),
        TypeLayout::Newtype(name, inner) => {
            let own = around.named(name, false);
            hash_type(hash, inner, around.within(&own))
        }
        // It changes what is read, not what is written.
        layout => match layout.wrapped() {
            Some(inner) => hash_type(hash, inner, around),
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

const fn hash_record(hash: u64, record: &RecordLayout<'_>, around: Around<'_>) -> u64 {
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
        hash = hash_type(hash, field.layout, around);
    });
    hash
}

const fn hash_enumeration(
    hash: u64,
    enumeration: &EnumerationLayout<'_>,
    around: Around<'_>,
) -> u64 {
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
            None => hash_type(hash, &TypeLayout::Value(VariantType::Nil, Bounds::None), around),
            // Written, unlike no content: `{"name": null}` next to `"name"`.
            Some(content)
                if matches!(shown(content), TypeLayout::Value(VariantType::Nil, _))
                    && !matches!(enumeration.form, EnumerationForm::Untagged) =>
            {
                hash_type(byte(hash, b'n'), content, around)
            }
            // The fields of the variant itself are no type, so nothing refers to them.
            Some(TypeLayout::Record(record)) if is_path_in(record.name, enumeration.name) => {
                hash_record(byte(hash, b'r'), record, around.inside())
            }
            Some(content) => hash_type(hash, content, around),
        };
    });
    hash
}

/// Whether a name is that of a variant: `Shape::Circle` in `Shape`.
const fn is_path_in(name: &str, enumeration: &str) -> bool {
    match name.as_bytes().split_at_checked(enumeration.len()) {
        Some((start, [b':', b':', ..])) => bytes(START, start) == name_hash(enumeration),
        _ => false,
    }
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

/// Returns the list of fingerprints that begins with this one, among those of all schemas.
///
/// `godot-var generate` writes the lists: the fingerprints of the versions of a schema that play together, the present one first. In a
/// constant, a schema that changed since then fails the build.
///
/// ```
/// use godot_var_runtime::variant::accepted;
///
/// const LAYOUT: &str = "533cb293b52ceaa0";
/// const ALL: &[&[&str]] = &[&["0123456789abcdef"], &["533cb293b52ceaa0", "20d3a59567d885e7"]];
/// const ACCEPTED: &[&str] = accepted(ALL, LAYOUT);
/// assert!(ACCEPTED.contains(&"20d3a59567d885e7"));
/// ```
///
/// # Panics
/// If no list begins with the fingerprint.
#[expect(clippy::panic, reason = "evaluated by the compiler, where it fails the build")]
pub const fn accepted(
    lists: &'static [&'static [&'static str]],
    layout: &str,
) -> &'static [&'static str] {
    let mut at = 0;
    while at < lists.len() {
        if let [present, ..] = lists[at]
            && equal(present, layout)
        {
            return lists[at];
        }
        at += 1;
    }
    panic!(
        "the schema changed since `godot-var generate` wrote the accepted fingerprints: run it again"
    )
}
