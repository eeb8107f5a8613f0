//! Rows of values: arguments, states of spawns, synchronized properties.

use godot_var_runtime::variant::{Dialect, Godot4, Variant, compressed};
use godot_var_runtime::{DecodeError, Limits, Reader};

/// Values in the [compressed form](compressed) of a Variant, one after the other. Neither their number nor their length
/// is in the row: its reader knows what to expect.
///
/// Read them dynamically with [`values`](Self::values), or each as its type with [`reader`](Self::reader) and [`compressed::decode`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Row<'a> {
    bytes: &'a [u8],
    /// Where they stand in their packet.
    offset: usize,
}

/// Rows of the same bytes, wherever in a packet they stand.
impl PartialEq for Row<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Row<'_> {}

impl<'a> Row<'a> {
    /// A row of values that were written one after the other.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0 }
    }

    pub(crate) const fn at(bytes: &'a [u8], offset: usize) -> Self {
        Self { bytes, offset }
    }

    /// The values as they stand in the packet.
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Whether there is no value.
    pub const fn is_empty(self) -> bool {
        self.bytes.is_empty()
    }

    /// Where the row begins in the packet that it was read from: offsets of errors count from there.
    pub const fn offset(self) -> usize {
        self.offset
    }

    /// A reader at the start of the row.
    pub fn reader(self, limits: Limits) -> Reader<'a> {
        Reader::with_limits(self.bytes, limits)
    }

    /// The values, read one by one. It ends after an error.
    pub fn values(self, limits: Limits) -> Values<'a> {
        Values { reader: self.reader(limits), offset: self.offset, failed: false }
    }
}

/// The values of a [`Row`].
#[derive(Clone, Debug)]
pub struct Values<'a> {
    reader: Reader<'a>,
    offset: usize,
    failed: bool,
}

impl Values<'_> {
    /// The offset of the next value in its packet.
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
