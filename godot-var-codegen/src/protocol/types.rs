//! The types that fields can have.

/// The type of a field, a parameter or an element.
///
/// Pointers (`Box`, `Rc`, `Arc`, `&`, `Cow`) and the kinds of one collection (`Vec`, `VecDeque`,
/// `Box<[T]>`) travel alike and are not told apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// `()`
    Unit,
    /// `bool`
    Bool,
    /// `i8` … `u64`
    Int(Integer),
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `char`
    Char,
    /// `String`, `&str` and so on.
    String,
    /// A type of the engine.
    Engine(Engine),
    /// A type of `godot_var::math::double`.
    Double(Engine),
    /// `Variant`: anything.
    Variant,
    /// `Option<T>`
    Option(Box<Type>),
    /// `Vec<T>` and so on.
    List(Box<Type>),
    /// `&'a [u8]` as a borrowed field, `Cow<'a, [u8]>`: read from a packed array alone.
    Bytes,
    /// `[T; N]`
    FixedList(u64, Box<Type>),
    /// `BTreeSet<T>`
    Set(Box<Type>),
    /// `(A, B)`
    Tuple(Vec<Type>),
    /// `BTreeMap<K, V>`, `HashMap<K, V>`
    Map(Box<Type>, Box<Type>),
    /// A type of the schema: its index in [`Protocol::types`](super::Protocol::types).
    Message(usize),
    /// What functions of its own write and read: see [`Field::custom`](super::Field::custom).
    Custom,
}

/// The integer types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Integer {
    /// `i8`
    I8,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `i64`
    I64,
    /// `u8`
    U8,
    /// `u16`
    U16,
    /// `u32`
    U32,
    /// `u64`
    U64,
}

const INTEGERS: [(&str, Integer); 8] = [
    ("i8", Integer::I8),
    ("i16", Integer::I16),
    ("i32", Integer::I32),
    ("i64", Integer::I64),
    ("u8", Integer::U8),
    ("u16", Integer::U16),
    ("u32", Integer::U32),
    ("u64", Integer::U64),
];

impl Integer {
    pub(crate) fn of(name: &str) -> Option<Self> {
        INTEGERS.iter().find(|(known, _)| *known == name).map(|(_, integer)| *integer)
    }

    /// Its Rust name.
    pub fn name(self) -> &'static str {
        INTEGERS[self as usize].0
    }

    /// The numbers that can travel: those of the type, up to the largest of Godot's int.
    pub fn range(self) -> (i64, i64) {
        match self {
            Self::I8 => (i8::MIN.into(), i8::MAX.into()),
            Self::I16 => (i16::MIN.into(), i16::MAX.into()),
            Self::I32 => (i32::MIN.into(), i32::MAX.into()),
            Self::I64 => (i64::MIN, i64::MAX),
            Self::U8 => (0, u8::MAX.into()),
            Self::U16 => (0, u16::MAX.into()),
            Self::U32 => (0, u32::MAX.into()),
            Self::U64 => (0, i64::MAX),
        }
    }
}

macro_rules! engine_types {
    ($($(#[$doc:meta])* $name:ident: $rust:literal, $godot4:literal, $godot3:expr;)*) => {
        /// The engine's own types.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Engine {
            $($(#[$doc])* $name,)*
        }

        impl Engine {
            const ALL: &[Self] = &[$(Self::$name),*];

            /// The name of the Rust type.
            pub fn rust_name(self) -> &'static str {
                match self { $(Self::$name => $rust,)* }
            }

            /// Its name in Godot 4.
            pub fn godot4_name(self) -> &'static str {
                match self { $(Self::$name => $godot4,)* }
            }

            /// Its name in Godot 3, if it has the type.
            pub fn godot3_name(self) -> Option<&'static str> {
                match self { $(Self::$name => $godot3,)* }
            }
        }
    };
}

engine_types! {
    /// A name; a String in Godot 3.
    StringName: "StringName", "StringName", Some("String");
    /// A path to a node.
    NodePath: "NodePath", "NodePath", Some("NodePath");
    /// Two reals.
    Vector2: "Vector2", "Vector2", Some("Vector2");
    /// Two ints.
    Vector2i: "Vector2i", "Vector2i", None;
    /// A position and a size.
    Rect2: "Rect2", "Rect2", Some("Rect2");
    /// A position and a size in ints.
    Rect2i: "Rect2i", "Rect2i", None;
    /// Three reals.
    Vector3: "Vector3", "Vector3", Some("Vector3");
    /// Three ints.
    Vector3i: "Vector3i", "Vector3i", None;
    /// Four reals.
    Vector4: "Vector4", "Vector4", None;
    /// Four ints.
    Vector4i: "Vector4i", "Vector4i", None;
    /// Three columns of two reals.
    Transform2D: "Transform2D", "Transform2D", Some("Transform2D");
    /// A normal and a distance.
    Plane: "Plane", "Plane", Some("Plane");
    /// Four reals.
    Quaternion: "Quaternion", "Quaternion", Some("Quat");
    /// A box: position and size.
    Aabb: "Aabb", "AABB", Some("AABB");
    /// Three rows of three reals.
    Basis: "Basis", "Basis", Some("Basis");
    /// A basis and an origin.
    Transform3D: "Transform3D", "Transform3D", Some("Transform");
    /// Four columns of four reals.
    Projection: "Projection", "Projection", None;
    /// Four 32-bit floats.
    Color: "Color", "Color", Some("Color");
    /// The id of a resource.
    Rid: "Rid", "RID", Some("RID");
    /// The id of an object.
    ObjectId: "ObjectId", "Object", Some("Object");
    /// A method of an object.
    Callable: "Callable", "Callable", None;
    /// A signal of an object.
    Signal: "Signal", "Signal", None;
    /// Any keys and values.
    Dictionary: "Dictionary", "Dictionary", Some("Dictionary");
    /// Any values.
    Array: "Array", "Array", Some("Array");
}

impl Engine {
    pub(super) fn of(rust_name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|engine| engine.rust_name() == rust_name)
    }

    /// Whether its components are reals, of 32 or 64 bits.
    pub fn is_real(self) -> bool {
        matches!(
            self,
            Self::Vector2
                | Self::Rect2
                | Self::Vector3
                | Self::Vector4
                | Self::Transform2D
                | Self::Plane
                | Self::Quaternion
                | Self::Aabb
                | Self::Basis
                | Self::Transform3D
                | Self::Projection
        )
    }
}

impl Type {
    /// Calls `visit` with every type of the schema that this one mentions.
    pub fn messages(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Self::Message(index) => visit(*index),
            Self::Option(inner)
            | Self::List(inner)
            | Self::FixedList(_, inner)
            | Self::Set(inner) => {
                inner.messages(visit);
            }
            Self::Tuple(elements) => {
                for element in elements {
                    element.messages(visit);
                }
            }
            Self::Map(key, value) => {
                key.messages(visit);
                value.messages(visit);
            }
            _ => {}
        }
    }
}
