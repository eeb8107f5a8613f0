//! glam's types as the engine's types of their kind, for each version that a feature enables.

use alloc::vec::Vec;

use crate::flat::derived::adapt::float::Steps;
use crate::flat::derived::{
    AsAngle, AsHalf, AsNormal, AsRange, AsSmallestThree, DecodeField, EncodeField,
};
use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::impls::structures::{decode_plain, encode_plain};
use crate::flat::layout::TypeLayout;
use crate::flat::{DecodeFlat, EncodeFlat};
use crate::variant::math::{
    Basis, Projection, Quaternion, Transform2D, Transform3D, Vector2, Vector2i, Vector3, Vector3i,
    Vector4, Vector4i, double,
};
use crate::{DecodeError, EncodeError, Output, Reader};

/// A type in its own encoding; a list of `plain` ones as one copy.
macro_rules! as_ours {
    ($theirs:ty, $ours:ty $(, $plain:ident)?) => {
        impl EncodeFlat for $theirs {
            const LAYOUT: &'static TypeLayout<'static> = <$ours>::LAYOUT;
            const SIZE: Size = <$ours>::SIZE;

            #[inline(always)]
            fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
                <$ours>::from(*self).encode::<B, O>(out)
            }

            $(
                #[inline]
                fn encode_all<B: ByteOrder, O: Output>(
                    $plain: &[Self],
                    out: &mut O,
                ) -> Result<(), EncodeError> {
                    encode_plain::<B, Self, O>($plain, out)
                }
            )?
        }

        impl<'de> DecodeFlat<'de> for $theirs {
            #[inline(always)]
            fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                <$ours>::decode::<B>(reader).map(Self::from)
            }

            $(
                #[inline]
                fn decode_all_in_place<B: ByteOrder>(
                    reader: &mut Reader<'de>,
                    count: usize,
                    $plain: &mut Vec<Self>,
                ) -> Result<(), DecodeError> {
                    decode_plain::<B, Self>(reader, count, $plain)
                }
            )?
        }
    };
}

/// A type in an encoding that an attribute selects.
macro_rules! in_codec {
    ($theirs:ty, $ours:ty: $([$($params:tt)*] $codec:ty;)*) => {$(
        impl<$($params)*> EncodeField<$theirs> for $codec
        where
            $codec: EncodeField<$ours>,
        {
            const SIZE: Size = <$codec as EncodeField<$ours>>::SIZE;
            const LAYOUT: &'static TypeLayout<'static> = <$codec as EncodeField<$ours>>::LAYOUT;

            #[inline(always)]
            fn encode_field<Order: ByteOrder, Out: Output>(
                value: &$theirs,
                out: &mut Out,
            ) -> Result<(), EncodeError> {
                <$codec as EncodeField<$ours>>::encode_field::<Order, Out>(&(*value).into(), out)
            }
        }

        impl<'de, $($params)*> DecodeField<'de, $theirs> for $codec
        where
            $codec: DecodeField<'de, $ours>,
        {
            #[inline(always)]
            fn decode_field<Order: ByteOrder>(
                reader: &mut Reader<'de>,
            ) -> Result<$theirs, DecodeError> {
                <$codec as DecodeField<'de, $ours>>::decode_field::<Order>(reader).map(Into::into)
            }
        }
    )*};
}

/// A type of floats in every encoding of these.
macro_rules! reals {
    ($($theirs:ty, $ours:ty $(, $plain:ident)?;)*) => {$(
        as_ours!($theirs, $ours $(, $plain)?);
        in_codec! { $theirs, $ours:
            [] AsHalf;
            [U: Steps, const LOW: u64, const HIGH: u64, const CLAMP: bool] AsRange<U, LOW, HIGH, CLAMP>;
            [U: Steps, const DEGREES: bool] AsAngle<U, DEGREES>;
        }
    )*};
}

/// All types of one version of glam.
macro_rules! version {
    ($feature:literal, $package:ident) => {
        #[cfg(feature = $feature)]
        const _: () = {
            use ::$package as glam;

            reals! {
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
            }
            as_ours!(glam::IVec2, Vector2i, list);
            as_ours!(glam::IVec3, Vector3i, list);
            as_ours!(glam::IVec4, Vector4i, list);
            in_codec! { glam::Vec2, Vector2: [C] AsNormal<C>; }
            in_codec! { glam::Vec3, Vector3: [C] AsNormal<C>; }
            in_codec! { glam::Vec3A, Vector3: [C] AsNormal<C>; }
            in_codec! { glam::Quat, Quaternion: [const BITS: u32] AsSmallestThree<BITS>; }
        };
    };
}

version!("glam-030", glam_030);
version!("glam-032", glam_032);
version!("glam-033", glam_033);
version!("glam-034", glam_034);
