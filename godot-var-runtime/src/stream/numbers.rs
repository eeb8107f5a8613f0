//! Numbers of 1, 2, 4 or 8 bytes.

use super::layout::NumberType;
use super::order::ByteOrder;
use super::varint::{unzigzag, zigzag};
use super::wire::Wire;
use crate::{DecodeError, DecodeErrorKind, Output, Reader};

/// A number that is written by its bytes.
pub trait Number: Copy {
    /// How errors name it.
    const WHAT: &'static str;

    /// Appends it.
    fn put<B: ByteOrder, O: Output>(self, out: &mut O);

    /// Reads it.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`].
    #[inline(always)]
    fn take<B: ByteOrder>(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        Self::take_named::<B>(reader, Self::WHAT)
    }

    /// Reads it, under another name in errors.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    fn take_named<B: ByteOrder>(
        reader: &mut Reader<'_>,
        what: &'static str,
    ) -> Result<Self, DecodeError>;
}

/// Takes `N` bytes. The error gets its place by value, so that a reader that is read in line stays in registers.
#[inline(always)]
pub(crate) fn array<const N: usize>(
    reader: &mut Reader<'_>,
    what: &'static str,
) -> Result<[u8; N], DecodeError> {
    match reader.rest().split_first_chunk() {
        Some((bytes, rest)) => {
            reader.seek_rest(rest);
            Ok(*bytes)
        }
        None => Err(ends_inside(reader.message().len(), what)),
    }
}

/// The error for a message of `len` bytes that ends inside `what`.
#[cold]
#[inline(never)]
pub(crate) fn ends_inside(len: usize, what: &'static str) -> DecodeError {
    DecodeError::new(DecodeErrorKind::Incomplete, len, what, "")
}

macro_rules! numbers {
    ($($number:ident $what:literal;)*) => {$(
        impl Number for $number {
            const WHAT: &'static str = $what;

            #[inline(always)]
            fn put<B: ByteOrder, O: Output>(self, out: &mut O) {
                out.put_bytes(&if B::BIG { self.to_be_bytes() } else { self.to_le_bytes() });
            }

            #[inline(always)]
            fn take_named<B: ByteOrder>(
                reader: &mut Reader<'_>,
                what: &'static str,
            ) -> Result<Self, DecodeError> {
                // Not by `array`, whose result LLVM splits into bytes.
                let Some((bytes, rest)) = reader.rest().split_first_chunk() else {
                    return Err(ends_inside(reader.message().len(), what));
                };
                reader.seek_rest(rest);
                Ok(if B::BIG { Self::from_be_bytes(*bytes) } else { Self::from_le_bytes(*bytes) })
            }
        }
    )*};
}

numbers! {
    u8 "a u8";
    u16 "a u16";
    u32 "a u32";
    u64 "a u64";
    i8 "an i8";
    i16 "an i16";
    i32 "an i32";
    i64 "an i64";
    f32 "an f32";
    f64 "an f64";
}

/// An integer as the unsigned one that forms of varying length are of: with a sign in zigzag.
pub trait Integer: Copy {
    /// The type in layouts.
    const KIND: NumberType;

    /// How errors name it.
    const WHAT: &'static str;

    /// The largest unsigned one.
    const MOST: u64;

    /// The unsigned one.
    fn to_wide(self) -> u64;

    /// The integer of an unsigned one up to [`MOST`](Self::MOST); `None` only for 0 where there is none.
    fn of_wide(wide: u64) -> Option<Self>;

    /// The largest unsigned one on a wire.
    #[inline(always)]
    fn most<W: Wire>() -> u64 {
        if const { is_bounded::<W, Self>() } { W::LARGEST } else { Self::MOST }
    }
}

/// Whether the wire has a largest unsigned integer that is smaller.
pub(crate) const fn is_bounded<W: Wire, T: Integer>() -> bool {
    !T::KIND.is_signed() && W::LARGEST < T::MOST
}

macro_rules! integers {
    ($($number:ident $kind:ident |$value:ident| $to_wide:expr, |$wide:ident| $of_wide:expr, $most:expr;)*) => {$(
        impl Integer for $number {
            const KIND: NumberType = NumberType::$kind;
            const WHAT: &'static str = <Self as Number>::WHAT;
            const MOST: u64 = $most;

            #[inline(always)]
            fn to_wide(self) -> u64 {
                let $value = self;
                $to_wide
            }

            #[inline(always)]
            fn of_wide($wide: u64) -> Option<Self> {
                Some($of_wide)
            }
        }
    )*};
    ($($sign:ident: $($number:ident $kind:ident)*;)*) => {$(integers! { @$sign $($number $kind)* })*};
    (@unsigned $($number:ident $kind:ident)*) => {
        integers! { $($number $kind |value| u64::from(value), |wide| wide as Self, $number::MAX as u64;)* }
    };
    (@signed $($number:ident $kind:ident)*) => {
        integers! { $($number $kind |value| zigzag(i64::from(value)), |wide| unzigzag(wide) as Self, zigzag($number::MIN as i64);)* }
    };
}

integers! {
    unsigned: u8 U8 u16 U16 u32 U32 u64 U64;
    signed: i8 I8 i16 I16 i32 I32 i64 I64;
}
