//! The form of scenes, resources and project settings: sections of keys with values.

use super::expression::{Expression, Tokens, parse};
use super::tokens::{Kind, Language, Line, Lines, Source};
use godot_var_codegen::protocol::Diagnostic;

/// `[node name="Player"]` with the entries below it. Entries before the first section have an unnamed one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Section {
    pub(crate) name: String,
    pub(crate) start: usize,
    pub(crate) attributes: Vec<Entry>,
    pub(crate) entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    /// `None` if it is not a plain value.
    pub(crate) value: Option<Expression>,
    pub(crate) start: usize,
}

impl Section {
    /// Returns the text of an attribute.
    pub(crate) fn attribute(&self, key: &str) -> Option<&str> {
        find(&self.attributes, key)?.text()
    }

    pub(crate) fn entry(&self, key: &str) -> Option<&Expression> {
        find(&self.entries, key)
    }
}

pub(crate) fn find<'e>(entries: &'e [Entry], key: &str) -> Option<&'e Expression> {
    // The engine keeps the last one.
    entries.iter().rev().find(|entry| entry.key == key)?.value.as_ref()
}

/// Reads all sections.
pub(crate) fn sections(source: Source<'_>) -> Result<Vec<Section>, Diagnostic> {
    let mut all = vec![Section::default()];
    for line in Lines::new(source, Language::Config) {
        let line = line?;
        let start = line.tokens[0].start;
        if line.tokens[0].is('[') {
            all.push(header(source, &line)?);
            continue;
        }
        let at = line.tokens.iter().position(|token| token.is('='));
        let Some(at) = at.filter(|at| *at > 0) else {
            return Err(source.error(start, "expected `key = value` or a `[section]`"));
        };
        let key = source.text[start..line.tokens[at].start].trim_end().trim_matches('"').to_owned();
        let mut tokens = Tokens::new(&line.tokens[at + 1..]);
        let value = parse(&mut tokens).filter(|_| tokens.is_empty());
        if let Some(section) = all.last_mut() {
            section.entries.push(Entry { key, value, start });
        }
    }
    Ok(all)
}

fn header(source: Source<'_>, line: &Line<'_>) -> Result<Section, Diagnostic> {
    let start = line.tokens[0].start;
    let (Some(first), Some(last)) = (line.tokens.get(1), line.tokens.last()) else {
        return Err(source.error(start, "this section has no name"));
    };
    if !last.is(']') {
        return Err(source.error(last.start, "expected the end of the line after a `[section]`"));
    }
    let inner = &line.tokens[1..line.tokens.len() - 1];
    // The name ends before the first `key=`.
    let keys =
        inner.windows(2).position(|pair| matches!(pair[0].kind, Kind::Name(_)) && pair[1].is('='));
    let end = keys.map_or(last.start, |at| inner[at].start);
    let name = source.text[first.start..end].trim_end().to_owned();
    let mut attributes = Vec::new();
    let mut tokens = Tokens::new(&inner[keys.unwrap_or(inner.len())..]);
    while !tokens.is_empty() {
        let start = tokens.offset();
        let (Some(key), true) = (tokens.name(), tokens.take('=')) else {
            return Err(source.error(start, "expected `key=value` in this `[section]`"));
        };
        let before = tokens.clone();
        let value = parse(&mut tokens);
        if value.is_none() {
            tokens = before;
            tokens.next();
        }
        attributes.push(Entry { key: key.to_owned(), value, start });
    }
    Ok(Section { name, start, attributes, entries: Vec::new() })
}
