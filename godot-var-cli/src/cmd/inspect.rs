//! `godot-var inspect`.

use std::io::{self, BufWriter, Read, Write};
use std::path::PathBuf;

use clap::Args;
use godot_var::{DecodeError, Dialect, Godot4, Limits};
use godot_var_cli::inspect::{Options, inspect};
use godot_var_cli::lludp::Interpreter;
use godot_var_cli::{Wire, input, litenet, pcap};

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
  godot-var inspect --wire lludp --template message_template.msg packet.bin
  godot-var inspect --wire lludp --template message_template.msg --pcap traffic.pcapng --port 13000")]
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

    /// Every UDP datagram of a capture of tcpdump or Wireshark (pcap or pcapng; `-` is standard
    /// input)
    ///
    /// Each is taken for one message, and shown below its number, its time in seconds since the
    /// first packet, and its addresses. Fragments are told, but not joined; TCP is left out.
    #[arg(long, value_name = "FILE", conflicts_with = "bytes")]
    pcap: Option<PathBuf>,

    /// Of a capture, only datagrams from or to this port
    #[arg(long, requires = "pcap")]
    port: Option<u16>,

    /// Of a capture, leave out so many bytes before each message, such as the header of ENet or
    /// LiteNetLib
    #[arg(long, value_name = "BYTES", requires = "pcap", default_value_t = 0)]
    skip: usize,

    /// Hex digits, a file (binary, or text of hex digits), or `-` for standard input
    #[arg(required_unless_present = "pcap", value_name = "HEX|FILE|-")]
    bytes: Vec<String>,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    arguments.lludp.check(arguments.wire)?;
    if arguments.framed && arguments.wire.spec().is_none() {
        let message = "--framed is for Variants; the messages of this wire have no frames";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let interpreter = match arguments.wire {
        Wire::Lludp => Some(arguments.lludp.interpreter()?),
        _ => None,
    };
    let mut output = BufWriter::new(anstream::stdout().lock());
    let good = if let Some(path) = &arguments.pcap {
        let mut file = Vec::new();
        super::open(Some(path))?.read_to_end(&mut file)?;
        let selection = pcap::Selection { port: arguments.port, skip: arguments.skip };
        pcap::inspect(&file, selection, &mut output, |bytes, output| {
            message(arguments, interpreter.as_ref(), bytes, output)
        })?
        .is_good()
    } else {
        // A pasted dump has spaces: its words arrive as arguments.
        let bytes = match arguments.bytes.as_slice() {
            [argument] => input::read_argument(argument)?,
            words => input::read_argument(&words.join(" "))?,
        };
        message(arguments, interpreter.as_ref(), &bytes, &mut output)?.is_none()
    };
    output.flush()?;
    Ok(good)
}

/// Shows one message of the wire.
fn message(
    arguments: &Arguments,
    interpreter: Option<&Interpreter>,
    bytes: &[u8],
    output: &mut impl Write,
) -> io::Result<Option<DecodeError>> {
    let options = Options {
        spec: arguments.wire.spec().unwrap_or(&Godot4::SPEC),
        limits: Limits::NONE.with_objects(arguments.objects),
        framed: arguments.framed,
        big_endian: arguments.big_endian,
        full: arguments.full,
    };
    if let Some(side) = arguments.wire.litenet() {
        litenet::inspect(bytes, side, options.limits, output)
    } else if let Some(interpreter) = interpreter {
        interpreter.inspect(bytes, arguments.full, output)
    } else {
        inspect(bytes, &options, output)
    }
}
