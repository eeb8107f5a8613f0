//! `as = "Array"` and `typed`: lists and maps with another header.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

use super::strict::written_id;
use super::{DecodeAs, DescribeAs, EncodeAs};
use crate::core::reader::Word;
use crate::variant::codec;
use crate::variant::impls::lists::put_elements;
use crate::variant::layout::TypeLayout;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, header_word, is_godot4};
use crate::variant::traits::{DecodeVariant, Describe, EncodeVariant};
use crate::variant::types::VariantType;
use crate::{DecodeError, EncodeError, Output, Reader};

/// An Array, also where the element type has a packed array.
pub struct AsArray;

/// The most bytes of a value; `usize::MAX` when unbounded.
const fn most_bytes<D: Dialect, T: EncodeVariant<D>>() -> usize {
    match T::FACTS.max_bytes() {
        Some(bytes) => bytes,
        None => usize::MAX,
    }
}

/// Reads a container as the type itself does, which takes any header.
macro_rules! read_as_itself {
    ($codec:ty, $type:ty, [$($params:tt)*]) => {
        impl<'de, D: Dialect, $($params)*> DecodeAs<'de, D, $type> for $codec {
            fn decode_as(reader: &mut Reader<'de>) -> Result<$type, DecodeError> {
                <$type as DecodeVariant<'de, D>>::decode(reader)
            }

            fn decode_in_place_as(
                reader: &mut Reader<'de>,
                place: &mut $type,
            ) -> Result<(), DecodeError> {
                <$type as DecodeVariant<'de, D>>::decode_in_place(reader, place)
            }
        }
    };
}

/// The layout of a list of `T` that a codec writes as an Array, of any length or of exactly `N` elements.
macro_rules! list_layout {
    (AsArray, $element:ty) => {
        TypeLayout::Array(<$element>::LAYOUT)
    };
    (AsArray, $element:ty, $n:ident) => {
        TypeLayout::Exactly($n, &TypeLayout::Array(<$element>::LAYOUT))
    };
    (Typed, $($list:tt)*) => {
        TypeLayout::Typed(&list_layout!(AsArray, $($list)*))
    };
}

/// A codec that writes lists of `T` as an Array: how many words the shortest has, what is checked first, and the words that open it.
macro_rules! list_codec {
    ($codec:ident, $least:literal, $check:expr, $open:expr, $($type:ty $(, $n:ident)?);+) => { $(
        impl<T: Describe $(, const $n: usize)?> DescribeAs<$type> for $codec {
            const LAYOUT: &'static TypeLayout<'static> = &list_layout!($codec, T $(, $n)?);
        }

        impl<D: Dialect, T: EncodeVariant<D> $(, const $n: usize)?> EncodeAs<D, $type> for $codec {
            const FACTS: Facts = Facts::varying(&[], $least, usize::MAX).repeating(true);
            const LENGTH: Option<(usize, usize)> = Some(($least, most_bytes::<D, T>()));

            fn encode_as<O: Output>(value: &$type, out: &mut O) -> Result<(), EncodeError> {
                $check?;
                out.put_words(const { &$open });
                put_elements::<D, T, O>(value.iter(), out)
            }
        }

        read_as_itself!($codec, $type, [T: DecodeVariant<'de, D> $(, const $n: usize)?]);
    )+ };
}

list_codec!(
    AsArray, 2, Ok::<(), EncodeError>(()), [header_word::<D>(VariantType::Array)],
    Vec<T>; VecDeque<T>; Box<[T]>; [T; N], N
);

/// A container with its declared type in the header (Arrays of Godot 4.3 and later, Dictionaries of 4.4 and later).
pub struct Typed;

const fn builtin<D: Dialect, T: EncodeVariant<D>>() -> Word {
    match written_id::<D>(T::LAYOUT, &T::FACTS) {
        Some(id) => [id, 0, 0, 0],
        None => panic_untyped(),
    }
}

#[expect(clippy::panic, reason = "evaluated by the compiler, where it fails the build")]
const fn panic_untyped() -> Word {
    panic!("`typed` needs elements of one builtin type; an Option, an enum or a Variant has none")
}

/// Returns an error if the dialect has no typed containers. The compiler refuses fields with `typed`, except where
/// they hold types of the user.
#[inline(always)]
fn check_typed<D: Dialect>() -> Result<(), EncodeError> {
    if is_godot4::<D>() { Ok(()) } else { Err(codec::no_typed_containers(&D::SPEC)) }
}

/// The words that open a typed Array of `T`.
const fn typed_array<D: Dialect, T: EncodeVariant<D>>() -> [Word; 2] {
    let mut header = header_word::<D>(VariantType::Array);
    header[2] |= 1;
    [header, builtin::<D, T>()]
}

/// The words that open a typed Dictionary.
const fn typed_dictionary<D: Dialect, K: EncodeVariant<D>, V: EncodeVariant<D>>() -> [Word; 3] {
    let mut header = header_word::<D>(VariantType::Dictionary);
    header[2] |= 0b101;
    [header, builtin::<D, K>(), builtin::<D, V>()]
}

list_codec!(Typed, 3, check_typed::<D>(), typed_array::<D, T>(), Vec<T>; VecDeque<T>; Box<[T]>; [T; N], N);

macro_rules! typed_map {
    ($type:ty, [$($params:tt)*], [$($bounds:tt)*]) => {
        impl<K: Describe, V: Describe, $($params)*> DescribeAs<$type> for Typed {
            const LAYOUT: &'static TypeLayout<'static> =
                &TypeLayout::Typed(&TypeLayout::Map(K::LAYOUT, V::LAYOUT));
        }

        impl<D: Dialect, K: EncodeVariant<D>, V: EncodeVariant<D>, $($params)*> EncodeAs<D, $type> for Typed {
            const FACTS: Facts = Facts::varying(&[], 4, usize::MAX).repeating(true);
            const LENGTH: Option<(usize, usize)> =
                Some((4, most_bytes::<D, K>().saturating_add(most_bytes::<D, V>())));

            fn encode_as<O: Output>(value: &$type, out: &mut O) -> Result<(), EncodeError> {
                check_typed::<D>()?;
                out.put_words(const { &typed_dictionary::<D, K, V>() });
                <$type as EncodeVariant<D>>::encode_after_prefix(value, out)
            }
        }

        read_as_itself!(
            Typed,
            $type,
            [K: DecodeVariant<'de, D> $($bounds)*, V: DecodeVariant<'de, D>, $($params)*]
        );
    };
}

typed_map!(BTreeMap<K, V>, [], [+ Ord]);

#[cfg(feature = "std")]
typed_map!(
    std::collections::HashMap<K, V, S>,
    [S: core::hash::BuildHasher + Default],
    [+ Eq + core::hash::Hash]
);
