//! A whole schema file as a model: every type by name, resolved across modules, each with its place.
//!
//! A schema is a Rust module with its `mod x;` files. [`parse`] reads the types that derive `GodotVar`, checks each as the derive does, and
//! resolves the types of their fields. If the text alone is not enough (`#[cfg]`, macros, foreign types, values of unknown code), it reports
//! a [`Diagnostic`] with the place and never guesses. Generators use the result.
//!
//! This module does no I/O: the caller provides a function that reads files.
//!
//! ```
//! use godot_var_codegen::protocol::{self, Body, Type};
//!
//! let text = "
//!     use godot_var::{GodotVar, Vector3};
//!     /// Where a player is.
//!     #[derive(GodotVar)]
//!     struct Player { id: u32, pos: Vector3, team: Option<Team> }
//!     #[derive(GodotVar)]
//!     #[godot_var(repr = \"int\")]
//!     enum Team { Red, Blue }
//! ";
//! let protocol = protocol::parse_text("game.rs", text).expect("a valid schema");
//! let player = protocol.get("Player").expect("this type");
//! assert_eq!(player.docs, ["Where a player is."]);
//! let Body::Record(record) = &player.body else { unreachable!() };
//! let Type::Option(team) = &record.fields[2].ty else { unreachable!() };
//! assert_eq!(**team, Type::Message(1));
//! assert_eq!(record.fields[2].place.to_string(), "game.rs:5:44");
//!
//! let errors = protocol::parse_text("a.rs", "#[derive(GodotVar)]\nstruct A { b: B }").unwrap_err();
//! assert_eq!(
//!     errors[0].to_string(),
//!     "a.rs:2:15: `B` is not found in this schema; is a `use` or a `mod` missing?"
//! );
//! ```

pub(crate) mod build;
pub(crate) mod default;
mod extent;
mod foreign;
pub(crate) mod layout;
mod multiplayer;
pub(crate) mod names;
mod size;
pub(crate) mod source;
pub(crate) mod stored;
pub(crate) mod text;
mod types;

use std::collections::BTreeSet;
use std::fmt;

use bumpalo::Bump;
use godot_var_runtime::variant::{TypeLayout, fingerprint, fingerprint_of_all};
use layout::Layouts;

pub(crate) use build::cycles;
use serde::{Deserialize, Serialize};

pub use default::Value;
pub use extent::Extent;
pub use multiplayer::{Caller, ReplicationMode, Rpc, RpcSet, SyncProperty, SyncSet, TransferMode};
pub use size::Sizes;
pub use types::{Integer, ParsedText, Type, engine_name};

use crate::text::{in_one_line, visible};
use godot_var_schema::variant::model::Id;
pub use godot_var_schema::variant::model::{Codec, EnumForm, Form, Keys, Style, Time, WireType};

/// A place in a source file.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, by the name that was passed to `read`.
    pub file: String,
    /// The line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// The column, from 1, in characters; 0 for the file as a whole.
    pub column: usize,
}

/// Hidden characters of the file's name are escaped, also newlines.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = in_one_line(&self.file);
        match self.line {
            0 => f.write_str(&file),
            line => write!(f, "{file}:{line}:{}", self.column),
        }
    }
}

/// A mistake, or something that cannot be known, with its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diagnostic {
    /// The place.
    pub place: Place,
    /// The problem and how to solve it.
    pub message: String,
}

impl Diagnostic {
    /// A mistake at a place.
    pub fn new(place: &Place, message: impl Into<String>) -> Self {
        Self { place: place.clone(), message: message.into() }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, visible(&self.message))
    }
}

impl std::error::Error for Diagnostic {}

/// All messages of a schema.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Protocol {
    /// The files that were read, the root first.
    #[serde(skip)]
    pub files: Vec<String>,
    /// The documentation of the root module.
    #[serde(skip)]
    pub docs: Vec<String>,
    /// Every type that derives `GodotVar`, in source order. Generic types come after them, one for each list of arguments, in the order of
    /// their first use.
    #[serde(default)]
    pub types: Vec<TypeDef>,
    /// Every enum that derives `GodotRpc`, in source order.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub rpc_sets: Vec<RpcSet>,
    /// Every struct that derives `GodotSync`, in source order.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub sync_sets: Vec<SyncSet>,
    /// Warnings about parts that were left out although they may matter: macros, generic types without arguments.
    #[serde(skip)]
    pub warnings: Vec<Diagnostic>,
    /// The names and fingerprints of the flat messages in the same files.
    #[serde(skip)]
    pub(crate) flat_layouts: Vec<(String, u64)>,
}

impl Protocol {
    /// Returns the index of the type of this name, which may be a path.
    pub fn position(&self, name: &str) -> Option<usize> {
        position_of(&self.types, name, TypeDef::path)
    }

    /// Returns the type of this name, which may be a path: `Player`, `lobby::Player`.
    pub fn get(&self, name: &str) -> Option<&TypeDef> {
        self.position(name).map(|index| &self.types[index])
    }

    /// Returns the types that other types contain.
    pub fn inner_types(&self) -> BTreeSet<usize> {
        let mut inner = BTreeSet::new();
        for def in &self.types {
            let mut visit = |field: &Field| {
                field.ty.messages(&mut |index| {
                    inner.insert(index);
                });
            };
            match &def.body {
                Body::Record(record) => record.fields.iter().for_each(&mut visit),
                Body::Transparent(field) => visit(field),
                Body::Unit => {}
                Body::Enumeration(enumeration) => enumeration
                    .members
                    .iter()
                    .chain(&enumeration.other)
                    .for_each(|member| member.record.fields.iter().for_each(&mut visit)),
            }
        }
        inner
    }

    /// Returns the indices of the types that a packet can have. Types that no other type contains come first.
    pub fn roots(&self) -> Vec<usize> {
        let inner = self.inner_types();
        let whole = |index: &usize| match &self.types[*index].body {
            Body::Record(record) => !record.fields.is_empty(),
            Body::Enumeration(enumeration) => !enumeration.is_plain(),
            Body::Transparent(_) | Body::Unit => false,
        };
        let all = (0..self.types.len()).filter(whole);
        let (mut roots, others): (Vec<_>, Vec<_>) = all.partition(|index| !inner.contains(index));
        roots.extend(others);
        roots
    }

    /// Returns the number of messages: the types that no other type contains, with each variant of an enum as one, and the methods.
    pub fn message_count(&self) -> usize {
        let inner = self.inner_types();
        let is_outer = |index: &usize| inner.len() == self.types.len() || !inner.contains(index);
        let of_type = |index: usize| match &self.types[index].body {
            Body::Enumeration(enumeration) if !enumeration.is_plain() => {
                enumeration.members.iter().chain(&enumeration.other).count()
            }
            _ => 1,
        };
        let types: usize = (0..self.types.len()).filter(is_outer).map(of_type).sum();
        types + self.rpc_sets.iter().map(|set| set.methods.len()).sum::<usize>()
    }

    /// Returns the fingerprint of a type's layout. `layout_fingerprint` of the compiled type returns the same number as 16 hex digits.
    pub fn fingerprint(&self, index: usize) -> u64 {
        self.with_layout(index, fingerprint)
    }

    /// Calls `look` with the layout of a type, which is that of the compiled type.
    pub fn with_layout<R>(&self, index: usize, look: impl FnOnce(&TypeLayout<'_>) -> R) -> R {
        let arena = Bump::new();
        look(Layouts::new(self, &arena).message(index))
    }

    /// Calls `look` with the layout of a field: that of its type with its attributes.
    pub fn with_field_layout<R>(
        &self,
        field: &Field,
        look: impl FnOnce(&TypeLayout<'_>) -> R,
    ) -> R {
        let arena = Bump::new();
        look(Layouts::new(self, &arena).marked(&field.ty, field.marks))
    }

    /// Calls `look` with the layout of a type with such marks.
    pub(crate) fn with_layout_of<R>(
        &self,
        ty: &Type,
        marks: Marks,
        look: impl FnOnce(&TypeLayout<'_>) -> R,
    ) -> R {
        let arena = Bump::new();
        look(Layouts::new(self, &arena).marked(ty, marks))
    }

    /// Returns the fingerprints of all types.
    pub(crate) fn fingerprints(&self) -> Vec<u64> {
        let arena = Bump::new();
        let layouts = Layouts::new(self, &arena);
        (0..self.types.len()).map(|index| fingerprint(layouts.message(index))).collect()
    }

    /// Returns one number for the names and layouts of all types, in order, then of the flat messages in the same files. It changes if any
    /// layout does. Generic types have none of their own: they are in those of the types that use them.
    ///
    /// `protocol_fingerprint!()` makes the same number as 16 hex digits in Rust.
    pub fn fingerprint_of_all(&self) -> u64 {
        let types = self.types.iter().zip(self.fingerprints()).filter(|(def, _)| !def.is_generic);
        let own = types.map(|(def, fingerprint)| (def.path(), fingerprint));
        fingerprint_of(&own.chain(self.flat_layouts.iter().cloned()).collect::<Vec<_>>())
    }
}

/// A struct or enum of the schema.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TypeDef {
    /// The Rust name. For a generic type it includes the names of the arguments: `Page<Item>` is `PageItem`.
    pub name: String,
    /// The path of its module from the root: empty, or `["lobby"]`.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub module: Vec<String>,
    /// The arguments of a generic type.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub arguments: Vec<Type>,
    /// The arguments in full: of types of one path, these tell which are the same on two wires.
    #[serde(skip)]
    pub(crate) instance: String,
    /// Whether it is a generic type with these arguments.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub is_generic: bool,
    /// The place of the name.
    #[serde(skip)]
    pub place: Place,
    /// The lines of documentation.
    #[serde(skip)]
    pub docs: Vec<String>,
    /// The name in generated GDScript and its place, if the schema sets one.
    #[serde(default, skip_serializing_if = "stored::is_default", with = "stored::without_place")]
    pub gdscript: Option<(String, Place)>,
    /// The same for C#.
    #[serde(default, skip_serializing_if = "stored::is_default", with = "stored::without_place")]
    pub csharp: Option<(String, Place)>,
    /// The same for TypeScript.
    #[serde(default, skip_serializing_if = "stored::is_default", with = "stored::without_place")]
    pub typescript: Option<(String, Place)>,
    /// The type whose delta it is: its index in [`Protocol::types`].
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub delta_of: Option<usize>,
    /// The fields or variants.
    #[serde(flatten)]
    pub body: Body,
    /// The `Default`, if it can be known from the text.
    #[serde(skip)]
    pub default: TypeDefault,
    /// Whether `from`, `try_from` or `into` make another type of it, which the body is.
    #[serde(skip)]
    pub is_converted: bool,
    /// The maximum size of a message in bytes and its place, if the schema sets one.
    #[serde(default, skip_serializing_if = "stored::is_default", with = "stored::without_place")]
    pub max_size: Option<(usize, Place)>,
    /// The fingerprint that pins the layout and its place, if the schema sets one.
    #[serde(
        rename = "layout",
        default,
        skip_serializing_if = "stored::is_default",
        with = "stored::without_place"
    )]
    pub pinned: Option<(String, Place)>,
}

impl TypeDef {
    /// Returns the name with its modules: `lobby::Player`.
    pub fn path(&self) -> String {
        path_of(&self.module, &self.name)
    }
}

/// The content of a type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// Fields, as a Dictionary or an Array.
    Record(Record),
    /// One field, encoded without a container.
    Transparent(Box<Field>),
    /// No content: Nil.
    Unit,
    /// One of several variants.
    Enumeration(Box<Enumeration>),
}

/// The `Default` of a type.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TypeDefault {
    /// None, or code that cannot be evaluated.
    #[default]
    Unknown,
    /// `#[derive(Default)]`: the default of every field, or the `#[default]` variant.
    Derived,
    /// These values, by field.
    Values(Vec<(String, Value)>),
}

/// Fields in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Dictionary or Array.
    #[serde(with = "stored::word")]
    pub form: Form,
    /// The type of the keys.
    #[serde(default, skip_serializing_if = "stored::is_default", with = "stored::word")]
    pub keys: Keys,
    /// The fields that are encoded or decoded.
    pub fields: Vec<Field>,
    /// The names of the others, each with the value that a reader gives it.
    #[serde(skip)]
    pub skipped: Vec<(String, FieldDefault)>,
    /// Whether unknown keys are an error.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub deny_unknown: bool,
}

/// Functions that convert the value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The path of their module, or of the first of them.
    pub path: String,
    /// Whether the field itself has `default`, and not only the type around it.
    pub has_default: bool,
}

/// A field that is encoded or decoded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// The Rust name without `r#`, or the position.
    pub name: String,
    /// The place in the source.
    #[serde(skip)]
    pub place: Place,
    /// The lines of documentation.
    #[serde(skip)]
    pub docs: Vec<String>,
    /// The name in generated GDScript and its place, if the schema sets one.
    #[serde(default, skip_serializing_if = "stored::is_default", with = "stored::without_place")]
    pub gdscript: Option<(String, Place)>,
    /// The same for C#.
    #[serde(default, skip_serializing_if = "stored::is_default", with = "stored::without_place")]
    pub csharp: Option<(String, Place)>,
    /// The same for TypeScript.
    #[serde(default, skip_serializing_if = "stored::is_default", with = "stored::without_place")]
    pub typescript: Option<(String, Place)>,
    /// The names in generated GDScript of the elements of its tuple, if the schema sets them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gdscript_elements: Vec<String>,
    /// The type.
    #[serde(rename = "type")]
    pub ty: Type,
    /// The key on the wire. Fields of an Array have only their position.
    pub key: String,
    /// Other keys that a reader accepts.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub aliases: Vec<String>,
    /// Whether Rust encodes it.
    #[serde(default = "stored::yes", skip_serializing_if = "stored::is_yes")]
    pub encoded: bool,
    /// Whether Rust decodes it.
    #[serde(default = "stored::yes", skip_serializing_if = "stored::is_yes")]
    pub decoded: bool,
    /// The function that decides whether Rust leaves the field out.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub skip_encoding_if: Option<String>,
    /// The default if the field is missing.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub default: FieldDefault,
    /// The functions that convert the value before it is encoded, from `with` and similar attributes.
    #[serde(skip)]
    pub conversion: Option<Conversion>,
    /// Whether its entries are merged into those of its container.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub flatten: bool,
    /// The module whose functions encode and decode it. Then `ty` has no meaning.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub custom: Option<String>,
    /// How it is written and read, in addition to its type.
    #[serde(flatten)]
    pub marks: Marks,
}

/// How a value is written and read, in addition to its type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Marks {
    /// The time that it is, or the content of its `Option`; then `ty` is the number.
    #[serde(default, skip_serializing_if = "stored::is_default", with = "stored::optional_word")]
    pub time: Option<Time>,
    /// The type on the wire, of the field or of the content of its `Option`.
    #[serde(
        rename = "as",
        default,
        skip_serializing_if = "stored::is_default",
        with = "stored::optional_word"
    )]
    pub wire_type: Option<WireType>,
    /// The maximum number of bytes of a text, or of elements of a list.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub max_len: Option<usize>,
    /// Whether a reader accepts only the type that is written.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub strict: bool,
    /// Whether a container is written with its declared type.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub typed: bool,
}

impl Marks {
    /// The marks of a field; its maximum length is known already.
    pub(crate) fn of(codec: &Codec, max_len: Option<usize>) -> Self {
        let Codec { time, wire_type, strict, typed, .. } = *codec;
        Self { time, wire_type, max_len, strict, typed }
    }
}

/// The default of a missing field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldDefault {
    /// No default: an error, or `None` for an `Option`.
    #[default]
    Required,
    /// The `Default` of its type.
    Type,
    /// A value.
    Value(Value),
    /// Code that cannot be evaluated.
    Code(String),
    /// What the field was before: this is a field of a delta.
    Unchanged,
}

/// An enum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Enumeration {
    /// How variants are distinguished.
    #[serde(with = "stored::EnumFormData")]
    pub form: EnumForm,
    /// The encoded variants, in order.
    pub members: Vec<Enumerator>,
    /// The variant that accepts unknown values.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub other: Option<Enumerator>,
    /// The Rust name of the `#[default]` variant.
    #[serde(skip)]
    pub default: Option<String>,
}

impl Enumeration {
    /// Whether no variant has data.
    pub fn is_plain(&self) -> bool {
        matches!(self.form, EnumForm::Names | EnumForm::Numbers)
    }
}

/// A variant of an enum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Enumerator {
    /// The Rust name without `r#`.
    pub name: String,
    /// The place of the name.
    #[serde(skip)]
    pub place: Place,
    /// The lines of documentation.
    #[serde(skip)]
    pub docs: Vec<String>,
    /// The name in generated GDScript and its place, if the schema sets one.
    #[serde(default, skip_serializing_if = "stored::is_default", with = "stored::without_place")]
    pub gdscript: Option<(String, Place)>,
    /// The same for C#.
    #[serde(default, skip_serializing_if = "stored::is_default", with = "stored::without_place")]
    pub csharp: Option<(String, Place)>,
    /// The same for TypeScript.
    #[serde(default, skip_serializing_if = "stored::is_default", with = "stored::without_place")]
    pub typescript: Option<(String, Place)>,
    /// The name, number or message id on the wire.
    #[serde(with = "stored::IdData")]
    pub id: Id,
    /// Other names that a reader accepts.
    #[serde(default, skip_serializing_if = "stored::is_default")]
    pub aliases: Vec<String>,
    /// The fields.
    pub record: Record,
    /// The syntax of the fields in Rust.
    #[serde(with = "stored::word")]
    pub style: Style,
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
) -> Result<Protocol, Vec<Diagnostic>> {
    crate::flat::parse_each(root, &mut read).0
}

/// Checks the pinned layouts.
pub(crate) fn pinned(protocol: Protocol) -> Result<Protocol, Vec<Diagnostic>> {
    let errors = layout::pinned_mistakes(&protocol);
    if errors.is_empty() { Ok(protocol) } else { Err(errors) }
}

/// Does the same without checking pinned layouts.
pub(crate) fn parse_unpinned(
    root: &str,
    mut read: impl FnMut(&str) -> Result<String, String>,
) -> Result<Protocol, Vec<Diagnostic>> {
    parse_unpinned_with(root, &mut read, |_| ()).0
}

/// Does the same, and calls `more`, which may use further instances of generic types.
pub(crate) fn parse_unpinned_with<T>(
    root: &str,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
    more: impl FnOnce(&mut names::Names<'_>) -> T,
) -> (Result<Protocol, Vec<Diagnostic>>, T) {
    build::build(&source::read(root, &["GodotVar", "GodotFlat"], read), more)
}

/// Does the same for a schema in a single file.
///
/// # Errors
/// The same as [`parse`].
pub fn parse_text(name: &str, text: &str) -> Result<Protocol, Vec<Diagnostic>> {
    parse(name, one_text(name, text))
}

/// Returns one number for types with these names and fingerprints.
pub(crate) fn fingerprint_of(types: &[(String, u64)]) -> u64 {
    let all: Vec<(&str, u64)> = types.iter().map(|(path, layout)| (&**path, *layout)).collect();
    fingerprint_of_all(&all)
}

/// Returns a name with its modules: `lobby::Player`.
pub(crate) fn path_of(module: &[String], name: &str) -> String {
    module.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join("::")
}

/// Returns the index of the type of this path, or of the only type with this name.
pub(crate) fn position_of<T>(
    types: &[T],
    name: &str,
    path: impl Fn(&T) -> String,
) -> Option<usize> {
    types.iter().position(|def| path(def) == name).or_else(|| {
        let is_it = |(_, def): &(usize, &T)| path(def).rsplit("::").next() == Some(name);
        let mut found = types.iter().enumerate().filter(is_it);
        found.next().filter(|_| found.next().is_none()).map(|(index, _)| index)
    })
}

/// Returns a reader for a single file.
pub(crate) fn one_text(name: &str, text: &str) -> impl FnMut(&str) -> Result<String, String> {
    move |file| {
        if file == name { Ok(text.to_owned()) } else { Err("only one text is given".to_owned()) }
    }
}
