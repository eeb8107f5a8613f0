//! Writes a page as Markdown, with its pictures in separate files.

use askama::Template;

use super::prose::{Block, Inline, Text};
use super::{Example, Page, mark};

/// `folder` has the pictures.
#[derive(Template)]
#[template(path = "page.md")]
pub(super) struct MarkdownPage<'p> {
    pub(super) page: &'p Page,
    pub(super) folder: &'p str,
}

/// Returns the bytes of an example and their meaning.
fn dump(example: &Example) -> String {
    let lines = example.dump().into_iter().map(|line| {
        let meaning = format!("{:indent$}{}", "", line.text, indent = line.indent);
        let line = format!("{:04x}  {:37}{meaning}", line.offset, line.hex);
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns a fence that is longer than any run of backticks in the code.
fn fence(code: &str, least: usize) -> String {
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat((longest + 1).max(least))
}

fn inline(text: &Text) -> String {
    let pieces = text.0.iter().map(|piece| match piece {
        Inline::Plain(words) => plain(words),
        Inline::Code(code) => code_span(code),
        Inline::Link { anchor, text } => format!("[{}](#{anchor})", plain(text)),
        Inline::Web { url, text } => {
            let url = url.replace([' ', '\n', '<', '>'], "");
            format!("[{}](<{url}>)", plain(text))
        }
    });
    pieces.collect()
}

/// Writes a text for a cell of a table.
fn cell(text: &Text) -> String {
    // In a cell, `|` is a border even inside code.
    let pieces = text.0.iter().map(|piece| match piece {
        Inline::Code(text) => code_span(text).replace('|', "\\|"),
        piece => inline(&Text(vec![piece.clone()])),
    });
    pieces.collect()
}

fn code_cell(code: &str) -> String {
    cell(&Text::code(code))
}

/// Begins with a small letter, unless it is a name.
fn lower_first(words: &str) -> String {
    match words.split_at_checked(1) {
        Some((first, rest)) if !rest.contains(char::is_uppercase) => first.to_lowercase() + rest,
        _ => words.to_owned(),
    }
}

fn row(cells: &[Text]) -> String {
    cells.iter().map(cell).collect::<Vec<_>>().join(" | ")
}

fn code_span(code: &str) -> String {
    let code = code.replace('\n', " ");
    let fence = fence(&code, 1);
    let space = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{code}{space}{fence}")
}

/// Escapes text for Markdown.
fn plain(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' => {
                text.push('\\');
                text.push(c);
            }
            '\n' => text.push(' '),
            c => text.push(c),
        }
    }
    text
}
