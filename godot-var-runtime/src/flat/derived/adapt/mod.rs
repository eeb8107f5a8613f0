//! The encodings that attributes of the derive select for a field in place of its type's own.

mod bits;
pub(crate) mod float;
mod length;
mod number;
mod pass;
mod rotation;
mod text;
mod through;
mod variant;

use alloc::vec::Vec;

use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::layout::TypeLayout;
use crate::flat::{DecodeFlat, EncodeFlat};
use crate::{DecodeError, EncodeError, Output, Reader, SliceOutput};

pub use bits::InBits;
pub use float::{AsAngle, AsHalf, AsRange};
pub use length::Prefix;
pub use length::{Counted, LenU8, LenU16, LenU32, LenVarint, NO_BOUND};
pub(crate) use number::zero;
pub use number::{AsLenient, AsVarint};
pub use pass::{InArray, InOption, InPointer};
pub use rotation::{AsNormal, AsSmallestThree};
pub use text::CString;
pub use through::{InUnits, Through};
pub use variant::AsVariant;

/// Writes a `T` in the encoding that `Self` names.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be written to a flat message in this way",
    label = "the attributes of this field do not fit its type"
)]
pub trait EncodeField<T: ?Sized> {
    /// How many bytes the values take.
    const SIZE: Size;

    /// The layout.
    const LAYOUT: &'static TypeLayout<'static>;

    /// Writes the value.
    fn encode_field<B: ByteOrder, O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError>;

    /// Writes elements one after the other.
    #[inline]
    fn encode_elements<B: ByteOrder, O: Output>(list: &[T], out: &mut O) -> Result<(), EncodeError>
    where
        T: Sized,
        Self: Sized,
    {
        encode_each::<B, Self, T, O>(list, out)
    }
}

/// Reads a `T` in the encoding that `Self` names.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be read from a flat message in this way",
    label = "the attributes of this field do not fit its type"
)]
pub trait DecodeField<'de, T>: EncodeField<T> + Sized {
    /// Whether reading in place uses anything of the old value again.
    const REUSES: bool = true;

    /// Reads a value.
    fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<T, DecodeError>;

    /// Reads a value in place of an existing one, and may use its allocations again.
    ///
    /// After an error the value is any valid value of its type.
    #[inline(always)]
    fn decode_field_in_place<B: ByteOrder>(
        reader: &mut Reader<'de>,
        place: &mut T,
    ) -> Result<(), DecodeError> {
        *place = Self::decode_field::<B>(reader)?;
        Ok(())
    }

    /// Reads elements in place of those of a list.
    #[inline]
    fn decode_elements<B: ByteOrder>(
        reader: &mut Reader<'de>,
        count: usize,
        list: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        decode_each::<B, Self, T>(reader, count, list)
    }

    /// Takes elements that are bytes, and stay in the message.
    #[inline(always)]
    fn borrow_elements<'a>(
        _: &mut Reader<'de>,
        _count: usize,
    ) -> Option<Result<&'a [T], DecodeError>>
    where
        'de: 'a,
        T: 'a,
    {
        None
    }
}

/// No attribute: the encoding of the type itself.
#[derive(Debug)]
pub struct Plain;

impl<T: EncodeFlat + ?Sized> EncodeField<T> for Plain {
    const SIZE: Size = T::SIZE;
    const LAYOUT: &'static TypeLayout<'static> = T::LAYOUT;

    #[inline(always)]
    fn encode_field<B: ByteOrder, O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        value.encode::<B, O>(out)
    }

    #[inline(always)]
    fn encode_elements<B: ByteOrder, O: Output>(list: &[T], out: &mut O) -> Result<(), EncodeError>
    where
        T: Sized,
    {
        T::encode_all::<B, O>(list, out)
    }
}

impl<'de, T: DecodeFlat<'de>> DecodeField<'de, T> for Plain {
    const REUSES: bool = T::REUSES;

    #[inline(always)]
    fn decode_field<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        T::decode::<B>(reader)
    }

    #[inline(always)]
    fn decode_field_in_place<B: ByteOrder>(
        reader: &mut Reader<'de>,
        place: &mut T,
    ) -> Result<(), DecodeError> {
        T::decode_in_place::<B>(reader, place)
    }

    #[inline(always)]
    fn decode_elements<B: ByteOrder>(
        reader: &mut Reader<'de>,
        count: usize,
        list: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        T::decode_all_in_place::<B>(reader, count, list)
    }

    #[inline(always)]
    fn borrow_elements<'a>(
        reader: &mut Reader<'de>,
        count: usize,
    ) -> Option<Result<&'a [T], DecodeError>>
    where
        'de: 'a,
        T: 'a,
    {
        T::borrow_all(reader, count)
    }
}

/// Writes elements one after the other. Elements of one length are written after one check for all of them.
#[inline]
pub(crate) fn encode_each<B: ByteOrder, C: EncodeField<T>, T, O: Output>(
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
                    if let Err(error) = C::encode_field::<B, _>(element, &mut room) {
                        return Err(error.in_index(index));
                    }
                }
                Ok(())
            }
            // The bytes are counted, and the values checked.
            None => encode_one_by_one::<B, C, T, _>(list, room),
        });
    }
    encode_one_by_one::<B, C, T, O>(list, out)
}

#[inline(always)]
fn encode_one_by_one<B: ByteOrder, C: EncodeField<T>, T, O: Output>(
    list: &[T],
    out: &mut O,
) -> Result<(), EncodeError> {
    // Only an error needs the position, so that nothing counts.
    let mut elements = list.iter();
    while let Some(element) = elements.next() {
        if let Err(error) = C::encode_field::<B, O>(element, out) {
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

/// Reads `count` elements in place of those of a list. Elements of one length are read after one check for all of them.
#[inline]
pub(crate) fn decode_each<'de, B: ByteOrder, C: DecodeField<'de, T>, T>(
    reader: &mut Reader<'de>,
    count: usize,
    list: &mut Vec<T>,
) -> Result<(), DecodeError> {
    let size = const { C::SIZE };
    let room = reader.room_for::<T>(count);
    if size.is_fixed() && size.max > 0 {
        let start = reader.position();
        let bytes = reader.take(count.saturating_mul(size.max), "a list")?;
        list.clear();
        list.reserve_exact(room);
        for (index, chunk) in bytes.chunks_exact(size.max).enumerate() {
            match C::decode_field::<B>(&mut reader.of_part(chunk)) {
                Ok(element) => list.push(element),
                Err(error) => return Err(in_chunk(error, start, index, size.max)),
            }
        }
    } else {
        list.truncate(if C::REUSES { count } else { 0 });
        list.reserve_exact(room.saturating_sub(list.len()));
        let in_place = list.len();
        // A reader of its own stays in registers.
        let mut own = reader.clone();
        if C::REUSES {
            for (index, place) in list.iter_mut().enumerate() {
                if let Err(error) = C::decode_field_in_place::<B>(&mut own, place) {
                    return Err(error.in_index(index));
                }
            }
        }
        for index in in_place..count {
            match C::decode_field::<B>(&mut own) {
                Ok(element) => list.push(element),
                Err(error) => return Err(error.in_index(index)),
            }
        }
        *reader = own;
    }
    reader.give_back::<T>(room);
    Ok(())
}
