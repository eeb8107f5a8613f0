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
    /// Decimal numbers, as Godot, Rust, Go, Java and Elixir print them: [28, 0, 0], [28, 0, -5], <<28, 0>>
    Decimal,
    /// The output of `xxd`, `hexdump -C` or `inspect`
    Dump,
    /// A byte string of Rust or Python, or of a URL: b"\x1c\0", %1C%00
    Escapes,
    /// A text of C, gdb or protoc: \034\000
    Octal,
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
            Self::Octal => "octal",
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
            Self::Octal => {
                let string = Quoted::of(text);
                string.is_one()?;
                unescaped(string.inner, Numbers::Octal).map_err(|error| string.at(&error))
            }
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
            None if is_list || List::of(text).braces => decimal(text),
            None if is_escaped(text) => escapes(text).and(Err(error)),
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
        let word = word.strip_prefix(b"-").unwrap_or(word);
        if word.is_empty() || !word.iter().all(u8::is_ascii_digit) || word.len() > 3 {
            return Digits::Hex;
        }
        numbers += 1;
        are_padded |= word.len() > 1 && word[0] == b'0';
        are_pairs &= word.len() == 2;
    }
    if list.braces && numbers > 0 {
        Digits::Decimal
    } else if numbers == 0 || (!list.marked && (numbers == 1 || are_pairs)) {
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
    /// Whether they have the braces of C, C# and Java. There a number without `0x` is never hex.
    braces: bool,
}

impl<'t> List<'t> {
    fn of(text: &'t [u8]) -> Self {
        let bare = Self { text, start: 0, marked: text.contains(&b','), braces: false };
        for (open, close) in [(b'[', b']'), (b'(', b')'), (b'{', b'}')] {
            let start = text.iter().position(|byte| *byte == open);
            let end = text.iter().rposition(|byte| *byte == close);
            let (Some(start), Some(end)) = (start, end) else { continue };
            let (Some(before), Some(inner), Some(after)) =
                (text.get(..start), text.get(start + 1..end), text.get(end + 1..))
            else {
                continue;
            };
            let is_name =
                |byte: &u8| byte.is_ascii_alphanumeric() || b" _:.!&<>()=[]*".contains(byte);
            // The text of a Buffer of Node as JSON.
            let is_json = open == b'[' && is_node_json(text);
            let is_end = |byte: &u8| b")>;, \r\n".contains(byte);
            if is_json || before.iter().all(is_name) && after.iter().all(is_end) {
                let braces = open == b'{';
                return Self { text: inner, start: start + 1, marked: true, braces };
            }
        }
        let whole = text.trim_ascii();
        let start = text.len() - text.trim_ascii_start().len();
        let within = |open: &[u8], close: &[u8]| {
            let text = whole.strip_prefix(open)?.strip_suffix(close)?;
            Some(Self { text, start: start + open.len(), marked: true, braces: false })
        };
        // In Erlang's `<<5:32>>` a number has a size.
        let erlang = || within(b"<<", b">>").filter(|list| !list.text.contains(&b':'));
        within(b"<Buffer ", b">").or_else(erlang).unwrap_or(bare)
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

/// Whether a text is `{"type":"Buffer","data":[…]}`.
fn is_node_json(text: &[u8]) -> bool {
    let dense: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    dense.starts_with(b"{\"type\":\"Buffer\",\"data\":[") && dense.ends_with(b"]}")
}

fn decimal(text: &[u8]) -> Result<Vec<u8>, InvalidHex> {
    let list = List::of(text);
    let is_signed = list.words().any(|(_, word)| word.starts_with(b"-"));
    let byte = |(offset, word): (usize, &[u8])| {
        let parsed = std::str::from_utf8(word).ok().and_then(|word| word.parse::<i16>().ok());
        let shown = || String::from_utf8_lossy(word).chars().take(20).collect::<String>();
        if list.braces && word.len() > 1 && word[0] == b'0' && parsed > Some(7) {
            let message =
                format!("{:?} is octal in C and decimal in C#; write it without 0", shown());
            return Err(wrong(offset, &message));
        }
        match parsed {
            Some(number @ -128..=-1) => Ok(number as i8 as u8),
            Some(128..=255) if is_signed => Err(wrong(
                offset,
                &format!("{:?} is not a signed byte, and other numbers are negative", shown()),
            )),
            Some(number @ 0..=255) if !word.starts_with(b"+") => Ok(number as u8),
            _ => {
                let range = "a number from 0 to 255, or from -128 to 127";
                Err(wrong(offset, &format!("{:?} is not a byte, which is {range}", shown())))
            }
        }
    };
    list.words().map(byte).collect()
}

/// Hex digits with prefixes or separators: `0x1c, 0x00`, `\x1c\x00`, `1c:00`, `1c-00`.
fn hex_tokens(text: &[u8]) -> Option<Vec<u8>> {
    let list = List::of(text);
    let mut rest = list.text;
    let mut bytes = Vec::new();
    let mut before = b',';
    loop {
        let is_separator = |byte: &u8| byte.is_ascii_whitespace() || b",:-;".contains(byte);
        while let Some((first, after)) = rest.split_first()
            && is_separator(first)
        {
            // A minus belongs to a number, unless it follows the digits of another one.
            if *first == b'-' && is_separator(&before) {
                return None;
            }
            before = *first;
            rest = after;
        }
        before = b'0';
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
            _ if prefixed.is_none() && list.braces => return None,
            // A word, of which nothing shows the order of its bytes, or an octal number.
            [_, _, _, ..]
                if (prefixed.is_some() || list.marked) && list.words().nth(1).is_some() =>
            {
                return None;
            }
            // As Rust's `{:x?}` prints it.
            [digit] if prefixed.is_some() || list.marked => {
                bytes.push(char::from(*digit).to_digit(16)? as u8);
            }
            digits => bytes.extend(hex::decode(digits).ok()?),
        }
        rest = after.strip_prefix(b"u8").unwrap_or(after);
    }
}

/// What a backslash and digits are.
#[derive(Clone, Copy, PartialEq)]
enum Numbers {
    /// `\0` alone, without digits of its own.
    Rust,
    /// One to three octal digits, as in C and Python.
    Octal,
    /// One to three decimal digits, as in Lua.
    Decimal,
}

/// A text without the quotes around it.
struct Quoted<'t> {
    whole: &'t [u8],
    inner: &'t [u8],
    /// Whether it has the `b` of Rust and Python.
    is_bytes: bool,
    quote: Option<u8>,
}

impl<'t> Quoted<'t> {
    fn of(whole: &'t [u8]) -> Self {
        let mut text = whole.trim_ascii();
        if let Some(inner) = text.strip_prefix(b"bytearray(").and_then(|it| it.strip_suffix(b")")) {
            text = inner;
        }
        let string = text.strip_prefix(b"b").unwrap_or(text);
        let inner = [&b"\""[..], b"'"]
            .iter()
            .find_map(|quote| string.strip_prefix(*quote)?.strip_suffix(*quote));
        let is_bytes = inner.is_some() && string.len() < text.len();
        let quote = inner.and(string.first()).copied();
        Self { whole, inner: inner.unwrap_or(text), is_bytes, quote }
    }

    /// C joins texts that follow each other.
    fn is_one(&self) -> Result<(), InvalidHex> {
        let mut rest = self.inner;
        while let Some((first, after)) = rest.split_first() {
            if Some(*first) == self.quote {
                return Err(self.at(&(rest.len(), "the text ends here; join what follows to it")));
            }
            rest = if *first == b'\\' { after.get(1..).unwrap_or_default() } else { after };
        }
        Ok(())
    }

    /// An error in the whole text, from one with the number of bytes to the end of the inner one.
    fn at(&self, error: &(usize, &str)) -> InvalidHex {
        let start = self.inner.as_ptr() as usize - self.whole.as_ptr() as usize;
        wrong((start + self.inner.len()).saturating_sub(error.0), error.1)
    }
}

/// Whether a text has the escapes of a byte string, or those of a URL.
fn is_escaped(text: &[u8]) -> bool {
    let code = |pair: &[u8]| pair[0] == b'\\' && (pair[1] == b'x' || pair[1].is_ascii_digit());
    text.windows(2).any(code) || is_url(text)
}

fn is_url(text: &[u8]) -> bool {
    let is_code = |it: &[u8]| it[0] == b'%' && it[1..].iter().all(u8::is_ascii_hexdigit);
    !text.contains(&b'\\') && text.windows(3).any(is_code)
}

/// A byte string of Rust, Python, C or Lua, also without its quotes, in which every other character stands for itself; or the text of a URL.
///
/// These languages read the same digits as different bytes. If nothing distinguishes them, it is an error.
fn escapes(text: &[u8]) -> Result<Vec<u8>, InvalidHex> {
    let string = Quoted::of(text);
    if !string.is_bytes && is_url(string.inner) {
        return url(string.inner).map_err(|error| string.at(&error));
    }
    if !string.is_bytes && !is_escaped(string.inner) {
        return Err(wrong(0, "not a byte string such as b\"\\x1c\\0\""));
    }
    string.is_one()?;
    let rust = unescaped(string.inner, Numbers::Rust);
    let has_hex = string.inner.windows(2).any(|pair| pair == b"\\x");
    if has_hex || !string.inner.windows(2).any(|it| it[0] == b'\\' && it[1].is_ascii_digit()) {
        return rust.map_err(|error| string.at(&error));
    }
    let octal = unescaped(string.inner, Numbers::Octal);
    let lua = unescaped(string.inner, Numbers::Decimal);
    // Programs print three digits each.
    let is_padded = !string.is_bytes && digits_of_escapes(string.inner).all(|count| count == 3);
    let len = |bytes: &Result<Vec<u8>, _>| bytes.as_ref().map(Vec::len).unwrap_or_default();
    // With 8 or 9 among the digits, which end an octal number.
    let is_decimal = is_padded && lua.is_ok() && len(&octal) != len(&lua);
    let mut possible = vec![];
    if !is_decimal {
        possible.push(octal.clone());
    }
    if !is_padded {
        possible.push(rust);
    }
    if !string.is_bytes {
        possible.push(lua);
    }
    let possible: Vec<Vec<u8>> = possible.into_iter().flatten().collect();
    match &possible[..] {
        [] => octal.map_err(|error| string.at(&error)),
        [bytes, others @ ..] if others.iter().all(|other| other == bytes) => Ok(bytes.clone()),
        _ => Err(wrong(
            0,
            "these escapes are other bytes in C, Lua and Rust: `--input octal` reads those of C, gdb and protoc, or \
             write them as \\x1c",
        )),
    }
}

/// Why a text that is clearly meant as bytes is none, if it is one.
pub fn refusal(text: &[u8]) -> Option<InvalidHex> {
    let is_text = text.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
    let is_list = || List::of(text).marked && text.iter().any(u8::is_ascii_digit);
    let is_meant = is_text && (is_escaped(text) || is_list());
    is_meant.then(|| parse(text).err()).flatten()
}

/// The number of digits after each backslash that has some.
fn digits_of_escapes(text: &[u8]) -> impl Iterator<Item = usize> {
    let mut rest = text;
    std::iter::from_fn(move || {
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            if *first == b'\\' {
                let count = after.iter().take(3).take_while(|it| it.is_ascii_digit()).count();
                rest = after.get(count.max(1)..).unwrap_or_default();
                if count > 0 {
                    return Some(count);
                }
            }
        }
        None
    })
}

/// Returns the bytes, or an error with the number of bytes to the end of the text.
fn unescaped(text: &[u8], numbers: Numbers) -> Result<Vec<u8>, (usize, &'static str)> {
    let mut rest = text;
    let mut bytes = Vec::new();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let unknown =
            (after.len() + 1, "an escape that byte strings of Rust and Python do not have");
        let (code, after) = after.split_first().ok_or(unknown)?;
        rest = after;
        bytes.push(match code {
            b'x' => {
                let digits = after.first_chunk::<2>().ok_or(unknown)?;
                rest = &after[2..];
                hex::decode(digits).ok().and_then(|it| it.first().copied()).ok_or(unknown)?
            }
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'a' if numbers != Numbers::Rust => 7,
            b'b' if numbers != Numbers::Rust => 8,
            b'v' if numbers != Numbers::Rust => 11,
            b'f' if numbers != Numbers::Rust => 12,
            b'0' if numbers == Numbers::Rust => 0,
            b'0'..=b'9' if numbers != Numbers::Rust => {
                let base = if numbers == Numbers::Octal { 8 } else { 10 };
                let value = |digit: u8| char::from(digit).to_digit(base);
                let mut number = value(*code).ok_or(unknown)?;
                for _ in 0..2 {
                    let Some((digit, after)) = rest.split_first() else { break };
                    let Some(digit) = value(*digit) else { break };
                    number = number * base + digit;
                    rest = after;
                }
                u8::try_from(number).map_err(|_| unknown)?
            }
            b'\\' | b'\'' | b'"' => *code,
            _ => return Err(unknown),
        });
    }
    Ok(bytes)
}

/// The bytes of a URL.
fn url(text: &[u8]) -> Result<Vec<u8>, (usize, &'static str)> {
    let mut rest = text;
    let mut bytes = Vec::new();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        bytes.push(match first {
            b'%' => {
                let wrong = (after.len() + 1, "not a byte such as %1C");
                let digits = after.first_chunk::<2>().ok_or(wrong)?;
                rest = &after[2..];
                hex::decode(digits).ok().and_then(|it| it.first().copied()).ok_or(wrong)?
            }
            byte if byte.is_ascii_alphanumeric() || b"-_.~".contains(byte) => *byte,
            _ => return Err((after.len() + 1, "a character that URLs write as %1C")),
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

/// The lines of `xxd`, `hexdump -C`, `od -t x1`, `tcpdump -x` and `inspect`: an offset, bytes, and often a text next to them.
fn dump(text: &[u8]) -> Option<Vec<u8>> {
    dump_with_offsets(text, 16).or_else(|| dump_with_offsets(text, 8))
}

/// The digits of the offsets that `od` and `hexdump` print before their own units: `od` in octal, before bytes if they are asked for;
/// `hexdump` in hex, before words in the machine's order.
const UNIT_OFFSET: usize = 7;

fn dump_with_offsets(text: &[u8], radix: u32) -> Option<Vec<u8>> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut first = None;
    let (mut lines, mut has_mark, mut row, mut is_repeated) = (0_usize, false, 0..0, false);
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii_end();
        // gdb prints the same offsets, then tabs and numbers that may be decimal or octal.
        let after = line.trim_ascii_start().strip_prefix(b"0x");
        let line = after.filter(|line| !line.contains(&b'\t')).unwrap_or(line);
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
        // Old versions of xxd print a colon after seven digits.
        let is_unit = digits == UNIT_OFFSET && !rest.starts_with(b":");
        if radix == 8 && !is_unit || is_unit && !is_of_pairs(rest) {
            return None;
        }
        let offset = usize::from_str_radix(std::str::from_utf8(offset).ok()?, radix).ok()?;
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

/// Whether all words of a row are two digits.
fn is_of_pairs(rest: &[u8]) -> bool {
    rest.split(u8::is_ascii_whitespace).all(|word| word.is_empty() || word.len() == 2)
}

/// The bytes of a row, and whether something is before or after them that hex has not.
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
