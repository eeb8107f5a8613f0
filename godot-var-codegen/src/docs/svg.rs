//! Draws the bytes of a message: lines of bytes, with a box for each run.

use askama::Template;

use super::offset::{Offset, placed};
use super::{Role, Row, Section, mark};
use crate::text::in_one_line;

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

/// A picture of a section.
#[derive(Template)]
#[template(path = "picture.svg")]
pub(super) struct Picture<'s> {
    section: &'s Section,
    per_line: u64,
    /// Whether it is a file, with a style of its own; in a page it has the page's.
    is_file: bool,
    /// The first offset of each line.
    lines: Vec<Offset>,
    boxes: Vec<Box>,
    is_cut: bool,
}

/// The part of a run in one line.
struct Box {
    class: &'static str,
    x: u64,
    y: u64,
    width: u64,
    title: String,
    /// Texts in it: their class, place and words.
    texts: Vec<(&'static str, u64, String)>,
}

impl<'s> Picture<'s> {
    pub(super) fn new(section: &'s Section, per_line: u64, is_file: bool) -> Self {
        let (mut lines, mut boxes) = (Vec::new(), Vec::new());
        let mut column = 0;
        for (offset, row) in placed(&section.rows) {
            let length = row.length.fixed().filter(|length| *length <= LONG);
            if length.is_none() && column > per_line / 2 {
                // The rest of the line is too narrow to be readable.
                column = 0;
            }
            let (mut done, mut left) = (0, length.unwrap_or(per_line - column));
            while left > 0 {
                if column == 0 {
                    lines.push(offset.plus(done));
                }
                let columns = left.min(per_line - column);
                if lines.len() <= MAX_LINES {
                    let width = (WIDTH - GUTTER) / per_line;
                    let (x, y) = (GUTTER + column * width, 20 + (lines.len() as u64 - 1) * LINE);
                    let (starts, ends) = (done == 0, left == columns);
                    boxes.push(Box::new(row, (x, y), columns * width - 2, starts, ends));
                }
                column = (column + columns) % per_line;
                left -= columns;
                done += columns;
            }
        }
        let is_cut = lines.len() > MAX_LINES;
        lines.truncate(MAX_LINES);
        Self { section, per_line, is_file, lines, boxes, is_cut }
    }

    fn height(&self) -> u64 {
        20 + self.lines.len() as u64 * LINE + if self.is_cut { 20 } else { 0 }
    }

    /// Returns the columns that have a number above them, with their place.
    fn columns(&self) -> impl Iterator<Item = (u64, u64)> {
        let width = (WIDTH - GUTTER) / self.per_line;
        let columns = (0..self.per_line).step_by(if self.per_line > 8 { 4 } else { 1 });
        columns.map(move |column| (GUTTER + column * width + 2, column))
    }

    /// Describes the picture in words.
    fn description(&self) -> String {
        const MOST: usize = 40;
        let rows = &self.section.rows;
        let words = placed(rows).take(MOST).map(|(offset, row)| {
            format!("{} ({}) at {offset}, {} bytes", row.label, row.kind.words(), row.length)
        });
        let more = (rows.len() > MOST).then(|| "and so on".to_owned());
        words.chain(more).collect::<Vec<_>>().join("; ") + "."
    }
}

impl Box {
    fn new(row: &Row, (x, y): (u64, u64), width: u64, starts: bool, ends: bool) -> Self {
        let is_to_scale = row.length.fixed().is_some_and(|length| length <= LONG);
        let class = match (row.role, is_to_scale) {
            (Role::Frame, true) => "f",
            (Role::Frame, false) => "f d",
            (Role::Key, true) => "k",
            (Role::Key, false) => "k d",
            (Role::Value, true) => "v",
            (Role::Value, false) => "v d",
        };
        let (label, kind, length) = (&row.label, row.kind.words(), row.length);
        let before = if starts { "" } else { "… " };
        let after = if ends { "" } else { " …" };
        let room = usize::try_from(width.saturating_sub(8) * 10 / CHARACTER).unwrap_or(0);
        let first = cut_to(&format!("{before}{label}{after}"), room);
        let second =
            if starts { cut_to(&format!("{kind} · {length}"), room) } else { String::new() };
        let first_y = if second.is_empty() { y + 21 } else { y + 14 };
        let mut texts = vec![("n", first_y, first), ("t", y + 28, second)];
        texts.retain(|(_, _, words)| !words.is_empty());
        Self { class, x, y, width, title: format!("{label}: {kind}, {length} bytes"), texts }
    }
}

/// Cuts a text to the available width.
fn cut_to(text: &str, room: usize) -> String {
    let text = in_one_line(text);
    if text.chars().count() <= room {
        return text.into_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(['…']).take(room).collect()
}
