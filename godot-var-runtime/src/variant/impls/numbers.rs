//! Integers: `bool`, integers, `NonZero`, `Wrapping`.

use alloc::vec::Vec;
use core::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64,
    Wrapping,
};

use crate::core::reader::Word;
use crate::variant::codec::{self, Wanted};
use crate::variant::layout::{Bounds, rules};
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{
    Facts, header_word, int_facts, small_int_facts, wide_header_word,
};
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::variant::types::{IntForm, VariantType, VariantTypes};
use crate::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader};
use crate::{decode_as_inner, encode_as_inner};

/// bool: u32 0 or 1. Readers accept any other word as true, as the engine does.
impl<D: Dialect> EncodeVariant<D> for bool {
    const FACTS: Facts = Facts::fixed(const { &[header_word::<D>(VariantType::Bool), [0; 4]] });

    #[inline(always)]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_words(&[
            const { header_word::<D>(VariantType::Bool) },
            u32::from(*self).to_le_bytes(),
        ]);
        Ok(())
    }

    #[inline(always)]
    fn fill(value: &Self, words: &mut [Word]) -> bool {
        set(words, 1, u32::from(*value).to_le_bytes());
        true
    }
}

impl<'de, D: Dialect> DecodeVariant<'de, D> for bool {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        const BOOL: &Wanted = &Wanted::of(VariantType::Bool);
        codec::read_wanted(reader, &D::SPEC, BOOL)?;
        Ok(reader.u32("a bool")? != 0)
    }

    #[inline(always)]
    fn from_words(words: &'de [Word]) -> Option<Self> {
        (word(words, 0) == const { header_word::<D>(VariantType::Bool) })
            .then(|| word(words, 1) != [0; 4])
    }
}

#[inline(always)]
pub(crate) fn set(words: &mut [Word], at: usize, word: Word) {
    if let Some(slot) = words.get_mut(at) {
        *slot = word;
    }
}

#[inline(always)]
pub(crate) fn word(words: &[Word], at: usize) -> Word {
    words.get(at).copied().unwrap_or_default()
}

/// The 64 bits of the words at `at`.
#[inline(always)]
pub(crate) fn wide_word(words: &[Word], at: usize) -> u64 {
    let low = u32::from_le_bytes(word(words, at)) as u64;
    low | (u32::from_le_bytes(word(words, at + 1)) as u64) << 32
}

#[inline(always)]
fn fill_int<D: Dialect>(value: i64, words: &mut [Word]) -> bool {
    set(words, 1, (value as u32).to_le_bytes());
    match D::SPEC.int {
        IntForm::Shortest => value as i32 as i64 == value,
        IntForm::Wide | IntForm::Flagless => {
            set(words, 2, ((value >> 32) as u32).to_le_bytes());
            true
        }
    }
}

/// Works like [`codec::int_words`], with headers that are constants of the dialect.
#[inline(always)]
fn int_words<D: Dialect>(value: i64) -> ([Word; 3], usize) {
    let narrow = const { u32::from_le_bytes(header_word::<D>(VariantType::Int)) };
    let wide = const { u32::from_le_bytes(wide_header_word::<D>(VariantType::Int)) };
    codec::int_words_after(value, narrow, wide, D::SPEC.int)
}

#[inline(always)]
fn check_int<D: Dialect>(words: &[Word]) -> bool {
    word(words, 0) == const { int_facts::<D>().usual.split_at(1).0[0] }
}

#[inline(always)]
fn build_int<D: Dialect>(words: &[Word]) -> i64 {
    match D::SPEC.int {
        IntForm::Shortest => i32::from_le_bytes(word(words, 1)) as i64,
        IntForm::Wide | IntForm::Flagless => wide_word(words, 1) as i64,
    }
}

/// Reads an int in one of its two usual widths. Returns `None` for anything else.
#[inline(always)]
fn quick_int<D: Dialect>(reader: &mut Reader<'_>) -> Option<i64> {
    let narrow = const { header_word::<D>(VariantType::Int) };
    let wide = const { wide_header_word::<D>(VariantType::Int) };
    let head = u64::from_le_bytes(*reader.rest().first_chunk::<8>()?);
    let low = (head >> 32) as u32;
    let header = (head as u32).to_le_bytes();
    let flagless = matches!(D::SPEC.int, IntForm::Flagless);
    if !flagless && header == narrow {
        reader.skip_words(2);
        return Some(low as i32 as i64);
    }
    if header == wide || flagless && header == narrow {
        let value = i64::from_le_bytes(*reader.rest().get(4..)?.first_chunk::<8>()?);
        reader.skip_words(3);
        return Some(value);
    }
    None
}

/// The packed arrays that lists of integers are read from.
const PACKED_INTS: VariantTypes = rules::list_read_from(VariantType::Int);

/// Reads an element of a packed array of ints.
#[inline]
fn packed_int(reader: &mut Reader<'_>, kind: VariantType) -> Option<Result<i64, DecodeError>> {
    if !PACKED_INTS.contains(kind) {
        return None;
    }
    Some(match kind {
        VariantType::PackedInt32Array => {
            reader.array("a PackedInt32Array").map(|bytes| i32::from_le_bytes(bytes) as i64)
        }
        VariantType::PackedInt64Array => reader.array("a PackedInt64Array").map(i64::from_le_bytes),
        VariantType::PackedByteArray => reader.array("a PackedByteArray").map(|[byte]| byte as i64),
        _ => return None,
    })
}

/// Reads a list of ints from a packed array of either width.
#[inline]
fn int_list<T>(
    reader: &mut Reader<'_>,
    kind: VariantType,
    expected: &'static str,
    list: &mut Vec<T>,
    convert: impl Fn(i64) -> Option<T>,
) -> Option<Result<(), DecodeError>> {
    let read = match kind {
        kind if !PACKED_INTS.contains(kind) => return None,
        VariantType::PackedInt32Array => {
            codec::packed(reader, "a PackedInt32Array", |bytes| i32::from_le_bytes(bytes) as i64)
        }
        VariantType::PackedInt64Array => {
            codec::packed(reader, "a PackedInt64Array", i64::from_le_bytes)
        }
        VariantType::PackedByteArray => {
            codec::packed_bytes(reader).map(|bytes| bytes.iter().map(|byte| *byte as i64).collect())
        }
        _ => return None,
    };
    let at = reader.position();
    Some(read.and_then(|read| {
        list.clear();
        list.reserve_exact(read.len());
        for (index, value) in read.into_iter().enumerate() {
            match convert(value) {
                Some(value) => list.push(value),
                None => return Err(codec::out_of_range(at, expected, value).in_index(index)),
            }
        }
        Ok(())
    }))
}

/// An integer type that is encoded as an int.
pub(crate) trait Integer: Copy + PartialEq + core::fmt::Display {
    /// Its values.
    const BOUNDS: Bounds<'static>;

    fn to_i64(self) -> Option<i64>;

    fn from_i64(value: i64) -> Option<Self>;
    /// The nearest float.
    fn to_f64(self) -> f64;
}

macro_rules! integer {
    ($($type:ident $bounds:ident: $non_zero:ident),*) => { $(
        impl Integer for $type {
            const BOUNDS: Bounds<'static> = Bounds::$bounds;

            #[inline(always)]
            fn to_i64(self) -> Option<i64> {
                i64::try_from(self).ok()
            }

            #[inline(always)]
            fn from_i64(value: i64) -> Option<Self> {
                Self::try_from(value).ok()
            }

            #[inline(always)]
            fn to_f64(self) -> f64 {
                self as f64
            }
        }

        impl Integer for $non_zero {
            const BOUNDS: Bounds<'static> = Bounds::$non_zero;

            #[inline(always)]
            fn to_i64(self) -> Option<i64> {
                self.get().to_i64()
            }

            #[inline(always)]
            fn from_i64(value: i64) -> Option<Self> {
                $type::from_i64(value).and_then(Self::new)
            }

            #[inline(always)]
            fn to_f64(self) -> f64 {
                self.get().to_f64()
            }
        }
    )* };
}

integer!(
    i8 I8: NonZeroI8, i16 I16: NonZeroI16, i32 I32: NonZeroI32, i64 I64: NonZeroI64,
    u8 U8: NonZeroU8, u16 U16: NonZeroU16, u32 U32: NonZeroU32, u64 U64: NonZeroU64
);

macro_rules! int {
    ($type:ty, $bounds:ident, $facts:ident, { $($encode_packed:tt)* }, { $($decode_packed:tt)* }) => {
        #[doc = concat!("int: read from an int in the range of `", stringify!($type), "`, or a float without a fraction.")]
        impl<D: Dialect> EncodeVariant<D> for $type {
            const FACTS: Facts = $facts::<D>();

            #[inline(always)]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                let (words, used) = int_words::<D>(to_int(*self)?);
                out.put_number(&words, used);
                Ok(())
            }

            #[inline(always)]
            fn fill(value: &Self, words: &mut [Word]) -> bool {
                match value.to_i64() {
                    Some(value) => fill_int::<D>(value, words),
                    None => false,
                }
            }

            #[inline(always)]
            fn encode_words(value: &Self, words: &mut [Word]) -> Option<usize> {
                let (source, used) = int_words::<D>(value.to_i64()?);
                if let Some(target) = words.first_chunk_mut::<3>() {
                    *target = source;
                }
                Some(used)
            }

            $($encode_packed)*
        }

        impl<'de, D: Dialect> DecodeVariant<'de, D> for $type {
            #[inline(always)]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                let at = reader.position();
                let value = match quick_int::<D>(reader) {
                    Some(value) => value,
                    None => codec::read_int(reader, &D::SPEC, codec::INT)?,
                };
                match Self::from_i64(value) {
                    Some(value) => Ok(value),
                    None => Err(codec::out_of_range(at, const { Bounds::$bounds.expected_int() }, value)),
                }
            }

            #[inline(always)]
            fn decode_any_width(reader: &mut Reader<'de>) -> Option<Self> {
                Self::from_i64(quick_int::<D>(reader)?)
            }

            #[inline(always)]
            fn from_words(words: &'de [Word]) -> Option<Self> {
                if check_int::<D>(words) { Self::from_i64(build_int::<D>(words)) } else { None }
            }

            #[inline(always)]
            fn from_wide_words(words: &[Word]) -> Option<Self> {
                let is_wide = matches!(D::SPEC.int, IntForm::Shortest)
                    && word(words, 0) == const { wide_header_word::<D>(VariantType::Int) };
                if is_wide { Self::from_i64(wide_word(words, 1) as i64) } else { None }
            }

            fn decode_packed_element(
                reader: &mut Reader<'de>,
                kind: VariantType,
                _header: u32,
            ) -> Option<Result<Self, DecodeError>> {
                let at = reader.position();
                Some(packed_int(reader, kind)?.and_then(|value| match Self::from_i64(value) {
                    Some(value) => Ok(value),
                    None => Err(codec::out_of_range(at, const { Bounds::$bounds.expected_int() }, value)),
                }))
            }

            $($decode_packed)*
        }

    };
    ($type:ty, $bounds:ident, $facts:ident) => {
        int!($type, $bounds, $facts, {}, {
            #[inline]
            fn decode_packed(
                reader: &mut Reader<'de>,
                kind: VariantType,
                _header: u32,
                list: &mut Vec<Self>,
            ) -> Option<Result<(), DecodeError>> {
                int_list(reader, kind, const { Bounds::$bounds.expected_int() }, list, Self::from_i64)
            }
        });
    };
}

#[inline(always)]
fn to_int<T: Integer>(value: T) -> Result<i64, EncodeError> {
    match value.to_i64() {
        Some(value) => Ok(value),
        None => Err(too_large(&value)),
    }
}

#[cold]
#[inline(never)]
fn too_large(value: &dyn core::fmt::Display) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::OutOfRange,
        alloc::format!("{value} is above {}, the largest int that Godot holds", i64::MAX),
    )
}

int!(i8, I8, small_int_facts);
int!(i16, I16, small_int_facts);
int!(u16, U16, small_int_facts);
int!(u32, U32, int_facts);
int!(u64, U64, int_facts);
int!(
    u8,
    U8,
    small_int_facts,
    {
        #[inline]
        fn encode_packed<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
            codec::put_packed_bytes(list, out)
        }
    },
    {
        #[inline]
        fn borrow_list<'a>(reader: &mut Reader<'de>) -> Option<Result<&'a [Self], DecodeError>>
        where
            'de: 'a,
        {
            Some(<&[Self] as DecodeVariant<'de, D>>::decode(reader))
        }

        #[inline]
        fn decode_packed(
            reader: &mut Reader<'de>,
            kind: VariantType,
            _header: u32,
            list: &mut Vec<Self>,
        ) -> Option<Result<(), DecodeError>> {
            match kind {
                VariantType::PackedByteArray => Some(codec::packed_bytes(reader).map(|bytes| {
                    list.clear();
                    list.extend_from_slice(bytes);
                })),
                _ => int_list(reader, kind, Bounds::U8.expected_int(), list, Self::from_i64),
            }
        }
    }
);
/// An integer whose lists are packed arrays with the bytes of memory.
macro_rules! packed_int {
    ($type:ident, $bounds:ident, $facts:ident, $array:ident) => {
        int!(
            $type,
            $bounds,
            $facts,
            {
                #[inline]
                fn encode_packed<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
                    codec::put_packed(list, Self::to_le_bytes, out)
                }
            },
            {
                #[inline]
                fn decode_packed(
                    reader: &mut Reader<'de>,
                    kind: VariantType,
                    _header: u32,
                    list: &mut Vec<Self>,
                ) -> Option<Result<(), DecodeError>> {
                    if kind == VariantType::$array {
                        let what = VariantType::$array.described();
                        return Some(codec::packed_into(reader, what, Self::from_le_bytes, list));
                    }
                    let expected = const { Bounds::$bounds.expected_int() };
                    int_list(reader, kind, expected, list, Self::from_i64)
                }
            }
        );
    };
}

packed_int!(i32, I32, small_int_facts, PackedInt32Array);
packed_int!(i64, I64, int_facts, PackedInt64Array);

/// A non-zero integer whose lists are packed arrays.
macro_rules! packed_non_zero {
    ($type:ident: $int:ty, $facts:ident) => {
        int!(
            $type,
            $type,
            $facts,
            {
                fn encode_packed<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
                    let ints: Vec<$int> = list.iter().map(|int| int.get()).collect();
                    <$int as EncodeVariant<D>>::encode_packed(&ints, out)
                }
            },
            {
                #[inline]
                fn decode_packed(
                    reader: &mut Reader<'de>,
                    kind: VariantType,
                    _header: u32,
                    list: &mut Vec<Self>,
                ) -> Option<Result<(), DecodeError>> {
                    let expected = const { Bounds::$type.expected_int() };
                    int_list(reader, kind, expected, list, Self::from_i64)
                }
            }
        );
    };
}

int!(NonZeroI8, NonZeroI8, small_int_facts);
int!(NonZeroI16, NonZeroI16, small_int_facts);
int!(NonZeroU16, NonZeroU16, small_int_facts);
int!(NonZeroU32, NonZeroU32, int_facts);
int!(NonZeroU64, NonZeroU64, int_facts);
packed_non_zero!(NonZeroU8: u8, small_int_facts);
packed_non_zero!(NonZeroI32: i32, small_int_facts);
packed_non_zero!(NonZeroI64: i64, int_facts);

/// Encoded as the number inside.
impl<D: Dialect, T: EncodeVariant<D> + Copy> EncodeVariant<D> for Wrapping<T> {
    const FACTS: Facts = T::FACTS;

    encode_as_inner!(D, T, [], |value| &value.0);

    fn encode_packed<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
        T::encode_packed(&list.iter().map(|number| number.0).collect::<Vec<_>>(), out)
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D> + Copy> DecodeVariant<'de, D> for Wrapping<T> {
    decode_as_inner!('de, D, T, [], |value| Self(value));

    fn decode_packed(
        reader: &mut Reader<'de>,
        kind: VariantType,
        header: u32,
        list: &mut Vec<Self>,
    ) -> Option<Result<(), DecodeError>> {
        let mut numbers = Vec::new();
        let read = T::decode_packed(reader, kind, header, &mut numbers)?;
        list.clear();
        list.extend(numbers.into_iter().map(Self));
        Some(read)
    }
}
