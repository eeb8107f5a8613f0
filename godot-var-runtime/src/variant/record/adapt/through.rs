//! `with` functions on values, and `from`, `try_from`, `into`: values that are encoded as values of another type.

use core::fmt::Display;
use core::marker::PhantomData;

use super::{DecodeAs, DescribeAs, EncodeAs};
use crate::core::reader::Word;
use crate::variant::layout::Bounds;
use crate::variant::layout::TypeLayout;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, Shape};
use crate::variant::traits::{DecodeVariant, Describe, EncodeVariant};
use crate::{DecodeError, EncodeError, Output, Reader};

/// Turns a `T` into the `W` that is encoded.
pub trait ConvertTo<T: ?Sized, W> {
    /// The value that is encoded.
    ///
    /// # Errors
    /// [`EncodeErrorKind::OutOfRange`](crate::EncodeErrorKind::OutOfRange) of a time that no `W` counts.
    fn encode(value: &T) -> Result<W, EncodeError>;
}

/// Turns a `W` that was read into a `T`.
pub trait ConvertFrom<T, W> {
    /// The value of the `W` at a position.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Custom`](crate::DecodeErrorKind::Custom) with what the user's function says.
    fn decode(wire: W, at: usize) -> Result<T, DecodeError>;
}

/// The error for a value that the user's function refuses.
#[cold]
pub fn refused(at: usize, error: &dyn Display) -> DecodeError {
    DecodeError::custom(at, error)
}

/// As a `W`, by the functions of `C`, within the bounds of `B`.
pub struct Through<W, C, B = ()>(PhantomData<(W, C, B)>);

/// The values of a `T` among those of the number as which it is encoded.
pub trait BoundsOf<T: ?Sized> {
    /// None for functions of the user, whose values are not known.
    const BOUNDS: Option<Bounds<'static>>;
}

impl<T: ?Sized> BoundsOf<T> for () {
    const BOUNDS: Option<Bounds<'static>> = None;
}

/// What is known of a type that is turned into another one on its way in, which may fail: a number
/// is read as one of two widths, for which a reader is asked in any case.
const fn converted(facts: Facts) -> Facts {
    match facts.shape {
        Shape::Fixed if 1 < facts.usual.len() && facts.usual.len() <= 3 => {
            Facts::two_widths(facts.usual, facts.min_words, facts.max_words)
        }
        Shape::TwoWidths => facts,
        _ => converted_whole(facts),
    }
}

/// The same of a whole type, which has no shortcuts.
pub const fn converted_whole(facts: Facts) -> Facts {
    Facts::varying(&[], facts.min_words, facts.max_words).repeating(facts.repeats)
}

impl<T, W, C, B> DescribeAs<T> for Through<W, C, B>
where
    T: ?Sized,
    W: Describe,
    C: ConvertTo<T, W>,
    B: BoundsOf<T>,
{
    const LAYOUT: &'static TypeLayout<'static> = match (W::LAYOUT, B::BOUNDS) {
        (TypeLayout::Value(kind, _), Some(bounds)) => &TypeLayout::Value(*kind, bounds),
        (layout, _) => layout,
    };
}

impl<D, T, W, C, B> EncodeAs<D, T> for Through<W, C, B>
where
    D: Dialect,
    T: ?Sized,
    W: EncodeVariant<D>,
    C: ConvertTo<T, W>,
    B: BoundsOf<T>,
{
    const FACTS: Facts = converted(W::FACTS);

    #[inline]
    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        C::encode(value)?.encode(out)
    }

    #[inline(always)]
    fn fill_as(value: &T, words: &mut [Word]) -> bool {
        C::encode(value).is_ok_and(|wire| W::fill(&wire, words))
    }

    #[inline(always)]
    fn encode_words_as(value: &T, words: &mut [Word]) -> Option<usize> {
        W::encode_words(&C::encode(value).ok()?, words)
    }
}

impl<'de, D, T, W, C, B> DecodeAs<'de, D, T> for Through<W, C, B>
where
    D: Dialect,
    W: DecodeVariant<'de, D>,
    C: ConvertTo<T, W> + ConvertFrom<T, W>,
    B: BoundsOf<T>,
{
    #[inline]
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        let at = reader.position();
        C::decode(W::decode(reader)?, at)
    }
}
