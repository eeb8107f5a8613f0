//! Reads one field of a message without the rest: for routing, filters and logs.
//!
//! A program that only sends messages on needs to know where to. It finds a field by the lengths of the values before it, decodes only that
//! field, and sends the bytes on unchanged.
//!
//! | Function | Returns |
//! |---|---|
//! | [`peek_id`] | the message number in the form `array, id` |
//! | [`peek_field`] | the field at a path, as any type that can be decoded |
//! | [`peek_bytes`] | the bytes of that field: the whole value, from header to padding |
//!
//! ```
//! use godot_var_runtime::variant::{Godot4, peek_bytes, peek_field, peek_id};
//!
//! // What put_var([2, {"text": "hi", "room": "red"}]) sends in Godot 4.
//! let bytes = [
//!     0x1c, 0, 0, 0, 2, 0, 0, 0, // an Array of 2
//!     2, 0, 0, 0, 2, 0, 0, 0, // 2
//!     0x1b, 0, 0, 0, 2, 0, 0, 0, // a Dictionary of 2 pairs
//!     4, 0, 0, 0, 4, 0, 0, 0, b't', b'e', b'x', b't', // "text"
//!     4, 0, 0, 0, 2, 0, 0, 0, b'h', b'i', 0, 0, // "hi"
//!     4, 0, 0, 0, 4, 0, 0, 0, b'r', b'o', b'o', b'm', // "room"
//!     4, 0, 0, 0, 3, 0, 0, 0, b'r', b'e', b'd', 0, // "red"
//! ];
//! assert_eq!(peek_id::<Godot4>(&bytes)?, 2);
//! assert_eq!(peek_field::<Godot4, &str>(&bytes, "[1].room")?, "red");
//! assert_eq!(peek_field::<Godot4, Option<i64>>(&bytes, "[1].team")?, None);
//! assert_eq!(peek_bytes::<Godot4>(&bytes, "[1].room")?, &bytes[60..]);
//!
//! let error = peek_field::<Godot4, u8>(&bytes, "[1].room").unwrap_err();
//! assert_eq!(error.to_string(), "[1].room: expected int, found String at byte 60");
//! # Ok::<(), godot_var_runtime::DecodeError>(())
//! ```
//!
//! # Paths
//!
//! Paths have the form of those in errors, so you can peek at the path of an error:
//!
//! | Step | Finds |
//! |---|---|
//! | `name`, `.name` after another step | the value of this key of a Dictionary; a name has letters, digits and `_`, and does not begin with a digit |
//! | `["b b"]` | the value of any key, with Rust's escapes (`\"`, `\\`, `\n`, `\u{7f}`) |
//! | `[3]` | the fourth element of an Array, typed or not |
//!
//! The empty path is the message itself. An invalid path is an error of the kind [`Custom`](DecodeErrorKind::Custom) for every message.
//! Elements of a packed array have no headers of their own: read the array, in constant time as a
//! [`PackedView`](crate::variant::PackedView).
//!
//! Read the variant of an enum by the enum's form:
//!
//! | Form | Read |
//! |---|---|
//! | `array, id` | [`peek_id`]; ids that are texts: `peek_field::<D, &str>(bytes, "[0]")` |
//! | `tag = "type"`, with `content` or without | `peek_field::<D, &str>(bytes, "type")` |
//! | by name, without data | `peek_field::<D, &str>(bytes, "")` |
//! | by number (`repr = "int"`) | `peek_field::<D, i64>(bytes, "")` |
//!
//! # Which bytes are read
//!
//! The rules are those of the full reader. Keys are Strings or StringNames in any order, and the last of repeated keys counts. [`Limits`]
//! apply, also to values that are skipped. If the full reader accepts a message, a peek returns the same value as the full reader.
//!
//! In an Array, a peek skips the elements before the wanted one. In a Dictionary it skips all other pairs, because a key may be repeated. It
//! does not read the bytes after that. It checks only the lengths of skipped values, not UTF-8 or the ranges of numbers. So a peek may
//! succeed on a message that the full reader refuses. Decode the message if you use more of it than the peeked field.
//!
//! A peek allocates only errors and what the type of the field owns. For each step of the path it walks over the message at most once. A
//! skipped key or value takes about 40 instructions, whatever its length.
//!
//! | Instructions (`cargo bench --bench instructions`) | |
//! |---|--:|
//! | reading a chat message `[3, {…}]` of 4 fields, 2 of them texts | 860 |
//! | [`peek_id`] of it | 63 |
//! | [`peek_field`] of one of its texts, `[1].sender` | 890 |
//! | [`peek_bytes`] of `[1]`, all of its contents | 650 |
//! | [`peek_field`] of the first element of an Array of 6 | 250 |
//! | [`peek_field`] of a number before 64 records of 6 fields; reading them all | 29600; 7000 |
//!
//! Reading compares each key with the expected one, which is fast if keys arrive in the expected order. A peek expects no order. So put the
//! fields that you route by in an Array, before everything long: `[id, room, {…}]`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::core::reader::Word;
use crate::variant::codec;
use crate::variant::codec::skip::{Widths, skip_value};
use crate::variant::entry_points::FromVariantBytes;
use crate::variant::layout::Tag;
use crate::variant::record::enums;
use crate::variant::traits::dialect::Dialect;
use crate::variant::traits::facts::header_word;
use crate::variant::types::DialectSpec;
use crate::variant::types::VariantType;
use crate::{DecodeError, DecodeErrorKind, Limits, Reader};

/// Reads the number of a message in the form `array, id`: the first element of an Array. Uses the default [`Limits`].
///
/// | Offset | Size | Field | Encoding |
/// |-------:|-----:|-------|----------|
/// |      0 |    4 | header | u32, little-endian: the type id of Array (28, in Godot 3 19) |
/// |      4 |    4 | count | u32, little-endian; the top bit is ignored |
/// |      8 |    4 | header | u32, little-endian: the type id of int (2); bit 16 is set if 64 bits follow |
/// |     12 | 4 or 8 | number | i32 or i64, little-endian |
///
/// A typed Array (Godot 4.3 and later) has its type between header and count. A float without a fraction is accepted as the number, as
/// everywhere. The bytes after the number are not read.
///
/// # Errors
/// [`DecodeErrorKind::WrongType`] unless the message is an Array whose first element is a number; [`DecodeErrorKind::WrongLength`] if it is
/// empty; [`DecodeErrorKind::Incomplete`] if the bytes end before the number does, or are too few for the counted elements;
/// [`DecodeErrorKind::NotAnInteger`]; [`DecodeErrorKind::LimitExceeded`].
/// # Source
/// The form is that of this crate's enums; the types are those of the [module](crate::variant).
#[inline]
pub fn peek_id<D: Dialect>(bytes: &[u8]) -> Result<i64, DecodeError> {
    peek_id_with::<D>(bytes, Limits::DEFAULT)
}

/// Works like [`peek_id`], with your own limits.
///
/// # Errors
/// The errors of [`peek_id`]; [`DecodeErrorKind::TooDeep`] if the limits allow no container at all.
#[inline]
pub fn peek_id_with<D: Dialect>(bytes: &[u8], limits: Limits) -> Result<i64, DecodeError> {
    limits.check_bytes(bytes.len())?;
    let reader = Reader::with_limits(bytes, limits);
    // A reader of an enum checks the count after the id. A peek must check it here.
    let id = match reader.peek_words(2) {
        Some(&[_, count]) if holds(&reader, count) => enums::peek_id::<D>(&reader),
        _ => enums::peek_any_id::<D>(&reader),
    };
    match id? {
        Tag::Int(id) if limits.depth > 0 => Ok(id),
        _ => Err(no_number(reader, &D::SPEC)),
    }
}

/// Whether an Array with this number of elements, at least one, can begin at the reader.
#[inline(always)]
fn holds(reader: &Reader<'_>, count: Word) -> bool {
    let count = (u32::from_le_bytes(count) & 0x7fff_ffff) as usize;
    count > 0 && count <= reader.limits().elements.min(reader.remaining() / 4 - 2)
}

/// Returns the error for an id that is not a number, or that exceeds the allowed depth.
#[cold]
fn no_number(mut reader: Reader<'_>, spec: &DialectSpec) -> DecodeError {
    match codec::open_array(&mut reader, spec).and_then(|_| reader.enter()) {
        Ok(()) => codec::wrong_type(&reader, spec, "int").in_index(0),
        Err(error) => error,
    }
}

/// Reads one field of a message with the default [`Limits`].
///
/// The [module](self) defines paths and which bytes are read. `T` is read like a field of that type: it accepts the same types, and borrows
/// if it can.
///
/// # Errors
/// [`DecodeErrorKind::MissingField`] if the path does not exist, unless `T` is an `Option`, which is then `None`;
/// [`DecodeErrorKind::WrongType`] if a step leads into a value that is not a Dictionary or Array; errors of a broken message, and errors of
/// `T`.
#[inline]
pub fn peek_field<'de, D, T>(bytes: &'de [u8], path: &str) -> Result<T, DecodeError>
where
    D: Dialect,
    T: FromVariantBytes<'de>,
{
    peek_field_with::<D, T>(bytes, path, Limits::DEFAULT)
}

/// Works like [`peek_field`], with your own limits.
///
/// # Errors
/// The errors of [`peek_field`].
#[inline]
pub fn peek_field_with<'de, D, T>(
    bytes: &'de [u8],
    path: &str,
    limits: Limits,
) -> Result<T, DecodeError>
where
    D: Dialect,
    T: FromVariantBytes<'de>,
{
    limits.check_bytes(bytes.len())?;
    let mut reader = Reader::with_limits(bytes, limits);
    match find::<D>(&mut reader, path)? {
        Found::There => D::decode::<T>(&mut reader).map_err(|error| within(error, path)),
        Found::Missing { at, after } => {
            // An invalid path is an error, even if the field was found missing before.
            check(after)?;
            D::missing::<T>().ok_or_else(|| missing(at, path, after))
        }
    }
}

/// Returns the bytes of one field of a message, from its header to its padding. Uses the default [`Limits`].
///
/// The bytes are a complete message: any reader accepts them, and they can be a value in another message. The bytes of an Array or a
/// Dictionary include all of its content.
///
/// # Errors
/// The errors of [`peek_field`], except those of a type.
#[inline]
pub fn peek_bytes<'de, D: Dialect>(bytes: &'de [u8], path: &str) -> Result<&'de [u8], DecodeError> {
    peek_bytes_with::<D>(bytes, path, Limits::DEFAULT)
}

/// Works like [`peek_bytes`], with your own limits.
///
/// # Errors
/// The errors of [`peek_bytes`].
pub fn peek_bytes_with<'de, D: Dialect>(
    bytes: &'de [u8],
    path: &str,
    limits: Limits,
) -> Result<&'de [u8], DecodeError> {
    limits.check_bytes(bytes.len())?;
    let mut reader = Reader::with_limits(bytes, limits);
    if let Found::Missing { at, after } = find::<D>(&mut reader, path)? {
        check(after)?;
        return Err(missing(at, path, after));
    }
    let value = reader.rest();
    skip_value(&mut reader, &D::SPEC).map_err(|error| within(error, path))?;
    Ok(value.get(..value.len() - reader.remaining()).unwrap_or_default())
}

// ---------------------------------------------------------------- finding

/// The result of following a path.
enum Found<'p> {
    /// The reader is at the value.
    There,
    /// The step before `after` is not in the container that begins at byte `at`.
    Missing { at: usize, after: &'p str },
}

/// Moves the reader to the value at a path.
fn find<'p, D: Dialect>(reader: &mut Reader<'_>, path: &'p str) -> Result<Found<'p>, DecodeError> {
    let mut rest = path;
    while !rest.is_empty() {
        let at = reader.position();
        let (step, after) = split_step(rest, rest.len() == path.len())?;
        let found = match step {
            Step::Key(key) => find_key::<D>(reader, key),
            Step::Index(index) => find_element::<D>(reader, index),
        };
        match found {
            Ok(true) => rest = after,
            Ok(false) => return Ok(Found::Missing { at, after }),
            Err(error) => {
                check(after)?;
                return Err(within(error, path.strip_suffix(rest).unwrap_or(path)));
            }
        }
    }
    Ok(Found::There)
}

/// Moves the reader to the value of a key. If the key is repeated, the last pair counts.
fn find_key<D: Dialect>(reader: &mut Reader<'_>, key: Key<'_>) -> Result<bool, DecodeError> {
    let count = codec::open_dictionary(reader, &D::SPEC)?;
    reader.enter()?;
    let string = const { header_word::<D>(VariantType::String) };
    let name = D::SPEC.type_id(VariantType::StringName).map_or(string, |id| [id, 0, 0, 0]);
    let widths = Widths::of(&D::SPEC);
    let mut found = None;
    let mut left = count;
    while left > 0 {
        let words = reader.rest().as_chunks().0;
        let end = reader.position() + words.len() * 4;
        let mut ahead = words;
        while left > 0 {
            let Some((text, value, after)) = quick_pair(ahead, [string, name], widths) else {
                break;
            };
            if key.is(text) {
                found = Some(end - value.len() * 4);
            }
            ahead = after;
            left -= 1;
        }
        reader.skip_words(words.len() - ahead.len());
        if left > 0 {
            if enums::next_key(reader, &D::SPEC)?.is_some_and(|text| key.is(text)) {
                found = Some(reader.position());
            }
            skip_value(reader, &D::SPEC)?;
            left -= 1;
        }
    }
    if let Some(value) = found {
        reader.seek(value);
    }
    Ok(found.is_some())
}

/// Returns the key of a pair, the words from its value on, and the words after it. Returns `None` if this quick path does not apply.
#[inline(always)]
fn quick_pair<'w>(
    words: &'w [Word],
    keys: [Word; 2],
    widths: &Widths,
) -> Option<(&'w [u8], &'w [Word], &'w [Word])> {
    let ([header, len], text) = words.split_first_chunk::<2>()?;
    if *header != keys[0] && *header != keys[1] {
        return None;
    }
    let len = u32::from_le_bytes(*len) as usize;
    let (text, value) = text.split_at_checked(len.checked_add(3)? / 4)?;
    Some((text.as_flattened().get(..len)?, value, widths.skip(value)?))
}

/// Moves the reader to an element.
fn find_element<D: Dialect>(reader: &mut Reader<'_>, index: usize) -> Result<bool, DecodeError> {
    let count = codec::open_array(reader, &D::SPEC)?;
    reader.enter()?;
    if index >= count {
        return Ok(false);
    }
    for _ in 0..index {
        skip_value(reader, &D::SPEC)?;
    }
    Ok(true)
}

// ---------------------------------------------------------------- paths

/// One step of a path.
#[derive(Clone, Copy)]
enum Step<'p> {
    Key(Key<'p>),
    Index(usize),
}

/// A key in the syntax of paths, with escapes.
#[derive(Clone, Copy)]
struct Key<'p> {
    text: &'p str,
    escaped: bool,
}

impl Key<'_> {
    #[inline(always)]
    fn is(self, bytes: &[u8]) -> bool {
        if self.escaped { self.is_escaped(bytes) } else { self.text.as_bytes() == bytes }
    }

    #[inline(never)]
    fn is_escaped(self, bytes: &[u8]) -> bool {
        let mut rest = bytes;
        for char in unescape(self.text) {
            let Some(char) = char else { return false };
            let mut buffer = [0; 4];
            match rest.strip_prefix(char.encode_utf8(&mut buffer).as_bytes()) {
                Some(after) => rest = after,
                None => return false,
            }
        }
        rest.is_empty()
    }
}

/// Returns the characters of a text with Rust's escapes. An invalid escape gives `None`.
fn unescape(text: &str) -> impl Iterator<Item = Option<char>> {
    let mut chars = text.chars();
    core::iter::from_fn(move || {
        let char = chars.next()?;
        if char != '\\' {
            return Some(Some(char));
        }
        Some(match chars.next() {
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('0') => Some('\0'),
            Some(same @ ('"' | '\'' | '\\')) => Some(same),
            Some('u') => chars.as_str().strip_prefix('{').and_then(|rest| {
                let (digits, after) = rest.split_once('}')?;
                chars = after.chars();
                u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
            }),
            _ => None,
        })
    })
}

/// Returns the first step of a path that is not empty, and the rest.
fn split_step(path: &str, first: bool) -> Result<(Step<'_>, &str), DecodeError> {
    let step = match path.as_bytes() {
        [b'[', b'"', ..] => split_quoted(path),
        [b'[', ..] => split_index(path),
        [b'.', ..] if !first => split_name(path, 1),
        _ if first => split_name(path, 0),
        _ => None,
    };
    step.ok_or_else(|| no_path(path))
}

fn split_index(path: &str) -> Option<(Step<'_>, &str)> {
    let mut index = 0_usize;
    for (at, byte) in path.bytes().enumerate().skip(1) {
        match byte {
            b'0'..=b'9' => {
                // No Array has as many elements as the highest number.
                index = index.saturating_mul(10).saturating_add(usize::from(byte - b'0'));
            }
            b']' if at > 1 => return Some((Step::Index(index), path.get(at + 1..)?)),
            _ => return None,
        }
    }
    None
}

fn split_name(path: &str, start: usize) -> Option<(Step<'_>, &str)> {
    let mut seen = 0;
    let mut end = start;
    for byte in path.as_bytes().get(start..)? {
        let class = CLASSES[usize::from(*byte)];
        if class == END {
            break;
        }
        seen |= class;
        end += 1;
    }
    let (text, after) = (path.get(start..end)?, path.get(end..)?);
    // Most names have only letters.
    let is_name = seen == LETTER || crate::core::error::is_identifier(text);
    is_name.then_some((Step::Key(Key { text, escaped: false }), after))
}

const END: u8 = 0;
const LETTER: u8 = 1;
const OTHER: u8 = 2;

/// The class of each byte in a name.
static CLASSES: [u8; 256] = {
    let mut classes = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        match byte as u8 {
            b'.' | b'[' => classes[byte] = END,
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => classes[byte] = LETTER,
            _ => {}
        }
        byte += 1;
    }
    classes
};

fn split_quoted(path: &str) -> Option<(Step<'_>, &str)> {
    let inside = path.strip_prefix("[\"")?;
    let mut escape = false;
    let end = inside.bytes().position(|byte| {
        let is_end = byte == b'"' && !escape;
        escape = byte == b'\\' && !escape;
        is_end
    })?;
    let (text, after) = inside.split_at_checked(end)?;
    let after = after.strip_prefix("\"]")?;
    let escaped = text.contains('\\');
    if escaped && unescape(text).any(|char| char.is_none()) {
        return None;
    }
    Some((Step::Key(Key { text, escaped }), after))
}

/// Checks the syntax of the rest of a path, after one or more steps.
fn check(mut rest: &str) -> Result<(), DecodeError> {
    while !rest.is_empty() {
        rest = split_step(rest, false)?.1;
    }
    Ok(())
}

#[cold]
fn no_path(rest: &str) -> DecodeError {
    DecodeError::custom(0, core::format_args!("{rest:?} is not a step of a path"))
}

/// Prepends the path to an error.
#[cold]
fn within(mut error: DecodeError, path: &str) -> DecodeError {
    let mut steps = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        let Ok((step, after)) = split_step(rest, rest.len() == path.len()) else { break };
        steps.push(step);
        rest = after;
    }
    for step in steps.into_iter().rev() {
        error = match step {
            Step::Key(Key { text, escaped: false }) => error.in_key(text.to_string()),
            Step::Key(key) => error.in_key(unescape(key.text).flatten().collect::<String>()),
            Step::Index(index) => error.in_index(index),
        };
    }
    error
}

/// Returns the error for the step before `after`, which does not exist.
#[cold]
fn missing(at: usize, path: &str, after: &str) -> DecodeError {
    let path = path.strip_suffix(after).unwrap_or(path);
    let is_element = path.ends_with(']') && !path.ends_with("\"]");
    let what = if is_element { "an element" } else { "a value" };
    within(DecodeError::new(DecodeErrorKind::MissingField, at, what, ""), path)
}
