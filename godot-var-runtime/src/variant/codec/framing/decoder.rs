//! Frames from a stream that arrives in pieces.

use alloc::vec::Vec;
use core::fmt;

use super::LengthOrder;
use crate::{DecodeError, DecodeErrorKind, Limits};

/// Splits a stream into frames: you feed bytes as they arrive, and take whole frames.
///
/// It does no I/O, so it works in blocking, non-blocking and async code. It checks a frame's length
/// against [`Limits::bytes`] as soon as its four bytes are there. It allocates memory for bytes
/// that have arrived, not for bytes that a length promises.
///
/// Take all frames after each [`feed`](Self::feed); the decoder keeps frames that you do not take.
/// It cannot find the next frame after a wrong length. So after an error every call to
/// [`next_frame`](Self::next_frame) returns it again, and further bytes are dropped: close the
/// connection.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | 4 | length | u32 in the stream's [`LengthOrder`], below 2^31 |
/// | 4 | length | value | returned by [`next_frame`](Self::next_frame) |
///
/// # Examples
/// ```
/// use godot_var_runtime::variant::{FrameDecoder, LengthOrder};
///
/// let mut frames = FrameDecoder::new(LengthOrder::LittleEndian);
/// frames.feed(&[4, 0, 0, 0, 0, 0]); // a part of a frame
/// assert_eq!(frames.next_frame()?, None);
///
/// frames.feed(&[0, 0, 8, 0]); // its rest, and a part of the next one
/// assert_eq!(frames.next_frame()?, Some(&[0, 0, 0, 0][..]));
/// assert_eq!(frames.next_frame()?, None);
/// assert!(frames.finish().is_err()); // a stream that ends here ends inside a frame
/// # Ok::<(), godot_var_runtime::DecodeError>(())
/// ```
#[doc(alias("get_var", "PacketPeerStream"))]
#[derive(Clone)]
pub struct FrameDecoder {
    order: LengthOrder,
    max: usize,
    pub(super) buffer: Vec<u8>,
    /// The offset in `buffer` of the first frame that has not been returned.
    start: usize,
    /// The offset of that frame in the stream.
    position: usize,
    failed: Option<DecodeError>,
}

impl FrameDecoder {
    /// The memory in bytes that an idle decoder keeps; it frees what a longer frame needed.
    pub(super) const KEPT: usize = 64 * 1024;

    /// Makes a decoder for the start of a stream, with the default limits.
    pub fn new(order: LengthOrder) -> Self {
        Self::with_limits(order, Limits::DEFAULT)
    }

    /// Makes a decoder for the start of a stream. Of the limits, only [`Limits::bytes`] applies: it
    /// bounds a frame.
    pub fn with_limits(order: LengthOrder, limits: Limits) -> Self {
        Self { order, max: limits.bytes, buffer: Vec::new(), start: 0, position: 0, failed: None }
    }

    /// Takes bytes as they arrive, in pieces of any size.
    ///
    /// The time is proportional to the number of bytes, however many frames they contain.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.failed.is_some() {
            return;
        }
        if self.start == self.buffer.len() {
            self.buffer.clear();
            self.buffer.shrink_to(Self::KEPT);
            self.start = 0;
        } else if self.start >= self.buffer.len() / 2 {
            // Moves at most as many bytes as have been returned since the last time.
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next whole frame without its length, or `None` until more bytes have arrived.
    ///
    /// # Errors
    /// [`DecodeErrorKind::LimitExceeded`] for a length above [`Limits::bytes`],
    /// [`DecodeErrorKind::InvalidLength`] for one of 2^31 and more. The offset of the error counts
    /// from the start of the stream. Every later call returns the same error.
    pub fn next_frame(&mut self) -> Result<Option<&[u8]>, DecodeError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let Some((prefix, rest)) = self.pending().split_first_chunk::<4>() else {
            return Ok(None);
        };
        let length = match self.order.length(*prefix, self.max, self.position) {
            Ok(length) => length,
            Err(error) => {
                self.failed = Some(error.clone());
                self.buffer = Vec::new();
                self.start = 0;
                return Err(error);
            }
        };
        if rest.len() < length {
            return Ok(None);
        }
        let from = self.start + 4;
        self.start = from + length;
        self.position = self.position.wrapping_add(4 + length);
        Ok(self.buffer.get(from..self.start))
    }

    /// Checks that the stream may end here: that no incomplete frame is left.
    ///
    /// # Errors
    /// [`DecodeErrorKind::Incomplete`] within a frame; the error of
    /// [`next_frame`](Self::next_frame) if there was one.
    pub fn finish(&self) -> Result<(), DecodeError> {
        match &self.failed {
            Some(error) => Err(error.clone()),
            None if self.pending().is_empty() => Ok(()),
            None => Err(DecodeError::new(
                DecodeErrorKind::Incomplete,
                self.position.wrapping_add(self.pending().len()),
                "a frame",
                "",
            )),
        }
    }

    /// Returns the number of bytes that have arrived and have not been returned in a frame.
    pub fn buffered(&self) -> usize {
        self.pending().len()
    }

    fn pending(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }
}

impl fmt::Debug for FrameDecoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameDecoder")
            .field("order", &self.order)
            .field("buffered", &self.buffered())
            .field("position", &self.position)
            .field("failed", &self.failed)
            .finish_non_exhaustive()
    }
}
