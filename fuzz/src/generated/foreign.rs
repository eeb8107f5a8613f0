//! The generated types for tests of what is generated of their schema: code of each language, and dissectors.

use std::collections::BTreeSet;

pub use super::Again;
use super::{Entry, flat, litenet, lludp, variant};
pub use crate::sample::Random;

/// A generated type.
pub struct Type {
    /// Its name in the schema.
    pub name: &'static str,
    /// Whether all that is written is read as the same bytes again.
    pub exact: bool,
    /// Whether a program that has only the schema reads and writes the same fields.
    pub plain: bool,
    /// Whether 32 bits are enough for its components, as most engines have them.
    pub single: bool,
    /// Makes a message from a number.
    pub sample: fn(u64) -> Vec<u8>,
    /// Reads a message and writes it again.
    pub again: fn(&[u8]) -> Again,
    /// Whether a float of a message is no number. Its bits are lost on the way.
    pub has_nan: fn(&[u8]) -> bool,
}

/// The source of types, and the types without those that a derive has made of them.
type Schema = (&'static str, Vec<Type>);

fn schema(source: &'static str, entries: Vec<Entry>) -> Schema {
    let of = |Entry { name, traits, sample, again, has_nan, .. }: Entry| Type {
        name,
        exact: traits.exact,
        plain: traits.plain && traits.mutual,
        single: traits.single,
        sample,
        again,
        has_nan,
    };
    let mut types: Vec<_> = entries.into_iter().map(of).collect();
    let mut names = BTreeSet::new();
    types.retain(|ty| names.insert(ty.name));
    (source, types)
}

/// Messages as Variants of Godot 4.
pub fn godot4() -> Schema {
    schema(variant::SOURCE, variant::godot4())
}

/// Messages as Variants of Godot 3. The source has more types.
pub fn godot3() -> Schema {
    schema(variant::SOURCE, variant::godot3())
}

/// Flat messages.
pub fn flat() -> Schema {
    schema(flat::SOURCE, flat::entries())
}

/// Messages of LiteNetLibManager of July 2018.
pub fn litenet2018() -> Schema {
    schema(litenet::SOURCE, litenet::of_2018())
}

/// Messages of LiteNetLibManager of today.
pub fn litenet_head() -> Schema {
    schema(litenet::SOURCE, litenet::of_head())
}

/// Messages of LLUDP. The source is a template.
pub fn lludp() -> Schema {
    schema(lludp::TEMPLATE, lludp::entries())
}
