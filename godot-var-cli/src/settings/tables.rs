//! The tables of `godot-var.toml`, which have the options of the commands under the same names.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use godot_var::litenet::EraSpec;
use godot_var_cli::Transport;
#[cfg(feature = "network")]
use godot_var_cli::net::Address;
use godot_var_cli::visible::shown;
use godot_var_codegen::evolve::Rule;
use godot_var_codegen::names::closest;
use godot_var_codegen::wireshark;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::godot_version::GodotVersion;
#[cfg(feature = "network")]
use crate::rates::Source;
use crate::sources::godot_project;
use crate::sources::schema::similar_file;

pub(crate) const NO_SCHEMA: &str = "the file names no schema: add `schemas`";

/// Starts the schemas of a table from the folder `root`, or takes all schemas if it has none of its own.
pub(crate) fn resolve_schemas(
    own: &mut Vec<PathBuf>,
    root: &Path,
    all: &[PathBuf],
) -> Result<(), String> {
    if own.is_empty() && all.is_empty() {
        return Err(NO_SCHEMA.to_owned());
    }
    if own.is_empty() {
        all.clone_into(own);
    } else {
        for schema in own {
            *schema = root.join(&schema);
        }
    }
    Ok(())
}

pub(crate) fn no_file(path: &Path) -> String {
    format!("{}: no such file{}", shown(path), similar_file(path))
}

/// Write pages about a schema: for each message, the code that sends and receives it, its fields and its bytes
///
/// Writes NAME.md with its pictures in NAME/, and NAME.html as a single file. If the output ends in `.md` or `.html`, writes only
/// that page. The same schema always gives the same files.
#[derive(Debug, Args, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[command(after_help = "Examples:
  godot-var generate docs schemas/arena.rs -o docs/generated --to-server ClientMessage --to-client ServerMessage
  godot-var generate docs schemas/arena.rs -o docs/generated --to-server ClientMessage --to-client ServerMessage --check
  godot-var generate docs schemas/arena.rs -o arena.html
  godot-var generate docs schemas/lite_net_lib_manager/mod.rs -o pages
  godot-var generate docs message_template.msg -o pages --format html")]
pub(crate) struct Docs {
    /// The schemas: Rust modules with types that derive `GodotVar`, `GodotFlat`, `GodotRpc`, `GodotSync` or `LiteNetMessage`, or
    /// message templates (`*.msg`)
    #[arg(required = true)]
    #[serde(default)]
    pub(crate) schemas: Vec<PathBuf>,
    /// The folder for the pages; or, for one schema, a file that ends in `.html` or `.md`
    #[arg(short, long, value_name = "DIR|FILE")]
    pub(crate) output: PathBuf,
    /// The version of Godot whose bytes to show: `4`, `3`, or one such as `4.6`
    #[arg(long, value_name = "VERSION", default_value = "4")]
    #[serde(default)]
    pub(crate) godot: GodotVersion,
    /// The wire to show, if the types of a schema derive both `GodotVar` and `GodotFlat`; default: `godot`
    #[arg(long, value_enum)]
    #[serde(default, deserialize_with = "super::messages::optional")]
    pub(crate) wire: Option<SchemaWire>,
    /// The era of `LiteNetLibManager` messages whose modules are not named `y2018` or `head`
    #[arg(long, value_enum, default_value_t)]
    #[serde(default, deserialize_with = "super::messages::value")]
    pub(crate) era: LiteNetEra,
    /// The heading of the page; default: the name of the schema's file
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// The transport of the messages: its script is the first on the page
    #[arg(long, value_enum)]
    #[serde(default, deserialize_with = "super::messages::optional")]
    pub(crate) transport: Option<Transport>,
    /// The type of the messages that clients send: their sections show how to send them
    #[arg(long, value_name = "TYPE")]
    pub(crate) to_server: Option<String>,
    /// The type of the messages that the server sends: their sections show how to receive them
    #[arg(long, value_name = "TYPE")]
    pub(crate) to_client: Option<String>,
    /// The formats to write; default: both, or what the ending of the output says
    #[arg(long, value_enum)]
    #[serde(default, deserialize_with = "super::messages::optional")]
    pub(crate) format: Option<Kind>,
}

impl Docs {
    /// Starts relative paths from the folder `root`. Without own schemas it takes the others.
    pub(crate) fn resolve(&mut self, root: &Path, schemas: &[PathBuf]) -> Result<(), String> {
        self.output = root.join(&self.output);
        resolve_schemas(&mut self.schemas, root, schemas)
    }

    /// Takes the name and the transport of the project, unless the table has its own. Several pages do not have one name.
    pub(crate) fn complete(&mut self, name: Option<&str>, transport: Option<Transport>) {
        if self.name.is_none() && self.schemas.len() == 1 {
            self.name = name.map(str::to_owned);
        }
        self.transport = self.transport.or(transport);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// A Markdown page, and its pictures as files
    Md,
    /// An HTML page
    Html,
    /// Both
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaWire {
    /// Variants
    Godot,
    /// Flat messages
    Flat,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum LiteNetEra {
    /// July 2018
    #[value(name = "2018")]
    Y2018,
    /// Today
    #[value(alias = "today")]
    #[default]
    Head,
}

impl LiteNetEra {
    pub(crate) const fn spec(self) -> EraSpec {
        match self {
            Self::Y2018 => EraSpec::Y2018,
            Self::Head => EraSpec::Head,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var generate rust client -o src/project.rs
  godot-var generate rust client -o src/project.rs --check
  godot-var generate rust client -o src/project.rs --scene player.tscn
  godot-var generate rust client -o src/project.rs --server")]
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Rust {
    /// The folder of the project, with `project.godot`
    pub(crate) project: PathBuf,
    /// The file for the module, which ends in `.rs`
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// A scene besides the main scene, the autoloads, and the scenes that these and their scripts name
    #[arg(long, value_name = "SCENE")]
    #[serde(default)]
    pub(crate) scene: Vec<String>,
    /// Also write a `main.rs` next to the module: a server to begin with, which runs. One that exists stays as it is
    #[arg(long)]
    #[serde(skip)]
    pub(crate) server: bool,
}

impl Rust {
    /// Starts relative paths from the folder `root`.
    pub(crate) fn resolve(&mut self, root: &Path) -> Result<(), String> {
        for path in [&mut self.project, &mut self.output] {
            *path = root.join(&path);
        }
        if !self.project.is_dir() {
            return Err(no_file(&self.project));
        }
        let settings = self.project.join(godot_project::SETTINGS);
        if settings.is_file() { Ok(()) } else { Err(no_file(&settings)) }
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var generate wireshark schemas/arena.rs -o arena.lua --port 7777
  godot-var generate wireshark schemas/arena.rs -o arena.lua --port 7777 --godot 3
  godot-var generate wireshark schemas/arena.rs -o arena.lua --to-server ClientMessage --to-client ServerMessage
  godot-var generate wireshark schemas/arena.rs -o flat.lua --wire flat --to-server ClientMessage --to-client ServerMessage
  godot-var generate wireshark message_template.msg -o lludp.lua --port 12035")]
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Wireshark {
    /// The schema: a Rust module with types that derive `GodotVar`, `GodotFlat`, `GodotRpc` or `GodotSync`, or an LLUDP message template if
    /// its name ends in `.msg`
    #[serde(default)]
    pub(crate) schema: PathBuf,
    /// The file for the dissector, which ends in `.lua`, or a folder, for `NAME.lua`
    #[arg(short, long, value_name = "FILE|DIR")]
    pub(crate) output: PathBuf,
    /// The server's port: on UDP, TCP, WebSocket and ENet, or, with RPCs or synchronizers, of ENet and WebSocket; without it use
    /// "Decode As" or the preferences
    #[arg(long)]
    pub(crate) port: Option<u16>,
    /// The version of Godot whose types packets have: `4`, `3`, or one such as `4.6`; without it `4` or `3`, whichever fits
    /// better. RPCs and synchronizers need Godot 4
    #[arg(long, value_name = "VERSION")]
    pub(crate) godot: Option<GodotVersion>,
    /// The messages, if the types of the schema derive both `GodotVar` and `GodotFlat`; default: `godot`
    #[arg(long, value_enum)]
    #[serde(default, deserialize_with = "super::messages::optional")]
    pub(crate) wire: Option<SchemaWire>,
    /// The protocol's name and the prefix of all fields; default: the name of the schema's file, or `lludp`
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// The type of messages to the port; a Variant of another type is shown and marked as broken
    #[arg(long, value_name = "TYPE")]
    pub(crate) to_server: Option<String>,
    /// The type of messages from the port; a Variant of another type is shown and marked as broken
    #[arg(long, value_name = "TYPE")]
    pub(crate) to_client: Option<String>,
}

impl Wireshark {
    /// Takes the name of the project, unless the table has its own.
    pub(crate) fn complete(&mut self, name: Option<&str>) {
        self.name = self.name.take().or_else(|| name.map(wireshark::name_of));
    }

    /// Starts relative paths from the folder `root`. Without an own schema it takes the only other one.
    pub(crate) fn resolve(&mut self, root: &Path, schemas: &[PathBuf]) -> Result<(), String> {
        self.output = root.join(&self.output);
        self.schema = match schemas {
            _ if !self.schema.as_os_str().is_empty() => root.join(&self.schema),
            [only] => only.clone(),
            [] => return Err(NO_SCHEMA.to_owned()),
            _ => return Err("there are several schemas: add `schema`".to_owned()),
        };
        Ok(())
    }
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var generate addon -o client
  godot-var generate addon -o client --check")]
#[derive(Deserialize)]
// The variant of the command has a group of this name.
#[group(skip)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Addon {
    /// The folder of the Godot 4 project, with `project.godot`; the add-on is in `addons/godot_var` there
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
}

impl Addon {
    /// Starts the path from the folder `root`.
    pub(crate) fn resolve(&mut self, root: &Path) {
        self.output = root.join(&self.output);
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Deny {
    /// Messages that do not arrive, or arrive as something else
    #[default]
    Wire,
    /// Also changes that code has to follow
    Source,
    /// Every finding
    Note,
}

/// The table `check` of `godot-var.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Rules {
    #[serde(deserialize_with = "super::messages::optional")]
    pub(crate) deny: Option<Deny>,
    pub(crate) accept: Vec<Spanned<Accepted>>,
}

/// A finding that is not reported.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Accepted {
    #[serde(deserialize_with = "rule")]
    pub(crate) rule: Rule,
    pub(crate) subject: String,
    /// For people who read the file.
    #[serde(rename = "reason", deserialize_with = "reason")]
    _reason: (),
}

fn rule<'de, D: Deserializer<'de>>(from: D) -> Result<Rule, D::Error> {
    let name = String::deserialize(from)?;
    let rule = Rule::ALL.into_iter().find(|rule| rule.name() == name);
    rule.ok_or_else(|| {
        let hint = closest(&name, Rule::ALL.map(Rule::name));
        D::Error::custom(format!("no rule has the name {name:?}{hint}"))
    })
}

fn reason<'de, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
    match String::deserialize(from)?.trim() {
        "" => Err(D::Error::custom("a reason is missing")),
        _ => Ok(()),
    }
}

/// The table `versions` of `godot-var.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Versions {
    pub(crate) locks: Spanned<Locks>,
    /// The Rust module with the accepted fingerprints.
    pub(crate) output: Option<PathBuf>,
}

/// The locks of versions: one for each, or a folder with the locks of several schemas.
#[derive(Debug)]
pub(crate) enum Locks {
    /// All in a folder, which need not exist yet.
    Folder(PathBuf),
    List(Vec<Spanned<PathBuf>>),
}

impl<'de> Deserialize<'de> for Locks {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Value;

        impl<'de> Visitor<'de> for Value {
            type Value = Locks;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("a folder of locks, or a list of locks")
            }

            fn visit_str<E>(self, folder: &str) -> Result<Locks, E> {
                Ok(Locks::Folder(folder.into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Locks, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(Locks::List)
            }
        }

        from.deserialize_any(Value)
    }
}

#[cfg(feature = "network")]
/// The table `dev` of `godot-var.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Dev {
    /// Where clients come.
    #[serde(deserialize_with = "address")]
    pub(crate) address: Address,
    /// The type of the messages to the server, if only this one is expected.
    pub(crate) to_server: Option<String>,
    pub(crate) to_client: Option<String>,
    /// The names of messages that are not shown.
    #[serde(default)]
    pub(crate) hide: Vec<String>,
    /// Where the server serves its figures.
    #[serde(default, deserialize_with = "source")]
    pub(crate) metrics: Option<Source>,
}

#[cfg(feature = "network")]
impl Dev {
    /// What carries the messages.
    pub(crate) const fn transport(&self) -> Transport {
        self.address.transport
    }
}

#[cfg(feature = "network")]
fn source<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Source>, D::Error> {
    String::deserialize(from)?.parse().map(Some).map_err(D::Error::custom)
}

#[cfg(feature = "network")]
fn address<'de, D: Deserializer<'de>>(from: D) -> Result<Address, D::Error> {
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}
