//! Texts and names: `String`, `&str`, `char`, `StringName`, `NodePath`.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::core::reader::Word;
use crate::variant::codec::{self, Wanted};
use crate::variant::layout::rules;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, header_word, is_godot4};
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::variant::types::{NodePath, StringName, VariantType};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

const TEXT: &Wanted = &Wanted::of(VariantType::String);
const NAME: &Wanted = &Wanted::of(VariantType::StringName);

const fn text_facts<D: Dialect>() -> Facts {
    Facts::varying(const { &[header_word::<D>(VariantType::String)] }, 2, usize::MAX)
}

const fn name_header<D: Dialect>() -> Word {
    // Godot 3 has no StringName and uses a String.
    header_word::<D>(if is_godot4::<D>() { VariantType::StringName } else { VariantType::String })
}

/// Reads a packed array of texts over the elements of a list. `set` changes one element.
fn text_list<'a, 'de: 'a, T: From<&'a str>>(
    reader: &mut Reader<'de>,
    kind: VariantType,
    list: &mut Vec<T>,
    set: impl Fn(&mut T, &'a str),
) -> Option<Result<(), DecodeError>> {
    if !const { rules::list_read_from(VariantType::String) }.contains(kind) {
        return None;
    }
    Some((|| {
        let count = codec::read_count(reader, "a PackedStringArray", 4)?;
        list.truncate(count);
        let room = reader.room_for::<T>(count);
        list.reserve_exact(room.saturating_sub(list.len()));
        for index in 0..count {
            match (codec::packed_text(reader), list.get_mut(index)) {
                (Ok(text), Some(place)) => set(place, text),
                (Ok(text), None) => list.push(T::from(text)),
                (Err(error), _) => return Err(error.in_index(index)),
            }
        }
        reader.give_back::<T>(room);
        Ok(())
    })())
}

/// Replaces a text and keeps its memory.
fn set_text(place: &mut String, text: &str) {
    place.clear();
    place.push_str(text);
}

macro_rules! encode_text {
    ($type:ty $(, $packed:item)?) => {
        /// String: u32 byte length, UTF-8, zero padding to 4. Read from a String or StringName.
        impl<D: Dialect> EncodeVariant<D> for $type {
            const FACTS: Facts = text_facts::<D>();

            #[inline]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                out.put_words(const { &[header_word::<D>(VariantType::String)] });
                codec::put_text(self, out)
            }

            #[inline]
            fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
                codec::put_text(value, out)
            }

            #[inline(always)]
            fn text_of(value: &Self) -> &str {
                value
            }

            $($packed)?
        }

    };
}

macro_rules! decode_text {
    (@ $type:ty $(, $lifetime:lifetime)?; $set:expr; $($rest:item)*) => {
        impl<'de $(: $lifetime, $lifetime)?, D: Dialect> DecodeVariant<'de, D> for $type {
            #[inline]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                codec::read_text(reader, &D::SPEC, TEXT).map(Self::from)
            }

            #[inline]
            fn decode_in_place(
                reader: &mut Reader<'de>,
                place: &mut Self,
            ) -> Result<(), DecodeError> {
                $set(place, codec::read_text(reader, &D::SPEC, TEXT)?);
                Ok(())
            }

            $($rest)*

            fn decode_packed(
                reader: &mut Reader<'de>,
                kind: VariantType,
                _header: u32,
                list: &mut Vec<Self>,
            ) -> Option<Result<(), DecodeError>> {
                text_list(reader, kind, list, $set)
            }
        }

    };
    // A pointer has no facts that `decode_after_prefix` could use.
    (pointer $type:ty) => {
        decode_text!(@ $type; |place: &mut Self, text| *place = Self::from(text););
    };
    ($type:ty $(, $lifetime:lifetime)?) => {
        decode_text!($type $(, $lifetime)?; |place: &mut Self, text| *place = Self::from(text));
    };
    ($type:ty $(, $lifetime:lifetime)?; $set:expr) => {
        decode_text!(
            @ $type $(, $lifetime)?; $set;

            #[inline]
            fn decode_after_prefix_in_place(
                reader: &mut Reader<'de>,
                place: &mut Self,
            ) -> Result<(), DecodeError> {
                $set(place, codec::text_payload(reader)?);
                Ok(())
            }

            #[inline]
            fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                codec::text_payload(reader).map(Self::from)
            }

            const STAYS_INLINE: bool = true;

            #[inline(always)]
            fn decode_any_width(reader: &mut Reader<'de>) -> Option<Self> {
                let (text, rest) = codec::text_at(reader.rest())?;
                reader.seek_rest(rest);
                Some(Self::from(text))
            }
        );
    };
}

encode_text!(str);
encode_text!(
    String,
    #[inline]
    fn encode_packed<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError> {
        codec::put_packed_texts(list.iter().map(String::as_str), out)
    }
);
decode_text!(String; set_text);
decode_text!(&'a str, 'a);
decode_text!(Cow<'a, str>, 'a);
decode_text!(pointer Box<str>);
decode_text!(pointer Rc<str>);
decode_text!(pointer Arc<str>);

/// A String of one character.
impl<D: Dialect> EncodeVariant<D> for char {
    const FACTS: Facts = Facts { min_words: 3, max_words: 3, ..text_facts::<D>() };

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        EncodeVariant::<D>::encode(self.encode_utf8(&mut [0; 4]) as &str, out)
    }

    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        codec::put_text(value.encode_utf8(&mut [0; 4]), out)
    }
}

impl<'de, D: Dialect> DecodeVariant<'de, D> for char {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        const LETTER: &Wanted = &Wanted::named(VariantType::String, ONE_CHARACTER);
        let at = reader.position();
        one_char(codec::read_text(reader, &D::SPEC, LETTER)?, at)
    }

    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let at = reader.position().saturating_sub(4);
        one_char(codec::text_payload(reader)?, at)
    }
}

const ONE_CHARACTER: &str = "String of one character";

fn one_char(text: &str, at: usize) -> Result<char, DecodeError> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(char), None) => Ok(char),
        _ => Err(DecodeError::new(
            DecodeErrorKind::WrongLength,
            at,
            ONE_CHARACTER,
            alloc::format!("{} characters", text.chars().count()),
        )),
    }
}

impl<D: Dialect> EncodeVariant<D> for StringName {
    const FACTS: Facts = Facts::varying(const { &[name_header::<D>()] }, 2, usize::MAX);

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_words(const { &[name_header::<D>()] });
        codec::put_text(&self.0, out)
    }

    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        codec::put_text(&value.0, out)
    }
}

impl<'de, D: Dialect> DecodeVariant<'de, D> for StringName {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        codec::read_text(reader, &D::SPEC, NAME).map(Self::from)
    }

    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        set_text(&mut place.0, codec::read_text(reader, &D::SPEC, NAME)?);
        Ok(())
    }

    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        codec::text_payload(reader).map(Self::from)
    }

    fn decode_packed(
        reader: &mut Reader<'de>,
        kind: VariantType,
        _header: u32,
        list: &mut Vec<Self>,
    ) -> Option<Result<(), DecodeError>> {
        text_list(reader, kind, list, |place, text| set_text(&mut place.0, text))
    }
}

/// Read from a NodePath, or from a text in its form, which GDScript converts, too.
impl<D: Dialect> EncodeVariant<D> for NodePath {
    const FACTS: Facts =
        Facts::varying(const { &[header_word::<D>(VariantType::NodePath)] }, 4, usize::MAX);

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_words(const { &[header_word::<D>(VariantType::NodePath)] });
        codec::put_node_path(self, out)
    }

    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        codec::put_node_path(value, out)
    }
}

impl<'de, D: Dialect> DecodeVariant<'de, D> for NodePath {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        const PATH: &Wanted = &Wanted::of(VariantType::NodePath);
        match codec::read_wanted(reader, &D::SPEC, PATH)?.0 {
            VariantType::NodePath => codec::node_path_payload(reader),
            _ => Ok(Self::parse(codec::text_payload(reader)?)),
        }
    }

    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        codec::node_path_payload(reader)
    }
}

impl<'a, 'de: 'a, D: Dialect> DecodeVariant<'de, D> for &'a [u8] {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        const BYTES: &Wanted = &Wanted::of(VariantType::PackedByteArray);
        codec::read_wanted(reader, &D::SPEC, BYTES)?;
        codec::packed_bytes(reader)
    }

    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        codec::packed_bytes(reader)
    }
}

impl<D: Dialect> EncodeVariant<D> for crate::variant::Variant {
    const FACTS: Facts = Facts::varying(&[], 1, usize::MAX).repeating(true);

    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.put_in(out, &D::SPEC)
    }
}

impl<'de, D: Dialect> DecodeVariant<'de, D> for crate::variant::Variant {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        Self::read_in(reader, &D::SPEC)
    }
}
