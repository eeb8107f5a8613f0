//! Frames over `std::io`.

use alloc::vec::Vec;
use std::io;

use super::LengthOrder;
use crate::Limits;

/// Writes the length of the bytes and the bytes: a frame that `get_var` of the peer reads.
///
/// Both go into one call of [`write_vectored`](io::Write::write_vectored) if the writer supports
/// it, so a TCP stream sends them in one segment. It does not flush.
///
/// # Errors
/// Those of the writer. For 2^31 bytes and more, [`InvalidInput`](io::ErrorKind::InvalidInput)
/// around an [`EncodeError`](crate::EncodeError) of the kind
/// [`TooLong`](crate::EncodeErrorKind::TooLong); nothing is written then.
///
/// # Examples
/// ```
/// use godot_var_runtime::Limits;
/// use godot_var_runtime::variant::{LengthOrder, read_frame, write_frame};
///
/// let mut file = Vec::new();
/// write_frame(&mut file, &[0, 0, 0, 0], LengthOrder::LittleEndian)?;
/// write_frame(&mut file, &[2, 0, 0, 0, 7, 0, 0, 0], LengthOrder::LittleEndian)?;
///
/// let (mut stream, mut buffer, mut lengths) = (&file[..], Vec::new(), Vec::new());
/// while let Some(value) =
///     read_frame(&mut stream, LengthOrder::LittleEndian, Limits::DEFAULT, &mut buffer)?
/// {
///     lengths.push(value.len());
/// }
/// assert_eq!(lengths, [4, 8]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[doc(alias("store_var", "put_var"))]
pub fn write_frame<W: io::Write + ?Sized>(
    writer: &mut W,
    payload: &[u8],
    order: LengthOrder,
) -> io::Result<()> {
    let prefix = order
        .prefix(payload.len())
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    let mut written = 0;
    while let Some(rest) = prefix.get(written..).filter(|rest| !rest.is_empty()) {
        match writer.write_vectored(&[io::IoSlice::new(rest), io::IoSlice::new(payload)]) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(more) => written += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    writer.write_all(payload.get(written - prefix.len()..).unwrap_or_default())
}

/// Reads one frame into `buffer` and returns it without its length; `None` if the stream ends
/// between two frames.
///
/// The buffer is cleared first, and its memory is used for each frame. It grows with the bytes that
/// arrive, so a length that promises more than follows costs nothing.
///
/// It is for blocking readers: after an error, including a timeout, part of a frame may be lost. If
/// reads can be interrupted and continued, use a [`FrameDecoder`](super::FrameDecoder).
///
/// # Errors
/// Those of the reader; [`UnexpectedEof`](io::ErrorKind::UnexpectedEof) if it ends inside a frame;
/// [`InvalidData`](io::ErrorKind::InvalidData) around a [`DecodeError`](crate::DecodeError) of the kind
/// [`LimitExceeded`](crate::DecodeErrorKind::LimitExceeded) for a length above [`Limits::bytes`], or
/// [`InvalidLength`](crate::DecodeErrorKind::InvalidLength) for one of 2^31 and more.
///
/// # Examples
/// See [`write_frame`].
#[doc(alias("get_var"))]
pub fn read_frame<'a, R: io::Read + ?Sized>(
    reader: &mut R,
    order: LengthOrder,
    limits: Limits,
    buffer: &'a mut Vec<u8>,
) -> io::Result<Option<&'a [u8]>> {
    /// The most bytes that are allocated before they arrive.
    const STEP: usize = 64 * 1024;

    buffer.clear();
    let mut prefix = [0; 4];
    let (first, others) = prefix.split_at_mut(1);
    loop {
        match reader.read(first) {
            Ok(0) => return Ok(None),
            Ok(_) => break,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    reader.read_exact(others)?;
    let length = order
        .length(prefix, limits.bytes, 0)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
    while buffer.len() < length {
        let filled = buffer.len();
        buffer.resize(length.min(filled + STEP), 0);
        reader.read_exact(buffer.get_mut(filled..).unwrap_or_default())?;
    }
    Ok(Some(buffer))
}
