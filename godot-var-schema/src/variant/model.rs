//! The checked model of a message: defaults resolved, contradictions reported.

use proc_macro2::{Ident, Span};
use syn::{Expr, Generics, Member, Path, Type, WherePredicate};

use super::check::argument_of;
use crate::notes::Notes;

/// A struct or enum that derives `GodotVar`.
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
    /// Its contents.
    pub body: Body,
    /// Its maximum size in bytes, and where the attribute is.
    pub max_size: Option<(usize, Span)>,
    /// The pinned fingerprint of its layout, and where the attribute is.
    pub layout: Option<(String, Span)>,
    /// The traits that its delta derives, if it has one.
    pub delta: Option<Vec<Path>>,
}

/// The contents of a message.
#[derive(Clone, Debug)]
pub enum Body {
    /// Fields, as a Dictionary or an Array.
    Record(Record),
    /// One field that is encoded as the whole.
    Transparent(Box<Transparent>),
    /// Another type, which is converted to this one.
    Converted(Box<Converted>),
    /// Nothing: Nil.
    Unit,
    /// One of several variants.
    Enumeration(Enumeration),
}

/// A type that is encoded as another one: `from`, `try_from`, `into`.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The encoded type, as the only field of a newtype.
    pub field: Field,
    /// Whether the conversion to this type may fail.
    pub fallible: bool,
}

/// A newtype, or a struct under `transparent`.
#[derive(Clone, Debug)]
pub struct Transparent {
    /// The field that is encoded.
    pub field: Field,
    /// All fields, to build the value.
    pub fields: Vec<Field>,
}

/// How a record is encoded.
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
    /// All fields, also those that are not encoded.
    pub fields: Vec<Field>,
    /// Whether unknown keys are an error.
    pub deny_unknown: bool,
    /// Where the values of missing fields come from.
    pub default: DefaultValue,
}

/// The value of a missing field.
#[derive(Clone, Debug, Default)]
pub enum DefaultValue {
    /// None: a missing field is an error.
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
#[expect(clippy::struct_excessive_bools, reason = "each is an attribute of its own")]
pub struct Field {
    /// Its name, or its position in a tuple.
    pub member: Member,
    /// A local variable for it.
    pub binding: Ident,
    /// Its type.
    pub ty: Type,
    /// Its encoded key.
    pub key: String,
    /// Other keys that a reader accepts.
    pub aliases: Vec<String>,
    /// Whether it is written.
    pub encoded: bool,
    /// Whether it is read.
    pub decoded: bool,
    /// The field is not written if this function returns true.
    pub skip_encoding_if: Option<Path>,
    /// Its value if it is missing.
    pub default: DefaultValue,
    /// Whether its fields are encoded among those of its container.
    pub flatten: bool,
    /// How it is written and read, if not as its type.
    pub codec: Codec,
    /// Whether it is a field of a delta: in Rust an `Option` of `ty`, and `None` if nothing changed.
    pub is_change: bool,
    /// Its documentation.
    pub notes: Notes,
}

impl Field {
    /// Whether its type is written as an `Option`.
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
    /// A function that reads it.
    pub decode_with: Option<Path>,
    /// The module of both functions, if `with` names it.
    pub module: Option<Path>,
    /// The time that it is, from `unit`.
    pub time: Option<Time>,
    /// The Rust type that the functions take and return in place of the field's, or the number for a
    /// time. Without it the functions write and read.
    pub through: Option<Type>,
    /// The Variant type from `as`.
    pub wire_type: Option<WireType>,
    /// The maximum length of a text in bytes, or of a list in elements: a number, or a constant
    /// expression.
    pub max_len: Option<Expr>,
    /// Whether readers accept only the type that is written.
    pub strict: bool,
    /// Whether a container is written with its declared type.
    pub typed: bool,
}

impl Codec {
    /// Whether functions write or read the field, the user's or those for times.
    pub fn has_functions(&self) -> bool {
        self.encode_with.is_some() || self.decode_with.is_some() || self.time.is_some()
    }

    /// Whether the field's own type does all encoding.
    pub fn is_plain(&self) -> bool {
        let is_own = !self.has_functions() && self.wire_type.is_none();
        is_own && self.max_len.is_none() && !self.strict && !self.typed
    }
}

/// A `Duration` or a `SystemTime` as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// Whether it is a `SystemTime`, which counts from 1970-01-01 00:00 UTC.
    pub since_1970: bool,
    /// The unit of the number, as in the attribute: `"ms"`.
    pub unit: &'static str,
    /// The nanoseconds of a unit.
    pub nanoseconds: u32,
}

impl Time {
    /// The units and their nanoseconds.
    pub const UNITS: [(&'static str, u32); 3] =
        [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)];

    /// The name of the unit in texts.
    pub fn unit_name(self) -> &'static str {
        match self.unit {
            "s" => "seconds",
            "ms" => "milliseconds",
            _ => "microseconds",
        }
    }

    /// The name of its Rust type.
    pub const fn type_name(self) -> &'static str {
        if self.since_1970 { "SystemTime" } else { "Duration" }
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
    /// How a variant is identified.
    pub form: EnumForm,
    /// The variants, in order.
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

/// How a variant of an enum is identified.
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
    /// Its encoded name, number or message id.
    pub id: Id,
    /// Its number if it is a constant expression, which `id` cannot hold: its value is not in the
    /// source text.
    pub discriminant: Option<Discriminant>,
    /// Whether `id` gives its number, which is another one than Rust's discriminant.
    pub is_numbered: bool,
    /// Other names that a reader accepts.
    pub aliases: Vec<String>,
    /// Whether it is never encoded.
    pub skip: bool,
    /// Whether it accepts values that fit no other variant.
    pub other: bool,
    /// Its fields.
    pub record: Record,
    /// How its fields are declared in Rust.
    pub style: Style,
}

/// A discriminant that names constants: `BASE + 1`.
#[derive(Clone, Debug)]
pub struct Discriminant {
    /// The expression.
    pub expr: Expr,
    /// The place of the expression, or of the variant if it has no expression of its own.
    pub place: Span,
    /// Its type: that of `#[repr(…)]`, or `isize`.
    pub ty: Ident,
}

/// How fields are declared in Rust.
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
