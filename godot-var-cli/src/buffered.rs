//! Bytes of a reader that have come and are not yet used.

use std::io::{self, ErrorKind, Read};

/// How much is read at once: at first, and at most where more comes each time.
const CHUNKS: (usize, usize) = (1 << 12, 1 << 16);

/// A reader with what has come from it, in one piece.
///
/// Memory is taken for bytes that have come and are still needed, never for bytes that a length
/// promises.
#[derive(Debug)]
pub(crate) struct Buffered<R> {
    input: R,
    bytes: Vec<u8>,
    /// Where in `bytes` those begin that are not yet used.
    start: usize,
    /// Where in the input they begin.
    offset: usize,
    chunk: usize,
    ended: bool,
}

impl<R: Read> Buffered<R> {
    pub(crate) const fn new(input: R) -> Self {
        Self { input, bytes: Vec::new(), start: 0, offset: 0, chunk: CHUNKS.0, ended: false }
    }

    /// What has come.
    pub(crate) fn available(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    /// Where in the input [`available`](Self::available) begins.
    pub(crate) const fn offset(&self) -> usize {
        self.offset
    }

    /// The bytes of the last [`used`](Self::used), by their place in what was available.
    pub(crate) fn before(&self, used: usize) -> &[u8] {
        self.bytes.get(self.start - used..self.start).unwrap_or_default()
    }

    /// Marks bytes as used. They stay where they are until [`fill`](Self::fill).
    pub(crate) fn used(&mut self, count: usize) {
        let count = count.min(self.bytes.len() - self.start);
        self.start += count;
        self.offset += count;
    }

    /// Reads more; says whether anything came.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        // Moves no more bytes than were used since the last time.
        if self.start >= self.bytes.len() - self.start {
            self.bytes.drain(..self.start);
            self.start = 0;
            self.bytes.shrink_to(self.bytes.len() + 2 * CHUNKS.1);
        }
        let len = self.bytes.len();
        let chunk = self.chunk;
        self.bytes.resize(len + chunk, 0);
        let read = loop {
            match self.input.read(&mut self.bytes[len..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.bytes.truncate(len + read.as_ref().map_or(0, |read| *read));
        let read = read?;
        if read == chunk {
            self.chunk = CHUNKS.1.min(chunk * 2);
        }
        self.ended = read == 0;
        Ok(read > 0)
    }

    /// Reads until `count` bytes are available; says whether they are.
    pub(crate) fn fill_to(&mut self, count: usize) -> io::Result<bool> {
        while self.available().len() < count {
            if !self.fill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
