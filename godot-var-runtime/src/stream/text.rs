//! Texts, bytes and views that are borrowed.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

use super::codec::{DecodeAs, EncodeAs, Plain, own_types};
use super::layout::TypeLayout;
use super::length::Counted;
use super::size::Size;
use super::wire::Wire;
use super::{Decode, Encode};
use crate::variant::{NodePath, PackedElement, PackedView, StringName};
use crate::{DecodeError, EncodeError, Output, Reader};

/// A text with the length of its wire.
pub(super) type Text<W> = Counted<<W as Wire>::TextLength, Plain>;

/// Bytes with the count of their wire.
type Bytes<W> = Counted<<W as Wire>::ByteCount, Plain>;

own_types! {
    [W: Wire] ['de, W: Wire] String: W, Text<W>;
    [W: Wire] ['de, W: Wire] Box<str>: W, Text<W>;
    [W: Wire] ['de, W: Wire] Rc<str>: W, Text<W>;
    [W: Wire] ['de, W: Wire] Arc<str>: W, Text<W>;
    [W: Wire] ['de, W: Wire] StringName: W, Text<W>;
    [W: Wire] ['de, W: Wire] NodePath: W, Text<W>;
    #[cfg(feature = "bytes")]
    [W: Wire] ['de, W: Wire] bytes::Bytes: W, Bytes<W>;
    ['a, W: Wire, T: PackedElement + Encode<W>] ['de: 'a, 'a, W: Wire, T: PackedElement + Encode<W>]
    PackedView<'a, T>: W, Counted<W::Count, Plain>;
}

impl<W: Wire> Encode<W> for str {
    const LAYOUT: &'static TypeLayout<'static> = <Text<W> as EncodeAs<W, str>>::LAYOUT;
    const SIZE: Size = <Text<W> as EncodeAs<W, str>>::SIZE;

    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        <Text<W> as EncodeAs<W, str>>::encode_as(self, out)
    }
}

impl<'de: 'a, 'a, W: Wire> Decode<'de, W> for &'a str {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        <Text<W> as DecodeAs<'de, W, &'a str>>::decode_as(reader)
    }
}

impl<'de: 'a, 'a, W: Wire> Decode<'de, W> for &'a [u8] {
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        <Bytes<W> as DecodeAs<'de, W, &'a [u8]>>::decode_as(reader)
    }
}
