//! `as = "int"`, `"float"` and `f64`: numbers that are written as another type.

use super::{DecodeAs, DescribeAs, EncodeAs};
use crate::core::reader::Word;
use crate::variant::codec;
use crate::variant::impls::numbers::{Integer, wide_word};
use crate::variant::layout::rules::{float_of, single, whole};
use crate::variant::layout::{Bounds, TypeLayout};
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, int_facts, wide_header_word};
use crate::variant::types::{FloatForm, VariantType};
use crate::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader};

/// A number or bool that can be written as an int or a float.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number",
    note = "`as = \"int\"`, `as = \"float\"` and `f64` belong on integers, floats and `bool`"
)]
pub trait Number: Copy {
    /// The values that it holds.
    const BOUNDS: Bounds<'static>;
    /// As an int, if it is one.
    fn to_int(self) -> Option<i64>;
    /// From an int in range.
    fn from_int(value: i64) -> Option<Self>;
    /// As a float.
    fn to_float(self) -> f64;
    /// From a float that fits.
    fn from_float(value: f64) -> Option<Self>;
    /// Whether [`to_float`](Self::to_float) keeps the value.
    #[inline(always)]
    fn is_exact_as_float(self) -> bool {
        true
    }
}

#[diagnostic::do_not_recommend]
impl<T: Integer> Number for T {
    const BOUNDS: Bounds<'static> = <T as Integer>::BOUNDS;

    fn to_int(self) -> Option<i64> {
        self.to_i64()
    }
    fn from_int(value: i64) -> Option<Self> {
        Self::from_i64(value)
    }
    fn to_float(self) -> f64 {
        self.to_f64()
    }
    fn from_float(value: f64) -> Option<Self> {
        whole(value).and_then(Self::from_i64)
    }
    #[inline(always)]
    fn is_exact_as_float(self) -> bool {
        Self::from_float(self.to_f64()) == Some(self)
    }
}

impl Number for bool {
    const BOUNDS: Bounds<'static> = Bounds::Bool;

    fn to_int(self) -> Option<i64> {
        Some(i64::from(self))
    }
    fn from_int(value: i64) -> Option<Self> {
        match value {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
    fn to_float(self) -> f64 {
        f64::from(u8::from(self))
    }
    fn from_float(value: f64) -> Option<Self> {
        whole(value).and_then(Self::from_int)
    }
}

macro_rules! float {
    ($type:ident $bounds:ident, $from:expr) => {
        impl Number for $type {
            const BOUNDS: Bounds<'static> = Bounds::$bounds;

            fn to_int(self) -> Option<i64> {
                whole(self.into())
            }
            fn from_int(value: i64) -> Option<Self> {
                float_of(value).map(|value| value as Self)
            }
            fn to_float(self) -> f64 {
                self.into()
            }
            fn from_float(value: f64) -> Option<Self> {
                $from(value)
            }
        }
    };
}

float!(f64 F64, Some);
float!(f32 F32, single);

/// An int.
pub struct AsInt;

impl<T: Number> DescribeAs<T> for AsInt {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Value(VariantType::Int, T::BOUNDS);
}

impl<D: Dialect, T: Number> EncodeAs<D, T> for AsInt {
    const FACTS: Facts = {
        let facts = int_facts::<D>();
        Facts::varying(&[], facts.min_words, facts.max_words)
    };

    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        match value.to_int() {
            Some(int) => {
                codec::put_int(int, &D::SPEC, out);
                Ok(())
            }
            None => Err(not_an_int(value.to_float())),
        }
    }
}

#[cold]
fn not_a_float(value: f64) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::OutOfRange,
        alloc::format!("an integer near {value:?} cannot be sent as a float without loss"),
    )
}

#[cold]
fn not_an_int(value: f64) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::OutOfRange,
        alloc::format!("{value:?} cannot be sent as an int without loss"),
    )
}

impl<'de, D: Dialect, T: Number> DecodeAs<'de, D, T> for AsInt {
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        let at = reader.position();
        let value = codec::read_int(reader, &D::SPEC, codec::INT)?;
        T::from_int(value).ok_or_else(|| codec::out_of_range(at, T::BOUNDS.expected_int(), value))
    }
}

/// A float of the shortest width, or always of 64 bits.
pub struct AsFloat<const WIDE: bool>;

impl<T: Number, const WIDE: bool> DescribeAs<T> for AsFloat<WIDE> {
    const LAYOUT: &'static TypeLayout<'static> = if WIDE {
        &TypeLayout::Wide(&TypeLayout::Value(VariantType::Float, T::BOUNDS))
    } else {
        &TypeLayout::Value(VariantType::Float, T::BOUNDS)
    };
}

impl<D: Dialect, T: Number, const WIDE: bool> EncodeAs<D, T> for AsFloat<WIDE> {
    const FACTS: Facts = if WIDE && matches!(D::SPEC.float, FloatForm::Shortest) {
        Facts::fixed(const { &[wide_header_word::<D>(VariantType::Float), [0; 4], [0; 4]] })
    } else {
        Facts::varying(&[], 2, 3)
    };

    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        if !value.is_exact_as_float() {
            return Err(not_a_float(value.to_float()));
        }
        let value = value.to_float();
        if WIDE && matches!(D::SPEC.float, FloatForm::Shortest) {
            let mut words = const { [wide_header_word::<D>(VariantType::Float), [0; 4], [0; 4]] };
            fill_wide(value, &mut words);
            out.put_words(&words);
        } else {
            codec::put_float(value, &D::SPEC, out)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn fill_as(value: &T, words: &mut [Word]) -> bool {
        fill_wide(value.to_float(), words);
        WIDE && value.is_exact_as_float()
    }
}

#[inline(always)]
fn fill_wide(value: f64, words: &mut [Word]) {
    let bits = value.to_bits();
    if let Some([_, low, high]) = words.first_chunk_mut::<3>() {
        *low = (bits as u32).to_le_bytes();
        *high = ((bits >> 32) as u32).to_le_bytes();
    }
}

impl<'de, D: Dialect, T: Number, const WIDE: bool> DecodeAs<'de, D, T> for AsFloat<WIDE> {
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        let at = reader.position();
        let value = codec::read_float(reader, &D::SPEC)?;
        T::from_float(value)
            .ok_or_else(|| codec::out_of_range(at, "a float that the field can hold", value))
    }

    #[inline(always)]
    fn from_words_as(words: &'de [Word]) -> Option<T> {
        let is_wide = words.first() == Some(const { &wide_header_word::<D>(VariantType::Float) });
        if is_wide { T::from_float(f64::from_bits(wide_word(words, 1))) } else { None }
    }
}
