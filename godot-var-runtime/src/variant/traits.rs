//! What a type does to travel as a Variant.

use alloc::vec::Vec;

use crate::reader::Word;
use crate::variant::VariantType;
use crate::variant::derived::layout::Facts;
use crate::variant::format::dialect::Dialect;
use crate::variant::inspect::describe::TypeLayout;
use crate::{DecodeError, EncodeError, Output, Reader, SliceOutput};

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
/// Derive it with `#[derive(GodotVar)]`, and call it through [`ToVariantBytes`](super::ToVariantBytes). By hand, only
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
/// Derive it with `#[derive(GodotVar)]`, and call it through [`FromVariantBytes`](super::FromVariantBytes). By hand, only
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
