//! glam's types as the engine's types of their kind, for each version that a feature enables.

use alloc::boxed::Box;

use super::layout::TypeLayout;
use super::own_structures::{decode_plain, encode_plain, is_block};
use super::size::Size;
use super::wire::Wire;
use super::{Decode, Encode};
use crate::variant::math::{
    Basis, Projection, Quaternion, Transform2D, Transform3D, Vector2, Vector2i, Vector3, Vector3i,
    Vector4, Vector4i, double,
};
use crate::{DecodeError, EncodeError, Output, Reader};

/// A type on every wire that has ours; a list of `plain` ones as one copy.
macro_rules! as_ours {
    ($($theirs:ty, $ours:ty $(, $plain:ident)?;)*) => {$(
        impl<W: Wire> Encode<W> for $theirs
        where
            $ours: Encode<W>,
        {
            const LAYOUT: &'static TypeLayout<'static> = <$ours as Encode<W>>::LAYOUT;
            const SIZE: Size = <$ours as Encode<W>>::SIZE;

            #[inline(always)]
            fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                Encode::<W>::encode(&<$ours>::from(*self), out)
            }

            $(
                #[inline]
                fn encode_all<O: Output>(
                    $plain: &[Self],
                    out: &mut O,
                ) -> Result<(), EncodeError> {
                    encode_plain::<W, Self, O>($plain, out)
                }
            )?
        }

        impl<'de, W: Wire> Decode<'de, W> for $theirs
        where
            $ours: Decode<'de, W>,
        {
            #[inline(always)]
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                <$ours as Decode<'de, W>>::decode(reader).map(Self::from)
            }

            const ANY: bool = <$ours as Decode<'de, W>>::ANY;

            #[inline(always)]
            fn decode_any(bytes: &mut &'de [u8]) -> Self {
                <$ours as Decode<'de, W>>::decode_any(bytes).into()
            }

            $(
                const IS_BLOCK: bool = is_block::<W, Self>();

                #[inline(always)]
                fn decode_block($plain: &'de [u8]) -> Option<Box<[Self]>> {
                    Some(decode_plain::<W, Self>($plain))
                }
            )?
        }
    )*};
}

/// All types of one version of glam.
macro_rules! version {
    ($feature:literal, $package:ident) => {
        #[cfg(feature = $feature)]
        const _: () = {
            use ::$package as glam;

            as_ours! {
                glam::Vec2, Vector2, list;
                glam::Vec3, Vector3, list;
                glam::Vec3A, Vector3;
                glam::Vec4, Vector4, list;
                glam::Quat, Quaternion;
                glam::Mat3, Basis;
                glam::Mat3A, Basis;
                glam::Mat4, Projection;
                glam::Affine2, Transform2D;
                glam::Affine3A, Transform3D;
                glam::DVec2, double::Vector2, list;
                glam::DVec3, double::Vector3, list;
                glam::DVec4, double::Vector4, list;
                glam::DQuat, double::Quaternion;
                glam::DMat3, double::Basis;
                glam::DMat4, double::Projection;
                glam::DAffine2, double::Transform2D;
                glam::DAffine3, double::Transform3D;
                glam::IVec2, Vector2i, list;
                glam::IVec3, Vector3i, list;
                glam::IVec4, Vector4i, list;
            }
        };
    };
}

version!("glam-030", glam_030);
version!("glam-032", glam_032);
version!("glam-033", glam_033);
version!("glam-034", glam_034);
