//! Everything that generated code may name. Not a public interface.

pub use alloc::boxed::Box;
pub use alloc::vec::Vec;
pub use core::marker::PhantomData;
pub use core::panic;
pub use core::prelude::rust_2024::*;
pub use core::primitive::*;

pub use crate::core::hidden::is_hidden;
pub use crate::core::reader::{Reader, Word};
pub use crate::core::writer::Output;
#[cfg(feature = "flat")]
pub use crate::flat::derived as flat;
#[cfg(feature = "litenet")]
pub use crate::litenet::derived as litenet;
#[cfg(feature = "lludp")]
pub use crate::lludp::derived as lludp;
#[cfg(feature = "_wires")]
pub use crate::stream::derived as stream;
pub use crate::variant::layout::fingerprint::{
    as_text, digits, fingerprint, fingerprint_of_all, name_hash,
};
pub use crate::variant::layout::keys::key_mistake;
pub use crate::variant::layout::mistakes::{
    layout_mistake, omission_mistake, option_mistake, other_mistake, typed_mistake,
};
pub use crate::variant::layout::sentence::fail_if;
pub use crate::variant::layout::{
    EnumerationForm, EnumerationLayout, MemberLayout, Presence, RecordLayout, Tag, TypeLayout,
};
pub use crate::variant::record::adapt::{
    AsArray, AsFloat, AsInt, AsNodePath, AsOwned, AsString, AsStringName, Change, ConvertFrom,
    ConvertTo, DecodeAs, DescribeAs, EncodeAs, InOption, InUnits, MaxLen, Same, Strict, Through,
    Typed, converted_whole, layout_as, refused,
};
pub use crate::variant::record::checks::*;
pub use crate::variant::record::delta::{DeltaField, changed_float};
pub use crate::variant::record::entries::*;
pub use crate::variant::record::enums;
pub use crate::variant::record::fields::*;
pub use crate::variant::record::probes::*;
pub use crate::variant::record::recursive::{Recursive, RecursiveIf};
pub use crate::variant::record::reserved::ReservedKeys;
pub use crate::variant::record::slot::Slot;
pub use crate::variant::record::template::{
    FieldSet, Template, array_opening, capacity, cut, dictionary_opening, generic_capacity,
    id_opening, record_facts, reserved_by, runs, slots, tag_capacity, tag_opening, usual,
};
pub use crate::variant::record::{self, ReadRecord, Record, Sink, Source};
pub use crate::variant::traits::describe::layout;
pub use crate::variant::traits::facts::{any_of, inside};
pub use crate::variant::traits::{DecodeEveryDialect, EncodeEveryDialect, fingerprint_of};
pub use crate::variant::{DecodeVariant, Describe, Dialect, EncodeVariant, Facts, Godot4, Widest};
pub use crate::{DecodeError, EncodeError};
#[cfg(feature = "_wires")]
pub use crate::{attempt, check_run, field_layout, field_size};
pub use crate::{
    decode_as_inner, decode_as_record, describe_record, encode_as_inner, encode_as_record, ok,
    template,
};
#[cfg(feature = "lludp")]
pub use crate::{in_block, put_run, take_run};
