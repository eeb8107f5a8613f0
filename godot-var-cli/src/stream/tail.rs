//! A reader that waits at the end of a growing file.

use std::fs::File;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

/// How long nothing is done at the end of a file.
const PAUSE: Duration = Duration::from_millis(50);

/// What [`Tail`] reads.
pub trait Growing: Read {
    /// Whether more may come after the end, as in a file that is being written.
    ///
    /// # Errors
    /// When what was read is no longer there.
    fn may_grow(&mut self, read: u64) -> io::Result<bool>;
}

impl Growing for File {
    fn may_grow(&mut self, read: u64) -> io::Result<bool> {
        let metadata = self.metadata()?;
        if !metadata.is_file() {
            return Ok(false);
        }
        if metadata.len() < read {
            return Err(io::Error::other("the file became shorter while it was read"));
        }
        Ok(true)
    }
}

/// A reader that ends when it is told to, and not before, if what it reads may grow.
#[derive(Debug)]
pub struct Tail<'a, R> {
    input: R,
    stop: &'a AtomicBool,
    follow: bool,
    read: u64,
}

impl<'a, R> Tail<'a, R> {
    /// Reads until `stop` is set; with `follow` also beyond the present end.
    pub const fn new(input: R, stop: &'a AtomicBool, follow: bool) -> Self {
        Self { input, stop, follow, read: 0 }
    }
}

impl<R: Growing> Read for Tail<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(0);
            }
            let read = self.input.read(buffer)?;
            self.read += read as u64;
            if read > 0 || !self.follow || !self.input.may_grow(self.read)? {
                return Ok(read);
            }
            sleep(PAUSE);
        }
    }
}
