//! How a field travels other than by its type: what the attributes of the derive stand for.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::era::Era;
use super::packed::{PackedInt, ZigzagInt};
use super::text;
use super::traits::{FieldSize, Place};
use super::{DecodeLiteNet, EncodeLiteNet, read_msg_type};
use crate::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind, Output, Reader};

/// Writes a `T` in the way that `Self` names.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be written to a LiteNetLibManager message in this way",
    label = "the attributes of this field do not fit its type",
    note = "`len` stands on a `Vec` or on `&[u8]`, `len = \"i32\"` on text, too; `euler` on a `Quaternion`; `rest` on bytes"
)]
pub trait EncodeField<E: Era, T: ?Sized> {
    /// Writes the value.
    ///
    /// # Errors
    /// See [`EncodeErrorKind`].
    fn encode_field<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError>;
}

/// Reads a `T` in the way that `Self` names.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be read from a LiteNetLibManager message in this way",
    label = "the attributes of this field do not fit its type",
    note = "`len` stands on a `Vec` or on `&[u8]`, `len = \"i32\"` on text, too; `euler` on a `Quaternion`; `rest` on bytes"
)]
pub trait DecodeField<'de, E: Era, T> {
    /// The fewest bytes that a value takes.
    const MIN_SIZE: usize;

    /// Whether every value takes [`MIN_SIZE`](Self::MIN_SIZE) bytes.
    const FIXED: bool = false;

    /// What the first [`MIN_SIZE`](Self::MIN_SIZE) bytes are, in errors.
    const WHAT: &'static str = "a value";

    /// Reads a value.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`].
    fn decode_field(reader: &mut Reader<'de>) -> Result<T, DecodeError>;
}

/// No attribute: as the type itself says.
#[derive(Debug)]
pub struct Plain;

impl<E: Era, T: EncodeLiteNet<E> + ?Sized> EncodeField<E, T> for Plain {
    #[inline(always)]
    fn encode_field<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        value.encode(out)
    }
}

impl<'de, E: Era, T: DecodeLiteNet<'de, E>> DecodeField<'de, E, T> for Plain {
    const MIN_SIZE: usize = T::MIN_SIZE;
    const FIXED: bool = T::FIXED;
    const WHAT: &'static str = T::WHAT;

    #[inline(always)]
    fn decode_field(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        T::decode(reader)
    }
}

/// `packed`.
#[derive(Debug)]
pub struct AsPacked;

impl<E: Era, T: PackedInt> EncodeField<E, T> for AsPacked {
    #[inline(always)]
    fn encode_field<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        value.write_packed(out);
        Ok(())
    }
}

impl<'de, E: Era, T: PackedInt> DecodeField<'de, E, T> for AsPacked {
    const MIN_SIZE: usize = 1;
    const WHAT: &'static str = T::WHAT;

    #[inline(always)]
    fn decode_field(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        T::read_packed::<E>(reader)
    }
}

/// `zigzag`.
#[derive(Debug)]
pub struct AsZigzag;

impl<E: Era, T: ZigzagInt> EncodeField<E, T> for AsZigzag {
    #[inline(always)]
    fn encode_field<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        value.write_zigzag(out);
        Ok(())
    }
}

impl<'de, E: Era, T: ZigzagInt> DecodeField<'de, E, T> for AsZigzag {
    const MIN_SIZE: usize = 1;
    const WHAT: &'static str = T::WHAT;

    #[inline(always)]
    fn decode_field(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        T::read_zigzag::<E>(reader)
    }
}

/// `euler`: a quaternion as Euler angles in degrees.
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct AsEuler;

#[cfg(feature = "std")]
impl<E: Era> EncodeField<E, crate::variant::Quaternion> for AsEuler {
    fn encode_field<O: Output>(
        value: &crate::variant::Quaternion,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        EncodeLiteNet::<E>::encode(&super::EulerAngles::from(*value), out)
    }
}

#[cfg(feature = "std")]
impl<'de, E: Era> DecodeField<'de, E, crate::variant::Quaternion> for AsEuler {
    const MIN_SIZE: usize = 12;
    const FIXED: bool = true;
    const WHAT: &'static str = "Euler angles";

    fn decode_field(reader: &mut Reader<'de>) -> Result<crate::variant::Quaternion, DecodeError> {
        <super::EulerAngles as DecodeLiteNet<'de, E>>::decode(reader).map(Into::into)
    }
}

/// Bytes to the end of a message, borrowed or owned.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot take the rest of a message",
    label = "`rest` stands on a `Vec<u8>`, `&[u8]`, `Box<[u8]>` or `Cow<[u8]>`"
)]
pub trait FromRest<'de> {
    /// Takes the bytes.
    fn from_rest(rest: &'de [u8]) -> Self;
}

impl<'de: 'a, 'a> FromRest<'de> for &'a [u8] {
    #[inline(always)]
    fn from_rest(rest: &'de [u8]) -> Self {
        rest
    }
}

impl<'de: 'a, 'a> FromRest<'de> for Cow<'a, [u8]> {
    #[inline(always)]
    fn from_rest(rest: &'de [u8]) -> Self {
        Self::Borrowed(rest)
    }
}

impl FromRest<'_> for Vec<u8> {
    #[inline]
    fn from_rest(rest: &[u8]) -> Self {
        rest.into()
    }
}

impl FromRest<'_> for Box<[u8]> {
    #[inline]
    fn from_rest(rest: &[u8]) -> Self {
        rest.into()
    }
}

/// `rest`: bytes to the end of the message.
#[derive(Debug)]
pub struct ToEnd;

impl<E: Era, T: AsRef<[u8]>> EncodeField<E, T> for ToEnd {
    #[inline(always)]
    fn encode_field<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError> {
        out.put_bytes(value.as_ref());
        Ok(())
    }
}

impl<'de, E: Era, T: FromRest<'de>> DecodeField<'de, E, T> for ToEnd {
    const MIN_SIZE: usize = 0;

    #[inline(always)]
    fn decode_field(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        let rest = reader.rest();
        reader.seek(reader.position() + rest.len());
        Ok(T::from_rest(rest))
    }
}

/// How a count stands in front of its elements.
pub trait Prefix {
    /// The fewest bytes that it takes.
    const MIN_SIZE: usize;
    /// The largest count.
    const MOST: usize;

    /// Writes the count, which is at most [`MOST`](Self::MOST).
    fn write<O: Output>(count: usize, out: &mut O);

    /// Reads the count.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`].
    fn read<E: Era>(reader: &mut Reader<'_>) -> Result<usize, DecodeError>;
}

const COUNT: &str = "a count";

/// `len = "u16"`.
#[derive(Debug)]
pub struct LenU16;

impl Prefix for LenU16 {
    const MIN_SIZE: usize = 2;
    const MOST: usize = 0xffff;

    #[inline(always)]
    fn write<O: Output>(count: usize, out: &mut O) {
        out.put_bytes(&(count as u16).to_le_bytes());
    }

    #[inline(always)]
    fn read<E: Era>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        reader.array(COUNT).map(|bytes| usize::from(u16::from_le_bytes(bytes)))
    }
}

/// A count below zero: nothing, as in C# lists, or an error where only what is written is read.
#[inline]
fn signed(count: i32, start: usize, reader: &Reader<'_>) -> Result<usize, DecodeError> {
    if count < 0 && reader.limits().canonical {
        return Err(text::negative(start, count));
    }
    Ok(usize::try_from(count).unwrap_or(0))
}

/// `len = "i32"`.
#[derive(Debug)]
pub struct LenI32;

impl Prefix for LenI32 {
    const MIN_SIZE: usize = 4;
    const MOST: usize = i32::MAX as usize;

    #[inline(always)]
    fn write<O: Output>(count: usize, out: &mut O) {
        out.put_bytes(&(count as i32).to_le_bytes());
    }

    #[inline(always)]
    fn read<E: Era>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        let start = reader.position();
        let count = i32::from_le_bytes(reader.array(COUNT)?);
        signed(count, start, reader)
    }
}

/// `len = "packed"`.
#[derive(Debug)]
pub struct LenPacked;

impl Prefix for LenPacked {
    const MIN_SIZE: usize = 1;
    const MOST: usize = u32::MAX as usize;

    #[inline(always)]
    fn write<O: Output>(count: usize, out: &mut O) {
        (count as u32).write_packed(out);
    }

    #[inline(always)]
    fn read<E: Era>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        u32::read_packed::<E>(reader).map(|count| count as usize)
    }
}

/// `len = "zigzag"`.
#[derive(Debug)]
pub struct LenZigzag;

impl Prefix for LenZigzag {
    const MIN_SIZE: usize = 1;
    const MOST: usize = i32::MAX as usize;

    #[inline(always)]
    fn write<O: Output>(count: usize, out: &mut O) {
        (count as i32).write_zigzag(out);
    }

    #[inline(always)]
    fn read<E: Era>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        let start = reader.position();
        let count = i32::read_zigzag::<E>(reader)?;
        signed(count, start, reader)
    }
}

/// A list behind the count `L`, its elements as `C` says.
#[derive(Debug)]
pub struct Counted<L, C>(PhantomData<(L, C)>);

/// Writes a count.
#[inline]
pub(super) fn write_count<L: Prefix, O: Output>(
    count: usize,
    out: &mut O,
) -> Result<(), EncodeError> {
    if count > L::MOST {
        return Err(text::too_long("a list", count, L::MOST));
    }
    L::write(count, out);
    Ok(())
}

/// Reads a count of `T`s, and holds it against the bytes that are left.
#[inline]
pub(super) fn read_count<E: Era, L: Prefix, T>(
    reader: &mut Reader<'_>,
    min_size: usize,
) -> Result<usize, DecodeError> {
    let start = reader.position();
    let count = L::read::<E>(reader)?;
    if count > reader.limits().elements {
        return Err(DecodeError::new(
            DecodeErrorKind::LimitExceeded,
            start,
            alloc::format!("at most {} elements", reader.limits().elements),
            alloc::format!("{count}"),
        ));
    }
    // What takes neither bytes nor memory may stand at the end of a message.
    if (min_size > 0 || size_of::<T>() > 0) && count > reader.remaining() / min_size.max(1) {
        return Err(reader.incomplete("a list"));
    }
    if min_size == 0 {
        reader.count_empty(count)?;
    }
    Ok(count)
}

macro_rules! element_wise {
    ($($codec:ident)*) => {$(
        impl<E: Era, L: Prefix, T> EncodeField<E, Vec<T>> for Counted<L, $codec>
        where
            $codec: EncodeField<E, T>,
        {
            fn encode_field<O: Output>(list: &Vec<T>, out: &mut O) -> Result<(), EncodeError> {
                write_count::<L, O>(list.len(), out)?;
                for (index, element) in list.iter().enumerate() {
                    $codec::encode_field(element, out).map_err(|error| error.in_index(index))?;
                }
                Ok(())
            }
        }

        impl<'de, E: Era, L: Prefix, T> DecodeField<'de, E, Vec<T>> for Counted<L, $codec>
        where
            $codec: DecodeField<'de, E, T>,
        {
            const MIN_SIZE: usize = L::MIN_SIZE;
            const WHAT: &'static str = COUNT;

            fn decode_field(reader: &mut Reader<'de>) -> Result<Vec<T>, DecodeError> {
                let min_size = <$codec as DecodeField<'de, E, T>>::MIN_SIZE;
                let count = read_count::<E, L, T>(reader, min_size)?;
                let room = reader.room_for::<T>(count);
                let mut list = Vec::with_capacity(room);
                for index in 0..count {
                    list.push($codec::decode_field(reader).map_err(|error| error.in_index(index))?);
                }
                reader.give_back::<T>(room);
                Ok(list)
            }
        }
    )*};
}

element_wise! { AsPacked AsZigzag }

impl<E: Era, L: Prefix, T: EncodeLiteNet<E>> EncodeField<E, Vec<T>> for Counted<L, Plain> {
    #[inline]
    fn encode_field<O: Output>(list: &Vec<T>, out: &mut O) -> Result<(), EncodeError> {
        Self::encode_field(list.as_slice(), out)
    }
}

impl<E: Era, L: Prefix, T: EncodeLiteNet<E>> EncodeField<E, [T]> for Counted<L, Plain> {
    fn encode_field<O: Output>(list: &[T], out: &mut O) -> Result<(), EncodeError> {
        write_count::<L, O>(list.len(), out)?;
        out.enter()?;
        T::encode_all(list, out)?;
        out.leave();
        Ok(())
    }
}

impl<'de, E: Era, L: Prefix, T: DecodeLiteNet<'de, E>> DecodeField<'de, E, Vec<T>>
    for Counted<L, Plain>
{
    const MIN_SIZE: usize = L::MIN_SIZE;
    const WHAT: &'static str = COUNT;

    fn decode_field(reader: &mut Reader<'de>) -> Result<Vec<T>, DecodeError> {
        let count = read_count::<E, L, T>(reader, T::MIN_SIZE)?;
        reader.enter()?;
        let list = T::decode_all(reader, count)?;
        reader.leave();
        Ok(list)
    }
}

impl<E: Era, L: Prefix> EncodeField<E, &[u8]> for Counted<L, Plain> {
    fn encode_field<O: Output>(bytes: &&[u8], out: &mut O) -> Result<(), EncodeError> {
        write_count::<L, O>(bytes.len(), out)?;
        out.put_bytes(bytes);
        Ok(())
    }
}

impl<'de: 'a, 'a, E: Era, L: Prefix> DecodeField<'de, E, &'a [u8]> for Counted<L, Plain> {
    const MIN_SIZE: usize = L::MIN_SIZE;
    const WHAT: &'static str = COUNT;

    fn decode_field(reader: &mut Reader<'de>) -> Result<&'a [u8], DecodeError> {
        let count = L::read::<E>(reader)?;
        reader.take(count, "bytes")
    }
}

macro_rules! large_strings {
    ($([$($life:lifetime)?] $text:ty, $read:expr;)*) => {$(
        impl<$($life,)? E: Era> EncodeField<E, $text> for Counted<LenI32, Plain> {
            fn encode_field<O: Output>(value: &$text, out: &mut O) -> Result<(), EncodeError> {
                text::write_large(value, out)
            }
        }

        impl<'de $(: $life, $life)?, E: Era> DecodeField<'de, E, $text> for Counted<LenI32, Plain> {
            const MIN_SIZE: usize = 4;

            fn decode_field(reader: &mut Reader<'de>) -> Result<$text, DecodeError> {
                $read(reader)
            }
        }
    )*};
}

large_strings! {
    [] String, |reader| text::read_large::<E>(reader).map(Cow::into_owned);
    [] Box<str>, |reader| text::read_large::<E>(reader).map(Into::into);
    ['a] &'a str, text::read_large_str;
    ['a] Cow<'a, str>, text::read_large::<E>;
}

/// Writes an optional `T` whose presence another field tells.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be absent from a message",
    label = "`if` stands on an `Option` whose value the other attributes fit"
)]
pub trait EncodeIf<E: Era, T> {
    /// Writes the value if it is `present`.
    ///
    /// # Errors
    /// [`EncodeErrorKind::Presence`] when the value and the other field disagree.
    fn encode_if<O: Output>(value: &T, present: bool, out: &mut O) -> Result<(), EncodeError>;
}

impl<E: Era, T, C: EncodeField<E, T>> EncodeIf<E, Option<T>> for C {
    #[inline]
    fn encode_if<O: Output>(
        value: &Option<T>,
        present: bool,
        out: &mut O,
    ) -> Result<(), EncodeError> {
        match (value, present) {
            (Some(value), true) => C::encode_field(value, out),
            (None, false) => Ok(()),
            (None, true) => Err(EncodeError::new(
                EncodeErrorKind::Presence,
                "another field says that this one is there, and it is `None`",
            )),
            (Some(_), false) => Err(EncodeError::new(
                EncodeErrorKind::Presence,
                "another field says that this one is not there, and it is `Some`",
            )),
        }
    }
}

/// Reads an optional `T` whose presence another field tells.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be absent from a message",
    label = "`if` stands on an `Option` whose value the other attributes fit"
)]
pub trait DecodeIf<'de, E: Era, T> {
    /// Reads the value if it is `present`.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`].
    fn decode_if(reader: &mut Reader<'de>, present: bool) -> Result<T, DecodeError>;
}

impl<'de, E: Era, T, C: DecodeField<'de, E, T>> DecodeIf<'de, E, Option<T>> for C {
    #[inline]
    fn decode_if(reader: &mut Reader<'de>, present: bool) -> Result<Option<T>, DecodeError> {
        if present { C::decode_field(reader).map(Some) } else { Ok(None) }
    }
}

/// The fewest bytes of the fields from `first` to the next one whose size varies.
///
/// In front of a string that is its length: the run and the length are checked at once.
const fn run_size(fields: &[FieldSize], first: usize) -> usize {
    let (mut size, mut next) = (0, first);
    while next < fields.len() {
        size += fields[next].min_size;
        if !fields[next].fixed {
            break;
        }
        next += 1;
    }
    size
}

/// Checks once that a run of fields is there, from the field `FIRST` of `T` on: the checks of the
/// fields themselves fold away behind it.
///
/// # Errors
/// [`DecodeErrorKind::Incomplete`] in the field where the buffer ends.
#[inline(always)]
pub fn whole_run<'de, E: Era, T: DecodeLiteNet<'de, E>, const FIRST: usize>(
    reader: &Reader<'de>,
) -> Result<(), DecodeError> {
    let size = const { run_size(T::FIELDS, FIRST) };
    if reader.remaining() < size { Err(cut_run(reader, T::FIELDS, FIRST)) } else { Ok(()) }
}

/// The error for a buffer that ends inside a run.
#[cold]
#[inline(never)]
fn cut_run(reader: &Reader<'_>, fields: &[FieldSize], first: usize) -> DecodeError {
    let mut left = reader.remaining();
    for field in fields.iter().skip(first) {
        if left < field.min_size {
            let error = reader.incomplete(field.what);
            return match field.place {
                Place::Key(key) => error.in_key(key),
                Place::Index(index) => error.in_index(index),
            };
        }
        left -= field.min_size;
    }
    reader.incomplete("a message")
}

/// Whether all message numbers differ.
pub const fn distinct(mut numbers: &[u16]) -> bool {
    while let [first, rest @ ..] = numbers {
        let mut others = rest;
        while let [other, more @ ..] = others {
            if *first == *other {
                return false;
            }
            others = more;
        }
        numbers = rest;
    }
    true
}

/// Takes the number of a message that must be this one.
///
/// # Errors
/// [`DecodeErrorKind::UnknownMember`] for another number.
#[inline]
pub fn expect_msg_type<E: Era>(
    reader: &mut Reader<'_>,
    expected: u16,
    name: &'static str,
) -> Result<(), DecodeError> {
    let start = reader.position();
    let found = read_msg_type::<E>(reader)?;
    if found == expected { Ok(()) } else { Err(other_message(start, expected, name, found)) }
}

#[cold]
fn other_message(offset: usize, expected: u16, name: &'static str, found: u16) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::UnknownMember,
        offset,
        alloc::format!("{name}, message {expected}"),
        alloc::format!("message {found}"),
    )
}

/// The error for a number that no member of an enum has.
#[cold]
pub fn unknown_member(offset: usize, name: &'static str, found: u16) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::UnknownMember,
        offset,
        alloc::format!("a member of {name}"),
        alloc::format!("{found}"),
    )
}
