//! `packed`, `zigzag` and `euler`.

#[cfg(feature = "std")]
use super::super::values::math::EulerAngles;
use crate::litenet::LiteNet;
use crate::litenet::format::era::Era;
use crate::litenet::format::numbers::{PackedInt, ZigzagInt};
use crate::stream::layout::TypeLayout;
#[cfg(feature = "std")]
use crate::stream::{Decode, Encode};
use crate::stream::{DecodeAs, EncodeAs, Size};
#[cfg(feature = "std")]
use crate::variant::Quaternion;
use crate::{DecodeError, EncodeError, Output, Reader};

macro_rules! ints {
    ($($codec:ident $name:literal $bound:ident $write:ident $read:ident $most:literal;)*) => {$(
        #[doc = concat!("The attribute `", $name, "`.")]
        #[derive(Debug)]
        pub struct $codec;

        impl<E: Era, T: $bound> EncodeAs<LiteNet<E>, T> for $codec {
            const SIZE: Size = Size::between(T::FEWEST, $most);
            const LAYOUT: &'static TypeLayout<'static> =
                &TypeLayout::Named($name, &TypeLayout::Number(T::KIND));

            #[inline(always)]
            fn encode_as<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
                value.$write(out);
                Ok(())
            }
        }

        impl<'de, E: Era, T: $bound> DecodeAs<'de, LiteNet<E>, T> for $codec {
            #[inline(always)]
            fn decode_as(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
                T::$read::<E>(reader)
            }
        }
    )*};
}

ints! {
    AsPacked "packed" PackedInt write_packed read_packed 9;
    AsZigzag "zigzag" ZigzagInt write_zigzag read_zigzag 10;
}

/// The attribute `euler`: a quaternion as Euler angles in degrees. These need `std`.
#[derive(Debug)]
pub struct AsEuler;

#[cfg(feature = "std")]
impl<E: Era> EncodeAs<LiteNet<E>, Quaternion> for AsEuler {
    const SIZE: Size = <EulerAngles as Encode<LiteNet<E>>>::SIZE;
    const LAYOUT: &'static TypeLayout<'static> = <EulerAngles as Encode<LiteNet<E>>>::LAYOUT;

    fn encode_as<O: Output>(value: &Quaternion, out: &mut O) -> Result<(), EncodeError> {
        Encode::<LiteNet<E>>::encode(&EulerAngles::from(*value), out)
    }
}

#[cfg(feature = "std")]
impl<'de, E: Era> DecodeAs<'de, LiteNet<E>, Quaternion> for AsEuler {
    fn decode_as(reader: &mut Reader<'de>) -> Result<Quaternion, DecodeError> {
        <EulerAngles as Decode<'de, LiteNet<E>>>::decode(reader).map(Into::into)
    }
}
