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
//! name: `{"text":…}` for a call, the state of a spawn by paths, and a list of such objects for a sync or delta. The bytes of `raw` and
//! `auth` may be a message of the schema, whose fields these are.

mod names;
mod read;
mod write;

use std::io::{self, Write};
use std::iter;
use std::sync::Arc;

use godot_var::multiplayer::{Era, Options};
use godot_var::{DecodeError, EncodeError, Limits};
use godot_var_codegen::names::{Step, Tree};
use serde_json::{Map, Value as Json};

use crate::inspect::TYPE;
use crate::json;
use crate::message::Label;
use crate::pcap::Carried;
use crate::wire::{Compared, Decoded, Wire, check_first_name, in_value, members};

use self::read::{explain, read};

pub use names::Names;

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

/// The options of the program's reader.
fn options(era: Era, limits: Limits) -> Options {
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

/// Packets, with the names of a schema if there is one.
#[derive(Clone, Debug)]
pub struct Multiplayer {
    options: Options,
    names: Option<Names>,
    /// The messages in the bytes of `raw` and `auth`.
    payloads: Option<Arc<dyn Wire>>,
}

impl Multiplayer {
    /// Makes the wire of an era, without a schema. It accepts any path, because it only shows it.
    pub fn new(era: Era, limits: Limits) -> Self {
        Self { options: options(era, limits), names: None, payloads: None }
    }

    /// The same with the names of a schema.
    #[must_use]
    pub fn with_names(self, names: Names) -> Self {
        Self { names: Some(names), ..self }
    }

    /// The same with the wire of what `send_bytes` and `send_auth` send.
    #[must_use]
    pub fn with_payloads(self, payloads: Arc<dyn Wire>) -> Self {
        Self { payloads: Some(payloads), ..self }
    }

    /// Returns the message in the bytes of a packet, and its offset in the packet.
    fn payload(&self, packet: &Tree, bytes: &[u8]) -> Option<(&dyn Wire, Decoded, usize)> {
        let payloads = self.payloads.as_deref()?;
        let (Some(Tree::Text(command)), Some(Tree::Bytes(inner))) =
            (packet.get("command"), packet.get("bytes"))
        else {
            return None;
        };
        if command != "raw" && command != "auth" {
            return None;
        }
        let decoded = payloads.read(inner).ok()?;
        let fits = decoded.misfit.is_none() && decoded.used == inner.len();
        let is_message = fits && decoded.label.name.is_some() && !inner.is_empty();
        is_message.then(|| (payloads, decoded, bytes.len() - inner.len()))
    }
}

impl Wire for Multiplayer {
    fn read(&self, bytes: &[u8]) -> Result<Decoded, DecodeError> {
        let mut tree = read(bytes, &self.options)?;
        let command = match tree.get("command") {
            Some(Tree::Text(command)) => Some(command.clone()),
            _ => None,
        };
        let mut label = Label { name: command, ..Label::default() };
        let mut node = None;
        if let Some(names) = &self.names {
            names.announce(&tree);
            let named = names.of(&tree);
            let fields = named.fields(&tree);
            // A call is found by its method, and also by the command.
            if let (Some(method), Some(_)) = (named.name, tree.get("method")) {
                label.id = label.name.replace(method);
            }
            if let (Some(fields), Tree::Record(_)) = (fields, &tree) {
                node = names.node(&tree);
                if let Tree::Record(members) = &mut tree {
                    members.push((FIELDS.to_owned(), fields));
                }
            }
        }
        if let Some((_, Decoded { label: inner, tree: mut fields, .. }, _)) =
            self.payload(&tree, bytes)
        {
            // It is found by its name, and also by the command.
            label = Label { id: label.name, kind: None, ..inner };
            // The name of a Variant's message is that of the packet.
            while let Tree::Named(_, content) = fields {
                fields = *content;
            }
            if let Tree::Record(members) = &mut tree {
                members.push((FIELDS.to_owned(), fields));
            }
        }
        Ok(Decoded { node, ..Decoded::new(label, tree, bytes.len()) })
    }

    fn encode(&self, json: &Json) -> Result<Vec<u8>, EncodeError> {
        in_value(json, write::encode)
    }

    fn inspect(
        &self,
        bytes: &[u8],
        full: bool,
        output: &mut dyn Write,
    ) -> io::Result<Option<DecodeError>> {
        let Self { options, names, .. } = self;
        let named = names.as_ref().and_then(|names| Some(names.of(&read(bytes, options).ok()?)));
        let (parts, read) = explain(bytes, options, named.unwrap_or_default(), full);
        let payload = read.as_ref().ok().and_then(|packet| self.payload(packet, bytes));
        let error = read.err();
        parts.write(bytes, full, "packet", error.as_ref(), output)?;
        if let Some((wire, decoded, start)) = payload {
            writeln!(output, "{TYPE}{}{TYPE:#}, from byte {start}:", decoded.label)?;
            wire.inspect(bytes.get(start..).unwrap_or_default(), full, output)?;
        }
        Ok(error)
    }

    fn messages(&self) -> (Vec<String>, &'static str) {
        let methods = self.names.iter().flat_map(Names::methods);
        let payloads = self.payloads.iter().flat_map(|wire| wire.messages().0);
        let none = match (&self.names, &self.payloads) {
            (Some(_), _) => "the wire has no command or method",
            (None, Some(_)) => "the wire has no command or message",
            (None, None) => "the wire has no command",
        };
        (COMMANDS.map(str::to_owned).into_iter().chain(methods).chain(payloads).collect(), none)
    }

    fn is_number(&self, _word: &str) -> bool {
        false
    }

    fn check_path(&self, path: &[Step], compared: Compared<'_>) -> Result<(), String> {
        let of_names = self.names.as_ref().map(|names| names.check_path(path));
        let of_payloads = match (&self.payloads, path) {
            (Some(wire), [Step::Name(first), rest @ ..]) if first == FIELDS && !rest.is_empty() => {
                Some(wire.check_path(rest, compared))
            }
            _ => None,
        };
        match (of_names, of_payloads) {
            (Some(Ok(())), _) | (_, Some(Ok(()))) | (None, None) => {}
            (Some(error), _) | (None, Some(error)) => return error,
        }
        let known = MEMBERS.into_iter().filter(|name| self.has_schema() || *name != FIELDS);
        check_first_name(path, &known.collect::<Vec<_>>())
    }

    fn json(&self, decoded: &Decoded) -> Json {
        json::of_tree(&decoded.tree)
    }

    fn content(&self, decoded: &Decoded, _lossless: bool) -> Map<String, Json> {
        let mut packet = self.json(decoded);
        let fields = packet.as_object_mut().and_then(|packet| packet.shift_remove(FIELDS));
        let fields = fields.map(|fields| (FIELDS, fields));
        members(iter::once(("value", packet)).chain(fields))
    }

    /// Returns the arguments or properties of a packet, or else its keys.
    fn in_line<'t>(&self, fields: &'t [(String, Tree)], name: &str) -> Vec<&'t (String, Tree)> {
        if let Some(Tree::Record(named)) = Tree::field(fields, FIELDS) {
            return named.iter().collect();
        }
        let is_name = |(key, value): &&(String, Tree)| {
            key == "command" && matches!(value, Tree::Text(text) if text == name)
        };
        fields.iter().filter(|field| !is_name(field)).collect()
    }

    fn has_schema(&self) -> bool {
        self.names.is_some() || self.payloads.is_some()
    }

    fn carried(&self) -> Carried {
        Carried::Multiplayer
    }
}
