//! `varint` and `lenient`: integers in LEB128, bools of any byte.

use core::num::{NonZero, Wrapping};

use crate::flat::Flat;
use crate::flat::wire::MAX_INT;
use crate::stream::layout::TypeLayout;
use crate::stream::numbers::{Integer, array, is_bounded};
use crate::stream::own_numbers::{beyond_int, zero};
use crate::stream::{ByteOrder, DecodeAs, EncodeAs, Size, varint};
use crate::{DecodeError, EncodeError, Output, Reader};

/// The attribute `varint`.
#[derive(Debug)]
pub struct AsVarint;

// Not for each `Integer`: rustc would report more errors of a list of another type.
macro_rules! varints {
    ($($number:ident)*) => {$(
        varints! { @of $number }
        varints! { @of NonZero<$number> }
        varints! { @of Wrapping<$number> }
    )*};
    (@of $integer:ty) => {
        impl<B: ByteOrder> EncodeAs<Flat<B>, $integer> for AsVarint {
            const SIZE: Size = Size::varint(<$integer>::KIND);
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Varint(<$integer>::KIND);

            #[inline(always)]
            fn encode_as<O: Output>(value: &$integer, out: &mut O) -> Result<(), EncodeError> {
                let wide = value.to_wide();
                if const { is_bounded::<Flat<B>, $integer>() } && wide > MAX_INT {
                    return Err(beyond_int(wide));
                }
                varint::put(wide, out);
                Ok(())
            }
        }

        impl<'de, B: ByteOrder> DecodeAs<'de, Flat<B>, $integer> for AsVarint {
            #[inline(always)]
            fn decode_as(reader: &mut Reader<'de>) -> Result<$integer, DecodeError> {
                let start = reader.position();
                let most = <$integer>::most::<Flat<B>>();
                let wide = varint::take(reader, most, <$integer as Integer>::WHAT)?;
                <$integer>::of_wide(wide).ok_or_else(|| zero(start))
            }
        }
    };
}

varints! { u8 u16 u32 u64 i8 i16 i32 i64 }

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
