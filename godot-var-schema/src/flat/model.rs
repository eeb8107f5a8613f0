//! A checked flat message. All mistakes have been reported.

use proc_macro2::Span;
use syn::{Expr, Generics, Ident, Member as FieldName, Path, Type};

pub use crate::variant::model::DefaultValue;

/// A struct or enum that derives `GodotFlat`.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its name.
    pub ident: Ident,
    /// Its parameters.
    pub generics: Generics,
    /// The path of the facade crate.
    pub krate: Path,
    /// Whether the highest byte of numbers comes first.
    pub big_endian: bool,
    /// Whether readers ignore bytes after the last field of a message.
    pub trailing: bool,
    /// The names of the types that contain this one: in its layout and its size a mark stands for them, as for itself.
    pub around: Vec<Ident>,
    /// The most bytes of a message, and the place of the number.
    pub max_size: Option<(usize, Span)>,
    /// The pinned fingerprint, and its place.
    pub layout: Option<(String, Span)>,
    /// The traits that the delta derives, if there is a delta.
    pub delta: Option<Vec<Path>>,
    /// Its contents.
    pub body: Body,
}

/// The contents of a message.
#[derive(Clone, Debug)]
pub enum Body {
    /// A struct.
    Record(Record),
    /// An enum.
    Enumeration(Enumeration),
}

/// Fields in order.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The bits of the header; `None` without `flags`.
    pub header_bits: Option<u32>,
    /// In the order of the encoding.
    pub fields: Vec<Field>,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name, or its position.
    pub name: FieldName,
    /// Its type.
    pub ty: Type,
    /// How it is encoded; for a presence in the header, how the value in the `Option` is.
    pub codec: Codec,
    /// What the header has of it.
    pub header: Header,
    /// The value when it is missing at the end of a message.
    pub default: DefaultValue,
}

/// What a header has of a field, from which bit on.
#[derive(Clone, Copy, Debug)]
pub enum Header {
    /// Nothing.
    None,
    /// A `bool`.
    Bool(u32),
    /// Whether an `Option` has a value, which is of the type in it.
    Presence(u32),
    /// A number of so many bits, and where these are written.
    Bits(u32, u32, Span),
}

/// How a field is encoded.
#[derive(Clone, Debug)]
pub enum Codec {
    /// By its type.
    Plain,
    /// `varint`.
    Varint,
    /// `as = f16`.
    Half,
    /// `lenient`.
    Lenient,
    /// `bits` in a delta, whose header has other bits: a number that fits into so many.
    Bits(u32),
    /// `range = low..=high, as = steps`.
    Range {
        /// The lower bound.
        low: Box<Expr>,
        /// The upper bound.
        high: Box<Expr>,
        /// The type that counts the steps.
        steps: Steps,
        /// Whether a writer takes the nearest bound.
        clamp: bool,
    },
    /// `angle, as = steps`, or `degrees, as = steps`.
    Angle {
        /// Whether it is `degrees`.
        degrees: bool,
        /// The type that counts the steps.
        steps: Steps,
    },
    /// `normal, as = …`.
    Normal(NormalAs),
    /// `smallest_three = …`.
    SmallestThree(u32),
    /// `as = Godot4` or `as = Godot3`: whether it is Godot 4.
    Variant(bool),
    /// `len = …`, `max_len = …`, with the encoding of its elements.
    Counted(Option<Prefix>, Option<Box<Expr>>, Box<Self>),
    /// `c_string`, `max_len = …`.
    CString(Option<Box<Expr>>),
    /// `unit = …`, in nanoseconds.
    Unit(u32),
    /// `with = module, as = type`, with the encoding of that type.
    Through(Path, Box<Type>, Box<Self>),
    /// `with = module`.
    With(Path),
}

/// An unsigned integer that counts steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps {
    /// `u8`.
    U8,
    /// `u16`.
    U16,
    /// `u32`.
    U32,
}

/// How the components of a direction are encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormalAs {
    /// `f16`.
    F16,
    /// `f32`.
    F32,
    /// `u8`.
    U8,
    /// `u16`.
    U16,
}

/// How a count, a length or the number of a variant is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// In LEB128.
    Varint,
    /// `u8`.
    U8,
    /// `u16`.
    U16,
    /// `u32`.
    U32,
}

/// An enum.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// How the number of the variant is encoded.
    pub repr: Prefix,
    /// The variants that have a number.
    pub members: Vec<Member>,
    /// The variant for all other numbers.
    pub other: Option<Other>,
}

impl Enumeration {
    /// Whether no variant has a field of its own.
    pub fn is_plain(&self) -> bool {
        self.members.iter().all(|member| member.record.fields.is_empty())
            && self.other.as_ref().is_none_or(|other| other.rest.is_none())
    }
}

/// A variant of an enum.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name.
    pub ident: Ident,
    /// Its number.
    pub id: u32,
    /// Its fields.
    pub record: Record,
}

impl Member {
    /// Its only field, if that has no name and no attribute: it is a message by itself.
    pub fn newtype(&self) -> Option<&Field> {
        match self.record.fields.as_slice() {
            [field]
                if matches!(field.name, FieldName::Unnamed(_))
                    && matches!(field.codec, Codec::Plain)
                    && matches!(field.header, Header::None)
                    && field.default.is_none() =>
            {
                Some(field)
            }
            _ => None,
        }
    }
}

/// The variant for all numbers that no other has.
#[derive(Clone, Debug)]
pub struct Other {
    /// Its name.
    pub ident: Ident,
    /// Whether it keeps the number.
    pub number: bool,
    /// The type of its second field, which takes the rest of the message.
    pub rest: Option<Box<Type>>,
}
