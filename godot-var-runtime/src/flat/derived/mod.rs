//! The items that derived code calls.

pub(crate) mod adapt;
mod bits;
pub(crate) mod probes;

pub use adapt::{
    AsAngle, AsHalf, AsLenient, AsNormal, AsRange, AsSmallestThree, AsVariant, AsVarint, CString,
    InBits,
};
pub use bits::{BitField, check_bits, put_bits, put_header, take_bits, take_header};
pub use probes::{
    AngleField, BitsField, CStringField, FlatField, HalfField, LenField, LenientField, MaxLenField,
    NormalField, RangeField, SmallestThreeField, UnitField, VariantField, VarintField,
};

pub use super::wire::{Flat, LenVarint};
pub use crate::stream::{Big, ByteOrder, Little};
pub use crate::variant::record::adapt::Time;
pub use crate::variant::{Godot3, Godot4};

/// Fails the build for a range whose bounds are the wrong way round, or equal.
#[track_caller]
pub const fn check_range(low: f64, high: f64) {
    assert!(low < high, "the range is the wrong way round, or of one value");
}
