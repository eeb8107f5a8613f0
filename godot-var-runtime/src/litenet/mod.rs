//! The messages of LiteNetLibManager, the network layer of Unity servers and clients.
//!
//! A message is one transport payload: its number, then its fields one after the other. `docs/litenet.md`, the documentation of
//! the facade's module, lists eras, bytes and attributes.

pub mod derived;
mod format;
mod impls;
mod traits;
mod values;
pub(crate) mod wire;

pub use crate::stream::packed::packed_len;
pub use crate::stream::{Decode, Encode, Size, TypeLayout};
pub use format::era::{Era, EraSpec, LiteNet2018, LiteNetHead};
pub use format::message_number::{read_msg_type, write_msg_type};
pub use format::numbers::{PackedInt, ZigzagInt};
pub use traits::{FromLiteNetBytes, LiteNetMessage, ToLiteNetBytes, layout_fingerprint};
pub use values::ids::{Guid, hashed_id};
pub use values::math::{Color, DirectionVector2, DirectionVector3, EulerAngles, Half};
pub use values::wrappers::{LengthPrefixed, Packed, Rest, Zigzag};
pub use wire::LiteNet;
