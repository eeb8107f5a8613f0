//! `godot-var inspect`.

use std::io::{self, BufWriter, Write};

use clap::Args;
use godot_var::{Dialect, Godot4, Limits};
use godot_var_cli::inspect::{Options, inspect};
use godot_var_cli::{Wire, input, litenet};

use super::template::Lludp;

/// Show bytes with their meaning beside them
///
/// Where the bytes are wrong, what was read so far is shown, then the error with a caret under
/// the byte that it is about, and the exit status is 1.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(after_help = "Examples:
  godot-var inspect 1b000000010000000400000002000000687000000200000064000000
  godot-var inspect --framed user_data.save
  xxd -p packet.bin | godot-var inspect --wire godot3 -
  godot-var inspect --wire lludp --template message_template.msg packet.bin")]
pub(super) struct Arguments {
    /// The wire of the bytes
    #[arg(long, value_enum, default_value_t)]
    wire: Wire,

    /// Each value stands behind its length, as `store_var` and `StreamPeer.put_var` write
    #[arg(long)]
    framed: bool,

    /// The lengths are big-endian, as a stream with `big_endian` set writes them
    #[arg(long, requires = "framed")]
    big_endian: bool,

    /// Read encoded objects ("full objects"), too
    #[arg(long)]
    objects: bool,

    /// Show long values to their last byte
    #[arg(long)]
    full: bool,

    #[command(flatten)]
    lludp: Lludp,

    /// Hex digits, a file (binary, or text of hex digits), or `-` for standard input
    #[arg(required = true, value_name = "HEX|FILE|-")]
    bytes: Vec<String>,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    arguments.lludp.check(arguments.wire)?;
    // A pasted dump has spaces: its words arrive as arguments.
    let bytes = match arguments.bytes.as_slice() {
        [argument] => input::read_argument(argument)?,
        words => input::read_argument(&words.join(" "))?,
    };
    let options = Options {
        spec: arguments.wire.spec().unwrap_or(&Godot4::SPEC),
        limits: Limits::NONE.with_objects(arguments.objects),
        framed: arguments.framed,
        big_endian: arguments.big_endian,
        full: arguments.full,
    };
    let mut output = BufWriter::new(anstream::stdout().lock());
    if arguments.framed && arguments.wire.spec().is_none() {
        let message = "--framed is for Variants; the messages of this wire have no frames";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let error = if let Some(side) = arguments.wire.litenet() {
        litenet::inspect(&bytes, side, options.limits, &mut output)?
    } else if arguments.wire == Wire::Lludp {
        arguments.lludp.interpreter()?.inspect(&bytes, arguments.full, &mut output)?
    } else {
        inspect(&bytes, &options, &mut output)?
    };
    output.flush()?;
    Ok(error.is_none())
}
