//! Bytes of a stream that have come, in order, and belong to no message yet.

/// Grows with what comes, and shrinks again after a long message.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    bytes: Vec<u8>,
    start: usize,
}

/// Room that is kept.
const KEPT: usize = 1 << 12;

impl Inbox {
    pub(super) fn bytes(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    pub(super) fn len(&self) -> usize {
        self.bytes().len()
    }

    /// The room that it takes.
    pub(super) fn held(&self) -> usize {
        self.bytes.capacity()
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.start = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Takes bytes from the front.
    pub(super) fn take(&mut self, count: usize) -> &[u8] {
        let from = self.start;
        self.start = (from + count).min(self.bytes.len());
        self.bytes.get(from..self.start).unwrap_or_default()
    }

    /// Whether all is taken: then its room is given back.
    pub(super) fn is_spent(&mut self) -> bool {
        let spent = self.start == self.bytes.len();
        if spent {
            self.clear();
        }
        spent
    }

    pub(super) fn clear(&mut self) {
        self.start = 0;
        self.bytes.clear();
        self.bytes.shrink_to(KEPT);
    }
}
