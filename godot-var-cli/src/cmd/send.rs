//! `godot-var send`.

use std::cell::Cell;
use std::ffi::OsString;
use std::io::{self, BufRead};
use std::iter;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use godot_var_cli::Wire;
use godot_var_cli::input;
use godot_var_cli::json::parse;
use godot_var_cli::net::{self, Address, EndedBy, Step, Transport};

use super::inspect::stop_when_interrupted;
use super::live::Shown;
use super::output::counted;
use super::output_of;
use super::replay::{Replay, Replayed, is_capture};
use crate::settings::wires::{NamesOf, refused};

/// Send messages to a server, or those of a capture again, and show its answers
///
/// Answers are shown for one second after the last message, or for --time, until --count of them have arrived. The exit status is 1 if there is no server, or if
/// fewer than --count answers have arrived.
#[derive(Debug, Args)]
#[command(after_help = r#"Examples:
  godot-var send udp://127.0.0.1:7777 '{"message": "Say", "fields": {"text": "hello"}}'
  godot-var send udp://127.0.0.1:7777 '[3, "hello"]' --json --time 0.5
  echo '[4]' | godot-var send udp://127.0.0.1:7777 - --time 0.5
  godot-var send udp://127.0.0.1:7777 game.pcap --speed 2
  godot-var send udp://127.0.0.1:7777 --hex 1c000000010000000200000004000000"#)]
pub(super) struct Arguments {
    /// The address of the server: udp://HOST:PORT, tcp://… (a stream of frames), ws://… or enet://…
    address: Address,

    /// The messages: with --schema in the form of `encode --schema`, otherwise in that of `encode --natural`, or of `decode` on other wires than Variant
    ///
    /// `-` reads one message from each line of standard input. A file that is a capture is sent with its own times, as if it were its first
    /// client: see --speed, --from and --client.
    #[arg(required = true, value_name = "JSON|CAPTURE|-")]
    messages: Vec<OsString>,

    /// The messages are bytes: hex digits, or another notation that `inspect` takes
    #[arg(short = 'x', long, help_heading = "Input")]
    hex: bool,

    #[command(flatten)]
    replay: Replay,

    #[command(flatten)]
    shown: Shown,
}

/// How long to wait for answers, in seconds.
const PATIENCE: f64 = 1.0;

pub(super) fn run(mut arguments: Arguments) -> io::Result<bool> {
    arguments.shown.selection.take_settings()?;
    let Arguments { address, messages, hex, replay, shown } = &arguments;
    let Some(wires) = shown.wires()? else { return Ok(false) };
    let selection = &shown.selection;
    // A schema of the settings does not need to have what is sent.
    let plain = if selection.is_of_settings && selection.wire().names == NamesOf::Variants {
        selection.without_schema()?
    } else {
        None
    };
    let encode = |text: &str| encode(text, *hex, &*wires.to_server, plain.as_deref());
    let captures: Vec<&Path> = messages.iter().map(Path::new).collect();
    let is_capture =
        captures.iter().try_fold(false, |any, it| Ok::<_, io::Error>(any || is_capture(it)?))?;
    replay.check(is_capture)?;
    if *hex && is_capture {
        return Err(refused("--hex is for messages, and not for a capture"));
    }
    let mut bytes = Vec::new();
    let mut replayed = match &captures[..] {
        [path] if is_capture => Some(replay.open(path, wires.to_server.carried(), shown)?),
        _ if is_capture => return Err(refused("send either one capture or messages")),
        _ => None,
    };
    for text in messages.iter().filter(|_| !is_capture) {
        if text != "-" {
            let text = text.to_string_lossy();
            bytes.push(encode(&text)?);
            continue;
        }
        for line in io::stdin().lock().lines() {
            let line = line?;
            if !line.trim().is_empty() {
                bytes.push(encode(&line)?);
            }
        }
    }
    let options = shown.options();
    let mut output = output_of(options.form);
    let seconds = Some(shown.time.unwrap_or(PATIENCE));
    // Answers do not have the header of Godot 3's ENet.
    let mut viewer = shown.viewer(&wires, &options, &mut output, false, seconds)?;
    stop_when_interrupted()?;
    // The time for answers begins after the last message, unless the user has set one.
    let is_sent = Cell::new(shown.time.is_some());
    let mut bytes = bytes.into_iter().map(|message| Ok((Duration::ZERO, message)));
    let mut messages = iter::from_fn(|| {
        let next = match &mut replayed {
            Some(replayed) => replayed.next(),
            None => bytes.next(),
        };
        is_sent.set(is_sent.get() || next.is_none());
        next
    });
    let mut has_answer = false;
    let ended =
        net::send(address, &mut messages, wires.is_godot3(), shown.max_message, &mut |seen| {
            if let Some(seen) = seen {
                has_answer = true;
                viewer.show(&seen)?;
            }
            let is_over = if is_sent.get() { viewer.is_over() } else { viewer.is_stopped() };
            Ok(if is_over { Step::End } else { Step::Wait })
        })?;
    if let Some(Replayed { sent, others, .. }) = &replayed {
        let others = match others {
            0 => String::new(),
            _ => format!("; --client selects the {} of other clients", counted(*others, "message")),
        };
        anstream::eprintln!("sent {}{others}", counted(*sent, "message"));
    }
    let missing = viewer.missing();
    let is_good = viewer.end()?;
    if ended == EndedBy::Server {
        anstream::eprintln!("{address}: the server closed the connection");
    }
    // Over other transports there was a connection.
    if !has_answer && address.transport == Transport::Udp {
        anstream::eprintln!(
            "{address}: no answer; over UDP, only an answer shows that a server listens there"
        );
    }
    if missing > 0 {
        anstream::eprintln!("error: {missing} of the answers did not arrive");
    }
    Ok(is_good && missing == 0)
}

/// Returns the bytes of a message. JSON without the name of a message is a value of the wire without a schema, if there is one.
fn encode(text: &str, hex: bool, wire: &dyn Wire, plain: Option<&dyn Wire>) -> io::Result<Vec<u8>> {
    if hex {
        return input::parse(text.as_bytes()).map_err(|error| {
            refused(&format!("{text}: {} (at character {})", error.message, error.offset))
        });
    }
    let bytes = parse(text).and_then(|json| {
        plain.filter(|_| json.get("message").is_none()).unwrap_or(wire).encode(&json)
    });
    bytes.map_err(|error| refused(&format!("{text}: {error}")))
}
