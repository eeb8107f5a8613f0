//! Natural JSON of the engine's structures and packed arrays.

use godot_var::bridges::natural::Natural;
use godot_var::layout::Bounds;
use godot_var::math::{self, double};
use godot_var::values::{DoubleStructure, VariantType};
use godot_var::{Color, EncodeError, Variant};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::found;

/// Converts a structure to an object with its parts. Returns `None` if that would not be lossless.
pub(super) fn structure(value: &Variant) -> Option<Json> {
    let bounds = if matches!(value, Variant::Double(_)) { Bounds::F64 } else { Bounds::F32 };
    let kind = value.variant_type();
    // Printing a 32-bit float gives the shortest exact decimal.
    let json = serde_json::to_string(&Natural(value)).ok()?;
    let json = serde_json::from_str(&json).ok()?;
    let again = of_json(kind, bounds, &json)?.ok()?;
    (again == *value).then_some(json)
}

/// Makes a structure from such JSON. Returns `None` for other types.
pub(super) fn of_json(
    kind: VariantType,
    bounds: Bounds<'_>,
    json: &Json,
) -> Option<Result<Variant, EncodeError>> {
    macro_rules! structures {
        (single: $($kind:ident),*; both: $($real:ident),*) => {
            match (kind, bounds) {
                $((VariantType::$kind, _) => read::<math::$kind>(json).map(Variant::from),)*
                (VariantType::Color, _) => read::<Color>(json).map(Variant::from),
                (VariantType::Signal, _) => read::<godot_var::values::Signal>(json).map(Variant::from),
                $(
                    (VariantType::$real, Bounds::F64) => {
                        read::<double::$real>(json).map(|it| DoubleStructure::$real(it).into())
                    }
                    (VariantType::$real, _) => read::<math::$real>(json).map(Variant::from),
                )*
                _ => return None,
            }
        };
    }
    let value = structures!(
        single: Vector2i, Vector3i, Vector4i, Rect2i;
        both: Vector2, Vector3, Vector4, Rect2, Transform2D, Plane, Quaternion, Aabb, Basis,
            Transform3D, Projection
    );
    Some(value.and_then(|value| {
        let same = serde_json::to_value(Natural(&value)).map_err(EncodeError::custom)?;
        compare(json, &same)?;
        Ok(value)
    }))
}

fn read<T: DeserializeOwned>(json: &Json) -> Result<T, EncodeError> {
    if !json.is_object() {
        let message = format!("expected an object of its parts, found {}", found(json));
        return Err(EncodeError::custom(message));
    }
    T::deserialize(json).map_err(|error| EncodeError::custom(error.to_string().replace('`', "\"")))
}

/// Returns an error if the JSON has parts that were not read.
fn compare(json: &Json, read: &Json) -> Result<(), EncodeError> {
    match (json, read) {
        (Json::Object(json), Json::Object(read)) => {
            for (key, value) in json {
                let Some(read) = read.get(key) else {
                    let known: Vec<&str> = read.keys().map(String::as_str).collect();
                    let message = format!("unknown part {key:?}; it has {}", known.join(", "));
                    return Err(EncodeError::custom(message));
                };
                compare(value, read).map_err(|error| error.in_key(key.clone()))?;
            }
            Ok(())
        }
        // A number beyond the range of 32 bits becomes infinite.
        (json, Json::Null) => {
            let message = format!("expected a float of 32 bits, found {json}");
            Err(EncodeError::custom(message))
        }
        _ => Ok(()),
    }
}

fn all<T: Copy + Into<Variant>>(items: &[T]) -> Vec<Variant> {
    items.iter().map(|item| (*item).into()).collect()
}

/// Returns the elements of a packed array.
pub(super) fn elements(packed: &Variant) -> Vec<Variant> {
    match packed {
        Variant::PackedByteArray(items) => all(items),
        Variant::PackedInt32Array(items) => all(items),
        Variant::PackedInt64Array(items) => all(items),
        Variant::PackedFloat32Array(items) => all(items),
        Variant::PackedFloat64Array(items) => all(items),
        Variant::PackedStringArray(items) => {
            items.iter().map(|item| item.as_str().into()).collect()
        }
        Variant::PackedVector2Array(items) => all(items),
        Variant::PackedVector3Array(items) => all(items),
        Variant::PackedVector4Array(items) => all(items),
        Variant::PackedColorArray(items) => all(items),
        Variant::Double(structure) => match &**structure {
            DoubleStructure::PackedVector2Array(items) => {
                items.iter().map(|item| DoubleStructure::Vector2(*item).into()).collect()
            }
            DoubleStructure::PackedVector3Array(items) => {
                items.iter().map(|item| DoubleStructure::Vector3(*item).into()).collect()
            }
            DoubleStructure::PackedVector4Array(items) => {
                items.iter().map(|item| DoubleStructure::Vector4(*item).into()).collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Makes a packed array of this type, if each element has its type. Otherwise returns the elements.
pub(super) fn pack(kind: VariantType, elements: Vec<Variant>) -> Result<Variant, Vec<Variant>> {
    fn each<T>(elements: &[Variant], item: impl Fn(&Variant) -> Option<T>) -> Option<Variant>
    where
        Variant: From<Vec<T>>,
    {
        elements.iter().map(item).collect::<Option<Vec<T>>>().map(Variant::from)
    }
    macro_rules! item {
        ($pattern:pat => $item:expr) => {
            |element: &Variant| if let $pattern = element { Some($item) } else { None }
        };
    }
    macro_rules! vectors {
        ($array:ident, $vector:ident) => {{
            if !elements.iter().any(|element| matches!(element, Variant::Double(_))) {
                return each(&elements, item!(Variant::$vector(vector) => *vector)).ok_or(elements);
            }
            let double = |element: &Variant| match element {
                Variant::Double(structure) => match &**structure {
                    DoubleStructure::$vector(vector) => Some(*vector),
                    _ => None,
                },
                _ => None,
            };
            let items: Option<Vec<_>> = elements.iter().map(double).collect();
            items.map(|items| DoubleStructure::$array(items).into())
        }};
    }
    let packed = match kind {
        VariantType::PackedByteArray => each(&elements, |it| u8::try_from(it.as_int()?).ok()),
        VariantType::PackedInt32Array => each(&elements, |it| i32::try_from(it.as_int()?).ok()),
        VariantType::PackedInt64Array => each(&elements, Variant::as_int),
        VariantType::PackedFloat32Array => {
            each(&elements, item!(Variant::Float(float) => *float as f32))
        }
        VariantType::PackedFloat64Array => each(&elements, item!(Variant::Float(float) => *float)),
        VariantType::PackedStringArray => {
            each(&elements, item!(Variant::String(text) => text.clone()))
        }
        VariantType::PackedVector2Array => vectors!(PackedVector2Array, Vector2),
        VariantType::PackedVector3Array => vectors!(PackedVector3Array, Vector3),
        VariantType::PackedVector4Array => vectors!(PackedVector4Array, Vector4),
        VariantType::PackedColorArray => each(&elements, item!(Variant::Color(color) => *color)),
        _ => None,
    };
    packed.ok_or(elements)
}
