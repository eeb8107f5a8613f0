//! `godot-var.toml`: what `generate`, `check` and `dev` do without arguments.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use godot_var_cli::visible::shown;
use godot_var_codegen::names::closest;
use godot_var_codegen::protocol::Place;
use serde::Deserialize;
use toml::Spanned;

use super::clients::{Client, Csharp, Gdscript, Typescript};
use super::messages::{self, FILE};
use super::tables::{self, Locks, NO_SCHEMA, no_file};
use super::wires::WireName;
use crate::sources::named_text;

/// The content of the file. Its tables have the options of the commands, under the same names.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    name: Option<Spanned<String>>,
    schemas: Option<Spanned<Vec<Spanned<PathBuf>>>>,
    lock: Option<Spanned<PathBuf>>,
    #[serde(default, deserialize_with = "super::messages::value")]
    wire: WireName,
    #[serde(default)]
    rust: Vec<Spanned<tables::Rust>>,
    #[serde(default)]
    gdscript: Vec<Spanned<Gdscript>>,
    #[serde(default)]
    csharp: Vec<Spanned<Csharp>>,
    #[serde(default)]
    typescript: Vec<Spanned<Typescript>>,
    #[serde(default)]
    docs: Vec<Spanned<tables::Docs>>,
    #[serde(default)]
    wireshark: Vec<Spanned<tables::Wireshark>>,
    #[serde(default)]
    addon: Vec<Spanned<tables::Addon>>,
    versions: Option<Spanned<tables::Versions>>,
    #[serde(default)]
    check: tables::Rules,
    #[cfg(feature = "network")]
    dev: Option<tables::Dev>,
}

/// The settings of a project. All paths start from the current folder.
pub(crate) struct Settings {
    pub(crate) schemas: Vec<PathBuf>,
    /// The locks of the schemas, in the same order; empty if the project has none.
    pub(crate) locks: Vec<PathBuf>,
    #[cfg_attr(not(feature = "network"), expect(dead_code, reason = "`dev` shows messages"))]
    pub(crate) wire: WireName,
    pub(crate) rust: Vec<(Place, tables::Rust)>,
    /// The files for clients, each in its language.
    pub(crate) clients: Vec<(Place, Box<dyn Client>)>,
    pub(crate) docs: Vec<(Place, tables::Docs)>,
    pub(crate) wireshark: Vec<(Place, tables::Wireshark)>,
    pub(crate) addon: Vec<(Place, tables::Addon)>,
    pub(crate) versions: Option<(Place, Versions)>,
    /// The lowest level of a finding that `check` denies.
    pub(crate) deny: Option<tables::Deny>,
    pub(crate) accepted: Vec<(Place, tables::Accepted)>,
    #[cfg(feature = "network")]
    pub(crate) dev: Option<tables::Dev>,
}

/// The table `versions`, with its paths.
pub(crate) struct Versions {
    /// The locks of the schemas, in the order of these. A version need not have all schemas.
    pub(crate) locks: Vec<Vec<PathBuf>>,
    pub(crate) output: Option<PathBuf>,
    /// The folder of all versions.
    folder: Option<PathBuf>,
}

impl Versions {
    /// Returns the command that keeps a version, if the settings say where.
    pub(crate) fn keep(&self, schemas: &[PathBuf]) -> Option<String> {
        let [schema] = schemas else { return None };
        let lock = self.folder.as_ref()?.join("1.0.lock");
        Some(format!("godot-var generate lock {} -o {}", shown(schema), shown(lock)))
    }

    fn resolve(
        table: &tables::Versions,
        at: impl Fn(&Range<usize>) -> Place,
        root: &Path,
        schemas: &[PathBuf],
    ) -> io::Result<Self> {
        let mut found = vec![Vec::new(); schemas.len()];
        let versions = versions_of(&table.locks, root)
            .map_err(|message| wrong(&at(&table.locks.span()), message))?;
        for (path, span) in versions {
            let wrong = |message: &str| wrong(&at(&span), message);
            let paths = locks(&path, schemas).map_err(wrong)?;
            if !paths.iter().any(|lock| lock.is_file()) {
                return Err(wrong(&match &paths[..] {
                    [lock] => no_file(lock),
                    _ => format!("{}: the folder has no lock of a schema", shown(path)),
                }));
            }
            for (found, lock) in found.iter_mut().zip(paths).filter(|(_, lock)| lock.is_file()) {
                found.push(lock);
            }
        }
        let output = table.output.as_ref().map(|output| root.join(output));
        let folder = match table.locks.get_ref() {
            Locks::Folder(folder) => Some(root.join(folder)),
            Locks::List(_) => None,
        };
        Ok(Self { locks: found, output, folder })
    }
}

/// Returns the path of each version, and its place in the text. Those of a folder are in the order of their numbers.
fn versions_of(
    locks: &Spanned<Locks>,
    root: &Path,
) -> Result<Vec<(PathBuf, Range<usize>)>, String> {
    let folder = match locks.get_ref() {
        Locks::Folder(folder) => root.join(folder),
        Locks::List(list) => {
            let each = list.iter().map(|version| (root.join(version.get_ref()), version.span()));
            return Ok(each.collect());
        }
    };
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        // Nothing is released yet.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Err(format!("{}: not a folder; write a list", shown(folder)));
        }
        Err(error) => return Err(format!("{}: {error}", shown(folder))),
    };
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<_> =
        paths.collect::<io::Result<_>>().map_err(|error| format!("{}: {error}", shown(folder)))?;
    paths.retain(|path| path.is_dir() || path.extension().is_some_and(|it| it == "lock"));
    paths.sort_by_cached_key(|path| by_numbers(&path.to_string_lossy()));
    Ok(paths.into_iter().map(|path| (path, locks.span())).collect())
}

/// A key that puts `1.10` after `1.9`: each run of digits or of other characters, with the length of a number.
fn by_numbers(name: &str) -> Vec<(usize, String)> {
    let runs =
        name.as_bytes().chunk_by(|left, right| left.is_ascii_digit() == right.is_ascii_digit());
    runs.map(|run| {
        let run = String::from_utf8_lossy(run);
        match run.trim_start_matches('0') {
            number if run.starts_with(|first: char| first.is_ascii_digit()) => {
                (number.len() + 1, number.to_owned())
            }
            _ => (0, run.into_owned()),
        }
    })
    .collect()
}

fn place(path: &Path, text: &str, span: &Range<usize>) -> Place {
    let before = text.get(..span.start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Place { file: path.display().to_string(), line, column }
}

/// An error about this place of the file.
pub(crate) fn wrong(place: &Place, error: impl fmt::Display) -> io::Error {
    io::Error::other(format!("{place}: {error}"))
}

/// Finds the file, as [`messages::find`] does, for a command that needs it.
pub(crate) fn find() -> io::Result<PathBuf> {
    if let Some(path) = messages::find()? {
        return Ok(path);
    }
    let way = "write one, or name the schema and the output: see `godot-var generate --help`";
    Err(io::Error::other(format!("no `{FILE}` in this folder or in one above it; {way}")))
}

/// Returns the files to watch: the file itself, and the schemas and projects that it names, whether they exist or not. A generated schema
/// is not an input.
pub(crate) fn inputs(path: &Path) -> Vec<PathBuf> {
    let mut inputs = vec![path.to_owned()];
    let text = named_text(path).unwrap_or_default();
    let Ok(Content { schemas, rust, versions, .. }) = toml::from_str(&text) else { return inputs };
    let root = path.parent().unwrap_or(Path::new(""));
    let rust: Vec<_> = rust.iter().map(Spanned::get_ref).collect();
    let is_generated = |path: &&Path| rust.iter().any(|table| table.output == *path);
    let schemas =
        schemas.iter().flat_map(Spanned::get_ref).map(|schema| schema.get_ref().as_path());
    let named = schemas.filter(|path| !is_generated(path));
    inputs.extend(
        named.chain(rust.iter().map(|table| table.project.as_path())).map(|path| root.join(path)),
    );
    let versions = versions.iter().map(|table| versions_of(&table.get_ref().locks, root));
    inputs.extend(versions.flatten().flatten().map(|(lock, _)| lock).filter(|lock| lock.is_file()));
    inputs
}

/// Returns the Rust modules that `generate` writes.
#[cfg(feature = "network")]
pub(crate) fn modules(path: &Path) -> Vec<PathBuf> {
    let text = named_text(path).unwrap_or_default();
    let Ok(Content { rust, versions, .. }) = toml::from_str(&text) else { return Vec::new() };
    let root = path.parent().unwrap_or(Path::new(""));
    let rust = rust.iter().map(|table| &table.get_ref().output);
    let versions = versions.iter().filter_map(|table| table.get_ref().output.as_ref());
    rust.chain(versions).map(|output| root.join(output)).collect()
}

impl Settings {
    /// Reads the file. An error names its line and column.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let text = named_text(path)?;
        let at = |span: &Range<usize>| place(path, &text, span);
        let content: Content = toml::from_str(&text).map_err(|error| {
            let message = error.message().replace('\n', ", ");
            wrong(&at(&error.span().unwrap_or_default()), with_suggestion(&message))
        })?;
        let root = path.parent().unwrap_or(Path::new(""));
        let rust = tables(content.rust, at, |table| table.resolve(root))?;
        let is_generated = |path: &Path| rust.iter().any(|(_, table)| table.output == path);
        let mut schemas = Vec::new();
        for schema in content.schemas.iter().flat_map(Spanned::get_ref) {
            let path = root.join(schema.get_ref());
            if !path.is_file() && !is_generated(&path) {
                return Err(wrong(&at(&schema.span()), no_file(&path)));
            }
            schemas.push(path);
        }
        match &content.schemas {
            Some(named) if schemas.is_empty() => {
                return Err(wrong(&at(&named.span()), "`schemas` names no schema"));
            }
            None if rust.is_empty() => {
                return Err(wrong(&at(&(0..0)), "missing field `schemas`, or a table `[[rust]]`"));
            }
            _ => {}
        }
        let locks = match &content.lock {
            None => Vec::new(),
            Some(lock) => locks(&root.join(lock.get_ref()), &schemas)
                .map_err(|message| wrong(&at(&lock.span()), message))?,
        };
        let versions = match &content.versions {
            None => None,
            Some(table) => {
                let versions = Versions::resolve(table.get_ref(), at, root, &schemas)?;
                Some((at(&table.span()), versions))
            }
        };
        let name = match &content.name {
            Some(name) if name.get_ref().trim().is_empty() => {
                return Err(wrong(&at(&name.span()), "`name` is empty"));
            }
            name => name.as_ref().map(|name| name.get_ref().as_str()),
        };
        #[cfg(feature = "network")]
        let transport = content.dev.as_ref().map(tables::Dev::transport);
        #[cfg(not(feature = "network"))]
        let transport = None;
        let clients = [
            clients(content.gdscript, at, root, &schemas)?,
            clients(content.csharp, at, root, &schemas)?,
            clients(content.typescript, at, root, &schemas)?,
        ];
        let clients = clients.into_iter().flatten().collect();
        let (docs, wireshark) = (content.docs, content.wireshark);
        Ok(Self {
            rust,
            clients,
            docs: tables(docs, at, |table| {
                table.resolve(root, &schemas)?;
                table.complete(name, transport);
                Ok(())
            })?,
            wireshark: tables(wireshark, at, |table| {
                table.resolve(root, &schemas)?;
                table.complete(name);
                Ok(())
            })?,
            addon: tables(content.addon, at, |table| {
                table.resolve(root);
                Ok(())
            })?,
            versions,
            deny: content.check.deny,
            accepted: tables(content.check.accept, at, |_| Ok(()))?,
            schemas,
            locks,
            wire: content.wire,
            #[cfg(feature = "network")]
            dev: content.dev,
        })
    }
}

/// Resolves the paths of tables, and keeps their places.
fn tables<T>(
    tables: Vec<Spanned<T>>,
    at: impl Fn(&Range<usize>) -> Place,
    resolve: impl Fn(&mut T) -> Result<(), String>,
) -> io::Result<Vec<(Place, T)>> {
    let each = tables.into_iter().map(|table| {
        let at = at(&table.span());
        let mut table = table.into_inner();
        resolve(&mut table).map_err(|message| wrong(&at, message))?;
        Ok((at, table))
    });
    each.collect()
}

/// Resolves the paths of the tables of a language.
fn clients<T: Client + 'static>(
    of_language: Vec<Spanned<T>>,
    at: impl Fn(&Range<usize>) -> Place,
    root: &Path,
    schemas: &[PathBuf],
) -> io::Result<Vec<(Place, Box<dyn Client>)>> {
    let resolved = tables(of_language, at, |table| table.resolve(root, schemas))?;
    Ok(resolved.into_iter().map(|(at, table)| (at, Box::new(table) as Box<dyn Client>)).collect())
}

/// Returns the lock of each schema: the file itself for one schema, or `NAME.lock` in a folder.
fn locks(lock: &Path, schemas: &[PathBuf]) -> Result<Vec<PathBuf>, &'static str> {
    if schemas.is_empty() {
        return Err(NO_SCHEMA);
    }
    if lock.extension().is_none_or(|extension| extension != "lock") {
        let name = |schema: &PathBuf| Some(lock.join(schema.file_stem()?).with_extension("lock"));
        return Ok(schemas.iter().filter_map(name).collect());
    }
    match schemas {
        [_] => Ok(vec![lock.to_owned()]),
        _ => Err("several schemas have several locks: name a folder for them"),
    }
}

/// Adds the most similar of the names that an error of serde lists after the wrong one.
fn with_suggestion(message: &str) -> String {
    let mut names = message.split('`').skip(1).step_by(2);
    match names.next() {
        Some(wrong) if message.starts_with("unknown ") => {
            format!("{message}{}", closest(wrong, names))
        }
        _ => message.to_owned(),
    }
}
