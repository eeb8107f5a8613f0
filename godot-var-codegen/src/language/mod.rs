//! What languages of clients share: a [`Language`] turns a [`Schema`] into the text of a file.
//!
//! A new language is a folder here: a type that implements [`Language`], with what only this language has. Names, documentation and
//! lines of code have one way for all of them.

pub(crate) mod claims;
pub mod csharp;
pub(crate) mod defaults;
pub(crate) mod docs;
pub(crate) mod fields;
pub(crate) mod named;
pub(crate) mod parts;
pub(crate) mod plan;
pub(crate) mod printer;
pub(crate) mod refusals;
pub mod typescript;
pub(crate) mod usage;
pub(crate) mod variant_types;
mod worlds;

use crate::names::Tree;
use crate::protocol::Diagnostic;
use crate::schema::{Schema, TypeDef};
pub use named::Named;
pub use usage::Usage;
pub use worlds::{Kind, World};

/// A language that clients are written in.
pub trait Language {
    /// Its name in commands and settings: `csharp`.
    fn name(&self) -> &'static str;

    /// Its name for people: `C#`.
    fn title(&self) -> &'static str;

    /// The beginnings of a line in the head of every file. By them the program recognizes its own files.
    fn marks(&self) -> &'static [&'static str];

    /// The name of the file for a schema whose file has this name without `.rs`.
    fn file_name(&self, stem: &str) -> String;

    /// Whether files have the enums that derive `GodotRpc`.
    fn has_rpcs(&self) -> bool {
        false
    }

    /// Writes the file.
    ///
    /// `stem` is the name of the schema's file without `.rs`.
    ///
    /// # Errors
    /// Every field that the language cannot hold or send, at its place.
    fn generate(&self, schema: &Schema<'_>, stem: &str) -> Result<String, Vec<Diagnostic>>;

    /// Returns the statements that use the message of a type, given by its position, of an enum the variant of a name; for pages, with an
    /// example. `None` if the language has no words for them.
    fn usage(&self, message: &Example<'_>) -> Option<Usage> {
        let _ = message;
        None
    }

    /// Returns the names that users of the file write for the parts of a schema that [`generate`](Self::generate) takes. By them `check`
    /// reports what users have to change.
    fn named(&self, schema: &Schema<'_>) -> Vec<Named> {
        let _ = schema;
        Vec::new()
    }
}

/// An example of a message.
#[derive(Clone, Copy, Debug)]
pub struct Example<'e> {
    /// The schema.
    pub schema: &'e Schema<'e>,
    /// The position of the type.
    pub index: usize,
    /// The variant of an enum.
    pub member: Option<&'e str>,
    /// The values, with the names of the schema.
    pub tree: &'e Tree,
    /// Whether it is a flat message.
    pub is_flat: bool,
}

/// Refuses one of [`Schema::endless`].
pub(crate) fn endless(def: &TypeDef<'_>) -> Diagnostic {
    let message = format!(
        "`{}` contains itself and is no more than what it contains, which only Rust has a type for; write a struct \
         with a named field, without `transparent`",
        def.name
    );
    Diagnostic::new(def.place, message)
}
