//! The table of Variant types: ids and names in both generations, payload, packed array, first
//! version. Code that depends only on a type reads this table.

/// Which table of type ids a dialect uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generation {
    /// Ids 0..=26: Godot 3 and the documentation of 3.0.
    Godot3,
    /// Ids 0..=38: Godot 4.
    Godot4,
}

/// The bytes after the header of a value.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payload {
    /// No byte.
    Nothing,
    /// A u32.
    Bool,
    /// An i32, or an i64 if the header has the flag.
    Int,
    /// An f32, or an f64 if the header has the flag.
    Float,
    /// A u32 length in bytes, UTF-8, zero padding to 4.
    Text,
    /// Components of one kind.
    Structure {
        /// The kind of the components.
        component: Component,
        /// The number of components in a group: an axis of a matrix, a corner of a rectangle.
        group: usize,
        /// The names of the components, in the order of the encoding.
        names: &'static [&'static str],
    },
    /// A u32 count, then the components of all elements.
    Packed {
        /// The type of an element.
        element: VariantType,
        /// The kind of an element's components.
        component: Component,
    },
    /// A u32 count, then texts that end with a NUL.
    PackedTexts,
    /// See [`NodePath`](crate::variant::NodePath).
    NodePath,
    /// A u64; in Godot 3 no bytes.
    Rid,
    /// An id, or a class with properties. See [`Object`](crate::variant::Object).
    Object,
    /// A text, then a u64.
    Signal,
    /// See [`Dictionary`](crate::variant::Dictionary).
    Dictionary,
    /// See [`Array`](crate::variant::Array).
    Array,
}

/// A number inside a structure or a packed array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// A byte.
    U8,
    /// An int of 32 bits.
    I32,
    /// An int of 64 bits.
    I64,
    /// A float of 32 bits.
    F32,
    /// A float of 64 bits.
    F64,
    /// A float with the width of the engine's reals.
    Real,
}

impl Component {
    /// Its size in bytes. With `wide_reals`, reals have 64 bits.
    #[inline]
    pub const fn bytes(self, wide_reals: bool) -> usize {
        match self {
            Self::U8 => 1,
            Self::Real if wide_reals => 8,
            Self::I32 | Self::F32 | Self::Real => 4,
            Self::I64 | Self::F64 => 8,
        }
    }
}

const fn structure(component: Component, group: usize, names: &'static [&'static str]) -> Payload {
    Payload::Structure { component, group, names }
}

const fn packed(element: VariantType, component: Component) -> Payload {
    Payload::Packed { element, component }
}

macro_rules! id {
    (_) => {
        None
    };
    ($id:literal) => {
        Some($id)
    };
}

macro_rules! ids {
    (_, $godot4:literal) => {
        concat!("Type id ", $godot4, "; Godot 4 only.")
    };
    ($godot3:literal, $godot4:literal) => {
        concat!("Type id ", $godot4, " in Godot 4, ", $godot3, " in Godot 3.")
    };
}

macro_rules! since {
    ($godot3:tt, $since:literal) => {
        $since
    };
    (_,) => {
        "4.0"
    };
    ($godot3:tt,) => {
        "3.0"
    };
}

/// Calls a macro with the rows of the table, in the order of Godot 4's ids: `variant_types! { callback }`.
///
/// A row: the name here and its contents in a [`Variant`](crate::variant::Variant), id and name in Godot 3, id and name
/// in Godot 4, the payload, and the release that added the type if it is not the first of its generation.
macro_rules! variant_types {
    ($callback:ident) => {
        $callback! {
            /// `null`. No payload.
            Nil: 0 "Nil", 0 "Nil", Payload::Nothing;
            /// A u32: 0 or 1.
            Bool(bool): 1 "bool", 1 "bool", Payload::Bool;
            /// A signed integer: an i32 if the value fits, else an i64 with flag 16.
            Int(i64): 2 "int", 2 "int", Payload::Int;
            /// A float: an f32 if that keeps the value, else an f64 with flag 16.
            Float(f64): 3 "float", 3 "float", Payload::Float;
            /// A text: u32 length in bytes, UTF-8.
            String(String): 4 "String", 4 "String", Payload::Text;
            /// Two reals: 8 bytes.
            Vector2(Vector2): 5 "Vector2", 5 "Vector2", structure(Real, 2, &["x", "y"]);
            /// Two i32: 8 bytes.
            Vector2i(Vector2i): _ "Vector2i", 6 "Vector2i", structure(I32, 2, &["x", "y"]);
            /// A position and a size of two reals each: 16 bytes.
            Rect2(Rect2): 6 "Rect2", 7 "Rect2", structure(Real, 2, &["position.x", "position.y", "size.x", "size.y"]);
            /// A position and a size of two i32 each: 16 bytes.
            Rect2i(Rect2i): _ "Rect2i", 8 "Rect2i", structure(I32, 2, &["position.x", "position.y", "size.x", "size.y"]);
            /// Three reals: 12 bytes.
            Vector3(Vector3): 7 "Vector3", 9 "Vector3", structure(Real, 3, &["x", "y", "z"]);
            /// Three i32: 12 bytes.
            Vector3i(Vector3i): _ "Vector3i", 10 "Vector3i", structure(I32, 3, &["x", "y", "z"]);
            /// Three column vectors of two reals: 24 bytes.
            Transform2D(Transform2D): 8 "Transform2D", 11 "Transform2D", structure(Real, 2, &["x.x", "x.y", "y.x", "y.y", "origin.x", "origin.y"]);
            /// Four reals: 16 bytes.
            Vector4(Vector4): _ "Vector4", 12 "Vector4", structure(Real, 4, &["x", "y", "z", "w"]);
            /// Four i32: 16 bytes.
            Vector4i(Vector4i): _ "Vector4i", 13 "Vector4i", structure(I32, 4, &["x", "y", "z", "w"]);
            /// A normal and a distance: 16 bytes.
            Plane(Plane): 9 "Plane", 14 "Plane", structure(Real, 3, &["normal.x", "normal.y", "normal.z", "d"]);
            /// A rotation, x, y, z, w: 16 bytes.
            Quaternion(Quaternion): 10 "Quat", 15 "Quaternion", structure(Real, 4, &["x", "y", "z", "w"]);
            /// A box, position and size: 24 bytes.
            Aabb(Aabb): 11 "AABB", 16 "AABB", structure(Real, 3, &["position.x", "position.y", "position.z", "size.x", "size.y", "size.z"]);
            /// Three axis vectors, row by row: 36 bytes.
            Basis(Box<Basis>): 12 "Basis", 17 "Basis", structure(Real, 3, &["x.x", "y.x", "z.x", "x.y", "y.y", "z.y", "x.z", "y.z", "z.z"]);
            /// A basis and an origin: 48 bytes.
            Transform3D(Box<Transform3D>): 13 "Transform", 18 "Transform3D", structure(
                Real, 3,
                &["x.x", "y.x", "z.x", "x.y", "y.y", "z.y", "x.z", "y.z", "z.z", "origin.x", "origin.y", "origin.z"],
            );
            /// Four column vectors of four reals: 64 bytes.
            Projection(Box<Projection>): _ "Projection", 19 "Projection", structure(
                Real, 4,
                &["x.x", "x.y", "x.z", "x.w", "y.x", "y.y", "y.z", "y.w", "z.x", "z.y", "z.z", "z.w", "w.x", "w.y", "w.z", "w.w"],
            );
            /// Red, green, blue, alpha: 16 bytes, f32 in every build.
            Color(Color): 14 "Color", 20 "Color", structure(F32, 4, &["r", "g", "b", "a"]);
            /// An interned text: u32 length in bytes, UTF-8.
            StringName(StringName): _ "StringName", 21 "StringName", Payload::Text;
            /// A path in the scene tree: three u32, then its names. See [`NodePath`](crate::variant::NodePath).
            NodePath(Box<NodePath>): 15 "NodePath", 22 "NodePath", Payload::NodePath;
            /// A handle of a server resource: a u64; in Godot 3 no bytes.
            Rid(Rid): 16 "RID", 23 "RID", Payload::Rid;
            /// An object: with flag 16 its id, a u64; without it class and properties. See [`Object`](crate::variant::Object).
            Object(Box<Object>) or ObjectId(ObjectId): 17 "Object", 24 "Object", Payload::Object;
            /// A function reference, without a payload.
            Callable(Callable): _ "Callable", 25 "Callable", Payload::Nothing;
            /// A signal of an object: its name as a text, then a u64 object id.
            Signal(Box<Signal>): _ "Signal", 26 "Signal", Payload::Signal;
            /// Pairs of values, in insertion order: u32 count, then the pairs. See [`Dictionary`](crate::variant::Dictionary).
            Dictionary(Dictionary): 18 "Dictionary", 27 "Dictionary", Payload::Dictionary;
            /// A list of values: u32 count, then the values. See [`Array`](crate::variant::Array).
            Array(Array): 19 "Array", 28 "Array", Payload::Array;
            /// Bytes: u32 count, bytes.
            PackedByteArray(Vec<u8>): 20 "PoolByteArray", 29 "PackedByteArray", packed(Int, U8);
            /// Ints of 32 bits: u32 count, 4 bytes each.
            PackedInt32Array(Vec<i32>): 21 "PoolIntArray", 30 "PackedInt32Array", packed(Int, I32);
            /// Ints of 64 bits: u32 count, 8 bytes each.
            PackedInt64Array(Vec<i64>): _ "PackedInt64Array", 31 "PackedInt64Array", packed(Int, I64);
            /// Floats of 32 bits: u32 count, 4 bytes each.
            PackedFloat32Array(Vec<f32>): 22 "PoolRealArray", 32 "PackedFloat32Array", packed(Float, F32);
            /// Floats of 64 bits: u32 count, 8 bytes each.
            PackedFloat64Array(Vec<f64>): _ "PackedFloat64Array", 33 "PackedFloat64Array", packed(Float, F64);
            /// Texts: u32 count; each a u32 length, UTF-8, a NUL that the length includes, zero padding to
            /// 4.
            PackedStringArray(Vec<String>): 23 "PoolStringArray", 34 "PackedStringArray", Payload::PackedTexts;
            /// Vectors of two reals: u32 count, 8 bytes each.
            PackedVector2Array(Vec<Vector2>): 24 "PoolVector2Array", 35 "PackedVector2Array", packed(Vector2, Real);
            /// Vectors of three reals: u32 count, 12 bytes each.
            PackedVector3Array(Vec<Vector3>): 25 "PoolVector3Array", 36 "PackedVector3Array", packed(Vector3, Real);
            /// Colors: u32 count, 16 bytes each.
            PackedColorArray(Vec<Color>): 26 "PoolColorArray", 37 "PackedColorArray", packed(Color, F32);
            /// Vectors of four reals: u32 count, 16 bytes each. Since Godot 4.3.
            PackedVector4Array(Vec<Vector4>): _ "PackedVector4Array", 38 "PackedVector4Array", packed(Vector4, Real), since "4.3";
        }
    };
}

/// Calls a macro with the types of numbers by their form, and with arguments: `forms! { callback [arguments] }`.
///
/// | Form | Types | Rows |
/// |---|---|---|
/// | `reals` | structures whose components are as wide as the engine's reals | name, number of components, packed array |
/// | `fixed` | structures whose components have 32 bits in every build | the same, with the type of a component |
/// | `numbers` | packed arrays of numbers | name, type of an element |
///
/// A match on [`Variant`](crate::variant::Variant) by form is `match_variant!`.
#[doc(hidden)]
#[macro_export]
macro_rules! forms {
    ($($callback:tt)::+ [$($arguments:tt)*]) => {
        $($callback)::+! {
            [$($arguments)*]
            reals {
                Vector2[2] PackedVector2Array;
                Rect2[4];
                Vector3[3] PackedVector3Array;
                Transform2D[6];
                Vector4[4] PackedVector4Array;
                Plane[4];
                Quaternion[4];
                Aabb[6];
                Basis[9];
                Transform3D[12];
                Projection[16];
            }
            fixed {
                Vector2i[i32; 2];
                Rect2i[i32; 4];
                Vector3i[i32; 3];
                Vector4i[i32; 4];
                Color[f32; 4] PackedColorArray;
            }
            numbers {
                PackedByteArray(u8);
                PackedInt32Array(i32);
                PackedInt64Array(i64);
                PackedFloat32Array(f32);
                PackedFloat64Array(f64);
            }
        }
    };
}

pub(in crate::variant) use {forms, variant_types};

macro_rules! types {
    ($(
        $(#[$doc:meta])*
        $name:ident $(($($content:tt)*))? $(or $other:ident($($other_content:tt)*))?:
            $godot3:tt $name3:literal, $godot4:tt $name4:literal, $payload:expr
            $(, since $since:literal)?;
    )*) => {
        /// A type of Godot's Variant. The names are Godot 4's; ids differ between the generations.
        ///
        /// A value is a u32 header, whose low byte is the type id, and a payload with zero padding
        /// to a multiple of 4 bytes. Sizes below are those of the payload; reals have 4 bytes, or 8
        /// in a [`Double`](crate::variant::Double) dialect.
        ///
        /// # Source
        /// The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum VariantType { $( $(#[$doc])* #[doc = ""] #[doc = ids!($godot3, $godot4)] $name, )* }

        impl VariantType {
            /// All types, in the order of Godot 4's ids.
            pub const ALL: &'static [Self] = &[ $( Self::$name, )* ];

            /// Returns the id of this type, or `None` if the generation lacks it.
            #[inline]
            pub const fn id(self, generation: Generation) -> Option<u8> {
                match generation {
                    Generation::Godot3 => match self { $( Self::$name => id!($godot3), )* },
                    Generation::Godot4 => match self { $( Self::$name => id!($godot4), )* },
                }
            }

            /// Returns the name of this type in an engine of this generation.
            pub const fn name(self, generation: Generation) -> &'static str {
                match generation {
                    Generation::Godot3 => match self { $( Self::$name => $name3, )* },
                    Generation::Godot4 => match self { $( Self::$name => $name4, )* },
                }
            }

            /// Returns what errors call a value of this type: `a Vector2`.
            pub(crate) const fn described(self) -> &'static str {
                match self {
                    Self::Int => "an int",
                    Self::Aabb => "an AABB",
                    Self::Rid => "an RID",
                    Self::Object => "an Object",
                    Self::Array => "an Array",
                    _ => match self { $( Self::$name => concat!("a ", $name4), )* },
                }
            }

            /// Returns the kind of bytes after the header of a value of this type.
            pub const fn payload(self) -> Payload {
                use Component::{F32, F64, I32, I64, Real, U8};
                use VariantType::{Color, Float, Int, Vector2, Vector3, Vector4};
                match self { $( Self::$name => $payload, )* }
            }

            /// Returns the first release of the engine that has this type: `"4.3"`.
            pub const fn since(self) -> &'static str {
                match self { $( Self::$name => since!($godot3, $($since)?), )* }
            }

            const fn table(generation: Generation) -> [Option<Self>; Self::ALL.len()] {
                let mut table = [None; Self::ALL.len()];
                let mut at = 0;
                while at < Self::ALL.len() {
                    if let Some(id) = Self::ALL[at].id(generation) {
                        table[id as usize] = Some(Self::ALL[at]);
                    }
                    at += 1;
                }
                table
            }
        }
    };
}

variant_types! { types }

impl VariantType {
    /// Returns the type of an id, or `None` if the generation has no such id.
    pub const fn from_id(id: u8, generation: Generation) -> Option<Self> {
        const GODOT3: [Option<VariantType>; VariantType::ALL.len()] =
            VariantType::table(Generation::Godot3);
        const GODOT4: [Option<VariantType>; VariantType::ALL.len()] =
            VariantType::table(Generation::Godot4);
        let table = match generation {
            Generation::Godot3 => &GODOT3,
            Generation::Godot4 => &GODOT4,
        };
        if (id as usize) < table.len() { table[id as usize] } else { None }
    }

    /// The kind and the number of a structure's components.
    #[inline]
    pub const fn components(self) -> Option<(Component, usize)> {
        match self.payload() {
            Payload::Structure { component, names, .. } => Some((component, names.len())),
            _ => None,
        }
    }

    /// The kind and the number of the components of an element of this packed array; `None` for
    /// packed texts and other types.
    #[inline]
    pub const fn packed_components(self) -> Option<(Component, usize)> {
        match self.payload() {
            Payload::Packed { element, component } => match element.components() {
                Some((_, count)) => Some((component, count)),
                None => Some((component, 1)),
            },
            _ => None,
        }
    }

    /// Returns the type of this packed array's elements.
    pub const fn element(self) -> Option<Self> {
        match self.payload() {
            Payload::Packed { element, .. } => Some(element),
            Payload::PackedTexts => Some(Self::String),
            _ => None,
        }
    }

    /// Returns the packed array of elements of this type. Ints and floats have several: `number`
    /// selects the one with that kind of element. For other types `number` makes no difference.
    ///
    /// ```
    /// use godot_var_runtime::variant::{Component, VariantType};
    ///
    /// let packed = VariantType::Int.packed_array(Component::I32);
    /// assert_eq!(packed, Some(VariantType::PackedInt32Array));
    /// let packed = VariantType::Color.packed_array(Component::Real);
    /// assert_eq!(packed, Some(VariantType::PackedColorArray));
    /// ```
    pub const fn packed_array(self, number: Component) -> Option<Self> {
        let mut at = 0;
        while at < Self::ALL.len() {
            let array = Self::ALL[at];
            if let Some(element) = array.element()
                && element as u8 == self as u8
            {
                let is_number = matches!(self, Self::Int | Self::Float);
                match array.payload() {
                    Payload::Packed { component, .. } if is_number => {
                        if component as u8 == number as u8 {
                            return Some(array);
                        }
                    }
                    _ => return Some(array),
                }
            }
            at += 1;
        }
        None
    }

    /// Finds a type by its name in an engine of this generation.
    pub fn from_name(name: &str, generation: Generation) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|kind| kind.id(generation).is_some() && kind.name(generation) == name)
    }
}
