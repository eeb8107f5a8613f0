//! Flat messages with what only Godot 4 has.

use godot_var::math::{Projection, Rect2i, Vector2i, Vector3i, Vector4, Vector4i};
use godot_var::{Array, Dictionary, GodotFlat, GodotVar, Variant, Vector2};

/// Structures of the engine.
#[derive(GodotFlat)]
pub struct Structures4 {
    pub vector4: Vector4,
    pub vector2i: Vector2i,
    pub vector3i: Vector3i,
    pub vector4i: Vector4i,
    pub rect2i: Rect2i,
    pub projection: Projection,
    pub list: Vec<Vector2i>,
}

/// Variants.
#[derive(GodotFlat)]
pub struct Variants {
    pub any: Variant,
    pub dictionary: Dictionary,
    pub array: Array,
    #[flat(as = Godot4)]
    pub entry: Entry,
    #[flat(as = Godot4)]
    pub places: Vec<Vector2>,
}

/// A Variant inside a flat message.
#[derive(GodotVar)]
pub struct Entry {
    pub name: String,
}

/// A Variant alone.
#[derive(GodotFlat)]
pub struct Anything {
    pub value: Variant,
}

/// A Variant after the number of its bytes in the other order.
#[derive(GodotFlat)]
#[flat(big_endian)]
pub struct AnythingTurned {
    pub value: Variant,
}
