//! Shows mistakes in a message template with their lines.

use std::fmt;

use godot_var::lludp::HEADER_LEN;
use godot_var_codegen::is_hidden;
use godot_var_schema::template::{Block, Diagnostic, Frequency, Message, Quantity, Template};

use crate::inspect::{ERROR, OFFSET, PLACE};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The template is valid, but probably wrong.
    Warning,
    /// The template cannot be used.
    Error,
}

/// Shows a diagnostic as a compiler does, with escape codes for colors:
///
/// ```text
/// chat.msg:3:21: error: expected the type of a field, found `U128`
///    3 |     { Text Single { Size U128 } }
///      |                          ^^^^
/// ```
///
/// Columns count bytes; a tab is one. A long line is cut around the place. Control characters, and those that change the direction of a text, are
/// replaced, so that a file cannot control the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// The whole text of the file.
    pub text: &'a str,
    /// The severity.
    pub severity: Severity,
    /// The problem and its place.
    pub diagnostic: &'a Diagnostic,
}

/// The number of characters to show on each side of a place.
const CONTEXT: usize = 80;

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, text, severity, diagnostic } = *self;
        let place = diagnostic.place;
        let message: String = diagnostic.message.chars().map(plain).collect();
        let word = match severity {
            Severity::Warning => format!("{PLACE}warning{PLACE:#}"),
            Severity::Error => format!("{ERROR}error{ERROR:#}"),
        };
        write!(f, "{file}:{}:{}: {word}: {message}", place.line, place.column)?;
        // A byte-order mark is not part of the first line.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let Some(line) = text.split('\n').nth(place.line.saturating_sub(1)) else { return Ok(()) };
        let line = line.strip_suffix('\r').unwrap_or(line);
        let Some((before, after)) = line.split_at_checked(place.column.saturating_sub(1)) else {
            return Ok(());
        };
        let skipped = before.chars().count().saturating_sub(CONTEXT);
        let cut = if skipped > 0 { "…" } else { "" };
        let before: String = cut.chars().chain(before.chars().skip(skipped)).map(plain).collect();
        let shown: String = after.chars().take(CONTEXT).map(plain).collect();
        let rest = if after.chars().count() > CONTEXT { "…" } else { "" };
        let word = shown.chars().take_while(|c| !c.is_whitespace()).count().max(1);
        // Tabs stay tabs, so that the carets are below the word.
        let space: String = before.chars().map(|c| if c == '\t' { c } else { ' ' }).collect();
        let line = place.line;
        write!(f, "\n{OFFSET}{line:5} |{OFFSET:#} {before}{shown}{rest}")?;
        let carets = "^".repeat(word);
        write!(f, "\n{OFFSET}{:5} |{OFFSET:#} {space}{ERROR}{carets}{ERROR:#}", "")
    }
}

fn plain(c: char) -> char {
    if is_hidden(c) && c != '\t' { char::REPLACEMENT_CHARACTER } else { c }
}

/// Returns warnings for a valid template, in source order: blocks without fields, and messages whose fields of fixed length alone exceed the
/// [`MTU`](godot_var::lludp::MTU).
pub fn warnings(template: &Template) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    for message in &template.messages {
        for block in message.blocks.iter().filter(|block| block.fields.is_empty()) {
            let message = format!("block `{}` has no fields", block.name);
            warnings.push(Diagnostic { place: block.place, message });
        }
        let (len, mtu) = (least_len(message), godot_var::lludp::MTU);
        if len > mtu {
            let text = format!(
                "message `{}` takes at least {len} bytes; packets have at most {mtu}",
                message.name
            );
            warnings.push(Diagnostic { place: message.place, message: text });
        }
    }
    warnings.sort();
    warnings
}

/// Returns the length of a packet without zero-coding whose texts and lists are all empty.
fn least_len(message: &Message) -> usize {
    let number = match message.frequency {
        Frequency::High => 1,
        Frequency::Medium => 2,
        Frequency::Low | Frequency::Fixed => 4,
    };
    HEADER_LEN + number + message.blocks.iter().map(least_block).sum::<usize>()
}

fn least_block(block: &Block) -> usize {
    let row = || block.fields.iter().map(|field| field.field_type.least_len()).sum::<usize>();
    match block.quantity {
        Quantity::Single => row(),
        Quantity::Multiple(count) => row() * usize::from(count),
        Quantity::Variable => 1,
    }
}
