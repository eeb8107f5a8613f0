//! Math types of Godot and of Unity, and ids.

use crate::litenet::LiteNet;
use crate::litenet::derived::adapt::AsPacked;
use crate::litenet::format::era::{Era, is_2018};
use crate::litenet::format::numbers::PackedInt;
use crate::litenet::values::ids::Guid;
use crate::litenet::values::math::{Color, DirectionVector2, DirectionVector3, EulerAngles, Half};
use crate::stream::layout::{NumberType, TypeLayout};
use crate::stream::own_structures::{bytes, components, structure};
use crate::stream::{Decode, Encode, EncodeAs, Size};
use crate::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader};

structure! { [E: Era] LiteNet<E>; "Vector2" crate::variant::Vector2, f32, 2: x, y }
structure! { [E: Era] LiteNet<E>; "Vector3" crate::variant::Vector3, f32, 3: x, y, z }
structure! { [E: Era] LiteNet<E>; "Vector4" crate::variant::Vector4, f32, 4: x, y, z, w }
structure! { [E: Era] LiteNet<E>; "Vector2Int" crate::variant::Vector2i, i32, 2: x, y }
structure! { [E: Era] LiteNet<E>; "Vector3Int" crate::variant::Vector3i, i32, 3: x, y, z }
structure! { [E: Era] LiteNet<E>; "Quaternion" crate::variant::Quaternion, f32, 4: x, y, z, w }
components! { [E: Era] LiteNet<E>; "Euler angles" EulerAngles, f32, 3: x, y, z }
components! { [E: Era] LiteNet<E>; "direction" DirectionVector2, i8, 2: x, y }
components! { [E: Era] LiteNet<E>; "direction" DirectionVector3, i8, 3: x, y, z }

impl<E: Era> Encode<LiteNet<E>> for Color {
    const LAYOUT: &'static TypeLayout<'static> = &TypeLayout::Components(
        "Color in hundredths",
        4,
        &TypeLayout::Number(if is_2018::<E>() { NumberType::I16 } else { NumberType::U8 }),
    );
    const SIZE: Size = Size::fixed(if is_2018::<E>() { 8 } else { 4 });

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        let all = [self.r, self.g, self.b, self.a];
        if is_2018::<E>() {
            out.put_bytes(all.map(i16::to_le_bytes).as_flattened());
            return Ok(());
        }
        let mut bytes = [0; 4];
        for (byte, hundredths) in bytes.iter_mut().zip(all) {
            *byte = u8::try_from(hundredths).map_err(|_| {
                EncodeError::new(
                    EncodeErrorKind::OutOfRange,
                    alloc::format!("{hundredths} hundredths of a color do not fit a byte"),
                )
            })?;
        }
        out.put_bytes(&bytes);
        Ok(())
    }
}

impl<'de, E: Era> Decode<'de, LiteNet<E>> for Color {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        let [r, g, b, a] = if is_2018::<E>() {
            let bytes = reader.array::<8>("a color")?;
            let [r0, r1, g0, g1, b0, b1, a0, a1] = bytes;
            [[r0, r1], [g0, g1], [b0, b1], [a0, a1]].map(i16::from_le_bytes)
        } else {
            reader.array::<4>("a color")?.map(i16::from)
        };
        Ok(Self { r, g, b, a })
    }
}

impl<E: Era> Encode<LiteNet<E>> for Half {
    const LAYOUT: &'static TypeLayout<'static> = <AsPacked as EncodeAs<LiteNet<E>, u16>>::LAYOUT;
    const SIZE: Size = <AsPacked as EncodeAs<LiteNet<E>, u16>>::SIZE;

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.0.write_packed(out);
        Ok(())
    }
}

impl<'de, E: Era> Decode<'de, LiteNet<E>> for Half {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        u16::read_packed::<E>(reader).map(Self)
    }
}
bytes! {
    [E: Era] LiteNet<E>; "a Guid" Guid, 16: |guid| Self::turned(guid.0.to_be_bytes()),
    |bytes| Self(u128::from_be_bytes(Self::turned(bytes)))
}
