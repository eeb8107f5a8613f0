//! Messages that a client sends, each at its time.

use std::io;
use std::time::{Duration, Instant};

use super::TICK;

/// Messages in the order in which they are sent, each with the time after the first one.
pub type Outgoing<'a> = &'a mut dyn Iterator<Item = io::Result<(Duration, Vec<u8>)>>;

/// What is not yet sent.
pub(super) struct Outbox<'a> {
    rest: Outgoing<'a>,
    next: Option<(Duration, Vec<u8>)>,
    /// When the first look at it was.
    begun: Option<Instant>,
}

impl<'a> Outbox<'a> {
    /// The times begin with the first look at what is due.
    pub(super) fn new(rest: Outgoing<'a>) -> io::Result<Self> {
        let next = rest.next().transpose()?;
        Ok(Self { rest, next, begun: None })
    }

    /// Returns a message whose time has come.
    pub(super) fn due(&mut self) -> io::Result<Option<Vec<u8>>> {
        let passed = self.begun.get_or_insert_with(Instant::now).elapsed();
        if self.next.as_ref().is_none_or(|(after, _)| passed < *after) {
            return Ok(None);
        }
        let due = self.next.take().map(|(_, message)| message);
        self.next = self.rest.next().transpose()?;
        Ok(due)
    }

    /// Returns how long to wait for answers before the next look: at most [`TICK`], and never nothing.
    pub(super) fn pause(&self) -> Duration {
        let passed = self.begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        let left = self.next.as_ref().map(|(after, _)| after.saturating_sub(passed));
        left.map_or(TICK, |left| left.clamp(Duration::from_millis(1), TICK))
    }
}
