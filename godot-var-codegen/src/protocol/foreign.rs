//! Types of other crates that are encoded as Godot types, if a feature of `godot-var` is on.

use super::types::{Engine, Integer, ParsedText, Type};

/// The crates that have such types.
pub(super) const CRATES: [&str; 3] = ["bytes", "glam", "uuid"];

/// Returns the type for a full name.
pub(super) fn known(full: &[String]) -> Option<Type> {
    match full {
        [first, name] if first == "bytes" && name == "Bytes" => {
            Some(Type::List(Box::new(Type::Int(Integer::U8))))
        }
        [first, name] if first == "uuid" && name == "Uuid" => Some(Type::Parsed(ParsedText::Uuid)),
        // `glam::Vec3`, `glam::f32::Vec3`
        [first, .., name] if first == "glam" => glam(name),
        _ => None,
    }
}

fn glam(name: &str) -> Option<Type> {
    let wide = name.strip_prefix('D');
    let engine = match wide.unwrap_or(name) {
        "Vec2" => Engine::Vector2,
        "Vec3" => Engine::Vector3,
        "Vec4" => Engine::Vector4,
        "Quat" => Engine::Quaternion,
        "Mat3" => Engine::Basis,
        "Mat4" => Engine::Projection,
        "Affine2" => Engine::Transform2D,
        "Affine3" if wide.is_some() => Engine::Transform3D,
        "Vec3A" if wide.is_none() => Engine::Vector3,
        "Mat3A" if wide.is_none() => Engine::Basis,
        "Affine3A" if wide.is_none() => Engine::Transform3D,
        "IVec2" if wide.is_none() => Engine::Vector2i,
        "IVec3" if wide.is_none() => Engine::Vector3i,
        "IVec4" if wide.is_none() => Engine::Vector4i,
        _ => return None,
    };
    Some(if wide.is_some() { Type::Double(engine) } else { Type::Engine(engine) })
}
