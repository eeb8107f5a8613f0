//! Codecs of fields: types that name an encoding. The attributes `as`, `with`, `max_len`, `strict`, `typed` choose one; a
//! field without them has [`Same`].

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

/// What a codec says of its encoding of a `T` that is the same in every dialect: as [`Describe`] does of a type.
pub trait DescribeAs<T: ?Sized> {
    /// The layout of the encoding.
    const LAYOUT: &'static TypeLayout<'static>;

    /// Whether Nil is one of the values.
    const NULLABLE: bool = false;

    /// Whether a missing field is one of the values.
    const OPTIONAL: bool = false;
}

/// The layout of a `T` in the encoding of the codec `M`, by a call, as [`layout`](crate::variant::traits::describe::layout).
pub const fn layout_as<M: DescribeAs<T> + ?Sized, T: ?Sized>() -> &'static TypeLayout<'static> {
    M::LAYOUT
}

/// A codec that writes a `T`.
///
/// Each function does what the one of its name in [`EncodeVariant`] does for a type.
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

    /// Writes what follows the prefix of [`FACTS`](Self::FACTS).
    #[inline(always)]
    fn encode_after_prefix_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        Self::encode_as(value, out)
    }

    /// Fills the holes of the usual form.
    #[inline(always)]
    fn fill_as(value: &T, words: &mut [Word]) -> bool {
        let _ = (value, words);
        false
    }

    /// Writes the value into words, and returns how many it took.
    #[inline(always)]
    fn encode_words_as(value: &T, words: &mut [Word]) -> Option<usize> {
        let mut out = SliceOutput::new(words.as_flattened_mut());
        Self::encode_as(value, &mut out).ok()?;
        Some(out.position() / 4)
    }
}

/// A codec that reads a `T`.
///
/// Each function does what the one of its name in [`DecodeVariant`] does for a type.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` cannot be read this way",
    note = "see the attribute page for the types that each attribute takes"
)]
pub trait DecodeAs<'de, D: Dialect, T>: EncodeAs<D, T> {
    /// Whether [`decode_any_width_as`](Self::decode_any_width_as) keeps the reader in registers.
    const STAYS_INLINE: bool = false;

    /// Reads a value.
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError>;

    /// Reads a value in place of another.
    #[inline]
    fn decode_in_place_as(reader: &mut Reader<'de>, place: &mut T) -> Result<(), DecodeError> {
        *place = Self::decode_as(reader)?;
        Ok(())
    }

    /// Reads what follows the prefix.
    #[inline(always)]
    fn decode_after_prefix_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        Self::decode_as(reader)
    }

    /// Reads what follows the prefix, in place of another value.
    #[inline(always)]
    fn decode_after_prefix_in_place_as(
        reader: &mut Reader<'de>,
        place: &mut T,
    ) -> Result<(), DecodeError> {
        Self::decode_in_place_as(reader, place)
    }

    /// Reads a number of two widths, or what follows the prefix.
    #[inline(always)]
    fn decode_any_width_as(reader: &mut Reader<'de>) -> Option<T> {
        Self::decode_after_prefix_as(reader).ok()
    }

    /// The value of words in the usual form.
    #[inline(always)]
    fn from_words_as(words: &'de [Word]) -> Option<T> {
        let _ = words;
        None
    }

    /// The value of words in the form that is one word longer.
    #[inline(always)]
    fn from_wide_words_as(words: &[Word]) -> Option<T> {
        let _ = words;
        None
    }

    /// The value of a missing field.
    #[inline(always)]
    fn missing_as() -> Option<T> {
        None
    }
}

/// Through an `Option`: `None` is Nil and what is missing.
pub struct InOption<M>(PhantomData<M>);

impl<T, M: DescribeAs<T>> DescribeAs<Option<T>> for InOption<M> {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Option(M::LAYOUT);
    const NULLABLE: bool = true;
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

    fn decode_in_place_as(
        reader: &mut Reader<'de>,
        place: &mut Option<T>,
    ) -> Result<(), DecodeError> {
        match (reader.peek_u32(), &mut *place) {
            (Some(header), Some(value)) if header as u8 != 0 => {
                M::decode_in_place_as(reader, value)
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

/// The encoding of the type itself.
pub struct Same;

impl<T: Describe + ?Sized> DescribeAs<T> for Same {
    const LAYOUT: &'static TypeLayout<'static> = T::LAYOUT;
    const NULLABLE: bool = T::NULLABLE;
    const OPTIONAL: bool = T::OPTIONAL;
}

impl<D: Dialect, T: EncodeVariant<D> + ?Sized> EncodeAs<D, T> for Same {
    const FACTS: Facts = T::FACTS;

    #[inline(always)]
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        value.encode(out)
    }

    #[inline(always)]
    fn encode_after_prefix_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        T::encode_after_prefix(value, out)
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
    const STAYS_INLINE: bool = T::STAYS_INLINE;

    #[inline(always)]
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        T::decode(reader)
    }

    #[inline(always)]
    fn decode_in_place_as(reader: &mut Reader<'de>, place: &mut T) -> Result<(), DecodeError> {
        T::decode_in_place(reader, place)
    }

    #[inline(always)]
    fn decode_after_prefix_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        T::decode_after_prefix(reader)
    }

    #[inline(always)]
    fn decode_after_prefix_in_place_as(
        reader: &mut Reader<'de>,
        place: &mut T,
    ) -> Result<(), DecodeError> {
        T::decode_after_prefix_in_place(reader, place)
    }

    #[inline(always)]
    fn decode_any_width_as(reader: &mut Reader<'de>) -> Option<T> {
        T::decode_any_width(reader)
    }

    #[inline(always)]
    fn from_words_as(words: &'de [Word]) -> Option<T> {
        T::from_words(words)
    }

    #[inline(always)]
    fn from_wide_words_as(words: &[Word]) -> Option<T> {
        T::from_wide_words(words)
    }

    #[inline(always)]
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
