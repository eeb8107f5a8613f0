//! Messages of LiteNetLibManager: as JSON, both ways, and as dumps with their meaning.
//!
//! ```text
//! {"message":"ServerDestroyObject","fields":{"objectId":1,"reasons":0}}
//! ```
//!
//! Field names are those of the C# classes. 64-bit integers are decimal strings. Floats are numbers, or `"NaN"`, `"Infinity"`,
//! `"-Infinity"`, and `"NaN:7fc00000"` for a NaN whose bits differ from C#'s. Parts without a type on the wire (parameters, values, states,
//! extras) are hex. A message with an unknown number is `Unknown`, with `msgType` and `body`.
//!
//! The body of a response depends on its request, which a single message does not contain. An empty body gives `Response:Empty`; a body that
//! is exactly an answer to `EnterGame` gives `Response:EnterGame`; any other body gives `Response` with `extra`.

mod messages;
mod names;
mod read;
mod schema;
mod write;

use std::io::{self, Write};

use godot_var::litenet::EraSpec;
use godot_var::{DecodeError, Limits};
use serde_json::Value as Json;

use crate::json;
use crate::lines::{Answer, answer_hex, answer_json, in_value};
use crate::message::Parts;

use self::messages::{Message, UNKNOWN, table};
pub(crate) use self::read::read;
pub use write::encode;

/// The era and the sender of messages. Today clients and servers use the same numbers for different messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The era of the wire.
    pub era: EraSpec,
    /// Whether a client wrote the messages. It makes no difference in July 2018.
    pub from_client: bool,
}

/// Decodes one message to JSON, and returns its length in bytes. Bytes after it are not an error.
///
/// # Errors
/// See [`DecodeErrorKind`](godot_var::error::DecodeErrorKind).
pub fn decode(bytes: &[u8], side: Side, limits: Limits) -> Result<(Json, usize), DecodeError> {
    let message = read(bytes, side, limits, &mut Parts::default())?;
    Ok((json::of_tree(&message.tree), message.used))
}

/// Writes an annotated dump with escape codes for colors. Returns the error of the bytes, if they have one; the dump shows the bytes before
/// it and the error itself.
///
/// # Errors
/// If writing fails.
pub fn inspect(
    bytes: &[u8],
    side: Side,
    limits: Limits,
    output: &mut impl Write,
) -> io::Result<Option<DecodeError>> {
    let mut parts = Parts::wanted();
    let error = read(bytes, side, limits, &mut parts).err();
    parts.write(bytes, true, "message", error.as_ref(), output)?;
    Ok(error)
}

/// Decodes a line of hex digits to `{"value": …, "used": N}` or to
/// `{"error": {"kind", "offset", "message"}}`.
pub fn decode_line(line: &[u8], side: Side, limits: Limits) -> Answer {
    answer_hex(line, |bytes| decode(bytes, side, limits))
}

/// Encodes a line of JSON to hex digits, or to `error: …`. The line is a message, or an object with the key `"value"`, as [`decode_line`]
/// writes it.
pub fn encode_line(line: &[u8], side: Side) -> Answer {
    answer_json(line, |json| in_value(json, |value| encode(value, side)))
}

/// Returns the names of the messages of a side.
pub fn names(side: Side) -> Vec<&'static str> {
    messages(side).map(|message| message.name.as_str()).collect()
}

/// Returns the names of the fields of all messages of a side, without nested fields.
pub(crate) fn field_names(side: Side) -> Vec<&'static str> {
    let fields = messages(side).flat_map(|message| &message.fields);
    fields
        .map(|field| field.name.split('.').next().unwrap_or_default())
        .chain(["msgType"])
        .collect()
}

fn messages(side: Side) -> impl Iterator<Item = &'static Message> {
    table(side.era).iter().chain([&*UNKNOWN])
}
