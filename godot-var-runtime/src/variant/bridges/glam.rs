//! glam's types as Variants, for each version that a feature enables.
//!
//! Both glam and Godot store a matrix as column vectors, so axes become axes. Godot encodes a Basis
//! by rows; [`Components`] transposes it. Nothing is normalized in either direction.

use alloc::vec::Vec;

use crate::core::reader::Word;
use crate::variant::codec;
use crate::variant::codec::memory::Plain;
use crate::variant::impls::numbers::word;
use crate::variant::impls::structures::{
    build_reals, fill_reals, fits, is_double, packed_of, real_facts, structure, words_structure,
};
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, header_word, real_header_word};
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::variant::types::VariantType;
use crate::variant::types::math::{
    self, Basis, Components, Projection, Quaternion, Transform2D, Transform3D, Vector2, Vector2i,
    Vector3, Vector3i, Vector4, Vector4i, double,
};
use crate::variant::values::packed_view::element::Element;
use crate::variant::values::variant::Variant;
use crate::{DecodeError, EncodeError, Output, Reader};

/// `From` in both directions, and the encoded order through our type.
macro_rules! convert {
    (
        $component:ty, $n:literal, $theirs:ty, $ours:ty,
        $to:ident => $to_ours:expr, $from:ident => $to_theirs:expr
    ) => {
        impl From<$theirs> for $ours {
            #[inline]
            fn from($to: $theirs) -> Self {
                $to_ours
            }
        }

        impl From<$ours> for $theirs {
            #[inline]
            fn from($from: $ours) -> Self {
                $to_theirs
            }
        }

        impl Components<$component, $n> for $theirs {
            #[inline(always)]
            fn to_components(self) -> [$component; $n] {
                <$ours>::from(self).to_components()
            }

            #[inline(always)]
            fn from_components(components: [$component; $n]) -> Self {
                <$ours>::from_components(components).into()
            }
        }
    };
}

/// The conversions of one component type; only 32-bit glam has two 3×3 matrices (`Mat3`, `Mat3A`).
macro_rules! conversions {
    (
        $real:ty, $ours:ident, $glam:ident,
        $vec2:ident, $vec3:ident, $vec4:ident, $quat:ident, $affine2:ident, $mat4:ident;
        $($mat3:ident),+; $affine3:ident
    ) => {
        convert!($real, 2, $glam::$vec2, $ours::Vector2,
            v => Self::new(v.x, v.y), v => Self::new(v.x, v.y));
        convert!($real, 3, $glam::$vec3, $ours::Vector3,
            v => Self::new(v.x, v.y, v.z), v => Self::new(v.x, v.y, v.z));
        convert!($real, 4, $glam::$vec4, $ours::Vector4,
            v => Self::new(v.x, v.y, v.z, v.w), v => Self::new(v.x, v.y, v.z, v.w));
        convert!($real, 4, $glam::$quat, $ours::Quaternion,
            q => Self::new(q.x, q.y, q.z, q.w), q => Self::from_xyzw(q.x, q.y, q.z, q.w));
        $(
            convert!($real, 9, $glam::$mat3, $ours::Basis,
                m => Self::new(m.x_axis.into(), m.y_axis.into(), m.z_axis.into()),
                b => Self::from_cols(b.x.into(), b.y.into(), b.z.into()));
        )+
        convert!($real, 6, $glam::$affine2, $ours::Transform2D,
            a => Self::new(
                a.matrix2.x_axis.into(), a.matrix2.y_axis.into(), a.translation.into()),
            t => Self::from_cols(t.x.into(), t.y.into(), t.origin.into()));
        convert!($real, 12, $glam::$affine3, $ours::Transform3D,
            a => Self::new(a.matrix3.into(), a.translation.into()),
            t => Self {
                matrix3: t.basis.into(),
                translation: t.origin.into(),
            });
        convert!($real, 16, $glam::$mat4, $ours::Projection,
            m => Self::new(
                m.x_axis.into(), m.y_axis.into(), m.z_axis.into(), m.w_axis.into()),
            p => Self::from_cols(p.x.into(), p.y.into(), p.z.into(), p.w.into()));
    };
}

/// Structures whose bytes in memory are those of their encoding.
macro_rules! plain {
    ($($type:ty),+) => { $(
        impl Plain for $type {
            #[inline(always)]
            fn bytes(elements: &[Self]) -> &[u8] {
                zerocopy::IntoBytes::as_bytes(elements)
            }

            #[inline(always)]
            fn elements(bytes: &[u8]) -> Option<&[Self]> {
                zerocopy::FromBytes::ref_from_bytes(bytes).ok()
            }

            #[cfg(feature = "_wires")]
            #[inline(always)]
            fn first(bytes: &[u8]) -> Option<Self> {
                zerocopy::FromBytes::read_from_prefix(bytes).ok().map(|(element, _)| element)
            }
        }
    )+ };
}

/// Elements of packed arrays.
macro_rules! element {
    ($real:ty, $n:literal, $type:ty, $kind:ident) => {
        impl Element for $type {
            const KIND: VariantType = VariantType::$kind;
            const REAL: Option<usize> = Some(size_of::<$real>());

            #[inline(always)]
            fn from_wire(bytes: &[u8]) -> Self {
                let mut components = [0.0; $n];
                for (component, bytes) in components.iter_mut().zip(bytes.as_chunks().0) {
                    *component = <$real>::from_le_bytes(*bytes);
                }
                Self::from_array(components)
            }
        }
    };
}

macro_rules! to_variant {
    ($($theirs:ty => $ours:ty),+ $(,)?) => { $(
        impl From<$theirs> for Variant {
            fn from(value: $theirs) -> Self {
                <$ours>::from(value).into()
            }
        }
    )+ };
}

/// Everything about one version of glam.
macro_rules! version {
    ($feature:literal, $package:ident) => {
        #[cfg(feature = $feature)]
        const _: () = {
            use ::$package as glam;

            conversions!(
                f32, math, glam,
                Vec2, Vec3, Vec4, Quat, Affine2, Mat4; Mat3, Mat3A; Affine3A
            );
            conversions!(
                f64, double, glam,
                DVec2, DVec3, DVec4, DQuat, DAffine2, DMat4; DMat3; DAffine3
            );
    convert!(f32, 3, glam::Vec3A, Vector3,
                v => Self::new(v.x, v.y, v.z), v => Self::new(v.x, v.y, v.z));
    convert!(i32, 2, glam::IVec2, Vector2i,
                v => Self::new(v.x, v.y), v => Self::new(v.x, v.y));
    convert!(i32, 3, glam::IVec3, Vector3i,
                v => Self::new(v.x, v.y, v.z), v => Self::new(v.x, v.y, v.z));
    convert!(i32, 4, glam::IVec4, Vector4i,
                v => Self::new(v.x, v.y, v.z, v.w), v => Self::new(v.x, v.y, v.z, v.w));

            structure!(f32, glam::Vec2, Vector2, 2, PackedVector2Array);
            structure!(f32, glam::Vec3, Vector3, 3, PackedVector3Array);
            structure!(
                f32,
                glam::Vec3A,
                Vector3,
                3,
                PackedVector3Array,
                put_converted_reals,
                converted_reals_into
            );
            structure!(f32, glam::Vec4, Vector4, 4, PackedVector4Array);
            structure!(f32, glam::Quat, Quaternion, 4);
            structure!(f32, glam::Mat3, Basis, 9);
            structure!(f32, glam::Mat3A, Basis, 9);
            structure!(f32, glam::Affine2, Transform2D, 6);
            structure!(f32, glam::Affine3A, Transform3D, 12);
            structure!(f32, glam::Mat4, Projection, 16);
            structure!(f64, glam::DVec2, Vector2, 2, PackedVector2Array);
            structure!(f64, glam::DVec3, Vector3, 3, PackedVector3Array);
            structure!(f64, glam::DVec4, Vector4, 4, PackedVector4Array);
            structure!(f64, glam::DQuat, Quaternion, 4);
            structure!(f64, glam::DMat3, Basis, 9);
            structure!(f64, glam::DAffine2, Transform2D, 6);
            structure!(f64, glam::DAffine3, Transform3D, 12);
            structure!(f64, glam::DMat4, Projection, 16);
            words_structure!(i32, glam::IVec2, Vector2i, 2);
            words_structure!(i32, glam::IVec3, Vector3i, 3);
            words_structure!(i32, glam::IVec4, Vector4i, 4);

            plain!(
                glam::Vec2,
                glam::Vec3,
                glam::Vec4,
                glam::DVec2,
                glam::DVec3,
                glam::DVec4,
                glam::IVec2,
                glam::IVec3,
                glam::IVec4
            );
            element!(f32, 2, glam::Vec2, PackedVector2Array);
            element!(f32, 3, glam::Vec3, PackedVector3Array);
            element!(f32, 4, glam::Vec4, PackedVector4Array);
            element!(f64, 2, glam::DVec2, PackedVector2Array);
            element!(f64, 3, glam::DVec3, PackedVector3Array);
            element!(f64, 4, glam::DVec4, PackedVector4Array);

            to_variant!(
                glam::Vec2 => Vector2, glam::Vec3 => Vector3, glam::Vec3A => Vector3,
                glam::Vec4 => Vector4, glam::Quat => Quaternion, glam::Mat3 => Basis,
                glam::Mat3A => Basis, glam::Affine2 => Transform2D, glam::Affine3A => Transform3D,
                glam::Mat4 => Projection, glam::IVec2 => Vector2i, glam::IVec3 => Vector3i,
                glam::IVec4 => Vector4i,
            );
        };
    };
}

version!("glam-030", glam_030);
version!("glam-032", glam_032);
version!("glam-033", glam_033);
version!("glam-034", glam_034);
