//! Texts with code and links, and their conversion from documentation comments.

use std::mem::take;

use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Plain text.
    Plain(String),
    /// Code.
    Code(String),
    /// A link to a section of the page, by its anchor.
    Link {
        /// The anchor.
        anchor: String,
        /// The shown text.
        text: String,
    },
    /// A link to another site, with `http` or `https`.
    Web {
        /// The address.
        url: String,
        /// The shown text.
        text: String,
    },
}

/// A text of one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub Vec<Inline>);

impl Text {
    /// Makes plain text.
    pub fn plain(words: impl Into<String>) -> Self {
        let words = words.into();
        if words.is_empty() { Self::default() } else { Self(vec![Inline::Plain(words)]) }
    }

    /// Makes code.
    pub fn code(code: impl Into<String>) -> Self {
        Self(vec![Inline::Code(code.into())])
    }

    /// Makes a link to a section.
    pub fn link(anchor: impl Into<String>, text: impl Into<String>) -> Self {
        Self(vec![Inline::Link { anchor: anchor.into(), text: text.into() }])
    }

    /// Appends plain text.
    pub fn push(&mut self, words: impl AsRef<str>) {
        match self.0.last_mut() {
            Some(Inline::Plain(last)) => last.push_str(words.as_ref()),
            _ => self.0.push(Inline::Plain(words.as_ref().to_owned())),
        }
    }

    /// Returns this text with another one appended.
    #[must_use]
    pub fn with(mut self, more: Self) -> Self {
        for piece in more.0 {
            match piece {
                Inline::Plain(words) => self.push(words),
                piece => self.0.push(piece),
            }
        }
        self
    }

    /// Returns this text with plain text appended.
    #[must_use]
    pub fn and(mut self, words: impl AsRef<str>) -> Self {
        self.push(words);
        self
    }

    /// Returns the text without markup.
    pub fn words(&self) -> String {
        let words = self.0.iter().map(|piece| match piece {
            Inline::Plain(text)
            | Inline::Code(text)
            | Inline::Link { text, .. }
            | Inline::Web { text, .. } => text.as_str(),
        });
        words.collect()
    }
}

/// A block of documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Text),
    /// A heading.
    Heading(Text),
    /// A list.
    List {
        /// The number of the first item, if they have numbers.
        first: Option<u64>,
        /// The items.
        items: Vec<Text>,
    },
    /// A table: the heads of its columns, and its rows.
    Table(Vec<Text>, Vec<Vec<Text>>),
    /// A block of code.
    Code(String),
}

/// Returns the section for a name in documentation.
pub(crate) type Resolve<'r> = &'r dyn Fn(&str) -> Option<String>;

/// Parses the documentation comments of a schema as `rustdoc` does: a name in brackets is a link if the schema has it. HTML and emphasis
/// are plain text; an inner list is part of the list around it.
pub(crate) fn blocks(lines: &[String], resolve: Resolve<'_>) -> Vec<Block> {
    let source = lines.join("\n");
    let mut is_link = |link: BrokenLink<'_>| {
        let is_words = matches!(link.link_type, LinkType::Shortcut | LinkType::ShortcutUnknown)
            && !link.reference.starts_with('`');
        let is_link = !is_words || resolve(&link.reference).is_some();
        is_link.then(|| (link.reference.into_string().into(), CowStr::Borrowed("")))
    };
    let events =
        Parser::new_with_broken_link_callback(&source, Options::ENABLE_TABLES, Some(&mut is_link));
    let mut blocks = Vec::new();
    let mut text = Text::default();
    // The text before a link or a block of code that is open, and the link's target.
    let mut outer: Vec<(String, Text)> = Vec::new();
    let (mut lists, mut number, mut items) = (0, None, Vec::new());
    let (mut rows, mut cells) = (Vec::new(), Vec::new());
    for event in events {
        match event {
            Event::Text(words) => text.push(words),
            Event::InlineHtml(html) => text.push(html.replace('\n', " ")),
            // No markup here: what follows it on its line is read as usual.
            Event::Html(html) => {
                text.push(if text.0.is_empty() { "" } else { " " });
                text = text.with(line(&[html.trim().replacen('<', "\\<", 1)], resolve));
            }
            Event::Code(code) => text.0.push(Inline::Code(code.trim().to_owned())),
            Event::SoftBreak | Event::HardBreak => text.push(" "),
            Event::Start(Tag::Link { dest_url, .. }) => {
                outer.push((dest_url.into_string(), take(&mut text)));
            }
            Event::End(TagEnd::Link) => {
                let (target, before) = outer.pop().unwrap_or_default();
                text = before.with(link(&target, take(&mut text), resolve));
            }
            Event::Start(Tag::CodeBlock(_)) => outer.push((String::new(), take(&mut text))),
            Event::End(TagEnd::CodeBlock) => {
                let code = text.words();
                text = outer.pop().unwrap_or_default().1;
                match lists {
                    0 => blocks.push(Block::Code(code.trim_end_matches('\n').to_owned())),
                    _ => text = text.with(Text::code(code.trim())),
                }
            }
            Event::Start(Tag::List(first)) => {
                number = if lists == 0 { first } else { number };
                lists += 1;
            }
            Event::Start(Tag::Item) | Event::End(TagEnd::Item) if !text.0.is_empty() => {
                items.push(take(&mut text));
            }
            Event::End(TagEnd::List(_)) => {
                lists -= 1;
                if lists == 0 {
                    blocks.push(Block::List { first: number, items: take(&mut items) });
                }
            }
            // Between the paragraphs of an item.
            Event::Start(Tag::Paragraph) if !text.0.is_empty() => text.push(" "),
            Event::End(TagEnd::Paragraph | TagEnd::HtmlBlock) if lists == 0 => {
                blocks.push(Block::Paragraph(take(&mut text)));
            }
            Event::End(TagEnd::Heading(_)) => blocks.push(Block::Heading(take(&mut text))),
            Event::End(TagEnd::TableCell) => cells.push(take(&mut text)),
            Event::End(TagEnd::TableHead | TagEnd::TableRow) => rows.push(take(&mut cells)),
            Event::End(TagEnd::Table) => {
                let heads = rows.remove(0);
                blocks.push(Block::Table(heads, take(&mut rows)));
            }
            _ => {}
        }
    }
    blocks
}

/// Makes a link of a text, if its target is a section or another site.
fn link(target: &str, shown: Text, resolve: Resolve<'_>) -> Text {
    if target.starts_with("https://") || target.starts_with("http://") {
        return Text(vec![Inline::Web { url: target.to_owned(), text: shown.words() }]);
    }
    match resolve(target.trim_matches('`')) {
        Some(anchor) => Text::link(anchor, shown.words()),
        None => shown,
    }
}

/// Returns the documentation as one line for a cell of a table, without tables and code.
pub(super) fn line(lines: &[String], resolve: Resolve<'_>) -> Text {
    let mut text = Text::default();
    for block in blocks(lines, resolve) {
        match block {
            Block::Paragraph(more) | Block::Heading(more) => super::sentence(&mut text, more),
            Block::List { items, .. } => {
                for more in items {
                    super::sentence(&mut text, more);
                }
            }
            Block::Table(..) | Block::Code(_) => {}
        }
    }
    text
}
