//! Converts LLUDP datagrams to JSON and back, with a message template that is read at run time.
//!
//! ```
//! use godot_var_cli::{Wire, lludp::Interpreter};
//!
//! let template = "version 2.0 { Ping High 1 NotTrusted Unencoded { Id Single { Id U8 } } }";
//! let template = godot_var_schema::template::parse(template).expect("a valid template");
//! let interpreter = Interpreter::new(template);
//! let value = interpreter.decode(&[0, 0, 0, 0, 9, 0, 1, 7])?;
//! assert_eq!(
//!     value.to_string(),
//!     r#"{"message":"Ping","flags":0,"sequence":9,"extra_hex":"","acks":[],"zerocoded":false,"fields":{"Id":[{"Id":7}]}}"#
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
//! | vectors and `LLQuaternion` | an object of their floats on the wire: `{"x": 1.0, "y": 0.0, "z": 0.5}` |
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
use std::io::{self, Write};

pub use self::example::page;
use godot_var::error::EncodeErrorKind;
use godot_var::lludp::{Acks, ExtraPlace, Flags, HEADER_LEN, Options, Packet, ZeroCoding};
use godot_var::output::VecOutput;
use godot_var::{DecodeError, EncodeError};
use godot_var_codegen::names::{Step, Tree};
use godot_var_schema::template::{Message, Template};
use serde_json::{Map, Value as Json};

use self::read::{Event, walk};
use self::write::{array, bytes, integer, invalid, number, put_blocks, text};
use crate::json;
use crate::message::Label;
use crate::wire::{Compared, Decoded, Wire, in_value, members, no_path};

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

    /// Returns the fields that conditions ask about, which are those of [`HEADER`] and the blocks, and the other parts of the JSON.
    fn trees(
        &self,
        message: &Message,
        packet: &Packet<'_>,
        acks: Acks<'_>,
    ) -> Result<[Tree; 2], DecodeError> {
        let header = [packet.flags.bits().into(), packet.sequence.into()].map(Tree::Int);
        let mut fields: Vec<(String, Tree)> =
            HEADER.map(str::to_owned).into_iter().zip(header).collect();
        let mut missing = Vec::new();
        let unread = walk(message, packet.blocks, |event| match event {
            Event::Block { block, .. } => {
                fields.push((block.name.clone(), Tree::List(Vec::new())));
            }
            Event::Row => {
                if let Some((_, Tree::List(rows))) = fields.last_mut() {
                    rows.push(Tree::Record(Vec::new()));
                }
            }
            Event::Field { field, value, .. } => {
                if let Some((_, Tree::List(rows))) = fields.last_mut()
                    && let Some(Tree::Record(row)) = rows.last_mut()
                {
                    row.push((field.name.clone(), value));
                }
            }
            Event::Missing(block) => missing.push(Tree::Text(block.name.clone())),
        })?;
        let acks = acks.iter().map(|ack| Tree::Int(ack.into())).collect();
        let mut others = vec![
            ("extra_hex", Tree::Bytes(packet.extra.to_vec())),
            ("acks", Tree::List(acks)),
            ("zerocoded", Tree::Bool(packet.flags.contains(Flags::ZEROCODED))),
        ];
        if !packet.extra.is_empty() {
            let layout = match self.options.extra {
                ExtraPlace::AfterNumber => "after_number",
                ExtraPlace::BeforeNumber => "before_number",
            };
            others.push(("extra_layout", Tree::Text(layout.to_owned())));
        }
        if !missing.is_empty() {
            others.push(("missing_blocks", Tree::List(missing)));
        }
        if unread > 0 {
            others.push(("unread", Tree::Int(unread as i128)));
        }
        let others = others.into_iter().map(|(name, tree)| (name.to_owned(), tree)).collect();
        Ok([fields, others].map(Tree::Record))
    }

    fn encode_datagram(&self, form: &Json) -> Result<Vec<u8>, EncodeError> {
        // Versions before 0.2 called them `name` and `blocks`.
        let key = |new, old| if form.get(old).is_some() { old } else { new };
        let (key, blocks) = (key("message", "name"), key("fields", "blocks"));
        let name = text(&form[key]).map_err(|error| error.in_key(key))?;
        let Some(&at) = self.by_name.get(name) else {
            return Err(invalid(format_args!("the template has no message {name:?}")).in_key(key));
        };
        let message = &self.template.messages[at];
        let mut body = Vec::new();
        put_blocks(message, form, blocks, &mut VecOutput::new(&mut body))?;

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
}

impl Wire for Interpreter {
    /// Offsets of errors before the body are in the datagram, those in the body are in the expanded packet. An unknown number, a message that
    /// ends inside a block, and one without blocks although the template has some are errors.
    ///
    /// It allocates memory in proportion to the expanded size of the datagram, which [`Options::expanded`] limits.
    fn read(&self, datagram: &[u8]) -> Result<Decoded, DecodeError> {
        let mut scratch = vec![0; self.scratch_len(datagram)];
        let (packet, acks) = Packet::read(datagram, &self.options, &mut scratch)?;
        let Some(&at) = self.by_id.get(&packet.number.id()) else {
            return Err(packet.number.unknown(self.number_offset(packet.extra.len())));
        };
        let message = &self.template.messages[at];
        let [fields, form] = self.trees(message, &packet, acks).map_err(|error| {
            // The offset counts from the start of the packet.
            error.moved(packet.blocks_offset()).in_key(message.name.clone())
        })?;
        let (name, id) = (Some(message.name.clone()), Some(packet.number.to_string()));
        let label = Label { name, id, ..Label::default() };
        Ok(Decoded { form, ..Decoded::new(label, fields, datagram.len()) })
    }

    /// The body is zero-coded if the flags say so, even if that makes it longer. A zero-coded packet that expands beyond
    /// [`Options::expanded`] is an error, because readers would refuse it.
    fn encode(&self, json: &Json) -> Result<Vec<u8>, EncodeError> {
        in_value(json, |form| self.encode_datagram(form))
    }

    /// Writes a dump such as this one:
    ///
    /// ```text
    /// raw       expanded
    /// 00000000  00000000  80                                   flags: ZEROCODED
    /// 00000001  00000001  0000000c                             sequence number: 12
    /// 00000005  00000005  00                                   extra header: 0 bytes
    /// 00000006  00000006                                       body: 4 bytes, zero-coded, expands to 6
    /// 00000006  00000006  01                                   StartPingCheck, High 1, NotTrusted, Unencoded
    /// 00000007  00000007                                       PingID: Single
    /// 00000007  00000007  07                                     PingID: U8, 7
    /// 00000008  00000008  0004                                   zero-code run: 4 zeros
    /// 00000008  00000008  00000000                               OldestUnacked: U32, 0
    /// ```
    ///
    /// Each row of a packet without zero-coding has one offset. Each row of a zero-coded packet has two: `raw` is an offset in the datagram,
    /// `expanded` one in the packet after its body is expanded. Rows contain expanded bytes. A run is in a row of its own, before the row in
    /// which its zeros begin. For a zero, `raw` is the start of its run.
    fn inspect(
        &self,
        datagram: &[u8],
        full: bool,
        output: &mut dyn Write,
    ) -> io::Result<Option<DecodeError>> {
        inspect::inspect(self, datagram, full, output)
    }

    fn messages(&self) -> (Vec<String>, &'static str) {
        let names = self.template.messages.iter().map(|message| message.name.clone());
        (names.collect(), "the template has no message")
    }

    /// Numbers have their frequency: `Low 5`.
    fn is_number(&self, word: &str) -> bool {
        let mut words = word.split(' ');
        matches!(words.next(), Some("High" | "Medium" | "Low" | "Fixed")) && words.next().is_some()
    }

    /// Paths begin with `flags`, `sequence` or a block, and continue with a field of it.
    fn check_path(&self, path: &[Step], _compared: Compared<'_>) -> Result<(), String> {
        let Some(Step::Name(first)) = path.first() else { return Ok(()) };
        let blocks = || self.template.messages.iter().flat_map(|message| &message.blocks);
        if HEADER.contains(&&**first) {
            return Ok(());
        }
        let of_name: Vec<_> = blocks().filter(|block| block.name == *first).collect();
        if of_name.is_empty() {
            let known: Vec<&str> = blocks().map(|block| &*block.name).chain(HEADER).collect();
            return Err(no_path(path, 0, &known));
        }
        let is_name = |step: &Step| matches!(step, Step::Name(_));
        let Some(place) = path.iter().skip(1).position(is_name).map(|at| at + 1) else {
            return Ok(());
        };
        let fields = of_name.iter().flat_map(|block| &block.fields);
        let known: Vec<&str> = fields.map(|field| &*field.name).collect();
        match &path[place] {
            Step::Name(field) if !known.contains(&&**field) => Err(no_path(path, place, &known)),
            _ => Ok(()),
        }
    }

    /// The header and the acks are next to the name and the blocks.
    fn json(&self, decoded: &Decoded) -> Json {
        let mut json = members([("message", decoded.label.name.clone().into())]);
        json.extend(self.content(decoded, false));
        json.into()
    }

    fn content(&self, decoded: &Decoded, lossless: bool) -> Map<String, Json> {
        if lossless {
            return members([("value", self.json(decoded))]);
        }
        let (Tree::Record(fields), Tree::Record(others)) = (&decoded.tree, &decoded.form) else {
            return Map::new();
        };
        let (header, blocks) = fields.split_at(HEADER.len());
        let of_tree = |(name, tree): &(String, Tree)| (name.clone(), json::of_tree(tree));
        let mut content: Map<_, _> = header.iter().chain(others).map(of_tree).collect();
        content.insert("fields".to_owned(), blocks.iter().map(of_tree).collect());
        content
    }

    /// The dump has a caret under the byte.
    fn place(&self, _bytes: &[u8], _decoded: Result<&Decoded, &DecodeError>) -> Option<usize> {
        None
    }
}
