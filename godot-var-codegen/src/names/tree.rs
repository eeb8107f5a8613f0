//! The content of a message of any wire: JSON and conditions are made from it.

use godot_var_runtime::variant::math::Components;
use godot_var_runtime::variant::{DoubleStructure, Variant};

/// A value of any wire.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// Null.
    Nil,
    /// A bool.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// An integer of 64 bits, which is a text in JSON.
    Wide(i128),
    /// A float of 32 bits.
    Single(f32),
    /// A float of 64 bits.
    Float(f64),
    /// A text.
    Text(String),
    /// Bytes, which may contain a text.
    Bytes(Vec<u8>),
    /// Elements in order.
    List(Vec<Tree>),
    /// Values by name.
    Record(Vec<(String, Tree)>),
    /// The variant of an enum, with the schema's name. If the name on the wire differs, the value contains that name.
    Named(String, Box<Tree>),
    /// In a record: another name of this field.
    Same(String),
    /// A Variant, which has a lossless form in JSON.
    Variant(Box<Variant>),
}

impl Tree {
    /// Returns the value with this name in a record. If the name is repeated, the last one counts, as in the engine.
    pub fn field<'t>(fields: &'t [(String, Self)], name: &str) -> Option<&'t Self> {
        let last = |name: &str, same: bool| {
            let mut fields = fields.iter().rev();
            let is_it = |(key, tree): &&(String, Self)| {
                key == name && same == matches!(tree, Self::Same(_))
            };
            fields.find(is_it).map(|(_, tree)| tree)
        };
        match last(name, false).or_else(|| last(name, true)) {
            Some(Self::Same(name)) => last(name, false),
            found => found,
        }
    }

    /// Returns the value with this name, if this is a record that has it.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Record(fields) => Self::field(fields, name),
            _ => None,
        }
    }

    /// Makes a record of these fields.
    pub fn record<const N: usize>(fields: [(&str, Self); N]) -> Self {
        Self::Record(fields.map(|(name, value)| (name.to_owned(), value)).into())
    }

    fn named<C: Into<Self>, const N: usize>(
        names: [&str; N],
        value: impl Components<C, N>,
    ) -> Self {
        let components = value.to_components();
        let field = |(name, real): (&str, C)| (name.to_owned(), real.into());
        Self::Record(names.into_iter().zip(components).map(field).collect())
    }

    fn ints<const N: usize>(names: [&str; N], value: impl Components<i32, N>) -> Self {
        let components = value.to_components();
        let field = |(name, int): (&str, i32)| (name.to_owned(), Self::Int(int.into()));
        Self::Record(names.into_iter().zip(components).map(field).collect())
    }
}

pub(super) const XY: [&str; 2] = ["x", "y"];
pub(super) const XYZ: [&str; 3] = ["x", "y", "z"];
pub(super) const XYZW: [&str; 4] = ["x", "y", "z", "w"];
pub(super) const RGBA: [&str; 4] = ["r", "g", "b", "a"];

/// Structures whose parts have the engine's names. Matrices have axis vectors.
macro_rules! structure {
    ($value:expr, $($part:ident: $names:expr),+) => {
        Tree::record([$((stringify!($part), Tree::named($names, $value.$part))),+])
    };
}

fn list<T: Copy>(elements: &[T], tree: impl Fn(T) -> Tree) -> Tree {
    Tree::List(elements.iter().map(|element| tree(*element)).collect())
}

impl From<f32> for Tree {
    fn from(real: f32) -> Self {
        Self::Single(real)
    }
}

impl From<f64> for Tree {
    fn from(real: f64) -> Self {
        Self::Float(real)
    }
}

impl From<&Variant> for Tree {
    fn from(value: &Variant) -> Self {
        match value {
            Variant::Nil | Variant::Callable(_) => Self::Nil,
            Variant::Bool(truth) => Self::Bool(*truth),
            Variant::Int(number) => Self::Int((*number).into()),
            Variant::Float(number) => Self::Float(*number),
            Variant::String(text) => Self::Text(text.clone()),
            Variant::StringName(text) => Self::Text(text.as_str().to_owned()),
            Variant::NodePath(path) => Self::Text(path.to_string()),
            Variant::Vector2(v) => Self::named(XY, *v),
            Variant::Vector3(v) => Self::named(XYZ, *v),
            Variant::Vector4(v) => Self::named(XYZW, *v),
            Variant::Quaternion(v) => Self::named(XYZW, *v),
            Variant::Color(v) => Self::named(RGBA, *v),
            Variant::Rect2(v) => structure!(v, position: XY, size: XY),
            Variant::Aabb(v) => structure!(v, position: XYZ, size: XYZ),
            Variant::Transform2D(v) => structure!(v, x: XY, y: XY, origin: XY),
            Variant::Basis(v) => structure!(v, x: XYZ, y: XYZ, z: XYZ),
            Variant::Projection(v) => structure!(v, x: XYZW, y: XYZW, z: XYZW, w: XYZW),
            Variant::Plane(v) => {
                Self::record([("normal", Self::named(XYZ, v.normal)), ("d", Self::Single(v.d))])
            }
            Variant::Transform3D(v) => Self::record([
                ("basis", structure!(v.basis, x: XYZ, y: XYZ, z: XYZ)),
                ("origin", Self::named(XYZ, v.origin)),
            ]),
            Variant::Vector2i(v) => Self::ints(XY, *v),
            Variant::Vector3i(v) => Self::ints(XYZ, *v),
            Variant::Vector4i(v) => Self::ints(XYZW, *v),
            Variant::Rect2i(v) => Self::record([
                ("position", Self::ints(XY, v.position)),
                ("size", Self::ints(XY, v.size)),
            ]),
            Variant::Rid(id) => Self::Int(id.0.into()),
            Variant::ObjectId(id) => Self::Int(id.0.into()),
            Variant::Object(object) => {
                let properties = object.properties.iter();
                Self::Record(properties.map(|(name, value)| (name.clone(), value.into())).collect())
            }
            Variant::Signal(signal) => Self::record([
                ("name", Self::Text(signal.name.clone())),
                ("object_id", Self::Int(signal.object_id.0.into())),
            ]),
            Variant::Dictionary(dictionary) => Self::Record(
                dictionary
                    .entries
                    .iter()
                    .filter_map(|(key, value)| Some((key_text(key)?, value.into())))
                    .collect(),
            ),
            Variant::Array(array) => Self::List(array.elements.iter().map(Self::from).collect()),
            Variant::PackedByteArray(bytes) => Self::Bytes(bytes.clone()),
            Variant::PackedInt32Array(ints) => list(ints, |int| Self::Int(int.into())),
            Variant::PackedInt64Array(ints) => list(ints, |int| Self::Int(int.into())),
            Variant::PackedFloat32Array(reals) => list(reals, Self::Single),
            Variant::PackedFloat64Array(reals) => list(reals, Self::Float),
            Variant::PackedStringArray(texts) => {
                Self::List(texts.iter().cloned().map(Self::Text).collect())
            }
            Variant::PackedVector2Array(all) => list(all, |v| Self::named(XY, v)),
            Variant::PackedVector3Array(all) => list(all, |v| Self::named(XYZ, v)),
            Variant::PackedVector4Array(all) => list(all, |v| Self::named(XYZW, v)),
            Variant::PackedColorArray(all) => list(all, |v| Self::named(RGBA, v)),
            Variant::Double(structure) => double(structure),
        }
    }
}

fn double(structure: &DoubleStructure) -> Tree {
    match structure {
        DoubleStructure::Vector2(v) => Tree::named(XY, *v),
        DoubleStructure::Vector3(v) => Tree::named(XYZ, *v),
        DoubleStructure::Vector4(v) => Tree::named(XYZW, *v),
        DoubleStructure::Quaternion(v) => Tree::named(XYZW, *v),
        DoubleStructure::Rect2(v) => structure!(v, position: XY, size: XY),
        DoubleStructure::Aabb(v) => structure!(v, position: XYZ, size: XYZ),
        DoubleStructure::Transform2D(v) => structure!(v, x: XY, y: XY, origin: XY),
        DoubleStructure::Basis(v) => structure!(v, x: XYZ, y: XYZ, z: XYZ),
        DoubleStructure::Projection(v) => structure!(v, x: XYZW, y: XYZW, z: XYZW, w: XYZW),
        DoubleStructure::Plane(v) => {
            Tree::record([("normal", Tree::named(XYZ, v.normal)), ("d", Tree::Float(v.d))])
        }
        DoubleStructure::Transform3D(v) => Tree::record([
            ("basis", structure!(v.basis, x: XYZ, y: XYZ, z: XYZ)),
            ("origin", Tree::named(XYZ, v.origin)),
        ]),
        DoubleStructure::PackedVector2Array(all) => list(all, |v| Tree::named(XY, v)),
        DoubleStructure::PackedVector3Array(all) => list(all, |v| Tree::named(XYZ, v)),
        DoubleStructure::PackedVector4Array(all) => list(all, |v| Tree::named(XYZW, v)),
    }
}

/// Returns the text for a key in a path, for texts and for numbers in brackets.
pub(super) fn key_text(key: &Variant) -> Option<String> {
    match key {
        Variant::String(text) => Some(text.clone()),
        Variant::StringName(text) => Some(text.as_str().to_owned()),
        Variant::NodePath(path) => Some(path.to_string()),
        Variant::Int(number) => Some(number.to_string()),
        _ => None,
    }
}
