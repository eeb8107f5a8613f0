//! Values that are converted to the type of a parameter, as Godot does before it calls the method.
//!
//! The engine truncates floats, rounds components and reads any number as a bool. Here a value is converted only if nothing is lost.
//!
//! # Source
//! `Variant::can_convert_strict` and `GDScriptFunction::call`; each pair of types was run in Godot 4.6.3.

use alloc::vec::Vec;

use godot_var_runtime::variant::{
    DecodeVariant, Dialect, EncodeVariant, Generation, Godot4, Rect2, Rect2i, Variant, VariantType,
    Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i, compressed, whole,
};
use godot_var_runtime::{DecodeError, Limits, Reader, VecOutput};

/// A type that owns its values, so that it can be read from a converted one.
pub(crate) trait Owned: EncodeVariant<Godot4> + for<'x> DecodeVariant<'x, Godot4> {}

impl<T: EncodeVariant<Godot4> + for<'x> DecodeVariant<'x, Godot4>> Owned for T {}

/// Reads a value in its compressed form.
#[inline]
pub(crate) fn decode<T: Owned>(reader: &mut Reader<'_>) -> Result<T, DecodeError> {
    let found = reader.rest().first().map(|first| first & compressed::TYPE);
    if found == const { declared_id::<T>() } {
        return compressed::decode::<Godot4, T>(reader);
    }
    decode_other(reader, found)
}

/// Reads a value that may have another type than the declared one.
#[cold]
#[inline(never)]
fn decode_other<T: Owned>(reader: &mut Reader<'_>, found: Option<u8>) -> Result<T, DecodeError> {
    let mut again = reader.clone();
    let error = match compressed::decode::<Godot4, T>(reader) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let found = found.and_then(|id| Godot4::SPEC.type_of(id));
    let value = found.filter(|found| may_convert::<T>(*found)).and_then(|_| {
        let value = compressed::read(&mut again, &Godot4::SPEC).ok()?;
        from_value(value, *again.limits())
    });
    match value {
        Some(value) => {
            *reader = again;
            Ok(value)
        }
        None => Err(error),
    }
}

/// Reads a `PackedByteArray` that is a sole argument.
pub(crate) fn decode_bytes<T: Owned>(bytes: &[u8], limits: Limits) -> Result<T, DecodeError> {
    compressed::decode_bytes::<Godot4, T>(bytes, limits).or_else(|error| {
        let may_convert = may_convert::<T>(VariantType::PackedByteArray);
        let value = may_convert.then(|| from_value(Variant::PackedByteArray(bytes.into()), limits));
        value.flatten().ok_or(error)
    })
}

/// The Variant type that values of a Rust type are written as.
const fn declared<T: EncodeVariant<Godot4>>() -> Option<VariantType> {
    T::LAYOUT.written_type(Generation::Godot4)
}

/// Its id.
const fn declared_id<T: EncodeVariant<Godot4>>() -> Option<u8> {
    match declared::<T>() {
        Some(kind) => Godot4::SPEC.type_id(kind),
        None => None,
    }
}

/// Whether the engine passes a value of this type to a parameter of the type `T`.
fn may_convert<T: Owned>(found: VariantType) -> bool {
    use VariantType::{
        Bool, Float, Int, NodePath, Rect2, Rect2i, String, Vector2, Vector2i, Vector3, Vector3i,
        Vector4, Vector4i,
    };

    let Some(declared) = declared::<T>() else { return false };
    match (found, declared) {
        (Bool, Int | Float)
        | (Int | Float, Bool)
        | (NodePath, String)
        | (Vector2, Vector2i)
        | (Vector2i, Vector2)
        | (Vector3, Vector3i)
        | (Vector3i, Vector3)
        | (Vector4, Vector4i)
        | (Vector4i, Vector4)
        | (Rect2, Rect2i)
        | (Rect2i, Rect2) => true,
        (found, declared) => {
            is_packed(found) && (is_packed(declared) || declared == VariantType::Array)
        }
    }
}

const fn is_packed(kind: VariantType) -> bool {
    use VariantType::{
        PackedByteArray, PackedFloat32Array, PackedFloat64Array, PackedInt32Array, PackedInt64Array,
    };

    matches!(
        kind,
        PackedByteArray
            | PackedInt32Array
            | PackedInt64Array
            | PackedFloat32Array
            | PackedFloat64Array
    )
}

fn from_value<T: Owned>(value: Variant, limits: Limits) -> Option<T> {
    let value = convert(value, declared::<T>()?)?;
    let mut bytes = Vec::new();
    compressed::put(&value, &Godot4::SPEC, &mut VecOutput::new(&mut bytes)).ok()?;
    compressed::decode::<Godot4, T>(&mut Reader::with_limits(&bytes, limits)).ok()
}

/// Returns the value as another type, or `None` if it would change.
fn convert(value: Variant, declared: VariantType) -> Option<Variant> {
    Some(match (value, declared) {
        (Variant::Bool(truth), VariantType::Int) => Variant::Int(truth.into()),
        (Variant::Bool(truth), VariantType::Float) => Variant::Float(f64::from(u8::from(truth))),
        (Variant::Int(number @ (0 | 1)), VariantType::Bool) => Variant::Bool(number == 1),
        (Variant::Float(number), VariantType::Bool) => Variant::Bool(match whole(number)? {
            0 => false,
            1 => true,
            _ => return None,
        }),
        (Variant::NodePath(path), VariantType::String) => Variant::String(alloc::format!("{path}")),
        (Variant::Vector2(Vector2 { x, y }), _) => {
            Variant::Vector2i(Vector2i { x: int(x)?, y: int(y)? })
        }
        (Variant::Vector2i(Vector2i { x, y }), _) => {
            Variant::Vector2(Vector2 { x: single(x)?, y: single(y)? })
        }
        (Variant::Vector3(Vector3 { x, y, z }), _) => {
            Variant::Vector3i(Vector3i { x: int(x)?, y: int(y)?, z: int(z)? })
        }
        (Variant::Vector3i(Vector3i { x, y, z }), _) => {
            Variant::Vector3(Vector3 { x: single(x)?, y: single(y)?, z: single(z)? })
        }
        (Variant::Vector4(Vector4 { x, y, z, w }), _) => {
            Variant::Vector4i(Vector4i { x: int(x)?, y: int(y)?, z: int(z)?, w: int(w)? })
        }
        (Variant::Vector4i(Vector4i { x, y, z, w }), _) => {
            Variant::Vector4(Vector4 { x: single(x)?, y: single(y)?, z: single(z)?, w: single(w)? })
        }
        (Variant::Rect2(Rect2 { position, size }), _) => Variant::Rect2i(Rect2i {
            position: Vector2i { x: int(position.x)?, y: int(position.y)? },
            size: Vector2i { x: int(size.x)?, y: int(size.y)? },
        }),
        (Variant::Rect2i(Rect2i { position, size }), _) => Variant::Rect2(Rect2 {
            position: Vector2 { x: single(position.x)?, y: single(position.y)? },
            size: Vector2 { x: single(size.x)?, y: single(size.y)? },
        }),
        (Variant::PackedByteArray(list), _) => floats(list.into_iter().map(i64::from))?,
        (Variant::PackedInt32Array(list), _) => floats(list.into_iter().map(i64::from))?,
        (Variant::PackedInt64Array(list), _) => floats(list.into_iter())?,
        (Variant::PackedFloat32Array(list), _) => ints(list.into_iter().map(f64::from))?,
        (Variant::PackedFloat64Array(list), _) => ints(list.into_iter())?,
        _ => return None,
    })
}

/// Lists of ints are read from every packed array of ints, so what is left is a list of floats.
fn floats(list: impl Iterator<Item = i64>) -> Option<Variant> {
    let exact = |number| (whole(number as f64) == Some(number)).then_some(number as f64);
    list.map(exact).collect::<Option<_>>().map(Variant::PackedFloat64Array)
}

fn ints(list: impl Iterator<Item = f64>) -> Option<Variant> {
    list.map(whole).collect::<Option<_>>().map(Variant::PackedInt64Array)
}

/// The int that a component equals.
fn int(component: f32) -> Option<i32> {
    i32::try_from(whole(component.into())?).ok()
}

/// The float that a component equals.
fn single(component: i32) -> Option<f32> {
    let float = component as f32;
    (float as i64 == i64::from(component)).then_some(float)
}
