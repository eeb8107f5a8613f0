//! What makes a wire.

use super::layout::NumberType;
use super::length::Prefix;
use super::order::ByteOrder;
use crate::Limits;

/// A wire whose messages are fields one after the other, without names and without tags: `Flat<B>` or `LiteNet<E>`. The trait
/// is sealed.
pub trait Wire: sealed::Sealed + Sized + 'static {
    /// The order of the bytes of numbers.
    #[doc(hidden)]
    type Order: ByteOrder;

    /// The count before the elements of a list.
    #[doc(hidden)]
    type Count: Prefix<Self>;

    /// The count before bytes.
    #[doc(hidden)]
    type ByteCount: Prefix<Self>;

    /// The length before a text, in bytes.
    #[doc(hidden)]
    type TextLength: Prefix<Self>;

    /// Whether integers of 2, 4 and 8 bytes are packed, those with a sign in zigzag.
    #[doc(hidden)]
    const PACKED: bool = false;

    /// The largest unsigned integer.
    #[doc(hidden)]
    const LARGEST: u64 = u64::MAX;

    /// How errors name the types of numbers, in the order of [`NumberType`].
    #[doc(hidden)]
    const NAMES: [&'static str; 11] = [
        "a u8", "a u16", "a u32", "a u64", "an i8", "an i16", "an i32", "an i64", "an f16",
        "an f32", "an f64",
    ];

    /// How errors name a number.
    #[doc(hidden)]
    #[inline(always)]
    fn name(number: NumberType) -> &'static str {
        Self::NAMES[number as usize]
    }

    /// The bool that a byte other than 0 and 1 means, if it means one.
    #[doc(hidden)]
    #[inline(always)]
    fn other_bool(_: &Limits) -> Option<bool> {
        None
    }

    /// Whether bytes that are not UTF-8 become U+FFFD in an owned text.
    #[doc(hidden)]
    #[inline(always)]
    fn is_lossy(_: &Limits) -> bool {
        false
    }
}

/// A wire that has sets, maps and queues, each with its usual count.
pub trait Collections: Wire {}

pub(crate) mod sealed {
    //! Keeps [`Wire`](super::Wire) to the wires of this crate.

    /// A wire of this crate.
    pub trait Sealed {}
}
