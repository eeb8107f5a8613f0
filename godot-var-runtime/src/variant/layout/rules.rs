//! From which types and numbers readers take a value: each tolerance is one line of this file.
//!
//! Typed readers, `fits`, `check`, generated GDScript and the dissector all take it from here.

use crate::variant::types::{Component, VariantType, VariantTypes};

/// The largest whole number, positive or negative, that readers accept as a float: up to here a
/// float holds every whole number.
pub const LARGEST_WHOLE_FLOAT: i64 = 1 << 53;

/// The int that a float equals, if it has no fraction and is within [`LARGEST_WHOLE_FLOAT`].
#[inline]
pub const fn whole(value: f64) -> Option<i64> {
    let int = value as i64;
    if int as f64 == value && is_whole_float(int) { Some(int) } else { None }
}

/// The float that equals an int, if that is within [`LARGEST_WHOLE_FLOAT`].
#[inline]
pub(crate) const fn float_of(int: i64) -> Option<f64> {
    if is_whole_float(int) { Some(int as f64) } else { None }
}

#[inline]
const fn is_whole_float(int: i64) -> bool {
    int.unsigned_abs() <= LARGEST_WHOLE_FLOAT.unsigned_abs()
}

/// Rounds a 64-bit float to the nearest 32-bit float; `None` if a finite number would become
/// infinite.
#[inline]
pub const fn single(value: f64) -> Option<f32> {
    let single = value as f32;
    if single.is_infinite() && value.is_finite() { None } else { Some(single) }
}

/// The smallest number that [`single`] refuses: halfway between the largest 32-bit float and the next power of two.
pub const TOO_LARGE_FOR_SINGLE: f64 = f32::MAX as f64 + (1_u128 << 103) as f64;
const _: () = assert!(
    single(TOO_LARGE_FOR_SINGLE).is_none() && single(TOO_LARGE_FOR_SINGLE.next_down()).is_some()
);

/// The types that a value of this type is read from.
pub(crate) const fn read_from(kind: VariantType) -> VariantTypes {
    use VariantType::{Float, Int, Nil, NodePath, Object, String, StringName};

    match kind {
        Int => VariantTypes::of(Int).with(Float),
        Float => VariantTypes::of(Float).with(Int),
        String => VariantTypes::of(String).with(StringName),
        StringName => VariantTypes::of(StringName).with(String),
        NodePath => VariantTypes::of(NodePath).with(String).with(StringName),
        // Engines write a null object as Nil.
        Object => VariantTypes::of(Object).with(Nil),
        kind => VariantTypes::of(kind),
    }
}

/// The packed arrays that a list of elements of this type is read from, besides Arrays.
pub(crate) const fn list_read_from(element: VariantType) -> VariantTypes {
    use VariantType::{
        PackedByteArray, PackedFloat32Array, PackedFloat64Array, PackedInt32Array,
        PackedInt64Array, PackedStringArray, String, StringName,
    };

    match element {
        VariantType::Int => {
            VariantTypes::of(PackedByteArray).with(PackedInt32Array).with(PackedInt64Array)
        }
        VariantType::Float => VariantTypes::of(PackedFloat32Array).with(PackedFloat64Array),
        String | StringName => VariantTypes::of(PackedStringArray),
        element => match element.packed_array(Component::Real) {
            Some(array) => VariantTypes::of(array),
            None => VariantTypes::NONE,
        },
    }
}
