//! The table of a record's fields: the one place where derived code says key and type of each.

use core::marker::PhantomData;

use super::entries::EncodeEntries;
use super::slot::key_words;
use crate::variant::layout::{FieldLayout, Presence, TypeLayout, field_layout};
use crate::variant::traits::EncodeVariant;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Facts;

/// One field of a record.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Whether it stands in a Dictionary, under its key.
    pub(super) keyed: bool,
    /// How many words its key has in a Dictionary; none in an Array.
    pub(super) key_words: usize,
    /// How many words the prefix and the usual form have.
    pub(super) prefix_words: usize,
    pub(super) usual_words: usize,
    /// What is known of the encoding of its type.
    pub facts: Facts,
    /// Whether its type has a value for a missing field.
    pub optional: bool,
    /// What it looks like from outside.
    pub layout: FieldLayout<'static>,
}

impl Field {
    /// The field in a Dictionary.
    const fn keyed(mut self, key: &'static str) -> Self {
        self.keyed = true;
        self.key_words = key_words(key);
        self.layout.key = key;
        self
    }

    /// The field with other keys that a reader takes.
    #[must_use]
    pub const fn aliased(mut self, aliases: &'static [&'static str]) -> Self {
        self.layout.aliases = aliases;
        self
    }

    /// The field whose Rust name is another one than its key.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Self {
        self.layout = self.layout.named(name);
        self
    }

    /// The field that is not always there.
    #[must_use]
    pub const fn present(mut self, presence: Presence) -> Self {
        self.layout =
            field_layout(self.layout.key, self.layout.aliases, self.layout.layout, presence);
        self
    }
}

/// The fields of a record, in order: with the facts of their types, or with the layouts if `LAYOUTS`.
///
/// Nothing may ask for both at once: types that contain each other have facts, but no end of layouts.
#[doc(hidden)]
pub trait RecordFields<D: Dialect, const LAYOUTS: bool> {
    /// The fields.
    const FIELDS: &'static [Field];
    /// Their layouts; without `LAYOUTS` their keys alone, also those of flattened fields.
    const LAYOUTS: &'static [FieldLayout<'static>];
}

/// The fields of a record, with the facts of their types.
pub(super) const fn fields_of<D: Dialect, R: RecordFields<D, false> + ?Sized>() -> &'static [Field]
{
    R::FIELDS
}

/// The field `key` of type `T` in a Dictionary.
pub const fn field<D: Dialect, const LAYOUTS: bool, T: EncodeVariant<D>>(
    key: &'static str,
) -> Field {
    OfType::<D, T, LAYOUTS>::FIELD.keyed(key)
}

/// The field `name` of type `T` in an Array.
pub const fn element<D: Dialect, const LAYOUTS: bool, T: EncodeVariant<D>>(
    name: &'static str,
) -> Field {
    let mut field = OfType::<D, T, LAYOUTS>::FIELD;
    field.layout.key = name;
    field
}

/// The field of type `T` whose pairs are among those of the record.
pub const fn flattened_field<
    D: Dialect,
    const LAYOUTS: bool,
    T: EncodeVariant<D> + EncodeEntries<D>,
>(
    name: &'static str,
) -> Field {
    let mut field = OfType::<D, T, LAYOUTS>::FIELD;
    if !LAYOUTS {
        field.layout.layout = keys::<D, T>();
    }
    field.keyed(name)
}

/// As [`flattened_field`] for a type that mentions the record itself. In `T` that mention is replaced, so it has both
/// facts and a layout.
pub const fn recursive_flattened<D: Dialect, T: EncodeVariant<D>>(name: &'static str) -> Field {
    let mut field = known::<D, T>();
    field.layout.layout = layout::<D, T>();
    field.keyed(name)
}

/// What a field has of its type, which is evaluated once for all fields of the type.
struct OfType<D, T, const LAYOUTS: bool>(PhantomData<(D, T)>);

impl<D: Dialect, T: EncodeVariant<D>, const LAYOUTS: bool> OfType<D, T, LAYOUTS> {
    const FIELD: Field = if LAYOUTS {
        Field { layout: unnamed(layout::<D, T>()), ..UNKNOWN }
    } else {
        known::<D, T>()
    };
}

// The compiler evaluates the constants in a function when it is called. Written out in `FIELD`, those of both cases would
// be evaluated.

const fn known<D: Dialect, T: EncodeVariant<D>>() -> Field {
    let facts = T::FACTS;
    Field {
        prefix_words: facts.prefix.len(),
        usual_words: facts.usual.len(),
        facts,
        optional: T::OPTIONAL,
        ..UNKNOWN
    }
}

const fn layout<D: Dialect, T: EncodeVariant<D>>() -> &'static TypeLayout<'static> {
    T::LAYOUT
}

const fn keys<D: Dialect, T: EncodeEntries<D>>() -> &'static TypeLayout<'static> {
    T::KEYS
}

/// A field of which nothing is known.
const UNKNOWN: Field = Field {
    keyed: false,
    key_words: 0,
    prefix_words: 0,
    usual_words: 0,
    facts: Facts::varying(&[], 1, usize::MAX),
    optional: false,
    layout: unnamed(&TypeLayout::Any),
};

const fn unnamed(layout: &'static TypeLayout<'static>) -> FieldLayout<'static> {
    field_layout("", &[], layout, Presence::REQUIRED)
}

/// The layouts of fields.
pub const fn layouts<const N: usize>(fields: &[Field]) -> [FieldLayout<'static>; N] {
    let mut layouts = [UNKNOWN.layout; N];
    let mut i = 0;
    while i < N {
        layouts[i] = fields[i].layout;
        i += 1;
    }
    layouts
}
