//! A checked message that is a stream of bytes: flat, of LiteNetLibManager, or a block of LLUDP. All mistakes have been reported.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::{Expr, Generics, Ident, Member as FieldName, Path, Type};

pub use crate::variant::model::DefaultValue;

/// An item that derives `GodotFlat`, `LiteNetMessage` or `LludpBlock`.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its name.
    pub ident: Ident,
    /// Its parameters.
    pub generics: Generics,
    /// The path of the facade crate.
    pub krate: Path,
    /// The number before the fields of a message of LiteNetLibManager.
    pub msg_type: Option<u16>,
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

impl Message {
    /// A message without options.
    pub fn new(ident: &Ident, generics: &Generics, krate: Path, body: Body) -> Self {
        Self {
            ident: ident.clone(),
            generics: generics.clone(),
            krate,
            msg_type: None,
            big_endian: false,
            trailing: false,
            around: Vec::new(),
            max_size: None,
            layout: None,
            delta: None,
            body,
        }
    }
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
    /// The same in errors and layouts; in LLUDP its name in the template.
    pub key: String,
    /// Its type.
    pub ty: Type,
    /// How it is encoded; with [`Presence::Flag`], how the value in the `Option` is.
    pub codec: Codec,
    /// When it is among the bytes of its record.
    pub presence: Presence,
    /// The value when it is missing at the end of a message.
    pub default: DefaultValue,
}

impl Field {
    /// A field without attributes.
    pub fn new(name: FieldName, ty: Type) -> Self {
        let key = match &name {
            FieldName::Named(ident) => ident.unraw().to_string(),
            FieldName::Unnamed(index) => index.index.to_string(),
        };
        let (codec, presence) = (Codec::Plain, Presence::Always);
        Self { name, key, ty, codec, presence, default: DefaultValue::None }
    }

    /// The condition under which it is present.
    pub fn condition(&self) -> Option<&Condition> {
        match &self.presence {
            Presence::If(condition) => Some(condition),
            _ => None,
        }
    }
}

/// When a field is among the bytes of its record. Bits are counted from the lowest of the header.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a schema has few conditions")]
pub enum Presence {
    /// Always.
    Always,
    /// Never: it is a `bool`, which is this bit of the header.
    Bool(u32),
    /// If this bit of the header is set: the field is an `Option`, and the bit says whether it has a value.
    Flag(u32),
    /// Never: it is a number in bits of the header. The first bit, how many there are, and the place of `bits`.
    Bits(u32, u32, Span),
    /// Under a condition: `if = "…"`.
    If(Condition),
}

impl Presence {
    /// How many bits of the header it takes.
    pub(crate) fn header_bits(&self) -> u32 {
        match self {
            Self::Always | Self::If(_) => 0,
            Self::Bool(_) | Self::Flag(_) => 1,
            Self::Bits(_, bits, _) => *bits,
        }
    }
}

/// A condition on the fields before a field, which it names by their index.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "a schema has few conditions")]
pub enum Condition {
    /// `is_scene_object`.
    Flag(usize),
    /// `receivers == Target`.
    Is(usize, ConditionValue),
    /// `!…`, `… != …`.
    Not(Box<Self>),
    /// `… && …`.
    Both(Box<Self>, Box<Self>),
    /// `… || …`.
    Either(Box<Self>, Box<Self>),
}

/// The value that a field is compared with.
#[derive(Clone, Debug)]
pub enum ConditionValue {
    /// A constant or variant of the field's own type.
    OfType(Ident),
    /// A literal or a path.
    Expr(Expr),
}

/// How a field is encoded.
#[derive(Clone, Debug)]
pub enum Codec {
    /// By its type.
    Plain,
    /// In an encoding that the wire's attribute names.
    Named(Named),
    /// `as = Godot4` or `as = Godot3`: whether it is Godot 4.
    Variant(bool),
    /// `len = …`, `max_len = …`, with the encoding of its elements.
    Counted(Option<Prefix>, Option<Box<Expr>>, Box<Self>),
    /// `rest`.
    Rest,
    /// `unit = …`, in nanoseconds.
    Unit(u32),
    /// `with = module, as = type`, with the encoding of that type.
    Through(Path, Box<Type>, Box<Self>),
    /// `with = module`.
    With(Path),
}

impl Codec {
    /// An encoding in which all values of a number have one length.
    pub(crate) fn fixed(name: &'static str, arguments: Vec<Argument>) -> Self {
        Self::Named(Named { name, arguments, is_fixed: true })
    }

    /// An encoding in which lengths vary.
    pub(crate) fn varying(name: &'static str, arguments: Vec<Argument>) -> Self {
        Self::Named(Named { name, arguments, is_fixed: false })
    }
}

/// An encoding that only the runtime's module of the wire has. `Varint` is the type `AsVarint`, and `VarintField` reports types
/// that it does not fit.
#[derive(Clone, Debug)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// The arguments of the type.
    pub arguments: Vec<Argument>,
    /// Whether all values of a number have one length.
    pub is_fixed: bool,
}

/// An argument of an encoding.
#[derive(Clone, Debug)]
pub enum Argument {
    /// The type in `as`.
    Number(Number),
    /// A bound of a range.
    Bound(Box<Expr>),
    /// A maximum length.
    Len(Box<Expr>),
    /// How many bits.
    Bits(u32),
    /// Whether a choice is made.
    Flag(bool),
    /// How a count is encoded; `None` without `len`.
    Prefix(Option<Prefix>),
}

/// The type in `as`, of steps or of the components of a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they have the names of Rust's types")]
pub enum Number {
    U8,
    U16,
    U32,
    F16,
    F32,
}

impl Number {
    /// Its name in Rust.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
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
    /// `i32`.
    I32,
    /// As a packed integer.
    Packed,
    /// As a packed integer with its sign in the lowest bit.
    Zigzag,
}

/// An enum.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// How the number of the variant is encoded; of message numbers the type.
    pub repr: Prefix,
    /// Whether message numbers identify the variants: `messages`.
    pub messages: bool,
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
    /// Its number; `None` if it is that of the message that is its only field.
    pub number: Option<u32>,
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
                    && matches!(field.presence, Presence::Always)
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
