//! Checked messages and blocks of LLUDP. All mistakes have been reported.

use syn::{Generics, Ident, Path, Type};

pub use crate::template::{Deprecation, Frequency};

/// A struct that derives `LludpBlock`.
#[derive(Debug)]
pub struct Block {
    /// Its name.
    pub ident: Ident,
    /// Its lifetimes.
    pub generics: Generics,
    /// The path of the facade crate.
    pub krate: Path,
    /// The fields, in the order of the encoding.
    pub fields: Vec<Field>,
}

/// A field of a block.
#[derive(Debug)]
pub struct Field {
    /// Its name in Rust.
    pub ident: Ident,
    /// Its name in the template.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The size of the length before its bytes; `None` for a field of fixed size.
    pub prefix: Option<Prefix>,
}

/// The length before a `Variable` field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// `variable = 1`.
    One,
    /// `variable = 2`.
    Two,
}

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
    pub blocks: Vec<MessageBlock>,
}

/// A block of a message, with its repeats.
#[derive(Debug)]
pub struct MessageBlock {
    /// Its name in Rust.
    pub ident: Ident,
    /// Its name in the template.
    pub name: String,
    /// Its type.
    pub ty: Type,
}
