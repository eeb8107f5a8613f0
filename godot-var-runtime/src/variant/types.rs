//! The types that a Variant can have, with their ids in both generations.

use super::dialect::Generation;

macro_rules! variant_types {
    ($( $(#[$doc:meta])* $name:ident: $godot3:expr, $name3:literal, $godot4:expr, $name4:literal; )*) => {
        /// A type of Godot's Variant. The names are Godot 4's; ids differ between the generations.
        ///
        /// # Source
        /// The engines 3.2.3 and 4.6; agrees with `tests/vectors/godot3.jsonl` and `godot4.jsonl`.
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum VariantType { $( $(#[$doc])* $name, )* }

        impl VariantType {
            /// All types, in the order of Godot 4's ids.
            pub const ALL: &'static [Self] = &[ $( Self::$name, )* ];

            /// The id of this type, or `None` when the generation lacks it.
            pub const fn id(self, generation: Generation) -> Option<u8> {
                match generation {
                    Generation::Godot3 => match self { $( Self::$name => $godot3, )* },
                    Generation::Godot4 => match self { $( Self::$name => $godot4, )* },
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
    /// Nothing: `null`.
    Nil: Some(0), "Nil", Some(0), "Nil";
    /// A u32: 0 or 1.
    Bool: Some(1), "bool", Some(1), "bool";
    /// A signed integer of 64 bits.
    Int: Some(2), "int", Some(2), "int";
    /// A float of 64 bits.
    Float: Some(3), "float", Some(3), "float";
    /// UTF-8 text.
    String: Some(4), "String", Some(4), "String";
    /// Two reals.
    Vector2: Some(5), "Vector2", Some(5), "Vector2";
    /// Two ints.
    Vector2i: None, "Vector2i", Some(6), "Vector2i";
    /// A position and a size of two reals each.
    Rect2: Some(6), "Rect2", Some(7), "Rect2";
    /// A position and a size of two ints each.
    Rect2i: None, "Rect2i", Some(8), "Rect2i";
    /// Three reals.
    Vector3: Some(7), "Vector3", Some(9), "Vector3";
    /// Three ints.
    Vector3i: None, "Vector3i", Some(10), "Vector3i";
    /// Three column vectors of two reals.
    Transform2D: Some(8), "Transform2D", Some(11), "Transform2D";
    /// Four reals.
    Vector4: None, "Vector4", Some(12), "Vector4";
    /// Four ints.
    Vector4i: None, "Vector4i", Some(13), "Vector4i";
    /// A normal and a distance.
    Plane: Some(9), "Plane", Some(14), "Plane";
    /// A rotation: x, y, z, w.
    Quaternion: Some(10), "Quat", Some(15), "Quaternion";
    /// A box: position and size.
    Aabb: Some(11), "AABB", Some(16), "AABB";
    /// Three axis vectors.
    Basis: Some(12), "Basis", Some(17), "Basis";
    /// A basis and an origin.
    Transform3D: Some(13), "Transform", Some(18), "Transform3D";
    /// Four column vectors of four reals.
    Projection: None, "Projection", Some(19), "Projection";
    /// Red, green, blue, alpha.
    Color: Some(14), "Color", Some(20), "Color";
    /// An interned text.
    StringName: None, "StringName", Some(21), "StringName";
    /// A path in the scene tree.
    NodePath: Some(15), "NodePath", Some(22), "NodePath";
    /// A handle of a server resource.
    Rid: Some(16), "RID", Some(23), "RID";
    /// An object, as instance id or with its properties.
    Object: Some(17), "Object", Some(24), "Object";
    /// A function reference; travels empty.
    Callable: None, "Callable", Some(25), "Callable";
    /// A signal of an object.
    Signal: None, "Signal", Some(26), "Signal";
    /// Pairs of values, in insertion order.
    Dictionary: Some(18), "Dictionary", Some(27), "Dictionary";
    /// A list of values.
    Array: Some(19), "Array", Some(28), "Array";
    /// Bytes.
    PackedByteArray: Some(20), "PoolByteArray", Some(29), "PackedByteArray";
    /// Ints of 32 bits.
    PackedInt32Array: Some(21), "PoolIntArray", Some(30), "PackedInt32Array";
    /// Ints of 64 bits.
    PackedInt64Array: None, "PackedInt64Array", Some(31), "PackedInt64Array";
    /// Floats of 32 bits.
    PackedFloat32Array: Some(22), "PoolRealArray", Some(32), "PackedFloat32Array";
    /// Floats of 64 bits.
    PackedFloat64Array: None, "PackedFloat64Array", Some(33), "PackedFloat64Array";
    /// Texts.
    PackedStringArray: Some(23), "PoolStringArray", Some(34), "PackedStringArray";
    /// Vectors of two reals.
    PackedVector2Array: Some(24), "PoolVector2Array", Some(35), "PackedVector2Array";
    /// Vectors of three reals.
    PackedVector3Array: Some(25), "PoolVector3Array", Some(36), "PackedVector3Array";
    /// Colors.
    PackedColorArray: Some(26), "PoolColorArray", Some(37), "PackedColorArray";
    /// Vectors of four reals.
    PackedVector4Array: None, "PackedVector4Array", Some(38), "PackedVector4Array";
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
