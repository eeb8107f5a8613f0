//! `Option`, lists, sets, maps, arrays and pointers.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

use super::codec::{DecodeAs, EncodeAs, Plain, own_types};
use super::layout::TypeLayout;
use super::length::Counted;
use super::size::Size;
use super::wire::{Collections, Wire};
use super::wrappers::{InArray, InOption, InPointer};
use super::{Decode, Encode};
use crate::{DecodeError, EncodeError, Output, Reader};

/// A list with the count of its wire, which may be another one for bytes.
pub(super) struct List;

/// The count of each wire, and that of bytes.
type Elements<W> = Counted<<W as Wire>::Count, Plain>;
type Bytes<W> = Counted<<W as Wire>::ByteCount, Plain>;

macro_rules! lists {
    ($([$($life:lifetime)?] [$($encode:tt)*] [$($decode:tt)*] $list:ty;)*) => {$(
        impl<$($life,)? W: Wire, T: Encode<W> $($encode)*> EncodeAs<W, $list> for List {
            const SIZE: Size = if T::IS_BYTE {
                <Bytes<W> as EncodeAs<W, $list>>::SIZE
            } else {
                <Elements<W> as EncodeAs<W, $list>>::SIZE
            };
            const LAYOUT: &'static TypeLayout<'static> = if T::IS_BYTE {
                <Bytes<W> as EncodeAs<W, $list>>::LAYOUT
            } else {
                <Elements<W> as EncodeAs<W, $list>>::LAYOUT
            };

            #[inline(always)]
            fn encode_as<O: Output>(list: &$list, out: &mut O) -> Result<(), EncodeError> {
                if T::IS_BYTE {
                    <Bytes<W> as EncodeAs<W, $list>>::encode_as(list, out)
                } else {
                    <Elements<W> as EncodeAs<W, $list>>::encode_as(list, out)
                }
            }
        }

        impl<'de $(: $life, $life)?, W: Wire, T: Decode<'de, W> $($decode)*> DecodeAs<'de, W, $list>
            for List
        {
            #[inline(always)]
            fn decode_as(reader: &mut Reader<'de>) -> Result<$list, DecodeError> {
                if T::IS_BYTE {
                    <Bytes<W> as DecodeAs<'de, W, $list>>::decode_as(reader)
                } else {
                    <Elements<W> as DecodeAs<'de, W, $list>>::decode_as(reader)
                }
            }
        }
    )*};
}

lists! {
    [] [] [] Vec<T>;
    [] [] [] Box<[T]>;
    [] [] [] Rc<[T]>;
    [] [] [] Arc<[T]>;
    ['a] [+ Clone + 'a] [+ Clone + 'a] Cow<'a, [T]>;
}

own_types! {
    [W: Wire, T: Encode<W>] ['de, W: Wire, T: Decode<'de, W>] Vec<T>: W, List;
    [W: Wire, T: Encode<W>] ['de, W: Wire, T: Decode<'de, W>] Box<[T]>: W, List;
    [W: Wire, T: Encode<W>] ['de, W: Wire, T: Decode<'de, W>] Rc<[T]>: W, List;
    [W: Wire, T: Encode<W>] ['de, W: Wire, T: Decode<'de, W>] Arc<[T]>: W, List;
    [W: Collections, T: Encode<W>] ['de, W: Collections, T: Decode<'de, W>] VecDeque<T>: W, Elements<W>;
    [W: Collections, T: Encode<W>] ['de, W: Collections, T: Decode<'de, W> + Ord] BTreeSet<T>: W, Elements<W>;
    #[cfg(feature = "std")]
    [W: Collections, T: Encode<W>, S: BuildHasher + Default]
    ['de, W: Collections, T: Decode<'de, W> + Eq + Hash, S: BuildHasher + Default]
    HashSet<T, S>: W, Elements<W>;
    [W: Collections, K: Encode<W>, V: Encode<W>] ['de, W: Collections, K: Decode<'de, W> + Ord, V: Decode<'de, W>]
    BTreeMap<K, V>: W, Elements<W>;
    #[cfg(feature = "std")]
    [W: Collections, K: Encode<W>, V: Encode<W>, S: BuildHasher + Default]
    ['de, W: Collections, K: Decode<'de, W> + Eq + Hash, V: Decode<'de, W>, S: BuildHasher + Default]
    HashMap<K, V, S>: W, Elements<W>;
    [W: Wire, T: Encode<W>, const N: usize] ['de, W: Wire, T: Decode<'de, W>, const N: usize]
    [T; N]: W, InArray<Plain>;
    [W: Wire, T: Encode<W>] ['de, W: Wire, T: Decode<'de, W>] Option<T>: W, InOption<Plain>;
    [W: Wire, T: Encode<W>] ['de, W: Wire, T: Decode<'de, W>] Box<T>: W, InPointer<Plain>;
    [W: Wire, T: Encode<W>] ['de, W: Wire, T: Decode<'de, W>] Rc<T>: W, InPointer<Plain>;
    [W: Wire, T: Encode<W>] ['de, W: Wire, T: Decode<'de, W>] Arc<T>: W, InPointer<Plain>;
}

impl<W: Wire, T: Encode<W>> Encode<W> for [T] {
    const LAYOUT: &'static TypeLayout<'static> = <List as EncodeAs<W, Vec<T>>>::LAYOUT;
    const SIZE: Size = <List as EncodeAs<W, Vec<T>>>::SIZE;

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        if T::IS_BYTE {
            <Bytes<W> as EncodeAs<W, Self>>::encode_as(self, out)
        } else {
            <Elements<W> as EncodeAs<W, Self>>::encode_as(self, out)
        }
    }
}
