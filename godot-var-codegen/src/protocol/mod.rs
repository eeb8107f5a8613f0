//! A whole schema file as a model: every type by name, resolved across modules, each with its place.
//!
//! A schema is a Rust module, and its `mod x;` in files of their own. [`parse`] reads the types that
//! derive `GodotVar`, checks each as the derive does, and resolves the types of their fields. What
//! cannot be known from the text alone (`#[cfg]`, macros, types from elsewhere, values of unknown
//! code) is reported at its place, never guessed. Generators stand on the result.
//!
//! Nothing here does I/O: whoever calls says how a file is read.
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

mod build;
mod default;
mod foreign;
pub(crate) mod layout;
mod multiplayer;
pub(crate) mod names;
pub(crate) mod source;
mod types;

use std::collections::BTreeSet;
use std::fmt;

use bumpalo::Bump;
use godot_var_runtime::variant::{fingerprint, fingerprint_of_all};
use layout::Layouts;

pub use default::Value;
pub use multiplayer::{Caller, ReplicationMode, Rpc, RpcSet, SyncProperty, SyncSet, TransferMode};
pub use types::{Engine, Integer, ParsedText, Type};

use godot_var_schema::variant::model::Id;
pub use godot_var_schema::variant::model::{EnumForm, Form, Keys, Style, WireType};

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, as its reader was asked for it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Something that is wrong, or that cannot be known, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diagnostic {
    /// Where.
    pub place: Place,
    /// What, and the way out.
    pub message: String,
}

impl Diagnostic {
    pub(crate) fn new(place: &Place, message: impl Into<String>) -> Self {
        Self { place: place.clone(), message: message.into() }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// All messages of a schema.
#[derive(Clone, Debug, PartialEq)]
pub struct Protocol {
    /// The files that were read, the root first.
    pub files: Vec<String>,
    /// The documentation of the root module.
    pub docs: Vec<String>,
    /// Every type that derives `GodotVar`, in the order of the text; after them the generic ones,
    /// once for each choice of arguments, in the order of their first use.
    pub types: Vec<TypeDef>,
    /// Every enum that derives `GodotRpc`, in the order of the text.
    pub rpc_sets: Vec<RpcSet>,
    /// Every struct that derives `GodotSync`, in the order of the text.
    pub sync_sets: Vec<SyncSet>,
    /// What was left out, though it may matter: macros, generic types without arguments.
    pub warnings: Vec<Diagnostic>,
}

impl Protocol {
    /// The type of this name, which may be a path: `Player`, `lobby::Player`.
    pub fn get(&self, name: &str) -> Option<&TypeDef> {
        self.types.iter().find(|def| def.path() == name).or_else(|| {
            let mut found = self.types.iter().filter(|def| def.name == name);
            found.next().filter(|_| found.next().is_none())
        })
    }

    /// The types that stand in others.
    pub(crate) fn inner_types(&self) -> BTreeSet<usize> {
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

    /// The types that a packet can be, by their indices: first those that stand in no other.
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

    /// The fingerprint of a type's layout: the number that `layout_fingerprint` of the compiled
    /// type gives as 16 hex digits.
    pub fn fingerprint(&self, index: usize) -> u64 {
        let arena = Bump::new();
        fingerprint(Layouts::new(self, &arena).message(index))
    }

    /// One number for all types with their names, in order: it changes when any layout does.
    pub fn fingerprint_of_all(&self) -> u64 {
        let arena = Bump::new();
        let layouts = Layouts::new(self, &arena);
        let paths: Vec<String> = self.types.iter().map(TypeDef::path).collect();
        let all = paths.iter().enumerate();
        fingerprint_of_all(all.map(|(index, path)| (&**path, fingerprint(layouts.message(index)))))
    }
}

/// A struct or enum that travels.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDef {
    /// Its Rust name; for a generic type with the names of the arguments: `Page<Item>` is `PageItem`.
    pub name: String,
    /// The module it stands in, from the root: empty, or `["lobby"]`.
    pub module: Vec<String>,
    /// The arguments of a generic type.
    pub arguments: Vec<Type>,
    /// Where its name stands.
    pub place: Place,
    /// The lines of its documentation.
    pub docs: Vec<String>,
    /// Its name in generated GDScript, where the schema says one, and where.
    pub gdscript: Option<(String, Place)>,
    /// What travels.
    pub body: Body,
    /// What `Default` gives, as far as the text tells.
    pub default: TypeDefault,
    /// The most bytes that a message may take, where the schema says so.
    pub max_size: Option<(usize, Place)>,
    /// The fingerprint that pins its layout, where the schema says one, and where.
    pub pinned: Option<(String, Place)>,
}

impl TypeDef {
    /// Its name with the modules in front: `lobby::Player`.
    pub fn path(&self) -> String {
        let mut path = self.module.clone();
        path.push(self.name.clone());
        path.join("::")
    }
}

/// What a type consists of.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// Fields, as a Dictionary or an Array.
    Record(Record),
    /// One field that stands for the whole.
    Transparent(Box<Field>),
    /// Nothing: Nil.
    Unit,
    /// One of several variants.
    Enumeration(Box<Enumeration>),
}

/// What `Default` gives for a type.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeDefault {
    /// There is none, or it is written in code that says more than values.
    Unknown,
    /// The default of every field, or the `#[default]` member, by `#[derive(Default)]`.
    Derived,
    /// These values, by field.
    Values(Vec<(String, Value)>),
}

/// Fields in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Dictionary or Array.
    pub form: Form,
    /// The type of the keys.
    pub keys: Keys,
    /// The fields that are written or read.
    pub fields: Vec<Field>,
    /// Whether unknown keys are an error.
    pub deny_unknown: bool,
}

/// A field that travels.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an attribute of its own")]
pub struct Field {
    /// Its Rust name without `r#`, or its position.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// The lines of its documentation.
    pub docs: Vec<String>,
    /// Its name in generated GDScript, where the schema says one, and where.
    pub gdscript: Option<(String, Place)>,
    /// What it is.
    pub ty: Type,
    /// Its key on the wire; in an Array its position stands for it.
    pub key: String,
    /// Other keys that a reader takes.
    pub aliases: Vec<String>,
    /// Whether Rust writes it.
    pub encoded: bool,
    /// Whether Rust reads it.
    pub decoded: bool,
    /// Rust does not write it when this function says so.
    pub skip_encoding_if: Option<String>,
    /// What it is when missing.
    pub default: FieldDefault,
    /// Its fields stand among those of its container.
    pub flatten: bool,
    /// The functions that write and read it, in place of its type: then `ty` says nothing.
    pub custom: Option<String>,
    /// The type on the wire, of the field or of the content of its `Option`.
    pub wire_type: Option<WireType>,
    /// The most bytes of a text, or elements of a list.
    pub max_len: Option<usize>,
    /// Whether only the type that is written is read.
    pub strict: bool,
    /// Whether a container is written with its declared type.
    pub typed: bool,
}

/// What a missing field is.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldDefault {
    /// An error; `None` for an `Option`.
    Required,
    /// The `Default` of its type.
    Type,
    /// A value.
    Value(Value),
    /// Code that says more than a value.
    Code(String),
}

/// An enum.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumeration {
    /// How a member is told.
    pub form: EnumForm,
    /// The members that travel, in order.
    pub members: Vec<Enumerator>,
    /// The member that takes what no other fits.
    pub other: Option<Enumerator>,
    /// The `#[default]` member, by its Rust name.
    pub default: Option<String>,
}

impl Enumeration {
    /// Whether no member carries anything.
    pub fn is_plain(&self) -> bool {
        matches!(self.form, EnumForm::Names | EnumForm::Numbers)
    }
}

/// A variant of an enum.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumerator {
    /// Its Rust name without `r#`.
    pub name: String,
    /// Where its name stands.
    pub place: Place,
    /// The lines of its documentation.
    pub docs: Vec<String>,
    /// Its name in generated GDScript, where the schema says one, and where.
    pub gdscript: Option<(String, Place)>,
    /// Its name, number or message id on the wire.
    pub id: Id,
    /// Other names that a reader takes.
    pub aliases: Vec<String>,
    /// Its fields.
    pub record: Record,
    /// How its fields stand in Rust.
    pub style: Style,
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
) -> Result<Protocol, Vec<Diagnostic>> {
    let protocol = parse_unpinned(root, &mut read)?;
    let errors = layout::pinned_mistakes(&protocol);
    if errors.is_empty() { Ok(protocol) } else { Err(errors) }
}

/// The same, whatever layouts are pinned.
pub(crate) fn parse_unpinned(
    root: &str,
    mut read: impl FnMut(&str) -> Result<String, String>,
) -> Result<Protocol, Vec<Diagnostic>> {
    build::build(source::read(root, "GodotVar", &["GodotRpc", "GodotSync"], &mut read))
}

/// The same for a schema without modules in files.
///
/// # Errors
/// As [`parse`].
pub fn parse_text(name: &str, text: &str) -> Result<Protocol, Vec<Diagnostic>> {
    parse(name, one_text(name, text))
}

/// A reader of one file.
pub(crate) fn one_text(name: &str, text: &str) -> impl FnMut(&str) -> Result<String, String> {
    move |file| {
        if file == name { Ok(text.to_owned()) } else { Err("only one text is given".to_owned()) }
    }
}
