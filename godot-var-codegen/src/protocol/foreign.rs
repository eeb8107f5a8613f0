//! Types of other crates that are encoded as Godot types, if a feature of `godot-var` is on.

use super::types::{Type, engine_type};

/// The crates that have such types.
pub(super) const CRATES: [&str; 3] = ["bytes", "glam", "uuid"];

/// Returns the type for a full name.
pub(super) fn known(full: &[String]) -> Option<Type> {
    match full {
        [first, name] if first == "bytes" && name == "Bytes" => {
            Some(Type::List(Box::new(Type::U8)))
        }
        [first, name] if first == "uuid" && name == "Uuid" => Type::named("Uuid"),
        // `glam::Vec3`, `glam::f32::Vec3`
        [first, .., name] if first == "glam" => glam(name),
        _ => None,
    }
}

fn glam(name: &str) -> Option<Type> {
    let wide = name.strip_prefix('D');
    let engine = match wide.unwrap_or(name) {
        "Vec2" => "Vector2",
        "Vec3" => "Vector3",
        "Vec4" => "Vector4",
        "Quat" => "Quaternion",
        "Mat3" => "Basis",
        "Mat4" => "Projection",
        "Affine2" => "Transform2D",
        "Affine3" if wide.is_some() => "Transform3D",
        "Vec3A" if wide.is_none() => "Vector3",
        "Mat3A" if wide.is_none() => "Basis",
        "Affine3A" if wide.is_none() => "Transform3D",
        "IVec2" if wide.is_none() => "Vector2i",
        "IVec3" if wide.is_none() => "Vector3i",
        "IVec4" if wide.is_none() => "Vector4i",
        _ => return None,
    };
    let ty = Type::engine(engine_type(engine)?);
    Some(if wide.is_some() { ty.doubled() } else { ty })
}
