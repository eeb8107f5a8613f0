//! Integers, floats and bools.

use alloc::vec::Vec;
use core::num::{NonZero, Wrapping};

use super::layout::{NumberType, TypeLayout};
use super::numbers::Number;
use super::own_structures::{decode_plain, encode_plain};
use super::size::Size;
use super::wire::Wire;
use super::wrappers::take_bool;
use super::{Decode, Encode};
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

/// Refuses a number that the wire's readers would take for a negative one.
#[inline(always)]
pub(crate) fn check_u64<W: Wire>(number: u64) -> Result<(), EncodeError> {
    if number > W::LARGEST { Err(beyond_int(number)) } else { Ok(()) }
}

#[cold]
#[inline(never)]
fn beyond_int(number: u64) -> EncodeError {
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

macro_rules! numbers {
    ($($number:ident $kind:ident $(, $bytes:ident)?;)*) => {$(
        impl<W: Wire> Encode<W> for $number {
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Number(NumberType::$kind);
            const SIZE: Size = Size::fixed(size_of::<$number>());
            $(const IS_BYTE: bool = !stringify!($bytes).is_empty();)?

            #[inline(always)]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                self.put::<W::Order, O>(out);
                Ok(())
            }

            #[inline]
            fn encode_all<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
                encode_plain::<W, Self, O>(list, out)
            }
        }

        impl<'de, W: Wire> Decode<'de, W> for $number {
            #[inline(always)]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                Self::take_named::<W::Order>(reader, W::name(NumberType::$kind))
            }

            #[inline]
            fn decode_all(
                reader: &mut Reader<'de>,
                count: usize,
                list: &mut Vec<Self>,
            ) -> Result<(), DecodeError> {
                decode_plain::<W, Self>(reader, count, list)
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
    u8 U8, bytes;
    u16 U16;
    u32 U32;
    i8 I8;
    i16 I16;
    i32 I32;
    i64 I64;
    f32 F32;
    f64 F64;
}

impl<W: Wire> Encode<W> for u64 {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Number(NumberType::U64);
    const SIZE: Size = Size::fixed(8);

    #[inline(always)]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        check_u64::<W>(*self)?;
        self.put::<W::Order, O>(out);
        Ok(())
    }
}

impl<'de, W: Wire> Decode<'de, W> for u64 {
    #[inline(always)]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let number = Self::take_named::<W::Order>(reader, W::name(NumberType::U64))?;
        if number > W::LARGEST {
            return Err(no_int(reader.position() - 8, number));
        }
        Ok(number)
    }
}

impl<W: Wire> Encode<W> for bool {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Bool;
    const SIZE: Size = Size::fixed(1);

    #[inline(always)]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(&[u8::from(*self)]);
        Ok(())
    }
}

impl<'de, W: Wire> Decode<'de, W> for bool {
    #[inline(always)]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        take_bool::<W>(reader, "a bool", "a bool, 0 or 1")
    }
}

macro_rules! wrapped {
    ($($number:ident $kind:ident;)*) => {$(
        impl<W: Wire> Encode<W> for NonZero<$number> {
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::NonZero(NumberType::$kind);
            const SIZE: Size = <$number as Encode<W>>::SIZE;

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
            #[inline(always)]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                <$number as Decode<'de, W>>::decode(reader).map(Self)
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
