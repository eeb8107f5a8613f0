//! Text of a script: indenting, literals, comments.

pub(super) use crate::text::gdscript_string as string;

/// Lines with tabs in front.
#[derive(Debug, Default)]
pub(super) struct Text {
    text: String,
    pub(super) indent: usize,
}

impl Text {
    pub(super) fn line(&mut self, line: &str) {
        if !line.is_empty() {
            for _ in 0..self.indent {
                self.text.push('\t');
            }
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    pub(super) fn finish(self) -> String {
        let mut text = self.text.trim_end().to_owned();
        text.push('\n');
        text
    }
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

/// "A" or "An".
pub(super) fn article(name: &str) -> &'static str {
    if name.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']) { "An" } else { "A" }
}
