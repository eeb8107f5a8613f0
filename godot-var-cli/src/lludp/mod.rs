//! Converts LLUDP datagrams to JSON and back, with a message template that is read at run time.
//!
//! ```
//! use godot_var_cli::lludp::Interpreter;
//!
//! let template = "version 2.0 { Ping High 1 NotTrusted Unencoded { Id Single { Id U8 } } }";
//! let template = godot_var_schema::template::parse(template).expect("a valid template");
//! let interpreter = Interpreter::new(template);
//! let value = interpreter.decode(&[0, 0, 0, 0, 9, 0, 1, 7])?;
//! assert_eq!(
//!     value.to_string(),
//!     r#"{"name":"Ping","flags":0,"sequence":9,"extra_hex":"","acks":[],"zerocoded":false,"blocks":{"Id":[{"Id":7}]}}"#
//! );
//! assert_eq!(interpreter.encode(&value)?, [0, 0, 0, 0, 9, 0, 1, 7]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | Type | JSON |
//! |---|---|
//! | `U8` to `U32`, `S8` to `S32`, `IPPORT` | a number |
//! | `U64`, `S64` | a decimal string |
//! | `F32`, `F64` | a number, or `"NaN"`, `"Infinity"`, `"-Infinity"` |
//! | vectors and `LLQuaternion` | an array of their floats on the wire, in the same form |
//! | `BOOL` | a boolean |
//! | `LLUUID`, `IPADDR` | their text |
//! | `Fixed`, `Variable` | hex digits, without the length |
//!
//! If a message lacks trailing blocks, `"missing_blocks"` has their names. `"unread"` is the number of bytes after the last block. An extra
//! header has an `"extra_layout"`: `"after_number"` or `"before_number"`. Every NaN is written as the positive quiet NaN.

mod example;
mod inspect;
mod parts;
mod read;
mod runs;
mod write;

use std::collections::HashMap;

pub use self::example::page;
use godot_var::error::EncodeErrorKind;
use godot_var::lludp::{Acks, ExtraPlace, Flags, HEADER_LEN, Options, Packet, ZeroCoding};
use godot_var::output::VecOutput;
use godot_var::{DecodeError, EncodeError};
use godot_var_codegen::names::{Path, Step, Tree, nearest};
use godot_var_schema::template::{Message, Template};
use serde_json::Value as Json;

use self::read::{Event, walk};
use self::write::{array, bytes, integer, invalid, number, put_blocks, text};
use crate::json;
use crate::lines::{Answer, answer_hex, answer_json, in_value};
use crate::message::{self, Label};

/// Fields next to the blocks.
const HEADER: [&str; 2] = ["flags", "sequence"];

/// Encodes and decodes the messages of a template.
#[derive(Clone, Debug)]
pub struct Interpreter {
    template: Template,
    by_id: HashMap<u32, usize>,
    by_name: HashMap<String, usize>,
    options: Options,
}

impl Interpreter {
    /// Makes an interpreter of a checked template with the default options.
    pub fn new(template: Template) -> Self {
        let messages = || template.messages.iter().enumerate();
        let by_id = messages().map(|(at, message)| (message.id(), at)).collect();
        let by_name = messages().map(|(at, message)| (message.name.clone(), at)).collect();
        Self { template, by_id, by_name, options: Options::DEFAULT }
    }

    /// Returns this interpreter with other options.
    #[must_use]
    pub const fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Decodes a datagram to JSON.
    ///
    /// It allocates memory in proportion to the expanded size of the datagram, which [`Options::expanded`] limits.
    ///
    /// # Errors
    /// The errors of [`Packet::read`]; unknown message numbers; messages that end inside a block, or that have no block although the
    /// template has some. Offsets before the body are in the datagram, offsets in the body are in the expanded packet.
    pub fn decode(&self, datagram: &[u8]) -> Result<Json, DecodeError> {
        self.read(datagram).map(|message| json::of_tree(&message.tree))
    }

    /// Reads a datagram.
    pub(crate) fn read(&self, datagram: &[u8]) -> Result<message::Message, DecodeError> {
        let mut scratch = vec![0; self.scratch_len(datagram)];
        let (packet, acks) = Packet::read(datagram, &self.options, &mut scratch)?;
        let Some(&at) = self.by_id.get(&packet.number.id()) else {
            return Err(packet.number.unknown(self.number_offset(packet.extra.len())));
        };
        let message = &self.template.messages[at];
        let tree = self.tree(message, &packet, acks).map_err(|error| {
            // The offset counts from the start of the packet.
            error.moved(packet.blocks_offset()).in_key(message.name.clone())
        })?;
        let (name, id) = (message.name.clone(), packet.number.to_string());
        let label = Label { name: Some(name), id: Some(id), ..Label::default() };
        Ok(message::Message { label, tree, used: datagram.len() })
    }

    /// Returns the maximum expanded size of a datagram: 256 zeros for each byte, up to the limit.
    fn scratch_len(&self, datagram: &[u8]) -> usize {
        match datagram.first() {
            Some(&flags) if Flags::from_bits(flags).contains(Flags::ZEROCODED) => {
                datagram.len().saturating_mul(256).min(self.options.expanded)
            }
            _ => 0,
        }
    }

    /// Returns the offset of the message number in the expanded packet.
    const fn number_offset(&self, extra_len: usize) -> usize {
        match self.options.extra {
            ExtraPlace::AfterNumber => HEADER_LEN,
            ExtraPlace::BeforeNumber => HEADER_LEN + extra_len,
        }
    }

    fn tree(
        &self,
        message: &Message,
        packet: &Packet<'_>,
        acks: Acks<'_>,
    ) -> Result<Tree, DecodeError> {
        type Rows = Vec<Tree>;
        let mut blocks: Vec<(String, Rows)> = Vec::new();
        let mut missing = Vec::new();
        let unread = walk(message, packet.blocks, |event| match event {
            Event::Block { block, .. } => blocks.push((block.name.clone(), Rows::new())),
            Event::Row => {
                if let Some((_, rows)) = blocks.last_mut() {
                    rows.push(Tree::Record(Vec::new()));
                }
            }
            Event::Field { field, value, .. } => {
                if let Some(Tree::Record(row)) =
                    blocks.last_mut().and_then(|(_, rows)| rows.last_mut())
                {
                    row.push((field.name.clone(), value));
                }
            }
            Event::Missing(block) => missing.push(Tree::Text(block.name.clone())),
        })?;
        let blocks = blocks.into_iter().map(|(name, rows)| (name, Tree::List(rows))).collect();
        let acks = acks.iter().map(|ack| Tree::Int(ack.into())).collect();
        let mut fields = vec![
            ("name", Tree::Text(message.name.clone())),
            ("flags", Tree::Int(packet.flags.bits().into())),
            ("sequence", Tree::Int(packet.sequence.into())),
            ("extra_hex", Tree::Bytes(packet.extra.to_vec())),
            ("acks", Tree::List(acks)),
            ("zerocoded", Tree::Bool(packet.flags.contains(Flags::ZEROCODED))),
            ("blocks", Tree::Record(blocks)),
        ];
        if !packet.extra.is_empty() {
            let layout = match self.options.extra {
                ExtraPlace::AfterNumber => "after_number",
                ExtraPlace::BeforeNumber => "before_number",
            };
            fields.push(("extra_layout", Tree::Text(layout.to_owned())));
        }
        if !missing.is_empty() {
            fields.push(("missing_blocks", Tree::List(missing)));
        }
        if unread > 0 {
            fields.push(("unread", Tree::Int(unread as i128)));
        }
        Ok(Tree::Record(fields.into_iter().map(|(name, tree)| (name.to_owned(), tree)).collect()))
    }

    /// Returns the names of all messages of the template.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.template.messages.iter().map(|message| message.name.as_str())
    }

    /// Returns what conditions ask about: the fields of the header, and the blocks.
    pub(crate) fn for_conditions(tree: &Tree) -> Tree {
        let header = HEADER.iter().map(|name| (*name).to_owned());
        let header = header.map(|name| tree.get(&name).cloned().map(|value| (name, value)));
        let mut fields: Vec<_> = header.flatten().collect();
        if let Some(Tree::Record(blocks)) = tree.get("blocks") {
            fields.extend(blocks.iter().cloned());
        }
        Tree::Record(fields)
    }

    /// Whether a message can have this path: `flags`, `sequence`, a block, or a field of a block.
    pub(crate) fn check_path(&self, path: &[Step]) -> Result<(), String> {
        let wrong = |place: usize, name: &str, known: Vec<&str>| {
            let hint = nearest(name, known).map_or_else(String::new, |name| {
                let mut meant = path.to_vec();
                meant[place] = Step::Name(name.to_owned());
                format!("; did you mean {:?}?", Path(&meant).to_string())
            });
            Err(format!("no message has a field {:?}{hint}", Path(path).to_string()))
        };
        let Some(Step::Name(first)) = path.first() else { return Ok(()) };
        let blocks = || self.template.messages.iter().flat_map(|message| &message.blocks);
        if HEADER.contains(&&**first) {
            return Ok(());
        }
        if !blocks().any(|block| block.name == *first) {
            let known = blocks().map(|block| block.name.as_str()).chain(HEADER).collect();
            return wrong(0, first, known);
        }
        let mut inner = path.iter().enumerate().skip(1);
        let Some((place, Step::Name(field))) =
            inner.find(|(_, step)| matches!(step, Step::Name(_)))
        else {
            return Ok(());
        };
        let fields = blocks().filter(|block| block.name == *first).flat_map(|block| &block.fields);
        let known: Vec<&str> = fields.map(|field| field.name.as_str()).collect();
        if known.contains(&&**field) { Ok(()) } else { wrong(place, field, known) }
    }

    /// Encodes JSON to a datagram. The body is zero-coded if the flags say so, even if that makes it longer.
    ///
    /// If the JSON does not have the form of [`decode`](Self::decode), with the path in it; [`EncodeErrorKind::TooLong`] for a zero-coded
    /// packet that expands beyond [`Options::expanded`], because `decode` would refuse it.
    pub fn encode(&self, form: &Json) -> Result<Vec<u8>, EncodeError> {
        let name = text(&form["name"]).map_err(|error| error.in_key("name"))?;
        let Some(&at) = self.by_name.get(name) else {
            return Err(
                invalid(format_args!("the template has no message {name:?}")).in_key("name")
            );
        };
        let message = &self.template.messages[at];
        let mut body = Vec::new();
        put_blocks(message, form, &mut VecOutput::new(&mut body))?;

        let flags: u8 = integer(&form["flags"]).map_err(|error| error.in_key("flags"))?;
        let flags = Flags::from_bits(flags);
        let sequence = integer(&form["sequence"]).map_err(|error| error.in_key("sequence"))?;
        let extra = match &form["extra_hex"] {
            Json::Null => Vec::new(),
            extra => bytes(extra).map_err(|error| error.in_key("extra_hex"))?,
        };
        let mut acks: Vec<u32> = Vec::new();
        if !form["acks"].is_null() {
            for (index, ack) in
                array(&form["acks"]).map_err(|error| error.in_key("acks"))?.iter().enumerate()
            {
                acks.push(integer(ack).map_err(|error| error.in_index(index).in_key("acks"))?);
            }
        }
        let mut options = self.options;
        match form["extra_layout"].as_str() {
            Some("before_number") => options.extra = ExtraPlace::BeforeNumber,
            Some("after_number") => options.extra = ExtraPlace::AfterNumber,
            _ => {}
        }
        let zero_coding =
            if flags.contains(Flags::ZEROCODED) { ZeroCoding::Always } else { ZeroCoding::Never };
        let packet =
            Packet { flags, sequence, number: number(message)?, extra: &extra, blocks: &body };
        let expanded = packet.blocks_offset() + body.len();
        if zero_coding == ZeroCoding::Always && expanded > options.expanded {
            return Err(EncodeError::new(
                EncodeErrorKind::TooLong,
                format!(
                    "a zero-coded packet that expands to {expanded} bytes; readers accept {}",
                    options.expanded
                ),
            ));
        }
        let room = (body.len() + extra.len() + 4) * 2 + acks.len() * 4 + 8;
        let mut datagram = vec![0; room];
        let len = packet.write(&acks, zero_coding, &options, &mut datagram)?;
        datagram.truncate(len);
        Ok(datagram)
    }

    /// Decodes a line of hex digits to `{"value": …, "used": N}`, or to
    /// `{"error": {"kind", "offset", "message"}}`.
    pub fn decode_line(&self, line: &[u8]) -> Answer {
        answer_hex(line, |bytes| Ok((self.decode(bytes)?, bytes.len())))
    }

    /// Encodes a line of JSON to hex digits, or to `error: …`. The line is a datagram, or an object with the key `"value"`.
    pub fn encode_line(&self, line: &[u8]) -> Answer {
        answer_json(line, |json| in_value(json, |value| self.encode(value)))
    }
}
