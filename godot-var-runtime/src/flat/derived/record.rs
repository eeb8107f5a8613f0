//! The fields of a struct or of an enum's variant: their sizes, one check for those whose size is known, and what is
//! in the header of `flags`.

use super::adapt::DecodeField;
use crate::flat::EncodeFlat;
use crate::flat::format::numbers::ends_inside;
use crate::flat::format::order::ByteOrder;
use crate::flat::format::size::Size;
use crate::flat::layout::{Again, TypeLayout};
use crate::variant::layout::each;
use crate::variant::record::recursive::Recursive;
use crate::{DecodeError, EncodeError, Output, Reader};

/// The size of a field in bytes, and which field it is.
#[derive(Clone, Copy, Debug)]
pub struct FieldSize {
    /// The field.
    pub place: Place<'static>,
    /// Its size; 0 if all of it is in the header.
    pub size: Size,
}

/// A field by its name or position.
#[derive(Clone, Copy, Debug)]
pub enum Place<'n> {
    /// A named field: `position`.
    Key(&'n str),
    /// A field of a tuple struct: `0`.
    Index(usize),
    /// The header of `flags`.
    Header,
}

/// A value of up to so many bytes is written after one check for all of them.
pub const MOST_ROOM: usize = 512;

/// The size of all fields together.
pub const fn record_size(fields: &[FieldSize]) -> Size {
    let mut size = Size::fixed(0);
    each!(field in fields => {
        size = size.and(field.size);
    });
    size
}

/// The size of an enum: its number, then the fields of a variant.
pub const fn enum_size(number: Size, variants: &[&[FieldSize]], rest: bool) -> Size {
    let mut most: Option<Size> = if rest { Some(Size::ANY) } else { None };
    each!(fields in variants => {
        let size = record_size(fields);
        most = match most {
            Some(most) => Some(most.or(size)),
            None => Some(size),
        };
    });
    match most {
        Some(size) => number.and(size),
        None => number,
    }
}

/// The most bytes of a variant: its number and its fields.
pub const fn variant_room(variants: &[&[FieldSize]], variant: usize) -> usize {
    room_for(record_size(variants[variant])).saturating_add(5)
}

/// The room that writers ask for: of values of several lengths 8 bytes more, as a number of few bytes is written in 8.
const fn room_for(size: Size) -> usize {
    if size.is_fixed() { size.max } else { size.max.saturating_add(8) }
}

/// Fails the build for a range whose bounds are the wrong way round, or equal.
#[track_caller]
pub const fn check_range(low: f64, high: f64) {
    assert!(low < high, "the range is the wrong way round, or of one value");
}

/// The smallest size of the fields from `first` to the next one whose size varies; before `end`.
pub const fn run_len(lists: &[&[FieldSize]], list: usize, first: usize, end: usize) -> usize {
    let fields = lists[list];
    let (mut len, mut next) = (0_usize, first);
    while next < end {
        len = len.saturating_add(fields[next].size.min);
        if !fields[next].size.is_fixed() {
            break;
        }
        next += 1;
    }
    len
}

/// The error for a message that ends inside a run.
#[inline(always)]
pub fn cut_run(
    reader: &Reader<'_>,
    lists: &[&[FieldSize]],
    list: usize,
    first: usize,
) -> DecodeError {
    cut(reader.message().len(), reader.remaining(), lists, list, first)
}

/// The error for a message of `len` bytes of which `left` are left.
#[cold]
#[inline(never)]
fn cut(
    len: usize,
    mut left: usize,
    lists: &[&[FieldSize]],
    list: usize,
    first: usize,
) -> DecodeError {
    for field in lists.get(list).into_iter().flat_map(|fields| fields.iter()).skip(first) {
        if left < field.size.min {
            return match field.place {
                Place::Key(key) => ends_inside(len, "a field").in_key(key),
                Place::Index(index) => ends_inside(len, "a field").in_index(index),
                Place::Header => ends_inside(len, "the flags"),
            };
        }
        left -= field.size.min;
    }
    ends_inside(len, "a message")
}

/// Writes a struct, after one check if it has few bytes.
#[inline(always)]
pub fn encode_record<B: ByteOrder, T: EncodeFlat, O: Output>(
    value: &T,
    out: &mut O,
) -> Result<(), EncodeError> {
    let most = const { room_for(T::SIZE) };
    if most <= MOST_ROOM {
        return out.put_within(most, |room| value.encode_parts::<B, _>(room));
    }
    value.encode_parts::<B, O>(out)
}

/// Reads a value whose presence is in the header.
#[inline(always)]
pub fn decode_flagged<'de, B: ByteOrder, C: DecodeField<'de, T>, T>(
    reader: &mut Reader<'de>,
    present: bool,
) -> Result<Option<T>, DecodeError> {
    if present { C::decode_field::<B>(reader).map(Some) } else { Ok(None) }
}

/// The same in place of an existing value.
#[inline(always)]
pub fn decode_flagged_in_place<'de, B: ByteOrder, C: DecodeField<'de, T>, T>(
    reader: &mut Reader<'de>,
    present: bool,
    place: &mut Option<T>,
) -> Result<(), DecodeError> {
    match place {
        Some(value) if present => C::decode_field_in_place::<B>(reader, value),
        _ => {
            *place = decode_flagged::<B, C, T>(reader, present)?;
            Ok(())
        }
    }
}

/// Ignores what follows the last field of a message.
#[inline(always)]
pub fn skip_rest(reader: &mut Reader<'_>) {
    reader.take_rest();
}

/// Stands for a type inside itself where its layout is made.
impl<T: EncodeFlat + ?Sized> EncodeFlat for Recursive<T> {
    const LAYOUT: &'static TypeLayout<'static> =
        &TypeLayout::Recursive(Again::Compiled(layout_of::<T>));

    fn encode<B: ByteOrder, O: Output>(&self, _: &mut O) -> Result<(), EncodeError> {
        Err(EncodeError::custom("a mark in a layout has no encoding"))
    }
}

/// Returns the layout of `T`, on demand.
fn layout_of<T: EncodeFlat + ?Sized>() -> &'static TypeLayout<'static> {
    T::LAYOUT
}
