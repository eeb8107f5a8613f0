//! The line-by-line work of `decode` and `encode`.

use std::io::{self, BufRead, BufReader, Read, Write};

use godot_var::{DecodeError, EncodeError};
use serde_json::{Value as Json, json};

use crate::input::{self, InvalidHex, Notation, parse_hex, readings};
use crate::json;
pub use crate::variant::value::{decode, encode};
use crate::visible::{in_one_line, visible_json};
use crate::wire::Wire;

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

/// Decodes a line of bytes, in hex digits or another [`Notation`], to `{"value": …, "used": N}`, where `used` is the number of bytes of the message, or to `{"error": {"kind",
/// "offset", "message"}}`. A message that does not fit the schema also has a `misfit`. Returns whether it could be decoded.
///
/// # Errors
/// Errors of the output.
pub fn decode_line(line: &[u8], wire: &dyn Wire, output: &mut impl Write) -> io::Result<bool> {
    let decoded = of_hex(line, |bytes| wire.read(bytes));
    match &decoded {
        Ok(decoded) => {
            // Written directly, because the text may be many times as long as the value.
            output.write_all(b"{\"value\":")?;
            wire.write_json(decoded, output)?;
            if let Some(misfit) = &decoded.misfit {
                let why = Json::from(misfit.message.as_str());
                write!(output, ",\"misfit\":{}", visible_json(&why.to_string()))?;
            }
            write!(output, ",\"used\":{}}}", decoded.used)?;
        }
        Err(error) => output.write_all(visible_json(&error.to_string()).as_bytes())?,
    }
    Ok(decoded.is_ok())
}

/// Decodes a line in any notation: in the first that is a message, or else in the most probable one.
fn of_hex<T>(line: &[u8], decode: impl Fn(&[u8]) -> Result<T, DecodeError>) -> Result<T, Json> {
    let error = |kind: &str, offset: usize, message: &str| json!({ "error": { "kind": kind, "offset": offset, "message": message } });
    let decoded = parse_hex(line).map(|bytes| decode(&bytes)).or_else(|_| {
        let (mut first, mut all) = (None, readings(line).into_iter());
        let good = all.find_map(|(notation, bytes)| match decode(&bytes) {
            // Any word may be base64.
            Err(_) if notation == Notation::Base64 => None,
            Err(error) => {
                first.get_or_insert(error);
                None
            }
            decoded => Some(decoded),
        });
        good.or(first.map(Err)).map_or_else(|| input::parse(line).map(|it| decode(&it)), Ok)
    });
    match decoded {
        Ok(Ok(decoded)) => Ok(decoded),
        Ok(Err(wrong)) => Err(error(wrong.kind().name(), wrong.offset(), &wrong.to_string())),
        Err(InvalidHex { offset, message }) => Err(error("InvalidHex", offset, &message)),
    }
}

/// Encodes a line of JSON to hex digits, or to `error: …`. The line is a message, or an object with the key `"value"`, as [`decode_line`]
/// writes it.
pub fn encode_line(line: &[u8], wire: &dyn Wire) -> Answer {
    let encoded = match std::str::from_utf8(line) {
        Ok(text) => json::parse(text).and_then(|json| wire.encode(&json)),
        Err(error) => Err(EncodeError::custom(format_args!("not JSON: {error}"))),
    };
    match encoded {
        Ok(bytes) => Answer { line: hex::encode(bytes), ok: true },
        Err(error) => Answer { line: in_one_line(&format!("error: {error}")), ok: false },
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
