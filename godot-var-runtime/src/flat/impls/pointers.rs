//! `Option`, pointers and references.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use core::marker::PhantomData;

use crate::flat::derived::{Counted, InOption, InPointer, LenVarint, NO_BOUND, Plain};
use crate::flat::derived::{DecodeField, EncodeField};
use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::layout::TypeLayout;
use crate::flat::{DecodeFlat, EncodeFlat};
use crate::{DecodeError, EncodeError, Output, Reader};

as_codec! {
    [T: EncodeFlat] ['de, T: DecodeFlat<'de>] Option<T>: InOption<Plain>;
    [T: EncodeFlat] ['de, T: DecodeFlat<'de>] Box<T>: InPointer<Plain>;
    [T: EncodeFlat] ['de, T: DecodeFlat<'de>] Rc<T>: InPointer<Plain>;
    [T: EncodeFlat] ['de, T: DecodeFlat<'de>] Arc<T>: InPointer<Plain>;
}

/// As the value.
impl<T: EncodeFlat + ?Sized> EncodeFlat for &T {
    const LAYOUT: &'static TypeLayout<'static> = T::LAYOUT;
    const SIZE: Size = T::SIZE;

    #[inline(always)]
    fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        (**self).encode::<B, O>(out)
    }
}

/// As the value.
impl<T: EncodeFlat + ToOwned + ?Sized> EncodeFlat for Cow<'_, T> {
    const LAYOUT: &'static TypeLayout<'static> = T::LAYOUT;
    const SIZE: Size = T::SIZE;

    #[inline(always)]
    fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        (**self).encode::<B, O>(out)
    }
}

impl<'de: 'a, 'a> DecodeFlat<'de> for Cow<'a, str> {
    #[inline]
    fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        <&str>::decode::<B>(reader).map(Self::Borrowed)
    }
}

/// Bytes are borrowed from the message; elements of any other type are owned.
impl<'de: 'a, 'a, T: DecodeFlat<'de> + Clone + 'a> DecodeFlat<'de> for Cow<'a, [T]> {
    #[inline]
    fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        <Counted<LenVarint, Plain, NO_BOUND> as DecodeField<'de, Self>>::decode_field::<B>(reader)
    }
}

/// No bytes.
impl<T: ?Sized> EncodeFlat for PhantomData<T> {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Unit;
    const SIZE: Size = Size::fixed(0);

    #[inline(always)]
    fn encode<B: ByteOrder, O: Output>(&self, _: &mut O) -> Result<(), EncodeError> {
        Ok(())
    }
}

impl<'de, T: ?Sized> DecodeFlat<'de> for PhantomData<T> {
    #[inline(always)]
    fn decode<B: ByteOrder>(_: &mut Reader<'de>) -> Result<Self, DecodeError> {
        Ok(Self)
    }
}
