//! Writes a page as one HTML file with its style, pictures and search.

use std::borrow::Cow;

use super::offset::placed;
use super::prose::{Block, Inline, Text};
use super::{
    Choice, Example, Extent, FieldRow, Page, Role, Row, Section, bytes, mark, put, put_line, svg,
};
use crate::text::visible;

const PAGE_STYLE: &str = include_str!("page.css");
const PICTURE_STYLE: &str = include_str!("svg.css");
const SCRIPT: &str = include_str!("page.js");

/// If there are more sections, the contents and the examples are folded.
const MANY: usize = 60;
/// The number of bytes in a row of a dump.
pub(super) const DUMP_ROW: usize = 16;

pub(super) fn page(page: &Page) -> String {
    let mut out = String::new();
    let many = page.sections.len() > MANY;
    let title = escape(&page.title);
    out.push_str("<!DOCTYPE html>\n");
    out.push_str(&mark());
    out.push_str("<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    put_line(&mut out, format_args!("<title>{title}: messages</title>"));
    put_line(&mut out, format_args!("<style>\n{PAGE_STYLE}{PICTURE_STYLE}</style>"));
    out.push_str("</head>\n<body>\n<header>\n");
    put_line(&mut out, format_args!("<h1>{title}</h1>"));
    blocks(&mut out, &page.docs);
    out.push_str("<div class=\"notes\">\n");
    for note in &page.notes {
        put_line(&mut out, format_args!("<p>{}</p>", inline(note)));
    }
    out.push_str("</div>\n</header>\n");
    contents(&mut out, page);
    out.push_str("<main>\n");
    for (heading, sections) in page.groups() {
        if !heading.is_empty() {
            put_line(&mut out, format_args!("<h2>{heading}</h2>"));
        }
        let level = if heading.is_empty() { 2 } else { 3 };
        for section in sections {
            self::section(&mut out, section, level, page.bytes_per_line, many);
        }
    }
    out.push_str("</main>\n");
    put_line(&mut out, format_args!("<script>\n{SCRIPT}</script>"));
    out.push_str("</body>\n</html>\n");
    out
}

fn contents(out: &mut String, page: &Page) {
    let count = page.sections.len();
    out.push_str("<nav aria-label=\"Contents\">\n<details open>\n");
    put_line(out, format_args!("<summary>Contents ({count})</summary>"));
    out.push_str(
        "<input id=\"search\" type=\"search\" placeholder=\"Search by name\" \
         aria-label=\"Search by name\" hidden>\n",
    );
    for (heading, sections) in page.groups() {
        if !heading.is_empty() {
            put_line(out, format_args!("<p>{heading}</p>"));
        }
        out.push_str("<ul>\n");
        for Section { anchor, title, is_member, .. } in sections {
            let class = if *is_member { " class=\"member\"" } else { "" };
            let title = escape(title);
            put_line(out, format_args!("<li{class}><a href=\"#{anchor}\">{title}</a></li>"));
        }
        out.push_str("</ul>\n");
    }
    out.push_str("</details>\n</nav>\n");
}

fn section(out: &mut String, section: &Section, level: u8, per_line: u64, folded: bool) {
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
    let (level, class) = if *is_member { (level + 1, " class=\"member\"") } else { (level, "") };
    let title = escape(title);
    put_line(out, format_args!("<section id=\"{anchor}\"{class}>"));
    put_line(out, format_args!("<h{level}><a href=\"#{anchor}\">{title}</a></h{level}>"));
    let size = size.map_or_else(String::new, |size| format!(", {}", bytes(size)));
    put_line(out, format_args!("<p class=\"kind\">{}{size}.</p>", inline(summary)));
    blocks(out, docs);
    if !fields.is_empty() {
        self::fields(out, fields, &title);
    }
    if !rows.is_empty() {
        table(out, rows, &title);
    }
    if !values.is_empty() {
        choices(out, values, &title);
    }
    if svg::has_picture(section) {
        out.push_str("<div class=\"scroll\" tabindex=\"0\">\n");
        out.push_str(&svg::picture(section, per_line, svg::Place::Page));
        out.push_str("</div>\n");
    }
    match example {
        None => {}
        Some(Err(reason)) => {
            let reason = escape(reason);
            put_line(out, format_args!("<p class=\"none\">No example: {reason}.</p>"));
        }
        Some(Ok(example)) => {
            let open = if folded { "" } else { " open" };
            put_line(out, format_args!("<details{open}>"));
            self::example(out, example, &title);
            out.push_str("</details>\n");
        }
    }
    out.push_str("</section>\n");
}

fn fields(out: &mut String, fields: &[FieldRow], title: &str) {
    let heads = ["Field", "Type", "Default", "Values", "Description"];
    open_table(out, &format!("Fields of {title}"), &heads);
    for FieldRow { name, kind, default, bounds, description } in fields {
        let (name, kind, default) = (escape(name), inline(kind), inline(default));
        let (bounds, description) = (inline(bounds), inline(description));
        put_line(
            out,
            format_args!(
                "<tr><th scope=\"row\"><code>{name}</code></th><td>{kind}</td><td>{default}</td>\
                 <td>{bounds}</td><td>{description}</td></tr>"
            ),
        );
    }
    out.push_str(TABLE_END);
}

/// Opens a table in a scrollable box, which the keyboard can scroll, too.
fn open_table(out: &mut String, caption: &str, heads: &[&str]) {
    let heads = heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>"));
    let heads: String = heads.collect();
    put_line(
        out,
        format_args!(
            "<div class=\"scroll\" tabindex=\"0\">\n<table>\n<caption>{caption}</caption>\n\
             <thead><tr>{heads}</tr></thead>\n<tbody>"
        ),
    );
}

const TABLE_END: &str = "</tbody>\n</table>\n</div>\n";

fn table(out: &mut String, rows: &[Row], title: &str) {
    open_table(out, &format!("Bytes of {title}"), &["Offset", "Length", "Type", "Description"]);
    for (offset, Row { length, kind, description, role, .. }) in placed(rows) {
        let class = match role {
            Role::Frame => " class=\"frame\"",
            Role::Key => " class=\"key\"",
            Role::Value => "",
        };
        let (kind, description) = (inline(kind), inline(description));
        put_line(
            out,
            format_args!(
                "<tr{class}><th scope=\"row\">{offset}</th><td class=\"number\">{length}</td>\
             <td>{kind}</td><td>{description}</td></tr>"
            ),
        );
    }
    out.push_str(TABLE_END);
}

fn choices(out: &mut String, values: &[Choice], title: &str) {
    open_table(out, &format!("Variants of {title}"), &["Value", "Name", "Description"]);
    for Choice { value, name, docs } in values {
        let (value, name, docs) = (escape(value), inline(name), inline(docs));
        put_line(
            out,
            format_args!(
                "<tr><th scope=\"row\"><code>{value}</code></th><td>{name}</td><td>{docs}</td></tr>"
            ),
        );
    }
    out.push_str(TABLE_END);
}

fn example(out: &mut String, example: &Example, title: &str) {
    let size = bytes(Extent::exactly(example.bytes.len() as u64));
    put_line(out, format_args!("<summary>Example, {size}</summary>"));
    let text = escape(example.sent.as_ref().unwrap_or(&example.value));
    let label = if example.language == "json" { "Copy JSON" } else { "Copy GDScript" };
    put_line(out, format_args!("<pre tabindex=\"0\"><code>{text}</code></pre>"));
    copy_button(out, label, &text);
    let bytes = example.bytes.iter().map(|byte| format!("{byte:02x}"));
    copy_button(out, "Copy bytes as hex", &bytes.collect::<String>());
    let heads = ["Offset", "Bytes", "Meaning"];
    let caption = format!("Bytes of the example of {title}");
    out.push_str("<div class=\"bytes\">\n");
    open_table(out, &caption, &heads);
    for line in dump(example) {
        let Line { offset, hex, indent, text } = line;
        let indent = "\u{a0}".repeat(indent);
        let text = escape(&text);
        put_line(
            out,
            format_args!(
                "<tr><th scope=\"row\">{offset:04x}</th><td>{hex}</td><td>{indent}{text}</td></tr>"
            ),
        );
    }
    out.push_str(TABLE_END);
    out.push_str("</div>\n");
}

/// Adds a button that the script shows if the browser has a clipboard.
fn copy_button(out: &mut String, label: &str, text: &str) {
    put_line(
        out,
        format_args!("<button type=\"button\" data-copy=\"{text}\" hidden>{label}</button>"),
    );
}

pub(super) struct Line {
    pub(super) offset: usize,
    pub(super) hex: String,
    pub(super) indent: usize,
    pub(super) text: String,
}

/// Splits an example into lines. The text of a run is beside its first byte.
pub(super) fn dump(example: &Example) -> Vec<Line> {
    let mut lines = Vec::new();
    for run in &example.runs {
        let bytes = example.bytes.get(run.offset..run.offset + run.len).unwrap_or_default();
        let text = match run.path.as_str() {
            "" => run.text.clone(),
            path => format!("{path}: {}", run.text),
        };
        // A run without bytes also gets a line.
        let chunks = bytes.chunks(DUMP_ROW).map(hex_groups);
        let chunks: Vec<String> =
            if bytes.is_empty() { vec![String::new()] } else { chunks.collect() };
        for (index, hex) in chunks.into_iter().enumerate() {
            let text = if index == 0 { text.clone() } else { String::new() };
            let indent = run.depth * 2;
            lines.push(Line { offset: run.offset + index * DUMP_ROW, hex, indent, text });
        }
    }
    lines
}

fn hex_groups(bytes: &[u8]) -> String {
    let mut hex = String::new();
    for (index, byte) in bytes.iter().enumerate() {
        let space = if index > 0 && index % 4 == 0 { " " } else { "" };
        put(&mut hex, format_args!("{space}{byte:02x}"));
    }
    hex
}

fn blocks(out: &mut String, blocks: &[Block]) {
    for block in blocks {
        let html = match block {
            Block::Paragraph(text) => format!("<p>{}</p>", inline(text)),
            Block::Heading(text) => format!("<h5>{}</h5>", inline(text)),
            Block::Code(code) => format!("<pre><code>{}</code></pre>", escape(code)),
            Block::List(items) => {
                let items = items.iter().map(|item| format!("<li>{}</li>", inline(item)));
                format!("<ul>{}</ul>", items.collect::<String>())
            }
            Block::Table(head, rows) => {
                let heads =
                    head.iter().map(|cell| format!("<th scope=\"col\">{}</th>", inline(cell)));
                let heads: String = heads.collect();
                let rows = rows.iter().map(|row| {
                    let cells = row.iter().map(|cell| format!("<td>{}</td>", inline(cell)));
                    format!("<tr>{}</tr>\n", cells.collect::<String>())
                });
                let rows: String = rows.collect();
                format!(
                    "<div class=\"scroll\" tabindex=\"0\">\n<table>\n<thead><tr>{heads}</tr></thead>\n\
                     <tbody>\n{rows}</tbody>\n</table>\n</div>"
                )
            }
        };
        out.push_str(&html);
        out.push('\n');
    }
}

fn inline(text: &Text) -> String {
    let pieces = text.0.iter().map(|piece| match piece {
        Inline::Plain(words) => escape(words).into_owned(),
        Inline::Code(code) => format!("<code>{}</code>", escape(code)),
        Inline::Link { anchor, text } => {
            format!("<a href=\"#{}\">{}</a>", escape(anchor), escape(text))
        }
        Inline::Web { url, text } => {
            format!("<a href=\"{}\" rel=\"noreferrer\">{}</a>", escape(url), escape(text))
        }
    });
    pieces.collect()
}

/// Escapes a text for elements and attributes of HTML and SVG.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    let text = visible(text);
    if !text.contains(['&', '<', '>', '"', '\'']) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}
