//! `len`: the encoding of the count before a list, bytes or a text.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{AsPacked, AsZigzag, DecodeField, EncodeField, Plain};
use crate::litenet::format::era::Era;
use crate::litenet::format::numbers::{PackedInt, ZigzagInt};
use crate::litenet::format::texts;
use crate::litenet::{DecodeLiteNet, EncodeLiteNet};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// An encoding of the count before elements.
pub trait Prefix {
    /// The smallest size of the count in bytes.
    const MIN_SIZE: usize;
    /// The largest count.
    const MOST: usize;

    /// Writes the count, which is at most [`MOST`](Self::MOST).
    fn write<O: Output>(count: usize, out: &mut O);

    /// Reads the count.
    fn read<E: Era>(reader: &mut Reader<'_>) -> Result<usize, DecodeError>;
}

const COUNT: &str = "a count";

macro_rules! prefixes {
    ($($name:ident = $attribute:literal: $min_size:literal, $most:expr,
        |$count:ident, $out:ident| $write:expr, |$reader:ident| $read:expr;)*) => {$(
        #[doc = concat!("`len = \"", $attribute, "\"`.")]
        #[derive(Debug)]
        pub struct $name;

        impl Prefix for $name {
            const MIN_SIZE: usize = $min_size;
            const MOST: usize = $most;

            #[inline(always)]
            fn write<O: Output>($count: usize, $out: &mut O) {
                $write;
            }

            #[inline(always)]
            fn read<E: Era>($reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
                $read
            }
        }
    )*};
}

prefixes! {
    LenU16 = "u16": 2, 0xffff, |count, out| out.put_bytes(&(count as u16).to_le_bytes()),
        |reader| reader.array(COUNT).map(|bytes| usize::from(u16::from_le_bytes(bytes)));
    LenI32 = "i32": 4, i32::MAX as usize, |count, out| out.put_bytes(&(count as i32).to_le_bytes()),
        |reader| signed(reader, |reader| reader.array(COUNT).map(i32::from_le_bytes));
    LenPacked = "packed": 1, u32::MAX as usize, |count, out| (count as u32).write_packed(out),
        |reader| u32::read_packed::<E>(reader).map(|count| count as usize);
    LenZigzag = "zigzag": 1, i32::MAX as usize, |count, out| (count as i32).write_zigzag(out),
        |reader| signed(reader, i32::read_zigzag::<E>);
}

/// Reads a count. One below zero is 0, as in C# lists; with canonical limits it is an error.
#[inline]
fn signed<'de>(
    reader: &mut Reader<'de>,
    read: impl FnOnce(&mut Reader<'de>) -> Result<i32, DecodeError>,
) -> Result<usize, DecodeError> {
    let start = reader.position();
    let count = read(reader)?;
    if count < 0 && reader.limits().canonical {
        return Err(texts::negative(start, count));
    }
    Ok(usize::try_from(count).unwrap_or(0))
}

/// A list: a count encoded as `L`, then elements encoded as `C`.
#[derive(Debug)]
pub struct Counted<L, C>(PhantomData<(L, C)>);

/// Writes a count.
#[inline]
fn write_count<L: Prefix, O: Output>(count: usize, out: &mut O) -> Result<(), EncodeError> {
    if count > L::MOST {
        return Err(texts::too_long("a list", count, L::MOST));
    }
    L::write(count, out);
    Ok(())
}

/// Reads a count of `T`s, and compares it with the bytes that are left.
#[inline]
fn read_count<E: Era, L: Prefix, T>(
    reader: &mut Reader<'_>,
    min_size: usize,
) -> Result<usize, DecodeError> {
    let start = reader.position();
    let count = L::read::<E>(reader)?;
    if count > reader.limits().elements {
        return Err(DecodeError::new(
            DecodeErrorKind::LimitExceeded,
            start,
            alloc::format!("at most {} elements", reader.limits().elements),
            alloc::format!("{count}"),
        ));
    }
    // Elements that take neither bytes nor memory are allowed at the end of a message.
    if (min_size > 0 || size_of::<T>() > 0) && count > reader.remaining() / min_size.max(1) {
        return Err(reader.incomplete("a list"));
    }
    if min_size == 0 {
        reader.count_empty::<T>(count)?;
    }
    Ok(count)
}

macro_rules! element_wise {
    ($($codec:ident)*) => {$(
        impl<E: Era, L: Prefix, T> EncodeField<E, Vec<T>> for Counted<L, $codec>
        where
            $codec: EncodeField<E, T>,
        {
            fn encode_field<O: Output>(list: &Vec<T>, out: &mut O) -> Result<(), EncodeError> {
                write_count::<L, O>(list.len(), out)?;
                for (index, element) in list.iter().enumerate() {
                    $codec::encode_field(element, out).map_err(|error| error.in_index(index))?;
                }
                Ok(())
            }
        }

        impl<'de, E: Era, L: Prefix, T> DecodeField<'de, E, Vec<T>> for Counted<L, $codec>
        where
            $codec: DecodeField<'de, E, T>,
        {
            const MIN_SIZE: usize = L::MIN_SIZE;
            const WHAT: &'static str = COUNT;

            fn decode_field(reader: &mut Reader<'de>) -> Result<Vec<T>, DecodeError> {
                let mut list = Vec::new();
                <Self as DecodeField<'de, E, _>>::decode_field_in_place(reader, &mut list)?;
                Ok(list)
            }

            fn decode_field_in_place(
                reader: &mut Reader<'de>,
                list: &mut Vec<T>,
            ) -> Result<(), DecodeError> {
                let min_size = <$codec as DecodeField<'de, E, T>>::MIN_SIZE;
                let count = read_count::<E, L, T>(reader, min_size)?;
                list.clear();
                let room = reader.room_for::<T>(count);
                list.reserve_exact(room);
                for index in 0..count {
                    list.push($codec::decode_field(reader).map_err(|error| error.in_index(index))?);
                }
                reader.give_back::<T>(room);
                Ok(())
            }
        }
    )*};
}

element_wise! { AsPacked AsZigzag }

impl<E: Era, L: Prefix, T: EncodeLiteNet<E>> EncodeField<E, Vec<T>> for Counted<L, Plain> {
    #[inline]
    fn encode_field<O: Output>(list: &Vec<T>, out: &mut O) -> Result<(), EncodeError> {
        Self::encode_field(list.as_slice(), out)
    }
}

impl<E: Era, L: Prefix, T: EncodeLiteNet<E>> EncodeField<E, [T]> for Counted<L, Plain> {
    fn encode_field<O: Output>(list: &[T], out: &mut O) -> Result<(), EncodeError> {
        write_count::<L, O>(list.len(), out)?;
        out.enter()?;
        T::encode_all(list, out)?;
        out.leave();
        Ok(())
    }
}

impl<'de, E: Era, L: Prefix, T: DecodeLiteNet<'de, E>> DecodeField<'de, E, Vec<T>>
    for Counted<L, Plain>
{
    const MIN_SIZE: usize = L::MIN_SIZE;
    const WHAT: &'static str = COUNT;

    fn decode_field(reader: &mut Reader<'de>) -> Result<Vec<T>, DecodeError> {
        let count = read_count::<E, L, T>(reader, T::MIN_SIZE)?;
        reader.enter()?;
        let list = T::decode_all(reader, count)?;
        reader.leave();
        Ok(list)
    }

    fn decode_field_in_place(
        reader: &mut Reader<'de>,
        list: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        let count = read_count::<E, L, T>(reader, T::MIN_SIZE)?;
        reader.enter()?;
        T::decode_all_in_place(reader, count, list)?;
        reader.leave();
        Ok(())
    }
}

impl<E: Era, L: Prefix> EncodeField<E, &[u8]> for Counted<L, Plain> {
    fn encode_field<O: Output>(bytes: &&[u8], out: &mut O) -> Result<(), EncodeError> {
        write_count::<L, O>(bytes.len(), out)?;
        out.put_bytes(bytes);
        Ok(())
    }
}

impl<'de: 'a, 'a, E: Era, L: Prefix> DecodeField<'de, E, &'a [u8]> for Counted<L, Plain> {
    const MIN_SIZE: usize = L::MIN_SIZE;
    const WHAT: &'static str = COUNT;

    fn decode_field(reader: &mut Reader<'de>) -> Result<&'a [u8], DecodeError> {
        let count = L::read::<E>(reader)?;
        reader.take(count, "bytes")
    }
}

macro_rules! large_strings {
    ($([$($life:lifetime)?] $text:ty, $read:expr $(, $read_in_place:expr)?;)*) => {$(
        impl<$($life,)? E: Era> EncodeField<E, $text> for Counted<LenI32, Plain> {
            fn encode_field<O: Output>(value: &$text, out: &mut O) -> Result<(), EncodeError> {
                texts::write_large(value, out)
            }
        }

        impl<'de $(: $life, $life)?, E: Era> DecodeField<'de, E, $text> for Counted<LenI32, Plain> {
            const MIN_SIZE: usize = 4;

            fn decode_field(reader: &mut Reader<'de>) -> Result<$text, DecodeError> {
                $read(reader)
            }

            $(
                fn decode_field_in_place(
                    reader: &mut Reader<'de>,
                    place: &mut $text,
                ) -> Result<(), DecodeError> {
                    $read_in_place(reader, place)
                }
            )?
        }
    )*};
}

large_strings! {
    [] String, |reader| texts::read_large::<E>(reader).map(Cow::into_owned),
        |reader, place| texts::read_large::<E>(reader).map(|text| texts::set(place, &text));
    [] Box<str>, |reader| texts::read_large::<E>(reader).map(Into::into);
    ['a] &'a str, texts::read_large_str;
    ['a] Cow<'a, str>, texts::read_large::<E>;
}
