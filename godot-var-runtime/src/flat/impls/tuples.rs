//! Tuples: their elements one after the other.

use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::layout::TypeLayout;
use crate::flat::{DecodeFlat, EncodeFlat};
use crate::{DecodeError, EncodeError, Output, Reader};

macro_rules! tuples {
    ($(($($name:ident $position:tt)*))*) => {$(
        impl<$($name: EncodeFlat),*> EncodeFlat for ($($name,)*) {
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Tuple(&[$($name::LAYOUT),*]);
            const SIZE: Size = Size::fixed(0)$(.and($name::SIZE))*;

            #[inline]
            fn encode<Order: ByteOrder, Out: Output>(&self, out: &mut Out) -> Result<(), EncodeError> {
                $(self.$position.encode::<Order, Out>(out).map_err(|error| error.in_index($position))?;)*
                Ok(())
            }
        }

        impl<'de, $($name: DecodeFlat<'de>),*> DecodeFlat<'de> for ($($name,)*) {
            #[inline]
            fn decode<Order: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                Ok(($($name::decode::<Order>(reader).map_err(|error| error.in_index($position))?,)*))
            }

            fn decode_in_place<Order: ByteOrder>(
                reader: &mut Reader<'de>,
                place: &mut Self,
            ) -> Result<(), DecodeError> {
                $(
                    $name::decode_in_place::<Order>(reader, &mut place.$position)
                        .map_err(|error| error.in_index($position))?;
                )*
                Ok(())
            }

            #[inline]
            fn decode_parts_in_place<Order: ByteOrder, const WHOLE: bool>(
                reader: &mut Reader<'de>,
                place: &mut Self,
            ) -> Result<(), DecodeError> {
                Self::decode_in_place::<Order>(reader, place)
            }
        }
    )*};
}

tuples! {
    (A 0)
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 F 4)
    (A 0 B 1 C 2 D 3 F 4 G 5)
    (A 0 B 1 C 2 D 3 F 4 G 5 H 6)
    (A 0 B 1 C 2 D 3 F 4 G 5 H 6 I 7)
    (A 0 B 1 C 2 D 3 F 4 G 5 H 6 I 7 J 8)
    (A 0 B 1 C 2 D 3 F 4 G 5 H 6 I 7 J 8 K 9)
    (A 0 B 1 C 2 D 3 F 4 G 5 H 6 I 7 J 8 K 9 L 10)
    (A 0 B 1 C 2 D 3 F 4 G 5 H 6 I 7 J 8 K 9 L 10 M 11)
}

/// No bytes.
impl EncodeFlat for () {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Unit;
    const SIZE: Size = Size::fixed(0);

    #[inline(always)]
    fn encode<B: ByteOrder, O: Output>(&self, _: &mut O) -> Result<(), EncodeError> {
        Ok(())
    }
}

impl<'de> DecodeFlat<'de> for () {
    #[inline(always)]
    fn decode<B: ByteOrder>(_: &mut Reader<'de>) -> Result<Self, DecodeError> {
        Ok(())
    }
}
