//! Sentences for compile errors and messages, built while the compiler evaluates constants.

/// A sentence that is being built.
#[derive(Clone, Copy)]
pub(crate) struct Sentence {
    bytes: [u8; 512],
    len: usize,
}

impl Sentence {
    /// An empty sentence.
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; 512], len: 0 }
    }

    /// Appends text, if there is room for it.
    #[must_use]
    pub(crate) const fn text(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        if text.len() > self.bytes.len() - self.len {
            return self;
        }
        let mut i = 0;
        while i < text.len() {
            self.bytes[self.len + i] = text[i];
            i += 1;
        }
        self.len += text.len();
        self
    }

    /// Appends a name in backticks.
    #[must_use]
    pub(crate) const fn name(self, name: &str) -> Self {
        self.text("`").text(name).text("`")
    }

    /// Appends a number.
    #[must_use]
    pub(crate) const fn number(mut self, number: u64) -> Self {
        if number >= 10 {
            self = self.number(number / 10);
        }
        let digit = [b'0' + (number % 10) as u8];
        match core::str::from_utf8(&digit) {
            Ok(digit) => self.text(digit),
            Err(_) => self,
        }
    }

    /// The sentence.
    pub(crate) const fn as_str(&self) -> &str {
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
