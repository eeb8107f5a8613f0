//! The words before the elements of an Array and the pairs of a Dictionary: header, declared types, count.

use alloc::borrow::ToOwned;

use super::headers::{Wanted, check_count, header, read_wanted, wrong_type};
use super::texts::{put_text, text_payload};
use crate::variant::types::{DialectSpec, ElementType, Generation, VariantType};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// Reads the count of a container after its header; the top bit (shared) is ignored.
#[inline]
pub fn container_count(
    reader: &mut Reader<'_>,
    what: &'static str,
    min_bytes: usize,
) -> Result<usize, DecodeError> {
    let count = (reader.u32(what)? & 0x7fff_ffff) as usize;
    check_count(reader, count, what, min_bytes)?;
    Ok(count)
}

/// The header bits and the words of one declared type.
pub(crate) const fn element_kind(declared: Option<&ElementType>) -> u32 {
    match declared {
        None => 0,
        Some(ElementType::Builtin(_)) => 1,
        Some(ElementType::Class(_)) => 2,
        Some(ElementType::Script(_)) => 3,
    }
}

/// Writes the field of a declared type.
pub(crate) fn put_element_type<O: Output>(
    declared: Option<&ElementType>,
    spec: &DialectSpec,
    out: &mut O,
) -> Result<(), EncodeError> {
    match declared {
        None => Ok(()),
        Some(ElementType::Builtin(kind)) => {
            out.put_u32(header(*kind, spec)?);
            Ok(())
        }
        Some(ElementType::Class(name) | ElementType::Script(name)) => put_text(name, out),
    }
}

/// Reads the field of a declared type of this kind.
pub fn read_element_type(
    reader: &mut Reader<'_>,
    kind: u32,
    spec: &DialectSpec,
) -> Result<Option<ElementType>, DecodeError> {
    match kind & 3 {
        0 => Ok(None),
        1 => {
            let at = reader.position();
            let id = reader.u32("an element type")?;
            match u8::try_from(id).ok().and_then(|id| spec.type_of(id)) {
                Some(kind) => Ok(Some(ElementType::Builtin(kind))),
                None => Err(DecodeError::new(
                    DecodeErrorKind::UnknownType,
                    at,
                    "an element type",
                    alloc::format!("type id {id}"),
                )),
            }
        }
        2 => Ok(Some(ElementType::Class(text_payload(reader)?.to_owned()))),
        _ => Ok(Some(ElementType::Script(text_payload(reader)?.to_owned()))),
    }
}

/// Reads the header and the count of an untyped container; `None` for another header, and for a
/// count above a bound.
#[inline(always)]
pub(crate) fn quick_count(
    reader: &mut Reader<'_>,
    id: Option<u8>,
    min_bytes: usize,
) -> Option<usize> {
    let [header, count] = *reader.peek_words(2)?.first_chunk::<2>()?;
    let count = (u32::from_le_bytes(count) & 0x7fff_ffff) as usize;
    let room = (reader.remaining() - 8) / min_bytes;
    if u32::from_le_bytes(header) != u32::from(id?) || count > reader.limits().elements.min(room) {
        return None;
    }
    reader.skip_words(2);
    Some(count)
}

/// Reads the header, the declared types and the count of a Dictionary.
pub(crate) fn open_dictionary(
    reader: &mut Reader<'_>,
    spec: &DialectSpec,
) -> Result<usize, DecodeError> {
    match spec.type_id(VariantType::Dictionary) {
        Some(id) => open_dictionary_as(id, reader, spec),
        None => Err(wrong_type(reader, spec, "Dictionary")),
    }
}

/// As [`open_dictionary`], if its type id is known.
#[inline(always)]
pub(crate) fn open_dictionary_as(
    id: u8,
    reader: &mut Reader<'_>,
    spec: &DialectSpec,
) -> Result<usize, DecodeError> {
    match quick_count(reader, Some(id), 8) {
        Some(count) => Ok(count),
        None => open_odd_dictionary(reader, spec),
    }
}

#[inline(never)]
fn open_odd_dictionary(reader: &mut Reader<'_>, spec: &DialectSpec) -> Result<usize, DecodeError> {
    const DICTIONARY: &Wanted = &Wanted::of(VariantType::Dictionary);
    let (_, header) = read_wanted(reader, spec, DICTIONARY)?;
    if matches!(spec.generation, Generation::Godot4) {
        read_element_type(reader, header >> 16, spec)?;
        read_element_type(reader, header >> 18, spec)?;
    }
    container_count(reader, "a Dictionary", 8)
}

/// Reads the header, the declared type and the count of an Array.
pub(crate) fn open_array(
    reader: &mut Reader<'_>,
    spec: &DialectSpec,
) -> Result<usize, DecodeError> {
    const ARRAY: &Wanted = &Wanted::of(VariantType::Array);
    if let Some(count) = quick_count(reader, spec.type_id(VariantType::Array), 4) {
        return Ok(count);
    }
    let (_, header) = read_wanted(reader, spec, ARRAY)?;
    if matches!(spec.generation, Generation::Godot4) {
        read_element_type(reader, header >> 16, spec)?;
    }
    container_count(reader, "an Array", 4)
}
