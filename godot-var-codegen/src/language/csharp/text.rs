//! Literals of C#.

/// A text.
pub(super) fn string(text: &str) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                literal = format!("{literal}\\U{:08x}", u32::from(c));
            }
            c => literal.push(c),
        }
    }
    literal.push('"');
    literal
}

/// A float, of 32 bits or of 64.
pub(super) fn float(value: f64, single: bool) -> String {
    let ty = if single { "float" } else { "double" };
    if value.is_nan() {
        return format!("{ty}.NaN");
    }
    if value.is_infinite() {
        let name = if value > 0.0 { "Positive" } else { "Negative" };
        return format!("{ty}.{name}Infinity");
    }
    let text = if single { format!("{:?}", value as f32) } else { format!("{value:?}") };
    if single { format!("{text}f") } else { format!("{}d", text.trim_end_matches(".0")) }
}
