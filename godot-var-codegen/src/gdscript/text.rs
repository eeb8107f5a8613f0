//! Text of a script: indenting, literals, comments.

/// A string literal, with the quotes that need no escape, as `gdformat` writes it.
pub(super) fn string(text: &str) -> String {
    let literal = crate::text::gdscript_string(text);
    if !text.contains('"') || text.contains('\'') {
        return literal;
    }
    let inside = literal[1..literal.len() - 1].replace("\\\"", "\"");
    format!("'{inside}'")
}

/// Lines with tabs in front.
#[derive(Debug)]
pub(super) struct Text {
    lines: String,
    pub(super) indent: usize,
    /// The widest line. A tab counts as four.
    width: usize,
    /// Whether the engine reads a comma after the last argument of a call or a function.
    has_last_commas: bool,
}

/// The widest line that the formatter `gdformat` leaves as it is.
const WIDTH: usize = 100;

impl Text {
    pub(super) fn new(has_last_commas: bool) -> Self {
        Self::wide(WIDTH, has_last_commas)
    }

    pub(super) fn wide(width: usize, has_last_commas: bool) -> Self {
        Self { lines: String::new(), indent: 0, width, has_last_commas }
    }

    /// Adds a line. One that is too long is broken at its brackets, as `gdformat` does.
    pub(super) fn line(&mut self, line: &str) {
        self.add(line, self.indent);
    }

    fn add(&mut self, line: &str, indent: usize) {
        let is_code = !line.starts_with('#');
        if is_code
            && !self.has_room(line, indent)
            && let Some((open, close)) = brackets(line)
        {
            if let Some((before, expression, end)) = operators(line, close) {
                self.put(&format!("{before}("), indent);
                self.add(expression, indent + 1);
                self.put(&format!("){end}"), indent);
                return;
            }
            let (before, rest) = line.split_at(open + 1);
            let (inside, after) = rest.split_at(close - open - 1);
            self.put(before, indent);
            if self.has_room(inside, indent + 1) {
                self.put(inside, indent + 1);
            } else {
                let items = items(inside);
                let last = items.len() - 1;
                for (at, item) in items.into_iter().enumerate() {
                    let has_comma = at < last || self.has_last_commas || !before.ends_with('(');
                    self.add(&format!("{item}{}", if has_comma { "," } else { "" }), indent + 1);
                }
            }
            self.put(after, indent);
            return;
        }
        self.put(line, indent);
    }

    fn put(&mut self, line: &str, indent: usize) {
        if !line.is_empty() {
            for _ in 0..indent {
                self.lines.push('\t');
            }
            self.lines.push_str(line);
        }
        self.lines.push('\n');
    }

    /// Whether a line needs no break.
    pub(super) fn fits(&self, line: &str) -> bool {
        self.has_room(line, self.indent)
    }

    fn has_room(&self, line: &str, indent: usize) -> bool {
        indent * 4 + line.chars().count() <= self.width
    }

    /// Takes back an empty line.
    pub(super) fn undo_gap(&mut self) {
        if self.lines.ends_with("\n\n") {
            self.lines.pop();
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.lines
    }

    /// An empty text with the same indentation.
    pub(super) fn beside(&self) -> Self {
        Self { lines: String::new(), ..*self }
    }

    /// Adds the lines of another text.
    pub(super) fn join(&mut self, other: &Self) {
        self.join_text(&other.lines);
    }

    pub(super) fn join_text(&mut self, lines: &str) {
        self.lines.push_str(lines);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether the code has a name.
    pub(super) fn has_word(&self, word: &str) -> bool {
        has_word(&self.lines, word)
    }

    pub(super) fn finish(&self) -> String {
        let mut text = self.lines.trim_end().to_owned();
        text.push('\n');
        text
    }
}

/// The brackets of a line of code that are in no others, by their positions: of a function its parameters, of a statement the last ones
/// that are not empty.
fn brackets(line: &str) -> Option<(usize, usize)> {
    let is_function = is_function(line);
    let (mut depth, mut open, mut found) = (0, 0, None);
    for (at, c) in outside_strings(line) {
        match c {
            '(' | '[' | '{' => {
                if depth == 0 {
                    open = at;
                }
                depth += 1;
            }
            ')' | ']' | '}' => {
                depth -= 1;
                if depth == 0 && at > open + 1 {
                    found = Some((open, at));
                    if is_function {
                        return found;
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// What is assigned or returned, if it goes on after its last bracket, and what is before and after it.
fn operators(line: &str, close: usize) -> Option<(&str, &str, &str)> {
    let after = &line[close + 1..];
    if matches!(after, "" | ":" | ",") || is_function(line) {
        return None;
    }
    let start = match line.strip_prefix("return ") {
        Some(_) => "return ".len(),
        None => line.find(" = ")? + " = ".len(),
    };
    let expression = &line[start..];
    let (expression, end) = match expression.strip_suffix(',') {
        Some(expression) => (expression, ","),
        None => (expression, ""),
    };
    Some((&line[..start], expression, end))
}

fn is_function(line: &str) -> bool {
    line.starts_with("func ") || line.starts_with("static func ")
}

/// The items of a list.
fn items(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut items) = (0, 0, Vec::new());
    for (at, c) in outside_strings(list) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(list[start..].trim());
    items
}

/// The characters of code that are in no string.
fn outside_strings(code: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut quote, mut is_escaped) = (None, false);
    code.char_indices().filter(move |(_, c)| {
        let was_inside = quote.is_some();
        match quote {
            _ if is_escaped => is_escaped = false,
            Some(_) if *c == '\\' => is_escaped = true,
            Some(open) if *c == open => quote = None,
            None if matches!(c, '"' | '\'') => quote = Some(*c),
            _ => {}
        }
        !was_inside && quote.is_none()
    })
}

/// The paragraphs of documentation: what Markdown reads as one is one line.
pub(super) fn paragraphs(docs: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let (mut is_open, mut in_code) = (false, false);
    for line in docs {
        let text = line.trim_start();
        let is_fence = text.starts_with("```");
        let starts = in_code
            || is_fence
            || text.is_empty()
            || text.starts_with(['#', '|', '>'])
            || text.starts_with("- ")
            || text.starts_with("* ")
            || text.split_once(['.', ')']).is_some_and(|(number, rest)| {
                rest.starts_with(' ') && number.parse::<u32>().is_ok()
            });
        match lines.last_mut() {
            Some(last) if is_open && !starts => *last = format!("{last} {text}"),
            _ => lines.push(line.clone()),
        }
        in_code ^= is_fence;
        is_open = !text.is_empty() && !in_code && !is_fence && !text.starts_with(['#', '|']);
    }
    lines
}

/// An int literal: the smallest has none that both engines read.
pub(super) fn int(number: i64) -> String {
    if number == i64::MIN { "-9223372036854775807 - 1".to_owned() } else { number.to_string() }
}

/// A float literal.
pub(super) fn float(number: f64) -> String {
    if number.is_nan() {
        "NAN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "INF".to_owned() } else { "-INF".to_owned() }
    } else {
        format!("{number:?}")
    }
}

/// A line of Rust documentation for GDScript.
pub(super) fn doc(line: &str, four: bool) -> String {
    let mut text = line.replace("[`", "`").replace("`]", "`");
    if four {
        let mut open = true;
        while let Some(at) = text.find('`') {
            text.replace_range(at..=at, if open { "[code]" } else { "[/code]" });
            open = !open;
        }
    } else {
        text = text.replace('`', "");
    }
    text
}

/// Breaks a line at spaces.
pub(super) fn wrap(line: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = line;
    while rest.chars().count() > width {
        let end = rest.char_indices().nth(width).map_or(rest.len(), |(at, _)| at);
        let Some(at) = rest[..end].rfind(' ').filter(|at| *at > 0) else { break };
        lines.push(rest[..at].to_owned());
        rest = &rest[at + 1..];
    }
    lines.push(rest.to_owned());
    lines
}

/// `SCREAMING_SNAKE_CASE` of a name in `PascalCase`: `HTTPError2` is `HTTP_ERROR2`.
pub(super) fn constant(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut text = String::new();
    for (i, c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| chars[i]);
        let starts = c.is_uppercase()
            && before.is_some_and(|before| {
                before != '_'
                    && (!before.is_uppercase()
                        || chars.get(i + 1).is_some_and(|c| c.is_lowercase()))
            });
        if starts {
            text.push('_');
        }
        text.extend(c.to_uppercase());
    }
    text
}

/// Whether a text has a name that is not part of another one, or a call of it if it has a bracket.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let after = &text[at + word.len()..];
        !text[..at].ends_with(is_part) && (word.ends_with('(') || !after.starts_with(is_part))
    })
}

/// "A" or "An".
pub(super) fn article(name: &str) -> &'static str {
    if name.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']) { "An" } else { "A" }
}
