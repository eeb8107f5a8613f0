//! Fields in a row whose sizes are known: one check for all of them.

use crate::litenet::DecodeLiteNet;
use crate::litenet::format::era::Era;
use crate::{DecodeError, Reader};

/// How many bytes a field takes, and its name.
#[derive(Clone, Copy, Debug)]
pub struct FieldSize {
    /// The field.
    pub place: Place,
    /// The fewest bytes of it; 0 if it may be absent.
    pub min_size: usize,
    /// Whether it never takes more.
    pub fixed: bool,
    /// What these bytes are, in errors.
    pub what: &'static str,
}

/// A field by its name or position.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// `position`.
    Key(&'static str),
    /// `0`.
    Index(usize),
}

/// The fewest bytes of the fields from `first` to the next one whose size varies.
///
/// In front of a string that is its length: the run and the length are checked at once.
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

/// Checks once that a run of fields is there, from the field `FIRST` of `T` on: the checks of the
/// fields themselves fold away after it.
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
