//! `godot-var listen`.

use std::io;

use clap::Args;
use godot_var_cli::net::{self, Address};

use super::live::Shown;

/// Receive messages from clients and show them, without answering
///
/// Acts as the server. Each message is one line: its time in seconds, the client, its name and its fields. Connections and disconnections are reported on standard error. Ends when interrupted, after --time, or after
/// --count messages.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var listen udp://127.0.0.1:7777
  godot-var listen ws://127.0.0.1:7777 --message Say --json
  godot-var listen enet://127.0.0.1:7777 --record clients.pcap")]
pub(super) struct Arguments {
    /// The address to listen on: udp://HOST:PORT, tcp://… (a stream of frames), ws://… or enet://…
    ///
    /// Port 0 selects a free port, which is reported on standard error.
    address: Address,

    #[command(flatten)]
    shown: Shown,
}

pub(super) fn run(mut arguments: Arguments) -> io::Result<bool> {
    arguments.shown.selection.take_settings()?;
    let Arguments { address, shown } = &arguments;
    // Report mistakes in the schema before the first connection.
    if shown.wires()?.is_none() {
        return Ok(false);
    }
    let (at, events) = net::listen(address, shown.max_message)?;
    anstream::eprintln!("listening on {}://{at}", address.transport.scheme());
    shown.watch(address.transport, &events)
}
