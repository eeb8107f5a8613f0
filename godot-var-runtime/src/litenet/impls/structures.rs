//! Math types of Godot and of Unity, and ids.

use crate::litenet::format::era::{Era, is_2018};
use crate::litenet::format::numbers::PackedInt;
use crate::litenet::values::ids::Guid;
use crate::litenet::values::math::{Color, DirectionVector2, DirectionVector3, EulerAngles, Half};
use crate::litenet::{DecodeLiteNet, EncodeLiteNet};
use crate::variant::{Quaternion, Vector2, Vector2i, Vector3, Vector3i, Vector4};
use crate::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader};

macro_rules! components {
    ($($structure:ident, $component:ty, $size:literal, $what:literal, [$($name:ident)*];)*) => {$(
        impl<E: Era> EncodeLiteNet<E> for $structure {
            #[inline(always)]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                out.put_bytes([$(self.$name.to_le_bytes()),*].as_flattened());
                Ok(())
            }
        }

        impl<'de, E: Era> DecodeLiteNet<'de, E> for $structure {
            const MIN_SIZE: usize = $size;
            const FIXED: bool = true;
            const WHAT: &'static str = $what;

            #[inline(always)]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                // One check for all components.
                let all = reader.array::<$size>($what)?;
                let mut all = all.as_chunks().0.iter();
                $(let $name = <$component>::from_le_bytes(all.next().copied().unwrap_or_default());)*
                Ok(Self { $($name),* })
            }
        }
    )*};
}

components! {
    Vector2, f32, 8, "a Vector2", [x y];
    Vector3, f32, 12, "a Vector3", [x y z];
    Vector4, f32, 16, "a Vector4", [x y z w];
    Vector2i, i32, 8, "a Vector2Int", [x y];
    Vector3i, i32, 12, "a Vector3Int", [x y z];
    Quaternion, f32, 16, "a quaternion", [x y z w];
    EulerAngles, f32, 12, "Euler angles", [x y z];
    DirectionVector2, i8, 2, "a direction", [x y];
    DirectionVector3, i8, 3, "a direction", [x y z];
}

impl<E: Era> EncodeLiteNet<E> for Color {
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

impl<'de, E: Era> DecodeLiteNet<'de, E> for Color {
    const MIN_SIZE: usize = if is_2018::<E>() { 8 } else { 4 };
    const FIXED: bool = true;
    const WHAT: &'static str = "a color";

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

impl<E: Era> EncodeLiteNet<E> for Half {
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.0.write_packed(out);
        Ok(())
    }
}

impl<'de, E: Era> DecodeLiteNet<'de, E> for Half {
    const MIN_SIZE: usize = 1;

    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        u16::read_packed::<E>(reader).map(Self)
    }
}
impl<E: Era> EncodeLiteNet<E> for Guid {
    #[inline]
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(&Self::turned(self.0.to_be_bytes()));
        Ok(())
    }
}

impl<'de, E: Era> DecodeLiteNet<'de, E> for Guid {
    const MIN_SIZE: usize = 16;
    const FIXED: bool = true;
    const WHAT: &'static str = "a Guid";

    #[inline]
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        reader.array("a Guid").map(|bytes| Self(u128::from_be_bytes(Self::turned(bytes))))
    }
}
