//! Messages as they come from elsewhere than an input.

use std::io::{self, Write};
use std::net::SocketAddr;

use super::source::{Message, Origin, Packet};
use super::{Options, Outcome, Run};
use crate::pcap::Via;
use crate::wire::Wire;

/// Shows messages one by one, as [`run`](super::run) shows those of a capture.
pub struct Live<'a, W> {
    run: Run<'a, W>,
    number: usize,
}

/// Where a message was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// The byte of a recording at which it begins.
    pub offset: usize,
    /// When it was seen, in nanoseconds since 1970.
    pub nanoseconds: i128,
    /// Who sent it.
    pub source: SocketAddr,
    /// Where to.
    pub destination: SocketAddr,
    /// Whether it goes to a client.
    pub to_client: bool,
}

impl<'a, W: Write> Live<'a, W> {
    /// Shows nothing yet.
    pub fn new(wire: &'a dyn Wire, options: &'a Options, output: &'a mut W) -> Self {
        Self { run: Run::new(wire, options, output, false), number: 0 }
    }

    /// Shows a message of this wire; says whether it was asked for.
    ///
    /// # Errors
    /// When writing fails.
    pub fn message(
        &mut self,
        wire: &'a dyn Wire,
        sighting: Sighting,
        bytes: &[u8],
    ) -> io::Result<bool> {
        let Sighting { offset, nanoseconds, source, destination, to_client } = sighting;
        self.number += 1;
        let nanoseconds = Some(nanoseconds);
        let (number, size, via) = (self.number, bytes.len(), Via::Udp);
        let origin = Origin::Packet(Packet {
            number,
            nanoseconds,
            source,
            destination,
            size,
            via,
            to_client,
        });
        let message = Message { offset, bytes, missing: 0, origin, is_open: false };
        let shown = self.run.outcome.shown;
        self.run.wire = wire;
        self.run.message(&message)?;
        if self.run.options.flush {
            self.run.output.flush()?;
        }
        Ok(self.run.outcome.shown > shown)
    }

    /// What was found until now.
    pub const fn outcome(&self) -> &Outcome {
        &self.run.outcome
    }

    /// Writes what is at the end.
    ///
    /// # Errors
    /// When writing fails.
    pub fn end(self) -> io::Result<Outcome> {
        self.run.end()
    }
}
