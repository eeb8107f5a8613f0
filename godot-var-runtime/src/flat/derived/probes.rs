//! What a type lacks that does not fit its field.

use super::adapt::{AsCString, AsHalf, AsLenient, AsVarint};
use crate::stream::Plain;
use crate::stream::bits::BitField;
use crate::stream::probes::probes;
use crate::variant::record::adapt::Time;

probes! {
    FlatField [Plain] {
        message = "`{Self}` cannot be in a flat message",
        label = "no encoding for this type",
        note = "derive it: `#[derive(GodotFlat)]` on the type, or give the field functions: `#[flat(with = module, as = u32)]`",
        note = "`usize` and `isize` have no fixed width: use `u32`, or an `i64` with `varint`; a time needs a `unit`"
    }
    VarintField [AsVarint] {
        message = "`{Self}` has no `varint` form",
        label = "`varint` applies to an integer of at most 64 bits, or to an `Option`, array, list or map of them"
    }
    HalfField [AsHalf] {
        message = "`{Self}` has no form in halves",
        label = "`as = f16` applies to a float or a structure of floats, or to an `Option`, array, tuple or list of them"
    }
    LenientField [AsLenient] {
        message = "`{Self}` is not a bool",
        label = "`lenient` applies to a `bool`, or to an `Option`, array or list of them"
    }
    RangeField {
        message = "`{Self}` has no `range`",
        label = "`range` applies to a float or a structure of floats, or to an `Option`, array, tuple or list of them",
        note = "an integer of few bits is a `varint`, or has `bits` in the header of `flags`"
    }
    AngleField {
        message = "`{Self}` is not an angle",
        label = "`angle` and `degrees` apply to a float or a structure of floats, or to an `Option`, array, tuple or list of them"
    }
    NormalField {
        message = "`{Self}` is not a direction",
        label = "`normal` applies to a `Vector2` or `Vector3`, or to an `Option`, array or list of them"
    }
    SmallestThreeField {
        message = "`{Self}` is not a rotation",
        label = "`smallest_three` applies to a `Quaternion`, or to an `Option`, array or list of them"
    }
    LenField {
        message = "`{Self}` has no length",
        label = "`len` applies to a text, a list, a set or a map, or to an `Option` of it"
    }
    MaxLenField {
        message = "`{Self}` has no length",
        label = "`max_len` applies to a text, a list, a set or a map, or to an `Option` of it"
    }
    CStringField [AsCString] {
        message = "`{Self}` is not a text",
        label = "`c_string` applies to a text, or to an `Option`, array or list of texts"
    }
    PackedBitsField {
        message = "`{Self}` has no `bits`",
        label = "`bits` on a list applies to a `Vec` of integers or bools, or to an `Option` of it"
    }
    VariantField {
        message = "`{Self}` is not a Godot Variant",
        label = "`as = Godot4` and `as = Godot3` write a Variant",
        note = "derive it: `#[derive(GodotVar)]` on the type"
    }
}

/// A field with `bits`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `bits`",
    label = "`bits` applies to an integer, to an enum without fields that derives `GodotFlat`, or to a `Vec` of integers or bools"
)]
#[doc(hidden)]
pub trait BitsField {
    /// Named, not called.
    fn check() {}
}

#[diagnostic::do_not_recommend]
impl<T: BitField> BitsField for T {}

/// A field with `unit`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a time",
    label = "`unit` applies to a `Duration` or `SystemTime`, or to an `Option` of it"
)]
#[doc(hidden)]
pub trait UnitField {
    /// Named, not called.
    fn check() {}
}

#[diagnostic::do_not_recommend]
impl<T: Time> UnitField for T {}
