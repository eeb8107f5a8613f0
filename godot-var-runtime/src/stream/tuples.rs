//! Tuples: their elements one after the other.

use super::layout::TypeLayout;
use super::size::Size;
use super::wire::Wire;
use super::{Decode, Encode};
use crate::{DecodeError, EncodeError, Output, Reader};

macro_rules! tuples {
    ($(($($name:ident $position:tt)*))*) => {$(
        impl<Wire_: Wire, $($name: Encode<Wire_>),*> Encode<Wire_> for ($($name,)*) {
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Tuple(&[$($name::LAYOUT),*]);
            const SIZE: Size = Size::NONE$(.and($name::SIZE))*;

            #[inline]
            fn encode<Out: Output>(&self, out: &mut Out) -> Result<(), EncodeError> {
                $(self.$position.encode(out).map_err(|error| error.in_index($position))?;)*
                Ok(())
            }
        }

        impl<'de, Wire_: Wire, $($name: Decode<'de, Wire_>),*> Decode<'de, Wire_> for ($($name,)*) {
            const ANY: bool = $($name::ANY)&&*;

            #[inline]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                Ok(($($name::decode(reader).map_err(|error| error.in_index($position))?,)*))
            }

            #[inline(always)]
            fn decode_any(bytes: &mut &'de [u8]) -> Self {
                ($($name::decode_any(bytes),)*)
            }
        }
    )*};
}

/// Calls a macro with the elements of each tuple, and their positions.
macro_rules! each_tuple {
    ($tuples:ident) => {
        $tuples! {
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
    };
}

each_tuple!(tuples);

pub(crate) use each_tuple;

/// Types without bytes.
macro_rules! empty {
    ($([$($params:tt)*] $ty:ty: $value:expr;)*) => {$(
        impl<W: Wire, $($params)*> Encode<W> for $ty {
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Unit;
            const SIZE: Size = Size::fixed(0);

            #[inline(always)]
            fn encode<O: Output>(&self, _: &mut O) -> Result<(), EncodeError> {
                Ok(())
            }
        }

        impl<'de, W: Wire, $($params)*> Decode<'de, W> for $ty {
            #[inline(always)]
            fn decode(_: &mut Reader<'de>) -> Result<Self, DecodeError> {
                Ok($value)
            }
        }
    )*};
}

empty! {
    [] (): ();
    [T: ?Sized] core::marker::PhantomData<T>: Self;
}
