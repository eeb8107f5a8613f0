//! Texts, bytes and views that are borrowed, characters.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

use crate::DecodeErrorKind;
use crate::flat::derived::{Counted, LenVarint, NO_BOUND, Plain};
use crate::flat::derived::{DecodeField, EncodeField};
use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::format::varint;
use crate::flat::layout::TypeLayout;
use crate::flat::{DecodeFlat, EncodeFlat};
use crate::variant::{NodePath, PackedElement, PackedView, StringName};
use crate::{DecodeError, EncodeError, Output, Reader};

/// A length in LEB128, then the bytes.
type Text = Counted<LenVarint, Plain, NO_BOUND>;

as_codec! {
    [] ['de] String: Text;
    [] ['de] Box<str>: Text;
    [] ['de] Rc<str>: Text;
    [] ['de] Arc<str>: Text;
    [] ['de] StringName: Text;
    [] ['de] NodePath: Text;
    #[cfg(feature = "bytes")]
    [] ['de] bytes::Bytes: Text;
    ['a, T: PackedElement + EncodeFlat] ['de: 'a, 'a, T: PackedElement + EncodeFlat] PackedView<'a, T>: Text;
}

impl EncodeFlat for str {
    const LAYOUT: &'static TypeLayout<'static> = <Text as EncodeField<str>>::LAYOUT;
    const SIZE: Size = <Text as EncodeField<str>>::SIZE;

    #[inline]
    fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        <Text as EncodeField<str>>::encode_field::<B, O>(self, out)
    }
}

impl<'de: 'a, 'a> DecodeFlat<'de> for &'a str {
    #[inline]
    fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        <Text as DecodeField<'de, &'a str>>::decode_field::<B>(reader)
    }
}

impl<'de: 'a, 'a> DecodeFlat<'de> for &'a [u8] {
    #[inline]
    fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        <Text as DecodeField<'de, &'a [u8]>>::decode_field::<B>(reader)
    }
}

/// The code point in LEB128.
impl EncodeFlat for char {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Char;
    const SIZE: Size = Size { min: 1, max: 3 };

    #[inline]
    fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        varint::put(u64::from(*self), out);
        Ok(())
    }
}

impl<'de> DecodeFlat<'de> for char {
    #[inline]
    fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let start = reader.position();
        let code = varint::take(reader, u64::from(Self::MAX), "a character")?;
        Self::from_u32(code as u32).ok_or_else(|| {
            let found = alloc::format!("U+{code:04X}");
            DecodeError::new(DecodeErrorKind::OutOfRange, start, "a character", found)
        })
    }
}
