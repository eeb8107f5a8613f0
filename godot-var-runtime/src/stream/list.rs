//! Elements one after the other.

use alloc::vec::Vec;

use super::codec::{DecodeAs, EncodeAs};
use super::wire::Wire;
use crate::{DecodeError, EncodeError, Output, Reader, SliceOutput};

/// Writes elements one after the other. Elements of one length are written after one check for all of them.
#[inline]
pub(crate) fn encode_each<W: Wire, C: EncodeAs<W, T>, T, O: Output>(
    list: &[T],
    out: &mut O,
) -> Result<(), EncodeError> {
    let size = const { C::SIZE };
    if let Some(total) = list.len().checked_mul(size.max)
        && size.is_fixed()
        && size.max > 0
    {
        return out.put_within(total, true, |room| match room.take_chunks(total, size.max) {
            Some(chunks) => {
                for (index, (element, chunk)) in list.iter().zip(chunks).enumerate() {
                    let mut room = SliceOutput::new(chunk);
                    if let Err(error) = C::encode_as(element, &mut room) {
                        return Err(error.in_index(index));
                    }
                }
                Ok(())
            }
            // The bytes are counted, and the values checked.
            None => encode_one_by_one::<W, C, T, _>(list, room),
        });
    }
    encode_one_by_one::<W, C, T, O>(list, out)
}

#[inline(always)]
fn encode_one_by_one<W: Wire, C: EncodeAs<W, T>, T, O: Output>(
    list: &[T],
    out: &mut O,
) -> Result<(), EncodeError> {
    // Only an error needs the position, so that nothing counts.
    let mut elements = list.iter();
    while let Some(element) = elements.next() {
        if let Err(error) = C::encode_as(element, out) {
            return Err(error.in_index(list.len() - 1 - elements.len()));
        }
    }
    Ok(())
}

/// The error of an element that was read from the chunk at `index` alone, of chunks of `len` bytes from `start` on.
#[cold]
#[inline(never)]
fn in_chunk(error: DecodeError, start: usize, index: usize, len: usize) -> DecodeError {
    error.moved(start + index * len).in_index(index)
}

/// A value of bytes that all are one, by a reader that could refuse them.
#[expect(clippy::unreachable, reason = "called where the size says that no bytes are refused")]
#[inline(always)]
pub(super) fn any<'de, W: Wire, C: DecodeAs<'de, W, T>, T>(bytes: &mut &'de [u8]) -> T {
    let mut reader = Reader::new(bytes);
    match C::decode_as(&mut reader) {
        Ok(value) => {
            *bytes = reader.rest();
            value
        }
        Err(error) => unreachable!("{error}"),
    }
}

/// Takes the bytes of a number, of which there are enough.
#[inline(always)]
pub(crate) fn next<const N: usize>(bytes: &mut &[u8]) -> [u8; N] {
    let (first, rest) = bytes.split_first_chunk().unwrap_or((&[0; N], &[]));
    *bytes = rest;
    *first
}

/// Adds elements of bytes that all are one.
#[expect(clippy::unreachable, reason = "each chunk has the length of its element")]
#[inline(always)]
pub(super) fn extend_any<'de, W: Wire, C: DecodeAs<'de, W, T>, T>(
    list: &mut Vec<T>,
    bytes: &'de [u8],
) {
    // It shows the compiler the length of a chunk.
    list.extend(bytes.chunks_exact(C::SIZE.max).map(
        |chunk| match chunk.get(..const { C::SIZE.max }) {
            Some(mut chunk) => C::decode_any_as(&mut chunk),
            None => unreachable!("each chunk has this length"),
        },
    ));
}

/// Makes room in an empty list. A new one costs a third of the instructions of one that grows.
#[inline(always)]
pub(super) fn make_room<T>(list: &mut Vec<T>, room: usize) {
    if list.capacity() < room {
        *list = Vec::with_capacity(room);
    }
}

/// Reads `count` elements into an empty list. Elements of one length are read after one check for all of them.
#[inline]
pub(crate) fn decode_each<'de, W: Wire, C: DecodeAs<'de, W, T>, T>(
    reader: &mut Reader<'de>,
    count: usize,
    list: &mut Vec<T>,
) -> Result<(), DecodeError> {
    let size = const { C::SIZE };
    let room = reader.room_for::<T>(count);
    if size.is_fixed() && size.max > 0 && C::ANY && size.any_bytes && room == count {
        let bytes = reader.take(count.saturating_mul(size.max), "a list")?;
        make_room(list, room);
        extend_any::<W, C, T>(list, bytes);
    } else if size.is_fixed() && size.max > 0 {
        let start = reader.position();
        let bytes = reader.take(count.saturating_mul(size.max), "a list")?;
        // It shows the compiler that the list is empty: 3 % fewer instructions.
        list.clear();
        make_room(list, room);
        for chunk in bytes.chunks_exact(size.max) {
            match C::decode_as(&mut reader.of_part(chunk)) {
                Ok(element) => list.push(element),
                Err(error) => return Err(in_chunk(error, start, list.len(), size.max)),
            }
        }
    } else {
        list.clear();
        make_room(list, room);
        // A reader of its own stays in registers.
        let mut own = reader.clone();
        // The list counts, which leaves a register more.
        while list.len() < count {
            match C::decode_as(&mut own) {
                Ok(element) => list.push(element),
                Err(error) => return Err(error.in_index(list.len())),
            }
        }
        *reader = own;
    }
    reader.give_back::<T>(room);
    Ok(())
}
