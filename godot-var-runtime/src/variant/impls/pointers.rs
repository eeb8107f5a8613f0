//! References, boxes, `Cow` and `Option`.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;

use crate::reader::Word;
use crate::variant::derived::layout::{Facts, Shape, header_word};
use crate::variant::format::dialect::Dialect;
use crate::variant::inspect::describe::TypeLayout;
use crate::variant::traits::{DecodeVariant, EncodeVariant, Wire};
use crate::variant::{VariantType, format};
use crate::{DecodeError, EncodeError, Output, Reader};

/// Lists of pointers to texts are packed too; other elements do not lie side by side.
const fn packed_through<D: Dialect, T: Wire<D> + ?Sized>() -> Option<VariantType> {
    match T::PACKED {
        Some(VariantType::PackedStringArray) => T::PACKED,
        _ => None,
    }
}

/// Writes what it points to, with that value's facts.
macro_rules! encode_through {
    ($type:ty, $target:ident $(, $lifetime:lifetime)? $(; $($bound:tt)*)?) => {
        impl<$($lifetime,)? D: Dialect, $target: EncodeVariant<D> + ?Sized $($($bound)*)?> EncodeVariant<D>
            for $type
        {
            #[inline(always)]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                (**self).encode(out)
            }

            #[inline(always)]
            fn encode_rest<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                (**self).encode_rest(out)
            }

            #[inline(always)]
            fn fill(&self, words: &mut [Word]) -> bool {
                (**self).fill(words)
            }

            #[inline(always)]
            fn is_usual(&self) -> bool {
                (**self).is_usual()
            }

            #[inline(always)]
            fn fill_flex(&self, words: &mut [Word]) -> Result<usize, EncodeError> {
                (**self).fill_flex(words)
            }

            #[inline(always)]
            fn text(&self) -> &str {
                (**self).text()
            }

            #[inline]
            fn encode_packed<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
                format::put_packed_texts(list.iter().map(|pointer| (**pointer).text()), out)
            }
        }
    };
}

impl<D: Dialect, T: Wire<D> + ?Sized> Wire<D> for &T {
    const FACTS: Facts = T::FACTS;
    const LAYOUT: &'static TypeLayout = T::LAYOUT;
    const PACKED: Option<VariantType> = packed_through::<D, T>();
    const NULLABLE: bool = T::NULLABLE;
}

encode_through!(&T, T);

impl<D: Dialect, T: Wire<D> + ToOwned + ?Sized> Wire<D> for Cow<'_, T> {
    const FACTS: Facts = T::FACTS;
    const LAYOUT: &'static TypeLayout = T::LAYOUT;
    const PACKED: Option<VariantType> = packed_through::<D, T>();
    const NULLABLE: bool = T::NULLABLE;
}

encode_through!(Cow<'_, T>, T; + ToOwned);

/// Whether a value has one length, and is no container: those count as a level.
const fn is_flat<D: Dialect>(facts: &Facts) -> bool {
    if !matches!(facts.shape, Shape::Fixed) || facts.usual.is_empty() {
        return false;
    }
    let header = u32::from_le_bytes(facts.usual[0]);
    header != u32::from_le_bytes(header_word::<D>(VariantType::Dictionary))
        && header != u32::from_le_bytes(header_word::<D>(VariantType::Array))
}

/// A pointer hides the facts of what it owns, so that a type may contain itself.
macro_rules! owner {
    ($type:ident $(, $decode_in_place:item)?) => {
        impl<D: Dialect, T: Wire<D> + ?Sized> Wire<D> for $type<T> {
            const FACTS: Facts = Facts::open(&[], 1, usize::MAX);
            const LAYOUT: &'static TypeLayout = T::LAYOUT;
            const PACKED: Option<VariantType> = packed_through::<D, T>();
            const NULLABLE: bool = T::NULLABLE;
        }

        impl<D: Dialect, T: EncodeVariant<D> + ?Sized> EncodeVariant<D> for $type<T> {
            #[inline]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                if const { is_flat::<D>(&T::FACTS) }
                    && out.put_filled(const { T::FACTS.usual }, |words| (**self).fill(words))
                {
                    return Ok(());
                }
                (**self).encode(out)
            }

            #[inline(always)]
            fn text(&self) -> &str {
                (**self).text()
            }

            #[inline]
            fn encode_packed<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
                format::put_packed_texts(list.iter().map(|pointer| (**pointer).text()), out)
            }
        }

        impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeVariant<'de, D> for $type<T> {
            #[inline]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                if const { is_flat::<D>(&T::FACTS) }
                    && let Some(words) = reader.peek_words(const { T::FACTS.usual.len() })
                    && T::check(words)
                {
                    let value = T::build(words);
                    reader.skip_words(const { T::FACTS.usual.len() });
                    return Ok(Self::new(value));
                }
                T::decode(reader).map(Self::new)
            }

            $($decode_in_place)?

            #[inline]
            fn missing() -> Option<Self> {
                T::missing().map(Self::new)
            }
        }
    };
}

owner!(
    Box,
    #[inline]
    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        T::decode_in_place(reader, place)
    }
);
owner!(Rc);
owner!(Arc);

/// `None` is Nil, `Some` is the value itself. A missing field is `None`.
impl<D: Dialect, T: Wire<D>> Wire<D> for Option<T> {
    const FACTS: Facts = {
        assert!(!T::NULLABLE, "`Option<Option<T>>`: both levels would be Nil");
        Facts::open(&[], 1, T::FACTS.max_words).repeating(T::FACTS.repeats)
    };
    const NULLABLE: bool = true;
    const LAYOUT: &'static TypeLayout = &TypeLayout::Option(T::LAYOUT);
}

impl<D: Dialect, T: EncodeVariant<D>> EncodeVariant<D> for Option<T> {
    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        match self {
            Some(value) => value.encode(out),
            None => {
                out.put_words(const { &[header_word::<D>(VariantType::Nil)] });
                Ok(())
            }
        }
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeVariant<'de, D> for Option<T> {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        // The low byte of a header is the type id; Nil is 0 in every dialect.
        match reader.peek_u32() {
            Some(header) if header as u8 == 0 => {
                reader.skip_words(1);
                return Ok(None);
            }
            // A text or list: its header is compared, and need not be read again.
            Some(header)
                if const { T::FACTS.lead.len() == 1 }
                    && T::FACTS.lead.first() == Some(&header.to_le_bytes()) =>
            {
                reader.skip_words(1);
                return T::decode_rest(reader).map(Some);
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

    #[inline]
    fn missing() -> Option<Self> {
        Some(None)
    }
}

/// Nil.
impl<D: Dialect> Wire<D> for () {
    const LAYOUT: &'static TypeLayout = &TypeLayout::Value(VariantType::Nil, "");
    const FACTS: Facts = Facts::fixed(const { &[header_word::<D>(VariantType::Nil)] });
}

impl<D: Dialect> EncodeVariant<D> for () {
    #[inline(always)]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_words(const { &[header_word::<D>(VariantType::Nil)] });
        Ok(())
    }

    #[inline(always)]
    fn fill(&self, _words: &mut [Word]) -> bool {
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
            _ => Err(format::wrong_type(reader, &D::SPEC, "Nil")),
        }
    }

    #[inline(always)]
    fn check(words: &[Word]) -> bool {
        words.first() == Some(const { &header_word::<D>(VariantType::Nil) })
    }

    #[inline(always)]
    fn build(_words: &[Word]) -> Self {}
}
