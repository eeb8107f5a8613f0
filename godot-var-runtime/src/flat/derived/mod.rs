//! The items that derived code calls.

pub(crate) mod adapt;
mod bits;
mod enums;
pub(crate) mod probes;
mod record;

pub(crate) use adapt::zero;
pub use adapt::{
    AsAngle, AsHalf, AsLenient, AsNormal, AsRange, AsSmallestThree, AsVariant, AsVarint, CString,
    Counted, DecodeField, EncodeField, InArray, InBits, InOption, InPointer, InUnits, LenU8,
    LenU16, LenU32, LenVarint, NO_BOUND, Plain, Prefix, Through,
};
pub(crate) use adapt::{decode_each, encode_each};
pub use bits::{BitField, check_bits, put_bits, put_header, take_bits, take_header};
pub use enums::{RestField, no_number, put_number, take_number, unknown_member};
pub use probes::{
    AngleField, BitsField, CStringField, DefaultField, FlatField, HalfField, LenField,
    LenientField, MaxLenField, NormalField, OtherField, RangeField, SmallestThreeField, UnitField,
    VariantField, VarintField,
};
pub use record::{
    FieldSize, Fields, MOST_ROOM, Place, check_range, cut_run, decode_flagged,
    decode_flagged_in_place, encode_record, encode_run, enum_size, record_size, room_for, run_len,
    run_size, skip_rest, unread_field, unwritten_field, variant_size,
};

pub use crate::SliceOutput;
pub use crate::flat::layout::fingerprint::check_layout;
pub use crate::flat::layout::{
    EnumerationLayout, FieldLayout, MemberLayout, NumberType, Other, RecordLayout, TypeLayout,
    check_max_size,
};
pub use crate::flat::{Big, ByteOrder, DecodeFlat, EncodeFlat, Little, Size};
pub use crate::variant::record::adapt::{ConvertFrom, ConvertTo, Time, Units};
pub use crate::variant::{Godot3, Godot4};
pub use crate::writer::sealed::Buffer;
