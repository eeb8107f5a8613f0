//! Bytes in the notations in which programs print them.

use clap::ValueEnum;
use data_encoding::{BASE64, BASE64URL};

use super::{InvalidHex, parse_hex};

/// How bytes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Notation {
    /// Not as text: the input has the bytes themselves
    Bytes,
    /// Hex digits: 1c000000, 0x1c 0x00, 1c:00, \x1c\x00, [1c, 00]
    Hex,
    /// Decimal numbers, as Godot, Rust and Go print them: [28, 0, 0]
    Decimal,
    /// The output of `xxd`, `hexdump -C` or `inspect`
    Dump,
    /// A byte string of Rust or Python: b"\x1c\0"
    Escapes,
    /// Base64, also with - and _
    Base64,
}

/// The longest bytes of a dump with repeated lines (`*`).
const MAX_REPEATED: usize = 64 << 20;

/// The shortest base64, in characters: that of a header of four bytes.
const MIN_BASE64: usize = 8;

impl Notation {
    /// Returns the name that the command line has for this notation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Hex => "hex",
            Self::Decimal => "decimal",
            Self::Dump => "dump",
            Self::Escapes => "escapes",
            Self::Base64 => "base64",
        }
    }

    /// Parses bytes in this notation.
    ///
    /// # Errors
    /// What is wrong, and its offset in the text.
    pub fn parse(self, text: &[u8]) -> Result<Vec<u8>, InvalidHex> {
        match self {
            Self::Bytes => Ok(text.to_vec()),
            Self::Hex => parse_hex(text).or_else(|error| hex_tokens(text).ok_or(error)),
            Self::Decimal => decimal(text),
            Self::Dump => dump(text).ok_or_else(|| wrong(0, "not the output of xxd or hexdump -C")),
            Self::Escapes => escapes(text),
            Self::Base64 => base64(text),
        }
    }
}

/// Returns every reading of a text as bytes, the most probable first, [`Notation::Base64`] last.
///
/// The bytes are never longer than the text or 64 MiB.
pub fn readings(text: &[u8]) -> Vec<(Notation, Vec<u8>)> {
    let parsed = |notation: Notation| Some((notation, notation.parse(text).ok()?));
    if let Some(dump) = parsed(Notation::Dump) {
        return vec![dump];
    }
    let by_likelihood = match digits(text) {
        Digits::Decimal => [Notation::Decimal, Notation::Hex, Notation::Escapes, Notation::Base64],
        Digits::Either => [Notation::Hex, Notation::Decimal, Notation::Escapes, Notation::Base64],
        Digits::Hex => {
            let readings = [Notation::Hex, Notation::Escapes].into_iter().find_map(parsed);
            return readings.or_else(|| parsed(Notation::Base64)).into_iter().collect();
        }
    };
    by_likelihood.into_iter().filter_map(parsed).collect()
}

/// Parses bytes in the most probable notation other than base64, which many words are, too.
///
/// # Errors
/// Why the text is not hex, or not a list of numbers if it looks like one.
pub fn parse(text: &[u8]) -> Result<Vec<u8>, InvalidHex> {
    parse_hex(text).or_else(|error| {
        let mut readings = readings(text).into_iter();
        let found = readings.find(|(notation, _)| *notation != Notation::Base64);
        let is_list =
            text.trim_ascii_start().starts_with(b"[") && !text.iter().any(u8::is_ascii_alphabetic);
        match found {
            Some((_, bytes)) => Ok(bytes),
            None if is_list => decimal(text),
            None => Err(error),
        }
    })
}

fn wrong(offset: usize, message: &str) -> InvalidHex {
    InvalidHex { offset, message: message.to_owned() }
}

/// Which digits a text seems to have.
enum Digits {
    /// Numbers such as `28` and `0`, of one to three digits.
    Decimal,
    /// `00` and `07`, which no program prints in decimal.
    Either,
    Hex,
}

fn digits(text: &[u8]) -> Digits {
    let list = List::of(text);
    let (mut numbers, mut are_padded, mut are_pairs) = (0_usize, false, true);
    for (_, word) in list.words() {
        if !word.iter().all(u8::is_ascii_digit) || word.len() > 3 {
            return Digits::Hex;
        }
        numbers += 1;
        are_padded |= word.len() > 1 && word[0] == b'0';
        are_pairs &= word.len() == 2;
    }
    if numbers == 0 || (!list.marked && (numbers == 1 || are_pairs)) {
        Digits::Hex
    } else if are_padded {
        Digits::Either
    } else {
        Digits::Decimal
    }
}

/// The numbers of a text, without what programs print around them: `PackedByteArray(…)`, `vec![…]`, `<Buffer …>`.
struct List<'t> {
    text: &'t [u8],
    /// Where in the text they begin.
    start: usize,
    /// Whether they have brackets or commas.
    marked: bool,
}

impl<'t> List<'t> {
    fn of(text: &'t [u8]) -> Self {
        let bare = Self { text, start: 0, marked: text.contains(&b',') };
        for (open, close) in [(b'[', b']'), (b'(', b')')] {
            let start = text.iter().position(|byte| *byte == open);
            let end = text.iter().rposition(|byte| *byte == close);
            let (Some(start), Some(end)) = (start, end) else { continue };
            let (Some(before), Some(inner), Some(after)) =
                (text.get(..start), text.get(start + 1..end), text.get(end + 1..))
            else {
                continue;
            };
            let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b" _:.!&<>()=".contains(byte);
            if before.iter().all(is_name) && after.iter().all(|byte| b")>;, \r\n".contains(byte)) {
                return Self { text: inner, start: start + 1, marked: true };
            }
        }
        let node = text.trim_ascii().strip_prefix(b"<Buffer ").and_then(|it| it.strip_suffix(b">"));
        node.map_or(bare, |text| Self { text, start: b"<Buffer ".len(), marked: true })
    }

    /// Returns the words between commas and spaces, with their offsets in the text, without Rust's suffix `u8`.
    fn words(&self) -> impl Iterator<Item = (usize, &'t [u8])> {
        let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
        let mut at = self.start;
        self.text.split(is_space).filter_map(move |word| {
            let offset = at;
            at += word.len() + 1;
            (!word.is_empty()).then(|| (offset, word.strip_suffix(b"u8").unwrap_or(word)))
        })
    }
}

fn decimal(text: &[u8]) -> Result<Vec<u8>, InvalidHex> {
    let byte = |(offset, word): (usize, &[u8])| {
        let parsed = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
        parsed.ok_or_else(|| {
            let word: String = String::from_utf8_lossy(word).chars().take(20).collect();
            wrong(offset, &format!("{word:?} is not a byte, which is a number from 0 to 255"))
        })
    };
    List::of(text).words().map(byte).collect()
}

/// Hex digits with prefixes or separators: `0x1c, 0x00`, `\x1c\x00`, `1c:00`, `1c-00`.
fn hex_tokens(text: &[u8]) -> Option<Vec<u8>> {
    let list = List::of(text);
    let mut rest = list.text;
    let mut bytes = Vec::new();
    loop {
        let is_separator = |byte: &u8| byte.is_ascii_whitespace() || b",:-;".contains(byte);
        while let Some((first, after)) = rest.split_first()
            && is_separator(first)
        {
            rest = after;
        }
        if rest.is_empty() {
            return (!bytes.is_empty()).then_some(bytes);
        }
        let prefixes = [&b"0x"[..], b"0X", b"\\x", b"x"];
        let prefixed = prefixes.iter().find_map(|prefix| rest.strip_prefix(*prefix));
        rest = prefixed.unwrap_or(rest);
        let len = rest.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        let (digits, after) = rest.split_at_checked(len)?;
        match digits {
            [] => return None,
            // As Rust's `{:x?}` prints it.
            [digit] if prefixed.is_some() || list.marked => {
                bytes.push(char::from(*digit).to_digit(16)? as u8);
            }
            digits => bytes.extend(hex::decode(digits).ok()?),
        }
        rest = after.strip_prefix(b"u8").unwrap_or(after);
    }
}

/// A byte string of Rust or Python, also without its quotes, in which every other character stands for itself.
fn escapes(text: &[u8]) -> Result<Vec<u8>, InvalidHex> {
    let mut rest = text.trim_ascii();
    if let Some(inner) = rest.strip_prefix(b"bytearray(").and_then(|it| it.strip_suffix(b")")) {
        rest = inner;
    }
    let string = rest.strip_prefix(b"b").unwrap_or(rest);
    let quoted = [b'"', b'\''].iter().find_map(|quote| {
        string.strip_prefix(std::slice::from_ref(quote))?.strip_suffix(std::slice::from_ref(quote))
    });
    let is_string = quoted.is_some() && string.len() < rest.len();
    rest = quoted.unwrap_or(rest);
    let has_code = rest.windows(2).any(|pair| pair == b"\\x" || pair == b"\\0");
    if !is_string && !has_code {
        return Err(wrong(0, "not a byte string such as b\"\\x1c\\0\""));
    }
    let mut bytes = Vec::new();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let unknown = || {
            let offset = text.trim_ascii_end().len().saturating_sub(after.len() + 1);
            wrong(offset, "an escape that byte strings of Rust and Python do not have")
        };
        let (code, after) = after.split_first().ok_or_else(unknown)?;
        rest = after;
        bytes.push(match code {
            b'x' => {
                let digits = after.first_chunk::<2>().ok_or_else(unknown)?;
                rest = &after[2..];
                hex::decode(digits).ok().and_then(|it| it.first().copied()).ok_or_else(unknown)?
            }
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'0' => 0,
            b'\\' | b'\'' | b'"' => *code,
            _ => return Err(unknown()),
        });
    }
    Ok(bytes)
}

fn base64(text: &[u8]) -> Result<Vec<u8>, InvalidHex> {
    // Programs break it into lines.
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let dense: Vec<u8> = lines.collect::<Vec<_>>().concat();
    if dense.len() < MIN_BASE64 {
        return Err(wrong(text.len(), "too short for base64"));
    }
    let decoded = BASE64.decode(&dense).or_else(|_| BASE64URL.decode(&dense));
    decoded.map_err(|error| wrong(error.position, "not base64"))
}

/// The lines of `xxd`, `hexdump -C` and `inspect`: an offset, bytes, and often a text beside them.
fn dump(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut first = None;
    let (mut lines, mut has_mark, mut row, mut is_repeated) = (0_usize, false, 0..0, false);
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii_end();
        if line.is_empty() {
            continue;
        }
        if line == b"*" && lines > 0 {
            is_repeated = true;
            continue;
        }
        let digits = line.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        let (offset, rest) = line.split_at_checked(digits)?;
        if !(4..=16).contains(&digits) || !(rest.is_empty() || b": ".contains(&rest[0])) {
            return None;
        }
        let offset = usize::from_str_radix(std::str::from_utf8(offset).ok()?, 16).ok()?;
        let at = offset.checked_sub(*first.get_or_insert(offset))?;
        if is_repeated {
            is_repeated = false;
            if at > MAX_REPEATED {
                return None;
            }
            while bytes.len() < at && !row.is_empty() {
                bytes.extend_from_within(row.clone());
            }
        }
        if at != bytes.len() {
            return None;
        }
        let (row_bytes, is_marked) = dump_row(rest)?;
        has_mark |= is_marked;
        row = bytes.len()..bytes.len() + row_bytes.len();
        bytes.extend(row_bytes);
        lines += 1;
    }
    // One line of digits may as well be a message in groups.
    (!bytes.is_empty() && (has_mark || lines > 1)).then_some(bytes)
}

/// The bytes of a row, and whether something stands before or after them that hex has not.
fn dump_row(rest: &[u8]) -> Option<(Vec<u8>, bool)> {
    // Only hexdump has a gap between its groups, and lines around the text.
    let canonical = rest.strip_suffix(b"|").and_then(|rest| {
        let bar = rest.iter().position(|byte| *byte == b'|')?;
        rest.get(..bar)
    });
    let (hex, is_marked) = match (canonical, rest.strip_prefix(b":")) {
        (Some(hex), _) => (hex, true),
        (None, after) => {
            let hex = after.unwrap_or(rest);
            let hex = hex.get(hex.iter().take_while(|byte| **byte == b' ').count()..)?;
            let gap = hex.windows(2).position(|pair| pair == b"  ");
            (gap.map_or(hex, |gap| &hex[..gap]), after.is_some() || gap.is_some())
        }
    };
    Some((parse_hex(hex).ok()?, is_marked))
}
