//! Arrays: lists whose length is part of the type.

use alloc::vec::Vec;

use super::lists::{decode_list, encode_list, list_facts};
use crate::variant::codec;
use crate::variant::codec::wrong_length;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::Facts;
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::variant::types::{Generation, VariantType};
use crate::{DecodeError, EncodeError, Output, Reader};

/// A list of exactly this length.
impl<D: Dialect, T: EncodeVariant<D>, const N: usize> EncodeVariant<D> for [T; N] {
    const FACTS: Facts = list_facts::<D, T>();

    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.as_slice().encode(out)
    }

    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        encode_list::<D, T, O>(value, out)
    }
}

impl<'de, D: Dialect, T: DecodeVariant<'de, D>, const N: usize> DecodeVariant<'de, D> for [T; N] {
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        decode_array::<D, T, N>(reader)
    }

    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        let anew = decode_each::<D, T, N>(reader, |reader, index, packed| {
            let place = place.get_mut(index)?;
            match packed {
                None => Some(T::decode_in_place(reader, place)),
                Some((kind, header)) => T::decode_packed_element(reader, kind, header)
                    .map(|element| element.map(|element| *place = element)),
            }
        })?;
        if let Some(array) = anew {
            *place = array;
        }
        Ok(())
    }

    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        reader.seek(reader.position() - 4);
        decode_array::<D, T, N>(reader)
    }
}

/// Reads a list of `N` elements without an intermediate list.
fn decode_array<'de, D, T, const N: usize>(reader: &mut Reader<'de>) -> Result<[T; N], DecodeError>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
{
    let mut slots = [const { None }; N];
    let whole = decode_each::<D, T, N>(reader, |reader, index, packed| {
        let slot = slots.get_mut(index)?;
        let element = match packed {
            None => T::decode(reader),
            Some((kind, header)) => T::decode_packed_element(reader, kind, header)?,
        };
        Some(element.map(|element| *slot = Some(element)))
    })?;
    Ok(match whole {
        Some(array) => array,
        None => slots.map(filled),
    })
}

/// Calls `read` for each of the `N` elements of a list with its index, and the type and header of a packed array. If `read` cannot read an
/// element, the array is read through a list and returned.
#[inline(always)]
fn decode_each<'de, D, T, const N: usize>(
    reader: &mut Reader<'de>,
    mut read: impl FnMut(
        &mut Reader<'de>,
        usize,
        Option<(VariantType, u32)>,
    ) -> Option<Result<(), DecodeError>>,
) -> Result<Option<[T; N]>, DecodeError>
where
    D: Dialect,
    T: DecodeVariant<'de, D>,
{
    let start = reader.clone();
    let (kind, header) = codec::read_header(reader, &D::SPEC)?;
    let listed = kind == VariantType::Array;
    if listed && matches!(D::SPEC.generation, Generation::Godot4) {
        codec::read_element_type(reader, header >> 16, &D::SPEC)?;
    }
    let element_bytes = codec::packed_element_bytes(kind, header, &D::SPEC)
        // Whether a packed array holds such elements, only its elements tell.
        .filter(|_| N > 0 && reader.peek_u32().is_some_and(|count| count as usize == N));
    let count = match element_bytes {
        Some(bytes) => codec::read_count(reader, "a packed array", bytes)?,
        None if listed => codec::container_count(reader, "an Array", 4)?,
        None => {
            // Texts, no list, no elements, or another length, which is reported only if there is no earlier error.
            *reader = start.clone();
            return exactly(decode_list::<D, T>(reader)?, start.position()).map(Some);
        }
    };
    if count != N {
        return Err(wrong_length(start.position(), N, count));
    }
    if listed {
        reader.enter()?;
    }
    for index in 0..N {
        match read(reader, index, (!listed).then_some((kind, header))) {
            Some(Ok(())) => {}
            Some(Err(error)) => return Err(error.in_index(index)),
            None => {
                *reader = start.clone();
                return exactly(decode_list::<D, T>(reader)?, start.position()).map(Some);
            }
        }
    }
    if listed {
        reader.leave();
    } else if kind == VariantType::PackedByteArray {
        codec::skip_padding(reader, N)?;
    }
    Ok(None)
}

#[expect(clippy::unreachable, reason = "called when every slot was filled")]
fn filled<T>(slot: Option<T>) -> T {
    match slot {
        Some(element) => element,
        None => unreachable!("every element was read"),
    }
}

fn exactly<T, const N: usize>(list: Vec<T>, at: usize) -> Result<[T; N], DecodeError> {
    match <[T; N]>::try_from(list) {
        Ok(array) => Ok(array),
        Err(list) => Err(wrong_length(at, N, list.len())),
    }
}
