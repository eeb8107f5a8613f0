//! Integers, floats and bools.

use alloc::vec::Vec;
use core::num::{NonZero, Wrapping};

use crate::flat::derived::zero;
use crate::flat::format::numbers::{Number, array};
use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::impls::structures::{decode_plain, encode_plain};
use crate::flat::layout::{NumberType, TypeLayout};
use crate::flat::{DecodeFlat, EncodeFlat};
use crate::variant::{ObjectId, Rid};
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

/// The largest int of GDScript, which has a sign.
pub(crate) const MAX_INT: u64 = i64::MAX as u64;

/// Refuses a number that GDScript would take for a negative one.
#[inline(always)]
pub(crate) fn check_u64(number: u64) -> Result<(), EncodeError> {
    if number > MAX_INT { Err(beyond_int(number)) } else { Ok(()) }
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

macro_rules! numbers {
    ($($number:ident $kind:ident $(, $borrowed:ident)?;)*) => {$(
        impl EncodeFlat for $number {
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Number(NumberType::$kind);
            const SIZE: Size = Size::fixed(size_of::<$number>());

            #[inline(always)]
            fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                self.put::<B, O>(out);
                Ok(())
            }

            #[inline]
            fn encode_all<B: ByteOrder, O: Output>(
                list: &[Self],
                out: &mut O,
            ) -> Result<(), EncodeError> {
                encode_plain::<B, Self, O>(list, out)
            }
        }

        impl<'de> DecodeFlat<'de> for $number {
            #[inline(always)]
            fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                Self::take::<B>(reader)
            }

            #[inline]
            fn decode_all_in_place<B: ByteOrder>(
                reader: &mut Reader<'de>,
                count: usize,
                list: &mut Vec<Self>,
            ) -> Result<(), DecodeError> {
                decode_plain::<B, Self>(reader, count, list)
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
                    Some(reader.take(count, stringify!($borrowed)))
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

impl EncodeFlat for u64 {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Number(NumberType::U64);
    const SIZE: Size = Size::fixed(8);

    #[inline(always)]
    fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        check_u64(*self)?;
        self.put::<B, O>(out);
        Ok(())
    }
}

impl<'de> DecodeFlat<'de> for u64 {
    #[inline(always)]
    fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let number = <Self as Number>::take::<B>(reader)?;
        if number > MAX_INT {
            return Err(no_int(reader.position() - 8, number));
        }
        Ok(number)
    }
}

impl EncodeFlat for bool {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Bool;
    const SIZE: Size = Size::fixed(1);

    #[inline(always)]
    fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(&[u8::from(*self)]);
        Ok(())
    }
}

impl<'de> DecodeFlat<'de> for bool {
    #[inline(always)]
    fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        match array(reader, "a bool")? {
            [0] => Ok(false),
            [1] => Ok(true),
            [byte] => Err(no_bool(reader.position() - 1, byte)),
        }
    }
}

#[cold]
#[inline(never)]
fn no_bool(at: usize, byte: u8) -> DecodeError {
    DecodeError::new(DecodeErrorKind::InvalidValue, at, "a bool, 0 or 1", alloc::format!("{byte}"))
}

macro_rules! wrapped {
    ($($number:ident $kind:ident;)*) => {$(
        impl EncodeFlat for NonZero<$number> {
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::NonZero(NumberType::$kind);
            const SIZE: Size = <$number as EncodeFlat>::SIZE;

            #[inline(always)]
            fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                EncodeFlat::encode::<B, O>(&self.get(), out)
            }
        }

        impl<'de> DecodeFlat<'de> for NonZero<$number> {
            #[inline(always)]
            fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                let start = reader.position();
                let number = <$number as DecodeFlat<'de>>::decode::<B>(reader)?;
                Self::new(number).ok_or_else(|| zero(start))
            }
        }

        impl EncodeFlat for Wrapping<$number> {
            const LAYOUT: &'static TypeLayout<'static> = <$number as EncodeFlat>::LAYOUT;
            const SIZE: Size = <$number as EncodeFlat>::SIZE;

            #[inline(always)]
            fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                EncodeFlat::encode::<B, O>(&self.0, out)
            }
        }

        impl<'de> DecodeFlat<'de> for Wrapping<$number> {
            #[inline(always)]
            fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                <$number as DecodeFlat<'de>>::decode::<B>(reader).map(Self)
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

macro_rules! ids {
    ($($id:ident)*) => {$(
        /// The number by its eight bytes, which are any.
        impl EncodeFlat for $id {
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Number(NumberType::I64);
            const SIZE: Size = Size::fixed(8);

            #[inline(always)]
            fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                self.0.put::<B, O>(out);
                Ok(())
            }
        }

        impl<'de> DecodeFlat<'de> for $id {
            #[inline(always)]
            fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                Number::take::<B>(reader).map(Self)
            }
        }
    )*};
}

ids! { ObjectId Rid }
