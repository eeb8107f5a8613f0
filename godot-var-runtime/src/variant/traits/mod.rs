//! The traits of types that are encoded as a Variant.

pub(crate) mod describe;
pub(crate) mod dialect;
pub(crate) mod facts;
mod inner;

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem;

use crate::core::reader::Word;
use crate::variant::layout::fingerprint::{as_text, digits, fingerprint};
use crate::variant::types::VariantType;
use crate::{DecodeError, EncodeError, Output, Reader, SliceOutput};
pub use describe::Describe;
use dialect::{Dialect, Double, Flagless, Godot3, Godot3_0, Godot4, Widest};
use facts::Facts;

/// A value that can be written as a Variant of the dialect `D`.
///
/// Derive it with `#[derive(GodotVar)]`, and call it through
/// [`ToVariantBytes`](super::ToVariantBytes). A hand-written type implements
/// [`encode`](Self::encode), and [`Describe`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as a Godot Variant",
    label = "not encodable as a Variant",
    note = "add `#[derive(GodotVar)]` to the type"
)]
pub trait EncodeVariant<D: Dialect>: Describe {
    /// Its shape, its constant words, its bounds.
    const FACTS: Facts = Facts::varying(&[], 1, usize::MAX);

    /// Writes the value: header, payload, padding.
    ///
    /// # Errors
    /// See [`EncodeErrorKind`](crate::EncodeErrorKind).
    fn encode<O: Output>(&self, out: &mut O) -> Result<(), EncodeError>;

    /// Writes what follows [`Facts::prefix`](crate::variant::Facts::prefix).
    #[doc(hidden)]
    #[inline(always)]
    fn encode_after_prefix<O: Output>(value: &Self, out: &mut O) -> Result<(), EncodeError> {
        value.encode(out)
    }

    /// Fills the holes of [`Facts::usual`](crate::variant::Facts::usual); `false` if this value takes another form.
    #[doc(hidden)]
    #[inline(always)]
    fn fill(value: &Self, words: &mut [Word]) -> bool {
        let _ = (value, words);
        false
    }

    /// Encodes the value into the first of these words, which have room for its longest form and are at least three, and
    /// returns how many it took; `None` if only [`encode`](Self::encode) can tell. A shorter form may leave a trace in the third word.
    #[doc(hidden)]
    #[inline(always)]
    fn encode_words(value: &Self, words: &mut [Word]) -> Option<usize> {
        let mut out = SliceOutput::new(words.as_flattened_mut());
        value.encode(&mut out).ok()?;
        Some(out.position() / 4)
    }

    /// Writes a list of this type as the payload of its packed array.
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
    fn text_of(value: &Self) -> &str {
        let _ = value;
        ""
    }
}

/// A value that can be read from a Variant of the dialect `D`, perhaps borrowing from the message.
///
/// Derive it with `#[derive(GodotVar)]`, and call it through
/// [`FromVariantBytes`](super::FromVariantBytes). A hand-written type implements only
/// [`decode`](Self::decode). One that is never written returns
/// [`EncodeError::custom`](crate::EncodeError::custom) from [`encode`](EncodeVariant::encode).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a Godot Variant",
    label = "not decodable from a Variant",
    note = "add `#[derive(GodotVar)]` to the type"
)]
pub trait DecodeVariant<'de, D: Dialect>: EncodeVariant<D> + Sized {
    /// Reads a value in any form that the dialect's readers accept.
    ///
    /// # Errors
    /// See [`DecodeErrorKind`](crate::DecodeErrorKind).
    fn decode(reader: &mut Reader<'de>) -> Result<Self, DecodeError>;

    /// Reads a value as [`decode`](Self::decode) does, in place of an existing one, and may use its
    /// allocations again. Nothing else of the old value remains. Implement it by hand only for
    /// types that own memory.
    ///
    /// # Errors
    /// As [`decode`](Self::decode). The value then is any valid value of its type: the old one, the
    /// new one, or a mixture.
    #[inline]
    fn decode_in_place(reader: &mut Reader<'de>, place: &mut Self) -> Result<(), DecodeError> {
        *place = Self::decode(reader)?;
        Ok(())
    }

    /// Whether [`decode_any_width`](Self::decode_any_width) reads the usual forms of the type without showing the reader
    /// to a function that is not inlined: where it reads elements of a list, it stays in registers.
    #[doc(hidden)]
    const STAYS_INLINE: bool = false;

    /// Whether [`decode_in_place`](Self::decode_in_place) keeps nothing of the value that is there: then a list in place is emptied first,
    /// and read as a new one in its memory.
    #[doc(hidden)]
    const REPLACED: bool = !mem::needs_drop::<Self>();

    /// Reads what follows [`Facts::prefix`](crate::variant::Facts::prefix), which the caller has compared.
    #[doc(hidden)]
    #[inline(always)]
    fn decode_after_prefix(reader: &mut Reader<'de>) -> Result<Self, DecodeError> {
        Self::decode(reader)
    }

    /// As [`DecodeVariant::decode_in_place`], after [`Facts::prefix`](crate::variant::Facts::prefix), which the caller has compared.
    #[doc(hidden)]
    #[inline(always)]
    fn decode_after_prefix_in_place(
        reader: &mut Reader<'de>,
        place: &mut Self,
    ) -> Result<(), DecodeError> {
        reader.seek(reader.position() - Self::FACTS.prefix.len() * 4);
        Self::decode_in_place(reader, place)
    }

    /// The value of words as many as [`Facts::usual`](crate::variant::Facts::usual), if they are one in its usual form.
    #[doc(hidden)]
    #[inline(always)]
    fn from_words(words: &'de [Word]) -> Option<Self> {
        let _ = words;
        None
    }

    /// The value in its other form, which begins with these words and has one word more than the
    /// usual form; `None` for anything else.
    #[doc(hidden)]
    #[inline(always)]
    fn from_wide_words(words: &[Word]) -> Option<Self> {
        let _ = words;
        None
    }

    /// Reads a number of two widths in one of them, or after its prefix a type that [stays inline](Self::STAYS_INLINE);
    /// `None` for any other form, of which [`DecodeVariant::decode`] is asked then.
    #[doc(hidden)]
    #[inline(always)]
    fn decode_any_width(reader: &mut Reader<'de>) -> Option<Self> {
        Self::decode_after_prefix(reader).ok()
    }

    /// Reads `count` elements of a list, and appends them.
    ///
    /// # Errors
    /// That of the first element that cannot be read; those before it have been appended.
    #[doc(hidden)]
    #[inline]
    fn decode_elements(
        reader: &mut Reader<'de>,
        list: &mut Vec<Self>,
        count: usize,
    ) -> Result<(), DecodeError> {
        let end = list.len() + count;
        loop {
            if const { Self::FACTS.levels == 0 && !Self::FACTS.usual.is_empty() } {
                push_usual::<D, Self>(reader, list, end);
            }
            if list.len() >= end {
                return Ok(());
            }
            match Self::decode(reader) {
                Ok(element) => list.push(element),
                Err(error) => return Err(error),
            }
        }
    }

    /// Reads elements of a list in place of others.
    ///
    /// # Errors
    /// That of the first element that cannot be read, and how many are before it.
    #[doc(hidden)]
    #[inline]
    fn decode_elements_in_place(
        reader: &mut Reader<'de>,
        places: &mut [Self],
    ) -> Result<(), (usize, DecodeError)> {
        for (index, place) in places.iter_mut().enumerate() {
            if let Err(error) = Self::decode_in_place(reader, place) {
                return Err((index, error));
            }
        }
        Ok(())
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

    /// Borrows a list of this type from its packed array in the message; `None` for a type whose
    /// elements have to be copied.
    #[doc(hidden)]
    #[inline(always)]
    fn borrow_list<'a>(reader: &mut Reader<'de>) -> Option<Result<&'a [Self], DecodeError>>
    where
        'de: 'a,
        Self: 'a,
    {
        let _ = reader;
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

/// Appends elements of a list, up to the first that does not have its usual form, or until there are `end`.
#[inline(always)]
fn push_usual<'de, D: Dialect, T: DecodeVariant<'de, D>>(
    reader: &mut Reader<'de>,
    list: &mut Vec<T>,
    end: usize,
) {
    let size = const { T::FACTS.usual.len() };
    let start = list.len();
    let (words, _) = reader.rest().as_chunks();
    for element in words.chunks_exact(size).take(end.saturating_sub(start)) {
        let Some(element) = T::from_words(element) else { break };
        list.push(element);
    }
    reader.skip_words((list.len() - start) * size);
}

/// Returns the fingerprint of `T`'s layout as 16 hex digits, the form of `#[godot_var(layout = "…")]`.
/// [`fingerprint`] returns it as a number.
pub const fn layout_fingerprint<T: Describe + ?Sized>() -> &'static str {
    as_text(const { &digits(fingerprint_of::<T>()) })
}

/// The fingerprint of `T`'s layout at compile time.
pub const fn fingerprint_of<T: Describe + ?Sized>() -> u64 {
    FingerprintOf::<T>::FINGERPRINT
}

/// A constant for each type: the compiler limits what one evaluation may take.
struct FingerprintOf<T: ?Sized>(PhantomData<T>);

impl<T: Describe + ?Sized> FingerprintOf<T> {
    const FINGERPRINT: u64 = fingerprint(T::LAYOUT);
}

/// [`EncodeVariant`] for each dialect.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as a Godot Variant",
    label = "needs `#[derive(GodotVar)]`, as does every type inside it",
    note = "`LiteNetMessage` and `LludpMessage` are other wires, with other methods: `to_litenet_bytes`, `to_lludp_bytes`"
)]
#[doc(hidden)]
pub trait EncodeEveryDialect
where
    // Not after the name, where errors would show them.
    Self: EncodeVariant<Godot4>
        + EncodeVariant<Godot3>
        + EncodeVariant<Godot3_0>
        + EncodeVariant<Flagless>
        + EncodeVariant<Double<Godot4>>
        + EncodeVariant<Double<Godot3>>
        + EncodeVariant<Widest>,
{
}

#[diagnostic::do_not_recommend]
impl<T> EncodeEveryDialect for T where
    T: ?Sized
        + EncodeVariant<Godot4>
        + EncodeVariant<Godot3>
        + EncodeVariant<Godot3_0>
        + EncodeVariant<Flagless>
        + EncodeVariant<Double<Godot4>>
        + EncodeVariant<Double<Godot3>>
        + EncodeVariant<Widest>
{
}

/// [`DecodeVariant`] for each dialect.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a Godot Variant",
    label = "needs `#[derive(GodotVar)]`, as does every type inside it"
)]
#[doc(hidden)]
pub trait DecodeEveryDialect<'de>
where
    Self: DecodeVariant<'de, Godot4>
        + DecodeVariant<'de, Godot3>
        + DecodeVariant<'de, Godot3_0>
        + DecodeVariant<'de, Flagless>
        + DecodeVariant<'de, Double<Godot4>>
        + DecodeVariant<'de, Double<Godot3>>
        + DecodeVariant<'de, Widest>,
{
}

#[diagnostic::do_not_recommend]
impl<'de, T> DecodeEveryDialect<'de> for T where
    T: DecodeVariant<'de, Godot4>
        + DecodeVariant<'de, Godot3>
        + DecodeVariant<'de, Godot3_0>
        + DecodeVariant<'de, Flagless>
        + DecodeVariant<'de, Double<Godot4>>
        + DecodeVariant<'de, Double<Godot3>>
        + DecodeVariant<'de, Widest>
{
}

/// What each dialect does with a type that has them all.
pub trait Dispatch: Sized {
    /// What is known of the encoding.
    fn facts<T: EncodeEveryDialect + ?Sized>() -> &'static Facts;

    /// [`EncodeVariant::encode`].
    fn encode<T: EncodeEveryDialect + ?Sized, O: Output>(
        value: &T,
        out: &mut O,
    ) -> Result<(), EncodeError>;

    /// [`append_variant_bytes`](super::ToVariantBytes::append_variant_bytes).
    fn append<T: EncodeEveryDialect + ?Sized>(
        value: &T,
        bytes: &mut Vec<u8>,
    ) -> Result<usize, EncodeError>;

    /// [`DecodeVariant::decode`].
    fn decode<'de, T: DecodeEveryDialect<'de>>(reader: &mut Reader<'de>) -> Result<T, DecodeError>;

    /// [`DecodeVariant::decode_in_place`].
    fn decode_in_place<'de, T: DecodeEveryDialect<'de>>(
        reader: &mut Reader<'de>,
        place: &mut T,
    ) -> Result<(), DecodeError>;

    /// [`DecodeVariant::missing`].
    fn missing<'de, T: DecodeEveryDialect<'de>>() -> Option<T>;
}
