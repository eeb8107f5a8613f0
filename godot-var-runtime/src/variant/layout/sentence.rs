//! Sentences for compile errors and messages, built while the compiler evaluates constants.

use alloc::string::String;

/// The longest sentence, in bytes.
const ROOM: usize = 512;

/// A sentence that is being built.
#[derive(Clone, Copy, Debug)]
pub struct Sentence {
    bytes: [u8; ROOM],
    len: usize,
}

impl Sentence {
    /// A sentence that begins with these texts.
    pub(crate) const fn new(texts: &[&str]) -> Self {
        Self { bytes: [0; ROOM], len: 0 }.and(texts)
    }

    /// Appends texts, as far as there is room for them.
    #[must_use]
    pub(crate) const fn and(mut self, texts: &[&str]) -> Self {
        each!(text in texts => {
            if text.len() <= ROOM - self.len {
                let (_, free) = self.bytes.split_at_mut(self.len);
                free.split_at_mut(text.len()).0.copy_from_slice(text.as_bytes());
                self.len += text.len();
            }
        });
        self
    }

    /// Appends a number.
    #[must_use]
    pub(crate) const fn number(self, number: i128) -> Self {
        if number < 0 {
            return self.and(&["-"]).number(-number);
        }
        let rest = if number < 10 { self } else { self.number(number / 10) };
        rest.and(&["0123456789".split_at((number % 10) as usize).1.split_at(1).0])
    }

    /// Appends what tells a field from the others of its record.
    #[must_use]
    pub(crate) const fn field(self, field: Place<'_>) -> Self {
        match field {
            Place::Key(name) => self.and(&["`", name, "`"]),
            Place::Index(index) => self.and(&["field "]).number(index as i128),
            Place::Header => self.and(&["the flags"]),
        }
    }

    /// The sentence.
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    /// Fails the build with the sentence.
    #[expect(clippy::panic, reason = "evaluated by the compiler, where it fails the build")]
    #[track_caller]
    pub(crate) const fn fail(self) -> ! {
        panic!("{}", self.as_str())
    }
}

impl From<Sentence> for String {
    fn from(sentence: Sentence) -> Self {
        sentence.as_str().into()
    }
}

/// Fails the build if there is a mistake.
#[track_caller]
pub const fn fail_if(mistake: Option<Sentence>) {
    if let Some(mistake) = mistake {
        mistake.fail();
    }
}

/// What tells a field from the others of its record.
#[derive(Clone, Copy, Debug)]
pub enum Place<'n> {
    /// Its key or name.
    Key(&'n str),
    /// Its position.
    Index(usize),
    /// It is the header of flags.
    Header,
}
