//! `f32` and `f64`.

use alloc::vec::Vec;

use super::numbers::{set, wide_word, word};
use crate::core::reader::Word;
use crate::variant::codec;
use crate::variant::layout::rules::{self, single};
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, f32_facts, f64_facts, header_word, wide_header_word};
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::variant::types::{FloatForm, VariantType, VariantTypes};
use crate::{DecodeError, EncodeError, Output, Reader};

/// Reads a float in one of its two usual widths. Returns `None` for anything else.
#[inline(always)]
fn quick_float<D: Dialect>(reader: &mut Reader<'_>) -> Option<f64> {
    let narrow = const { header_word::<D>(VariantType::Float) };
    let wide = const { wide_header_word::<D>(VariantType::Float) };
    let [header, low] = *reader.peek_words(2)?.first_chunk::<2>()?;
    if header == narrow {
        reader.skip_words(2);
        return Some(f32::from_le_bytes(low) as f64);
    }
    if header == wide && matches!(D::SPEC.float, FloatForm::Shortest) {
        let value = f64::from_le_bytes(*reader.rest().get(4..)?.first_chunk::<8>()?);
        reader.skip_words(3);
        return Some(value);
    }
    None
}

/// As [`codec::float_words`], with headers that are constants of the dialect.
#[inline(always)]
fn float_words<D: Dialect>(value: f64) -> ([Word; 3], usize) {
    let narrow = const { header_word::<D>(VariantType::Float) };
    let wide = const { wide_header_word::<D>(VariantType::Float) };
    codec::float_words(value, narrow, wide, D::SPEC.float)
}

/// Reads a float or an int as a float.
#[inline(always)]
fn read_float<D: Dialect>(reader: &mut Reader<'_>) -> Result<f64, DecodeError> {
    match quick_float::<D>(reader) {
        Some(value) => Ok(value),
        None => codec::read_float(reader, &D::SPEC),
    }
}

/// The packed arrays that lists of floats are read from.
const PACKED_FLOATS: VariantTypes = rules::list_read_from(VariantType::Float);

/// Reads an element of a packed array of floats.
#[inline]
fn packed_float(reader: &mut Reader<'_>, kind: VariantType) -> Option<Result<f64, DecodeError>> {
    Some(match kind {
        kind if !PACKED_FLOATS.contains(kind) => return None,
        VariantType::PackedFloat32Array => {
            reader.array("a PackedFloat32Array").map(|bytes| f32::from_le_bytes(bytes) as f64)
        }
        VariantType::PackedFloat64Array => {
            reader.array("a PackedFloat64Array").map(f64::from_le_bytes)
        }
        _ => return None,
    })
}

/// Reads a list of floats from a packed array of either width.
fn float_list(
    reader: &mut Reader<'_>,
    kind: VariantType,
    list: &mut Vec<f64>,
) -> Option<Result<(), DecodeError>> {
    match kind {
        kind if !PACKED_FLOATS.contains(kind) => None,
        VariantType::PackedFloat32Array => Some(codec::packed_into(
            reader,
            "a PackedFloat32Array",
            |bytes| f32::from_le_bytes(bytes) as f64,
            list,
        )),
        VariantType::PackedFloat64Array => {
            Some(codec::packed_into(reader, "a PackedFloat64Array", f64::from_le_bytes, list))
        }
        _ => None,
    }
}

/// float, 32 bits; a NaN takes 64, as the engine writes it. Read from a float of either width, rounded to the nearest `f32`, or from an int.
/// A finite float beyond the range of `f32` is an error.
impl<D: Dialect> EncodeVariant<D> for f32 {
    const FACTS: Facts = f32_facts::<D>();

    #[inline(always)]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        if matches!(D::SPEC.float, FloatForm::Flagless) {
            let header = const { header_word::<D>(VariantType::Float) };
            out.put_number(&[header, self.to_le_bytes(), [0; 4]], 2);
            return Ok(());
        }
        codec::put_float(*self as f64, &D::SPEC, out)
    }

    #[inline(always)]
    fn fill(value: &Self, words: &mut [Word]) -> bool {
        set(words, 1, value.to_le_bytes());
        matches!(D::SPEC.float, FloatForm::Flagless) || !value.is_nan()
    }

    #[inline]
    fn encode_packed<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
        codec::put_packed(list, Self::to_le_bytes, out)
    }
}

impl<'de, D: Dialect> DecodeVariant<'de, D> for f32 {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        // As an f64, a signalling NaN would become a quiet one.
        if let Some([header, value]) = reader.peek_words(2).and_then(<[Word]>::first_chunk::<2>)
            && *header == const { header_word::<D>(VariantType::Float) }
        {
            let value = Self::from_le_bytes(*value);
            reader.skip_words(2);
            return Ok(value);
        }
        let at = reader.position();
        codec::narrow(read_float::<D>(reader)?, at)
    }

    fn decode_packed_element(
        reader: &mut Reader<'de>,
        kind: VariantType,
        _header: u32,
    ) -> Option<Result<Self, DecodeError>> {
        if kind == VariantType::PackedFloat32Array {
            return Some(reader.array("a PackedFloat32Array").map(Self::from_le_bytes));
        }
        let at = reader.position();
        Some(packed_float(reader, kind)?.and_then(|value| codec::narrow(value, at)))
    }

    #[inline(always)]
    fn from_words(words: &'de [Word]) -> Option<Self> {
        (word(words, 0) == const { header_word::<D>(VariantType::Float) })
            .then(|| Self::from_le_bytes(word(words, 1)))
    }

    #[inline(always)]
    fn from_wide_words(words: &[Word]) -> Option<Self> {
        if matches!(D::SPEC.float, FloatForm::Flagless)
            || word(words, 0) != const { wide_header_word::<D>(VariantType::Float) }
        {
            return None;
        }
        single(f64::from_bits(wide_word(words, 1)))
    }

    fn decode_packed(
        reader: &mut Reader<'de>,
        kind: VariantType,
        _header: u32,
        list: &mut Vec<Self>,
    ) -> Option<Result<(), DecodeError>> {
        if kind == VariantType::PackedFloat32Array {
            let what = "a PackedFloat32Array";
            return Some(codec::packed_into(reader, what, Self::from_le_bytes, list));
        }
        let mut wide = Vec::new();
        let read = float_list(reader, kind, &mut wide)?;
        let at = reader.position();
        Some(read.and_then(|()| {
            list.clear();
            list.reserve_exact(wide.len());
            for (index, value) in wide.into_iter().enumerate() {
                match codec::narrow(value, at) {
                    Ok(value) => list.push(value),
                    Err(error) => return Err(error.in_index(index)),
                }
            }
            Ok(())
        }))
    }
}

/// float: 32 bits if they hold the value exactly, otherwise 64. Read from a float or an int.
impl<D: Dialect> EncodeVariant<D> for f64 {
    const FACTS: Facts = f64_facts::<D>();

    #[inline(always)]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        codec::put_float(*self, &D::SPEC, out)
    }

    #[inline(always)]
    fn fill(value: &Self, words: &mut [Word]) -> bool {
        for (word, source) in words.iter_mut().zip(float_words::<D>(*value).0) {
            *word = source;
        }
        float_words::<D>(*value).1 == f64_facts::<D>().usual.len()
            && codec::holds_float(*value, &D::SPEC)
    }

    #[inline(always)]
    fn encode_words(value: &Self, words: &mut [Word]) -> Option<usize> {
        let (source, used) = float_words::<D>(*value);
        if let Some(target) = words.first_chunk_mut::<3>() {
            *target = source;
        }
        Some(used)
    }

    #[inline]
    fn encode_packed<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
        codec::put_packed(list, Self::to_le_bytes, out)
    }
}

impl<'de, D: Dialect> DecodeVariant<'de, D> for f64 {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        read_float::<D>(reader)
    }

    #[inline(always)]
    fn decode_any_width(reader: &mut Reader<'de>) -> Option<Self> {
        quick_float::<D>(reader)
    }

    fn decode_packed_element(
        reader: &mut Reader<'de>,
        kind: VariantType,
        _header: u32,
    ) -> Option<Result<Self, DecodeError>> {
        packed_float(reader, kind)
    }

    #[inline(always)]
    fn from_words(words: &'de [Word]) -> Option<Self> {
        let is_usual = match D::SPEC.float {
            FloatForm::Shortest => {
                word(words, 0) == const { wide_header_word::<D>(VariantType::Float) }
            }
            FloatForm::Flagless => word(words, 0) == const { header_word::<D>(VariantType::Float) },
        };
        is_usual.then(|| match D::SPEC.float {
            FloatForm::Shortest => Self::from_bits(wide_word(words, 1)),
            FloatForm::Flagless => f32::from_le_bytes(word(words, 1)) as Self,
        })
    }

    fn decode_packed(
        reader: &mut Reader<'de>,
        kind: VariantType,
        _header: u32,
        list: &mut Vec<Self>,
    ) -> Option<Result<(), DecodeError>> {
        float_list(reader, kind, list)
    }
}
