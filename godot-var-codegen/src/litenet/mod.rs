//! A whole schema file of LiteNetLibManager as a model: every type by name, resolved across modules.
//!
//! [`parse`] reads a Rust module with its `mod x;`, checks every type that derives `LiteNetMessage` as
//! the derive does, and resolves the types of their fields to what travels: the attributes `packed`,
//! `zigzag`, `len`, `euler`, `rest`, `with` are part of the [`Type`]. Parameters stay parameters.
//!
//! ```
//! use godot_var_codegen::litenet::{self, Body, Type};
//! use godot_var_codegen::protocol::Integer;
//!
//! let text = "
//!     use godot_var::LiteNetMessage;
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

use godot_var_runtime::litenet::EraSpec;
use godot_var_schema::litenet::model::{Dispatch, Prefix};

use crate::protocol::{Diagnostic, Integer, Place, source};

/// All types of a schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    /// The files that were read, the root first.
    pub files: Vec<String>,
    /// The documentation of the root module.
    pub docs: Vec<String>,
    /// Every type that derives `LiteNetMessage`, in the order of the text.
    pub types: Vec<TypeDef>,
    /// What was left out, though it may matter: macros.
    pub warnings: Vec<Diagnostic>,
}

impl Schema {
    /// The type of this name, which may be a path: `Ping`, `head::Ping`.
    pub fn get(&self, name: &str) -> Option<&TypeDef> {
        self.types.iter().find(|def| def.path() == name).or_else(|| {
            let mut found = self.types.iter().filter(|def| def.name == name);
            found.next().filter(|_| found.next().is_none())
        })
    }
}

/// A struct or enum that travels.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDef {
    /// Its Rust name.
    pub name: String,
    /// The module it stands in, from the root: empty, or `["head"]`.
    pub module: Vec<String>,
    /// The names of its type parameters.
    pub parameters: Vec<String>,
    /// Where its name stands.
    pub place: Place,
    /// The lines of its documentation.
    pub docs: Vec<String>,
    /// What it consists of.
    pub body: Body,
}

impl TypeDef {
    /// Its name with the modules in front: `head::Ping`.
    pub fn path(&self) -> String {
        let mut path = self.module.clone();
        path.push(self.name.clone());
        path.join("::")
    }
}

/// What a type consists of.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Fields, one after the other.
    Record {
        /// The number before them, where the type is a message of its own.
        msg_type: Option<u16>,
        /// In the order of the wire.
        fields: Vec<Field>,
    },
    /// One of several variants.
    Enumeration {
        /// What tells them apart.
        dispatch: Dispatch,
        /// Those that have a number.
        members: Vec<Member>,
        /// The one that keeps what no other stands for.
        other: Option<Other>,
    },
}

/// A variant of an enum.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// The lines of its documentation.
    pub docs: Vec<String>,
    /// Its byte or message number.
    pub number: u16,
    /// Whether the number is that of the message which is its only field: then it travels as that
    /// message does, its number once.
    pub of_message: bool,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// The member that keeps unknown numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Other {
    /// Its name.
    pub name: String,
    /// The lines of its documentation.
    pub docs: Vec<String>,
    /// Whether it keeps the rest of the message, too.
    pub rest: bool,
}

/// A field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name, or its position.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// The lines of its documentation.
    pub docs: Vec<String>,
    /// What travels. For a field with a condition: what travels if it is there.
    pub ty: Type,
    /// When it is there at all.
    pub condition: Option<Condition>,
}

/// When a field is there, by fields before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// As the schema writes it.
    pub text: String,
    /// What it asks.
    pub test: Test,
}

/// What a condition asks; numbers are positions of fields.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// Whether a field is true.
    Flag(usize),
    /// Whether a field is this constant, member or literal, by its last name.
    Is(usize, String),
    /// The opposite.
    Not(Box<Test>),
    /// Both of two.
    Both(Box<Test>, Box<Test>),
    /// One of two, or both.
    Either(Box<Test>, Box<Test>),
}

/// What travels.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// `()`: nothing.
    Unit,
    /// `bool`
    Bool,
    /// An integer, plain.
    Int(Integer),
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `String`; after a length of the era, or of this form.
    String(Option<Prefix>),
    /// `packed`
    Packed(Integer),
    /// `zigzag`
    Zigzag(Integer),
    /// Numbers of one kind: the name of the type, its numbers and how many there are.
    Components(&'static str, Component, u64),
    /// `Color`
    Color,
    /// `SocketAddr`
    Address,
    /// `Option<T>`: a flag, and the value if it is there.
    Option(Box<Type>),
    /// `Vec<T>`; after a count of the era, or of this form.
    List(Option<Prefix>, Box<Type>),
    /// `[T; N]`
    Array(u64, Box<Type>),
    /// `(A, B)`
    Tuple(Vec<Type>),
    /// `BehindLength<T>`
    BehindLength(Box<Type>),
    /// Bytes to the end of the message.
    Rest,
    /// A parameter of the type that the field is in.
    Parameter(String),
    /// A type of the schema, by its index in [`Schema::types`], with its arguments.
    Message(usize, Vec<Type>),
    /// `with`: what a module writes and reads.
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
    /// Its Rust name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::I32 => "i32",
            Self::I8 => "i8",
            Self::U8 => "u8",
        }
    }

    /// How many bytes it takes.
    pub const fn size(self) -> u64 {
        match self {
            Self::F32 | Self::I32 => 4,
            Self::I8 | Self::U8 => 1,
        }
    }
}

/// Reads a schema and all its modules, checks and resolves it.
///
/// `read` gives the text of a file, or says why it cannot.
///
/// # Errors
/// All that is wrong or cannot be known, in the order of the text.
pub fn parse(
    root: &str,
    mut read: impl FnMut(&str) -> Result<String, String>,
) -> Result<Schema, Vec<Diagnostic>> {
    build::build(source::read(root, "LiteNetMessage", &[], &mut read))
}

/// The era of a type: that which its module or file is named after, `y2018` or `head`, else the
/// given one.
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

/// How a list is counted that its field gives this form, or none: then lists of bytes are told
/// apart in July 2018.
pub fn list_prefix(era: EraSpec, given: Option<Prefix>, element: &Type) -> Prefix {
    match (given, element, era) {
        (Some(prefix), ..) => prefix,
        (None, Type::Int(Integer::U8), EraSpec::Y2018) => Prefix::I32,
        (None, ..) => Prefix::U16,
    }
}
