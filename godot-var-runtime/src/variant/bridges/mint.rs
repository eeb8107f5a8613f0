//! Conversions between the math types and those of mint.
//!
//! A mint matrix of `R` rows and `C` columns is `ColumnMatrixRxC` or `RowMatrixRxC`. Godot's
//! structures are column vectors, so they convert to a column matrix without a transposition.

use mint::{
    ColumnMatrix2x3, ColumnMatrix3, ColumnMatrix3x4, ColumnMatrix4, IntoMint, Point2, Point3,
    RowMatrix2x3, RowMatrix3, RowMatrix3x4, RowMatrix4,
};

use crate::variant::types::math::{self, Vector2i, Vector3i, Vector4i, double};

macro_rules! convert {
    ($theirs:ty, $ours:ty, $to:ident => $to_ours:expr, $from:ident => $to_theirs:expr) => {
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
    };
}

/// As [`convert`], with mint's `IntoMint` for the other type.
macro_rules! counterpart {
    ($theirs:ty, $ours:ty, $($rest:tt)*) => {
        convert!($theirs, $ours, $($rest)*);

        impl IntoMint for $ours {
            type MintType = $theirs;
        }
    };
}

/// Converts a row matrix through its column matrix.
macro_rules! rows {
    ($rows:ty, $columns:ty, $ours:ty) => {
        convert!($rows, $ours, m => <$columns>::from(m).into(), v => <$columns>::from(v).into());
    };
}

macro_rules! structures {
    ($real:ty, $module:ident) => {
        counterpart!(mint::Vector2<$real>, $module::Vector2,
            v => Self::new(v.x, v.y), v => Self { x: v.x, y: v.y });
        counterpart!(mint::Vector3<$real>, $module::Vector3,
            v => Self::new(v.x, v.y, v.z), v => Self { x: v.x, y: v.y, z: v.z });
        counterpart!(mint::Vector4<$real>, $module::Vector4,
            v => Self::new(v.x, v.y, v.z, v.w), v => Self { x: v.x, y: v.y, z: v.z, w: v.w });
        convert!(Point2<$real>, $module::Vector2,
            v => Self::new(v.x, v.y), v => Self { x: v.x, y: v.y });
        convert!(Point3<$real>, $module::Vector3,
            v => Self::new(v.x, v.y, v.z), v => Self { x: v.x, y: v.y, z: v.z });
        counterpart!(mint::Quaternion<$real>, $module::Quaternion,
            q => Self::new(q.v.x, q.v.y, q.v.z, q.s),
            q => Self { v: mint::Vector3 { x: q.x, y: q.y, z: q.z }, s: q.w });
        counterpart!(ColumnMatrix3<$real>, $module::Basis,
            m => Self::new(m.x.into(), m.y.into(), m.z.into()),
            b => Self { x: b.x.into(), y: b.y.into(), z: b.z.into() });
        counterpart!(ColumnMatrix2x3<$real>, $module::Transform2D,
            m => Self::new(m.x.into(), m.y.into(), m.z.into()),
            t => Self { x: t.x.into(), y: t.y.into(), z: t.origin.into() });
        counterpart!(ColumnMatrix3x4<$real>, $module::Transform3D,
            m => Self::new($module::Basis::new(m.x.into(), m.y.into(), m.z.into()), m.w.into()),
            t => Self {
                x: t.basis.x.into(),
                y: t.basis.y.into(),
                z: t.basis.z.into(),
                w: t.origin.into(),
            });
        counterpart!(ColumnMatrix4<$real>, $module::Projection,
            m => Self::new(m.x.into(), m.y.into(), m.z.into(), m.w.into()),
            p => Self { x: p.x.into(), y: p.y.into(), z: p.z.into(), w: p.w.into() });
        rows!(RowMatrix3<$real>, ColumnMatrix3<$real>, $module::Basis);
        rows!(RowMatrix2x3<$real>, ColumnMatrix2x3<$real>, $module::Transform2D);
        rows!(RowMatrix3x4<$real>, ColumnMatrix3x4<$real>, $module::Transform3D);
        rows!(RowMatrix4<$real>, ColumnMatrix4<$real>, $module::Projection);
    };
}

structures!(f32, math);
structures!(f64, double);

counterpart!(mint::Vector2<i32>, Vector2i,
    v => Self::new(v.x, v.y), v => Self { x: v.x, y: v.y });
counterpart!(mint::Vector3<i32>, Vector3i,
    v => Self::new(v.x, v.y, v.z), v => Self { x: v.x, y: v.y, z: v.z });
counterpart!(mint::Vector4<i32>, Vector4i,
    v => Self::new(v.x, v.y, v.z, v.w), v => Self { x: v.x, y: v.y, z: v.z, w: v.w });
convert!(Point2<i32>, Vector2i, v => Self::new(v.x, v.y), v => Self { x: v.x, y: v.y });
convert!(Point3<i32>, Vector3i,
    v => Self::new(v.x, v.y, v.z), v => Self { x: v.x, y: v.y, z: v.z });
