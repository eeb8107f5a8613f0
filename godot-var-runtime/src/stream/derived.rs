//! The items that derived code calls on every wire.

pub use super::bits::{BitField, put_bits, put_header, take_bits, take_header};
pub use super::codec::{DecodeAs, EncodeAs, Plain};
pub use super::enums::{
    check_distinct, expect_number, no_number, put_number, take_number, take_rest, unknown_member,
};
pub use super::layout::fingerprint::fingerprint;
pub use super::layout::{
    EnumerationLayout, FieldLayout, MemberLayout, NumberType, Other, RecordLayout, TypeLayout,
    bits_mistake, check_range, within,
};
pub use super::length::{Counted, LenU8, LenU16, LenU32, NO_BOUND, Prefix};
pub use super::probes::{Condition, DefaultField, OptionalField};
pub use super::record::{
    DecodeIf, EncodeIf, FieldSize, Fields, MOST_ROOM, Place, cut_run, decode_if, encode_record,
    encode_run, enum_size, record_size, room_for, run_len, run_size, skip_rest, unread_field,
    unwritten_field, variant_size,
};
pub use super::rest::{Rest, RestField};
pub use super::size::Size;
pub use super::through::{InUnits, Through};
pub use super::wire::Wire;
pub use super::wrappers::{InArray, InOption, InPointer};
pub use super::{Decode, Encode};
pub use crate::SliceOutput;
pub use crate::core::writer::sealed::Buffer;
pub use crate::variant::record::adapt::{ConvertFrom, ConvertTo, Units};
