//! The number before a variant.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::adapt::Prefix;
use crate::flat::format::order::ByteOrder;
use crate::flat::format::varint;
use crate::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader};

/// The second field of a variant with `other`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold the rest of a message",
    label = "the second field of `other` is a `Vec<u8>`, `&[u8]` or `Cow<[u8]>`"
)]
pub trait RestField<'de>: Sized {
    /// Takes all bytes that are left.
    fn take(reader: &mut Reader<'de>) -> Self;

    /// The bytes.
    fn bytes(&self) -> &[u8];
}

macro_rules! rests {
    ($([$($life:lifetime)?] $ty:ty: |$bytes:ident| $make:expr;)*) => {$(
        impl<'de $(: $life, $life)?> RestField<'de> for $ty {
            #[inline]
            fn take(reader: &mut Reader<'de>) -> Self {
                let $bytes = reader.take_rest();
                $make
            }

            #[inline]
            fn bytes(&self) -> &[u8] {
                self
            }
        }
    )*};
}

rests! {
    [] Vec<u8>: |bytes| bytes.to_vec();
    ['a] &'a [u8]: |bytes| bytes;
    ['a] Cow<'a, [u8]>: |bytes| Cow::Borrowed(bytes);
}

/// Writes the number of a variant, which the derive has compared with the width.
#[inline(always)]
pub fn put_number<B: ByteOrder, L: Prefix, O: Output>(number: u32, out: &mut O) {
    L::put::<B, O>(number as usize, out);
}

/// Reads the number of a variant.
#[inline(always)]
pub fn take_number<B: ByteOrder, L: Prefix>(reader: &mut Reader<'_>) -> Result<u32, DecodeError> {
    if L::MOST > u32::MAX as usize {
        return varint::take(reader, u64::from(u32::MAX), "the number of a variant")
            .map(|number| number as u32);
    }
    L::take::<B>(reader).map(|number| number as u32)
}

/// The error for a number that no variant of an enum has, before the reader's position.
#[cold]
#[inline(never)]
pub fn unknown_member(start: usize, name: &'static str, found: u32) -> DecodeError {
    DecodeError::no_variant(start, name, found).in_type(name)
}

/// The error for a variant that keeps no number.
#[cold]
#[inline(never)]
pub fn no_number(name: &'static str) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::OutOfRange,
        alloc::format!("`{name}` stands for numbers that are not known, and has none of its own"),
    )
}
