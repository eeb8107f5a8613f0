//! Documentation of a protocol: a page as data, and its output as Markdown, HTML and SVG.
//!
//! [`variant()`], [`flat()`], [`litenet()`] and [`lludp()`] make a [`Page`] of a schema. For every message the page has the code that sends and
//! receives it, with the generated classes and with the engine's functions alone, its fields, and its bytes in order, with offset, length,
//! type and description, like the engine's own page "Binary serialization API". The values of its example are made from names, types and
//! defaults, and the runtime encodes and explains their bytes. [`files()`] returns the texts of the files to write. The same schema always
//! gives the same page and files.
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
//! let send = &page.sections[0].usages[0];
//! assert_eq!(
//!     send.codes[0].text,
//!     "var message := Game.Player.create(7, Vector3(2.0, 0.0, -2.5))\n\
//!      peer.put_packet(message.to_bytes())"
//! );
//!
//! let files = docs::files(&page, "game", Format::Markdown);
//! assert!(files["game.md"].contains("| `pos` | Vector3 | required |  |  |"));
//! assert!(files["game.md"].contains("| 40 | 16 | Vector3 | `pos` |"));
//! assert!(files["game/player.svg"].starts_with("<svg"));
//! ```

pub(crate) mod example;
mod flat;
mod highlight;
mod html;
mod litenet;
mod lludp;
mod markdown;
mod multiplayer;
mod offset;
pub(crate) mod prose;
mod svg;
mod usage;
mod variant;
mod view;

use std::collections::{BTreeMap, BTreeSet};

use askama::DynTemplate;

pub use crate::protocol::{Extent, Sizes};
pub use godot_var_runtime::variant::Generation;

pub use flat::flat;
pub use litenet::litenet;
pub use lludp::lludp;
pub use prose::{Block, Inline, Text};
pub use variant::variant;

use self::html::HtmlPage;
use self::markdown::MarkdownPage;
use self::svg::Picture;
use crate::names::closest;
use crate::text::visible;

/// A page with all messages of a protocol.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The heading.
    pub title: String,
    /// The documentation of the schema.
    pub docs: Vec<Block>,
    /// How a script connects and gets packets.
    pub guide: Vec<Usage>,
    /// How to read the tables.
    pub notes: Vec<Text>,
    /// The messages and other types.
    pub sections: Vec<Section>,
    /// The number of bytes in a line of the pictures.
    pub bytes_per_line: u64,
}

/// A message, a variant of an enum, or another type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// The target of links: unique on the page; letters, digits and `-`, no capitals.
    pub anchor: String,
    /// The heading.
    pub title: String,
    /// Whether it belongs to the section before it, like a variant to its enum.
    pub is_member: bool,
    /// Whether it is only a part of other messages.
    pub is_part: bool,
    /// A summary in one line.
    pub summary: Text,
    /// Who sends it, if that is known.
    pub direction: Option<Direction>,
    /// Its class or enum in the generated script.
    pub class: Option<String>,
    /// The documentation in the schema.
    pub docs: Vec<Block>,
    /// How to send and receive it.
    pub usages: Vec<Usage>,
    /// The possible values, if the type has a list of them.
    pub values: Vec<Choice>,
    /// What the values are, if they are no values or variants of an enum.
    pub values_heading: Option<&'static str>,
    /// The fields by name, if they have attributes of their own.
    pub fields: Vec<FieldRow>,
    /// The bytes in order.
    pub rows: Vec<Row>,
    /// The total size of all rows.
    pub size: Option<Extent>,
    /// An example message, or the reason why there is none.
    pub example: Option<Result<Example, String>>,
}

/// The direction of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Clients send it.
    ToServer,
    /// The server sends it.
    ToClient,
}

/// What carries the messages of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// UDP, which pages without [`Page::open_on`] show first.
    Udp,
    /// WebSocket.
    WebSocket,
    /// TCP.
    Tcp,
    /// ENet. Its script is on the page only if it is the first.
    Enet,
}

impl Page {
    /// Shows the script that connects over this transport first. Call it before [`Page::direct`].
    pub fn open_on(&mut self, transport: Transport) {
        usage::open_on(&mut self.guide, transport);
    }

    /// Tells the types of the messages that clients send, and of those that the server sends. Their sections then have the code of a
    /// client alone, and the script of the guide receives the messages.
    ///
    /// # Errors
    /// The option, and the name of a type that has no section.
    pub fn direct(
        &mut self,
        to_server: Option<&str>,
        to_client: Option<&str>,
    ) -> Result<(), String> {
        if to_server.is_some() && to_server == to_client {
            return Ok(());
        }
        for (option, name, direction) in [
            ("to-server", to_server, Direction::ToServer),
            ("to-client", to_client, Direction::ToClient),
        ] {
            let Some(name) = name else { continue };
            let title = title_of(name);
            let is_it = |section: &Section| !section.is_member && section.title == title;
            let Some(first) = self.sections.iter().position(is_it) else {
                let titles = self.sections.iter().filter(|section| !section.is_member);
                let hint = closest(&title, titles.map(|section| section.title.as_str()));
                return Err(format!("`{option}`: the schema has no type `{name}`{hint}"));
            };
            let after = &self.sections[first + 1..];
            let members = after.iter().take_while(|section| section.is_member).count();
            for section in &mut self.sections[first..=first + members] {
                section.direction = Some(direction);
                section.usages.retain(|usage| usage::is_of_client(usage, direction));
            }
            if direction == Direction::ToClient {
                usage::receive_in(&mut self.guide, &self.sections[first].usages);
            }
        }
        Ok(())
    }
}

/// A value of an enum.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The value on the wire.
    pub value: String,
    /// The name.
    pub name: Text,
    /// The meaning.
    pub docs: Text,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldRow {
    /// The key, or the name if there is no key.
    pub name: String,
    /// The type.
    pub kind: Text,
    /// The value of a missing field, or that it is required.
    pub default: Text,
    /// The possible values.
    pub bounds: Text,
    /// The meaning.
    pub description: Text,
}

/// A run of bytes with one meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The number of bytes before it.
    pub offset: Extent,
    /// The number of its bytes.
    pub length: Extent,
    /// The type.
    pub kind: Text,
    /// The meaning.
    pub description: Text,
    /// A label for pictures.
    pub label: String,
    /// The role.
    pub role: Role,
}

/// The role of a run of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Headers, counts and message numbers.
    Frame,
    /// The key of a Dictionary.
    Key,
    /// A value.
    Value,
}

/// Code for a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The task: `Send`.
    pub task: String,
    /// The ways to do it.
    pub codes: Vec<Code>,
}

/// One way to do a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The way: `Classes`.
    pub way: &'static str,
    /// The language, as Markdown names it: `gdscript`, `json`.
    pub language: &'static str,
    /// The code.
    pub text: String,
}

/// The bytes of an example message and their meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The message as source text.
    pub value: String,
    /// All bytes.
    pub bytes: Vec<u8>,
    /// The meaning of the bytes, in order and without gaps.
    pub runs: Vec<Run>,
}

/// Bytes of an example with one meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The offset.
    pub offset: usize,
    /// The number of bytes.
    pub len: usize,
    /// The nesting depth: the number of surrounding values.
    pub depth: usize,
    /// The path of the field: empty, or `players[0].pos`.
    pub path: String,
    /// The meaning.
    pub text: String,
}

/// The files to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A Markdown page, and its pictures as files.
    Markdown,
    /// A single HTML file.
    Html,
    /// Both.
    All,
}

/// The beginning of a line at the start of every file. By it the program recognizes its own files.
pub const MARK: &str = "<!-- Generated by `godot-var generate docs`";

/// Returns the line with [`MARK`].
fn mark() -> String {
    format!("{MARK}. Do not edit: change the schema and generate again. -->")
}

/// Returns the texts of all files by path, with `/` as the separator: `name.md`, `name.html`, `name/message.svg`.
pub fn files(page: &Page, name: &str, format: Format) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut put = |path: String, template: &dyn DynTemplate| {
        let rendered = template.dyn_render();
        debug_assert!(rendered.is_ok(), "a String takes every text");
        let text = rendered.unwrap_or_default();
        files.insert(path, visible(text.trim_end()).into_owned() + "\n");
    };
    if format != Format::Html {
        put(format!("{name}.md"), &MarkdownPage { page, folder: name });
        for section in page.sections.iter().filter(|section| section.has_picture()) {
            let picture = Picture::new(section, page.bytes_per_line, true);
            put(format!("{name}/{}.svg", section.anchor), &picture);
        }
    }
    if format != Format::Markdown {
        put(format!("{name}.html"), &HtmlPage { page });
    }
    files
}

/// Assigns unique anchors.
#[derive(Debug, Default)]
struct Anchors {
    taken: BTreeSet<String>,
}

impl Anchors {
    /// Returns an anchor for a heading: lower case, words joined by `-`.
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

/// Returns the anchor of a type that a text names. `position` finds types.
fn anchor_of(
    name: &str,
    anchors: &[String],
    position: impl Fn(&str) -> Option<usize>,
) -> Option<String> {
    let name = name.strip_prefix("crate::").unwrap_or(name);
    let path: Vec<&str> = name.split("::").collect();
    // `PlayerState::id` is part of `PlayerState`.
    let index = (0..path.len()).rev().find_map(|end| position(&path[..=end].join("::")))?;
    anchors.get(index).cloned()
}

/// Consecutive tables, and the fields that they belong to.
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

/// Converts a path to GDScript notation: `inner.Moment`.
fn title_of(path: &str) -> String {
    path.replace("::", ".")
}

/// Appends a sentence to a text.
fn sentence(text: &mut Text, more: Text) {
    if more.0.is_empty() {
        return;
    }
    if !text.0.is_empty() {
        text.push(" ");
    }
    text.0.extend(more.0);
}
