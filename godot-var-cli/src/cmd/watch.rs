//! Generates again whenever a schema changes.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::{fs, thread};

use clap::Args;
use godot_var_codegen::protocol;

use super::godot_project;
use super::inspect::{STOPPED, stop_when_interrupted};

#[derive(Debug, Args)]
pub(super) struct Watch {
    /// Generate again whenever a file of the schema changes, until interrupted
    #[arg(long, conflicts_with = "check")]
    watch: bool,
}

/// The interval between looks at the files. They are few and small, so that this is cheap.
const PAUSE: Duration = Duration::from_millis(200);

/// Files and their content; `None` if a file cannot be read.
type Files = BTreeMap<PathBuf, Option<Vec<u8>>>;

impl Watch {
    /// Generates once, or, with `--watch`, again after each change of these schemas until interrupted. Returns whether the last run
    /// succeeded.
    pub(super) fn of(
        &self,
        schemas: &[PathBuf],
        mut generate: impl FnMut() -> io::Result<bool>,
    ) -> io::Result<bool> {
        if !self.watch {
            return generate();
        }
        stop_when_interrupted()?;
        loop {
            // Changes from here on are detected.
            let mut files = Files::new();
            for schema in schemas {
                look(schema, &mut files);
            }
            let good = generate().unwrap_or_else(|error| {
                anstream::eprintln!("error: {error}");
                false
            });
            // A module may exist at several places.
            let present = files.iter().filter(|(path, known)| known.is_some() && !path.is_dir());
            let count = present.count();
            let s = if count == 1 { "" } else { "s" };
            let state = if good { "generated" } else { "not generated" };
            anstream::eprintln!("{state}; watching {count} file{s}");
            let Some(changed) = wait(&files) else { return Ok(good) };
            anstream::eprintln!("{} has changed", changed.display());
        }
    }
}

/// Returns a changed file after the files have stopped changing, or `None` when interrupted.
fn wait(files: &Files) -> Option<PathBuf> {
    let now = || files.keys().map(|path| content(path)).collect::<Vec<_>>();
    let mut before = now();
    let mut changed = None;
    while !STOPPED.load(Ordering::Relaxed) {
        thread::sleep(PAUSE);
        let after = now();
        let is_still = before == after;
        before = after;
        let mut pairs = files.iter().zip(&before);
        let other = pairs.find(|((_, known), now)| known != now);
        changed = other.map(|((path, _), _)| path.clone()).or(changed);
        if is_still && changed.is_some() {
            return changed;
        }
    }
    None
}

/// Adds the files of a schema and its modules, including missing ones.
fn look(schema: &Path, files: &mut Files) {
    let mut read = |path: &str| {
        let bytes = fs::read(path);
        files.insert(PathBuf::from(path), bytes.as_ref().ok().cloned());
        let bytes = bytes.map_err(|error| error.to_string())?;
        String::from_utf8(bytes).map_err(|error| error.to_string())
    };
    if schema.is_dir() {
        let inner = godot_project::files(schema).unwrap_or_default();
        let extensions = ["gd", "godot", "tres", "tscn", "uid"];
        for path in inner.iter().map(|path| schema.join(path)) {
            if path.extension().is_some_and(|own| extensions.iter().any(|one| own == *one)) {
                files.insert(path.clone(), content(&path));
            }
        }
        files.insert(schema.to_owned(), content(schema));
        return;
    }
    if schema.extension().is_some_and(|extension| extension == "msg") {
        drop(read(&schema.to_string_lossy()));
        return;
    }
    // Generating reports the mistakes.
    drop(protocol::parse(&schema.to_string_lossy(), read));
}

/// Returns what a file contains, or which files a project has.
fn content(path: &Path) -> Option<Vec<u8>> {
    if path.is_dir() {
        return godot_project::files(path).ok().map(|files| files.join("\n").into_bytes());
    }
    fs::read(path).ok()
}
