//! Fields of a delta: an `Option` that is written if something changed.

use core::marker::PhantomData;

use super::{DecodeAs, DescribeAs, EncodeAs};
use crate::variant::layout::TypeLayout;
use crate::variant::traits::EncodeVariant;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Facts;
use crate::{DecodeError, EncodeError, Output, Reader};

/// The content of an `Option`, over the codec `M`. Unlike [`InOption`](super::InOption) it reads Nil
/// as a value of the content, so only a missing field is `None`.
pub struct Change<M>(PhantomData<M>);

impl<T, M: DescribeAs<T>> DescribeAs<Option<T>> for Change<M> {
    const LAYOUT: &'static TypeLayout<'static> = M::LAYOUT;
    const OPTIONAL: bool = true;
}

impl<D: Dialect, T, M: EncodeAs<D, T>> EncodeAs<D, Option<T>> for Change<M> {
    const FACTS: Facts =
        Facts::varying(&[], M::FACTS.min_words, M::FACTS.max_words).repeating(M::FACTS.repeats);

    #[inline]
    fn encode_as<O: Output>(value: &Option<T>, out: &mut O) -> Result<(), EncodeError> {
        match value {
            Some(value) => M::encode_as(value, out),
            None => EncodeVariant::<D>::encode(&(), out),
        }
    }
}

impl<'de, D: Dialect, T, M: DecodeAs<'de, D, T>> DecodeAs<'de, D, Option<T>> for Change<M> {
    #[inline]
    fn decode_as(reader: &mut Reader<'de>) -> Result<Option<T>, DecodeError> {
        M::decode_as(reader).map(Some)
    }

    #[inline]
    fn decode_in_place_as(
        reader: &mut Reader<'de>,
        place: &mut Option<T>,
    ) -> Result<(), DecodeError> {
        match place {
            Some(value) => M::decode_in_place_as(reader, value),
            None => {
                *place = Self::decode_as(reader)?;
                Ok(())
            }
        }
    }

    #[inline]
    fn missing_as() -> Option<Option<T>> {
        Some(None)
    }
}
