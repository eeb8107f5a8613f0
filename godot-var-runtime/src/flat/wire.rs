//! The wire of flat messages.

use core::marker::PhantomData;

use crate::stream::layout::{NumberType, Prefix as PrefixLayout};
use crate::stream::length::{COUNT, Prefix};
use crate::stream::wire::Collections;
use crate::stream::wire::sealed::Sealed;
use crate::stream::{ByteOrder, Wire, varint};
use crate::{DecodeError, Output, Reader};

/// The largest int of GDScript, which has a sign.
pub(crate) const MAX_INT: u64 = i64::MAX as u64;

/// Flat messages whose numbers have their bytes in the order `B`: [`Little`](super::Little), or [`Big`](super::Big) inside a
/// type with `big_endian`.
#[derive(Clone, Copy, Debug)]
pub struct Flat<B>(PhantomData<B>);

impl<B: ByteOrder> Sealed for Flat<B> {}
impl<B: ByteOrder> Collections for Flat<B> {}

impl<B: ByteOrder> Wire for Flat<B> {
    type Order = B;
    type Count = LenVarint;
    type ByteCount = LenVarint;
    type TextLength = LenVarint;

    const LARGEST: u64 = MAX_INT;

    #[inline(always)]
    fn name(number: NumberType) -> &'static str {
        match number {
            NumberType::U8 => "a u8",
            NumberType::U16 => "a u16",
            NumberType::U32 => "a u32",
            NumberType::U64 => "a u64",
            NumberType::I8 => "an i8",
            NumberType::I16 => "an i16",
            NumberType::I32 => "an i32",
            NumberType::I64 => "an i64",
            NumberType::F16 => "an f16",
            NumberType::F32 => "an f32",
            NumberType::F64 => "an f64",
        }
    }
}

/// No `len`: in LEB128.
#[derive(Debug)]
pub struct LenVarint;

impl<B: ByteOrder> Prefix<Flat<B>> for LenVarint {
    const MOST: usize = usize::MAX;
    const LAYOUT: PrefixLayout = PrefixLayout::Varint;

    #[inline(always)]
    fn put<O: Output>(count: usize, out: &mut O) {
        varint::put(count as u64, out);
    }

    #[inline(always)]
    fn take(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        varint::take_small(reader, usize::MAX as u64, COUNT).map(|count| count as usize)
    }
}
