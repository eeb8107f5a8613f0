//! The fields of a struct or of an enum's variant: their sizes, one check for those whose size is known, and what is
//! in the header of `flags`.

use super::Encode;
use super::codec::{DecodeAs, EncodeAs};
use super::layout::{Again, TypeLayout};
use super::numbers::ends_inside;
use super::size::Size;
use super::wire::Wire;
use crate::variant::layout::each;
pub use crate::variant::layout::sentence::Place;
use crate::variant::record::recursive::Recursive;
use crate::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader, SliceOutput};

/// The fields of a struct or of an enum's variant.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    /// The name of the struct or variant.
    pub name: &'static str,
    /// The header if there is one, then each field.
    pub sizes: &'static [FieldSize],
}

/// The size of a field in bytes, and which field it is.
#[derive(Clone, Copy, Debug)]
pub struct FieldSize {
    /// The field.
    pub place: Place<'static>,
    /// Its size; 0 if all of it is in the header.
    pub size: Size,
}

/// A value of up to this many bytes is written after one check for all of them.
pub const MOST_ROOM: usize = 512;

/// The size of all fields together.
pub const fn record_size(fields: &Fields) -> Size {
    let mut size = Size::NONE;
    each!(field in fields.sizes => {
        size = size.and(field.size);
    });
    size
}

/// The size of an enum: its number, then the fields of a variant.
pub const fn enum_size(number: Size, variants: &[Fields], rest: bool) -> Size {
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

/// The size of a variant: its number and its fields.
pub const fn variant_size(number: Size, variants: &[Fields], variant: usize) -> Size {
    number.and(record_size(&variants[variant]))
}

/// The room that writers ask for: of values of several lengths 8 bytes more, as a number of few bytes is written in 8.
pub const fn room_for(size: Size) -> usize {
    if size.is_fixed() { size.max } else { size.max.saturating_add(8) }
}

/// The smallest size of the fields from `first` to the next one whose size varies; before `end`. After a field of one size
/// it is 0, as one check is for all of them.
pub const fn run_len(lists: &[Fields], list: usize, first: usize, end: usize) -> usize {
    let fields = lists[list].sizes;
    if first > 0 && fields[first - 1].size.is_fixed() {
        return 0;
    }
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

/// The size of the fields from `first` to before `end`.
pub const fn run_size(lists: &[Fields], list: usize, first: usize, end: usize) -> Size {
    let (mut size, mut next) = (Size::NONE, first);
    while next < end {
        size = size.and(lists[list].sizes[next].size);
        next += 1;
    }
    size
}

/// Writes fields of one size after one check for all of them.
#[inline(always)]
pub fn encode_run<O: Output>(
    out: &mut O,
    size: Size,
    fill: impl Fn(&mut SliceOutput<'_>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    if size.is_fixed() && size.max <= MOST_ROOM {
        return out.put_within(size.max, true, fill);
    }
    // A user's type has the name of one that is short.
    let mut counter = SliceOutput::new(&mut []);
    fill(&mut counter)?;
    out.put_within(counter.position(), true, fill)
}

/// The error for a message that ends inside a run, and the position of the field inside which it ends.
#[inline(always)]
pub fn cut_run(
    reader: &Reader<'_>,
    lists: &[Fields],
    list: usize,
    first: usize,
) -> (DecodeError, usize) {
    cut(reader.message().len(), reader.remaining(), lists, list, first)
}

/// The error for a message of `len` bytes of which `left` are left.
#[cold]
#[inline(never)]
fn cut(
    len: usize,
    mut left: usize,
    lists: &[Fields],
    list: usize,
    first: usize,
) -> (DecodeError, usize) {
    let fields = lists.get(list).map_or(&[][..], |fields| fields.sizes);
    for (position, field) in fields.iter().enumerate().skip(first) {
        if left < field.size.min {
            let what = if matches!(field.place, Place::Header) { "the flags" } else { "a field" };
            return (ends_inside(len, what), position);
        }
        left -= field.size.min;
    }
    (ends_inside(len, "a message"), fields.len())
}

/// Declares how an error gets the names of the field and of its struct or variant. Without a field at `position` it is about
/// the struct or variant itself.
macro_rules! located {
    ($name:ident $error:ident) => {
        /// The error of a field with the names of both.
        #[cold]
        #[inline(never)]
        pub fn $name(error: $error, lists: &[Fields], list: usize, position: usize) -> $error {
            let Some(Fields { name, sizes }) = lists.get(list) else { return error };
            let error = match sizes.get(position).map(|field| field.place) {
                Some(Place::Key(key)) => error.in_key(key),
                Some(Place::Index(index)) => error.in_index(index),
                Some(Place::Header) | None => error,
            };
            error.in_type(*name)
        }
    };
}

located!(unread_field DecodeError);
located!(unwritten_field EncodeError);

/// Writes a struct, after one check if it has few bytes.
#[inline(always)]
pub fn encode_record<W: Wire, T: Encode<W>, O: Output>(
    value: &T,
    out: &mut O,
) -> Result<(), EncodeError> {
    let most = const { room_for(T::SIZE) };
    if most <= MOST_ROOM {
        let exactly = const { T::SIZE.is_fixed() };
        return out.put_within(most, exactly, |room| value.encode_parts(room));
    }
    value.encode_parts(out)
}

/// Reads a value that is there only if the header or another field says so.
#[inline(always)]
pub fn decode_if<'de, W: Wire, C: DecodeAs<'de, W, T>, T>(
    reader: &mut Reader<'de>,
    present: bool,
) -> Result<Option<T>, DecodeError> {
    if present { C::decode_as(reader).map(Some) } else { Ok(None) }
}

/// Writes an optional value whose presence another field decides.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be absent from a message",
    label = "`if` needs an `Option`, and the other attributes must fit its value"
)]
pub trait EncodeIf<W: Wire, T> {
    /// Its size if it is there.
    const SIZE: Size;

    /// Its layout if it is there.
    const LAYOUT: &'static TypeLayout<'static>;

    /// Writes the value if it is `present`.
    ///
    /// # Errors
    /// [`EncodeErrorKind::Presence`] when the value and the other field disagree.
    fn encode_if<O: Output>(value: &T, present: bool, out: &mut O) -> Result<(), EncodeError>;
}

impl<W: Wire, T, C: EncodeAs<W, T>> EncodeIf<W, Option<T>> for C {
    const SIZE: Size = C::SIZE;
    const LAYOUT: &'static TypeLayout<'static> = C::LAYOUT;

    #[inline]
    fn encode_if<O: Output>(
        value: &Option<T>,
        present: bool,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        match (value, present) {
            (Some(value), true) => C::encode_as(value, out),
            (None, false) => Ok(()),
            (None, true) => Err(EncodeError::new(
                EncodeErrorKind::Presence,
                "another field requires this one, and it is `None`",
            )),
            (Some(_), false) => Err(EncodeError::new(
                EncodeErrorKind::Presence,
                "another field excludes this one, and it is `Some`",
            )),
        }
    }
}

/// Reads an optional value whose presence another field decides.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be absent from a message",
    label = "`if` needs an `Option`, and the other attributes must fit its value"
)]
pub trait DecodeIf<'de, W: Wire, T> {
    /// Reads the value if it is `present`.
    ///
    /// # Errors
    /// Those of the value.
    fn decode_if(reader: &mut Reader<'de>, present: bool) -> Result<T, DecodeError>;
}

impl<'de, W: Wire, T, C: DecodeAs<'de, W, T>> DecodeIf<'de, W, Option<T>> for C {
    #[inline]
    fn decode_if(reader: &mut Reader<'de>, present: bool) -> Result<Option<T>, DecodeError> {
        decode_if::<W, C, T>(reader, present)
    }
}

/// Ignores what follows the last field of a message.
#[inline(always)]
pub fn skip_rest(reader: &mut Reader<'_>) {
    reader.take_rest();
}

/// Stands for a type inside itself where its layout is made.
impl<W: Wire, const NAME: u64, T: Encode<W> + ?Sized> Encode<W> for Recursive<NAME, T> {
    const LAYOUT: &'static TypeLayout<'static> =
        &TypeLayout::Recursive(Again::Compiled(NAME, layout_of::<W, T>));

    fn encode<O: Output>(&self, _: &mut O) -> Result<(), EncodeError> {
        Err(EncodeError::custom("a mark in a layout has no encoding"))
    }
}

/// Returns the layout of `T`, on demand.
fn layout_of<W: Wire, T: Encode<W> + ?Sized>() -> &'static TypeLayout<'static> {
    T::LAYOUT
}
