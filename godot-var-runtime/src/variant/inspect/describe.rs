//! The layout of a message as data: what programs walk, what a fingerprint pins, what says which
//! values a reader takes.
//!
//! There is one model for all: `<T as Wire<D>>::LAYOUT` is built while compiling, and the layouts of
//! a schema file are built from its text and borrow from it.

use core::marker::PhantomData;

use crate::variant::derived::facts::Facts;
use crate::variant::derived::shortcuts::NoShortcuts;
use crate::variant::derived::template::Tag;
use crate::variant::format::dialect::Dialect;
use crate::variant::format::rules::Bounds;
use crate::variant::format::types::VariantType;
use crate::variant::traits::Wire;

/// What travels in place of a type, without any byte: the same in every dialect.
///
/// `<T as Wire<D>>::LAYOUT` is the layout of `T`.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TypeLayout<'l> {
    /// A value of one Variant type, within bounds.
    Value(VariantType, Bounds<'l>),
    /// A value that may be Nil.
    Option(&'l Self),
    /// A list: an Array, or the packed array of its elements where the dialect has one.
    List(&'l Self),
    /// A list in the order of its elements; packed if they are texts, else an Array.
    Set(&'l Self),
    /// A list that is always an Array.
    Array(&'l Self),
    /// A list of exactly so many elements.
    FixedList(usize, &'l Self),
    /// An Array of exactly these elements.
    Tuple(&'l [&'l Self]),
    /// A Dictionary of any keys.
    Map(&'l Self, &'l Self),
    /// A text of at most so many bytes, or a list of at most so many elements.
    AtMost(usize, &'l Self),
    /// A container that is written with its declared type.
    Typed(&'l Self),
    /// A float that is always written in 64 bits.
    Wide(&'l Self),
    /// What is read only from the type that is written.
    Strict(&'l Self),
    /// A list that is read only from its packed array, whose elements stay in the message.
    Borrowed(&'l Self),
    /// What has the layout of its only content, but for lists of it, which are always Arrays: a
    /// pointer, or a newtype with its Rust name.
    Newtype(&'l str, &'l Self),
    /// A struct.
    Record(&'l RecordLayout<'l>),
    /// An enum.
    Enumeration(&'l EnumerationLayout<'l>),
    /// A type that contains this field, again.
    Recursive(Again<'l>),
    /// A value of any type.
    Any,
    /// Written by hand-made code; the text names it.
    Custom(&'l str),
}

/// A mention of a type inside itself.
#[derive(Clone, Copy, Debug)]
pub enum Again<'l> {
    /// A compiled type: this gives its layout.
    Compiled(fn() -> &'static TypeLayout<'static>),
    /// The enclosing struct, enum or newtype of this name.
    Named(&'l str),
}

impl<'l> Again<'l> {
    /// The type that is mentioned; `around` gives the types around the mention, the innermost first, with their names.
    /// `None` if none of them has the name.
    pub fn resolve(
        self,
        mut around: impl Iterator<Item = (&'l str, &'l TypeLayout<'l>)>,
    ) -> Option<&'l TypeLayout<'l>> {
        match self {
            Self::Compiled(layout) => Some(layout()),
            Self::Named(name) => around.find(|(own, _)| *own == name).map(|(_, layout)| layout),
        }
    }
}

/// Two mentions say the same: the layout itself says what is mentioned.
impl PartialEq for Again<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Named(own), Self::Named(other)) => own == other,
            (own, other) => core::mem::discriminant(own) == core::mem::discriminant(other),
        }
    }
}

/// The layout of a struct, or of an enum's member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordLayout<'l> {
    /// Its Rust name; not on the wire.
    pub name: &'l str,
    /// Whether it is a Dictionary; an Array otherwise.
    pub keyed: bool,
    /// Whether the keys are StringNames.
    pub name_keys: bool,
    /// Whether a reader refuses keys that it does not know.
    pub deny_unknown: bool,
    /// Its fields, in order.
    pub fields: &'l [FieldLayout<'l>],
}

/// The layout of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own")]
pub struct FieldLayout<'l> {
    /// Its Rust name, where that is not its key.
    pub name: Option<&'l str>,
    /// Its key; in an Array its name, or its position in a tuple.
    pub key: &'l str,
    /// Other keys that a reader takes.
    pub aliases: &'l [&'l str],
    /// What travels.
    pub layout: &'l TypeLayout<'l>,
    /// Whether a reader needs it, if its type is no `Option`.
    pub required: bool,
    /// Whether a writer always writes it.
    pub always: bool,
    /// Whether a reader looks at it.
    pub decoded: bool,
    /// Whether the fields of its layout stand in its place.
    pub flattened: bool,
}

impl<'l> FieldLayout<'l> {
    /// Its Rust name.
    pub fn rust_name(&self) -> &'l str {
        self.name.unwrap_or(self.key)
    }

    /// The same field under this Rust name.
    #[doc(hidden)]
    #[must_use]
    pub const fn named(self, name: &'l str) -> Self {
        Self { name: Some(name), ..self }
    }
}

/// How the variants of an enum are told apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EnumerationForm<'l> {
    /// By name.
    Names,
    /// By number.
    Numbers,
    /// A Dictionary of one pair: the name and the content.
    External,
    /// A pair among those of the content, with this key.
    Internal(&'l str),
    /// A Dictionary of two pairs with these keys.
    Adjacent(&'l str, &'l str),
    /// By what fits first.
    Untagged,
    /// The first element of an Array.
    Ids,
}

/// The layout of an enum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnumerationLayout<'l> {
    /// Its Rust name; not on the wire.
    pub name: &'l str,
    /// How its members are told apart.
    pub form: EnumerationForm<'l>,
    /// Whether a reader refuses keys that it does not know beside a tag.
    pub deny_unknown: bool,
    /// Its members, in order.
    pub members: &'l [MemberLayout<'l>],
    /// The member that takes every value whose tag no other has: its Rust name, and what the whole
    /// value is read as, or nothing if it is skipped.
    pub other: Option<(&'l str, Option<&'l TypeLayout<'l>>)>,
}

/// The layout of an enum's member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemberLayout<'l> {
    /// Its Rust name; not on the wire.
    pub name: &'l str,
    /// What tells it on the wire.
    pub tag: Tag<'l>,
    /// Other names that a reader takes.
    pub aliases: &'l [&'l str],
    /// What it carries; nothing, if it has no fields.
    pub content: Option<&'l TypeLayout<'l>>,
}

/// Describes a field.
pub(in crate::variant) const fn field_layout<'l>(
    key: &'l str,
    aliases: &'l [&'l str],
    layout: &'l TypeLayout<'l>,
    presence: Presence,
) -> FieldLayout<'l> {
    let Presence { required, always, decoded, flattened } = presence;
    FieldLayout { name: None, key, aliases, layout, required, always, decoded, flattened }
}

/// When a field is there.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own")]
pub struct Presence {
    /// Whether a reader needs it.
    pub required: bool,
    /// Whether a writer always writes it.
    pub always: bool,
    /// Whether a reader looks at it.
    pub decoded: bool,
    /// Whether the fields of its layout stand in its place.
    pub flattened: bool,
}

impl Presence {
    /// Always written, needed by a reader.
    pub const REQUIRED: Self =
        Self { required: true, always: true, decoded: true, flattened: false };
    /// Always written, not needed by a reader.
    pub const DEFAULTED: Self = Self { required: false, ..Self::REQUIRED };
    /// Not always written, needed by a reader.
    pub const SKIPPED: Self = Self { always: false, ..Self::REQUIRED };
    /// Not always written, not needed by a reader.
    pub const OPTIONAL: Self = Self { required: false, ..Self::SKIPPED };
    /// Its own fields stand in its place.
    pub const FLATTENED: Self = Self { flattened: true, ..Self::REQUIRED };

    /// The same, of a field that a reader does not look at.
    #[must_use]
    pub const fn unread(self) -> Self {
        Self { required: false, decoded: false, ..self }
    }
}

/// Stands for `T` inside the description of a type that contains itself.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Recursive<T: ?Sized>(PhantomData<fn() -> T>);

/// The layout of `T`, asked for when it is needed.
fn layout_of<D: Dialect, T: Wire<D> + ?Sized>() -> &'static TypeLayout<'static> {
    T::LAYOUT
}

impl<D: Dialect, T: Wire<D> + ?Sized> Wire<D> for Recursive<T> {
    type Shortcuts = NoShortcuts;
    const FACTS: Facts = Facts::varying(&[], 1, usize::MAX);
    const LAYOUT: &'static TypeLayout<'static> =
        &TypeLayout::Recursive(Again::Compiled(layout_of::<D, T>));
}

/// [`Recursive<T>`] where `T` is the type that is described, and `T` where it is another of that name.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecursiveIf<const OWN: bool, T: ?Sized>(PhantomData<fn() -> T>);

impl<D: Dialect, T: Wire<D> + ?Sized> Wire<D> for RecursiveIf<true, T> {
    type Shortcuts = NoShortcuts;
    const FACTS: Facts = <Recursive<T> as Wire<D>>::FACTS;
    const LAYOUT: &'static TypeLayout<'static> = <Recursive<T> as Wire<D>>::LAYOUT;
}

impl<D: Dialect, T: Wire<D> + ?Sized> Wire<D> for RecursiveIf<false, T> {
    type Shortcuts = NoShortcuts;
    const FACTS: Facts = T::FACTS;
    const LAYOUT: &'static TypeLayout<'static> = T::LAYOUT;
    const PACKED: Option<VariantType> = T::PACKED;
    const NULLABLE: bool = T::NULLABLE;
    const OPTIONAL: bool = T::OPTIONAL;
}
