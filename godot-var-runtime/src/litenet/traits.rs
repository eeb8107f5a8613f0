//! The traits of types in LiteNetLibManager messages, and the traits that programs call.

use alloc::vec::Vec;

use super::derived::record::FieldSize;
use super::format::era::{Era, LiteNet2018, LiteNetHead};
use crate::{DecodeError, EncodeError, Limits, Output, Reader, entry};

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
    /// Whether a list of these is encoded as a block of bytes.
    #[doc(hidden)]
    const BYTES: bool = false;

    /// Writes the value; for a message, with its number.
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError>;

    /// Writes what follows the message number.
    #[doc(hidden)]
    #[inline]
    fn encode_body<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.encode(out)
    }

    /// Writes elements one after the other.
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
    /// The smallest size of a value in bytes, which bounds the count of a list. 0 is always right.
    const MIN_SIZE: usize = 0;

    /// Whether every value takes [`MIN_SIZE`](Self::MIN_SIZE) bytes.
    #[doc(hidden)]
    const FIXED: bool = false;

    /// How errors name the first [`MIN_SIZE`](Self::MIN_SIZE) bytes.
    #[doc(hidden)]
    const WHAT: &'static str = "a value";

    /// The fields of a struct, for [`whole_run`](super::derived::whole_run).
    #[doc(hidden)]
    const FIELDS: &'static [FieldSize] = &[];

    /// Whether a list of these is encoded as a block of bytes.
    #[doc(hidden)]
    const BYTES: bool = false;

    /// Reads a value; for a message, with its number.
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError>;

    /// Reads a value as [`decode`](Self::decode) does, in place of an existing one, and may use its
    /// allocations again. Nothing else of the old value remains. Implement it by hand only for
    /// types that own memory.
    ///
    /// After an error the value is any valid value of its type: the old one, the new one, or a
    /// mixture.
    #[inline]
    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        *place = Self::decode(reader)?;
        Ok(())
    }

    /// Reads what follows the message number.
    #[doc(hidden)]
    #[inline]
    fn decode_body(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        Self::decode(reader)
    }

    /// As [`decode_in_place`](Self::decode_in_place), for what follows the message number.
    #[doc(hidden)]
    #[inline]
    fn decode_body_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        Self::decode_in_place(reader, place)
    }

    /// Reads elements one after the other. The caller has compared `count` with the bytes that are
    /// left.
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

    /// As [`decode_all`](Self::decode_all), in place of the elements of an existing list.
    #[doc(hidden)]
    fn decode_all_in_place(
        reader: &mut Reader<'de>,
        count: usize,
        list: &mut Vec<Self>,
    ) -> Result<(), DecodeError> {
        list.truncate(count);
        let room = reader.room_for::<Self>(count);
        list.reserve_exact(room.saturating_sub(list.len()));
        for index in 0..count {
            let read = match list.get_mut(index) {
                Some(place) => Self::decode_in_place(reader, place),
                None => Self::decode(reader).map(|element| list.push(element)),
            };
            read.map_err(|error| error.in_index(index))?;
        }
        reader.give_back::<Self>(room);
        Ok(())
    }
}

/// A message with its own number, which can be a variant of an enum of messages.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no message number",
    label = "an enum of messages needs one",
    note = "give the struct one: `#[litenet(msg_type = 5)]`"
)]
pub trait LiteNetMessage {
    /// The number before the message.
    const MSG_TYPE: u16;
}

/// A value that can be written in every era: the bound for functions that send.
///
/// `#[derive(LiteNetMessage)]` implements it, and so does [`EncodeLiteNet`] for both eras. The era
/// is a parameter of the call.
///
/// ```
/// use godot_var_runtime::EncodeError;
/// use godot_var_runtime::litenet::{LiteNet2018, LiteNetHead, ToLiteNetBytes};
///
/// fn sizes<T: ToLiteNetBytes + ?Sized>(message: &T) -> Result<[usize; 2], EncodeError> {
///     Ok([message.litenet_len::<LiteNet2018>()?, message.litenet_len::<LiteNetHead>()?])
/// }
///
/// assert_eq!("hi".to_litenet_bytes::<LiteNet2018>()?, [2, 0, 0, 0, b'h', b'i']);
/// assert_eq!("hi".to_litenet_bytes::<LiteNetHead>()?, [3, 0, b'h', b'i']);
/// assert_eq!(sizes("hi")?, [6, 4]);
/// # Ok::<(), EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written to a LiteNetLibManager message",
    label = "no bytes stand for this",
    note = "derive it: `#[derive(LiteNetMessage)]` on the type"
)]
pub trait ToLiteNetBytes: EncodeLiteNet<LiteNet2018> + EncodeLiteNet<LiteNetHead> {
    /// Encodes the value into a new `Vec`.
    #[inline]
    fn to_litenet_bytes<E: Era>(&self) -> Result<Vec<u8>, EncodeError> {
        let mut bytes = Vec::new();
        self.append_litenet_bytes::<E>(&mut bytes)?;
        Ok(bytes)
    }

    /// Appends the encoding to a `Vec` and returns its length in bytes. After an error the `Vec` is
    /// unchanged.
    #[inline]
    fn append_litenet_bytes<E: Era>(&self, bytes: &mut Vec<u8>) -> Result<usize, EncodeError> {
        entry::append(bytes, |out| E::encode(self, out))
    }

    /// Writes the encoding to the start of a slice and returns its length in bytes. Bytes of the
    /// slice after these do not change. After an error the contents of the slice are unspecified.
    ///
    /// # Errors
    /// [`EncodeErrorKind::BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall) with the
    /// [`needed`](EncodeError::needed) length when the slice is too short, and those of
    /// [`to_litenet_bytes`](Self::to_litenet_bytes).
    #[inline]
    fn write_litenet_bytes<E: Era>(&self, buffer: &mut [u8]) -> Result<usize, EncodeError> {
        entry::write(buffer, |out| E::encode(self, out))
    }

    /// Returns the exact length of the encoding in bytes.
    fn litenet_len<E: Era>(&self) -> Result<usize, EncodeError> {
        entry::length(|out| E::encode(self, out))
    }
}

impl<T> ToLiteNetBytes for T where
    T: EncodeLiteNet<LiteNet2018> + EncodeLiteNet<LiteNetHead> + ?Sized
{
}

/// A value that can be read in every era: the bound for functions that receive.
///
/// `#[derive(LiteNetMessage)]` implements it, and so does [`DecodeLiteNet`] for both eras. The era
/// is a parameter of the call; `'de` is the lifetime of the bytes, from which a value may borrow.
///
/// ```
/// use godot_var_runtime::DecodeError;
/// use godot_var_runtime::litenet::{FromLiteNetBytes, LiteNetHead, Packed};
///
/// fn receive<'de, T: FromLiteNetBytes<'de>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
///     T::from_litenet_bytes::<LiteNetHead>(bytes)
/// }
///
/// let id: Packed<u32> = receive(&[0xf9, 0, 0])?;
/// assert_eq!(id.0, 2288);
/// # Ok::<(), DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a LiteNetLibManager message",
    label = "no bytes stand for this",
    note = "derive it: `#[derive(LiteNetMessage)]` on the type"
)]
pub trait FromLiteNetBytes<'de>:
    DecodeLiteNet<'de, LiteNet2018> + DecodeLiteNet<'de, LiteNetHead>
{
    /// Reads one value from the start of `bytes`, with the default [`Limits`]. As in C#, bytes
    /// after the value are not an error.
    #[inline]
    fn from_litenet_bytes<E: Era>(bytes: &'de [u8]) -> Result<Self, DecodeError> {
        Self::from_litenet_bytes_with::<E>(bytes, Limits::DEFAULT)
    }

    /// Reads one value from the start of `bytes`, with the given limits.
    #[inline(always)]
    fn from_litenet_bytes_with<E: Era>(
        bytes: &'de [u8],
        limits: Limits,
    ) -> Result<Self, DecodeError> {
        E::decode(&mut entry::reader(bytes, limits)?)
    }

    /// Reads the next value of a buffer that holds several, and advances the reader past it. After
    /// an error the reader's position is unchanged.
    #[inline]
    fn read_litenet_bytes<E: Era>(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        entry::next(reader, E::decode)
    }

    /// Reads one value from the start of `bytes`, as
    /// [`from_litenet_bytes`](Self::from_litenet_bytes) does, in place of an existing value.
    /// Returns how many bytes it took. Use it in loops over messages of one type: it uses the
    /// memory of texts, lists and the values in them again, and allocates only what does not fit.
    ///
    /// The result depends on the new value alone: nothing of the old one remains.
    ///
    /// ```
    /// use godot_var_runtime::litenet::{FromLiteNetBytes, LiteNetHead};
    ///
    /// let mut names = vec![String::from("a name of some length"); 3];
    /// let room = names[0].capacity();
    /// let bytes = [2, 0, 4, 0, b'A', b'n', b'n', 4, 0, b'B', b'o', b'b'];
    /// let used = Vec::from_litenet_bytes_in_place::<LiteNetHead>(&bytes, &mut names)?;
    /// assert_eq!((names[0].as_str(), names.len(), used), ("Ann", 2, bytes.len()));
    /// assert_eq!(names[0].capacity(), room);
    /// # Ok::<(), godot_var_runtime::DecodeError>(())
    /// ```
    ///
    /// It uses the memory of `String`, `Vec` with its elements, `Box` and `Option` again, and of
    /// the parts of tuples, arrays and derived structs. It replaces enums and fields with `with`.
    ///
    /// After an error the value is any valid value of its type: the old one, the new one, or a
    /// mixture. It can be used for the next message.
    #[inline]
    fn from_litenet_bytes_in_place<E: Era>(
        bytes: &'de [u8],
        place: &mut Self,
    ) -> Result<usize, DecodeError> {
        Self::from_litenet_bytes_in_place_with::<E>(bytes, Limits::DEFAULT, place)
    }

    /// As [`from_litenet_bytes_in_place`](Self::from_litenet_bytes_in_place), with the given
    /// limits.
    #[inline]
    fn from_litenet_bytes_in_place_with<E: Era>(
        bytes: &'de [u8],
        limits: Limits,
        place: &mut Self,
    ) -> Result<usize, DecodeError> {
        let mut reader = entry::reader(bytes, limits)?;
        E::decode_in_place(&mut reader, place)?;
        Ok(reader.position())
    }

    /// Reads the next value of a buffer that holds several, in place of an existing value, and
    /// advances the reader past it. After an error the reader's position is unchanged.
    #[inline]
    fn read_litenet_bytes_in_place<E: Era>(
        reader: &mut Reader<'de>,
        place: &mut Self,
    ) -> Result<(), DecodeError> {
        entry::next(reader, |ahead| E::decode_in_place(ahead, place))
    }
}

impl<'de, T> FromLiteNetBytes<'de> for T where
    T: DecodeLiteNet<'de, LiteNet2018> + DecodeLiteNet<'de, LiteNetHead>
{
}
