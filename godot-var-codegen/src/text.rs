//! Lists in generated sources, filled up to the width of a page.

/// Items with commas, in lines of at most so many columns; a tab takes four.
pub(crate) fn filled(items: &[String], indent: &str, width: usize) -> String {
    let columns = |line: &str| line.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum::<usize>();
    let mut text = String::new();
    let mut line = String::new();
    for item in items {
        let longer = format!("{line} {item},");
        if !line.is_empty() && columns(&longer) > width {
            text.push_str(&line);
            text.push('\n');
            line.clear();
        }
        if line.is_empty() {
            line = format!("{indent}{item},");
        } else {
            line = format!("{line} {item},");
        }
    }
    if !line.is_empty() {
        text.push_str(&line);
        text.push('\n');
    }
    text
}
