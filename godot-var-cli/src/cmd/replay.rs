//! The messages of a capture that `send` sends again.

use std::io::{self, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use clap::{Args, ValueEnum};
use godot_var_cli::pcap::{Carried, Settings};
use godot_var_cli::stream::{Item, Origin, Source};
use godot_var_cli::visible;

use super::Input;
use super::live::Shown;
use crate::settings::wires::refused;
use crate::sources::of_file;

/// Options for messages of a capture.
#[derive(Debug, Args)]
pub(super) struct Replay {
    /// Send the messages of a capture this many times as fast as they were; 0 is at once [default: 1]
    #[arg(long, value_name = "FACTOR", help_heading = "Messages of a capture")]
    speed: Option<f64>,

    /// Of a capture, send the messages of this side [default: client]
    #[arg(long, value_enum, help_heading = "Messages of a capture")]
    from: Option<Side>,

    /// Of a capture, send the messages of this client, or to it [default: the first one]
    #[arg(long, value_name = "HOST:PORT", help_heading = "Messages of a capture")]
    client: Option<SocketAddr>,

    /// Of a capture, the port of the server; by default a guess
    #[arg(short, long, help_heading = "Messages of a capture")]
    port: Option<u16>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Side {
    #[default]
    Client,
    Server,
}

impl Replay {
    /// Refuses the options of captures for other messages.
    pub(super) fn check(&self, is_capture: bool) -> io::Result<()> {
        for (is_given, option) in [
            (self.speed.is_some(), "--speed"),
            (self.from.is_some(), "--from"),
            (self.client.is_some(), "--client"),
            (self.port.is_some(), "--port"),
        ] {
            if is_given && !is_capture {
                return Err(refused(&format!("{option} is for the messages of a capture")));
            }
        }
        let is_speed = |speed: f64| speed >= 0.0 && speed.is_finite();
        if self.speed.is_some_and(|speed| !is_speed(speed)) {
            return Err(refused("--speed: expected a number from 0 on, such as 1 or 0.5"));
        }
        Ok(())
    }

    /// Opens a capture.
    pub(super) fn open(
        &self,
        path: &Path,
        carried: Carried,
        shown: &Shown,
    ) -> io::Result<Replayed> {
        let (input, _) = super::open(Some(path))?;
        let max = shown.max_message;
        let settings = Settings { transport: None, carried, big_endian: false, max };
        let source = Source::capture(input, settings, self.port, 0);
        Ok(Replayed {
            source,
            path: visible::shown(path),
            speed: self.speed.unwrap_or(1.0),
            to_client: self.from == Some(Side::Server),
            client: self.client,
            first: None,
            sent: 0,
            others: 0,
        })
    }
}

/// Whether a file begins as a capture does.
pub(super) fn is_capture(path: &Path) -> io::Result<bool> {
    if !path.is_file() {
        return Ok(false);
    }
    let (mut input, _) = super::open(Some(path))?;
    let mut start = Vec::new();
    (&mut input).take(4).read_to_end(&mut start).map_err(of_file(path))?;
    Ok(godot_var_cli::pcap::is_capture(&start))
}

/// Longer than anybody waits.
const LONGEST: Duration = Duration::from_secs(1 << 32);

/// The messages of one client in a capture, each with the time after the first one.
pub(super) struct Replayed {
    source: Source<Input>,
    path: String,
    speed: f64,
    to_client: bool,
    client: Option<SocketAddr>,
    /// When the first of them was captured.
    first: Option<i128>,
    pub(super) sent: usize,
    /// Messages of this side of other clients.
    pub(super) others: usize,
}

impl Replayed {
    fn next_message(&mut self) -> io::Result<Option<(Duration, Vec<u8>)>> {
        while let Some(item) = self.source.next_item()? {
            let message = match item {
                Item::Message(message) => message,
                Item::Fault(fault) if fault.origin.is_none() => {
                    return Err(io::Error::other(format!("{}: {}", self.path, fault.message)));
                }
                _ => continue,
            };
            let Origin::Packet(packet) = message.origin else { continue };
            if packet.to_client != self.to_client || message.missing > 0 {
                continue;
            }
            let client = if packet.to_client { packet.destination } else { packet.source };
            if *self.client.get_or_insert(client) != client {
                self.others += 1;
                continue;
            }
            self.sent += 1;
            let now = packet.nanoseconds.unwrap_or_default();
            let after = (now - *self.first.get_or_insert(now)).max(0) as f64 / 1e9 / self.speed;
            let after = match Duration::try_from_secs_f64(after) {
                Ok(after) => after,
                // Divided by zero.
                Err(_) if self.speed == 0.0 => Duration::ZERO,
                Err(_) => LONGEST,
            };
            return Ok(Some((after, message.payload().to_vec())));
        }
        if self.sent == 0 {
            let side = if self.to_client { "server" } else { "client" };
            let way = "see `godot-var inspect` of the capture, --from, --client and --port";
            return Err(io::Error::other(format!(
                "{}: no message of the {side}; {way}",
                self.path
            )));
        }
        Ok(None)
    }
}

impl Iterator for Replayed {
    type Item = io::Result<(Duration, Vec<u8>)>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_message().transpose()
    }
}
