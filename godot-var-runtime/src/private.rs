//! Everything that generated code may name. Not a public interface.

pub use alloc::boxed::Box;
pub use alloc::string::String;
pub use alloc::vec::Vec;
pub use core::clone::Clone;
pub use core::cmp::PartialEq;
pub use core::convert::{From, Infallible, Into, TryFrom};
pub use core::default::Default;
pub use core::iter::{IntoIterator, Iterator};
pub use core::marker::{PhantomData, Sized};
pub use core::option::Option::{self, None, Some};
pub use core::primitive::{bool, i32, i64, i128, str, u32, usize};
pub use core::result::Result::{self, Err, Ok};

#[cfg(feature = "litenet")]
pub use crate::litenet::derived as litenet;
#[cfg(feature = "lludp")]
pub use crate::lludp::derived as lludp;
pub use crate::reader::{Reader, Word};
pub use crate::variant::derived::adapt::{
    As, AsArray, AsFloat, AsInt, AsNodePath, AsOwned, AsRef, AsString, AsStringName, Change,
    ConvertFrom, ConvertTo, DecodeAs, DecodeInto, EncodeAs, InOption, InUnits, MaxLen, Same,
    Strict, Through, Typed, WireAs, converted_whole, refused,
};
pub use crate::variant::derived::checks::{check_omission, check_option, check_other, check_typed};
pub use crate::variant::derived::delta::{DeltaField, changed_float};
pub use crate::variant::derived::entries::{
    DecodeEntries, EncodeEntries, Entries, Keyed, count_variant, encode_variant,
};
pub use crate::variant::derived::enums;
pub use crate::variant::derived::facts::{any_of, inside, text_facts_of, within};
pub use crate::variant::derived::fields::{
    Ask, AskFacts, Field, FieldTable, element, field, layouts, recursive_element, recursive_field,
};
pub use crate::variant::derived::keys::{Taken, check_field_keys, check_keys, taken_by};
pub use crate::variant::derived::newtype;
pub use crate::variant::derived::probes::{
    ArrayField, BTreeMapKey, BesideTag, DecodeFunction, EncodeFunction, Flatten, GodotVar,
    HashMapKey, MaxLenField, NodePathField, NumberField, ReadFunction, StringField,
    StringNameField, TypedField, WriteFunction,
};
pub use crate::variant::derived::record::{self, ReadRecord, Record, Sink, Source};
pub use crate::variant::derived::shortcuts::{
    DecodeShortcuts, EncodeShortcuts, NoShortcuts, RecordShortcuts,
};
pub use crate::variant::derived::slot::Slot;
pub use crate::variant::derived::template::{
    FieldSet, Tag, Template, array_opening, capacity, cut, dictionary_opening, generic_capacity,
    id_opening, record_facts, runs, slots, tag_capacity, tag_opening, usual,
};
pub use crate::variant::inspect::describe::{
    EnumerationForm, EnumerationLayout, FieldLayout, MemberLayout, Presence, RecordLayout,
    Recursive, RecursiveIf, TypeLayout,
};
pub use crate::variant::inspect::fingerprint::check_layout;
pub use crate::variant::{
    DecodeVariant, Dialect, EncodeVariant, Facts, Godot4, VariantType, Widest, Wire,
};
pub use crate::writer::Output;
pub use crate::{DecodeError, EncodeError};
