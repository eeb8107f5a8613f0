//! Texts of peers in errors, which people read in a terminal or a log.

use core::fmt::{self, Write};

/// Writes an escape such as `\u{1b}` for each character that ends a line, sends commands to a terminal, or changes the direction of a text.
pub(crate) struct OneLine<'f, 'w>(pub(crate) &'f mut fmt::Formatter<'w>);

impl Write for OneLine<'_, '_> {
    fn write_str(&mut self, mut text: &str) -> fmt::Result {
        while let Some(at) = text.find(is_hidden) {
            let (before, rest) = text.split_at(at);
            let mut rest = rest.chars();
            self.0.write_str(before)?;
            if let Some(hidden) = rest.next() {
                write!(self.0, "{}", hidden.escape_default())?;
            }
            text = rest.as_str();
        }
        self.0.write_str(text)
    }
}

fn is_hidden(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
