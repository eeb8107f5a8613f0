//! The payloads of texts: String, StringName and NodePath.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use ascii::AsciiStr;

use super::headers::{MAX_LEN, Wanted, check_count, read_len, read_wanted, wire_len};
use crate::core::utf8::from_utf8;
use crate::variant::types::{DialectSpec, NodePath};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// Reads bytes and the padding after them.
#[inline]
pub(super) fn take_padded<'de>(
    reader: &mut Reader<'de>,
    len: usize,
    what: &'static str,
) -> Result<&'de [u8], DecodeError> {
    let bytes = reader.take(len, what)?;
    reader.take(len.wrapping_neg() % 4, what)?;
    Ok(bytes)
}

/// Most texts of games are ASCII, which is faster to check than UTF-8 in general.
#[inline(always)]
pub(super) fn ascii(bytes: &[u8]) -> Option<&str> {
    Some(AsciiStr::from_ascii(bytes).ok()?.as_str())
}

#[inline(never)]
pub(super) fn utf8(bytes: &[u8], at: usize) -> Result<&str, DecodeError> {
    match from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => Err(invalid_utf8(bytes, at, error)),
    }
}

#[cold]
fn invalid_utf8(bytes: &[u8], at: usize, error: core::str::Utf8Error) -> DecodeError {
    let position = error.valid_up_to();
    DecodeError::new(
        DecodeErrorKind::InvalidUtf8,
        at + position,
        "UTF-8",
        alloc::format!("byte 0x{:02x}", bytes.get(position).copied().unwrap_or_default()),
    )
}

/// Writes a String payload: u32 byte length, UTF-8, zero padding to 4.
pub(crate) fn put_text<O: Output>(text: &str, out: &mut O) -> Result<(), EncodeError> {
    out.put_text::<0>(wire_len(text.len())?, text.as_bytes());
    Ok(())
}

/// Reads a String payload after its header without checking its UTF-8.
#[inline]
pub(crate) fn text_bytes<'de>(reader: &mut Reader<'de>) -> Result<&'de [u8], DecodeError> {
    let len = read_len(reader, "a String")?;
    take_padded(reader, len, "a String")
}

/// Reads a String payload after its header.
#[inline(never)]
pub fn text_payload<'de>(reader: &mut Reader<'de>) -> Result<&'de str, DecodeError> {
    if let Some((bytes, rest)) = whole_text(reader.rest())
        && let Some(text) = ascii(bytes)
    {
        reader.seek_rest(rest);
        return Ok(text);
    }
    let len = read_len(reader, "a String")?;
    let at = reader.position();
    utf8(take_padded(reader, len, "a String")?, at)
}

/// A text at the start of these bytes, and what follows it; `None` for an error.
#[inline(never)]
pub(crate) fn text_at(rest: &[u8]) -> Option<(&str, &[u8])> {
    let (bytes, rest) = whole_text(rest)?;
    match ascii(bytes) {
        Some(text) => Some((text, rest)),
        None => Some((from_utf8(bytes).ok()?, rest)),
    }
}

/// The bytes of a text that the buffer holds completely, and what follows it.
#[inline(always)]
pub(super) fn whole_text(rest: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, text) = rest.split_first_chunk::<4>()?;
    let len = u32::from_le_bytes(*len) as usize;
    let (padded, rest) = text.split_at_checked(len.checked_next_multiple_of(4)?)?;
    if len > MAX_LEN {
        return None;
    }
    Some((padded.get(..len)?, rest))
}

/// Reads a text: a String or a StringName.
#[inline(never)]
pub(crate) fn read_text<'de>(
    reader: &mut Reader<'de>,
    spec: &DialectSpec,
    wanted: &'static Wanted,
) -> Result<&'de str, DecodeError> {
    read_wanted(reader, spec, wanted)?;
    text_payload(reader)
}

/// Writes a NodePath payload.
pub(crate) fn put_node_path<O: Output>(path: &NodePath, out: &mut O) -> Result<(), EncodeError> {
    out.put_u32(wire_len(path.names.len())? | 0x8000_0000);
    out.put_u32(wire_len(path.subnames.len())?);
    out.put_u32(u32::from(path.absolute));
    for name in path.names.iter().chain(&path.subnames) {
        put_text(name, out)?;
    }
    Ok(())
}

/// The counts before the texts of a NodePath.
pub(crate) struct NodePathCounts {
    pub(crate) names: usize,
    pub(crate) subnames: usize,
    pub(crate) absolute: bool,
}

/// Reads the counts of a NodePath payload after its header; the texts follow.
pub(crate) fn node_path_counts(reader: &mut Reader<'_>) -> Result<NodePathCounts, DecodeError> {
    let at = reader.position();
    let names = reader.u32("a NodePath")?;
    if names & 0x8000_0000 == 0 {
        return Err(DecodeError::new(
            DecodeErrorKind::ObsoleteForm,
            at,
            "a NodePath",
            "the old form of a plain string",
        ));
    }
    let names = (names & 0x7fff_ffff) as usize;
    let subnames = read_len(reader, "a NodePath")?;
    let flags = reader.u32("a NodePath")?;
    let subnames = subnames.saturating_add(usize::from(flags & 2 != 0));
    check_count(reader, names.saturating_add(subnames), "a NodePath", 4)?;
    Ok(NodePathCounts { names, subnames, absolute: flags & 1 != 0 })
}

/// Reads a NodePath payload after its header.
pub fn node_path_payload(reader: &mut Reader<'_>) -> Result<NodePath, DecodeError> {
    let NodePathCounts { names, subnames, absolute } = node_path_counts(reader)?;
    let mut texts = |count| {
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(text_payload(reader)?.to_owned());
        }
        Ok(list)
    };
    Ok(NodePath { names: texts(names)?, subnames: texts(subnames)?, absolute })
}
