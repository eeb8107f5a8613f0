//! Types that are encoded as a text in a form of their own: addresses, and types of bridges.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::core::reader::Word;
use crate::variant::codec;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, header_word};
use crate::variant::types::VariantType;
use crate::{DecodeError, DecodeErrorKind, Reader};

/// A type that has one text for each value and can be parsed from it.
pub(crate) trait ParsedText: Sized {
    /// What a reader expects, for error messages.
    const EXPECTED: &'static str;
    /// Parses a text.
    fn parse(text: &str) -> Option<Self>;
}

/// Returns the facts of a text whose length is in this range of bytes.
pub(crate) const fn facts<D: Dialect>(shortest: usize, longest: usize) -> Facts {
    let prefix: &[Word] = const { &[header_word::<D>(VariantType::String)] };
    Facts::varying(prefix, 2 + shortest.div_ceil(4), 2 + longest.div_ceil(4))
}

/// Parses a text that was read at a position.
pub(crate) fn parse<T: ParsedText>(text: &str, at: usize) -> Result<T, DecodeError> {
    T::parse(text).ok_or_else(|| {
        DecodeError::new(
            DecodeErrorKind::InvalidValue,
            at,
            T::EXPECTED,
            alloc::format!("a String of {} bytes in another form", text.len()),
        )
    })
}

/// Reads a packed array of texts.
pub(crate) fn parse_list<T: ParsedText>(
    reader: &mut Reader<'_>,
    kind: VariantType,
    list: &mut Vec<T>,
) -> Option<Result<(), DecodeError>> {
    (kind == VariantType::PackedStringArray).then(|| {
        let count = codec::read_count(reader, "a PackedStringArray", 4)?;
        list.clear();
        for index in 0..count {
            let at = reader.position();
            let value = codec::packed_text(reader).and_then(|text| parse(text, at));
            list.push(value.map_err(|error| error.in_index(index))?);
        }
        Ok(())
    })
}

/// Implements the traits of a [`ParsedText`], which `put` encodes.
macro_rules! parsed_text {
    (
        $(#[$doc:meta])*
        $type:ty, $name:expr, $expected:literal, $lengths:expr, $parse:expr, $put:expr
    ) => {
        impl $crate::variant::impls::parsed_text::ParsedText for $type {
            const EXPECTED: &'static str = $expected;

            fn parse(text: &str) -> Option<Self> {
                let parse: fn(&str) -> Option<Self> = $parse;
                parse(text)
            }
        }

        impl $crate::variant::Describe for $type {
            const LAYOUT: &'static $crate::variant::TypeLayout<'static> =
                &$crate::variant::TypeLayout::Value(
                    $crate::variant::types::VariantType::String,
                    $crate::variant::Bounds::Other($name),
                );
        }

        $(#[$doc])*
        impl<D: $crate::variant::Dialect> $crate::variant::EncodeVariant<D> for $type {
            const FACTS: $crate::variant::Facts =
                $crate::variant::impls::parsed_text::facts::<D>($lengths.0, $lengths.1);

            fn encode<O: $crate::Output>(&self, out: &mut O) -> Result<(), $crate::EncodeError> {
                out.put_words(const { &[header_word::<D>(VariantType::String)] });
                <Self as $crate::variant::EncodeVariant<D>>::encode_after_prefix(self, out)
            }

            fn encode_after_prefix<O: $crate::Output>(
                value: &Self,
                out: &mut O,
            ) -> Result<(), $crate::EncodeError> {
                let put: fn(&Self, &mut O) -> Result<(), $crate::EncodeError> = $put;
                put(value, out)
            }
        }

        impl<'de, D: $crate::variant::Dialect> $crate::variant::DecodeVariant<'de, D> for $type {
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                let at = reader.position();
                const WANTED: &codec::Wanted = &codec::Wanted::named(VariantType::String, $expected);
                let text = codec::read_text(reader, &D::SPEC, WANTED)?;
                $crate::variant::impls::parsed_text::parse(text, at)
            }

            fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                let at = reader.position().saturating_sub(4);
                $crate::variant::impls::parsed_text::parse(codec::text_payload(reader)?, at)
            }

            fn decode_packed(
                reader: &mut Reader<'de>,
                kind: VariantType,
                _header: u32,
                list: &mut Vec<Self>,
            ) -> Option<Result<(), DecodeError>> {
                $crate::variant::impls::parsed_text::parse_list(reader, kind, list)
            }
        }

    };
}
#[cfg(feature = "uuid")]
pub(crate) use parsed_text;

macro_rules! address {
    ($type:ident, $expected:literal, $lengths:expr) => {
        parsed_text!(
            /// A String in the form that Rust prints and parses.
            $type,
            stringify!($type),
            $expected,
            $lengths,
            |text| text.parse().ok(),
            |value, out| codec::put_text(&value.to_string(), out)
        );
    };
}

address!(Ipv4Addr, "String of an IPv4 address", (7, 15));
address!(Ipv6Addr, "String of an IPv6 address", (2, 45));
address!(IpAddr, "String of an IP address", (2, 45));
address!(SocketAddr, "String of an IP address and a port", (9, 64));
