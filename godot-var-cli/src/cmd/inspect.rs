//! `godot-var inspect`.

use std::io::{self, BufWriter, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
#[cfg(feature = "program")]
use std::sync::atomic::Ordering;

use clap::Args;
use godot_var::dialect::Generation;
use godot_var_cli::pcap::{Carried, Settings};
use godot_var_cli::stream::{
    Form, MaybeHex, Options, Origin, Piped, Source, Tail, run_by_origin as show,
};
use godot_var_cli::{Transport, input};

use super::Input;
use super::decoders::{Decoders, refused};
#[cfg(feature = "program")]
use super::progress::Progress;
use super::selection::Selection;

/// Show bytes with their meaning beside them
///
/// If bytes are wrong, shows the values before them, then the error with a caret under the wrong
/// byte, and exits with status 1. Streams (`--framed`, `--lines`, `--pcap`) may have any length:
/// memory holds one message at a time, and for captures also incomplete messages.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(
    mut_arg("to_server", |arg| {
        arg.help("In a capture, messages to the port are of this type of the schema").requires("port")
    }),
    mut_arg("to_client", |arg| {
        arg.help("In a capture, messages from the port are of this type of the schema").requires("port")
    }),
    after_help = r#"Conditions of --where: PATH OP LITERAL, joined by and, or, not, parentheses
  PATH     team   pos.x   players[3].name   players[*].name   scores["b b"]   [1].text
           with --schema by the names of Rust or of the wire; without it a message that is an Array
           begins with [0]; blocks of LLUDP and their fields: ChatData.Channel
           a list without an index is any of its elements
  OP       == != < <= > >=, and ~ !~ for texts: contains, does not contain
  LITERAL  2   -0.5   "text"   true   false   null   "Red", a variant of an enum
  No comparison holds for a missing field. With --schema a path that no message has is an
  error.

Examples:
  godot-var inspect 1b000000010000000400000002000000687000000200000064000000
  godot-var inspect --framed user_data.save
  xxd -p packet.bin | godot-var inspect --wire godot3 -
  godot-var inspect --framed --follow recording.bin
  godot-var inspect --framed recording.bin --message 3 --where '[1].text ~ "hello"'
  godot-var inspect --framed recording.bin --schema schemas/arena.rs --where 'team == "Red" or not at < 7'
  godot-var inspect --schema schemas/arena.rs --pcap traffic.pcapng --message Chat --json
  godot-var inspect --pcap game.pcap --transport websocket
  godot-var inspect --pcap traffic.pcapng --port 7777 --schema schemas/arena.rs --to-server ClientMessage --to-client ServerMessage
  tcpdump -i lo -w - port 7777 | godot-var inspect --pcap - --summary
  godot-var inspect --wire lludp --template message_template.msg datagram.bin
  godot-var inspect --wire lludp --template message_template.msg --pcap traffic.pcapng --port 13000"#
)]
pub(super) struct Arguments {
    #[command(flatten)]
    selection: Selection,

    /// Each value comes after its length, as `store_var` and `StreamPeer.put_var` write
    ///
    /// With `--pcap` the same as `--transport tcp`.
    #[arg(long)]
    framed: bool,

    /// The lengths are big-endian, as a stream with `big_endian` set writes them
    #[arg(long)]
    big_endian: bool,

    /// Each line has one message as hex digits
    #[arg(long, conflicts_with_all = ["framed", "pcap"])]
    lines: bool,

    /// The messages of a capture of tcpdump or Wireshark (pcap or pcapng; `-` is standard input)
    ///
    /// Over UDP, TCP, WebSocket and ENet. Each message is shown below the number of its last packet, its time in
    /// seconds since the first packet, and its addresses. Bytes that are missing from the capture are reported.
    #[arg(long, value_name = "FILE", conflicts_with = "bytes")]
    pcap: Option<PathBuf>,

    /// In a capture, the transport of the messages; default: a guess from the first bytes of each connection
    #[arg(long, value_enum, requires = "pcap", conflicts_with = "framed")]
    transport: Option<Transport>,

    /// In a capture, show only messages from or to this port
    #[arg(long, requires = "pcap")]
    port: Option<u16>,

    /// In a capture, skip this many bytes before each message, such as the header of LiteNetLib
    #[arg(long, value_name = "BYTES", requires = "pcap", default_value_t = 0)]
    skip: usize,

    /// Keep waiting for new data at the end of the file, until interrupted
    ///
    /// For streams: with `--framed`, `--lines` or `--pcap`.
    #[arg(long)]
    follow: bool,

    /// The largest message, frame or line, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20)]
    max_message: usize,

    /// Also print the bytes of each message as hex digits: on a line before its dump, or as `hex` in JSON
    #[arg(long, conflicts_with = "summary")]
    hex: bool,

    /// Print counts and sizes of all messages, by name, number or type; with `--json` as JSON
    #[arg(long)]
    summary: bool,

    #[cfg(feature = "program")]
    #[command(flatten)]
    progress: Progress,

    /// Hex digits, a file (binary, or text of hex digits), or `-` for standard input
    #[arg(required_unless_present = "pcap", value_name = "HEX|FILE|-")]
    bytes: Vec<String>,
}

/// Whether the program was interrupted.
pub(super) static STOPPED: AtomicBool = AtomicBool::new(false);

pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let selection = &arguments.selection;
    let is_stream = arguments.framed || arguments.lines || arguments.pcap.is_some();
    let is_variant = selection.wire.spec().is_some();
    let transport = arguments.transport.or(arguments.framed.then_some(Transport::Tcp));
    for (is_wrong, message) in [
        (
            arguments.big_endian && !arguments.framed && arguments.pcap.is_none(),
            "--big-endian needs --framed or --pcap: only these have a length before each message",
        ),
        (
            arguments.transport == Some(Transport::Tcp) && !is_variant,
            "--transport tcp is for Variants; the messages of this wire have no frames",
        ),
        (
            arguments.framed && !is_variant,
            "--framed is for Variants; the messages of this wire have no frames",
        ),
        (
            arguments.follow
                && arguments.framed
                && arguments.pcap.is_none()
                && !is_input(&arguments.bytes.join(" ")),
            "--follow needs a file, or `-` for standard input",
        ),
        (
            arguments.follow && !is_stream,
            "--follow needs --framed, --lines or --pcap; otherwise the input is one message",
        ),
    ] {
        if is_wrong {
            return Err(refused(message));
        }
    }
    let Some(decoders) = Decoders::new(selection)? else { return Ok(false) };
    // What was seen until then is told, too.
    let may_stop = arguments.follow || arguments.summary;
    #[cfg(feature = "program")]
    if may_stop {
        stop_when_interrupted()?;
    }
    let options = Options {
        form: match (arguments.summary, selection.json) {
            (false, false) => Form::Dump,
            (false, true) => Form::Json,
            (true, false) => Form::Summary,
            (true, true) => Form::SummaryJson,
        },
        hex: arguments.hex,
        flush: arguments.follow || io::stdout().is_terminal() || reads_stdin(arguments),
        ..selection.options()
    };
    let mut source = source(arguments, transport, may_stop)?;
    let mut output = BufWriter::new(anstream::stdout().lock());
    let has_directions = selection.to_server.is_some() || selection.to_client.is_some();
    let of = |origin: &Origin| match origin {
        Origin::Packet(packet)
            if has_directions && Some(packet.source.port()) == arguments.port =>
        {
            &decoders.to_client
        }
        _ => &decoders.to_server,
    };
    let outcome = show(&mut source, of, &options, &mut output, &STOPPED)?;
    if source.is_capture() {
        for hint in outcome.hints() {
            anstream::eprintln!("hint: {hint}");
        }
    }
    Ok(outcome.is_good())
}

/// What the messages of a wire are to a capture.
fn carried(arguments: &Arguments) -> Carried {
    match arguments.selection.wire.spec() {
        // With --skip the user has named the header's length.
        Some(spec) if spec.generation == Generation::Godot3 && arguments.skip == 0 => {
            Carried::Godot3Variants
        }
        Some(_) => Carried::Variants,
        None if arguments.selection.wire.multiplayer().is_some() => Carried::Multiplayer,
        None => Carried::Other,
    }
}

/// Whether an argument names a file, and is not hex itself.
fn is_input(argument: &str) -> bool {
    argument == "-" || Path::new(argument).exists()
}

fn reads_stdin(arguments: &Arguments) -> bool {
    let is_dash = |path: &Path| path == Path::new("-");
    arguments.pcap.as_deref().is_some_and(is_dash)
        || arguments.bytes.iter().any(|word| is_dash(Path::new(word)))
}

fn source(
    arguments: &Arguments,
    transport: Option<Transport>,
    may_stop: bool,
) -> io::Result<Source<Box<dyn Read>>> {
    let open = |path: &Path| -> io::Result<Box<dyn Read>> {
        // Waiting for a pipe has to end when the program is interrupted.
        let (input, len) = match super::open(Some(path))? {
            (Input::Stdin(stdin), len) if may_stop => {
                (Input::Piped(Piped::new(stdin, &STOPPED)), len)
            }
            (Input::File(file), None) if may_stop => {
                (Input::Piped(Piped::new(file, &STOPPED)), None)
            }
            opened => opened,
        };
        #[cfg(feature = "program")]
        let input = arguments.progress.of(input, len);
        #[cfg(not(feature = "program"))]
        let (input, _) = (input, len);
        Ok(Box::new(Tail::new(input, &STOPPED, arguments.follow)))
    };
    let max = arguments.max_message;
    if let Some(path) = &arguments.pcap {
        let (carried, big_endian) = (carried(arguments), arguments.big_endian);
        let settings = Settings { transport, carried, big_endian, max };
        return Ok(Source::capture(open(path)?, settings, arguments.port, arguments.skip));
    }
    // A pasted dump has spaces: its words arrive as arguments.
    let argument = arguments.bytes.join(" ");
    let path = Path::new(&argument);
    if let (false, Some(file)) = (path.exists(), arguments.bytes.iter().find(|word| is_input(word)))
        && arguments.bytes.len() > 1
    {
        return Err(refused(&format!(
            "{argument:?}: inspect reads one input at a time; {file:?} is one, or put a name with spaces into quotes"
        )));
    }
    if arguments.lines {
        return Ok(Source::lines(open(path)?, max));
    }
    match (is_input(&argument), arguments.framed) {
        (true, true) => {
            let input: Box<dyn Read> = Box::new(MaybeHex::new(open(path)?));
            Ok(Source::frames(input, arguments.big_endian, max))
        }
        (true, false) => Source::whole(open(path)?, max).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => io::Error::new(
                error.kind(),
                format!(
                    "{error}; streams are read with --framed, --lines or --pcap, longer messages \
                         with --max-message"
                ),
            ),
            _ => error,
        }),
        (false, framed) => {
            let bytes = input::hex_argument(&argument)?;
            if !framed {
                return Ok(Source::bytes(bytes));
            }
            let input: Box<dyn Read> = Box::new(io::Cursor::new(bytes));
            Ok(Source::frames(input, arguments.big_endian, max))
        }
    }
}

/// The first interruption ends the input, the second the program.
#[cfg(feature = "program")]
pub(super) fn stop_when_interrupted() -> io::Result<()> {
    ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .map_err(io::Error::other)
}
