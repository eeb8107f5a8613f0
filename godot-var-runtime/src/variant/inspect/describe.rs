//! The layout of a message as data: what a program can walk, and what a fingerprint pins.

use alloc::string::String;
use core::fmt::Write;

use crate::variant::derived::layout::{Facts, Tag};
use crate::variant::derived::shortcuts::NoShortcuts;
use crate::variant::format::dialect::Dialect;
use crate::variant::traits::Wire;
use crate::variant::{Generation, VariantType};

/// What travels in place of a type, without any byte: the same in every dialect.
///
/// `<T as Wire<D>>::LAYOUT` is the layout of `T`.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TypeLayout {
    /// A value of one Variant type; the text bounds it further, as `u8` does an int.
    Value(VariantType, &'static str),
    /// A value that may be Nil.
    Option(&'static TypeLayout),
    /// A list: an Array, or the packed array of its elements where the dialect has one.
    List(&'static TypeLayout),
    /// A list that is always an Array.
    Array(&'static TypeLayout),
    /// A list of exactly so many elements.
    FixedList(usize, &'static TypeLayout),
    /// An Array of exactly these elements.
    Tuple(&'static [&'static TypeLayout]),
    /// A Dictionary of any keys.
    Map(&'static TypeLayout, &'static TypeLayout),
    /// A text of at most so many bytes, or a list of at most so many elements.
    AtMost(usize, &'static TypeLayout),
    /// A container that is written with its declared type.
    Typed(&'static TypeLayout),
    /// A struct.
    Record(&'static RecordLayout),
    /// An enum.
    Enumeration(&'static EnumerationLayout),
    /// The type that contains this field, again.
    Recursive,
    /// A value of any type.
    Any,
    /// Written by hand-made code; the text names it.
    Custom(&'static str),
}

/// The layout of a struct, or of an enum's member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordLayout {
    /// Its Rust name; not on the wire.
    pub name: &'static str,
    /// Whether it is a Dictionary; an Array otherwise.
    pub keyed: bool,
    /// Whether the keys are StringNames.
    pub name_keys: bool,
    /// Its fields, in order.
    pub fields: &'static [FieldLayout],
}

/// The layout of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldLayout {
    /// Its key, or its position in a tuple.
    pub key: &'static str,
    /// Other keys that a reader takes.
    pub aliases: &'static [&'static str],
    /// What travels.
    pub layout: &'static TypeLayout,
    /// Whether a reader needs it.
    pub required: bool,
    /// Whether a writer always writes it.
    pub always: bool,
    /// Whether the fields of its layout stand in its place.
    pub flattened: bool,
}

/// How the members of an enum are told apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EnumerationForm {
    /// By name.
    Names,
    /// By number.
    Numbers,
    /// A Dictionary of one pair: the name and the content.
    External,
    /// A pair among those of the content, with this key.
    Internal(&'static str),
    /// A Dictionary of two pairs with these keys.
    Adjacent(&'static str, &'static str),
    /// By what fits first.
    Untagged,
    /// The first element of an Array.
    Ids,
}

/// The layout of an enum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnumerationLayout {
    /// Its Rust name; not on the wire.
    pub name: &'static str,
    /// How its members are told apart.
    pub form: EnumerationForm,
    /// Its members, in order.
    pub members: &'static [MemberLayout],
}

/// The layout of an enum's member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemberLayout {
    /// Its Rust name; not on the wire.
    pub name: &'static str,
    /// What tells it on the wire.
    pub tag: Tag<'static>,
    /// What it carries.
    pub content: &'static TypeLayout,
}

/// Describes a field.
pub const fn field_layout(
    key: &'static str,
    aliases: &'static [&'static str],
    layout: &'static TypeLayout,
    presence: Presence,
) -> FieldLayout {
    FieldLayout {
        key,
        aliases,
        layout,
        required: presence.required,
        always: presence.always,
        flattened: presence.flattened,
    }
}

/// When a field is there.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Presence {
    /// Whether a reader needs it.
    pub required: bool,
    /// Whether a writer always writes it.
    pub always: bool,
    /// Whether the fields of its layout stand in its place.
    pub flattened: bool,
}

impl Presence {
    /// Always written, needed by a reader.
    pub const REQUIRED: Self = Self { required: true, always: true, flattened: false };
    /// Always written, not needed by a reader.
    pub const DEFAULTED: Self = Self { required: false, always: true, flattened: false };
    /// Not always written, not needed by a reader.
    pub const OPTIONAL: Self = Self { required: false, always: false, flattened: false };
    /// Its own fields stand in its place.
    pub const FLATTENED: Self = Self { required: true, always: true, flattened: true };
}

// ---------------------------------------------------------------- fingerprint

/// FNV-1a, 64 bits: names, types, order and ids of a layout, through all that is nested in it.
///
/// Rust names, aliases, defaults and bounds are no part of it: they do not change what is written.
///
/// The number does not depend on the dialect, and is stable across versions of this crate.
pub const fn fingerprint(layout: &TypeLayout) -> u64 {
    hash_type(0xcbf2_9ce4_8422_2325, layout)
}

const fn byte(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01b3)
}

const fn text(hash: u64, text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = number(hash, bytes.len() as u64);
    let mut i = 0;
    while i < bytes.len() {
        hash = byte(hash, bytes[i]);
        i += 1;
    }
    hash
}

const fn number(mut hash: u64, number: u64) -> u64 {
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

const fn hash_type(hash: u64, layout: &TypeLayout) -> u64 {
    match layout {
        TypeLayout::Value(kind, bounds) => {
            text(text(byte(hash, b'v'), kind.name(Generation::Godot4)), bounds)
        }
        TypeLayout::Option(inner) => hash_type(byte(hash, b'o'), inner),
        TypeLayout::List(inner) => hash_type(byte(hash, b'l'), inner),
        TypeLayout::Array(inner) => hash_type(byte(hash, b'a'), inner),
        TypeLayout::FixedList(len, inner) => {
            hash_type(number(byte(hash, b'f'), *len as u64), inner)
        }
        TypeLayout::Tuple(elements) => {
            let mut hash = number(byte(hash, b't'), elements.len() as u64);
            let mut i = 0;
            while i < elements.len() {
                hash = hash_type(hash, elements[i]);
                i += 1;
            }
            hash
        }
        TypeLayout::Map(key, value) => hash_type(hash_type(byte(hash, b'm'), key), value),
        TypeLayout::AtMost(_, inner) => hash_type(hash, inner),
        TypeLayout::Typed(inner) => hash_type(byte(hash, b'y'), inner),
        TypeLayout::Record(record) => hash_record(byte(hash, b'r'), record),
        TypeLayout::Enumeration(enumeration) => hash_enumeration(byte(hash, b'e'), enumeration),
        TypeLayout::Recursive => byte(hash, b's'),
        TypeLayout::Any => byte(hash, b'*'),
        TypeLayout::Custom(name) => text(byte(hash, b'c'), name),
    }
}

const fn hash_record(hash: u64, record: &RecordLayout) -> u64 {
    let mut hash = byte(byte(hash, record.keyed as u8), record.name_keys as u8);
    hash = number(hash, record.fields.len() as u64);
    let mut i = 0;
    while i < record.fields.len() {
        let field = &record.fields[i];
        if field.flattened {
            hash = byte(hash, b'+');
        } else if record.keyed {
            hash = text(hash, field.key);
        }
        hash = hash_type(hash, field.layout);
        i += 1;
    }
    hash
}

const fn hash_enumeration(hash: u64, enumeration: &EnumerationLayout) -> u64 {
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
    let mut i = 0;
    while i < enumeration.members.len() {
        let member = &enumeration.members[i];
        if !matches!(enumeration.form, EnumerationForm::Untagged) {
            hash = hash_tag(hash, &member.tag);
        }
        hash = hash_type(hash, member.content);
        i += 1;
    }
    hash
}

/// Sixteen hex digits of a fingerprint.
const fn digits(fingerprint: u64) -> [u8; 16] {
    let mut digits = [0; 16];
    let mut i = 0;
    while i < 16 {
        let nibble = (fingerprint >> (60 - 4 * i)) as u8 & 15;
        digits[i] = if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 };
        i += 1;
    }
    digits
}

/// The fingerprint of `T`'s layout as `#[godot_var(layout = "…")]` takes it.
pub fn layout_fingerprint<D: Dialect, T: Wire<D> + ?Sized>() -> String {
    alloc::format!("{:016x}", fingerprint(T::LAYOUT))
}

/// Fails the build when a layout is not the pinned one.
#[expect(clippy::panic, reason = "evaluated by the compiler, where it fails the build")]
pub const fn check_layout(layout: &TypeLayout, pinned: &str) {
    const BEFORE: &[u8] = b"the wire layout changed: its fingerprint is `";
    const MIDDLE: &[u8] = b"` now; if that is meant, write `layout = \"";
    const AFTER: &[u8] =
        b"\"` and ship both sides together, else look for the change here or in a nested type";
    const LEN: usize = BEFORE.len() + 16 + MIDDLE.len() + 16 + AFTER.len();

    const fn push(message: &mut [u8; LEN], at: usize, piece: &[u8]) -> usize {
        let mut i = 0;
        while i < piece.len() {
            message[at + i] = piece[i];
            i += 1;
        }
        at + i
    }

    let now = digits(fingerprint(layout));
    let bytes = pinned.as_bytes();
    let mut same = bytes.len() == 16;
    let mut i = 0;
    while same && i < 16 {
        same = bytes[i] == now[i];
        i += 1;
    }
    if same {
        return;
    }
    let mut message = [0; LEN];
    let mut at = push(&mut message, 0, BEFORE);
    at = push(&mut message, at, &now);
    at = push(&mut message, at, MIDDLE);
    at = push(&mut message, at, &now);
    push(&mut message, at, AFTER);
    match core::str::from_utf8(&message) {
        Ok(message) => panic!("{}", message),
        Err(_) => panic!("the wire layout changed"),
    }
}

// ---------------------------------------------------------------- keys through flatten

/// Fails the build when two fields of a record have one key, also through flattened structs.
pub const fn check_keys(layout: &TypeLayout) {
    if let TypeLayout::Record(record) = layout {
        let mut i = 0;
        while i < record.fields.len() {
            assert!(
                !record.fields[i].flattened || !repeats(record, i, record.fields[i].layout),
                "a flattened struct repeats a key of this struct; `rename` one of the fields"
            );
            i += 1;
        }
    }
}

/// Whether a flattened layout has a key that another field of the record has.
const fn repeats(record: &RecordLayout, own: usize, flattened: &TypeLayout) -> bool {
    let inner = match flattened {
        TypeLayout::Record(inner) => inner,
        TypeLayout::Option(TypeLayout::Record(inner)) => inner,
        _ => return false,
    };
    let mut i = 0;
    while i < inner.fields.len() {
        let field = &inner.fields[i];
        if field.flattened {
            if repeats(record, own, field.layout) {
                return true;
            }
        } else {
            let mut j = 0;
            while j < record.fields.len() {
                if j != own && has_key(&record.fields[j], field.key) {
                    return true;
                }
                j += 1;
            }
        }
        i += 1;
    }
    false
}

const fn has_key(field: &FieldLayout, key: &str) -> bool {
    if !field.flattened {
        return equal(field.key, key);
    }
    let inner = match field.layout {
        TypeLayout::Record(inner) => inner,
        TypeLayout::Option(TypeLayout::Record(inner)) => inner,
        _ => return false,
    };
    let mut i = 0;
    while i < inner.fields.len() {
        if has_key(&inner.fields[i], key) {
            return true;
        }
        i += 1;
    }
    false
}

const fn equal(a: &str, b: &str) -> bool {
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

// ---------------------------------------------------------------- as text

impl core::fmt::Display for TypeLayout {
    /// An outline: one line a field, nested ones indented.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut text = String::new();
        outline(self, 0, &mut text)?;
        f.write_str(text.trim_end())
    }
}

fn outline(layout: &TypeLayout, depth: usize, out: &mut String) -> core::fmt::Result {
    match layout {
        TypeLayout::Value(kind, "") => out.write_str(kind.name(Generation::Godot4)),
        TypeLayout::Value(kind, bounds) => {
            write!(out, "{} ({bounds})", kind.name(Generation::Godot4))
        }
        TypeLayout::Option(inner) => {
            outline(inner, depth, out)?;
            out.write_str(" or Nil")
        }
        TypeLayout::List(inner) => {
            out.write_str("list of ")?;
            outline(inner, depth, out)
        }
        TypeLayout::Array(inner) => {
            out.write_str("Array of ")?;
            outline(inner, depth, out)
        }
        TypeLayout::FixedList(len, inner) => {
            write!(out, "list of {len} ")?;
            outline(inner, depth, out)
        }
        TypeLayout::Tuple(elements) => {
            write!(out, "Array of {}", elements.len())?;
            for element in *elements {
                indent(depth + 1, out)?;
                outline(element, depth + 1, out)?;
            }
            Ok(())
        }
        TypeLayout::Map(key, value) => {
            out.write_str("Dictionary of ")?;
            outline(key, depth, out)?;
            out.write_str(" to ")?;
            outline(value, depth, out)
        }
        TypeLayout::AtMost(len, inner) => {
            outline(inner, depth, out)?;
            write!(out, ", at most {len}")
        }
        TypeLayout::Typed(inner) => {
            out.write_str("typed ")?;
            outline(inner, depth, out)
        }
        TypeLayout::Record(record) => {
            write!(out, "{} {}", if record.keyed { "Dictionary" } else { "Array" }, record.name)?;
            outline_fields(record, depth + 1, out)
        }
        TypeLayout::Enumeration(enumeration) => {
            match enumeration.form {
                EnumerationForm::Names => out.write_str("name of "),
                EnumerationForm::Numbers => out.write_str("number of "),
                EnumerationForm::External => out.write_str("{name: content} of "),
                EnumerationForm::Internal(tag) => write!(out, "{{{tag:?}: tag, …}} of "),
                EnumerationForm::Adjacent(tag, content) => {
                    write!(out, "{{{tag:?}: tag, {content:?}: content}} of ")
                }
                EnumerationForm::Untagged => out.write_str("one of "),
                EnumerationForm::Ids => out.write_str("[id, …] of "),
            }?;
            out.write_str(enumeration.name)?;
            for member in enumeration.members {
                indent(depth + 1, out)?;
                match member.tag {
                    Tag::Int(id) => write!(out, "{id} {}", member.name),
                    Tag::Text(name) => write!(out, "{name:?} {}", member.name),
                }?;
                match member.content {
                    TypeLayout::Value(VariantType::Nil, _) => {}
                    TypeLayout::Record(record) => outline_fields(record, depth + 2, out)?,
                    content => {
                        out.write_str(": ")?;
                        outline(content, depth + 1, out)?;
                    }
                }
            }
            Ok(())
        }
        TypeLayout::Recursive => out.write_str("the same again"),
        TypeLayout::Any => out.write_str("any value"),
        TypeLayout::Custom(name) => write!(out, "custom ({name})"),
    }
}

fn outline_fields(record: &RecordLayout, depth: usize, out: &mut String) -> core::fmt::Result {
    for field in record.fields {
        indent(depth, out)?;
        if field.flattened {
            out.write_str("the fields of ")?;
        } else {
            write!(out, "{}{}: ", field.key, if field.required { "" } else { "?" })?;
        }
        outline(field.layout, depth, out)?;
    }
    Ok(())
}

fn indent(depth: usize, out: &mut String) -> core::fmt::Result {
    write!(out, "\n{:1$}", "", depth * 2)
}

/// Stands for the type itself inside the description of its fields.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Recursive;

impl<D: Dialect> Wire<D> for Recursive {
    type Shortcuts = NoShortcuts;
    const FACTS: Facts = Facts::open(&[], 1, usize::MAX);
    const LAYOUT: &'static TypeLayout = &TypeLayout::Recursive;
}
