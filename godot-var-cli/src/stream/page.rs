//! Messages for the page of the inspector: one JSON object a line.
//!
//! | Key of a line | What |
//! |---|---|
//! | `choices` | at first, from the command: the wires, the types of the schema, and what options and settings choose |
//! | `message` | a message: `line` as [`line`](super::line()) writes it, `fault` if it is broken, its `size` and `bytes` (`cut` if they are not all), its `dump` (`rest` lines were left out), the place of its error in the bytes if the dump does not show it (`at`), and its `json` |
//! | `note` | what is told in place of a message |
//! | `end` | at the end: how many messages were `shown` and `hidden`, how many of them are `broken`, how many are not among the lines (`rest`), the `counts` of a capture, and the `summary` |

use std::io::{self, Write};

use godot_var::DecodeError;
use serde_json::{Value as Json, json};

use super::line::{self, Line, Shown};
use super::report::{self, First};
use super::{Message, Options, Outcome, Tree};
use crate::wire::{Decoded, Wire};

/// A browser becomes slow with more lines. The others are counted.
const MOST_LINES: usize = 5000;
/// The most bytes of all lines.
const MOST_BYTES: usize = 48 << 20;
/// The most bytes of one message, and of its JSON.
const LONGEST: usize = 1 << 20;
/// The most lines of a dump, and its most bytes.
const LONGEST_DUMP: (usize, usize) = (2000, 4 << 20);
/// The most columns of a message's line.
const WIDEST: usize = 1000;

/// What was written so far.
#[derive(Debug, Default)]
pub(super) struct Page {
    lines: usize,
    bytes: usize,
    /// How many messages were not written.
    rest: u64,
    /// How many messages are broken.
    broken: u64,
}

impl Page {
    pub(super) fn write(&mut self, line: &Json, output: &mut impl Write) -> io::Result<()> {
        let text = line.to_string();
        self.lines += 1;
        self.bytes += text.len();
        writeln!(output, "{text}")
    }

    const fn is_full(&self) -> bool {
        self.lines >= MOST_LINES || self.bytes >= MOST_BYTES
    }

    pub(super) fn note(&mut self, text: &[u8], output: &mut impl Write) -> io::Result<()> {
        if text.is_empty() || self.is_full() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(text);
        self.write(&json!({ "note": text.trim_end() }), output)
    }

    /// Counts a message. Returns whether it is written, too.
    pub(super) const fn has_room(&mut self, is_broken: bool) -> bool {
        if is_broken {
            self.broken += 1;
        }
        if self.is_full() {
            self.rest += 1;
            return false;
        }
        true
    }

    pub(super) fn end(
        &self,
        outcome: &Outcome,
        options: &Options,
        is_capture: bool,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let Outcome { shown, hidden, summary, .. } = outcome;
        let line = json!({ "end": {
            "shown": shown,
            "hidden": hidden,
            "broken": self.broken,
            "rest": self.rest,
            "counts": is_capture.then(|| outcome.counts(options, true)),
            "summary": summary.to_json(),
        }});
        writeln!(output, "{line}")
    }
}

/// Returns the line of a message, and the error of its dump.
pub(super) fn record(
    message: &Message<'_>,
    wire: &dyn Wire,
    decoded: Result<&Decoded, &DecodeError>,
    likely: Option<&(String, Tree)>,
    options: &Options,
    first: &mut First,
) -> io::Result<(Json, Option<DecodeError>)> {
    let start = report::start_of_line(message, first);
    let payload = message.payload();
    let line = Line { start: &start, bytes: payload, width: Some(WIDEST), hide: &[] };
    let shown = line::of(wire, decoded, line);
    let (text, fault) = shown.map_or_else(Default::default, |Shown { text, fault }| (text, fault));
    let mut dump = Head::default();
    let error = report::dump(message, wire, decoded, likely, options, first, &mut dump)?;
    let members = match decoded {
        Ok(decoded) => report::members(wire, decoded, options.lossless),
        Err(error) => report::members_of_error(error, likely),
    };
    let mut json = serde_json::to_string_pretty(&members)?;
    if json.len() > LONGEST {
        let end = (0..LONGEST).rev().find(|end| json.is_char_boundary(*end));
        json.truncate(end.unwrap_or_default());
        json.push('…');
    }
    let before = message.bytes.len() - payload.len();
    let at = wire.place(payload, decoded).map(|at| at + before);
    let bytes = message.bytes.get(..LONGEST).unwrap_or(message.bytes);
    let record = json!({ "message": {
        "line": text,
        "fault": fault.or_else(|| error.as_ref().map(DecodeError::to_string)),
        "at": at,
        "size": payload.len(),
        "bytes": hex::encode(bytes),
        "cut": bytes.len() < message.bytes.len(),
        "dump": String::from_utf8_lossy(&dump.text),
        "rest": dump.rest,
        "json": json,
    }});
    Ok((record, error))
}

/// The first lines of a dump, and the number of the others.
#[derive(Default)]
struct Head {
    text: Vec<u8>,
    lines: usize,
    rest: usize,
    /// Whether bytes continue a line.
    is_open: bool,
}

impl Write for Head {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (lines, len) = LONGEST_DUMP;
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            if !self.is_open && (self.rest > 0 || self.lines == lines || self.text.len() > len) {
                self.rest += 1;
            } else if !self.is_open {
                self.lines += 1;
            }
            if self.rest == 0 {
                self.text.extend_from_slice(part);
            }
            self.is_open = !part.ends_with(b"\n");
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
