//! What a type does to travel in a LiteNetLibManager message, and how a program asks for it.

use alloc::vec::Vec;

use super::era::{Era, is_2018};
use super::packed::PackedInt;
use crate::{
    DecodeError, DecodeErrorKind, EncodeError, Limits, Output, Reader, SliceOutput, VecOutput,
};

/// A value that can be written in the era `E`.
///
/// Derive it with `#[derive(LiteNetMessage)]`, and call it through [`ToLiteNetBytes`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written to a LiteNetLibManager message of the era `{E}`",
    label = "no bytes stand for this",
    note = "derive it: `#[derive(LiteNetMessage)]` on the type, or give the field a codec: `#[litenet(with = module)]`",
    note = "`usize` and `isize` have no fixed width: use `u32` or `u64`"
)]
pub trait EncodeLiteNet<E: Era> {
    /// Whether a list of these is a block of bytes.
    #[doc(hidden)]
    const BYTES: bool = false;

    /// Writes the value; for a message, with its number.
    ///
    /// # Errors
    /// See [`EncodeErrorKind`](crate::EncodeErrorKind).
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError>;

    /// Writes what follows the number of a message.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    #[doc(hidden)]
    #[inline]
    fn encode_body<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.encode(out)
    }

    /// Writes elements one after the other.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    #[doc(hidden)]
    #[inline]
    fn encode_all<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError>
    where
        Self: Sized,
    {
        for (index, element) in list.iter().enumerate() {
            element.encode(out).map_err(|error| error.in_index(index))?;
        }
        Ok(())
    }
}

/// A value that can be read in the era `E`, perhaps borrowing from the message.
///
/// Derive it with `#[derive(LiteNetMessage)]`, and call it through [`FromLiteNetBytes`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a LiteNetLibManager message of the era `{E}`",
    label = "no bytes stand for this",
    note = "derive it: `#[derive(LiteNetMessage)]` on the type, or give the field a codec: `#[litenet(with = module)]`",
    note = "`usize` and `isize` have no fixed width: use `u32` or `u64`"
)]
pub trait DecodeLiteNet<'de, E: Era>: Sized {
    /// The fewest bytes that a value takes: bounds what a count may promise. 0 is always right.
    const MIN_SIZE: usize = 0;

    /// Whether every value takes [`MIN_SIZE`](Self::MIN_SIZE) bytes.
    #[doc(hidden)]
    const FIXED: bool = false;

    /// What the first [`MIN_SIZE`](Self::MIN_SIZE) bytes are, in errors.
    #[doc(hidden)]
    const WHAT: &'static str = "a value";

    /// The fields of a struct, for [`whole_run`](super::adapt::whole_run).
    #[doc(hidden)]
    const FIELDS: &'static [FieldSize] = &[];

    /// Whether a list of these is a block of bytes.
    #[doc(hidden)]
    const BYTES: bool = false;

    /// Reads a value; for a message, with its number.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`].
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError>;

    /// Reads what follows the number of a message.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    #[doc(hidden)]
    #[inline]
    fn decode_body(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        Self::decode(reader)
    }

    /// Reads elements one after the other. The caller has held `count` against the bytes that are left.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    #[doc(hidden)]
    #[inline]
    fn decode_all(reader: &mut Reader<'de>, count: usize) -> Result<Vec<Self>, DecodeError> {
        let room = reader.room_for::<Self>(count);
        let mut list = Vec::with_capacity(room);
        for index in 0..count {
            list.push(Self::decode(reader).map_err(|error| error.in_index(index))?);
        }
        reader.give_back::<Self>(room);
        Ok(list)
    }
}

/// How many bytes a field takes, and its name.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct FieldSize {
    /// The field.
    pub place: Place,
    /// The fewest bytes of it; 0 if it may be absent.
    pub min_size: usize,
    /// Whether it never takes more.
    pub fixed: bool,
    /// What these bytes are, in errors.
    pub what: &'static str,
}

/// A field by its name or position.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub enum Place {
    /// `position`.
    Key(&'static str),
    /// `0`.
    Index(usize),
}

/// A message with a number of its own: what an enum of messages tells apart.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no message number",
    label = "an enum of messages needs one",
    note = "give the struct one: `#[litenet(msg_type = 5)]`"
)]
pub trait LiteNetMessage {
    /// The number in front of the message.
    const MSG_TYPE: u16;
}

/// Writes a message number: `i16` in 2018-07, packed today.
#[inline]
pub fn write_msg_type<E: Era, O: Output>(msg_type: u16, out: &mut O) {
    if is_2018::<E>() {
        out.put_bytes(&msg_type.to_le_bytes());
    } else {
        msg_type.write_packed(out);
    }
}

/// Reads a message number: 2 bytes in 2018-07, 1 to 3 today.
///
/// # Errors
/// [`DecodeErrorKind::Incomplete`] when the buffer ends inside it.
#[inline]
pub fn read_msg_type<E: Era>(reader: &mut Reader<'_>) -> Result<u16, DecodeError> {
    if is_2018::<E>() {
        reader.array("the message number").map(u16::from_le_bytes)
    } else {
        u16::read_packed::<E>(reader)
    }
}

/// Writes a value as the bytes that LiteNetLibManager would write.
///
/// Every [`EncodeLiteNet`] type has these methods; the era is a parameter of the call.
///
/// ```
/// use godot_var_runtime::litenet::{LiteNet2018, LiteNetHead, ToLiteNetBytes};
///
/// assert_eq!("hi".to_litenet_bytes::<LiteNet2018>()?, [2, 0, 0, 0, b'h', b'i']);
/// assert_eq!("hi".to_litenet_bytes::<LiteNetHead>()?, [3, 0, b'h', b'i']);
/// # Ok::<(), godot_var_runtime::EncodeError>(())
/// ```
pub trait ToLiteNetBytes {
    /// The encoding, in a new `Vec`.
    ///
    /// # Errors
    /// See [`EncodeErrorKind`](crate::EncodeErrorKind).
    #[inline]
    fn to_litenet_bytes<E: Era>(&self) -> Result<Vec<u8>, EncodeError>
    where
        Self: EncodeLiteNet<E>,
    {
        let mut bytes = Vec::new();
        self.append_litenet_bytes::<E>(&mut bytes)?;
        Ok(bytes)
    }

    /// Appends the encoding to a `Vec`, and says how many bytes it took. After an error the `Vec` holds
    /// what it held before.
    ///
    /// # Errors
    /// See [`EncodeErrorKind`](crate::EncodeErrorKind).
    #[inline]
    fn append_litenet_bytes<E: Era>(&self, bytes: &mut Vec<u8>) -> Result<usize, EncodeError>
    where
        Self: EncodeLiteNet<E>,
    {
        let start = bytes.len();
        match self.encode(&mut VecOutput::new(&mut *bytes)) {
            Ok(()) => Ok(bytes.len() - start),
            Err(error) => {
                bytes.truncate(start);
                Err(error)
            }
        }
    }

    /// Writes the encoding to the start of a slice, and says how many bytes it took.
    ///
    /// # Errors
    /// [`EncodeErrorKind::BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall) with the
    /// [`needed`](EncodeError::needed) length when the slice is too short, and those of
    /// [`to_litenet_bytes`](Self::to_litenet_bytes).
    #[inline]
    fn write_litenet_bytes<E: Era>(&self, buffer: &mut [u8]) -> Result<usize, EncodeError>
    where
        Self: EncodeLiteNet<E>,
    {
        let available = buffer.len();
        let mut out = SliceOutput::new(buffer);
        self.encode(&mut out)?;
        let needed = out.position();
        if needed > available {
            return Err(EncodeError::buffer_too_small(needed, available));
        }
        Ok(needed)
    }
}

impl<T: ?Sized> ToLiteNetBytes for T {}

/// Reads a value from the bytes that LiteNetLibManager has written.
///
/// Every [`DecodeLiteNet`] type has these methods; the era is a parameter of the call.
///
/// ```
/// use godot_var_runtime::litenet::{FromLiteNetBytes, LiteNetHead, Packed};
///
/// let id = Packed::<u32>::from_litenet_bytes::<LiteNetHead>(&[0xf9, 0, 0])?;
/// assert_eq!(id.0, 2288);
/// # Ok::<(), godot_var_runtime::DecodeError>(())
/// ```
pub trait FromLiteNetBytes: Sized {
    /// Reads one value from the start of `bytes`, with the default [`Limits`]. As in C#, bytes
    /// behind the value are no error.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`].
    #[inline]
    fn from_litenet_bytes<'de, E: Era>(bytes: &'de [u8]) -> Result<Self, DecodeError>
    where
        Self: DecodeLiteNet<'de, E>,
    {
        Self::from_litenet_bytes_with::<E>(bytes, Limits::DEFAULT)
    }

    /// Reads one value from the start of `bytes`, with limits of your own.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`].
    #[inline(always)]
    fn from_litenet_bytes_with<'de, E: Era>(
        bytes: &'de [u8],
        limits: Limits,
    ) -> Result<Self, DecodeError>
    where
        Self: DecodeLiteNet<'de, E>,
    {
        if bytes.len() > limits.bytes {
            return Err(DecodeError::new(
                DecodeErrorKind::LimitExceeded,
                0,
                alloc::format!("at most {} bytes", limits.bytes),
                alloc::format!("{}", bytes.len()),
            ));
        }
        Self::decode(&mut Reader::with_limits(bytes, limits))
    }

    /// Reads the next value of a buffer that holds several, and moves the reader behind it.
    /// After an error the reader stands where it stood.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`].
    #[inline]
    fn read_litenet_bytes<'de, E: Era>(reader: &mut Reader<'de>) -> Result<Self, DecodeError>
    where
        Self: DecodeLiteNet<'de, E>,
    {
        let mut ahead = reader.clone();
        let value = Self::decode(&mut ahead)?;
        *reader = ahead;
        Ok(value)
    }
}

impl<T> FromLiteNetBytes for T {}
