//! As `boundaries.rs`, for types that only Godot 4 has, or whose values mean something in one engine alone.

use godot_var::GodotVar;
use godot_var::math::{Projection, Rect2i, Vector2i, Vector3i, Vector4, Vector4i, double};
use godot_var::values::{Callable, ObjectId, Rid, Signal, StringName};

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfTypedFixedList {
    pub is_typed_fixed_list: bool,
    #[godot_var(typed)]
    pub value: [i64; 1],
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfVector2i {
    pub is_vector2i: bool,
    pub value: Vector2i,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfVector3i {
    pub is_vector3i: bool,
    pub value: Vector3i,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfVector4i {
    pub is_vector4i: bool,
    pub value: Vector4i,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfRect2i {
    pub is_rect2i: bool,
    pub value: Rect2i,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfVector4 {
    pub is_vector4: bool,
    pub value: Vector4,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfProjection {
    pub is_projection: bool,
    pub value: Projection,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfRid {
    pub is_rid: bool,
    pub value: Rid,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfObjectId {
    pub is_object_id: bool,
    pub value: ObjectId,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfCallable {
    pub is_callable: bool,
    pub value: Callable,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfSignal {
    pub is_signal: bool,
    pub value: Signal,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfWideVector3 {
    pub is_wide_vector3: bool,
    pub value: double::Vector3,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfVector4 {
    pub is_list_of_vector4: bool,
    pub value: Vec<Vector4>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfListOfVector2i {
    pub is_list_of_vector2i: bool,
    pub value: Vec<Vector2i>,
}

#[derive(Debug, PartialEq, GodotVar)]
pub struct OfStrictName {
    pub is_strict_name: bool,
    #[godot_var(strict)]
    pub value: StringName,
}

/// The fingerprint of this protocol: `LAYOUT` in the generated GDScript is the same text.
pub const LAYOUT: &str = godot_var::protocol_fingerprint!();
