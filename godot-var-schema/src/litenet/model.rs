//! A checked message of LiteNetLibManager. All mistakes have been reported.

use syn::{Expr, Generics, Ident, Member as FieldName, Path, Type};

/// A struct or enum that derives `LiteNetMessage`.
#[derive(Debug)]
pub struct Message {
    /// Its name.
    pub ident: Ident,
    /// Its parameters.
    pub generics: Generics,
    /// The path of the facade crate.
    pub krate: Path,
    /// Its contents.
    pub body: Body,
}

/// The contents of a message.
#[derive(Debug)]
pub enum Body {
    /// A struct, with the number before it if it has its own message number.
    Record {
        /// `msg_type = 5`.
        msg_type: Option<u16>,
        /// The fields.
        record: Record,
    },
    /// An enum.
    Enumeration(Enumeration),
}

/// Fields in order.
#[derive(Debug)]
pub struct Record {
    /// In the order of the encoding.
    pub fields: Vec<Field>,
}

/// A field.
#[derive(Debug)]
pub struct Field {
    /// Its name, or its position.
    pub name: FieldName,
    /// Its type.
    pub ty: Type,
    /// How it is encoded.
    pub codec: Codec,
    /// The condition under which it is present.
    pub condition: Option<Condition>,
}

/// How a field is encoded.
#[derive(Debug)]
pub enum Codec {
    /// By its type.
    Plain,
    /// `packed`.
    Packed,
    /// `zigzag`.
    Zigzag,
    /// `euler`.
    Euler,
    /// `rest`.
    Rest,
    /// `len = "…"`, with the encoding of its elements.
    Counted(Prefix, Box<Codec>),
    /// `with = module`.
    With(Path),
}

/// How a count is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// `"u16"`.
    U16,
    /// `"i32"`.
    I32,
    /// `"packed"`.
    Packed,
    /// `"zigzag"`.
    Zigzag,
}

/// The condition under which a field is present: `if = "…"`, with earlier fields by their index.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a schema has few conditions")]
pub enum Condition {
    /// `is_scene_object`.
    Flag(usize),
    /// `receivers == Target`.
    Is(usize, ConditionValue),
    /// `!…`, `… != …`.
    Not(Box<Condition>),
    /// `… && …`.
    Both(Box<Condition>, Box<Condition>),
    /// `… || …`.
    Either(Box<Condition>, Box<Condition>),
}

/// The value that a field is compared with.
#[derive(Debug)]
pub enum ConditionValue {
    /// A constant or variant of the field's own type.
    OfType(Ident),
    /// A literal or a path.
    Expr(Expr),
}

/// An enum.
#[derive(Debug)]
pub struct Enumeration {
    /// What identifies its variants.
    pub dispatch: Dispatch,
    /// The variants that have a number.
    pub members: Vec<Member>,
    /// The variant that keeps unknown numbers.
    pub other: Option<Other>,
}

/// What identifies the variants of an enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dispatch {
    /// A byte before their fields.
    Byte,
    /// The message number.
    MsgType,
}

/// A variant of an enum.
#[derive(Debug)]
pub struct Member {
    /// Its name.
    pub ident: Ident,
    /// Its number.
    pub number: Number,
    /// Its fields.
    pub record: Record,
}

/// The number of an enum's variant.
#[derive(Debug)]
pub enum Number {
    /// The number that is written or counted.
    Is(u16),
    /// The number of the message that is its only field.
    OfMessage,
}

/// The variant that keeps unknown numbers.
#[derive(Debug)]
pub struct Other {
    /// Its name.
    pub ident: Ident,
    /// The type of its second field, which takes the rest of the message.
    pub rest: Option<Box<Type>>,
}
