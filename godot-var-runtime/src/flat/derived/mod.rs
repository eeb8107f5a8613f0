//! The items that derived code calls.

pub(crate) mod adapt;
pub(crate) mod probes;

pub use adapt::*;
pub use probes::*;

pub use super::wire::{Flat, LenVarint};
pub use crate::stream::{Big, ByteOrder, Little};
pub use crate::variant::record::adapt::Time;
pub use crate::variant::{Godot3, Godot4};
