//! Streams of values over tokio: a codec for `tokio_util::codec::Framed`.

use core::fmt;
use core::marker::PhantomData;
use std::io;

use bytes::{Buf, BytesMut};
use tokio_util::codec::{Decoder, Encoder};

use crate::core::writer::BytesMutOutput;
use crate::variant::FromVariantBytes;
use crate::variant::ToVariantBytes;
use crate::variant::codec::framing::LengthOrder;
use crate::variant::traits::dialect::Dialect;
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Limits};

/// Reads `In` and writes `Out` in the dialect `D`, each after its length. The peer is
/// `StreamPeer.put_var` and `get_var`.
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// | 0 | 4 | length | u32 in the stream's [`LengthOrder`], below 2^31, at most [`Limits::bytes`] |
/// | 4 | length | value | a Variant |
///
/// `In` must own its parts, because it outlives the buffer. Use
/// [`Variant`](crate::variant::Variant) for values without a schema. The codec checks a length as
/// soon as its four bytes are there. It allocates memory for bytes that have arrived, not for bytes
/// that a length promises. Bytes after the value in a frame are [`CodecError::Decode`].
///
/// ```
/// use bytes::BytesMut;
/// use godot_var_runtime::codec::VariantCodec;
/// use godot_var_runtime::variant::{Godot4, LengthOrder};
/// use tokio_util::codec::{Decoder, Encoder};
///
/// let mut codec = VariantCodec::<i64, String, Godot4>::new(LengthOrder::LittleEndian);
/// let mut buffer = BytesMut::new();
/// codec.encode("hi".to_owned(), &mut buffer)?;
/// assert_eq!(buffer[..], *b"\x0c\0\0\0\x04\0\0\0\x02\0\0\0hi\0\0");
///
/// let mut arrived = BytesMut::from(&b"\x08\0\0\0\x02\0\0\0\x07\0"[..]);
/// assert_eq!(codec.decode(&mut arrived)?, None); // two bytes are still to come
/// arrived.extend_from_slice(b"\0\0");
/// assert_eq!(codec.decode(&mut arrived)?, Some(7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CodecError`] describes what each means for the stream.
///
/// # Source
/// As [`LengthOrder`].
pub struct VariantCodec<In, Out, D> {
    order: LengthOrder,
    limits: Limits,
    /// The offset in the stream of the first byte of the buffer.
    position: usize,
    failed: Option<DecodeError>,
    types: PhantomData<fn(Out, D) -> In>,
}

impl<In, Out, D> VariantCodec<In, Out, D> {
    /// Makes a codec for the start of a stream, with the default limits.
    pub fn new(order: LengthOrder) -> Self {
        Self::with_limits(order, Limits::DEFAULT)
    }

    /// Makes a codec for the start of a stream. [`Limits::bytes`] bounds frames in both directions;
    /// the other limits apply to reading.
    pub fn with_limits(order: LengthOrder, limits: Limits) -> Self {
        Self { order, limits, position: 0, failed: None, types: PhantomData }
    }

    fn fail(&mut self, error: DecodeError) -> CodecError {
        self.failed = Some(error.clone());
        CodecError::Frame(error)
    }
}

impl<In, Out, D> Decoder for VariantCodec<In, Out, D>
where
    In: for<'de> FromVariantBytes<'de>,
    D: Dialect,
{
    type Item = In;
    type Error = CodecError;

    fn decode(&mut self, buffer: &mut BytesMut) -> Result<Option<In>, CodecError> {
        if let Some(error) = &self.failed {
            buffer.clear();
            return Err(CodecError::Frame(error.clone()));
        }
        let Some((prefix, rest)) = buffer.split_first_chunk::<4>() else { return Ok(None) };
        let length = match self.order.length(*prefix, self.limits.bytes, self.position) {
            Ok(length) => length,
            Err(error) => {
                buffer.clear();
                return Err(self.fail(error));
            }
        };
        let Some(value) = rest.get(..length) else { return Ok(None) };
        let value = In::from_variant_bytes_with::<D>(value, self.limits);
        buffer.advance(4 + length);
        self.position = self.position.wrapping_add(4 + length);
        value.map(Some).map_err(CodecError::Decode)
    }

    fn decode_eof(&mut self, buffer: &mut BytesMut) -> Result<Option<In>, CodecError> {
        if self.failed.is_some() {
            // The codec has returned the error; at the end of the stream it does not return it
            // again.
            buffer.clear();
            return Ok(None);
        }
        match self.decode(buffer)? {
            None if !buffer.is_empty() => {
                let end = self.position.wrapping_add(buffer.len());
                buffer.clear();
                Err(self.fail(DecodeError::new(DecodeErrorKind::Incomplete, end, "a frame", "")))
            }
            value => Ok(value),
        }
    }
}

impl<In, Out, D> VariantCodec<In, Out, D>
where
    Out: ToVariantBytes,
    D: Dialect,
{
    fn put(&self, value: &Out, buffer: &mut BytesMut) -> Result<(), EncodeError> {
        let start = buffer.len();
        buffer.reserve(4 + D::facts::<Out>().room());
        buffer.extend_from_slice(&[0; 4]);
        let written = D::encode(value, &mut BytesMutOutput::new(&mut *buffer)).and_then(|()| {
            let len = buffer.len() - start - 4;
            if len > self.limits.bytes {
                return Err(EncodeError::new(
                    EncodeErrorKind::TooLong,
                    alloc::format!("a frame of {len} bytes; at most {} fit", self.limits.bytes),
                ));
            }
            self.order.prefix(len)
        });
        match written {
            Ok(prefix) => {
                if let Some(place) = buffer.get_mut(start..start + 4) {
                    place.copy_from_slice(&prefix);
                }
                Ok(())
            }
            Err(error) => {
                buffer.truncate(start);
                Err(error)
            }
        }
    }
}

impl<In, Out, D> Encoder<Out> for VariantCodec<In, Out, D>
where
    Out: ToVariantBytes,
    D: Dialect,
{
    type Error = CodecError;

    /// Appends length and value; nothing if there is an error.
    fn encode(&mut self, value: Out, buffer: &mut BytesMut) -> Result<(), CodecError> {
        self.put(&value, buffer).map_err(CodecError::Encode)
    }
}

impl<In, Out, D> Encoder<&Out> for VariantCodec<In, Out, D>
where
    Out: ToVariantBytes,
    D: Dialect,
{
    type Error = CodecError;

    /// Appends length and value; nothing if there is an error.
    fn encode(&mut self, value: &Out, buffer: &mut BytesMut) -> Result<(), CodecError> {
        self.put(value, buffer).map_err(CodecError::Encode)
    }
}

impl<In, Out, D> Clone for VariantCodec<In, Out, D> {
    fn clone(&self) -> Self {
        Self { failed: self.failed.clone(), types: PhantomData, ..*self }
    }
}

impl<In, Out, D> fmt::Debug for VariantCodec<In, Out, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VariantCodec")
            .field("order", &self.order)
            .field("limits", &self.limits)
            .field("position", &self.position)
            .field("failed", &self.failed)
            .finish_non_exhaustive()
    }
}

/// An error in a stream of values; each variant says whether the stream can continue.
#[derive(Debug)]
pub enum CodecError {
    /// The connection failed.
    Io(io::Error),
    /// An invalid length, or the end of the stream within a frame; the offset counts from the start
    /// of the stream. The codec cannot find the next frame: it returns this error again and drops
    /// further bytes. Close the connection.
    Frame(DecodeError),
    /// The value of a complete frame is not an `In`; the offset counts from the start of the value.
    /// The codec has consumed the frame: the next value can be read. `Framed` ends its stream once
    /// after any error, and continues when it is polled again.
    Decode(DecodeError),
    /// A value that cannot be encoded, or a frame longer than [`Limits::bytes`]. Nothing was
    /// written.
    Encode(EncodeError),
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Frame(error) | Self::Decode(error) => error.fmt(f),
            Self::Encode(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for CodecError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        // `Display` shows the inner errors themselves, so `source` returns their sources.
        match self {
            Self::Io(error) => error.source(),
            Self::Frame(_) | Self::Decode(_) | Self::Encode(_) => None,
        }
    }
}

impl From<io::Error> for CodecError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
