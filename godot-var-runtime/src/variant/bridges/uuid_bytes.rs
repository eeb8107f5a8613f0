//! Encodes a `Uuid` as its 16 bytes: `#[godot_var(with = godot_var::bridges::uuid_bytes)]`.
//!
//! | Offset | Size | Field | Encoding |
//! |-------:|-----:|-------|----------|
//! | 0 | 4 | count | u32: 16 |
//! | 4 | 16 | bytes | big-endian, in the order of the text |
//!
//! (the payload of a `PackedByteArray`, after the 4-byte header)
//!
//! Reading accepts what a `[u8; 16]` accepts: a `PackedByteArray` or an Array of 16 ints.
//!
//! # Source
//! The order is that of RFC 9562, section 4.

use uuid::Uuid;

use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::{DecodeError, EncodeError, Output, Reader};

/// Writes the bytes.
///
/// # Errors
/// No errors of its own.
pub fn encode<D: Dialect, O: Output>(uuid: &Uuid, out: &mut O) -> Result<(), EncodeError> {
    EncodeVariant::<D>::encode(uuid.as_bytes(), out)
}

/// Reads the bytes.
///
/// # Errors
/// [`WrongLength`](crate::DecodeErrorKind::WrongLength) unless there are 16 bytes, and the errors
/// of a list of `u8`.
pub fn decode<D: Dialect>(reader: &mut Reader<'_>) -> Result<Uuid, DecodeError> {
    <[u8; 16] as DecodeVariant<'_, D>>::decode(reader).map(Uuid::from_bytes)
}
