//! Types of the standard library and math types on the wire.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::adapt::{Counted, DecodeField, EncodeField, LenI32, LenU16, Plain};
use super::era::{Era, is_2018};
use super::text;
use super::types::{DirectionVector2, DirectionVector3, EulerAngles};
use super::{DecodeLiteNet, EncodeLiteNet};
use crate::variant::{Quaternion, Vector2, Vector2i, Vector3, Vector3i, Vector4};
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

macro_rules! components {
    ($($structure:ident, $component:ty, $size:literal, $what:literal, [$($name:ident)*];)*) => {$(
        impl<E: Era> EncodeLiteNet<E> for $structure {
            #[inline(always)]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                out.put_bytes([$(self.$name.to_le_bytes()),*].as_flattened());
                Ok(())
            }
        }

        impl<'de, E: Era> DecodeLiteNet<'de, E> for $structure {
            const MIN_SIZE: usize = $size;
            const FIXED: bool = true;
    const WHAT: &'static str = $what;

            #[inline(always)]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                // One check for all components.
                let all = reader.array::<$size>($what)?;
                let mut all = all.as_chunks().0.iter();
                $(let $name = <$component>::from_le_bytes(all.next().copied().unwrap_or_default());)*
                Ok(Self { $($name),* })
            }
        }
    )*};
}

components! {
    Vector2, f32, 8, "a Vector2", [x y];
    Vector3, f32, 12, "a Vector3", [x y z];
    Vector4, f32, 16, "a Vector4", [x y z w];
    Vector2i, i32, 8, "a Vector2Int", [x y];
    Vector3i, i32, 12, "a Vector3Int", [x y z];
    Quaternion, f32, 16, "a quaternion", [x y z w];
    EulerAngles, f32, 12, "Euler angles", [x y z];
    DirectionVector2, i8, 2, "a direction", [x y];
    DirectionVector3, i8, 3, "a direction", [x y z];
}

impl<E: Era> EncodeLiteNet<E> for str {
    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        text::write::<E, O>(self, out)
    }
}

macro_rules! strings {
    ($([$($life:lifetime)?] $text:ty, $read:expr;)*) => {$(
        impl<$($life,)? E: Era> EncodeLiteNet<E> for $text {
            #[inline]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                text::write::<E, O>(self, out)
            }
        }

        impl<'de $(: $life, $life)?, E: Era> DecodeLiteNet<'de, E> for $text {
            const MIN_SIZE: usize = if is_2018::<E>() { 4 } else { 2 };
            const WHAT: &'static str = text::LENGTH;

            #[inline]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                $read(reader)
            }
        }
    )*};
}

strings! {
    [] String, |reader| text::read::<E>(reader).map(Cow::into_owned);
    [] Box<str>, |reader| text::read::<E>(reader).map(Into::into);
    ['a] Cow<'a, str>, text::read::<E>;
}

impl<E: Era> EncodeLiteNet<E> for &str {
    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        text::write::<E, O>(self, out)
    }
}

impl<'de: 'a, 'a, E: Era> DecodeLiteNet<'de, E> for &'a str {
    const MIN_SIZE: usize = if is_2018::<E>() { 4 } else { 2 };
    const WHAT: &'static str = text::LENGTH;

    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        text::read_str::<E>(reader)
    }
}

/// Behind a `u16` count; bytes in 2018-07 behind an `i32`.
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
            // A C# reader throws on a negative length of bytes.
            let start = reader.position();
            if reader.peek_u32().is_some_and(|len| len > i32::MAX as u32) {
                let len = reader.peek_u32().unwrap_or_default() as i32;
                return Err(text::negative(start, len));
            }
            <Counted<LenI32, Plain> as DecodeField<'de, E, Vec<T>>>::decode_field(reader)
        } else {
            <Counted<LenU16, Plain> as DecodeField<'de, E, Vec<T>>>::decode_field(reader)
        }
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
            usize::try_from(len).map_err(|_| text::negative(start, len))?
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
        let list = T::decode_all(reader, N)?;
        list.try_into().map_err(|_| reader.incomplete("an array"))
    }
}

/// `Nullable`: whether there is a value, then the value.
impl<E: Era, T: EncodeLiteNet<E>> EncodeLiteNet<E> for Option<T> {
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        EncodeLiteNet::<E>::encode(&self.is_some(), out)?;
        self.as_ref().map_or(Ok(()), |value| value.encode(out))
    }
}

impl<'de, E: Era, T: DecodeLiteNet<'de, E>> DecodeLiteNet<'de, E> for Option<T> {
    const MIN_SIZE: usize = 1;

    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let present = <bool as DecodeLiteNet<'de, E>>::decode(reader)?;
        if present { T::decode(reader).map(Some) } else { Ok(None) }
    }
}

impl<E: Era, T: EncodeLiteNet<E>> EncodeLiteNet<E> for Box<T> {
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.enter()?;
        (**self).encode(out)?;
        out.leave();
        Ok(())
    }
}

/// Counts as nesting: a type that contains itself does so through a box or a list.
impl<'de, E: Era, T: DecodeLiteNet<'de, E>> DecodeLiteNet<'de, E> for Box<T> {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        reader.enter()?;
        let value = T::decode(reader)?;
        reader.leave();
        Ok(Self::new(value))
    }
}

macro_rules! tuples {
    ($(($($name:ident $position:tt)*))*) => {$(
        /// Its values, one after the other: the parameters of a function.
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

/// Nothing: a function without parameters.
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
