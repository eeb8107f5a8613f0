//! The wire of flat messages.

use core::marker::PhantomData;

use crate::stream::layout::Prefix as PrefixLayout;
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
}

/// No `len`: in LEB128.
#[derive(Debug)]
pub struct LenVarint;

impl<B: ByteOrder> Prefix<Flat<B>> for LenVarint {
    const MOST: usize = usize::MAX;
    const LAYOUT: PrefixLayout = PrefixLayout::Varint;

    #[inline(always)]
    fn put<O: Output>(count: usize, out: &mut O) {
        varint::put_small(count as u64, out);
    }

    #[inline(always)]
    fn put_span<O: Output>(bytes: &[u8], out: &mut O) {
        if bytes.len() < 0x80 {
            return out.put_after(bytes.len() as u8, bytes);
        }
        varint::put_small(bytes.len() as u64, out);
        out.put_bytes(bytes);
    }

    #[inline(always)]
    fn take(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        varint::take_small(reader, usize::MAX as u64, COUNT).map(|count| count as usize)
    }
}
