//! A recursive-descent parser of messages. After an error it continues after the enclosing field,
//! block or message.

use super::Diagnostic;
use super::ast::{
    Block, Deprecation, Field, FieldType, Frequency, Message, Place, Quantity, Template,
};
use super::lexer::{Token, tokens};

/// An error has been reported: continue after the closing brace.
struct Reported;

type Parsed<T> = Result<T, Reported>;

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
    end: Place,
    /// The number of braces that are open at the next word.
    depth: usize,
    errors: Vec<Diagnostic>,
}

/// The part of the template that could be read, and the mistakes in it.
pub(super) fn parse(text: &str) -> (Template, Vec<Diagnostic>) {
    let (tokens, end) = tokens(text);
    let mut parser = Parser { tokens, next: 0, end, depth: 0, errors: Vec::new() };
    let mut template = Template::default();
    parser.version();
    while let Some(token) = parser.peek() {
        let start = parser.next;
        if let Ok(message) = parser.message() {
            template.messages.push(message);
        } else {
            parser.recover(0, start);
            if token.text != "{" {
                parser.skip_to_message();
            }
        }
    }
    (template, parser.errors)
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.next).copied()
    }

    /// Whether this is the next word.
    fn at(&self, word: &str) -> bool {
        self.peek().is_some_and(|token| token.text == word)
    }

    fn bump(&mut self) {
        match self.peek() {
            Some(Token { text: "{", .. }) => self.depth += 1,
            Some(Token { text: "}", .. }) => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.next += 1;
    }

    fn report(&mut self, place: Place, message: String) -> Reported {
        self.errors.push(Diagnostic { place, message });
        Reported
    }

    /// Reports that the next word is not the expected one.
    fn unexpected(&mut self, expected: &str) -> Reported {
        match self.peek() {
            Some(token) => {
                let message = format!("expected {expected}, found `{}`", token.text);
                self.report(token.place, message)
            }
            None => self.report(self.end, format!("expected {expected}, but the file ends")),
        }
    }

    /// Skips words until as many braces are open as at the start of the unreadable part. A brace at
    /// the start of a line opens a message, even if closing braces are missing before it.
    fn recover(&mut self, depth: usize, start: usize) {
        while let Some(token) = self.peek() {
            if self.next > start && token.text == "{" && token.place.column == 1 {
                self.depth = 0;
                return;
            }
            if self.depth <= depth && self.next > start {
                return;
            }
            self.bump();
        }
    }

    fn skip_to_message(&mut self) {
        while self.peek().is_some_and(|token| token.text != "{") {
            self.bump();
        }
        self.depth = 0;
    }

    /// Whether the next word opens a message where a field or block was expected.
    fn at_message(&self) -> bool {
        self.depth == 0
            || self.peek().is_none_or(|token| token.text == "{" && token.place.column == 1)
    }

    fn brace(&mut self, brace: &str) -> Parsed<()> {
        if self.at(brace) {
            self.bump();
            return Ok(());
        }
        Err(self.unexpected(&format!("`{brace}`")))
    }

    fn name(&mut self, what: &str) -> Parsed<(String, Place)> {
        match self.peek() {
            Some(token) if is_name(token.text) => {
                self.bump();
                Ok((token.text.to_owned(), token.place))
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// Parses one of several words.
    fn choice<T: Copy>(&mut self, expected: &str, choices: &[(&str, T)]) -> Parsed<T> {
        let word = self.peek().map(|token| token.text);
        match choices.iter().find(|(text, _)| Some(*text) == word) {
            Some((_, value)) => {
                self.bump();
                Ok(*value)
            }
            None => Err(self.unexpected(expected)),
        }
    }

    /// Parses a decimal number in a range.
    fn size(&mut self, what: &str, min: u32, max: u32) -> Parsed<u32> {
        let number = self.peek().and_then(|token| decimal(token.text));
        match number {
            Some(number) if (min..=max).contains(&number) => {
                self.bump();
                Ok(number)
            }
            _ => Err(self.unexpected(&format!("{what} from {min} to {max}"))),
        }
    }

    fn version(&mut self) {
        if !self.at("version") {
            self.unexpected("`version 2.0` at the start");
            return self.skip_to_message();
        }
        self.bump();
        if self.at("2.0") {
            return self.bump();
        }
        self.unexpected("the version `2.0`");
        self.skip_to_message();
    }

    /// `{ Name High 1 NotTrusted Zerocoded UDPDeprecated { block } … }`
    fn message(&mut self) -> Parsed<Message> {
        self.brace("{")?;
        let (name, place) = self.name("the name of a message")?;
        let frequency = self.choice("`High`, `Medium`, `Low` or `Fixed`", Frequency::WORDS)?;
        let token = self.peek();
        let Some((number, number_place)) =
            token.and_then(|token| Some((message_number(token.text)?, token.place)))
        else {
            return Err(self.unexpected("a message number, decimal or `0x` and hex"));
        };
        self.bump();
        let trusted =
            self.choice("`Trusted` or `NotTrusted`", &[("Trusted", true), ("NotTrusted", false)])?;
        let zerocoded = self
            .choice("`Zerocoded` or `Unencoded`", &[("Zerocoded", true), ("Unencoded", false)])?;
        let mut deprecation = Deprecation::NotDeprecated;
        if self.at("NotDeprecated") {
            self.bump();
        } else if !self.at("{") && !self.at("}") && self.peek().is_some() {
            let expected =
                "`Deprecated`, `UDPDeprecated`, `UDPBlackListed`, `NotDeprecated` or a block";
            deprecation = self.choice(expected, Deprecation::WORDS)?;
        }
        let mut blocks = Vec::new();
        while self.at("{") {
            let start = self.next;
            match self.block() {
                Ok(block) => blocks.push(block),
                Err(Reported) => {
                    self.recover(1, start);
                    if self.at_message() {
                        return Err(Reported);
                    }
                }
            }
        }
        self.brace("}")?;
        Ok(Message {
            place,
            name,
            frequency,
            number_place,
            number,
            trusted,
            zerocoded,
            deprecation,
            blocks,
        })
    }

    /// `{ Name Multiple 4 { field } … }`
    fn block(&mut self) -> Parsed<Block> {
        self.brace("{")?;
        let (name, place) = self.name("the name of a block")?;
        let mut quantity = self.choice(
            "`Single`, `Multiple` or `Variable`",
            &[
                ("Single", Quantity::Single),
                ("Multiple", Quantity::Multiple(0)),
                ("Variable", Quantity::Variable),
            ],
        )?;
        if let Quantity::Multiple(count) = &mut quantity {
            *count = self.size("a number of repeats", 1, 255)? as u8;
        }
        let mut fields = Vec::new();
        while self.at("{") {
            let start = self.next;
            match self.field() {
                Ok(field) => fields.push(field),
                Err(Reported) => {
                    self.recover(2, start);
                    if self.at_message() || self.depth < 2 {
                        return Err(Reported);
                    }
                }
            }
        }
        self.brace("}")?;
        Ok(Block { place, name, quantity, fields })
    }

    /// `{ Name Variable 2 }`
    fn field(&mut self) -> Parsed<Field> {
        self.brace("{")?;
        let (name, place) = self.name("the name of a field")?;
        let word = self.peek().map(|token| token.text);
        let field_type = match word {
            Some("Fixed") => {
                self.bump();
                FieldType::Fixed(self.size("a number of bytes", 1, 65535)? as u16)
            }
            Some("Variable") => {
                self.bump();
                FieldType::Variable(self.size("the bytes of a length,", 1, 2)? as u8)
            }
            _ => self.choice("the type of a field", FieldType::SIMPLE)?,
        };
        self.brace("}")?;
        Ok(Field { place, name, field_type })
    }
}

fn is_name(word: &str) -> bool {
    let mut bytes = word.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn decimal(word: &str) -> Option<u32> {
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok()).flatten()
}

fn message_number(word: &str) -> Option<u32> {
    match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            u32::from_str_radix(digits, 16).ok()
        }
        Some(_) => None,
        None => decimal(word),
    }
}
