//! Reads schemas from files, and prints their errors.

use std::fs;
#[cfg(feature = "program")]
use std::io;
use std::io::ErrorKind;
use std::path::Path;

use godot_var_codegen::flat;
use godot_var_codegen::protocol::{self, Diagnostic, Protocol};

/// Reads a schema with its modules.
pub(super) fn read(schema: &Path) -> Result<Protocol, Vec<Diagnostic>> {
    let protocol = protocol::parse(&schema.to_string_lossy(), text)?;
    report("warning", &protocol.warnings);
    Ok(protocol)
}

/// Reads a schema of flat messages with its modules.
pub(super) fn read_flat(schema: &Path) -> Result<flat::Schema, Vec<Diagnostic>> {
    let schema = flat::parse(&schema.to_string_lossy(), text)?;
    report("warning", &schema.warnings);
    Ok(schema)
}

/// Reads a schema whose types may be Variants, flat messages or both.
#[cfg(feature = "program")]
pub(super) fn read_both(schema: &Path) -> Result<(Protocol, flat::Schema), Vec<Diagnostic>> {
    let schema = schema.to_string_lossy();
    let (protocol, flat) = match (protocol::parse(&schema, text), flat::parse(&schema, text)) {
        (Ok(protocol), Ok(flat)) => (protocol, flat),
        (protocol, flat) => {
            let mut errors = protocol.err().unwrap_or_default();
            errors.extend(flat.err().unwrap_or_default());
            // What both find is said once.
            errors.sort();
            errors.dedup();
            return Err(errors);
        }
    };
    // What the protocol leaves out may be a flat message.
    let is_flat = |found: &Diagnostic| flat.types.iter().any(|def| def.place == found.place);
    let warnings = protocol.warnings.iter().filter(|found| !is_flat(found)).cloned();
    let warnings: Vec<Diagnostic> = warnings.collect();
    report("warning", &warnings);
    Ok((protocol, flat))
}

fn text(path: &str) -> Result<String, String> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::IsADirectory => {
            Err("a folder; name the Rust file with the types".to_owned())
        }
        text => text.map_err(|error| error.to_string()),
    }
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
