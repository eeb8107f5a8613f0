//! The shortcuts of derived records.

use alloc::vec::Vec;

use super::{ReadRecord, Record};
use crate::reader::Word;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::shortcuts::{DecodeShortcuts, EncodeShortcuts};
use crate::{DecodeError, EncodeError, Output, Reader};

/// The shortcuts of a derived record.
pub struct RecordShortcuts;

impl<D: Dialect, T: Record<D, Value = T>> EncodeShortcuts<D, T> for RecordShortcuts {
    #[inline]
    fn encode_after_prefix<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        super::encode_after_prefix::<D, T, O>(value, out)
    }

    #[inline(always)]
    fn put_one_of_many<O: Output>(value: &T, out: &mut O) -> bool {
        super::put_one_of_many::<D, T, O>(value, out)
    }

    #[inline(always)]
    fn encode_rest_of_many<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        super::encode_rest_of_many::<D, T, O>(value, out)
    }

    #[inline]
    fn fill(value: &T, words: &mut [Word]) -> bool {
        super::fill::<D, T>(value, words)
    }
}

impl<'de, D: Dialect, T: ReadRecord<'de, D, Value = T>> DecodeShortcuts<'de, D, T>
    for RecordShortcuts
{
    // Numbers own nothing.
    const REPLACED: bool = !T::USUAL.is_empty();

    #[inline]
    fn decode_in_place(reader: &mut Reader<'de>, place: &mut T) -> Result<(), DecodeError> {
        super::decode_in_place::<D, T>(reader, place)
    }

    #[inline]
    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        super::decode_after_prefix::<D, T>(reader)
    }

    #[inline]
    fn decode_elements(
        reader: &mut Reader<'de>,
        list: &mut Vec<T>,
        count: usize,
    ) -> Result<(), DecodeError> {
        super::decode_elements::<D, T>(reader, list, count)
    }

    #[inline]
    fn decode_elements_in_place(
        reader: &mut Reader<'de>,
        places: &mut [T],
    ) -> Result<(), (usize, DecodeError)> {
        super::decode_elements_in_place::<D, T>(reader, places)
    }

    #[inline]
    fn check(words: &[Word]) -> bool {
        super::check::<D, T>(words)
    }

    #[inline]
    fn build(words: &[Word]) -> T {
        super::build::<D, T>(words)
    }
}
