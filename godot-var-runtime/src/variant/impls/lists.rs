//! Lists of any length, in all collections.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::core::reader::Word;
use crate::variant::codec;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, has_type, header_word, real_header_word};
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::variant::types::{Component, Generation, Payload, VariantType};
use crate::{DecodeError, EncodeError, Output, Reader, VecOutput};

/// Returns the packed array for lists of `T` in the dialect.
const fn packed<D: Dialect, T: EncodeVariant<D>>() -> Option<VariantType> {
    match T::PACKED {
        Some(kind) if has_type::<D>(kind) => Some(kind),
        _ => None,
    }
}

/// Returns the header of a list of `T`.
const fn list_header<D: Dialect, T: EncodeVariant<D>>() -> Word {
    match packed::<D, T>() {
        Some(kind) => match kind.payload() {
            Payload::Packed { component: Component::Real, .. } => real_header_word::<D>(kind),
            _ => header_word::<D>(kind),
        },
        None => header_word::<D>(VariantType::Array),
    }
}

/// Writes a list without its header.
pub(super) fn encode_list<D, T, O>(list: &[T], out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    T: EncodeVariant<D>,
    O: Output,
{
    if const { packed::<D, T>().is_some() } {
        return T::encode_packed(list, out);
    }
    put_elements::<D, T, O>(list.iter(), out)
}

/// Writes an element that does not take its usual form. Out of line, as the loop over those that do needs all registers.
#[inline(never)]
fn encode_unusual<D, T, O>(element: &T, out: &mut O) -> Result<(), EncodeError>
where
    D: Dialect,
    T: EncodeVariant<D>,
    O: Output,
{
    element.encode(out)
}

/// Writes the elements of an Array, and their count.
#[inline]
pub(crate) fn put_elements<'a, D: Dialect, T: EncodeVariant<D> + 'a, O: Output>(
    mut elements: impl ExactSizeIterator<Item = &'a T>,
    out: &mut O,
) -> Result<(), EncodeError> {
    let len = elements.len();
    out.put_u32(codec::wire_len(len)?);
    out.reserve(len.saturating_mul(T::FACTS.min_bytes()));
    out.enter()?;
    let usual = T::FACTS.usual;
    // A sink that grows is shortened if another form is shorter.
    let takes_usual = const { !T::FACTS.usual.is_empty() }
        && *out.depth() >= T::FACTS.levels
        && (out.grows() || const { T::FACTS.min_words >= T::FACTS.usual.len() });
    while let Some(element) = elements.next() {
        if takes_usual && out.put_filled(usual, |words| T::fill(element, words)) {
            continue;
        }
        let written = if const { T::FACTS.usual.is_empty() } {
            element.encode(out)
        } else {
            encode_unusual::<D, T, O>(element, out)
        };
        if let Err(error) = written {
            return Err(error.in_index(len - elements.len() - 1));
        }
    }
    out.leave();
    Ok(())
}

/// Writes a packed array whose elements are in two slices.
fn encode_packed_halves<D, T, O>(
    (first, second): (&[T], &[T]),
    out: &mut O,
) -> Result<(), EncodeError>
where
    D: Dialect,
    T: EncodeVariant<D>,
    O: Output,
{
    let mut bytes = Vec::new();
    for half in [first, second] {
        let start = bytes.len();
        T::encode_packed(half, &mut VecOutput::new(&mut bytes))?;
        bytes.drain(start..start + 4);
        if matches!(T::PACKED, Some(VariantType::PackedByteArray)) {
            // Without padding.
            bytes.truncate(start + half.len());
        }
    }
    out.put_u32(codec::wire_len(first.len() + second.len())?);
    out.put_padded(&bytes);
    Ok(())
}

/// Reads a list from any type that lists of `T` accept.
pub(super) fn decode_list<'de, D, T>(reader: &mut Reader<'de>) -> Result<Vec<T>, DecodeError>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
{
    let start = reader.clone();
    let (kind, header) = codec::read_header(reader, &D::SPEC)?;
    if kind == VariantType::Array {
        if matches!(D::SPEC.generation, Generation::Godot4) {
            codec::read_element_type(reader, header >> 16, &D::SPEC)?;
        }
        return decode_counted::<D, T>(reader);
    }
    let mut list = Vec::new();
    match T::decode_packed(reader, kind, header, &mut list) {
        Some(Ok(())) => Ok(list),
        Some(Err(error)) => Err(error),
        None => Err(no_list::<D, T>(&start)),
    }
}

#[cold]
fn no_list<D: Dialect, T: EncodeVariant<D>>(start: &Reader<'_>) -> DecodeError {
    let expected = const {
        match packed::<D, T>() {
            Some(kind) => kind.name(D::SPEC.generation),
            None => "Array",
        }
    };
    codec::wrong_type(start, &D::SPEC, expected)
}

/// Works like [`decode_list`], and reuses the elements of a list.
fn decode_list_in_place<'de, D, T>(
    reader: &mut Reader<'de>,
    list: &mut Vec<T>,
) -> Result<(), DecodeError>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
{
    let start = reader.clone();
    let (kind, header) = codec::read_header(reader, &D::SPEC)?;
    if kind == VariantType::Array {
        if matches!(D::SPEC.generation, Generation::Godot4) {
            codec::read_element_type(reader, header >> 16, &D::SPEC)?;
        }
        return decode_counted_in_place::<D, T>(reader, list);
    }
    match T::decode_packed(reader, kind, header, list) {
        Some(read) => read,
        None => Err(no_list::<D, T>(&start)),
    }
}

/// Reads the count and the elements of an Array.
fn decode_counted<'de, D, T>(reader: &mut Reader<'de>) -> Result<Vec<T>, DecodeError>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
{
    let count = codec::container_count(reader, "an Array", 4)?;
    reader.enter()?;
    let room = reader.room_for::<T>(count);
    let mut list = Vec::with_capacity(room);
    if let Err(error) = T::decode_elements(reader, &mut list, count) {
        return Err(error.in_index(list.len()));
    }
    reader.give_back::<T>(room);
    reader.leave();
    Ok(list)
}

/// Works like [`decode_counted`], and reuses the elements of a list: elements that exist on both sides are read in place.
fn decode_counted_in_place<'de, D, T>(
    reader: &mut Reader<'de>,
    list: &mut Vec<T>,
) -> Result<(), DecodeError>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
{
    let count = codec::container_count(reader, "an Array", 4)?;
    reader.enter()?;
    list.truncate(if T::REPLACED { 0 } else { count });
    let room = reader.room_for::<T>(count);
    list.reserve_exact(room.saturating_sub(list.len()));
    if let Err((index, error)) = T::decode_elements_in_place(reader, list) {
        return Err(error.in_index(index));
    }
    let left = count - list.len();
    if let Err(error) = T::decode_elements(reader, list, left) {
        return Err(error.in_index(list.len()));
    }
    reader.give_back::<T>(room);
    reader.leave();
    Ok(())
}

/// Reads a list whose header was compared with [`list_header`].
fn decode_list_rest<'de, D, T>(reader: &mut Reader<'de>) -> Result<Vec<T>, DecodeError>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
{
    let header = const { u32::from_le_bytes(list_header::<D, T>()) };
    match const { packed::<D, T>() } {
        Some(kind) => {
            let mut list = Vec::new();
            match T::decode_packed(reader, kind, header, &mut list) {
                Some(Ok(())) => Ok(list),
                Some(Err(error)) => Err(error),
                None => Err(codec::wrong_type(reader, &D::SPEC, "Array")),
            }
        }
        None => decode_counted::<D, T>(reader),
    }
}

pub(super) const fn list_facts<D: Dialect, T: EncodeVariant<D>>() -> Facts {
    // Packed numbers are written in one step.
    let repeats = matches!(packed::<D, T>(), None | Some(VariantType::PackedStringArray));
    Facts::varying(const { &[list_header::<D, T>()] }, 2, usize::MAX).repeating(repeats)
}

/// A list: the packed array of its element type if the dialect has one, otherwise an Array. Read from either.
impl<D: Dialect, T: EncodeVariant<D>> EncodeVariant<D> for [T] {
    const FACTS: Facts = list_facts::<D, T>();

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_words(const { &[list_header::<D, T>()] });
        encode_list::<D, T, O>(self, out)
    }

    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        encode_list::<D, T, O>(value, out)
    }
}

impl<D: Dialect, T: EncodeVariant<D>> EncodeVariant<D> for Vec<T> {
    const FACTS: Facts = list_facts::<D, T>();

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.as_slice().encode(out)
    }

    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        encode_list::<D, T, O>(value, out)
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeVariant<'de, D> for Vec<T> {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        decode_list::<D, T>(reader)
    }

    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        decode_list_in_place::<D, T>(reader, place)
    }

    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        decode_list_rest::<D, T>(reader)
    }
}

macro_rules! owned_slice {
    ($type:ident) => {
        impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeVariant<'de, D> for $type<[T]> {
            fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
                decode_list::<D, T>(reader).map(Self::from)
            }
        }
    };
}

owned_slice!(Box);
owned_slice!(Rc);
owned_slice!(Arc);

/// Bytes are borrowed from the message; elements of any other type are owned.
impl<'a, 'de: 'a, D, T> DecodeVariant<'de, D> for Cow<'a, [T]>
where
    D: Dialect,
    T: DecodeVariant<'de, D> + Clone + 'a,
{
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        match T::borrow_list(reader) {
            Some(list) => list.map(Cow::Borrowed),
            None => decode_list::<D, T>(reader).map(Cow::Owned),
        }
    }

    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        reader.seek(reader.position() - 4);
        <Self as DecodeVariant<'de, D>>::decode(reader)
    }
}

impl<D: Dialect, T: EncodeVariant<D>> EncodeVariant<D> for VecDeque<T> {
    const FACTS: Facts = list_facts::<D, T>();

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        out.put_words(const { &[list_header::<D, T>()] });
        <Self as EncodeVariant<D>>::encode_after_prefix(self, out)
    }

    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        match value.as_slices() {
            (list, []) => encode_list::<D, T, O>(list, out),
            halves if const { packed::<D, T>().is_some() } => {
                encode_packed_halves::<D, T, O>(halves, out)
            }
            _ => put_elements::<D, T, O>(value.iter(), out),
        }
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D>> DecodeVariant<'de, D> for VecDeque<T> {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        decode_list::<D, T>(reader).map(Self::from)
    }

    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        decode_list_rest::<D, T>(reader).map(Self::from)
    }
}
