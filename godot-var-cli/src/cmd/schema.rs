//! Reads schemas from files, and prints their errors.

use std::fs;
#[cfg(feature = "program")]
use std::io;
use std::path::Path;

#[cfg(feature = "program")]
use clap::ValueEnum;
#[cfg(feature = "program")]
use godot_var::dialect::Generation;
use godot_var_codegen::protocol::{self, Diagnostic, Protocol};

#[cfg(feature = "program")]
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum Godot {
    /// Godot 4.4 and later
    #[value(name = "4")]
    #[default]
    Four,
    /// Godot 3.2 to 3.6
    #[value(name = "3")]
    Three,
}

#[cfg(feature = "program")]
impl Godot {
    pub(super) const fn generation(self) -> Generation {
        match self {
            Self::Four => Generation::Godot4,
            Self::Three => Generation::Godot3,
        }
    }
}

/// Reads a schema with its modules.
pub(super) fn read(schema: &Path) -> Result<Protocol, Vec<Diagnostic>> {
    let read = |path: &str| fs::read_to_string(path).map_err(|error| error.to_string());
    let protocol = protocol::parse(&schema.to_string_lossy(), read)?;
    report("warning", &protocol.warnings);
    Ok(protocol)
}

pub(super) fn report(severity: &str, found: &[Diagnostic]) {
    for diagnostic in found {
        anstream::eprintln!("{severity}: {diagnostic}");
    }
}

/// The error for a schema in which no type has one of these derives.
#[cfg(feature = "program")]
pub(super) fn no_type(schema: &Path, derives: &str) -> io::Error {
    let way = "add the derive to your types, or name the file that has them";
    io::Error::other(format!("{}: no type derives {derives}; {way}", schema.display()))
}
