//! Texts of peers in errors, which people read in a terminal or a log.

use core::fmt::{self, Write};

use godot_var_runtime::private::is_hidden;

/// Writes an escape such as `\u{1b}` for each hidden character, such as one that ends a line or sends commands to a terminal.
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
