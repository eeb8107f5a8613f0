//! `Uuid` as the text that it has in GDScript.

use alloc::vec::Vec;

use uuid::Uuid;
use uuid::fmt::Hyphenated;

use crate::variant::derived::facts::{Facts, header_word};
use crate::variant::derived::shortcuts::{DecodeShortcuts, EncodeShortcuts};
use crate::variant::format::dialect::Dialect;
use crate::variant::format::rules::Bounds;
use crate::variant::inspect::describe::TypeLayout;
use crate::variant::traits::{DecodeVariant, EncodeVariant, Wire};
use crate::variant::{VariantType, format};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// A String of 36 characters, hyphenated and in lower case. Read from a String or StringName in any
/// form that [`Uuid::try_parse`] knows: with or without hyphens, in braces, as a URN, in either
/// case. [`uuid_bytes`](crate::variant::uuid_bytes) has 16 bytes in its place.
impl<D: Dialect> Wire<D> for Uuid {
    type Shortcuts = Self;
    const LAYOUT: &'static TypeLayout<'static> =
        &TypeLayout::Value(VariantType::String, Bounds::Other("uuid"));
    const FACTS: Facts = Facts::varying(const { &[header_word::<D>(VariantType::String)] }, 11, 11);
}

impl<D: Dialect> EncodeVariant<D> for Uuid {
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_words(const { &[header_word::<D>(VariantType::String)] });
        <Self as EncodeShortcuts<D>>::encode_after_prefix(self, out)
    }
}

impl<D: Dialect> EncodeShortcuts<D> for Uuid {
    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        format::put_text(value.hyphenated().encode_lower(&mut [0; Hyphenated::LENGTH]), out)
    }
}

impl<'de, D: Dialect> DecodeVariant<'de, D> for Uuid {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let at = reader.position();
        parse(format::read_text(reader, &D::SPEC, "String of a UUID")?, at)
    }
}

impl<'de, D: Dialect> DecodeShortcuts<'de, D> for Uuid {
    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let at = reader.position().saturating_sub(4);
        parse(format::text_payload(reader)?, at)
    }

    fn decode_packed(
        reader: &mut Reader<'de>,
        kind: VariantType,
        _header: u32,
        list: &mut Vec<Self>,
    ) -> Option<Result<(), DecodeError>> {
        (kind == VariantType::PackedStringArray).then(|| {
            let count = format::read_count(reader, "a PackedStringArray", 4)?;
            list.clear();
            for index in 0..count {
                let at = reader.position();
                let uuid = format::packed_text(reader).and_then(|text| parse(text, at));
                list.push(uuid.map_err(|error| error.in_index(index))?);
            }
            Ok(())
        })
    }
}

fn parse(text: &str, at: usize) -> Result<Uuid, DecodeError> {
    Uuid::try_parse(text).map_err(|_| {
        DecodeError::new(
            DecodeErrorKind::InvalidValue,
            at,
            "String of a UUID",
            alloc::format!("a String of {} bytes that is none", text.len()),
        )
    })
}
