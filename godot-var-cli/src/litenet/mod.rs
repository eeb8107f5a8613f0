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

mod inspect;
mod messages;
mod names;
mod read;
mod schema;
mod tree;
mod write;

use godot_var::litenet::EraSpec;
use godot_var::{DecodeError, EncodeError, Limits};
use serde_json::{Map, Value as Json, json};

use crate::input::{InvalidHex, parse_hex};
use crate::lines::{Answer, error_json};

use self::messages::UNKNOWN;
use self::read::{Decoded, Piece, read};

pub use inspect::inspect;
pub use tree::names;
pub(crate) use tree::{field_names, tree};
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
/// See [`DecodeErrorKind`](godot_var::DecodeErrorKind).
pub fn decode(bytes: &[u8], side: Side, limits: Limits) -> Result<(Json, usize), DecodeError> {
    let (decoded, done) = read(bytes, side, limits);
    done?;
    let mut fields = Map::new();
    let Some(Decoded { number, name, pieces, used, .. }) = decoded else {
        return Err(DecodeError::custom(0, "no message"));
    };
    if name == UNKNOWN.name {
        fields.insert("msgType".to_owned(), number.into());
    }
    for Piece { name, value, .. } in pieces {
        match name.split_once('.') {
            None => drop(fields.insert(name.to_owned(), value)),
            Some((outer, inner)) => {
                let outer = fields.entry(outer).or_insert_with(|| json!({}));
                if let Some(outer) = outer.as_object_mut() {
                    outer.insert(inner.to_owned(), value);
                }
            }
        }
    }
    Ok((json!({ "message": name, "fields": fields }), used))
}

/// Decodes a line of hex digits to `{"value": …, "used": N}` or to
/// `{"error": {"kind", "offset", "message"}}`.
pub fn decode_line(line: &[u8], side: Side, limits: Limits) -> Answer {
    let decoded = match parse_hex(line) {
        Ok(bytes) => decode(&bytes, side, limits)
            .map_err(|error| error_json(error.kind().name(), error.offset(), &error.to_string())),
        Err(InvalidHex { offset, message }) => Err(error_json("InvalidHex", offset, &message)),
    };
    match decoded {
        Ok((value, used)) => {
            Answer { line: json!({ "value": value, "used": used }).to_string(), ok: true }
        }
        Err(error) => Answer { line: error.to_string(), ok: false },
    }
}

/// Encodes a line of JSON to hex digits, or to `error: …`. The line is a message, or an object with the key `"value"`, as [`decode_line`]
/// writes it.
pub fn encode_line(line: &[u8], side: Side) -> Answer {
    let encoded = serde_json::from_slice::<Json>(line)
        .map_err(|error| EncodeError::custom(format_args!("not JSON: {error}")))
        .and_then(|json| match json.get("value") {
            Some(value) => encode(value, side).map_err(|error| error.in_key("value")),
            None => encode(&json, side),
        });
    match encoded {
        Ok(bytes) => Answer { line: hex::encode(bytes), ok: true },
        Err(error) => Answer { line: format!("error: {error}"), ok: false },
    }
}
