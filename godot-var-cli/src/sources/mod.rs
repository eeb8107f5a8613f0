//! Reads the files that arguments name, and those of schemas.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use godot_var_cli::visible::shown;
use godot_var_schema::files::on_disk;
use godot_var_schema::open;

#[cfg(feature = "program")]
pub(crate) mod godot_project;
pub(crate) mod schema;

/// Names the file in an error.
pub(crate) fn of_file(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", shown(path)))
}

/// What came from each pipe: its bytes come once, and a schema has several readers.
static PIPES: Mutex<BTreeMap<PathBuf, Vec<u8>>> = Mutex::new(BTreeMap::new());

/// Reads a file that an argument names. It may be a pipe.
fn named(path: &Path) -> io::Result<Vec<u8>> {
    if path.is_file() {
        return open::bytes(path);
    }
    let mut pipes = PIPES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = pipes.get(path) {
        return Ok(bytes.clone());
    }
    let (file, _) = open::named(path)?;
    let bytes = open::all(file)?;
    pipes.insert(path.to_owned(), bytes.clone());
    Ok(bytes)
}

/// Reads a text that an argument names.
pub(crate) fn named_text(path: &Path) -> io::Result<String> {
    named(path).and_then(open::utf8).map_err(of_file(path))
}

/// The files of a schema, whose root an argument names.
#[derive(Clone, Copy)]
pub(crate) struct SchemaFiles<'a>(pub(crate) &'a Path);

impl SchemaFiles<'_> {
    /// The name of the root file in diagnostics.
    pub(crate) fn root(self) -> String {
        self.0.to_string_lossy().into_owned()
    }

    /// The path of a file with this name in diagnostics.
    pub(crate) fn path(self, name: &str) -> PathBuf {
        on_disk(self.0, name)
    }

    /// The paths of files.
    #[cfg(feature = "program")]
    pub(crate) fn paths(self, names: &[String]) -> Vec<PathBuf> {
        names.iter().map(|name| self.path(name)).collect()
    }

    /// Reads one, or returns the reason why it cannot. Modules are regular files.
    pub(crate) fn text(self, name: &str) -> Result<String, String> {
        let path = self.path(name);
        let bytes = if path == self.0 { named(&path) } else { open::bytes(&path) };
        bytes.and_then(open::utf8).map_err(|error| error.to_string())
    }
}
