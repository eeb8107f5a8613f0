//! Fields that travel otherwise than their type does: `as`, `with`, `max_len`, `strict`, `typed`.
//!
//! A marker type says how. [`As`] is a value read through a marker, [`AsRef`] a value written
//! through one; both take part in layouts as any type does.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::codec;
use super::describe::TypeLayout;
use super::dialect::{Dialect, FloatForm};
use super::layout::{Facts, header_word, int_facts, is_godot4, wide_header_word};
use super::traits::{DecodeVariant, EncodeVariant, Wire};
use super::{NodePath, VariantType};
use crate::reader::Word;
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

/// A value that was read through the marker `M`.
pub struct As<T, M>(pub T, PhantomData<M>);

impl<T, M> As<T, M> {
    /// Wraps a value, as a default for a missing field.
    #[inline(always)]
    pub fn new(value: T) -> Self {
        Self(value, PhantomData)
    }
}

/// A value that is to be written through the marker `M`.
pub struct AsRef<'a, T: ?Sized, M>(&'a T, PhantomData<M>);

impl<'a, T: ?Sized, M> AsRef<'a, T, M> {
    /// Wraps a value.
    #[inline(always)]
    pub fn new(value: &'a T) -> Self {
        Self(value, PhantomData)
    }
}

/// A marker that knows the encoding of `T`.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` cannot travel this way",
    note = "see the attribute page for the types that each attribute takes"
)]
pub trait WireAs<D: Dialect, T: ?Sized> {
    /// What travels, as data.
    const LAYOUT: &'static TypeLayout;

    /// What is known of the encoding.
    const FACTS: Facts = Facts::open(&[], 1, usize::MAX);
}

/// A marker that writes `T`.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` cannot be written this way",
    note = "see the attribute page for the types that each attribute takes"
)]
pub trait EncodeAs<D: Dialect, T: ?Sized>: WireAs<D, T> {
    /// Writes the value.
    ///
    /// # Errors
    /// As [`EncodeVariant::encode`].
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError>;

    /// As [`EncodeVariant::fill`].
    #[inline(always)]
    fn fill_as(value: &T, words: &mut [Word]) -> bool {
        let _ = (value, words);
        false
    }
}

/// A marker that reads `T`.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` cannot be read this way",
    note = "see the attribute page for the types that each attribute takes"
)]
pub trait DecodeAs<'de, D: Dialect, T>: WireAs<D, T> {
    /// Reads a value.
    ///
    /// # Errors
    /// As [`DecodeVariant::decode`].
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError>;

    /// As [`DecodeVariant::check`].
    #[inline(always)]
    fn check_as(words: &[Word]) -> bool {
        let _ = words;
        false
    }

    /// As [`DecodeVariant::build`].
    #[inline(always)]
    #[expect(clippy::unreachable, reason = "markers without a usual form are never asked")]
    fn build_as(words: &[Word]) -> T {
        let _ = words;
        unreachable!("no usual form")
    }

    /// As [`DecodeVariant::missing`].
    #[inline(always)]
    fn missing_as() -> Option<T> {
        None
    }
}

impl<D: Dialect, T, M: WireAs<D, T>> Wire<D> for As<T, M> {
    const FACTS: Facts = M::FACTS;
    const LAYOUT: &'static TypeLayout = M::LAYOUT;
}

impl<'de, D: Dialect, T, M: DecodeAs<'de, D, T>> DecodeVariant<'de, D> for As<T, M> {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        M::decode_as(reader).map(Self::new)
    }

    #[inline(always)]
    fn check(words: &[Word]) -> bool {
        M::check_as(words)
    }

    #[inline(always)]
    fn build(words: &[Word]) -> Self {
        Self::new(M::build_as(words))
    }

    #[inline]
    fn missing() -> Option<Self> {
        M::missing_as().map(Self::new)
    }
}

impl<D: Dialect, T: ?Sized, M: WireAs<D, T>> Wire<D> for AsRef<'_, T, M> {
    const FACTS: Facts = M::FACTS;
    const LAYOUT: &'static TypeLayout = M::LAYOUT;
}

impl<D: Dialect, T: ?Sized, M: EncodeAs<D, T>> EncodeVariant<D> for AsRef<'_, T, M> {
    #[inline(always)]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        M::encode_as(self.0, out)
    }

    #[inline(always)]
    fn fill(&self, words: &mut [Word]) -> bool {
        M::fill_as(self.0, words)
    }
}

/// Through an `Option`: `None` is Nil and what is missing.
pub struct InOption<M>(PhantomData<M>);

impl<D: Dialect, T, M: WireAs<D, T>> WireAs<D, Option<T>> for InOption<M> {
    const LAYOUT: &'static TypeLayout = &TypeLayout::Option(M::LAYOUT);
    const FACTS: Facts = Facts::open(&[], 1, M::FACTS.max_words);
}

impl<D: Dialect, T, M: EncodeAs<D, T>> EncodeAs<D, Option<T>> for InOption<M> {
    fn encode_as<O: Output>(value: &Option<T>, out: &mut O) -> Result<(), EncodeError> {
        match value {
            Some(value) => M::encode_as(value, out),
            None => EncodeVariant::<D>::encode(&(), out),
        }
    }
}

impl<'de, D: Dialect, T, M: DecodeAs<'de, D, T>> DecodeAs<'de, D, Option<T>> for InOption<M> {
    fn decode_as(reader: &mut Reader<'de>) -> Result<Option<T>, DecodeError> {
        match reader.peek_u32() {
            Some(header) if header as u8 == 0 => {
                reader.skip_words(1);
                Ok(None)
            }
            _ => M::decode_as(reader).map(Some),
        }
    }

    fn missing_as() -> Option<Option<T>> {
        Some(None)
    }
}

/// As the type itself: what `max_len` and `strict` stand on when there is no `as`.
pub struct Same;

impl<D: Dialect, T: Wire<D> + ?Sized> WireAs<D, T> for Same {
    const LAYOUT: &'static TypeLayout = T::LAYOUT;
    const FACTS: Facts = Facts { lead: &[], ..T::FACTS };
}

impl<D: Dialect, T: EncodeVariant<D> + ?Sized> EncodeAs<D, T> for Same {
    #[inline]
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        value.encode(out)
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeAs<'de, D, T> for Same {
    #[inline]
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        T::decode(reader)
    }

    #[inline]
    fn missing_as() -> Option<T> {
        T::missing()
    }
}

/// A `Cow<'static, _>`: nothing in a message lives as long, so it is read into an owned value.
pub struct AsOwned;

impl<D: Dialect, T: Wire<D>> WireAs<D, T> for AsOwned {
    const LAYOUT: &'static TypeLayout = T::LAYOUT;
    const FACTS: Facts = Facts { lead: &[], ..T::FACTS };
}

impl<D: Dialect, T: EncodeVariant<D>> EncodeAs<D, T> for AsOwned {
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        value.encode(out)
    }
}

impl<'de, D: Dialect, T: ToOwned + ?Sized> DecodeAs<'de, D, Cow<'static, T>> for AsOwned
where
    Cow<'static, T>: Wire<D>,
    T::Owned: DecodeVariant<'de, D>,
{
    fn decode_as(reader: &mut Reader<'de>) -> Result<Cow<'static, T>, DecodeError> {
        T::Owned::decode(reader).map(Cow::Owned)
    }
}

// ---------------------------------------------------------------- as = "…": texts

/// Declares a marker for texts that travel as another type.
macro_rules! text_marker {
    ($name:ident, $layout:ident, $doc:literal, $kind:expr, $put:expr) => {
        #[doc = $doc]
        pub struct $name;

        impl<D: Dialect, T: Wire<D> + ?Sized> WireAs<D, T> for $name {
            const LAYOUT: &'static TypeLayout = &TypeLayout::Value(VariantType::$layout, "");
            const FACTS: Facts = Facts::open(&[], 2, T::FACTS.max_words);
        }

        impl<D: Dialect, T: EncodeVariant<D> + ?Sized> EncodeAs<D, T> for $name {
            fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
                const {
                    assert!(
                        matches!(T::PACKED, Some(VariantType::PackedStringArray)),
                        "`as` a text type belongs on a `String`, `&str`, `Cow<str>` or `Box<str>`"
                    );
                }
                let put: fn(&str, &mut O) -> Result<(), EncodeError> = $put;
                out.put_words(const { &[header_word::<D>($kind)] });
                put(value.text(), out)
            }
        }

        impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeAs<'de, D, T> for $name {
            fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
                T::decode(reader)
            }
        }
    };
}

text_marker!(AsString, String, "A String.", VariantType::String, codec::put_text);
text_marker!(
    AsStringName,
    StringName,
    "A StringName; in Godot 3, which has none, a String.",
    if is_godot4::<D>() { VariantType::StringName } else { VariantType::String },
    codec::put_text
);

/// A NodePath, from a text in its form.
pub struct AsNodePath;

impl<D: Dialect, T> WireAs<D, T> for AsNodePath {
    const LAYOUT: &'static TypeLayout = &TypeLayout::Value(VariantType::NodePath, "");
}

impl<D: Dialect, T: core::convert::AsRef<str>> EncodeAs<D, T> for AsNodePath {
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        EncodeVariant::<D>::encode(&NodePath::parse(value.as_ref()), out)
    }
}

impl<'de, D: Dialect, T: From<String>> DecodeAs<'de, D, T> for AsNodePath {
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        <NodePath as DecodeVariant<'de, D>>::decode(reader).map(|path| T::from(path.to_string()))
    }
}

// ---------------------------------------------------------------- as = "Array"

/// An Array, also where the element type has a packed array.
pub struct AsArray;

macro_rules! as_array {
    ($type:ty $(, $n:ident)?) => {
        impl<D: Dialect, T: Wire<D> $(, const $n: usize)?> WireAs<D, $type> for AsArray {
            const LAYOUT: &'static TypeLayout = &TypeLayout::Array(T::LAYOUT);
            const FACTS: Facts = Facts::open(&[], 2, usize::MAX);
        }

        impl<D: Dialect, T: EncodeVariant<D> $(, const $n: usize)?> EncodeAs<D, $type> for AsArray {
            fn encode_as<O: Output>(value: &$type, out: &mut O) -> Result<(), EncodeError> {
                out.put_words(const { &[header_word::<D>(VariantType::Array)] });
                put_elements::<D, T, O>(value.len(), value.iter(), out)
            }
        }

        impl<'de, D: Dialect, T: DecodeVariant<'de, D> $(, const $n: usize)?> DecodeAs<'de, D, $type> for AsArray {
            fn decode_as(reader: &mut Reader<'de>) -> Result<$type, DecodeError> {
                <$type as DecodeVariant<'de, D>>::decode(reader)
            }
        }
    };
}

as_array!(Vec<T>);
as_array!(VecDeque<T>);
as_array!(Box<[T]>);
as_array!([T; N], N);

fn put_elements<'a, D: Dialect, T: EncodeVariant<D> + 'a, O: Output>(
    len: usize,
    elements: impl Iterator<Item = &'a T>,
    out: &mut O,
) -> Result<(), EncodeError> {
    out.put_u32(codec::wire_len(len)?);
    out.enter()?;
    for (index, element) in elements.enumerate() {
        if let Err(error) = element.encode(out) {
            return Err(error.in_index(index));
        }
    }
    out.leave();
    Ok(())
}

// ---------------------------------------------------------------- as = "int", "float", "float64"

/// A number or bool that can travel as an int or a float.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number",
    note = "`as = \"int\"`, `as = \"float\"` and `f64` belong on integers, floats and `bool`"
)]
pub trait Number: Copy {
    /// 0, or false.
    const ZERO: Self;
    /// The name of the type.
    const NAME: &'static str;
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

fn whole(value: f64) -> Option<i64> {
    let int = value as i64;
    (int as f64 == value && int.unsigned_abs() <= 1 << 53).then_some(int)
}

macro_rules! int_number {
    ($($type:ty),*) => { $(
        impl Number for $type {
            const ZERO: Self = 0;
            const NAME: &'static str = stringify!($type);
            fn to_int(self) -> Option<i64> {
                i64::try_from(self).ok()
            }
            fn from_int(value: i64) -> Option<Self> {
                Self::try_from(value).ok()
            }
            fn to_float(self) -> f64 {
                self as f64
            }
            fn from_float(value: f64) -> Option<Self> {
                whole(value).and_then(|value| Self::try_from(value).ok())
            }
            #[inline(always)]
            fn is_exact_as_float(self) -> bool {
                Self::from_float(self as f64) == Some(self)
            }
        }
    )* };
}

int_number!(i8, i16, i32, i64, u8, u16, u32, u64);

impl Number for bool {
    const ZERO: Self = false;
    const NAME: &'static str = "bool";
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

impl Number for f64 {
    const ZERO: Self = 0.0;
    const NAME: &'static str = "f64";
    fn to_int(self) -> Option<i64> {
        whole(self)
    }
    fn from_int(value: i64) -> Option<Self> {
        Some(value as Self)
    }
    fn to_float(self) -> f64 {
        self
    }
    fn from_float(value: f64) -> Option<Self> {
        Some(value)
    }
}

impl Number for f32 {
    const ZERO: Self = 0.0;
    const NAME: &'static str = "f32";
    fn to_int(self) -> Option<i64> {
        whole(self as f64)
    }
    fn from_int(value: i64) -> Option<Self> {
        Some(value as Self)
    }
    fn to_float(self) -> f64 {
        self as f64
    }
    fn from_float(value: f64) -> Option<Self> {
        codec::narrow(value, 0).ok()
    }
}

/// An int.
pub struct AsInt;

impl<D: Dialect, T: Number> WireAs<D, T> for AsInt {
    const LAYOUT: &'static TypeLayout = &TypeLayout::Value(VariantType::Int, T::NAME);
    const FACTS: Facts = {
        let facts = int_facts::<D>();
        Facts::open(&[], facts.min_words, facts.max_words)
    };
}

impl<D: Dialect, T: Number> EncodeAs<D, T> for AsInt {
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
        alloc::format!("an integer near {value:?} cannot travel as a float without loss"),
    )
}

#[cold]
fn not_an_int(value: f64) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::OutOfRange,
        alloc::format!("{value:?} cannot travel as an int without loss"),
    )
}

impl<'de, D: Dialect, T: Number> DecodeAs<'de, D, T> for AsInt {
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        let at = reader.position();
        let value = codec::read_int(reader, &D::SPEC, "int")?;
        T::from_int(value)
            .ok_or_else(|| codec::out_of_range(at, "an int that the field can hold", value))
    }
}

/// A float of the shortest width, or always of 64 bits.
pub struct AsFloat<const WIDE: bool>;

impl<D: Dialect, T: Number, const WIDE: bool> WireAs<D, T> for AsFloat<WIDE> {
    const LAYOUT: &'static TypeLayout = &TypeLayout::Value(VariantType::Float, T::NAME);
    const FACTS: Facts = if WIDE && matches!(D::SPEC.float, FloatForm::Shortest) {
        Facts::fixed(const { &[wide_header_word::<D>(VariantType::Float), [0; 4], [0; 4]] })
    } else {
        Facts::open(&[], 2, 3)
    };
}

impl<D: Dialect, T: Number, const WIDE: bool> EncodeAs<D, T> for AsFloat<WIDE> {
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
            codec::put_float(value, &D::SPEC, out);
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
        let value = codec::read_float(reader, &D::SPEC, "float")?;
        T::from_float(value)
            .ok_or_else(|| codec::out_of_range(at, "a float that the field can hold", value))
    }

    #[inline(always)]
    fn check_as(words: &[Word]) -> bool {
        words.first() == Some(const { &wide_header_word::<D>(VariantType::Float) })
            && T::from_float(wide_value(words)).is_some()
    }

    #[inline(always)]
    fn build_as(words: &[Word]) -> T {
        T::from_float(wide_value(words)).unwrap_or(T::ZERO)
    }
}

#[inline(always)]
fn wide_value(words: &[Word]) -> f64 {
    match words.first_chunk::<3>() {
        Some([_, low, high]) => f64::from_bits(
            u32::from_le_bytes(*low) as u64 | (u32::from_le_bytes(*high) as u64) << 32,
        ),
        None => 0.0,
    }
}

// ---------------------------------------------------------------- max_len

/// A type that has a length which `max_len` bounds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no length",
    note = "`max_len` belongs on texts, lists and maps, or an `Option` of these"
)]
pub trait Length<D: Dialect> {
    /// Words beside the elements.
    const BASE_WORDS: usize = 2;
    /// The most bytes that an element takes; `usize::MAX` when unbounded.
    const ELEMENT_BYTES: usize;
    /// What is counted.
    const UNIT: &'static str;
    /// Bytes of a text, elements of a list.
    fn length(&self) -> usize;
}

macro_rules! text_length {
    ($($type:ty),*) => { $(
        impl<D: Dialect> Length<D> for $type {
            const ELEMENT_BYTES: usize = 1;
            const UNIT: &'static str = "bytes of UTF-8";
            fn length(&self) -> usize {
                self.len()
            }
        }
    )* };
}

text_length!(String, &str, Cow<'_, str>, Box<str>);

impl<D: Dialect> Length<D> for super::StringName {
    const ELEMENT_BYTES: usize = 1;
    const UNIT: &'static str = "bytes of UTF-8";
    fn length(&self) -> usize {
        self.0.len()
    }
}

const fn element_bytes<D: Dialect, T: Wire<D>>() -> usize {
    match T::PACKED {
        Some(kind) if super::layout::has_type::<D>(kind) => match kind {
            VariantType::PackedByteArray => 1,
            VariantType::PackedInt32Array | VariantType::PackedFloat32Array => 4,
            VariantType::PackedInt64Array | VariantType::PackedFloat64Array => 8,
            VariantType::PackedStringArray => usize::MAX,
            // A structure without its header.
            _ => (T::FACTS.max_words - 1) * 4,
        },
        _ => T::FACTS.max_words.saturating_mul(4),
    }
}

macro_rules! list_length {
    ($($type:ty),*) => { $(
        impl<D: Dialect, T: Wire<D>> Length<D> for $type {
            const ELEMENT_BYTES: usize = element_bytes::<D, T>();
            const UNIT: &'static str = "elements";
            fn length(&self) -> usize {
                self.len()
            }
        }
    )* };
}

list_length!(Vec<T>, &[T], VecDeque<T>, Box<[T]>);

impl<D: Dialect> Length<D> for Cow<'_, [u8]> {
    const ELEMENT_BYTES: usize = 1;
    const UNIT: &'static str = "bytes";
    fn length(&self) -> usize {
        self.len()
    }
}

macro_rules! map_length {
    ($type:ty $(, $s:ident)?) => {
        impl<D: Dialect, K: Wire<D>, V: Wire<D> $(, $s)?> Length<D> for $type {
            const ELEMENT_BYTES: usize =
                K::FACTS.max_words.saturating_add(V::FACTS.max_words).saturating_mul(4);
            const UNIT: &'static str = "pairs";
            fn length(&self) -> usize {
                self.len()
            }
        }
    };
}

map_length!(BTreeMap<K, V>);
#[cfg(feature = "std")]
map_length!(std::collections::HashMap<K, V, S>, S);

/// At most `N` bytes of UTF-8 or elements, over the marker `M`.
pub struct MaxLen<const N: usize, M>(PhantomData<M>);

impl<D: Dialect, T: Length<D>, M: WireAs<D, T>, const N: usize> WireAs<D, T> for MaxLen<N, M> {
    const LAYOUT: &'static TypeLayout = &TypeLayout::AtMost(N, M::LAYOUT);
    const FACTS: Facts = {
        let bytes = T::ELEMENT_BYTES.saturating_mul(N);
        let bound = bytes.div_ceil(4).saturating_add(T::BASE_WORDS);
        let max_words = if T::ELEMENT_BYTES == usize::MAX && N > 0 {
            usize::MAX
        } else if bound < M::FACTS.max_words {
            bound
        } else {
            M::FACTS.max_words
        };
        Facts::open(&[], M::FACTS.min_words, max_words)
    };
}

impl<D: Dialect, T: Length<D>, M: EncodeAs<D, T>, const N: usize> EncodeAs<D, T> for MaxLen<N, M> {
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        if value.length() > N {
            return Err(EncodeError::new(
                EncodeErrorKind::TooLong,
                alloc::format!("{} {}, where at most {N} are allowed", value.length(), T::UNIT),
            ));
        }
        M::encode_as(value, out)
    }
}

impl<'de, D, T, M, const N: usize> DecodeAs<'de, D, T> for MaxLen<N, M>
where
    D: Dialect,
    T: Length<D>,
    M: DecodeAs<'de, D, T>,
{
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        let at = reader.position();
        let value = M::decode_as(reader)?;
        if value.length() > N {
            return Err(DecodeError::new(
                DecodeErrorKind::LimitExceeded,
                at,
                alloc::format!("at most {N} {}", T::UNIT),
                alloc::format!("{}", value.length()),
            ));
        }
        Ok(value)
    }

    fn missing_as() -> Option<T> {
        M::missing_as()
    }
}

// ---------------------------------------------------------------- strict

/// Reads only the type that is written, over the marker `M`.
pub struct Strict<M>(PhantomData<M>);

impl<D: Dialect, T: Wire<D>, M: WireAs<D, T>> WireAs<D, T> for Strict<M> {
    const FACTS: Facts = M::FACTS;
    const LAYOUT: &'static TypeLayout = M::LAYOUT;
}

impl<D: Dialect, T: EncodeVariant<D>, M: EncodeAs<D, T>> EncodeAs<D, T> for Strict<M> {
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        M::encode_as(value, out)
    }

    #[inline(always)]
    fn fill_as(value: &T, words: &mut [Word]) -> bool {
        M::fill_as(value, words)
    }
}

/// The id of the type that a value is written as, if it is always the same.
const fn written_id<D: Dialect>(layout: &TypeLayout, facts: &Facts) -> Option<u8> {
    if !facts.lead.is_empty() {
        return Some(facts.lead[0][0]);
    }
    if !facts.usual.is_empty() {
        return Some(facts.usual[0][0]);
    }
    match layout {
        TypeLayout::Value(VariantType::StringName, _) if !is_godot4::<D>() => {
            D::SPEC.type_id(VariantType::String)
        }
        TypeLayout::Value(kind, _) => D::SPEC.type_id(*kind),
        TypeLayout::Record(record) if record.keyed => D::SPEC.type_id(VariantType::Dictionary),
        TypeLayout::Map(..) => D::SPEC.type_id(VariantType::Dictionary),
        TypeLayout::Array(_) | TypeLayout::Tuple(_) | TypeLayout::Record(_) => {
            D::SPEC.type_id(VariantType::Array)
        }
        TypeLayout::Typed(inner) => written_id::<D>(inner, facts),
        _ => None,
    }
}

impl<'de, D, T, M> DecodeAs<'de, D, T> for Strict<M>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
    M: DecodeAs<'de, D, T>,
{
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        if let (Some(id), Some(header)) =
            (const { written_id::<D>(M::LAYOUT, &M::FACTS) }, reader.peek_u32())
            && header as u8 != id
        {
            let expected = match D::SPEC.type_of(id) {
                Some(kind) => kind.name(D::SPEC.generation),
                None => "another type",
            };
            return Err(codec::wrong_type(reader, &D::SPEC, expected));
        }
        M::decode_as(reader)
    }

    #[inline(always)]
    fn check_as(words: &[Word]) -> bool {
        M::check_as(words)
    }

    #[inline(always)]
    fn build_as(words: &[Word]) -> T {
        M::build_as(words)
    }

    fn missing_as() -> Option<T> {
        M::missing_as()
    }
}

// ---------------------------------------------------------------- typed

/// A container with its declared type in the header (Godot 4.4 and later).
pub struct Typed;

const fn builtin<D: Dialect, T: Wire<D>>() -> Word {
    match written_id::<D>(T::LAYOUT, &T::FACTS) {
        Some(id) => [id, 0, 0, 0],
        None => panic_untyped(),
    }
}

#[expect(clippy::panic, reason = "evaluated by the compiler, where it fails the build")]
const fn panic_untyped() -> Word {
    panic!("`typed` needs elements of one builtin type; an Option, an enum or a Variant has none")
}

const fn check_typed<D: Dialect>() {
    assert!(is_godot4::<D>(), "typed containers do not exist in Godot 3");
}

/// The words that open a typed Array of `T`.
const fn typed_array<D: Dialect, T: Wire<D>>() -> [Word; 2] {
    check_typed::<D>();
    let mut header = header_word::<D>(VariantType::Array);
    header[2] |= 1;
    [header, builtin::<D, T>()]
}

/// The words that open a typed Dictionary.
const fn typed_dictionary<D: Dialect, K: Wire<D>, V: Wire<D>>() -> [Word; 3] {
    check_typed::<D>();
    let mut header = header_word::<D>(VariantType::Dictionary);
    header[2] |= 0b101;
    [header, builtin::<D, K>(), builtin::<D, V>()]
}

macro_rules! typed_list {
    ($type:ty $(, $n:ident)?) => {
        impl<D: Dialect, T: Wire<D> $(, const $n: usize)?> WireAs<D, $type> for Typed {
            const FACTS: Facts = Facts::open(&[], 3, usize::MAX);
            const LAYOUT: &'static TypeLayout = &TypeLayout::Typed(&TypeLayout::Array(T::LAYOUT));
        }

        impl<D: Dialect, T: EncodeVariant<D> $(, const $n: usize)?> EncodeAs<D, $type> for Typed {
            fn encode_as<O: Output>(value: &$type, out: &mut O) -> Result<(), EncodeError> {
                out.put_words(const { &typed_array::<D, T>() });
                put_elements::<D, T, O>(value.len(), value.iter(), out)
            }
        }

        impl<'de, D: Dialect, T: DecodeVariant<'de, D> $(, const $n: usize)?> DecodeAs<'de, D, $type> for Typed {
            fn decode_as(reader: &mut Reader<'de>) -> Result<$type, DecodeError> {
                <$type as DecodeVariant<'de, D>>::decode(reader)
            }
        }
    };
}

typed_list!(Vec<T>);
typed_list!(VecDeque<T>);
typed_list!(Box<[T]>);
typed_list!([T; N], N);

macro_rules! typed_map {
    ($type:ty, [$($params:tt)*], [$($bounds:tt)*]) => {
        impl<D: Dialect, K: Wire<D>, V: Wire<D>, $($params)*> WireAs<D, $type> for Typed {
            const FACTS: Facts = Facts::open(&[], 4, usize::MAX);
            const LAYOUT: &'static TypeLayout =
                &TypeLayout::Typed(&TypeLayout::Map(K::LAYOUT, V::LAYOUT));
        }

        impl<D: Dialect, K: EncodeVariant<D>, V: EncodeVariant<D>, $($params)*> EncodeAs<D, $type> for Typed {
            fn encode_as<O: Output>(value: &$type, out: &mut O) -> Result<(), EncodeError> {
                out.put_words(const { &typed_dictionary::<D, K, V>() });
                EncodeVariant::<D>::encode_rest(value, out)
            }
        }

        impl<'de, D: Dialect, K: DecodeVariant<'de, D> $($bounds)*, V: DecodeVariant<'de, D>, $($params)*>
            DecodeAs<'de, D, $type> for Typed
        {
            fn decode_as(reader: &mut Reader<'de>) -> Result<$type, DecodeError> {
                <$type as DecodeVariant<'de, D>>::decode(reader)
            }
        }
    };
}

typed_map!(BTreeMap<K, V>, [], [+ Ord]);
#[cfg(feature = "std")]
typed_map!(
    std::collections::HashMap<K, V, S>,
    [S: core::hash::BuildHasher + Default],
    [+ Eq + core::hash::Hash]
);
