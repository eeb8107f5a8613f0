//! Draws the bytes of a message: lines of bytes, with a box for each run.

use super::html::escape;
use super::offset::{Offset, placed};
use super::{Extent, Role, Row, Section, mark, put};
use crate::text::in_one_line;

/// The place of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In an HTML page, with the page's style.
    Page,
    /// In a file, with its own style.
    File,
}

/// The width of the column for offsets.
const GUTTER: u64 = 72;
/// The right edge of the boxes.
const WIDTH: u64 = 712;
const LINE: u64 = 40;
const BOX: u64 = 34;
/// Longer runs get a line of their own and are shortened.
const LONG: u64 = 64;
/// The maximum number of lines in a picture.
const MAX_LINES: usize = 64;
/// The width of a character of the labels, in tenths.
const CHARACTER: u64 = 66;

const STYLE: &str = include_str!("svg.css");

pub(super) fn has_picture(section: &Section) -> bool {
    !section.rows.is_empty()
}

/// A box: the part of a run in one line.
struct Part<'r> {
    row: &'r Row,
    length: Extent,
    line: usize,
    column: u64,
    columns: u64,
    /// Whether its left and right edges are those of the run.
    starts: bool,
    ends: bool,
    /// Whether its width is to scale.
    to_scale: bool,
}

/// Returns the boxes and the first offset of each line.
fn parts(section: &Section, per_line: u64) -> (Vec<Part<'_>>, Vec<Offset>) {
    let mut parts = Vec::new();
    let mut lines: Vec<Offset> = Vec::new();
    let mut column = 0;
    for (offset, row) in placed(&section.rows) {
        let length = row.length;
        let to_scale = length.fixed().filter(|length| *length <= LONG);
        if length == Extent::ZERO {
            continue;
        }
        let Some(mut left) = to_scale else {
            // Use the rest of the line if it is wide enough to be readable.
            if column > per_line / 2 || lines.is_empty() {
                column = 0;
            }
            if column == 0 {
                lines.push(offset);
            }
            let (line, columns) = (lines.len() - 1, per_line - column);
            let (starts, ends) = (true, true);
            parts.push(Part { row, length, line, column, columns, starts, ends, to_scale: false });
            column = 0;
            continue;
        };
        let mut done = 0;
        while left > 0 {
            if column == 0 {
                lines.push(offset.plus(done));
            }
            let columns = left.min(per_line - column);
            let line = lines.len() - 1;
            let (starts, ends) = (done == 0, left == columns);
            parts.push(Part { row, length, line, column, columns, starts, ends, to_scale: true });
            column = (column + columns) % per_line;
            left -= columns;
            done += columns;
        }
    }
    (parts, lines)
}

/// Draws the bytes of a section.
pub(super) fn picture(section: &Section, per_line: u64, place: Place) -> String {
    let (parts, mut lines) = parts(section, per_line);
    let cut = lines.len() > MAX_LINES;
    lines.truncate(MAX_LINES);
    let column_width = (WIDTH - GUTTER) / per_line;
    let height = 20 + lines.len() as u64 * LINE + if cut { 20 } else { 0 };
    let id = &section.anchor;
    let mut out = String::new();
    let namespace = match place {
        Place::Page => String::new(),
        Place::File => {
            format!(" xmlns=\"http://www.w3.org/2000/svg\" width=\"720\" height=\"{height}\"")
        }
    };
    put(
        &mut out,
        format_args!(
            "<svg{namespace} class=\"layout\" viewBox=\"0 0 720 {height}\" role=\"img\" \
             aria-labelledby=\"{id}-title {id}-desc\">\n"
        ),
    );
    if place == Place::File {
        out.push_str(&mark());
    }
    let description = description(section);
    let (title, text) = (escape(&section.title), escape(&description));
    put(&mut out, format_args!("<title id=\"{id}-title\">Bytes of {title}</title>\n"));
    put(&mut out, format_args!("<desc id=\"{id}-desc\">{text}</desc>\n"));
    if place == Place::File {
        put(&mut out, format_args!("<style>{STYLE}</style>\n"));
    }
    // The number of each column.
    for column in (0..per_line).step_by(if per_line > 8 { 4 } else { 1 }) {
        let x = GUTTER + column * column_width + 2;
        put(&mut out, format_args!("<text class=\"o\" x=\"{x}\" y=\"13\">+{column}</text>\n"));
    }
    for (line, offset) in lines.iter().enumerate() {
        let y = 20 + line as u64 * LINE + 21;
        let x = GUTTER - 8;
        put(&mut out, format_args!("<text class=\"o e\" x=\"{x}\" y=\"{y}\">{offset}</text>\n"));
    }
    for part in parts.iter().filter(|part| part.line < lines.len()) {
        draw(&mut out, part, column_width);
    }
    if cut {
        let y = height - 6;
        put(
            &mut out,
            format_args!("<text class=\"o\" x=\"{GUTTER}\" y=\"{y}\">and so on</text>\n"),
        );
    }
    out.push_str("</svg>\n");
    out
}

fn draw(out: &mut String, part: &Part<'_>, column_width: u64) {
    let x = GUTTER + part.column * column_width;
    let y = 20 + part.line as u64 * LINE;
    let width = part.columns * column_width - 2;
    let class = match part.row.role {
        Role::Frame => "f",
        Role::Key => "k",
        Role::Value => "v",
    };
    let varies = if part.to_scale { "" } else { " d" };
    let kind = part.row.kind.words();
    let length = part.length;
    let label = &part.row.label;
    let whole = format!("{label}: {kind}, {length} bytes");
    put(out, format_args!("<g><title>{}</title>", escape(&whole)));
    put(
        out,
        format_args!(
            "<rect class=\"{class}{varies}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" \
             height=\"{BOX}\" rx=\"3\"/>"
        ),
    );
    let room = usize::try_from(width.saturating_sub(8) * 10 / CHARACTER).unwrap_or(0);
    let (first, second) = if part.starts {
        (label.clone(), format!("{kind} · {length}"))
    } else {
        (format!("… {label}"), String::new())
    };
    let more = if part.ends { "" } else { " …" };
    let first = cut_to(&format!("{first}{more}"), room);
    let second = cut_to(&second, room);
    let middle = x + 5;
    if !first.is_empty() {
        let y = if second.is_empty() { y + 21 } else { y + 14 };
        put(
            out,
            format_args!("<text class=\"n\" x=\"{middle}\" y=\"{y}\">{}</text>", escape(&first)),
        );
    }
    if !second.is_empty() {
        let y = y + 28;
        put(
            out,
            format_args!("<text class=\"t\" x=\"{middle}\" y=\"{y}\">{}</text>", escape(&second)),
        );
    }
    out.push_str("</g>\n");
}

/// Cuts a text to the available width.
fn cut_to(text: &str, room: usize) -> String {
    let text = in_one_line(text);
    if text.chars().count() <= room {
        return text.into_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(['…']).take(room).collect()
}

/// Describes the picture in words.
fn description(section: &Section) -> String {
    const MOST: usize = 40;
    let words = placed(&section.rows).take(MOST).map(|(offset, row)| {
        format!("{} ({}) at {offset}, {} bytes", row.label, row.kind.words(), row.length)
    });
    let mut words = words.collect::<Vec<_>>().join("; ");
    if section.rows.len() > MOST {
        words.push_str("; and so on");
    }
    words.push('.');
    words
}
