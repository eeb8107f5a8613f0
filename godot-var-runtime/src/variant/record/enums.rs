//! The forms in which an enum's member is told from the others.

use alloc::vec::Vec;

use crate::variant::codec::skip::skip_value;
use crate::variant::codec::{self, Wanted};
use crate::variant::layout::sentence::Sentence;
use crate::variant::layout::{Tag, each};
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::{Facts, header_word};
use crate::variant::types::DialectSpec;
use crate::variant::types::VariantType;
use crate::{DecodeError, DecodeErrorKind, EncodeError, Output, Reader};

/// A discriminant as Godot's int; fails the build when it does not fit, or another variant has it as its `id`.
#[track_caller]
pub const fn number(discriminant: i128, taken: &[(i64, &str)]) -> i64 {
    let number = discriminant as i64;
    if number as i128 != discriminant {
        Sentence::new(&["this discriminant does not fit Godot's int, which is an i64"]).fail();
    }
    each!(other in taken => {
        let (id, variant) = *other;
        if id == number {
            let sentence = Sentence::new(&["the number "]).number(discriminant);
            sentence.and(&[" is taken by `", variant, "`; choose another"]).fail();
        }
    });
    number
}

/// The name of a variant.
const NAME: &Wanted = &Wanted::named(VariantType::String, "the name of a variant");

/// Reads a tag: a text, an int, or a float without a fraction.
pub(super) fn read_tag<'de, D: Dialect>(reader: &mut Reader<'de>) -> Result<Tag<'de>, DecodeError> {
    const NUMBER: &Wanted = &Wanted::named(VariantType::Int, "a tag");
    const TAG: &Wanted = &NAME.or(NUMBER, "a tag: String or int");
    let start = reader.clone();
    let (kind, _) = codec::read_wanted(reader, &D::SPEC, TAG)?;
    if NAME.takes(kind) {
        return codec::text_payload(reader).map(Tag::Text);
    }
    *reader = start;
    codec::read_int(reader, &D::SPEC, NUMBER).map(Tag::Int)
}

/// The id of a member in the id form, left in place.
///
/// # Errors
/// [`DecodeErrorKind::WrongType`] unless there is an Array that begins with an int or a text.
#[inline]
pub fn peek_id<'de, D: Dialect>(reader: &Reader<'de>) -> Result<Tag<'de>, DecodeError> {
    if let Some(words) = reader.peek_words(4).and_then(|words| words.first_chunk::<4>()) {
        let [open, count, int, id] = *words;
        let array = const { header_word::<D>(VariantType::Array) };
        // A narrow int; the form is read in full below otherwise. The top bit of a count means nothing.
        if open == array
            && u32::from_le_bytes(count) << 1 != 0
            && matches!(D::SPEC.int, crate::variant::types::IntForm::Shortest)
            && int == const { header_word::<D>(VariantType::Int) }
        {
            return Ok(Tag::Int(i32::from_le_bytes(id) as i64));
        }
    }
    peek_any_id::<D>(reader)
}

/// As [`peek_id`], whatever form the Array and its number have.
#[inline(never)]
pub(crate) fn peek_any_id<'de, D: Dialect>(reader: &Reader<'de>) -> Result<Tag<'de>, DecodeError> {
    let start = reader.position();
    let mut inside = reader.clone();
    if codec::open_array(&mut inside, &D::SPEC)? == 0 {
        return Err(DecodeError::new(
            DecodeErrorKind::WrongLength,
            start,
            "an Array that begins with a message id",
            "an empty one",
        ));
    }
    read_tag::<D>(&mut inside).map_err(|error| error.in_index(0))
}

/// The tag of an internally tagged member, left in place. Of a repeated one the last counts, as of
/// every key.
///
/// # Errors
/// [`DecodeErrorKind::WrongType`] unless there is a Dictionary,
/// [`DecodeErrorKind::MissingField`] when it has no such key.
#[inline(never)]
pub fn peek_tag<'de, D: Dialect>(
    reader: &mut Reader<'de>,
    key: &'static str,
) -> Result<Tag<'de>, DecodeError> {
    let start = reader.position();
    let mut inside = reader.clone();
    let count = codec::open_dictionary(&mut inside, &D::SPEC)?;
    let mut found = None;
    for _ in 0..count {
        if next_key(&mut inside, &D::SPEC)? == Some(key.as_bytes()) {
            found = Some(inside.clone());
        }
        skip_value(&mut inside, &D::SPEC)?;
    }
    reader.charge(reader.remaining() - inside.remaining());
    match found {
        Some(mut at) => read_tag::<D>(&mut at).map_err(|error| error.in_key(key)),
        None => Err(missing_tag(start, key)),
    }
}

/// Takes a key; `None` when it is not a text.
pub(crate) fn next_key<'de>(
    reader: &mut Reader<'de>,
    spec: &DialectSpec,
) -> Result<Option<&'de [u8]>, DecodeError> {
    let start = reader.clone();
    match codec::read_header(reader, spec)?.0 {
        VariantType::String | VariantType::StringName => codec::text_bytes(reader).map(Some),
        _ => {
            *reader = start;
            skip_value(reader, spec)?;
            Ok(None)
        }
    }
}

/// The error for a Dictionary without a tag.
#[cold]
pub(super) fn missing_tag(at: usize, key: &'static str) -> DecodeError {
    missing(at, "a tag", key)
}

#[cold]
fn missing(at: usize, what: &'static str, key: &'static str) -> DecodeError {
    DecodeError::new(DecodeErrorKind::MissingField, at, what, "").in_key(key)
}

/// Opens an externally tagged member. Returns its name, and whether the reader is now at a content.
///
/// # Errors
/// [`DecodeErrorKind::WrongType`] unless there is a text or a Dictionary,
/// [`DecodeErrorKind::WrongLength`] unless the Dictionary has one pair.
#[inline(never)]
pub fn open_external<'de, D: Dialect>(
    reader: &mut Reader<'de>,
) -> Result<(&'de str, bool), DecodeError> {
    const PAIR: &Wanted = &Wanted::of(VariantType::Dictionary);
    const EITHER: &Wanted = &NAME.or(PAIR, "String or Dictionary");
    let start = reader.clone();
    match codec::read_wanted(reader, &D::SPEC, EITHER)?.0 {
        VariantType::Dictionary => {
            *reader = start.clone();
            let count = codec::open_dictionary(reader, &D::SPEC)?;
            if count != 1 {
                return Err(DecodeError::new(
                    DecodeErrorKind::WrongLength,
                    start.position(),
                    "a Dictionary of one pair, the variant's name and its content",
                    alloc::format!("{count}"),
                ));
            }
            reader.enter()?;
            Ok((codec::read_text(reader, &D::SPEC, NAME)?, true))
        }
        _ => Ok((codec::text_payload(reader)?, false)),
    }
}

/// Closes what [`open_external`] opened.
#[inline]
pub fn close_external(reader: &mut Reader<'_>, has_content: bool) {
    if has_content {
        reader.leave();
    }
}

/// Opens an adjacently tagged member: its tag, a reader at its content if there is one. The given
/// reader steps past the whole.
#[inline(never)]
pub fn open_adjacent<'de, D: Dialect>(
    reader: &mut Reader<'de>,
    tag: &'static str,
    content: &'static str,
) -> Result<(Tag<'de>, Option<Reader<'de>>), DecodeError> {
    let (start, whole) = (reader.position(), reader.remaining());
    let count = codec::open_dictionary(reader, &D::SPEC)?;
    let mut tag_at = None;
    let mut content_at = None;
    reader.enter()?;
    for _ in 0..count {
        let key = next_key(reader, &D::SPEC)?;
        if key == Some(tag.as_bytes()) {
            tag_at = Some(reader.clone());
        } else if key == Some(content.as_bytes()) {
            content_at = Some(reader.clone());
        }
        skip_value(reader, &D::SPEC)?;
    }
    reader.leave();
    reader.charge(whole - reader.remaining());
    match tag_at {
        Some(mut at) => match read_tag::<D>(&mut at) {
            Ok(tag) => Ok((tag, content_at)),
            Err(error) => Err(error.in_key(tag)),
        },
        None => Err(missing_tag(start, tag)),
    }
}

/// The error for the member `name` with data whose content is missing.
#[cold]
pub fn missing_content(reader: &Reader<'_>, name: &'static str, key: &'static str) -> DecodeError {
    missing(reader.position(), "a content", key).in_type(name)
}

/// The error for the member `name` with data that came as its tag alone, or the other way round.
#[cold]
pub fn wrong_content(
    reader: &Reader<'_>,
    name: &'static str,
    tag: &'static str,
    has_data: bool,
) -> DecodeError {
    other_content(reader.position(), tag, has_data).in_type(name)
}

/// As [`wrong_content`], without the name.
#[cold]
pub fn other_content(at: usize, tag: &str, has_data: bool) -> DecodeError {
    let both = alloc::format!("a Dictionary of {tag:?} and a content");
    let alone = alloc::format!("{tag:?} alone");
    let (expected, found) = if has_data { (both, alone) } else { (alone, both) };
    DecodeError::new(DecodeErrorKind::WrongType, at, expected, found)
}

/// The error for a tag that no member of the enum `name` has.
#[cold]
pub fn unknown_member(
    reader: &Reader<'_>,
    name: &'static str,
    tag: Tag<'_>,
    members: &'static [Tag<'static>],
) -> DecodeError {
    no_variant(reader.position(), name, tag, members.iter().copied()).in_type(name)
}

/// The error for a tag that no variant of the enum `name` has. It lists those that there are, if they are few.
pub fn no_variant<'t>(
    at: usize,
    name: &str,
    tag: Tag<'_>,
    known: impl ExactSizeIterator<Item = Tag<'t>>,
) -> DecodeError {
    const MOST_LISTED: usize = 8;
    let error = match tag {
        Tag::Int(number) => DecodeError::no_variant(at, name, number),
        Tag::Text(text) => DecodeError::new(
            DecodeErrorKind::UnknownVariant,
            at,
            "",
            alloc::format!("no {name} has the name {text:?}"),
        ),
    };
    if known.len() == 0 || known.len() > MOST_LISTED {
        return error;
    }
    let known = known.map(|tag| match tag {
        Tag::Int(number) => alloc::format!("{number}"),
        Tag::Text(text) => alloc::format!("{text:?}"),
    });
    error.hinted(alloc::format!("it has {}", known.collect::<Vec<_>>().join(", ")))
}

/// The family of a value's type, by which untagged variants differ before they are read.
#[derive(Clone, Copy, PartialEq)]
enum Family {
    Nil,
    Bool,
    Number,
    Text,
    List,
    Dictionary,
    Other,
}

impl Family {
    /// The family of a type. A reader of one type may accept the others of its family.
    const fn of(kind: VariantType) -> Self {
        use VariantType as V;
        match kind {
            V::Nil => Self::Nil,
            V::Bool => Self::Bool,
            V::Int | V::Float => Self::Number,
            V::String | V::StringName | V::NodePath => Self::Text,
            V::Dictionary => Self::Dictionary,
            V::Array => Self::List,
            _ if kind.packed_components().is_some() => Self::List,
            V::PackedStringArray => Self::List,
            _ => Self::Other,
        }
    }
}

/// Whether the value at the reader may be of a type with these facts.
#[inline]
pub fn may_be<D: Dialect>(reader: &Reader<'_>, facts: &Facts) -> bool {
    let first = facts.prefix.first().or(facts.usual.first());
    let own = first.and_then(|word| D::SPEC.type_of(word[0])).map(Family::of);
    let shown = reader.peek_u32().and_then(|header| D::SPEC.type_of(header as u8)).map(Family::of);
    match (own, shown) {
        (Some(Family::Other), _) | (_, Some(Family::Other)) => true,
        (Some(own), Some(shown)) => own == shown,
        // The facts have no first word, or the message ends here.
        _ => true,
    }
}

/// Reads a value as one variant of an untagged enum; `None` where another may fit.
///
/// If [`Limits`](crate::Limits) refuse the value, that is an error: no other variant is tried.
#[inline]
pub fn attempt<'de, T>(
    reader: &mut Reader<'de>,
    decode: impl FnOnce(&mut Reader<'de>) -> Result<T, DecodeError>,
) -> Option<Result<T, DecodeError>> {
    let mut ahead = reader.clone();
    match decode(&mut ahead) {
        Ok(value) => {
            *reader = ahead;
            Some(Ok(value))
        }
        Err(error) => reject(reader, &ahead, error).map(Err),
    }
}

/// Charges for a variant that has failed at `ahead`. Returns the error that ends the whole reading, if there is one.
#[cold]
#[inline(never)]
fn reject<'de>(
    reader: &mut Reader<'de>,
    ahead: &Reader<'de>,
    error: DecodeError,
) -> Option<DecodeError> {
    reader.spend(ahead);
    if error.is_of_limits()
        || matches!(error.kind(), DecodeErrorKind::TooDeep | DecodeErrorKind::ObjectRefused)
    {
        return Some(error);
    }
    reader.read_in_vain(reader.remaining().saturating_sub(ahead.remaining())).err()
}

/// The error for a value that no variant of an untagged enum fits.
#[cold]
#[inline(never)]
pub fn no_member<D: Dialect>(reader: &mut Reader<'_>, name: &'static str) -> DecodeError {
    if let Err(error) = reader.check_attempts() {
        return error;
    }
    let mut ahead = reader.clone();
    let skipped = skip_value(&mut ahead, &D::SPEC);
    let looked_at = reader.remaining().saturating_sub(ahead.remaining());
    let kind = reader.peek_u32().and_then(|header| D::SPEC.type_of(header as u8));
    match (reader.read_in_vain(looked_at).and(skipped), kind) {
        (Ok(()), Some(kind)) => DecodeError::new(
            DecodeErrorKind::UnknownVariant,
            reader.position(),
            alloc::format!("a variant of {name}"),
            alloc::format!("{}, which fits none", kind.name(D::SPEC.generation)),
        )
        .in_type(name),
        (Err(error), _) => error,
        (Ok(()), None) => reader.incomplete("a value's header"),
    }
}

/// Takes over what `copy`, a copy of `reader`, has been charged.
#[inline(always)]
pub fn spend<'de>(reader: &mut Reader<'de>, copy: &Reader<'de>) {
    reader.spend(copy);
}

/// The error for writing a member that is marked `skip`.
#[cold]
pub fn skipped_member(name: &'static str) -> EncodeError {
    EncodeError::custom(core::format_args!(
        "the variant {name} is marked `skip` and is not encoded"
    ))
}

/// Reads a name.
///
/// # Errors
/// [`DecodeErrorKind::WrongType`] unless it is a text.
#[inline(never)]
pub fn read_name<'de, D: Dialect>(reader: &mut Reader<'de>) -> Result<&'de str, DecodeError> {
    codec::read_text(reader, &D::SPEC, NAME)
}

/// Reads a number.
///
/// # Errors
/// [`DecodeErrorKind::WrongType`] unless it is an int.
#[inline(never)]
pub fn read_number<D: Dialect>(reader: &mut Reader<'_>) -> Result<i64, DecodeError> {
    codec::read_int(reader, &D::SPEC, codec::INT)
}

/// Writes a name, or a member without data.
///
/// # Errors
/// [`EncodeErrorKind::TooLong`](crate::EncodeErrorKind::TooLong).
#[inline]
pub fn put_name<D: Dialect, O: Output>(name: &str, out: &mut O) -> Result<(), EncodeError> {
    out.put_words(const { &[header_word::<D>(VariantType::String)] });
    codec::put_text(name, out)
}

/// Writes a number.
#[inline]
pub fn put_number<D: Dialect, O: Output>(number: i64, out: &mut O) {
    codec::put_int(number, &D::SPEC, out);
}

/// Opens an externally tagged member: a Dictionary of one pair, and its key.
///
/// # Errors
/// [`EncodeErrorKind::TooLong`](crate::EncodeErrorKind::TooLong).
#[inline]
pub fn put_external<D: Dialect, O: Output>(name: &str, out: &mut O) -> Result<(), EncodeError> {
    out.put_words(const { &[header_word::<D>(VariantType::Dictionary), [1, 0, 0, 0]] });
    put_name::<D, O>(name, out)
}

/// Opens an adjacently tagged member: the Dictionary, the tag, and the key of its content.
///
/// # Errors
/// [`EncodeErrorKind::TooLong`](crate::EncodeErrorKind::TooLong).
#[inline]
pub fn put_adjacent<D: Dialect, O: Output>(
    key: &str,
    tag: Tag<'_>,
    content: Option<&str>,
    out: &mut O,
) -> Result<(), EncodeError> {
    out.put_words(const { &[header_word::<D>(VariantType::Dictionary)] });
    out.put_u32(1 + u32::from(content.is_some()));
    put_name::<D, O>(key, out)?;
    match tag {
        Tag::Int(number) => put_number::<D, O>(number, out),
        Tag::Text(text) => put_name::<D, O>(text, out)?,
    }
    match content {
        Some(content) => put_name::<D, O>(content, out),
        None => Ok(()),
    }
}

/// Steps over a value that no member fits.
pub fn skip<D: Dialect>(reader: &mut Reader<'_>) -> Result<(), DecodeError> {
    skip_value(reader, &D::SPEC)
}

/// Puts the error of the content of the member `name` under its key.
#[inline]
pub fn within_content(
    written: Result<(), EncodeError>,
    name: &'static str,
    key: &'static str,
) -> Result<(), EncodeError> {
    match written {
        Ok(()) => Ok(()),
        Err(error) => Err(error.in_content(key).in_type(name)),
    }
}

/// Puts the error of the content of the member `name` under its key.
#[inline]
pub fn read_within_content<T>(
    read: Result<T, DecodeError>,
    name: &'static str,
    key: &'static str,
) -> Result<T, DecodeError> {
    match read {
        Ok(value) => Ok(value),
        Err(error) => Err(error.in_content(key).in_type(name)),
    }
}
