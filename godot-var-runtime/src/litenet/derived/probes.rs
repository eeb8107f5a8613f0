//! What a type lacks that does not fit its field.

use super::adapt::{AsEuler, AsPacked, AsZigzag};
use crate::stream::Plain;
use crate::stream::probes::probes;
use crate::stream::rest::Rest;

probes! {
    LiteNetField [Plain] {
        message = "`{Self}` cannot be in a LiteNetLibManager message",
        label = "no encoding for this type",
        note = "derive it: `#[derive(LiteNetMessage)]` on the type, or give the field functions: `#[litenet(with = module)]`",
        note = "`usize` and `isize` have no fixed width: use `u32` or `u64`; a map is a `Vec` of pairs with `len`"
    }
    PackedField [AsPacked] {
        message = "`{Self}` has no packed form",
        label = "`packed` applies to a u16, u32, u64 or i64, or to a list of them with `len`",
        note = "an i64 is packed as the u64 of the same bits, as connection ids of 2018 are; for small negative numbers there is `zigzag`"
    }
    ZigzagField [AsZigzag] {
        message = "`{Self}` has no zigzag form",
        label = "`zigzag` applies to an i16, i32 or i64, or to a list of them with `len`",
        note = "numbers without a sign are `packed`"
    }
    RestField [Rest] {
        message = "`{Self}` cannot hold the rest of a message",
        label = "`rest` applies to `Vec<u8>`, `&[u8]` or `Cow<[u8]>`"
    }
    LenField {
        message = "the attributes do not fit `{Self}`",
        label = "no such field in a LiteNetLibManager message",
        note = "`len` applies to a `Vec` or to `&[u8]`, `len = \"i32\"` also to a text"
    }
    EulerField [AsEuler] {
        message = "the attributes do not fit `{Self}`",
        label = "no such field in a LiteNetLibManager message",
        note = "`euler` applies to a `Quaternion`"
    }
}
