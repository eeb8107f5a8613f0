//! Texts in generated files: escapes, literals, lists.

use std::borrow::Cow;

use godot_var_runtime::private::is_hidden;

/// Escapes hidden characters as Rust does, except newlines and tabs.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_hidden(c) && !matches!(c, '\n' | '\t'))
}

/// Escapes hidden characters, also newlines, as Rust does, except tabs.
pub fn in_one_line(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_hidden(c) && c != '\t')
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_escaped(c) {
            out.extend(c.escape_debug());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// A string literal of GDScript.
pub(crate) fn gdscript_string(text: &str) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\t' => literal.push_str("\\t"),
            '\r' => literal.push_str("\\r"),
            c if is_hidden(c) => literal = format!("{literal}\\u{:04x}", u32::from(c)),
            c => literal.push(c),
        }
    }
    literal.push('"');
    literal
}

/// Joins items with commas in lines of up to `width` columns. A tab counts as four.
pub(crate) fn filled(items: &[String], indent: &str, width: usize) -> String {
    let columns = |line: &str| line.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum::<usize>();
    let mut text = String::new();
    let mut line = String::new();
    for item in items {
        let longer = format!("{line} {item},");
        if !line.is_empty() && columns(&longer) > width {
            text.push_str(&line);
            text.push('\n');
            line.clear();
        }
        if line.is_empty() {
            line = format!("{indent}{item},");
        } else {
            line = format!("{line} {item},");
        }
    }
    if !line.is_empty() {
        text.push_str(&line);
        text.push('\n');
    }
    text
}
