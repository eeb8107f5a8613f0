//! The layouts of types, structs, enums and fields.

use crate::variant::layout::fingerprint::name_hash;
use crate::variant::{self, Generation};

/// The layout of a type: all that determines its bytes, and what a reader refuses.
///
/// `<T as Encode<Flat<Little>>>::LAYOUT` is the layout of `T` in a flat message.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TypeLayout<'l> {
    /// No bytes.
    Unit,
    /// A byte, 0 or 1.
    Bool,
    /// A byte, 0 or 1; a reader takes any but 0 for 1.
    LenientBool,
    /// A number by its bytes.
    Number(NumberType),
    /// The same, without 0.
    NonZero(NumberType),
    /// An integer of this type in LEB128; a signed one in zigzag.
    Varint(NumberType),
    /// A number, or an enum without fields, whose number fits into N bits: a field with `bits` in a delta.
    InBits(u8, &'l Self),
    /// A character: its code point in LEB128.
    Char,
    /// A time as a number: an `f64` for seconds, otherwise an `i64` since 1970 or a `u64`.
    Time {
        /// Whether it counts from 1970-01-01 00:00 UTC.
        since_1970: bool,
        /// The unit, in nanoseconds.
        unit: u32,
    },
    /// A float as steps of a range.
    Range {
        /// The value of step 0.
        low: f64,
        /// The value of the last step.
        high: f64,
        /// The unsigned integer that counts the steps.
        steps: NumberType,
        /// Whether a writer takes the nearest bound for a value outside.
        clamp: bool,
    },
    /// An angle as steps of a full turn.
    Angle {
        /// Whether a turn is 360 instead of 2 pi.
        degrees: bool,
        /// The unsigned integer that counts the steps.
        steps: NumberType,
    },
    /// The angle of a `Vector2` of length 1.
    Direction(&'l Self),
    /// The octahedron of a `Vector3` of length 1: twice this, from 0 to 1.
    Octahedron(&'l Self),
    /// A rotation, with this many bits for each of its smallest three components.
    SmallestThree(u8),
    /// A structure of the engine: its name, and the number of its components.
    Components(&'l str, usize, &'l Self),
    /// A text with its length in bytes.
    Text(Prefix),
    /// A text that ends with a byte 0.
    CString,
    /// A list.
    List(Prefix, &'l Self),
    /// A count, then integers or bools in this many bits each, low first, without gaps.
    Packed(Prefix, u8, &'l Self),
    /// Pairs of key and value.
    Map(Prefix, &'l Self, &'l Self),
    /// So many elements.
    Array(usize, &'l Self),
    /// Exactly these elements.
    Tuple(&'l [&'l Self]),
    /// A byte 0, or 1 and the value.
    Option(&'l Self),
    /// A text or list of at most this many bytes or elements.
    AtMost(usize, &'l Self),
    /// So many bytes, with the name of their meaning.
    Bytes(&'l str, usize),
    /// A Variant after its length as a `u32`, and its layout.
    Variant(Generation, &'l variant::TypeLayout<'l>),
    /// All numbers of it have the highest byte first.
    BigEndian(&'l Self),
    /// A struct.
    Record(&'l RecordLayout<'l>),
    /// An enum.
    Enumeration(&'l EnumerationLayout<'l>),
    /// A type inside itself.
    Recursive(Again<'l>),
    /// Another encoding than that of the layout, whose name it is: `packed`.
    Named(&'l str, &'l Self),
    /// Written by custom code; the text names it.
    Custom(&'l str),
}

/// A type of numbers.
#[expect(missing_docs, reason = "a name says its type")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberType {
    U8,
    U16,
    U32,
    U64,
    I8,
    I16,
    I32,
    I64,
    F16,
    F32,
    F64,
}

impl NumberType {
    /// The name in attributes and in Rust.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F16 => "f16",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// How many bytes it takes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::U16 | Self::I16 | Self::F16 => 2,
            Self::U32 | Self::I32 | Self::F32 => 4,
            Self::U64 | Self::I64 | Self::F64 => 8,
        }
    }

    /// Whether it is an integer with a sign.
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// The largest unsigned integer of this many bytes, at most 4: the last step of a quantized float, the largest count.
    pub const fn largest(self) -> u32 {
        match self.bytes() {
            1 => u8::MAX as u32,
            2 => u16::MAX as u32,
            _ => u32::MAX,
        }
    }
}

/// How a length or count is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// In LEB128.
    Varint,
    /// As a number.
    Number(NumberType),
}

/// A reference to a surrounding type.
#[derive(Clone, Copy, Debug)]
pub enum Again<'l> {
    /// A compiled type: the hash of its Rust name, and a function that returns its layout.
    Compiled(u64, fn() -> &'static TypeLayout<'static>),
    /// The surrounding struct or enum with this name.
    Named(&'l str),
}

impl Again<'_> {
    /// Returns the hash of the Rust name.
    pub(crate) const fn name(self) -> u64 {
        match self {
            Self::Compiled(name, _) => name,
            Self::Named(name) => name_hash(name),
        }
    }
}

/// All references are equal, because the layout itself determines what they refer to.
impl PartialEq for Again<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Named(own), Self::Named(other)) => own == other,
            _ => true,
        }
    }
}

/// The layout of a struct or of an enum's variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecordLayout<'l> {
    /// The Rust name; not on the wire.
    pub name: &'l str,
    /// The bits of the header before the fields; 0 if there is none.
    pub header_bits: u8,
    /// Whether readers ignore bytes after the last field of a message.
    pub trailing: bool,
    /// The fields, in order.
    pub fields: &'l [FieldLayout<'l>],
}

/// The layout of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldLayout<'l> {
    /// The Rust name, or the position in a tuple.
    pub name: &'l str,
    /// How many bits of the header are its own. An `Option` with one bit has the value without a byte before it
    /// among the fields; any other value with bits is all in the header.
    pub bits: u8,
    /// The layout of the value.
    pub layout: &'l TypeLayout<'l>,
    /// Whether it may be missing at the end of a message.
    pub default: bool,
}

/// The layout of an enum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnumerationLayout<'l> {
    /// The Rust name; not on the wire.
    pub name: &'l str,
    /// How the number of the variant is written.
    pub number: Prefix,
    /// The variants, in order.
    pub members: &'l [MemberLayout<'l>],
    /// The variant for all other numbers.
    pub other: Option<Other<'l>>,
}

/// The variant of an enum for all numbers that no other has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Other<'l> {
    /// The Rust name.
    pub name: &'l str,
    /// Whether the rest of the message belongs to it.
    pub rest: bool,
}

/// The layout of an enum's variant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemberLayout<'l> {
    /// Its number.
    pub id: u64,
    /// Its fields.
    pub record: &'l RecordLayout<'l>,
}
