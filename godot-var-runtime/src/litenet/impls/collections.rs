//! Lists, bytes, arrays and tuples.

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::litenet::derived::adapt::{Counted, DecodeField, EncodeField, LenI32, LenU16, Plain};
use crate::litenet::format::era::{Era, is_2018};
use crate::litenet::format::texts;
use crate::litenet::{DecodeLiteNet, EncodeLiteNet};
use crate::{DecodeError, EncodeError, Output, Reader};

/// The elements after a `u16` count; in 2018-07, bytes after an `i32` length.
impl<E: Era, T: EncodeLiteNet<E>> EncodeLiteNet<E> for [T] {
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        if T::BYTES && is_2018::<E>() {
            <Counted<LenI32, Plain> as EncodeField<E, [T]>>::encode_field(self, out)
        } else {
            <Counted<LenU16, Plain> as EncodeField<E, [T]>>::encode_field(self, out)
        }
    }
}

impl<E: Era, T: EncodeLiteNet<E>> EncodeLiteNet<E> for Vec<T> {
    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.as_slice().encode(out)
    }
}

impl<'de, E: Era, T: DecodeLiteNet<'de, E>> DecodeLiteNet<'de, E> for Vec<T> {
    const MIN_SIZE: usize = 2;

    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        if T::BYTES && is_2018::<E>() {
            refuse_negative(reader)?;
            <Counted<LenI32, Plain> as DecodeField<'de, E, Vec<T>>>::decode_field(reader)
        } else {
            <Counted<LenU16, Plain> as DecodeField<'de, E, Vec<T>>>::decode_field(reader)
        }
    }

    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        if T::BYTES && is_2018::<E>() {
            refuse_negative(reader)?;
            <Counted<LenI32, Plain> as DecodeField<'de, E, Self>>::decode_field_in_place(
                reader, place,
            )
        } else {
            <Counted<LenU16, Plain> as DecodeField<'de, E, Self>>::decode_field_in_place(
                reader, place,
            )
        }
    }
}

/// Refuses a negative length of bytes, for which a C# reader throws.
#[inline(always)]
fn refuse_negative(reader: &Reader<'_>) -> Result<(), DecodeError> {
    match reader.peek_u32() {
        Some(len) if len > i32::MAX as u32 => Err(texts::negative(reader.position(), len as i32)),
        _ => Ok(()),
    }
}

impl<E: Era> EncodeLiteNet<E> for &[u8] {
    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        <[u8] as EncodeLiteNet<E>>::encode(self, out)
    }
}

impl<'de: 'a, 'a, E: Era> DecodeLiteNet<'de, E> for &'a [u8] {
    const MIN_SIZE: usize = 2;

    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let start = reader.position();
        let len = if is_2018::<E>() {
            let len = i32::from_le_bytes(reader.array("the length of bytes")?);
            usize::try_from(len).map_err(|_| texts::negative(start, len))?
        } else {
            usize::from(u16::from_le_bytes(reader.array("the length of bytes")?))
        };
        reader.take(len, "bytes")
    }
}

impl<E: Era, T: EncodeLiteNet<E>, const N: usize> EncodeLiteNet<E> for [T; N] {
    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        T::encode_all(self, out)
    }
}

impl<'de, E: Era, T: DecodeLiteNet<'de, E>, const N: usize> DecodeLiteNet<'de, E> for [T; N] {
    const MIN_SIZE: usize = T::MIN_SIZE.saturating_mul(N);

    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        if reader.remaining() < Self::MIN_SIZE {
            return Err(reader.incomplete("an array"));
        }
        if T::MIN_SIZE == 0 {
            reader.count_empty::<T>(N)?;
        }
        let list = T::decode_all(reader, N)?;
        list.try_into().map_err(|_| reader.incomplete("an array"))
    }

    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        if reader.remaining() < <Self as DecodeLiteNet<'de, E>>::MIN_SIZE {
            return Err(reader.incomplete("an array"));
        }
        if <T as DecodeLiteNet<'de, E>>::MIN_SIZE == 0 {
            reader.count_empty::<T>(N)?;
        }
        for (index, element) in place.iter_mut().enumerate() {
            T::decode_in_place(reader, element).map_err(|error| error.in_index(index))?;
        }
        Ok(())
    }
}

macro_rules! tuples {
    ($(($($name:ident $position:tt)*))*) => {$(
        /// The values in order: the parameters of a function.
        impl<Era_: Era, $($name: EncodeLiteNet<Era_>),*> EncodeLiteNet<Era_> for ($($name,)*) {
            #[inline]
            fn encode<Out: Output>(&self, out: &mut Out) -> Result<(), EncodeError> {
                let _ = &out;
                $(self.$position.encode(out).map_err(|error| error.in_index($position))?;)*
                Ok(())
            }
        }

        impl<'de, Era_: Era, $($name: DecodeLiteNet<'de, Era_>),*> DecodeLiteNet<'de, Era_>
            for ($($name,)*)
        {
            const MIN_SIZE: usize = 0 $(+ $name::MIN_SIZE)*;

            #[inline]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                let _ = &reader;
                Ok(($($name::decode(reader).map_err(|error| error.in_index($position))?,)*))
            }

            fn decode_in_place(
                reader: &mut Reader<'de>,
                place: &mut Self,
            ) -> Result<(), DecodeError> {
                $(
                    $name::decode_in_place(reader, &mut place.$position)
                        .map_err(|error| error.in_index($position))?;
                )*
                Ok(())
            }
        }
    )*};
}

tuples! {
    (A 0)
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 F 4)
    (A 0 B 1 C 2 D 3 F 4 G 5)
    (A 0 B 1 C 2 D 3 F 4 G 5 H 6)
    (A 0 B 1 C 2 D 3 F 4 G 5 H 6 I 7)
    (A 0 B 1 C 2 D 3 F 4 G 5 H 6 I 7 J 8)
    (A 0 B 1 C 2 D 3 F 4 G 5 H 6 I 7 J 8 K 9)
}

/// No bytes.
impl<E: Era, T: ?Sized> EncodeLiteNet<E> for PhantomData<T> {
    #[inline]
    fn encode<O: Output>(&self, _out: &mut O) -> Result<(), EncodeError> {
        Ok(())
    }
}

impl<'de, E: Era, T: ?Sized> DecodeLiteNet<'de, E> for PhantomData<T> {
    #[inline]
    fn decode(_reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        Ok(Self)
    }
}

/// No bytes: a function without parameters.
impl<E: Era> EncodeLiteNet<E> for () {
    #[inline]
    fn encode<O: Output>(&self, _out: &mut O) -> Result<(), EncodeError> {
        Ok(())
    }
}

impl<'de, E: Era> DecodeLiteNet<'de, E> for () {
    #[inline]
    fn decode(_reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        Ok(())
    }
}
