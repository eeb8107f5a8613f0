//! What all wires share whose messages are fields one after the other, without names and without tags: flat messages and
//! those of LiteNetLibManager.
//!
//! A [`Wire`] is a type parameter. [`Encode`] and [`Decode`] are the encoding of a type of its own, [`EncodeAs`] and [`DecodeAs`]
//! another one, which an attribute of a field selects. The folder of a wire has what no other wire has.

pub(crate) mod bits;
pub(crate) mod codec;
mod collections;
pub mod derived;
pub(crate) mod enums;
#[cfg(feature = "_glam")]
mod glam;
pub mod layout;
pub(crate) mod length;
pub(crate) mod list;
mod macros;
pub mod numbers;
pub(crate) mod order;
pub(crate) mod own_numbers;
pub(crate) mod own_structures;
pub mod packed;
mod pointers;
pub(crate) mod probes;
pub(crate) mod record;
pub(crate) mod rest;
pub mod size;
pub(crate) mod structures;
mod text;
pub mod texts;
pub(crate) mod through;
mod traits;
pub(crate) mod tuples;
pub mod varint;
pub(crate) mod wire;
pub(crate) mod wrappers;

pub use codec::{DecodeAs, EncodeAs, Plain};
pub use layout::TypeLayout;
pub use order::{Big, ByteOrder, Little};
pub use size::Size;
pub use traits::{Decode, Encode};
pub use wire::Wire;
