//! Documentation of a protocol: a page as data, and what it looks like in Markdown, HTML and SVG.
//!
//! [`variant()`], [`litenet()`] and [`lludp()`] make a [`Page`] of a schema: for every message the bytes in
//! order, with offset, length, type and description, as the engine's own page "Binary serialization
//! API" has them, and an example. The runtime encodes and explains the example's bytes; its values are
//! made up from names, types and defaults, always the same ones for the same schema.
//! [`files()`] are the texts to write; the same page always gives the same ones.
//!
//! ```
//! use godot_var_codegen::docs::{self, Format, Generation};
//! use godot_var_codegen::protocol;
//!
//! let text = "
//!     use godot_var::{GodotVar, Vector3};
//!     /// Where a player is.
//!     #[derive(GodotVar)]
//!     struct Player { id: u16, pos: Vector3 }
//! ";
//! let protocol = protocol::parse_text("game.rs", text).expect("a valid schema");
//! let page = docs::variant(&protocol, "game", Generation::Godot4);
//! let rows = &page.sections[0].rows;
//! assert_eq!(rows[5].label, "pos");
//! assert_eq!(rows[5].offset.to_string(), "40");
//!
//! let example = page.sections[0].example.clone().expect("a message").expect("an example");
//! assert_eq!(example.value, r#"{"id": 7, "pos": Vector3(2.0, 0.0, -2.5)}"#);
//! assert_eq!((example.bytes.len(), example.runs[2].path.as_str()), (56, "id"));
//!
//! let files = docs::files(&page, "game", Format::Markdown);
//! assert!(files["game.md"].contains("| `pos` | Vector3 | required |  |  |"));
//! assert!(files["game.md"].contains("| 40 | 16 | Vector3 | `pos` |"));
//! assert!(files["game/player.svg"].starts_with("<svg"));
//! ```

mod example;
mod extent;
mod html;
mod litenet;
mod lludp;
mod markdown;
mod multiplayer;
mod offset;
mod prose;
mod size;
mod svg;
mod variant;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub use godot_var_runtime::variant::Generation;

pub use extent::Extent;
pub use litenet::litenet;
pub use lludp::lludp;
pub use prose::{Block, Inline, Text};
pub use size::Sizes;
pub use variant::variant;

/// A page: all messages of a protocol.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Its heading.
    pub title: String,
    /// What the schema says about itself.
    pub docs: Vec<Block>,
    /// How the tables are to be read.
    pub notes: Vec<Text>,
    /// The messages and other types.
    pub sections: Vec<Section>,
    /// How many bytes a line of the pictures has.
    pub bytes_per_line: u64,
}

impl Page {
    /// The sections under their headings: messages, and what they are made of. One group alone needs no heading.
    fn groups(&self) -> Vec<(&'static str, Vec<&Section>)> {
        let (parts, messages): (Vec<_>, Vec<_>) =
            self.sections.iter().partition(|section| section.is_part);
        if messages.is_empty() || parts.is_empty() {
            return vec![("", self.sections.iter().collect())];
        }
        vec![("Messages", messages), ("Types in messages", parts)]
    }
}

/// A message, a variant of an enum, or another type.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The name that links go to: unique on the page, of `a-z`, `0-9`, `-` and other letters.
    pub anchor: String,
    /// Its heading.
    pub title: String,
    /// Whether it belongs to the section before it: a variant to its enum.
    pub is_member: bool,
    /// Whether other messages hold it, and it is none itself.
    pub is_part: bool,
    /// What it is, in a line.
    pub summary: Text,
    /// What the schema says about it.
    pub docs: Vec<Block>,
    /// The values that it can have, if they can be counted.
    pub values: Vec<Choice>,
    /// Its fields by name, where they have attributes of their own.
    pub fields: Vec<FieldRow>,
    /// Its bytes in order.
    pub rows: Vec<Row>,
    /// How many bytes all rows take.
    pub size: Option<Extent>,
    /// A message as an example, or why there is none.
    pub example: Option<Result<Example, String>>,
}

/// A value of an enum.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What stands on the wire.
    pub value: String,
    /// What it is called.
    pub name: Text,
    /// What it means.
    pub docs: Text,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldRow {
    /// Its key, or its name where it has none.
    pub name: String,
    /// Its type.
    pub kind: Text,
    /// What a reader takes if it is missing, or that it may not be.
    pub default: Text,
    /// Which values it can have.
    pub bounds: Text,
    /// What it means.
    pub description: Text,
}

/// A run of bytes with one meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// How many bytes are before it.
    pub offset: Extent,
    /// How many bytes it takes.
    pub length: Extent,
    /// Its type.
    pub kind: Text,
    /// What it means.
    pub description: Text,
    /// A name for pictures.
    pub label: String,
    /// What part it plays.
    pub role: Role,
}

/// What part a run of bytes plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Headers, counts and numbers of messages: what the wire needs to know.
    Frame,
    /// The key of a Dictionary.
    Key,
    /// A value.
    Value,
}

/// The bytes of a message, with their meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The message as people write it.
    pub value: String,
    /// What `value` is written in, as Markdown names it: `gdscript`, `json`.
    pub language: &'static str,
    /// How a script sends it, if `value` is a part of one.
    pub sent: Option<String>,
    /// All bytes.
    pub bytes: Vec<u8>,
    /// What they mean, in order and without gaps.
    pub runs: Vec<Run>,
}

/// Bytes of an example that have one meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Where they start.
    pub offset: usize,
    /// How many there are.
    pub len: usize,
    /// How many values are around them.
    pub depth: usize,
    /// The field that they belong to: empty, or `players[0].pos`.
    pub path: String,
    /// What they mean.
    pub text: String,
}

/// Which files to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A Markdown page, and its pictures beside it.
    Markdown,
    /// An HTML page that needs nothing else.
    Html,
    /// Both.
    All,
}

/// The texts of all files, by their paths with `/`: `name.md`, `name.html`, `name/message.svg`.
pub fn files(page: &Page, name: &str, format: Format) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    if format != Format::Html {
        files.insert(format!("{name}.md"), markdown::page(page, name));
        for section in page.sections.iter().filter(|section| svg::has_picture(section)) {
            let picture = svg::picture(section, page.bytes_per_line, svg::Place::File);
            files.insert(format!("{name}/{}.svg", section.anchor), picture);
        }
    }
    if format != Format::Markdown {
        files.insert(format!("{name}.html"), html::page(page));
    }
    files
}

/// Anchors that differ from each other.
#[derive(Debug, Default)]
struct Anchors {
    taken: BTreeSet<String>,
}

impl Anchors {
    /// An anchor for this heading: lower case, words joined by `-`.
    fn of(&mut self, heading: &str) -> String {
        let lower = heading.to_lowercase();
        let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let mut plain = words.collect::<Vec<_>>().join("-");
        if plain.is_empty() {
            plain.push_str("section");
        }
        let mut anchor = plain.clone();
        let mut number = 1;
        while !self.taken.insert(anchor.clone()) {
            number += 1;
            anchor = format!("{plain}-{number}");
        }
        anchor
    }
}

/// Tables that follow each other, and the fields that they are about.
#[derive(Debug, Default)]
struct Tables {
    rows: Vec<Row>,
    fields: Vec<FieldRow>,
    end: Extent,
}

impl Tables {
    fn add(&mut self, length: Extent, kind: Text, role: Role, label: &str, description: Text) {
        let offset = self.end;
        self.end = self.end + length;
        self.rows.push(Row { offset, length, kind, description, label: label.to_owned(), role });
    }
}

/// A number of bytes in words.
fn bytes(size: Extent) -> String {
    let unit = if size.fixed() == Some(1) { "byte" } else { "bytes" };
    format!("{size} {unit}")
}

/// A path in the words of GDScript: `inner.Moment`.
fn title_of(path: &str) -> String {
    path.replace("::", ".")
}

/// One sentence after the others.
fn sentence(text: &mut Text, more: Text) {
    if more.0.is_empty() {
        return;
    }
    if !text.0.is_empty() {
        text.push(" ");
    }
    text.0.extend(more.0);
}

fn put(out: &mut String, text: fmt::Arguments<'_>) {
    let written = fmt::Write::write_fmt(out, text);
    debug_assert!(written.is_ok(), "a String takes every text");
}

fn put_line(out: &mut String, line: fmt::Arguments<'_>) {
    put(out, line);
    out.push('\n');
}
