//! `varint` and `lenient`: integers in LEB128, bools of any byte.

use core::num::Wrapping;

use crate::flat::Flat;
use crate::flat::wire::MAX_INT;
use crate::stream::layout::{NumberType, TypeLayout};
use crate::stream::numbers::array;
use crate::stream::own_numbers::{check_u64, zero};
use crate::stream::{ByteOrder, DecodeAs, EncodeAs, Size, varint};
use crate::{DecodeError, EncodeError, Output, Reader};

/// The attribute `varint`.
#[derive(Debug)]
pub struct AsVarint;

macro_rules! unsigned {
    ($($number:ident $kind:ident $most:expr;)*) => {$(
        impl<B: ByteOrder> EncodeAs<Flat<B>, $number> for AsVarint {
            const SIZE: Size = Size::varint(NumberType::$kind);
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Varint(NumberType::$kind);

            #[inline(always)]
            fn encode_as<O: Output>(
                value: &$number,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                if $most < u64::from($number::MAX) {
                    check_u64::<Flat<B>>(u64::from(*value))?;
                }
                varint::put(u64::from(*value), out);
                Ok(())
            }
        }

        impl<'de, B: ByteOrder> DecodeAs<'de, Flat<B>, $number> for AsVarint {
            #[inline(always)]
            fn decode_as(reader: &mut Reader<'de>) -> Result<$number, DecodeError> {
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
        impl<B: ByteOrder> EncodeAs<Flat<B>, $number> for AsVarint {
            const SIZE: Size = Size::varint(NumberType::$kind);
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Varint(NumberType::$kind);

            #[inline(always)]
            fn encode_as<O: Output>(
                value: &$number,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                varint::put(varint::zigzag(i64::from(*value)), out);
                Ok(())
            }
        }

        impl<'de, B: ByteOrder> DecodeAs<'de, Flat<B>, $number> for AsVarint {
            #[inline(always)]
            fn decode_as(reader: &mut Reader<'de>) -> Result<$number, DecodeError> {
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
        impl<B: ByteOrder> EncodeAs<Flat<B>, core::num::NonZero<$number>> for AsVarint {
            const SIZE: Size = <Self as EncodeAs<Flat<B>, $number>>::SIZE;
            const LAYOUT: &'static TypeLayout<'static> = <Self as EncodeAs<Flat<B>, $number>>::LAYOUT;

            #[inline(always)]
            fn encode_as<O: Output>(
                value: &core::num::NonZero<$number>,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                <Self as EncodeAs<Flat<B>, $number>>::encode_as(&value.get(), out)
            }
        }

        impl<'de, B: ByteOrder> DecodeAs<'de, Flat<B>, core::num::NonZero<$number>> for AsVarint {
            #[inline(always)]
            fn decode_as(
                reader: &mut Reader<'de>,
            ) -> Result<core::num::NonZero<$number>, DecodeError> {
                let start = reader.position();
                let number = <Self as DecodeAs<'de, Flat<B>, $number>>::decode_as(reader)?;
                core::num::NonZero::new(number).ok_or_else(|| zero(start))
            }
        }
    )*};
}

non_zero! { u8 u16 u32 u64 i8 i16 i32 i64 }

macro_rules! wrapping {
    ($($number:ident)*) => {$(
        impl<B: ByteOrder> EncodeAs<Flat<B>, Wrapping<$number>> for AsVarint {
            const SIZE: Size = <Self as EncodeAs<Flat<B>, $number>>::SIZE;
            const LAYOUT: &'static TypeLayout<'static> = <Self as EncodeAs<Flat<B>, $number>>::LAYOUT;

            #[inline(always)]
            fn encode_as<O: Output>(
                value: &Wrapping<$number>,
                out: &mut O,
            ) -> Result<(), EncodeError> {
                <Self as EncodeAs<Flat<B>, $number>>::encode_as(&value.0, out)
            }
        }

        impl<'de, B: ByteOrder> DecodeAs<'de, Flat<B>, Wrapping<$number>> for AsVarint {
            #[inline(always)]
            fn decode_as(
                reader: &mut Reader<'de>,
            ) -> Result<Wrapping<$number>, DecodeError> {
                <Self as DecodeAs<'de, Flat<B>, $number>>::decode_as(reader).map(Wrapping)
            }
        }
    )*};
}

wrapping! { u8 u16 u32 u64 i8 i16 i32 i64 }

/// The attribute `lenient`.
#[derive(Debug)]
pub struct AsLenient;

impl<B: ByteOrder> EncodeAs<Flat<B>, bool> for AsLenient {
    const SIZE: Size = Size::fixed(1);
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::LenientBool;

    #[inline(always)]
    fn encode_as<O: Output>(value: &bool, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(&[u8::from(*value)]);
        Ok(())
    }
}

impl<'de, B: ByteOrder> DecodeAs<'de, Flat<B>, bool> for AsLenient {
    #[inline(always)]
    fn decode_as(reader: &mut Reader<'de>) -> Result<bool, DecodeError> {
        array(reader, "a bool").map(|[byte]| byte != 0)
    }
}
