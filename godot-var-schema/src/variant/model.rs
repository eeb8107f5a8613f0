//! The checked model of a message: defaults resolved, contradictions reported.

use proc_macro2::{Ident, Span};
use syn::{Expr, Generics, Member, Path, Type, WherePredicate};

use super::check::argument_of;
use super::view::Lent;
use crate::notes::Notes;

/// A struct or enum that travels.
#[derive(Clone, Debug)]
pub struct Message {
    /// The type's name.
    pub ident: Ident,
    /// Its documentation.
    pub notes: Notes,
    /// Its parameters.
    pub generics: Generics,
    /// The path of the facade crate.
    pub krate: Path,
    /// Bounds in place of the inferred ones.
    pub bounds: Option<Vec<WherePredicate>>,
    /// What it consists of.
    pub body: Body,
    /// The most bytes that it may take, and where that was said.
    pub max_size: Option<(usize, Span)>,
    /// The pinned fingerprint of its layout, and where that was said.
    pub layout: Option<(String, Span)>,
    /// The traits that a view of it derives, if it has one.
    pub view: Option<Vec<Path>>,
}

/// What a message consists of.
#[derive(Clone, Debug)]
pub enum Body {
    /// Fields, as a Dictionary or an Array.
    Record(Record),
    /// One field that stands for the whole.
    Transparent(Box<Transparent>),
    /// Another type, which is turned into this one.
    Converted(Box<Converted>),
    /// Nothing: Nil.
    Unit,
    /// One of several variants.
    Enumeration(Enumeration),
}

/// A type that travels as another one: `from`, `try_from`, `into`.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The type that travels, as the only field of a newtype.
    pub field: Field,
    /// Whether turning it into this type may fail.
    pub fallible: bool,
}

/// A newtype, or a struct under `transparent`.
#[derive(Clone, Debug)]
pub struct Transparent {
    /// The field that travels.
    pub field: Field,
    /// All fields, to build the value.
    pub fields: Vec<Field>,
}

/// How a record stands on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Keys and values.
    Dictionary,
    /// Values in order.
    Array,
}

/// The type of a Dictionary's keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keys {
    /// String.
    #[default]
    String,
    /// StringName (Godot 4).
    StringName,
}

/// Fields in order.
#[derive(Clone, Debug)]
pub struct Record {
    /// Dictionary or Array.
    pub form: Form,
    /// The type of the keys.
    pub keys: Keys,
    /// All fields, those that do not travel too.
    pub fields: Vec<Field>,
    /// Whether unknown keys are an error.
    pub deny_unknown: bool,
    /// Where missing fields come from.
    pub default: DefaultValue,
}

/// What a missing field is.
#[derive(Clone, Debug, Default)]
pub enum DefaultValue {
    /// An error.
    #[default]
    None,
    /// The `Default` of its type.
    Trait,
    /// An expression.
    Expr(Box<Expr>),
}

impl DefaultValue {
    /// Whether a missing field is an error.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name, or its position in a tuple.
    pub member: Member,
    /// A local variable for it.
    pub binding: Ident,
    /// Its type.
    pub ty: Type,
    /// Its key on the wire.
    pub key: String,
    /// Other keys that a reader takes.
    pub aliases: Vec<String>,
    /// Whether it is written.
    pub encoded: bool,
    /// Whether it is read.
    pub decoded: bool,
    /// Not written when this function says so.
    pub skip_encoding_if: Option<Path>,
    /// What it is when missing.
    pub default: DefaultValue,
    /// Its fields stand among those of its container.
    pub flatten: bool,
    /// How it is written and read, when not as its type.
    pub codec: Codec,
    /// Its type in a view, where that borrows.
    pub lent: Option<(Type, Lent)>,
    /// Its documentation.
    pub notes: Notes,
}

impl Field {
    /// Whether its type is an `Option`, as far as the text tells.
    pub fn is_option(&self) -> bool {
        self.option_content().is_some()
    }

    /// The type inside its `Option`.
    pub fn option_content(&self) -> Option<&Type> {
        argument_of(&self.ty, "Option")
    }
}

/// How a field is written and read.
#[derive(Clone, Debug, Default)]
pub struct Codec {
    /// A function that writes it.
    pub encode_with: Option<Path>,
    /// Whether that function may refuse a value, as those of units do.
    pub encode_fails: bool,
    /// A function that reads it.
    pub decode_with: Option<Path>,
    /// The module of both, where `with` names it.
    pub module: Option<Path>,
    /// The Rust type in whose place the functions put it: they take and give values then. Without it
    /// they write and read.
    pub through: Option<Type>,
    /// The type on the wire.
    pub wire_type: Option<WireType>,
    /// The most bytes of a text, or elements of a list: a number, or a constant expression.
    pub max_len: Option<Expr>,
    /// Whether only the type that is written is read.
    pub strict: bool,
    /// Whether a container is written with its declared type.
    pub typed: bool,
}

impl Codec {
    /// Whether the field's own type does all.
    pub fn is_plain(&self) -> bool {
        self.encode_with.is_none()
            && self.decode_with.is_none()
            && self.wire_type.is_none()
            && self.max_len.is_none()
            && !self.strict
            && !self.typed
    }
}

/// The values of `as = "…"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireType {
    /// `"String"`
    String,
    /// `"StringName"`
    StringName,
    /// `"NodePath"`
    NodePath,
    /// `"Array"`: no packed array.
    Array,
    /// `"int"`
    Int,
    /// `"float"`
    Float,
    /// `"float64"`, or `f64`: always 64 bits wide.
    Float64,
}

impl Record {
    /// The fields that are written or read.
    pub fn wire_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.encoded || field.decoded)
    }

    /// Whether every field is always written and read, so that all positions can be computed.
    pub fn is_static(&self) -> bool {
        self.fields.iter().all(|field| {
            field.encoded == field.decoded && field.skip_encoding_if.is_none() && !field.flatten
        })
    }
}

/// An enum.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// How a member is told.
    pub form: EnumForm,
    /// The members, in order.
    pub members: Vec<Enumerator>,
}

/// A message id: an int or a text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Id {
    /// A number.
    Int(i64),
    /// A name.
    Text(String),
}

impl std::fmt::Display for Id {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Int(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "{text:?}"),
        }
    }
}

/// How an enum's member is told on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnumForm {
    /// No data: its name.
    Names,
    /// No data: its number.
    Numbers,
    /// `{"Move": content}`.
    External,
    /// `{"type": "Move", …}`.
    Internal {
        /// The key of the tag.
        tag: String,
    },
    /// `{"type": "Move", "content": content}`.
    Adjacent {
        /// The key of the tag.
        tag: String,
        /// The key of the content.
        content: String,
    },
    /// The content alone.
    Untagged,
    /// `[3, field, field]`.
    Ids,
}

/// A variant of an enum.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// Its Rust name.
    pub ident: Ident,
    /// Its documentation.
    pub notes: Notes,
    /// Its name, number or message id on the wire.
    pub id: Id,
    /// Its number, where `id` cannot say it: an expression that the text alone does not tell.
    pub discriminant: Option<Discriminant>,
    /// Other names that a reader takes.
    pub aliases: Vec<String>,
    /// Whether it travels.
    pub skip: bool,
    /// Whether it takes what no other variant fits.
    pub other: bool,
    /// Its fields.
    pub record: Record,
    /// How its fields stand in Rust.
    pub style: Style,
}

/// A discriminant that names constants: `BASE + 1`.
#[derive(Clone, Debug)]
pub struct Discriminant {
    /// The expression.
    pub expr: Expr,
    /// Its type: that of `#[repr(…)]`, or `isize`.
    pub ty: Ident,
}

/// How fields stand in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `{ a: A }`
    Named,
    /// `(A)`: one field.
    Newtype,
    /// `(A, B)`
    Tuple,
    /// Nothing.
    Unit,
}
