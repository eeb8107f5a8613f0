//! `godot-var decode`.

use std::io::{self, BufWriter};
use std::path::PathBuf;

use clap::Args;
use godot_var::Limits;
use godot_var_cli::{Wire, lines, litenet, multiplayer};

use super::lludp::Lludp;
use super::progress::Progress;

/// Decode messages to JSON, one per line
///
/// Reads one message per line as hex digits and writes one line of JSON for each: {"value": …, "used": N}, where N is the number of bytes of
/// the value, or {"error": {"kind", "offset", "message"}}. Blank lines are skipped. The exit status is 1 if any line could not be decoded.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  echo 0200000007000000 | godot-var decode
  godot-var decode --wire godot3 packets.hex | jq .value")]
pub(super) struct Arguments {
    /// The wire of the messages
    #[arg(long, value_enum, default_value_t)]
    wire: Wire,

    /// Decode encoded objects ("full objects") as class name and properties; nothing is executed
    #[arg(long)]
    objects: bool,

    /// The maximum nesting depth of containers, up to 1024
    #[arg(long, value_name = "N", default_value_t = Limits::MAX_DEPTH)]
    max_depth: u32,

    #[command(flatten)]
    lludp: Lludp,

    #[command(flatten)]
    progress: Progress,

    /// The file to read instead of standard input
    file: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    arguments.lludp.check(arguments.wire)?;
    let limits = Limits::NONE.with_depth(arguments.max_depth).with_objects(arguments.objects);
    let mut output = BufWriter::new(io::stdout().lock());
    let (input, len) = super::open(arguments.file.as_deref())?;
    let input = arguments.progress.of(input, len);
    if let Some(spec) = arguments.wire.spec() {
        return lines::answer_lines(input, &mut output, lines::MAX_LINE, |line, output| {
            lines::decode_line(line, spec, limits, output)
        });
    }
    if let Some(side) = arguments.wire.litenet() {
        return lines::answer_lines(input, &mut output, lines::MAX_LINE, |line, output| {
            litenet::decode_line(line, side, limits).write(output)
        });
    }
    if let Some(era) = arguments.wire.multiplayer() {
        let options = multiplayer::options(era, limits);
        return lines::answer_lines(input, &mut output, lines::MAX_LINE, |line, output| {
            multiplayer::decode_line(line, &options).write(output)
        });
    }
    let interpreter = arguments.lludp.interpreter()?;
    lines::answer_lines(input, &mut output, lines::MAX_LINE, |line, output| {
        interpreter.decode_line(line).write(output)
    })
}
