//! `max_len`: texts, lists and maps of bounded length.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{DecodeAs, DescribeAs, EncodeAs};
use crate::variant::layout::TypeLayout;
use crate::variant::traits::EncodeVariant;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, has_type};
use crate::variant::types::RealForm;
use crate::variant::types::StringName;
use crate::variant::values::packed_view::{PackedElement, PackedView};
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

/// A type that has a length which `max_len` bounds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no length",
    note = "`max_len` belongs on texts, lists and maps, or an `Option` of these"
)]
pub trait Length<D: Dialect> {
    /// The most bytes that an element takes; `usize::MAX` when unbounded.
    const ELEMENT_BYTES: usize;
    /// What is counted.
    const UNIT: &'static str;
    /// Bytes of a text, elements of a list.
    fn length(&self) -> usize;
}

const fn element_bytes<D: Dialect, T: EncodeVariant<D>>() -> usize {
    match T::PACKED {
        Some(kind) if has_type::<D>(kind) => match kind.packed_components() {
            // Godot 3 keeps its pool arrays at 32 bits in every build.
            Some((component, count)) => {
                component.bytes(matches!(D::SPEC.real, RealForm::DoubleFlagged)) * count
            }
            None => usize::MAX,
        },
        _ => T::FACTS.max_words.saturating_mul(4),
    }
}

const fn pair_bytes<D: Dialect, K: EncodeVariant<D>, V: EncodeVariant<D>>() -> usize {
    K::FACTS.max_words.saturating_add(V::FACTS.max_words).saturating_mul(4)
}

/// Types with a function `len`: their parameters, what it counts, and the most bytes that one of these takes.
macro_rules! length {
    (@one [$($params:tt)*], $unit:literal, $bytes:expr, $type:ty) => {
        impl<D: Dialect, $($params)*> Length<D> for $type {
            const ELEMENT_BYTES: usize = $bytes;
            const UNIT: &'static str = $unit;

            fn length(&self) -> usize {
                self.len()
            }
        }
    };
    ($params:tt, $unit:literal, $bytes:expr, $($type:ty),+) => {
        $( length!(@one $params, $unit, $bytes, $type); )+
    };
}

length!([], "bytes of UTF-8", 1, String, &str, Cow<'_, str>, Box<str>, Rc<str>, Arc<str>);
length!(
    [T: EncodeVariant<D>],
    "elements",
    element_bytes::<D, T>(),
    Vec<T>,
    &[T],
    VecDeque<T>,
    Box<[T]>,
    Rc<[T]>,
    Arc<[T]>
);
length!([T: EncodeVariant<D> + Clone], "elements", element_bytes::<D, T>(), Cow<'_, [T]>);
length!(
    [T: PackedElement + EncodeVariant<D>],
    "elements",
    element_bytes::<D, T>(),
    PackedView<'_, T>
);
length!([T: EncodeVariant<D>], "elements", element_bytes::<D, &T>(), BTreeSet<T>);
length!(
    [K: EncodeVariant<D>, V: EncodeVariant<D>],
    "pairs",
    pair_bytes::<D, K, V>(),
    BTreeMap<K, V>
);

#[cfg(feature = "std")]
length!(
    [T: EncodeVariant<D>, S],
    "elements",
    element_bytes::<D, &T>(),
    std::collections::HashSet<T, S>
);

#[cfg(feature = "std")]
length!(
    [K: EncodeVariant<D>, V: EncodeVariant<D>, S],
    "pairs",
    pair_bytes::<D, K, V>(),
    std::collections::HashMap<K, V, S>
);

impl<D: Dialect> Length<D> for StringName {
    const ELEMENT_BYTES: usize = 1;
    const UNIT: &'static str = "bytes of UTF-8";

    fn length(&self) -> usize {
        self.0.len()
    }
}

/// At most `N` bytes of UTF-8 or elements, over the codec `M`.
pub struct MaxLen<const N: usize, M>(PhantomData<M>);

impl<T, M: DescribeAs<T>, const N: usize> DescribeAs<T> for MaxLen<N, M> {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::AtMost(N, M::LAYOUT);
    const NULLABLE: bool = M::NULLABLE;
    const OPTIONAL: bool = M::OPTIONAL;
}

impl<D: Dialect, T: Length<D>, M: EncodeAs<D, T>, const N: usize> EncodeAs<D, T> for MaxLen<N, M> {
    const FACTS: Facts = {
        let (base_words, element_bytes) = match M::LENGTH {
            Some(length) => length,
            None => (2, T::ELEMENT_BYTES),
        };
        let bytes = element_bytes.saturating_mul(N);
        let bound = bytes.div_ceil(4).saturating_add(base_words);
        let max_words = if element_bytes == usize::MAX && N > 0 {
            usize::MAX
        } else if bound < M::FACTS.max_words {
            bound
        } else {
            M::FACTS.max_words
        };
        Facts::varying(&[], M::FACTS.min_words, max_words).repeating(M::FACTS.repeats)
    };

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
        check_length::<D, T>(&value, N, at)?;
        Ok(value)
    }

    fn decode_in_place_as(reader: &mut Reader<'de>, place: &mut T) -> Result<(), DecodeError> {
        let at = reader.position();
        M::decode_in_place_as(reader, place)?;
        check_length::<D, T>(place, N, at)
    }

    fn missing_as() -> Option<T> {
        M::missing_as()
    }
}

/// Holds what was read at `at` against the most that is allowed.
fn check_length<D: Dialect, T: Length<D>>(
    value: &T,
    most: usize,
    at: usize,
) -> Result<(), DecodeError> {
    if value.length() <= most {
        return Ok(());
    }
    Err(DecodeError::new(
        DecodeErrorKind::LimitExceeded,
        at,
        alloc::format!("at most {most} {}", T::UNIT),
        alloc::format!("{}", value.length()),
    ))
}
