//! An input taken piece by piece: as a stream that arrives, or as choices.

use std::io::{self, Read};

/// A reader that returns a stream in pieces of these lengths, in turn.
pub(crate) struct Pieces<'a> {
    stream: &'a [u8],
    lengths: std::iter::Cycle<std::slice::Iter<'a, u8>>,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(stream: &'a [u8], lengths: &'a [u8]) -> Self {
        Self { stream, lengths: lengths.iter().cycle() }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = usize::from(self.lengths.next().copied().unwrap_or(7)).max(1);
        let (piece, rest) = self.stream.split_at(length.min(self.stream.len()).min(buffer.len()));
        buffer[..piece.len()].copy_from_slice(piece);
        self.stream = rest;
        Ok(piece.len())
    }
}

/// The bytes that select the actions.
pub(crate) struct Choices<'a>(pub(crate) &'a [u8]);

impl<'a> Choices<'a> {
    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        let len = usize::from(self.byte()?).min(self.0.len());
        let (bytes, rest) = self.0.split_at(len);
        self.0 = rest;
        Some(bytes)
    }
}
