//! Rows of values: arguments, states of spawns, and synchronized properties.

use godot_var_runtime::variant::{Dialect, Godot4, Variant, compressed};
use godot_var_runtime::{DecodeError, Limits, Reader};

/// Values in the [compressed form](compressed) of Variant, one after the other. A row contains neither the number nor the length of its
/// values: the reader must know what to expect.
///
/// Decode them dynamically with [`values`](Self::values), or each as its type with [`reader`](Self::reader) and [`compressed::decode`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Row<'a> {
    bytes: &'a [u8],
    /// The offset of the row in its packet.
    offset: usize,
}

/// Rows are equal if their bytes are, at any offset.
impl PartialEq for Row<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Row<'_> {}

impl<'a> Row<'a> {
    /// Makes a row from the bytes of encoded values.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0 }
    }

    pub(crate) const fn at(bytes: &'a [u8], offset: usize) -> Self {
        Self { bytes, offset }
    }

    /// Returns the bytes of the values.
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Whether the row is empty.
    pub const fn is_empty(self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the offset of the row in its packet. Offsets in errors are relative to the packet, too.
    pub const fn offset(self) -> usize {
        self.offset
    }

    /// Returns a reader at the start of the row.
    pub fn reader(self, limits: Limits) -> Reader<'a> {
        Reader::with_limits(self.bytes, limits)
    }

    /// Returns an iterator over the values. It ends after an error.
    pub fn values(self, limits: Limits) -> Values<'a> {
        Values { reader: self.reader(limits), offset: self.offset, failed: false }
    }
}

/// An iterator over the values of a [`Row`].
#[derive(Clone, Debug)]
pub struct Values<'a> {
    reader: Reader<'a>,
    offset: usize,
    failed: bool,
}

impl Values<'_> {
    /// Returns the offset of the next value in its packet.
    pub fn position(&self) -> usize {
        self.offset + self.reader.position()
    }
}

impl Iterator for Values<'_> {
    type Item = Result<Variant, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.reader.remaining() == 0 {
            return None;
        }
        let read = compressed::read(&mut self.reader, &Godot4::SPEC);
        self.failed = read.is_err();
        Some(read.map_err(|error| error.moved(self.offset)))
    }
}
