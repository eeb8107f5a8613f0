//! What every format of a page shows: groups of sections, tables, and the lines of an example.

use super::{Choice, Example, Extent, FieldRow, Page, Role, Section, Text, offset::placed};

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

/// A table of a section.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) heads: &'static [&'static str],
    pub(super) rows: Vec<TableRow>,
}

/// A row of a [`Table`].
pub(super) struct TableRow {
    /// The role of the bytes that it describes.
    pub(super) role: Role,
    pub(super) cells: Vec<Text>,
}

impl Section {
    /// Returns the tables that are not empty.
    pub(super) fn tables(&self) -> Vec<Table> {
        let row = |cells| TableRow { role: Role::Value, cells };
        let fields = self.fields.iter().cloned().map(|field| {
            let FieldRow { name, kind, default, bounds, description } = field;
            row(vec![Text::code(name), kind, default, bounds, description])
        });
        let bytes = placed(&self.rows).map(|(offset, bytes)| {
            let (offset, length) = (offset.to_string(), bytes.length.to_string());
            let (kind, description) = (bytes.kind.clone(), bytes.description.clone());
            let cells = vec![Text::plain(offset), Text::plain(length), kind, description];
            TableRow { role: bytes.role, cells }
        });
        let values = self.values.iter().cloned();
        let values =
            values.map(|Choice { value, name, docs }| row(vec![Text::code(value), name, docs]));
        let mut tables = vec![
            Table {
                name: "Fields",
                heads: &["Field", "Type", "Default", "Values", "Description"],
                rows: fields.collect(),
            },
            Table {
                name: "Bytes",
                heads: &["Offset", "Length", "Type", "Description"],
                rows: bytes.collect(),
            },
            Table {
                name: "Variants",
                heads: &["Value", "Name", "Description"],
                rows: values.collect(),
            },
        ];
        tables.retain(|table| !table.rows.is_empty());
        tables
    }

    /// Returns the size, to follow the summary.
    pub(super) fn size_note(&self) -> String {
        self.size.map_or_else(String::new, |size| format!(", {}", bytes(size)))
    }
}

/// A line of a dump. The text of a run is beside its first byte.
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

    pub(super) fn copy_label(&self) -> &'static str {
        if self.language == "json" { "Copy JSON" } else { "Copy GDScript" }
    }

    /// Returns the text to show and to copy.
    pub(super) fn source(&self) -> &str {
        self.sent.as_ref().unwrap_or(&self.value)
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
