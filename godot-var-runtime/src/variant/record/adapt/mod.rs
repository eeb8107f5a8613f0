//! Fields that travel otherwise than their type does: `as`, `with`, `max_len`, `strict`, `typed`.
//!
//! A marker type says how. [`As`] is a value read through a marker, [`AsRef`] a value written
//! through one; both take part in layouts as any type does.

mod change;
mod container;
mod length;
mod number;
mod strict;
mod text;
mod through;
pub(crate) mod time;

use alloc::borrow::{Cow, ToOwned};
use core::marker::PhantomData;

pub use change::Change;
pub use container::{AsArray, Typed};
pub use length::MaxLen;
pub use number::{AsFloat, AsInt};
pub use strict::Strict;
pub use text::no_text;
pub use text::{AsNodePath, AsString, AsStringName};
pub use through::{ConvertFrom, ConvertTo, Through, converted_whole, refused};
pub use time::InUnits;

#[cfg(feature = "flat")]
pub use time::Time;

#[cfg(feature = "_wires")]
pub use time::Units;

use crate::core::reader::Word;
use crate::variant::layout::TypeLayout;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Facts;
use crate::variant::traits::{DecodeVariant, Describe, EncodeVariant};
use crate::{DecodeError, EncodeError, Output, Reader, SliceOutput};

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

/// How a marker describes a `T`: as [`Describe`] does of a type.
pub trait DescribeAs<T: ?Sized> {
    /// The layout of the encoding.
    const LAYOUT: &'static TypeLayout<'static>;

    /// Whether a missing field is one of the values.
    const OPTIONAL: bool = false;
}

/// A marker that writes `T`.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` cannot be written this way",
    note = "see the attribute page for the types that each attribute takes"
)]
pub trait EncodeAs<D: Dialect, T: ?Sized>: DescribeAs<T> {
    /// What is known of the encoding.
    const FACTS: Facts = Facts::varying(&[], 1, usize::MAX);

    /// Of a text or list that is written in another form than its own: words before the elements, and
    /// the most bytes of each.
    const LENGTH: Option<(usize, usize)> = None;

    /// Writes the value.
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError>;

    /// As [`EncodeVariant::fill`].
    #[inline(always)]
    fn fill_as(value: &T, words: &mut [Word]) -> bool {
        let _ = (value, words);
        false
    }

    /// As [`EncodeVariant::encode_words`].
    #[inline(always)]
    fn encode_words_as(value: &T, words: &mut [Word]) -> Option<usize> {
        let mut out = SliceOutput::new(words.as_flattened_mut());
        Self::encode_as(value, &mut out).ok()?;
        Some(out.position() / 4)
    }
}

/// A marker that reads `T`.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` cannot be read this way",
    note = "see the attribute page for the types that each attribute takes"
)]
pub trait DecodeAs<'de, D: Dialect, T>: EncodeAs<D, T> {
    /// Reads a value.
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError>;

    /// As [`DecodeVariant::decode_in_place`].
    #[inline]
    fn decode_as_in_place(reader: &mut Reader<'de>, place: &mut T) -> Result<(), DecodeError> {
        *place = Self::decode_as(reader)?;
        Ok(())
    }

    /// As [`DecodeVariant::from_words`].
    #[inline(always)]
    fn from_words_as(words: &'de [Word]) -> Option<T> {
        let _ = words;
        None
    }

    /// As [`DecodeVariant::from_wide_words`].
    #[inline(always)]
    fn from_wide_words_as(words: &[Word]) -> Option<T> {
        let _ = words;
        None
    }

    /// As [`DecodeVariant::missing`].
    #[inline(always)]
    fn missing_as() -> Option<T> {
        None
    }
}

impl<T, M: DescribeAs<T>> Describe for As<T, M> {
    const LAYOUT: &'static TypeLayout<'static> = M::LAYOUT;
    const OPTIONAL: bool = M::OPTIONAL;
}

impl<D: Dialect, T, M: EncodeAs<D, T>> EncodeVariant<D> for As<T, M> {
    const FACTS: Facts = M::FACTS;

    #[inline(always)]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        M::encode_as(&self.0, out)
    }
}

impl<'de, D: Dialect, T, M: DecodeAs<'de, D, T>> DecodeVariant<'de, D> for As<T, M> {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        M::decode_as(reader).map(Self::new)
    }

    #[inline(always)]
    fn from_words(words: &'de [Word]) -> Option<Self> {
        M::from_words_as(words).map(Self::new)
    }

    #[inline(always)]
    fn from_wide_words(words: &[Word]) -> Option<Self> {
        M::from_wide_words_as(words).map(Self::new)
    }

    #[inline]
    fn missing() -> Option<Self> {
        M::missing_as().map(Self::new)
    }
}

/// A type that takes part in a template, and what a field of the type `T` gets of it: itself, or the
/// value inside an [`As`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a Godot Variant",
    label = "not decodable from a Variant"
)]
pub trait DecodeInto<'de, D: Dialect, T>: DecodeVariant<'de, D> {
    /// The field's value.
    fn into_value(self) -> T;

    /// Reads a value in place of the field's.
    fn decode_into(reader: &mut Reader<'de>, place: &mut T) -> Result<(), DecodeError>;

    /// As [`DecodeVariant::decode_after_prefix_in_place`].
    #[inline(always)]
    fn decode_after_prefix_into(
        reader: &mut Reader<'de>,
        place: &mut T,
    ) -> Result<(), DecodeError> {
        reader.seek(reader.position() - Self::FACTS.prefix.len() * 4);
        Self::decode_into(reader, place)
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeInto<'de, D, T> for T {
    #[inline(always)]
    fn into_value(self) -> T {
        self
    }

    #[inline(always)]
    fn decode_into(reader: &mut Reader<'de>, place: &mut T) -> Result<(), DecodeError> {
        T::decode_in_place(reader, place)
    }

    #[inline(always)]
    fn decode_after_prefix_into(
        reader: &mut Reader<'de>,
        place: &mut T,
    ) -> Result<(), DecodeError> {
        T::decode_after_prefix_in_place(reader, place)
    }
}

impl<'de, D: Dialect, T, M: DecodeAs<'de, D, T>> DecodeInto<'de, D, T> for As<T, M> {
    #[inline(always)]
    fn into_value(self) -> T {
        self.0
    }

    #[inline(always)]
    fn decode_into(reader: &mut Reader<'de>, place: &mut T) -> Result<(), DecodeError> {
        M::decode_as_in_place(reader, place)
    }
}

impl<T: ?Sized, M: DescribeAs<T>> Describe for AsRef<'_, T, M> {
    const LAYOUT: &'static TypeLayout<'static> = M::LAYOUT;
    const OPTIONAL: bool = M::OPTIONAL;
}

impl<D: Dialect, T: ?Sized, M: EncodeAs<D, T>> EncodeVariant<D> for AsRef<'_, T, M> {
    const FACTS: Facts = M::FACTS;

    #[inline(always)]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        M::encode_as(self.0, out)
    }

    #[inline(always)]
    fn fill(value: &Self, words: &mut [Word]) -> bool {
        M::fill_as(value.0, words)
    }

    #[inline(always)]
    fn encode_words(value: &Self, words: &mut [Word]) -> Option<usize> {
        M::encode_words_as(value.0, words)
    }
}

/// Through an `Option`: `None` is Nil and what is missing.
pub struct InOption<M>(PhantomData<M>);

impl<T, M: DescribeAs<T>> DescribeAs<Option<T>> for InOption<M> {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Option(M::LAYOUT);
    const OPTIONAL: bool = true;
}

impl<D: Dialect, T, M: EncodeAs<D, T>> EncodeAs<D, Option<T>> for InOption<M> {
    const FACTS: Facts = Facts::varying(&[], 1, M::FACTS.max_words).repeating(M::FACTS.repeats);

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

    fn decode_as_in_place(
        reader: &mut Reader<'de>,
        place: &mut Option<T>,
    ) -> Result<(), DecodeError> {
        match (reader.peek_u32(), &mut *place) {
            (Some(header), Some(value)) if header as u8 != 0 => {
                M::decode_as_in_place(reader, value)
            }
            _ => {
                *place = Self::decode_as(reader)?;
                Ok(())
            }
        }
    }

    fn missing_as() -> Option<Option<T>> {
        Some(None)
    }
}

/// As the type itself: what `max_len` and `strict` apply to when there is no `as`.
pub struct Same;

impl<T: Describe + ?Sized> DescribeAs<T> for Same {
    const LAYOUT: &'static TypeLayout<'static> = T::LAYOUT;
    const OPTIONAL: bool = T::OPTIONAL;
}

impl<D: Dialect, T: EncodeVariant<D> + ?Sized> EncodeAs<D, T> for Same {
    const FACTS: Facts = Facts { prefix: &[], ..T::FACTS };

    #[inline]
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        value.encode(out)
    }

    #[inline(always)]
    fn fill_as(value: &T, words: &mut [Word]) -> bool {
        T::fill(value, words)
    }

    #[inline(always)]
    fn encode_words_as(value: &T, words: &mut [Word]) -> Option<usize> {
        T::encode_words(value, words)
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeAs<'de, D, T> for Same {
    #[inline]
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        T::decode(reader)
    }

    #[inline(always)]
    fn from_words_as(words: &'de [Word]) -> Option<T> {
        T::from_words(words)
    }

    #[inline(always)]
    fn from_wide_words_as(words: &[Word]) -> Option<T> {
        T::from_wide_words(words)
    }

    #[inline]
    fn decode_as_in_place(reader: &mut Reader<'de>, place: &mut T) -> Result<(), DecodeError> {
        T::decode_in_place(reader, place)
    }

    #[inline]
    fn missing_as() -> Option<T> {
        T::missing()
    }
}

/// A `Cow<'static, _>`: nothing in a message lives as long, so it is read into an owned value.
pub struct AsOwned;

impl<T: Describe> DescribeAs<T> for AsOwned {
    const LAYOUT: &'static TypeLayout<'static> = match T::LAYOUT {
        TypeLayout::Borrowed(owned) => owned,
        layout => layout,
    };
}

impl<D: Dialect, T: EncodeVariant<D>> EncodeAs<D, T> for AsOwned {
    // The usual form of a `Cow` is that of what it lends, which may not be what it owns.
    const FACTS: Facts =
        Facts::varying(&[], T::FACTS.min_words, T::FACTS.max_words).repeating(T::FACTS.repeats);

    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        value.encode(out)
    }
}

impl<'de, D: Dialect, T: ToOwned + ?Sized> DecodeAs<'de, D, Cow<'static, T>> for AsOwned
where
    Cow<'static, T>: EncodeVariant<D>,
    T::Owned: DecodeVariant<'de, D>,
{
    fn decode_as(reader: &mut Reader<'de>) -> Result<Cow<'static, T>, DecodeError> {
        T::Owned::decode(reader).map(Cow::Owned)
    }
}
