//! Dumps of packets with their meaning.

use std::io::{self, Write};

use godot_var::DecodeError;
use godot_var::dialect::Generation;
use godot_var::multiplayer::{
    Arguments, Confirmed, NodeRef, Options, Packet, Row, Scene, Synchronizer,
};

use super::names::{Named, Names};
use super::read::read;
use crate::inspect::{ERROR, OFFSET, PLACE, ROW, SHORT_ROWS, TYPE, VALUE, hex_groups};

/// The number of characters of a value to show without `--full`.
const SHORT_TEXT: usize = 100;

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
    let named = names.and_then(|names| read(bytes, options).ok().map(|members| names.of(&members)));
    let named = named.unwrap_or_default();
    let mut dump = Dump { bytes, end: 0, indent: 0, row: 0, named, full, output };
    let shown = match Packet::read(bytes, options) {
        // Errors that depend on several values are found after all of them are read.
        Ok(packet) => dump.packet(&packet, options)?.and_then(|()| read(bytes, options).map(drop)),
        Err(error) => Err(error),
    };
    let rest = if shown.is_ok() { "bytes after the packet" } else { "not read" };
    if dump.end < bytes.len() {
        dump.until(bytes.len(), &format!("{OFFSET}{rest}{OFFSET:#}"))?;
    }
    match shown {
        Ok(()) => Ok(None),
        Err(error) => {
            writeln!(dump.output, "{ERROR}error:{ERROR:#} {error} ({})", error.kind().name())?;
            Ok(Some(error))
        }
    }
}

/// The error of a value, which ends the dump.
type Shown = Result<(), DecodeError>;

struct Dump<'a, W> {
    bytes: &'a [u8],
    /// The end of the shown bytes.
    end: usize,
    /// The indentation of the text.
    indent: usize,
    /// The number of rows of values shown so far.
    row: usize,
    named: Named,
    full: bool,
    output: &'a mut W,
}

impl<W: Write> Dump<'_, W> {
    fn packet(&mut self, packet: &Packet<'_>, options: &Options) -> io::Result<Shown> {
        match packet {
            Packet::Rpc(call) => {
                let method = call.method;
                let (path, node) = match call.node {
                    NodeRef::Id(id) => (None, format!("node {id}")),
                    NodeRef::Path(path) => (Some(path), "node by its path".to_owned()),
                };
                let name = self.name();
                let head = format!("{TYPE}rpc{TYPE:#}, {node}, method {method}{name}");
                match call.arguments {
                    Arguments::Values { count, values } => {
                        // A call without arguments has no offset for them: the path or the end follows.
                        let counted = count > 0 || call.form.counted;
                        let head_end = match path {
                            Some(path) if !counted => self.start_of(path.as_bytes()),
                            None if !counted => self.bytes.len(),
                            _ => values.offset().saturating_sub(1),
                        };
                        self.until(head_end, &head)?;
                        self.indent = 2;
                        if counted {
                            let plural = if count == 1 { "" } else { "s" };
                            self.until(values.offset(), &format!("{count} argument{plural}"))?;
                            let shown = self.values("args", values, options)?;
                            if shown.is_err() {
                                return Ok(shown);
                            }
                        }
                    }
                    Arguments::Bytes(bytes) => {
                        self.until(self.start_of(bytes), &head)?;
                        self.indent = 2;
                        let name = format!("bytes{}", self.name_of(0));
                        self.part(bytes, &name, &format!("{} bytes", bytes.len()))?;
                    }
                }
                if let Some(path) = path {
                    self.text("path", path)?;
                }
            }
            Packet::SimplifyPath(simplify) => {
                self.until(1, &format!("{TYPE}simplify_path{TYPE:#}"))?;
                self.indent = 2;
                let checksum = format!("{}{}", simplify.checksum, self.name());
                self.until(34, &named("checksum", &checksum))?;
                self.until(38, &named("id", &simplify.id.to_string()))?;
                self.text("path", simplify.path)?;
            }
            Packet::ConfirmPath(confirm) => {
                self.until(1, &format!("{TYPE}confirm_path{TYPE:#}"))?;
                self.indent = 2;
                self.until(2, &named("agrees", &confirm.agrees.to_string()))?;
                match confirm.path {
                    Confirmed::Id(id) => self.until(6, &named("id", &id.to_string()))?,
                    Confirmed::Path(path) => self.text("path", path)?,
                }
            }
            Packet::Raw(bytes) => {
                self.until(1, &format!("{TYPE}raw{TYPE:#}"))?;
                self.indent = 2;
                self.part(bytes, "bytes", &format!("{} bytes", bytes.len()))?;
            }
            Packet::Spawn(spawn) => {
                let scene = match spawn.scene {
                    Scene::Index(scene) => format!("scene {scene}"),
                    Scene::Custom(_) => "custom".to_owned(),
                };
                self.until(2, &format!("{TYPE}spawn{TYPE:#}, {scene}"))?;
                self.indent = 2;
                self.until(6, &named("spawner", &spawn.spawner.to_string()))?;
                self.until(10, &named("node", &spawn.node.to_string()))?;
                let count = spawn.synchronizers.len();
                let plural = if count == 1 { "" } else { "s" };
                self.until(14, &format!("{count} synchronizer{plural}"))?;
                self.until(18, "length of the name")?;
                for (index, id) in spawn.synchronizers.iter().enumerate() {
                    let name = format!("synchronizers[{index}]");
                    self.until(22 + index * 4, &named(&name, &id.to_string()))?;
                }
                self.text("name", spawn.name)?;
                if let Scene::Custom(argument) = spawn.scene {
                    self.until(argument.offset(), "size of the argument")?;
                    let shown = self.values("argument", argument, options)?;
                    if shown.is_err() {
                        return Ok(shown);
                    }
                }
                return self.values("state", spawn.state, options);
            }
            Packet::Despawn(node) => {
                self.until(1, &format!("{TYPE}despawn{TYPE:#}"))?;
                self.indent = 2;
                self.until(5, &named("node", &node.to_string()))?;
            }
            Packet::Sync(sync) => {
                self.until(1, &format!("{TYPE}sync{TYPE:#}"))?;
                self.indent = 2;
                self.until(3, &named("time", &sync.time.to_string()))?;
                for element in sync.elements {
                    let shown = self.element(element.synchronizer, None, element.row, options)?;
                    if shown.is_err() {
                        return Ok(shown);
                    }
                }
            }
            Packet::Delta(delta) => {
                self.until(1, &format!("{TYPE}delta{TYPE:#}"))?;
                self.indent = 2;
                for element in delta.elements {
                    let (synchronizer, mask) = (element.synchronizer, Some(element.mask));
                    let shown = self.element(synchronizer, mask, element.row, options)?;
                    if shown.is_err() {
                        return Ok(shown);
                    }
                }
            }
            Packet::Auth([]) => self.until(2, &format!("{TYPE}auth{TYPE:#}, complete"))?,
            Packet::Auth(payload) => {
                self.until(2, &format!("{TYPE}auth{TYPE:#}"))?;
                self.indent = 2;
                self.part(payload, "bytes", &format!("{} bytes", payload.len()))?;
            }
            Packet::AddPeer(peer) => {
                self.until(2, &format!("{TYPE}add_peer{TYPE:#}"))?;
                self.indent = 2;
                self.until(6, &named("peer", &peer.to_string()))?;
            }
            Packet::DelPeer(peer) => {
                self.until(2, &format!("{TYPE}del_peer{TYPE:#}"))?;
                self.indent = 2;
                self.until(6, &named("peer", &peer.to_string()))?;
            }
            Packet::Relay { peer, packet } => {
                self.until(2, &format!("{TYPE}relay{TYPE:#}"))?;
                self.indent = 2;
                self.until(6, &named("peer", &peer.to_string()))?;
                self.part(packet, "packet", &format!("{} bytes", packet.len()))?;
            }
        }
        Ok(Ok(()))
    }

    fn element(
        &mut self,
        synchronizer: Synchronizer,
        mask: Option<u64>,
        row: Row<'_>,
        options: &Options,
    ) -> io::Result<Shown> {
        let name = match synchronizer {
            Synchronizer::Spawned(id) => format!("synchronizer {id}"),
            Synchronizer::Path(id) => format!("synchronizer with the path {id}"),
        };
        self.indent = 2;
        self.until(self.end + 4, &format!("{PLACE}{name}{PLACE:#}"))?;
        self.indent = 4;
        if let Some(mask) = mask {
            self.until(self.end + 8, &named("mask", &format!("{mask:#x}")))?;
        }
        self.until(row.offset(), &format!("{} bytes", row.bytes().len()))?;
        self.values("values", row, options)
    }

    fn values(&mut self, name: &str, row: Row<'_>, options: &Options) -> io::Result<Shown> {
        let mut values = row.values(options.limits);
        for index in 0.. {
            let Some(value) = values.next() else { break };
            let value = match value {
                Ok(value) => value,
                Err(error) => return Ok(Err(error)),
            };
            let kind = value.variant_type().name(Generation::Godot4);
            let text = self.short(&value.to_string());
            // A schema has no name for the argument of a spawn.
            let own = if name == "argument" { String::new() } else { self.name_of(index) };
            let text = format!(
                "{PLACE}{name}[{index}]{own}{PLACE:#}: {TYPE}{kind}{TYPE:#}, {VALUE}{text}{VALUE:#}"
            );
            self.until(values.position(), &text)?;
        }
        self.row += usize::from(name != "argument");
        Ok(Ok(()))
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
        let mut shown: String = text
            .chars()
            .take(most)
            .flat_map(|char| {
                let escaped = char.is_control().then(|| char.escape_default());
                escaped.into_iter().flatten().chain((!char.is_control()).then_some(char))
            })
            .collect();
        if text.chars().nth(most).is_some() {
            shown.push('…');
        }
        shown
    }

    /// Returns the offset of a part of the packet.
    fn start_of(&self, part: &[u8]) -> usize {
        part.as_ptr().addr().saturating_sub(self.bytes.as_ptr().addr())
    }

    fn part(&mut self, part: &[u8], name: &str, text: &str) -> io::Result<()> {
        let end = self.start_of(part) + part.len();
        self.until(end, &named(name, text))
    }

    /// Shows a text and its NUL, if it has one.
    fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        let end = self.start_of(text.as_bytes()) + text.len();
        let nul = usize::from(self.bytes.get(end) == Some(&0));
        let shown = self.short(&format!("{text:?}"));
        self.until(end + nul, &named(name, &shown))
    }

    /// Shows the bytes up to an offset that were not shown yet, with a text beside the first row.
    fn until(&mut self, end: usize, text: &str) -> io::Result<()> {
        let part = self.bytes.get(self.end..end).unwrap_or_default();
        let columns = 37 + self.indent;
        for (index, row) in part.chunks(ROW).enumerate() {
            let offset = self.end + index * ROW;
            if index == SHORT_ROWS && !self.full {
                let more = format!("… {} more bytes", part.len() - index * ROW);
                writeln!(self.output, "{:10}{OFFSET}{more:columns$}{OFFSET:#}", "")?;
                break;
            }
            let hex = hex_groups(row);
            match index {
                0 => writeln!(self.output, "{OFFSET}{offset:08x}{OFFSET:#}  {hex:columns$}{text}")?,
                _ => writeln!(self.output, "{OFFSET}{offset:08x}{OFFSET:#}  {hex}")?,
            }
        }
        self.end = self.end.max(end);
        Ok(())
    }
}

fn named(name: &str, value: &str) -> String {
    format!("{PLACE}{name}{PLACE:#}: {VALUE}{value}{VALUE:#}")
}
