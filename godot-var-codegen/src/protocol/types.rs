//! The types of fields.

use godot_var_runtime::variant::{
    Bounds, Component, Generation, TypeLayout, VariantType, VariantTypes,
};

/// The type of a field, a parameter or an element.
///
/// Pointers (`Box`, `Rc`, `Arc`, `&`, `Cow`) and similar collections (`Vec`, `VecDeque`, `Box<[T]>`) have the same encoding and are not
/// distinguished, except for [`Pointer`](Self::Pointer).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// `()`
    Unit,
    /// `bool`
    Bool,
    /// `i8` … `u64`
    Int(Integer),
    /// `NonZeroI8` … `NonZeroU64`: an int other than 0.
    NonZero(Integer),
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `char`
    Char,
    /// `String`, `&str` and so on.
    String,
    /// A text that its Rust type parses.
    Parsed(ParsedText),
    /// A type of the engine.
    Engine(Engine),
    /// A type of `godot_var::math::double`.
    Double(Engine),
    /// `Variant`: any value.
    Variant,
    /// `Box<T>` and other pointers to an element type of packed arrays. A list of them is an Array.
    Pointer(Box<Type>),
    /// `Option<T>`
    Option(Box<Type>),
    /// `Vec<T>` and so on.
    List(Box<Type>),
    /// `&'a [u8]` as a borrowed field, `Cow<'a, [u8]>`, `PackedView<'a, T>`: read only from the packed array of its elements.
    View(Box<Type>),
    /// `[T; N]`
    FixedList(u64, Box<Type>),
    /// `BTreeSet<T>`
    Set(Box<Type>),
    /// `(A, B)`
    Tuple(Vec<Type>),
    /// `BTreeMap<K, V>`, `HashMap<K, V>`
    Map(Box<Type>, Box<Type>),
    /// A type of the schema, given by its index in [`Protocol::types`](super::Protocol::types).
    Message(usize),
    /// A value with functions of its own: see [`Field::custom`](super::Field::custom).
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

impl Integer {
    const ALL: [Self; 8] =
        [Self::I8, Self::I16, Self::I32, Self::I64, Self::U8, Self::U16, Self::U32, Self::U64];

    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|integer| integer.name() == name)
    }

    /// Returns the integer type of a non-zero type: `i8` for `NonZeroI8`.
    pub(crate) fn of_non_zero(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|integer| integer.non_zero_name() == name)
    }

    /// Returns the Rust name.
    pub const fn name(self) -> &'static str {
        self.bounds().name()
    }

    /// Returns the bounds that a reader checks.
    pub const fn bounds(self) -> Bounds<'static> {
        match self {
            Self::I8 => Bounds::I8,
            Self::I16 => Bounds::I16,
            Self::I32 => Bounds::I32,
            Self::I64 => Bounds::I64,
            Self::U8 => Bounds::U8,
            Self::U16 => Bounds::U16,
            Self::U32 => Bounds::U32,
            Self::U64 => Bounds::U64,
        }
    }

    /// Returns the Rust name of the non-zero type.
    pub const fn non_zero_name(self) -> &'static str {
        self.non_zero_bounds().name()
    }

    /// Returns the bounds that a reader of the non-zero type checks.
    pub const fn non_zero_bounds(self) -> Bounds<'static> {
        match self {
            Self::I8 => Bounds::NonZeroI8,
            Self::I16 => Bounds::NonZeroI16,
            Self::I32 => Bounds::NonZeroI32,
            Self::I64 => Bounds::NonZeroI64,
            Self::U8 => Bounds::NonZeroU8,
            Self::U16 => Bounds::NonZeroU16,
            Self::U32 => Bounds::NonZeroU32,
            Self::U64 => Bounds::NonZeroU64,
        }
    }

    /// Returns the minimum and maximum that can be encoded: those of the type, up to the maximum of Godot's int.
    pub const fn range(self) -> (i64, i64) {
        match self.bounds().range() {
            Some(range) => range,
            None => (i64::MIN, i64::MAX),
        }
    }
}

/// Types that are encoded as a text in a form of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ParsedText {
    /// `std::net::IpAddr`
    IpAddr,
    /// `std::net::Ipv4Addr`
    Ipv4Addr,
    /// `std::net::Ipv6Addr`
    Ipv6Addr,
    /// `std::net::SocketAddr`
    SocketAddr,
    /// `uuid::Uuid`
    Uuid,
}

impl ParsedText {
    /// Returns the Rust name.
    pub const fn rust_name(self) -> &'static str {
        match self {
            Self::IpAddr => "IpAddr",
            Self::Ipv4Addr => "Ipv4Addr",
            Self::Ipv6Addr => "Ipv6Addr",
            Self::SocketAddr => "SocketAddr",
            Self::Uuid => "Uuid",
        }
    }

    /// Returns the Rust name with its crate and module.
    pub const fn rust_path(self) -> &'static str {
        match self {
            Self::IpAddr => "std::net::IpAddr",
            Self::Ipv4Addr => "std::net::Ipv4Addr",
            Self::Ipv6Addr => "std::net::Ipv6Addr",
            Self::SocketAddr => "std::net::SocketAddr",
            Self::Uuid => "uuid::Uuid",
        }
    }

    /// Returns the bounds for texts of this form.
    const fn bounds(self) -> Bounds<'static> {
        Bounds::Other(match self {
            Self::Uuid => "uuid",
            form => form.rust_name(),
        })
    }

    /// Returns the text of a sample value.
    pub const fn example(self) -> &'static str {
        match self {
            Self::IpAddr | Self::Ipv4Addr => "127.0.0.1",
            Self::Ipv6Addr => "::1",
            Self::SocketAddr => "127.0.0.1:7777",
            Self::Uuid => "67e55044-10b1-426f-9247-bb680e5fe0c8",
        }
    }

    /// Returns the text of a neutral value.
    pub const fn empty(self) -> &'static str {
        match self {
            Self::IpAddr | Self::Ipv4Addr => "0.0.0.0",
            Self::Ipv6Addr => "::",
            Self::SocketAddr => "0.0.0.0:0",
            Self::Uuid => "00000000-0000-0000-0000-000000000000",
        }
    }

    /// Returns the minimum and maximum length of the text in bytes.
    pub const fn lengths(self) -> (u64, u64) {
        match self {
            Self::IpAddr | Self::Ipv6Addr => (2, 45),
            Self::Ipv4Addr => (7, 15),
            Self::SocketAddr => (9, 64),
            Self::Uuid => (36, 36),
        }
    }
}

macro_rules! engine_types {
    ($($(#[$doc:meta])* $name:ident: $kind:ident;)*) => {
        /// The engine's own types.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Engine {
            $($(#[$doc])* $name,)*
        }

        impl Engine {
            const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the name of the Rust type.
            pub fn rust_name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)* }
            }

            /// Returns the Variant type.
            pub const fn variant_type(self) -> VariantType {
                match self { $(Self::$name => VariantType::$kind,)* }
            }
        }
    };
}

engine_types! {
    /// A name; a String in Godot 3.
    StringName: StringName;
    /// A path to a node.
    NodePath: NodePath;
    /// Two reals.
    Vector2: Vector2;
    /// Two ints.
    Vector2i: Vector2i;
    /// A position and a size.
    Rect2: Rect2;
    /// A position and a size in ints.
    Rect2i: Rect2i;
    /// Three reals.
    Vector3: Vector3;
    /// Three ints.
    Vector3i: Vector3i;
    /// Four reals.
    Vector4: Vector4;
    /// Four ints.
    Vector4i: Vector4i;
    /// Three columns of two reals.
    Transform2D: Transform2D;
    /// A normal and a distance.
    Plane: Plane;
    /// Four reals.
    Quaternion: Quaternion;
    /// A box: position and size.
    Aabb: Aabb;
    /// Three rows of three reals.
    Basis: Basis;
    /// A basis and an origin.
    Transform3D: Transform3D;
    /// Four columns of four reals.
    Projection: Projection;
    /// Four 32-bit floats.
    Color: Color;
    /// The id of a resource.
    Rid: Rid;
    /// The id of an object.
    ObjectId: Object;
    /// A method of an object.
    Callable: Callable;
    /// A signal of an object.
    Signal: Signal;
    /// Any keys and values.
    Dictionary: Dictionary;
    /// Any values.
    Array: Array;
}

impl Engine {
    pub(super) fn of(rust_name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|engine| engine.rust_name() == rust_name)
    }

    /// Returns the name in Godot 4.
    pub const fn godot4_name(self) -> &'static str {
        self.variant_type().name(Generation::Godot4)
    }

    /// Returns the name in Godot 3, if it has this type or an equivalent.
    pub const fn godot3_name(self) -> Option<&'static str> {
        match TypeLayout::Value(self.variant_type(), Bounds::None).written_type(Generation::Godot3)
        {
            Some(kind) if kind.id(Generation::Godot3).is_some() => {
                Some(kind.name(Generation::Godot3))
            }
            _ => None,
        }
    }

    /// Whether its components are reals of 32 or 64 bits.
    pub const fn is_real(self) -> bool {
        matches!(self.variant_type().components(), Some((Component::Real, _)))
    }
}

impl Type {
    /// Returns the bounds of an integer type.
    pub const fn integer_bounds(&self) -> Option<Bounds<'static>> {
        match self {
            Self::Int(integer) => Some(integer.bounds()),
            Self::NonZero(integer) => Some(integer.non_zero_bounds()),
            _ => None,
        }
    }

    /// Returns the layout of a type that always has one Variant type.
    pub const fn value_layout(&self) -> Option<TypeLayout<'static>> {
        let (kind, bounds) = match self {
            Self::Unit => (VariantType::Nil, Bounds::None),
            Self::Bool => (VariantType::Bool, Bounds::None),
            Self::Int(integer) => (VariantType::Int, integer.bounds()),
            Self::NonZero(integer) => (VariantType::Int, integer.non_zero_bounds()),
            Self::F32 => (VariantType::Float, Bounds::F32),
            Self::F64 => (VariantType::Float, Bounds::F64),
            Self::Char => (VariantType::String, Bounds::Char),
            Self::String => (VariantType::String, Bounds::None),
            Self::Parsed(form) => (VariantType::String, form.bounds()),
            Self::Engine(engine) if engine.is_real() => (engine.variant_type(), Bounds::F32),
            Self::Engine(engine) => (engine.variant_type(), Bounds::None),
            Self::Double(engine) => (engine.variant_type(), Bounds::F64),
            _ => return None,
        };
        Some(TypeLayout::Value(kind, bounds))
    }

    /// Returns the type of a pointer to a value of this type.
    pub(super) fn pointed_to(self) -> Self {
        let packed = self.value_layout().map_or(VariantTypes::NONE, |it| it.read_packed_arrays());
        let is_text = self.packed_array(Generation::Godot4) == Some(VariantType::PackedStringArray);
        if packed.is_empty() || is_text { self } else { Self::Pointer(Box::new(self)) }
    }

    /// Returns the type for a field. Pointers matter only as elements of lists.
    pub(super) fn settled(self) -> Self {
        let boxed = |inner: Box<Self>| Box::new(inner.settled());
        match self {
            Self::Pointer(inner) => inner.settled(),
            Self::Option(inner) => Self::Option(boxed(inner)),
            Self::List(element) => Self::List(Box::new(element.settled_element())),
            Self::FixedList(len, element) => {
                Self::FixedList(len, Box::new(element.settled_element()))
            }
            Self::Set(element) => Self::Set(Box::new(element.settled_element())),
            Self::Tuple(elements) => Self::Tuple(elements.into_iter().map(Self::settled).collect()),
            Self::Map(key, value) => Self::Map(boxed(key), boxed(value)),
            ty => ty,
        }
    }

    fn settled_element(self) -> Self {
        match self {
            Self::Pointer(inner) => Self::Pointer(Box::new(inner.settled())),
            ty => ty.settled(),
        }
    }

    /// Returns the packed array for a list of this type, if the engine has one.
    pub fn packed_array(&self, generation: Generation) -> Option<VariantType> {
        self.value_layout()?.packed_array().filter(|array| array.id(generation).is_some())
    }

    /// Calls `visit` with every type of the schema in this type.
    pub fn messages(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Self::Message(index) => visit(*index),
            Self::Option(inner)
            | Self::Pointer(inner)
            | Self::List(inner)
            | Self::FixedList(_, inner)
            | Self::View(inner)
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
