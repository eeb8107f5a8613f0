//! Shorter ways of writing and reading than [`EncodeVariant::encode`] and [`DecodeVariant::decode`].
//!
//! A record that knows the facts of its fields writes one template and fills the values in. What
//! that takes of a field's type are these functions. A type of this crate carries them itself
//! (`type Shortcuts = Self`), a derived record has them from [`RecordShortcuts`], a type written by
//! hand has [`NoShortcuts`]: each function falls back on `encode` and `decode`.

use alloc::vec::Vec;

use crate::reader::Word;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::{DecodeVariant, EncodeVariant};
use crate::variant::types::VariantType;
use crate::{DecodeError, EncodeError, Output, Reader, SliceOutput};

/// Shorter ways of writing a `T`.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be written as a Godot Variant",
    label = "not encodable as a Variant"
)]
pub trait EncodeShortcuts<D: Dialect, T: ?Sized = Self> {
    /// Writes what follows [`Facts::prefix`](crate::variant::Facts::prefix).
    ///
    /// # Errors
    /// As [`EncodeVariant::encode`].
    #[inline(always)]
    fn encode_after_prefix<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError>
    where
        T: EncodeVariant<D>,
    {
        value.encode(out)
    }

    /// Fills the holes of [`Facts::usual`](crate::variant::Facts::usual); `false` if this value takes another form.
    #[inline(always)]
    fn fill(value: &T, words: &mut [Word]) -> bool {
        let _ = (value, words);
        false
    }

    /// Whether [`fill`](Self::fill) fits this value.
    #[inline(always)]
    fn is_usual(value: &T) -> bool {
        // Whether a value fits does not depend on the room.
        Self::fill(value, &mut [])
    }

    /// Writes a number of two widths into the first of three words, and says how many it took.
    ///
    /// # Errors
    /// [`EncodeErrorKind::OutOfRange`](crate::EncodeErrorKind::OutOfRange).
    #[inline(always)]
    fn fill_shortest(value: &T, words: &mut [Word]) -> Result<usize, EncodeError>
    where
        T: EncodeVariant<D>,
    {
        let mut out = SliceOutput::new(words.as_flattened_mut());
        value.encode(&mut out)?;
        Ok(out.position() / 4)
    }

    /// Writes a value of [few forms](crate::variant::Facts::few_forms) into the first of as many words as
    /// [`Facts::max_words`](crate::variant::Facts::max_words), and says how many it took; `None` for a value that takes
    /// another form. One or two words may leave a trace in the third.
    #[inline(always)]
    fn fill_bounded(value: &T, words: &mut [Word]) -> Option<usize>
    where
        T: EncodeVariant<D>,
    {
        let mut out = SliceOutput::new(words.as_flattened_mut());
        Self::encode_after_prefix(value, &mut out).ok()?;
        Some(out.position() / 4)
    }

    /// Writes an element of a list; `false` if [`encode_rest_of_many`](Self::encode_rest_of_many) has to.
    #[inline(always)]
    fn put_one_of_many<O: Output>(value: &T, out: &mut O) -> bool {
        let _ = (value, out);
        false
    }

    /// Writes an element that [`put_one_of_many`](Self::put_one_of_many) does not.
    ///
    /// # Errors
    /// As [`EncodeVariant::encode`].
    #[inline(always)]
    fn encode_rest_of_many<O: Output>(value: &T, out: &mut O) -> Result<(), EncodeError>
    where
        T: EncodeVariant<D>,
    {
        value.encode(out)
    }

    /// Writes a list of this type as the payload of its packed array.
    ///
    /// # Errors
    /// As [`EncodeVariant::encode`].
    #[inline(always)]
    fn encode_packed<O: Output>(list: &[T], out: &mut O) -> Result<(), EncodeError>
    where
        T: Sized,
    {
        let _ = (list, out);
        Ok(())
    }

    /// The text of a type whose lists are packed arrays of texts.
    #[inline(always)]
    #[expect(clippy::unnecessary_literal_bound, reason = "other types return their own text")]
    fn text(value: &T) -> &str {
        let _ = value;
        ""
    }
}

/// Shorter ways of reading a `T`.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be read from a Godot Variant",
    label = "not decodable from a Variant"
)]
pub trait DecodeShortcuts<'de, D: Dialect, T = Self> {
    /// Whether [`decode_any_width`](Self::decode_any_width) reads the usual forms of the type without showing the reader
    /// to a function that is not inlined: where it reads elements of a list, it stays in registers.
    const STAYS_INLINE: bool = false;

    /// Whether [`decode_in_place`](Self::decode_in_place) keeps nothing of the value that is there: then a list in place is emptied first,
    /// and read as a new one in its memory.
    const REPLACED: bool = false;

    /// Reads a value in place of another: what [`DecodeVariant::decode_in_place`] does unless a type
    /// has its own way.
    ///
    /// # Errors
    /// As [`DecodeVariant::decode_in_place`].
    #[inline(always)]
    fn decode_in_place(reader: &mut Reader<'de>, place: &mut T) -> Result<(), DecodeError>
    where
        T: DecodeVariant<'de, D>,
    {
        *place = T::decode(reader)?;
        Ok(())
    }

    /// Reads what follows [`Facts::prefix`](crate::variant::Facts::prefix), which the caller has compared.
    ///
    /// # Errors
    /// As [`DecodeVariant::decode`].
    #[inline(always)]
    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<T, DecodeError>
    where
        T: DecodeVariant<'de, D>,
    {
        T::decode(reader)
    }

    /// As [`DecodeVariant::decode_in_place`], after [`Facts::prefix`](crate::variant::Facts::prefix), which the caller has compared.
    ///
    /// # Errors
    /// As [`DecodeVariant::decode_in_place`].
    #[inline(always)]
    fn decode_after_prefix_in_place(
        reader: &mut Reader<'de>,
        place: &mut T,
    ) -> Result<(), DecodeError>
    where
        T: DecodeVariant<'de, D>,
    {
        reader.seek(reader.position() - T::FACTS.prefix.len() * 4);
        T::decode_in_place(reader, place)
    }

    /// Whether words as many as [`Facts::usual`](crate::variant::Facts::usual) are a value in its usual form.
    #[inline(always)]
    fn check(words: &[Word]) -> bool {
        let _ = words;
        false
    }

    /// The value of words that [`check`](Self::check) has accepted; any value for others.
    /// Called only for types with a usual form.
    #[inline(always)]
    #[expect(clippy::unreachable, reason = "types without a usual form are never asked")]
    fn build(words: &[Word]) -> T {
        let _ = words;
        unreachable!("no usual form")
    }

    /// The value in its other form, which begins with these words and has one word more than the
    /// usual form; `None` for anything else.
    #[inline(always)]
    fn build_wide(words: &[Word]) -> Option<T> {
        let _ = words;
        None
    }

    /// Reads a number of two widths in one of them, or after its prefix a type that [stays inline](Self::STAYS_INLINE);
    /// `None` for any other form, of which [`DecodeVariant::decode`] is asked then.
    #[inline(always)]
    fn decode_any_width(reader: &mut Reader<'de>) -> Option<T>
    where
        T: DecodeVariant<'de, D>,
    {
        Self::decode_after_prefix(reader).ok()
    }

    /// Reads so many elements of a list, and appends them.
    ///
    /// # Errors
    /// That of the first element that cannot be read; those before it have been appended.
    #[inline]
    fn decode_elements(
        reader: &mut Reader<'de>,
        list: &mut Vec<T>,
        count: usize,
    ) -> Result<(), DecodeError>
    where
        T: DecodeVariant<'de, D>,
    {
        for _ in 0..count {
            match T::decode(reader) {
                Ok(element) => list.push(element),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads elements of a list in place of others.
    ///
    /// # Errors
    /// That of the first element that cannot be read, and how many are before it.
    #[inline]
    fn decode_elements_in_place(
        reader: &mut Reader<'de>,
        places: &mut [T],
    ) -> Result<(), (usize, DecodeError)>
    where
        T: DecodeVariant<'de, D>,
    {
        for (index, place) in places.iter_mut().enumerate() {
            if let Err(error) = T::decode_in_place(reader, place) {
                return Err((index, error));
            }
        }
        Ok(())
    }

    /// What a missing field means: `None` for an error, `Some(None)` for an `Option`.
    #[inline(always)]
    fn missing() -> Option<T> {
        None
    }

    /// Reads a packed array of this type, whose header has been taken, in place of the elements of
    /// `list`; `None` if its type is not one that lists of this type are read from.
    #[inline(always)]
    fn decode_packed(
        reader: &mut Reader<'de>,
        kind: VariantType,
        header: u32,
        list: &mut Vec<T>,
    ) -> Option<Result<(), DecodeError>> {
        let _ = (reader, kind, header, list);
        None
    }

    /// Borrows a list of this type from its packed array in the message; `None` for a type whose
    /// elements have to be copied.
    #[inline(always)]
    fn borrow_list<'a>(reader: &mut Reader<'de>) -> Option<Result<&'a [T], DecodeError>>
    where
        'de: 'a,
        T: 'a,
    {
        let _ = reader;
        None
    }

    /// Reads an element of a packed array whose header and count have been taken; `None` if there
    /// is no quick way, of which the type alone decides.
    #[inline(always)]
    fn decode_packed_element(
        reader: &mut Reader<'de>,
        kind: VariantType,
        header: u32,
    ) -> Option<Result<T, DecodeError>> {
        let _ = (reader, kind, header);
        None
    }
}

/// The shortcuts of a type that has none: one written by hand.
pub struct NoShortcuts;

impl<D: Dialect, T: ?Sized> EncodeShortcuts<D, T> for NoShortcuts {}

impl<D: Dialect, T> DecodeShortcuts<'_, D, T> for NoShortcuts {}
