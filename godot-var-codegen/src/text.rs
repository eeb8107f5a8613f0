//! Wraps lists in generated sources.

/// Joins items with commas in lines of up to `width` columns. A tab counts as four.
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
