//! The items that derived code calls.

pub(crate) mod adapt;
mod enums;
pub(crate) mod probes;
pub(crate) mod record;

#[cfg(feature = "std")]
pub use adapt::AsEuler;
pub use adapt::{
    AsPacked, AsZigzag, Counted, DecodeField, DecodeIf, EncodeField, EncodeIf, LenI32, LenPacked,
    LenU16, LenZigzag, Plain, ToEnd,
};
pub use enums::{check_distinct, unknown_member};
pub use probes::{
    Condition, FittingField, LiteNetField, OptionalField, PackedField, RestField, ZigzagField,
};
pub use record::{FieldSize, Place, whole_run};

pub use crate::litenet::{
    DecodeLiteNet, EncodeLiteNet, Era, LiteNetMessage, expect_msg_type, read_msg_type,
    write_msg_type,
};
