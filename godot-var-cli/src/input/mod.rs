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

/// Parses hex digits. Whitespace between them is ignored, so that a pasted dump can be read.
///
/// # Errors
/// [`InvalidHex`] for any other character and for an odd number of digits.
pub fn parse_hex(text: &[u8]) -> Result<Vec<u8>, InvalidHex> {
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
