//! The parts of the engine's classes without arithmetic: constants, conversions from arrays and
//! tuples, components by index.

use core::ops::{Index, IndexMut};

use super::math::{self, Color, Vector2i, Vector3i, Vector4i, double};

/// `NAME(components);` for a type with `new`.
macro_rules! constants {
    ($type:ty: $($(#[$doc:meta])* $name:ident($($component:expr),*);)*) => {
        impl $type {
            $($(#[$doc])* pub const $name: Self = Self::new($($component),*);)*
        }
    };
}

/// Conversions from and to arrays and tuples, and `Index` by the position of a component.
macro_rules! components {
    (@ $component:ty, $field:ident) => { $component };
    ($type:ty, $component:ty, $n:literal, $($field:ident: $position:tt),*) => {
        impl From<[$component; $n]> for $type {
            fn from([$($field),*]: [$component; $n]) -> Self {
                Self { $($field),* }
            }
        }

        impl From<$type> for [$component; $n] {
            fn from(value: $type) -> Self {
                [$(value.$field),*]
            }
        }

        impl From<($(components!(@ $component, $field),)*)> for $type {
            fn from(($($field,)*): ($(components!(@ $component, $field),)*)) -> Self {
                Self { $($field),* }
            }
        }

        impl From<$type> for ($(components!(@ $component, $field),)*) {
            fn from(value: $type) -> Self {
                ($(value.$field,)*)
            }
        }

        /// A component by its index, as `value[0]` in GDScript.
        ///
        /// # Panics
        /// If the index is beyond the last component.
        impl Index<usize> for $type {
            type Output = $component;

            fn index(&self, index: usize) -> &$component {
                match index {
                    $($position => &self.$field,)*
                    _ => panic!("index {index} of {} components", $n),
                }
            }
        }

        impl IndexMut<usize> for $type {
            fn index_mut(&mut self, index: usize) -> &mut $component {
                match index {
                    $($position => &mut self.$field,)*
                    _ => panic!("index {index} of {} components", $n),
                }
            }
        }
    };
}

/// The constants of structures of reals.
macro_rules! structures {
    ($real:ident, $module:ident) => {
        constants! { $module::Vector2:
            /// Both components one.
            ONE(1.0, 1.0);
            /// Both components infinite.
            INF($real::INFINITY, $real::INFINITY);
            /// `(-1, 0)`
            LEFT(-1.0, 0.0);
            /// `(1, 0)`
            RIGHT(1.0, 0.0);
            /// `(0, -1)`: in two dimensions y points down.
            UP(0.0, -1.0);
            /// `(0, 1)`: in two dimensions y points down.
            DOWN(0.0, 1.0);
        }
        constants! { $module::Vector3:
            /// All components one.
            ONE(1.0, 1.0, 1.0);
            /// All components infinite.
            INF($real::INFINITY, $real::INFINITY, $real::INFINITY);
            /// `(-1, 0, 0)`
            LEFT(-1.0, 0.0, 0.0);
            /// `(1, 0, 0)`
            RIGHT(1.0, 0.0, 0.0);
            /// `(0, 1, 0)`
            UP(0.0, 1.0, 0.0);
            /// `(0, -1, 0)`
            DOWN(0.0, -1.0, 0.0);
            /// `(0, 0, -1)`: where a camera looks.
            FORWARD(0.0, 0.0, -1.0);
            /// `(0, 0, 1)`
            BACK(0.0, 0.0, 1.0);
            /// `(1, 0, 0)`: the left side of an imported model.
            MODEL_LEFT(1.0, 0.0, 0.0);
            /// `(-1, 0, 0)`: the right side of an imported model.
            MODEL_RIGHT(-1.0, 0.0, 0.0);
            /// `(0, 1, 0)`: the top of an imported model.
            MODEL_TOP(0.0, 1.0, 0.0);
            /// `(0, -1, 0)`: the bottom of an imported model.
            MODEL_BOTTOM(0.0, -1.0, 0.0);
            /// `(0, 0, 1)`: the front of an imported model.
            MODEL_FRONT(0.0, 0.0, 1.0);
            /// `(0, 0, -1)`: the rear of an imported model.
            MODEL_REAR(0.0, 0.0, -1.0);
        }
        constants! { $module::Vector4:
            /// All components one.
            ONE(1.0, 1.0, 1.0, 1.0);
            /// All components infinite.
            INF($real::INFINITY, $real::INFINITY, $real::INFINITY, $real::INFINITY);
        }
        constants! { $module::Plane:
            /// The plane of the y and z axes.
            PLANE_YZ($module::Vector3::RIGHT, 0.0);
            /// The plane of the x and z axes.
            PLANE_XZ($module::Vector3::UP, 0.0);
            /// The plane of the x and y axes.
            PLANE_XY($module::Vector3::BACK, 0.0);
        }
        constants! { $module::Transform2D:
            /// Mirrors the x axis.
            FLIP_X($module::Vector2::LEFT, $module::Vector2::DOWN, $module::Vector2::ZERO);
            /// Mirrors the y axis.
            FLIP_Y($module::Vector2::RIGHT, $module::Vector2::UP, $module::Vector2::ZERO);
        }
        constants! { $module::Basis:
            /// Mirrors the x axis.
            FLIP_X($module::Vector3::LEFT, $module::Vector3::UP, $module::Vector3::BACK);
            /// Mirrors the y axis.
            FLIP_Y($module::Vector3::RIGHT, $module::Vector3::DOWN, $module::Vector3::BACK);
            /// Mirrors the z axis.
            FLIP_Z($module::Vector3::RIGHT, $module::Vector3::UP, $module::Vector3::FORWARD);
        }
        constants! { $module::Transform3D:
            /// Mirrors the x axis.
            FLIP_X($module::Basis::FLIP_X, $module::Vector3::ZERO);
            /// Mirrors the y axis.
            FLIP_Y($module::Basis::FLIP_Y, $module::Vector3::ZERO);
            /// Mirrors the z axis.
            FLIP_Z($module::Basis::FLIP_Z, $module::Vector3::ZERO);
        }
        constants! { $module::Projection:
            /// All components zero.
            ZERO($module::Vector4::ZERO, $module::Vector4::ZERO, $module::Vector4::ZERO, $module::Vector4::ZERO);
        }
        components!($module::Vector2, $real, 2, x: 0, y: 1);
        components!($module::Vector3, $real, 3, x: 0, y: 1, z: 2);
        components!($module::Vector4, $real, 4, x: 0, y: 1, z: 2, w: 3);
        components!($module::Quaternion, $real, 4, x: 0, y: 1, z: 2, w: 3);
    };
}

structures!(f32, math);
structures!(f64, double);

constants! { Vector2i:
    /// Both components zero.
    ZERO(0, 0);
    /// Both components one.
    ONE(1, 1);
    /// Both components the smallest.
    MIN(i32::MIN, i32::MIN);
    /// Both components the largest.
    MAX(i32::MAX, i32::MAX);
    /// `(-1, 0)`
    LEFT(-1, 0);
    /// `(1, 0)`
    RIGHT(1, 0);
    /// `(0, -1)`: in two dimensions y points down.
    UP(0, -1);
    /// `(0, 1)`: in two dimensions y points down.
    DOWN(0, 1);
}
constants! { Vector3i:
    /// All components zero.
    ZERO(0, 0, 0);
    /// All components one.
    ONE(1, 1, 1);
    /// All components the smallest.
    MIN(i32::MIN, i32::MIN, i32::MIN);
    /// All components the largest.
    MAX(i32::MAX, i32::MAX, i32::MAX);
    /// `(-1, 0, 0)`
    LEFT(-1, 0, 0);
    /// `(1, 0, 0)`
    RIGHT(1, 0, 0);
    /// `(0, 1, 0)`
    UP(0, 1, 0);
    /// `(0, -1, 0)`
    DOWN(0, -1, 0);
    /// `(0, 0, -1)`
    FORWARD(0, 0, -1);
    /// `(0, 0, 1)`
    BACK(0, 0, 1);
}
constants! { Vector4i:
    /// All components zero.
    ZERO(0, 0, 0, 0);
    /// All components one.
    ONE(1, 1, 1, 1);
    /// All components the smallest.
    MIN(i32::MIN, i32::MIN, i32::MIN, i32::MIN);
    /// All components the largest.
    MAX(i32::MAX, i32::MAX, i32::MAX, i32::MAX);
}
components!(Vector2i, i32, 2, x: 0, y: 1);
components!(Vector3i, i32, 3, x: 0, y: 1, z: 2);
components!(Vector4i, i32, 4, x: 0, y: 1, z: 2, w: 3);
components!(Color, f32, 4, r: 0, g: 1, b: 2, a: 3);

impl Color {
    /// Makes an opaque color of components, usually 0.0 to 1.0.
    pub const fn rgb(r: f32, g: f32, b: f32) -> Self {
        Self::new(r, g, b, 1.0)
    }

    /// Makes a color of components from 0 to 255.
    pub const fn from_rgba8(r: u8, g: u8, b: u8, a: u8) -> Self {
        Self::new(r as f32 / 255.0, g as f32 / 255.0, b as f32 / 255.0, a as f32 / 255.0)
    }

    /// Makes a color of eight hex digits, two for each component: `0xff8000ff` is orange.
    pub const fn hex(rgba: u32) -> Self {
        let [r, g, b, a] = rgba.to_be_bytes();
        Self::from_rgba8(r, g, b, a)
    }
}
