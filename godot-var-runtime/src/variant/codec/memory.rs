//! Structures whose bytes in memory, on a little-endian machine, are those of the encoding.

use dataview::DataView;

use crate::variant::types::math::{
    Aabb, Basis, Color, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D, Transform3D,
    Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i, double,
};

/// A structure without padding, for which every bit pattern is valid.
pub trait Plain: Copy {
    /// The bytes of elements in memory.
    fn bytes(elements: &[Self]) -> &[u8];
    /// The bytes as elements; `None` if their address is not aligned, or if the last element is
    /// incomplete.
    fn elements(bytes: &[u8]) -> Option<&[Self]>;
    /// The element at the start of bytes, wherever they are; `None` if they are too few.
    #[cfg(feature = "_wires")]
    fn first(bytes: &[u8]) -> Option<Self>;
}

macro_rules! plain {
    ($($type:ty),+ $(,)?) => { $(
        impl Plain for $type {
            #[inline(always)]
            fn bytes(elements: &[Self]) -> &[u8] {
                dataview::bytes(elements)
            }

            #[inline(always)]
            fn elements(bytes: &[u8]) -> Option<&[Self]> {
                let whole = bytes.len().is_multiple_of(size_of::<Self>());
                DataView::from(bytes)
                    .try_slice(0, bytes.len() / size_of::<Self>())
                    .filter(|_| whole)
            }

            #[cfg(feature = "_wires")]
            #[inline(always)]
            fn first(bytes: &[u8]) -> Option<Self> {
                DataView::from(bytes).try_read(0)
            }
        }
    )+ };
}

plain!(
    u8,
    u16,
    u32,
    i8,
    i16,
    i32,
    i64,
    f32,
    f64,
    Color,
    Vector2,
    Vector3,
    Vector4,
    Vector2i,
    Vector3i,
    Vector4i,
    Rect2i,
    Rect2,
    Plane,
    Quaternion,
    Aabb,
    Transform2D,
    Basis,
    Transform3D,
    Projection,
    double::Vector2,
    double::Vector3,
    double::Vector4,
    double::Rect2,
    double::Plane,
    double::Quaternion,
    double::Aabb,
    double::Transform2D,
    double::Basis,
    double::Transform3D,
    double::Projection,
);
