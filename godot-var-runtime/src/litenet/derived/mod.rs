//! The items that derived code calls.

pub(crate) mod adapt;
pub(crate) mod probes;

#[cfg(feature = "std")]
pub use adapt::AsEuler;
pub use adapt::{AsPacked, AsZigzag};
pub use probes::{
    Condition, FittingField, LiteNetField, OptionalField, PackedField, RestField, ZigzagField,
};

pub use super::wire::{LenBytes, LenI32, LenPacked, LenString, LenZigzag, LiteNet, MsgType};
pub use crate::litenet::write_msg_type;
pub use crate::litenet::{Era, LiteNetHead, LiteNetMessage, expect_msg_type};
use crate::stream::Size;

/// The size of the number of a message.
pub const NUMBER_SIZE: Size = Size { min: 1, max: 3 };
