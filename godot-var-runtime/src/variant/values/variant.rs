//! The dynamic value: a Variant whose type is known only at run time.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::variant::types::math::{
    Aabb, Basis, Color, Plane, Projection, Quaternion, Rect2, Rect2i, Transform2D, Transform3D,
    Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i, double,
};
use crate::variant::types::{ElementType, NodePath, StringName, VariantType};

/// A handle of a server resource (`RID`).
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | 8 | id | u64; in Godot 3 there is no payload, and the reader returns 0 |
///
/// (payload, after the 4-byte header)
///
/// # Source
/// The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rid(pub u64);

/// An object as its instance id: the form that engines send by default.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | 8 | id | u64; the header has the flag 1<<16 |
///
/// (payload, after the 4-byte header)
///
/// Engines write a null object as Nil. A reader that expects an `ObjectId` reads it as the id 0.
///
/// # Errors
/// Reading: [`WrongType`](crate::DecodeErrorKind::WrongType) for an object with its properties.
///
/// # Source
/// The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u64);

/// A function reference. It is encoded as a header without a payload. Godot 4 only.
///
/// # Source
/// The engine 4.6; agrees with `tests/vectors/godot4.jsonl`.
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Callable;

/// A signal of an object. Godot 4 only.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | 4 | length | u32: bytes of the name |
/// | 4 | length | name | UTF-8, zero padding to 4 |
/// | then | 8 | object id | u64 |
///
/// (payload, after the 4-byte header)
///
/// # Source
/// The engine 4.6; agrees with `tests/vectors/godot4.jsonl`.
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signal {
    /// The signal's name.
    pub name: String,
    /// The instance id of the object that declares it.
    pub object_id: ObjectId,
}

/// An encoded object ("full objects"): class name and properties, as data only.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | | class | a String payload: u32 byte length, UTF-8, zero padding to 4; empty: null, nothing follows |
/// | then | 4 | property count | u32 |
/// | then | | properties | each: name as a String payload, then a whole value |
///
/// (payload, after the 4-byte header, whose flag 1<<16 is not set)
///
/// Readers accept it only if [`Limits::objects`](crate::Limits::objects) allows it. They never
/// execute anything.
///
/// # Errors
/// Reading: [`ObjectRefused`](crate::DecodeErrorKind::ObjectRefused) if the limits do not allow it.
///
/// # Source
/// The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// The engine class; never empty in a message.
    pub class: String,
    /// The stored properties in their order.
    pub properties: Vec<(String, Variant)>,
}

/// A list of values; typed if [`element_type`](Self::element_type) is set.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | | element type | see [`ElementType`]; only if bits 16 and 17 of the header have its kind |
/// | then | 4 | count | u32; the top bit is ignored |
/// | then | | elements | each a whole value |
///
/// (payload, after the 4-byte header)
///
/// # Errors
/// Reading: [`LimitExceeded`](crate::DecodeErrorKind::LimitExceeded) and
/// [`TooDeep`](crate::DecodeErrorKind::TooDeep) above the [`Limits`](crate::Limits),
/// [`Incomplete`](crate::DecodeErrorKind::Incomplete) for a count that the bytes cannot hold.
///
/// # Source
/// The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Array {
    /// The values.
    pub elements: Vec<Variant>,
    /// The declared type: set by readers, written if set. Godot 4.3 and later.
    pub element_type: Option<Box<ElementType>>,
}

impl Array {
    /// An untyped array.
    pub const fn new(elements: Vec<Variant>) -> Self {
        Self { elements, element_type: None }
    }
}

impl FromIterator<Variant> for Array {
    fn from_iter<I: IntoIterator<Item = Variant>>(elements: I) -> Self {
        Self::new(elements.into_iter().collect())
    }
}

/// The declared types of a typed Dictionary (Godot 4.4 and later).
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DictionaryType {
    /// The declared type of the keys.
    pub key: Option<ElementType>,
    /// The declared type of the values.
    pub value: Option<ElementType>,
}

/// Key-value pairs in insertion order, as in the engine.
///
/// Keys are compared as in the engine: a String equals a StringName of the same text, NaN equals
/// NaN, an int never equals a float. Structures are equal if their numbers are, whether they were
/// encoded in 32 bits or in 64.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | | key type, value type | see [`ElementType`]; only if bits 16 to 19 of the header have their kinds |
/// | then | 4 | count | u32: pairs; the top bit is ignored |
/// | then | | pairs | key, value: each a whole value |
///
/// (payload, after the 4-byte header)
///
/// # Errors
/// As for [`Array`].
///
/// # Source
/// The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dictionary {
    /// The pairs. Readers keep one pair for each key.
    pub entries: Vec<(Variant, Variant)>,
    /// The declared types: set by readers, written if set. Godot 4.4 and later.
    pub types: Option<Box<DictionaryType>>,
}

impl Dictionary {
    /// An empty, untyped dictionary.
    pub const fn new() -> Self {
        Self { entries: Vec::new(), types: None }
    }

    /// Returns the value of a text key.
    pub fn get(&self, key: &str) -> Option<&Variant> {
        self.entries
            .iter()
            .find_map(|(found, value)| (found.as_str() == Some(key)).then_some(value))
    }

    /// Sets the value of a key: replaces the value of an existing key, or adds a pair at the end.
    pub fn insert(&mut self, key: impl Into<Variant>, value: impl Into<Variant>) {
        let key = key.into();
        match self.entries.iter_mut().find(|(found, _)| found.compare_key(&key) == Ordering::Equal)
        {
            Some((_, slot)) => *slot = value.into(),
            None => self.entries.push((key, value.into())),
        }
    }

    /// Keeps one entry for each key: the last value at the position of the first, as the engine
    /// does.
    pub(crate) fn remove_repeated_keys(&mut self) {
        let entries = &mut self.entries;
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by(|&a, &b| match (entries.get(a), entries.get(b)) {
            (Some(a), Some(b)) => a.0.compare_key(&b.0),
            _ => Ordering::Equal,
        });
        let mut repeated = Vec::new();
        for group in order.chunk_by(|&a, &b| match (entries.get(a), entries.get(b)) {
            (Some(a), Some(b)) => a.0.compare_key(&b.0) == Ordering::Equal,
            _ => false,
        }) {
            // The sort is stable: a group runs from the first occurrence to the last.
            if let [first, .., last] = group {
                repeated.push((*first, *last));
            }
        }
        if repeated.is_empty() {
            return;
        }
        let mut gone = alloc::vec![false; entries.len()];
        for group in order.chunk_by(|&a, &b| match (entries.get(a), entries.get(b)) {
            (Some(a), Some(b)) => a.0.compare_key(&b.0) == Ordering::Equal,
            _ => false,
        }) {
            for later in group.iter().skip(1) {
                if let Some(slot) = gone.get_mut(*later) {
                    *slot = true;
                }
            }
        }
        for (first, last) in repeated {
            let value = match entries.get_mut(last) {
                Some((_, value)) => core::mem::take(value),
                None => continue,
            };
            if let Some((_, slot)) = entries.get_mut(first) {
                *slot = value;
            }
        }
        let mut position = 0;
        entries.retain(|_| {
            let keep = gone.get(position) == Some(&false);
            position += 1;
            keep
        });
    }
}

impl<K: Into<Variant>, V: Into<Variant>> FromIterator<(K, V)> for Dictionary {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let entries = pairs.into_iter().map(|(k, v)| (k.into(), v.into())).collect();
        let mut dictionary = Self { entries, types: None };
        dictionary.remove_repeated_keys();
        dictionary
    }
}

/// A structure with 64-bit components, as written by double-precision builds.
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "each member is the structure of its name")]
pub enum DoubleStructure {
    Vector2(double::Vector2),
    Rect2(double::Rect2),
    Vector3(double::Vector3),
    Transform2D(double::Transform2D),
    Vector4(double::Vector4),
    Plane(double::Plane),
    Quaternion(double::Quaternion),
    Aabb(double::Aabb),
    Basis(double::Basis),
    Transform3D(double::Transform3D),
    Projection(double::Projection),
    PackedVector2Array(Vec<double::Vector2>),
    PackedVector3Array(Vec<double::Vector3>),
    PackedVector4Array(Vec<double::Vector4>),
}

/// A Godot value of any type.
///
/// Floats compare as IEEE numbers: NaN differs from itself, 0.0 equals -0.0.
/// [`identical`](Self::identical) compares by bits.
///
/// In a [`Double`](crate::variant::Double) dialect readers return structures, and packed arrays of
/// 64-bit components, as [`Variant::Double`], so that no bit is lost. The other cases hold 32-bit
/// components.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "each member is the type of its name; see `VariantType`")]
pub enum Variant {
    #[default]
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    String(String),
    Vector2(Vector2),
    Vector2i(Vector2i),
    Rect2(Rect2),
    Rect2i(Rect2i),
    Vector3(Vector3),
    Vector3i(Vector3i),
    Transform2D(Transform2D),
    Vector4(Vector4),
    Vector4i(Vector4i),
    Plane(Plane),
    Quaternion(Quaternion),
    Aabb(Aabb),
    Basis(Box<Basis>),
    Transform3D(Box<Transform3D>),
    Projection(Box<Projection>),
    Color(Color),
    StringName(StringName),
    NodePath(Box<NodePath>),
    Rid(Rid),
    ObjectId(ObjectId),
    Object(Box<Object>),
    Callable(Callable),
    Signal(Box<Signal>),
    Dictionary(Dictionary),
    Array(Array),
    PackedByteArray(Vec<u8>),
    PackedInt32Array(Vec<i32>),
    PackedInt64Array(Vec<i64>),
    PackedFloat32Array(Vec<f32>),
    PackedFloat64Array(Vec<f64>),
    PackedStringArray(Vec<String>),
    PackedVector2Array(Vec<Vector2>),
    PackedVector3Array(Vec<Vector3>),
    PackedColorArray(Vec<Color>),
    PackedVector4Array(Vec<Vector4>),
    Double(Box<DoubleStructure>),
}

impl Variant {
    /// The type of this value.
    pub fn variant_type(&self) -> VariantType {
        match self {
            Self::Nil => VariantType::Nil,
            Self::Bool(_) => VariantType::Bool,
            Self::Int(_) => VariantType::Int,
            Self::Float(_) => VariantType::Float,
            Self::String(_) => VariantType::String,
            Self::Vector2(_) => VariantType::Vector2,
            Self::Vector2i(_) => VariantType::Vector2i,
            Self::Rect2(_) => VariantType::Rect2,
            Self::Rect2i(_) => VariantType::Rect2i,
            Self::Vector3(_) => VariantType::Vector3,
            Self::Vector3i(_) => VariantType::Vector3i,
            Self::Transform2D(_) => VariantType::Transform2D,
            Self::Vector4(_) => VariantType::Vector4,
            Self::Vector4i(_) => VariantType::Vector4i,
            Self::Plane(_) => VariantType::Plane,
            Self::Quaternion(_) => VariantType::Quaternion,
            Self::Aabb(_) => VariantType::Aabb,
            Self::Basis(_) => VariantType::Basis,
            Self::Transform3D(_) => VariantType::Transform3D,
            Self::Projection(_) => VariantType::Projection,
            Self::Color(_) => VariantType::Color,
            Self::StringName(_) => VariantType::StringName,
            Self::NodePath(_) => VariantType::NodePath,
            Self::Rid(_) => VariantType::Rid,
            Self::ObjectId(_) | Self::Object(_) => VariantType::Object,
            Self::Callable(_) => VariantType::Callable,
            Self::Signal(_) => VariantType::Signal,
            Self::Dictionary(_) => VariantType::Dictionary,
            Self::Array(_) => VariantType::Array,
            Self::PackedByteArray(_) => VariantType::PackedByteArray,
            Self::PackedInt32Array(_) => VariantType::PackedInt32Array,
            Self::PackedInt64Array(_) => VariantType::PackedInt64Array,
            Self::PackedFloat32Array(_) => VariantType::PackedFloat32Array,
            Self::PackedFloat64Array(_) => VariantType::PackedFloat64Array,
            Self::PackedStringArray(_) => VariantType::PackedStringArray,
            Self::PackedVector2Array(_) => VariantType::PackedVector2Array,
            Self::PackedVector3Array(_) => VariantType::PackedVector3Array,
            Self::PackedColorArray(_) => VariantType::PackedColorArray,
            Self::PackedVector4Array(_) => VariantType::PackedVector4Array,
            Self::Double(structure) => match **structure {
                DoubleStructure::Vector2(_) => VariantType::Vector2,
                DoubleStructure::Rect2(_) => VariantType::Rect2,
                DoubleStructure::Vector3(_) => VariantType::Vector3,
                DoubleStructure::Transform2D(_) => VariantType::Transform2D,
                DoubleStructure::Vector4(_) => VariantType::Vector4,
                DoubleStructure::Plane(_) => VariantType::Plane,
                DoubleStructure::Quaternion(_) => VariantType::Quaternion,
                DoubleStructure::Aabb(_) => VariantType::Aabb,
                DoubleStructure::Basis(_) => VariantType::Basis,
                DoubleStructure::Transform3D(_) => VariantType::Transform3D,
                DoubleStructure::Projection(_) => VariantType::Projection,
                DoubleStructure::PackedVector2Array(_) => VariantType::PackedVector2Array,
                DoubleStructure::PackedVector3Array(_) => VariantType::PackedVector3Array,
                DoubleStructure::PackedVector4Array(_) => VariantType::PackedVector4Array,
            },
        }
    }

    /// Whether this is Nil.
    pub fn is_nil(&self) -> bool {
        matches!(self, Self::Nil)
    }

    /// Returns the text of a String or StringName.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            Self::StringName(name) => Some(&name.0),
            _ => None,
        }
    }

    /// Returns the number of an int.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the number of a float or an int; GDScript accepts an int as a float, too.
    pub fn as_float(&self) -> Option<f64> {
        match self {
            Self::Float(number) => Some(*number),
            Self::Int(number) => Some(*number as f64),
            _ => None,
        }
    }

    /// Returns the value of a bool.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// Returns the elements of an Array.
    pub fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(array) => Some(&array.elements),
            _ => None,
        }
    }

    /// Returns the Dictionary.
    pub fn as_dictionary(&self) -> Option<&Dictionary> {
        match self {
            Self::Dictionary(dictionary) => Some(dictionary),
            _ => None,
        }
    }
}

macro_rules! from {
    ($($type:ty => $member:ident),* $(,)?) => { $(
        impl From<$type> for Variant {
            fn from(value: $type) -> Self { Self::$member(value.into()) }
        }
    )* };
}

from! {
    bool => Bool, i8 => Int, i16 => Int, i32 => Int, i64 => Int, u8 => Int, u16 => Int, u32 => Int,
    f32 => Float, f64 => Float, &str => String, String => String, Cow<'_, str> => String,
    Vector2 => Vector2, Vector2i => Vector2i, Rect2 => Rect2, Rect2i => Rect2i, Vector3 => Vector3,
    Vector3i => Vector3i, Transform2D => Transform2D, Vector4 => Vector4, Vector4i => Vector4i,
    Plane => Plane, Quaternion => Quaternion, Aabb => Aabb, Basis => Basis,
    Transform3D => Transform3D, Projection => Projection, Color => Color,
    StringName => StringName, NodePath => NodePath, Rid => Rid, ObjectId => ObjectId,
    Object => Object, Callable => Callable, Signal => Signal, Dictionary => Dictionary,
    Array => Array, Vec<u8> => PackedByteArray, Vec<i32> => PackedInt32Array,
    Vec<i64> => PackedInt64Array, Vec<f32> => PackedFloat32Array, Vec<f64> => PackedFloat64Array,
    Vec<String> => PackedStringArray, Vec<Vector2> => PackedVector2Array,
    Vec<Vector3> => PackedVector3Array, Vec<Color> => PackedColorArray,
    Vec<Vector4> => PackedVector4Array, DoubleStructure => Double,
}

impl From<()> for Variant {
    fn from((): ()) -> Self {
        Self::Nil
    }
}

impl From<Vec<Self>> for Variant {
    fn from(elements: Vec<Self>) -> Self {
        Self::Array(Array::new(elements))
    }
}

impl<T: Into<Self>> From<Option<T>> for Variant {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nil, Into::into)
    }
}
