//! `godot-var send`.

use std::io::{self, BufRead, BufWriter};

use clap::Args;
use godot_var_cli::input::parse_hex;
use godot_var_cli::json::parse;
use godot_var_cli::net::{self, Address, EndedBy, Step};
use godot_var_cli::stream::Decoder;
use godot_var_cli::{lines, natural};

use super::decoders::refused;
use super::inspect::stop_when_interrupted;
use super::live::Shown;

/// Send messages to a server, and show its answers
///
/// Answers are shown for one second, or for --time, until --count of them have arrived. The exit status is 1 if there is no server, or if
/// fewer than --count answers have arrived.
#[derive(Debug, Args)]
#[command(after_help = r#"Examples:
  godot-var send udp://127.0.0.1:7777 --schema schemas/arena.rs '{"message": "Leave", "fields": {}}'
  godot-var send udp://127.0.0.1:7777 '[4]' --json --time 0.5
  echo '[4]' | godot-var send udp://127.0.0.1:7777 - --time 0.5
  godot-var send udp://127.0.0.1:7777 --hex 1c000000010000000200000004000000"#)]
pub(super) struct Arguments {
    /// The address of the server: udp://HOST:PORT, tcp://… (a stream of frames), ws://… or enet://…
    address: Address,

    /// The messages: with --schema in the form of `encode --schema`, otherwise in that of `encode --natural`
    ///
    /// `-` reads one message from each line of standard input.
    #[arg(required = true, value_name = "JSON")]
    messages: Vec<String>,

    /// The messages are hex digits
    #[arg(long)]
    hex: bool,

    #[command(flatten)]
    shown: Shown,
}

/// How long to wait for answers, in seconds.
const PATIENCE: f64 = 1.0;

pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let Arguments { address, messages, hex, shown } = arguments;
    let Some(decoders) = shown.decoders()? else { return Ok(false) };
    let mut bytes = Vec::new();
    for text in messages {
        if text != "-" {
            bytes.push(encode(text, *hex, &decoders.to_server)?);
            continue;
        }
        for line in io::stdin().lock().lines() {
            let line = line?;
            if !line.trim().is_empty() {
                bytes.push(encode(&line, *hex, &decoders.to_server)?);
            }
        }
    }
    let options = shown.options();
    let mut output = BufWriter::new(anstream::stdout().lock());
    let seconds = Some(shown.time.unwrap_or(PATIENCE));
    // Answers do not have the header of Godot 3's ENet.
    let mut viewer = shown.viewer(&decoders, &options, &mut output, false, seconds)?;
    stop_when_interrupted()?;
    let ended = net::send(address, &bytes, shown.is_godot3(), shown.max_message, &mut |seen| {
        if let Some(seen) = seen {
            viewer.show(&seen)?;
        }
        Ok(if viewer.is_over() { Step::End } else { Step::Wait })
    })?;
    let missing = viewer.missing();
    let is_good = viewer.end()?;
    if ended == EndedBy::Server {
        anstream::eprintln!("{address}: the server closed the connection");
    }
    if missing > 0 {
        anstream::eprintln!("error: {missing} of the answers did not arrive");
    }
    Ok(is_good && missing == 0)
}

/// Returns the bytes of a message.
fn encode(text: &str, hex: bool, decoder: &Decoder) -> io::Result<Vec<u8>> {
    if hex {
        return parse_hex(text.as_bytes()).map_err(|error| {
            refused(&format!("{text}: {} (at character {})", error.message, error.offset))
        });
    }
    let json = || parse(text).map_err(|error| refused(&format!("{text}: {error}")));
    let bytes = match decoder {
        Decoder::Variant { spec, names: Some(names), .. } => natural::encode(&json()?, names, spec),
        Decoder::Variant { spec, names: None, .. } => {
            natural::of_value(&json()?, spec).and_then(|value| lines::encode(&value, spec))
        }
        Decoder::Flat(interpreter) => interpreter.encode(&json()?),
        _ => {
            let message =
                "JSON is for Variants and flat messages; give messages of other wires with --hex";
            return Err(refused(message));
        }
    };
    bytes.map_err(|error| refused(&format!("{text}: {error}")))
}
