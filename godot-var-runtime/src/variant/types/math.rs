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
    /// The values that the type holds.
    #[doc(hidden)]
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

impl Real for f32 {
    #[inline(always)]
    fn to_f64(self) -> f64 {
        self as f64
    }
    #[inline(always)]
    fn to_f32(self) -> f32 {
        self
    }
    #[inline(always)]
    fn from_f64(value: f64) -> Self {
        value as f32
    }
    #[inline(always)]
    fn from_f32(value: f32) -> Self {
        value
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        self.to_bits().into()
    }
}

impl Real for f64 {
    #[inline(always)]
    fn to_f64(self) -> f64 {
        self
    }
    #[inline(always)]
    fn to_f32(self) -> f32 {
        self as f32
    }
    #[inline(always)]
    fn from_f64(value: f64) -> Self {
        value
    }
    #[inline(always)]
    fn from_f32(value: f32) -> Self {
        value as f64
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        self.to_bits()
    }
}

/// A structure of `N` components that are encoded in a fixed order.
pub trait Components<C, const N: usize>: Copy {
    /// Returns the components in the order of the encoding.
    fn to_components(self) -> [C; N];
    /// Makes a structure of components in the order of the encoding.
    fn from_components(components: [C; N]) -> Self;
}

macro_rules! structures {
    ($real:ty) => {
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
        #[repr(C)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, dataview::Pod)]
        #[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
        pub struct Vector2 {
            pub x: $real,
            pub y: $real,
        }

        /// Three reals: `x`, `y`, `z`.
        ///
        /// Type id 9 in Godot 4, 7 in Godot 3. The payload, after the header of 4 bytes: 12 bytes, 24 in a [`Double`](crate::variant::Double) dialect.
        #[repr(C)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, dataview::Pod)]
        #[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
        pub struct Vector3 {
            pub x: $real,
            pub y: $real,
            pub z: $real,
        }

        /// Four reals: `x`, `y`, `z`, `w`.
        ///
        /// Type id 12; Godot 4 only. The payload, after the header of 4 bytes: 16 bytes, 32 in a [`Double`](crate::variant::Double) dialect.
        #[repr(C)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, dataview::Pod)]
        #[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
        pub struct Vector4 {
            pub x: $real,
            pub y: $real,
            pub z: $real,
            pub w: $real,
        }

        /// A rectangle: `position.x`, `position.y`, `size.x`, `size.y`.
        ///
        /// Type id 7 in Godot 4, 6 in Godot 3. The payload, after the header of 4 bytes: 16 bytes, 32 in a [`Double`](crate::variant::Double) dialect.
        #[repr(C)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
        pub struct Rect2 {
            pub position: Vector2,
            pub size: Vector2,
        }

        /// A 2D transform of three column vectors: `x.x`, `x.y`, `y.x`, `y.y`, `origin.x`, `origin.y`.
        ///
        /// Type id 11 in Godot 4, 8 in Godot 3. The payload, after the header of 4 bytes: 24 bytes, 48 in a [`Double`](crate::variant::Double) dialect.
        #[repr(C)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
        pub struct Transform2D {
            pub x: Vector2,
            pub y: Vector2,
            pub origin: Vector2,
        }

        /// A plane: `normal.x`, `normal.y`, `normal.z`, `d`.
        ///
        /// Type id 14 in Godot 4, 9 in Godot 3. The payload, after the header of 4 bytes: 16 bytes, 32 in a [`Double`](crate::variant::Double) dialect.
        ///
        /// `d` is the distance from the origin; Godot's documentation calls it `distance`.
        #[repr(C)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
        pub struct Plane {
            pub normal: Vector3,
            pub d: $real,
        }

        /// A rotation (Godot 3: `Quat`): `x`, `y`, `z`, `w`.
        ///
        /// Type id 15 in Godot 4, 10 in Godot 3. The payload, after the header of 4 bytes: 16 bytes, 32 in a [`Double`](crate::variant::Double) dialect.
        #[repr(C)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
        pub struct Quaternion {
            pub x: $real,
            pub y: $real,
            pub z: $real,
            pub w: $real,
        }

        /// An axis-aligned box (`AABB`): `position.x`, `.y`, `.z`, `size.x`, `.y`, `.z`.
        ///
        /// Type id 16 in Godot 4, 11 in Godot 3. The payload, after the header of 4 bytes: 24 bytes, 48 in a [`Double`](crate::variant::Double) dialect.
        #[repr(C)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
        pub struct Aabb {
            pub position: Vector3,
            pub size: Vector3,
        }

        /// Three axis vectors (the columns of the matrix).
        ///
        /// Type id 17 in Godot 4, 12 in Godot 3. The payload, after the header of 4 bytes: 36 bytes, 72 in a [`Double`](crate::variant::Double) dialect.
        ///
        /// Encoded row by row: `x.x`, `y.x`, `z.x`, `x.y`, `y.y`, `z.y`, `x.z`, `y.z`, `z.z`.
        #[repr(C)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
        pub struct Basis {
            pub x: Vector3,
            pub y: Vector3,
            pub z: Vector3,
        }

        /// A [`Basis`] and an origin (Godot 3: `Transform`).
        ///
        /// Type id 18 in Godot 4, 13 in Godot 3. The payload, after the header of 4 bytes: 48 bytes, 96 in a [`Double`](crate::variant::Double) dialect.
        #[repr(C)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        #[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
        pub struct Transform3D {
            pub basis: Basis,
            pub origin: Vector3,
        }

        /// A 4×4 matrix, column by column: `x.x`, `x.y`, `x.z`, `x.w`, `y.x` ….
        ///
        /// Type id 19; Godot 4 only. The payload, after the header of 4 bytes: 64 bytes, 128 in a [`Double`](crate::variant::Double) dialect.
        #[repr(C)]
        #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
        pub struct Projection {
            pub x: Vector4,
            pub y: Vector4,
            pub z: Vector4,
            pub w: Vector4,
        }

        impl Vector2 {
            /// Both components zero.
            pub const ZERO: Self = Self::new(0.0, 0.0);
            /// From its components.
            pub const fn new(x: $real, y: $real) -> Self {
                Self { x, y }
            }
        }
        impl Vector3 {
            /// All components zero.
            pub const ZERO: Self = Self::new(0.0, 0.0, 0.0);
            /// From its components.
            pub const fn new(x: $real, y: $real, z: $real) -> Self {
                Self { x, y, z }
            }
        }
        impl Vector4 {
            /// All components zero.
            pub const ZERO: Self = Self::new(0.0, 0.0, 0.0, 0.0);
            /// From its components.
            pub const fn new(x: $real, y: $real, z: $real, w: $real) -> Self {
                Self { x, y, z, w }
            }
        }
        impl Rect2 {
            /// From position and size.
            pub const fn new(position: Vector2, size: Vector2) -> Self {
                Self { position, size }
            }
        }
        impl Transform2D {
            /// No rotation, no translation.
            pub const IDENTITY: Self =
                Self::new(Vector2::new(1.0, 0.0), Vector2::new(0.0, 1.0), Vector2::ZERO);
            /// From its column vectors.
            pub const fn new(x: Vector2, y: Vector2, origin: Vector2) -> Self {
                Self { x, y, origin }
            }
        }
        impl Plane {
            /// From its normal and its distance from the origin.
            pub const fn new(normal: Vector3, d: $real) -> Self {
                Self { normal, d }
            }
        }
        impl Quaternion {
            /// No rotation.
            pub const IDENTITY: Self = Self::new(0.0, 0.0, 0.0, 1.0);
            /// From its components.
            pub const fn new(x: $real, y: $real, z: $real, w: $real) -> Self {
                Self { x, y, z, w }
            }
        }
        impl Aabb {
            /// From position and size.
            pub const fn new(position: Vector3, size: Vector3) -> Self {
                Self { position, size }
            }
        }
        impl Basis {
            /// No rotation, no scale.
            pub const IDENTITY: Self = Self::new(
                Vector3::new(1.0, 0.0, 0.0),
                Vector3::new(0.0, 1.0, 0.0),
                Vector3::new(0.0, 0.0, 1.0),
            );
            /// From its axis vectors.
            pub const fn new(x: Vector3, y: Vector3, z: Vector3) -> Self {
                Self { x, y, z }
            }
        }
        impl Transform3D {
            /// No rotation, no translation.
            pub const IDENTITY: Self = Self::new(Basis::IDENTITY, Vector3::ZERO);
            /// From basis and origin.
            pub const fn new(basis: Basis, origin: Vector3) -> Self {
                Self { basis, origin }
            }
        }
        impl Projection {
            /// The identity matrix.
            pub const IDENTITY: Self = Self::new(
                Vector4::new(1.0, 0.0, 0.0, 0.0),
                Vector4::new(0.0, 1.0, 0.0, 0.0),
                Vector4::new(0.0, 0.0, 1.0, 0.0),
                Vector4::new(0.0, 0.0, 0.0, 1.0),
            );
            /// From its column vectors.
            pub const fn new(x: Vector4, y: Vector4, z: Vector4, w: Vector4) -> Self {
                Self { x, y, z, w }
            }
        }

        impl Default for Transform2D {
            fn default() -> Self {
                Self::IDENTITY
            }
        }
        impl Default for Quaternion {
            fn default() -> Self {
                Self::IDENTITY
            }
        }
        impl Default for Basis {
            fn default() -> Self {
                Self::IDENTITY
            }
        }
        impl Default for Projection {
            fn default() -> Self {
                Self::IDENTITY
            }
        }

        components!($real, 2, Vector2, v, [v.x, v.y], [x, y], Vector2 { x, y });
        components!($real, 3, Vector3, v, [v.x, v.y, v.z], [x, y, z], Vector3 { x, y, z });
        components!(
            $real,
            4,
            Vector4,
            v,
            [v.x, v.y, v.z, v.w],
            [x, y, z, w],
            Vector4 { x, y, z, w }
        );
        components!(
            $real,
            4,
            Rect2,
            v,
            [v.position.x, v.position.y, v.size.x, v.size.y],
            [px, py, sx, sy],
            Rect2 { position: Vector2::new(px, py), size: Vector2::new(sx, sy) }
        );
        components!(
            $real,
            6,
            Transform2D,
            v,
            [v.x.x, v.x.y, v.y.x, v.y.y, v.origin.x, v.origin.y],
            [xx, xy, yx, yy, ox, oy],
            Transform2D {
                x: Vector2::new(xx, xy),
                y: Vector2::new(yx, yy),
                origin: Vector2::new(ox, oy)
            }
        );
        components!(
            $real,
            4,
            Plane,
            v,
            [v.normal.x, v.normal.y, v.normal.z, v.d],
            [x, y, z, d],
            Plane { normal: Vector3::new(x, y, z), d }
        );
        components!(
            $real,
            4,
            Quaternion,
            v,
            [v.x, v.y, v.z, v.w],
            [x, y, z, w],
            Quaternion { x, y, z, w }
        );
        components!(
            $real,
            6,
            Aabb,
            v,
            [v.position.x, v.position.y, v.position.z, v.size.x, v.size.y, v.size.z],
            [px, py, pz, sx, sy, sz],
            Aabb { position: Vector3::new(px, py, pz), size: Vector3::new(sx, sy, sz) }
        );
        components!(
            $real,
            9,
            Basis,
            v,
            [v.x.x, v.y.x, v.z.x, v.x.y, v.y.y, v.z.y, v.x.z, v.y.z, v.z.z],
            [xx, yx, zx, xy, yy, zy, xz, yz, zz],
            Basis {
                x: Vector3::new(xx, xy, xz),
                y: Vector3::new(yx, yy, yz),
                z: Vector3::new(zx, zy, zz)
            }
        );
        components!(
            $real,
            12,
            Transform3D,
            v,
            {
                let b = v.basis;
                let o = v.origin;
                [b.x.x, b.y.x, b.z.x, b.x.y, b.y.y, b.z.y, b.x.z, b.y.z, b.z.z, o.x, o.y, o.z]
            },
            [xx, yx, zx, xy, yy, zy, xz, yz, zz, ox, oy, oz],
            Transform3D {
                basis: Basis {
                    x: Vector3::new(xx, xy, xz),
                    y: Vector3::new(yx, yy, yz),
                    z: Vector3::new(zx, zy, zz)
                },
                origin: Vector3::new(ox, oy, oz),
            }
        );
        components!(
            $real,
            16,
            Projection,
            v,
            [
                v.x.x, v.x.y, v.x.z, v.x.w, v.y.x, v.y.y, v.y.z, v.y.w, v.z.x, v.z.y, v.z.z, v.z.w,
                v.w.x, v.w.y, v.w.z, v.w.w,
            ],
            [xx, xy, xz, xw, yx, yy, yz, yw, zx, zy, zz, zw, wx, wy, wz, ww],
            Projection {
                x: Vector4::new(xx, xy, xz, xw),
                y: Vector4::new(yx, yy, yz, yw),
                z: Vector4::new(zx, zy, zz, zw),
                w: Vector4::new(wx, wy, wz, ww),
            }
        );
    };
}

macro_rules! components {
    ($component:ty, $n:literal, $name:ident, $v:ident, $to:expr, $from:pat, $make:expr) => {
        impl Components<$component, $n> for $name {
            #[inline(always)]
            fn to_components(self) -> [$component; $n] {
                let $v = self;
                $to
            }
            #[inline(always)]
            fn from_components(components: [$component; $n]) -> Self {
                let $from = components;
                $make
            }
        }
    };
}

structures!(f32);

/// The structures with 64-bit components, for builds with `precision=double`.
pub mod double {
    use super::Components;

    structures!(f64);
}

/// Red, green, blue, alpha as 32-bit floats in every build.
///
/// Type id 20 in Godot 4, 14 in Godot 3. The payload, after the header of 4 bytes: 16 bytes. The
/// usual range is 0.0 to 1.0; any number can be encoded.
#[repr(C)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Copy, Debug, PartialEq, dataview::Pod)]
#[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
pub struct Color {
    pub r: f32,
    pub g: f32,
    pub b: f32,
    pub a: f32,
}

impl Color {
    /// Makes a color of components, usually 0.0 to 1.0.
    pub const fn new(r: f32, g: f32, b: f32, a: f32) -> Self {
        Self { r, g, b, a }
    }
}

impl Default for Color {
    /// Opaque black, the engine's default.
    fn default() -> Self {
        Self::new(0.0, 0.0, 0.0, 1.0)
    }
}

components!(f32, 4, Color, v, [v.r, v.g, v.b, v.a], [r, g, b, a], Color { r, g, b, a });

/// Two ints: `x`, `y`.
///
/// Type id 6; Godot 4 only. The payload, after the header of 4 bytes: 8 bytes.
#[repr(C)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, dataview::Pod)]
#[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
pub struct Vector2i {
    pub x: i32,
    pub y: i32,
}

/// Three ints: `x`, `y`, `z`.
///
/// Type id 10; Godot 4 only. The payload, after the header of 4 bytes: 12 bytes.
#[repr(C)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, dataview::Pod)]
#[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
pub struct Vector3i {
    pub x: i32,
    pub y: i32,
    pub z: i32,
}

/// Four ints: `x`, `y`, `z`, `w`.
///
/// Type id 13; Godot 4 only. The payload, after the header of 4 bytes: 16 bytes.
#[repr(C)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, dataview::Pod)]
#[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
pub struct Vector4i {
    pub x: i32,
    pub y: i32,
    pub z: i32,
    pub w: i32,
}

/// A rectangle of ints: `position.x`, `position.y`, `size.x`, `size.y`.
///
/// Type id 8; Godot 4 only. The payload, after the header of 4 bytes: 16 bytes.
#[repr(C)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, dataview::Pod)]
#[allow(missing_docs, reason = "the fields are named by the engine and need no words")]
pub struct Rect2i {
    pub position: Vector2i,
    pub size: Vector2i,
}

impl Vector2i {
    /// From its components.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }
}

impl Vector3i {
    /// From its components.
    pub const fn new(x: i32, y: i32, z: i32) -> Self {
        Self { x, y, z }
    }
}

impl Vector4i {
    /// From its components.
    pub const fn new(x: i32, y: i32, z: i32, w: i32) -> Self {
        Self { x, y, z, w }
    }
}

impl Rect2i {
    /// From position and size.
    pub const fn new(position: Vector2i, size: Vector2i) -> Self {
        Self { position, size }
    }
}

components!(i32, 2, Vector2i, v, [v.x, v.y], [x, y], Vector2i { x, y });
components!(i32, 3, Vector3i, v, [v.x, v.y, v.z], [x, y, z], Vector3i { x, y, z });
components!(i32, 4, Vector4i, v, [v.x, v.y, v.z, v.w], [x, y, z, w], Vector4i { x, y, z, w });
components!(
    i32,
    4,
    Rect2i,
    v,
    [v.position.x, v.position.y, v.size.x, v.size.y],
    [px, py, sx, sy],
    Rect2i { position: Vector2i::new(px, py), size: Vector2i::new(sx, sy) }
);
