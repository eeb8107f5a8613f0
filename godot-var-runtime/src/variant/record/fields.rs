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

/// The fields of a record, in order.
///
/// Templates ask for the [`Facts`] of the fields' types, descriptions for their layouts. A type that
/// contains itself has no end of layouts, so nobody may ask for both at once.
#[doc(hidden)]
pub trait RecordFields<D: Dialect, Q: Ask> {
    /// The fields.
    const FIELDS: &'static [Field];
    /// Their layouts. Who asks for facts sees the keys alone: also those of flattened fields.
    const LAYOUTS: &'static [FieldLayout<'static>];
}

/// What a [`RecordFields`] is asked about each type.
pub trait Ask {
    /// The answer for the type `T`.
    type Of<D: Dialect, T: EncodeVariant<D>>: Answer;
    /// The answer for the type `T` of a flattened field.
    type Flattened<D: Dialect, T: EncodeVariant<D> + EncodeEntries<D>>: Answer;
}

/// What is known of a type, as far as it was asked for.
pub trait Answer {
    /// The facts of its encoding.
    const FACTS: Facts = Facts::varying(&[], 1, usize::MAX);
    /// Whether it has a value for a missing field.
    const OPTIONAL: bool = false;
    /// Its layout.
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Any;
}

/// Asks for [`EncodeVariant::FACTS`].
pub struct AskFacts;

/// Asks for [`EncodeVariant::LAYOUT`].
pub struct AskLayouts;

/// The answer to [`AskFacts`].
pub struct FactsOf<D, T>(PhantomData<(D, T)>);

/// The answer to [`AskFacts`] for a flattened field, whose keys take part in those around it.
pub struct KeysOf<D, T>(PhantomData<(D, T)>);

/// The answer for a flattened field that mentions the record itself, in which the mention is cut.
struct CutOf<D, T>(PhantomData<(D, T)>);

/// The answer to [`AskLayouts`].
pub struct LayoutOf<D, T>(PhantomData<(D, T)>);

impl Ask for AskFacts {
    type Of<D: Dialect, T: EncodeVariant<D>> = FactsOf<D, T>;
    type Flattened<D: Dialect, T: EncodeVariant<D> + EncodeEntries<D>> = KeysOf<D, T>;
}

impl Ask for AskLayouts {
    type Of<D: Dialect, T: EncodeVariant<D>> = LayoutOf<D, T>;
    type Flattened<D: Dialect, T: EncodeVariant<D> + EncodeEntries<D>> = LayoutOf<D, T>;
}

impl<D: Dialect, T: EncodeVariant<D>> Answer for FactsOf<D, T> {
    const FACTS: Facts = T::FACTS;
    const OPTIONAL: bool = T::OPTIONAL;
}

impl<D: Dialect, T: EncodeVariant<D> + EncodeEntries<D>> Answer for KeysOf<D, T> {
    const FACTS: Facts = T::FACTS;
    const OPTIONAL: bool = T::OPTIONAL;
    const LAYOUT: &'static TypeLayout<'static> = T::KEYS;
}

impl<D: Dialect, T: EncodeVariant<D>> Answer for CutOf<D, T> {
    const FACTS: Facts = T::FACTS;
    const LAYOUT: &'static TypeLayout<'static> = T::LAYOUT;
}

impl<D: Dialect, T: EncodeVariant<D>> Answer for LayoutOf<D, T> {
    const LAYOUT: &'static TypeLayout<'static> = T::LAYOUT;
}

/// The field `key` of type `T` in a Dictionary.
pub const fn field<D: Dialect, Q: Ask, T: EncodeVariant<D>>(key: &'static str) -> Field {
    recursive_field::<D, Q, T, T>(key)
}

/// The field `name` of type `T` in an Array.
pub const fn element<D: Dialect, Q: Ask, T: EncodeVariant<D>>(name: &'static str) -> Field {
    recursive_element::<D, Q, T, T>(name)
}

/// As [`field`] for a type that mentions the record itself; in `L` that mention is cut.
pub const fn recursive_field<D: Dialect, Q: Ask, T: EncodeVariant<D>, L: EncodeVariant<D>>(
    key: &'static str,
) -> Field {
    Unnamed::<Q::Of<D, T>, Q::Of<D, L>>::FIELD.keyed(key)
}

/// The field of type `T` whose pairs stand among those of the record.
pub const fn flattened_field<D: Dialect, Q: Ask, T: EncodeVariant<D> + EncodeEntries<D>>(
    name: &'static str,
) -> Field {
    Unnamed::<Q::Flattened<D, T>, Q::Flattened<D, T>>::FIELD.keyed(name)
}

/// As [`flattened_field`] for a type that mentions the record itself; in `L` that mention is cut.
pub const fn recursive_flattened<D: Dialect, Q: Ask, T: EncodeVariant<D>, L: EncodeVariant<D>>(
    name: &'static str,
) -> Field {
    Unnamed::<Q::Of<D, T>, CutOf<D, L>>::FIELD.keyed(name)
}

/// What a field has of its type, which is evaluated once for all fields of the type.
struct Unnamed<T, L>(PhantomData<(T, L)>);

impl<T: Answer, L: Answer> Unnamed<T, L> {
    const FIELD: Field = {
        // Those of `T` are the same, as a type that contains itself has no bound.
        let facts = L::FACTS;
        Field {
            keyed: false,
            key_words: 0,
            prefix_words: facts.prefix.len(),
            usual_words: facts.usual.len(),
            facts,
            optional: T::OPTIONAL,
            layout: field_layout("", &[], L::LAYOUT, Presence::REQUIRED),
        }
    };
}

/// As [`element`] for a type that mentions the record itself; in `L` that mention is cut.
pub const fn recursive_element<D: Dialect, Q: Ask, T: EncodeVariant<D>, L: EncodeVariant<D>>(
    name: &'static str,
) -> Field {
    Field { keyed: false, key_words: 0, ..recursive_field::<D, Q, T, L>(name) }
}

/// The layouts of fields.
pub const fn layouts<const N: usize>(fields: &[Field]) -> [FieldLayout<'static>; N] {
    const NONE: FieldLayout<'static> = field_layout("", &[], &TypeLayout::Any, Presence::REQUIRED);
    let mut layouts = [NONE; N];
    let mut i = 0;
    while i < N {
        layouts[i] = fields[i].layout;
        i += 1;
    }
    layouts
}
