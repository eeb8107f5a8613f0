//! What every format of a page shows: groups of sections, and the lines of an example.

use super::offset::{Offset, placed};
use super::{Direction, Example, Extent, Inline, Page, Role, Row, Section, Text};

/// Sections under a heading.
pub(super) struct Group<'p> {
    /// `None` if the page has only one group.
    pub(super) heading: Option<&'static str>,
    pub(super) sections: Vec<&'p Section>,
}

impl Group<'_> {
    /// Returns the level of a section's heading, from 1 for the page's.
    pub(super) fn level(&self, section: &Section) -> usize {
        2 + usize::from(self.heading.is_some()) + usize::from(section.is_member)
    }
}

impl Page {
    /// Returns the sections in groups: messages, and their parts.
    pub(super) fn groups(&self) -> Vec<Group<'_>> {
        let (parts, messages): (Vec<_>, Vec<_>) =
            self.sections.iter().partition(|section| section.is_part);
        if messages.is_empty() || parts.is_empty() {
            return vec![Group { heading: None, sections: self.sections.iter().collect() }];
        }
        vec![
            Group { heading: Some("Messages"), sections: messages },
            Group { heading: Some("Types in messages"), sections: parts },
        ]
    }
}

/// A row of the table of bytes.
pub(super) struct ByteRow<'s> {
    pub(super) offset: Offset,
    pub(super) row: &'s Row,
}

impl Page {
    /// Says what to do with the scripts of the guide.
    pub(super) fn client_note(&self) -> Text {
        let mut codes = self.guide.iter().flat_map(|usage| &usage.codes);
        if codes.any(|code| code.text.contains("\nfunc receive(")) {
            Text::plain(
                "Attach this script to a node. It prints the messages that the server sends.",
            )
        } else {
            Text::plain("Attach this script to a node, and add a function ")
                .with(Text::code("receive()"))
                .and(" for the messages that the server sends.")
        }
    }
}

impl Section {
    /// Returns who sends it to whom.
    pub(super) fn direction_note(&self) -> Option<&'static str> {
        Some(match self.direction? {
            Direction::ToServer => "client → server",
            Direction::ToClient => "server → client",
        })
    }

    /// Returns the title without its owner.
    pub(super) fn name(&self) -> &str {
        match self.title.rsplit_once('.') {
            Some((_, name)) if self.is_member => name,
            _ => &self.title,
        }
    }

    /// Returns what the title of a member has before its name.
    pub(super) fn owner(&self) -> Option<&str> {
        self.title.rsplit_once('.').filter(|_| self.is_member).map(|(owner, _)| owner)
    }

    /// Whether the table of bytes tells the fields, because nothing else does.
    pub(super) fn has_bytes_as_fields(&self) -> bool {
        let has_value = self.rows.iter().any(|row| row.role == Role::Value);
        has_value && self.fields.is_empty() && self.values.is_empty()
    }

    /// Returns the heading of the values.
    pub(super) fn values_label(&self) -> &'static str {
        if let Some(heading) = self.values_heading {
            return heading;
        }
        let has_links = self
            .values
            .iter()
            .any(|value| value.name.0.iter().any(|piece| matches!(piece, Inline::Link { .. })));
        if has_links { "Variants" } else { "Values" }
    }

    /// Returns the rows of bytes with their offsets.
    pub(super) fn byte_rows(&self) -> Vec<ByteRow<'_>> {
        placed(&self.rows).map(|(offset, row)| ByteRow { offset, row }).collect()
    }

    /// Whether a picture of the bytes shows more than one value.
    pub(super) fn has_picture(&self) -> bool {
        self.rows.iter().filter(|row| row.role == Role::Value).count() > 1
    }

    /// Whether there are bytes to fold.
    pub(super) fn has_bytes(&self) -> bool {
        let has_table = !self.rows.is_empty() && !self.has_bytes_as_fields();
        has_table || self.has_picture() || matches!(self.example, Some(Ok(_)))
    }

    /// Returns the size, to follow the summary.
    pub(super) fn size_note(&self) -> String {
        self.size.map_or_else(String::new, |size| format!(", {}", bytes(size)))
    }
}

/// A line of a dump. The text of a run is next to its first byte.
pub(super) struct Line {
    pub(super) offset: usize,
    pub(super) hex: String,
    pub(super) indent: usize,
    pub(super) text: String,
}

/// The number of bytes in a line of a dump.
const LINE: usize = 16;

impl Example {
    pub(super) fn size(&self) -> String {
        bytes(Extent::exactly(self.bytes.len() as u64))
    }

    /// Returns the bytes and their meaning, in lines.
    pub(super) fn dump(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for run in &self.runs {
            let bytes = self.bytes.get(run.offset..run.offset + run.len).unwrap_or_default();
            let mut text = match run.path.as_str() {
                "" => run.text.clone(),
                path => format!("{path}: {}", run.text),
            };
            // A run without bytes also gets a line.
            for start in (0..bytes.len().max(1)).step_by(LINE) {
                let bytes = &bytes[start..bytes.len().min(start + LINE)];
                let words: Vec<String> = bytes.chunks(4).map(hex::encode).collect();
                let (offset, hex) = (run.offset + start, words.join(" "));
                let text = std::mem::take(&mut text);
                lines.push(Line { offset, hex, indent: run.depth * 2, text });
            }
        }
        lines
    }
}

/// Describes a number of bytes.
fn bytes(size: Extent) -> String {
    let unit = if size.fixed() == Some(1) { "byte" } else { "bytes" };
    format!("{size} {unit}")
}
