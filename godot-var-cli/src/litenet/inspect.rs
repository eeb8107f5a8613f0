//! Dumps of messages with their meaning.

use std::io::{self, Write};

use godot_var::{DecodeError, Limits};

use super::Side;
use super::read::{Decoded, Piece, read};
use crate::inspect::{ERROR, OFFSET, PLACE, TYPE, VALUE, hex_groups};

/// The number of bytes in a row of the dump.
const ROW: usize = 16;

/// Writes an annotated dump with escape codes for colors. Returns the error of the bytes, if they have one; the dump shows the bytes before
/// it and the error itself.
///
/// # Errors
/// If writing fails.
pub fn inspect(
    bytes: &[u8],
    side: Side,
    limits: Limits,
    output: &mut impl Write,
) -> io::Result<Option<DecodeError>> {
    let (decoded, done) = read(bytes, side, limits);
    let mut end = 0;
    if let Some(decoded) = &decoded {
        let Decoded { number, name, body, pieces, .. } = decoded;
        let text = format!("{TYPE}{name}{TYPE:#}, message {number}");
        rows(bytes, 0, *body, &text, output)?;
        end = *body;
        for Piece { name, start, end: piece_end, value, .. } in pieces {
            let value = shown(&value.to_string());
            let text = format!("{PLACE}{name}{PLACE:#}: {VALUE}{value}{VALUE:#}");
            rows(bytes, *start, *piece_end, &text, output)?;
            end = *piece_end;
        }
    }
    let rest = bytes.len() - end;
    if rest > 0 {
        let text = if done.is_ok() { "bytes after the message" } else { "not read" };
        rows(bytes, end, bytes.len(), &format!("{OFFSET}{text}{OFFSET:#}"), output)?;
    }
    match done {
        Ok(()) => Ok(None),
        Err(error) => {
            writeln!(output, "{ERROR}error:{ERROR:#} {error} ({})", error.kind().name())?;
            Ok(Some(error))
        }
    }
}

/// Removes control characters from JSON, which itself escapes only those below 32.
fn shown(json: &str) -> String {
    let shown = |char: char| {
        if char.is_control() { format!("\\u{:04x}", u32::from(char)) } else { char.to_string() }
    };
    json.chars().map(shown).collect()
}

/// Writes bytes in rows, with a text beside the first row.
fn rows(
    bytes: &[u8],
    start: usize,
    end: usize,
    text: &str,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut text = Some(text);
    let mut offset = start;
    let part = bytes.get(start..end).unwrap_or_default();
    // A field without bytes, such as an empty rest, gets a row, too.
    let empty: [&[u8]; 1] = [&[]];
    let chunks = part.chunks(ROW).chain(empty.into_iter().filter(|_| part.is_empty()));
    for chunk in chunks {
        let hex = hex_groups(chunk);
        match text.take() {
            Some(text) => writeln!(output, "{OFFSET}{offset:08x}{OFFSET:#}  {hex:37}{text}")?,
            None => writeln!(output, "{OFFSET}{offset:08x}{OFFSET:#}  {hex}")?,
        }
        offset += chunk.len();
    }
    Ok(())
}
