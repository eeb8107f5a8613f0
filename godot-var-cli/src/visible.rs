//! Escapes the characters of a text that a terminal obeys or does not show.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use godot_var_codegen::is_hidden;

/// Escapes hidden characters as Rust does, except newlines and tabs.
#[must_use]
pub fn visible(text: &str) -> String {
    escaped(text, |c, out| match c {
        '\n' | '\t' => out.push(c),
        c => out.extend(c.escape_debug()),
    })
}

/// Escapes hidden characters of a text that is JSON, or a part of it, as JSON does. The value stays the same.
pub(crate) fn visible_json(json: &str) -> String {
    escaped(json, |c, out| match c {
        '\n' | '\t' => out.push(c),
        c => write!(out, "\\u{:04x}", u32::from(c)).expect("a String takes all"),
    })
}

/// All of one line.
pub(crate) fn in_one_line(text: &str) -> String {
    escaped(text, |c, out| out.extend(c.escape_debug()))
}

/// The name of a file for people, in one line: a project of someone else names its files as it likes.
#[must_use]
pub fn shown(path: impl AsRef<Path>) -> String {
    in_one_line(&path.as_ref().to_string_lossy())
}

fn escaped(text: &str, escape: impl Fn(char, &mut String)) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) { escape(c, &mut out) } else { out.push(c) }
    }
    out
}

/// Writes compact JSON without hidden characters.
pub(crate) struct VisibleJson;

impl serde_json::ser::Formatter for VisibleJson {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if fragment.contains(is_hidden) {
            writer.write_all(visible_json(fragment).as_bytes())
        } else {
            writer.write_all(fragment.as_bytes())
        }
    }
}
