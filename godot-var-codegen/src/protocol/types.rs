//! The types of fields: the layouts of the runtime in an owned form, with references to the types of a schema.

use godot_var_runtime::variant::{Bounds, Component, Generation, Payload, TypeLayout, VariantType};

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use serde::{Deserialize, Serialize};

use super::stored;

/// The type of a field, a parameter or an element.
///
/// Pointers (`Box`, `Rc`, `Arc`, `&`, `Cow`) and similar collections (`Vec`, `VecDeque`, `Box<[T]>`) have the same encoding and are not
/// distinguished, except for [`Pointer`](Self::Pointer).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Type {
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
    /// A value that always has one Variant type, with the bounds of its Rust type, as in [`TypeLayout::Value`]. Types of
    /// `godot_var::math::double` have the bounds of `f64`.
    #[serde(untagged, with = "stored::value")]
    Value(VariantType, Bounds<'static>),
}

/// The bounds of the integer types.
const INTEGERS: [Bounds<'static>; 16] = [
    Bounds::I8,
    Bounds::I16,
    Bounds::I32,
    Bounds::I64,
    Bounds::U8,
    Bounds::U16,
    Bounds::U32,
    Bounds::U64,
    Bounds::NonZeroI8,
    Bounds::NonZeroI16,
    Bounds::NonZeroI32,
    Bounds::NonZeroI64,
    Bounds::NonZeroU8,
    Bounds::NonZeroU16,
    Bounds::NonZeroU32,
    Bounds::NonZeroU64,
];

impl Type {
    /// `()`
    pub const UNIT: Self = Self::Value(VariantType::Nil, Bounds::None);
    /// `bool`
    pub const BOOL: Self = Self::Value(VariantType::Bool, Bounds::None);
    /// `f32`
    pub const F32: Self = Self::Value(VariantType::Float, Bounds::F32);
    /// `f64`
    pub const F64: Self = Self::Value(VariantType::Float, Bounds::F64);
    /// `char`
    pub const CHAR: Self = Self::Value(VariantType::String, Bounds::Char);
    /// `String`, `&str` and so on.
    pub const STRING: Self = Self::Value(VariantType::String, Bounds::None);
    /// `i64`
    pub const I64: Self = Self::Value(VariantType::Int, Bounds::I64);
    /// `u64`
    pub const U64: Self = Self::Value(VariantType::Int, Bounds::U64);
    /// `u8`
    pub const U8: Self = Self::Value(VariantType::Int, Bounds::U8);

    /// Returns the type with this Rust name, if it is a [`Value`](Self::Value).
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "()" => Self::UNIT,
            "bool" => Self::BOOL,
            "f32" => Self::F32,
            "f64" => Self::F64,
            "char" => Self::CHAR,
            "str" | "String" => Self::STRING,
            _ => {
                if let Some(bounds) = INTEGERS.into_iter().find(|bounds| bounds.name() == name) {
                    Self::Value(VariantType::Int, bounds)
                } else if let Some(form) = ParsedText::ALL.iter().find(|form| form.name == name) {
                    Self::Value(VariantType::String, form.bounds())
                } else {
                    Self::engine(engine_type(name)?)
                }
            }
        })
    }

    /// Returns a type of the engine.
    pub const fn engine(kind: VariantType) -> Self {
        Self::Value(kind, if is_real(kind) { Bounds::F32 } else { Bounds::None })
    }

    /// Returns the same type with components of 64 bits, if its components are reals.
    #[must_use]
    pub fn doubled(self) -> Self {
        match self {
            Self::Value(kind, _) if is_real(kind) => Self::Value(kind, Bounds::F64),
            ty => ty,
        }
    }

    /// Returns the name of the Rust type, if it is a [`Value`](Self::Value).
    pub fn rust_name(&self) -> Option<&'static str> {
        let Self::Value(kind, bounds) = *self else { return None };
        Some(match (kind, bounds) {
            (VariantType::Nil, _) => "()",
            (VariantType::Bool | VariantType::String, Bounds::None) => {
                kind.name(Generation::Godot4)
            }
            (VariantType::String, bounds) => {
                ParsedText::of(bounds).map_or(bounds.name(), |form| form.name)
            }
            (VariantType::Int | VariantType::Float, bounds) => bounds.name(),
            (VariantType::Aabb, _) => "Aabb",
            (VariantType::Rid, _) => "Rid",
            (VariantType::Object, _) => "ObjectId",
            (kind, _) => kind.name(Generation::Godot4),
        })
    }

    /// Returns the layout of a type that always has one Variant type.
    pub const fn value_layout(&self) -> Option<TypeLayout<'static>> {
        match *self {
            Self::Value(kind, bounds) => Some(TypeLayout::Value(kind, bounds)),
            _ => None,
        }
    }

    /// Returns the types of which this type directly consists.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Option(inner)
            | Self::Pointer(inner)
            | Self::List(inner)
            | Self::View(inner)
            | Self::FixedList(_, inner)
            | Self::Set(inner) => vec![inner],
            Self::Tuple(elements) => elements.iter().collect(),
            Self::Map(key, value) => vec![key, value],
            Self::Value(..) | Self::Variant | Self::Message(_) | Self::Custom => Vec::new(),
        }
    }

    /// Returns the type of a pointer to a value of this type. A pointer to a slice or a `str` is none: it is a list or a text.
    pub(super) fn pointed_to(self) -> Self {
        let is_text = self.packed_array(Generation::Godot4) == Some(VariantType::PackedStringArray);
        let is_list = matches!(self, Self::List(_) | Self::View(_));
        if is_text || is_list { self } else { Self::Pointer(Box::new(self)) }
    }

    /// Whether a list of pointers to such values is another one than a list of these.
    fn is_packed(&self) -> bool {
        self.value_layout().is_some_and(|it| !it.read_packed_arrays().is_empty())
    }

    /// Returns the type without those pointers that mean nothing to a Variant wherever they are.
    pub(super) fn without_levels(self) -> Self {
        match self.map_parts(&Self::without_levels) {
            Self::Pointer(inner) if !inner.is_packed() => *inner,
            ty => ty,
        }
    }

    /// Returns the type for a field of a Variant. Pointers matter only as elements of lists.
    pub(crate) fn settled(self) -> Self {
        match self {
            Self::Pointer(inner) => inner.settled(),
            Self::List(element) => Self::List(Box::new(element.settled_element())),
            Self::FixedList(len, element) => {
                Self::FixedList(len, Box::new(element.settled_element()))
            }
            Self::Set(element) => Self::Set(Box::new(element.settled_element())),
            Self::View(_) => self,
            ty => ty.map_parts(&Self::settled),
        }
    }

    fn settled_element(self) -> Self {
        match self {
            Self::Pointer(inner) => match inner.settled() {
                inner if inner.is_packed() => Self::Pointer(Box::new(inner)),
                inner => inner,
            },
            ty => ty.settled(),
        }
    }

    /// Returns the packed array for a list of this type, if the engine has one.
    pub fn packed_array(&self, generation: Generation) -> Option<VariantType> {
        self.value_layout()?.packed_array().filter(|array| array.id(generation).is_some())
    }

    /// Returns the type for a flat message, in which pointers and views are written as what they hold, and numbers of objects as numbers.
    #[must_use]
    pub(crate) fn without_forms(self) -> Self {
        match self.map_parts(&Self::without_forms) {
            Self::Pointer(inner) => *inner,
            Self::View(inner) => Self::List(inner),
            Self::Value(VariantType::Rid | VariantType::Object, _) => Self::I64,
            ty => ty,
        }
    }

    /// Returns the type with a list for each set.
    #[must_use]
    pub(crate) fn without_sets(self) -> Self {
        match self.map_parts(&Self::without_sets) {
            Self::Set(inner) => Self::List(inner),
            ty => ty,
        }
    }

    /// Returns the same type with other indices of the types of the schema in it.
    #[must_use]
    pub(crate) fn map_messages(self, to: &dyn Fn(usize) -> usize) -> Self {
        match self {
            Self::Message(index) => Self::Message(to(index)),
            ty => ty.map_parts(&|part| part.map_messages(to)),
        }
    }

    /// Returns the same type of other parts.
    fn map_parts(self, to: &dyn Fn(Self) -> Self) -> Self {
        let boxed = |inner: Box<Self>| Box::new(to(*inner));
        match self {
            Self::Pointer(inner) => Self::Pointer(boxed(inner)),
            Self::Option(inner) => Self::Option(boxed(inner)),
            Self::List(inner) => Self::List(boxed(inner)),
            Self::View(inner) => Self::View(boxed(inner)),
            Self::FixedList(len, inner) => Self::FixedList(len, boxed(inner)),
            Self::Set(inner) => Self::Set(boxed(inner)),
            Self::Tuple(elements) => Self::Tuple(elements.into_iter().map(to).collect()),
            Self::Map(key, value) => Self::Map(boxed(key), boxed(value)),
            Self::Message(_) | Self::Value(..) | Self::Variant | Self::Custom => self,
        }
    }

    /// Calls `visit` with every type of the schema in this type.
    pub fn messages(&self, visit: &mut dyn FnMut(usize)) {
        if let Self::Message(index) = self {
            visit(*index);
        }
        for part in self.parts() {
            part.messages(visit);
        }
    }
}

/// Whether the components are reals of 32 or 64 bits.
const fn is_real(kind: VariantType) -> bool {
    matches!(kind.components(), Some((Component::Real, _)))
}

/// Returns the type of the engine that has this name in Rust.
pub(super) fn engine_type(name: &str) -> Option<VariantType> {
    let is_engine = |kind: &VariantType| {
        !matches!(
            kind.payload(),
            Payload::Bool
                | Payload::Int
                | Payload::Float
                | Payload::Packed { .. }
                | Payload::PackedTexts
        ) && !matches!(kind, VariantType::Nil | VariantType::String)
    };
    let mut types = VariantType::ALL.iter().copied().filter(is_engine);
    types.find(|kind| Type::engine(*kind).rust_name() == Some(name))
}

/// Returns the name of a type, or of its equivalent in Godot 3, if the engine has one.
pub const fn engine_name(kind: VariantType, generation: Generation) -> Option<&'static str> {
    match TypeLayout::Value(kind, Bounds::None).written_type(generation) {
        Some(kind) if kind.id(generation).is_some() => Some(kind.name(generation)),
        _ => None,
    }
}

/// A type that is encoded as a text in a custom form.
#[derive(Debug, PartialEq, Eq)]
pub struct ParsedText {
    /// The Rust name.
    pub name: &'static str,
    /// The Rust name with its crate and module.
    pub path: &'static str,
    /// The text of a sample value.
    pub example: &'static str,
    /// The text of a neutral value.
    pub empty: &'static str,
    /// The minimum and maximum length of the text in bytes.
    pub lengths: (u64, u64),
    /// Describes the texts in a sentence.
    pub texts: &'static str,
    /// What an error of Rust expects.
    pub expected: &'static str,
    /// The function of generated GDScript that checks a text.
    pub check: &'static str,
}

impl ParsedText {
    const ALL: [Self; 5] = [
        Self {
            name: "IpAddr",
            path: "std::net::IpAddr",
            example: "127.0.0.1",
            empty: "0.0.0.0",
            lengths: (2, 45),
            texts: "An IPv4 or IPv6 address.",
            expected: "String of an IP address",
            check: "is_ip",
        },
        Self {
            name: "Ipv4Addr",
            path: "std::net::Ipv4Addr",
            example: "127.0.0.1",
            empty: "0.0.0.0",
            lengths: (7, 15),
            texts: "An IPv4 address.",
            expected: "String of an IPv4 address",
            check: "is_ipv4",
        },
        Self {
            name: "Ipv6Addr",
            path: "std::net::Ipv6Addr",
            example: "::1",
            empty: "::",
            lengths: (2, 45),
            texts: "An IPv6 address.",
            expected: "String of an IPv6 address",
            check: "is_ipv6",
        },
        Self {
            name: "SocketAddr",
            path: "std::net::SocketAddr",
            example: "127.0.0.1:7777",
            empty: "0.0.0.0:0",
            lengths: (9, 64),
            texts: "An address with its port.",
            expected: "String of an IP address and a port",
            check: "is_socket",
        },
        Self {
            name: "Uuid",
            path: "uuid::Uuid",
            example: "67e55044-10b1-426f-9247-bb680e5fe0c8",
            empty: "00000000-0000-0000-0000-000000000000",
            lengths: (36, 36),
            texts: "A UUID in hexadecimal digits.",
            expected: "String of a UUID",
            check: "is_uuid",
        },
    ];

    /// Returns the form of a text with these bounds.
    pub fn of(bounds: Bounds<'_>) -> Option<&'static Self> {
        const ALL: &[ParsedText] = &ParsedText::ALL;
        ALL.iter().find(|form| form.bounds() == bounds)
    }

    /// Whether Rust parses a text.
    pub fn takes(&self, text: &str) -> bool {
        match self.name {
            "IpAddr" => text.parse::<IpAddr>().is_ok(),
            "Ipv4Addr" => text.parse::<Ipv4Addr>().is_ok(),
            "Ipv6Addr" => text.parse::<Ipv6Addr>().is_ok(),
            "SocketAddr" => text.parse::<SocketAddr>().is_ok(),
            _ => is_uuid(text),
        }
    }

    /// The bounds of the texts, as those of compiled types.
    fn bounds(&self) -> Bounds<'static> {
        Bounds::Other(if self.name == "Uuid" { "uuid" } else { self.name })
    }
}

/// Whether a text is a UUID: in digits, with hyphens, in braces, or as a URN.
fn is_uuid(text: &str) -> bool {
    let urn = text.get(..9).filter(|head| head.eq_ignore_ascii_case("urn:uuid:"));
    let braced = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let body = urn.and(text.get(9..)).or(braced).unwrap_or(text);
    let groups: Vec<usize> = body.split('-').map(str::len).collect();
    let is_form = groups == [8, 4, 4, 4, 12] || groups == [32] && body.len() == text.len();
    is_form && body.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
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

    /// Returns the number of its bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 => 4,
            Self::I64 | Self::U64 => 8,
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
