//! Texts with a type of their own, and the element types of containers.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::table::VariantType;

/// An interned text, the type of Godot's `&"name"`. Godot 4 has a type id for it; Godot 3 has no
/// such type, and the writer sends a String.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | 4 | length | u32: bytes of the text |
/// | 4 | length | text | UTF-8, zero padding to 4 |
///
/// (payload, after the 4-byte header)
///
/// # Errors
/// Reading: [`InvalidUtf8`](crate::DecodeErrorKind::InvalidUtf8), and
/// [`InvalidLength`](crate::DecodeErrorKind::InvalidLength) for a length of 2^31 and more.
///
/// # Source
/// The engine 4.6; agrees with `tests/vectors/godot4.jsonl`.
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StringName(pub String);

impl StringName {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for StringName {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<String> for StringName {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Display for StringName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A path in the scene tree: `/root/Main:position:x`.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | 4 | name count | u32, top bit set |
/// | 4 | 4 | subname count | u32 |
/// | 8 | 4 | flags | u32: 1 = absolute |
/// | 12 | | names, then subnames | each: u32 byte length, UTF-8, zero padding to 4 |
///
/// (payload, after the 4-byte header)
///
/// # Errors
/// Reading: [`ObsoleteForm`](crate::DecodeErrorKind::ObsoleteForm) if the top bit of the name count
/// is not set, and the errors of a text for each name.
///
/// # Source
/// The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodePath {
    /// The names of the nodes.
    pub names: Vec<String>,
    /// The property names after the colons.
    pub subnames: Vec<String>,
    /// Whether the path starts at the root.
    pub absolute: bool,
}

impl NodePath {
    /// Parses the text form, `/root/Main:position:x`, as the engine's constructor does.
    pub fn parse(text: &str) -> Self {
        let mut parts = text.split(':');
        let nodes = parts.next().unwrap_or_default();
        Self {
            names: nodes.split('/').filter(|name| !name.is_empty()).map(String::from).collect(),
            subnames: parts.filter(|name| !name.is_empty()).map(String::from).collect(),
            absolute: nodes.starts_with('/'),
        }
    }

    /// The path whose text form is exactly this text, if there is one: `a//b` and `a:` change in
    /// the conversion.
    #[doc(hidden)]
    pub fn of_text(text: &str) -> Option<Self> {
        Some(Self::parse(text)).filter(|path| path.to_string() == text)
    }
}

impl From<&str> for NodePath {
    fn from(text: &str) -> Self {
        Self::parse(text)
    }
}

impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.absolute {
            f.write_str("/")?;
        }
        for (position, name) in self.names.iter().enumerate() {
            if position > 0 {
                f.write_str("/")?;
            }
            f.write_str(name)?;
        }
        for name in &self.subnames {
            write!(f, ":{name}")?;
        }
        Ok(())
    }
}

/// The declared type of a typed container's elements (Arrays of Godot 4.3 and later, Dictionaries of 4.4 and later).
///
/// The header of the container has the kind; the rest follows the header:
///
/// | Kind | Bits | Size | Encoding |
/// |---|---:|---:|---|
/// | none | 0 | 0 | no bytes: the elements have any type |
/// | [`Builtin`](Self::Builtin) | 1 | 4 | u32: the type id |
/// | [`Class`](Self::Class), [`Script`](Self::Script) | 2, 3 | 4 and more | u32 byte length, UTF-8, zero padding to 4 |
///
/// (bits 16 and 17 for the elements of an Array or the keys of a Dictionary, 18 and 19 for the values)
///
/// # Errors
/// Reading: [`UnknownType`](crate::DecodeErrorKind::UnknownType) for a type id that Godot 4 does not have, and the errors of a text.
///
/// # Source
/// The engine 4.6; agrees with `tests/vectors/godot4.jsonl`.
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ElementType {
    /// A builtin type: kind 1, then the u32 type id.
    Builtin(VariantType),
    /// An engine class: kind 2, then its name as a String payload.
    Class(String),
    /// A script: kind 3, then its path as a String payload.
    Script(String),
}
