//! Structures of numbers, and lists of them and of numbers as one copy.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::codec::Plain as PlainCodec;
use super::list::{encode_each, extend_any};
use super::order::ByteOrder;
use super::wire::Wire;
use super::{Decode, Encode};
use crate::variant::memory::Plain;
use crate::{EncodeError, Output};

/// Writes elements whose bytes in memory may be those of the encoding.
#[inline(always)]
pub(crate) fn encode_plain<W: Wire, T: Encode<W> + Plain, O: Output>(
    list: &[T],
    out: &mut O,
) -> Result<(), EncodeError> {
    if has_memory_order::<W, T>() {
        out.put_bytes(T::bytes(list));
        return Ok(());
    }
    encode_each::<W, PlainCodec, T, O>(list, out)
}

/// Reads elements whose bytes in memory may be those of the encoding.
#[inline(never)]
pub(crate) fn decode_plain<'de, W: Wire, T: Decode<'de, W> + Plain>(bytes: &'de [u8]) -> Box<[T]> {
    match T::elements(bytes) {
        Some(elements) if has_memory_order::<W, T>() => elements.into(),
        _ => {
            let mut list = Vec::with_capacity(bytes.len() / size_of::<T>());
            extend_any::<W, PlainCodec, T>(&mut list, bytes);
            list.into()
        }
    }
}

/// Whether all bytes are values, which are as long in memory.
pub(crate) const fn is_block<'de, W: Wire, T: Decode<'de, W>>() -> bool {
    T::ANY && T::SIZE.any_bytes && T::SIZE.max == size_of::<T>()
}

/// Whether the bytes of values are those in memory: as many, and in the order of this machine.
#[inline(always)]
pub(crate) const fn has_memory_order<W: Wire, T: Encode<W>>() -> bool {
    T::SIZE.min == size_of::<T>()
        && T::SIZE.is_fixed()
        && (cfg!(target_endian = "big") == <W::Order as ByteOrder>::BIG || size_of::<T>() == 1)
}

/// Implements both traits for a structure: its parts one after the other.
macro_rules! components {
    ([$($params:tt)*] $wire:ty; $name:literal $ty:ty, $number:ident, $count:literal: $($part:ident),*) => {
        impl<$($params)*> $crate::stream::Encode<$wire> for $ty {
            const LAYOUT: &'static $crate::stream::layout::TypeLayout<'static> =
                &$crate::stream::layout::TypeLayout::Components(
                    $name,
                    $count,
                    <$number as $crate::stream::Encode<$wire>>::LAYOUT,
                );
            const SIZE: $crate::stream::Size =
                <$number as $crate::stream::Encode<$wire>>::SIZE.times($count);

            #[inline(always)]
            fn encode<Out: $crate::Output>(
                &self,
                out: &mut Out,
            ) -> Result<(), $crate::EncodeError> {
                $($crate::stream::Encode::<$wire>::encode(&self.$part, out)?;)*
                Ok(())
            }
        }

        impl<'de, $($params)*> $crate::stream::Decode<'de, $wire> for $ty {
            const ANY: bool = true;

            #[inline(always)]
            fn decode(reader: &mut $crate::Reader<'de>) -> Result<Self, $crate::DecodeError> {
                $(let $part = <$number as $crate::stream::Decode<'de, $wire>>::decode(reader)?;)*
                Ok(Self { $($part),* })
            }

            #[inline(always)]
            fn decode_any(bytes: &mut &'de [u8]) -> Self {
                $(let $part = <$number as $crate::stream::Decode<'de, $wire>>::decode_any(bytes);)*
                Self { $($part),* }
            }
        }
    };
}

/// The same for a structure whose bytes in memory may be those of the encoding: its numbers are not packed.
macro_rules! structure {
    ([$($params:tt)*] $wire:ty; $name:literal $ty:ty, $number:ident, $count:literal: $($($part:ident).+),*) => {
        impl<$($params)*> $crate::stream::Encode<$wire> for $ty {
            const LAYOUT: &'static $crate::stream::layout::TypeLayout<'static> =
                &$crate::stream::layout::TypeLayout::Components(
                    $name,
                    $count,
                    <$number as $crate::stream::Encode<$wire>>::LAYOUT,
                );
            const SIZE: $crate::stream::Size = {
                let number = <$number as $crate::stream::Encode<$wire>>::SIZE;
                assert!(number.is_fixed(), "not packed");
                number.times($count)
            };

            #[inline(always)]
            fn encode<Out: $crate::Output>(
                &self,
                out: &mut Out,
            ) -> Result<(), $crate::EncodeError> {
                use $crate::stream::numbers::Number as _;
                // Number by number, as LLVM joins those of several fields.
                out.put_within($count * size_of::<$number>(), true, |room| {
                    $(self.$($part).+.put::<<$wire as $crate::stream::Wire>::Order, _>(room);)*
                    Ok(())
                })
            }

            #[inline]
            fn encode_all<Out: $crate::Output>(
                list: &[Self],
                out: &mut Out,
            ) -> Result<(), $crate::EncodeError> {
                $crate::stream::own_structures::encode_plain::<$wire, Self, Out>(list, out)
            }
        }

        impl<'de, $($params)*> $crate::stream::Decode<'de, $wire> for $ty {
            const ANY: bool = true;

            #[inline(always)]
            fn decode(reader: &mut $crate::Reader<'de>) -> Result<Self, $crate::DecodeError> {
                use $crate::stream::numbers::Number as _;
                use $crate::variant::memory::Plain as _;
                const LEN: usize = $count * size_of::<$number>();
                if $crate::stream::own_structures::has_memory_order::<$wire, Self>()
                    && let Some((bytes, rest)) = reader.rest().split_first_chunk::<LEN>()
                    && let Some(value) = Self::first(bytes)
                {
                    reader.seek_rest(rest);
                    return Ok(value);
                }
                let mut value = Self::default();
                $(
                    value.$($part).+ =
                        <$number>::take::<<$wire as $crate::stream::Wire>::Order>(reader)?;
                )*
                Ok(value)
            }

            #[inline(always)]
            fn decode_any(bytes: &mut &'de [u8]) -> Self {
                let mut value = Self::default();
                $(
                    value.$($part).+ =
                        <$number as $crate::stream::Decode<'de, $wire>>::decode_any(bytes);
                )*
                value
            }

            const IS_BLOCK: bool = $crate::stream::own_structures::is_block::<$wire, Self>();

            #[inline(always)]
            fn decode_block(bytes: &'de [u8]) -> Option<alloc::boxed::Box<[Self]>> {
                Some($crate::stream::own_structures::decode_plain::<$wire, Self>(bytes))
            }
        }
    };
}

/// The same for a type whose bytes are an array.
macro_rules! bytes {
    ([$($params:tt)*] $wire:ty; $name:literal $ty:ty, $len:literal: |$value:ident| $bytes:expr, $from:expr) => {
        impl<$($params)*> $crate::stream::Encode<$wire> for $ty {
            const LAYOUT: &'static $crate::stream::layout::TypeLayout<'static> =
                &$crate::stream::layout::TypeLayout::Bytes($name, $len);
            const SIZE: $crate::stream::Size = $crate::stream::Size::of_any_bytes($len);

            #[inline(always)]
            fn encode<Out: $crate::Output>(
                &self,
                out: &mut Out,
            ) -> Result<(), $crate::EncodeError> {
                let $value = self;
                out.put_bytes(&$bytes);
                Ok(())
            }
        }

        impl<'de, $($params)*> $crate::stream::Decode<'de, $wire> for $ty {
            const ANY: bool = true;

            #[inline(always)]
            fn decode(reader: &mut $crate::Reader<'de>) -> Result<Self, $crate::DecodeError> {
                // Not by `array`, whose result LLVM splits into bytes.
                let Some((bytes, rest)) = reader.rest().split_first_chunk::<$len>() else {
                    return Err($crate::stream::numbers::ends_inside(reader.message().len(), $name));
                };
                reader.seek_rest(rest);
                Ok($from(*bytes))
            }

            #[inline(always)]
            fn decode_any(bytes: &mut &'de [u8]) -> Self {
                $from($crate::stream::list::next(bytes))
            }
        }
    };
}

pub(crate) use {bytes, components, structure};
