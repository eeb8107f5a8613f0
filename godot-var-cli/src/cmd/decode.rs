//! `godot-var decode`.

use std::io;
use std::path::PathBuf;

use clap::Args;
use godot_var::Limits;
use godot_var_cli::lines;

use super::progress::Progress;
use crate::settings::lludp::Lludp;
use crate::settings::messages::{Project, needs_schema};
use crate::settings::wires::{Setup, Types, WireName};

/// Decode messages to JSON, one per line
///
/// Reads one message per line, as hex digits or in another notation that `inspect` takes, and writes one line of JSON for each: {"value": …, "used": N}, where N is the number of bytes of
/// the value, or {"error": {"kind", "offset", "message"}}. Blank lines are skipped. The exit status is 1 if any line could not be decoded.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  echo 0200000007000000 | godot-var decode
  godot-var decode --wire godot3 packets.hex | jq .value")]
pub(super) struct Arguments {
    /// The wire of the messages; default: that of `godot-var.toml`, or `godot4`
    #[arg(short, long, value_enum)]
    wire: Option<WireName>,

    /// Decode encoded objects ("full objects") as class name and properties; nothing is executed
    #[arg(long)]
    objects: bool,

    /// The maximum nesting depth of containers, up to 1024
    #[arg(long, value_name = "N", default_value_t = Limits::MAX_DEPTH)]
    max_depth: u32,

    /// A Rust schema: the value of each message has its name and its fields, `{"message": "Leave", "fields": {}}`, as `encode --schema` reads it
    ///
    /// A Variant that is not a message of the schema is natural JSON, with the reason as `misfit`.
    #[arg(short, long, value_name = "FILE")]
    schema: Option<PathBuf>,

    /// Use only this type of the schema; may be given several times for Variants. `--wire flat` needs it if several types are not contained in others
    #[arg(long = "type", value_name = "TYPE")]
    types: Vec<String>,

    #[command(flatten)]
    lludp: Lludp,

    #[command(flatten)]
    project: Project,

    #[command(flatten)]
    progress: Progress,

    /// The file to read instead of standard input
    file: Option<PathBuf>,
}

pub(super) fn run(mut arguments: Arguments) -> io::Result<bool> {
    let Arguments { wire, schema, types, project, .. } = &mut arguments;
    let of_flat = project.of_flat(wire, schema)?;
    if types.is_empty() {
        types.extend(of_flat.and_then(|found| found.to_server));
    }
    let Arguments { wire, schema, types, lludp, progress, file, .. } = &arguments;
    if schema.is_none() && !types.is_empty() {
        return Err(needs_schema("--type"));
    }
    let setup = Setup {
        limits: Limits::NONE.with_depth(arguments.max_depth).with_objects(arguments.objects),
        natural: false,
        schema: schema.as_deref(),
        types: Types { option: "--type", names: types, is_only: true },
        lludp,
    };
    let Some(wire) = wire.unwrap_or_default().open(&setup)? else { return Ok(false) };
    progress.answer_lines(file.as_deref(), |line, output| lines::decode_line(line, &*wire, output))
}
