//! Colors for code on an HTML page.

/// The keywords of GDScript that examples have; C# and TypeScript share most.
const KEYWORDS: [&str; 28] = [
    "and", "as", "break", "class", "const", "continue", "elif", "else", "extends", "for", "func",
    "if", "in", "is", "match", "not", "or", "pass", "return", "signal", "static", "var", "while",
    "true", "false", "null", "self", "await",
];

/// A piece of code and its class in the page's style, empty for what has no color.
pub(super) type Piece<'c> = (&'static str, &'c str);

/// Splits code into pieces; a command is one.
pub(super) fn pieces<'c>(code: &'c str, language: &str) -> Vec<Piece<'c>> {
    let mut pieces: Vec<Piece<'c>> = Vec::new();
    if language == "console" {
        return vec![("", code)];
    }
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let (class, len) = match first {
            '#' if language == "gdscript" => ("c", rest.find('\n').unwrap_or(rest.len())),
            '"' | '\'' => ("s", text_len(rest, first)),
            '0'..='9' => ("n", len_while(rest, |c| c.is_ascii_alphanumeric() || c == '.')),
            '@' => ("k", 1 + len_while(&rest[1..], is_word)),
            c if is_word(c) => {
                let len = len_while(rest, is_word);
                (class_of(&rest[..len], &rest[len..]), len)
            }
            _ => ("", first.len_utf8()),
        };
        let (piece, after) = rest.split_at(len);
        match pieces.last_mut() {
            // Pieces without a color are one.
            Some(("", last)) if class.is_empty() => {
                let start = code.len() - rest.len() - last.len();
                *last = &code[start..code.len() - after.len()];
            }
            _ => pieces.push((class, piece)),
        }
        rest = after;
    }
    pieces
}

fn class_of(word: &str, after: &str) -> &'static str {
    if KEYWORDS.contains(&word) {
        "k"
    } else if after.starts_with('(') && !word.starts_with(char::is_uppercase) {
        "f"
    } else if word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase) {
        "t"
    } else {
        ""
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn len_while(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is(c)).unwrap_or(text.len())
}

/// The length of a text in quotes.
fn text_len(code: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in code.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn all_code_is_in_one_piece_each() {
        let code = "var a := Arena.Hi.new(\"x\\\"y\", 1.5)  # it's ä\n\tif a is B: 'open";
        let found = pieces(code, "gdscript");
        assert_eq!(found.iter().map(|(_, text)| *text).collect::<String>(), code);
        let of = |class: &str| {
            found
                .iter()
                .filter(|(found, _)| *found == class)
                .map(|(_, text)| *text)
                .collect::<Vec<_>>()
        };
        assert_eq!(of("k"), ["var", "if", "is"]);
        assert_eq!(of("s"), ["\"x\\\"y\"", "'open"]);
        assert_eq!(of("n"), ["1.5"]);
        assert_eq!(of("c"), ["# it's ä"]);
        assert_eq!(of("t"), ["Arena", "Hi"]);
        assert_eq!(of("f"), ["new"]);
    }
}
