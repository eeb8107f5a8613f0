//! Sets: lists without duplicates.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::lists::{decode_list, list_facts};
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Facts;
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::{DecodeError, EncodeError, Output, Reader};

/// A set: a list of its elements, which is packed if they are texts.
macro_rules! set {
    ($type:ty, [$($params:tt)*], [$($bounds:tt)*]) => {
        impl<D: Dialect, T: EncodeVariant<D>, $($params)*> EncodeVariant<D> for $type {
            const FACTS: Facts = list_facts::<D, &T>();

            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                self.iter().collect::<Vec<_>>().encode(out)
            }

            fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
                <Vec<&T> as EncodeVariant<D>>::encode_after_prefix(&value.iter().collect(), out)
            }
        }

        impl<'de, D, T, $($params)*> DecodeVariant<'de, D> for $type
        where
            D: Dialect,
            T: DecodeVariant<'de, D> $($bounds)*,
        {
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                decode_list::<D, T>(reader).map(|list| list.into_iter().collect())
            }

            fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                reader.seek(reader.position() - 4);
                Self::decode(reader)
            }
        }

    };
}

set!(BTreeSet<T>, [], [+ Ord]);

#[cfg(feature = "std")]
set!(
    std::collections::HashSet<T, S>,
    [S: core::hash::BuildHasher + Default],
    [+ Eq + core::hash::Hash]
);
