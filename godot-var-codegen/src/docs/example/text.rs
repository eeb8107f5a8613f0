//! Writes values in GDScript syntax.

use std::fmt::Write as _;

use crate::text::gdscript_string as quoted;
use godot_var_runtime::variant::{Basis, Generation, Variant, Vector2, Vector3};

/// Writes a value as an expression: `{"id": 7, "pos": Vector3(1.0, 2.0, 3.0)}`.
pub(super) fn gdscript(value: &Variant, generation: Generation) -> String {
    let mut text = String::new();
    write(&mut text, value, generation);
    text
}

/// Writes a key as a step of a path: `.id`, `["b b"]`.
pub(super) fn step(key: &str) -> String {
    let mut chars = key.chars();
    let starts = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    if starts && chars.all(|c| c.is_alphanumeric() || c == '_') {
        format!(".{key}")
    } else {
        format!("[{}]", quoted(key))
    }
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    let written = out.write_fmt(text);
    debug_assert!(written.is_ok(), "a String takes every text");
}

fn call(out: &mut String, name: &str, numbers: &[f32]) {
    let numbers = numbers.iter().map(|number| format!("{number:?}"));
    put(out, format_args!("{name}({})", numbers.collect::<Vec<_>>().join(", ")));
}

fn ints(out: &mut String, name: &str, numbers: &[i32]) {
    let numbers = numbers.iter().map(ToString::to_string);
    put(out, format_args!("{name}({})", numbers.collect::<Vec<_>>().join(", ")));
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "one of the ways to write an element")]
fn vector2(out: &mut String, Vector2 { x, y }: &Vector2) {
    call(out, "Vector2", &[*x, *y]);
}

fn vector3(out: &mut String, Vector3 { x, y, z }: &Vector3) {
    call(out, "Vector3", &[*x, *y, *z]);
}

fn basis(out: &mut String, basis: &Basis) {
    out.push_str("Basis(");
    separated(out, &[basis.x, basis.y, basis.z], vector3);
    out.push(')');
}

fn separated<T>(out: &mut String, items: &[T], mut each: impl FnMut(&mut String, &T)) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        each(out, item);
    }
}

fn packed<T>(out: &mut String, name: &str, items: &[T], each: impl FnMut(&mut String, &T)) {
    put(out, format_args!("{name}(["));
    separated(out, items, each);
    out.push_str("])");
}

fn write(out: &mut String, value: &Variant, generation: Generation) {
    let name = value.variant_type().name(generation);
    let show =
        |out: &mut String, number: &dyn std::fmt::Debug| put(out, format_args!("{number:?}"));
    match value {
        Variant::Nil => out.push_str("null"),
        Variant::Bool(truth) => put(out, format_args!("{truth}")),
        Variant::Int(number) => put(out, format_args!("{number}")),
        Variant::Float(number) => show(out, number),
        Variant::String(text) => out.push_str(&quoted(text)),
        Variant::StringName(name) => put(out, format_args!("&{}", quoted(name.as_str()))),
        Variant::NodePath(path) => {
            put(out, format_args!("NodePath({})", quoted(&path.to_string())));
        }
        Variant::Vector2(vector) => vector2(out, vector),
        Variant::Vector3(vector) => vector3(out, vector),
        Variant::Vector2i(v) => ints(out, "Vector2i", &[v.x, v.y]),
        Variant::Vector3i(v) => ints(out, "Vector3i", &[v.x, v.y, v.z]),
        Variant::Vector4i(v) => ints(out, "Vector4i", &[v.x, v.y, v.z, v.w]),
        Variant::Vector4(v) => call(out, "Vector4", &[v.x, v.y, v.z, v.w]),
        Variant::Quaternion(q) => call(out, name, &[q.x, q.y, q.z, q.w]),
        Variant::Color(c) => call(out, "Color", &[c.r, c.g, c.b, c.a]),
        Variant::Plane(p) => call(out, "Plane", &[p.normal.x, p.normal.y, p.normal.z, p.d]),
        Variant::Rect2(rect) => {
            let (at, size) = (&rect.position, &rect.size);
            call(out, "Rect2", &[at.x, at.y, size.x, size.y]);
        }
        Variant::Rect2i(rect) => {
            let (at, size) = (&rect.position, &rect.size);
            ints(out, "Rect2i", &[at.x, at.y, size.x, size.y]);
        }
        Variant::Aabb(aabb) => {
            out.push_str("AABB(");
            separated(out, &[aabb.position, aabb.size], vector3);
            out.push(')');
        }
        Variant::Transform2D(t) => {
            out.push_str("Transform2D(");
            separated(out, &[t.x, t.y, t.origin], vector2);
            out.push(')');
        }
        Variant::Basis(axes) => basis(out, axes),
        Variant::Transform3D(t) => {
            put(out, format_args!("{name}("));
            basis(out, &t.basis);
            out.push_str(", ");
            vector3(out, &t.origin);
            out.push(')');
        }
        Variant::Projection(p) => {
            out.push_str("Projection(");
            separated(out, &[p.x, p.y, p.z, p.w], |out, v| {
                call(out, "Vector4", &[v.x, v.y, v.z, v.w]);
            });
            out.push(')');
        }
        Variant::Array(array) => {
            out.push('[');
            separated(out, &array.elements, |out, item| write(out, item, generation));
            out.push(']');
        }
        Variant::Dictionary(dictionary) => {
            out.push('{');
            separated(out, &dictionary.entries, |out, (key, value)| {
                write(out, key, generation);
                out.push_str(": ");
                write(out, value, generation);
            });
            out.push('}');
        }
        Variant::PackedByteArray(items) => {
            packed(out, name, items, |out, item| show(out, item));
        }
        Variant::PackedInt32Array(items) => {
            packed(out, name, items, |out, item| show(out, item));
        }
        Variant::PackedInt64Array(items) => {
            packed(out, name, items, |out, item| show(out, item));
        }
        Variant::PackedFloat32Array(items) => {
            packed(out, name, items, |out, item| show(out, item));
        }
        Variant::PackedFloat64Array(items) => {
            packed(out, name, items, |out, item| show(out, item));
        }
        Variant::PackedStringArray(items) => {
            packed(out, name, items, |out, item| out.push_str(&quoted(item)));
        }
        Variant::PackedVector2Array(items) => packed(out, name, items, vector2),
        Variant::PackedVector3Array(items) => packed(out, name, items, vector3),
        Variant::PackedVector4Array(items) => {
            packed(out, name, items, |out, v| {
                call(out, "Vector4", &[v.x, v.y, v.z, v.w]);
            });
        }
        Variant::PackedColorArray(items) => {
            packed(out, name, items, |out, c| {
                call(out, "Color", &[c.r, c.g, c.b, c.a]);
            });
        }
        Variant::Rid(_) => out.push_str("RID()"),
        Variant::ObjectId(_) | Variant::Object(_) => out.push_str("<object>"),
        Variant::Callable(_) => out.push_str("Callable()"),
        Variant::Signal(_) => out.push_str("Signal()"),
        Variant::Double(structure) => put(out, format_args!("{structure:?}")),
    }
}
