//! Options that `inspect`, `listen`, `proxy` and `send` share: how messages are decoded, which are shown, and how.

use std::io;
use std::path::PathBuf;
#[cfg(feature = "network")]
use std::sync::Arc;

use clap::Args;
use godot_var::Limits;
#[cfg(feature = "network")]
use godot_var_cli::Wire;
use godot_var_cli::stream::{Condition, Form, Options};

use crate::settings::lludp::Lludp;
use crate::settings::messages::{Project, needs_schema};
use crate::settings::wires::{Setup, Types, WireName};

/// The heading for options that users of Godot 4 do not need.
const OTHER_WIRES: &str = "Other engines and wires";

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(super) struct Selection {
    /// A Rust schema, to show the names of messages and fields; default: the first one of `godot-var.toml`
    ///
    /// A message is shown as the first type that fits, with the names of the others that fit as well. With `--wire multiplayer` the schema names
    /// methods, arguments and properties.
    #[arg(short, long, value_name = "FILE", help_heading = "Input")]
    pub(super) schema: Option<PathBuf>,

    /// Use only this type of the schema, such as `ClientMessage`; may be given several times
    #[arg(long = "type", value_name = "TYPE", help_heading = "Input")]
    pub(super) types: Vec<String>,

    /// Messages to the server are of this type of the schema
    #[arg(long, value_name = "TYPE", conflicts_with = "types", help_heading = "Input")]
    pub(super) to_server: Option<String>,

    /// Messages to clients are of this type of the schema
    #[arg(long, value_name = "TYPE", conflicts_with = "types", help_heading = "Input")]
    pub(super) to_client: Option<String>,

    /// Show only messages of this name, number (with which an Array begins) or type; may be given
    /// several times
    #[arg(short, long, value_name = "NAME|ID", help_heading = "Selection")]
    pub(super) message: Vec<String>,

    /// Show only messages that meet this condition (see `inspect --help`); if given several times, those that meet all
    #[arg(long = "where", value_name = "CONDITION", help_heading = "Selection")]
    pub(super) conditions: Vec<Condition>,

    /// Show only broken messages: those that cannot be read, or that do not fit the schema
    #[arg(long, help_heading = "Selection")]
    pub(super) broken: bool,

    /// Print each message as one line of JSON: with --schema its name and fields, as `encode --schema` reads them
    ///
    /// Vectors and other structures are objects: `{"x": 1.0, "y": 2.0}`. Values that
    /// JSON cannot hold, such as NaN, and vectors that are not in a schema have the form that `decode` prints.
    #[arg(short, long, help_heading = "Output")]
    pub(super) json: bool,

    /// With --json, print each value as `decode` does, with its type
    #[arg(long, requires = "json", help_heading = "Output")]
    pub(super) lossless: bool,

    /// Show the bytes of each message with their meaning, instead of one line
    #[arg(short, long, conflicts_with = "json", help_heading = "Output")]
    pub(super) verbose: bool,

    /// Show long values and lines in full
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    pub(super) full: bool,

    /// The engine or wire of the messages; default: that of `godot-var.toml`, or `godot4`
    #[arg(short, long, value_enum, help_heading = OTHER_WIRES)]
    wire: Option<WireName>,

    /// Read encoded objects ("full objects"), too
    #[arg(long, help_heading = OTHER_WIRES)]
    pub(super) objects: bool,

    #[command(flatten)]
    pub(super) lludp: Lludp,

    #[command(flatten)]
    project: Project,

    /// Whether the schema is that of the settings.
    #[arg(skip)]
    pub(super) is_of_settings: bool,
}

impl Selection {
    /// Takes what the command line does not give from `godot-var.toml`.
    pub(super) fn take_settings(&mut self) -> io::Result<()> {
        if let Some(found) = self.project.messages(self.wire, self.schema.as_deref())? {
            self.wire = Some(found.wire);
            if self.schema.is_none()
                && let Some(schema) = &found.schema
            {
                found.tell(schema);
                self.schema = Some(schema.clone());
                self.is_of_settings = true;
            }
            if self.types.is_empty() && self.to_server.is_none() && self.to_client.is_none() {
                (self.to_server, self.to_client) = (found.to_server, found.to_client);
            }
        }
        for (is_given, option) in [
            (!self.types.is_empty(), "--type"),
            (self.to_server.is_some(), "--to-server"),
            (self.to_client.is_some(), "--to-client"),
        ] {
            if is_given && self.schema.is_none() {
                return Err(needs_schema(option));
            }
        }
        Ok(())
    }

    /// Returns the wire of the messages.
    pub(super) fn wire(&self) -> WireName {
        self.wire.unwrap_or_default()
    }

    /// Returns what the wire is made from, with these types of the schema.
    pub(super) fn setup<'a>(&'a self, types: Types<'a>) -> Setup<'a> {
        Setup {
            limits: Limits::NONE.with_objects(self.objects),
            natural: true,
            schema: self.schema.as_deref(),
            types,
            lludp: &self.lludp,
        }
    }

    /// Makes the wire without the schema.
    #[cfg(feature = "network")]
    pub(super) fn without_schema(&self) -> io::Result<Option<Arc<dyn Wire>>> {
        let types = Types { option: "--type", names: &[], is_only: true };
        self.wire().open(&Setup { schema: None, ..self.setup(types) })
    }

    /// Returns how messages are shown, each as soon as it is there.
    pub(super) fn options(&self) -> Options {
        Options {
            form: match (self.json, self.verbose) {
                (true, _) => Form::Json,
                (false, true) => Form::Dump,
                (false, false) => Form::Line,
            },
            message: self.message.clone(),
            conditions: self.conditions.clone(),
            broken: self.broken,
            lossless: self.lossless,
            full: self.full,
            width: Some(width),
            hex: false,
            flush: true,
        }
    }
}

/// Returns the number of columns of the terminal, if the output is one.
fn width() -> Option<usize> {
    #[cfg(feature = "network")]
    return console::Term::stdout().size_checked().map(|(_, columns)| columns.into());
    #[cfg(not(feature = "network"))]
    None
}
