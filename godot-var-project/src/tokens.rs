//! Tokens of Godot's texts: scripts, scenes, resources and settings have the same texts, numbers and brackets.

use winnow::Parser;
use winnow::combinator::{alt, opt, preceded};
use winnow::stream::{Location, Stream};
use winnow::token::{any, one_of, take_till, take_while};
use winnow::{LocatingSlice, Result};

use godot_var_codegen::protocol::{Diagnostic, Place};

/// A file's name and text. It finds places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'t> {
    pub(crate) file: &'t str,
    pub(crate) text: &'t str,
}

impl Source<'_> {
    pub(crate) fn place(&self, offset: usize) -> Place {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        Place {
            file: self.file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
        }
    }

    pub(crate) fn error(&self, offset: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(&self.place(offset), message)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token<'t> {
    pub(crate) kind: Kind<'t>,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind<'t> {
    Name(&'t str),
    Number(&'t str),
    /// A text with its escapes resolved, and the character before it: `&` of a `StringName`, `^` of a `NodePath`.
    Text(Option<char>, String),
    /// Any other character.
    Symbol(char),
}

impl Token<'_> {
    pub(crate) fn is(&self, symbol: char) -> bool {
        self.kind == Kind::Symbol(symbol)
    }

    pub(crate) fn is_name(&self, name: &str) -> bool {
        matches!(self.kind, Kind::Name(own) if own == name)
    }
}

/// A statement: the tokens up to the end of a line, or to the line that closes its last bracket.
#[derive(Clone, Debug)]
pub(crate) struct Line<'t> {
    pub(crate) tokens: Vec<Token<'t>>,
    /// The number of characters before the first token.
    pub(crate) indent: usize,
    /// The `##` comments directly above it.
    pub(crate) docs: Vec<String>,
}

/// The languages, which begin their comments differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    Script,
    Config,
}

type Input<'t> = LocatingSlice<&'t str>;

/// Splits a text into statements, one at a time.
pub(crate) struct Lines<'t> {
    source: Source<'t>,
    language: Language,
    input: Input<'t>,
    docs: Vec<String>,
    /// After an error there are no more statements.
    failed: bool,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(source: Source<'t>, language: Language) -> Self {
        let input = LocatingSlice::new(source.text);
        Self { source, language, input, docs: Vec::new(), failed: false }
    }

    /// Skips blanks and comments. Returns whether a line ended.
    fn skip(&mut self) -> bool {
        let mut ended = false;
        loop {
            let blanks: Result<&str> = take_while(0.., |c: char| c.is_whitespace() && c != '\n')
                .parse_next(&mut self.input);
            debug_assert!(blanks.is_ok(), "blanks may be missing");
            let start = if self.language == Language::Script { '#' } else { ';' };
            match self.input.chars().next() {
                Some('\n') => {
                    // An empty line ends a comment.
                    if ended {
                        self.docs.clear();
                    }
                    self.input.next_token();
                    ended = true;
                }
                Some(c) if c == start => {
                    let comment: Result<&str> = take_till(0.., '\n').parse_next(&mut self.input);
                    let comment = comment.unwrap_or_default();
                    match comment.strip_prefix("##") {
                        Some(text) if ended => self.docs.push(text.trim().to_owned()),
                        _ => self.docs.clear(),
                    }
                    // The end of its line is not an empty line.
                    if self.input.starts_with('\n') {
                        self.input.next_token();
                        ended = true;
                    }
                }
                Some('\\') if self.language == Language::Script => {
                    // The statement continues in the next line.
                    let joined: Result<_> = ('\\', take_while(0.., ['\r', ' ', '\t']), opt('\n'))
                        .void()
                        .parse_next(&mut self.input);
                    debug_assert!(joined.is_ok(), "a backslash is there");
                }
                _ => return ended,
            }
        }
    }

    /// Whether the bracket of an `enum` or `func` is in a later line than the word and the name before it.
    fn goes_on(&self, tokens: &[Token<'t>]) -> bool {
        let bracket = match tokens {
            [.., word] | [.., word, Token { kind: Kind::Name(_), .. }] if word.is_name("enum") => {
                '{'
            }
            [.., word, Token { kind: Kind::Name(_), .. }] if word.is_name("func") => '(',
            _ => return false,
        };
        self.language == Language::Script && self.input.starts_with(bracket)
    }

    fn indent(&self, offset: usize) -> usize {
        let before = &self.source.text[..offset];
        before[before.rfind('\n').map_or(0, |at| at + 1)..].chars().count()
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Result<Line<'t>, Diagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let mut line = Line { tokens: Vec::new(), indent: 0, docs: Vec::new() };
        // The start of the text is the start of a line.
        if self.input.current_token_start() == 0 {
            let bom: Result<_> = opt('\u{feff}').parse_next(&mut self.input);
            debug_assert!(bom.is_ok(), "it may be missing");
            let text = self.source.text;
            if text.trim_start_matches('\u{feff}').starts_with("##") {
                // It documents the script, not what follows.
                let first: Result<&str> = take_till(0.., '\n').parse_next(&mut self.input);
                debug_assert!(first.is_ok(), "it may be empty");
            }
        }
        let mut open: Vec<usize> = Vec::new();
        loop {
            let ended = self.skip();
            if ended && open.is_empty() && !line.tokens.is_empty() && !self.goes_on(&line.tokens) {
                return Some(Ok(line));
            }
            if self.input.is_empty() {
                return match open.first() {
                    Some(at) => {
                        self.failed = true;
                        Some(Err(self.source.error(*at, "this bracket is never closed")))
                    }
                    None => (!line.tokens.is_empty()).then_some(Ok(line)),
                };
            }
            let start = self.input.current_token_start();
            let kind: Result<Kind<'t>> = token.parse_next(&mut self.input);
            let Ok(kind) = kind else {
                self.failed = true;
                return Some(Err(self.source.error(start, "this text is never closed")));
            };
            match kind {
                Kind::Symbol('(' | '[' | '{') => open.push(start),
                Kind::Symbol(')' | ']' | '}') => drop(open.pop()),
                _ => {}
            }
            if line.tokens.is_empty() {
                line.indent = self.indent(start);
            }
            if line.tokens.is_empty() {
                line.docs.append(&mut self.docs);
            }
            self.docs.clear();
            let end = self.input.current_token_start();
            line.tokens.push(Token { kind, start, end });
        }
    }
}

fn token<'t>(input: &mut Input<'t>) -> Result<Kind<'t>> {
    if let Some(text) = opt(text).parse_next(input)? {
        return text;
    }
    alt((
        number.map(Kind::Number),
        take_while(1.., is_of_name).map(Kind::Name),
        any.map(Kind::Symbol),
    ))
    .parse_next(input)
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn number<'t>(input: &mut Input<'t>) -> Result<&'t str> {
    let digits = || take_while(1.., |c: char| c.is_ascii_digit() || c == '_');
    let exponent = || (one_of(['e', 'E']), opt(one_of(['+', '-'])), digits());
    alt((
        (
            alt(("0x", "0X", "0b", "0B")),
            take_while(1.., |c: char| c.is_ascii_hexdigit() || c == '_'),
        )
            .take(),
        (one_of('0'..='9'), opt(digits()), opt(('.', opt(digits()))), opt(exponent())).take(),
        ('.', one_of('0'..='9'), opt(digits()), opt(exponent())).take(),
    ))
    .parse_next(input)
}

/// A text. The outer result is an error if there is none, the inner one if it is never closed.
fn text<'t>(input: &mut Input<'t>) -> Result<Result<Kind<'t>>> {
    let (prefix, quote) =
        (opt(one_of(['&', '^', 'r'])), alt(("\"\"\"", "'''", "\"", "'"))).parse_next(input)?;
    let is_raw = prefix == Some('r');
    let mut value = String::new();
    loop {
        if opt(quote).parse_next(input)?.is_some() {
            let kind = prefix.filter(|prefix| *prefix != 'r');
            return Ok(Ok(Kind::Text(kind, value)));
        }
        let Ok(c) = any::<_, winnow::error::ContextError>.parse_next(input) else {
            return Ok(Err(winnow::error::ContextError::new()));
        };
        if c != '\\' {
            value.push(c);
        } else if is_raw {
            value.push(c);
            value.extend(input.next_token());
        } else {
            escape(input, &mut value)?;
        }
    }
}

/// Reads what follows a backslash. Unknown escapes are the character itself.
fn escape(input: &mut Input<'_>, value: &mut String) -> Result<()> {
    let hex = |count| take_while(count, |c: char| c.is_ascii_hexdigit());
    let code = opt(alt((preceded('u', hex(4)), preceded('U', hex(6))))).parse_next(input)?;
    if let Some(code) = code {
        let c = u32::from_str_radix(code, 16).ok().and_then(char::from_u32);
        value.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
        return Ok(());
    }
    match input.next_token() {
        // A line that continues.
        Some('\n') | None => {}
        Some('\r') => drop(opt('\n').parse_next(input)?),
        Some(c) => value.push(match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'v' => '\u{b}',
            c => c,
        }),
    }
    Ok(())
}
