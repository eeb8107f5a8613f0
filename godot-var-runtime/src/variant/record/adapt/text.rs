//! `as = "String"`, `"StringName"`, `"NodePath"`: texts that are written as another type.

use alloc::string::{String, ToString};

use super::{DecodeAs, DescribeAs, EncodeAs};
use crate::variant::codec;
use crate::variant::layout::Bounds;
use crate::variant::layout::TypeLayout;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, header_word, is_godot4};
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::variant::types::{NodePath, VariantType};
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

/// Declares a codec that writes texts as another type.
macro_rules! text_codec {
    ($name:ident, $layout:ident, $doc:literal, $kind:expr, $put:expr) => {
        #[doc = $doc]
        pub struct $name;

        impl<T: ?Sized> DescribeAs<T> for $name {
            const LAYOUT: &'static TypeLayout<'static> =
                &TypeLayout::Value(VariantType::$layout, Bounds::None);
        }

        impl<D: Dialect, T: EncodeVariant<D> + ?Sized> EncodeAs<D, T> for $name {
            const FACTS: Facts = {
                assert!(
                    matches!(T::PACKED, Some(VariantType::PackedStringArray)),
                    "`as` a text type belongs on a `String`, `&str`, `Cow<str>` or `Box<str>`"
                );
                Facts::varying(&[], 2, T::FACTS.max_words)
            };

            fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
                let put: fn(&str, &mut O) -> Result<(), EncodeError> = $put;
                out.put_words(const { &[header_word::<D>($kind)] });
                put(T::text_of(value), out)
            }
        }

        impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeAs<'de, D, T> for $name {
            fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
                T::decode(reader)
            }
        }
    };
}

text_codec!(AsString, String, "A String.", VariantType::String, codec::put_text);
text_codec!(
    AsStringName,
    StringName,
    "A StringName; in Godot 3, which has none, a String.",
    if is_godot4::<D>() { VariantType::StringName } else { VariantType::String },
    codec::put_text
);

/// A NodePath, from a text in its form.
pub struct AsNodePath;

impl<T: AsRef<str>> DescribeAs<T> for AsNodePath {
    const LAYOUT: &'static TypeLayout<'static> =
        &TypeLayout::Value(VariantType::NodePath, Bounds::Text);
}

impl<D: Dialect, T: AsRef<str>> EncodeAs<D, T> for AsNodePath {
    // Three counts, and each name with its length and padding: the most for names of one byte.
    const LENGTH: Option<(usize, usize)> = Some((5, 4));

    fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        match NodePath::of_text(value.as_ref()) {
            Some(path) => EncodeVariant::<D>::encode(&path, out),
            None => Err(no_path(value.as_ref())),
        }
    }
}

#[cold]
fn no_path(text: &str) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::OutOfRange,
        alloc::format!("{text:?} comes back from a NodePath as another text"),
    )
}

/// A path with names that no text has, as only a crafted message holds: it could be read, but not written again.
#[cold]
pub fn no_text(at: usize, text: &str) -> DecodeError {
    let found = alloc::format!("{text:?}, which means another path");
    DecodeError::new(DecodeErrorKind::InvalidValue, at, "NodePath that is a text", found)
}

impl<'de, D: Dialect, T: From<String> + AsRef<str>> DecodeAs<'de, D, T> for AsNodePath {
    fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        let at = reader.position();
        let text = <NodePath as DecodeVariant<'de, D>>::decode(reader)?.to_string();
        if NodePath::of_text(&text).is_none() {
            return Err(no_text(at, &text));
        }
        Ok(T::from(text))
    }
}
