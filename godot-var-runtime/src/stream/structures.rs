//! The components of the engine's structures in their order: matrices by columns.

/// Calls a macro for each structure of reals: its name, its type, the type of its components, how many these are, and
/// where they are.
macro_rules! real_structures {
    ($call:ident) => {
        real_structures! { @of $call f32 crate::variant::math }
        real_structures! { @of $call f64 crate::variant::math::double }
        $call! { "Color" crate::variant::math::Color, f32, 4: r, g, b, a }
    };
    (@of $call:ident $real:ident $($path:ident)::+) => {
        $call! { "Vector2" $($path)::+::Vector2, $real, 2: x, y }
        $call! { "Vector3" $($path)::+::Vector3, $real, 3: x, y, z }
        $call! { "Vector4" $($path)::+::Vector4, $real, 4: x, y, z, w }
        $call! { "Quaternion" $($path)::+::Quaternion, $real, 4: x, y, z, w }
        $call! { "Rect2" $($path)::+::Rect2, $real, 4: position.x, position.y, size.x, size.y }
        $call! { "Plane" $($path)::+::Plane, $real, 4: normal.x, normal.y, normal.z, d }
        $call! {
            "AABB" $($path)::+::Aabb, $real, 6:
            position.x, position.y, position.z, size.x, size.y, size.z
        }
        $call! { "Transform2D" $($path)::+::Transform2D, $real, 6: x.x, x.y, y.x, y.y, origin.x, origin.y }
        $call! {
            "Basis" $($path)::+::Basis, $real, 9: x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z
        }
        $call! {
            "Transform3D" $($path)::+::Transform3D, $real, 12:
            basis.x.x, basis.x.y, basis.x.z, basis.y.x, basis.y.y, basis.y.z,
            basis.z.x, basis.z.y, basis.z.z, origin.x, origin.y, origin.z
        }
        $call! {
            "Projection" $($path)::+::Projection, $real, 16:
            x.x, x.y, x.z, x.w, y.x, y.y, y.z, y.w, z.x, z.y, z.z, z.w, w.x, w.y, w.z, w.w
        }
    };
}

/// The same for structures of ints.
macro_rules! int_structures {
    ($call:ident) => {
        $call! { "Vector2i" crate::variant::math::Vector2i, i32, 2: x, y }
        $call! { "Vector3i" crate::variant::math::Vector3i, i32, 3: x, y, z }
        $call! { "Vector4i" crate::variant::math::Vector4i, i32, 4: x, y, z, w }
        $call! { "Rect2i" crate::variant::math::Rect2i, i32, 4: position.x, position.y, size.x, size.y }
    };
}

pub(crate) use {int_structures, real_structures};
