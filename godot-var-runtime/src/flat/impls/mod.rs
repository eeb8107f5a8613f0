//! The encodings of types of Rust, of the engine and of other crates.

/// Implements both traits for a type by an encoding of fields.
macro_rules! as_codec {
    ($($(#[$attr:meta])* [$($encode:tt)*] [$($decode:tt)*] $ty:ty: $codec:ty;)*) => {$(
        $(#[$attr])*
        impl<$($encode)*> EncodeFlat for $ty {
            const LAYOUT: &'static TypeLayout<'static> = <$codec as EncodeField<Self>>::LAYOUT;
            const SIZE: Size = <$codec as EncodeField<Self>>::SIZE;

            #[inline(always)]
            fn encode<Order_: ByteOrder, Out_: Output>(
                &self,
                out: &mut Out_,
            ) -> Result<(), EncodeError> {
                <$codec as EncodeField<Self>>::encode_field::<Order_, Out_>(self, out)
            }
        }

        $(#[$attr])*
        impl<$($decode)*> DecodeFlat<'de> for $ty {
            #[inline(always)]
            fn decode<Order_: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                <$codec as DecodeField<'de, Self>>::decode_field::<Order_>(reader)
            }

            #[inline(always)]
            fn decode_in_place<Order_: ByteOrder>(
                reader: &mut Reader<'de>,
                place: &mut Self,
            ) -> Result<(), DecodeError> {
                <$codec as DecodeField<'de, Self>>::decode_field_in_place::<Order_>(reader, place)
            }

            #[inline(always)]
            fn decode_parts_in_place<Order_: ByteOrder, const WHOLE: bool>(
                reader: &mut Reader<'de>,
                place: &mut Self,
            ) -> Result<(), DecodeError> {
                Self::decode_in_place::<Order_>(reader, place)
            }
        }
    )*};
}

mod collections;
#[cfg(feature = "_glam")]
mod glam;
mod net;
pub(crate) mod numbers;
mod pointers;
mod structures;
mod text;
mod tuples;
mod variants;
