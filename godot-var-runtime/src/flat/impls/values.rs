//! The engine's types, and characters.

use crate::flat::Flat;
use crate::flat::derived::AsVariant;
use crate::stream::codec::own_types;
use crate::stream::layout::{NumberType, TypeLayout};
use crate::stream::numbers::Number;
use crate::stream::own_structures::structure;
use crate::stream::structures::{int_structures, real_structures};
use crate::stream::{ByteOrder, Decode, Encode, Size, varint};
use crate::variant::{Array, Callable, Dictionary, Godot4, ObjectId, Rid, Signal, Variant};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

macro_rules! flat_structure {
    ($($structure:tt)*) => {
        structure! { [B: ByteOrder] Flat<B>; $($structure)* }
    };
}

real_structures! { flat_structure }
int_structures! { flat_structure }

// Values without a form of their own are written as by `put_var`.
own_types! {
    [B: ByteOrder] ['de, B: ByteOrder] Variant: Flat<B>, AsVariant<Godot4>;
    [B: ByteOrder] ['de, B: ByteOrder] Dictionary: Flat<B>, AsVariant<Godot4>;
    [B: ByteOrder] ['de, B: ByteOrder] Array: Flat<B>, AsVariant<Godot4>;
    [B: ByteOrder] ['de, B: ByteOrder] Callable: Flat<B>, AsVariant<Godot4>;
    [B: ByteOrder] ['de, B: ByteOrder] Signal: Flat<B>, AsVariant<Godot4>;
}

macro_rules! ids {
    ($($id:ident)*) => {$(
        /// The number by its eight bytes, which are any.
        impl<B: ByteOrder> Encode<Flat<B>> for $id {
            const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Number(NumberType::I64);
            const SIZE: Size = Size::fixed(8);

            #[inline(always)]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                self.0.put::<B, O>(out);
                Ok(())
            }
        }

        impl<'de, B: ByteOrder> Decode<'de, Flat<B>> for $id {
            #[inline(always)]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                Number::take::<B>(reader).map(Self)
            }
        }
    )*};
}

ids! { ObjectId Rid }

/// The code point in LEB128.
impl<B: ByteOrder> Encode<Flat<B>> for char {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Char;
    const SIZE: Size = Size::between(1, 3);

    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        varint::put(u64::from(*self), out);
        Ok(())
    }
}

impl<'de, B: ByteOrder> Decode<'de, Flat<B>> for char {
    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let start = reader.position();
        let code = varint::take(reader, u64::from(Self::MAX), "a character")?;
        Self::from_u32(code as u32).ok_or_else(|| {
            let found = alloc::format!("U+{code:04X}");
            DecodeError::new(DecodeErrorKind::OutOfRange, start, "a character", found)
        })
    }
}
