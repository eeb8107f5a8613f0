//! What a type does to travel as a Variant, and how a program asks for it.

use alloc::vec::Vec;
use core::mem;

use crate::reader::Word;
use crate::variant::derived::layout::Facts;
use crate::variant::format::dialect::Dialect;
use crate::variant::inspect::describe::TypeLayout;
use crate::variant::{VariantType, format};
use crate::{DecodeError, EncodeError, Limits, Output, Reader, SliceOutput, VecOutput};

/// What is known of a type's encoding in the dialect `D` before there is a value.
///
/// Derived with `#[derive(GodotVar)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot travel as a Godot Variant",
    label = "no Variant type stands for this",
    note = "derive it: `#[derive(GodotVar)]` on the type, or give the field a codec: `#[godot_var(with = module)]`",
    note = "`usize` and `isize` have no fixed width: use `u32`, `u64` or `i64`",
    note = "`i128` and `u128` do not fit Godot's int, which is an i64"
)]
pub trait Wire<D: Dialect> {
    /// Its shape, its constant words, its bounds.
    const FACTS: Facts;

    /// The packed array that a list of this type is written as, where the dialect has it.
    const PACKED: Option<VariantType> = None;

    /// What travels, as data. By hand it is [`TypeLayout::Custom`] with a name.
    ///
    /// Types that contain each other (not themselves) have none: asking for it does not compile.
    const LAYOUT: &'static TypeLayout = &TypeLayout::Custom("");

    /// Whether Nil is one of the values: an `Option` of such a type is refused.
    const NULLABLE: bool = false;
}

/// A value that can be written as a Variant of the dialect `D`.
///
/// Derive it with `#[derive(GodotVar)]`, and call it through [`ToVariantBytes`]. By hand, only
/// [`encode`](Self::encode) is needed, beside [`Wire`] with [`Facts::open`]`(&[], 1, usize::MAX)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as a Godot Variant",
    label = "not encodable as a Variant",
    note = "derive it: `#[derive(GodotVar)]` on the type, or give the field a codec: `#[godot_var(with = module)]`",
    note = "`usize` and `isize` have no fixed width: use `u32`, `u64` or `i64`",
    note = "keys of a `HashMap` or `BTreeMap` must be encodable too"
)]
pub trait EncodeVariant<D: Dialect>: Wire<D> {
    /// Writes the value: header, payload, padding.
    ///
    /// # Errors
    /// See [`EncodeErrorKind`](crate::EncodeErrorKind).
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError>;

    /// Writes what follows [`Facts::lead`].
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    #[doc(hidden)]
    #[inline(always)]
    fn encode_rest<O: Output>(&self, out: &mut O) -> Result<(), EncodeError> {
        self.encode(out)
    }

    /// Fills the holes of [`Facts::usual`]; `false` if this value takes another form.
    #[doc(hidden)]
    #[inline(always)]
    fn fill(&self, words: &mut [Word]) -> bool {
        let _ = words;
        false
    }

    /// Whether [`fill`](Self::fill) fits this value.
    #[doc(hidden)]
    #[inline(always)]
    fn is_usual(&self) -> bool {
        // Whether a value fits does not depend on the room.
        self.fill(&mut [])
    }

    /// Writes a number of two widths into the first of three words, and says how many it took.
    ///
    /// # Errors
    /// [`EncodeErrorKind::OutOfRange`](crate::EncodeErrorKind::OutOfRange).
    #[doc(hidden)]
    #[inline(always)]
    fn fill_flex(&self, words: &mut [Word]) -> Result<usize, EncodeError> {
        let mut out = SliceOutput::new(words.as_flattened_mut());
        self.encode(&mut out)?;
        Ok(out.position() / 4)
    }

    /// Writes a list of this type as the payload of its packed array.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    #[doc(hidden)]
    #[inline(always)]
    fn encode_packed<O: Output>(list: &[Self], out: &mut O) -> Result<(), EncodeError>
    where
        Self: Sized,
    {
        let _ = (list, out);
        Ok(())
    }

    /// The text of a type whose lists are packed arrays of texts.
    #[doc(hidden)]
    #[inline(always)]
    #[expect(clippy::unnecessary_literal_bound, reason = "other types return their own text")]
    fn text(&self) -> &str {
        ""
    }
}

/// A value that can be read from a Variant of the dialect `D`, perhaps borrowing from the message.
///
/// Derive it with `#[derive(GodotVar)]`, and call it through [`FromVariantBytes`]. By hand, only
/// [`decode`](Self::decode) is needed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a Godot Variant",
    label = "not decodable from a Variant",
    note = "derive it: `#[derive(GodotVar)]` on the type, or give the field a codec: `#[godot_var(with = module)]`",
    note = "`usize` and `isize` have no fixed width: use `u32`, `u64` or `i64`",
    note = "a `HashMap` key must be `Eq + Hash`, a `BTreeMap` key `Ord`; both must be decodable"
)]
pub trait DecodeVariant<'de, D: Dialect>: Wire<D> + Sized {
    /// Reads a value in any form that the dialect's readers accept.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`](crate::DecodeErrorKind).
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError>;

    /// Reads a value as [`decode`](Self::decode) does, in place of one that is there, whose
    /// allocations it may use again. Nothing else of the old value remains. By hand, worth writing
    /// only for types that own memory.
    ///
    /// # Errors
    /// As [`decode`](Self::decode). The value then is some value of its type: the old one, the new
    /// one, or a mixture.
    #[inline]
    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        *place = Self::decode(reader)?;
        Ok(())
    }

    /// Reads what follows [`Facts::lead`], which the caller has compared.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    #[doc(hidden)]
    #[inline(always)]
    fn decode_rest(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        Self::decode(reader)
    }

    /// As [`decode_in_place`](Self::decode_in_place), behind [`Facts::lead`], which the caller has
    /// compared.
    ///
    /// # Errors
    /// As [`decode_in_place`](Self::decode_in_place).
    #[doc(hidden)]
    #[inline(always)]
    fn decode_rest_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        reader.seek(reader.position() - Self::FACTS.lead.len() * 4);
        Self::decode_in_place(reader, place)
    }

    /// Whether words as many as [`Facts::usual`] are a value in its usual form.
    #[doc(hidden)]
    #[inline(always)]
    fn check(words: &[Word]) -> bool {
        let _ = words;
        false
    }

    /// The value of words that [`check`](Self::check) has accepted; any value for others.
    /// Called only for types with a usual form.
    #[doc(hidden)]
    #[inline(always)]
    #[expect(clippy::unreachable, reason = "types without a usual form are never asked")]
    fn build(words: &[Word]) -> Self {
        let _ = words;
        unreachable!("no usual form")
    }

    /// The value in its other form, which begins with these words and has one word more than the
    /// usual form; `None` for anything else.
    #[doc(hidden)]
    #[inline(always)]
    fn build_wide(words: &[Word]) -> Option<Self> {
        let _ = words;
        None
    }

    /// Reads a number of two widths in one of them; `None` for any other form, of which
    /// [`decode`](Self::decode) is asked then.
    #[doc(hidden)]
    #[inline(always)]
    fn decode_flex(reader: &mut Reader<'de>) -> Option<Self> {
        Self::decode_rest(reader).ok()
    }

    /// What a missing field means: `None` for an error, `Some(None)` for an `Option`.
    #[doc(hidden)]
    #[inline(always)]
    fn missing() -> Option<Self> {
        None
    }

    /// Reads a packed array of this type, whose header has been taken, in place of the elements of
    /// `list`; `None` if its type is not one that lists of this type are read from.
    #[doc(hidden)]
    #[inline(always)]
    fn decode_packed(
        reader: &mut Reader<'de>,
        kind: VariantType,
        header: u32,
        list: &mut Vec<Self>,
    ) -> Option<Result<(), DecodeError>> {
        let _ = (reader, kind, header, list);
        None
    }

    /// Reads an element of a packed array whose header and count have been taken; `None` if there
    /// is no quick way, of which the type alone decides.
    #[doc(hidden)]
    #[inline(always)]
    fn decode_packed_element(
        reader: &mut Reader<'de>,
        kind: VariantType,
        header: u32,
    ) -> Option<Result<Self, DecodeError>> {
        let _ = (reader, kind, header);
        None
    }
}

/// Writes a value as the bytes that the engine would write.
///
/// Every [`EncodeVariant`] type has these methods; the dialect is a parameter of the call.
///
/// ```
/// use godot_var_runtime::variant::{Godot4, ToVariantBytes};
///
/// // What `var_to_bytes(-5)` gives.
/// assert_eq!((-5).to_variant_bytes::<Godot4>()?, [2, 0, 0, 0, 0xfb, 0xff, 0xff, 0xff]);
/// # Ok::<(), godot_var_runtime::EncodeError>(())
/// ```
pub trait ToVariantBytes {
    /// The encoding, in a new `Vec`.
    ///
    /// # Errors
    /// See [`EncodeErrorKind`](crate::EncodeErrorKind).
    #[inline]
    fn to_variant_bytes<D: Dialect>(&self) -> Result<Vec<u8>, EncodeError>
    where
        Self: EncodeVariant<D>,
    {
        let mut bytes = Vec::new();
        self.append_variant_bytes::<D>(&mut bytes)?;
        Ok(bytes)
    }

    /// Appends the encoding to a `Vec`, and says how many bytes it took. Allocates nothing when the
    /// `Vec` has room. After an error the `Vec` holds what it held before.
    ///
    /// # Errors
    /// See [`EncodeErrorKind`](crate::EncodeErrorKind).
    #[inline]
    fn append_variant_bytes<D: Dialect>(&self, bytes: &mut Vec<u8>) -> Result<usize, EncodeError>
    where
        Self: EncodeVariant<D>,
    {
        if let Some(written) = put_usual::<D, Self, _>(self, &mut VecOutput::new(&mut *bytes)) {
            return Ok(written);
        }
        let start = bytes.len();
        if const { matches!(Self::FACTS.max_bytes(), Some(..=IN_PLACE)) } {
            return append_in_place::<D, Self>(self, bytes, Self::FACTS.max_words * 4);
        }
        if let Some(most) = Self::FACTS.max_bytes() {
            bytes.reserve(most);
        }
        let encoded = if const { is_long(&Self::FACTS) } {
            self.encode(&mut Lent::new(bytes).out)
        } else {
            self.encode(&mut VecOutput::new(&mut *bytes))
        };
        match encoded {
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
    /// [`to_variant_bytes`](Self::to_variant_bytes).
    #[inline]
    fn write_variant_bytes<D: Dialect>(&self, buffer: &mut [u8]) -> Result<usize, EncodeError>
    where
        Self: EncodeVariant<D>,
    {
        let available = buffer.len();
        let mut out = SliceOutput::new(buffer);
        if let Some(written) = put_usual::<D, Self, _>(self, &mut out) {
            return Ok(written);
        }
        self.encode(&mut out)?;
        let needed = out.position();
        if needed > available {
            return Err(EncodeError::buffer_too_small(needed, available));
        }
        Ok(needed)
    }

    /// The exact length of the encoding.
    ///
    /// # Errors
    /// Those of [`to_variant_bytes`](Self::to_variant_bytes).
    fn variant_len<D: Dialect>(&self) -> Result<usize, EncodeError>
    where
        Self: EncodeVariant<D>,
    {
        let mut out = SliceOutput::new(&mut []);
        self.encode(&mut out)?;
        Ok(out.position())
    }
}

impl<T: ?Sized> ToVariantBytes for T {}

/// Writes a value that takes its usual form: one template, its holes filled in place.
#[inline(always)]
fn put_usual<D: Dialect, T: EncodeVariant<D> + ?Sized, O: Output>(
    value: &T,
    out: &mut O,
) -> Option<usize> {
    if const { T::FACTS.usual.is_empty() || T::FACTS.usual.len() * 4 > IN_PLACE } {
        return None;
    }
    let usual = const { T::FACTS.usual };
    (value.is_usual() && out.put_filled(usual, |words| value.fill(words)))
        .then_some(usual.len() * 4)
}

/// Whether a message has many values, likely.
const fn is_long(facts: &Facts) -> bool {
    const MANY: usize = 64;
    facts.repeats || facts.min_words >= MANY
}

/// A `Vec` that is a sink's own for a while.
struct Lent<'a> {
    out: VecOutput<Vec<u8>>,
    owner: &'a mut Vec<u8>,
}

impl<'a> Lent<'a> {
    #[inline(always)]
    fn new(owner: &'a mut Vec<u8>) -> Self {
        Self { out: VecOutput::new(mem::take(owner)), owner }
    }
}

impl Drop for Lent<'_> {
    /// Gives it back, also when writing panics.
    #[inline(always)]
    fn drop(&mut self) {
        mem::swap(self.owner, self.out.buffer());
    }
}

/// Up to here a message of bounded length is written into zeros that were appended at once.
const IN_PLACE: usize = 512;

/// Appends zeros for the longest encoding, writes it in their place, and takes the rest back:
/// one growth check. Only a type that tells wrong facts needs more than `most` bytes.
#[inline(always)]
fn append_in_place<D: Dialect, T: EncodeVariant<D> + ?Sized>(
    value: &T,
    bytes: &mut Vec<u8>,
    most: usize,
) -> Result<usize, EncodeError> {
    const ZEROS: &[u8; IN_PLACE] = &[0; IN_PLACE];
    // Pieces that the compiler turns into moves.
    const PIECE: usize = 128;
    let start = bytes.len();
    bytes.reserve(most);
    for piece in ZEROS.get(..most).unwrap_or_default().chunks(PIECE) {
        bytes.extend_from_slice(piece);
    }
    loop {
        let room = bytes.get_mut(start..).unwrap_or_default();
        let available = room.len();
        let mut out = SliceOutput::new(room);
        if let Err(error) = value.encode(&mut out) {
            bytes.truncate(start);
            return Err(error);
        }
        let written = out.position();
        if written <= available {
            bytes.truncate(start + written);
            return Ok(written);
        }
        bytes.resize(start + written, 0);
    }
}

/// Reads a value from the bytes that an engine has written.
///
/// Every [`DecodeVariant`] type has these methods; the dialect is a parameter of the call.
///
/// ```
/// use godot_var_runtime::variant::{FromVariantBytes, Godot4};
///
/// assert_eq!(i32::from_variant_bytes::<Godot4>(&[2, 0, 0, 0, 0xfb, 0xff, 0xff, 0xff])?, -5);
/// # Ok::<(), godot_var_runtime::DecodeError>(())
/// ```
pub trait FromVariantBytes: Sized {
    /// Reads one value from the start of `bytes`, with the default [`Limits`]. As in the engine,
    /// bytes behind the value are no error.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`](crate::DecodeErrorKind).
    #[inline]
    fn from_variant_bytes<'de, D: Dialect>(bytes: &'de [u8]) -> Result<Self, DecodeError>
    where
        Self: DecodeVariant<'de, D>,
    {
        // Not through the function below: the constant limits are worth a dozen instructions.
        format::check_bytes(bytes, Limits::DEFAULT)?;
        Self::decode(&mut Reader::new(bytes))
    }

    /// Reads one value from the start of `bytes`, with limits of your own.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`](crate::DecodeErrorKind).
    #[inline]
    fn from_variant_bytes_with<'de, D: Dialect>(
        bytes: &'de [u8],
        limits: Limits,
    ) -> Result<Self, DecodeError>
    where
        Self: DecodeVariant<'de, D>,
    {
        format::check_bytes(bytes, limits)?;
        Self::decode(&mut Reader::with_limits(bytes, limits))
    }

    /// Reads the next value of a buffer that holds several, and moves the reader behind it.
    /// After an error the reader stands where it stood.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`](crate::DecodeErrorKind).
    #[inline]
    fn read_variant_bytes<'de, D: Dialect>(reader: &mut Reader<'de>) -> Result<Self, DecodeError>
    where
        Self: DecodeVariant<'de, D>,
    {
        let mut ahead = reader.clone();
        let value = Self::decode(&mut ahead)?;
        *reader = ahead;
        Ok(value)
    }

    /// Reads one value from the start of `bytes`, as
    /// [`from_variant_bytes`](Self::from_variant_bytes) does, in place of a value that is there,
    /// and says how many bytes it took. For loops over messages of one type: the memory that
    /// texts, lists and the values inside them own is used again, and only what does not fit it
    /// is allocated.
    ///
    /// The new value alone decides: a missing field gets its default, never what stood there.
    ///
    /// ```
    /// use godot_var_runtime::variant::{FromVariantBytes, Godot4, ToVariantBytes};
    ///
    /// let mut names = vec![String::from("a name of some length"); 3];
    /// let room = names[0].capacity();
    /// let bytes = vec!["Ann", "Bob"].to_variant_bytes::<Godot4>()?;
    /// let used = Vec::from_variant_bytes_in_place::<Godot4>(&bytes, &mut names)?;
    /// assert_eq!((names[0].as_str(), names.len(), used), ("Ann", 2, bytes.len()));
    /// assert_eq!(names[0].capacity(), room);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// What is kept: `String`, `StringName`, `Vec` with its elements, `HashMap` with its table,
    /// `Box`, `Option`, tuples and arrays (save those of texts) by their parts, derived structs by
    /// their fields. Enums, structs with `flatten` or a `default` on the whole, other maps,
    /// `VecDeque`, shared pointers and [`Variant`](super::Variant) are replaced.
    ///
    /// # Errors
    /// Those of [`from_variant_bytes`](Self::from_variant_bytes). The value then is some value of
    /// its type: the old one, the new one, or a mixture. It can be used for the next message.
    #[inline]
    fn from_variant_bytes_in_place<'de, D: Dialect>(
        bytes: &'de [u8],
        place: &mut Self,
    ) -> Result<usize, DecodeError>
    where
        Self: DecodeVariant<'de, D>,
    {
        Self::from_variant_bytes_in_place_with::<D>(bytes, Limits::DEFAULT, place)
    }

    /// As [`from_variant_bytes_in_place`](Self::from_variant_bytes_in_place), with limits of your own.
    ///
    /// # Errors
    /// As [`from_variant_bytes_in_place`](Self::from_variant_bytes_in_place).
    #[inline]
    fn from_variant_bytes_in_place_with<'de, D: Dialect>(
        bytes: &'de [u8],
        limits: Limits,
        place: &mut Self,
    ) -> Result<usize, DecodeError>
    where
        Self: DecodeVariant<'de, D>,
    {
        format::check_bytes(bytes, limits)?;
        let mut reader = Reader::with_limits(bytes, limits);
        Self::decode_in_place(&mut reader, place)?;
        Ok(reader.position())
    }

    /// Reads the next value of a buffer that holds several, in place of a value that is there, and
    /// moves the reader behind it. After an error the reader stands where it stood.
    ///
    /// # Errors
    /// As [`from_variant_bytes_in_place`](Self::from_variant_bytes_in_place).
    #[inline]
    fn read_variant_bytes_in_place<'de, D: Dialect>(
        reader: &mut Reader<'de>,
        place: &mut Self,
    ) -> Result<(), DecodeError>
    where
        Self: DecodeVariant<'de, D>,
    {
        let mut ahead = reader.clone();
        Self::decode_in_place(&mut ahead, place)?;
        *reader = ahead;
        Ok(())
    }
}

impl<T> FromVariantBytes for T {}
