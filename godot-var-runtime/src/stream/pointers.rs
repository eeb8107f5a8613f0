//! References and `Cow`.

use alloc::borrow::{Cow, ToOwned};

use super::codec::DecodeAs;
use super::collections::List;
use super::layout::TypeLayout;
use super::size::Size;
use super::text::Text;
use super::wire::Wire;
use super::{Decode, Encode};
use crate::{DecodeError, EncodeError, Output, Reader};

macro_rules! as_the_value {
    ($([$($params:tt)*] $ty:ty, $value:ident;)*) => {$(
        impl<W: Wire, $($params)*> Encode<W> for $ty {
            const LAYOUT: &'static TypeLayout<'static> = $value::LAYOUT;
            const SIZE: Size = $value::SIZE;

            #[inline(always)]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                (**self).encode(out)
            }
        }
    )*};
}

as_the_value! {
    [T: Encode<W> + ?Sized] &T, T;
    [T: Encode<W> + ToOwned + ?Sized] Cow<'_, T>, T;
}

impl<'de: 'a, 'a, W: Wire> Decode<'de, W> for Cow<'a, str> {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        <Text<W> as DecodeAs<'de, W, Self>>::decode_as(reader)
    }
}

/// Bytes are borrowed from the message; elements of any other type are owned.
impl<'de: 'a, 'a, W: Wire, T: Decode<'de, W> + Clone + 'a> Decode<'de, W> for Cow<'a, [T]> {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        <List as DecodeAs<'de, W, Self>>::decode_as(reader)
    }
}
