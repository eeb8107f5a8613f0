//! A checked message of LiteNetLibManager: nothing in it can be wrong.

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
    /// What it consists of.
    pub body: Body,
}

/// What a message consists of.
#[derive(Debug)]
pub enum Body {
    /// A struct, with the number before it if it is a message of its own.
    Record {
        /// `msg_type = 5`.
        msg_type: Option<u16>,
        /// The fields.
        record: Record,
    },
    /// An enum.
    Enumeration(Enumeration),
}

/// Fields, one after the other.
#[derive(Debug)]
pub struct Record {
    /// In the order of the wire.
    pub fields: Vec<Field>,
}

/// A field.
#[derive(Debug)]
pub struct Field {
    /// Its name, or its position.
    pub name: FieldName,
    /// Its type.
    pub ty: Type,
    /// How it travels.
    pub codec: Codec,
    /// When it is there at all.
    pub condition: Option<Condition>,
}

/// How a field travels.
#[derive(Debug)]
pub enum Codec {
    /// As its type says.
    Plain,
    /// `packed`.
    Packed,
    /// `zigzag`.
    Zigzag,
    /// `euler`.
    Euler,
    /// `rest`.
    Rest,
    /// `len = "…"`, with the way of its elements.
    Counted(Prefix, Box<Codec>),
    /// `with = module`.
    With(Path),
}

/// How a count is written.
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

/// When a field is there: what `if = "…"` says about fields before it, by their positions.
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

/// What a field is compared with.
#[derive(Debug)]
pub enum ConditionValue {
    /// A constant or member of the field's own type.
    OfType(Ident),
    /// A literal or a path.
    Expr(Expr),
}

/// An enum.
#[derive(Debug)]
pub struct Enumeration {
    /// What tells its members apart.
    pub dispatch: Dispatch,
    /// The members that have a number.
    pub members: Vec<Member>,
    /// The member that keeps what no other one stands for.
    pub other: Option<Other>,
}

/// What tells the variants of an enum apart.
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

/// The number of an enum's member.
#[derive(Debug)]
pub enum Number {
    /// As written or counted.
    Is(u16),
    /// That of the message which is its only field.
    OfMessage,
}

/// The member that keeps unknown numbers.
#[derive(Debug)]
pub struct Other {
    /// Its name.
    pub ident: Ident,
    /// The type of its second field, which takes the rest of the message.
    pub rest: Option<Box<Type>>,
}
