//! Packets of Godot's high-level multiplayer: as JSON, both ways, and as dumps with their meaning.
//!
//! ```text
//! {"command":"rpc","node":{"path":"World/Chat"},"method":2,"args":[{"t":"int","v":"5"}]}
//! ```
//!
//! | `command` | Other keys |
//! |---|---|
//! | `rpc` | `node`: `{"id":1}` or `{"path":"…"}`; `method`; `args`, or `bytes` for a single `PackedByteArray` |
//! | `simplify_path` | `checksum`, `id`, `path` |
//! | `confirm_path` | `agrees`, and `id` or, up to Godot 4.2, `path` |
//! | `raw` | `bytes` |
//! | `spawn` | `scene` (null: custom), `spawner`, `node`, `synchronizers`, `name`, `argument` (null unless custom), `state` |
//! | `despawn` | `node` |
//! | `sync` | `time`, `elements`: `{"synchronizer":{"id":2},"values":[…]}`, or `{"path_id":2}` for one that was not spawned |
//! | `delta` | `elements`, each also with `mask`, a decimal string |
//! | `auth` | `bytes`; empty if authentication is complete |
//! | `add_peer`, `del_peer` | `peer` |
//! | `relay` | `peer`; `packet`, or `bytes` for one that cannot be decoded or is a relay itself |
//!
//! Values have the tagged form of [`json`](crate::json). Bytes are hex. Keys for details of the encoding are present only if it is not the
//! usual one: `bits` beside the `id` of a node and `method_bits` for an id in more bits than it needs, and `counted` for a count of 0
//! arguments.
//!
//! Each packet is decoded separately: the path of an id is in another packet. With the [`Names`] of a schema, `fields` has the values by
//! name: `{"text":…}` for a call, the state of a spawn by paths, and a list of such objects for a sync or delta.

mod inspect;
mod names;
mod read;
mod write;

use godot_var::multiplayer::{Era, Options};
use godot_var::{DecodeError, EncodeError, Limits};
use serde_json::{Value as Json, json};

use crate::input::{InvalidHex, parse_hex};
use crate::lines::{Answer, error_json};
use crate::stream::Tree;

use self::read::read;

pub use inspect::inspect;
pub use names::Names;
pub use write::encode;

/// The names of the commands.
pub const COMMANDS: [&str; 12] = [
    "rpc",
    "simplify_path",
    "confirm_path",
    "raw",
    "spawn",
    "despawn",
    "sync",
    "delta",
    "auth",
    "add_peer",
    "del_peer",
    "relay",
];

/// The keys of all commands, without nested keys.
pub(crate) const MEMBERS: [&str; 22] = [
    "command",
    "node",
    "method",
    "method_bits",
    "args",
    "bytes",
    "counted",
    "checksum",
    "id",
    "path",
    "agrees",
    "scene",
    "spawner",
    "synchronizers",
    "name",
    "argument",
    "state",
    "time",
    "elements",
    "peer",
    "packet",
    FIELDS,
];

/// The key of the values by the names of a schema.
pub(crate) const FIELDS: &str = "fields";

/// The options of the program's reader. It accepts any path, because it only shows it.
pub fn options(era: Era, limits: Limits) -> Options {
    Options::DEFAULT.with_era(era).with_limits(limits).with_any_path(true)
}

/// Decodes one packet to JSON.
///
/// # Errors
/// See [`DecodeErrorKind`](godot_var::DecodeErrorKind).
pub fn decode(bytes: &[u8], options: &Options) -> Result<Json, DecodeError> {
    read(bytes, options).map(|members| read::to_json(&members))
}

/// Decodes one packet with the names of a schema. Returns the JSON, the name of the method, and the values by name.
///
/// # Errors
/// The errors of [`decode`].
pub(crate) fn decode_named(
    bytes: &[u8],
    options: &Options,
    names: &Names,
) -> Result<(Json, Option<String>, Option<Json>), DecodeError> {
    let members = read(bytes, options)?;
    names.announce(&members);
    let named = names.of(&members);
    let fields = named.fields(&members).map(|fields| fields.to_json());
    let is_call = members.iter().any(|(name, _)| *name == "method");
    Ok((read::to_json(&members), named.name.filter(|_| is_call), fields))
}

/// Returns the parts of a packet as a tree for conditions.
pub(crate) fn tree(bytes: &[u8], options: &Options, names: Option<&Names>) -> Option<Tree> {
    let mut members = read(bytes, options).ok()?;
    let fields = names.and_then(|names| names.of(&members).fields(&members));
    members.extend(fields.map(|fields| (FIELDS, fields)));
    Some(read::to_tree(members))
}

/// Decodes a line of hex digits to `{"value": …, "used": N}` or to
/// `{"error": {"kind", "offset", "message"}}`.
pub fn decode_line(line: &[u8], options: &Options) -> Answer {
    let decoded = match parse_hex(line) {
        Ok(bytes) => match decode(&bytes, options) {
            Ok(value) => Ok(json!({ "value": value, "used": bytes.len() })),
            Err(error) => Err(error_json(error.kind().name(), error.offset(), &error.to_string())),
        },
        Err(InvalidHex { offset, message }) => Err(error_json("InvalidHex", offset, &message)),
    };
    let ok = decoded.is_ok();
    let (Ok(line) | Err(line)) = decoded;
    Answer { line: line.to_string(), ok }
}

/// Encodes a line of JSON to hex digits, or to `error: …`. The line is a packet, or an object with the key `"value"`, as [`decode_line`]
/// writes it.
pub fn encode_line(line: &[u8]) -> Answer {
    let encoded = match std::str::from_utf8(line) {
        Ok(text) => crate::json::parse(text),
        Err(error) => Err(EncodeError::custom(format_args!("not JSON: {error}"))),
    };
    let encoded = encoded.and_then(|json| match json.get("value") {
        Some(value) => encode(value).map_err(|error| error.in_key("value")),
        None => encode(&json),
    });
    match encoded {
        Ok(bytes) => Answer { line: hex::encode(bytes), ok: true },
        Err(error) => Answer { line: format!("error: {error}"), ok: false },
    }
}
