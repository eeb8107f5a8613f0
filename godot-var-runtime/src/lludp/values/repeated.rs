//! The repeats of a block without an allocation.

use crate::Reader;
use crate::lludp::wire::Lludp;
use crate::stream::Decode;

/// The repeats of a `Variable` block without an allocation: a slice for writing, the bytes of the
/// message after reading.
///
/// Reading checks all repeats; [`iter`](Self::iter) then reads them one by one. Repeats that were read
/// are written as they came: a `BOOL` keeps its byte.
#[derive(Clone, Copy)]
pub struct Repeated<'a, T>(pub(in crate::lludp) Source<'a, T>);

/// The storage of the repeats.
#[derive(Clone, Copy)]
pub(in crate::lludp) enum Source<'a, T> {
    /// As values.
    Slice(&'a [T]),
    /// The checked bytes, and the number of repeats in them.
    Bytes(&'a [u8], u8),
}

impl<'a, T> Repeated<'a, T> {
    /// Repeats to be written.
    pub const fn new(blocks: &'a [T]) -> Self {
        Self(Source::Slice(blocks))
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        match self.0 {
            Source::Slice(blocks) => blocks.len(),
            Source::Bytes(_, count) => count as usize,
        }
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a, T: Decode<'a, Lludp> + Clone> Repeated<'a, T> {
    /// The repeats.
    #[inline]
    pub fn iter(&self) -> RepeatedIter<'a, T> {
        match self.0 {
            Source::Slice(blocks) => RepeatedIter { blocks, reader: Reader::new(&[]), left: 0 },
            Source::Bytes(bytes, count) => {
                RepeatedIter { blocks: &[], reader: Reader::new(bytes), left: count }
            }
        }
    }
}

/// The repeats of a [`Repeated`], in order.
#[derive(Clone, Debug)]
pub struct RepeatedIter<'a, T> {
    blocks: &'a [T],
    reader: Reader<'a>,
    left: u8,
}

impl<'a, T: Decode<'a, Lludp> + Clone> Iterator for RepeatedIter<'a, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        if let Some((block, rest)) = self.blocks.split_first() {
            self.blocks = rest;
            return Some(block.clone());
        }
        self.left = self.left.checked_sub(1)?;
        T::decode(&mut self.reader).ok()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.blocks.len() + usize::from(self.left);
        (len, Some(len))
    }
}

impl<'a, T: Decode<'a, Lludp> + Clone> ExactSizeIterator for RepeatedIter<'a, T> {}

impl<'a, T: Decode<'a, Lludp> + Clone> IntoIterator for Repeated<'a, T> {
    type Item = T;
    type IntoIter = RepeatedIter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T: Decode<'a, Lludp> + Clone> IntoIterator for &Repeated<'a, T> {
    type Item = T;
    type IntoIter = RepeatedIter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> From<&'a [T]> for Repeated<'a, T> {
    fn from(blocks: &'a [T]) -> Self {
        Self::new(blocks)
    }
}

impl<'a, T, const N: usize> From<&'a [T; N]> for Repeated<'a, T> {
    fn from(blocks: &'a [T; N]) -> Self {
        Self::new(blocks)
    }
}

impl<T> Default for Repeated<'_, T> {
    fn default() -> Self {
        Self::new(&[])
    }
}

impl<'a, T: Decode<'a, Lludp> + Clone + core::fmt::Debug> core::fmt::Debug for Repeated<'a, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<'a, T: Decode<'a, Lludp> + Clone + PartialEq> PartialEq for Repeated<'a, T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other)
    }
}
