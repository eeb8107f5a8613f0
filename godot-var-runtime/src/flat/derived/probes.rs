//! What the derive asks the types of its fields for: one trait for each way that a field can be written.
//!
//! Each says in one sentence what the type lacks. rustc reports the trait that was asked for, once.

use super::bits::BitField;
use crate::flat::Flat;
use crate::stream::{ByteOrder, DecodeAs, EncodeAs};
use crate::variant::record::adapt::Time;

macro_rules! probe {
    ($(#[$attr:meta])* $name:ident) => {
        $(#[$attr])*
        #[doc(hidden)]
        pub trait $name<B: ByteOrder, C> {
            /// Named, not called.
            fn check() {}
        }

        #[diagnostic::do_not_recommend]
        impl<'de, B: ByteOrder, C, T> $name<B, C> for T where
            C: EncodeAs<Flat<B>, T> + DecodeAs<'de, Flat<B>, T>
        {
        }
    };
}

probe! {
    /// A field without attributes, or an element of one.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be in a flat message",
        label = "no encoding for this type",
        note = "derive it: `#[derive(GodotFlat)]` on the type, or give the field functions: `#[flat(with = module, as = u32)]`",
        note = "`usize` and `isize` have no fixed width: use `u32`, or an `i64` with `varint`; a time needs a `unit`"
    )]
    FlatField
}

probe! {
    /// A field with `varint`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no `varint` form",
        label = "`varint` applies to an integer of at most 64 bits, or to an `Option`, array, list or map of them"
    )]
    VarintField
}

probe! {
    /// A field with `as = f16`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no form in halves",
        label = "`as = f16` applies to a float or a structure of floats, or to an `Option`, array or list of them"
    )]
    HalfField
}

probe! {
    /// A field with `lenient`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a bool",
        label = "`lenient` applies to a `bool`, or to an `Option`, array or list of them"
    )]
    LenientField
}

probe! {
    /// A field with `range`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no `range`",
        label = "`range` applies to a float or a structure of floats, or to an `Option`, array or list of them",
        note = "an integer of few bits is a `varint`, or has `bits` in the header of `flags`"
    )]
    RangeField
}

probe! {
    /// A field with `angle` or `degrees`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not an angle",
        label = "`angle` and `degrees` apply to a float or a structure of floats, or to an `Option`, array or list of them"
    )]
    AngleField
}

probe! {
    /// A field with `normal`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a direction",
        label = "`normal` applies to a `Vector2` or `Vector3`, or to an `Option`, array or list of them"
    )]
    NormalField
}

probe! {
    /// A field with `smallest_three`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a rotation",
        label = "`smallest_three` applies to a `Quaternion`, or to an `Option`, array or list of them"
    )]
    SmallestThreeField
}

probe! {
    /// A field with `len`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no length of its own",
        label = "`len` applies to a text, a list, a set or a map, or to an `Option` of it"
    )]
    LenField
}

probe! {
    /// A field with `max_len`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no length of its own",
        label = "`max_len` applies to a text, a list, a set or a map, or to an `Option` of it"
    )]
    MaxLenField
}

probe! {
    /// A field with `c_string`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a text",
        label = "`c_string` applies to a text, or to an `Option`, array or list of texts"
    )]
    CStringField
}

probe! {
    /// A field with `as = Godot4` or `as = Godot3`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a Godot Variant",
        label = "`as = Godot4` and `as = Godot3` write a Variant",
        note = "derive it: `#[derive(GodotVar)]` on the type"
    )]
    VariantField
}

/// A field with `bits`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `bits`",
    label = "`bits` applies to an integer, or to an enum without fields that derives `GodotFlat`"
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
