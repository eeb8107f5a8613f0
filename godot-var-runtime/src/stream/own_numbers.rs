//! Integers, floats and bools.

use alloc::boxed::Box;
use core::num::{NonZero, Wrapping};

use super::codec::Plain;
use super::layout::{NumberType, TypeLayout};
use super::list::{encode_each, next};

use super::numbers::{Integer, Number, is_bounded};
use super::order::ByteOrder as _;
use super::own_structures::{decode_plain, encode_plain, is_block};
use super::packed::{self, packed_len};
use super::size::Size;
use super::wire::Wire;
use super::wrappers::take_bool;
use super::{Decode, Encode};
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

/// The error for a number that the wire's readers would take for a negative one.
#[cold]
#[inline(never)]
pub(crate) fn beyond_int(number: u64) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::OutOfRange,
        alloc::format!("{number} is above 9223372036854775807, the largest int of Godot"),
    )
}

#[cold]
#[inline(never)]
fn no_int(at: usize, number: u64) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::OutOfRange,
        at,
        "a u64 up to 9223372036854775807, the largest int of Godot",
        alloc::format!("{number}"),
    )
}

/// The error for 0 where a number has another value.
#[cold]
#[inline(never)]
pub(crate) fn zero(at: usize) -> DecodeError {
    DecodeError::new(DecodeErrorKind::OutOfRange, at, "a number other than 0", "0")
}

/// Whether an integer is packed.
const fn is_packed<W: Wire, T: Integer>() -> bool {
    W::PACKED && T::KIND.bytes() > 1
}

macro_rules! numbers {
    ($($number:ident $kind:ident [$($integer:ident)?] [$($bytes:ident)?];)*) => {$(
        impl<W: Wire> Encode<W> for $number {
            const LAYOUT: &'static TypeLayout<'static> =
                $(if is_packed::<W, $integer>() {
                    &TypeLayout::Named("packed", &TypeLayout::Number(NumberType::$kind))
                } else)? {
                    &TypeLayout::Number(NumberType::$kind)
                };
            const SIZE: Size =
                $(if is_packed::<W, $integer>() {
                    Size::between(1, packed_len(<$integer as Integer>::MOST))
                } else if is_bounded::<W, $integer>() {
                    Size::fixed(size_of::<$number>())
                } else)? {
                    Size::of_any_bytes(size_of::<$number>())
                };
            $(const IS_BYTE: bool = !stringify!($bytes).is_empty();)?

            #[inline(always)]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                $(
                    if const { is_bounded::<W, $integer>() } && self.to_wide() > W::LARGEST {
                        return Err(beyond_int(self.to_wide()));
                    }
                    if const { is_packed::<W, $integer>() } {
                        packed::put(self.to_wide(), out);
                        return Ok(());
                    }
                )?
                self.put::<W::Order, O>(out);
                Ok(())
            }

            #[inline]
            fn encode_all<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
                $(
                    if const { is_bounded::<W, $integer>() } {
                        return encode_each::<W, Plain, Self, O>(list, out);
                    }
                )?
                encode_plain::<W, Self, O>(list, out)
            }
        }

        impl<'de, W: Wire> Decode<'de, W> for $number {
            const ANY: bool = true;

            #[inline(always)]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                $(
                    if const { is_packed::<W, $integer>() } {
                        return packed::take_integer::<W, $integer>(reader);
                    }
                )?
                let number = Self::take_named::<W::Order>(reader, W::name(NumberType::$kind))?;
                $(
                    if const { is_bounded::<W, $integer>() } && number.to_wide() > W::LARGEST {
                        return Err(no_int(reader.position() - 8, number.to_wide()));
                    }
                )?
                Ok(number)
            }

            #[inline(always)]
            fn decode_any(bytes: &mut &'de [u8]) -> Self {
                let bytes = next(bytes);
                if W::Order::BIG { Self::from_be_bytes(bytes) } else { Self::from_le_bytes(bytes) }
            }

            const IS_BLOCK: bool = is_block::<W, Self>();

            #[inline(always)]
            fn decode_block(bytes: &'de [u8]) -> Option<Box<[Self]>> {
                Some(decode_plain::<W, Self>(bytes))
            }

            $(
                #[inline]
                fn borrow_all<'a>(
                    reader: &mut Reader<'de>,
                    count: usize,
                ) -> Option<Result<&'a [Self], DecodeError>>
                where
                    'de: 'a,
                    Self: 'a,
                {
                    Some(reader.take(count, stringify!($bytes)))
                }
            )?
        }
    )*};
}

numbers! {
    u8 U8 [u8] [bytes];
    u16 U16 [u16] [];
    u32 U32 [u32] [];
    u64 U64 [u64] [];
    i8 I8 [i8] [];
    i16 I16 [i16] [];
    i32 I32 [i32] [];
    i64 I64 [i64] [];
    f32 F32 [] [];
    f64 F64 [] [];
}

impl<W: Wire> Encode<W> for bool {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Bool;
    const SIZE: Size = Size::fixed(1);

    #[inline(always)]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(&[u8::from(*self)]);
        Ok(())
    }

    #[inline]
    fn encode_all<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
        out.put_within(list.len(), true, |room| match room.take_chunks(list.len(), 1) {
            Some(bytes) => {
                for (value, byte) in list.iter().zip(bytes) {
                    byte.fill(u8::from(*value));
                }
                Ok(())
            }
            None => encode_each::<W, Plain, Self, _>(list, room),
        })
    }
}

impl<'de, W: Wire> Decode<'de, W> for bool {
    #[inline(always)]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        take_bool::<W>(reader, "a bool", "a bool, 0 or 1")
    }

    const IS_BLOCK: bool = true;

    #[inline(never)]
    fn decode_block(bytes: &'de [u8]) -> Option<Box<[Self]>> {
        let mut all = 0;
        let list = bytes.iter().map(|byte| {
            all |= byte;
            *byte == 1
        });
        let list = list.collect();
        (all <= 1).then_some(list)
    }
}

macro_rules! integer_inside {
    ($ty:ty, $number:ident: |$value:ident| $inner:expr, $of:expr) => {
        impl Integer for $ty {
            const KIND: NumberType = $number::KIND;
            const WHAT: &'static str = <$number as Integer>::WHAT;
            const MOST: u64 = <$number as Integer>::MOST;

            #[inline(always)]
            fn to_wide(self) -> u64 {
                let $value = self;
                $inner.to_wide()
            }

            #[inline(always)]
            fn of_wide(wide: u64) -> Option<Self> {
                $number::of_wide(wide).and_then($of)
            }
        }
    };
}

macro_rules! wrapped {
    ($($number:ident $kind:ident;)*) => {$(
        integer_inside! { NonZero<$number>, $number: |value| value.get(), Self::new }
        integer_inside! { Wrapping<$number>, $number: |value| value.0, |number| Some(Self(number)) }

        impl<W: Wire> Encode<W> for NonZero<$number> {
            const LAYOUT: &'static TypeLayout<'static> = if is_packed::<W, $number>() {
                &TypeLayout::Named("packed", &TypeLayout::NonZero(NumberType::$kind))
            } else {
                &TypeLayout::NonZero(NumberType::$kind)
            };
            const SIZE: Size = <$number as Encode<W>>::SIZE.refusing();

            #[inline(always)]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                Encode::<W>::encode(&self.get(), out)
            }
        }

        impl<'de, W: Wire> Decode<'de, W> for NonZero<$number> {
            #[inline(always)]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                let start = reader.position();
                let number = <$number as Decode<'de, W>>::decode(reader)?;
                Self::new(number).ok_or_else(|| zero(start))
            }
        }

        impl<W: Wire> Encode<W> for Wrapping<$number> {
            const LAYOUT: &'static TypeLayout<'static> = <$number as Encode<W>>::LAYOUT;
            const SIZE: Size = <$number as Encode<W>>::SIZE;

            #[inline(always)]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                Encode::<W>::encode(&self.0, out)
            }
        }

        impl<'de, W: Wire> Decode<'de, W> for Wrapping<$number> {
            const ANY: bool = true;

            #[inline(always)]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                <$number as Decode<'de, W>>::decode(reader).map(Self)
            }

            #[inline(always)]
            fn decode_any(bytes: &mut &'de [u8]) -> Self {
                Self(<$number as Decode<'de, W>>::decode_any(bytes))
            }
        }
    )*};
}

wrapped! {
    u8 U8;
    u16 U16;
    u32 U32;
    u64 U64;
    i8 I8;
    i16 I16;
    i32 I32;
    i64 I64;
}
