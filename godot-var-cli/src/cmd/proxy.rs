//! `godot-var proxy`.

use std::io;
use std::time::Duration;

use clap::Args;
use godot_var_cli::net::{self, Address};

use super::live::Shown;

/// Relay packets between clients and their server, and show the messages of both
///
/// The proxy forwards bytes unchanged before it decodes them. Each message is one line: its time in seconds, its direction, the client, its
/// name and its fields. Connections and disconnections are reported on standard error. Ends when
/// interrupted, after --time, or after --count messages.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  godot-var proxy udp://127.0.0.1:7776 udp://127.0.0.1:7777
  godot-var proxy ws://127.0.0.1:7776 ws://127.0.0.1:7777 --where 'text ~ \"hi\"'
  godot-var proxy enet://127.0.0.1:7776 enet://127.0.0.1:7777 --record session.pcap")]
pub(super) struct Arguments {
    /// The address for clients: udp://HOST:PORT, tcp://… (a stream of frames), ws://… or enet://…
    ///
    /// Port 0 selects a free port, which is reported on standard error.
    address: Address,

    /// The address of their server, over the same transport
    server: Address,

    #[command(flatten)]
    shown: Shown,
}

pub(super) fn run(mut arguments: Arguments) -> io::Result<bool> {
    arguments.shown.selection.take_settings()?;
    let Arguments { address, server, shown } = &arguments;
    // Report mistakes in the schema before the first connection.
    if shown.wires()?.is_none() {
        return Ok(false);
    }
    let (at, events) = net::proxy(address, server, shown.max_message, Duration::ZERO)?;
    anstream::eprintln!("listening on {}://{at} for {server}", address.transport.scheme());
    shown.watch(address.transport, &events)
}
