//! Writes a page as Markdown, with its pictures in separate files.

use super::html::dump;
use super::offset::placed;
use super::prose::{Block, Inline, Text};
use super::{Choice, Example, Extent, FieldRow, Page, Section, bytes, mark, put_line, svg};
use crate::text::visible;

/// `name` is the folder of the pictures.
pub(super) fn page(page: &Page, name: &str) -> String {
    let mut out = format!("{}\n# {}\n\n", mark(), plain(&page.title));
    blocks(&mut out, &page.docs);
    for note in &page.notes {
        paragraph(&mut out, &inline(note));
    }
    paragraph(&mut out, "**Contents**");
    let groups = page.groups();
    for (heading, sections) in &groups {
        let within = if heading.is_empty() {
            ""
        } else {
            put_line(&mut out, format_args!("- {heading}"));
            "  "
        };
        for Section { anchor, title, is_member, .. } in sections {
            let indent = if *is_member { "  " } else { "" };
            put_line(&mut out, format_args!("{within}{indent}- [{}](#{anchor})", plain(title)));
        }
    }
    out.push('\n');
    for (heading, sections) in &groups {
        let level = if heading.is_empty() {
            "##"
        } else {
            paragraph(&mut out, &format!("## {heading}"));
            "###"
        };
        for section in sections {
            self::section(&mut out, section, level, name);
        }
    }
    let end = out.trim_end().len();
    out.truncate(end);
    out.push('\n');
    out
}

fn paragraph(out: &mut String, text: &str) {
    out.push_str(text);
    out.push_str("\n\n");
}

fn section(out: &mut String, section: &Section, level: &str, folder: &str) {
    let Section {
        anchor,
        title,
        is_member,
        summary,
        docs,
        fields,
        values,
        rows,
        size,
        example,
        ..
    } = section;
    // Renderers derive anchors from headings in different ways. These work in all of them.
    paragraph(out, &format!("<a id=\"{anchor}\"></a>"));
    let deeper = if *is_member { "#" } else { "" };
    paragraph(out, &format!("{level}{deeper} {}", plain(title)));
    let size = size.map_or_else(String::new, |size| format!(", {}", bytes(size)));
    paragraph(out, &format!("{}{size}.", inline(summary)));
    blocks(out, docs);
    if !fields.is_empty() {
        out.push_str("| Field | Type | Default | Values | Description |\n|---|---|---|---|---|\n");
        for FieldRow { name, kind, default, bounds, description } in fields {
            let (name, kind, default) = (cell(&Text::code(name)), cell(kind), cell(default));
            let (bounds, description) = (cell(bounds), cell(description));
            put_line(
                out,
                format_args!("| {name} | {kind} | {default} | {bounds} | {description} |"),
            );
        }
        out.push('\n');
    }
    if !rows.is_empty() {
        out.push_str("| Offset | Length | Type | Description |\n|---|---|---|---|\n");
        for (offset, row) in placed(rows) {
            let (length, kind, description) = (row.length, cell(&row.kind), cell(&row.description));
            put_line(out, format_args!("| {offset} | {length} | {kind} | {description} |"));
        }
        out.push('\n');
    }
    if !values.is_empty() {
        out.push_str("| Value | Name | Description |\n|---|---|---|\n");
        for Choice { value, name, docs } in values {
            let (value, name, docs) = (cell(&Text::code(value)), cell(name), cell(docs));
            put_line(out, format_args!("| {value} | {name} | {docs} |"));
        }
        out.push('\n');
    }
    if svg::has_picture(section) {
        let title = plain(title);
        paragraph(out, &format!("![Bytes of {title}]({folder}/{anchor}.svg)"));
    }
    match example {
        None => {}
        Some(Err(reason)) => paragraph(out, &format!("*No example: {}.*", plain(reason))),
        Some(Ok(example)) => self::example(out, example),
    }
}

fn example(out: &mut String, example: &Example) {
    let size = bytes(Extent::exactly(example.bytes.len() as u64));
    paragraph(out, &format!("Example, {size}:"));
    code(out, example.language, example.sent.as_ref().unwrap_or(&example.value));
    let mut text = String::new();
    for line in dump(example) {
        let meaning = format!("{:indent$}{}", "", line.text, indent = line.indent);
        let row = format!("{:04x}  {:37}{meaning}", line.offset, line.hex);
        text.push_str(row.trim_end());
        text.push('\n');
    }
    code(out, "text", text.trim_end());
}

/// Writes a block of code. The fence is longer than any run of backticks in the code.
fn code(out: &mut String, language: &str, code: &str) {
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    let code = visible(code);
    paragraph(out, &format!("{fence}{language}\n{code}\n{fence}"));
}

fn blocks(out: &mut String, blocks: &[Block]) {
    for block in blocks {
        match block {
            Block::Paragraph(text) => paragraph(out, &inline(text)),
            Block::Heading(text) => paragraph(out, &format!("**{}**", inline(text))),
            Block::Code(text) => code(out, "text", text),
            Block::List(items) => {
                for item in items {
                    put_line(out, format_args!("- {}", inline(item)));
                }
                out.push('\n');
            }
            Block::Table(head, rows) => {
                let row = |cells: &[Text]| {
                    let cells = cells.iter().map(|text| format!(" {} |", cell(text)));
                    format!("|{}\n", cells.collect::<String>())
                };
                out.push_str(&row(head));
                put_line(out, format_args!("|{}", "---|".repeat(head.len())));
                for cells in rows {
                    out.push_str(&row(cells));
                }
                out.push('\n');
            }
        }
    }
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

fn inline(text: &Text) -> String {
    let pieces = text.0.iter().map(|piece| match piece {
        Inline::Plain(words) => plain(words),
        Inline::Code(code) => code_span(code),
        Inline::Link { anchor, text } => format!("[{}](#{anchor})", plain(text)),
        Inline::Web { url, text } => {
            let url = visible(url).replace([' ', '\n', '<', '>', '(', ')'], "");
            format!("[{}](<{url}>)", plain(text))
        }
    });
    pieces.collect()
}

fn code_span(code: &str) -> String {
    let code = visible(code).replace('\n', " ");
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{code}{space}{fence}")
}

/// Escapes text for Markdown.
fn plain(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for c in visible(words).chars() {
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
