//! The payloads of int and float.

use super::headers::{FLAG_64, Wanted, read_wanted};
use crate::core::reader::Word;
use crate::variant::layout::{Bounds, rules};
use crate::variant::types::{DialectSpec, FloatForm, IntForm, VariantType};
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

/// The words of an int with one of the headers `narrow` and `wide`, and how many of them are in use.
#[inline(always)]
pub(crate) const fn int_words_after(
    value: i64,
    narrow: u32,
    wide: u32,
    form: IntForm,
) -> ([Word; 3], usize) {
    let (header, used) = match form {
        IntForm::Shortest => {
            // One bit adds the flag and the third word, without a branch.
            let beyond = (value as i32 as i64 != value) as u32;
            (narrow + beyond * (wide - narrow), 2 + beyond as usize)
        }
        IntForm::Wide => (wide, 3),
        IntForm::Flagless => (narrow, 3),
    };
    let (low, high) = (value as u32, (value >> 32) as u32);
    ([header.to_le_bytes(), low.to_le_bytes(), high.to_le_bytes()], used)
}

/// The words of an int, and how many of them are in use.
#[inline(always)]
pub(crate) const fn int_words(value: i64, spec: &DialectSpec) -> ([Word; 3], usize) {
    let id = match spec.type_id(VariantType::Int) {
        Some(id) => id as u32,
        None => 0,
    };
    int_words_after(value, id, id | FLAG_64, spec.int)
}

#[inline]
pub(crate) fn put_int<O: Output>(value: i64, spec: &DialectSpec, out: &mut O) {
    let (words, used) = int_words(value, spec);
    out.put_number(&words, used);
}

/// An int in 1, 2, 4 or 8 bytes.
#[inline]
pub(crate) fn short_int(bytes: &[u8]) -> i64 {
    match *bytes {
        [a] => i8::from_le_bytes([a]).into(),
        [a, b] => i16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => i32::from_le_bytes([a, b, c, d]).into(),
        _ => bytes.first_chunk().map_or(0, |bytes| i64::from_le_bytes(*bytes)),
    }
}

/// Reads an int's payload after its header.
#[inline]
pub fn int_payload(
    reader: &mut Reader<'_>,
    header: u32,
    spec: &DialectSpec,
) -> Result<i64, DecodeError> {
    if let Some(bytes) = reader.payload_aside() {
        return Ok(short_int(bytes));
    }
    if matches!(spec.int, IntForm::Flagless) || header & FLAG_64 != 0 {
        Ok(reader.u64("an int")? as i64)
    } else {
        Ok(reader.u32("an int")? as i32 as i64)
    }
}

/// The words of a float with one of the headers `narrow` and `wide`, and how many of them are in use.
#[inline(always)]
pub(crate) fn float_words(
    value: f64,
    narrow: Word,
    wide: Word,
    form: FloatForm,
) -> ([Word; 3], usize) {
    let single = value as f32;
    if matches!(form, FloatForm::Flagless) || single as f64 == value {
        return ([narrow, single.to_le_bytes(), [0; 4]], 2);
    }
    (wide_float_words(wide, value), 3)
}

/// The words of a float in 64 bits, with this header.
#[inline(always)]
fn wide_float_words(header: Word, value: f64) -> [Word; 3] {
    let bits = value.to_bits();
    [header, (bits as u32).to_le_bytes(), ((bits >> 32) as u32).to_le_bytes()]
}

/// Whether a dialect can encode a float. Without a 64-bit form, a number beyond 32 bits would
/// become infinite.
#[inline(always)]
pub(crate) const fn holds_float(value: f64, spec: &DialectSpec) -> bool {
    matches!(spec.float, FloatForm::Shortest) || rules::single(value).is_some()
}

/// Writes a float.
///
/// # Errors
/// [`EncodeErrorKind::OutOfRange`] if the dialect cannot encode it.
#[inline]
pub(crate) fn put_float<O: Output>(
    value: f64,
    spec: &DialectSpec,
    out: &mut O,
) -> Result<(), EncodeError> {
    if !holds_float(value, spec) {
        return Err(too_large(value, spec));
    }
    let id = match spec.type_id(VariantType::Float) {
        Some(id) => id as u32,
        None => 0,
    };
    let (narrow, wide) = (id.to_le_bytes(), (id | FLAG_64).to_le_bytes());
    let (words, used) = float_words(value, narrow, wide, spec.float);
    out.put_number(&words, used);
    Ok(())
}

#[cold]
fn too_large(value: f64, spec: &DialectSpec) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::OutOfRange,
        alloc::format!("{value:?} does not fit 32 bits, and {} has no other float", spec.name),
    )
}

/// Reads a float's payload after its header.
#[inline]
pub fn float_payload(
    reader: &mut Reader<'_>,
    header: u32,
    spec: &DialectSpec,
) -> Result<f64, DecodeError> {
    if matches!(spec.float, FloatForm::Shortest) && header & FLAG_64 != 0 {
        Ok(f64::from_bits(reader.u64("a float")?))
    } else {
        Ok(f32::from_bits(reader.u32("a float")?) as f64)
    }
}

/// Reads an int, or a float with the value of an int.
#[inline(never)]
pub(crate) fn read_int(
    reader: &mut Reader<'_>,
    spec: &DialectSpec,
    wanted: &'static Wanted,
) -> Result<i64, DecodeError> {
    let at = reader.position();
    match read_wanted(reader, spec, wanted)? {
        (VariantType::Float, header) => {
            let value = float_payload(reader, header, spec)?;
            rules::whole(value).ok_or_else(|| not_an_integer(at, wanted.name, value))
        }
        (_, header) => int_payload(reader, header, spec),
    }
}

/// The error for a float with a fraction, or one that is too large, in place of an int.
#[cold]
pub fn not_an_integer(at: usize, expected: &'static str, found: f64) -> DecodeError {
    let found = alloc::format!("float {found}");
    DecodeError::new(DecodeErrorKind::NotAnInteger, at, expected, found)
}

/// Reads a float, or an int that a float holds exactly.
#[inline(never)]
pub(crate) fn read_float(reader: &mut Reader<'_>, spec: &DialectSpec) -> Result<f64, DecodeError> {
    const FLOAT: &Wanted = &Wanted::of(VariantType::Float);
    let at = reader.position();
    match read_wanted(reader, spec, FLOAT)? {
        (VariantType::Int, header) => float_of_int(int_payload(reader, header, spec)?, at),
        (_, header) => float_payload(reader, header, spec),
    }
}

/// The float that equals an int.
///
/// # Errors
/// [`DecodeErrorKind::OutOfRange`] for an int that a float may not hold exactly.
pub fn float_of_int(int: i64, at: usize) -> Result<f64, DecodeError> {
    const EXPECTED: &str = Bounds::F64.expected_int();
    rules::float_of(int).ok_or_else(|| out_of_range(at, EXPECTED, int))
}

/// The error for a number that `expected` cannot hold.
#[cold]
#[inline(never)]
pub fn out_of_range(
    at: usize,
    expected: &'static str,
    found: impl core::fmt::Display,
) -> DecodeError {
    DecodeError::new(DecodeErrorKind::OutOfRange, at, expected, alloc::format!("{found}"))
}

/// Narrows a float to 32 bits.
///
/// # Errors
/// [`DecodeErrorKind::OutOfRange`] if a finite number would become infinite.
#[inline]
pub fn narrow(value: f64, at: usize) -> Result<f32, DecodeError> {
    match rules::single(value) {
        Some(single) => Ok(single),
        None => Err(out_of_range(at, "a float of 32 bits", value)),
    }
}
