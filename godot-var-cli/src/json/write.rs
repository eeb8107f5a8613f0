//! Writes the lossless form of a value.

use godot_var::Variant;
use godot_var::dialect::{DialectSpec, Generation};
use godot_var::values::ElementType;
use godot_var_codegen::values::{Numbers, components};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};

use super::transpose;

/// The lossless form of a value, with the type names of a dialect. It is written without a JSON tree in memory.
pub(crate) struct Tagged<'a>(pub(crate) &'a Variant, pub(crate) &'a DialectSpec);

impl Serialize for Tagged<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(value, spec) = self;
        let mut form = serializer.serialize_map(None)?;
        match value {
            Variant::ObjectId(_) => form.serialize_entry("t", "ObjectId")?,
            _ => form.serialize_entry("t", value.variant_type().name(spec.generation))?,
        }
        content(value, spec, &mut form)?;
        form.end()
    }
}

/// Writes the entries next to the type's name.
fn content<M: SerializeMap>(
    value: &Variant,
    spec: &DialectSpec,
    form: &mut M,
) -> Result<(), M::Error> {
    match value {
        Variant::Nil | Variant::Callable(_) => Ok(()),
        Variant::Bool(truth) => form.serialize_entry("v", truth),
        Variant::Int(number) => form.serialize_entry("v", &number.to_string()),
        Variant::Float(number) => form.serialize_entry("bits", &bits(*number)),
        Variant::String(text) => form.serialize_entry("v", text),
        Variant::StringName(name) => form.serialize_entry("v", name.as_str()),
        Variant::NodePath(path) => {
            form.serialize_entry("names", &path.names)?;
            form.serialize_entry("subnames", &path.subnames)?;
            form.serialize_entry("absolute", &path.absolute)
        }
        Variant::Rid(id) => form.serialize_entry("v", &id.0.to_string()),
        Variant::ObjectId(id) => form.serialize_entry("v", &id.0.to_string()),
        Variant::Signal(signal) => {
            form.serialize_entry("name", &signal.name)?;
            form.serialize_entry("object_id", &signal.object_id.0.to_string())
        }
        Variant::Array(array) => {
            if let Some(kind) = &array.element_type {
                form.serialize_entry("type", &declared(kind, spec))?;
            }
            form.serialize_entry("v", &List(array.elements.iter().map(|value| Tagged(value, spec))))
        }
        Variant::Dictionary(dictionary) => {
            if let Some(types) = &dictionary.types {
                let kind = |kind: &Option<ElementType>| kind.as_ref().map(|it| declared(it, spec));
                form.serialize_entry("key_type", &kind(&types.key))?;
                form.serialize_entry("value_type", &kind(&types.value))?;
            }
            let pairs = dictionary.entries.iter();
            let pairs = pairs.map(|(key, value)| (Tagged(key, spec), Tagged(value, spec)));
            form.serialize_entry("v", &List(pairs))
        }
        Variant::Object(object) => {
            form.serialize_entry("class", &object.class)?;
            let properties = object.properties.iter();
            let properties = properties.map(|(name, value)| (name, Tagged(value, spec)));
            form.serialize_entry("properties", &List(properties))
        }
        Variant::PackedByteArray(bytes) => form.serialize_entry("hex", &hex::encode(bytes)),
        Variant::PackedInt32Array(list) => match spec.generation {
            Generation::Godot3 => form.serialize_entry("v", list),
            Generation::Godot4 => form.serialize_entry("v", &List(list.iter().map(i32::to_string))),
        },
        Variant::PackedInt64Array(list) => {
            form.serialize_entry("v", &List(list.iter().map(i64::to_string)))
        }
        Variant::PackedFloat32Array(list) => {
            form.serialize_entry("f32", &List(list.iter().map(|real| real.to_bits())))
        }
        Variant::PackedFloat64Array(list) => {
            form.serialize_entry("f64", &List(list.iter().map(|real| bits(*real))))
        }
        Variant::PackedStringArray(list) => form.serialize_entry("v", list),
        value => match components(value) {
            Some(Numbers::I32(all)) => {
                form.serialize_entry("v", &List(all.iter().map(i32::to_string)))
            }
            Some(Numbers::F32(mut all)) => {
                transpose(value.variant_type(), &mut all);
                form.serialize_entry("f32", &List(all.iter().map(|real| real.to_bits())))
            }
            Some(Numbers::F64(mut all)) => {
                transpose(value.variant_type(), &mut all);
                form.serialize_entry("f64", &List(all.iter().map(|real| bits(*real))))
            }
            None => Ok(()),
        },
    }
}

/// A list that is made while it is written.
struct List<I>(I);

impl<I: Iterator<Item: Serialize> + Clone> Serialize for List<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

/// Returns the bits of a float, as 16 hex digits.
fn bits(real: f64) -> String {
    format!("{:016x}", real.to_bits())
}

/// Returns the declared type of a container's elements.
fn declared(kind: &ElementType, spec: &DialectSpec) -> Json {
    match kind {
        ElementType::Builtin(kind) => {
            json!({ "builtin": spec.type_id(*kind), "name": kind.name(spec.generation) })
        }
        ElementType::Class(name) => json!({ "class": name }),
        ElementType::Script(path) => json!({ "script": path }),
    }
}
