//! What the entry points of every wire do around an encoder or a decoder: room, lengths, limits.
//!
//! Each wire names its own methods and calls these, so `append_…_bytes` and its like behave alike
//! everywhere.

use alloc::vec::Vec;

use crate::{
    DecodeError, DecodeErrorKind, EncodeError, Limits, Output, Reader, SliceOutput, VecOutput,
};

/// Appends what `encode` writes, and returns how many bytes it took. After an error the `Vec` holds
/// what it held before.
#[inline(always)]
pub(crate) fn append(
    bytes: &mut Vec<u8>,
    encode: impl FnOnce(&mut VecOutput<&mut Vec<u8>>) -> Result<(), EncodeError>,
) -> Result<usize, EncodeError> {
    let start = bytes.len();
    match encode(&mut VecOutput::new(&mut *bytes)) {
        Ok(()) => Ok(bytes.len() - start),
        Err(error) => {
            bytes.truncate(start);
            Err(error)
        }
    }
}

/// Writes what `encode` writes to the start of a slice, and returns how many bytes it took.
///
/// # Errors
/// [`EncodeErrorKind::BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall) with the length needed.
#[inline(always)]
pub(crate) fn write<'b>(
    buffer: &'b mut [u8],
    encode: impl FnOnce(&mut SliceOutput<'b>) -> Result<(), EncodeError>,
) -> Result<usize, EncodeError> {
    let available = buffer.len();
    let mut out = SliceOutput::new(buffer);
    encode(&mut out)?;
    let needed = out.position();
    if needed > available {
        return Err(EncodeError::buffer_too_small(needed, available));
    }
    Ok(needed)
}

/// Counts the bytes that `encode` writes.
#[inline(always)]
pub(crate) fn length(
    encode: impl FnOnce(&mut SliceOutput<'static>) -> Result<(), EncodeError>,
) -> Result<usize, EncodeError> {
    let mut counter = SliceOutput::new(&mut []);
    encode(&mut counter)?;
    Ok(counter.position())
}

/// A reader at the start of a message.
///
/// # Errors
/// [`DecodeErrorKind::LimitExceeded`] for a message above [`Limits::bytes`].
#[inline(always)]
pub(crate) fn reader(bytes: &[u8], limits: Limits) -> Result<Reader<'_>, DecodeError> {
    if bytes.len() > limits.bytes {
        return Err(too_many_bytes(bytes.len(), limits.bytes));
    }
    Ok(Reader::with_limits(bytes, limits))
}

#[cold]
#[inline(never)]
fn too_many_bytes(len: usize, most: usize) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::LimitExceeded,
        0,
        alloc::format!("at most {most} bytes"),
        alloc::format!("{len}"),
    )
}

/// Reads the next value of a buffer that holds several. After an error the reader stands where it
/// stood.
#[inline(always)]
pub(crate) fn next<'de, T>(
    reader: &mut Reader<'de>,
    decode: impl FnOnce(&mut Reader<'de>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    let mut ahead = reader.clone();
    let value = decode(&mut ahead)?;
    *reader = ahead;
    Ok(value)
}
