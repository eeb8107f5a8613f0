//! How a value is encoded: the layouts of the runtime in an owned form, with references to the types of a schema.

use godot_var_runtime::flat::{NumberType, Prefix};
use godot_var_runtime::variant::{Generation, Payload, VariantType};
use serde::{Deserialize, Serialize};

use crate::protocol::{self, stored};

/// How a value is encoded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Type {
    /// `()`, `PhantomData`: no bytes.
    Unit,
    /// A byte, 0 or 1.
    Bool,
    /// A byte, 0 or 1; a reader takes any but 0 for 1.
    LenientBool,
    /// An integer in LEB128; a signed one in zigzag.
    Varint(#[serde(with = "stored::word")] NumberType),
    /// A [`Number`](Self::Number) or [`Varint`](Self::Varint) other than 0.
    NonZero(Box<Type>),
    /// A [`Number`](Self::Number), or an enum without fields, whose number fits into N bits: a field with `bits` in a delta.
    InBits(u8, Box<Type>),
    /// `char`: its code point in LEB128.
    Char,
    /// A float as steps of a range.
    Range {
        /// The value of step 0.
        low: f64,
        /// The value of the last step.
        high: f64,
        /// The unsigned integer that counts the steps.
        #[serde(with = "stored::word")]
        steps: NumberType,
        /// Whether a writer takes the nearest bound for a value outside.
        #[serde(default, skip_serializing_if = "stored::is_default")]
        clamp: bool,
    },
    /// An angle as steps of a full turn.
    Angle {
        /// Whether a turn is 360 instead of 2 pi.
        #[serde(default, skip_serializing_if = "stored::is_default")]
        degrees: bool,
        /// The unsigned integer that counts the steps.
        #[serde(with = "stored::word")]
        steps: NumberType,
    },
    /// The angle of a `Vector2` of length 1.
    Direction(Box<Type>),
    /// The octahedron of a `Vector3` of length 1: twice this, from 0 to 1.
    Octahedron(Box<Type>),
    /// A rotation, with this many bits for each of its smallest three components.
    SmallestThree(u8),
    /// A structure of the engine, each component as this.
    Components(#[serde(with = "stored::word")] VariantType, Box<Type>),
    /// A text after its length in bytes.
    Text(TextType, #[serde(with = "stored::word")] Prefix),
    /// A text that ends with a byte 0.
    CString(TextType),
    /// `Vec<T>`, `BTreeSet<T>` and so on: a count, then the elements.
    List(#[serde(with = "stored::word")] Prefix, Box<Type>),
    /// A count, then integers or bools in this many bits each, low first, without gaps: a `Vec` with `bits`.
    Packed(#[serde(with = "stored::word")] Prefix, u8, Box<Type>),
    /// `BTreeMap<K, V>`, `HashMap<K, V>`: a count, then key, value, key, value …
    Map(#[serde(with = "stored::word")] Prefix, Box<Type>, Box<Type>),
    /// `[T; N]`
    Array(usize, Box<Type>),
    /// `(A, B)`
    Tuple(Vec<Type>),
    /// `Option<T>`: a byte 0, or 1 and the value. With a bit in a header, the value without a byte.
    Option(Box<Type>),
    /// A text or list of at most this many bytes or elements.
    AtMost(usize, Box<Type>),
    /// `Ipv4Addr`: 4 bytes.
    Ipv4,
    /// `Ipv6Addr`: 16 bytes.
    Ipv6,
    /// `IpAddr`: a byte 4 or 6, then the address.
    Ip,
    /// `SocketAddr`: the address, then the port as a `u16`.
    Socket,
    /// `Uuid`: 16 bytes.
    Uuid,
    /// A Variant of this type after its length as a `u32`. Types that derive `GodotVar` are those of
    /// [`Schema::variants`](super::Schema::variants).
    Variant(#[serde(with = "stored::word")] Generation, protocol::Type),
    /// A type of the schema, given by its index in [`Schema::types`](super::Schema::types).
    Message(usize),
    /// `with`: a module's functions encode and decode it.
    Custom(String),
    /// A number by its bytes. A `u64` is at most the largest `i64`.
    #[serde(untagged, with = "stored::word")]
    Number(NumberType),
}

/// Returns the type of the engine that such a Variant has, if it is one that only Variants hold.
pub(crate) const fn kind_of(ty: &protocol::Type) -> Option<VariantType> {
    match ty {
        protocol::Type::Value(
            kind @ (VariantType::Dictionary
            | VariantType::Array
            | VariantType::Callable
            | VariantType::Signal),
            _,
        ) => Some(*kind),
        _ => None,
    }
}

/// The types of Rust that are written as a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextType {
    /// `String`, `&str` and so on.
    String,
    /// `StringName`
    StringName,
    /// `NodePath`
    NodePath,
}

impl Type {
    /// Returns the types of which this type directly consists.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::NonZero(inner)
            | Self::Direction(inner)
            | Self::Octahedron(inner)
            | Self::Components(_, inner)
            | Self::List(_, inner)
            | Self::Packed(_, _, inner)
            | Self::Array(_, inner)
            | Self::Option(inner)
            | Self::InBits(_, inner)
            | Self::AtMost(_, inner) => vec![inner],
            Self::Map(_, key, value) => vec![key, value],
            Self::Tuple(elements) => elements.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the type of the Variant that it is, or that its `Option` has.
    pub(crate) fn variant(&self) -> Option<&protocol::Type> {
        match self {
            Self::Option(inner) => inner.variant(),
            Self::Variant(_, ty) => Some(ty),
            _ => None,
        }
    }

    /// An element of a packed list as a value that must fit into these bits.
    pub(crate) fn in_packed(&self, bits: u8) -> Self {
        match self {
            Self::Bool => Self::Bool,
            element => Self::InBits(bits, Box::new(element.clone())),
        }
    }

    /// Whether it is an integer with a sign.
    pub fn is_signed(&self) -> bool {
        matches!(self, Self::Number(number) if number.is_signed())
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

/// The most bytes or elements of a field.
pub(crate) fn most(ty: &Type) -> Option<usize> {
    match ty {
        Type::AtMost(most, _) => Some(*most),
        Type::Option(inner) => most(inner),
        _ => None,
    }
}

/// The components of a structure in their order in flat messages: matrices by columns. For other types none.
pub const fn component_names(structure: VariantType) -> &'static [&'static str] {
    match structure {
        VariantType::Basis => &["x.x", "x.y", "x.z", "y.x", "y.y", "y.z", "z.x", "z.y", "z.z"],
        VariantType::Transform3D => &[
            "x.x", "x.y", "x.z", "y.x", "y.y", "y.z", "z.x", "z.y", "z.z", "origin.x", "origin.y",
            "origin.z",
        ],
        // In all others a Variant has them in the same order.
        other => match other.payload() {
            Payload::Structure { names, .. } => names,
            _ => &[],
        },
    }
}
