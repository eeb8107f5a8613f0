//! Options that `inspect`, `listen`, `proxy` and `send` share: how messages are decoded, which are shown, and how.

use std::path::PathBuf;

use clap::Args;
use godot_var_cli::Wire;
use godot_var_cli::stream::{Condition, Form, Options};

use super::lludp::Lludp;

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(super) struct Selection {
    /// The wire of the messages
    #[arg(long, value_enum, default_value_t)]
    pub(super) wire: Wire,

    #[command(flatten)]
    pub(super) lludp: Lludp,

    /// A Rust schema, to show the names of messages and fields
    ///
    /// A message is shown as the first type that fits. With `--wire multiplayer`, methods, arguments and properties
    /// have the names of the set whose checksum was announced, or of the only set that fits.
    #[arg(long, value_name = "FILE")]
    pub(super) schema: Option<PathBuf>,

    /// Use only this type of the schema, such as `ClientMessage`; may be given several times
    #[arg(long = "type", value_name = "TYPE", requires = "schema")]
    pub(super) types: Vec<String>,

    /// Messages to the server are of this type of the schema
    #[arg(long, value_name = "TYPE", requires = "schema", conflicts_with = "types")]
    pub(super) to_server: Option<String>,

    /// Messages to clients are of this type of the schema
    #[arg(long, value_name = "TYPE", requires = "schema", conflicts_with = "types")]
    pub(super) to_client: Option<String>,

    /// Show only messages of this name, number (with which an Array begins) or type; may be given
    /// several times
    #[arg(long, value_name = "NAME|ID")]
    pub(super) message: Vec<String>,

    /// Show only messages that meet this condition (see the end of `inspect --help`); if given several times, those
    /// that meet all
    #[arg(long = "where", value_name = "CONDITION")]
    pub(super) conditions: Vec<Condition>,

    /// Print each message as one line of JSON: with --schema its name and fields, as `encode --schema` reads them
    ///
    /// Vectors and other structures are objects: `{"x": 1.0, "y": 2.0}`. Values that
    /// JSON cannot hold, such as NaN, and vectors that are not in a schema have the form that `decode` prints.
    #[arg(long)]
    pub(super) json: bool,

    /// With --json, print each value as `decode` does, with its type
    #[arg(long, requires = "json")]
    pub(super) lossless: bool,

    /// Show long values in full
    #[arg(long)]
    pub(super) full: bool,

    /// Read encoded objects ("full objects"), too
    #[arg(long)]
    pub(super) objects: bool,
}

impl Selection {
    /// Returns how messages are shown, each as soon as it is there.
    pub(super) fn options(&self) -> Options {
        Options {
            form: if self.json { Form::Json } else { Form::Dump },
            message: self.message.clone(),
            conditions: self.conditions.clone(),
            lossless: self.lossless,
            full: self.full,
            hex: false,
            flush: true,
        }
    }
}
