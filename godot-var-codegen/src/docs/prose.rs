//! Texts with code and links, and their conversion from documentation comments.

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
    List(Vec<Text>),
    /// A table: the heads of its columns, and its rows.
    Table(Vec<Text>, Vec<Vec<Text>>),
    /// A block of code.
    Code(String),
}

/// Returns the section for a name in documentation.
pub(super) type Resolve<'r> = &'r dyn Fn(&str) -> Option<String>;

/// Parses the documentation comments of a schema like `rustdoc`, as far as schemas use its syntax. Unknown syntax is kept as text.
pub(super) fn blocks(lines: &[String], resolve: Resolve<'_>) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = lines.iter().map(String::as_str).peekable();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            continue;
        }
        if trimmed.starts_with("```") {
            let code: Vec<&str> =
                lines.by_ref().take_while(|line| !line.trim().starts_with("```")).collect();
            blocks.push(Block::Code(code.join("\n")));
        } else if trimmed.starts_with('|') {
            let mut rows = vec![cells(trimmed, resolve)];
            while let Some(row) = lines.next_if(|line| line.trim().starts_with('|')) {
                if !row.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '\t')) {
                    rows.push(cells(row.trim(), resolve));
                }
            }
            let head = rows.remove(0);
            for row in &mut rows {
                row.resize(head.len(), Text::default());
            }
            blocks.push(Block::Table(head, rows));
        } else if let Some(heading) = trimmed.strip_prefix('#') {
            blocks.push(Block::Heading(inline(heading.trim_start_matches('#').trim(), resolve)));
        } else if let Some(item) = item(trimmed) {
            let mut items = vec![item.to_owned()];
            while let Some(more) = lines.next_if(|line| !line.trim().is_empty()) {
                match (self::item(more.trim()), items.last_mut()) {
                    (Some(item), _) => items.push(item.to_owned()),
                    (None, Some(last)) => {
                        last.push(' ');
                        last.push_str(more.trim());
                    }
                    (None, None) => {}
                }
            }
            blocks.push(Block::List(items.iter().map(|item| inline(item, resolve)).collect()));
        } else {
            let mut words = trimmed.to_owned();
            while let Some(more) = lines.next_if(|line| {
                let line = line.trim();
                let starts = line.starts_with("```") || line.starts_with('|');
                !line.is_empty() && !starts && item(line).is_none()
            }) {
                words.push(' ');
                words.push_str(more.trim());
            }
            blocks.push(Block::Paragraph(inline(&words, resolve)));
        }
    }
    blocks
}

fn item(line: &str) -> Option<&str> {
    line.strip_prefix("- ").or_else(|| line.strip_prefix("* "))
}

/// Returns the cells of a row. `\|` does not end a cell.
fn cells(row: &str, resolve: Resolve<'_>) -> Vec<Text> {
    let row = row.strip_prefix('|').unwrap_or(row);
    let row = row.strip_suffix('|').unwrap_or(row);
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for c in row.chars() {
        let last = cells.len() - 1;
        match c {
            '|' if escaped => {
                cells[last].pop();
                cells[last].push(c);
            }
            '|' => cells.push(String::new()),
            c => cells[last].push(c),
        }
        escaped = c == '\\';
    }
    cells.iter().map(|cell| inline(cell.trim(), resolve)).collect()
}

/// Returns the documentation as one line for a cell of a table, without tables and code.
pub(super) fn line(lines: &[String], resolve: Resolve<'_>) -> Text {
    let mut text = Text::default();
    for block in blocks(lines, resolve) {
        match block {
            Block::Paragraph(more) | Block::Heading(more) => super::sentence(&mut text, more),
            Block::List(items) => {
                for more in items {
                    super::sentence(&mut text, more);
                }
            }
            Block::Table(..) | Block::Code(_) => {}
        }
    }
    text
}

fn inline(mut rest: &str, resolve: Resolve<'_>) -> Text {
    let mut text = Text::default();
    while let Some(at) = rest.find(['`', '[']) {
        let (before, from) = rest.split_at(at);
        if !before.is_empty() {
            text.push(before);
        }
        let taken = if from.starts_with('`') { code(from) } else { link(from, resolve) };
        if let Some((piece, len)) = taken {
            text.0.push(piece);
            rest = &from[len..];
        } else {
            text.push(&from[..1]);
            rest = &from[1..];
        }
    }
    if !rest.is_empty() {
        text.push(rest);
    }
    text
}

fn code(from: &str) -> Option<(Inline, usize)> {
    let ticks = from.len() - from.trim_start_matches('`').len();
    let fence = &from[..ticks];
    let len = from[ticks..].find(fence)?;
    let code = from[ticks..ticks + len].trim();
    Some((Inline::Code(code.to_owned()), len + 2 * ticks))
}

/// `` [`Name`] ``, `[Name](path)`, `[words](https://…)`, `[words][Name]`.
fn link(from: &str, resolve: Resolve<'_>) -> Option<(Inline, usize)> {
    let end = from.find(']')?;
    let shown = &from[1..end];
    if shown.is_empty() || shown.contains('[') {
        return None;
    }
    let is_code = shown.len() > 2 && shown.starts_with('`') && shown.ends_with('`');
    let words = shown.trim_matches('`').to_owned();
    let after = &from[end + 1..];
    let (target, len) = match after.chars().next() {
        Some('(') => match after.find(')') {
            Some(close) => (&after[1..close], end + close + 2),
            None => return None,
        },
        Some('[') => match after.find(']') {
            Some(close) => (&after[1..close], end + close + 2),
            None => return None,
        },
        // Words in brackets are a link only if they name a section.
        _ if !is_code && resolve(&words).is_none() => return None,
        _ => (words.as_str(), end + 1),
    };
    if target.starts_with("https://") || target.starts_with("http://") {
        return Some((Inline::Web { url: target.to_owned(), text: words }, len));
    }
    let piece = match resolve(target.trim_matches('`')) {
        Some(anchor) => Inline::Link { anchor, text: words },
        None if is_code => Inline::Code(words),
        None => Inline::Plain(words),
    };
    Some((piece, len))
}
