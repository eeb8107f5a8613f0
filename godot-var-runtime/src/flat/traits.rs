//! The traits of types in flat messages, and the traits that programs call.

use alloc::vec::Vec;

use super::derived::{Fields, Plain, decode_each, encode_each};
use super::format::order::{ByteOrder, Little};
use super::format::size::Size;
use super::layout::fingerprint::fingerprint;
use super::layout::{TypeLayout, longest, one_len};
use crate::{DecodeError, DecodeErrorKind, EncodeError, Limits, Output, Reader, entry};

/// A value that can be written into a flat message.
///
/// Derive it with `#[derive(GodotFlat)]`, and call it through [`ToFlatBytes`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written to a flat message",
    label = "no bytes stand for this",
    note = "derive it: `#[derive(GodotFlat)]` on the type, or give the field functions: `#[flat(with = module, as = u32)]`",
    note = "`usize` and `isize` have no fixed width: use `u32`, or an `i64` with `varint`"
)]
pub trait EncodeFlat {
    /// The layout, which names an encoding written by hand: `&TypeLayout::Custom("…")`.
    const LAYOUT: &'static TypeLayout<'static>;

    /// How many bytes the values take.
    #[doc(hidden)]
    const SIZE: Size = Size::ANY;

    /// The fields of a struct, or those of each variant of an enum.
    #[doc(hidden)]
    const FIELDS: &'static [Fields] = &[];

    /// Writes the value, with the bytes of its numbers in the order `B`.
    fn encode<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError>;

    /// Writes the parts of a struct or enum.
    #[doc(hidden)]
    #[inline(always)]
    fn encode_parts<B: ByteOrder, O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.encode::<B, O>(out)
    }

    /// Writes elements one after the other.
    #[doc(hidden)]
    #[inline]
    fn encode_all<B: ByteOrder, O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError>
    where
        Self: Sized,
    {
        encode_each::<B, Plain, Self, O>(list, out)
    }
}

/// A value that can be read from a flat message, perhaps borrowing from it.
///
/// Derive it with `#[derive(GodotFlat)]`, and call it through [`FromFlatBytes`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a flat message",
    label = "no bytes stand for this",
    note = "derive it: `#[derive(GodotFlat)]` on the type, or give the field functions: `#[flat(with = module, as = u32)]`",
    note = "`usize` and `isize` have no fixed width: use `u32`, or an `i64` with `varint`"
)]
pub trait DecodeFlat<'de>: EncodeFlat + Sized {
    /// Whether reading in place uses anything of the old value again.
    #[doc(hidden)]
    const REUSES: bool = true;

    /// Reads a value whose numbers have their bytes in the order `B`.
    fn decode<B: ByteOrder>(reader: &mut Reader<'de>) -> Result<Self, DecodeError>;

    /// Reads a value as [`decode`](Self::decode) does, in place of an existing one, and may use its
    /// allocations again. Nothing else of the old value remains. Implement it by hand only for
    /// types that own memory.
    ///
    /// After an error the value is any valid value of its type: the old one, the new one, or a
    /// mixture.
    #[inline]
    fn decode_in_place<B: ByteOrder>(
        reader: &mut Reader<'de>,
        place: &mut Self,
    ) -> Result<(), DecodeError> {
        *place = Self::decode::<B>(reader)?;
        Ok(())
    }

    /// Reads the parts of a value. Those with a default may be missing at the end of a `WHOLE` message.
    #[doc(hidden)]
    #[inline(always)]
    fn decode_parts<B: ByteOrder, const WHOLE: bool>(
        reader: &mut Reader<'de>,
    ) -> Result<Self, DecodeError> {
        Self::decode::<B>(reader)
    }

    /// As [`decode_parts`](Self::decode_parts), in place of an existing value.
    #[doc(hidden)]
    #[inline(always)]
    fn decode_parts_in_place<B: ByteOrder, const WHOLE: bool>(
        reader: &mut Reader<'de>,
        place: &mut Self,
    ) -> Result<(), DecodeError> {
        if WHOLE {
            *place = Self::decode_parts::<B, WHOLE>(reader)?;
            return Ok(());
        }
        Self::decode_in_place::<B>(reader, place)
    }

    /// Reads elements in place of those of a list. The caller has compared `count` with the bytes that are left.
    #[doc(hidden)]
    #[inline]
    fn decode_all_in_place<B: ByteOrder>(
        reader: &mut Reader<'de>,
        count: usize,
        list: &mut Vec<Self>,
    ) -> Result<(), DecodeError> {
        decode_each::<B, Plain, Self>(reader, count, list)
    }

    /// Takes elements that are bytes, and stay in the message.
    #[doc(hidden)]
    #[inline(always)]
    fn borrow_all<'a>(_: &mut Reader<'de>, _count: usize) -> Option<Result<&'a [Self], DecodeError>>
    where
        'de: 'a,
        Self: 'a,
    {
        None
    }
}

/// Refuses bytes after a message.
#[inline(always)]
fn finish(reader: &Reader<'_>) -> Result<(), DecodeError> {
    if reader.remaining() == 0 {
        Ok(())
    } else {
        Err(goes_on(reader.position(), reader.remaining()))
    }
}

#[cold]
#[inline(never)]
fn goes_on(position: usize, more: usize) -> DecodeError {
    DecodeError::new(
        DecodeErrorKind::WrongLength,
        position,
        "the end of the message",
        alloc::format!("{more} more bytes"),
    )
}

/// The fingerprint of a type's layout: two programs whose numbers are equal write and read the same bytes.
pub const fn layout_fingerprint<T: EncodeFlat + ?Sized>() -> u64 {
    fingerprint(T::LAYOUT)
}

/// A value that can be written: the bound for functions that send.
///
/// `#[derive(GodotFlat)]` implements it, and so does [`EncodeFlat`].
///
/// ```
/// use godot_var_runtime::flat::ToFlatBytes;
///
/// // What `put_u16(513)` and `put_float(0.5)` write.
/// assert_eq!((513_u16, 0.5_f32).to_flat_bytes()?, [1, 2, 0, 0, 0, 0x3f]);
/// # Ok::<(), godot_var_runtime::EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written to a flat message",
    label = "no bytes stand for this",
    note = "derive it: `#[derive(GodotFlat)]` on the type"
)]
pub trait ToFlatBytes: EncodeFlat {
    /// The length of every value in bytes. Its use fails the build if lengths differ.
    ///
    /// ```
    /// use godot_var_runtime::flat::ToFlatBytes;
    /// use godot_var_runtime::variant::Vector3;
    ///
    /// const BYTES: usize = <(u8, Vector3)>::LEN;
    /// assert_eq!(BYTES, 13);
    /// ```
    const LEN: usize = one_len(Self::SIZE);

    /// The most bytes that a value takes. Its use fails the build if there is no bound.
    const MAX_LEN: usize = longest(Self::SIZE);

    /// Encodes the value into a new `Vec`.
    #[inline]
    fn to_flat_bytes(&self) -> Result<Vec<u8>, EncodeError> {
        let mut bytes = Vec::new();
        self.append_flat_bytes(&mut bytes)?;
        Ok(bytes)
    }

    /// Appends the encoding to a `Vec` and returns its length in bytes. After an error the `Vec` is
    /// unchanged.
    #[inline]
    fn append_flat_bytes(&self, bytes: &mut Vec<u8>) -> Result<usize, EncodeError> {
        entry::append(bytes, |out| self.encode::<Little, _>(out))
    }

    /// Appends the encoding to a buffer of the crate `bytes` and returns its length in bytes. After an error the buffer is
    /// unchanged.
    #[cfg(feature = "bytes")]
    fn append_flat_bytes_mut(&self, bytes: &mut bytes::BytesMut) -> Result<usize, EncodeError> {
        let start = bytes.len();
        match self.encode::<Little, _>(&mut crate::writer::BytesMutOutput::new(&mut *bytes)) {
            Ok(()) => Ok(bytes.len() - start),
            Err(error) => {
                bytes.truncate(start);
                Err(error)
            }
        }
    }

    /// Writes the encoding to the start of a slice and returns its length in bytes. Bytes of the
    /// slice after these do not change. After an error the contents of the slice are unspecified.
    ///
    /// # Errors
    /// [`EncodeErrorKind::BufferTooSmall`](crate::EncodeErrorKind::BufferTooSmall) with the
    /// [`needed`](EncodeError::needed) length when the slice is too short, and those of
    /// [`to_flat_bytes`](Self::to_flat_bytes).
    #[inline]
    fn write_flat_bytes(&self, buffer: &mut [u8]) -> Result<usize, EncodeError> {
        entry::write(buffer, |out| self.encode::<Little, _>(out))
    }

    /// Returns the exact length of the encoding in bytes.
    fn flat_len(&self) -> Result<usize, EncodeError> {
        entry::length(|out| self.encode::<Little, _>(out))
    }
}

impl<T: EncodeFlat + ?Sized> ToFlatBytes for T {}

/// A value that can be read: the bound for functions that receive.
///
/// `#[derive(GodotFlat)]` implements it, and so does [`DecodeFlat`]. `'de` is the lifetime of the bytes, from which a
/// value may borrow.
///
/// ```
/// use godot_var_runtime::flat::FromFlatBytes;
/// use godot_var_runtime::{DecodeError, DecodeErrorKind};
///
/// fn receive<'de, T: FromFlatBytes<'de>>(bytes: &'de [u8]) -> Result<T, DecodeError> {
///     T::from_flat_bytes(bytes)
/// }
///
/// let (id, name): (u16, &str) = receive(&[7, 0, 3, b'A', b'n', b'n'])?;
/// assert_eq!((id, name), (7, "Ann"));
/// let error = receive::<u16>(&[7, 0, 0]).unwrap_err();
/// assert_eq!(error.kind(), DecodeErrorKind::WrongLength);
/// # Ok::<(), DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a flat message",
    label = "no bytes stand for this",
    note = "derive it: `#[derive(GodotFlat)]` on the type"
)]
pub trait FromFlatBytes<'de>: DecodeFlat<'de> {
    /// Reads a message, which ends where `bytes` do, with the default [`Limits`].
    ///
    /// # Errors
    /// [`DecodeErrorKind::WrongLength`] if the message goes on after the value, and those of the value.
    #[inline]
    fn from_flat_bytes(bytes: &'de [u8]) -> Result<Self, DecodeError> {
        Self::from_flat_bytes_with(bytes, Limits::DEFAULT)
    }

    /// Reads a message, which ends where `bytes` do, with the given limits.
    #[inline(always)]
    fn from_flat_bytes_with(bytes: &'de [u8], limits: Limits) -> Result<Self, DecodeError> {
        let mut reader = entry::reader(bytes, limits)?;
        let value = Self::decode_parts::<Little, true>(&mut reader)?;
        finish(&reader)?;
        Ok(value)
    }

    /// Reads the next value of a buffer that holds several, and advances the reader past it. Every field has to be
    /// there, as the buffer does not tell where the value ends. After an error the reader's position is unchanged.
    #[inline]
    fn read_flat_bytes(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        entry::next(reader, Self::decode::<Little>)
    }

    /// Reads a message, as [`from_flat_bytes`](Self::from_flat_bytes) does, in place of an existing value. Returns how
    /// many bytes it took. Use it in loops over messages of one type: it uses the memory of texts, lists and the
    /// values in them again, and allocates only what does not fit.
    ///
    /// The result depends on the new value alone: nothing of the old one remains.
    ///
    /// ```
    /// use godot_var_runtime::flat::FromFlatBytes;
    ///
    /// let mut names = vec![String::from("a name of some length"); 3];
    /// let room = names[0].capacity();
    /// let bytes = [2, 3, b'A', b'n', b'n', 3, b'B', b'o', b'b'];
    /// let used = Vec::from_flat_bytes_in_place(&bytes, &mut names)?;
    /// assert_eq!((names[0].as_str(), names.len(), used), ("Ann", 2, bytes.len()));
    /// assert_eq!(names[0].capacity(), room);
    /// # Ok::<(), godot_var_runtime::DecodeError>(())
    /// ```
    ///
    /// It uses the memory of `String`, `Vec` with its elements, `Box` and `Option` again, and of
    /// the parts of tuples, arrays and derived structs. It replaces enums, maps and fields with `with`.
    ///
    /// After an error the value is any valid value of its type: the old one, the new one, or a
    /// mixture. It can be used for the next message.
    #[inline]
    fn from_flat_bytes_in_place(bytes: &'de [u8], place: &mut Self) -> Result<usize, DecodeError> {
        Self::from_flat_bytes_in_place_with(bytes, Limits::DEFAULT, place)
    }

    /// As [`from_flat_bytes_in_place`](Self::from_flat_bytes_in_place), with the given limits.
    #[inline]
    fn from_flat_bytes_in_place_with(
        bytes: &'de [u8],
        limits: Limits,
        place: &mut Self,
    ) -> Result<usize, DecodeError> {
        let mut reader = entry::reader(bytes, limits)?;
        Self::decode_parts_in_place::<Little, true>(&mut reader, place)?;
        finish(&reader)?;
        Ok(reader.position())
    }

    /// Reads the next value of a buffer that holds several, in place of an existing value, and
    /// advances the reader past it. After an error the reader's position is unchanged.
    #[inline]
    fn read_flat_bytes_in_place(
        reader: &mut Reader<'de>,
        place: &mut Self,
    ) -> Result<(), DecodeError> {
        entry::next(reader, |ahead| Self::decode_in_place::<Little>(ahead, place))
    }
}

impl<'de, T: DecodeFlat<'de>> FromFlatBytes<'de> for T {}
