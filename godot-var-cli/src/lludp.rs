//! LLUDP datagrams to JSON and back, by a message template that is read at run time.
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
//! | vectors and `LLQuaternion` | an array of such floats, as many as the wire has |
//! | `BOOL` | a boolean |
//! | `LLUUID`, `IPADDR` | their text |
//! | `Fixed`, `Variable` | hex digits, without the length |
//!
//! A message that lacks trailing blocks has their names in `"missing_blocks"`, bytes behind the
//! last block are counted in `"unread"`, and an extra header comes with its `"extra_layout"`:
//! `"after_number"` or `"before_number"`. A NaN is written as the quiet one without a sign.

use std::collections::HashMap;
use std::net::Ipv4Addr;

use godot_var::lludp::{
    Acks, ExtraPlace, Field as Wire, Flags, Frequency, MessageNumber, Options, Packet, Port, Uuid,
    Variable1, Variable2, ZeroCoding,
};
use godot_var::{DecodeError, EncodeError, EncodeErrorKind, Output, Reader, VecOutput};
use godot_var_schema::template::{self, Block, Field, FieldType, Message, Quantity, Template};
use serde_json::{Map, Value as Json, json};

use crate::input::{InvalidHex, parse_hex};
use crate::lines::{Answer, error_json};

/// Reads and writes the messages of a template.
#[derive(Clone, Debug)]
pub struct Interpreter {
    template: Template,
    by_id: HashMap<u32, usize>,
    by_name: HashMap<String, usize>,
    options: Options,
}

impl Interpreter {
    /// An interpreter of a checked template, with the default options.
    pub fn new(template: Template) -> Self {
        let messages = || template.messages.iter().enumerate();
        let by_id = messages().map(|(at, message)| (message.id(), at)).collect();
        let by_name = messages().map(|(at, message)| (message.name.clone(), at)).collect();
        Self { template, by_id, by_name, options: Options::DEFAULT }
    }

    /// The same with other options.
    #[must_use]
    pub const fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// The picture of a datagram.
    ///
    /// # Errors
    /// As [`Packet::read`]; for unknown message numbers; for messages that end inside a block, or that
    /// have no block at all where the template has some.
    pub fn decode(&self, datagram: &[u8]) -> Result<Json, DecodeError> {
        let mut scratch = vec![0; self.scratch_len(datagram)];
        let (packet, acks) = Packet::read(datagram, &self.options, &mut scratch)?;
        let offset = packet.blocks_offset();
        let Some(&at) = self.by_id.get(&packet.number.id()) else {
            return Err(packet
                .number
                .unknown(offset - packet.extra.len() - packet.number.encoded_len()));
        };
        let message = &self.template.messages[at];
        self.message_json(message, &packet, acks).map_err(|error| {
            // Counted from the start of the packet.
            let mut moved = DecodeError::new(
                error.kind(),
                error.offset() + offset,
                error.expected().to_owned(),
                error.found().to_owned(),
            );
            let segments: Vec<_> = error.path().segments().cloned().collect();
            for segment in segments.into_iter().rev() {
                moved = match segment {
                    godot_var::PathSegment::Key(key) => moved.in_key(key),
                    godot_var::PathSegment::Index(index) => moved.in_index(index),
                };
            }
            moved.in_key(message.name.clone())
        })
    }

    /// Room for what a datagram can expand to: 256 zeros a byte, within the cap.
    fn scratch_len(&self, datagram: &[u8]) -> usize {
        match datagram.first() {
            Some(&flags) if Flags::from_bits(flags).contains(Flags::ZEROCODED) => {
                datagram.len().saturating_mul(256).min(self.options.expanded)
            }
            _ => 0,
        }
    }

    fn message_json(
        &self,
        message: &Message,
        packet: &Packet<'_>,
        acks: Acks<'_>,
    ) -> Result<Json, DecodeError> {
        let mut reader = Reader::new(packet.blocks);
        let mut blocks = Map::new();
        let mut missing = Vec::new();
        for block in &message.blocks {
            if reader.remaining() == 0 && !blocks.is_empty() {
                missing.push(Json::from(block.name.as_str()));
                continue;
            }
            let rows =
                block_json(block, &mut reader).map_err(|error| error.in_key(block.name.clone()))?;
            blocks.insert(block.name.clone(), rows);
        }
        let mut form = json!({
            "name": message.name,
            "flags": packet.flags.bits(),
            "sequence": packet.sequence,
            "extra_hex": hex::encode(packet.extra),
            "acks": acks.iter().collect::<Vec<_>>(),
            "zerocoded": packet.flags.contains(Flags::ZEROCODED),
            "blocks": blocks,
        });
        if !packet.extra.is_empty() {
            form["extra_layout"] = match self.options.extra {
                ExtraPlace::AfterNumber => "after_number".into(),
                ExtraPlace::BeforeNumber => "before_number".into(),
            };
        }
        if !missing.is_empty() {
            form["missing_blocks"] = Json::Array(missing);
        }
        if reader.remaining() > 0 {
            form["unread"] = reader.remaining().into();
        }
        Ok(form)
    }

    /// The datagram of a picture. The body is zero-coded if the flags say so, even if it grows.
    ///
    /// # Errors
    /// When the picture is not what [`decode`](Self::decode) gives, with the path in it.
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
        let room = (body.len() + extra.len() + 4) * 2 + acks.len() * 4 + 8;
        let mut datagram = vec![0; room];
        let len = packet.write(&acks, zero_coding, &options, &mut datagram)?;
        datagram.truncate(len);
        Ok(datagram)
    }

    /// Decodes a line of hex digits to `{"value": …, "used": N}`, or to
    /// `{"error": {"kind", "offset", "message"}}`.
    pub fn decode_line(&self, line: &[u8]) -> Answer {
        let decoded = match parse_hex(line) {
            Ok(bytes) => self.decode(&bytes).map(|value| (value, bytes.len())).map_err(|error| {
                error_json(error.kind().name(), error.offset(), &error.to_string())
            }),
            Err(InvalidHex { offset, message }) => Err(error_json("InvalidHex", offset, &message)),
        };
        match decoded {
            Ok((value, used)) => {
                Answer { line: json!({ "value": value, "used": used }).to_string(), ok: true }
            }
            Err(error) => Answer { line: error.to_string(), ok: false },
        }
    }

    /// Encodes a line of JSON to hex digits, or to `error: …`. The line is a picture, or an object
    /// with the key `"value"`.
    pub fn encode_line(&self, line: &[u8]) -> Answer {
        let form = match serde_json::from_slice::<Json>(line) {
            Ok(form) => form,
            Err(error) => return Answer { line: format!("error: not JSON: {error}"), ok: false },
        };
        let encoded = match form.get("value") {
            Some(value) => self.encode(value).map_err(|error| error.in_key("value")),
            None => self.encode(&form),
        };
        match encoded {
            Ok(bytes) => Answer { line: hex::encode(bytes), ok: true },
            Err(error) => Answer { line: format!("error: {error}"), ok: false },
        }
    }
}

fn put_blocks(message: &Message, form: &Json, out: &mut impl Output) -> Result<(), EncodeError> {
    let blocks = &form["blocks"];
    if let Some(map) = blocks.as_object() {
        for key in map.keys() {
            if !message.blocks.iter().any(|block| block.name == *key) {
                return Err(
                    invalid(format_args!("{} has no block {key:?}", message.name)).in_key("blocks")
                );
            }
        }
    }
    let is_missing = |block: &Block| {
        let mut names = form["missing_blocks"].as_array().into_iter().flatten();
        names.any(|name| name == block.name.as_str()) && blocks[&block.name].is_null()
    };
    // Only blocks at the end can be left out, and never the first.
    let kept = message.blocks.iter().rposition(|block| !is_missing(block));
    let kept = kept.map_or(message.blocks.len().min(1), |last| last + 1);
    for block in message.blocks.iter().take(kept) {
        put_block(block, &blocks[&block.name], out)
            .map_err(|error| error.in_key(block.name.clone()).in_key("blocks"))?;
    }
    Ok(())
}

fn number(message: &Message) -> Result<MessageNumber, EncodeError> {
    let frequency = match message.frequency {
        template::Frequency::High => Frequency::High,
        template::Frequency::Medium => Frequency::Medium,
        template::Frequency::Low => Frequency::Low,
        template::Frequency::Fixed => Frequency::Fixed,
    };
    MessageNumber::new(frequency, message.number)
        .ok_or_else(|| invalid(format_args!("no number of its frequency: {}", message.number)))
}

fn block_json(block: &Block, reader: &mut Reader<'_>) -> Result<Json, DecodeError> {
    let count = match block.quantity {
        Quantity::Single => 1,
        Quantity::Multiple(count) => count,
        Quantity::Variable => u8::read(reader)?,
    };
    let mut rows = Vec::new();
    for index in 0..usize::from(count) {
        let mut row = Map::new();
        for field in &block.fields {
            let value = field_json(field.field_type, reader)
                .map_err(|error| error.in_key(field.name.clone()).in_index(index))?;
            row.insert(field.name.clone(), value);
        }
        rows.push(Json::Object(row));
    }
    Ok(Json::Array(rows))
}

fn field_json(field_type: FieldType, reader: &mut Reader<'_>) -> Result<Json, DecodeError> {
    Ok(match field_type {
        FieldType::U8 => u8::read(reader)?.into(),
        FieldType::U16 => u16::read(reader)?.into(),
        FieldType::U32 => u32::read(reader)?.into(),
        FieldType::U64 => u64::read(reader)?.to_string().into(),
        FieldType::S8 => i8::read(reader)?.into(),
        FieldType::S16 => i16::read(reader)?.into(),
        FieldType::S32 => i32::read(reader)?.into(),
        FieldType::S64 => i64::read(reader)?.to_string().into(),
        FieldType::F32 => float(f32::read(reader)?.into()),
        FieldType::F64 => float(f64::read(reader)?),
        FieldType::Vector3 | FieldType::Quaternion => singles::<3>(reader)?,
        FieldType::Vector4 => singles::<4>(reader)?,
        FieldType::Vector3d => {
            let mut parts = Vec::new();
            for _ in 0..3 {
                parts.push(float(f64::read(reader)?));
            }
            parts.into()
        }
        FieldType::Uuid => Uuid::read(reader)?.to_string().into(),
        FieldType::Bool => bool::read(reader)?.into(),
        FieldType::IpAddr => Ipv4Addr::read(reader)?.to_string().into(),
        FieldType::IpPort => Port::read(reader)?.0.into(),
        FieldType::Fixed(len) => hex::encode(reader.take(len.into(), "Fixed bytes")?).into(),
        FieldType::Variable(1) => hex::encode(Variable1::read(reader)?.0).into(),
        FieldType::Variable(_) => hex::encode(Variable2::read(reader)?.0).into(),
    })
}

fn singles<const N: usize>(reader: &mut Reader<'_>) -> Result<Json, DecodeError> {
    let mut parts = Vec::new();
    for _ in 0..N {
        parts.push(float(f32::read(reader)?.into()));
    }
    Ok(parts.into())
}

fn float(number: f64) -> Json {
    if number.is_nan() {
        "NaN".into()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity".into() } else { "-Infinity".into() }
    } else {
        number.into()
    }
}

fn put_block(block: &Block, form: &Json, out: &mut impl Output) -> Result<(), EncodeError> {
    let rows = array(form)?;
    match block.quantity {
        Quantity::Variable => match u8::try_from(rows.len()) {
            Ok(count) => count.put(out)?,
            Err(_) => {
                return Err(EncodeError::new(
                    EncodeErrorKind::TooLong,
                    format!("{} repeats, where a block has at most 255", rows.len()),
                ));
            }
        },
        Quantity::Single => expect_rows(rows, 1)?,
        Quantity::Multiple(count) => expect_rows(rows, count.into())?,
    }
    for (index, row) in rows.iter().enumerate() {
        put_row(block, row, out).map_err(|error| error.in_index(index))?;
    }
    Ok(())
}

fn expect_rows(rows: &[Json], expected: usize) -> Result<(), EncodeError> {
    if rows.len() == expected {
        return Ok(());
    }
    Err(invalid(format_args!("{} repeats, where the block has {expected}", rows.len())))
}

fn put_row(block: &Block, row: &Json, out: &mut impl Output) -> Result<(), EncodeError> {
    let Some(map) = row.as_object() else { return Err(expected("an object", row)) };
    for key in map.keys() {
        if !block.fields.iter().any(|field| field.name == *key) {
            return Err(invalid(format_args!("the block has no field {key:?}")));
        }
    }
    for Field { name, field_type, .. } in &block.fields {
        put_field(*field_type, &row[name], out).map_err(|error| error.in_key(name.clone()))?;
    }
    Ok(())
}

fn put_field(field_type: FieldType, form: &Json, out: &mut impl Output) -> Result<(), EncodeError> {
    match field_type {
        FieldType::U8 => integer::<u8>(form)?.put(out),
        FieldType::U16 => integer::<u16>(form)?.put(out),
        FieldType::U32 => integer::<u32>(form)?.put(out),
        FieldType::U64 => integer::<u64>(form)?.put(out),
        FieldType::S8 => integer::<i8>(form)?.put(out),
        FieldType::S16 => integer::<i16>(form)?.put(out),
        FieldType::S32 => integer::<i32>(form)?.put(out),
        FieldType::S64 => integer::<i64>(form)?.put(out),
        FieldType::F32 => put_single(form, out),
        FieldType::F64 => put_double(form, out),
        FieldType::Vector3 | FieldType::Quaternion => parts::<_, 3>(form, out, put_single),
        FieldType::Vector4 => parts::<_, 4>(form, out, put_single),
        FieldType::Vector3d => parts::<_, 3>(form, out, put_double),
        FieldType::Uuid => match text(form)?.parse::<Uuid>() {
            Ok(id) => id.put(out),
            Err(_) => Err(expected("a UUID", form)),
        },
        FieldType::Bool => form.as_bool().ok_or_else(|| expected("a boolean", form))?.put(out),
        FieldType::IpAddr => match text(form)?.parse::<Ipv4Addr>() {
            Ok(address) => address.put(out),
            Err(_) => Err(expected("an IPv4 address", form)),
        },
        FieldType::IpPort => Port(integer(form)?).put(out),
        FieldType::Fixed(len) => {
            let bytes = bytes(form)?;
            if bytes.len() != usize::from(len) {
                return Err(invalid(format_args!(
                    "{} bytes, where the field has {len}",
                    bytes.len()
                )));
            }
            out.put_bytes(&bytes);
            Ok(())
        }
        FieldType::Variable(1) => Variable1(&bytes(form)?).put(out),
        FieldType::Variable(_) => Variable2(&bytes(form)?).put(out),
    }
}

fn put_single(form: &Json, out: &mut impl Output) -> Result<(), EncodeError> {
    (number_of(form)? as f32).put(out)
}

fn put_double(form: &Json, out: &mut impl Output) -> Result<(), EncodeError> {
    number_of(form)?.put(out)
}

fn parts<O: Output, const N: usize>(
    form: &Json,
    out: &mut O,
    put: fn(&Json, &mut O) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    let parts = array(form)?;
    if parts.len() != N {
        return Err(invalid(format_args!("{} components, where the type has {N}", parts.len())));
    }
    for (index, part) in parts.iter().enumerate() {
        put(part, out).map_err(|error| error.in_index(index))?;
    }
    Ok(())
}

fn number_of(form: &Json) -> Result<f64, EncodeError> {
    match form.as_str() {
        Some("NaN") => Ok(f64::NAN),
        Some("Infinity") => Ok(f64::INFINITY),
        Some("-Infinity") => Ok(f64::NEG_INFINITY),
        _ => form.as_f64().ok_or_else(|| expected("a number", form)),
    }
}

/// A number, or the decimal text of one.
fn integer<T: std::str::FromStr>(form: &Json) -> Result<T, EncodeError> {
    let digits = match form {
        Json::Number(number) => number.to_string(),
        Json::String(text) => text.clone(),
        _ => return Err(expected("an integer", form)),
    };
    digits.parse().map_err(|_| {
        EncodeError::new(
            EncodeErrorKind::OutOfRange,
            format!("expected an integer in the range of its type, found {form}"),
        )
    })
}

fn text(form: &Json) -> Result<&str, EncodeError> {
    form.as_str().ok_or_else(|| expected("a text", form))
}

fn array(form: &Json) -> Result<&[Json], EncodeError> {
    form.as_array().map(Vec::as_slice).ok_or_else(|| expected("an array", form))
}

fn bytes(form: &Json) -> Result<Vec<u8>, EncodeError> {
    hex::decode(text(form)?).map_err(|_| expected("hex digits", form))
}

fn expected(what: &str, form: &Json) -> EncodeError {
    if form.is_null() {
        return invalid(format_args!("expected {what}, but it is missing"));
    }
    let mut found = form.to_string();
    if found.len() > 60 {
        found = found.chars().take(60).chain("…".chars()).collect();
    }
    invalid(format_args!("expected {what}, found {found}"))
}

fn invalid(message: std::fmt::Arguments<'_>) -> EncodeError {
    EncodeError::custom(message)
}
