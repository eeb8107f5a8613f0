//! Reads a packet: its keys and values, and the meaning of its bytes.

use godot_var::DecodeError;
use godot_var::dialect::Generation;
use godot_var::error::DecodeErrorKind;
use godot_var::multiplayer::{
    Arguments, Confirmed, NodeRef, Options, Packet, Row, Rpc, Scene, Spawn, Synchronizer, Width,
};
use godot_var_codegen::names::Tree;

use super::names::Named;
use crate::inspect::{PLACE, TYPE, VALUE};
use crate::message::Parts;

/// The number of characters of a value to show without `--full`.
const SHORT_TEXT: usize = 100;

/// Values by key, in order.
type Members = Vec<(&'static str, Tree)>;

/// Reads a packet and all values in it. The first key is `command`.
pub(super) fn read(bytes: &[u8], options: &Options) -> Result<Tree, DecodeError> {
    Reading::new(bytes, options, Named::default(), true).run(true)
}

/// Reads a packet for a dump, with a schema's names. After an error, the parts have the bytes before it.
pub(super) fn explain(
    bytes: &[u8],
    options: &Options,
    named: Named,
    full: bool,
) -> (Parts, Result<Tree, DecodeError>) {
    let mut reading = Reading::new(bytes, options, named, full);
    reading.parts = Parts::wanted();
    let read = reading.run(true);
    (reading.parts, read)
}

struct Reading<'a> {
    bytes: &'a [u8],
    options: &'a Options,
    parts: Parts,
    indent: usize,
    /// The number of rows of values so far.
    row: usize,
    named: Named,
    full: bool,
    /// An error that depends on several values, and is found after all of them are read.
    late: Option<DecodeError>,
}

fn int(number: impl Into<i128>) -> Tree {
    Tree::Int(number.into())
}

fn text(text: &str) -> Tree {
    Tree::Text(text.to_owned())
}

fn record(members: Members) -> Tree {
    Tree::Record(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn part(name: &str, value: impl std::fmt::Display) -> String {
    format!("{PLACE}{name}{PLACE:#}: {VALUE}{value}{VALUE:#}")
}

/// Returns the width of an id in bits, if it is wider than necessary.
const fn bits(width: Width) -> Option<i32> {
    match width {
        Width::U8 => None,
        Width::U16 => Some(16),
        Width::U32 => Some(32),
    }
}

impl<'a> Reading<'a> {
    fn new(bytes: &'a [u8], options: &'a Options, named: Named, full: bool) -> Self {
        let parts = Parts::default();
        Self { bytes, options, parts, indent: 0, row: 0, named, full, late: None }
    }

    fn run(&mut self, may_relay: bool) -> Result<Tree, DecodeError> {
        let read = self.packet(&Packet::read(self.bytes, self.options)?, may_relay);
        match (read, self.late.take()) {
            // A dump ends with the error of the bytes after its last row.
            (Ok(_), Some(error)) => Err(error),
            (Err(_), Some(error)) if !self.parts.is_wanted() => Err(error),
            (read, _) => read,
        }
    }

    fn packet(&mut self, packet: &Packet<'_>, may_relay: bool) -> Result<Tree, DecodeError> {
        let (command, mut members) = match packet {
            Packet::Rpc(call) => ("rpc", self.rpc(call)?),
            Packet::SimplifyPath(simplify) => {
                let checksum = format!("{}{}", simplify.checksum, self.name());
                self.head(1, "simplify_path");
                self.until(34, || part("checksum", checksum));
                let id = self.number(38, "id", simplify.id);
                let path = self.text("path", simplify.path);
                let checksum = ("checksum", text(&simplify.checksum.to_string()));
                ("simplify_path", vec![checksum, id, path])
            }
            Packet::ConfirmPath(confirm) => {
                self.head(1, "confirm_path");
                self.until(2, || part("agrees", confirm.agrees));
                let path = match confirm.path {
                    Confirmed::Id(id) => self.number(6, "id", id),
                    Confirmed::Path(path) => self.text("path", path),
                };
                ("confirm_path", vec![("agrees", Tree::Bool(confirm.agrees)), path])
            }
            Packet::Raw(bytes) => {
                self.head(1, "raw");
                ("raw", vec![self.data("bytes", "bytes", bytes)])
            }
            Packet::Spawn(spawn) => ("spawn", self.spawn(spawn)?),
            Packet::Despawn(node) => {
                self.head(1, "despawn");
                ("despawn", vec![self.number(5, "node", *node)])
            }
            Packet::Sync(sync) => {
                self.head(1, "sync");
                let time = self.number(3, "time", sync.time);
                let mut elements = Vec::new();
                for element in sync.elements {
                    elements.push(self.element(element.synchronizer, None, element.row)?);
                }
                ("sync", vec![time, ("elements", Tree::List(elements))])
            }
            Packet::Delta(delta) => {
                self.head(1, "delta");
                let mut elements = Vec::new();
                for element in delta.elements {
                    let (synchronizer, mask) = (element.synchronizer, Some(element.mask));
                    elements.push(self.element(synchronizer, mask, element.row)?);
                }
                ("delta", vec![("elements", Tree::List(elements))])
            }
            Packet::Auth(payload) => {
                let state = if payload.is_empty() { ", complete" } else { "" };
                self.until(2, || format!("{TYPE}auth{TYPE:#}{state}"));
                self.indent = 2;
                ("auth", vec![self.data("bytes", "bytes", payload)])
            }
            Packet::AddPeer(peer) => {
                self.head(2, "add_peer");
                ("add_peer", vec![self.number(6, "peer", *peer)])
            }
            Packet::DelPeer(peer) => {
                self.head(2, "del_peer");
                ("del_peer", vec![self.number(6, "peer", *peer)])
            }
            Packet::Relay { peer, packet } => {
                self.head(2, "relay");
                let peer = self.number(6, "peer", *peer);
                let bytes = self.data("bytes", "packet", packet);
                let mut inner = Reading::new(packet, self.options, Named::default(), true);
                let inner = may_relay.then(|| inner.run(false).ok()).flatten();
                ("relay", vec![peer, inner.map_or(bytes, |inner| ("packet", inner))])
            }
        };
        members.insert(0, ("command", text(command)));
        Ok(record(members))
    }

    fn rpc(&mut self, call: &Rpc<'_>) -> Result<Members, DecodeError> {
        let method = call.method;
        let (reference, shown, path) = match call.node {
            NodeRef::Id(id) => (("id", int(id)), format!("node {id}"), None),
            NodeRef::Path(path) => {
                (("path", text(path)), "node by its path".to_owned(), Some(path))
            }
        };
        let name = self.name();
        let head = || format!("{TYPE}rpc{TYPE:#}, {shown}, method {method}{name}");
        let arguments = match call.arguments {
            Arguments::Values { count, values } => {
                // A call without arguments has no offset for them: the path or the end follows.
                let counted = count > 0 || call.form.counted;
                let head_end = match path {
                    Some(path) if !counted => self.start_of(path.as_bytes()),
                    None if !counted => self.bytes.len(),
                    _ => values.offset().saturating_sub(1),
                };
                self.until(head_end, head);
                self.indent = 2;
                if counted && self.parts.is_wanted() {
                    let plural = plural(count.into());
                    self.until(values.offset(), || format!("{count} argument{plural}"));
                    self.values("args", values)?;
                }
                (
                    "args",
                    Tree::List(self.arguments(call.arguments).unwrap_or_else(|error| {
                        self.late = Some(error);
                        Vec::new()
                    })),
                )
            }
            Arguments::Bytes(bytes) => {
                self.until(self.start_of(bytes), head);
                self.indent = 2;
                let name = format!("bytes{}", self.name_of(0));
                self.data("bytes", &name, bytes)
            }
        };
        if let Some(path) = path {
            self.text("path", path);
        }
        let mut node = vec![reference];
        node.extend(bits(call.form.node).map(|bits| ("bits", int(bits))));
        let mut members = vec![("node", record(node)), ("method", int(method))];
        members.extend(bits(call.form.method).map(|bits| ("method_bits", int(bits))));
        members.push(arguments);
        members.extend(call.form.counted.then_some(("counted", Tree::Bool(true))));
        Ok(members)
    }

    fn arguments(&self, arguments: Arguments<'_>) -> Result<Vec<Tree>, DecodeError> {
        let mut reader = arguments.reader(self.options);
        let mut list = Vec::new();
        while reader.left() > 0 {
            let index = list.len();
            let value = reader.next_variant("args").map_err(|error| error.in_index(index))?;
            list.push(Tree::Variant(Box::new(value)));
        }
        reader.finish().map(|()| list)
    }

    fn spawn(&mut self, spawn: &Spawn<'_>) -> Result<Members, DecodeError> {
        let (scene, shown) = match spawn.scene {
            Scene::Index(scene) => (int(scene), format!("scene {scene}")),
            Scene::Custom(_) => (Tree::Nil, "custom".to_owned()),
        };
        self.until(2, || format!("{TYPE}spawn{TYPE:#}, {shown}"));
        self.indent = 2;
        let spawner = self.number(6, "spawner", spawn.spawner);
        let node = self.number(10, "node", spawn.node);
        let count = spawn.synchronizers.len();
        self.until(14, || format!("{count} synchronizer{}", plural(count)));
        self.until(18, || "length of the name".to_owned());
        let mut synchronizers = Vec::new();
        for (index, id) in spawn.synchronizers.iter().enumerate() {
            self.until(22 + index * 4, || part(&format!("synchronizers[{index}]"), id));
            synchronizers.push(int(id));
        }
        let name = self.text("name", spawn.name);
        let mut argument = Tree::Nil;
        if let Scene::Custom(row) = spawn.scene {
            self.until(row.offset(), || "size of the argument".to_owned());
            if self.parts.is_wanted() {
                self.values("argument", row)?;
            }
            argument = self.argument(row).unwrap_or_else(|error| {
                self.late = Some(error);
                Tree::Nil
            });
        }
        let state = Tree::List(self.values("state", spawn.state)?);
        let synchronizers = ("synchronizers", Tree::List(synchronizers));
        let (argument, state) = (("argument", argument), ("state", state));
        Ok(vec![("scene", scene), spawner, node, synchronizers, name, argument, state])
    }

    fn argument(&self, row: Row<'_>) -> Result<Tree, DecodeError> {
        let mut values = row.values(self.options.limits);
        let value = values.next().transpose()?.unwrap_or_default();
        if values.position() == row.offset() + row.bytes().len() && !row.is_empty() {
            return Ok(Tree::Variant(Box::new(value)));
        }
        let expected = "one value as the argument of a spawn";
        Err(DecodeError::new(DecodeErrorKind::InvalidLength, row.offset(), expected, ""))
    }

    fn element(
        &mut self,
        synchronizer: Synchronizer,
        mask: Option<u64>,
        row: Row<'_>,
    ) -> Result<Tree, DecodeError> {
        let (shown, id) = match synchronizer {
            Synchronizer::Spawned(id) => (format!("synchronizer {id}"), ("id", int(id))),
            Synchronizer::Path(id) => {
                (format!("synchronizer with the path {id}"), ("path_id", int(id)))
            }
        };
        self.indent = 2;
        self.until(self.parts.end() + 4, || format!("{PLACE}{shown}{PLACE:#}"));
        self.indent = 4;
        let mut members = vec![("synchronizer", record(vec![id]))];
        if let Some(mask) = mask {
            self.until(self.parts.end() + 8, || part("mask", format_args!("{mask:#x}")));
            members.push(("mask", Tree::Wide(mask.into())));
        }
        self.until(row.offset(), || format!("{} bytes", row.bytes().len()));
        members.push(("values", Tree::List(self.values("values", row)?)));
        Ok(record(members))
    }

    fn values(&mut self, name: &str, row: Row<'_>) -> Result<Vec<Tree>, DecodeError> {
        let mut values = row.values(self.options.limits);
        let mut list = Vec::new();
        while let Some(value) = values.next() {
            let (value, index) = (value?, list.len());
            if self.parts.is_wanted() {
                let kind = value.variant_type().name(Generation::Godot4);
                let text = self.short(&value.to_string());
                // A schema has no name for the argument of a spawn.
                let own = if name == "argument" { String::new() } else { self.name_of(index) };
                self.until(values.position(), || {
                    format!(
                        "{PLACE}{name}[{index}]{own}{PLACE:#}: {TYPE}{kind}{TYPE:#}, \
                         {VALUE}{text}{VALUE:#}"
                    )
                });
            }
            list.push(Tree::Variant(Box::new(value)));
        }
        self.row += usize::from(name != "argument");
        Ok(list)
    }

    /// Returns ` (Chat::say)` if the schema has a name for the packet.
    fn name(&self) -> String {
        self.named.name.as_ref().map_or_else(String::new, |name| format!(" ({name})"))
    }

    /// Returns ` (text)` if the schema has a name for a value of the row.
    fn name_of(&self, index: usize) -> String {
        let names = self.named.rows.get(self.row).and_then(Option::as_ref);
        let name = names.and_then(|names| names.get(index));
        name.map_or_else(String::new, |name| format!(" ({name})"))
    }

    /// Removes control characters from a text, and cuts it to the shown length.
    fn short(&self, text: &str) -> String {
        let most = if self.full { usize::MAX } else { SHORT_TEXT };
        let mut shown = String::new();
        for char in text.chars().take(most) {
            if char.is_control() {
                shown.extend(char.escape_default());
            } else {
                shown.push(char);
            }
        }
        if text.chars().nth(most).is_some() {
            shown.push('…');
        }
        shown
    }

    /// Returns the offset of a part of the packet.
    fn start_of(&self, part: &[u8]) -> usize {
        part.as_ptr().addr().saturating_sub(self.bytes.as_ptr().addr())
    }

    fn head(&mut self, end: usize, command: &str) {
        self.until(end, || format!("{TYPE}{command}{TYPE:#}"));
        self.indent = 2;
    }

    fn number<T: Copy + Into<i128> + std::fmt::Display>(
        &mut self,
        end: usize,
        name: &'static str,
        number: T,
    ) -> (&'static str, Tree) {
        self.until(end, || part(name, number));
        (name, int(number))
    }

    /// Bytes without a meaning here, shown with another name than their key.
    fn data(&mut self, key: &'static str, shown: &str, bytes: &[u8]) -> (&'static str, Tree) {
        let end = self.start_of(bytes) + bytes.len();
        self.until(end, || part(shown, format_args!("{} bytes", bytes.len())));
        (key, Tree::Bytes(bytes.to_vec()))
    }

    /// A text and its NUL, if it has one.
    fn text(&mut self, name: &'static str, content: &str) -> (&'static str, Tree) {
        let end = self.start_of(content.as_bytes()) + content.len();
        let nul = usize::from(self.bytes.get(end) == Some(&0));
        let shown = self.parts.is_wanted().then(|| self.short(&format!("{content:?}")));
        self.until(end + nul, || part(name, shown.unwrap_or_default()));
        (name, text(content))
    }

    /// Adds the bytes up to an offset, unless there are none.
    fn until(&mut self, end: usize, text: impl FnOnce() -> String) {
        if end > self.parts.end() {
            self.parts.add(end, self.indent, text);
        }
    }
}
