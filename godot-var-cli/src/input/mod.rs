//! Bytes as text: hex digits and the other notations of programs.

mod notation;

use std::borrow::Cow;

pub use notation::{Notation, parse, readings, refusal};

/// Why a text is not hex, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidHex {
    /// The offset in the text, in bytes.
    pub offset: usize,
    /// The problem.
    pub message: String,
}

/// Returns a word with an odd number of hex digits, if there is one among several of a line.
fn odd_word(line: &[u8]) -> Option<&[u8]> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let is_alone = words.clone().nth(1).is_none();
    let is_odd = |word: &&[u8]| word.len() % 2 == 1 && word.iter().all(u8::is_ascii_hexdigit);
    words.find(is_odd).filter(|_| !is_alone)
}

/// Parses hex digits. Whitespace between them is ignored, so that a pasted dump can be read.
///
/// # Errors
/// [`InvalidHex`] for any other character and for an odd number of digits, of a text or of a word next to others in its line: these are
/// decimal or octal numbers, or offsets.
pub fn parse_hex(text: &[u8]) -> Result<Vec<u8>, InvalidHex> {
    if let Some(word) = text.split(|byte| *byte == b'\n').find_map(odd_word) {
        let offset = word.as_ptr() as usize - text.as_ptr() as usize;
        let shown = String::from_utf8_lossy(word);
        return Err(InvalidHex {
            offset,
            message: format!("{shown:?} has an odd number of hex digits"),
        });
    }
    let is_dense = !text.iter().any(u8::is_ascii_whitespace);
    let digits = if is_dense {
        Cow::Borrowed(text)
    } else {
        text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
    };
    hex::decode(&digits).map_err(|error| {
        let place = |(at, byte): (usize, &u8)| {
            (!byte.is_ascii_hexdigit() && !byte.is_ascii_whitespace()).then_some(at)
        };
        match text.iter().enumerate().find_map(place) {
            Some(offset) => {
                let rest = String::from_utf8_lossy(text.get(offset..).unwrap_or_default());
                let found = rest.chars().next().unwrap_or_default();
                InvalidHex { offset, message: format!("{found:?} is not a hex digit") }
            }
            None => InvalidHex { offset: text.len(), message: error.to_string().to_lowercase() },
        }
    })
}
