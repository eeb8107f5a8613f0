//! The items that derived code calls.

pub(crate) mod adapt;
pub(crate) mod probes;

pub use adapt::*;
pub use probes::*;

pub use super::wire::{LenBytes, LenI32, LenPacked, LenString, LenZigzag, LiteNet, MsgType};
pub use crate::litenet::{Era, LiteNetHead, LiteNetMessage};
use crate::stream::Size;

/// The size of the number of a message.
pub const NUMBER_SIZE: Size = Size::between(1, 3);
