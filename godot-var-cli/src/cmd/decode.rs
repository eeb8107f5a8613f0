//! `godot-var decode`.

use std::io;
use std::path::PathBuf;

use clap::Args;
use godot_var::Limits;
use godot_var_cli::lines::{self, Answer};
use godot_var_cli::{Wire, litenet, multiplayer};

use super::decoders::Types;
use super::lludp::Lludp;
use super::progress::Progress;
use super::project::{Project, needs_schema};

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
    wire: Option<Wire>,

    /// Decode encoded objects ("full objects") as class name and properties; nothing is executed
    #[arg(long)]
    objects: bool,

    /// The maximum nesting depth of containers, up to 1024
    #[arg(long, value_name = "N", default_value_t = Limits::MAX_DEPTH)]
    max_depth: u32,

    /// The Rust schema of `--wire flat`
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,

    /// The type of the messages in the schema of `--wire flat`; not needed if no other type contains it alone
    #[arg(long = "type", value_name = "TYPE")]
    name: Option<String>,

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
    let Arguments { wire, schema, name, project, .. } = &mut arguments;
    let of_flat = project.of_flat(wire, schema)?;
    if name.is_none() {
        *name = of_flat.and_then(|found| found.to_server);
    }
    let Arguments { wire, lludp, progress, .. } = &arguments;
    let wire = &wire.unwrap_or_default();
    if arguments.schema.is_none() && arguments.name.is_some() {
        return Err(needs_schema("--type"));
    }
    lludp.check(*wire)?;
    super::decoders::check_objects(*wire, arguments.objects)?;
    let limits = Limits::NONE.with_depth(arguments.max_depth).with_objects(arguments.objects);
    let file = arguments.file.as_deref();
    let answer_with = |answer: &dyn Fn(&[u8]) -> Answer| {
        progress.answer_lines(file, |line, output| answer(line).write(output))
    };
    if *wire == Wire::Flat {
        let types = Types { option: "--type", names: arguments.name.as_slice() };
        let schema = arguments.schema.as_deref();
        let Some(interpreter) = super::decoders::flat(schema, types, limits)? else {
            return Ok(false);
        };
        return answer_with(&|line| interpreter.decode_line(line));
    }
    if arguments.schema.is_some() {
        let message = "--schema is for `--wire flat`; `inspect --json --schema` shows other messages by names";
        return Err(super::decoders::refused(message));
    }
    if let Some(spec) = wire.spec() {
        return progress
            .answer_lines(file, |line, output| lines::decode_line(line, spec, limits, output));
    }
    if let Some(side) = wire.litenet() {
        return answer_with(&|line| litenet::decode_line(line, side, limits));
    }
    if let Some(era) = wire.multiplayer() {
        let options = multiplayer::options(era, limits);
        return answer_with(&|line| multiplayer::decode_line(line, &options));
    }
    let interpreter = lludp.interpreter()?;
    answer_with(&|line| interpreter.decode_line(line))
}
