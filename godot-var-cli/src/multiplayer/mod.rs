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
//! Values have the lossless form of [`json`]. Bytes are hex. Keys for details of the encoding are present only if it is not the
//! usual one: `bits` next to the `id` of a node and `method_bits` for an id in more bits than it needs, and `counted` for a count of 0
//! arguments.
//!
//! Each packet is decoded separately: the path of an id is in another packet. With the [`Names`] of a schema, `fields` has the values by
//! name: `{"text":…}` for a call, the state of a spawn by paths, and a list of such objects for a sync or delta.

mod names;
mod read;
mod write;

use std::io::{self, Write};

use godot_var::multiplayer::{Era, Options};
use godot_var::{DecodeError, Limits};
use godot_var_codegen::names::Tree;
use serde_json::Value as Json;

use crate::json;
use crate::lines::{Answer, answer_hex, answer_json, in_value};
use crate::message::{Label, Message};

use self::read::{explain, read};

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

/// Whether bytes are a packet of a version of Godot 4. Any bytes may be a `raw` packet, so these do not count.
pub(crate) fn is_packet(bytes: &[u8], limits: Limits) -> bool {
    let raw = Tree::Text("raw".to_owned());
    let is_packet = |era: Era| {
        read(bytes, &options(era, limits)).is_ok_and(|packet| packet.get("command") != Some(&raw))
    };
    is_packet(Era::Godot4_3) || is_packet(Era::Godot4_0)
}

/// Decodes one packet to JSON.
///
/// # Errors
/// See [`DecodeErrorKind`](godot_var::error::DecodeErrorKind).
pub fn decode(bytes: &[u8], options: &Options) -> Result<Json, DecodeError> {
    read(bytes, options).map(|tree| json::of_tree(&tree))
}

/// Reads a packet. With the names of a schema, its values by name are next to it.
pub(crate) fn read_named(
    bytes: &[u8],
    options: &Options,
    names: Option<&Names>,
) -> Result<(Message, Option<Tree>), DecodeError> {
    let tree = read(bytes, options)?;
    let named = names.map(|names| {
        names.announce(&tree);
        names.of(&tree)
    });
    let command = match tree.get("command") {
        Some(Tree::Text(command)) => Some(command.clone()),
        _ => None,
    };
    let fields = named.as_ref().and_then(|named| named.fields(&tree));
    let method = named.and_then(|named| named.name).filter(|_| tree.get("method").is_some());
    // A call is found by its method, and also by the command.
    let label = match method {
        Some(method) => Label { name: Some(method), id: command, ..Label::default() },
        None => Label { name: command, ..Label::default() },
    };
    Ok((Message { label, tree, used: bytes.len() }, fields))
}

/// Writes an annotated dump with escape codes for colors and a schema's names. Returns the error of the packet, if it has one; the dump
/// shows the bytes before it and the error itself.
///
/// # Errors
/// If writing fails.
pub fn inspect(
    bytes: &[u8],
    options: &Options,
    names: Option<&Names>,
    full: bool,
    output: &mut impl Write,
) -> io::Result<Option<DecodeError>> {
    let named = names.and_then(|names| Some(names.of(&read(bytes, options).ok()?)));
    let (parts, read) = explain(bytes, options, named.unwrap_or_default(), full);
    let error = read.err();
    parts.write(bytes, full, "packet", error.as_ref(), output)?;
    Ok(error)
}

/// Decodes a line of hex digits to `{"value": …, "used": N}` or to
/// `{"error": {"kind", "offset", "message"}}`.
pub fn decode_line(line: &[u8], options: &Options) -> Answer {
    answer_hex(line, |bytes| Ok((decode(bytes, options)?, bytes.len())))
}

/// Encodes a line of JSON to hex digits, or to `error: …`. The line is a packet, or an object with the key `"value"`, as [`decode_line`]
/// writes it.
pub fn encode_line(line: &[u8]) -> Answer {
    answer_json(line, |json| in_value(json, encode))
}
