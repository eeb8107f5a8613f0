//! The line-by-line work of `decode` and `encode`.

use std::io::{self, BufRead, BufReader, Read, Write};

use godot_var::bridges::tagged::Tagged;
use godot_var::dialect::DialectSpec;
use godot_var::output::VecOutput;
use godot_var::{DecodeError, EncodeError, Limits, Reader, Variant};
use godot_var_codegen::names::Names;
use serde_json::{Value as Json, json};

use crate::input::{InvalidHex, parse_hex};
use crate::json::{parse, parse_form};
use crate::natural;

/// The result of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The line to print.
    pub line: String,
    /// Whether the input line could be decoded or encoded.
    pub ok: bool,
}

impl Answer {
    /// Writes the line without a line end.
    ///
    /// # Errors
    /// Errors of the output.
    pub fn write(&self, output: &mut impl Write) -> io::Result<bool> {
        output.write_all(self.line.as_bytes())?;
        Ok(self.ok)
    }
}

/// Decodes a line of hex digits to `{"value": …, "used": N}`, where `used` is the number of bytes of the value, or to `{"error": {"kind",
/// "offset", "message"}}`. Returns whether it could be decoded.
///
/// The output is written directly and not kept in memory.
///
/// # Errors
/// Errors of the output.
pub fn decode_line(
    line: &[u8],
    spec: &DialectSpec,
    limits: Limits,
    output: &mut impl Write,
) -> io::Result<bool> {
    let decoded = match parse_hex(line) {
        Ok(bytes) => decode(&bytes, spec, limits)
            .map_err(|error| error_json(error.kind().name(), error.offset(), &error.to_string())),
        Err(InvalidHex { offset, message }) => Err(error_json("InvalidHex", offset, &message)),
    };
    match &decoded {
        Ok((value, used)) => {
            output.write_all(b"{\"value\":")?;
            serde_json::to_writer(&mut *output, &Tagged::new(value, spec))?;
            write!(output, ",\"used\":{used}}}")?;
        }
        Err(error) => write!(output, "{error}")?,
    }
    Ok(decoded.is_ok())
}

pub(crate) fn error_json(kind: &str, offset: usize, message: &str) -> Json {
    json!({ "error": { "kind": kind, "offset": offset, "message": message } })
}

/// Decodes one value and returns its length in bytes. Bytes after it are not an error.
///
/// # Errors
/// The errors of [`Variant::read_in`].
pub fn decode(
    bytes: &[u8],
    spec: &DialectSpec,
    limits: Limits,
) -> Result<(Variant, usize), DecodeError> {
    let mut reader = Reader::with_limits(bytes, limits);
    let value = Variant::read_in(&mut reader, spec)?;
    Ok((value, reader.position()))
}

/// Encodes one value.
///
/// # Errors
/// The errors of [`Variant::put_in`].
pub fn encode(value: &Variant, spec: &DialectSpec) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = Vec::new();
    value.put_in(&mut VecOutput::new(&mut bytes), spec)?;
    Ok(bytes)
}

/// Encodes a line of JSON to hex digits, or to `error: …`. The line is a value, or an object with the key `"value"`, as [`decode_line`]
/// writes it.
pub fn encode_line(line: &[u8], spec: &DialectSpec) -> Answer {
    answer_json(line, |text| {
        // Drop the parsed form before writing bytes, so that only one of them is in memory.
        let value = parse_form(text)?.to_variant_at("value", spec)?;
        encode(&value, spec)
    })
}

/// Encodes a line of natural JSON, as other programs write it: see [`natural::of_value`].
pub fn encode_natural_line(line: &[u8], spec: &DialectSpec) -> Answer {
    answer_json(line, |text| {
        let value = natural::of_value(&parse(text)?, spec)?;
        encode(&value, spec)
    })
}

/// Encodes a message of a schema: see [`natural::encode`].
pub fn encode_message_line(line: &[u8], names: &Names, spec: &DialectSpec) -> Answer {
    answer_json(line, |text| natural::encode(&parse(text)?, names, spec))
}

fn answer_json(line: &[u8], encode: impl FnOnce(&str) -> Result<Vec<u8>, EncodeError>) -> Answer {
    let encoded = match std::str::from_utf8(line) {
        Ok(text) => encode(text),
        Err(error) => Err(EncodeError::custom(format_args!("not JSON: {error}"))),
    };
    match encoded {
        Ok(bytes) => Answer { line: hex::encode(bytes), ok: true },
        Err(error) => Answer { line: format!("error: {error}"), ok: false },
    }
}

/// The maximum length of a line in bytes: the hex digits of a message of 128 MiB.
pub const MAX_LINE: u64 = 1 << 28;

/// The size of the input buffer in bytes.
const BUFFER: usize = 1 << 16;

/// Answers every line with one line, so that lines can be paired. An empty line is an empty message. Returns whether all lines succeeded.
///
/// Flushes the output whenever no input is buffered, so that programs can communicate over pipes. Only one line is in memory at a time.
///
/// # Errors
/// If reading or writing fails, or a line has `max` bytes or more.
pub fn answer_lines<W: Write>(
    input: impl Read,
    output: &mut W,
    max: u64,
    mut answer: impl FnMut(&[u8], &mut W) -> io::Result<bool>,
) -> io::Result<bool> {
    let mut input = BufReader::with_capacity(BUFFER, input);
    let mut all_ok = true;
    let mut line = Vec::new();
    let mut number = 0_u64;
    loop {
        line.clear();
        number += 1;
        if input.by_ref().take(max).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.len() as u64 >= max {
            output.flush()?;
            let message = format!("line {number} has {max} characters or more");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        if line.len() > BUFFER {
            // The buffer grew by doubling and stays in memory as long as the message.
            line.shrink_to_fit();
        }
        all_ok &= answer(line.trim_ascii(), output)?;
        output.write_all(b"\n")?;
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    output.flush()?;
    Ok(all_ok)
}
