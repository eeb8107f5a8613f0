//! What the wires share about a message: its name, and the meaning of its bytes.

use std::fmt;
use std::io::{self, Write};

use godot_var::DecodeError;
use serde_json::Value as Json;

use crate::inspect::{ERROR, OFFSET, ROW, SHORT_ROWS, hex_groups};

/// The name of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// The name, if the wire or a schema has one.
    pub name: Option<String>,
    /// The number, in the form of the wire.
    pub id: Option<String>,
    /// The type of a Variant.
    pub kind: Option<&'static str>,
    /// The names of other types of the schema that fit as well.
    pub others: Vec<String>,
}

impl Label {
    /// Whether `--message` with this word selects such messages: by name, where a variant of `Type::Variant` is enough; by number; by type
    /// if there is neither.
    pub fn is(&self, word: &str) -> bool {
        self.name.iter().chain(&self.others).any(|name| Self::is_name(name, word))
            || self.id.as_deref() == Some(word)
            || self.name.is_none() && self.id.is_none() && self.kind == Some(word)
    }

    /// Whether a word is a name, or the last part of one.
    pub(crate) fn is_name(name: &str, word: &str) -> bool {
        name == word || Self::last(name) == word
    }

    /// Returns the last part of a name: `Say` of `ToServer::Say`.
    pub(crate) fn last(name: &str) -> &str {
        name.rsplit("::").next().unwrap_or_default()
    }

    /// Returns the name, or each of those that fit, without the modules and enums that contain them.
    pub(crate) fn short(&self) -> String {
        let mut names = vec![Self::last(self.first())];
        for other in &self.others {
            let other = Self::last(other);
            if !names.contains(&other) {
                names.push(other);
            }
        }
        names.join(" or ")
    }

    fn first(&self) -> &str {
        self.name.as_deref().or(self.id.as_deref()).or(self.kind).unwrap_or("?")
    }

    /// Converts to JSON: the name, or the number of a message without one.
    pub(crate) fn to_json(&self) -> Json {
        match (&self.name, &self.id) {
            (Some(name), _) => name.as_str().into(),
            (None, Some(id)) => id.parse::<i64>().map_or_else(|_| id.as_str().into(), Json::from),
            (None, None) => Json::Null,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.first())?;
        self.others.iter().try_for_each(|name| write!(f, " or {name}"))
    }
}

/// The bytes up to `end`, and their meaning with escape codes for colors.
struct Part {
    end: usize,
    indent: usize,
    text: String,
}

/// The meaning of a message's bytes, part after part. If nobody asks for it, nothing is kept.
#[derive(Default)]
pub(crate) struct Parts(Option<Vec<Part>>);

impl Parts {
    /// Makes parts that are kept.
    pub(crate) const fn wanted() -> Self {
        Self(Some(Vec::new()))
    }

    pub(crate) const fn is_wanted(&self) -> bool {
        self.0.is_some()
    }

    /// Returns the end of the last part.
    pub(crate) fn end(&self) -> usize {
        self.0.as_ref().and_then(|parts| parts.last()).map_or(0, |part| part.end)
    }

    /// Adds the bytes from the last part to `end`.
    pub(crate) fn add(&mut self, end: usize, indent: usize, text: impl FnOnce() -> String) {
        if let Some(parts) = &mut self.0 {
            parts.push(Part { end, indent, text: text() });
        }
    }

    /// Writes a dump of the bytes; `what` names the message for bytes after it.
    pub(crate) fn write(
        self,
        bytes: &[u8],
        full: bool,
        what: &str,
        error: Option<&DecodeError>,
        output: &mut (impl Write + ?Sized),
    ) -> io::Result<()> {
        let (mut start, mut last_indent) = (0, 0);
        for Part { end, indent, text } in self.0.unwrap_or_default() {
            write_rows(bytes, start..end, indent, &text, full, output)?;
            (start, last_indent) = (end, indent);
        }
        if start < bytes.len() {
            let text = match error {
                None => format!("{OFFSET}bytes after the {what}{OFFSET:#}"),
                Some(_) => format!("{OFFSET}not read{OFFSET:#}"),
            };
            write_rows(bytes, start..bytes.len(), last_indent, &text, full, output)?;
        }
        match error {
            None => Ok(()),
            Some(error) => {
                writeln!(output, "{ERROR}error:{ERROR:#} {error} ({})", error.kind().name())
            }
        }
    }
}

/// Writes bytes in rows, with a text next to the first row. A part without bytes gets a row, too.
fn write_rows(
    bytes: &[u8],
    range: std::ops::Range<usize>,
    indent: usize,
    text: &str,
    full: bool,
    output: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let columns = 37 + indent;
    let (start, part) = (range.start, bytes.get(range).unwrap_or_default());
    let empty: Option<&[u8]> = part.is_empty().then_some(&[]);
    for (index, row) in part.chunks(ROW).chain(empty).enumerate() {
        let offset = start + index * ROW;
        if index == SHORT_ROWS && !full {
            let more = format!("… {} more bytes", part.len() - index * ROW);
            return writeln!(output, "{:10}{OFFSET}{more:columns$}{OFFSET:#}", "");
        }
        let hex = hex_groups(row);
        match index {
            0 => writeln!(output, "{OFFSET}{offset:08x}{OFFSET:#}  {hex:columns$}{text}")?,
            _ => writeln!(output, "{OFFSET}{offset:08x}{OFFSET:#}  {hex}")?,
        }
    }
    Ok(())
}
