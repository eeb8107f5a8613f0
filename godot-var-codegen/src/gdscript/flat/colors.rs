//! Runs of floats that are written as a Color.

use super::pos;

/// The statements of a run with one for each three or four floats in a row, which takes half the time; `None` if there is nothing to join.
///
/// `encode_var` writes four bytes before a Color, so these must be of the run, and be written after it. A Color has 32 bits a component in
/// every build.
pub(super) fn in_colors(text: &str, bytes: &str, at: &str, len: usize) -> Option<Vec<String>> {
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let is_plain = |line: &&str| {
        line.ends_with([')', ']']) && line.starts_with(&format!("{bytes}.encode_"))
            || line.starts_with(&format!("{bytes}[")) && !line.ends_with('(')
    };
    if !lines.iter().all(is_plain) {
        return None;
    }
    // The offset and the value of a line that writes a float.
    let float = |line: &str| -> Option<(usize, String)> {
        let rest = line.strip_prefix(&format!("{bytes}.encode_float({at}"))?.strip_suffix(')')?;
        let (offset, value) = rest.split_once(", ")?;
        let offset = offset.strip_prefix(" + ").map_or(Some(0), |offset| offset.parse().ok())?;
        Some((offset, value.to_owned()))
    };
    let floats: Vec<Option<(usize, String)>> = lines.iter().map(|line| float(line)).collect();
    let (mut joined, mut is_joined) = (Vec::new(), vec![false; lines.len()]);
    let mut first = 0;
    while first + 3 <= lines.len() {
        let row: Vec<(usize, &str)> = floats[first..]
            .iter()
            .take(4)
            .map_while(|float| float.as_ref().map(|(offset, value)| (*offset, value.as_str())))
            .collect();
        let start = row.first().map_or(0, |(offset, _)| *offset);
        let is_row = row.iter().enumerate().all(|(i, (offset, _))| *offset == start + 4 * i);
        // Three floats are joined where the fourth is in the way of no other float.
        let next = floats[first..].iter().skip(row.len()).find_map(|float| float.as_ref());
        let is_free = start + 16 <= len && next.is_none_or(|(offset, _)| *offset >= start + 16);
        if is_row && start >= 4 && (row.len() == 4 || row.len() == 3 && is_free) {
            let mut values: Vec<&str> = row.iter().map(|(_, value)| *value).collect();
            values.resize(4, "0.0");
            let place = pos(at, start - 4);
            joined.push(format!("{bytes}.encode_var({place}, Color({}))", values.join(", ")));
            is_joined[first..first + row.len()].fill(true);
            first += row.len();
        } else {
            first += 1;
        }
    }
    if joined.is_empty() {
        return None;
    }
    // The last one first: each overwrites the end of what is before it.
    let others = lines.iter().zip(is_joined).filter(|(_, is_joined)| !is_joined);
    let others = others.map(|(line, _)| (*line).to_owned());
    Some(joined.into_iter().rev().chain(others).collect())
}
