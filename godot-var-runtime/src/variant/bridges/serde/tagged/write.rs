//! Writes values in their tagged form.

use core::fmt;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::form::transpose;
use crate::variant::types::math::Components;
use crate::variant::types::{DialectSpec, ElementType, Generation, VariantType};
use crate::variant::values::variant::{Array, Dictionary, DoubleStructure, Object, Variant};

/// A value in its tagged form, with the type names of a dialect.
///
/// ```
/// use godot_var_runtime::variant::tagged::Tagged;
/// use godot_var_runtime::variant::{Dialect, Godot3, Godot4, Quaternion, Variant};
///
/// let value = Variant::from(Quaternion::IDENTITY);
/// let text = serde_json::to_string(&Tagged::new(&value, &Godot3::SPEC))?;
/// assert_eq!(text, r#"{"t":"Quat","f32":[0,0,0,1065353216]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tagged<'a> {
    value: &'a Variant,
    spec: &'a DialectSpec,
}

impl<'a> Tagged<'a> {
    /// Makes the tagged form of a value in a dialect.
    pub const fn new(value: &'a Variant, spec: &'a DialectSpec) -> Self {
        Self { value, spec }
    }
}

impl Serialize for Tagged<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let spec = self.spec;
        match self.value {
            Variant::Array(value) => return array(value, spec, serializer),
            Variant::Dictionary(value) => return dictionary(value, spec, serializer),
            Variant::Object(value) => return object(value, spec, serializer),
            _ => {}
        }
        let mut form = serializer.serialize_map(None)?;
        let kind = self.value.variant_type();
        match self.value {
            Variant::ObjectId(_) => form.serialize_entry("t", "ObjectId")?,
            _ => form.serialize_entry("t", kind.name(spec.generation))?,
        }
        content(self.value, spec, &mut form)?;
        form.end()
    }
}

/// Writes the entries beside the type's name.
fn content<M: SerializeMap>(
    value: &Variant,
    spec: &DialectSpec,
    form: &mut M,
) -> Result<(), M::Error> {
    match value {
        // Containers were written before.
        Variant::Nil
        | Variant::Callable(_)
        | Variant::Array(_)
        | Variant::Dictionary(_)
        | Variant::Object(_) => Ok(()),
        Variant::Bool(truth) => form.serialize_entry("v", truth),
        Variant::Int(number) => form.serialize_entry("v", &Decimal(*number)),
        Variant::Float(number) => form.serialize_entry("bits", &Bits(*number)),
        Variant::String(text) => form.serialize_entry("v", text),
        Variant::StringName(name) => form.serialize_entry("v", name.as_str()),
        Variant::Vector2(v) => singles(form, value, *v),
        Variant::Rect2(v) => singles(form, value, *v),
        Variant::Vector3(v) => singles(form, value, *v),
        Variant::Transform2D(v) => singles(form, value, *v),
        Variant::Vector4(v) => singles(form, value, *v),
        Variant::Plane(v) => singles(form, value, *v),
        Variant::Quaternion(v) => singles(form, value, *v),
        Variant::Aabb(v) => singles(form, value, *v),
        Variant::Basis(v) => singles(form, value, **v),
        Variant::Transform3D(v) => singles(form, value, **v),
        Variant::Projection(v) => singles(form, value, **v),
        Variant::Color(v) => singles(form, value, *v),
        Variant::Vector2i(v) => ints(form, *v),
        Variant::Rect2i(v) => ints(form, *v),
        Variant::Vector3i(v) => ints(form, *v),
        Variant::Vector4i(v) => ints(form, *v),
        Variant::NodePath(path) => {
            form.serialize_entry("names", &path.names)?;
            form.serialize_entry("subnames", &path.subnames)?;
            form.serialize_entry("absolute", &path.absolute)
        }
        Variant::Rid(id) => form.serialize_entry("v", &Decimal(id.0)),
        Variant::ObjectId(id) => form.serialize_entry("v", &Decimal(id.0)),
        Variant::Signal(signal) => {
            form.serialize_entry("name", &signal.name)?;
            form.serialize_entry("object_id", &Decimal(signal.object_id.0))
        }
        Variant::PackedByteArray(bytes) => form.serialize_entry("hex", &Hex(bytes)),
        Variant::PackedInt32Array(list) => match spec.generation {
            Generation::Godot3 => form.serialize_entry("v", list),
            Generation::Godot4 => form.serialize_entry("v", &each(list, |n| Decimal(*n))),
        },
        Variant::PackedInt64Array(list) => form.serialize_entry("v", &each(list, |n| Decimal(*n))),
        Variant::PackedFloat32Array(list) => {
            form.serialize_entry("f32", &each(list, |real| real.to_bits()))
        }
        Variant::PackedFloat64Array(list) => {
            form.serialize_entry("f64", &each(list, |real| Bits(*real)))
        }
        Variant::PackedStringArray(list) => form.serialize_entry("v", list),
        Variant::PackedVector2Array(list) => packed_singles(form, list),
        Variant::PackedVector3Array(list) => packed_singles(form, list),
        Variant::PackedVector4Array(list) => packed_singles(form, list),
        Variant::PackedColorArray(list) => packed_singles(form, list),
        Variant::Double(structure) => match &**structure {
            DoubleStructure::Vector2(v) => doubles(form, value, *v),
            DoubleStructure::Rect2(v) => doubles(form, value, *v),
            DoubleStructure::Vector3(v) => doubles(form, value, *v),
            DoubleStructure::Transform2D(v) => doubles(form, value, *v),
            DoubleStructure::Vector4(v) => doubles(form, value, *v),
            DoubleStructure::Plane(v) => doubles(form, value, *v),
            DoubleStructure::Quaternion(v) => doubles(form, value, *v),
            DoubleStructure::Aabb(v) => doubles(form, value, *v),
            DoubleStructure::Basis(v) => doubles(form, value, *v),
            DoubleStructure::Transform3D(v) => doubles(form, value, *v),
            DoubleStructure::Projection(v) => doubles(form, value, *v),
            DoubleStructure::PackedVector2Array(list) => packed_doubles(form, list),
            DoubleStructure::PackedVector3Array(list) => packed_doubles(form, list),
            DoubleStructure::PackedVector4Array(list) => packed_doubles(form, list),
        },
    }
}

/// Writes an Array.
pub(crate) fn array<S: Serializer>(
    array: &Array,
    spec: &DialectSpec,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut form = serializer.serialize_map(None)?;
    form.serialize_entry("t", VariantType::Array.name(spec.generation))?;
    if let Some(declared) = &array.element_type {
        form.serialize_entry("type", &Declared(declared, spec))?;
    }
    form.serialize_entry("v", &each(&array.elements, |value| Tagged { value, spec }))?;
    form.end()
}

/// Writes a Dictionary.
pub(crate) fn dictionary<S: Serializer>(
    dictionary: &Dictionary,
    spec: &DialectSpec,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut form = serializer.serialize_map(None)?;
    form.serialize_entry("t", VariantType::Dictionary.name(spec.generation))?;
    if let Some(types) = &dictionary.types {
        form.serialize_entry("key_type", &types.key.as_ref().map(|kind| Declared(kind, spec)))?;
        form.serialize_entry("value_type", &types.value.as_ref().map(|kind| Declared(kind, spec)))?;
    }
    let pairs = each(&dictionary.entries, |(key, value)| {
        (Tagged { value: key, spec }, Tagged { value, spec })
    });
    form.serialize_entry("v", &pairs)?;
    form.end()
}

/// Writes an Object with its properties.
pub(crate) fn object<S: Serializer>(
    object: &Object,
    spec: &DialectSpec,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut form = serializer.serialize_map(None)?;
    form.serialize_entry("t", VariantType::Object.name(spec.generation))?;
    form.serialize_entry("class", &object.class)?;
    let properties = each(&object.properties, |(name, value)| (name, Tagged { value, spec }));
    form.serialize_entry("properties", &properties)?;
    form.end()
}

fn singles<M, S, const N: usize>(
    form: &mut M,
    value: &Variant,
    structure: S,
) -> Result<(), M::Error>
where
    M: SerializeMap,
    S: Components<f32, N>,
{
    let mut components = structure.to_components().map(f32::to_bits);
    transpose(value.variant_type(), &mut components);
    form.serialize_entry("f32", components.as_slice())
}

fn doubles<M, S, const N: usize>(
    form: &mut M,
    value: &Variant,
    structure: S,
) -> Result<(), M::Error>
where
    M: SerializeMap,
    S: Components<f64, N>,
{
    let mut components = structure.to_components().map(Bits);
    transpose(value.variant_type(), &mut components);
    form.serialize_entry("f64", components.as_slice())
}

fn ints<M, S, const N: usize>(form: &mut M, structure: S) -> Result<(), M::Error>
where
    M: SerializeMap,
    S: Components<i32, N>,
{
    form.serialize_entry("v", structure.to_components().map(Decimal).as_slice())
}

fn packed_singles<M, S, const N: usize>(form: &mut M, list: &[S]) -> Result<(), M::Error>
where
    M: SerializeMap,
    S: Components<f32, N>,
{
    form.serialize_entry("f32", &Flat(list, f32::to_bits))
}

fn packed_doubles<M, S, const N: usize>(form: &mut M, list: &[S]) -> Result<(), M::Error>
where
    M: SerializeMap,
    S: Components<f64, N>,
{
    form.serialize_entry("f64", &Flat(list, Bits))
}

/// A list whose elements are converted for writing.
struct Each<'a, T, F>(&'a [T], F);

fn each<'a, T, U: Serialize, F: Fn(&'a T) -> U>(list: &'a [T], form: F) -> Each<'a, T, F> {
    Each(list, form)
}

impl<'a, T, U: Serialize, F: Fn(&'a T) -> U> Serialize for Each<'a, T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(&self.1))
    }
}

/// The components of all structures in one list.
struct Flat<'a, S, C, U, const N: usize>(&'a [S], fn(C) -> U)
where
    S: Components<C, N>;

impl<S: Components<C, N>, C, U: Serialize, const N: usize> Serialize for Flat<'_, S, C, U, N> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.0.iter().flat_map(|each| each.to_components()).map(self.1))
    }
}

/// An integer as a text.
struct Decimal<T>(T);

impl<T: fmt::Display> Serialize for Decimal<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// The bits of a float, as 16 hex digits.
struct Bits(f64);

impl Serialize for Bits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", self.0.to_bits()))
    }
}

/// Bytes, two hex digits each.
struct Hex<'a>(&'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for Hex<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The declared type of a container's elements.
struct Declared<'a>(&'a ElementType, &'a DialectSpec);

impl Serialize for Declared<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(declared, spec) = self;
        let mut form = serializer.serialize_map(None)?;
        match declared {
            ElementType::Builtin(kind) => {
                form.serialize_entry("builtin", &spec.type_id(*kind))?;
                form.serialize_entry("name", kind.name(spec.generation))?;
            }
            ElementType::Class(name) => form.serialize_entry("class", name)?,
            ElementType::Script(path) => form.serialize_entry("script", path)?,
        }
        form.end()
    }
}
