//! `varint` and `lenient`: integers in LEB128, bools of any byte.

use core::num::Wrapping;

use super::{DecodeField, EncodeField};
use crate::flat::EncodeFlat;
use crate::flat::format::numbers::array;
use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::format::varint;
use crate::flat::impls::numbers::{self, MAX_INT};
use crate::flat::layout::{NumberType, TypeLayout};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// The attribute `varint`.
#[derive(Debug)]
pub struct AsVarint;

macro_rules! unsigned {
    ($($number:ident $kind:ident $most:expr;)*) => {$(
        impl EncodeField<$number> for AsVarint {
            const SIZE: Size = Size::varint(NumberType::$kind);
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Varint(NumberType::$kind);

            #[inline(always)]
            fn encode_field<B: ByteOrder, O: Output>(
                value: &$number,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                if $most < u64::from($number::MAX) {
                    numbers::check_u64(u64::from(*value))?;
                }
                varint::put(u64::from(*value), out);
                Ok(())
            }
        }

        impl<'de> DecodeField<'de, $number> for AsVarint {
            #[inline(always)]
            fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<$number, DecodeError> {
                varint::take(reader, $most, concat!("a ", stringify!($number)))
                    .map(|number| number as $number)
            }
        }
    )*};
}

unsigned! {
    u8 U8 u8::MAX as u64;
    u16 U16 u16::MAX as u64;
    u32 U32 u32::MAX as u64;
    u64 U64 MAX_INT;
}

macro_rules! signed {
    ($($number:ident $kind:ident $what:literal;)*) => {$(
        impl EncodeField<$number> for AsVarint {
            const SIZE: Size = Size::varint(NumberType::$kind);
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Varint(NumberType::$kind);

            #[inline(always)]
            fn encode_field<B: ByteOrder, O: Output>(
                value: &$number,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                varint::put(varint::zigzag(i64::from(*value)), out);
                Ok(())
            }
        }

        impl<'de> DecodeField<'de, $number> for AsVarint {
            #[inline(always)]
            fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<$number, DecodeError> {
                const MOST: u64 = varint::zigzag($number::MIN as i64);
                varint::take(reader, MOST, $what).map(|number| varint::unzigzag(number) as $number)
            }
        }
    )*};
}

signed! {
    i8 I8 "an i8";
    i16 I16 "an i16";
    i32 I32 "an i32";
    i64 I64 "an i64";
}

macro_rules! non_zero {
    ($($number:ident)*) => {$(
        impl EncodeField<core::num::NonZero<$number>> for AsVarint {
            const SIZE: Size = <Self as EncodeField<$number>>::SIZE;
            const LAYOUT: &'static TypeLayout<'static> = <Self as EncodeField<$number>>::LAYOUT;

            #[inline(always)]
            fn encode_field<B: ByteOrder, O: Output>(
                value: &core::num::NonZero<$number>,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                <Self as EncodeField<$number>>::encode_field::<B, O>(&value.get(), out)
            }
        }

        impl<'de> DecodeField<'de, core::num::NonZero<$number>> for AsVarint {
            #[inline(always)]
            fn decode_field<B: ByteOrder>(
                reader: &mut Reader<'de>,
            ) -> Result<core::num::NonZero<$number>, DecodeError> {
                let start = reader.position();
                let number = <Self as DecodeField<'de, $number>>::decode_field::<B>(reader)?;
                core::num::NonZero::new(number).ok_or_else(|| zero(start))
            }
        }
    )*};
}

non_zero! { u8 u16 u32 u64 i8 i16 i32 i64 }

macro_rules! wrapping {
    ($($number:ident)*) => {$(
        impl EncodeField<Wrapping<$number>> for AsVarint {
            const SIZE: Size = <Self as EncodeField<$number>>::SIZE;
            const LAYOUT: &'static TypeLayout<'static> = <Self as EncodeField<$number>>::LAYOUT;

            #[inline(always)]
            fn encode_field<B: ByteOrder, O: Output>(
                value: &Wrapping<$number>,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                <Self as EncodeField<$number>>::encode_field::<B, O>(&value.0, out)
            }
        }

        impl<'de> DecodeField<'de, Wrapping<$number>> for AsVarint {
            #[inline(always)]
            fn decode_field<B: ByteOrder>(
                reader: &mut Reader<'de>,
            ) -> Result<Wrapping<$number>, DecodeError> {
                <Self as DecodeField<'de, $number>>::decode_field::<B>(reader).map(Wrapping)
            }
        }
    )*};
}

wrapping! { u8 u16 u32 u64 i8 i16 i32 i64 }

/// The attribute `lenient`.
#[derive(Debug)]
pub struct AsLenient;

impl EncodeField<bool> for AsLenient {
    const SIZE: Size = Size::fixed(1);
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::LenientBool;

    #[inline(always)]
    fn encode_field<B: ByteOrder, O: Output>(value: &bool, out: &mut O) -> Result<(), EncodeError> {
        EncodeFlat::encode::<B, O>(value, out)
    }
}

impl<'de> DecodeField<'de, bool> for AsLenient {
    #[inline(always)]
    fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<bool, DecodeError> {
        array(reader, "a bool").map(|[byte]| byte != 0)
    }
}

/// The error for 0 where a number has another value.
#[cold]
#[inline(never)]
pub(crate) fn zero(at: usize) -> DecodeError {
    DecodeError::new(DecodeErrorKind::OutOfRange, at, "a number other than 0", "0")
}
