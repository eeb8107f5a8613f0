//! Reads schemas from files, and prints their errors.

use std::fs;
use std::path::Path;

use godot_var_codegen::protocol::{self, Diagnostic, Protocol};

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
