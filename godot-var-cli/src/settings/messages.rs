//! What the commands that show and send messages take from `godot-var.toml`: the wire, the schema and the types of each direction.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use clap::{Args, ValueEnum};
use godot_var_cli::visible::shown;
use godot_var_codegen::names::closest;
use godot_var_schema::open;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::wires::{NamesOf, WireName, refused};
use crate::sources::schema::types;
use crate::sources::{named_text, of_file};

/// The name of the file.
pub(crate) const FILE: &str = "godot-var.toml";

/// Which settings a command uses.
#[derive(Debug, Default, Args)]
pub(crate) struct Project {
    /// Take wire, schema and types from this file instead of the `godot-var.toml` in this folder or in one above it
    ///
    /// Options of the command line come first.
    #[arg(long, value_name = "FILE", conflicts_with = "no_settings", help_heading = "Input")]
    settings: Option<PathBuf>,

    /// Do not read `godot-var.toml`
    #[arg(long, help_heading = "Input")]
    no_settings: bool,
}

/// The settings about messages. `generate` and `check` report keys that are unknown.
#[derive(Debug, Default, Deserialize)]
struct Content {
    #[serde(default)]
    schemas: Vec<PathBuf>,
    #[serde(default, deserialize_with = "optional")]
    wire: Option<WireName>,
    #[serde(default)]
    rust: Vec<Rust>,
    dev: Option<Directions>,
    #[serde(default)]
    docs: Vec<Directions>,
    #[serde(default)]
    wireshark: Vec<Directions>,
}

/// A generated module, which can be a schema.
#[derive(Debug, Deserialize)]
struct Rust {
    output: Option<PathBuf>,
}

/// A table with the types of each direction.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Directions {
    to_server: Option<String>,
    to_client: Option<String>,
}

/// What the settings say about messages.
#[derive(Debug)]
pub(crate) struct Messages {
    pub(crate) wire: WireName,
    pub(crate) schema: Option<PathBuf>,
    pub(crate) to_server: Option<String>,
    pub(crate) to_client: Option<String>,
    /// The file.
    path: PathBuf,
}

/// Finds the file in the current folder or in one above it, as cargo finds its manifest.
pub(crate) fn find() -> io::Result<Option<PathBuf>> {
    let mut folder = PathBuf::new();
    for _ in env::current_dir()?.ancestors() {
        let path = folder.join(FILE);
        if path.is_file() {
            return Ok(Some(path));
        }
        folder.push("..");
    }
    Ok(None)
}

impl Project {
    /// Reads the settings for messages of this wire and schema, if they are given. Returns `None` without a file, and if the schema is not the file's.
    pub(crate) fn messages(
        &self,
        wire: Option<WireName>,
        schema: Option<&Path>,
    ) -> io::Result<Option<Messages>> {
        let found = match &self.settings {
            Some(path) => Some(path.clone()),
            // A browser has no folders.
            None if self.no_settings || cfg!(target_family = "wasm") => None,
            None => find()?,
        };
        let Some(path) = found else { return Ok(None) };
        let content = Content::read(&path)?;
        content.messages(path, wire, schema)
    }

    /// Takes the wire from the settings, and for flat messages the schema, for a command that shows other messages without one.
    #[cfg(feature = "program")]
    pub(crate) fn of_flat(
        &self,
        wire: &mut Option<WireName>,
        schema: &mut Option<PathBuf>,
    ) -> io::Result<Option<Messages>> {
        let Some(found) = self.messages(*wire, schema.as_deref())? else { return Ok(None) };
        *wire = Some(found.wire);
        if found.wire.names != NamesOf::Flat {
            return Ok(None);
        }
        if let (None, Some(own)) = (&schema, &found.schema) {
            found.tell(own);
            *schema = Some(own.clone());
        }
        Ok(Some(found))
    }
}

impl Content {
    fn read(path: &Path) -> io::Result<Self> {
        let text = named_text(path)?;
        toml::from_str(&text).map_err(|error| {
            let before = text.get(..error.span().unwrap_or_default().start).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            let message = error.message().replace('\n', ", ");
            io::Error::other(format!("{}:{line}:{column}: {message}", shown(path)))
        })
    }

    fn messages(
        self,
        path: PathBuf,
        wire: Option<WireName>,
        schema: Option<&Path>,
    ) -> io::Result<Option<Messages>> {
        let root = path.parent().unwrap_or(Path::new(""));
        let generated = self.rust.into_iter().filter_map(|table| table.output);
        let mut known = self.schemas.into_iter().chain(generated).map(|schema| root.join(schema));
        let own_schema = match schema {
            None => known.next(),
            Some(given) => match known.find(|known| is_same(known, given)) {
                None => return Ok(None),
                found => found,
            },
        };
        // No argument names it, so it may not be a pipe.
        if let (None, Some(own)) = (schema, own_schema.as_deref().filter(|own| own.exists())) {
            open::file(own).map_err(of_file(own))?;
        }
        let own = self.wire.unwrap_or_else(|| match schema.or(own_schema.as_deref()).map(types) {
            Some([variant, flat]) if variant.is_empty() && !flat.is_empty() => WireName::flat(),
            _ => WireName::default(),
        });
        let wire = wire.unwrap_or(own);
        let has_names = ![NamesOf::Program, NamesOf::Template].contains(&wire.names);
        // A schema of both wires has messages of each.
        let is_of_both = |wire: WireName| [NamesOf::Variants, NamesOf::Flat].contains(&wire.names);
        let is_alike = wire == own || is_of_both(wire) && is_of_both(own);
        let schema = own_schema.filter(|_| has_names && is_alike);
        let has_types = wire.names != NamesOf::Sets && wire == own && schema.is_some();
        let tables = self.dev.into_iter().chain(self.docs).chain(self.wireshark);
        let mut tables = tables.filter(|it| it.to_server.is_some() || it.to_client.is_some());
        let directions = tables.next().filter(|_| has_types);
        let (to_server, to_client) = match directions {
            Some(Directions { to_server, to_client }) => (to_server, to_client),
            None => (None, None),
        };
        Ok(Some(Messages { wire, schema, to_server, to_client, path }))
    }
}

/// Whether two paths name the same file. A browser has no folders.
fn is_same(known: &Path, given: &Path) -> bool {
    if cfg!(target_family = "wasm") {
        return known.file_name() == given.file_name();
    }
    let whole = |path: &Path| fs::canonicalize(path).ok();
    whole(known).is_some_and(|known| whole(given) == Some(known))
}

impl Messages {
    /// Reports that the names are those of the file's schema.
    pub(crate) fn tell(&self, schema: &Path) {
        let (schema, file) = (shown(schema), shown(&self.path));
        anstream::eprintln!("names of {schema}, from {file} (--no-settings: without)");
    }
}

/// The error for an option that names a type where there is no schema.
pub(crate) fn needs_schema(option: &str) -> io::Error {
    refused(&format!(
        "{option} names a type of a schema: give --schema FILE, or name it in `{FILE}`"
    ))
}

/// Reads a value of the command line.
pub(crate) fn value<'de, D: Deserializer<'de>, T: ValueEnum>(from: D) -> Result<T, D::Error> {
    let text = String::deserialize(from)?;
    T::from_str(&text, false).map_err(|_| {
        let values = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<_> = values.map(|value| value.get_name().to_owned()).collect();
        let hint = closest(&text, names.iter().map(String::as_str));
        D::Error::custom(format!("{text:?} is not one of {}{hint}", names.join(", ")))
    })
}

/// The same for a value that may be missing.
pub(crate) fn optional<'de, D: Deserializer<'de>, T: ValueEnum>(
    from: D,
) -> Result<Option<T>, D::Error> {
    value(from).map(Some)
}
