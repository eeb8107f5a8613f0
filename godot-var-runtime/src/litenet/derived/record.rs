//! One bounds check for a run of consecutive fields whose sizes are known.

use crate::litenet::DecodeLiteNet;
use crate::litenet::format::era::Era;
use crate::{DecodeError, Reader};

/// The size of a field in bytes, and its name.
#[derive(Clone, Copy, Debug)]
pub struct FieldSize {
    /// The field.
    pub place: Place,
    /// Its smallest size in bytes; 0 if it may be absent.
    pub min_size: usize,
    /// Whether every value takes exactly `min_size` bytes.
    pub fixed: bool,
    /// How errors name these bytes.
    pub what: &'static str,
}

/// A field by its name or position.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// A named field: `position`.
    Key(&'static str),
    /// A field of a tuple struct: `0`.
    Index(usize),
}

/// The smallest size of the fields from `first` to the next one whose size varies.
///
/// If that next field is a string, the run includes its length prefix: one check covers both.
const fn run_size(fields: &[FieldSize], first: usize) -> usize {
    let (mut size, mut next) = (0, first);
    while next < fields.len() {
        size += fields[next].min_size;
        if !fields[next].fixed {
            break;
        }
        next += 1;
    }
    size
}

/// Checks once that the buffer holds a run of fields, from the field `FIRST` of `T` on. The
/// compiler then removes the checks of the single fields.
///
/// # Errors
/// [`DecodeErrorKind::Incomplete`](crate::DecodeErrorKind::Incomplete) in the field where the buffer ends.
#[inline(always)]
pub fn whole_run<'de, E: Era, T: DecodeLiteNet<'de, E>, const FIRST: usize>(
    reader: &Reader<'de>,
) -> Result<(), DecodeError> {
    let size = const { run_size(T::FIELDS, FIRST) };
    if reader.remaining() < size { Err(cut_run(reader, T::FIELDS, FIRST)) } else { Ok(()) }
}

/// The error for a buffer that ends inside a run.
#[cold]
#[inline(never)]
fn cut_run(reader: &Reader<'_>, fields: &[FieldSize], first: usize) -> DecodeError {
    let mut left = reader.remaining();
    for field in fields.iter().skip(first) {
        if left < field.min_size {
            let error = reader.incomplete(field.what);
            return match field.place {
                Place::Key(key) => error.in_key(key),
                Place::Index(index) => error.in_index(index),
            };
        }
        left -= field.min_size;
    }
    reader.incomplete("a message")
}
