//! The format itself, value by value: headers, scalars, texts, structures and packed arrays.
//!
//! Everything here takes the dialect as data, is compiled once, and serves typed fields and the
//! dynamic [`Variant`](super::Variant) alike.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use ascii::AsciiStr;
use zerocopy::{FromBytes, Immutable, IntoBytes};

use super::dialect::{DialectSpec, FloatForm, Generation, IntForm, RealForm};
use super::math::{Components, Real};
use super::{ElementType, NodePath, VariantType};
use crate::reader::Word;
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

/// Header bit of a 64-bit payload; of an Object that is only its id.
pub(super) const FLAG_64: u32 = 1 << 16;

/// Most bytes or elements that a length can count: engines read it as an `i32`.
const MAX_LEN: usize = i32::MAX as usize;

// ---------------------------------------------------------------- headers

/// The header of a type without flags.
///
/// # Errors
/// [`EncodeErrorKind::UnsupportedType`] when the dialect lacks the type.
#[inline]
pub(super) fn header(kind: VariantType, spec: &DialectSpec) -> Result<u32, EncodeError> {
    match spec.type_id(kind) {
        Some(id) => Ok(id as u32),
        None => Err(unsupported(kind, spec)),
    }
}

#[cold]
pub(super) fn unsupported(kind: VariantType, spec: &DialectSpec) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::UnsupportedType,
        alloc::format!(
            "{} does not exist in the dialect {}",
            kind.name(Generation::Godot4),
            spec.name
        ),
    )
}

/// Takes a header: its type and the whole word.
pub(super) fn read_header(
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
pub(super) fn wrong_type(
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

// ---------------------------------------------------------------- int and float

/// The words of an int, and how many of them are used.
#[inline(always)]
pub(super) const fn int_words(value: i64, spec: &DialectSpec) -> ([Word; 3], usize) {
    let id = match spec.type_id(VariantType::Int) {
        Some(id) => id as u32,
        None => 0,
    };
    let narrow = value as i32 as i64 == value;
    let (header, used) = match spec.int {
        IntForm::Shortest if narrow => (id, 2),
        IntForm::Shortest | IntForm::Wide => (id | FLAG_64, 3),
        IntForm::Flagless => (id, 3),
    };
    let value = value as u64;
    (
        [header.to_le_bytes(), (value as u32).to_le_bytes(), ((value >> 32) as u32).to_le_bytes()],
        used,
    )
}

#[inline]
pub(super) fn put_int<O: Output>(value: i64, spec: &DialectSpec, out: &mut O) {
    let (words, used) = int_words(value, spec);
    out.put_less(&words, 3 - used);
}

/// Reads an int's payload behind its header.
#[inline]
pub(super) fn int_payload(
    reader: &mut Reader<'_>,
    header: u32,
    spec: &DialectSpec,
) -> Result<i64, DecodeError> {
    if matches!(spec.int, IntForm::Flagless) || header & FLAG_64 != 0 {
        Ok(reader.u64("an int")? as i64)
    } else {
        Ok(reader.u32("an int")? as i32 as i64)
    }
}

/// The words of a float, and how many of them are used.
#[inline(always)]
pub(super) fn float_words(value: f64, spec: &DialectSpec) -> ([Word; 3], usize) {
    let id = match spec.type_id(VariantType::Float) {
        Some(id) => id as u32,
        None => 0,
    };
    let single = value as f32;
    if matches!(spec.float, FloatForm::Flagless) || single as f64 == value {
        return ([id.to_le_bytes(), single.to_bits().to_le_bytes(), [0; 4]], 2);
    }
    let bits = value.to_bits();
    (
        [
            (id | FLAG_64).to_le_bytes(),
            (bits as u32).to_le_bytes(),
            ((bits >> 32) as u32).to_le_bytes(),
        ],
        3,
    )
}

#[inline]
pub(super) fn put_float<O: Output>(value: f64, spec: &DialectSpec, out: &mut O) {
    let (words, used) = float_words(value, spec);
    out.put_less(&words, 3 - used);
}

/// Reads a float's payload behind its header.
#[inline]
pub(super) fn float_payload(
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

/// Reads an int where one is meant: an int, or a float without a fraction up to 2^53.
#[inline(never)]
pub(super) fn read_int(
    reader: &mut Reader<'_>,
    spec: &DialectSpec,
    expected: &'static str,
) -> Result<i64, DecodeError> {
    let start = reader.clone();
    let (kind, header) = read_header(reader, spec)?;
    match kind {
        VariantType::Int => int_payload(reader, header, spec),
        VariantType::Float => {
            let value = float_payload(reader, header, spec)?;
            let whole = value as i64;
            if whole as f64 == value && whole.unsigned_abs() <= 1 << 53 {
                Ok(whole)
            } else {
                Err(DecodeError::new(
                    DecodeErrorKind::NotAnInteger,
                    start.position(),
                    expected,
                    alloc::format!("float {value}"),
                ))
            }
        }
        _ => Err(wrong_type(&start, spec, expected)),
    }
}

/// Reads a float where one is meant: a float, or an int.
#[inline(never)]
pub(super) fn read_float(
    reader: &mut Reader<'_>,
    spec: &DialectSpec,
    expected: &'static str,
) -> Result<f64, DecodeError> {
    let start = reader.clone();
    let (kind, header) = read_header(reader, spec)?;
    match kind {
        VariantType::Float => float_payload(reader, header, spec),
        VariantType::Int => Ok(int_payload(reader, header, spec)? as f64),
        _ => Err(wrong_type(&start, spec, expected)),
    }
}

/// The error for a number that `expected` cannot hold.
#[cold]
#[inline(never)]
pub(super) fn out_of_range(
    at: usize,
    expected: &'static str,
    found: impl core::fmt::Display,
) -> DecodeError {
    DecodeError::new(DecodeErrorKind::OutOfRange, at, expected, alloc::format!("{found}"))
}

/// Narrows a float to 32 bits.
///
/// # Errors
/// [`DecodeErrorKind::OutOfRange`] when a finite number would become infinite.
#[inline]
pub(super) fn narrow(value: f64, at: usize) -> Result<f32, DecodeError> {
    let single = value as f32;
    if single.is_infinite() && value.is_finite() {
        return Err(out_of_range(at, "a float of 32 bits", value));
    }
    Ok(single)
}

// ---------------------------------------------------------------- lengths and texts

/// A length as the wire counts it.
///
/// # Errors
/// [`EncodeErrorKind::TooLong`] beyond `i32::MAX`, where engines read a negative number.
#[inline]
pub(super) fn wire_len(len: usize) -> Result<u32, EncodeError> {
    if len <= MAX_LEN { Ok(len as u32) } else { Err(too_long(len)) }
}

#[cold]
fn too_long(len: usize) -> EncodeError {
    EncodeError::new(
        EncodeErrorKind::TooLong,
        alloc::format!("{len} bytes or elements, where a length holds {MAX_LEN}"),
    )
}

/// Reads a byte length, which engines take as an `i32`.
#[inline]
pub(super) fn read_len(reader: &mut Reader<'_>, what: &'static str) -> Result<usize, DecodeError> {
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

/// Reads an element count and holds it against the limits and the bytes that are left,
/// at `min_bytes` an element.
#[inline]
pub(super) fn read_count(
    reader: &mut Reader<'_>,
    what: &'static str,
    min_bytes: usize,
) -> Result<usize, DecodeError> {
    let count = read_len(reader, what)?;
    check_count(reader, count, what, min_bytes)?;
    Ok(count)
}

/// Holds a count against the limits and the bytes that are left.
#[inline]
pub(super) fn check_count(
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
}

/// The count of a container behind its header; the top bit (shared) is ignored.
#[inline]
pub(super) fn container_count(
    reader: &mut Reader<'_>,
    what: &'static str,
    min_bytes: usize,
) -> Result<usize, DecodeError> {
    let count = (reader.u32(what)? & 0x7fff_ffff) as usize;
    check_count(reader, count, what, min_bytes)?;
    Ok(count)
}

/// Takes bytes and the padding behind them.
#[inline]
fn take_padded<'de>(
    reader: &mut Reader<'de>,
    len: usize,
    what: &'static str,
) -> Result<&'de [u8], DecodeError> {
    let bytes = reader.take(len, what)?;
    reader.take(len.wrapping_neg() % 4, what)?;
    Ok(bytes)
}

/// Most texts of games are ASCII, which is quicker to see than UTF-8 in general.
#[inline(always)]
fn ascii(bytes: &[u8]) -> Option<&str> {
    Some(AsciiStr::from_ascii(bytes).ok()?.as_str())
}

#[inline(never)]
fn utf8(bytes: &[u8], at: usize) -> Result<&str, DecodeError> {
    match core::str::from_utf8(bytes) {
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
pub(super) fn put_text<O: Output>(text: &str, out: &mut O) -> Result<(), EncodeError> {
    out.put_u32(wire_len(text.len())?);
    out.put_padded(text.as_bytes());
    Ok(())
}

/// Reads a String payload behind its header, without a look at its UTF-8.
#[inline]
pub(super) fn text_bytes<'de>(reader: &mut Reader<'de>) -> Result<&'de [u8], DecodeError> {
    let len = read_len(reader, "a String")?;
    take_padded(reader, len, "a String")
}

/// Reads a String payload behind its header.
#[inline(never)]
pub(super) fn text_payload<'de>(reader: &mut Reader<'de>) -> Result<&'de str, DecodeError> {
    if let Some((text, words)) = quick_text(reader) {
        reader.skip_words(words);
        return Ok(text);
    }
    let len = read_len(reader, "a String")?;
    let at = reader.position();
    utf8(take_padded(reader, len, "a String")?, at)
}

/// An ASCII text that is there as a whole, and the words of its payload.
#[inline(always)]
fn quick_text<'de>(reader: &Reader<'de>) -> Option<(&'de str, usize)> {
    let (len, text) = reader.rest().split_first_chunk::<4>()?;
    let len = u32::from_le_bytes(*len) as usize;
    let padded = len.checked_next_multiple_of(4)?;
    if len > MAX_LEN || padded > text.len() {
        return None;
    }
    Some((ascii(text.get(..len)?)?, 1 + padded / 4))
}

/// Reads text where it is meant: a String or a StringName.
#[inline(never)]
pub(super) fn read_text<'de>(
    reader: &mut Reader<'de>,
    spec: &DialectSpec,
    expected: &'static str,
) -> Result<&'de str, DecodeError> {
    let start = reader.clone();
    match read_header(reader, spec)?.0 {
        VariantType::String | VariantType::StringName => text_payload(reader),
        _ => Err(wrong_type(&start, spec, expected)),
    }
}

/// Writes a NodePath payload.
pub(super) fn put_node_path<O: Output>(path: &NodePath, out: &mut O) -> Result<(), EncodeError> {
    out.put_u32(wire_len(path.names.len())? | 0x8000_0000);
    out.put_u32(wire_len(path.subnames.len())?);
    out.put_u32(u32::from(path.absolute));
    for name in path.names.iter().chain(&path.subnames) {
        put_text(name, out)?;
    }
    Ok(())
}

/// Reads a NodePath payload behind its header.
pub(super) fn node_path_payload(reader: &mut Reader<'_>) -> Result<NodePath, DecodeError> {
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
    let mut texts = |count| {
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(text_payload(reader)?.to_owned());
        }
        Ok(list)
    };
    Ok(NodePath { names: texts(names)?, subnames: texts(subnames)?, absolute: flags & 1 != 0 })
}

// ---------------------------------------------------------------- structures

/// Whether the reals behind this header have 64 bits.
#[inline(always)]
pub(super) const fn is_wide(header: u32, spec: &DialectSpec) -> bool {
    match spec.generation {
        Generation::Godot4 => header & FLAG_64 != 0,
        Generation::Godot3 => matches!(spec.real, RealForm::DoubleUnflagged),
    }
}

/// The header of a structure of reals.
#[inline]
pub(super) fn real_header(kind: VariantType, spec: &DialectSpec) -> Result<u32, EncodeError> {
    let flag = if matches!(spec.real, RealForm::DoubleFlagged) { FLAG_64 } else { 0 };
    Ok(header(kind, spec)? | flag)
}

/// Writes the components of a structure at the dialect's width.
#[inline]
pub(super) fn put_reals<O: Output, R: Real, const N: usize>(
    components: [R; N],
    spec: &DialectSpec,
    out: &mut O,
) {
    if spec.is_double() {
        out.put_bytes(components.map(|c| c.to_f64().to_le_bytes()).as_flattened());
    } else {
        out.put_bytes(components.map(|c| c.to_f32().to_le_bytes()).as_flattened());
    }
}

/// Reads the components of a structure of either width.
#[inline]
pub(super) fn reals<R: Real, S: Components<R, N>, const N: usize>(
    reader: &mut Reader<'_>,
    wide: bool,
    what: &'static str,
) -> Result<S, DecodeError> {
    let mut components = [R::default(); N];
    if wide {
        let at = reader.position();
        let bytes = reader.take(N * 8, what)?;
        for (component, bytes) in components.iter_mut().zip(bytes.as_chunks().0) {
            *component = narrow_real(f64::from_le_bytes(*bytes), at)?;
        }
    } else {
        let bytes = reader.take(N * 4, what)?;
        for (component, bytes) in components.iter_mut().zip(bytes.as_chunks().0) {
            *component = R::from_f32(f32::from_le_bytes(*bytes));
        }
    }
    Ok(S::from_components(components))
}

/// A component of 64 bits as `R`.
#[inline]
fn narrow_real<R: Real>(value: f64, at: usize) -> Result<R, DecodeError> {
    let real = R::from_f64(value);
    if value.is_finite() && !real.to_f64().is_finite() {
        return Err(out_of_range(at, "a component of 32 bits", value));
    }
    Ok(real)
}

/// Reads the components of a structure of ints.
#[inline]
pub(super) fn ints<S: Components<i32, N>, const N: usize>(
    reader: &mut Reader<'_>,
    what: &'static str,
) -> Result<S, DecodeError> {
    let bytes = reader.take(N * 4, what)?;
    let mut components = [0; N];
    for (component, bytes) in components.iter_mut().zip(bytes.as_chunks().0) {
        *component = i32::from_le_bytes(*bytes);
    }
    Ok(S::from_components(components))
}

// ---------------------------------------------------------------- packed arrays

/// Whether a packed array of vectors behind this header has 64-bit components.
/// Godot 3 keeps its pool arrays at 32 bits in every build.
#[inline]
pub(super) const fn is_wide_packed(header: u32, spec: &DialectSpec) -> bool {
    matches!(spec.generation, Generation::Godot4) && header & FLAG_64 != 0
}

/// The bytes of an element of a packed array; `None` for one of texts, and for other types.
pub(super) const fn packed_element_bytes(
    kind: VariantType,
    header: u32,
    spec: &DialectSpec,
) -> Option<usize> {
    let real = if is_wide_packed(header, spec) { 8 } else { 4 };
    Some(match kind {
        VariantType::PackedByteArray => 1,
        VariantType::PackedInt32Array | VariantType::PackedFloat32Array => 4,
        VariantType::PackedInt64Array | VariantType::PackedFloat64Array => 8,
        VariantType::PackedColorArray => 16,
        VariantType::PackedVector2Array => 2 * real,
        VariantType::PackedVector3Array => 3 * real,
        VariantType::PackedVector4Array => 4 * real,
        _ => return None,
    })
}

/// Writes bytes as a packed array's payload.
pub(super) fn put_packed_bytes<O: Output>(bytes: &[u8], out: &mut O) -> Result<(), EncodeError> {
    let len = wire_len(bytes.len())?;
    out.reserve(bytes.len() + 8);
    out.put_u32(len);
    out.put_padded(bytes);
    Ok(())
}

/// Reads the payload of a packed byte array; its padding may be missing at the end of a buffer.
pub(super) fn packed_bytes<'de>(reader: &mut Reader<'de>) -> Result<&'de [u8], DecodeError> {
    let len = read_len(reader, "a PackedByteArray")?;
    let bytes = reader.take(len, "a PackedByteArray")?;
    skip_padding(reader, len)?;
    Ok(bytes)
}

/// Takes the padding behind the payload of a packed byte array, as far as it is there.
pub(super) fn skip_padding(reader: &mut Reader<'_>, len: usize) -> Result<(), DecodeError> {
    let padding = (len.wrapping_neg() % 4).min(reader.remaining());
    reader.take(padding, "a PackedByteArray").map(drop)
}

/// Writes elements of `N` bytes as a packed array's payload.
pub(super) fn put_packed<O, T, const N: usize>(
    elements: &[T],
    to_bytes: impl Fn(T) -> [u8; N],
    out: &mut O,
) -> Result<(), EncodeError>
where
    O: Output,
    T: Copy + IntoBytes + Immutable,
{
    let count = wire_len(elements.len())?;
    out.reserve(elements.len() * N + 4);
    out.put_u32(count);
    if cfg!(target_endian = "little") && size_of::<T>() == N {
        out.put_bytes(elements.as_bytes());
        return Ok(());
    }
    // A block on the stack: one growth check for 64 elements.
    let (blocks, rest) = elements.as_chunks::<64>();
    for block in blocks {
        out.put_bytes(block.map(&to_bytes).as_flattened());
    }
    for element in rest {
        out.put_bytes(&to_bytes(*element));
    }
    Ok(())
}

/// Elements whose bytes in memory are those of the wire; `None` for others, and where
/// the message does not stand at an address that they can have.
#[inline]
fn cast<T: FromBytes + Immutable, const N: usize>(bytes: &[u8]) -> Option<&[T]> {
    if cfg!(target_endian = "big") || size_of::<T>() != N {
        return None;
    }
    <[T]>::ref_from_bytes(bytes).ok()
}

/// Reads the payload of a packed array of elements of `N` bytes.
pub(super) fn packed<T, const N: usize>(
    reader: &mut Reader<'_>,
    what: &'static str,
    from_bytes: impl Fn([u8; N]) -> T,
) -> Result<Vec<T>, DecodeError>
where
    T: Copy + FromBytes + Immutable,
{
    let mut list = Vec::new();
    packed_into(reader, what, from_bytes, &mut list)?;
    Ok(list)
}

/// As [`packed`], in place of the elements of a list.
#[inline]
pub(super) fn packed_into<T, const N: usize>(
    reader: &mut Reader<'_>,
    what: &'static str,
    from_bytes: impl Fn([u8; N]) -> T,
    list: &mut Vec<T>,
) -> Result<(), DecodeError>
where
    T: Copy + FromBytes + Immutable,
{
    let count = read_count(reader, what, N)?;
    let bytes = reader.take(count * N, what)?;
    list.clear();
    match cast::<T, N>(bytes) {
        Some(elements) => list.extend_from_slice(elements),
        None => list.extend(bytes.as_chunks().0.iter().map(|bytes| from_bytes(*bytes))),
    }
    Ok(())
}

/// Writes a packed array of structures at the dialect's width.
pub(super) fn put_packed_reals<O, R, S, const N: usize>(
    elements: &[S],
    spec: &DialectSpec,
    out: &mut O,
) -> Result<(), EncodeError>
where
    O: Output,
    R: Real,
    S: Components<R, N> + IntoBytes + Immutable,
{
    out.put_u32(wire_len(elements.len())?);
    let wide = matches!(spec.real, RealForm::DoubleFlagged);
    out.reserve(elements.len() * N * if wide { 8 } else { 4 });
    if cfg!(target_endian = "little") && size_of::<R>() == if wide { 8 } else { 4 } {
        out.put_bytes(elements.as_bytes());
        return Ok(());
    }
    for element in elements {
        let components = element.to_components();
        if wide {
            out.put_bytes(components.map(|c| c.to_f64().to_le_bytes()).as_flattened());
        } else {
            out.put_bytes(components.map(|c| c.to_f32().to_le_bytes()).as_flattened());
        }
    }
    Ok(())
}

/// Reads the payload of a packed array of structures of either width.
pub(super) fn packed_reals<R, S, const N: usize>(
    reader: &mut Reader<'_>,
    wide: bool,
    what: &'static str,
) -> Result<Vec<S>, DecodeError>
where
    R: Real,
    S: Components<R, N> + FromBytes + Immutable,
{
    let mut elements = Vec::new();
    packed_reals_into(reader, wide, what, &mut elements)?;
    Ok(elements)
}

/// As [`packed_reals`], in place of the elements of a list.
#[inline]
pub(super) fn packed_reals_into<R, S, const N: usize>(
    reader: &mut Reader<'_>,
    wide: bool,
    what: &'static str,
    elements: &mut Vec<S>,
) -> Result<(), DecodeError>
where
    R: Real,
    S: Components<R, N> + FromBytes + Immutable,
{
    let real = if wide { 8 } else { 4 };
    let count = read_count(reader, what, N * real)?;
    elements.clear();
    if cfg!(target_endian = "little") && size_of::<R>() == real {
        let mut ahead = reader.clone();
        let bytes = ahead.take(count * N * real, what)?;
        if let Ok(list) = <[S]>::ref_from_bytes(bytes) {
            *reader = ahead;
            elements.extend_from_slice(list);
            return Ok(());
        }
    }
    elements.reserve_exact(count);
    for _ in 0..count {
        elements.push(reals(reader, wide, what)?);
    }
    Ok(())
}

/// Writes texts as a packed array's payload: each with a NUL, which its length counts.
pub(super) fn put_packed_texts<'a, O: Output>(
    texts: impl ExactSizeIterator<Item = &'a str>,
    out: &mut O,
) -> Result<(), EncodeError> {
    out.put_u32(wire_len(texts.len())?);
    for text in texts {
        let bytes = text.as_bytes();
        out.put_u32(wire_len(bytes.len() + 1)?);
        out.put_bytes(bytes);
        // The NUL and the padding are the same zeros: 1 to 4 of them.
        let zeros = [0; 4];
        out.put_bytes(zeros.get(..4 - bytes.len() % 4).unwrap_or_default());
    }
    Ok(())
}

/// Reads one element of a packed array of texts, with or without its NUL.
pub(super) fn packed_text<'de>(reader: &mut Reader<'de>) -> Result<&'de str, DecodeError> {
    let len = read_len(reader, "a PackedStringArray")?;
    let at = reader.position();
    let bytes = take_padded(reader, len, "a PackedStringArray")?;
    let bytes = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    match ascii(bytes) {
        Some(text) => Ok(text),
        None => utf8(bytes, at),
    }
}

// ---------------------------------------------------------------- typed containers

/// The header bits and the words of one declared type.
pub(super) const fn element_kind(declared: Option<&ElementType>) -> u32 {
    match declared {
        None => 0,
        Some(ElementType::Builtin(_)) => 1,
        Some(ElementType::Class(_)) => 2,
        Some(ElementType::Script(_)) => 3,
    }
}

/// Writes the field of a declared type.
pub(super) fn put_element_type<O: Output>(
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
pub(super) fn read_element_type(
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

/// Holds the length of a whole message against the limits.
#[inline]
pub(super) fn check_bytes(bytes: &[u8], limits: crate::Limits) -> Result<(), DecodeError> {
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

/// Takes the header and the count of an untyped container, if that is what there is.
#[inline(always)]
fn quick_count(reader: &mut Reader<'_>, id: Option<u8>, min_bytes: usize) -> Option<usize> {
    let [header, count] = *reader.peek_words(2)?.first_chunk::<2>()?;
    let count = (u32::from_le_bytes(count) & 0x7fff_ffff) as usize;
    let room = (reader.remaining() - 8) / min_bytes;
    if u32::from_le_bytes(header) != u32::from(id?) || count > reader.limits().elements.min(room) {
        return None;
    }
    reader.skip_words(2);
    Some(count)
}

/// Takes the header, the declared types and the count of a Dictionary.
pub(super) fn open_dictionary(
    reader: &mut Reader<'_>,
    spec: &DialectSpec,
) -> Result<usize, DecodeError> {
    if let Some(count) = quick_count(reader, spec.type_id(VariantType::Dictionary), 8) {
        return Ok(count);
    }
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

/// Takes the header, the declared type and the count of an Array.
pub(super) fn open_array(
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
