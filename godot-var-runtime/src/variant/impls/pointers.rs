//! References, boxes, `Cow` and `Option`.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::numbers::set;
use crate::core::reader::Word;
use crate::encode_as_inner;
use crate::variant::codec;
use crate::variant::layout::Bounds;
use crate::variant::layout::TypeLayout;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, Shape, header_word};
use crate::variant::traits::{DecodeVariant, Describe, EncodeVariant};
use crate::variant::types::VariantType;
use crate::{DecodeError, EncodeError, Output, Reader, SliceOutput};

/// Lists of pointers to texts are packed, too. Other elements are not contiguous in memory.
const fn packed_through<T: Describe + ?Sized>() -> Option<VariantType> {
    match T::PACKED {
        Some(VariantType::PackedStringArray) => T::PACKED,
        _ => None,
    }
}

/// Returns the layout of a type that borrows a list from the message.
const fn borrowed_layout<T: Describe + ?Sized>() -> &'static TypeLayout<'static> {
    match T::LAYOUT {
        TypeLayout::List(_) => const { &TypeLayout::Borrowed(T::LAYOUT) },
        _ => pointer_layout::<T>(),
    }
}

/// A `Cow` borrows only bytes. It owns the elements of every other list.
const fn cow_layout<T: Describe + ?Sized>() -> &'static TypeLayout<'static> {
    match T::LAYOUT {
        TypeLayout::List(TypeLayout::Value(VariantType::Int, Bounds::U8)) => borrowed_layout::<T>(),
        _ => pointer_layout::<T>(),
    }
}

/// Encodes the value that it points to, with that value's facts.
macro_rules! borrow {
    ($type:ty, $layout:ident $(, $($bound:tt)*)?) => {
        impl<T: Describe + ?Sized $($($bound)*)?> Describe for $type {
            const LAYOUT: &'static TypeLayout<'static> = $layout::<T>();
            const KEYS: &'static TypeLayout<'static> = T::KEYS;
            const PACKED: Option<VariantType> = packed_through::<T>();
            const NULLABLE: bool = T::NULLABLE;
            const OPTIONAL: bool = T::OPTIONAL;
        }

        impl<D: Dialect, T: EncodeVariant<D> + ?Sized $($($bound)*)?> EncodeVariant<D> for $type {
            const FACTS: Facts = T::FACTS;

            encode_as_inner!(D, T, [], |value| &**value);

            #[inline(always)]
            fn text_of(value: &Self) -> &str {
                T::text_of(&**value)
            }

            #[inline]
            fn encode_packed<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
                codec::put_packed_texts(list.iter().map(|pointer| T::text_of(&**pointer)), out)
            }
        }
    };
}

borrow!(&T, borrowed_layout);
borrow!(Cow<'_, T>, cow_layout, + ToOwned);

/// Whether values have one length and are not containers, which count as a level of nesting.
const fn is_flat<D: Dialect>(facts: &Facts) -> bool {
    if !matches!(facts.shape, Shape::Fixed) || facts.usual.is_empty() {
        return false;
    }
    let header = u32::from_le_bytes(facts.usual[0]);
    header != u32::from_le_bytes(header_word::<D>(VariantType::Dictionary))
        && header != u32::from_le_bytes(header_word::<D>(VariantType::Array))
}

/// Lists of pointers are Arrays, except pointers to texts.
const fn pointer_layout<T: Describe + ?Sized>() -> &'static TypeLayout<'static> {
    if T::LAYOUT.read_packed_arrays().is_empty() || packed_through::<T>().is_some() {
        T::LAYOUT
    } else {
        const { &TypeLayout::Newtype("", T::LAYOUT) }
    }
}

/// A pointer hides the facts of its content, so that a type may contain itself.
macro_rules! owner {
    ($type:ident $(, $decode_in_place:item)?) => {
        impl<T: Describe + ?Sized> Describe for $type<T> {
            const LAYOUT: &'static TypeLayout<'static> = pointer_layout::<T>();
            const KEYS: &'static TypeLayout<'static> = T::KEYS;
            const PACKED: Option<VariantType> = packed_through::<T>();
            const NULLABLE: bool = T::NULLABLE;
            const OPTIONAL: bool = T::OPTIONAL;
        }

        impl<D: Dialect, T: EncodeVariant<D> + ?Sized> EncodeVariant<D> for $type<T> {
            const FACTS: Facts = Facts::varying(&[], 1, usize::MAX);

            #[inline]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                if const { is_flat::<D>(&T::FACTS) }
                    && out.put_filled(const { T::FACTS.usual }, |words| T::fill(&**self, words))
                {
                    return Ok(());
                }
                (**self).encode(out)
            }

            #[inline(always)]
            fn text_of(value: &Self) -> &str {
                T::text_of(&**value)
            }

            #[inline]
            fn encode_packed<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
                codec::put_packed_texts(list.iter().map(|pointer| T::text_of(&**pointer)), out)
            }
        }

        impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeVariant<'de, D> for $type<T> {
            #[inline]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                if const { is_flat::<D>(&T::FACTS) }
                    && let Some(words) = reader.peek_words(const { T::FACTS.usual.len() })
                    && let Some(value) = T::from_words(words)
                {
                    reader.skip_words(const { T::FACTS.usual.len() });
                    return Ok(Self::new(value));
                }
                reader.point(T::decode).map(Self::new)
            }

            $($decode_in_place)?

            #[inline]
            fn missing() -> Option<Self> {
                T::missing().map(Self::new)
            }

            fn decode_packed(
                reader: &mut Reader<'de>,
                kind: VariantType,
                header: u32,
                list: &mut Vec<Self>,
            ) -> Option<Result<(), DecodeError>> {
                if const { packed_through::<T>().is_none() } {
                    return None;
                }
                let mut values = Vec::new();
                let read = T::decode_packed(reader, kind, header, &mut values)?;
                list.clear();
                list.extend(values.into_iter().map(Self::new));
                Some(read)
            }
        }

    };
}

owner!(
    Box,
    #[inline]
    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        reader.point(|reader| T::decode_in_place(reader, place))
    }
);
owner!(Rc);
owner!(Arc);

/// Refuses a value in a `Some` that a reader would take for `None`. The derive refuses its type.
fn check_not_nil<D: Dialect, T: EncodeVariant<D>>(value: &T) -> Result<(), EncodeError> {
    let mut out = SliceOutput::new(&mut []);
    value.encode(&mut out)?;
    // Of all Variants Nil alone is only a header.
    if out.position() == size_of::<Word>() {
        return Err(EncodeError::custom(
            "`Some` of a value that is Nil, which a reader takes for `None`",
        ));
    }
    Ok(())
}

/// `None` is Nil, `Some` is the value itself. A missing field is `None`.
impl<D: Dialect, T: EncodeVariant<D>> EncodeVariant<D> for Option<T> {
    const FACTS: Facts = {
        let facts = Facts::varying(&[], 1, T::FACTS.max_words).repeating(T::FACTS.repeats);
        if T::FACTS.usual.is_empty() || T::FACTS.levels > 0 { facts } else { facts.of_few_forms() }
    };

    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        match self {
            Some(value) => {
                if const { T::NULLABLE } {
                    check_not_nil::<D, T>(value)?;
                }
                value.encode(out)
            }
            None => {
                out.put_words(const { &[header_word::<D>(VariantType::Nil)] });
                Ok(())
            }
        }
    }

    #[inline(always)]
    fn encode_words(value: &Self, words: &mut [Word]) -> Option<usize> {
        let Some(value) = value else {
            set(words, 0, const { header_word::<D>(VariantType::Nil) });
            return Some(1);
        };
        if const { T::NULLABLE } {
            return None;
        }
        if const { matches!(T::FACTS.shape, Shape::TwoWidths) } {
            return T::encode_words(value, words);
        }
        let words = words.get_mut(..const { T::FACTS.usual.len() })?;
        words.copy_from_slice(const { T::FACTS.usual });
        T::fill(value, words).then_some(words.len())
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeVariant<'de, D> for Option<T> {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        // The low byte of a header is the type id. Nil is 0 in every dialect.
        match reader.peek_u32() {
            Some(header) if header as u8 == 0 => {
                reader.skip_words(1);
                return Ok(None);
            }
            // A text or list: its header is compared here and need not be read again.
            Some(header)
                if const { T::FACTS.prefix.len() == 1 }
                    && T::FACTS.prefix.first() == Some(&header.to_le_bytes()) =>
            {
                reader.skip_words(1);
                return T::decode_after_prefix(reader).map(Some);
            }
            _ => {}
        }
        T::decode(reader).map(Some)
    }

    #[inline]
    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        match (reader.peek_u32(), &mut *place) {
            (Some(header), Some(value)) if header as u8 != 0 => T::decode_in_place(reader, value),
            _ => {
                *place = Self::decode(reader)?;
                Ok(())
            }
        }
    }

    const STAYS_INLINE: bool = !T::FACTS.usual.is_empty() && T::FACTS.levels == 0;

    #[inline(always)]
    fn decode_any_width(reader: &mut Reader<'de>) -> Option<Self> {
        if *reader.peek_words(1)?.first()? == const { header_word::<D>(VariantType::Nil) } {
            reader.skip_words(1);
            return Some(None);
        }
        if const { matches!(T::FACTS.shape, Shape::TwoWidths) } {
            return T::decode_any_width(reader).map(Some);
        }
        let len = const { T::FACTS.usual.len() };
        if let Some(value) = T::from_words(reader.peek_words(len)?) {
            reader.skip_words(len);
            return Some(Some(value));
        }
        let value = T::from_wide_words(reader.peek_words(len + 1)?)?;
        reader.skip_words(len + 1);
        Some(Some(value))
    }

    #[inline]
    fn missing() -> Option<Self> {
        Some(None)
    }
}

/// Nil.
impl<D: Dialect> EncodeVariant<D> for () {
    const FACTS: Facts = Facts::fixed(const { &[header_word::<D>(VariantType::Nil)] });

    #[inline(always)]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_words(const { &[header_word::<D>(VariantType::Nil)] });
        Ok(())
    }

    #[inline(always)]
    fn fill(_value: &Self, _words: &mut [Word]) -> bool {
        true
    }
}

impl<'de, D: Dialect> DecodeVariant<'de, D> for () {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        match reader.peek_u32() {
            Some(header) if header as u8 == 0 => {
                reader.skip_words(1);
                Ok(())
            }
            _ => Err(codec::wrong_type(reader, &D::SPEC, "Nil")),
        }
    }

    #[inline(always)]
    fn from_words(words: &'de [Word]) -> Option<Self> {
        (words.first() == Some(const { &header_word::<D>(VariantType::Nil) })).then_some(())
    }
}
