//! Generates again whenever a schema changes.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use godot_var_cli::visible::shown;
use godot_var_codegen::protocol;
use godot_var_schema::open;

use super::inspect::{STOPPED, stop_when_interrupted};
use crate::sources::SchemaFiles;
use crate::sources::godot_project;

#[derive(Debug, Default, Args)]
pub(super) struct Watch {
    /// Generate again whenever a file of the schema changes, until interrupted
    #[arg(long, conflicts_with = "check")]
    watch: bool,
}

/// The interval between looks at the files. They are few and small, so that this is cheap.
const PAUSE: Duration = Duration::from_millis(200);

impl Watch {
    /// Generates once, or, with `--watch`, again after each change of these inputs until interrupted. Returns whether the last run
    /// succeeded.
    pub(super) fn of(
        &self,
        inputs: impl Fn() -> Vec<PathBuf>,
        mut generate: impl FnMut() -> io::Result<bool>,
    ) -> io::Result<bool> {
        if !self.watch {
            return generate();
        }
        stop_when_interrupted()?;
        loop {
            // Changes from here on are detected.
            let mut files = Files::of(&inputs());
            let good = generate().unwrap_or_else(|error| {
                anstream::eprintln!("error: {error}");
                false
            });
            // A module may exist at several places.
            let count = files.count();
            let s = if count == 1 { "" } else { "s" };
            let state = if good { "generated" } else { "not generated" };
            anstream::eprintln!("{state}; watching {count} file{s}");
            let changed = loop {
                if STOPPED.load(Ordering::Relaxed) {
                    return Ok(good);
                }
                thread::sleep(PAUSE);
                if let Some(changed) = files.changed() {
                    break changed;
                }
            };
            anstream::eprintln!("{} has changed", shown(changed));
        }
    }
}

/// Watched files.
pub(super) struct Files {
    /// The content at the start; `None` if a file cannot be read.
    known: BTreeMap<PathBuf, Option<Vec<u8>>>,
    /// The content at the last look.
    last: Vec<Option<Vec<u8>>>,
    next_look: Instant,
}

impl Files {
    /// Watches schemas with their modules, including missing ones, and other files.
    pub(super) fn of(inputs: &[PathBuf]) -> Self {
        let mut known = BTreeMap::new();
        for input in inputs {
            look(input, &mut known);
        }
        Self { last: known.values().cloned().collect(), known, next_look: Instant::now() + PAUSE }
    }

    /// Watches all but these.
    #[cfg(feature = "network")]
    pub(super) fn without(mut self, others: &[PathBuf]) -> Self {
        self.known.retain(|path, _| !others.contains(path));
        self.last = self.known.values().cloned().collect();
        self
    }

    /// The number of files that can be read.
    fn count(&self) -> usize {
        self.known.iter().filter(|(path, known)| known.is_some() && !path.is_dir()).count()
    }

    /// Looks at the files, not too often. Returns one that differs from the start after all files have stopped changing.
    pub(super) fn changed(&mut self) -> Option<PathBuf> {
        if Instant::now() < self.next_look {
            return None;
        }
        self.next_look = Instant::now() + PAUSE;
        let now: Vec<_> = self.known.keys().map(|path| content(path)).collect();
        let is_still = self.last == now;
        self.last = now;
        let mut pairs = self.known.iter().zip(&self.last);
        let changed = pairs.find(|((_, known), now)| known != now);
        changed.filter(|_| is_still).map(|((path, _), _)| path.clone())
    }
}

/// Adds a file with the modules of a schema, or the files of a Godot project.
fn look(input: &Path, files: &mut BTreeMap<PathBuf, Option<Vec<u8>>>) {
    let mut read = |path: PathBuf| {
        let bytes = open::bytes(&path);
        files.insert(path, bytes.as_ref().ok().cloned());
        bytes.and_then(open::utf8).map_err(|error| error.to_string())
    };
    if input.is_dir() {
        let inner = godot_project::files(input).unwrap_or_default();
        let extensions = ["gd", "godot", "tres", "tscn", "uid"];
        for path in inner.iter().map(|path| input.join(path)) {
            if path.extension().is_some_and(|own| extensions.iter().any(|one| own == *one)) {
                files.insert(path.clone(), content(&path));
            }
        }
        files.insert(input.to_owned(), content(input));
        return;
    }
    if input.extension().is_some_and(|extension| extension == "msg" || extension == "toml") {
        drop(read(input.to_owned()));
        return;
    }
    // Generating reports the mistakes.
    let schema = SchemaFiles(input);
    drop(protocol::parse(&schema.root(), |name| read(schema.path(name))));
}

/// Returns what a file contains, or which files a project has.
fn content(path: &Path) -> Option<Vec<u8>> {
    if path.is_dir() {
        return godot_project::files(path).ok().map(|files| files.join("\n").into_bytes());
    }
    open::bytes(path).ok()
}
