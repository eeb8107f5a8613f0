//! The words of a template.

use super::ast::Place;

/// A word and its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) place: Place,
}

/// The words of the text, and the position of its end. A word that begins with `/` ends its line:
/// in Second Life's file, comments contain unbalanced braces.
pub(super) fn tokens(text: &str) -> (Vec<Token<'_>>, Place) {
    let mut tokens = Vec::new();
    let mut end = Place { line: 1, column: 1 };
    // A byte-order mark is not a word.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (row, line) in text.split('\n').enumerate() {
        end = Place { line: row + 1, column: line.len() + 1 };
        let mut at = 0;
        for word in line.split([' ', '\t', '\r']) {
            if word.starts_with('/') {
                break;
            }
            if !word.is_empty() {
                let place = Place { line: row + 1, column: at + 1 };
                tokens.push(Token { text: word, place });
            }
            at += word.len() + 1;
        }
    }
    (tokens, end)
}
