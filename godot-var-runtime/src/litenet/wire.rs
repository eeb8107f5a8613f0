//! The wire of LiteNetLibManager, and its counts.

use core::marker::PhantomData;

use super::format::era::{Era, is_2018};
use super::format::message_number::{read_msg_type, write_msg_type};
use super::format::numbers::{PackedInt, ZigzagInt};
use crate::stream::layout::{NumberType, Prefix as PrefixLayout};
use crate::stream::length::{COUNT, LenU16, Prefix};
use crate::stream::wire::sealed::Sealed;
use crate::stream::{Little, Wire};
use crate::{DecodeError, DecodeErrorKind, Limits, Output, Reader};

/// Messages of LiteNetLibManager in the era `E`.
#[derive(Clone, Copy, Debug)]
pub struct LiteNet<E>(PhantomData<E>);

impl<E: Era> Sealed for LiteNet<E> {}

impl<E: Era> Wire for LiteNet<E> {
    type Order = Little;
    type Count = LenU16;
    type ByteCount = LenBytes;
    type TextLength = LenString;

    const NAMES: [&'static str; 11] = [
        "a byte", "a ushort", "a uint", "a ulong", "an sbyte", "a short", "an int", "a long",
        "a half", "a float", "a double",
    ];

    /// In 2018-07 every byte but 0 is true, today only 1 is.
    #[inline(always)]
    fn other_bool(limits: &Limits) -> Option<bool> {
        if limits.canonical { None } else { Some(is_2018::<E>()) }
    }

    #[inline(always)]
    fn is_lossy(limits: &Limits) -> bool {
        is_2018::<E>() && !limits.canonical
    }
}

macro_rules! prefixes {
    ($($(#[$attr:meta])* $name:ident: $most:expr, $layout:expr, $label:expr,
        |$count:ident, $out:ident| $write:expr, |$reader:ident| $read:expr;)*) => {$(
        $(#[$attr])*
        #[derive(Debug)]
        pub struct $name;

        impl<E: Era> Prefix<LiteNet<E>> for $name {
            const MOST: usize = $most;
            const LAYOUT: PrefixLayout = $layout;
            const NAME: &'static str = $label;

            #[inline(always)]
            fn put<O: Output>($count: usize, $out: &mut O) {
                $write;
            }

            #[inline(always)]
            fn take($reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
                $read
            }
        }
    )*};
}

const I32: PrefixLayout = PrefixLayout::Number(NumberType::I32);
const U16: PrefixLayout = PrefixLayout::Number(NumberType::U16);

prefixes! {
    /// `len = "i32"`.
    LenI32: i32::MAX as usize, I32, "",
        |count, out| out.put_bytes(&(count as i32).to_le_bytes()),
        |reader| from_zero(reader, |reader| reader.array(COUNT).map(i32::from_le_bytes));
    /// `len = "packed"`.
    LenPacked: u32::MAX as usize, PrefixLayout::Varint, "packed",
        |count, out| (count as u32).write_packed(out),
        |reader| u32::read_packed::<E>(reader).map(|count| count as usize);
    /// `len = "zigzag"`.
    LenZigzag: i32::MAX as usize, PrefixLayout::Varint, "zigzag",
        |count, out| (count as i32).write_zigzag(out),
        |reader| from_zero(reader, i32::read_zigzag::<E>);
    /// Bytes (`PutBytesWithLength`): an `i32` in 2018-07, a `u16` today.
    LenBytes: if is_2018::<E>() { i32::MAX as usize } else { 0xffff },
        if is_2018::<E>() { I32 } else { U16 }, "",
        |count, out| if is_2018::<E>() {
            out.put_bytes(&(count as i32).to_le_bytes());
        } else {
            out.put_bytes(&(count as u16).to_le_bytes());
        },
        |reader| if is_2018::<E>() {
            let start = reader.position();
            let len = reader.array("the length of bytes").map(i32::from_le_bytes)?;
            // A C# reader throws.
            usize::try_from(len).map_err(|_| negative(start, len))
        } else {
            reader.array("the length of bytes").map(|bytes| usize::from(u16::from_le_bytes(bytes)))
        };
    /// A string: an `i32` in 2018-07; today a `u16` that is one more, or 0 for an empty string.
    LenString: if is_2018::<E>() { i32::MAX as usize } else { 0xfffe },
        if is_2018::<E>() { I32 } else { U16 }, if is_2018::<E>() { "" } else { "one more" },
        |count, out| if is_2018::<E>() {
            out.put_bytes(&(count as i32).to_le_bytes());
        } else {
            let prefix = if count == 0 { 0 } else { count as u16 + 1 };
            out.put_bytes(&prefix.to_le_bytes());
        },
        |reader| if is_2018::<E>() {
            from_zero(reader, |reader| reader.array(STRING).map(i32::from_le_bytes))
        } else {
            let start = reader.position();
            let prefix = reader.array(STRING).map(u16::from_le_bytes)?;
            if prefix == 1 && reader.limits().canonical {
                return Err(DecodeError::new(
                    DecodeErrorKind::InvalidLength,
                    start,
                    "0000 for an empty string",
                    "0100",
                ));
            }
            Ok(usize::from(prefix.saturating_sub(1)))
        };
    /// The number of a message: an `i16` in 2018-07, packed today.
    MsgType: 0xffff, if is_2018::<E>() { U16 } else { PrefixLayout::Varint },
        if is_2018::<E>() { "" } else { "packed" },
        |number, out| write_msg_type::<E, O>(number as u16, out),
        |reader| read_msg_type::<E>(reader).map(usize::from);
}

const STRING: &str = "the length of a string";

/// Reads a count. One below zero is 0, as in C# lists; with canonical limits it is an error.
#[inline]
fn from_zero<'de>(
    reader: &mut Reader<'de>,
    read: impl FnOnce(&mut Reader<'de>) -> Result<i32, DecodeError>,
) -> Result<usize, DecodeError> {
    let start = reader.position();
    let count = read(reader)?;
    if count < 0 && reader.limits().canonical {
        return Err(negative(start, count));
    }
    Ok(usize::try_from(count).unwrap_or(0))
}

#[cold]
fn negative(offset: usize, len: i32) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::InvalidLength,
        offset,
        "a length from 0 on",
        alloc::format!("{len}"),
    )
}
