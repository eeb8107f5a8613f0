//! `godot-var encode`.

use std::io;
use std::path::PathBuf;

use clap::Args;
use godot_var::Limits;
use godot_var_cli::lines;

use super::progress::Progress;
use crate::settings::lludp::Lludp;
use crate::settings::messages::{Project, needs_schema};
use crate::settings::wires::{NamesOf, Setup, Types, WireName, refused};

/// Encode JSON to messages, one per line
///
/// The inverse of `decode`: reads one value per line, or a whole line of `decode`'s output. Writes the bytes that the engine would write as
/// hex digits, or `error: …` with the path in the JSON. Blank lines are skipped. The exit status is 1 if any line could not be encoded.
#[derive(Debug, Args)]
#[command(after_help = r#"Examples:
  echo '{"t":"int","v":"7"}' | godot-var encode
  echo '{"t":"Vector2","v":[1.5,2]}' | godot-var encode --wire godot3
  echo '[3, {"text": 5}]' | godot-var encode --natural
  echo '{"message": "Leave", "fields": {}}' | godot-var encode --schema schemas/arena.rs
  godot-var decode packets.hex | godot-var encode"#)]
pub(super) struct Arguments {
    /// The wire of the messages; default: that of `godot-var.toml`, or `godot4`
    #[arg(short, long, value_enum)]
    wire: Option<WireName>,

    /// The lines are natural JSON, as other programs write it: `[3, {"text": 5}]`
    ///
    /// A number without fraction and exponent is an int. JSON has only Godot's Nil, bool, int, float, String, Array and Dictionary. Write
    /// other types in the form that `decode` prints: `{"t": "Vector2", "v": [1.5, 2]}`.
    #[arg(long)]
    natural: bool,

    /// A Rust schema: each line is a message with its name, `{"message": "Leave", "fields": {}}`, as `inspect --json --schema` prints it
    ///
    /// The bytes are those that the derive writes. Fields have their names in Rust or their keys. Vectors are objects (`{"x": 1.0, "y":
    /// 2.0}`). Variants of an enum are `"Red"` or `{"Say": …}`.
    #[arg(short, long, value_name = "FILE", conflicts_with = "natural")]
    schema: Option<PathBuf>,

    /// Only accept messages of this type of the schema; may be given several times
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
    let Arguments { wire, schema, types, lludp, natural, progress, file, .. } = &arguments;
    if schema.is_none() && !types.is_empty() {
        return Err(needs_schema("--type"));
    }
    let wire = wire.unwrap_or_default();
    if *natural && wire.names != NamesOf::Variants {
        return Err(refused("--natural is for Variants; the JSON of this wire has its own form"));
    }
    let setup = Setup {
        limits: Limits::DEFAULT,
        natural: *natural,
        schema: schema.as_deref(),
        types: Types { option: "--type", names: types, is_only: true },
        lludp,
    };
    let Some(wire) = wire.open(&setup)? else { return Ok(false) };
    progress.answer_lines(file.as_deref(), |line, output| {
        lines::encode_line(line, &*wire).write(output)
    })
}
