//! `varint` and `lenient`: integers in LEB128, bools of any byte.

use crate::flat::Flat;
use crate::flat::wire::MAX_INT;
use crate::stream::layout::TypeLayout;
use crate::stream::numbers::{Integer, array};
use crate::stream::own_numbers::{beyond_int, zero};
use crate::stream::{ByteOrder, DecodeAs, EncodeAs, Size, varint};
use crate::{DecodeError, EncodeError, Output, Reader};

/// The attribute `varint`.
#[derive(Debug)]
pub struct AsVarint;

impl<B: ByteOrder, T: Integer> EncodeAs<Flat<B>, T> for AsVarint {
    const SIZE: Size = Size::varint(T::KIND);
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Varint(T::KIND);

    #[inline(always)]
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        let wide = value.to_wide();
        if T::is_bounded::<Flat<B>>() && wide > MAX_INT {
            return Err(beyond_int(wide));
        }
        varint::put(wide, out);
        Ok(())
    }
}

impl<'de, B: ByteOrder, T: Integer> DecodeAs<'de, Flat<B>, T> for AsVarint {
    #[inline(always)]
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        let start = reader.position();
        let wide = varint::take(reader, T::most::<Flat<B>>(), T::WHAT)?;
        T::of_wide(wide).ok_or_else(|| zero(start))
    }
}

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
