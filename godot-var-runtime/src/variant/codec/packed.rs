//! The payloads of packed arrays.

use alloc::vec::Vec;

use super::headers::{FLAG_64, read_count, read_len, wire_len};
use super::memory::Plain;
use super::structures::{FixedComponent, put_components, reals};
use super::texts::{ascii, take_padded, utf8, whole_text};
use crate::variant::types::math::{Components, Real};
use crate::variant::types::{DialectSpec, Generation, RealForm, VariantType};
use crate::{DecodeError, EncodeError, Output, Reader};

/// Whether a packed array of vectors after this header has 64-bit components.
/// Packed arrays of Godot 3 have 32-bit components in every build.
#[inline]
pub const fn is_wide_packed(header: u32, spec: &DialectSpec) -> bool {
    matches!(spec.generation, Generation::Godot4) && header & FLAG_64 != 0
}

/// The size in bytes of an element of a packed array; `None` for packed texts and for other types.
pub(crate) const fn packed_element_bytes(
    kind: VariantType,
    header: u32,
    spec: &DialectSpec,
) -> Option<usize> {
    const SINGLE: [u8; VariantType::ALL.len()] = element_bytes(false);
    const WIDE: [u8; VariantType::ALL.len()] = element_bytes(true);
    let table = if is_wide_packed(header, spec) { &WIDE } else { &SINGLE };
    match table[kind as usize] {
        0 => None,
        bytes => Some(bytes as usize),
    }
}

/// The size in bytes of an element of each packed array of numbers; 0 for other types.
const fn element_bytes(wide_reals: bool) -> [u8; VariantType::ALL.len()] {
    let mut table = [0; VariantType::ALL.len()];
    let mut at = 0;
    while at < VariantType::ALL.len() {
        let kind = VariantType::ALL[at];
        if let Some((component, count)) = kind.packed_components() {
            table[kind as usize] = (component.bytes(wide_reals) * count) as u8;
        }
        at += 1;
    }
    table
}

/// Writes bytes as a packed array's payload.
pub(crate) fn put_packed_bytes<O: Output>(bytes: &[u8], out: &mut O) -> Result<(), EncodeError> {
    put_counted(bytes.len(), bytes, out)
}

/// Writes a count, the bytes of the elements, and padding.
#[inline]
fn put_counted<O: Output>(count: usize, bytes: &[u8], out: &mut O) -> Result<(), EncodeError> {
    /// Once for all types of elements: where each append is long, a record's own function stays short.
    #[inline(never)]
    fn grow<O: Output>(count: u32, bytes: &[u8], out: &mut O) {
        out.put_text::<0>(count, bytes);
    }
    let count = wire_len(count)?;
    if out.grows() {
        grow(count, bytes, out);
    } else {
        out.put_text::<0>(count, bytes);
    }
    Ok(())
}

/// Reads the payload of a packed byte array. At the end of a buffer its padding may be missing.
pub fn packed_bytes<'de>(reader: &mut Reader<'de>) -> Result<&'de [u8], DecodeError> {
    if let Some(bytes) = reader.payload_aside() {
        return Ok(bytes);
    }
    let len = read_len(reader, "a PackedByteArray")?;
    let bytes = reader.take(len, "a PackedByteArray")?;
    skip_padding(reader, len)?;
    Ok(bytes)
}

/// Skips the padding after the payload of a packed byte array. It may be shorter, or missing.
pub(crate) fn skip_padding(reader: &mut Reader<'_>, len: usize) -> Result<(), DecodeError> {
    let padding = (len.wrapping_neg() % 4).min(reader.remaining());
    reader.take(padding, "a PackedByteArray").map(drop)
}

/// Writes elements of `N` bytes as a packed array's payload.
pub(crate) fn put_packed<O: Output, T: Plain, const N: usize>(
    elements: &[T],
    to_bytes: impl Fn(T) -> [u8; N],
    out: &mut O,
) -> Result<(), EncodeError> {
    if cfg!(target_endian = "little") && size_of::<T>() == N {
        return put_counted(elements.len(), Plain::bytes(elements), out);
    }
    out.put_u32(wire_len(elements.len())?);
    out.reserve(elements.len() * N);
    // Encodes 64 elements on the stack, so that the output grows once for all of them.
    let (blocks, rest) = elements.as_chunks::<64>();
    for block in blocks {
        out.put_bytes(block.map(&to_bytes).as_flattened());
    }
    for element in rest {
        out.put_bytes(&to_bytes(*element));
    }
    Ok(())
}

/// The elements as a slice of the message, if their bytes in memory are those of the encoding;
/// `None` for other elements, and if the address is not aligned for them.
#[inline]
fn cast<T: Plain, const N: usize>(bytes: &[u8]) -> Option<&[T]> {
    if cfg!(target_endian = "big") || size_of::<T>() != N {
        return None;
    }
    T::elements(bytes)
}

/// Reads the payload of a packed array of elements of `N` bytes.
pub(crate) fn packed<T: Plain, const N: usize>(
    reader: &mut Reader<'_>,
    what: &'static str,
    from_bytes: impl Fn([u8; N]) -> T,
) -> Result<Vec<T>, DecodeError> {
    let mut list = Vec::new();
    packed_into(reader, what, from_bytes, &mut list)?;
    Ok(list)
}

/// As [`packed`], in place of the elements of an existing list.
#[inline]
pub(crate) fn packed_into<T: Plain, const N: usize>(
    reader: &mut Reader<'_>,
    what: &'static str,
    from_bytes: impl Fn([u8; N]) -> T,
    list: &mut Vec<T>,
) -> Result<(), DecodeError> {
    let count = read_count(reader, what, N)?;
    let bytes = reader.take(count * N, what)?;
    list.clear();
    match cast::<T, N>(bytes) {
        Some(elements) => list.extend_from_slice(elements),
        None => list.extend(bytes.as_chunks().0.iter().map(|bytes| from_bytes(*bytes))),
    }
    Ok(())
}

/// Writes a packed array of structures whose components have 4 bytes in every build.
pub(crate) fn put_packed_fixed<
    O: Output,
    C: FixedComponent,
    S: Components<C, N> + Plain,
    const N: usize,
>(
    elements: &[S],
    out: &mut O,
) -> Result<(), EncodeError> {
    if cfg!(target_endian = "little") && size_of::<S>() == N * 4 {
        return put_counted(elements.len(), Plain::bytes(elements), out);
    }
    out.put_u32(wire_len(elements.len())?);
    out.reserve(elements.len() * N * 4);
    for element in elements {
        out.put_words(&element.to_components().map(C::to_word));
    }
    Ok(())
}

/// Writes a packed array of structures in the dialect's width.
pub(crate) fn put_packed_reals<O: Output, R: Real, S: Components<R, N> + Plain, const N: usize>(
    elements: &[S],
    spec: &DialectSpec,
    out: &mut O,
) -> Result<(), EncodeError> {
    let wide = matches!(spec.real, RealForm::DoubleFlagged);
    if cfg!(target_endian = "little") && size_of::<R>() == if wide { 8 } else { 4 } {
        return put_counted(elements.len(), Plain::bytes(elements), out);
    }
    put_converted_reals(elements, spec, out)
}

/// As [`put_packed_reals`], element by element: for structures whose bytes in memory differ.
pub(crate) fn put_converted_reals<O: Output, R: Real, S: Components<R, N>, const N: usize>(
    elements: &[S],
    spec: &DialectSpec,
    out: &mut O,
) -> Result<(), EncodeError> {
    let wide = matches!(spec.real, RealForm::DoubleFlagged);
    out.put_u32(wire_len(elements.len())?);
    out.reserve(elements.len() * N * if wide { 8 } else { 4 });
    for element in elements {
        put_components(element.to_components(), wide, out);
    }
    Ok(())
}

/// Reads the payload of a packed array of structures of 32 or 64 bits.
pub(crate) fn packed_reals<R: Real, S: Components<R, N> + Plain, const N: usize>(
    reader: &mut Reader<'_>,
    wide: bool,
    what: &'static str,
) -> Result<Vec<S>, DecodeError> {
    let mut elements = Vec::new();
    packed_reals_into(reader, wide, what, &mut elements)?;
    Ok(elements)
}

/// As [`packed_reals`], in place of the elements of an existing list.
#[inline]
pub(crate) fn packed_reals_into<R: Real, S: Components<R, N> + Plain, const N: usize>(
    reader: &mut Reader<'_>,
    wide: bool,
    what: &'static str,
    elements: &mut Vec<S>,
) -> Result<(), DecodeError> {
    let real = if wide { 8 } else { 4 };
    if cfg!(target_endian = "little") && size_of::<R>() == real {
        let mut ahead = reader.clone();
        let count = read_count(&mut ahead, what, N * real)?;
        let bytes = ahead.take(count * N * real, what)?;
        if let Some(list) = S::elements(bytes) {
            *reader = ahead;
            elements.clear();
            elements.extend_from_slice(list);
            return Ok(());
        }
    }
    converted_reals_into(reader, wide, what, elements)
}

/// As [`packed_reals_into`], element by element: for structures whose bytes in memory differ.
pub(crate) fn converted_reals_into<R: Real, S: Components<R, N>, const N: usize>(
    reader: &mut Reader<'_>,
    wide: bool,
    what: &'static str,
    elements: &mut Vec<S>,
) -> Result<(), DecodeError> {
    let count = read_count(reader, what, N * if wide { 8 } else { 4 })?;
    elements.clear();
    elements.reserve_exact(count);
    for _ in 0..count {
        elements.push(reals(reader, wide, what)?);
    }
    Ok(())
}

/// Writes texts as a packed array's payload: each ends with a NUL, which its length includes.
pub(crate) fn put_packed_texts<'a, O: Output>(
    texts: impl ExactSizeIterator<Item = &'a str>,
    out: &mut O,
) -> Result<(), EncodeError> {
    out.put_u32(wire_len(texts.len())?);
    for text in texts {
        out.put_text::<1>(wire_len(text.len() + 1)?, text.as_bytes());
    }
    Ok(())
}

/// Reads one element of a packed array of texts, with or without its NUL.
#[inline(always)]
pub fn packed_text<'de>(reader: &mut Reader<'de>) -> Result<&'de str, DecodeError> {
    if let Some((bytes, rest)) = whole_text(reader.rest())
        && let Some(text) = ascii(without_nul(bytes))
    {
        reader.seek_rest(rest);
        return Ok(text);
    }
    packed_text_with_care(reader)
}

#[inline(always)]
fn without_nul(bytes: &[u8]) -> &[u8] {
    bytes.strip_suffix(&[0]).unwrap_or(bytes)
}

#[inline(never)]
fn packed_text_with_care<'de>(reader: &mut Reader<'de>) -> Result<&'de str, DecodeError> {
    let len = read_len(reader, "a PackedStringArray")?;
    let at = reader.position();
    utf8(without_nul(take_padded(reader, len, "a PackedStringArray")?), at)
}
