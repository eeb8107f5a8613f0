//! One Variant as bytes.

use godot_var::dialect::DialectSpec;
use godot_var::output::VecOutput;
use godot_var::{DecodeError, EncodeError, Limits, Reader, Variant};

/// Decodes one value and returns its length in bytes. Bytes after it are not an error.
///
/// # Errors
/// The errors of [`Variant::read_in`].
pub fn decode(
    bytes: &[u8],
    spec: &DialectSpec,
    limits: Limits,
) -> Result<(Variant, usize), DecodeError> {
    let mut reader = Reader::with_limits(bytes, limits);
    let value = Variant::read_in(&mut reader, spec)?;
    Ok((value, reader.position()))
}

/// Encodes one value.
///
/// # Errors
/// The errors of [`Variant::put_in`].
pub fn encode(value: &Variant, spec: &DialectSpec) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = Vec::new();
    value.put_in(&mut VecOutput::new(&mut bytes), spec)?;
    Ok(bytes)
}
