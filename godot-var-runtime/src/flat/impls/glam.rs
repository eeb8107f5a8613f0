//! glam's types in the encodings that attributes select.

use crate::flat::Flat;
use crate::flat::derived::adapt::float::Steps;
use crate::flat::derived::{AsAngle, AsHalf, AsNormal, AsRange, AsSmallestThree};
use crate::stream::layout::TypeLayout;
use crate::stream::{ByteOrder, DecodeAs, EncodeAs, Size};
use crate::variant::math::{
    Basis, Projection, Quaternion, Transform2D, Transform3D, Vector2, Vector3, Vector4, double,
};
use crate::{DecodeError, EncodeError, Output, Reader};

macro_rules! in_codec {
    ($theirs:ty, $ours:ty: $([$($params:tt)*] $codec:ty;)*) => {$(
        impl<Order: ByteOrder, $($params)*> EncodeAs<Flat<Order>, $theirs> for $codec
        where
            $codec: EncodeAs<Flat<Order>, $ours>,
        {
            const SIZE: Size = <$codec as EncodeAs<Flat<Order>, $ours>>::SIZE;
            const LAYOUT: &'static TypeLayout<'static> =
                <$codec as EncodeAs<Flat<Order>, $ours>>::LAYOUT;

            #[inline(always)]
            fn encode_as<Out: Output>(value: &$theirs, out: &mut Out) -> Result<(), EncodeError> {
                <$codec as EncodeAs<Flat<Order>, $ours>>::encode_as(&(*value).into(), out)
            }
        }

        impl<'de, Order: ByteOrder, $($params)*> DecodeAs<'de, Flat<Order>, $theirs> for $codec
        where
            $codec: DecodeAs<'de, Flat<Order>, $ours>,
        {
            #[inline(always)]
            fn decode_as(reader: &mut Reader<'de>) -> Result<$theirs, DecodeError> {
                <$codec as DecodeAs<'de, Flat<Order>, $ours>>::decode_as(reader).map(Into::into)
            }
        }
    )*};
}

/// A type of floats in every encoding of these.
macro_rules! reals {
    ($($theirs:ty, $ours:ty;)*) => {$(
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
                glam::Vec2, Vector2;
                glam::Vec3, Vector3;
                glam::Vec3A, Vector3;
                glam::Vec4, Vector4;
                glam::Quat, Quaternion;
                glam::Mat3, Basis;
                glam::Mat3A, Basis;
                glam::Mat4, Projection;
                glam::Affine2, Transform2D;
                glam::Affine3A, Transform3D;
                glam::DVec2, double::Vector2;
                glam::DVec3, double::Vector3;
                glam::DVec4, double::Vector4;
                glam::DQuat, double::Quaternion;
                glam::DMat3, double::Basis;
                glam::DMat4, double::Projection;
                glam::DAffine2, double::Transform2D;
                glam::DAffine3, double::Transform3D;
            }
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
