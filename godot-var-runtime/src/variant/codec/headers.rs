//! Headers, lengths and counts: the words before a payload.

use alloc::borrow::ToOwned;

use super::texts::{put_text, text_payload};
use crate::variant::types::{DialectSpec, Generation};
use crate::variant::types::{ElementType, VariantType};
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

/// The header bit of a 64-bit payload; for an Object, of a payload that is only its id.
pub(crate) const FLAG_64: u32 = 1 << 16;

/// The largest length in bytes or elements: engines read it as an `i32`.
pub(super) const MAX_LEN: usize = i32::MAX as usize;

// ---------------------------------------------------------------- headers

/// The header of a type without flags.
///
/// # Errors
/// [`EncodeErrorKind::UnsupportedType`] if the dialect lacks the type.
#[inline]
pub(crate) fn header(kind: VariantType, spec: &DialectSpec) -> Result<u32, EncodeError> {
    match spec.type_id(kind) {
        Some(id) => Ok(id as u32),
        None => Err(unsupported(kind, spec)),
    }
}

#[cold]
pub(crate) fn unsupported(kind: VariantType, spec: &DialectSpec) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::UnsupportedType,
        alloc::format!(
            "{} does not exist in the dialect {}",
            kind.name(Generation::Godot4),
            spec.name
        ),
    )
}

/// Reads a header: its type and the whole word.
pub(crate) fn read_header(
    reader: &mut Reader<'_>,
    spec: &DialectSpec,
) -> Result<(VariantType, u32), DecodeError> {
    let at = reader.position();
    let word = reader.u32("a value's header")?;
    match spec.type_of(word as u8) {
        Some(kind) => Ok((kind, word)),
        None => Err(DecodeError::new(
            DecodeErrorKind::UnknownType,
            at,
            "a value",
            alloc::format!("type id {}, which {} does not have", word as u8, spec.name),
        )),
    }
}

/// The error for a value of another type than `expected`, at the reader's position.
#[cold]
#[inline(never)]
pub(crate) fn wrong_type(
    reader: &Reader<'_>,
    spec: &DialectSpec,
    expected: &'static str,
) -> DecodeError {
    match read_header(&mut reader.clone(), spec) {
        Ok((kind, _)) => DecodeError::new(
            DecodeErrorKind::WrongType,
            reader.position(),
            expected,
            kind.name(spec.generation),
        ),
        Err(error) => error,
    }
}

// ---------------------------------------------------------------- lengths

/// Converts a length to its encoded form.
///
/// # Errors
/// [`EncodeErrorKind::TooLong`] above `i32::MAX`: engines would read a negative number.
#[inline]
pub(crate) fn wire_len(len: usize) -> Result<u32, EncodeError> {
    if len <= MAX_LEN { Ok(len as u32) } else { Err(too_long(len)) }
}

#[cold]
fn too_long(len: usize) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::TooLong,
        alloc::format!("{len} bytes or elements; a length is at most {MAX_LEN}"),
    )
}

/// Reads a length in bytes, which engines read as an `i32`.
#[inline]
pub(crate) fn read_len(reader: &mut Reader<'_>, what: &'static str) -> Result<usize, DecodeError> {
    let at = reader.position();
    let len = reader.u32(what)?;
    if len > i32::MAX as u32 { Err(negative(at, what, len)) } else { Ok(len as usize) }
}

#[cold]
fn negative(at: usize, what: &'static str, len: u32) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::InvalidLength,
        at,
        alloc::format!("the length of {what}"),
        alloc::format!("{}", len as i32),
    )
}

/// Reads an element count, and checks it against the limits and the bytes that are left, with
/// `min_bytes` for each element.
#[inline]
pub(crate) fn read_count(
    reader: &mut Reader<'_>,
    what: &'static str,
    min_bytes: usize,
) -> Result<usize, DecodeError> {
    let count = read_len(reader, what)?;
    check_count(reader, count, what, min_bytes)?;
    Ok(count)
}

/// Checks a count against the limits and the bytes that are left.
#[inline]
pub(crate) fn check_count(
    reader: &Reader<'_>,
    count: usize,
    what: &'static str,
    min_bytes: usize,
) -> Result<(), DecodeError> {
    if count > reader.limits().elements {
        return Err(too_many(reader, count));
    }
    if count.saturating_mul(min_bytes) > reader.remaining() {
        return Err(reader.incomplete(what));
    }
    Ok(())
}

#[cold]
fn too_many(reader: &Reader<'_>, count: usize) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::LimitExceeded,
        reader.position(),
        alloc::format!("at most {} elements", reader.limits().elements),
        alloc::format!("{count}"),
    )
    .of_limits()
}

/// Reads the count of a container after its header; the top bit (shared) is ignored.
#[inline]
pub(crate) fn container_count(
    reader: &mut Reader<'_>,
    what: &'static str,
    min_bytes: usize,
) -> Result<usize, DecodeError> {
    let count = (reader.u32(what)? & 0x7fff_ffff) as usize;
    check_count(reader, count, what, min_bytes)?;
    Ok(count)
}

// ---------------------------------------------------------------- typed containers

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
pub(crate) fn read_element_type(
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

/// Checks the length of a whole message against the limits.
#[inline]
pub(crate) fn check_bytes(bytes: &[u8], limits: crate::Limits) -> Result<(), DecodeError> {
    if bytes.len() > limits.bytes { Err(too_many_bytes(bytes.len(), limits)) } else { Ok(()) }
}

#[cold]
fn too_many_bytes(len: usize, limits: crate::Limits) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::LimitExceeded,
        0,
        alloc::format!("at most {} bytes", limits.bytes),
        alloc::format!("{len}"),
    )
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
    let start = reader.clone();
    let (kind, header) = read_header(reader, spec)?;
    if kind != VariantType::Dictionary {
        return Err(wrong_type(&start, spec, "Dictionary"));
    }
    if matches!(spec.generation, Generation::Godot4) && header >> 16 != 0 {
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
    if let Some(count) = quick_count(reader, spec.type_id(VariantType::Array), 4) {
        return Ok(count);
    }
    let start = reader.clone();
    let (kind, header) = read_header(reader, spec)?;
    if kind != VariantType::Array {
        return Err(wrong_type(&start, spec, "Array"));
    }
    if matches!(spec.generation, Generation::Godot4) {
        read_element_type(reader, header >> 16, spec)?;
    }
    container_count(reader, "an Array", 4)
}

#[cold]
pub(crate) fn object_refused(at: usize) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::ObjectRefused,
        at,
        "an object id",
        "an encoded object, which the limits do not allow",
    )
}

#[cold]
pub(crate) fn wrong_length(at: usize, expected: usize, found: usize) -> DecodeError {
    let s = if expected == 1 { "" } else { "s" };
    DecodeError::new(
        DecodeErrorKind::WrongLength,
        at,
        alloc::format!("an Array of {expected} element{s}"),
        alloc::format!("{found}"),
    )
}
