//! Writes values in GDScript syntax.

use godot_var_runtime::variant::{Generation, Payload, Variant, VariantType};

use crate::text::gdscript_string as quoted;
use crate::values::{Numbers, components, elements};

/// Writes a value as an expression: `{"id": 7, "pos": Vector3(1.0, 2.0, 3.0)}`.
pub(crate) fn gdscript(value: &Variant, generation: Generation) -> String {
    let of = |value: &Variant| gdscript(value, generation);
    let kind = value.variant_type();
    let name = kind.name(generation);
    match value {
        Variant::Nil => "null".to_owned(),
        Variant::Bool(truth) => truth.to_string(),
        Variant::Int(number) => number.to_string(),
        Variant::Float(number) => format!("{number:?}"),
        Variant::String(text) => quoted(text),
        Variant::StringName(name) => format!("&{}", quoted(name.as_str())),
        Variant::NodePath(path) => format!("NodePath({})", quoted(&path.to_string())),
        Variant::Array(array) => format!("[{}]", joined(array.elements.iter().map(of))),
        Variant::Dictionary(dictionary) => {
            let entries = dictionary.entries.iter();
            let entries = entries.map(|(key, value)| format!("{}: {}", of(key), of(value)));
            format!("{{{}}}", joined(entries))
        }
        Variant::ObjectId(_) | Variant::Object(_) => "<object>".to_owned(),
        Variant::Double(structure) => format!("{structure:?}"),
        value => match kind.payload() {
            Payload::Packed { .. } | Payload::PackedTexts => {
                format!("{name}({})", of(&unpacked(value.clone())))
            }
            Payload::Structure { names, .. } => {
                format!("{name}({})", structure(value, kind, names))
            }
            _ => format!("{name}()"),
        },
    }
}

/// Writes a key as a step of a path: `.id`, `["b b"]`.
pub(crate) fn step(key: &str) -> String {
    let mut chars = key.chars();
    let starts = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    if starts && chars.all(|c| c.is_alphanumeric() || c == '_') {
        format!(".{key}")
    } else {
        format!("[{}]", quoted(key))
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// Writes what the constructor of a structure takes: numbers, or vectors of them.
fn structure(value: &Variant, kind: VariantType, names: &[&str]) -> String {
    let numbers: Vec<String> = match components(value) {
        Some(Numbers::I32(all)) => all.iter().map(i32::to_string).collect(),
        Some(Numbers::F32(all)) => all.iter().map(|number| format!("{number:?}")).collect(),
        _ => return String::new(),
    };
    let mut vectors: Vec<(&str, Vec<String>)> = Vec::new();
    for (name, number) in names.iter().zip(numbers) {
        let is_flat = matches!(kind, VariantType::Rect2 | VariantType::Rect2i | VariantType::Plane);
        let vector = name.split_once('.').filter(|_| !is_flat).map_or("", |(vector, _)| vector);
        match vectors.iter_mut().find(|(known, _)| *known == vector) {
            Some((_, numbers)) => numbers.push(number),
            None => vectors.push((vector, vec![number])),
        }
    }
    let mut parts = vectors.into_iter().map(|(vector, numbers)| match vector {
        "" => numbers.join(", "),
        _ => format!("Vector{}({})", numbers.len(), numbers.join(", ")),
    });
    if kind == VariantType::Transform3D {
        let basis = joined(parts.by_ref().take(3));
        return joined([format!("Basis({basis})")].into_iter().chain(parts));
    }
    joined(parts)
}

/// Converts a packed array to an Array of its elements.
pub(crate) fn unpacked(value: Variant) -> Variant {
    match &value {
        Variant::Double(_) => value,
        packed => elements(packed).map_or(value, Variant::from),
    }
}
