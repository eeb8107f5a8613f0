//! Strings in both eras.

use alloc::borrow::Cow;
use alloc::string::String;

use super::era::{Era, is_2018};
use crate::utf8::from_utf8;
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

/// How errors name the length before a string.
pub(in crate::litenet) const LENGTH: &str = "the length of a string";

/// Writes a string in the form of its era.
pub(in crate::litenet) fn write<E: Era, O: Output>(
    text: &str,
    out: &mut O,
) -> Result<(), EncodeError> {
    if is_2018::<E>() {
        return write_large(text, out);
    }
    if text.is_empty() {
        out.put_bytes(&[0, 0]);
        return Ok(());
    }
    match u16::try_from(text.len() + 1) {
        Ok(prefix) => {
            out.put_bytes(&prefix.to_le_bytes());
            out.put_bytes(text.as_bytes());
            Ok(())
        }
        Err(_) => Err(too_long("a string", text.len(), 65534)),
    }
}

/// Writes a string after an `i32` length: all strings of 2018-07, `PutLargeString` today.
pub(in crate::litenet) fn write_large<O: Output>(
    text: &str,
    out: &mut O,
) -> Result<(), EncodeError> {
    match i32::try_from(text.len()) {
        Ok(len) => {
            out.put_bytes(&len.to_le_bytes());
            out.put_bytes(text.as_bytes());
            Ok(())
        }
        Err(_) => Err(too_long("a string", text.len(), i32::MAX as usize)),
    }
}

#[cold]
pub(in crate::litenet) fn too_long(what: &str, len: usize, most: usize) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::TooLong,
        alloc::format!("{what} of {len} is longer than its length can say, at most {most}"),
    )
}

/// Reads the bytes of a string in the form of its era.
#[inline]
fn bytes<'de, E: Era>(reader: &mut Reader<'de>) -> Result<&'de [u8], DecodeError> {
    if is_2018::<E>() {
        return large_bytes(reader);
    }
    let start = reader.position();
    let prefix = u16::from_le_bytes(reader.array(LENGTH)?);
    if prefix == 1 && reader.limits().canonical {
        return Err(DecodeError::new(
            DecodeErrorKind::InvalidLength,
            start,
            "0000 for an empty string",
            "0100",
        ));
    }
    reader.take(usize::from(prefix.saturating_sub(1)), "a string")
}

#[inline]
fn large_bytes<'de>(reader: &mut Reader<'de>) -> Result<&'de [u8], DecodeError> {
    let start = reader.position();
    let len = i32::from_le_bytes(reader.array(LENGTH)?);
    if len < 0 && reader.limits().canonical {
        return Err(negative(start, len));
    }
    reader.take(usize::try_from(len).unwrap_or(0), "a string")
}

#[cold]
pub(in crate::litenet) fn negative(offset: usize, len: i32) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::InvalidLength,
        offset,
        "a length from 0 on",
        alloc::format!("{len}"),
    )
}

#[cold]
fn invalid(offset: usize, error: core::str::Utf8Error) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::InvalidUtf8,
        offset + error.valid_up_to(),
        "UTF-8",
        "other bytes",
    )
}

fn check<'de>(bytes: &'de [u8], reader: &Reader<'de>) -> Result<&'de str, DecodeError> {
    from_utf8(bytes).map_err(|error| invalid(reader.position() - bytes.len(), error))
}

fn tolerate<'de, E: Era>(
    bytes: &'de [u8],
    reader: &Reader<'de>,
) -> Result<Cow<'de, str>, DecodeError> {
    match from_utf8(bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) if is_2018::<E>() && !reader.limits().canonical => {
            Ok(String::from_utf8_lossy(bytes))
        }
        Err(error) => Err(invalid(reader.position() - bytes.len(), error)),
    }
}

/// Reads a string without copying it.
#[inline]
pub(in crate::litenet) fn read_str<'de, E: Era>(
    reader: &mut Reader<'de>,
) -> Result<&'de str, DecodeError> {
    let bytes = bytes::<E>(reader)?;
    check(bytes, reader)
}

/// Reads a string as the era's C# reader does.
#[inline]
pub(in crate::litenet) fn read<'de, E: Era>(
    reader: &mut Reader<'de>,
) -> Result<Cow<'de, str>, DecodeError> {
    let bytes = bytes::<E>(reader)?;
    tolerate::<E>(bytes, reader)
}

/// Reads a string after an `i32` length.
pub(in crate::litenet) fn read_large<'de, E: Era>(
    reader: &mut Reader<'de>,
) -> Result<Cow<'de, str>, DecodeError> {
    let bytes = large_bytes(reader)?;
    tolerate::<E>(bytes, reader)
}

/// Reads a string after an `i32` length without copying it.
pub(in crate::litenet) fn read_large_str<'de>(
    reader: &mut Reader<'de>,
) -> Result<&'de str, DecodeError> {
    let bytes = large_bytes(reader)?;
    check(bytes, reader)
}

/// Replaces a text, and uses its memory again.
pub(in crate::litenet) fn set(place: &mut String, text: &str) {
    place.clear();
    place.push_str(text);
}
