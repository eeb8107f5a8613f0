//! The engine's math types, as plain structs with the engine's field names.
//!
//! The types at the top level have 32-bit components, as in the engine's usual builds. [`double`]
//! has the same structures with 64-bit components, for builds with `precision=double`. Fields of
//! every dialect can have either kind. A reader widens without loss and narrows by rounding; it
//! refuses a finite number that would become infinite.
//!
//! | Type | Godot 3 | Encoded components in order | Bytes, single | Bytes, double |
//! |---|---|---|---:|---:|
//! | [`Vector2`] | the same | `x`, `y` | 8 | 16 |
//! | [`Vector3`] | the same | `x`, `y`, `z` | 12 | 24 |
//! | [`Vector4`] | none | `x`, `y`, `z`, `w` | 16 | 32 |
//! | [`Rect2`] | the same | `position.x`, `.y`, `size.x`, `.y` | 16 | 32 |
//! | [`Plane`] | the same | `normal.x`, `.y`, `.z`, `d` | 16 | 32 |
//! | [`Quaternion`] | Quat | `x`, `y`, `z`, `w` | 16 | 32 |
//! | [`Aabb`] | AABB | `position.x`, `.y`, `.z`, `size.x`, `.y`, `.z` | 24 | 48 |
//! | [`Transform2D`] | the same | `x.x`, `.y`, `y.x`, `.y`, `origin.x`, `.y` | 24 | 48 |
//! | [`Basis`] | the same | `x.x`, `y.x`, `z.x`, `x.y`, `y.y`, `z.y`, `x.z`, `y.z`, `z.z` | 36 | 72 |
//! | [`Transform3D`] | Transform | those of its basis, `origin.x`, `.y`, `.z` | 48 | 96 |
//! | [`Projection`] | none | `x.x` … `x.w`, `y.x` … `w.w` | 64 | 128 |
//! | [`Color`] | the same | `r`, `g`, `b`, `a`, always `f32` | 16 | 16 |
//! | [`Vector2i`], [`Vector3i`], [`Vector4i`] | none | `x`, `y`, …, `i32` | 8, 12, 16 | 8, 12, 16 |
//! | [`Rect2i`] | none | `position.x`, `.y`, `size.x`, `.y`, `i32` | 16 | 16 |
//!
//! (payload, after the 4-byte header; little-endian)
//!
//! ```
//! use godot_var_runtime::variant::{Double, Godot3, Godot4, ToVariantBytes, Vector3};
//!
//! let one = Vector3::new(1.0, 0.0, 0.0);
//! let bytes = one.to_variant_bytes::<Godot4>()?;
//! assert_eq!(bytes, [9, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0]);
//! assert_eq!(one.to_variant_bytes::<Godot3>()?[..4], [7, 0, 0, 0]);
//! assert_eq!(one.to_variant_bytes::<Double<Godot4>>()?.len(), 4 + 24);
//! # Ok::<(), godot_var_runtime::EncodeError>(())
//! ```
//!
//! # Errors
//! Reading: [`Incomplete`](crate::DecodeErrorKind::Incomplete) if the bytes end within the value,
//! and
//! [`OutOfRange`](crate::DecodeErrorKind::OutOfRange) for a finite 64-bit component that 32 bits cannot hold.
//!
//! # Source
//! The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.

use core::fmt::Debug;

/// `f32` or `f64`: the component type of a structure.
pub trait Real: Copy + Debug + Default + PartialEq + PartialOrd + 'static {
    /// Converts to a 64-bit float, exactly.
    fn to_f64(self) -> f64;
    /// Converts to a 32-bit float, rounded to the nearest.
    fn to_f32(self) -> f32;
    /// Converts from a 64-bit float, rounded to the nearest.
    fn from_f64(value: f64) -> Self;
    /// Converts from a 32-bit float, exactly.
    fn from_f32(value: f32) -> Self;
    /// Its bits.
    #[doc(hidden)]
    fn bits(self) -> u64;
}

macro_rules! real {
    ($real:ident) => {
        impl Real for $real {
            #[inline(always)]
            fn to_f64(self) -> f64 {
                self as f64
            }
            #[inline(always)]
            fn to_f32(self) -> f32 {
                self as f32
            }
            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                value as Self
            }
            #[inline(always)]
            fn from_f32(value: f32) -> Self {
                value as Self
            }
            #[inline(always)]
            fn bits(self) -> u64 {
                self.to_bits() as u64
            }
        }
    };
}

real!(f32);
real!(f64);

/// A structure of `N` components that are encoded in a fixed order.
pub trait Components<C, const N: usize>: Copy {
    /// Returns the components in the order of the encoding.
    fn to_components(self) -> [C; N];
    /// Makes a structure of components in the order of the encoding.
    fn from_components(components: [C; N]) -> Self;
}

/// Declares a structure: its fields, and its components in the order of the encoding.
macro_rules! structure {
    (
        $(#[$attribute:meta])*
        $name:ident { $($field:ident: $type:ty),* }
        [$component:ty; $n:literal]: $($place:ident = $($part:ident).+),*
    ) => {
        $(#[$attribute])*
        #[repr(C)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
        pub struct $name {
            $(pub $field: $type,)*
        }

        impl $name {
            /// Makes it of its fields.
            pub const fn new($($field: $type),*) -> Self {
                Self { $($field),* }
            }
        }

        impl Components<$component, $n> for $name {
            #[inline(always)]
            fn to_components(self) -> [$component; $n] {
                [$(self.$($part).+),*]
            }

            #[inline(always)]
            fn from_components([$($place),*]: [$component; $n]) -> Self {
                let mut structure = Self::default();
                $(structure.$($part).+ = $place;)*
                structure
            }
        }
    };
}

macro_rules! structures {
    ($real:ty) => {
        structure! {
            /// Two reals.
            ///
            /// Type id 5 in Godot 4, 5 in Godot 3. The payload, after the header of 4 bytes: 8 bytes, 16 in a [`Double`](crate::variant::Double) dialect.
            ///
            /// | Offset | Size | Field |
            /// |-------:|-----:|-------|
            /// | 0 | 4 | `x` |
            /// | 4 | 4 | `y` |
            ///
            /// (single precision; double precision doubles sizes and offsets)
            #[derive(Default, PartialOrd, dataview::Pod)]
            Vector2 { x: $real, y: $real }
            [$real; 2]: x = x, y = y
        }

        structure! {
            /// Three reals: `x`, `y`, `z`.
            ///
            /// Type id 9 in Godot 4, 7 in Godot 3. The payload, after the header of 4 bytes: 12 bytes, 24 in a [`Double`](crate::variant::Double) dialect.
            #[derive(Default, PartialOrd, dataview::Pod)]
            Vector3 { x: $real, y: $real, z: $real }
            [$real; 3]: x = x, y = y, z = z
        }

        structure! {
            /// Four reals: `x`, `y`, `z`, `w`.
            ///
            /// Type id 12; Godot 4 only. The payload, after the header of 4 bytes: 16 bytes, 32 in a [`Double`](crate::variant::Double) dialect.
            #[derive(Default, PartialOrd, dataview::Pod)]
            Vector4 { x: $real, y: $real, z: $real, w: $real }
            [$real; 4]: x = x, y = y, z = z, w = w
        }

        structure! {
            /// A rectangle: `position.x`, `position.y`, `size.x`, `size.y`.
            ///
            /// Type id 7 in Godot 4, 6 in Godot 3. The payload, after the header of 4 bytes: 16 bytes, 32 in a [`Double`](crate::variant::Double) dialect.
            #[derive(Default, dataview::Pod)]
            Rect2 { position: Vector2, size: Vector2 }
            [$real; 4]: px = position.x, py = position.y, sx = size.x, sy = size.y
        }

        structure! {
            /// A 2D transform of three column vectors: `x.x`, `x.y`, `y.x`, `y.y`, `origin.x`, `origin.y`.
            ///
            /// Type id 11 in Godot 4, 8 in Godot 3. The payload, after the header of 4 bytes: 24 bytes, 48 in a [`Double`](crate::variant::Double) dialect.
            #[derive(dataview::Pod)]
            Transform2D { x: Vector2, y: Vector2, origin: Vector2 }
            [$real; 6]: xx = x.x, xy = x.y, yx = y.x, yy = y.y, ox = origin.x, oy = origin.y
        }

        structure! {
            /// A plane: `normal.x`, `normal.y`, `normal.z`, `d`.
            ///
            /// Type id 14 in Godot 4, 9 in Godot 3. The payload, after the header of 4 bytes: 16 bytes, 32 in a [`Double`](crate::variant::Double) dialect.
            ///
            /// `d` is the distance from the origin; Godot's documentation calls it `distance`.
            #[derive(Default, dataview::Pod)]
            Plane { normal: Vector3, d: $real }
            [$real; 4]: x = normal.x, y = normal.y, z = normal.z, d = d
        }

        structure! {
            /// A rotation (Godot 3: `Quat`): `x`, `y`, `z`, `w`.
            ///
            /// Type id 15 in Godot 4, 10 in Godot 3. The payload, after the header of 4 bytes: 16 bytes, 32 in a [`Double`](crate::variant::Double) dialect.
            #[derive(dataview::Pod)]
            Quaternion { x: $real, y: $real, z: $real, w: $real }
            [$real; 4]: x = x, y = y, z = z, w = w
        }

        structure! {
            /// An axis-aligned box (`AABB`): `position.x`, `.y`, `.z`, `size.x`, `.y`, `.z`.
            ///
            /// Type id 16 in Godot 4, 11 in Godot 3. The payload, after the header of 4 bytes: 24 bytes, 48 in a [`Double`](crate::variant::Double) dialect.
            #[derive(Default, dataview::Pod)]
            Aabb { position: Vector3, size: Vector3 }
            [$real; 6]:
                px = position.x, py = position.y, pz = position.z,
                sx = size.x, sy = size.y, sz = size.z
        }

        structure! {
            /// Three axis vectors (the columns of the matrix).
            ///
            /// Type id 17 in Godot 4, 12 in Godot 3. The payload, after the header of 4 bytes: 36 bytes, 72 in a [`Double`](crate::variant::Double) dialect.
            ///
            /// Encoded row by row: `x.x`, `y.x`, `z.x`, `x.y`, `y.y`, `z.y`, `x.z`, `y.z`, `z.z`.
            #[derive(dataview::Pod)]
            Basis { x: Vector3, y: Vector3, z: Vector3 }
            [$real; 9]:
                xx = x.x, yx = y.x, zx = z.x,
                xy = x.y, yy = y.y, zy = z.y,
                xz = x.z, yz = y.z, zz = z.z
        }

        structure! {
            /// A [`Basis`] and an origin (Godot 3: `Transform`).
            ///
            /// Type id 18 in Godot 4, 13 in Godot 3. The payload, after the header of 4 bytes: 48 bytes, 96 in a [`Double`](crate::variant::Double) dialect.
            #[derive(Default, dataview::Pod)]
            Transform3D { basis: Basis, origin: Vector3 }
            [$real; 12]:
                xx = basis.x.x, yx = basis.y.x, zx = basis.z.x,
                xy = basis.x.y, yy = basis.y.y, zy = basis.z.y,
                xz = basis.x.z, yz = basis.y.z, zz = basis.z.z,
                ox = origin.x, oy = origin.y, oz = origin.z
        }

        structure! {
            /// A 4×4 matrix, column by column: `x.x`, `x.y`, `x.z`, `x.w`, `y.x` ….
            ///
            /// Type id 19; Godot 4 only. The payload, after the header of 4 bytes: 64 bytes, 128 in a [`Double`](crate::variant::Double) dialect.
            #[derive(dataview::Pod)]
            Projection { x: Vector4, y: Vector4, z: Vector4, w: Vector4 }
            [$real; 16]:
                xx = x.x, xy = x.y, xz = x.z, xw = x.w,
                yx = y.x, yy = y.y, yz = y.z, yw = y.w,
                zx = z.x, zy = z.y, zz = z.z, zw = z.w,
                wx = w.x, wy = w.y, wz = w.z, ww = w.w
        }
    };
}

structures!(f32);

/// The structures with 64-bit components, for builds with `precision=double`.
pub mod double {
    use super::Components;

    structures!(f64);
}

structure! {
    /// Red, green, blue, alpha as 32-bit floats in every build.
    ///
    /// Type id 20 in Godot 4, 14 in Godot 3. The payload, after the header of 4 bytes: 16 bytes. The
    /// usual range is 0.0 to 1.0; any number can be encoded.
    #[derive(dataview::Pod)]
    Color { r: f32, g: f32, b: f32, a: f32 }
    [f32; 4]: r = r, g = g, b = b, a = a
}

structure! {
    /// Two ints: `x`, `y`.
    ///
    /// Type id 6; Godot 4 only. The payload, after the header of 4 bytes: 8 bytes.
    #[derive(Default, Eq, Hash, PartialOrd, Ord, dataview::Pod)]
    Vector2i { x: i32, y: i32 }
    [i32; 2]: x = x, y = y
}

structure! {
    /// Three ints: `x`, `y`, `z`.
    ///
    /// Type id 10; Godot 4 only. The payload, after the header of 4 bytes: 12 bytes.
    #[derive(Default, Eq, Hash, PartialOrd, Ord, dataview::Pod)]
    Vector3i { x: i32, y: i32, z: i32 }
    [i32; 3]: x = x, y = y, z = z
}

structure! {
    /// Four ints: `x`, `y`, `z`, `w`.
    ///
    /// Type id 13; Godot 4 only. The payload, after the header of 4 bytes: 16 bytes.
    #[derive(Default, Eq, Hash, PartialOrd, Ord, dataview::Pod)]
    Vector4i { x: i32, y: i32, z: i32, w: i32 }
    [i32; 4]: x = x, y = y, z = z, w = w
}

structure! {
    /// A rectangle of ints: `position.x`, `position.y`, `size.x`, `size.y`.
    ///
    /// Type id 8; Godot 4 only. The payload, after the header of 4 bytes: 16 bytes.
    #[derive(Default, Eq, Hash, dataview::Pod)]
    Rect2i { position: Vector2i, size: Vector2i }
    [i32; 4]: px = position.x, py = position.y, sx = size.x, sy = size.y
}
