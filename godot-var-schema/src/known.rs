//! The types that derives know by their names. A different type with one of these names is encoded correctly, too.

/// Rust's numbers that every wire has, `bool` and `char`.
pub const NUMBERS: [&str; 12] =
    ["bool", "char", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64"];

/// Godot's structures that Godot 3 has, too.
const STRUCTURES: [&str; 10] = [
    "Aabb",
    "Basis",
    "Color",
    "Plane",
    "Quaternion",
    "Rect2",
    "Transform2D",
    "Transform3D",
    "Vector2",
    "Vector3",
];

/// Godot's structures that Godot 3 lacks.
const NEWER: [&str; 6] = ["Projection", "Rect2i", "Vector2i", "Vector3i", "Vector4", "Vector4i"];

/// The elements of packed arrays that a view borrows from the message, besides bytes.
pub const VIEWED: [&str; 8] =
    ["i32", "i64", "f32", "f64", "Vector2", "Vector3", "Vector4", "Color"];

/// Whether this is a structure of Godot.
pub fn is_structure(name: &str) -> bool {
    STRUCTURES.contains(&name) || NEWER.contains(&name)
}

/// Whether an engine may lack this type.
pub fn may_not_exist(name: &str) -> bool {
    NEWER.contains(&name) || matches!(name, "Callable" | "PackedView" | "Signal")
}

/// Whether values of this type own no memory.
pub fn is_plain(name: &str) -> bool {
    NUMBERS.contains(&name)
        || is_structure(name)
        || matches!(name, "Callable" | "Cow" | "ObjectId" | "PackedView" | "Rid")
}
