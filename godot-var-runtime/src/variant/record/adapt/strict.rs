//! `strict`: fields that are read from the type that they write only.

use core::marker::PhantomData;

use super::{DecodeAs, DescribeAs, EncodeAs};
use crate::core::reader::Word;
use crate::variant::codec;
use crate::variant::layout::TypeLayout;
use crate::variant::traits::EncodeVariant;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Facts;
use crate::{DecodeError, EncodeError, Output, Reader};

/// Reads only the type that is written, over the codec `M`.
pub struct Strict<M>(PhantomData<M>);

impl<T, M: DescribeAs<T>> DescribeAs<T> for Strict<M> {
    const NULLABLE: bool = M::NULLABLE;
    const OPTIONAL: bool = M::OPTIONAL;
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Strict(M::LAYOUT);
}

impl<D: Dialect, T: EncodeVariant<D>, M: EncodeAs<D, T>> EncodeAs<D, T> for Strict<M> {
    // A reader after the prefix would not see the type.
    const FACTS: Facts = Facts { prefix: &[], ..M::FACTS };
    const LENGTH: Option<(usize, usize)> = M::LENGTH;

    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        M::encode_as(value, out)
    }

    #[inline(always)]
    fn fill_as(value: &T, words: &mut [Word]) -> bool {
        M::fill_as(value, words)
    }

    #[inline(always)]
    fn encode_words_as(value: &T, words: &mut [Word]) -> Option<usize> {
        M::encode_words_as(value, words)
    }
}

/// The id of the type that a value is written as, if it is always the same: its layout says so, or,
/// of hand-made code, its first word.
pub(super) const fn written_id<D: Dialect>(layout: &TypeLayout<'_>, facts: &Facts) -> Option<u8> {
    if let Some(kind) = layout.written_type(D::SPEC.generation) {
        return D::SPEC.type_id(kind);
    }
    if !facts.prefix.is_empty() {
        return Some(facts.prefix[0][0]);
    }
    if !facts.usual.is_empty() {
        return Some(facts.usual[0][0]);
    }
    None
}

/// The same for a value or null, as the `Option` that a type parameter may be. Also returns whether it may be null.
const fn written<D: Dialect>(layout: &TypeLayout<'_>, facts: &Facts) -> (Option<u8>, bool) {
    let TypeLayout::Option(inner) = layout else {
        return (written_id::<D>(layout, facts), false);
    };
    match inner.written_type(D::SPEC.generation) {
        Some(kind) => (D::SPEC.type_id(kind), true),
        None => (None, true),
    }
}

impl<'de, D, T, M> DecodeAs<'de, D, T> for Strict<M>
where
    D: Dialect,
    T: EncodeVariant<D>,
    M: DecodeAs<'de, D, T>,
{
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        check_type::<D>(reader, const { written::<D>(M::LAYOUT, &M::FACTS) })?;
        M::decode_as(reader)
    }

    fn decode_in_place_as(reader: &mut Reader<'de>, place: &mut T) -> Result<(), DecodeError> {
        check_type::<D>(reader, const { written::<D>(M::LAYOUT, &M::FACTS) })?;
        M::decode_in_place_as(reader, place)
    }

    #[inline(always)]
    fn from_words_as(words: &'de [Word]) -> Option<T> {
        M::from_words_as(words)
    }

    #[inline(always)]
    fn from_wide_words_as(words: &[Word]) -> Option<T> {
        M::from_wide_words_as(words)
    }

    fn missing_as() -> Option<T> {
        M::missing_as()
    }
}

/// Holds the type of the value at the reader against the one that is written.
fn check_type<D: Dialect>(
    reader: &Reader<'_>,
    (written, is_nullable): (Option<u8>, bool),
) -> Result<(), DecodeError> {
    if let (Some(id), Some(header)) = (written, reader.peek_u32())
        && header as u8 != id
        && !(is_nullable && header as u8 == 0)
    {
        let expected = match D::SPEC.type_of(id) {
            Some(kind) => kind.name(D::SPEC.generation),
            None => "another type",
        };
        return Err(codec::wrong_type(reader, &D::SPEC, expected));
    }
    Ok(())
}
