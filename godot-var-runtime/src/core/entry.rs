//! What the entry points of every wire do around an encoder or a decoder: room, lengths, limits.
//!
//! Each wire names its own methods and calls these, so `append_…_bytes` and its like behave alike
//! everywhere.

use alloc::vec::Vec;
use core::mem;

#[cfg(feature = "bytes")]
use crate::BytesMutOutput;
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader, SliceOutput, VecOutput};

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

/// A `Vec` that is a sink's own for a while.
pub(crate) struct Lent<'a> {
    pub(crate) out: VecOutput<Vec<u8>>,
    owner: &'a mut Vec<u8>,
}

impl<'a> Lent<'a> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(owner: &'a mut Vec<u8>) -> Self {
        Self { out: VecOutput::new(mem::take(owner)), owner }
    }
}

impl Drop for Lent<'_> {
    /// Gives it back, also when writing panics.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drop(&mut self) {
        mem::swap(self.owner, self.out.buffer());
    }
}

/// As [`append`], to a buffer of the crate `bytes`, in which it makes room for `room` bytes first.
#[cfg(feature = "bytes")]
#[inline(always)]
pub(crate) fn append_mut(
    bytes: &mut bytes::BytesMut,
    room: usize,
    encode: impl FnOnce(&mut BytesMutOutput<&mut bytes::BytesMut>) -> Result<(), EncodeError>,
) -> Result<usize, EncodeError> {
    let start = bytes.len();
    bytes.reserve(room);
    match encode(&mut BytesMutOutput::new(&mut *bytes)) {
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

/// Reads a whole message and returns the result, an error if there are bytes after the value.
///
/// A macro, because a function that gets the decoder as a value does not always call it in line.
macro_rules! whole {
    ($bytes:ident, $limits:ident, |$reader:ident| $decode:expr) => {{
        $limits.check_bytes($bytes.len())?;
        // The reader ends in this block, so that its last position need not be stored. Four instructions less.
        let rest = {
            let mut reader = $crate::Reader::with_limits($bytes, $limits);
            let $reader = &mut reader;
            match $decode {
                Ok(value) => {
                    if reader.remaining() == 0 {
                        return Ok(value);
                    }
                    reader.remaining()
                }
                Err(error) => return Err(error),
            }
        };
        Err($crate::core::entry::goes_on($bytes.len() - rest, rest))
    }};
}

/// The error for `more` bytes after a value that ends at `position`.
#[cold]
#[inline(never)]
pub(crate) fn goes_on(position: usize, more: usize) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::WrongLength,
        position,
        "the end of the message",
        alloc::format!("{more} more bytes"),
    )
}

/// Reads the next value of a buffer that holds several. After an error the reader's position is unchanged.
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

/// The methods of a trait that writes, from their names and the encoder. A wire may have a quicker way to append, and know how much
/// room to make.
macro_rules! writing {
    (
        [$($generics:tt)*] $(#[$attr:meta])* $to:ident $append:ident $append_mut:ident $write:ident $len:ident:
        |$value:ident, $out:ident| $encode:expr
    ) => {
        $crate::core::entry::writing! {
            [$($generics)*] $(#[$attr])* $to $append $append_mut $write $len:
            |$value, $out| $encode,
            |bytes| $crate::core::entry::append(bytes, |$out| $encode),
            room 0
        }
    };
    (
        [$($generic:ident: $bound:path)?]
        $(#[$attr:meta])* $to:ident $append:ident $append_mut:ident $write:ident $len:ident:
        |$value:ident, $out:ident| $encode:expr,
        |$bytes:ident| $append_to:expr,
        room $room:expr
    ) => {
        /// Encodes the value into a new `Vec`.
        ///
        /// # Errors
        /// For a value that the wire cannot hold.
        $(#[$attr])*
        #[inline]
        fn $to $(<$generic: $bound>)? (&self) -> Result<alloc::vec::Vec<u8>, $crate::EncodeError> {
            let mut bytes = alloc::vec::Vec::new();
            match self.$append $(::<$generic>)? (&mut bytes) {
                Ok(_) => Ok(bytes),
                Err(error) => Err(error),
            }
        }

        /// Appends the encoding to a `Vec` and returns its length in bytes. After an error the `Vec` is unchanged.
        ///
        /// # Errors
        /// For a value that the wire cannot hold.
        #[inline]
        fn $append $(<$generic: $bound>)? (
            &self,
            $bytes: &mut alloc::vec::Vec<u8>,
        ) -> Result<usize, $crate::EncodeError> {
            let $value = self;
            $append_to
        }

        /// Appends the encoding to a buffer of the crate `bytes` and returns its length in bytes. After an error the
        /// buffer is unchanged.
        ///
        /// # Errors
        /// For a value that the wire cannot hold.
        #[cfg(feature = "bytes")]
        fn $append_mut $(<$generic: $bound>)? (
            &self,
            bytes: &mut bytes::BytesMut,
        ) -> Result<usize, $crate::EncodeError> {
            let $value = self;
            $crate::core::entry::append_mut(bytes, $room, |$out| $encode)
        }

        /// Writes the encoding to the start of a slice and returns its length in bytes. Bytes of the slice after these do
        /// not change. After an error the contents of the slice are unspecified.
        ///
        /// # Errors
        /// [`EncodeErrorKind::BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall) with the
        /// [`needed`](crate::EncodeError::needed) length when the slice is too short; for a value that the wire cannot
        /// hold.
        #[inline]
        fn $write $(<$generic: $bound>)? (
            &self,
            buffer: &mut [u8],
        ) -> Result<usize, $crate::EncodeError> {
            let $value = self;
            $crate::core::entry::write(buffer, |$out| $encode)
        }

        /// Returns the exact length of the encoding in bytes.
        ///
        /// # Errors
        /// For a value that the wire cannot hold.
        fn $len $(<$generic: $bound>)? (&self) -> Result<usize, $crate::EncodeError> {
            let $value = self;
            $crate::core::entry::length(|$out| $encode)
        }
    };
}

/// The methods of a trait that reads, from their names, the decoder of a whole message, and the decoder of a value among others.
macro_rules! reading {
    (
        [$($generic:ident: $bound:path)?]
        $(#[$attr:meta])* $from:ident $from_with:ident $read:ident:
        $whole:expr, $next:expr
    ) => {
        /// Reads a whole message with the default [`Limits`](crate::Limits).
        ///
        /// # Errors
        /// For bytes that are not a value, and beyond the limits;
        /// [`DecodeErrorKind::WrongLength`](crate::DecodeErrorKind::WrongLength) for bytes after the value.
        $(#[$attr])*
        #[inline]
        fn $from $(<$generic: $bound>)? (bytes: &'de [u8]) -> Result<Self, $crate::DecodeError> {
            Self::$from_with $(::<$generic>)? (bytes, $crate::Limits::DEFAULT)
        }

        /// Reads a whole message with the given limits.
        ///
        /// # Errors
        /// For bytes that are not a value, and beyond the limits;
        /// [`DecodeErrorKind::WrongLength`](crate::DecodeErrorKind::WrongLength) for bytes after the value.
        #[inline(always)]
        fn $from_with $(<$generic: $bound>)? (
            bytes: &'de [u8],
            limits: $crate::Limits,
        ) -> Result<Self, $crate::DecodeError> {
            $crate::core::entry::whole!(bytes, limits, |reader| $whole(reader))
        }

        /// Reads the next value of a buffer that holds several, and advances the reader past it. What follows the value stays
        /// unread. If anything follows, no field may be missing, as the buffer does not say where the value ends. After an
        /// error the reader's position is unchanged.
        ///
        /// # Errors
        /// For bytes that are not a value.
        #[inline]
        fn $read $(<$generic: $bound>)? (
            reader: &mut $crate::Reader<'de>,
        ) -> Result<Self, $crate::DecodeError> {
            $crate::core::entry::next(reader, $next)
        }
    };
}

pub(crate) use {reading, whole, writing};
