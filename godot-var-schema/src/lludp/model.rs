//! A checked message of LLUDP. All mistakes have been reported.

use syn::{Generics, Ident, Path};

use crate::stream::model::Field;
pub use crate::template::{Deprecation, Frequency};

/// A struct that derives `LludpMessage`.
#[derive(Debug)]
pub struct Message {
    /// Its name.
    pub ident: Ident,
    /// Its lifetimes.
    pub generics: Generics,
    /// The path of the facade crate.
    pub krate: Path,
    /// Its name in the template.
    pub name: String,
    /// Its frequency, which decides the size of its number.
    pub frequency: Frequency,
    /// Its number within the frequency.
    pub number: u32,
    /// `trusted`.
    pub trusted: bool,
    /// `zerocoded`.
    pub zerocoded: bool,
    /// `deprecated = "…"`.
    pub deprecation: Deprecation,
    /// The blocks, in the order of the encoding.
    pub blocks: Vec<Field>,
}
