//! Errors for values that begin in another way than the reader expects. They recognize what senders often send by mistake.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use crate::variant::types::{DialectSpec, Generation, VariantType};
use crate::{DecodeError, DecodeErrorKind, Reader};

const NO_TEXT: &str =
    "write `put_packet(message.to_bytes())` or `put_var(value)` instead of `send_text` or JSON";
const NO_VALUE: &str =
    "no engine writes such a header: write `put_packet(message.to_bytes())` or `put_var(value)`";
const FRAMED: &str = "the message begins with its length: read frames with `framing`, or with `godot-var inspect --framed`";
const OF_GODOT4: &str = "Godot 4 has this type: read the message with the dialect `Godot4`";
/// What to send in place of an object.
pub const NO_OBJECT: &str = "objects are sent without their fields: write `put_packet(message.to_bytes())`, or send \
                                    the fields in a Dictionary or an Array";

/// No header of any engine has one of these bits.
const UNUSED: u32 = 0xff00_ff00;

/// The error for a type id that the dialect does not have.
#[cold]
#[inline(never)]
pub(super) fn unknown_type(
    reader: &Reader<'_>,
    start: usize,
    word: u32,
    spec: &DialectSpec,
) -> DecodeError {
    let message = whole(reader, start);
    if let Some(text) = message.and_then(text) {
        return no_value(text);
    }
    let found = format!("type id {}, which {} does not have", word as u8, spec.name);
    let error = DecodeError::new(DecodeErrorKind::UnknownType, start, "a value", found);
    match message {
        None => error,
        Some(message) if message.len().checked_sub(4) == Some(word as usize) => {
            error.hinted(FRAMED)
        }
        Some(_) if word & UNUSED == 0 && matches!(spec.generation, Generation::Godot3) => {
            error.hinted(OF_GODOT4)
        }
        Some(_) => error.hinted(NO_VALUE),
    }
}

/// The error for a message of fewer bytes than a header has: that of a text, if no value begins with them.
#[cold]
#[inline(never)]
pub(super) fn no_header(
    reader: &Reader<'_>,
    start: usize,
    spec: &DialectSpec,
    error: DecodeError,
) -> DecodeError {
    let other = whole(reader, start)
        .filter(|message| message.first().is_some_and(|first| spec.type_of(*first).is_none()));
    other.and_then(text).map_or(error, no_value)
}

/// The error for a value of another type than the expected one.
#[cold]
#[inline(never)]
pub(super) fn not_of_type(
    reader: &Reader<'_>,
    start: usize,
    header: u32,
    expected: &'static str,
    found: VariantType,
    spec: &DialectSpec,
) -> DecodeError {
    let name = found.name(spec.generation);
    let odd = whole(reader, start).filter(|_| header & UNUSED != 0);
    let (found, hint) = match (odd.map(text), found) {
        (Some(Some(text)), _) => (text.into(), NO_TEXT),
        (Some(None), _) => (name.into(), NO_VALUE),
        (None, VariantType::Object) => (name.into(), NO_OBJECT),
        (None, _) => (Cow::Borrowed(name), ""),
    };
    DecodeError::new(DecodeErrorKind::WrongType, start, expected, found).hinted(hint)
}

/// The whole message, for a value at its start.
fn whole<'de>(reader: &Reader<'de>, start: usize) -> Option<&'de [u8]> {
    (start == 0 && reader.payload_aside().is_none()).then(|| reader.message())
}

/// The error for a message that is a text.
fn no_value(text: String) -> DecodeError {
    DecodeError::new(DecodeErrorKind::UnknownType, 0, "a value", text).hinted(NO_TEXT)
}

/// What an error calls a message that is a text. No value is one: the second byte of a header is 0.
fn text(message: &[u8]) -> Option<String> {
    const LOOKED_AT: usize = 64;
    const SHOWN: usize = 20;
    let start = message.get(..LOOKED_AT).unwrap_or(message);
    let chunk = start.utf8_chunks().next()?;
    let text = chunk.valid();
    // The last character may be cut.
    let is_whole = chunk.invalid().is_empty()
        || start.len() < message.len() && text.len() + chunk.invalid().len() == start.len();
    let is_text = |c: char| !c.is_control() || matches!(c, '\t' | '\n' | '\r');
    if text.is_empty() || !is_whole || !text.chars().all(is_text) {
        return None;
    }
    let shown: String = text.chars().take(SHOWN).collect();
    let more = if shown.len() < message.len() { " …" } else { "" };
    Some(format!("the text {shown:?}{more}"))
}
