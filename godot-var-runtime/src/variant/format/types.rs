//! The types that a Variant can have, with their ids in both generations.

use super::dialect::Generation;

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

macro_rules! variant_types {
    ($( $(#[$doc:meta])* $name:ident: $godot3:tt $name3:literal, $godot4:tt $name4:literal; )*) => {
        /// A type of Godot's Variant. The names are Godot 4's; ids differ between the generations.
        ///
        /// A value is a u32 header, whose low byte is the type id, and a payload, filled up with zeros to a multiple of 4 bytes.
        /// Sizes below are those of the payload; reals have 4 bytes, in a [`Double`](crate::variant::Double) dialect 8.
        ///
        /// # Source
        /// The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum VariantType { $( $(#[$doc])* #[doc = ""] #[doc = ids!($godot3, $godot4)] $name, )* }

        impl VariantType {
            /// All types, in the order of Godot 4's ids.
            pub const ALL: &'static [Self] = &[ $( Self::$name, )* ];

            /// The id of this type, or `None` when the generation lacks it.
            #[inline]
            pub const fn id(self, generation: Generation) -> Option<u8> {
                match generation {
                    Generation::Godot3 => match self { $( Self::$name => id!($godot3), )* },
                    Generation::Godot4 => match self { $( Self::$name => id!($godot4), )* },
                }
            }

            /// The name that this type has in an engine of this generation.
            pub const fn name(self, generation: Generation) -> &'static str {
                match generation {
                    Generation::Godot3 => match self { $( Self::$name => $name3, )* },
                    Generation::Godot4 => match self { $( Self::$name => $name4, )* },
                }
            }

            const fn table(generation: Generation) -> [Option<Self>; 39] {
                let mut table = [None; 39];
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

variant_types! {
    /// Nothing: `null`. No payload.
    Nil: 0 "Nil", 0 "Nil";
    /// A u32: 0 or 1.
    Bool: 1 "bool", 1 "bool";
    /// A signed integer: an i32 where the value fits one, else, with flag 16, an i64.
    Int: 2 "int", 2 "int";
    /// A float: an f32 where that keeps the value, else, with flag 16, an f64.
    Float: 3 "float", 3 "float";
    /// A text: u32 length in bytes, UTF-8.
    String: 4 "String", 4 "String";
    /// Two reals: 8 bytes.
    Vector2: 5 "Vector2", 5 "Vector2";
    /// Two i32: 8 bytes.
    Vector2i: _ "Vector2i", 6 "Vector2i";
    /// A position and a size of two reals each: 16 bytes.
    Rect2: 6 "Rect2", 7 "Rect2";
    /// A position and a size of two i32 each: 16 bytes.
    Rect2i: _ "Rect2i", 8 "Rect2i";
    /// Three reals: 12 bytes.
    Vector3: 7 "Vector3", 9 "Vector3";
    /// Three i32: 12 bytes.
    Vector3i: _ "Vector3i", 10 "Vector3i";
    /// Three column vectors of two reals: 24 bytes.
    Transform2D: 8 "Transform2D", 11 "Transform2D";
    /// Four reals: 16 bytes.
    Vector4: _ "Vector4", 12 "Vector4";
    /// Four i32: 16 bytes.
    Vector4i: _ "Vector4i", 13 "Vector4i";
    /// A normal and a distance: 16 bytes.
    Plane: 9 "Plane", 14 "Plane";
    /// A rotation, x, y, z, w: 16 bytes.
    Quaternion: 10 "Quat", 15 "Quaternion";
    /// A box, position and size: 24 bytes.
    Aabb: 11 "AABB", 16 "AABB";
    /// Three axis vectors, row by row: 36 bytes.
    Basis: 12 "Basis", 17 "Basis";
    /// A basis and an origin: 48 bytes.
    Transform3D: 13 "Transform", 18 "Transform3D";
    /// Four column vectors of four reals: 64 bytes.
    Projection: _ "Projection", 19 "Projection";
    /// Red, green, blue, alpha: 16 bytes, f32 in every build.
    Color: 14 "Color", 20 "Color";
    /// An interned text: u32 length in bytes, UTF-8.
    StringName: _ "StringName", 21 "StringName";
    /// A path in the scene tree: three u32, then its names. See [`NodePath`](crate::variant::NodePath).
    NodePath: 15 "NodePath", 22 "NodePath";
    /// A handle of a server resource: a u64; in Godot 3 nothing.
    Rid: 16 "RID", 23 "RID";
    /// An object: with flag 16 its id, a u64; without it class and properties. See [`Object`](crate::variant::Object).
    Object: 17 "Object", 24 "Object";
    /// A function reference; travels empty.
    Callable: _ "Callable", 25 "Callable";
    /// A signal of an object: its name as a text, then a u64 object id.
    Signal: _ "Signal", 26 "Signal";
    /// Pairs of values, in insertion order: u32 count, then the pairs. See [`Dictionary`](crate::variant::Dictionary).
    Dictionary: 18 "Dictionary", 27 "Dictionary";
    /// A list of values: u32 count, then the values. See [`Array`](crate::variant::Array).
    Array: 19 "Array", 28 "Array";
    /// Bytes: u32 count, bytes.
    PackedByteArray: 20 "PoolByteArray", 29 "PackedByteArray";
    /// Ints of 32 bits: u32 count, 4 bytes each.
    PackedInt32Array: 21 "PoolIntArray", 30 "PackedInt32Array";
    /// Ints of 64 bits: u32 count, 8 bytes each.
    PackedInt64Array: _ "PackedInt64Array", 31 "PackedInt64Array";
    /// Floats of 32 bits: u32 count, 4 bytes each.
    PackedFloat32Array: 22 "PoolRealArray", 32 "PackedFloat32Array";
    /// Floats of 64 bits: u32 count, 8 bytes each.
    PackedFloat64Array: _ "PackedFloat64Array", 33 "PackedFloat64Array";
    /// Texts: u32 count; each a u32 length, UTF-8, a NUL that the length counts, zeros up to 4.
    PackedStringArray: 23 "PoolStringArray", 34 "PackedStringArray";
    /// Vectors of two reals: u32 count, 8 bytes each.
    PackedVector2Array: 24 "PoolVector2Array", 35 "PackedVector2Array";
    /// Vectors of three reals: u32 count, 12 bytes each.
    PackedVector3Array: 25 "PoolVector3Array", 36 "PackedVector3Array";
    /// Colors: u32 count, 16 bytes each.
    PackedColorArray: 26 "PoolColorArray", 37 "PackedColorArray";
    /// Vectors of four reals: u32 count, 16 bytes each. Since Godot 4.3.
    PackedVector4Array: _ "PackedVector4Array", 38 "PackedVector4Array";
}

impl VariantType {
    /// The type of an id, or `None` when the generation has no such id.
    pub const fn from_id(id: u8, generation: Generation) -> Option<Self> {
        const GODOT3: [Option<VariantType>; 39] = VariantType::table(Generation::Godot3);
        const GODOT4: [Option<VariantType>; 39] = VariantType::table(Generation::Godot4);
        let table = match generation {
            Generation::Godot3 => &GODOT3,
            Generation::Godot4 => &GODOT4,
        };
        if (id as usize) < table.len() { table[id as usize] } else { None }
    }

    /// Finds a type by its name in an engine of this generation.
    pub fn from_name(name: &str, generation: Generation) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|kind| kind.id(generation).is_some() && kind.name(generation) == name)
    }
}
