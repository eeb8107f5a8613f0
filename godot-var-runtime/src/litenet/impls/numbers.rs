//! Integers, floats and bools.

use alloc::vec::Vec;

use crate::litenet::format::era::{Era, is_2018};
use crate::litenet::{DecodeLiteNet, EncodeLiteNet};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

macro_rules! numbers {
    ($($number:ty, $what:literal;)*) => {$(
        impl<E: Era> EncodeLiteNet<E> for $number {
            #[inline(always)]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                out.put_bytes(&self.to_le_bytes());
                Ok(())
            }
        }

        impl<'de, E: Era> DecodeLiteNet<'de, E> for $number {
            const MIN_SIZE: usize = size_of::<$number>();
            const FIXED: bool = true;
            const WHAT: &'static str = $what;

            #[inline(always)]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                Ok(Self::from_le_bytes(reader.array($what)?))
            }
        }
    )*};
}

numbers! {
    i8, "an sbyte";
    i16, "a short";
    u16, "a ushort";
    i32, "an int";
    u32, "a uint";
    i64, "a long";
    u64, "a ulong";
    f32, "a float";
    f64, "a double";
}

impl<E: Era> EncodeLiteNet<E> for u8 {
    const BYTES: bool = true;

    #[inline(always)]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(&[*self]);
        Ok(())
    }

    #[inline]
    fn encode_all<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(list);
        Ok(())
    }
}

impl<'de, E: Era> DecodeLiteNet<'de, E> for u8 {
    const MIN_SIZE: usize = 1;
    const FIXED: bool = true;
    const WHAT: &'static str = "a byte";
    const BYTES: bool = true;

    #[inline(always)]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        reader.array("a byte").map(|[byte]| byte)
    }

    #[inline]
    fn decode_all(reader: &mut Reader<'de>, count: usize) -> Result<Vec<Self>, DecodeError> {
        reader.take(count, "bytes").map(Vec::from)
    }

    fn decode_all_in_place(
        reader: &mut Reader<'de>,
        count: usize,
        list: &mut Vec<Self>,
    ) -> Result<(), DecodeError> {
        let bytes = reader.take(count, "bytes")?;
        list.clear();
        list.extend_from_slice(bytes);
        Ok(())
    }
}

impl<E: Era> EncodeLiteNet<E> for bool {
    #[inline(always)]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(&[u8::from(*self)]);
        Ok(())
    }
}

/// In 2018-07 every byte but 0 is true, today only 1 is.
impl<'de, E: Era> DecodeLiteNet<'de, E> for bool {
    const MIN_SIZE: usize = 1;
    const FIXED: bool = true;
    const WHAT: &'static str = "a bool";

    #[inline(always)]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let [byte] = reader.array("a bool")?;
        if byte > 1 && reader.limits().canonical {
            return Err(DecodeError::new(
                DecodeErrorKind::InvalidValue,
                reader.position() - 1,
                "a bool, 0 or 1",
                alloc::format!("{byte}"),
            ));
        }
        Ok(if is_2018::<E>() { byte != 0 } else { byte == 1 })
    }
}
