//! A whole LiteNetLibManager schema as a model: every type by name, resolved across modules.
//!
//! [`parse`] reads a Rust module with its `mod x;` and checks every type that derives `LiteNetMessage`, as the derive does. It resolves the
//! types of fields to wire types: the attributes `packed`, `zigzag`, `len`, `euler`, `rest` and `with` become part of the [`Type`]. Type
//! parameters are kept.
//!
//! ```
//! use godot_var_codegen::litenet::{self, Body, Type};
//! use godot_var_codegen::protocol::Integer;
//!
//! let text = "
//!     use godot_var::litenet::LiteNetMessage;
//!     /// Who is there.
//!     #[derive(LiteNetMessage)]
//!     #[litenet(msg_type = 20)]
//!     struct Hello { #[litenet(packed)] id: u32, name: String }
//! ";
//! let schema = litenet::parse("game.rs", |_| Ok(text.to_owned())).expect("a valid schema");
//! let hello = &schema.types[0];
//! let Body::Record { msg_type, fields } = &hello.body else { unreachable!() };
//! assert_eq!((*msg_type, hello.docs[0].as_str()), (Some(20), "Who is there."));
//! assert_eq!(fields[0].ty, Type::Packed(Integer::U32));
//! ```

mod build;
mod numbers;

use godot_var_runtime::litenet::EraSpec;

use crate::protocol::{Diagnostic, Integer, Place, path_of, position_of, source};
pub use numbers::{Form, put_integer};

/// All types of a schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    /// The files that were read, the root first.
    pub files: Vec<String>,
    /// The documentation of the root module.
    pub docs: Vec<String>,
    /// Every type that derives `LiteNetMessage`, in source order.
    pub types: Vec<TypeDef>,
    /// Warnings about parts that were left out although they may matter: macros.
    pub warnings: Vec<Diagnostic>,
}

impl Schema {
    /// Returns the index of the type of this name, which may be a path.
    pub fn position(&self, name: &str) -> Option<usize> {
        position_of(&self.types, name, TypeDef::path)
    }

    /// Returns the type of this name, which may be a path: `Ping`, `head::Ping`.
    pub fn get(&self, name: &str) -> Option<&TypeDef> {
        self.position(name).map(|index| &self.types[index])
    }
}

/// A struct or enum of the schema.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDef {
    /// The Rust name.
    pub name: String,
    /// The path of its module from the root: empty, or `["head"]`.
    pub module: Vec<String>,
    /// The names of the type parameters.
    pub parameters: Vec<String>,
    /// The place of the name.
    pub place: Place,
    /// The lines of documentation.
    pub docs: Vec<String>,
    /// The fields or variants.
    pub body: Body,
}

impl TypeDef {
    /// Returns the name with its modules: `head::Ping`.
    pub fn path(&self) -> String {
        path_of(&self.module, &self.name)
    }
}

/// The content of a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Fields, one after the other.
    Record {
        /// The message number before the fields, if the type is a message itself.
        msg_type: Option<u16>,
        /// The fields in wire order.
        fields: Vec<Field>,
    },
    /// One of several variants.
    Enumeration {
        /// How the variants are distinguished.
        dispatch: Dispatch,
        /// The variants that have a number.
        members: Vec<Member>,
        /// The variant for unknown numbers.
        other: Option<Other>,
    },
}

/// What identifies the variants of an enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dispatch {
    /// A byte before their fields.
    Byte,
    /// The message number.
    MsgType,
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

/// A variant of an enum.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// The name.
    pub name: String,
    /// The lines of documentation.
    pub docs: Vec<String>,
    /// The byte or message number.
    pub number: u16,
    /// Whether the number is that of the message in its only field. Such a variant is encoded like the message, with its number once.
    pub of_message: bool,
    /// The fields.
    pub fields: Vec<Field>,
}

/// The variant that keeps unknown numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Other {
    /// The name.
    pub name: String,
    /// The lines of documentation.
    pub docs: Vec<String>,
    /// Whether it also keeps the rest of the message.
    pub rest: bool,
}

/// A field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name, or the position.
    pub name: String,
    /// The place in the source.
    pub place: Place,
    /// The lines of documentation.
    pub docs: Vec<String>,
    /// The wire type. For a field with a condition, the wire type if the condition holds.
    pub ty: Type,
    /// The condition for the field to be present.
    pub condition: Option<Condition>,
}

/// The condition of a field, which depends on fields before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// The source text.
    pub text: String,
    /// The test.
    pub test: Test,
}

/// The test of a condition. Numbers are positions of fields.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// Whether a field is true.
    Flag(usize),
    /// Whether a field equals this constant, variant or literal, given by its last name.
    Is(usize, String),
    /// The opposite of a test.
    Not(Box<Test>),
    /// Both tests hold.
    Both(Box<Test>, Box<Test>),
    /// One or both tests hold.
    Either(Box<Test>, Box<Test>),
}

/// A wire type.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// `()`: no bytes.
    Unit,
    /// `bool`
    Bool,
    /// An integer of fixed width.
    Int(Integer),
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `String`, after a length of the era or of this form.
    String(Option<Prefix>),
    /// `packed`
    Packed(Integer),
    /// `zigzag`
    Zigzag(Integer),
    /// Several numbers of one kind: the name of the type, the kind, and how many there are.
    Components(&'static str, Component, u64),
    /// `Color`
    Color,
    /// `SocketAddr`
    Address,
    /// `Option<T>`: a flag, then the value if there is one.
    Option(Box<Type>),
    /// `Vec<T>`, after a count of the era or of this form.
    List(Option<Prefix>, Box<Type>),
    /// `[T; N]`
    Array(u64, Box<Type>),
    /// `(A, B)`
    Tuple(Vec<Type>),
    /// `LengthPrefixed<T>`
    LengthPrefixed(Box<Type>),
    /// Bytes to the end of the message.
    Rest,
    /// A parameter of the type that contains the field.
    Parameter(String),
    /// A type of the schema, given by its index in [`Schema::types`], with its arguments.
    Message(usize, Vec<Type>),
    /// `with`: a module's functions encode and decode it.
    Custom(String),
}

/// The numbers of [`Type::Components`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// `f32`
    F32,
    /// `i32`
    I32,
    /// `i8`
    I8,
    /// `u8`
    U8,
}

impl Component {
    /// Returns the Rust name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::I32 => "i32",
            Self::I8 => "i8",
            Self::U8 => "u8",
        }
    }

    /// Returns the size in bytes.
    pub const fn size(self) -> u64 {
        match self {
            Self::F32 | Self::I32 => 4,
            Self::I8 | Self::U8 => 1,
        }
    }
}

/// Reads, checks and resolves a schema with all its modules.
///
/// `read` returns the text of a file, or the reason why it cannot.
///
/// # Errors
/// All mistakes and everything that cannot be known, in source order.
pub fn parse(
    root: &str,
    mut read: impl FnMut(&str) -> Result<String, String>,
) -> Result<Schema, Vec<Diagnostic>> {
    build::build(source::read(root, &["LiteNetMessage"], &mut read))
}

/// Returns the era of a type: that in the name of its module or file, `y2018` or `head`, or else `otherwise`.
pub fn era_of(def: &TypeDef, otherwise: EraSpec) -> EraSpec {
    let file = def.place.file.rsplit(['/', '\\']).next().unwrap_or_default();
    let names = def.module.iter().map(String::as_str).rev().chain(file.strip_suffix(".rs"));
    let mut eras = names.filter_map(|name| match name {
        "y2018" => Some(EraSpec::Y2018),
        "head" => Some(EraSpec::Head),
        _ => None,
    });
    eras.next().unwrap_or(otherwise)
}

/// Returns the prefix of a list. If a field gives no form, the era decides; in July 2018 lists of bytes have a prefix of their own.
pub fn list_prefix(era: EraSpec, given: Option<Prefix>, element: &Type) -> Prefix {
    match (given, element, era) {
        (Some(prefix), ..) => prefix,
        (None, Type::Int(Integer::U8), EraSpec::Y2018) => Prefix::I32,
        (None, ..) => Prefix::U16,
    }
}
