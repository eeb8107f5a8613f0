//! Headers, lengths and counts: the words before a payload.

use super::mistakes;
use crate::variant::layout::rules;
use crate::variant::types::{DialectSpec, Generation, VariantType, VariantTypes};
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Limits, Reader};

/// The header bit of a 64-bit payload; for an Object, of a payload that is only its id.
pub const FLAG_64: u32 = 1 << 16;

/// The largest length in bytes or elements: engines read it as an `i32`.
pub(super) const MAX_LEN: usize = i32::MAX as usize;

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

/// The error for a type that the dialect lacks. The compiler refuses a field that names the type; this is for all other uses.
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

#[cold]
pub(crate) fn no_typed_containers(spec: &DialectSpec) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::UnsupportedType,
        alloc::format!("typed containers do not exist in the dialect {}", spec.name),
    )
}

/// Reads a header: its type and the whole word.
pub fn read_header(
    reader: &mut Reader<'_>,
    spec: &DialectSpec,
) -> Result<(VariantType, u32), DecodeError> {
    let start = reader.position();
    match reader.u32("a value's header") {
        Ok(word) => match spec.type_of(word as u8) {
            Some(kind) => Ok((kind, word)),
            None => Err(mistakes::unknown_type(reader, start, word, spec)),
        },
        Err(error) => Err(mistakes::no_header(reader, start, spec, error)),
    }
}

/// The types that a value is read from, and how errors name it.
pub(crate) struct Wanted {
    types: VariantTypes,
    pub(super) name: &'static str,
}

impl Wanted {
    /// A value of this type, or one that readers take for it.
    pub(crate) const fn of(kind: VariantType) -> Self {
        Self::named(kind, kind.name(Generation::Godot4))
    }

    /// The same with another name in errors.
    pub(crate) const fn named(kind: VariantType, name: &'static str) -> Self {
        Self { types: rules::read_from(kind), name }
    }

    /// Either of two values.
    pub(crate) const fn or(&self, other: &Self, name: &'static str) -> Self {
        Self { types: self.types.or(other.types), name }
    }

    pub(crate) const fn takes(&self, kind: VariantType) -> bool {
        self.types.contains(kind)
    }
}

/// The value of an integer.
pub(crate) const INT: &Wanted = &Wanted::of(VariantType::Int);

/// A key that is a text.
pub(crate) const KEY: &Wanted = &Wanted::named(VariantType::String, "a key");

/// Reads a header of a wanted type: the type and the whole word.
pub(crate) fn read_wanted(
    reader: &mut Reader<'_>,
    spec: &DialectSpec,
    wanted: &'static Wanted,
) -> Result<(VariantType, u32), DecodeError> {
    let start = reader.position();
    let (kind, header) = read_header(reader, spec)?;
    if wanted.takes(kind) {
        Ok((kind, header))
    } else {
        Err(mistakes::not_of_type(reader, start, header, wanted.name, kind, spec))
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
    let start = reader.position();
    match read_header(&mut reader.clone(), spec) {
        Ok((kind, header)) => mistakes::not_of_type(reader, start, header, expected, kind, spec),
        Err(error) => error,
    }
}

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
pub fn read_len(reader: &mut Reader<'_>, what: &'static str) -> Result<usize, DecodeError> {
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
pub fn read_count(
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
pub fn check_count(
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
    .hinted(Limits::RAISES_ELEMENTS)
    .of_limits()
}

#[cold]
pub(crate) fn object_refused(at: usize) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::ObjectRefused,
        at,
        "an object id",
        "an encoded object, which the limits do not allow",
    )
    .hinted(mistakes::NO_OBJECT)
}

/// The error for another number of elements.
#[cold]
pub fn wrong_length(at: usize, expected: usize, found: usize) -> DecodeError {
    let s = if expected == 1 { "" } else { "s" };
    DecodeError::new(
        DecodeErrorKind::WrongLength,
        at,
        alloc::format!("an Array of {expected} element{s}"),
        alloc::format!("{found}"),
    )
}
