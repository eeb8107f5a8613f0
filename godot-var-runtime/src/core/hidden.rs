//! Which characters of a text people do not see.

/// Whether a character is invisible, ends a line, changes the direction of a text, or cannot be in XML. No generated file and no error that
/// shows a text of a peer has one. Newlines and tabs are among them.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}
