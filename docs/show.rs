// What the examples of the documentation share: messages as GDScript would write them down.
// Examples include this file out of sight, as a module.

use godot_var::*;
// The examples name what they show; where it is, the tables beside them say.
pub use godot_var::{dialect::*, error::*, framing::*, inspect::*, layout::*, math::*, values::*};

/// What a Godot 4 client receives, as a GDScript literal.
pub fn sent<T: ToVariantBytes>(value: &T) -> String {
    let bytes = value.to_variant_bytes::<Godot4>().expect("can be written");
    literal(&Variant::from_variant_bytes::<Godot4>(&bytes).expect("can be read"))
}

/// The bytes that a Godot 4 client receives, in hex, a blank between words.
pub fn hex<T: ToVariantBytes>(value: &T) -> String {
    let bytes = value.to_variant_bytes::<Godot4>().expect("can be written");
    bytes.chunks(4).map(hex::encode).collect::<Vec<_>>().join(" ")
}

/// Reads what a Godot 4 client sends when it puts this value.
pub fn receive<T: for<'de> FromVariantBytes<'de>>(
    value: impl Into<Variant>,
) -> Result<T, DecodeError> {
    let bytes = value.into().to_variant_bytes::<Godot4>().expect("can be written");
    T::from_variant_bytes::<Godot4>(&bytes)
}

/// `{"key": value, …}`
pub fn dict<const N: usize>(pairs: [(&str, Variant); N]) -> Variant {
    Variant::Dictionary(Dictionary::from_iter(pairs))
}

/// `[value, …]`
pub fn array<const N: usize>(elements: [Variant; N]) -> Variant {
    Variant::from(elements.to_vec())
}

fn list(elements: impl IntoIterator<Item = String>) -> String {
    elements.into_iter().collect::<Vec<_>>().join(", ")
}

fn type_name(element: Option<&ElementType>) -> String {
    match element {
        Some(ElementType::Builtin(kind)) => kind.name(Generation::Godot4).into(),
        Some(ElementType::Class(name) | ElementType::Script(name)) => name.clone(),
        None => "Variant".into(),
    }
}

fn literal(value: &Variant) -> String {
    match value {
        Variant::Nil => "null".into(),
        Variant::Bool(truth) => truth.to_string(),
        Variant::Int(number) => number.to_string(),
        Variant::Float(number) => format!("{number:?}"),
        Variant::String(text) => format!("{text:?}"),
        Variant::StringName(name) => format!("&{:?}", name.as_str()),
        Variant::NodePath(path) => format!("^\"{path}\""),
        Variant::Vector2(v) => format!("Vector2({}, {})", v.x, v.y),
        Variant::Vector3(v) => format!("Vector3({}, {}, {})", v.x, v.y, v.z),
        Variant::Dictionary(dictionary) => {
            let pairs = dictionary.entries.iter();
            let pairs =
                list(pairs.map(|(key, value)| format!("{}: {}", literal(key), literal(value))));
            match &dictionary.types {
                None => format!("{{{pairs}}}"),
                Some(types) => {
                    let (key, value) =
                        (type_name(types.key.as_ref()), type_name(types.value.as_ref()));
                    format!("Dictionary[{key}, {value}]({{{pairs}}})")
                }
            }
        }
        Variant::Array(array) => {
            let elements = list(array.elements.iter().map(literal));
            match &array.element_type {
                None => format!("[{elements}]"),
                Some(kind) => format!("Array[{}]([{elements}])", type_name(Some(kind))),
            }
        }
        Variant::PackedByteArray(bytes) => packed(value, bytes.iter().map(u8::to_string)),
        Variant::PackedInt32Array(ints) => packed(value, ints.iter().map(i32::to_string)),
        Variant::PackedInt64Array(ints) => packed(value, ints.iter().map(i64::to_string)),
        Variant::PackedFloat32Array(floats) => {
            packed(value, floats.iter().map(|f| format!("{f:?}")))
        }
        Variant::PackedFloat64Array(floats) => {
            packed(value, floats.iter().map(|f| format!("{f:?}")))
        }
        Variant::PackedStringArray(texts) => packed(value, texts.iter().map(|t| format!("{t:?}"))),
        other => format!("{other:?}"),
    }
}

fn packed(value: &Variant, elements: impl Iterator<Item = String>) -> String {
    format!("{}([{}])", value.variant_type().name(Generation::Godot4), list(elements))
}
