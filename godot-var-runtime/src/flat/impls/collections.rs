//! Lists, sets, maps and arrays.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

use crate::flat::derived::{Counted, InArray, LenVarint, NO_BOUND, Plain};
use crate::flat::derived::{DecodeField, EncodeField};
use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::layout::TypeLayout;
use crate::flat::{DecodeFlat, EncodeFlat};
use crate::{DecodeError, EncodeError, Output, Reader};

/// A count in LEB128, then the elements.
type List = Counted<LenVarint, Plain, NO_BOUND>;

as_codec! {
    [T: EncodeFlat] ['de, T: DecodeFlat<'de>] Vec<T>: List;
    [T: EncodeFlat] ['de, T: DecodeFlat<'de>] Box<[T]>: List;
    [T: EncodeFlat] ['de, T: DecodeFlat<'de>] Rc<[T]>: List;
    [T: EncodeFlat] ['de, T: DecodeFlat<'de>] Arc<[T]>: List;
    [T: EncodeFlat] ['de, T: DecodeFlat<'de>] VecDeque<T>: List;
    [T: EncodeFlat] ['de, T: DecodeFlat<'de> + Ord] BTreeSet<T>: List;
    #[cfg(feature = "std")]
    [T: EncodeFlat, S: BuildHasher + Default] ['de, T: DecodeFlat<'de> + Eq + Hash, S: BuildHasher + Default]
    HashSet<T, S>: List;
    [K: EncodeFlat, V: EncodeFlat] ['de, K: DecodeFlat<'de> + Ord, V: DecodeFlat<'de>] BTreeMap<K, V>: List;
    #[cfg(feature = "std")]
    [K: EncodeFlat, V: EncodeFlat, S: BuildHasher + Default]
    ['de, K: DecodeFlat<'de> + Eq + Hash, V: DecodeFlat<'de>, S: BuildHasher + Default]
    HashMap<K, V, S>: List;
    [T: EncodeFlat, const N: usize] ['de, T: DecodeFlat<'de>, const N: usize] [T; N]: InArray<Plain>;
}

impl<T: EncodeFlat> EncodeFlat for [T] {
    const LAYOUT: &'static TypeLayout<'static> = <List as EncodeField<[T]>>::LAYOUT;
    const SIZE: Size = <List as EncodeField<[T]>>::SIZE;

    fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        <List as EncodeField<[T]>>::encode_field::<B, O>(self, out)
    }
}
