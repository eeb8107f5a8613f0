//! Reads schemas from files, and prints their errors.

use std::collections::BTreeSet;
use std::fs;
#[cfg(feature = "program")]
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use godot_var_cli::visible::shown;
use godot_var_codegen::flat;
use godot_var_codegen::names::closest;
use godot_var_codegen::protocol::{self, Diagnostic, Place, Protocol};

use super::SchemaFiles;

/// Refuses a schema or a lock that is not a file, before its text has lines.
pub(crate) fn check_file(path: &Path) -> Result<(), Vec<Diagnostic>> {
    let message = if path.is_dir() {
        "a folder; name the Rust file with the types".to_owned()
    } else if path.exists() {
        return Ok(());
    } else if path.extension().is_some_and(|extension| extension == "lock") {
        let way = format!("`godot-var generate lock SCHEMA -o {}` writes it", shown(path));
        format!("no such file{}; {way}", similar_file(path))
    } else {
        format!("no such file{}", similar_file(path))
    };
    let place = Place { file: path.display().to_string(), line: 0, column: 0 };
    Err(vec![Diagnostic { place, message }])
}

/// Returns `; did you mean …?` if the folder has a file with a similar name.
pub(crate) fn similar_file(path: &Path) -> String {
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = fs::read_dir(folder.unwrap_or(Path::new(".")));
    let known: Vec<_> =
        entries.into_iter().flatten().flatten().filter_map(|entry| name(&entry.path())).collect();
    closest(&name(path).unwrap_or_default(), known.iter().map(String::as_str))
}

/// Reads a schema with its modules.
pub(crate) fn read(schema: &Path) -> Result<Protocol, Vec<Diagnostic>> {
    check_file(schema)?;
    let files = SchemaFiles(schema);
    let protocol = protocol::parse(&files.root(), |name| files.text(name))?;
    warn(&protocol.warnings);
    Ok(protocol)
}

/// Reads a schema of flat messages with its modules.
pub(crate) fn read_flat(schema: &Path) -> Result<flat::Schema, Vec<Diagnostic>> {
    check_file(schema)?;
    let files = SchemaFiles(schema);
    let schema = flat::parse(&files.root(), |name| files.text(name))?;
    warn(&schema.warnings);
    Ok(schema)
}

/// Reads a schema whose types may be Variants, flat messages or both, without a word about its warnings.
pub(crate) fn parse_both(schema: &Path) -> Result<(Protocol, flat::Schema), Vec<Diagnostic>> {
    check_file(schema)?;
    let files = SchemaFiles(schema);
    flat::parse_both(&files.root(), |name| files.text(name))
}

/// Reads a schema whose types may be Variants, flat messages or both, for an output that has all of them.
pub(crate) fn read_both(schema: &Path) -> Result<(Protocol, flat::Schema), Vec<Diagnostic>> {
    let (protocol, flat) = read_both_silently(schema)?;
    warn(&protocol.warnings);
    Ok((protocol, flat))
}

/// The same, for a caller that prints the warnings of the protocol only if another wire does not have what is left out.
pub(crate) fn read_both_silently(
    schema: &Path,
) -> Result<(Protocol, flat::Schema), Vec<Diagnostic>> {
    let (mut protocol, flat) = parse_both(schema)?;
    protocol.warnings.retain(|found| !flat.has(found));
    Ok((protocol, flat))
}

/// The warnings that were printed. A command may read a schema several times.
static WARNED: Mutex<BTreeSet<Diagnostic>> = Mutex::new(BTreeSet::new());

/// Prints each warning once.
pub(crate) fn warn(found: &[Diagnostic]) {
    let mut warned = WARNED.lock().unwrap_or_else(PoisonError::into_inner);
    let new = found.iter().filter(|warning| warned.insert((*warning).clone()));
    report("warning", &new.cloned().collect::<Vec<_>>());
}

/// Returns the types of a schema that messages can have: of Variants, and of flat messages. Mistakes are not printed.
pub(crate) fn types(schema: &Path) -> [Vec<String>; 2] {
    let files = SchemaFiles(schema);
    let text = |name: &str| files.text(name);
    let variant = protocol::parse(&files.root(), text).map(|protocol| {
        let inner = protocol.inner_types();
        let outer = protocol.roots().into_iter().filter(|index| !inner.contains(index));
        outer.map(|index| protocol.types[index].path()).collect()
    });
    let flat = flat::parse(&files.root(), text).map(|schema| {
        schema.outer_types().into_iter().map(|index| schema.types[index].path()).collect()
    });
    [variant.unwrap_or_default(), flat.unwrap_or_default()]
}

pub(crate) fn report(severity: &str, found: &[Diagnostic]) {
    for diagnostic in found {
        anstream::eprintln!("{severity}: {diagnostic}");
    }
}

/// The error for a schema in which no type has one of these derives.
#[cfg(feature = "program")]
pub(crate) fn no_type(schema: &Path, derives: &str) -> io::Error {
    let way = "add the derive to your types, or name the file that has them";
    io::Error::other(format!("{}: no type derives {derives}; {way}", shown(schema)))
}
