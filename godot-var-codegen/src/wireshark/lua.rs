//! Lua tables as text.

use std::fmt::{self, Display, Write};

use godot_var_runtime::private::is_hidden;

/// Lines of a script.
#[derive(Default)]
pub(super) struct Lines(pub(super) String);

impl Lines {
    pub(super) fn line(&mut self, indent: usize, line: impl Display) {
        self.0.extend(std::iter::repeat_n('\t', indent));
        put(&mut self.0, format_args!("{line}\n"));
    }

    /// The entry of a table: a key with a number, a table or the like.
    pub(super) fn entry(&mut self, indent: usize, key: &str, value: impl Display) {
        self.line(indent, format_args!("{key} = {value},"));
    }

    /// A key with a text.
    pub(super) fn text(&mut self, indent: usize, key: &str, text: &str) {
        self.entry(indent, key, string(text));
    }
}

/// A table in one line: `{ kind = "list", of = … }`.
#[derive(Clone, Default)]
pub(super) struct Item(String);

impl Item {
    pub(super) fn kind(kind: &str) -> Self {
        Self::default().text("kind", kind)
    }

    /// Adds a key with a number, a table or the like.
    pub(super) fn put(mut self, key: &str, value: impl Display) -> Self {
        let comma = if self.0.is_empty() { "" } else { ", " };
        put(&mut self.0, format_args!("{comma}{key} = {value}"));
        self
    }

    pub(super) fn text(self, key: &str, text: &str) -> Self {
        self.put(key, string(text))
    }

    /// Adds a key that is true, or nothing.
    pub(super) fn flag(self, key: &str, is_set: bool) -> Self {
        if is_set { self.put(key, true) } else { self }
    }

    /// Returns the entries without braces.
    pub(super) fn entries(&self) -> &str {
        &self.0
    }

    /// Returns the start of a table that goes on in further lines.
    pub(super) fn open(&self) -> String {
        format!("{{ {},", self.0)
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{ {} }}", self.0)
    }
}

/// A list in one line.
pub(super) fn list(items: impl IntoIterator<Item = impl Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("{{ {} }}", items.join(", "))
}

/// Appends a text.
pub(super) fn put(out: &mut String, text: fmt::Arguments<'_>) {
    let written = out.write_fmt(text);
    debug_assert!(written.is_ok(), "a String takes every text");
}

/// A string literal.
pub(super) fn string(text: &str) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            c if is_hidden(c) => {
                for byte in c.to_string().bytes() {
                    put(&mut literal, format_args!("\\{byte:03}"));
                }
            }
            c => literal.push(c),
        }
    }
    literal.push('"');
    literal
}
