//! The table of a record's fields: their keys, the facts of their types, and their layouts.

use core::marker::PhantomData;

use super::adapt::EncodeAs;
use super::slot::key_words;
use super::template::Template;
use crate::variant::layout::{FieldLayout, Presence, RecordLayout, TypeLayout, field_layout};
use crate::variant::traits::Describe;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Facts;

/// One field of a record.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Whether it is in a Dictionary, under its key.
    pub(super) keyed: bool,
    /// The words of its key; 0 in an Array.
    pub(super) key_words: usize,
    /// The words of the prefix and of the usual form.
    pub(super) prefix_words: usize,
    pub(super) usual_words: usize,
    /// What is known of the encoding of its type.
    pub facts: Facts,
    /// Whether its type has a value for a missing field.
    pub optional: bool,
    /// Its keys, without its layout.
    pub layout: FieldLayout<'static>,
}

/// The field of a record, without the layout of its type.
pub const fn field(key: &'static str) -> FieldLayout<'static> {
    field_layout(key, &[], &TypeLayout::Any, Presence::REQUIRED)
}

/// The field of type `T` whose pairs are among those of the record.
pub const fn flattened<T: Describe>(name: &'static str) -> FieldLayout<'static> {
    field_layout(name, &[], T::KEYS, Presence::FLATTENED)
}

/// A record in a Dictionary.
pub const fn dictionary(
    name: &'static str,
    fields: &'static [FieldLayout<'static>],
) -> RecordLayout<'static> {
    RecordLayout { name, keyed: true, name_keys: false, deny_unknown: false, fields }
}

/// A record in an Array.
pub const fn array(
    name: &'static str,
    fields: &'static [FieldLayout<'static>],
) -> RecordLayout<'static> {
    RecordLayout { keyed: false, ..dictionary(name, fields) }
}

/// The record in the [`KEYS`](Describe::KEYS) of its type.
pub const fn record_of(keys: &TypeLayout<'static>) -> &'static RecordLayout<'static> {
    match keys {
        TypeLayout::Record(record) => record,
        _ => &const { array("", &[]) },
    }
}

/// What is known of the type of a field in a dialect.
#[derive(Clone, Copy, Debug)]
pub struct FieldType {
    facts: Facts,
    prefix_words: usize,
    usual_words: usize,
    optional: bool,
}

/// One constant for each codec and type, which all fields of these share.
struct Known<D, M, T>(PhantomData<(D, M, T)>);

impl<D: Dialect, M: EncodeAs<D, T>, T> Known<D, M, T> {
    const TYPE: FieldType = FieldType {
        facts: M::FACTS,
        prefix_words: M::FACTS.prefix.len(),
        usual_words: M::FACTS.usual.len(),
        optional: M::OPTIONAL,
    };
}

/// What is known of a `T` in the encoding of the codec `M`.
pub const fn field_type<D: Dialect, M: EncodeAs<D, T>, T>() -> FieldType {
    Known::<D, M, T>::TYPE
}

/// The fields of a record whose types these are.
pub const fn fields<D: Dialect, R: Template<D> + ?Sized, const N: usize>(
    types: [FieldType; N],
) -> [Field; N] {
    let record = R::RECORD;
    let mut fields = [const { Field::UNKNOWN }; N];
    let mut i = 0;
    while i < N {
        let FieldType { facts, prefix_words, usual_words, optional } = types[i];
        let layout = record.fields[i];
        let keyed = record.keyed;
        let key_words = if keyed { key_words(layout.key) } else { 0 };
        fields[i] = Field { keyed, key_words, prefix_words, usual_words, facts, optional, layout };
        i += 1;
    }
    fields
}

impl Field {
    /// A field of which nothing is known.
    const UNKNOWN: Self = Self {
        keyed: false,
        key_words: 0,
        prefix_words: 0,
        usual_words: 0,
        facts: Facts::varying(&[], 1, usize::MAX),
        optional: false,
        layout: field(""),
    };
}

/// The fields of a record with these layouts.
pub const fn layouts<const N: usize>(
    record: &RecordLayout<'static>,
    layouts: [&'static TypeLayout<'static>; N],
) -> [FieldLayout<'static>; N] {
    let mut fields = [const { field("") }; N];
    let mut i = 0;
    while i < N {
        fields[i] = FieldLayout { layout: layouts[i], ..record.fields[i] };
        i += 1;
    }
    fields
}

/// A record with these fields in place of its own.
pub const fn with_fields(
    record: &RecordLayout<'static>,
    fields: &'static [FieldLayout<'static>],
) -> RecordLayout<'static> {
    RecordLayout { fields, ..*record }
}
