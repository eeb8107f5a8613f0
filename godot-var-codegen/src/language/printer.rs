//! Lines of code with their indentation.

/// The text of a file, line by line.
#[derive(Debug, Default)]
pub(crate) struct Printer {
    text: String,
    indent: usize,
    unit: &'static str,
}

impl Printer {
    /// Begins a text. `unit` is what a line has in front for each level.
    pub(crate) fn new(unit: &'static str) -> Self {
        Self { unit, ..Self::default() }
    }

    /// Adds a line; an empty one has nothing in front.
    pub(crate) fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        if !line.is_empty() {
            self.text.extend(std::iter::repeat_n(self.unit, self.indent));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// Adds the lines of a text.
    pub(crate) fn lines(&mut self, text: &str) {
        for line in text.lines() {
            self.line(line);
        }
    }

    /// Adds several lines.
    pub(crate) fn all<L: AsRef<str>>(&mut self, lines: impl IntoIterator<Item = L>) {
        for line in lines {
            self.line(line);
        }
    }

    /// Adds an empty line, unless there is one, or a block begins here.
    pub(crate) fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") && !self.text.ends_with("{\n") {
            self.text.push('\n');
        }
    }

    /// Indents what is printed inside.
    pub(crate) fn indented(&mut self, body: impl FnOnce(&mut Self)) {
        self.indent += 1;
        body(self);
        self.indent -= 1;
    }

    /// `head {`, the body and `}`.
    pub(crate) fn block(&mut self, head: impl AsRef<str>, body: impl FnOnce(&mut Self)) {
        self.line(format!("{} {{", head.as_ref()));
        self.indented(body);
        self.line("}");
    }

    /// The columns that a line may still have, of `width`. A tab counts as four.
    pub(crate) fn room(&self, width: usize) -> usize {
        width.saturating_sub(self.indent * if self.unit == "\t" { 4 } else { self.unit.len() })
    }

    /// Returns the text, which ends with one line break.
    pub(crate) fn finish(self) -> String {
        let mut text = self.text;
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }
}
