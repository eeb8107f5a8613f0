//! The engine's structures, and lists of them and of numbers as one copy.

use alloc::vec::Vec;

use crate::flat::derived::{Plain as PlainCodec, decode_each, encode_each};
use crate::flat::format::numbers::Number;
use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::format::structures::{int_structures, real_structures};
use crate::flat::layout::TypeLayout;
use crate::flat::{DecodeFlat, EncodeFlat};
use crate::variant::memory::Plain;
use crate::{DecodeError, EncodeError, Output, Reader};

/// Writes elements whose bytes in memory may be those of the encoding.
#[inline(always)]
pub(crate) fn encode_plain<B: ByteOrder, T: EncodeFlat + Plain, O: Output>(
    list: &[T],
    out: &mut O,
) -> Result<(), EncodeError> {
    if has_memory_order::<B, T>() {
        out.put_bytes(T::bytes(list));
        return Ok(());
    }
    encode_each::<B, PlainCodec, T, O>(list, out)
}

/// Reads elements whose bytes in memory may be those of the encoding, in place of those of a list.
#[inline(always)]
pub(crate) fn decode_plain<'de, B: ByteOrder, T: DecodeFlat<'de> + Plain>(
    reader: &mut Reader<'de>,
    count: usize,
    list: &mut Vec<T>,
) -> Result<(), DecodeError> {
    if has_memory_order::<B, T>()
        && let Some(len) = count.checked_mul(size_of::<T>())
        && let Some((bytes, rest)) = reader.rest().split_at_checked(len)
        && let Some(elements) = T::elements(bytes)
    {
        reader.seek_rest(rest);
        list.clear();
        list.extend_from_slice(elements);
        return Ok(());
    }
    decode_each::<B, PlainCodec, T>(reader, count, list)
}

/// Whether numbers have the order of this machine.
#[inline(always)]
fn has_memory_order<B: ByteOrder, T>() -> bool {
    cfg!(target_endian = "big") == B::BIG || size_of::<T>() == 1
}

macro_rules! structure {
    ($name:literal $ty:ty, $number:ident, $count:literal: $($($part:ident).+),*) => {
        impl EncodeFlat for $ty {
            const LAYOUT: &'static TypeLayout<'static> =
                &TypeLayout::Components($name, $count, <$number as EncodeFlat>::LAYOUT);
            const SIZE: Size = Size::fixed($count * size_of::<$number>());

            #[inline(always)]
            fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                // Number by number, as LLVM joins those of several fields.
                out.put_within($count * size_of::<$number>(), true, |room| {
                    $(self.$($part).+.put::<B, _>(room);)*
                    Ok(())
                })
            }

            #[inline]
            fn encode_all<B: ByteOrder, O: Output>(
                list: &[Self],
                out: &mut O,
            ) -> Result<(), EncodeError> {
                encode_plain::<B, Self, O>(list, out)
            }
        }

        impl<'de> DecodeFlat<'de> for $ty {
            #[inline(always)]
            fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                const LEN: usize = $count * size_of::<$number>();
                if has_memory_order::<B, Self>()
                    && let Some((bytes, rest)) = reader.rest().split_first_chunk::<LEN>()
                    && let Some(value) = Self::first(bytes)
                {
                    reader.seek_rest(rest);
                    return Ok(value);
                }
                let mut value = Self::default();
                $(value.$($part).+ = <$number>::take::<B>(reader)?;)*
                Ok(value)
            }

            #[inline]
            fn decode_all_in_place<B: ByteOrder>(
                reader: &mut Reader<'de>,
                count: usize,
                list: &mut Vec<Self>,
            ) -> Result<(), DecodeError> {
                decode_plain::<B, Self>(reader, count, list)
            }
        }
    };
}

real_structures! { structure }
int_structures! { structure }
