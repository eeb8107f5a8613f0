//! Messages in a stream of TCP, each after its length.

use super::guess;
use super::inbox::Inbox;
use super::place::Step;

/// The bytes of a length.
pub(crate) const PREFIX: usize = 4;

/// Reads frames.
#[derive(Debug)]
pub(super) struct Framed {
    /// Whether the place where it begins is a guess, which the first message proves.
    is_guess: bool,
}

impl Framed {
    pub(super) const fn new(is_guess: bool) -> Self {
        Self { is_guess }
    }

    /// The next message, which `out` gets.
    pub(super) fn next(
        &mut self,
        inbox: &mut Inbox,
        big_endian: bool,
        max: usize,
        out: &mut Vec<u8>,
    ) -> Step {
        let bytes = inbox.bytes();
        let Some(len) = guess::length(bytes, big_endian) else { return Step::Wait };
        if self.is_guess {
            match guess::is_framed(bytes, big_endian, max) {
                _ if bytes.len() < 2 * PREFIX => return Step::Wait,
                Some(true) => self.is_guess = false,
                _ => return Step::Astray,
            }
        }
        if len > max {
            return Step::TooLong(len as u64);
        }
        if bytes.len() - PREFIX < len {
            return Step::Wait;
        }
        inbox.take(PREFIX);
        out.clear();
        out.extend_from_slice(inbox.take(len));
        Step::Message
    }
}
