//! `godot-var inspect`.

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Read, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
#[cfg(feature = "program")]
use std::sync::atomic::Ordering;

use clap::{Args, ValueEnum};
use godot_var_cli::input::Notation;
use godot_var_cli::pcap::{Carried, Settings};
use godot_var_cli::stream::{
    Form, MaybeHex, Options, Origin, Piped, Source, Tail, run_by_origin as show,
};
use godot_var_cli::{Transport, Wire};
use serde_json::{Value as Json, json};

#[cfg(feature = "program")]
use super::progress::Progress;
use super::recognized::{Asked, recognized};
use super::selection::Selection;
use super::wires::Wires;
use super::{Input, output_of};
use crate::settings::wires::{NamesOf, WireName, refused, too_short};
use crate::sources::schema::types;

/// The help of `--where`.
const CONDITIONS: &str = r#"Show only messages that meet this condition; if given several times, those that meet all

A condition is PATH OP LITERAL, joined by and, or, not, parentheses:
  PATH     team   pos.x   players[3].name   players[*].name   scores["b b"]   [1].text
           with --schema by the names of Rust or of the wire; without it a message that is an Array
           begins with [0]; blocks of LLUDP and their fields: ChatData.Channel
           a list without an index is any of its elements
  OP       == != < <= > >=, and ~ !~ for texts: contains, does not contain
  LITERAL  2   -0.5   "text"   true   false   null   "Red", a variant of an enum
No comparison holds for a missing field. With --schema a path that no message has is an error."#;

/// Show messages: their bytes with the meaning next to them, or one line each for a capture
///
/// Recognizes what the input is. If bytes are wrong, shows the values before them, then the error with a caret under the
/// wrong byte, and exits with status 1. Streams (messages after their lengths, lines, captures) may have any length:
/// memory holds one message at a time, and for captures also incomplete messages.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(
    mut_arg("to_server", |arg| {
        arg.help("In a capture, messages to the server are of this type of the schema")
    }),
    mut_arg("to_client", |arg| {
        arg.help("In a capture, messages to clients are of this type of the schema")
    }),
    mut_arg("conditions", |arg| arg.long_help(CONDITIONS)),
    after_help = r#"Examples:
  godot-var inspect 1b000000010000000400000002000000687000000200000064000000
  godot-var inspect '[28, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0]'
  godot-var inspect user_data.save
  godot-var inspect game.pcap --summary
  godot-var inspect traffic.pcapng --port 7777 --message Say --json
  godot-var inspect traffic.pcapng --where 'text ~ "hello" and not text ~ "bye"'
  tcpdump -i lo -U -w - port 7777 | godot-var inspect
  godot-var inspect recording.bin --no-settings --message 3 --where '[1].text ~ "hello"'
  godot-var inspect --framed --follow recording.bin
  xxd -p packet.bin | godot-var inspect --wire godot3
  godot-var inspect --wire lludp --template message_template.msg traffic.pcapng --port 13000"#
)]
pub(super) struct Arguments {
    #[command(flatten)]
    selection: Selection,

    /// Each value comes after its length, as `store_var` and `StreamPeer.put_var` write
    ///
    /// With `--pcap` the same as `--transport tcp`.
    #[arg(long, help_heading = "Input")]
    framed: bool,

    /// The lengths are big-endian, as a stream with `big_endian` set writes them
    #[arg(long, help_heading = "Input")]
    big_endian: bool,

    /// Each line has one message, as hex digits or in another notation
    #[arg(long, conflicts_with_all = ["framed", "pcap"], help_heading = "Input")]
    lines: bool,

    /// The messages of a capture of tcpdump or Wireshark (pcap or pcapng; `-` is standard input)
    ///
    /// Over UDP, TCP, WebSocket and ENet. A file that is a capture is one without this option, too. Each message is one line: its time in
    /// seconds since the first packet, its direction, the client, its name and its fields. Bytes that are missing from the capture are reported.
    #[arg(long, value_name = "FILE", conflicts_with = "bytes", help_heading = "Input")]
    pcap: Option<PathBuf>,

    /// In a capture, the transport of the messages; default: a guess from the first bytes of each connection
    #[arg(long, value_enum, conflicts_with = "framed", help_heading = "Input")]
    transport: Option<Transport>,

    /// In a capture, show only messages from or to this port
    #[arg(short, long, help_heading = "Selection")]
    port: Option<u16>,

    /// In a capture, skip this many bytes before each message, such as the header of LiteNetLib
    #[arg(long, value_name = "BYTES", help_heading = "Input")]
    skip: Option<usize>,

    /// Begin after this number of bytes of a file, such as a header of your own before the value
    ///
    /// Of bytes that are written as text, it counts the bytes.
    /// The offsets that `inspect` prints begin there.
    #[arg(long, value_name = "BYTES", conflicts_with = "pcap", help_heading = "Input")]
    offset: Option<u64>,

    /// How the bytes are written; by default `inspect` recognizes it
    #[arg(
        long,
        value_enum,
        value_name = "NOTATION",
        conflicts_with = "pcap",
        help_heading = "Input"
    )]
    input: Option<Notation>,

    /// Keep waiting for new data at the end of the file, until interrupted
    ///
    /// For streams: with `--framed`, `--lines` or `--pcap`.
    #[arg(short, long, help_heading = "Input")]
    follow: bool,

    /// The largest message, frame or line, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20, help_heading = "Input")]
    max_message: usize,

    /// Also print the bytes of each message as hex digits: on a line before its dump, or as `hex` in JSON
    #[arg(short = 'x', long, conflicts_with = "summary", help_heading = "Output")]
    hex: bool,

    /// Print counts and sizes of all messages, by name, number or type; with `--json` as JSON
    #[arg(long, conflicts_with_all = ["verbose", "full", "lossless"], help_heading = "Output")]
    summary: bool,

    /// Print what the page of the inspector reads
    #[arg(long, hide = true, conflicts_with_all = ["json", "verbose", "summary", "hex"])]
    page: bool,

    #[cfg(feature = "program")]
    #[command(flatten)]
    progress: Progress,

    /// Bytes as text, a file, or `-` for standard input, which is also the default for a pipe
    ///
    /// The text may be hex digits, `[28, 0, 0]`, `b"\x1c\0"`, base64, or the output of xxd and hexdump -C. A file
    /// may have such a text, a message, messages after their lengths, one message a line, or a capture.
    #[arg(value_name = "BYTES|FILE|-")]
    bytes: Vec<OsString>,
}

/// Whether the program was interrupted.
pub(super) static STOPPED: AtomicBool = AtomicBool::new(false);

pub(super) fn run(mut arguments: Arguments) -> io::Result<bool> {
    // Which of them were given counts for an input without directions.
    let by_direction = [&arguments.selection.to_server, &arguments.selection.to_client];
    let by_direction = by_direction.map(Option::is_some);
    arguments.selection.take_settings()?;
    let arguments = &arguments;
    let selection = &arguments.selection;
    let is_stream = arguments.framed || arguments.lines || arguments.pcap.is_some();
    let is_variant = selection.wire().names == NamesOf::Variants;
    let transport = arguments.transport.or(arguments.framed.then_some(Transport::Tcp));
    for (is_wrong, message) in [
        (
            arguments.transport == Some(Transport::Tcp) && !is_variant,
            "--transport tcp is for Variants; the messages of this wire have no frames",
        ),
        (
            arguments.framed && !is_variant,
            "--framed is for Variants; the messages of this wire have no frames",
        ),
        (
            arguments.big_endian
                && (!is_variant || transport.is_some_and(|transport| transport != Transport::Tcp)),
            "--big-endian is for the lengths before Variants in files and in TCP",
        ),
        (
            arguments.follow
                && arguments.framed
                && arguments.pcap.is_none()
                && !is_input(&joined(&arguments.bytes)),
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
    if arguments.page {
        writeln!(io::stdout(), "{}", choices(selection))?;
    }
    let Some(wires) = Wires::new(selection)? else { return Ok(false) };
    // What was seen until then is told, too.
    let may_stop = arguments.follow || arguments.summary;
    #[cfg(feature = "program")]
    if may_stop {
        stop_when_interrupted()?;
    }
    let mut source = source(arguments, by_direction, &wires, transport, may_stop)?;
    let is_line = source.is_capture() && !selection.verbose && !arguments.hex;
    let options = Options {
        form: match (arguments.summary, selection.json) {
            _ if arguments.page => Form::Page,
            (false, false) if is_line => Form::Line,
            (false, false) => Form::Dump,
            (false, true) => Form::Json,
            (true, false) => Form::Summary,
            (true, true) => Form::SummaryJson,
        },
        hex: arguments.hex,
        flush: arguments.follow || io::stdout().is_terminal() || reads_stdin(arguments),
        ..selection.options()
    };
    let mut output = output_of(options.form);
    let of = |origin: &Origin, bytes: &[u8]| match origin {
        Origin::Packet(packet) if packet.to_client => &*wires.to_client,
        Origin::Packet(_) => &*wires.to_server,
        _ => wires.either(bytes),
    };
    let outcome = show(&mut source, of, &options, &mut output, &STOPPED)?;
    if source.is_capture() {
        if options.form == Form::Line {
            anstream::eprintln!("{}", outcome.counts(&options, true));
        }
        for hint in outcome.hints() {
            anstream::eprintln!("hint: {hint}");
        }
    }
    #[cfg(feature = "program")]
    if STOPPED.load(Ordering::Relaxed) && !arguments.follow {
        drop(output);
        return Err(interrupted());
    }
    Ok(outcome.is_good())
}

/// What the page of the inspector lets its user choose: wires, and the types of the schema. Also what the settings choose.
fn choices(selection: &Selection) -> Json {
    let wires = WireName::value_variants().iter().filter_map(WireName::to_possible_value);
    let wires =
        wires.map(|wire| json!([wire.get_name(), wire.get_help().map(ToString::to_string)]));
    let [variant, flat] = selection.schema.as_deref().map(types).unwrap_or_default();
    json!({ "choices": {
        "wires": wires.collect::<Vec<_>>(),
        "variant": variant,
        "flat": flat,
        "settings": {
            "wire": selection.wire().name(),
            "to-server": selection.to_server,
            "to-client": selection.to_client,
        },
    }})
}

/// What the messages of a wire are to a capture.
fn carried(wire: &dyn Wire, skip: Option<usize>) -> Carried {
    match wire.carried() {
        // With --skip the user has named the header's length.
        Carried::Godot3Variants if skip.is_some() => Carried::Variants,
        carried => carried,
    }
}

/// Whether an argument names a file, and is not hex itself.
fn is_input(argument: &OsStr) -> bool {
    argument == "-" || Path::new(argument).exists()
}

/// The words of a pasted dump, with spaces between them.
fn joined(words: &[OsString]) -> OsString {
    words.join(OsStr::new(" "))
}

fn reads_stdin(arguments: &Arguments) -> bool {
    let is_dash = |path: &Path| path == Path::new("-");
    arguments.pcap.as_deref().is_some_and(is_dash)
        || arguments.bytes.iter().any(|word| is_dash(Path::new(word)))
        || (arguments.pcap.is_none() && arguments.bytes.is_empty())
}

fn source(
    arguments: &Arguments,
    by_direction: [bool; 2],
    wires: &Wires,
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
    let offset = arguments.offset.unwrap_or_default();
    let max = arguments.max_message;
    let capture = |input: Box<dyn Read>| {
        let carried = carried(&*wires.to_server, arguments.skip);
        let big_endian = arguments.big_endian;
        let settings = Settings { transport, carried, big_endian, max };
        Source::capture(input, settings, arguments.port, arguments.skip.unwrap_or_default())
    };
    if let Some(path) = &arguments.pcap {
        return Ok(capture(open(path)?));
    }
    if arguments.bytes.is_empty() && io::stdin().is_terminal() {
        return Err(refused(
            "nothing to show: give bytes, a file, or a pipe; `godot-var inspect --help` has examples",
        ));
    }
    // A pasted dump has spaces: its words arrive as arguments.
    let argument = if arguments.bytes.is_empty() { "-".into() } else { joined(&arguments.bytes) };
    let (path, shown) = (Path::new(&argument), argument.to_string_lossy());
    if let (false, Some(file)) = (path.exists(), arguments.bytes.iter().find(|word| is_input(word)))
        && arguments.bytes.len() > 1
    {
        let file = file.to_string_lossy();
        return Err(refused(&format!(
            "{shown:?}: inspect reads one input at a time; {file:?} is one, or put a name with spaces into quotes"
        )));
    }
    let typed = !is_input(&argument) && !arguments.lines;
    if typed && arguments.offset.is_some() {
        return Err(refused("--offset is for files; leave out the bytes that you type"));
    }
    if !typed && arguments.framed && arguments.input.is_none() {
        let input: Box<dyn Read> = Box::new(MaybeHex::new(open(path)?));
        return Ok(Source::frames(without_start(input, offset)?, arguments.big_endian, max));
    }
    if arguments.lines {
        if arguments.offset.is_some() {
            return Err(refused("--offset is for a file with one value, not for lines"));
        }
        return Ok(Source::lines(open(path)?, arguments.input, max));
    }
    let mut offset = offset;
    let input: Box<dyn Read> = if typed {
        Box::new(io::Cursor::new(shown.clone().into_owned().into_bytes()))
    } else {
        let mut input = open(path)?;
        let mut head = vec![0; if offset > 0 { HEAD } else { 0 }];
        let len = input.read(&mut head)?;
        head.truncate(len);
        let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        let is_text = head.iter().all(is_text);
        let input: Box<dyn Read> = Box::new(io::Cursor::new(head).chain(input));
        // Of a text, the bytes that it stands for are counted.
        if is_text { input } else { without_start(input, mem::take(&mut offset))? }
    };
    let form = arguments.framed.then_some(arguments.big_endian);
    let asked = Asked { argument: &shown, typed, notation: arguments.input, form, max, offset };
    let source = recognized(input, asked, wires, capture)?;
    let is_capture = source.is_capture();
    for (is_given, option) in [
        (arguments.port.is_some(), "--port"),
        (arguments.skip.is_some(), "--skip"),
        (arguments.transport.is_some(), "--transport"),
        (by_direction[0], "--to-server"),
        (by_direction[1], "--to-client"),
    ] {
        if is_given && !is_capture {
            return Err(refused(&format!("{option} is for captures, which {shown:?} is not")));
        }
    }
    if arguments.offset.is_some() && is_capture {
        return Err(refused(
            "--offset is for files with values; of a capture, --skip leaves out the start of messages",
        ));
    }
    if arguments.big_endian && !arguments.framed && !is_capture {
        return Err(refused(
            "--big-endian needs --framed or a capture: only these have a length before each message",
        ));
    }
    Ok(source)
}

/// How many bytes show whether a file is a text.
const HEAD: usize = 4096;

/// Leaves out the first bytes of an input.
fn without_start(mut input: Box<dyn Read>, offset: u64) -> io::Result<Box<dyn Read>> {
    let passed = io::copy(&mut input.by_ref().take(offset), &mut io::sink())?;
    if passed < offset { Err(too_short(offset, passed)) } else { Ok(input) }
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

/// Ends the program as an interruption does, so that a shell stops its script, too.
#[cfg(feature = "program")]
fn interrupted() -> io::Error {
    #[cfg(unix)]
    if let Err(error) = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGINT)
    {
        return error;
    }
    std::process::exit(130)
}
