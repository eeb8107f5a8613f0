//! What the derive asks the types of its fields for: one trait for each place that a type can have.
//!
//! Each says in one sentence what the type lacks. rustc reports the trait that was asked for, once.

use super::adapt::{AsPacked, AsZigzag};
use crate::litenet::{Era, LiteNet};
use crate::stream::record::{DecodeIf, EncodeIf};
use crate::stream::rest::Rest;
use crate::stream::{DecodeAs, EncodeAs, Plain};

macro_rules! probe {
    ($(#[$attr:meta])* $name:ident: $codec:ty) => {
        $(#[$attr])*
        #[doc(hidden)]
        pub trait $name<E: Era> {
            /// Named, not called.
            fn check() {}
        }

        #[diagnostic::do_not_recommend]
        impl<'de, E: Era, T> $name<E> for T where
            $codec: EncodeAs<LiteNet<E>, T> + DecodeAs<'de, LiteNet<E>, T>
        {
        }
    };
}

probe! {
    /// A field without attributes, or an element of one with `len`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be in a LiteNetLibManager message",
        label = "no encoding for this type",
        note = "derive it: `#[derive(LiteNetMessage)]` on the type, or give the field functions: `#[litenet(with = module)]`",
        note = "`usize` and `isize` have no fixed width: use `u32` or `u64`; a map is a `Vec` of pairs with `len`"
    )]
    LiteNetField: Plain
}

probe! {
    /// A field with `packed`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no packed form",
        label = "`packed` applies to a u16, u32, u64 or i64, or to a list of them with `len`",
        note = "an i64 is packed as the u64 of the same bits, as connection ids of 2018 are; for small negative numbers there is `zigzag`"
    )]
    PackedField: AsPacked
}

probe! {
    /// A field with `zigzag`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no zigzag form",
        label = "`zigzag` applies to an i16, i32 or i64, or to a list of them with `len`",
        note = "numbers without a sign are `packed`"
    )]
    ZigzagField: AsZigzag
}

probe! {
    /// A field with `rest`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot hold the rest of a message",
        label = "`rest` applies to `Vec<u8>`, `&[u8]` or `Cow<[u8]>`"
    )]
    RestField: Rest
}

/// A field with `if`, of any type but one called `Option`, that is encoded as `C`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is always there, and `if` may leave the field out",
    label = "use `Option<{Self}>`"
)]
#[doc(hidden)]
pub trait OptionalField<E: Era, C> {
    /// Named, not called.
    fn check() {}
}

#[diagnostic::do_not_recommend]
impl<'de, E: Era, T, C> OptionalField<E, C> for T where
    C: EncodeIf<LiteNet<E>, T> + DecodeIf<'de, LiteNet<E>, T>
{
}

/// A field whose attributes are encoded as `C`.
#[diagnostic::on_unimplemented(
    message = "the attributes do not fit `{Self}`",
    label = "no such field in a LiteNetLibManager message",
    note = "`len` applies to a `Vec` or to `&[u8]`, `len = \"i32\"` also to a text, `euler` to a `Quaternion`"
)]
#[doc(hidden)]
pub trait FittingField<E: Era, C> {
    /// Named, not called.
    fn check() {}
}

#[diagnostic::do_not_recommend]
impl<'de, E: Era, T, C> FittingField<E, C> for T where
    C: EncodeAs<LiteNet<E>, T> + DecodeAs<'de, LiteNet<E>, T>
{
}

/// A field that decides whether others are there.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a condition: `if` needs a `bool`",
    label = "not a `bool`",
    note = "compare it: `if = \"field == 1\"`"
)]
#[doc(hidden)]
pub trait Condition: Copy {
    /// Its value.
    fn holds(self) -> bool;
}

impl Condition for bool {
    #[inline(always)]
    fn holds(self) -> bool {
        self
    }
}
