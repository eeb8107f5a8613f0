//! The layouts of types, structs, enums and fields.

use super::bounds::Bounds;
use super::fingerprint::name_hash;
use crate::variant::types::VariantType;

/// The layout of a type, the same in every dialect.
///
/// `<T as Describe>::LAYOUT` is the layout of `T`.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TypeLayout<'l> {
    /// A value of one Variant type, with bounds.
    Value(VariantType, Bounds<'l>),
    /// A value or Nil.
    Option(&'l Self),
    /// A list: the packed array of its elements if the dialect has one, otherwise an Array.
    List(&'l Self),
    /// A sorted list: a packed array if its elements are texts, otherwise an Array.
    Set(&'l Self),
    /// A list that is always an Array.
    Array(&'l Self),
    /// A list with exactly this number of elements.
    Exactly(usize, &'l Self),
    /// An Array with exactly these elements.
    Tuple(&'l [&'l Self]),
    /// A Dictionary with any keys.
    Map(&'l Self, &'l Self),
    /// A text or list with a maximum length, in bytes or elements.
    AtMost(usize, &'l Self),
    /// A container that is written with its declared type.
    Typed(&'l Self),
    /// A float that is always written in 64 bits.
    Wide(&'l Self),
    /// A value that is read only from the type that is written.
    Strict(&'l Self),
    /// A list that is read only from its packed array and borrows its elements from the message.
    Borrowed(&'l Self),
    /// A pointer, or a newtype with its Rust name. It has the layout of its content, but a list of it is always an Array.
    Newtype(&'l str, &'l Self),
    /// A struct.
    Record(&'l RecordLayout<'l>),
    /// An enum.
    Enumeration(&'l EnumerationLayout<'l>),
    /// A type inside itself.
    Recursive(Again<'l>),
    /// A value of any type.
    Any,
    /// Written by custom code; the text names it.
    Custom(&'l str),
}

impl<'l> TypeLayout<'l> {
    /// The layout inside one that changes how a value of it is written or read.
    pub const fn wrapped(&self) -> Option<&'l Self> {
        match self {
            Self::AtMost(_, inner)
            | Self::Exactly(_, inner)
            | Self::Typed(inner)
            | Self::Wide(inner)
            | Self::Strict(inner)
            | Self::Borrowed(inner)
            | Self::Newtype(_, inner) => Some(inner),
            _ => None,
        }
    }

    /// One of the layouts directly inside, except those of fields and variants.
    pub(super) const fn part(&self, index: usize) -> Option<&Self> {
        match (*self, index) {
            (Self::Map(_, value), 1) => Some(value),
            (Self::Tuple(elements), _) if index < elements.len() => Some(elements[index]),
            (
                Self::Option(inner)
                | Self::List(inner)
                | Self::Set(inner)
                | Self::Array(inner)
                | Self::Map(inner, _),
                0,
            ) => Some(inner),
            (_, 0) => self.wrapped(),
            _ => None,
        }
    }

    /// The layout inside all such layouts and options.
    pub(super) const fn content(&self) -> &Self {
        match (*self, self.wrapped()) {
            (Self::Option(inner), _) | (_, Some(inner)) => inner.content(),
            (_, None) => self,
        }
    }
}

/// A reference to a surrounding type.
#[derive(Clone, Copy, Debug)]
pub enum Again<'l> {
    /// A compiled type: the hash of its Rust name, and a function that returns its layout.
    Compiled(u64, fn() -> &'static TypeLayout<'static>),
    /// The surrounding struct, enum or newtype with this name.
    Named(&'l str),
}

impl<'l> Again<'l> {
    /// Returns the hash of the Rust name.
    pub(crate) const fn name(self) -> u64 {
        match self {
            Self::Compiled(name, _) => name,
            Self::Named(name) => name_hash(name),
        }
    }

    /// Returns the layout that this refers to. `around` has the surrounding types with their names, innermost first. Returns `None` if none
    /// of them has the name.
    pub fn resolve(
        self,
        mut around: impl Iterator<Item = (&'l str, &'l TypeLayout<'l>)>,
    ) -> Option<&'l TypeLayout<'l>> {
        match self {
            Self::Compiled(_, layout) => Some(layout()),
            Self::Named(name) => around.find(|(own, _)| *own == name).map(|(_, layout)| layout),
        }
    }
}

/// References are equal if they have the same name, because the layout itself determines what they refer to.
impl PartialEq for Again<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

/// The layout of a struct or of an enum's variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordLayout<'l> {
    /// The Rust name; not on the wire.
    pub name: &'l str,
    /// Whether it is a Dictionary; otherwise it is an Array.
    pub keyed: bool,
    /// Whether the keys are StringNames.
    pub name_keys: bool,
    /// Whether a reader refuses unknown keys.
    pub deny_unknown: bool,
    /// The fields, in order.
    pub fields: &'l [FieldLayout<'l>],
}

impl RecordLayout<'_> {
    /// Returns the same record with StringNames as keys.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_name_keys(self) -> Self {
        Self { name_keys: true, ..self }
    }

    /// Returns the same record for readers that refuse unknown keys.
    #[doc(hidden)]
    #[must_use]
    pub const fn denying_unknown(self) -> Self {
        Self { deny_unknown: true, ..self }
    }
}

/// The layout of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own")]
pub struct FieldLayout<'l> {
    /// The Rust name, if it differs from the key.
    pub name: Option<&'l str>,
    /// The key. In an Array it is the name, or the position in a tuple.
    pub key: &'l str,
    /// Other keys that a reader accepts.
    pub aliases: &'l [&'l str],
    /// The layout of the value.
    pub layout: &'l TypeLayout<'l>,
    /// Whether a reader requires it, unless its type is `Option`.
    pub required: bool,
    /// Whether a writer always writes it.
    pub always: bool,
    /// Whether a reader reads it.
    pub decoded: bool,
    /// Whether the fields of its layout replace it.
    pub flattened: bool,
}

impl<'l> FieldLayout<'l> {
    /// Returns the Rust name.
    pub const fn rust_name(&self) -> &'l str {
        match self.name {
            Some(name) => name,
            None => self.key,
        }
    }

    /// Returns the name in an Array of this many fields and ids. The only field of a newtype variant has none.
    pub const fn name_in_array(&self, fields: usize, ids: usize) -> &'l str {
        if fields == 1 && ids == 1 && matches!(self.key.as_bytes(), b"0") { "" } else { self.key }
    }

    /// Returns the same field with other keys that a reader accepts.
    #[doc(hidden)]
    #[must_use]
    pub const fn aliased(self, aliases: &'l [&'l str]) -> Self {
        Self { aliases, ..self }
    }

    /// Returns the same field with this presence.
    #[doc(hidden)]
    #[must_use]
    pub const fn present(self, presence: Presence) -> Self {
        let Presence { required, always, decoded, flattened } = presence;
        Self { required, always, decoded, flattened, ..self }
    }

    /// Returns the same field with this Rust name.
    #[doc(hidden)]
    #[must_use]
    pub const fn named(self, name: &'l str) -> Self {
        Self { name: Some(name), ..self }
    }
}

/// How the variants of an enum are distinguished.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EnumerationForm<'l> {
    /// By name.
    Names,
    /// By number.
    Numbers,
    /// By a Dictionary with one pair: the name and the content.
    External,
    /// By a pair with this key among those of the content.
    Internal(&'l str),
    /// By a Dictionary with two pairs, which have these keys.
    Adjacent(&'l str, &'l str),
    /// By the first variant that fits.
    Untagged,
    /// By the first element of an Array.
    Ids,
}

/// The layout of an enum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnumerationLayout<'l> {
    /// The Rust name; not on the wire.
    pub name: &'l str,
    /// How the variants are distinguished.
    pub form: EnumerationForm<'l>,
    /// Whether a reader refuses unknown keys next to a tag.
    pub deny_unknown: bool,
    /// The variants, in order.
    pub members: &'l [MemberLayout<'l>],
    /// The variant for values with any other tag: its Rust name, and the layout for the whole value, or `None` if the value is skipped.
    pub other: Option<(&'l str, Option<&'l TypeLayout<'l>>)>,
}

/// The layout of an enum's variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemberLayout<'l> {
    /// The Rust name; not on the wire.
    pub name: &'l str,
    /// Its name, number or id on the wire.
    pub tag: Tag<'l>,
    /// Other names that a reader accepts.
    pub aliases: &'l [&'l str],
    /// The layout of its content, or `None` if it has no fields.
    pub content: Option<&'l TypeLayout<'l>>,
}

/// Makes the layout of a field.
pub(crate) const fn field_layout<'l>(
    key: &'l str,
    aliases: &'l [&'l str],
    layout: &'l TypeLayout<'l>,
    presence: Presence,
) -> FieldLayout<'l> {
    let Presence { required, always, decoded, flattened } = presence;
    FieldLayout { name: None, key, aliases, layout, required, always, decoded, flattened }
}

/// When a field is present.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own")]
pub struct Presence {
    /// Whether a reader requires it.
    pub required: bool,
    /// Whether a writer always writes it.
    pub always: bool,
    /// Whether a reader reads it.
    pub decoded: bool,
    /// Whether the fields of its layout replace it.
    pub flattened: bool,
}

impl Presence {
    /// Always written, required by a reader.
    pub const REQUIRED: Self =
        Self { required: true, always: true, decoded: true, flattened: false };
    /// Always written, not required by a reader.
    pub const DEFAULTED: Self = Self { required: false, ..Self::REQUIRED };
    /// Not always written, required by a reader.
    pub const SKIPPED: Self = Self { always: false, ..Self::REQUIRED };
    /// Not always written, not required by a reader.
    pub const OPTIONAL: Self = Self { required: false, ..Self::SKIPPED };
    /// Replaced by its own fields.
    pub const FLATTENED: Self = Self { flattened: true, ..Self::REQUIRED };

    /// Returns the same presence for a field that readers ignore.
    #[must_use]
    pub const fn unread(self) -> Self {
        Self { required: false, decoded: false, ..self }
    }
}

/// A tag or message id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag<'a> {
    /// A number.
    Int(i64),
    /// A text.
    Text(&'a str),
}
